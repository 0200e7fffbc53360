// options: --check
// Locals that are read before they are set. The kernel at the end is right:
// each of its locals is set on some path, or may be, through its address.

#include <pallas.h>

enum { N = 4 };
struct pair { float low, high; };

PL_KERNEL(sums, PL_REF(const float, x, N), PL_REF(float, z, N))
{
    float folded, added, stored, tested, copied, unset;
    int at;
    PL_REDUCE (folded, PL_ADD, (c, N), x[c]);
    added += x[0];
    z[0] = folded + added;
    z[1] = stored;
    copied = unset;
    z[2] = sqrtf(copied) + 1;
    z[at] = 0;
    PL_EACH ((c, N)) {
        float inner;
        inner = inner * x[c];
        z[c] = inner;
    }
    if (tested > 0)
        z[3] = 0;
}

PL_CALL(call_sums, sums, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))

static inline void set(float *to) { *to = 1; }
static inline void fill(float *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = 0;
}

PL_KERNEL(right, PL_SCALAR(int, how), PL_REF(const float, x, N), PL_REF(float, z, N))
{
    float branch, loop, helped, pointed, chosen, all[N], last;
    struct pair both;
    if (how)
        branch = 1;
    else
        branch = 2;
    for (int i = 0; i < how; i++)
        loop = x[i];
    set(&helped);
    float *p = &pointed;
    *p = 3;
    float *q;
    q = &chosen;
    *q = 4;
    fill(all, N);
    both.low = 1, both.high = 2;
    for (int i = 0; i < N; i++) {
        if (i > 0)
            z[0] += last;
        else
            z[0] = 0;
        last = x[i];
    }
    z[1] = branch + loop + helped;
    z[2] = pointed + chosen + all[how] + both.low;
    z[3] = last;
}

PL_CALL(call_right, right, PL_SCALAR(int, how), PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, z, (N), PL_WHOLE))
