// options: --check
// What an accumulator begins with depends on the operator: 0 is wrong for a maximum of negative values, and for a product.

#include <pallas.h>

enum { N = 8 };

PL_KERNEL(accumulate, PL_REF(const float, x, N), PL_REF(float, most, 1), PL_REF(int, least, N), PL_REF(unsigned char, bytes, N),
          PL_REF(pl_bf16, small, N), PL_REF(float, sum, N), PL_REF(float, o, N))
{
    PL_REDUCE (most[0], PL_MAX, (c, N), x[c]);
    PL_EACH ((c, N)) {
        least[c] = PL_MIN(least[c], (int)x[c]);
        bytes[c] = PL_MAX(bytes[c], (unsigned char)x[c]);
        small[c] = pl_to_bf16(PL_MAX(pl_to_f32(small[c]), x[c]));
        sum[c] += x[c];
    }
    float best;
    PL_REDUCE (best, PL_MIN, (c, N), x[c]);
    PL_TILE(float, product, N);
    PL_EACH ((c, N))
        product[c] *= x[c];
    PL_EACH ((c, N))
        o[c] = product[c] + best;
}

PL_CALL(accumulated, accumulate, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, N))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, most, (1), PL_BLOCKSPEC((1), (0))),
        PL_OUT(int, least, (N), PL_BLOCKSPEC((N), (0))),
        PL_OUT(unsigned char, bytes, (N), PL_BLOCKSPEC((N), (0))),
        PL_OUT(pl_bf16, small, (N), PL_BLOCKSPEC((N), (0))),
        PL_OUT(float, sum, (N), PL_BLOCKSPEC((N), (0))),
        PL_OUT(float, o, (n), PL_BLOCKSPEC((N), (i))))
