// cuda.c -- kernels that pallasc translates for CUDA, compared with peers: cuBLAS, and copies in the device's memory.
//
// Peer and contenders run alternately: peer, ours, peer, ours. All arrays are on the device; a sample is several calls and one
// wait. Prints the median and the shortest time of a call, the median in GFLOP/s or GB/s, and the speed as a share of the
// peer's. The results of add and the matmuls are compared with known values. If a call or a check fails, its line says so, and
// the others go on. But after some errors CUDA refuses all later calls of the process: the bundle's Makefile runs one per group.
//
//     BENCH_SECONDS=1         time for each group         BENCH_ONLY=word     only groups whose title contains the word
//
// If peers.c is built without -DHAVE_CUBLAS, matmuls have no peer.

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
    int (*run)(void);                           // 0, or a code
    double work;                                // GFLOP or GB of one call
    double seconds, best;                       // of one call
    int calls;                                  // in a sample
    char failed[200];                           // why, if a call failed
};

enum { SAMPLES = 101, GROUP = 4 };

static int wrong;                               // checks and contenders that failed

// Returns why the last call failed: the first line of its message.
static const char *why_failed(void)
{
    static char why[200];
    snprintf(why, sizeof why, "%.*s", (int)strcspn(pl_error(), "\n"), pl_error());
    return why[0] ? why : "the peer returned an error";
}

