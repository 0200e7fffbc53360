// clock.c -- the clock of the modeled TPU against published timings: each row of measurements.csv is run by the schedule
// alone, with its shapes and blocks. `make bench TARGET=tpu`.
//
//     clock FILE [CHIP]       prints for each row the time that the clock predicts, the measured one, and the error; then
//                             the median, 95th percentile and maximum for each chip and family of kernels, and the ranking of pairs
//
// Rows that are not here: single vector operations and XLA's own kernels, whose code is not known; timings without block sizes,
// of several programs at once, or mostly of the host.
//
// A measured time may include what is no part of the kernel. Three things are added here, the same for all rows of a
// kernel: copies that XLA makes around it, run through the clock as kernels; small XLA operations, each as long as the
// start of a kernel; and the time of the host, where the row has one (measurements.csv says so).

#define _POSIX_C_SOURCE 200809L                 // setenv
#include <stdlib.h>
#include <string.h>
#include "kernels.h"

double pl_tpu_seconds(void);

enum { MOST_ROWS = 1000, MOST_ARGUMENTS = 13, MOST_VISITS = 1 << 16 };

typedef struct {
    char id[40], chip[8], kernel[40];
    const char *family;
    double a[MOST_ARGUMENTS], measured, predicted, host;         // microseconds
} Row;

// ---- Kernels --------------------------------------------------------------------------------------------------------

static double microseconds(int code)
{
    if (code)
        printf("error: %s\n", pl_error());
    return code ? -1 : 1e6 * pl_tpu_seconds();
}

// XLA reads and writes so many bytes. A kernel of rows of 128 floats does the same.
static double xla_copy(double bytes)
{
    return microseconds(copy((long)(bytes / 512), NULL, NULL));
}

// The rows of each group, drawn uniformly; groups from `nonempty` on have none. nonempty 0: all have the same number.
static void draw_groups(long m, long groups, long nonempty, int32_t *first)
{
    unsigned long long state = 1;
    memset(first, 0, (size_t)(groups + 1) * sizeof *first);
    for (long g = 0; g < groups && !nonempty; g++)
        first[g + 1] = (int32_t)(m / groups);
    for (long i = 0; i < m && nonempty; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        first[1 + (long)((state >> 33) % (unsigned long long)nonempty)]++;
    }
    for (long g = 0; g < groups; g++)
        first[g + 1] += first[g];
}

// A visit for each tile of bm rows and each group in it; empty: also one for a group without rows. Returns their number.
static long plan_visits(long bm, long groups, bool empty, const int32_t *first, int32_t *tile, int32_t *group)
{
    long visits = 0;
    for (int32_t g = 0; g < groups; g++) {
        for (int32_t t = (int32_t)(first[g] / bm); t * bm < first[g + 1] && first[g] < first[g + 1]; t++, visits++)
            tile[visits] = t, group[visits] = g;
        if (empty && first[g] == first[g + 1])
            tile[visits] = (int32_t)((first[g] < first[groups] ? first[g] : first[g] - 1) / bm), group[visits++] = g;
    }
    return visits;
}

// m k n groups nonempty bm bk bn buffers
static double grouped(const Row *r)
{
    static int32_t first[1025], tile[MOST_VISITS], group[MOST_VISITS];
    long m = (long)r->a[0], k = (long)r->a[1], n = (long)r->a[2], groups = (long)r->a[3];
    long bm = (long)r->a[5], bk = (long)r->a[6], bn = (long)r->a[7], visits;
    draw_groups(m, groups, (long)r->a[4], first);
    visits = plan_visits(bm, groups, !strcmp(r->kernel, "tgmm"), first, tile, group);
    if (!strcmp(r->kernel, "tgmm"))
        return microseconds(tgmm(m, n, k, bm, bk, bn, groups, visits, first, tile, group, NULL, NULL, NULL));
    if (k % bk)
        return microseconds((!strcmp(r->kernel, "gmm_t") ? tail_gmm_t : tail_gmm)(m, n, k, k % bk, bm, bk, bn, groups, visits, first, tile,
                                                                                  group, NULL, NULL, NULL));
    if (!strcmp(r->kernel, "gmm_t"))
        return microseconds(gmm_t(m, n, k, bm, bk, bn, groups, visits, first, tile, group, NULL, NULL, NULL));
    return microseconds(gmm(m, n, k, bm, bk, bn, groups, visits, first, tile, group, NULL, NULL, NULL)) +
           (!strcmp(r->kernel, "gmm_copy") ? xla_copy(2.0 * (double)m * (double)n) : 0);
}

