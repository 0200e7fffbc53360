// kernels.h -- the kernels of a GPT: forward, backward and AdamW. No other file of this example uses pallas.h's language.
//
// An activation is a matrix with a row for each token of the batch and a column for each feature. A weight matrix has a row for
// each input and a column for each output, so a linear layer is z = x w + bias. The gradient of the loss by x is called dx.
// Sizes: `rows` tokens are `batch` sequences of `length` tokens; a row has `width` columns, `heads` times D.
//
// The kernels follow the model from its input to its loss, each layer with its backward: embedding, layer norm, linear layers,
// attention, loss. AdamW comes last. Every sum has a fixed order (there are no atomics), so equal seeds give equal losses, bit
// by bit.

#ifndef GPT2_KERNELS_H
#define GPT2_KERNELS_H

#define PL_IN_PLACE 1                                   // kernels take rows one by one: tiles of an array need no copies
#include <pallas.h>

enum {
    BM = 64, BN = 64, BK = 64,                          // matrix products: BM x BK by BK x BN
    BR = 16,                                            // layer norm, loss: whole rows
    BV = 4096,                                          // AdamW, sums over the batch: elements of a vector
    BQ = 32, BS = 32,                                   // attention: queries, keys
    D = 32                                              // columns of a head
};

// ---- Embedding: x = table[token] + position ----

// The tokens are a prefetched table that the index map of `table` reads: the right row arrives as the block `word`.
PL_KERNEL(embed_kernel,
          PL_SCALAR(long, rows), PL_SCALAR(long, width),
          PL_SMEM_REF(const int32_t, token, rows),
          PL_REF(const float, word, width),
          PL_REF(const float, place, width),
          PL_REF(float, x, width))
{
    PL_EACH ((c, width))
        x[c] = word[c] + place[c];
}

PL_CALL(embed, embed_kernel,
        PL_SIZES(words, length),
        PL_SCALAR(long, rows), PL_SCALAR(long, width),
        PL_GRID(PL_PARALLEL(t, rows)),
        PL_PREFETCH(int32_t, token, (rows)),
        PL_IN (float, table,    (words, width),  PL_BLOCKSPEC((PL_NONE, PL_FULL), (token[t], 0))),
        PL_IN (float, position, (length, width), PL_BLOCKSPEC((PL_NONE, PL_FULL), (t % length, 0))),
        PL_OUT(float, x,        (rows, width),   PL_BLOCKSPEC((PL_NONE, PL_FULL), (t, 0))))

// The gradient of a table row is the sum of dx over all tokens that are this word. A scatter would need atomics, which add in
// any order. Instead, multiply by a matrix that is 1 where token t is word w, and 0 elsewhere. The table is also the weight of the
// last layer, whose backward has written dtable before: this kernel adds to it.
PL_KERNEL(embed_dtable_kernel,
          PL_REF(const int32_t, token, BR),
          PL_REF(const float, dx, BR, BN),
          PL_REF(float, dtable, BM, BN))
{
    PL_TILE(float, one_hot, BR, BM);
    long first_word = PL_AXIS(w) * BM;
    PL_EACH ((t, BR), (w, BM))
        one_hot[t][w] = token[t] == first_word + w;
    PL_DOT(dtable, PL_T(one_hot), dx);
}

PL_CALL(embed_dtable, embed_dtable_kernel,
        PL_SIZES(rows, words, width),
        PL_GRID(PL_PARALLEL(w, PL_CDIV(words, BM)), PL_PARALLEL(j, PL_CDIV(width, BN)), (t, PL_CDIV(rows, BR))),
        PL_IN   (int32_t, token, (rows),         PL_BLOCKSPEC((BR), (t), PL_EDGE(-1))),
        PL_IN   (float, dx,      (rows, width),  PL_BLOCKSPEC((BR, BN), (t, j), PL_EDGE(0))),
        PL_INOUT(float, dtable,  (words, width), PL_BLOCKSPEC((BM, BN), (w, j))))

// Each sequence of the batch uses every position once.
PL_KERNEL(embed_dposition_kernel,
          PL_REF(const float, dx, BV),
          PL_REF(float, dposition, BV))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(dposition, 0);
    PL_EACH ((c, BV))
        dposition[c] += dx[c];
}

