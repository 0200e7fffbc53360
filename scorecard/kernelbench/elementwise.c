// elementwise.c -- each element of the output from one of the input: activations, scaling, the rows of a matrix times a diagonal.
//
// An array of any shape is one row of elements here. Programs are independent, and what they read past the end they drop.

#include "../card.h"

enum { BLOCK = 1024 };

#define ELEMENTWISE(name, expression)                                                                                              \
    PL_KERNEL(name##_kernel, PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK))                                               \
    {                                                                                                                              \
        PL_EACH ((c, BLOCK)) {                                                                                                     \
            const float v = x[c];                                                                                                  \
            z[c] = expression;                                                                                                     \
        }                                                                                                                          \
    }                                                                                                                              \
    PL_CALL(name, name##_kernel,                                                                                                   \
            PL_SIZES(n),                                                                                                           \
            PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),                                                                            \
            PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),                                                                     \
            PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

ELEMENTWISE(relu, PL_MAX(v, 0))
ELEMENTWISE(leaky_relu, v > 0 ? v : 0.01f * v)
ELEMENTWISE(sigmoid, 1 / (1 + expf(-v)))
ELEMENTWISE(hyperbolic_tangent, tanhf(v))
ELEMENTWISE(swish, v / (1 + expf(-v)))
ELEMENTWISE(gelu, 0.5f * v * (1 + erff(0.70710678f * v)))
ELEMENTWISE(selu, 1.05070099f * (v > 0 ? v : 1.67326324f * expm1f(v)))
ELEMENTWISE(hard_sigmoid, PL_MAX(0, PL_MIN(1, v / 6 + 0.5f)))
ELEMENTWISE(softplus, PL_MAX(v, 0) + log1pf(expf(-fabsf(v))))
ELEMENTWISE(softsign, v / (1 + fabsf(v)))
ELEMENTWISE(elu, v > 0 ? v : expm1f(v))
ELEMENTWISE(hard_tanh, PL_MAX(-1, PL_MIN(1, v)))
ELEMENTWISE(gelu_tanh, 0.5f * v * (1 + tanhf(0.79788456f * (v + 0.044715f * v * v * v))))

PL_KERNEL(scale_kernel, PL_SCALAR(float, by), PL_REF(const float, x, BLOCK), PL_REF(float, z, BLOCK))
{
    PL_EACH ((c, BLOCK))
        z[c] = by * x[c];
}

PL_CALL(scale, scale_kernel,
        PL_SIZES(n),
        PL_SCALAR(float, by),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BLOCK))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((BLOCK), (i))))

// ---- Are they right? ----

// v: what is within this of the exact result is right; a few functions, each off by a few units in the last place of a
// result that is at most 2 |v| + 1.
static double bound_at(double v) { return (2 * fabs(v) + 1) * 4 * CARD_ROOT; }

#define TRY(name, expected)                                                                                                        \
    static void try_##name(long n)                                                                                                 \
    {                                                                                                                              \
        float *x = card_in_range(0, n, -8, 16), *z = card_out(n);                                                                  \
        CARD_RUN(name(n, x, z));                                                                                                   \
        CARD_EACH (i, n) {                                                                                                         \
            const double v = IN(0, i);                                                                                             \
            card_compare(z, i, expected, bound_at(v));                                                                             \
        }                                                                                                                          \
    }

TRY(relu, v > 0 ? v : 0)
TRY(leaky_relu, v > 0 ? v : 0.01 * v)
TRY(sigmoid, 1 / (1 + exp(-v)))
TRY(hyperbolic_tangent, tanh(v))
TRY(swish, v / (1 + exp(-v)))
TRY(gelu, v * erfc(-v / sqrt(2)) / 2)
TRY(selu, 1.0507009873554805 * (v > 0 ? v : 1.6732632423543772 * expm1(v)))
TRY(hard_sigmoid, v <= -3 ? 0 : v >= 3 ? 1 : (v + 3) / 6)
TRY(softplus, log1p(exp(v)))
TRY(softsign, v / (1 + fabs(v)))
TRY(elu, v > 0 ? v : expm1(v))
TRY(hard_tanh, v < -1 ? -1 : v > 1 ? 1 : v)
TRY(gelu_tanh, v / (1 + exp(-2 * 0.79788456080286536 * (v + 0.044715 * v * v * v))))

static void try_scale(long n)
{
    float *x = card_in(0, n), *z = card_out(n);
    CARD_RUN(scale(n, 3.14f, x, z));
    CARD_EACH (i, n)
        card_compare(z, i, 3.14f * (double)IN(0, i), 4 * CARD_ULP);
}

int main(int argc, char **argv)
{
    card_begin(argc, argv);
    const long n = CARD_SIZE(2500, 4096L * 393216);
    CARD_TRY(5, "Matrix scalar multiplication", try_scale(CARD_SIZE(2500, 65536L * 16384)));
    CARD_TRY(19, "ReLU", try_relu(n));
    CARD_TRY(20, "LeakyReLU", try_leaky_relu(n));
    CARD_TRY(21, "Sigmoid", try_sigmoid(n));
    CARD_TRY(22, "Tanh", try_hyperbolic_tangent(n));
    CARD_TRY(25, "Swish", try_swish(n));
    CARD_TRY(26, "GELU", try_gelu(n));
    CARD_TRY(27, "SELU", try_selu(n));
    CARD_TRY(28, "HardSigmoid", try_hard_sigmoid(n));
    CARD_TRY(29, "Softplus", try_softplus(n));
    CARD_TRY(30, "Softsign", try_softsign(n));
    CARD_TRY(31, "ELU", try_elu(n));
    CARD_TRY(32, "HardTanh", try_hard_tanh(n));
    CARD_TRY(88, "MinGPTNewGelu", try_gelu_tanh(CARD_SIZE(2500, 8192L * 8192)));
    return card_end();
}
