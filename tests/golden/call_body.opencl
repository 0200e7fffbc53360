// The kernels of tests/golden/call_body.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     body_cpu, body_gpu
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

// PL_MULTIPLE_OF(v, n): returns v, and reports if n does not divide it.
static long pl_multiple(__global int *report, int number, long program, long v, long n)
{
    if (n == 0 || v % n != 0)
        pl_report(report, number, program, v, n, 0, 0, 0);
    return v;
}

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

enum { R = 4 };
enum { C = 8 };
enum { ADD = 0 };
enum { TAKE = 1 };
enum { KEEP = 2 };
struct best {
    float value;
    int at;
};

typedef char pl_size_of_struct_best[sizeof (struct best) == 8 ? 1 : -1];
__constant const float weights[3] = { 0.25f, 0.5f, 0.25f };
static struct best better(struct best a, struct best b) {
    return b.value > a.value ? b : a;
}

static float smooth(__global const float *row, int c) {
    float sum = 0;
    for (int i = -1; i <= 1; i++) {
        if (c + i >= 0 && c + i < C)
            sum += weights[i + 1] * row[c + i];
    }
    return sum;
}

// body, from tests/golden/call_body.c:76.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void body_cpu(long m, int way, long i_programs, __global const float *restrict x_array, __global float *z_array,
        __global struct best *found_array, __global int *counts_array, __global int *pl_reports,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, R * C, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, R * C, sizeof (float));
    __global struct best *found_window = pl_take(&pl_rest, R, sizeof (struct best));
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        // counts
        __global int *counts = counts_array;
        for (long i = 0; i < i_programs; i++) {
            // z
            const long z_0 = i * R;
            const int z_whole = z_0 + R <= m;
            __global float *z_block = z_array + z_0 * C;
            __global float *z = z_whole ? z_block : z_window;

            // found
            const long found_0 = i * R;
            const int found_whole = found_0 + R <= m;
            __global struct best *found_block = found_array + found_0;
            __global struct best *found = found_whole ? found_block : found_window;

            // x
            const long x_0 = i * R;
            const int x_whole = x_0 + R <= m;
            __global const float *x_block = x_array + x_0 * C;
            __global const float *x = x_whole ? x_block : x_window;
            if (!x_whole) {
                for (long pl_at = 0; pl_at < R * C; pl_at++)
                    x_window[pl_at] = 0.0f;
                pl_copy_float(x_window, C, x_block, C, pl_least(R, m - x_0), C);
            }

            // body_kernel
            if (!(way >= ADD && way <= KEEP)) {
                pl_report(pl_reports, 1, i, way, 0, 0, 0, 0);
                return;
            }
            for (long r = 0; r < R; r++) {
                struct best top = { -INFINITY, -1 };
                for (long c = 0; c < C; c++)
                    top = better(top, ((struct best){ (x_0 + r < m) ? x[r * C + c] : -INFINITY, (int)c }));
                found[r] = top;
                float sum = 0;
                for (long c = 1; c < C; c++)
                    sum += x[r * C + c] - x[r * C + c - 1];
                for (long c = 0; c < C; c++) {
                    float v = c < C - 1 ? x[r * C + c] : (float)sum;
                    switch (way) {
                    case ADD:
                        v += smooth(&x[r * C], (int)c);
                        break;
                    case TAKE:
                        v = fmax(v, exp(-v * v));
                        break;
                    default:
                        break;
                    }
                    if (x_0 + r < m)
                        z[r * C + c] = v;
                }
            }
            {
                float by = 2.0f;
                for (long r_2 = 0; r_2 < R; r_2++) {
                    long c_2 = 0;
                    for (; c_2 + VW <= C; c_2 += VW)
                        floatv_at(z[r_2 * C + c_2]) *= by;
                    for (; c_2 < C; c_2++)
                        z[r_2 * C + c_2] *= by;
                }
            }
            for (long s = 0; s < R; s += 2) {
                int left = (int)i_programs;
                while (left > 1)
                    left /= 2;
                do {
                    left++;
                } while (left < 2);
                z[s * C] += (float)(left + pl_multiple(pl_reports, 2, i, way, 1));
            }
            for (long c = 0; c < C; c++)
                atomic_add(&counts[c], 1);
            if (i == 0 && (long)C == C)
                printf("program %d: %g\n", (int)i, (double)z[0]);
            if (!z_whole)
                pl_copy_float(z_block, C, z_window, C, pl_least(R, m - z_0), C);
            if (!found_whole) {
                for (long pl_at_0 = 0, pl_end_0 = pl_least(R, m - found_0); pl_at_0 < pl_end_0; pl_at_0++)
                    found_block[pl_at_0] = found_window[pl_at_0];
            }
        }
    }
}

