// The kernels of tests/golden/call_access.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     walk_cpu, walk_gpu
// A kernel named _cpu is for CPU devices: each work-item runs whole programs, one after the other. In a kernel named
// _gpu the work-items of a work-group share one program. The launcher chooses.

// Each work-item runs a contiguous range of the count programs: from pl_share(count, 0) to pl_share(count, 1) - 1.
static long pl_share(long count, int end)
{
    return count * ((long)get_global_id(0) + end) / (long)get_global_size(0);
}

enum { N = 8 };
__constant const int order[N] = { 3, 1, 4, 1, 5, 2, 6, 0 };

// walk, from tests/golden/call_access.c:20.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void walk_cpu(long by, __global const float *restrict x_array, __global const float *restrict v_array,
        __global float *z_array)
{
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        // z
        __global float *z = z_array;

        // x
        __global const float *x = x_array;
        const long x_row = N;

        // v
        __global const float *v = v_array;

        // walk_kernel
        for (long r = 0; r < N; r++) {
            for (long c = 0; c < N; c++) {
                long next = (c + 1) % N;
                long right = N - 1 - c;
                long shifted = r + by;
                uchar low = (uchar)(c + 250);

                // transpose, identity, slice, uniform
                float sum = x[c * x_row + r] + x[r * x_row + c] + v[c] + v[0];

                // gather, strided; same, gather
                sum += x[shifted % N * x_row + right] + x[next * x_row + low % N];
                for (long k = 0; k < N - 1; k++)
                    sum += x[r * x_row + k + 1] * x[k * x_row + order[c]];

                // a cast; sums that cancel
                z[r * N + c] = sum + x[r * x_row + (int)c] + v[c - by + by];
            }
        }
    }
}

// walk, from tests/golden/call_access.c:20.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void walk_gpu(long by, __global const float *restrict x_array, __global const float *restrict v_array,
        __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    // rows padded: otherwise up to 2 elements of one bank would be accessed at a time on line 13
    __local float x[96];

    // z
    __global float *z = z_array;

    // x
    __global const float *x_block = x_array;
    {
        const int pl_at_0 = pl_row;
        const int pl_at_1 = pl_column;
        x[pl_at_0 * 12 + pl_at_1] = x_block[pl_at_0 * N + pl_at_1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);        // x: copied on line 21, read on line 13

    // v
    __global const float *v = v_array;

    // walk_kernel
    {
        const long r = pl_row;
        const long c = pl_column;
        long next = (c + 1) % N;
        long right = N - 1 - c;
        long shifted = r + by;
        uchar low = (uchar)(c + 250);

        // transpose, identity, slice, uniform
        float sum = x[c * 12 + r] + x[r * 12 + c] + v[c] + v[0];

        // gather, strided; same, gather
        sum += x[shifted % N * 12 + right] + x[next * 12 + low % N];
        for (long k = 0; k < N - 1; k++)
            sum += x[r * 12 + k + 1] * x[k * 12 + order[c]];

        // a cast; sums that cancel
        z[r * N + c] = sum + x[r * 12 + (int)c] + v[c - by + by];
    }
}
// The calls of tests/golden/call_access.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_access.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { N = 8 };
static const struct pl_call_local walk_local[] = {
    { "x", 384 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(walk)
int walk(int64_t by, const float *x_array, const float *v_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "walk", "walk_kernel", "tests/golden/call_access.c", 20);
    if (!pl_call_declared(&call.host, pl_declared_walk, "i8 by, const f4 *x, const f4 *v, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, by);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ N, N });
    pl_cl_in(&call, "v", v_array, sizeof *v_array, 1, (long[]){ N });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ N, N });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "walk_gpu", 64, 0, walk_local);
    return pl_cl_items(&call, "walk_cpu", 0);
}
