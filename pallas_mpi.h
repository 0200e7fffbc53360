/* pallas_mpi.h -- devices that are processes: pallas.h includes this file under -DPL_MPI, and nobody else does.

       mpicc -DPL_MPI -o ring ring.c -lm && mpirun -n 4 ./ring          (make run SRC=ring.c MPI=4 does both)

   Under mpirun each process runs the whole program as one device: main() with the output of all but device 0 closed,
   and in pl_on_devices the body once, with the output open. One process alone runs devices as threads, as without PL_MPI.

   Two windows of MPI's one-sided operations, both locked by all from the start:
     the board   what devices know of each other: rendezvous, failures, pending waits, addresses of operands
     the heap    what other devices may write: arrays left in HBM during a call, scratch, scoped storage, counters
   A push is MPI_Put, MPI_Win_flush, then MPI_Accumulate on the receiver's counter; a signal is the latter alone. Both are
   over when the statement is, so nothing is ever on its way, and whoever waits looks at its own memory.

   Nothing here needs a process to be inside MPI while others write to it, as long as MPI has shared memory or RDMA. */

#ifndef PALLAS_MPI_H
#define PALLAS_MPI_H

enum { PL_MPI_OPERANDS_ = 64, PL_MPI_SCOPES_ = 64, PL_MPI_LEAVES_ = 0xffffff };

/* Why a device waits, as it is shown to the others after it has waited for a while. */
struct pl_mpi_wait {
    long long state, needs, count;      /* state: PL_WAITS_, for a semaphore, or PL_AT_RENDEZVOUS_ */
    long long rendezvous_number, line;
    char file[200], semaphore[80], rendezvous[48];
};
/* Slot d holds what device d has published for this one. */
struct pl_mpi_slot {
    long long met;                      /* twice the number of the rendezvous it has reached, plus the value for pl_any_ */
    long long failed, returned;         /* the number of the call that failed on it; of the last pl_on_devices it has left */
    long long waiting;                  /* its generation; odd: it waits, and `wait` gives the reason */
    long long code, calls;              /* what its body returned, and the number of its calls */
    struct pl_mpi_wait wait;
    char text[2048];
};
struct pl_mpi_record {                  /* its call */
    long long line, operands, need;
    long long at[PL_MPI_OPERANDS_], counters[PL_MPI_OPERANDS_];        /* offsets in its heap; -1: none */
    long long shape[PL_MPI_OPERANDS_][8];
    char name[80];
};
struct pl_mpi_scope { long long line, at, counters; char name[48]; };
struct pl_mpi_own {                     /* a device's own part of its board, which others read */
    long long generation, looks, progress;
    long long barrier[PL_BARRIERS_];
    struct pl_mpi_record record;
    struct pl_mpi_scope scope[PL_MPI_SCOPES_];
};

PL_SHARED_ struct pl_mpi {
    int begun, me, n;
    int out, err;                       /* where standard output and error lead; 0: they are open */
    MPI_Comm comm;
    MPI_Win board, heap;
    struct pl_mpi_own *own;
    struct pl_mpi_slot *slot;
    char *base;                         /* the heap */
    size_t pool_bytes, top;
    long long run, call;                /* numbers of pl_on_devices and of calls */
    long long rendezvous_number;        /* call << 24, plus the number in the call */
    struct pl_mpi_record *record;       /* for each device, in this call */
    double timeout;
} pl_mpi_;

/* ---- Words and blocks on the boards -------------------------------------------------------------------- */
static inline void pl_mpi_put_(int d, const void *at, const void *data, size_t bytes)   /* at: the offset on my board */
{
    if (d == pl_mpi_.me) {
        memmove((void *)(uintptr_t)at, data, bytes);
        return;
    }
    MPI_Put(data, (int)bytes, MPI_BYTE, d, (const char *)at - (const char *)pl_mpi_.own, (int)bytes, MPI_BYTE, pl_mpi_.board);
    MPI_Win_flush(d, pl_mpi_.board);
}
static inline void pl_mpi_get_(int d, const void *at, void *data, size_t bytes)
{
    MPI_Get(data, (int)bytes, MPI_BYTE, d, (const char *)at - (const char *)pl_mpi_.own, (int)bytes, MPI_BYTE, pl_mpi_.board);
    MPI_Win_flush(d, pl_mpi_.board);
}

