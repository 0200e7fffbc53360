// Statements of C: every shape of for, also in a macro, where libclang leaves out what is not there.

#include <pallas.h>

#define TIMES(i, n) for (int i = 0; ; i++) if (i >= (n)) break; else

static int pick(int n)
{
    switch (n) {
    case 0:
    case 1:
        return 1;
    case 'x': {
        int y = n;
        return y;
    }
    case 2:
        n++;
        break;
    case 3: {
        n += 2; // falls through
    }
    case 4:
        if (n > 9)
            return n;
        else
            n *= 3; // falls through
    default:
        n--;
    }
    return n;
}

PL_KERNEL(loops_kernel, PL_SCALAR(int, n), PL_REF(int32_t, z, 16))
{
    int i = 0, j;
    for (;;) break;
    for (; i < 3;) i++;
    for (i = 0;;) { if (i++ > 2) break; else continue; }
    for (;; i++) if (i > 9) break;
    for (i = 0; i < 3;) i++;
    for (; i < 9; i++) ;
    for (i = 0;; i++) { if (i == ';') break; }
    for (int k = 0, m = n; k < m; k++, m--) z[k] = m;
    for (long k = n - 1; k >= 0; k -= 2)
        for (int m = 0; m < 2; m++)
            z[m] += (int32_t)k;
    TIMES (t, 3) z[t] = t;
    while (i > 0) i /= 2;
    while (i < 5) { if (i == 3) { i = 7; } i++; }
    do i--; while (i > 0);
    do { j = i; } while (j > 0);
    if (n) if (i) z[0] = 1; else z[0] = 2;
    if (n) { if (i) z[0] = 1; } else z[0] = 2;
    if (n == 1) z[1] = 1;
    else if (n == 2) z[1] = 2;
    else { z[1] = 3; }
    if ((j = n)) z[2] = pick(j);
    switch (n) case 1: z[3] = 1;
    { int hidden = n; { z[4] = hidden; } }
    ;
#pragma GCC unroll 4
    for (int u = 0; u < 4; u++) z[u] += u;
    if (n) return;
    z[5] = 1;
}
