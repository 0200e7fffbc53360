// struct_reductions.c -- reductions by functions of the program, which do not commute: of structs of several sizes, small
// floats and numbers, by all work-items and by those of a row, of fewer elements than work-items, into locals and elements.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { M = 2, R = 8, C = 77, NARROW = 20, LONG = 700 };

// The function v -> scale v + shift modulo 2^32; the order of compositions matters.
typedef struct { uint32_t scale, shift; } Affine;

static Affine affine_of(uint32_t e)
{
    Affine f = { 2 * e + 3, e ^ 5 };
    return f;
}

static Affine then(Affine f, Affine g)
{
    Affine both = { g.scale * f.scale, g.scale * f.shift + g.shift };
    return both;
}

// The last of the smallest elements, and their number, in 16 bytes with padding; the first and the last element, in 3 bytes.
typedef struct { float value; int32_t at; int32_t count; unsigned char seen; } Least;
typedef struct { unsigned char first, last, any; } Ends;

static Least least_of(float value, int32_t at)
{
    Least l = { value, at, 1, 1 };
    return l;
}

static Least least_of_both(Least a, Least b)
{
    Least l = b.value <= a.value && b.seen ? b : a;
    l.count = a.count + b.count;
    l.seen = 1;
    return l;
}

static Ends ends_of(uint32_t e)
{
    Ends one = { (unsigned char)(e % 251), (unsigned char)(e % 251), 1 };
    return one;
}

static Ends ends_of_both(Ends a, Ends b)
{
    Ends both = { a.any ? a.first : b.first, b.any ? b.last : a.last, a.any | b.any };
    return both;
}

// The last one that is not 0.
static double last_number(double a, double b)
{
    return b != 0 ? b : a;
}

static int16_t last_short(int16_t a, int16_t b)
{
    return (int16_t)(b ? b : a);
}

// ---- By the work-items of a row -------------------------------------------------------------------------------------

PL_KERNEL(rows_kernel, PL_REF(const uint32_t, x, R, C), PL_REF(Affine, f, R), PL_REF(Least, least, R), PL_REF(Ends, ends, R),
          PL_REF(double, d, R), PL_REF(int16_t, s, R), PL_REF(uint32_t, z, R, C))
{
    PL_EACH ((r, R)) {
        Affine all = { 1, 0 };
        Least low = { INFINITY, -1, 0, 0 };
        Ends both = { 0, 0, 0 };
        double last = 0;
        PL_REDUCE (all, then, (c, C), affine_of(x[r][c]));
        PL_REDUCE (low, least_of_both, (c, C), least_of((float)(x[r][c] % 5), (int32_t)c));
        PL_REDUCE (both, ends_of_both, (c, NARROW), ends_of(x[r][c]));
        PL_REDUCE (last, last_number, (c, C), (double)(x[r][c] % 3));
        f[r] = all;
        least[r] = low;
        ends[r] = both;
        d[r] = last;
        s[r] = 7;
        PL_REDUCE (s[r], last_short, (c, 1, C), (int16_t)(x[r][c] % 4));
        PL_EACH ((c, C))
            z[r][c] = all.scale * x[r][c] + all.shift;
    }
}

PL_CALL(by_rows, rows_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, R))),
        PL_IN (uint32_t, x,     (m, C), PL_BLOCKSPEC((R, C), (i, 0), PL_EDGE(0))),
        PL_OUT(Affine,   f,     (m),    PL_BLOCKSPEC((R), (i))),
        PL_OUT(Least,    least, (m),    PL_BLOCKSPEC((R), (i))),
        PL_OUT(Ends,     ends,  (m),    PL_BLOCKSPEC((R), (i))),
        PL_OUT(double,   d,     (m),    PL_BLOCKSPEC((R), (i))),
        PL_OUT(int16_t,  s,     (m),    PL_BLOCKSPEC((R), (i))),
        PL_OUT(uint32_t, z,     (m, C), PL_BLOCKSPEC((R, C), (i, 0))))

static uint32_t given(uint32_t i)
{
    return i * 2654435761u >> 7;
}

static void by_rows_of(long m)
{
    static uint32_t x[3 * R * C], z[3 * R * C];
    Affine f[3 * R];
    Least least[3 * R];
    Ends ends[3 * R];
    double d[3 * R];
    int16_t s[3 * R];
    for (long e = 0; e < m * C; e++)
        x[e] = given((uint32_t)e);
    EXPECT(by_rows(m, x, f, least, ends, d, s, z) == 0);
    for (long r = 0; r < m; r++) {
        const uint32_t *row = x + r * C;
        Affine all = { 1, 0 };
        Least low = { INFINITY, -1, 0, 0 };
        double last = 0;
        int16_t final = 7;
        for (int c = 0; c < C; c++) {
            all = then(all, affine_of(row[c]));
            low = least_of_both(low, least_of((float)(row[c] % 5), c));
            last = last_number(last, row[c] % 3);
            final = last_short(final, c ? (int16_t)(row[c] % 4) : 0);
        }
        EXPECT(f[r].scale == all.scale && f[r].shift == all.shift);
        EXPECT(least[r].value == low.value && least[r].at == low.at && least[r].count == C);
        EXPECT(ends[r].first == row[0] % 251 && ends[r].last == row[NARROW - 1] % 251);
        EXPECT(d[r] == last && s[r] == final);
        for (int c = 0; c < C; c++)
            EXPECT(z[r * C + c] == all.scale * row[c] + all.shift);
    }
}

