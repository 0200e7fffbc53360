// matrix.cc -- the matrix instructions: ldmatrix, stmatrix, mma.sync and wgmma, with the layouts of the PTX manual.
//
// The layouts place a lane's elements by lane / 4 and lane % 4. Products are summed in ascending order of k: in float, but
// those of 8-bit integers in 32-bit integers, and those of f64 in double.

#include "emulator.h"
#include "include/emulator/protocol.h"
#include "include/emulator/small_floats.h"

namespace emulator {

// ---- Numbers ----

static unsigned bytes_of(enum pl_emulator_number n)
{
    switch (n) {
    case PL_BF16: case PL_F16: return 2;
    case PL_TF32: return 4;
    case PL_S8: case PL_U8: case PL_E4M3: case PL_E5M2: return 1;
    }
    return 0;
}

static bool is_integer(enum pl_emulator_number n) { return n == PL_S8 || n == PL_U8; }

static float value_of(enum pl_emulator_number n, uint32_t bits)
{
    switch (n) {
    case PL_BF16: return pl_emulator_from_bf16((uint16_t)bits);
    case PL_F16: return pl_emulator_from_f16((uint16_t)bits);
    case PL_E4M3: return pl_emulator_from_e4m3((uint8_t)bits);
    case PL_E5M2: return pl_emulator_from_e5m2((uint8_t)bits);
    case PL_S8: return (float)(int8_t)bits;
    case PL_U8: return (float)(uint8_t)bits;
    case PL_TF32: {
        bits &= 0xffffe000u;
        float f;
        __builtin_memcpy(&f, &bits, 4);
        return f;
    }
    }
    return 0;
}

// Returns element i of a register.
static float element(enum pl_emulator_number n, uint32_t word, unsigned i)
{
    unsigned bits = bytes_of(n) * 8;
    return value_of(n, bits == 32 ? word : word >> bits * i & ((1u << bits) - 1));
}

// ---- ldmatrix, stmatrix ----

struct RowLane {
    unsigned *registers;
    const unsigned *values;
    char *row;
    int matrices;
    bool transpose;
};

// Element `half` of register q in a lane is at [row][column] of matrix q.
static void place_in_matrix(unsigned lane, int half, bool transpose, unsigned *row, unsigned *column)
{
    *row = transpose ? lane % 4 * 2 + (unsigned)half : lane / 4;
    *column = transpose ? lane / 4 : lane % 4 * 2 + (unsigned)half;
}

static void finish_ldmatrix(Thread *, Lane *lanes, unsigned)
{
    for (unsigned l = 0; l < WARP; l++) {
        RowLane *me = static_cast<RowLane *>(lanes[l].payload);
        for (int q = 0; q < me->matrices; q++) {
            uint32_t word = 0;
            for (int h = 0; h < 2; h++) {
                unsigned row, column;
                place_in_matrix(l, h, me->transpose, &row, &column);
                uint16_t v;
                __builtin_memcpy(&v, static_cast<RowLane *>(lanes[(unsigned)q * 8 + row].payload)->row + column * 2, 2);
                word |= (uint32_t)v << 16 * h;
            }
            me->registers[q] = word;
        }
    }
}

static void finish_stmatrix(Thread *, Lane *lanes, unsigned)
{
    for (unsigned l = 0; l < WARP; l++) {
        RowLane *me = static_cast<RowLane *>(lanes[l].payload);
        for (int q = 0; q < me->matrices; q++)
            for (int h = 0; h < 2; h++) {
                unsigned row, column;
                place_in_matrix(l, h, me->transpose, &row, &column);
                uint16_t v = (uint16_t)(me->values[q] >> 16 * h);
                __builtin_memcpy(static_cast<RowLane *>(lanes[(unsigned)q * 8 + row].payload)->row + column * 2, &v, 2);
            }
    }
}

static void check_row(const char *name, void *row, int matrices, unsigned access, Place here)
{
    if ((int)running->lane >= matrices * 8)
        return;
    Address a = reinterpret_cast<Address>(row);
    if (a % 16) {
        report(cudaErrorMisalignedAddress, here, "%s: the row at %p is not aligned to 16 bytes", name, row);
        end_report();
    }
    if (!pl_emulator_space(row) || pl_emulator_space(row) == 2) {
        report(cudaErrorIllegalAddress, here, "%s: the row at %p is not in shared memory", name, row);
        end_report();
    }
    if (instrumented)
        access_memory(a, 16, access | UNALIGNED, here);
}

static void check_full_warp(const char *name, Place here)
{
    if (running->warp->there == ~0u)
        return;
    report(cudaErrorLaunchFailure, here, "%s needs all 32 lanes of a warp; some have ended or do not exist", name);
    end_report();
}

// ---- mma.sync ----

struct MmaLane {
    enum pl_emulator_number number;
    void *d;
    const unsigned *a, *b;
};

// Collects a and b from the registers of the lanes. A row of a and a column of b have 32 bytes; one register of four lanes
// holds 16 of them.
static void gather(Lane *lanes, enum pl_emulator_number number, unsigned depth, float a[16][32], float b[32][8])
{
    unsigned each = 4 / bytes_of(number);  // elements of a register
    for (unsigned l = 0; l < WARP; l++) {
        MmaLane *m = static_cast<MmaLane *>(lanes[l].payload);
        for (unsigned r = 0; r < 4; r++)
            for (unsigned i = 0; i < each; i++)
                a[l / 4 + r % 2 * 8][r / 2 * (depth / 2) + l % 4 * each + i] = element(number, m->a[r], i);
        for (unsigned r = 0; r < 2; r++)
            for (unsigned i = 0; i < each; i++)
                b[r * (depth / 2) + l % 4 * each + i][l / 4] = element(number, m->b[r], i);
    }
}

static void finish_mma(Thread *, Lane *lanes, unsigned)
{
    enum pl_emulator_number number = static_cast<MmaLane *>(lanes[0].payload)->number;
    unsigned depth = 32 / bytes_of(number);
    float a[16][32], b[32][8];
    gather(lanes, number, depth, a, b);
    for (unsigned l = 0; l < WARP; l++) {
        MmaLane *m = static_cast<MmaLane *>(lanes[l].payload);
        for (unsigned e = 0; e < 4; e++) {
            unsigned i = l / 4 + e / 2 * 8, j = l % 4 * 2 + e % 2;
            if (is_integer(number)) {
                uint32_t sum = static_cast<uint32_t *>(m->d)[e];
                for (unsigned k = 0; k < depth; k++)
                    sum += (uint32_t)((int)a[i][k] * (int)b[k][j]);
                static_cast<uint32_t *>(m->d)[e] = sum;
            } else {
                float sum = static_cast<float *>(m->d)[e];
                for (unsigned k = 0; k < depth; k++)
                    sum += a[i][k] * b[k][j];
                static_cast<float *>(m->d)[e] = sum;
            }
        }
    }
}

struct MmaDoubleLane {
    double *d, a, b;
};

static void finish_mma_f64(Thread *, Lane *lanes, unsigned)
{
    for (unsigned l = 0; l < WARP; l++)
        for (unsigned e = 0; e < 2; e++) {
            double *d = &static_cast<MmaDoubleLane *>(lanes[l].payload)->d[e];
            for (unsigned k = 0; k < 4; k++)
                *d += static_cast<MmaDoubleLane *>(lanes[l / 4 * 4 + k].payload)->a *
                      static_cast<MmaDoubleLane *>(lanes[(l % 4 * 2 + e) * 4 + k].payload)->b;
        }
}

// ---- wgmma ----

enum { GROUP = 128, ROWS = 64 };

struct Wgmma {
    Wgmma *next;
    enum pl_emulator_number number, number_b;
    unsigned n, group;
    uint64_t a, b;
    bool in_registers, keep, transpose_a, transpose_b, done;
    bool rows;  // the sums of a lane are two rows of an array, not as the instruction counts them
    float *d[GROUP];
    const unsigned *a_from[GROUP];
    uint32_t a_registers[GROUP][4];
    Tick tick;
    char *shared;
};

struct WgmmaLane {
    const char *name;
    Wgmma what;  // the operation, as this lane requests it
    float *d;
    const unsigned *a_registers;
    unsigned groups;
};

// A warpgroup: the threads that have arrived at an instruction, and its operations in flight, oldest first.
struct MatrixUnit {
    unsigned arrived;
    WgmmaLane *lanes[GROUP];
    Place place;
    Wgmma *first;
    unsigned group;
    bool fenced;  // since its lanes last waited: their accesses to registers precede the next operation
};

static MatrixUnit *unit_of(const char *name, Place here)
{
    Thread *t = running;
    Block *b = t->block;
    check_sm_90(name, here);
    if ((t->number / GROUP + 1) * GROUP > run->threads) {
        report(cudaErrorLaunchFailure, here, "%s needs a warpgroup: 128 threads, from a multiple of 128 on", name);
        end_report();
    }
    if (!b->matrix_units)
        b->matrix_units = static_cast<MatrixUnit *>(calloc(MAX_THREADS / GROUP, sizeof *b->matrix_units));
    return &b->matrix_units[t->number / GROUP];
}

// Returns the offset of an element of an operand, in bytes from the start of dynamic shared memory.
static unsigned offset_in_operand(uint64_t descriptor, unsigned element_bytes, bool mn_major, unsigned mn, unsigned k)
{
    static const unsigned spans[4] = { 0, 128, 64, 32 };  // of the swizzles
    unsigned start = (descriptor & 0x3fff) << 4, leading = (descriptor >> 16 & 0x3fff) << 4, stride = (descriptor >> 32 & 0x3fff) << 4;
    unsigned span = spans[descriptor >> 62], each = 16 / element_bytes, a;
    if (!mn_major && !span)
        a = start + mn / 8 * stride + mn % 8 * 16 + k / each * leading + k % each * element_bytes;
    else if (!mn_major)
        a = start + mn / 8 * stride + mn % 8 * span + k * element_bytes;
    else if (!span)
        a = start + mn / each * stride + mn % each * element_bytes + k / 8 * leading + k % 8 * 16;
    else {
        unsigned unit = span / element_bytes;
        a = start + mn / unit * leading + mn % unit * element_bytes + k / 8 * stride + k % 8 * span;
    }
    return span ? a ^ (a >> 7 & (span / 16 - 1)) << 4 : a;
}

static float load(const Wgmma *w, enum pl_emulator_number number, uint64_t descriptor, bool mn_major, unsigned mn, unsigned k)
{
    unsigned bytes = bytes_of(number);
    uint32_t bits = 0;
    __builtin_memcpy(&bits, w->shared + offset_in_operand(descriptor, bytes, mn_major, mn, k), bytes);
    return value_of(number, bits);
}

static void load_a(const Wgmma *w, unsigned depth, float a[ROWS][32])
{
    unsigned each = 4 / bytes_of(w->number);
    if (!w->in_registers) {
        for (unsigned i = 0; i < ROWS; i++)
            for (unsigned k = 0; k < depth; k++)
                a[i][k] = load(w, w->number, w->a, w->transpose_a, i, k);
        return;
    }
    for (unsigned t = 0; t < GROUP; t++)
        for (unsigned r = 0; r < 4; r++)
            for (unsigned e = 0; e < each; e++)
                a[t / 32 * 16 + t % 32 / 4 + r % 2 * 8][r / 2 * (depth / 2) + t % 4 * each + e] =
                    element(w->number, w->a_registers[t][r], e);
}

// The sum of an element, in the registers of its lane.
static float *sum_at(const Wgmma *w, unsigned i, unsigned j)
{
    unsigned below = i % 16 / 8;
    return &w->d[i / 16 * 32 + i % 8 * 4 + j % 8 / 2][w->rows ? below * (w->n / 4) + j / 8 * 2 + j % 2 : j / 8 * 4 + below * 2 + j % 2];
}

// Adds the products of row i and column j, one after the other. Products of 8-bit integers are exact as floats.
template <class T> static void add_products(const Wgmma *w, unsigned depth, const float *a, const float b[32][256], unsigned i, unsigned j)
{
    T sum = 0;
    if (w->keep)
        __builtin_memcpy(&sum, sum_at(w, i, j), sizeof sum);
    for (unsigned k = 0; k < depth; k++)
        sum += (T)(a[k] * b[k][j]);
    __builtin_memcpy(sum_at(w, i, j), &sum, sizeof sum);
}

static void compute(Wgmma *w)
{
    static float a[ROWS][32], b[32][256];
    if (w->done)
        return;
    w->done = true;
    unsigned depth = 32 / bytes_of(w->number);
    load_a(w, depth, a);
    for (unsigned k = 0; k < depth; k++)
        for (unsigned j = 0; j < w->n; j++)
            b[k][j] = load(w, w->number_b, w->b, w->transpose_b, j, k);
    bool integers = is_integer(w->number);
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < w->n; j++)
            (integers ? add_products<int> : add_products<float>)(w, depth, a[i], b, i, j);
}

