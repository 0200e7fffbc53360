// model.h -- the shape of a GPT, the layout of its parameters, and their initial values: for the kernels and for plain C.

#ifndef GPT2_MODEL_H
#define GPT2_MODEL_H

#include <math.h>
#include <stdint.h>

struct shape {
    long batch, length;                                 // sequences per step, tokens per sequence
    long words;                                         // different tokens; here, characters
    long layers, heads, width;                          // a head has width / heads columns
};

// Matrices come first, then vectors: AdamW applies weight decay to matrices only. All layers of a tensor are together.
enum tensor {
    TABLE, POSITION, QKV_W, OUT_W, UP_W, DOWN_W,
    NORM1_GAIN, NORM1_SHIFT, QKV_B, OUT_B, NORM2_GAIN, NORM2_SHIFT, UP_B, DOWN_B, NORM_GAIN, NORM_SHIFT,
    TENSORS, MATRICES = NORM1_GAIN
};

static const char *const tensor_names[TENSORS] = {
    "table", "position", "qkv_w", "out_w", "up_w", "down_w", "norm1_gain", "norm1_shift", "qkv_b", "out_b",
    "norm2_gain", "norm2_shift", "up_b", "down_b", "norm_gain", "norm_shift"
};

// Returns the number of elements that one layer has of a tensor. The last layer has none: its weights are the table.
static long tensor_size(const struct shape *s, int tensor)
{
    long w = s->width;
    switch (tensor) {
    case TABLE: return s->words * w;
    case POSITION: return s->length * w;
    case QKV_W: return 3 * w * w;
    case OUT_W: return w * w;
    case UP_W: case DOWN_W: return 4 * w * w;
    case QKV_B: return 3 * w;
    case UP_B: return 4 * w;
    default: return w;
    }
}

static long tensor_layers(const struct shape *s, int tensor)
{
    return tensor == TABLE || tensor == POSITION || tensor == NORM_GAIN || tensor == NORM_SHIFT ? 1 : s->layers;
}

// Returns the index of the first parameter of a tensor in a layer; for (TENSORS, 0), the number of all parameters.
static long offset_of(const struct shape *s, int tensor, long layer)
{
    long offset = layer * tensor_size(s, tensor);
    for (int t = 0; t < tensor; t++)
        offset += tensor_layers(s, t) * tensor_size(s, t);
    return offset;
}

// ---- Random numbers, the same on every machine: a generator of the PCG family ----

static uint32_t random_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint32_t x = (uint32_t)(((*state >> 18) ^ *state) >> 27), by = (uint32_t)(*state >> 59);
    return x >> by | x << (-by & 31);
}

// Returns a number in [0, 1).
static double random_uniform(uint64_t *state)
{
    return random_bits(state) / 4294967296.0;
}

// Returns a number with mean 0 and standard deviation 1 (Box and Muller's method).
static double random_normal(uint64_t *state)
{
    double r = sqrt(-2 * log(1 - random_uniform(state)));
    return r * cos(6.283185307179586 * random_uniform(state));
}

// Gains are 1, shifts and biases 0, and matrices are normal. GPT-2's standard deviation is 0.02 at width 768; narrower layers need
// more. Matrices before a residual connection get less, so that the sum over all layers does not grow with their number.
static void initialize(const struct shape *s, float *parameters, uint64_t *state)
{
    for (int t = 0; t < TENSORS; t++) {
        double deviation = 0.55 / sqrt((double)s->width);
        if (t == OUT_W || t == DOWN_W)
            deviation /= sqrt(2.0 * (double)s->layers);
        long end = offset_of(s, t + 1, 0);
        for (long i = offset_of(s, t, 0); i < end; i++)
            if (t < MATRICES)
                parameters[i] = (float)(deviation * random_normal(state));
            else
                parameters[i] = t == NORM1_GAIN || t == NORM2_GAIN || t == NORM_GAIN;
    }
}

#endif
