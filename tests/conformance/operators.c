// Operators that bind loosely, wherever an expression may occur: the emitted code must put parentheses around them.

#include <pallas.h>
#include "../test.h"

enum { LONGEST = 64 };

// ---- Shapes, blocks, maps and grids ---------------------------------------------------------------------------------

PL_KERNEL(copy_kernel, PL_SCALAR(int, s), PL_SCALAR(int, odd),
          PL_REF(const float, x, s & 1 ? 2 : 4, 1 << s), PL_REF(float, z, s & 1 ? 2 : 4, 1 << s))
{
    PL_EACH ((r, s & 1 ? 2 : 4), (c, 1 << s))
        z[r][c ^ odd] = x[r][c] + (float)(s | 64);
}

// s = 2: blocks of 4 x 4; s = 1: of 2 x 2. The array has 8 x 8.
PL_CALL(copy_swapped, copy_kernel,
        PL_SIZES(n), PL_SCALAR(int, s), PL_SCALAR(int, odd),
        PL_GRID((i, s == 2 ? n >> 2 : n / 2), (j, n & 15 ? n >> s : 1)),
        PL_IN (float, x, (n ^ 0, n | 0), PL_BLOCKSPEC((s & 1 ? 2 : 4, 1 << s), (i ^ 1, s < 2 ? j : j & 1))),
        PL_OUT(float, z, (n << 1 >> 1, n == 8 ? 8 : n), PL_BLOCKSPEC((s & 1 ? 2 : 4, 1 << s), (i, s != 2 ? j ^ odd : j))))

TEST(maps)
{
    float x[8 * 8], z[8 * 8];
    for (int i = 0; i < 64; i++)
        x[i] = (float)i;
    for (int s = 1; s < 3; s++)
        for (int odd = 0; odd < 2; odd++) {
            int size = 1 << s, wrong = 0;
            EXPECT(copy_swapped(8, s, odd, x, z) == 0);
            for (int r = 0; r < 8; r++)
                for (int c = 0; c < 8; c++) {
                    int row = (r / size ^ 1) * size + r % size, column = c ^ odd;
                    if (s == 1)
                        column = ((c / size ^ odd) * size + c % size) ^ odd;
                    wrong += z[r * 8 + c] != x[row * 8 + column] + (float)(s | 64);
                }
            EXPECT(wrong == 0);
        }
}

// ---- Windows that count elements, with padding ----------------------------------------------------------------------

PL_KERNEL(near_kernel, PL_SCALAR(int, h), PL_REF(const float, x, 4 + (h << 1)), PL_REF(float, z, 4))
{
    PL_EACH ((c, 4)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (d, h << 1 | 1), x[c + d]);
        z[c] = sum;
    }
}

PL_CALL(near, near_kernel,
        PL_SIZES(n), PL_SCALAR(int, h),
        PL_GRID((i, (n + 3) >> 2)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((PL_ELEMENT(4 + (h << 1), h & 3, h | 4)), (i << 2), PL_EDGE(h > 9 ? 1 : 0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i | 0))))

TEST(elements)
{
    float x[21], z[21];
    for (int i = 0; i < 21; i++)
        x[i] = (float)(i * i % 7);
    for (int h = 1; h < 4; h++) {
        EXPECT(near(21, h, x, z) == 0);
        for (int i = 0; i < 21; i++) {
            float sum = 0;
            for (int d = -h; d <= h; d++)
                sum += i + d >= 0 && i + d < 21 ? x[i + d] : 0;
            EXPECT(z[i] == sum);
        }
    }
}

// ---- Statements -----------------------------------------------------------------------------------------------------

PL_FUNCTION(int32_t, twice_of, PL_SCALAR(int32_t, a), PL_SCALAR(int32_t, b), PL_REF(int32_t, v, LONGEST))
{
    v[0] += a * b;
    return a - b;
}

static inline int32_t mixed(int32_t a, int32_t b) { return a * 10 - b; }

