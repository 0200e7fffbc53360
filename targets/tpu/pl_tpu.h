/* pl_tpu.h -- the machine that emitted C for a modeled TPU runs on: memories, copies, units, and statistics.

   pallasc --target=tpu writes NAME.tpu.c, which includes this header and defines the calls. Build it with

       cc -std=c11 -ffp-contract=off -I. -Itargets/tpu -c NAME.tpu.c           and link with  -lm

   The arithmetic is done on this computer and is interpret mode's to the bit. What the model adds is where things are
   and when: arrays lie in HBM, windows and scratch in VMEM, tables in SMEM, and nothing comes or goes but by a copy
   that is started and waited for in the emitted text.

   ---- The events: everything that takes time on a TPU passes through one of these, by name ----

       pl_step_begins(step)                   a grid step begins; false after a report: the call ends
       pl_dma_in(&x, slot, block)             start a copy of a block of x, HBM to its window in that slot
       pl_dma_in_wait(&x, slot)               wait for it
       pl_dma_out(&z, slot, block)            flush: start a copy of a window to its block in HBM
       pl_dma_out_wait(&z, slot)              wait for it
       pl_smem_table(&t)                      a prefetched table is copied to SMEM, before the first step
       pl_mxu_dot(m, n, k, z, x, y)           z += x · y on the matrix unit, [m][n] += [m][k] [k][n]; PL_MXU gives each
                                              its type, and PL_MXU_T says that it is transposed
       PL_VPU({ rows, columns, type, .vector = 2, .transcendental = 1, .cross_lane = 1, .loads = 3, .stores = 1 }, …)
                                              loops over blocks on the vector unit begin: of each block its shape, and the
                                              operations on each element, cross-lane ones on each row. In a dry run it is
                                              false, and the loops do not run

       PL_BRANCH(axes)                        the rest of this conditional block overlaps no work outside of it; unless only
                                              these axes decide, and have one index

   Two more take none: pl_fresh(&z, slot, block), an output's window begins as garbage, and pl_see(&x, slot), the body
   is given this window: nothing may be on its way in or out.

   On a chip a clock follows them: clock.h. Copies inside kernels, semaphores of the user's and several devices are
   events beside these: copies.h.

   ---- When copies land ----

   A copy is pending from its start to its wait. It lands at once, at its wait, or at a seeded moment between:

       PALLAS=copies=early|late|random,seed=N

   Until it has landed its destination holds garbage. Reported, with operand, step and the line of the call: a window
   that the body sees, or a copy uses, while a copy is on its way; a wait without a copy; a copy never waited for; a
   block outside its array, by the step that would see it; two arrays in one place, where the call does not say so.

       PALLAS=dry             the schedule alone: copies and units are counted, and nothing is copied or computed
       PALLAS=events=FILE     a line for each start and wait
       PALLAS=digest=FILE     a line for each array that a call wrote, with a hash, as interpret mode writes it
       PALLAS=on_error=trap   stop in the debugger at a report
       PALLAS=chip=v5e        this chip runs the calls, and rejects what it would: rules.h
       PALLAS=summary, report what a call moved: statistics.h
       PALLAS=timeline=FILE   a picture of it: timeline.h
       PALLAS=trace=FILE      the times of a chip's clock, for Perfetto: trace.h

   Interpret mode's other settings (order=, check=...) are not looked at.
*/
#ifndef PL_TPU_H
#define PL_TPU_H

#ifndef PL_TARGET_TPU
#define PL_TARGET_TPU 1
#endif
/* glibc's vector versions of expf and its like have other last bits than interpret mode. */
#ifndef PL_VECTOR_MATH
#define PL_VECTOR_MATH 0
#endif
#include <pallas.h>
#include <signal.h>
#include "../shared/call.h"

enum { PL_TPU_RANK = 8 };

/* ==== Where a block lies =================================================================================

   One dim of a block: its window begins at element `start` of the array, and of it  from <= i < to  lies inside, which
   is what copies move. Where no block may lie, from says by which rule, and the step that would see it reports it.
   ========================================================================================================= */
enum pl_rule { PL_PAST_BLOCKS = -1, PL_PAST_PADDING = -2, PL_PAST_COUNT = -3 };
struct pl_part { long start, from, to, high; };          /* high: the padding after the array, for PL_PAST_PADDING */
struct pl_block { struct pl_part dim[PL_TPU_RANK]; };

static inline struct pl_part pl_part_(long start, long size, long extent)
{
    return (struct pl_part){ start, start < 0 ? 0 : start, start + size > extent ? extent : start + size, 0 };
}

/* Block number `index` of a dim that is cut into blocks of `size`; the last one is clamped. */
static inline struct pl_part pl_blocked(long index, long size, long extent)
{
    struct pl_part p = pl_part_(index * size, size, extent);
    if (p.start < 0 || p.start >= extent)
        p.from = PL_PAST_BLOCKS;
    return p;
}

/* PL_NONE: one element. */
static inline struct pl_part pl_one(long index, long extent) { return pl_blocked(index, 1, extent); }

/* PL_FULL, PL_WHOLE: all elements. */
static inline struct pl_part pl_all(long extent) { return (struct pl_part){ 0, 0, extent, 0 }; }

/* PL_ELEMENT(size, low, high): from element `index` of the array padded by low and high. */
static inline struct pl_part pl_padded(long index, long size, long low, long high, long extent)
{
    struct pl_part p = pl_part_(index - low, size, extent);
    if (p.to < p.from)
        p.to = p.from;
    if (index < 0 || index + size > low + extent + high)
        p = (struct pl_part){ index, PL_PAST_PADDING, low, high };
    return p;
}

/* PL_BOUNDED(size) and PL_DS(start, count): count elements, at most size. */
static inline struct pl_part pl_bounded(long start, long count, long size, long extent)
{
    struct pl_part p = { start, start, start + count, 0 };
    if (start < 0 || count < 1 || count > size || start + count > extent)
        p.from = PL_PAST_COUNT;
    return p;
}

/* The number of elements inside: PL_SIZE of a PL_BOUNDED dim. */
static inline long pl_count_inside(struct pl_part p) { return p.to - p.from; }

#define PL_BLOCK(...) ((struct pl_block){ { __VA_ARGS__ } })             /* one pl_part for each dim */

static inline bool pl_differ(int rank, struct pl_block a, struct pl_block b)
{
    for (int d = 0; d < rank; d++)
        if (a.dim[d].start != b.dim[d].start || a.dim[d].to != b.dim[d].to)
            return true;
    return false;
}

/* ==== The machine ======================================================================================== */
enum pl_way { PL_IDLE, PL_COPY_IN, PL_COPY_OUT };

