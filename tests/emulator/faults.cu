// faults.cu -- wrong kernels. A comment `report CASE: WORDS` is on the line that the report of CASE names, in each order. If
// the report may name either of two lines, both have one.
#include "test.h"

// ---- Races ----

__global__ void race_shared(float *p)
{
    __shared__ float t[64];
    int i = threadIdx.x;
    t[i] = 0;
    __syncthreads();
    t[i] = p[i];               // report race_shared: data race: writes 4 bytes at byte [0-9]* of shared 't'
    p[i] = t[i ^ 32];          // report race_shared: data race: reads 4 bytes at byte [0-9]* of shared 't'
}
CASE(race_shared) { PL_LAUNCH(race_shared, 2, 64, 0, 0, floats(64)); }

// The lanes of a warp do not run in lockstep.
__global__ void race_in_warp(float *p)
{
    __shared__ float t[32];
    int i = threadIdx.x;
    t[i] = 0;
    __syncwarp();
    t[i] = p[i];               // report race_in_warp: data race: writes
    p[i] = t[31 - i];          // report race_in_warp: data race: reads
}
CASE(race_in_warp) { PL_LAUNCH(race_in_warp, 1, 32, 0, 0, floats(32)); }

// __syncwarp orders a warp, not the block.
__global__ void race_across_warps(float *p)
{
    __shared__ float t[64];
    int i = threadIdx.x;
    t[i] = 0;
    __syncthreads();
    t[i] = p[i];               // report race_across_warps: data race: writes
    __syncwarp();
    p[i] = t[63 - i];          // report race_across_warps: data race: reads
}
CASE(race_across_warps) { PL_LAUNCH(race_across_warps, 1, 64, 0, 0, floats(64)); }

// The reads of one iteration and the writes of the next.
__global__ void race_next_turn(float *p)
{
    __shared__ float t[64];
    int i = threadIdx.x;
    for (int turn = 0; turn < 2; turn++) {
        t[i] = p[i];           // report race_next_turn: data race: writes 4 bytes at byte [0-9]* of shared 't'
        __syncthreads();
        p[i] = t[63 - i];      // report race_next_turn: data race: reads
    }
}
CASE(race_next_turn) { PL_LAUNCH(race_next_turn, 1, 64, 0, 0, floats(64)); }

// Many readers, and one that writes.
__global__ void race_after_readers(float *p)
{
    __shared__ float t[2];
    int i = threadIdx.x;
    if (i == 0)
        t[0] = 1;
    __syncthreads();
    p[i] = t[0];               // report race_after_readers: data race: reads
    if (i == 77)
        t[0] = 2;              // report race_after_readers: data race: writes
}
CASE(race_after_readers) { PL_LAUNCH(race_after_readers, 1, 128, 0, 0, floats(128)); }

__global__ void race_same_value(int *p)
{
    p[0] = 1;                  // report race_same_value: data race: writes 4 bytes? at byte 0 of an array of 128 bytes in global memory
}
CASE(race_same_value) { PL_LAUNCH(race_same_value, 1, 32, 0, 0, (int *)floats(32)); }

__global__ void race_blocks(float *p)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    p[i] = p[(i + 32) % 64];   // report race_blocks: data race: (reads|writes) 4 bytes? at byte [0-9]* of an array of 256 bytes in global memory
}
CASE(race_blocks) { PL_LAUNCH(race_blocks, 2, 32, 0, 0, floats(64)); }

__global__ void race_bytes(unsigned char *p)
{
    int i = threadIdx.x;
    p[i] = (unsigned char)(p[(i + 1) % 32] + 1); // report race_bytes: data race: (reads|writes) 1 byte at
}
CASE(race_bytes) { PL_LAUNCH(race_bytes, 1, 32, 0, 0, (unsigned char *)floats(32)); }

__global__ void race_with_atomic(int *p)
{
    if (threadIdx.x == 5)
        p[0] = 3;              // report race_with_atomic: data race: writes
    else
        atomicAdd(p, 1);       // report race_with_atomic: data race: changes
}
CASE(race_with_atomic) { PL_LAUNCH(race_with_atomic, 1, 32, 0, 0, (int *)floats(32)); }

// The flag is atomic, but no fence publishes the data.
__global__ void race_no_fence(float *p, int *flag)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        p[0] = 7;              // report race_no_fence: data race: writes
        atomicExch(flag, 1);
    } else if (atomicAdd(flag, 0) == 1 || true)
        p[1] = p[0];           // report race_no_fence: data race: reads
}
CASE(race_no_fence) { PL_LAUNCH(race_no_fence, 2, 32, 0, 0, floats(32), (int *)floats(1)); }

template <class T> __global__ void race_in_template(T *p)
{
    __shared__ T t[64];
    t[threadIdx.x] = 0;
    __syncthreads();
    t[threadIdx.x] = p[threadIdx.x]; // report race_in_template: data race: writes 4 bytes? at byte [0-9]* of shared 't'
    p[threadIdx.x] = t[63 - threadIdx.x]; // report race_in_template: data race: reads 4 bytes? at byte [0-9]* of shared 't'
}
CASE(race_in_template) { PL_LAUNCH(race_in_template<float>, 1, 64, 0, 0, floats(64)); }

