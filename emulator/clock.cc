// clock.cc -- happens-before by clocks: which accesses come before others, in whatever order the threads happened to run.
//
// Each synchronization of threads takes a new tick, and each access carries the tick of its thread's last one. So an access
// comes before everything that threads do after they synchronize with its thread. Most synchronizations are of whole blocks
// or whole warps. For these one tick, `base`, is enough: all that the members did up to it comes before what they do now.
// For the others a thread has a Clock, with a tick for each thread and engine of its cluster. Accesses of other clusters are
// ordered only if a fence and an atomic published them.

#include "emulator.h"

namespace emulator {

Clock *keep(Clock *c)
{
    if (c)
        c->references++;
    return c;
}

void drop(Clock *c)
{
    if (c && !--c->references)
        free(c);
}

Clock *new_clock()
{
    unsigned width = run->cluster_blocks * (run->threads + ENGINES);
    Clock *c = static_cast<Clock *>(calloc(1, sizeof(Clock) + width * sizeof(Tick)));
    c->references = 1;
    c->width = width;
    return c;
}

static void see(Clock *c, unsigned who, Tick tick)
{
    if (c->known[who] < tick)
        c->known[who] = tick;
}

void see_all(Clock *c, const Clock *other)
{
    if (other && other != c)
        for (unsigned i = 0; i < c->width; i++)
            see(c, i, other->known[i]);
}

static Knowledge *keep(Knowledge *k)
{
    if (k)
        k->references++;
    return k;
}

void drop(Knowledge *k)
{
    if (!k || --k->references)
        return;
    for (unsigned i = 0; i < k->count; i++)
        drop(k->seen[i].clock);
    free(k);
}

static Knowledge *new_knowledge(unsigned count)
{
    Knowledge *k = static_cast<Knowledge *>(calloc(1, sizeof(Knowledge) + count * sizeof(Seen)));
    k->references = 1;
    return k;
}

static Seen join_seen(const Seen &a, const Seen &b)
{
    Seen s = { a.block, a.base > b.base ? a.base : b.base, nullptr };
    if (a.clock == b.clock || !b.clock || !a.clock)
        s.clock = keep(a.clock ? a.clock : b.clock);
    else {
        s.clock = new_clock();
        see_all(s.clock, a.clock);
        see_all(s.clock, b.clock);
    }
    return s;
}

// Merges two lists, which are sorted by block.
static Knowledge *join(const Knowledge *a, const Knowledge *b)
{
    Knowledge *k = new_knowledge(a->count + b->count);
    unsigned i = 0, j = 0;
    while (i < a->count || j < b->count) {
        if (j == b->count || (i < a->count && a->seen[i].block < b->seen[j].block)) {
            k->seen[k->count] = a->seen[i++];
            keep(k->seen[k->count++].clock);
        } else if (i == a->count || b->seen[j].block < a->seen[i].block) {
            k->seen[k->count] = b->seen[j++];
            keep(k->seen[k->count++].clock);
        } else
            k->seen[k->count++] = join_seen(a->seen[i++], b->seen[j++]);
    }
    return k;
}

static void add_to(Knowledge **to, Knowledge *what)
{
    if (!what || *to == what)
        return;
    Knowledge *all = *to ? join(*to, what) : keep(what);
    drop(*to);
    *to = all;
}

// ---- Order of two accesses ----

static bool knows(const Clock *c, unsigned part, const Epoch &e) { return c && e.tick <= c->known[part + e.thread]; }

static bool knows_foreign(const Thread *t, const Epoch &e)
{
    const Knowledge *k = t->foreign;
    unsigned low = 0, high = k ? k->count : 0;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (k->seen[middle].block < e.block)
            low = middle + 1;
        else
            high = middle;
    }
    if (!k || low == k->count || k->seen[low].block != e.block)
        return false;
    const Seen &s = k->seen[low];
    return e.tick <= s.base || knows(s.clock, rank_in_cluster(e.block) * (run->threads + ENGINES), e);
}

// Returns whether access e comes before what t does now.
bool ordered(const Thread *t, const Epoch &e, bool shared)
{
    if (e.tick <= run->base)
        return true;
    const Block *b = t->block;
    if (e.block != b->number) {
        const Block *peer = peer_with_number(b, e.block);
        return peer ? knows(t->clock, peer->clock_part, e) : shared || knows_foreign(t, e);
    }
    if (e.thread == t->number)
        return true;
    if (e.thread >= run->threads) {
        if (e.tick <= b->engine_base[e.thread - run->threads])
            return true;
    } else if (e.tick <= b->base || (e.thread / WARP == t->number / WARP && e.tick <= t->warp->base))
        return true;
    return knows(t->clock, b->clock_part, e);
}

