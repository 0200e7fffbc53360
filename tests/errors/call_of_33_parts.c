// compile-error
// A call has at most 32 parts.
#include <pallas.h>

PL_KERNEL(sum_kernel, PL_REF(float, z, 4))
{
    PL_FILL(z, 0);
}

PL_CALL(sum, sum_kernel,
        PL_GRID((i, 2)),
        PL_SCALAR(int, a0), PL_SCALAR(int, a1), PL_SCALAR(int, a2), PL_SCALAR(int, a3),
        PL_SCALAR(int, a4), PL_SCALAR(int, a5), PL_SCALAR(int, a6), PL_SCALAR(int, a7),
        PL_SCALAR(int, a8), PL_SCALAR(int, a9), PL_SCALAR(int, a10), PL_SCALAR(int, a11),
        PL_SCALAR(int, a12), PL_SCALAR(int, a13), PL_SCALAR(int, a14), PL_SCALAR(int, a15),
        PL_SCALAR(int, a16), PL_SCALAR(int, a17), PL_SCALAR(int, a18), PL_SCALAR(int, a19),
        PL_SCALAR(int, a20), PL_SCALAR(int, a21), PL_SCALAR(int, a22), PL_SCALAR(int, a23),
        PL_SCALAR(int, a24), PL_SCALAR(int, a25), PL_SCALAR(int, a26), PL_SCALAR(int, a27),
        PL_SCALAR(int, a28), PL_SCALAR(int, a29), PL_SCALAR(int, a30),
        PL_OUT(float, z, (8), PL_BLOCKSPEC((4), (i))))
