/* clock.h -- how long a call takes on a chip; part of pl_tpu.h.

       PALLAS=chip=v5e,summary       the time of each call, and what bounds it
       PALLAS=chip=v5e,report        also the use of each unit, and where time is lost
       PALLAS=chip=v5e,dry,report    the same without arithmetic

   A discrete model. It follows the events of the emitted code, in their order: copies started and waited for, work of
   the units, steps. Nothing else is known to it: the schedule is the code's own.

   ---- Copies ----

   All copies in flight share HBM's bandwidth equally, and so do the cores that share a call. A copy has arrived
   `latency_in` or `latency_out` after its last byte: latencies overlap, and bytes add up. The scalar unit needs `start` to start one.

   ---- Units ----

   A dot streams the rows of x through the matrix units, which hold a tile of y, side x side. All dims are padded: depth
   and columns to the side, rows to a tile's. To exchange the tile costs as much as `swap` rows. The sums of the tiles of
   the depth are added up in the vector unit, unless the matrix units have accumulators. It also loads the rows of x, for each
   tile of the columns, and rounds those of 32 bits to 16. A product that follows a nest which fills its sums writes them: neither are
   the sums filled, nor are they loaded.

   The vector unit has a slot for each kind of operation: vector operations, transcendental ones, cross-lane ones, loads,
   stores. The compiler overlaps the work of a program between two branches: the slot that needs most cycles decides how long
   the vector unit takes; of both units the longer one counts, and of the shorter one the part `serial`. What a PL_WHEN does
   overlaps nothing outside of it: PL_BRANCH.

   links.h describes the links between devices. chips.h has the numbers of each chip, and where each is from. */
#ifndef PL_TPU_CLOCK_H
#define PL_TPU_CLOCK_H

struct pl_tpu_speed {                   /* of a chip, besides those of struct pl_tpu_chip; times in ns */
    const char *name;
    double mhz;                         /* of the vector unit */
    double side;                        /* rows and columns of a matrix unit */
    double efficiency;                  /* of the matrix units, on long streams of rows */
    double swap, swap_transposed;       /* rows of x in the time of a new tile of y, or of its transpose */
    bool accumulates;                   /* the matrix units add up the tiles of the depth themselves */
    double adds, transcendentals, crossings, loads, stores;      /* registers a cycle */
    double serial;                      /* the part of the shorter unit's work that is not overlapped */
    double hbm;                         /* the part of the bandwidth that copies reach */
    double latency_in, latency_out, start, step, launch;
    double link, hop, signal, push;     /* GB/s of one direction of a link; ns to each further device; to receive a signal, a push */
};

static inline const struct pl_tpu_speed *pl_tpu_speed_(const struct pl_tpu_chip *chip)
{
    static const struct pl_tpu_speed speeds[] = {
#define PL_TPU_CHIP(...)
#define PL_TPU_CLOCK(name, ...) { #name, __VA_ARGS__ },
#include "chips.h"
#undef PL_TPU_CHIP
#undef PL_TPU_CLOCK
    };
    for (size_t i = 0; chip && i < sizeof speeds / sizeof *speeds; i++)
        if (!strcmp(speeds[i].name, chip->name))
            return &speeds[i];
    return NULL;
}

#include "trace.h"

enum pl_slot { PL_SLOT_ADD, PL_SLOT_TRANSCENDENTAL, PL_SLOT_CROSSING, PL_SLOT_LOAD, PL_SLOT_STORE, PL_SLOTS };
enum { PL_CLOCK_SIGNALS = 64, PL_CLOCK_COPIES = 64 };

struct pl_clock_copy {
    const char *name;
    bool out;                           /* of VMEM */
    double started, left, done, latency;        /* left: bytes to come; done: when the last has; it has arrived `latency` later */
};

