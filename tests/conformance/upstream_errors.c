// upstream_errors.c -- the upstream tests of mistakes that a running program makes.
//
// Each test first makes a correct call. Then REJECTED makes a wrong one: it must return non-zero, and
// pl_error() must name the operand; `error_names` requires more, such as the program. With PL_CHECKS=0 nothing is
// rejected, and REJECTED makes no call. Garbage in integers shows only if two runs differ, so REJECTED_TWIN makes its
// call only under PALLAS=check=twin. Mistakes that do not compile are in tests/errors; UPSTREAM.md lists them.

#include <pallas.h>
#include "../test.h"

static int error_names(const char *words)
{
    return pl_error() && strstr(pl_error(), words) != NULL;
}

static int runs_twice(void)
{
    const char *options = getenv("PALLAS");
    return PL_CHECKS && options && strstr(options, "check=twin") != NULL;
}

#define REFUSED_WHEN(c, call, operand)          \
    do {                                        \
        if (c) {                                \
            EXPECT((call) != 0);                \
            EXPECT(error_names(operand));       \
        }                                       \
    } while (0)
#define REJECTED(call, operand)      REFUSED_WHEN(PL_CHECKS, call, operand)
#define REJECTED_TWIN(call, operand) REFUSED_WHEN(runs_twice(), call, operand)

// Padding that is stored inside an array. A kernel may read it if it drops the result.
PL_KERNEL(copy_six_floats, PL_REF(const float, source, 6), PL_REF(float, target, 6))
{
    PL_ASSIGN(target, source);
}

PL_KERNEL(copy_six_ints, PL_REF(const int32_t, source, 6), PL_REF(int32_t, target, 6))
{
    PL_ASSIGN(target, source);
}

PL_CALL(padding_float, copy_six_floats,
        PL_SIZES(n),
        PL_GRID(),
        PL_IN (float, source, (3), PL_BLOCKSPEC((6), (0))),
        PL_OUT(float, target, (n), PL_BLOCKSPEC((6), (0))))

PL_CALL(padding_int, copy_six_ints,
        PL_SIZES(n),
        PL_GRID(),
        PL_IN (int32_t, source, (3), PL_BLOCKSPEC((6), (0))),
        PL_OUT(int32_t, target, (n), PL_BLOCKSPEC((6), (0))))

TEST(t009_block_spec_padding_is_nan)
{
    float source[3] = { 42, 43, 44 }, target[6] = { 0 };
    EXPECT(padding_float(3, source, target) == 0);
    EXPECT_INTS(target, 6, 42, 43, 44, 0, 0, 0);
    REJECTED(padding_float(6, source, target), "target");
    REJECTED(padding_float(4, source, target), "source");        // the operand that has the padding
}

TEST(t009_block_spec_padding_is_garbage_int)
{
    int32_t source[3] = { 42, 43, 44 }, target[6] = { 0 };
    EXPECT(padding_int(3, source, target) == 0);
    EXPECT_INTS(target, 6, 42, 43, 44, 0, 0, 0);
    REJECTED_TWIN(padding_int(4, source, target), "target");
}

// An element dim's padding, before and after.
PL_CALL(element_padding, copy_six_floats,
        PL_SIZES(n),
        PL_GRID(),
        PL_IN (float, source, (n), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 2)), (0))),
        PL_OUT(float, target, (6), PL_WHOLE))

PL_CALL(element_edge, copy_six_floats,
        PL_SIZES(n),
        PL_GRID(),
        PL_IN (float, source, (n), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 2)), (0), PL_EDGE(9))),
        PL_OUT(float, target, (6), PL_WHOLE))

TEST(t016_block_spec_element_padding_is_nan)
{
    float source[6] = { 42, 42, 42, 42, 42, 42 }, target[6] = { 0 };
    EXPECT(element_edge(3, source, target) == 0);
    EXPECT_INTS(target, 6, 9, 42, 42, 42, 9, 9);
    REJECTED(element_padding(3, source, target), "target");
    REJECTED(element_padding(6, source, target), "source");      // one element before is enough
}

// Element windows may use their padding, but not extend past it.
PL_KERNEL(sum_four, PL_REF(const float, source, 4), PL_REF(float, target, 1))
{
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, 4), PL_INSIDE(source, c) ? source[c] : 0);
    target[0] = sum;
}