PL_CALL(embed_dposition, embed_dposition_kernel,
        PL_SIZES(batch, n),                             // n = length * width
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BV)), (b, batch)),
        PL_IN (float, dx,        (batch, n), PL_BLOCKSPEC((PL_NONE, BV), (b, i))),
        PL_OUT(float, dposition, (n),        PL_BLOCKSPEC((BV), (i))))

// Layer norms add to the gradient of the residual stream, so it begins at 0.
PL_KERNEL(clear_kernel, PL_REF(float, x, BV))
{
    PL_FILL(x, 0);
}

PL_CALL(clear, clear_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BV))),
        PL_OUT(float, x, (n), PL_BLOCKSPEC((BV), (i))))

// ---- Layer norm: shift each row to mean 0, scale it to variance 1, then multiply by gain and add shift ----

static const float epsilon = 1e-5f;                     // a constant row has variance 0

// Writes for each row mean and scale (1 / standard deviation), which the backward reads.
PL_KERNEL(layer_norm_kernel,
          PL_SCALAR(long, width),
          PL_REF(const float, x, BR, width),
          PL_REF(const float, gain, width),
          PL_REF(const float, shift, width),
          PL_REF(float, mean, BR),
          PL_REF(float, scale, BR),
          PL_REF(float, z, BR, width))
{
    PL_EACH ((r, BR)) {
        float sum = 0, squares = 0;
        PL_REDUCE (sum, PL_ADD, (c, width), x[r][c]);
        float middle = sum / width;
        PL_REDUCE (squares, PL_ADD, (c, width), (x[r][c] - middle) * (x[r][c] - middle));
        float by = 1 / sqrtf(squares / width + epsilon);
        PL_EACH ((c, width))
            z[r][c] = (x[r][c] - middle) * by * gain[c] + shift[c];
        mean[r] = middle;
        scale[r] = by;
    }
}

PL_CALL(layer_norm, layer_norm_kernel,
        PL_SIZES(rows),
        PL_SCALAR(long, width),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(rows, BR))),
        PL_IN (float, x,     (rows, width), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))),
        PL_IN (float, gain,  (width),       PL_WHOLE),
        PL_IN (float, shift, (width),       PL_WHOLE),
        PL_OUT(float, mean,  (rows),        PL_BLOCKSPEC((BR), (i))),
        PL_OUT(float, scale, (rows),        PL_BLOCKSPEC((BR), (i))),
        PL_OUT(float, z,     (rows, width), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))))

// With n = (x - mean) scale and dn = dz gain: dx = (dn - mean of dn - n (mean of dn n)) scale. The kernel adds to dx: x also
// reaches the loss past this layer, by the residual connection.
PL_KERNEL(layer_norm_dx_kernel,
          PL_SCALAR(long, width),
          PL_REF(const float, x, BR, width),
          PL_REF(const float, gain, width),
          PL_REF(const float, mean, BR),
          PL_REF(const float, scale, BR),
          PL_REF(const float, dz, BR, width),
          PL_REF(float, dx, BR, width))
{
    PL_EACH ((r, BR)) {
        float sum = 0, products = 0;
        PL_REDUCE (sum, PL_ADD, (c, width), dz[r][c] * gain[c]);
        PL_REDUCE (products, PL_ADD, (c, width), dz[r][c] * gain[c] * (x[r][c] - mean[r]) * scale[r]);
        PL_EACH ((c, width)) {
            float n = (x[r][c] - mean[r]) * scale[r];
            dx[r][c] += (dz[r][c] * gain[c] - sum / width - n * products / width) * scale[r];
        }
    }
}

PL_CALL(layer_norm_dx, layer_norm_dx_kernel,
        PL_SIZES(rows),
        PL_SCALAR(long, width),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(rows, BR))),
        PL_IN   (float, x,     (rows, width), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))),
        PL_IN   (float, gain,  (width),       PL_WHOLE),
        PL_IN   (float, mean,  (rows),        PL_BLOCKSPEC((BR), (i))),
        PL_IN   (float, scale, (rows),        PL_BLOCKSPEC((BR), (i))),
        PL_IN   (float, dz,    (rows, width), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))),
        PL_INOUT(float, dx,    (rows, width), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))))

