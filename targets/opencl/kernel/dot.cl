%%helper pl_dot_panel
// z += x y, summed in f32, at most DOT_DEPTH terms at a time. y is copied to the workspace one panel at a time: a few
// vectors wide, with contiguous rows. Each tile of z, DOT_ROWS rows by the width of the panel, is then summed in
// registers. Data of the next tile and the next panel is prefetched.
#define DOT_ROWS 6
#if VW == 16
#define DOT_VECTORS 4                   // 24 sums, 4 vectors of y, 1 of x: they fit in 32 registers
#else
#define DOT_VECTORS 2                   // 12 sums, 2 of y, 1 of x: they fit in 16 registers
#endif
#define DOT_DEPTH 512
#define DOT_STEPS 16                    // iterations of l per prefetched cache line
#define PL_EACH_OF(i, count) _Pragma("unroll") for (int i = 0; i < count; i++)

// Memory to prefetch: rows of 1 << shift cache lines each, row bytes apart.
struct pl_ahead { __global const uchar *from; long row; int shift; };

// One tile. rows and vectors are constants at each call, so that the inlined loops have known trip counts. line: the
// cache line to prefetch first.
inline __attribute__((always_inline))
void pl_dot_tile(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                 long k, int rows, int vectors, struct pl_ahead next, long line)
{
    floatv sum[DOT_ROWS][DOT_VECTORS];
    PL_EACH_OF (r, rows)
        PL_EACH_OF (v, vectors)
            sum[r][v] = loadv(z + r * z_row + v * VW);
    for (long first = 0, ahead = 0; first < k; first += DOT_STEPS, line++, ahead++) {
        PL_FETCH(next.from + (line >> next.shift) * next.row + (line & ((1 << next.shift) - 1)) * 64, 0, 2);
        PL_FETCH(z + (rows + ahead / vectors) * z_row + ahead % vectors * VW, 1, 3);            // of the next tile
        const long end = min(first + DOT_STEPS, k);
        #pragma unroll 2
        for (long l = first; l < end; l++)
            PL_EACH_OF (r, rows) {
                const floatv each = x[r * x_row + l];
                PL_EACH_OF (v, vectors)
                    sum[r][v] = fma(each, loadv(panel + (l * vectors + v) * VW), sum[r][v]);
            }
    }
    PL_EACH_OF (r, rows)
        PL_EACH_OF (v, vectors)
            storev(sum[r][v], z + r * z_row + v * VW);
}

// Multiplies all rows of x by a panel.
inline __attribute__((always_inline))
void pl_dot_panel(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                  long m, long k, int vectors, struct pl_ahead next)
{
    const long lines = k * vectors * VW / 16;
    long r = 0;
    for (; r + DOT_ROWS <= m; r += DOT_ROWS)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, DOT_ROWS, vectors, next, r * lines / m);
    for (; r + 2 <= m; r += 2)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 2, vectors, next, r * lines / m);
    for (; r < m; r++)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 1, vectors, next, r * lines / m);
}