struct pl_slot_state {                  /* a window's buffer, and its semaphore: the copy in flight */
    enum pl_way way;
    bool landed;
    long step;                          /* the step that started it */
    struct pl_block block;
    long copy;                          /* clock.h: its number */
};

struct pl_hbm {                         /* an array in HBM, and its windows in VMEM or SMEM; a table; scratch */
    const char *name;
    enum { PL_HBM_ARRAY, PL_HBM_TABLE, PL_HBM_SCRATCH } kind;
    int id;                             /* the number of the kernel's parameter, which identifies its unspecified data */
    enum pl_dtype type;
    size_t element;                     /* bytes */
    int rank;
    long shape[PL_TPU_RANK], window[PL_TPU_RANK];       /* of the array; for a window, 1 if the dim is dropped */
    char *array;
    struct pl_call_array *given;        /* the pointer that was passed to the call; NULL: scratch */
    const int *messages;                /* for each dim, the message for a block outside the array; NULL: there is none */
    const char *space;                  /* "VMEM", "SMEM" */
    bool written;
    bool left_in_hbm;                   /* PL_ANY, PL_SCRATCH_ANY: no windows */
    const void *edge;                   /* PL_EDGE, one element; NULL: unspecified data */
    struct pl_block (*block)(const void *call, long step);              /* of a step of the emitted code's call */
    long buffers;
    size_t bytes;                       /* of a window */
    char *windows;                      /* one for each buffer */
    struct pl_slot_state *slots;
    long copies_in, current, waits_out; /* blocks, counted from 0: the next to be fetched; the one that the body sees; the
                                           first whose write-back was not waited for. Block b lives in window b % buffers */
    long ahead;                         /* the step from which on to look for the next block */
    long fetch_count, write_back_count;
    long long bytes_in, bytes_out;      /* the bytes inside the array: a partial block is clamped */
    struct pl_account *account;         /* statistics.h */
};

/* The kind of an axis: programs run in order; they are independent; PL_PARALLEL: cores may share them. */
enum pl_freedom { PL_IN_ORDER, PL_ANY_ORDER, PL_ANY_CORE };

enum { PL_TPU_OPERANDS = 64, PL_TPU_TILES = 64 };
struct pl_flights { struct pl_flight *first, *last; };                   /* copies in flight, oldest first: flights.h */

struct pl_tpu {                         /* a running call */
    struct pl_host_call host;
    long step, steps;
    const void *call;                   /* the emitted code's struct, for the block functions */
    long restart;                       /* every so many steps scratch and outputs begin anew; 0: they do not */
    enum pl_freedom freedom[PL_TPU_RANK];
    struct pl_hbm *operand[PL_TPU_OPERANDS];
    int operands;
    char *tile[PL_TPU_TILES];           /* PL_TILE: memory in VMEM, reused each time */
    void *pack;                         /* operands of the matrix unit, in its layout */
    size_t pack_bytes;
    struct pl_tpu *outer;
    struct {
        int copies;
        bool dry, trap, statistics, summary, report;
        unsigned long long random;
        char events[256], digest[256], report_file[256], timeline[256], trace[256], only[64];
    } set;
    const struct pl_tpu_chip *chip;     /* rules.h; NULL: no chip was chosen */
    struct pl_clock *clock;             /* clock.h; NULL: there is no chip */
    struct pl_timeline *timeline;       /* timeline.h */
    struct pl_spans *spans;             /* timeline_devices.h; shared by the devices of a call */
    long events;                        /* of this device */
    FILE *log;
    long long dots, dot_flops, vector_loops, vector_operations;
    struct { const char *name; long extent; } mesh[PL_TPU_RANK];         /* the following members: copies.h */
    int mesh_axes;
    long devices;
    struct pl_tpu_sem *sem[PL_TPU_OPERANDS];
    int sems;
    struct pl_tpu_scope *scope;         /* the innermost */
    struct pl_flights flights;          /* of a call without pl_on_devices */
    long long dmas, dma_bytes, pushes, push_bytes;
    struct pl_link { long long pushes, bytes; } *link;                   /* to each device */
};

PL_SHARED_ _Thread_local struct pl_tpu *pl_tpu_now;                      /* the call that this thread runs */
struct pl_device_state;
long pl_device_id(void), pl_num_devices(void);                          /* copies.h */
static inline bool pl_shares_spans_(const struct pl_tpu *t);

/* ==== Host =============================================================================================== */
const char *pl_error(void);
PL_SHARED_ const char *pl_error(void) { return pl_call_error_; }
PL_SHARED_ void *pl_alloc(size_t bytes)
{
    void *p = pl_get_memory_(bytes);
    snprintf(pl_call_error_, sizeof pl_call_error_, "%s", p ? "" : PL_MESSAGE_ALLOC_NO_MEMORY_);
    return p;
}
PL_SHARED_ void pl_free(void *device) { pl_give_back_(device); }
PL_SHARED_ int pl_upload(void *device, const void *host, size_t bytes)
{
    return pl_move_memory_("pl_upload", device, device, host, bytes, pl_call_error_, sizeof pl_call_error_);
}
PL_SHARED_ int pl_download(void *host, const void *device, size_t bytes)
{
    return pl_move_memory_("pl_download", device, host, device, bytes, pl_call_error_, sizeof pl_call_error_);
}
PL_SHARED_ int pl_sync(void)
{
    pl_call_error_[0] = 0;
    return PL_OK;
}

/* ==== Reports ============================================================================================ */
/* Called at a report if the first report ends the call. */
static inline void pl_tpu_trap_(int code_before)
{
    if (pl_tpu_now->set.trap && pl_tpu_now->host.code != code_before)
        raise(SIGTRAP);
}

/* Reports a mistake of a schedule or a block, with the step and its program, an operand or NULL, and a note or NULL. */
PL_PRINTF_(3, 4) static inline void pl_reject_(const struct pl_hbm *x, const char *note, const char *format, ...)
{
    struct pl_tpu *t = pl_tpu_now;
    char text[4500], where[320] = "";
    long at[PL_CALL_AXES];
    int before = t->host.code;
    size_t n = (size_t)snprintf(text, sizeof text, x ? "operand %.200s: " : "%s", x ? x->name : "");
    va_list list;
    va_start(list, format);
    vsnprintf(text + n, sizeof text - n, format, list);
    va_end(list);
    n = t->mesh_axes && pl_num_devices() > 1 ? (size_t)snprintf(where, sizeof where, ", device %ld", pl_device_id()) : 0;
    if (t->step >= 0 && t->step < t->steps && t->host.axes) {
        n += (size_t)snprintf(where + n, sizeof where - n, ", step %ld", t->step);
        pl_call_program_at_(&t->host, t->step, at);
        pl_call_program_text_(&t->host, at, where + n, sizeof where - n);
    }
    pl_call_stop(&t->host, PL_FAILED, t->host.file, t->host.line, where, text, note);
    pl_tpu_trap_(before);
}
#define PL_TPU_REPORT_(x, ...) pl_reject_(x, NULL, __VA_ARGS__)

