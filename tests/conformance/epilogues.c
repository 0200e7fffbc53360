// epilogues.c -- what follows a PL_DOT: loops over the columns of its result, which neighboring work-items or the same one
// may have, and stores of the result, several elements at once where rows and addresses allow it.

#include <pallas.h>
#include "../test.h"

enum { BM = 32, BN = 64, BK = 32, M = 34, N = 76, K = 40 };

static float given(long i)
{
    return (float)(i * 7 % 13 - 6) / 4;
}

// Returns memory on the device for count elements, which begin this many bytes after a multiple of 64.
static void *placed(void **memory, size_t bytes, size_t offset)
{
    *memory = pl_alloc(bytes + 64);
    return *memory ? (char *)*memory + offset : NULL;
}

// ---- Floats: scaled by rows and columns, added to another array ----

PL_KERNEL(scaled_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(const float, more, BM, BN),
          PL_REF(const float, gain, BN), PL_REF(float, z, BM, BN))
{
    PL_TILE(float, acc, BM, BN);
    PL_FILL(acc, 0);
    PL_DOT(acc, x, y);
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = acc[r][c] * gain[c] + more[r][c] + (float)c;
}

PL_CALL(scaled, scaled_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, BK), PL_BLOCKSPEC((BM, BK), (i, 0))),
        PL_IN (float, y, (BK, n), PL_BLOCKSPEC((BK, BN), (0, j))),
        PL_IN (float, more, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_IN (float, gain, (n), PL_BLOCKSPEC((BN), (j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static void scaled_at(long m, long n, size_t z_offset)
{
    static float x[M * BK], y[BK * N], more[M * N], gain[N], got[M * N];
    void *memory;
    size_t bytes = (size_t)(m * n) * sizeof *got;
    float *z = placed(&memory, bytes, z_offset);
    EXPECT(z != NULL);
    for (long i = 0; i < M * N; i++) {
        more[i] = given(i + 3);
        x[i % (M * BK)] = given(i % (M * BK));
        y[i % (BK * N)] = given(i % (BK * N) + 5);
        gain[i % N] = given(i % N);
    }
    EXPECT(scaled(m, n, x, y, more, gain, z) == 0 && pl_download(got, z, bytes) == 0);
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++) {
            float sum = 0;
            for (long l = 0; l < BK; l++)
                sum += x[r * BK + l] * y[l * n + c];
            EXPECT(got[r * n + c] == sum * gain[c] + more[r * n + c] + (float)(c % BN));
        }
    pl_free(memory);
}

TEST(rows_of_every_length)
{
    scaled_at(M, N, 0);
    scaled_at(BM, BN, 0);
    scaled_at(M, N - 4, 0);
    scaled_at(M, N - 1, 0);
    scaled_at(M, N - 2, 0);
    scaled_at(M, N, 4);
    scaled_at(BM, BN, 8);
    scaled_at(1, 3, 0);
}

// ---- Columns that are not a multiple of four for each work-item of a row, or of two ----

#define SUMS(name, columns)                                                                                            \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, columns),                       \
              PL_REF(float, z, BM, columns))                                                                            \
    {                                                                                                                   \
        PL_WHEN (PL_FIRST(1))                                                                                           \
            PL_FILL(z, 1);                                                                                              \
        PL_DOT(z, x, y);                                                                                                \
        PL_EACH ((r, BM), (c, columns))                                                                                 \
            z[r][c] += (float)(c % 3);                                                                                  \
    }                                                                                                                   \
    PL_CALL(name, name##_kernel, PL_SIZES(m, k), PL_GRID((i, PL_CDIV(m, BM)), (l, PL_CDIV(k, BK))),                     \
            PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),                                       \
            PL_IN (float, y, (k, columns), PL_BLOCKSPEC((BK, columns), (l, 0), PL_EDGE(0))),                            \
            PL_OUT(float, z, (m, columns), PL_BLOCKSPEC((BM, columns), (i, 0))))                                        \
    static void expect_##name(void)                                                                                     \
    {                                                                                                                   \
        static float x[M][K], y[K][columns], z[M][columns];                                                             \
        for (int r = 0; r < M; r++)                                                                                     \
            for (int l = 0; l < K; l++)                                                                                 \
                x[r][l] = given(r + 5 * l);                                                                             \
        for (int l = 0; l < K; l++)                                                                                     \
            for (int c = 0; c < columns; c++)                                                                           \
                y[l][c] = given(3 * l - c + columns);                                                                   \
        EXPECT(name(M, K, *x, *y, *z) == 0);                                                                            \
        for (int r = 0; r < M; r++)                                                                                     \
            for (int c = 0; c < columns; c++) {                                                                         \
                float sum = 1;                                                                                          \
                for (int l = 0; l < K; l++)                                                                             \
                    sum += x[r][l] * y[l][c];                                                                           \
                EXPECT(z[r][c] == sum + (float)(PL_CDIV(K, BK) * (c % 3)));                                             \
            }                                                                                                           \
    }

SUMS(of_64, 64)
SUMS(of_48, 48)
SUMS(of_24, 24)
SUMS(of_17, 17)

TEST(results_of_every_width)
{
    expect_of_64();
    expect_of_48();
    expect_of_24();
    expect_of_17();
}

// ---- A PL_DOT of a depth known at run time, next to another: both have the same arrangement of work-items ----

PL_KERNEL(two_kernel, PL_SCALAR(long, n), PL_REF(const float, x, BM, BK), PL_REF(const float, y, BK, BN), PL_REF(const float, u, BM, n),
          PL_REF(const float, w, n, BN), PL_REF(const float, a, BM, BN), PL_REF(const float, b, BM, BN), PL_REF(float, z, BM, BN),
          PL_REF(float, v, BM, BN), PL_REF(float, o, BM, BN))
{
    PL_FILL(z, 2);
    PL_DOT(z, x, y);
    PL_FILL(v, 0);
    PL_DOT(v, u, w);
    PL_EACH ((r, BM), (c, BN))
        v[r][c] += 1;
    PL_EACH ((r, BM), (c, BN))
        o[r][c] = z[r][c] + a[r][c] - b[r][c];
}

PL_CALL(two, two_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, m / BM)),
        PL_IN (float, x, (m, BK), PL_BLOCKSPEC((BM, BK), (i, 0))),
        PL_IN (float, y, (BK, BN), PL_BLOCKSPEC((BK, BN), (0, 0))),
        PL_IN (float, u, (m, n), PL_BLOCKSPEC((BM, PL_FULL), (i, 0))),
        PL_IN (float, w, (n, BN), PL_BLOCKSPEC((PL_FULL, BN), (0, 0))),
        PL_IN (float, a, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_IN (float, b, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_OUT(float, z, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_OUT(float, v, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_OUT(float, o, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))))

TEST(a_depth_known_at_run_time)
{
    enum { DEEP = 7, ROWS = 2 * BM };
    static float x[ROWS][BK], y[BK][BN], u[ROWS][DEEP], w[DEEP][BN], a[ROWS][BN], b[ROWS][BN];
    static float z[ROWS][BN], v[ROWS][BN], o[ROWS][BN];
    for (int l = 0; l < BK; l++) {
        for (int r = 0; r < ROWS; r++) {
            x[r][l] = given(r + l);
            u[r][l % DEEP] = given(r + 3 * (l % DEEP));
        }
        for (int c = 0; c < BN; c++) {
            y[l][c] = given(2 * l + c);
            w[l % DEEP][c] = given(l % DEEP - c + BN);
        }
    }
    for (int i = 0; i < ROWS * BN; i++)
        a[i / BN][i % BN] = given(i), b[i / BN][i % BN] = given(2 * i);
    EXPECT(two(ROWS, DEEP, *x, *y, *u, *w, *a, *b, *z, *v, *o) == 0);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < BN; c++) {
            float one = 2, other = 1;
            for (int l = 0; l < BK; l++)
                one += x[r][l] * y[l][c];
            for (int l = 0; l < DEEP; l++)
                other += u[r][l] * w[l][c];
            EXPECT(z[r][c] == one && v[r][c] == other && o[r][c] == one + a[r][c] - b[r][c]);
        }
}

