// emulator.h -- declarations that the parts of the emulator share. docs/emulator.md describes the emulator; its last
// section lists the files.
//
// One kernel runs at a time. Each of its threads is a fiber with its own stack, and runs until it waits for another thread;
// then grid.cc picks the next one. Calls from several host threads are served one after another (memory.cc).
#ifndef PL_EMULATOR_H
#define PL_EMULATOR_H

#include "include/cuda_runtime_api.h"
#include "include/emulator/launch.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace emulator {

typedef uintptr_t Address;
typedef const void *Place;  // an address in the user's code: the return address of a call
typedef uint64_t Tick;      // counts events that order threads

enum { WARP = 32, MAX_THREADS = 1024, NAMED_BARRIERS = 16, DYNAMIC_BYTES = 256 << 10 };

// Engines work asynchronously, each like one more thread of its block: one for each mbarrier, one for bulk copies to
// global memory, and one for wgmma.
enum { MBARRIERS = 62, BULK_ENGINE = MBARRIERS, WGMMA_ENGINE, ENGINES };

// ---- settings.cc: the environment variable PALLAS ----

enum Order { FORWARD, REVERSE, RANDOM, GREEDY };
enum Copies { EARLY, LATE, EITHER };

struct Settings {
    Order order;
    Copies copies;
    uint64_t seed;
    int arch;            // 80 or 90
    bool trap;           // stop in the debugger at a report
    bool uninitialized;  // report reads of memory that was never written
    bool no_maps;        // the driver makes no tensor maps
};
const Settings &settings();

// Returns the next random number from the seed. The same run gets the same numbers.
uint64_t draw();
// Returns whether an asynchronous operation that starts now completes at once.
bool done_early();

// ---- symbols.cc: the symbol table of the program's file ----

struct Symbol {
    Address address;
    size_t bytes;
    const char *name;  // mangled
    const char *section;
    bool shared, constant, writable;
};
const Symbol *symbol_at(Address);
const Symbol *first_symbol();
const Symbol *last_symbol();  // one past
Address code_base();
// Writes the name of the variable or function, without its scope and parameters, to buffer, and returns buffer.
const char *plain_name(const Symbol *, char *buffer, size_t bytes);

// ---- Happens-before: clock.cc ----

// An access: its thread or engine, its tick, and its place.
struct Epoch {
    uint64_t tick : 48, thread : 12, atomic : 1, pending : 1, several : 1, written : 1;  // the last two: see Cell::first
    uint32_t block, site;  // site: the place in the code, as an offset from code_base()
};

// For each thread and engine of the cluster, the last tick that comes before what the owner does now: the part of a block
// begins at Block::clock_part. Block::base and Warp::base hold the ticks that all threads have in common.
struct Clock {
    int references;
    unsigned width;
    Tick known[1];
};

// The same for the threads of other clusters, and for the state that a fence publishes.
struct Seen {
    uint32_t block;
    Tick base;
    Clock *clock;
};
struct Knowledge {
    int references;
    unsigned count;
    Seen seen[1];
};

// ---- Threads, warps, blocks: grid.cc ----

struct Block;
struct Cluster;
struct Participant;
struct Warp;
struct Copy;

struct Thread {
    void *stack_pointer;
    char *stack;
    Block *block;
    Warp *warp;
    unsigned number, lane, rank;
    uint3 index;
    bool ended;
    const char *waits_for;  // the operation, as reports name it; NULL while the thread can run
    Place waits_at;

    Tick tick;
    Clock *clock;
    Knowledge *foreign, *fence;

    Place *calls;  // the calls of the functions that it is in
    unsigned depth;
    unsigned patience;  // accesses until it lets other threads run
    Place spins_at;     // the atomic that it repeats, the value that it reads there, and how often it has read it
    uint64_t spin_value;
    unsigned spins;

    Tick proxy_fence;  // its writes up to this tick are visible to asynchronous operations
    struct BulkStore *stores;  // stores that it has not waited for, oldest first
    uint64_t store_group;

    unsigned at_barriers;     // bit i: it has arrived at barrier i, which is not complete yet
    bool in_cluster_barrier;  // has arrived in this phase of it, and not waited yet
    uint64_t cluster_phase;
    unsigned begun;  // blocks of the cluster, by rank, that have begun for certain

    Copy *copies;  // copies by cp.async that it has not waited for, oldest first
    unsigned copies_count, copies_capacity;
    uint64_t group, groups_done;
};

// Blocks that run together.
struct Cluster {
    Block *first;
    unsigned missing;  // threads that have neither ended nor arrived in this phase of its barrier
    unsigned count;    // of arrivals
    Participant *arrivals;
    uint64_t phase;
    Clock *completed;  // what the arrivals of the last phase knew
    Knowledge *foreign;
};

