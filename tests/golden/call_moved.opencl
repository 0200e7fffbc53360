// The kernels of tests/golden/call_moved.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     segment_sum_cpu, segment_sum_gpu
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

// Prefetches an array that is read once, in order: 2048 bytes ahead, which is several cache lines.
#if defined __has_builtin && (defined __x86_64__ || defined __aarch64__)
#if __has_builtin(__builtin_prefetch)
#define PL_FETCH_AHEAD(p) __builtin_prefetch((const void *)((ulong)(p) + 2048))
#endif
#endif
#ifndef PL_FETCH_AHEAD
#define PL_FETCH_AHEAD(p) ((void)0)
#endif
#define ahead_at(at, element) (PL_FETCH_AHEAD(&(element)), at(element))

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

static long pl_least(long a, long b) { return a < b ? a : b; }

// Returns the first elements of the rest of a workspace. The others begin at the next cache line, of 64 bytes.
static __global void *pl_take(__global uchar **rest, long count, long size)
{
    __global uchar *taken = *rest;
    *rest += (count * size + 63) / 64 * 64;
    return taken;
}

// segment_sum, from tests/golden/call_moved.c:14.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void segment_sum_cpu(long rows, long width, long n, long s_programs, __global const int *restrict row,
        __global const float *restrict x_array, __global float *z_array, __global int *pl_reports,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, 8, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, 8, sizeof (float));
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        int z_held = 0, z_copied = 0;
        long z_was_0 = 0;
        long z_was_1 = 0;
        for (long s = 0; s < s_programs; s++) {
            // z
            const long z_0 = row[s];
            const long z_1 = 0;
            if (z_0 < 0 || z_0 >= rows) {
                pl_report(pl_reports, 2, s, z_0, rows, 1, 0, 0);
                return;
            }
            if (z_1 >= width) {
                pl_report(pl_reports, 3, s, 0, (width + 8 - 1) / 8, 8, 0, 0);
                return;
            }
            const int z_whole = z_1 + 8 <= width;
            __global float *z_block = z_array + z_0 * width + z_1;
            __global float *z = z_whole ? z_block : z_window;
            if (!z_held || z_was_0 != z_0 || z_was_1 != z_1) {
                if (z_copied) {
                    for (long pl_at_1 = 0, pl_end_1 = pl_least(8, width - z_was_1); pl_at_1 < pl_end_1; pl_at_1++)
                        z_array[z_was_0 * width + z_was_1 + pl_at_1] = z_window[pl_at_1];
                }
                z_was_0 = z_0;
                z_was_1 = z_1;
                z_held = 1;
                z_copied = !z_whole;
            }

            // x
            const long x_1 = 0;
            if (x_1 >= width) {
                pl_report(pl_reports, 1, s, 0, (width + 8 - 1) / 8, 8, 0, 0);
                return;
            }
            const int x_whole = x_1 + 8 <= width;
            __global const float *x_block = x_array + s * width + x_1;
            __global const float *x = x_whole ? x_block : x_window;
            if (!x_whole) {
                for (long pl_at_1 = 0, pl_end_1 = pl_least(8, width - x_1); pl_at_1 < pl_end_1; pl_at_1++)
                    x_window[pl_at_1] = x_block[pl_at_1];
            }

            // segment_kernel
            long step = s;
            if (step == 0 || row[step] != row[step - 1]) {
                for (long pl_at_0 = 0; pl_at_0 < 8; pl_at_0++)
                    z[pl_at_0] = 0.0f;
            }
            {
                long c = 0;
                for (; c + VW <= 8; c += VW)
                    floatv_at(z[c]) += ahead_at(floatv_at, x[c]);
                for (; c < 8; c++)
                    z[c] += x[c];
            }
        }
        if (z_copied) {
            for (long pl_at_1 = 0, pl_end_1 = pl_least(8, width - z_was_1); pl_at_1 < pl_end_1; pl_at_1++)
                z_array[z_was_0 * width + z_was_1 + pl_at_1] = z_window[pl_at_1];
        }
    }
}

// segment_sum, from tests/golden/call_moved.c:14.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void segment_sum_gpu(long rows, long width, long n, long s_programs, __global const int *restrict row,
        __global const float *restrict x_array, __global float *z_array, __global int *pl_reports)
{
    const int pl_lane = get_local_id(0);
    float z;
    int z_held = 0;
    long z_was_0 = 0;
    long z_was_1 = 0;
    for (long s = 0; s < s_programs; s++) {
        // z
        const long z_0 = row[s];
        const long z_1 = 0;
        if (z_0 < 0 || z_0 >= rows) {
            pl_report(pl_reports, 2, s, z_0, rows, 1, 0, 0);
            return;
        }
        if (z_1 >= width) {
            pl_report(pl_reports, 3, s, 0, (width + 8 - 1) / 8, 8, 0, 0);
            return;
        }
        if (!z_held || z_was_0 != z_0 || z_was_1 != z_1) {
            if (z_held) {
                const int pl_at_1 = pl_lane;
                if (pl_at_1 < 8)
                    if (z_was_1 + pl_at_1 < width)
                        z_array[z_was_0 * width + z_was_1 + pl_at_1] = z;
            }
            z_was_0 = z_0;
            z_was_1 = z_1;
            z_held = 1;
        }

        // x
        const long x_1 = 0;
        if (x_1 >= width) {
            pl_report(pl_reports, 1, s, 0, (width + 8 - 1) / 8, 8, 0, 0);
            return;
        }
        const int x_whole = x_1 + 8 <= width;
        __global const float *x = x_array + s * width + x_1;

        // segment_kernel
        long step = s;
        if (step == 0 || row[step] != row[step - 1])
            z = 0.0f;
        if (x_whole) {
            const int c = pl_lane;
            if (c < 8)
                z += x[c];
        } else {
            const int c = pl_lane;
            if (c < 8)
                z += x_1 + c < width ? x[c] : 0;
        }
    }
    if (z_held) {
        const int pl_at_1 = pl_lane;
        if (pl_at_1 < 8)
            if (z_was_1 + pl_at_1 < width)
                z_array[z_was_0 * width + z_was_1 + pl_at_1] = z;
    }
}
// The calls of tests/golden/call_moved.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_moved.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

static const struct pl_call_message segment_sum_messages[] = {
    { 14, "operand x: block index %ld is out of range on dim 1, which has %blocks; index map (s, 0) [block-index]",
            PL_NOTE_INDEX },
    { 14, "operand z: block index %ld is out of range on dim 0, which has %blocks; index map (row[s], 0) "
            "[block-index]", PL_NOTE_INDEX },
    { 14, "operand z: block index %ld is out of range on dim 1, which has %blocks; index map (row[s], 0) "
            "[block-index]", PL_NOTE_INDEX },
};

PL_DECLARED_BY_CALLER(segment_sum)
int segment_sum(long rows, long width, int64_t n, const int32_t *row_array, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "segment_sum", "segment_kernel", "tests/golden/call_moved.c", 14);
    if (!pl_call_declared(&call.host,
            pl_declared_segment_sum, "i8 rows, i8 width, i8 n, const i4 *row, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, rows);
    pl_cl_long(&call, width);
    pl_cl_long(&call, n);
    pl_cl_sequential(&call, "s", n);
    pl_cl_in(&call, "row", row_array, sizeof *row_array, 1, (long[]){ n });
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ n, width });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ rows, width });
    pl_cl_messages(&call, segment_sum_messages);
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "segment_sum_gpu", 64, 0, NULL);
    return pl_cl_items(&call, "segment_sum_cpu", PL_PADDED_BYTES(8, float) + PL_PADDED_BYTES(8, float));
}