TEST(rows)
{
    by_rows_of(2 * R);
    by_rows_of(2 * R + 3);
}

// ---- By all work-items: of run-time length --------------------------------------------------------------------------

PL_KERNEL(all_kernel, PL_REF(const uint32_t, x, LONG), PL_REF(const int64_t, count, 1), PL_REF(Affine, f, 1),
          PL_REF(Least, least, 1), PL_REF(Ends, ends, 1), PL_REF(uint32_t, z, LONG))
{
    Affine all = { 1, 0 };
    Least low = { INFINITY, -1, 0, 0 };
    PL_REDUCE (all, then, (c, LONG), affine_of(x[c]));
    PL_REDUCE (low, least_of_both, (c, count[0]), least_of((float)(x[c] % 5), (int32_t)c));
    f[0] = all;
    least[0] = low;
    ends[0] = ends_of(9);
    PL_REDUCE (ends[0], ends_of_both, (c, count[0]), ends_of(x[c]));
    PL_EACH ((c, LONG))
        z[c] = all.scale * x[c] + all.shift;
}

PL_CALL(by_all, all_kernel, PL_GRID((i, M)),
        PL_IN (uint32_t, x,     (M, LONG), PL_BLOCKSPEC((PL_NONE, LONG), (i, 0))),
        PL_IN (int64_t,  count, (M),       PL_BLOCKSPEC((1), (i))),
        PL_OUT(Affine,   f,     (M),       PL_BLOCKSPEC((1), (i))),
        PL_OUT(Least,    least, (M),       PL_BLOCKSPEC((1), (i))),
        PL_OUT(Ends,     ends,  (M),       PL_BLOCKSPEC((1), (i))),
        PL_OUT(uint32_t, z,     (M, LONG), PL_BLOCKSPEC((PL_NONE, LONG), (i, 0))))

static void by_all_of(int64_t first, int64_t second)
{
    static uint32_t x[M][LONG], z[M][LONG];
    const int64_t count[M] = { first, second };
    Affine f[M];
    Least least[M];
    Ends ends[M];
    for (int i = 0; i < M; i++)
        for (int c = 0; c < LONG; c++)
            x[i][c] = given((uint32_t)(i * LONG + c));
    EXPECT(by_all(*x, count, f, least, ends, *z) == 0);
    for (int i = 0; i < M; i++) {
        Affine all = { 1, 0 };
        Least low = { INFINITY, -1, 0, 0 };
        Ends both = ends_of(9);
        for (int c = 0; c < LONG; c++)
            all = then(all, affine_of(x[i][c]));
        for (int c = 0; c < count[i]; c++) {
            low = least_of_both(low, least_of((float)(x[i][c] % 5), c));
            both = ends_of_both(both, ends_of(x[i][c]));
        }
        EXPECT(f[i].scale == all.scale && f[i].shift == all.shift);
        EXPECT(least[i].at == low.at && least[i].count == low.count);
        EXPECT(ends[i].first == both.first && ends[i].last == both.last);
        for (int c = 0; c < LONG; c++)
            EXPECT(z[i][c] == all.scale * x[i][c] + all.shift);
    }
}

TEST(all_work_items)
{
    by_all_of(LONG, 0);
    by_all_of(-600, -1);
    by_all_of(1, 31);
    by_all_of(33, 200);
    by_all_of(256, 257);
}

// ---- Axes without iterations ----------------------------------------------------------------------------------------

// below: for the first rows, or for all of them, the inner axis has no iterations, so some work-items have no elements.
PL_KERNEL(empty_kernel, PL_SCALAR(int64_t, low), PL_REF(const uint32_t, x, R, C), PL_REF(Affine, f, 4), PL_REF(Affine, below, R))
{
    Affine all = { 1, 0 }, some = { 5, 6 };
    PL_REDUCE (all, then, ((r, R), (c, r)), affine_of(x[r][c]));
    PL_REDUCE (some, then, ((r, R), (c, low, 7)), affine_of(x[r][c]));
    f[0] = all;
    f[1] = some;
    f[2] = some;
    PL_REDUCE (f[2], then, ((r, R), (c, low, C), (k, r, 3)), affine_of(x[k][c]));
    f[3] = all;
    PL_REDUCE (f[3], then, ((r, R), (c, low, C), (k, 2)), affine_of(x[r][c]));
    PL_EACH ((r, R)) {
        below[r] = (Affine){ 1, 2 };
        PL_REDUCE (below[r], then, ((q, r), (c, low, 9)), affine_of(x[q][c]));
        PL_REDUCE (below[r], then, ((q, R), (c, r, q)), affine_of(x[q][c]));
    }
}

