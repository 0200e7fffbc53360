// words.h -- for nvcc: the functions of protocols.cu that targets/cuda/pl_ptx.h does not have, because no emitted kernel uses them yet.
// The emulator has all of them.
#ifndef PL_TESTS_WORDS_H
#define PL_TESTS_WORDS_H

#include <pl_ptx.h>

#ifndef PL_EMULATOR
#define PL_LAUNCH(kernel, grid, block, bytes, stream, ...) kernel<<<grid, block, bytes, stream>>>(__VA_ARGS__)
#define PL_DYNAMIC_SHARED(T, name) extern __shared__ __align__(1024) T name[]

inline __device__ void pl_barrier_arrive(unsigned id, unsigned threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
#endif

#endif
