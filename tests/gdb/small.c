// small.c -- small floats, which gdb by itself shows as structs of bits.
//
// 1.5, -0.25, the smallest that is not 0 (2^-24 in f16, 2^-133 in bf16, 2^-9 in e4m3, 2^-16 in e5m2), the largest,
// infinity (e4m3 has none: NaN) and -0.

#include <pallas.h>

PL_KERNEL(small_kernel, PL_REF(float, z, 1))
{
    PL_TILE(pl_f16, f16, 2, 3);
    PL_TILE(pl_bf16, bf16, 6);
    PL_TILE(pl_f8e4m3, e4m3, 6);
    PL_TILE(pl_f8e5m2, e5m2, 6);
    const float each[6] = { 1.5f, -0.25f, 0, 0, INFINITY, -0.0f };
    PL_EACH ((c, 6)) {
        f16[c / 3][c % 3] = pl_to_f16(each[c]);
        bf16[c] = pl_to_bf16(each[c]);
        e4m3[c] = pl_to_f8e4m3(each[c]);
        e5m2[c] = pl_to_f8e5m2(each[c]);
    }
    f16[0][2].bits = bf16[2].bits = e4m3[2].bits = e5m2[2].bits = 1;
    f16[1][0].bits = 0x7bff;
    bf16[3].bits = 0x7f7f;
    e4m3[3].bits = 0x7e;
    e5m2[3].bits = 0x7b;
    z[0] = 0;
}

PL_CALL(small, small_kernel, PL_GRID(), PL_OUT(float, z, (1), PL_WHOLE))

int main(void)
{
    float z;
    return small(&z);
}