// body, from tests/golden/call_body.c:76.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void body_gpu(long m, int way, long i_programs, __global const float *restrict x_array, __global float *z_array,
        __global struct best *found_array, __global int *counts_array, __global int *pl_reports,
        __global uchar *pl_workspace, long pl_workspace_bytes)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __global uchar *pl_rest = pl_workspace + get_group_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, R * C, sizeof (float));
    __local float z[R * C];

    // counts
    __global int *counts = counts_array;
    for (long i = 0; i < i_programs; i++) {
        // z
        const long z_0 = i * R;
        const int z_whole = z_0 + R <= m;
        __global float *z_block = z_array + z_0 * C;

        // found
        const long found_0 = i * R;
        const int found_whole = found_0 + R <= m;
        __global struct best *found = found_array + found_0;

        // x
        const long x_0 = i * R;
        const int x_whole = x_0 + R <= m;
        __global const float *x_block = x_array + x_0 * C;
        __global const float *x = x_whole ? x_block : x_window;
        if (!x_whole) {
            for (int pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
                const int pl_at_1 = pl_column;
                x_window[pl_at_0 * C + pl_at_1] = x_0 + pl_at_0 < m ? x_block[pl_at_0 * C + pl_at_1] : 0.0f;
            }
        }

        // body_kernel
        if (!(way >= ADD && way <= KEEP)) {
            pl_report(pl_reports, 1, i, way, 0, 0, 0, 0);
            return;
        }
        // z: copied on line 80, written on line 57; x: copied on line 79, read on line 41
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (found_whole) {
            for (long r = pl_lane; r < R; r += 64) {
                struct best top = { -INFINITY, -1 };
                for (long c = 0; c < C; c++)
                    top = better(top, ((struct best){ (x_0 + r < m) ? x[r * C + c] : -INFINITY, (int)c }));
                found[r] = top;
                float sum = 0;
                for (long c = 1; c < C; c++)
                    sum += x[r * C + c] - x[r * C + c - 1];
                for (long c = 0; c < C; c++) {
                    float v = c < C - 1 ? x[r * C + c] : (float)sum;
                    switch (way) {
                    case ADD:
                        v += smooth(&x[r * C], (int)c);
                        break;
                    case TAKE:
                        v = fmax(v, exp(-v * v));
                        break;
                    default:
                        break;
                    }
                    if (x_0 + r < m)
                        z[r * C + c] = v;
                }
            }
        } else {
            for (long r = pl_lane; r < R; r += 64) {
                struct best top = { -INFINITY, -1 };
                for (long c = 0; c < C; c++)
                    top = better(top, ((struct best){ (x_0 + r < m) ? x[r * C + c] : -INFINITY, (int)c }));
                if (found_0 + r < m)
                    found[r] = top;
                float sum = 0;
                for (long c = 1; c < C; c++)
                    sum += x[r * C + c] - x[r * C + c - 1];
                for (long c = 0; c < C; c++) {
                    float v = c < C - 1 ? x[r * C + c] : (float)sum;
                    switch (way) {
                    case ADD:
                        v += smooth(&x[r * C], (int)c);
                        break;
                    case TAKE:
                        v = fmax(v, exp(-v * v));
                        break;
                    default:
                        break;
                    }
                    if (x_0 + r < m)
                        z[r * C + c] = v;
                }
            }
        }
        {
            float by = 2.0f;
            barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 57, read on line 28
            for (int r_2 = pl_row; r_2 < R; r_2 += 8) {
                const int c_2 = pl_column;
                z[r_2 * C + c_2] *= by;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 28, read on line 68
        for (int s = 0; s < R; s += 2) {
            int left = (int)i_programs;
            while (left > 1)
                left /= 2;
            do {
                left++;
            } while (left < 2);
            if (pl_lane == 0)
                z[s * C] += (float)(left + pl_multiple(pl_reports, 2, i, way, 1));
        }
        for (int c = pl_lane; c < C; c += 64)
            atomic_add(&counts[c], 1);
        if (i == 0 && (long)C == C) {
            if (pl_lane == 0)
                printf("program %d: %g\n", (int)i, (double)z[0]);
        }
        // z: written on line 68, copied on line 80; x: read on line 46, copied on line 79
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (z_whole) {
            for (int pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
                const int pl_at_1 = pl_column;
                z_block[pl_at_0 * C + pl_at_1] = z[pl_at_0 * C + pl_at_1];
            }
        } else {
            for (int pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
                const int pl_at_1 = pl_column;
                if (z_0 + pl_at_0 < m)
                    z_block[pl_at_0 * C + pl_at_1] = z[pl_at_0 * C + pl_at_1];
            }
        }
    }
}
// The calls of tests/golden/call_body.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_body.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { R = 4 };
enum { C = 8 };
enum { ADD = 0 };
enum { TAKE = 1 };
enum { KEEP = 2 };
struct best {
    float value;
    int32_t at;
};

static const struct pl_call_local body_local[] = {
    { "z", 128 },
    { NULL, 0 },
};

static const struct pl_call_message body_messages[] = {
    { 38, "PL_CHECK(way >= ADD && way <= KEEP): way is %ld", PL_NOTE_NONE },
    { 68, "PL_MULTIPLE_OF: %ld is not a multiple of %ld [multiple-of]", PL_NOTE_MULTIPLE },
};

PL_DECLARED_BY_CALLER(body)
int body(long m, int32_t way, const float *x_array, float *z_array, struct best *found_array,
        int32_t *counts_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "body", "body_kernel", "tests/golden/call_body.c", 76);
    if (!pl_call_declared(&call.host, pl_declared_body, "i8 m, i4 way, const f4 *x, f4 *z, s8 *found, i4 *counts"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_value(&call, &way, sizeof way);
    pl_cl_sequential(&call, "i", pl_call_cdiv(m, R));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, C });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, C });
    pl_cl_out(&call, "found", found_array, sizeof *found_array, 1, (long[]){ m });
    pl_cl_inout(&call, "counts", counts_array, sizeof *counts_array, 1, (long[]){ C });
    pl_cl_messages(&call, body_messages);
    fflush(stdout);
    const int failed = pl_cl_for_gpu(&call) ?
            pl_cl_groups(&call, "body_gpu", 64, PL_PADDED_BYTES(R * C, float), body_local) :
            pl_cl_items(&call, "body_cpu",
                    PL_PADDED_BYTES(R * C, float) + PL_PADDED_BYTES(R * C, float) + PL_PADDED_BYTES(R, struct best));
    return failed ? failed : pl_sync();
}
