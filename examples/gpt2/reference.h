// reference.h -- the same model in plain C, without blocks and without pallas.h. The kernels are checked against it, and it is
// their peer in speed.
//
// CPPFLAGS=-Dreal=double computes it in double. Finite differences then confirm its gradients to 7 digits instead of 2.

#ifndef GPT2_REFERENCE_H
#define GPT2_REFERENCE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>                                     // exp of a float is expf
#include "model.h"

#ifndef real
#define real float
#endif

// ---- Layers, each with its backward, which adds to the gradients ----

static void ref_embed(long rows, long length, long width, const int32_t *token, const real *table, const real *position,
                      real *x)
{
    for (long t = 0; t < rows; t++)
        for (long c = 0; c < width; c++)
            x[t * width + c] = table[token[t] * width + c] + position[t % length * width + c];
}

static void ref_embed_backward(long rows, long length, long width, const int32_t *token, const real *dx, real *dtable,
                               real *dposition)
{
    for (long t = 0; t < rows; t++)
        for (long c = 0; c < width; c++) {
            dtable[token[t] * width + c] += dx[t * width + c];
            dposition[t % length * width + c] += dx[t * width + c];
        }
}

static void ref_norm(long rows, long width, const real *x, const real *gain, const real *shift, real *mean, real *scale,
                     real *z)
{
    for (long r = 0; r < rows; r++, x += width, z += width) {
        real sum = 0, squares = 0;
        for (long c = 0; c < width; c++)
            sum += x[c];
        mean[r] = sum / width;
        for (long c = 0; c < width; c++)
            squares += (x[c] - mean[r]) * (x[c] - mean[r]);
        scale[r] = 1 / sqrt(squares / width + (real)1e-5);
        for (long c = 0; c < width; c++)
            z[c] = (x[c] - mean[r]) * scale[r] * gain[c] + shift[c];
    }
}

static void ref_norm_backward(long rows, long width, const real *x, const real *gain, const real *mean, const real *scale,
                              const real *dz, real *dx, real *dgain, real *dshift)
{
    for (long r = 0; r < rows; r++, x += width, dz += width, dx += width) {
        real sum = 0, products = 0;
        for (long c = 0; c < width; c++) {
            real n = (x[c] - mean[r]) * scale[r], dn = dz[c] * gain[c];
            sum += dn;
            products += dn * n;
            dgain[c] += dz[c] * n;
            dshift[c] += dz[c];
        }
        for (long c = 0; c < width; c++) {
            real n = (x[c] - mean[r]) * scale[r], dn = dz[c] * gain[c];
            dx[c] += (dn - sum / width - n * products / width) * scale[r];
        }
    }
}

// z = x w + bias, with n inputs and m outputs. The inner loop follows the rows of w, so that compilers vectorize it.
static void ref_linear(long rows, long n, long m, const real *x, const real *w, const real *bias, real *z)
{
    for (long r = 0; r < rows; r++) {
        for (long j = 0; j < m; j++)
            z[r * m + j] = bias[j];
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++)
                z[r * m + j] += x[r * n + i] * w[i * m + j];
    }
}

static void ref_linear_backward(long rows, long n, long m, const real *x, const real *w, const real *dz, real *dx, real *dw,
                                real *dbias)
{
    for (long r = 0; r < rows; r++) {
        for (long j = 0; j < m; j++)
            dbias[j] += dz[r * m + j];
        for (long i = 0; i < n; i++) {
            real sum = 0;
            for (long j = 0; j < m; j++)
                sum += dz[r * m + j] * w[i * m + j];
            dx[r * n + i] += sum;
            for (long j = 0; j < m; j++)
                dw[i * m + j] += x[r * n + i] * dz[r * m + j];
        }
    }
}

static const real ref_slope = (real)0.7978845608028654, ref_cube = (real)0.044715;

static void ref_gelu(long n, const real *h, real *z)
{
    for (long i = 0; i < n; i++)
        z[i] = h[i] * (1 + tanh(ref_slope * (h[i] + ref_cube * h[i] * h[i] * h[i]))) / 2;
}

// Multiplies dz by the derivative: dz becomes dh.
static void ref_gelu_backward(long n, const real *h, real *dz)
{
    for (long i = 0; i < n; i++) {
        real t = tanh(ref_slope * (h[i] + ref_cube * h[i] * h[i] * h[i]));
        dz[i] *= (1 + t + h[i] * (1 - t * t) * ref_slope * (1 + 3 * ref_cube * h[i] * h[i])) / 2;
    }
}

