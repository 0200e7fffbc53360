// correct.cu -- correct kernels: none is reported, and the results are the same in every order.

// C23 has functions with names of CUDA's; a newer glibc declares them.
extern "C" {
float sinpif(float) noexcept, cospif(float) noexcept, rsqrtf(float) noexcept;
double sinpi(double) noexcept, cospi(double) noexcept, rsqrt(double) noexcept;
}
#include "test.h"

__global__ void functions_of_c23(float *p)
{
    p[0] = sinpif(0.5f) + cospif(1);
    p[1] = (float)(sinpi(1.5) + 3 * cospi(2.0));
    p[2] = rsqrtf(4) + rsqrt(16.0f);
    p[3] = (float)rsqrt(64.0);
}
CASE(functions_of_c23)
{
    float *p = floats(4);
    PL_LAUNCH(functions_of_c23, 1, 1, 0, 0, p);
    float *h = fetch(p, 4);
    EXPECT(h[0] == 0 && h[1] == 2 && h[2] == 0.75f && h[3] == 0.125f);
}

__global__ void reverse(float *p)
{
    __shared__ float t[64];
    int i = threadIdx.x;
    for (int turn = 0; turn < 3; turn++) {
        t[i] = p[blockIdx.x * 64 + i];
        __syncthreads();
        p[blockIdx.x * 64 + i] = t[63 - i];
        __syncthreads();
    }
}
CASE(reverse)
{
    float *p = floats(192);
    PL_LAUNCH(reverse, 3, 64, 0, 0, p);
    float *h = fetch(p, 192);
    for (int i = 0; i < 192; i++)
        EXPECT(h[i] == i / 64 * 64 + 63 - i % 64);
}

__global__ void warp_sum(float *p, float *z)
{
    float v = p[threadIdx.x];
    for (int by = 16; by; by /= 2)
        v += __shfl_xor_sync(0xffffffff, v, by);
    __shared__ float part[4];
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        float w = threadIdx.x < 4 ? part[threadIdx.x] : 0;
        for (int by = 2; by; by /= 2)
            w += __shfl_down_sync(0xffffffff, w, by);
        if (!threadIdx.x)
            *z = w;
    }
}
CASE(warp_sum)
{
    float *z = floats(1);
    PL_LAUNCH(warp_sum, 1, 128, 0, 0, floats(128), z);
    EXPECT(fetch(z, 1)[0] == 127 * 64);
}

// Within a warp __syncwarp is enough for shared memory. Halves of a warp may synchronize separately.
__global__ void in_warp(float *p)
{
    __shared__ float t[64];
    int i = threadIdx.x;
    t[i] = p[i];
    __syncwarp();
    p[i] = t[i ^ 15];
    unsigned half = 0xffffu << (i % 32 & 16);
    __syncwarp(half);
    t[i] = p[i];
    __syncwarp(half);
    p[i] = t[i ^ 5];
}
CASE(in_warp)
{
    float *p = floats(64);
    PL_LAUNCH(in_warp, 1, 64, 0, 0, p);
    float *h = fetch(p, 64);
    for (int i = 0; i < 64; i++)
        EXPECT(h[i] == (i ^ 10));
}

// A warp that is not full, and lanes that have ended.
__global__ void some_lanes(int *p, int n)
{
    if ((int)threadIdx.x >= n)
        return;
    unsigned lanes = __ballot_sync(0xffffffff, threadIdx.x % 2);
    p[threadIdx.x] = __popc(lanes) + 100 * __any_sync(0xffffffff, threadIdx.x == 3) + 1000 * __all_sync(0xffffffff, 1);
}
CASE(some_lanes)
{
    int *p = (int *)floats(40), h[40];
    PL_LAUNCH(some_lanes, 1, 40, 0, 0, p, 20);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    EXPECT(h[0] == 1110 && h[19] == 1110);
}

