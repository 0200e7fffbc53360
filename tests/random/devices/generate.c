// generate.c -- writes a right program with devices, copies and semaphores from a seed, and what it must compute.
//
//     generate SEED >program.c
//
// All devices run the same phases: fills, local copies, computations in a tile, pushes around a ring or from one device to
// another, into buffers or into PL_SCOPED storage. A copy stays in flight until a later phase needs one of its ends or its
// semaphore. The generator knows which rows of which device each copy in flight uses, so it knows which waits a phase needs. A
// receiver has waited for all that concerns the destination and the semaphore before it tells the sender to push, on a
// semaphore on which only this receiver signals this sender. So the program is right in every order of copies and devices: each
// report is a false accusation. The expected values are computed here, phase by phase, without pallas.h.
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 5, BUFFERS = 3, ROWS = 6, COLUMNS = 4, SLOTS = 3, MOST_PHASES = 14, MOST_PENDING = 64 };

typedef struct { int buffer, row, rows; bool mine; } Region;          // mine: row + the device's number, modulo ROWS
typedef struct {
    int number, slot;
    int from, to;               // of a push between two devices; from -1: of each device
    int by;                     // to the device `by` further on in the ring; -1: a local copy
    Region src[2], dst[2];
    int copies;                 // two copies may count on one semaphore; both are waited for before either is used
    bool read, written;         // waits are in the program
} Copy;

static unsigned long long state;
static int devices, phase;
static bool quiet;              // the phases are computed again, for the next step of the grid, and not printed again
static Copy pending[MOST_PENDING];
static int pendings;
static int data[MOST_DEVICES][BUFFERS][ROWS][COLUMNS];

static int below(int n)
{
    state += 0x9e3779b97f4a7c15u;
    unsigned long long z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (int)((z ^ z >> 31) % (unsigned)n);
}

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (!quiet)
        vprintf(format, list);
    va_end(list);
}

// ---- Regions --------------------------------------------------------------------------------------------------------

static Region any_region(int rows)
{
    Region r = { below(BUFFERS), below(ROWS - rows + 1), rows, rows == 1 && below(2) };
    return r;
}

static int first_row(Region r, int device) { return r.mine ? (r.row + device) % ROWS : r.row; }

static bool overlap(Region a, int a_device, Region b, int b_device)
{
    int x = first_row(a, a_device), y = first_row(b, b_device);
    return a.buffer == b.buffer && x < y + b.rows && y < x + a.rows;
}

static const char *text(Region r)
{
    static char all[4][80];
    static int next;
    char *t = all[next++ % 4];
    if (r.mine)
        snprintf(t, sizeof all[0], "PL_AT(b%d, PL_DS((me + %d) %% %d, 1))", r.buffer, r.row, ROWS);
    else
        snprintf(t, sizeof all[0], "PL_AT(b%d, PL_DS(%d, %d))", r.buffer, r.row, r.rows);
    return t;
}

// ---- Copies in flight -----------------------------------------------------------------------------------------------

static bool runs_on(const Copy *c, int device) { return c->from < 0 || c->from == device; }
static int receiver(const Copy *c, int device) { return c->by < 0 ? device : (device + c->by) % devices; }

static void under(int device)
{
    if (device >= 0)
        say("    PL_WHEN (me == %d)\n    ", device);
}

static void wait_for(Copy *c, bool read, bool written)
{
    for (int i = 0; i < c->copies; i++) {
        if (c->by < 0 && !c->written)
            say("    pl_wait(&c%d_%d);\n", c->number, i);
        if (c->by >= 0 && read && !c->read)
            under(c->from), say("    pl_wait_send(&c%d_%d);\n", c->number, i);
        if (c->by >= 0 && written && !c->written)
            under(c->to), say("    pl_wait_recv(&c%d_%d);\n", c->number, i);
    }
    c->read |= read || c->by < 0;
    c->written |= written || c->by < 0;
}

static void drop_waited(void)
{
    int kept = 0;
    for (int i = 0; i < pendings; i++)
        if (!pending[i].read || !pending[i].written)
            pending[kept++] = pending[i];
    pendings = kept;
}

