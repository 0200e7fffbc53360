// The kernels of tests/golden/call_specs.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     gather_cpu, gather_gpu
//     shift_cpu, shift_gpu
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

static long pl_most(long a, long b) { return a > b ? a : b; }
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
#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif

enum { B = 4 };

// gather, from tests/golden/call_specs.c:27.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void gather_cpu(long batches, long m, long n, long b_programs, long i_programs, long j_programs,
        __global const int *restrict rows, __global const float *restrict x_array,
        __global const float *restrict halo_array, __global const float *restrict part_array,
        __global const float *restrict all_array, __global float *z_array, __global float *last_array,
        __global int *pl_reports, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *halo_window = pl_take(&pl_rest, B + 2, sizeof (float));
    __global float *part_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *last_window = pl_take(&pl_rest, B, sizeof (float));
    __global int *steps = pl_take(&pl_rest, 1, sizeof (int));
    const long pl_last = pl_share(b_programs, 1);
    for (long b = pl_share(b_programs, 0); b < pl_last; b++) {
        int z_held = 0, z_copied = 0;
        long z_was_0 = 0;
        long z_was_1 = 0;
        long z_was_2 = 0;
        int last_held = 0, last_copied = 0;
        long last_was_0 = 0;
        long last_was_1 = 0;

        // all_
        __global const float *all_ = all_array;
        for (long i = 0; i < i_programs; i++) {
            // the same for all j
            const long x_1 = rows[i];
            if (x_1 < 0 || x_1 >= m) {
                pl_report(pl_reports, 1, (b * i_programs + i) * j_programs, x_1, m, 1, 0, 0);
                return;
            }
            for (long j = 0; j < j_programs; j++) {
                // z
                const long z_0 = b;
                const long z_1 = i;
                const long z_2 = j * B;
                const int z_whole = z_2 + B <= n;
                __global float *z_block = z_array + (b * 3 + i) * n + z_2;
                __global float *z = z_whole ? z_block : z_window;
                if (!z_held || z_was_0 != z_0 || z_was_1 != z_1 || z_was_2 != z_2) {
                    if (z_copied) {
                        for (long pl_at_2 = 0, pl_end_2 = pl_least(B, n - z_was_2); pl_at_2 < pl_end_2; pl_at_2++)
                            z_array[(z_was_0 * 3 + z_was_1) * n + z_was_2 + pl_at_2] = z_window[pl_at_2];
                    }
                    z_was_0 = z_0;
                    z_was_1 = z_1;
                    z_was_2 = z_2;
                    z_held = 1;
                    z_copied = !z_whole;
                }

                // last
                const long last_0 = b;
                const long last_1 = j * B;
                const int last_whole = last_1 + B <= n;
                __global float *last_block = last_array + b * n + last_1;
                __global float *last = last_whole ? last_block : last_window;
                if (!last_held || last_was_0 != last_0 || last_was_1 != last_1) {
                    if (last_copied) {
                        for (long pl_at_1 = 0, pl_end_1 = pl_least(B, n - last_was_1); pl_at_1 < pl_end_1; pl_at_1++)
                            last_array[last_was_0 * n + last_was_1 + pl_at_1] = last_window[pl_at_1];
                    }
                    last_was_0 = last_0;
                    last_was_1 = last_1;
                    last_held = 1;
                    last_copied = !last_whole;
                    if (last_copied) {
                        for (long pl_at_1 = 0, pl_end_1 = pl_least(B, n - last_1); pl_at_1 < pl_end_1; pl_at_1++)
                            last_window[pl_at_1] = last_block[pl_at_1];
                    }
                }

                // x
                const long x_2 = j * B;
                const int x_whole = x_2 + B <= n;
                __global const float *x_block = x_array + (b * m + x_1) * n + x_2;
                __global const float *x = x_whole ? x_block : x_window;
                if (!x_whole) {
                    for (long pl_at_2 = 0, pl_end_2 = pl_least(B, n - x_2); pl_at_2 < pl_end_2; pl_at_2++)
                        x_window[pl_at_2] = x_block[pl_at_2];
                }

                // halo
                const long halo_0 = j * B - 1;
                const int halo_whole = halo_0 >= 0 && halo_0 + (B + 2) <= n;
                __global const float *halo_block = halo_array + halo_0;
                __global const float *halo = halo_whole ? halo_block : halo_window;
                if (!halo_whole) {
                    for (long pl_at = 0; pl_at < B + 2; pl_at++)
                        halo_window[pl_at] = 0.0f;
                    for (long pl_at_0 = pl_most(0, -halo_0),
                            pl_end_0 = pl_least(B + 2, n - halo_0); pl_at_0 < pl_end_0; pl_at_0++)
                        halo_window[pl_at_0] = halo_block[pl_at_0];
                }

                // part
                const long part_0 = j * B;
                const long part_count_0 = n - j * B < B ? n - j * B : B;
                if (part_count_0 < 1 || part_count_0 > B) {
                    pl_report(pl_reports, 2, (b * i_programs + i) * j_programs + j, part_0, part_count_0, B, n, 0);
                    return;
                }
                if (part_0 < 0 || part_0 + part_count_0 > n) {
                    pl_report(pl_reports, 3, (b * i_programs + i) * j_programs + j, part_0, part_0 + part_count_0 - 1,
                            n, B, 0);
                    return;
                }
                const int part_whole = part_count_0 == B && part_0 + B <= n;
                __global const float *part_block = part_array + part_0;
                __global const float *part = part_whole ? part_block : part_window;
                if (!part_whole) {
                    for (long pl_at_0 = 0, pl_end_0 = pl_least(part_count_0, n - part_0); pl_at_0 < pl_end_0; pl_at_0++)
                        part_window[pl_at_0] = part_block[pl_at_0];
                }

                // gather_kernel
                if (j == 0)
                    steps[0] = 0;
                steps[0]++;
                long there = part_count_0;
                for (long c = 0; c < B; c++) {
                    float near = halo[c] + halo[c + 2];
                    z[c] = x[c] + near + (c < there ? part[c] : 0) + all_[rows[j]];
                    last[c] += z[c] + (float)steps[0];
                }
            }
        }
        if (z_copied) {
            for (long pl_at_2 = 0, pl_end_2 = pl_least(B, n - z_was_2); pl_at_2 < pl_end_2; pl_at_2++)
                z_array[(z_was_0 * 3 + z_was_1) * n + z_was_2 + pl_at_2] = z_window[pl_at_2];
        }
        if (last_copied) {
            for (long pl_at_1 = 0, pl_end_1 = pl_least(B, n - last_was_1); pl_at_1 < pl_end_1; pl_at_1++)
                last_array[last_was_0 * n + last_was_1 + pl_at_1] = last_window[pl_at_1];
        }
    }
}