PL_KERNEL(statement_kernel, PL_SCALAR(int32_t, a), PL_SCALAR(int32_t, b), PL_REF(int32_t, z, LONGEST))
{
    PL_TILE(int32_t, t, 4, 8);
    PL_FILL(z, a > b ? a : b);
    PL_FILL(t, ((void)a, a | 8));
    PL_EACH ((c, a & 4 ? 2 : 8, b | 16))
        z[c] = a == 5 ? c << 1 : c ^ b;
    PL_WHEN (a & 1 || b == 9)
        z[0] = a | b;
    PL_WHEN (a ^ 5)
        z[1] = 99;
    PL_LOOP (i, a & 1 ? 20 : 0, a | 24, b & 2 ? 2 : 1)
        z[i] = (int32_t)i - (a < b ? 1 : 2);
    int32_t d = twice_of(a > 1 ? a : 7, a & 1 ? b : 7, PL_PASS(z));
    z[30] = d * (a ? 2 : 3) + -(a - b) * ~(a & b) - (a - (b - 1)) / (b % 4 + 1) % 7;
    z[31] = mixed(((void)a, b), a ? b : a) + PL_MAX(a | 1, b & 1) * PL_MIN(a << 1, b ^ 1);
    z[32] = !(a - 5) + (a < b) * 4 + ((a == 5) != 0) - -(-a) + - -b;
    z[33] = (int32_t)PL_DIM(z, 0) * 2 + (int32_t)PL_CDIV(a | 8, b ^ 1);
    z[34] = PL_LOAD(z[a & 1 ? 40 : 41], a & 1 ? b > 3 : 0, a ? -7 : 7) - 1;
    PL_STORE(z[a ^ b ? 35 : 36], a & b ? 5 : 6, a | b);
    z[a < b ? 37 : 38] = a << (1 + b % 2);
    t[a & 1][(a ^ b) & 7] = 3;
    z[39] = t[a & 1][(a ^ b) & 7] * 10 + t[a & 1 ? 2 : 3][a >> 1];
    PL_EACH ((r, 4), (c, 8))
        t[r][c ^ 1] = (int32_t)(r << 3 | c) - (r & 1 ? (int32_t)c : 0);
    int32_t all = 0;
    PL_REDUCE (all, PL_ADD, ((r, a & 4 ? 4 : 1), (c, b > 3 ? 8 : 1)), t[r][c] & (a | 2) ? 1 : t[r][c]);
    z[40] = all;
    PL_EACH ((c, 8)) {
        int32_t top = -1;
        PL_REDUCE (top, PL_MAX, (r, a == 5 ? 4 : 2), c & 1 ? t[r][c] : -t[r][c] - (int32_t)(c << 1));
        z[48 + c] = top;
    }
    if (a - 5 ? a : b)
        z[41] = a ? b ? 1 : 2 : 3;
    for (int32_t i = a & 1, j = b | 1; i < j && (i ^ 3); i += a & 1 ? 1 : 2, j--)
        z[42] += i | j;
    switch (a & 3) {
    case 1 | 2: z[43] = 1; break;
    case 1 == 1 ? 1 : 0: z[43] = 2; break;
    default: z[43] = 3;
    }
    z[44] = (a & 1) == 1 && (b | 8) != 9 ? sizeof(int) == 4 : 0;
    z[45] = a - b - (a - b) + (a - (b + a)) - (a + b - 3);
    z[46] = 100 / (b / 2) / 2 + 100 / b * 2 + 100 % (b % 5 + 1) * 3;
    z[47] = (a << 2) - (b << 1) + (a << ((b & 3) - 1));
}

PL_CALL(statements, statement_kernel, PL_SCALAR(int32_t, a), PL_SCALAR(int32_t, b), PL_GRID(),
        PL_OUT(int32_t, z, (LONGEST), PL_WHOLE))

TEST(bodies)
{
    int32_t z[LONGEST], t[4][8], a = 5, b = 6;
    EXPECT(statements(a, b, z) == 0);
    int32_t w[LONGEST];
    for (int i = 0; i < LONGEST; i++)
        w[i] = 6;
    for (int i = 0; i < 32; i++)
        t[i / 8][i % 8] = 13;
    for (int c = 2; c < 22; c++)
        w[c] = c * 2;
    w[0] = 7;
    for (int i = 20; i < 29; i += 2)
        w[i] = i - 1;
    w[0] += 30;
    w[30] = -1 * 2 + 1 * ~4 - 0;
    w[31] = (60 - 6) + 5 * 7;
    w[32] = 1 + 4 + 1 - 5 + 6;
    w[33] = 64 * 2 + (13 + 6) / 7;
    w[34] = 6 - 1;
    w[35] = 5;
    w[37] = 5 << 1;
    w[39] = 30 + t[2][2];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 8; c++)
            t[r][c ^ 1] = (r * 8 + c) - (r % 2 ? c : 0);
    w[40] = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 8; c++)
            w[40] += (t[r][c] & 7) ? 1 : t[r][c];
    for (int c = 0; c < 8; c++) {
        w[48 + c] = -1;
        for (int r = 0; r < 4; r++) {
            int v = c & 1 ? t[r][c] : -t[r][c] - c * 2;
            w[48 + c] = v > w[48 + c] ? v : w[48 + c];
        }
    }
    w[41] = 1;
    for (int i = 1, j = 7; i < j && i != 3; i++, j--)
        w[42] += i | j;
    w[43] = 2;
    w[44] = 1;
    w[45] = -6 - 8;
    w[46] = 100 / 3 / 2 + 16 * 2 + 100 % 2 * 3;
    w[47] = 20 - 12 + (5 << 1);
    for (int i = 0; i < LONGEST; i++)
        if (z[i] != w[i])
            printf("z[%d] is %d, and should be %d\n", i, (int)z[i], (int)w[i]);
    EXPECT(memcmp(z, w, sizeof z) == 0);
}

// ---- Blocks whose dims are such expressions ---------------------------------------------------------------------------

enum { WIDE = 9 };

static inline int32_t second(const int32_t *p) { return *(p + 1); }

