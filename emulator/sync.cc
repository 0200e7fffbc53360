// sync.cc -- synchronization of threads: barriers of a block and of the grid, operations of a warp, mbarriers.

#include "emulator.h"
#include "include/emulator/protocol.h"

namespace emulator {

// ---- Barriers ----

static void complete(Block *b, Barrier *bar)
{
    order_barrier(bar->participants, bar->count);
    for (unsigned i = 0; i < bar->count; i++) {
        bar->participants[i].thread->at_barriers &= ~(1u << (bar - b->barriers));
        if (bar->participants[i].waits && bar->participants[i].thread != running)
            wake(bar->participants[i].thread);
        release(&bar->participants[i]);
    }
    bar->count = bar->arrived = 0;
}

static const Thread *somebody_who(const Block *b, bool ended)
{
    for (unsigned i = 0; i < run->threads; i++)
        if (b->threads[i].ended == ended)
            return &b->threads[i];
    return nullptr;
}

static void check_divergence(Thread *t, const Barrier *bar, Place here)
{
    Block *b = t->block;
    char name[80];
    if (b->live < run->threads) {
        report(cudaErrorLaunchFailure, here, "__syncthreads() is not reached by all threads of the block: %u of %u have ended",
               run->threads - b->live, run->threads);
        note(nullptr, "%s, for one, has ended", name_thread(somebody_who(b, true), name, sizeof name));
        end_report();
    }
    if (bar->arrived && !same_line(bar->place, here)) {
        report(cudaErrorLaunchFailure, here, "threads of one block wait in different __syncthreads()");
        note(bar->place, "%s waits here", name_thread(bar->participants[0].thread, name, sizeof name));
        end_report();
    }
}

static int syncthreads(enum pl_emulator_vote vote, int predicate, Place here)
{
    Thread *t = running;
    Block *b = t->block;
    Barrier *bar = &b->barriers[0];
    check_divergence(t, bar, here);
    if (!bar->arrived) {
        bar->place = here;
        bar->votes = bar->predicate_or = 0;
        bar->predicate_and = 1;
    }
    bar->votes += predicate != 0;
    bar->predicate_and &= predicate != 0;
    bar->predicate_or |= predicate != 0;
    bar->participants[bar->count++] = participant(t, true);
    if (++bar->arrived == run->threads) {
        b->vote_result = vote == PL_VOTE_COUNT ? bar->votes : vote == PL_VOTE_AND ? bar->predicate_and : bar->predicate_or;
        complete(b, bar);
        if (settings().order == RANDOM || settings().order == GREEDY)
            let_others_run();
    } else
        wait_here("__syncthreads()", here);
    return b->vote_result;
}

static void named_barrier(unsigned id, unsigned threads, bool waits, Place here)
{
    Thread *t = running;
    const char *what = waits ? "bar.sync" : "bar.arrive";
    if (id >= NAMED_BARRIERS || !threads || threads % WARP || threads > (run->threads + WARP - 1) / WARP * WARP) {
        report(cudaErrorLaunchFailure, here, "%s %u, %u: a block of %u threads has barriers 0 to 15 for a multiple of 32 of its threads",
               what, id, threads, run->threads);
        end_report();
    }
    Barrier *bar = &t->block->barriers[id];
    if (bar->arrived && bar->expected != threads) {
        report(cudaErrorLaunchFailure, here, "%s: barrier %u is called with %u threads", what, id, threads);
        note(bar->place, "it is called with %u threads here", bar->expected);
        end_report();
    }
    if (t->at_barriers >> id & 1) {
        report(cudaErrorLaunchFailure, here, "%s %u: the thread has arrived there already, and the barrier has not completed since", what, id);
        end_report();
    }
    t->at_barriers |= 1u << id;
    if (!bar->arrived)
        bar->place = here;
    bar->expected = threads;
    bar->participants[bar->count++] = participant(t, waits);
    // What the thread does after it arrives needs a later tick.
    if (!waits)
        t->tick = ++run->now;
    if (++bar->arrived == threads) {
        complete(t->block, bar);
        return;
    }
    static char words[NAMED_BARRIERS][40];
    snprintf(words[id], sizeof words[id], "bar.sync %u", id);
    if (waits)
        wait_here(words[id], here);
}

// ---- Warps ----

static Thread *first_of(const Thread *t) { return t->block->threads + t->number / WARP * WARP; }

// Returns the lanes of the mask that take part. Lanes that have ended do not.
static unsigned present(const Warp *w, unsigned mask) { return mask & w->there; }

static bool all_wait(const Warp *w, unsigned mask)
{
    unsigned who = present(w, mask);
    for (unsigned l = 0; l < WARP; l++)
        if ((who >> l & 1) && (!w->lanes[l].waits || w->lanes[l].mask != mask))
            return false;
    return true;
}

static void check_alike(Warp *w, unsigned mask, unsigned mine)
{
    char name[80];
    Thread *threads = first_of(running);
    for (unsigned l = 0; l < WARP; l++)
        if ((present(w, mask) >> l & 1) && strcmp(w->lanes[l].name, w->lanes[mine].name)) {
            report(cudaErrorLaunchFailure, w->lanes[mine].place, "lanes of one warp are in different operations: this is %s",
                   w->lanes[mine].name);
            note(w->lanes[l].place, "%s is in %s", name_thread(&threads[l], name, sizeof name), w->lanes[l].name);
            end_report();
        }
}

static void finish_group(Thread *threads, Warp *w, unsigned mask, Finish *finish)
{
    unsigned who = present(w, mask);
    if (finish)
        finish(threads, w->lanes, who);
    // Only __syncwarp orders memory; shuffles and votes only exchange values.
    if (!finish)
        order_warp(threads, who, w);
    for (unsigned l = 0; l < WARP; l++)
        if (who >> l & 1) {
            w->lanes[l].waits = false;
            if (&threads[l] != running)
                wake(&threads[l]);
        }
}

void meet_in_warp(const char *name, unsigned mask, void *payload, Finish *finish, Place here)
{
    Thread *t = running;
    Warp *w = t->warp;
    if (!(mask >> t->lane & 1)) {
        report(cudaErrorLaunchFailure, here, "%s: lane %u is not in its own mask 0x%08x", name, t->lane, mask);
        end_report();
    }
    w->lanes[t->lane] = { true, name, mask, payload, finish, here };
    if (all_wait(w, mask)) {
        check_alike(w, mask, t->lane);
        finish_group(first_of(t), w, mask, finish);
        return;
    }
    // The last lane to arrive finishes the operation for all.
    wait_here(name, here);
}

// Removes a lane that ends from its warp. Operations that waited only for it are finished.
static void leave_warp(Thread *t)
{
    Warp *w = t->warp;
    w->there &= ~(1u << t->lane);
    for (unsigned l = 0; l < WARP; l++) {
        Lane *lane = &w->lanes[l];
        if (lane->waits && (lane->mask >> t->lane & 1) && all_wait(w, lane->mask)) {
            check_alike(w, lane->mask, l);
            finish_group(first_of(t), w, lane->mask, lane->finish);
        }
    }
}

void thread_ended(Thread *t)
{
    leave_warp(t);
    const Barrier *bar = &t->block->barriers[0];
    if (!bar->arrived || bar->expected)
        return;
    char name[80];
    report(cudaErrorLaunchFailure, bar->place, "__syncthreads() is not reached by all threads of the block: this thread ends without it");
    note(bar->place, "%s waits here", name_thread(bar->participants[0].thread, name, sizeof name));
    end_report();
}

// ---- Operations of a warp ----

struct ShuffleLane {
    uint64_t value, result;
    enum pl_emulator_shuffle kind;
    int lane, width;
};

static unsigned shuffle_source(const ShuffleLane *s, unsigned me)
{
    unsigned width = (unsigned)s->width, first = me & ~(width - 1), within = me & (width - 1);
    unsigned by = (unsigned)s->lane;
    switch (s->kind) {
    case PL_SHUFFLE_INDEX: return first + (by & (width - 1));
    case PL_SHUFFLE_UP: return within >= by ? me - by : me;
    case PL_SHUFFLE_DOWN: return within + by < width ? me + by : me;
    case PL_SHUFFLE_XOR: {
        unsigned to = me ^ by;
        return to < WARP && to < first + width ? to : me;
    }
    }
    return me;
}

static void finish_shuffle(Thread *threads, Lane *lanes, unsigned mask)
{
    for (unsigned l = 0; l < WARP; l++) {
        if (!(mask >> l & 1))
            continue;
        ShuffleLane *s = static_cast<ShuffleLane *>(lanes[l].payload);
        unsigned from = shuffle_source(s, l);
        if (!(mask >> from & 1)) {
            running = &threads[l];
            report(cudaErrorLaunchFailure, lanes[l].place, "%s takes the value of lane %u, which does not participate", lanes[l].name,
                   from);
            end_report();
        }
        s->result = static_cast<ShuffleLane *>(lanes[from].payload)->value;
    }
}

struct VoteLane {
    enum pl_emulator_ballot kind;
    int predicate;
    unsigned result;
};

static void finish_vote(Thread *, Lane *lanes, unsigned mask)
{
    unsigned votes = 0;
    for (unsigned l = 0; l < WARP; l++)
        if ((mask >> l & 1) && static_cast<VoteLane *>(lanes[l].payload)->predicate)
            votes |= 1u << l;
    for (unsigned l = 0; l < WARP; l++)
        if (mask >> l & 1) {
            VoteLane *v = static_cast<VoteLane *>(lanes[l].payload);
            v->result = v->kind == PL_BALLOT ? votes : v->kind == PL_BALLOT_ANY ? votes != 0 : votes == mask;
        }
}

struct ReduceLane {
    enum pl_emulator_reduce kind;
    unsigned value, result;
};

static unsigned reduce(enum pl_emulator_reduce kind, unsigned a, unsigned b)
{
    switch (kind) {
    case PL_REDUCE_ADD: return a + b;
    case PL_REDUCE_MIN: return (int)b < (int)a ? b : a;
    case PL_REDUCE_MAX: return (int)b > (int)a ? b : a;
    case PL_REDUCE_UMIN: return b < a ? b : a;
    case PL_REDUCE_UMAX: return b > a ? b : a;
    case PL_REDUCE_BIT_AND: return a & b;
    case PL_REDUCE_BIT_OR: return a | b;
    case PL_REDUCE_BIT_XOR: return a ^ b;
    }
    return a;
}

static void finish_reduce(Thread *, Lane *lanes, unsigned mask)
{
    unsigned first = (unsigned)__builtin_ctz(mask);
    ReduceLane *r = static_cast<ReduceLane *>(lanes[first].payload);
    unsigned all = r->value;
    for (unsigned l = first + 1; l < WARP; l++)
        if (mask >> l & 1)
            all = reduce(r->kind, all, static_cast<ReduceLane *>(lanes[l].payload)->value);
    for (unsigned l = first; l < WARP; l++)
        if (mask >> l & 1)
            static_cast<ReduceLane *>(lanes[l].payload)->result = all;
}

struct MatchLane {
    uint64_t value;
    unsigned result;
    bool all;
};

static void finish_match(Thread *, Lane *lanes, unsigned mask)
{
    for (unsigned l = 0; l < WARP; l++) {
        if (!(mask >> l & 1))
            continue;
        MatchLane *m = static_cast<MatchLane *>(lanes[l].payload);
        m->result = 0;
        for (unsigned k = 0; k < WARP; k++)
            if ((mask >> k & 1) && static_cast<MatchLane *>(lanes[k].payload)->value == m->value)
                m->result |= 1u << k;
        if (m->all && m->result != mask)
            m->result = 0;
    }
}

// ---- mbarriers ----

// Returns the block's mbarrier at the address. Its counts are in this struct, not in its eight bytes of shared memory. Reports
// one whose initialization does not come before what the running thread does now.
static MBarrier *mbarrier_in(Block *b, Address a, const char *what, Place here)
{
    for (unsigned i = 0; i < b->mbarriers_count; i++) {
        MBarrier *m = &b->mbarriers[i];
        if (m->address != a)
            continue;
        if (!instrumented || ordered(running, m->made, true))
            return m;
        report(cudaErrorLaunchFailure, here, "%s: nothing orders it after the initialization of its mbarrier", what);
        note_site(m->made.site, "that is here; put __syncthreads(), or in a cluster pl_cluster_sync(), between the two");
        end_report();
    }
    report(cudaErrorLaunchFailure, here, "%s: the mbarrier at %p was not initialized", what, reinterpret_cast<void *>(a));
    end_report();
}

MBarrier *mbarrier_at(Address a, const char *what, Place here)
{
    const Block *owner = block_of_shared(a);
    if (owner && owner != running->block) {
        report(cudaErrorLaunchFailure, here, "%s: the mbarrier is in another block; only pl_mbarrier_arrive_at() reaches it there", what);
        end_report();
    }
    return mbarrier_in(running->block, a, what, here);
}

// An mbarrier may be a variable, which has one address for all blocks.
MBarrier *mbarrier_of_peer(Block *peer, Address own, const char *what, Place here)
{
    check_peer(peer, here);
    return mbarrier_in(peer, shared_at(own) ? own : address_in_peer(own, peer, what, here), what, here);
}

static void mbarrier_init(Address a, unsigned count, Place here)
{
    Block *b = running->block;
    if (a % 8) {
        report(cudaErrorMisalignedAddress, here, "mbarrier.init: an mbarrier must be aligned to 8 bytes");
        end_report();
    }
    if (!count) {
        report(cudaErrorLaunchFailure, here, "mbarrier.init: the count must be at least 1");
        end_report();
    }
    access_memory(a, 8, WRITE, here);
    if (!b->mbarriers)
        b->mbarriers = static_cast<MBarrier *>(calloc(MBARRIERS, sizeof *b->mbarriers));
    MBarrier *m = nullptr;
    for (unsigned i = 0; i < b->mbarriers_count; i++)
        if (b->mbarriers[i].address == a || !b->mbarriers[i].address)
            m = &b->mbarriers[i];
    if (!m && b->mbarriers_count == MBARRIERS) {
        report(cudaErrorLaunchFailure, here, "the emulator supports at most %d mbarriers per block", (int)MBARRIERS);
        end_report();
    }
    if (!m)
        m = &b->mbarriers[b->mbarriers_count++];
    Participant *arrivals = m->arrivals;
    unsigned capacity = m->arrivals_capacity;
    *m = MBarrier();
    m->arrivals = arrivals;
    m->arrivals_capacity = capacity;
    m->address = a;
    m->made = epoch_of(running, WRITE, here);
    m->expected = m->pending = count;
    m->engine = (unsigned)(m - b->mbarriers);
}

static void next_phase(Block *b, MBarrier *m)
{
    Clock *c = nullptr;
    if (instrumented)
        c = join_arrivals(b, m->arrivals, m->arrivals_count, m->engine, m->engine_tick);
    drop(m->completed);
    m->completed = c;
    for (unsigned i = 0; i < m->arrivals_count; i++)
        release(&m->arrivals[i]);
    m->arrivals_count = 0;
    m->phase ^= 1;
    m->pending = m->expected;
    wake_those_in("mbarrier.try_wait", b->threads, run->threads);
}

void mbarrier_arrive(Block *b, MBarrier *m, unsigned arrivals, int64_t bytes, Thread *by, Place here)
{
    if (arrivals > m->pending) {
        report(cudaErrorLaunchFailure, here, "mbarrier.arrive: more than %u arrivals in one phase", m->expected);
        end_report();
    }
    if (by && arrivals) {
        if (m->arrivals_count == m->arrivals_capacity) {
            m->arrivals_capacity = m->arrivals_capacity ? m->arrivals_capacity * 2 : 16;
            m->arrivals = static_cast<Participant *>(realloc(m->arrivals, m->arrivals_capacity * sizeof *m->arrivals));
        }
        m->arrivals[m->arrivals_count++] = participant(by, false);
        by->tick = ++run->now;
    }
    m->pending -= arrivals;
    m->bytes += bytes;
    if (!m->pending && !m->bytes)
        next_phase(b, m);
}

static bool mbarrier_passed(MBarrier *m, unsigned parity)
{
    if (m->phase == (parity & 1))
        return false;
    learn(running, m->completed);
    return true;
}

void forget_barriers(Block *b)
{
    for (unsigned i = 0; i < NAMED_BARRIERS; i++) {
        Barrier *bar = &b->barriers[i];
        for (unsigned k = 0; k < bar->count; k++)
            release(&bar->participants[k]);
        bar->count = bar->arrived = bar->expected = 0;
    }
    for (unsigned i = 0; i < b->mbarriers_count; i++) {
        MBarrier *m = &b->mbarriers[i];
        for (unsigned k = 0; k < m->arrivals_count; k++)
            release(&m->arrivals[k]);
        free(m->arrivals);
        drop(m->completed);
    }
    free(b->mbarriers);
    b->mbarriers = nullptr;
    b->mbarriers_count = 0;
}

// ---- The whole grid ----

static void grid_sync(Place here)
{
    if (!run->call->cooperative) {
        report(cudaErrorLaunchFailure, here, "grid.sync(): the kernel was not launched by cudaLaunchCooperativeKernel");
        end_report();
    }
    unsigned all = run->slots * run->threads;
    if (++run->grid_arrived < all) {
        wait_here("grid.sync()", here);
        return;
    }
    run->grid_arrived = 0;
    run->base = run->now;
    Tick tick = ++run->now;
    for (unsigned i = 0; i < all; i++) {
        forget(&run->all[i]);
        run->all[i].tick = tick;
        if (&run->all[i] != running)
            wake(&run->all[i]);
    }
}

}  // namespace emulator

