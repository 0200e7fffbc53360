// keywords.c -- keywords of C++ as names of everything in a program but its calls: a target that emits C++ renames them.

#include <pallas.h>
#include "../test.h"

struct template { int32_t new; };

enum { this = 4 };

static const int32_t mutable[2] = { 10, 20 };

static int32_t operator(int32_t delete, struct template virtual)
{
    int32_t explicit = delete + virtual.new;
    return explicit + mutable[1];
}

PL_KERNEL(class, PL_SCALAR(int32_t, friend), PL_SMEM_REF(const int32_t, typeid, 2), PL_REF(const int32_t, namespace, this),
          PL_REF(int32_t, typename, this), PL_REF(int32_t, private, this))
{
    struct template using = { friend };
    PL_TILE(int32_t, public, this);
    PL_FILL(public, typeid[1]);
    PL_EACH ((try, this))
        private[try] = namespace[try];
    PL_LOOP (catch, 0, this)
        typename[catch] = operator(private[catch], using) + public[catch];
}

PL_CALL(calls, class, PL_SIZES(export), PL_SCALAR(int32_t, friend), PL_GRID((throw, PL_CDIV(export, this))),
        PL_PREFETCH(int32_t, typeid, (2)),
        PL_IN (int32_t, namespace, (export), PL_BLOCKSPEC((this), (throw))),
        PL_OUT(int32_t, typename, (export), PL_BLOCKSPEC((this), (throw))),
        PL_SCRATCH(int32_t, (this)))

TEST(words_of_another_language)
{
    const int32_t typeid[2] = { 100, 200 }, namespace[6] = { 1, 2, 3, 4, 5, 6 };
    int32_t typename[6];
    EXPECT(calls(6, 3, typeid, namespace, typename) == 0);
    EXPECT_INTS(typename, 6, 224, 225, 226, 227, 228, 229);
}

int main(void)
{
    RUN(words_of_another_language);
    return test_end();
}
