// matmul.c -- products of f16 and of scaled f8: Triton's tutorials 3, 8, 9 and 10.
//
// There is no persistent form of the source: how the programs of a grid are given to the units of a device is the target's choice.

#include "half.h"

enum { BM = 128, BN = 128, BK = 64 };

// With leaky ReLU, on the sum before it is rounded.
PL_KERNEL(matmul_kernel, PL_REF(const pl_f16, x, BM, BK), PL_REF(const pl_f16, y, BK, BN), PL_REF(pl_f16, z, BM, BN),
          PL_REF(float, sum, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_DOT(sum, x, y);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (c, BN))
            z[r][c] = pl_to_f16(sum[r][c] > 0 ? sum[r][c] : 0.01f * sum[r][c]);
}

PL_CALL(matmul_leaky_relu, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_f16, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_f16, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(pl_f16, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(float, (BM, BN)))

// x y', both with rows along the sum.
PL_KERNEL(matmul_t_kernel, PL_REF(const pl_f16, x, BM, BK), PL_REF(const pl_f16, y, BN, BK), PL_REF(pl_f16, z, BM, BN),
          PL_REF(float, sum, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_DOT(sum, x, PL_T(y));
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, sum);
}

PL_CALL(matmul_t, matmul_t_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_f16, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_f16, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_OUT(pl_f16, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(float, (BM, BN)))

// Groups of rows, each times a matrix of its own. A table has the group of each block of rows: groups begin with a new block.
PL_KERNEL(grouped_kernel, PL_SCALAR(long, tiles), PL_SMEM_REF(const int32_t, group, tiles), PL_REF(const pl_f16, x, BM, BK),
          PL_REF(const pl_f16, y, BK, BN), PL_REF(pl_f16, z, BM, BN), PL_REF(float, sum, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(sum, 0);
    PL_DOT(sum, x, y);
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, sum);
}

PL_CALL(grouped_matmul, grouped_kernel,
        PL_SIZES(groups, n, k),
        PL_SCALAR(long, tiles),
        PL_GRID(PL_PARALLEL(i, tiles), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_PREFETCH(int32_t, group, (tiles)),
        PL_IN (pl_f16, x, (tiles * BM, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (pl_f16, y, (groups, k, n),  PL_BLOCKSPEC((PL_NONE, BK, BN), (group[i], l, j), PL_EDGE(0))),
        PL_OUT(pl_f16, z, (tiles * BM, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_SCRATCH(float, (BM, BN)))

// f8 with a scale, a power of 2, for each SCALED elements along the sum: x y', where tiles have the scaled elements.
enum { SCALED = 32, PARTS = BK / SCALED };

PL_KERNEL(scaled_kernel, PL_REF(const pl_f8e4m3, x, BM, BK), PL_REF(const int8_t, x_scale, BM, PARTS),
          PL_REF(const pl_f8e4m3, y, BN, BK), PL_REF(const int8_t, y_scale, BN, PARTS), PL_REF(float, z, BM, BN))
{
    PL_TILE(pl_bf16, a, BM, BK);
    PL_TILE(pl_bf16, b, BN, BK);
    PL_EACH ((r, BM), (c, BK))
        a[r][c] = pl_to_bf16(ldexpf(pl_to_f32(x[r][c]), x_scale[r][c / SCALED]));
    PL_EACH ((r, BN), (c, BK))
        b[r][c] = pl_to_bf16(ldexpf(pl_to_f32(y[r][c]), y_scale[r][c / SCALED]));
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, a, PL_T(b));
}

PL_CALL(scaled_matmul, scaled_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (pl_f8e4m3, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (int8_t, x_scale, (m, k / SCALED), PL_BLOCKSPEC((BM, PARTS), (i, l), PL_EDGE(0))),
        PL_IN (pl_f8e4m3, y, (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_IN (int8_t, y_scale, (n, k / SCALED), PL_BLOCKSPEC((BN, PARTS), (j, l), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// The inputs of a test: f8 of floats, and their scales, from -2 to 1.
PL_KERNEL(to_f8_kernel, PL_REF(const float, x, CARD_BLOCK), PL_REF(pl_f8e4m3, z, CARD_BLOCK))
{
    PL_ASSIGN(z, x);
}

PL_CALL(to_f8, to_f8_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, CARD_BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((CARD_BLOCK), (i))),
        PL_OUT(pl_f8e4m3, z, (n), PL_BLOCKSPEC((CARD_BLOCK), (i))))

PL_KERNEL(to_scales_kernel, PL_REF(const float, x, CARD_BLOCK), PL_REF(int8_t, z, CARD_BLOCK))
{
    PL_EACH ((c, CARD_BLOCK))
        z[c] = (int8_t)floorf(2 * x[c]);
}

PL_CALL(to_scales, to_scales_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, CARD_BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((CARD_BLOCK), (i))),
        PL_OUT(int8_t, z, (n), PL_BLOCKSPEC((CARD_BLOCK), (i))))

// ---- Are they right? ----

// The sum of k products of elements of inputs 0 and 1, which begin at x and y and are so far apart.
static struct card_sum product(long k, long x, long y, long y_apart)
{
    struct card_sum s = { 0, 0 };
    for (long l = 0; l < k; l++)
        card_add(&s, IN16(0, x + l) * IN16(1, y + l * y_apart));
    return s;
}

static void try_leaky_relu(long m, long n, long k)
{
    pl_f16 *x = half_in(0, m * k), *y = half_in(1, k * n), *z = half_out(m * n);
    CARD_RUN(matmul_leaky_relu(m, n, k, x, y, z));
    CARD_EACH (i, m * n) {
        struct card_sum s = product(k, i / n * k, i % n, n);
        half_compare(z, i, s.value > 0 ? s.value : 0.01 * s.value, card_bound(s, (double)k + 1));
    }
}

static void try_transposed(long m, long n, long k)
{
    pl_f16 *x = half_in(0, m * k), *y = half_in(1, k * n), *z = half_out(m * n);
    CARD_RUN(matmul_t(m, n, k, x, y, z));
    CARD_EACH (i, m * n) {
        struct card_sum s = product(k, i / n * k, i % n * k, 1);
        half_compare(z, i, s.value, card_bound(s, (double)k));
    }
}

// Group g has g % 3 + 1 blocks of rows.
static void try_grouped(long groups, long n, long k)
{
    int32_t table[256], tiles = 0;
    for (int32_t g = 0; g < groups; g++)
        for (int32_t t = 0; t < g % 3 + 1; t++)
            table[tiles++] = g;
    const long m = tiles * BM;
    pl_f16 *x = half_in(0, m * k), *y = half_in(1, groups * k * n), *z = half_out(m * n);
    int32_t *group = card_alloc(sizeof table);
    card.is_wrong |= pl_upload(group, table, sizeof table);
    CARD_RUN(grouped_matmul(groups, n, k, tiles, group, x, y, z));
    CARD_EACH (i, m * n) {
        struct card_sum s = product(k, i / n * k, table[i / n / BM] * k * n + i % n, n);
        half_compare(z, i, s.value, card_bound(s, (double)k));
    }
}

static double scaled(int k, long row, long l, long width)
{
    const double scale = floor(2 * (double)IN(k + 2, (row * width + l) / SCALED));
    return ldexp((double)pl_to_f32(pl_to_f8e4m3(IN(k, row * width + l))), (int)scale);
}

static void try_scaled(long m, long n, long k)
{
    pl_f8e4m3 *x = card_alloc((size_t)(m * k)), *y = card_alloc((size_t)(n * k));
    int8_t *x_scale = card_alloc((size_t)(m * k / SCALED)), *y_scale = card_alloc((size_t)(n * k / SCALED));
    float *z = card_out(m * n);
    card.is_wrong |= to_f8(m * k, card_in(0, m * k), x) || to_f8(n * k, card_in(1, n * k), y) ||
                     to_scales(m * k / SCALED, card_in(2, m * k / SCALED), x_scale) ||
                     to_scales(n * k / SCALED, card_in(3, n * k / SCALED), y_scale);
    CARD_RUN(scaled_matmul(m, n, k, x, x_scale, y, y_scale, z));
    CARD_EACH (i, m * n) {
        struct card_sum s = { 0, 0 };
        for (long l = 0; l < k; l++)
            card_add(&s, scaled(0, i / n, l, k) * scaled(1, i % n, l, k));
        card_compare(z, i, s.value, card_bound(s, (double)k));
    }
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long m = CARD_SIZE(40, 8192), n = CARD_SIZE(50, 8192), k = CARD_SIZE(70, 8192);
    CARD_TRY(3, "Matrix multiplication, leaky ReLU, f16", try_leaky_relu(m, n, k));
    CARD_TRY(8, "Group GEMM, f16", try_grouped(CARD_SIZE(3, 32), CARD_SIZE(24, 2048), CARD_SIZE(40, 4096)));
    CARD_TRY(9, "Persistent matmul, f16", try_transposed(m, n, k));
    CARD_TRY(10, "Block-scaled matmul, f8", try_scaled(m, n, CARD_SIZE(96, 8192)));
    return card_end();
}
