// z += x y, in f32. The columns of y come in panels: one is copied so that its rows follow each other, then each tile
// of z, DOT_ROWS rows by some vectors, is summed in registers over all of k.
#if VW == 16
#define DOT_VECTORS 4                   // 16 sums, 4 of y and one of x: 32 registers hold them
#else
#define DOT_VECTORS 2                   // 8 sums, 2 of y: 16 registers
#endif
#define DOT_ROWS 4
#define DOT_PANEL(k) ((k) * DOT_VECTORS * VW)           // floats of a panel

// A tile: rows <= DOT_ROWS and vectors <= DOT_VECTORS are constants where it is called.
inline __attribute__((always_inline)) void pl_dot_tile_f32(__global float *z, long z_row, __global const float *x, long x_row,
                            __global const float *panel, long k, int rows, int vectors)
{
    floatv sum[DOT_ROWS][DOT_VECTORS];
    #pragma unroll
    for (int r = 0; r < rows; r++)
        #pragma unroll
        for (int v = 0; v < vectors; v++)
            sum[r][v] = loadv(z + r * z_row + v * VW);
    for (long l = 0; l < k; l++) {
        floatv y[DOT_VECTORS];
        #pragma unroll
        for (int v = 0; v < vectors; v++)
            y[v] = loadv(panel + (l * vectors + v) * VW);
        #pragma unroll
        for (int r = 0; r < rows; r++) {
            const floatv each = x[r * x_row + l];
            #pragma unroll
            for (int v = 0; v < vectors; v++)
                sum[r][v] = fma(each, y[v], sum[r][v]);
        }
    }
    #pragma unroll
    for (int r = 0; r < rows; r++)
        #pragma unroll
        for (int v = 0; v < vectors; v++)
            storev(sum[r][v], z + r * z_row + v * VW);
}

// One panel, its width `vectors`, times all of x.
inline __attribute__((always_inline)) void pl_dot_panel_f32(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                             long m, long k, int vectors)
{
    long r = 0;
    for (; r + DOT_ROWS <= m; r += DOT_ROWS)
        pl_dot_tile_f32(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, DOT_ROWS, vectors);
    for (; r < m; r++)
        pl_dot_tile_f32(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 1, vectors);
}

inline __attribute__((always_inline)) void pl_dot_f32(__global float *z, long z_row, __global const float *x, long x_row, __global const float *y,
                       long y_row, long m, long n, long k, __global float *panel)
{
    long c = 0;
    for (; c + DOT_VECTORS * VW <= n; c += DOT_VECTORS * VW) {
        for (long l = 0; l < k; l++)
            #pragma unroll
            for (int v = 0; v < DOT_VECTORS; v++)
                storev(loadv(y + l * y_row + c + v * VW), panel + (l * DOT_VECTORS + v) * VW);
        pl_dot_panel_f32(z + c, z_row, x, x_row, panel, m, k, DOT_VECTORS);
    }
    for (; c + VW <= n; c += VW) {
        for (long l = 0; l < k; l++)
            storev(loadv(y + l * y_row + c), panel + l * VW);
        pl_dot_panel_f32(z + c, z_row, x, x_row, panel, m, k, 1);
    }
    for (; c < n; c++)                  // fewer columns than a vector has
        for (long r = 0; r < m; r++) {
            float sum = z[r * z_row + c];
            for (long l = 0; l < k; l++)
                sum = fma(x[r * x_row + l], y[l * y_row + c], sum);
            z[r * z_row + c] = sum;
        }
}

