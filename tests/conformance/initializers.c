// initializers.c -- lists with designators, of constants, locals and compound literals: in any order, of elements, nested, and
// without inner braces.

#include <pallas.h>
#include "../test.h"

enum { N = 48 };
enum color { RED = 1, GREEN = 2 };
typedef struct { int first; float values[3]; } Inner;
typedef struct { Inner in[2]; enum color color; pl_bf16 small; int last; } Outer;
typedef struct { union { float f; int32_t i; } either; int kind; } Tagged;

static const Inner fixed = { .first = 2, .values[1] = 4, .values[2] = GREEN };
static const Outer nested = { .in[1].values[1] = 7, 8, .in[0] = { 1, { [1] = 2 } }, .last = 3 };
static const Outer backwards = { .last = 4, .in[0].first = 5, .in[0].values[2] = 6 };
static const int32_t table[8] = { [4] = 1, [1] = 2, 3, [5] = 4, 5 };
static const float square[2][3] = { [1] = { [2] = 6 }, [0][1] = 2, 3 };
static const Inner pairs[2] = { [1] = { 1, { 2, 3, 4 } }, [0].values = { 5, 6 } };

PL_KERNEL(constants_kernel, PL_REF(int32_t, z, N))
{
    PL_EACH ((k, N))
        z[k] = table[k % 8] + 10 * (int)square[k / 3 % 2][k % 3] + 100 * (int)fixed.values[k % 3] + 1000 * fixed.first +
               10000 * (int)nested.in[k / 3 % 2].values[k % 3] + 100000 * nested.last +
               1000000 * (int)(pairs[k % 2].values[k % 3] + (float)backwards.last + backwards.in[0].values[2]);
}

PL_CALL(constants, constants_kernel, PL_GRID((i, 1)), PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((N), (i))))

PL_FUNCTION(int, sum_of, PL_SCALAR(Inner, x)) { return x.first + 10 * (int)x.values[0] + 100 * (int)x.values[2]; }

PL_KERNEL(locals_kernel, PL_REF(const int32_t, x, N), PL_REF(int32_t, z, N))
{
    const int two = x[2];
    Inner whole = { 7, { 8, 9, 10 } };
    Outer local = { .last = two, .in = { [1] = whole, [0].first = x[3] } };
    int list[5] = { [2] = two, x[3], [0] = x[5] };
    Tagged tagged = { .kind = 1, .either.i = two };
    PL_EACH ((k, N))
        z[k] = list[k % 5] + 100 * local.in[k % 2].first + 10000 * local.last + 100000 * tagged.either.i +
               1000000 * (local.color == 0 && list[1] == 0) + sum_of((Inner){ .values[2] = (float)x[k], .first = 1 });
}

PL_CALL(locals, locals_kernel, PL_GRID((i, 1)), PL_IN(int32_t, x, (N), PL_BLOCKSPEC((N), (i))),
        PL_OUT(int32_t, z, (N), PL_BLOCKSPEC((N), (i))))

TEST(constants_have_designators)
{
    static const int32_t in_table[8] = { 0, 2, 3, 0, 1, 4, 5, 0 };
    static const int32_t in_square[6] = { 0, 2, 3, 0, 0, 6 }, in_fixed[3] = { 0, 4, 2 }, in_nested[6] = { 0, 2, 0, 0, 7, 8 };
    static const int32_t in_pairs[6] = { 5, 6, 0, 2, 3, 4 };
    int32_t z[N];
    EXPECT(constants(z) == 0);
    for (int k = 0; k < N; k++)
        EXPECT(z[k] == in_table[k % 8] + 10 * in_square[k % 6] + 100 * in_fixed[k % 3] + 2000 + 10000 * in_nested[k % 6] + 300000 +
                       1000000 * (in_pairs[k % 2 * 3 + k % 3] + 4 + 6));
}

TEST(locals_have_designators)
{
    int32_t x[N], z[N];
    for (int k = 0; k < N; k++)
        x[k] = k;
    const int32_t list[5] = { 5, 0, 2, 3, 0 };
    EXPECT(locals(x, z) == 0);
    for (int k = 0; k < N; k++)
        EXPECT(z[k] == list[k % 5] + 100 * (k % 2 ? 7 : 3) + 20000 + 200000 + 1000000 + 1 + 100 * k);
}

int main(void)
{
    RUN(constants_have_designators);
    RUN(locals_have_designators);
    return test_end();
}