/* A message of the call: what the kernel or an index map reports in this step, with its values. */
static inline void pl_report(int number, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e)
{
    struct pl_tpu *t = pl_tpu_now;
    const struct pl_call_report report = { number, t->step < t->steps ? t->step : -1, { a, b, c, d, e } };
    int before = t->host.code;
    pl_call_tell(&t->host, &report);
    pl_tpu_trap_(before);
}

/* The bits of a value that is reported. */
static inline int64_t pl_float_bits(float v)
{
    int64_t bits = 0;
    memcpy(&bits, &v, sizeof v);
    return bits;
}
static inline int64_t pl_double_bits(double v)
{
    int64_t bits;
    memcpy(&bits, &v, sizeof v);
    return bits;
}

/* PL_MULTIPLE_OF(v, n): v; a report if n does not divide it; for an index map, in the step that evaluates it. */
static inline long pl_multiple(int number, long v, long n)
{
    if (n == 0 || v % n != 0)
        pl_report(number, v, n, 0, 0, 0);
    return v;
}
static inline long pl_multiple_at(long step, int number, long v, long n)
{
    if ((n == 0 || v % n != 0) && !pl_tpu_now->host.code)
        pl_tpu_now->step = step;
    return pl_multiple(number, v, n);
}

/* Whether a table has this entry. If not, the step whose index map reads it is reported, and the map reads nothing. */
static inline bool pl_in_table(long step, int number, long subscript, long extent)
{
    if (subscript >= 0 && subscript < extent)
        return true;
    if (!pl_tpu_now->host.code)
        pl_tpu_now->step = step;
    pl_report(number, subscript, extent, 0, 0, 0);
    return false;
}
/* The same for a divisor in an index map. says: as in the message. */
static inline bool pl_is_divisor(long step, long divisor, const char *says)
{
    struct pl_tpu *t = pl_tpu_now;
    const struct pl_call_message message = { 0, says, PL_NOTE_DIVISOR };
    const struct pl_call_report report = { 1, step, { 0 } };
    const struct pl_call_message *all = t->host.messages;
    int before = t->host.code;
    if (divisor)
        return true;
    t->host.messages = &message;
    pl_call_tell(&t->host, &report);
    t->host.messages = all;
    pl_tpu_trap_(before);
    return false;
}
#define PL_NO_BLOCK ((struct pl_block){ { { 0, 0, 0, 0 } } })

static inline void pl_tpu_no_memory_(size_t bytes)
{
    pl_call_fail(&pl_tpu_now->host, PL_NO_MEMORY, PL_MESSAGE_NO_MEMORY_BYTES_, bytes);
}

/* An array, perhaps moved, with room for one more element of that size; NULL: there is no memory. */
static inline void *pl_with_room_(void *array, size_t count, size_t *capacity, size_t size)
{
    size_t wanted = count < *capacity ? *capacity : *capacity ? 2 * *capacity : 64;
    void *more = wanted == *capacity ? array : realloc(array, wanted * size);
    if (more)
        *capacity = wanted;
    return more;
}

static inline void *pl_tpu_memory_(size_t bytes)
{
    void *p = bytes < (size_t)LONG_MAX / 2 ? aligned_alloc(64, (bytes + 64) / 64 * 64) : NULL;
    if (!p)
        pl_tpu_no_memory_(bytes);
    return p;
}

static inline long long pl_block_bytes_(const struct pl_hbm *x, struct pl_block b)
{
    long long bytes = (long long)x->element;
    for (int d = 0; d < x->rank; d++)
        bytes *= b.dim[d].to - b.dim[d].from;
    return bytes;
}

struct pl_work {                        /* of loops over a block: operations on each element; cross-lane ones on each row */
    long rows, columns;
    enum pl_dtype type;
    long vector, transcendental, cross_lane, loads, stores;
};

#include "rules.h"
#include "clock.h"
#include "statistics.h"
#include "timeline.h"

/* ==== Settings =========================================================================================== */
static inline bool pl_setting_is_(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && !memcmp(s, word, n);
}

static inline void pl_tpu_setting_(struct pl_tpu *t, const char *key, size_t k, const char *value, size_t v)
{
    static const char *const landings[] = { "early", "late", "random" };
    if (pl_setting_is_(key, k, "copies")) {
        for (int i = 0; i < 3; i++)
            if (pl_setting_is_(value, v, landings[i]))
                t->set.copies = i;
    } else if (pl_setting_is_(key, k, "seed")) {
        t->set.random = strtoull(value, NULL, 10);
    } else if (pl_setting_is_(key, k, "dry")) {
        t->set.dry = !v || !pl_setting_is_(value, v, "0");
    } else if (pl_setting_is_(key, k, "on_error")) {
        t->set.trap = pl_setting_is_(value, v, "trap");
    } else if (pl_setting_is_(key, k, "chip")) {
        t->chip = pl_tpu_chip_(value, v);
        if (!t->chip)
            PL_TPU_REPORT_(NULL, PL_MESSAGE_SETTING_VALUE_, (int)k, key, (int)v, value, pl_tpu_chip_names_ + 1);
    } else if (pl_setting_is_(key, k, "summary")) {
        t->set.summary = !pl_setting_is_(value, v, "0");
    } else if (pl_setting_is_(key, k, "report")) {
        t->set.report = !pl_setting_is_(value, v, "0");
        if (v && !pl_setting_is_(value, v, "1"))
            snprintf(t->set.report_file, sizeof t->set.report_file, "%.*s", (int)v, value);
    } else {
        const struct { const char *name; char *to; size_t capacity; } texts[] = {
            { "events", t->set.events, sizeof t->set.events },
            { "digest", t->set.digest, sizeof t->set.digest },
            { "timeline", t->set.timeline, sizeof t->set.timeline },
            { "trace", t->set.trace, sizeof t->set.trace },
            { "call", t->set.only, sizeof t->set.only },
        };
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            if (pl_setting_is_(key, k, texts[i].name))
                snprintf(texts[i].to, texts[i].capacity, "%.*s", (int)v, value);
    }
}

