%%helper pl_dot_«»KIND
// The columns that fill panels. z is m x n, x is m x k, y is k x n«»TURNED.
// Rows are z_row, x_row and y_row elements apart. A panel has at most 64 k floats.
static void pl_dot_«»KIND«»(__global float *z, long z_row, __global const float *x, long x_row, __global const TYPE *y,
        long y_row, long m, long n, long k, __global float *panel)
{
    const long width = DOT_VECTORS * VW;
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH«»LINE) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = 0; c + width <= n; c += width) {
            // After the last panel, the next block usually follows.
            const long ahead = AHEAD;
            const int shift = 63 - (int)clz(max(ROW * (long)sizeof (*y) / 64, 1L));
            const struct pl_ahead next = { (__global const uchar *)(y + ahead), y_row * sizeof (*y), shift };
            COPY«»(panel, width, y + c«»ACROSS, y_row, depth, width);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, DOT_VECTORS, next);
        }
    }
}

%%helper pl_dot_rest_«»KIND
// The columns after these, of which the last may not fill a vector: there are zeros beside them, and z is copied.
static void pl_dot_rest_«»KIND«»(__global float *z, long z_row, __global const float *x, long x_row,
        __global const TYPE *y, long y_row, long m, long n, long k, __global float *panel)
{
    const long all = n - n % VW;
    __global float *edge = panel + 64 * k + m * (k + 16);
    const struct pl_ahead none = { (__global const uchar *)panel, 0, 0 };
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH«»LINE) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = n - n % (DOT_VECTORS * VW); c < all; c += VW) {
            COPY«»(panel, VW, y + c«»ACROSS, y_row, depth, VW);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, 1, none);
        }
        if (all == n)
            continue;
        for (long i = 0; i < depth; i++)
            storev((floatv)0, panel + i * VW);
        COPY«»(panel, VW, y + all«»ACROSS, y_row, depth, n - all);
        for (long r = 0; r < m; r++)
            storev((floatv)0, edge + r * VW);
        pl_copy_float(edge, VW, z + all, z_row, m, n - all);
        pl_dot_panel(edge, VW, x, x_row, panel, m, depth, 1, none);
        pl_copy_float(z + all, z_row, edge, VW, m, n - all);
    }
}

