// Vectors of VW elements, as many floats as the device works on at once; the launcher says how many. They lie wherever
// floats may: vload and vstore mean the same, but some compilers make a 64-byte store of theirs into four.
#ifndef VW
#define VW 8
#endif
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
typedef PL_JOIN(float, VW) floatv;
typedef PL_JOIN(int, VW) intv;
typedef floatv floatv_anywhere __attribute__((aligned(4)));
#define loadv(p) (*(__global const floatv_anywhere *)(p))
#define storev(v, p) (*(__global floatv_anywhere *)(p) = (v))

