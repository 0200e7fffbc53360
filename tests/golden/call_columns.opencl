// The kernels of tests/golden/call_columns.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     spread_cpu, spread_gpu
//     weigh_cpu, weigh_gpu
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

// A strip is this many vectors: the partial sums of a strip stay in the L1 cache.
#define PL_STRIP 16
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
enum { BN = 64 };

// spread, from tests/golden/call_columns.c:24.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void spread_cpu(long m, long n, long j_programs, long i_programs, __global const float *restrict x_array,
        __global float *z_array, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, BN, sizeof (float));
    const long pl_last = pl_share(j_programs, 1);
    for (long j = pl_share(j_programs, 0); j < pl_last; j++) {
        // z
        const long z_0 = j * BN;
        const int z_whole = z_0 + BN <= n;
        __global float *z_block = z_array + z_0;
        __global float *z = z_whole ? z_block : z_window;
        for (long i = 0; i < i_programs; i++) {
            // x
            const long x_0 = i * BM;
            const long x_1 = j * BN;
            const int x_whole = x_0 + BM <= m && x_1 + BN <= n;
            __global const float *x_block = x_array + x_0 * n + x_1;
            __global const float *x = x_whole ? x_block : x_window;
            const long x_row = x_whole ? n : BN;
            if (!x_whole) {
                for (long pl_at = 0; pl_at < BM * BN; pl_at++)
                    x_window[pl_at] = 0.0f;
                pl_copy_float(x_window, BN, x_block, n, pl_least(BM, m - x_0), pl_least(BN, n - x_1));
            }

            // spread_kernel
            if (i == 0) {
                for (long pl_at_0 = 0; pl_at_0 < BN; pl_at_0++)
                    z[pl_at_0] = 0.0f;
            }
            {
                long pl_strip = 0;
                while (pl_strip + VW <= BN) {
                    const long pl_vectors = pl_least((BN - pl_strip) / VW, PL_STRIP);
                    floatv sum[PL_STRIP];
                    floatv squares[PL_STRIP];
                    for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                        sum[pl_k] = (floatv)(0.0f);
                        squares[pl_k] = (floatv)(0.0f);
                    }
                    for (long r = 0; r < BM; r++) {
                        for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                            const long c = pl_strip + pl_k * VW;
                            sum[pl_k] += floatv_at(x[r * x_row + c]);
                        }
                    }
                    const float share = 1.0f / BM;
                    for (int r = 0; r < BM; r++) {
                        for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                            const long c = pl_strip + pl_k * VW;
                            floatv off = floatv_at(x[r * x_row + c]) - share * sum[pl_k];
                            squares[pl_k] += off * off;
                        }
                    }
                    for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                        const long c = pl_strip + pl_k * VW;
                        floatv_at(z[c]) += squares[pl_k];
                    }
                    pl_strip += pl_vectors * VW;
                }
                for (long c = pl_strip; c < BN; c++) {
                    float sum = 0;
                    float squares = 0;
                    for (long r = 0; r < BM; r++)
                        sum += x[r * x_row + c];
                    const float share = 1.0f / BM;
                    for (int r = 0; r < BM; r++) {
                        float off = x[r * x_row + c] - share * sum;
                        squares += off * off;
                    }
                    z[c] += squares;
                }
            }
        }
        if (!z_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(BN, n - z_0); pl_at_0 < pl_end_0; pl_at_0++)
                z_block[pl_at_0] = z_window[pl_at_0];
        }
    }
}

