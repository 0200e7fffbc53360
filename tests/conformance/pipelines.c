// pipelines.c -- PL_PIPELINE on one device: windows of every kind, program ids in its kernel, and nested pipelines.

#include <pallas.h>
#include "../test.h"

enum { B = 4 };

static void count_up(int32_t *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = i;
}

// ---- Partial blocks: PL_EDGE, PL_INIT, statements before a fetch, scratch, scalars, arguments that are passed on ----

PL_KERNEL(sum_kernel,
          PL_REF(const int32_t, x, B), PL_REF(int32_t, o, 1), PL_SCALAR(int32_t, by), PL_REF(int32_t, seen, 1), PL_REF(int32_t, all, 1))
{
    PL_WHEN (PL_FIRST(0))
        seen[0] = 0;
    PL_EACH ((c, 1))
        seen[c]++;
    PL_REDUCE (o[0], PL_ADD, (c, B), by * x[c]);
    PL_WHEN (PL_LAST(0))
        all[0] = 100 * seen[0] + (int32_t)PL_AXIS(i) + (int32_t)PL_NUM_PROGRAMS(0);
}

PL_KERNEL(edges_kernel, PL_ANY_REF(const int32_t, x, 1), PL_ANY_REF(int32_t, o, 1), PL_REF(int32_t, all, 1), PL_REF(int32_t, fetched, 1))
{
    int32_t fetches = 0;
    PL_PIPELINE(sum_kernel,
                PL_GRID((i, PL_CDIV(PL_DIM(x, 0), B))),
                PL_IN   (x, PL_BLOCKSPEC((B), (i), PL_EDGE(0), PL_BEFORE_FETCH(fetches += (int32_t)i + 1))),
                PL_INOUT(PL_AT(o, PL_DS(1, 1)), PL_BLOCKSPEC((1), (0), PL_INIT(5, i == 0))),
                PL_SCALAR(int32_t, 2),
                PL_SCRATCH(int32_t, (1)),
                PL_PASS(all));
    fetched[0] = fetches;
}

PL_CALL(edges, edges_kernel, PL_SIZES(n), PL_GRID(),
        PL_IN(int32_t, x, (n), PL_ANY), PL_INOUT(int32_t, o, (3), PL_ANY), PL_OUT(int32_t, all, (1), PL_WHOLE),
        PL_OUT(int32_t, fetched, (1), PL_WHOLE))

TEST(edges_and_parts)
{
    int32_t x[10], o[3] = { 1, 2, 3 }, all[1], fetched[1];
    count_up(x, 10);
    EXPECT(edges(10, x, o, all, fetched) == 0);
    EXPECT_INTS(o, 3, 1, 95, 3);
    EXPECT_INTS(all, 1, 305);
    EXPECT_INTS(fetched, 1, 6);
}

// ---- A pipeline in a pipeline, over a window of the outer one; a grid of no programs; one without axes ----

PL_KERNEL(twice_kernel, PL_REF(const int32_t, x, 2), PL_REF(int32_t, o, 2))
{
    PL_EACH ((c, 2))
        o[c] = 2 * x[c];
}

PL_KERNEL(row_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, o, 4))
{
    PL_PIPELINE(twice_kernel, PL_GRID((i, 2)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (1 - i))));
    PL_PIPELINE(twice_kernel, PL_GRID((i, 0)), PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_OUT(o, PL_BLOCKSPEC((2), (i))));
}

PL_KERNEL(rows_kernel, PL_ANY_REF(const int32_t, x, 2), PL_ANY_REF(int32_t, o, 2))
{
    PL_PIPELINE(row_kernel, PL_GRID((r, PL_DIM(x, 0))),
                PL_IN (PL_AT(x, PL_ALL, PL_DS(1, 4)), PL_BLOCKSPEC((PL_NONE, 4), (r, 0))),
                PL_OUT(o, PL_BLOCKSPEC((PL_NONE, 4), (PL_DIM(x, 0) - 1 - r, 0))));
    PL_PIPELINE(twice_kernel, PL_GRID(), PL_IN(PL_AT(x, 0, PL_DS(1, 2)), PL_WHOLE), PL_OUT(PL_AT(o, 0, PL_DS(2, 2)), PL_WHOLE));
}

PL_CALL(rows, rows_kernel, PL_SIZES(m), PL_GRID(), PL_IN(int32_t, x, (m, 5), PL_ANY), PL_OUT(int32_t, o, (m, 4), PL_ANY))

TEST(a_pipeline_in_a_pipeline)
{
    int32_t x[10] = { 9, 1, 2, 3, 4, 9, 5, 6, 7, 8 }, o[8];
    EXPECT(rows(2, x, o) == 0);
    EXPECT_INTS(o, 8, 14, 16, 2, 4, 6, 8, 2, 4);
}

// ---- Windows that overlap, in an array with padding; elements in the padding; sizes that differ from step to step ----

