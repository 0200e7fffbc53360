// Windows that lanes copy to local memory and back, several elements at once where rows begin at multiples of them: small
// elements, rows and arrays that begin anywhere, three dims, structs, blocks that extend past the array, steps that fetch ahead.

#include <pallas.h>
#include "../test.h"

enum { MOST = 40000 };

static float value(long at)
{
    return (float)(at * 37 % 23 - 11);
}

// An array on the device that begins so many bytes after a multiple of 64.
typedef struct { void *memory; void *at; } Placed;

static Placed placed(const void *from, size_t bytes, size_t offset)
{
    Placed p = { .memory = pl_alloc(bytes + 64) };
    EXPECT(p.memory != NULL);
    p.at = (char *)p.memory + offset;
    EXPECT(pl_upload(p.at, from, bytes) == 0);
    return p;
}

static float out[MOST], expected[MOST];

static int wrong(long count)
{
    int different = 0;
    for (long e = 0; e < count; e++)
        different += out[e] != expected[e];
    return different;
}

// ---- Columns of bf16: lanes read across the rows ----

enum { R = 32, C = 64 };

static pl_bf16 halves[MOST];

PL_KERNEL(columns_kernel, PL_REF(const pl_bf16, x, R, C), PL_REF(float, z, C, R))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((r, C), (c, R))
        z[r][c] += pl_to_f32(x[c][r]);
}
PL_CALL(columns, columns_kernel, PL_SIZES(m, n), PL_GRID((j, PL_CDIV(n, C)), (i, PL_CDIV(m, R))),
        PL_IN (pl_bf16, x, (m, n), PL_BLOCKSPEC((R, C), (i, j), PL_EDGE(3))),
        PL_OUT(float, z, (PL_CDIV(n, C) * C, R), PL_BLOCKSPEC((C, R), (j, 0))))
PL_CALL(promised, columns_kernel, PL_SIZES(m, n), PL_GRID((j, PL_CDIV(n, C)), (i, PL_CDIV(m, R))),
        PL_IN (pl_bf16, x, (m, PL_MULTIPLE_OF(n, 8)), PL_BLOCKSPEC((R, C), (i, j), PL_EDGE(3))),
        PL_OUT(float, z, (PL_CDIV(n, C) * C, R), PL_BLOCKSPEC((C, R), (j, 0))))

static void try_columns(long m, long n, size_t offset)
{
    Placed x = placed(halves, (size_t)(m * n) * sizeof *halves, offset);
    long rows = (n + C - 1) / C * C;
    for (long e = 0; e < rows * R; e++) {
        expected[e] = 0;
        for (long r = e % R; r < (m + R - 1) / R * R; r += R)
            expected[e] += r < m && e / R < n ? pl_to_f32(halves[r * n + e / R]) : 3;
    }
    EXPECT(columns(m, n, x.at, out) == 0);
    EXPECT(wrong(rows * R) == 0);
    if (n % 8 == 0) {
        EXPECT(promised(m, n, x.at, out) == 0);
        EXPECT(wrong(rows * R) == 0);
    }
    pl_free(x.memory);
}

TEST(columns_of_bf16)
{
    for (long e = 0; e < MOST; e++)
        halves[e] = pl_to_bf16(value(e));
    for (long steps = 1; steps <= 6; steps++)
        try_columns(steps * R, C, 0);
    try_columns(5 * R, 2 * C, 0);
    try_columns(5 * R, 2 * C, 2);
    try_columns(5 * R, 2 * C, 4);
    try_columns(3 * R - 5, 2 * C - 3, 0);           // rows of an odd length
    try_columns(3 * R - 5, 2 * C - 6, 6);
    try_columns(7, 5, 0);
}

// ---- Neighbors in f16: windows overlap, and begin eight elements before a block ----

enum { WIDE = 96, RIM = 8, ALL = WIDE + 2 * RIM };

static pl_f16 smaller[MOST];

PL_KERNEL(around_kernel, PL_REF(const pl_f16, x, ALL), PL_REF(float, z, WIDE))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((c, WIDE))
        z[c] += pl_to_f32(x[c]) + 2 * pl_to_f32(x[c + RIM]) - pl_to_f32(x[c + 2 * RIM]);
}
PL_CALL(around, around_kernel, PL_SIZES(rows, n), PL_GRID((i, PL_CDIV(n, WIDE)), (s, rows)),
        PL_IN (pl_f16, x, (rows, n), PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(ALL, RIM, WIDE + RIM)), (s, i * WIDE), PL_EDGE(5))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((WIDE), (i))))