// Waits for what uses the region on this device; for reads, only if it is written.
static void free_region(Region r, int device, bool writes)
{
    for (int p = 0; p < pendings; p++)
        for (int d = 0; d < devices; d++)
            for (int i = 0; i < pending[p].copies && runs_on(&pending[p], d); i++) {
                Copy *c = &pending[p];
                bool comes = receiver(c, d) == device && overlap(r, device, c->dst[i], d);
                bool goes = writes && d == device && overlap(r, device, c->src[i], d);
                if (comes && !c->written)
                    wait_for(c, false, true);
                if (goes && !c->read)
                    wait_for(c, true, false);
            }
}

static void free_all(Region r, bool writes)
{
    for (int d = 0; d < devices; d++)
        free_region(r, d, writes);
    drop_waited();
}

static void free_slot(int slot, bool local)
{
    for (int p = 0; p < pendings; p++)
        if (pending[p].slot == slot && (pending[p].by < 0) == local)
            wait_for(&pending[p], true, true);
    drop_waited();
}

// Whether all ends of the copies of this phase, which are in flight together, are apart on every device.
static bool are_apart(const Copy *c)
{
    for (int d = 0; d < devices; d++)
        for (int e = 0; e < devices; e++)
            for (int i = 0; i < c->copies; i++)
                for (int j = 0; j < c->copies; j++) {
                    if (!runs_on(c, d) || !runs_on(c, e))
                        continue;
                    if (receiver(c, d) == e && overlap(c->dst[i], d, c->src[j], e))
                        return false;
                    if ((d != e || i != j) && receiver(c, d) == receiver(c, e) && overlap(c->dst[i], d, c->dst[j], e))
                        return false;
                }
    return true;
}

static void move(const Copy *c)
{
    static int old[MOST_DEVICES][BUFFERS][ROWS][COLUMNS];
    memcpy(old, data, sizeof old);
    for (int d = 0; d < devices; d++)
        for (int i = 0; i < c->copies && runs_on(c, d); i++)
            for (int r = 0; r < c->src[i].rows; r++)
                for (int k = 0; k < COLUMNS; k++)
                    data[receiver(c, d)][c->dst[i].buffer][first_row(c->dst[i], d) + r][k] =
                        old[d][c->src[i].buffer][first_row(c->src[i], d) + r][k];
}

// ---- Phases ---------------------------------------------------------------------------------------------------------

// The receiver tells the sender that it may push.
static void shake_hands(const Copy *c)
{
    under(c->to);
    say("    PL_SIGNAL(ready[%d], 1, (me + %d) %% %d);\n", c->by, devices - c->by, devices);
    under(c->from);
    say("    PL_SEM_WAIT(ready[%d], 1);\n", c->by);
}

static void start(const Copy *c, int i)
{
    bool at_once = c->from < 0 && below(2);
    say("    pl_copy c%d_%d = PL_%s%sCOPY(%s, %s, ", c->number, i, at_once ? "ASYNC_" : "", c->by < 0 ? "" : "REMOTE_", text(c->src[i]),
           text(c->dst[i]));
    if (c->by < 0)
        say("local[%d]);\n", c->slot);
    else
        say("send[%d], recv[%d], (me + %d) %% %d);\n", c->slot, c->slot, c->by, devices);
    if (!at_once)
        under(c->from), say("    pl_start(&c%d_%d);\n", c->number, i);
}

static void copy(bool local)
{
    Copy c = { .number = phase, .slot = below(SLOTS), .from = -1, .to = -1, .by = local ? -1 : below(devices), .copies = 1 + !below(4) };
    do {
        int rows = 1 + below(2);
        for (int i = 0; i < c.copies; i++)
            c.src[i] = any_region(rows), c.dst[i] = any_region(rows);
        if (!local && !below(3))
            c.from = below(devices), c.to = (c.from + c.by) % devices;
    } while (!are_apart(&c));
    free_slot(c.slot, local);
    for (int d = 0; d < devices; d++)
        for (int i = 0; i < c.copies && runs_on(&c, d); i++) {
            free_region(c.src[i], d, false);
            Region there = c.dst[i];                    // named by the sender
            there.row = first_row(c.dst[i], d), there.mine = false;
            free_region(there, receiver(&c, d), true);
        }
    drop_waited();
    if (!local)
        shake_hands(&c);
    for (int i = 0; i < c.copies; i++)
        start(&c, i);
    move(&c);
    pending[pendings++] = c;
}

