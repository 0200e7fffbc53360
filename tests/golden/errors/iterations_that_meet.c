// options: --check
// Iterations of PL_EACH that access the same elements, and operations on whole blocks inside one.

#include <pallas.h>

enum { M = 4, N = 8 };

PL_KERNEL(neighbours, PL_REF(const float, x, N), PL_REF(float, a, N), PL_REF(float, b, N), PL_REF(float, c, M, N),
          PL_REF(float, d, 2 * N))
{
    PL_EACH ((i, N - 1))
        a[i] = a[i + 1];                                // what iteration i + 1 writes
    PL_EACH ((i, N))
        if (i > 0)
            a[i] += a[i - 1];
    PL_EACH ((i, N))
        a[i] = x[i] - a[0];
    PL_EACH ((i, N)) {
        long half = i / 2;
        b[half] = x[i];                                 // two iterations write it
    }
    PL_EACH ((i, N)) {
        d[i] = x[i];
        d[2 * i] = 0;
    }
    PL_EACH ((r, M), (k, N))
        c[r][0] = x[k];
    PL_EACH ((r, M))
        PL_REDUCE (c[0][0], PL_ADD, (k, N), x[k]);
    PL_EACH ((r, M), (k, N))
        c[r][k] = c[k % M][r];
    PL_LOOP (s, 0, 4)
        PL_EACH ((i, N - 4))
            b[i + s] = b[i + s + 1];
    PL_VIEW(float, row, c[1], N);
    PL_EACH ((k, N - 1))
        row[k] = c[1][k + 1];
}

PL_KERNEL(right, PL_REF(const float, x, N), PL_REF(float, a, N), PL_REF(float, b, N), PL_REF(float, c, M, N),
          PL_REF(float, d, 2 * N))
{
    PL_EACH ((i, N)) {
        long at = 2 * i + 1;
        d[at] = x[i];
        d[2 * i] = d[at];
        a[N - 1 - i] = x[i];
    }
    PL_EACH ((i, N / 2))
        b[i] = b[i + N / 2];                            // two halves
    PL_EACH ((r, M)) {
        PL_REDUCE (c[r][0], PL_ADD, (k, 1, N), c[r][k]);
        PL_EACH ((k, 1, N))
            c[r][k] = c[r][0] * x[k];
        for (int k = 0; k < N; k++)
            c[r][k] += 1;
    }
    PL_LOOP (s, 0, N)
        PL_EACH ((r, M))
            c[r][s] = c[r][0];
    PL_EACH ((i, N))
        if (i == 0)
            a[0] = 0;
    PL_EACH ((r, M)) {
        PL_VIEW(float, row, c[r], N);
        PL_TILE(float, t, N);
        PL_FILL(t, 0);
        PL_FILL(row, 1);
        row[0] = t[0];
    }
}

PL_KERNEL(undecided, PL_SCALAR(long, s), PL_REF(const int32_t, at, N), PL_REF(float, a, N), PL_REF(float, b, N))
{
    PL_LOOP (j, 0, N)
        PL_EACH ((i, N))
            a[i] = a[i ^ j];
    PL_EACH ((i, N))
        b[at[i] & 7] = 1;
    PL_EACH ((i, N))
        a[i] += a[(i + s) % N];
}

PL_KERNEL(together, PL_REF(const float, x, M, M), PL_REF(float, z, M, M), PL_REF(float, s, M))
{
    PL_EACH ((r, M)) {
        float first = x[r][0];
        PL_WHEN (r == 0)
            s[r] = 1;
        PL_WHEN (first > 0)
            s[r] = 2;
        PL_WHEN (PL_FIRST(0))                           // the same for all
            s[r] = 3;
        PL_FILL(z, 0);
        if (first < 0)
            PL_DOT(z, x, x);
    }
    PL_EACH ((r, M), (c, M))
        PL_ASSIGN(z, x);
}

// A narrow type wraps: 0, 128, and 0 again.
PL_KERNEL(narrow, PL_REF(const float, x, N), PL_REF(float, a, 256), PL_REF(float, b, 256))
{
    PL_EACH ((i, 4)) {
        uint8_t at = (uint8_t)(i * 128);
        a[at] = x[i];
    }
    PL_EACH ((i, N)) {
        uint8_t at = (uint8_t)(i * 16);
        b[at] = x[i];
    }
}

// Views that begin within a row, and pointers to elements.
PL_KERNEL(parts, PL_REF(float, a, M, N), PL_REF(float, b, M, N))
{
    PL_VIEW(float, right_half, &a[1][4], 4);
    PL_VIEW(float, left_half, a[1], 4);
    PL_VIEW(float, lower, &b[2], 2, N);
    PL_EACH ((i, 4))
        right_half[i] = left_half[i];                   // nothing of it is wrong
    PL_EACH ((i, 3))
        right_half[i] = a[1][i + 5];
    PL_EACH ((r, 2), (i, N))
        lower[r][i] = b[2][i];
    PL_EACH ((i, 3)) {
        float *at = &b[0][1];
        at[i] = b[0][i + 2];
    }
}

// What a loop ends by, and what a helper's row is named by, is read.
static float row_of(const float *row) { return row[0]; }

PL_KERNEL(ends, PL_REF(const float, x, M, N), PL_REF(int32_t, len, M), PL_REF(int32_t, at, M), PL_REF(float, z, M))
{
    PL_EACH ((r, M - 1)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, len[r + 1]), x[r][c]);
        z[r] = sum + row_of(x[at[r + 1]]);
        len[r] = at[r] = 1;
    }
}
