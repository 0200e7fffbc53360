// The kernels of tests/golden/call_flat.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     tiles_cpu, tiles_gpu
//     relu_empty_cpu, relu_empty_gpu
//     relu_cpu, relu_gpu
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

static long pl_least(long a, long b) { return a < b ? a : b; }
static float pl_most_f32(float a, float b) { return a > b || a != a ? a : b; }
static floatv pl_mostv_f32(floatv a, floatv b) { return select(select(b, a, a > b), a, a != a); }
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
inline void pl_copy_float(__global float *to, long to_row, __global const float *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            to[r * to_row + c] = from[r * from_row + c];
}

// The columns that fill panels. z is m x n, x is m x k, y is k x n.
// Rows are z_row, x_row and y_row elements apart. A panel has at most 64 k floats.
static void pl_dot_f32(__global float *z, long z_row, __global const float *x, long x_row, __global const float *y,
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
            pl_copy_float(panel, width, y + c, y_row, depth, width);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, DOT_VECTORS, next);
        }
    }
}

// The columns after these, of which the last may not fill a vector: there are zeros beside them, and z is copied.
static void pl_dot_rest_f32(__global float *z, long z_row, __global const float *x, long x_row,
        __global const float *y, long y_row, long m, long n, long k, __global float *panel)
{
    const long all = n - n % VW;
    __global float *edge = panel + 64 * k + m * (k + 16);
    const struct pl_ahead none = { (__global const uchar *)panel, 0, 0 };
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH * y_row) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = n - n % (DOT_VECTORS * VW); c < all; c += VW) {
            pl_copy_float(panel, VW, y + c, y_row, depth, VW);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, 1, none);
        }
        if (all == n)
            continue;
        for (long i = 0; i < depth; i++)
            storev((floatv)0, panel + i * VW);
        pl_copy_float(panel, VW, y + all, y_row, depth, n - all);
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

// tiles, from tests/golden/call_flat.c:24.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void tiles_cpu(long programs, long m, long n, long k, long row_programs, long column_programs, long k_2_programs,
        __global const float *restrict x_array, __global const float *restrict y_array,
        __global float *sums_array, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, BM * BK, sizeof (float));
    __global float *y_window = pl_take(&pl_rest, BK * BN, sizeof (float));
    __global float *sums_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *sums_panel = pl_take(&pl_rest, 64 * BK + BM * (BK + 32), sizeof (float));
    const long pl_last = pl_share(row_programs * column_programs, 1);
    for (long pl_program = pl_share(row_programs * column_programs, 0); pl_program < pl_last; pl_program++) {
        const long row = pl_program / column_programs;
        const long column = pl_program % column_programs;

        // sums
        const long sums_0 = row * BM;
        const long sums_1 = column * BN;
        const int sums_whole = sums_0 + BM <= m && sums_1 + BN <= n;
        __global float *sums_block = sums_array + sums_0 * n + sums_1;
        __global float *sums = sums_whole ? sums_block : sums_window;
        const long sums_row = sums_whole ? n : BN;
        for (long k_2 = 0; k_2 < k_2_programs; k_2++) {
            // x
            const long x_0 = row * BM;
            const long x_1 = k_2 * BK;
            const int x_whole = x_0 + BM <= m && x_1 + BK <= k;
            __global const float *x_block = x_array + x_0 * k + x_1;
            __global const float *x = x_whole ? x_block : x_window;
            const long x_row = x_whole ? k : BK;
            if (!x_whole) {
                for (long pl_at = 0; pl_at < BM * BK; pl_at++)
                    x_window[pl_at] = 0.0f;
                pl_copy_float(x_window, BK, x_block, k, pl_least(BM, m - x_0), pl_least(BK, k - x_1));
            }

            // y
            const long y_0 = k_2 * BK;
            const long y_1 = column * BN;
            const int y_whole = y_0 + BK <= k && y_1 + BN <= n;
            __global const float *y_block = y_array + y_0 * n + y_1;
            __global const float *y = y_whole ? y_block : y_window;
            const long y_row = y_whole ? n : BN;
            if (!y_whole) {
                for (long pl_at = 0; pl_at < BK * BN; pl_at++)
                    y_window[pl_at] = 0.0f;
                pl_copy_float(y_window, BN, y_block, n, pl_least(BK, k - y_0), pl_least(BN, n - y_1));
            }

            // tiles_kernel
            if (k_2 == 0) {
                for (long pl_at_0 = 0; pl_at_0 < BM; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < BN; pl_at_1++)
                        sums[pl_at_0 * sums_row + pl_at_1] = 0.0f;
            }
            pl_dot_f32(sums, sums_row, x, x_row, y, y_row, BM, BN, BK, sums_panel);
            pl_dot_rest_f32(sums, sums_row, x, x_row, y, y_row, BM, BN, BK, sums_panel);
        }
        if (!sums_whole)
            pl_copy_float(sums_block, n, sums_window, BN, pl_least(BM, m - sums_0), pl_least(BN, n - sums_1));
    }
}

