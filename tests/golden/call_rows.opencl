// The kernels of tests/golden/call_rows.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     share_cpu, share_gpu
//     scaled_cpu, scaled_gpu
//     columns_cpu, columns_gpu
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
static float pl_most_f32(float a, float b) { return a > b || a != a ? a : b; }
static floatv pl_mostv_f32(floatv a, floatv b) { return select(select(b, a, a > b), a, a != a); }
static float pl_sum2_f32(float2 v) { return v.x + v.y; }

// A reduction has this many independent partial sums per work-item, so that an addition does not wait for the
// previous one.
#define PL_CHAINS 4
#define PL_EACH_CHAIN(k) _Pragma("unroll") for (int k = 0; k < PL_CHAINS; k++)

// A strip is this many vectors: the partial sums of a strip stay in the L1 cache.
#define PL_STRIP 16
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

// share, from tests/golden/call_rows.c:15.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void share_cpu(long m, long i_programs, __global const float *restrict x_array, __global float *total_array,
        __global float *z_array, long pl_past_cache)
{
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // total
        __global float *total = total_array + i * 8;

        // z
        __global float *z = z_array + i * 8 * 64;

        // x
        __global const float *x = x_array + i * 8 * 64;

        // share_kernel
        for (long r = 0; r < 8; r++) {
            total[r] = 1;
            {
                floatv pl_lanes[PL_CHAINS];
                PL_EACH_CHAIN (pl_k)
                    pl_lanes[pl_k] = 0;
                long c = 0;
                while (c + PL_CHAINS * VW <= 64) {
                    PL_EACH_CHAIN (pl_k) {
                        pl_lanes[pl_k] += floatv_at(x[r * 64 + c]);
                        c += VW;
                    }
                }
                for (; c + VW <= 64; c += VW)
                    pl_lanes[0] += floatv_at(x[r * 64 + c]);
                for (; c < 64; c++)
                    total[r] += x[r * 64 + c];
                total[r] += pl_sum_f32(pl_lanes);
            }
            {
                long c = 0;
                for (; c + VW <= 64; c += VW)
                    stream_at(floatv, z[r * 64 + c], floatv_at(x[r * 64 + c]) / total[r], pl_past_cache);
                for (; c < 64; c++)
                    z[r * 64 + c] = x[r * 64 + c] / total[r];
            }
        }
    }
}

// share, from tests/golden/call_rows.c:15.  Target: opencl, the kernel for GPUs: 8 x 32 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void share_gpu(long m, long i_programs, __global const float *restrict x_array, __global float *total_array,
        __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 32;
    const int pl_column = pl_lane % 32;
    __local float pl_reduction_f32[256];
    const long i = get_group_id(0);

    // total
    __global float *total = total_array + i * 8;

    // z
    __global float *z = z_array + i * 8 * 64;

    // x
    __global const float *x = x_array + i * 8 * 64;

    // share_kernel
    {
        const int r = pl_row;
        if (pl_column == 0)
            total[r] = 1;
        {
            float pl_part = 0;
            for (int pl_first_c = pl_column * 2; pl_first_c < 64; pl_first_c += 64) {
                const float2 x_vector = vload2(0, &x[r * 64 + pl_first_c]);
                pl_part += pl_sum2_f32(x_vector);
            }
            pl_reduction_f32[pl_lane] = pl_part;
            for (int pl_half = 16; pl_half > 0; pl_half /= 2) {
                barrier(CLK_LOCAL_MEM_FENCE);        // all have stored their partial results
                if (pl_column < pl_half)
                    pl_reduction_f32[pl_lane] += pl_reduction_f32[pl_lane + pl_half];
            }
            if (pl_column == 0)
                total[r] += pl_reduction_f32[pl_lane - pl_column];
        }
        // total: written on line 9, read on line 11
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (int pl_first_c = pl_column * 2; pl_first_c < 64; pl_first_c += 64) {
            const float2 x_vector = vload2(0, &x[r * 64 + pl_first_c]);
            vstore2(x_vector / total[r], 0, &z[r * 64 + pl_first_c]);
        }
    }
}

