// bounds.c -- windows that are proved to be inside their arrays, so that kernels do not check it, and others that differ from them in
// one place and are not proved. Interpret mode checks each of the first ones here, for every size; golden/explain/bounds.expected
// shows that they are proved. targets/mistakes.c runs the others where they leave the array.
// options: --target=opencl

#include <pallas.h>
#include "../test.h"

enum { B = 8 };

PL_KERNEL(few_kernel, PL_REF(const int32_t, a, B + 2), PL_REF(const int32_t, b, B), PL_REF(const int32_t, c, B + 2),
          PL_REF(const int32_t, d, 3), PL_REF(const int32_t, e, B + 2), PL_REF(const int32_t, f, 4), PL_REF(const int32_t, g, B),
          PL_REF(const int32_t, h, B), PL_REF(const int32_t, k, 2), PL_REF(int32_t, z, 1))
{
    z[0] = a[0] + 2 * a[B + 1] + 3 * b[0] + 4 * b[B - 1] + 5 * c[0] + 6 * c[B + 1] + 7 * d[0] + 8 * d[2] + 9 * e[0] +
           10 * e[B + 1] + 11 * f[0] + 12 * f[3] + 13 * g[0] + 14 * g[B - 1] + 15 * h[0] + 16 * h[B - 1] + 17 * k[0] + 18 * k[1];
}

// ---- Proved ----

PL_CALL(rounded_up, few_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (int32_t, a, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, B)), (i * B), PL_EDGE(1))),
        PL_IN (int32_t, b, (n), PL_BLOCKSPEC((PL_ELEMENT(B, B - 1, 0)), (B * i), PL_EDGE(2))),
        PL_IN (int32_t, c, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, PL_CDIV(n, B) * B - n + 1)), (i * B), PL_EDGE(3))),
        PL_IN (int32_t, d, (n), PL_BLOCKSPEC((PL_ELEMENT(3, 1, 1)), (i), PL_EDGE(4))),
        PL_IN (int32_t, e, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, B)), ((PL_CDIV(n, B) - 1 - i) * B), PL_EDGE(5))),
        PL_IN (int32_t, f, (n), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 3)), (i * 4), PL_EDGE(6))),
        PL_IN (int32_t, g, (n + B), PL_BLOCKSPEC((B), (i + 1), PL_EDGE(7))),
        PL_IN (int32_t, h, (n), PL_BLOCKSPEC((B), (PL_CDIV(n, B) - 1 - i), PL_EDGE(8))),
        PL_IN (int32_t, k, (n, 2), PL_BLOCKSPEC((PL_NONE, 2), (4 * i, 0))),
        PL_OUT(int32_t, z, (PL_CDIV(n, B)), PL_BLOCKSPEC((1), (i))))

PL_CALL(rounded_down, few_kernel, PL_SIZES(n), PL_GRID((i, n / B), (j, 2)),
        PL_IN (int32_t, a, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, 1)), (i * B), PL_EDGE(1))),
        PL_IN (int32_t, b, (n), PL_BLOCKSPEC((PL_ELEMENT(B, 0, 0)), (i * B))),
        PL_IN (int32_t, c, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, PL_CDIV(n, B) * B - n + 1)), (i * B), PL_EDGE(3))),
        PL_IN (int32_t, d, (n), PL_BLOCKSPEC((PL_ELEMENT(3, 1, 0)), (i * B + j * 6), PL_EDGE(4))),
        PL_IN (int32_t, e, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 2, 0)), ((n / B - 1 - i) * B), PL_EDGE(5))),
        PL_IN (int32_t, f, (n), PL_BLOCKSPEC((4), (2 * i + j))),
        PL_IN (int32_t, g, (n + B), PL_BLOCKSPEC((B), (i + j))),
        PL_IN (int32_t, h, (n), PL_BLOCKSPEC((B), (n / B - 1 - i))),
        PL_IN (int32_t, k, (n, 2), PL_BLOCKSPEC((PL_NONE, 2), (i * B + j * 7, 0))),
        PL_OUT(int32_t, z, (2 * (n / B)), PL_BLOCKSPEC((1), (i * 2 + j))))

