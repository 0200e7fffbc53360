// The kernels of tests/golden/call_names.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     names_cpu, names_gpu
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
#define floatv_at(e) (*(__global floatv_anywhere *)&(e))
static long pl_least(long a, long b) { return a < b ? a : b; }

// A reduction has this many independent partial sums per work-item, so that an addition does not wait for the
// previous one.
#define PL_CHAINS 4
#define PL_EACH_CHAIN(k) _Pragma("unroll") for (int k = 0; k < PL_CHAINS; k++)

static float pl_sum_f32(const floatv lanes[PL_CHAINS])
{
    const floatv v = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
#if VW == 16
    const float8 eight = v.lo + v.hi;
    const float4 four = eight.lo + eight.hi;
#elif VW == 8
    const float4 four = v.lo + v.hi;
#else
    const float4 four = v;
#endif
    const float2 two = four.lo + four.hi;
    return two.x + two.y;
}

// to[r][c] = from[r][c]
inline void pl_copy_float(__global float *to, long to_row, __global const float *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            to[r * to_row + c] = from[r * from_row + c];
}

// Returns the first elements of the rest of a workspace. The others begin at the next cache line, of 64 bytes.
static __global void *pl_take(__global uchar **rest, long count, long size)
{
    __global uchar *taken = *rest;
    *rest += (count * size + 63) / 64 * 64;
    return taken;
}

static float clamp_(float v, float top) {
    return v < top ? v : top;
}

// names, from tests/golden/call_names.c:19.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void names_cpu(long n_size, long i_axis_programs, __global const float *restrict x2_array,
        __global float *z_array, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x2_window = pl_take(&pl_rest, 4 * 16, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, 4, sizeof (float));
    const long pl_last = pl_share(i_axis_programs, 1);
    for (long i_axis = pl_share(i_axis_programs, 0); i_axis < pl_last; i_axis++) {
        // z
        const long z_0 = i_axis * 4;
        const int z_whole = z_0 + 4 <= n_size;
        __global float *z_block = z_array + z_0;
        __global float *z = z_whole ? z_block : z_window;

        // x
        const long x2_0 = i_axis * 4;
        const int x2_whole = x2_0 + 4 <= n_size;
        __global const float *x2_block = x2_array + x2_0 * 16;
        __global const float *x = x2_whole ? x2_block : x2_window;
        const long x2_row = 16;
        if (!x2_whole)
            pl_copy_float(x2_window, 16, x2_block, 16, pl_least(4, n_size - x2_0), 16);

        // names_kernel
        long i = i_axis;
        long n = 2;
        long x_row = 3;
        for (long r = 0; r < 4; r++) {
            float sum = 0;
            {
                floatv pl_lanes[PL_CHAINS];
                PL_EACH_CHAIN (pl_k)
                    pl_lanes[pl_k] = 0;
                long c = 0;
                while (c + PL_CHAINS * VW <= 16) {
                    PL_EACH_CHAIN (pl_k) {
                        pl_lanes[pl_k] += select((floatv)((float)(i + n + x_row)), floatv_at(x[r * x2_row + c]),
                                floatv_at(x[r * x2_row + c]) < (floatv)((float)(i + n + x_row)));
                        c += VW;
                    }
                }
                for (; c + VW <= 16; c += VW)
                    pl_lanes[0] += select((floatv)((float)(i + n + x_row)), floatv_at(x[r * x2_row + c]),
                            floatv_at(x[r * x2_row + c]) < (floatv)((float)(i + n + x_row)));
                for (; c < 16; c++)
                    sum += clamp_(x[r * x2_row + c], (float)(i + n + x_row));
                sum += pl_sum_f32(pl_lanes);
            }
            z[r] = sum;
        }
        if (!z_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(4, n_size - z_0); pl_at_0 < pl_end_0; pl_at_0++)
                z_block[pl_at_0] = z_window[pl_at_0];
        }
    }
}

// names, from tests/golden/call_names.c:19.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void names_gpu(long n_size, long i_axis_programs, __global const float *restrict x2_array,
        __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    // rows padded: otherwise up to 2 elements of one bank would be accessed at a time on line 14
    __local float x[80];
    const long i_axis = get_group_id(0);

    // z
    const long z_0 = i_axis * 4;
    const long z_count = pl_least(4, n_size - z_0);
    __global float *z = z_array + z_0;

    // x
    const long x2_0 = i_axis * 4;
    const int x2_whole = x2_0 + 4 <= n_size;
    __global const float *x2_block = x2_array + x2_0 * 16;
    if (x2_whole) {
        const int pl_at_0 = pl_lane / 16, pl_at_1 = pl_lane % 16;
        x[pl_at_0 * 20 + pl_at_1] = x2_block[pl_at_0 * 16 + pl_at_1];
    } else {
        const int pl_at_0 = pl_lane / 16, pl_at_1 = pl_lane % 16;
        if (x2_0 + pl_at_0 < n_size)
            x[pl_at_0 * 20 + pl_at_1] = x2_block[pl_at_0 * 16 + pl_at_1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);        // x: copied on line 20, read on line 14

    // names_kernel
    long i = i_axis;
    long n = 2;
    long x_row = 3;
    for (long r = pl_lane; r < z_count; r += 64) {
        float sum = 0;
        for (int c = 0; c < 16; c++)
            sum += clamp_(x[r * 20 + c], (float)(i + n + x_row));
        z[r] = sum;
    }
}
// The calls of tests/golden/call_names.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_names.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

static const struct pl_call_local names_local[] = {
    { "x", 320 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(names)
int names(long n_size, const float *x2_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "names", "names_kernel", "tests/golden/call_names.c", 19);
    if (!pl_call_declared(&call.host, pl_declared_names, "i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, n_size);
    pl_cl_parallel(&call, "i", pl_call_cdiv(n_size, 4));
    pl_cl_in(&call, "x", x2_array, sizeof *x2_array, 2, (long[]){ n_size, 16 });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 1, (long[]){ n_size });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "names_gpu", 64, 0, names_local);
    return pl_cl_items(&call, "names_cpu", PL_PADDED_BYTES(4 * 16, float) + PL_PADDED_BYTES(4, float));
}
