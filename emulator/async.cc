// async.cc -- asynchronous copies: cp.async and TMA.

#include "emulator.h"
#include "include/cuda.h"
#include "include/emulator/protocol.h"

namespace emulator {

// One cp.async: copies `bytes` from the source, and writes zeros up to `all`.
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
        report(cudaErrorMisalignedAddress, here, "cp.async of %u bytes from %p to %p: both addresses must be multiples of %u", all,
               from, to, all);
        end_report();
    }
    if (bytes > all) {
        report(cudaErrorLaunchFailure, here, "cp.async of %u bytes: its source size, %u bytes, is larger", all, bytes);
        end_report();
    }
    if (instrumented) {
        if (bytes)
            access_memory(b, bytes, READ, here);
        begin_copy(a, all, here);
    }
    if (t->copies_count == t->copies_capacity) {
        t->copies_capacity = t->copies_capacity ? t->copies_capacity * 2 : 16;
        t->copies = static_cast<Copy *>(realloc(t->copies, t->copies_capacity * sizeof *t->copies));
    }
    Copy *c = &t->copies[t->copies_count++];
    *c = { static_cast<char *>(to), static_cast<const char *>(from), bytes, all, t->group, false, here };
    if (done_early())
        do_copy(c);
}

// Completes the copies of the groups before `group`.
void finish_copies(Thread *t, uint64_t group, Place here)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < t->copies_count; i++) {
        Copy *c = &t->copies[i];
        if (c->group >= group) {
            t->copies[kept++] = *c;
            continue;
        }
        // The copy may read its source until now.
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
    t->copies_count = t->copies_capacity = 0;
}

// cp.async.mbarrier.arrive.noinc: one arrival when the copies so far are complete.
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
    t->copies_count = t->copies_capacity = 0;
    if (done_early()) {
        Thread *who = running;
        arrive_when_done(a);
        running = who;
    } else
        later(t->block, arrive_when_done, a);
}

// ---- TMA ----

static Block *block_of_copy;  // the block whose shared memory a copy reads or writes; `running` may be NULL then

// The contents of a CUtensorMap, as cuTensorMapEncodeTiled writes it.
struct TensorMap {
    uint64_t magic;
    char *base;
    uint64_t strides[4];  // in bytes, of dims 1 to 4
    uint32_t extents[5], box[5];
    uint8_t rank, element, swizzle, nan;
};
static const uint64_t MAGIC = 0x70616d726f736e74;
static_assert(sizeof(TensorMap) <= sizeof(CUtensorMap), "as large as CUDA's");

static const TensorMap *read_map(const void *map, int rank, const char *what, Place here)
{
    check_sm_90(what, here);
    const TensorMap *m = static_cast<const TensorMap *>(map);
    const char *wrong = reinterpret_cast<Address>(map) % 64 ? "is not aligned to 64 bytes"
                        : m->magic != MAGIC                 ? "was not made by cuTensorMapEncodeTiled"
                        : m->rank != rank                   ? "has another rank"
                                                            : nullptr;
    if (!wrong)
        return m;
    report(cudaErrorLaunchFailure, here, "%s: the tensor map at %p %s", what, map, wrong);
    end_report();
}

static size_t box_bytes(const TensorMap *m)
{
    size_t bytes = m->element;
    for (int d = 0; d < m->rank; d++)
        bytes *= m->box[d];
    return bytes;
}

// A swizzle uses the bits of the shared-memory address; dynamic shared memory begins at address 0.
static char *swizzled(char *at, unsigned swizzle)
{
    if (!swizzle)
        return at;
    Address base = block_of_copy->dynamic_memory.base;
    bool dynamic = reinterpret_cast<Address>(at) - base < DYNAMIC_BYTES;
    Address a = dynamic ? reinterpret_cast<Address>(at) - base : reinterpret_cast<Address>(at);
    Address to = a ^ (a >> 7 & ((1u << swizzle) - 1)) << 4;
    return at + (to - a);
}

