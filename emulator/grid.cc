// grid.cc -- runs a kernel: one block after another, with one fiber per thread. Each thread runs until it waits for another.
//
// The next thread is picked by its rank:
//   forward   ranks are thread numbers; the next one is the first ready thread after the last one, cyclically
//   reverse   the same from the last thread to the first
//   random    any ready thread
//   greedy    ranks are shuffled; the next one is always the first ready thread, so that one runs as far ahead as possible
// Clusters of blocks run in the same order, which is random for greedy too. In a cooperative launch all blocks are resident,
// otherwise those of one cluster, which is one block unless the launch says more.

#include "emulator.h"
#include <initializer_list>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

extern "C" {
uint3 pl_emulator_thread_index, pl_emulator_block_index, pl_emulator_block_extent, pl_emulator_grid_extent;
}

namespace emulator {

Run *run;
thread_local Thread *running;

enum { PAGE = 4096, CALLS = 256 };
static const unsigned PATIENCE = 20000;

// ---- The order ----

static void set_ready(Thread *t, bool ready)
{
    uint64_t bit = uint64_t(1) << t->rank % 64;
    if (ready)
        run->ready[t->rank / 64] |= bit;
    else
        run->ready[t->rank / 64] &= ~bit;
}

// Returns the first ready rank in [from, to), or -1 if there is none.
static long next_ready(unsigned from, unsigned to)
{
    for (unsigned w = from / 64; w * 64 < to; w++) {
        uint64_t bits = run->ready[w];
        if (w == from / 64)
            bits &= ~uint64_t(0) << from % 64;
        if (bits) {
            unsigned rank = w * 64 + (unsigned)__builtin_ctzll(bits);
            return rank < to ? (long)rank : -1;
        }
    }
    return -1;
}

static long nth_ready(uint64_t n)
{
    for (unsigned w = 0; w < run->rank_words; w++) {
        uint64_t bits = run->ready[w];
        uint64_t here = (uint64_t)__builtin_popcountll(bits);
        if (n >= here) {
            n -= here;
            continue;
        }
        for (; n; n--)
            bits &= bits - 1;
        return (long)(w * 64 + (unsigned)__builtin_ctzll(bits));
    }
    return -1;
}

static uint64_t count_ready()
{
    uint64_t count = 0;
    for (unsigned w = 0; w < run->rank_words; w++)
        count += (uint64_t)__builtin_popcountll(run->ready[w]);
    return count;
}

static long pick_rank(unsigned after)
{
    unsigned all = run->slots * run->threads;
    if (settings().order == GREEDY)
        return next_ready(0, all);
    if (settings().order == RANDOM) {
        uint64_t count = count_ready();
        return count ? nth_ready(draw() % count) : -1;
    }
    long rank = after + 1 < all ? next_ready(after + 1, all) : -1;
    return rank >= 0 ? rank : next_ready(0, after + 1);
}

static void shuffle(unsigned *numbers, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)(draw() % i), kept = numbers[i - 1];
        numbers[i - 1] = numbers[j];
        numbers[j] = kept;
    }
}

static void rank_threads()
{
    unsigned all = run->slots * run->threads;
    unsigned *numbers = static_cast<unsigned *>(malloc(all * sizeof *numbers));
    for (unsigned i = 0; i < all; i++)
        numbers[i] = settings().order == REVERSE ? all - 1 - i : i;
    if (settings().order == GREEDY)
        shuffle(numbers, all);
    for (unsigned i = 0; i < all; i++) {
        run->by_rank[i] = &run->all[numbers[i]];
        run->all[numbers[i]].rank = i;
    }
    free(numbers);
}

static uint64_t count_clusters() { return run->blocks / run->cluster_blocks; }

static uint64_t next_cluster_number()
{
    uint64_t n = run->next_cluster++, count = count_clusters();
    switch (settings().order) {
    case FORWARD: return n;
    case REVERSE: return count - 1 - n;
    case RANDOM: case GREEDY: break;
    }
    // A step that is coprime to the number of clusters reaches each once.
    static uint64_t step, start;
    if (!n) {
        auto prime = [](uint64_t a, uint64_t b) { while (b) { uint64_t r = a % b; a = b; b = r; } return a == 1; };
        start = draw() % count;
        do
            step = draw() % count + 1;
        while (!prime(step, count));
    }
    return (start + (__uint128_t)n * step) % count;
}

