// clusters.cu -- thread block clusters, correct and (with a comment `report`, as in faults.cu) wrong.
#include "test.h"
#include <cooperative_groups.h>
#include <cuda.h>
#include <pl_ptx.h>

enum { THREADS = 64 };

// Launches the kernel in clusters of these extents.
template <class... P, class... A>
static cudaError_t launch(dim3 cluster, void (*kernel)(P...), dim3 grid, size_t shared_bytes, A... values)
{
    cudaLaunchAttribute extents;
    extents.id = cudaLaunchAttributeClusterDimension;
    extents.val.clusterDim.x = cluster.x;
    extents.val.clusterDim.y = cluster.y;
    extents.val.clusterDim.z = cluster.z;
    cudaLaunchConfig_t config = { grid, THREADS, shared_bytes, 0, &extents, 1 };
    return cudaLaunchKernelEx(&config, kernel, values...);
}

// ---- Threads read what the other block of a pair wrote. Without BEGIN, BETWEEN or END the kernel is wrong ----

template <bool BEGIN, bool BETWEEN, bool END> static __device__ void exchange(float *z)
{
    PL_DYNAMIC_SHARED(float, t);
    float *other = pl_cluster_map(t, pl_cluster_rank() ^ 1);
    if (BEGIN)
        pl_cluster_sync();
    other[threadIdx.x] = (float)(blockIdx.x * THREADS + threadIdx.x); // report no_begin: block \([01],0,0\) may not have begun: nothing orders its begin before this access to its shared memory // report no_between: data race: writes 4 bytes at byte [0-9]* of dynamic shared memory of block // report no_end: block \([01],0,0\) may have ended
    if (BETWEEN)
        pl_cluster_sync();
    float v = t[THREADS - 1 - threadIdx.x]; // report no_between: data race: reads 4 bytes at byte [0-9]* of dynamic shared memory|reads 4 bytes at byte [0-9]* of dynamic shared memory, which were never written
    v += other[threadIdx.x];                // report no_end: block \([01],0,0\) may have ended: nothing orders this access to its shared memory before its end // report no_between: data race: reads
    z[blockIdx.x * THREADS + threadIdx.x] = v;
    if (END)
        pl_cluster_sync();
}
__global__ void __cluster_dims__(2) pairs(float *z) { exchange<true, true, true>(z); }
__global__ void __cluster_dims__(2) no_begin(float *z) { exchange<false, true, true>(z); }
__global__ void __cluster_dims__(2) no_between(float *z) { exchange<true, false, true>(z); }
__global__ void __cluster_dims__(2) no_end(float *z) { exchange<true, true, false>(z); }
CASE(pairs)
{
    enum { BLOCKS = 6 };
    float *z = floats(BLOCKS * THREADS);
    PL_LAUNCH(pairs, BLOCKS, THREADS, THREADS * sizeof(float), 0, z);
    float *h = fetch(z, BLOCKS * THREADS);
    for (int b = 0; b < BLOCKS; b++)
        for (int i = 0; i < THREADS; i++)
            EXPECT(h[b * THREADS + i] == (b ^ 1) * THREADS + (THREADS - 1 - i) + b * THREADS + i);
}
CASE(no_begin) { PL_LAUNCH(no_begin, 2, THREADS, THREADS * sizeof(float), 0, floats(2 * THREADS)); }
CASE(no_between) { PL_LAUNCH(no_between, 2, THREADS, THREADS * sizeof(float), 0, floats(2 * THREADS)); }
CASE(no_end) { PL_LAUNCH(no_end, 2, THREADS, THREADS * sizeof(float), 0, floats(2 * THREADS)); }

// ---- Ranks, extents, and threads that end early ----

__global__ void ranks(int *z)
{
    PL_DYNAMIC_SHARED(int, mine);
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    if (threadIdx.x >= 32)
        return;  // the barrier does not wait for threads that have ended
    if (threadIdx.x == 0)
        *mine = (int)(blockIdx.x + 10 * blockIdx.y);
    cluster.sync();
    if (threadIdx.x < cluster.num_blocks())
        z[(blockIdx.x + gridDim.x * blockIdx.y) * cluster.num_blocks() + threadIdx.x] =
            *cluster.map_shared_rank(mine, threadIdx.x) + 100 * (int)cluster.block_rank();
    cluster.sync();
}
CASE(ranks)
{
    enum { X = 4, Y = 4 };
    int h[X * Y * 4], *z = (int *)floats(X * Y * 4);
    EXPECT(!launch(dim3(2, 2), ranks, dim3(X, Y), 4, z));
    cudaMemcpy(h, z, sizeof h, cudaMemcpyDeviceToHost);
    for (int y = 0; y < Y; y++)
        for (int x = 0; x < X; x++)
            for (int r = 0; r < 4; r++)
                EXPECT(h[(x + X * y) * 4 + r] ==
                       x / 2 * 2 + r % 2 + 10 * (y / 2 * 2 + r / 2) + 100 * (x % 2 + 2 * (y % 2)));
}