// gather, from tests/golden/call_specs.c:27.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gather_gpu(long batches, long m, long n, long b_programs, long i_programs, long j_programs,
        __global const int *restrict rows, __global const float *restrict x_array,
        __global const float *restrict halo_array, __global const float *restrict part_array,
        __global const float *restrict all_array, __global float *z_array, __global float *last_array,
        __global int *pl_reports)
{
    const int pl_lane = get_local_id(0);
    __local int steps[1];
    __local float halo[B + 2];
    const long b = get_group_id(0);
    float z;
    int z_held = 0;
    long z_was_0 = 0;
    long z_was_1 = 0;
    long z_was_2 = 0;
    float last;
    int last_held = 0;
    long last_was_0 = 0;
    long last_was_1 = 0;

    // all_
    __global const float *all_ = all_array;
    for (long i = 0; i < i_programs; i++) {
        // the same for all j
        const long x_1 = rows[i];
        if (x_1 < 0 || x_1 >= m) {
            pl_report(pl_reports, 1, (b * i_programs + i) * j_programs, x_1, m, 1, 0, 0);
            return;
        }
        for (long j = 0; j < j_programs; j++) {
            // z
            const long z_0 = b;
            const long z_1 = i;
            const long z_2 = j * B;
            if (!z_held || z_was_0 != z_0 || z_was_1 != z_1 || z_was_2 != z_2) {
                if (z_held) {
                    const int pl_at_2 = pl_lane;
                    if (pl_at_2 < B)
                        if (z_was_2 + pl_at_2 < n)
                            z_array[(z_was_0 * 3 + z_was_1) * n + z_was_2 + pl_at_2] = z;
                }
                z_was_0 = z_0;
                z_was_1 = z_1;
                z_was_2 = z_2;
                z_held = 1;
            }

            // last
            const long last_0 = b;
            const long last_1 = j * B;
            const int last_whole = last_1 + B <= n;
            __global float *last_block = last_array + b * n + last_1;
            if (!last_held || last_was_0 != last_0 || last_was_1 != last_1) {
                if (last_held) {
                    const int pl_at_1 = pl_lane;
                    if (pl_at_1 < B)
                        if (last_was_1 + pl_at_1 < n)
                            last_array[last_was_0 * n + last_was_1 + pl_at_1] = last;
                }
                last_was_0 = last_0;
                last_was_1 = last_1;
                last_held = 1;
                if (last_whole) {
                    const int pl_at_1 = pl_lane;
                    if (pl_at_1 < B)
                        last = last_block[pl_at_1];
                } else {
                    const int pl_at_1 = pl_lane;
                    if (pl_at_1 < B)
                        if (last_1 + pl_at_1 < n)
                            last = last_block[pl_at_1];
                }
            }

            // x
            const long x_2 = j * B;
            const int x_whole = x_2 + B <= n;
            __global const float *x = x_array + (b * m + x_1) * n + x_2;

            // halo
            const long halo_0 = j * B - 1;
            const int halo_whole = halo_0 >= 0 && halo_0 + (B + 2) <= n;
            __global const float *halo_block = halo_array + halo_0;
            barrier(CLK_LOCAL_MEM_FENCE);        // halo: read on line 21, copied on line 33
            if (halo_whole) {
                for (int pl_at_0 = pl_lane; pl_at_0 < B + 2; pl_at_0 += 64)
                    halo[pl_at_0] = halo_block[pl_at_0];
            } else {
                for (int pl_at_0 = pl_lane; pl_at_0 < B + 2; pl_at_0 += 64)
                    halo[pl_at_0] = halo_0 + pl_at_0 >= 0 && halo_0 + pl_at_0 < n ? halo_block[pl_at_0] : 0.0f;
            }

            // part
            const long part_0 = j * B;
            const long part_count_0 = n - j * B < B ? n - j * B : B;
            if (part_count_0 < 1 || part_count_0 > B) {
                pl_report(pl_reports, 2, (b * i_programs + i) * j_programs + j, part_0, part_count_0, B, n, 0);
                return;
            }
            if (part_0 < 0 || part_0 + part_count_0 > n) {
                pl_report(pl_reports, 3, (b * i_programs + i) * j_programs + j, part_0, part_0 + part_count_0 - 1, n,
                        B, 0);
                return;
            }
            const int part_whole = part_count_0 == B && part_0 + B <= n;
            __global const float *part = part_array + part_0;

            // gather_kernel
            if (j == 0) {
                if (pl_lane == 0)
                    steps[0] = 0;
            }
            if (pl_lane == 0)
                steps[0]++;
            long there = part_count_0;
            barrier(CLK_LOCAL_MEM_FENCE);        // steps: written on line 18, read on line 23
            if (x_whole && part_whole) {
                const long c = pl_lane;
                if (c < B) {
                    float near = halo[c] + halo[c + 2];
                    z = x[c] + near + (c < there ? part[c] : 0) + all_[rows[j]];
                    last += z + (float)steps[0];
                }
            } else {
                const long c = pl_lane;
                if (c < B) {
                    float near = halo[c] + halo[c + 2];
                    z = (x_2 + c < n ? x[c] : 0) + near + (c < there ? (c < part_count_0 ? part[c] : 0) : 0)
                            + all_[rows[j]];
                    last += z + (float)steps[0];
                }
            }
        }
    }
    if (z_held) {
        const int pl_at_2 = pl_lane;
        if (pl_at_2 < B)
            if (z_was_2 + pl_at_2 < n)
                z_array[(z_was_0 * 3 + z_was_1) * n + z_was_2 + pl_at_2] = z;
    }
    if (last_held) {
        const int pl_at_1 = pl_lane;
        if (pl_at_1 < B)
            if (last_was_1 + pl_at_1 < n)
                last_array[last_was_0 * n + last_was_1 + pl_at_1] = last;
    }
}

