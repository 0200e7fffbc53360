// The kernels of tests/golden/call_parts.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     all_cpu, all_gpu
//     in_place_cpu, in_place_gpu
//     once_cpu, once_gpu
// A kernel named _cpu is for CPU devices: each work-item runs whole programs, one after the other. In a kernel named
// _gpu the work-items of a work-group share one program. The launcher chooses.

// Each work-item runs a contiguous range of the count programs: from pl_share(count, 0) to pl_share(count, 1) - 1.
static long pl_share(long count, int end)
{
    return count * ((long)get_global_id(0) + end) / (long)get_global_size(0);
}

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

enum { B = 4 };

// all, from tests/golden/call_parts.c:30.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void all_cpu(long m, long n, int by, long last, long r_programs, long i_programs, long j_programs,
        long k_programs, __global const int *restrict first, __global const int *restrict pairs,
        __global const uchar *restrict cube, __global const float *restrict a_array,
        __global const float *restrict b_array, __global const float *restrict c_array,
        __global const float *restrict d_array, __global const float *restrict w_array, __global float *out_array,
        __global float *two_array, __global float *old_array, __global int *count_array,
        __global int *pl_reports, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *a_window = pl_take(&pl_rest, B * B, sizeof (float));
    __global float *b_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *c_window = pl_take(&pl_rest, (B + 2) * B, sizeof (float));
    __global float *d_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *out_window = pl_take(&pl_rest, B * n, sizeof (float));
    __global float *two_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *old_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *kept = pl_take(&pl_rest, B * B, sizeof (float));
    __global int *small = pl_take(&pl_rest, 2, sizeof (int));
    const long pl_last = pl_share(r_programs * i_programs, 1);
    for (long pl_program = pl_share(r_programs * i_programs, 0); pl_program < pl_last; pl_program++) {
        const long r = pl_program / i_programs;
        const long i = pl_program % i_programs;

        // the same for all j, k
        if (i < 0 || i >= 8) {
            pl_report(pl_reports, 1, (r * i_programs + i) * j_programs * k_programs, i, 8, 0, 0, 0);
            return;
        }
        const long a_index_1 = (long)first[i] + pairs[i * 2 + 1];
        const long a_1 = a_index_1 * B;
        if (a_index_1 < 0 || a_1 >= m) {
            pl_report(pl_reports, 2, (r * i_programs + i) * j_programs * k_programs, a_index_1, (m + B - 1) / B, B, 0,
                    0);
            return;
        }
        const long c_0 = i * B - 1;
        if (c_0 < -1 || c_0 + B + 2 > m + 1) {
            pl_report(pl_reports, 5, (r * i_programs + i) * j_programs * k_programs, B + 2, i * B, m, 1, 1);
            return;
        }

        // out
        const long out_1 = i * B;
        const int out_whole = out_1 + B <= m;
        __global float *out_block = out_array + (r * m + out_1) * n;
        __global float *out = out_whole ? out_block : out_window;
        if (!out_whole)
            pl_copy_float(out_window, n, out_block, n, pl_least(B, m - out_1), n);

        // two
        const long two_0 = i * B - 1;
        const int two_whole = two_0 >= 0 && two_0 + B <= m + 2;
        __global float *two_block = two_array + two_0;
        __global float *two = two_whole ? two_block : two_window;

        // old
        const long old_0 = i * B;
        if (i < 0 || old_0 >= last) {
            pl_report(pl_reports, 8, (r * i_programs + i) * j_programs * k_programs, i, (last + B - 1) / B, B, 0, 0);
            return;
        }
        const int old_whole = old_0 + B <= last;
        __global float *old_block = old_array + old_0;
        __global float *old = old_whole ? old_block : old_window;
        if (!old_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(B, last - old_0); pl_at_0 < pl_end_0; pl_at_0++)
                old_window[pl_at_0] = old_block[pl_at_0];
        }

        // count
        __global int *count = count_array;

        // d
        const long d_0 = i * B;
        const long d_count_0 = by;
        if (d_count_0 < 1 || d_count_0 > B) {
            pl_report(pl_reports, 6, (r * i_programs + i) * j_programs * k_programs, d_0, d_count_0, B, m, 0);
            return;
        }
        if (d_0 < 0 || d_0 + d_count_0 > m) {
            pl_report(pl_reports, 7, (r * i_programs + i) * j_programs * k_programs, d_0, d_0 + d_count_0 - 1, m, B, 0);
            return;
        }
        const int d_whole = d_count_0 == B && d_0 + B <= m;
        __global const float *d_block = d_array + d_0;
        __global const float *d = d_whole ? d_block : d_window;
        if (!d_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(d_count_0, m - d_0); pl_at_0 < pl_end_0; pl_at_0++)
                d_window[pl_at_0] = d_block[pl_at_0];
        }

        // w
        __global const float *w = w_array;
        for (long j = 0; j < j_programs; j++) {
            // a
            if (j < 0 || j >= 4) {
                pl_report(pl_reports, 3, ((r * i_programs + i) * j_programs + j) * k_programs, j, 4, 0, 0, 0);
                return;
            }
            const long a_2 = cube[4 + j] * B;
            if (cube[4 + j] < 0 || a_2 >= n) {
                pl_report(pl_reports, 4, ((r * i_programs + i) * j_programs + j) * k_programs,
                        cube[4 + j], (n + B - 1) / B, B, 0, 0);
                return;
            }
            const int a_whole = a_1 + B <= m && a_2 + B <= n;
            __global const float *a_block = a_array + (r * m + a_1) * n + a_2;
            __global const float *a = a_whole ? a_block : a_window;
            if (!a_whole) {
                for (long pl_at = 0; pl_at < B * B; pl_at++)
                    a_window[pl_at] = -INFINITY;
                pl_copy_float(a_window, B, a_block, n, pl_least(B, m - a_1), pl_least(B, n - a_2));
            }

            // b
            const long b_1 = j * B;
            const long b_2 = 1;
            const int b_whole = b_1 + B <= n;
            __global const float *b_block = b_array + (i * n + b_1) * 2 + b_2;
            __global const float *b = b_whole ? b_block : b_window;
            if (!b_whole) {
                for (long pl_at_1 = 0, pl_end_1 = pl_least(B, n - b_1); pl_at_1 < pl_end_1; pl_at_1++)
                    b_window[pl_at_1] = b_block[pl_at_1 * 2];
            }

            // c
            const long c_1 = j * B;
            const int c_whole = c_0 >= 0 && c_0 + (B + 2) <= m && c_1 + B <= n;
            __global const float *c_block = c_array + c_0 * n + c_1;
            __global const float *c = c_whole ? c_block : c_window;
            if (!c_whole) {
                for (long pl_at = 0; pl_at < (B + 2) * B; pl_at++)
                    c_window[pl_at] = 0.0f;
                for (long pl_at_0 = pl_most(0, -c_0),
                        pl_end_0 = pl_least(B + 2, m - c_0); pl_at_0 < pl_end_0; pl_at_0++)
                    for (long pl_at_1 = 0, pl_end_1 = pl_least(B, n - c_1); pl_at_1 < pl_end_1; pl_at_1++)
                        c_window[pl_at_0 * B + pl_at_1] = c_block[pl_at_0 * n + pl_at_1];
            }
            for (long k = 0; k < k_programs; k++) {
                // all_kernel
                out[0] = a[0] + b[0] + c[0] + d[0] + w[0] + (float)(by + first[0] + pairs[1] + cube[0]);
                two[0] = old[0] = kept[0] = 0;
                atomic_add(&count[small[0]], 1);
            }
        }
        if (!out_whole)
            pl_copy_float(out_block, n, out_window, n, pl_least(B, m - out_1), n);
        if (!two_whole) {
            for (long pl_at_0 = pl_most(0, -two_0),
                    pl_end_0 = pl_least(B, m + 2 - two_0); pl_at_0 < pl_end_0; pl_at_0++)
                two_block[pl_at_0] = two_window[pl_at_0];
        }
        if (!old_whole) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(B, last - old_0); pl_at_0 < pl_end_0; pl_at_0++)
                old_block[pl_at_0] = old_window[pl_at_0];
        }
    }
}