static inline void pl_tpu_settings_(struct pl_tpu *t)
{
    const char *s = getenv("PALLAS");
    pl_call_check_settings(&t->host, "copies=early|late|random devices=forward|reverse|random parts=N seed=D dry chip=* summary report timeline=* trace=* call=* events=* digest=* "
                                     "on_error=return|trap");
    while (s && *s) {
        size_t n = strcspn(s, ",; "), k = strcspn(s, "=,; ");
        if (n)
            pl_tpu_setting_(t, s, k, k < n ? s + k + 1 : s + n, k < n ? n - k - 1 : 0);
        s += n;
        s += strspn(s, ",; ");
    }
    if (t->set.only[0] && strcmp(t->set.only, t->host.name))
        t->set.summary = t->set.report = false, t->set.timeline[0] = t->set.trace[0] = 0;
    t->set.statistics = t->set.summary || t->set.report;
    if (t->set.timeline[0] && !(t->timeline = calloc(1, sizeof *t->timeline)))
        pl_tpu_no_memory_(sizeof *t->timeline);
    if (t->timeline)
        t->spans = calloc(1, sizeof *t->spans);
    if (t->set.events[0])
        t->log = fopen(t->set.events, "a");
}

static inline unsigned long long pl_tpu_random_(unsigned long long *state)       /* splitmix64 */
{
    unsigned long long z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* ==== Garbage ============================================================================================

   What memory holds that was never written: in floats a NaN whose payload is the operand's number, as in interpret
   mode; in integers something odd and small.
   ========================================================================================================= */
enum { PL_TPU_TILE_ID_ = 0x7f };
static inline void pl_garbage_(const struct pl_hbm *x, void *element)
{
    uint32_t payload = 0x750000u | (uint32_t)(x->id & 0xff), f32 = 0x7f800000u | payload;
    uint64_t f64 = 0x7ff0000000000000u | (uint64_t)payload << 29;
    uint16_t f16 = (uint16_t)(0x7f00 | (x->id & 0x7f)), bf16 = (uint16_t)(0x7fe0 | (x->id & 0xf));
    switch (x->type) {
    case PL_F32_: memcpy(element, &f32, 4); break;
    case PL_F64_: memcpy(element, &f64, 8); break;
    case PL_F16_: memcpy(element, &f16, 2); break;
    case PL_BF16_: memcpy(element, &bf16, 2); break;
    case PL_E4M3_: case PL_E5M2_: memset(element, 0x7f, 1); break;
    case PL_BOOL_: memset(element, 1, 1); break;
    case PL_STRUCT_: memset(element, 1, x->element); break;             /* bytes that are legal bools, too */
    default: pl_write_int_(element, x->type, -99); break;
    }
}

static inline void pl_fill_window_(const struct pl_hbm *x, char *to, size_t bytes, const void *value)
{
    long long garbage[32];
    if (!value && x->element > sizeof garbage) {
        memset(to, 1, bytes);
        return;
    }
    if (!value)
        pl_garbage_(x, garbage);
    pl_fill_bytes_(to, value ? value : garbage, x->element, bytes / x->element);
}

/* ==== Copies =============================================================================================

   Each moves what of a block lies inside its array, row by row; what hangs over the edge stays as it was.
   ========================================================================================================= */
enum pl_move { PL_MOVE_IN, PL_MOVE_OUT, PL_MOVE_GARBAGE };

static inline void pl_move_(const struct pl_hbm *x, char *window, struct pl_block b, enum pl_move how)
{
    long at[PL_TPU_RANK];
    int d, last = x->rank - 1;
    size_t row;
    if (pl_block_bytes_(x, b) <= 0)
        return;
    for (d = 0; d < x->rank; d++)
        at[d] = b.dim[d].from;
    row = x->rank ? (size_t)(b.dim[last].to - b.dim[last].from) * x->element : x->element;
    do {
        size_t in_array = 0, in_window = 0;
        char *hbm, *vmem;
        for (d = 0; d < x->rank; d++) {
            in_array = in_array * (size_t)x->shape[d] + (size_t)at[d];
            in_window = in_window * (size_t)x->window[d] + (size_t)(at[d] - b.dim[d].start);
        }
        hbm = x->array + in_array * x->element, vmem = window + in_window * x->element;
        if (how == PL_MOVE_IN)
            memcpy(vmem, hbm, row);
        else if (how == PL_MOVE_OUT)
            memcpy(hbm, vmem, row);
        else
            pl_fill_window_(x, hbm, row, NULL);
        for (d = last - 1; d >= 0 && ++at[d] == b.dim[d].to; d--)
            at[d] = b.dim[d].from;
    } while (d >= 0);
}

static inline void pl_land_copy_(struct pl_hbm *x, long slot)
{
    struct pl_slot_state *s = &x->slots[slot];
    if (s->landed)
        return;
    s->landed = true;
    if (!pl_tpu_now->set.dry)
        pl_move_(x, x->windows + (size_t)slot * x->bytes, s->block, s->way == PL_COPY_IN ? PL_MOVE_IN : PL_MOVE_OUT);
}

/* copies=random: at every event, any copy in flight may complete. */
static inline void pl_land_some_(struct pl_tpu *t);
static inline void pl_check_windows_(void);
static inline void pl_land_any_(void)
{
    struct pl_tpu *t = pl_tpu_now;
    if (t->set.copies == 2)
        pl_land_some_(t);
    for (int i = t->operands; t->set.copies == 2 && i-- > 0;)
        for (long s = 0; s < t->operand[i]->buffers; s++)
            if (t->operand[i]->slots && t->operand[i]->slots[s].way != PL_IDLE && pl_tpu_random_(&t->set.random) % 3 == 0)
                pl_land_copy_(t->operand[i], s);
}

static inline void pl_log_(const struct pl_hbm *x, const char *what, long slot, struct pl_block b)
{
    struct pl_tpu *t = pl_tpu_now;
    if (!t->log)
        return;
    fprintf(t->log, "%s %s %s step %ld slot %ld block ", t->host.name, x->name, what, t->step, slot);
    for (int d = 0; d < x->rank; d++)
        fprintf(t->log, "[%ld]", b.dim[d].start);
    fprintf(t->log, "\n");
}

/* Whether a block may be there. */
static inline bool pl_lies_inside_(const struct pl_hbm *x, struct pl_block b)
{
    for (int d = 0; d < x->rank; d++)
        if (b.dim[d].from < 0)
            return false;
    return true;
}

/* Reports a block that is out of range. */
static inline void pl_report_place_(const struct pl_hbm *x, int d, struct pl_part p)
{
    long size = x->window[d], extent = x->shape[d], count = p.to - p.start;
    int number = x->messages ? x->messages[d] : 0;
    if (!number)
        PL_TPU_REPORT_(x, PL_MESSAGE_ELEMENT_BLOCK_, d, p.start, extent);
    else if (p.from == PL_PAST_PADDING)
        pl_report(number, size, p.start, extent, p.to, p.high);
    else if (p.from == PL_PAST_BLOCKS)
        pl_report(number, size > 0 ? p.start / size : p.start, pl_call_cdiv(extent, size), size, 0, 0);
    else if (count < 1 || count > size)
        pl_report(number, p.start, count, size, extent, 0);
    else
        pl_report(number + 1, p.start, p.to - 1, extent, size, 0);
}

static inline void pl_check_place_(const struct pl_hbm *x, struct pl_block b)
{
    for (int d = 0; d < x->rank; d++)
        if (b.dim[d].from < 0)
            pl_report_place_(x, d, b.dim[d]);
}

/* Whether this copy may start. */
static inline bool pl_may_start_(struct pl_hbm *x, long slot, const char *what)
{
    static const char *const ways[] = { "", "in", "out" };
    struct pl_slot_state *s = &x->slots[slot];
    if (pl_tpu_now->host.code)
        return false;
    if (s->way != PL_IDLE)
        PL_TPU_REPORT_(x, PL_MESSAGE_WINDOW_IN_FLIGHT_, what, slot, ways[s->way], s->step);
    return s->way == PL_IDLE;
}

static inline void pl_depart_(struct pl_hbm *x, long slot, struct pl_block b, enum pl_way way)
{
    x->slots[slot] = (struct pl_slot_state){ way, false, pl_tpu_now->step, b, pl_clock_copy_(x->name, pl_clock_bytes_(x, &b), way == PL_COPY_OUT) };
    if (pl_tpu_now->set.copies == 0)
        pl_land_copy_(x, slot);
    pl_land_any_();
}

static inline void pl_dma_in(struct pl_hbm *x, long slot, struct pl_block block)
{
    if (!pl_may_start_(x, slot, "a copy into"))
        return;
    if (!pl_lies_inside_(x, block)) {                                   /* the step that waits for it reports it */
        x->slots[slot] = (struct pl_slot_state){ PL_COPY_IN, true, pl_tpu_now->step, block, 0 };
        return;
    }
    x->fetch_count++;
    x->bytes_in += pl_block_bytes_(x, block);
    pl_log_(x, "in start", slot, block);
    pl_show_start_(x, slot, block, false);
    if (!pl_tpu_now->set.dry)
        pl_fill_window_(x, x->windows + (size_t)slot * x->bytes, x->bytes, x->edge);
    pl_depart_(x, slot, block, PL_COPY_IN);
}

static inline void pl_arrive_copy_(struct pl_hbm *x, long slot, enum pl_way way, const char *words, const char *logged)
{
    struct pl_slot_state *s = &x->slots[slot];
    if (pl_tpu_now->host.code)
        return;
    if (s->way != way) {
        PL_TPU_REPORT_(x, PL_MESSAGE_WINDOW_NOT_COPIED_, words, slot);
        return;
    }
    pl_land_any_();
    pl_land_copy_(x, slot);
    pl_log_(x, logged, slot, s->block);
    s->way = PL_IDLE;
    pl_clock_await_(s->copy);
}

static inline void pl_dma_in_wait(struct pl_hbm *x, long slot)
{
    if (x->slots[slot].way == PL_COPY_IN)
        pl_check_place_(x, x->slots[slot].block);
    pl_arrive_copy_(x, slot, PL_COPY_IN, "into", "in wait");
    if (pl_tpu_now->host.code)
        return;
    pl_count_visit_(x, x->slots[slot].block, false);
    pl_show_visit_(x, slot, x->slots[slot].block);
}

static inline void pl_dma_out(struct pl_hbm *z, long slot, struct pl_block block)
{
    pl_check_place_(z, block);
    pl_check_windows_();
    if (!pl_may_start_(z, slot, "a copy out of"))
        return;
    z->write_back_count++;
    z->bytes_out += pl_block_bytes_(z, block);
    pl_log_(z, "out start", slot, block);
    pl_show_start_(z, slot, block, true);
    if (!pl_tpu_now->set.dry && pl_tpu_now->set.copies)
        pl_move_(z, NULL, block, PL_MOVE_GARBAGE);
    pl_depart_(z, slot, block, PL_COPY_OUT);
}

static inline void pl_dma_out_wait(struct pl_hbm *z, long slot)
{
    pl_arrive_copy_(z, slot, PL_COPY_OUT, "out of", "out wait");
    pl_show_flushed_(z, slot);
}

/* The first visit of an output's block: its window is uninitialized. */
static inline void pl_fresh(struct pl_hbm *z, long slot, struct pl_block block)
{
    pl_check_place_(z, block);
    if (!pl_may_start_(z, slot, "a new block takes"))
        return;
    pl_count_visit_(z, block, true);
    pl_show_visit_(z, slot, block);
    if (!pl_tpu_now->set.dry)
        pl_fill_window_(z, z->windows + (size_t)slot * z->bytes, z->bytes, NULL);
}

/* The slot that the body uses. */
static inline long pl_see(const struct pl_hbm *x, long slot)
{
    static const char *const ways[] = { "", "into", "out of" };
    if (x->slots[slot].way != PL_IDLE)
        PL_TPU_REPORT_(x, PL_MESSAGE_BODY_IN_FLIGHT_, slot, ways[x->slots[slot].way], x->slots[slot].step);
    return slot;
}

/* Whether these blocks of two operands that share an array may have an element in common: two shapes have the same elements
   in other places. */
static inline bool pl_touch(const struct pl_hbm *z, struct pl_block a, const struct pl_hbm *x, struct pl_block b)
{
    for (int d = 0; d < x->rank; d++)
        if (x->rank != z->rank || x->shape[d] != z->shape[d])
            return true;
    for (int d = 0; d < x->rank; d++)
        if (a.dim[d].to <= b.dim[d].from || b.dim[d].to <= a.dim[d].from)
            return false;
    return true;
}

/* Whether a part of x's block is still being written back from a window of z. */
static inline bool pl_on_its_way(const struct pl_hbm *z, const struct pl_hbm *x, struct pl_block block)
{
    for (long s = 0; s < z->buffers; s++)
        if (z->slots && z->slots[s].way == PL_COPY_OUT && pl_touch(z, z->slots[s].block, x, block))
            return true;
    return false;
}

/* ==== Visits =============================================================================================

   The schedule depends only on whether an operand's block differs between steps. A visit is a block and the
   consecutive steps that use it.
   ========================================================================================================= */

/* Does this step begin a new block of x? */
static inline bool pl_changed(const struct pl_hbm *x, long step)
{
    const struct pl_tpu *t = pl_tpu_now;
    if (step >= t->steps)
        return false;
    if (step == 0 || (x->written && t->restart && step % t->restart == 0))
        return true;
    return pl_differ(x->rank, x->block(t->call, step - 1), x->block(t->call, step));
}

/* Is this step the last one of its block of x? */
static inline bool pl_last_use(const struct pl_hbm *x, long step)
{
    return step + 1 == pl_tpu_now->steps || pl_changed(x, step + 1);
}

/* Does the block of x ever change? A window that never moves needs no second buffer. */
static inline bool pl_varies(const struct pl_hbm *x)
{
    for (long step = 1; step < pl_tpu_now->steps; step++)
        if (pl_changed(x, step))
            return true;
    return false;
}

#include "copies.h"

/* ==== Units ============================================================================================== */
#define PL_VPU(...) pl_vpu((const struct pl_work[]){ __VA_ARGS__ }, sizeof (struct pl_work[]){ __VA_ARGS__ } / sizeof(struct pl_work))

/* Whether the loops run. */
static inline bool pl_vpu(const struct pl_work *work, size_t count)
{
    struct pl_tpu *t = pl_tpu_now;
    const double began = pl_show_unit_now_(PL_SPAN_VECTOR);
    t->vector_loops++;
    for (size_t i = 0; i < count; i++) {
        t->vector_operations += work[i].rows * (work[i].columns * (work[i].vector + work[i].transcendental) + work[i].cross_lane);
        pl_clock_vector_(&work[i]);
    }
    pl_show_unit_(PL_SPAN_VECTOR, began);
    return !t->set.dry;
}

/* An operand of the matrix unit: a block of rank 2 as a C array, whose type gives the distance of its rows. */
struct pl_mxu_matrix { void *at; enum pl_dtype type; size_t row, column; };
#define PL_MXU(x)   ((struct pl_mxu_matrix){ (void *)(uintptr_t)(x), PL_DTYPE_((x)[0][0]), sizeof *(x), sizeof **(x) })
#define PL_MXU_T(x) ((struct pl_mxu_matrix){ (void *)(uintptr_t)(x), PL_DTYPE_((x)[0][0]), sizeof **(x), sizeof *(x) })

/* Each sum begins with z and adds in ascending order, in float, double, or integers that wrap: interpret mode's bits. */
#define PL_MXU_LOOPS_(suffix, T)                                                                            \
    static inline void pl_mxu_##suffix##_(long m, long n, long k, const T *x, const T *y, T *z)             \
    {                                                                                                       \
        for (long i = 0; i < m; i++)                                                                        \
            for (long l = 0; l < k; l++) {                                                                  \
                const T a = x[i * k + l], *b = y + l * n;                                                   \
                T *c = z + i * n;                                                                           \
                for (long j = 0; j < n; j++)                                                                \
                    c[j] += a * b[j];                                                                       \
            }                                                                                               \
    }                                                                                                       \
    static inline void pl_mxu_pack_##suffix##_(struct pl_mxu_matrix a, long rows, long columns, T *to)      \
    {                                                                                                       \
        for (long i = 0; i < rows; i++)                                                                     \
            for (long j = 0; j < columns; j++) {                                                            \
                const char *p = (const char *)a.at + (size_t)i * a.row + (size_t)j * a.column;              \
                to[i * columns + j] = pl_is_float_(a.type) ? (T)pl_read_float_(p, a.type)                   \
                                                           : (T)pl_read_int_(p, a.type);                    \
            }                                                                                               \
    }
PL_MXU_LOOPS_(f32, float)
PL_MXU_LOOPS_(f64, double)
PL_MXU_LOOPS_(u64, uint64_t)

static inline void *pl_mxu_workspace_(size_t bytes)
{
    struct pl_tpu *t = pl_tpu_now;
    if (t->pack_bytes < bytes) {
        free(t->pack);
        t->pack = pl_tpu_memory_(bytes);
        t->pack_bytes = t->pack ? bytes : 0;
    }
    return t->pack;
}

static inline void pl_mxu_unpack_(struct pl_mxu_matrix z, long m, long n, const float *f32, const double *f64, const uint64_t *u64)
{
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            void *to = (char *)z.at + (size_t)i * z.row + (size_t)j * z.column;
            if (pl_is_float_(z.type))
                pl_write_float_(to, z.type, f32 ? (double)f32[i * n + j] : f64 ? f64[i * n + j] : 0);
            else
                pl_write_int_(to, z.type, u64 ? (int64_t)u64[i * n + j] : f32 ? (int64_t)f32[i * n + j] : (int64_t)f64[i * n + j]);
        }
}

