// The kernels of tests/golden/call_columns.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     spread_cpu, spread_gpu
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

// A strip is this many vectors: the partial sums of a strip stay in the L1 cache.
#define PL_STRIP 16

// The size of count elements in bytes, rounded up to cache lines of 64.
#define PL_PADDED_BYTES(count, type) (((count) * (long)sizeof (type) + 63) / 64 * 64)
#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif

enum { BM = 8 };
enum { BN = 64 };

// spread, from tests/golden/call_columns.c:24.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void spread_cpu(const long m, const long n, const long j_programs, const long i_programs,
        __global const float *restrict x_array, __global float *restrict z_array,
        __global uchar *restrict pl_workspace, const long pl_workspace_bytes)
{
    __global uchar *pl_slice = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = (__global float *)pl_slice;
    pl_slice += PL_PADDED_BYTES(BM * BN, float);
    __global float *z_window = (__global float *)pl_slice;
    const long pl_last = pl_share(j_programs, 1);
    for (long j = pl_share(j_programs, 0); j < pl_last; j++) {
        // z
        const long z_0 = j * BN;
        const int z_whole = z_0 + BN <= n;
        __global float *z_block = z_array + z_0;
        __global float *z = z_whole ? z_block : z_window;
        for (long i = 0; i < i_programs; i++) {
            // x
            const long x_0 = i * BM;
            const long x_1 = j * BN;
            const int x_whole = x_0 + BM <= m && x_1 + BN <= n;
            __global const float *x_block = x_array + x_0 * n + x_1;
            __global const float *x = x_whole ? x_block : x_window;
            const long x_row = x_whole ? n : BN;
            if (!x_whole) {
                for (long pl_at = 0; pl_at < BM * BN; pl_at++)
                    x_window[pl_at] = 0.0f;
                for (long pl_at_0 = 0, pl_end_0 = pl_least(BM, m - x_0); pl_at_0 < pl_end_0; pl_at_0++)
                    for (long pl_at_1 = 0, pl_end_1 = pl_least(BN, n - x_1); pl_at_1 < pl_end_1; pl_at_1++)
                        x_window[pl_at_0 * BN + pl_at_1] = x_block[pl_at_0 * n + pl_at_1];
            }

            // spread_kernel
            if (i == 0) {
                for (long pl_at_0 = 0; pl_at_0 < BN; pl_at_0++)
                    z[pl_at_0] = 0.0f;
            }
            {
                long pl_strip = 0;
                while (pl_strip + VW <= BN) {
                    const long pl_vectors = pl_least((BN - pl_strip) / VW, PL_STRIP);
                    floatv sum[PL_STRIP];
                    floatv squares[PL_STRIP];
                    for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                        sum[pl_k] = (floatv)(0.0f);
                        squares[pl_k] = (floatv)(0.0f);
                    }
                    for (long r = 0; r < BM; r++) {
                        for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                            const long c = pl_strip + pl_k * VW;
                            sum[pl_k] += floatv_at(x[r * x_row + c]);
                        }
                    }
                    const float share = 1.0f / BM;
                    for (int r = 0; r < BM; r++) {
                        for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                            const long c = pl_strip + pl_k * VW;
                            floatv off = floatv_at(x[r * x_row + c]) - share * sum[pl_k];
                            squares[pl_k] += off * off;
                        }
                    }
                    for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
                        const long c = pl_strip + pl_k * VW;
                        floatv_at(z[c]) += squares[pl_k];
                    }
                    pl_strip += pl_vectors * VW;
                }
                for (long c = pl_strip; c < BN; c++) {
                    float sum = 0;
                    float squares = 0;
                    for (long r = 0; r < BM; r++)
                        sum += x[r * x_row + c];
                    const float share = 1.0f / BM;
                    for (int r = 0; r < BM; r++) {
                        float off = x[r * x_row + c] - share * sum;
                        squares += off * off;
                    }
                    z[c] += squares;
                }
            }
        }
        if (!z_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(BN, n - z_0); pl_at_0 < pl_end_0; pl_at_0++)
                z_block[pl_at_0] = z_window[pl_at_0];
        }
    }
}

// spread, from tests/golden/call_columns.c:24.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void spread_gpu(const long m, const long n, const long j_programs, const long i_programs,
        __global const float *restrict x_array, __global float *restrict z_array)
{
    const int pl_lane = get_local_id(0);
    const long j = get_group_id(0);

    // z
    const long z_0 = j * BN;
    const int z_whole = z_0 + BN <= n;
    __global float *z_block = z_array + z_0;
    float z[1];
    for (long i = 0; i < i_programs; i++) {
        // x
        const long x_0 = i * BM;
        const long x_1 = j * BN;
        const int x_whole = x_0 + BM <= m && x_1 + BN <= n;
        __global const float *x = x_array + x_0 * n + x_1;
        const long x_row = n;

        // spread_kernel
        if (i == 0) {
            PL_UNROLL for (int pl_reg_0 = 0; pl_reg_0 < 1; pl_reg_0++)
                z[pl_reg_0] = 0.0f;
        }
        if (x_whole) {
            PL_UNROLL for (long c = pl_lane, pl_reg_c = 0; pl_reg_c < 1; c += 64, pl_reg_c++) {
                float sum = 0;
                float squares = 0;
                for (long r = 0; r < BM; r++)
                    sum += x[r * x_row + c];
                const float share = 1.0f / BM;
                for (int r = 0; r < BM; r++) {
                    float off = x[r * x_row + c] - share * sum;
                    squares += off * off;
                }
                z[pl_reg_c] += squares;
            }
        } else {
            PL_UNROLL for (long c = pl_lane, pl_reg_c = 0; pl_reg_c < 1; c += 64, pl_reg_c++) {
                float sum = 0;
                float squares = 0;
                for (long r = 0; r < BM; r++)
                    sum += x_0 + r < m && x_1 + c < n ? x[r * x_row + c] : 0.0f;
                const float share = 1.0f / BM;
                for (int r = 0; r < BM; r++) {
                    float off = (x_0 + r < m && x_1 + c < n ? x[r * x_row + c] : 0.0f) - share * sum;
                    squares += off * off;
                }
                z[pl_reg_c] += squares;
            }
        }
    }
    if (z_whole) {
        PL_UNROLL for (int pl_at_0 = pl_lane, pl_reg_0 = 0; pl_reg_0 < 1; pl_at_0 += 64, pl_reg_0++)
            z_block[pl_at_0] = z[pl_reg_0];
    } else {
        PL_UNROLL for (int pl_at_0 = pl_lane, pl_reg_0 = 0; pl_reg_0 < 1; pl_at_0 += 64, pl_reg_0++)
            if (z_0 + pl_at_0 < n)
                z_block[pl_at_0] = z[pl_reg_0];
    }
}
// The calls of tests/golden/call_columns.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_columns.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { BM = 8 };
enum { BN = 64 };
PL_DECLARED_BY_CALLER(spread)
int spread(long m, long n, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "spread", "spread_kernel", "tests/golden/call_columns.c", 24);
    if (!pl_call_declared(&call.host, pl_declared_spread, "i8 m, i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "j", pl_call_cdiv(n, BN));
    pl_cl_sequential(&call, "i", pl_call_cdiv(m, BM));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 1, (long[]){ n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "spread_gpu", 64, 0, NULL);
    return pl_cl_items(&call, "spread_cpu", PL_PADDED_BYTES(BM * BN, float) + PL_PADDED_BYTES(BN, float));
}
