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
PL_VECTOR(ushort, 2);
PL_VECTOR(float, 4);
#define convert_uintv PL_JOIN(convert_uint, VW)
#define as_floatv PL_JOIN(as_float, VW)
#define loadv(p) (*(__global const floatv_anywhere *)(p))
#define storev(v, p) (*(__global floatv_anywhere *)(p) = (v))

#define ushortv_at(e) (*(__global ushortv_anywhere *)&(e))
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

static long pl_least(long a, long b) { return a < b ? a : b; }

// A bf16 is the upper half of a float.
static float pl_f32_of_bf16(ushort v) { return as_float((uint)v << 16); }

// Rounds to nearest, ties to even. A NaN stays a NaN.
static ushort pl_bf16_of_f32(float v)
{
    const uint bits = as_uint(v);
    return v != v ? (bits >> 16) | 64 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}

static floatv pl_f32v_of_bf16(ushortv v) { return as_floatv(convert_uintv(v) << 16); }

#if defined __x86_64__ || defined __aarch64__           // where compilers of kernels are clang
#define PL_FETCH(p, write, locality) __builtin_prefetch((const void *)(ulong)(p), write, locality)
#else
#define PL_FETCH(p, write, locality) ((void)0)
#endif

// z += x y, summed in f32, at most DOT_DEPTH terms at a time. y is copied to the workspace one panel at a time: a few
// vectors wide, with contiguous rows. Each tile of z, DOT_ROWS rows by the width of the panel, is then summed in
// registers. Data of the next tile and the next panel is prefetched.
#define DOT_ROWS 6
#if VW == 16
#define DOT_VECTORS 4                   // 24 sums, 4 vectors of y, 1 of x: they fit in 32 registers
#else
#define DOT_VECTORS 2                   // 12 sums, 2 of y, 1 of x: they fit in 16 registers
#endif
#define DOT_DEPTH 512
#define DOT_STEPS 16                    // iterations of l per prefetched cache line
#define PL_EACH_OF(i, count) _Pragma("unroll") for (int i = 0; i < count; i++)

// Memory to prefetch: rows of 1 << shift cache lines each, row bytes apart.
struct pl_ahead { __global const uchar *from; long row; int shift; };

// One tile. rows and vectors are constants at each call, so that the inlined loops have known trip counts. line: the
// cache line to prefetch first.
inline __attribute__((always_inline))
void pl_dot_tile(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                 long k, int rows, int vectors, struct pl_ahead next, long line)
{
    floatv sum[DOT_ROWS][DOT_VECTORS];
    PL_EACH_OF (r, rows)
        PL_EACH_OF (v, vectors)
            sum[r][v] = loadv(z + r * z_row + v * VW);
    for (long first = 0, ahead = 0; first < k; first += DOT_STEPS, line++, ahead++) {
        PL_FETCH(next.from + (line >> next.shift) * next.row + (line & ((1 << next.shift) - 1)) * 64, 0, 2);
        PL_FETCH(z + (rows + ahead / vectors) * z_row + ahead % vectors * VW, 1, 3);            // of the next tile
        const long end = min(first + DOT_STEPS, k);
        #pragma unroll 2
        for (long l = first; l < end; l++)
            PL_EACH_OF (r, rows) {
                const floatv each = x[r * x_row + l];
                PL_EACH_OF (v, vectors)
                    sum[r][v] = fma(each, loadv(panel + (l * vectors + v) * VW), sum[r][v]);
            }
    }
    PL_EACH_OF (r, rows)
        PL_EACH_OF (v, vectors)
            storev(sum[r][v], z + r * z_row + v * VW);
}

// Multiplies all rows of x by a panel.
inline __attribute__((always_inline))
void pl_dot_panel(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                  long m, long k, int vectors, struct pl_ahead next)
{
    const long lines = k * vectors * VW / 16;
    long r = 0;
    for (; r + DOT_ROWS <= m; r += DOT_ROWS)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, DOT_ROWS, vectors, next, r * lines / m);
    for (; r + 2 <= m; r += 2)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 2, vectors, next, r * lines / m);
    for (; r < m; r++)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 1, vectors, next, r * lines / m);
}

