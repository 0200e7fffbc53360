// Attributes that change the meaning of code; others are hints to a compiler.

#include <pallas.h>

struct packed { char a; int b; } __attribute__((packed));
struct aligned { _Alignas(16) int a; };

static void done(int *p) { (void)p; }

PL_KERNEL(attribute_kernel, PL_REF(int32_t, z, 8))
{
    struct packed p = { 1, 2 };
    struct aligned a = { 3 };
    __attribute__((unused)) int fine = 4;
    __attribute__((cleanup(done))) int cleaned = 5;
    z[0] = p.b + a.a + cleaned;                         // möglich – the caret counts letters
    z[1] = /* größer */ (int)1.0L;
}