static void check_operand(const Wgmma *w, uint64_t descriptor, bool mn_major, unsigned extent, Place here)
{
    unsigned bytes = bytes_of(w->number), each = 16 / bytes, depth = 32 / bytes;
    for (unsigned mn = 0; mn < extent; mn += mn_major ? each : 1)
        for (unsigned k = 0; k < depth; k += mn_major ? 1 : each) {
            unsigned offset = offset_in_operand(descriptor, bytes, mn_major, mn, k);
            if (offset + 16 > run->call->shared_bytes) {
                report(cudaErrorIllegalAddress, here,
                       "wgmma: an operand reaches byte %u of dynamic shared memory, which has %zu bytes; check its descriptor",
                       offset + 15, run->call->shared_bytes);
                end_report();
            }
            if (instrumented)
                read_by_engine(reinterpret_cast<Address>(w->shared) + offset, 16, WGMMA_ENGINE, w->tick, here);
        }
}

static void begin_wgmma(MatrixUnit *u, Place here)
{
    if (!u->fenced) {
        report(cudaErrorLaunchFailure, here, "wgmma.mma_async without a wgmma.fence: it may begin before its threads have set the registers");
        end_report();
    }
    Wgmma *w = static_cast<Wgmma *>(malloc(sizeof *w));
    *w = u->lanes[0]->what;
    w->tick = ++run->now;
    w->group = u->group;
    w->shared = running->block->dynamic;
    for (unsigned t = 0; t < GROUP; t++) {
        w->d[t] = u->lanes[t]->d;
        w->a_from[t] = u->lanes[t]->a_registers;
        if (w->in_registers)
            __builtin_memcpy(w->a_registers[t], w->a_from[t], 16);
    }
    if (!w->in_registers)
        check_operand(w, w->a, w->transpose_a, ROWS, here);
    check_operand(w, w->b, w->transpose_b, w->n, here);
    Wgmma **end = &u->first;
    bool early = done_early();
    for (; *end; end = &(*end)->next)
        early = early && (*end)->done;  // they complete in order
    *end = w;
    if (early)
        compute(w);
}

