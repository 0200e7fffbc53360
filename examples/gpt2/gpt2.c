// gpt2.c -- trains a small GPT, character by character, on "As You Like It", and prints text that it generates.
//
//     make run SRC=examples/gpt2/gpt2.c                      a tiny model and 2 steps, everything checked against plain C
//     make run SRC=examples/gpt2/gpt2.c FAST=1 ARGS=2000     2000 steps of a larger model, in about 10 minutes; then 600 characters
//     ... TARGET=opencl                                      the same on another target
//     ... ARGS="2000 my.txt"                                 the same on your own text
//
// kernels.h has the kernels and calls, reference.h the same model in plain C, model.h the parameters of both. This file has the
// order of the calls, the checks, training and generation. docs/gpt2.md is a walk-through.
//
// No TPU runs this: a head of attention is 32 columns of a row, and a TPU takes multiples of 128.

#include <float.h>
#include "kernels.h"
#include "reference.h"
#include "../example.h"

// ---- The model: arrays on the device, and the calls in their order ----

// Activations of one layer, which its backward reads.
struct layer {
    float *x, *norm1, *mean1, *scale1, *qkv, *all, *heads, *mid, *norm2, *mean2, *scale2, *up, *gelu;
};

struct gpt {
    struct shape shape;
    float *w, *dw, *m, *v;                              // parameters, their gradient, AdamW's means
    struct layer *layer;
    float *x, *norm, *mean, *scale, *logits, *loss;     // activations after the last layer
    float *dx, *dnorm, *dqkv, *dheads, *dup, *dlogits;  // gradients of activations
    int32_t *token, *target;
};

static void *on_device(long n, size_t size)
{
    void *p = pl_alloc((size_t)n * size);
    if (!p) {
        fprintf(stderr, "%s\n", pl_error());
        exit(2);
    }
    return p;
}

static float *floats(long n)
{
    return on_device(n, sizeof(float));
}

static struct gpt gpt_new(const struct shape *s)
{
    struct gpt g = { .shape = *s };
    long rows = s->batch * s->length, n = rows * s->width, size = offset_of(s, TENSORS, 0);
    g.w = floats(size), g.dw = floats(size), g.m = floats(size), g.v = floats(size);
    g.layer = example_alloc((size_t)s->layers * sizeof *g.layer);
    for (long l = 0; l < s->layers; l++)
        g.layer[l] = (struct layer){
            floats(n), floats(n), floats(rows), floats(rows), floats(3 * n), floats(rows * s->heads), floats(n),
            floats(n), floats(n), floats(rows), floats(rows), floats(4 * n), floats(4 * n)
        };
    g.x = floats(n), g.norm = floats(n), g.mean = floats(rows), g.scale = floats(rows);
    g.logits = floats(rows * s->words), g.dlogits = floats(rows * s->words), g.loss = floats(rows);
    g.dx = floats(n), g.dnorm = floats(n), g.dqkv = floats(3 * n), g.dheads = floats(n), g.dup = floats(4 * n);
    g.token = on_device(rows, sizeof *g.token), g.target = on_device(rows, sizeof *g.target);
    return g;
}

static void gpt_free(struct gpt *g)
{
    for (long l = 0; l < g->shape.layers; l++) {
        struct layer *a = &g->layer[l];
        float *all[] = { a->x, a->norm1, a->mean1, a->scale1, a->qkv, a->all, a->heads, a->mid, a->norm2, a->mean2,
                         a->scale2, a->up, a->gelu };
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            pl_free(all[i]);
    }
    float *all[] = { g->w, g->dw, g->m, g->v, g->x, g->norm, g->mean, g->scale, g->logits, g->loss, g->dx, g->dnorm,
                     g->dqkv, g->dheads, g->dup, g->dlogits };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        pl_free(all[i]);
    pl_free(g->token);
    pl_free(g->target);
    free(g->layer);
}

static float *parameter(const struct gpt *g, int tensor, long layer)
{
    return g->w + offset_of(&g->shape, tensor, layer);
}

static float *gradient(const struct gpt *g, int tensor, long layer)
{
    return g->dw + offset_of(&g->shape, tensor, layer);
}

