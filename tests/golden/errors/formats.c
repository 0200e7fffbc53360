// Formats that PL_PRINT and PL_CHECK do not support.
// options: --check

#include <pallas.h>

PL_KERNEL(telling_kernel, PL_REF(const float, x, 4), PL_REF(const pl_bf16, y, 4), PL_REF(int32_t, z, 4))
{
    PL_FILL(z, 0);
    PL_PRINT("%d\n", x[0]);
    PL_PRINT("%g %f\n", z[0], y[0]);
    PL_PRINT("%s %p\n", "text", &x[0]);
    PL_PRINT("%*d\n", 3, 4);
    PL_PRINT("%d %d\n", 1);
    PL_PRINT("%d\n", 1, 2);
    PL_CHECK(z[0] == 0, "%d %d %d %d %d %d", 1, 2, 3, 4, 5, 6);
    PL_CHECK(z[0] == 0, "%n", &z[0]);
    PL_PRINT("100 %");
    PL_PRINT("%s\n", z[0] ? "one" : "none");
    PL_PRINT(z[0] ? "one\n" : "none\n");
}

PL_CALL(telling, telling_kernel, PL_GRID(), PL_IN(float, x, (4), PL_WHOLE), PL_IN(pl_bf16, y, (4), PL_WHOLE),
        PL_OUT(int32_t, z, (4), PL_WHOLE))