// all, from tests/golden/call_parts.c:30.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void all_gpu(long m, long n, int by, long last, long r_programs, long i_programs, long j_programs,
        long k_programs, __global const int *restrict first, __global const int *restrict pairs,
        __global const uchar *restrict cube, __global const float *restrict a_array,
        __global const float *restrict b_array, __global const float *restrict c_array,
        __global const float *restrict d_array, __global const float *restrict w_array, __global float *out_array,
        __global float *two_array, __global float *old_array, __global int *count_array,
        __global int *pl_reports)
{
    const int pl_lane = get_local_id(0);
    __local float kept[16];
    __local int small[2];
    __local float two[B];
    __local float old[B];
    const long pl_program = get_group_id(0);
    const long r = pl_program / i_programs;
    const long i = pl_program % i_programs;

    // the same for all j, k
    if (i < 0 || i >= 8) {
        pl_report(pl_reports, 1, (r * i_programs + i) * j_programs * k_programs, i, 8, 0, 0, 0);
        return;
    }
    const long a_index_1 = (long)first[i] + pairs[i * 2 + 1];
    const long a_1 = a_index_1 * B;
    if (a_index_1 < 0 || a_1 >= m) {
        pl_report(pl_reports, 2, (r * i_programs + i) * j_programs * k_programs, a_index_1, (m + B - 1) / B, B, 0, 0);
        return;
    }
    const long c_0 = i * B - 1;
    if (c_0 < -1 || c_0 + B + 2 > m + 1) {
        pl_report(pl_reports, 5, (r * i_programs + i) * j_programs * k_programs, B + 2, i * B, m, 1, 1);
        return;
    }

    // out
    const long out_1 = i * B;
    const int out_whole = out_1 + B <= m;
    __global float *out = out_array + (r * m + out_1) * n;

    // two
    const long two_0 = i * B - 1;
    const int two_whole = two_0 >= 0 && two_0 + B <= m + 2;
    __global float *two_block = two_array + two_0;

    // old
    const long old_0 = i * B;
    if (i < 0 || old_0 >= last) {
        pl_report(pl_reports, 8, (r * i_programs + i) * j_programs * k_programs, i, (last + B - 1) / B, B, 0, 0);
        return;
    }
    const int old_whole = old_0 + B <= last;
    __global float *old_block = old_array + old_0;
    if (old_whole) {
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            old[pl_at_0] = old_block[pl_at_0];
    } else {
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            if (old_0 + pl_at_0 < last)
                old[pl_at_0] = old_block[pl_at_0];
    }

    // count
    __global int *count = count_array;

    // d
    const long d_0 = i * B;
    const long d_count_0 = by;
    if (d_count_0 < 1 || d_count_0 > B) {
        pl_report(pl_reports, 6, (r * i_programs + i) * j_programs * k_programs, d_0, d_count_0, B, m, 0);
        return;
    }
    if (d_0 < 0 || d_0 + d_count_0 > m) {
        pl_report(pl_reports, 7, (r * i_programs + i) * j_programs * k_programs, d_0, d_0 + d_count_0 - 1, m, B, 0);
        return;
    }
    const int d_whole = d_count_0 == B && d_0 + B <= m;
    __global const float *d = d_array + d_0;

    // w
    __global const float *w = w_array;
    for (long j = 0; j < j_programs; j++) {
        // a
        if (j < 0 || j >= 4) {
            pl_report(pl_reports, 3, ((r * i_programs + i) * j_programs + j) * k_programs, j, 4, 0, 0, 0);
            return;
        }
        const long a_2 = cube[4 + j] * B;
        if (cube[4 + j] < 0 || a_2 >= n) {
            pl_report(pl_reports, 4, ((r * i_programs + i) * j_programs + j) * k_programs,
                    cube[4 + j], (n + B - 1) / B, B, 0, 0);
            return;
        }
        const int a_whole = a_1 + B <= m && a_2 + B <= n;
        __global const float *a = a_array + (r * m + a_1) * n + a_2;

        // b
        const long b_1 = j * B;
        const long b_2 = 1;
        __global const float *b = b_array + (i * n + b_1) * 2 + b_2;

        // c
        const long c_1 = j * B;
        const int c_whole = c_0 >= 0 && c_0 + (B + 2) <= m && c_1 + B <= n;
        __global const float *c = c_array + c_0 * n + c_1;
        for (long k = 0; k < k_programs; k++) {
            // all_kernel
            if (a_whole && c_whole && d_whole && out_whole) {
                if (pl_lane == 0)
                    out[0] = a[0] + b[0] + c[0] + d[0] + w[0] + (float)(by + first[0] + pairs[1] + cube[0]);
            } else {
                if (pl_lane == 0) {
                    if (out_1 < m)
                        out[0] = (a_1 < m && a_2 < n ? a[0] : -INFINITY) + (b_1 < n ? b[0] : 0)
                                + (c_0 >= 0 && c_0 < m && c_1 < n ? c[0] : 0.0f) + (0 < d_count_0 ? d[0] : 0) + w[0]
                                + (float)(by + first[0] + pairs[1] + cube[0]);
                }
            }
            if (pl_lane == 0)
                two[0] = old[0] = kept[0] = 0;
            if (pl_lane == 0)
                atomic_add(&count[small[0]], 1);
        }
    }
    if (two_whole) {
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            two_block[pl_at_0] = two[pl_at_0];
    } else {
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            if (two_0 + pl_at_0 >= 0 && two_0 + pl_at_0 < m + 2)
                two_block[pl_at_0] = two[pl_at_0];
    }
    if (old_whole) {
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            old_block[pl_at_0] = old[pl_at_0];
    } else {
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            if (old_0 + pl_at_0 < last)
                old_block[pl_at_0] = old[pl_at_0];
    }
}