// Sums over rows. The last axis goes down the rows, so dgain and dshift stay in fast memory until their columns are complete.
PL_KERNEL(layer_norm_dgain_kernel,
          PL_REF(const float, x, BM, BN),
          PL_REF(const float, mean, BM),
          PL_REF(const float, scale, BM),
          PL_REF(const float, dz, BM, BN),
          PL_REF(float, dgain, BN),
          PL_REF(float, dshift, BN))
{
    PL_WHEN (PL_FIRST(1)) {
        PL_FILL(dgain, 0);
        PL_FILL(dshift, 0);
    }
    PL_EACH ((c, BN)) {
        PL_REDUCE (dgain[c], PL_ADD, (r, BM), dz[r][c] * (x[r][c] - mean[r]) * scale[r]);
        PL_REDUCE (dshift[c], PL_ADD, (r, BM), dz[r][c]);
    }
}

PL_CALL(layer_norm_dgain, layer_norm_dgain_kernel,
        PL_SIZES(rows, width),
        PL_GRID(PL_PARALLEL(j, PL_CDIV(width, BN)), (i, PL_CDIV(rows, BM))),
        PL_IN (float, x,      (rows, width), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(0))),
        PL_IN (float, mean,   (rows),        PL_BLOCKSPEC((BM), (i), PL_EDGE(0))),
        PL_IN (float, scale,  (rows),        PL_BLOCKSPEC((BM), (i), PL_EDGE(0))),
        PL_IN (float, dz,     (rows, width), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(0))),
        PL_OUT(float, dgain,  (width),       PL_BLOCKSPEC((BN), (j))),
        PL_OUT(float, dshift, (width),       PL_BLOCKSPEC((BN), (j))))

// ---- Linear layers: z = x w + bias ----
//
// Program (i, j, l) multiplies block (i, l) of x by block (l, j) of w. Axis l is the last, so block (i, j) of z stays in fast
// memory while the products add up in it. Elements past the end of x and w read as zero, in both: zero times garbage may be NaN.
//
// Queries, keys and values are three layers with one input: PL_BATCH runs the call for each of the `parts`.

PL_KERNEL(linear_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, w, BK, BN),
          PL_REF(const float, bias, BN),
          PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_EACH ((r, BM), (c, BN))
            z[r][c] = bias[c];
    PL_DOT(z, x, w);
}