static float at_rim(long n, long row, long c)
{
    return c < 0 || c >= n ? 5 : pl_to_f32(smaller[row * n + c]);
}

static void try_around(long rows, long n, size_t offset)
{
    Placed x = placed(smaller, (size_t)(rows * n) * sizeof *smaller, offset);
    for (long c = 0; c < n; c++) {
        expected[c] = 0;
        for (long s = 0; s < rows; s++)
            expected[c] += at_rim(n, s, c - RIM) + 2 * at_rim(n, s, c) - at_rim(n, s, c + RIM);
    }
    EXPECT(around(rows, n, x.at, out) == 0);
    EXPECT(wrong(n) == 0);
    pl_free(x.memory);
}

TEST(neighbors_in_f16)
{
    for (long e = 0; e < MOST; e++)
        smaller[e] = pl_to_f16(value(3 * e + 5));
    for (long rows = 1; rows <= 6; rows++)
        try_around(rows, 4 * WIDE, 0);
    try_around(5, 4 * WIDE, 2);
    try_around(5, 4 * WIDE + 5, 0);                 // each row begins elsewhere
    try_around(6, 3 * WIDE - 40, 16);
    try_around(2, 11, 0);
}

// ---- Columns of bytes; rows of an odd length, of which no piece has four bytes ----

enum { ODD = 15 };

static uint8_t bytes[MOST];

PL_KERNEL(bytes_kernel, PL_REF(const uint8_t, x, R, R), PL_REF(const uint8_t, y, R, ODD), PL_REF(float, z, R, R))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((r, R), (c, R))
        z[r][c] += (float)x[c][r] - (float)y[c][r % ODD] + (float)y[r][c % ODD];
}
PL_CALL(of_bytes, bytes_kernel, PL_SIZES(m, n), PL_GRID(PL_ARBITRARY(i, PL_CDIV(m, R))),
        PL_IN (uint8_t, x, (m, n), PL_BLOCKSPEC((R, R), (i, 0), PL_EDGE(1))),
        PL_IN (uint8_t, y, (m, ODD), PL_BLOCKSPEC((R, ODD), (i, 0), PL_EDGE(2))),
        PL_OUT(float, z, (R, R), PL_BLOCKSPEC((R, R), (0, 0))))

static void try_bytes(long m, long n, size_t offset)
{
    Placed x = placed(bytes, (size_t)(m * n), offset), y = placed(bytes, (size_t)(m * ODD), offset);
    for (long e = 0; e < R * R; e++) {
        long r = e / R, c = e % R;
        expected[e] = 0;
        for (long first = 0; first < m; first += R) {
            expected[e] += first + c < m && r < n ? (float)bytes[(first + c) * n + r] : 1;
            expected[e] -= first + c < m ? (float)bytes[(first + c) * ODD + r % ODD] : 2;
            expected[e] += first + r < m ? (float)bytes[(first + r) * ODD + c % ODD] : 2;
        }
    }
    EXPECT(of_bytes(m, n, x.at, y.at, out) == 0);
    EXPECT(wrong(R * R) == 0);
    pl_free(x.memory);
    pl_free(y.memory);
}

TEST(columns_of_bytes)
{
    for (long e = 0; e < MOST; e++)
        bytes[e] = (uint8_t)(e * 37 % 5);
    for (long steps = 1; steps <= 6; steps++)
        try_bytes(steps * R, R, 0);
    try_bytes(5 * R, R, 3);
    try_bytes(5 * R, R + 4, 4);
    try_bytes(4 * R - 7, R + 3, 0);
    try_bytes(3, R - 2, 1);
}

// ---- Three dims, of which no lane has a row or a column; one array that begins anywhere ----

enum { P = 3, H = 8, W = 20 };

static float in[MOST];

