// cuda.c -- kernels that pallasc translates for CUDA, compared with peers: cuBLAS, and copies in the device's memory.
//
// Peer and contenders run alternately: peer, ours, peer, ours. All arrays are on the device; a sample is several calls and one
// wait. Prints the median and the shortest time of a call, the median in GFLOP/s or GB/s, and the speed as a share of the
// peer's. The results of add and matmul are compared with known values.
//
//     BENCH_SECONDS=1         time for each group         BENCH_ONLY=word     only groups whose title contains the word
//
// If peers.c is built without -DHAVE_CUBLAS, matmul has no peer.

#include "../bench.h"
#include "../kernels.h"
#include "peers.h"

// ---- The kernels ----

#ifdef BENCH_SMALL                              // for tests without a GPU
enum { N = 256, LONG = 1 << 16, ROWS = 64, COLUMNS = 512, HEADS = 1, LENGTH = 128 };
#else
enum { N = 4096, LONG = 1 << 26, ROWS = 32768, COLUMNS = 1024, HEADS = 64, LENGTH = 4096 };
#endif
enum { TILE = 128, BLOCK = 4096, D = 64, QUERIES = 32 };

BENCH_MATMUL(matmul, float, TILE, TILE, TILE)
BENCH_MATMUL(matmul_bf16, pl_bf16, TILE, TILE, TILE)
BENCH_ADD(add, BLOCK)
BENCH_SOFTMAX(softmax, 4)
BENCH_ATTENTION(attention, QUERIES, D)

// ---- The clock and the tables ----

struct contender {
    const char *what;
    void (*run)(void);
    double work;                                // GFLOP or GB of one call
    double seconds, best;                       // of one call
    int calls;                                  // in a sample
};

enum { SAMPLES = 101, GROUP = 4 };

