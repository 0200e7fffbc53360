// run: PALLAS=check=twin
// An atomic counter in a call does not permit races on other arrays: two iterations write one element of z without an atomic.

#include <pallas.h>

enum { B = 8 };

PL_KERNEL(place_kernel, PL_REF(const int32_t, at, B), PL_REF(int32_t, z, B), PL_REF(int32_t, count, 1))
{
    PL_FILL(z, 0);
    PL_EACH ((c, B)) {
        z[at[c]] = (int32_t)c;
        PL_ATOMIC_ADD(&count[0], 1);
    }
}

PL_CALL(place, place_kernel, PL_GRID(),
        PL_IN   (int32_t, at, (B), PL_WHOLE),
        PL_OUT  (int32_t, z, (B), PL_WHOLE),
        PL_INOUT(int32_t, count, (1), PL_ATOMIC))

int main(void)
{
    const int32_t at[B] = { 1, 2, 3, 1, 2, 3, 0, 0 };
    int32_t z[B], count[1] = { 0 };
    return place(at, z, count);
}