// spread, from tests/golden/call_columns.c:24.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void spread_gpu(long m, long n, long j_programs, long i_programs, __global const float *restrict x_array,
        __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const long j = get_group_id(0);

    // z
    const long z_0 = j * BN;
    const int z_whole = z_0 + BN <= n;
    __global float *z_block = z_array + z_0;
    float z;
    for (long i = 0; i < i_programs; i++) {
        // x
        const long x_0 = i * BM;
        const long x_1 = j * BN;
        const int x_whole = x_0 + BM <= m && x_1 + BN <= n;
        __global const float *x = x_array + x_0 * n + x_1;

        // spread_kernel
        if (i == 0)
            z = 0.0f;
        if (x_whole) {
            const long c = pl_lane;
            float sum = 0;
            float squares = 0;
            for (long r = 0; r < BM; r++)
                sum += x[r * n + c];
            const float share = 1.0f / BM;
            for (int r = 0; r < BM; r++) {
                float off = x[r * n + c] - share * sum;
                squares += off * off;
            }
            z += squares;
        } else {
            const long c = pl_lane;
            float sum = 0;
            float squares = 0;
            for (long r = 0; r < BM; r++)
                sum += x_0 + r < m && x_1 + c < n ? x[r * n + c] : 0.0f;
            const float share = 1.0f / BM;
            for (int r = 0; r < BM; r++) {
                float off = (x_0 + r < m && x_1 + c < n ? x[r * n + c] : 0.0f) - share * sum;
                squares += off * off;
            }
            z += squares;
        }
    }
    if (z_whole) {
        const int pl_at_0 = pl_lane;
        z_block[pl_at_0] = z;
    } else {
        const int pl_at_0 = pl_lane;
        if (z_0 + pl_at_0 < n)
            z_block[pl_at_0] = z;
    }
}

// weigh, from tests/golden/call_columns.c:43.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void weigh_cpu(long m, long i_programs, __global const float *restrict x_array,
        __global const float *restrict y_array, __global float *z_array,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *twice_buffer = pl_take(&pl_rest, BM * BN, sizeof (float));
    __global float *z_panel = pl_take(&pl_rest, 64 * BN + BM * (BN + 32), sizeof (float));
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // z
        const long z_0 = i * BM;
        const int z_whole = z_0 + BM <= m;
        __global float *z_block = z_array + z_0 * BN;
        __global float *z = z_whole ? z_block : z_window;

        // x
        const long x_0 = i * BM;
        const int x_whole = x_0 + BM <= m;
        __global const float *x_block = x_array + x_0 * BN;
        __global const float *x = x_whole ? x_block : x_window;
        if (!x_whole)
            pl_copy_float(x_window, BN, x_block, BN, pl_least(BM, m - x_0), BN);

        // y
        __global const float *y = y_array;

        // weigh_kernel
        __global float *twice = twice_buffer;
        for (long r = 0; r < BM; r++) {
            long c = 0;
            for (; c + VW <= BN; c += VW)
                floatv_at(twice[r * BN + c]) = 2.0f * floatv_at(x[r * BN + c]);
            for (; c < BN; c++)
                twice[r * BN + c] = 2 * x[r * BN + c];
        }
        for (long pl_at_0 = 0; pl_at_0 < BM; pl_at_0++)
            for (long pl_at_1 = 0; pl_at_1 < BN; pl_at_1++)
                z[pl_at_0 * BN + pl_at_1] = 0.0f;
        pl_dot_f32(z, BN, twice, BN, y, BN, BM, BN, BN, z_panel);
        if (!z_whole)
            pl_copy_float(z_block, BN, z_window, BN, pl_least(BM, m - z_0), BN);
    }
}

