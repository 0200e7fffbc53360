#include <math.h>                                                      /* kernels may call all of it */
/* ==== The three modes ====================================================================================

   The constructs below expand in one of three modes:

     interpret      (no PL_TARGET_…)   PL_CALL defines a function that runs the grid as a loop nest
     declarations   -DPL_TARGET_CUDA…  PL_CALL only declares it; pallasc writes the definition. Kernels still compile,
                                       as unused static functions, so the compiler still reports mistakes in them
     parse          -D__PALLASC__      for pallasc, which supplies the macros (gen/read/marked.h): annotated declarations
                                       for every fact
   ========================================================================================================= */
#define PL_INTERPRET_    1
#define PL_DECLARATIONS_ 2
#define PL_PARSE_       3
#if defined __PALLASC__
#define PL_MODE_ PL_PARSE_
#elif defined PL_TARGET_OPENCL || defined PL_TARGET_CUDA || defined PL_TARGET_TPU
#define PL_MODE_ PL_DECLARATIONS_
#else
#define PL_MODE_ PL_INTERPRET_
#endif

/* PL_CHECKS: 1 (the default) checks everything that can be checked while a program runs; 0 compiles all checks out. They
   belong to the interpreter: other targets have their own. */
#ifndef PL_CHECKS
#define PL_CHECKS (PL_MODE_ == PL_INTERPRET_)
#endif
#if PL_CHECKS                                                          /* PL_CHECKED_(...): code for PL_CHECKS */
#define PL_CHECKED_(...) __VA_ARGS__
#else
#define PL_CHECKED_(...)
#endif

/* -DPL_MPI: under mpirun each device is a process. PL_MPI_(...): code for that case. */
#if defined PL_MPI && PL_MODE_ == PL_INTERPRET_
#define PL_MPI_(...) __VA_ARGS__
#else
#define PL_MPI_(...)
#endif

/* PL_IN_PLACE: 1 promises that every kernel and helper in the file only subscripts its refs, in every dim (and passes them
   to PL_FILL, PL_DOT, PL_PASS and so on). With checks off, a block that is entirely in its array is then used in place, even
   if its rows are not contiguous, and x[r][c] is element r * pitch + c of the array:

       #define PL_IN_PLACE 1
       #include <pallas.h>

       PL_KERNEL(add_kernel, PL_REF(const float, x, 64, 64), …)     const float x[restrict 64][the window's pitch]

   So sizeof x[0] and sizeof *x_ref include the pitch, and memcpy(z, x, n) copies n bytes of the array. With checks on
   there are gaps of unspecified data between the rows, which must not change: "the kernel wrote outside the block,
   between two rows", "the kernel read outside the block, ... or between two of its rows". */
#ifndef PL_IN_PLACE
#define PL_IN_PLACE 0
#endif

/* PL_CPU: 1 includes pallas_cpu.h, with which PL_DOT uses the CPU's instructions for bf16 and bytes, with checks off. */
#ifndef PL_CPU
#define PL_CPU 0
#endif