static void fill(void)
{
    Region r = any_region(1 + below(3));
    int value = below(50);
    free_all(r, true);
    say("    PL_FILL(%s, me + %d);\n", text(r), value);
    for (int d = 0; d < devices; d++)
        for (int i = 0; i < r.rows; i++)
            for (int k = 0; k < COLUMNS; k++)
                data[d][r.buffer][first_row(r, d) + i][k] = d + value;
}

static void compute(void)
{
    int rows = 1 + below(3), add = below(9);
    Region from = any_region(rows), to = any_region(rows);
    free_all(from, false);
    free_all(to, true);
    say("    {\n    PL_TILE(T, v%d, %d, %d);\n    PL_SYNC_COPY(%s, v%d, now);\n", phase, rows, COLUMNS, text(from), phase);
    say("    PL_EACH ((r, %d), (c, %d))\n        v%d[r][c] = (T)(%d + me + r - c) - v%d[r][c];\n", rows, COLUMNS, phase, add, phase);
    say("    PL_SYNC_COPY(v%d, %s, now);\n    }\n", phase, text(to));
    for (int d = 0; d < devices; d++) {
        int v[ROWS][COLUMNS];
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < COLUMNS; k++)
                v[r][k] = add + d + r - k - data[d][from.buffer][first_row(from, d) + r][k];
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < COLUMNS; k++)
                data[d][to.buffer][first_row(to, d) + r][k] = v[r][k];
    }
}

// A push into storage of a scope on the next device, which copies it on.
static void scoped(void)
{
    int rows = 1 + below(2);
    bool own = below(2), late = below(2);
    Copy c = { .number = phase, .from = -1, .to = -1, .by = below(devices), .copies = 1, .src = { any_region(rows) }, .slot = below(SLOTS) };
    Region to = any_region(rows);
    if (!own)
        free_slot(c.slot, false);
    free_all(c.src[0], false);
    free_all(to, true);
    say("    {\n    PL_SCOPED(T, t%d, %d, %d);\n", phase, rows, COLUMNS);
    if (own)
        say("    PL_SCOPED_DMA_SEM(out%d);\n    PL_SCOPED_DMA_SEM(in%d);\n", phase, phase);
    shake_hands(&c);
    say("    pl_copy c%d_0 = PL_ASYNC_REMOTE_COPY(%s, t%d, ", phase, text(c.src[0]), phase);
    if (own)
        say("out%d, in%d, ", phase, phase);
    else
        say("send[%d], recv[%d], ", c.slot, c.slot);
    say("(me + %d) %% %d);\n", c.by, devices);
    say("    pl_wait_%s(&c%d_0);\n    pl_wait_%s(&c%d_0);\n", late ? "recv" : "send", phase, late ? "send" : "recv", phase);
    say("    PL_SYNC_COPY(t%d, %s, now);\n    }\n", phase, text(to));
    static int came[MOST_DEVICES][ROWS][COLUMNS];
    for (int d = 0; d < devices; d++)
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < COLUMNS; k++)
                came[receiver(&c, d)][r][k] = data[d][c.src[0].buffer][first_row(c.src[0], d) + r][k];
    for (int d = 0; d < devices; d++)
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < COLUMNS; k++)
                data[d][to.buffer][first_row(to, d) + r][k] = came[d][r][k];
}

static void body(int phases)
{
    for (phase = 0; phase < phases; phase++) {
        int kind = below(10);
        if (kind < 5)
            copy(kind < 2);
        else if (kind < 7)
            fill();
        else if (kind < 9)
            compute();
        else
            scoped();
        drop_waited();
    }
    while (pendings) {
        wait_for(&pending[pendings - 1], true, true);
        pendings--;
    }
}

static const char begin[] =
    "#include <pallas.h>\n\n"
    "PL_KERNEL(phases_kernel, PL_ANY_REF(const T, x, 3), PL_ANY_REF(T, o, 3),\n"
    "          PL_ANY_REF(T, b0, 2), PL_ANY_REF(T, b1, 2), PL_ANY_REF(T, b2, 2),\n"
    "          PL_DMA_SEM(send, SLOTS), PL_DMA_SEM(recv, SLOTS), PL_DMA_SEM(local, SLOTS), PL_DMA_SEM(now), PL_SEM(ready, DEVICES))\n"
    "{\n"
    "    long me = PL_DEVICE_ID();\n"
    "    PL_WHEN (PL_FIRST(0)) {\n"
    "        PL_SYNC_COPY(PL_AT(x, 0), b0, now);\n"
    "        PL_SYNC_COPY(PL_AT(x, 1), b1, now);\n"
    "        PL_SYNC_COPY(PL_AT(x, 2), b2, now);\n"
    "    }\n";
