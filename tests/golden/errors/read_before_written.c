// options: --check
// Reads of outputs, scratch and tiles before they are written, in some program
// of the grid. And, as a warning, an output that is cleared while its block stays.

#include <pallas.h>

enum { N = 4 };

PL_KERNEL(wrong_axis, PL_REF(const float, x, N, N), PL_REF(const float, y, N, N), PL_REF(float, z, N, N))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(product, wrong_axis, PL_SIZES(m, n, k), PL_GRID((i, m), (j, n), (l, k)),
        PL_IN (float, x, (N * m, N * k), PL_BLOCKSPEC((N, N), (i, l))),
        PL_IN (float, y, (N * k, N * n), PL_BLOCKSPEC((N, N), (l, j))),
        PL_OUT(float, z, (N * m, N * n), PL_BLOCKSPEC((N, N), (i, j))))

PL_KERNEL(at_the_end, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_WHEN (PL_LAST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, N))
        z[c] += x[c];
}

PL_CALL(sums_at_the_end, at_the_end, PL_SIZES(m, n), PL_GRID((i, m), (k, n)),
        PL_IN (float, x, (N * m, n), PL_BLOCKSPEC((N, PL_NONE), (i, k))),
        PL_OUT(float, z, (N * m), PL_BLOCKSPEC((N), (i))))

PL_KERNEL(always, PL_REF(const float, x, N, N), PL_REF(const float, y, N, N), PL_REF(float, z, N, N))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
}

PL_CALL(product_of_the_last, always, PL_SIZES(m, n, k), PL_GRID((i, m), (j, n), (l, k)),
        PL_IN (float, x, (N * m, N * k), PL_BLOCKSPEC((N, N), (i, l))),
        PL_IN (float, y, (N * k, N * n), PL_BLOCKSPEC((N, N), (l, j))),
        PL_OUT(float, z, (N * m, N * n), PL_BLOCKSPEC((N, N), (i, j))))

PL_KERNEL(no_axis, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, total, N))
{
    PL_TILE(float, t, N);
    PL_EACH ((c, N)) {
        z[c] += x[c];
        total[c] = total[c] * 2 + x[c];
        float before = t[c], twice = 2 * before;
        t[c] = twice;
    }
    PL_ASSIGN(z, t);
}

PL_CALL(sums, no_axis, PL_SIZES(n), PL_GRID((i, n), (k, n)),
        PL_IN (float, x, (N * n), PL_BLOCKSPEC((N), (k))),
        PL_OUT(float, z, (N * n), PL_BLOCKSPEC((N), (i))), PL_SCRATCH(float, (N)))

PL_KERNEL(block_operations, PL_REF(const float, x, N, N), PL_REF(float, z, N, N), PL_REF(float, s, N, N),
          PL_REF(float, o, 1))
{
    PL_TILE(float, t, N, N);
    PL_ASSIGN(z, s);
    PL_FILL(t, 0);
    PL_DOT(t, s, x);
    PL_REDUCE (o[0], PL_ADD, (r, N), x[r][0]);
    PL_WHEN (s[0][0] > 0)
        PL_FILL(z, s[0][1]);
}

PL_CALL(blocks, block_operations, PL_GRID(),
        PL_IN (float, x, (N, N), PL_WHOLE), PL_OUT(float, z, (N, N), PL_WHOLE),
        PL_SCRATCH(float, (N, N)), PL_OUT(float, o, (1), PL_WHOLE))

PL_KERNEL(carries, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, sum, 1))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(sum, 0);
    PL_LOOP (c, 0, N) {
        sum[0] += x[c];
        z[c] = sum[0];
    }
}

PL_CALL(carries_along_parallel, carries, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, n)),
        PL_IN (float, x, (N * n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (N * n), PL_BLOCKSPEC((N), (i))), PL_SCRATCH(float, (1)))

PL_CALL(carries_along_plain, carries, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN (float, x, (N * n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (N * n), PL_BLOCKSPEC((N), (i))), PL_SCRATCH(float, (1)))

PL_KERNEL(never, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, y, N)) { PL_ASSIGN(z, x); (void)y[0]; }

PL_CALL(never_written, never, PL_GRID(),
        PL_IN (float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE), PL_OUT(float, y, (N), PL_WHOLE))

PL_FUNCTION(void, add_to, PL_REF(float, to, N), PL_REF(const float, x, N))
{
    PL_EACH ((c, N))
        to[c] += x[c];
}

PL_KERNEL(by_helper, PL_REF(const float, x, N), PL_REF(float, z, N)) { add_to(PL_PASS(z), PL_PASS(x)); }

PL_CALL(helped, by_helper, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))
