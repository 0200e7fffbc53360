// check_and_print.c -- PL_CHECK and PL_PRINT with values of any type, in kernels and in helpers.

#include <pallas.h>
#include "../test.h"

static int32_t checked(int32_t v)
{
    PL_CHECK(v < 50, "%d%% is too much", v);
    return v * 2;
}

PL_FUNCTION(void, check_row, PL_REF(const double, y, 3), PL_SCALAR(uint8_t, limit))
{
    PL_CHECK(y[1] <= limit, "y[%c] is %g, %s %hhu (%x)", '1', y[1], "limit", limit, -1);
}

PL_KERNEL(check_kernel, PL_SCALAR(int, which), PL_REF(const float, x, 3), PL_REF(const double, y, 3), PL_REF(int32_t, z, 3))
{
    if (which == 0)
        PL_CHECK(x[0] * 2 < 3);
    if (which == 1)
        PL_CHECK(x[1] != 2.5f && !(x[0] < 0), "%ld: %5.2f %e", (long)PL_PROGRAM_ID(0) - 3, x[1], -y[1]);
    if (which == 2)
        check_row(PL_PASS(y), 200);
    if (which == 3)
        z[0] = checked((int32_t)x[2]);
    if (which == 4)
        PL_CHECK(x[0] < 0, "%lu %o %X %i %lld", (unsigned long)-1, 8, 0xbeefu, -7, (long long)-1099511627776);
    PL_EACH ((c, 3))
        z[c] = which;
}

PL_CALL(check_it, check_kernel, PL_SCALAR(int, which), PL_GRID((i, 2)),
        PL_IN (float, x, (6), PL_BLOCKSPEC((3), (i))),
        PL_IN (double, y, (6), PL_BLOCKSPEC((3), (i))),
        PL_OUT(int32_t, z, (6), PL_BLOCKSPEC((3), (i))))

TEST(checks_tell_values)
{
    static const char *const wanted[] = {
        "program (i=1): PL_CHECK(x[0] * 2 < 3)",
        "program (i=1): PL_CHECK(x[1] != 2.5f && !(x[0] < 0)): -2:  2.50 -3.000000e+02",
        "program (i=1): PL_CHECK(y[1] <= limit): y[1] is 300, limit 200 (ffffffff)",
        "PL_CHECK(v < 50): 70% is too much",
        "PL_CHECK(x[0] < 0): 18446744073709551615 10 BEEF -7 -1099511627776",
    };
    const float x[6] = { 1, 2, 3, 1.5f, 2.5f, 70 };
    const double y[6] = { 10, 20, 30, 200, 300, 400 };
    int32_t z[6];
    EXPECT(check_it(5, x, y, z) == 0);
    EXPECT_INTS(z, 6, 5, 5, 5, 5, 5, 5);
#if defined PL_TARGET_OPENCL || defined PL_TARGET_CUDA || defined PL_TARGET_TPU     // the interpreter stops: tests/errors
    for (int i = 0; i < 5; i++) {
        EXPECT(check_it(i, x, y, z) == PL_FAILED);
        if (!strstr(pl_error(), wanted[i]))
            printf("%s\n", pl_error());
        EXPECT(strstr(pl_error(), wanted[i]) != NULL);
    }
#endif
    (void)wanted;
}

int main(void)
{
    RUN(checks_tell_values);
    return test_end();
}