// A lane that waits in an operation of its warp. The last lane of the mask to arrive finishes the operation for all.
struct Lane;
typedef void Finish(Thread *threads, Lane *lanes, unsigned mask);
struct Lane {
    bool waits;
    const char *name;
    unsigned mask;
    void *payload;
    Finish *finish;
    Place place;
};

struct Warp {
    Tick base;  // all that its lanes did up to this tick comes before what any of them does now
    unsigned all, there;  // masks of its lanes, and of those that have not ended
    Lane lanes[WARP];
};

struct Participant {
    Thread *thread;
    Tick tick;
    Clock *clock;
    Knowledge *foreign;
    bool waits;
};

struct Barrier {
    unsigned expected, arrived, count;
    Participant *participants;
    Place place;  // where the first arrived
    int votes, predicate_and, predicate_or;
};

struct MBarrier {
    Address address;
    Epoch made;     // initialized
    bool fenced;    // after it was initialized: the copy engine sees it
    unsigned expected, pending, phase, engine;
    int64_t bytes;
    Participant *arrivals;
    unsigned arrivals_count, arrivals_capacity;
    Tick engine_tick;
    Clock *completed;
};

// Memory that is watched: an allocation, a shared variable, or the dynamic shared memory of a block.
enum Space { SPACE_GLOBAL, SPACE_SHARED, SPACE_DYNAMIC };
struct Cell;
struct Shadow {
    Cell *cells;           // one for each four bytes
    uint8_t *initialized;  // a bit for each byte
};
struct Memory {
    Space space;
    const Symbol *symbol;
    Address base;
    size_t bytes;
    Shadow *shadows;  // of a shared variable: one for each resident block; otherwise one
    bool dirty, freed, accessible;
    char name[60];    // of an allocation, for reports; empty: unknown
    bool promised;    // a Promise is about a part of it
    const void *graph; // the graph that allocates it when it is launched; NULL: that is done, or there is none
};

// An array that the kernel is passed as __restrict__: which parameter, and the array's part of its allocation.
struct Promise {
    unsigned parameter;
    Address from, to;
};

struct Block {
    uint32_t number;
    unsigned slot, rank;   // rank: in its cluster
    unsigned clock_part;   // of a Clock: the first of its threads, which its engines follow
    Cluster *cluster;
    struct Touch *touches; // accesses by other blocks of the cluster; see cluster.cc
    Clock *at_end;         // what its threads knew when they ended
    uint3 index;
    Thread *threads;
    Warp *warps;
    unsigned live;
    Tick base;  // all that its threads did up to this tick comes before what any of them does now
    Tick engine_base[ENGINES];  // the same for each engine
    Barrier barriers[NAMED_BARRIERS];
    MBarrier *mbarriers;
    unsigned mbarriers_count;
    int vote_result;
    char *dynamic;
    Memory dynamic_memory;
    struct MatrixUnit *matrix_units;
    struct Registers *registers;
};

// An asynchronous operation of a block that has started and is not complete.
struct Later {
    Later *next;
    Block *block;
    void (*run)(void *);
    void *argument;
};

struct Run {
    const pl_emulator_call *call;
    const char *kernel;
    unsigned threads, warps, slots;  // threads and warps of a block; the number of resident blocks
    dim3 cluster;                    // its extents in blocks
    unsigned cluster_blocks;
    uint64_t blocks, next_cluster, blocks_ended;
    Tick start; // everything up to this tick was before the launch
    Tick base;  // everything up to this tick comes before what any thread of the grid does now
    Tick now;
    Promise *promises;
    unsigned promises_count;
    Block *resident;
    Cluster *clusters;
    Thread *all;
    uint64_t *ready;  // by rank
    Thread **by_rank;
    unsigned rank_words;
    void *host;
    Later *later, **later_end;
    bool failed;
    unsigned grid_arrived;
};

extern Run *run;         // the kernel that runs, NULL between kernels
extern thread_local Thread *running __attribute__((tls_model("initial-exec")));  // the thread that runs; NULL in host code

void wait_here(const char *what, Place);
void wake(Thread *);
void wake_those_in(const char *operation, Thread *first, unsigned count);
void let_others_run();
void later(Block *, void (*)(void *), void *argument);
[[noreturn]] void abandon_run();
int run_kernel(const pl_emulator_call *);
uint3 block_index(uint64_t number);
Block *block_of_shared(Address);  // the block whose dynamic shared memory contains the address, or is near it
enum { STACK_BYTES = 256 << 10 };
void watch_signals();

// Fibers: fiber.cc
extern "C" void pl_emulator_switch(void **save, void *go_on);
void *new_fiber(char *stack, size_t bytes, void (*entry)());