PL_CALL(windows_of_four, sum_four,
        PL_SIZES(shift),
        PL_GRID((i, 3)),
        PL_IN (float, source, (6), PL_BLOCKSPEC((PL_ELEMENT(4, 1, 1)), (2 * i + shift))),
        PL_OUT(float, target, (3), PL_BLOCKSPEC((PL_NONE), (i))))

TEST(t018_unblocked_indexing_outside_padding)
{
    float source[6] = { 1, 2, 3, 4, 5, 6 }, target[3] = { 0 };
    EXPECT(windows_of_four(0, source, target) == 0);
    EXPECT_INTS(target, 3, 1 + 2 + 3, 2 + 3 + 4 + 5, 4 + 5 + 6);
    REJECTED(windows_of_four(1, source, target), "source");
    REJECTED(windows_of_four(-1, source, target), "source");
}

// Blocks that do not match the kernel's refs, known only when the call is made.
PL_KERNEL(copy_n, PL_SCALAR(long, n), PL_REF(const float, source, n), PL_REF(float, target, n))
{
    PL_ASSIGN(target, source);
}

PL_CALL(blocks_of_four, copy_n,
        PL_SCALAR(long, n),
        PL_GRID((i, 2)),
        PL_IN (float, source, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, target, (8), PL_BLOCKSPEC((4), (i))))