// scaled, from tests/golden/call_rows.c:34.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void scaled_cpu(long m, long n, long i_programs, __global const float *restrict x_array, __global float *z_array,
        long pl_past_cache, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *row_buffer = pl_take(&pl_rest, 1024, sizeof (float));
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // z
        const long z_0 = i * 8;
        __global float *z = z_array + z_0 * n;

        // x
        const long x_0 = i * 8;
        __global const float *x = x_array + x_0 * n;

        // scaled_kernel
        for (long r = 0; r < 8; r++) {
            __global float *row = row_buffer;
            float most = -INFINITY;
            {
                long c = 0;
                for (; c + VW <= n; c += VW)
                    floatv_at(row[c]) = fabs(floatv_at(x[r * n + c]));
                for (; c < n; c++)
                    row[c] = fabs(x[r * n + c]);
            }
            {
                floatv pl_lanes[PL_CHAINS];
                PL_EACH_CHAIN (pl_k)
                    pl_lanes[pl_k] = most;
                long c = 0;
                while (c + PL_CHAINS * VW <= n) {
                    PL_EACH_CHAIN (pl_k) {
                        pl_lanes[pl_k] = pl_mostv_f32(pl_lanes[pl_k], floatv_at(row[c]));
                        c += VW;
                    }
                }
                for (; c + VW <= n; c += VW)
                    pl_lanes[0] = pl_mostv_f32(pl_lanes[0], floatv_at(row[c]));
                for (; c < n; c++)
                    most = pl_most_f32(most, row[c]);
                most = pl_most_f32(most, pl_greatest_f32(pl_lanes));
            }
            {
                long c = 0;
                for (; c + VW <= n; c += VW)
                    stream_at(floatv, z[r * n + c], floatv_at(row[c]) / most, pl_past_cache);
                for (; c < n; c++)
                    z[r * n + c] = row[c] / most;
            }
        }
    }
}

// scaled, from tests/golden/call_rows.c:34.  Target: opencl, the kernel for GPUs: 8 x 32 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scaled_gpu(long m, long n, long i_programs, __global const float *restrict x_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 32;
    const int pl_column = pl_lane % 32;
    __local float pl_reduction_f32[256];
    const long i = get_group_id(0);

    // z
    const long z_0 = i * 8;
    __global float *z = z_array + z_0 * n;

    // x
    const long x_0 = i * 8;
    __global const float *x = x_array + x_0 * n;

    // scaled_kernel
    if (n % 4 == 0) {
        // 4 elements at a time
        {
            const long r = pl_row;
            float row[32];
            float most = -INFINITY;
            PL_UNROLL for (long pl_first_c = pl_column * 4,
                    pl_reg_c = 0; pl_reg_c < 32 && pl_first_c < n; pl_first_c += 128, pl_reg_c += 4) {
                float x_vector[4];
                vstore4(vload4(0, &x[r * n + pl_first_c]), 0, x_vector);
                PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++)
                    row[pl_reg_c + pl_e] = fabs(x_vector[pl_e]);
            }
            {
                float pl_part = -INFINITY;
                PL_UNROLL for (long pl_first_c = pl_column * 4,
                        pl_reg_c = 0; pl_reg_c < 32 && pl_first_c < n; pl_first_c += 128, pl_reg_c += 4)
                    PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++)
                        pl_part = pl_most_f32(pl_part, row[pl_reg_c + pl_e]);
                pl_reduction_f32[pl_lane] = pl_part;
                for (int pl_half = 16; pl_half > 0; pl_half /= 2) {
                    barrier(CLK_LOCAL_MEM_FENCE);        // all have stored their partial results
                    if (pl_column < pl_half)
                        pl_reduction_f32[pl_lane] =
                                pl_most_f32(pl_reduction_f32[pl_lane], pl_reduction_f32[pl_lane + pl_half]);
                }
                barrier(CLK_LOCAL_MEM_FENCE);        // the result is complete
                most = pl_most_f32(most, pl_reduction_f32[pl_lane - pl_column]);
            }
            PL_UNROLL for (long pl_first_c = pl_column * 4,
                    pl_reg_c = 0; pl_reg_c < 32 && pl_first_c < n; pl_first_c += 128, pl_reg_c += 4) {
                float z_vector[4];
                PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++)
                    z_vector[pl_e] = row[pl_reg_c + pl_e] / most;
                vstore4(vload4(0, z_vector), 0, &z[r * n + pl_first_c]);
            }
        }
    } else {
        const long r = pl_row;
        float row[32];
        float most = -INFINITY;
        PL_UNROLL for (long c = pl_column, pl_reg_c = 0; pl_reg_c < 32 && c < n; c += 32, pl_reg_c++)
            row[pl_reg_c] = fabs(x[r * n + c]);
        {
            float pl_part = -INFINITY;
            PL_UNROLL for (long c = pl_column, pl_reg_c = 0; pl_reg_c < 32 && c < n; c += 32, pl_reg_c++)
                pl_part = pl_most_f32(pl_part, row[pl_reg_c]);
            pl_reduction_f32[pl_lane] = pl_part;
            for (int pl_half = 16; pl_half > 0; pl_half /= 2) {
                barrier(CLK_LOCAL_MEM_FENCE);        // all have stored their partial results
                if (pl_column < pl_half)
                    pl_reduction_f32[pl_lane] =
                            pl_most_f32(pl_reduction_f32[pl_lane], pl_reduction_f32[pl_lane + pl_half]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);        // the result is complete
            most = pl_most_f32(most, pl_reduction_f32[pl_lane - pl_column]);
        }
        PL_UNROLL for (long c = pl_column, pl_reg_c = 0; pl_reg_c < 32 && c < n; c += 32, pl_reg_c++)
            z[r * n + c] = row[pl_reg_c] / most;
    }
}