// ---- Barriers pass on what a thread knows: of the other block to its own block, and of its own block to the other ----

// Thread 0 alone reads from the other block, in each round; SPLIT: work between arrival and wait.
__global__ void rounds(float *z)
{
    PL_DYNAMIC_SHARED(float, t);
    const float *other = pl_cluster_map(t, pl_cluster_rank() ^ 1);
    float sum = 0;
    for (int round = 0; round < 3; round++) {
        t[threadIdx.x] = (float)(round * 1000 + (int)blockIdx.x * 100) + (float)threadIdx.x;
        pl_cluster_arrive();
        sum += 1;
        pl_cluster_wait();
        if (threadIdx.x == 0)
            for (int i = 0; i < THREADS; i++)
                sum += other[i];
        __syncthreads();
        pl_cluster_sync();
    }
    if (threadIdx.x == 0)
        z[blockIdx.x] = sum;
}
CASE(rounds)
{
    float *z = floats(2);
    EXPECT(!launch(2, rounds, 2, THREADS * sizeof(float), z));
    float *h = fetch(z, 2);
    for (int b = 0; b < 2; b++)
        EXPECT(h[b] == 3 + 3000 * THREADS + 3 * (THREADS * (1 - b) * 100 + THREADS * (THREADS - 1) / 2));
}

// In a cooperative launch the whole grid may meet instead.
__global__ void __cluster_dims__(2) grid_between(float *z)
{
    PL_DYNAMIC_SHARED(float, t);
    t[threadIdx.x] = (float)(blockIdx.x * THREADS + threadIdx.x);
    cooperative_groups::this_grid().sync();
    z[blockIdx.x * THREADS + threadIdx.x] = pl_cluster_map(t, pl_cluster_rank() ^ 1)[threadIdx.x];
    cooperative_groups::this_grid().sync();
}
CASE(grid_between)
{
    float *z = floats(4 * THREADS);
    void *values[] = { &z };
    EXPECT(!cudaLaunchCooperativeKernel(grid_between, 4, THREADS, values, THREADS * sizeof(float)));
    float *h = fetch(z, 4 * THREADS);
    for (int i = 0; i < 4 * THREADS; i++)
        EXPECT(h[i] == (i ^ THREADS));
}

// Global memory, too.
__global__ void global_between(float *z)
{
    z[blockIdx.x * THREADS + threadIdx.x] = (float)(blockIdx.x + 1);
    pl_cluster_sync();
    z[(2 + blockIdx.x) * THREADS + threadIdx.x] = z[(blockIdx.x ^ 1) * THREADS + threadIdx.x];
}
CASE(global_between)
{
    float *z = floats(4 * THREADS);
    EXPECT(!launch(2, global_between, 2, 0, z));
    float *h = fetch(z, 4 * THREADS);
    for (int i = 0; i < 2 * THREADS; i++)
        EXPECT(h[2 * THREADS + i] == (i < THREADS ? 2 : 1));
}

__global__ void other_cluster(float *z) // blocks 0 and 1, and 2 and 3, are clusters
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    z[i] = 1;                                         // report other_cluster: data race: writes
    pl_cluster_sync();
    z[4 * THREADS + i] = z[(i + 2 * THREADS) % (4 * THREADS)]; // report other_cluster: data race: reads
}
CASE(other_cluster) { launch(2, other_cluster, 4, 0, floats(8 * THREADS)); }

// ---- Multicast, and arrivals at the other block's mbarrier ----