TEST(t026_pallas_call_kernel_args_mismatch)
{
    float source[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, target[8] = { 0 };
    EXPECT(blocks_of_four(4, source, target) == 0);
    EXPECT_INTS(target, 8, 1, 2, 3, 4, 5, 6, 7, 8);
    REJECTED(blocks_of_four(5, source, target), "source");
    REJECTED(blocks_of_four(3, source, target), "source");
}

// Index maps that leave their array: past the end and before the start, for inputs and outputs.
PL_KERNEL(copy_pair, PL_REF(const float, source, 2), PL_REF(float, target, 2))
{
    PL_ASSIGN(target, source);
}

PL_CALL(map_in, copy_pair,
        PL_SIZES(shift),
        PL_GRID((i, 4)),
        PL_IN (float, source, (8), PL_BLOCKSPEC((2), (i + shift))),
        PL_OUT(float, target, (8), PL_BLOCKSPEC((2), (i))))

PL_CALL(map_out, copy_pair,
        PL_SIZES(factor),
        PL_GRID((i, 4)),
        PL_IN (float, source, (8), PL_BLOCKSPEC((2), (i))),
        PL_OUT(float, target, (8), PL_BLOCKSPEC((2), (factor * i))))

TEST(t108_out_of_bounds_block_spec)
{
    float source[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, target[8] = { 0 };
    EXPECT(map_in(0, source, target) == 0);
    EXPECT_INTS(target, 8, 1, 2, 3, 4, 5, 6, 7, 8);
    REJECTED(map_in(1, source, target), "source");
    EXPECT(!PL_CHECKS || error_names("program (i=3)"));       // blocks 1, 2 and 3 exist; block 4 does not
    REJECTED(map_in(-1, source, target), "source");
    EXPECT(!PL_CHECKS || error_names("program (i=0)"));
    memset(target, 0, sizeof target);
    EXPECT(map_out(1, source, target) == 0);
    EXPECT_INTS(target, 8, 1, 2, 3, 4, 5, 6, 7, 8);
    REJECTED(map_out(2, source, target), "target");  // element offsets instead of block indices
    EXPECT(!PL_CHECKS || error_names("program (i=2)"));
}

// An alias is one array: two are rejected. So is one array that is not declared as an alias.
PL_CALL(alias_expected, copy_pair,
        PL_GRID((i, 4)),
        PL_IN (float, source, (8), PL_BLOCKSPEC((2), (i))),
        PL_OUT(float, target, (8), PL_BLOCKSPEC((2), (i), PL_ALIAS(source))))

TEST(t027_vector_input_output_aliasing_checked)
{
    float one[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, other[12] = { 0 };
    EXPECT(alias_expected(one, one) == 0);
    EXPECT_INTS(one, 8, 1, 2, 3, 4, 5, 6, 7, 8);
    REJECTED(alias_expected(one, other), "target");
    REJECTED(map_in(0, other, other), "target");
    REJECTED(map_in(0, other, other + 4), "target"); // they overlap partly
}

// K = 33 in blocks of 32 without a mask: the padding of K reaches every sum.
PL_KERNEL(unmasked_product, PL_REF(const float, left, 8, 32), PL_REF(const float, right, 32, 8),
          PL_REF(float, product, 8, 8))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(product, 0);
    PL_DOT(product, left, right);
}

PL_CALL(unmasked_matmul, unmasked_product,
        PL_SIZES(k),
        PL_GRID((l, PL_CDIV(k, 32))),
        PL_IN (float, left, (8, k), PL_BLOCKSPEC((8, 32), (0, l))),
        PL_IN (float, right, (k, 8), PL_BLOCKSPEC((32, 8), (l, 0))),
        PL_OUT(float, product, (8, 8), PL_BLOCKSPEC((8, 8), (0, 0))))

TEST(t033_interpret_mode_out_of_bounds_access)
{
    float left[8 * 33], right[33 * 8], product[64] = { 0 };
    for (int e = 0; e < 8 * 33; e++)
        left[e] = right[e] = 1;
    EXPECT(unmasked_matmul(32, left, right, product) == 0);
    for (int e = 0; e < 64; e++)
        EXPECT(product[e] == 32);
    REJECTED(unmasked_matmul(33, left, right, product), "product");
}

// A failing check fails the call, with its own message; the next call is not affected.
PL_KERNEL(check_sign, PL_REF(const int32_t, x, 1), PL_REF(int32_t, z, 1))
{
    PL_CHECK(x[0] >= 0, "%d is below zero", (int)x[0]);
    z[0] = x[0];
}

PL_CALL(checked_signs, check_sign,
        PL_GRID((i, 4)),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((PL_NONE), (i))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((PL_NONE), (i))))

TEST(t034_runtime_assert)
{
    int32_t x[4] = { 3, 0, -5, 1 }, z[4] = { 0 };
    REJECTED(checked_signs(x, z), "-5 is below zero");
    x[2] = 5;
    EXPECT(checked_signs(x, z) == 0);
    EXPECT_INTS(z, 4, 3, 0, 5, 1);
}

// An output window with one element that is never written.
PL_KERNEL(write_all_but_one, PL_SCALAR(long, hole), PL_REF(float, result, 8))
{
    PL_EACH ((c, 8))
        if (c != hole)
            result[c] = 1;
}

PL_CALL(partly_written, write_all_but_one,
        PL_SCALAR(long, hole),
        PL_GRID(),
        PL_OUT(float, result, (8), PL_WHOLE))

TEST(t078_poison_buffers)
{
    float result[8] = { 0 };
    EXPECT(partly_written(8, result) == 0);
    EXPECT_INTS(result, 8, 1, 1, 1, 1, 1, 1, 1, 1);
    REJECTED(partly_written(5, result), "result");
    REJECTED(partly_written(0, result), "result");
}

// A bounded slice larger than its bound, and one that extends past the array.
PL_KERNEL(copy_bounded, PL_REF(const float, source, 4), PL_REF(float, target, 4))
{
    PL_EACH ((c, PL_SIZE(target, 0)))
        target[c] = source[c];
}

PL_CALL(bounded_slice, copy_bounded,
        PL_SIZES(start, size),
        PL_GRID(),
        PL_IN (float, source, (8), PL_BLOCKSPEC((PL_BOUNDED(4)), (PL_DS(start, size)))),
        PL_OUT(float, target, (3), PL_BLOCKSPEC((PL_BOUNDED(4)), (PL_DS(0, 3)))))

TEST(t104_block_spec_bounded_slice_too_large)
{
    float source[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, target[3] = { 0 };
    EXPECT(bounded_slice(3, 3, source, target) == 0);
    EXPECT_INTS(target, 3, 4, 5, 6);
    REJECTED(bounded_slice(3, 5, source, target), "source");
    REJECTED(bounded_slice(6, 3, source, target), "source");
    REJECTED(bounded_slice(-1, 3, source, target), "source");
}

// The second output's map revisits an earlier block, once i exceeds 1.
PL_KERNEL(fill_both, PL_REF(float, first, 4, 8), PL_REF(float, second, 4, 8))
{
    PL_FILL(first, 1);
    PL_FILL(second, 2);
}

PL_CALL(revisiting, fill_both,
        PL_SIZES(m),
        PL_GRID((i, m), (j, 4)),
        PL_OUT(float, first, (4 * m, 16), PL_BLOCKSPEC((4, 8), (i, j / 2))),
        PL_OUT(float, second, (8, 16), PL_BLOCKSPEC((4, 8), (j / 2, i % 2))))

TEST(t107_revisiting_is_an_error)
{
    float first[256] = { 0 }, second[128] = { 0 };
    EXPECT(revisiting(2, first, second) == 0);
    EXPECT(first[0] == 1 && first[127] == 1 && second[0] == 2 && second[127] == 2);
    REJECTED(revisiting(4, first, second), "second");
    EXPECT(!PL_CHECKS || error_names("program (i=2, j=0)"));
}

// Scratch that was never written.
PL_KERNEL(copy_scratch, PL_SCALAR(bool, fill), PL_REF(float, result, 8), PL_REF(float, fresh, 8))
{
    PL_WHEN (fill)
        PL_FILL(fresh, 3);
    PL_ASSIGN(result, fresh);
}

PL_CALL(uninitialised_float, copy_scratch,
        PL_SCALAR(bool, fill),
        PL_GRID(),
        PL_OUT(float, result, (8), PL_WHOLE),
        PL_SCRATCH(float, (8)))

PL_KERNEL(copy_scratch_bf16, PL_SCALAR(bool, fill), PL_REF(pl_bf16, result, 8), PL_REF(pl_bf16, fresh, 8))
{
    PL_WHEN (fill)
        PL_FILL(fresh, 3);
    PL_ASSIGN(result, fresh);
}

PL_CALL(uninitialised_bf16, copy_scratch_bf16,
        PL_SCALAR(bool, fill),
        PL_GRID(),
        PL_OUT(pl_bf16, result, (8), PL_WHOLE),
        PL_SCRATCH(pl_bf16, (8)))

PL_KERNEL(copy_scratch_int16, PL_SCALAR(bool, fill), PL_REF(int16_t, result, 8), PL_REF(int16_t, fresh, 8))
{
    PL_WHEN (fill)
        PL_FILL(fresh, 3);
    PL_ASSIGN(result, fresh);
}

PL_CALL(uninitialised_int16, copy_scratch_int16,
        PL_SCALAR(bool, fill),
        PL_GRID(),
        PL_OUT(int16_t, result, (8), PL_WHOLE),
        PL_SCRATCH(int16_t, (8)))

TEST(t119_uninitialized_memory)
{
    float wide[8] = { 0 };
    pl_bf16 narrow[8];
    int16_t ints[8] = { 0 };
    memset(narrow, 0, sizeof narrow);
    EXPECT(uninitialised_float(true, wide) == 0);
    EXPECT(uninitialised_bf16(true, narrow) == 0);
    EXPECT(uninitialised_int16(true, ints) == 0);
    for (int e = 0; e < 8; e++)
        EXPECT(wide[e] == 3 && pl_to_f32(narrow[e]) == 3 && ints[e] == 3);
    REJECTED(uninitialised_float(false, wide), "result");
    REJECTED(uninitialised_bf16(false, narrow), "result");
    REJECTED_TWIN(uninitialised_int16(false, ints), "result");
}

// Every block of an output is uninitialized, also the second one: here only the first is initialized.
PL_KERNEL(add_up, PL_SCALAR(bool, each), PL_REF(const float, source, 2), PL_REF(float, target, 2))
{
    PL_WHEN (PL_FIRST(1) && (each || PL_FIRST(0)))
        PL_FILL(target, 0);
    PL_EACH ((c, 2))
        target[c] += source[c];
}

PL_CALL(sums, add_up,
        PL_SCALAR(bool, each),
        PL_GRID((i, 2), (j, 3)),
        PL_IN (float, source, (12), PL_BLOCKSPEC((2), (3 * i + j))),
        PL_OUT(float, target, (4), PL_BLOCKSPEC((2), (i))))

TEST(t119_uninitialized_memory_second_window)
{
    float source[12] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }, target[4] = { 0 };
    EXPECT(sums(true, source, target) == 0);
    EXPECT_INTS(target, 4, 1 + 3 + 5, 2 + 4 + 6, 7 + 9 + 11, 8 + 10 + 12);
    REJECTED(sums(false, source, target), "target");
    EXPECT(!PL_CHECKS || error_names("program (i=1, j="));
}

#if PL_CHECKS                                           // pallasc rejects it, too
// Scratch that is carried across a parallel axis: it is uninitialized at each of its indices.
PL_KERNEL(running_sum, PL_REF(const float, source, 1), PL_REF(float, target, 1), PL_REF(float, carried, 1))
{
    PL_WHEN (PL_PROGRAM_ID(0) == 0 && PL_FIRST(1))
        carried[0] = 0;
    carried[0] += source[0];
    target[0] = carried[0];
}

PL_CALL(running_sums, running_sum,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, n), PL_ARBITRARY(j, 3)),
        PL_IN (float, source, (n, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))),
        PL_OUT(float, target, (n, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))),
        PL_SCRATCH(float, (1)))

