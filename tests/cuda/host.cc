// host.cc -- tests the host side of emitted CUDA calls: arrays of the device and of the host, streams, memory that is kept for
// later calls, folded grids, calls that fail and their effects. Prints `N passed, N failed` last.
#include "host_kernels.h"
#include "kernels.cuh"
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

extern "C" {
void pl_cuda_use_stream(cudaStream_t stream);
cudaStream_t pl_cuda_stream(void);
void pl_cuda_trim(void);
}

static int passed, failed;

static void expect(bool holds, const char *what, int line)
{
    passed += holds;
    failed += !holds;
    if (!holds)
        printf("host.cc:%d: expected %s; pl_error() is \"%s\"\n", line, what, pl_error());
}
#define EXPECT(holds) expect(holds, #holds, __LINE__)

enum { N = 1000 };

static std::vector<float> numbers(int n)
{
    std::vector<float> x(n);
    for (int i = 0; i < n; i++)
        x[i] = (float)(i % 97);
    return x;
}

static bool is_scaled(const std::vector<float> &x, const std::vector<float> &z, float by)
{
    for (size_t i = 0; i < x.size(); i++)
        if (z[i] != by * x[i])
            return false;
    return true;
}

static bool says(const char *words)
{
    return strstr(pl_error(), words) != NULL;
}

static void host_arrays()
{
    std::vector<float> x = numbers(N), z(N);
    EXPECT(scale(N, x.data(), z.data(), 2) == 0 && is_scaled(x, z, 2) && !pl_error()[0]);
    EXPECT(scale(0, NULL, NULL, 2) == 0);
    pl_cuda_trim();
    EXPECT(scale(N, x.data(), z.data(), 3) == 0 && is_scaled(x, z, 3));
}

static void device_arrays()
{
    std::vector<float> x = numbers(N), z(N);
    float *dx = (float *)pl_alloc(N * sizeof(float)), *dz;
    EXPECT(cudaMalloc((void **)&dz, N * sizeof(float)) == cudaSuccess);
    EXPECT(pl_upload(dx, x.data(), N * sizeof(float)) == 0);
    EXPECT(scale(N, dx, dz, 3) == 0 && pl_sync() == 0);
    EXPECT(pl_download(z.data(), dz, N * sizeof(float)) == 0 && is_scaled(x, z, 3));
    // A host array with a device array, and a pointer into the middle of an array.
    EXPECT(scale(N, dx, z.data(), 5) == 0 && is_scaled(x, z, 5));
    std::vector<float> middle(x.begin() + 100, x.begin() + 200), made(100);
    EXPECT(scale(100, dx + 100, made.data(), 2) == 0 && is_scaled(middle, made, 2));
    EXPECT(scale(N, dx + 1, z.data(), 2) == 1 && says("operand x: the array has 4000 bytes, but pl_alloc gave 4000, and it begins at 4"));
    EXPECT(scale(10, (float *)((char *)dx + 2), z.data(), 2) == 1 && says("begin at multiples of 4 bytes"));
    EXPECT(pl_upload(dx, x.data(), N * sizeof(float) + 1) == 1 && says("pl_alloc gave 4000"));
    EXPECT(pl_upload(z.data(), x.data(), 4) == 1 && says("this pointer is not from pl_alloc"));
    pl_free(dx);
    EXPECT(scale(N, dx, dz, 3) == 1 && says("copying in x: ") && says("if pl_free has freed one of the arrays"));
    pl_free(NULL);
    cudaFree(dz);
    EXPECT(pl_alloc((size_t)1 << 60) == NULL && says("pl_alloc: 1152921504606846976 bytes"));
}

// A kernel launched without its call, with the header that declares it: one thread block for each program.
static void launched_here()
{
    std::vector<float> x = numbers(N), z(N);
    float *dx = (float *)pl_alloc(N * sizeof(float)), *dz = (float *)pl_alloc(N * sizeof(float));
    EXPECT(pl_upload(dx, x.data(), N * sizeof(float)) == 0);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((N + 7) / 8);
    config.blockDim = dim3(64);
    EXPECT(cudaLaunchKernelEx(&config, pallas::scale_kernel, (long)N, 4.0f, (long)(N + 7) / 8, (const float *)dx, dz) == cudaSuccess);
    EXPECT(pl_sync() == 0 && pl_download(z.data(), dz, N * sizeof(float)) == 0 && is_scaled(x, z, 4));
    pl_free(dx);
    pl_free(dz);

    // Two blocks with workspace of the size in the header run three programs.
    enum { LARGE = 24000 };
    const size_t large = 3 * LARGE * sizeof(float);
    const long each = (long)pl_cuda_padded_bytes(1.0 * LARGE, sizeof (float));
    std::vector<float> y = numbers(3 * LARGE), turned(3 * LARGE);
    float *dy = (float *)pl_alloc(large), *dturned = (float *)pl_alloc(large);
    unsigned char *workspace = (unsigned char *)pl_alloc(2 * each);
    EXPECT(pl_upload(dy, y.data(), large) == 0);
    config.gridDim = dim3(2);
    config.blockDim = dim3(256);
    EXPECT(cudaLaunchKernelEx(&config, pallas::reverse_kernel, 3L, 3L, (const float *)dy, dturned, workspace, each) == cudaSuccess);
    EXPECT(pl_download(turned.data(), dturned, large) == 0 && turned[LARGE] == y[2 * LARGE - 1] && turned[3 * LARGE - 1] == y[2 * LARGE]);
    pl_free(dy);
    pl_free(dturned);
    pl_free(workspace);
}

