// How windows are copied to local memory and back.
// options: --target=cuda
#include <pallas.h>

// Out: stored element by element, where its index was before. In and out: only the copy to local memory has pieces.
PL_KERNEL(moved_kernel, PL_SMEM_REF(const int32_t, to, 4), PL_REF(const float, x, 8, 64), PL_REF(float, y, 8, 64),
          PL_REF(float, z, 8, 64))
{
    PL_EACH ((r, 8), (c, 64)) {
        z[r][c] = x[r][c];
        y[r][c] += 1;
    }
    PL_LOOP (r, 1, 8)
        PL_EACH ((c, 1, 64)) {
            z[r][c] += z[r - 1][c - 1];
            y[r][c] += y[r - 1][c - 1];
        }
}
PL_CALL(moved, moved_kernel, PL_SIZES(m), PL_GRID(PL_ARBITRARY(i, 4)), PL_PREFETCH(int32_t, to, (4)),
        PL_IN   (float, x, (m, 64), PL_BLOCKSPEC((8, 64), (i, 0))),
        PL_INOUT(float, y, (m, 64), PL_BLOCKSPEC((8, 64), (to[i], 0))),
        PL_OUT  (float, z, (m, 64), PL_BLOCKSPEC((8, 64), (to[i], 0))))

// No lane has two elements to copy.
PL_KERNEL(short_kernel, PL_REF(const double, x, 3, 16), PL_REF(double, z, 3, 16))
{
    PL_EACH ((r, 3), (c, 15)) z[r][c] = x[r][c] + x[r][c + 1];
}
PL_CALL(few, short_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN (double, x, (m, 3, 16), PL_BLOCKSPEC((PL_NONE, 3, 16), (i, 0, 0))),
        PL_OUT(double, z, (m, 3, 16), PL_BLOCKSPEC((PL_NONE, 3, 16), (i, 0, 0))))

// Pieces are of whole blocks.
PL_KERNEL(edge_kernel, PL_REF(const float, x, 18, 64), PL_REF(float, z, 16, 64))
{
    PL_EACH ((r, 16), (c, 64)) z[r][c] = x[r][c] + x[r + 1][63 - c] + x[r + 2][c];
}
PL_CALL(edge, edge_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, 16)), (j, PL_CDIV(n, 64))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((PL_ELEMENT(18, 1, 17), 64), (i * 16, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((16, 64), (i, j))))

// A thread has a run of four columns, so it reads every fourth row of x: with any gap, several threads meet in a bank.
PL_KERNEL(turn_kernel, PL_REF(const float, x, 128, 128), PL_REF(float, z, 128, 128))
{
    PL_EACH ((r, 128), (c, 128)) z[r][c] = x[c][r];
}
PL_CALL(turn, turn_kernel, PL_GRID((i, 4)),
        PL_IN (float, x, (512, 128), PL_BLOCKSPEC((128, 128), (i, 0))),
        PL_OUT(float, z, (128, 512), PL_BLOCKSPEC((128, 128), (0, i))))

// The same with a gap that keeps pieces of 16 bytes.
PL_KERNEL(small_kernel, PL_REF(const float, x, 32, 32), PL_REF(float, z, 32, 32))
{
    PL_EACH ((r, 32), (c, 32)) z[r][c] = x[c][r];
}
PL_CALL(small, small_kernel, PL_GRID((i, 4)),
        PL_IN (float, x, (128, 32), PL_BLOCKSPEC((32, 32), (i, 0))),
        PL_OUT(float, z, (32, 128), PL_BLOCKSPEC((32, 32), (0, i))))
