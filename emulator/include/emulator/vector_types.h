// vector_types.h -- float4, int2 and similar types, with CUDA's alignment.
#ifndef PL_EMULATOR_VECTOR_TYPES_H
#define PL_EMULATOR_VECTOR_TYPES_H

#define PL_VECTORS_(T, name, align2, align4)                                                                               \
    struct name##1 { T x; };                                                                                               \
    struct alignas(align2) name##2 { T x, y; };                                                                            \
    struct name##3 { T x, y, z; };                                                                                         \
    struct alignas(align4) name##4 { T x, y, z, w; };                                                                      \
    static inline constexpr name##1 make_##name##1(T x) { return name##1{ x }; }                                           \
    static inline constexpr name##2 make_##name##2(T x, T y) { return name##2{ x, y }; }                                   \
    static inline constexpr name##3 make_##name##3(T x, T y, T z) { return name##3{ x, y, z }; }                           \
    static inline constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4{ x, y, z, w }; }

PL_VECTORS_(signed char, char, 2, 4)
PL_VECTORS_(unsigned char, uchar, 2, 4)
PL_VECTORS_(short, short, 4, 8)
PL_VECTORS_(unsigned short, ushort, 4, 8)
PL_VECTORS_(int, int, 8, 16)
PL_VECTORS_(unsigned, uint, 8, 16)
PL_VECTORS_(long, long, 16, 16)
PL_VECTORS_(unsigned long, ulong, 16, 16)
PL_VECTORS_(long long, longlong, 16, 16)
PL_VECTORS_(unsigned long long, ulonglong, 16, 16)
PL_VECTORS_(float, float, 8, 16)
PL_VECTORS_(double, double, 16, 16)
#undef PL_VECTORS_

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{ x, y, z }; }
};

#endif
