// words.h -- for nvcc: the functions of protocols.cu that targets/cuda/pl_ptx.h does not have, because no emitted kernel uses them yet.
// The emulator has all of them.
#ifndef PL_TESTS_WORDS_H
#define PL_TESTS_WORDS_H

#include <pl_ptx.h>

#ifndef PL_EMULATOR
#define PL_LAUNCH(kernel, grid, block, bytes, stream, ...) kernel<<<grid, block, bytes, stream>>>(__VA_ARGS__)
#define PL_DYNAMIC_SHARED(T, name) extern __shared__ __align__(1024) T name[]

inline __device__ void pl_barrier_arrive(unsigned id, unsigned threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

inline __device__ unsigned pl_cluster_rank()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

inline __device__ void pl_cluster_sync()
{
    asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

inline __device__ void pl_mbarrier_arrive_at(uint64_t *barrier, unsigned rank)
{
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
                 "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }"
                 ::"r"(pl_shared_address(barrier)), "r"(rank) : "memory");
}

inline __device__ void pl_tma_load_multicast_2d(void *shared, const void *map, int x, int y, uint64_t *barrier, uint16_t blocks)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1, {%3, %4}], [%2], %5;"
                 ::"r"(pl_shared_address(shared)), "l"(map), "r"(pl_shared_address(barrier)), "r"(x), "r"(y), "h"(blocks) : "memory");
}

inline __device__ void pl_tma_store_2d(const void *map, int x, int y, const void *shared)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];"
                 ::"l"(map), "r"(pl_shared_address(shared)), "r"(x), "r"(y) : "memory");
}

inline __device__ void pl_bulk_commit()
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

template <int N> inline __device__ void pl_bulk_wait_read()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}
#endif

#endif
