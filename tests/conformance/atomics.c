// atomics.c -- every PL_ATOMIC_..., of every type, on every kind of memory: an array that programs share, scratch, tiles of a
// program, tiles of one iteration of PL_EACH.

#include <pallas.h>
#include "../test.h"

enum { N = 16, OPS = 8 };

// Each operation applied to one element, with values in any order: bits are exact in every type, and so are sums.
#define ALL(t, v)                                                                                           \
    PL_ATOMIC_ADD(&t[0], v);                                                                                \
    PL_ATOMIC_MAX(&t[1], v);                                                                                \
    PL_ATOMIC_MIN(&t[2], v);                                                                                \
    PL_ATOMIC_XCHG(&t[3], 9);                                                                               \
    PL_ATOMIC_CAS(&t[4], 5, 6)
#define BITS(t, v)                                                                                          \
    ALL(t, v);                                                                                              \
    PL_ATOMIC_AND(&t[5], v);                                                                                \
    PL_ATOMIC_OR(&t[6], v);                                                                                 \
    PL_ATOMIC_XOR(&t[7], v)

// One kernel per type: four blocks in four kinds of memory. t is the tile of an iteration, whose own loop writes the same elements.
#define OF_TYPE(NAME, T, DO)                                                                                \
    PL_KERNEL(NAME##_kernel, PL_REF(const T, x, N), PL_REF(T, shared, OPS), PL_REF(T, window, OPS),         \
              PL_REF(T, scratch, OPS), PL_REF(T, z, 3, OPS))                                                \
    {                                                                                                       \
        PL_TILE(T, tile, OPS);                                                                              \
        PL_EACH ((o, OPS)) {                                                                                \
            window[o] = 5;                                                                                  \
            scratch[o] = 5;                                                                                 \
            tile[o] = 5;                                                                                    \
        }                                                                                                   \
        PL_EACH ((c, N)) {                                                                                  \
            DO(shared, x[c]);                                                                               \
            DO(window, x[c]);                                                                               \
            DO(scratch, x[c]);                                                                              \
            DO(tile, x[c]);                                                                                 \
        }                                                                                                   \
        PL_EACH ((r, 1)) {                                                                                  \
            PL_TILE(T, t, OPS);                                                                             \
            PL_EACH ((o, OPS))                                                                              \
                t[o] = 5;                                                                                   \
            PL_EACH ((c, N)) {                                                                              \
                DO(t, x[c]);                                                                                \
            }                                                                                               \
            PL_EACH ((o, OPS))                                                                              \
                z[r][o] = t[o];                                                                             \
        }                                                                                                   \
        PL_EACH ((o, OPS)) {                                                                                \
            z[1][o] = scratch[o];                                                                           \
            z[2][o] = tile[o];                                                                              \
        }                                                                                                   \
    }                                                                                                       \
                                                                                                            \
    PL_CALL(NAME, NAME##_kernel, PL_GRID(), PL_IN(T, x, (N), PL_WHOLE), PL_INOUT(T, shared, (OPS), PL_ATOMIC), \
            PL_OUT(T, window, (OPS), PL_WHOLE), PL_SCRATCH(T, (OPS)), PL_OUT(T, z, (3, OPS), PL_WHOLE))     \
                                                                                                            \
    TEST(NAME##_everywhere)                                                                                 \
    {                                                                                                       \
        T x[N], shared[OPS], window[OPS], z[3][OPS], bits = 5, ors = 5, xors = 5;                           \
        for (int o = 0; o < OPS; o++)                                                                       \
            shared[o] = 5;                                                                                  \
        for (int c = 0; c < N; c++) {                                                                       \
            x[c] = (T)(c * 7 % N + 3);                                                                      \
            if (sizeof #DO == sizeof "BITS") {                                                              \
                bits = (T)((long)bits & (long)x[c]);                                                        \
                ors = (T)((long)ors | (long)x[c]);                                                          \
                xors = (T)((long)xors ^ (long)x[c]);                                                        \
            }                                                                                               \
        }                                                                                                   \
        EXPECT(NAME(x, shared, window, *z) == 0);                                                           \
        const T *got[] = { shared, window, z[0], z[1], z[2] };                                              \
        const T want[OPS] = { 5 + N * 3 + N * (N - 1) / 2, N + 2, 3, 9, 6, bits, ors, xors };               \
        for (int g = 0; g < 5; g++)                                                                         \
            for (int o = 0; o < OPS; o++)                                                                   \
                EXPECT(got[g][o] == want[o]);                                                               \
    }

OF_TYPE(i32, int32_t, BITS)
OF_TYPE(u32, uint32_t, BITS)
OF_TYPE(i64, int64_t, BITS)
OF_TYPE(u64, uint64_t, BITS)
OF_TYPE(f32, float, ALL)
OF_TYPE(f64, double, ALL)

int main(void)
{
    RUN(i32_everywhere);
    RUN(u32_everywhere);
    RUN(i64_everywhere);
    RUN(u64_everywhere);
    RUN(f32_everywhere);
    RUN(f64_everywhere);
    return test_end();
}
