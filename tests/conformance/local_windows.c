// local_windows.c -- windows that are copies, and whose elements work-items exchange: aliases, structs in blocks that
// extend past the array, blocks that stay for several steps, blocks that pointers refer to.

#include <pallas.h>
#include "../test.h"

enum { B = 96, N = 250, SIDE = 40, T = 16 };

typedef struct { float value; int32_t from; unsigned char mark[3]; } Item;

// ---- Aliases --------------------------------------------------------------------------------------------------------

PL_KERNEL(reverse, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = x[B - 1 - c];
}

PL_CALL(reverse_blocks, reverse, PL_GRID(PL_PARALLEL(i, PL_CDIV(N, B))),
        PL_IN (int32_t, x, (N), PL_BLOCKSPEC((B), (i), PL_EDGE(-1))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((B), (i), PL_ALIAS(x))))

TEST(an_alias_whose_elements_move)
{
    int32_t x[N], want[N];
    for (int e = 0; e < N; e++)
        x[e] = e * 3 + 1;
    for (int e = 0; e < N; e++) {
        int from = e / B * B + (B - 1 - e % B);
        want[e] = from < N ? x[from] : -1;
    }
    EXPECT(reverse_blocks(x, x) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(x[e] == want[e]);
}

// The output has blocks of two rows of the tiles: it stays while the input moves, and is read back when it comes again.
PL_KERNEL(transpose, PL_REF(const float, x, T, T), PL_REF(float, z, T, T))
{
    PL_EACH ((r, T), (c, T))
        z[r][c] += x[c][r];
}

PL_CALL(add_transposed, transpose, PL_SIZES(n), PL_GRID((i, 3), (j, 3)),
        PL_IN (float, x, (n, n), PL_BLOCKSPEC((T, T), (j, i), PL_EDGE(0))),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((T, T), (0, i), PL_ALIAS(x))))

TEST(an_alias_that_stays_while_the_input_moves)
{
    static float x[SIDE * SIDE], want[SIDE * SIDE];
    for (int e = 0; e < SIDE * SIDE; e++)
        want[e] = x[e] = (float)(e % 97);
    for (int i = 0; i < 3; i++) {
        float z[T][T] = { { 0 } };                          // fetched before the first step, written after the last
        for (int r = 0; r < T; r++)
            for (int c = 0; c < T && i * T + c < SIDE; c++)
                z[r][c] = want[r * SIDE + i * T + c];
        for (int j = 0; j < 3; j++)
            for (int r = 0; r < T; r++)
                for (int c = 0; c < T; c++)
                    if (j * T + c < SIDE && i * T + r < SIDE)
                        z[r][c] += want[(j * T + c) * SIDE + i * T + r];
        for (int r = 0; r < T; r++)
            for (int c = 0; c < T && i * T + c < SIDE; c++)
                want[r * SIDE + i * T + c] = z[r][c];
    }
    EXPECT(add_transposed(SIDE, x, x) == 0);
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            EXPECT(x[r * SIDE + c] == want[r * SIDE + c]);
}

// ---- A block that stays for two steps, of which the last extends past the array -------------------------------------

PL_KERNEL(mirror, PL_REF(int32_t, x, B))
{
    PL_TILE(int32_t, other, B);
    PL_EACH ((c, B))
        other[c] = x[B - 1 - c];
    PL_EACH ((c, B))
        x[c] = (int32_t)((int64_t)x[c] + other[c]);
}

PL_CALL(mirror_blocks, mirror, PL_GRID((k, 6)),
        PL_INOUT(int32_t, x, (N), PL_BLOCKSPEC((B), (k / 2), PL_EDGE(7))))

TEST(a_block_that_stays_for_two_steps)
{
    int32_t x[N], block[3 * B], other[B];
    for (int e = 0; e < 3 * B; e++)
        block[e] = e < N ? e : 7;
    for (int e = 0; e < N; e++)
        x[e] = e;
    for (int k = 0; k < 6; k++) {
        int32_t *at = block + k / 2 * B;
        for (int c = 0; c < B; c++)
            other[c] = at[B - 1 - c];
        for (int c = 0; c < B; c++)
            at[c] += other[c];
    }
    EXPECT(mirror_blocks(x) == 0);
    for (int e = 0; e < N; e++)
        EXPECT(x[e] == block[e]);
}

// ---- Structs --------------------------------------------------------------------------------------------------------

static const Item no_item = { -1, -2, { 1, 2, 3 } };