// ---- Synchronizations ----

Participant participant(Thread *t, bool waits)
{
    Participant p = { t, t->tick, keep(t->clock), keep(t->foreign), waits };
    return p;
}

void release(Participant *p)
{
    drop(p->clock);
    drop(p->foreign);
}

static void set_clock(Thread *t, Clock *c)
{
    if (t->clock == c)
        return;
    drop(t->clock);
    t->clock = keep(c);
}

// Adds to the clock the order that t's warp has in common.
static void see_warp(Clock *c, const Thread *t)
{
    unsigned first = t->number / WARP * WARP;
    for (unsigned i = first; i < first + WARP && i < run->threads; i++)
        see(c, t->block->clock_part + i, t->warp->base);
}

Clock *join_clocks(const Participant *all, unsigned count)
{
    Clock *c = new_clock();
    const Clock *last = nullptr;
    const Warp *warp = nullptr;
    for (unsigned i = 0; i < count; i++) {
        const Participant &p = all[i];
        if (p.clock != last)
            see_all(c, p.clock);
        last = p.clock;
        if (p.thread->warp != warp)
            see_warp(c, p.thread);
        warp = p.thread->warp;
        see(c, p.thread->block->clock_part + p.thread->number, p.tick);
    }
    return c;
}

Knowledge *join_foreign(const Participant *all, unsigned count)
{
    Knowledge *k = nullptr;
    for (unsigned i = 0; i < count; i++)
        add_to(&k, all[i].foreign);
    return k;
}

static void share_foreign(Participant *all, unsigned count)
{
    Knowledge *k = join_foreign(all, count);
    if (!k)
        return;
    for (unsigned i = 0; i < count; i++)
        if (all[i].waits && all[i].thread->foreign != k) {
            drop(all[i].thread->foreign);
            all[i].thread->foreign = keep(k);
        }
    drop(k);
}

// Orders all threads of the block. From here on `base` is enough, and the threads' clocks are dropped.
static void order_block(Participant *all, unsigned count)
{
    Block *b = all[0].thread->block;
    const Clock *last = nullptr;
    Tick tick = ++run->now;
    for (unsigned i = 0; i < count; i++) {
        Thread *t = all[i].thread;
        if (t->clock && t->clock != last)
            for (unsigned e = 0; e < ENGINES; e++)
                if (b->engine_base[e] < t->clock->known[run->threads + e])
                    b->engine_base[e] = t->clock->known[run->threads + e];
        last = t->clock;
        t->tick = tick;
    }
    for (unsigned i = 0; i < count; i++)
        set_clock(all[i].thread, nullptr);
    b->base = tick - 1;
}

// Orders the participants of a complete barrier: all that they did before it comes before what the waiting ones do next. A
// thread that only arrived does not see the others.
void order_barrier(Participant *all, unsigned count)
{
    if (!instrumented)
        return;
    unsigned waiting = 0;
    for (unsigned i = 0; i < count; i++)
        waiting += all[i].waits;
    share_foreign(all, count);
    // In a cluster the clocks are kept: they also have what the threads know of other blocks.
    if (waiting == run->threads && run->cluster_blocks == 1) {
        order_block(all, count);
        return;
    }
    Clock *c = join_clocks(all, count);
    Tick tick = ++run->now;
    for (unsigned i = 0; i < count; i++)
        if (all[i].waits) {
            all[i].thread->tick = tick;
            set_clock(all[i].thread, c);
        }
    drop(c);
}

void order_warp(Thread *threads, unsigned mask, Warp *warp)
{
    if (!instrumented)
        return;
    Participant all[WARP];
    unsigned count = 0;
    bool alike = true, foreign = false;
    for (unsigned l = 0; l < WARP; l++)
        if (mask >> l & 1) {
            Thread *t = &threads[l];
            all[count] = { t, t->tick, t->clock, t->foreign, true };
            alike = alike && t->clock == all[0].clock;
            foreign = foreign || t->foreign;
            count++;
        }
    if (foreign)
        share_foreign(all, count);
    Tick tick;
    if (mask == warp->all) {
        Clock *c = alike ? nullptr : join_clocks(all, count);
        tick = ++run->now;
        if (c)
            for (unsigned i = 0; i < count; i++)
                set_clock(all[i].thread, c);
        drop(c);
        warp->base = tick - 1;
    } else {
        Clock *c = join_clocks(all, count);
        tick = ++run->now;
        for (unsigned i = 0; i < count; i++)
            set_clock(all[i].thread, c);
        drop(c);
    }
    for (unsigned i = 0; i < count; i++)
        all[i].thread->tick = tick;
}

