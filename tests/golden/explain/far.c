// Windows that may hang over the edge and have neither masks nor a copy in local memory: why, said once.

#include <pallas.h>

enum { N = 8 };

struct pair { int32_t at; float by; };

static float first(const float *row) { return row[0]; }

PL_KERNEL(far, PL_REF(const struct pair, p, N), PL_REF(const float, x, N), PL_REF(struct pair, z, N), PL_REF(float, s, N))
{
    PL_EACH ((i, N)) {
        z[i] = p[N - 1 - i];
        z[i].by += first(x);
        s[i] = z[i].by;
    }
}

PL_CALL(far_call, far, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, N))),
        PL_IN (struct pair, p, (n), PL_BLOCKSPEC((N), (i))), PL_IN(float, x, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(struct pair, z, (n), PL_BLOCKSPEC((N), (i))), PL_OUT(float, s, (n), PL_BLOCKSPEC((N), (i))))