// tiles, from tests/golden/call_flat.c:24.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void tiles_gpu(long programs, long m, long n, long k, long row_programs, long column_programs, long k_2_programs,
        __global const float *restrict x_array, __global const float *restrict y_array,
        __global float *sums_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __local float x_slice[8 * 5];        // rows padded: neighbors in a column are in different banks
    __local float y_slice[4 * 8];
    const long pl_program = get_group_id(0);
    const long row = pl_program / column_programs;
    const long column = pl_program % column_programs;

    // sums
    const long sums_0 = row * BM;
    const long sums_1 = column * BN;
    const int sums_whole = sums_0 + BM <= m && sums_1 + BN <= n;
    __global float *sums_block = sums_array + sums_0 * n + sums_1;
    float sums[1][1];
    for (long k_2 = 0; k_2 < k_2_programs; k_2++) {
        // x
        const long x_0 = row * BM;
        const long x_1 = k_2 * BK;
        const int x_whole = x_0 + BM <= m && x_1 + BK <= k;
        __global const float *x = x_array + x_0 * k + x_1;

        // y
        const long y_0 = k_2 * BK;
        const long y_1 = column * BN;
        const int y_whole = y_0 + BK <= k && y_1 + BN <= n;
        __global const float *y = y_array + y_0 * n + y_1;

        // tiles_kernel
        if (k_2 == 0)
            sums[0][0] = 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 8, written there by the next program
        {
            // sums += x · y: 1 x 1 elements per lane
            if (x_whole) {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x[pl_row * k + pl_k];
            } else {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x_0 + pl_row < m && x_1 + pl_k < k ? x[pl_row * k + pl_k] : 0;
            }
            if (y_whole) {
                for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 8 + pl_column] = y[pl_k * n + pl_column];
            } else {
                for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 8 + pl_column] = y_0 + pl_k < k && y_1 + pl_column < n ? y[pl_k * n + pl_column] : 0;
            }
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 4; pl_k++) {
                float pl_x, pl_y;
                pl_x = x_slice[pl_row * 5 + pl_k];
                pl_y = y_slice[pl_k * 8 + pl_column];
                sums[0][0] += pl_x * pl_y;
            }
        }
    }
    if (sums_whole) {
        const long pl_at_0 = pl_row;
        const long pl_at_1 = pl_column;
        sums_block[pl_at_0 * n + pl_at_1] = sums[0][0];
    } else {
        const long pl_at_0 = pl_row;
        const long pl_at_1 = pl_column;
        if (sums_0 + pl_at_0 < m && sums_1 + pl_at_1 < n)
            sums_block[pl_at_0 * n + pl_at_1] = sums[0][0];
    }
}

// relu_empty, from tests/golden/call_flat.c:40.  Target: opencl, the kernel for CPU devices.
// Where the pipeline of relu has no programs, this kernel runs instead.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void relu_empty_cpu(long m, long n, long k, long i_programs, long j_programs,
        __global const float *restrict x_array, __global const float *restrict y_array, __global float *z_array,
        long pl_past_cache, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *z_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *sums_buffer = pl_take(&pl_rest, BM * BN, sizeof (float));
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

        // relu_kernel
        __global float *sums = sums_buffer;
        for (long pl_at_0 = 0; pl_at_0 < BM; pl_at_0++)
            for (long pl_at_1 = 0; pl_at_1 < BN; pl_at_1++)
                sums[pl_at_0 * BN + pl_at_1] = 0.0f;
        for (long r = 0; r < BM; r++) {
            long c = 0;
            for (; c + VW <= BN; c += VW)
                stream_at(floatv, z[r * z_row + c], pl_mostv_f32(floatv_at(sums[r * BN + c]), (floatv)(0.0f)),
                        pl_past_cache && z_whole);
            for (; c < BN; c++)
                z[r * z_row + c] = pl_most_f32(sums[r * BN + c], 0);
        }
        if (!z_whole)
            pl_copy_float(z_block, n, z_window, BN, pl_least(BM, m - z_0), pl_least(BN, n - z_1));
    }
}

