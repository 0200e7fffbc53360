// options: --check
// Block dims and indices of kinds that do not match, and values that are not integers.

#include <pallas.h>

PL_KERNEL(copy, PL_REF(const float, x, 8), PL_REF(float, z, 8)) { PL_ASSIGN(z, x); }
PL_KERNEL(fill, PL_REF(float, z, 8)) { PL_FILL(z, (float)PL_NONE); }

PL_CALL(bounded_without_ds, copy, PL_GRID(),
        PL_IN (float, x, (16), PL_BLOCKSPEC((PL_BOUNDED(8)), (0))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(bounded_with_sum, copy, PL_GRID((i, 2)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((PL_BOUNDED(8)), (i + 3))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((8), (i))))

PL_CALL(ds_of_plain_dim, copy, PL_GRID(),
        PL_IN (float, x, (8), PL_BLOCKSPEC((8), (PL_DS(0, 8)))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(ds_of_full_dim, copy, PL_GRID(),
        PL_IN (float, x, (8), PL_BLOCKSPEC((PL_FULL), (PL_DS(0, 8)))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(ds_in_a_sum, copy, PL_GRID(),
        PL_IN (float, x, (16), PL_BLOCKSPEC((PL_BOUNDED(8)), (PL_DS(0, 8) + 1))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(ds_chosen_or_not, copy, PL_GRID((i, 2)),
        PL_IN (float, x, (16), PL_BLOCKSPEC((PL_BOUNDED(8)), (i ? PL_DS(0, 8) : 1))),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((8), (i))))

PL_CALL(ds_of_a_float, copy, PL_GRID(),
        PL_IN (float, x, (16), PL_BLOCKSPEC((PL_BOUNDED(8)), (PL_DS(0.5, 8)))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(none_as_index, copy, PL_GRID(),
        PL_IN (float, x, (8), PL_BLOCKSPEC((8), (PL_NONE))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(full_in_a_product, copy, PL_GRID(),
        PL_IN (float, x, (8), PL_BLOCKSPEC((PL_FULL / 2), (0))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(bounded_as_extent, copy, PL_GRID(),
        PL_IN (float, x, (PL_BOUNDED(8)), PL_BLOCKSPEC((8), (0))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(block_dim_is_a_float, copy, PL_GRID(),
        PL_IN (float, x, (8), PL_BLOCKSPEC((8.5f), (0))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(element_is_a_float, copy, PL_GRID(),
        PL_IN (float, x, (8), PL_BLOCKSPEC((PL_ELEMENT(8, 0.5, 0)), (0))),
        PL_OUT(float, z, (8), PL_WHOLE))

PL_CALL(extent_is_a_float, copy, PL_GRID((i, 1.5)),
        PL_IN (float, x, (8.5), PL_BLOCKSPEC((8), (0))),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((8), (i), PL_BUFFERED(2.5))))

PL_CALL(filled, fill, PL_GRID(), PL_OUT(float, z, (8), PL_WHOLE))