PL_KERNEL(smooth_kernel, PL_REF(const int32_t, x, B + 2), PL_REF(int32_t, o, B))
{
    PL_EACH ((c, B)) {
        int32_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (d, 3), PL_INSIDE(x, c + d) ? x[c + d] : 1000);
        o[c] = sum;
    }
}

PL_KERNEL(segment_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, o, 1))
{
    o[0] = (int32_t)PL_SIZE(x, 0);
    PL_REDUCE (o[0], PL_ADD, (c, PL_SIZE(x, 0)), 10 * x[c]);
}

PL_KERNEL(odd_kernel, PL_ANY_REF(const int32_t, x, 1), PL_ANY_REF(int32_t, o, 1), PL_ANY_REF(int32_t, sums, 1))
{
    PL_PIPELINE(smooth_kernel, PL_GRID((i, PL_CDIV(PL_DIM(x, 0), B))),
                PL_IN (x, PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, B)), (i * B))),
                PL_OUT(o, PL_BLOCKSPEC((B), (i))));
    PL_PIPELINE(segment_kernel, PL_GRID((i, 3)),
                PL_IN (x, PL_BLOCKSPEC((PL_BOUNDED(B)), (PL_DS(i * (i + 1) / 2, i + 1)))),
                PL_OUT(sums, PL_BLOCKSPEC((1), (i))));
}

PL_CALL(odd, odd_kernel, PL_SIZES(n), PL_GRID(),
        PL_IN(int32_t, x, (n), PL_ANY), PL_OUT(int32_t, o, (n), PL_ANY), PL_OUT(int32_t, sums, (3), PL_ANY))

TEST(windows_of_elements)
{
    int32_t x[10], o[10], sums[3];
    count_up(x, 10);
    EXPECT(odd(10, x, o, sums) == 0);
    EXPECT_INTS(o, 10, 1001, 3, 6, 9, 12, 15, 18, 21, 24, 1017);
    EXPECT_INTS(sums, 3, 1, 32, 123);
}

// ---- Revisited blocks: an INOUT is fetched again, and so is an output with PL_REVISIT_ANY; one buffer, two, three ----

PL_KERNEL(add_kernel, PL_REF(const int32_t, x, 2), PL_REF(int32_t, o, 2), PL_REF(int32_t, q, 2))
{
    PL_EACH ((c, 2)) {
        o[c] += x[c];
        q[c] = PL_FIRST(0) ? x[c] : q[c] + 10 * x[c];
    }
}

PL_KERNEL(again_kernel, PL_ANY_REF(const int32_t, x, 1), PL_ANY_REF(int32_t, o, 1), PL_ANY_REF(int32_t, q, 1))
{
    PL_LOOP (time, 0, 2)
        PL_PIPELINE(add_kernel, PL_GRID((k, 3), (i, 2)),
                    PL_IN   (x, PL_BLOCKSPEC((2), (k), PL_BUFFERED(3))),
                    PL_INOUT(o, PL_BLOCKSPEC((2), (i), PL_INIT(7, time == 0 && k == 0))),
                    PL_OUT  (q, PL_BLOCKSPEC((2), (i), PL_REVISIT_ANY, PL_BUFFERED(1))));
}

PL_CALL(again, again_kernel, PL_GRID(),
        PL_IN(int32_t, x, (6), PL_ANY), PL_OUT(int32_t, o, (4), PL_ANY), PL_INOUT(int32_t, q, (4), PL_ANY))

TEST(blocks_that_come_back)
{
    int32_t x[6], o[4], q[4] = { 0 };
    count_up(x, 6);
    EXPECT(again(x, o, q) == 0);
    EXPECT_INTS(o, 4, 19, 25, 19, 25);
    EXPECT_INTS(q, 4, 60, 81, 60, 81);
}

// ---- Arrays that the kernel gets whole; semaphores, one of an array; a part of a block passed on; `return` ----

PL_FUNCTION(void, put, PL_ANY_REF(int32_t, to, 1), PL_SCALAR(int32_t, v), PL_SEM(done))
{
    PL_FILL(to, v);
    PL_SIGNAL(done, 1);
}

PL_KERNEL(by_hand_kernel, PL_REF(const int32_t, x, 2), PL_ANY_REF(int32_t, o, 2), PL_SEM(done), PL_SCALAR(int32_t, most))
{
    if (x[0] >= most)
        return;
    put(PL_PASS(PL_AT(o, PL_PROGRAM_ID(0))), x[0] + x[1], done);
}

PL_KERNEL(handles_kernel, PL_ANY_REF(const int32_t, x, 1), PL_ANY_REF(int32_t, o, 2), PL_ANY_REF(int32_t, counts, 1), PL_SEM(s, 2))
{
    PL_SCOPED(int32_t, n, 2);
    PL_FILL(o, -1);
    PL_PIPELINE(by_hand_kernel, PL_GRID((i, 3)),
                PL_IN(x, PL_BLOCKSPEC((2), (i))), PL_INOUT(o, PL_ANY), s[1], 4);
    n[0] = (int32_t)PL_SEM_READ(s[0]), n[1] = (int32_t)PL_SEM_READ(s[1]);
    PL_SEM_WAIT(s[1], 2);
    PL_SYNC_COPY(n, counts);
}

