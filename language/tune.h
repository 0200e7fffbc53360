/* ---- Constants that `make tune` chooses -------------------------------------------------------------------

   PL_TUNE(name, value, other...)
       At file scope: a constant of type int, which `make tune` may set to any of these values. The first is the default.

       Example    PL_TUNE(BM, 128, 64, 256)
       Expansion  enum { BM = 128 };    and, compiled with -DPL_TUNE_BM=,64:  enum { BM = 64 };
       Misuse     PL_TUNE(BM): error: PL_TUNE(BM, 64, 128): a constant and the values that it may have [tune-values]

   PL_TUNE_FOR(call, (size...), (size...)...)
       The sizes for which `make tune` runs a call, in the order of its PL_SIZES; values of PL_SCALAR follow them. The first
       sizes are also those of its check against interpret mode, so they should be small.

       Example    PL_TUNE_FOR(matmul, (256, 256, 256), (2048, 2048, 2048))
       Expansion  nothing

   PL_SCHEDULE(call, choice...)
       At file scope: how a target runs a call of this file, where it would choose otherwise. Results stay within the call's
       tolerance. Targets that know no such choice ignore it, interpret mode ignores all. n is a constant; with n = 0 the target chooses, except for PL_PERSISTENT.

           PL_THREADS(n)     threads of a group, a power of two from 32 to 1024, or the nearest number that the kernel can have
           PL_STAGES(n)      blocks of a window, or slices of a PL_DOT, in fast memory, one of them in use: 1 to 8, or what fits
           PL_CLUSTER(n)     1: each group runs alone; 2: groups run in pairs, and share what both need, where the kernel can
           PL_PERSISTENT(n)  1: groups take programs in turn, where the kernel can; 0: each runs one; -1: the target chooses

       Example    PL_SCHEDULE(matmul, PL_THREADS(128), PL_STAGES(3))
       Expansion  assertions about names and numbers
       Misuse     PL_SCHEDULE(matmul, PL_THREADS(100)): error: PL_THREADS(n): n is a power of two from 32 to 1024, or 0 [schedule-choice]
*/
#ifdef PL_TUNING                                                       /* tune/tune.sh reads what the preprocessor prints */
#define PL_TUNE(...)        pl_tune __VA_ARGS__ pl_tune_end
#define PL_TUNE_FOR(...)    pl_tune_for __VA_ARGS__ pl_tune_end
#define PL_SCHEDULE(...)    pl_schedule __VA_ARGS__ pl_tune_end
#else
#define PL_SCHEDULE(call, ...) PL_LIST_(PL_CHOICE_, call, __VA_ARGS__)
#define PL_TUNE(...)        PL_CAT_(PL_TUNE_OF_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_TUNE_OF_1(name)  _Static_assert(0, "PL_TUNE(BM, 64, 128): a constant and the values that it may have [tune-values]");
#define PL_TUNE_OF_2(name, ...) enum { name = PL_TUNED_(PL_TUNE_##name, __VA_ARGS__) };
#define PL_TUNED_(...)      PL_SECOND_(__VA_ARGS__)
#define PL_TUNE_FOR(...)
#endif

#define PL_THREADS(n)               (THREADS_, n)
#define PL_STAGES(n)                (STAGES_, n)
#define PL_CLUSTER(n)               (CLUSTER_, n)
#define PL_PERSISTENT(n)            (PERSISTENT_, n)
#define PL_CHOICE_(i, call, c)      PL_IF_TUPLE_(c, PL_CHOICE_OF_, PL_CHOICE_WRONG_)(call, PL_BARE_ c)
#define PL_CHOICE_OF_(...)          PL_CHOICE_OF_2_(__VA_ARGS__, ~)
#define PL_CHOICE_OF_2_(call, c, ...) PL_SECOND_(PL_CAT_(PL_CHOICE_IS_, c), PL_CHOICE_WRONG_)(call, __VA_ARGS__)
#define PL_CHOICE_IS_THREADS_       ~, PL_CHOICE_THREADS_
#define PL_CHOICE_IS_STAGES_        ~, PL_CHOICE_STAGES_
#define PL_CHOICE_IS_CLUSTER_       ~, PL_CHOICE_CLUSTER_
#define PL_CHOICE_IS_PERSISTENT_    ~, PL_CHOICE_PERSISTENT_
#define PL_CHOICE_THREADS_(call, n, ...)                                                                    \
    PL_CHOOSE_(call, "PL_THREADS", n, ((n) & ((n) - 1)) == 0 && (n) % 32 == 0 && (n) >= 0 && (n) <= 1024,   \
               "a power of two from 32 to 1024, or 0")
#define PL_CHOICE_STAGES_(call, n, ...)     PL_CHOOSE_(call, "PL_STAGES", n, (n) >= 0 && (n) <= 8, "a number from 1 to 8, or 0")
#define PL_CHOICE_CLUSTER_(call, n, ...)    PL_CHOOSE_(call, "PL_CLUSTER", n, (n) >= 0 && (n) <= 2, "1 or 2, or 0")
#define PL_CHOICE_PERSISTENT_(call, n, ...) PL_CHOOSE_(call, "PL_PERSISTENT", n, (n) >= -1 && (n) <= 1, "0 or 1, or -1")
#define PL_CHOOSE_(call, name, n, holds, rule)                                                              \
    _Static_assert(PL_IS_CONSTANT_(n), name "(n): n is a constant, such as one of PL_TUNE [schedule-choice]");  \
    _Static_assert(PL_IF_CONSTANT_(n, holds, 1), name "(n): n is " rule " [schedule-choice]");              \
    PL_CHOSEN_(call, name, PL_IF_CONSTANT_(n, n, 0))
#define PL_CHOICE_WRONG_(...)                                                                               \
    _Static_assert(0, "PL_SCHEDULE(call, choice...): a choice is PL_THREADS(n), PL_STAGES(n), PL_CLUSTER(n) or PL_PERSISTENT(n) [schedule-choice]");
#ifndef __PALLASC__
#define PL_CHOSEN_(call, name, n)
#endif