using namespace emulator;

extern "C" {

int pl_emulator_syncthreads(enum pl_emulator_vote vote, int predicate, const void *here)
{
    return syncthreads(vote, predicate, here);
}

void pl_emulator_grid_sync(const void *here) { grid_sync(here); }

void pl_emulator_named_barrier(unsigned id, unsigned threads, int waits, const void *here)
{
    named_barrier(id, threads, waits, here);
}

void pl_emulator_syncwarp(unsigned mask, const void *here)
{
    meet_in_warp("__syncwarp()", mask, nullptr, nullptr, here);
}

unsigned long long pl_emulator_shuffle(enum pl_emulator_shuffle kind, unsigned mask, unsigned long long value, int lane,
                                       int width, const void *here)
{
    static const char *const names[] = { "__shfl_sync()", "__shfl_up_sync()", "__shfl_down_sync()", "__shfl_xor_sync()" };
    if (width < 1 || width > WARP || (width & (width - 1))) {
        report(cudaErrorLaunchFailure, here, "%s: the width must be a power of two up to 32, not %d", names[kind], width);
        end_report();
    }
    ShuffleLane me = { value, 0, kind, lane, width };
    meet_in_warp(names[kind], mask, &me, finish_shuffle, here);
    return me.result;
}

unsigned pl_emulator_ballot(enum pl_emulator_ballot kind, unsigned mask, int predicate, const void *here)
{
    static const char *const names[] = { "__ballot_sync()", "__any_sync()", "__all_sync()" };
    VoteLane me = { kind, predicate, 0 };
    meet_in_warp(names[kind], mask, &me, finish_vote, here);
    return me.result;
}

unsigned pl_emulator_reduce(enum pl_emulator_reduce kind, unsigned mask, unsigned value, const void *here)
{
    static const char *const names[] = { "__reduce_add_sync()", "__reduce_min_sync()", "__reduce_max_sync()", "__reduce_min_sync()",
                                         "__reduce_max_sync()", "__reduce_and_sync()", "__reduce_or_sync()", "__reduce_xor_sync()" };
    ReduceLane me = { kind, value, 0 };
    meet_in_warp(names[kind], mask, &me, finish_reduce, here);
    return me.result;
}

unsigned pl_emulator_match(int all, unsigned mask, unsigned long long value, int *same, const void *here)
{
    MatchLane me = { value, 0, all != 0 };
    meet_in_warp(all ? "__match_all_sync()" : "__match_any_sync()", mask, &me, finish_match, here);
    if (same)
        *same = me.result != 0;
    return me.result;
}

void pl_emulator_mbarrier_init(void *p, unsigned count, const void *here)
{
    mbarrier_init(reinterpret_cast<Address>(p), count, here);
}

// Without it, the copy engine may not see what this thread has initialized.
void pl_emulator_fence_mbarrier_init()
{
    Block *b = running->block;
    for (unsigned i = 0; i < b->mbarriers_count; i++)
        b->mbarriers[i].fenced |= b->mbarriers[i].made.thread == running->number;
}

void pl_emulator_mbarrier_invalidate(void *p, const void *here)
{
    mbarrier_at(reinterpret_cast<Address>(p), "mbarrier.inval", here)->address = 0;
}

void pl_emulator_mbarrier_arrive(void *p, unsigned arrivals, unsigned bytes, const void *here)
{
    MBarrier *m = mbarrier_at(reinterpret_cast<Address>(p), "mbarrier.arrive", here);
    mbarrier_arrive(running->block, m, arrivals, bytes, running, here);
}

void pl_emulator_mbarrier_arrive_at(void *p, unsigned rank, const void *here)
{
    static const char what[] = "mbarrier.arrive.shared::cluster";
    Block *peer = find_peer(rank, what, here);
    MBarrier *m = mbarrier_of_peer(peer, reinterpret_cast<Address>(p), what, here);
    touch_peer(peer, here);
    mbarrier_arrive(peer, m, 1, 0, running, here);
}

int pl_emulator_mbarrier_test(void *p, unsigned parity, const void *here)
{
    MBarrier *m = mbarrier_at(reinterpret_cast<Address>(p), "mbarrier.test_wait", here);
    if (mbarrier_passed(m, parity))
        return 1;
    let_others_run();
    return mbarrier_passed(m, parity);
}

void pl_emulator_mbarrier_wait(void *p, unsigned parity, const void *here)
{
    MBarrier *m = mbarrier_at(reinterpret_cast<Address>(p), "mbarrier.try_wait", here);
    while (!mbarrier_passed(m, parity))
        wait_here("mbarrier.try_wait", here);
}

}