uint3 block_index(uint64_t number)
{
    dim3 grid = run->call->grid;
    return uint3{ (unsigned)(number % grid.x), (unsigned)(number / grid.x % grid.y),
                  (unsigned)(number / grid.x / grid.y) };
}

// ---- Switching threads ----

static void describe_wait(const Thread *t, unsigned alike)
{
    char name[80];
    name_thread(t, name, sizeof name);
    if (alike > 1)
        note(t->waits_at, "%s and %u more of its block wait in %s", name, alike - 1, t->waits_for);
    else
        note(t->waits_at, "%s waits in %s", name, t->waits_for);
}

[[noreturn]] static void report_deadlock()
{
    unsigned all = run->slots * run->threads, waiting = 0, ended = 0;
    Thread *first = nullptr;
    for (unsigned i = 0; i < all; i++) {
        ended += run->all[i].ended;
        waiting += !run->all[i].ended;
        if (!first && !run->all[i].ended)
            first = &run->all[i];
    }
    running = first;
    report(cudaErrorLaunchTimeout, first->waits_at, "deadlock: waits in %s, and no thread can go on (%u wait, %u have ended)",
           first->waits_for, waiting, ended);
    // Threads of one block that wait at one place share a note.
    for (unsigned i = 0; i < all; i++) {
        Thread *t = &run->all[i];
        bool seen = t->ended;
        unsigned alike = 0;
        for (unsigned j = 0; j < all; j++) {
            Thread *u = &run->all[j];
            if (u->ended || t->ended || u->waits_at != t->waits_at || u->block != t->block || strcmp(u->waits_for, t->waits_for))
                continue;
            seen |= j < i;
            alike++;
        }
        if (!seen)
            describe_wait(t, alike);
    }
    end_report();
}

static void show_thread(Thread *t)
{
    running = t;
    if (!t)
        return;
    pl_emulator_thread_index = t->index;
    pl_emulator_block_index = t->block->index;
}

static Block *blocks_memory;  // the block whose shared variables are in place

static void bring_memory_of(Block *b)
{
    if (blocks_memory != b)
        swap_shared(blocks_memory, b);
    blocks_memory = b;
}

// Completes one asynchronous operation. Returns whether there was one.
static bool finish_one_later()
{
    if (!run->later)
        return false;
    // With copies=random any of the first four may complete first.
    Later **at = &run->later;
    if (settings().copies == EITHER)
        for (uint64_t skip = draw() % 4; skip && (*at)->next; skip--)
            at = &(*at)->next;
    Later *one = *at;
    *at = one->next;
    if (run->later_end == &one->next)
        run->later_end = at;
    Thread *who = running;
    running = nullptr;
    bring_memory_of(one->block);
    one->run(one->argument);
    running = who;
    free(one);
    return true;
}

static void go_on_with_another()
{
    Thread *me = running;
    for (;;) {
        long rank = pick_rank(me->rank);
        if (rank < 0) {
            if (run->blocks_ended == run->slots || run->failed) {
                running = nullptr;
                pl_emulator_switch(&me->stack_pointer, run->host);
                abort();
            }
            if (!finish_one_later())
                report_deadlock();
            continue;
        }
        Thread *next = run->by_rank[rank];
        next->patience = PATIENCE;
        bring_memory_of(next->block);
        if (next == me)
            return;
        show_thread(next);
        pl_emulator_switch(&me->stack_pointer, next->stack_pointer);
        return;
    }
}

void wait_here(const char *what, Place at)
{
    running->waits_for = what;
    running->waits_at = at;
    set_ready(running, false);
    go_on_with_another();
}

void wake(Thread *t)
{
    t->waits_for = nullptr;
    set_ready(t, true);
}

void wake_those_in(const char *operation, Thread *first, unsigned count)
{
    for (Thread *t = first; t < first + count; t++)
        if (t->waits_for && !strcmp(t->waits_for, operation))
            wake(t);
}

