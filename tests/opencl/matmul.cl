// matmul, from examples/matmul.c:26.  Target: opencl, the kernel for CPU devices.
// A work-item runs programs (i, j) one after the other; l is a loop. x, y and z: 128x128 blocks.
// Blocks that lie whole in their array are used in place; one that hangs over the edge is copied to the workspace.

enum { BM = 128, BN = 128, BK = 128 };

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void matmul_cpu(const long m, const long n, const long k,
                const long i_programs, const long j_programs, const long l_programs,
                __global const float *restrict x_array,             // [m][k]
                __global const float *restrict y_array,             // [k][n]
                __global float *restrict z_array,                   // [m][n]
                __global uchar *restrict workspace, const long workspace_bytes)
{
    __global uchar *slice = workspace + get_global_id(0) * workspace_bytes;
    __global float *x_window = (__global float *)slice;                             // [BM][BK]
    __global float *y_window = x_window + BM * BK;                                  // [BK][BN]
    __global float *z_window = y_window + BK * BN;                                  // [BM][BN]
    __global float *panel = z_window + BM * BN;                                     // what pl_dot_f32 asks for: at most 64 BK

    const long last = pl_share(i_programs * j_programs, 1);
    for (long program = pl_share(i_programs * j_programs, 0); program < last; program++) {
        const long i = program / j_programs;
        const long j = program % j_programs;

        // z: block (i, j)
        const long z_rows = min(m - i * BM, (long)BM), z_columns = min(n - j * BN, (long)BN);
        const int z_whole = z_rows == BM && z_columns == BN;
        __global float *z_block = z_array + i * BM * n + j * BN;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? n : BN;

        for (long l = 0; l < l_programs; l++) {
            // x: block (i, l), 0 outside
            const long x_rows = min(m - i * BM, (long)BM), x_columns = min(k - l * BK, (long)BK);
            const int x_whole = x_rows == BM && x_columns == BK;
            __global const float *x_block = x_array + i * BM * k + l * BK;
            __global const float *x = x_whole ? x_block : x_window;
            const long x_row = x_whole ? k : BK;
            if (!x_whole) {
                pl_fill_f32(x_window, BM * BK, 0);
                pl_window_in_f32(x_window, BK, x_block, k, 0, 0, x_rows, x_columns);
            }

            // y: block (l, j), 0 outside
            const long y_rows = min(k - l * BK, (long)BK), y_columns = min(n - j * BN, (long)BN);
            const int y_whole = y_rows == BK && y_columns == BN;
            __global const float *y_block = y_array + l * BK * n + j * BN;
            __global const float *y = y_whole ? y_block : y_window;
            const long y_row = y_whole ? n : BN;
            if (!y_whole) {
                pl_fill_f32(y_window, BK * BN, 0);
                pl_window_in_f32(y_window, BN, y_block, n, 0, 0, y_rows, y_columns);
            }

            if (l == 0)                                                             // examples/matmul.c:20
                for (long r = 0; r < BM; r++)
                    pl_fill_f32(z + r * z_row, BN, 0);
            pl_dot_f32(z, z_row, x, x_row, y, y_row, BM, BN, BK, panel);                          // z += x y
        }

        if (!z_whole)
            pl_window_out_f32(z_window, BN, z_block, n, 0, 0, z_rows, z_columns);
    }
}
