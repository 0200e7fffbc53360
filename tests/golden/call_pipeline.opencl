// The kernels of tests/golden/call_pipeline.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     rows_cpu, rows_gpu
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

// Stores the first report of a kernel: the message, the program and the values in the message. The caller then returns.
static void pl_report(__global int *report, int number, long program, long a, long b, long c, long d, long e)
{
    if (atomic_cmpxchg(report, 0, number) == 0) {
        __global long *values = (__global long *)report + 1;
        values[0] = program;
        values[1] = a;
        values[2] = b;
        values[3] = c;
        values[4] = d;
        values[5] = e;
    }
}

// Returns the first elements of the rest of a workspace. The others begin at the next cache line, of 64 bytes.
static __global void *pl_take(__global uchar **rest, long count, long size)
{
    __global uchar *taken = *rest;
    *rest += (count * size + 63) / 64 * 64;
    return taken;
}

enum { B = 4 };

// rows, from tests/golden/call_pipeline.c:21.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void rows_cpu(long n, __global const float *restrict x2_array, __global float *z2_array,
        __global int *pl_reports, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global int *s = pl_take(&pl_rest, 1, sizeof (int));
    __global float *x_window_buffer = pl_take(&pl_rest, B, sizeof (float));
    __global float *z_window_buffer = pl_take(&pl_rest, B, sizeof (float));
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        // z
        __global float *z = z2_array;

        // x
        __global const float *x = x2_array;

        // rows_kernel
        {
            s[0] = 0;
        }
        s[0] += 2;
        {
            const long j_programs = n / B;
            long x_from_0 = 0;
            long x_from_1 = 0;
            __global float *x_window = x_window_buffer;
            long z_from_0 = 0;
            __global float *z_window = z_window_buffer;
            int first = 1;
            for (long j = 0, pl_end_j = j_programs; j < pl_end_j; j++) {
                for (long r = 0; r < 2; r++) {
                    const long x_from_0_next = r;
                    const long x_from_1_next = j * B;
                    if (first || x_from_0_next != x_from_0 || x_from_1_next != x_from_1) {
                        x_from_0 = x_from_0_next;
                        x_from_1 = x_from_1_next;
                        if (!(x_from_0 >= 0 && x_from_0 < 2)) {
                            pl_report(pl_reports, 1, 0, x_from_0, 0, 0, 0, 0);
                            return;
                        }
                        if (!(x_from_1 >= 0 && x_from_1 < n + 1)) {
                            pl_report(pl_reports, 2, 0, x_from_1, 0, 0, 0, 0);
                            return;
                        }
                        {
                            if (j == 0) {
                                if (!(s[0] >= 1)) {
                                    pl_report(pl_reports, 3, 0, s[0], 0, 0, 0, 0);
                                    return;
                                }
                                s[0] -= 1;
                            }
                        }
                        for (long pl_at_0 = 0; pl_at_0 < B; pl_at_0++)
                            x_window[pl_at_0] = 0.0f;
                        {
                            long to_size_0 = n + 1 - x_from_1 < B ? n + 1 - x_from_1 : B;
                            {
                                long at_0 = 0;
                                for (; at_0 + VW <= to_size_0; at_0 += VW)
                                    floatv_at(x_window[at_0]) = floatv_at(x[x_from_0 * (n + 1) + at_0 + x_from_1]);
                                for (; at_0 < to_size_0; at_0++)
                                    x_window[at_0] = x[x_from_0 * (n + 1) + at_0 + x_from_1];
                            }
                        }
                    }
                    const long z_from_0_next = j * B;
                    if (first || z_from_0_next != z_from_0) {
                        if (!first) {
                            for (long at_0 = 0; at_0 < B; at_0++)
                                z[at_0 + z_from_0] = z_window[at_0];
                        }
                        z_from_0 = z_from_0_next;
                        if (r == 0) {
                            for (long pl_at_0 = 0; pl_at_0 < B; pl_at_0++)
                                z_window[pl_at_0] = 1.0f;
                        } else {
                            for (long at_0 = 0; at_0 < B; at_0++)
                                z_window[at_0] = z[at_0 + z_from_0];
                        }
                    }
                    {
                        for (long c = 0; c < B; c++)
                            z_window[c] += x_from_1 + c < n + 1 ? x_window[c] : (float)j;
                    }
                    first = 0;
                }
            }
            if (!first) {
                for (long at_0 = 0; at_0 < B; at_0++)
                    z[at_0 + z_from_0] = z_window[at_0];
            }
        }
    }
}

