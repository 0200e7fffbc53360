// The kernels of tests/golden/call_units.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     product_cpu, product_gpu
// A kernel named _cpu is for CPU devices: each work-item runs whole programs, one after the other. In a kernel named
// _gpu the work-items of a work-group share one program. The launcher chooses.

// Each work-item runs a contiguous range of the count programs: from pl_share(count, 0) to pl_share(count, 1) - 1.
static long pl_share(long count, int end)
{
    return count * ((long)get_global_id(0) + end) / (long)get_global_size(0);
}

// Vectors of VW elements: as many floats as the device processes at once, which the launcher defines. They need only
// the alignment of their elements, like vload and vstore, which some compilers split into several stores.
#ifndef VW
#define VW 8
#endif
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
#define PL_VECTOR(type, bytes)              \
    typedef PL_JOIN(type, VW) type##v;      \
    typedef type##v type##v_anywhere __attribute__((aligned(bytes)))
PL_VECTOR(float, 4);
#define loadv(p) (*(__global const floatv_anywhere *)(p))
#define storev(v, p) (*(__global floatv_anywhere *)(p) = (v))

#define floatv_at(e) (*(__global floatv_anywhere *)&(e))

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
enum { PL_TRANSPOSED = 4 };             // or-ed to the type of a transposed one

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
    if (kind & PL_TRANSPOSED)
        return row * pl_dot_size(kind);
    return pl_dot_size(kind);
}

inline long pl_dot_down(int kind, long row)
{
    if (kind & PL_TRANSPOSED)
        return pl_dot_size(kind);
    return row * pl_dot_size(kind);
}

// Element i, and the VW elements from i on, as floats. After inlining, kind is a constant.
inline float pl_float_at(__global const void *p, long i, int kind)
{
    if (kind == PL_BF16)
        return as_float((uint)((__global const ushort *)p)[i] << 16);
    return ((__global const float *)p)[i];
}

inline floatv pl_floats_at(__global const void *p, long i, int kind)
{
    if (kind == PL_BF16) {
        const PL_JOIN(ushort, VW) upper = PL_JOIN(vload, VW)(0, (__global const ushort *)p + i);
        return PL_JOIN(as_float, VW)(PL_JOIN(convert_uint, VW)(upper) << 16);
    }
    return loadv((__global const float *)p + i);
}

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