// Switches to another thread if one is ready: the running thread may spin on an atomic or a volatile, and so wait for it.
void let_others_run()
{
    Thread *me = running;
    me->patience = PATIENCE;
    set_ready(me, false);
    long rank = pick_rank(me->rank);
    // It may wait for any thread, not only for the first one.
    if (rank >= 0 && settings().order == GREEDY)
        rank = nth_ready(draw() % count_ready());
    set_ready(me, true);
    if (rank < 0) {
        finish_one_later();
        bring_memory_of(me->block);
        return;
    }
    Thread *next = run->by_rank[rank];
    next->patience = PATIENCE;
    bring_memory_of(next->block);
    show_thread(next);
    pl_emulator_switch(&me->stack_pointer, next->stack_pointer);
}

void later(Block *block, void (*what)(void *), void *argument)
{
    Later *one = static_cast<Later *>(malloc(sizeof *one));
    *one = { nullptr, block, what, argument };
    *run->later_end = one;
    run->later_end = &one->next;
}

void abandon_run()
{
    run->failed = true;
    void *nowhere;
    running = nullptr;
    pl_emulator_switch(&nowhere, run->host);
    abort();
}

static void thread_main()
{
    Thread *me = running;
    run->call->run(run->call->arguments);
    check_stores(me);
    me->ended = true;
    thread_ended(me);
    me->waits_for = "its end";
    set_ready(me, false);
    if (!--me->block->live) {
        check_register_changes(me->block);
        run->blocks_ended++;
    }
    leave_cluster(me);
    go_on_with_another();
    abort();
}

// ---- Memory that is kept from one kernel to the next ----

// Parts of equal size.
struct Parts {
    char *at;
    size_t count;
};

// Returns whether there were fewer parts: then all of them are new.
static bool make_parts(Parts *p, size_t count, size_t step, const char *what, const char *owners)
{
    if (count <= p->count)
        return false;
    if (p->at)
        munmap(p->at, p->count * step);
    void *at = mmap(nullptr, count * step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        fprintf(stderr, "CUDA emulator: no memory for the %s of %zu %s\n", what, count, owners);
        abort();
    }
    p->at = static_cast<char *>(at);
    p->count = count;
    return true;
}

// The dynamic shared memory of the resident blocks, with room between them.
static Parts arena;
enum { ARENA_STEP = DYNAMIC_BYTES + 2 * PAGE };

// Below each stack is a guard page.
static Parts stacks;
enum { STACK_STEP = STACK_BYTES + PAGE };

static void make_stacks(size_t count)
{
    if (!make_parts(&stacks, count, STACK_STEP, "stacks", "threads"))
        return;
    for (size_t i = 0; i < count; i++)
        mprotect(stacks.at + i * STACK_STEP, PAGE, PROT_NONE);
}

static bool in_guard(Address a)
{
    Address offset = a - reinterpret_cast<Address>(stacks.at);
    return stacks.at && offset < stacks.count * STACK_STEP && offset % STACK_STEP < PAGE;
}

// ---- A block ----

static void begin_thread(Block *b, unsigned number)
{
    Thread *t = &b->threads[number];
    dim3 extent = run->call->block;
    unsigned rank = t->rank;
    size_t index = (size_t)(t - run->all);
    Place *calls = t->calls;
    *t = Thread();
    t->calls = calls;
    t->rank = rank;
    t->block = b;
    t->number = number;
    t->lane = number % WARP;
    t->warp = &b->warps[number / WARP];
    t->index = uint3{ number % extent.x, number / extent.x % extent.y, number / extent.x / extent.y };
    t->tick = run->now;
    t->patience = PATIENCE;
    t->stack = stacks.at + index * STACK_STEP + PAGE;
    // Stacks begin at different offsets in a page, so that they do not compete for the same lines of the cache.
    t->stack_pointer = new_fiber(t->stack, STACK_BYTES - index % 61 * 64, thread_main);
    set_ready(t, true);
}

static void begin_block(Block *b, uint32_t number)
{
    b->number = number;
    b->index = block_index(b->number);
    b->live = run->threads;
    b->base = run->now++;
    memset(b->engine_base, 0, sizeof b->engine_base);
    for (unsigned w = 0; w < run->warps; w++) {
        memset(&b->warps[w], 0, sizeof b->warps[w]);
        unsigned count = run->threads - w * WARP < WARP ? run->threads - w * WARP : unsigned(WARP);
        b->warps[w].there = b->warps[w].all = count == WARP ? ~0u : (1u << count) - 1;
    }
    reset_shared(run, b);
    for (unsigned t = 0; t < run->threads; t++)
        begin_thread(b, t);
}

