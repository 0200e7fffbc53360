/* pl_ptx.h -- instructions that CUDA C++ has no word for, a function for each, as emitted code calls them. The emulator has a
   header of the same name, with the same functions in C++. */
#ifndef PL_PTX_H
#define PL_PTX_H

#ifdef PL_EMULATOR
#include_next <pl_ptx.h>
#else

#include <stdint.h>

inline __device__ unsigned pl_shared_address(const void *shared)
{
    return (unsigned)__cvta_generic_to_shared(shared);
}

/* 4, 8 or 16 bytes from global to shared memory; they are there after a wait, for the thread that waited. */
#define PL_CP_ASYNC_(bytes, cache)                                                                                 \
    inline __device__ void pl_cp_async##bytes(void *shared, const void *global)                                    \
    {                                                                                                              \
        asm volatile("cp.async." #cache ".shared.global [%0], [%1], " #bytes ";" ::"r"(pl_shared_address(shared)), \
                     "l"(global) : "memory");                                                                      \
    }                                                                                                              \
    /* Copies source_bytes, and fills the rest with zeros. */                                                      \
    inline __device__ void pl_cp_async##bytes##_zfill(void *shared, const void *global, unsigned source_bytes)     \
    {                                                                                                              \
        asm volatile("cp.async." #cache ".shared.global [%0], [%1], " #bytes ", %2;"                               \
                     ::"r"(pl_shared_address(shared)), "l"(global), "r"(source_bytes) : "memory");                 \
    }
PL_CP_ASYNC_(4, ca)
PL_CP_ASYNC_(8, ca)
PL_CP_ASYNC_(16, cg)
#undef PL_CP_ASYNC_

/* The copies of this thread since the last commit are a group; all but the last N groups are there after a wait. */
inline __device__ void pl_cp_async_commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int N> inline __device__ void pl_cp_async_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

inline __device__ void pl_cp_async_wait_all()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

/* Four matrices of 8 x 8 numbers of 16 bits: lane n says where line n % 8 of matrix n / 8 begins. */
inline __device__ void pl_ldmatrix_x4(uint32_t (&r)[4], const void *line)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(pl_shared_address(line)) : "memory");
}

inline __device__ void pl_ldmatrix_x4_trans(uint32_t (&r)[4], const void *line)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(pl_shared_address(line)) : "memory");
}

/* d += a b. Volatile, because all lanes of the warp take part: no compiler may move it into a condition. */
#define PL_MMA_(type)                                                                                              \
    inline __device__ void pl_mma_m16n8k16_##type(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])   \
    {                                                                                                              \
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." #type "." #type ".f32 "                              \
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                             \
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                              \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                          \
    }
PL_MMA_(bf16)
PL_MMA_(f16)
#undef PL_MMA_

#endif

/* N elements that begin at a multiple of their size, in copies of 16, 8 or 4 bytes. */
template <int N, typename T> static inline __device__ void pl_cp_async(T *shared, const T *global)
{
    constexpr int size = N * sizeof(T), bytes = size % 16 == 0 ? 16 : size % 8 == 0 ? 8 : 4;
    for (int e = 0; e < N; e += bytes / (int)sizeof(T)) {
        if (bytes == 16)
            pl_cp_async16(shared + e, global + e);
        else if (bytes == 8)
            pl_cp_async8(shared + e, global + e);
        else
            pl_cp_async4(shared + e, global + e);
    }
}

/* The same where sums are rows of an array: above are two neighbors of row g of the fragment, below those of row g + 8. */
#define PL_MMA_(type)                                                                                              \
    static inline __device__ void pl_mma_##type(float *above, float *below, const uint32_t (&a)[4], const uint32_t *b) \
    {                                                                                                              \
        float d[4] = { above[0], above[1], below[0], below[1] };                                                   \
        const uint32_t pair[2] = { b[0], b[1] };                                                                   \
        pl_mma_m16n8k16_##type(d, a, pair);                                                                        \
        above[0] = d[0], above[1] = d[1], below[0] = d[2], below[1] = d[3];                                        \
    }
PL_MMA_(bf16)
PL_MMA_(f16)
#undef PL_MMA_

#endif
