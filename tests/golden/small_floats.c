// Small floats are opaque: converted by name, everywhere alike.

#include <pallas.h>

static pl_bf16 add(pl_bf16 a, pl_bf16 b) { return pl_to_bf16(pl_to_f32(a) + pl_to_f32(b)); }

PL_KERNEL(small_kernel, PL_REF(const pl_f16, x, 8), PL_REF(const pl_f8e4m3, y, 8), PL_REF(pl_bf16, z, 8),
          PL_REF(pl_f8e5m2, w, 8))
{
    PL_EACH ((c, 8)) {
        pl_bf16 sum = pl_to_bf16(0);
        PL_REDUCE (sum, add, (k, 8), pl_to_bf16(pl_to_f32(x[k])));
        z[c] = add(sum, pl_to_bf16(pl_to_f32(y[c])));
        w[c] = pl_to_f8e5m2(pl_to_f32(pl_to_f16(pl_to_f32(pl_to_f8e4m3(pl_to_f32(3) + pl_to_f32(c))))));
    }
    PL_FILL(z, pl_to_f16(1));
}

PL_CALL(small, small_kernel, PL_GRID(),
        PL_IN (pl_f16, x, (5), PL_BLOCKSPEC((8), (0), PL_EDGE(pl_to_f16(0)))), PL_IN(pl_f8e4m3, y, (8), PL_WHOLE),
        PL_OUT(pl_bf16, z, (8), PL_WHOLE), PL_OUT(pl_f8e5m2, w, (8), PL_WHOLE))