// Query t sees keys 0 to t. The weights are stored for the backward: length x length for each head of each sequence.
static void ref_attention(const struct shape *s, const real *q, const real *k, const real *v, real *weight, real *o)
{
    long size = s->width / s->heads;
    for (long b = 0; b < s->batch; b++)
        for (long h = 0; h < s->heads; h++)
            for (long t = 0; t < s->length; t++, weight += s->length) {
                long first = b * s->length * s->width + h * size, here = first + t * s->width;
                real top = -INFINITY, sum = 0;
                for (long u = 0; u <= t; u++) {
                    real score = 0;
                    for (long c = 0; c < size; c++)
                        score += q[here + c] * k[first + u * s->width + c];
                    weight[u] = score / sqrt((real)size);
                    top = weight[u] > top ? weight[u] : top;
                }
                for (long u = 0; u <= t; u++)
                    sum += weight[u] = exp(weight[u] - top);
                for (long c = 0; c < size; c++)
                    o[here + c] = 0;
                for (long u = 0; u <= t; u++) {
                    weight[u] /= sum;
                    for (long c = 0; c < size; c++)
                        o[here + c] += weight[u] * v[first + u * s->width + c];
                }
            }
}

static void ref_attention_backward(const struct shape *s, const real *q, const real *k, const real *v, const real *weight,
                                   const real *dout, real *dq, real *dk, real *dv)
{
    long size = s->width / s->heads;
    for (long b = 0; b < s->batch; b++)
        for (long h = 0; h < s->heads; h++)
            for (long t = 0; t < s->length; t++, weight += s->length) {
                long first = b * s->length * s->width + h * size, here = first + t * s->width;
                real all = 0;                           // the sum of weight dweight, for the derivative of softmax
                for (long u = 0; u <= t; u++)
                    for (long c = 0; c < size; c++)
                        all += weight[u] * dout[here + c] * v[first + u * s->width + c];
                for (long u = 0; u <= t; u++) {
                    long there = first + u * s->width;
                    real dweight = 0;
                    for (long c = 0; c < size; c++)
                        dweight += dout[here + c] * v[there + c];
                    real dscore = weight[u] * (dweight - all) / sqrt((real)size);
                    for (long c = 0; c < size; c++) {
                        dv[there + c] += weight[u] * dout[here + c];
                        dq[here + c] += dscore * k[there + c];
                        dk[there + c] += dscore * q[here + c];
                    }
                }
            }
}

// The last layer uses the table as its weights: logits = x table^T.
static void ref_logits(long rows, long width, long words, const real *x, const real *table, real *logits)
{
    for (long r = 0; r < rows; r++)
        for (long w = 0; w < words; w++) {
            real sum = 0;
            for (long c = 0; c < width; c++)
                sum += x[r * width + c] * table[w * width + c];
            logits[r * words + w] = sum;
        }
}

static void ref_logits_backward(long rows, long width, long words, const real *x, const real *table, const real *dlogits,
                                real *dx, real *dtable)
{
    for (long r = 0; r < rows; r++)
        for (long w = 0; w < words; w++)
            for (long c = 0; c < width; c++) {
                dx[r * width + c] += dlogits[r * words + w] * table[w * width + c];
                dtable[w * width + c] += dlogits[r * words + w] * x[r * width + c];
            }
}

// Returns the mean of -log softmax(logits)[target], and writes its gradient.
static double ref_loss(long rows, long words, const real *logits, const int32_t *target, real *dlogits)
{
    double loss = 0;
    for (long r = 0; r < rows; r++, logits += words, dlogits += words) {
        real top = -INFINITY, sum = 0;
        for (long c = 0; c < words; c++)
            top = logits[c] > top ? logits[c] : top;
        for (long c = 0; c < words; c++)
            sum += dlogits[c] = exp(logits[c] - top);
        for (long c = 0; c < words; c++)
            dlogits[c] = (dlogits[c] / sum - (c == target[r])) / rows;
        loss += log(sum) - (logits[target[r]] - top);
    }
    return loss / rows;
}

// ---- The model ----

// Activations of one layer, which its backward reads.
struct ref_layer {
    real *x, *norm1, *mean1, *scale1, *qkv, *weight, *heads, *mid, *norm2, *mean2, *scale2, *up, *gelu;
};

