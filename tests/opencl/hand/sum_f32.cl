// The sum of a vector's elements, by halves.
inline float pl_sum_f32(floatv v)
{
#if VW == 16
    const float8 eight = v.lo + v.hi;
    const float4 four = eight.lo + eight.hi;
#elif VW == 8
    const float4 four = v.lo + v.hi;
#else
    const float4 four = v;
#endif
    const float2 two = four.lo + four.hi;
    return two.x + two.y;
}