/* In f32 the interpreter's register tile computes it, which adds in the same order; rows that are not f32 are packed. */
static inline bool pl_mxu_rows_(struct pl_mxu_matrix a) { return a.type == PL_F32_ && a.column == 4; }
static inline void pl_mxu_f32_rows_(long m, long n, long k, struct pl_mxu_matrix z, struct pl_mxu_matrix x, struct pl_mxu_matrix y)
{
    bool x_there = pl_mxu_rows_(x), y_there = pl_mxu_rows_(y);
    float *packed = x_there && y_there ? NULL : pl_mxu_workspace_((size_t)(m * k + k * n) * 4);
    if (!packed && !(x_there && y_there))
        return;
    if (!x_there)
        pl_mxu_pack_f32_(x, m, k, packed);
    if (!y_there)
        pl_mxu_pack_f32_(y, k, n, packed + m * k);
    pl_dot_f32(m, n, k, x_there ? x.at : packed, x_there ? (long)(x.row / 4) : k, y_there ? y.at : packed + m * k,
               y_there ? (long)(y.row / 4) : n, z.at, (long)(z.row / 4));
}

static inline void pl_mxu_dot(long m, long n, long k, struct pl_mxu_matrix z, struct pl_mxu_matrix x, struct pl_mxu_matrix y)
{
    bool floats = pl_is_float_(z.type) || pl_is_float_(x.type) || pl_is_float_(y.type);
    bool f64 = z.type == PL_F64_ || x.type == PL_F64_ || y.type == PL_F64_;
    const double began = pl_show_unit_now_(PL_SPAN_MATRIX);
    char *packed;
    pl_tpu_now->dots++;
    pl_tpu_now->dot_flops += 2 * m * n * k;
    pl_clock_matrix_((double)m, (double)n, (double)k, x.type, y.row < y.column);
    pl_show_unit_(PL_SPAN_MATRIX, began);
    if (pl_tpu_now->set.dry)
        return;
    if (pl_mxu_rows_(z) && !f64) {
        pl_mxu_f32_rows_(m, n, k, z, x, y);
        return;
    }
    packed = pl_mxu_workspace_((size_t)(m * k + k * n + m * n) * 8);
    if (!packed)
        return;
#define PL_MXU_PACKED_(suffix, T)                                                                           \
    T *a = (T *)(void *)packed, *b = a + m * k, *c = b + k * n;                                               \
    pl_mxu_pack_##suffix##_(x, m, k, a);                                                                    \
    pl_mxu_pack_##suffix##_(y, k, n, b);                                                                    \
    pl_mxu_pack_##suffix##_(z, m, n, c);                                                                    \
    pl_mxu_##suffix##_(m, n, k, a, b, c)
    if (!floats) {
        PL_MXU_PACKED_(u64, uint64_t);
        pl_mxu_unpack_(z, m, n, NULL, NULL, c);
    } else if (f64) {
        PL_MXU_PACKED_(f64, double);
        pl_mxu_unpack_(z, m, n, NULL, c, NULL);
    } else {
        PL_MXU_PACKED_(f32, float);
        pl_mxu_unpack_(z, m, n, c, NULL, NULL);
    }
}

