// threads.h -- the indices of a thread, and the synchronization of the threads of a warp and of a block.
#ifndef PL_EMULATOR_THREADS_H
#define PL_EMULATOR_THREADS_H

#include "protocol.h"

// These never change for one thread, so they are const here. The emulator writes them when it switches to another thread.
extern "C" {
extern const uint3 threadIdx __asm__("pl_emulator_thread_index"), blockIdx __asm__("pl_emulator_block_index");
extern const dim3 blockDim __asm__("pl_emulator_block_extent"), gridDim __asm__("pl_emulator_grid_extent");
}
static constexpr int warpSize = 32;

// ---- Barriers ----

PL_EMULATOR_UNSEEN void __syncthreads() { pl_emulator_syncthreads(PL_VOTE_NONE, 0, PL_HERE); }
PL_EMULATOR_UNSEEN int __syncthreads_count(int p) { return pl_emulator_syncthreads(PL_VOTE_COUNT, p, PL_HERE); }
PL_EMULATOR_UNSEEN int __syncthreads_and(int p) { return pl_emulator_syncthreads(PL_VOTE_AND, p, PL_HERE); }
PL_EMULATOR_UNSEEN int __syncthreads_or(int p) { return pl_emulator_syncthreads(PL_VOTE_OR, p, PL_HERE); }
PL_EMULATOR_UNSEEN void __syncwarp(unsigned mask = 0xffffffffu) { pl_emulator_syncwarp(mask, PL_HERE); }

PL_EMULATOR_UNSEEN void __threadfence() { pl_emulator_fence(); }
PL_EMULATOR_UNSEEN void __threadfence_block() { pl_emulator_fence(); }
PL_EMULATOR_UNSEEN void __threadfence_system() { pl_emulator_fence(); }
PL_EMULATOR_UNSEEN void __trap() { pl_emulator_trap("__trap()", PL_HERE); }
PL_EMULATOR_UNSEEN void __nanosleep(unsigned) { pl_emulator_sleep(); }
static inline void __brkpt() {}
static inline long long clock64() { return pl_emulator_clock(); }
static inline unsigned long long globaltimer() { return (unsigned long long)pl_emulator_clock(); }

// ---- Between lanes of a warp ----

// __activemask() returns the lanes that happen to run together. CUDA guarantees no more than the calling lane.
static inline unsigned __activemask() { return pl_emulator_lane_bit(); }
PL_EMULATOR_UNSEEN unsigned __ballot_sync(unsigned mask, int p) { return pl_emulator_ballot(PL_BALLOT, mask, p, PL_HERE); }
PL_EMULATOR_UNSEEN int __any_sync(unsigned mask, int p) { return (int)pl_emulator_ballot(PL_BALLOT_ANY, mask, p, PL_HERE); }
PL_EMULATOR_UNSEEN int __all_sync(unsigned mask, int p) { return (int)pl_emulator_ballot(PL_BALLOT_ALL, mask, p, PL_HERE); }

#define PL_SHUFFLE_(name, kind, Lane, fill)                                                                                \
    template <class T> PL_EMULATOR_UNSEEN T name(unsigned mask, T value, Lane lane, int width = 32)                        \
    {                                                                                                                      \
        static_assert(sizeof(T) <= 8, #name " moves up to 8 bytes");                                                       \
        unsigned long long bits = 0;                                                                                       \
        memcpy(static_cast<void *>(&bits), &value, sizeof value);                                                          \
        bits = pl_emulator_shuffle(kind, mask, bits, (int)lane, width, PL_HERE);                                           \
        memcpy(static_cast<void *>(&value), &bits, sizeof value);                                                          \
        return value;                                                                                                      \
    }
PL_SHUFFLE_(__shfl_sync, PL_SHUFFLE_INDEX, int, 0)
PL_SHUFFLE_(__shfl_up_sync, PL_SHUFFLE_UP, unsigned, 0)
PL_SHUFFLE_(__shfl_down_sync, PL_SHUFFLE_DOWN, unsigned, 0)
PL_SHUFFLE_(__shfl_xor_sync, PL_SHUFFLE_XOR, int, 0)
#undef PL_SHUFFLE_

#define PL_REDUCE_(name, T, kind)                                       \
    PL_EMULATOR_UNSEEN T name(unsigned mask, T value)                   \
    {                                                                   \
        return (T)pl_emulator_reduce(kind, mask, (unsigned)value, PL_HERE); \
    }
PL_REDUCE_(__reduce_add_sync, unsigned, PL_REDUCE_ADD)
PL_REDUCE_(__reduce_add_sync, int, PL_REDUCE_ADD)
PL_REDUCE_(__reduce_min_sync, unsigned, PL_REDUCE_UMIN)
PL_REDUCE_(__reduce_min_sync, int, PL_REDUCE_MIN)
PL_REDUCE_(__reduce_max_sync, unsigned, PL_REDUCE_UMAX)
PL_REDUCE_(__reduce_max_sync, int, PL_REDUCE_MAX)
PL_REDUCE_(__reduce_and_sync, unsigned, PL_REDUCE_BIT_AND)
PL_REDUCE_(__reduce_or_sync, unsigned, PL_REDUCE_BIT_OR)
PL_REDUCE_(__reduce_xor_sync, unsigned, PL_REDUCE_BIT_XOR)
#undef PL_REDUCE_

template <class T> PL_EMULATOR_UNSEEN unsigned __match_any_sync(unsigned mask, T value)
{
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof value);
    return pl_emulator_match(0, mask, bits, nullptr, PL_HERE);
}
template <class T> PL_EMULATOR_UNSEEN unsigned __match_all_sync(unsigned mask, T value, int *same)
{
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof value);
    int all = 0;
    unsigned lanes = pl_emulator_match(1, mask, bits, &all, PL_HERE);
    *same = all;
    return lanes;
}

// ---- Loads and stores with a cache policy ----

template <class T> static inline __attribute__((always_inline)) T __ldg(const T *p) { return *p; }
template <class T> static inline __attribute__((always_inline)) T __ldcg(const T *p) { return *p; }
template <class T> static inline __attribute__((always_inline)) T __ldca(const T *p) { return *p; }
template <class T> static inline __attribute__((always_inline)) T __ldcs(const T *p) { return *p; }
template <class T> static inline __attribute__((always_inline)) T __ldcv(const T *p) { return *p; }
template <class T> static inline __attribute__((always_inline)) T __ldlu(const T *p) { return *p; }
template <class T> static inline __attribute__((always_inline)) void __stcg(T *p, T v) { *p = v; }
template <class T> static inline __attribute__((always_inline)) void __stcs(T *p, T v) { *p = v; }
template <class T> static inline __attribute__((always_inline)) void __stwb(T *p, T v) { *p = v; }
template <class T> static inline __attribute__((always_inline)) void __stwt(T *p, T v) { *p = v; }

static inline size_t __cvta_generic_to_shared(const void *p) { return (size_t)pl_emulator_shared_offset(p); }
static inline void *__cvta_shared_to_generic(size_t offset) { return pl_emulator_shared_pointer(offset); }
static inline size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
static inline unsigned __isShared(const void *p) { return pl_emulator_space(p) == 1; }
static inline unsigned __isGlobal(const void *p) { return pl_emulator_space(p) == 2; }

#endif