// to[r][c] = from[r][c]
inline void pl_copy_ushort(__global ushort *to, long to_row, __global const ushort *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            to[r * to_row + c] = from[r * from_row + c];
}

// to[r][c] = from[r][c]
inline void pl_copy_float(__global float *to, long to_row, __global const float *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            to[r * to_row + c] = from[r * from_row + c];
}

// to[r][c] = from[r][c], as floats
inline void pl_floats_bf16(__global float *to, long to_row, __global const ushort *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++, to += to_row, from += from_row) {
        long c = 0;
        for (; c + VW <= columns; c += VW)
            storev(pl_f32v_of_bf16(ushortv_at(from[c])), to + c);
        for (; c < columns; c++)
            to[c] = pl_f32_of_bf16(from[c]);
    }
}

// to[r][c] = from[c][r], as floats, in squares of VW x VW: log2(VW) rounds of interleaving vector i with vector i + VW
// / 2
// transpose a square.
inline void pl_floats_f32_t(__global float *to, long to_row, __global const float *from, long from_row, long rows,
        long columns)
{
    const long square_rows = rows - rows % VW, square_columns = columns - columns % VW;
    for (long c = 0; c < square_columns; c += VW)
        for (long r = 0; r < square_rows; r += VW) {
            floatv a[VW], b[VW];
            PL_EACH_OF (i, VW)
                a[i] = loadv(from + (c + i) * from_row + r);
            _Pragma("unroll") for (int times = 1; times < VW; times *= 2) {
                PL_EACH_OF (i, VW / 2) {
                    b[2 * i].even = a[i].lo, b[2 * i].odd = a[i + VW / 2].lo;
                    b[2 * i + 1].even = a[i].hi, b[2 * i + 1].odd = a[i + VW / 2].hi;
                }
                PL_EACH_OF (i, VW)
                    a[i] = b[i];
            }
            PL_EACH_OF (i, VW)
                storev(a[i], to + (r + i) * to_row + c);
        }
    for (long r = 0; r < rows; r++)
        for (long c = r < square_rows ? square_columns : 0; c < columns; c++)
            to[r * to_row + c] = from[c * from_row + r];
}

// The columns that fill panels. z is m x n, x is m x k, y is k x n and transposed.
// Rows are z_row, x_row and y_row elements apart. A panel has at most 64 k floats.
static void pl_dot_f32_t(__global float *z, long z_row, __global const float *x, long x_row, __global const float *y,
        long y_row, long m, long n, long k, __global float *panel)
{
    const long width = DOT_VECTORS * VW;
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = 0; c + width <= n; c += width) {
            // After the last panel, the next block usually follows.
            const long ahead = min(c + width, n) * y_row;
            const int shift = 63 - (int)clz(max(depth * (long)sizeof (*y) / 64, 1L));
            const struct pl_ahead next = { (__global const uchar *)(y + ahead), y_row * sizeof (*y), shift };
            pl_floats_f32_t(panel, width, y + c * y_row, y_row, depth, width);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, DOT_VECTORS, next);
        }
    }
}

// The columns after these, of which the last may not fill a vector: there are zeros beside them, and z is copied.
static void pl_dot_rest_f32_t(__global float *z, long z_row, __global const float *x, long x_row,
        __global const float *y, long y_row, long m, long n, long k, __global float *panel)
{
    const long all = n - n % VW;
    __global float *edge = panel + 64 * k + m * (k + 16);
    const struct pl_ahead none = { (__global const uchar *)panel, 0, 0 };
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = n - n % (DOT_VECTORS * VW); c < all; c += VW) {
            pl_floats_f32_t(panel, VW, y + c * y_row, y_row, depth, VW);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, 1, none);
        }
        if (all == n)
            continue;
        for (long i = 0; i < depth; i++)
            storev((floatv)0, panel + i * VW);
        pl_floats_f32_t(panel, VW, y + all * y_row, y_row, depth, n - all);
        for (long r = 0; r < m; r++)
            storev((floatv)0, edge + r * VW);
        pl_copy_float(edge, VW, z + all, z_row, m, n - all);
        pl_dot_panel(edge, VW, x, x_row, panel, m, depth, 1, none);
        pl_copy_float(z + all, z_row, edge, VW, m, n - all);
    }
}