struct reference {
    struct shape shape;
    real *w, *dw;                                       // parameters and their gradient
    struct ref_layer *layer;
    real *x, *norm, *mean, *scale, *logits;             // activations after the last layer
    real *dx, *dnorm, *dqkv, *dheads, *dup, *dlogits;   // gradients of activations
};

static real *ref_alloc(long n)
{
    real *p = calloc((size_t)n, sizeof *p);
    if (!p) {
        fprintf(stderr, "out of memory: %ld numbers\n", n);
        exit(2);
    }
    return p;
}

static struct reference ref_new(const struct shape *s)
{
    struct reference m = { .shape = *s };
    long rows = s->batch * s->length, n = rows * s->width, size = offset_of(s, TENSORS, 0);
    m.w = ref_alloc(size), m.dw = ref_alloc(size);
    m.layer = calloc((size_t)s->layers, sizeof *m.layer);
    for (long l = 0; l < s->layers; l++)
        m.layer[l] = (struct ref_layer){
            ref_alloc(n), ref_alloc(n), ref_alloc(rows), ref_alloc(rows), ref_alloc(3 * n),
            ref_alloc(rows * s->heads * s->length), ref_alloc(n), ref_alloc(n), ref_alloc(n), ref_alloc(rows),
            ref_alloc(rows), ref_alloc(4 * n), ref_alloc(4 * n)
        };
    m.x = ref_alloc(n), m.norm = ref_alloc(n), m.mean = ref_alloc(rows), m.scale = ref_alloc(rows);
    m.logits = ref_alloc(rows * s->words), m.dlogits = ref_alloc(rows * s->words);
    m.dx = ref_alloc(n), m.dnorm = ref_alloc(n), m.dqkv = ref_alloc(3 * n), m.dheads = ref_alloc(n);
    m.dup = ref_alloc(4 * n);
    return m;
}

static void ref_free(struct reference *m)
{
    for (long l = 0; l < m->shape.layers; l++) {
        struct ref_layer *a = &m->layer[l];
        real *all[] = { a->x, a->norm1, a->mean1, a->scale1, a->qkv, a->weight, a->heads, a->mid, a->norm2, a->mean2,
                        a->scale2, a->up, a->gelu };
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            free(all[i]);
    }
    real *all[] = { m->w, m->dw, m->x, m->norm, m->mean, m->scale, m->logits, m->dx, m->dnorm, m->dqkv, m->dheads, m->dup,
                    m->dlogits };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(m->layer);
}

static real *ref_w(const struct reference *m, int tensor, long layer)
{
    return m->w + offset_of(&m->shape, tensor, layer);
}

static real *ref_dw(const struct reference *m, int tensor, long layer)
{
    return m->dw + offset_of(&m->shape, tensor, layer);
}

// Returns the loss.
static double ref_forward(struct reference *m, const int32_t *token, const int32_t *target)
{
    const struct shape *s = &m->shape;
    long rows = s->batch * s->length, width = s->width, n = rows * width;
    ref_embed(rows, s->length, width, token, ref_w(m, TABLE, 0), ref_w(m, POSITION, 0), m->layer[0].x);
    for (long l = 0; l < s->layers; l++) {
        struct ref_layer *a = &m->layer[l];
        real *next = l + 1 < s->layers ? m->layer[l + 1].x : m->x;
        ref_norm(rows, width, a->x, ref_w(m, NORM1_GAIN, l), ref_w(m, NORM1_SHIFT, l), a->mean1, a->scale1, a->norm1);
        for (long p = 0; p < 3; p++)
            ref_linear(rows, width, width, a->norm1, ref_w(m, QKV_W, l) + p * width * width,
                       ref_w(m, QKV_B, l) + p * width, a->qkv + p * n);
        ref_attention(s, a->qkv, a->qkv + n, a->qkv + 2 * n, a->weight, a->heads);
        ref_linear(rows, width, width, a->heads, ref_w(m, OUT_W, l), ref_w(m, OUT_B, l), a->mid);
        for (long i = 0; i < n; i++)
            a->mid[i] += a->x[i];
        ref_norm(rows, width, a->mid, ref_w(m, NORM2_GAIN, l), ref_w(m, NORM2_SHIFT, l), a->mean2, a->scale2, a->norm2);
        ref_linear(rows, width, 4 * width, a->norm2, ref_w(m, UP_W, l), ref_w(m, UP_B, l), a->up);
        ref_gelu(4 * n, a->up, a->gelu);
        ref_linear(rows, 4 * width, width, a->gelu, ref_w(m, DOWN_W, l), ref_w(m, DOWN_B, l), next);
        for (long i = 0; i < n; i++)
            next[i] += a->mid[i];
    }
    ref_norm(rows, width, m->x, ref_w(m, NORM_GAIN, 0), ref_w(m, NORM_SHIFT, 0), m->mean, m->scale, m->norm);
    ref_logits(rows, width, s->words, m->norm, ref_w(m, TABLE, 0), m->logits);
    return ref_loss(rows, s->words, m->logits, target, m->dlogits);
}

