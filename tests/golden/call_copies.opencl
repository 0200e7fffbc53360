// The kernels of tests/golden/call_copies.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     rows_cpu, rows_gpu
//     some_cpu, some_gpu
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

// rows, from tests/golden/call_copies.c:25.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void rows_cpu(long m, long i_axis_programs, __global const float *restrict x_array, __global float *o_array,
        __global int *pl_reports, long pl_past_cache,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *row = pl_take(&pl_rest, 2 * 8, sizeof (float));
    __global int *turns = pl_take(&pl_rest, 1, sizeof (int));
    __global float *first_buffer = pl_take(&pl_rest, 8, sizeof (float));
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        // x
        __global const float *x = x_array;
        for (long i_axis = 0; i_axis < i_axis_programs; i_axis++) {
            // o
            __global float *o = o_array + i_axis * 8;

            // rows_kernel
            if (i_axis == 0)
                turns[0] = 0;
            long i = i_axis;
            long now_from_at_0 = i;
            long now_to_at_0 = i % 2;
            __global float *first = first_buffer;
            if (i_axis == 0) {
                long at_0 = 0;
                for (; at_0 + VW <= 8; at_0 += VW)
                    floatv_at(row[now_to_at_0 * 8 + at_0]) = floatv_at(x[now_from_at_0 * 8 + at_0]);
                for (; at_0 < 8; at_0++)
                    row[now_to_at_0 * 8 + at_0] = x[now_from_at_0 * 8 + at_0];
            }
            if (i_axis != i_axis_programs - 1) {
                long next_from_at_0 = i + 1;
                long next_to_at_0 = (i + 1) % 2;
                {
                    long at_0 = 0;
                    for (; at_0 + VW <= 8; at_0 += VW)
                        floatv_at(row[next_to_at_0 * 8 + at_0]) = floatv_at(x[next_from_at_0 * 8 + at_0]);
                    for (; at_0 < 8; at_0++)
                        row[next_to_at_0 * 8 + at_0] = x[next_from_at_0 * 8 + at_0];
                }
            }
            {
                long at_0 = 0;
                for (; at_0 + VW <= 8; at_0 += VW)
                    floatv_at(first[at_0]) = floatv_at(x[at_0]);
                for (; at_0 < 8; at_0++)
                    first[at_0] = x[at_0];
            }
            turns[0] += 2;
            if (!(turns[0] >= 2)) {
                pl_report(pl_reports, 1, i_axis, turns[0], 0, 0, 0, 0);
                return;
            }
            turns[0] -= 2;
            {
                long c = 0;
                for (; c + VW <= 8; c += VW)
                    stream_at(floatv, o[c], floatv_at(row[i % 2 * 8 + c]) - floatv_at(first[c]), pl_past_cache);
                for (; c < 8; c++)
                    o[c] = row[i % 2 * 8 + c] - first[c];
            }
        }
    }
}

