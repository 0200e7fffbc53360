// Typedefs, enums, structs in structs, unions, arrays in structs, initialisers of every form, constants and tables.

#include <pallas.h>

typedef float real;
typedef real row[3];
enum color { RED, GREEN = 5, BLUE };
typedef enum { LOW = -1, HIGH = 1 } Level;
struct inner { int8_t a; row values; };
typedef struct { struct inner inner[2]; enum color color; pl_bf16 small; } Outer;
union bits { float f; uint32_t u; };

#define TAPS 3
static const float taps[TAPS] = { 1, [2] = 3 };
static const int table[2][TAPS] = { { 1, 2, 3 }, { 4, 5 } };
static const struct inner fixed = { .a = 2, .values[1] = 4, .values[2] = BLUE };
static const real epsilon = 1e-5f;
const long shift = HIGH;

static inline struct inner make(int a)
{
    return (struct inner){ .a = (int8_t)a, .values = { 1, 2, 3 } };
}

PL_KERNEL(types_kernel, PL_REF(const Outer, x, 4), PL_REF(real, z, TAPS), PL_SCALAR(enum color, color),
          PL_SCALAR(Level, level))
{
    static const int local_table[] = { 1, 2, 4, 8 };
    const Outer *p = &x[1];
    Outer copy = x[0], zero = { 0 };
    struct inner made = make(3), list[2] = { { 1, { 2, 3, 4 } }, fixed };
    union bits b = { .f = epsilon };
    real grid[][2] = { { 1, 2 }, { 3, 4 } };
    row r = { 5, 6, 7 };
    b.u ^= 0x80000000u;
    copy.inner[1].values[2] = p->inner[0].values[1] + made.values[0] + list[1].values[2] + taps[2] + b.f;
    zero.inner[0] = copy.inner[1];
    z[0] = (real)table[1][0] + grid[1][1] + r[2] + zero.inner[0].values[0] + (real)local_table[3];
    z[1] = color == BLUE ? pl_to_f32(p->small) : (real)(level + GREEN + (int)shift);
    z[2] = ((struct inner){ 1, { 2 } }).values[0] + (*p).inner->values[0];
}

PL_CALL(types, types_kernel, PL_GRID((i, TAPS)), PL_IN(Outer, x, (4), PL_WHOLE), PL_OUT(real, z, (TAPS), PL_WHOLE),
        PL_SCALAR(enum color, color), PL_SCALAR(Level, level))
