// The kernels of tests/golden/call_planes.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     heads_cpu, heads_gpu
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
static long pl_least(long a, long b) { return a < b ? a : b; }
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
#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif

enum { H = 2 };
enum { M = 16 };
enum { N = 16 };
enum { K = 8 };

// heads, from tests/golden/call_planes.c:30.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void heads_cpu(long m, int used, long i_programs, __global const float *restrict x_array,
        __global const float *restrict y_array, __global float *z_array, __global float *more_array,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, M * K, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, H * M * N, sizeof (float));
    __global float *more_window = pl_take(&pl_rest, H * M * N, sizeof (float));
    __global float *acc_buffer = pl_take(&pl_rest, M * N, sizeof (float));
    __global float *part_panel = pl_take(&pl_rest, 64 * K + M * (K + 32), sizeof (float));
    __global float *only_panel = pl_take(&pl_rest, 64 * K + M * (K + 32), sizeof (float));
    __global float *part_panel_2 = pl_take(&pl_rest, 64 * K + M * (K + 32), sizeof (float));
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // z
        const long z_1 = i * M;
        const int z_whole = z_1 + M <= m;
        __global float *z_block = z_array + z_1 * N;
        __global float *z = z_whole ? z_block : z_window;
        const long z_stride_0 = z_whole ? m * N : M * N;

        // more
        const long more_1 = i * M;
        const int more_whole = more_1 + M <= m;
        __global float *more_block = more_array + more_1 * N;
        __global float *more = more_whole ? more_block : more_window;
        const long more_stride_0 = more_whole ? m * N : M * N;

        // x
        const long x_0 = i * M;
        const int x_whole = x_0 + M <= m;
        __global const float *x_block = x_array + x_0 * K;
        __global const float *x = x_whole ? x_block : x_window;
        if (!x_whole)
            pl_copy_float(x_window, K, x_block, K, pl_least(M, m - x_0), K);

        // y
        __global const float *y = y_array;

        // heads_kernel
        __global float *acc = acc_buffer;
        __global float *only = acc;
        for (long pl_at_1 = 0; pl_at_1 < M; pl_at_1++)
            for (long pl_at_2 = 0; pl_at_2 < N; pl_at_2++)
                acc[pl_at_1 * N + pl_at_2] = 0.0f;
        for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
            for (long pl_at_1 = 0; pl_at_1 < M; pl_at_1++)
                for (long pl_at_2 = 0; pl_at_2 < N; pl_at_2++)
                    z[pl_at_0 * z_stride_0 + pl_at_1 * N + pl_at_2] = 0.0f;
        for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
            for (long pl_at_1 = 0; pl_at_1 < M; pl_at_1++)
                for (long pl_at_2 = 0; pl_at_2 < N; pl_at_2++)
                    more[pl_at_0 * more_stride_0 + pl_at_1 * N + pl_at_2] = 0.0f;
        for (int h = 0; h < H; h++) {
            __global const float *right = y + h * (K * N);
            __global float *part = z + h * z_stride_0;
            pl_dot_f32(part, N, x, K, right, N, M, N, K, part_panel);
            pl_dot_rest_f32(part, N, x, K, right, N, M, N, K, part_panel);
            pl_dot_f32(only, N, x, K, right, N, M, N, K, only_panel);
            pl_dot_rest_f32(only, N, x, K, right, N, M, N, K, only_panel);
        }
        for (long h = 0; h < used; h++) {
            __global const float *right = y + h * (K * N);
            __global float *part = more + h * more_stride_0;
            pl_dot_f32(part, N, x, K, right, N, M, N, K, part_panel_2);
            pl_dot_rest_f32(part, N, x, K, right, N, M, N, K, part_panel_2);
        }
        for (long h = 0; h < H; h++) {
            for (long r = 0; r < M; r++) {
                long c = 0;
                for (; c + VW <= N; c += VW)
                    floatv_at(z[h * z_stride_0 + r * N + c]) -= floatv_at(acc[r * N + c]);
                for (; c < N; c++)
                    z[h * z_stride_0 + r * N + c] -= acc[r * N + c];
            }
        }
        if (!z_whole) {
            for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
                for (long pl_at_1 = 0, pl_end_1 = pl_least(M, m - z_1); pl_at_1 < pl_end_1; pl_at_1++)
                    for (long pl_at_2 = 0; pl_at_2 < N; pl_at_2++)
                        z_block[pl_at_0 * (m * N) + pl_at_1 * N + pl_at_2] =
                                z_window[pl_at_0 * (M * N) + pl_at_1 * N + pl_at_2];
        }
        if (!more_whole) {
            for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
                for (long pl_at_1 = 0, pl_end_1 = pl_least(M, m - more_1); pl_at_1 < pl_end_1; pl_at_1++)
                    for (long pl_at_2 = 0; pl_at_2 < N; pl_at_2++)
                        more_block[pl_at_0 * (m * N) + pl_at_1 * N + pl_at_2] =
                                more_window[pl_at_0 * (M * N) + pl_at_1 * N + pl_at_2];
        }
    }
}