// rows, from tests/golden/call_copies.c:25.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void rows_gpu(long m, long i_axis_programs, __global const float *restrict x_array, __global float *o_array,
        __global int *pl_reports)
{
    const int pl_lane = get_local_id(0);
    __local float row[16];
    __local int turns[1];

    // x
    __global const float *x = x_array;
    for (long i_axis = 0; i_axis < i_axis_programs; i_axis++) {
        // o
        __global float *o = o_array + i_axis * 8;

        // rows_kernel
        if (i_axis == 0) {
            if (pl_lane == 0)
                turns[0] = 0;
        }
        long i = i_axis;
        long now_from_at_0 = i;
        long now_to_at_0 = i % 2;
        float first;
        if (i_axis == 0) {
            for (long at_0 = pl_lane; at_0 < 8; at_0 += 64)
                row[now_to_at_0 * 8 + at_0] = x[now_from_at_0 * 8 + at_0];
        }
        if (i_axis != i_axis_programs - 1) {
            long next_from_at_0 = i + 1;
            long next_to_at_0 = (i + 1) % 2;
            for (long at_0 = pl_lane; at_0 < 8; at_0 += 64)
                row[next_to_at_0 * 8 + at_0] = x[next_from_at_0 * 8 + at_0];
        }
        {
            const long at_0 = pl_lane;
            if (at_0 < 8)
                first = x[at_0];
        }
        if (pl_lane == 0)
            turns[0] += 2;
        barrier(CLK_LOCAL_MEM_FENCE);        // turns: written on line 18, read on line 20
        if (!(turns[0] >= 2)) {
            pl_report(pl_reports, 1, i_axis, turns[0], 0, 0, 0, 0);
            return;
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // turns: read on line 20, written there by the next program
        if (pl_lane == 0)
            turns[0] -= 2;
        {
            const int c = pl_lane;
            if (c < 8)
                o[c] = row[i % 2 * 8 + c] - first;
        }
    }
}

// some, from tests/golden/call_copies.c:39.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void some_cpu(long m, long from, long to, __global const float *restrict x_array, __global float *z_array,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *t_buffer = pl_take(&pl_rest, 4 * 6, sizeof (float));
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        // z
        __global float *z = z_array;

        // x
        __global const float *x = x_array;

        // some_kernel
        __global float *t = t_buffer;
        for (long r = 0; r < 4; r++)
            for (long c = 0; c < 6; c++)
                t[r * 6 + c] = 2 * x[r * 6 + c];
        for (long r = from; r < to; r++)
            for (long at_0 = 0; at_0 < 6; at_0++)
                z[(r - from) * 6 + at_0] = t[r * 6 + at_0];
    }
}

// some, from tests/golden/call_copies.c:39.  Target: opencl, the kernel for GPUs: 32 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void some_gpu(long m, long from, long to, __global const float *restrict x_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;

    // z
    __global float *z = z_array;

    // x
    __global const float *x = x_array;

    // some_kernel
    float t;
    {
        const int r = pl_row;
        if (r < 4) {
            const int c = pl_column;
            if (c < 6)
                t = 2 * x[r * 6 + c];
        }
    }
    {
        const long r = pl_row;
        if (r >= from && r < to) {
            const long at_0 = pl_column;
            if (at_0 < 6)
                z[(r - from) * 6 + at_0] = t;
        }
    }
}
// The calls of tests/golden/call_copies.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_copies.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

static const struct pl_call_local rows_local[] = {
    { "row", 64 },
    { "turns", 4 },
    { NULL, 0 },
};

static const struct pl_call_message rows_messages[] = {
    { 20, "PL_CHECK(turns[0] >= 2): PL_SEM_WAIT: semaphore turns is %ld, and nothing will signal it", PL_NOTE_NONE },
};

PL_DECLARED_BY_CALLER(rows)
int rows(long m, const float *x_array, float *o_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "rows", "rows_kernel", "tests/golden/call_copies.c", 25);
    if (!pl_call_declared(&call.host, pl_declared_rows, "i8 m, const f4 *x, f4 *o"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_sequential(&call, "i", m);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, 8 });
    pl_cl_out(&call, "o", o_array, sizeof *o_array, 2, (long[]){ m, 8 });
    pl_cl_messages(&call, rows_messages);
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "rows_gpu", 64, 0, rows_local);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "rows_cpu",
            PL_PADDED_BYTES(2 * 8, float) + PL_PADDED_BYTES(1, int32_t) + PL_PADDED_BYTES(8, float));
}

PL_DECLARED_BY_CALLER(some)
int some(long m, int64_t from, int64_t to, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "some", "some_kernel", "tests/golden/call_copies.c", 39);
    if (!pl_call_declared(&call.host, pl_declared_some, "i8 m, i8 from, i8 to, const f4 *x, f4 *z"))
        return call.host.code;
    if (to > from)
        pl_call_within(&call.host, "t", 4, to, 36);
    pl_cl_long(&call, m);
    pl_cl_long(&call, from);
    pl_cl_long(&call, to);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ 4, 6 });
    pl_cl_inout(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, 6 });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "some_gpu", 256, 0, NULL);
    return pl_cl_items(&call, "some_cpu", PL_PADDED_BYTES(4 * 6, float));
}
