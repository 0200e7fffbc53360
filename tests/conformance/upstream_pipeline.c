// upstream_pipeline.c -- the upstream tests about the schedule: numbers of buffers, lookahead, blocks that repeat.
//
// Each test has the number under which UPSTREAM.md lists it. Buffering is not observable, so every
// variant must compute the same values. PALLAS=schedule=pipelined with copies=early|late|random makes these
// tests effective. All values are integers, so == is exact.

#include <pallas.h>
#include "../test.h"

static void count_up(int32_t *x, int n)
{
    for (int e = 0; e < n; e++)
        x[e] = e;
}

PL_KERNEL(add_blocks, PL_REF(const int32_t, x, 4), PL_REF(const int32_t, y, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + y[c];
}

// The last block extends past the array, and EDGE keeps the sum of two paddings in range.
#define ADDENDS(x_option, y_option)                                                 \
        PL_GRID((i, PL_CDIV(n, 4))),                                                \
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (i), PL_EDGE(0), x_option)),      \
        PL_IN (int32_t, y, (n), PL_BLOCKSPEC((4), (i), PL_EDGE(0), y_option)),      \
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i)))

PL_CALL(add_1_1, add_blocks, PL_SIZES(n), ADDENDS(PL_BUFFERED(1), PL_BUFFERED(1)))
PL_CALL(add_1_2, add_blocks, PL_SIZES(n), ADDENDS(PL_BUFFERED(1), PL_BUFFERED(2)))
PL_CALL(add_2_1, add_blocks, PL_SIZES(n), ADDENDS(PL_BUFFERED(2), PL_BUFFERED(1)))
PL_CALL(add_2_2, add_blocks, PL_SIZES(n), ADDENDS(PL_BUFFERED(2), PL_BUFFERED(2)))
PL_CALL(add_4_3, add_blocks, PL_SIZES(n), ADDENDS(PL_BUFFERED(4), PL_BUFFERED(3)))

typedef int adder(long n, const int32_t *x, const int32_t *y, int32_t *z);

TEST(t051_two_input_vadd)
{
    static adder *const adders[] = { add_1_1, add_1_2, add_2_1, add_2_2, add_4_3 };
    static const long sizes[] = { 30, 1, 8 };       // 8 blocks, fewer steps than buffers, 2 blocks
    for (int a = 0; a < 5; a++)
        for (int s = 0; s < 3; s++) {
            int32_t x[30], y[30], z[31] = { 0 };
            count_up(x, 30);
            count_up(y, 30);
            EXPECT(adders[a](sizes[s], x, y, z) == 0);
            for (int e = 0; e < 31; e++)
                EXPECT(z[e] == (e < sizes[s] ? 2 * e : 0));
        }
}

PL_KERNEL(fill_with_id, PL_REF(int32_t, z, 4))
{
    PL_FILL(z, (int32_t)PL_PROGRAM_ID(0));
}

PL_CALL(outputs_only, fill_with_id,
        PL_GRID((i, 4)),
        PL_OUT(int32_t, z, (16), PL_BLOCKSPEC((4), (i))))

TEST(t084_pipeline_without_inputs)
{
    int32_t z[16] = { 0 };
    EXPECT(outputs_only(z) == 0);
    EXPECT_INTS(z, 16, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

// Operands whose window never varies, next to one whose window does: whole, or by a map without axes.
PL_KERNEL(add_three, PL_REF(const int32_t, x, 4), PL_REF(const int32_t, y, 4), PL_REF(const int32_t, w, 1, 4),
          PL_REF(int32_t, z, 4), PL_REF(int32_t, sum, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    PL_EACH ((c, 4)) {
        z[c] = x[c] + y[c] + w[0][c];
        sum[c] += x[c];
    }
}

PL_CALL(trivial_windows, add_three,
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (12), PL_BLOCKSPEC((4), (i))),
        PL_IN (int32_t, y, (4), PL_WHOLE),
        PL_IN (int32_t, w, (2, 4), PL_BLOCKSPEC((1, 4), (1, 0))),
        PL_OUT(int32_t, z, (12), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, sum, (4), PL_WHOLE))

TEST(t087_trivial_windowing_elides_double_buffering)
{
    int32_t x[12], y[4] = { 100, 200, 300, 400 }, w[8] = { 9, 9, 9, 9, 1000, 2000, 3000, 4000 }, z[12] = { 0 };
    int32_t sum[4] = { 0 };
    count_up(x, 12);
    EXPECT(trivial_windows(x, y, w, z, sum) == 0);
    EXPECT_INTS(z, 12, 1100, 2201, 3302, 4403, 1104, 2205, 3306, 4407, 1108, 2209, 3310, 4411);
    EXPECT_INTS(sum, 4, 0 + 4 + 8, 1 + 5 + 9, 2 + 6 + 10, 3 + 7 + 11);
}

PL_KERNEL(copy_2x4, PL_REF(const int32_t, x, 2, 4), PL_REF(int32_t, z, 2, 4))
{
    PL_ASSIGN(z, x);
}

#define COPIED(in_option, out_option)                                                           \
        PL_GRID((i, m / 2), (j, n / 4)),                                                        \
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((2, 4), (i, j), in_option)),                    \
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((2, 4), (i, j), out_option))

