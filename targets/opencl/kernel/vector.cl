%%helper VW
// Vectors of VW elements: as many floats as the device processes at once, which the launcher defines. They need only
// the alignment of their elements, like vload and vstore, which some compilers split into several stores.
#ifndef VW
#define VW 8
#endif
%%helper PL_JOIN
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
%%helper PL_VECTOR
#define PL_VECTOR(type, bytes)              \
    typedef PL_JOIN(type, VW) type##v;      \
    typedef type##v type##v_anywhere __attribute__((aligned(bytes)))
%%helper charv charv_anywhere
PL_VECTOR(char, 1);
%%helper ucharv ucharv_anywhere
PL_VECTOR(uchar, 1);
%%helper shortv shortv_anywhere
PL_VECTOR(short, 2);
%%helper ushortv ushortv_anywhere
PL_VECTOR(ushort, 2);
%%helper intv intv_anywhere
PL_VECTOR(int, 4);
%%helper uintv uintv_anywhere
PL_VECTOR(uint, 4);
%%helper longv longv_anywhere
PL_VECTOR(long, 8);
%%helper ulongv ulongv_anywhere
PL_VECTOR(ulong, 8);
%%helper floatv floatv_anywhere
PL_VECTOR(float, 4);
%%helper doublev doublev_anywhere
#ifdef cl_khr_fp64
PL_VECTOR(double, 8);
#endif
%%helper convert_charv
#define convert_charv PL_JOIN(convert_char, VW)
%%helper convert_ucharv
#define convert_ucharv PL_JOIN(convert_uchar, VW)
%%helper convert_shortv
#define convert_shortv PL_JOIN(convert_short, VW)
%%helper convert_ushortv
#define convert_ushortv PL_JOIN(convert_ushort, VW)
%%helper convert_intv
#define convert_intv PL_JOIN(convert_int, VW)
%%helper convert_uintv
#define convert_uintv PL_JOIN(convert_uint, VW)
%%helper convert_longv
#define convert_longv PL_JOIN(convert_long, VW)
%%helper convert_ulongv
#define convert_ulongv PL_JOIN(convert_ulong, VW)
%%helper convert_floatv
#define convert_floatv PL_JOIN(convert_float, VW)
%%helper convert_doublev
#define convert_doublev PL_JOIN(convert_double, VW)
%%helper as_floatv
#define as_floatv PL_JOIN(as_float, VW)
%%helper as_uintv
#define as_uintv PL_JOIN(as_uint, VW)
%%helper loadv
#define loadv(p) (*(__global const floatv_anywhere *)(p))
%%helper storev
#define storev(v, p) (*(__global floatv_anywhere *)(p) = (v))

%%helper PL_LANE
// The number of each element.
#if VW == 16
#define PL_LANE (longv)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#elif VW == 8
#define PL_LANE (longv)(0, 1, 2, 3, 4, 5, 6, 7)
#else
#define PL_LANE (longv)(0, 1, 2, 3)
#endif

