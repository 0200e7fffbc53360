// PL_MAX, of vectors and numbers, and of all elements of a vector. A NaN wins; fmax would drop it.
#define PL_MAX(a, b) select(b, a, ((a) > (b)) | ((a) != (a)))

inline float pl_max_f32(floatv v)
{
#if VW == 16
    const float8 eight = PL_MAX(v.lo, v.hi);
    const float4 four = PL_MAX(eight.lo, eight.hi);
#elif VW == 8
    const float4 four = PL_MAX(v.lo, v.hi);
#else
    const float4 four = v;
#endif
    const float2 two = PL_MAX(four.lo, four.hi);
    return PL_MAX(two.x, two.y);
}

