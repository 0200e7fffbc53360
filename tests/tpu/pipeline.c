// pipeline.c -- one call for each schedule of blocks: plain, with one buffer and with three, with lookahead,
// in place, aliased, revisited, reset at each parallel index. Each runs with many blocks and with one, and
// its results are compared with plain loops, exactly.
#include <pallas.h>

enum { B = 8, MOST = 100, BLOCKS = (MOST + B - 1) / B };

// ---- Plain: two inputs, one output, partial blocks ----

PL_KERNEL(add_kernel, PL_REF(const int32_t, x, 2, B), PL_REF(const int32_t, y, 2, B), PL_REF(int32_t, z, 2, B))
{
    PL_EACH ((r, 2), (c, B))
        z[r][c] = x[r][c] + 3 * y[r][c];
}

PL_CALL(plain, add_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, 2)), (j, PL_CDIV(n, B))),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((2, B), (i, j))),
        PL_IN (int32_t, y, (m, n), PL_BLOCKSPEC((2, B), (0, j))),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((2, B), (i, j))))

// ---- An output that accumulates over steps; three buffers ----

PL_KERNEL(sum_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, 1))
{
    int32_t sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, B), x[c]);
    PL_WHEN (PL_FIRST(1))
        z[0] = 0;
    z[0] += sum;
}

PL_CALL(row_sums, sum_kernel, PL_SIZES(m, n), PL_GRID((i, m), (l, PL_CDIV(n, B))),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((PL_NONE, B), (i, l), PL_EDGE(0), PL_BUFFERED(3))),
        PL_OUT(int32_t, z, (m), PL_BLOCKSPEC((1), (i))))

// ---- One buffer ----

PL_KERNEL(double_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = 2 * x[c];
}

PL_CALL(one_buffer, double_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((B), (i), PL_BUFFERED(1))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((B), (i), PL_BUFFERED(1))))

// ---- A table selects the block; fetched as far ahead as buffers are free ----

PL_KERNEL(gather_kernel, PL_SCALAR(long, n), PL_SMEM_REF(const int32_t, t, n), PL_REF(const int32_t, x, B),
          PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = x[c] + t[PL_PROGRAM_ID(0)];
}

PL_CALL(gather, gather_kernel, PL_SCALAR(long, n), PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(i, n)),
        PL_PREFETCH(int32_t, t, (n)),
        PL_IN (int32_t, x, (B * blocks), PL_BLOCKSPEC((B), (t[i]), PL_BUFFERED(3), PL_LOOKAHEAD)),
        PL_OUT(int32_t, z, (n, B), PL_BLOCKSPEC((PL_NONE, B), (i, 0))))

// ---- In place, revisited: the written elements are fetched ----

PL_KERNEL(scatter_kernel, PL_SCALAR(long, n), PL_SMEM_REF(const int32_t, t, n), PL_REF(const int32_t, x, B),
          PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = 2 * z[c] + x[c];
}

PL_CALL(scatter, scatter_kernel, PL_SCALAR(long, n), PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(i, n)),
        PL_PREFETCH(int32_t, t, (n)),
        PL_IN   (int32_t, x, (n, B), PL_BLOCKSPEC((PL_NONE, B), (i, 0))),
        PL_INOUT(int32_t, z, (B * blocks), PL_BLOCKSPEC((B), (t[i]))))

PL_CALL(scatter_three, scatter_kernel, PL_SCALAR(long, n), PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(i, n)),
        PL_PREFETCH(int32_t, t, (n)),
        PL_IN   (int32_t, x, (n, B), PL_BLOCKSPEC((PL_NONE, B), (i, 0))),
        PL_INOUT(int32_t, z, (B * blocks), PL_BLOCKSPEC((B), (t[i]), PL_BUFFERED(3))))

PL_CALL(scatter_again, scatter_kernel, PL_SCALAR(long, n), PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(i, n)),
        PL_PREFETCH(int32_t, t, (n)),
        PL_IN (int32_t, x, (n, B), PL_BLOCKSPEC((PL_NONE, B), (i, 0))),
        PL_OUT(int32_t, z, (B * blocks), PL_BLOCKSPEC((B), (t[i]), PL_REVISIT_ANY)))

// ---- One array, read by one map and written by another: a step may read the writes of the previous one ----

PL_KERNEL(chain_kernel, PL_SCALAR(long, n), PL_SMEM_REF(const int32_t, from, n), PL_SMEM_REF(const int32_t, to, n),
          PL_REF(const int32_t, x, B), PL_REF(int32_t, z, B))
{
    PL_EACH ((c, B))
        z[c] = 3 * x[c] + 1;
}

PL_CALL(chain, chain_kernel, PL_SCALAR(long, n), PL_SIZES(blocks), PL_GRID(PL_ARBITRARY(i, n)),
        PL_PREFETCH(int32_t, from, (n)), PL_PREFETCH(int32_t, to, (n)),
        PL_IN (int32_t, x, (B * blocks), PL_BLOCKSPEC((B), (from[i]))),
        PL_OUT(int32_t, z, (B * blocks), PL_BLOCKSPEC((B), (to[i]), PL_ALIAS(x))))

// ---- Scratch and outputs are reset at each index of the parallel axis ----

