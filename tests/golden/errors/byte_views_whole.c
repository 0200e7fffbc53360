// Of a PL_VIEW of another element type only elements are read; PL_ASSIGN copies it. A subscript is computed more than once.

#include <pallas.h>

PL_FUNCTION(float, first_of, PL_REF(const float, v, 4, 4))
{
    return v[0][0];
}

PL_KERNEL(whole_kernel, PL_REF(const uint16_t, x, 4, 8), PL_REF(float, z, 4, 4))
{
    PL_VIEW(const float, v, (const float (*)[4])&x[0], 4, 4);
    PL_FILL(z, 0);
    PL_DOT(z, v, v);
    z[0][0] = first_of(PL_PASS(v));
}

PL_CALL(whole, whole_kernel, PL_GRID(), PL_IN(uint16_t, x, (4, 8), PL_WHOLE), PL_OUT(float, z, (4, 4), PL_WHOLE))

PL_KERNEL(subscripts_kernel, PL_REF(const uint16_t, x, 4, 8), PL_REF(float, z, 4, 4))
{
    PL_VIEW(const float, v, (const float (*)[4])&x[0], 4, 4);
    PL_VIEW(const uint8_t, bytes, (const uint8_t (*)[16])&x[0], 4, 16);
    int r = 0, c = 0;
    PL_FILL(z, 0);
    z[0][0] = v[r++][1];
    z[0][1] = v[0][c++];
    z[0][2] = bytes[r++][c];
    z[0][3] = bytes[r][c++];
}

PL_CALL(subscripts, subscripts_kernel, PL_GRID(), PL_IN(uint16_t, x, (4, 8), PL_WHOLE), PL_OUT(float, z, (4, 4), PL_WHOLE))