// in_place, from tests/golden/call_parts.c:57.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void in_place_cpu(long n, long i_programs, __global const float *x_array, __global float *z_array,
        __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, B, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, B, sizeof (float));
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        int x_held = 0, x_copied = 0;
        long x_was_0 = 0;
        int z_held = 0, z_copied = 0;
        long z_was_0 = 0;
        for (long i = 0; i < i_programs; i++) {
            // z
            const long z_0 = (((n + B - 1) / B) - 1 - i) * B;
            __global float *z_block = z_array + z_0;
            __global float *z = z_window;
            if (!z_held || z_was_0 != z_0) {
                if (z_copied) {
                    for (long pl_at_0 = 0, pl_end_0 = pl_least(B, n - z_was_0); pl_at_0 < pl_end_0; pl_at_0++)
                        z_array[z_was_0 + pl_at_0] = z_window[pl_at_0];
                }
                z_was_0 = z_0;
                z_held = 1;
                z_copied = 1;
                if (z_copied) {
                    for (long pl_at_0 = 0, pl_end_0 = pl_least(B, n - z_0); pl_at_0 < pl_end_0; pl_at_0++)
                        z_window[pl_at_0] = z_block[pl_at_0];
                }
            }

            // x
            const long x_0 = i * B;
            __global const float *x_block = x_array + x_0;
            __global const float *x = x_window;
            if (!x_held || x_was_0 != x_0) {
                x_was_0 = x_0;
                x_held = 1;
                x_copied = 1;
                if (x_copied) {
                    for (long pl_at_0 = 0, pl_end_0 = pl_least(B, n - x_0); pl_at_0 < pl_end_0; pl_at_0++)
                        x_window[pl_at_0] = x_block[pl_at_0];
                }
            }

            // copy_kernel
            for (long pl_at_0 = 0; pl_at_0 < B; pl_at_0++)
                z[pl_at_0] = x[pl_at_0];
        }
        if (z_copied) {
            for (long pl_at_0 = 0, pl_end_0 = pl_least(B, n - z_was_0); pl_at_0 < pl_end_0; pl_at_0++)
                z_array[z_was_0 + pl_at_0] = z_window[pl_at_0];
        }
    }
}

