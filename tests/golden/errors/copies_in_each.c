// options: --check
// What a program does once is not an element's; devices that the call does not have.
#include <pallas.h>

PL_KERNEL(each_kernel, PL_ANY_REF(float, x, 1), PL_REF(float, o, 4), PL_SEM(t))
{
    PL_EACH ((i, 4)) {
        PL_SYNC_COPY(PL_AT(x, PL_DS(0, 4)), o);
        PL_SIGNAL(t, 1);
        PL_FILL(PL_AT(x, PL_DS(0, 2)), 1);
        o[i] = 1;
    }
}

PL_CALL(each, each_kernel, PL_GRID(), PL_INOUT(float, x, (4), PL_ANY), PL_OUT(float, o, (4), PL_WHOLE), PL_SCRATCH_SEM())

PL_KERNEL(where_kernel, PL_REF(int32_t, o, 2))
{
    o[0] = (int32_t)PL_NEIGHBOR(ring, 1);
    o[1] = (int32_t)PL_DEVICE_AT(1, 2);
}

PL_CALL(where, where_kernel, PL_MESH((line, 2)), PL_GRID(), PL_OUT(int32_t, o, (2), PL_WHOLE))
