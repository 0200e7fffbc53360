// atomic_results.c -- correct programs that use the return value of an atomic on a PL_ATOMIC operand: in another order their results differ,
// or are the same in other places.

#include <pallas.h>
#include "../test.h"

enum { B = 8, N = 20 };

// Finds the positive elements: each gets its own position in an array that all programs share.
PL_KERNEL(keep_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, used, 1), PL_REF(int32_t, kept, N))
{
    PL_EACH ((c, B)) {
        if (PL_INSIDE(x, c) && x[c] > 0) {
            int32_t at = PL_ATOMIC_ADD(&used[0], 1);
            PL_ATOMIC_XCHG(&kept[at], x[c]);
        }
    }
}

PL_CALL(keep, keep_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B))),
        PL_IN   (int32_t, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(int32_t, used, (1), PL_ATOMIC),
        PL_INOUT(int32_t, kept, (N), PL_ATOMIC))

TEST(places_in_a_shared_array)
{
    int32_t x[N], used[1] = { 0 }, kept[N] = { 0 }, seen[N] = { 0 };
    for (int i = 0; i < N; i++)
        x[i] = i % 3 ? i : -i;
    EXPECT(keep(N, x, used, kept) == 0);
    EXPECT(used[0] == 13);
    for (int i = 0; i < 13; i++)
        seen[kept[i] >= 0 && kept[i] < N ? kept[i] : 0]++;
    for (int i = 0; i < N; i++)
        EXPECT(seen[i] == (i % 3 != 0));
}

// The same in a window, twice per iteration, with a PL_EACH between.
PL_KERNEL(pairs_kernel, PL_REF(const int32_t, x, B), PL_REF(int32_t, used, 1), PL_REF(int32_t, z, 2 * B))
{
    PL_FILL(z, 0);
    PL_EACH ((c, B)) {
        int32_t sums[2] = { 0 }, first = PL_ATOMIC_ADD(&used[0], 1) % (2 * B);
        PL_REDUCE (sums[0], PL_ADD, (d, B), x[d] + x[c]);
        PL_EACH ((d, 2))
            PL_ATOMIC_ADD(&used[0], 0 * (int32_t)d);
        z[first] = sums[0];
        z[PL_ATOMIC_ADD(&used[0], 1) % (2 * B)] = x[c];
    }
}

PL_CALL(pairs, pairs_kernel, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN   (int32_t, x, (n * B), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(int32_t, used, (1), PL_ATOMIC),
        PL_OUT  (int32_t, z, (n * 2 * B), PL_BLOCKSPEC((2 * B), (i))))

TEST(places_in_a_window)
{
    int32_t x[2 * B], used[1] = { 0 }, z[4 * B], sum = 0, want = 0;
    for (int i = 0; i < 2 * B; i++)
        x[i] = i;
    EXPECT(pairs(2, x, used, z) == 0);
    EXPECT(used[0] == 4 * B);
    for (int i = 0; i < 4 * B; i++)
        sum += z[i];
    for (int i = 0; i < 2 * B; i++)
        want += x[i] + B * x[i] + (i < B ? 28 : 92);
    EXPECT(sum == want);
}

// A product by CAS: it expects the value that it has read, and repeats until no other program wrote in between. Any order gives one result.
PL_KERNEL(product_kernel, PL_REF(const uint32_t, x, B), PL_REF(uint32_t, product, 1), PL_REF(float, sum, 1))
{
    PL_EACH ((c, B)) {
        uint32_t old = PL_ATOMIC_ADD(&product[0], 0), now;
        while ((now = PL_ATOMIC_CAS(&product[0], old, old * x[c])) != old)
            old = now;
        PL_ATOMIC_ADD(&sum[0], 1 / (float)x[c]);
    }
}

PL_CALL(product_of, product_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, n)),
        PL_IN   (uint32_t, x, (n * B), PL_BLOCKSPEC((B), (i))),
        PL_INOUT(uint32_t, product, (1), PL_ATOMIC),
        PL_INOUT(float, sum, (1), PL_ATOMIC))

TEST(product_by_cas)
{
    uint32_t x[3 * B], product[1] = { 1 }, want = 1;
    float sum[1] = { 0 };
    double exact = 0;
    for (int i = 0; i < 3 * B; i++) {
        x[i] = (uint32_t)(2 * i + 3);
        want *= x[i];
        exact += 1.0 / x[i];
    }
    EXPECT(product_of(3, x, product, sum) == 0);
    EXPECT(product[0] == want);
    EXPECT(fabs(sum[0] - exact) < 24 * 6e-8 * exact);
}

int main(void)
{
    RUN(places_in_a_shared_array);
    RUN(places_in_a_window);
    RUN(product_by_cas);
    return test_end();
}
