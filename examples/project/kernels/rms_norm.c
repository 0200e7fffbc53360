// y = x / sqrt(mean of x² + epsilon) * w, for each row of x.
#include "shape.h"
#include <math.h>
#include <pallas.h>

PL_KERNEL(rms_norm_kernel,
          PL_SCALAR(float, epsilon),
          PL_REF(const float, x, ROWS_AT_ONCE, COLUMNS),
          PL_REF(const float, w, COLUMNS),
          PL_REF(float, y, ROWS_AT_ONCE, COLUMNS))
{
    PL_EACH ((r, ROWS_AT_ONCE)) {
        float squares = 0;
        PL_REDUCE (squares, PL_ADD, (c, COLUMNS), x[r][c] * x[r][c]);
        PL_EACH ((c, COLUMNS))
            y[r][c] = x[r][c] / sqrtf(squares / COLUMNS + epsilon) * w[c];
    }
}

PL_CALL(rms_norm, rms_norm_kernel,
        PL_SIZES(rows), PL_SCALAR(float, epsilon),
        PL_GRID((i, PL_CDIV(rows, ROWS_AT_ONCE))),
        PL_IN (float, x, (rows, COLUMNS), PL_BLOCKSPEC((ROWS_AT_ONCE, COLUMNS), (i, 0))),
        PL_IN (float, w, (COLUMNS), PL_WHOLE),
        PL_OUT(float, y, (rows, COLUMNS), PL_BLOCKSPEC((ROWS_AT_ONCE, COLUMNS), (i, 0))))