// ---- bf16: two neighbors of a row are in one work-item where matrix instructions multiply ----

PL_KERNEL(half_kernel, PL_REF(const pl_bf16, x, BM, BK), PL_REF(const pl_bf16, y, BK, BN), PL_REF(const pl_bf16, more, BM, BN),
          PL_REF(pl_bf16, z, BM, BN), PL_REF(float, w, BM, BN))
{
    PL_TILE(float, acc, BM, BN);
    PL_FILL(acc, 0);
    PL_DOT(acc, x, y);
    PL_EACH ((r, BM), (c, 1, BN))
        acc[r][c] += pl_to_f32(more[r][c]);
    PL_EACH ((r, BM)) {
        float top = -INFINITY;
        PL_REDUCE (top, PL_MAX, (c, BN), acc[r][c]);
        PL_EACH ((c, BN)) {
            z[r][c] = pl_to_bf16(PL_MAX(acc[r][c], 0.0f));
            w[r][c] = acc[r][c] - top;
        }
    }
}

PL_CALL(half, half_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (pl_bf16, x, (m, BK), PL_BLOCKSPEC((BM, BK), (i, 0), PL_EDGE(0))),
        PL_IN (pl_bf16, y, (BK, n), PL_BLOCKSPEC((BK, BN), (0, j), PL_EDGE(0))),
        PL_IN (pl_bf16, more, (m, n), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(0))),
        PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, w, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

static float half_at(const pl_bf16 *x, const pl_bf16 *y, const pl_bf16 *more, long n, long r, long c)
{
    float sum = 0;
    for (long l = 0; c < n && l < BK; l++)
        sum += pl_to_f32(x[r * BK + l]) * pl_to_f32(y[l * n + c]);
    return c < n && c % BN ? sum + pl_to_f32(more[r * n + c]) : sum;
}

static void half_of(long m, long n)
{
    static pl_bf16 x[M * BK], y[BK * N], more[M * N], z[M * N];
    static float w[M * N];
    for (long i = 0; i < M * N; i++) {
        more[i] = pl_to_bf16(given(i + 1));
        x[i % (M * BK)] = pl_to_bf16(given(i % (M * BK)));
        y[i % (BK * N)] = pl_to_bf16(given(i % (BK * N) + 5));
    }
    EXPECT(half(m, n, x, y, more, z, w) == 0);
    for (long r = 0; r < m; r++)
        for (long left = 0; left < n; left += BN) {
            float top = -INFINITY;
            for (long c = left; c < left + BN; c++)
                top = PL_MAX(top, half_at(x, y, more, n, r, c));
            for (long c = left; c < left + BN && c < n; c++) {
                float sum = half_at(x, y, more, n, r, c);
                EXPECT(pl_to_f32(z[r * n + c]) == pl_to_f32(pl_to_bf16(PL_MAX(sum, 0.0f))) && w[r * n + c] == sum - top);
            }
        }
}

TEST(pairs_of_narrow_floats)
{
    half_of(M, N);
    half_of(BM, BN);
    half_of(M - 1, N - 1);
    half_of(M - 5, N - 2);
}

int main(void)
{
    RUN(rows_of_every_length);
    RUN(results_of_every_width);
    RUN(a_depth_known_at_run_time);
    RUN(pairs_of_narrow_floats);
    return test_end();
}