// The columns that fill panels. z is m x n, x is m x k, y is k x n.
// Rows are z_row, x_row and y_row elements apart. A panel has at most 64 k floats.
static void pl_dot_bf16(__global float *z, long z_row, __global const float *x, long x_row, __global const ushort *y,
        long y_row, long m, long n, long k, __global float *panel)
{
    const long width = DOT_VECTORS * VW;
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH * y_row) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = 0; c + width <= n; c += width) {
            // After the last panel, the next block usually follows.
            const long ahead = c + width < n ? c + width : depth * y_row;
            const int shift = 63 - (int)clz(max(width * (long)sizeof (*y) / 64, 1L));
            const struct pl_ahead next = { (__global const uchar *)(y + ahead), y_row * sizeof (*y), shift };
            pl_floats_bf16(panel, width, y + c, y_row, depth, width);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, DOT_VECTORS, next);
        }
    }
}

// The columns after these, of which the last may not fill a vector: there are zeros beside them, and z is copied.
static void pl_dot_rest_bf16(__global float *z, long z_row, __global const float *x, long x_row,
        __global const ushort *y, long y_row, long m, long n, long k, __global float *panel)
{
    const long all = n - n % VW;
    __global float *edge = panel + 64 * k + m * (k + 16);
    const struct pl_ahead none = { (__global const uchar *)panel, 0, 0 };
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH * y_row) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = n - n % (DOT_VECTORS * VW); c < all; c += VW) {
            pl_floats_bf16(panel, VW, y + c, y_row, depth, VW);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, 1, none);
        }
        if (all == n)
            continue;
        for (long i = 0; i < depth; i++)
            storev((floatv)0, panel + i * VW);
        pl_floats_bf16(panel, VW, y + all, y_row, depth, n - all);
        for (long r = 0; r < m; r++)
            storev((floatv)0, edge + r * VW);
        pl_copy_float(edge, VW, z + all, z_row, m, n - all);
        pl_dot_panel(edge, VW, x, x_row, panel, m, depth, 1, none);
        pl_copy_float(z + all, z_row, edge, VW, m, n - all);
    }
}

