// kinds.c -- kernels whose operands are copied in different ways; statistics.sh tests the counts. PALLAS=call=NAME picks one.

#include <pallas.h>
#include <string.h>

enum { R = 8, C = 128 };

// v varies with j alone, and i is the inner axis; w is one block throughout; o is written back after each step.
PL_KERNEL(scale_kernel, PL_REF(const float, x, R, C), PL_REF(const float, v, 32, C), PL_REF(const float, w, R), PL_REF(float, o, R, C))
{
    PL_EACH ((r, R), (c, C))
        o[r][c] = x[r][c] * v[r][c] + w[r];
}

PL_CALL(scale, scale_kernel,
        PL_SIZES(m, n),
        PL_GRID((i, PL_CDIV(m, R)), (j, PL_CDIV(n, C))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((R, C), (i, j))),
        PL_IN (float, v, (32, n), PL_BLOCKSPEC((32, C), (0, j))),
        PL_IN (float, w, (R), PL_WHOLE),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((R, C), (i, j))))

// Windows of 10 rows around each 8: rows outside the array are not copied.
PL_KERNEL(halo_kernel, PL_REF(const float, x, R + 2, C), PL_REF(float, o, R, C))
{
    PL_EACH ((r, R), (c, C))
        o[r][c] = x[r][c] + x[r + 1][c] + x[r + 2][c];
}

PL_CALL(halo, halo_kernel,
        PL_SIZES(m),
        PL_GRID((i, m / R)),
        PL_IN (float, x, (m, C), PL_BLOCKSPEC((PL_ELEMENT(R + 2, 1, 1), PL_FULL), (i * R, 0), PL_EDGE(0))),
        PL_OUT(float, o, (m, C), PL_BLOCKSPEC((R, C), (i, 0))))

// A table selects blocks: some twice in a row, some again after the end of their visit.
PL_KERNEL(pick_kernel, PL_SMEM_REF(const int32_t, t, 8), PL_REF(const float, x, R, C), PL_REF(float, o, R, C))
{
    PL_EACH ((r, R), (c, C))
        o[r][c] = x[r][c] + (float)t[0];
}

PL_CALL(pick, pick_kernel,
        PL_GRID((i, 8)),
        PL_PREFETCH(int32_t, t, (8)),
        PL_IN (float, x, (4 * R, C), PL_BLOCKSPEC((R, C), (t[i], 0))),
        PL_OUT(float, o, (8 * R, C), PL_BLOCKSPEC((R, C), (i, 0))))

// s is read back and revisited at each l.
PL_KERNEL(carry_kernel, PL_REF(const float, x, R, C), PL_REF(float, s, R, C))
{
    PL_EACH ((r, R), (c, C))
        s[r][c] += x[r][c];
}

PL_CALL(carry, carry_kernel,
        PL_GRID((l, 3), (j, 2)),
        PL_IN   (float, x, (3 * R, 2 * C), PL_BLOCKSPEC((R, C), (l, j))),
        PL_INOUT(float, s, (R, 2 * C), PL_BLOCKSPEC((R, C), (0, j))))

// Two cores of a v4 share i: each fetches w for itself.
PL_CALL(shared, scale_kernel,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, m / R), (j, n / C)),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((R, C), (i, j))),
        PL_IN (float, v, (32, n), PL_BLOCKSPEC((32, C), (0, j))),
        PL_IN (float, w, (R), PL_WHOLE),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((R, C), (i, j))))

// kinds runs all of them, kinds NAME one.
int main(int argc, char **argv)
{
    static const int32_t t[8] = { 0, 0, 1, 3, 3, 1, 0, 2 };
    static float x[64 * 300], v[32 * 300], w[R], o[64 * 300];
    const char *one = argc > 1 ? argv[1] : "";
    if (!strcmp(one, "shared"))
        return shared(24, 256, x, v, w, o);
    if (!strcmp(one, "carry"))
        return carry(x, o);
    return scale(20, 300, x, v, w, o) || halo(64, x, o) || halo(64, x, o) || pick(t, x, o) || carry(x, o) ||
           shared(24, 256, x, v, w, o);
}
