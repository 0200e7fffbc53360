// options: --check
// Everything is written before it is read, in ways that are easily misjudged. Nothing is reported.

#include <pallas.h>

enum { N = 4 };

PL_FUNCTION(void, clear, PL_SCALAR(bool, when), PL_REF(float, z, N))
{
    PL_WHEN (when)
        PL_FILL(z, 0);
}

static void clear_row(float *row)
{
    for (int c = 0; c < N; c++)
        row[c] = 0;
}

PL_KERNEL(ways, PL_SCALAR(bool, flag), PL_REF(const float, x, N), PL_REF(float, a, N), PL_REF(float, b, N),
          PL_REF(float, c, N), PL_REF(float, d, N), PL_REF(float, e, N), PL_REF(int32_t, f, N))
{
    bool first = PL_AXIS(k) == 0;
    PL_TILE(float, t, N, N);
    PL_TILE(float, u, N);
    PL_VIEW(float, row, t[1], N);

    if (first)                                          // by a condition with a name
        PL_FILL(a, 0);
    PL_EACH ((i, N))
        a[i] += x[i];

    clear(PL_PROGRAM_ID(1) == 0, PL_PASS(b));           // in a helper
    PL_EACH ((i, N)) {
        b[i] += x[i];
        c[i] = first ? x[i] : c[i] + x[i];              // one side is not read
        float before = 0;
        if (PL_PROGRAM_ID(1) > 0)
            before = d[i];
        d[i] = before + x[i];
        f[i] = (int32_t)(first ? 0 : 1) * f[i];         // of integers zero times anything is zero
    }
    PL_FILL(row, 1);                                    // by a view
    clear_row(t[0]);                                    // by a row
    PL_EACH ((i, N))
        u[i] = t[0][i] + t[1][i];
    PL_LOOP (s, 0, N) {                                 // in the first round
        PL_WHEN (s == 0)
            PL_ASSIGN(e, x);
        PL_WHEN (s > 0)
            PL_EACH ((i, N))
                e[i] += u[i];
    }
    PL_LOOP (s, 0, PL_PROGRAM_ID(1))                    // no round where it would be garbage
        PL_EACH ((i, N))
            a[i] += b[i];
    if (flag)                                           // who knows
        e[0] += 1;
}

PL_CALL(all_ways, ways, PL_SCALAR(bool, flag), PL_SIZES(n), PL_GRID((i, n), (k, n)),
        PL_IN (float, x, (N * n), PL_BLOCKSPEC((N), (k))),
        PL_OUT(float, a, (N * n), PL_BLOCKSPEC((N), (i))), PL_OUT(float, b, (N * n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, c, (N * n), PL_BLOCKSPEC((N), (i))), PL_OUT(float, d, (N * n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, e, (N * n), PL_BLOCKSPEC((N), (i))), PL_OUT(int32_t, f, (N * n), PL_BLOCKSPEC((N), (i))))

PL_KERNEL(leaves, PL_REF(const float, x, N), PL_REF(float, z, N), PL_REF(float, last, N))
{
    if (PL_FIRST(0)) {
        PL_ASSIGN(last, x);
        PL_FILL(z, 0);
        return;
    }
    PL_EACH ((c, N))
        z[c] = x[c] - last[c];
    PL_ASSIGN(last, x);
}

PL_CALL(differences, leaves, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN (float, x, (N * n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, z, (N * n), PL_BLOCKSPEC((N), (i))), PL_SCRATCH(float, (N)))

PL_KERNEL(product, PL_REF(const float, x, N, N), PL_REF(const float, y, N, N), PL_REF(float, z, N, N),
          PL_REF(float, acc, N, N))
{
    PL_WHEN (PL_FIRST(2) && PL_FIRST(3))
        PL_FILL(acc, 0);
    PL_DOT(acc, x, y);
    PL_WHEN (PL_LAST(2) && PL_LAST(3))
        PL_ASSIGN(z, acc);
}

PL_CALL(two_sums, product, PL_SIZES(m, n, k), PL_GRID((i, m), (j, n), (l, k), (h, 2)),
        PL_IN (float, x, (N * m, 2 * N * k), PL_BLOCKSPEC((N, N), (i, 2 * l + h))),
        PL_IN (float, y, (2 * N * k, N * n), PL_BLOCKSPEC((N, N), (2 * l + h, j))),
        PL_OUT(float, z, (N * m, N * n), PL_BLOCKSPEC((N, N), (i, j))), PL_SCRATCH(float, (N, N)))