// Computes g->logits from g->token, which holds `batch` sequences of `length`: at most those of the shape. Returns 0 or a code, as
// do all functions below that make calls.
static int forward(struct gpt *g, long batch, long length)
{
    const struct shape *s = &g->shape;
    long rows = batch * length, width = s->width, n = rows * width;
    int failed = embed(s->words, length, rows, width, g->token, parameter(g, TABLE, 0), parameter(g, POSITION, 0),
                       g->layer[0].x);
    for (long l = 0; l < s->layers && !failed; l++) {
        struct layer *a = &g->layer[l];
        float *next = l + 1 < s->layers ? g->layer[l + 1].x : g->x;
        failed =
            layer_norm(rows, width, a->x, parameter(g, NORM1_GAIN, l), parameter(g, NORM1_SHIFT, l), a->mean1, a->scale1,
                       a->norm1) ||
            linear(3, rows, width, width, a->norm1, parameter(g, QKV_W, l), parameter(g, QKV_B, l), a->qkv) ||
            attention(batch, s->heads, length, a->qkv, a->qkv + n, a->qkv + 2 * n, a->all, a->heads) ||
            linear_add(rows, width, width, a->heads, parameter(g, OUT_W, l), parameter(g, OUT_B, l), a->x, a->mid) ||
            layer_norm(rows, width, a->mid, parameter(g, NORM2_GAIN, l), parameter(g, NORM2_SHIFT, l), a->mean2, a->scale2,
                       a->norm2) ||
            linear_gelu(rows, 4 * width, width, a->norm2, parameter(g, UP_W, l), parameter(g, UP_B, l), a->up, a->gelu) ||
            linear_add(rows, width, 4 * width, a->gelu, parameter(g, DOWN_W, l), parameter(g, DOWN_B, l), a->mid, next);
    }
    return failed ||
        layer_norm(rows, width, g->x, parameter(g, NORM_GAIN, 0), parameter(g, NORM_SHIFT, 0), g->mean, g->scale, g->norm) ||
        linear_dx(1, rows, s->words, width, g->norm, parameter(g, TABLE, 0), g->logits);
}

// Computes the loss of each row, and the gradient of the mean by the logits.
static int loss_of_rows(struct gpt *g)
{
    return cross_entropy(g->shape.batch * g->shape.length, g->shape.words, g->logits, g->target, g->loss, g->dlogits);
}

