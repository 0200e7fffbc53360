// states.c -- PL_DOT of a state that a scratch carries from step to step: h = clip(x + h · w), in floats and in 16-bit
// floats, whole and by layers. Values are small integers, so sums are exact in any order.

#include <pallas.h>
#include <stdint.h>
#include "../test.h"

enum { B = 32, H = 64, LAYERS = 2, STEPS = 5, MOST = 40 };

static float clipped(float v)
{
    return v > 3 ? 3 : v < -3 ? -3 : v;
}

// ---- A float state, which neighbors read along a row, and along a column ----

PL_KERNEL(float_kernel, PL_REF(const float, x, B, H), PL_REF(const float, w, H, H), PL_REF(float, z, B, H),
          PL_REF(float, turned, H, B), PL_REF(float, h, B, H))
{
    PL_TILE(float, sum, B, H);
    PL_WHEN (PL_FIRST(1))
        PL_FILL(h, 1);
    PL_ASSIGN(sum, x);
    PL_DOT(sum, h, w);
    PL_EACH ((r, B), (c, H))
        h[r][c] = clipped(sum[r][c]);
    PL_EACH ((c, H), (r, B))
        turned[c][r] = h[r][c];
    PL_EACH ((r, B), (c, H))
        z[r][c] = h[r][c] + h[r][(c + 1) % H];
}

PL_CALL(float_states, float_kernel, PL_SIZES(m, steps), PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_ARBITRARY(t, steps)),
        PL_IN (float, x, (steps, m, H), PL_BLOCKSPEC((PL_NONE, B, H), (t, i, 0), PL_EDGE(0))),
        PL_IN (float, w, (H, H), PL_WHOLE),
        PL_OUT(float, z, (steps, m, H), PL_BLOCKSPEC((PL_NONE, B, H), (t, i, 0))),
        PL_OUT(float, turned, (steps, H, PL_CDIV(m, B) * B), PL_BLOCKSPEC((PL_NONE, H, B), (t, 0, i))),
        PL_SCRATCH(float, (B, H)))

// ---- Layers of 16-bit floats, each a part of one scratch; the second one is multiplied transposed, too ----

PL_KERNEL(layers_kernel, PL_REF(const pl_bf16, x, B, H), PL_REF(const pl_bf16, w, H, H), PL_REF(float, z, B, H),
          PL_REF(float, square, B, B), PL_REF(pl_bf16, h, LAYERS, B, H))
{
    PL_TILE(float, sum, B, H);
    PL_WHEN (PL_FIRST(1))
        PL_FILL(h, pl_to_bf16(1));
    for (int l = 0; l < LAYERS; l++) {
        PL_VIEW(pl_bf16, layer, h[l], B, H);
        PL_EACH ((r, B), (c, H))
            sum[r][c] = pl_to_f32(x[r][c]);
        PL_DOT(sum, layer, w);
        PL_EACH ((r, B), (c, H))
            layer[r][c] = pl_to_bf16(clipped(sum[r][c] - (float)l));
    }
    PL_ASSIGN(z, sum);
    PL_VIEW(const pl_bf16, first, h[0], B, H);
    PL_VIEW(const pl_bf16, second, h[1], B, H);
    PL_FILL(square, 0);
    PL_DOT(square, first, PL_T(second));
}

PL_CALL(layer_states, layers_kernel, PL_SIZES(m, steps), PL_GRID(PL_PARALLEL(i, PL_CDIV(m, B)), PL_ARBITRARY(t, steps)),
        PL_IN (pl_bf16, x, (steps, m, H), PL_BLOCKSPEC((PL_NONE, B, H), (t, i, 0), PL_EDGE(0))),
        PL_IN (pl_bf16, w, (H, H), PL_WHOLE),
        PL_OUT(float, z, (steps, m, H), PL_BLOCKSPEC((PL_NONE, B, H), (t, i, 0))),
        PL_OUT(float, square, (steps, PL_CDIV(m, B) * B, B), PL_BLOCKSPEC((PL_NONE, B, B), (t, i, 0))),
        PL_SCRATCH(pl_bf16, (LAYERS, B, H)))

