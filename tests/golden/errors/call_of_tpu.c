// options: --check --target=tpu
// Calls have names of functions of the modeled chip, which the emitted file includes. cl_mem is not such a name.

#include <pallas.h>

enum { B = 8 };

PL_KERNEL(twice, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((r, B))
        z[r] = 2 * x[r];
}

#define CALL(name) \
    PL_CALL(name, twice, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))), \
            PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

CALL(cl_mem)
CALL(clamp)
CALL(float4)
CALL(pl_all)
PL_CALL(clFinish, twice, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))
CALL(CL_SUCCESS)
CALL(pl_cl_queue)