/* ==== A call, from start to end ========================================================================== */
static inline void pl_tpu_begin(struct pl_tpu *t, const char *name, const char *kernel, const char *file, int line)
{
    memset(t, 0, sizeof *t);
    pl_call_begin(&t->host, name, kernel, file, line);
    t->step = -1, t->steps = t->devices = 1;
    t->outer = pl_tpu_now;
    pl_tpu_now = t;
    pl_tpu_settings_(t);
}

/* The grid's axes, outermost first. */
static inline void pl_tpu_axis(const char *name, long extent, enum pl_freedom freedom)
{
    struct pl_tpu *t = pl_tpu_now;
    if (t->host.axes < PL_TPU_RANK)
        t->freedom[t->host.axes] = freedom;
    pl_call_axis(&t->host, name, extent, freedom != PL_IN_ORDER);
    t->steps = extent > 0 && !t->host.code ? t->steps * extent : 0;
}

#define PL_NUMBERS(...) ((const int[]){ __VA_ARGS__ })
#define PL_ELEMENTS(p) PL_DTYPE_(*(p)), sizeof *(p), p                    /* their type, size and address */

/* In a dry run arrays may be missing: they have no bytes. */
static inline void pl_tpu_given_(struct pl_tpu *t, struct pl_hbm *x)
{
    size_t given = 0, at = 0;
    if (t->host.arrays == PL_CALL_ARRAYS)
        return;
    x->given = &t->host.array[t->host.arrays];
    pl_call_operand(&t->host, x->name, x->array, t->set.dry ? 0 : x->element, 1, x->rank, x->shape, 1, 0);
    if (pl_past_memory_(x->array, x->given->bytes, &given, &at))
        pl_call_check_allocation(&t->host, x->given, x->array - at, given);
}

