// byte_views.c -- a PL_VIEW of another element type reads the same bytes as memcpy would: smaller elements, larger ones, those of the
// same size, structs, small floats; from a row and an element on; of an input and of scratch.

// Its views take several rows as one, which PL_IN_PLACE does not allow.
#undef PL_IN_PLACE
#define PL_IN_PLACE 0
#include <pallas.h>
#include "../test.h"

enum { R = 4, C = 8 };
struct pair { float value; int32_t key; };

// Fills an array with bytes that are no NaN in any type.
static void fill(void *to, size_t bytes)
{
    unsigned char *at = to;
    for (size_t i = 0; i < bytes; i++)
        at[i] = (unsigned char)((i * 37 + i / 16 + 5) % 96);
}

PL_KERNEL(smaller_kernel, PL_REF(const uint32_t, x, R, C), PL_REF(uint16_t, h, R, 2 * C), PL_REF(float, f, 2, 2 * C))
{
    PL_VIEW(const uint16_t, halves, (const uint16_t (*)[2 * C])&x[0], R, 2 * C);
    PL_ASSIGN(h, halves);
    PL_VIEW(const int8_t, bytes, (const int8_t (*)[4 * C])&x[1], 2, 4 * C);      // from a row on
    PL_EACH ((r, 2), (c, 2 * C))
        f[r][c] = (float)bytes[r][c] - 2 * (float)bytes[r][4 * C - 1 - c];
}

PL_CALL(smaller, smaller_kernel, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN (uint32_t, x, (n * R, C), PL_BLOCKSPEC((R, C), (i, 0))),
        PL_OUT(uint16_t, h, (n * R, 2 * C), PL_BLOCKSPEC((R, 2 * C), (i, 0))),
        PL_OUT(float, f, (n * 2, 2 * C), PL_BLOCKSPEC((2, 2 * C), (i, 0))))

TEST(smaller_elements)
{
    uint32_t x[3 * R][C];
    uint16_t h[3 * R][2 * C], expected[3 * R][2 * C];
    int8_t bytes[3 * R][4 * C];
    float f[3 * 2][2 * C];
    fill(x, sizeof x);
    memcpy(expected, x, sizeof x);
    memcpy(bytes, x, sizeof x);
    EXPECT(smaller(3, *x, *h, *f) == 0);
    EXPECT(!memcmp(h, expected, sizeof h));
    for (int i = 0; i < 3 * 2; i++)
        for (int c = 0; c < 2 * C; c++) {
            const int8_t *row = bytes[i / 2 * R + 1 + i % 2];
            EXPECT(f[i][c] == (float)row[c] - 2 * (float)row[4 * C - 1 - c]);
        }
}

// Also of three dims, and of scratch that is written before.
PL_KERNEL(larger_kernel, PL_REF(const uint8_t, x, 2, R, 8 * C), PL_REF(uint64_t, whole, R, C), PL_REF(int64_t, sums, C), PL_REF(int16_t, kept, R, C))
{
    PL_VIEW(const uint64_t, second, (const uint64_t (*)[C])&x[1][0], R, C);
    PL_EACH ((r, R), (c, C)) {
        whole[r][c] = second[r][c];
        kept[r][c] = (int16_t)(r * C + c * 3);
    }
    PL_VIEW(const int32_t, words, (const int32_t (*)[R][2 * C])x, 2, R, 2 * C);
    PL_VIEW(const int32_t, pairs, (const int32_t (*)[C / 2])kept, R, C / 2);
    PL_EACH ((c, C)) {
        int64_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (r, R), (int64_t)words[0][r][2 * c + 1] + pairs[r][c / 2]);
        sums[c] = sum;
    }
}

PL_CALL(larger, larger_kernel, PL_GRID(),
        PL_IN (uint8_t, x, (2, R, 8 * C), PL_WHOLE),
        PL_OUT(uint64_t, whole, (R, C), PL_WHOLE),
        PL_OUT(int64_t, sums, (C), PL_WHOLE),
        PL_SCRATCH(int16_t, (R, C)))

