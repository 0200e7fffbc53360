// tiles_in_place.c -- tiles.c again, with the promise that lets tiles be used where they are.

#define PL_IN_PLACE 1
#include "tiles.c"
