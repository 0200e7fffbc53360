// build: SAN=address
// The kernel reads the table entry of the program after the last one.

#include <pallas.h>

PL_KERNEL(length_kernel, PL_SMEM_REF(const int, start, 4), PL_REF(int, o, 1))
{
    long i = PL_PROGRAM_ID(0);
    o[0] = start[i + 1] - start[i];
}

PL_CALL(lengths, length_kernel,
        PL_GRID((i, 4)),
        PL_PREFETCH(int, start, (4)),
        PL_OUT(int, o, (4), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    int o[4];
    return lengths((int[]){ 0, 2, 5, 6 }, o);
}
