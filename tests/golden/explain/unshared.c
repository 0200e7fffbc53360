// Long loops within a PL_EACH whose rows the lanes cannot share, and how they can.
// options: --target=cuda
#include <pallas.h>

enum { R = 8, W = 1024 };

#define REFS PL_REF(const float, x, R, W), PL_REF(const int32_t, use, R), PL_REF(float, z, R, W)
#define CALL(name)                                                                              \
    PL_CALL(name, name##_kernel, PL_SIZES(rows), PL_GRID((i, PL_CDIV(rows, R))),                \
            PL_IN(float, x, (rows, W), PL_BLOCKSPEC((R, W), (i, 0))),                           \
            PL_IN(int32_t, use, (rows), PL_BLOCKSPEC((R), (i))),                                \
            PL_OUT(float, z, (rows, W), PL_BLOCKSPEC((R, W), (i, 0))))

PL_KERNEL(condition_kernel, REFS)
{
    PL_EACH ((r, R)) {
        if (use[r]) {
            PL_EACH ((c, W)) z[r][c] = x[r][c];
        } else {
            PL_EACH ((c, W)) z[r][c] = 0;
        }
    }
}
CALL(condition)

PL_KERNEL(skip_kernel, REFS)
{
    PL_EACH ((r, R)) {
        if (!use[r])
            continue;
        PL_EACH ((c, W)) z[r][c] = x[r][c];
    }
}
CALL(skip)

PL_KERNEL(tile_kernel, REFS)
{
    PL_EACH ((r, R)) {
        PL_TILE(float, t, W);
        PL_EACH ((c, W)) t[c] = x[r][c] + use[r];
        PL_EACH ((c, W)) z[r][c] = t[W - 1 - c];
    }
}
CALL(tile)

// They share it.
PL_KERNEL(choose_kernel, REFS)
{
    PL_EACH ((r, R)) {
        int u = use[r];
        PL_EACH ((c, W)) z[r][c] = u ? x[r][c] : 0;
    }
}
CALL(choose)
