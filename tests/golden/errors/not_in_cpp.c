// options: --target=cuda
// What C++ does not have, and no translation keeps.

#include <pallas.h>

// A later label jumps past an array that its statements use, and into a loop.
static int32_t jumps(int32_t v)
{
    switch (v) {
    case 0:;
        int32_t pair[2] = { 1, 2 };
        return pair[0];
    case 1:
        pair[0] = 3;
        return pair[0];
    case 2:
        for (int32_t i = 0; i < 3; i++) {
    case 3:
            v++;
        }
    }
    return v;
}

// The bool is changed and read, and its place changes, too.
static int32_t steps(bool *p) { return (*p++)++ + *p; }

PL_KERNEL(k, PL_REF(int32_t, z, 2))
{
    bool seen[2] = { false, true };
    int32_t count = steps(seen);
    z[0] = count;
    z[1] = jumps(count);
}

PL_CALL(run, k, PL_GRID(), PL_OUT(int32_t, z, (2), PL_WHOLE))
