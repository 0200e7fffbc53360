// Small floats are structs in C, and functions convert them: each error says which one.

#include <pallas.h>

enum { N = 8 };

PL_FUNCTION(float, first_of, PL_REF(const pl_f16, x, N)) { return x[0]; }

PL_KERNEL(convert, PL_REF(const pl_bf16, x, N), PL_REF(pl_bf16, z, N), PL_REF(pl_f8e4m3, w, N), PL_REF(float, o, N))
{
    PL_EACH ((i, N)) {
        float v = x[i];
        pl_bf16 q = v;
        z[i] = pl_to_f32(x[i]) * 2;
        o[i] = x[i];
        o[i] = x[i] * 2;
        o[i] += x[i];
        w[i] = x[i];
        z[i] = (pl_bf16)v;
        o[i] = -x[i];
        z[i] = q;
    }
}

PL_CALL(converted, convert, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, N))),
        PL_IN (pl_bf16, x, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(pl_bf16, z, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(pl_f8e4m3, w, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, o, (n), PL_BLOCKSPEC((N), (i))))
