// upstream_reductions.c -- the upstream tests about reductions: matrix products, partial blocks, prefix sums, atomics.
//
// Each test has the number under which UPSTREAM.md lists it. Float inputs are small integers, so that every sum is
// an integer below 2^24 and == is exact in any order. Expected values are the textbook loops.

#include <pallas.h>
#include "../test.h"

// Returns the next of a fixed sequence of pseudo-random integers, lo to hi inclusive.
static long random_long(long lo, long hi)
{
    static unsigned state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return lo + (long)(state % (unsigned)(hi - lo + 1));
}

// Tiled products with two shapes of tiles.
enum { AM = 8, AN = 8, AK = 8, BM = 4, BN = 16, BK = 2 };

PL_KERNEL(product_a, PL_REF(const float, x, AM, AK), PL_REF(const float, y, AK, AN), PL_REF(float, z, AM, AN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_KERNEL(product_b, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(matmul_a, product_a,
        PL_SIZES(m, n, k),
        PL_GRID((i, m / AM), (j, n / AN), (l, k / AK)),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((AM, AK), (i, l))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((AK, AN), (l, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((AM, AN), (i, j))))

PL_CALL(matmul_b, product_b,
        PL_SIZES(m, n, k),
        PL_GRID((i, m / BM), (j, n / BN), (l, k / BK)),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BK, BN), (l, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static int product_is(long m, long n, long k, const float *x, const float *y, const float *z)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long l = 0; l < k; l++)
                sum += (double)x[i * k + l] * y[l * n + j];
            if (z[i * n + j] != sum)
                return 0;
        }
    return 1;
}

static void fill_floats(float *x, long n)
{
    for (long e = 0; e < n; e++)
        x[e] = (float)random_long(-4, 4);
}

TEST(t012_matmul_block_spec)
{
    enum { M = 16, N = 32, K = 24 };
    float x[M * K], y[K * N], z[M * N] = { 0 };
    fill_floats(x, M * K);
    fill_floats(y, K * N);
    EXPECT(matmul_a(M, N, K, x, y, z) == 0);
    EXPECT(product_is(M, N, K, x, y, z));
    memset(z, 0, sizeof z);
    EXPECT(matmul_b(M, N, K, x, y, z) == 0);
    EXPECT(product_is(M, N, K, x, y, z));
}

// K = 33 with blocks of 32: the second block of K is almost all padding, which both masks exclude.
PL_KERNEL(masked_product, PL_REF(const float, x, 8, 32), PL_REF(const float, y, 32, 8), PL_REF(float, z, 8, 8))
{
    PL_TILE(float, left, 8, 32);
    PL_TILE(float, right, 32, 8);
    PL_EACH ((r, 8), (c, 32))
        left[r][c] = PL_INSIDE(x, r, c) ? x[r][c] : 0;
    PL_EACH ((r, 32), (c, 8))
        right[r][c] = PL_INSIDE(y, r, c) ? y[r][c] : 0;
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_DOT(z, left, right);
}

PL_CALL(masked_matmul, masked_product,
        PL_GRID((l, PL_CDIV(33, 32))),
        PL_IN (float, x, (8, 33), PL_BLOCKSPEC((8, 32), (0, l))),
        PL_IN (float, y, (33, 8), PL_BLOCKSPEC((32, 8), (l, 0))),
        PL_OUT(float, z, (8, 8), PL_BLOCKSPEC((8, 8), (0, 0))))

TEST(t033_interpret_mode_out_of_bounds_access)
{
    float x[8 * 33], y[33 * 8], z[64] = { 0 };
    fill_floats(x, 8 * 33);
    fill_floats(y, 33 * 8);
    EXPECT(masked_matmul(x, y, z) == 0);
    EXPECT(product_is(8, 8, 33, x, y, z));
}

// Prefix sums down the columns and along the rows. A row's sum continues over the blocks of the last axis, carried in
// scratch; each row block resets it.
PL_KERNEL(prefix_sums, PL_REF(const int32_t, x, 2, 4), PL_REF(int32_t, down, 2, 4), PL_REF(int32_t, along, 2, 4),
          PL_REF(int32_t, carried, 2))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(carried, 0);
    PL_EACH ((c, 4)) {
        int32_t sum = 0;
        PL_LOOP (r, 0, 2) {
            sum += x[r][c];
            down[r][c] = sum;
        }
    }
    PL_EACH ((r, 2)) {
        PL_LOOP (c, 0, 4) {
            carried[r] += x[r][c];
            along[r][c] = carried[r];
        }
    }
}

PL_CALL(cumsum, prefix_sums,
        PL_GRID((i, 2), (j, 2)),
        PL_IN (int32_t, x, (4, 8), PL_BLOCKSPEC((2, 4), (i, j))),
        PL_OUT(int32_t, down, (4, 8), PL_BLOCKSPEC((2, 4), (i, j))),
        PL_OUT(int32_t, along, (4, 8), PL_BLOCKSPEC((2, 4), (i, j))),
        PL_SCRATCH(int32_t, (2)))

TEST(t046_cumsum)
{
    int32_t x[32], down[32] = { 0 }, along[32] = { 0 };
    for (int e = 0; e < 32; e++)
        x[e] = (int32_t)random_long(-9, 9);
    EXPECT(cumsum(x, down, along) == 0);
    for (int r = 0; r < 4; r++)
        for (int c = 0, sum = 0; c < 8; c++) {
            sum += x[r * 8 + c];
            EXPECT(along[r * 8 + c] == sum);
            EXPECT(down[r * 8 + c] == x[r * 8 + c] + (r % 2 ? x[(r - 1) * 8 + c] : 0));
        }
}

// A contraction over two dims at once.
PL_KERNEL(contract_two, PL_REF(const int32_t, x, 3, 4, 5), PL_REF(const int32_t, y, 4, 5, 2), PL_REF(int32_t, z, 3, 2))
{
    PL_EACH ((r, 3), (c, 2)) {
        int32_t sum = 0;
        PL_REDUCE (sum, PL_ADD, ((k, 4), (l, 5)), x[r][k][l] * y[k][l][c]);
        z[r][c] = sum;
    }
}

PL_CALL(contraction, contract_two,
        PL_GRID(),
        PL_IN (int32_t, x, (3, 4, 5), PL_WHOLE),
        PL_IN (int32_t, y, (4, 5, 2), PL_WHOLE),
        PL_OUT(int32_t, z, (3, 2), PL_WHOLE))

TEST(t047_dot_general_multiple_contracting_dims)
{
    int32_t x[60], y[40], z[6] = { 0 };
    for (int e = 0; e < 60; e++)
        x[e] = (int32_t)random_long(-9, 9);
    for (int e = 0; e < 40; e++)
        y[e] = (int32_t)random_long(-9, 9);
    EXPECT(contraction(x, y, z) == 0);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 2; c++) {
            int32_t sum = 0;
            for (int k = 0; k < 20; k++)
                sum += x[r * 20 + k] * y[k * 2 + c];
            EXPECT(z[r * 2 + c] == sum);
        }
}

