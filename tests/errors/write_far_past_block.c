// A helper writes far past a block and past a large PL_TILE. The calls return a code, and the program continues.
#include <pallas.h>

static void write_behind(float *p, long n)
{
    for (long i = 0; i < n; i++)
        p[i] = 1;
}

PL_KERNEL(write_kernel, PL_SCALAR(long, block), PL_SCALAR(long, tile), PL_REF(float, z, 8))
{
    PL_TILE(float, t, 136, 128);
    write_behind(z, block);
    write_behind(t[0], tile);
}

PL_CALL(writes, write_kernel,
        PL_SCALAR(long, block),
        PL_SCALAR(long, tile),
        PL_GRID((i, 2)),
        PL_OUT(float, z, (16), PL_BLOCKSPEC((8), (i))))

int main(void)
{
    float z[16];
    printf("%d\n", writes(8 + 30, 136 * 128, z));
    printf("%d\n", writes(8, 136 * 128 + 1000, z));
    free(malloc(1000));
    return writes(8, 136 * 128, z);
}
