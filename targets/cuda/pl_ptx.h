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
#define PL_MMA_(name, shape, types, T, in)                                                                          \
    inline __device__ void pl_mma_##shape##_##name(T (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])      \
    {                                                                                                              \
        asm volatile("mma.sync.aligned." #shape ".row.col." types                                                  \
                     " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                            \
                     : in(d[0]), in(d[1]), in(d[2]), in(d[3])                                                      \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                          \
    }
PL_MMA_(bf16, m16n8k16, "f32.bf16.bf16.f32", float, "+f")
PL_MMA_(f16, m16n8k16, "f32.f16.f16.f32", float, "+f")
PL_MMA_(s8, m16n8k32, "s32.s8.s8.s32", int, "+r")
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 890 && (__CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 4))
#define PL_F8_MMA 1
PL_MMA_(e4m3, m16n8k32, "f32.e4m3.e4m3.f32", float, "+f")
PL_MMA_(e5m2, m16n8k32, "f32.e5m2.e5m2.f32", float, "+f")
#endif
#undef PL_MMA_

/* Two products of f16. */
inline __device__ uint32_t pl_mul_f16x2(uint32_t a, uint32_t b)
{
    uint32_t product;
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(product) : "r"(a), "r"(b));
    return product;
}

/* ---- sm_90a ---- */

/* bar.sync: waits until so many threads are there. */
inline __device__ void pl_barrier_sync(int id, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

/* Registers of each thread of a warp group, in a kernel of whose blocks a multiprocessor runs so many together. */
template <int N, int BLOCKS = 1> inline __device__ void pl_register_dealloc()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N));
}

template <int N, int BLOCKS = 1> inline __device__ void pl_register_alloc()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N));
}

inline __device__ void pl_mbarrier_init(uint64_t *barrier, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(pl_shared_address(barrier)), "r"(arrivals) : "memory");
}

/* What this thread has initialized is seen by the copy engine. */
inline __device__ void pl_fence_mbarrier_init()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

inline __device__ void pl_mbarrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(pl_shared_address(barrier)) : "memory");
}

/* The phase also waits for so many bytes of copies. */
inline __device__ void pl_mbarrier_arrive_expect(uint64_t *barrier, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(pl_shared_address(barrier)), "r"(bytes) : "memory");
}

/* Waits until the phase of this parity is complete. */
inline __device__ void pl_mbarrier_wait(uint64_t *barrier, unsigned parity)
{
    uint32_t complete;
    do
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(complete) : "r"(pl_shared_address(barrier)), "r"(parity) : "memory");
    while (!complete);
}

/* ---- Clusters: blocks that run together, and use each other's shared memory ---- */

inline __device__ unsigned pl_cluster_rank()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

inline __device__ unsigned pl_cluster_blocks()
{
    unsigned blocks;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return blocks;
}

/* Waits for all threads of the cluster that have not ended. */
inline __device__ void pl_cluster_sync()
{
    asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/* At the mbarrier that the block of this rank has there. With .release.cluster this would be a MEMBAR.ALL.GPU each time, which takes a
   third of the speed of a product; what it releases are stages that wgmma has read, which need none. */
inline __device__ void pl_mbarrier_arrive_at(uint64_t *barrier, unsigned rank)
{
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [there]; }"
                 ::"r"(pl_shared_address(barrier)), "r"(rank) : "memory");
}

/* A box of an array to shared memory, from these coordinates on, the innermost first; the barrier gets its bytes. By multicast: to
   the same place in all blocks of the cluster that the mask has, and to the barrier of each. A box from shared memory to an array. */
#define PL_TMA_(rank, names, at, bar, mask, ...)                                                                   \
    inline __device__ void pl_tma_load_##rank##d(void *shared, const void *map, PL_UNPACK_ names, uint64_t *barrier) \
    {                                                                                                              \
        asm volatile("cp.async.bulk.tensor." #rank "d.shared::cluster.global.mbarrier::complete_tx::bytes "        \
                     "[%0], [%1, {" at "}], [" bar "];"                                                            \
                     ::"r"(pl_shared_address(shared)), "l"(map), __VA_ARGS__, "r"(pl_shared_address(barrier)) : "memory"); \
    }                                                                                                              \
    inline __device__ void pl_tma_load_multicast_##rank##d(void *shared, const void *map, PL_UNPACK_ names,        \
                                                           uint64_t *barrier, uint16_t blocks)                     \
    {                                                                                                              \
        asm volatile("cp.async.bulk.tensor." #rank "d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster " \
                     "[%0], [%1, {" at "}], [" bar "], " mask ";"                                                  \
                     ::"r"(pl_shared_address(shared)), "l"(map), __VA_ARGS__, "r"(pl_shared_address(barrier)), "h"(blocks) : "memory"); \
    }                                                                                                              \
    inline __device__ void pl_tma_store_##rank##d(const void *map, PL_UNPACK_ names, const void *shared)           \
    {                                                                                                              \
        asm volatile("cp.async.bulk.tensor." #rank "d.global.shared::cta.bulk_group [%1, {" at "}], [%0];"         \
                     ::"r"(pl_shared_address(shared)), "l"(map), __VA_ARGS__ : "memory");                          \
    }