PL_CALL(copy_1_1, copy_2x4, PL_SIZES(m, n), COPIED(PL_BUFFERED(1), PL_BUFFERED(1)))
PL_CALL(copy_2_2, copy_2x4, PL_SIZES(m, n), COPIED(PL_BUFFERED(2), PL_BUFFERED(2)))
PL_CALL(copy_3_1, copy_2x4, PL_SIZES(m, n), COPIED(PL_BUFFERED(3), PL_BUFFERED(1)))
PL_CALL(copy_4_2, copy_2x4, PL_SIZES(m, n), COPIED(PL_BUFFERED(4), PL_BUFFERED(2)))
PL_CALL(copy_1_3, copy_2x4, PL_SIZES(m, n), COPIED(PL_BUFFERED(1), PL_BUFFERED(3)))
PL_CALL(copy_2_4, copy_2x4, PL_SIZES(m, n), COPIED(PL_BUFFERED(2), PL_BUFFERED(4)))

typedef int copier(long m, long n, const int32_t *x, int32_t *z);

// The same for every number of buffers and every number of steps, fewer than the buffers included.
TEST(t096_copy)
{
    static copier *const copiers[] = { copy_1_1, copy_2_2, copy_3_1, copy_4_2, copy_1_3, copy_2_4 };
    static const long shapes[][2] = { { 8, 16 }, { 2, 4 }, { 2, 8 }, { 6, 4 } };
    for (int a = 0; a < 6; a++)
        for (int s = 0; s < 4; s++) {
            int32_t x[128], z[128] = { 0 };
            long m = shapes[s][0], n = shapes[s][1];
            for (int e = 0; e < 128; e++)
                x[e] = e + 1;
            EXPECT(copiers[a](m, n, x, z) == 0);
            for (int e = 0; e < 128; e++)
                EXPECT(z[e] == (e < m * n ? e + 1 : 0));
        }
}

PL_KERNEL(product, PL_REF(const int32_t, x, 4, 2), PL_REF(const int32_t, y, 2, 4), PL_REF(int32_t, z, 4, 4))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

#define FACTORS(x_option, y_option, z_option)                                                   \
        PL_GRID((i, 3), (j, 2), (l, 4)),                                                        \
        PL_IN (int32_t, x, (12, 8), PL_BLOCKSPEC((4, 2), (i, l), x_option)),                    \
        PL_IN (int32_t, y, (8, 8), PL_BLOCKSPEC((2, 4), (l, j), y_option)),                     \
        PL_OUT(int32_t, z, (12, 8), PL_BLOCKSPEC((4, 4), (i, j), z_option))

PL_CALL(matmul_1_1_1, product, FACTORS(PL_BUFFERED(1), PL_BUFFERED(1), PL_BUFFERED(1)))
PL_CALL(matmul_2_2_2, product, FACTORS(PL_BUFFERED(2), PL_BUFFERED(2), PL_BUFFERED(2)))
PL_CALL(matmul_4_2_1, product, FACTORS(PL_BUFFERED(4), PL_BUFFERED(2), PL_BUFFERED(1)))
PL_CALL(matmul_3_4_2, product, FACTORS(PL_BUFFERED(3), PL_BUFFERED(4), PL_BUFFERED(2)))
PL_CALL(matmul_ahead, product, FACTORS(PL_LOOKAHEAD, PL_LOOKAHEAD, PL_BUFFERED(2)))

