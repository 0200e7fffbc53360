// tiles_in_place.c -- tiles.c with PL_IN_PLACE, which allows blocks to be used in place.

#define PL_IN_PLACE 1
#include "tiles.c"
