// program_ids.c -- which program writes which element: each program fills its block with its ids, and the tables show them.
//
// These are the tables of the Pallas documentation on grids and BlockSpecs. The blocks are cut in every possible way:
// evenly, past the end, larger than the array, revisited, with a dropped dimension, one for all, by element, padded.
//
// No TPU runs this: the blocks are small, such as 2 x 3, and a TPU takes multiples of 8 and 128.

#include <stdint.h>
#include <string.h>
#include <pallas.h>
#include "example.h"

PL_KERNEL(ids_kernel, PL_SCALAR(long, bm), PL_SCALAR(long, bn), PL_REF(int32_t, o, bm, bn))
{
    PL_FILL(o, 10 * PL_PROGRAM_ID(0) + PL_PROGRAM_ID(1));
}

PL_KERNEL(ids_3d_kernel, PL_REF(int32_t, o, 2, 3))
{
    PL_FILL(o, 100 * PL_PROGRAM_ID(0) + 10 * PL_PROGRAM_ID(1) + PL_PROGRAM_ID(2));
}

PL_KERNEL(ids_row_kernel, PL_REF(int32_t, o, 2))        // the ids are swapped here
{
    PL_FILL(o, 10 * PL_PROGRAM_ID(1) + PL_PROGRAM_ID(0));
}

PL_CALL(ids, ids_kernel, PL_SIZES(m, n), PL_SCALAR(long, bm), PL_SCALAR(long, bn),
        PL_GRID((i, PL_CDIV(m, bm)), (j, PL_CDIV(n, bn))),
        PL_OUT(int32_t, o, (m, n), PL_BLOCKSPEC((bm, bn), (i, j))))

// The block does not depend on k. It is visited 10 times, and the contents after the last visit are written back.
PL_CALL(ids_revisited, ids_3d_kernel, PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m, 2)), (j, PL_CDIV(n, 3)), (k, 10)),
        PL_OUT(int32_t, o, (m, n), PL_BLOCKSPEC((2, 3), (i, j))))

PL_CALL(ids_dropped, ids_row_kernel, PL_SIZES(m, n),
        PL_GRID((i, m), (j, PL_CDIV(n, 2))),
        PL_OUT(int32_t, o, (m, n), PL_BLOCKSPEC((PL_NONE, 2), (i, j))))

PL_CALL(ids_whole, ids_kernel, PL_SCALAR(long, m), PL_SCALAR(long, n),
        PL_GRID((i, 2), (j, 3)),
        PL_OUT(int32_t, o, (m, n), PL_WHOLE))

PL_CALL(ids_one_block, ids_kernel, PL_SCALAR(long, m), PL_SCALAR(long, n),
        PL_GRID((i, 2), (j, 3)),
        PL_OUT(int32_t, o, (m, n), PL_BLOCKSPEC((m, n), (0, 0))))

// PL_ELEMENT counts a block's start in elements: without padding, and with 1 row and 2 columns before the array.
PL_CALL(ids_elements, ids_kernel, PL_SIZES(m, n), PL_SCALAR(long, bm), PL_SCALAR(long, bn),
        PL_GRID((i, m / bm), (j, n / bn)),
        PL_OUT(int32_t, o, (m, n), PL_BLOCKSPEC(PL_UNBLOCKED((bm, bn), ((0, 0), (0, 0))), (bm * i, bn * j))))

PL_CALL(ids_padded, ids_kernel, PL_SIZES(m, n), PL_SCALAR(long, bm), PL_SCALAR(long, bn),
        PL_GRID((i, (1 + m) / bm), (j, (2 + n) / bn)),
        PL_OUT(int32_t, o, (m, n), PL_BLOCKSPEC(PL_UNBLOCKED((bm, bn), ((1, 0), (2, 0))), (bm * i, bn * j))))

// The reference: the tables of the documentation.
static const char even[] = "[[ 0  0  0  1  1  1]\n"
                           " [ 0  0  0  1  1  1]\n"
                           " [10 10 10 11 11 11]\n"
                           " [10 10 10 11 11 11]\n"
                           " [20 20 20 21 21 21]\n"
                           " [20 20 20 21 21 21]\n"
                           " [30 30 30 31 31 31]\n"
                           " [30 30 30 31 31 31]]\n";
