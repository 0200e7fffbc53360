// mistakes.c -- mistakes of a caller and of index maps, each made once: prints the report of every call. same_reports.sh runs
// it on every target.

#include <pallas.h>

// ---- Arrays and sizes ----

PL_KERNEL(copy_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copies, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / 4)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(copies_rows, copy_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, m), (j, n)),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((PL_NONE, 4), (i, j))),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((PL_NONE, 4), (i, j))))

PL_CALL(repeats, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, n), (j, n)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i), PL_REVISIT_ANY)))

PL_KERNEL(two_kernel, PL_REF(int32_t, y, 4), PL_REF(int32_t, z, 4))
{
    PL_FILL(y, 1);
    PL_FILL(z, 2);
}

PL_CALL(writes_two, two_kernel, PL_GRID(), PL_OUT(int32_t, y, (4), PL_WHOLE), PL_OUT(int32_t, z, (4), PL_WHOLE))

PL_CALL(aliased, copy_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, n / 4)),
        PL_IN (int32_t, x, (m), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

PL_CALL(aliased_batch, copy_kernel,
        PL_SIZES(batch),
        PL_BATCH(b, batch, z),
        PL_GRID(),
        PL_IN (int32_t, x, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((4), (0), PL_ALIAS(x))))

PL_KERNEL(rows_kernel, PL_SCALAR(long, n), PL_REF(const int32_t, rows, 2, n), PL_REF(int32_t, z, 4))
{
    PL_FILL(z, rows[0][0]);
}

PL_CALL(blocks_differ, rows_kernel,
        PL_SIZES(k),
        PL_SCALAR(long, n),
        PL_GRID(),
        PL_IN (int32_t, x, (8, 8, 8), PL_BLOCKSPEC((2, PL_NONE, k), (0, 0, 0))),
        PL_OUT(int32_t, z, (4), PL_WHOLE))

PL_KERNEL(sum_kernel, PL_SCALAR(long, n), PL_REF(const int32_t, x, n), PL_REF(int32_t, z, 1))
{
    z[0] = 0;
    PL_LOOP (c, 0, n, 1)
        z[0] += x[c];
}

PL_CALL(sums, sum_kernel,
        PL_SCALAR(long, n),
        PL_GRID(),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((n), (0))),
        PL_OUT(int32_t, z, (1), PL_WHOLE))

// ---- Blocks of outputs that no program visits ----

PL_CALL(left_columns, copy_kernel,
        PL_SIZES(m, n, p, q),
        PL_GRID((i, p), (j, q)),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((PL_NONE, 4), (0, 0))),
        PL_OUT(int32_t, z, (n, m), PL_BLOCKSPEC((4, PL_NONE), (j, i))))