PL_CALL(linear, linear_kernel,
        PL_SIZES(parts, m, n, k),
        PL_BATCH(p, parts, w, bias, z),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x,    (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, w,    (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN (float, bias, (n),    PL_BLOCKSPEC((BN), (j))),
        PL_OUT(float, z,    (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// z = y + x w + bias: a linear layer with its residual connection. The sum starts from y, so adding y needs no pass of its own.
PL_KERNEL(linear_add_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, w, BK, BN),
          PL_REF(const float, bias, BN),
          PL_REF(const float, y, BM, BN),
          PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_EACH ((r, BM), (c, BN))
            z[r][c] = y[r][c] + bias[c];
    PL_DOT(z, x, w);
}

PL_CALL(linear_add, linear_add_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x,    (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, w,    (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN (float, bias, (n),    PL_BLOCKSPEC((BN), (j))),
        PL_IN (float, y,    (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z,    (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// GPT-2's approximation of GELU, and its derivative.
static inline float gelu(float x)
{
    float t = tanhf(0.7978845608f * (x + 0.044715f * x * x * x));
    return 0.5f * x * (1 + t);
}

static inline float gelu_slope(float x)
{
    float t = tanhf(0.7978845608f * (x + 0.044715f * x * x * x));
    return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * 0.7978845608f * (1 + 3 * 0.044715f * x * x);
}

// h = x w + bias and z = gelu(h), computed while h is in fast memory. The backward reads h.
PL_KERNEL(linear_gelu_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, w, BK, BN),
          PL_REF(const float, bias, BN),
          PL_REF(float, h, BM, BN),
          PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_EACH ((r, BM), (c, BN))
            h[r][c] = bias[c];
    PL_DOT(h, x, w);
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (c, BN))
            z[r][c] = gelu(h[r][c]);
}

PL_CALL(linear_gelu, linear_gelu_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x,    (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, w,    (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_IN (float, bias, (n),    PL_BLOCKSPEC((BN), (j))),
        PL_OUT(float, h,    (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, z,    (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// dx = dz w^T, summed over the parts. With one part this is any product by a transposed matrix; the logits are one, too.
PL_KERNEL(linear_dx_kernel,
          PL_REF(const float, dz, BM, BK),
          PL_REF(const float, w, BN, BK),
          PL_REF(float, dx, BM, BN))
{
    PL_WHEN (PL_FIRST(2) && PL_FIRST(3))
        PL_FILL(dx, 0);
    PL_DOT(dx, dz, PL_T(w));
}

PL_CALL(linear_dx, linear_dx_kernel,
        PL_SIZES(parts, m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (p, parts), (l, PL_CDIV(k, BK))),
        PL_IN (float, dz, (parts, m, k), PL_BLOCKSPEC((PL_NONE, BM, BK), (p, i, l), PL_EDGE(0))),
        PL_IN (float, w,  (parts, n, k), PL_BLOCKSPEC((PL_NONE, BN, BK), (p, j, l), PL_EDGE(0))),
        PL_OUT(float, dx, (m, n),        PL_BLOCKSPEC((BM, BN), (i, j))))

// dh = (dy w^T) gelu'(h): the backward of a linear layer and of the GELU before it, in one.
PL_KERNEL(linear_gelu_dx_kernel,
          PL_REF(const float, dy, BM, BK),
          PL_REF(const float, w, BN, BK),
          PL_REF(const float, h, BM, BN),
          PL_REF(float, dh, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(dh, 0);
    PL_DOT(dh, dy, PL_T(w));
    PL_WHEN (PL_LAST(2))
        PL_EACH ((r, BM), (c, BN))
            dh[r][c] *= gelu_slope(h[r][c]);
}

PL_CALL(linear_gelu_dx, linear_gelu_dx_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, dy, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, w,  (n, k), PL_BLOCKSPEC((BN, BK), (j, l), PL_EDGE(0))),
        PL_IN (float, h,  (m, n), PL_BLOCKSPEC((BM, BN), (i, j))),
        PL_OUT(float, dh, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// dw = x^T dz.
PL_KERNEL(linear_dw_kernel,
          PL_REF(const float, x, BK, BM),
          PL_REF(const float, dz, BK, BN),
          PL_REF(float, dw, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(dw, 0);
    PL_DOT(dw, PL_T(x), dz);
}

PL_CALL(linear_dw, linear_dw_kernel,
        PL_SIZES(parts, rows, k, n),
        PL_BATCH(p, parts, dz, dw),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(k, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(rows, BK))),
        PL_IN (float, x,  (rows, k), PL_BLOCKSPEC((BK, BM), (l, i), PL_EDGE(0))),
        PL_IN (float, dz, (rows, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, dw, (k, n),    PL_BLOCKSPEC((BM, BN), (i, j))))

// dbias = the sum of all rows of dz.
PL_KERNEL(linear_dbias_kernel,
          PL_REF(const float, dz, BM, BN),
          PL_REF(float, dbias, BN))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(dbias, 0);
    PL_EACH ((c, BN))
        PL_REDUCE (dbias[c], PL_ADD, (r, BM), dz[r][c]);
}

PL_CALL(linear_dbias, linear_dbias_kernel,
        PL_SIZES(parts, rows, n),
        PL_BATCH(p, parts, dz, dbias),
        PL_GRID(PL_PARALLEL(j, PL_CDIV(n, BN)), (i, PL_CDIV(rows, BM))),
        PL_IN (float, dz,    (rows, n), PL_BLOCKSPEC((BM, BN), (i, j), PL_EDGE(0))),
        PL_OUT(float, dbias, (n),       PL_BLOCKSPEC((BN), (j))))

// z = x w, without bias: the backward of the logits.
PL_KERNEL(matmul_kernel,
          PL_REF(const float, x, BM, BK),
          PL_REF(const float, w, BK, BN),
          PL_REF(float, z, BM, BN))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, w);
}

PL_CALL(matmul, matmul_kernel,
        PL_SIZES(m, n, k),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_PARALLEL(j, PL_CDIV(n, BN)), (l, PL_CDIV(k, BK))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((BM, BK), (i, l), PL_EDGE(0))),
        PL_IN (float, w, (k, n), PL_BLOCKSPEC((BK, BN), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((BM, BN), (i, j))))

// ---- Attention: o = softmax(q k^T / sqrt(D)) v; a query sees its own token and those before it ----
//
// Flash attention: the matrix of scores, length x length, never exists, only one BQ x BS tile of it; ../flash_attention.c explains
// the softmax. A head is a group of D columns, so the calls read an array of (rows, width) as (batch, length, heads, D), and
// the results of all heads are next to each other in o.
//
// The forward writes `all`, the logarithm of the sum of exp(score) of each query. With it the backward computes the weights
// again, as exp(score - all), without a softmax.

PL_KERNEL(attention_kernel,
          PL_REF(const float, q, BQ, D),
          PL_REF(const float, k, BS, D),
          PL_REF(const float, v, BS, D),
          PL_REF(float, all, BQ),
          PL_REF(float, o, BQ, D),
          PL_REF(float, top, BQ),                       // the largest score so far
          PL_REF(float, sum, BQ),                       // the sum of exp(score - top) so far
          PL_REF(float, acc, BQ, D))                    // the sum of exp(score - top) v so far
{
    long first_query = PL_AXIS(i) * BQ, first_key = PL_AXIS(j) * BS;

    PL_WHEN (PL_FIRST(3)) {
        PL_FILL(top, -INFINITY);
        PL_FILL(sum, 0);
        PL_FILL(acc, 0);
    }
    PL_WHEN (first_key < first_query + BQ) {            // otherwise all these keys come after all these queries
        PL_TILE(float, p, BQ, BS);                      // scores first, then their weights
        PL_FILL(p, 0);
        PL_DOT(p, q, PL_T(k));
        PL_EACH ((r, BQ), (c, BS))
            p[r][c] = first_key + c <= first_query + r ? p[r][c] / sqrtf(D) : -INFINITY;
        PL_EACH ((r, BQ)) {                             // each query sees key 0, so peak is finite from the first block on
            float peak = top[r], total = 0;
            PL_REDUCE (peak, PL_MAX, (c, BS), p[r][c]);
            PL_EACH ((c, BS))
                p[r][c] = expf(p[r][c] - peak);
            PL_REDUCE (total, PL_ADD, (c, BS), p[r][c]);
            float shrink = expf(top[r] - peak);
            PL_EACH ((c, D))
                acc[r][c] *= shrink;
            sum[r] = sum[r] * shrink + total;
            top[r] = peak;
        }
        PL_DOT(acc, p, v);
    }
    PL_WHEN (PL_LAST(3))
        PL_EACH ((r, BQ)) {
            all[r] = top[r] + logf(sum[r]);
            PL_EACH ((c, D))
                o[r][c] = acc[r][c] / sum[r];
        }
}

PL_CALL(attention, attention_kernel,
        PL_SIZES(batch, heads, length),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(h, heads), PL_PARALLEL(i, PL_CDIV(length, BQ)), (j, PL_CDIV(length, BS))),
        PL_IN (float, q,   (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0))),
        PL_IN (float, k,   (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0))),
        PL_IN (float, v,   (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0), PL_EDGE(0))),
        PL_OUT(float, all, (batch, heads, length),    PL_BLOCKSPEC((PL_NONE, PL_NONE, BQ), (b, h, i))),
        PL_OUT(float, o,   (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0))),
        PL_SCRATCH(float, (BQ)),
        PL_SCRATCH(float, (BQ)),
        PL_SCRATCH(float, (BQ, D)))

// Computes for one tile the weights p again, and ds, the gradient by the scores. With dp = dout v^T, the derivative of softmax is
// ds = p (dp - sum of p dp). The sum is over all keys, but it equals the dot product of a row of dout and of o, so no other
// tile is needed.
PL_FUNCTION(void, score_gradients,
            PL_SCALAR(long, length), PL_SCALAR(long, first_query), PL_SCALAR(long, first_key),
            PL_REF(const float, q, BQ, D),
            PL_REF(const float, k, BS, D),
            PL_REF(const float, v, BS, D),
            PL_REF(const float, all, BQ),
            PL_REF(const float, o, BQ, D),
            PL_REF(const float, dout, BQ, D),
            PL_REF(float, p, BQ, BS),
            PL_REF(float, ds, BQ, BS))
{
    PL_FILL(p, 0);
    PL_FILL(ds, 0);
    PL_DOT(p, q, PL_T(k));
    PL_DOT(ds, dout, PL_T(v));
    PL_EACH ((r, BQ)) {
        float along = 0;
        PL_REDUCE (along, PL_ADD, (c, D), dout[r][c] * o[r][c]);
        PL_EACH ((c, BS)) {
            bool seen = first_key + c <= first_query + r && first_query + r < length;
            p[r][c] = seen ? expf(p[r][c] / sqrtf(D) - all[r]) : 0;
            ds[r][c] = seen ? p[r][c] * (ds[r][c] - along) / sqrtf(D) : 0;
        }
    }
}

// dq = ds k: the block of queries is the same while the last axis goes over the keys.
PL_KERNEL(attention_dq_kernel,
          PL_SCALAR(long, length),
          PL_REF(const float, q, BQ, D),
          PL_REF(const float, k, BS, D),
          PL_REF(const float, v, BS, D),
          PL_REF(const float, all, BQ),
          PL_REF(const float, o, BQ, D),
          PL_REF(const float, dout, BQ, D),
          PL_REF(float, dq, BQ, D))
{
    long first_query = PL_AXIS(i) * BQ, first_key = PL_AXIS(j) * BS;
    PL_WHEN (PL_FIRST(3))
        PL_FILL(dq, 0);
    PL_WHEN (first_key < first_query + BQ) {
        PL_TILE(float, p, BQ, BS);
        PL_TILE(float, ds, BQ, BS);
        score_gradients(length, first_query, first_key, PL_PASS(q), PL_PASS(k), PL_PASS(v), PL_PASS(all), PL_PASS(o),
                        PL_PASS(dout), PL_PASS(p), PL_PASS(ds));
        PL_DOT(dq, ds, k);
    }
}

PL_CALL(attention_dq, attention_dq_kernel,
        PL_SIZES(batch, heads),
        PL_SCALAR(long, length),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(h, heads), PL_PARALLEL(i, PL_CDIV(length, BQ)), (j, PL_CDIV(length, BS))),
        PL_IN (float, q,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0), PL_EDGE(0))),
        PL_IN (float, k,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0), PL_EDGE(0))),
        PL_IN (float, v,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0), PL_EDGE(0))),
        PL_IN (float, all,  (batch, heads, length),    PL_BLOCKSPEC((PL_NONE, PL_NONE, BQ), (b, h, i), PL_EDGE(0))),
        PL_IN (float, o,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0), PL_EDGE(0))),
        PL_IN (float, dout, (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0), PL_EDGE(0))),
        PL_OUT(float, dq,   (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0))))