static void streams()
{
    std::vector<float> x = numbers(N), z(N);
    cudaStream_t stream;
    EXPECT(pl_cuda_stream() == 0 && cudaStreamCreate(&stream) == cudaSuccess);
    pl_cuda_use_stream(stream);
    EXPECT(pl_cuda_stream() == stream);
    EXPECT(scale(N, x.data(), z.data(), 7) == 0 && is_scaled(x, z, 7) && pl_sync() == 0);
    pl_cuda_use_stream(0);
    EXPECT(scale(N, x.data(), z.data(), 9) == 0 && is_scaled(x, z, 9));
}

// A call whose results are on the device waits for its kernel only if it reads pinned memory. (host.sh sets copies=late.)
static void waiting()
{
    std::vector<float> x = numbers(N), z(N);
    const std::vector<float> was = x;
    float *dz = (float *)pl_alloc(N * sizeof(float)), *pinned;
    EXPECT(scale(N, x.data(), dz, 3) == 0 && cudaStreamQuery(0) == cudaErrorNotReady);
    EXPECT(scale(N, x.data(), dz, 3) == 0);
    x.assign(N, -1);
    EXPECT(pl_download(z.data(), dz, N * sizeof(float)) == 0 && is_scaled(was, z, 3));
    EXPECT(cudaHostAlloc((void **)&pinned, N * sizeof(float), cudaHostAllocDefault) == cudaSuccess);
    std::copy(was.begin(), was.end(), pinned);
    EXPECT(scale(N, pinned, dz, 5) == 0 && cudaStreamQuery(0) == cudaSuccess);
    EXPECT(pl_download(z.data(), dz, N * sizeof(float)) == 0 && is_scaled(was, z, 5));
    cudaFreeHost(pinned);
    pl_free(dz);
}

static void reports()
{
    std::vector<float> x = numbers(N), z(N, -5);
    x[16] = -3;
    EXPECT(positive(N, x.data(), z.data()) == 1);
    EXPECT(says("error: call positive, kernel positive_kernel, program (i=2): PL_CHECK(x[0] >= 0): x is -3"));
    bool untouched = true;
    for (int i = 0; i < N; i++)
        untouched = untouched && z[i] == -5;
    EXPECT(untouched);
    x[16] = 3;
    EXPECT(positive(N, x.data(), z.data()) == 0 && z[16] == 4 && !pl_error()[0]);
}

static void mistakes()
{
    std::vector<float> x = numbers(N), z(N);
    EXPECT(scale(N, NULL, z.data(), 2) == 1 && says("operand x: the array is a null pointer"));
    EXPECT(scale(-1, x.data(), z.data(), 2) == 1 && says("extent -1"));
    EXPECT(scale(N - 1, x.data(), x.data() + 1, 2) == 1 && says("its array overlaps the array of"));
    EXPECT(scale((long)1 << 62, x.data(), z.data(), 2) == 1 && says("has a size overflowed?"));
}

// Grids of two dims, and thread blocks that run several programs each.
static void settings()
{
    std::vector<float> x = numbers(N), z(N), large = numbers(6 * 24000), turned(6 * 24000);
    setenv("PALLAS", "grid=7", 1);
    EXPECT(scale(N, x.data(), z.data(), 2) == 0 && is_scaled(x, z, 2));
    for (const char *groups : { "groups=1", "groups=4", "groups=100" }) {
        setenv("PALLAS", groups, 1);
        EXPECT(reverse(6, large.data(), turned.data()) == 0);
        bool right = true;
        for (int i = 0; i < 6; i++)
            for (int c = 0; c < 24000; c++)
                right = right && turned[i * 24000 + c] == large[i * 24000 + 23999 - c];
        EXPECT(right);
    }
    unsetenv("PALLAS");
}

// A kernel that fails after its call has returned. Later calls of the process fail, too, so this is last.
static void late_failures()
{
    int t[8] = { 0, 1, 2, 3, 4, 5, 6, 1 << 20 }, z[8];
    int *dt = (int *)pl_alloc(sizeof t), *dz = (int *)pl_alloc(sizeof z);
    cudaStream_t stream;
    EXPECT(cudaStreamCreate(&stream) == cudaSuccess && pl_upload(dt, t, sizeof t) == 0);
    EXPECT(pl_upload((void *)1, t, 4) == 1 && !says("launch"));
    EXPECT(picked(1, dt, dz) == 0);
    EXPECT(pl_sync() == 1 && says("; the last launch was call picked, kernel picked_kernel, ") && says("host_kernels.c:"));
    EXPECT(pl_download(z, dz, sizeof z) == 1 && says("kernel picked_kernel"));
    pl_cuda_use_stream(stream);
    EXPECT(pl_sync() == 1 && !says("picked"));
}

int main()
{
    host_arrays();
    device_arrays();
    launched_here();
    streams();
    waiting();
    reports();
    mistakes();
    settings();
    late_failures();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
