// parts.c -- views, helpers, scopes, counters and pipelines, one thing at a time.

#include <pallas.h>
#include "../../test.h"

// ---- Views of views, columns, single elements; helpers that take and return them ----

PL_FUNCTION(pl_copy, fetch, PL_ANY_REF(const int32_t, from, 2), PL_REF(int32_t, to, 2, 3), PL_DMA_SEM(s))
{
    return PL_COPY(PL_AT(from, PL_DS(1, 2), PL_DS(0, 3)), to, s);
}

PL_FUNCTION(void, set_row, PL_ANY_REF(int32_t, row, 1), PL_SCALAR(int32_t, v))
{
    PL_FILL(row, v + (int32_t)PL_DIM(row, 0));
}

PL_KERNEL(views_kernel, PL_ANY_REF(const int32_t, x, 3), PL_ANY_REF(int32_t, o, 2), PL_REF(int32_t, t, 2, 3), PL_DMA_SEM(s, 2))
{
    PL_ANY_VIEW(const int32_t, plane, PL_AT(x, 1));                     // [3][4]
    pl_copy c = fetch(PL_PASS(plane), PL_PASS(t), s[1]);
    PL_FILL(o, 0);
    pl_start(&c);
    pl_wait(&c);
    PL_SYNC_COPY(t, PL_AT(o, PL_DS(0, 2), PL_DS(0, 3)), s[0]);
    PL_ASSIGN(PL_AT(o, PL_DS(0, 3), 3), PL_AT(PL_AT(x, PL_ALL, PL_ALL, 2), 0));          // a column to a column
    set_row(PL_PASS(PL_AT(o, 3)), 100);
    PL_FILL(PL_AT(o, 3, 1), 7);
}

PL_CALL(views, views_kernel, PL_GRID(),
        PL_IN(int32_t, x, (2, 3, 4), PL_ANY), PL_OUT(int32_t, o, (4, 4), PL_ANY),
        PL_SCRATCH(int32_t, (2, 3)), PL_SCRATCH_DMA_SEM(2))

TEST(parts_of_parts)
{
    int32_t x[24], o[16];
    for (int i = 0; i < 24; i++)
        x[i] = i;
    EXPECT(views(x, o) == 0);
    EXPECT_INTS(o, 16, 16, 17, 18, 2, 20, 21, 22, 6, 0, 0, 0, 10, 104, 7, 104, 104);
}

// ---- Counters, scopes however they are left ----

