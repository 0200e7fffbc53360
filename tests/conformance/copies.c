// copies.c -- on one device: views and copies of arrays left in HBM, semaphores, scopes, as far as every target has them.

#include <pallas.h>
#include "../test.h"

// ---- A copy that is started a step ahead: o = 2 x + 1, one row per step ----

PL_KERNEL(ahead_kernel,
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

PL_CALL(ahead, ahead_kernel, PL_SIZES(m), PL_GRID((i, m)),
        PL_IN(float, x, (m, 8), PL_ANY), PL_OUT(float, o, (m, 8), PL_BLOCKSPEC((PL_NONE, 8), (i, 0))),
        PL_SCRATCH(float, (2, 8)), PL_SCRATCH_DMA_SEM(2))

TEST(a_copy_a_step_ahead)
{
    float x[40], o[40];
    for (int i = 0; i < 40; i++)
        x[i] = (float)i;
    EXPECT(ahead(5, x, o) == 0);
    for (int i = 0; i < 40; i++)
        EXPECT(o[i] == (float)(2 * i + 1));
}

// ---- Parts of parts, columns, single elements, in all kinds of memory; helpers that take them ----

PL_FUNCTION(void, bring, PL_ANY_REF(const int32_t, from, 2), PL_REF(int32_t, to, 2, 3), PL_DMA_SEM(s, 2), PL_SCALAR(long, which))
{
    pl_copy c = PL_ASYNC_COPY(PL_AT(from, PL_DS(1, 2), PL_DS(0, PL_DIM(to, 1))), to, s[which]);
    pl_wait(&c);
}

PL_KERNEL(parts_kernel, PL_ANY_REF(const int32_t, x, 3), PL_ANY_REF(int32_t, o, 2), PL_REF(int32_t, t, 2, 3), PL_DMA_SEM(s, 2))
{
    PL_ANY_VIEW(const int32_t, plane, PL_AT(x, 1));                     // [3][4]
    PL_FILL(o, 0);
    bring(PL_PASS(plane), PL_PASS(t), s, 1);
    PL_SYNC_COPY(t, PL_AT(o, PL_DS(0, 2), PL_DS(0, 3)), s[0]);
    PL_ASSIGN(PL_AT(o, PL_DS(0, 3), 3), PL_AT(PL_AT(x, PL_ALL, PL_ALL, 2), 0));          // a column to a column
    PL_FILL(PL_AT(o, 3), 97 + (int32_t)PL_DIM(o, 1) + (int32_t)PL_DIM(plane, 0));
    PL_FILL(PL_AT(o, 3, 1), 7);
}

PL_CALL(parts, parts_kernel, PL_GRID(),
        PL_IN(int32_t, x, (2, 3, 4), PL_ANY), PL_OUT(int32_t, o, (4, 4), PL_ANY),
        PL_SCRATCH(int32_t, (2, 3)), PL_SCRATCH_DMA_SEM(2))

TEST(parts_of_parts)
{
    int32_t x[24], o[16];
    for (int i = 0; i < 24; i++)
        x[i] = i;
    EXPECT(parts(x, o) == 0);
    EXPECT_INTS(o, 16, 16, 17, 18, 2, 20, 21, 22, 6, 0, 0, 0, 10, 104, 7, 104, 104);
}

// ---- Through scoped storage and an array of the call in HBM: o = x with its rows reversed ----

PL_KERNEL(buffers_kernel, PL_ANY_REF(const pl_bf16, x, 2), PL_ANY_REF(pl_bf16, o, 2), PL_ANY_REF(pl_bf16, buffer, 3))
{
    PL_LOOP (r, 0, PL_DIM(x, 0)) {
        PL_SCOPED(pl_bf16, row, 4);
        PL_SCOPED_DMA_SEM(came);
        pl_copy in = PL_COPY(PL_AT(x, r), row, came);
        pl_start(&in);
        pl_wait(&in);
        PL_SYNC_COPY(row, PL_AT(buffer, 1, PL_DIM(x, 0) - 1 - r));
    }
    PL_SYNC_COPY(PL_AT(buffer, 1), o);
}

PL_CALL(buffers, buffers_kernel, PL_SIZES(m), PL_GRID(),
        PL_IN(pl_bf16, x, (m, 4), PL_ANY), PL_OUT(pl_bf16, o, (m, 4), PL_ANY), PL_SCRATCH_ANY(pl_bf16, (2, m, 4)))

TEST(through_scopes)
{
    pl_bf16 x[12], o[12];
    for (int i = 0; i < 12; i++)
        x[i] = pl_to_bf16((float)i);
    EXPECT(buffers(3, x, o) == 0);
    for (int i = 0; i < 12; i++)
        EXPECT(pl_to_f32(o[4 * (2 - i / 4) + i % 4]) == (float)i);
}

// ---- Counters; scopes that end in every way ----

PL_KERNEL(counters_kernel, PL_REF(int32_t, o, 4), PL_SEM(s, 2))
{
    int32_t sum = 0;
    PL_SIGNAL(s[1], 5);
    o[0] = (int32_t)PL_SEM_READ(s[1]);
    PL_SEM_WAIT(s[1], 2);
    PL_SEM_WAIT(s[1], 3);
    PL_LOOP (i, 0, 5) {
        PL_SCOPED(int32_t, t, 5, 2);
        PL_SCOPED_SEM(done);
        PL_FILL(t, (int32_t)i);
        sum += t[i][1];
        if (i == 1)
            continue;
        PL_SIGNAL(done, 1);
        PL_SEM_WAIT(done, 1);
        if (i == 3)
            break;
    }
    o[1] = sum, o[2] = (int32_t)PL_SEM_READ(s[1]), o[3] = (int32_t)PL_NUM_DEVICES();
}

PL_CALL(counters, counters_kernel, PL_GRID(), PL_OUT(int32_t, o, (4), PL_WHOLE), PL_SCRATCH_SEM(2))

TEST(counters_and_scopes)
{
    int32_t o[4];
    EXPECT(counters(o) == 0);
    EXPECT_INTS(o, 4, 5, 6, 0, 1);
}

// ---- A count that is carried from step to step, and is reset at each index of a parallel axis ----

PL_KERNEL(kept_kernel, PL_REF(int32_t, o, 1), PL_SEM(s))
{
    PL_SIGNAL(s, 3);
    PL_WHEN (PL_PROGRAM_ID(1) > 0)
        PL_SEM_WAIT(s, 2);
    o[0] = (int32_t)PL_SEM_READ(s);
    PL_WHEN (PL_LAST(1))
        PL_SEM_WAIT(s, 5);
}

PL_CALL(kept, kept_kernel, PL_GRID(PL_PARALLEL(i, 2), (j, 3)), PL_OUT(int32_t, o, (2, 3), PL_BLOCKSPEC((1, PL_NONE), (i, j))), PL_SCRATCH_SEM())

TEST(a_count_that_is_kept)
{
    int32_t o[6];
    EXPECT(kept(o) == 0);
    EXPECT_INTS(o, 6, 3, 4, 5, 3, 4, 5);
}

static int body(void *at)
{
    *(long *)at += 10 * pl_num_devices() + pl_device_id();
    return 0;
}

TEST(one_device)
{
    long seen = 0;
    EXPECT(pl_on_devices(1, body, &seen) == 0 && seen == 10);
}

int main(void)
{
    RUN(a_copy_a_step_ahead);
    RUN(parts_of_parts);
    RUN(through_scopes);
    RUN(counters_and_scopes);
    RUN(a_count_that_is_kept);
    RUN(one_device);
    return test_end();
}