static const char over_the_edge[] = "[[ 0  0  0  1  1]\n"
                                    " [ 0  0  0  1  1]\n"
                                    " [10 10 10 11 11]\n"
                                    " [10 10 10 11 11]\n"
                                    " [20 20 20 21 21]\n"
                                    " [20 20 20 21 21]\n"
                                    " [30 30 30 31 31]]\n";
static const char larger[] = "[[0 0]]\n";
static const char revisited[] = "[[  9   9   9  19  19  19]\n"
                                " [  9   9   9  19  19  19]\n"
                                " [109 109 109 119 119 119]\n"
                                " [109 109 109 119 119 119]\n"
                                " [209 209 209 219 219 219]\n"
                                " [209 209 209 219 219 219]\n"
                                " [309 309 309 319 319 319]\n"
                                " [309 309 309 319 319 319]]\n";
static const char dropped[] = "[[ 0  0 10 10]\n"
                              " [ 1  1 11 11]\n"
                              " [ 2  2 12 12]]\n";
static const char one_for_all[] = "[[12 12 12 12]\n"
                                  " [12 12 12 12]\n"
                                  " [12 12 12 12]\n"
                                  " [12 12 12 12]]\n";
static const char padded[] = "[[ 0  1  1  1  2  2  2]\n"
                             " [10 11 11 11 12 12 12]\n"
                             " [10 11 11 11 12 12 12]\n"
                             " [20 21 21 21 22 22 22]\n"
                             " [20 21 21 21 22 22 22]\n"
                             " [30 31 31 31 32 32 32]\n"
                             " [30 31 31 31 32 32 32]]\n";

enum { MOST = 8 * 8 };                                  // elements of the largest table
static int32_t table[MOST];
static double start;

// Formats the table as NumPy does: every number as wide as the widest.
static void write_table(char *text, long m, long n)
{
    int width = 1;
    for (long e = 0; e < m * n; e++)
        width = table[e] > 99 ? 3 : table[e] > 9 && width < 2 ? 2 : width;
    for (long e = 0; e < m * n; e++)
        text += sprintf(text, "%s%*d%s", e == 0 ? "[[" : e % n ? " " : " [", width, (int)table[e],
                        e == m * n - 1 ? "]]\n" : (e + 1) % n ? "" : "]\n");
}

static int show(const char *what, const char *size, long m, long n, const char *expected, int failure)
{
    double seconds = example_clock() - start;
    if (failure)
        return example_failed("program_ids");
    char text[MOST * 16] = "";                          // a number has 11 characters at most, and brackets 5
    write_table(text, m, n);
    int wrong = example_report("program_ids", what, size, strcmp(text, expected) != 0, 0, seconds);
    fputs(text, stdout);
    memset(table, 0xff, sizeof table);                  // a table must not inherit the contents of the previous one
    start = example_clock();
    return wrong;
}

int main(void)
{
    start = example_clock();
    int failed = 0;
    failed |= show("blocks of 2x3, grid 4x2", "8x6", 8, 6, even, ids(8, 6, 2, 3, table));
    failed |= show("the same, over the edge", "7x5", 7, 5, over_the_edge, ids(7, 5, 2, 3, table));
    failed |= show("the same, larger than the array", "1x2", 1, 2, larger, ids(1, 2, 2, 3, table));
    failed |= show("grid 4x2x10, each block visited 10 times", "8x6", 8, 6, revisited, ids_revisited(8, 6, table));
    failed |= show("blocks of 2, the first dimension dropped", "3x4", 3, 4, dropped, ids_dropped(3, 4, table));
    failed |= show("the whole array, grid 2x3", "4x4", 4, 4, one_for_all, ids_whole(4, 4, table));
    failed |= show("one block of 4x4, grid 2x3", "4x4", 4, 4, one_for_all, ids_one_block(4, 4, table));
    failed |= show("blocks of 2x3 by element", "8x6", 8, 6, even, ids_elements(8, 6, 2, 3, table));
    failed |= show("the same, padded by 1 row and 2 columns", "7x7", 7, 7, padded, ids_padded(7, 7, 2, 3, table));
    return failed;
}
