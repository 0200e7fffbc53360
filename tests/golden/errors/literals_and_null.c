// options: --target=opencl
// Arrays in compound literals have no address in every language, and a pointer that is only null points nowhere.

#include <pallas.h>

struct row { float at[3]; };

PL_KERNEL(k, PL_REF(float, z, 8))
{
    float *p = (float[3]){ 1, 8, 2 };
    const float *of_struct = ((struct row){ { 1, 8, 2 } }).at;
    z[0] = *(float[2]){ 1, 2 };
    z[1] = (float[2]){ 1, 2 }[1] + p[1] + of_struct[0];

    const float *null = 0;
    z[2] = null ? null[0] : 8;

    int32_t words[2][2] = { { 0 } };
    const float (*rows)[2] = (const float (*)[2])words;
    z[3] = rows[0][1];
}

PL_CALL(run, k, PL_GRID(), PL_OUT(float, z, (8), PL_WHOLE))
