// Whole blocks, blocks of the body, functions on blocks, and where a program is.

#include <pallas.h>

enum { M = 8, N = 16 };

PL_FUNCTION(float, first_of, PL_REF(const float, v, M, N), PL_SCALAR(int, at))
{
    return v[at][0] + (float)PL_DIM(v, 1);
}

PL_FUNCTION(void, twice, PL_REF(const float, from, M, N), PL_REF(float, to, M, N))
{
    PL_EACH ((r, M), (c, N))
        to[r][c] = 2 * from[r][c];
    to[0][0] = first_of(PL_PASS(from), 1);
}

static float sum_of(const float *row, long n)
{
    float sum = 0;
    for (long i = 0; i < n; i++)
        sum += row[i];
    return sum;
}

static float corner(const float rows[][N]) { return rows[1][2]; }

static long old_place(long n) { return n & 7; }

PL_KERNEL(blocks_kernel,
          PL_SCALAR(long, n),
          PL_REF(const float, x, M, N),
          PL_REF(const pl_bf16, h, N, N),
          PL_REF(float, z, M, N),
          PL_REF(int32_t, count, N),
          PL_REF(float, ragged, n, n + 1))
{
    PL_TRACE("blocks");
    PL_TILE(float, t, M, N);
    PL_TILE(pl_bf16, narrow, 2, M, N);
    PL_FILL(t, -1e30f);
    PL_FILL(narrow, pl_to_bf16(0));
    PL_DOT(z, x, h);
    PL_DOT(t, x, PL_T(h), PL_TF32);
    PL_DOT(t, x, h, PL_BF16X1);
    PL_ASSIGN(z, t);
    PL_VIEW(const float, part, &x[2], 2, 4);
    PL_VIEW(float, row, z[3], N);
    PL_VIEW(float, below, z + 4, 2, N);
    row[0] = part[1][2] + below[0][0] + (*x_ref)[0][1];
    twice(PL_PASS(x), PL_PASS(z));
    z[1][0] = sum_of(x[1], N) + sum_of(&x[1][2], 3) + corner(x);
    PL_WHEN (PL_FIRST(0) && !PL_LAST(1)) {
        z[0][1] = PL_INSIDE(x, 1, 2) ? pl_to_f32(h[0][0]) : PL_LOAD(x[0][1], n > 3, -1);
        PL_STORE(z[0][2], 5, PL_AXIS(i) < PL_NUM_PROGRAMS(0));
    } else
        PL_PRINT("program %ld of %s\n", PL_PROGRAM_ID(1), "many");
    int32_t old = PL_ATOMIC_CAS(&count[0], 1, 2) + PL_ATOMIC_XCHG(count, 3) + PL_ATOMIC_MAX(&count[old_place(n)], 4);
    PL_CHECK(n > 0);
    PL_CHECK(old >= 0, "old is %d, \"%s\"", old, "n");
    long by = PL_MULTIPLE_OF(n, 8), size = PL_SIZE(ragged, 0), extent = PL_DIM(ragged, 1);
    PL_WHEN (by > size && n % 2)
        ragged[0][extent - 1] = PL_CDIV(by, size);
}
