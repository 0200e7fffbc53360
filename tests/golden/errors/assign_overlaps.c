// options: --check
// PL_ASSIGN copies in any order: if two parts of one block overlap, it may read elements that it has written.

#include <pallas.h>

enum { FROM = 1 };

PL_KERNEL(shift_kernel, PL_SCALAR(int, often), PL_REF(float, z, 8, 4), PL_REF(float, w, 2, 8, 4), PL_REF(float, row, 16))
{
    const long first = FROM + 1;
    PL_VIEW(float, from, &z[0], 6, 4);
    PL_VIEW(float, to, &z[first], 6, 4);
    PL_ASSIGN(to, from);
    PL_VIEW(float, left, &w[1][2], 4, 4);
    PL_VIEW(float, page, w[1], 8, 4);
    PL_VIEW(float, right, &page[5], 3, 4);
    PL_VIEW(float, short_left, &left[1], 3, 4);
    PL_ASSIGN(right, short_left);
    PL_WHEN (often > 1) {
        PL_VIEW(float, low, &row[0], 9);
        PL_VIEW(float, high, &row[7], 9);
        PL_ASSIGN(high, low);
    }
}

PL_CALL(shift, shift_kernel, PL_SCALAR(int, often), PL_GRID(),
        PL_INOUT(float, z, (8, 4), PL_WHOLE), PL_INOUT(float, w, (2, 8, 4), PL_WHOLE), PL_INOUT(float, row, (16), PL_WHOLE))

// Side by side, of two pages, of columns, from a place that is not known, and onto itself.
PL_KERNEL(right_kernel, PL_SCALAR(int, often), PL_REF(float, z, 8, 4), PL_REF(float, w, 2, 8, 4), PL_REF(float, row, 16))
{
    PL_VIEW(float, from, &z[0], 4, 4);
    PL_VIEW(float, to, &z[4], 4, 4);
    PL_ASSIGN(to, from);
    PL_VIEW(float, one, &w[0][2], 4, 4);
    PL_VIEW(float, other, &w[1][3], 4, 4);
    PL_ASSIGN(other, one);
    PL_VIEW(float, left, &row[0], 8);
    PL_VIEW(float, right, &row[often], 8);
    PL_ASSIGN(left, right);
    PL_VIEW(float, again, &z[0], 4, 4);
    PL_ASSIGN(again, from);
    PL_LOOP (h, 0, 7) {
        PL_VIEW(float, a, z[h], 4);
        PL_VIEW(float, b, z[h + 1], 4);
        PL_ASSIGN(b, a);
    }
}

PL_CALL(right, right_kernel, PL_SCALAR(int, often), PL_GRID(),
        PL_INOUT(float, z, (8, 4), PL_WHOLE), PL_INOUT(float, w, (2, 8, 4), PL_WHOLE), PL_INOUT(float, row, (16), PL_WHOLE))