// ---- The same in C, row by row ----

static float x_at(long t, long r, long c)
{
    return (float)((t * 3 + r * 5 + c) % 7 - 3);
}

static float w_at(long r, long c)
{
    return (float)((r + 2 * c) % 3 - 1);
}

// sum = x + h · w, for the state of one row.
static void advance(float *sum, const float *h, long t, long r)
{
    for (long c = 0; c < H; c++) {
        sum[c] = x_at(t, r, c);
        for (long k = 0; k < H; k++)
            sum[c] += h[k] * w_at(k, c);
    }
}

TEST(floats)
{
    static float x[STEPS * MOST * H], w[H * H], z[STEPS * MOST * H], turned[STEPS * H * 2 * B], h[2 * B][H];
    for (long m = B; m <= MOST; m += MOST - B) {
        long blocks = (m + B - 1) / B;
        for (long t = 0; t < STEPS; t++)
            for (long r = 0; r < m; r++)
                for (long c = 0; c < H; c++)
                    x[(t * m + r) * H + c] = x_at(t, r, c);
        for (long i = 0; i < H * H; i++)
            w[i] = w_at(i / H, i % H);
        EXPECT(float_states(m, STEPS, x, w, z, turned) == 0);
        int wrong = 0;
        for (long i = 0; i < 2 * B * H; i++)
            h[i / H][i % H] = 1;
        for (long t = 0; t < STEPS; t++)
            for (long r = 0; r < m; r++) {
                float sum[H];
                advance(sum, h[r], t, r);
                for (long c = 0; c < H; c++)
                    h[r][c] = clipped(sum[c]);
                for (long c = 0; c < H; c++) {
                    wrong += z[(t * m + r) * H + c] != h[r][c] + h[r][(c + 1) % H];
                    wrong += turned[(t * H + c) * blocks * B + r] != h[r][c];
                }
            }
        EXPECT(wrong == 0);
    }
}

TEST(layers)
{
    static pl_bf16 x[STEPS * MOST * H], w[H * H];
    static float z[STEPS * MOST * H], square[STEPS * 2 * B * B], h[LAYERS][2 * B][H];
    for (long m = B; m <= MOST; m += MOST - B) {
        long blocks = (m + B - 1) / B;
        for (long t = 0; t < STEPS; t++)
            for (long r = 0; r < m; r++)
                for (long c = 0; c < H; c++)
                    x[(t * m + r) * H + c] = pl_to_bf16(x_at(t, r, c));
        for (long i = 0; i < H * H; i++)
            w[i] = pl_to_bf16(w_at(i / H, i % H));
        EXPECT(layer_states(m, STEPS, x, w, z, square) == 0);
        int wrong = 0;
        for (long i = 0; i < LAYERS * 2 * B * H; i++)
            h[i / (2 * B * H)][i / H % (2 * B)][i % H] = 1;
        for (long t = 0; t < STEPS; t++) {
            for (long r = 0; r < m; r++)
                for (int l = 0; l < LAYERS; l++) {
                    float sum[H];
                    advance(sum, h[l][r], t, r);
                    for (long c = 0; c < H; c++) {
                        h[l][r][c] = clipped(sum[c] - (float)l);
                        wrong += l == LAYERS - 1 && z[(t * m + r) * H + c] != sum[c];
                    }
                }
            for (long r = 0; r < m; r++)
                for (long q = r / B * B; q < m && q < r / B * B + B; q++) {
                    float sum = 0;
                    for (long k = 0; k < H; k++)
                        sum += h[0][r][k] * h[1][q][k];
                    wrong += square[(t * blocks * B + r) * B + q % B] != sum;
                }
        }
        EXPECT(wrong == 0);
    }
}

int main(void)
{
    RUN(floats);
    RUN(layers);
    return test_end();
}