// Products of random shapes that no block divides, in three types. EDGE(0) excludes the padding of K.
enum { PM = 4, PN = 8, PK = 4 };

PL_KERNEL(product_float, PL_REF(const float, x, PM, PK), PL_REF(const float, y, PK, PN), PL_REF(float, z, PM, PN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(padded_float, product_float,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, PM)), (j, PL_CDIV(n, PN)), (l, PL_CDIV(k, PK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((PM, PK), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((PK, PN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((PM, PN), (i, j))))

PL_KERNEL(product_int8, PL_REF(const int8_t, x, PM, PK), PL_REF(const int8_t, y, PK, PN), PL_REF(int32_t, z, PM, PN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(padded_int8, product_int8,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, PM)), (j, PL_CDIV(n, PN)), (l, PL_CDIV(k, PK))),
        PL_IN (int8_t, x, (m, k), PL_BLOCKSPEC((PM, PK), (i, l), PL_EDGE(0))),
        PL_IN (int8_t, y, (k, n), PL_BLOCKSPEC((PK, PN), (l, j), PL_EDGE(0))),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((PM, PN), (i, j))))

// The total is kept in f32 and rounded once, at the end.
PL_KERNEL(product_bf16, PL_REF(const pl_bf16, x, PM, PK), PL_REF(const pl_bf16, y, PK, PN),
          PL_REF(pl_bf16, z, PM, PN), PL_REF(float, total, PM, PN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(total, 0);
    PL_DOT(total, x, y);
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, total);
}

PL_CALL(padded_bf16, product_bf16,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, PM)), (j, PL_CDIV(n, PN)), (l, PL_CDIV(k, PK))),
        PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((PM, PK), (i, l), PL_EDGE(pl_to_bf16(0)))),
        PL_IN (pl_bf16, y, (k, n), PL_BLOCKSPEC((PK, PN), (l, j), PL_EDGE(pl_to_bf16(0)))),
        PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((PM, PN), (i, j))),
        PL_SCRATCH(float, (PM, PN)))

