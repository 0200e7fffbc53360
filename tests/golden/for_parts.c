// The parts of a for are counted right among constructs that are loops, strings, and helpers read in between.

#include <pallas.h>

static int count(int n)
{
    int i = 0;
    for (;; i++)
        if (i >= n)
            return i;
}

PL_KERNEL(parts_kernel, PL_REF(const float, x, 4, 4), PL_REF(float, z, 4, 4), PL_SCALAR(int, n))
{
    PL_PRINT("for (;;) { \" for (a; b; c) \\");
    PL_EACH ((r, 4), (c, 4)) {
        float sum = 0;
        int i = ';';
        PL_REDUCE (sum, PL_ADD, ((a, 4), (b, 4)), x[a][b]);
        for (; i < n;)
            i += count(n);
        PL_LOOP (k, 0, n, 2)
            for (i = 0;; i++) {
                if (i > n)
                    break;
                PL_REDUCE (sum, PL_MAX, (b, 4), x[k][b]);
                for (; z[r][c] < (float)(n ? ')' : ';');)
                    z[r][c] += sum;
            }
        PL_STORE(z[r][c], sum, i > 0);
        do
            for (;; )
                break;
        while (i-- > 0);
    }
}
