// What a copy and a semaphore do not take.
#include <pallas.h>

PL_KERNEL(wrong_kernel,
          PL_ANY_REF(const float, x, 2), PL_REF(float, o, 4), PL_REF(int32_t, n, 4),
          PL_DMA_SEM(came, 2), PL_SEM(turns))
{
    pl_copy rank = PL_COPY(x, o, came[0]);
    pl_copy type = PL_COPY(PL_AT(x, 0), n, came[0]);
    pl_copy into = PL_COPY(o, PL_AT(x, 0), came[1]);
    pl_copy many = PL_COPY(PL_AT(x, 0, 1, 2), o, came[1]);
    pl_copy later;
    pl_copy right = PL_COPY(PL_AT(x, 0), o, came[0]), *p = &right;
    pl_start(p);
    pl_copy two[2];
    two[1] = PL_COPY(PL_AT(x, 1), o, came[1]);
    float v = o[PL_DS(0, 1)];
    o[0] = v;
    (void)rank, (void)type, (void)into, (void)many, (void)turns;
}

PL_CALL(wrong, wrong_kernel, PL_GRID(),
        PL_IN(float, x, (8, 4), PL_ANY), PL_OUT(float, o, (4), PL_WHOLE), PL_SCRATCH(int32_t, (4)),
        PL_SCRATCH_DMA_SEM(2), PL_SCRATCH_SEM())