// Calls visit(address in shared memory, address in global memory) for each element of a box. The second address is NULL for
// elements outside the tensor.
template <class Visit> static void for_box(const TensorMap *m, const int *at, char *shared, Visit visit)
{
    size_t n = box_bytes(m) / m->element;
    for (size_t i = 0; i < n; i++) {
        char *global = m->base;
        size_t rest = i;
        bool inside = true;
        for (int d = 0; d < m->rank; d++) {
            long c = (long)at[d] + (long)(rest % m->box[d]);
            rest /= m->box[d];
            inside = inside && c >= 0 && c < (long)m->extents[d];
            global += (d ? (long)m->strides[d - 1] : (long)m->element) * c;
        }
        visit(swizzled(shared + i * m->element, m->swizzle), inside ? global : nullptr);
    }
}

// Calls visit(address in global memory, bytes) for the part of each row of a box that is inside the tensor.
template <class Visit> static void for_rows(const TensorMap *m, const int *at, Visit visit)
{
    size_t rows = box_bytes(m) / m->element / m->box[0];
    long from = at[0] < 0 ? 0 : at[0], to = (long)at[0] + m->box[0];
    if (to > (long)m->extents[0])
        to = m->extents[0];
    for (size_t i = 0; i < rows && from < to; i++) {
        char *global = m->base + from * m->element;
        size_t rest = i;
        bool inside = true;
        for (int d = 1; d < m->rank; d++) {
            long c = (long)at[d] + (long)(rest % m->box[d]);
            rest /= m->box[d];
            inside = inside && c >= 0 && c < (long)m->extents[d];
            global += (long)m->strides[d - 1] * c;
        }
        if (inside)
            visit(global, (size_t)(to - from) * m->element);
    }
}

struct TensorLoad {
    Block *block;
    MBarrier *barrier;
    TensorMap map;
    const char *bulk;  // the source of a load without a map
    size_t bytes;
    int at[5];
    char *to;
    Place place;
};

static void do_load(void *argument)
{
    TensorLoad *l = static_cast<TensorLoad *>(argument);
    block_of_copy = l->block;
    if (l->bulk)
        __builtin_memcpy(l->to, l->bulk, l->bytes);
    else
        for_box(&l->map, l->at, l->to, [l](char *to, const char *from) {
            if (from)
                __builtin_memcpy(to, from, l->map.element);
            else
                __builtin_memset(to, 0, l->map.element);
        });
    Tick tick = ++run->now;
    end_copy(reinterpret_cast<Address>(l->to), l->bytes, run->threads + l->barrier->engine, tick, l->block);
    end_copy_to_peer(l->block, l->barrier->engine, tick);
    l->barrier->engine_tick = tick;
    mbarrier_arrive(l->block, l->barrier, 0, -(int64_t)l->bytes, nullptr, l->place);
    free(l);
}

static void start_load(TensorLoad *l)
{
    if (done_early())
        do_load(l);
    else
        later(l->block, do_load, l);
}

// Returns a load to a block of the cluster. `to` and `barrier` are addresses in the running thread's block; the load uses the
// corresponding ones of block b.
static TensorLoad *new_load(Block *b, void *to, size_t bytes, void *barrier, const char *what, Place here)
{
    Address bar = reinterpret_cast<Address>(barrier);
    TensorLoad *l = static_cast<TensorLoad *>(calloc(1, sizeof *l));
    l->block = b;
    l->barrier = b == running->block ? mbarrier_at(bar, what, here) : mbarrier_of_peer(b, bar, what, here);
    l->to = reinterpret_cast<char *>(address_in_peer(reinterpret_cast<Address>(to), b, what, here));
    l->bytes = bytes;
    l->place = here;
    if (!l->barrier->fenced) {
        report(cudaErrorLaunchFailure, here, "%s: no fence.mbarrier_init followed the initialization of its mbarrier", what);
        end_report();
    }
    begin_copy(reinterpret_cast<Address>(l->to), bytes, here);
    begin_copy_to_peer(b, l->barrier->engine, here);
    return l;
}

static void check_destination(void *to, unsigned alignment, const char *what, Place here)
{
    if (reinterpret_cast<Address>(to) % alignment == 0)
        return;
    report(cudaErrorMisalignedAddress, here, "%s: %p in shared memory is not aligned to %u bytes", what, to, alignment);
    end_report();
}