struct pl_clock {
    const struct pl_tpu_speed *chip;
    double ns_per_byte, ns_per_row;     /* of HBM, for this core; of x through all matrix units, for one tile of y */
    int core;
    double now;                         /* of this core */
    double hbm_now;                     /* up to then its copies have been followed */
    struct pl_clock_copy copy[PL_CLOCK_COPIES];                         /* the last ones: PL_CLOCK_COPY_ */
    long copies, oldest;                /* started; the first that has bytes to come, or none */
    double done[PL_TPU_CORES], end;     /* when each core was done; the last one */
    double matrix, slot[PL_SLOTS];      /* the work since the last event */
    long filled_rows, filled_columns;   /* what the last nest filled with a constant; 0: it did something else */
    double use_matrix, use_vector, use_slot[PL_SLOTS], use_hbm;          /* sums over the call, of all cores */
    double bubble, stall, apart, steps, starts;                         /* time lost; apart: waits for other devices */
    struct { const long long *counter; long copy; long long bytes; } signal[PL_CLOCK_SIGNALS];    /* copies of the kernel */
    int signals;
    const long long *awaited;           /* links.h: it waits until this semaphore is counted up by so much; NULL: it does not */
    long long needed;
    struct pl_trace *trace;             /* NULL: there is none */
};

/* ---- Cores --------------------------------------------------------------------------------------------- */
static inline void pl_clock_begin_(struct pl_tpu *t)
{
    const struct pl_tpu_speed *chip = pl_tpu_speed_(t->chip);
    int cores = pl_tpu_split_(t) < 0 ? 1 : t->chip->cores;
    if (!chip || t->clock || !(t->clock = calloc(1, sizeof *t->clock)))
        return;
    *t->clock = (struct pl_clock){ .chip = chip, .now = chip->launch,
                                   .ns_per_byte = 1e3 / (t->chip->mbytes / (t->chip->cores == 1 ? t->chip->tensor_cores : cores)) / chip->hbm,
                                   .ns_per_row = 2 * chip->side * chip->side / t->chip->gflops / chip->efficiency };
}

/* How long the vector unit takes for its work since the last event. */
static inline double pl_clock_vector_work_(const struct pl_clock *c)
{
    double longest = 0;
    for (int i = 0; i < PL_SLOTS; i++)
        longest = c->slot[i] > longest ? c->slot[i] : longest;
    return longest;
}

/* How long both units take for it. */
static inline double pl_clock_pending_(const struct pl_clock *c)
{
    double vector = pl_clock_vector_work_(c), longer = c->matrix > vector ? c->matrix : vector;
    return longer + c->chip->serial * (c->matrix + vector - longer);
}

/* The work since the last event ends. */
static inline void pl_clock_work_(struct pl_clock *c)
{
    double vector = pl_clock_vector_work_(c);
    if (c->trace) {
        pl_trace_span_(c->trace, PL_LANE_MATRIX, c->now, c->now + c->matrix, "dot", "");
        pl_trace_span_(c->trace, PL_LANE_VECTOR, c->now, c->now + vector, "loops", "");
    }
    c->now += pl_clock_pending_(c);
    c->use_matrix += c->matrix, c->use_vector += vector;
    for (int i = 0; i < PL_SLOTS; i++) {
        c->use_slot[i] += c->slot[i];
        c->slot[i] = 0;
    }
    c->matrix = 0;
    c->filled_rows = 0;
}

/* PL_BRANCH, at the beginning of a conditional block with work: it overlaps no work before or after the block. If only axes
   decide, and these have one index, the compiler has removed the branch. */
static inline void pl_branch_ends_(const int *branches)
{
    if (*branches && pl_tpu_now->clock)
        pl_clock_work_(pl_tpu_now->clock);
}

