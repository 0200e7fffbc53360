// made_names.c -- names of the user that emitted code could make of others: of a call (add_body, add_gpu), of its blocks (x_row,
// x_0) and of its axes (i_programs). Made names give way.

#include <pallas.h>
#include "../test.h"

enum { B = 4, C = 6 };

typedef struct { float a; } x_row;
typedef struct { int b; } x_0;
struct add_call { float offset; };
union add_local { float a; int b; };
enum { z_whole = 3 };

static float add_gpu(float a, float b) { return a + b; }
static float add_cpu(float a, float b) { return a - b; }
static float add_i(float a) { return 2 * a; }
static int add_messages(int a) { return a + 1; }

PL_KERNEL(add_kernel, PL_REF(const float, x, B, C), PL_REF(float, z, B, C))
{
    struct add_call call = { add_i(1) };
    PL_EACH ((r, B), (c, C)) {
        x_row first = { x[r][c] };
        x_0 second = { add_messages(z_whole) };
        union add_local third = { .a = add_cpu(3, 1) };
        z[r][c] = add_gpu(first.a, (float)second.b) + call.offset + third.a;
    }
}

PL_CALL(add, add_kernel, PL_SIZES(m), PL_GRID((i, PL_CDIV(m, B))),
        PL_IN (float, x, (m, C), PL_BLOCKSPEC((B, C), (i, 0))),
        PL_OUT(float, z, (m, C), PL_BLOCKSPEC((B, C), (i, 0))))

// ---- Calls named like what is made of the other one ----

PL_KERNEL(twice_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] = 2 * x[c];
}

#define PARTS \
    PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))), PL_IN(float, x, (n), PL_BLOCKSPEC((B), (i))), \
    PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i)))

PL_CALL(add_x, twice_kernel, PARTS)
PL_CALL(add_body, twice_kernel, PARTS)
PL_CALL(add_x_fetch, twice_kernel, PARTS)

// ---- Axes named like what is made of others, or of the call; operands, too ----

PL_KERNEL(axes_kernel, PL_REF(const float, body, B, B), PL_REF(float, call, B, B))
{
    PL_EACH ((r, B), (c, B))
        call[r][c] = body[r][c] + 10 * PL_AXIS(i) + 100 * PL_AXIS(i_programs) + 1000 * PL_NUM_PROGRAMS(0) + PL_AXIS(messages);
}

PL_CALL(axes, axes_kernel, PL_SIZES(i_steps, n_), PL_GRID((i, PL_CDIV(i_steps, B)), (i_programs, PL_CDIV(n_, B)), (messages, 1)),
        PL_IN (float, body, (i_steps, n_), PL_BLOCKSPEC((B, B), (i, i_programs))),
        PL_OUT(float, call, (i_steps, n_), PL_BLOCKSPEC((B, B), (i, i_programs))))

// ---- Names that end with '_' ----

PL_KERNEL(ends_kernel, PL_REF(const float, x_, B), PL_REF(float, z_, B))
{
    PL_EACH ((c, B))
        z_[c] = x_[c] + PL_NUM_PROGRAMS(0);
}

PL_CALL(ends, ends_kernel, PL_SIZES(n_), PL_GRID((i_, PL_CDIV(n_, B))),
        PL_IN (float, x_, (n_), PL_BLOCKSPEC((B), (i_))), PL_OUT(float, z_, (n_), PL_BLOCKSPEC((B), (i_))))

TEST(of_a_call_and_its_blocks)
{
    enum { M = 10 };
    float x[M * C], z[M * C];
    for (int k = 0; k < M * C; k++)
        x[k] = (float)k;
    EXPECT(!add(M, x, z));
    for (int k = 0; k < M * C; k++)
        EXPECT(z[k] == x[k] + 4 + 2 + 2);
}

TEST(of_other_calls)
{
    typedef int Call(long n, const float *x, float *z);
    Call *const calls[] = { add_x, add_body, add_x_fetch };
    const float x[] = { 1, 2, 3, 4, 5 };
    for (int i = 0; i < 3; i++) {
        float z[5];
        EXPECT(!calls[i](5, x, z));
        EXPECT_INTS(z, 5, 2, 4, 6, 8, 10);
    }
}

TEST(of_axes)
{
    enum { M = 6, N = 7 };
    float x[M * N] = { 0 }, z[M * N];
    EXPECT(!axes(M, N, x, z));
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++)
            EXPECT(z[r * N + c] == (float)(10 * (r / B) + 100 * (c / B) + 2000));
}

TEST(with_an_underscore_at_the_end)
{
    const float x[] = { 1, 2, 3, 4, 5 };
    float z[5];
    EXPECT(!ends(5, x, z));
    EXPECT_INTS(z, 5, 3, 4, 5, 6, 7);
}

int main(void)
{
    RUN(of_a_call_and_its_blocks);
    RUN(of_other_calls);
    RUN(of_axes);
    RUN(with_an_underscore_at_the_end);
    return test_end();
}