PL_KERNEL(planes_kernel, PL_REF(const float, x, P, H, W), PL_REF(float, z, H * W))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    for (int p = 0; p < P; p++)
        PL_EACH ((r, H - 1), (c, W))
            z[r * W + c] += x[p][r][c] - 2 * x[P - 1 - p][r + 1][c];
}
PL_CALL(planes, planes_kernel, PL_SIZES(h, w), PL_GRID(PL_ARBITRARY(s, PL_CDIV(w, W))),
        PL_IN (float, x, (P, h, w), PL_BLOCKSPEC((P, H, W), (0, 0, s), PL_EDGE(4))),
        PL_OUT(float, z, (H * W), PL_BLOCKSPEC((H * W), (0))))

static float in_plane(long h, long w, long p, long r, long c)
{
    return r < h && c < w ? in[(p * h + r) * w + c] : 4;
}

static void try_planes(long h, long w, size_t offset)
{
    Placed x = placed(in, (size_t)(P * h * w) * sizeof *in, offset);
    for (long e = 0; e < H * W; e++) {
        long r = e / W, c = e % W;
        expected[e] = 0;
        for (long first = 0; first < w; first += W)
            for (long p = 0; p < P && r < H - 1; p++)
                expected[e] += in_plane(h, w, p, r, first + c) - 2 * in_plane(h, w, P - 1 - p, r + 1, first + c);
    }
    EXPECT(planes(h, w, x.at, out) == 0);
    EXPECT(wrong(H * W) == 0);
    pl_free(x.memory);
}

TEST(three_dims)
{
    for (long e = 0; e < MOST; e++)
        in[e] = value(5 * e + 2);
    for (long steps = 1; steps <= 6; steps++)
        try_planes(H, steps * W, 0);
    try_planes(H, 5 * W, 4);
    try_planes(H + 3, 3 * W + 2, 0);                // rows do not begin at multiples of 16 bytes
    try_planes(H - 1, 4 * W - 8, 16);
    try_planes(2, 3, 8);
}

// ---- The same, not along the steps of an axis: copied once, and back ----

PL_KERNEL(turned_kernel, PL_REF(float, z, 2, H, W))
{
    PL_EACH ((h, 2), (r, H), (c, W))
        z[h][r][c] += 1;
    PL_WHEN (PL_AXIS(i) % 2 == 0)
        PL_EACH ((h, 2), (c, W))
            z[h][0][c] += z[1 - h][1][W - 1 - c];
}
PL_CALL(turned, turned_kernel, PL_SIZES(h, w), PL_GRID((i, PL_CDIV(w, W))),
        PL_INOUT(float, z, (2, h, w), PL_BLOCKSPEC((2, H, W), (0, 0, i), PL_EDGE(6))))

static void try_turned(long h, long w, size_t offset)
{
    Placed z = placed(in, (size_t)(2 * h * w) * sizeof *in, offset);
    for (long e = 0; e < 2 * h * w; e++) {
        long p = e / w / h, r = e / w % h, c = e % w, first = c / W * W, other = first + W - 1 - c % W;
        expected[e] = in[e] + 1;
        if (first / W % 2 == 0 && r == 0)
            expected[e] += (1 < h && other < w ? in[((1 - p) * h + 1) * w + other] : 6) + 1;
    }
    EXPECT(turned(h, w, z.at) == 0 && pl_download(out, z.at, (size_t)(2 * h * w) * sizeof *out) == 0);
    EXPECT(wrong(2 * h * w) == 0);
    pl_free(z.memory);
}

TEST(copied_back)
{
    try_turned(H, 4 * W, 0);
    try_turned(H, 4 * W, 4);
    try_turned(H, 3 * W - 6, 0);
    try_turned(H - 2, 3 * W - 4, 16);
}

// ---- Structs of eight and of twelve bytes ----

typedef struct { float a, b; } Pair;
typedef struct { float a, b, c; } Triple;

enum { SIDE = 24 };

PL_KERNEL(structs_kernel, PL_REF(const Pair, x, SIDE, SIDE), PL_REF(const Triple, y, SIDE, SIDE), PL_REF(float, z, SIDE, SIDE))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_EACH ((r, SIDE), (c, SIDE))
        z[r][c] += x[c][r].a - x[r][c].b + 2 * y[c][r].c - y[r][c].a;
}
PL_CALL(structs, structs_kernel, PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(s, blocks)),
        PL_IN (Pair,   x, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s, 0))),
        PL_IN (Triple, y, (blocks * SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (s, 0))),
        PL_OUT(float,  z, (SIDE, SIDE), PL_BLOCKSPEC((SIDE, SIDE), (0, 0))))

