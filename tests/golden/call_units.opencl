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
PL_VECTOR(ushort, 2);
PL_VECTOR(float, 4);
#define convert_uintv PL_JOIN(convert_uint, VW)
#define as_floatv PL_JOIN(as_float, VW)
#define loadv(p) (*(__global const floatv_anywhere *)(p))
#define storev(v, p) (*(__global floatv_anywhere *)(p) = (v))

#define ushortv_at(e) (*(__global ushortv_anywhere *)&(e))
#define floatv_at(e) (*(__global floatv_anywhere *)&(e))
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
inline void pl_floats_bf16_t(__global float *to, long to_row, __global const ushort *from, long from_row, long rows,
        long columns)
{
    const long square_rows = rows - rows % VW, square_columns = columns - columns % VW;
    for (long c = 0; c < square_columns; c += VW)
        for (long r = 0; r < square_rows; r += VW) {
            floatv a[VW], b[VW];
            PL_EACH_OF (i, VW)
                a[i] = pl_f32v_of_bf16(ushortv_at(from[(c + i) * from_row + r]));
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
            to[r * to_row + c] = pl_f32_of_bf16(from[c * from_row + r]);
}

// The columns that fill panels. z is m x n, x is m x k, y is k x n and transposed.
// Rows are z_row, x_row and y_row elements apart. A panel has at most 64 k floats.
static void pl_dot_bf16_t(__global float *z, long z_row, __global const float *x, long x_row, __global const ushort *y,
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
            pl_floats_bf16_t(panel, width, y + c * y_row, y_row, depth, width);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, DOT_VECTORS, next);
        }
    }
}

// The columns after these, of which the last may not fill a vector: there are zeros beside them, and z is copied.
static void pl_dot_rest_bf16_t(__global float *z, long z_row, __global const float *x, long x_row,
        __global const ushort *y, long y_row, long m, long n, long k, __global float *panel)
{
    const long all = n - n % VW;
    __global float *edge = panel + 64 * k + m * (k + 16);
    const struct pl_ahead none = { (__global const uchar *)panel, 0, 0 };
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = n - n % (DOT_VECTORS * VW); c < all; c += VW) {
            pl_floats_bf16_t(panel, VW, y + c * y_row, y_row, depth, VW);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, 1, none);
        }
        if (all == n)
            continue;
        for (long i = 0; i < depth; i++)
            storev((floatv)0, panel + i * VW);
        pl_floats_bf16_t(panel, VW, y + all * y_row, y_row, depth, n - all);
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
                pl_copy_ushort(x_window, 64, x_block, 256, pl_least(32, m - x_0), 64);
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
            pl_floats_bf16(z_panel + 64 * 64, 64 + 16, x, x_row, 32, 64);
            pl_dot_bf16_t(z, z_row, z_panel + 64 * 64, 64 + 16, y, 256, 32, 16, 64, z_panel);
            pl_dot_rest_bf16_t(z, z_row, z_panel + 64 * 64, 64 + 16, y, 256, 32, 16, 64, z_panel);
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
        if (!z_whole)
            pl_copy_float(z_block, 16, z_window, 16, pl_least(32, m - z_0), 16);
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
    __local float y_slice[16 * 17];        // rows padded likewise
    // rows padded: otherwise up to 16 elements of one bank would be accessed at a time on line 12
    __local float z[544];
    const long i = get_group_id(0);

    // z
    const long z_0 = i * 32;
    const int z_whole = z_0 + 32 <= m;
    __global float *z_block = z_array + z_0 * 16;
    for (long l = 0; l < l_programs; l++) {
        // x
        const long x_0 = i * 32;
        const long x_1 = l * 64;
        const int x_whole = x_0 + 32 <= m;
        __global const ushort *x = x_array + x_0 * 256 + x_1;

        // y
        const long y_1 = l * 64;
        __global const ushort *y = y_array + y_1;

        // product_kernel
        if (l == 0) {
            for (int pl_at_0 = pl_row; pl_at_0 < 32; pl_at_0 += 8)
                for (int pl_at_1 = pl_column; pl_at_1 < 16; pl_at_1 += 8)
                    z[pl_at_0 * 17 + pl_at_1] = 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 14, read on line 9

        // z += x · yᵀ
        {
            // 4 x 2 elements per lane, slices 16 deep
            float pl_sum[4][2];
            PL_UNROLL for (int pl_i = 0; pl_i < 4; pl_i++)
                PL_UNROLL for (int pl_j = 0; pl_j < 2; pl_j++)
                    pl_sum[pl_i][pl_j] = z[(pl_row + pl_i * 8) * 17 + pl_column + pl_j * 8];
            for (int pl_deep = 0; pl_deep < 64; pl_deep += 16) {
                if (x_whole) {
                    for (int pl_r = pl_row; pl_r < 32; pl_r += 8)
                        for (int pl_k = pl_column; pl_k < 16; pl_k += 8)
                            x_slice[pl_r * 17 + pl_k] = pl_f32_of_bf16(x[pl_r * 256 + pl_deep + pl_k]);
                } else {
                    for (int pl_r = pl_row; pl_r < 32; pl_r += 8)
                        for (int pl_k = pl_column; pl_k < 16; pl_k += 8)
                            x_slice[pl_r * 17 + pl_k] = x_0 + pl_r < m
                                    ? pl_f32_of_bf16(x[pl_r * 256 + pl_deep + pl_k]) : 0;
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
                    z[(pl_row + pl_i * 8) * 17 + pl_column + pl_j * 8] = pl_sum[pl_i][pl_j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 9, read on line 12
        for (int r = pl_lane; r < 32; r += 64) {
            float most = 0;
            for (int c = 0; c < 16; c++)
                most = pl_most_f32(most, z[r * 17 + c]);
            for (int c = 0; c < 16; c++)
                z[r * 17 + c] -= most;
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
