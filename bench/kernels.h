// kernels.h -- kernels that several benches measure, each with its call, and the same as plain loops.
//
// BENCH_ADD(add_4096, 4096) defines add_4096(n, x, y, z). A bench defines a call for each block size that it measures.

#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

#include <math.h>
#include <string.h>
#include <pallas.h>

// A peer is not inlined, and not every bench uses all of them.
#define BENCH_PEER __attribute__((noinline, unused)) static

// ---- z = x + y: name(n, x, y, z) ----

#define BENCH_ADD(name, BLOCK)                                                                              \
    PL_KERNEL(name##_kernel,                                                                                \
              PL_REF(const float, x, BLOCK),                                                                \
              PL_REF(const float, y, BLOCK),                                                                \
              PL_REF(float, z, BLOCK))                                                                      \
    {                                                                                                       \
        PL_EACH ((c, BLOCK))                                                                                \
            z[c] = x[c] + y[c];                                                                             \
    }                                                                                                       \
    PL_CALL(name, name##_kernel,                                                                            \
            PL_SIZES(n),                                                                                    \
            PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),                                                     \
            PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),                                              \
            PL_IN (float, y, (n), PL_BLOCKSPEC((BLOCK), (i))),                                              \
            PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

BENCH_PEER void plain_add(long n, const float *restrict x, const float *restrict y, float *restrict z)
{
    for (long i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}

// ---- name(m, n, k, x, y, z): BENCH_MATMUL: z = x y, of T with an f32 result. BENCH_MATMUL_T: z = x y', of T with a result of U ----

#define BENCH_PRODUCT_(name, T, U, BM, BN, BK, y_shape, Y_ROWS, Y_COLUMNS, y_index, factor)                 \
    PL_KERNEL(name##_kernel,                                                                                \
              PL_REF(const T, x, BM, BK),                                                                   \
              PL_REF(const T, y, Y_ROWS, Y_COLUMNS),                                                        \
              PL_REF(U, z, BM, BN))                                                                         \
    {                                                                                                       \
        PL_WHEN (PL_FIRST(2))                                                                               \
            PL_FILL(z, 0);                                                                                  \
        PL_DOT(z, x, factor);                                                                               \
    }                                                                                                       \
    PL_CALL(name, name##_kernel,                                                                            \
            PL_SIZES(m, n, k),                                                                              \
            PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),   \
            PL_IN (T, x, (m, k),  PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),                              \
            PL_IN (T, y, y_shape, PL_BLOCKSPEC((Y_ROWS, Y_COLUMNS), y_index, PL_EDGE(0))),                  \
            PL_OUT(U, z, (m, n),  PL_BLOCKSPEC((BM, BN), (i, j))))
#define BENCH_MATMUL(name, T, BM, BN, BK)      BENCH_PRODUCT_(name, T, float, BM, BN, BK, (k, n), BK, BN, (l, j), y)
#define BENCH_MATMUL_T(name, T, U, BM, BN, BK) BENCH_PRODUCT_(name, T, U, BM, BN, BK, (n, k), BN, BK, (j, l), PL_T(y))

BENCH_PEER void plain_matmul(long n, const float *restrict x, const float *restrict y, float *restrict z)
{
    memset(z, 0, (size_t)(n * n) * sizeof *z);
    for (long i = 0; i < n; i++)
        for (long l = 0; l < n; l++)
            for (long j = 0; j < n; j++)
                z[i * n + j] += x[i * n + l] * y[l * n + j];
}

// ---- o = softmax of each row of x, BM rows per block: name(m, n, x, o) ----

#define BENCH_SOFTMAX(name, BM)                                                                             \
    PL_KERNEL(name##_kernel,                                                                                \
              PL_SCALAR(long, n),                                                                           \
              PL_REF(const float, x, BM, n),                                                                \
              PL_REF(float, o, BM, n))                                                                      \
    {                                                                                                       \
        PL_EACH ((r, BM)) {                                                                                 \
            float top = -INFINITY, sum = 0;                                                                 \
            PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);                                                       \
            PL_REDUCE (sum, PL_ADD, (c, n), expf(x[r][c] - top));                                           \
            PL_EACH ((c, n))                                                                                \
                o[r][c] = expf(x[r][c] - top) / sum;                                                        \
        }                                                                                                   \
    }                                                                                                       \
    PL_CALL(name, name##_kernel,                                                                            \
            PL_SIZES(m),                                                                                    \
            PL_SCALAR(long, n),                                                                             \
            PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM))),                                                        \
            PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),                                  \
            PL_OUT(float, o, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))))

BENCH_PEER void plain_softmax(long m, long n, const float *restrict x, float *restrict o)
{
    for (long r = 0; r < m; r++, x += n, o += n) {
        float top = -INFINITY, sum = 0;
        for (long c = 0; c < n; c++)
            top = x[c] > top ? x[c] : top;
        for (long c = 0; c < n; c++)
            sum += expf(x[c] - top);
        for (long c = 0; c < n; c++)
            o[c] = expf(x[c] - top) / sum;
    }
}

// ---- Flash attention, B queries and B keys of length D per block: name(heads, length, q, k, v, o) ----

