// options: --target=cuda
// What makes a PL_PIPELINE a loop of its kernel, instead of axes of the call.
#include <pallas.h>

enum { B = 4 };

PL_KERNEL(add_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] += x[c];
}

#define CALL(name_, ...)                                                            \
    PL_CALL(name_, name_##_kernel, PL_SIZES(n), PL_GRID(__VA_ARGS__),               \
            PL_IN(float, x, (n), PL_ANY), PL_INOUT(float, z, (n), PL_ANY))
#define KERNEL(name_) PL_KERNEL(name_##_kernel, PL_ANY_REF(const float, x, 1), PL_ANY_REF(float, z, 1))
#define IN            PL_IN(x, PL_BLOCKSPEC((B), (i), PL_EDGE(0)))
#define RUN(z_)       PL_PIPELINE(add_kernel, PL_GRID((i, PL_CDIV(PL_DIM(x, 0), B))), IN, z_)

KERNEL(twice)
{
    RUN(PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
    RUN(PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
}
CALL(twice)

KERNEL(under_condition)
{
    PL_WHEN (PL_PROGRAM_ID(0) == 0)
        RUN(PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
}
CALL(under_condition, (p, 2))

KERNEL(triangle)
{
    PL_LOOP (t, 0, PL_DIM(x, 0))
        PL_PIPELINE(add_kernel, PL_GRID((i, t)), IN, PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
}
CALL(triangle)

KERNEL(in_steps)
{
    PL_LOOP (t, 0, PL_DIM(x, 0), 2)
        RUN(PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
}
CALL(in_steps)

// Tiles of two programs may have the same blocks.
KERNEL(shared)
{
    PL_LOOP (t, PL_PROGRAM_ID(0), 2 * PL_NUM_PROGRAMS(0), PL_NUM_PROGRAMS(0))
        RUN(PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
}
CALL(shared, (p, 2))

KERNEL(asks_for_program)
{
    const long p = PL_PROGRAM_ID(0);
    PL_LOOP (t, p, PL_CDIV(PL_DIM(x, 0), B), PL_NUM_PROGRAMS(0))
        PL_PIPELINE(add_kernel, PL_GRID((i, 1)), IN, PL_INOUT(z, PL_BLOCKSPEC((B), (t + 0 * p + i))));
}
CALL(asks_for_program, PL_PARALLEL(p, 2))

KERNEL(begins_again)
{
    PL_PIPELINE(add_kernel, PL_GRID((t, 2), (i, PL_CDIV(PL_DIM(x, 0), B))), IN, PL_INOUT(z, PL_BLOCKSPEC((B), (i), PL_INIT(0, t == 0))));
}
CALL(begins_again)

KERNEL(counts)
{
    long fetches = 0;
    PL_PIPELINE(add_kernel, PL_GRID((i, PL_CDIV(PL_DIM(x, 0), B))),
                PL_IN(x, PL_BLOCKSPEC((B), (i), PL_EDGE(0), PL_BEFORE_FETCH(fetches++))), PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
}
CALL(counts)

KERNEL(slices)
{
    PL_PIPELINE(add_kernel, PL_GRID((i, 2)), PL_IN(PL_AT(x, PL_DS(B, 2 * B)), PL_BLOCKSPEC((B), (i))), PL_INOUT(z, PL_BLOCKSPEC((B), (i))));
}
CALL(slices)

KERNEL(carries)
{
    float least = 1;
    least += 1;
    PL_SCOPED(float, sum, B);
    PL_FILL(sum, least);
    PL_PIPELINE(add_kernel, PL_GRID((i, PL_CDIV(PL_DIM(x, 0), B))), IN, PL_PASS(sum));
    PL_EACH ((c, B))
        sum[c] -= least;
    PL_SYNC_COPY(sum, PL_AT(z, PL_DS(0, B)));
}
CALL(carries)
