// lanes.c -- kernels in which lanes must wait for each other, and some in which they need not.
//
// Prints the results of each call; an argument chooses one call. All numbers are small integers, also in floats,
// so every order of a sum gives the same result, and the output must be the interpreter's.

#include <math.h>
#include <pallas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Rows of lanes ----

PL_KERNEL(rows_kernel, PL_SCALAR(long, n), PL_REF(const float, x, 16, n), PL_REF(float, z, 16, n))
{
    PL_EACH ((r, 16)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);
        PL_REDUCE (sum, PL_ADD, (c, n), x[r][c] - top);
        PL_EACH ((c, n))
            z[r][c] = x[r][c] * 2 - top + sum;
    }
}
PL_CALL(rows, rows_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, 16))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((16, PL_FULL), (i, 0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((16, PL_FULL), (i, 0))))

// The elements that one column of a row stores are read by the others, and carried from step to step.
PL_KERNEL(carried_kernel, PL_REF(const float, x, 16, 32), PL_REF(float, z, 16, 32), PL_REF(float, top, 16), PL_REF(float, sum, 16))
{
    PL_WHEN (PL_FIRST(0)) {
        PL_FILL(top, 0);
        PL_FILL(sum, 0);
    }
    PL_EACH ((r, 16)) {
        float peak = top[r], total = 0;
        PL_REDUCE (peak, PL_MAX, (c, 32), x[r][c]);
        PL_REDUCE (total, PL_ADD, (c, 32), x[r][c] + peak - top[r]);
        sum[r] += total;
        top[r] = peak;
    }
    PL_EACH ((r, 16), (c, 32))
        z[r][c] = x[r][c] + sum[r] + top[15 - r];
}
PL_CALL(carried, carried_kernel, PL_SIZES(m), PL_GRID(PL_ARBITRARY(i, PL_CDIV(m, 16))),
        PL_IN (float, x, (m, 32), PL_BLOCKSPEC((16, 32), (i, 0), PL_EDGE(0))),
        PL_OUT(float, z, (m, 32), PL_BLOCKSPEC((16, 32), (i, 0))),
        PL_SCRATCH(float, (16)), PL_SCRATCH(float, (16)))

// ---- PL_DOT ----

PL_KERNEL(product_kernel, PL_REF(const float, x, 24, 8), PL_REF(const float, y, 8, 16), PL_REF(float, z, 24, 16))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 1);
    PL_DOT(z, x, y);
}
PL_CALL(product, product_kernel, PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, 24)), (j, PL_CDIV(n, 16)), (l, PL_CDIV(k, 8))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((24, 8), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((8, 16), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((24, 16), (i, j))))

PL_KERNEL(turned_kernel, PL_REF(const float, x, 40, 40), PL_REF(const float, y, 20, 40), PL_REF(float, z, 40, 20))
{
    PL_TILE(float, t, 40, 20);
    PL_FILL(t, 0);
    PL_DOT(t, PL_T(x), PL_T(y));
    PL_EACH ((r, 40), (c, 20))
        z[r][c] = t[39 - r][c] + 1;
}
PL_CALL(turned, turned_kernel, PL_GRID(), PL_IN(float, x, (40, 40), PL_WHOLE), PL_IN(float, y, (20, 40), PL_WHOLE),
        PL_OUT(float, z, (40, 20), PL_WHOLE))

PL_KERNEL(tall_kernel, PL_REF(const float, x, 136, 16), PL_REF(const float, y, 16, 16), PL_REF(float, z, 136, 16))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, y);
    PL_DOT(z, x, y);
}
PL_CALL(tall, tall_kernel, PL_GRID(), PL_IN(float, x, (136, 16), PL_WHOLE), PL_IN(float, y, (16, 16), PL_WHOLE),
        PL_OUT(float, z, (136, 16), PL_WHOLE))

