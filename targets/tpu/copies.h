/* copies.h -- copies inside kernels, semaphores, scopes and devices; part of pl_tpu.h.

       const struct pl_region v = pl_at(pl_hbm_region(x), 17, 2, (const struct pl_slice[]){ PL_PICK(i), PL_EVERY });
       const struct pl_dma c = pl_dma_of(v, pl_vmem_region("row", …), pl_sem_at(came, 0, 17), 17);
       pl_dma_start(&c, 18);
       pl_dma_wait(&c, 20);

   The last argument of each is the line of the statement in the user's file, for reports.

   A push has two semaphores and a device, and completes twice: its source has been read when `send` is counted up here, and
   it has come when `recv` is counted up there. A copy is in flight from its start; it lands at once, when a wait needs it, or
   at a seeded moment between (PALLAS=copies=). Until then its destination holds garbage. Whoever waits takes its bytes, and
   until then no other copy may use its place: flights.h.

   Devices are threads of one process, of which one runs at a time: the turn passes where a device waits. So a run is
   deterministic; PALLAS=devices=forward|reverse|random chooses whose turn it is. Their clocks do not depend on it: links.h. */
#ifndef PL_TPU_COPIES_H
#define PL_TPU_COPIES_H

#include <pthread.h>

/* ---- Devices ------------------------------------------------------------------------------------------- */
enum { PL_TPU_BARRIERS = 16, PL_TPU_DEVICES = 4096 };

struct pl_sem_place { const char *name; long index; long long *value; };        /* index -1: not in an array */

struct pl_device_state {                /* a device of pl_on_devices */
    long id;
    struct pl_device_group *group;
    struct pl_tpu *call;                /* call that it runs, from the first rendezvous on; NULL: none */
    long long rendezvous_count;
    bool done;
    const long long *counter;           /* it waits until this is `need`; NULL: it may run */
    long long need;
    const struct pl_sem_place *waits_for;       /* NULL: it waits for the other devices, as this says: */
    const char *rendezvous;
    int line;
    long long barrier[PL_TPU_BARRIERS];
    int (*body)(void *);
    void *arg;
    int code;
    pthread_t thread;
};

PL_SHARED_ _Thread_local struct pl_device_state *pl_this_device_;
struct pl_device_group {
    long n, turn;
    struct pl_device_state *device;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int order;                          /* 0 forward, 1 reverse, 2 random */
    unsigned long long random;
    long long arrived;                  /* at rendezvous */
    bool stuck;                         /* no device can continue, and the one whose turn it is reports that */
    struct pl_flights flights;
    int failed;                         /* the code of the first that did */
    char error[sizeof pl_call_error_];
    struct pl_spans *spans;             /* for timeline_devices.h */
    struct pl_links *links;             /* links.h */
};

PL_SHARED_ long pl_device_id(void) { return pl_this_device_ ? pl_this_device_->id : 0; }
PL_SHARED_ long pl_num_devices(void) { return pl_this_device_ ? pl_this_device_->group->n : 1; }

/* ---- The operands of a kernel's copies ------------------------------------------------------------------- */
struct pl_region {                      /* a part of an array in HBM, or of a block in VMEM */
    const char *name;
    char *at;                           /* NULL: there is none, which was reported */
    enum pl_dtype type;
    size_t element;
    int rank;
    long dim[PL_TPU_RANK];
    size_t stride[PL_TPU_RANK];
    bool in_hbm;
};

struct pl_tpu_sem {
    const char *name;
    long n;                             /* -1: a single one, not an array */
    long long *value;
    struct pl_tpu_sem *outer;           /* of a scope */
};

struct pl_dma {
    struct pl_region src, dst;
    struct pl_sem_place send, recv;     /* a local copy has only recv */
    long device;                        /* -1: this device, not a push */
};

struct pl_tpu_scope {                   /* a PL_SCOPED, or semaphores of a scope */
    const char *name;
    char *storage;
    size_t bytes;
    struct pl_tpu_scope *outer;
    struct pl_tpu_sem sem;
    int line;
    int place;                          /* the line of the emitted code: a scope of another place is another one */
};

/* ---- Reports ------------------------------------------------------------------------------------------- */
#define PL_COPY_REPORT_(line_, note_, ...)                                                                  \
    do {                                                                                                    \
        int pl_line_ = pl_tpu_now->host.line;                                                               \
        pl_tpu_now->host.line = (line_);                                                                    \
        pl_reject_(NULL, note_, __VA_ARGS__);                                                               \
        pl_tpu_now->host.line = pl_line_;                                                                   \
    } while (0)

/* ---- Turns --------------------------------------------------------------------------------------------- */
static inline bool pl_may_run_(const struct pl_device_state *d)
{
    return !d->done && (!d->counter || *d->counter >= d->need || d->group->failed);
}

/* The next device to run; -1: none can. */
static inline long pl_next_device_(struct pl_device_group *g)
{
    long step = g->order == 1 ? g->n - 1 : 1, from = g->order == 2 ? (long)(pl_tpu_random_(&g->random) % (unsigned long long)g->n) : g->turn;
    for (long i = 1; i <= g->n; i++) {
        long d = (from + i * step) % g->n;
        if (pl_may_run_(&g->device[d]))
            return d;
    }
    return -1;
}

static inline bool pl_land_one_(struct pl_tpu *t, const long long *wanted, bool own);