#define BENCH_ATTENTION(name, B, D)                                                                         \
    PL_KERNEL(name##_kernel,                                                                                \
              PL_REF(const float, q, B, D),                                                                 \
              PL_REF(const float, k, B, D),                                                                 \
              PL_REF(const float, v, B, D),                                                                 \
              PL_REF(float, o, B, D),                                                                       \
              PL_REF(float, top, B),                                                                        \
              PL_REF(float, sum, B),                                                                        \
              PL_REF(float, acc, B, D))                                                                     \
    {                                                                                                       \
        const float scale = 1 / sqrtf(D);                                                                   \
        PL_WHEN (PL_FIRST(2)) {                                                                             \
            PL_FILL(top, -INFINITY);                                                                        \
            PL_FILL(sum, 0);                                                                                \
            PL_FILL(acc, 0);                                                                                \
        }                                                                                                   \
        PL_TILE(float, p, B, B);                                                                            \
        PL_FILL(p, 0);                                                                                      \
        PL_DOT(p, q, PL_T(k));                                                                              \
        PL_EACH ((r, B)) {                                                                                  \
            float peak = -INFINITY, total = 0;                                                              \
            PL_REDUCE (peak, PL_MAX, (c, B), p[r][c]);                                                      \
            peak = PL_MAX(top[r], peak * scale);                                                            \
            PL_EACH ((c, B))                                                                                \
                p[r][c] = expf(p[r][c] * scale - peak);                                                     \
            PL_REDUCE (total, PL_ADD, (c, B), p[r][c]);                                                     \
            float shrink = expf(top[r] - peak);                                                             \
            PL_EACH ((c, D))                                                                                \
                acc[r][c] *= shrink;                                                                        \
            sum[r] = sum[r] * shrink + total;                                                               \
            top[r] = peak;                                                                                  \
        }                                                                                                   \
        PL_DOT(acc, p, v);                                                                                  \
        PL_WHEN (PL_LAST(2))                                                                                \
            PL_EACH ((r, B), (c, D))                                                                        \
                o[r][c] = acc[r][c] / sum[r];                                                               \
    }                                                                                                       \
    PL_CALL(name, name##_kernel,                                                                            \
            PL_SIZES(heads, length),                                                                        \
            PL_GRID(PL_PARALLEL(h, heads), PL_PARALLEL(i, PL_CDIV(length, B)), (j, PL_CDIV(length, B))),    \
            PL_IN (float, q, (heads, length, D), PL_BLOCKSPEC((PL_NONE, B, D), (h, i, 0))),                 \
            PL_IN (float, k, (heads, length, D), PL_BLOCKSPEC((PL_NONE, B, D), (h, j, 0))),                 \
            PL_IN (float, v, (heads, length, D), PL_BLOCKSPEC((PL_NONE, B, D), (h, j, 0), PL_EDGE(0))),     \
            PL_OUT(float, o, (heads, length, D), PL_BLOCKSPEC((PL_NONE, B, D), (h, i, 0))),                 \
            PL_SCRATCH(float, (B)),                                                                         \
            PL_SCRATCH(float, (B)),                                                                         \
            PL_SCRATCH(float, (B, D)))

// ---- Steps of a kernel with three operands of 8x128: in name_stay(x, y, z) each step uses the same blocks, and in
// name_move(x, y, z) the next 8 rows of 128, which are contiguous and used in place. z is an INOUT: elements that are never
// written keep their values. ----

enum { STEPS = 4096, STEP_ROWS = 8, STEP_COLUMNS = 128, STEPS_SIZE = STEPS * STEP_ROWS * STEP_COLUMNS };

#define BENCH_STEPS_KERNEL(name)                                                                            \
    PL_KERNEL(name##_kernel,                                                                                \
              PL_REF(const float, x, STEP_ROWS, STEP_COLUMNS),                                              \
              PL_REF(const float, y, STEP_ROWS, STEP_COLUMNS),                                              \
              PL_REF(float, z, STEP_ROWS, STEP_COLUMNS))

#define BENCH_STEPS_CALLS(name)                                                                             \
    PL_CALL(name##_stay, name##_kernel,                                                                     \
            PL_GRID((i, STEPS)),                                                                            \
            PL_IN   (float, x, (STEP_ROWS, STEP_COLUMNS), PL_WHOLE),                                        \
            PL_IN   (float, y, (STEP_ROWS, STEP_COLUMNS), PL_WHOLE),                                        \
            PL_INOUT(float, z, (STEP_ROWS, STEP_COLUMNS), PL_WHOLE))                                        \
    PL_CALL(name##_move, name##_kernel,                                                                     \
            PL_GRID((i, STEPS)),                                                                            \
            PL_IN   (float, x, (STEPS * STEP_ROWS, STEP_COLUMNS),                                           \
                     PL_BLOCKSPEC((STEP_ROWS, STEP_COLUMNS), (i, 0))),                                      \
            PL_IN   (float, y, (STEPS * STEP_ROWS, STEP_COLUMNS),                                           \
                     PL_BLOCKSPEC((STEP_ROWS, STEP_COLUMNS), (i, 0))),                                      \
            PL_INOUT(float, z, (STEPS * STEP_ROWS, STEP_COLUMNS),                                           \
                     PL_BLOCKSPEC((STEP_ROWS, STEP_COLUMNS), (i, 0))))

#endif
