// Each operator, and parentheses only where C or gcc -Wall wants them.

#include <pallas.h>

PL_KERNEL(operators_kernel, PL_REF(int32_t, z, 64), PL_SCALAR(int, a), PL_SCALAR(int, b), PL_SCALAR(int, c))
{
    int x = a, *p = &x;
    z[0] = a + b * c - (a - (b - c)) + (a + b) * c;
    z[1] = a / b / c + a / (b / c) + a % b * c + a * (b % c);
    z[2] = (a & b) == c || (a | b) != c;
    z[3] = a & (b == c);
    z[4] = a << (b + c) | a >> b;
    z[5] = (a ^ b) | (a & c) | (a & b & c);
    z[6] = (a < b) == (b < c);
    z[7] = a && b || c && !a;
    z[8] = a ? b : c ? a : b;
    z[9] = (a ? b : c) ? (x++, b) : c;
    z[10] = -a - -b + ~c - (-(-a)) + !(!a);
    z[11] = x++ - -a;
    z[11] = a - - --*p;
    z[12] = z[13] = a;
    z[14] += a -= b;
    x *= a, x /= 3, x %= 5, x <<= 1, x >>= 1, x &= 7, x |= 8, x ^= 1;
    z[15] = *p + *&x;
    z[15] = (*p)++;
    z[16] = (int)(float)a + (int)((float)a + 0.5f) - (int8_t)(a + b);
    z[17] = a - (b + c) - (a == b);
    z[18] = (a = b) + 1;
    z[19] = (a++, b);
    z[20] = +a;
    z[21] = 21[z];
    z[22] = (a < b) < c;
    (void)x;
}
