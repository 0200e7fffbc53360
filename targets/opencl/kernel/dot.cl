%%helper pl_dot_f32
// z += x y, summed in f32, at most DOT_DEPTH terms at a time. y is copied to the workspace one panel at a time: a few
// vectors wide, with contiguous rows. Each tile of z, DOT_ROWS rows by the width of the panel, is then summed in
// registers. z is used in place, and so is x if it has rows of floats. Data of the next tile and the next panel is
// prefetched.
#define DOT_ROWS 6
#if VW == 16
#define DOT_VECTORS 4                   // 24 sums, 4 vectors of y, 1 of x: they fit in 32 registers
#else
#define DOT_VECTORS 2                   // 12 sums, 2 of y, 1 of x: they fit in 16 registers
#endif
#define DOT_DEPTH 512
#define DOT_STEPS 16                    // iterations of l per prefetched cache line

enum { PL_F32, PL_BF16, PL_F16 };       // the element types of x and y
%%helper PL_TRANSPOSED
enum { PL_TRANSPOSED = 4 };             // or-ed to the type of a transposed one
%%helper pl_dot_f32

#if defined __has_builtin && (defined __x86_64__ || defined __aarch64__)
#if __has_builtin(__builtin_prefetch)
#define PL_FETCH(p) __builtin_prefetch((const void *)(ulong)(p), 0, 2)
#define PL_FETCH_TO_WRITE(p) __builtin_prefetch((const void *)(ulong)(p), 1)
#endif
#endif
#ifndef PL_FETCH
#define PL_FETCH(p) ((void)0)
#define PL_FETCH_TO_WRITE(p) ((void)0)
#endif

// The size of an element in bytes, and the distances from one column and one row of a matrix to the next.
inline long pl_dot_size(int kind)
{
    return (kind & 3) == PL_F32 ? 4 : 2;
}

inline long pl_dot_across(int kind, long row)
{
%%helper PL_TRANSPOSED
    if (kind & PL_TRANSPOSED)
        return row * pl_dot_size(kind);
%%helper pl_dot_f32
    return pl_dot_size(kind);
}

inline long pl_dot_down(int kind, long row)
{
%%helper PL_TRANSPOSED
    if (kind & PL_TRANSPOSED)
        return pl_dot_size(kind);
%%helper pl_dot_f32
    return row * pl_dot_size(kind);
}

// Element i, and the VW elements from i on, as floats. After inlining, kind is a constant.
inline float pl_float_at(__global const void *p, long i, int kind)
{
%%helper PL_F16
    if (kind == PL_F16)
        return vload_half(i, (__global const half *)p);
%%helper PL_BF16
    if (kind == PL_BF16)
        return as_float((uint)((__global const ushort *)p)[i] << 16);
%%helper pl_dot_f32
    return ((__global const float *)p)[i];
}

inline floatv pl_floats_at(__global const void *p, long i, int kind)
{
%%helper PL_F16
    if (kind == PL_F16)
        return PL_JOIN(vload_half, VW)(0, (__global const half *)p + i);
%%helper PL_BF16
    if (kind == PL_BF16) {
        const PL_JOIN(ushort, VW) upper = PL_JOIN(vload, VW)(0, (__global const ushort *)p + i);
        return PL_JOIN(as_float, VW)(PL_JOIN(convert_uint, VW)(upper) << 16);
    }
%%helper pl_dot_f32
    return loadv((__global const float *)p + i);
}

%%helper PL_TRANSPOSED
// to[r][c] = from[c][r], in squares of VW x VW: log2(VW) rounds of interleaving vector i with vector i + VW / 2
// transpose a square.
inline void pl_dot_transpose(__global float *to, long to_row, __global const void *from, long from_row, long rows,
                        long columns, int kind)
{
    const long square_rows = rows - rows % VW, square_columns = columns - columns % VW;
    for (long c = 0; c < square_columns; c += VW)
        for (long r = 0; r < square_rows; r += VW) {
            floatv a[VW], b[VW];
            #pragma unroll
            for (int i = 0; i < VW; i++)
                a[i] = pl_floats_at(from, (c + i) * from_row + r, kind);
            #pragma unroll
            for (int times = 1; times < VW; times *= 2) {
                #pragma unroll
                for (int i = 0; i < VW / 2; i++) {
                    b[2 * i].even = a[i].lo, b[2 * i].odd = a[i + VW / 2].lo;
                    b[2 * i + 1].even = a[i].hi, b[2 * i + 1].odd = a[i + VW / 2].hi;
                }
                #pragma unroll
                for (int i = 0; i < VW; i++)
                    a[i] = b[i];
            }
            #pragma unroll
            for (int i = 0; i < VW; i++)
                storev(a[i], to + (r + i) * to_row + c);
        }
    for (long r = 0; r < rows; r++)
        for (long c = r < square_rows ? square_columns : 0; c < columns; c++)
            to[r * to_row + c] = pl_float_at(from, c * from_row + r, kind);
}

