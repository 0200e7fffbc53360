// memory.cc -- device memory, shared memory, streams, and the rest of the host API.
//
// Each allocation has its own pages, with a guard page on both sides. They are inaccessible while no kernel runs, so host
// code that uses a device pointer stops at once. Addresses are not used again, so that accesses to freed memory are
// reported.

#include "emulator.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace emulator {

enum { PAGE = 4096 };
static const size_t DEVICE_BYTES = size_t(1) << 38;

static char *device;       // the address range of the device
static size_t device_used;
static Memory **allocations;  // by address
static size_t allocations_count, allocations_capacity;
static size_t bytes_in_use;

// The memory of the device: that of a large GPU, but no more than this machine has, which would end the process.
static size_t device_memory()
{
    const size_t gpu = size_t(64) << 30, machine = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE));
    return machine < gpu ? machine : gpu;
}

static size_t pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

bool in_device_range(Address a) { return device && a - reinterpret_cast<Address>(device) < DEVICE_BYTES; }

static bool reserve_device()
{
    if (device)
        return true;
    watch_signals();
    void *at = mmap(nullptr, DEVICE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    device = at == MAP_FAILED ? nullptr : static_cast<char *>(at);
    return device;
}

// Returns the last allocation that begins at or before the address, or the next one if that begins at most a page after the
// address. NULL: there is no allocation.
Memory *global_at(Address a)
{
    static Memory *last;
    if (last && a - last->base < last->bytes)
        return last;
    size_t low = 0, high = allocations_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (allocations[middle]->base <= a)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return allocations_count ? allocations[0] : nullptr;
    // An address in the page before an allocation is out of range of that one, not of the previous one.
    if (low < allocations_count && allocations[low]->base - a <= PAGE)
        return allocations[low];
    return last = allocations[low - 1];
}

static Memory *exact(const void *p)
{
    Address a = reinterpret_cast<Address>(p);
    Memory *m = in_device_range(a) ? global_at(a) : nullptr;
    return m && !m->freed && a >= m->base && a - m->base < (m->bytes ? m->bytes : 1) ? m : nullptr;
}

static cudaError_t allocate(void **p, size_t bytes)
{
    if (!p)
        return fail(cudaErrorInvalidValue);
    *p = nullptr;
    if (!bytes)
        return cudaSuccess;
    // A guard page before and after.
    size_t step = pages(bytes) + 2 * PAGE;
    if (bytes > device_memory() - bytes_in_use || !reserve_device() || device_used + step > DEVICE_BYTES)
        return fail(cudaErrorMemoryAllocation);
    // The end, not the beginning, is next to a guard page, as far as alignment to 256 bytes allows.
    char *first = device + device_used + PAGE;
    char *base = first + (pages(bytes) - bytes) / 256 * 256;
    if (mprotect(first, pages(bytes), PROT_READ | PROT_WRITE))
        return fail(cudaErrorMemoryAllocation);
    memset(base, 0xff, bytes);  // NaNs: new memory of a GPU is unspecified
    mprotect(first, pages(bytes), PROT_NONE);
    Memory *m = static_cast<Memory *>(calloc(1, sizeof *m));
    m->space = SPACE_GLOBAL;
    m->base = reinterpret_cast<Address>(base);
    m->bytes = bytes;
    if (allocations_count == allocations_capacity) {
        allocations_capacity = allocations_capacity ? allocations_capacity * 2 : 64;
        allocations = static_cast<Memory **>(realloc(allocations, allocations_capacity * sizeof *allocations));
    }
    allocations[allocations_count++] = m;
    device_used += step;
    bytes_in_use += bytes;
    *p = base;
    return cudaSuccess;
}

static void protect(const Memory *m, int how)
{
    Address first = m->base / PAGE * PAGE;
    mprotect(reinterpret_cast<void *>(first), pages(m->base + m->bytes) - first, how);
}

static void release_memory(Memory *m)
{
    m->freed = true;
    bytes_in_use -= m->bytes;
    Address first = m->base / PAGE * PAGE;
    size_t bytes = pages(m->base + m->bytes) - first;
    protect(m, PROT_NONE);
    madvise(reinterpret_cast<void *>(first), bytes, MADV_DONTNEED);
    if (m->shadows) {
        delete_shadow(m->shadows, m->bytes);
        free(m->shadows);
        m->shadows = nullptr;
    }
}

void open_device_memory(bool open)
{
    for (size_t i = 0; i < allocations_count; i++)
        if (!allocations[i]->freed)
            protect(allocations[i], open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

// ---- Pinned host memory, whose asynchronous copies may be late ----

struct Pinned {
    Pinned *next;
    char *base;
    size_t bytes;
};
static Pinned *pinned;

static bool is_pinned(const void *p)
{
    for (const Pinned *at = pinned; at; at = at->next)
        if (static_cast<const char *>(p) - at->base >= 0 && static_cast<size_t>(static_cast<const char *>(p) - at->base) < at->bytes)
            return true;
    return false;
}

static void pin(void *p, size_t bytes)
{
    Pinned *one = static_cast<Pinned *>(malloc(sizeof *one));
    *one = { pinned, static_cast<char *>(p), bytes };
    pinned = one;
}

static bool unpin(void *p)
{
    for (Pinned **at = &pinned; *at; at = &(*at)->next)
        if ((*at)->base == p) {
            Pinned *one = *at;
            *at = one->next;
            free(one);
            return true;
        }
    return false;
}

// ---- Shared memory ----

static Memory *shared;  // by address
static size_t shared_count, shared_capacity;
static bool shared_found;

static void add_shared(const Symbol *s)
{
    if (shared_count == shared_capacity) {
        shared_capacity = shared_capacity ? shared_capacity * 2 : 16;
        shared = static_cast<Memory *>(realloc(shared, shared_capacity * sizeof *shared));
    }
    size_t at = shared_count++;
    for (; at && shared[at - 1].base > s->address; at--)
        shared[at] = shared[at - 1];
    shared[at] = { SPACE_SHARED, s, s->address, s->bytes, nullptr, false, false, true, "", false, nullptr };
}

static void find_shared()
{
    if (shared_found)
        return;
    shared_found = true;
    const Symbol *before = nullptr;
    for (const Symbol *s = first_symbol(); s != last_symbol(); before = s++)
        if (s->shared && (!before || before->address != s->address))
            add_shared(s);
}

Memory *shared_at(Address a)
{
    find_shared();
    static Address last_base;
    static size_t last_index;
    if (last_index < shared_count && shared[last_index].base == last_base && a - last_base < shared[last_index].bytes)
        return &shared[last_index];
    size_t low = 0, high = shared_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (shared[middle].base <= a)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && a - shared[low - 1].base < shared[low - 1].bytes) {
        last_index = low - 1;
        last_base = shared[last_index].base;
        return &shared[last_index];
    }
    const Symbol *s = symbol_at(a);
    // gcc ignores the section of a variable in a template. A writable variable of a function that a kernel accesses can only
    // be shared.
    if (s && s->writable && !s->constant && !strncmp(s->name, "_ZZ", 3) && run->slots == 1) {
        add_shared(s);
        return shared_at(a);
    }
    // The address is past the end of one variable, and in no other.
    if (!s && low && a - shared[low - 1].base - shared[low - 1].bytes < 64)
        return &shared[low - 1];
    return nullptr;
}

// Returns whether the variable belongs to the function: _ZZ6kernelPfE4tile is a variable of _Z6kernelPf, and
// _ZZ6kernelE4tile is one of the C function kernel.
static bool variable_of(const Symbol *variable, const Symbol *function)
{
    if (!function || strncmp(variable->name, "_ZZ", 3))
        return false;
    const char *name = function->name;
    if (!strncmp(name, "_Z", 2))
        return !strncmp(variable->name + 3, name + 2, strlen(name + 2)) && variable->name[3 + strlen(name + 2)] == 'E';
    char length[20];
    int digits = snprintf(length, sizeof length, "%zu", strlen(name));
    return !strncmp(variable->name + 3, length, (size_t)digits) && !strncmp(variable->name + 3 + digits, name, strlen(name));
}

size_t static_shared_bytes(const void *kernel)
{
    find_shared();
    const Symbol *function = symbol_at(reinterpret_cast<Address>(kernel));
    size_t bytes = 0;
    for (size_t i = 0; i < shared_count; i++)
        if (variable_of(shared[i].symbol, function))
            bytes = (bytes + 15) / 16 * 16 + shared[i].bytes;
    return bytes;
}

// Copies of the shared variables of blocks that do not run now. Only cooperative launches and clusters need them.
static char **saved;
static unsigned saved_count;

static char *saved_of(unsigned slot)
{
    size_t bytes = 0;
    for (size_t i = 0; i < shared_count; i++)
        bytes += shared[i].bytes;
    if (slot >= saved_count) {
        saved = static_cast<char **>(realloc(saved, (slot + 1) * sizeof *saved));
        while (saved_count <= slot)
            saved[saved_count++] = nullptr;
    }
    if (!saved[slot])
        saved[slot] = static_cast<char *>(malloc(bytes + 1));
    return saved[slot];
}

void swap_shared(Block *from, Block *to)
{
    if (!from || from == to)
        return;
    char *keep = saved_of(from->slot), *back = saved_of(to->slot);
    for (size_t i = 0; i < shared_count; i++) {
        memcpy(keep, reinterpret_cast<void *>(shared[i].base), shared[i].bytes);
        memcpy(reinterpret_cast<void *>(shared[i].base), back, shared[i].bytes);
        keep += shared[i].bytes;
        back += shared[i].bytes;
    }
}

// Fills the shared memory of a new block, which is unspecified on a GPU, with ones: NaNs, and subscripts out of range.
void reset_shared(const Run *r, Block *b)
{
    find_shared();
    const Symbol *function = symbol_at(reinterpret_cast<Address>(r->call->kernel));
    char *apart = b->slot ? saved_of(b->slot) : nullptr;
    for (size_t i = 0; i < shared_count; i++) {
        Memory *m = &shared[i];
        if (apart) {
            memset(apart, 0xff, m->bytes);
            apart += m->bytes;
        } else if (m->dirty || variable_of(m->symbol, function))
            memset(reinterpret_cast<void *>(m->base), 0xff, m->bytes);
        if (m->shadows && m->shadows[b->slot].cells)
            reset_shadow(&m->shadows[b->slot], m->bytes);
        if (!apart)
            m->dirty = false;
    }
    memset(b->dynamic, 0xff, b->dynamic_memory.bytes);
    if (b->dynamic_memory.shadows)
        reset_shadow(b->dynamic_memory.shadows, b->dynamic_memory.bytes);
}

// Deletes the shadows of shared variables, before and after a launch with several resident blocks: there each has its own.
void forget_shared_slots(unsigned slots)
{
    for (size_t i = 0; i < shared_count; i++)
        if (shared[i].shadows) {
            for (unsigned s = 0; s < slots; s++)
                if (shared[i].shadows[s].cells)
                    delete_shadow(&shared[i].shadows[s], shared[i].bytes);
            free(shared[i].shadows);
            shared[i].shadows = nullptr;
        }
    for (unsigned s = 0; s < saved_count; s++) {
        free(saved[s]);
        saved[s] = nullptr;
    }
}

// ---- Copies ----

static bool check_part(const void *p, size_t bytes, const char *what)
{
    Address a = reinterpret_cast<Address>(p);
    Memory *m = global_at(a);
    if (m && !m->freed && a >= m->base && a - m->base + bytes <= m->bytes)
        return true;
    char memory[300];
    if (m)
        complain("%s: %zu bytes at %p are out of range: %s%s", what, bytes, p, name_memory(m, a, memory, sizeof memory),
                 m->freed ? ", which was freed" : "");
    else
        complain("%s: %p is not device memory", what, p);
    return false;
}

struct Move {
    char *to;
    const char *from;
    size_t bytes;
    int value;  // of a memset, where from is NULL
};

static const char *kind_of(const void *p)
{
    Address a = reinterpret_cast<Address>(p);
    if (!in_device_range(a))
        return "host memory";
    const Memory *m = global_at(a);
    return m && m->freed ? "device memory that was freed" : "device memory";
}

static cudaError_t check_move(const Move &m, enum cudaMemcpyKind kind, const char *what)
{
    bool to = in_device_range(reinterpret_cast<Address>(m.to)), from = in_device_range(reinterpret_cast<Address>(m.from));
    if (!m.from)
        from = true;
    bool wants_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool wants_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind != cudaMemcpyDefault && (to != wants_to || (m.from && from != wants_from))) {
        complain("%s: the destination is %s and the source is %s, which does not match the kind of the copy", what,
                 kind_of(m.to), m.from ? kind_of(m.from) : "a value");
        return cudaErrorInvalidValue;
    }
    if ((to && !check_part(m.to, m.bytes, what)) || (m.from && from && !check_part(m.from, m.bytes, what)))
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

static void do_move(const Move &m)
{
    Memory *to = exact(m.to), *from = m.from ? exact(m.from) : nullptr;
    if (to)
        protect(to, PROT_READ | PROT_WRITE);
    if (from && from != to)
        protect(from, PROT_READ);
    if (m.from)
        memmove(m.to, m.from, m.bytes);
    else
        memset(m.to, m.value, m.bytes);
    if (to && instrumented && m.bytes)
        mark_initialized(to, 0, reinterpret_cast<Address>(m.to), m.bytes);
    if (to)
        protect(to, PROT_NONE);
    if (from)
        protect(from, PROT_NONE);
}

// ---- Streams: the work of one is done in order, at once or as late as possible ----

}  // namespace emulator

using namespace emulator;

struct CUevent_st {
    bool recorded, done;
    long long time;
};

enum WorkKind { WORK_KERNEL, WORK_MOVE, WORK_EVENT, WORK_FREE };

struct Work {
    Work *next;
    WorkKind kind;
    pl_emulator_call call;
    Move move;
    char *copy;  // the source of a copy from pageable memory, as it was when the copy was enqueued
    cudaEvent_t event;
    Memory *memory;
    bool of_graph;  // it may be done again
};

struct CUgraph_st {
    Work *first, **end;
    bool broken;  // something was called that no graph holds
    int owners;   // the graph itself, and those made executable from it
};

struct CUstream_st {
    CUstream_st *next;
    Work *first, **end;
    bool working;
    cudaGraph_t capturing;  // where its work goes; nullptr: it is done
};

namespace emulator {

static thread_local cudaError_t last_error;  // each thread of the host has its own
static cudaError_t sticky;

// Calls from several host threads are served one after another.
static pthread_mutex_t serving = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
struct Lock {
    Lock() { pthread_mutex_lock(&serving); }
    ~Lock() { pthread_mutex_unlock(&serving); }
};

static CUstream_st standard;  // stream 0
static CUstream_st *streams;

cudaError_t fail(cudaError_t e)
{
    if (e)
        last_error = e;
    return e;
}

static cudaStream_t stream_of(cudaStream_t s)
{
    if (!s || s == cudaStreamLegacy || s == cudaStreamPerThread) {
        if (!standard.end)
            standard.end = &standard.first;
        return &standard;
    }
    return s;
}

static void do_work(Work *w)
{
    static long long time;
    switch (w->kind) {
    case WORK_KERNEL:
        if (!sticky && run_kernel(&w->call))
            fail(sticky = reported);
        break;
    case WORK_MOVE:
        if (!sticky)
            do_move(w->move);
        break;
    case WORK_EVENT:
        w->event->done = true;
        w->event->time = ++time;
        break;
    case WORK_FREE: release_memory(w->memory); break;
    }
}

static void release(Work *w)
{
    if (w->kind == WORK_KERNEL)
        w->call.release(w->call.arguments);
    free(w->copy);
    free(w);
}

static void finish(cudaStream_t s)
{
    if (s->working)
        return;
    s->working = true;
    while (s->first) {
        Work *w = s->first;
        s->first = w->next;
        if (!s->first)
            s->end = &s->first;
        do_work(w);
        if (!w->of_graph)
            release(w);
    }
    s->working = false;
}

void finish_streams()
{
    finish(stream_of(nullptr));
    for (cudaStream_t s = streams; s; s = s->next)
        finish(s);
}

static void append(Work ***end, const Work &what)
{
    Work *w = static_cast<Work *>(malloc(sizeof *w));
    *w = what;
    w->next = nullptr;
    **end = w;
    *end = &w->next;
}

// Whether a stream is being captured: then this call, which no graph holds, breaks the capture.
static bool breaks_capture(const char *what)
{
    bool any = false;
    for (cudaStream_t s = streams; s; s = s->next)
        if (s->capturing) {
            complain("%s: a stream is being captured, and a CUDA graph cannot hold this", what);
            any = s->capturing->broken = true;
        }
    return any;
}

static void enqueue(cudaStream_t s, const Work &what)
{
    s = stream_of(s);
    if (s->capturing) {
        append(&s->capturing->end, what);
        return;
    }
    // Stream 0 waits for the other streams, and they wait for it.
    if (s == &standard)
        for (cudaStream_t other = streams; other; other = other->next)
            finish(other);
    else
        finish(stream_of(nullptr));
    append(&s->end, what);
    if (done_early())
        finish(s);
}

static cudaError_t move(const Move &m, enum cudaMemcpyKind kind, cudaStream_t stream, bool wait, const char *what)
{
    Lock lock;
    if (!m.bytes)
        return cudaSuccess;
    cudaError_t e = check_move(m, kind, what);
    if (e)
        return fail(e);
    Work w = Work();
    w.kind = WORK_MOVE;
    w.move = m;
    bool from_host = m.from && !in_device_range(reinterpret_cast<Address>(m.from));
    bool to_host = !in_device_range(reinterpret_cast<Address>(m.to));
    bool pageable = (from_host && !is_pinned(m.from)) || (to_host && !is_pinned(m.to));
    if ((wait || pageable) && breaks_capture(what))
        return fail(cudaErrorStreamCaptureUnsupported);
    // Pageable memory is read, or written, before the call returns.
    if (from_host && !is_pinned(m.from) && !wait) {
        w.copy = static_cast<char *>(malloc(m.bytes));
        memcpy(w.copy, m.from, m.bytes);
        w.move.from = w.copy;
    }
    enqueue(stream, w);
    if (wait || (to_host && !is_pinned(m.to)))
        finish(stream_of(stream));
    return sticky;
}

static cudaError_t move_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, size_t rows,
                             enum cudaMemcpyKind kind, cudaStream_t stream, bool wait)
{
    for (size_t r = 0; r < rows; r++) {
        Move m = { static_cast<char *>(to) + r * to_pitch, static_cast<const char *>(from) + r * from_pitch, bytes, 0 };
        cudaError_t e = move(m, kind, stream, wait, "cudaMemcpy2D");
        if (e)
            return e;
    }
    return cudaSuccess;
}

// ---- Devices ----

static const Limits ampere = { 8, 0, 48 << 10, 163 << 10, 164 << 10, 108, 2048, 32, "emulated GPU, sm_80" };
static const Limits hopper = { 9, 0, 48 << 10, 227 << 10, 228 << 10, 132, 2048, 32, "emulated GPU, sm_90" };
const Limits &limits() { return settings().arch >= 90 ? hopper : ampere; }

// The dynamic shared memory that cudaFuncSetAttribute allows a kernel.
struct Allowed {
    Allowed *next;
    const void *kernel;
    size_t bytes;
};
static Allowed *allowed;

static size_t allowed_bytes(const void *kernel)
{
    for (const Allowed *a = allowed; a; a = a->next)
        if (a->kernel == kernel)
            return a->bytes;
    return limits().shared_default - static_shared_bytes(kernel);
}

static cudaError_t check_launch(const pl_emulator_call *c)
{
    dim3 b = c->block, g = c->grid;
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    char name[200] = "?";
    const Symbol *s = symbol_at(reinterpret_cast<Address>(c->kernel));
    if (s)
        plain_name(s, name, sizeof name);
    if (!threads || threads > 1024 || b.x > 1024 || b.y > 1024 || b.z > 64) {
        complain("kernel %s: a block of %u x %u x %u threads; a block has 1 to 1024 threads, and at most 64 along z", name, b.x,
                 b.y, b.z);
        return cudaErrorInvalidConfiguration;
    }
    if (!g.x || !g.y || !g.z || g.x > 2147483647u || g.y > 65535 || g.z > 65535) {
        complain("kernel %s: a grid of %u x %u x %u blocks; a grid has 1 to 2147483647 blocks along x, and 1 to 65535 along y "
                 "and z",
                 name, g.x, g.y, g.z);
        return cudaErrorInvalidConfiguration;
    }
    size_t fixed = static_shared_bytes(c->kernel);
    if (fixed > limits().shared_default) {
        complain("kernel %s: %zu bytes of __shared__ variables; the limit is 49152, and more must be dynamic shared memory", name,
                 fixed);
        return cudaErrorInvalidValue;
    }
    if (c->shared_bytes > allowed_bytes(c->kernel)) {
        complain("kernel %s: %zu bytes of dynamic shared memory, and %zu are allowed: set "
                 "cudaFuncAttributeMaxDynamicSharedMemorySize by cudaFuncSetAttribute, up to %zu on this GPU",
                 name, c->shared_bytes, allowed_bytes(c->kernel), limits().shared_optin - fixed);
        return cudaErrorInvalidValue;
    }
    cudaError_t e = check_cluster(c, name);
    if (e)
        return e;
    if (c->cooperative && g.x * g.y * g.z > (unsigned)limits().processors) {
        complain("kernel %s: a cooperative launch of %u blocks; at most %d fit on this GPU", name, g.x * g.y * g.z,
                 limits().processors);
        return cudaErrorCooperativeLaunchTooLarge;
    }
    return cudaSuccess;
}

}  // namespace emulator