// Scores, their rows, and values computed from them, as in attention.
PL_KERNEL(attend_kernel, PL_REF(const float, q, 16, 8), PL_REF(const float, k, 24, 8), PL_REF(const float, v, 24, 8),
          PL_REF(float, o, 16, 8), PL_REF(float, acc, 16, 8))
{
    PL_TILE(float, p, 16, 24);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(acc, 0);
    PL_FILL(p, 0);
    PL_DOT(p, q, PL_T(k));
    PL_EACH ((r, 16)) {
        float top = -INFINITY;
        PL_REDUCE (top, PL_MAX, (c, 24), p[r][c]);
        PL_EACH ((c, 24))
            p[r][c] -= top;
        PL_EACH ((c, 8))
            acc[r][c] += top;
    }
    PL_DOT(acc, p, v);
    PL_WHEN (PL_LAST(0))
        PL_EACH ((r, 16), (c, 8))
            o[r][c] = acc[r][c];
}
PL_CALL(attend, attend_kernel, PL_SIZES(n), PL_GRID(PL_ARBITRARY(j, PL_CDIV(n, 24))),
        PL_IN (float, q, (16, 8), PL_WHOLE),
        PL_IN (float, k, (n, 8), PL_BLOCKSPEC((24, 8), (j, 0), PL_EDGE(0))),
        PL_IN (float, v, (n, 8), PL_BLOCKSPEC((24, 8), (j, 0), PL_EDGE(0))),
        PL_OUT(float, o, (16, 8), PL_WHOLE), PL_SCRATCH(float, (16, 8)))

// Views: rows of an image times a matrix for each place of a filter.
PL_KERNEL(filter_kernel, PL_REF(const float, x, 6, 18, 4), PL_REF(const float, w, 3, 4, 8), PL_REF(float, z, 6, 16, 8))
{
    PL_EACH ((h, 6), (r, 16), (o, 8))
        z[h][r][o] = (float)o;
    PL_LOOP (h, 0, 6) {
        PL_VIEW(float, out, z[h], 16, 8);
        PL_LOOP (d, 0, 3) {
            PL_VIEW(const float, pixels, &x[h][d], 16, 4);
            PL_VIEW(const float, tap, w[d], 4, 8);
            PL_DOT(out, pixels, tap);
        }
    }
}
PL_CALL(filter, filter_kernel, PL_GRID(), PL_IN(float, x, (6, 18, 4), PL_WHOLE), PL_IN(float, w, (3, 4, 8), PL_WHOLE),
        PL_OUT(float, z, (6, 16, 8), PL_WHOLE))

// ---- Reductions ----

struct line { int32_t factor, shift; };                 // x -> factor * x + shift, modulo 97: it does not commute

static struct line then(struct line a, struct line b)
{
    struct line both = { a.factor * b.factor % 97, (a.shift * b.factor + b.shift) % 97 };
    return both;
}

static struct line line_of(int32_t v)
{
    struct line one = { 2 + v % 5, v % 7 };
    return one;
}

PL_KERNEL(folds_kernel, PL_SCALAR(long, n), PL_REF(const int32_t, x, n), PL_REF(const float, y, 9, 70), PL_REF(float, f, 6),
          PL_REF(int32_t, z, 10))
{
    int32_t sum = 5, product = 1, low = 100, all = -1, any = 0, odd = 0;
    float top = -INFINITY, bottom = INFINITY, wide = 0;
    struct line line = { 1, 0 };
    PL_REDUCE (sum, PL_ADD, (i, n), x[i]);
    PL_REDUCE (product, PL_MUL, (i, n), x[i] == 7 ? 3 : 1);
    PL_REDUCE (low, PL_MIN, (i, n), x[i]);
    PL_REDUCE (all, PL_AND, (i, n), x[i] | 6);
    PL_REDUCE (any, PL_OR, (i, n), x[i]);
    PL_REDUCE (odd, PL_XOR, (i, n), x[i]);
    PL_REDUCE (line, then, (i, n), line_of(x[i]));
    PL_REDUCE (top, PL_MAX, ((r, 9), (c, 70)), y[r][c]);
    PL_REDUCE (bottom, PL_MIN, ((r, 9), (c, 70)), r == 3 && c == 66 ? NAN : y[r][c]);
    PL_REDUCE (wide, PL_ADD, ((r, 9), (c, 70)), y[r][c]);
    PL_FILL(z, 1);
    PL_REDUCE (z[9], PL_ADD, (i, n), x[i] * z[0]);
    z[0] = sum, z[1] = product, z[2] = low, z[3] = all, z[4] = any, z[5] = odd, z[6] = line.factor, z[7] = line.shift;
    f[0] = top, f[1] = bottom, f[2] = wide, f[3] = z[9], f[4] = z[0], f[5] = 0;
}
PL_CALL(folds, folds_kernel, PL_SCALAR(long, n), PL_GRID(), PL_IN(int32_t, x, (n), PL_WHOLE),
        PL_IN(float, y, (9, 70), PL_WHOLE), PL_OUT(float, f, (6), PL_WHOLE), PL_OUT(int32_t, z, (10), PL_WHOLE))

