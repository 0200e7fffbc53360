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
*/
#ifdef PL_TUNING                                                       /* tune/tune.sh reads what the preprocessor prints */
#define PL_TUNE(...)        pl_tune __VA_ARGS__ pl_tune_end
#define PL_TUNE_FOR(...)    pl_tune_for __VA_ARGS__ pl_tune_end
#else
#define PL_TUNE(...)        PL_CAT_(PL_TUNE_OF_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_TUNE_OF_1(name)  _Static_assert(0, "PL_TUNE(BM, 64, 128): a constant and the values that it may have [tune-values]");
#define PL_TUNE_OF_2(name, ...) enum { name = PL_TUNED_(PL_TUNE_##name, __VA_ARGS__) };
#define PL_TUNED_(...)      PL_SECOND_(__VA_ARGS__)
#define PL_TUNE_FOR(...)
#endif