/* An array, its shape and that of its windows, one for each dim of the array. */
static inline void pl_hbm_array(struct pl_hbm *x, const char *name, int id, enum pl_dtype type, size_t element, const void *array,
                                int rank, const long *shape, const long *window)
{
    struct pl_tpu *t = pl_tpu_now;
    *x = (struct pl_hbm){ .name = name, .id = id, .type = type, .element = element, .rank = rank, .space = "VMEM",
                          .array = (char *)(uintptr_t)array };
    x->bytes = pl_bytes_(element, rank, window);
    for (int d = 0; d < rank; d++)
        x->shape[d] = shape[d], x->window[d] = window[d];
    pl_tpu_given_(t, x);
    if (t->operands < PL_TPU_OPERANDS)
        t->operand[t->operands++] = x;
}

/* Allocates windows in VMEM for it, filled with unspecified data. */
static inline void *pl_vmem(struct pl_hbm *x, long buffers)
{
    bool empty = pl_tpu_now->set.dry && x->kind != PL_HBM_TABLE;         /* maps read tables, also in a dry run */
    size_t bytes = empty ? 0 : pl_bytes_(x->bytes, 1, &buffers);
    x->buffers = buffers;
    if (pl_tpu_now->host.code)
        return NULL;
    x->slots = calloc((size_t)buffers, sizeof *x->slots);
    x->windows = pl_tpu_memory_(!x->slots ? SIZE_MAX : bytes);
    if (x->windows && bytes)
        pl_fill_window_(x, x->windows, bytes, NULL);
    return x->windows;
}

static inline void *pl_smem(struct pl_hbm *x, long buffers)
{
    x->space = "SMEM";
    return pl_vmem(x, buffers);
}

/* A prefetched table: copied as a whole, before the first step. */
static inline void *pl_smem_table(struct pl_hbm *t)
{
    t->kind = PL_HBM_TABLE;
    pl_smem(t, 1);
    if (t->windows && t->array && t->bytes)
        memcpy(t->windows, t->array, t->bytes);
    t->fetch_count++;
    t->bytes_in += (long long)t->bytes;
    return t->windows;
}

/* An array that stays in HBM, parts of which the kernel copies. For scratch: memory of the call. */
static inline void pl_left_in_hbm(struct pl_hbm *x)
{
    x->left_in_hbm = true;
    if (x->kind != PL_HBM_SCRATCH || pl_tpu_now->host.code)
        return;
    x->array = x->windows = pl_tpu_memory_(x->bytes);
    if (x->array && !pl_tpu_now->set.dry)
        pl_fill_window_(x, x->array, x->bytes, NULL);
}

/* Scratch: one window without an array. */
static inline void pl_scratch_of(struct pl_hbm *s, const char *name, int id, enum pl_dtype type, size_t element,
                                 const void *none, int rank, const long *dims)
{
    struct pl_tpu *t = pl_tpu_now;
    (void)none;
    *s = (struct pl_hbm){ .name = name, .kind = PL_HBM_SCRATCH, .id = id, .type = type, .element = element, .rank = rank,
                          .space = "VMEM", .bytes = pl_bytes_(element, rank, dims) };
    for (int d = 0; d < rank; d++) {
        s->shape[d] = s->window[d] = dims[d];
        if (dims[d] < 0)
            pl_call_reject(&t->host, PL_FAILED, name, NULL, PL_MESSAGE_ARRAY_EXTENT_, d, dims[d]);
    }
    if (t->operands < PL_TPU_OPERANDS)
        t->operand[t->operands++] = s;
}

