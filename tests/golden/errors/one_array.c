// options: --check
// PL_ALIAS is of one array, and a PL_FULL dim has one block.

#include <pallas.h>

PL_KERNEL(convert_kernel, PL_REF(const float, x, 4), PL_REF(int, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = (int)x[c];
}

PL_CALL(another_type, convert_kernel, PL_SIZES(n), PL_GRID((i, n / 4)),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(int, z, (n), PL_BLOCKSPEC((4), (i), PL_ALIAS(x))))

PL_KERNEL(copy_kernel, PL_REF(const float, x, 4, 6), PL_REF(float, z, 4, 6))
{
    PL_ASSIGN(z, x);
}

PL_CALL(more_elements, copy_kernel, PL_GRID((i, 2)),
        PL_IN (float, x, (8, 6), PL_BLOCKSPEC((4, 6), (i, 0))),
        PL_OUT(float, z, (8, 12), PL_BLOCKSPEC((4, 6), (i, 0), PL_ALIAS(x))))

PL_CALL(full_is_one, copy_kernel, PL_SIZES(m), PL_GRID((i, m), (j, 2)),
        PL_IN (float, x, (8, 6), PL_BLOCKSPEC((4, PL_FULL), (i, j))),
        PL_OUT(float, z, (8, 6), PL_BLOCKSPEC((4, PL_FULL), (i, -1))))