// Computes the gradient by all parameters, after loss_of_rows.
static int backward(struct gpt *g)
{
    const struct shape *s = &g->shape;
    long batch = s->batch, length = s->length, rows = batch * length, width = s->width, n = rows * width;
    int failed =
        matmul(rows, width, s->words, g->dlogits, parameter(g, TABLE, 0), g->dnorm) ||
        linear_dw(1, rows, s->words, width, g->dlogits, g->norm, gradient(g, TABLE, 0)) ||
        clear(n, g->dx) ||
        layer_norm_dx(rows, width, g->x, parameter(g, NORM_GAIN, 0), g->mean, g->scale, g->dnorm, g->dx) ||
        layer_norm_dgain(rows, width, g->x, g->mean, g->scale, g->dnorm, gradient(g, NORM_GAIN, 0),
                         gradient(g, NORM_SHIFT, 0));
    for (long l = s->layers - 1; l >= 0 && !failed; l--) {
        struct layer *a = &g->layer[l];
        failed =
            linear_dw(1, rows, 4 * width, width, a->gelu, g->dx, gradient(g, DOWN_W, l)) ||
            linear_dbias(1, rows, width, g->dx, gradient(g, DOWN_B, l)) ||
            linear_gelu_dx(rows, 4 * width, width, g->dx, parameter(g, DOWN_W, l), a->up, g->dup) ||
            linear_dw(1, rows, width, 4 * width, a->norm2, g->dup, gradient(g, UP_W, l)) ||
            linear_dbias(1, rows, 4 * width, g->dup, gradient(g, UP_B, l)) ||
            linear_dx(1, rows, width, 4 * width, g->dup, parameter(g, UP_W, l), g->dnorm) ||
            layer_norm_dgain(rows, width, a->mid, a->mean2, a->scale2, g->dnorm, gradient(g, NORM2_GAIN, l),
                             gradient(g, NORM2_SHIFT, l)) ||
            layer_norm_dx(rows, width, a->mid, parameter(g, NORM2_GAIN, l), a->mean2, a->scale2, g->dnorm, g->dx) ||
            linear_dw(1, rows, width, width, a->heads, g->dx, gradient(g, OUT_W, l)) ||
            linear_dbias(1, rows, width, g->dx, gradient(g, OUT_B, l)) ||
            linear_dx(1, rows, width, width, g->dx, parameter(g, OUT_W, l), g->dheads) ||
            attention_dq(batch, s->heads, length, a->qkv, a->qkv + n, a->qkv + 2 * n, a->all, a->heads, g->dheads,
                         g->dqkv) ||
            attention_dkv(batch, s->heads, length, a->qkv, a->qkv + n, a->qkv + 2 * n, a->all, a->heads, g->dheads,
                          g->dqkv + n, g->dqkv + 2 * n) ||
            linear_dw(3, rows, width, width, a->norm1, g->dqkv, gradient(g, QKV_W, l)) ||
            linear_dbias(3, rows, width, g->dqkv, gradient(g, QKV_B, l)) ||
            linear_dx(3, rows, width, width, g->dqkv, parameter(g, QKV_W, l), g->dnorm) ||
            layer_norm_dgain(rows, width, a->x, a->mean1, a->scale1, g->dnorm, gradient(g, NORM1_GAIN, l),
                             gradient(g, NORM1_SHIFT, l)) ||
            layer_norm_dx(rows, width, a->x, parameter(g, NORM1_GAIN, l), a->mean1, a->scale1, g->dnorm, g->dx);
    }
    return failed ||
        embed_dtable(rows, s->words, width, g->token, g->dx, gradient(g, TABLE, 0)) ||
        embed_dposition(batch, length * width, g->dx, gradient(g, POSITION, 0));
}

static const float weight_decay = 0.1f;

// AdamW, step t, counted from 1.
static int update(struct gpt *g, long t, float rate)
{
    long matrices = offset_of(&g->shape, MATRICES, 0), vectors = offset_of(&g->shape, TENSORS, 0) - matrices;
    float grow1 = 1 / (1 - powf(beta1, (float)t)), grow2 = 1 / (1 - powf(beta2, (float)t));
    return adamw(matrices, rate, weight_decay, grow1, grow2, g->dw, g->m, g->v, g->w) ||
        adamw(vectors, rate, 0, grow1, grow2, g->dw + matrices, g->m + matrices, g->v + matrices, g->w + matrices);
}

// ---- The text: a token is the index of a byte among the different bytes of the text ----

struct text {
    int32_t *token;
    long size, words;
    char letter[256];                                   // the byte of each token
};

static FILE *open_text(const char *name)
{
    char next_to[1024] = __FILE__;
    char *slash = strrchr(next_to, '/');
    if (!name) {
        snprintf(slash ? slash + 1 : next_to, sizeof next_to - (size_t)(slash ? slash + 1 - next_to : 0), "as_you_like_it.txt");
        name = next_to;
    }
    FILE *file = fopen(name, "rb");
    if (!file) {
        fprintf(stderr, "gpt2: cannot open %s: run it from the folder where it was built, or name a text: gpt2 STEPS TEXT\n", name);
        exit(2);
    }
    return file;
}

static struct text read_text(const char *name)
{
    struct text text = { .size = 0 };
    FILE *file = open_text(name);
    long capacity = 1 << 16;
    text.token = example_alloc((size_t)capacity * sizeof *text.token);
    for (int c; (c = getc(file)) != EOF; text.token[text.size++] = c)
        if (text.size == capacity)
            text.token = realloc(text.token, (size_t)(capacity *= 2) * sizeof *text.token);
    fclose(file);

    bool occurs[256] = { false };
    int32_t number[256] = { 0 };
    for (long i = 0; i < text.size; i++)
        occurs[text.token[i]] = true;
    for (int c = 0; c < 256; c++)
        if (occurs[c]) {
            number[c] = (int32_t)text.words;
            text.letter[text.words++] = (char)c;
        }
    for (long i = 0; i < text.size; i++)
        text.token[i] = number[text.token[i]];
    return text;
}

