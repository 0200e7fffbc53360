// Tiles that need more shared memory than a kernel may declare: with --budget=128K one array whose size the launch sets.
#include <pallas.h>
#include <stdio.h>

enum { B = 128, S = 130 };

typedef struct { double first; char second; } pair;

PL_KERNEL(turn_kernel, PL_REF(const float, x, B, B), PL_REF(float, z, B, B), PL_REF(double, sum, 1))
{
    PL_TILE(float, t, B, S);
    PL_TILE(pair, p, B);
    PL_EACH ((r, B), (c, B))
        t[c][r] = x[r][c];
    PL_EACH ((r, B))
        p[r].first = t[r][B - 1 - r], p[r].second = 1;
    PL_EACH ((r, B), (c, B))
        z[r][c] = t[r][B - 1 - c];
    double all = 0;
    PL_REDUCE (all, PL_ADD, ((r, B)), p[B - 1 - r].first * p[r].second);
    sum[0] = all;
}

PL_CALL(turn, turn_kernel, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN(float, x, (n, B, B), PL_BLOCKSPEC((PL_NONE, B, B), (i, 0, 0))),
        PL_OUT(float, z, (n, B, B), PL_BLOCKSPEC((PL_NONE, B, B), (i, 0, 0))),
        PL_OUT(double, sum, (n), PL_BLOCKSPEC((1), (i))))

static float x[3][B][B], z[3][B][B];

int main(void)
{
    double sum[3];
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < B; r++)
            for (int c = 0; c < B; c++)
                x[i][r][c] = (float)((i * 31 + r * 7 + c * 3) % 101);
    if (turn(3, **x, **z, sum))
        return 1;
    for (int i = 0; i < 3; i++) {
        double wanted = 0;
        for (int r = 0; r < B; r++) {
            wanted += x[i][B - 1 - r][r];
            for (int c = 0; c < B; c++)
                if (z[i][r][c] != x[i][B - 1 - c][r])
                    return printf("z[%d][%d][%d] is %g\n", i, r, c, (double)z[i][r][c]), 1;
        }
        if (sum[i] != wanted)
            return printf("sum[%d] is %g, not %g\n", i, sum[i], wanted), 1;
    }
    return 0;
}