#define PL_UNPACK_(...) __VA_ARGS__
PL_TMA_(1, (int x), "%2", "%3", "%4", "r"(x))
PL_TMA_(2, (int x, int y), "%2, %3", "%4", "%5", "r"(x), "r"(y))
PL_TMA_(3, (int x, int y, int z), "%2, %3, %4", "%5", "%6", "r"(x), "r"(y), "r"(z))
PL_TMA_(4, (int x, int y, int z, int w), "%2, %3, %4, %5", "%6", "%7", "r"(x), "r"(y), "r"(z), "r"(w))
PL_TMA_(5, (int x, int y, int z, int w, int v), "%2, %3, %4, %5, %6", "%7", "%8", "r"(x), "r"(y), "r"(z), "r"(w), "r"(v))
#undef PL_TMA_
#undef PL_UNPACK_

/* The copies of this thread to arrays since the last commit are a group; all but the last N groups have read shared memory after a wait. */
inline __device__ void pl_bulk_commit()
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

template <int N> inline __device__ void pl_bulk_wait_read()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

/* What this thread has written to shared memory is visible to wgmma and TMA, once others have waited for it. */
inline __device__ void pl_fence_proxy_async()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

inline __device__ void pl_wgmma_fence()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

inline __device__ void pl_wgmma_commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

template <int N> inline __device__ void pl_wgmma_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

/* The descriptor of an operand in lines of 128 bytes, swizzled: eight lines are 1024 bytes, and a panel of 64 lines is 8192 bytes
   from the next. */
inline __device__ uint64_t pl_matrix(const void *shared)
{
    return (uint64_t)((pl_shared_address(shared) & 0x3ffff) >> 4) | (uint64_t)(8192 >> 4) << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 62;
}

/* d += x y, by a warp group: 64 x N sums, of which a thread has two rows, and of these two neighbors of every eight. Where a
   neighbor in memory is not that of the same sum, an operand is turned: X_TURNED, Y_TURNED. Complete after a wait. */
#define PL_D0_ "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
    "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define PL_D1_ "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
    "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define PL_D2_ "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
    "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define PL_D3_ "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
    "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define PL_SUMS4_(c, j) c(d[0][j]), c(d[0][(j) + 1]), c(d[1][j]), c(d[1][(j) + 1])
#define PL_SUMS16_(c, j) PL_SUMS4_(c, j), PL_SUMS4_(c, (j) + 2), PL_SUMS4_(c, (j) + 4), PL_SUMS4_(c, (j) + 6)
#define PL_SUMS_(c, j) PL_SUMS16_(c, j), PL_SUMS16_(c, (j) + 8)
#define PL_WGMMA_(n, type, registers, x, y, one, x_turned, y_turned, ...)                                          \
    template <int X_TURNED, int Y_TURNED>                                                                          \
    __forceinline__ __device__ void pl_wgmma_m64n##n##k16_##type(float (&d)[2][n / 4], const void *left, const void *right, \
                                                                 int add = 1)                                      \
    {                                                                                                              \
        asm volatile("{ .reg .pred p; setp.ne.b32 p, " one ", 0; wgmma.mma_async.sync.aligned.m64n" #n "k16.f32." #type "." #type \
                     " {" registers "}, " x ", " y ", p, 1, 1, " x_turned ", " y_turned "; }"                       \
                     : __VA_ARGS__ : "l"(pl_matrix(left)), "l"(pl_matrix(right)), "r"(add), "n"(X_TURNED), "n"(Y_TURNED)); \
    }