// dk = ds^T q and dv = p^T dout: the block of keys is the same while the last axis goes over the queries.
PL_KERNEL(attention_dkv_kernel,
          PL_SCALAR(long, length),
          PL_REF(const float, q, BQ, D),
          PL_REF(const float, k, BS, D),
          PL_REF(const float, v, BS, D),
          PL_REF(const float, all, BQ),
          PL_REF(const float, o, BQ, D),
          PL_REF(const float, dout, BQ, D),
          PL_REF(float, dk, BS, D),
          PL_REF(float, dv, BS, D))
{
    long first_query = PL_AXIS(i) * BQ, first_key = PL_AXIS(j) * BS;
    PL_WHEN (PL_FIRST(3)) {
        PL_FILL(dk, 0);
        PL_FILL(dv, 0);
    }
    PL_WHEN (first_key < first_query + BQ) {
        PL_TILE(float, p, BQ, BS);
        PL_TILE(float, ds, BQ, BS);
        score_gradients(length, first_query, first_key, PL_PASS(q), PL_PASS(k), PL_PASS(v), PL_PASS(all), PL_PASS(o),
                        PL_PASS(dout), PL_PASS(p), PL_PASS(ds));
        PL_DOT(dk, PL_T(ds), q);
        PL_DOT(dv, PL_T(p), dout);
    }
}

