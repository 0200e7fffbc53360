%%helper stream_at
// Stores that bypass the cache, for data that is not read again soon. The launcher passes whether the arrays exceed
// the cache. The address of such a store must be a multiple of the vector's size. The empty asm statements keep the
// compiler from merging the two branches into one store.
#if defined __has_builtin && (defined __x86_64__ || defined __aarch64__)
#if __has_builtin(__builtin_nontemporal_store)
#define PL_APART() __asm__ volatile("")
#define PL_PAST_CACHE(v, p) __builtin_nontemporal_store(v, p)
#endif
#endif
#ifndef PL_PAST_CACHE
#define PL_APART() ((void)0)
#define PL_PAST_CACHE(v, p) (*(p) = (v))
#endif
#define stream_at(type, element, value, past)                               \
    do {                                                                    \
        const type made = value;                                            \
        if ((past) && (ulong)&(element) % sizeof (type) == 0) {             \
            PL_APART();                                                     \
            PL_PAST_CACHE(made, (__global type *)&(element));               \
            PL_APART();                                                     \
        } else                                                              \
            *(__global type##_anywhere *)&(element) = made;                 \
    } while (0)