/* A word of two neighbors. Volatile, because it is made before the fence after which instructions read it. */
template <typename T> __forceinline__ __device__ uint32_t pl_pair(const T *first)
{
    uint32_t pair;
    asm volatile("mov.b32 %0, {%1, %2};" : "=r"(pair) : "h"(first[0].bits), "h"(first[1].bits));
    return pair;
}

/* x in registers: of rows g and g + 8, two neighbors each; then of the next eight columns. */
#define PL_WGMMA_OWN_(n, type, registers, x, y, one, y_turned, ...)                                                \
    template <int Y_TURNED>                                                                                        \
    __forceinline__ __device__ void pl_wgmma_m64n##n##k16_##type(float (&d)[2][n / 4], const uint32_t (&left)[4], const void *right, \
                                                                 int add = 1)                                      \
    {                                                                                                              \
        asm volatile("{ .reg .pred p; setp.ne.b32 p, " one ", 0; wgmma.mma_async.sync.aligned.m64n" #n "k16.f32." #type "." #type \
                     " {" registers "}, {" x "}, " y ", p, 1, 1, " y_turned "; }"                                  \
                     : __VA_ARGS__ : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(pl_matrix(right)), "r"(add), \
                     "n"(Y_TURNED));                                                                               \
    }
#define PL_WGMMAS_OWN_(type)                                                                                       \
    PL_WGMMA_OWN_(64, type, PL_D0_, "%32, %33, %34, %35", "%36", "%37", "%38", PL_SUMS_("+f", 0))                    \
    PL_WGMMA_OWN_(128, type, PL_D0_ ", " PL_D1_, "%64, %65, %66, %67", "%68", "%69", "%70", PL_SUMS_("+f", 0), PL_SUMS_("+f", 16)) \
    PL_WGMMA_OWN_(192, type, PL_D0_ ", " PL_D1_ ", " PL_D2_, "%96, %97, %98, %99", "%100", "%101", "%102", PL_SUMS_("+f", 0), \
                  PL_SUMS_("+f", 16), PL_SUMS_("+f", 32))                                                           \
    PL_WGMMA_OWN_(256, type, PL_D0_ ", " PL_D1_ ", " PL_D2_ ", " PL_D3_, "%128, %129, %130, %131", "%132", "%133", "%134", \
                  PL_SUMS_("+f", 0), PL_SUMS_("+f", 16), PL_SUMS_("+f", 32), PL_SUMS_("+f", 48))
PL_WGMMAS_OWN_(bf16)
PL_WGMMAS_OWN_(f16)
#undef PL_WGMMAS_OWN_
#undef PL_WGMMA_OWN_
#define PL_WGMMAS_(type)                                                                                           \
    PL_WGMMA_(64, type, PL_D0_, "%32", "%33", "%34", "%35", "%36", PL_SUMS_("+f", 0))                               \
    PL_WGMMA_(128, type, PL_D0_ ", " PL_D1_, "%64", "%65", "%66", "%67", "%68", PL_SUMS_("+f", 0), PL_SUMS_("+f", 16)) \
    PL_WGMMA_(192, type, PL_D0_ ", " PL_D1_ ", " PL_D2_, "%96", "%97", "%98", "%99", "%100", PL_SUMS_("+f", 0),      \
              PL_SUMS_("+f", 16), PL_SUMS_("+f", 32))                                                               \
    PL_WGMMA_(256, type, PL_D0_ ", " PL_D1_ ", " PL_D2_ ", " PL_D3_, "%128", "%129", "%130", "%131", "%132",         \
              PL_SUMS_("+f", 0), PL_SUMS_("+f", 16), PL_SUMS_("+f", 32), PL_SUMS_("+f", 48))
PL_WGMMAS_(bf16)
PL_WGMMAS_(f16)

/* The same for elements of one byte, which are not turned. */
#define PL_WGMMA8_(n, name, T, types, scales, registers, x, y, one, ...)                                           \
    inline __device__ void pl_wgmma_m64n##n##k32_##name(T (&d)[2][n / 4], const void *left, const void *right)      \
    {                                                                                                              \
        asm volatile("{ .reg .pred p; setp.ne.b32 p, " one ", 0; wgmma.mma_async.sync.aligned.m64n" #n "k32." types \
                     " {" registers "}, " x ", " y ", p" scales "; }"                                               \
                     : __VA_ARGS__ : "l"(pl_matrix(left)), "l"(pl_matrix(right)), "r"(1));                          \
    }