// Each block of a pair fetches half of every part for both. Thread 0 fetches, the others add. Without BEGIN, EMPTY, PEER, EXPECT or
// END the kernel is wrong.
enum { HALF = 32, PART = 2 * HALF, STAGES = 2, PARTS = 5, MULTICAST_BYTES = STAGES * PART * 4 + 2 * STAGES * 8 };
template <bool BEGIN, bool EMPTY, bool PEER, bool EXPECT_BYTES, bool END> static __device__ void shared_parts(const CUtensorMap *map, float *z)
{
    PL_DYNAMIC_SHARED(float, parts);
    uint64_t *full = (uint64_t *)(parts + STAGES * PART), *empty = full + STAGES;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            pl_mbarrier_init(&full[s], 1);
            pl_mbarrier_init(&empty[s], (PEER ? 2 : 1) * (THREADS - 1));
        }
        pl_fence_mbarrier_init();
    }
    if (BEGIN)
        pl_cluster_sync();
    else
        __syncthreads();
    float sum = 0;
    for (int k = 0; k < PARTS; k++) {
        int s = k % STAGES, phase = k / STAGES & 1, half = (int)pl_cluster_rank() * HALF;
        if (threadIdx.x == 0) {
            if (EMPTY)
                pl_mbarrier_wait(&empty[s], phase ^ 1);
            pl_mbarrier_arrive_expect(&full[s], EXPECT_BYTES ? PART * 4 : HALF * 4); // report parts_without_empty: mbarrier.arrive: more than 1 arrivals
            pl_tma_load_multicast_1d(parts + s * PART + half, map, k * PART + half, &full[s], 3); // report parts_without_begin: block \([0-3],0,0\) may not have begun // report parts_without_empty: data race: writes|writes 128 bytes at byte [0-9]* of dynamic shared memory( of block \([0-3],0,0\))? while an asynchronous copy to them is in flight // report parts_of_half: data race: writes|writes 128 bytes // report parts_without_peer: data race: writes 128 bytes at byte [0-9]* of dynamic shared memory of block|writes 128 bytes
        } else {
            pl_mbarrier_wait(&full[s], phase); // report parts_of_half: deadlock: waits in mbarrier.try_wait
            for (int i = 0; i < PART; i++)
                sum += parts[s * PART + i]; // report parts_without_peer: data race: reads|reads 4 bytes at byte [0-9]* of dynamic shared memory while // report parts_of_half: reads 4 bytes at byte [0-9]* of dynamic shared memory|data race: reads // report parts_without_empty: data race: reads|reads 4 bytes
            pl_mbarrier_arrive_at(&empty[s], pl_cluster_rank());
            if (PEER)
                pl_mbarrier_arrive_at(&empty[s], pl_cluster_rank() ^ 1); // report parts_without_end: block \([0-3],0,0\) may have ended: nothing orders this access
        }
    }
    z[blockIdx.x * THREADS + threadIdx.x] = sum;
    if (END)
        pl_cluster_sync();
}
#define PARTS_KERNEL(name, ...)                                                                                        \
    __global__ void __cluster_dims__(2) name(const CUtensorMap map, float *z) { shared_parts<__VA_ARGS__>(&map, z); } \
    CASE(name) { run_parts(name); }
