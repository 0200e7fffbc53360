// options: --target=cuda
// Calls named with words of C++, in which they would be defined; parameters, axes and kernels are renamed.

#include <pallas.h>

enum { B = 8 };

PL_KERNEL(class, PL_REF(const float, new, B), PL_REF(float, delete, B))
{
    PL_EACH ((try, B))
        delete[try] = 2 * new[try];
}

PL_CALL(reinterpret_cast, class, PL_SIZES(export), PL_GRID((throw, PL_CDIV(export, B))),
        PL_IN (float, new, (export), PL_BLOCKSPEC((B), (throw))), PL_OUT(float, delete, (export), PL_BLOCKSPEC((B), (throw))))
PL_CALL(template, class, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, new, (n), PL_BLOCKSPEC((B), (i))), PL_OUT(float, delete, (n), PL_BLOCKSPEC((B), (i))))
PL_CALL(cudaMalloc, class, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, B))),
        PL_IN (float, new, (n), PL_BLOCKSPEC((B), (i))), PL_OUT(float, delete, (n), PL_BLOCKSPEC((B), (i))))
