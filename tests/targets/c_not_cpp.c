// c_not_cpp.c -- what C allows and C++ does not, which a target whose language is C++ has to say in other words: jumps past
// declarations, names of loops, ++ of a bool, conversions of pointers, const, zeros, tags.

#include <pallas.h>
#include "../test.h"

enum { N = 6 };

// ---- switch: labels after declarations ----

static int32_t chosen(int32_t v)
{
    switch (v) {
        int32_t never = 7;
    case 0:;
        int32_t own = 40 + v;
        const int32_t pair[2] = { own, 2 };
        return pair[0] + pair[1];
    case 1:;
        int32_t shared = 7;
        return shared;
    case 2:
        shared = 5, never = 4;
        return shared + never;
    default:;
        bool odd = v % 2;
        return odd ? 3 : 4;
    }
}

typedef struct { int32_t a, b; } Pair;

static int32_t paired(int32_t v)
{
    switch (v % 3) {
    case 0:;
        Pair p = { v, 2 };
        return p.a + 10 * p.b;
    case 1:
        p.a = 3;
        p.b = v;
        return p.a + 10 * p.b;
    }
    return -1;
}

// The labels of a switch may be in a loop in it.
static int32_t entered(int32_t v)
{
    int32_t sum = 0, rounds = 3;
    switch (v % 2) {
    case 0:
        do {
            int32_t one = 1;
            sum += one;
    case 1:
            sum += 10;
        } while (--rounds);
    }
    return sum;
}

PL_KERNEL(switches_kernel, PL_REF(const int32_t, x, N), PL_REF(int32_t, z, N), PL_REF(int32_t, first, 1))
{
    PL_EACH ((c, N))
        z[c] = chosen(x[c]) + 100 * paired(x[c]) + 10000 * entered(x[c]);
    switch (x[1]) {
    case 0:;
        PL_VIEW(const int32_t, rest, &x[2], 4);
        PL_TILE(int32_t, copy, 4);
        PL_ASSIGN(copy, rest);
        first[0] = copy[0];
        break;
    case 1:;
        int32_t value = x[3];
        first[0] = 2 * value;
        break;
    default:
        value = 1;
        first[0] = value;
    }
}

PL_CALL(switches, switches_kernel, PL_GRID(), PL_IN(int32_t, x, (N), PL_WHOLE), PL_OUT(int32_t, z, (N), PL_WHOLE),
        PL_OUT(int32_t, first, (1), PL_WHOLE))

TEST(labels_follow_declarations)
{
    static const int32_t x[N] = { 0, 1, 2, 3, 4, 5 };
    static const int32_t chosen_of[N] = { 42, 7, 9, 3, 4, 3 }, paired_of[N] = { 20, 13, -1, 23, 43, -1 };
    int32_t z[N], first;
    EXPECT(switches(x, z, &first) == 0);
    for (int i = 0; i < N; i++)
        EXPECT(z[i] == chosen_of[i] + 100 * paired_of[i] + 10000 * (i % 2 ? 32 : 33));
    EXPECT(first == 6);
}

// ---- A tile that is too large for the stack, past whose declaration a switch goes ----

PL_KERNEL(past_tile_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    switch (x[0]) {
    case 1:;
        PL_TILE(int32_t, large, 20000);
        PL_EACH ((c, 4))
            large[c] = x[c];
        PL_ASSIGN(z, PL_AT(large, PL_DS(0, 4)));
        break;
    default:
        PL_FILL(z, 9);
    }
}