// shift, from tests/golden/call_specs.c:46.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void shift_cpu(long m, long n, long i_programs, __global const float *x_array, __global float *z_array,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, n, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, n, sizeof (float));
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        int x_held = 0, x_copied = 0;
        long x_was_0 = 0;
        int z_held = 0, z_copied = 0;
        long z_was_0 = 0;
        for (long i = 0; i < i_programs; i++) {
            // z
            const long z_0 = i;
            __global float *z_block = z_array + z_0 * n;
            __global float *z = z_window;
            if (!z_held || z_was_0 != z_0) {
                if (z_copied) {
                    for (long pl_at_0 = 0; pl_at_0 < 1; pl_at_0++)
                        for (long pl_at_1 = 0; pl_at_1 < n; pl_at_1++)
                            z_array[z_was_0 * n + pl_at_1] = z_window[pl_at_1];
                }
                z_was_0 = z_0;
                z_held = 1;
                z_copied = 1;
                if (z_copied)
                    pl_copy_float(z_window, n, z_block, n, 1, n);
            }

            // x
            const long x_0 = i + 1;
            __global const float *x_block = x_array + x_0 * n;
            __global const float *x = x_window;
            if (!x_held || x_was_0 != x_0) {
                x_was_0 = x_0;
                x_held = 1;
                x_copied = 1;
                if (x_copied)
                    pl_copy_float(x_window, n, x_block, n, 1, n);
            }

            // shift_kernel
            {
                long c = 0;
                for (; c + VW <= n; c += VW)
                    floatv_at(z[c]) = floatv_at(x[c]) + 1.0f;
                for (; c < n; c++)
                    z[c] = x[c] + 1;
            }
        }
        if (z_copied) {
            for (long pl_at_0 = 0; pl_at_0 < 1; pl_at_0++)
                for (long pl_at_1 = 0; pl_at_1 < n; pl_at_1++)
                    z_array[z_was_0 * n + pl_at_1] = z_window[pl_at_1];
        }
    }
}