/* A word that others poll. */
static inline void pl_mpi_word_(long long *at, long long v)
{
    for (int d = 0; d < pl_mpi_.n; d++)
        if (d != pl_mpi_.me) {
            MPI_Accumulate(&v, 1, MPI_LONG_LONG, d, (char *)at - (char *)pl_mpi_.own, 1, MPI_LONG_LONG, MPI_REPLACE, pl_mpi_.board);
            MPI_Win_flush(d, pl_mpi_.board);
        }
    *(volatile long long *)at = v;
    MPI_Win_sync(pl_mpi_.board);
}
static inline long long pl_mpi_seen_(const long long *at) { return *(const volatile long long *)at; }
static inline long long pl_mpi_asked_(int d, const long long *at)
{
    long long v;
    pl_mpi_get_(d, at, &v, sizeof v);
    return v;
}
static inline struct pl_mpi_slot *pl_mpi_mine_(void) { return &pl_mpi_.slot[pl_mpi_.me]; }
static inline void pl_mpi_progress_(void) { pl_mpi_.own->progress++; }

/* Lets MPI and the other processes of this machine run: there may be fewer cores than processes. */
static inline void pl_mpi_relax_(long *times)
{
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, pl_mpi_.comm, &flag, MPI_STATUS_IGNORE);
    if (++*times < 40)
        thrd_yield();
    else
        thrd_sleep(&(struct timespec){ 0, *times < 400 ? 50000 : 500000 }, NULL);
    MPI_Win_sync(pl_mpi_.board);
    if (pl_mpi_.pool_bytes)
        MPI_Win_sync(pl_mpi_.heap);
}

/* ---- The process ---------------------------------------------------------------------------------------- */
int pl_setenv_(const char *, const char *, int) __asm__("setenv");
int pl_dup_(int) __asm__("dup");
int pl_dup2_(int, int) __asm__("dup2");
int pl_open_file_(const char *, int, ...) __asm__("open");
int pl_close_file_(int) __asm__("close");

/* Outside of bodies all processes do the same, so only one of them prints. */
static inline void pl_mpi_mute_(void)
{
    int none = pl_mpi_.me ? pl_open_file_("/dev/null", 1) : -1;
    fflush(NULL);
    if (none < 0)
        return;
    pl_mpi_.out = pl_dup_(1), pl_mpi_.err = pl_dup_(2);
    pl_dup2_(none, 1), pl_dup2_(none, 2);
    pl_close_file_(none);
}
static inline void pl_mpi_unmute_(void)
{
    fflush(NULL);
    if (!pl_mpi_.out)
        return;
    pl_dup2_(pl_mpi_.out, 1), pl_dup2_(pl_mpi_.err, 2);
    pl_close_file_(pl_mpi_.out), pl_close_file_(pl_mpi_.err);
    pl_mpi_.out = 0;
}

static inline void pl_mpi_ends_(void)
{
    if (pl_mpi_.n > 1 && pl_me_) {
        fprintf(stderr, "pl_on_devices: device %d has ended the program in its body\n", pl_mpi_.me);
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (pl_mpi_.n > 1) {
        pl_mpi_word_(&pl_mpi_mine_()->returned, LLONG_MAX);
        fflush(NULL);
        if (pl_mpi_.pool_bytes) {
            MPI_Win_unlock_all(pl_mpi_.heap);
            MPI_Win_free(&pl_mpi_.heap);
        }
        MPI_Win_unlock_all(pl_mpi_.board);
        MPI_Win_free(&pl_mpi_.board);
    }
    MPI_Finalize();
}

PL_SHARED_ void pl_mpi_begins_(void);
__attribute__((__constructor__)) PL_SHARED_ void pl_mpi_begins_(void)
{
    size_t bytes;
    if (pl_mpi_.begun++)                                               /* several files include this one */
        return;
    pl_setenv_("OMPI_MCA_opal_signal", "", 0);                         /* crashes are reported as without MPI */
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &pl_mpi_.comm);
    MPI_Comm_rank(pl_mpi_.comm, &pl_mpi_.me);
    MPI_Comm_size(pl_mpi_.comm, &pl_mpi_.n);
    atexit(pl_mpi_ends_);
    if (pl_mpi_.n == 1)
        return;
    bytes = sizeof *pl_mpi_.own + (size_t)pl_mpi_.n * sizeof *pl_mpi_.slot;
    MPI_Win_allocate((MPI_Aint)bytes, 1, MPI_INFO_NULL, pl_mpi_.comm, &pl_mpi_.own, &pl_mpi_.board);
    memset(pl_mpi_.own, 0, bytes);
    pl_mpi_.slot = (struct pl_mpi_slot *)(void *)(pl_mpi_.own + 1);
    pl_mpi_.record = calloc((size_t)pl_mpi_.n, sizeof *pl_mpi_.record);
    if (!pl_mpi_.record)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, pl_mpi_.board);
    MPI_Win_sync(pl_mpi_.board);
    setvbuf(stdout, NULL, _IOLBF, 0);                                  /* lines of several processes do not mix */
    MPI_Barrier(pl_mpi_.comm);
    pl_mpi_mute_();
}

