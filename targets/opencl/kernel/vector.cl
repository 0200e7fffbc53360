// Vectors of VW elements, as many floats as the device works on at once; the launcher says how many. They lie wherever
// their elements may: vload and vstore mean the same, but some compilers make a 64-byte store of theirs into four.
#ifndef VW
#define VW 8
#endif
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
#define PL_VECTOR(type, bytes)              \
    typedef PL_JOIN(type, VW) type##v;      \
    typedef type##v type##v_anywhere __attribute__((aligned(bytes)))
PL_VECTOR(char, 1);
PL_VECTOR(uchar, 1);
PL_VECTOR(short, 2);
PL_VECTOR(ushort, 2);
PL_VECTOR(int, 4);
PL_VECTOR(uint, 4);
PL_VECTOR(long, 8);
PL_VECTOR(ulong, 8);
PL_VECTOR(float, 4);
#ifdef cl_khr_fp64
PL_VECTOR(double, 8);
#endif
#define convert_charv PL_JOIN(convert_char, VW)
#define convert_ucharv PL_JOIN(convert_uchar, VW)
#define convert_shortv PL_JOIN(convert_short, VW)
#define convert_ushortv PL_JOIN(convert_ushort, VW)
#define convert_intv PL_JOIN(convert_int, VW)
#define convert_uintv PL_JOIN(convert_uint, VW)
#define convert_longv PL_JOIN(convert_long, VW)
#define convert_ulongv PL_JOIN(convert_ulong, VW)
#define convert_floatv PL_JOIN(convert_float, VW)
#define convert_doublev PL_JOIN(convert_double, VW)
#define as_floatv PL_JOIN(as_float, VW)
#define as_uintv PL_JOIN(as_uint, VW)
#define loadv(p) (*(__global const floatv_anywhere *)(p))
#define storev(v, p) (*(__global floatv_anywhere *)(p) = (v))

// The number of each element.
#if VW == 16
#define PL_LANE (longv)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#elif VW == 8
#define PL_LANE (longv)(0, 1, 2, 3, 4, 5, 6, 7)
#else
#define PL_LANE (longv)(0, 1, 2, 3)
#endif
