// Functions of math.h, under their own names where headers make them something else.

#include <math.h>
#include <stdlib.h>
#include <pallas.h>

PL_KERNEL(math_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8), PL_REF(double, d, 8))
{
    PL_EACH ((c, 8)) {
        z[c] = sqrtf(x[c]) + expf(-x[c]) * sinf(x[c]) + powf(x[c], 2) + fmaf(x[c], 2, 1) + fminf(x[c], 1) + erff(x[c]);
        d[c] = sqrt(x[c]) + floor(d[c]) + fmod(d[c], 2) + (double)lrint(d[c]) + abs((int)c) + (double)labs(c);
        if (isnan(x[c]) || isinf(x[c]) || !isfinite(x[c]) || signbit(x[c]) || isless(x[c], z[c]))
            z[c] = copysignf(NAN, x[c]);
        int exponent;
        d[c] += frexp(d[c], &exponent) + exponent;
    }
}