static double wall_clock(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Returns the time of one call in a sample.
static double sample(const struct contender *b)
{
    double start = wall_clock();
    for (int i = 0; i < b->calls; i++)
        b->run();
    bench_ok(pl_sync());
    return (wall_clock() - start) / b->calls;
}

// Sets the number of calls so that a sample takes at least 5 ms.
static void warm_up(struct contender *b)
{
    b->calls = 1;
    sample(b);
    while (sample(b) * b->calls < 5e-3 && b->calls < 1000)
        b->calls *= 2;
}

static void table(const char *title, const char *unit, struct contender *group, int count)
{
    static double took[GROUP][SAMPLES];
    const char *only = getenv("BENCH_ONLY");
    int samples = 0;
    if (only && !strstr(title, only))
        return;
    for (int i = 0; i < count; i++)
        warm_up(&group[i]);
    for (double start = wall_clock(); samples < SAMPLES && (samples < 3 || wall_clock() - start < bench_budget()); samples++)
        for (int i = 0; i < count; i++)
            took[i][samples] = sample(&group[i]);
    printf("\n%s, %d samples\n  %-36s %9s %9s %10s %12s\n", title, samples, "", "ms", "best", unit, "of the peer");
    for (int i = 0; i < count; i++) {
        struct contender *b = &group[i];
        b->seconds = bench_median(took[i], samples);
        b->best = took[i][0];
        printf("  %-36s %9.4f %9.4f %10.1f", b->what, b->seconds * 1e3, b->best * 1e3, b->work / b->seconds);
        printf(i ? " %10.0f %%\n" : "\n", 100 * group[0].seconds / group[0].work * b->work / b->seconds);
    }
    fflush(stdout);
}

// ---- The work ----

static float *x, *y, *z, *w;                    // on the device
static pl_bf16 *x16, *y16;

static void add_ours(void) { bench_ok(add(LONG, x, y, z)); }
static void softmax_ours(void) { bench_ok(softmax(ROWS, COLUMNS, x, z)); }
static void matmul_ours(void) { bench_ok(matmul(N, N, N, x, y, z)); }
static void matmul_bf16_ours(void) { bench_ok(matmul_bf16(N, N, N, x16, y16, z)); }
static void attention_ours(void) { bench_ok(attention(HEADS, LENGTH, x, y, w, z)); }

static void is_right(bool right)
{
    if (!right) {
        fprintf(stderr, "a peer failed\n");
        exit(1);
    }
}
static void copy_long(void) { is_right(peer_copy(w, x, LONG * sizeof(float))); }
static void copy_rows(void) { is_right(peer_copy(w, x, (size_t)ROWS * COLUMNS * sizeof(float))); }
static void matmul_cublas(void) { is_right(peer_matmul(N, x, y, w)); }

// ---- Arrays, and checks of results ----

static void *on_device(const void *from, size_t bytes)
{
    void *made = pl_alloc(bytes);
    if (!made)
        exit(1);
    bench_ok(pl_upload(made, from, bytes));
    return made;
}

static int wrong;

static void compare(const char *what, const float *seen, const float *wanted, long count, double bound)
{
    double most = 0;
    for (long i = 0; i < count; i++) {
        double error = fabs((double)seen[i] - (double)wanted[i]);
        most = error > most || error != error ? error : most;
    }
    printf("  %-36s error %.1e <= %.1e  %s\n", what, most, bound, most <= bound ? "ok" : "WRONG");
    wrong += !(most <= bound);
}

static void check_add(const float *host, float *seen)
{
    long from = LONG - 1000;
    float wanted[1000];
    add_ours();
    bench_ok(pl_download(seen, z + from, 1000 * sizeof *seen));
    for (int i = 0; i < 1000; i++)
        wanted[i] = 2 * host[from + i];
    compare("add", seen, wanted, 1000, 0);
}

static void check_matmul(const float *host, float *seen)
{
    float wanted[8];
    matmul_ours();
    bench_ok(pl_download(seen, z + (long)N * (N - 1), 8 * sizeof *seen));
    for (int j = 0; j < 8; j++) {
        double sum = 0;
        for (long l = 0; l < N; l++)
            sum += (double)host[(long)N * (N - 1) + l] * (double)host[l * N + j];
        wanted[j] = (float)sum;
    }
    compare("matmul", seen, wanted, 8, 1e-6 * N);
}

int main(void)
{
    const long most = (long)LONG > (long)N * N ? (long)LONG : (long)N * N;
    const double copied_long = 2e-9 * LONG * sizeof(float), copied_rows = 2e-9 * ROWS * COLUMNS * sizeof(float);
    const double flops = 2e-9 * N * N * N, attended = 4e-9 * HEADS * LENGTH * LENGTH * D;
    const size_t bytes = (size_t)most * sizeof(float);
    float *host = bench_floats(most), *seen = bench_floats(1000);
    pl_bf16 *narrow;
    bench_fill(host, most);
    x = on_device(host, bytes), y = on_device(host, bytes), z = on_device(host, bytes), w = on_device(host, bytes);
    narrow = bench_array((long)N * N, sizeof *narrow);
    for (long i = 0; i < (long)N * N; i++)
        narrow[i] = pl_to_bf16(host[i]);
    x16 = on_device(narrow, (size_t)N * N * sizeof *narrow), y16 = x16;
    check_add(host, seen);
    check_matmul(host, seen);

    table("vector add, f32", "GB/s", (struct contender[]){
        { "cudaMemcpy, device to device", copy_long, copied_long, 0, 0, 0 },
        { "add", add_ours, copied_long * 1.5, 0, 0, 0 } }, 2);
    table("softmax of rows of 1024, f32", "GB/s", (struct contender[]){
        { "cudaMemcpy, device to device", copy_rows, copied_rows, 0, 0, 0 },
        { "softmax", softmax_ours, copied_rows, 0, 0, 0 } }, 2);
    struct contender matmuls[] = {
        { "cublasSgemm", matmul_cublas, flops, 0, 0, 0 },
        { "matmul, blocks of 128", matmul_ours, flops, 0, 0, 0 },
        { "matmul_bf16, the same with bf16", matmul_bf16_ours, flops, 0, 0, 0 } };
    if (peer_has_blas())
        table("matmul, f32", "GFLOP/s", matmuls, 3);
    else
        table("matmul, f32", "GFLOP/s", matmuls + 1, 2);
    table("attention, f32, heads of 64", "GFLOP/s", (struct contender[]){
        { "attention, blocks of 32 x 32", attention_ours, attended, 0, 0, 0 } }, 1);
    return wrong != 0;
}
