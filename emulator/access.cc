// access.cc -- the functions that instrumented code calls. Code that is compiled with -fsanitize=thread calls one before
// each access. The program is not linked with the sanitizer's library, so it calls these. -fsanitize=bounds and
// -fsanitize=alignment call the functions at the end.

#include "emulator.h"

using namespace emulator;

static inline __attribute__((always_inline)) void seen(const volatile void *p, size_t bytes, unsigned access, Place place)
{
    Thread *t = running;
    if (!t)
        return;
    Address a = reinterpret_cast<Address>(p);
    if (a - reinterpret_cast<Address>(t->stack) < STACK_BYTES) {
        if (t->block->matrix_units)
            check_registers(a, bytes, access, place);
        return;
    }
    access_memory(a, bytes, access, place);
}

extern "C" {

#define HERE __builtin_return_address(0)
#define HOOKS(bytes)                                                                                   \
    void __tsan_read##bytes(void *p) { seen(p, bytes, READ, HERE); }                                    \
    void __tsan_write##bytes(void *p) { seen(p, bytes, WRITE, HERE); }                                  \
    void __tsan_read_write##bytes(void *p) { seen(p, bytes, READ | WRITE, HERE); }                      \
    void __tsan_volatile_read##bytes(void *p) { seen(p, bytes, READ | ATOMIC, HERE); }                  \
    void __tsan_volatile_write##bytes(void *p) { seen(p, bytes, WRITE | ATOMIC, HERE); }                \
    void __tsan_unaligned_read##bytes(void *p) { seen(p, bytes, READ | UNALIGNED, HERE); }              \
    void __tsan_unaligned_write##bytes(void *p) { seen(p, bytes, WRITE | UNALIGNED, HERE); }            \
    void __tsan_unaligned_read_write##bytes(void *p) { seen(p, bytes, READ | WRITE | UNALIGNED, HERE); } \
    void __tsan_unaligned_volatile_read##bytes(void *p) { seen(p, bytes, READ | ATOMIC | UNALIGNED, HERE); } \
    void __tsan_unaligned_volatile_write##bytes(void *p) { seen(p, bytes, WRITE | ATOMIC | UNALIGNED, HERE); }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void __tsan_read_range(void *p, unsigned long bytes) { seen(p, bytes, READ | UNALIGNED, HERE); }
void __tsan_write_range(void *p, unsigned long bytes) { seen(p, bytes, WRITE | UNALIGNED, HERE); }
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}
void __tsan_init() { instrumented = true; }
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

void __tsan_func_entry(void *caller)
{
    Thread *t = running;
    if (t && t->depth < 256)
        t->calls[t->depth++] = caller;
}

void __tsan_func_exit()
{
    Thread *t = running;
    if (t && t->depth)
        t->depth--;
}