// to[r][c] = from[r][c], as floats.
inline void pl_dot_copy(__global float *to, long to_row, __global const void *from, long from_row, long rows,
                        long columns, int kind)
{
    if (kind & PL_TRANSPOSED) {
        pl_dot_transpose(to, to_row, from, from_row, rows, columns, kind & 3);
        return;
    }
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
    if (y_kind & PL_TRANSPOSED) {
        next.from = bytes + (c + width < n ? c + width : n) * across;
        next.shift = 63 - (int)clz(max(k * size / 64, 1L));
    }
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

static long pl_least(long a, long b) { return a < b ? a : b; }
static float pl_most_f32(float a, float b) { return a > b || a != a ? a : b; }
static floatv pl_mostv_f32(floatv a, floatv b) { return select(select(b, a, a > b), a, a != a); }

// A reduction has this many independent partial sums per work-item, so that an addition does not wait for the
// previous one.
#define PL_CHAINS 4
#define PL_EACH_CHAIN(k) _Pragma("unroll") for (int k = 0; k < PL_CHAINS; k++)

static float pl_greatest_f32(const floatv lanes[PL_CHAINS])
{
    const floatv v = pl_mostv_f32(pl_mostv_f32(lanes[0], lanes[1]), pl_mostv_f32(lanes[2], lanes[3]));
#if VW == 16
    const float8 eight = select(select(v.hi, v.lo, v.lo > v.hi), v.lo, v.lo != v.lo);
    const float4 four = select(select(eight.hi, eight.lo, eight.lo > eight.hi), eight.lo, eight.lo != eight.lo);
#elif VW == 8
    const float4 four = select(select(v.hi, v.lo, v.lo > v.hi), v.lo, v.lo != v.lo);
#else
    const float4 four = v;
#endif
    const float2 two = select(select(four.hi, four.lo, four.lo > four.hi), four.lo, four.lo != four.lo);
    return pl_most_f32(two.x, two.y);
}

// A bf16 is the upper half of a float.
static float pl_f32_of_bf16(ushort v) { return as_float((uint)v << 16); }

// Rounds to nearest, ties to even. A NaN stays a NaN.
static ushort pl_bf16_of_f32(float v)
{
    const uint bits = as_uint(v);
    return v != v ? (bits >> 16) | 64 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}

// Returns the first elements of the rest of a workspace. The others begin at the next cache line, of 64 bytes.
static __global void *pl_take(__global uchar **rest, long count, long size)
{
    __global uchar *taken = *rest;
    *rest += (count * size + 63) / 64 * 64;
    return taken;
}
#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif

// product, from tests/golden/call_units.c:18.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void product_cpu(long m, long i_programs, long l_programs, __global const ushort *restrict x_array,
        __global const ushort *restrict y_array, __global float *z_array,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global ushort *x_window = pl_take(&pl_rest, 32 * 64, sizeof (ushort));
    __global float *z_window = pl_take(&pl_rest, 32 * 16, sizeof (float));
    __global float *z_panel = pl_take(&pl_rest, 64 * 64 + 32 * (64 + 32), sizeof (float));
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // z
        const long z_0 = i * 32;
        const int z_whole = z_0 + 32 <= m;
        __global float *z_block = z_array + z_0 * 16;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = 16;
        for (long l = 0; l < l_programs; l++) {
            // x
            const long x_0 = i * 32;
            const long x_1 = l * 64;
            const int x_whole = x_0 + 32 <= m;
            __global const ushort *x_block = x_array + x_0 * 256 + x_1;
            __global const ushort *x = x_whole ? x_block : x_window;
            const long x_row = x_whole ? 256 : 64;
            if (!x_whole) {
                for (long pl_at = 0; pl_at < 32 * 64; pl_at++)
                    x_window[pl_at] = pl_bf16_of_f32(0);
                for (long pl_at_0 = 0, pl_end_0 = pl_least(32, m - x_0); pl_at_0 < pl_end_0; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < 64; pl_at_1++)
                        x_window[pl_at_0 * 64 + pl_at_1] = x_block[pl_at_0 * 256 + pl_at_1];
            }

            // y
            const long y_1 = l * 64;
            __global const ushort *y = y_array + y_1;

            // product_kernel
            if (l == 0) {
                for (long pl_at_0 = 0; pl_at_0 < 32; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < 16; pl_at_1++)
                        z[pl_at_0 * z_row + pl_at_1] = 0.0f;
            }

            // z += x · yᵀ
            pl_dot_f32(z, z_row, x, x_row, PL_BF16, y, 256, PL_BF16 | PL_TRANSPOSED, 32, 16, 64, z_panel);
            for (long r = 0; r < 32; r++) {
                float most = 0;
                {
                    floatv pl_lanes[PL_CHAINS];
                    PL_EACH_CHAIN (pl_k)
                        pl_lanes[pl_k] = most;
                    long c = 0;
                    while (c + PL_CHAINS * VW <= 16) {
                        PL_EACH_CHAIN (pl_k) {
                            pl_lanes[pl_k] = pl_mostv_f32(pl_lanes[pl_k], floatv_at(z[r * z_row + c]));
                            c += VW;
                        }
                    }
                    for (; c + VW <= 16; c += VW)
                        pl_lanes[0] = pl_mostv_f32(pl_lanes[0], floatv_at(z[r * z_row + c]));
                    for (; c < 16; c++)
                        most = pl_most_f32(most, z[r * z_row + c]);
                    most = pl_most_f32(most, pl_greatest_f32(pl_lanes));
                }
                {
                    long c = 0;
                    for (; c + VW <= 16; c += VW)
                        floatv_at(z[r * z_row + c]) -= most;
                    for (; c < 16; c++)
                        z[r * z_row + c] -= most;
                }
            }
        }
        if (!z_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(32, m - z_0); pl_at_0 < pl_end_0; pl_at_0++)
                for (long pl_at_1 = 0; pl_at_1 < 16; pl_at_1++)
                    z_block[pl_at_0 * 16 + pl_at_1] = z_window[pl_at_0 * 16 + pl_at_1];
        }
    }
}

