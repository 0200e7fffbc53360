// golden.c -- copies, semaphores, nested pipelines and devices against results of JAX, on four devices.
//
// results.txt has them. Programs that are examples are taken from there; the others are here. All inputs
// are small integers, so results agree to the bit. The TPU target runs those without a pipeline inside a kernel.

#define GOLDEN
#include "../../../examples/collectives/right_permute.c"
#include "../../../examples/collectives/all_gather.c"
#include "../../../examples/collectives/reduce_scatter.c"
#include "../../../examples/collectives/all_reduce.c"
#define BM NESTED_BM
#define BN NESTED_BN
#define BK NESTED_BK
#include "../../../examples/collectives/nested_matmul.c"
#undef BM
#undef BN
#undef BK
#define BM AG_BM
#define BN AG_BN
#define BK AG_BK
#define add_product ag_add_product
#include "../../../examples/collectives/all_gather_matmul.c"
#undef BM
#undef BN
#undef BK
#include "../../../examples/collectives/all_gather_matmul_both.c"
#include "../../test.h"

enum { DEVICES = 4 };

// ---- local_copy: src[2][4] to rows 0..2 of dst[4][4], through scoped storage; the rest of dst is zero ----

PL_KERNEL(local_copy_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 2))
{
    PL_SCOPED(float, src, PL_DIM(x, 0), PL_DIM(x, 1));
    PL_SCOPED(float, dst, PL_DIM(o, 0), PL_DIM(o, 1));
    PL_SCOPED_DMA_SEM(s);
    pl_copy c = PL_COPY(src, PL_AT(dst, PL_DS(0, PL_DIM(x, 0))), s);
    PL_SYNC_COPY(x, src);
    PL_FILL(dst, 0);
    pl_start(&c);
    pl_wait(&c);
    PL_SYNC_COPY(dst, o, s);
}

PL_CALL(local_copy, local_copy_kernel, PL_GRID(),
        PL_IN(float, x, (2, 4), PL_ANY), PL_OUT(float, o, (4, 4), PL_ANY))

// ---- copy_across_steps: o = 2 x + 3, a row a step; row i + 1 is fetched at step i ----

PL_KERNEL(across_kernel,
          PL_ANY_REF(const float, x, 2), PL_REF(float, o, 8),
          PL_REF(float, row, 2, 8), PL_DMA_SEM(came, 2))
{
    long i = PL_PROGRAM_ID(0);
    pl_copy now = PL_COPY(PL_AT(x, i), PL_AT(row, i % 2), came[i % 2]);
    PL_WHEN (PL_FIRST(0))
        pl_start(&now);
    PL_WHEN (!PL_LAST(0)) {
        pl_copy next = PL_COPY(PL_AT(x, i + 1), PL_AT(row, (i + 1) % 2), came[(i + 1) % 2]);
        pl_start(&next);
    }
    pl_wait(&now);
    PL_EACH ((c, 8))
        o[c] = 2 * row[i % 2][c] + 1;
}

PL_CALL(across, across_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN(float, x, (m, 8), PL_ANY), PL_OUT(float, o, (m, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))),
        PL_SCRATCH(float, (2, 8)), PL_SCRATCH_DMA_SEM(2))

// ---- mesh_permute: o of (y, x + 1) = x of (y, x) ----

PL_KERNEL(mesh_permute_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 2), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    long right = PL_DEVICE_AT(PL_DEVICE_ID(y), (PL_DEVICE_ID(x) + 1) % PL_NUM_DEVICES(x));
    PL_BARRIER(3, right, PL_NEIGHBOR(x, -1));
    pl_copy push = PL_ASYNC_REMOTE_COPY(x, o, send, recv, right);
    pl_wait(&push);
}

