// Misused parts of a call: pallasc reports them as interpret mode does, and drops none.

#include <pallas.h>

PL_KERNEL(copy, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    PL_ASSIGN(z, x);
}

PL_CALL(option_unknown, copy, PL_GRID((i, 2)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i), PL_DOUBLE_BUFFERED)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(option_bare, copy, PL_GRID((i, 2)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i), 2)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(option_is_a_part, copy, PL_GRID((i, 2)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i), PL_WHOLE)), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(space_unknown, copy, PL_GRID((i, 2)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i), PL_SPACE(CACHE))), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(seven_dims, copy, PL_GRID((i, 2)),
        PL_IN(float, x, (1, 1, 1, 1, 1, 1, 8), PL_WHOLE), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(seven_axes, copy, PL_GRID((i, 2), (a, 1), (b, 1), (c, 1), (d, 1), (e, 1), (f, 1)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i))), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(batch_of_nothing, copy, PL_BATCH(b, 2), PL_GRID((i, 2)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i))), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))

PL_CALL(sizes_of_nothing, copy, PL_SIZES(), PL_GRID((i, 2)),
        PL_IN(float, x, (8), PL_BLOCKSPEC((4), (i))), PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))