/* The axes follow a first number; none: something else decides, too. */
static inline int pl_branch_begins_(const int *axes, size_t count)
{
    int branches = count == 1;
    for (size_t i = 1; i < count; i++)
        branches = branches || pl_tpu_now->host.axis[axes[i]].extent > 1;
    pl_branch_ends_(&branches);
    return branches;
}
#define PL_BRANCH(...) __attribute__((cleanup(pl_branch_ends_), unused)) const int PL_BRANCH_NAME_(__LINE__) =           \
    pl_branch_begins_((const int[]){ -1, __VA_ARGS__ }, sizeof (const int[]){ -1, __VA_ARGS__ } / sizeof(int))
#define PL_BRANCH_NAME_(line) PL_BRANCH_PASTE_(line)
#define PL_BRANCH_PASTE_(line) pl_branch_##line

/* The steps of the next core begin, at the same time as those of the first: its copies were started when it began. */
static inline void pl_clock_change_core_(struct pl_clock *c, int core)
{
    double began = c->now;
    c->done[c->core] = c->now;
    c->core = core;
    c->now = c->done[core] ? c->done[core] : c->chip->launch;
    c->hbm_now += c->now - began;
    for (int i = 0; i < PL_CLOCK_COPIES; i++)
        c->copy[i].done += c->now - began;
}

static inline void pl_clock_step_(long step)
{
    struct pl_tpu *t = pl_tpu_now;
    int core;
    if (!t->clock)
        return;
    pl_clock_work_(t->clock);
    core = pl_core_of_(t, step);
    if (core >= 0 && core != t->clock->core)
        pl_clock_change_core_(t->clock, core);
    if (t->clock->trace) {
        char name[40];
        snprintf(name, sizeof name, "%ld", step);
        pl_trace_span_(t->clock->trace, PL_LANE_SCALAR, t->clock->now, t->clock->now + t->clock->chip->step, "step ", name);
    }
    t->clock->now += t->clock->chip->step;
    t->clock->steps += t->clock->chip->step;
}

/* ---- Copies -------------------------------------------------------------------------------------------- */
#define PL_CLOCK_COPY_(c, number) (&(c)->copy[(number) % PL_CLOCK_COPIES])       /* no function: -O0 would call it for each copy in flight */

/* A copy has all its bytes. */
static inline void pl_clock_done_(struct pl_clock *c, struct pl_clock_copy *copy)
{
    copy->left = 0, copy->done = c->hbm_now;
    if (c->trace)
        pl_trace_copy_(c->trace, copy->started, copy->done + copy->latency, copy->name, copy->out ? " out" : " in");
}

/* Copies in flight get their bytes until `to`; with `until`, at most until this copy has all. */
static inline void pl_clock_transfer_(struct pl_clock *c, double to, const struct pl_clock_copy *until)
{
    while (c->oldest < c->copies && c->hbm_now < to && (!until || until->left > 0)) {
        double least = -1, bytes;
        long flying = 0;
        for (long i = c->oldest; i < c->copies; i++) {
            double left = PL_CLOCK_COPY_(c, i)->left;
            flying += left > 0;
            if (left > 0 && (least < 0 || left < least))
                least = left;
        }
        bytes = (to - c->hbm_now) / c->ns_per_byte / (double)flying;
        bytes = bytes < least ? bytes : least;
        c->hbm_now = bytes < least ? to : c->hbm_now + bytes * (double)flying * c->ns_per_byte;
        for (long i = c->oldest; i < c->copies; i++) {
            struct pl_clock_copy *copy = PL_CLOCK_COPY_(c, i);
            if (copy->left > 0 && (copy->left -= bytes) <= 0)
                pl_clock_done_(c, copy);
        }
        while (c->oldest < c->copies && PL_CLOCK_COPY_(c, c->oldest)->left <= 0)
            c->oldest++;
    }
    if (c->oldest == c->copies && c->hbm_now < to && to < HUGE_VAL)
        c->hbm_now = to;
}

/* The scalar unit starts a copy. */
static inline void pl_clock_start_(struct pl_clock *c)
{
    pl_clock_work_(c);
    c->now += c->chip->start;
    c->starts += c->chip->start;
}