// Pieces of the text, and for each token of them the next one.
struct batch {
    int32_t *token, *target;
};

static struct batch batch_new(const struct shape *s)
{
    size_t bytes = (size_t)(s->batch * s->length) * sizeof(int32_t);
    return (struct batch){ example_alloc(bytes), example_alloc(bytes) };
}

// Draws pieces from [first, end) of the text.
static void draw_batch(const struct shape *s, const struct text *text, long first, long end, uint64_t *state, struct batch *b)
{
    for (long i = 0; i < s->batch; i++) {
        const int32_t *from = text->token + first + (long)(random_uniform(state) * (double)(end - first - s->length));
        memcpy(b->token + i * s->length, from, (size_t)s->length * sizeof *from);
        memcpy(b->target + i * s->length, from + 1, (size_t)s->length * sizeof *from);
    }
}

// Computes the mean loss of a batch.
static int loss_of_batch(struct gpt *g, const struct batch *b, double *loss)
{
    long rows = g->shape.batch * g->shape.length;
    size_t tokens = (size_t)rows * sizeof(int32_t), losses = (size_t)rows * sizeof(float);
    float *each = example_alloc(losses);
    int failed = pl_upload(g->token, b->token, tokens) || pl_upload(g->target, b->target, tokens) ||
        forward(g, g->shape.batch, g->shape.length) || loss_of_rows(g) || pl_download(each, g->loss, losses);
    *loss = 0;
    for (long r = 0; r < rows && !failed; r++)
        *loss += (double)each[r] / (double)rows;
    free(each);
    return failed;
}

// ---- Checks ----
//
// A computed sum of n products is the exact sum of slightly different products: each is off by at most n u of itself, with u half
// the distance from 1 to the next number. So a computed linear layer is an exact one with weights that are off by at most n u. With
// n the longest sum of the model, two correct computations differ by no more than weights that differ by n u make them differ.
// For the loss this is at most n u times the sum of |dw w|, to first order. For the gradient it is measured: plain C computes the
// gradient again, after each weight has moved by n u, up or down at random.

static long longest_sum(const struct shape *s)
{
    long n = 4 * s->width, rows = s->batch * s->length;
    n = rows > n ? rows : n;
    return s->words > n ? s->words : n;
}

static double norm(const real *x, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += (double)x[i] * (double)x[i];
    return sqrt(sum);
}

static double distance(const real *x, const real *y, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += ((double)x[i] - (double)y[i]) * ((double)x[i] - (double)y[i]);
    return isnan(sum) ? INFINITY : sqrt(sum);
}

// Returns the bound for the error of a loss that was computed with unit u.
static double loss_bound(const struct reference *r, double loss, double u)
{
    double sum = 0;
    for (long i = 0; i < offset_of(&r->shape, TENSORS, 0); i++)
        sum += fabs((double)r->w[i] * (double)r->dw[i]);
    return u * ((double)longest_sum(&r->shape) * sum + (double)(r->shape.words + 8) * loss);
}

// The worst of several comparisons: the one with the largest quotient of error and bound.
struct worst {
    double error, bound;
    const char *what;
};

static void compare(struct worst *worst, const char *what, double error, double bound)
{
    if (!(error * worst->bound <= worst->error * bound) || !worst->what)
        *worst = (struct worst){ error, bound, what };
}

