// async.cc -- asynchronous copies: cp.async, and what TMA does by itself.

#include "emulator.h"

namespace emulator {

// One cp.async: `bytes` from the source, and zeros up to `all`.
struct Copy {
    char *to;
    const char *from;
    size_t bytes, all;
    uint64_t group;
    bool done;
    Place place;
};

static void do_copy(Copy *c)
{
    if (c->done)
        return;
    c->done = true;
    __builtin_memcpy(c->to, c->from, c->bytes);
    __builtin_memset(c->to + c->bytes, 0, c->all - c->bytes);
}

static void copy_async(void *to, const void *from, unsigned bytes, unsigned all, Place here)
{
    Thread *t = running;
    Address a = reinterpret_cast<Address>(to), b = reinterpret_cast<Address>(from);
    if (a % all || (bytes && b % all)) {
        report(cudaErrorMisalignedAddress, here, "cp.async of %u bytes from %p to %p: both are to be multiples of %u", all, from, to, all);
        end_report();
    }
    if (bytes > all) {
        report(cudaErrorLaunchFailure, here, "cp.async of %u bytes with %u bytes of source", all, bytes);
        end_report();
    }
    if (instrumented) {
        if (bytes)
            access_memory(b, bytes, READ, here);
        begin_copy(a, all, here);
    }
    if (t->copies_count == t->copies_room) {
        t->copies_room = t->copies_room ? t->copies_room * 2 : 16;
        t->copies = static_cast<Copy *>(realloc(t->copies, t->copies_room * sizeof *t->copies));
    }
    Copy *c = &t->copies[t->copies_count++];
    *c = { static_cast<char *>(to), static_cast<const char *>(from), bytes, all, t->group, false, here };
    if (done_early())
        do_copy(c);
}

// Ends those of groups before `group`.
void finish_copies(Thread *t, uint64_t group, Place here)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < t->copies_count; i++) {
        Copy *c = &t->copies[i];
        if (c->group >= group) {
            t->copies[kept++] = *c;
            continue;
        }
        // The source is read until now.
        if (instrumented && c->bytes && running == t)
            access_memory(reinterpret_cast<Address>(c->from), c->bytes, READ, here);
        do_copy(c);
        end_copy(reinterpret_cast<Address>(c->to), c->all, t->number, t->tick, t->block);
    }
    t->copies_count = kept;
}

void forget_copies(Thread *t)
{
    free(t->copies);
    t->copies = nullptr;
    t->copies_count = t->copies_room = 0;
}

// cp.async.mbarrier.arrive.noinc: when the copies so far are done, an arrival.
struct ArriveWhenDone {
    Block *block;
    MBarrier *barrier;
    Copy *copies;
    unsigned count;
    Place place;
};

static void arrive_when_done(void *argument)
{
    ArriveWhenDone *a = static_cast<ArriveWhenDone *>(argument);
    Tick tick = ++run->now;
    for (unsigned i = 0; i < a->count; i++) {
        do_copy(&a->copies[i]);
        end_copy(reinterpret_cast<Address>(a->copies[i].to), a->copies[i].all, run->threads + a->barrier->engine, tick, a->block);
    }
    a->barrier->engine_tick = tick;
    mbarrier_arrive(a->block, a->barrier, 1, 0, nullptr, a->place);
    free(a->copies);
    free(a);
}

static void copies_arrive(void *barrier, Place here)
{
    Thread *t = running;
    MBarrier *m = mbarrier_at(reinterpret_cast<Address>(barrier), "cp.async.mbarrier.arrive", here);
    ArriveWhenDone *a = static_cast<ArriveWhenDone *>(malloc(sizeof *a));
    *a = { t->block, m, t->copies, t->copies_count, here };
    t->copies = nullptr;
    t->copies_count = t->copies_room = 0;
    if (done_early()) {
        Thread *who = running;
        arrive_when_done(a);
        running = who;
    } else
        later(t->block, arrive_when_done, a);
}

}  // namespace emulator

using namespace emulator;

extern "C" {

void pl_emulator_cp_async(void *to, const void *from, unsigned bytes, unsigned all, const void *here)
{
    copy_async(to, from, bytes, all, here);
}

void pl_emulator_cp_async_commit() { running->group++; }

void pl_emulator_cp_async_wait(unsigned groups, const void *here)
{
    uint64_t group = running->group;
    finish_copies(running, group > groups ? group - groups : 0, here);
}

void pl_emulator_cp_async_wait_all(const void *here) { finish_copies(running, ~uint64_t(0), here); }

void pl_emulator_cp_async_mbarrier_arrive(void *barrier, const void *here) { copies_arrive(barrier, here); }

}