extern "C" {

void pl_emulator_name(const void *p, const char *name)
{
    Lock lock;
    if (Memory *m = exact(p))
        snprintf(m->name, sizeof m->name, "%s", name);
}

// ---- Errors ----

cudaError_t cudaGetLastError(void)
{
    Lock lock;
    cudaError_t e = last_error ? last_error : sticky;
    last_error = cudaSuccess;
    return e;
}
cudaError_t cudaPeekAtLastError(void)
{
    Lock lock;
    return last_error ? last_error : sticky;
}

#define ERRORS(X)                                                                                       \
    X(cudaSuccess, "no error")                                                                          \
    X(cudaErrorInvalidValue, "invalid argument")                                                        \
    X(cudaErrorMemoryAllocation, "out of memory")                                                       \
    X(cudaErrorInitializationError, "initialization error")                                             \
    X(cudaErrorInvalidConfiguration, "invalid configuration argument")                                  \
    X(cudaErrorInvalidPitchValue, "invalid pitch argument")                                             \
    X(cudaErrorInvalidSymbol, "invalid device symbol")                                                  \
    X(cudaErrorInvalidDevicePointer, "invalid device pointer")                                          \
    X(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                             \
    X(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version")      \
    X(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable")                 \
    X(cudaErrorInvalidDeviceFunction, "invalid device function")                                        \
    X(cudaErrorNoDevice, "no CUDA-capable device is detected")                                          \
    X(cudaErrorInvalidDevice, "invalid device ordinal")                                                 \
    X(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device")      \
    X(cudaErrorECCUncorrectable, "uncorrectable ECC error encountered")                                 \
    X(cudaErrorInvalidPtx, "a PTX JIT compilation failed")                                              \
    X(cudaErrorInvalidResourceHandle, "invalid resource handle")                                        \
    X(cudaErrorNotReady, "device not ready")                                                            \
    X(cudaErrorIllegalAddress, "an illegal memory access was encountered")                              \
    X(cudaErrorLaunchOutOfResources, "too many resources requested for launch")                         \
    X(cudaErrorLaunchTimeout, "the launch timed out and was terminated")                                \
    X(cudaErrorAssert, "device-side assert triggered")                                                  \
    X(cudaErrorHardwareStackError, "hardware stack error")                                              \
    X(cudaErrorIllegalInstruction, "an illegal instruction was encountered")                            \
    X(cudaErrorMisalignedAddress, "misaligned address")                                                 \
    X(cudaErrorLaunchFailure, "unspecified launch failure")                                             \
    X(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")                      \
    X(cudaErrorInvalidClusterSize, "cluster misconfiguration")                                          \
    X(cudaErrorNotPermitted, "operation not permitted")                                                 \
    X(cudaErrorNotSupported, "operation not supported")                                                 \
    X(cudaErrorSystemDriverMismatch, "system has unsupported display driver / cuda driver combination") \
    X(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")             \
    X(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture")      \
    X(cudaErrorUnknown, "unknown error")

const char *cudaGetErrorName(cudaError_t e)
{
    switch (e) {
#define NAME(error, text) case error: return #error;
        ERRORS(NAME)
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t e)
{
    switch (e) {
#define TEXT(error, text) case error: return text;
        ERRORS(TEXT)
    }
    return "unrecognized error code";
}

// ---- Devices ----

cudaError_t cudaGetDeviceCount(int *n) { return *n = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int *d) { return *d = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int d) { return d ? fail(cudaErrorInvalidDevice) : cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaMemGetInfo(size_t *unused, size_t *all)
{
    Lock lock;
    *all = device_memory();
    *unused = *all - bytes_in_use;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    Lock lock;
    finish_streams();
    return fail(sticky);
}

cudaError_t cudaDeviceReset(void)
{
    Lock lock;
    finish_streams();
    for (size_t i = 0; i < allocations_count; i++)
        if (!allocations[i]->freed)
            release_memory(allocations[i]);
    sticky = last_error = cudaSuccess;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device_number)
{
    if (device_number)
        return fail(cudaErrorInvalidDevice);
    const Limits &l = limits();
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", l.name);
    p->totalGlobalMem = device_memory();
    p->sharedMemPerBlock = l.shared_default;
    p->sharedMemPerBlockOptin = l.shared_optin;
    p->sharedMemPerMultiprocessor = l.shared_processor;
    p->reservedSharedMemPerBlock = 1024;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = WARP;
    p->memPitch = 2147483647;
    p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 2147483647;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = 1410000;
    p->totalConstMem = 65536;
    p->major = l.major;
    p->minor = l.minor;
    p->multiProcessorCount = l.processors;
    p->concurrentKernels = p->unifiedAddressing = p->cooperativeLaunch = 1;
    p->asyncEngineCount = 1;
    p->memoryClockRate = 1215000;
    p->memoryBusWidth = 5120;
    p->l2CacheSize = 40 << 20;
    p->maxThreadsPerMultiProcessor = l.threads_processor;
    p->maxBlocksPerMultiProcessor = l.blocks_processor;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device_number)
{
    struct cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, device_number))
        return cudaErrorInvalidDevice;
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
    case cudaDevAttrMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
    case cudaDevAttrMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
    case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY: *value = p.maxGridSize[1]; break;
    case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[2]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = (int)p.sharedMemPerBlock; break;
    case cudaDevAttrTotalConstantMemory: *value = (int)p.totalConstMem; break;
    case cudaDevAttrWarpSize: *value = p.warpSize; break;
    case cudaDevAttrMaxRegistersPerBlock: *value = p.regsPerBlock; break;
    case cudaDevAttrClockRate: *value = p.clockRate; break;
    case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
    case cudaDevAttrUnifiedAddressing: *value = 1; break;
    case cudaDevAttrMemoryClockRate: *value = p.memoryClockRate; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = p.memoryBusWidth; break;
    case cudaDevAttrL2CacheSize: *value = p.l2CacheSize; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = (int)p.sharedMemPerMultiprocessor; break;
    case cudaDevAttrMaxRegistersPerMultiprocessor: *value = p.regsPerMultiprocessor; break;
    case cudaDevAttrManagedMemory: *value = 0; break;
    case cudaDevAttrConcurrentManagedAccess: *value = 0; break;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables: *value = 0; break;
    case cudaDevAttrCooperativeLaunch: *value = 1; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = (int)p.sharedMemPerBlockOptin; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *value = p.maxBlocksPerMultiProcessor; break;
    case cudaDevAttrReservedSharedMemoryPerBlock: *value = 1024; break;
    case cudaDevAttrMemoryPoolsSupported: *value = 1; break;
    }
    return cudaSuccess;
}

// ---- Streams and events ----

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned)
{
    Lock lock;
    *s = static_cast<cudaStream_t>(calloc(1, sizeof **s));
    (*s)->end = &(*s)->first;
    (*s)->next = streams;
    streams = *s;
    return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t *s) { return cudaStreamCreateWithFlags(s, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int) { return cudaStreamCreateWithFlags(s, flags); }
cudaError_t cudaStreamDestroy(cudaStream_t s)
{
    Lock lock;
    for (cudaStream_t *at = &streams; *at; at = &(*at)->next)
        if (*at == s) {
            finish(s);
            *at = s->next;
            free(s);
            return cudaSuccess;
        }
    return fail(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
    Lock lock;
    if (breaks_capture("cudaStreamSynchronize"))
        return fail(cudaErrorStreamCaptureUnsupported);
    finish(stream_of(s));
    return fail(sticky);
}
cudaError_t cudaStreamQuery(cudaStream_t s)
{
    Lock lock;
    if (!stream_of(s)->first)
        return fail(sticky);
    finish(stream_of(s));  // the next query finds it done
    return cudaErrorNotReady;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t e, unsigned)
{
    Lock lock;
    if (e->recorded && !e->done)
        finish_streams();
    return cudaSuccess;
}

// ---- Graphs: what a stream was given while it was captured ----

cudaError_t cudaStreamBeginCapture(cudaStream_t s, enum cudaStreamCaptureMode)
{
    Lock lock;
    if (stream_of(s) == &standard || s->capturing)
        return fail(cudaErrorStreamCaptureUnsupported);
    s->capturing = static_cast<cudaGraph_t>(calloc(1, sizeof *s->capturing));
    s->capturing->end = &s->capturing->first;
    s->capturing->owners = 1;
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t s, enum cudaStreamCaptureStatus *status)
{
    Lock lock;
    cudaGraph_t g = stream_of(s)->capturing;
    *status = !g ? cudaStreamCaptureStatusNone : g->broken ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t g)
{
    Lock lock;
    finish_streams();
    if (--g->owners)
        return cudaSuccess;
    while (Work *w = g->first) {
        g->first = w->next;
        if (w->kind == WORK_FREE)
            release_memory(w->memory);
        release(w);
    }
    free(g);
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g)
{
    Lock lock;
    *g = s->capturing;
    s->capturing = nullptr;
    if (*g && !(*g)->broken)
        return cudaSuccess;
    if (*g)
        cudaGraphDestroy(*g);
    *g = nullptr;
    return fail(cudaErrorStreamCaptureInvalidated);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long)
{
    Lock lock;
    *e = reinterpret_cast<cudaGraphExec_t>(g);
    g->owners++;
    return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e) { return cudaGraphDestroy(reinterpret_cast<cudaGraph_t>(e)); }
cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t s)
{
    Lock lock;
    for (size_t i = 0; i < allocations_count; i++)
        if (allocations[i]->graph == e)
            allocations[i]->graph = nullptr;
    for (const Work *w = reinterpret_cast<cudaGraph_t>(e)->first; w; w = w->next) {
        Work again = *w;
        again.of_graph = true;
        if (w->kind != WORK_FREE)
            enqueue(s, again);
    }
    return sticky;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned)
{
    *e = static_cast<cudaEvent_t>(calloc(1, sizeof **e));
    return cudaSuccess;
}
#undef cudaEventCreate
cudaError_t pl_emulator_event_create(cudaEvent_t *e) __asm__("cudaEventCreate");
cudaError_t pl_emulator_event_create(cudaEvent_t *e) { return cudaEventCreateWithFlags(e, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t e)
{
    Lock lock;
    if (e->recorded && !e->done)
        finish_streams();
    free(e);
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
    Lock lock;
    if (e->recorded && !e->done)
        finish_streams();
    e->recorded = true;
    e->done = false;
    Work w = Work();
    w.kind = WORK_EVENT;
    w.event = e;
    enqueue(s, w);
    return sticky;
}
cudaError_t cudaEventSynchronize(cudaEvent_t e)
{
    Lock lock;
    if (e->recorded && !e->done)
        finish_streams();
    return fail(sticky);
}
cudaError_t cudaEventQuery(cudaEvent_t e)
{
    Lock lock;
    if (!e->recorded || e->done)
        return fail(sticky);
    finish_streams();
    return cudaErrorNotReady;
}
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b)
{
    Lock lock;
    if (!a->recorded || !b->recorded)
        return fail(cudaErrorInvalidResourceHandle);
    if (!a->done || !b->done)
        return fail(cudaErrorNotReady);
    *ms = (float)(b->time - a->time);  // the emulator has no time: this counts events
    return cudaSuccess;
}

// ---- Memory ----

cudaError_t cudaMalloc(void **p, size_t bytes)
{
    Lock lock;
    if (breaks_capture("cudaMalloc"))
        return fail(cudaErrorStreamCaptureUnsupported);
    return allocate(p, bytes);
}
// A graph keeps its memory from one launch to the next. Before the first one, the pointer is to nothing that CUDA knows.
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t s)
{
    Lock lock;
    const cudaError_t e = allocate(p, bytes);
    if (e == cudaSuccess && *p)
        exact(*p)->graph = stream_of(s)->capturing;
    return e;
}