// Loads a box to each block in `blocks`, a mask of ranks. The copies complete one by one.
static void tensor_load(void *to, const void *map, const int *at, int rank, void *barrier, unsigned blocks, const char *what, Place here)
{
    const TensorMap *m = read_map(map, rank, what, here);
    check_destination(to, 128, what, here);
    if (instrumented)
        for_rows(m, at, [here](char *from, size_t bytes) {
            access_memory(reinterpret_cast<Address>(from), bytes, READ | UNALIGNED, here);
        });
    for (; blocks; blocks &= blocks - 1) {
        Block *b = find_peer((unsigned)__builtin_ctz(blocks), what, here);
        TensorLoad *l = new_load(b, to, box_bytes(m), barrier, what, here);
        l->map = *m;
        for (int d = 0; d < rank; d++)
            l->at[d] = at[d];
        start_load(l);
    }
}

static void bulk_load(void *to, const void *from, unsigned bytes, void *barrier, Place here)
{
    check_destination(to, 16, "cp.async.bulk", here);
    if (bytes % 16 || reinterpret_cast<Address>(from) % 16) {
        report(cudaErrorMisalignedAddress, here,
               "cp.async.bulk of %u bytes from %p: the size and the address must be multiples of 16", bytes, from);
        end_report();
    }
    if (instrumented)
        access_memory(reinterpret_cast<Address>(from), bytes, READ | UNALIGNED, here);
    TensorLoad *l = new_load(running->block, to, bytes, barrier, "cp.async.bulk", here);
    l->bulk = static_cast<const char *>(from);
    start_load(l);
}

// ---- From shared memory to global memory ----

struct BulkStore {
    BulkStore *next;
    TensorMap map;
    int at[5];
    char *to;  // the destination of a store without a map
    char *from;
    size_t bytes;
    uint64_t group;
    Tick tick;
    bool done;
    Place place;
};

static void do_store(BulkStore *s, Block *block)
{
    if (s->done)
        return;
    s->done = true;
    block_of_copy = block;
    if (s->to)
        __builtin_memcpy(s->to, s->from, s->bytes);
    else
        for_box(&s->map, s->at, s->from, [s](const char *from, char *to) {
            if (to)
                __builtin_memcpy(to, from, s->map.element);
        });
}

static void start_store(BulkStore *s, Place here)
{
    Thread *t = running;
    s->place = here;
    s->group = t->store_group;
    s->tick = ++run->now;
    if (instrumented) {
        read_by_engine(reinterpret_cast<Address>(s->from), s->bytes, BULK_ENGINE, s->tick, here);
        if (s->to)
            access_memory(reinterpret_cast<Address>(s->to), s->bytes, WRITE | UNALIGNED, here);
        else
            for_rows(&s->map, s->at, [here](char *to, size_t bytes) {
                access_memory(reinterpret_cast<Address>(to), bytes, WRITE | UNALIGNED, here);
            });
    }
    BulkStore **end = &t->stores;
    while (*end)
        end = &(*end)->next;
    *end = s;
    if (done_early())
        do_store(s, t->block);
}

void finish_stores(Thread *t, uint64_t group)
{
    Tick last = 0;
    while (t->stores && t->stores->group < group) {
        BulkStore *s = t->stores;
        do_store(s, t->block);
        last = s->tick;
        t->stores = s->next;
        free(s);
    }
    if (last && instrumented)
        learn_engine(t, 1, BULK_ENGINE, last);
}