PL_CALL(by_some, empty_kernel, PL_SCALAR(int64_t, low), PL_GRID((i, M)),
        PL_IN (uint32_t, x, (M, R, C), PL_BLOCKSPEC((PL_NONE, R, C), (i, 0, 0))),
        PL_OUT(Affine, f, (M, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))),
        PL_OUT(Affine, below, (M, R), PL_BLOCKSPEC((PL_NONE, R), (i, 0))))

static void combine(Affine *f, uint32_t e)
{
    *f = then(*f, affine_of(e));
}

static bool is_same(Affine f, Affine g)
{
    return f.scale == g.scale && f.shift == g.shift;
}

static void by_some_from(int64_t low)
{
    static uint32_t x[M][R][C];
    Affine f[M][4], below[M][R];
    for (int i = 0; i < M * R * C; i++)
        x[i / (R * C)][i / C % R][i % C] = given((uint32_t)i);
    EXPECT(by_some(low, **x, *f, *below) == 0);
    for (int i = 0; i < M; i++) {
        Affine all = { 1, 0 }, some = { 5, 6 }, more;
        for (int r = 0; r < R; r++)
            for (int c = 0; c < r; c++)
                combine(&all, x[i][r][c]);
        for (int r = 0; r < R; r++)
            for (int64_t c = low; c < 7; c++)
                combine(&some, x[i][r][c]);
        EXPECT(is_same(f[i][0], all) && is_same(f[i][1], some));
        more = some;
        for (int r = 0; r < R; r++)
            for (int64_t c = low; c < C; c++)
                for (int k = r; k < 3; k++)
                    combine(&more, x[i][k][c]);
        EXPECT(is_same(f[i][2], more));
        more = all;
        for (int r = 0; r < R; r++)
            for (int64_t c = low; c < C; c++)
                combine(&more, x[i][r][c]), combine(&more, x[i][r][c]);
        EXPECT(is_same(f[i][3], more));
        for (int r = 0; r < R; r++) {
            more = (Affine){ 1, 2 };
            for (int q = 0; q < r; q++)
                for (int64_t c = low; c < 9; c++)
                    combine(&more, x[i][q][c]);
            for (int q = 0; q < R; q++)
                for (int c = r; c < q; c++)
                    combine(&more, x[i][q][c]);
            EXPECT(is_same(below[i][r], more));
        }
    }
}

TEST(axes_without_iterations)
{
    by_some_from(0);
    by_some_from(8);
    by_some_from(C);
}

// ---- Axes of constant lengths: work-items may share one that is not the first ----

enum { H = 2, K = 150 };

PL_KERNEL(constant_kernel, PL_REF(const uint32_t, x, H, R, K), PL_REF(Affine, f, 4))
{
    Affine all = { 1, 0 }, some = { 5, 6 };
    PL_REDUCE (all, then, ((h, H), (c, K)), affine_of(x[h][1][c]));
    PL_REDUCE (some, then, ((h, 1, H), (r, 2, 4), (c, 3, K)), affine_of(x[h][r][c]));
    f[0] = all;
    f[1] = some;
    f[2] = some;
    PL_REDUCE (f[2], then, ((h, H), (c, K), (r, R)), affine_of(x[h][r][c]));
    PL_EACH ((j, 3, 4)) {
        f[j] = (Affine){ 1, 2 };
        PL_REDUCE (f[j], then, ((h, H), (c, K)), affine_of(x[h][j][c]));
    }
}

PL_CALL(by_constants, constant_kernel, PL_GRID((i, M)),
        PL_IN (uint32_t, x, (M, H, R, K), PL_BLOCKSPEC((PL_NONE, H, R, K), (i, 0, 0, 0))),
        PL_OUT(Affine, f, (M, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))

TEST(axes_of_constant_lengths)
{
    static uint32_t x[M][H][R][K];
    Affine f[M][4];
    for (int i = 0; i < M * H * R * K; i++)
        x[i / (H * R * K)][i / (R * K) % H][i / K % R][i % K] = given((uint32_t)i);
    EXPECT(by_constants(***x, *f) == 0);
    for (int i = 0; i < M; i++) {
        Affine all = { 1, 0 }, some = { 5, 6 }, last = { 1, 2 };
        for (int h = 0; h < H; h++)
            for (int c = 0; c < K; c++) {
                combine(&all, x[i][h][1][c]);
                combine(&last, x[i][h][3][c]);
            }
        for (int r = 2; r < 4; r++)
            for (int c = 3; c < K; c++)
                combine(&some, x[i][1][r][c]);
        EXPECT(is_same(f[i][0], all) && is_same(f[i][1], some) && is_same(f[i][3], last));
        for (int h = 0; h < H; h++)
            for (int c = 0; c < K; c++)
                for (int r = 0; r < R; r++)
                    combine(&some, x[i][h][r][c]);
        EXPECT(is_same(f[i][2], some));
    }
}

int main(void)
{
    RUN(rows);
    RUN(all_work_items);
    RUN(axes_without_iterations);
    RUN(axes_of_constant_lengths);
    return test_end();
}