static cudaError_t free_later(void *p, cudaStream_t s, bool wait)
{
    Lock lock;
    if (!p)
        return cudaSuccess;
    if (wait && breaks_capture("cudaFree"))
        return fail(cudaErrorStreamCaptureUnsupported);
    if (wait)
        finish_streams();
    Memory *m = exact(p);
    if (!m || reinterpret_cast<Address>(p) != m->base) {
        Memory *was = in_device_range(reinterpret_cast<Address>(p)) ? global_at(reinterpret_cast<Address>(p)) : nullptr;
        complain("cudaFree: %p %s", p, was && was->freed ? "was freed already" : "does not come from cudaMalloc");
        return fail(cudaErrorInvalidValue);
    }
    Work w = Work();
    w.kind = WORK_FREE;
    w.memory = m;
    enqueue(s, w);
    if (wait)
        finish(stream_of(s));
    return sticky;
}
cudaError_t cudaFree(void *p) { return free_later(p, nullptr, true); }
cudaError_t cudaFreeAsync(void *p, cudaStream_t s) { return free_later(p, s, false); }

cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned)
{
    Lock lock;
    if (breaks_capture("cudaHostAlloc"))
        return fail(cudaErrorStreamCaptureUnsupported);
    *p = malloc(bytes ? bytes : 1);
    if (!*p)
        return fail(cudaErrorMemoryAllocation);
    pin(*p, bytes);
    return cudaSuccess;
}
cudaError_t cudaMallocHost(void **p, size_t bytes) { return cudaHostAlloc(p, bytes, 0); }
cudaError_t cudaFreeHost(void *p)
{
    Lock lock;
    finish_streams();
    if (p && !unpin(p))
        return fail(cudaErrorInvalidValue);
    free(p);
    return cudaSuccess;
}
cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned)
{
    Lock lock;
    pin(p, bytes);
    return cudaSuccess;
}
cudaError_t cudaHostUnregister(void *p)
{
    Lock lock;
    finish_streams();
    return unpin(p) ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    return move({ static_cast<char *>(to), static_cast<const char *>(from), bytes, 0 }, kind, nullptr, true, "cudaMemcpy");
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t s)
{
    return move({ static_cast<char *>(to), static_cast<const char *>(from), bytes, 0 }, kind, s, false, "cudaMemcpyAsync");
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, size_t rows,
                         enum cudaMemcpyKind kind)
{
    return move_rows(to, to_pitch, from, from_pitch, bytes, rows, kind, nullptr, true);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, size_t rows,
                              enum cudaMemcpyKind kind, cudaStream_t s)
{
    return move_rows(to, to_pitch, from, from_pitch, bytes, rows, kind, s, false);
}
cudaError_t cudaMemset(void *p, int value, size_t bytes)
{
    return move({ static_cast<char *>(p), nullptr, bytes, value }, cudaMemcpyDeviceToDevice, nullptr, true, "cudaMemset");
}
cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t s)
{
    return move({ static_cast<char *>(p), nullptr, bytes, value }, cudaMemcpyDeviceToDevice, s, false, "cudaMemsetAsync");
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *p)
{
    Lock lock;
    memset(a, 0, sizeof *a);
    a->device = -1;
    const Memory *m = exact(p);
    if (m && !m->graph) {
        a->type = cudaMemoryTypeDevice;
        a->device = 0;
        a->devicePointer = const_cast<void *>(p);
    } else if (is_pinned(p)) {
        a->type = cudaMemoryTypeHost;
        a->device = 0;
        a->hostPointer = const_cast<void *>(p);
    } else
        a->hostPointer = const_cast<void *>(p);
    return cudaSuccess;
}