// Completes the operations of all groups but the last `groups`.
static void wait_for_groups(MatrixUnit *u, unsigned groups)
{
    Tick last = 0;
    while (u->first && u->first->group + groups < u->group) {
        Wgmma *w = u->first;
        compute(w);
        last = w->tick;
        u->first = w->next;
        free(w);
    }
    if (last && instrumented)
        learn_engine(running->block->threads + running->number / GROUP * GROUP, GROUP, WGMMA_ENGINE, last);
}

// Waits until all 128 threads arrive at the same operation; the last one performs it for all.
template <class Do> static void meet_in_group(MatrixUnit *u, WgmmaLane *me, Place here, Do what)
{
    Thread *t = running;
    for (unsigned i = 0; i < GROUP; i++)
        if (u->lanes[i] && strcmp(u->lanes[i]->name, me->name)) {
            report(cudaErrorLaunchFailure, here, "threads of one warpgroup are in different operations: this is %s", me->name);
            note(u->place, "the others are in %s", u->lanes[i]->name);
            end_report();
        }
    if (!u->arrived)
        u->place = here;
    u->lanes[t->number % GROUP] = me;
    if (++u->arrived < GROUP) {
        wait_here(me->name, here);
        return;
    }
    what();
    Thread *first = t->block->threads + t->number / GROUP * GROUP;
    u->arrived = 0;
    for (unsigned i = 0; i < GROUP; i++) {
        u->lanes[i] = nullptr;
        if (&first[i] != t)
            wake(&first[i]);
    }
}

