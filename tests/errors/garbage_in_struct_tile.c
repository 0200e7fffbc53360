// run: PALLAS=check=twin
// A tile of structs with only one element written. Its unspecified elements are copies
// of the points of p: floats made of bytes of 1 would be too small for a sum to show.

#include <pallas.h>

struct point { float x, y; };

PL_KERNEL(sum_kernel, PL_REF(const struct point, p, 4), PL_REF(float, z, 1))
{
    PL_TILE(struct point, sums, 2);
    PL_EACH ((c, 4))
        if (c == 0)
            sums[1].x = 0;
    float sum = sums[0].x;
    PL_REDUCE (sum, PL_ADD, (c, 4), p[c].x);
    z[0] = sum;
}

PL_CALL(sum, sum_kernel,
        PL_GRID((i, 2)),
        PL_IN (struct point, p, (8), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (2), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    struct point p[8];
    float z[2];
    for (int i = 0; i < 8; i++)
        p[i] = (struct point){ 1 + (float)i, 2 };
    return sum(p, z);
}
