// one_program.c -- maps that use only axes of one program: the window does not vary, and needs one buffer.
#include <pallas.h>

PL_KERNEL(double_kernel, PL_REF(const float, x, 8, 128), PL_REF(const float, y, 8, 128), PL_REF(float, z, 8, 128))
{
    PL_EACH ((r, 8), (c, 128))
        z[r][c] = 2 * x[r][c] + y[r][c];
}

PL_CALL(doubles, double_kernel, PL_GRID((i, 4), (j, 1)),
        PL_IN (float, x, (32, 128), PL_BLOCKSPEC((8, 128), (j, 0))),
        PL_IN (float, y, (32, 128), PL_BLOCKSPEC((8, 128), (i + j, j))),
        PL_OUT(float, z, (32, 128), PL_BLOCKSPEC((8, 128), (i, j))))

int main(void)
{
    static float x[32][128], y[32][128], z[32][128];
    int wrong = 0;
    for (int e = 0; e < 32 * 128; e++)
        x[e / 128][e % 128] = (float)e, y[e / 128][e % 128] = (float)(3 * e);
    if (doubles(*x, *y, *z))
        return 1;
    for (int e = 0; e < 32 * 128; e++)
        wrong += z[e / 128][e % 128] != (float)(2 * (e % 1024) + 3 * e);
    return wrong != 0;
}