// Called at the end of a thread: no other thread can wait for its stores, which read shared memory.
void check_stores(const Thread *t)
{
    if (!t->stores)
        return;
    report(cudaErrorLaunchFailure, t->stores->place, "the thread ends while this copy reads shared memory; pl_bulk_commit() and "
           "pl_bulk_wait_read<0>() wait for it");
    end_report();
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

void pl_emulator_tensor_load(void *to, const void *map, const int *at, int rank, void *barrier, const void *here)
{
    tensor_load(to, map, at, rank, barrier, 1u << running->block->rank, "a TMA load", here);
}

void pl_emulator_tensor_multicast(void *to, const void *map, const int *at, int rank, void *barrier, unsigned blocks, const void *here)
{
    if (!blocks) {
        report(cudaErrorLaunchFailure, here, "a multicast TMA load: its mask has no block");
        end_report();
    }
    tensor_load(to, map, at, rank, barrier, blocks, "a multicast TMA load", here);
}

void pl_emulator_tensor_store(const void *map, const int *at, int rank, const void *from, const void *here)
{
    const TensorMap *m = read_map(map, rank, "a TMA store", here);
    check_destination(const_cast<void *>(from), 128, "a TMA store", here);
    BulkStore *s = static_cast<BulkStore *>(calloc(1, sizeof *s));
    s->map = *m;
    s->bytes = box_bytes(m);
    s->from = static_cast<char *>(const_cast<void *>(from));
    for (int d = 0; d < rank; d++)
        s->at[d] = at[d];
    start_store(s, here);
}

void pl_emulator_bulk_load(void *to, const void *from, unsigned bytes, void *barrier, const void *here)
{
    bulk_load(to, from, bytes, barrier, here);
}

void pl_emulator_bulk_store(void *to, const void *from, unsigned bytes, const void *here)
{
    check_destination(const_cast<void *>(from), 16, "cp.async.bulk", here);
    BulkStore *s = static_cast<BulkStore *>(calloc(1, sizeof *s));
    s->to = static_cast<char *>(to);
    s->from = static_cast<char *>(const_cast<void *>(from));
    s->bytes = bytes;
    start_store(s, here);
}

void pl_emulator_bulk_commit() { running->store_group++; }

void pl_emulator_bulk_wait(unsigned groups, const void *)
{
    uint64_t group = running->store_group;
    finish_stores(running, group > groups ? group - groups : 0);
}

void pl_emulator_proxy_fence()
{
    running->proxy_fence = running->tick;
    running->tick = ++run->now;
}

// ---- Tensor maps ----

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                const cuuint64_t *extents, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *element_strides, CUtensorMapInterleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill)
{
    static const uint8_t sizes[] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };
    static const unsigned spans[] = { 0, 32, 64, 128 };
    TensorMap m = TensorMap();
    const char *wrong = nullptr;
    if (rank < 1 || rank > 5)
        wrong = "the rank must be 1 to 5";
    else if (reinterpret_cast<Address>(map) % 64)
        wrong = "the map must be aligned to 64 bytes";
    else if (reinterpret_cast<Address>(address) % 16)
        wrong = "the array must be aligned to 16 bytes";
    for (unsigned d = 0; !wrong && d < rank; d++) {
        if (!box[d] || box[d] > 256)
            wrong = "a box must have 1 to 256 elements along each dim";
        else if (element_strides[d] != 1)
            wrong = "the emulator supports only element strides of 1";
        else if (d + 1 < rank && strides[d] % 16)
            wrong = "strides must be multiples of 16 bytes";
        m.extents[d] = (uint32_t)extents[d];
        m.box[d] = box[d];
        if (d + 1 < rank)
            m.strides[d] = strides[d];
    }
    if (!wrong && box[0] * sizes[type] % 16)
        wrong = "a row of a box must be a multiple of 16 bytes";
    else if (!wrong && swizzle && box[0] * sizes[type] > spans[swizzle])
        wrong = "a row of a box must not be longer than the swizzle";
    if (wrong) {
        complain("cuTensorMapEncodeTiled: %s", wrong);
        return CUDA_ERROR_INVALID_VALUE;
    }
    m.magic = MAGIC;
    m.base = static_cast<char *>(address);
    m.rank = (uint8_t)rank;
    m.element = sizes[type];
    m.swizzle = (uint8_t)swizzle;
    __builtin_memset(map, 0, sizeof *map);
    __builtin_memcpy(map, &m, sizeof m);
    return CUDA_SUCCESS;
}

cudaError_t pl_emulator_entry_point(const char *name, void **function, int *result)
{
    bool found = !strcmp(name, "cuTensorMapEncodeTiled") && !settings().no_maps;
    *function = found ? reinterpret_cast<void *>(cuTensorMapEncodeTiled) : nullptr;
    *result = found ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

}
