// What the call names i, n and x_row, the kernel names otherwise; and clamp is a word of OpenCL C.
#include <pallas.h>

static inline float clamp(float v, float top)
{
    return v < top ? v : top;
}

PL_KERNEL(names_kernel, PL_REF(const float, x, 4, 16), PL_REF(float, z, 4))
{
    long i = PL_AXIS(i), n = 2, x_row = 3;
    PL_EACH ((r, 4)) {
        float sum = 0;
        PL_REDUCE (sum, PL_ADD, (c, 16), clamp(x[r][c], (float)(i + n + x_row)));
        z[r] = sum;
    }
}

PL_CALL(names, names_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n, 16), PL_BLOCKSPEC((4, 16), (i, 0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))