// in_place, from tests/golden/call_parts.c:57.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void in_place_gpu(long n, long i_programs, __global const float *x_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    __local float x[B];
    __local float z[B];
    int x_held = 0;
    long x_was_0 = 0;
    int z_held = 0;
    long z_was_0 = 0;
    for (long i = 0; i < i_programs; i++) {
        // z
        const long z_0 = (((n + B - 1) / B) - 1 - i) * B;
        const int z_whole = z_0 + B <= n;
        __global float *z_block = z_array + z_0;
        if (!z_held || z_was_0 != z_0) {
            if (z_held) {
                for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
                    if (z_was_0 + pl_at_0 < n)
                        z_array[z_was_0 + pl_at_0] = z[pl_at_0];
            }
            z_was_0 = z_0;
            z_held = 1;
            if (z_whole) {
                for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
                    z[pl_at_0] = z_block[pl_at_0];
            } else {
                for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
                    if (z_0 + pl_at_0 < n)
                        z[pl_at_0] = z_block[pl_at_0];
            }
        }

        // x
        const long x_0 = i * B;
        const int x_whole = x_0 + B <= n;
        __global const float *x_block = x_array + x_0;
        if (!x_held || x_was_0 != x_0) {
            x_was_0 = x_0;
            x_held = 1;
            if (x_whole) {
                for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
                    x[pl_at_0] = x_block[pl_at_0];
            } else {
                for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
                    if (x_0 + pl_at_0 < n)
                        x[pl_at_0] = x_block[pl_at_0];
            }
        }

        // copy_kernel
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            z[pl_at_0] = x[pl_at_0];
    }
    if (z_held) {
        for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
            if (z_was_0 + pl_at_0 < n)
                z_array[z_was_0 + pl_at_0] = z[pl_at_0];
    }
}

