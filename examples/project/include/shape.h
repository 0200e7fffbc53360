/* The shape that kernels and main() share. COLUMNS is a definition of the build. */
#pragma once

enum { ROWS_AT_ONCE = 4 };
