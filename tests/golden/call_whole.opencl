// The kernels of tests/golden/call_whole.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     add_cpu, add_gpu
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

// add, from tests/golden/call_whole.c:12.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void add_cpu(long m, long n, long i_programs, long j_programs, __global const float *restrict x_array,
        __global const float *restrict y_array, __global float *z_array, long pl_past_cache)
{
    const long pl_last = pl_share(i_programs * j_programs, 1);
    for (long pl_program = pl_share(i_programs * j_programs, 0); pl_program < pl_last; pl_program++) {
        const long i = pl_program / j_programs;
        const long j = pl_program % j_programs;

        // z
        const long z_0 = i * 4;
        const long z_1 = j * 32;
        __global float *z = z_array + z_0 * n + z_1;

        // x
        const long x_0 = i * 4;
        const long x_1 = j * 32;
        __global const float *x = x_array + x_0 * n + x_1;

        // y
        const long y_0 = i * 2;
        const long y_1 = j * 32;
        __global const float *y = y_array + y_0 * n + y_1;

        // add_kernel
        for (long r = 0; r < 4; r++) {
            long c = 0;
            for (; c + VW <= 32; c += VW)
                stream_at(floatv, z[r * n + c], floatv_at(x[r * n + c]) + floatv_at(y[r / 2 * n + c]), pl_past_cache);
            for (; c < 32; c++)
                z[r * n + c] = x[r * n + c] + y[r / 2 * n + c];
        }
    }
}

// add, from tests/golden/call_whole.c:12.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void add_gpu(long m, long n, long i_programs, long j_programs, __global const float *restrict x_array,
        __global const float *restrict y_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    const long pl_program = get_group_id(0);
    const long i = pl_program / j_programs;
    const long j = pl_program % j_programs;

    // z
    const long z_0 = i * 4;
    const long z_1 = j * 32;
    __global float *z = z_array + z_0 * n + z_1;

    // x
    const long x_0 = i * 4;
    const long x_1 = j * 32;
    __global const float *x = x_array + x_0 * n + x_1;

    // y
    const long y_0 = i * 2;
    const long y_1 = j * 32;
    __global const float *y = y_array + y_0 * n + y_1;

    // add_kernel
    if (n % 4 == 0) {
        // 4 elements at a time
        for (long r = pl_row; r < 4; r += 8) {
            for (long pl_first_c = pl_column * 4; pl_first_c < 32; pl_first_c += 32) {
                const float4 x_vector = vload4(0, &x[r * n + pl_first_c]);
                const float4 y_vector = vload4(0, &y[r / 2 * n + pl_first_c]);
                vstore4(x_vector + y_vector, 0, &z[r * n + pl_first_c]);
            }
        }
    } else {
        for (long r = pl_row; r < 4; r += 8)
            for (long c = pl_column; c < 32; c += 8)
                z[r * n + c] = x[r * n + c] + y[r / 2 * n + c];
    }
}
// The calls of tests/golden/call_whole.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_whole.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

PL_DECLARED_BY_CALLER(add)
int add(long m, long n, const float *x_array, const float *y_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "add", "add_kernel", "tests/golden/call_whole.c", 12);
    if (!pl_call_declared(&call.host, pl_declared_add, "i8 m, i8 n, const f4 *x, const f4 *y, f4 *z"))
        return call.host.code;
    if (!pl_call_computes(&call.host, PL_CALL_LONG, 4, '*', m))
        return call.host.code;
    if (!pl_call_computes(&call.host, PL_CALL_LONG, m, '*', 2))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", m);
    pl_cl_parallel(&call, "j", n / 32);
    pl_call_covers(&call.host, "z", 2, PL_LONGS(4 * m, n), PL_LONGS(4, 32), PL_LONGS(0, 1));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ 4 * m, n });
    pl_cl_in(&call, "y", y_array, sizeof *y_array, 2, (long[]){ m * 2, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ 4 * m, n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "add_gpu", 64, 0, NULL);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "add_cpu", 0);
}
