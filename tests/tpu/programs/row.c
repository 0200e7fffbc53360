// row.c -- blocks of rank 1, with the type and extents of -D: explain.sh tests which of them a TPU accepts.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const T, x, BLOCK), PL_REF(T, o, BLOCK))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, ARRAY / BLOCK)),
        PL_IN (T, x, (ARRAY), PL_BLOCKSPEC((BLOCK), (i))),
        PL_OUT(T, o, (ARRAY), PL_BLOCKSPEC((BLOCK), (i))))