PL_KERNEL(border_kernel, PL_REF(const int32_t, a, B + 2), PL_REF(int32_t, z, 1))
{
    z[0] = a[0] + 2 * a[B + 1];
}
PL_CALL(promised, border_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (int32_t, a, (PL_MULTIPLE_OF(n, B)), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, 1)), (i * B), PL_EDGE(1))),
        PL_OUT(int32_t, z, (PL_CDIV(n, B)), PL_BLOCKSPEC((1), (i))))

// ---- Not proved, because they are wrong for some sizes ----

PL_CALL(near_misses, few_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(n, B)), (j, PL_CDIV(m, B))),
        PL_IN (int32_t, a, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, B - 1)), (i * B), PL_EDGE(1))),
        PL_IN (int32_t, b, (n), PL_BLOCKSPEC((PL_ELEMENT(B, B - 2, 0)), (B * i), PL_EDGE(2))),
        PL_IN (int32_t, c, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, PL_CDIV(n, B) * B - n)), (i * B), PL_EDGE(3))),
        PL_IN (int32_t, d, (n), PL_BLOCKSPEC((PL_ELEMENT(3, 1, 1)), ((long)(unsigned int)(i - 1) + 1), PL_EDGE(4))),
        PL_IN (int32_t, e, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, B)), ((PL_CDIV(n, B) - 2 - i) * B), PL_EDGE(5))),
        PL_IN (int32_t, f, (n), PL_BLOCKSPEC((PL_ELEMENT(4, 0, 3)), (j * 4), PL_EDGE(6))),
        PL_IN (int32_t, g, (n + B - 1), PL_BLOCKSPEC((B), (i + 1), PL_EDGE(7))),
        PL_IN (int32_t, h, (n), PL_BLOCKSPEC((B), (PL_CDIV(n, B) - 2 - i), PL_EDGE(8))),
        PL_IN (int32_t, k, (n, 2), PL_BLOCKSPEC((PL_NONE, 2), ((B + 1) * i, 0))),
        PL_OUT(int32_t, z, (PL_CDIV(n, B), PL_CDIV(m, B)), PL_BLOCKSPEC((PL_NONE, 1), (i, j))))

PL_CALL(one_program_more, few_kernel, PL_SIZES(n), PL_GRID((i, n / B + 1), (j, 2)),
        PL_IN (int32_t, a, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, 1)), (i * B), PL_EDGE(1))),
        PL_IN (int32_t, b, (n + B), PL_BLOCKSPEC((PL_ELEMENT(B, 0, 0)), (i * B))),       // n may be -1
        PL_IN (int32_t, c, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, PL_CDIV(n, B) * B - n + 1)), (i * B), PL_EDGE(3))),
        PL_IN (int32_t, d, (n), PL_BLOCKSPEC((PL_ELEMENT(3, 1, 0)), (i * B + j * 6), PL_EDGE(4))),
        PL_IN (int32_t, e, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 2, B)), ((n / B - 1 - i) * B), PL_EDGE(5))),
        PL_IN (int32_t, f, (n), PL_BLOCKSPEC((4), (2 * i + j))),
        PL_IN (int32_t, g, (n + B), PL_BLOCKSPEC((B), (i + j))),
        PL_IN (int32_t, h, (n), PL_BLOCKSPEC((B), (n / B - 1 - i))),
        PL_IN (int32_t, k, (n, 2), PL_BLOCKSPEC((PL_NONE, 2), (i * B + j * 8, 0))),
        PL_OUT(int32_t, z, (2 * (n / B + 1)), PL_BLOCKSPEC((1), (i * 2 + j))))

// The second axis goes one element too far; the padding is rounded down, and the number of programs up.
PL_CALL(two_axes, border_kernel, PL_SIZES(n), PL_GRID((i, n / B), (j, 2)),
        PL_IN (int32_t, a, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 4, 2)), (i * B + j * 5), PL_EDGE(1))),
        PL_OUT(int32_t, z, (2 * (n / B)), PL_BLOCKSPEC((1), (i * 2 + j))))

