// peers.h -- what cuda.c compares with. In a file of its own: pallasc reads cuda.c, and needs no CUDA.
#include <stdbool.h>
#include <stddef.h>

bool peer_has_blas(void);
bool peer_copy(float *to, const float *from, size_t bytes);                 // within the device, into the default stream
bool peer_matmul(int n, const float *x, const float *y, float *z);          // by cuBLAS