#define PL_WGMMAS8_(name, T, types, scales, c)                                                                     \
    PL_WGMMA8_(64, name, T, types, scales, PL_D0_, "%32", "%33", "%34", PL_SUMS_(c, 0))                             \
    PL_WGMMA8_(128, name, T, types, scales, PL_D0_ ", " PL_D1_, "%64", "%65", "%66", PL_SUMS_(c, 0), PL_SUMS_(c, 16)) \
    PL_WGMMA8_(192, name, T, types, scales, PL_D0_ ", " PL_D1_ ", " PL_D2_, "%96", "%97", "%98", PL_SUMS_(c, 0),     \
               PL_SUMS_(c, 16), PL_SUMS_(c, 32))                                                                    \
    PL_WGMMA8_(256, name, T, types, scales, PL_D0_ ", " PL_D1_ ", " PL_D2_ ", " PL_D3_, "%128", "%129", "%130",      \
               PL_SUMS_(c, 0), PL_SUMS_(c, 16), PL_SUMS_(c, 32), PL_SUMS_(c, 48))
PL_WGMMAS8_(s8, int, "s32.s8.s8", "", "+r")
PL_WGMMAS8_(e4m3_e4m3, float, "f32.e4m3.e4m3", ", 1, 1", "+f")
PL_WGMMAS8_(e4m3_e5m2, float, "f32.e4m3.e5m2", ", 1, 1", "+f")
PL_WGMMAS8_(e5m2_e4m3, float, "f32.e5m2.e4m3", ", 1, 1", "+f")
PL_WGMMAS8_(e5m2_e5m2, float, "f32.e5m2.e5m2", ", 1, 1", "+f")
#undef PL_WGMMAS8_
#undef PL_WGMMA8_
#undef PL_WGMMAS_
#undef PL_WGMMA_
#undef PL_SUMS_
#undef PL_SUMS16_
#undef PL_SUMS4_
#undef PL_D3_
#undef PL_D2_
#undef PL_D1_
#undef PL_D0_

/* The greater and the lesser; NaN if one is NaN: an instruction, where comparisons take three, each of which waits for the last. */
inline __device__ float pl_max_nan(float a, float b)
{
    float m;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(m) : "f"(a), "f"(b));
    return m;
}

inline __device__ float pl_min_nan(float a, float b)
{
    float m;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(m) : "f"(a), "f"(b));
    return m;
}

/* e to the x, in two instructions where expf has eight: within |x| / 2^23 + 2^-22 of it, in parts of it; below 2^-126 it is 0. */
inline __device__ float pl_exp(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.44269504f));
    return y;
}

/* The same of a scale - b, where many a have the same scale and b: within (|a scale| + |b|) / 2^23 + 2^-22 of it. */
inline __device__ float pl_exp_scaled(float a, float scale, float b)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(fmaf(a, scale * 1.44269504f, -b * 1.44269504f)));
    return y;
}

#endif

/* Whether code is compiled that runs on sm_90a alone: for any other GPU its kernels are empty, and the launcher sees that. */
#if defined __CUDA_ARCH_FEAT_SM90_ALL || defined PL_EMULATOR
#define PL_SM_90A 1
#else
#define PL_SM_90A 0
#endif

/* Dynamic shared memory for swizzled boxes, which repeat after 1024 bytes: it begins at a multiple of that. */
struct alignas(1024) pl_swizzled { uint8_t at[1024]; };
#ifdef PL_EMULATOR
#define PL_SWIZZLED_SHARED(name) PL_DYNAMIC_SHARED(pl_swizzled, name)
#else
#define PL_SWIZZLED_SHARED(name) extern __shared__ __align__(1024) pl_swizzled name[]
#endif

/* In a tile of 128 x 128 bytes, whose lines are swizzled: where a thread's word is in line 4 a, in byte 4 b of a piece of 16 bytes. Threads
   with other a and b have other pieces and lines, so that the words of a warp are in different banks; side is 0 or 2. */
static inline __device__ int pl_words_of_tile(int a, int b, int side)
{
    return (side ^ b >> 1) << 11 | a << 9 | (side ^ a >> 1 ^ (a & 1) << 2) << 4 | b << 2;
}

/* Writes the columns of a slice of LINES lines as lines: tiles of 128 x 128 bytes, whose lines are swizzled. A thread transposes 4 x 4
   bytes at a time, from words one below the other to words one below the other. Bits of a place are exclusive ors of those of the thread
   and of those that choose the pieces. */
