// matmul.c -- z = x · y with sizes from the command line: matmul M N K. In a dry run there are no arrays.

#include <pallas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BM
enum { BM = 128, BN = 128, BK = 128 };
#endif

PL_KERNEL(matmul_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

int main(int argc, char **argv)
{
    const char *set = getenv("PALLAS");
    long m = argc > 1 ? atol(argv[1]) : 256, n = argc > 2 ? atol(argv[2]) : m, k = argc > 3 ? atol(argv[3]) : m;
    if (set && strstr(set, "dry"))
        return matmul(m, n, k, NULL, NULL, NULL);
    float *x = calloc((size_t)(m * k), sizeof *x), *y = calloc((size_t)(k * n), sizeof *y);
    float *z = calloc((size_t)(m * n), sizeof *z);
    int code = !x || !y || !z || matmul(m, n, k, x, y, z);
    free(x);
    free(y);
    free(z);
    return code;
}