PL_CALL(rounded_apart, border_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (int32_t, a, (n), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, n / B * B - n + B)), (i * B), PL_EDGE(1))),
        PL_OUT(int32_t, z, (PL_CDIV(n, B)), PL_BLOCKSPEC((1), (i))))

// n / B is rounded up if n is negative.
PL_CALL(joined, border_kernel, PL_SIZES(m, n), PL_GRID((i, n / B + m)),
        PL_IN (int32_t, a, (n + B * m), PL_BLOCKSPEC((PL_ELEMENT(B + 2, 1, 1)), (i * B), PL_EDGE(1))),
        PL_OUT(int32_t, z, (n / B + m), PL_BLOCKSPEC((1), (i))))

enum { MOST = 4 * B + 3 };

static int32_t in[MOST + B], pairs[MOST][2], out[2 * MOST];

static void fill(void)
{
    for (int32_t e = 0; e < MOST + B; e++)
        in[e] = 3 * e + 10;
    for (int32_t r = 0; r < MOST; r++)
        pairs[r][0] = r, pairs[r][1] = 100 - r;
}

// Returns the first and the last element of a window, as the kernel weighs them.
static int32_t ends(long extent, long start, long size, int32_t edge, int32_t weight)
{
    long last = start + size - 1;
    return weight * (start < 0 || start >= extent ? edge : in[start]) +
           (weight + 1) * (last < 0 || last >= extent ? edge : in[last]);
}

static int32_t pair(long row)
{
    return 17 * pairs[row][0] + 18 * pairs[row][1];
}

TEST(as_many_programs_as_blocks)
{
    fill();
    for (long n = 1; n <= MOST; n++) {
        long blocks = (n + B - 1) / B;
        EXPECT(rounded_up(n, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
        for (long i = 0; i < blocks; i++) {
            int32_t z = ends(n, i * B - 1, B + 2, 1, 1) + ends(n, i * B - B + 1, B, 2, 3) + ends(n, i * B - 1, B + 2, 3, 5) +
                        ends(n, i - 1, 3, 4, 7) + ends(n, (blocks - 1 - i) * B - 1, B + 2, 5, 9) + ends(n, i * 4, 4, 6, 11) +
                        ends(n + B, (i + 1) * B, B, 7, 13) + ends(n, (blocks - 1 - i) * B, B, 8, 15) + pair(4 * i);
            EXPECT(out[i] == z);
        }
    }
}

TEST(only_whole_blocks)
{
    fill();
    for (long n = B; n <= MOST; n++) {
        EXPECT(rounded_down(n, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
        for (long i = 0; i < n / B; i++)
            for (long j = 0; j < 2; j++) {
                int32_t z = ends(n, i * B - 1, B + 2, 1, 1) + ends(n, i * B, B, 0, 3) + ends(n, i * B - 1, B + 2, 3, 5) +
                            ends(n, i * B + j * 6 - 1, 3, 4, 7) + ends(n, (n / B - 1 - i) * B - 2, B + 2, 5, 9) +
                            ends(n, (2 * i + j) * 4, 4, 0, 11) + ends(n + B, (i + j) * B, B, 0, 13) +
                            ends(n, (n / B - 1 - i) * B, B, 0, 15) + pair(i * B + j * 7);
                EXPECT(out[i * 2 + j] == z);
            }
    }
}

TEST(promise)
{
    fill();
    for (long n = B; n <= MOST; n += B) {
        EXPECT(promised(n, in, out) == 0);
        for (long i = 0; i < n / B; i++)
            EXPECT(out[i] == ends(n, i * B - 1, B + 2, 1, 1));
    }
}

// Sizes without programs, and no elements.
TEST(no_programs)
{
    EXPECT(rounded_up(0, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
    EXPECT(rounded_down(B - 1, in, in, in, in, in, in, in, in, pairs[0], out) == 0);
    EXPECT(promised(0, in, out) == 0);
}

int main(void)
{
    RUN(as_many_programs_as_blocks);
    RUN(only_whole_blocks);
    RUN(promise);
    RUN(no_programs);
    return test_end();
}