TEST(t122_parallel_dimension_and_multiple_cores)
{
    float source[6] = { 1, 2, 3, 4, 5, 6 }, target[6] = { 0 };
    EXPECT(running_sums(1, source, target) == 0);
    EXPECT_INTS(target, 6, 1, 3, 6, 0, 0, 0);
    REJECTED(running_sums(2, source, target), "target");
    EXPECT(!PL_CHECKS || error_names("carried"));
}
#endif

// A parallel axis after a sequential one.
PL_KERNEL(fill_one, PL_REF(float, target, 1))
{
    PL_FILL(target, 1);
}

PL_CALL(parallel_first, fill_one,
        PL_GRID(PL_PARALLEL(i, 2), PL_ARBITRARY(j, 3)),
        PL_OUT(float, target, (2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, j))))

#if PL_CHECKS                                           // pallasc rejects it, too
PL_CALL(parallel_last, fill_one,
        PL_GRID(PL_ARBITRARY(i, 2), PL_PARALLEL(column, 3)),
        PL_OUT(float, target, (2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE), (i, column))))
#endif

TEST(t123_dimensions_arbitrary_parallel_raises)
{
    float target[6] = { 0 };
    EXPECT(parallel_first(target) == 0);
    EXPECT_INTS(target, 6, 1, 1, 1, 1, 1, 1);
#if PL_CHECKS
    REJECTED(parallel_last(target), "column");
#endif
}