cudaError_t pl_emulator_symbol_copy(const void *symbol, size_t offset, void *host, size_t bytes, int to_symbol)
{
    Lock lock;
    finish_streams();
    const Symbol *s = symbol_at(reinterpret_cast<Address>(symbol));
    if (s && offset + bytes > s->bytes) {
        complain("cudaMemcpy%sSymbol: %zu bytes at offset %zu are out of range; %s has %zu bytes", to_symbol ? "To" : "From", bytes,
                 offset, s->name, s->bytes);
        return fail(cudaErrorInvalidValue);
    }
    char *at = static_cast<char *>(const_cast<void *>(symbol)) + offset;
    memcpy(to_symbol ? at : host, to_symbol ? host : at, bytes);
    return cudaSuccess;
}

// ---- Kernels ----

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value)
{
    Lock lock;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || (size_t)value + static_shared_bytes(kernel) > limits().shared_optin)
        return fail(cudaErrorInvalidValue);
    for (Allowed *a = allowed; a; a = a->next)
        if (a->kernel == kernel) {
            a->bytes = (size_t)value;
            return cudaSuccess;
        }
    Allowed *a = static_cast<Allowed *>(malloc(sizeof *a));
    *a = { allowed, kernel, (size_t)value };
    allowed = a;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *kernel)
{
    Lock lock;
    memset(a, 0, sizeof *a);
    a->sharedSizeBytes = static_shared_bytes(kernel);
    a->maxThreadsPerBlock = 1024;
    a->numRegs = 32;
    a->ptxVersion = a->binaryVersion = settings().arch;
    a->maxDynamicSharedSizeBytes = (int)allowed_bytes(kernel);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads, size_t shared_bytes)
{
    Lock lock;
    const Limits &l = limits();
    if (threads < 1 || threads > 1024)
        return fail(cudaErrorInvalidValue);
    int by_threads = l.threads_processor / ((threads + WARP - 1) / WARP * WARP);
    int by_shared = (int)(l.shared_processor / (shared_bytes + static_shared_bytes(kernel) + 1024));
    *blocks = by_threads < by_shared ? by_threads : by_shared;
    if (*blocks > l.blocks_processor)
        *blocks = l.blocks_processor;
    return cudaSuccess;
}

cudaError_t pl_emulator_launch_call(const pl_emulator_call *call)
{
    Lock lock;
    cudaError_t e = sticky ? sticky : check_launch(call);
    if (e) {
        call->release(call->arguments);
        return fail(e);
    }
    Work w = Work();
    w.kind = WORK_KERNEL;
    w.call = *call;
    enqueue(call->stream, w);
    return cudaSuccess;
}

unsigned pl_emulator_space(const void *p)
{
    Address a = reinterpret_cast<Address>(p);
    if (in_device_range(a))
        return 2;
    return block_of_shared(a) || shared_at(a) ? 1 : 0;
}

// User code sees dynamic shared memory at address 0, and shared variables far above it.
unsigned long long pl_emulator_shared_offset(const void *p)
{
    return reinterpret_cast<Address>(p) - running->block->dynamic_memory.base;
}
void *pl_emulator_shared_pointer(unsigned long long offset) { return running->block->dynamic + offset; }

}
