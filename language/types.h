/* ==== Element types ======================================================================================

   float double bool and the integers of <stdint.h> are C's own. A small float is a struct with its bits. Functions
   convert it, so that kernels do not depend on a target's rules for half or bfloat arithmetic.

       float   pl_to_f32(v)        v: any small float, or any number
       pl_f16  pl_to_f16(float)    pl_bf16  pl_to_bf16(float)      round to nearest, ties to even
       pl_f8e4m3 pl_to_f8e4m3(float)   pl_f8e5m2 pl_to_f8e5m2(float)

   f16, bf16 and f8e5m2 overflow to infinity; f8e4m3 is the OCP format without infinity (largest value 448) and
   overflows to NaN.

       acc += pl_to_f32(x[r][c]);
       o[r][c] = pl_to_bf16(acc);
   ========================================================================================================= */
typedef struct { uint16_t bits; } pl_f16;
typedef struct { uint16_t bits; } pl_bf16;
typedef struct { uint8_t bits; } pl_f8e4m3;
typedef struct { uint8_t bits; } pl_f8e5m2;

/* The formats of the small floats: exponent bits, mantissa bits, and whether there is an infinity. */
struct pl_float_format { int exponent, mantissa, infinity; };
static const struct pl_float_format pl_format_f16_ = { 5, 10, 1 }, pl_format_e4m3_ = { 4, 3, 0 },
                                    pl_format_e5m2_ = { 5, 2, 1 };

/* Converting unspecified data is legal, and yields unspecified data: with MSan and valgrind the code below must not
   branch on it. */
#define PL_IS_GARBAGE_(v) (PL_FIRST_UNDEFINED_(&(v), sizeof(v)) >= 0)

