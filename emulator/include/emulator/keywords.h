// keywords.h -- CUDA's keywords for a compiler of C++.
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
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

#define PL_STRING_(x) #x
#define PL_STRING(x) PL_STRING_(x)

// A section of its own marks a variable as shared. The emulator finds it there, with its name and its size; a number in
// the section's name keeps templates (which are COMDAT) and plain functions apart. The variable is aligned as on a GPU.
#define __shared__ static __attribute__((section("pl_shared_" PL_STRING(__COUNTER__))))
#define __constant__ __attribute__((section("pl_constant_" PL_STRING(__COUNTER__))))

// extern __shared__ T name[] would declare a variable that nobody defines.
#define PL_DYNAMIC_SHARED(T, name) T *name = static_cast<T *>(pl_emulator_dynamic_shared())

// A function that instrumented code calls and that is not instrumented itself: the emulator checks what it does.
// Each call stays one of its own, whose return address tells the line.
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