/* Requirements on a compiler beyond C11; without GNU attributes a large PL_TILE is not freed before the program ends. */
#if defined __GNUC__ || defined __clang__ || defined __TINYC__
#define PL_UNUSED_             __attribute__((__unused__))
#define PL_AT_SCOPE_END_(f)    __attribute__((__cleanup__(f)))
#define PL_SHARED_             __attribute__((__weak__))               /* one variable, even if several files include this header */
#define PL_PRINTF_(text, args) __attribute__((__format__(__printf__, text, args)))
#define PL_ALIGNED_            __attribute__((__aligned__(64)))
/* __extension__: a block may be passed to a const ref. C23 permits this conversion of rows, and gcc calls it pedantic. */
#define PL_KERNEL_STORAGE_     __extension__ __attribute__((__unused__, __noinline__)) static
#define PL_FUNCTION_STORAGE_   __extension__ __attribute__((__unused__)) static
#ifdef __OPTIMIZE__
#define PL_INLINE_             __attribute__((__always_inline__)) static inline     /* -Og alone inlines nothing */
#define PL_NOINLINE_           __attribute__((__noinline__)) static
#ifdef __clang__
#define PL_ENGINE_             __attribute__((__unused__, __noinline__)) static
#else                                                                  /* its loops are short: vectors would cost more */
#define PL_ENGINE_             __attribute__((__unused__, __noinline__, __optimize__("no-tree-vectorize,no-tree-loop-distribute-patterns"))) static
#endif
#else
#define PL_INLINE_             static inline
#define PL_NOINLINE_           static inline                           /* files that do not call it need not compile it */
#define PL_ENGINE_             static inline
#endif
#else
#define PL_UNUSED_
#define PL_AT_SCOPE_END_(f)
#define PL_SHARED_ static
#define PL_PRINTF_(text, args)
#define PL_ALIGNED_
#define PL_KERNEL_STORAGE_ static
#define PL_FUNCTION_STORAGE_ static
#define PL_INLINE_ static inline
#define PL_NOINLINE_ static
#define PL_ENGINE_ static
#endif
/* With checks off, loops over expf and similar functions use glibc's vector versions, as with -ffast-math: with errors of
   up to 4 units in the last place, and without errno. -DPL_VECTOR_MATH=0 disables this. (clang has a flag for it,
   -fveclib=libmvec.) */
#ifndef PL_VECTOR_MATH
#define PL_VECTOR_MATH (!PL_CHECKS)
#endif
#if PL_VECTOR_MATH && defined __GLIBC__ && defined __x86_64__ && defined __GNUC__ && !defined __clang__ && defined __OPTIMIZE__
#define PL_VECTOR_FUNCTION_ __attribute__((__simd__("notinbranch"), __const__))
PL_VECTOR_FUNCTION_ float expf(float);
PL_VECTOR_FUNCTION_ float logf(float);
PL_VECTOR_FUNCTION_ float sinf(float);
PL_VECTOR_FUNCTION_ float cosf(float);
PL_VECTOR_FUNCTION_ float powf(float, float);
PL_VECTOR_FUNCTION_ double exp(double);
PL_VECTOR_FUNCTION_ double log(double);
PL_VECTOR_FUNCTION_ double sin(double);
PL_VECTOR_FUNCTION_ double cos(double);
PL_VECTOR_FUNCTION_ double pow(double, double);
#if __GLIBC_PREREQ(2, 35)
PL_VECTOR_FUNCTION_ float tanhf(float);
PL_VECTOR_FUNCTION_ float erff(float);
PL_VECTOR_FUNCTION_ float exp2f(float);
PL_VECTOR_FUNCTION_ float log2f(float);
#endif
#endif
/* PL_REASSOCIATE: with checks off, the compiler may reorder float sums and products of this file, and replace a division by
   a multiplication with the reciprocal: a PL_REDUCE is then vectorized. INFINITY and NaN keep their meaning, unlike with
   -ffast-math. For one file of a program,

       #define PL_REASSOCIATE 1
       #include <pallas.h>

   and for all: make FAST=1 REASSOC=1. */
#ifndef PL_REASSOCIATE
#define PL_REASSOCIATE 0
#endif
#if PL_REASSOCIATE && !PL_CHECKS && PL_MODE_ == PL_INTERPRET_
#if defined __clang__
#pragma clang fp reassociate(on)
#elif defined __GNUC__
#pragma GCC optimize("associative-math", "no-signed-zeros", "no-trapping-math", "reciprocal-math")
#endif
#endif
/* In debug builds a few loops, among them those of PL_DOT, are still compiled with optimization, to make programs fast
   enough. They keep the order of the sums, so the bits are the same. (If gdb follows variables from register to register
   in one function of a file, it trusts every function's first instruction: a breakpoint on a kernel then stops before its
   arguments are set.) */
