// float_atomics.c -- floats summed by PL_ATOMIC_ADD in a PL_EACH: correct programs whose last bits depend on the order.

#include <pallas.h>
#include "../test.h"

enum { B = 32, D = 5, K = 3, ROWS = 100 };

PL_KERNEL(sums_kernel, PL_REF(const float, x, B, D), PL_REF(float, sum, K, D))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    PL_EACH ((r, B), (d, D))
        PL_ATOMIC_ADD(&sum[r % K][d], x[r][d]);
}

PL_CALL(sums, sums_kernel, PL_SIZES(n), PL_GRID(PL_ARBITRARY(i, PL_CDIV(n, B))),
        PL_IN (float, x, (n, D), PL_BLOCKSPEC((B, D), (i, 0), PL_EDGE(0))),
        PL_OUT(float, sum, (K, D), PL_WHOLE))

PL_KERNEL(means_kernel, PL_REF(const double, x, B), PL_REF(double, mean, K), PL_REF(double, sum, K))
{
    PL_FILL(sum, 0);
    PL_EACH ((r, B))
        PL_ATOMIC_ADD(&sum[r % K], x[r]);
    PL_EACH ((k, K))
        mean[k] = sum[k] / 11;
}

PL_CALL(means, means_kernel, PL_GRID(), PL_IN(double, x, (B), PL_WHOLE), PL_OUT(double, mean, (K), PL_WHOLE),
        PL_OUT(double, sum, (K), PL_WHOLE))

// A sum of n values in any order is off by at most (n - 1) u (the sum of their sizes), u = 2^-24 for float, to first order.
TEST(sums_of_classes)
{
    static float x[ROWS][D], sum[K][D];
    for (int r = 0; r < ROWS; r++)
        for (int d = 0; d < D; d++)
            x[r][d] = (r % 7 ? 1.0f : -1e4f) / (float)(D * r + d + 1);
    EXPECT(sums(ROWS, *x, *sum) == 0);
    for (int k = 0; k < K; k++)
        for (int d = 0; d < D; d++) {
            double wanted = 0, size = 0;
            for (int r = 0; r < ROWS; r++)
                if (r % B % K == k)
                    wanted += (double)x[r][d], size += fabs((double)x[r][d]);
            EXPECT(fabs((double)sum[k][d] - wanted) <= ROWS * 0x1p-24 * size);
        }
}

TEST(means_of_sums)
{
    double x[B], mean[K], sum[K];
    for (int i = 0; i < B; i++)
        x[i] = (i % 4 ? 1 : 1e9) / (i * i + 1);
    EXPECT(means(x, mean, sum) == 0);
    for (int k = 0; k < K; k++) {
        long double wanted = 0, size = 0;
        for (int i = k; i < B; i += K)
            wanted += (long double)x[i], size += (long double)x[i];
        EXPECT(fabs((double)((long double)mean[k] - wanted / 11)) <= (double)(B * 0x1p-53L * size));
    }
}

int main(void)
{
    RUN(sums_of_classes);
    RUN(means_of_sums);
    return test_end();
}
