// steps.c -- the cost of a grid step and of a call: kernels with three operands that do nothing.
//
// The peer is the lower limit of a step: a loop that calls a function with three pointers.

#include "bench.h"
#include "kernels.h"

enum { BM = STEP_ROWS, BN = STEP_COLUMNS, SIZE = STEPS_SIZE };

// Each step uses the same blocks, or the next ones, in place.
BENCH_STEPS_KERNEL(empty)
{
}
BENCH_STEPS_CALLS(empty)

// Two blocks do not change and the output does, as in a matmul.
PL_CALL(move_one, empty_kernel,
        PL_GRID((i, STEPS)),
        PL_IN   (float, x, (BM, BN), PL_WHOLE),
        PL_IN   (float, y, (BM, BN), PL_WHOLE),
        PL_INOUT(float, z, (STEPS * BM, BN), PL_BLOCKSPEC((BM, BN), (i, 0))))

// Each step uses the next 8x128 block of a matrix with 1024 columns: three copies in and one out, 4 KiB each.
PL_CALL(copy, empty_kernel,
        PL_GRID((i, STEPS / 8), (j, 8)),
        PL_IN   (float, x, (STEPS, 8 * BN), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_IN   (float, y, (STEPS, 8 * BN), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_INOUT(float, z, (STEPS, 8 * BN), PL_BLOCKSPEC((BM, BN), (i, j))))

PL_NOINLINE_ void nothing(const float *a, const float *b, float *c)
{
    static volatile char sink;
    (void)a, (void)b, (void)c, (void)sink;
}

static float *x, *y, *z;

static void run_loop(void)
{
    for (long i = 0; i < STEPS; i++)
        nothing(x + i * BM * BN, y + i * BM * BN, z + i * BM * BN);
}

static void run_stay(void) { bench_ok(empty_stay(x, y, z)); }
static void run_move(void) { bench_ok(empty_move(x, y, z)); }
static void run_move_one(void) { bench_ok(move_one(x, y, z)); }
static void run_copy(void) { bench_ok(copy(x, y, z)); }

// The cost of the copies alone: four copies of 8 rows per step, as one would write them by hand.
PL_NOINLINE_ void copy_tile(float *restrict to, long to_row, const float *restrict from, long from_row)
{
    for (long r = 0; r < BM; r++)
        memcpy(to + r * to_row, from + r * from_row, BN * sizeof *to);
}

static void run_copies(void)
{
    static float a[BM * BN], b[BM * BN], c[BM * BN];
    for (long i = 0; i < STEPS / 8; i++)
        for (long j = 0; j < 8; j++) {
            long at = i * BM * 8 * BN + j * BN;
            copy_tile(a, BN, x + at, 8 * BN);
            copy_tile(b, BN, y + at, 8 * BN);
            copy_tile(c, BN, z + at, 8 * BN);
            nothing(a, b, c);
            copy_tile(z + at, 8 * BN, c, BN);
        }
}

// ---- Calls ----

PL_KERNEL(one_kernel, PL_SCALAR(int, a))
{
    (void)a;
}
PL_CALL(call_scalar, one_kernel, PL_GRID(), PL_SCALAR(int, a))

PL_CALL(call_three, empty_kernel,
        PL_GRID(),
        PL_IN   (float, x, (BM, BN), PL_WHOLE),
        PL_IN   (float, y, (BM, BN), PL_WHOLE),
        PL_INOUT(float, z, (BM, BN), PL_WHOLE))

static void run_call_nothing(void) { nothing(x, y, z); }
static void run_call_scalar(void) { bench_ok(call_scalar(1)); }
static void run_call_three(void) { bench_ok(call_three(x, y, z)); }

int main(void)
{
    x = bench_floats(SIZE), y = bench_floats(SIZE), z = bench_floats(SIZE);

    bench_title("a grid step of an empty kernel with three operands of 8x128 f32", "ns", 1e9);
    struct bench in_place[] = {
        { "loop that calls a function", "4096 steps", run_loop, STEPS, 0, 0, 0, 0 },
        { "blocks stay", "4096 steps", run_stay, STEPS, 0, 50e-9, 0, 0 },
        { "one block moves, in place", "4096 steps", run_move_one, STEPS, 0, 50e-9, 0, 0 },
        { "three blocks move, in place", "4096 steps", run_move, STEPS, 0, 50e-9, 0, 0 },
    };
    bench_group(in_place, 4);
    struct bench copied[] = {
        { "memcpy loop, 4 KiB in x3, out x1", "4096 steps", run_copies, STEPS, 0, 0, 0, 0 },
        { "three tiles move, copied", "4096 steps", run_copy, STEPS, 0, 0, 0, 0 },
    };
    bench_group(copied, 2);

    bench_title("a call with PL_GRID() of an empty kernel", "ns", 1e9);
    struct bench calls[] = {
        { "C function", "1 call", run_call_nothing, 1, 0, 0, 0, 0 },
        { "one scalar", "1 call", run_call_scalar, 1, 0, 0, 0, 0 },
        { "three whole arrays", "1 call", run_call_three, 1, 0, 0, 0, 0 },
    };
    bench_group(calls, 3);
    return 0;
}