PL_KERNEL(block_kernel, PL_SCALAR(int, m), PL_SMEM_REF(const int32_t, t, m ^ 3, m & 6 ? 2 : 1),
          PL_REF(const int32_t, x, m & 4 ? 4 : 1, m | 8), PL_REF(const int32_t, y, m | 8, m ^ 7), PL_REF(int32_t, z, m & 4 ? 4 : 1, m ^ 7),
          PL_REF(int32_t, d, 4, 4), PL_REF(int32_t, s, m & 4 ? 4 : 1, m ^ 7))
{
    PL_TILE(int32_t, a, WIDE & ~1, WIDE ^ 1);
    PL_TILE(int32_t, b, WIDE & ~1, WIDE ^ 1);
    PL_FILL(z, t[m & 1][m >> 2 & 1] ? 2 : 3);
    PL_FILL(s, 0);
    PL_EACH ((r, WIDE & ~1), (c, WIDE ^ 1))
        a[r][c] = (int32_t)(r ^ c);
    PL_ASSIGN(b, a);
    PL_DOT(s, x, y);
    PL_DOT(b, a, PL_T(a));
    PL_EACH ((r, m & 4 ? 4 : 1), (c, m ^ 7))
        z[r][c] += s[r][c] + b[r & 3][c | 4] * (WIDE == 9 ? 1 : 2);
    PL_VIEW(int32_t, v, &b[m & 2 ? 2 : 3], WIDE >> 1, WIDE & 4 ? 8 : 4);
    PL_EACH ((r, WIDE >> 1), (c, WIDE >> 1))
        d[r][c] = v[r][c ^ 1] - v[r ^ 1][c];
    d[0][0] = second(m & 1 ? b[3] : b[2]) + *(const int32_t *)(b[m & 1] + 3) + ((void)m, m & 1);
}

PL_CALL(blocks, block_kernel,
        PL_SIZES(n), PL_SCALAR(int, m),
        PL_BATCH(w, n > 1 ? 2 : 1, x, z, d),
        PL_PREFETCH(int32_t, t, (m ^ 3, m & 6 ? 2 : 1)),
        PL_GRID((i, m & 1 ? n : 1)),
        PL_IN(int32_t, x, (n << 2, m | 8), PL_BLOCKSPEC((m & 4 ? 4 : 1, m | 8), (n == 2 ? 1 - i : i, 0))),
        PL_IN(int32_t, y, (m | 8, m ^ 7), PL_BLOCKSPEC((PL_FULL, m ^ 7), (0, m & 1 ? 0 : t[1][0]))),
        PL_OUT(int32_t, z, (n << 2, m ^ 7), PL_BLOCKSPEC((m & 4 ? 4 : 1, PL_FULL), (i, 0))),
        PL_OUT(int32_t, d, (4, n << 2), PL_BLOCKSPEC((PL_FULL, 4), (0, i), PL_REVISIT_ANY)),
        PL_SCRATCH(int32_t, (m & 4 ? 4 : 1, m ^ 7)))

TEST(dims)
{
    enum { N = 2, M = 5, K = M | 8, C = M ^ 7, T = 6 };        // K = 13, C = 2
    static int32_t x[2][4 * N][K], y[K][C], z[2][4 * N][C], d[2][4][4 * N], t[T][2], b[8][8];
    for (int w = 0; w < 2; w++)
        for (int r = 0; r < 4 * N; r++)
            for (int k = 0; k < K; k++)
                x[w][r][k] = w + r * 3 - k;
    for (int k = 0; k < K; k++)
        for (int c = 0; c < C; c++)
            y[k][c] = k % 3 + c;
    for (int i = 0; i < T; i++)
        t[i][0] = t[i][1] = i;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            b[r][c] = r ^ c;
            for (int k = 0; k < 8; k++)
                b[r][c] += (r ^ k) * (c ^ k);
        }
    EXPECT(blocks(N, M, &t[0][0], &x[0][0][0], &y[0][0], &z[0][0][0], &d[0][0][0]) == 0);
    for (int w = 0; w < 2; w++)
        for (int r = 0; r < 4 * N; r++)
            for (int c = 0; c < C; c++) {
                int32_t sum = 2 + b[r % 4][c | 4];
                for (int k = 0; k < K; k++)
                    sum += x[w][(1 - r / 4) * 4 + r % 4][k] * y[k][c];
                EXPECT(z[w][r][c] == sum);
            }
    const int32_t *v = &b[3][0];
    for (int i = 0; i < N; i++)
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 4; c++) {
                int32_t wanted = v[r * 8 + (c ^ 1)] - v[(r ^ 1) * 8 + c];
                EXPECT(d[0][r][4 * i + c] == d[1][r][4 * i + c] && d[0][r][4 * i + c] == (r || c ? wanted : b[3][1] + b[1][3] + 1));
            }
}

int main(void)
{
    RUN(dims);
    RUN(maps);
    RUN(elements);
    RUN(bodies);
    return test_end();
}