// cluster.cc
cudaError_t check_cluster(const pl_emulator_call *, const char *kernel);
dim3 cluster_extents(const pl_emulator_call *);
uint32_t block_in_cluster(uint64_t cluster, unsigned rank);
unsigned rank_in_cluster(uint32_t block);
Block *peer_at(const Block *, unsigned rank);
Block *peer_with_number(const Block *, uint32_t number);  // in the same cluster, the block itself included; NULL: there is none
Block *find_peer(unsigned rank, const char *what, Place);
Address address_in_peer(Address own, const Block *peer, const char *what, Place);
void check_peer(const Block *peer, Place);
void touch_peer(Block *peer, Place);
void begin_copy_to_peer(Block *peer, unsigned engine, Place);
void end_copy_to_peer(Block *peer, unsigned engine, Tick);
void begin_cluster(Cluster *, Block *first);
void end_cluster(Cluster *);
void leave_cluster(Thread *);

// clock.cc
bool ordered(const Thread *, const Epoch &, bool shared);
void order_barrier(Participant *, unsigned count);
void order_warp(Thread *threads, unsigned mask, Warp *);
Clock *join_clocks(const Participant *, unsigned count);
Clock *join_arrivals(Block *, Participant *, unsigned count, unsigned engine, Tick engine_tick);
Knowledge *join_foreign(const Participant *, unsigned count);
void learn_foreign(Thread *, Knowledge *);
void drop(Knowledge *);
void see_all(Clock *, const Clock *);
Clock *new_clock();
void learn(Thread *, Clock *);
void learn_engine(Thread *threads, unsigned count, unsigned engine, Tick);
Participant participant(Thread *, bool waits);
void release(Participant *);
void publish(Thread *);
void release_at(Thread *, Address);
void forget_releases();
void forget(Thread *);
Clock *keep(Clock *);
void drop(Clock *);

// sync.cc
void meet_in_warp(const char *name, unsigned mask, void *payload, Finish *, Place);
void thread_ended(Thread *);
MBarrier *mbarrier_at(Address, const char *what, Place);
MBarrier *mbarrier_of_peer(Block *, Address own, const char *what, Place);  // where the block has what is at `own` in this one
void mbarrier_arrive(Block *, MBarrier *, unsigned arrivals, int64_t bytes, Thread *by, Place);
void forget_barriers(Block *);

// promises.cc
void find_promises(Run *);
void forget_promises(Run *);
const Promise *promise_at(const Memory *, Address);  // NULL: there is none

// shadow.cc
enum Access { READ = 1, WRITE = 2, ATOMIC = 4, UNALIGNED = 8, BY_ENGINE = 16 };
Epoch epoch_of(const Thread *, unsigned access, Place);
void access_memory(Address, size_t bytes, unsigned access, Place);
void spin(Address, size_t bytes, Place);
void begin_copy(Address, size_t bytes, Place);   // an asynchronous write starts
void end_copy(Address, size_t bytes, unsigned thread, Tick, Block *);
void read_by_engine(Address, size_t bytes, unsigned engine, Tick, Place);
void mark_initialized(Memory *, unsigned slot, Address, size_t bytes);
Shadow new_shadow(size_t bytes);
void delete_shadow(Shadow *, size_t bytes);
void reset_shadow(Shadow *, size_t bytes);
extern bool instrumented;

// memory.cc
Memory *global_at(Address);        // the allocation that contains the address, or one near it
bool in_device_range(Address);
Memory *shared_at(Address);        // the shared variable
void reset_shared(const Run *, Block *);
void swap_shared(Block *from, Block *to);
void forget_shared_slots(unsigned slots);
void open_device_memory(bool for_device);
void finish_streams();
size_t static_shared_bytes(const void *kernel);
struct Limits {
    int major, minor;
    size_t shared_default, shared_optin, shared_processor;
    int processors, threads_processor, blocks_processor;
    const char *name;
};
const Limits &limits();
cudaError_t fail(cudaError_t);

// async.cc
void finish_copies(Thread *, uint64_t up_to_group, Place);
void forget_copies(Thread *);
void finish_stores(Thread *, uint64_t up_to_group);
void check_stores(const Thread *);

// registers.cc
void check_register_changes(Block *);
void forget_registers(Block *);

// matrix.cc
void forget_matrix_units(Block *);
void check_registers(Address, size_t bytes, unsigned access, Place);  // of the running thread: no operation in flight has them

// ---- report.cc ----

// report() begins a report with its first line, note() adds notes, and end_report() prints it and ends the run.
void report(cudaError_t, Place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void note(Place, const char *format, ...) __attribute__((format(printf, 2, 3)));
void note_site(uint32_t site, const char *format, ...) __attribute__((format(printf, 2, 3)));
[[noreturn]] void end_report();
void check_sm_90(const char *what, Place);  // reports an instruction that the GPU does not have
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));  // prints an error of host code
bool same_line(Place, Place);
const char *name_thread(const Thread *, char *buffer, size_t bytes);
const char *name_block(const Block *, char *buffer, size_t bytes);
const char *name_memory(const Memory *, Address, char *buffer, size_t bytes);
extern cudaError_t reported;

}  // namespace emulator

#endif
