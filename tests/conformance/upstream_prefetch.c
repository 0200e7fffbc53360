// upstream_prefetch.c -- the upstream tests about scalar prefetch: tables that maps and kernels read.
//
// Each test has the number under which UPSTREAM.md lists it. All values are integers, so == is exact.

#include <pallas.h>
#include "../test.h"

// Blocks permuted by a table, of an input and of an output.
PL_KERNEL(copy_pair, PL_SMEM_REF(const int32_t, t, 4), PL_REF(const int32_t, x, 2), PL_REF(int32_t, z, 2))
{
    PL_EACH ((c, 2))
        z[c] = x[c] + 100 * t[PL_PROGRAM_ID(0)];
}

PL_CALL(permute_in, copy_pair,
        PL_GRID((i, 4)),
        PL_PREFETCH(int32_t, t, (4)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((2), (t[i]))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((2), (i))))

PL_CALL(permute_out, copy_pair,
        PL_GRID((i, 4)),
        PL_PREFETCH(int32_t, t, (4)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((2), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((2), (t[i]))))

TEST(t053_trivial_scalar_prefetch)
{
    int32_t t[4] = { 2, 0, 3, 1 }, x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }, z[8] = { 0 };
    EXPECT(permute_in(t, x, z) == 0);
    EXPECT_INTS(z, 8, 204, 205, 0, 1, 306, 307, 102, 103);
    EXPECT(permute_out(t, x, z) == 0);
    EXPECT_INTS(z, 8, 2, 3, 106, 107, 200, 201, 304, 305);
}

// Tables of narrow types: two that a map reads, one that the kernel reads.
PL_KERNEL(scale_block, PL_SMEM_REF(const int8_t, rows, 4), PL_SMEM_REF(const int16_t, columns, 2, 2),
          PL_SMEM_REF(const pl_bf16, scales, 4), PL_REF(const float, x, 1), PL_REF(float, z, 1))
{
    (void)rows;
    z[0] = x[0] * pl_to_f32(scales[PL_PROGRAM_ID(0)]) + (float)columns[PL_PROGRAM_ID(0) / 2][PL_PROGRAM_ID(0) % 2];
}

PL_CALL(narrow_tables, scale_block,
        PL_GRID((i, 4)),
        PL_PREFETCH(int8_t, rows, (4)),
        PL_PREFETCH(int16_t, columns, (2, 2)),
        PL_PREFETCH(pl_bf16, scales, (4)),
        PL_IN (float, x, (3, 500), PL_BLOCKSPEC((PL_NONE, PL_NONE), (rows[i] + 128, columns[i / 2][i % 2]))),
        PL_OUT(float, z, (4), PL_BLOCKSPEC((PL_NONE), (i))))

TEST(t054_narrow_bitwidth_scalar_prefetch)
{
    int8_t rows[4] = { -128, -127, -126, -128 };
    int16_t columns[4] = { 499, 0, 300, 7 };
    pl_bf16 scales[4] = { pl_to_bf16(1), pl_to_bf16(-2), pl_to_bf16(0.5f), pl_to_bf16(128) };
    static float x[3 * 500];
    float z[4] = { 0 };
    for (int e = 0; e < 3 * 500; e++)
        x[e] = (float)e;
    EXPECT(narrow_tables(rows, columns, scales, x, z) == 0);
    // x[0][499], x[1][0], x[2][300], x[0][7], each times its scale, plus its column; the scales are exact in bf16
    EXPECT_INTS(z, 4, 499 + 499, -2 * 500, 1300 / 2 + 300, 7 * 128 + 7);
}

// The order of parameters: sizes, scalars, tables, inputs, outputs as written; scratch belongs to the kernel alone.
PL_KERNEL(many_parts, PL_SCALAR(int32_t, a), PL_SMEM_REF(const int32_t, t, 2), PL_SMEM_REF(const int32_t, u, 1),
          PL_REF(const int32_t, x, 1), PL_REF(const int32_t, y, 1), PL_REF(int32_t, z, 1), PL_REF(int32_t, w, 1),
          PL_REF(int32_t, seen, 1))
{
    PL_WHEN (PL_FIRST(0))
        seen[0] = 0;
    seen[0] += 1;
    z[0] = a * x[0] + t[seen[0] % 2];
    w[0] = u[0] * y[0] + seen[0];
}

PL_CALL(convention, many_parts,
        PL_SIZES(n),
        PL_SCALAR(int32_t, a),
        PL_GRID((i, n)),
        PL_PREFETCH(int32_t, t, (2)),
        PL_PREFETCH(int32_t, u, (1)),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_IN (int32_t, y, (n), PL_BLOCKSPEC((PL_NONE), (n - 1 - i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_OUT(int32_t, w, (n), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_SCRATCH(int32_t, (1)))

TEST(t056_scalar_prefetch_calling_convention)
{
    int (*call)(long, int32_t, const int32_t *, const int32_t *, const int32_t *, const int32_t *, int32_t *,
                int32_t *) = convention;
    int32_t t[2] = { 5, 6 }, u[1] = { 10 }, x[3] = { 1, 2, 3 }, y[3] = { 7, 8, 9 }, z[3] = { 0 }, w[3] = { 0 };
    EXPECT(call(3, 100, t, u, x, y, z, w) == 0);
    EXPECT_INTS(z, 3, 106, 205, 306);
    EXPECT_INTS(w, 3, 91, 82, 73);
}

// A program in scalar memory, one instruction per step, its state in scratch.
enum { PUSH_X, ADD_X, DOUBLE, NEGATE };

PL_KERNEL(one_instruction, PL_SMEM_REF(const int32_t, code, 6), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4),
          PL_REF(int32_t, state, 4))
{
    switch (code[PL_PROGRAM_ID(0)]) {
    case PUSH_X:
        PL_ASSIGN(state, x);
        break;
    case ADD_X:
        PL_EACH ((c, 4))
            state[c] += x[c];
        break;
    case DOUBLE:
        PL_EACH ((c, 4))
            state[c] *= 2;
        break;
    case NEGATE:
        PL_EACH ((c, 4))
            state[c] = -state[c];
        break;
    }
    PL_WHEN (PL_LAST(0))
        PL_ASSIGN(z, state);
}

PL_CALL(run_program, one_instruction,
        PL_GRID((step, 6)),
        PL_PREFETCH(int32_t, code, (6)),
        PL_IN (int32_t, x, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (4), PL_WHOLE),
        PL_SCRATCH(int32_t, (4)))

TEST(t057_scalar_interpreter)
{
    int32_t x[4] = { 1, 2, -3, 10 }, z[4] = { 0 };
    int32_t code[6] = { PUSH_X, DOUBLE, ADD_X, NEGATE, DOUBLE, ADD_X };     // -(2x + x) * 2 + x = -5x
    EXPECT(run_program(code, x, z) == 0);
    EXPECT_INTS(z, 4, -5, -10, 15, -50);
    int32_t other[6] = { PUSH_X, DOUBLE, DOUBLE, DOUBLE, NEGATE, ADD_X };   // -8x + x = -7x
    EXPECT(run_program(other, x, z) == 0);
    EXPECT_INTS(z, 4, -7, -14, 21, -70);
}

int main(void)
{
    RUN(t053_trivial_scalar_prefetch);
    RUN(t054_narrow_bitwidth_scalar_prefetch);
    RUN(t056_scalar_prefetch_calling_convention);
    RUN(t057_scalar_interpreter);
    return test_end();
}