PL_KERNEL(counters_kernel, PL_REF(int32_t, o, 4), PL_SEM(s, 2))
{
    int32_t sum = 0;
    PL_SIGNAL(s[1], 5);
    o[0] = (int32_t)PL_SEM_READ(s[1]);
    PL_SEM_WAIT(s[1], 2);
    PL_SEM_WAIT(s[1], 3);
    PL_LOOP (i, 0, 5) {
        PL_SCOPED(int32_t, t, i + 1, 2);
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

// ---- A pipeline: edges, scratch, scalars, arguments as they stand, what runs before a fetch ----

PL_KERNEL(sum_kernel,
          PL_REF(const int32_t, x, 4), PL_REF(int32_t, o, 1), PL_SCALAR(int32_t, by), PL_REF(int32_t, seen, 1),
          PL_REF(int32_t, all, 1))
{
    PL_WHEN (PL_FIRST(0))
        seen[0] = 0;
    PL_EACH ((c, 1))
        seen[c]++;
    PL_REDUCE (o[0], PL_ADD, (c, 4), by * x[c]);
    PL_WHEN (PL_LAST(0))
        all[0] = seen[0];
}

PL_KERNEL(edges_kernel, PL_ANY_REF(const int32_t, x, 1), PL_ANY_REF(int32_t, o, 1), PL_REF(int32_t, all, 1), PL_REF(int32_t, fetched, 1))
{
    int32_t fetches = 0;
    PL_PIPELINE(sum_kernel,
                PL_GRID((i, PL_CDIV(PL_DIM(x, 0), 4))),
                PL_IN   (x, PL_BLOCKSPEC((4), (i), PL_EDGE(0), PL_BEFORE_FETCH(fetches += (int32_t)i + 1))),
                PL_INOUT(PL_AT(o, PL_DS(1, 1)), PL_BLOCKSPEC((1), (0), PL_INIT(5, i == 0))),
                PL_SCALAR(int32_t, 2),
                PL_SCRATCH(int32_t, (1)),
                PL_PASS(all));
    fetched[0] = fetches;
}

PL_CALL(edges, edges_kernel, PL_SIZES(n), PL_GRID(),
        PL_IN(int32_t, x, (n), PL_ANY), PL_INOUT(int32_t, o, (3), PL_ANY), PL_OUT(int32_t, all, (1), PL_WHOLE),
        PL_OUT(int32_t, fetched, (1), PL_WHOLE))

TEST(a_pipeline_and_its_parts)
{
    int32_t x[10], o[3] = { 1, 2, 3 }, all[1], fetched[1];
    for (int i = 0; i < 10; i++)
        x[i] = i;
    EXPECT(edges(10, x, o, all, fetched) == 0);
    EXPECT_INTS(o, 3, 1, 95, 3);
    EXPECT_INTS(all, 1, 3);
    EXPECT_INTS(fetched, 1, 6);
}

// ---- A pipeline in a pipeline, over a window of the outer one; a grid of no programs ----

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
}

PL_CALL(rows, rows_kernel, PL_SIZES(m), PL_GRID(), PL_IN(int32_t, x, (m, 5), PL_ANY), PL_OUT(int32_t, o, (m, 4), PL_ANY))

TEST(a_pipeline_in_a_pipeline)
{
    int32_t x[10] = { 9, 1, 2, 3, 4, 9, 5, 6, 7, 8 }, o[8];
    EXPECT(rows(2, x, o) == 0);
    EXPECT_INTS(o, 8, 14, 16, 10, 12, 6, 8, 2, 4);
}

// ---- Devices: coordinates; a call of one device without pl_on_devices ----

PL_KERNEL(where_kernel, PL_REF(int32_t, o, 6))
{
    o[0] = (int32_t)PL_DEVICE_ID(), o[1] = (int32_t)PL_DEVICE_ID(y), o[2] = (int32_t)PL_DEVICE_ID(x);
    o[3] = (int32_t)PL_NEIGHBOR(x, 4), o[4] = (int32_t)PL_NEIGHBOR(y, -1), o[5] = (int32_t)PL_DEVICE_AT(1, 2);
}

PL_CALL(where, where_kernel, PL_SIZES(ny, nx), PL_MESH((y, ny), (x, nx)), PL_GRID(), PL_OUT(int32_t, o, (6), PL_WHOLE))

static int32_t places[6][6];
static int place(void *unused)
{
    (void)unused;
    return where(2, 3, places[pl_device_id()]);
}

TEST(places_in_a_mesh)
{
    EXPECT(pl_on_devices(6, place, NULL) == 0);
    EXPECT_INTS(places[0], 6, 0, 0, 0, 1, 3, 5);
    EXPECT_INTS(places[5], 6, 5, 1, 2, 3, 2, 5);
    EXPECT(pl_num_devices() == 1 && pl_device_id() == 0);
}

// ---- Right programs: a copy is complete for whoever has waited for its part in it, and never sooner or later ----

#ifndef DEVICES
#define DEVICES 4
#endif

// Each device pushes into the scope of the next one. It leaves its own when its push has been sent and the other one has come,
// which may be before the next device has waited. The literal program of the collectives document, on a ring.
PL_FUNCTION(void, move_data, PL_REF(const int32_t, src, 2, 8), PL_REF(int32_t, dst, 4, 8),
            PL_DMA_SEM(sem), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    long left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    pl_copy local = PL_ASYNC_COPY(src, PL_AT(dst, PL_DS(0, 2)), sem);
    pl_wait(&local);
    PL_SIGNAL(PL_BARRIER_SEM(0), 1, left);
    PL_SEM_WAIT(PL_BARRIER_SEM(0), 1);
    pl_copy remote = PL_ASYNC_REMOTE_COPY(src, PL_AT(dst, PL_DS(2, 2)), send, recv, right);
    pl_wait_send(&remote);
    pl_wait_recv(&remote);
    pl_copy made = PL_COPY(src, PL_AT(dst, PL_DS(0, 2)), sem);
    pl_start(&made);
    pl_wait(&made);
}

PL_KERNEL(scoped_kernel, PL_REF(int32_t, o, 4, 8))
{
    PL_SCOPED(int32_t, src, 2, 8);
    PL_SCOPED(int32_t, dst, 4, 8);
    PL_SCOPED_DMA_SEM(sem);
    PL_SCOPED_DMA_SEM(send);
    PL_SCOPED_DMA_SEM(recv);
    PL_FILL(src, (int32_t)(10 + PL_DEVICE_ID()));
    move_data(PL_PASS(src), PL_PASS(dst), sem, send, recv);
    PL_ASSIGN(o, dst);
}

PL_CALL(scoped, scoped_kernel, PL_SIZES(devices), PL_MESH((ring, devices)), PL_GRID(), PL_OUT(int32_t, o, (4, 8), PL_WHOLE))

static int32_t moved[DEVICES][4][8];
static int move(void *unused)
{
    (void)unused;
    return scoped(pl_num_devices(), moved[pl_device_id()][0]);
}

TEST(pushes_into_scopes)
{
    int wrong = 0;
    EXPECT(pl_on_devices(DEVICES, move, NULL) == 0);
    for (int d = 0; d < DEVICES; d++)
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 8; c++)
                wrong += moved[d][r][c] != (r < 2 ? 10 + d : 10 + (d + DEVICES - 1) % DEVICES);
    EXPECT(wrong == 0);
}