// heads, from tests/golden/call_planes.c:30.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void heads_gpu(long m, int used, long i_programs, __global const float *restrict x_array,
        __global const float *restrict y_array, __global float *z_array, __global float *more_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __local float x_slice[16 * 9];        // rows padded: neighbors in a column are in different banks
    __local float right_slice[8 * 16];
    __local float more[H * M * N] __attribute__((aligned(16)));
    const long i = get_group_id(0);

    // z
    const long z_1 = i * M;
    const int z_whole = z_1 + M <= m;
    __global float *z_block = z_array + z_1 * N;
    float z[2][2][2];

    // more
    const long more_1 = i * M;
    const int more_whole = more_1 + M <= m;
    __global float *more_block = more_array + more_1 * N;
    const long more_stride_0 = M * N;

    // x
    const long x_0 = i * M;
    const int x_whole = x_0 + M <= m;
    __global const float *x = x_array + x_0 * K;

    // y
    __global const float *y = y_array;

    // heads_kernel
    float acc[1][2][2];
    float (*const only)[2] = acc[0];
    PL_UNROLL for (int pl_reg_1 = 0; pl_reg_1 < 2; pl_reg_1++)
        PL_UNROLL for (int pl_reg_2 = 0; pl_reg_2 < 2; pl_reg_2++)
            acc[0][pl_reg_1][pl_reg_2] = 0.0f;
    PL_UNROLL for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
        PL_UNROLL for (int pl_reg_1 = 0; pl_reg_1 < 2; pl_reg_1++)
            PL_UNROLL for (int pl_reg_2 = 0; pl_reg_2 < 2; pl_reg_2++)
                z[pl_at_0][pl_reg_1][pl_reg_2] = 0.0f;
    for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
        for (long pl_at_1 = pl_row; pl_at_1 < M; pl_at_1 += 8)
            for (long pl_at_2 = pl_column; pl_at_2 < N; pl_at_2 += 8)
                more[pl_at_0 * more_stride_0 + pl_at_1 * N + pl_at_2] = 0.0f;
    PL_UNROLL for (int h = 0; h < H; h++) {
        __global const float *right = y + h * (K * N);
        float (*const part)[2] = z[h];
        barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 19, written on line 18
        {
            // part += x · right: 2 x 2 elements per lane
            if (x_whole) {
                for (long pl_r = pl_row; pl_r < 16; pl_r += 8)
                    x_slice[pl_r * 9 + pl_column] = x[pl_r * K + pl_column];
            } else {
                for (long pl_r = pl_row; pl_r < 16; pl_r += 8)
                    x_slice[pl_r * 9 + pl_column] = x_0 + pl_r < m ? x[pl_r * K + pl_column] : 0;
            }
            for (long pl_c = pl_column; pl_c < 16; pl_c += 8)
                right_slice[pl_row * 16 + pl_c] = right[pl_row * N + pl_c];
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 8; pl_k++) {
                float pl_x[2], pl_y[2];
                PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                    pl_x[pl_i] = x_slice[(pl_row + pl_i * 8) * 9 + pl_k];
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    pl_y[pl_j] = right_slice[pl_k * 16 + pl_column + pl_j * 8];
                PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                    PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                        part[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 18, written on line 19
        {
            // only += x · right: 2 x 2 elements per lane
            if (x_whole) {
                for (int pl_r = pl_row; pl_r < 16; pl_r += 8)
                    x_slice[pl_r * 9 + pl_column] = x[pl_r * K + pl_column];
            } else {
                for (int pl_r = pl_row; pl_r < 16; pl_r += 8)
                    x_slice[pl_r * 9 + pl_column] = x_0 + pl_r < m ? x[pl_r * K + pl_column] : 0;
            }
            for (int pl_c = pl_column; pl_c < 16; pl_c += 8)
                right_slice[pl_row * 16 + pl_c] = right[pl_row * N + pl_c];
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 8; pl_k++) {
                float pl_x[2], pl_y[2];
                PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                    pl_x[pl_i] = x_slice[(pl_row + pl_i * 8) * 9 + pl_k];
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    pl_y[pl_j] = right_slice[pl_k * 16 + pl_column + pl_j * 8];
                PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                    PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                        only[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
            }
        }
    }
    for (long h = 0; h < used; h++) {
        __global const float *right = y + h * (K * N);
        __local float *part = more + h * more_stride_0;
        barrier(CLK_LOCAL_MEM_FENCE);        // slices: read on line 19, written on line 24
        {
            // part += x · right: 2 x 2 elements per lane
            float pl_sum[2][2];
            PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    pl_sum[pl_i][pl_j] = part[(pl_row + pl_i * 8) * N + pl_column + pl_j * 8];
            if (x_whole) {
                for (long pl_r = pl_row; pl_r < 16; pl_r += 8)
                    x_slice[pl_r * 9 + pl_column] = x[pl_r * K + pl_column];
            } else {
                for (long pl_r = pl_row; pl_r < 16; pl_r += 8)
                    x_slice[pl_r * 9 + pl_column] = x_0 + pl_r < m ? x[pl_r * K + pl_column] : 0;
            }
            for (long pl_c = pl_column; pl_c < 16; pl_c += 8)
                right_slice[pl_row * 16 + pl_c] = right[pl_row * N + pl_c];
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 8; pl_k++) {
                float pl_x[2], pl_y[2];
                PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                    pl_x[pl_i] = x_slice[(pl_row + pl_i * 8) * 9 + pl_k];
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    pl_y[pl_j] = right_slice[pl_k * 16 + pl_column + pl_j * 8];
                PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                    PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                        pl_sum[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
            }
            PL_UNROLL for (int pl_i = 0; pl_i < 2; pl_i++)
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    part[(pl_row + pl_i * 8) * N + pl_column + pl_j * 8] = pl_sum[pl_i][pl_j];
        }
    }
    PL_UNROLL for (int h = 0; h < H; h++)
        PL_UNROLL for (int pl_reg_r = 0; pl_reg_r < 2; pl_reg_r++)
            PL_UNROLL for (int pl_reg_c = 0; pl_reg_c < 2; pl_reg_c++)
                z[h][pl_reg_r][pl_reg_c] -= acc[0][pl_reg_r][pl_reg_c];
    if (z_whole) {
        PL_UNROLL for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
            PL_UNROLL for (long pl_at_1 = pl_row, pl_reg_1 = 0; pl_reg_1 < 2; pl_at_1 += 8, pl_reg_1++)
                PL_UNROLL for (long pl_at_2 = pl_column, pl_reg_2 = 0; pl_reg_2 < 2; pl_at_2 += 8, pl_reg_2++)
                    z_block[pl_at_0 * (m * N) + pl_at_1 * N + pl_at_2] = z[pl_at_0][pl_reg_1][pl_reg_2];
    } else {
        PL_UNROLL for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
            PL_UNROLL for (long pl_at_1 = pl_row, pl_reg_1 = 0; pl_reg_1 < 2; pl_at_1 += 8, pl_reg_1++)
                PL_UNROLL for (long pl_at_2 = pl_column, pl_reg_2 = 0; pl_reg_2 < 2; pl_at_2 += 8, pl_reg_2++)
                    if (z_1 + pl_at_1 < m)
                        z_block[pl_at_0 * (m * N) + pl_at_1 * N + pl_at_2] = z[pl_at_0][pl_reg_1][pl_reg_2];
    }
    barrier(CLK_LOCAL_MEM_FENCE);        // more: written on line 24, copied on line 34
    if (more_whole) {
        for (int pl_piece = pl_lane; pl_piece < 128; pl_piece += 64) {
            const long pl_at_0 = pl_piece / 64, pl_at_1 = pl_piece / 4 % 16, pl_at_2 = pl_piece % 4 * 4;
            vstore4(vload4(0, &more[pl_at_0 * (M * N) + pl_at_1 * N + pl_at_2]), 0,
                    &more_block[pl_at_0 * (m * N) + pl_at_1 * N + pl_at_2]);
        }
    } else {
        for (long pl_at_0 = 0; pl_at_0 < H; pl_at_0++)
            for (long pl_at_1 = pl_row; pl_at_1 < M; pl_at_1 += 8)
                for (long pl_at_2 = pl_column; pl_at_2 < N; pl_at_2 += 8)
                    if (more_1 + pl_at_1 < m)
                        more_block[pl_at_0 * (m * N) + pl_at_1 * N + pl_at_2] =
                                more[pl_at_0 * (M * N) + pl_at_1 * N + pl_at_2];
    }
}
// The calls of tests/golden/call_planes.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_planes.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { H = 2 };
enum { M = 16 };
enum { N = 16 };
enum { K = 8 };
static const struct pl_call_local heads_local[] = {
    { "more", 2048 },
    { "slices of PL_DOT's first operand", 576 },
    { "slices of PL_DOT's second operand", 512 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(heads)
int heads(long m, int32_t used, const float *x_array, const float *y_array, float *z_array, float *more_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "heads", "heads_kernel", "tests/golden/call_planes.c", 30);
    if (!pl_call_declared(&call.host, pl_declared_heads, "i8 m, i4 used, const f4 *x, const f4 *y, f4 *z, f4 *more"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_value(&call, &used, sizeof used);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, M));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, K });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 3, (long[]){ H, K, N });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 3, (long[]){ H, m, N });
    pl_cl_out(&call, "more", more_array, sizeof *more_array, 3, (long[]){ H, m, N });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "heads_gpu", 64, 0, heads_local);
    return pl_cl_items(&call, "heads_cpu",
            PL_PADDED_BYTES(M * K, float) + PL_PADDED_BYTES(H * M * N, float) + PL_PADDED_BYTES(H * M * N, float)
            + PL_PADDED_BYTES(M * N, float) + PL_PADDED_BYTES(64 * K + M * (K + 32), float)
            + PL_PADDED_BYTES(64 * K + M * (K + 32), float) + PL_PADDED_BYTES(64 * K + M * (K + 32), float));
}
