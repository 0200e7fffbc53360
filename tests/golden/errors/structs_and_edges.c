// options: --check
// A block of structs is filled with a struct, and so are the elements past its edge; an output has no PL_EDGE.

#include <pallas.h>

enum { B = 4 };

struct best { int at; float value; };
struct other { int at; float value; };
static const struct best nothing = { 0, 0 };

PL_KERNEL(fill, PL_REF(const struct best, x, B), PL_REF(struct best, z, B), PL_REF(float, w, B))
{
    struct best none = { 0, 0 };
    PL_TILE(struct best, right, B);
    PL_FILL(right, none);
    PL_FILL(right, x[0]);
    PL_FILL(z, 0);
    PL_FILL(w, none);
    PL_TILE(struct other, others, B);
    PL_FILL(others, none);
}

PL_CALL(fills, fill,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (struct best, x, (n), PL_BLOCKSPEC((B), (i), PL_EDGE(0))),
        PL_OUT(struct best, z, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, w, (n), PL_BLOCKSPEC((B), (i), PL_EDGE(0))))

PL_CALL(fills_right, fill,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (struct best, x, (n), PL_BLOCKSPEC((B), (i), PL_EDGE(nothing))),
        PL_OUT(struct best, z, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, w, (n), PL_BLOCKSPEC((B), (i))))
