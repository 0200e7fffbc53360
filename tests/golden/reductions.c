// PL_EACH, PL_REDUCE, PL_LOOP: one axis and several, from and to, nested, folding by operators and by functions.

#include <pallas.h>

enum { M = 4, N = 8 };

struct best { float value; int at; };

static struct best better(struct best a, struct best b) { return b.value > a.value ? b : a; }

#define FOLD PL_MAX

PL_KERNEL(folds_kernel, PL_REF(const float, x, M, N), PL_REF(const int32_t, k, M, N), PL_REF(float, z, M, N),
          PL_SCALAR(long, n))
{
    PL_EACH ((r, M), (c, 1, N - 1))
        z[r][c] = x[r][c - 1];
    PL_EACH ((r, M))
        PL_EACH ((c, N)) {
            z[r][c] = 0;
        }
    PL_EACH ((r, M)) {
        float top = -INFINITY, sum = 0;
        int32_t bits = 0;
        struct best best = { -INFINITY, -1 };
        PL_REDUCE (top, PL_MAX, (c, N), x[r][c]);
        PL_REDUCE (top, FOLD, (c, 1, N), x[r][c] * 2);
        PL_REDUCE (sum, PL_ADD, ((q, M), (c, 2, N)), x[q][c] + top);
        PL_REDUCE (sum, PL_MUL, (c, N), x[r][c]);
        PL_REDUCE (sum, PL_MIN, (c, N), x[r][c]);
        PL_REDUCE (bits, PL_AND, (c, N), k[r][c]);
        PL_REDUCE (bits, PL_OR, (c, N), k[r][c]);
        PL_REDUCE (bits, PL_XOR, (c, N), (top++, k[r][c]));
        PL_REDUCE (best, better, (c, N), (struct best){ x[r][c], (int)c });
        z[r][0] = PL_MAX(top, PL_MIN(sum, 3)) + (float)PL_ADD(bits, 1) + best.value;
    }
    PL_LOOP (i, 0, n)
        PL_LOOP (j, i, n, 2) {
            PL_REDUCE (z[i][j], PL_ADD, (c, N), x[i][c]);
        }
}
