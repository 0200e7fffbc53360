// sgemm.c -- prints the shortest elapsed time of eight runs of OpenBLAS' sgemm, 1024^3, in ms, and the name of the core.

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void)
{
    enum { N = 1024, RUNS = 8 };
    const size_t bytes = sizeof(float) * N * N;
    float *x = aligned_alloc(4096, bytes), *y = aligned_alloc(4096, bytes), *z = aligned_alloc(4096, bytes);
    double best = 1e9;
    if (!x || !y || !z)
        return 2;
    memset(x, 0, bytes), memset(y, 0, bytes), memset(z, 0, bytes);
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, x, N, y, N, 0, z, N);
        double took = now() - start;
        best = took < best ? took : best;
    }
    printf("%.3f %s\n", best * 1e3, openblas_get_corename());
    return 0;
}
