// The kernels of tests/golden/call_edge.c, for OpenCL; written by pallasc.

// Work-items share count programs, each an unbroken run of them: this one has those from pl_share(count, 0) on, up to,
// not including, pl_share(count, 1).
static long pl_share(long count, int end)
{
    return count * ((long)get_global_id(0) + end) / (long)get_global_size(0);
}

static long pl_most(long a, long b) { return a > b ? a : b; }
static long pl_least(long a, long b) { return a < b ? a : b; }
#define PL_ROOM(bytes) (((bytes) + 63) / 64 * 64)

// scale, from tests/golden/call_edge.c:10.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void scale_cpu(const long m, const long n, const float by, const long i_programs, const long j_programs,
        __global const float *restrict x_array, __global float *restrict z_array,
        __global uchar *restrict pl_workspace, const long pl_workspace_bytes)
{
    __global uchar *pl_slice = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = (__global float *)pl_slice;
    pl_slice += PL_ROOM((4 * 8) * sizeof (float));
    __global float *z_window = (__global float *)pl_slice;
    pl_slice += PL_ROOM((4 * 8) * sizeof (float));
    const long pl_last = pl_share(1 * i_programs * j_programs, 1);
    for (long pl_program = pl_share(1 * i_programs * j_programs, 0); pl_program < pl_last; pl_program++) {
        long pl_rest = pl_program;
        const long j = pl_rest % j_programs;
        pl_rest /= j_programs;
        const long i = pl_rest % i_programs;
        pl_rest /= i_programs;

        // z
        const long z_0 = i * 4;
        const long z_1 = j * 8;
        const int z_whole = 1 && z_0 + (4) <= m && z_1 + (8) <= n;
        __global float *z_block = z_array + z_0 * n + z_1;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? n : 8;

        // x
        const long x_0 = i * 4;
        const long x_1 = j * 8;
        const int x_whole = 1 && x_0 + (4) <= m && x_1 + (8) <= n;
        __global const float *x_block = x_array + x_0 * n + x_1;
        __global const float *x = x_whole ? x_block : x_window;
        const long x_row = x_whole ? n : 8;
        if (!x_whole) {
            for (long pl_at = 0; pl_at < 4 * 8; pl_at++)
                x_window[pl_at] = (float)(1);
            for (long pl_at_0 = 0, pl_end_0 = pl_least(4, m - x_0); pl_at_0 < pl_end_0; pl_at_0++)
                for (long pl_at_1 = 0, pl_end_1 = pl_least(8, n - x_1); pl_at_1 < pl_end_1; pl_at_1++)
                    x_window[pl_at_0 * 8 + pl_at_1] = x_block[pl_at_0 * n + pl_at_1];
        }
        {
            for (long r = 0; r < 4; r++) {
                for (long c = 0; c < 8; c++) {
                    z[r * z_row + c] = by * x[r * x_row + c];
                }
            }
        }
        if (!z_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(4, m - z_0); pl_at_0 < pl_end_0; pl_at_0++)
                for (long pl_at_1 = 0, pl_end_1 = pl_least(8, n - z_1); pl_at_1 < pl_end_1; pl_at_1++)
                    z_array[z_0 * n + z_1 + pl_at_0 * n + pl_at_1] = z_window[pl_at_0 * 8 + pl_at_1];
        }
    }
}

// scale, from tests/golden/call_edge.c:10.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void scale_gpu(const long m, const long n, const float by, const long i_programs, const long j_programs,
        __global const float *restrict x_array, __global float *restrict z_array,
        __global uchar *restrict pl_workspace, const long pl_workspace_bytes)
{
    const int pl_lane = get_local_id(0), pl_row = pl_lane / 8, pl_column = pl_lane % 8;
    __global uchar *pl_slice = pl_workspace + get_group_id(0) * pl_workspace_bytes;
    __global float *x_window = (__global float *)pl_slice;
    pl_slice += PL_ROOM((4 * 8) * sizeof (float));
    __global float *z_window = (__global float *)pl_slice;
    pl_slice += PL_ROOM((4 * 8) * sizeof (float));
    for (long pl_program = get_group_id(0); pl_program < 1 * i_programs * j_programs; pl_program += get_num_groups(0)) {
        long pl_rest = pl_program;
        const long j = pl_rest % j_programs;
        pl_rest /= j_programs;
        const long i = pl_rest % i_programs;
        pl_rest /= i_programs;

        // z
        const long z_0 = i * 4;
        const long z_1 = j * 8;
        const int z_whole = 1 && z_0 + (4) <= m && z_1 + (8) <= n;
        __global float *z_block = z_array + z_0 * n + z_1;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? n : 8;

        // x
        const long x_0 = i * 4;
        const long x_1 = j * 8;
        const int x_whole = 1 && x_0 + (4) <= m && x_1 + (8) <= n;
        __global const float *x_block = x_array + x_0 * n + x_1;
        __global const float *x = x_whole ? x_block : x_window;
        const long x_row = x_whole ? n : 8;
        if (!x_whole) {
            for (long pl_at_0 = pl_row; pl_at_0 < 4; pl_at_0 += 8)
                for (long pl_at_1 = pl_column; pl_at_1 < 8; pl_at_1 += 8)
                    x_window[pl_at_0 * 8 + pl_at_1] = x_0 + pl_at_0 < m && x_1 + pl_at_1 < n ? x_block[pl_at_0 * n + pl_at_1] : (float)(1);
        }
        {
            for (long r = pl_row; r < 4; r += 8) {
                for (long c = pl_column; c < 8; c += 8) {
                    z[r * z_row + c] = by * x[r * x_row + c];
                }
            }
        }
        if (!z_whole) {
            for (long pl_at_0 = pl_row; pl_at_0 < 4; pl_at_0 += 8)
                for (long pl_at_1 = pl_column; pl_at_1 < 8; pl_at_1 += 8)
                    if (z_0 + pl_at_0 < m && z_1 + pl_at_1 < n)
                        z_array[z_0 * n + z_1 + pl_at_0 * n + pl_at_1] = z_window[pl_at_0 * 8 + pl_at_1];
        }
    }
}
// The calls of tests/golden/call_edge.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. The kernels stand in call_edge.cl, too, to be read.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

#define PL_ROOM(bytes) (((bytes) + 63) / 64 * 64)

static const char *lines[] = {
};
static struct pl_cl_program program = { .lines = lines, .count = sizeof lines / sizeof *lines };

int scale(long m, long n, float by, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &program, "scale", "scale_kernel", "tests/golden/call_edge.c", 10);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_value(&call, &by, sizeof by);
    pl_cl_parallel(&call, "i", pl_cl_cdiv(m, 4));
    pl_cl_parallel(&call, "j", pl_cl_cdiv(n, 8));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    return pl_cl_for_gpu(&call) ?
    pl_cl_groups(&call, "scale_gpu", 64, (size_t)(0 + PL_ROOM((4 * 8) * (long)sizeof (float)) + PL_ROOM((4 * 8) * (long)sizeof (float)))) :
    pl_cl_items(&call, "scale_cpu", (size_t)(0 + PL_ROOM((4 * 8) * (long)sizeof (float)) + PL_ROOM((4 * 8) * (long)sizeof (float))));
}
