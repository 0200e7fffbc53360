// reductions.c -- along the middle dim of an array of three: the sum, the mean, the largest, the smallest, and where they are.
//
// A block has some rows of some columns. Each column belongs to a work-item, which goes down the rows: neighbors read neighbors.

#include "../card.h"

enum { ROWS = 64, COLUMNS = 128 };

#define REDUCTION(name, OP, NOTHING, result)                                                                                       \
    PL_KERNEL(name##_kernel, PL_SCALAR(long, rows), PL_REF(const float, x, ROWS, COLUMNS), PL_REF(float, z, COLUMNS))              \
    {                                                                                                                              \
        PL_WHEN (PL_FIRST(2))                                                                                                      \
            PL_FILL(z, NOTHING);                                                                                                   \
        PL_EACH ((c, COLUMNS))                                                                                                     \
            PL_LOOP (r, 0, ROWS)                                                                                                   \
                z[c] = OP(z[c], x[r][c]);                                                                                          \
        PL_WHEN (PL_LAST(2))                                                                                                       \
            PL_EACH ((c, COLUMNS))                                                                                                 \
                z[c] = result;                                                                                                     \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(batch, columns),                                                                                              \
            PL_SCALAR(long, rows),                                                                                                 \
            PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(j, PL_CDIV(columns, COLUMNS)), (i, PL_CDIV(rows, ROWS))),                   \
            PL_IN (float, x, (batch, rows, columns), PL_BLOCKSPEC((PL_NONE, ROWS, COLUMNS), (b, i, j), PL_EDGE(NOTHING))),         \
            PL_OUT(float, z, (batch, columns), PL_BLOCKSPEC((PL_NONE, COLUMNS), (b, j))))

REDUCTION(sum, PL_ADD, 0, z[c])
REDUCTION(mean, PL_ADD, 0, z[c] / rows)
REDUCTION(largest, PL_MAX, -INFINITY, z[c])
REDUCTION(smallest, PL_MIN, INFINITY, z[c])

// The first row that has the best element so far.
#define ARGUMENT(name, IS_BETTER, WORST)                                                                                           \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, ROWS, COLUMNS), PL_REF(int32_t, at, COLUMNS), PL_REF(float, best, COLUMNS))    \
    {                                                                                                                              \
        PL_WHEN (PL_FIRST(2)) {                                                                                                    \
            PL_FILL(best, WORST);                                                                                                  \
            PL_FILL(at, 0);                                                                                                        \
        }                                                                                                                          \
        PL_EACH ((c, COLUMNS))                                                                                                     \
            PL_LOOP (r, 0, ROWS) {                                                                                                 \
                const bool is_better = x[r][c] IS_BETTER best[c];                                                                  \
                best[c] = is_better ? x[r][c] : best[c];                                                                           \
                at[c] = is_better ? (int32_t)(PL_AXIS(i) * ROWS + r) : at[c];                                                      \
            }                                                                                                                      \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(batch, rows, columns),                                                                                        \
            PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(j, PL_CDIV(columns, COLUMNS)), (i, PL_CDIV(rows, ROWS))),                   \
            PL_IN (float, x, (batch, rows, columns), PL_BLOCKSPEC((PL_NONE, ROWS, COLUMNS), (b, i, j), PL_EDGE(WORST))),           \
            PL_OUT(int32_t, at, (batch, columns), PL_BLOCKSPEC((PL_NONE, COLUMNS), (b, j))),                                       \
            PL_SCRATCH(float, (COLUMNS)))

ARGUMENT(argmax, >, -INFINITY)
ARGUMENT(argmin, <, INFINITY)

// ---- Are they right? ----

// Column i of the results begins at this element, and its rows are `columns` apart.
static long column_begins(long i, long rows, long columns) { return i / columns * rows * columns + i % columns; }

static struct card_sum sum_of(long i, long rows, long columns)
{
    struct card_sum s = { 0, 0 };
    for (long r = 0; r < rows; r++)
        card_add(&s, IN(0, column_begins(i, rows, columns) + r * columns));
    return s;
}

// The first row that has the largest element, if sign is 1, or the smallest, if it is -1.
static long best_row(long i, long rows, long columns, int sign)
{
    long best = 0, begin = column_begins(i, rows, columns);
    for (long r = 1; r < rows; r++)
        if (sign * IN(0, begin + r * columns) > sign * IN(0, begin + best * columns))
            best = r;
    return best;
}

static void try_sum(long batch, long rows, long columns, int is_mean)
{
    float *x = card_in(0, batch * rows * columns), *z = card_out(batch * columns);
    if (is_mean)
        CARD_RUN(mean(batch, columns, rows, x, z));
    else
        CARD_RUN(sum(batch, columns, rows, x, z));
    CARD_EACH (i, batch * columns) {
        struct card_sum s = sum_of(i, rows, columns);
        double over = is_mean ? (double)rows : 1;
        card_compare(z, i, s.value / over, card_bound(s, (double)rows + 2) / over);
    }
}

static void try_best(long batch, long rows, long columns, int sign)
{
    float *x = card_in(0, batch * rows * columns), *z = card_out(batch * columns);
    if (sign > 0)
        CARD_RUN(largest(batch, columns, rows, x, z));
    else
        CARD_RUN(smallest(batch, columns, rows, x, z));
    CARD_EACH (i, batch * columns)
        card_compare(z, i, IN(0, column_begins(i, rows, columns) + best_row(i, rows, columns, sign) * columns), FLT_MIN);
}

static void try_argument(long batch, long rows, long columns, int sign)
{
    float *x = card_in(0, batch * rows * columns);
    int32_t *at = card_alloc((size_t)(batch * columns) * sizeof *at);
    if (sign > 0)
        CARD_RUN(argmax(batch, rows, columns, x, at));
    else
        CARD_RUN(argmin(batch, rows, columns, x, at));
    CARD_EACH (i, batch * columns)
        card_compare_int(at, i, best_row(i, rows, columns, sign));
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long batch = CARD_SIZE(2, 128), rows = CARD_SIZE(150, 4096), columns = CARD_SIZE(200, 4095);
    CARD_TRY(47, "Sum reduction over a dimension", try_sum(batch, rows, columns, 0));
    CARD_TRY(48, "Mean reduction over a dimension", try_sum(batch, rows, columns, 1));
    CARD_TRY(49, "Max reduction over a dimension", try_best(batch, rows, columns, 1));
    CARD_TRY(51, "Argmax over a dimension", try_argument(batch, rows, columns, 1));
    CARD_TRY(52, "Argmin over a dimension", try_argument(batch, rows, columns, -1));
    CARD_TRY(53, "Min reduction over a dimension", try_best(batch, rows, columns, -1));
    return card_end();
}