static void ref_zero(real *x, long n)
{
    memset(x, 0, (size_t)n * sizeof *x);
}

// Writes the gradient of the loss that ref_forward returned, by all parameters, to m->dw.
static void ref_backward(struct reference *m, const int32_t *token)
{
    const struct shape *s = &m->shape;
    long rows = s->batch * s->length, width = s->width, n = rows * width;
    ref_zero(m->dw, offset_of(s, TENSORS, 0));
    ref_zero(m->dx, n);
    ref_zero(m->dnorm, n);
    ref_logits_backward(rows, width, s->words, m->norm, ref_w(m, TABLE, 0), m->dlogits, m->dnorm, ref_dw(m, TABLE, 0));
    ref_norm_backward(rows, width, m->x, ref_w(m, NORM_GAIN, 0), m->mean, m->scale, m->dnorm, m->dx,
                      ref_dw(m, NORM_GAIN, 0), ref_dw(m, NORM_SHIFT, 0));
    for (long l = s->layers - 1; l >= 0; l--) {
        struct ref_layer *a = &m->layer[l];
        ref_zero(m->dup, 4 * n);
        ref_linear_backward(rows, 4 * width, width, a->gelu, ref_w(m, DOWN_W, l), m->dx, m->dup, ref_dw(m, DOWN_W, l),
                            ref_dw(m, DOWN_B, l));
        ref_gelu_backward(4 * n, a->up, m->dup);
        ref_zero(m->dnorm, n);
        ref_linear_backward(rows, width, 4 * width, a->norm2, ref_w(m, UP_W, l), m->dup, m->dnorm, ref_dw(m, UP_W, l),
                            ref_dw(m, UP_B, l));
        ref_norm_backward(rows, width, a->mid, ref_w(m, NORM2_GAIN, l), a->mean2, a->scale2, m->dnorm, m->dx,
                          ref_dw(m, NORM2_GAIN, l), ref_dw(m, NORM2_SHIFT, l));
        ref_zero(m->dheads, n);
        ref_linear_backward(rows, width, width, a->heads, ref_w(m, OUT_W, l), m->dx, m->dheads, ref_dw(m, OUT_W, l),
                            ref_dw(m, OUT_B, l));
        ref_zero(m->dqkv, 3 * n);
        ref_attention_backward(s, a->qkv, a->qkv + n, a->qkv + 2 * n, a->weight, m->dheads, m->dqkv, m->dqkv + n,
                               m->dqkv + 2 * n);
        ref_zero(m->dnorm, n);
        for (long p = 0; p < 3; p++)
            ref_linear_backward(rows, width, width, a->norm1, ref_w(m, QKV_W, l) + p * width * width, m->dqkv + p * n,
                                m->dnorm, ref_dw(m, QKV_W, l) + p * width * width, ref_dw(m, QKV_B, l) + p * width);
        ref_norm_backward(rows, width, a->x, ref_w(m, NORM1_GAIN, l), a->mean1, a->scale1, m->dnorm, m->dx,
                          ref_dw(m, NORM1_GAIN, l), ref_dw(m, NORM1_SHIFT, l));
    }
    ref_embed_backward(rows, s->length, width, token, m->dx, ref_dw(m, TABLE, 0), ref_dw(m, POSITION, 0));
}

// AdamW, step t, counted from 1. m and v are running means of the gradient and of its square.
static void ref_adamw(long n, long t, real rate, real decay, const real *dw, real *m, real *v, real *w)
{
    const real keep_m = (real)0.9, keep_v = (real)0.95;
    real grow_m = 1 / (1 - pow(keep_m, (real)t)), grow_v = 1 / (1 - pow(keep_v, (real)t));
    for (long i = 0; i < n; i++) {
        m[i] = keep_m * m[i] + (1 - keep_m) * dw[i];
        v[i] = keep_v * v[i] + (1 - keep_v) * dw[i] * dw[i];
        w[i] -= rate * (m[i] * grow_m / (sqrt(v[i] * grow_v) + (real)1e-8) + decay * w[i]);
    }
}

#endif
