// host.cu -- the host API. A comment `says CASE: WORDS` expects a line that the case prints to stderr.
#include "test.h"
#include <cooperative_groups.h>
#include <pthread.h>

__global__ void add_one(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += 1;
}
__global__ void sum_shared(float *p, int n)
{
    PL_DYNAMIC_SHARED(float, t);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        t[i] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        p[0] = t[n - 1];
}

// says shared_size: error: kernel sum_shared: 50000 bytes of dynamic shared memory, and 49152 are allowed: set cudaFuncAttributeMaxDynamicSharedMemorySize
CASE(shared_size)
{
    float *p = floats(1);
    PL_LAUNCH(sum_shared, 1, 32, 50000, 0, p, 12500);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaFuncSetAttribute(sum_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000) == cudaSuccess);
    PL_LAUNCH(sum_shared, 1, 32, 50000, 0, p, 12500);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(fetch(p, 1)[0] == 1);
    int most;
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    EXPECT(cudaFuncSetAttribute(sum_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, most) == cudaSuccess);
    EXPECT(cudaFuncSetAttribute(sum_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1) == cudaErrorInvalidValue);
    cudaGetLastError();
}

// says sizes: error: kernel add_one: a block of 1025 x 1 x 1 threads
// says sizes: error: kernel add_one: a grid of 1 x 65536 x 1 blocks
CASE(sizes)
{
    PL_LAUNCH(add_one, 1, 1025, 0, 0, floats(1), 1);
    EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
    PL_LAUNCH(add_one, dim3(1, 65536), 32, 0, 0, floats(1), 1);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(!strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered"));
}

// says copies: error: cudaMemcpy: the destination is device memory and the source is host memory
// says copies: error: cudaMemcpy: 132 bytes at 0x[0-9a-f]* are out of range
// says copies: error: cudaFree: 0x[0-9a-f]* was freed already
CASE(copies)
{
    float h[33] = { 0 }, *p = floats(32);
    EXPECT(cudaMemcpy(p, h, 128, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(p, h, 132, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(p, h, 128, cudaMemcpyDefault) == cudaSuccess);
    EXPECT(cudaMemset(p + 31, 0, 4) == cudaSuccess);
    EXPECT(cudaMemset(p + 31, 0, 5) == cudaErrorInvalidValue);
    cudaPointerAttributes about;
    EXPECT(cudaPointerGetAttributes(&about, p) == cudaSuccess && about.type == cudaMemoryTypeDevice);
    EXPECT(cudaPointerGetAttributes(&about, h) == cudaSuccess && about.type == cudaMemoryTypeUnregistered);
    EXPECT(cudaFree(p) == cudaSuccess);
    EXPECT(cudaFree(p) == cudaErrorInvalidValue);
    EXPECT(cudaFree(0) == cudaSuccess);
    cudaGetLastError();
}

// Work in a stream may be done late; it is done after a wait.
CASE(streams)
{
    cudaStream_t s;
    cudaEvent_t before, after;
    float *h, *p = floats(64), ms;
    cudaMallocHost(&h, 256);
    cudaStreamCreate(&s);
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    h[0] = 41;
    cudaEventRecord(before, s);
    cudaMemcpyAsync(p, h, 256, cudaMemcpyHostToDevice, s);
    PL_LAUNCH(add_one, 1, 64, 0, s, p, 1);
    cudaMemcpyAsync(h, p, 256, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(after, s);
    const char *settings = getenv("PALLAS");
    if (settings && strstr(settings, "copies=late"))
        EXPECT(h[0] == 41 && cudaStreamQuery(s) == cudaErrorNotReady);
    cudaEventSynchronize(after);
    EXPECT(h[0] == 42);
    EXPECT(cudaEventElapsedTime(&ms, before, after) == cudaSuccess && ms > 0);
    EXPECT(cudaStreamSynchronize(s) == cudaSuccess && cudaStreamQuery(s) == cudaSuccess);
    EXPECT(cudaStreamDestroy(s) == cudaSuccess);
    cudaFreeHost(h);
}

// An error of a kernel persists: each later call returns it.
// says sticky: tests/emulator/host.cu:[0-9]*: error: kernel add_one, block \(0,0,0\), thread
CASE(sticky)
{
    float *p = floats(8);
    PL_LAUNCH(add_one, 1, 32, 0, 0, p, 9);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
    float h[8];
    EXPECT(cudaMemcpy(h, p, 32, cudaMemcpyDeviceToHost) == cudaErrorIllegalAddress);
    cudaDeviceReset();
    EXPECT(cudaGetLastError() == cudaSuccess);
}

CASE(other_launches)
{
    float *p = floats(64);
    int n = 64;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = 32;
    EXPECT(cudaLaunchKernelEx(&config, add_one, p, n) == cudaSuccess);
    void *values[] = { &p, &n };
    EXPECT(cudaLaunchKernel(add_one, dim3(2), dim3(32), values, 0, 0) == cudaSuccess);
    EXPECT(fetch(p, 64)[63] == 65);
    int blocks;
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_one, 256, 0) == cudaSuccess && blocks == 8);
    cudaFuncAttributes about;
    EXPECT(cudaFuncGetAttributes(&about, sum_shared) == cudaSuccess && about.maxThreadsPerBlock == 1024);
}

// All blocks are resident: each adds what its neighbor wrote before.
__global__ void turns(float *p, float *z, int n)
{
    __shared__ float mine;
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    if (threadIdx.x == 0)
        mine = p[blockIdx.x];
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0)
            z[blockIdx.x] = mine;
        grid.sync();
        if (threadIdx.x == 0)
            mine = z[(blockIdx.x + 1) % gridDim.x];
        grid.sync();
    }
    if (threadIdx.x == 0)
        p[blockIdx.x] = mine;
}
CASE(cooperative)
{
    float *p = floats(5), *z = floats(5);
    int n = 3;
    void *values[] = { &p, &z, &n };
    EXPECT(cudaLaunchCooperativeKernel(turns, dim3(5), dim3(64), values) == cudaSuccess);
    float *h = fetch(p, 5);
    for (int i = 0; i < 5; i++)
        EXPECT(h[i] == (i + 3) % 5);
    EXPECT(cudaLaunchCooperativeKernel(turns, dim3(2), dim3(64), values) == cudaSuccess);
    EXPECT(cudaLaunchCooperativeKernel(turns, dim3(5), dim3(32), values) == cudaSuccess);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
}