/* ---- Waiting -------------------------------------------------------------------------------------------- */
static inline void pl_mpi_take_(struct pl_semaphore *s)                /* reads what others have added */
{
    if (s->arrived) {
        long long arrived = pl_mpi_seen_(s->arrived);
        s->count += arrived - s->taken;
        s->taken = arrived;
    }
}

/* Whether all devices have reached this rendezvous. The one that ends a call does not wait for a device whose body has returned. */
static inline int pl_mpi_at_rendezvous_(long long number)
{
    for (int d = 0; d < pl_mpi_.n; d++)
        if (pl_mpi_seen_(&pl_mpi_.slot[d].met) >> 1 < number &&
            !((number & PL_MPI_LEAVES_) == PL_MPI_LEAVES_ && pl_mpi_seen_(&pl_mpi_.slot[d].returned) >= pl_mpi_.run))
            return 0;
    return 1;
}

static inline int pl_mpi_may_go_on_(struct pl_device *me)
{
    if (!me->waits)
        return pl_mpi_at_rendezvous_(pl_mpi_.rendezvous_number);
    pl_mpi_take_((struct pl_semaphore *)(uintptr_t)me->waits);
    return me->waits->count >= me->needs;
}

/* Whether another device of this call has failed. */
static inline int pl_mpi_has_failed_(struct pl_group *g)
{
    for (int d = 0; d < g->n && !g->failed; d++)
        if (d != pl_mpi_.me && pl_mpi_seen_(&pl_mpi_.slot[d].failed) == pl_mpi_.call) {
            g->failed = 1, g->by = d;
            memcpy(g->text, pl_mpi_.slot[d].text, sizeof g->text);
        }
    return g->failed;
}

static inline void pl_mpi_tell_wait_(const struct pl_device *me)
{
    struct pl_mpi_wait w;
    memset(&w, 0, sizeof w);
    w.state = me->waits ? PL_WAITS_ : PL_AT_RENDEZVOUS_, w.rendezvous_number = pl_mpi_.rendezvous_number, w.line = me->spot.line;
    snprintf(w.file, sizeof w.file, "%s", me->spot.file ? me->spot.file : "");
    if (me->waits) {
        w.needs = me->needs, w.count = me->waits->count;
        pl_semaphore_text_(me->waits, w.semaphore, sizeof w.semaphore);
    } else {
        snprintf(w.rendezvous, sizeof w.rendezvous, "%s", me->rendezvous);
    }
    for (int d = 0; d < pl_mpi_.n; d++)
        pl_mpi_put_(d, &pl_mpi_mine_()->wait, &w, sizeof w);
}
static inline void pl_mpi_next_generation_(void)
{
    pl_mpi_.own->generation++;
    MPI_Win_sync(pl_mpi_.board);
    pl_mpi_word_(&pl_mpi_mine_()->waiting, pl_mpi_.own->generation);
}

/* Of the waiting devices, the one that reports the deadlock. all: -1 if some device runs. */
static inline int pl_mpi_spokesman_(int all)
{
    int found = -1, best = 3;
    for (int d = 0; d < pl_mpi_.n; d++) {
        const struct pl_mpi_slot *s = &pl_mpi_.slot[d];
        int rank = s->wait.state == PL_WAITS_ ? 0 : (s->wait.rendezvous_number & PL_MPI_LEAVES_) != PL_MPI_LEAVES_ ? 1 : 2;
        if (pl_mpi_seen_(&s->returned) >= pl_mpi_.run)
            continue;
        if (!(pl_mpi_seen_(&s->waiting) & 1) && all)
            return -1;
        if (s->waiting & 1 && rank < best)
            best = rank, found = d;
    }
    return found;
}

/* Whether certainly all devices wait. A signal may have arrived that its receiver has not seen. So each must look once
   more, in vain: all waited before, nothing is ever in flight, and a device that continues increments its generation
   first. */
static inline int pl_mpi_is_stuck_(struct pl_device *me)
{
    long long looks[256], generation[256];
    long times = 40;
    int n = pl_mpi_.n < 256 ? pl_mpi_.n : 256, stuck = pl_mpi_spokesman_(1) == pl_mpi_.me;
    for (int d = 0; stuck && d < n; d++) {
        generation[d] = pl_mpi_seen_(&pl_mpi_.slot[d].waiting);
        looks[d] = d == pl_mpi_.me || pl_mpi_seen_(&pl_mpi_.slot[d].returned) >= pl_mpi_.run ? LLONG_MAX
                 : pl_mpi_asked_(d, &pl_mpi_.own->looks);
    }
    for (int d = 0; stuck && d < n; d++) {
        while (looks[d] != LLONG_MAX && pl_mpi_asked_(d, &pl_mpi_.own->looks) < looks[d] + 2 && times < 1000)
            pl_mpi_relax_(&times);
        stuck &= times < 1000 && (looks[d] == LLONG_MAX || pl_mpi_asked_(d, &pl_mpi_.own->generation) == generation[d]);
    }
    return stuck && !pl_mpi_may_go_on_(me) && !pl_mpi_has_failed_(me->group);
}

