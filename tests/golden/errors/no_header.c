// A header that does not exist.

#include <pallas.h>
#include "not_there.h"

PL_KERNEL(kernel, PL_REF(float, z, 4)) { z[0] = 1; }