// columns, from tests/golden/call_rows.c:46.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void columns_cpu(long m, long i_programs, __global const float *restrict x_array, __global float *total_array)
{
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // total
        __global float *total = total_array + i * 64;

        // x
        __global const float *x = x_array + i * 32 * 64;

        // columns_kernel
        for (long pl_at_0 = 0; pl_at_0 < 64; pl_at_0++)
            total[pl_at_0] = 0.0f;
        {
            long pl_strip = 0;
            while (pl_strip + VW <= 64) {
                const long pl_vectors = pl_least((64 - pl_strip) / VW, PL_STRIP);
                for (long r = 0; r < 32; r++) {
                    for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                        const long c = pl_strip + pl_k * VW;
                        floatv_at(total[c]) += floatv_at(x[r * 64 + c]);
                    }
                }
                pl_strip += pl_vectors * VW;
            }
            for (long c = pl_strip; c < 64; c++)
                for (long r = 0; r < 32; r++)
                    total[c] += x[r * 64 + c];
        }
    }
}

// columns, from tests/golden/call_rows.c:46.  Target: opencl, the kernel for GPUs: 32 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void columns_gpu(long m, long i_programs, __global const float *restrict x_array, __global float *total_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane % 32;
    const int pl_column = pl_lane / 32;
    __local float pl_reduction_f32[256];
    const long i = get_group_id(0);

    // total
    __global float *total = total_array + i * 64;

    // x
    __global const float *x = x_array + i * 32 * 64;

    // columns_kernel
    for (int pl_at_0 = pl_lane; pl_at_0 < 64; pl_at_0 += 256)
        total[pl_at_0] = 0.0f;
    for (int c = pl_row; c < 64; c += 32) {
        // partial results: read on line 43, written there in the next iteration; total: written on line 41, read on
        // line 43
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        {
            float pl_part = 0;
            for (int r = pl_column; r < 32; r += 8)
                pl_part += x[r * 64 + c];
            pl_reduction_f32[pl_lane] = pl_part;
            for (int pl_half = 4; pl_half > 0; pl_half /= 2) {
                barrier(CLK_LOCAL_MEM_FENCE);        // all have stored their partial results
                if (pl_column < pl_half)
                    pl_reduction_f32[pl_lane] += pl_reduction_f32[pl_lane + pl_half * 32];
            }
            if (pl_column == 0)
                total[c] += pl_reduction_f32[pl_row];
        }
    }
}
// The calls of tests/golden/call_rows.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_rows.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

static const struct pl_call_local share_local[] = {
    { "partial results of PL_REDUCE", 1024 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(share)
int share(long m, const float *x_array, float *total_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "share", "share_kernel", "tests/golden/call_rows.c", 15);
    if (!pl_call_declared(&call.host, pl_declared_share, "i8 m, const f4 *x, f4 *total, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_parallel(&call, "i", m);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 3, (long[]){ m, 8, 64 });
    pl_cl_out(&call, "total", total_array, sizeof *total_array, 2, (long[]){ m, 8 });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 3, (long[]){ m, 8, 64 });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "share_gpu", 256, 0, share_local);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "share_cpu", 0);
}

static const struct pl_call_local scaled_local[] = {
    { "partial results of PL_REDUCE", 1024 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(scaled)
int scaled(long m, int64_t n, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "scaled", "scaled_kernel", "tests/golden/call_rows.c", 34);
    if (!pl_call_declared(&call.host, pl_declared_scaled, "i8 m, i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_call_within(&call.host, "row", 1024, n, 27);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", m / 8);
    pl_call_covers(&call.host, "z", 2, PL_LONGS(m, n), PL_LONGS(8, n), PL_LONGS(0, -1));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "scaled_gpu", 256, 0, scaled_local);
    pl_cl_past_cache(&call);
    return pl_cl_items(&call, "scaled_cpu", PL_PADDED_BYTES(1024, float));
}

static const struct pl_call_local columns_local[] = {
    { "partial results of PL_REDUCE", 1024 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(columns)
int columns(long m, const float *x_array, float *total_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "columns", "columns_kernel", "tests/golden/call_rows.c", 46);
    if (!pl_call_declared(&call.host, pl_declared_columns, "i8 m, const f4 *x, f4 *total"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_parallel(&call, "i", m);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 3, (long[]){ m, 32, 64 });
    pl_cl_out(&call, "total", total_array, sizeof *total_array, 2, (long[]){ m, 64 });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "columns_gpu", 256, 0, columns_local);
    return pl_cl_items(&call, "columns_cpu", 0);
}
