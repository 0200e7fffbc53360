%%helper PL_COMPARISON
// C's comparisons that take a NaN quietly, which are macros there.
#define PL_COMPARISON(name, holds) \
    template <typename A, typename B> static __device__ int name(A a, B b) { return holds; }
%%helper pl_isgreater
PL_COMPARISON(pl_isgreater, a > b)
%%helper pl_isgreaterequal
PL_COMPARISON(pl_isgreaterequal, a >= b)
%%helper pl_isless
PL_COMPARISON(pl_isless, a < b)
%%helper pl_islessequal
PL_COMPARISON(pl_islessequal, a <= b)
%%helper pl_islessgreater
PL_COMPARISON(pl_islessgreater, a < b || a > b)
%%helper pl_isunordered
PL_COMPARISON(pl_isunordered, a != a || b != b)
%%helper pl_isnormal
static __device__ int pl_isnormal(float v) { return fabsf(v) >= FLT_MIN && fabsf(v) <= FLT_MAX; }
static __device__ int pl_isnormal(double v) { return fabs(v) >= DBL_MIN && fabs(v) <= DBL_MAX; }