PL_CALL(left_batch, copy_kernel,
        PL_SIZES(batch, n, p),
        PL_BATCH(b, batch, z),
        PL_GRID((i, p)),
        PL_IN (int32_t, x, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(left_first, copy_kernel,
        PL_SIZES(n),
        PL_GRID(),
        PL_IN (int32_t, x, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (0))))

// ---- Blocks outside their arrays ----

PL_CALL(shifts, copy_kernel,
        PL_SIZES(n, by),
        PL_GRID((i, n / 4)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (i + by))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(strides, copy_kernel,
        PL_SIZES(n, by),
        PL_GRID((i, n / 4)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (by * i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(from_empty, copy_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, n)),
        PL_IN (int32_t, x, (m), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (4 * n), PL_BLOCKSPEC((4), (i))))

PL_CALL(full_at, copy_kernel,
        PL_SIZES(at),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (2, 4), PL_BLOCKSPEC((PL_NONE, PL_FULL), (i, at))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(row_at, copy_kernel,
        PL_SIZES(at),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (2, 4), PL_BLOCKSPEC((PL_NONE, 4), (i + at, 0))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(batch_at, copy_kernel,
        PL_SIZES(batch, at),
        PL_BATCH(b, batch, x, z),
        PL_GRID(),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (at))),
        PL_OUT(int32_t, z, (4), PL_WHOLE))

PL_CALL(element_at, copy_kernel,
        PL_SIZES(at),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((PL_ELEMENT(4, 1, 2)), (2 * i + at))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_KERNEL(slice_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 1))
{
    z[0] = x[0];
}

PL_CALL(slice_at, slice_kernel,
        PL_SIZES(at, count),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((PL_BOUNDED(4)), (PL_DS(at + i, count)))),
        PL_OUT(int32_t, z, (2), PL_BLOCKSPEC((1), (i))))

// Each differs in one place from a map that is proved to be in range (conformance/bounds.c).
PL_KERNEL(border_kernel, PL_REF(const int32_t, x, 10), PL_REF(int32_t, z, 1))
{
    z[0] = x[0] + x[9];
}

#define BORDERS(name, window, map, ...)                                                     \
    PL_CALL(name, border_kernel,                                                            \
            PL_SIZES(n, m),                                                                 \
            PL_GRID(__VA_ARGS__, (k, m)),                                                   \
            PL_IN (int32_t, x, (n), PL_BLOCKSPEC((window), (map), PL_EDGE(0))),             \
            PL_OUT(int32_t, z, (1), PL_BLOCKSPEC((1), (0), PL_REVISIT_ANY)))
BORDERS(border_padded_less, PL_ELEMENT(10, 1, 7), i * 8, (i, PL_CDIV(n, 8)))
BORDERS(border_farther, PL_ELEMENT(10, 1, 8), i * 9, (i, PL_CDIV(n, 8)))
BORDERS(border_by_other, PL_ELEMENT(10, 1, 8), k * 8, (i, PL_CDIV(n, 8)))
BORDERS(border_not_promised, PL_ELEMENT(10, 1, 1), i * 8, (i, PL_CDIV(n, 8)))
BORDERS(border_one_more, PL_ELEMENT(10, 1, 1), i * 8, (i, n / 8 + 1))
BORDERS(border_of_two, PL_ELEMENT(10, 4, 2), i * 8 + j * 5, (i, n / 8), (j, 2))
BORDERS(border_before, PL_ELEMENT(10, 1, 8), ((n + 7) / 8 - 2 - i) * 8, (i, (n + 7) / 8))
BORDERS(border_wrapped, PL_ELEMENT(10, 1, 9), (long)(unsigned int)(i - 1) + 1, (i, PL_CDIV(n, 8)))

BORDERS(border_rounded, PL_ELEMENT(10, 1, n / 8 * 8 - n + 8), i * 8, (i, PL_CDIV(n, 8)))
PL_CALL(border_joined, border_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, n / 8 + m)),
        PL_IN (int32_t, x, (n + 8 * m), PL_BLOCKSPEC((PL_ELEMENT(10, 1, 1)), (i * 8), PL_EDGE(0))),
        PL_OUT(int32_t, z, (n / 8 + m), PL_BLOCKSPEC((1), (i))))

PL_CALL(copies_next, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int32_t, x, (n + 3), PL_BLOCKSPEC((4), (i + 1))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(copies_back, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (PL_CDIV(n, 4) - 2 - i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(copies_from_less, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, n / 4 + 1)),
        PL_IN (int32_t, x, (n + 4), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0)), (4 * i))),
        PL_OUT(int32_t, z, (n + 4), PL_BLOCKSPEC((4), (i))))

// ---- Tables ----

PL_KERNEL(pick_kernel, PL_SMEM_REF(const int32_t, t, 4), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_ASSIGN(z, x);
}

#define PICKS(name, ...)                                                    \
    PL_CALL(name, pick_kernel,                                              \
            PL_SIZES(by),                                                   \
            PL_GRID((i, 4)),                                                \
            PL_PREFETCH(int32_t, t, (4)),                                   \
            PL_IN (int32_t, x, (16), PL_BLOCKSPEC((4), (__VA_ARGS__))),     \
            PL_OUT(int32_t, z, (16), PL_BLOCKSPEC((4), (i))))
PICKS(picks, t[i + by])
PICKS(picks_twice, t[t[i] + by])
PICKS(picks_unless, i < 2 ? i : t[i + by])
PICKS(picks_and, (i > 1 && t[i + by] > 0) ? 1 : 0)
PICKS(picks_or, (i < 2 || t[i + by] > 0) ? 1 : 0)
PICKS(picks_within, i > 1 ? (t[i] > 0 ? t[i + by] : 0) : 0)

// ---- Divisors that are 0: in a grid, an array, a block, an index map ----

PL_CALL(grid_by, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(8, n))),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(array_by, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (n > 1 ? 8 : 8 % n), PL_BLOCKSPEC((4), (i))))

