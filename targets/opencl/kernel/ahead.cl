%%helper ahead_at
// What is read once, from one end to the other, is asked for 2048 bytes before its turn; more than a line a time comes.
#if defined __has_builtin && (defined __x86_64__ || defined __aarch64__)
#if __has_builtin(__builtin_prefetch)
#define PL_FETCH_AHEAD(p) __builtin_prefetch((const void *)((ulong)(p) + 2048))
#endif
#endif
#ifndef PL_FETCH_AHEAD
#define PL_FETCH_AHEAD(p) ((void)0)
#endif
#define ahead_at(at, element) (PL_FETCH_AHEAD(&(element)), at(element))

