// without.c -- linked to a program whose barriers are `if (pl_is_kept(N)) __syncthreads();`: WITHOUT=n omits the n-th.

#include <stdlib.h>

int pl_is_kept(int number);

int pl_is_kept(int number)
{
    static int without = -1;
    if (without < 0)
        without = getenv("WITHOUT") ? atoi(getenv("WITHOUT")) : 0;
    return number != without;
}
