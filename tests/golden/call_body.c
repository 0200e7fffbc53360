// What a body may say: folds, loops and branches of C's, helpers, structs, tables, masks, reports, atomics.
#include <pallas.h>

enum { R = 4, C = 8 };
enum way { ADD, TAKE, KEEP };

struct best { float value; int at; };

static const float weights[3] = { 0.25f, 0.5f, 0.25f };

static inline struct best better(struct best a, struct best b)
{
    return b.value > a.value ? b : a;
}

static inline float smooth(const float *row, int c)
{
    float sum = 0;
    for (int i = -1; i <= 1; i++)
        if (c + i >= 0 && c + i < C)
            sum += weights[i + 1] * row[c + i];
    return sum;
}

PL_FUNCTION(void, scale_block, PL_SCALAR(float, by), PL_REF(float, z, R, C))
{
    PL_EACH ((r, R), (c, C))
        z[r][c] *= by;
}

PL_KERNEL(body_kernel,
          PL_SCALAR(int, way),
          PL_REF(const float, x, R, C),
          PL_REF(float, z, R, C),
          PL_REF(struct best, found, R),
          PL_REF(int32_t, counts, C))
{
    PL_CHECK(way >= ADD && way <= KEEP, "way is %d", way);
    PL_EACH ((r, R)) {
        struct best top = { -INFINITY, -1 };
        PL_REDUCE (top, better, (c, C), ((struct best){ PL_INSIDE(x, r, c) ? x[r][c] : -INFINITY, (int)c }));
        found[r] = top;
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, 1, C), x[r][c] - x[r][c - 1]);
        PL_EACH ((c, C)) {
            float v = PL_LOAD(x[r][c], c < C - 1, sum);
            switch (way) {
            case ADD:
                v += smooth(x[r], (int)c);
                break;
            case TAKE:
                v = fmaxf(v, expf(-v * v));
                break;
            default:
                break;
            }
            PL_STORE(z[r][c], v, PL_INSIDE(x, r, c));
        }
    }
    scale_block(2.0f, PL_PASS(z));
    PL_LOOP (s, 0, R, 2) {
        int left = (int)PL_NUM_PROGRAMS(0);
        while (left > 1)
            left /= 2;
        do
            left++;
        while (left < 2);
        z[s][0] += (float)(left + PL_MULTIPLE_OF(way, 1));
    }
    PL_EACH ((c, C))
        PL_ATOMIC_ADD(&counts[c], 1);
    PL_WHEN (PL_PROGRAM_ID(0) == 0 && PL_DIM(x, 1) == C)
        PL_PRINT("program %d: %g\n", (int)PL_AXIS(i), (double)z[0][0]);
}

PL_CALL(body, body_kernel,
        PL_SIZES(m), PL_SCALAR(int, way),
        PL_GRID((i, PL_CDIV(m, R))),
        PL_IN   (float, x, (m, C), PL_BLOCKSPEC((R, C), (i, 0), PL_EDGE(0))),
        PL_OUT  (float, z, (m, C), PL_BLOCKSPEC((R, C), (i, 0))),
        PL_OUT  (struct best, found, (m), PL_BLOCKSPEC((R), (i))),
        PL_INOUT(int32_t, counts, (C), PL_ATOMIC))
