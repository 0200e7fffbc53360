// The edge of a bf16 array reaches a float: the report names that array.
#include <pallas.h>

PL_KERNEL(dot_kernel, PL_REF(const pl_bf16, w, 4), PL_REF(const float, x, 4), PL_REF(float, z, 1))
{
    z[0] = 0;
    PL_REDUCE (z[0], PL_ADD, (c, 4), pl_to_f32(w[c]) * x[c]);
}

PL_CALL(dot, dot_kernel,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (pl_bf16, w, (n), PL_BLOCKSPEC((4), (i))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i), PL_EDGE(0))),
        PL_OUT(float, z, (PL_CDIV(n, 4)), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    float x[6], z[2];
    pl_bf16 w[6];
    for (int i = 0; i < 6; i++)
        x[i] = (float)i, w[i] = pl_to_bf16(1);
    return dot(6, w, x, z);
}