PL_KERNEL(mark, PL_REF(const Item, x, B), PL_REF(Item, z, B), PL_REF(Item, seen, B))
{
    PL_EACH ((c, B)) {
        z[c] = x[B - 1 - c];
        z[c].mark[1] += 5;
    }
    PL_EACH ((c, B)) {
        seen[c].from += z[c].from;
        seen[c].value = z[B - 1 - c].value;
    }
}

PL_CALL(mark_items, mark, PL_GRID((i, PL_CDIV(N, B))),
        PL_IN   (Item, x,    (N), PL_BLOCKSPEC((B), (i), PL_EDGE(no_item))),
        PL_OUT  (Item, z,    (N), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(Item, seen, (N), PL_BLOCKSPEC((B), (i))))

TEST(structs_past_the_array)
{
    static Item x[N], z[N], seen[N];
    for (int e = 0; e < N; e++) {
        x[e] = (Item){ (float)e / 2, e, { 9, 8, 7 } };
        seen[e] = (Item){ 0, 1000, { 0 } };
    }
    EXPECT(mark_items(x, z, seen) == 0);
    for (int e = 0; e < N; e++) {
        int from = e / B * B + (B - 1 - e % B);
        EXPECT(z[e].from == (from < N ? from : no_item.from) && z[e].mark[1] == (from < N ? 8 : no_item.mark[1]) + 5);
        EXPECT(seen[e].value == (float)e / 2 && seen[e].from == 1000 + z[e].from);
    }
}

// ---- A pointer through all rows of a block, whose columns neighboring work-items read -------------------------------

static float at(const float *block, int place)
{
    return block[place];
}

PL_KERNEL(sum_rows, PL_REF(const float, x, T, T), PL_REF(float, z, T))
{
    PL_EACH ((r, T)) {
        float sum = 0;
        for (int k = 0; k < T; k++)
            sum += x[r][k];
#if PL_IN_PLACE                                      // rows are not adjacent then
        z[r] = sum + 100 * at(x[r], 3);
#else
        z[r] = sum + 100 * at(&x[0][0], (int)(r * T + 3));
#endif
    }
}

PL_CALL(sum_all_rows, sum_rows, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, T))),
        PL_IN (float, x, (m, T), PL_BLOCKSPEC((T, T), (i, 0), PL_EDGE(0))),
        PL_OUT(float, z, (m),    PL_BLOCKSPEC((T), (i))))

TEST(a_pointer_through_all_rows)
{
    static float x[SIDE][T], z[SIDE];
    for (int r = 0; r < SIDE; r++)
        for (int k = 0; k < T; k++)
            x[r][k] = (float)((r * 5 + k * 3) % 17);
    EXPECT(sum_all_rows(SIDE, *x, z) == 0);
    for (int r = 0; r < SIDE; r++) {
        float sum = 0;
        for (int k = 0; k < T; k++)
            sum += x[r][k];
        EXPECT(z[r] == sum + 100 * x[r][3]);
    }
}

// ---- A copy with gaps between its rows, whose window has the extent of the array: a size of the call ----

enum { RUNS = 6, STEPS = 4 };

PL_KERNEL(full_rows, PL_REF(const double, x, 3, RUNS), PL_REF(const double, y, RUNS, 1), PL_REF(double, z, 3, 1))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(multiply_full_rows, full_rows, PL_SIZES(m, k, n), PL_GRID(PL_ARBITRARY(j, n)),
        PL_IN (double, x, (m, k), PL_BLOCKSPEC((3, PL_FULL), (0, 0))),
        PL_IN (double, y, (k, n), PL_BLOCKSPEC((RUNS, 1), (0, j))),
        PL_OUT(double, z, (m, n), PL_BLOCKSPEC((3, 1), (0, j))))

TEST(rows_of_the_extent_of_the_array)
{
    double x[3][RUNS], y[RUNS][STEPS], z[3][STEPS];
    for (int e = 0; e < 3 * RUNS; e++)
        x[e / RUNS][e % RUNS] = e * e % 11;
    for (int e = 0; e < RUNS * STEPS; e++)
        y[e / STEPS][e % STEPS] = e * 7 % 13;
    EXPECT(multiply_full_rows(3, RUNS, STEPS, *x, *y, *z) == 0);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < STEPS; c++) {
            double sum = 0;
            for (int k = 0; k < RUNS; k++)
                sum += x[r][k] * y[k][c];
            EXPECT(z[r][c] == sum);
        }
}

int main(void)
{
    RUN(an_alias_whose_elements_move);
    RUN(an_alias_that_stays_while_the_input_moves);
    RUN(a_block_that_stays_for_two_steps);
    RUN(structs_past_the_array);
    RUN(a_pointer_through_all_rows);
    RUN(rows_of_the_extent_of_the_array);
    return test_end();
}