/* The other devices, as notes of a report. */
static inline void pl_mpi_show_(struct pl_group *g)
{
    for (int d = 0; d < g->n; d++) {
        struct pl_mpi_slot *s = &pl_mpi_.slot[d];
        struct pl_device *device = &g->device[d];
        if (d == pl_mpi_.me)
            continue;
        device->waits = NULL, device->rendezvous = "runs";
        device->state = pl_mpi_seen_(&s->returned) >= pl_mpi_.run ? PL_RETURNED_ : s->waiting & 1 ? (enum pl_state)s->wait.state : PL_RUNS_;
        if (device->state == PL_RETURNED_ || device->state == PL_RUNS_)
            continue;
        device->spot = (struct pl_spot){ s->wait.file, (int)s->wait.line };
        device->rendezvous = s->wait.rendezvous, device->needs = s->wait.needs;
        device->barrier[0] = (struct pl_semaphore){ .name = s->wait.semaphore, .index = -1, .device = device, .count = s->wait.count };
        device->waits = s->wait.state == PL_WAITS_ ? &device->barrier[0] : NULL;
    }
}

/* A device computes for a long time while the others wait for it. */
static inline void pl_mpi_gives_up_(struct pl_device *me)
{
    char text[400] = "";
    const char *file = me->spot.file ? me->spot.file : "?";
    pl_mpi_show_(me->group);
    pl_waits_text_(me, text, sizeof text);
    fprintf(stderr, "%s:%d: error: %s, and no device has got on for %g seconds\n", file, me->spot.line, text, pl_mpi_.timeout);
    for (int d = 0; d < me->group->n; d++) {
        const struct pl_device *other = &me->group->device[d];
        int waits = other->state == PL_WAITS_ || other->state == PL_AT_RENDEZVOUS_;
        text[0] = 0;
        pl_waits_text_(other, text, sizeof text);
        if (d != me->id)
            fprintf(stderr, "%s:%d: note: %s\n", waits && other->spot.file ? other->spot.file : file,
                    waits ? other->spot.line : me->spot.line, text);
    }
    fprintf(stderr, "%s:%d: note: PALLAS=timeout=N waits for N seconds, and timeout=0 for ever\n", file, me->spot.line);
    fflush(NULL);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Waits until me->waits has me->needs, or all devices have reached the rendezvous; or a device of the call has failed; or
   no device can continue, and this one is to report it: g->stuck. */
static inline void pl_mpi_wait_(struct pl_device *me)
{
    struct pl_group *g = me->group;
    double began = MPI_Wtime(), moved = began, asked = began;
    long long progress = -1;
    long times = 0;
    int told = 0, leaves = !me->waits && (pl_mpi_.rendezvous_number & PL_MPI_LEAVES_) == PL_MPI_LEAVES_;
    while (!pl_mpi_may_go_on_(me) && (leaves || !pl_mpi_has_failed_(g))) {
        double now = MPI_Wtime();
        pl_mpi_.own->looks++;
        if (!told && now - began > 0.1) {
            pl_mpi_tell_wait_(me);
            pl_mpi_next_generation_();
            told = 1;
        }
        if (told && now - asked > 0.1) {
            long long sum = 0;
            asked = now;
            if (pl_mpi_is_stuck_(me)) {
                g->stuck = 1;
                break;
            }
            for (int d = 0; d < g->n; d++)
                sum += d == me->id ? pl_mpi_.own->progress : pl_mpi_asked_(d, &pl_mpi_.own->progress);
            moved = sum == progress ? moved : now, progress = sum;
            if (pl_mpi_.timeout > 0 && now - moved > pl_mpi_.timeout && pl_mpi_spokesman_(0) == me->id)
                pl_mpi_gives_up_(me);
        }
        pl_mpi_relax_(&times);
    }
    if (!leaves)                                                       /* a device that has left may have failed before */
        pl_mpi_has_failed_(g);
    if (g->stuck)
        pl_mpi_show_(g);
    if (told)
        pl_mpi_next_generation_();
    pl_mpi_progress_();
    me->state = PL_RUNS_;
}

/* PL_SEM_READ, possibly in a loop. */
static inline void pl_mpi_look_(struct pl_device *me, struct pl_semaphore *s)
{
    long times = (me->looks = me->looks < 1000 ? me->looks + 1 : me->looks);
    long long before = s->count;
    pl_mpi_relax_(&times);
    pl_mpi_take_(s);
    pl_mpi_has_failed_(me->group);
    if (s->count != before)
        me->looks = 0;
}

/* ---- Rendezvous ----------------------------------------------------------------------------------------- */
static inline int pl_mpi_come_(struct pl_device *me, long long number, const char *rendezvous)
{
    pl_mpi_.rendezvous_number = number;
    pl_mpi_word_(&pl_mpi_mine_()->met, 2 * number + !!me->group->any);
    me->waits = NULL, me->rendezvous = rendezvous;
    me->state = PL_AT_RENDEZVOUS_;
    pl_mpi_wait_(me);
    return !me->group->stuck;
}
static inline long long pl_mpi_next_rendezvous_(void) { return pl_mpi_.rendezvous_number + 1; }
static inline int pl_mpi_any_(const struct pl_group *g)
{
    int any = 0;
    for (int d = 0; d < g->n; d++)
        any |= (int)(pl_mpi_seen_(&pl_mpi_.slot[d].met) & 1);
    return any;
}
static inline void pl_mpi_leaves_(struct pl_call *root)
{
    root->device->spot = (struct pl_spot){ root->file, root->line };
    root->device->group->any = 0;
    pl_mpi_come_(root->device, pl_mpi_.call << 24 | PL_MPI_LEAVES_, "has ended its call");
    root->device->group->stuck = 0;
}

/* This device's call has failed, and so have the calls of the others. */
static inline void pl_mpi_fail_(const struct pl_group *g)
{
    for (int d = 0; d < g->n; d++)
        if (d != pl_mpi_.me)
            pl_mpi_put_(d, pl_mpi_mine_()->text, g->text, sizeof g->text);
    pl_mpi_word_(&pl_mpi_mine_()->failed, pl_mpi_.call);
}

/* ---- The heap ------------------------------------------------------------------------------------------- */
/* Allocates zeroed bytes of it, in stack order. */
static inline void *pl_mpi_allocate_(size_t bytes)
{
    size_t at = (pl_mpi_.top + 63) / 64 * 64;
    if (bytes > pl_mpi_.pool_bytes || at > pl_mpi_.pool_bytes - bytes)
        return NULL;
    pl_mpi_.top = at + bytes;
    memset(pl_mpi_.base + at, 0, bytes);
    return pl_mpi_.base + at;
}
static inline int pl_mpi_holds_(const void *p)
{
    return pl_mpi_.base && (const char *)p >= pl_mpi_.base && (const char *)p < pl_mpi_.base + pl_mpi_.pool_bytes;
}
static inline long long pl_mpi_place_(const void *p) { return pl_mpi_holds_(p) ? (const char *)p - pl_mpi_.base : -1; }
static inline void pl_mpi_free_(void *p)
{
    if (!pl_mpi_holds_(p))
        free(p);
}

/* All devices make it as large as the one with the largest need. */
static inline void pl_mpi_grow_(size_t need)
{
    if (need <= pl_mpi_.pool_bytes)
        return;
    if (pl_mpi_.pool_bytes) {
        MPI_Win_unlock_all(pl_mpi_.heap);
        MPI_Win_free(&pl_mpi_.heap);
    }
    MPI_Win_allocate((MPI_Aint)need, 1, MPI_INFO_NULL, pl_mpi_.comm, &pl_mpi_.base, &pl_mpi_.heap);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, pl_mpi_.heap);
    pl_mpi_.pool_bytes = need;
}