PL_CALL(handles, handles_kernel, PL_GRID(),
        PL_IN(int32_t, x, (6), PL_ANY), PL_OUT(int32_t, o, (3, 2), PL_ANY), PL_OUT(int32_t, counts, (2), PL_ANY), PL_SCRATCH_SEM(2))

TEST(arrays_and_handles)
{
    int32_t x[6], o[6], counts[2];
    count_up(x, 6);
    EXPECT(handles(x, o, counts) == 0);
    EXPECT_INTS(o, 6, 1, 1, 5, 5, -1, -1);
    EXPECT_INTS(counts, 2, 0, 2);
}

// ---- A matrix product, whose pipeline runs for either half of k ----

PL_KERNEL(product_kernel, PL_REF(const float, x, 8, 4), PL_REF(const float, y, 4, 8), PL_REF(float, z, 8, 8))
{
    PL_DOT(z, x, y);
}

PL_KERNEL(halves_kernel, PL_ANY_REF(const float, x, 2), PL_ANY_REF(const float, y, 2), PL_ANY_REF(float, z, 2))
{
    PL_LOOP (half, 0, 2)
        PL_PIPELINE(product_kernel, PL_GRID((i, 2), (j, 2), (k, 2)),
                    PL_IN   (PL_AT(x, PL_ALL, PL_DS(8 * half, 8)), PL_BLOCKSPEC((8, 4), (i, k))),
                    PL_IN   (PL_AT(y, PL_DS(8 * half, 8)), PL_BLOCKSPEC((4, 8), (k, j))),
                    PL_INOUT(z, PL_BLOCKSPEC((8, 8), (i, j), PL_INIT(0, half == 0 && k == 0))));
}

PL_CALL(halves, halves_kernel, PL_GRID(),
        PL_IN(float, x, (16, 16), PL_ANY), PL_IN(float, y, (16, 16), PL_ANY), PL_OUT(float, z, (16, 16), PL_ANY))

TEST(halves_of_a_product)
{
    static float x[256], y[256], z[256];
    for (int i = 0; i < 256; i++)
        x[i] = (float)(i % 7 - 3), y[i] = (float)(i % 5 - 2);
    EXPECT(halves(x, y, z) == 0);
    for (int r = 0; r < 16; r++)
        for (int c = 0; c < 16; c++) {
            float sum = 0;
            for (int l = 0; l < 16; l++)
                sum += x[16 * r + l] * y[16 * l + c];
            EXPECT(z[16 * r + c] == sum);
        }
}

// ---- An output that all programs and pipelines of a call fill together ----------------------------------------------

PL_KERNEL(copy_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_ASSIGN(z, x);
}

// Program p fills blocks p and n / 4 - 1 - p, each by a pipeline of its own; the last block of each half by a copy.
PL_KERNEL(persistent_kernel, PL_SCALAR(long, n), PL_ANY_REF(const int32_t, x, 1), PL_ANY_REF(int32_t, z, 1), PL_DMA_SEM(sem))
{
    const long p = PL_PROGRAM_ID(0), programs = PL_NUM_PROGRAMS(0), last = n / 4 - 1;
    PL_WHEN (p < programs - 1) {
        PL_PIPELINE(copy_kernel, PL_GRID((l, 1)), PL_IN(x, PL_BLOCKSPEC((4), (p + l))), PL_OUT(z, PL_BLOCKSPEC((4), (p + l))));
        PL_PIPELINE(copy_kernel, PL_GRID((l, 1)), PL_IN(x, PL_BLOCKSPEC((4), (last - p + l))), PL_OUT(z, PL_BLOCKSPEC((4), (last - p + l))));
    } else {
        PL_SYNC_COPY(PL_AT(x, PL_DS(4 * p, n - 8 * p)), PL_AT(z, PL_DS(4 * p, n - 8 * p)), sem);
    }
}

PL_CALL(persistent, persistent_kernel, PL_SIZES(programs), PL_SCALAR(long, n), PL_GRID((p, programs)),
        PL_IN(int32_t, x, (n), PL_ANY), PL_OUT(int32_t, z, (n), PL_ANY), PL_SCRATCH_DMA_SEM())

TEST(blocks_of_all_pipelines)
{
    int32_t x[40], z[40];
    for (int i = 0; i < 40; i++)
        x[i] = 3 * i + 1;
    EXPECT(persistent(4, 40, x, z) == 0);
    EXPECT_INTS(z, 4, 1, 4, 7, 10);
    for (int i = 0; i < 40; i++)
        EXPECT(z[i] == x[i]);
}

int main(void)
{
    RUN(blocks_of_all_pipelines);
    RUN(edges_and_parts);
    RUN(a_pipeline_in_a_pipeline);
    RUN(windows_of_elements);
    RUN(blocks_that_come_back);
    RUN(arrays_and_handles);
    RUN(halves_of_a_product);
    return test_end();
}
