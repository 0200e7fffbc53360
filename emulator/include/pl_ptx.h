// pl_ptx.h -- functions for PTX instructions that CUDA C++ has only as inline PTX, one each. The header for nvcc has the same
// functions, with PTX in them.
#ifndef PL_EMULATOR_PL_PTX_H
#define PL_EMULATOR_PL_PTX_H

#include "cuda_runtime.h"
#include "emulator/small_floats.h"

// ---- cp.async ----

#define PL_CP_ASYNC_(bytes)                                                                                        \
    PL_EMULATOR_UNSEEN void pl_cp_async##bytes(void *shared, const void *global)                                    \
    {                                                                                                               \
        pl_emulator_cp_async(shared, global, bytes, bytes, PL_HERE);                                                \
    }                                                                                                               \
    /* Copies source_bytes, and fills the rest with zeros. */                                                       \
    PL_EMULATOR_UNSEEN void pl_cp_async##bytes##_zfill(void *shared, const void *global, unsigned source_bytes)     \
    {                                                                                                               \
        pl_emulator_cp_async(shared, global, source_bytes, bytes, PL_HERE);                                         \
    }
PL_CP_ASYNC_(4)
PL_CP_ASYNC_(8)
PL_CP_ASYNC_(16)
#undef PL_CP_ASYNC_
static inline void pl_cp_async_commit() { pl_emulator_cp_async_commit(); }
template <int N> PL_EMULATOR_UNSEEN void pl_cp_async_wait() { pl_emulator_cp_async_wait(N, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_cp_async_wait_all() { pl_emulator_cp_async_wait_all(PL_HERE); }

// ---- max.NaN, min.NaN ----

static inline float pl_max_nan(float a, float b) { return a > b || a != a ? a : b; }
static inline float pl_min_nan(float a, float b) { return a < b || a != a ? a : b; }

// ---- ex2.approx.ftz, of x times log2(e) ----

static inline float pl_exp(float x)
{
    const float y = exp2f(x * 1.44269504f);
    return y < 0x1p-126f ? 0 : y;
}

static inline float pl_exp_scaled(float a, float scale, float b)
{
    const float y = exp2f(fmaf(a, scale * 1.44269504f, -b * 1.44269504f));
    return y < 0x1p-126f ? 0 : y;
}

// ---- bar.sync, bar.arrive ----

PL_EMULATOR_UNSEEN void pl_barrier_sync(unsigned id, unsigned threads) { pl_emulator_named_barrier(id, threads, 1, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_barrier_arrive(unsigned id, unsigned threads) { pl_emulator_named_barrier(id, threads, 0, PL_HERE); }

// ---- mbarriers ----

PL_EMULATOR_UNSEEN void pl_mbarrier_init(uint64_t *b, unsigned count) { pl_emulator_mbarrier_init(b, count, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_mbarrier_invalidate(uint64_t *b) { pl_emulator_mbarrier_invalidate(b, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_mbarrier_arrive(uint64_t *b) { pl_emulator_mbarrier_arrive(b, 1, 0, PL_HERE); }
// At the mbarrier that the block of this rank has there.
PL_EMULATOR_UNSEEN void pl_mbarrier_arrive_at(uint64_t *b, unsigned rank) { pl_emulator_mbarrier_arrive_at(b, rank, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_mbarrier_arrive_expect(uint64_t *b, unsigned bytes) { pl_emulator_mbarrier_arrive(b, 1, bytes, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_mbarrier_expect(uint64_t *b, unsigned bytes) { pl_emulator_mbarrier_arrive(b, 0, bytes, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_mbarrier_wait(uint64_t *b, unsigned parity) { pl_emulator_mbarrier_wait(b, parity, PL_HERE); }
PL_EMULATOR_UNSEEN bool pl_mbarrier_test(uint64_t *b, unsigned parity) { return pl_emulator_mbarrier_test(b, parity, PL_HERE); }
PL_EMULATOR_UNSEEN void pl_cp_async_mbarrier_arrive(uint64_t *b) { pl_emulator_cp_async_mbarrier_arrive(b, PL_HERE); }

// ---- Clusters ----

// barrier.cluster: the threads that have not ended wait for each other. pl_cluster_map is mapa: where another block has what is
// at p in this one.
PL_EMULATOR_UNSEEN void pl_cluster_arrive() { pl_emulator_cluster_arrive(PL_HERE); }
PL_EMULATOR_UNSEEN void pl_cluster_wait() { pl_emulator_cluster_wait(PL_HERE); }
PL_EMULATOR_UNSEEN void pl_cluster_sync()
{
    pl_emulator_cluster_arrive(PL_HERE);
    pl_emulator_cluster_wait(PL_HERE);
}
static inline unsigned pl_cluster_rank() { return pl_emulator_cluster_rank(); }
static inline unsigned pl_cluster_blocks() { return pl_emulator_cluster_blocks(); }
template <class T> PL_EMULATOR_UNSEEN T *pl_cluster_map(T *p, unsigned rank)
{
    return static_cast<T *>(pl_emulator_cluster_map(p, rank, PL_HERE));
}

// ---- Fences ----

static inline void pl_fence_proxy_async() { pl_emulator_proxy_fence(); }
static inline void pl_fence_mbarrier_init() { pl_emulator_fence_mbarrier_init(); }

// ---- TMA. Coordinates begin with the innermost; a map is a CUtensorMap ----

#define PL_UNPACK_(...) __VA_ARGS__
#define PL_TMA_(rank, coordinates, ...)                                                                                     \
    PL_EMULATOR_UNSEEN void pl_tma_load_##rank##d(void *to, const void *map, PL_UNPACK_ coordinates, uint64_t *b)           \
    {                                                                                                                       \
        int at[rank] = { __VA_ARGS__ };                                                                                     \
        pl_emulator_tensor_load(to, map, at, rank, b, PL_HERE);                                                             \
    }                                                                                                                       \
    /* To the same place in each block of the cluster whose rank is in the mask; the mbarrier of each gets the bytes. */    \
    PL_EMULATOR_UNSEEN void pl_tma_load_multicast_##rank##d(void *to, const void *map, PL_UNPACK_ coordinates, uint64_t *b, \
                                                            uint16_t blocks)                                                \
    {                                                                                                                       \
        int at[rank] = { __VA_ARGS__ };                                                                                     \
        pl_emulator_tensor_multicast(to, map, at, rank, b, blocks, PL_HERE);                                                \
    }                                                                                                                       \
    PL_EMULATOR_UNSEEN void pl_tma_store_##rank##d(const void *map, PL_UNPACK_ coordinates, const void *from)               \
    {                                                                                                                       \
        int at[rank] = { __VA_ARGS__ };                                                                                     \
        pl_emulator_tensor_store(map, at, rank, from, PL_HERE);                                                             \
    }
PL_TMA_(1, (int x), x)
PL_TMA_(2, (int x, int y), x, y)
PL_TMA_(3, (int x, int y, int z), x, y, z)
PL_TMA_(4, (int x, int y, int z, int w), x, y, z, w)
PL_TMA_(5, (int x, int y, int z, int w, int v), x, y, z, w, v)
#undef PL_TMA_
#undef PL_UNPACK_
PL_EMULATOR_UNSEEN void pl_bulk_load(void *to, const void *from, unsigned bytes, uint64_t *b)
{
    pl_emulator_bulk_load(to, from, bytes, b, PL_HERE);
}
PL_EMULATOR_UNSEEN void pl_bulk_store(void *to, const void *from, unsigned bytes) { pl_emulator_bulk_store(to, from, bytes, PL_HERE); }
static inline void pl_bulk_commit() { pl_emulator_bulk_commit(); }
template <int N> PL_EMULATOR_UNSEEN void pl_bulk_wait() { pl_emulator_bulk_wait(N, PL_HERE); }
template <int N> PL_EMULATOR_UNSEEN void pl_bulk_wait_read() { pl_emulator_bulk_wait(N, PL_HERE); }

// ---- ldmatrix, stmatrix, mma.sync ----

#define PL_MATRIX_(n)                                                                                                           \
    PL_EMULATOR_UNSEEN void pl_ldmatrix_x##n(uint32_t (&r)[n], const void *row) { pl_emulator_ldmatrix(r, n, 0, row, PL_HERE); } \
    PL_EMULATOR_UNSEEN void pl_ldmatrix_x##n##_trans(uint32_t (&r)[n], const void *row)                                          \
    {                                                                                                                            \
        pl_emulator_ldmatrix(r, n, 1, row, PL_HERE);                                                                             \
    }                                                                                                                            \
    PL_EMULATOR_UNSEEN void pl_stmatrix_x##n(void *row, const uint32_t (&r)[n]) { pl_emulator_stmatrix(r, n, 0, row, PL_HERE); }  \
    PL_EMULATOR_UNSEEN void pl_stmatrix_x##n##_trans(void *row, const uint32_t (&r)[n])                                          \
    {                                                                                                                            \
        pl_emulator_stmatrix(r, n, 1, row, PL_HERE);                                                                             \
    }
PL_MATRIX_(1)
PL_MATRIX_(2)
PL_MATRIX_(4)
#undef PL_MATRIX_

// d += a b
#define PL_MMA_(name, number, D)                                                                        \
    PL_EMULATOR_UNSEEN void name(D (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])             \
    {                                                                                                   \
        pl_emulator_mma(number, d, a, b, PL_HERE);                                                      \
    }
PL_MMA_(pl_mma_m16n8k16_bf16, PL_BF16, float)
PL_MMA_(pl_mma_m16n8k16_f16, PL_F16, float)
PL_MMA_(pl_mma_m16n8k8_tf32, PL_TF32, float)
PL_MMA_(pl_mma_m16n8k32_s8, PL_S8, int)
PL_MMA_(pl_mma_m16n8k32_u8, PL_U8, int)
PL_MMA_(pl_mma_m16n8k32_e4m3, PL_E4M3, float)
PL_MMA_(pl_mma_m16n8k32_e5m2, PL_E5M2, float)
#undef PL_MMA_
static inline uint32_t pl_mul_f16x2(uint32_t a, uint32_t b)
{
    const uint32_t low = pl_emulator_to_f16(pl_emulator_from_f16(a & 0xffff) * pl_emulator_from_f16(b & 0xffff));
    return low | (uint32_t)pl_emulator_to_f16(pl_emulator_from_f16(a >> 16) * pl_emulator_from_f16(b >> 16)) << 16;
}
PL_EMULATOR_UNSEEN void pl_mma_m8n8k4_f64(double (&d)[2], double a, double b) { pl_emulator_mma_f64(d, a, b, PL_HERE); }

// cvt.rna.tf32.f32: to nearest, ties away from zero
static inline uint32_t pl_to_tf32(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return f != f ? 0x7fffffffu : (u + 0x1000) & 0xffffe000u;
}

// ---- wgmma: d (+)= a b, with a in shared memory or in registers. TA, TB: the operand is MN-major ----

#define PL_WGMMA_(name, T, x_number, y_number)                                                                              \
    template <int N, int TA = 0, int TB = 0>                                                                                \
    PL_EMULATOR_UNSEEN void name(T (&d)[N / 2], uint64_t a, uint64_t b, int scale_d)                                        \
    {                                                                                                                       \
        pl_emulator_wgmma(x_number, y_number, N, 0, d, nullptr, a, b, scale_d, TA, TB, PL_HERE);                            \
    }                                                                                                                       \
    template <int N, int TB = 0>                                                                                            \
    PL_EMULATOR_UNSEEN void name(T (&d)[N / 2], const uint32_t (&a)[4], uint64_t b, int scale_d)                            \
    {                                                                                                                       \
        pl_emulator_wgmma(x_number, y_number, N, 0, d, a, 0, b, scale_d, 0, TB, PL_HERE);                                   \
    }
PL_WGMMA_(pl_wgmma_bf16, float, PL_BF16, PL_BF16)
PL_WGMMA_(pl_wgmma_f16, float, PL_F16, PL_F16)
PL_WGMMA_(pl_wgmma_tf32, float, PL_TF32, PL_TF32)
PL_WGMMA_(pl_wgmma_e4m3, float, PL_E4M3, PL_E4M3)
PL_WGMMA_(pl_wgmma_e4m3_e5m2, float, PL_E4M3, PL_E5M2)
PL_WGMMA_(pl_wgmma_e5m2_e4m3, float, PL_E5M2, PL_E4M3)
PL_WGMMA_(pl_wgmma_e5m2, float, PL_E5M2, PL_E5M2)
PL_WGMMA_(pl_wgmma_s8, int, PL_S8, PL_S8)
PL_WGMMA_(pl_wgmma_s8_u8, int, PL_S8, PL_U8)
PL_WGMMA_(pl_wgmma_u8_s8, int, PL_U8, PL_S8)
PL_WGMMA_(pl_wgmma_u8, int, PL_U8, PL_U8)
#undef PL_WGMMA_
// The same where sums are two rows of an array, and operands are in swizzled lines of 128 bytes, a panel of 64 lines after the other.
PL_EMULATOR_UNSEEN uint64_t pl_matrix(const void *shared)
{
    return (uint64_t)((pl_emulator_shared_offset(shared) & 0x3ffff) >> 4) | (uint64_t)(8192 >> 4) << 16 |
           (uint64_t)(1024 >> 4) << 32 | 1ull << 62;
}
template <typename T> static inline uint32_t pl_pair(const T *first)
{
    return first[0].bits | (uint32_t)first[1].bits << 16;
}
#define PL_WGMMA_K16_(n, type, number)                                                                                      \
    template <int X_TURNED, int Y_TURNED>                                                                                   \
    PL_EMULATOR_UNSEEN void pl_wgmma_m64n##n##k16_##type(float (&d)[2][n / 4], const void *x, const void *y, int add = 1)   \
    {                                                                                                                       \
        pl_emulator_wgmma(number, number, n, 1, d, nullptr, pl_matrix(x), pl_matrix(y), add, X_TURNED, Y_TURNED, PL_HERE);  \
    }                                                                                                                       \
    template <int Y_TURNED>                                                                                                 \
    PL_EMULATOR_UNSEEN void pl_wgmma_m64n##n##k16_##type(float (&d)[2][n / 4], const uint32_t (&x)[4], const void *y,       \
                                                         int add = 1)                                                       \
    {                                                                                                                       \
        pl_emulator_wgmma(number, number, n, 1, d, x, 0, pl_matrix(y), add, 0, Y_TURNED, PL_HERE);                          \
    }
#define PL_WGMMA_K32_(n, name, T, x_number, y_number)                                                                       \
    PL_EMULATOR_UNSEEN void pl_wgmma_m64n##n##k32_##name(T (&d)[2][n / 4], const void *x, const void *y)                    \
    {                                                                                                                       \
        pl_emulator_wgmma(x_number, y_number, n, 1, d, nullptr, pl_matrix(x), pl_matrix(y), 1, 0, 0, PL_HERE);              \
    }
#define PL_WGMMAS_(make, ...) make(64, __VA_ARGS__) make(128, __VA_ARGS__) make(192, __VA_ARGS__) make(256, __VA_ARGS__)
PL_WGMMAS_(PL_WGMMA_K16_, bf16, PL_BF16)
PL_WGMMAS_(PL_WGMMA_K16_, f16, PL_F16)
PL_WGMMAS_(PL_WGMMA_K32_, s8, int, PL_S8, PL_S8)
PL_WGMMAS_(PL_WGMMA_K32_, u8, int, PL_U8, PL_U8)
PL_WGMMAS_(PL_WGMMA_K32_, e4m3_e4m3, float, PL_E4M3, PL_E4M3)
PL_WGMMAS_(PL_WGMMA_K32_, e4m3_e5m2, float, PL_E4M3, PL_E5M2)
PL_WGMMAS_(PL_WGMMA_K32_, e5m2_e4m3, float, PL_E5M2, PL_E4M3)
PL_WGMMAS_(PL_WGMMA_K32_, e5m2_e5m2, float, PL_E5M2, PL_E5M2)
#undef PL_WGMMAS_
#undef PL_WGMMA_K32_
#undef PL_WGMMA_K16_
PL_EMULATOR_UNSEEN void pl_wgmma_fence() { pl_emulator_wgmma_fence(PL_HERE); }
PL_EMULATOR_UNSEEN void pl_wgmma_commit() { pl_emulator_wgmma_commit(PL_HERE); }
template <int N> PL_EMULATOR_UNSEEN void pl_wgmma_wait() { pl_emulator_wgmma_wait(N, PL_HERE); }
// setmaxnreg, while a multiprocessor runs so many blocks together
template <int N, int BLOCKS = 1> PL_EMULATOR_UNSEEN void pl_register_alloc() { pl_emulator_change_registers(1, N, BLOCKS, PL_HERE); }
template <int N, int BLOCKS = 1> PL_EMULATOR_UNSEEN void pl_register_dealloc() { pl_emulator_change_registers(0, N, BLOCKS, PL_HERE); }

#endif