enum { MOST = 15 };     // 15 products of at most 4 * 4 make 240: below 2^8, so exact in a bf16 as well

static void padded_matmul_of(long m, long n, long k)
{
    float x[MOST * MOST], y[MOST * MOST], z[MOST * MOST] = { 0 };
    int8_t x8[MOST * MOST], y8[MOST * MOST];
    int32_t z32[MOST * MOST] = { 0 };
    pl_bf16 x16[MOST * MOST], y16[MOST * MOST], z16[MOST * MOST];
    fill_floats(x, m * k);
    fill_floats(y, k * n);
    for (long e = 0; e < m * k; e++) {
        x8[e] = (int8_t)x[e];
        x16[e] = pl_to_bf16(x[e]);
    }
    for (long e = 0; e < k * n; e++) {
        y8[e] = (int8_t)y[e];
        y16[e] = pl_to_bf16(y[e]);
    }
    memset(z16, 0, sizeof z16);
    EXPECT(padded_float(m, n, k, x, y, z) == 0);
    EXPECT(product_is(m, n, k, x, y, z));
    EXPECT(padded_int8(m, n, k, x8, y8, z32) == 0);
    EXPECT(padded_bf16(m, n, k, x16, y16, z16) == 0);
    for (long e = 0; e < m * n; e++) {
        EXPECT(z32[e] == (int32_t)z[e]);
        EXPECT(pl_to_f32(z16[e]) == z[e]);
    }
}

TEST(t103_padded_matmul)
{
    for (int trial = 0; trial < 25; trial++) {
        long m = random_long(1, MOST), n = random_long(1, MOST), k = random_long(1, MOST);
        padded_matmul_of(m, n, k);
    }
}

// n programs change one cell, at the same time if the target can: sum, largest and smallest, of integers and of floats.
PL_KERNEL(meet_in_one_cell, PL_REF(const int32_t, x, 1), PL_REF(int32_t, ints, 3), PL_REF(float, floats, 3))
{
    PL_ATOMIC_ADD(&ints[0], x[0]);
    PL_ATOMIC_MAX(&ints[1], x[0]);
    PL_ATOMIC_MIN(&ints[2], x[0]);
    PL_ATOMIC_ADD(&floats[0], (float)x[0]);
    PL_ATOMIC_MAX(&floats[1], (float)x[0]);
    PL_ATOMIC_MIN(&floats[2], (float)x[0]);
}

PL_CALL(one_cell, meet_in_one_cell,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, n)),
        PL_IN   (int32_t, x, (n), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_INOUT(int32_t, ints, (3), PL_ATOMIC),
        PL_INOUT(float, floats, (3), PL_ATOMIC))

TEST(t146_scalar_atomic)
{
    int32_t x[8] = { 3, -7, 12, 5, 12, 0, -1, 4 };
    int32_t ints[3] = { 100, 1, 1 };                // the initial contents of the cells take part
    float floats[3] = { 0.5f, 1, 1 };
    EXPECT(one_cell(8, x, ints, floats) == 0);
    EXPECT_INTS(ints, 3, 128, 12, -7);
    EXPECT(floats[0] == 28.5f && floats[1] == 12 && floats[2] == -7);
}

PL_KERNEL(count_me, PL_REF(int32_t, counter, 1))
{
    PL_ATOMIC_ADD(&counter[0], 1);
}

PL_CALL(count_programs, count_me,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, n)),
        PL_INOUT(int32_t, counter, (1), PL_ATOMIC))

TEST(t147_atomic_counter)
{
    int32_t counter = 0;
    EXPECT(count_programs(1000, &counter) == 0);
    EXPECT(counter == 1000);
}

int main(void)
{
    RUN(t012_matmul_block_spec);
    RUN(t033_interpret_mode_out_of_bounds_access);
    RUN(t046_cumsum);
    RUN(t047_dot_general_multiple_contracting_dims);
    RUN(t103_padded_matmul);
    RUN(t146_scalar_atomic);
    RUN(t147_atomic_counter);
    return test_end();
}
