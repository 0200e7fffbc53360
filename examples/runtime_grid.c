// runtime_grid.c -- squared distances between two sets of points; all extents are known only at run time.
//
// A block of z combines some points of a with some of b. The caller chooses their numbers, block_m and block_n,
// which grid, windows and kernel share. Each point is whole (PL_FULL), because the sum needs all its coordinates.
// If a set is empty, so is the grid, which is no error. A TPU needs multiples of 8 for block_m and of 128 for block_n.
//
//     runtime_grid [points_a points_b coordinates block_m block_n]

#include <float.h>
#include <pallas.h>
#include "example.h"

PL_KERNEL(distance_kernel,
          PL_SCALAR(long, d),
          PL_SCALAR(long, block_m),
          PL_SCALAR(long, block_n),
          PL_REF(const float, a, block_m, d),
          PL_REF(const float, b, block_n, d),
          PL_REF(float, z, block_m, block_n))
{
    PL_EACH ((r, block_m), (c, block_n)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (k, d), (a[r][k] - b[c][k]) * (a[r][k] - b[c][k]));
        z[r][c] = sum;
    }
}

PL_CALL(distances, distance_kernel,
        PL_SIZES(m, n),
        PL_SCALAR(long, d),
        PL_SCALAR(long, block_m),
        PL_SCALAR(long, block_n),
        PL_GRID((i, PL_CDIV(m, block_m)), (j, PL_CDIV(n, block_n))),
        PL_IN (float, a, (m, d), PL_BLOCKSPEC((block_m, PL_FULL), (i, 0))),
        PL_IN (float, b, (n, d), PL_BLOCKSPEC((block_n, PL_FULL), (j, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((block_m, block_n), (i, j))))

// int distances(long m, long n, long d, long block_m, long block_n, const float *a, const float *b, float *z);

static void reference(long m, long n, long d, const float *a, const float *b, float *z)
{
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            double sum = 0;
            for (long k = 0; k < d; k++) {
                double apart = (double)a[r * d + k] - b[c * d + k];
                sum += apart * apart;
            }
            z[r * n + c] = (float)sum;
        }
}

static float *random_points(long count, long d)
{
    float *points = example_alloc((size_t)(count * d) * sizeof *points);
    example_fill(points, count * d);
    return points;
}

// Makes the call, compares the result, and prints the line.
static int run(const char *what, long m, long n, long d, long block_m, long block_n)
{
    float *a = random_points(m, d), *b = random_points(n, d);
    float *z = example_alloc((size_t)(m * n) * sizeof *z);
    float *expected = example_alloc((size_t)(m * n) * sizeof *expected);
    reference(m, n, d, a, b, expected);

    double start = example_clock();
    if (distances(m, n, d, block_m, block_n, a, b, z))
        return example_failed("runtime_grid");
    double seconds = example_clock() - start;

    // A difference rounds once, which its square doubles; the square and the sum add d more: that is (d + 2) u of the
    // result, because all terms are positive, and the result is at most 4 d. The reference, a rounded double, adds one u
    // more; 2 u = FLT_EPSILON. 1 % covers second order, as d u < 0.001.
    double bound = 1.01 * ((double)d + 3) * FLT_EPSILON / 2 * 4 * (double)d;
    char size[64];
    snprintf(size, sizeof size, "%ldx%ldx%ld by %ldx%ld", m, n, d, block_m, block_n);
    int failed = example_report("runtime_grid", what, size, example_error(z, expected, m * n), bound, seconds);
    free(a);
    free(b);
    free(z);
    free(expected);
    return failed;
}

// Returns the number in an argument; -1 if it is not a number from least to 4096.
static long number(const char *text, long least)
{
    char *end;
    long value = strtol(text, &end, 10);
    return end != text && !*end && value >= least && value <= 4096 ? value : -1;
}

int main(int argc, char **argv)
{
    static const long least[5] = { 0, 0, 1, 1, 1 };
    long size[5] = { 101, 150, 33, 16, 128 };
    for (int a = 1; a < argc && argc == 6; a++)
        size[a - 1] = number(argv[a], least[a - 1]);
    for (int a = 0; a < 5; a++)
        if ((argc != 1 && argc != 6) || size[a] < 0) {
            fprintf(stderr, "usage: runtime_grid [points_a points_b coordinates block_m block_n]\n"
                            "       points from 0, the others from 1, none above 4096\n");
            return 1;
        }
    return run("squared distances, run-time extents, f32", size[0], size[1], size[2], size[3], size[4])
         | run("the same to no points at all", size[0], 0, size[2], size[3], size[4]);
}
