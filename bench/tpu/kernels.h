/* kernels.h -- the kernels that bench/tpu/clock.c times, as the programs have them that were measured: the same grids,
   blocks, buffers and accumulators. The extents of blocks are arguments, so one call runs all blocks. */
#ifndef KERNELS_H
#define KERNELS_H

#include <pallas.h>

/* ---- z = x y, in blocks bm x bk x bn. In memory y is ROWS x COLUMNS: k and n, or n and k -------------------- */
#define MATMUL(name, ROWS, COLUMNS, factor)                                                                     \
    PL_KERNEL(name##_kernel,                                                                                    \
              PL_SCALAR(long, bm), PL_SCALAR(long, bk), PL_SCALAR(long, bn),                                    \
              PL_REF(const pl_bf16, x, bm, bk),                                                                 \
              PL_REF(const pl_bf16, y, b##ROWS, b##COLUMNS),                                                    \
              PL_REF(pl_bf16, z, bm, bn),                                                                       \
              PL_REF(float, sum, bm, bn))                                                                       \
    {                                                                                                           \
        PL_WHEN (PL_FIRST(2))                                                                                   \
            PL_FILL(sum, 0);                                                                                    \
        PL_DOT(sum, x, factor);                                                                                 \
        PL_WHEN (PL_LAST(2))                                                                                    \
            PL_EACH ((r, bm), (c, bn))                                                                          \
                z[r][c] = pl_to_bf16(sum[r][c]);                                                                \
    }                                                                                                           \
    PL_CALL(name, name##_kernel,                                                                                \
            PL_SIZES(m, n, k),                                                                                  \
            PL_SCALAR(long, bm), PL_SCALAR(long, bk), PL_SCALAR(long, bn),                                      \
            PL_GRID((at_m, PL_CDIV(m, bm)), (at_n, PL_CDIV(n, bn)), (at_k, PL_CDIV(k, bk))),                    \
            PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((bm, bk), (at_m, at_k))),                                   \
            PL_IN (pl_bf16, y, (ROWS, COLUMNS), PL_BLOCKSPEC((b##ROWS, b##COLUMNS), (at_##ROWS, at_##COLUMNS))), \
            PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((bm, bn), (at_m, at_n))),                                   \
            PL_SCRATCH(float, (bm, bn)))

MATMUL(matmul, k, n, y)
MATMUL(matmul_t, n, k, PL_T(y))

/* ---- Grouped: visit v is the tile[v] of rows, of which those of group[v] count --------------------------- */
#define GROUPED_SCALARS                                                                                         \
    PL_SCALAR(long, bm), PL_SCALAR(long, bk), PL_SCALAR(long, bn),                                              \
    PL_SCALAR(long, groups), PL_SCALAR(long, visits)
#define GROUPED_REFS                                                                                            \
    GROUPED_SCALARS,                                                                                            \
    PL_SMEM_REF(const int32_t, first, groups + 1),                                                              \
    PL_SMEM_REF(const int32_t, tile, visits),                                                                   \
    PL_SMEM_REF(const int32_t, group, visits)
#define GROUPED_TABLES                                                                                          \
    PL_PREFETCH(int32_t, first, (groups + 1)),                                                                  \
    PL_PREFETCH(int32_t, tile,  (visits)),                                                                      \
    PL_PREFETCH(int32_t, group, (visits))
#define GROUPED_PRODUCT(ROWS, COLUMNS)                                                                          \
    PL_GRID((at_n, PL_CDIV(n, bn)), (v, visits), (at_k, PL_CDIV(k, bk))),                                       \
    GROUPED_TABLES,                                                                                             \
    PL_IN (pl_bf16, x, (m, k), PL_BLOCKSPEC((bm, bk), (tile[v], at_k))),                                        \
    PL_IN (pl_bf16, y, (groups, ROWS, COLUMNS),                                                                 \
           PL_BLOCKSPEC((PL_NONE, b##ROWS, b##COLUMNS), (group[v], at_##ROWS, at_##COLUMNS))),                  \
    PL_OUT(pl_bf16, z, (m, n), PL_BLOCKSPEC((bm, bn), (tile[v], at_n))),                                        \
    PL_SCRATCH(float, (bm, bn))

#define GROUPED_MATMUL(name, ROWS, COLUMNS, factor)                                                             \
    PL_KERNEL(name##_kernel,                                                                                    \
              GROUPED_REFS,                                                                                     \
              PL_REF(const pl_bf16, x, bm, bk),                                                                 \
              PL_REF(const pl_bf16, y, b##ROWS, b##COLUMNS),                                                    \
              PL_REF(pl_bf16, z, bm, bn),                                                                       \
              PL_REF(float, sum, bm, bn))                                                                       \
    {                                                                                                           \
        long v = PL_AXIS(v), top = (long)tile[v] * bm, from = first[group[v]], to = first[group[v] + 1];        \
        PL_WHEN (PL_FIRST(2))                                                                                   \
            PL_FILL(sum, 0);                                                                                    \
        PL_DOT(sum, x, factor);                                                                                 \
        PL_WHEN (PL_LAST(2))                                                                                    \
            PL_EACH ((r, bm), (c, bn))                                                                          \
                z[r][c] = top + r >= from && top + r < to ? pl_to_bf16(sum[r][c]) : z[r][c];                    \
    }                                                                                                           \
    PL_CALL(name, name##_kernel,                                                                                \
            PL_SIZES(m, n, k), GROUPED_SCALARS,                                                                 \
            GROUPED_PRODUCT(ROWS, COLUMNS))

GROUPED_MATMUL(gmm, k, n, y)
GROUPED_MATMUL(gmm_t, n, k, PL_T(y))

/* The same if the last block of k ends beyond the array: both operands are masked there. */
#define TAIL_GROUPED_MATMUL(name, ROWS, COLUMNS, IN_Y, factor, masked)                                          \
    PL_KERNEL(name##_kernel,                                                                                    \
              PL_SCALAR(long, tail), GROUPED_REFS,                                                              \
              PL_REF(const pl_bf16, x, bm, bk),                                                                 \
              PL_REF(const pl_bf16, y, b##ROWS, b##COLUMNS),                                                    \
              PL_REF(pl_bf16, z, bm, bn),                                                                       \
              PL_REF(float, sum, bm, bn),                                                                       \
              PL_REF(pl_bf16, left, bm, bk),                                                                    \
              PL_REF(pl_bf16, right, b##ROWS, b##COLUMNS))                                                      \
    {                                                                                                           \
        long v = PL_AXIS(v), top = (long)tile[v] * bm, from = first[group[v]], to = first[group[v] + 1];        \
        PL_WHEN (PL_FIRST(2))                                                                                   \
            PL_FILL(sum, 0);                                                                                    \
        PL_WHEN (!PL_LAST(2))                                                                                   \
            PL_DOT(sum, x, factor);                                                                             \
        PL_WHEN (PL_LAST(2)) {                                                                                  \
            PL_EACH ((r, bm), (c, bk))                                                                          \
                left[r][c] = c < tail ? x[r][c] : pl_to_bf16(0);                                                \
            PL_EACH ((r, b##ROWS), (c, b##COLUMNS))                                                             \
                right[r][c] = IN_Y < tail ? y[r][c] : pl_to_bf16(0);                                            \
            PL_DOT(sum, left, masked);                                                                          \
            PL_EACH ((r, bm), (c, bn))                                                                          \
                z[r][c] = top + r >= from && top + r < to ? pl_to_bf16(sum[r][c]) : z[r][c];                    \
        }                                                                                                       \
    }                                                                                                           \
    PL_CALL(name, name##_kernel,                                                                                \
            PL_SIZES(m, n, k), PL_SCALAR(long, tail), GROUPED_SCALARS,                                          \
            GROUPED_PRODUCT(ROWS, COLUMNS),                                                                     \
            PL_SCRATCH(pl_bf16, (bm, bk)),                                                                      \
            PL_SCRATCH(pl_bf16, (b##ROWS, b##COLUMNS)))

TAIL_GROUPED_MATMUL(tail_gmm, k, n, r, y, right)
TAIL_GROUPED_MATMUL(tail_gmm_t, n, k, c, PL_T(y), PL_T(right))

/* z[g] = x[rows of g]ᵀ y[rows of g]: both operands are masked, and the sum is of a group. A group without rows has a visit, too. */
PL_KERNEL(tgmm_kernel,
          GROUPED_REFS,
          PL_REF(const pl_bf16, x, bm, bk),
          PL_REF(const pl_bf16, y, bm, bn),
          PL_REF(pl_bf16, z, bk, bn),
          PL_REF(float, sum, bk, bn),
          PL_REF(pl_bf16, left, bm, bk),
          PL_REF(pl_bf16, right, bm, bn))
{
    long v = PL_AXIS(v), top = (long)tile[v] * bm, from = first[group[v]], to = first[group[v] + 1];
    PL_WHEN (v == 0 || group[v] != group[v - 1])
        PL_FILL(sum, 0);
    PL_WHEN (from < to) {
        PL_EACH ((r, bm), (c, bk))
            left[r][c] = top + r >= from && top + r < to ? x[r][c] : pl_to_bf16(0);
        PL_EACH ((r, bm), (c, bn))
            right[r][c] = top + r >= from && top + r < to ? y[r][c] : pl_to_bf16(0);
        PL_DOT(sum, PL_T(left), right);
    }
    PL_WHEN (v == visits - 1 || group[v] != group[v + 1])
        PL_EACH ((r, bk), (c, bn))
            z[r][c] = pl_to_bf16(sum[r][c]);
}

PL_CALL(tgmm, tgmm_kernel,
        PL_SIZES(m, n, k), GROUPED_SCALARS,
        PL_GRID((j, PL_CDIV(n, bn)), (i, PL_CDIV(k, bk)), (v, visits)),
        GROUPED_TABLES,
        PL_IN (pl_bf16, x, (m, k),         PL_BLOCKSPEC((bm, bk), (tile[v], i))),
        PL_IN (pl_bf16, y, (m, n),         PL_BLOCKSPEC((bm, bn), (tile[v], j))),
        PL_OUT(pl_bf16, z, (groups, k, n), PL_BLOCKSPEC((PL_NONE, bk, bn), (group[v], i, j))),
        PL_SCRATCH(float, (bk, bn)),
        PL_SCRATCH(pl_bf16, (bm, bk)),
        PL_SCRATCH(pl_bf16, (bm, bn)))

/* ---- Splash attention ---------------------------------------------------------------------------------- */
/* A part of a step: a block of queries and kvc keys. Scores are in base 2. The maximum and the sum of a row are in all lanes. */
#define ATTEND(MASK)                                                                                                    \
    PL_LOOP (part, 0, bk / kvc) {                                                                                       \
        PL_VIEW(const pl_bf16, keys, &k[part * kvc], kvc, d);                                                           \
        PL_VIEW(const pl_bf16, values, &v[part * kvc], kvc, dv);                                                        \
        PL_EACH ((r, bq), (c, d))                                                                                       \
            scaled[r][c] = pl_to_bf16(pl_to_f32(q[r][c]) * 1.44269504f);                                                \
        PL_FILL(p, 0);                                                                                                  \
        PL_DOT(p, scaled, PL_T(keys));                                                                                  \
        MASK                                                                                                            \
        PL_EACH ((r, bq)) {                                                                                             \
            float peak = top[r][0], total = 0;                                                                          \
            PL_REDUCE (peak, PL_MAX, (c, kvc), p[r][c]);                                                                \
            PL_EACH ((c, kvc))                                                                                          \
                p[r][c] = exp2f(p[r][c] - peak);                                                                        \
            PL_REDUCE (total, PL_ADD, (c, kvc), p[r][c]);                                                               \
            PL_EACH ((c, 128)) {                                                                                        \
                shrink[r][c] = exp2f(top[r][c] - peak);                                                                 \
                sum[r][c] = sum[r][c] * shrink[r][c] + total;                                                           \
                top[r][c] = peak;                                                                                       \
            }                                                                                                           \
            PL_EACH ((c, dv))                                                                                           \
                acc[r][c] *= shrink[r][c % 128];                                                                        \
        }                                                                                                               \
        PL_DOT(acc, p, values);                                                                                         \
    }
#define CAUSAL_MASK                                                                                                     \
    PL_EACH ((r, bq), (c, kvc))                                                                                         \
        p[r][c] = first_key + part * kvc + c <= first_query + r ? p[r][c] : -INFINITY;

/* A step: a block of queries and one of keys. The loop without a mask has no branch in it, nor has the one with a mask. */
PL_FUNCTION(void, attend,
            PL_SCALAR(long, bq), PL_SCALAR(long, bk), PL_SCALAR(long, kvc), PL_SCALAR(long, d), PL_SCALAR(long, dv),
            PL_SCALAR(bool, begins), PL_SCALAR(bool, masked), PL_SCALAR(long, first_query), PL_SCALAR(long, first_key),
            PL_REF(const pl_bf16, q, bq, d), PL_REF(const pl_bf16, k, bk, d), PL_REF(const pl_bf16, v, bk, dv),
            PL_REF(float, top, bq, 128), PL_REF(float, sum, bq, 128), PL_REF(float, shrink, bq, 128), PL_REF(float, acc, bq, dv),
            PL_REF(float, p, bq, kvc), PL_REF(pl_bf16, scaled, bq, d))
{
    PL_WHEN (begins) {
        PL_FILL(top, -INFINITY);
        PL_FILL(sum, 0);
        PL_FILL(acc, 0);
    }
    PL_WHEN (!masked)
        ATTEND()
    PL_WHEN (masked)
        ATTEND(CAUSAL_MASK)
}

#define ATTENTION_SCALARS                                                                                               \
    PL_SCALAR(long, bq), PL_SCALAR(long, bk), PL_SCALAR(long, kvc), PL_SCALAR(long, d), PL_SCALAR(long, dv)
#define ATTENTION_REFS(...)                                                                                             \
    PL_REF(const pl_bf16, q, bq, d), PL_REF(const pl_bf16, k, bk, d), PL_REF(const pl_bf16, v, bk, dv),                 \
    PL_REF(pl_bf16, o, bq, dv), __VA_ARGS__                                                                             \
    PL_REF(float, top, bq, 128), PL_REF(float, sum, bq, 128), PL_REF(float, shrink, bq, 128), PL_REF(float, acc, bq, dv),\
    PL_REF(float, p, bq, kvc), PL_REF(pl_bf16, scaled, bq, d)
#define WRITE_ATTENTION(WRITE_RESIDUALS)                                                                                \
    PL_EACH ((r, bq), (c, dv))                                                                                          \
        o[r][c] = pl_to_bf16(acc[r][c] / sum[r][c % 128]);                                                              \
    WRITE_RESIDUALS
#define ATTENTION_OPERANDS(queries, keys, ...)                                                                          \
    PL_IN (pl_bf16, q, (heads, length, d),     PL_BLOCKSPEC((PL_NONE, bq, d), (h, queries, 0))),                        \
    PL_IN (pl_bf16, k, (kv_heads, length, d),  PL_BLOCKSPEC((PL_NONE, bk, d), (h * kv_heads / heads, keys, 0))),        \
    PL_IN (pl_bf16, v, (kv_heads, length, dv), PL_BLOCKSPEC((PL_NONE, bk, dv), (h * kv_heads / heads, keys, 0))),       \
    PL_OUT(pl_bf16, o, (heads, length, dv),    PL_BLOCKSPEC((PL_NONE, bq, dv), (h, queries, 0))),                       \
    __VA_ARGS__                                                                                                         \
    PL_SCRATCH(float, (bq, 128)), PL_SCRATCH(float, (bq, 128)), PL_SCRATCH(float, (bq, 128)),                           \
    PL_SCRATCH(float, (bq, dv)), PL_SCRATCH(float, (bq, kvc)), PL_SCRATCH(pl_bf16, (bq, d))

/* What a backward pass needs besides the output: the logarithm of each sum, and the maximum, in all lanes. */
#define RESIDUAL_REFS_ PL_REF(float, logs, bq, 128), PL_REF(float, peaks, bq, 128),
#define WRITE_RESIDUALS_                                                                                                \
    PL_EACH ((r, bq), (c, 128)) {                                                                                       \
        logs[r][c] = top[r][c] + log2f(sum[r][c]);                                                                      \
        peaks[r][c] = top[r][c];                                                                                        \
    }
#define RESIDUALS_(queries)                                                                                             \
    PL_OUT(float, logs, (heads, length, 128),  PL_BLOCKSPEC((PL_NONE, bq, 128), (h, queries, 0))),                      \
    PL_OUT(float, peaks, (heads, length, 128), PL_BLOCKSPEC((PL_NONE, bq, 128), (h, queries, 0))),

/* Step s of a head is the block query[s] of queries and key[s] of keys: those that a causal mask leaves. */
#define ATTENTION(name, RESIDUAL_REFS, WRITE_RESIDUALS, RESIDUALS)                                                      \
    PL_KERNEL(name##_kernel,                                                                                            \
              ATTENTION_SCALARS, PL_SCALAR(bool, causal), PL_SCALAR(long, steps),                                       \
              PL_SMEM_REF(const int32_t, query, steps), PL_SMEM_REF(const int32_t, key, steps),                         \
              ATTENTION_REFS(RESIDUAL_REFS))                                                                            \
    {                                                                                                                   \
        long s = PL_AXIS(s), first_query = (long)query[s] * bq, first_key = (long)key[s] * bk;                          \
        attend(bq, bk, kvc, d, dv, s == 0 || query[s] != query[s - 1], causal && first_key + bk > first_query,          \
               first_query, first_key, PL_PASS(q), PL_PASS(k), PL_PASS(v), PL_PASS(top), PL_PASS(sum), PL_PASS(shrink), \
               PL_PASS(acc), PL_PASS(p), PL_PASS(scaled));                                                              \
        PL_WHEN (s == steps - 1 || query[s] != query[s + 1]) {                                                          \
            WRITE_ATTENTION(WRITE_RESIDUALS)                                                                            \
        }                                                                                                               \
    }                                                                                                                   \
    PL_CALL(name, name##_kernel,                                                                                        \
            PL_SIZES(heads, kv_heads, length),                                                                          \
            ATTENTION_SCALARS, PL_SCALAR(bool, causal), PL_SCALAR(long, steps),                                         \
            PL_GRID(PL_PARALLEL(h, heads), (s, steps)),                                                                 \
            PL_PREFETCH(int32_t, query, (steps)),                                                                       \
            PL_PREFETCH(int32_t, key, (steps)),                                                                         \
            ATTENTION_OPERANDS(query[s], key[s], RESIDUALS))

ATTENTION(attention, , , )
ATTENTION(attention_residuals, RESIDUAL_REFS_, WRITE_RESIDUALS_, RESIDUALS_(query[s]))

/* Without a mask a step is an index of two axes. */
#define FULL_ATTENTION(name, RESIDUAL_REFS, WRITE_RESIDUALS, RESIDUALS)                                                 \
    PL_KERNEL(name##_kernel,                                                                                            \
              ATTENTION_SCALARS, ATTENTION_REFS(RESIDUAL_REFS))                                                         \
    {                                                                                                                   \
        PL_WHEN (PL_FIRST(2)) {                                                                                         \
            PL_FILL(top, -INFINITY);                                                                                    \
            PL_FILL(sum, 0);                                                                                            \
            PL_FILL(acc, 0);                                                                                            \
        }                                                                                                               \
        ATTEND()                                                                                                        \
        PL_WHEN (PL_LAST(2)) {                                                                                          \
            WRITE_ATTENTION(WRITE_RESIDUALS)                                                                            \
        }                                                                                                               \
    }                                                                                                                   \
    PL_CALL(name, name##_kernel,                                                                                        \
            PL_SIZES(heads, kv_heads, length), ATTENTION_SCALARS,                                                       \
            PL_GRID(PL_PARALLEL(h, heads), (i, length / bq), (j, length / bk)),                                         \
            ATTENTION_OPERANDS(i, j, RESIDUALS))

FULL_ATTENTION(full_attention, , , )
FULL_ATTENTION(full_attention_residuals, RESIDUAL_REFS_, WRITE_RESIDUALS_, RESIDUALS_(i))

/* ---- Linear layer, softmax, cross entropy, without the logits in HBM ------------------------------------ */
PL_KERNEL(entropy_kernel,
          PL_SCALAR(long, bb), PL_SCALAR(long, bh), PL_SCALAR(long, bv), PL_SCALAR(long, tail),
          PL_REF(const float, x, bb, bh),
          PL_REF(const pl_bf16, w, bh, bv),
          PL_REF(const int32_t, label, bb, 1),
          PL_REF(float, loss, bb, 1),
          PL_REF(float, logits, bb, bv),
          PL_REF(float, mine, bb, bv),
          PL_REF(float, top, bb, 1),
          PL_REF(float, sum, bb, 1))
{
    long first = PL_AXIS(v) * bv;
    PL_WHEN (PL_FIRST(1) && PL_FIRST(2)) {
        PL_FILL(top, -INFINITY);
        PL_FILL(sum, 0);
        PL_FILL(loss, 0);
    }
    PL_WHEN (PL_FIRST(2)) {
        PL_FILL(logits, 0);
        PL_DOT(logits, x, w);
    }
    PL_WHEN (!PL_FIRST(2))
        PL_DOT(logits, x, w);
    PL_WHEN (PL_LAST(2)) {
        PL_EACH ((r, bb), (c, bv))
            mine[r][c] = first + c == label[r][0] ? 1.0f : 0.0f;
        PL_EACH ((r, bb)) {
            float picked = 0;
            PL_REDUCE (picked, PL_ADD, (c, bv), mine[r][c] * logits[r][c]);
            loss[r][0] -= picked;
        }
        PL_WHEN (tail > 0)
            PL_EACH ((r, bb), (c, bv))
                logits[r][c] = !PL_LAST(1) || c < tail ? logits[r][c] : -INFINITY;
        PL_EACH ((r, bb)) {
            float peak = top[r][0], total = 0;
            PL_REDUCE (peak, PL_MAX, (c, bv), logits[r][c]);
            PL_REDUCE (total, PL_ADD, (c, bv), expf(logits[r][c] - peak));
            sum[r][0] = sum[r][0] * expf(top[r][0] - peak) + total;
            top[r][0] = peak;
        }
    }
    PL_WHEN (PL_LAST(1) && PL_LAST(2))
        PL_EACH ((r, bb), (c, 1))
            loss[r][c] += top[r][c] + logf(sum[r][c]);
}

PL_CALL(entropy, entropy_kernel,
        PL_SIZES(b, h, v),
        PL_SCALAR(long, bb), PL_SCALAR(long, bh), PL_SCALAR(long, bv), PL_SCALAR(long, tail),
        PL_GRID((i, PL_CDIV(b, bb)), (v, PL_CDIV(v, bv)), (l, PL_CDIV(h, bh))),
        PL_IN (float, x, (b, h),       PL_BLOCKSPEC((bb, bh), (i, l))),
        PL_IN (pl_bf16, w, (h, v),     PL_BLOCKSPEC((bh, bv), (l, v), PL_EDGE(0))),
        PL_IN (int32_t, label, (b, 1), PL_BLOCKSPEC((bb, 1), (i, 0))),
        PL_OUT(float, loss, (b, 1),    PL_BLOCKSPEC((bb, 1), (i, 0))),
        PL_SCRATCH(float, (bb, bv)),
        PL_SCRATCH(float, (bb, bv)),
        PL_SCRATCH(float, (bb, 1)),
        PL_SCRATCH(float, (bb, 1)))

/* Its backward pass: the logits again, then for each block of h the gradients of x and w. These are added up in HBM, by copies that
   the kernel starts itself: a step ends when what it has written has arrived. */
PL_KERNEL(entropy_back_kernel,
          PL_SCALAR(long, bb), PL_SCALAR(long, bh), PL_SCALAR(long, bv), PL_SCALAR(long, tail),
          PL_REF(const float, x, bb, bh),
          PL_REF(const pl_bf16, w, bh, bv),
          PL_REF(const int32_t, label, bb, 1),
          PL_REF(const float, log_sum, bb, 1),
          PL_REF(const float, given, bb, 1),
          PL_ANY_REF(float, x_gradient, 2), PL_ANY_REF(float, w_gradient, 2),
          PL_REF(float, s, bb, bv),
          PL_REF(float, x_sum, bb, bh), PL_REF(float, x_part, bb, bh),
          PL_REF(float, w_sum, bh, bv), PL_REF(float, w_part, bh, bv),
          PL_DMA_SEM(read, 2), PL_DMA_SEM(written, 2))
{
    long first = PL_AXIS(v) * bv, columns = PL_LAST(1) && tail > 0 ? tail : bv;
    PL_WHEN (PL_FIRST(2)) {
        PL_WHEN (PL_FIRST(3))
            PL_FILL(s, 0);
        PL_DOT(s, x, w);
    }
    PL_WHEN (PL_LAST(2)) {
        pl_copy x_in = PL_COPY(PL_AT(x_gradient, PL_DS(PL_AXIS(i) * bb, bb), PL_DS(PL_AXIS(l) * bh, bh)), x_sum, read[0]);
        pl_copy w_in = PL_COPY(PL_AT(w_gradient, PL_DS(PL_AXIS(l) * bh, bh), PL_DS(first, columns)), PL_AT(w_sum, PL_ALL, PL_DS(0, columns)), read[1]);
        pl_copy x_out = PL_COPY(x_sum, PL_AT(x_gradient, PL_DS(PL_AXIS(i) * bb, bb), PL_DS(PL_AXIS(l) * bh, bh)), written[0]);
        pl_copy w_out = PL_COPY(PL_AT(w_sum, PL_ALL, PL_DS(0, columns)), PL_AT(w_gradient, PL_DS(PL_AXIS(l) * bh, bh), PL_DS(first, columns)), written[1]);
        PL_WHEN (!PL_FIRST(0))
            pl_start(&w_in);
        PL_WHEN (PL_FIRST(3)) {
            PL_EACH ((r, bb), (c, bv))
                s[r][c] = expf(s[r][c] - log_sum[r][0]);
            PL_EACH ((r, bb), (c, bv))
                s[r][c] = (first + c == label[r][0] ? s[r][c] - 1 : s[r][c]) * given[r][0];
            PL_WHEN (tail > 0)
                PL_EACH ((r, bb), (c, bv))
                    s[r][c] = c < columns ? s[r][c] : 0;
        }
        PL_WHEN (!PL_FIRST(1))
            pl_start(&x_in);
        PL_WHEN (PL_FIRST(0)) {
            PL_FILL(w_sum, 0);
            PL_DOT(w_sum, PL_T(x), s);
            pl_start(&w_out);
        }
        PL_WHEN (PL_FIRST(1)) {
            PL_FILL(x_sum, 0);
            PL_DOT(x_sum, s, PL_T(w));
            pl_start(&x_out);
        }
        PL_WHEN (!PL_FIRST(0)) {
            PL_FILL(w_part, 0);
            PL_DOT(w_part, PL_T(x), s);
            pl_wait(&w_in);
            PL_EACH ((r, bh), (c, bv))
                w_sum[r][c] += w_part[r][c];
            pl_start(&w_out);
        }
        PL_WHEN (!PL_FIRST(1)) {
            PL_FILL(x_part, 0);
            PL_DOT(x_part, s, PL_T(w));
            pl_wait(&x_in);
            PL_EACH ((r, bb), (c, bh))
                x_sum[r][c] += x_part[r][c];
            pl_start(&x_out);
        }
        pl_wait(&w_out);
        pl_wait(&x_out);
    }
}

PL_CALL(entropy_back, entropy_back_kernel,
        PL_SIZES(b, h, v),
        PL_SCALAR(long, bb), PL_SCALAR(long, bh), PL_SCALAR(long, bv), PL_SCALAR(long, tail),
        PL_GRID((i, PL_CDIV(b, bb)), (v, PL_CDIV(v, bv)), (stage, 2), (l, PL_CDIV(h, bh))),
        PL_IN (float, x, (b, h),          PL_BLOCKSPEC((bb, bh), (i, l))),
        PL_IN (pl_bf16, w, (h, v),        PL_BLOCKSPEC((bh, bv), (l, v), PL_EDGE(0))),
        PL_IN (int32_t, label, (b, 1),    PL_BLOCKSPEC((bb, 1), (i, 0))),
        PL_IN (float, log_sum, (b, 1),    PL_BLOCKSPEC((bb, 1), (i, 0))),
        PL_IN (float, given, (b, 1),      PL_BLOCKSPEC((bb, 1), (i, 0))),
        PL_OUT(float, x_gradient, (b, h), PL_ANY),
        PL_OUT(float, w_gradient, (h, v), PL_ANY),
        PL_SCRATCH(float, (bb, bv)),
        PL_SCRATCH(float, (bb, bh)), PL_SCRATCH(float, (bb, bh)),
        PL_SCRATCH(float, (bh, bv)), PL_SCRATCH(float, (bh, bv)),
        PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_DMA_SEM(2))

/* ---- A copy in HBM, as XLA makes it around a kernel: rows of 128 -------------------------------------------- */
PL_KERNEL(copy_kernel,
          PL_REF(const float, x, 4096, 128),
          PL_REF(float, y, 4096, 128))
{
    PL_ASSIGN(y, x);
}

PL_CALL(copy, copy_kernel,
        PL_SIZES(m),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, 4096))),
        PL_IN (float, x, (m, 128), PL_BLOCKSPEC((4096, 128), (i, 0), PL_BUFFERED(3))),
        PL_OUT(float, y, (m, 128), PL_BLOCKSPEC((4096, 128), (i, 0), PL_BUFFERED(3))))

/* ---- The v4: the programs start their copies themselves ------------------------------------------------ */
enum { READ, WRITE, READ_THEN_WRITE, READ_AND_WRITE, TWO_READS, SERIAL, READS_AHEAD, BOTH_AHEAD };

/* Tile after tile of rows x 128: copies alone, or y = 2 x + 1. */
PL_KERNEL(tiles_kernel,
          PL_SCALAR(int, way), PL_SCALAR(long, rows), PL_SCALAR(long, tiles),
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, y, 2),
          PL_REF(float, in, 2, rows, 128), PL_REF(float, out, 2, rows, 128),
          PL_DMA_SEM(came, 2), PL_DMA_SEM(gone, 2))
{
    PL_WHEN (way >= READS_AHEAD) {
        pl_copy first = PL_COPY(PL_AT(x, PL_DS(0, rows)), PL_AT(in, 0), came[0]);
        pl_start(&first);
    }
    PL_LOOP (i, 0, tiles) {
        pl_copy read = PL_COPY(PL_AT(x, PL_DS(i * rows, rows)), PL_AT(in, i % 2), came[i % 2]);
        pl_copy also = PL_COPY(PL_AT(x, PL_DS(i * rows, rows)), PL_AT(in, (i + 1) % 2), came[(i + 1) % 2]);
        pl_copy write = PL_COPY(PL_AT(out, i % 2), PL_AT(y, PL_DS(i * rows, rows)), gone[i % 2]);
        PL_WHEN (way != WRITE && way < READS_AHEAD)
            pl_start(&read);
        PL_WHEN (way == TWO_READS)
            pl_start(&also);
        PL_WHEN (way == READ_AND_WRITE)
            pl_start(&write);
        PL_WHEN (way != WRITE)
            pl_wait(&read);
        PL_WHEN (way == TWO_READS)
            pl_wait(&also);
        PL_WHEN (way >= READS_AHEAD && i + 1 < tiles) {
            pl_copy next = PL_COPY(PL_AT(x, PL_DS((i + 1) * rows, rows)), PL_AT(in, (i + 1) % 2), came[(i + 1) % 2]);
            pl_start(&next);
        }
        PL_WHEN (way == BOTH_AHEAD && i > 1) {
            pl_copy earlier = PL_COPY(PL_AT(out, i % 2), PL_AT(y, PL_DS((i - 2) * rows, rows)), gone[i % 2]);
            pl_wait(&earlier);
        }
        PL_WHEN (way >= SERIAL)
            PL_EACH ((r, rows), (c, 128))
                out[i % 2][r][c] = 2 * in[i % 2][r][c] + 1;
        PL_WHEN (way == WRITE || way == READ_THEN_WRITE || way >= SERIAL)
            pl_start(&write);
        PL_WHEN (way != READ && way != TWO_READS && way != BOTH_AHEAD)
            pl_wait(&write);
    }
    PL_WHEN (way == BOTH_AHEAD)
        PL_LOOP (i, tiles - 2, tiles) {
            pl_copy last = PL_COPY(PL_AT(out, i % 2), PL_AT(y, PL_DS(i * rows, rows)), gone[i % 2]);
            pl_wait(&last);
        }
}

PL_CALL(tiles, tiles_kernel,
        PL_SIZES(m),
        PL_SCALAR(int, way), PL_SCALAR(long, rows), PL_SCALAR(long, tiles),
        PL_GRID(),
        PL_IN (float, x, (m, 128), PL_ANY),
        PL_OUT(float, y, (m, 128), PL_ANY),
        PL_SCRATCH(float, (2, rows, 128)), PL_SCRATCH(float, (2, rows, 128)),
        PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_DMA_SEM(2))

/* A matmul of both cores, 2048 x 2048 x 2048: a core has half of x, in four panels, and columns of y come 256 at a time. */
enum { WHOLE = 1, PANELS_AT_ONCE, PANELS, PARTS_OUT, LONG_DOTS };

PL_KERNEL(cores_kernel,
          PL_SCALAR(int, way), PL_SCALAR(long, rows),
          PL_ANY_REF(const pl_bf16, x, 2), PL_ANY_REF(const pl_bf16, y, 2), PL_ANY_REF(float, z, 2),
          PL_REF(pl_bf16, left, 1024, 2048), PL_REF(pl_bf16, right, 2, 2048, 256), PL_REF(float, sums, 2, 1024, 256),
          PL_DMA_SEM(panel, 4), PL_DMA_SEM(came, 2), PL_DMA_SEM(gone, 2))
{
    long top = 1024 * PL_AXIS(i);
    pl_copy whole = PL_COPY(PL_AT(x, PL_DS(top, 1024)), left, panel[0]);
    pl_copy columns = PL_COPY(PL_AT(y, PL_ALL, PL_DS(0, 256)), PL_AT(right, 0), came[0]);
    PL_WHEN (way == WHOLE)
        pl_start(&whole);
    PL_WHEN (way != WHOLE)
        PL_LOOP (p, 0, 4)
            PL_WHEN (p == 0 || way == PANELS_AT_ONCE) {
                pl_copy some = PL_COPY(PL_AT(x, PL_DS(top + 256 * p, 256)), PL_AT(left, PL_DS(256 * p, 256)), panel[p]);
                pl_start(&some);
            }
    pl_start(&columns);
    PL_WHEN (way == WHOLE)
        pl_wait(&whole);
    PL_LOOP (j, 0, 8) {
        long some_rows = j == 0 || (j == 7 && way >= PARTS_OUT) ? 256 : rows;
        pl_copy mine = PL_COPY(PL_AT(y, PL_ALL, PL_DS(256 * j, 256)), PL_AT(right, j % 2), came[j % 2]);
        pl_wait(&mine);
        PL_WHEN (j + 1 < 8) {
            pl_copy next = PL_COPY(PL_AT(y, PL_ALL, PL_DS(256 * (j + 1), 256)), PL_AT(right, (j + 1) % 2), came[(j + 1) % 2]);
            pl_start(&next);
        }
        PL_WHEN (j > 1) {
            pl_copy earlier = PL_COPY(PL_AT(sums, j % 2), PL_AT(z, PL_DS(top, 1024), PL_DS(256 * (j - 2), 256)), gone[j % 2]);
            pl_wait(&earlier);
        }
        PL_FILL(PL_AT(sums, j % 2), 0);
        PL_LOOP (part, 0, 1024 / some_rows) {
            PL_WHEN (j == 0 && way != WHOLE) {
                pl_copy some = PL_COPY(PL_AT(x, PL_DS(top + 256 * part, 256)), PL_AT(left, PL_DS(256 * part, 256)), panel[part]);
                pl_wait(&some);
                PL_WHEN (part + 1 < 4 && way != PANELS_AT_ONCE) {
                    pl_copy more = PL_COPY(PL_AT(x, PL_DS(top + 256 * (part + 1), 256)), PL_AT(left, PL_DS(256 * (part + 1), 256)), panel[part + 1]);
                    pl_start(&more);
                }
            }
            PL_VIEW(const pl_bf16, some, &left[part * some_rows], some_rows, 2048);
            PL_VIEW(const pl_bf16, column, &right[j % 2][0], 2048, 256);
            PL_VIEW(float, to, &sums[j % 2][part * some_rows], some_rows, 256);
            PL_DOT(to, some, column);
            PL_WHEN (j == 7 && way >= PARTS_OUT) {
                pl_copy out = PL_COPY(PL_AT(sums, 1, PL_DS(part * 256, 256)), PL_AT(z, PL_DS(top + part * 256, 256), PL_DS(256 * 7, 256)), gone[1]);
                pl_start(&out);
            }
        }
        PL_WHEN (j < 7 || way < PARTS_OUT) {
            pl_copy out = PL_COPY(PL_AT(sums, j % 2), PL_AT(z, PL_DS(top, 1024), PL_DS(256 * j, 256)), gone[j % 2]);
            pl_start(&out);
        }
    }
    PL_LOOP (j, 6, 8) {
        pl_copy last = PL_COPY(PL_AT(sums, j % 2), PL_AT(z, PL_DS(top, 1024), PL_DS(256 * j, 256)), gone[j % 2]);
        pl_wait(&last);
    }
}

PL_CALL(cores, cores_kernel,
        PL_SCALAR(int, way), PL_SCALAR(long, rows),
        PL_GRID(PL_PARALLEL(i, 2)),
        PL_IN (pl_bf16, x, (2048, 2048), PL_ANY),
        PL_IN (pl_bf16, y, (2048, 2048), PL_ANY),
        PL_OUT(float, z, (2048, 2048),   PL_ANY),
        PL_SCRATCH(pl_bf16, (1024, 2048)), PL_SCRATCH(pl_bf16, (2, 2048, 256)), PL_SCRATCH(float, (2, 1024, 256)),
        PL_SCRATCH_DMA_SEM(4), PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_DMA_SEM(2))

/* ---- Between devices ----------------------------------------------------------------------------------- */
/* Flow f is a push from device from[f] to device to[f]; a device starts its flows in this order. Each is answered by a signal
   before the next round. */
PL_KERNEL(flows_kernel,
          PL_SCALAR(long, flows), PL_SCALAR(long, rounds), PL_SCALAR(long, rows),
          PL_SMEM_REF(const int32_t, from, flows), PL_SMEM_REF(const int32_t, to, flows),
          PL_ANY_REF(const float, x, 2), PL_ANY_REF(float, o, 3),
          PL_DMA_SEM(send), PL_DMA_SEM(recv, flows), PL_SEM(answer))
{
    long me = PL_DEVICE_ID();
    PL_BARRIER(0, PL_NEIGHBOR(x, 1), PL_NEIGHBOR(y, 1));
    PL_LOOP (round, 0, rounds) {
        PL_LOOP (f, 0, flows)
            PL_WHEN (from[f] == me) {
                pl_copy push = PL_REMOTE_COPY(x, PL_AT(o, f), send, recv[f], to[f]);
                pl_start(&push);
            }
        PL_LOOP (f, 0, flows) {
            pl_copy push = PL_REMOTE_COPY(x, PL_AT(o, f), send, recv[f], to[f]);
            PL_WHEN (from[f] == me)
                pl_wait_send(&push);
            PL_WHEN (to[f] == me) {
                pl_wait_recv(&push);
                PL_SIGNAL(answer, 1, from[f]);
            }
        }
        PL_LOOP (f, 0, flows)
            PL_WHEN (from[f] == me)
                PL_SEM_WAIT(answer, 1);
    }
}

PL_CALL(flows, flows_kernel,
        PL_MESH((y, 2), (x, 2)),
        PL_SCALAR(long, flows), PL_SCALAR(long, rounds), PL_SCALAR(long, rows),
        PL_GRID(),
        PL_PREFETCH(int32_t, from, (flows)),
        PL_PREFETCH(int32_t, to, (flows)),
        PL_IN (float, x, (rows, 128), PL_ANY),
        PL_OUT(float, o, (flows, rows, 128), PL_ANY),
        PL_SCRATCH_DMA_SEM(), PL_SCRATCH_DMA_SEM(flows), PL_SCRATCH_SEM())

#endif
