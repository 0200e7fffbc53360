// upstream_random.c -- the upstream tests about random numbers that are plain arithmetic: a counter-based generator.
//
// Each test has the number under which UPSTREAM.md lists it. Upstream's other random tests use the hardware's
// generator, which this language does not have.

#include <pallas.h>
#include "../test.h"

struct pair {
    uint32_t a, b;
};

static inline uint32_t rotate_left(uint32_t v, int by)
{
    return v << by | v >> (32 - by);
}

// Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011).
static inline struct pair threefry(uint32_t key0, uint32_t key1, struct pair x)
{
    const int by[8] = { 13, 15, 26, 6, 17, 29, 16, 24 };
    const uint32_t key[3] = { key0, key1, key0 ^ key1 ^ 0x1bd11bdau };
    x.a += key[0];
    x.b += key[1];
    for (int round = 0; round < 20; round++) {
        x.a += x.b;
        x.b = rotate_left(x.b, by[round % 8]) ^ x.a;
        if (round % 4 == 3) {
            int injection = round / 4 + 1;
            x.a += key[injection % 3];
            x.b += key[(injection + 1) % 3] + (uint32_t)injection;
        }
    }
    return x;
}

// Each element's number depends only on its place in the array, so any blocks give the same array.
PL_KERNEL(numbers_2x8, PL_SMEM_REF(const uint32_t, key, 2), PL_REF(uint32_t, z, 2, 8))
{
    PL_EACH ((r, 2), (c, 8)) {
        struct pair count = { (uint32_t)(2 * PL_PROGRAM_ID(0) + r), (uint32_t)(8 * PL_PROGRAM_ID(1) + c) };
        z[r][c] = threefry(key[0], key[1], count).a;
    }
}

PL_KERNEL(numbers_4x3, PL_SMEM_REF(const uint32_t, key, 2), PL_REF(uint32_t, z, 4, 3))
{
    PL_EACH ((r, 4), (c, 3)) {
        struct pair count = { (uint32_t)(4 * PL_PROGRAM_ID(0) + r), (uint32_t)(3 * PL_PROGRAM_ID(1) + c) };
        z[r][c] = threefry(key[0], key[1], count).a;
    }
}

PL_CALL(random_by_2x8, numbers_2x8,
        PL_GRID(PL_PARALLEL(i, 4), PL_PARALLEL(j, 2)),
        PL_PREFETCH(uint32_t, key, (2)),
        PL_OUT(uint32_t, z, (8, 16), PL_BLOCKSPEC((2, 8), (i, j))))

PL_CALL(random_by_4x3, numbers_4x3,
        PL_GRID((i, 2), (j, 6)),
        PL_PREFETCH(uint32_t, key, (2)),
        PL_OUT(uint32_t, z, (8, 16), PL_BLOCKSPEC((4, 3), (i, j))))

TEST(t142_block_invariance)
{
    uint32_t key[2] = { 42, 0 }, z[128] = { 0 }, w[128] = { 0 };
    EXPECT(random_by_2x8(key, z) == 0);
    EXPECT(random_by_4x3(key, w) == 0);
    EXPECT(memcmp(z, w, sizeof z) == 0);
    int equal_neighbours = 0;                       // and they are not all the same number
    for (int e = 1; e < 128; e++)
        equal_neighbours += z[e] == z[e - 1];
    EXPECT(equal_neighbours == 0);
}

PL_KERNEL(one_number, PL_REF(const uint32_t, key, 2), PL_REF(const uint32_t, count, 2), PL_REF(uint32_t, z, 2))
{
    struct pair x = { count[0], count[1] };
    x = threefry(key[0], key[1], x);
    z[0] = x.a;
    z[1] = x.b;
}

PL_CALL(known_answers, one_number,
        PL_GRID((i, 3)),
        PL_IN (uint32_t, key, (3, 2), PL_BLOCKSPEC((PL_NONE, 2), (i, 0))),
        PL_IN (uint32_t, count, (3, 2), PL_BLOCKSPEC((PL_NONE, 2), (i, 0))),
        PL_OUT(uint32_t, z, (3, 2), PL_BLOCKSPEC((PL_NONE, 2), (i, 0))))

TEST(t143_threefry_kernel_matches_known_answers)
{
    // the generator's published known answers: all zeros, all ones, digits of pi
    uint32_t key[6] = { 0, 0, 0xffffffffu, 0xffffffffu, 0x13198a2eu, 0x03707344u };
    uint32_t count[6] = { 0, 0, 0xffffffffu, 0xffffffffu, 0x243f6a88u, 0x85a308d3u };
    uint32_t z[6] = { 0 };
    EXPECT(known_answers(key, count, z) == 0);
    EXPECT_INTS(z, 6, 0x6b200159, 0x99ba4efe, 0x1cb996fc, 0xbb002be7, 0xc4923a9c, 0x483df7a0);
}

int main(void)
{
    RUN(t142_block_invariance);
    RUN(t143_threefry_kernel_matches_known_answers);
    return test_end();
}