// The blocks of queries and keys that a mask leaves, in order. Returns their number.
static long plan_steps(long length, long bq, long bk, bool causal, int32_t *query, int32_t *key)
{
    long steps = 0;
    for (int32_t i = 0; i < length / bq; i++)
        for (int32_t j = 0; j < length / bk && (!causal || j * bk < (i + 1) * bq); j++, steps++)
            query[steps] = i, key[steps] = j;
    return steps;
}

// The bytes of a row of a head in HBM: positions are along the lanes, or the row is padded to lanes.
static double row_bytes(double d, bool along) { return 2 * (along ? d : (double)((long)(d + 127) / 128 * 128)); }

// XLA moves n rows of a head from its own layout, which has the least padding, to the kernel's or back. It need not if positions are along
// the lanes in both.
static double move_rows(double n, double d, bool along)
{
    bool along_xla = (long)d % 128 != 0;
    return along && along_xla ? 0 : xla_copy(n * (row_bytes(d, along_xla) + row_bytes(d, along)) / 2);
}

// XLA scales q, too, which reads and writes it.
static double scale_rows(double n, double d, bool along)
{
    double moved = move_rows(n, d, along);
    return moved > 0 ? moved : xla_copy(n * row_bytes(d, along));
}

// batch heads kv_heads length d dv causal bq bk kvc, and the layouts of q, k and v: 2 has positions along the lanes. The caller's
// arrays have heads inside positions; XLA lays them out with positions along the lanes if rows of d would be padded.
static double splash(const Row *r)
{
    static int32_t query[MOST_VISITS], key[MOST_VISITS];
    long batch = (long)r->a[0], heads = (long)r->a[1], kv = (long)r->a[2], length = (long)r->a[3], d = (long)r->a[4], dv = (long)r->a[5];
    bool causal = r->a[6] != 0;
    long bq = (long)r->a[7], bk = (long)r->a[8], steps = plan_steps(length, bq, bk, causal, query, key);
    double q = (double)(batch * heads * length), k = (double)(batch * kv * length);
    double copies = scale_rows(q, (double)d, r->a[10] == 2) + move_rows(k, (double)d, r->a[11] == 2) +
                    move_rows(k, (double)dv, r->a[12] == 2) + move_rows(q, (double)dv, false);
    if (!causal && !strcmp(r->kernel, "attention"))
        return copies + microseconds(full_attention(batch * heads, batch * kv, length, bq, bk, (long)r->a[9], d, dv, NULL, NULL, NULL, NULL));
    if (!causal)
        return copies + xla_copy(q * 512) +
               microseconds(full_attention_residuals(batch * heads, batch * kv, length, bq, bk, (long)r->a[9], d, dv, NULL, NULL, NULL, NULL,
                                                     NULL, NULL));
    if (!strcmp(r->kernel, "attention"))
        return copies + microseconds(attention(batch * heads, batch * kv, length, bq, bk, (long)r->a[9], d, dv, causal, steps, query, key,
                                               NULL, NULL, NULL, NULL));
    // One lane is taken of both residuals: XLA reads them, which is half of a copy.
    return copies + xla_copy(q * 512) +
           microseconds(attention_residuals(batch * heads, batch * kv, length, bq, bk, (long)r->a[9], d, dv, causal, steps, query, key, NULL,
                                            NULL, NULL, NULL, NULL, NULL));
}

static double multiply(const Row *r)
{
    long m = (long)r->a[0], k = (long)r->a[1], n = (long)r->a[2], bm = (long)r->a[3], bk = (long)r->a[4], bn = (long)r->a[5];
    return microseconds((!strcmp(r->kernel, "matmul_t") ? matmul_t : matmul)(m, n, k, bm, bk, bn, NULL, NULL, NULL));
}

static double cross_entropy(const Row *r)
{
    return microseconds(entropy((long)r->a[0], (long)r->a[1], (long)r->a[2], (long)r->a[3], (long)r->a[4], (long)r->a[5],
                                (long)r->a[2] % (long)r->a[5], NULL, NULL, NULL, NULL));
}

static double cross_entropy_back(const Row *r)
{
    return microseconds(entropy_back((long)r->a[0], (long)r->a[1], (long)r->a[2], (long)r->a[3], (long)r->a[4], (long)r->a[5],
                                     (long)r->a[2] % (long)r->a[5], NULL, NULL, NULL, NULL, NULL, NULL, NULL));
}