PL_KERNEL(lines_kernel, PL_REF(const int32_t, x, 8, 50), PL_REF(int32_t, z, 8, 2))
{
    PL_EACH ((r, 8)) {
        struct line line = { 1, (int32_t)r };
        PL_REDUCE (line, then, (c, 50), line_of(x[r][c]));
        z[r][0] = line.factor;
        z[r][1] = line.shift;
    }
}
PL_CALL(lines, lines_kernel, PL_GRID(), PL_IN(int32_t, x, (8, 50), PL_WHOLE), PL_OUT(int32_t, z, (8, 2), PL_WHOLE))

// ---- Statements that all lanes execute ----

PL_KERNEL(plain_kernel, PL_REF(const int32_t, x, 32), PL_REF(int32_t, z, 32), PL_REF(int32_t, state, 4))
{
    int32_t turns = 0;
    state[0] = 0, state[1] = x[3];
    for (int i = 1; i < 32; i++)
        z[i] = x[i] + (i > 1 ? z[i - 1] : 0);
    while (state[0] < 5) {
        PL_EACH ((c, 32))
            z[c] = (c ? z[c] : 0) + state[0];
        turns += z[7] > 0;
        state[0]++;
    }
    if (z[31] > z[1])
        z[0] = turns;
    else
        z[0] = -turns;
    switch (state[1] % 3) {
    case 0:
        PL_FILL(state, 7);
        break;
    case 1:
        state[2] = z[0];
        // fall through
    default:
        state[3] = z[5], state[2] = 1;
    }
    PL_EACH ((c, 32))
        z[c] += state[3];
}
PL_CALL(plain, plain_kernel, PL_GRID(), PL_IN(int32_t, x, (32), PL_WHOLE), PL_OUT(int32_t, z, (32), PL_WHOLE),
        PL_SCRATCH(int32_t, (4)))

// ---- Elements that other lanes read ----

PL_KERNEL(hands_kernel, PL_REF(const float, x, 20, 30), PL_REF(float, z, 30, 20), PL_REF(float, s, 30))
{
    PL_TILE(float, t, 20, 30);
    PL_TILE(float, u, 30);
    PL_ASSIGN(t, x);
    PL_EACH ((r, 20), (c, 30))                          // each writes its own: no barrier
        t[r][c] += 1;
    PL_EACH ((r, 30), (c, 20))
        z[r][c] = t[c][r];
    PL_EACH ((c, 30))
        u[c] = t[3][c];
    PL_EACH ((c, 30))
        s[c] = u[c] + u[29 - c] + (c ? u[c - 1] : 0);
    PL_EACH ((c, 30))
        u[c] = s[(c + 7) % 30];
    PL_EACH ((c, 29))
        s[c] = u[c + 1];
}
PL_CALL(hands, hands_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, 20))),
        PL_IN (float, x, (m, 30), PL_BLOCKSPEC((20, 30), (i, 0), PL_EDGE(3))),
        PL_OUT(float, z, (30, m), PL_BLOCKSPEC((30, 20), (0, i))),
        PL_OUT(float, s, (30 * PL_CDIV(m, 20)), PL_BLOCKSPEC((30), (i))))

// ---- Windows that vary ----

PL_KERNEL(moved_kernel, PL_SCALAR(long, n), PL_SMEM_REF(const int32_t, row, n), PL_REF(const float, x, 24), PL_REF(float, z, 24))
{
    long step = PL_AXIS(s);
    PL_WHEN (step == 0 || row[step] != row[step - 1])
        PL_FILL(z, 0);
    PL_EACH ((c, 24))
        z[c] += x[23 - c];
}
PL_CALL(moved, moved_kernel, PL_SIZES(count, width), PL_SCALAR(long, n), PL_GRID(PL_ARBITRARY(s, n)), PL_PREFETCH(int32_t, row, (n)),
        PL_IN (float, x, (n, width), PL_BLOCKSPEC((PL_NONE, 24), (s, 0), PL_EDGE(1))),
        PL_OUT(float, z, (count, width), PL_BLOCKSPEC((PL_NONE, 24), (row[s], 0))))