static const char end[] =
    "    PL_WHEN (PL_LAST(0)) {\n"
    "        PL_SYNC_COPY(b0, PL_AT(o, 0), now);\n"
    "        PL_SYNC_COPY(b1, PL_AT(o, 1), now);\n"
    "        PL_SYNC_COPY(b2, PL_AT(o, 2), now);\n"
    "    }\n"
    "}\n\n"
    "PL_CALL(phases, phases_kernel, PL_MESH((ring, DEVICES)), PL_GRID((step, STEPS)),\n"
    "        PL_IN(T, x, (3, ROWS, COLUMNS), PL_ANY), PL_OUT(T, o, (3, ROWS, COLUMNS), PL_ANY),\n"
    "        PL_SCRATCH_ANY(T, (ROWS, COLUMNS)), PL_SCRATCH_ANY(T, (ROWS, COLUMNS)), PL_SCRATCH_ANY(T, (ROWS, COLUMNS)),\n"
    "        PL_SCRATCH_DMA_SEM(SLOTS), PL_SCRATCH_DMA_SEM(SLOTS), PL_SCRATCH_DMA_SEM(SLOTS), PL_SCRATCH_DMA_SEM(),\n"
    "        PL_SCRATCH_SEM(DEVICES))\n\n"
    "enum { ALL = 3 * ROWS * COLUMNS };\n"
    "static T x[DEVICES][ALL], o[DEVICES][ALL];\n";
static const char host[] =
    "static int share(void *unused)\n"
    "{\n"
    "    (void)unused;\n"
    "    return phases(x[pl_device_id()], o[pl_device_id()]);\n"
    "}\n\n"
    "int main(void)\n"
    "{\n"
    "    int wrong = 0;\n"
    "    for (int d = 0; d < DEVICES; d++)\n"
    "        for (int i = 0; i < ALL; i++)\n"
    "            x[d][i] = (T)(d * 100 + i);\n"
    "    if (pl_on_devices(DEVICES, share, NULL))\n"
    "        return 1;\n"
    "    for (int d = 0; d < DEVICES; d++)\n"
    "        for (int i = 0; i < ALL; i++)\n"
    "            wrong += o[d][i] != (T)expected[d][i];\n"
    "    printf(\"%d wrong\\n\", wrong);\n"
    "    return wrong > 0;\n"
    "}\n";

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: generate SEED\n"), 2;
    state = strtoull(argv[1], NULL, 10) * 77777;
    devices = 2 + below(MOST_DEVICES - 1);
    int steps = 1 + below(3), phases = 5 + below(MOST_PHASES - 4);
    printf("// Program %s of tests/random/devices\ntypedef %s T;\n", argv[1], below(2) ? "float" : "int");
    printf("enum { DEVICES = %d, STEPS = %d, ROWS = %d, COLUMNS = %d, SLOTS = %d };\n", devices, steps, ROWS, COLUMNS, SLOTS);
    for (int d = 0; d < devices; d++)
        for (int i = 0; i < BUFFERS * ROWS * COLUMNS; i++)
            data[d][i / (ROWS * COLUMNS)][i / COLUMNS % ROWS][i % COLUMNS] = d * 100 + i;
    fputs(begin, stdout);
    unsigned long long choices = state;
    for (int s = 0; s < steps; s++) {
        quiet = s > 0;
        state = choices;
        body(phases);
    }
    fputs(end, stdout);
    printf("static const int expected[DEVICES][ALL] = {\n");
    for (int d = 0; d < devices; d++) {
        printf("    {");
        for (int i = 0; i < BUFFERS * ROWS * COLUMNS; i++)
            printf(" %d,", data[d][i / (ROWS * COLUMNS)][i / COLUMNS % ROWS][i % COLUMNS]);
        printf(" },\n");
    }
    printf("};\n\n");
    fputs(host, stdout);
    return 0;
}
