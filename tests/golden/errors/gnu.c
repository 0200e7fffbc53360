// Extensions that only some compilers have.

#include <pallas.h>

PL_KERNEL(gnu_kernel, PL_REF(int32_t, z, 8), PL_SCALAR(int, n))
{
    z[0] = n ?: 3;
    z[1] = ({ int k = 2; k + n; });
    z[2] = _Generic(n, int: 1, default: 2);
    switch (n) {
    case 1 ... 4:
        z[3] = 1;
    }
    __asm__("nop");
    __int128 wide = n;
    z[4] = (int32_t)wide;
    long double precise = n;
    z[5] = (int32_t)precise;
    volatile int seen = n;
    z[6] = seen;
    void *label = &&end;
end:
    z[7] = label != 0;
}