static void try_structs(long blocks, size_t offset)
{
    static Pair pairs[6 * SIDE * SIDE];
    static Triple triples[6 * SIDE * SIDE];
    long count = blocks * SIDE * SIDE;
    for (long e = 0; e < count; e++) {
        pairs[e] = (Pair){ value(e), value(3 * e + 5) };
        triples[e] = (Triple){ value(7 * e), 0, value(e + 3) };
    }
    Placed x = placed(pairs, (size_t)count * sizeof *pairs, offset), y = placed(triples, (size_t)count * sizeof *triples, offset);
    for (long e = 0; e < SIDE * SIDE; e++) {
        expected[e] = 0;
        for (long first = 0; first < count; first += SIDE * SIDE) {
            long across = first + e % SIDE * SIDE + e / SIDE, along = first + e;
            expected[e] += pairs[across].a - pairs[along].b + 2 * triples[across].c - triples[along].a;
        }
    }
    EXPECT(structs(blocks, x.at, y.at, out) == 0);
    EXPECT(wrong(SIDE * SIDE) == 0);
    pl_free(x.memory);
    pl_free(y.memory);
}

TEST(of_structs)
{
    for (long blocks = 1; blocks <= 6; blocks++)
        try_structs(blocks, 0);
    try_structs(5, 4);
    try_structs(5, 8);
}

// ---- Rows that begin before the array: if the array does not begin at a multiple of 16 bytes, it may begin within a piece ----

enum { LEAD = 4, LONG = 32, TALL = 16, LED = LONG + 2 * LEAD };

PL_KERNEL(before_kernel, PL_REF(const float, x, TALL, LED), PL_REF(float, z, TALL, LONG))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(z, 0);
    PL_EACH ((r, TALL), (c, LONG)) {
        if (PL_INSIDE(x, r, c))
            z[r][c] += x[r][c];
        if (PL_INSIDE(x, r, c + LEAD))
            z[r][c] += 2 * x[r][c + LEAD];
    }
}
PL_CALL(before, before_kernel, PL_SIZES(m, n, shift), PL_GRID((j, PL_CDIV(n, LONG)), (i, PL_CDIV(m, TALL))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((TALL, PL_ELEMENT(LED, LEAD, LONG + 2 * LEAD)), (i, j * LONG + shift))),
        PL_OUT(float, z, (PL_CDIV(n, LONG) * TALL, LONG), PL_BLOCKSPEC((TALL, LONG), (j, 0))))

static float zeros_around(long m, long n, long r, long c)
{
    return r < m && c >= 0 && c < n ? in[r * n + c] : 0;
}

static void try_before(long m, long n, long shift, size_t offset)
{
    Placed x = placed(in, (size_t)(m * n) * sizeof *in, offset);
    long count = (n + LONG - 1) / LONG * TALL * LONG;
    for (long e = 0; e < count; e++) {
        long r = e / LONG % TALL, c = e / LONG / TALL * LONG + e % LONG + shift;
        expected[e] = 0;
        for (long first = r; first - r < m; first += TALL)
            expected[e] += zeros_around(m, n, first, c - LEAD) + 2 * zeros_around(m, n, first, c);
    }
    EXPECT(before(m, n, shift, x.at, out) == 0);
    EXPECT(wrong(count) == 0);
    pl_free(x.memory);
}

TEST(rows_that_begin_before_the_array)
{
    for (long e = 0; e < MOST; e++)
        in[e] = value(7 * e + 1);
    for (long steps = 1; steps <= 4; steps++)
        try_before(steps * TALL, 2 * LONG, 2, 8);
    try_before(2 * TALL, 2 * LONG, 0, 0);
    try_before(2 * TALL, 2 * LONG, 3, 4);
    try_before(2 * TALL - 3, LONG + 12, 2, 8);
    try_before(3, 5, 1, 12);
}

int main(void)
{
    RUN(columns_of_bf16);
    RUN(neighbors_in_f16);
    RUN(columns_of_bytes);
    RUN(three_dims);
    RUN(copied_back);
    RUN(of_structs);
    RUN(rows_that_begin_before_the_array);
    return test_end();
}