// A window is pushed and waits for its send alone, because the receiver may wait in a later step. A push of nothing, and a copy
// of nothing, need no wait.
PL_KERNEL(rows_to_right_kernel, PL_REF(const int32_t, x, 4), PL_ANY_REF(int32_t, o, 2), PL_DMA_SEM(send), PL_DMA_SEM(recv))
{
    long i = PL_PROGRAM_ID(0), left = PL_NEIGHBOR(ring, -1), right = PL_NEIGHBOR(ring, 1);
    pl_copy push = PL_REMOTE_COPY(x, PL_AT(o, i), send, recv, right);
    pl_copy nothing = PL_REMOTE_COPY(PL_AT(x, PL_DS(0, i - i)), PL_AT(o, i, PL_DS(0, i - i)), send, recv, right);
    pl_copy none = PL_COPY(PL_AT(x, PL_DS(0, i - i)), PL_AT(o, i, PL_DS(0, i - i)), send);
    PL_WHEN (PL_FIRST(0))
        PL_BARRIER(0, left, right);
    pl_start(&push);
    pl_start(&nothing);
    pl_start(&none);
    pl_wait_send(&push);
    PL_WHEN (PL_LAST(0)) {
        PL_LOOP (k, 0, 3)
            pl_wait_recv(&push);
    }
}

PL_CALL(rows_to_right, rows_to_right_kernel,
        PL_SIZES(devices), PL_MESH((ring, devices)), PL_GRID((i, 3)),
        PL_IN(int32_t, x, (3, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))), PL_OUT(int32_t, o, (3, 4), PL_ANY),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM())

static int32_t sent[DEVICES][3][4], came[DEVICES][3][4];
static int send_rows(void *unused)
{
    long d = pl_device_id();
    (void)unused;
    return rows_to_right(pl_num_devices(), sent[d][0], came[d][0]);
}

TEST(windows_are_pushed)
{
    for (int d = 0; d < DEVICES; d++)
        for (int i = 0; i < 12; i++)
            sent[d][i / 4][i % 4] = 100 * d + i;
    EXPECT(pl_on_devices(DEVICES, send_rows, NULL) == 0);
    for (int d = 0; d < DEVICES; d++)
        EXPECT(!memcmp(came[d], sent[(d + DEVICES - 1) % DEVICES], sizeof came[d]));
}

int main(void)
{
    RUN(parts_of_parts);
    RUN(counters_and_scopes);
    RUN(a_pipeline_and_its_parts);
    RUN(a_pipeline_in_a_pipeline);
    RUN(places_in_a_mesh);
    RUN(pushes_into_scopes);
    RUN(windows_are_pushed);
    return test_end();
}
