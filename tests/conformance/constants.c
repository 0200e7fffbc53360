// constants.c -- const objects of the file where a call needs their values: in shapes, grids, blocks, maps and PL_EDGE, which may be a
// struct literal. With -std=c2x, constexpr.

#include <pallas.h>
#include "../test.h"

#if __STDC_VERSION__ > 201710L && (__clang_major__ >= 19 || __GNUC__ >= 13)
#define CONSTANT constexpr
#else
#define CONSTANT static const
#endif

enum { B = 8 };
struct cell { float v; int32_t kind; };

CONSTANT int BLOCKS = 3;
CONSTANT int64_t LONG_EXTENT = 20;
CONSTANT uint32_t ONE = 1;
CONSTANT float scale = 0.5f;
CONSTANT int addressed = 7;
CONSTANT struct cell outside = { 9, 1 };

static int32_t read_at(const int *p) { return *p; }

PL_KERNEL(sum_kernel, PL_REF(const struct cell, x, B), PL_REF(float, z, B))
{
    const int32_t seven = read_at(&addressed);
    PL_EACH ((c, B))
        z[c] = scale * x[c].v + (float)x[c].kind + outside.v + (float)(seven * BLOCKS) + (float)(LONG_EXTENT >> 2) +
               (ONE - 2 > 0 ? 1000.0f : 0.0f);
}

PL_CALL(sums, sum_kernel, PL_GRID((i, BLOCKS)),
        PL_IN(struct cell, x, (LONG_EXTENT), PL_BLOCKSPEC((B), (i * ONE), PL_EDGE((struct cell){ 9, 1 }))),
        PL_OUT(float, z, (BLOCKS * B), PL_BLOCKSPEC((B), (i))))

TEST(constants_in_calls)
{
    struct cell x[20];
    float z[24];
    for (int i = 0; i < 20; i++)
        x[i] = (struct cell){ (float)i, i % 3 };
    EXPECT(sums(x, z) == 0);
    for (int i = 0; i < 24; i++)
        EXPECT(z[i] == (i < 20 ? 0.5f * (float)i + (float)(i % 3) : 5.5f) + 9 + 21 + 5 + 1000);
}

int main(void)
{
    RUN(constants_in_calls);
    return test_end();
}
