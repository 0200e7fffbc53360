// compile-error
// A PL_TUNE without values: there is nothing to choose from.

#include <pallas.h>

PL_TUNE(BLOCK)