%%helper pl_dot_f32
// to[r][c] = from[r][c], as floats.
inline void pl_dot_copy(__global float *to, long to_row, __global const void *from, long from_row, long rows,
                        long columns, int kind)
{
%%helper PL_TRANSPOSED
    if (kind & PL_TRANSPOSED) {
        pl_dot_transpose(to, to_row, from, from_row, rows, columns, kind & 3);
        return;
    }
%%helper pl_dot_f32
    for (long r = 0; r < rows; r++) {
        long c = 0;
        for (; c + VW <= columns; c += VW)
            storev(pl_floats_at(from, r * from_row + c, kind), to + r * to_row + c);
        for (; c < columns; c++)
            to[r * to_row + c] = pl_float_at(from, r * from_row + c, kind);
    }
}

// Memory to prefetch: rows of 1 << shift cache lines each, row bytes apart.
struct pl_ahead {
    __global const uchar *from;
    long row;
    int shift;
};

inline __global const uchar *pl_line_ahead(struct pl_ahead next, long i)
{
    return next.from + (i >> next.shift) * next.row + (i & ((1 << next.shift) - 1)) * 64;
}

// One column of x times one row of the panel. A macro, because compilers keep a `sum` that is passed by pointer in
// memory.
#define PL_DOT_STEP(l)                                                                                  \
    do {                                                                                                \
        _Pragma("unroll")                                                                               \
        for (int r = 0; r < rows; r++) {                                                                \
            const floatv each = x[r * x_row + (l)];                                                     \
            _Pragma("unroll")                                                                           \
            for (int v = 0; v < vectors; v++)                                                           \
                sum[r][v] = fma(each, loadv(panel + ((l) * vectors + v) * VW), sum[r][v]);              \
        }                                                                                               \
    } while (0)

// One tile; first: the cache line to prefetch first. rows and vectors are constants at each call, so that the inlined
// loops have known trip counts.
inline __attribute__((always_inline))
void pl_dot_tile(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                 long k, int rows, int vectors, struct pl_ahead next, long first)
{
    floatv sum[DOT_ROWS][DOT_VECTORS];
    #pragma unroll
    for (int r = 0; r < rows; r++)
        #pragma unroll
        for (int v = 0; v < vectors; v++)
            sum[r][v] = loadv(z + r * z_row + v * VW);
    long l = 0, line = 0;
    for (; l + DOT_STEPS <= k; l += DOT_STEPS, line++) {
        PL_FETCH(pl_line_ahead(next, first + line));
        PL_FETCH_TO_WRITE(z + (rows + line / vectors) * z_row + line % vectors * VW);           // of the next tile
        #pragma unroll 2
        for (int step = 0; step < DOT_STEPS; step++)
            PL_DOT_STEP(l + step);
    }
    for (; l < k; l++)
        PL_DOT_STEP(l);
    #pragma unroll
    for (int r = 0; r < rows; r++)
        #pragma unroll
        for (int v = 0; v < vectors; v++)
            storev(sum[r][v], z + r * z_row + v * VW);
}

// Multiplies all of x by a panel.
inline __attribute__((always_inline))
void pl_dot_panel(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                  long m, long k, int vectors, struct pl_ahead next)
{
    const long lines = k * vectors * VW * (long)sizeof (float) / 64;
    long r = 0;
    for (; r + DOT_ROWS <= m; r += DOT_ROWS)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, DOT_ROWS, vectors, next, r * lines / m);
    for (; r + 2 <= m; r += 2)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 2, vectors, next, r * lines / m);
    for (; r < m; r++)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 1, vectors, next, r * lines / m);
}