#if PL_CHECKS && defined __GNUC__ && !defined __clang__
#define PL_HOT_ __attribute__((__optimize__("O3", "no-var-tracking")))
#else
#define PL_HOT_
#endif
#define PL_SMALL_TILE_ (64 * 1024)                                     /* bytes; a larger PL_TILE goes to the heap */

/* Tells the sanitizers and valgrind what the interpreter knows: where blocks end, and which memory was never written.
   valgrind's requests need its header: make SAN=valgrind defines PL_VALGRIND. */
#ifdef __has_feature
#define PL_HAS_FEATURE_(x) __has_feature(x)
#else
#define PL_HAS_FEATURE_(x) 0
#endif
#if PL_CHECKS && (defined __SANITIZE_ADDRESS__ || PL_HAS_FEATURE_(address_sanitizer))
#include <sanitizer/asan_interface.h>
#define PL_HAS_ASAN_ 1
void __asan_handle_no_return(void);
#define PL_STACK_IS_LEFT_()  __asan_handle_no_return()
#define PL_RED_ZONE_(p, n)   ASAN_POISON_MEMORY_REGION(p, n)
#define PL_GREEN_ZONE_(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#define PL_FIRST_RED_(p, n)  ((const char *)__asan_region_is_poisoned((void *)(p), n))
#elif PL_CHECKS && defined PL_VALGRIND
#include <valgrind/memcheck.h>
#define PL_HAS_ASAN_ 1
#define PL_RED_ZONE_(p, n)   VALGRIND_MAKE_MEM_NOACCESS(p, n)
#define PL_GREEN_ZONE_(p, n) VALGRIND_MAKE_MEM_DEFINED(p, n)
#else
#define PL_HAS_ASAN_ 0
#define PL_RED_ZONE_(p, n)   ((void)(p), (void)(n))
#define PL_GREEN_ZONE_(p, n) ((void)(p), (void)(n))
#endif
#ifndef PL_FIRST_RED_
#define PL_FIRST_RED_(p, n)  ((void)(p), (const char *)0)
#endif
#ifndef PL_STACK_IS_LEFT_
#define PL_STACK_IS_LEFT_() ((void)0)
#endif
#if PL_CHECKS && PL_HAS_FEATURE_(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define PL_HAS_MSAN_ 1
#define PL_MSAN_BUILD_
#define PL_UNSEEN_ __attribute__((__no_sanitize__("memory")))
#define PL_UNDEFINED_(p, n)       __msan_poison(p, n)
#define PL_DEFINED_(p, n)         __msan_unpoison(p, n)
#define PL_FIRST_UNDEFINED_(p, n) ((long)__msan_test_shadow(p, n))
#elif PL_CHECKS && defined PL_VALGRIND
#define PL_HAS_MSAN_ (RUNNING_ON_VALGRIND != 0)
#define PL_UNDEFINED_(p, n)       VALGRIND_MAKE_MEM_UNDEFINED(p, n)
#define PL_DEFINED_(p, n)         VALGRIND_MAKE_MEM_DEFINED(p, n)
#define PL_FIRST_UNDEFINED_(p, n) pl_first_undefined_(p, n)
static inline long pl_first_undefined_(const void *p, size_t n)
{
    unsigned char bits[256];
    if (n > sizeof bits || VALGRIND_GET_VBITS(p, bits, n) != 1)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (bits[i])
            return (long)i;
    return -1;
}
#else
#define PL_HAS_MSAN_ 0
#define PL_UNDEFINED_(p, n)       ((void)(p), (void)(n))
#define PL_DEFINED_(p, n)         ((void)(p), (void)(n))
#define PL_FIRST_UNDEFINED_(p, n) ((void)(p), (void)(n), -1L)
#endif
#ifndef PL_UNSEEN_
#define PL_UNSEEN_                      /* an attribute: the function may read memory that was never written */
#endif