PL_CALL(mesh_permute, mesh_permute_kernel, PL_SIZES(m, n), PL_MESH((y, 2), (x, 2)), PL_GRID(),
        PL_IN(float, x, (m, n), PL_ANY), PL_OUT(float, o, (m, n), PL_ANY), PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

// ---- nested_accumulate: z = 2 x y, by two pipelines, of which the second adds ----

PL_KERNEL(accumulate_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    PL_LOOP (again, 0, 2)
        PL_PIPELINE(add_product, PL_GRID((i, 2), (j, 2), (k, 4)),
                    PL_IN   (x, PL_BLOCKSPEC((8, 4), (i, k))),
                    PL_IN   (y, PL_BLOCKSPEC((4, 8), (k, j))),
                    PL_INOUT(z, PL_BLOCKSPEC((8, 8), (i, j), PL_INIT(0, again == 0 && k == 0))));
}

PL_CALL(accumulate, accumulate_kernel, PL_GRID(),
        PL_IN(float, x, (16, 16), PL_ANY), PL_IN(float, y, (16, 16), PL_ANY), PL_OUT(float, z, (16, 16), PL_ANY))

// ---- nested_allocations: the pipeline runs over either half of k; views that are parts of views ----

PL_KERNEL(halves_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    PL_FILL(z, 0);
    PL_LOOP (half, 0, 2) {
        PL_ANY_VIEW(const float, columns, PL_AT(x, PL_ALL, PL_DS(8 * half, 8)));
        PL_PIPELINE(add_product, PL_GRID((i, 2), (j, 2), (k, 2)),
                    PL_IN   (columns, PL_BLOCKSPEC((8, 4), (i, k))),
                    PL_IN   (PL_AT(PL_AT(y, PL_DS(8 * half, 8), PL_ALL), PL_ALL), PL_BLOCKSPEC((4, 8), (k, j))),
                    PL_INOUT(z, PL_BLOCKSPEC((8, 8), (i, j))));
    }
}

PL_CALL(halves, halves_kernel, PL_GRID(),
        PL_IN(float, x, (16, 16), PL_ANY), PL_IN(float, y, (16, 16), PL_ANY), PL_OUT(float, z, (16, 16), PL_ANY))

// ---- All of them ----

enum { LARGEST = 32 * 16 };
static float first[DEVICES][LARGEST], second[DEVICES][LARGEST], result[DEVICES][LARGEST];

static void input(float x[DEVICES][LARGEST], int a, int b, int c, int m)
{
    for (int d = 0; d < DEVICES; d++)
        for (int i = 0; i < LARGEST; i++)
            x[d][i] = (float)((a * d + b * i + c) % m);
}

static int run(int which, const float *x, const float *y, float *o)
{
    switch (which) {
    case 0: return local_copy(x, o);
    case 1: return across(4, x, o);
    case 2: return right_permute(DEVICES, 2, 4, x, o);
    case 3: return mesh_permute(2, 4, x, o);
    case 4: return all_gather(DEVICES, 2, 4, x, o);
    case 5: return reduce_scatter(DEVICES, 2, 4, x, o);
    case 6: return all_reduce(DEVICES, 2, 4, x, o);
    case 7: return nested_matmul(16, 16, 16, x, y, o);
    case 8: return accumulate(x, y, o);
    case 9: return halves(x, y, o);
    case 10: return all_gather_matmul(DEVICES, 8, 16, 8, x, y, o);
    case 11: return both_ways(DEVICES, 8, 16, 8, x, y, o);
    default: return (void)y, 1;
    }
}

// What JAX has for this program on this device; 0: the file has no such.
static int expect_golden(const char *name, long mine, FILE *f)
{
    char word[64], line[256];
    int device = -1, n = 0, seen = 0;
    while (fgets(line, sizeof line, f) && !(sscanf(line, "%63s", word) == 1 && !strcmp(word, name) && line[0] != '#'))
        ;
    while (fscanf(f, "%63s", word) == 1)
        if (!strcmp(word, "device")) {
            EXPECT(fscanf(f, "%d", &device) == 1 && device >= 0 && device < DEVICES);
            n = 0;
        } else if (word[0] < '0' || word[0] > '9') {
            break;
        } else if (device == mine) {
            EXPECT(result[mine][n] == (float)atof(word));
            n++, seen++;
        }
    return seen;
}

// Each device looks at its own share: the others may be other processes.
struct job { int which; const char *name; };
static int share(void *arg)
{
    struct job *job = arg;
    long d = pl_device_id();
    FILE *f = fopen("tests/conformance/collectives/results.txt", "r");
    EXPECT(f != NULL);
    if (!f)
        return 1;
    memset(result[d], 0, sizeof result[d]);
    EXPECT(run(job->which, first[d], second[d], result[d]) == 0);
    EXPECT(expect_golden(job->name, d, f) > 0);
    fclose(f);
    return 0;
}

// Copies land early, late or at random; devices take turns in every order: nothing may change.
int setenv(const char *name, const char *value, int overwrite);
static char base[256];

static void in_every_order(int which, const char *name)
{
    static const char *const copies[] = { "early", "late", "random" }, *const devices[] = { "forward", "reverse", "random" };
    for (int c = 0; c < 3; c++)
        for (int d = 0; d < 3; d++)
            for (int seed = 1; seed <= (c == 2 || d == 2 ? 3 : 1); seed++) {
                char words[400];
                snprintf(words, sizeof words, "%s%scopies=%s,devices=%s,seed=%d", base, base[0] ? "," : "", copies[c], devices[d], seed);
                setenv("PALLAS", words, 1);
                EXPECT(pl_on_devices(DEVICES, share, &(struct job){ which, name }) == 0);
            }
}

#define PROGRAM(which, name, a, b, c, m)                                                                    \
    TEST(golden_##name)                                                                                     \
    {                                                                                                       \
        input(first, a, b, c, m);                                                                           \
        input(second, 2, 3, 0, 5);                                                                          \
        in_every_order(which, #name);                                                                       \
    }
PROGRAM(0, local_copy, 10, 1, 0, 97)
PROGRAM(1, copy_across_steps, 5, 3, 1, 97)
PROGRAM(2, right_permute, 10, 1, 0, 97)
PROGRAM(3, mesh_permute, 10, 1, 0, 97)
PROGRAM(4, all_gather, 10, 1, 0, 97)
PROGRAM(5, reduce_scatter, 7, 3, 1, 11)
PROGRAM(6, all_reduce, 7, 3, 1, 11)
PROGRAM(7, nested_matmul, 3, 5, 1, 7)
PROGRAM(8, nested_accumulate, 3, 5, 1, 7)
PROGRAM(9, nested_allocations, 3, 5, 1, 7)
PROGRAM(10, ag_matmul_one_way, 3, 5, 1, 7)
PROGRAM(11, ag_matmul_seed, 3, 5, 1, 7)

int main(void)
{
    snprintf(base, sizeof base, "%s", getenv("PALLAS") ? getenv("PALLAS") : "");
    RUN(golden_local_copy);
    RUN(golden_copy_across_steps);
    RUN(golden_right_permute);
    RUN(golden_mesh_permute);
    RUN(golden_all_gather);
    RUN(golden_reduce_scatter);
    RUN(golden_all_reduce);
    RUN(golden_nested_matmul);
    RUN(golden_nested_accumulate);
    RUN(golden_nested_allocations);
    RUN(golden_ag_matmul_one_way);
    RUN(golden_ag_matmul_seed);
    return test_end();
}