static void start_wgmma(const Wgmma &what, float *d, const unsigned *a_registers, Place here)
{
    MatrixUnit *u = unit_of("wgmma.mma_async", here);
    if (what.n < 8 || what.n > 256 || what.n % 8) {
        report(cudaErrorLaunchFailure, here, "wgmma: N must be a multiple of 8 up to 256, not %d", (int)what.n);
        end_report();
    }
    if ((what.transpose_a || what.transpose_b) && bytes_of(what.number) != 2) {
        report(cudaErrorLaunchFailure, here, "wgmma: only operands of 16 bits may be MN-major");
        end_report();
    }
    if (is_integer(what.number) && what.n % 16 && what.n != 8 && what.n != 24) {
        report(cudaErrorLaunchFailure, here, "wgmma: N of integers must be 8, 24 or a multiple of 16, not %d", (int)what.n);
        end_report();
    }
    WgmmaLane me = WgmmaLane();
    me.name = "wgmma.mma_async";
    me.what = what;
    me.d = d;
    me.a_registers = a_registers;
    meet_in_group(u, &me, here, [&] { begin_wgmma(u, here); });
}

static bool overlaps(Address at, size_t bytes, const void *registers, size_t of_them)
{
    Address first = reinterpret_cast<Address>(registers);
    return at < first + of_them && first < at + bytes;
}