static inline void pl_mpi_give_counters_(struct pl_semaphore *sems, long n)
{
    long long *arrived = n ? pl_mpi_allocate_((size_t)n * sizeof *arrived) : NULL;
    for (long i = 0; arrived && i < n; i++)
        sems[i].arrived = &arrived[i], sems[i].taken = 0;
}

/* ---- A call --------------------------------------------------------------------------------------------- */
static inline int pl_mpi_is_array_(const struct pl_operand *o)
{
    return o->kind != PL_KIND_SCALAR_ && o->kind != PL_KIND_SCRATCH_ && o->array && !o->view;
}

static inline size_t pl_mpi_need_(const struct pl_call *c)
{
    const char *mib = pl_setting_of_("scoped");
    size_t need = (*mib ? strtoull(mib, NULL, 10) : 4) << 20;
    for (int i = 0; i < c->operands; i++) {
        const struct pl_operand *o = &c->operand[i];
        need += (size_t)o->semaphores * sizeof(long long) + 64;
        if (o->kind == PL_KIND_SCRATCH_)
            need += 3 * o->bytes + 4 * 4096;                           /* with guards, and gaps between them */
        else if (pl_mpi_is_array_(o))
            need += pl_bytes_(o->size, o->rank, o->shape) + 64;
    }
    return (need + 4095) / 4096 * 4096;
}

