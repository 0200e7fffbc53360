// peers.h -- the peers of cuda.c. They are in a separate file because pallasc reads cuda.c, without CUDA's headers.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool peer_has_blas(void);
bool peer_copy(float *to, const float *from, size_t bytes);                 // within the device, in the default stream
bool peer_matmul(int n, const float *x, const float *y, float *z);          // by cuBLAS
bool peer_matmul_bf16(int n, const void *x, const void *y, float *z);       // the same of bf16, with sums in f32
bool peer_matmul_gelu(int n, const void *x, const void *y, const void *bias, void *z);      // of bf16, by cuBLASLt: gelu(x y + bias)
bool peer_matmul_f16_t(int n, const void *x, const void *y, float *z);      // x y'
bool peer_matmul_int8_t(int n, const int8_t *x, const int8_t *y, int32_t *z);