/* Completes a copy that a device waits for. False: none is in flight. */
static inline bool pl_land_wanted_(struct pl_device_group *g)
{
    for (long d = 0; d < g->n; d++)
        if (g->device[d].counter && g->device[d].waits_for && pl_land_one_(g->device[d].call, g->device[d].counter, false))
            return true;
    return false;
}

/* The device that reports that none can continue: one that waits for a semaphore, because the others wait for that one.
   -1: all have returned. */
static inline long pl_reporting_device_(const struct pl_device_group *g)
{
    for (int pass = 0; pass < 2; pass++)
        for (long d = 0; d < g->n; d++)
            if (g->device[d].counter && (!g->device[d].waits_for) == pass)
                return d;
    return -1;
}

static inline void pl_sem_text_(const struct pl_sem_place *s, char *text, size_t capacity)
{
    if (s->index < 0)
        snprintf(text, capacity, "%s", s->name);
    else
        snprintf(text, capacity, "%s[%ld]", s->name, s->index);
}

/* Appends "device 0 waits for s, which is 0 of 1", for the report of a deadlock and its notes. */
static inline void pl_waiting_text_(const struct pl_device_state *d, char *text, size_t capacity)
{
    size_t n = strlen(text);
    char name[80], who[32];
    if (d->done) {
        snprintf(text + n, capacity - n, PL_TEXT_RETURNED_, d->id);
    } else if (d->waits_for) {
        pl_sem_text_(d->waits_for, name, sizeof name);
        snprintf(who, sizeof who, "device %ld", d->id);
        snprintf(text + n, capacity - n, PL_TEXT_WAITS_FOR_, who, name, *d->counter, d->need);
    } else {
        snprintf(text + n, capacity - n, "device %ld %s", d->id, d->rendezvous);
    }
}

/* Begins a note, with its place unless it is the first: the report of the deadlock has the same. */
static inline void pl_begin_note_(const struct pl_device_state *d, int line, char *notes, size_t capacity)
{
    size_t n = strlen(notes);
    if (n)
        snprintf(notes + n, capacity - n, "\n%s:%d: note: ", pl_tpu_now->host.file, d->done ? line : d->line);
}

static inline void pl_report_deadlock_(struct pl_device_group *g, long self)
{
    const struct pl_device_state *me = &g->device[self];
    char first[300] = "", notes[1600] = "";
    for (long d = 0; d < g->n && strlen(notes) < sizeof notes - 300; d++) {
        const struct pl_device_state *other = &g->device[d];
        bool alone = !notes[0];
        if (d != self) {
            pl_begin_note_(other, me->line, notes, sizeof notes);
            pl_waiting_text_(other, notes, sizeof notes);
            if (alone && !other->done)
                snprintf(notes + strlen(notes), sizeof notes - strlen(notes), " (line %d)", other->line);
        }
        for (int b = 0; b < PL_TPU_BARRIERS; b++)
            if (other->barrier[b] && (d != self || &other->barrier[b] != me->counter))
                snprintf(notes + strlen(notes), sizeof notes - strlen(notes), "%sbarrier semaphore %d of device %ld is %lld",
                         notes[0] ? ", " : "", b, d, other->barrier[b]);
    }
    pl_waiting_text_(me, first, sizeof first);
    PL_COPY_REPORT_(me->line, notes[0] ? notes : NULL, PL_MESSAGE_DEADLOCK_, first, me->waits_for ? PL_TEXT_SIGNAL_IT_ : PL_TEXT_CHANGE_THAT_);
}

/* A failure on one device fails all of them. */
static inline void pl_share_failure_(void)
{
    struct pl_tpu *t = pl_tpu_now;
    const struct pl_device_state *me = pl_this_device_;
    if (t->host.code || !me || !me->call || !me->group->failed)
        return;
    t->host.code = me->group->failed;
    snprintf(pl_call_error_, sizeof pl_call_error_, "%s", me->group->error);
}

static inline void pl_fail_devices_(struct pl_device_group *g, int code)
{
    if (!g->failed && code) {
        g->failed = code;
        snprintf(g->error, sizeof g->error, "%s", pl_call_error_);
    }
}

/* Gives the turn to that device, and returns when it is this one's again. */
static inline void pl_turn_to_(struct pl_device_state *me, long next)
{
    struct pl_device_group *g = me->group;
    g->turn = next;
    pthread_cond_broadcast(&g->changed);
    while (!me->done && g->turn != me->id)
        pthread_cond_wait(&g->changed, &g->lock);
}

/* The same, to the next one that may run. */
static inline void pl_pass_turn_(struct pl_device_state *me)
{
    struct pl_device_group *g = me->group;
    long next = pl_next_device_(g);
    while (next < 0 && pl_land_wanted_(g))
        next = pl_next_device_(g);
    if (next < 0) {
        next = pl_reporting_device_(g);
        g->stuck = next >= 0;
    }
    if (next >= 0 && next != me->id)
        pl_turn_to_(me, next);
}

/* Waits until the counter is `need`. what: the semaphore; NULL: the other devices, and meanwhile the device is as `rendezvous`
   says. It returns at once after a failure, which pl_share_failure_ tells. */
static inline void pl_until_(struct pl_device_state *me, const long long *counter, long long need, const struct pl_sem_place *what,
                             const char *rendezvous, int line)
{
    me->counter = counter, me->need = need, me->waits_for = what, me->rendezvous = rendezvous, me->line = line;
    while (!me->group->failed && *counter < need) {
        pl_pass_turn_(me);
        if (me->group->stuck) {
            me->group->stuck = false;
            pl_report_deadlock_(me->group, me->id);
            pl_fail_devices_(me->group, PL_FAILED);
        }
    }
    me->counter = NULL;
}