PL_KERNEL(alias_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    PL_EACH ((c, 8))
        z[c] = x[7 - c] + 1;
}
PL_CALL(shifted, alias_kernel, PL_SIZES(n), PL_GRID(PL_ARBITRARY(i, n / 8 - 1)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((8), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((8), (i + 1), PL_ALIAS(x))))

PL_KERNEL(count_kernel, PL_REF(const int32_t, x, 40), PL_REF(int32_t, count, 8))
{
    PL_EACH ((c, 40))
        if (PL_INSIDE(x, c))
            PL_ATOMIC_ADD(&count[x[c] & 7], 1);
}
PL_CALL(counted, count_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 40))),
        PL_IN(int32_t, x, (n), PL_BLOCKSPEC((40), (i))), PL_INOUT(int32_t, count, (8), PL_ATOMIC))

// All lanes read the value that fills a block before one of them overwrites it.
static int32_t of_two(const int32_t *p)
{
    return p[39] - p[38];
}

PL_KERNEL(fill_kernel, PL_REF(const int32_t, x, 40), PL_REF(int32_t, z, 40))
{
    PL_EACH ((c, 40))
        z[c] = x[c] * 2;
    PL_FILL(z, z[39] - z[0]);
    PL_EACH ((c, 40))
        z[39 - c] += x[c];
    PL_FILL(z, of_two(z));
    PL_EACH ((c, 40))
        z[c] += x[c];
}
PL_CALL(filled, fill_kernel, PL_GRID((i, 2)),
        PL_IN(int32_t, x, (80), PL_BLOCKSPEC((40), (i))), PL_OUT(int32_t, z, (80), PL_BLOCKSPEC((40), (i))))

// The bound of the loop is an element of the block that it writes: all lanes read it before one writes.
PL_KERNEL(bound_kernel, PL_REF(const int32_t, x, 40), PL_REF(int32_t, z, 40))
{
    PL_EACH ((c, 40))
        z[c] = 20 + c % 8;
    PL_EACH ((c, z[39] - z[38],
                 z[35]))
        z[40 - c] = x[c];
    PL_EACH ((c, 40))
        z[c] += 1;
}
PL_CALL(bounded, bound_kernel, PL_GRID((i, 2)),
        PL_IN(int32_t, x, (80), PL_BLOCKSPEC((40), (i))), PL_OUT(int32_t, z, (80), PL_BLOCKSPEC((40), (i))))

// The same with a bound per row, and lanes that process more than one row each.
PL_KERNEL(ragged_kernel, PL_REF(const int32_t, x, 20, 16), PL_REF(int32_t, z, 20, 16))
{
    PL_EACH ((r, 20), (c, 16))
        z[r][c] = (c < 8 ? 2 : 12) + (r + c) % 3;
    PL_EACH ((r, 20), (c, z[r][3],
                          z[r][12]))
        z[r][16 - c] = x[r][c];
    PL_EACH ((r, 20), (c, 16))
        z[r][c] += 1;
}
PL_CALL(ragged, ragged_kernel, PL_GRID((i, 2)),
        PL_IN(int32_t, x, (40, 16), PL_BLOCKSPEC((20, 16), (i, 0))), PL_OUT(int32_t, z, (40, 16), PL_BLOCKSPEC((20, 16), (i, 0))))

// A view begins at a position in a block's own elements, or in a tile's, which could be in registers otherwise.
PL_KERNEL(place_kernel, PL_REF(const int32_t, x, 40), PL_REF(int32_t, z, 40))
{
    PL_TILE(int32_t, from, 40);
    PL_EACH ((c, 40)) {
        z[c] = 3 + c % 5;
        from[c] = x[c] & 7;
    }
    PL_VIEW(int32_t, part, &z[z[14] + from[3]], 8);
    PL_EACH ((c, 8))
        part[c] = x[c];
    PL_EACH ((c, part[7] & 7))
        part[7 - c] = x[c] + 9;
}
PL_CALL(placed, place_kernel, PL_GRID((i, 2)),
        PL_IN(int32_t, x, (80), PL_BLOCKSPEC((40), (i))), PL_OUT(int32_t, z, (80), PL_BLOCKSPEC((40), (i))))

// ---- Blocks in registers ----

