// mistakes.c -- mistakes that a call makes when it runs: every target reports them with the same message.
//
// CAUGHT makes a wrong call. It must return PL_FAILED, pl_error() must be the message with this id, whatever its values,
// and contain this text. With PL_CHECKS=0 nothing is checked, and the call is not made. Targets may differ in the program
// that reports first.

#include <pallas.h>
#include "../test.h"

// PL_CHECKS=0 turns the checks of interpret mode off; a target always checks.
#if PL_CHECKS || defined PL_TARGET_OPENCL || defined PL_TARGET_TPU || defined PL_TARGET_CUDA
enum { IS_CHECKED = 1 };
#else
enum { IS_CHECKED = 0 };
#endif

// Returns whether text is the message: whether it contains all text between the conversions, in this order.
static int has_message(const char *text, const char *message)
{
    while (text && *message) {
        char part[200];
        size_t n = strcspn(message, "%");
        snprintf(part, sizeof part, "%.*s", (int)n, message);
        text = strstr(text, part);
        text = text ? text + n : NULL;
        message += n;
        if (*message)
            message += strcspn(message, "sdu") + 1;
    }
    return text != NULL;
}

#define CAUGHT(call, id, words)                                             \
    do {                                                                    \
        if (IS_CHECKED) {                                                   \
            EXPECT((call) == PL_FAILED);                                    \
            EXPECT(has_message(pl_error(), id));                            \
            EXPECT(pl_error() && strstr(pl_error(), words) != NULL);        \
        }                                                                   \
    } while (0)

// ---- PL_MULTIPLE_OF: in a kernel, for each element, in a helper, in a grid and a shape, in an index map ----

PL_KERNEL(of_scalar_kernel, PL_SCALAR(long, by), PL_REF(int32_t, z, 4))
{
    PL_FILL(z, (int32_t)PL_MULTIPLE_OF(by, 8));
}

PL_CALL(of_scalar, of_scalar_kernel, PL_SCALAR(long, by), PL_GRID(), PL_OUT(int32_t, z, (4), PL_WHOLE))

PL_KERNEL(of_index_kernel, PL_SCALAR(long, by), PL_REF(const int32_t, x, 8), PL_REF(int32_t, z, 8))
{
    PL_EACH ((c, 8))
        z[c] = x[PL_MULTIPLE_OF(c * by, 2) % 8];
}

PL_CALL(of_index, of_index_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (24), PL_BLOCKSPEC((8), (i))),
        PL_OUT(int32_t, z, (24), PL_BLOCKSPEC((8), (i))))

static long times_eight(long v)
{
    return PL_MULTIPLE_OF(v, 8);
}

PL_KERNEL(of_program_kernel, PL_SCALAR(long, by), PL_REF(int32_t, z, 4))
{
    long v = times_eight(by * PL_PROGRAM_ID(0));
    PL_FILL(z, (int32_t)v);
}

PL_CALL(of_program, of_program_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, 3)),
        PL_OUT(int32_t, z, (12), PL_BLOCKSPEC((4), (i))))

PL_CALL(of_grid, of_program_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, PL_MULTIPLE_OF(by, 8) / 8)),
        PL_OUT(int32_t, z, (PL_MULTIPLE_OF(by, 8) / 2), PL_BLOCKSPEC((4), (i))))

PL_CALL(of_map, of_program_kernel,
        PL_SCALAR(long, by),
        PL_GRID((i, 3)),
        PL_OUT(int32_t, z, (12), PL_BLOCKSPEC((4), (PL_MULTIPLE_OF(i * by, 8) / 8))))

TEST(a_promise_of_multiples_is_checked)
{
    int32_t x[24], z[24] = { 0 };
    for (int e = 0; e < 24; e++)
        x[e] = e;
    EXPECT(of_scalar(16, z) == 0);
    EXPECT_INTS(z, 4, 16, 16, 16, 16);
    CAUGHT(of_scalar(12, z), PL_MESSAGE_MULTIPLE_OF_, "PL_MULTIPLE_OF: 12 is not a multiple of 8");
    EXPECT(of_index(2, x, z) == 0);
    EXPECT_INTS(z, 9, 0, 2, 4, 6, 0, 2, 4, 6, 8);
    CAUGHT(of_index(1, x, z), PL_MESSAGE_MULTIPLE_OF_, " is not a multiple of 2");
    EXPECT(of_program(8, z) == 0);
    EXPECT_INTS(z, 12, 0, 0, 0, 0, 8, 8, 8, 8, 16, 16, 16, 16);
    CAUGHT(of_program(4, z), PL_MESSAGE_MULTIPLE_OF_, "PL_MULTIPLE_OF: 4 is not a multiple of 8");
    EXPECT(of_grid(24, z) == 0);
    CAUGHT(of_grid(12, z), PL_MESSAGE_MULTIPLE_OF_, "PL_MULTIPLE_OF: 12 is not a multiple of 8");
    EXPECT(of_map(8, z) == 0);
    CAUGHT(of_map(4, z), PL_MESSAGE_MULTIPLE_OF_, "PL_MULTIPLE_OF: 4 is not a multiple of 8");
}

// ---- Wrong arguments ----

