// peers.c -- cuBLAS, with -DHAVE_CUBLAS, and cudaMemcpy.
#include "peers.h"
#include <cuda_runtime_api.h>
#ifdef HAVE_CUBLAS
#include <cublas_v2.h>
#endif

bool peer_copy(float *to, const float *from, size_t bytes)
{
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0) == cudaSuccess;
}

#ifdef HAVE_CUBLAS
bool peer_has_blas(void) { return true; }

static cublasHandle_t blas(void)
{
    static cublasHandle_t handle;
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        handle = NULL;
    return handle;
}

// Row-major z = x y is column-major z' = y' x'.
bool peer_matmul(int n, const float *x, const float *y, float *z)
{
    const float one = 1, zero = 0;
    return blas() &&
        cublasSgemm(blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, y, n, x, n, &zero, z, n) == CUBLAS_STATUS_SUCCESS;
}

bool peer_matmul_bf16(int n, const void *x, const void *y, float *z)
{
    const float one = 1, zero = 0;
    return blas() &&
        cublasGemmEx(blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, y, CUDA_R_16BF, n, x, CUDA_R_16BF, n, &zero, z, CUDA_R_32F, n,
                     CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
}
#else
bool peer_has_blas(void) { return false; }
bool peer_matmul(int n, const float *x, const float *y, float *z)
{
    (void)n, (void)x, (void)y, (void)z;
    return false;
}
bool peer_matmul_bf16(int n, const void *x, const void *y, float *z)
{
    (void)n, (void)x, (void)y, (void)z;
    return false;
}
#endif