static void begin_resident()
{
    for (unsigned s = 0; s < run->slots; s += run->cluster_blocks) {
        uint64_t cluster = next_cluster_number();
        for (unsigned r = 0; r < run->cluster_blocks; r++)
            begin_block(&run->resident[s + r], block_in_cluster(cluster, r));
        begin_cluster(&run->clusters[s / run->cluster_blocks], &run->resident[s]);
    }
}

static void end_block(Block *b)
{
    for (unsigned t = 0; t < run->threads; t++) {
        forget(&b->threads[t]);
        forget_copies(&b->threads[t]);
    }
    forget_barriers(b);
    forget_matrix_units(b);
    forget_registers(b);
}

Block *block_of_shared(Address a)
{
    size_t slot = (a - reinterpret_cast<Address>(arena.at)) / ARENA_STEP;
    return slot < run->slots ? &run->resident[slot] : nullptr;
}

static void make_block(Block *b, unsigned slot)
{
    b->slot = slot;
    b->rank = slot % run->cluster_blocks;
    b->clock_part = b->rank * (run->threads + ENGINES);
    b->threads = run->all + slot * run->threads;
    b->warps = static_cast<Warp *>(calloc(run->warps, sizeof *b->warps));
    // Dynamic shared memory is aligned for TMA's swizzles, as on a GPU.
    size_t bytes = run->call->shared_bytes;
    b->dynamic = arena.at + slot * ARENA_STEP + PAGE;
    b->dynamic_memory = { SPACE_DYNAMIC, nullptr, reinterpret_cast<Address>(b->dynamic), bytes, nullptr, false, false, true, "", false, nullptr };
    for (unsigned i = 0; i < NAMED_BARRIERS; i++)
        b->barriers[i].participants =
            static_cast<Participant *>(malloc(sizeof(Participant) * 2 * run->threads));
}

static void unmake_block(Block *b)
{
    free(b->warps);
    for (unsigned i = 0; i < NAMED_BARRIERS; i++)
        free(b->barriers[i].participants);
    if (b->dynamic_memory.shadows) {
        delete_shadow(b->dynamic_memory.shadows, b->dynamic_memory.bytes);
        free(b->dynamic_memory.shadows);
    }
}

// ---- A kernel ----

// Returns the place where the processor stopped: one past the address, like the return address of a call.
static Place stopped_at(void *context)
{
    ucontext_t *c = static_cast<ucontext_t *>(context);
#if defined(__x86_64__)
    return reinterpret_cast<Place>(c->uc_mcontext.gregs[REG_RIP] + 1);
#else
    return reinterpret_cast<Place>(c->uc_mcontext.pc + 1);
#endif
}

static struct sigaction before[32];

// Reports a signal: an invalid access or a division by zero in a kernel, or host code that uses device memory.
static void on_signal(int signal, siginfo_t *info, void *context)
{
    Address a = reinterpret_cast<Address>(info->si_addr);
    if (run && running) {
        Place place = stopped_at(context);
        if (in_guard(a))
            report(cudaErrorHardwareStackError, place, "stack overflow: local variables and calls need more than %d KiB",
                   (int)(STACK_BYTES >> 10));
        else if (signal == SIGFPE)
            report(cudaErrorLaunchFailure, place, "integer division by zero");
        else
            report(cudaErrorIllegalAddress, place, "accesses %p, which is not mapped", info->si_addr);
        end_report();
    }
    if (in_device_range(a))
        complain("host code accesses %p, which is device memory; copy it with cudaMemcpy", info->si_addr);
    // The emulator does not handle it. The instruction runs again, with the earlier handler.
    sigaction(signal, &before[signal], nullptr);
}

void watch_signals()
{
    static bool watching;
    static thread_local bool has_stack;
    enum { BYTES = 256 << 10 };
    if (!has_stack) {
        // A handler cannot run on a stack that has overflowed.
        stack_t alternate = stack_t();
        alternate.ss_sp = mmap(nullptr, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        alternate.ss_size = BYTES;
        sigaltstack(&alternate, nullptr);
        has_stack = true;
    }
    if (watching)
        return;
    watching = true;
    for (int signal : { SIGSEGV, SIGBUS, SIGFPE }) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = on_signal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigaction(signal, &action, &before[signal]);
    }
}