/* Arrays that others may write are in the heap during the call, together with every array that shares memory with one. */
static inline void pl_mpi_bring_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        char *lo = o->array, *hi = o->array + pl_bytes_(o->size, o->rank, o->shape), *at;
        if (!o->any || !pl_mpi_is_array_(o) || !pl_writes_(o) || o->outside)
            continue;
        for (int more = 1; more;) {
            more = 0;
            for (int k = 0; k < c->operands; k++) {
                struct pl_operand *p = &c->operand[k];
                char *last = p->array + pl_bytes_(p->size, p->rank, p->shape);
                if (!pl_mpi_is_array_(p) || p->outside || p->array >= hi || last <= lo || (p->array >= lo && last <= hi))
                    continue;
                lo = p->array < lo ? p->array : lo, hi = last > hi ? last : hi;
                more = 1;
            }
        }
        at = pl_mpi_allocate_((size_t)(hi - lo));
        if (!at) {
            pl_no_memory_(c, (size_t)(hi - lo));
            return;
        }
        memcpy(at, lo, (size_t)(hi - lo));
        for (int k = 0; k < c->operands; k++) {
            struct pl_operand *p = &c->operand[k];
            if (pl_mpi_is_array_(p) && !p->outside && p->array >= lo && p->array < hi)
                p->outside = p->array, p->array = at + (p->array - lo);
        }
    }
}
static inline void pl_mpi_bring_back_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        if (o->outside && pl_writes_(o))
            memcpy(o->outside, o->array, pl_bytes_(o->size, o->rank, o->shape));
        o->outside = NULL;
    }
}

/* Checks that the devices that make a call together make the same one. */
static inline void pl_mpi_compare_(struct pl_call *c)
{
#if PL_CHECKS
    const struct pl_mpi_record *first = &pl_mpi_.record[0];
    if (first->line != c->line || strncmp(first->name, c->name, sizeof first->name - 1)) {
        pl_report_(c->file, c->line, NULL, "all devices make the same calls, in the same order", "device %d makes this call, and device 0 the call %s of line %lld",
                   c->device->id, first->name, first->line);
        return;
    }
    for (int i = 0; !c->failed && i < c->operands; i++)
        for (int d = 0; d < c->operand[i].rank && c->operand[i].any && !c->failed; d++)
            if (c->operand[i].shape[d] != first->shape[i][d])
                pl_report_(c->file, c->line, &c->operand[i], "shapes are those of one device's share, alike on all", "its dim %d is %ld here, and %lld on device 0",
                           d, c->operand[i].shape[d], first->shape[i][d]);
#else
    (void)c;
#endif
}

/* Begins a call on all devices, which exchange the heap sizes that they need. */
static inline void pl_mpi_open_(struct pl_call *c)
{
    struct pl_device *me = pl_device_(c);
    struct pl_mpi_record *r = &pl_mpi_.own->record;
    size_t need = 0;
    if (me->group->n == 1 || !me->group->processes)
        return;
    pl_mpi_.call++;
    pl_mpi_.rendezvous_number = pl_mpi_.call << 24;
    memset(r, 0, sizeof *r);
    r->line = c->line, r->operands = c->operands, r->need = (long long)pl_mpi_need_(c);
    snprintf(r->name, sizeof r->name, "%s", c->name);
    for (int i = 0; i < c->operands; i++)
        for (int d = 0; d < c->operand[i].rank; d++)
            r->shape[i][d] = c->operand[i].shape[d];
    MPI_Win_sync(pl_mpi_.board);
    if (!pl_rendezvous_at_(c, "waits at the beginning of its call"))
        return;
    for (int d = 0; d < me->group->n; d++) {
        pl_mpi_get_(d, r, &pl_mpi_.record[d], sizeof *r);
        need = (size_t)pl_mpi_.record[d].need > need ? (size_t)pl_mpi_.record[d].need : need;
    }
    pl_mpi_grow_(need);
    pl_mpi_.top = 0;
    pl_mpi_compare_(c);
    if (!c->code)
        pl_mpi_bring_(c);
    for (int i = 0; i < c->operands && !c->code; i++)
        if (c->operand[i].sems)
            pl_mpi_give_counters_(c->operand[i].sems, c->operand[i].semaphores);
}

/* Whether this is a call that devices make together, not a pipeline in one, and devices are processes. */
static inline int pl_mpi_is_process_(const struct pl_call *c) { return c->mesh && c->device && c->device->group->processes; }

/* Publishes the addresses of this device's operands. A rendezvous follows. */
static inline void pl_mpi_show_places_(struct pl_call *c)
{
    struct pl_mpi_record *r = &pl_mpi_.own->record;
    if (!pl_mpi_is_process_(c))
        return;
    for (int i = 0; i < c->operands; i++) {
        const struct pl_operand *o = &c->operand[i];
        r->at[i] = pl_mpi_place_(o->window.at);
        r->counters[i] = o->sems ? pl_mpi_place_(o->sems[0].arrived) : -1;
    }
    MPI_Win_sync(pl_mpi_.board);
}
static inline void pl_mpi_learn_(const struct pl_call *c)
{
    for (int d = 0; pl_mpi_is_process_(c) && !c->code && d < pl_mpi_.n; d++)
        pl_mpi_get_(d, &pl_mpi_.own->record, &pl_mpi_.record[d], sizeof *pl_mpi_.record);
}