// relu_empty, from tests/golden/call_flat.c:40.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
// Where the pipeline of relu has no programs, this kernel runs instead.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void relu_empty_gpu(long m, long n, long k, long i_programs, long j_programs,
        __global const float *restrict x_array, __global const float *restrict y_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    const long pl_program = get_group_id(0);
    const long i = pl_program / j_programs;
    const long j = pl_program % j_programs;

    // z
    const long z_0 = i * BM;
    const long z_1 = j * BN;
    const int z_whole = z_0 + BM <= m && z_1 + BN <= n;
    __global float *z = z_array + z_0 * n + z_1;

    // relu_kernel
    float sums;
    sums = 0.0f;
    if (z_whole) {
        const long r = pl_row;
        const long c = pl_column;
        z[r * n + c] = pl_most_f32(sums, 0);
    } else {
        const long r = pl_row;
        const long c = pl_column;
        if (z_0 + r < m && z_1 + c < n)
            z[r * n + c] = pl_most_f32(sums, 0);
    }
}

// relu, from tests/golden/call_flat.c:40.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void relu_cpu(long m, long n, long k, long i_programs, long j_programs, long k_2_programs,
        __global const float *restrict x_array, __global const float *restrict y_array, __global float *z_array,
        long pl_past_cache, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, BM * BK, sizeof (float));
    __global float *y_window = pl_take(&pl_rest, BK * BN, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *sums = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *sums_panel = pl_take(&pl_rest, 64 * BK + BM * (BK + 32), sizeof (float));
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
        for (long k_2 = 0; k_2 < k_2_programs; k_2++) {
            // x
            const long x_0 = i * BM;
            const long x_1 = k_2 * BK;
            const int x_whole = x_0 + BM <= m && x_1 + BK <= k;
            __global const float *x_block = x_array + x_0 * k + x_1;
            __global const float *x = x_whole ? x_block : x_window;
            const long x_row = x_whole ? k : BK;
            if (!x_whole) {
                for (long pl_at = 0; pl_at < BM * BK; pl_at++)
                    x_window[pl_at] = 0.0f;
                pl_copy_float(x_window, BK, x_block, k, pl_least(BM, m - x_0), pl_least(BK, k - x_1));
            }

            // y
            const long y_0 = k_2 * BK;
            const long y_1 = j * BN;
            const int y_whole = y_0 + BK <= k && y_1 + BN <= n;
            __global const float *y_block = y_array + y_0 * n + y_1;
            __global const float *y = y_whole ? y_block : y_window;
            const long y_row = y_whole ? n : BN;
            if (!y_whole) {
                for (long pl_at = 0; pl_at < BK * BN; pl_at++)
                    y_window[pl_at] = 0.0f;
                pl_copy_float(y_window, BN, y_block, n, pl_least(BK, k - y_0), pl_least(BN, n - y_1));
            }

            // relu_kernel
            if (k_2 == 0) {
                for (long pl_at_0 = 0; pl_at_0 < BM; pl_at_0++)
                    for (long pl_at_1 = 0; pl_at_1 < BN; pl_at_1++)
                        sums[pl_at_0 * BN + pl_at_1] = 0.0f;
            }
            pl_dot_f32(sums, BN, x, x_row, y, y_row, BM, BN, BK, sums_panel);
            pl_dot_rest_f32(sums, BN, x, x_row, y, y_row, BM, BN, BK, sums_panel);
            if (k_2 == k_2_programs - 1) {
                for (long r = 0; r < BM; r++) {
                    long c = 0;
                    for (; c + VW <= BN; c += VW)
                        stream_at(floatv, z[r * z_row + c], pl_mostv_f32(floatv_at(sums[r * BN + c]), (floatv)(0.0f)),
                                pl_past_cache && z_whole);
                    for (; c < BN; c++)
                        z[r * z_row + c] = pl_most_f32(sums[r * BN + c], 0);
                }
            }
        }
        if (!z_whole)
            pl_copy_float(z_block, n, z_window, BN, pl_least(BM, m - z_0), pl_least(BN, n - z_1));
    }
}