// Checks the gradient of plain C by finite differences. In a direction d, (loss(w + h d) - loss(w - h d)) / 2h is the dot
// product of dw and d, with two errors. One grows with h^2: 2h has four times as much of it, so the quotients of h and 2h differ by three
// times the error. The other is the rounding of two losses, divided by 2h: percents in float, nothing with -Dreal=double. Directions
// are random, with more weight on parameters that have a large gradient, because those rise above the rounding.
static struct worst check_reference(struct reference *r, const struct batch *b, uint64_t *state)
{
    const double u = sizeof(real) == sizeof(float) ? FLT_EPSILON / 2 : DBL_EPSILON / 2, step = 4 * cbrt(2 * u);
    const struct shape *s = &r->shape;
    long all = offset_of(s, TENSORS, 0);
    real *w = ref_alloc(all), *dw = ref_alloc(all), *d = ref_alloc(all);
    struct worst worst = { .what = NULL };
    double loss = ref_forward(r, b->token, b->target);
    ref_backward(r, b->token);
    double rounding = loss_bound(r, loss, u);
    memcpy(w, r->w, (size_t)all * sizeof *w);
    memcpy(dw, r->dw, (size_t)all * sizeof *w);
    for (int t = 0; t < TENSORS; t++) {
        long first = offset_of(s, t, 0), end = offset_of(s, t + 1, 0);
        double size = norm(dw + first, end - first), slope = 0, quotient[2];
        for (long i = first; i < end; i++) {
            d[i] = (real)(2 * random_uniform(state) * dw[i] / size + random_normal(state) / sqrt((double)(end - first)));
            slope += (double)(dw[i] * d[i]);
        }
        for (int twice = 0; twice < 2; twice++) {
            double h = step * (twice + 1), change = 0;
            for (int sign = 1; sign >= -1; sign -= 2) {
                for (long i = first; i < end; i++)
                    r->w[i] = w[i] + (real)(sign * h) * d[i];
                change += sign * ref_forward(r, b->token, b->target);
            }
            quotient[twice] = change / (2 * h);
        }
        compare(&worst, tensor_names[t], fabs(quotient[0] - slope) / size,
                (fabs(quotient[1] - quotient[0]) + rounding / step) / size);
        memcpy(r->w + first, w + first, (size_t)(end - first) * sizeof *w);
    }
    free(w), free(dw), free(d);
    return worst;
}

// Kernels compared with plain C, over all steps.
struct comparison {
    struct worst loss, gradient, update;
    double seconds, ref_seconds;
};

static int download(real *to, const float *from, long n)
{
    float *host = example_alloc((size_t)n * sizeof *host);
    int failed = pl_download(host, from, (size_t)n * sizeof *host);
    for (long i = 0; i < n && !failed; i++)
        to[i] = host[i];
    free(host);
    return failed;
}

// Makes a training step by the kernels, and the same step by plain C from the same parameters.
static int compare_step(struct gpt *g, struct reference *r, const struct batch *b, long t, float rate, uint64_t *state,
                        struct comparison *all)
{
    const double u = FLT_EPSILON / 2;
    const struct shape *s = &g->shape;
    long n = offset_of(s, TENSORS, 0), matrices = offset_of(s, MATRICES, 0);
    real *dw = ref_alloc(n), *m = ref_alloc(n), *v = ref_alloc(n), *w = ref_alloc(n), *old = ref_alloc(n);
    double loss = 0, moved = (double)longest_sum(s) * u;
    int failed = download(r->w, g->w, n) || download(m, g->m, n) || download(v, g->v, n);
    memcpy(old, r->w, (size_t)n * sizeof *old);

    double start = example_clock();
    failed = failed || loss_of_batch(g, b, &loss) || backward(g) || update(g, t, rate) || pl_sync();
    all->seconds += example_clock() - start;
    failed = failed || download(dw, g->dw, n) || download(w, g->w, n);

    start = example_clock();
    double ref_loss = ref_forward(r, b->token, b->target);
    ref_backward(r, b->token);
    all->ref_seconds += example_clock() - start;
    compare(&all->loss, "", fabs(loss - ref_loss), 2 * loss_bound(r, ref_loss, u));

    // AdamW, from the gradient of the kernels. The new parameter rounds once. The step that is added has a dozen roundings, each
    // of at most about 4 times the rate, as |m| is at most sqrt(v / (1 - beta2)).
    start = example_clock();
    ref_adamw(matrices, t, rate, weight_decay, dw, m, v, r->w);
    ref_adamw(n - matrices, t, rate, 0, dw + matrices, m + matrices, v + matrices, r->w + matrices);
    all->ref_seconds += example_clock() - start;
    for (long i = 0; i < n && !failed; i++)
        compare(&all->update, "", fabs((double)w[i] - (double)r->w[i]), 2 * u * (fabs((double)w[i]) + 48 * rate));