void check_registers(Address at, size_t bytes, unsigned access, Place here)
{
    const MatrixUnit *u = &running->block->matrix_units[running->number / GROUP];
    unsigned lane = running->number % GROUP;
    const char *what = access & WRITE ? "writes" : "reads";
    for (const Wgmma *w = u->first; w; w = w->next) {
        if (overlaps(at, bytes, w->d[lane], w->n / 2 * sizeof(float))) {
            report(cudaErrorLaunchFailure, here, "%s sums of a wgmma in flight; wgmma.wait_group waits for them", what);
            end_report();
        }
        if (access & WRITE && w->in_registers && overlaps(at, bytes, w->a_from[lane], sizeof w->a_registers[lane])) {
            report(cudaErrorLaunchFailure, here, "writes the left operand of a wgmma in flight, which reads it; wgmma.wait_group waits for it");
            end_report();
        }
    }
}

void forget_matrix_units(Block *b)
{
    for (unsigned i = 0; b->matrix_units && i < MAX_THREADS / GROUP; i++)
        while (b->matrix_units[i].first) {
            Wgmma *w = b->matrix_units[i].first;
            b->matrix_units[i].first = w->next;
            free(w);
        }
    free(b->matrix_units);
    b->matrix_units = nullptr;
}

}  // namespace emulator

using namespace emulator;

extern "C" {

void pl_emulator_ldmatrix(unsigned *registers, int matrices, int transpose, const void *row, const void *here)
{
    check_full_warp("ldmatrix", here);
    check_row("ldmatrix", const_cast<void *>(row), matrices, READ, here);
    RowLane me = { registers, nullptr, static_cast<char *>(const_cast<void *>(row)), matrices, transpose != 0 };
    meet_in_warp("ldmatrix", ~0u, &me, finish_ldmatrix, here);
}

void pl_emulator_stmatrix(const unsigned *registers, int matrices, int transpose, void *row, const void *here)
{
    check_full_warp("stmatrix", here);
    check_row("stmatrix", row, matrices, WRITE, here);
    RowLane me = { nullptr, registers, static_cast<char *>(row), matrices, transpose != 0 };
    meet_in_warp("stmatrix", ~0u, &me, finish_stmatrix, here);
}

void pl_emulator_mma(enum pl_emulator_number number, void *d, const unsigned *a, const unsigned *b, const void *here)
{
    check_full_warp("mma.sync", here);
    MmaLane me = { number, d, a, b };
    meet_in_warp("mma.sync", ~0u, &me, finish_mma, here);
}

void pl_emulator_mma_f64(double *d, double a, double b, const void *here)
{
    check_full_warp("mma.sync", here);
    MmaDoubleLane me = { d, a, b };
    meet_in_warp("mma.sync", ~0u, &me, finish_mma_f64, here);
}

void pl_emulator_wgmma(enum pl_emulator_number of_a, enum pl_emulator_number of_b, int n, int rows, void *d, const unsigned *a_registers,
                       unsigned long long a, unsigned long long b, int scale_d, int transpose_a, int transpose_b, const void *here)
{
    Wgmma what = Wgmma();
    what.number = of_a;
    what.number_b = of_b;
    what.n = (unsigned)n;
    what.rows = rows;
    what.a = a;
    what.b = b;
    what.in_registers = a_registers;
    what.keep = scale_d;
    what.transpose_a = transpose_a;
    what.transpose_b = transpose_b;
    start_wgmma(what, static_cast<float *>(d), a_registers, here);
}

void pl_emulator_wgmma_fence(const void *here)
{
    MatrixUnit *u = unit_of("wgmma.fence", here);
    WgmmaLane me = WgmmaLane();
    me.name = "wgmma.fence";
    meet_in_group(u, &me, here, [&] { u->fenced = true; });
}

void pl_emulator_wgmma_commit(const void *here)
{
    MatrixUnit *u = unit_of("wgmma.commit_group", here);
    WgmmaLane me = WgmmaLane();
    me.name = "wgmma.commit_group";
    meet_in_group(u, &me, here, [&] { u->group++; });
}

void pl_emulator_wgmma_wait(unsigned groups, const void *here)
{
    MatrixUnit *u = unit_of("wgmma.wait_group", here);
    WgmmaLane me = WgmmaLane();
    me.name = "wgmma.wait_group";
    meet_in_group(u, &me, here, [&] {
        wait_for_groups(u, groups);
        u->fenced = false;
    });
}

}
