// run: PALLAS=chip=v5e
// Four elements of 8 bits share a word: a power of two begins at 512.

#include <pallas.h>

PL_KERNEL(copy_kernel, PL_REF(const int8_t, x, 256), PL_REF(int8_t, o, 256))
{
    PL_ASSIGN(o, x);
}

PL_CALL(copy, copy_kernel,
        PL_GRID((i, 2)),
        PL_IN (int8_t, x, (512), PL_BLOCKSPEC((256), (i))),
        PL_OUT(int8_t, o, (512), PL_BLOCKSPEC((256), (i))))

int main(void)
{
    static int8_t x[2048], o[2048];
    return copy(x, o);
}
