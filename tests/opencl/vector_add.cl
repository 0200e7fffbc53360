// vector_add, from examples/vector_add.c:28.  Target: opencl, the kernel for CPU devices.
// A work-item runs programs (i) one after the other. x, y, z: blocks of 256 elements, in place; at the edge, copied.

enum { BLOCK = 256 };

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void vector_add_cpu(const long n, const long i_programs,
                    __global const float *restrict x_array,         // [n]
                    __global const float *restrict y_array,         // [n]
                    __global float *restrict z_array,               // [n]
                    const long past_cache,
                    __global uchar *restrict workspace, const long workspace_bytes)
{
    __global uchar *slice = workspace + get_global_id(0) * workspace_bytes;
    __global float *x_window = (__global float *)slice;                             // [BLOCK]
    __global float *y_window = x_window + BLOCK;                                    // [BLOCK]
    __global float *z_window = y_window + BLOCK;                                    // [BLOCK]

    const long last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < last; i++) {
        // x: block (i)
        const long x_size = min(n - i * BLOCK, (long)BLOCK);
        const int x_whole = x_size == BLOCK;
        __global const float *x_block = x_array + i * BLOCK;
        __global const float *x = x_whole ? x_block : x_window;
        if (!x_whole)
            pl_window_in_f32(x_window, BLOCK, x_block, 0, 0, 0, 1, x_size);

        // y: block (i)
        const long y_size = min(n - i * BLOCK, (long)BLOCK);
        const int y_whole = y_size == BLOCK;
        __global const float *y_block = y_array + i * BLOCK;
        __global const float *y = y_whole ? y_block : y_window;
        if (!y_whole)
            pl_window_in_f32(y_window, BLOCK, y_block, 0, 0, 0, 1, y_size);

        // z: block (i)
        const long z_size = min(n - i * BLOCK, (long)BLOCK);
        const int z_whole = z_size == BLOCK;
        __global float *z_block = z_array + i * BLOCK;
        __global float *z = z_whole ? z_block : z_window;
        const int z_past_cache = past_cache && z_whole && (ulong)z % sizeof (floatv) == 0;

        {                                                                           // PL_EACH ((c, BLOCK))
            long c = 0;
            for (; c + VW <= BLOCK; c += VW)
                streamv(loadv(x + c) + loadv(y + c), z + c, z_past_cache);
            for (; c < BLOCK; c++)
                z[c] = x[c] + y[c];
        }

        if (!z_whole)
            pl_window_out_f32(z_window, BLOCK, z_block, 0, 0, 0, 1, z_size);
    }
}
