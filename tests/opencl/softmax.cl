// softmax, from examples/softmax.c:29.  Target: opencl, the kernel for CPU devices.
// A work-item runs programs (i) one after the other. x, o: blocks of 16 whole rows, in place; at the edge, copied.

enum { BM = 16 };

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void softmax_cpu(const long m, const long n, const long i_programs,
                 __global const float *restrict x_array,            // [m][n]
                 __global float *restrict o_array,                  // [m][n]
                 const long past_cache,
                 __global uchar *restrict workspace, const long workspace_bytes)
{
    __global uchar *slice = workspace + get_global_id(0) * workspace_bytes;
    __global float *x_window = (__global float *)slice;                             // [BM][n]
    __global float *o_window = x_window + BM * n;                                   // [BM][n]

    const long last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < last; i++) {
        // x: block (i, 0)
        const long x_rows = min(m - i * BM, (long)BM);
        const int x_whole = x_rows == BM;
        __global const float *x_block = x_array + i * BM * n;
        __global const float *x = x_whole ? x_block : x_window;
        if (!x_whole)
            pl_window_in_f32(x_window, n, x_block, n, 0, 0, x_rows, n);

        // o: block (i, 0)
        const long o_rows = min(m - i * BM, (long)BM);
        const int o_whole = o_rows == BM;
        __global float *o_block = o_array + i * BM * n;
        __global float *o = o_whole ? o_block : o_window;
        const int o_past_cache = past_cache && o_whole && (ulong)o % sizeof (floatv) == 0 && n % VW == 0;

        for (long r = 0; r < BM; r++) {
            float top = -INFINITY, sum = 0;
            {                                                                   // PL_REDUCE (top, PL_MAX, (c, n), …)
                long c = 0;
                floatv top_v = top;
                for (; c + VW <= n; c += VW) {
                    const floatv value = loadv(x + r * n + c);
                    top_v = PL_MAX(top_v, value);
                }
                top = pl_max_f32(top_v);
                for (; c < n; c++) {
                    const float value = x[r * n + c];
                    top = PL_MAX(top, value);
                }
            }
            {                                                                   // PL_REDUCE (sum, PL_ADD, (c, n), …)
                long c = 0;
                floatv sum_v = 0;
                for (; c + VW <= n; c += VW)
                    sum_v += exp(loadv(x + r * n + c) - top);
                sum += pl_sum_f32(sum_v);
                for (; c < n; c++)
                    sum += exp(x[r * n + c] - top);
            }
            {                                                                       // PL_EACH ((c, n))
                long c = 0;
                for (; c + VW <= n; c += VW)
                    streamv(exp(loadv(x + r * n + c) - top) / sum, o + r * n + c, o_past_cache);
                for (; c < n; c++)
                    o[r * n + c] = exp(x[r * n + c] - top) / sum;
            }
        }

        if (!o_whole)
            pl_window_out_f32(o_window, n, o_block, n, 0, 0, o_rows, n);
    }
}