PL_KERNEL(copy_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(copies, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

PL_CALL(repeats, copy_kernel,
        PL_SIZES(n),
        PL_GRID((i, n)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(aliased, copy_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, n / 4)),
        PL_IN (int32_t, x, (m), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

PL_CALL(aliased_batch, copy_kernel,
        PL_SIZES(batch),
        PL_BATCH(b, batch, z),
        PL_GRID(),
        PL_IN (int32_t, x, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((4), (0), PL_ALIAS(x))))

TEST(arrays_are_what_the_call_says)
{
    int32_t x[32] = { 0 }, z[32];
    EXPECT(copies(8, x, z) == 0);
    CAUGHT(copies(8, x, NULL), PL_MESSAGE_NULL_ARRAY_, "operand z: the array is a null pointer");
    CAUGHT(copies(-8, x, z), PL_MESSAGE_ARRAY_EXTENT_, "operand x: dim 0 has extent -8");
    CAUGHT(repeats(-2, x, z), PL_MESSAGE_AXIS_EXTENT_, "axis i has extent -2");
    CAUGHT(copies(8, x, x), PL_MESSAGE_ARRAYS_OVERLAP_, "operand x: its array overlaps the array of z, but the call declares no alias");
    CAUGHT(copies(8, x, x), PL_HINT_IN_AND_OUT_, "note: to read and write one array, use PL_INOUT, or PL_ALIAS on the output");
    CAUGHT(copies(8, x, x + 4), PL_HINT_ARRAYS_APART_, "note: x is [8], z is [8], and z begins 16 bytes after x");
    EXPECT(aliased(8, 8, x, x) == 0);
    CAUGHT(aliased(8, 8, x, z), PL_MESSAGE_ALIAS_POINTER_, "operand z: PL_ALIAS(x), but the call got another array for it");
    CAUGHT(aliased(16, 8, x, x), PL_MESSAGE_ALIAS_SIZE_, "operand z: PL_ALIAS(x): x is [16], and this is [8]");
    CAUGHT(aliased(4, 8, x, x), PL_MESSAGE_ALIAS_SIZE_, "operand z: PL_ALIAS(x): x is [4], and this is [8]");
    CAUGHT(aliased_batch(4, x, x), PL_MESSAGE_ALIAS_SIZE_, "operand z: PL_ALIAS(x): x is [4], and this is [4][4]");
}

TEST(arrays_from_pl_alloc_are_large_enough)
{
    int32_t ones[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    int32_t *x = pl_alloc(8 * sizeof *x), *z = pl_alloc(24 * sizeof *z);
    EXPECT(x && z && pl_upload(x, ones, sizeof ones) == 0);
    EXPECT(copies(8, x, z) == 0);
    CAUGHT(copies(24, x, z), PL_MESSAGE_ARRAY_PAST_MEMORY_, "operand x: the array has 96 bytes, but pl_alloc gave 32, and it begins at 0");
    CAUGHT(copies(8, x + 4, z), PL_MESSAGE_ARRAY_PAST_MEMORY_, "operand x: the array has 32 bytes, but pl_alloc gave 32, and it begins at 16");
    EXPECT(pl_upload(x + 4, ones, sizeof ones) == PL_FAILED);
    EXPECT(has_message(pl_error(), PL_MESSAGE_MOVE_TOO_LARGE_));
    EXPECT(strstr(pl_error(), "pl_upload: 32 bytes, but pl_alloc gave 32, and these begin at 16") != NULL);
    EXPECT(pl_upload(x + 8, ones, 0) == 0 && pl_download(ones, x + 8, 0) == 0);
    EXPECT(pl_download(ones, x, sizeof ones) == 0);
    pl_free(x);
    pl_free(z);
}

// ---- Index maps ----

PL_KERNEL(pick_kernel, PL_SMEM_REF(const int32_t, t, 4), PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(pick, pick_kernel,
        PL_SIZES(shift),
        PL_GRID((i, 4)),
        PL_PREFETCH(int32_t, t, (4)),
        PL_IN (int32_t, x, (16), PL_BLOCKSPEC((4), (t[i + shift]))),
        PL_OUT(int32_t, z, (16), PL_BLOCKSPEC((4), (i))))

TEST(a_map_reads_no_table_past_its_end)
{
    int32_t t[8] = { 3, 2, 1, 0 }, x[16], z[16];
    for (int e = 0; e < 16; e++)
        x[e] = e;
    EXPECT(pick(0, t, x, z) == 0);
    EXPECT_INTS(z, 5, 12, 13, 14, 15, 8);
    // Targets check the subscript. Interpret mode reads next to its copy of the table, which sanitizers and valgrind report first:
    // tests/errors/prefetch_*.c.
#if defined(PL_TARGET_OPENCL) || defined(PL_TARGET_TPU) || defined(PL_TARGET_CUDA)
    CAUGHT(pick(1, t, x, z), PL_HINT_ENTRY_, "out of range");
    CAUGHT(pick(-1, t + 1, x, z), PL_HINT_ENTRY_, "out of range");
#endif
}

int main(void)
{
    RUN(a_promise_of_multiples_is_checked);
    RUN(arrays_are_what_the_call_says);
    RUN(arrays_from_pl_alloc_are_large_enough);
    RUN(a_map_reads_no_table_past_its_end);
    return test_end();
}
