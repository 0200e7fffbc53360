// The kernels of tests/golden/call_dot.c, for OpenCL; written by pallasc.
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

// Stores that bypass the cache, for data that is not read again soon. The launcher passes whether the arrays exceed
// the cache. The address of such a store must be a multiple of the vector's size. The empty asm statements keep the
// compiler from merging the two branches into one store.
#if defined __has_builtin && (defined __x86_64__ || defined __aarch64__)
#if __has_builtin(__builtin_nontemporal_store)
#define PL_APART() __asm__ volatile("")
#define PL_PAST_CACHE(v, p) __builtin_nontemporal_store(v, p)
#endif
#endif
#ifndef PL_PAST_CACHE
#define PL_APART() ((void)0)
#define PL_PAST_CACHE(v, p) (*(p) = (v))
#endif
#define stream_at(type, element, value, past)                               \
    do {                                                                    \
        const type made = value;                                            \
        if ((past) && (ulong)&(element) % sizeof (type) == 0) {             \
            PL_APART();                                                     \
            PL_PAST_CACHE(made, (__global type *)&(element));               \
            PL_APART();                                                     \
        } else                                                              \
            *(__global type##_anywhere *)&(element) = made;                 \
    } while (0)

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

enum { BM = 8 };
enum { BN = 8 };
enum { BK = 4 };

// product, from tests/golden/call_dot.c:32.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void product_cpu(long m, long n, long k, long i_programs, long j_programs, long l_programs,
        __global const float *restrict x_array, __global const float *restrict y_array,
        __global const ushort *restrict w_array, __global float *z_array, __global float *total_array,
        long pl_past_cache, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, BM * BK, sizeof (float));
    __global float *y_window = pl_take(&pl_rest, BN * BK, sizeof (float));
    __global ushort *w_window = pl_take(&pl_rest, BK * BN, sizeof (ushort));
    __global float *z_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *total_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *room = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *room_panel = pl_take(&pl_rest, 64 * BK + BM * (BK + 32), sizeof (float));
    __global float *z_panel = pl_take(&pl_rest, 64 * BK + BM * (BK + 32), sizeof (float));
    __global float *half_buffer = pl_take(&pl_rest, BM * BN, sizeof (float));
    const long pl_last = pl_share(i_programs * j_programs, 1);
    for (long pl_program = pl_share(i_programs * j_programs, 0); pl_program < pl_last; pl_program++) {
        const long i = pl_program / j_programs;
        const long j = pl_program % j_programs;

        // z
        const long z_0 = i * BM;
        const long z_1 = j * BN;
        const int z_whole = z_0 + BM <= m && z_1 + BN <= n;
        __global float *z_block = z_array + z_0 * n + z_1;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? n : BN;

        // total
        const long total_0 = i * BM;
        const long total_1 = j * BN;
        const int total_whole = total_0 + BM <= m && total_1 + BN <= n;
        __global float *total_block = total_array + total_0 * n + total_1;
        __global float *total = total_whole ? total_block : total_window;
        const long total_row = total_whole ? n : BN;
        for (long l = 0; l < l_programs; l++) {
            // x
            const long x_0 = i * BM;
            const long x_1 = l * BK;
            const int x_whole = x_0 + BM <= m;
            __global const float *x_block = x_array + x_0 * k + x_1;
            __global const float *x = x_whole ? x_block : x_window;
            const long x_row = x_whole ? k : BK;
            if (!x_whole) {
                for (long pl_at_0 = 0, pl_end_0 = pl_least(BM, m - x_0); pl_at_0 < pl_end_0; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < BK; pl_at_1++)
                        x_window[pl_at_0 * BK + pl_at_1] = x_block[pl_at_0 * k + pl_at_1];
            }

            // y
            const long y_0 = j * BN;
            const long y_1 = l * BK;
            const int y_whole = y_0 + BN <= n;
            __global const float *y_block = y_array + y_0 * k + y_1;
            __global const float *y = y_whole ? y_block : y_window;
            const long y_row = y_whole ? k : BK;
            if (!y_whole) {
                for (long pl_at_0 = 0, pl_end_0 = pl_least(BN, n - y_0); pl_at_0 < pl_end_0; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < BK; pl_at_1++)
                        y_window[pl_at_0 * BK + pl_at_1] = y_block[pl_at_0 * k + pl_at_1];
            }

            // w
            const long w_0 = l * BK;
            const long w_1 = j * BN;
            const int w_whole = w_1 + BN <= n;
            __global const ushort *w_block = w_array + w_0 * n + w_1;
            __global const ushort *w = w_whole ? w_block : w_window;
            const long w_row = w_whole ? n : BN;
            if (!w_whole) {
                for (long pl_at = 0; pl_at < BK * BN; pl_at++)
                    w_window[pl_at] = pl_bf16_of_f32(0);
                for (long pl_at_0 = 0; pl_at_0 < BK; pl_at_0++)
                    for (long pl_at_1 = 0, pl_end_1 = pl_least(BN, n - w_1); pl_at_1 < pl_end_1; pl_at_1++)
                        w_window[pl_at_0 * BN + pl_at_1] = w_block[pl_at_0 * n + pl_at_1];
            }

            // product_kernel
            if (l == 0) {
                for (long pl_at_0 = 0; pl_at_0 < BM; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < BN; pl_at_1++)
                        z[pl_at_0 * z_row + pl_at_1] = 0.0f;
                for (long pl_at_0 = 0; pl_at_0 < BM; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < BN; pl_at_1++)
                        room[pl_at_0 * BN + pl_at_1] = 0.0f;
            } else {
                pl_dot_f32(room, BN, x, x_row, PL_F32, w, w_row, PL_BF16, BM, BN, BK, room_panel);
            }
            pl_dot_f32(z, z_row, x, x_row, PL_F32, y, y_row, PL_F32 | PL_TRANSPOSED, BM, BN, BK, z_panel);
            if (l == l_programs - 1) {
                __global float *half_ = half_buffer;
                for (long pl_at_0 = 0; pl_at_0 < BM; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < BN; pl_at_1++)
                        half_[pl_at_0 * BN + pl_at_1] = room[pl_at_0 * BN + pl_at_1];
                __global float *lower = half_ + BM / 2 * BN;
                for (long r = 0; r < BM / 2; r++) {
                    long c = 0;
                    for (; c + VW <= BN; c += VW)
                        floatv_at(lower[r * BN + c]) /= 2.0f;
                    for (; c < BN; c++)
                        lower[r * BN + c] /= 2;
                }
                for (long r = 0; r < BM; r++) {
                    long c = 0;
                    for (; c + VW <= BN; c += VW)
                        stream_at(floatv, total[r * total_row + c],
                                floatv_at(z[r * z_row + c]) + floatv_at(half_[r * BN + c]),
                                pl_past_cache && total_whole);
                    for (; c < BN; c++)
                        total[r * total_row + c] = z[r * z_row + c] + half_[r * BN + c];
                }
            }
        }
        if (!z_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(BM, m - z_0); pl_at_0 < pl_end_0; pl_at_0++)
                for (long pl_at_1 = 0, pl_end_1 = pl_least(BN, n - z_1); pl_at_1 < pl_end_1; pl_at_1++)
                    z_block[pl_at_0 * n + pl_at_1] = z_window[pl_at_0 * BN + pl_at_1];
        }
        if (!total_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(BM, m - total_0); pl_at_0 < pl_end_0; pl_at_0++)
                for (long pl_at_1 = 0, pl_end_1 = pl_least(BN, n - total_1); pl_at_1 < pl_end_1; pl_at_1++)
                    total_block[pl_at_0 * n + pl_at_1] = total_window[pl_at_0 * BN + pl_at_1];
        }
    }
}