PL_KERNEL(dot_kernel, PL_REF(const int32_t, x, B), PL_REF(const int32_t, y, B), PL_REF(int32_t, z, 1),
          PL_REF(int32_t, sum, 1))
{
    PL_WHEN (PL_FIRST(1))
        sum[0] = 0;
    PL_REDUCE (sum[0], PL_ADD, (c, B), PL_INSIDE(x, c) ? x[c] * y[c] : 0);
    PL_WHEN (PL_LAST(1))
        z[0] = sum[0];
}

PL_CALL(dots, dot_kernel, PL_SIZES(m, n), PL_GRID(PL_PARALLEL(i, m), (l, PL_CDIV(n, B))),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((PL_NONE, B), (i, l))),
        PL_IN (int32_t, y, (n), PL_BLOCKSPEC((B), (l))),
        PL_OUT(int32_t, z, (m), PL_BLOCKSPEC((1), (i))),
        PL_SCRATCH(int32_t, (1)))

// ---- The same in plain loops ----

static int32_t x[MOST * MOST], y[MOST * MOST], z[MOST * MOST], wanted[MOST * MOST];

// Blocks of one step and of several, revisited at once and later.
static const int32_t table[20] = { 0, 1, 2, 3, 4, 5, 5, 1, 0, 1, 2, 2, 2, 0, 3, 0, 4, 4, 5, 2 }, still[3] = { 0, 0, 0 };
static const int32_t from[12] = { 8, 0, 1, 1, 7, 7, 8, 3, 3, 6, 2, 8 }, to[12] = { 0, 1, 2, 2, 3, 4, 5, 6, 6, 7, 8, 1 };
static int wrong;

static void begin(void)
{
    for (long e = 0; e < MOST * MOST; e++) {
        x[e] = (int32_t)(e * 7919 % 1009), y[e] = (int32_t)(e * 104729 % 997);
        z[e] = wanted[e] = (int32_t)(e * 31 % 101);
    }
}

static void compare(const char *what, int code)
{
    long e = 0;
    while (e < MOST * MOST && z[e] == wanted[e])
        e++;
    if (code || e < MOST * MOST) {
        printf("%s: returned %d, element %ld\n", what, code, e);
        wrong++;
    }
}

static void try_plain(long m, long n)
{
    begin();
    for (long e = 0; e < m * n; e++)
        wanted[e] = x[e] + 3 * y[e / n % 2 * n + e % n];
    compare("plain", plain(m, n, x, y, z));
}

static void try_row_sums(long m, long n)
{
    begin();
    for (long i = 0; i < m; i++) {
        wanted[i] = 0;
        for (long c = 0; c < n; c++)
            wanted[i] += x[i * n + c];
    }
    compare("row_sums", row_sums(m, n, x, z));
}

static void try_one_buffer(long n)
{
    begin();
    for (long e = 0; e < n; e++)
        wanted[e] = 2 * x[e];
    compare("one_buffer", one_buffer(n, x, z));
}

static void try_gather(long n, long blocks, const int32_t *t)
{
    begin();
    for (long e = 0; e < n * B; e++)
        wanted[e] = x[t[e / B] * B + e % B] + t[e / B];
    compare("gather", gather(n, blocks, t, x, z));
}

static void try_scatter(const char *what, int (*call)(long, long, const int32_t *, const int32_t *, int32_t *), long n,
                        long blocks, const int32_t *t)
{
    begin();
    for (long i = 0; i < n; i++)
        for (long c = 0; c < B; c++)
            wanted[t[i] * B + c] = 2 * wanted[t[i] * B + c] + x[i * B + c];
    compare(what, call(n, blocks, t, x, z));
}

// A block is fetched only if it differs from the previous one.
static void try_chain(long n, long blocks, const int32_t *reads, const int32_t *writes)
{
    int32_t fetched[B] = { 0 };
    begin();
    for (long i = 0; i < n; i++) {
        for (long c = 0; c < B && (!i || reads[i] != reads[i - 1]); c++)
            fetched[c] = wanted[reads[i] * B + c];
        for (long c = 0; c < B; c++)
            wanted[writes[i] * B + c] = 3 * fetched[c] + 1;
    }
    compare("chain", chain(n, blocks, reads, writes, z, z));
}

static void try_dots(long m, long n)
{
    begin();
    for (long i = 0; i < m; i++) {
        wanted[i] = 0;
        for (long c = 0; c < n; c++)
            wanted[i] += x[i * n + c] * y[c];
    }
    compare("dots", dots(m, n, x, y, z));
}

int main(void)
{
    try_plain(5, 27);
    try_plain(2, 5);
    try_plain(0, 5);
    try_row_sums(4, 43);
    try_row_sums(3, 8);
    try_row_sums(1, 5);
    try_one_buffer(45);
    try_one_buffer(8);
    try_gather(20, 6, table);
    try_gather(3, 1, still);
    try_gather(1, 1, still);
    try_scatter("scatter", scatter, 20, 6, table);
    try_scatter("scatter", scatter, 3, 1, still);
    try_scatter("scatter_three", scatter_three, 20, 6, table);
    try_scatter("scatter_three", scatter_three, 3, 1, still);
    try_scatter("scatter_again", scatter_again, 20, 6, table);
    try_scatter("scatter_again", scatter_again, 3, 1, still);
    try_chain(12, 9, from, to);
    try_chain(1, 1, still, still);
    try_dots(3, 20);
    try_dots(1, 4);
    return wrong != 0;
}