#if PL_CHECKS                                           // pallasc rejects it, too
// Parallel programs that write the same block.
PL_KERNEL(write_same, PL_REF(const float, source, 4), PL_REF(float, shared, 4))
{
    PL_ASSIGN(shared, source);
}

PL_CALL(same_block, write_same,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, n)),
        PL_IN (float, source, (4 * n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, shared, (4), PL_BLOCKSPEC((4), (0))))

TEST(t126_two_cores_along_parallel_dimension_with_race)
{
    float source[8] = { 1, 1, 1, 1, 1, 1, 1, 1 }, shared[4] = { 0 };
    EXPECT(same_block(1, source, shared) == 0);
    EXPECT_INTS(shared, 4, 1, 1, 1, 1);
    REJECTED(same_block(2, source, shared), "shared");
}
#endif

int main(void)
{
    RUN(t009_block_spec_padding_is_nan);
    RUN(t009_block_spec_padding_is_garbage_int);
    RUN(t016_block_spec_element_padding_is_nan);
    RUN(t018_unblocked_indexing_outside_padding);
    RUN(t026_pallas_call_kernel_args_mismatch);
    RUN(t027_vector_input_output_aliasing_checked);
    RUN(t033_interpret_mode_out_of_bounds_access);
    RUN(t034_runtime_assert);
    RUN(t078_poison_buffers);
    RUN(t104_block_spec_bounded_slice_too_large);
    RUN(t107_revisiting_is_an_error);
    RUN(t108_out_of_bounds_block_spec);
    RUN(t119_uninitialized_memory);
    RUN(t119_uninitialized_memory_second_window);
#if PL_CHECKS
    RUN(t122_parallel_dimension_and_multiple_cores);
#endif
    RUN(t123_dimensions_arbitrary_parallel_raises);
#if PL_CHECKS
    RUN(t126_two_cores_along_parallel_dimension_with_race);
#endif
    return test_end();
}