// rows, from tests/golden/call_pipeline.c:21.  Target: opencl, the kernel for GPUs: 1 x 256 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void rows_gpu(long n, __global const float *restrict x2_array, __global float *z2_array,
        __global int *pl_reports)
{
    const int pl_lane = get_local_id(0);
    __local int s[1];

    // z
    __global float *z = z2_array;

    // x
    __global const float *x = x2_array;

    // rows_kernel
    {
        if (pl_lane == 0)
            s[0] = 0;
    }
    if (pl_lane == 0)
        s[0] += 2;
    {
        const long j_programs = n / B;
        long x_from_0 = 0;
        long x_from_1 = 0;
        float x_window;
        long z_from_0 = 0;
        float z_window;
        int first = 1;
        for (long j = 0, pl_end_j = j_programs; j < pl_end_j; j++) {
            for (long r = 0; r < 2; r++) {
                const long x_from_0_next = r;
                const long x_from_1_next = j * B;
                if (first || x_from_0_next != x_from_0 || x_from_1_next != x_from_1) {
                    x_from_0 = x_from_0_next;
                    x_from_1 = x_from_1_next;
                    if (!(x_from_0 >= 0 && x_from_0 < 2)) {
                        pl_report(pl_reports, 1, 0, x_from_0, 0, 0, 0, 0);
                        return;
                    }
                    if (!(x_from_1 >= 0 && x_from_1 < n + 1)) {
                        pl_report(pl_reports, 2, 0, x_from_1, 0, 0, 0, 0);
                        return;
                    }
                    {
                        if (j == 0) {
                            barrier(CLK_LOCAL_MEM_FENCE);        // s: written on line 14, read on line 17
                            if (!(s[0] >= 1)) {
                                pl_report(pl_reports, 3, 0, s[0], 0, 0, 0, 0);
                                return;
                            }
                            // s: read on line 17, written there in the next iteration
                            barrier(CLK_LOCAL_MEM_FENCE);
                            if (pl_lane == 0)
                                s[0] -= 1;
                        }
                    }
                    x_window = 0.0f;
                    {
                        long to_size_0 = n + 1 - x_from_1 < B ? n + 1 - x_from_1 : B;
                        {
                            const long at_0 = pl_lane;
                            if (at_0 < to_size_0)
                                x_window = x[x_from_0 * (n + 1) + at_0 + x_from_1];
                        }
                    }
                }
                const long z_from_0_next = j * B;
                if (first || z_from_0_next != z_from_0) {
                    if (!first) {
                        // z: read on line 18, written there in the next iteration
                        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                        {
                            const long at_0 = pl_lane;
                            if (at_0 < B)
                                z[at_0 + z_from_0] = z_window;
                        }
                    }
                    z_from_0 = z_from_0_next;
                    if (r == 0) {
                        z_window = 1.0f;
                    } else {
                        // z: written on line 18, read there in the next iteration
                        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                        {
                            const long at_0 = pl_lane;
                            if (at_0 < B)
                                z_window = z[at_0 + z_from_0];
                        }
                    }
                }
                {
                    const long c = pl_lane;
                    if (c < B)
                        z_window += x_from_1 + c < n + 1 ? x_window : (float)j;
                }
                first = 0;
            }
        }
        if (!first) {
            // z: read on line 18, written there by other work-items
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            {
                const long at_0 = pl_lane;
                if (at_0 < B)
                    z[at_0 + z_from_0] = z_window;
            }
        }
    }
}
// The calls of tests/golden/call_pipeline.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_pipeline.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { B = 4 };
static const struct pl_call_local rows_local[] = {
    { "s", 4 },
    { NULL, 0 },
};

static const struct pl_call_message rows_messages[] = {
    { 17, "PL_CHECK(x_from_0 >= 0 && x_from_0 < 2): PL_PIPELINE: the block of x begins at %ld on dim 0, which is not "
            "in its array", PL_NOTE_NONE },
    { 17, "PL_CHECK(x_from_1 >= 0 && x_from_1 < n + 1): PL_PIPELINE: the block of x begins at %ld on dim 1, which is "
            "not in its array", PL_NOTE_NONE },
    { 17, "PL_CHECK(s[0] >= 1): PL_SEM_WAIT: semaphore s is %ld, and nothing will signal it", PL_NOTE_NONE },
};

PL_DECLARED_BY_CALLER(rows)
int rows(long n, const float *x2_array, float *z2_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "rows", "rows_kernel", "tests/golden/call_pipeline.c", 21);
    if (!pl_call_declared(&call.host, pl_declared_rows, "i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, n);
    pl_cl_in(&call, "x", x2_array, sizeof *x2_array, 2, (long[]){ 2, n + 1 });
    pl_cl_out(&call, "z", z2_array, sizeof *z2_array, 1, (long[]){ n });
    pl_cl_messages(&call, rows_messages);
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "rows_gpu", 256, 0, rows_local);
    return pl_cl_items(&call, "rows_cpu",
            PL_PADDED_BYTES(1, int32_t) + PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES(B, float));
}