// Returns the first elements of the rest of a workspace. The others begin at the next cache line, of 64 bytes.
static __global void *pl_take(__global uchar **rest, long count, long size)
{
    __global uchar *taken = *rest;
    *rest += (count * size + 63) / 64 * 64;
    return taken;
}

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
            if (!x_whole)
                pl_copy_float(x_window, BK, x_block, k, pl_least(BM, m - x_0), BK);

            // y
            const long y_0 = j * BN;
            const long y_1 = l * BK;
            const int y_whole = y_0 + BN <= n;
            __global const float *y_block = y_array + y_0 * k + y_1;
            __global const float *y = y_whole ? y_block : y_window;
            const long y_row = y_whole ? k : BK;
            if (!y_whole)
                pl_copy_float(y_window, BK, y_block, k, pl_least(BN, n - y_0), BK);

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
                pl_copy_ushort(w_window, BN, w_block, n, BK, pl_least(BN, n - w_1));
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
                pl_dot_bf16(room, BN, x, x_row, w, w_row, BM, BN, BK, room_panel);
                pl_dot_rest_bf16(room, BN, x, x_row, w, w_row, BM, BN, BK, room_panel);
            }
            pl_dot_f32_t(z, z_row, x, x_row, y, y_row, BM, BN, BK, z_panel);
            pl_dot_rest_f32_t(z, z_row, x, x_row, y, y_row, BM, BN, BK, z_panel);
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
        if (!z_whole)
            pl_copy_float(z_block, n, z_window, BN, pl_least(BM, m - z_0), pl_least(BN, n - z_1));
        if (!total_whole)
            pl_copy_float(total_block, n, total_window, BN, pl_least(BM, m - total_0), pl_least(BN, n - total_1));
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
    for (long l = 0; l < l_programs; l++) {
        // x
        const long x_0 = i * BM;
        const long x_1 = l * BK;
        const int x_whole = x_0 + BM <= m;
        __global const float *x = x_array + x_0 * k + x_1;

        // y
        const long y_0 = j * BN;
        const long y_1 = l * BK;
        const int y_whole = y_0 + BN <= n;
        __global const float *y = y_array + y_0 * k + y_1;

        // w
        const long w_0 = l * BK;
        const long w_1 = j * BN;
        const int w_whole = w_1 + BN <= n;
        __global const ushort *w = w_array + w_0 * n + w_1;

        // product_kernel
        if (l == 0) {
            z[0][0] = 0.0f;
            room[0][0] = 0.0f;
        } else {
            barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 20, written on line 18
            {
                // room += x · w: 1 x 1 elements per lane
                if (x_whole) {
                    for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                        x_slice[pl_row * 5 + pl_k] = x[pl_row * k + pl_k];
                } else {
                    for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                        x_slice[pl_row * 5 + pl_k] = x_0 + pl_row < m ? x[pl_row * k + pl_k] : 0;
                }
                if (w_whole) {
                    for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                        w_slice[pl_k * 8 + pl_column] = pl_f32_of_bf16(w[pl_k * n + pl_column]);
                } else {
                    for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                        w_slice[pl_k * 8 + pl_column] = w_1 + pl_column < n ? pl_f32_of_bf16(w[pl_k * n + pl_column])
                                : 0;
                }
                barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
                for (int pl_k = 0; pl_k < 4; pl_k++) {
                    float pl_x, pl_y;
                    pl_x = x_slice[pl_row * 5 + pl_k];
                    pl_y = w_slice[pl_k * 8 + pl_column];
                    room[0][0] += pl_x * pl_y;
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 18, written on line 20
        {
            // z += x · yᵀ: 1 x 1 elements per lane
            __local float *const y_slice = w_slice;
            if (x_whole) {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x[pl_row * k + pl_k];
            } else {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x_0 + pl_row < m ? x[pl_row * k + pl_k] : 0;
            }
            if (y_whole) {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 9 + pl_row] = y[pl_k + pl_row * k];
            } else {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 9 + pl_row] = y_0 + pl_row < n ? y[pl_k + pl_row * k] : 0;
            }
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 4; pl_k++) {
                float pl_x, pl_y;
                pl_x = x_slice[pl_row * 5 + pl_k];
                pl_y = y_slice[pl_k * 9 + pl_column];
                z[0][0] += pl_x * pl_y;
            }
        }
        if (l == l_programs - 1) {
            __local float *half_ = half_buffer;
            {
                const int pl_at_0 = pl_row;
                const int pl_at_1 = pl_column;
                half_[pl_at_0 * BN + pl_at_1] = room[0][0];
            }
            __local float *lower = half_ + BM / 2 * BN;
            barrier(CLK_LOCAL_MEM_FENCE);        // half_: written on line 23, read on line 26
            for (int r = pl_row; r < BM / 2; r += 8) {
                const int c = pl_column;
                lower[r * BN + c] /= 2;
            }
            barrier(CLK_LOCAL_MEM_FENCE);        // half_: written on line 26, read on line 28
            if (total_whole) {
                const long r = pl_row;
                const long c = pl_column;
                total[r * n + c] = z[0][0] + half_[r * BN + c];
            } else {
                const long r = pl_row;
                const long c = pl_column;
                if (total_0 + r < m && total_1 + c < n)
                    total[r * n + c] = z[0][0] + half_[r * BN + c];
            }
        }
    }
    if (z_whole) {
        const long pl_at_0 = pl_row;
        const long pl_at_1 = pl_column;
        z_block[pl_at_0 * n + pl_at_1] = z[0][0];
    } else {
        const long pl_at_0 = pl_row;
        const long pl_at_1 = pl_column;
        if (z_0 + pl_at_0 < m && z_1 + pl_at_1 < n)
            z_block[pl_at_0 * n + pl_at_1] = z[0][0];
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