static double wall_clock(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Returns the time of one call in a sample; 0 if a call failed.
static double sample(struct contender *b)
{
    double start = wall_clock();
    int code = 0;
    for (int i = 0; i < b->calls && !code; i++)
        code = b->run();
    if (code || pl_sync()) {
        snprintf(b->failed, sizeof b->failed, "%s", why_failed());
        return 0;
    }
    return (wall_clock() - start) / b->calls;
}

// Sets the number of calls so that a sample takes at least 5 ms.
static void warm_up(struct contender *b)
{
    b->calls = 1;
    sample(b);
    while (!b->failed[0] && b->calls < 1000 && sample(b) * b->calls < 5e-3)
        b->calls *= 2;
}

static void line(struct contender *b, const struct contender *peer, double *took, int samples)
{
    if (b->failed[0]) {
        printf("  %-36s failed: %s\n", b->what, b->failed);
        wrong++;
        return;
    }
    b->seconds = bench_median(took, samples);
    b->best = took[0];
    printf("  %-36s %9.4f %9.4f %10.1f", b->what, b->seconds * 1e3, b->best * 1e3, b->work / b->seconds);
    if (b != peer && !peer->failed[0])
        printf(" %10.0f %%", 100 * peer->seconds / peer->work * b->work / b->seconds);
    printf("\n");
}

static bool is_chosen(const char *title)
{
    const char *only = getenv("BENCH_ONLY");
    return !only || strstr(title, only);
}

static void table(const char *title, const char *unit, struct contender *group, int count)
{
    static double took[GROUP][SAMPLES];
    int samples = 0;
    for (int i = 0; i < count; i++)
        warm_up(&group[i]);
    for (double start = wall_clock(); samples < SAMPLES && (samples < 3 || wall_clock() - start < bench_budget()); samples++)
        for (int i = 0; i < count; i++)
            took[i][samples] = group[i].failed[0] ? 0 : sample(&group[i]);
    printf("\n%s, %d samples\n  %-36s %9s %9s %10s %12s\n", title, samples, "", "ms", "best", unit, "of the peer");
    for (int i = 0; i < count; i++)
        line(&group[i], &group[0], took[i], samples);
    fflush(stdout);
}

// ---- The work ----

static float *x, *y, *z, *w;                    // on the device
static pl_bf16 *x16, *y16;

static int add_ours(void) { return add(LONG, x, y, z); }
static int softmax_ours(void) { return softmax(ROWS, COLUMNS, x, z); }
static int matmul_ours(void) { return matmul(N, N, N, x, y, z); }
static int matmul_bf16_ours(void) { return matmul_bf16(N, N, N, x16, y16, z); }
static int attention_ours(void) { return attention(HEADS, LENGTH, x, y, w, z); }

static int copy_long(void) { return !peer_copy(w, x, LONG * sizeof(float)); }
static int copy_rows(void) { return !peer_copy(w, x, (size_t)ROWS * COLUMNS * sizeof(float)); }
static int matmul_cublas(void) { return !peer_matmul(N, x, y, w); }
static int matmul_bf16_cublas(void) { return !peer_matmul_bf16(N, x16, y16, w); }

// ---- Arrays, and checks of results ----

static void *on_device(const void *from, size_t bytes)
{
    void *made = pl_alloc(bytes);
    if (!made || pl_upload(made, from, bytes)) {
        fprintf(stderr, "%s\n", pl_error());
        exit(1);
    }
    return made;
}

// Runs the call, and compares count elements of z, from the given one on, with the wanted ones.
static void check(const char *what, int (*run)(void), long from, const float *wanted, int count, double bound)
{
    static float seen[1000];
    double most = 0;
    if (run() || pl_download(seen, z + from, (size_t)count * sizeof *seen)) {
        printf("  %-36s failed: %s\n", what, why_failed());
        wrong++;
        return;
    }
    for (int i = 0; i < count; i++) {
        double error = fabs((double)seen[i] - (double)wanted[i]);
        most = error > most || error != error ? error : most;
    }
    printf("  %-36s error %.1e <= %.1e  %s\n", what, most, bound, most <= bound ? "ok" : "WRONG");
    wrong += !(most <= bound);
}

static void check_add(const float *host)
{
    const long from = LONG - 1000;
    float wanted[1000];
    for (int i = 0; i < 1000; i++)
        wanted[i] = 2 * host[from + i];
    check("add", add_ours, from, wanted, 1000, 0);
}

// The first elements of the last row.
static void check_matmul(const char *what, int (*run)(void), const float *host)
{
    const long from = (long)N * (N - 1);
    float wanted[8];
    for (int j = 0; j < 8; j++) {
        double sum = 0;
        for (long l = 0; l < N; l++)
            sum += (double)host[from + l] * (double)host[l * N + j];
        wanted[j] = (float)sum;
    }
    check(what, run, from, wanted, 8, 1e-6 * N);
}

// ---- The groups ----

static void bench_add(const char *title, const float *host)
{
    const double copied = 2e-9 * LONG * sizeof(float);
    check_add(host);
    table(title, "GB/s", (struct contender[]){
        { .what = "cudaMemcpy, device to device", .run = copy_long, .work = copied },
        { .what = "add", .run = add_ours, .work = copied * 1.5 } }, 2);
}

static void bench_softmax(const char *title, const float *host)
{
    const double copied = 2e-9 * ROWS * COLUMNS * sizeof(float);
    (void)host;
    table(title, "GB/s", (struct contender[]){
        { .what = "cudaMemcpy, device to device", .run = copy_rows, .work = copied },
        { .what = "softmax", .run = softmax_ours, .work = copied } }, 2);
}

static void bench_matmul(const char *title, const float *host)
{
    const double flops = 2e-9 * N * N * N;
    struct contender group[] = { { .what = "cublasSgemm", .run = matmul_cublas, .work = flops },
                                 { .what = "matmul, blocks of 128", .run = matmul_ours, .work = flops } };
    check_matmul("matmul", matmul_ours, host);
    table(title, "GFLOP/s", group + !peer_has_blas(), 1 + peer_has_blas());
}

// Both operands are x, of which bf16 has 8 bits.
static void bench_matmul_bf16(const char *title, const float *host)
{
    const double flops = 2e-9 * N * N * N;
    struct contender group[] = { { .what = "cublasGemmEx", .run = matmul_bf16_cublas, .work = flops },
                                 { .what = "matmul_bf16, blocks of 128", .run = matmul_bf16_ours, .work = flops } };
    pl_bf16 *narrow = bench_array((long)N * N, sizeof *narrow);
    float *rounded = bench_floats((long)N * N);
    for (long i = 0; i < (long)N * N; i++)
        rounded[i] = pl_to_f32(narrow[i] = pl_to_bf16(host[i]));
    x16 = y16 = on_device(narrow, (size_t)N * N * sizeof *narrow);
    check_matmul("matmul_bf16", matmul_bf16_ours, rounded);
    table(title, "GFLOP/s", group + !peer_has_blas(), 1 + peer_has_blas());
    free(narrow), free(rounded);
}

static void bench_attention(const char *title, const float *host)
{
    const double flops = 4e-9 * HEADS * LENGTH * LENGTH * D;
    (void)host;
    table(title, "GFLOP/s", (struct contender[]){ { .what = "attention, blocks of 32 x 32", .run = attention_ours, .work = flops } }, 1);
}

int main(void)
{
    static const struct { const char *title; void (*run)(const char *title, const float *host); } groups[] = {
        { "vector add, f32", bench_add }, { "softmax of rows of 1024, f32", bench_softmax }, { "matmul, f32", bench_matmul },
        { "matmul, bf16, sums in f32", bench_matmul_bf16 }, { "attention, f32, heads of 64", bench_attention } };
    const long most = (long)LONG > (long)N * N ? (long)LONG : (long)N * N;
    const size_t bytes = (size_t)most * sizeof(float);
    float *host = bench_floats(most);
    bench_fill(host, most);
    x = on_device(host, bytes), y = on_device(host, bytes), z = on_device(host, bytes), w = on_device(host, bytes);
    for (int i = 0; i < (int)(sizeof groups / sizeof *groups); i++)
        if (is_chosen(groups[i].title))
            groups[i].run(groups[i].title, host);
    return wrong != 0;
}