// once, from tests/golden/call_parts.c:61.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void once_cpu(__global const float *restrict x_array, __global float *z_array)
{
    const long pl_last = pl_share(1, 1);
    for (long pl_program = pl_share(1, 0); pl_program < pl_last; pl_program++) {
        // z
        __global float *z = z_array;

        // x
        __global const float *x = x_array;

        // copy_kernel
        for (long pl_at_0 = 0; pl_at_0 < B; pl_at_0++)
            z[pl_at_0] = x[pl_at_0];
    }
}

// once, from tests/golden/call_parts.c:61.  Target: opencl, the kernel for GPUs: 1 x 64 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void once_gpu(__global const float *restrict x_array, __global float *z_array)
{
    const int pl_lane = get_local_id(0);

    // z
    __global float *z = z_array;

    // x
    __global const float *x = x_array;

    // copy_kernel
    for (int pl_at_0 = pl_lane; pl_at_0 < B; pl_at_0 += 64)
        z[pl_at_0] = x[pl_at_0];
}
// The calls of tests/golden/call_parts.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_parts.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { B = 4 };
static const struct pl_call_local all_local[] = {
    { "kept", 64 },
    { "small", 8 },
    { "two", 16 },
    { "old", 16 },
    { NULL, 0 },
};

static const struct pl_call_message all_messages[] = {
    { 30, "operand a: subscript %ld of dim 0 of table first, which has %ld; index map (first[i] + pairs[i][1], "
            "cube[0][1][j]) [table-entry]", PL_NOTE_ENTRY },
    { 30, "operand a: block index %ld is out of range on dim 0, which has %blocks; index map (first[i] + pairs[i][1], "
            "cube[0][1][j]) [block-index]", PL_NOTE_INDEX },
    { 30, "operand a: subscript %ld of dim 2 of table cube, which has %ld; index map (first[i] + pairs[i][1], "
            "cube[0][1][j]) [table-entry]", PL_NOTE_ENTRY },
    { 30, "operand a: block index %ld is out of range on dim 1, which has %blocks; index map (first[i] + pairs[i][1], "
            "cube[0][1][j]) [block-index]", PL_NOTE_INDEX },
    { 30, "operand c: dim 0: a block of %ld at element %ld leaves the array of %ld padded by %ld and %ld; index map "
            "(i * B, j) [element-window]", PL_NOTE_PADDING },
    { 30, "operand d: dim 0: PL_DS(%ld, %ld), but the block holds 1 to %ld [slice-size]", PL_NOTE_SIZE },
    { 30, "operand d: dim 0: elements %ld to %ld of %ld, from the map (PL_DS(i * B, by)) [slice-past]", PL_NOTE_END },
    { 30, "operand old: block index %ld is out of range on dim 0, which has %blocks; index map (i) [block-index]",
            PL_NOTE_INDEX },
};

