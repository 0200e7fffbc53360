// z += x y, in f32. y is copied to the workspace as panels of a few vectors' width, whose rows follow each other; then
// each tile of z, DOT_ROWS rows by the panel's width, is summed in registers over all of k. x and z stay in place.
#if VW == 16
#define DOT_VECTORS 4                   // 16 sums, 4 vectors of y, one of x: 32 registers hold them
#else
#define DOT_VECTORS 2                   // 8 sums, 2 of y: 16 registers
#endif
#define DOT_ROWS 4

#if defined __has_builtin && (defined __x86_64__ || defined __aarch64__)
#if __has_builtin(__builtin_prefetch)
#define PL_FETCH(p) __builtin_prefetch((const void *)(ulong)(p), 1)
#endif
#endif
#ifndef PL_FETCH
#define PL_FETCH(p) prefetch(p, VW)
#endif

// A tile. rows and vectors are constants where it is called: inlined first, it is loops of known length.
inline __attribute__((always_inline))
void pl_dot_tile_f32(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                     long k, int rows, int vectors)
{
    floatv sum[DOT_ROWS][DOT_VECTORS];
    #pragma unroll
    for (int r = 0; r < rows; r++)
        #pragma unroll
        for (int v = 0; v < vectors; v++) {
            sum[r][v] = loadv(z + r * z_row + v * VW);
            PL_FETCH(z + (r + rows) * z_row + v * VW);          // of the next tile
        }
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

// A panel, times all of x.
inline __attribute__((always_inline))
void pl_dot_panel_f32(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                      long m, long k, int vectors)
{
    long r = 0;
    for (; r + DOT_ROWS <= m; r += DOT_ROWS)
        pl_dot_tile_f32(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, DOT_ROWS, vectors);
    for (; r < m; r++)
        pl_dot_tile_f32(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 1, vectors);
}

// m, n, k: of z m x n, x m x k, y k x n. Rows lie z_row, x_row, y_row floats apart. panels: room for k * n floats.
static void pl_dot_f32(__global float *z, long z_row, __global const float *x, long x_row,
                       __global const float *y, long y_row, long m, long n, long k, __global float *panels)
{
    const long wide = n - n % (DOT_VECTORS * VW), all = n - n % VW;
    for (long l = 0; l < k; l++) {                              // whole rows of y: memory likes long runs
        for (long c = 0; c < wide; c += DOT_VECTORS * VW)
            #pragma unroll
            for (int v = 0; v < DOT_VECTORS; v++)
                storev(loadv(y + l * y_row + c + v * VW), panels + c * k + (l * DOT_VECTORS + v) * VW);
        for (long c = wide; c < all; c += VW)
            storev(loadv(y + l * y_row + c), panels + c * k + l * VW);
    }
    for (long c = 0; c < wide; c += DOT_VECTORS * VW)
        pl_dot_panel_f32(z + c, z_row, x, x_row, panels + c * k, m, k, DOT_VECTORS);
    for (long c = wide; c < all; c += VW)
        pl_dot_panel_f32(z + c, z_row, x, x_row, panels + c * k, m, k, 1);
    for (long c = all; c < n; c++)                              // fewer columns than a vector has
        for (long r = 0; r < m; r++) {
            float sum = z[r * z_row + c];
            for (long l = 0; l < k; l++)
                sum = fma(x[r * x_row + l], y[l * y_row + c], sum);
            z[r * z_row + c] = sum;
        }
}