// Copies the columns of y from c on to a panel and multiplies x by it.
inline __attribute__((always_inline))
void pl_dot_columns(__global float *z, long z_row, __global const float *x, long x_row, __global const void *y,
                    long y_row, int y_kind, long c, long m, long n, long k, __global float *panel, int vectors)
{
    const int width = vectors * VW;
    const long size = pl_dot_size(y_kind), across = pl_dot_across(y_kind, y_row);
    __global const uchar *bytes = (__global const uchar *)y;
    // After the last panel, the next block usually follows.
    struct pl_ahead next = { bytes + (c + width < n ? (c + width) * size : k * y_row * size), y_row * size,
                             63 - (int)clz(max(width * size / 64, 1L)) };
%%helper PL_TRANSPOSED
    if (y_kind & PL_TRANSPOSED) {
        next.from = bytes + (c + width < n ? c + width : n) * across;
        next.shift = 63 - (int)clz(max(k * size / 64, 1L));
    }
%%helper pl_dot_f32
    pl_dot_copy(panel, width, bytes + c * across, y_row, k, width, y_kind);
    pl_dot_panel(z + c, z_row, x, x_row, panel, m, k, vectors, next);
}

// Adds at most DOT_DEPTH terms to all sums. edge: for the columns of z that do not fill a vector.
static void pl_dot_slice(__global float *z, long z_row, __global const float *x, long x_row, __global const void *y,
                         long y_row, int y_kind, long m, long n, long k, __global float *panel, __global float *edge)
{
    const long wide = n - n % (DOT_VECTORS * VW), all = n - n % VW, rest = n - all;
    for (long c = 0; c < wide; c += DOT_VECTORS * VW)
        pl_dot_columns(z, z_row, x, x_row, y, y_row, y_kind, c, m, n, k, panel, DOT_VECTORS);
    for (long c = wide; c < all; c += VW)
        pl_dot_columns(z, z_row, x, x_row, y, y_row, y_kind, c, m, n, k, panel, 1);
    if (rest == 0)
        return;
    struct pl_ahead next = { (__global const uchar *)panel, 0, 0 };
    for (long l = 0; l < k; l++)                                // fewer columns than a vector has: zeros beside them
        storev((floatv)0, panel + l * VW);
    pl_dot_copy(panel, VW, (__global const uchar *)y + all * pl_dot_across(y_kind, y_row), y_row, k, rest, y_kind);
    for (long r = 0; r < m; r++)
        storev((floatv)0, edge + r * VW);
    pl_dot_copy(edge, VW, z + all, z_row, m, rest, PL_F32);
    pl_dot_panel(edge, VW, x, x_row, panel, m, k, 1, next);
    pl_dot_copy(z + all, z_row, edge, VW, m, rest, PL_F32);
}

// z is m x n, x is m x k, y is k x n. Their rows are z_row, x_row and y_row elements apart. workspace has
// 64 k + m (k + 32) floats: for a panel, for the part of z that does not fill a vector, and for copied rows of x.
static void pl_dot_f32(__global float *z, long z_row, __global const void *x, long x_row, int x_kind,
                       __global const void *y, long y_row, int y_kind, long m, long n, long k,
                       __global float *workspace)
{
    for (long l = 0; l < k; l += DOT_DEPTH) {
        const long depth = min(k - l, (long)DOT_DEPTH), rows_row = depth + 16;
        __global float *panel = workspace, *edge = panel + 64 * depth, *rows = edge + 16 * m;
        __global const uchar *left = (__global const uchar *)x + l * pl_dot_across(x_kind, x_row);
        __global const uchar *right = (__global const uchar *)y + l * pl_dot_down(y_kind, y_row);
        const bool copies = x_kind != PL_F32;
        if (copies)
            pl_dot_copy(rows, rows_row, left, x_row, m, depth, x_kind);
        pl_dot_slice(z, z_row, copies ? rows : (__global const float *)left, copies ? rows_row : x_row, right, y_row,
                     y_kind, m, n, depth, panel, edge);
    }
}
