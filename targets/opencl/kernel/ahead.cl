%%helper ahead_at
// Prefetches an array that is read once, in order: 2048 bytes ahead, which is several cache lines.
#if defined __has_builtin && (defined __x86_64__ || defined __aarch64__)
#if __has_builtin(__builtin_prefetch)
#define PL_FETCH_AHEAD(p) __builtin_prefetch((const void *)((ulong)(p) + 2048))
#endif
#endif
#ifndef PL_FETCH_AHEAD
#define PL_FETCH_AHEAD(p) ((void)0)
#endif
#define ahead_at(at, element) (PL_FETCH_AHEAD(&(element)), at(element))