template <int LINES, typename T> static inline __device__ void pl_transpose_slice(T *to, const T *from, int lane, int lanes)
{
    const int a = lane & 3, b = lane >> 2 & 3, side = lane >> 3 & 2;
    const int read = pl_words_of_tile(a, b, side), written = pl_words_of_tile(b, a, side);
    #pragma unroll 2
    for (int at = lane / 32; at < LINES / 4; at += lanes / 32) {
        const int tile = at / 32 * 16384, k = at & 7, n = (at >> 3 & 1) | (at >> 2 & 4);
        const int first = read ^ (k << 11 | n << 4), second = written ^ (n << 11 | k << 4);
        uint32_t w[4];
        for (int r = 0; r < 4; r++)
            w[r] = *(const uint32_t *)&from[tile + r * 128 + (first ^ r << 4)];
        const uint32_t low = __byte_perm(w[0], w[1], 0x5140), low_2 = __byte_perm(w[2], w[3], 0x5140);
        const uint32_t high = __byte_perm(w[0], w[1], 0x7362), high_2 = __byte_perm(w[2], w[3], 0x7362);
        const uint32_t turned[4] = { __byte_perm(low, low_2, 0x5410), __byte_perm(low, low_2, 0x7632),
                                     __byte_perm(high, high_2, 0x5410), __byte_perm(high, high_2, 0x7632) };
        for (int r = 0; r < 4; r++)
            *(uint32_t *)&to[tile + r * 128 + (second ^ r << 4)] = turned[r];
    }
}

/* What a thread has of a left operand of 16 columns: pairs of its row above, and of the one below. */
template <typename T> static inline __device__ void pl_pairs(uint32_t (&to)[4], const T *above, const T *below)
{
    to[0] = pl_pair(above), to[1] = pl_pair(below);
    to[2] = pl_pair(above + 2), to[3] = pl_pair(below + 2);
}

/* N elements that begin at a multiple of their size, in copies of 16, 8 or 4 bytes. Fewer bytes are copied at once. */
template <int N, typename T> static inline __device__ void pl_cp_async(T *shared, const T *global)
{
    constexpr int size = N * sizeof(T), bytes = size % 16 == 0 ? 16 : size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : sizeof(T);
    for (int e = 0; e < N; e += bytes / (int)sizeof(T)) {
        if (bytes == 16)
            pl_cp_async16(shared + e, global + e);
        else if (bytes == 8)
            pl_cp_async8(shared + e, global + e);
        else if (size % 4 == 0)
            pl_cp_async4(shared + e, global + e);
        else
            shared[e] = global[e];
    }
}

/* Sets all elements of an array, of one dimension or of several. */
template <typename T, typename V> static inline __device__ void pl_fill(T &element, V value) { element = value; }
template <typename T, int N, typename V> static inline __device__ void pl_fill(T (&array)[N], V value)
{
    #pragma unroll
    for (T &part : array)
        pl_fill(part, value);
}

/* Whether each line begins at a multiple of so many bytes. */
template <int BYTES = 16, typename T> static inline __device__ bool pl_in_pieces(const T *first, long row = 0)
{
    return (uintptr_t)first % BYTES == 0 && row * sizeof(T) % BYTES == 0;
}

/* All elements of a slice are in the array. */
struct pl_everywhere { __device__ bool operator()(int, int) const { return true; } };

/* The pieces of pl_fetch_slice, of 16 bytes. If the slice is whole, a thread's addresses are constants apart. */
template <int LINES, int LINE, int PITCH, int LANES, typename S, typename T, typename Inside = pl_everywhere>
static inline __device__ void pl_fetch_pieces(S *slice, const T *from, long row, int lane, bool whole = true, Inside inside = {})
{
    constexpr int PIECE = 16 / sizeof(T), PIECES = LINE / PIECE, STEP = LANES % PIECES == 0 ? LANES / PIECES : LINES;
    if (whole && LINES % STEP == 0 && STEP < LINES) {
        const int line = lane / PIECES, first = lane % PIECES * PIECE;
        #pragma unroll
        for (int l = line; l < line + LINES; l += STEP)
            pl_cp_async16(&slice[l * PITCH + first], &from[l * row + first]);
        return;
    }
    #pragma unroll 1
    for (int piece = lane; piece < LINES * PIECES; piece += LANES) {
        const int l = piece / PIECES, first = piece % PIECES * PIECE;
        int count = 0;
        #pragma unroll
        for (int e = first; e < first + PIECE; e++)
            count += whole || inside(l, e);
        if (count == 0 || whole || inside(l, first)) {
            pl_cp_async16_zfill(&slice[l * PITCH + first], &from[l * row + first], count * sizeof(T));
        } else {                                        /* the array begins within the piece */
            for (int e = first; e < first + PIECE; e++)
                slice[l * PITCH + e] = inside(l, e) ? from[l * row + e] : T{};
        }
    }
}