static inline float pl_small_to_f32_(uint32_t code, struct pl_float_format f)
{
    uint32_t sign = code >> (f.exponent + f.mantissa) & 1, mask = (1u << f.exponent) - 1;
    uint32_t exponent = code >> f.mantissa & mask, mantissa = code & ((1u << f.mantissa) - 1);
    int bias = (1 << (f.exponent - 1)) - 1;
    uint32_t bits;
    float value = 0;
    if (PL_IS_GARBAGE_(code)) {
        PL_UNDEFINED_(&value, sizeof value);
        return value;
    }
    if (exponent == mask && (f.infinity || mantissa == (1u << f.mantissa) - 1)) {
        bits = 0x7f800000u | mantissa << (23 - f.mantissa);
    } else if (exponent == 0) {
        value = ldexpf((float)mantissa, 1 - bias - f.mantissa);
        return sign ? -value : value;
    } else {
        bits = (exponent + 127u - (uint32_t)bias) << 23 | mantissa << (23 - f.mantissa);
    }
    bits |= sign << 31;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t pl_round_shift_(uint32_t v, int shift)          /* v >> shift, rounded to nearest even */
{
    uint32_t kept, rest, half;
    if (shift > 31)
        return 0;
    kept = v >> shift, rest = v & ((1u << shift) - 1), half = 1u << (shift - 1);
    return kept + (rest > half || (rest == half && (kept & 1)));
}

static inline uint32_t pl_f32_to_small_(float value, struct pl_float_format f)
{
    uint32_t bits, sign, top = ((1u << f.exponent) - 1) << f.mantissa, code, limit;
    int bias = (1 << (f.exponent - 1)) - 1, exponent;
    memcpy(&bits, &value, sizeof bits);
    if (PL_IS_GARBAGE_(value)) {
        PL_UNDEFINED_(&bits, sizeof bits);
        return bits;
    }
    sign = bits >> 31 << (f.exponent + f.mantissa);
    bits &= 0x7fffffffu;
    limit = f.infinity ? top : top | ((1u << f.mantissa) - 1);         /* the first code that is not a number */
    if (bits > 0x7f800000u) {                                          /* NaN: quiet, with the high bits of the payload */
        uint32_t payload = bits >> (23 - f.mantissa) & ((1u << f.mantissa) - 1);
        return sign | limit | (f.infinity ? payload | 1u << (f.mantissa - 1) : 0);
    }
    exponent = (int)(bits >> 23) - 127;
    if (exponent >= 1 - bias)
        code = pl_round_shift_(bits - ((uint32_t)(127 - bias) << 23), 23 - f.mantissa);
    else
        code = pl_round_shift_((bits & 0x7fffffu) | 0x800000u, 23 - f.mantissa + 1 - bias - exponent);
    if (bits >= 0x7f800000u || code > limit)
        code = limit;
    return sign | code;
}

static inline float pl_f32_from_f16_(pl_f16 v) { return pl_small_to_f32_(v.bits, pl_format_f16_); }
static inline float pl_f32_from_e4m3_(pl_f8e4m3 v) { return pl_small_to_f32_(v.bits, pl_format_e4m3_); }
static inline float pl_f32_from_e5m2_(pl_f8e5m2 v) { return pl_small_to_f32_(v.bits, pl_format_e5m2_); }
static inline float pl_f32_from_f32_(float v) { return v; }
static inline float pl_f32_from_bf16_(pl_bf16 v)
{
    uint32_t bits = (uint32_t)v.bits << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
#define pl_to_f32(v)                                                                                        \
    _Generic((v), pl_f16: pl_f32_from_f16_, pl_bf16: pl_f32_from_bf16_, pl_f8e4m3: pl_f32_from_e4m3_,       \
             pl_f8e5m2: pl_f32_from_e5m2_, default: pl_f32_from_f32_)(v)

static inline pl_f16 pl_to_f16(float v) { return (pl_f16){ (uint16_t)pl_f32_to_small_(v, pl_format_f16_) }; }
static inline pl_f8e4m3 pl_to_f8e4m3(float v) { return (pl_f8e4m3){ (uint8_t)pl_f32_to_small_(v, pl_format_e4m3_) }; }
static inline pl_f8e5m2 pl_to_f8e5m2(float v) { return (pl_f8e5m2){ (uint8_t)pl_f32_to_small_(v, pl_format_e5m2_) }; }
static inline pl_bf16 pl_to_bf16(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (PL_IS_GARBAGE_(v))
        return (pl_bf16){ (uint16_t)bits };
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (pl_bf16){ (uint16_t)(bits >> 16 | 0x40u) };
    return (pl_bf16){ (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16) };
}

/* The interpreter's description of an element type. Integers of one size and signedness are one type. */
enum pl_dtype {
    PL_STRUCT_, PL_BOOL_, PL_I8_, PL_I16_, PL_I32_, PL_I64_, PL_U8_, PL_U16_, PL_U32_, PL_U64_, PL_F32_, PL_F64_,
    PL_F16_, PL_BF16_, PL_E4M3_, PL_E5M2_
};
#define PL_DTYPE_(v)                                                                                        \
    _Generic((v), _Bool: PL_BOOL_, char: (char)-1 < 0 ? PL_I8_ : PL_U8_, signed char: PL_I8_, short: PL_I16_, \
             int: PL_I32_, long: sizeof(long) == 8 ? PL_I64_ : PL_I32_, long long: PL_I64_,                 \
             unsigned char: PL_U8_, unsigned short: PL_U16_, unsigned: PL_U32_,                             \
             unsigned long: sizeof(long) == 8 ? PL_U64_ : PL_U32_, unsigned long long: PL_U64_,             \
             float: PL_F32_, double: PL_F64_, pl_f16: PL_F16_, pl_bf16: PL_BF16_, pl_f8e4m3: PL_E4M3_,      \
             pl_f8e5m2: PL_E5M2_, default: PL_STRUCT_)

/* The same for a type whose name may be one of ours; a lookup by name avoids a long _Generic, which is slow to compile. */
#define PL_TYPE_(T) PL_SECOND_(PL_CAT_2_(PL_TYPE_NAMED_, T), PL_DTYPE_OF_)(T)
#define PL_DTYPE_OF_(T) PL_DTYPE_(*(T *)NULL)
#define PL_TYPE_NAMED_float     ~, PL_F32_ PL_NOTHING_
#define PL_TYPE_NAMED_double    ~, PL_F64_ PL_NOTHING_
#define PL_TYPE_NAMED_int       ~, PL_I32_ PL_NOTHING_
#define PL_TYPE_NAMED_int8_t    ~, PL_I8_ PL_NOTHING_
#define PL_TYPE_NAMED_int16_t   ~, PL_I16_ PL_NOTHING_
#define PL_TYPE_NAMED_int32_t   ~, PL_I32_ PL_NOTHING_
#define PL_TYPE_NAMED_int64_t   ~, PL_I64_ PL_NOTHING_
#define PL_TYPE_NAMED_uint8_t   ~, PL_U8_ PL_NOTHING_
#define PL_TYPE_NAMED_uint16_t  ~, PL_U16_ PL_NOTHING_
#define PL_TYPE_NAMED_uint32_t  ~, PL_U32_ PL_NOTHING_
#define PL_TYPE_NAMED_uint64_t  ~, PL_U64_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_f16    ~, PL_F16_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_bf16   ~, PL_BF16_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_f8e4m3 ~, PL_E4M3_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_f8e5m2 ~, PL_E5M2_ PL_NOTHING_

/* Which bytes of a struct are its members' and which are padding, if the compiler can tell (gcc since version 11). */
#if PL_CHECKS && defined __has_builtin
#if __has_builtin(__builtin_clear_padding)
#define PL_MEMBERS_(i, T)                                                                                   \
    PL_SECOND_(PL_CAT_(PL_MEMBERS_OF_, PL_SECOND_(PL_CAT_2_(PL_TYPE_NAMED_, T), STRUCT_)), PL_NOTHING_)(i, T)
#define PL_MEMBERS_OF_STRUCT_ ~, PL_MEMBER_BYTES_
#define PL_MEMBER_BYTES_(i, T)                                                                              \
    {                                                                                                       \
        T pl_all_;                                                                                          \
        __builtin_memset(&pl_all_, 0xff, sizeof pl_all_);                                                   \
        __builtin_clear_padding(&pl_all_);                                                                  \
        pl_members_(&pl_call_, &pl_operand_[i], &pl_all_, sizeof pl_all_);                                  \
    }
#endif
#endif
#ifndef PL_MEMBERS_
#define PL_MEMBERS_(i, T)
#endif

static inline int pl_is_float_(enum pl_dtype d) { return d >= PL_F32_; }
static inline int pl_is_integer_(enum pl_dtype d) { return d >= PL_I8_ && d <= PL_U64_; }

/* A relative error of half of this comes from each rounding; 0: integers, whose sums wrap. */
static inline double pl_rounding_(enum pl_dtype type)
{
    return type == PL_F64_ ? 0x1p-52 : type == PL_F32_ ? 0x1p-23 : type == PL_F16_ ? 0x1p-10 : type == PL_BF16_ ? 0x1p-7
         : type == PL_E4M3_ ? 0x1p-3 : type == PL_E5M2_ ? 0x1p-2 : 0;
}

/* Reads and writes one element as a double or an integer. Integers wrap, as in C conversions. */
static inline double pl_read_float_(const void *p, enum pl_dtype d)
{
    double f64;
    float f32;
    pl_f16 f16;
    pl_bf16 bf16;
    switch (d) {
    case PL_F32_: memcpy(&f32, p, 4); return (double)f32;
    case PL_F64_: memcpy(&f64, p, 8); return f64;
    case PL_F16_: memcpy(&f16, p, 2); return (double)pl_f32_from_f16_(f16);
    case PL_BF16_: memcpy(&bf16, p, 2); return (double)pl_f32_from_bf16_(bf16);
    case PL_E4M3_: return (double)pl_f32_from_e4m3_(*(const pl_f8e4m3 *)p);
    case PL_E5M2_: return (double)pl_f32_from_e5m2_(*(const pl_f8e5m2 *)p);
    default: return 0;
    }
}
static inline int64_t pl_read_int_(const void *p, enum pl_dtype d)
{
    int16_t i16;
    int32_t i32;
    int64_t i64;
    switch (d) {
    case PL_BOOL_: return *(const unsigned char *)p != 0;
    case PL_I8_: return *(const signed char *)p;
    case PL_U8_: return *(const unsigned char *)p;
    case PL_I16_: memcpy(&i16, p, 2); return i16;
    case PL_U16_: memcpy(&i16, p, 2); return (uint16_t)i16;
    case PL_I32_: memcpy(&i32, p, 4); return i32;
    case PL_U32_: memcpy(&i32, p, 4); return (uint32_t)i32;
    case PL_I64_: case PL_U64_: memcpy(&i64, p, 8); return i64;
    default: return 0;
    }
}
static inline void pl_write_float_(void *p, enum pl_dtype d, double v)
{
    float f32 = (float)v;
    switch (d) {
    case PL_F32_: memcpy(p, &f32, 4); break;
    case PL_F64_: memcpy(p, &v, 8); break;
    case PL_F16_: *(pl_f16 *)p = pl_to_f16(f32); break;
    case PL_BF16_: *(pl_bf16 *)p = pl_to_bf16(f32); break;
    case PL_E4M3_: *(pl_f8e4m3 *)p = pl_to_f8e4m3(f32); break;
    case PL_E5M2_: *(pl_f8e5m2 *)p = pl_to_f8e5m2(f32); break;
    default: break;
    }
}
static inline void pl_write_int_(void *p, enum pl_dtype d, int64_t v)
{
    switch (d) {
    case PL_BOOL_: *(_Bool *)p = v != 0; break;
    case PL_I8_: case PL_U8_: *(uint8_t *)p = (uint8_t)v; break;
    case PL_I16_: case PL_U16_: { uint16_t u = (uint16_t)v; memcpy(p, &u, 2); break; }
    case PL_I32_: case PL_U32_: { uint32_t u = (uint32_t)v; memcpy(p, &u, 4); break; }
    case PL_I64_: case PL_U64_: memcpy(p, &v, 8); break;
    default: break;
    }
}

/* *to = *from between element types, with C's conversions; a struct only converts to itself. */
static inline void pl_convert_(void *to, enum pl_dtype to_type, const void *from, enum pl_dtype from_type, size_t size)
{
    if (to_type == from_type)
        memmove(to, from, size);
    else if (pl_is_float_(to_type) && from_type == PL_U64_)
        pl_write_float_(to, to_type, (double)(uint64_t)pl_read_int_(from, from_type));
    else if (pl_is_float_(to_type))
        pl_write_float_(to, to_type,
                        pl_is_float_(from_type) ? pl_read_float_(from, from_type) : (double)pl_read_int_(from, from_type));
    else if (pl_is_float_(from_type) && to_type == PL_BOOL_)
        pl_write_int_(to, to_type, pl_read_float_(from, from_type) != 0);
    else if (pl_is_float_(from_type))
        pl_write_int_(to, to_type, (int64_t)pl_read_float_(from, from_type));
    else
        pl_write_int_(to, to_type, pl_read_int_(from, from_type));
}

/* A value of any type that is converted to an element: PL_FILL(x, v), PL_EDGE(v). */
struct pl_value { const void *at; enum pl_dtype type; size_t size; };
#define PL_VALUE_(v) ((struct pl_value){ (__typeof__(v)[1]){ v }, PL_DTYPE_(v), sizeof(v) })
