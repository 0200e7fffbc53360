// keywords.h -- CUDA's keywords for a C++ compiler.
#ifndef PL_EMULATOR_KEYWORDS_H
#define PL_EMULATOR_KEYWORDS_H

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __global__
#define __device__
#define __host__
#define __managed__
#define __grid_constant__
// A reference is a part of the kernel's type, in which the launch finds it: the type does not say __restrict__.
#define __restrict__ const &
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

#define PL_STRING_(x) #x
#define PL_STRING(x) PL_STRING_(x)

// The section of a variable marks it as shared or constant. The emulator finds it in the symbol table, with its name and its
// size. A number in the section's name keeps templates (which are COMDAT) and plain functions apart.
#define __shared__ static __attribute__((section("pl_shared_" PL_STRING(__COUNTER__))))
// The section of a kernel says the extents of its cluster.
#define __cluster_dims__(...) PL_CLUSTER_(__VA_ARGS__, 1, 1, 1)
#define PL_CLUSTER_(x, y, z, ...)                                                                                  \
    __attribute__((section("pl_cluster_" PL_STRING(x) "_" PL_STRING(y) "_" PL_STRING(z) "_" PL_STRING(__COUNTER__))))
#define __constant__ __attribute__((section("pl_constant_" PL_STRING(__COUNTER__))))

// extern __shared__ T name[] would declare a variable that no file defines.
#define PL_DYNAMIC_SHARED(T, name) T *name = static_cast<T *>(pl_emulator_dynamic_shared())

// A function that instrumented code calls and that is not itself instrumented, because the emulator checks its accesses.
// Calls are not inlined, and clang neither merges nor duplicates them, so that the return address gives the line.
#ifdef __clang__
#define PL_EMULATOR_ONCE __attribute__((nomerge, noduplicate))
#else
#define PL_EMULATOR_ONCE
#endif
#define PL_EMULATOR_MEMBER __attribute__((noinline, no_sanitize("thread", "bounds", "alignment"))) PL_EMULATOR_ONCE
#define PL_EMULATOR_UNSEEN static inline __attribute__((unused)) PL_EMULATOR_MEMBER
#define PL_HERE __builtin_return_address(0)

#include "protocol.h"

#endif
