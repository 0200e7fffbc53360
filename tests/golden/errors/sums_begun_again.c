// options: --check
// A sum that starts again in the middle: scratch, or an output block, is overwritten while it should stay.

#include <pallas.h>

enum { B = 8 };

// It stays along l, and j is what its PL_FIRST asks for.
PL_KERNEL(wrong_axis, PL_REF(const float, x, B, B), PL_REF(const float, w, B, B), PL_REF(const float, bias, B),
          PL_REF(float, z, B, B), PL_REF(float, acc, B, B))
{
    PL_WHEN (PL_FIRST(1))
        PL_EACH ((r, B), (c, B))
            acc[r][c] = bias[c];
    PL_DOT(acc, x, w);
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, acc);
}

// Nothing asks for PL_FIRST.
PL_KERNEL(each_time, PL_REF(const float, x, B, B), PL_REF(const float, w, B, B), PL_REF(const float, bias, B),
          PL_REF(float, z, B, B), PL_REF(float, acc, B, B))
{
    PL_FILL(acc, 0);
    PL_EACH ((r, B), (c, B))
        acc[r][c] += x[r][c] * w[r][c] + bias[c];
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, acc);
}

PL_KERNEL(output, PL_REF(const float, x, B, B), PL_REF(const float, w, B, B), PL_REF(const float, bias, B),
          PL_REF(float, z, B, B), PL_REF(float, acc, B, B))
{
    PL_EACH ((r, B), (c, B))
        z[r][c] = bias[c];
    PL_DOT(z, x, w);
    PL_FILL(acc, 0);
}

PL_KERNEL(right, PL_REF(const float, x, B, B), PL_REF(const float, w, B, B), PL_REF(const float, bias, B),
          PL_REF(float, z, B, B), PL_REF(float, acc, B, B))
{
    PL_WHEN (PL_FIRST(2))
        PL_EACH ((r, B), (c, B))
            acc[r][c] = bias[c];
    PL_DOT(acc, x, w);
    PL_WHEN (PL_LAST(2))
        PL_ASSIGN(z, acc);
}

// Scratch as a place to work in: what was added is read in the same program.
PL_KERNEL(read_at_once, PL_REF(const float, x, B, B), PL_REF(const float, w, B, B), PL_REF(const float, bias, B),
          PL_REF(float, z, B, B), PL_REF(float, acc, B, B))
{
    PL_FILL(acc, 0);
    PL_DOT(acc, x, w);
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_EACH ((r, B), (c, B))
        z[r][c] += acc[r][c] + bias[c];
}

// A row of it for each program, by way of a view and by subscripts.
PL_KERNEL(rows, PL_REF(const float, x, B, B), PL_REF(const float, w, B, B), PL_REF(const float, bias, B),
          PL_REF(float, z, B, B), PL_REF(float, acc, B, B))
{
    PL_VIEW(float, row, z[PL_PROGRAM_ID(2) % B], B);
    PL_FILL(row, 0);
    PL_EACH ((c, B)) {
        acc[PL_PROGRAM_ID(2) % B][c] = 0;
        PL_REDUCE (row[c], PL_ADD, (r, B), x[r][c]);
        PL_REDUCE (acc[PL_PROGRAM_ID(2) % B][c], PL_ADD, (r, B), w[r][c]);
    }
}

#define CALL(kernel) \
    PL_CALL(call_##kernel, kernel, \
            PL_SIZES(m, n, k), \
            PL_GRID((i, PL_CDIV(m, B)), (j, PL_CDIV(n, B)), (l, PL_CDIV(k, B))), \
            PL_IN (float, x, (m, k), PL_BLOCKSPEC((B, B), (i, l), PL_EDGE(0))), \
            PL_IN (float, w, (k, n), PL_BLOCKSPEC((B, B), (l, j), PL_EDGE(0))), \
            PL_IN (float, bias, (n), PL_BLOCKSPEC((B), (j))), \
            PL_OUT(float, z, (m, n), PL_BLOCKSPEC((B, B), (i, j))), \
            PL_SCRATCH(float, (B, B)))

CALL(wrong_axis)
CALL(each_time)
CALL(output)
CALL(right)
CALL(read_at_once)
CALL(rows)