static inline void *pl_run_device_(void *device)
{
    struct pl_device_state *me = device;
    struct pl_device_group *g = me->group;
    pthread_mutex_lock(&g->lock);
    while (g->turn != me->id)
        pthread_cond_wait(&g->changed, &g->lock);
    pl_this_device_ = me;
    me->code = me->body(me->arg);
    if (me->code)
        pl_fail_devices_(g, me->code);
    me->done = true;
    pl_pass_turn_(me);
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

static inline void pl_order_devices_(struct pl_device_group *g)
{
    const char *s = getenv("PALLAS"), *order = s ? strstr(s, "devices=") : NULL, *seed = s ? strstr(s, "seed=") : NULL;
    g->order = !order ? 0 : !strncmp(order + 8, "reverse", 7) ? 1 : !strncmp(order + 8, "random", 6) ? 2 : 0;
    g->random = seed ? strtoull(seed + 5, NULL, 10) : 0;
    g->turn = g->order == 1 ? g->n - 1 : 0;
}

static inline void pl_free_links_(struct pl_links *all);
PL_SHARED_ int pl_on_devices(long n, int (*body)(void *), void *arg)
{
    struct pl_device_group g = { .n = n ? n : 1, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
    long started = 0;
    pl_call_error_[0] = 0;
    if (n < 0 || n > PL_TPU_DEVICES || pl_this_device_)
        return pl_call_say(PL_FAILED, pl_this_device_ ? PL_MESSAGE_DEVICES_NESTED_ : PL_MESSAGE_DEVICES_COUNT_,
                           pl_this_device_ ? pl_this_device_->id : n);
    g.device = calloc((size_t)g.n, sizeof *g.device);
    if (!g.device)
        return pl_call_say(PL_NO_MEMORY, PL_MESSAGE_DEVICES_NO_MEMORY_);
    pl_order_devices_(&g);
    pthread_mutex_lock(&g.lock);
    for (long d = 0; d < g.n; d++) {
        g.device[d] = (struct pl_device_state){ .id = d, .group = &g, .body = body, .arg = arg };
        if (pthread_create(&g.device[d].thread, NULL, pl_run_device_, &g.device[d])) {
            pl_fail_devices_(&g, pl_call_say(PL_NO_MEMORY, PL_MESSAGE_DEVICE_THREAD_, d));
            g.n = d;
            break;
        }
        started++;
    }
    if (g.turn >= g.n)
        g.turn = 0;
    pthread_mutex_unlock(&g.lock);
    for (long d = 0; d < started; d++)
        pthread_join(g.device[d].thread, NULL);
    if (g.failed)
        snprintf(pl_call_error_, sizeof pl_call_error_, "%s", g.error);
    pl_free_spans_(g.spans);
    pl_free_links_(g.links);
    free(g.device);
    return g.failed;
}

/* ---- A call that devices make together ------------------------------------------------------------------- */
static inline void pl_tpu_mesh(const char *name, long extent)
{
    struct pl_tpu *t = pl_tpu_now;
    if (t->mesh_axes < PL_TPU_RANK)
        t->mesh[t->mesh_axes].name = name, t->mesh[t->mesh_axes++].extent = extent;
    t->devices *= extent;
}

/* The devices of a call share one timeline. */
static inline bool pl_shares_spans_(const struct pl_tpu *t) { return t->spans && pl_this_device_ && t->spans == pl_this_device_->group->spans; }
static inline void pl_share_spans_(struct pl_tpu *t)
{
    struct pl_device_group *g = pl_this_device_->group;
    if (g->spans)
        pl_free_spans_(t->spans), t->spans = g->spans;
    else
        g->spans = t->spans;
}

/* Waits until all devices of the call are here. */
static inline void pl_tpu_await_devices_(const char *rendezvous)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_device_state *me = pl_this_device_;
    if (!t->mesh_axes || !me)
        return;
    if (t->host.code)
        pl_fail_devices_(me->group, t->host.code);
    me->group->arrived++;
    me->rendezvous_count++;
    pl_until_(me, &me->group->arrived, me->group->n * me->rendezvous_count, NULL, rendezvous, t->host.line);
    pl_share_failure_();
}

/* All devices make the same call, with shares of the same extents. */
static inline void pl_check_calls_(void)
{
    const struct pl_tpu *t = pl_tpu_now, *first = pl_this_device_ ? pl_this_device_->group->device[0].call : NULL;
    if (!first || first == t || t->host.code)
        return;
    if (first->host.line != t->host.line || strcmp(first->host.name, t->host.name))
        PL_COPY_REPORT_(t->host.line, PL_HINT_CALLS_OF_DEVICES_, PL_MESSAGE_CALLS_OF_DEVICES_, (int)pl_device_id(), first->host.name,
                        first->host.line);
    for (int i = 0; i < t->operands && !t->host.code; i++)
        for (int d = 0; d < t->operand[i]->rank && (t->operand[i]->left_in_hbm || t->operand[i]->kind == PL_HBM_SCRATCH); d++)
            if (t->operand[i]->shape[d] != first->operand[i]->shape[d] && !t->host.code)
                pl_reject_(t->operand[i], PL_HINT_SHARES_, PL_MESSAGE_SHARES_, d, t->operand[i]->shape[d], first->operand[i]->shape[d]);
}

static inline long pl_mesh_stride_(long axis)
{
    long stride = 1;
    for (int a = (int)axis + 1; a < pl_tpu_now->mesh_axes; a++)
        stride *= pl_tpu_now->mesh[a].extent;
    return stride;
}

/* The device that is so many further on this axis, which is a ring. */
static inline long pl_device_along_(long device, long axis, long by)
{
    long stride = pl_mesh_stride_(axis), extent = pl_tpu_now->mesh[axis].extent, at = device / stride % extent;
    return device + (((at + by) % extent + extent) % extent - at) * stride;
}

#include "links.h"

static inline void pl_tpu_rendezvous(void)
{
    struct pl_tpu *t = pl_tpu_now;
    if (!t->mesh_axes)
        return;
    if (t->devices != pl_num_devices())
        PL_COPY_REPORT_(t->host.line, PL_HINT_MESH_DEVICES_, PL_MESSAGE_MESH_DEVICES_, t->devices, pl_num_devices());
    if (pl_this_device_)
        pl_this_device_->call = t;
    if (pl_this_device_ && t->spans)
        pl_share_spans_(t);
    pl_links_tell_end_();
    pl_tpu_await_devices_(PL_TEXT_WAITS_TO_BEGIN_);
    pl_check_calls_();
    pl_links_begin_();
    pl_tpu_await_devices_(PL_TEXT_WAITS_TO_BEGIN_);
    pl_links_take_end_();
}

struct pl_tpu_scope;
typedef bool pl_flight_test(const struct pl_flight *f, const struct pl_tpu_scope *s);        /* flights.h */
static inline bool pl_sent_before_end_(const struct pl_flight *f, const struct pl_tpu_scope *s);
static inline bool pl_concerns_call_(const struct pl_flight *f, const struct pl_tpu_scope *s);
static inline void pl_check_flights_(pl_flight_test *concerns, const struct pl_tpu_scope *s, const char *when);
static inline void pl_forget_flights_(pl_flight_test *concerns, const struct pl_tpu_scope *s);

static inline long pl_sem_extent_(const struct pl_tpu_sem *s) { return s->n < 0 ? 1 : s->n; }
static inline bool pl_is_of_sem_(const struct pl_tpu_sem *s, const long long *count)
{
    return s->value && count >= s->value && count < s->value + pl_sem_extent_(s);
}

/* Checks that a wait has consumed every signal. when: "at the end of the call". */
static inline void pl_check_settled_(const struct pl_tpu_sem *s, int line, const char *when)
{
    for (long k = 0; s->value && k < pl_sem_extent_(s) && !pl_tpu_now->host.code; k++) {
        char which[32] = "";
        if (s->n >= 0)
            snprintf(which, sizeof which, "[%ld]", k);
        if (s->value[k])
            PL_COPY_REPORT_(line, PL_HINT_SEMAPHORE_VALUE_, PL_MESSAGE_SEMAPHORE_VALUE_, "semaphore ", s->name, which, "is", s->value[k], "", when);
    }
}

static inline void pl_report_barrier_(const struct pl_device_state *device, int b)
{
    char name[40], of[40];
    snprintf(name, sizeof name, "barrier semaphore %d", b);
    snprintf(of, sizeof of, " of device %ld", (long)device->id);
    PL_COPY_REPORT_(pl_tpu_now->host.line, PL_HINT_SEMAPHORE_VALUE_, PL_MESSAGE_SEMAPHORE_VALUE_, "", name, of, "is", (long long)device->barrier[b], "",
                    PL_TEXT_END_OF_CALL_);
}

/* At the end of a call no copy may be in flight or waited for. What comes to this device, another one may still be pushing. */
static inline void pl_tpu_part_(void)
{
    struct pl_tpu *t = pl_tpu_now;
    pl_span_ends_(PL_SPAN_PROGRAM);
    pl_check_flights_(pl_sent_before_end_, NULL, PL_TEXT_END_OF_CALL_);
    pl_tpu_await_devices_(PL_TEXT_ENDED_KERNEL_);
    pl_check_flights_(pl_concerns_call_, NULL, PL_TEXT_END_OF_CALL_);
    for (int i = 0; i < t->sems; i++)
        pl_check_settled_(t->sem[i], t->host.line, PL_TEXT_END_OF_CALL_);
    for (int b = 0; b < PL_TPU_BARRIERS && t->mesh_axes && pl_this_device_ && !t->host.code; b++)
        if (pl_this_device_->barrier[b])
            pl_report_barrier_(pl_this_device_, b);
    if (pl_this_device_)
        pl_this_device_->call = NULL;
    pl_forget_flights_(pl_concerns_call_, NULL);
    for (int i = 0; i < t->sems; i++)
        free(t->sem[i]->value);
}

static inline long pl_axis_of_mesh_(const char *name, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    for (int a = 0; a < t->mesh_axes; a++)
        if (!strcmp(t->mesh[a].name, name))
            return a;
    PL_COPY_REPORT_(line, PL_HINT_AXIS_OF_MESH_, PL_MESSAGE_AXIS_OF_MESH_, pl_tpu_now->host.name, name);
    return -1;
}

static inline long pl_mesh_id_(void) { return pl_tpu_now->mesh_axes ? pl_device_id() : 0; }

/* PL_DEVICE_ID(x), PL_NUM_DEVICES(x); x "": for all axes. */
static inline long pl_device_on(const char *x, int line)
{
    long a = *x ? pl_axis_of_mesh_(x, line) : -1;
    return !*x ? pl_mesh_id_() : a < 0 ? 0 : pl_mesh_id_() / pl_mesh_stride_(a) % pl_tpu_now->mesh[a].extent;
}
static inline long pl_devices_on(const char *x, int line)
{
    long a = *x ? pl_axis_of_mesh_(x, line) : -1;
    return !*x ? pl_tpu_now->devices : a < 0 ? 1 : pl_tpu_now->mesh[a].extent;
}
static inline long pl_device_at(int count, const long *at, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    long id = 0;
    if (count != t->mesh_axes)
        PL_COPY_REPORT_(line, PL_HINT_DEVICE_AT_COUNT_, PL_MESSAGE_DEVICE_AT_COUNT_, count, t->mesh_axes);
    for (int a = 0; a < count && a < t->mesh_axes; a++) {
        if (at[a] < 0 || at[a] >= t->mesh[a].extent)
            PL_COPY_REPORT_(line, PL_HINT_NO_DEVICE_, PL_MESSAGE_DEVICE_AT_, at[a], t->mesh[a].name, t->mesh[a].extent);
        id = id * t->mesh[a].extent + at[a];
    }
    return id;
}
static inline long pl_device_neighbor(const char *x, long by, int line)
{
    long a = pl_axis_of_mesh_(x, line);
    return a < 0 ? 0 : pl_device_along_(pl_mesh_id_(), a, by);
}

/* The call of a device, as the target of a push or signal; NULL: it was reported. */
static inline struct pl_tpu *pl_call_on_(long device, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    if (t->host.code)
        return NULL;
    if (!t->mesh_axes)
        PL_COPY_REPORT_(line, PL_HINT_NO_MESH_, PL_MESSAGE_NO_MESH_, device, t->host.name);
    else if (device < 0 || device >= t->devices)
        PL_COPY_REPORT_(line, PL_HINT_NO_DEVICE_, PL_MESSAGE_NO_DEVICE_, device, t->devices);
    else if (!pl_this_device_)
        return t;
    else
        return pl_this_device_->group->device[device].call;
    return NULL;
}

/* ---- Regions ------------------------------------------------------------------------------------------- */
static inline struct pl_region pl_region_(const char *name, enum pl_dtype type, size_t element, const void *at, int rank, const long *dims)
{
    struct pl_region r = { .name = name, .at = (char *)(uintptr_t)at, .type = type, .element = element, .rank = rank };
    size_t stride = element;
    for (int d = rank - 1; d >= 0; d--) {
        r.dim[d] = dims[d], r.stride[d] = stride;
        stride *= (size_t)dims[d];
    }
    return r;
}
#define pl_vmem_region(name, ...) pl_region_(name, __VA_ARGS__)
static inline struct pl_region pl_hbm_region(const struct pl_hbm *x)
{
    static char nowhere;                                                /* a dry run moves nothing: arrays may be missing */
    const char *at = x->array || !pl_tpu_now->set.dry ? x->array : &nowhere;
    struct pl_region r = pl_region_(x->name, x->type, x->element, at, x->rank, x->shape);
    r.in_hbm = true;
    return r;
}

#define PL_PICK(i)        { (i), -1 }                                    /* an index, whose dim is dropped */
#define PL_SPAN(from, n)  { (from), (n) }
#define PL_EVERY          { 0, -2 }

static inline struct pl_region pl_at(struct pl_region v, int line, int count, const struct pl_slice *part)
{
    struct pl_region r = v;
    r.rank = 0;
    for (int d = 0; d < v.rank; d++) {
        struct pl_slice s = d < count ? part[d] : (struct pl_slice)PL_EVERY;
        long from = s.size == -2 ? 0 : s.start, size = s.size == -2 ? v.dim[d] : s.size == -1 ? 1 : s.size;
        if (v.at && (from < 0 || size < 0 || from + size > v.dim[d])) {
            if (s.size == -1)
                PL_COPY_REPORT_(line, NULL, PL_MESSAGE_AT_INDEX_, from, d, v.name, v.dim[d]);
            else
                PL_COPY_REPORT_(line, NULL, PL_MESSAGE_AT_ELEMENTS_, from, from + size - 1, d, v.name, v.dim[d]);
            r.at = NULL;
        }
        if (r.at)
            r.at += (size_t)from * v.stride[d];
        if (s.size != -1)
            r.dim[r.rank] = size, r.stride[r.rank++] = v.stride[d];
    }
    return r;
}

static inline long long pl_region_bytes_(const struct pl_region *r)
{
    long long bytes = (long long)r->element;
    for (int d = 0; d < r->rank; d++)
        bytes *= r->dim[d];
    return bytes;
}

/* dst = src; without a source: dst = value, or unspecified data. */
static inline void pl_region_copy_(const struct pl_region *dst, const struct pl_region *src, const void *value, int dim, size_t to, size_t from)
{
    const struct pl_hbm garbage = { .id = PL_TPU_TILE_ID_, .type = dst->type, .element = dst->element };
    if (dim == dst->rank) {
        if (src)
            memcpy(dst->at + to, src->at + from, dst->element);
        else
            pl_fill_window_(&garbage, dst->at + to, dst->element, value);
        return;
    }
    for (long i = 0; i < dst->dim[dim]; i++)
        pl_region_copy_(dst, src, value, dim + 1, to + (size_t)i * dst->stride[dim], src ? from + (size_t)i * src->stride[dim] : 0);
}

static inline bool pl_same_extents_(const struct pl_region *dst, const struct pl_region *src, bool assign, int line)
{
    for (int d = 0; d < dst->rank; d++)
        if (dst->at && src->at && dst->dim[d] != src->dim[d]) {
            struct pl_words to = pl_dims_words_(dst->rank, dst->dim), from = pl_dims_words_(src->rank, src->dim);
            if (assign)
                PL_COPY_REPORT_(line, PL_HINT_ASSIGN_SHAPES_, PL_MESSAGE_ASSIGN_SHAPES_, to.at, from.at);
            else
                PL_COPY_REPORT_(line, PL_HINT_COPY_SHAPES_, PL_MESSAGE_COPY_SHAPES_, src->name, from.at, dst->name, to.at);
            return false;
        }
    return dst->at && src->at;
}

static inline void pl_region_fill(struct pl_region r, const void *value)
{
    if (r.at && !pl_tpu_now->host.code && !pl_tpu_now->set.dry)
        pl_region_copy_(&r, NULL, value, 0, 0, 0);
}
#include "flights.h"

static inline void pl_region_assign(struct pl_region dst, struct pl_region src, int line)
{
    if (pl_same_extents_(&dst, &src, true, line) && !pl_tpu_now->host.code && !pl_tpu_now->set.dry && pl_may_assign_(&dst, &src, line))
        pl_region_copy_(&dst, &src, NULL, 0, 0, 0);
}

/* ---- Semaphores ---------------------------------------------------------------------------------------- */
static inline void pl_sem_make_(struct pl_tpu_sem *s, const char *name, long n)
{
    *s = (struct pl_tpu_sem){ .name = name, .n = n, .value = calloc((size_t)(n > 0 ? n : 1), sizeof(long long)) };
    if (!s->value)
        pl_tpu_no_memory_(sizeof(long long));
}

/* Creates a semaphore of the call. n: -1: a single one; otherwise the number. */
static inline void pl_tpu_semaphores(struct pl_tpu_sem *s, const char *name, long n)
{
    struct pl_tpu *t = pl_tpu_now;
    pl_sem_make_(s, name, n);
    if (t->sems < PL_TPU_OPERANDS)
        t->sem[t->sems++] = s;
}

static inline struct pl_sem_place pl_sem_at(const struct pl_tpu_sem *s, long which, int line)
{
    static long long lost;
    if (which < 0 || which >= pl_sem_extent_(s)) {
        char name[100];
        snprintf(name, sizeof name, "%s[%ld]", s->name, which);
        PL_COPY_REPORT_(line, PL_HINT_NO_SEMAPHORE_, PL_MESSAGE_NO_SEMAPHORE_, name);
        return (struct pl_sem_place){ s->name, -1, &lost };
    }
    return (struct pl_sem_place){ s->name, s->n < 0 ? -1 : which, s->value + which };
}

static inline struct pl_sem_place pl_barrier_sem_at(long id, int line)
{
    static long long alone[PL_TPU_BARRIERS];
#define PL_BARRIER_NAMED_(id) "barrier semaphore " #id
    static const char *const names[PL_TPU_BARRIERS] = {
        PL_BARRIER_NAMED_(0), PL_BARRIER_NAMED_(1), PL_BARRIER_NAMED_(2), PL_BARRIER_NAMED_(3), PL_BARRIER_NAMED_(4), PL_BARRIER_NAMED_(5),
        PL_BARRIER_NAMED_(6), PL_BARRIER_NAMED_(7), PL_BARRIER_NAMED_(8), PL_BARRIER_NAMED_(9), PL_BARRIER_NAMED_(10), PL_BARRIER_NAMED_(11),
        PL_BARRIER_NAMED_(12), PL_BARRIER_NAMED_(13), PL_BARRIER_NAMED_(14), PL_BARRIER_NAMED_(15),
    };
    if (id < 0 || id >= PL_TPU_BARRIERS) {
        PL_COPY_REPORT_(line, NULL, PL_MESSAGE_NO_BARRIER_, id, PL_TPU_BARRIERS);
        id = 0;
    }
    return (struct pl_sem_place){ names[id], -1, (pl_this_device_ ? pl_this_device_->barrier : alone) + id };
}

/* The same scope on another device, which made it at the same place, at the same depth, in the same size; NULL: it is not in it. */
static inline struct pl_tpu_scope *pl_scope_on_(const struct pl_tpu_scope *mine, const struct pl_tpu *there)
{
    struct pl_tpu_scope *other = there->scope;
    int more = 0;
    for (const struct pl_tpu_scope *s = other; s; s = s->outer)
        more++;
    for (const struct pl_tpu_scope *s = mine; s; s = s->outer)
        more--;
    for (; other && more > 0; more--)
        other = other->outer;
    return more || !other || other->place != mine->place || other->bytes != mine->bytes || other->sem.n != mine->sem.n ? NULL : other;
}

/* The same semaphore on another device. */
static inline long long *pl_sem_on_(struct pl_sem_place s, long device, int line)
{
    struct pl_tpu *t = pl_tpu_now, *there = pl_call_on_(device, line);
    struct pl_tpu_scope *mine, *other;
    if (!there || there == t)
        return there ? s.value : NULL;
    if (s.value >= pl_this_device_->barrier && s.value < pl_this_device_->barrier + PL_TPU_BARRIERS)
        return pl_this_device_->group->device[device].barrier + (s.value - pl_this_device_->barrier);
    for (int i = 0; i < t->sems; i++)
        if (pl_is_of_sem_(t->sem[i], s.value))
            return i < there->sems ? there->sem[i]->value + (s.value - t->sem[i]->value) : NULL;
    for (mine = t->scope; mine; mine = mine->outer)
        if (pl_is_of_sem_(&mine->sem, s.value) && (other = pl_scope_on_(mine, there)))
            return other->sem.value + (s.value - mine->sem.value);
    PL_COPY_REPORT_(line, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, device, s.name);
    return NULL;
}

/* Waits for a semaphore: completes copies in flight, then lets other devices run. */
static inline void pl_sem_take_(struct pl_sem_place s, long long n, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    const double began = pl_show_now_();
    pl_land_any_();
    while (!t->host.code && *s.value < n && pl_land_one_(t, s.value, true))
        ;
    if (!t->host.code && *s.value < n && pl_this_device_ && pl_this_device_->call) {
        pl_until_(pl_this_device_, s.value, n, &s, NULL, line);
    } else if (!t->host.code && *s.value < n) {
        char first[300], name[80];
        pl_sem_text_(&s, name, sizeof name);
        snprintf(first, sizeof first, PL_TEXT_WAITS_FOR_, "it", name, *s.value, n);
        PL_COPY_REPORT_(line, NULL, PL_MESSAGE_DEADLOCK_, first, PL_TEXT_SIGNAL_IT_);
    }
    pl_share_failure_();
    if (!t->host.code) {
        *s.value -= n;
        pl_take_flights_(s.value, n, line);
    }
    pl_clock_take_(s.value, n);
    pl_clock_arrive_(s.name, s.value, n);
    pl_show_wait_(s.name, s.value, n, began, line);
}

/* Lets other devices run: with an order other than forward, also after signals and pushes. */
static inline void pl_yield_(void)
{
    if (pl_this_device_ && pl_this_device_->call && pl_this_device_->group->order && !pl_this_device_->group->failed)
        pl_pass_turn_(pl_this_device_);
}

static inline void pl_sem_signal(struct pl_sem_place s, long long n, long device, int line)
{
    long long *value = device < 0 ? s.value : pl_sem_on_(s, device, line);
    if (n < 1)
        PL_COPY_REPORT_(line, NULL, PL_MESSAGE_SIGNAL_COUNT_, n);
    else if (value && !pl_tpu_now->host.code) {
        *value += n;
        pl_show_signal_(value, n);
        pl_clock_signals_(value, n, device);
    }
    if (device >= 0)
        pl_yield_();
}
#define PL_HERE (-1L)                                                    /* a signal to this device */

static inline void pl_sem_await(struct pl_sem_place s, long long n, int line)
{
    if (n < 1)
        PL_COPY_REPORT_(line, NULL, PL_MESSAGE_WAIT_COUNT_, n);
    else
        pl_sem_take_(s, n, line);
}

static inline long pl_sem_count(struct pl_sem_place s)
{
    pl_land_any_();
    return (long)*s.value;
}

static inline void pl_barrier_with(long id, int count, const long *devices, int line)
{
    struct pl_sem_place s = pl_barrier_sem_at(id, line);
    for (int i = 0; i < count; i++) {
        long long *value = pl_sem_on_(s, devices[i], line);
        if (value) {
            ++*value;
            pl_show_signal_(value, 1);
            pl_clock_signals_(value, 1, devices[i]);
            pl_yield_();
        }
    }
    pl_sem_await(s, count, line);
}

/* ---- Copies -------------------------------------------------------------------------------------------- */
static inline struct pl_dma pl_dma_of(struct pl_region src, struct pl_region dst, struct pl_sem_place sem)
{
    return (struct pl_dma){ src, dst, { "", -1, NULL }, sem, -1 };
}
static inline struct pl_dma pl_push_of(struct pl_region src, struct pl_region dst, struct pl_sem_place send, struct pl_sem_place recv, long device)
{
    return (struct pl_dma){ src, dst, send, recv, device };
}

/* The same place on another device: an array left in HBM, scratch, or memory of a scope. NULL: there is none, or it was
   reported. */
static inline char *pl_place_on_(const struct pl_region *r, long device, int line)
{
    struct pl_tpu *t = pl_tpu_now, *there = pl_call_on_(device, line);
    struct pl_tpu_scope *mine, *other;
    if (!there || !r->at)
        return NULL;
    if (t->set.dry && r->in_hbm)                                        /* arrays may be missing */
        return r->at;
    for (int i = 0; i < t->operands; i++)
        if (pl_is_of_kernel_(t->operand[i], r->at))
            return i < there->operands ? pl_kernel_memory_(there->operand[i]) + (r->at - pl_kernel_memory_(t->operand[i])) : NULL;
    for (mine = t->scope; mine; mine = mine->outer)
        if (pl_in_scope_(mine, r->at)) {
            other = pl_scope_on_(mine, there);
            if (!other)
                PL_COPY_REPORT_(line, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, device, mine->name);
            return other ? other->storage + (r->at - mine->storage) : NULL;
        }
    PL_COPY_REPORT_(line, PL_HINT_PUSH_PRIVATE_, PL_MESSAGE_PUSH_PRIVATE_, r->name);
    return NULL;
}

static inline void pl_count_push_(const struct pl_dma *c, long long bytes)
{
    struct pl_tpu *t = pl_tpu_now;
    t->dmas++, t->dma_bytes += bytes;
    if (c->device >= 0)
        t->pushes++, t->push_bytes += bytes;
    if (c->device >= 0 && !t->link)
        t->link = calloc((size_t)t->devices, sizeof *t->link);
    if (c->device >= 0 && t->link)
        t->link[c->device].pushes++, t->link[c->device].bytes += bytes;
}

/* The copy, with the addresses on the device that it goes to. False: it was reported, or there is nothing to copy. */
static inline bool pl_resolve_(struct pl_dma *c, int line)
{
    if (pl_tpu_now->host.code || !pl_same_extents_(&c->dst, &c->src, false, line))
        return false;
    if (c->device >= 0) {
        c->dst.at = pl_place_on_(&c->dst, c->device, line);
        c->recv.value = pl_sem_on_(c->recv, c->device, line);
    }
    return c->dst.at && c->recv.value && pl_region_bytes_(&c->src) && pl_may_copy_(c, line);
}

static inline void pl_dma_start(const struct pl_dma *c, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_dma there = *c;
    long long bytes = pl_region_bytes_(&c->src);
    struct pl_flight *f = pl_resolve_(&there, line) ? pl_new_flight_(&there, line) : NULL;
    if (!f)
        return;
    pl_count_push_(c, bytes);
    if (c->device < 0)
        pl_clock_signal_(c->src.name, there.recv.value, bytes, c->dst.in_hbm);
    else
        pl_clock_push_(c->src.name, c->send.value, there.recv.value, bytes, c->device);
    pl_show_copy_(there.recv.value, c->src.name, c->dst.name, bytes, c->device, line);
    if (t->spans)
        t->spans->lanes = true;
    if (t->log)
        fprintf(t->log, "%s %s to %s start step %ld line %d bytes %lld device %ld\n", t->host.name, c->src.name, c->dst.name, t->step, line,
                bytes, c->device);
    if (t->set.copies == 0) {
        pl_land_written_(f);
    } else {
        if (!t->set.dry)
            pl_region_copy_(&there.dst, NULL, NULL, 0, 0, 0);
        pl_land_any_();
    }
    if (c->device >= 0)
        pl_yield_();
}

static inline void pl_dma_wait_send(const struct pl_dma *c, int line)
{
    if (c->send.value)
        pl_sem_take_(c->send, pl_region_bytes_(&c->src), line);
}
static inline void pl_dma_wait_recv(const struct pl_dma *c, int line)
{
    pl_sem_take_(c->recv, pl_region_bytes_(&c->dst), line);
    if (pl_tpu_now->log)
        fprintf(pl_tpu_now->log, "%s %s to %s wait step %ld line %d\n", pl_tpu_now->host.name, c->src.name, c->dst.name, pl_tpu_now->step, line);
}
static inline void pl_dma_wait(const struct pl_dma *c, int line)
{
    pl_dma_wait_send(c, line);
    pl_dma_wait_recv(c, line);
}

/* PL_SYNC_COPY without a semaphore uses one of its own. */
static inline void pl_dma_now(struct pl_region src, struct pl_region dst, int line)
{
    long long own = 0;
    const struct pl_dma c = pl_dma_of(src, dst, (struct pl_sem_place){ "the copy", -1, &own });
    pl_dma_start(&c, line);
    pl_dma_wait(&c, line);
}

/* ---- Scopes -------------------------------------------------------------------------------------------- */
static inline void *pl_scope_memory_(struct pl_tpu_scope *s, const char *name, int place, enum pl_dtype type, size_t element, int rank, const long *dims)
{
    const struct pl_hbm x = { .id = PL_TPU_TILE_ID_, .type = type, .element = element };
    struct pl_tpu *t = pl_tpu_now;
    *s = (struct pl_tpu_scope){ .name = name, .bytes = pl_bytes_(element, rank, dims), .outer = t->scope, .place = place };
    for (int d = 0; d < rank; d++)
        if (dims[d] < 0)
            s->bytes = SIZE_MAX;
    t->scope = s;
    s->storage = pl_tpu_memory_(s->bytes);
    if (!s->storage) {                                                     /* cannot continue, and cannot return */
        fprintf(stderr, "%s\n", pl_call_error_);
        abort();
    }
    if (!t->set.dry)
        pl_fill_window_(&x, s->storage, s->bytes, NULL);
    return s->storage;
}

static inline struct pl_tpu_sem *pl_scope_sem_(struct pl_tpu_scope *s, const char *name, int place, long n, int line)
{
    *s = (struct pl_tpu_scope){ .name = name, .outer = pl_tpu_now->scope, .line = line, .place = place };
    pl_tpu_now->scope = s;
    pl_sem_make_(&s->sem, name, n);
    return &s->sem;
}

static inline void pl_scope_end_(struct pl_tpu_scope *s)
{
    pl_check_flights_(pl_concerns_scope_, s, PL_TEXT_END_OF_SCOPE_);
    pl_check_settled_(&s->sem, s->line, PL_TEXT_END_OF_SCOPE_);
    pl_forget_flights_(pl_concerns_scope_, s);
    pl_tpu_now->scope = s->outer;
    free(s->storage);
    free(s->sem.value);
}
#define PL_SCOPE(name) __attribute__((cleanup(pl_scope_end_))) struct pl_tpu_scope name##_scope
#define PL_SCOPE_MEMORY(name, T, rank, dims) pl_scope_memory_(&name##_scope, #name, __LINE__, PL_DTYPE_(*(T *)NULL), sizeof(T), rank, dims)
#define PL_SCOPE_SEM(name, n, line) pl_scope_sem_(&name##_scope, #name, __LINE__, n, line)

#endif