static double copied(const Row *r) { return xla_copy(r->a[0]); }

// In rows of kernels that differ only in their copies: the kernel's name.
static int way_of(const Row *r)
{
    static const char *const ways[] = { "dma_read", "dma_write", "dma_read_then_write", "dma_read_write", "dma_two_reads", "twice_serial",
                                        "twice_in", "twice_both" };
    int way = 0;
    while (strcmp(ways[way], r->kernel))
        way++;
    return way;
}

// KiB; the time is that of a tile. Many tiles, so that the first and last count little.
static double one_copy(const Row *r)
{
    enum { TILES = 64 };
    long rows = (long)r->a[0] * 2;
    return microseconds(tiles(TILES * rows, way_of(r), rows, TILES, NULL, NULL)) / TILES;
}

static double twice(const Row *r)               // rows of all, of a tile
{
    return microseconds(tiles((long)r->a[0], way_of(r), (long)r->a[1], (long)(r->a[0] / r->a[1]), NULL, NULL));
}

// Pushes between four devices in a square. A flow is two digits, the positions of its devices on the ring around the square.
typedef struct {
    long flows, rounds, rows;
    int32_t from[MOST_ARGUMENTS], to[MOST_ARGUMENTS];
    double us;                                  // of the slowest device
} Flows;

static int push_flows(void *all)
{
    Flows *f = all;
    double us = microseconds(flows(f->flows, f->rounds, f->rows, f->from, f->to, NULL, NULL));
    f->us = us > f->us ? us : f->us;            // one device runs at a time
    return us < 0;
}

static double rounds(Flows f, long n)
{
    f.rounds = n;
    return pl_on_devices(4, push_flows, &f) ? -1 : f.us;
}

// KiB of each flow, flows: a round of many, each of which begins when the last flow is answered.
static double exchange(const Row *r)
{
    static const int32_t device_at[] = { 0, 1, 3, 2 };
    Flows f = { .rows = (long)r->a[0] * 2 };
    for (; f.flows + 1 < MOST_ARGUMENTS && r->a[f.flows + 1] > 0; f.flows++) {
        int both = (int)r->a[f.flows + 1];
        f.from[f.flows] = device_at[both / 10], f.to[f.flows] = device_at[both % 10];
    }
    return (rounds(f, 24) - rounds(f, 8)) / 16;
}

static double two_cores(const Row *r) { return microseconds(cores((int)r->a[0], r->a[0] == LONG_DOTS ? 512 : 256, NULL, NULL, NULL)); }