// A tile into which PL_DOT accumulates over the steps, a number per row, and a window that is read back: no barrier for them.
PL_KERNEL(kept_kernel, PL_REF(const float, x, 20, 12), PL_REF(const float, y, 12, 24), PL_REF(float, z, 20, 24),
          PL_REF(float, s, 20, 24), PL_REF(float, most, 20))
{
    PL_TILE(float, t, 20, 24);
    PL_WHEN (PL_FIRST(1)) {
        PL_FILL(s, 1);
        PL_FILL(most, -100);
    }
    PL_ASSIGN(t, z);
    PL_DOT(s, x, y);
    PL_EACH ((r, 20)) {
        float top = most[r];
        PL_REDUCE (top, PL_MAX, (c, 24), s[r][c] - t[r][c]);
        PL_EACH ((c, 24))
            t[r][c] += top;
        PL_REDUCE (most[r], PL_MAX, (c, 24), t[r][c]);
    }
    PL_EACH ((r, 20), (c, 24))
        z[r][c] += t[r][c] - most[r];
    PL_WHEN (PL_LAST(1))
        PL_EACH ((r, 20), (c, 24))
            z[r][c] += s[r][c];
}
PL_CALL(kept, kept_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, 20)), (l, PL_CDIV(k, 12))),
        PL_IN   (float, x, (m, k), PL_BLOCKSPEC((20, 12), (i, l), PL_EDGE(0))),
        PL_IN   (float, y, (k, n), PL_BLOCKSPEC((12, 24), (l, 0), PL_EDGE(0))),
        PL_INOUT(float, z, (m, n), PL_BLOCKSPEC((20, 24), (i, 0), PL_EDGE(2))),
        PL_SCRATCH(float, (20, 24)), PL_SCRATCH(float, (20)))

// Distributed cyclically, too: sums over steps in blocks that no PL_DOT uses.
PL_KERNEL(sums_kernel, PL_REF(const int32_t, x, 90), PL_REF(int32_t, z, 90), PL_REF(int32_t, all, 90))
{
    PL_WHEN (PL_FIRST(1))
        PL_FILL(all, 5);
    PL_EACH ((c, 90))
        all[c] += x[c];
    PL_WHEN (PL_LAST(1))
        PL_ASSIGN(z, all);
    PL_EACH ((c, 40))
        z[c] = (PL_LAST(1) ? z[c] : 0) + 1;
}
PL_CALL(sums, sums_kernel, PL_SIZES(n), PL_GRID((j, PL_CDIV(n, 90)), (i, 3)),
        PL_IN (int32_t, x, (3, n), PL_BLOCKSPEC((PL_NONE, 90), (i, j))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((90), (j))), PL_SCRATCH(int32_t, (90)))

// ---- Windows in local memory, and masks ----

// Elements of neighbors, in each step those of another block: they are copied after the last read of the previous block, and
// read after the copy. z is filled and set past the array, too.
PL_KERNEL(near_kernel, PL_REF(const int32_t, x, 10, 14), PL_REF(const int32_t, y, 12, 8), PL_REF(int32_t, z, 8, 12))
{
    PL_FILL(z, 3);
    PL_EACH ((r, 8), (c, 12))
        z[r][c] = x[r][c] + 2 * x[r + 1][c + 1] - x[r + 2][c + 2] + y[c][r];
}
PL_CALL(near_by, near_kernel, PL_SIZES(m, n), PL_GRID(PL_ARBITRARY(i, PL_CDIV(m, 8)), PL_ARBITRARY(j, PL_CDIV(n, 12))),
        PL_IN (int32_t, x, (m, n), PL_BLOCKSPEC((PL_ELEMENT(10, 1, 8), PL_ELEMENT(14, 1, 12)), (i * 8, j * 12), PL_EDGE(7))),
        PL_IN (int32_t, y, (n, m), PL_BLOCKSPEC((12, 8), (j, i), PL_EDGE(1))),
        PL_OUT(int32_t, z, (m, n), PL_BLOCKSPEC((8, 12), (i, j))))

// Elements outside count as 2: each sum needs them, and so does the copy of a whole block.
PL_KERNEL(edges_kernel, PL_REF(const float, x, 8, 20), PL_REF(float, z, 8, 20), PL_REF(float, w, 8, 20))
{
    PL_EACH ((r, 8)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, 20), x[r][c]);
        PL_EACH ((c, 20))
            z[r][c] = sum + (x[r][c] < 2 ? c : x[r][19 - c]);
    }
    PL_ASSIGN(w, x);
}
PL_CALL(edges, edges_kernel, PL_SIZES(m, n), PL_GRID((i, PL_CDIV(m, 8)), (j, PL_CDIV(n, 20))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((8, 20), (i, j), PL_EDGE(2))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((8, 20), (i, j))), PL_OUT(float, w, (m, n), PL_BLOCKSPEC((8, 20), (i, j))))