PL_CALL(block_by, sum_kernel,
        PL_SCALAR(long, n),
        PL_GRID(),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((8 / n), (0))),
        PL_OUT(int32_t, z, (1), PL_WHOLE))

PL_CALL(index_by, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, 2), (j, 1)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i % n))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(index_by_axis, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, 4)),
        PL_IN (int32_t, x, (16), PL_BLOCKSPEC((4), (i > 1 && n / (3 - i) > 0 ? 1 : 0))),
        PL_OUT(int32_t, z, (16), PL_BLOCKSPEC((4), (i))))

// ---- PL_MULTIPLE_OF, PL_CHECK, PL_LOOP ----

PL_CALL(multiple_extent, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_MULTIPLE_OF(n, 4) / 4)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(multiple_index, copy_kernel,
        PL_SIZES(by),
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (12), PL_BLOCKSPEC((4), (PL_MULTIPLE_OF(i * by, 8) / 8))),
        PL_OUT(int32_t, z, (12), PL_BLOCKSPEC((4), (i))))

PL_KERNEL(checks_kernel, PL_SCALAR(long, by), PL_SCALAR(float, f), PL_REF(int32_t, z, 4))
{
    long v = PL_MULTIPLE_OF(by + PL_PROGRAM_ID(0), 4);
    PL_CHECK(f > 0.5f, "f is %g, %d%% of %ld: %c", f, (int)PL_PROGRAM_ID(0), by, 'x');
    PL_CHECK(by != 8);
    PL_FILL(z, (int32_t)v);
}

PL_CALL(checks, checks_kernel,
        PL_SCALAR(long, by),
        PL_SCALAR(float, f),
        PL_GRID((i, 1)),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((4), (i))))

PL_KERNEL(steps_kernel, PL_SCALAR(long, by), PL_REF(int32_t, z, 4))
{
    PL_FILL(z, 0);
    PL_LOOP (c, 0, 4, by)
        z[c] = 1;
}

PL_CALL(steps, steps_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, 2)),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

// ---- Blocks of steps, which may be fetched in earlier steps ----

PL_KERNEL(turned_kernel, PL_SCALAR(long, most), PL_REF(const int32_t, x, 4, 4), PL_REF(int32_t, z, 4, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_CHECK(PL_PROGRAM_ID(0) < most, "too many steps");
    PL_EACH ((r, 4), (c, 4))
        z[r][c] += x[c][r];
}

PL_CALL(turned, turned_kernel,
        PL_SIZES(n, by),
        PL_SCALAR(long, most),
        PL_GRID(PL_ARBITRARY(s, n)),
        PL_IN (int32_t, x, (4 * n, 4), PL_BLOCKSPEC((4, 4), (s + by, 0))),
        PL_OUT(int32_t, z, (4, 4), PL_BLOCKSPEC((4, 4), (0, 0))))

PL_CALL(turned_at, turned_kernel,
        PL_SIZES(n, by),
        PL_SCALAR(long, most),
        PL_GRID(PL_ARBITRARY(s, n)),
        PL_IN (int32_t, x, (4 * n, 4), PL_BLOCKSPEC((PL_ELEMENT(4, 1, 0), 4), (4 * s + by, 0))),
        PL_OUT(int32_t, z, (4, 4), PL_BLOCKSPEC((4, 4), (0, 0))))

// Interpret mode cannot see every subscript of a table.
#if defined PL_TARGET_OPENCL || defined PL_TARGET_TPU || defined PL_TARGET_CUDA
enum { is_interpreted = 0 };
#else
enum { is_interpreted = 1 };
#endif
static int silent;

static void report(const char *call, int code)
{
    printf("%s: %d: %s\n", call, code, pl_error());
    silent += code == 0;
}
#define MISTAKE(...) report(#__VA_ARGS__, __VA_ARGS__)

// A row that is longer than its tile: interpret mode finds what is written, the launcher compares the sizes.
PL_KERNEL(long_rows_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 2, n), PL_REF(float, z, 2, n))
{
    PL_EACH ((r, 2)) {
        PL_TILE(float, row, 64);
        PL_EACH ((c, n))
            row[c] = 2 * x[r][c];
        PL_EACH ((c, n))
            z[r][c] = row[c];
    }
}
PL_CALL(doubles_rows, long_rows_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, 2))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((2, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((2, PL_FULL), (i, 0))))

