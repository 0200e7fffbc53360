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

// Row-major z = x y is column-major z' = y' x'.
bool peer_matmul(int n, const float *x, const float *y, float *z)
{
    static cublasHandle_t blas;
    const float one = 1, zero = 0;
    if (!blas && cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
        return false;
    return cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, y, n, x, n, &zero, z, n) == CUBLAS_STATUS_SUCCESS;
}
#else
bool peer_has_blas(void) { return false; }
bool peer_matmul(int n, const float *x, const float *y, float *z)
{
    (void)n, (void)x, (void)y, (void)z;
    return false;
}
#endif