PL_CALL(past_tile, past_tile_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (int32_t, x, (n), PL_BLOCKSPEC((4), (i))), PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

TEST(a_switch_goes_past_a_large_tile)
{
    const int32_t x[12] = { 1, 2, 3, 4, 0, 0, 0, 0, 1, 6, 7, 8 };
    int32_t z[12];
    EXPECT(past_tile(12, x, z) == 0);
    EXPECT_INTS(z, 12, 1, 2, 3, 4, 9, 9, 9, 9, 1, 6, 7, 8);
}

// ---- Names, bool ----

typedef struct { bool seen[3]; } Flags;

static void step(bool *p)
{
    (*p)++;
    p[1]--;
}

static int32_t steps(int32_t v)
{
    bool b = v > 2, c = b++, d = b--, e = --b;
    Flags f = { { false, true } };
    f.seen[2]++;
    step(f.seen);
    int32_t bits = b + 2 * c + 4 * d + 8 * e + 16 * f.seen[0] + 32 * f.seen[1] + 64 * f.seen[2];
    for (bool again = true; again; again--, b++)
        bits += 128;
    return bits + 256 * b + 512 * (f.seen[0]++ + f.seen[1]++);
}

PL_KERNEL(names_kernel, PL_REF(const int32_t, x, N), PL_REF(int32_t, z, N), PL_REF(int32_t, hidden, 4))
{
    bool many = false;
    for (int i = 0; i < N; i++)
        if (x[i] > 1)
            many++;
    PL_EACH ((c, N))
        z[c] = steps(x[c]) + 10000 * many;
    for (int i = 0, k = 3; i < k; i++) {
        int k = 4 * i;
        hidden[i] = k;
    }
    PL_LOOP (i, 3, 4) {
        int at = i, i = 5;
        PL_TILE(int32_t, t, 1);
        PL_FILL(t, i);
        hidden[at] = t[0];
    }
}

PL_CALL(names, names_kernel, PL_GRID(), PL_IN(int32_t, x, (N), PL_WHOLE), PL_OUT(int32_t, z, (N), PL_WHOLE),
        PL_OUT(int32_t, hidden, (4), PL_WHOLE))

// The same with if and other names.
static int32_t steps_of(bool b)
{
    bool c = b, d = true, e;
    b = false;
    e = true;
    b = true;
    int32_t bits = b + 2 * c + 4 * d + 8 * e + 16 + 0 * 32 + 64;
    bits += 128;
    return bits + 256 + 512 * (1 + 0);
}

TEST(names_of_loops_and_steps_of_bool)
{
    static const int32_t x[N] = { 0, 1, 2, 3, 4, 5 };
    int32_t z[N], hidden[4];
    EXPECT(names(x, z, hidden) == 0);
    for (int i = 0; i < N; i++)
        EXPECT(z[i] == steps_of(x[i] > 2) + 10000);
    EXPECT(hidden[0] == 0 && hidden[1] == 4 && hidden[2] == 8 && hidden[3] == 5);
}

// ---- Pointers ----

static float second(const void *p)
{
    const float *q = p, *r;
    r = p;
    return q[1] + ((const float *)p)[0] + *r;
}

static float middle(float *p) { return p[1]; }
static float through(const void *p) { return middle((float *)p); }
static float trace(const float m[2][2]) { return m[0][0] + m[1][1]; }
static float corner(const float (*m)[2][2]) { return (*m)[1][1]; }
static float either(const float *a, const void *b, bool first)
{
    const float *p = NULL, *q = first ? a : b;
    p = q;
    return p ? *p : 0;
}
static float or_four(const float *p) { return p ? p[1] : 4; }

typedef float Vector[3];
static float last(const Vector v) { return v[2]; }

static const float table[3] = { 3, 5, 7 };

PL_KERNEL(pointers_kernel, PL_REF(const float, x, N), PL_REF(float, z, 16))
{
    const float fixed[3] = { 1, 2, 4 };
    float free[3] = { 1, 2, 4 }, square[2][2] = { { 1, 2 }, { 3, 4 } };
    float *p = (float *)fixed;
    const float unset;
    PL_FILL(z, 0);
    z[0] = second(free);
    z[1] = second(x);
    z[2] = p[2];
    float from_table = middle((float *)table);
    z[3] = from_table;
    z[4] = trace((const float (*)[2])square);
    z[5] = corner((const float (*)[2][2])&square);
    z[6] = either(fixed, free + 1, x[0] > 1);
    z[7] = or_four(NULL) + or_four(0) + or_four(fixed);
    z[8] = last(free);
    float value = through(fixed);
    z[9] = value;
}

PL_CALL(pointers, pointers_kernel, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (16), PL_WHOLE))

TEST(pointers_are_converted)
{
    static const float x[N] = { 10, 20, 30, 40, 50, 60 }, right[16] = { 4, 40, 4, 5, 5, 4, 1, 10, 4, 2 };
    float z[16];
    EXPECT(pointers(x, z) == 0);
    for (int i = 0; i < 16; i++)
        EXPECT(z[i] == right[i]);
}

// ---- Zeros, members, tags ----

typedef struct { const float a; int32_t b; } Half;
typedef struct { float a; Pair p[2]; union { int32_t i; float f; } u; } Nested;

static const float zero;
static const int32_t zeros[3];
static const Nested nested_zero;

static float tagged(float v)
{
    struct one { float v; } s = { v };
    return s.v;
}

static float tagged_again(float v)
{
    struct one { int32_t low; float high; } s = { 2, v };
    return s.low * s.high;
}

PL_KERNEL(objects_kernel, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    static const int32_t none, few[2];
    static const Pair pair;
    static const pl_bf16 small;
    Half half[2];
    half[1].b = 3;
    PL_EACH ((c, N)) {
        Half whole = { x[c], 2 };
        z[c] = none + few[c % 2] + pair.b + pl_to_f32(small) + zero + zeros[c % 3] + nested_zero.p[c % 2].b + whole.a +
               100 * half[1].b + 1000 * tagged(2) + 10000 * tagged_again(x[c]);
    }
}

PL_CALL(objects, objects_kernel, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))

TEST(static_objects_are_zero)
{
    static const float x[N] = { 0, 1, 2, 3, 4, 5 };
    float z[N];
    EXPECT(objects(x, z) == 0);
    for (int i = 0; i < N; i++)
        EXPECT(z[i] == x[i] + 300 + 2000 + 20000 * x[i]);
}

// Strings without room for their null.

static const char three[3] = "a\n\x41", rows[2][2] = { "\101\\", "d" };

PL_KERNEL(strings_kernel, PL_REF(int32_t, z, N))
{
    PL_EACH ((c, N))
        z[c] = three[c % 3] + 1000 * rows[c % 2][c / 2 % 2];
}

PL_CALL(strings, strings_kernel, PL_GRID(), PL_OUT(int32_t, z, (N), PL_WHOLE))

TEST(strings_fill_their_arrays)
{
    int32_t z[N];
    EXPECT(strings(z) == 0);
    for (int i = 0; i < N; i++)
        EXPECT(z[i] == "a\nA"[i % 3] + 1000 * "A\\d"[i % 2 * 2 + i / 2 % 2]);
}

int main(void)
{
    RUN(labels_follow_declarations);
    RUN(a_switch_goes_past_a_large_tile);
    RUN(names_of_loops_and_steps_of_bool);
    RUN(pointers_are_converted);
    RUN(static_objects_are_zero);
    RUN(strings_fill_their_arrays);
    return test_end();
}
