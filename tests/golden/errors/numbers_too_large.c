// options: --check
// Factors and bounds that overflow a long when they are multiplied or added: they are unknown, so nothing is proved.

#include <pallas.h>

enum { N = 8 };

PL_KERNEL(far_kernel, PL_SCALAR(long, s), PL_REF(const float, x, N), PL_REF(float, z, N))
{
    PL_EACH ((i, N)) {
        z[i * 4611686018427387904] = z[i * 3 + s * 4611686018427387904 + 9223372036854775807];
        z[i + 9223372036854775807] += z[s - 9223372036854775807 - i] + x[-9223372036854775807 - 1 + s * 2];
        z[s % -9223372036854775807] = z[(s + 1) % 9223372036854775807];
        if (i > s - 9223372036854775807)
            z[i + 9223372036854775807] = z[s];
    }
    PL_EACH ((i, s, 9223372036854775807))
        z[i] = z[s - 9223372036854775807 - 1];
    PL_EACH ((i, -9223372036854775807, 9223372036854775807))        // 2 and 1 meet
        z[3 * i] = z[i + 1];
    PL_LOOP (i, s, s + 9223372036854775807, 4611686018427387904)
        z[i] = 1;
    z[9223372036854775807] = 0;                                     // which is a number all the same
}

PL_CALL(far, far_kernel, PL_SCALAR(long, s), PL_SIZES(n), PL_GRID((i, n / N)),
        PL_IN   (float, x, (n), PL_BLOCKSPEC((N), (i * 4611686018427387904 + 4611686018427387904))),
        PL_INOUT(float, z, (n), PL_BLOCKSPEC((N), (i))))
