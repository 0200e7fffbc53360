// options: --check
// Subscripts that differ for all data, which are not
// reported, and next to each a similar mistake, which is.

#include <pallas.h>

enum { M = 4, N = 8 };

// Bounds: from k + 1 on there is no k.
PL_KERNEL(right_bounds, PL_SCALAR(long, s), PL_REF(float, a, N, N), PL_REF(float, v, N))
{
    PL_LOOP (k, 0, N) {
        PL_EACH ((r, k + 1, N))
            a[r][k] /= a[k][k];
        PL_EACH ((r, 0, k))
            v[r] -= v[k];
        PL_EACH ((r, k + 1, N))
            PL_LOOP (c, 0, r - k)
                v[r] += v[k - c];
        const long after = k + 1;
        PL_EACH ((r, after, N), (c, after, N))
            a[r][c] -= a[r][k] * a[k][c];
    }
    PL_EACH ((i, s, N))
        v[i] = v[s - 1];
}

PL_KERNEL(wrong_bounds, PL_SCALAR(long, s), PL_REF(float, a, N, N), PL_REF(float, b, N, N), PL_REF(float, v, N),
          PL_REF(float, w, N))
{
    PL_LOOP (k, 0, N) {
        PL_EACH ((r, k, N))
            a[r][k] /= a[k][k];
        PL_EACH ((r, 0, k + 1))
            v[r] -= v[k];
        const long after = k;
        PL_EACH ((r, after, N), (c, after, N))
            b[r][c] -= b[r][k] * b[k][c];
    }
    PL_EACH ((i, s, N))
        w[i] = w[s];
}

// Conditions.
PL_KERNEL(right_conditions, PL_REF(float, a, N, N), PL_REF(float, v, N))
{
    PL_LOOP (k, 0, N) {
        PL_EACH ((r, N))
            if (r > k)
                a[r][k] /= a[k][k];
        PL_EACH ((r, N)) {
            if (r == k)
                v[N - 1 - r] = 1;
            else
                a[r][0] -= a[k][0];
        }
        PL_EACH ((r, N))
            if (!(k <= r) && v[r] > 0)
                a[r][1] = a[k][1];
        PL_EACH ((r, N))
            PL_STORE(a[r][2], r + 1 <= k ? a[k][2] : 0, r < k);
    }
}

PL_KERNEL(wrong_conditions, PL_REF(float, a, N, N), PL_REF(float, b, N, N), PL_REF(float, c, N, N),
          PL_REF(float, d, N, N), PL_REF(float, e, N, N))
{
    PL_LOOP (k, 0, N) {
        PL_EACH ((r, N))
            e[r][2] = r + 1 <= k ? e[k][2] : 0;         // iteration k writes it
        PL_EACH ((r, N))
            if (r >= k)
                a[r][k] /= a[k][k];
        PL_EACH ((r, N))
            if (r != k)
                b[r][0] -= b[k + 1][0];
        PL_EACH ((r, N))
            if (!(k <= r) || a[r][1] > 0)
                c[r][1] = c[k][1];
        PL_EACH ((r, N))
            if (r != k) {
                long to = r;
                to = k;
                d[to][2] = d[k][2];
            }
    }
}

// Two halves, of which one is read.
PL_KERNEL(right_halves, PL_SCALAR(long, s), PL_REF(float, a, 2, N), PL_REF(float, b, 3, N))
{
    int now = 0;
    const int half = (int)(s & 1), was = 1 - half, third = (int)(s % 3);
    for (int step = 1; step < N; step *= 2, now ^= 1)
        PL_EACH ((c, N))
            a[!now][c] = c >= step ? a[now][c] + a[now][c - step] : a[now][c];
    PL_EACH ((c, N))
        a[half][c] = a[was][N - 1 - c];
    PL_EACH ((c, N))
        a[now][c] = a[now ^ 1][N - 1 - c];
    PL_EACH ((c, N))
        a[s % 2][c] = a[(s + 1) % 2][N - 1 - c];
    PL_EACH ((c, N))
        a[now ? 0 : 1][c] = a[now][N - 1 - c];
    PL_EACH ((c, N))
        b[third][c] = b[(s + 1) % 3][N - 1 - c] + b[(s + 2) % 3][N - 1 - c];
}

PL_KERNEL(wrong_halves, PL_SCALAR(long, s), PL_REF(float, a, 2, N), PL_REF(float, b, 2, N), PL_REF(float, c, 2, N),
          PL_REF(float, d, 3, N), PL_REF(int32_t, t, 1), PL_REF(float, e, 2, N))
{
    int now = 0;
    const int half = (int)(s & 1), was = (int)((s + 2) & 1);
    for (int step = 1; step < N; step *= 2, now ^= 1)
        PL_EACH ((i, N))
            a[!now][i] = a[!step][N - 1 - i];
    PL_EACH ((i, N))
        b[half][i] = b[was][N - 1 - i];
    PL_EACH ((i, N))
        c[now][i] = c[now ^ 2][N - 1 - i];
    PL_EACH ((i, N))
        d[s % 3][i] = d[(s + 4) % 2][N - 1 - i];
    PL_EACH ((i, N))
        e[t[0]][i] = e[1 - t[0]][N - 1 - i];
}

// A local that was computed from what has changed since is something else.
PL_KERNEL(right_since, PL_SCALAR(long, s), PL_REF(float, a, 2, N), PL_REF(float, b, N))
{
    int now = 0;
    PL_LOOP (k, 0, M) {
        const int was = now;
        now = 1 - now;
        PL_EACH ((i, N))
            a[now][i] = a[was][N - 1 - i];              // it cannot be told
    }
    for (long i = 0, first = s; i < 2; i++, s++)
        PL_EACH ((c, 4))
            b[first + c] = b[s + 3 - c];                // nor this
}
