// The kernels of tests/golden/call_scan.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     sums_cpu, sums_gpu
// A kernel named _cpu is for CPU devices: each work-item runs whole programs, one after the other. In a kernel named
// _gpu the work-items of a work-group share one program. The launcher chooses.

// Each work-item runs a contiguous range of the count programs: from pl_share(count, 0) to pl_share(count, 1) - 1.
static long pl_share(long count, int end)
{
    return count * ((long)get_global_id(0) + end) / (long)get_global_size(0);
}

// A bf16 is the upper half of a float.
static float pl_f32_of_bf16(ushort v) { return as_float((uint)v << 16); }

// Rounds to nearest, ties to even. A NaN stays a NaN.
static ushort pl_bf16_of_f32(float v)
{
    const uint bits = as_uint(v);
    return v != v ? (bits >> 16) | 64 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}

#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif

// sums, from tests/golden/call_scan.c:12.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sums_cpu(long m, long n, long i_programs, __global const ushort *restrict x_array, __global ushort *z_array,
        __global float *total_array)
{
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // z
        __global ushort *z = z_array + i * n;

        // total
        const long total_0 = i;
        __global float *total = total_array + total_0;

        // x
        __global const ushort *x = x_array + i * n;

        // sums_kernel
        float sum = 0;
        for (long c = 0; c < n; c++) {
            sum += pl_f32_of_bf16(x[c]);
            z[c] = pl_bf16_of_f32(sum);
        }
        total[0] = sum;
    }
}

// sums, from tests/golden/call_scan.c:12.  Target: opencl, the kernel for GPUs: 1 x 256 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void sums_gpu(long m, long n, long i_programs, __global const ushort *restrict x_array, __global ushort *z_array,
        __global float *total_array)
{
    const int pl_lane = get_local_id(0);
    __local float pl_reduction_f32[272];
    const long i = get_group_id(0);

    // z
    __global ushort *z = z_array + i * n;

    // total
    const long total_0 = i;
    __global float *total = total_array + total_0;

    // x
    __global const ushort *x = x_array + i * n;

    // sums_kernel
    if (n % 8 == 0) {
        // 8 elements at a time
        float sum = 0;
        {
            float pl_total = sum;
            for (long pl_first_c = pl_lane * 8; pl_first_c < n + pl_lane * 8; pl_first_c += 2048) {
                ushort x_vector[8];
                ushort z_vector[8];
                float pl_part = 0;
                if (pl_first_c < n) {
                    vstore8(vload8(0, &x[pl_first_c]), 0, x_vector);
                    PL_UNROLL for (int pl_e = 0; pl_e < 8; pl_e++)
                        pl_part += pl_f32_of_bf16(x_vector[pl_e]);
                }
                pl_reduction_f32[pl_lane] = pl_part;
                barrier(CLK_LOCAL_MEM_FENCE);        // all have stored what their elements add up to
                float pl_next = 0;
                for (int pl_half = 0; pl_half < 15; pl_half++)
                    if (pl_half < pl_lane % 16)
                        pl_next += pl_reduction_f32[pl_lane / 16 * 16 + pl_half];
                if (pl_lane % 16 == 15) {
                    pl_part += pl_next;
                    pl_reduction_f32[256 + pl_lane / 16] = pl_part;
                }
                barrier(CLK_LOCAL_MEM_FENCE);        // all have stored what their elements add up to
                PL_UNROLL for (int pl_warp = 0; pl_warp < 16; pl_warp++) {
                    if (pl_warp == pl_lane / 16)
                        sum = pl_total;
                    pl_total += pl_reduction_f32[256 + pl_warp];
                }
                sum += pl_next;
                if (pl_first_c < n) {
                    PL_UNROLL for (int pl_e = 0; pl_e < 8; pl_e++) {
                        sum += pl_f32_of_bf16(x_vector[pl_e]);
                        z_vector[pl_e] = pl_bf16_of_f32(sum);
                    }
                    vstore8(vload8(0, z_vector), 0, &z[pl_first_c]);
                }
            }
            sum = pl_total;
        }
        if (pl_lane == 0)
            total[0] = sum;
    } else {
        float sum = 0;
        {
            float pl_total = sum;
            for (long c = pl_lane; c < n + pl_lane; c += 256) {
                float pl_part = 0;
                if (c < n)
                    pl_part += pl_f32_of_bf16(x[c]);
                pl_reduction_f32[pl_lane] = pl_part;
                barrier(CLK_LOCAL_MEM_FENCE);        // all have stored what their elements add up to
                float pl_next = 0;
                for (int pl_half = 0; pl_half < 15; pl_half++)
                    if (pl_half < pl_lane % 16)
                        pl_next += pl_reduction_f32[pl_lane / 16 * 16 + pl_half];
                if (pl_lane % 16 == 15) {
                    pl_part += pl_next;
                    pl_reduction_f32[256 + pl_lane / 16] = pl_part;
                }
                barrier(CLK_LOCAL_MEM_FENCE);        // all have stored what their elements add up to
                PL_UNROLL for (int pl_warp = 0; pl_warp < 16; pl_warp++) {
                    if (pl_warp == pl_lane / 16)
                        sum = pl_total;
                    pl_total += pl_reduction_f32[256 + pl_warp];
                }
                sum += pl_next;
                if (c < n) {
                    sum += pl_f32_of_bf16(x[c]);
                    z[c] = pl_bf16_of_f32(sum);
                }
            }
            sum = pl_total;
        }
        if (pl_lane == 0)
            total[0] = sum;
    }
}
// The calls of tests/golden/call_scan.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_scan.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

static const struct pl_call_local sums_local[] = {
    { "partial results of PL_SCAN", 1088 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(sums)
int sums(long m, int64_t n, const pl_bf16 *x_array, pl_bf16 *z_array, float *total_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "sums", "sums_kernel", "tests/golden/call_scan.c", 12);
    if (!pl_call_declared(&call.host, pl_declared_sums, "i8 m, i8 n, const b2 *x, b2 *z, f4 *total"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", m);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "total", total_array, sizeof *total_array, 1, (long[]){ m });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "sums_gpu", 256, 0, sums_local);
    return pl_cl_items(&call, "sums_cpu", 0);
}