typedef int multiplier(const int32_t *x, const int32_t *y, int32_t *z);

TEST(t097_matmul)
{
    static multiplier *const multipliers[] = { matmul_1_1_1, matmul_2_2_2, matmul_4_2_1, matmul_3_4_2, matmul_ahead };
    for (int a = 0; a < 5; a++) {
        int32_t x[12 * 8], y[8 * 8], z[12 * 8] = { 0 };
        for (int e = 0; e < 12 * 8; e++)
            x[e] = e * 7 % 11 - 5;
        for (int e = 0; e < 8 * 8; e++)
            y[e] = e * 5 % 13 - 6;
        EXPECT(multipliers[a](x, y, z) == 0);
        for (int r = 0; r < 12; r++)
            for (int c = 0; c < 8; c++) {
                int32_t sum = 0;
                for (int l = 0; l < 8; l++)
                    sum += x[r * 8 + l] * y[l * 8 + c];
                EXPECT(z[r * 8 + c] == sum);
            }
    }
}

// Blocks in the order of a table, some of them several times in a row.
PL_KERNEL(add_id, PL_SMEM_REF(const int32_t, t, 8), PL_REF(const int32_t, x, 3), PL_REF(int32_t, z, 3))
{
    PL_EACH ((c, 3))
        z[c] = x[c] + (int32_t)(100 * PL_PROGRAM_ID(0)) + 0 * t[0];
}

#define GATHERED(in_option, out_option)                                                         \
        PL_GRID((i, 8)),                                                                        \
        PL_PREFETCH(int32_t, t, (8)),                                                           \
        PL_IN (int32_t, x, (24), PL_BLOCKSPEC((3), (t[i]), in_option)),                         \
        PL_OUT(int32_t, z, (24), PL_BLOCKSPEC((3), (i), out_option))

PL_CALL(gather_1, add_id, GATHERED(PL_BUFFERED(1), PL_BUFFERED(1)))
PL_CALL(gather_2, add_id, GATHERED(PL_BUFFERED(2), PL_BUFFERED(2)))
PL_CALL(gather_4, add_id, GATHERED(PL_BUFFERED(4), PL_BUFFERED(2)))
PL_CALL(gather_ahead, add_id, GATHERED(PL_LOOKAHEAD, PL_BUFFERED(2)))

// Lookahead with three buffers: options of one spec can be combined.
PL_CALL(gather_ahead_3, add_id,
        PL_GRID((i, 8)),
        PL_PREFETCH(int32_t, t, (8)),
        PL_IN (int32_t, x, (24), PL_BLOCKSPEC((3), (t[i]), PL_BUFFERED(3), PL_LOOKAHEAD)),
        PL_OUT(int32_t, z, (24), PL_BLOCKSPEC((3), (i))))

typedef int mover(const int32_t *t, const int32_t *x, int32_t *z);

TEST(t098_block_gather)
{
    static mover *const gathers[] = { gather_1, gather_2, gather_4, gather_ahead, gather_ahead_3 };
    static const int32_t tables[][8] = { { 0, 1, 2, 3, 4, 5, 6, 7 }, { 0, 0, 2, 2, 2, 5, 3, 3 },
                                         { 5, 5, 5, 5, 5, 5, 5, 5 }, { 7, 0, 7, 0, 1, 1, 0, 7 } };
    for (int a = 0; a < 5; a++)
        for (int s = 0; s < 4; s++) {
            int32_t x[24], z[24] = { 0 };
            count_up(x, 24);
            EXPECT(gathers[a](tables[s], x, z) == 0);
            for (int e = 0; e < 24; e++)
                EXPECT(z[e] == 3 * tables[s][e / 3] + e % 3 + 100 * (e / 3));
        }
}

// Blocks written several times in a row: the last visit wins, and blocks that no step visits are unchanged.
#define SCATTERED(in_option, out_option)                                                        \
        PL_GRID((i, 8)),                                                                        \
        PL_PREFETCH(int32_t, t, (8)),                                                           \
        PL_IN (int32_t, x, (24), PL_BLOCKSPEC((3), (i), in_option)),                            \
        PL_INOUT(int32_t, z, (24), PL_BLOCKSPEC((3), (t[i]), out_option))