// shift, from tests/golden/call_specs.c:46.  Target: opencl, the kernel for GPUs: 1 x 256 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void shift_gpu(long m, long n, long i_programs, __global const float *x_array, __global float *z_array,
        __global uchar *pl_workspace, long pl_workspace_bytes)
{
    const int pl_lane = get_local_id(0);
    __global uchar *pl_rest = pl_workspace + get_group_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, n, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, n, sizeof (float));
    if (n % 4 == 0) {        // 4 elements at a time
        int x_held = 0, x_copied = 0;
        long x_was_0 = 0;
        int z_held = 0, z_copied = 0;
        long z_was_0 = 0;
        for (long i = 0; i < i_programs; i++) {
            // z
            const long z_0 = i;
            __global float *z_block = z_array + z_0 * n;
            __global float *z = z_window;
            if (!z_held || z_was_0 != z_0) {
                barrier(CLK_GLOBAL_MEM_FENCE);        // the array: copied on line 49, copied on line 50
                if (z_copied) {
                    for (long pl_first_1 = pl_lane * 4; pl_first_1 < n; pl_first_1 += 1024) {
                        PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++) {
                            const long pl_at_1 = pl_first_1 + pl_e;
                            z_array[z_was_0 * n + pl_at_1] = z_window[pl_at_1];
                        }
                    }
                }
                // the array: copied on line 50, copied there by the next program
                barrier(CLK_GLOBAL_MEM_FENCE);
                z_was_0 = z_0;
                z_held = 1;
                z_copied = 1;
                if (z_copied) {
                    for (long pl_first_1 = pl_lane * 4; pl_first_1 < n; pl_first_1 += 1024) {
                        PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++) {
                            const long pl_at_1 = pl_first_1 + pl_e;
                            z_window[pl_at_1] = z_block[pl_at_1];
                        }
                    }
                }
            }

            // x
            const long x_0 = i + 1;
            __global const float *x_block = x_array + x_0 * n;
            __global const float *x = x_window;
            if (!x_held || x_was_0 != x_0) {
                x_was_0 = x_0;
                x_held = 1;
                x_copied = 1;
                if (x_copied) {
                    for (long pl_first_1 = pl_lane * 4; pl_first_1 < n; pl_first_1 += 1024) {
                        PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++) {
                            const long pl_at_1 = pl_first_1 + pl_e;
                            x_window[pl_at_1] = x_block[pl_at_1];
                        }
                    }
                }
            }

            // shift_kernel
            for (long pl_first_c = pl_lane * 4; pl_first_c < n; pl_first_c += 1024) {
                const float4 x_vector = vload4(0, &x[pl_first_c]);
                vstore4(x_vector + 1.0f, 0, &z[pl_first_c]);
            }
        }
        if (z_copied) {
            barrier(CLK_GLOBAL_MEM_FENCE);        // the array: copied on line 49, copied on line 50
            for (long pl_first_1 = pl_lane * 4; pl_first_1 < n; pl_first_1 += 1024) {
                PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++) {
                    const long pl_at_1 = pl_first_1 + pl_e;
                    z_array[z_was_0 * n + pl_at_1] = z_window[pl_at_1];
                }
            }
        }
    } else {
        int x_held = 0, x_copied = 0;
        long x_was_0 = 0;
        int z_held = 0, z_copied = 0;
        long z_was_0 = 0;
        for (long i = 0; i < i_programs; i++) {
            // z
            const long z_0 = i;
            __global float *z_block = z_array + z_0 * n;
            __global float *z = z_window;
            if (!z_held || z_was_0 != z_0) {
                barrier(CLK_GLOBAL_MEM_FENCE);        // the array: copied on line 49, copied on line 50
                if (z_copied) {
                    for (long pl_at_1 = pl_lane; pl_at_1 < n; pl_at_1 += 256)
                        z_array[z_was_0 * n + pl_at_1] = z_window[pl_at_1];
                }
                // the array: copied on line 50, copied there by the next program
                barrier(CLK_GLOBAL_MEM_FENCE);
                z_was_0 = z_0;
                z_held = 1;
                z_copied = 1;
                if (z_copied) {
                    for (long pl_at_1 = pl_lane; pl_at_1 < n; pl_at_1 += 256)
                        z_window[pl_at_1] = z_block[pl_at_1];
                }
            }

            // x
            const long x_0 = i + 1;
            __global const float *x_block = x_array + x_0 * n;
            __global const float *x = x_window;
            if (!x_held || x_was_0 != x_0) {
                x_was_0 = x_0;
                x_held = 1;
                x_copied = 1;
                if (x_copied) {
                    for (long pl_at_1 = pl_lane; pl_at_1 < n; pl_at_1 += 256)
                        x_window[pl_at_1] = x_block[pl_at_1];
                }
            }

            // shift_kernel
            for (long c = pl_lane; c < n; c += 256)
                z[c] = x[c] + 1;
        }
        if (z_copied) {
            barrier(CLK_GLOBAL_MEM_FENCE);        // the array: copied on line 49, copied on line 50
            for (long pl_at_1 = pl_lane; pl_at_1 < n; pl_at_1 += 256)
                z_array[z_was_0 * n + pl_at_1] = z_window[pl_at_1];
        }
    }
}
// The calls of tests/golden/call_specs.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_specs.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { B = 4 };
static const struct pl_call_local gather_local[] = {
    { "steps", 4 },
    { "halo", 24 },
    { NULL, 0 },
};

