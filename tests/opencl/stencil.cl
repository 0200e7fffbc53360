// heat, from examples/stencil.c:28.  Target: opencl, the kernel for CPU devices.
// A work-item runs programs (i, j) one after the other. x: windows of 40x256 that overlap, z: 32x128 blocks; in place
// where they lie whole in their array, else copied to the workspace.

enum { BM = 32, BN = 128, HIGH = BM + 8, WIDE = BN + 128 };

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void heat_cpu(const long m, const long n, const long i_programs, const long j_programs,
              __global const float *restrict x_array,               // [m][n]
              __global float *restrict z_array,                     // [m][n]
              __global int *restrict report, __global uchar *restrict workspace, const long workspace_bytes)
{
    __global uchar *slice = workspace + get_global_id(0) * workspace_bytes;
    __global float *x_window = (__global float *)slice;                             // [HIGH][WIDE]
    __global float *z_window = x_window + HIGH * WIDE;                                // [BM][BN]

    const long last = pl_share(i_programs * j_programs, 1);
    for (long program = pl_share(i_programs * j_programs, 0); program < last; program++) {
        const long i = program / j_programs;
        const long j = program % j_programs;

        // x: from (i * BM - 1, j * BN - 1), 0 outside; the array is padded by 1, HIGH - 2 and 1, WIDE - 2
        const long x_0 = i * BM - 1, x_1 = j * BN - 1;
        if (x_0 < -1 || x_0 + HIGH > m + HIGH - 2) {
            pl_report(report, 1, program, x_0 + 1, 0, HIGH, 1, m + HIGH - 1);
            return;
        }
        if (x_1 < -1 || x_1 + WIDE > n + WIDE - 2) {
            pl_report(report, 1, program, x_1 + 1, 1, WIDE, 1, n + WIDE - 1);
            return;
        }
        const long x_top = max(-x_0, 0L), x_left = max(-x_1, 0L);
        const long x_bottom = min(m - x_0, (long)HIGH), x_right = min(n - x_1, (long)WIDE);
        const int x_whole = x_top == 0 && x_left == 0 && x_bottom == HIGH && x_right == WIDE;
        __global const float *x_block = x_array + x_0 * n + x_1;
        __global const float *x = x_whole ? x_block : x_window;
        const long x_row = x_whole ? n : WIDE;
        if (!x_whole) {
            pl_fill_f32(x_window, HIGH * WIDE, 0.0f);
            pl_window_in_f32(x_window, WIDE, x_block, n, x_top, x_left, x_bottom, x_right);
        }

        // z: block (i, j)
        const long z_rows = min(m - i * BM, (long)BM), z_columns = min(n - j * BN, (long)BN);
        const int z_whole = z_rows == BM && z_columns == BN;
        __global float *z_block = z_array + i * BM * n + j * BN;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? n : BN;

        for (long r = 0; r < BM; r++) {                                             // PL_EACH ((r, BM), (c, BN))
            long c = 0;
            for (; c + VW <= BN; c += VW) {
                const floatv here = loadv(x + (r + 1) * x_row + (c + 1));
                const floatv around = loadv(x + r * x_row + (c + 1)) + loadv(x + (r + 2) * x_row + (c + 1))
                                    + loadv(x + (r + 1) * x_row + c) + loadv(x + (r + 1) * x_row + (c + 2));
                storev(here + 0.2f * (around - 4 * here), z + r * z_row + c);
            }
            for (; c < BN; c++) {
                const float here = x[(r + 1) * x_row + (c + 1)];
                const float around = x[r * x_row + (c + 1)] + x[(r + 2) * x_row + (c + 1)]
                                   + x[(r + 1) * x_row + c] + x[(r + 1) * x_row + (c + 2)];
                z[r * z_row + c] = here + 0.2f * (around - 4 * here);
            }
        }

        if (!z_whole)
            pl_window_out_f32(z_window, BN, z_block, n, 0, 0, z_rows, z_columns);
    }
}