// Several host threads, each with its own arrays.
static void *one_host_thread(void *)
{
    for (int k = 0; k < 5; k++) {
        float *p = floats(64);
        PL_LAUNCH(add_one, 2, 32, 0, 0, p, 64);
        float *h = fetch(p, 64);
        for (int i = 0; i < 64; i++)
            EXPECT(h[i] == i + 1);
        delete[] h;
        cudaFree(p);
    }
    return nullptr;
}
CASE(host_threads)
{
    pthread_t all[4];
    for (pthread_t &t : all)
        pthread_create(&t, nullptr, one_host_thread, nullptr);
    for (pthread_t &t : all)
        pthread_join(t, nullptr);
}

// More than the device has is an error of the call, which goes on.
CASE(too_large)
{
    size_t unused, all;
    void *p, *q;
    EXPECT(cudaMemGetInfo(&unused, &all) == cudaSuccess && unused <= all);
    EXPECT(cudaMalloc(&p, all + 1) == cudaErrorMemoryAllocation && !p);
    EXPECT(cudaMalloc(&p, size_t(1) << 60) == cudaErrorMemoryAllocation && !p);
    EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
    EXPECT(cudaMalloc(&p, 1 << 20) == cudaSuccess);
    EXPECT(cudaMalloc(&q, all) == cudaErrorMemoryAllocation);
    cudaGetLastError();
    cudaFree(p);
}
