// partial_loops.c -- blocks that extend past the array: loops that only set their elements may end with the array, and others
// may not.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { BM = 4, BN = 8, M = 10, N = 13 };

static float x[M][N], y[M][N], z[M][N];

static void fill(void)
{
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) {
            x[r][c] = (float)(3 * r + c);
            y[r][c] = (float)(r * c % 5);
            z[r][c] = -1;
        }
}

// ---- Both dims end, and one that is passed over in a row of its own ----

PL_KERNEL(combine_kernel, PL_REF(const float, x, BM, BN), PL_REF(const float, y, BM, BN), PL_REF(float, z, BM, BN))
{
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = x[r][c] + y[r][c];
    PL_EACH ((r, BM))
        PL_EACH ((c, BN))
            z[r][c] *= 2;
}

PL_CALL(combine, combine_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_IN (float, y, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(both_dims)
{
    fill();
    EXPECT(combine(M, N, *x, *y, *z) == 0);
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++)
            EXPECT(z[r][c] == 2 * (x[r][c] + y[r][c]));
}

// ---- An input that ends elsewhere is masked ----

PL_KERNEL(shorter_kernel, PL_REF(const float, x, BM, BN), PL_REF(const float, y, BM, BN), PL_REF(float, z, BM, BN))
{
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = x[r][c] + y[r][c];
}

PL_CALL(shorter, shorter_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((BM, BN), (i % PL_CDIV(k, BM), j), PL_EDGE(100))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(other_extents)
{
    enum { K = 5 };
    fill();
    EXPECT(shorter(M, N, K, *x, *y, *z) == 0);
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++)
            EXPECT(z[r][c] == x[r][c] + (r % 8 < K ? y[r % 8][c] : 100));
}

// ---- Elements that are read elsewhere are also set past the end ----

PL_KERNEL(total_kernel, PL_REF(const float, x, BM, BN), PL_REF(float, z, BM, BN), PL_REF(float, total, 1))
{
    PL_EACH ((r, BM), (c, BN))
        z[r][c] = 2 * x[r][c];
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, ((r, BM), (c, BN)), z[r][c]);
    total[0] = sum;
}

PL_CALL(add_up, total_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, 0), PL_EDGE(1))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, 0))),
        PL_OUT(float, total, (PL_CDIV(m, BM)), PL_BLOCKSPEC((1), (i))))

TEST(read_elsewhere)
{
    enum { PROGRAMS = (M + BM - 1) / BM, FEW = 6 };
    static float narrow[M][FEW], doubled[M][FEW], total[PROGRAMS];
    for (int r = 0; r < M; r++)
        for (int c = 0; c < FEW; c++)
            narrow[r][c] = (float)(r + 2 * c);
    EXPECT(add_up(M, FEW, *narrow, *doubled, total) == 0);
    for (int i = 0; i < PROGRAMS; i++) {
        float sum = 0;
        for (int r = i * BM; r < (i + 1) * BM; r++)
            for (int c = 0; c < BN; c++)
                sum += r < M && c < FEW ? 2 * narrow[r][c] : 2;
        EXPECT(total[i] == sum);
    }
}

// ---- A row of the tile for each row of the block; the second loop needs all of them ----

PL_KERNEL(turn_kernel, PL_REF(const float, x, BM, BN), PL_REF(float, z, BM, BN))
{
    PL_TILE(float, t, BM);
    PL_EACH ((r, BM)) {
        t[r] = (float)r;
        PL_EACH ((c, BN))
            z[r][c] = x[r][c];
    }
    PL_EACH ((r, BM), (c, BN))
        z[r][c] += t[BM - 1 - r];
}

PL_CALL(turn, turn_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

TEST(other_blocks)
{
    fill();
    EXPECT(turn(M, N, *x, *z) == 0);
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++)
            EXPECT(z[r][c] == x[r][c] + (float)(BM - 1 - r % BM));
}

// ---- Over the steps of a sequential axis, rows with their own sums ----

PL_KERNEL(gather_kernel, PL_REF(const float, x, BM, BN), PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_PROGRAM_ID(1) == 0)
        PL_EACH ((r, BM), (c, BN))
            z[r][c] = 0;
    PL_EACH ((r, BM)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, BN), PL_INSIDE(x, r, c) ? x[r][c] : 0);
        PL_EACH ((c, BN))
            z[r][c] += sum;
    }
}

PL_CALL(gather, gather_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, BM)), (j, PL_CDIV(n, BN))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z, (m, BN), PL_BLOCKSPEC((BM, BN), (i, 0))))

TEST(steps)
{
    static float sums[M][BN];
    fill();
    EXPECT(gather(M, N, *x, *sums) == 0);
    for (int r = 0; r < M; r++) {
        float sum = 0;
        for (int c = 0; c < N; c++)
            sum += x[r][c];
        for (int c = 0; c < BN; c++)
            EXPECT(sums[r][c] == sum);
    }
}

// ---- PL_INSIDE in an else: its statements stay together where the window is whole, and needs no check ----

enum { CHAIN_M = 8, CHAIN_N = 16 };

PL_KERNEL(chain_kernel, PL_REF(const float, x, CHAIN_M, CHAIN_N), PL_REF(float, z, CHAIN_M, CHAIN_N))
{
    PL_EACH ((r, CHAIN_M), (c, CHAIN_N)) {
        z[r][c] += x[r][c];
        if ((r + c) % 3 == 0)
            z[r][c] = 2;
        else if (PL_INSIDE(x, r, c)) {
            z[r][c] = x[r][c] * 2;
            z[r][c] += 5;
        }
    }
}

PL_CALL(chain, chain_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m, CHAIN_M)), (j, PL_CDIV(n, CHAIN_N))),
        PL_IN   (float, x, (m, n), PL_BLOCKSPEC((CHAIN_M, CHAIN_N), (i, j))),
        PL_INOUT(float, z, (m, n), PL_BLOCKSPEC((CHAIN_M, CHAIN_N), (i, j))))

TEST(an_else_with_several_statements)
{
    enum { MOST = 13 * 20 };
    float x[MOST], z[MOST];
    for (int i = 0; i < MOST; i++)
        x[i] = (float)(i % 7 - 3), z[i] = (float)(i % 5);
    EXPECT(chain(13, 20, x, z) == 0);
    for (int i = 0; i < MOST; i++)
        EXPECT(z[i] == ((i / 20 % CHAIN_M + i % 20 % CHAIN_N) % 3 == 0 ? 2 : (i % 7 - 3) * 2 + 5));
}

int main(void)
{
    RUN(both_dims);
    RUN(other_extents);
    RUN(read_elsewhere);
    RUN(other_blocks);
    RUN(steps);
    RUN(an_else_with_several_statements);
    return test_end();
}
