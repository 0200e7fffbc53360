// histogram.c -- how often each byte value occurs.
//
// The input is cut into blocks that may all run at the same time. The 256 counts stay in place, shared by all programs,
// and change only by PL_ATOMIC_ADD. The last block extends past the end: its elements there must not be counted.
//
// No TPU runs this: only copies reach HBM there, and there is no PL_ATOMIC.

#include <pallas.h>
#include "example.h"

enum { B = 4096, BINS = 256 };

PL_KERNEL(histogram_kernel,
          PL_REF(const uint8_t, x, B),
          PL_REF(int32_t, count, BINS))
{
    PL_EACH ((i, B))
        if (PL_INSIDE(x, i))
            PL_ATOMIC_ADD(&count[x[i]], 1);
}

PL_CALL(histogram, histogram_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B))),
        PL_IN   (uint8_t, x,     (n),    PL_BLOCKSPEC((B), (i))),
        PL_INOUT(int32_t, count, (BINS), PL_ATOMIC))

// int histogram(long n, const uint8_t *x, int32_t *count);

static void reference(long n, const uint8_t *x, int32_t *count)
{
    for (long i = 0; i < n; i++)
        count[x[i]]++;
}

int main(void)
{
    enum { N = 100003 };
    static uint8_t x[N];
    static int32_t count[BINS], expected[BINS];
    for (long i = 0; i < N; i++)        // the sum of two dice of 128 sides: like sound and pictures, not uniform
        x[i] = (uint8_t)(64 * (example_random() + example_random()) + 128);
    reference(N, x, expected);

    double start = example_clock();
    if (histogram(N, x, count))
        return example_failed("histogram");
    double seconds = example_clock() - start;

    long wrong = 0;
    for (int b = 0; b < BINS; b++)
        wrong += labs((long)count[b] - (long)expected[b]);
    // Counts are exact.
    return example_report("histogram", "counts of bytes, atomics, i32", "100003", (double)wrong, 0, seconds);
}