// A PL_CHECK of the last step, which targets run after the loop over the steps: its report names that step.
enum { TILE = 32 };
PL_KERNEL(product_kernel, PL_SCALAR(int, limit), PL_REF(const float, x, TILE, TILE), PL_REF(const float, y, TILE, TILE),
          PL_REF(float, z, TILE, TILE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
    PL_WHEN (PL_LAST(0))
        PL_CHECK(limit > 0, "the limit is %d", limit);
}

PL_CALL(product, product_kernel,
        PL_SIZES(k),
        PL_SCALAR(int, limit),
        PL_GRID((l, k / TILE)),
        PL_IN (float, x, (TILE, k), PL_BLOCKSPEC((TILE, TILE), (0, l))),
        PL_IN (float, y, (k, TILE), PL_BLOCKSPEC((TILE, TILE), (l, 0))),
        PL_OUT(float, z, (TILE, TILE), PL_WHOLE))

// A PL_CHECK that ends the body before the loop: that is the mistake then.
PL_KERNEL(short_rows_kernel, PL_SCALAR(long, n), PL_SCALAR(int, even), PL_REF(const float, x, 2, n), PL_REF(float, z, 2, n))
{
    PL_CHECK(!even || n % 2 == 0, "even: %d", even);
    PL_CHECK(n <= 64, "a row of %ld", n);
    PL_EACH ((r, 2)) {
        PL_TILE(float, row, 62);
        PL_EACH ((c, n))
            row[c] = 2 * x[r][c];
        PL_EACH ((c, n))
            z[r][c] = row[c];
    }
}
PL_CALL(doubles_short_rows, short_rows_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_SCALAR(int, even), PL_GRID((i, PL_CDIV(m, 2))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((2, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((2, PL_FULL), (i, 0))))

// Where an int overflows: a grid, a shape, a condition of one, a block's extent. Interpret mode reports it in strict runs.
PL_KERNEL(copy_by_kernel, PL_SCALAR(int, n), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + n;
}

PL_CALL(grid_overflows, copy_by_kernel,
        PL_SCALAR(int, n),
        PL_GRID((i, n * 65536 + 2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(size_overflows, copy_by_kernel,
        PL_SIZES(m),
        PL_SCALAR(int, n),
        PL_GRID((i, m)),
        PL_IN (int32_t, x, (m > 1 ? 8 : n + 65536 + 8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(long_overflows, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (n * 4 + 8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

// Index maps and starts of slices are computed in 64 bits.
PL_CALL(map_overflows, copy_by_kernel,
        PL_SCALAR(int, n),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 0)), (65536 * n + i * 4))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(slice_overflows, copy_by_kernel,
        PL_SCALAR(int, n),
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((PL_BOUNDED(4)), (PL_DS(n > 0 ? -n * 65536 / 4 : 0, 4)))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

int main(void)
{
    static int32_t x[512], z[512];
    const int32_t t[16] = { 3, 2, 1, 0 };
    const int32_t far_away[8] = { 0, 1, 2, 7 };
    for (int32_t i = 0; i < 512; i++)
        x[i] = i;
    int32_t *a = pl_alloc(32), *b = pl_alloc(96);

    MISTAKE(copies(8, NULL, z));
    MISTAKE(copies(8, x, NULL));
    MISTAKE(picks(0, NULL, x, z));
    MISTAKE(copies(-8, x, z));
    MISTAKE(copies_rows(2, -3, x, z));
    MISTAKE(repeats(-2, x, z));
    MISTAKE(repeats(LONG_MAX / 2, x, z));
    MISTAKE(copies(LONG_MAX, x, z));
    MISTAKE(copies(10, x, z));
    MISTAKE(left_columns(3, 8, 2, 1, x, z));
    MISTAKE(left_columns(3, 8, 2, 2, x, z));
    MISTAKE(left_batch(3, 13, 2, x, z));
    MISTAKE(left_first(8, x, z));
    MISTAKE(copies(24, a, b));
    MISTAKE(copies(8, a + 4, b));
    MISTAKE(copies(8, x, x));
    MISTAKE(copies(8, x, x + 4));
    MISTAKE(copies(8, x + 4, x));
    MISTAKE(writes_two(x, x));
    MISTAKE(writes_two(x, x + 1));
    MISTAKE(aliased(8, 8, x, z));
    MISTAKE(aliased(16, 8, x, x));
    MISTAKE(aliased(4, 8, x, x));
    MISTAKE(aliased_batch(4, x, x));
    MISTAKE(blocks_differ(3, 4, x, z));
    MISTAKE(sums(0, x, z));
    MISTAKE(sums(-1, x, z));

    MISTAKE(shifts(16, 3, x, z));
    MISTAKE(shifts(16, -1, x, z));
    MISTAKE(shifts(4, 1, x, z));
    MISTAKE(strides(16, 4, x, z));
    MISTAKE(picks(0, far_away, x, z));
    MISTAKE(from_empty(0, 2, x, z));
    MISTAKE(full_at(1, x, z));
    MISTAKE(row_at(1, x, z));
    MISTAKE(row_at(-1, x, z));
    MISTAKE(batch_at(2, 2, x, z));
    MISTAKE(element_at(6, x, z));
    MISTAKE(element_at(-1, x, z));
    MISTAKE(slice_at(0, 5, x, z));
    MISTAKE(slice_at(0, 0, x, z));
    MISTAKE(slice_at(-1, 2, x, z));
    MISTAKE(slice_at(6, 2, x, z));
    MISTAKE(slice_at(5, 8, x, z));

    MISTAKE(border_padded_less(9, 1, x, z));
    MISTAKE(border_farther(17, 1, x, z));
    MISTAKE(border_by_other(8, 2, x, z));
    MISTAKE(border_not_promised(9, 1, x, z));
    MISTAKE(border_one_more(8, 1, x, z));
    MISTAKE(border_of_two(8, 1, x, z));
    MISTAKE(border_before(9, 1, x, z));
    MISTAKE(border_wrapped(8, 1, x, z));
    MISTAKE(border_rounded(9, 1, x, z));
    MISTAKE(border_joined(2, -1, x, z));
    MISTAKE(copies_next(5, x, z));
    MISTAKE(copies_back(5, x, z));
    MISTAKE(copies_from_less(-1, x, z));

    MISTAKE(turned(6, 1, 9, x, z));
    MISTAKE(turned(6, 4, 9, x, z));
    MISTAKE(turned(6, -1, 9, x, z));
    MISTAKE(turned(6, 2, 3, x, z));
    MISTAKE(turned(6, 3, 4, x, z));
    MISTAKE(turned_at(6, 2, 9, x, z));
    MISTAKE(turned_at(6, -1, 9, x, z));
    MISTAKE(turned_at(6, 9, 3, x, z));

    MISTAKE(grid_by(0, x, z));
    MISTAKE(array_by(0, x, z));
    MISTAKE(block_by(0, x, z));
    MISTAKE(index_by(0, x, z));
    MISTAKE(index_by_axis(4, x, z));

    MISTAKE(multiple_extent(6, x, z));
    MISTAKE(multiple_index(3, x, z));
    MISTAKE(checks(3, 1, z));
    MISTAKE(checks(4, 0.25f, z));
    MISTAKE(checks(8, 1, z));
    MISTAKE(steps(0, z));
    MISTAKE(steps(-2, z));
    pl_free(a);
    pl_free(b);

    static float long_rows[2 * 66], long_rows_out[2 * 66];
    MISTAKE(doubles_short_rows(2, 65, 1, long_rows, long_rows_out));
    MISTAKE(doubles_short_rows(2, 65, 0, long_rows, long_rows_out));

    static float factors[3 * TILE * TILE], products[TILE * TILE];
    MISTAKE(product(3 * TILE, 0, factors, factors, products));

    printf("-- tables\n");
    MISTAKE(picks(1, t, x, z));
    MISTAKE(picks(-1, t + 4, x, z));
    MISTAKE(picks_twice(1, t, x, z));
    MISTAKE(picks_unless(1, t, x, z));
    MISTAKE(picks_and(1, t, x, z));
    MISTAKE(picks_or(1, t, x, z));
    MISTAKE(picks_within(2, t, x, z));
    MISTAKE(doubles_rows(2, 66, long_rows, long_rows_out));
    MISTAKE(doubles_short_rows(2, 64, 1, long_rows, long_rows_out));

    printf("-- overflow\n");
    if (is_interpreted)
        return 0;
    MISTAKE(grid_overflows(65536, x, z));
    MISTAKE(size_overflows(1, INT_MAX - 65536, x, z));
    MISTAKE(long_overflows(1L << 62, x, z));
    MISTAKE(map_overflows(65536, x, z));
    MISTAKE(slice_overflows(65536, x, z));
    return silent;
}
