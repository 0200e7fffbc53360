// launcher.c -- tests the interface of the calls in this folder: results, every kind of array, and messages of calls that
// fail.
//
//     launcher               runs all tests of results and errors
//     launcher why           calls vector_add once and prints pl_error(), to test missing devices

#include <float.h>
#include <math.h>
#include <threads.h>
#include "pl_opencl.h"
#include "../test.h"
#include "count.h"

int matmul(long m, long n, long k, const float *x, const float *y, float *z);
int softmax(long m, long n, const float *x, float *o);
int heat(long m, long n, const float *x, float *z);
int vector_add(long n, const float *x, const float *y, float *z);

enum { MOST = 300 * 300 };
static float x[MOST], y[MOST], z[MOST], expected[MOST];

static void fill(void)
{
    static unsigned state = 1;
    for (long i = 0; i < MOST; i++) {
        x[i] = (float)((state = state * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1;
        y[i] = (float)((state = state * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1;
        z[i] = 7;
    }
}

static double worst(const float *a, const float *b, long n)
{
    double most = 0;
    for (long i = 0; i < n; i++)
        if (!(fabs((double)a[i] - (double)b[i]) <= most))
            most = isnan(a[i]) ? INFINITY : fabs((double)a[i] - (double)b[i]);
    return most;
}

static int untouched(void)
{
    for (long i = 0; i < MOST; i++)
        if (z[i] != 7)
            return 0;
    return 1;
}

// Returns whether the call failed with this code and message, and wrote nothing.
static int refused(int got, int code, const char *words)
{
    if (got == code && strstr(pl_error(), words) && untouched())
        return 1;
    printf("code %d, pl_error: %s\n", got, pl_error());
    return 0;
}

// ---- Results: full blocks, partial blocks, sizes smaller than a vector ----

// |x|, |y| <= 1: the error of each of two sums of k products, in any order, is at most k u times k, with
// u = FLT_EPSILON / 2.
static int matmul_right(long m, long n, long k)
{
    fill();
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            expected[i * n + j] = 0;
            for (long l = 0; l < k; l++)
                expected[i * n + j] += x[i * k + l] * y[l * n + j];
        }
    double bound = (double)k * (double)k * FLT_EPSILON;
    return !matmul(m, n, k, x, y, z) && worst(z, expected, m * n) <= bound && z[m * n] == 7;
}

TEST(matmul_is_right)
{
    EXPECT(matmul_right(128, 128, 128));
    EXPECT(matmul_right(256, 256, 256));
    EXPECT(matmul_right(1, 1, 1));
    EXPECT(matmul_right(129, 130, 65));
    EXPECT(matmul_right(255, 17, 63));
    EXPECT(matmul_right(3, 299, 200));
}

// As in examples/softmax.c: a sum of n positive terms, and less than 16 FLT_EPSILON for exp, difference and quotient.
// Inputs differ by at most 2, so an output is at most e^2 / n.
static int softmax_right(long m, long n)
{
    fill();
    for (long r = 0; r < m; r++) {
        float top = -INFINITY, sum = 0;
        for (long c = 0; c < n; c++)
            top = fmaxf(top, x[r * n + c]);
        for (long c = 0; c < n; c++)
            sum += expf(x[r * n + c] - top);
        for (long c = 0; c < n; c++)
            expected[r * n + c] = expf(x[r * n + c] - top) / sum;
    }
    double bound = 2 * ((double)n / 2 + 16) * FLT_EPSILON * exp(2) / (double)n;
    return !softmax(m, n, x, z) && worst(z, expected, m * n) <= bound && z[m * n] == 7;
}

TEST(softmax_is_right)
{
    EXPECT(softmax_right(16, 64));
    EXPECT(softmax_right(50, 300));
    EXPECT(softmax_right(1, 1));
    EXPECT(softmax_right(17, 15));
    EXPECT(softmax_right(33, 257));
}

TEST(a_nan_wins_the_maximum)
{
    fill();
    x[5 * 40 + 3] = NAN;                // in the vectors of row 5, and in the remainder of row 6
    x[6 * 40 + 39] = NAN;
    EXPECT(!softmax(16, 40, x, z));
    EXPECT(isnan(z[5 * 40]) && isnan(z[6 * 40]) && !isnan(z[4 * 40]) && !isnan(z[7 * 40]));
}

static float at(long m, long n, long r, long c) { return r >= 0 && r < m && c >= 0 && c < n ? x[r * n + c] : 0; }

// As in examples/stencil.c: 6 roundings of terms that are at most 1 + 8 * 0.2 together, on both sides.
static int heat_right(long m, long n)
{
    fill();
    for (long r = 0; r < m; r++)
        for (long c = 0; c < n; c++)
            expected[r * n + c] = at(m, n, r, c) + 0.2f * (at(m, n, r - 1, c) + at(m, n, r + 1, c) + at(m, n, r, c - 1)
                                                           + at(m, n, r, c + 1) - 4 * at(m, n, r, c));
    return !heat(m, n, x, z) && worst(z, expected, m * n) <= 7 * FLT_EPSILON * (1 + 8 * 0.2) && z[m * n] == 7;
}

TEST(heat_is_right)
{
    EXPECT(heat_right(32, 128));
    EXPECT(heat_right(96, 384));
    EXPECT(heat_right(1, 1));
    EXPECT(heat_right(97, 385));
    EXPECT(heat_right(31, 127));
}

static int sums(const float *sum, const float *a, const float *b, long n)
{
    for (long i = 0; i < n; i++)
        if (sum[i] != a[i] + b[i])
            return 0;
    return 1;
}

TEST(vector_add_is_right)
{
    for (long n = 1; n < 2000; n = 2 * n + 3) {
        fill();
        EXPECT(!vector_add(n, x, y, z) && sums(z, x, y, n) && z[n] == 7);
    }
}

// Arrays larger than the cache use non-temporal stores, aligned or not.
TEST(large_arrays_are_right)
{
    long n = (long)(pl_cl_.cache / sizeof (float)) / 3 + 100000;
    size_t bytes = (size_t)n * sizeof (float);
    float *a = malloc(bytes), *b = malloc(bytes), *sum = malloc(bytes + 64);
    EXPECT(a && b && sum);
    for (long i = 0; a && b && sum && i < n; i++)
        a[i] = (float)(i % 1000), b[i] = (float)(i % 77);
    for (long shift = 0; a && b && sum && shift < 16; shift += 5)
        EXPECT(!vector_add(n, a, b, sum + shift) && sums(sum + shift, a, b, n));
    free(a);
    free(b);
    free(sum);
}

TEST(an_empty_grid_runs_nothing)
{
    fill();
    EXPECT(!matmul(0, 5, 5, x, y, z) && untouched());
    EXPECT(!matmul(5, 5, 0, x, y, z) && untouched());
    EXPECT(!vector_add(0, NULL, NULL, NULL));
    EXPECT(!strcmp(pl_error(), ""));
}

// ---- Arrays of the device ----

TEST(arrays_of_the_device_are_used_in_place)
{
    enum { N = 3000 };
    fill();
    float *a = pl_alloc(N * sizeof *a), *b = pl_alloc(N * sizeof *b), *sum = pl_alloc(N * sizeof *sum);
    EXPECT(a && b && sum);
    EXPECT(!pl_upload(a, x, N * sizeof *a) && !pl_upload(b, y, N * sizeof *b));
    EXPECT(!vector_add(N, a, b, sum));
    EXPECT(!vector_add(N, sum, b, a));                              // reads the result of the previous call
    EXPECT(!pl_download(z, a, N * sizeof *a));
    int right = 1;
    for (long i = 0; i < N; i++)
        right &= z[i] == (x[i] + y[i]) + y[i];
    EXPECT(right);
    EXPECT(!vector_add(N, a, y, z) && z[1] == ((x[1] + y[1]) + y[1]) + y[1]);     // together with host arrays
    pl_free(a);
    pl_free(b);
    pl_free(sum);
    pl_free(NULL);
}

// Pointers into the middle, at addresses where the device allows a sub-buffer to begin and at others.
TEST(parts_of_arrays_of_the_device)
{
    enum { N = 4096, LENGTH = 700 };
    static const long starts[] = { 0, 1024, 1, 2 * 1024 + 3 };
    fill();
    float *a = pl_alloc(N * sizeof *a), *sum = pl_alloc(N * sizeof *sum);
    EXPECT(a && sum && !pl_upload(a, x, N * sizeof *a));
    for (int s = 0; s < 4; s++) {
        EXPECT(!pl_upload(sum, y, N * sizeof *sum));
        EXPECT(!vector_add(LENGTH, a + starts[s], y, sum + starts[3 - s]));
        EXPECT(!pl_download(z, sum, N * sizeof *sum));
        EXPECT(sums(z + starts[3 - s], x + starts[s], y, LENGTH));
        z[starts[3 - s] + LENGTH - 1] = 7;
        EXPECT(z[starts[3 - s] + LENGTH] == y[starts[3 - s] + LENGTH]);
        EXPECT(starts[3 - s] == 0 || z[starts[3 - s] - 1] == y[starts[3 - s] - 1]);
    }
    pl_free(a);
    pl_free(sum);
}

TEST(a_queue_for_the_user)
{
    cl_command_queue queue = pl_cl_queue();
    cl_uint references = 0;
    EXPECT(queue);
    EXPECT(!clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL));
    EXPECT(contexts_made == 1);                                     // for four emitted files
    EXPECT(pl_cl_use_queue(queue) == PL_FAILED && strstr(pl_error(), "in use already"));
}

static int add_often(void *failures)
{
    enum { N = 5000 };
    static _Thread_local float sum[N];
    for (int times = 0; times < 50; times++)
        if (vector_add(N - times, x, y, sum) || !sums(sum, x, y, N - times))
            ++*(int *)failures;
    return 0;
}

TEST(several_threads_may_call)
{
    thrd_t thread[4];
    int failures[4] = { 0 };
    fill();
    for (int i = 0; i < 4; i++)
        EXPECT(thrd_create(&thread[i], add_often, &failures[i]) == thrd_success);
    for (int i = 0; i < 4; i++) {
        thrd_join(thread[i], NULL);
        EXPECT(!failures[i]);
    }
}

// ---- Calls that fail: an error code, a message, and no output ----

TEST(a_negative_size)
{
    fill();
    EXPECT(refused(matmul(-4, 5, 5, x, y, z), PL_FAILED, "operand x: dim 0 has extent -4"));
    EXPECT(refused(vector_add(-300, x, y, z), PL_FAILED, "operand x: dim 0 has extent -300"));
    EXPECT(strstr(pl_error(), "examples/vector_add.c:28: error: call vector_add, kernel vector_add_kernel: "));
}

TEST(a_size_beyond_all_memory)
{
    fill();
    EXPECT(refused(softmax(1L << 31, 1L << 31, x, z), PL_FAILED,
                   "operand x: the array is [2147483648][2147483648], and no memory holds that"));
}

TEST(a_null_pointer)
{
    fill();
    EXPECT(refused(vector_add(10, NULL, y, z), PL_FAILED, "operand x: the array is a null pointer"));
    EXPECT(!vector_add(10, x, y, z) && !*pl_error());               // the next call works, without a message
}

TEST(arrays_that_overlap)
{
    fill();
    EXPECT(refused(vector_add(10, z + 3, y, z), PL_FAILED, "operand x: its array overlaps the array of z"));
    EXPECT(!vector_add(10, x, x + 3, z) && sums(z, x, x + 3, 10));  // two inputs may overlap
}

TEST(an_array_of_the_device_that_is_too_short)
{
    fill();
    float *a = pl_alloc(100 * sizeof *a);
    EXPECT(refused(vector_add(101, a, y, z), PL_FAILED, "operand x: the array has 404 bytes, but pl_alloc gave 400"));
    EXPECT(refused(vector_add(100, y, a + 1, z), PL_FAILED, "pl_alloc gave 400, and it begins at 4"));
    EXPECT(refused(pl_download(z, a, 401), PL_FAILED, "pl_download: 401 bytes, but pl_alloc gave 400"));
    EXPECT(refused(pl_upload(y, x, 4), PL_FAILED, "pl_upload: this pointer is not from pl_alloc"));
    pl_free(a);
}

TEST(memory_that_is_not_there)
{
    EXPECT(!pl_alloc((size_t)1 << 60));
    EXPECT(strstr(pl_error(), "pl_alloc: 1152921504606846976 bytes: "));
    EXPECT(!pl_alloc(SIZE_MAX));
    float *a = pl_alloc(64);
    EXPECT(a && !*pl_error());
    pl_free(a);
}

// ---- Programs that the generator would not write ----

static int run(struct pl_cl_program *program, const char *kernel, size_t workspace)
{
    static const struct pl_call_message messages[] = {
        { 40, "PL_CHECK(at < %ld): entry is %ld", PL_NOTE_NONE },
        { 41, "operand t: block index %ld is out of range on dim 1, which has %blocks", PL_NOTE_INDEX },
    };
    struct pl_cl_call call;
    pl_cl_begin(&call, program, "gather", "gather_kernel", "gather.c", 30);
    pl_cl_parallel(&call, "i", 2);
    pl_cl_sequential(&call, "j", 3);
    pl_cl_inout(&call, "z", z, sizeof *z, 1, (long[]){ 100 });
    pl_cl_messages(&call, messages);
    return pl_cl_items(&call, kernel, workspace);
}

TEST(a_program_that_does_not_build)
{
    static const char *lines[] = { "__kernel void gather(__global float *z)\n", "{\n", "    z[0] = nowhere;\n", "}\n" };
    static struct pl_cl_program program = { .lines = lines, .count = 4 };
    fill();
    for (int times = 0; times < 2; times++) {
        EXPECT(refused(run(&program, "gather", 0), PL_FAILED,
                       "gather.c:30: error: call gather, kernel gather_kernel: "
                       "its OpenCL program: the program does not build"));
        EXPECT(strstr(pl_error(), "nowhere"));
    }
}

TEST(what_a_kernel_reports)
{
    static const char *lines[] = {
        "__kernel void quiet(long i, long j, __global float *z, __global int *report) { }\n"
        "__kernel void loud(long i, long j, __global float *z, __global int *report)\n"
        "{\n"
        "    __global long *values = (__global long *)report + 1;\n"
        "    if (atomic_cmpxchg(report, 0, 2) == 0) { values[0] = 5; values[1] = 8; values[2] = 4; values[3] = 4; }\n"
        "    if (atomic_cmpxchg(report, 0, 1) == 0) values[0] = 4;\n"
        "}\n"
        "__kernel void greedy(long i, long j, __global float *z, __global int *report,"
        " __global uchar *w, long bytes) { }\n"
    };
    static struct pl_cl_program program = { .lines = lines, .count = 1 };
    fill();
    EXPECT(!run(&program, "quiet", 0) && !*pl_error());
    EXPECT(refused(run(&program, "loud", 0), PL_FAILED,
                   "gather.c:41: error: call gather, kernel gather_kernel, program (i=1, j=2): "
                   "operand t: block index 8 is out of range on dim 1, which has 4 blocks of 4 (0 to 3)\n"
                   "gather.c:41: note: an index map returns block indices; does this one return"));
    EXPECT(refused(run(&program, "none", 0), PL_FAILED, "kernel none: no such kernel"));
    EXPECT(refused(run(&program, "greedy", (size_t)1 << 50), PL_NO_MEMORY, "its workspace: "));
    EXPECT(!run(&program, "greedy", 100));
}

// The launcher's record of a call has a fixed capacity. Exceeding it is an error, not a crash.
TEST(more_arguments_than_fit)
{
    static const char *lines[] = { "" };
    static struct pl_cl_program program = { .lines = lines, .count = 1 };
    struct pl_cl_call call;
    pl_cl_begin(&call, &program, "many", "many_kernel", "many.c", 1);
    for (int i = 0; i < PL_CL_ARGUMENTS + 10; i++)
        pl_cl_long(&call, i);
    EXPECT(refused(pl_cl_items(&call, "many", 0), PL_FAILED, "more than 128 kernel arguments"));
    pl_cl_begin(&call, &program, "many", "many_kernel", "many.c", 1);
    for (int i = 0; i < PL_CALL_ARRAYS + 10; i++)
        pl_cl_in(&call, "x", x, sizeof *x, 1, (long[]){ 1 });
    EXPECT(refused(pl_cl_items(&call, "many", 0), PL_FAILED, "more than 64 arrays"));
}

TEST(an_alias_is_the_same_array)
{
    static const char *lines[] = { "__kernel void twice(__global float *x, __global float *z) { z[0] = 2 * x[0]; }\n" };
    static struct pl_cl_program program = { .lines = lines, .count = 1 };
    for (int same = 0; same < 2; same++) {
        struct pl_cl_call call;
        fill();
        float first = z[0];
        pl_cl_begin(&call, &program, "twice", "twice_kernel", "twice.c", 1);
        pl_cl_in(&call, "x", same ? z : y, sizeof *x, 1, (long[]){ 10 });
        pl_cl_out(&call, "z", z, sizeof *z, 1, (long[]){ 10 });
        pl_call_alias(&call.host, "x");
        int code = pl_cl_items(&call, "twice", 0);
        if (same)
            EXPECT(!code && z[0] == 2 * first && z[1] == 7);
        else
            EXPECT(refused(code, PL_FAILED, "operand z: PL_ALIAS(x), but the call got another array for it"));
    }
}

int main(int argc, char **argv)
{
    count_objects();
    if (argc > 1 && !strcmp(argv[1], "why")) {
        fill();
        int code = vector_add(10, x, y, z);
        printf("%d%s: %s\n", code, !code || untouched() ? "" : ", and wrote", pl_error());
        return code;
    }
    RUN(matmul_is_right);
    RUN(softmax_is_right);
    RUN(a_nan_wins_the_maximum);
    RUN(heat_is_right);
    RUN(vector_add_is_right);
    RUN(large_arrays_are_right);
    RUN(an_empty_grid_runs_nothing);
    RUN(arrays_of_the_device_are_used_in_place);
    RUN(parts_of_arrays_of_the_device);
    RUN(a_queue_for_the_user);
    RUN(several_threads_may_call);
    RUN(a_negative_size);
    RUN(a_size_beyond_all_memory);
    RUN(a_null_pointer);
    RUN(arrays_that_overlap);
    RUN(an_array_of_the_device_that_is_too_short);
    RUN(memory_that_is_not_there);
    RUN(a_program_that_does_not_build);
    RUN(what_a_kernel_reports);
    RUN(more_arguments_than_fit);
    RUN(an_alias_is_the_same_array);
    return test_end();
}
