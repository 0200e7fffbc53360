%%helper PL_FETCH
#if defined __x86_64__ || defined __aarch64__           // where compilers of kernels are clang
#define PL_FETCH(p, write, locality) __builtin_prefetch((const void *)(ulong)(p), write, locality)
#else
#define PL_FETCH(p, write, locality) ((void)0)
#endif