/* A copy is started now, out of VMEM or into it. Returns its number. */
static inline long pl_clock_copy_(const char *name, double bytes, bool out)
{
    struct pl_clock *c = pl_tpu_now->clock;
    if (!c)
        return 0;
    pl_clock_start_(c);
    pl_clock_transfer_(c, c->now, NULL);
    if (c->copies - c->oldest == PL_CLOCK_COPIES)                         /* the oldest one is the first to end */
        pl_clock_transfer_(c, HUGE_VAL, PL_CLOCK_COPY_(c, c->oldest));
    *PL_CLOCK_COPY_(c, c->copies) = (struct pl_clock_copy){ .name = name, .out = out, .started = c->now, .left = bytes, .done = c->now,
                                                               .latency = out ? c->chip->latency_out : c->chip->latency_in };
    c->use_hbm += bytes * c->ns_per_byte;
    return c->copies++;
}

/* Waits for it, which is `lost`. */
static inline void pl_clock_await_copy_(struct pl_clock *c, long number, double *lost)
{
    const struct pl_clock_copy *copy;
    double done;
    if (number + PL_CLOCK_COPIES < c->copies)
        return;
    copy = PL_CLOCK_COPY_(c, number);
    pl_clock_work_(c);
    pl_clock_transfer_(c, HUGE_VAL, copy);
    done = copy->done + copy->latency;
    if (done <= c->now)
        return;
    *lost += done - c->now;
    if (c->trace)
        pl_trace_span_(c->trace, PL_LANE_WAIT, c->now, done, "waits for ", copy->name);
    c->now = done;
}

/* A copy of a window: before the first step and after the last, nothing else can happen in the meantime. */
static inline void pl_clock_await_(long number)
{
    const struct pl_tpu *t = pl_tpu_now;
    struct pl_clock *c = t->clock;
    if (c)
        pl_clock_await_copy_(c, number, t->step <= 0 || t->step >= t->steps ? &c->bubble : &c->stall);
}

/* The bytes of a window that a copy moves, in whole tiles. */
static inline double pl_clock_bytes_(const struct pl_hbm *x, const struct pl_block *b)
{
    double bytes = (double)x->element;
    for (int d = 0; d < x->rank; d++) {
        long n = b->dim[d].to - b->dim[d].from;
        bytes *= (double)(d == x->rank - 1 ? pl_round_up_(n, PL_TPU_LANES) : n);
    }
    return bytes;
}

/* A kernel's own copy, whose end a semaphore counts. */
static inline void pl_clock_signal_(const char *name, const long long *counter, long long bytes, bool out)
{
    struct pl_clock *c = pl_tpu_now->clock;
    long copy = pl_clock_copy_(name, (double)bytes, out);
    if (c && c->signals < PL_CLOCK_SIGNALS) {
        c->signal[c->signals].counter = counter, c->signal[c->signals].copy = copy;
        c->signal[c->signals++].bytes = bytes;
    }
}

/* Waits until the oldest copies on this semaphore that have so many bytes have arrived. */
static inline void pl_clock_take_(const long long *counter, long long bytes)
{
    struct pl_clock *c = pl_tpu_now->clock;
    int kept = 0;
    for (int i = 0; c && i < c->signals; i++) {
        if (c->signal[i].counter == counter && bytes > 0) {
            bytes -= c->signal[i].bytes;
            pl_clock_await_copy_(c, c->signal[i].copy, &c->stall);
        } else
            c->signal[kept++] = c->signal[i];
    }
    if (c)
        c->signals = kept;
}

/* ---- Units --------------------------------------------------------------------------------------------- */
static inline double pl_tiles_(double n, double of) { return (double)(long)((n + of - 1) / of); }

/* The registers that hold so many rows and columns of 32 bits. */
static inline double pl_registers_(double rows, double columns)
{
    return pl_tiles_(rows, PL_TPU_SUBLANES) * pl_tiles_(columns, PL_TPU_LANES);
}