static const struct pl_call_message gather_messages[] = {
    { 27, "operand x: block index %ld is out of range on dim 0, which has %blocks; index map (rows[i], j) "
            "[block-index]", PL_NOTE_INDEX },
    { 27, "operand part: dim 0: PL_DS(%ld, %ld), but the block holds 1 to %ld [slice-size]", PL_NOTE_SIZE },
    { 27, "operand part: dim 0: elements %ld to %ld of %ld, from the map (PL_DS(j * B, n - j * B < B ? n - j * B : "
            "B)) [slice-past]", PL_NOTE_END },
};

PL_DECLARED_BY_CALLER(gather)
int gather(long batches, long m, long n, const int32_t *rows_array, const float *x_array, const float *halo_array,
        const float *part_array, const float *all_array, float *z_array, float *last_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "gather", "gather_kernel", "tests/golden/call_specs.c", 27);
    if (!pl_call_declared(&call.host,
            pl_declared_gather, "i8 batches, i8 m, i8 n, const i4 *rows, const f4 *x, const f4 *halo, const f4 *part, "
            "const f4 *all, f4 *z, f4 *last"))
        return call.host.code;
    pl_cl_long(&call, batches);
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "b", batches);
    pl_cl_sequential(&call, "i", 3);
    pl_cl_sequential(&call, "j", pl_call_cdiv(n, B));
    pl_cl_in(&call, "rows", rows_array, sizeof *rows_array, 1, (long[]){ 3 });
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 3, (long[]){ batches, m, n });
    pl_cl_in(&call, "halo", halo_array, sizeof *halo_array, 1, (long[]){ n });
    pl_cl_in(&call, "part", part_array, sizeof *part_array, 1, (long[]){ n });
    pl_cl_in(&call, "all", all_array, sizeof *all_array, 1, (long[]){ 3 });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 3, (long[]){ batches, 3, n });
    pl_cl_inout(&call, "last", last_array, sizeof *last_array, 2, (long[]){ batches, n });
    pl_cl_messages(&call, gather_messages);
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "gather_gpu", 64, 0, gather_local);
    return pl_cl_items(&call, "gather_cpu",
            PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES(B + 2, float) + PL_PADDED_BYTES(B, float)
            + PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES(1, int32_t));
}

PL_DECLARED_BY_CALLER(shift)
int shift(long m, int64_t n, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "shift", "shift_kernel", "tests/golden/call_specs.c", 46);
    if (!pl_call_declared(&call.host, pl_declared_shift, "i8 m, i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_sequential(&call, "i", m - 1);
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ m, n });
    pl_cl_inout(&call, "z", z_array, sizeof *z_array, 2, (long[]){ m, n });
    pl_call_alias(&call.host, "x");
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "shift_gpu", 256, PL_PADDED_BYTES(n, float) + PL_PADDED_BYTES(n, float), NULL);
    return pl_cl_items(&call, "shift_cpu", PL_PADDED_BYTES(n, float) + PL_PADDED_BYTES(n, float));
}