// product, from tests/golden/call_units.c:18.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void product_gpu(long m, long i_programs, long l_programs, __global const ushort *restrict x_array,
        __global const ushort *restrict y_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __local float x_slice[32 * 17];        // rows padded: neighbors in a column are in different banks
    __local float y_slice[16 * 17];        // rows padded: neighbors in a column are in different banks
    // rows padded: otherwise up to 16 elements of one bank would be accessed at a time on line 12
    __local float z[544];
    const long i = get_group_id(0);

    // z
    const long z_0 = i * 32;
    const int z_whole = z_0 + 32 <= m;
    __global float *z_block = z_array + z_0 * 16;
    const long z_row = 17;
    for (long l = 0; l < l_programs; l++) {
        // x
        const long x_0 = i * 32;
        const long x_1 = l * 64;
        const int x_whole = x_0 + 32 <= m;
        __global const ushort *x = x_array + x_0 * 256 + x_1;
        const long x_row = 256;

        // y
        const long y_1 = l * 64;
        __global const ushort *y = y_array + y_1;

        // product_kernel
        if (l == 0) {
            for (int pl_at_0 = pl_row; pl_at_0 < 32; pl_at_0 += 8)
                for (int pl_at_1 = pl_column; pl_at_1 < 16; pl_at_1 += 8)
                    z[pl_at_0 * z_row + pl_at_1] = 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // z: read on line 14, written on line 9

        // z += x · yᵀ
        {
            // 4 x 2 elements per lane, slices 16 deep
            float pl_sum[4][2];
            PL_UNROLL for (int pl_i = 0; pl_i < 4; pl_i++)
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    pl_sum[pl_i][pl_j] = z[(pl_row + pl_i * 8) * z_row + pl_column + pl_j * 8];
            for (int pl_deep = 0; pl_deep < 64; pl_deep += 16) {
                if (x_whole) {
                    for (int pl_r = pl_row; pl_r < 32; pl_r += 8)
                        for (int pl_k = pl_column; pl_k < 16; pl_k += 8)
                            x_slice[pl_r * 17 + pl_k] = pl_f32_of_bf16(x[pl_r * x_row + pl_deep + pl_k]);
                } else {
                    for (int pl_r = pl_row; pl_r < 32; pl_r += 8)
                        for (int pl_k = pl_column; pl_k < 16; pl_k += 8)
                            x_slice[pl_r * 17 + pl_k] = x_0 + pl_r < m
                                    ? pl_f32_of_bf16(x[pl_r * x_row + pl_deep + pl_k]) : 0;
                }
                for (int pl_c = pl_row; pl_c < 16; pl_c += 8)
                    for (int pl_k = pl_column; pl_k < 16; pl_k += 8)
                        y_slice[pl_k * 17 + pl_c] = pl_f32_of_bf16(y[pl_deep + pl_k + pl_c * 256]);
                barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
                for (int pl_k = 0; pl_k < 16; pl_k++) {
                    float pl_x[4], pl_y[2];
                    PL_UNROLL for (int pl_i = 0; pl_i < 4; pl_i++)
                        pl_x[pl_i] = x_slice[(pl_row + pl_i * 8) * 17 + pl_k];
                    PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                        pl_y[pl_j] = y_slice[pl_k * 17 + pl_column + pl_j * 8];
                    PL_UNROLL for (int pl_i = 0; pl_i < 4; pl_i++)
                        PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                            pl_sum[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
                }
                barrier(CLK_LOCAL_MEM_FENCE);        // no work-item reads these slices any more
            }
            PL_UNROLL for (int pl_i = 0; pl_i < 4; pl_i++)
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    z[(pl_row + pl_i * 8) * z_row + pl_column + pl_j * 8] = pl_sum[pl_i][pl_j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 9, read on line 12
        for (int r = pl_lane; r < 32; r += 64) {
            float most = 0;
            for (int c = 0; c < 16; c++)
                most = pl_most_f32(most, z[r * z_row + c]);
            for (int c = 0; c < 16; c++)
                z[r * z_row + c] -= most;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 14, copied on line 21
    if (z_whole) {
        for (int pl_at_0 = pl_row; pl_at_0 < 32; pl_at_0 += 8)
            for (int pl_at_1 = pl_column; pl_at_1 < 16; pl_at_1 += 8)
                z_block[pl_at_0 * 16 + pl_at_1] = z[pl_at_0 * 17 + pl_at_1];
    } else {
        for (int pl_at_0 = pl_row; pl_at_0 < 32; pl_at_0 += 8)
            for (int pl_at_1 = pl_column; pl_at_1 < 16; pl_at_1 += 8)
                if (z_0 + pl_at_0 < m)
                    z_block[pl_at_0 * 16 + pl_at_1] = z[pl_at_0 * 17 + pl_at_1];
    }
}
// The calls of tests/golden/call_units.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_units.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

static const struct pl_call_local product_local[] = {
    { "z", 2176 },
    { "slices of PL_DOT's first operand", 2176 },
    { "slices of PL_DOT's second operand", 1088 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(product)
int product(long m, const pl_bf16 *x_array, const pl_bf16 *y_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "product", "product_kernel", "tests/golden/call_units.c", 18);
    if (!pl_call_declared(&call.host, pl_declared_product, "i8 m, const b2 *x, const b2 *y, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, 32));
    pl_cl_sequential(&call, "l", 4);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, 256 });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 2, (long[]){ 16, 256 });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, 16 });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "product_gpu", 64, 0, product_local);
    return pl_cl_items(&call, "product_cpu",
            PL_PADDED_BYTES(32 * 64, pl_bf16) + PL_PADDED_BYTES(32 * 16, float)
            + PL_PADDED_BYTES(64 * 64 + 32 * (64 + 32), float));
}