// weigh, from tests/golden/call_columns.c:43.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void weigh_gpu(long m, long i_programs, __global const float *restrict x_array,
        __global const float *restrict y_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __local float y_slice[16 * 64] __attribute__((aligned(16)));
    __local float twice_buffer[512];
    const long i = get_group_id(0);

    // z
    const long z_0 = i * BM;
    const int z_whole = z_0 + BM <= m;
    __global float *z_block = z_array + z_0 * BN;
    float z[1][8];

    // x
    const long x_0 = i * BM;
    const int x_whole = x_0 + BM <= m;
    __global const float *x = x_array + x_0 * BN;

    // y
    __global const float *y = y_array;

    // weigh_kernel
    __local float *twice = twice_buffer;
    if (x_whole) {
        const int r = pl_row;
        for (int pl_first_c = pl_column * 4; pl_first_c < BN; pl_first_c += 32) {
            float x_vector[4];
            vstore4(vload4(0, &x[r * BN + pl_first_c]), 0, x_vector);
            PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++) {
                const int c = pl_first_c + pl_e;
                twice[r * BN + c] = 2 * x_vector[pl_e];
            }
        }
    } else {
        const int r = pl_row;
        for (int pl_first_c = pl_column * 4; pl_first_c < BN; pl_first_c += 32) {
            PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++) {
                const int c = pl_first_c + pl_e;
                twice[r * BN + c] = 2 * (x_0 + r < m ? x[r * BN + c] : 0);
            }
        }
    }
    PL_UNROLL for (int pl_reg_1 = 0; pl_reg_1 < 8; pl_reg_1++)
        z[0][pl_reg_1] = 0.0f;

    // z += twice · y: 1 x 8 elements per lane, slices 16 deep
    for (int pl_deep = 0; pl_deep < BN; pl_deep += 16) {
        for (int pl_k = pl_row; pl_k < 16; pl_k += 8)
            for (int pl_c = pl_column; pl_c < 64; pl_c += 8)
                y_slice[pl_k * 64 + pl_c] = y[(pl_deep + pl_k) * BN + pl_c];
        barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
        for (int pl_k = 0; pl_k < 16; pl_k++) {
            float pl_x, pl_y[8];
            pl_x = twice[pl_row * BN + pl_deep + pl_k];
            PL_UNROLL for (int pl_j = 0; pl_j < 8; pl_j++)
                pl_y[pl_j] = y_slice[pl_k * 64 + pl_column * 4 + pl_j / 4 * 32 + pl_j % 4];
            PL_UNROLL for (int pl_j = 0; pl_j < 8; pl_j++)
                z[0][pl_j] += pl_x * pl_y[pl_j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // no work-item reads these slices any more
    }
    if (z_whole) {
        const int pl_at_0 = pl_row;
        PL_UNROLL for (int pl_first_1 = pl_column * 4, pl_reg_1 = 0; pl_reg_1 < 8; pl_first_1 += 32, pl_reg_1 += 4)
            vstore4((float4)(z[0][pl_reg_1], z[0][pl_reg_1 + 1], z[0][pl_reg_1 + 2], z[0][pl_reg_1 + 3]), 0,
                    &z_block[pl_at_0 * BN + pl_first_1]);
    } else {
        const int pl_at_0 = pl_row;
        PL_UNROLL for (int pl_first_1 = pl_column * 4, pl_reg_1 = 0; pl_reg_1 < 8; pl_first_1 += 32, pl_reg_1 += 4) {
            PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++) {
                const int pl_at_1 = pl_first_1 + pl_e;
                if (z_0 + pl_at_0 < m)
                    z_block[pl_at_0 * BN + pl_at_1] = z[0][pl_reg_1 + pl_e];
            }
        }
    }
}
// The calls of tests/golden/call_columns.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_columns.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { BM = 8 };
enum { BN = 64 };
PL_DECLARED_BY_CALLER(spread)
int spread(long m, long n, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "spread", "spread_kernel", "tests/golden/call_columns.c", 24);
    if (!pl_call_declared(&call.host, pl_declared_spread, "i8 m, i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "j", pl_call_cdiv(n, BN));
    pl_cl_sequential(&call, "i", pl_call_cdiv(m, BM));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 1, (long[]){ n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "spread_gpu", 64, 0, NULL);
    return pl_cl_items(&call, "spread_cpu", PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(BN, float));
}

static const struct pl_call_local weigh_local[] = {
    { "twice", 2048 },
    { "slices of PL_DOT's second operand", 4096 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(weigh)
int weigh(long m, const float *x_array, const float *y_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "weigh", "weigh_kernel", "tests/golden/call_columns.c", 43);
    if (!pl_call_declared(&call.host, pl_declared_weigh, "i8 m, const f4 *x, const f4 *y, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, BM));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, BN });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 2, (long[]){ BN, BN });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, BN });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "weigh_gpu", 64, 0, weigh_local);
    return pl_cl_items(&call, "weigh_cpu",
            PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(BM * BN, float)
            + PL_PADDED_BYTES(64 * BN + BM * (BN + 32), float));
}
