// cluster.cc -- thread block clusters: blocks that run together, their barrier, and accesses to each other's shared memory.
//
// An access to the shared memory of another block must come after the begin of that block, and before its end: happens-before
// must order them, in whatever order the blocks happened to run.

#include "emulator.h"
#include "include/emulator/protocol.h"

namespace emulator {

enum { MAX_BLOCKS = 8 };

// ---- The extents of clusters ----

// Reads the extents in the section of the kernel, where __cluster_dims__ puts it. Returns whether there are any.
static bool extents_of_kernel(const void *kernel, dim3 *extents)
{
    static const char begin[] = "pl_cluster_";
    const Symbol *s = symbol_at(reinterpret_cast<Address>(kernel));
    if (!s || strncmp(s->section, begin, sizeof begin - 1))
        return false;
    *extents = dim3(0, 0, 0);
    sscanf(s->section + sizeof begin - 1, "%u_%u_%u_", &extents->x, &extents->y, &extents->z);
    return true;
}

dim3 cluster_extents(const pl_emulator_call *c)
{
    dim3 extents;
    if (c->cluster.x)
        return c->cluster;
    return extents_of_kernel(c->kernel, &extents) ? extents : dim3(1, 1, 1);
}

cudaError_t check_cluster(const pl_emulator_call *c, const char *kernel)
{
    dim3 own, e = cluster_extents(c), g = c->grid;
    bool said = extents_of_kernel(c->kernel, &own);
    if (said && !own.z) {
        complain("kernel %s: in __cluster_dims__ the emulator reads numbers and macros, no constants of C++; write a macro, or set "
                 "cudaLaunchAttributeClusterDimension", kernel);
        return cudaErrorInvalidClusterSize;
    }
    if (said && (own.x != e.x || own.y != e.y || own.z != e.z)) {
        complain("kernel %s: a launch in clusters of %u x %u x %u blocks, and its __cluster_dims__ are %u x %u x %u", kernel, e.x, e.y,
                 e.z, own.x, own.y, own.z);
        return cudaErrorInvalidClusterSize;
    }
    uint64_t blocks = (uint64_t)e.x * e.y * e.z;
    if (blocks == 1)
        return cudaSuccess;
    if (limits().major < 9) {
        complain("kernel %s: clusters of several blocks need sm_90 (PALLAS=arch=sm_90)", kernel);
        return cudaErrorNotSupported;
    }
    if (!blocks || blocks > MAX_BLOCKS || g.x % e.x || g.y % e.y || g.z % e.z) {
        complain("kernel %s: a grid of %u x %u x %u blocks in clusters of %u x %u x %u; a cluster has 1 to %d blocks, and the grid must be "
                 "a multiple of it along each dim",
                 kernel, g.x, g.y, g.z, e.x, e.y, e.z, (int)MAX_BLOCKS);
        return cudaErrorInvalidClusterSize;
    }
    return cudaSuccess;
}

// ---- Blocks of a cluster, which are numbered along x first, as those of a grid ----

uint32_t block_in_cluster(uint64_t cluster, unsigned rank)
{
    dim3 g = run->call->grid, e = run->cluster;
    uint64_t across = g.x / e.x, down = g.y / e.y;
    uint64_t x = cluster % across * e.x + rank % e.x;
    uint64_t y = cluster / across % down * e.y + rank / e.x % e.y;
    uint64_t z = cluster / across / down * e.z + rank / e.x / e.y;
    return (uint32_t)(x + g.x * (y + g.y * z));
}

unsigned rank_in_cluster(uint32_t block)
{
    if (run->cluster_blocks == 1)
        return 0;
    uint3 at = block_index(block);
    dim3 e = run->cluster;
    return at.x % e.x + e.x * (at.y % e.y + e.y * (at.z % e.z));
}

Block *peer_at(const Block *b, unsigned rank) { return &b->cluster->first[rank]; }

Block *peer_with_number(const Block *b, uint32_t number)
{
    for (unsigned r = 0; r < run->cluster_blocks; r++)
        if (peer_at(b, r)->number == number)
            return peer_at(b, r);
    return nullptr;
}

Block *find_peer(unsigned rank, const char *what, Place here)
{
    check_sm_90(what, here);
    if (rank < run->cluster_blocks)
        return peer_at(running->block, rank);
    report(cudaErrorLaunchFailure, here, "%s: there is no block %u in a cluster of %u blocks", what, rank, run->cluster_blocks);
    end_report();
}

// Returns the address in another block's shared memory that corresponds to one in that of the running thread's block. Variables
// have one address for all blocks, so only dynamic shared memory can be accessed.
Address address_in_peer(Address own, const Block *peer, const char *what, Place here)
{
    const Block *b = running->block;
    if (peer == b || block_of_shared(own) == b)
        return own + (peer->dynamic_memory.base - b->dynamic_memory.base);
    report(cudaErrorIllegalAddress, here, "%s: %p is not in the dynamic shared memory of the block; of another block, the emulator has no "
           "__shared__ variables", what, reinterpret_cast<void *>(own));
    end_report();
}

// ---- Accesses to the shared memory of another block ----

// The last access by a thread or engine.
struct Touch {
    Tick tick;
    unsigned in_flight;  // copies
    Thread *by;
    Place place;
};

[[noreturn]] static void report_ended(const Block *peer, Place here)
{
    char name[80];
    report(cudaErrorIllegalAddress, here, "%s may have ended: nothing orders this access to its shared memory before its end",
           name_block(peer, name, sizeof name));
    note(nullptr, "put pl_cluster_sync() at the end of the kernel, so that no block ends before the others");
    end_report();
}

// Returns whether the begin of the other block comes before what t does now: t knows something that one of its threads did.
static bool has_begun(Thread *t, const Block *peer)
{
    unsigned bit = 1u << peer->rank;
    if (peer->base < run->base)
        return true;  // all threads of the grid have met since
    for (unsigned i = 0; t->clock && !(t->begun & bit) && i < run->threads; i++)
        if (t->clock->known[peer->clock_part + i] > peer->base)
            t->begun |= bit;
    return t->begun & bit;
}

void check_peer(const Block *peer, Place here)
{
    char name[80];
    Thread *t = running;
    if (peer == t->block)
        return;
    if (peer->cluster != t->block->cluster) {
        report(cudaErrorIllegalAddress, here, "accesses shared memory of %s, which is in another cluster",
               name_block(peer, name, sizeof name));
        end_report();
    }
    if (instrumented && !has_begun(t, peer)) {
        report(cudaErrorIllegalAddress, here, "%s may not have begun: nothing orders its begin before this access to its shared memory",
               name_block(peer, name, sizeof name));
        note(nullptr, "put pl_cluster_sync() before the first such access");
        end_report();
    }
    if (!peer->live)
        report_ended(peer, here);
}

static Touch *touch_at(Block *peer, unsigned place_in_clock)
{
    if (!peer->touches)
        peer->touches = static_cast<Touch *>(calloc(run->cluster_blocks * (run->threads + ENGINES), sizeof *peer->touches));
    return &peer->touches[place_in_clock];
}

void touch_peer(Block *peer, Place here)
{
    Thread *t = running;
    check_peer(peer, here);
    if (instrumented && peer != t->block)
        *touch_at(peer, t->block->clock_part + t->number) = { t->tick, 0, t, here };
}

void begin_copy_to_peer(Block *peer, unsigned engine, Place here)
{
    check_peer(peer, here);
    if (!instrumented || peer == running->block)
        return;
    Touch *touch = touch_at(peer, peer->clock_part + run->threads + engine);
    touch->in_flight++;
    touch->by = running;
    touch->place = here;
}

void end_copy_to_peer(Block *peer, unsigned engine, Tick tick)
{
    if (!peer->touches)
        return;
    Touch *touch = touch_at(peer, peer->clock_part + run->threads + engine);
    if (!touch->in_flight)
        return;
    touch->in_flight--;
    touch->tick = tick;
}

// At the end of a block: one of its threads must have known each access before it ended.
static void check_touches(const Block *b)
{
    for (unsigned i = 0; b->touches && i < run->cluster_blocks * (run->threads + ENGINES); i++) {
        const Touch &touch = b->touches[i];
        if (touch.in_flight || (touch.tick > run->base && touch.tick > b->at_end->known[i])) {
            running = touch.by;
            report_ended(b, touch.place);
        }
    }
}

// ---- The barrier of a cluster ----

static unsigned count_live(const Cluster *c)
{
    unsigned live = 0;
    for (unsigned r = 0; r < run->cluster_blocks; r++)
        live += c->first[r].live;
    return live;
}

static void complete_phase(Cluster *c)
{
    drop(c->completed);
    drop(c->foreign);
    c->completed = instrumented ? join_clocks(c->arrivals, c->count) : nullptr;
    c->foreign = join_foreign(c->arrivals, c->count);
    for (unsigned i = 0; i < c->count; i++)
        release(&c->arrivals[i]);
    c->count = 0;
    c->phase++;
    c->missing = count_live(c);
    wake_those_in("barrier.cluster.wait", c->first->threads, run->cluster_blocks * run->threads);
}

static void cluster_arrive(Place here)
{
    Thread *t = running;
    Cluster *c = t->block->cluster;
    check_sm_90("barrier.cluster.arrive", here);
    if (t->in_cluster_barrier) {
        report(cudaErrorLaunchFailure, here, "barrier.cluster.arrive: the thread has arrived already, and has not waited since");
        end_report();
    }
    t->in_cluster_barrier = true;
    t->cluster_phase = c->phase;
    c->arrivals[c->count++] = participant(t, false);
    t->tick = ++run->now;
    if (!--c->missing)
        complete_phase(c);
}

static void cluster_wait(Place here)
{
    Thread *t = running;
    Cluster *c = t->block->cluster;
    check_sm_90("barrier.cluster.wait", here);
    if (!t->in_cluster_barrier) {
        report(cudaErrorLaunchFailure, here, "barrier.cluster.wait: the thread has not arrived");
        end_report();
    }
    while (c->phase == t->cluster_phase)
        wait_here("barrier.cluster.wait", here);
    t->in_cluster_barrier = false;
    learn(t, c->completed);
    learn_foreign(t, c->foreign);
}

// A thread ends: the barrier no longer waits for it.
void leave_cluster(Thread *t)
{
    Block *b = t->block;
    Cluster *c = b->cluster;
    if (!t->in_cluster_barrier || t->cluster_phase != c->phase) {
        c->missing--;
        if (!c->missing && c->count)
            complete_phase(c);
    }
    if (run->cluster_blocks == 1 || !instrumented)
        return;
    if (!b->at_end)
        b->at_end = new_clock();
    see_all(b->at_end, t->clock);
    if (!b->live)
        check_touches(b);
}

void begin_cluster(Cluster *c, Block *first)
{
    unsigned threads = run->cluster_blocks * run->threads;
    *c = Cluster();
    c->first = first;
    c->missing = threads;
    c->arrivals = static_cast<Participant *>(malloc(threads * sizeof *c->arrivals));
    for (unsigned r = 0; r < run->cluster_blocks; r++)
        first[r].cluster = c;
}

void end_cluster(Cluster *c)
{
    for (unsigned i = 0; i < c->count; i++)
        release(&c->arrivals[i]);
    free(c->arrivals);
    drop(c->completed);
    drop(c->foreign);
    for (unsigned r = 0; r < run->cluster_blocks; r++) {
        Block *b = &c->first[r];
        free(b->touches);
        drop(b->at_end);
        b->touches = nullptr;
        b->at_end = nullptr;
    }
}

}  // namespace emulator

using namespace emulator;

extern "C" {
void pl_emulator_cluster_arrive(const void *here) { cluster_arrive(here); }
void pl_emulator_cluster_wait(const void *here) { cluster_wait(here); }
unsigned pl_emulator_cluster_rank() { return running->block->rank; }
unsigned pl_emulator_cluster_blocks() { return run->cluster_blocks; }

void *pl_emulator_cluster_map(const void *p, unsigned rank, const void *here)
{
    const Block *peer = find_peer(rank, "mapa", here);
    return reinterpret_cast<void *>(address_in_peer(reinterpret_cast<Address>(p), peer, "mapa", here));
}
}