/* The same, an element at a time. */
template <int LINES, int LINE, int PITCH, int LANES, typename S, typename T, typename Inside>
static inline __device__ void pl_fetch_elements(S *slice, const T *from, long row, int lane, bool whole, Inside inside)
{
    #pragma unroll 1
    for (int at = lane; at < LINES * LINE; at += LANES) {
        const int l = at / LINE, e = at % LINE;
        if (sizeof(T) == 4)
            pl_cp_async4_zfill(&slice[l * PITCH + e], &from[l * row + e], whole || inside(l, e) ? 4 : 0);
        else
            slice[l * PITCH + e] = whole || inside(l, e) ? from[l * row + e] : T{};
    }
}

/* Starts to copy LINES lines of LINE elements to a slice in shared memory. Lines are `row` elements apart, and PITCH in the slice.
   LANES threads share the copies: of 16 bytes each, if lines begin at multiples of that. If the slice is not whole, inside(l, e) says
   whether element e of line l is in the array; others become 0. */
template <int LINES, int LINE, int PITCH, int LANES, typename S, typename T, typename Inside = pl_everywhere>
static inline __device__ void pl_fetch_slice(S *slice, const T *from, long row, int lane, bool whole = true, Inside inside = {})
{
    if (pl_in_pieces(from, row))
        pl_fetch_pieces<LINES, LINE, PITCH, LANES>(slice, from, row, lane, whole, inside);
    else
        pl_fetch_elements<LINES, LINE, PITCH, LANES>(slice, from, row, lane, whole, inside);
}

/* The same where sums are rows of an array: above are two neighbors of row g of the fragment, below those of row g + 8. */
#define PL_MMA_(type, T, instruction)                                                                              \
    static inline __device__ void pl_mma_##type(T *above, T *below, const uint32_t (&a)[4], const uint32_t *b)     \
    {                                                                                                              \
        T d[4] = { above[0], above[1], below[0], below[1] };                                                       \
        const uint32_t pair[2] = { b[0], b[1] };                                                                   \
        pl_mma_##instruction(d, a, pair);                                                                          \
        above[0] = d[0], above[1] = d[1], below[0] = d[2], below[1] = d[3];                                        \
    }
PL_MMA_(bf16, float, m16n8k16_bf16)
PL_MMA_(f16, float, m16n8k16_f16)
PL_MMA_(i8, int, m16n8k32_s8)
#ifdef PL_F8_MMA
PL_MMA_(e4m3, float, m16n8k32_e4m3)
PL_MMA_(e5m2, float, m16n8k32_e5m2)
#endif
#undef PL_MMA_

/* Elements of f8 of two types, or of a GPU without an instruction for f8. f16 has all of their values: two of four neighbors as a pair. */
enum { PL_LOWER = 0x1404, PL_UPPER = 0x3424 };
static inline __device__ uint32_t pl_pair_of_e5m2(uint32_t four, int which) { return __byte_perm(four, 0, which); }
static inline __device__ uint32_t pl_pair_of_e4m3(uint32_t four, int which)
{
    const uint32_t bits = __byte_perm(four, 0, which), nan = ((bits & 0x7f007f00) + 0x01000100) & 0x80008000;
    return pl_mul_f16x2((bits & 0x80008000) | (bits & 0x7f007f00) >> 1, 0x5c005c00) | (nan - (nan >> 6));       /* 256 times */
}