// The subscripts in PL_INSIDE are read: other lanes have set them.
PL_KERNEL(asked_kernel, PL_REF(const int32_t, x, 64), PL_REF(int32_t, z, 64))
{
    PL_TILE(int32_t, at, 64);
    PL_EACH ((c, 64))
        at[c] = (x[c] + (int32_t)c / 2) & 63;
    PL_EACH ((c, 64))
        z[c] = PL_INSIDE(x, at[63 - c]);
}
PL_CALL(asked, asked_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 64))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((64), (i), PL_EDGE(1))),
        PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((64), (i))))

// ---- All of them ----

static float a[4096], b[4096], out[8192], more[256];
static int32_t ints[640], counts[32], found[128], spread[640];
static const char *only;
static int failed;

static int wanted(const char *name)
{
    for (int i = 0; i < 4096; i++)
        a[i] = (float)(i * 7 % 11 - 5), b[i] = (float)(i * 5 % 9 - 4);
    for (int i = 0; i < 640; i++)
        ints[i] = i * 37 % 41;
    memset(out, 0, sizeof out);
    memset(more, 0, sizeof more);
    memset(counts, 0, sizeof counts);
    memset(found, 0, sizeof found);
    memset(spread, 0, sizeof spread);
    return !only || !strcmp(only, name);
}

static void show(const char *name, int code, const float *v, int n)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %g", v[i]);
    printf("\n");
    failed |= code;
}

static void show_ints(const char *name, const int32_t *v, int n)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %ld", (long)v[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    static const int32_t row[9] = { 0, 0, 2, 2, 2, 1, 4, 4, 3 };
    only = argc > 1 ? argv[1] : NULL;
    for (int n = 44; n <= 45 && wanted("rows"); n++)    // with vectors, and without
        show("rows", rows(40, n, a, out), out, 40 * n);
    if (wanted("carried"))
        show("carried", carried(40, a, out), out, 40 * 32);
    if (wanted("product"))
        show("product", product(40, 20, 19, a, b, out), out, 40 * 20);
    if (wanted("turned"))
        show("turned", turned(a, b, out), out, 40 * 20);
    if (wanted("tall"))
        show("tall", tall(a, b, out), out, 136 * 16);
    if (wanted("attend"))
        show("attend", attend(60, a, b, a + 500, out), out, 16 * 8);
    if (wanted("filter"))
        show("filter", filter(a, b, out), out, 6 * 16 * 8);
    if (wanted("folds")) {
        show("folds", folds(300, ints, a, more, found), more, 6);
        show_ints("folds", found, 10);
    }
    if (wanted("lines")) {
        failed |= lines(ints, found);
        show_ints("lines", found, 16);
    }
    for (int i = 0; i < 3 && wanted("plain"); i++) {    // every path through it
        failed |= plain(ints + i, found);
        show_ints("plain", found, 32);
    }
    if (wanted("hands")) {
        show("hands", hands(50, a, out, more), out, 50 * 30);
        show("hands", 0, more, 90);
    }
    if (wanted("asked")) {
        failed |= asked(100, ints, found);
        show_ints("asked", found, 100);
    }
    if (wanted("moved"))
        show("moved", moved(5, 20, 9, row, a, out), out, 5 * 20);
    if (wanted("shifted"))
        show("shifted", shifted(64, a, a), a, 64);
    if (wanted("kept")) {
        memcpy(out, b + 5, sizeof out / 2);
        show("kept", kept(50, 22, 40, a, b, out), out, 50 * 22);
    }
    if (wanted("sums")) {
        failed |= sums(100, ints, found);
        show_ints("sums", found, 100);
    }
    for (int n = 33; n <= 36 && wanted("edges"); n += 3) {
        show("edges", edges(13, n, a, out, out + 500), out, 13 * n);
        show("edges", 0, out + 500, 13 * n);
    }
    if (wanted("near_by")) {
        failed |= near_by(14, 20, ints, ints + 90, spread);
        show_ints("near_by", spread, 14 * 20);
    }
    if (wanted("counted")) {
        failed |= counted(333, ints, counts);
        show_ints("counted", counts, 8);
    }
    if (wanted("filled")) {
        failed |= filled(ints, found);
        show_ints("filled", found, 80);
    }
    if (wanted("bounded")) {
        failed |= bounded(ints, found);
        show_ints("bounded", found, 80);
    }
    if (wanted("ragged")) {
        failed |= ragged(ints, spread);
        show_ints("ragged", spread, 40 * 16);
    }
    if (wanted("placed")) {
        failed |= placed(ints, found);
        show_ints("placed", found, 80);
    }
    return failed;
}