PL_DECLARED_BY_CALLER(all)
int all(long m, long n, int32_t by, const int32_t *first_array, const int32_t *pairs_array,
        const uint8_t *cube_array, const float *a_array, const float *b_array, const float *c_array,
        const float *d_array, const float *w_array, float *out_array, float *two_array, long last,
        float *old_array, int32_t *count_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "all", "all_kernel", "tests/golden/call_parts.c", 30);
    if (!pl_call_declared(&call.host,
            pl_declared_all, "i8 m, i8 n, i4 by, const i4 *first, const i4 *pairs, const i1 *cube, const f4 *a, const "
            "f4 *b, const f4 *c, const f4 *d, const f4 *w, f4 *out, f4 *two, i8 last, f4 *old, i4 *count"))
        return call.host.code;
    pl_call_agree(&call.host, "out", "out", 2, PL_LONGS(B, n), PL_LONGS(B, B));
    pl_cl_long(&call, m);
    pl_cl_long(&call, n);
    pl_cl_value(&call, &by, sizeof by);
    pl_cl_long(&call, last);
    pl_cl_parallel(&call, "r", m / 2);
    pl_cl_parallel(&call, "i", pl_call_cdiv(m, B));
    pl_cl_sequential(&call, "j", pl_call_cdiv(n, B));
    pl_cl_sequential(&call, "k", by);
    pl_cl_in(&call, "first", first_array, sizeof *first_array, 1, (long[]){ 8 });
    pl_cl_in(&call, "pairs", pairs_array, sizeof *pairs_array, 2, (long[]){ 8, 2 });
    pl_cl_in(&call, "cube", cube_array, sizeof *cube_array, 3, (long[]){ 2, 3, 4 });
    pl_cl_in(&call, "a", a_array, sizeof *a_array, 3, (long[]){ m / 2, m, n });
    pl_cl_in(&call, "b", b_array, sizeof *b_array, 3, (long[]){ m, n, 2 });
    pl_cl_in(&call, "c", c_array, sizeof *c_array, 2, (long[]){ m, n });
    pl_cl_in(&call, "d", d_array, sizeof *d_array, 1, (long[]){ m });
    pl_cl_in(&call, "w", w_array, sizeof *w_array, 2, (long[]){ 3, 5 });
    pl_cl_inout(&call, "out", out_array, sizeof *out_array, 3, (long[]){ m / 2, m, n });
    pl_cl_out(&call, "two", two_array, sizeof *two_array, 1, (long[]){ m + 2 });
    pl_cl_inout(&call, "old", old_array, sizeof *old_array, 1, (long[]){ last });
    pl_cl_inout(&call, "count", count_array, sizeof *count_array, 1, (long[]){ 16 });
    pl_cl_messages(&call, all_messages);
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "all_gpu", 64, 0, all_local);
    return pl_cl_items(&call, "all_cpu",
            PL_PADDED_BYTES(B * B, float) + PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES((B + 2) * B, float)
            + PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES(B * n, float) + PL_PADDED_BYTES(B, float)
            + PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES(B * B, float) + PL_PADDED_BYTES(2, int32_t));
}

static const struct pl_call_local in_place_local[] = {
    { "x", 16 },
    { "z", 16 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(in_place)
int in_place(long n, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "in_place", "copy_kernel", "tests/golden/call_parts.c", 57);
    if (!pl_call_declared(&call.host, pl_declared_in_place, "i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, n);
    pl_cl_sequential(&call, "i", pl_call_cdiv(n, B));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 1, (long[]){ n });
    pl_cl_inout(&call, "z", z_array, sizeof *z_array, 1, (long[]){ n });
    pl_call_alias(&call.host, "x");
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "in_place_gpu", 64, 0, in_place_local);
    return pl_cl_items(&call, "in_place_cpu", PL_PADDED_BYTES(B, float) + PL_PADDED_BYTES(B, float));
}

PL_DECLARED_BY_CALLER(once)
int once(const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "once", "copy_kernel", "tests/golden/call_parts.c", 61);
    if (!pl_call_declared(&call.host, pl_declared_once, "const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 1, (long[]){ B });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 1, (long[]){ B });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "once_gpu", 64, 0, NULL);
    return pl_cl_items(&call, "once_cpu", 0);
}
