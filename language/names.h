/* ==== Names of the program ===============================================================================

   Members and variables of this file have short names, such as n and size, which a program may have for macros. Such
   macros are put aside here, to the last lines; what the macros of this file leave in a program has reserved names alone.
   Parse mode has none of these names.
   ========================================================================================================= */
#define PL_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define PL_PUSH_(name) PL_PRAGMA_(push_macro(#name))
#define PL_POP_(name) PL_PRAGMA_(pop_macro(#name))