/* At a new index of the parallel axes scratch is reset. */
static inline void pl_scratch_reset(struct pl_hbm *s)
{
    if (!pl_tpu_now->host.code && !pl_tpu_now->set.dry)
        pl_fill_window_(s, s->windows, s->bytes, NULL);
}

#define PL_TILE_MEMORY(which, T, dims) pl_place_tile(which, PL_DTYPE_(*(T *)NULL), sizeof(T), sizeof(T dims))

/* PL_TILE number `which`: uninitialized each time it is declared. */
static inline void *pl_place_tile(int which, enum pl_dtype type, size_t element, size_t bytes)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_hbm x = { .id = PL_TPU_TILE_ID_, .type = type, .element = element };
    if (!t->tile[which])
        t->tile[which] = pl_tpu_memory_(bytes);
    if (!t->tile[which]) {                                              /* cannot continue, and cannot return */
        fprintf(stderr, "%s\n", pl_call_error_);
        abort();
    }
    if (!t->set.dry)
        pl_fill_window_(&x, t->tile[which], bytes, NULL);
    return t->tile[which];
}

static inline void pl_begin_trace_(struct pl_tpu *t)
{
    t->clock->trace = pl_trace_open_(t->set.trace, pl_device_id());
    if (t->clock->trace)
        pl_name_links_(t->clock->trace);
    else
        PL_TPU_REPORT_(NULL, PL_MESSAGE_TRACE_FILE_, t->set.trace);
}

/* Checks that do not depend on the step: two arrays in one place, blocks that the chip rejects. */
static inline void pl_tpu_check_(void)
{
    struct pl_tpu *t = pl_tpu_now;
    for (int i = 0; i < t->operands; i++)
        if (t->operand[i]->given)
            t->operand[i]->given->written = t->operand[i]->written;
    pl_call_check(&t->host);
    pl_reject_all_();
    if (t->chip && !t->host.code)
        pl_clock_begin_(t);
    if (t->clock && t->set.trace[0] && !t->clock->trace)
        pl_begin_trace_(t);
}

/* Before the first step, and after the last. */
static inline void pl_prologue(void)
{
    pl_tpu_check_();
    pl_tpu_now->step = 0;
    pl_show_time_(-1);
}
static inline void pl_epilogue(void)
{
    pl_check_windows_();
    if (pl_tpu_now->clock)
        pl_clock_work_(pl_tpu_now->clock);
    pl_show_time_(pl_tpu_now->steps);
    if (!pl_tpu_now->host.code)
        pl_tpu_now->step = pl_tpu_now->steps;
}

static inline bool pl_step_begins(long step)
{
    if (pl_tpu_now->step < 0)
        pl_tpu_check_();                                               /* nothing is fetched: there was no prologue */
    pl_check_windows_();
    if (pl_tpu_now->host.code)
        return false;
    if (step && pl_tpu_now->set.statistics)
        pl_count_step_(step - 1);
    if (pl_tpu_now->timeline)
        pl_tpu_now->timeline->running = true;
    pl_tpu_now->step = step;
    pl_show_program_();
    pl_land_any_();
    pl_clock_step_(step);
    pl_show_time_(step);
    return true;
}

/* Whether a body runs whose control flow may depend on data: not in a dry run, which has none. */
static inline bool pl_computes(void) { return !pl_tpu_now->set.dry; }

static inline void pl_tpu_digest_(const struct pl_tpu *t)                 /* FNV-1a */
{
    FILE *f = fopen(t->set.digest, "a");
    for (int i = 0; f && i < t->operands; i++) {
        const struct pl_hbm *x = t->operand[i];
        unsigned long long hash = 0xcbf29ce484222325u;
        size_t bytes = x->written ? x->given->bytes : 0;
        for (size_t b = 0; b < bytes; b++)
            hash = (hash ^ (unsigned char)x->array[b]) * 0x100000001b3u;
        if (x->written)
            fprintf(f, "%s %s %016llx\n", t->host.name, x->name, hash);
    }
    if (f)
        fclose(f);
}

/* The parts among which the steps of a PL_REDUCTION axis are divided, if no axis is split over the cores that share the call. All have
   as many steps. */
static inline long pl_tpu_parts(long wanted, double bytes)
{
    const struct pl_tpu *t = pl_tpu_now;
    struct pl_host_call call = t->host;
    int split = pl_tpu_split_(t);
    long steps = t->host.axes ? t->host.axis[t->host.axes - 1].extent : 0, parts;
    call.programs = split < 0 ? 1 : t->host.axis[split].extent;
    parts = pl_call_parts(&call, wanted, steps, t->chip ? t->chip->cores : 1, 0, 1, bytes);
    return parts > 1 && steps % parts == 0 ? parts : 1;
}

static inline void *pl_tpu_partial(double count, size_t size)
{
    return pl_tpu_memory_(count < (double)(LONG_MAX / 4) / (double)size ? (size_t)count * size : SIZE_MAX);
}

/* The call has ended, or others do its work. */
static inline int pl_tpu_leave(void)
{
    struct pl_tpu *t = pl_tpu_now;
    for (int i = 0; i < t->operands; i++) {
        free(t->operand[i]->slots);
        free(t->operand[i]->windows);
    }
    for (int i = 0; i < PL_TPU_TILES; i++)
        free(t->tile[i]);
    free(t->pack);
    free(t->link);
    free(t->clock);
    if (t->log)
        fclose(t->log);
    pl_tpu_now = t->outer;
    return t->host.code;
}

/* After this the statistics are complete: every copy was waited for. */
static inline int pl_tpu_end(void)
{
    static const char *const ways[] = { "", "into", "out of" };
    struct pl_tpu *t = pl_tpu_now;
    if (t->step < 0)
        pl_tpu_check_();                                                /* there was no step, and no prologue */
    t->step = t->steps;
    pl_tpu_part_();
    for (int i = 0; i < t->operands; i++)
        for (long s = 0; t->operand[i]->slots && s < t->operand[i]->buffers; s++)
            if (t->operand[i]->slots[s].way != PL_IDLE)
                PL_TPU_REPORT_(t->operand[i], PL_MESSAGE_WINDOW_NOT_WAITED_,
                               ways[t->operand[i]->slots[s].way], s, t->operand[i]->slots[s].step);
    if (t->set.digest[0] && !t->host.code && !t->set.dry)
        pl_tpu_digest_(t);
    pl_clock_stop_(t->clock, t->host.name);
    pl_close_timeline_();
    pl_finish_statistics_();
    return pl_tpu_leave();
}

#endif