    // The gradient of plain C with weights that are off by n u.
    memcpy(m, r->dw, (size_t)n * sizeof *m);
    for (long i = 0; i < n; i++)
        r->w[i] = old[i] * (real)(1 + (random_uniform(state) < 0.5 ? moved : -moved));
    ref_forward(r, b->token, b->target);
    ref_backward(r, b->token);
    for (int tensor = 0; tensor < TENSORS && !failed; tensor++) {
        long first = offset_of(s, tensor, 0), size = offset_of(s, tensor + 1, 0) - first;
        double whole = norm(m + first, size);
        compare(&all->gradient, tensor_names[tensor], distance(dw + first, m + first, size) / whole,
                2 * distance(r->dw + first, m + first, size) / whole);
    }
    free(dw), free(m), free(v), free(w), free(old);
    return failed;
}

// Compares two steps and prints a line for each result. Returns 0 if all are within their bounds.
static int check(struct gpt *g, struct reference *r, const struct text *text, const char *size, bool differences)
{
    uint64_t state = 1;
    struct batch b = batch_new(&g->shape);
    struct comparison all = { .seconds = 0 };
    char what[64];
    int wrong = 0;
    enum { STEPS = 2 };
    for (long t = 1; t <= STEPS; t++) {
        draw_batch(&g->shape, text, 0, text->size, &state, &b);
        if (compare_step(g, r, &b, t, 1e-3f, &state, &all))
            return example_failed("gpt2");
    }
    double each = all.seconds / STEPS;
    wrong |= example_report("gpt2", "loss, as plain C", size, all.loss.error, all.loss.bound, each);
    snprintf(what, sizeof what, "gradient, as plain C (worst: %s)", all.gradient.what);
    wrong |= example_report("gpt2", what, size, all.gradient.error, all.gradient.bound, each);
    wrong |= example_report("gpt2", "parameters after AdamW, as plain C", size, all.update.error, all.update.bound, each);
    if (differences) {
        double start = example_clock();
        struct worst worst = check_reference(r, &b, &state);
        snprintf(what, sizeof what, "plain C, by differences (worst: %s)", worst.what);
        wrong |= example_report("gpt2", what, size, worst.error, worst.bound, example_clock() - start);
    } else
        printf("a step takes %.0f ms, in plain C %.0f ms\n", each * 1e3, all.ref_seconds / STEPS * 1e3);
    free(b.token);
    free(b.target);
    return wrong;
}

// ---- Training ----

// Returns the learning rate of step t: it grows over the first 50 steps, and then falls to a tenth along half a cosine.
static float rate_at(long t, long steps)
{
    const double most = 3e-3, warm = 50;
    double past = ((double)t - warm) / (double)(steps > warm ? steps - warm : 1);
    return (float)(t < warm ? most * (double)t / warm : most * (0.55 + 0.45 * cos(3.141592653589793 * past)));
}

// Computes the loss of text that training never sees, the last tenth.
static int held_out_loss(struct gpt *g, const struct text *text, long first, double *loss)
{
    enum { BATCHES = 4 };
    uint64_t state = 2;
    struct batch b = batch_new(&g->shape);
    int failed = 0;
    *loss = 0;
    for (int i = 0; i < BATCHES && !failed; i++) {
        double one;
        draw_batch(&g->shape, text, first, text->size, &state, &b);
        failed = loss_of_batch(g, &b, &one);
        *loss += one / BATCHES;
    }
    free(b.token);
    free(b.target);
    return failed;
}