// ---- Barriers ----

__global__ void barrier_ended(float *p)
{
    if (threadIdx.x >= 48)
        return;
    __syncthreads();           // report barrier_ended: __syncthreads\(\) is not reached by all threads of the block
    p[threadIdx.x] = 1;
}
CASE(barrier_ended) { PL_LAUNCH(barrier_ended, 1, 64, 0, 0, floats(64)); }

__global__ void barrier_two(float *p)
{
    if (threadIdx.x < 32) {
        p[threadIdx.x] = 1;
        __syncthreads();       // report barrier_two: threads of one block wait in different __syncthreads\(\)
    } else
        __syncthreads();       // report barrier_two: threads of one block wait in different __syncthreads\(\)
}
CASE(barrier_two) { PL_LAUNCH(barrier_two, 1, 64, 0, 0, floats(64)); }

__global__ void barrier_and_shuffle(float *p)
{
    float v = p[threadIdx.x];
    if (threadIdx.x % 32 < 16)
        v = __shfl_xor_sync(0xffffffff, v, 1); // report barrier_and_shuffle: deadlock: waits in __shfl_xor_sync\(\)
    __syncthreads();           // report barrier_and_shuffle: deadlock: waits in __syncthreads\(\)
    p[threadIdx.x] = v;
}
CASE(barrier_and_shuffle) { PL_LAUNCH(barrier_and_shuffle, 1, 64, 0, 0, floats(64)); }

__global__ void shuffle_gone(float *p)
{
    float v = p[threadIdx.x];
    if (threadIdx.x < 16)
        p[threadIdx.x] = __shfl_down_sync(0xffffffff, v, 8); // report shuffle_gone: __shfl_down_sync\(\) takes the value of lane [0-9]*, which does not participate
}
CASE(shuffle_gone) { PL_LAUNCH(shuffle_gone, 1, 32, 0, 0, floats(32)); }

__global__ void shuffle_mask(float *p)
{
    float v = p[threadIdx.x];
    p[threadIdx.x] = __shfl_xor_sync(0x0000ffff, v, 1); // report shuffle_mask: __shfl_xor_sync\(\): lane [0-9]* is not in its own mask 0x0000ffff
}
CASE(shuffle_mask) { PL_LAUNCH(shuffle_mask, 1, 32, 0, 0, floats(32)); }

__global__ void shuffle_and_vote(int *p)
{
    int v = p[threadIdx.x];
    if (threadIdx.x & 1)
        v = __any_sync(0xffffffff, v); // report shuffle_and_vote: lanes of one warp are in different operations
    else
        v = __shfl_sync(0xffffffff, v, 0); // report shuffle_and_vote: lanes of one warp are in different operations
    p[threadIdx.x] = v;
}
CASE(shuffle_and_vote) { PL_LAUNCH(shuffle_and_vote, 1, 32, 0, 0, (int *)floats(32)); }

// Blocks run one after another, unless the launch is cooperative.
__global__ void waits_for_block(int *flags)
{
    if (threadIdx.x)
        return;
    atomicExch(&flags[blockIdx.x], 1);
    while (!atomicAdd(&flags[1 - blockIdx.x], 0)) // report waits_for_block: spins: found the same value 1000000 times
        ;
}
CASE(waits_for_block)
{
    int *flags;
    cudaMalloc(&flags, 8);
    cudaMemset(flags, 0, 8);
    PL_LAUNCH(waits_for_block, 2, 32, 0, 0, flags);
}

// ---- Memory ----

__global__ void range_global(float *p)
{
    p[threadIdx.x + 1] = 0;    // report range_global: out-of-range write of 4 bytes at byte 128 of an array of 128 bytes in global memory
}
CASE(range_global) { PL_LAUNCH(range_global, 1, 32, 0, 0, floats(32)); }

__global__ void range_before(float *p)
{
    p[threadIdx.x] = p[(int)threadIdx.x - 1] - p[threadIdx.x]; // report range_before: out-of-range read of 4 bytes at byte -4 of an array of 128|data race
}
CASE(range_before) { PL_LAUNCH(range_before, 1, 32, 0, 0, floats(32)); }

__global__ void range_shared(float *p)
{
    __shared__ float a[32][33];
    for (int r = 0; r < 33; r++)
        a[threadIdx.x][r] = p[r];
    __syncthreads();
    p[threadIdx.x] = a[threadIdx.x + 1][threadIdx.x]; // report range_shared: subscript 32 is out of range for .*float ?\[32\]\[33\]
}
CASE(range_shared) { PL_LAUNCH(range_shared, 1, 32, 0, 0, floats(64)); }

__global__ void range_dynamic(float *p)
{
    PL_DYNAMIC_SHARED(float, t);
    t[threadIdx.x + 1] = p[threadIdx.x]; // report range_dynamic: out-of-range write of 4 bytes at byte 128 of dynamic shared memory, which has 128 bytes
}
CASE(range_dynamic) { PL_LAUNCH(range_dynamic, 1, 32, 128, 0, floats(32)); }