static const struct {
    const char *kernel, *family;
    double (*run)(const Row *);
    int operations;             // small ones of XLA, besides the kernel
} kernels[] = {
    { "matmul", "matmul", multiply, 0 }, { "matmul_t", "matmul", multiply, 0 }, { "matmul_relu", "matmul", multiply, 0 },
    { "gmm", "grouped matmul", grouped, 10 }, { "gmm_copy", "grouped matmul", grouped, 10 }, { "gmm_t", "grouped matmul", grouped, 10 },
    { "tgmm", "grouped matmul", grouped, 10 },
    { "attention", "attention", splash, 0 }, { "attention_res", "attention", splash, 0 },
    { "entropy", "cross entropy", cross_entropy, 0 }, { "entropy_back", "cross entropy back", cross_entropy_back, 0 },
    { "copy", "copies", copied, 0 },
    { "dma_read", "copy pipelines", one_copy, 0 }, { "dma_write", "copy pipelines", one_copy, 0 },
    { "dma_read_then_write", "copy pipelines", one_copy, 0 }, { "dma_read_write", "copy pipelines", one_copy, 0 },
    { "dma_two_reads", "copy pipelines", one_copy, 0 }, { "twice_serial", "copy pipelines", twice, 0 },
    { "twice_in", "copy pipelines", twice, 0 }, { "twice_both", "copy pipelines", twice, 0 },
    { "cores", "two cores", two_cores, 0 }, { "flows", "pushes", exchange, 0 },
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

// ---- Rows -----------------------------------------------------------------------------------------------------------

static int read_rows(const char *file, const char *chip, Row *rows)
{
    FILE *f = fopen(file, "r");
    char line[2000], arguments[200];
    int count = 0;
    while (f && count < MOST_ROWS && fgets(line, sizeof line, f)) {
        Row *r = &rows[count];
        char *at = arguments;
        if (sscanf(line, "%39[^,],%7[^,],%39[^,],%199[^,],%lf,%lf", r->id, r->chip, r->kernel, arguments, &r->measured, &r->host) != 6)
            continue;
        for (int i = 0; i < MOST_ARGUMENTS; i++)
            r->a[i] = strtod(at, &at);
        count += !chip || !strcmp(chip, r->chip);
    }
    if (f)
        fclose(f);
    return count;
}

static bool is_same_run(const Row *r, const Row *other)
{
    return !strcmp(r->chip, other->chip) && !strcmp(r->kernel, other->kernel) && r->host == other->host &&
           !memcmp(r->a, other->a, sizeof r->a);
}

// False: no kernel here has that name. before: the row that was predicted last.
static bool predict(Row *r, const Row *before)
{
    char settings[40];
    if (before && is_same_run(r, before)) {
        r->predicted = before->predicted, r->family = before->family;
        return true;
    }
    snprintf(settings, sizeof settings, "dry,chip=%s", r->chip);
    setenv("PALLAS", settings, 1);
    for (int i = 0; i < KERNELS; i++)
        if (!strcmp(kernels[i].kernel, r->kernel)) {
            r->family = kernels[i].family;
            r->predicted = kernels[i].run(r) + r->host;
            for (int n = 0; n < kernels[i].operations; n++)
                r->predicted += microseconds(copy(1, NULL, NULL));
            return true;
        }
    return false;
}

static double error_of(const Row *r) { return 100 * (r->predicted / r->measured - 1); }

// ---- Summaries ------------------------------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// NULL: of all chips, or families.
static void print_summary(const Row *rows, int count, const char *chip, const char *family)
{
    static double errors[MOST_ROWS];
    int n = 0;
    for (int i = 0; i < count; i++)
        if ((!chip || !strcmp(rows[i].chip, chip)) && (!family || !strcmp(rows[i].family, family)))
            errors[n++] = error_of(&rows[i]) < 0 ? -error_of(&rows[i]) : error_of(&rows[i]);
    if (!n)
        return;
    qsort(errors, (size_t)n, sizeof *errors, by_size);
    printf("%-4s %-18s %4d rows: median %5.1f %%, 95th percentile %5.1f %%, largest %5.1f %%\n", chip ? chip : "all", family ? family : "all", n,
           errors[n / 2], errors[(n * 95 + 99) / 100 - 1], errors[n - 1]);
}

// Two rows of one chip and kernel whose times differ by more than 5 %: is the faster one predicted to be faster?
static void print_ranking(const Row *rows, int count)
{
    long pairs = 0, right = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            const Row *a = &rows[i], *b = &rows[j];
            double ratio = a->measured / b->measured;
            if (strcmp(a->chip, b->chip) || strcmp(a->kernel, b->kernel) || (ratio < 1.05 && ratio > 1 / 1.05))
                continue;
            pairs++;
            right += (ratio > 1) == (a->predicted > b->predicted);
        }
    if (pairs)
        printf("ranking: %ld of %ld pairs that differ by more than 5 %% (%.1f %%)\n", right, pairs, 100 * (double)right / (double)pairs);
}

int main(int argc, char **argv)
{
    static const char *const chips[] = { "v4", "v5e", "v5p", "v6e", "v7x" };
    static Row rows[MOST_ROWS];
    int count = argc > 1 ? read_rows(argv[1], argc > 2 ? argv[2] : NULL, rows) : 0, kept = 0;
    printf("%-14s %-4s %-14s %12s %12s %8s\n", "row", "chip", "kernel", "predicted us", "measured us", "error %");
    for (int i = 0; i < count; i++) {
        Row r = rows[i];
        if (!predict(&r, kept ? &rows[kept - 1] : NULL))
            continue;
        printf("%-14s %-4s %-14s %12.2f %12.2f %8.1f\n", r.id, r.chip, r.kernel, r.predicted, r.measured, error_of(&r));
        rows[kept++] = r;
    }
    for (int c = 0; c < 5; c++) {
        for (int k = 0; k < KERNELS; k++)
            if (!k || strcmp(kernels[k].family, kernels[k - 1].family))
                print_summary(rows, kept, chips[c], kernels[k].family);
        print_summary(rows, kept, chips[c], NULL);
    }
    print_summary(rows, kept, NULL, NULL);
    print_ranking(rows, kept);
    return kept == 0;
}