PL_CALL(scatter_1, add_id, SCATTERED(PL_BUFFERED(1), PL_BUFFERED(1)))
PL_CALL(scatter_2, add_id, SCATTERED(PL_BUFFERED(2), PL_BUFFERED(2)))
PL_CALL(scatter_4, add_id, SCATTERED(PL_BUFFERED(4), PL_BUFFERED(2)))
PL_CALL(scatter_ahead, add_id, SCATTERED(PL_LOOKAHEAD, PL_BUFFERED(2)))

TEST(t099_block_scatter)
{
    static mover *const scatters[] = { scatter_1, scatter_2, scatter_4, scatter_ahead };
    static const int32_t tables[][8] = { { 0, 0, 2, 2, 2, 5, 3, 3 }, { 5, 5, 5, 5, 5, 5, 5, 5 } };
    static const int last[][8] = { { 1, -1, 4, 7, -1, 5, -1, -1 }, { -1, -1, -1, -1, -1, 7, -1, -1 } };
    for (int a = 0; a < 4; a++)
        for (int s = 0; s < 2; s++) {
            int32_t x[24], z[24];
            count_up(x, 24);
            for (int e = 0; e < 24; e++)
                z[e] = -1 - e;
            EXPECT(scatters[a](tables[s], x, z) == 0);
            for (int e = 0; e < 24; e++) {
                int step = last[s][e / 3];
                EXPECT(z[e] == (step < 0 ? -1 - e : 3 * step + e % 3 + 100 * step));
            }
        }
}

// An output with one buffer, whose block is the same for two steps: written back before the next one begins.
PL_KERNEL(add_up, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, 4))
        z[c] += x[c];
}

PL_CALL(single_buffered, add_up,
        PL_GRID((i, 3), (j, 2)),
        PL_IN (int32_t, x, (24), PL_BLOCKSPEC((4), (2 * i + j))),
        PL_OUT(int32_t, z, (12), PL_BLOCKSPEC((4), (i), PL_BUFFERED(1))))

TEST(t101_single_buffered_output)
{
    int32_t x[24], z[12] = { 0 };
    count_up(x, 24);
    EXPECT(single_buffered(x, z) == 0);
    for (int e = 0; e < 12; e++)                    // block i is blocks 2 i and 2 i + 1 of x added
        EXPECT(z[e] == (8 * (e / 4) + e % 4) + (8 * (e / 4) + 4 + e % 4));
}

// The window of z changes at every step and is revisited in every row: with REVISIT_ANY its contents are read back.
PL_KERNEL(add_down, PL_REF(const int32_t, x, 2, 3), PL_REF(int32_t, z, 2, 3))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((r, 2), (c, 3))
        z[r][c] += x[r][c];
}

PL_CALL(revisit_any, add_down,
        PL_GRID((i, 3), (j, 3)),
        PL_IN (int32_t, x, (6, 9), PL_BLOCKSPEC((2, 3), (i, j))),
        PL_OUT(int32_t, z, (2, 9), PL_BLOCKSPEC((2, 3), (0, j), PL_REVISIT_ANY)))

PL_CALL(revisit_any_1, add_down,
        PL_GRID((i, 3), (j, 3)),
        PL_IN (int32_t, x, (6, 9), PL_BLOCKSPEC((2, 3), (i, j))),
        PL_OUT(int32_t, z, (2, 9), PL_BLOCKSPEC((2, 3), (0, j), PL_REVISIT_ANY, PL_BUFFERED(1))))

TEST(t052_block_reduction_with_non_immediate_revisit)
{
    for (int buffers = 1; buffers <= 2; buffers++) {
        int32_t x[54], z[18] = { 0 };
        count_up(x, 54);
        EXPECT((buffers == 1 ? revisit_any_1 : revisit_any)(x, z) == 0);
        for (int e = 0; e < 18; e++)                // rows r, r + 2, r + 4 of x added
            EXPECT(z[e] == e + (e + 18) + (e + 36));
    }
}

int main(void)
{
    RUN(t051_two_input_vadd);
    RUN(t052_block_reduction_with_non_immediate_revisit);
    RUN(t084_pipeline_without_inputs);
    RUN(t087_trivial_windowing_elides_double_buffering);
    RUN(t096_copy);
    RUN(t097_matmul);
    RUN(t098_block_gather);
    RUN(t099_block_scatter);
    RUN(t101_single_buffered_output);
    return test_end();
}