__global__ void freed(float *p)
{
    p[threadIdx.x] = 0;        // report freed: writes 4 bytes at byte [0-9]* of an array of 128 bytes in global memory, which was freed
}
CASE(freed)
{
    float *p = floats(32);
    cudaFree(p);
    PL_LAUNCH(freed, 1, 32, 0, 0, p);
}

__global__ void host_heap(float *p)
{
    p[threadIdx.x] = 0;        // report host_heap: writes 0x[0-9a-f]*, which is host memory
}
CASE(host_heap) { PL_LAUNCH(host_heap, 1, 32, 0, 0, new float[32]); }

__global__ void host_static(float *p)
{
    p[threadIdx.x] = 0;        // report host_static: writes 0x[0-9a-f]*, which is host memory
}
static float an_array[32];
CASE(host_static) { PL_LAUNCH(host_static, 1, 32, 0, 0, an_array); }

__global__ void misaligned(float *p)
{
    float4 *v = (float4 *)(p + 1);
    p[threadIdx.x] = v->x + v->w; // report misaligned: misaligned access: .*float4
}
CASE(misaligned) { PL_LAUNCH(misaligned, 1, 32, 0, 0, floats(32)); }

__global__ void never_written(float *p)
{
    __shared__ float t[32];
    if (threadIdx.x < 31)
        t[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = t[threadIdx.x]; // report never_written: reads 4 bytes at byte 124 of shared 't', which were never written
}
CASE(never_written) { PL_LAUNCH(never_written, 1, 32, 0, 0, floats(32)); }

__global__ void never_copied(float *p, float *q)
{
    q[threadIdx.x] = p[threadIdx.x]; // report never_copied: reads 4 bytes at byte [0-9]* of an array of 128 bytes in global memory, which were never written
}
CASE(never_copied)
{
    float *p;
    cudaMalloc(&p, 128);
    PL_LAUNCH(never_copied, 1, 32, 0, 0, p, floats(32));
}

__global__ void stack(float *p)
{ // report stack: stack overflow
    volatile float much[100000];
    for (int i = 0; i < 100000; i++)
        much[i] = p[0];
    p[1] = much[99999];
}
CASE(stack) { PL_LAUNCH(stack, 1, 1, 0, 0, floats(32)); }

__device__ float helper(const float *t, int i)
{
    return t[i];               // report in_helper: out-of-range read of 4 bytes at byte 128 of an array
}
__global__ void in_helper(float *p)
{
    p[threadIdx.x] = helper(p, (int)threadIdx.x + 32);
}
CASE(in_helper) { PL_LAUNCH(in_helper, 1, 1, 0, 0, floats(32)); }

// __restrict__ that several threads break, though barriers and atomics order their accesses.
__global__ void counts(int *__restrict__ n, int *z)
{
    for (int i = 0; i < 2; i++) {
        __syncthreads();
        int now = n[0];        // report counts: parameter 1 is __restrict__: reads 4 bytes at byte 0 of an array
        z[threadIdx.x] = now;
        __syncthreads();
        if (threadIdx.x == 0)
            n[0] = now + 1;    // report counts: parameter 1 is __restrict__: writes 4 bytes at byte 0 of an array
    }
}
CASE(counts)
{
    int *p;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    PL_LAUNCH(counts, 1, 64, 0, 0, p, (int *)floats(64));
}

__global__ void other_pointer(const float *__restrict__ x, float *z)
{
    const float before = x[0]; // report other_pointer: parameter 1 is __restrict__: reads 4 bytes at byte 128 of an array
    __syncthreads();
    if (threadIdx.x == 40)
        z[32] = 5;             // report other_pointer: parameter 1 is __restrict__: writes 4 bytes at byte 128 of an array
    __syncthreads();
    z[threadIdx.x / 2] = before;
}
CASE(other_pointer)
{
    float *p = floats(33);
    PL_LAUNCH(other_pointer, 1, 64, 0, 0, p + 32, p);
}

__global__ void tickets(unsigned *__restrict__ next, float *z)
{
    z[atomicAdd(next, 1u)] = 1; // report tickets: parameter 1 is __restrict__: changes 4 bytes at byte 0 of an array
}
CASE(tickets)
{
    unsigned *p;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    PL_LAUNCH(tickets, 2, 1, 0, 0, p, floats(2));
}

// A view of the array, and a narrow type; the helper's pointer comes from the kernel's.
__device__ void fill_bytes(char *at) { at[3] = (char)threadIdx.x; } // report derived: parameter 2 is __restrict__: writes 1 byte at byte 7 of an array
__global__ void derived(float *z, float *__restrict__ x)
{
    if (threadIdx.x == 1)
        fill_bytes((char *)(x + 1));
    __syncwarp();
    z[threadIdx.x] = threadIdx.x ? 0 : x[1]; // report derived: parameter 2 is __restrict__: reads 4 bytes at byte 4 of an array
}
CASE(derived) { PL_LAUNCH(derived, 1, 32, 0, 0, floats(32), floats(2)); }