// Returns a map of n floats, in boxes of half a part.
static CUtensorMap map_of_halves(int n)
{
    CUtensorMap map;
    uint64_t extents[1] = { (uint64_t)n }, strides[1] = { 0 };
    uint32_t box[1] = { HALF }, ones[1] = { 1 };
    EXPECT(!cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 1, floats(n), extents, strides, box, ones,
                                   CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}
typedef void PartsKernel(CUtensorMap, float *);
static void run_parts(PartsKernel *kernel)
{
    float *z = floats(4 * THREADS);
    PL_LAUNCH(kernel, 4, THREADS, MULTICAST_BYTES, 0, map_of_halves(PARTS * PART), z);
    if (cudaDeviceSynchronize())
        return;
    float *h = fetch(z, 4 * THREADS);
    for (int i = 0; i < 4 * THREADS; i++)
        EXPECT(h[i] == (i % THREADS ? PARTS * PART * (PARTS * PART - 1) / 2 : 0));
}
PARTS_KERNEL(parts_multicast, true, true, true, true, true)
PARTS_KERNEL(parts_without_begin, false, true, true, true, true)
PARTS_KERNEL(parts_without_empty, true, false, true, true, true)
PARTS_KERNEL(parts_without_peer, true, true, false, true, true)
PARTS_KERNEL(parts_of_half, true, true, true, false, true)
PARTS_KERNEL(parts_without_end, true, true, true, true, false)

__global__ void wrong_mask(const CUtensorMap map)
{
    PL_DYNAMIC_SHARED(float, t);
    uint64_t *full = (uint64_t *)(t + HALF);
    if (threadIdx.x == 0) {
        pl_mbarrier_init(full, 1);
        pl_fence_mbarrier_init();
        pl_tma_load_multicast_1d(t, &map, 0, full, 4); // report wrong_mask: a multicast TMA load: there is no block 2 in a cluster of 2 blocks
    }
}
CASE(wrong_mask) { launch(2, wrong_mask, 2, MULTICAST_BYTES, map_of_halves(PART)); }

// Only arrivals reach the other block's mbarrier.
__global__ void waits_for_peer()
{
    PL_DYNAMIC_SHARED(uint64_t, b);
    if (threadIdx.x == 0)
        pl_mbarrier_init(b, 1);
    pl_cluster_sync();
    pl_mbarrier_wait(pl_cluster_map(b, pl_cluster_rank() ^ 1), 0); // report waits_for_peer: mbarrier.try_wait: the mbarrier is in another block
}
CASE(waits_for_peer) { launch(2, waits_for_peer, 2, 64); }

// Another block can arrive at an mbarrier that is a variable, although it cannot access variables.
__global__ void variable_is_mbarrier(float *z)
{
    __shared__ uint64_t b;
    if (threadIdx.x == 0)
        pl_mbarrier_init(&b, 1);
    pl_cluster_sync();
    if (threadIdx.x == 0)
        pl_mbarrier_arrive_at(&b, pl_cluster_rank() ^ 1);
    pl_mbarrier_wait(&b, 0);
    z[blockIdx.x * THREADS + threadIdx.x] = 7;
    pl_cluster_sync();
}
CASE(variable_is_mbarrier)
{
    float *z = floats(2 * THREADS);
    EXPECT(!launch(2, variable_is_mbarrier, 2, 0, z));
    float *h = fetch(z, 2 * THREADS);
    for (int i = 0; i < 2 * THREADS; i++)
        EXPECT(h[i] == 7);
}

// ---- Wrong use ----

__global__ void arrives_twice()
{
    pl_cluster_arrive();
    pl_cluster_arrive(); // report arrives_twice: barrier.cluster.arrive: the thread has arrived already, and has not waited since
    pl_cluster_wait();
}
CASE(arrives_twice) { launch(2, arrives_twice, 2, 0); }

__global__ void only_waits()
{
    pl_cluster_wait(); // report only_waits: barrier.cluster.wait: the thread has not arrived
}
CASE(only_waits) { launch(2, only_waits, 2, 0); }

__global__ void one_is_missing()
{
    if (blockIdx.x || threadIdx.x)
        pl_cluster_sync(); // report one_is_missing: deadlock: waits in barrier.cluster.wait
    __syncthreads();       // report one_is_missing: deadlock: waits in __syncthreads
}
CASE(one_is_missing) { launch(2, one_is_missing, 2, 0); }

__global__ void no_such_rank(float *z)
{
    PL_DYNAMIC_SHARED(float, t);
    *z = *pl_cluster_map(t, 2); // report no_such_rank: mapa: there is no block 2 in a cluster of 2 blocks
}
CASE(no_such_rank) { launch(2, no_such_rank, 2, 64, floats(1)); }

__global__ void variable_of_peer(float *z)
{
    __shared__ float t;
    *z = *pl_cluster_map(&t, pl_cluster_rank() ^ 1); // report variable_of_peer: mapa: 0x[0-9a-f]* is not in the dynamic shared memory of the block
}
CASE(variable_of_peer) { launch(2, variable_of_peer, 2, 64, floats(1)); }

__global__ void past_the_end(float *z)
{
    PL_DYNAMIC_SHARED(float, t);
    pl_cluster_sync();
    z[threadIdx.x] = pl_cluster_map(t, pl_cluster_rank() ^ 1)[16]; // report past_the_end: out-of-range read of 4 bytes at byte 64 of dynamic shared memory of block \([01],0,0\), which has 64 bytes
    pl_cluster_sync();
}
CASE(past_the_end) { launch(2, past_the_end, 2, 64, floats(THREADS)); }

// ---- Launches ----

// says odd_grid: error: kernel pairs: a grid of 3 x 1 x 1 blocks in clusters of 2 x 1 x 1; a cluster has 1 to 8 blocks, and the grid
CASE(odd_grid)
{
    cudaLaunchConfig_t config = { 3, THREADS, 256, 0, nullptr, 0 };
    EXPECT(cudaLaunchKernelEx(&config, pairs, floats(1)) == cudaErrorInvalidClusterSize);
    EXPECT(cudaGetLastError() == cudaErrorInvalidClusterSize);
}

// says large_cluster: error: kernel ranks: a grid of 9 x 1 x 1 blocks in clusters of 9 x 1 x 1
CASE(large_cluster) { EXPECT(launch(9, ranks, 9, 4, (int *)floats(64)) == cudaErrorInvalidClusterSize); }

// says two_extents: error: kernel pairs: a launch in clusters of 4 x 1 x 1 blocks, and its __cluster_dims__ are 2 x 1 x 1
CASE(two_extents) { EXPECT(launch(4, pairs, 4, 256, floats(1)) == cudaErrorInvalidClusterSize); }

enum { PAIR = 2 };
__global__ void __cluster_dims__(PAIR) no_number() {}
// says no_number: error: kernel no_number: in __cluster_dims__ the emulator reads numbers and macros, no constants of C\+\+
CASE(no_number)
{
    cudaLaunchConfig_t config = { 2, THREADS, 0, 0, nullptr, 0 };
    EXPECT(cudaLaunchKernelEx(&config, no_number) == cudaErrorInvalidClusterSize);
}