PL_CALL(attention_dkv, attention_dkv_kernel,
        PL_SIZES(batch, heads),
        PL_SCALAR(long, length),
        PL_GRID(PL_PARALLEL(b, batch), PL_PARALLEL(h, heads), PL_PARALLEL(j, PL_CDIV(length, BS)), (i, PL_CDIV(length, BQ))),
        PL_IN (float, q,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0), PL_EDGE(0))),
        PL_IN (float, k,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0), PL_EDGE(0))),
        PL_IN (float, v,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0), PL_EDGE(0))),
        PL_IN (float, all,  (batch, heads, length),    PL_BLOCKSPEC((PL_NONE, PL_NONE, BQ), (b, h, i), PL_EDGE(0))),
        PL_IN (float, o,    (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0), PL_EDGE(0))),
        PL_IN (float, dout, (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BQ, PL_NONE, D), (b, i, h, 0), PL_EDGE(0))),
        PL_OUT(float, dk,   (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0))),
        PL_OUT(float, dv,   (batch, length, heads, D), PL_BLOCKSPEC((PL_NONE, BS, PL_NONE, D), (b, j, h, 0))))

// ---- Loss: -log softmax(logits)[target] for each row ----

// Forward and backward share the exponentials: dlogits = (softmax - (1 at the target)) / rows.
PL_KERNEL(cross_entropy_kernel,
          PL_SCALAR(long, rows), PL_SCALAR(long, words),
          PL_REF(const float, logits, BR, words),
          PL_REF(const int32_t, target, BR),
          PL_REF(float, loss, BR),
          PL_REF(float, dlogits, BR, words))
{
    PL_EACH ((r, BR)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, words), logits[r][c]);
        PL_EACH ((c, words))
            dlogits[r][c] = expf(logits[r][c] - top);
        PL_REDUCE (sum, PL_ADD, (c, words), dlogits[r][c]);
        PL_EACH ((c, words))
            dlogits[r][c] = (dlogits[r][c] / sum - (c == target[r])) / rows;
        loss[r] = logf(sum) - (logits[r][target[r]] - top);
    }
}