static int train(struct gpt *g, const struct text *text, long steps)
{
    uint64_t state = 3;
    struct batch b = batch_new(&g->shape);
    long rows = g->shape.batch * g->shape.length, end = text->size - text->size / 10, every = steps >= 250 ? steps / 25 : 10;
    double sum = 0, start = example_clock();
    int failed = 0;
    long since = 0;
    for (long t = 1; t <= steps && !failed; t++) {
        double loss;
        draw_batch(&g->shape, text, 0, end, &state, &b);
        failed = loss_of_batch(g, &b, &loss) || backward(g) || update(g, t, rate_at(t, steps));
        sum += loss;
        since++;
        if (!failed && (t == 1 || t % every == 0 || t == steps)) {
            double seconds = (example_clock() - start) / (double)since, held_out;
            failed = held_out_loss(g, text, end, &held_out);
            printf("step %5ld   loss %.4f   held out %.4f   %7.1f ms a step   %7.0f characters/s\n", t, sum / (double)since,
                   held_out, seconds * 1e3, (double)rows / seconds);
            fflush(stdout);
            sum = 0, since = 0, start = example_clock();
        }
    }
    free(b.token);
    free(b.target);
    return failed;
}

// ---- Generation ----

// Draws a token with the probabilities softmax(logit / temperature). A temperature below 1 favors likely tokens.
static int32_t sample(const float *logit, long words, double temperature, uint64_t *state)
{
    double top = -INFINITY, sum = 0;
    for (long w = 0; w < words; w++)
        top = fmax(top, (double)logit[w]);
    for (long w = 0; w < words; w++)
        sum += exp(((double)logit[w] - top) / temperature);
    double left = sum * random_uniform(state);
    for (long w = 0; w < words; w++)
        if ((left -= exp(((double)logit[w] - top) / temperature)) < 0)
            return (int32_t)w;
    return (int32_t)words - 1;
}

// Prints characters, each drawn from the logits after the last `length` ones: a batch of one sequence.
static int generate(struct gpt *g, const struct text *text, long characters)
{
    const struct shape *s = &g->shape;
    uint64_t state = 4;
    int32_t *token = example_alloc((size_t)(characters + 1) * sizeof *token);
    float *logit = example_alloc((size_t)s->words * sizeof *logit);
    int failed = 0;
    token[0] = text->token[0];
    for (long t = 1; t <= characters && !failed; t++) {
        long length = t < s->length ? t : s->length;
        failed = pl_upload(g->token, token + t - length, (size_t)length * sizeof *token) || forward(g, 1, length) ||
            pl_download(logit, g->logits + (length - 1) * s->words, (size_t)s->words * sizeof *logit);
        token[t] = failed ? 0 : sample(logit, s->words, 0.8, &state);
        putchar(text->letter[token[t]]);
    }
    putchar('\n');
    free(token);
    free(logit);
    return failed;
}

// ---- main ----

// Gives the model its initial parameters, and AdamW its initial means.
static int begin(struct gpt *g)
{
    long n = offset_of(&g->shape, TENSORS, 0);
    uint64_t state = 5;
    float *w = example_alloc((size_t)n * sizeof *w);
    initialize(&g->shape, w, &state);
    int failed = pl_upload(g->w, w, (size_t)n * sizeof *w) || clear(n, g->m) || clear(n, g->v);
    free(w);
    return failed;
}

int main(int argc, char **argv)
{
    long steps = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    struct text text = read_text(argc > 2 ? argv[2] : NULL);
    struct shape tiny = { .batch = 2, .length = 40, .words = text.words, .layers = 2, .heads = 2, .width = 2 * D };
    struct shape small = { .batch = 8, .length = 64, .words = text.words, .layers = 4, .heads = 4, .width = 4 * D };
    struct shape *s = steps ? &small : &tiny;
    if (text.size < 10 * (s->length + 1)) {
        fprintf(stderr, "gpt2: the text has %ld characters, and %ld are needed\n", text.size, 10 * (s->length + 1));
        return 2;
    }

    struct gpt g = gpt_new(s);
    struct reference r = ref_new(s);
    char size[64];
    snprintf(size, sizeof size, "%ldx%ld, %ld layers, %ld", s->batch, s->length, s->layers, s->width);
    int wrong = begin(&g) || check(&g, &r, &text, size, !steps);
    ref_free(&r);
    if (!wrong && steps) {
        printf("%ld parameters, %ld characters of text, %ld different ones\n", offset_of(s, TENSORS, 0), text.size, text.words);
        wrong = begin(&g) || train(&g, &text, steps) || generate(&g, &text, 600);
    }
    gpt_free(&g);
    free(text.token);
    return wrong;
}