// Host code may use C++ atomics, and guards of static variables.
#define ATOMICS(bits, T)                                                                                                   \
    T __tsan_atomic##bits##_load(const volatile T *p, int) { return __atomic_load_n(p, __ATOMIC_SEQ_CST); }                 \
    void __tsan_atomic##bits##_store(volatile T *p, T v, int) { __atomic_store_n(p, v, __ATOMIC_SEQ_CST); }                 \
    T __tsan_atomic##bits##_exchange(volatile T *p, T v, int) { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); }       \
    T __tsan_atomic##bits##_fetch_add(volatile T *p, T v, int) { return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST); }       \
    T __tsan_atomic##bits##_fetch_sub(volatile T *p, T v, int) { return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST); }       \
    T __tsan_atomic##bits##_fetch_and(volatile T *p, T v, int) { return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST); }       \
    T __tsan_atomic##bits##_fetch_or(volatile T *p, T v, int) { return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST); }         \
    T __tsan_atomic##bits##_fetch_xor(volatile T *p, T v, int) { return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST); }       \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile T *p, T *old, T v, int, int)                                 \
    {                                                                                                                       \
        return __atomic_compare_exchange_n(p, old, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                           \
    }                                                                                                                       \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile T *p, T *old, T v, int, int)                                   \
    {                                                                                                                       \
        return __atomic_compare_exchange_n(p, old, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                           \
    }                                                                                                                       \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T old, T v, int, int)                                       \
    {                                                                                                                       \
        __atomic_compare_exchange_n(p, &old, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                                 \
        return old;                                                                                                         \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

// ---- Copies of bytes ----

// The compilers turn the assignment of a struct into a call of memcpy, and expect the sanitizer's library to watch it.
static void copy_up(char *d, const char *s, size_t n)
{
#if defined(__x86_64__)
    __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
#else
    for (; n >= 8; n -= 8, d += 8, s += 8) {
        uint64_t word;
        __builtin_memcpy(&word, s, 8);
        __builtin_memcpy(d, &word, 8);
        __asm__ volatile("" : : : "memory");
    }
    for (; n; n--) {
        *d++ = *s++;
        __asm__ volatile("" : : : "memory");
    }
#endif
}

static void copy_down(char *d, const char *s, size_t n)
{
    while (n--) {
        d[n] = s[n];
        __asm__ volatile("" : : : "memory");
    }
}

static void fill(char *d, int value, size_t n)
{
#if defined(__x86_64__)
    __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(value) : "memory");
#else
    while (n--) {
        *d++ = (char)value;
        __asm__ volatile("" : : : "memory");
    }
#endif
}

// Returns whether the call is in the program's own file. Libraries that copy while a kernel runs (printf) are not the
// kernel's code.
static bool from_program(Place here)
{
    extern const char first_of_program __asm__("__executable_start"), end_of_program __asm__("_end");
    return here >= static_cast<Place>(&first_of_program) && here < static_cast<Place>(&end_of_program);
}

static inline void copy_seen(void *d, const void *s, size_t n, Place here)
{
    if (!running || !n || !from_program(here))
        return;
    seen(s, n, READ | UNALIGNED, here);
    seen(d, n, WRITE | UNALIGNED, here);
}

void *__tsan_memcpy(void *d, const void *s, size_t n)
{
    copy_seen(d, s, n, HERE);
    copy_up(static_cast<char *>(d), static_cast<const char *>(s), n);
    return d;
}

void *__tsan_memmove(void *d, const void *s, size_t n)
{
    copy_seen(d, s, n, HERE);
    if (reinterpret_cast<Address>(d) - reinterpret_cast<Address>(s) < n)
        copy_down(static_cast<char *>(d), static_cast<const char *>(s), n);
    else
        copy_up(static_cast<char *>(d), static_cast<const char *>(s), n);
    return d;
}

void *__tsan_memset(void *d, int value, size_t n)
{
    if (running && n && from_program(HERE))
        seen(d, n, WRITE | UNALIGNED, HERE);
    fill(static_cast<char *>(d), value, n);
    return d;
}

// The emulator's own calls, which rules.mk renames to these, are not watched.
void *pl_emulator_memcpy(void *d, const void *s, size_t n)
{
    copy_up(static_cast<char *>(d), static_cast<const char *>(s), n);
    return d;
}
void *pl_emulator_memmove(void *d, const void *s, size_t n)
{
    if (reinterpret_cast<Address>(d) - reinterpret_cast<Address>(s) < n)
        copy_down(static_cast<char *>(d), static_cast<const char *>(s), n);
    else
        copy_up(static_cast<char *>(d), static_cast<const char *>(s), n);
    return d;
}
void *pl_emulator_memset(void *d, int value, size_t n)
{
    fill(static_cast<char *>(d), value, n);
    return d;
}

void *memcpy(void *d, const void *s, size_t n) __attribute__((alias("__tsan_memcpy")));
void *memmove(void *d, const void *s, size_t n) __attribute__((alias("__tsan_memmove")));
void *memset(void *d, int value, size_t n) __attribute__((alias("__tsan_memset")));

// ---- -fsanitize=bounds, alignment ----

struct ubsan_place {
    const char *file;
    uint32_t line, column;
};
struct ubsan_type {
    uint16_t kind, info;
    char name[1];
};
struct ubsan_bounds {
    ubsan_place place;
    const ubsan_type *array, *index;
};
struct ubsan_mismatch {
    ubsan_place place;
    const ubsan_type *type;
    unsigned char log_alignment, kind;
};

void __ubsan_handle_out_of_bounds(ubsan_bounds *about, size_t index)
{
    if (!running) {
        complain("%s:%u: error: subscript %zd is out of range for %s", about->place.file, about->place.line, (ssize_t)index,
                 about->array->name);
        abort();
    }
    // The bits above a narrow index are unspecified.
    unsigned bits = 1u << (about->index->info >> 1);
    bool is_signed = about->index->info & 1;
    long long value = bits >= 64 ? (long long)index
                      : is_signed ? (long long)(index << (64 - bits)) >> (64 - bits)
                                  : (long long)(index & ((size_t(1) << bits) - 1));
    report(cudaErrorIllegalAddress, HERE, "subscript %lld is out of range for %s", value, about->array->name);
    end_report();
}
void __ubsan_handle_out_of_bounds_abort(ubsan_bounds *about, size_t index) { __ubsan_handle_out_of_bounds(about, index); }

void __ubsan_handle_type_mismatch_v1(ubsan_mismatch *about, size_t address)
{
    size_t needs = size_t(1) << about->log_alignment;
    if (!running) {
        complain("%s:%u: error: misaligned access: %s at %p, which is not a multiple of %zu", about->place.file,
                 about->place.line, about->type->name, reinterpret_cast<void *>(address), needs);
        abort();
    }
    report(cudaErrorMisalignedAddress, HERE, "misaligned access: %s at %p, which is not a multiple of %zu",
           about->type->name, reinterpret_cast<void *>(address), needs);
    end_report();
}
void __ubsan_handle_type_mismatch_v1_abort(ubsan_mismatch *about, size_t address)
{
    __ubsan_handle_type_mismatch_v1(about, address);
}

}