/* Registers through each slot. */
static inline void pl_clock_slots_(struct pl_clock *c, const double registers[PL_SLOTS])
{
    const double rate[PL_SLOTS] = { c->chip->adds, c->chip->transcendentals, c->chip->crossings, c->chip->loads, c->chip->stores };
    for (int i = 0; i < PL_SLOTS; i++)
        c->slot[i] += registers[i] / rate[i] * 1e3 / c->chip->mhz;
}

static inline double pl_type_bytes_(enum pl_dtype type)
{
    switch (type) {
    case PL_I8_: case PL_U8_: case PL_E4M3_: case PL_E5M2_: return 1;
    case PL_I16_: case PL_U16_: case PL_F16_: case PL_BF16_: return 2;
    case PL_I64_: case PL_U64_: case PL_F64_: return 8;
    default: return 4;
    }
}

/* Loads and stores of narrow elements move several of them in a register; arithmetic is done in 32 bits. */
static inline void pl_clock_vector_(const struct pl_work *w)
{
    struct pl_clock *c = pl_tpu_now->clock;
    double all, narrow = pl_type_bytes_(w->type) / 4;
    bool fills = w->stores == 1 && !w->loads && !w->vector && !w->transcendental && !w->cross_lane;
    if (!c)
        return;
    c->filled_rows = fills ? w->rows : 0, c->filled_columns = w->columns;
    all = pl_registers_((double)w->rows, (double)w->columns);
    pl_clock_slots_(c, (const double[]){ all * (double)w->vector, all * (double)w->transcendental,
                                         pl_tiles_((double)w->rows, PL_TPU_SUBLANES) * (double)w->cross_lane,
                                         all * (double)w->loads * narrow, all * (double)w->stores * narrow });
}

static inline void pl_clock_matrix_(double m, double n, double k, enum pl_dtype x, bool transposed)
{
    struct pl_clock *c = pl_tpu_now->clock;
    double across, deep, sums, rows, kept;
    if (!c)
        return;
    across = pl_tiles_(n, c->chip->side), deep = pl_tiles_(k, c->chip->side);
    sums = pl_registers_(m, n);
    rows = pl_registers_(m, k) * across;
    kept = c->filled_rows == (long)m && c->filled_columns == (long)n ? 0 : sums;       /* sums of before */
    c->filled_rows = 0;
    c->matrix += deep * across * c->ns_per_row *
                 (pl_tiles_(m, PL_TPU_SUBLANES) * PL_TPU_SUBLANES + (transposed ? c->chip->swap_transposed : c->chip->swap));
    pl_clock_slots_(c, (const double[]){ (c->chip->accumulates ? 0 : sums * (deep - 1)) + kept + (pl_type_bytes_(x) < 4 ? 0 : rows), 0, 0,
                                         kept + rows * pl_type_bytes_(x) / 4, kept });
}

/* ---- The end of a call --------------------------------------------------------------------------------- */
PL_SHARED_ _Thread_local double pl_tpu_last_call_;                      /* ns */

/* The seconds of the last call of this thread by the clock; 0: no chip was chosen. For programs that choose blocks. */
double pl_tpu_seconds(void);
PL_SHARED_ double pl_tpu_seconds(void) { return pl_tpu_last_call_ / 1e9; }

/* NULL: no chip was chosen. */
static inline void pl_clock_stop_(struct pl_clock *c, const char *call)
{
    pl_tpu_last_call_ = 0;
    if (!c)
        return;
    pl_clock_work_(c);
    c->done[c->core] = c->now;
    for (int core = 0; core < PL_TPU_CORES; core++)
        c->end = c->done[core] > c->end ? c->done[core] : c->end;
    pl_tpu_last_call_ = c->end;
    if (c->trace)
        pl_trace_close_(c->trace, c->end, call);
}

#endif
