// options: --check
// Plain for and while loops that run past a dim: their counters are followed like those of PL_LOOP.

#include <pallas.h>

enum { B = 16, R = 2, N = 8 };

PL_KERNEL(stencil, PL_REF(const float, x, B + 2 * R), PL_REF(float, z, B))
{
    PL_EACH ((r, B)) {
        float sum = 0;
        for (int t = 0; t <= 2 * R; t++)
            sum += x[r + t + 1];
        z[r] = sum;
    }
}

PL_KERNEL(counts, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    float sum[N];
    int i;
    for (i = 0; i <= N; i++)
        z[i] = x[0];
    for (long k = 1; k < N; k += 3)
        z[k] = x[k + 1];
    for (size_t k = 0; N > k; k = k + 2)
        z[k + 2] = 0;
    for (int k = N; k >= 0; k--)
        z[0] += x[k];
    for (int k = N - 2; k > 0; k -= 2)
        z[k] = x[k - 3];
    for (int k = 0; k != N; ++k)
        sum[k + 1] = x[k];
    z[0] = sum[1];
    long w = 0;
    while (w <= N) {
        z[0] += x[w];
        w++;
    }
}

PL_KERNEL(ends_early, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_FILL(z, 0);
    for (int k = 0; k <= N; k++) {                      // nothing is known of rounds that may not come
        if (x[k] == 0)
            break;
        z[0] += 1;
    }
    PL_LOOP (k, 0, N + 1) {
        if (x[k] == 0)
            break;
        z[1] += 1;
    }
}

PL_KERNEL(right, PL_SCALAR(int, n), PL_REF(const float, x, N), PL_REF(float, z, N))
{
    float sum[N + 1];
    for (int k = 0; k < N; k++)
        z[k] = x[k];
    for (int k = N; k > 0; k--)
        z[k - 1] = k < N ? x[k] : 0;
    for (int k = N; k-- > 0;)
        z[k] += 1;
    for (unsigned k = N - 1; k < N; k--)                // wraps, and ends there
        z[k] += 1;
    for (int k = 0; k < N + 2; k += 3)
        sum[k + 2 < N ? k + 2 : N] = 0;
    for (int k = 0; k < n; k++)
        z[k] = sum[N];
    for (int k = 0; k <= N; k++) {
        if (k == N)
            continue;
        z[k] += 1;
    }
    for (int k = 0; k <= N; k++) {
        k += k == 3;                                    // followed no further
        z[k < N ? k : 0] += x[k - k];
    }
    for (int k = 0; k <= N; k++) {
        bool last = false;
        if (k == N)
            last = true;
        if (!last)
            z[k] += 1;
    }
    int w = 0;
    while (w < N) {
        z[w] += x[w];
        w++;
    }
    int *skip = &w;
    for (w = 0; w <= N; w++) {
        z[w] += 1;
        *skip = N;
    }
}

// Rounds of a loop that hangs on the iteration: a triangle, row by row, and one that lacks its subtraction.
PL_KERNEL(triangle, PL_REF(const float, x, N), PL_REF(float, z, N * (N + 1) / 2), PL_REF(float, o, N * (N + 1) / 2))
{
    PL_EACH ((r, N))
        for (int c = 0; c <= r; c++)
            z[r * (r + 1) / 2 + c] = x[r] * x[c];
    PL_EACH ((r, N))
        for (int c = 0; c <= r; c++)
            o[r * r / 2 + c] = x[r] * x[c];
}

PL_CALL(c1, stencil, PL_GRID((i, 2)),
        PL_IN (float, x, (36), PL_BLOCKSPEC((PL_ELEMENT(B + 2 * R, 0, 0)), (i * B))),
        PL_OUT(float, z, (32), PL_BLOCKSPEC((B), (i))))
PL_CALL(c2, counts, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_INOUT(float, z, (N), PL_WHOLE))
PL_CALL(c3, ends_early, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))
PL_CALL(c4, right, PL_SCALAR(int, n), PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_INOUT(float, z, (N), PL_WHOLE))
PL_CALL(c5, triangle, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N * (N + 1) / 2), PL_WHOLE),
        PL_OUT(float, o, (N * (N + 1) / 2), PL_WHOLE))