/* Memory for scratch; NULL: out of memory, or no other device needs it. o: NULL, an arena, which holds scratch among
   others. */
static inline void *pl_mpi_scratch_(const struct pl_call *c, const struct pl_operand *o, size_t bytes)
{
    return pl_mpi_is_process_(c) && (!o || o->kind == PL_KIND_SCRATCH_) ? pl_mpi_allocate_(bytes) : NULL;
}
static inline void pl_mpi_close_(struct pl_call *c)
{
    if (pl_mpi_is_process_(c))
        pl_mpi_bring_back_(c);
}
static inline void pl_mpi_step_(void)
{
    if (pl_mpi_.n > 1)
        pl_mpi_progress_();
}

/* ---- Scopes --------------------------------------------------------------------------------------------- */
static inline void pl_mpi_enter_scope_(struct pl_scoped *s)
{
    struct pl_mpi_scope *entry = &pl_mpi_.own->scope[s->depth % PL_MPI_SCOPES_];
    if (!s->device->group->processes)
        return;
    entry->line = s->spot.line, entry->at = pl_mpi_place_(s->tile.at), entry->counters = s->sems ? pl_mpi_place_(s->sems[0].arrived) : -1;
    snprintf(entry->name, sizeof entry->name, "%s", s->name);
    MPI_Win_sync(pl_mpi_.board);
}
static inline void pl_mpi_leave_scope_(const struct pl_scoped *s)
{
    if (!s->device->group->processes)
        return;
    memset(&pl_mpi_.own->scope[s->depth % PL_MPI_SCOPES_], 0, sizeof(struct pl_mpi_scope));
    pl_mpi_.top = s->mark;
}