// relu, from tests/golden/call_flat.c:40.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void relu_gpu(long m, long n, long k, long i_programs, long j_programs, long k_2_programs,
        __global const float *restrict x_array, __global const float *restrict y_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __local float x_slice[8 * 5];        // rows padded: neighbors in a column are in different banks
    __local float y_slice[4 * 8];
    float sums[1][1];
    const long pl_program = get_group_id(0);
    const long i = pl_program / j_programs;
    const long j = pl_program % j_programs;

    // z
    const long z_0 = i * BM;
    const long z_1 = j * BN;
    const int z_whole = z_0 + BM <= m && z_1 + BN <= n;
    __global float *z = z_array + z_0 * n + z_1;
    for (long k_2 = 0; k_2 < k_2_programs; k_2++) {
        // x
        const long x_0 = i * BM;
        const long x_1 = k_2 * BK;
        const int x_whole = x_0 + BM <= m && x_1 + BK <= k;
        __global const float *x = x_array + x_0 * k + x_1;

        // y
        const long y_0 = k_2 * BK;
        const long y_1 = j * BN;
        const int y_whole = y_0 + BK <= k && y_1 + BN <= n;
        __global const float *y = y_array + y_0 * n + y_1;

        // relu_kernel
        if (k_2 == 0)
            sums[0][0] = 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 8, written there by the next program
        {
            // sums += x · y: 1 x 1 elements per lane
            if (x_whole) {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x[pl_row * k + pl_k];
            } else {
                for (long pl_k = pl_column; pl_k < 4; pl_k += 8)
                    x_slice[pl_row * 5 + pl_k] = x_0 + pl_row < m && x_1 + pl_k < k ? x[pl_row * k + pl_k] : 0;
            }
            if (y_whole) {
                for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 8 + pl_column] = y[pl_k * n + pl_column];
            } else {
                for (long pl_k = pl_row; pl_k < 4; pl_k += 8)
                    y_slice[pl_k * 8 + pl_column] = y_0 + pl_k < k && y_1 + pl_column < n ? y[pl_k * n + pl_column] : 0;
            }
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 4; pl_k++) {
                float pl_x, pl_y;
                pl_x = x_slice[pl_row * 5 + pl_k];
                pl_y = y_slice[pl_k * 8 + pl_column];
                sums[0][0] += pl_x * pl_y;
            }
        }
        if (k_2 == k_2_programs - 1) {
            if (z_whole) {
                const long r = pl_row;
                const long c = pl_column;
                z[r * n + c] = pl_most_f32(sums[0][0], 0);
            } else {
                const long r = pl_row;
                const long c = pl_column;
                if (z_0 + r < m && z_1 + c < n)
                    z[r * n + c] = pl_most_f32(sums[0][0], 0);
            }
        }
    }
}
// The calls of tests/golden/call_flat.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_flat.cl has the kernels alone, for reading.

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
static const struct pl_call_local tiles_local[] = {
    { "slices of PL_DOT's first operand", 160 },
    { "slices of PL_DOT's second operand", 128 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(tiles)
int tiles(long programs, long m, long n, long k, const float *x_array, const float *y_array, float *sums_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "tiles", "tiles_kernel", "tests/golden/call_flat.c", 24);
    if (!pl_call_declared(&call.host,
            pl_declared_tiles, "i8 programs, i8 m, i8 n, i8 k, const f4 *x, const f4 *y, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, programs);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_long(&call, k);
    pl_cl_parallel(&call, "row", programs > 0 ? pl_call_cdiv(m, BM) : programs);
    pl_cl_parallel(&call, "column", pl_call_cdiv(n, BN));
    pl_cl_sequential(&call, "k_2", pl_call_cdiv(k, BK));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, k });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 2, (long[]){ k, n });
    pl_cl_inout(&call, "z", sums_array, sizeof *sums_array, 2, (long[]){ m, n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "tiles_gpu", 64, 0, tiles_local);
    return pl_cl_items(&call, "tiles_cpu",
            PL_PADDED_BYTES(BM * BK, float) + PL_PADDED_BYTES(BK * BN, float) + PL_PADDED_BYTES(BM * BN, float)
            + PL_PADDED_BYTES(64 * BK + BM * (BK + 32), float));
}

static int relu_empty(long m, long n, long k, const float *x_array, const float *y_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "relu", "relu_kernel", "tests/golden/call_flat.c", 40);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_long(&call, k);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, BM));
    pl_cl_parallel(&call, "j", pl_call_cdiv(n, BN));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, k });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 2, (long[]){ k, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "relu_empty_gpu", 64, 0, NULL);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "relu_empty_cpu", PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(BM * BN, float));
}

static const struct pl_call_local relu_local[] = {
    { "slices of PL_DOT's first operand", 160 },
    { "slices of PL_DOT's second operand", 128 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(relu)
int relu(long m, long n, long k, const float *x_array, const float *y_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "relu", "relu_kernel", "tests/golden/call_flat.c", 40);
    if (!pl_call_declared(&call.host, pl_declared_relu, "i8 m, i8 n, i8 k, const f4 *x, const f4 *y, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_long(&call, k);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, BM));
    pl_cl_parallel(&call, "j", pl_call_cdiv(n, BN));
    pl_cl_sequential(&call, "k_2", pl_call_cdiv(k, BK));
    if (pl_call_cdiv(k, BK) == 0)
        return relu_empty(m, n, k, x_array, y_array, z_array);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, k });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 2, (long[]){ k, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "relu_gpu", 64, 0, relu_local);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "relu_cpu",
            PL_PADDED_BYTES(BM * BK, float) + PL_PADDED_BYTES(BK * BN, float) + PL_PADDED_BYTES(BM * BN, float)
            + PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(64 * BK + BM * (BK + 32), float));
}