TEST(larger_elements)
{
    uint8_t x[2][R][8 * C];
    uint64_t whole[R][C];
    int64_t sums[C];
    int32_t words[R][2 * C], pairs[R][C / 2];
    int16_t kept[R][C];
    fill(x, sizeof x);
    memcpy(words, x[0], sizeof words);
    for (int i = 0; i < R * C; i++)
        kept[i / C][i % C] = (int16_t)(i / C * C + i % C * 3);
    memcpy(pairs, kept, sizeof kept);
    EXPECT(larger(**x, *whole, sums) == 0);
    EXPECT(!memcmp(whole, x[1], sizeof whole));
    for (int c = 0; c < C; c++) {
        int64_t sum = 0;
        for (int r = 0; r < R; r++)
            sum += (int64_t)words[r][2 * c + 1] + pairs[r][c / 2];
        EXPECT(sums[c] == sum);
    }
}

PL_KERNEL(floats_kernel, PL_REF(const float, x, C), PL_REF(const uint16_t, w, R, C), PL_REF(const struct pair, p, R), PL_REF(int32_t, bits, C),
          PL_REF(float, z, R, C), PL_REF(float, values, R))
{
    PL_VIEW(const int32_t, i, (const int32_t *)&x[0], C);
    PL_VIEW(const pl_bf16, weights, (const pl_bf16 (*)[C])w, R, C);
    PL_VIEW(const float, fields, (const float *)&p[1], 2 * (R - 1));              // from an element on
    PL_EACH ((c, C))
        bits[c] = i[c] & 0x7fffffff;
    PL_TILE(pl_bf16, copy, R, C);
    PL_ASSIGN(copy, weights);
    PL_ASSIGN(z, copy);
    PL_EACH ((r, R), (c, C))
        z[r][c] += pl_to_f32(weights[r][c]);
    PL_EACH ((r, R))
        values[r] = r < R - 1 ? fields[2 * r] : p[0].value;
}

PL_CALL(floats, floats_kernel, PL_GRID(),
        PL_IN (float, x, (C), PL_WHOLE),
        PL_IN (uint16_t, w, (R, C), PL_WHOLE),
        PL_IN (struct pair, p, (R), PL_WHOLE),
        PL_OUT(int32_t, bits, (C), PL_WHOLE),
        PL_OUT(float, z, (R, C), PL_WHOLE),
        PL_OUT(float, values, (R), PL_WHOLE))

TEST(floats_and_structs)
{
    float x[C], z[R][C], values[R];
    uint16_t w[R][C];
    struct pair p[R];
    int32_t bits[C];
    for (int c = 0; c < C; c++)
        x[c] = (float)(c - 3) * 1.25f;
    for (int i = 0; i < R * C; i++)
        w[i / C][i % C] = pl_to_bf16((float)i - 7).bits;
    for (int r = 0; r < R; r++)
        p[r] = (struct pair){ (float)r + 0.5f, r };
    EXPECT(floats(x, *w, p, bits, *z, values) == 0);
    for (int c = 0; c < C; c++) {
        int32_t expected;
        memcpy(&expected, &x[c], sizeof expected);
        EXPECT(bits[c] == (expected & 0x7fffffff));
    }
    for (int i = 0; i < R * C; i++)
        EXPECT(z[i / C][i % C] == 2 * ((float)i - 7));
    for (int r = 0; r < R; r++)
        EXPECT(values[r] == (r < R - 1 ? (float)r + 1.5f : 0.5f));
}

// A view keeps its place when a variable that determined it changes.
PL_KERNEL(places_kernel, PL_REF(const uint32_t, x, R, C), PL_REF(uint16_t, z, R))
{
    int r = 1;
    PL_VIEW(const uint16_t, halves, (const uint16_t (*)[2 * C])&x[r], 2, 2 * C);
    r = 2;
    PL_LOOP (i, 0, R) {
        PL_VIEW(const uint16_t, row, (const uint16_t *)&x[i][r], 4);
        z[i] = (uint16_t)(row[3] + 256 * halves[i % 2][0]);
    }
}

PL_CALL(places, places_kernel, PL_GRID(), PL_IN(uint32_t, x, (R, C), PL_WHOLE), PL_OUT(uint16_t, z, (R), PL_WHOLE))

TEST(places_that_change)
{
    uint32_t x[R][C];
    uint16_t z[R], halves[R][2 * C];
    fill(x, sizeof x);
    memcpy(halves, x, sizeof x);
    EXPECT(places(*x, z) == 0);
    for (int i = 0; i < R; i++)
        EXPECT(z[i] == (uint16_t)(halves[i][2 * 2 + 3] + 256 * halves[1 + i % 2][0]));
}

int main(void)
{
    RUN(smaller_elements);
    RUN(larger_elements);
    RUN(floats_and_structs);
    RUN(places_that_change);
    return test_end();
}
