// The kernels of tests/golden/call_edge.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     scale_cpu, scale_gpu
//     counted_cpu, counted_gpu
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

static long pl_least(long a, long b) { return a < b ? a : b; }

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

// scale, from tests/golden/call_edge.c:10.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void scale_cpu(long m, long n, float by, long i_programs, long j_programs, __global const float *restrict x_array,
        __global float *z_array, long pl_past_cache,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, 4 * 8, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, 4 * 8, sizeof (float));
    const long pl_last = pl_share(i_programs * j_programs, 1);
    for (long pl_program = pl_share(i_programs * j_programs, 0); pl_program < pl_last; pl_program++) {
        const long i = pl_program / j_programs;
        const long j = pl_program % j_programs;

        // z
        const long z_0 = i * 4;
        const long z_1 = j * 8;
        const int z_whole = z_0 + 4 <= m && z_1 + 8 <= n;
        __global float *z_block = z_array + z_0 * n + z_1;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? n : 8;

        // x
        const long x_0 = i * 4;
        const long x_1 = j * 8;
        const int x_whole = x_0 + 4 <= m && x_1 + 8 <= n;
        __global const float *x_block = x_array + x_0 * n + x_1;
        __global const float *x = x_whole ? x_block : x_window;
        const long x_row = x_whole ? n : 8;
        if (!x_whole) {
            for (long pl_at = 0; pl_at < 4 * 8; pl_at++)
                x_window[pl_at] = 1.0f;
            pl_copy_float(x_window, 8, x_block, n, pl_least(4, m - x_0), pl_least(8, n - x_1));
        }

        // scale_kernel
        for (long r = 0; r < 4; r++) {
            long c = 0;
            for (; c + VW <= 8; c += VW)
                stream_at(floatv, z[r * z_row + c], by * floatv_at(x[r * x_row + c]), pl_past_cache && z_whole);
            for (; c < 8; c++)
                z[r * z_row + c] = by * x[r * x_row + c];
        }
        if (!z_whole)
            pl_copy_float(z_block, n, z_window, 8, pl_least(4, m - z_0), pl_least(8, n - z_1));
    }
}

// scale, from tests/golden/call_edge.c:10.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void scale_gpu(long m, long n, float by, long i_programs, long j_programs, __global const float *restrict x_array,
        __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    const long pl_program = get_group_id(0);
    const long i = pl_program / j_programs;
    const long j = pl_program % j_programs;

    // z
    const long z_0 = i * 4;
    const long z_1 = j * 8;
    const long z_rows = pl_least(4, m - z_0);
    const long z_columns = pl_least(8, n - z_1);
    __global float *z = z_array + z_0 * n + z_1;

    // x
    const long x_0 = i * 4;
    const long x_1 = j * 8;
    __global const float *x = x_array + x_0 * n + x_1;

    // scale_kernel
    for (long r = pl_row; r < z_rows; r += 8)
        for (long c = pl_column; c < z_columns; c += 8)
            z[r * n + c] = by * x[r * n + c];
}

// counted, from tests/golden/call_edge.c:25.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void counted_cpu(long n, long i_programs, __global const uchar *restrict x_array, __global int *count2_array,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global uchar *x_window = pl_take(&pl_rest, 8, sizeof (uchar));
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // count
        __global int *count = count2_array;

        // x
        const long x_0 = i * 8;
        const int x_whole = x_0 + 8 <= n;
        __global const uchar *x_block = x_array + x_0;
        __global const uchar *x = x_whole ? x_block : x_window;
        if (!x_whole) {
            for (long pl_at = 0; pl_at < 8; pl_at++)
                x_window[pl_at] = 1;
            for (long pl_at_0 = 0, pl_end_0 = pl_least(8, n - x_0); pl_at_0 < pl_end_0; pl_at_0++)
                x_window[pl_at_0] = x_block[pl_at_0];
        }

        // count_kernel
        for (long e = 0; e < 8; e++) {
            if (x_0 + e < n) {
                int bin = x[e];
                atomic_add(&count[bin], 1);
            }
        }
    }
}

// counted, from tests/golden/call_edge.c:25.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void counted_gpu(long n, long i_programs, __global const uchar *restrict x_array, __global int *count2_array)
{
    const int pl_lane = get_local_id(0);
    const long i = get_group_id(0);

    // count
    __global int *count = count2_array;

    // x
    const long x_0 = i * 8;
    const int x_whole = x_0 + 8 <= n;
    __global const uchar *x = x_array + x_0;

    // count_kernel
    if (x_whole) {
        for (long e = pl_lane; e < 8; e += 64) {
            int bin = x[e];
            atomic_add(&count[bin], 1);
        }
    } else {
        for (long e = pl_lane; e < 8; e += 64) {
            if (x_0 + e < n) {
                int bin = x[e];
                atomic_add(&count[bin], 1);
            }
        }
    }
}
// The calls of tests/golden/call_edge.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_edge.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

PL_DECLARED_BY_CALLER(scale)
int scale(long m, long n, float by, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "scale", "scale_kernel", "tests/golden/call_edge.c", 10);
    if (!pl_call_declared(&call.host, pl_declared_scale, "i8 m, i8 n, f4 by, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_value(&call, &by, sizeof by);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, 4));
    pl_cl_parallel(&call, "j", pl_call_cdiv(n, 8));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "scale_gpu", 64, 0, NULL);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "scale_cpu", PL_PADDED_BYTES(4 * 8, float) + PL_PADDED_BYTES(4 * 8, float));
}

PL_DECLARED_BY_CALLER(counted)
int counted(long n, const uint8_t *x_array, int32_t *count2_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "counted", "count_kernel", "tests/golden/call_edge.c", 25);
    if (!pl_call_declared(&call.host, pl_declared_counted, "i8 n, const i1 *x, i4 *count"))
        return call.host.code;
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", pl_call_cdiv(n, 8));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 1, (long[]){ n });
    pl_cl_inout(&call, "count", count2_array, sizeof *count2_array, 1, (long[]){ 256 });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "counted_gpu", 64, 0, NULL);
    return pl_cl_items(&call, "counted_cpu", PL_PADDED_BYTES(8, uint8_t));
}