static void run_blocks()
{
    while (run->next_cluster < count_clusters() && !run->failed) {
        run->blocks_ended = 0;
        run->grid_arrived = 0;
        begin_resident();
        blocks_memory = &run->resident[0];
        long rank = pick_rank(run->slots * run->threads - 1);
        Thread *first = run->by_rank[rank];
        bring_memory_of(first->block);
        show_thread(first);
        pl_emulator_switch(&run->host, first->stack_pointer);
        running = nullptr;
        while (!run->failed && finish_one_later())
            ;
        for (unsigned s = 0; s < run->slots; s++)
            end_block(&run->resident[s]);
        for (unsigned c = 0; c < run->slots / run->cluster_blocks; c++)
            end_cluster(&run->clusters[c]);
    }
}

int run_kernel(const pl_emulator_call *call)
{
    static Tick ticks = 1;
    Run now = Run();
    char name[300] = "?";
    const Symbol *symbol = symbol_at(reinterpret_cast<Address>(call->kernel));
    if (symbol)
        plain_name(symbol, name, sizeof name);
    now.call = call;
    now.kernel = name;
    now.threads = call->block.x * call->block.y * call->block.z;
    now.warps = (now.threads + WARP - 1) / WARP;
    now.blocks = (uint64_t)call->grid.x * call->grid.y * call->grid.z;
    now.cluster = cluster_extents(call);
    now.cluster_blocks = now.cluster.x * now.cluster.y * now.cluster.z;
    now.slots = call->cooperative ? (unsigned)now.blocks : now.cluster_blocks;
    now.start = now.base = ticks++;
    now.now = ticks++;
    now.later_end = &now.later;
    unsigned all = now.slots * now.threads;
    now.rank_words = (all + 63) / 64;
    now.ready = static_cast<uint64_t *>(calloc(now.rank_words, sizeof *now.ready));
    now.all = static_cast<Thread *>(calloc(all, sizeof *now.all));
    now.by_rank = static_cast<Thread **>(calloc(all, sizeof *now.by_rank));
    now.resident = static_cast<Block *>(calloc(now.slots, sizeof *now.resident));
    now.clusters = static_cast<Cluster *>(calloc(now.slots, sizeof *now.clusters));
    make_stacks(all);
    make_parts(&arena, now.slots, ARENA_STEP, "shared memory", "blocks");
    Place *calls = static_cast<Place *>(malloc(all * CALLS * sizeof *calls));
    for (unsigned i = 0; i < all; i++)
        now.all[i].calls = calls + i * CALLS;
    if (now.slots > 1)
        forget_shared_slots(1);
    run = &now;
    rank_threads();
    for (unsigned s = 0; s < now.slots; s++)
        make_block(&now.resident[s], s);
    pl_emulator_block_extent = call->block;
    pl_emulator_grid_extent = call->grid;
    find_promises(&now);
    open_device_memory(true);
    watch_signals();
    run_blocks();
    open_device_memory(false);
    forget_promises(&now);
    while (now.later) {
        Later *next = now.later->next;
        free(now.later);
        now.later = next;
    }
    for (unsigned s = 0; s < now.slots; s++)
        unmake_block(&now.resident[s]);
    forget_releases();
    if (now.slots > 1)
        forget_shared_slots(now.slots);
    free(calls);
    free(now.ready);
    free(now.all);
    free(now.by_rank);
    free(now.resident);
    free(now.clusters);
    ticks = now.now + 1;
    run = nullptr;
    return now.failed;
}

}  // namespace emulator

using namespace emulator;

extern "C" {
void *pl_emulator_dynamic_shared() { return running->block->dynamic; }
unsigned pl_emulator_lane_bit() { return 1u << running->lane; }
void pl_emulator_sleep() { let_others_run(); }
long long pl_emulator_clock() { return (long long)run->now; }
void pl_emulator_trap(const char *what, const void *here)
{
    report(cudaErrorLaunchFailure, here, "%s", what);
    end_report();
}
}