// Returns the clock of a completed phase of an mbarrier: those of all threads that arrived, and the engine's tick.
Clock *join_arrivals(Block *b, Participant *all, unsigned count, unsigned engine, Tick engine_tick)
{
    Clock *c = join_clocks(all, count);
    see(c, b->clock_part + run->threads + engine, engine_tick);
    return c;
}

void learn_foreign(Thread *t, Knowledge *k) { add_to(&t->foreign, k); }

// Orders what c contains before what t does now.
void learn(Thread *t, Clock *c)
{
    if (!c || t->clock == c)
        return;
    if (!t->clock) {
        t->clock = keep(c);
        return;
    }
    bool news = false;
    for (unsigned i = 0; i < c->width && !news; i++)
        news = c->known[i] > t->clock->known[i];
    if (!news)
        return;
    Clock *both = new_clock();
    see_all(both, t->clock);
    see_all(both, c);
    drop(t->clock);
    t->clock = both;
}

// Orders what the engine did up to `tick` before what the threads do now.
void learn_engine(Thread *threads, unsigned count, unsigned engine, Tick tick)
{
    Clock *before = nullptr, *after = nullptr;
    for (unsigned i = 0; i < count; i++) {
        Thread *t = &threads[i];
        if (!after || t->clock != before) {
            drop(after);
            before = t->clock;
            after = new_clock();
            see_all(after, t->clock);
            see(after, t->block->clock_part + run->threads + engine, tick);
        }
        set_clock(t, after);
    }
    drop(after);
}

void forget(Thread *t)
{
    drop(t->clock);
    drop(t->foreign);
    drop(t->fence);
    t->clock = nullptr;
    t->foreign = t->fence = nullptr;
}

// ---- Fences and atomics ----

// A fence: the thread's next atomic publishes all that comes before this point.
void publish(Thread *t)
{
    if (!instrumented)
        return;
    const Block *b = t->block;
    Participant me = { t, t->tick, t->clock, t->foreign, true };
    Clock *c = join_clocks(&me, 1);
    for (unsigned e = 0; e < ENGINES; e++)
        see(c, b->clock_part + run->threads + e, b->engine_base[e]);
    Knowledge *own = new_knowledge(run->cluster_blocks);
    for (; own->count < run->cluster_blocks; own->count++) {
        const Block *peer = peer_at(b, own->count);
        own->seen[own->count] = { peer->number, peer == b ? b->base : 0, keep(c) };
    }
    drop(c);
    add_to(&own, t->foreign);
    drop(t->fence);
    t->fence = own;
    t->tick = ++run->now;
}

struct Release {
    Address address;
    Knowledge *knowledge;
};
static Release *releases;
static size_t releases_count, releases_capacity;

static Release *release_of(Address a)
{
    if (!releases_capacity)
        return nullptr;
    for (size_t i = a * 0x9e3779b97f4a7c15u >> 20;; i++) {
        Release *r = &releases[i % releases_capacity];
        if (!r->address || r->address == a)
            return r;
    }
}

static void grow_releases()
{
    if (releases_count * 2 < releases_capacity)
        return;
    Release *old = releases;
    size_t n = releases_capacity;
    releases_capacity = n ? n * 2 : 64;
    releases = static_cast<Release *>(calloc(releases_capacity, sizeof *releases));
    for (size_t i = 0; i < n; i++)
        if (old[i].address)
            *release_of(old[i].address) = old[i];
    free(old);
}

// An atomic at address a: takes the order that others published there, and publishes that of the thread's last fence.
void release_at(Thread *t, Address a)
{
    Release *r = release_of(a);
    if (r && r->address) {
        add_to(&t->foreign, r->knowledge);
        for (unsigned i = 0; i < r->knowledge->count; i++)
            if (peer_with_number(t->block, r->knowledge->seen[i].block))
                learn(t, r->knowledge->seen[i].clock);
    }
    if (!t->fence)
        return;
    grow_releases();
    r = release_of(a);
    if (!r->address) {
        r->address = a;
        releases_count++;
    }
    add_to(&r->knowledge, t->fence);
}

void forget_releases()
{
    for (size_t i = 0; i < releases_capacity; i++)
        if (releases[i].address)
            drop(releases[i].knowledge);
    if (releases_capacity)
        memset(releases, 0, releases_capacity * sizeof *releases);
    releases_count = 0;
}

}  // namespace emulator

extern "C" void pl_emulator_fence() { emulator::publish(emulator::running); }