/* Memory for a PL_SCOPED; NULL: its device is alone. */
static inline void *pl_mpi_scoped_(struct pl_scoped *s, size_t bytes, const char *name, struct pl_spot spot)
{
    void *p;
    s->mark = pl_mpi_.top;
    if (!pl_device_(pl_now_)->group->processes)
        return NULL;
    p = pl_mpi_allocate_(bytes);
    if (!p) {
        fprintf(stderr, "%s:%d: error: out of memory for the PL_SCOPED %s of %zu bytes; PALLAS=scoped=N gives each device N MiB for scopes\n", spot.file,
                spot.line, name, s->tile.bytes);
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}
static inline void pl_mpi_scoped_counters_(struct pl_scoped *s)
{
    s->mark = pl_mpi_.top;
    if (s->sems[0].device->group->processes)
        pl_mpi_give_counters_(s->sems, s->n);
}

/* Device d's end of this scope, if it is in it. */
static inline int pl_mpi_scope_there_(const struct pl_scoped *mine, int d, struct pl_mpi_scope *entry)
{
    pl_mpi_get_(d, &pl_mpi_.own->scope[mine->depth % PL_MPI_SCOPES_], entry, sizeof *entry);
    return entry->line == mine->spot.line && !strncmp(entry->name, mine->name, sizeof entry->name - 1);
}

/* ---- Pushes and signals --------------------------------------------------------------------------------- */
/* Adds n to the counter of s on device d. 0: d is not in its scope. */
static inline int pl_mpi_add_(const struct pl_semaphore *s, long long n, int d)
{
    struct pl_mpi_scope scope;
    long i = s->index < 0 ? 0 : s->index;
    MPI_Win win = pl_mpi_.heap;
    long long at;
    if (s->operand) {
        at = pl_mpi_.record[d].counters[s->operand - s->device->call->operand];
    } else if (s->scope) {
        if (!pl_mpi_scope_there_(s->scope, d, &scope))
            return 0;
        at = scope.counters;
    } else {
        win = pl_mpi_.board;
        at = (const char *)pl_mpi_.own->barrier - (const char *)pl_mpi_.own;
    }
    MPI_Accumulate(&n, 1, MPI_LONG_LONG, d, (MPI_Aint)at + i * (MPI_Aint)sizeof n, 1, MPI_LONG_LONG, MPI_SUM, win);
    MPI_Win_flush(d, win);
    pl_mpi_progress_();
    return 1;
}

/* Elements of a view, row by row, as an MPI datatype. */
static inline MPI_Datatype pl_mpi_type_(const struct pl_view *v)
{
    struct pl_rows r = pl_rows_of_(v);
    MPI_Datatype type, outer;
    MPI_Type_contiguous((int)v->element, MPI_BYTE, &type);
    MPI_Type_contiguous((int)(r.bytes / v->element), type, &outer);
    MPI_Type_free(&type);
    for (int d = r.outer; d-- > 0;) {
        type = outer;
        MPI_Type_create_hvector((int)v->dim[d], 1, (MPI_Aint)v->stride[d], type, &outer);
        MPI_Type_free(&type);
    }
    MPI_Type_commit(&outer);
    return outer;
}

/* Writes dense data to dst on device d. 0: it is private, or d is not in its scope. */
static inline int pl_mpi_write_(const struct pl_view *dst, const char *data, int d)
{
    const struct pl_device *me = pl_now_->device;
    const struct pl_operand *o = dst->operand, *first = me->call->operand;
    struct pl_mpi_scope scope;
    MPI_Aint at;
    MPI_Datatype type;
    struct pl_view dense = *dst;
    size_t stride = dst->element;
    if (o && o >= first && o < first + me->call->operands) {
        at = (MPI_Aint)pl_mpi_.record[d].at[o - first] + (dst->at - (char *)o->window.at);
    } else {
        const struct pl_scoped *mine = pl_scope_of_(me, dst->at);
        if (!mine || !pl_mpi_scope_there_(mine, d, &scope))
            return 0;
        at = (MPI_Aint)scope.at + (dst->at - (char *)mine->tile.at);
    }
    for (int k = dst->rank; k-- > 0; stride *= (size_t)dst->dim[k])
        dense.stride[k] = stride;
    if (!pl_rows_of_(dst).bytes)
        return 1;
    type = pl_mpi_type_(dst);
    if (pl_rows_of_(dst).outer) {
        MPI_Datatype from = pl_mpi_type_(&dense);
        MPI_Put(data, 1, from, d, at, 1, type, pl_mpi_.heap);
        MPI_Type_free(&from);
    } else {
        MPI_Put(data, 1, type, d, at, 1, type, pl_mpi_.heap);
    }
    MPI_Win_flush(d, pl_mpi_.heap);
    MPI_Type_free(&type);
    return 1;
}

/* ---- pl_on_devices -------------------------------------------------------------------------------------- */
static inline int pl_mpi_on_devices_(int (*body)(void *), void *arg)
{
    size_t bytes = sizeof(struct pl_group) + (size_t)pl_mpi_.n * sizeof(struct pl_device);
    struct pl_group *g = calloc(1, bytes);
    const char *timeout = pl_setting_of_("timeout");
    struct pl_device *me;
    long long calls = 0;
    long times = 0;
    int code = PL_OK, over = 0;
    if (!g)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pl_group_begins_(g, (struct pl_device *)(void *)(g + 1), pl_mpi_.n);
    g->processes = 1;
    me = &g->device[pl_mpi_.me];
    for (int b = 0; b < PL_BARRIERS_; b++)
        me->barrier[b].arrived = &pl_mpi_.own->barrier[b], pl_mpi_.own->barrier[b] = 0;
    pl_mpi_.timeout = *timeout ? strtod(timeout, NULL) : 60;
    pl_mpi_.run++;
    for (int d = 0; d < pl_mpi_.n; d++)
        calls = pl_mpi_.slot[d].calls > calls ? pl_mpi_.slot[d].calls : calls;
    pl_mpi_.call = calls + 1;
    pl_mpi_.rendezvous_number = pl_mpi_.call << 24;
    pl_mpi_word_(&pl_mpi_mine_()->met, 2 * ++pl_mpi_.rendezvous_number);
    while (!pl_mpi_at_rendezvous_(pl_mpi_.rendezvous_number))
        pl_mpi_relax_(&times);

    pl_me_ = me;
    pl_group_ = g;
    pl_mpi_unmute_();
    code = me->code = body(arg);
    if (code && !g->text[0])
        memcpy(g->text, pl_error_text_, sizeof g->text);
    pl_mpi_mute_();
    pl_group_ = NULL;
    pl_me_ = NULL;

    for (int d = 0; d < pl_mpi_.n; d++) {
        struct pl_mpi_slot *mine = pl_mpi_mine_();
        pl_mpi_put_(d, &mine->code, &(long long[2]){ code, pl_mpi_.call }, 2 * sizeof mine->code);
        pl_mpi_put_(d, mine->text, g->text, sizeof g->text);
    }
    pl_mpi_word_(&pl_mpi_mine_()->returned, pl_mpi_.run);
    for (times = 0; !over; pl_mpi_relax_(&times)) {
        over = 1;
        for (int d = 0; d < pl_mpi_.n; d++)
            over &= pl_mpi_seen_(&pl_mpi_.slot[d].returned) >= pl_mpi_.run;
    }
    code = PL_OK;
    for (int d = 0; d < pl_mpi_.n && !code; d++)
        if ((code = (int)pl_mpi_.slot[d].code))
            memcpy(pl_error_text_, pl_mpi_.slot[d].text, sizeof pl_error_text_);
    free(g);
    return code;
}
#endif