// product, from tests/golden/call_dot.c:32.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void product_gpu(long m, long n, long k, long i_programs, long j_programs, long l_programs,
        __global const float *restrict x_array, __global const float *restrict y_array,
        __global const ushort *restrict w_array, __global float *z_array, __global float *total_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __local float x_slice[8 * 5];        // rows padded: neighbors in a column are in different banks
    __local float w_slice[4 * 9];
    __local float half_buffer[64];
    float room[1][1];
    const long pl_program = get_group_id(0);
    const long i = pl_program / j_programs;
    const long j = pl_program % j_programs;

    // z
    const long z_0 = i * BM;
    const long z_1 = j * BN;
    const int z_whole = z_0 + BM <= m && z_1 + BN <= n;
    __global float *z_block = z_array + z_0 * n + z_1;
    float z[1][1];

    // total
    const long total_0 = i * BM;
    const long total_1 = j * BN;
    const int total_whole = total_0 + BM <= m && total_1 + BN <= n;
    __global float *total = total_array + total_0 * n + total_1;
    const long total_row = n;
    for (long l = 0; l < l_programs; l++) {
        // x
        const long x_0 = i * BM;
        const long x_1 = l * BK;
        const int x_whole = x_0 + BM <= m;
        __global const float *x = x_array + x_0 * k + x_1;
        const long x_row = k;

        // y
        const long y_0 = j * BN;
        const long y_1 = l * BK;
        const int y_whole = y_0 + BN <= n;
        __global const float *y = y_array + y_0 * k + y_1;
        const long y_row = k;

        // w
        const long w_0 = l * BK;
        const long w_1 = j * BN;
        const int w_whole = w_1 + BN <= n;
        __global const ushort *w = w_array + w_0 * n + w_1;
        const long w_row = n;

        // product_kernel
        if (l == 0) {
            PL_UNROLL for (int pl_reg_0 = 0; pl_reg_0 < 1; pl_reg_0++)
                PL_UNROLL for (int pl_reg_1 = 0; pl_reg_1 < 1; pl_reg_1++)
                    z[pl_reg_0][pl_reg_1] = 0.0f;
            PL_UNROLL for (int pl_reg_0 = 0; pl_reg_0 < 1; pl_reg_0++)
                PL_UNROLL for (int pl_reg_1 = 0; pl_reg_1 < 1; pl_reg_1++)
                    room[pl_reg_0][pl_reg_1] = 0.0f;
        } else {
            barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 20, written on line 18
            {
                // room += x · w: 1 x 1 elements per lane
                if (x_whole) {
                    for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                        x_slice[pl_row * 5 + pl_k] = x[pl_row * x_row + pl_k];
                } else {
                    for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                        x_slice[pl_row * 5 + pl_k] = x_0 + pl_row < m ? x[pl_row * x_row + pl_k] : 0;
                }
                if (w_whole) {
                    for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                        w_slice[pl_k * 8 + pl_column] = pl_f32_of_bf16(w[pl_k * w_row + pl_column]);
                } else {
                    for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                        w_slice[pl_k * 8 + pl_column] = w_1 + pl_column < n
                                ? pl_f32_of_bf16(w[pl_k * w_row + pl_column]) : 0;
                }
                barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
                for (int pl_k = 0; pl_k < 4; pl_k++) {
                    float pl_x[1], pl_y[1];
                    PL_UNROLL for (int pl_i = 0; pl_i < 1; pl_i++)
                        pl_x[pl_i] = x_slice[(pl_row + pl_i * 8) * 5 + pl_k];
                    PL_UNROLL for (int pl_j = 0; pl_j < 1; pl_j++)
                        pl_y[pl_j] = w_slice[pl_k * 8 + pl_column + pl_j * 8];
                    PL_UNROLL for (int pl_i = 0; pl_i < 1; pl_i++)
                        PL_UNROLL for (int pl_j = 0; pl_j < 1; pl_j++)
                            room[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 18, written on line 20
        {
            // z += x · yᵀ: 1 x 1 elements per lane
            __local float *const y_slice = w_slice;
            if (x_whole) {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x[pl_row * x_row + pl_k];
            } else {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x_0 + pl_row < m ? x[pl_row * x_row + pl_k] : 0;
            }
            if (y_whole) {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 9 + pl_row] = y[pl_k + pl_row * y_row];
            } else {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 9 + pl_row] = y_0 + pl_row < n ? y[pl_k + pl_row * y_row] : 0;
            }
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 4; pl_k++) {
                float pl_x[1], pl_y[1];
                PL_UNROLL for (int pl_i = 0; pl_i < 1; pl_i++)
                    pl_x[pl_i] = x_slice[(pl_row + pl_i * 8) * 5 + pl_k];
                PL_UNROLL for (int pl_j = 0; pl_j < 1; pl_j++)
                    pl_y[pl_j] = y_slice[pl_k * 9 + pl_column + pl_j * 8];
                PL_UNROLL for (int pl_i = 0; pl_i < 1; pl_i++)
                    PL_UNROLL for (int pl_j = 0; pl_j < 1; pl_j++)
                        z[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
            }
        }
        if (l == l_programs - 1) {
            __local float *half_ = half_buffer;
            PL_UNROLL for (int pl_at_0 = pl_row, pl_reg_0 = 0; pl_reg_0 < 1; pl_at_0 += 8, pl_reg_0++)
                PL_UNROLL for (int pl_at_1 = pl_column, pl_reg_1 = 0; pl_reg_1 < 1; pl_at_1 += 8, pl_reg_1++)
                    half_[pl_at_0 * BN + pl_at_1] = room[pl_reg_0][pl_reg_1];
            __local float *lower = half_ + BM / 2 * BN;
            barrier(CLK_LOCAL_MEM_FENCE);        // half_: written on line 23, written on line 26
            for (int r = pl_row; r < BM / 2; r += 8)
                for (int c = pl_column; c < BN; c += 8)
                    lower[r * BN + c] /= 2;
            barrier(CLK_LOCAL_MEM_FENCE);        // half_: written on line 26, read on line 28
            if (total_whole) {
                PL_UNROLL for (long r = pl_row, pl_reg_r = 0; pl_reg_r < 1; r += 8, pl_reg_r++)
                    PL_UNROLL for (long c = pl_column, pl_reg_c = 0; pl_reg_c < 1; c += 8, pl_reg_c++)
                        total[r * total_row + c] = z[pl_reg_r][pl_reg_c] + half_[r * BN + c];
            } else {
                PL_UNROLL for (long r = pl_row, pl_reg_r = 0; pl_reg_r < 1; r += 8, pl_reg_r++) {
                    PL_UNROLL for (long c = pl_column, pl_reg_c = 0; pl_reg_c < 1; c += 8, pl_reg_c++) {
                        if (total_0 + r < m && total_1 + c < n)
                            total[r * total_row + c] = z[pl_reg_r][pl_reg_c] + half_[r * BN + c];
                    }
                }
            }
        }
    }
    if (z_whole) {
        PL_UNROLL for (long pl_at_0 = pl_row, pl_reg_0 = 0; pl_reg_0 < 1; pl_at_0 += 8, pl_reg_0++)
            PL_UNROLL for (long pl_at_1 = pl_column, pl_reg_1 = 0; pl_reg_1 < 1; pl_at_1 += 8, pl_reg_1++)
                z_block[pl_at_0 * n + pl_at_1] = z[pl_reg_0][pl_reg_1];
    } else {
        PL_UNROLL for (long pl_at_0 = pl_row, pl_reg_0 = 0; pl_reg_0 < 1; pl_at_0 += 8, pl_reg_0++)
            PL_UNROLL for (long pl_at_1 = pl_column, pl_reg_1 = 0; pl_reg_1 < 1; pl_at_1 += 8, pl_reg_1++)
                if (z_0 + pl_at_0 < m && z_1 + pl_at_1 < n)
                    z_block[pl_at_0 * n + pl_at_1] = z[pl_reg_0][pl_reg_1];
    }
}
// The calls of tests/golden/call_dot.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_dot.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { BM = 8 };
enum { BN = 8 };
enum { BK = 4 };
static const struct pl_call_local product_local[] = {
    { "half_", 256 },
    { "slices of PL_DOT's first operand", 160 },
    { "slices of PL_DOT's second operand", 144 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(product)
int product(long m, long n, long k, const float *x_array, const float *y_array, const pl_bf16 *w_array,
        float *z_array, float *total_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "product", "product_kernel", "tests/golden/call_dot.c", 32);
    if (!pl_call_declared(&call.host,
            pl_declared_product, "i8 m, i8 n, i8 k, const f4 *x, const f4 *y, const b2 *w, f4 *z, f4 *total"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_long(&call, k);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, BM));
    pl_cl_parallel(&call, "j", pl_call_cdiv(n, BN));
    pl_cl_sequential(&call, "l", k / BK);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, k });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 2, (long[]){ n, k });
    pl_cl_in(&call, "w", w_array, sizeof *w_array, 2, (long[]){ k, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "total", total_array, sizeof *total_array, 2, (long[]){ m, n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "product_gpu", 64, 0, product_local);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "product_cpu",
            PL_PADDED_BYTES(BM * BK, float) + PL_PADDED_BYTES(BN * BK, float) + PL_PADDED_BYTES(BK * BN, pl_bf16)
            + PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(BM * BN, float)
            + PL_PADDED_BYTES(64 * BK + BM * (BK + 32), float) + PL_PADDED_BYTES(64 * BK + BM * (BK + 32), float)
            + PL_PADDED_BYTES(BM * BN, float));
}
