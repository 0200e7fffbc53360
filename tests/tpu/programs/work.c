// work.c -- nests whose work was counted by hand: the comment above each is what the emitted code must say before it.

#include <pallas.h>

enum { M = 16, N = 256 };

PL_KERNEL(work_kernel, PL_REF(const float, x, M, N), PL_REF(const pl_bf16, b, M, N), PL_REF(float, y, M, N), PL_REF(float, v, M),
          PL_SMEM_REF(const float, table, N), PL_REF(const int32_t, at, N))
{
    // stores: { M, N, PL_F32_, .stores = 1 }
    PL_FILL(y, 0);
    // two operations, the second with a scalar: { M, N, PL_F32_, .vector = 2, .loads = 1, .stores = 1 }
    PL_EACH ((r, M), (c, N))
        y[r][c] = 2 * x[r][c] + 1;
    // a conversion and an addition, and each row ends across lanes:
    // { M, N, PL_BF16_, .vector = 2, .cross_lane = 1, .loads = 1 }
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, ((r, M), (c, N)), pl_to_f32(b[r][c]));
    // max and its cross-lane part; a difference, exp; an addition and its cross-lane part; x, x and y:
    // { 1, M, PL_F32_, .stores = 1 }, { M, N, PL_F32_, .vector = 4, .transcendental = 1, .cross_lane = 2, .loads = 3, .stores = 1 }
    PL_EACH ((r, M)) {
        float top = -INFINITY, total = 0;
        PL_REDUCE (top, PL_MAX, (c, N), x[r][c]);
        PL_EACH ((c, N))
            y[r][c] = expf(x[r][c] - top);
        PL_REDUCE (total, PL_ADD, (c, N), y[r][c]);
        v[r] = total;
    }
    // a division by an element is a reciprocal and a product: { M, N, PL_F32_, .vector = 1, .transcendental = 1, .loads = 2, .stores = 1 }
    PL_EACH ((r, M), (c, N))
        y[r][c] = y[r][c] / x[r][c];
    // what is the same for a row is not counted; extents that are variables, as those of a PL_FUNCTION are:
    // { rows, N, PL_F32_, .vector = 1, .loads = 1, .stores = 1 }
    long rows = PL_DIM(x, 0) / 2;
    PL_EACH ((r, rows), (c, N))
        y[r][c] = r > 2 && r < 7 ? x[r][c] : 0;
    // lanes change places: { M, M, PL_F32_, .cross_lane = 1, .loads = 1, .stores = 1 }
    PL_EACH ((r, M), (c, M))
        y[r][c] = x[c][r];
    // the subscript is loaded, and what it selects; so from a table in scalar memory, whose other elements are scalars:
    // { M, N, PL_F32_, .vector = 1, .loads = 2, .stores = 1 }
    PL_EACH ((r, M), (c, N))
        y[r][c] = x[r][at[c]] + 1;
    // { M, N, PL_F32_, .vector = 1, .loads = 2, .stores = 1 }
    PL_EACH ((r, M), (c, N))
        y[r][c] = table[at[c]] + table[r];
}

PL_CALL(work, work_kernel,
        PL_GRID(),
        PL_IN (float, x, (M, N), PL_WHOLE),
        PL_IN (pl_bf16, b, (M, N), PL_WHOLE),
        PL_OUT(float, y, (M, N), PL_WHOLE),
        PL_OUT(float, v, (M), PL_WHOLE),
        PL_PREFETCH(float, table, (N)),
        PL_IN (int32_t, at, (N), PL_WHOLE))

int main(void) { return 0; }