/* A sum may take its products in any order: two pairs of neighbors are what a thread has of the depth of an instruction. */
#define PL_MMA_(type, x_type, y_type)                                                                              \
    static inline __device__ void pl_mma_##type(float *above, float *below, const uint32_t (&a)[4], const uint32_t *b) \
    {                                                                                                              \
        _Pragma("unroll")                                                                                          \
        for (int k = 0; k < 2; k++) {                                                                              \
            const uint32_t x[4] = { pl_pair_of_##x_type(a[2 * k], PL_LOWER), pl_pair_of_##x_type(a[2 * k + 1], PL_LOWER), \
                                    pl_pair_of_##x_type(a[2 * k], PL_UPPER), pl_pair_of_##x_type(a[2 * k + 1], PL_UPPER) }; \
            const uint32_t y[2] = { pl_pair_of_##y_type(b[k], PL_LOWER), pl_pair_of_##y_type(b[k], PL_UPPER) };    \
            pl_mma_f16(above, below, x, y);                                                                        \
        }                                                                                                          \
    }
#ifndef PL_F8_MMA
PL_MMA_(e4m3, e4m3, e4m3)
PL_MMA_(e5m2, e5m2, e5m2)
#endif
PL_MMA_(e4m3_e5m2, e4m3, e5m2)
PL_MMA_(e5m2_e4m3, e5m2, e4m3)
#undef PL_MMA_

/* ---- Pairs of blocks that take programs in turn ---- */

/* The same boxes for all blocks of a cluster, each of which has its part of them copied. */
#define PL_TMA_SHARE_(rank, names, ...)                                                                            \
    static inline __device__ void pl_tma_share_##rank##d(void *shared, const void *map, PL_UNPACK_ names, uint64_t *barrier, int blocks) \
    {                                                                                                              \
        if (blocks == 1)                                                                                           \
            pl_tma_load_##rank##d(shared, map, __VA_ARGS__, barrier);                                              \
        else                                                                                                       \
            pl_tma_load_multicast_##rank##d(shared, map, __VA_ARGS__, barrier, (uint16_t)((1 << blocks) - 1));     \
    }
#define PL_UNPACK_(...) __VA_ARGS__
PL_TMA_SHARE_(1, (int x), x)
PL_TMA_SHARE_(2, (int x, int y), x, y)
PL_TMA_SHARE_(3, (int x, int y, int z), x, y, z)
PL_TMA_SHARE_(4, (int x, int y, int z, int w), x, y, z, w)
PL_TMA_SHARE_(5, (int x, int y, int z, int w, int v), x, y, z, w, v)
#undef PL_TMA_SHARE_
#undef PL_UNPACK_

/* The number of this cluster, and of all. */
static inline __device__ long pl_cluster_number() { return (blockIdx.x + (long)gridDim.x * blockIdx.y) / pl_cluster_blocks(); }
static inline __device__ long pl_cluster_count() { return (long)gridDim.x * gridDim.y / pl_cluster_blocks(); }

/* Where a tile is among rows x columns of them, in bands of so many rows: those that run together need fewer blocks of the operands. */
struct pl_tile {
    long row, column;
};
static inline __device__ pl_tile pl_in_bands(long number, long height, long rows, long columns)
{
    const long first = number / (height * columns) * height, in_band = number % (height * columns);
    const long own = rows - first < height ? rows - first : height;
    return { first + in_band % own, in_band / own };
}

/* Two neighbors of a row of results. */
template <typename T> struct alignas(2 * sizeof(T)) pl_neighbors {
    T at[2];
};

/* Stores a block of results as matrix instructions leave them: a thread has rows APART from each other, and ACROSS threads share a row,
   two neighbors at a time. `rows` and `columns` of the block are in the array. */
template <int APART, int ACROSS, typename T, int M, int N>
static inline __device__ void pl_store_rows(T *block, long row, long rows, long columns, const T (&results)[M][N], int own_row, int own_column)
{
    const bool in_pairs = row % 2 == 0 && (uintptr_t)block % (2 * sizeof(T)) == 0;
    if (in_pairs && rows - own_row > (M - 1) * APART && columns - 2 * own_column > (N - 2) * ACROSS + 1) {
        #pragma unroll
        for (int r = 0; r < M; r++) {
            T *const first = block + (own_row + r * APART) * row + 2 * own_column;
            #pragma unroll
            for (int e = 0; e < N; e += 2)
                *(pl_neighbors<T> *)&first[e * ACROSS] = { { results[r][e], results[r][e + 1] } };
        }
        return;
    }
    #pragma unroll
    for (int r = 0; r < M; r++) {
        const int line = own_row + r * APART;
        const int left = line < rows ? (int)(columns < N * ACROSS ? columns : N * ACROSS) - 2 * own_column : 0;
        T *const first = block + line * row + 2 * own_column;
        #pragma unroll
        for (int e = 0; e < N; e++)
            if (e / 2 * 2 * ACROSS + e % 2 < left)
                first[e / 2 * 2 * ACROSS + e % 2] = results[r][e];
    }
}

/* The same in pieces of 16 bytes, where lines of the array are multiples of that, as those of the block are: ACROSS pairs of narrow elements
   fill no sector. So many lines at a time as `room`, in shared memory, has bytes for. A warp writes pairs of eight lines at once, which begin
   in different banks. */
template <int APART, int ACROSS, int BYTES, typename T, int M, int N>
static inline __device__ void pl_store_lines(void *room, T *block, long row, long rows, long columns, const T (&results)[M][N], int own_row,
                                             int own_column)
{
    constexpr int LINE = N * ACROSS, PIECE = 16 / sizeof(T), PITCH = LINE + PIECE, MOST = BYTES / (APART * PITCH * (int)sizeof(T));
    constexpr int ROUND = MOST < M ? MOST : M;
    if (ROUND == 0 || !pl_in_pieces(block, row)) {
        pl_store_rows<APART, ACROSS>(block, row, rows, columns, results, own_row, own_column);
        return;
    }
    T *const lines = (T *)room;
    #pragma unroll
    for (int first = 0; first < M; first += ROUND ? ROUND : M) {
        __syncthreads();                                    /* no thread reads what is there any more */
        #pragma unroll
        for (int r = first; r < M && r < first + ROUND; r++)
            #pragma unroll
            for (int e = 0; e < N; e += 2)
                *(pl_neighbors<T> *)&lines[((r - first) * APART + own_row) * PITCH + 2 * own_column + e * ACROSS] =
                    { { results[r][e], results[r][e + 1] } };
        __syncthreads();                                    /* the lines are complete */
        const int count = (M - first < ROUND ? M - first : ROUND) * APART * LINE / PIECE;
        for (int piece = threadIdx.x; piece < count; piece += APART * ACROSS) {
            const int line = piece / (LINE / PIECE), at = piece % (LINE / PIECE) * PIECE;
            if (first * APART + line < rows && at < columns)
                *(uint4 *)&block[(first * APART + line) * row + at] = *(const uint4 *)&lines[line * PITCH + at];
        }
    }
}

/* Copies a block of results to its array through shared memory, while the threads go on: 64 rows of each warp group, in panels of
   128 bytes, for which it has room for two. store(column, panel) starts the copy of a panel. */
template <typename T, int N, typename Store>
static inline __device__ void pl_copy_rows(uint8_t *room, const T (&results)[2][N], int lane, Store store)
{
    constexpr int PANEL = 128 / sizeof(T);
    const int group = lane / 128, line = lane % 128 / 32 * 16 + lane % 32 / 4;
    #pragma unroll
    for (int panel = 0; panel < 4 * N / PANEL; panel++) {
        uint8_t *const lines = room + (2 * group + panel % 2) * (64 * 128);
        if (lane % 128 == 0) {
            if (panel == 0) {
                pl_bulk_wait_read<0>();
            } else {
                pl_bulk_wait_read<1>();
            }
        }
        pl_barrier_sync(2 + group, 128);
        #pragma unroll
        for (int c = 0; c < PANEL; c += 8)
            #pragma unroll
            for (int r = 0; r < 2; r++) {
                /* Pairs of eight bytes: half a warp has four lines, and two pieces of each. Those of lines 2 n and 2 n + 1 are the same two by
                   the swizzle, so odd lines have the other half of the panel. */
                const bool other = sizeof(T) == 4 && line % 2;
                const int e = (panel * PANEL + c) / 4, o = (panel * PANEL + (c ^ 16)) / 4;
                const int byte = ((other ? c ^ 16 : c) + lane % 4 * 2) * sizeof(T);
                const T these[2] = { results[r][e], results[r][e + 1] }, those[2] = { results[r][o], results[r][o + 1] };
                *(pl_neighbors<T> *)&lines[(line + 8 * r) * 128 + (byte ^ (line & 7) << 4)] =
                    { { other ? T(those[0]) : T(these[0]), other ? T(those[1]) : T(these[1]) } };
            }
        pl_fence_proxy_async();
        pl_barrier_sync(2 + group, 128);
        if (lane % 128 == 0) {
            store(panel * PANEL, lines);
            pl_bulk_commit();
        }
    }
}

#endif
