// shadow.cc -- records for each word of memory its last write and the reads since, and checks each access against them.
//
// A Cell records four bytes. A narrower access splits it into one cell for each byte. Two accesses conflict if at least one
// of them is a write and they are not both atomic. An access races with an earlier one that it conflicts with, unless the
// clocks of clock.cc order the two. The order in which the threads happened to run does not matter.

#include "emulator.h"
#include <sys/mman.h>

namespace emulator {

bool instrumented;

// Reads by lanes of one warp at one tick.
struct Reader {
    Tick tick;
    uint32_t block, warp, lanes, site;
    bool atomic;
};

static Epoch first_of(const Reader &r, uint32_t lanes)
{
    return { r.tick, r.warp * WARP + (unsigned)__builtin_ctz(lanes), r.atomic, 0, 0, 0, r.block, r.site };
}
struct Readers {
    unsigned count, capacity;
    Reader *at;
};

struct Cell {
    Epoch write;
    Epoch read;      // the last read, by a thread of block read.block
    Epoch elsewhere; // a read by a thread of another block
    Epoch first;     // in an array that is __restrict__: the first access of the launch, or the first write; whether it is
                     // `written`; whether `several` threads have read it
    Readers *readers;  // more reads by the block of `read`
    Cell *bytes;       // four cells, if it is split
};

// ---- Shadows ----

// Only the cells of what is accessed take memory, which is many times the memory of the array.

Shadow new_shadow(size_t bytes)
{
    size_t words = bytes / 4 + 2;
    void *cells = mmap(nullptr, words * sizeof(Cell), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    Shadow s = { static_cast<Cell *>(cells), static_cast<uint8_t *>(calloc(words, 1)) };
    if (cells == MAP_FAILED || !s.initialized) {
        fprintf(stderr, "CUDA emulator: out of memory for the records of %zu bytes\n", bytes);
        abort();
    }
    return s;
}

static void delete_cell(Cell *c)
{
    if (c->readers) {
        free(c->readers->at);
        free(c->readers);
    }
    if (c->bytes) {
        for (int i = 0; i < 4; i++)
            delete_cell(&c->bytes[i]);
        free(c->bytes);
    }
}

void delete_shadow(Shadow *s, size_t bytes)
{
    for (size_t i = 0; i < bytes / 4 + 2; i++)
        delete_cell(&s->cells[i]);
    munmap(s->cells, (bytes / 4 + 2) * sizeof(Cell));
    free(s->initialized);
}

// Keeps the cells: accesses by an earlier block never race with those of a new one, because its number differs.
void reset_shadow(Shadow *s, size_t bytes) { memset(s->initialized, 0, bytes / 8 + 1); }

static Shadow *shadow_of(Memory *m, unsigned slot)
{
    if (!m->shadows)
        m->shadows = static_cast<Shadow *>(calloc(m->space == SPACE_SHARED ? run->slots : 1, sizeof *m->shadows));
    Shadow *s = &m->shadows[m->space == SPACE_SHARED ? slot : 0];
    if (!s->cells)
        *s = new_shadow(m->bytes);
    return s;
}

void mark_initialized(Memory *m, unsigned slot, Address a, size_t bytes)
{
    uint8_t *bits = shadow_of(m, slot)->initialized;
    for (size_t i = a - m->base; bytes; i++, bytes--)
        if (i % 8 == 0 && bytes >= 8) {
            bits[i / 8] = 0xff;
            i += 7;
            bytes -= 7;
        } else
            bits[i / 8] |= (uint8_t)(1 << i % 8);
}

// Returns whether any of these bytes was written. The copy of a struct includes padding that no code writes, so an access
// to bytes of which some were written is accepted.
static bool is_initialized(const Shadow *s, size_t offset, size_t bytes)
{
    for (size_t i = offset; i < offset + bytes; i++)
        if (s->initialized[i / 8] >> i % 8 & 1)
            return true;
    return false;
}

// ---- Races ----

struct Now {
    Thread *thread;
    Memory *memory;
    Address address;
    size_t bytes;
    unsigned access;
    Place place;
    Epoch epoch;
    bool shared;
    const Promise *promise;
};

static const char *verb(const Now &n)
{
    return !(n.access & WRITE) ? "reads" : n.access & ATOMIC ? "changes" : "writes";
}

static const char *space_advice(const Now &n, const Epoch &other)
{
    if (other.thread >= run->threads)
        return "wait for its mbarrier or group first";
    if (other.block != n.thread->block->number && peer_with_number(n.thread->block, other.block))
        return "put pl_cluster_sync() between the two, or an arrival at an mbarrier and the wait for it";
    if (other.block != n.thread->block->number)
        return "blocks of one launch run in any order: give each its own part, use atomics, or launch twice";
    return "put __syncthreads() between the two";
}

// "4 bytes at byte 124 of shared 't'"
static const char *name_bytes(const Now &n, char *buffer, size_t bytes)
{
    char memory[300];
    snprintf(buffer, bytes, "%zu byte%s at %s", n.bytes, n.bytes == 1 ? "" : "s",
             name_memory(n.memory, n.address, memory, sizeof memory));
    return buffer;
}

// "thread (5,0,0) of block (1,0,0)"
static const char *name_other(const Now &n, const Epoch &other, char *buffer, size_t bytes)
{
    char block[80] = "";
    if (other.block != n.thread->block->number) {
        uint3 b = block_index(other.block);
        snprintf(block, sizeof block, " of block (%u,%u,%u)", b.x, b.y, b.z);
    }
    dim3 extent = run->call->block;
    unsigned t = other.thread;
    if (t >= run->threads)
        snprintf(buffer, bytes, "an asynchronous operation%s", block);
    else
        snprintf(buffer, bytes, "thread (%u,%u,%u)%s", t % extent.x, t / extent.x % extent.y, t / extent.x / extent.y, block);
    return buffer;
}

static const char *verb_of(const Epoch &e, bool writes) { return !writes ? "reads" : e.atomic ? "changes" : "writes"; }

[[noreturn]] static void report_race(const Now &n, const Epoch &other, bool other_writes)
{
    char bytes[400], thread[160];
    report(cudaErrorLaunchFailure, n.place, "data race: %s %s", verb(n), name_bytes(n, bytes, sizeof bytes));
    note_site(other.site, "%s %s them, and nothing orders the two accesses; %s", name_other(n, other, thread, sizeof thread),
              verb_of(other, other_writes), space_advice(n, other));
    end_report();
}

[[noreturn]] static void report_flight(const Now &n, const Epoch &copy)
{
    char bytes[400];
    report(cudaErrorLaunchFailure, n.place, "%s %s while an asynchronous copy to them is in flight", verb(n),
           name_bytes(n, bytes, sizeof bytes));
    note_site(copy.site, "the copy starts here; wait for it (cp.async.wait_group, or its mbarrier), then synchronize the threads");
    end_report();
}

static bool in_flight(const Now &n, const Epoch &e)
{
    return e.pending && e.tick > run->base && (!n.shared || peer_with_number(n.thread->block, e.block));
}

static void check_write_before(const Now &n, const Cell *c)
{
    if (in_flight(n, c->write))
        report_flight(n, c->write);
    if (!c->write.tick || (c->write.atomic && (n.access & ATOMIC)))
        return;
    if (!ordered(n.thread, c->write, n.shared))
        report_race(n, c->write, true);
}

static void check_read_before(const Now &n, const Epoch &e)
{
    if (e.tick && !(e.atomic && (n.access & ATOMIC)) && !ordered(n.thread, e, n.shared))
        report_race(n, e, false);
}

static void check_readers_before(const Now &n, const Cell *c)
{
    check_read_before(n, c->read);
    check_read_before(n, c->elsewhere);
    if (!c->readers)
        return;
    for (unsigned i = 0; i < c->readers->count; i++) {
        const Reader &r = c->readers->at[i];
        for (uint32_t lanes = r.lanes; lanes; lanes &= lanes - 1)
            check_read_before(n, first_of(r, lanes));
    }
}

// Adds the cell's last read to its list of readers: a later write may race with it, and the new read takes its place in the
// cell.
static void keep_reader(const Now &n, Cell *c)
{
    const Epoch &old = c->read;
    if (!c->readers)
        c->readers = static_cast<Readers *>(calloc(1, sizeof *c->readers));
    Readers *rs = c->readers;
    uint32_t warp = old.thread / WARP, lane = 1u << old.thread % WARP;
    unsigned kept = 0;
    for (unsigned i = 0; i < rs->count; i++) {
        Reader &r = rs->at[i];
        if (r.block != old.block || (r.tick <= n.thread->block->base && r.block == n.thread->block->number) ||
            r.tick <= run->base)
            continue;
        if (r.tick == old.tick && r.warp == warp && r.atomic == old.atomic) {
            r.lanes |= lane;
            lane = 0;
        }
        rs->at[kept++] = r;
    }
    rs->count = kept;
    if (!lane)
        return;
    if (rs->count == rs->capacity) {
        rs->capacity = rs->capacity ? rs->capacity * 2 : 4;
        rs->at = static_cast<Reader *>(realloc(rs->at, rs->capacity * sizeof *rs->at));
    }
    rs->at[rs->count++] = { old.tick, old.block, warp, lane, old.site, old.atomic != 0 };
}

static void note_read(const Now &n, Cell *c)
{
    Epoch &old = c->read;
    if (old.tick && (old.thread != n.epoch.thread || old.block != n.epoch.block) && !ordered(n.thread, old, n.shared)) {
        if (old.block != n.epoch.block && !peer_with_number(n.thread->block, old.block)) {
            c->elsewhere = old;
            if (c->readers)
                c->readers->count = 0;
        } else
            keep_reader(n, c);
    }
    c->read = n.epoch;
}

// ---- Promises ----
//
// A pointer that is __restrict__ promises that what a thread reads through it is changed by no other pointer, and a thread's
// pointers are others than those of the next thread. A compiler relies on it: it keeps the value in a register when the thread
// waits at a barrier, or reads it by a cache that sees no writes. So no order of the accesses makes them right.

[[noreturn]] static void report_promise(const Now &n, const Epoch &other)
{
    char bytes[400], thread[160];
    report(cudaErrorLaunchFailure, n.place, "parameter %u is __restrict__: %s %s", n.promise->parameter, verb(n),
           name_bytes(n, bytes, sizeof bytes));
    note_site(other.site, "%s %s them; a thread may keep what it reads there in a register, because __restrict__ promises that no "
              "other thread writes it; remove __restrict__", name_other(n, other, thread, sizeof thread),
              verb_of(other, other.written));
    end_report();
}

static void check_promise(const Now &n, Cell *c)
{
    Epoch &first = c->first;
    bool writes = n.access & WRITE, fresh = first.tick <= run->start;
    bool mine = first.thread == n.epoch.thread && first.block == n.epoch.block;
    if (!fresh && ((!mine && (writes || first.written)) || (writes && first.several)))
        report_promise(n, first);
    if (fresh || (writes && !first.written)) {
        first = n.epoch;
        first.written = writes;
    } else if (!mine) {
        first.several = 1;
    }
}

static void visit_cell(const Now &n, Cell *c)
{
    check_write_before(n, c);
    if (n.access & WRITE) {
        check_readers_before(n, c);
        c->write = n.epoch;
        c->read = c->elsewhere = Epoch();
        if (c->readers)
            c->readers->count = 0;
    } else
        note_read(n, c);
    if (n.promise)
        check_promise(n, c);
}

static void copy_readers(Cell *to, const Cell *from)
{
    if (!from->readers || !from->readers->count)
        return;
    to->readers = static_cast<Readers *>(calloc(1, sizeof *to->readers));
    to->readers->count = to->readers->capacity = from->readers->count;
    to->readers->at = static_cast<Reader *>(malloc(to->readers->capacity * sizeof(Reader)));
    memcpy(to->readers->at, from->readers->at, to->readers->count * sizeof(Reader));
}

static void split(Cell *c)
{
    c->bytes = static_cast<Cell *>(calloc(4, sizeof(Cell)));
    for (int i = 0; i < 4; i++) {
        c->bytes[i] = *c;
        c->bytes[i].readers = nullptr;
        c->bytes[i].bytes = nullptr;
        copy_readers(&c->bytes[i], c);
    }
}

template <class Visit> static void for_cells(Shadow *s, size_t offset, size_t bytes, Visit visit)
{
    for (size_t at = offset; at < offset + bytes;) {
        Cell *c = &s->cells[at / 4];
        size_t n = 4 - at % 4 < offset + bytes - at ? 4 - at % 4 : offset + bytes - at;
        if (n < 4 && !c->bytes)
            split(c);
        if (!c->bytes)
            visit(c);
        else
            for (size_t i = 0; i < n; i++)
                visit(&c->bytes[at % 4 + i]);
        at += n;
    }
}

static void check_initialized(const Now &n, Shadow *s, size_t offset)
{
    if (!settings().uninitialized || is_initialized(s, offset, n.bytes))
        return;
    char bytes[400];
    report(cudaErrorLaunchFailure, n.place, "reads %s, which were never written", name_bytes(n, bytes, sizeof bytes));
    if (n.shared)
        note(nullptr, "if a thread that has not run yet writes them, put __syncthreads() between the write and the read");
    end_report();
}

Epoch epoch_of(const Thread *t, unsigned access, Place place)
{
    return { t->tick, t->number, (access & ATOMIC) != 0, 0, 0, 0, t->block->number,
             (uint32_t)(reinterpret_cast<Address>(place) - code_base()) };
}

// ---- An access ----

static bool is_static(Address a);

[[noreturn]] static void report_range(Address a, size_t bytes, unsigned access, Place place, const Memory *m)
{
    char memory[300];
    const char *does = access & WRITE ? "write" : "read", *plural = bytes == 1 ? "" : "s";
    if (m)
        name_memory(m, a, memory, sizeof memory);
    if (m && m->freed)
        report(cudaErrorIllegalAddress, place, "%ss %zu byte%s at %s, which was freed", does, bytes, plural, memory);
    else if (m && m->space == SPACE_GLOBAL)
        report(cudaErrorIllegalAddress, place, "out-of-range %s of %zu byte%s at %s", does, bytes, plural, memory);
    else if (m)
        report(cudaErrorIllegalAddress, place, "out-of-range %s of %zu byte%s at %s, which has %zu bytes", does, bytes, plural,
               memory, m->bytes);
    else
        report(cudaErrorIllegalAddress, place, "%ss %p, which is host memory; copy the array to the device with cudaMemcpy", does,
               reinterpret_cast<void *>(a));
    end_report();
}

static void check_alignment(Address a, size_t bytes, unsigned access, Place place)
{
    if ((access & UNALIGNED) || bytes > 16 || (bytes & (bytes - 1)) || a % bytes == 0)
        return;
    report(cudaErrorMisalignedAddress, place, "misaligned access: %s %zu bytes at %p, which is not a multiple of %zu",
           access & WRITE ? "writes" : "reads", bytes, reinterpret_cast<void *>(a), bytes);
    end_report();
}

// Returns the memory that contains the address, or NULL for memory of the program itself (constants, arguments of the
// kernel). Reports any other address.
static Memory *memory_at(Address a, size_t bytes, unsigned access, Place place)
{
    Block *owner = block_of_shared(a);
    Memory *m = nullptr;
    if (owner) {
        m = &owner->dynamic_memory;
        if (owner != running->block && !(access & BY_ENGINE))
            touch_peer(owner, place);
    } else if (in_device_range(a))
        m = global_at(a);
    else
        m = shared_at(a);
    if (m && (m->freed || a < m->base || a - m->base + bytes > m->bytes))
        report_range(a, bytes, access, place, m);
    if (m)
        return m;
    if (in_device_range(a) || !is_static(a))
        report_range(a, bytes, access, place, nullptr);
    return nullptr;
}

// Returns whether a kernel may access the address as memory of the program itself: its own variables, literals, and the
// arguments of the launch. A writable variable that an argument of the kernel points to is an array of host code, and is
// excluded.
static bool is_static(Address a)
{
    const pl_emulator_call *call = run->call;
    if (a - reinterpret_cast<Address>(call->arguments) < call->arguments_bytes)
        return true;
    const Symbol *symbol = symbol_at(a);
    if (!symbol) {
        // Literals have no symbol. They are in the program's file, after code_base().
        extern char end_of_program __asm__("_end");
        return a >= code_base() && a < reinterpret_cast<Address>(&end_of_program);
    }
    if (!symbol->writable || symbol->constant)
        return true;
    for (size_t at = 0; at + sizeof(Address) <= call->arguments_bytes; at += sizeof(Address)) {
        Address argument;
        memcpy(&argument, static_cast<const char *>(call->arguments) + at, sizeof argument);
        if (argument - symbol->address < symbol->bytes)
            return false;
    }
    return true;
}

// Counts an atomic or a volatile access. A thread that repeats one probably waits for another thread, so the other threads
// get to run sooner. A thread that finds the same value a million times waits for a thread that does not run at all.
void spin(Address a, size_t bytes, Place place)
{
    enum { COST = 200, ENOUGH = 1000000 };
    Thread *t = running;
    t->patience = t->patience > COST ? t->patience - COST : 1;
    uint64_t value = 0;
    __builtin_memcpy(&value, reinterpret_cast<void *>(a), bytes < 8 ? bytes : 8);
    if (t->spins_at != place || t->spin_value != value)
        t->spins = 0;
    t->spins_at = place;
    t->spin_value = value;
    if (++t->spins < ENOUGH)
        return;
    report(cudaErrorLaunchTimeout, place, "spins: found the same value %d times", (int)ENOUGH);
    if (!run->call->cooperative && run->blocks > 1)
        note(nullptr, "blocks run one after another; for blocks that wait for each other use cudaLaunchCooperativeKernel");
    end_report();
}

void access_memory(Address a, size_t bytes, unsigned access, Place place)
{
    // Switch before the checks: no other thread may run between them and the access itself.
    if (!--running->patience)
        let_others_run();
    Thread *t = running;
    check_alignment(a, bytes, access, place);
    if (!bytes)
        return;
    Memory *m = memory_at(a, bytes, access, place);
    if (!m)
        return;
    if (access & ATOMIC)
        spin(a, bytes, place);
    m->dirty = true;
    Shadow *s = shadow_of(m, t->block->slot);
    Now n = { t, m, a, bytes, access, place, epoch_of(t, access, place), m->space != SPACE_GLOBAL, promise_at(m, a) };
    size_t offset = a - m->base;
    for_cells(s, offset, bytes, [&](Cell *c) { visit_cell(n, c); });
    if (access & (READ | ATOMIC))
        check_initialized(n, s, offset);
    if (access & WRITE)
        mark_initialized(m, t->block->slot, a, bytes);
    if (access & ATOMIC)
        release_at(t, a);
}

// ---- Asynchronous copies ----

void begin_copy(Address a, size_t bytes, Place place)
{
    if (!instrumented)
        return;
    access_memory(a, bytes, WRITE | BY_ENGINE, place);
    Memory *m = memory_at(a, bytes, WRITE | BY_ENGINE, place);
    if (!m)
        return;
    for_cells(shadow_of(m, running->block->slot), a - m->base, bytes, [](Cell *c) { c->write.pending = 1; });
}

// Records that an asynchronous operation, which begins now, reads shared memory until a thread waits for it. The writes that
// it reads must be ordered before it begins. A fence.proxy.async must have made them visible, in the thread that wrote or in
// the thread that begins the operation.
void read_by_engine(Address a, size_t bytes, unsigned engine, Tick tick, Place place)
{
    Thread *t = running;
    Memory *m = memory_at(a, bytes, READ, place);
    if (!m)
        return;
    Shadow *s = shadow_of(m, t->block->slot);
    Now n = { t, m, a, bytes, READ, place, epoch_of(t, READ, place), m->space != SPACE_GLOBAL, nullptr };
    for_cells(s, a - m->base, bytes, [&](Cell *c) {
        check_write_before(n, c);
        const Epoch &w = c->write;
        const Block *writer = w.tick > run->base && w.thread < run->threads ? peer_with_number(t->block, w.block) : nullptr;
        if (writer && writer->threads[w.thread].proxy_fence < w.tick && t->proxy_fence < w.tick) {
            char text[400];
            report(cudaErrorLaunchFailure, place, "an asynchronous operation reads %s, and no fence.proxy.async follows their write",
                   name_bytes(n, text, sizeof text));
            note_site(w.site, "the write is here; after it, and before the barrier, call pl_fence_proxy_async()");
            end_report();
        }
        Now by_engine = n;
        by_engine.epoch.thread = run->threads + engine;
        by_engine.epoch.tick = tick;
        note_read(by_engine, c);
    });
    check_initialized(n, s, a - m->base);
}

// Records that a copy is complete: `thread`, which may be an engine, wrote the bytes at `tick`.
void end_copy(Address a, size_t bytes, unsigned thread, Tick tick, Block *block)
{
    if (!instrumented)
        return;
    Block *owner = block_of_shared(a);
    Memory *m = owner ? &owner->dynamic_memory : in_device_range(a) ? global_at(a) : shared_at(a);
    if (!m)
        return;
    for_cells(shadow_of(m, block->slot), a - m->base, bytes, [=](Cell *c) {
        c->write.pending = 0;
        c->write.block = block->number;
        c->write.thread = thread;
        c->write.tick = tick;
    });
}

}  // namespace emulator

extern "C" void pl_emulator_atomic(void *p, size_t bytes, const void *here)
{
    using namespace emulator;
    Address a = reinterpret_cast<Address>(p);
    if (instrumented)
        access_memory(a, bytes, WRITE | ATOMIC, here);
    else {
        spin(a, bytes, here);
        if (running->patience == 1)
            let_others_run();
    }
}