PL_CALL(cross_entropy, cross_entropy_kernel,
        PL_SCALAR(long, rows), PL_SCALAR(long, words),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(rows, BR))),
        PL_IN (float, logits,   (rows, words), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))),
        PL_IN (int32_t, target, (rows),        PL_BLOCKSPEC((BR), (i), PL_EDGE(0))),
        PL_OUT(float, loss,     (rows),        PL_BLOCKSPEC((BR), (i))),
        PL_OUT(float, dlogits,  (rows, words), PL_BLOCKSPEC((BR, PL_FULL), (i, 0))))

// ---- AdamW ----

static const float beta1 = 0.9f, beta2 = 0.95f;         // decay of the two means per step

// m and v are running means of the gradient and of its square. Both began at 0; grow1 and grow2 correct for that.
PL_KERNEL(adamw_kernel,
          PL_SCALAR(float, rate), PL_SCALAR(float, decay), PL_SCALAR(float, grow1), PL_SCALAR(float, grow2),
          PL_REF(const float, dw, BV),
          PL_REF(float, m, BV),
          PL_REF(float, v, BV),
          PL_REF(float, w, BV))
{
    PL_EACH ((c, BV)) {
        m[c] = beta1 * m[c] + (1 - beta1) * dw[c];
        v[c] = beta2 * v[c] + (1 - beta2) * dw[c] * dw[c];
        w[c] -= rate * (m[c] * grow1 / (sqrtf(v[c] * grow2) + 1e-8f) + decay * w[c]);
    }
}

PL_CALL(adamw, adamw_kernel,
        PL_SIZES(n),
        PL_SCALAR(float, rate), PL_SCALAR(float, decay), PL_SCALAR(float, grow1), PL_SCALAR(float, grow2),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BV))),
        PL_IN   (float, dw, (n), PL_BLOCKSPEC((BV), (i))),
        PL_INOUT(float, m,  (n), PL_BLOCKSPEC((BV), (i))),
        PL_INOUT(float, v,  (n), PL_BLOCKSPEC((BV), (i))),
        PL_INOUT(float, w,  (n), PL_BLOCKSPEC((BV), (i))))

#endif