__global__ void votes(int *p)
{
    int i = threadIdx.x;
    p[i] = __syncthreads_count(i % 3 == 0) * 100 + __syncthreads_and(i < 70) * 10 + __syncthreads_or(i == 5);
    p[i] += (int)__reduce_add_sync(0xffffffff, 1u) * 10000;
    p[i] += (int)__reduce_max_sync(0xffffffff, -i) * 0;
    p[i] += __match_any_sync(0xffffffff, i % 2) == (0x55555555u << i % 2) ? 0 : 1;
}
CASE(votes)
{
    int *p = (int *)floats(64), h[64];
    PL_LAUNCH(votes, 1, 64, 0, 0, p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        EXPECT(h[i] == 320000 + 2200 + 10 + 1);
}

__global__ void count(const unsigned char *x, int *counts, int n)
{
    __shared__ int local[16];
    if (threadIdx.x < 16)
        local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&local[x[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}
CASE(count)
{
    unsigned char *x, *h = new unsigned char[1000];
    int *counts, z[16];
    for (int i = 0; i < 1000; i++)
        h[i] = (unsigned char)i;
    cudaMalloc(&x, 1000);
    cudaMalloc(&counts, 64);
    cudaMemset(counts, 0, 64);
    cudaMemcpy(x, h, 1000, cudaMemcpyHostToDevice);
    PL_LAUNCH(count, 8, 128, 0, 0, x, counts, 1000);
    cudaMemcpy(z, counts, 64, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++)
        EXPECT(z[i] == 62 + (i < 8));
}

// The last block adds the results of all blocks: a fence and an atomic order blocks.
__global__ void last_block(float *part, unsigned *arrived, float *z)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = (float)blockIdx.x;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 1) {
        float sum = 0;
        for (unsigned b = 0; b < gridDim.x; b++)
            sum += part[b];
        *z = sum;
    }
}
CASE(last_block)
{
    unsigned *arrived;
    float *z = floats(1);
    cudaMalloc(&arrived, 4);
    cudaMemset(arrived, 0, 4);
    PL_LAUNCH(last_block, 10, 32, 0, 0, floats(10), arrived, z);
    EXPECT(fetch(z, 1)[0] == 45);
}

// Neighboring threads write the bytes and halves of one word.
__global__ void narrow(unsigned char *bytes, unsigned short *halves)
{
    bytes[threadIdx.x] = (unsigned char)(bytes[threadIdx.x] + 1);
    halves[threadIdx.x] = (unsigned short)threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 16)
        ((unsigned *)halves)[threadIdx.x] += 0x10001;
}
CASE(narrow)
{
    unsigned short h[32], *halves;
    cudaMalloc(&halves, 64);
    PL_LAUNCH(narrow, 1, 32, 0, 0, (unsigned char *)floats(8), halves);
    cudaMemcpy(h, halves, 64, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        EXPECT(h[i] == i + 1);
}

// Vectors, tables of constants, and a struct by value.
struct Scale {
    float by[3];
    int shift;
};
__constant__ float table[4] = { 1, 2, 3, 4 };
static const int order[4] = { 3, 2, 1, 0 };
__global__ void vectors(float4 *p, Scale s)
{
    float4 v = p[threadIdx.x];
    v.x = v.x * table[order[threadIdx.x % 4]] + s.by[threadIdx.x % 3];
    p[threadIdx.x] = v;
}
CASE(vectors)
{
    float more[4] = { 10, 20, 30, 40 };
    cudaMemcpyToSymbol(table, more, sizeof more);
    float *p = floats(128);
    PL_LAUNCH(vectors, 1, 32, 0, 0, (float4 *)p, Scale{ { 1, 2, 3 }, 0 });
    float *h = fetch(p, 128);
    EXPECT(h[4] == 4 * 30 + 2 && h[5] == 5);
}

// Threads that wait for each other by spinning on an atomic.
__global__ void spin(int *turn, int *z)
{
    while (atomicAdd(turn, 0) != (int)threadIdx.x)
        ;
    __threadfence();
    z[0] = z[0] * 3 + (int)threadIdx.x;
    __threadfence();
    atomicAdd(turn, 1);
}
CASE(spin)
{
    int *turn, *z, h;
    cudaMalloc(&turn, 4);
    cudaMalloc(&z, 4);
    cudaMemset(turn, 0, 4);
    cudaMemset(z, 0, 4);
    PL_LAUNCH(spin, 1, 4, 0, 0, turn, z);
    cudaMemcpy(&h, z, 4, cudaMemcpyDeviceToHost);
    EXPECT(h == ((0 * 3 + 1) * 3 + 2) * 3 + 3);
}

// A flag that is volatile, with fences.
__global__ void flag(volatile int *ready, int *value, int *z)
{
    if (threadIdx.x == 0) {
        *value = 5;
        __threadfence();
        *ready = 1;
    } else if (threadIdx.x == 40) {
        while (!*ready)
            ;
        __threadfence();
        *z = *value;
    }
}
CASE(flag_checked)
{
    int *p, h[3];
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    PL_LAUNCH(flag, 1, 64, 0, 0, p, p + 1, p + 2);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    EXPECT(h[2] == 5);
}

__global__ void three_dims(int *p)
{
    unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    p[b * 24 + t] = (int)(b * 100 + t);
}
CASE(three_dims)
{
    int *p, h[24 * 24];
    cudaMalloc(&p, sizeof h);
    PL_LAUNCH(three_dims, dim3(2, 3, 4), dim3(4, 3, 2), 0, 0, p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24 * 24; i++)
        EXPECT(h[i] == i / 24 * 100 + i % 24);
}

// What __restrict__ allows: threads that read what nobody writes, and that write what no other thread accesses. z is in the
// same allocation as x, and after a barrier other threads read it.
__global__ void promises(const int *__restrict__ x, int *z, int *__restrict__ w)
{
    int t = (int)threadIdx.x;
    z[t] = x[t] + x[0];
    __syncthreads();
    w[t] = z[63 - t];
    w[t] += w[t];
}
CASE(promises)
{
    int *p, *w, h[64];
    cudaMalloc(&p, 2 * sizeof h);
    cudaMalloc(&w, sizeof h);
    for (int i = 0; i < 64; i++)
        h[i] = i * i + 3;
    for (int launch = 0; launch < 2; launch++) { // the second one writes what the first one read
        cudaMemcpy(launch ? p + 64 : p, h, sizeof h, cudaMemcpyHostToDevice);
        PL_LAUNCH(promises, 1, 64, 0, 0, launch ? p + 64 : p, launch ? p : p + 64, w);
        int got[64];
        cudaMemcpy(got, w, sizeof got, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 64; i++)
            EXPECT(got[i] == 2 * ((63 - i) * (63 - i) + 3 + 3));
    }
}
