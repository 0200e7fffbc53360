// Calls whose parts do not fit together.

#include <pallas.h>

PL_KERNEL(copy, PL_REF(const float, x, 4, 4), PL_REF(float, z, 4, 4)) { PL_ASSIGN(z, x); }
static void plain(float v) { (void)v; }

PL_CALL(too_few, copy, PL_GRID(), PL_IN(float, x, (4, 4), PL_WHOLE))

PL_CALL(ranks, copy, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN (float, x, (n, 4), PL_BLOCKSPEC((4), (i, 0))),
        PL_OUT(float, z, (n, 4), PL_BLOCKSPEC((4, 4), (i))))

PL_CALL(no_kernel, plain, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE))

PL_CALL(batch, copy, PL_SIZES(n), PL_GRID(), PL_BATCH(b, n, x, y),
        PL_IN(float, x, (4, 4), PL_WHOLE), PL_OUT(float, z, (4, 4), PL_WHOLE))

PL_CALL(array_in_map, copy, PL_SIZES(n), PL_GRID((i, n)),
        PL_IN (float, x, (n, 4), PL_BLOCKSPEC((4, 4), ((long)x_array_[i], 0))),
        PL_OUT(float, z, (n, 4), PL_BLOCKSPEC((4, 4), (i, 0))))

PL_KERNEL(scaled, PL_SCALAR(float, by), PL_REF(float, z, 4)) { PL_FILL(z, by); }
PL_CALL(batch_of_a_value, scaled, PL_SIZES(n), PL_SCALAR(float, by), PL_GRID(), PL_BATCH(b, n, by, z),
        PL_OUT(float, z, (4), PL_WHOLE))

PL_KERNEL(times, PL_REF(const float, x, 4), PL_SCALAR(long, n), PL_REF(float, z, 4)) { PL_EACH ((i, 4)) z[i] = x[i] * n; }
PL_CALL(size_of_a_kernel, times, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

PL_KERNEL(add, PL_REF(const float, x, 4), PL_REF(const float, y, 4), PL_REF(float, z, 4)) { PL_EACH ((i, 4)) z[i] = x[i] + y[i]; }
PL_CALL(one_of_two, add, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))

PL_CALL(too_many, scaled, PL_SCALAR(float, by), PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_OUT(float, z, (4), PL_WHOLE))
