m4_dnl  types.m4 -- element types and expressions in OpenCL C; both schedules read it.
m4_dnl
m4_dnl  ==== Types ============================================================================================
pl_macro(«cl_type(code, device, host)», «m4_define(«cl_type_$code», ««$device»»)m4_define(«cl_host_$code», ««$host»»)»)m4_dnl
cl_type(void, void, void)cl_type(bool, bool, bool)cl_type(i8, char, int8_t)cl_type(i16, short, int16_t)m4_dnl
cl_type(i32, int, int32_t)cl_type(i64, long, int64_t)cl_type(u8, uchar, uint8_t)cl_type(u16, ushort, uint16_t)m4_dnl
cl_type(u32, uint, uint32_t)cl_type(u64, ulong, uint64_t)cl_type(f32, float, float)cl_type(f64, double, double)m4_dnl
cl_type(bf16, ushort, pl_bf16)cl_type(f16, ushort, pl_f16)cl_type(e4m3, uchar, pl_f8e4m3)cl_type(e5m2, uchar, pl_f8e5m2)m4_dnl
m4_dnl  pl_type(code), and the launcher's name for it; a struct keeps the user's name.
pl_define(«type», «pl_type», «m4_ifdef(«cl_type_$code», «m4_indir(«cl_type_$code»)», ««$code»»)»)m4_dnl
pl_define(«host_type», «pl_host_type», «m4_ifdef(«cl_host_$code», «m4_indir(«cl_host_$code»)», ««$code»»)»)m4_dnl
pl_define(«space», «pl_space», «m4_ifelse(
    «$memory», «block», ««__global »»,
    «$memory», «group», ««__local »»,
    «$memory», «table», ««__constant »»)»)m4_dnl
pl_macro(«cl_is_struct(type, then, else)», «m4_ifdef(«cl_type_$type», «$else», «$then»)»)m4_dnl
m4_define(«say_is_struct», m4_defn(«cl_is_struct»))m4_dnl
m4_dnl
m4_dnl  cl_is_small: a float of 16 or 8 bits, stored as ushort or uchar.
pl_macro(«cl_is_small(type, then, else)», «pl_if_among(«$type», «|bf16|f16|e4m3|e5m2|», «$then», «$else»)»)m4_dnl
m4_define(«say_is_small», m4_defn(«cl_is_small»))m4_dnl
m4_dnl
m4_dnl  The limits of a type.
pl_macro(«say_least(type)», «m4_indir(«cl_least_of_$type»)»)m4_dnl
pl_macro(«say_most(type)», «m4_indir(«cl_most_of_$type»)»)m4_dnl
pl_macro(«cl_limit(type, least, most)», «m4_define(«cl_least_of_$type», ««$least»»)m4_dnl
m4_define(«cl_most_of_$type», ««$most»»)»)m4_dnl
cl_limit(bool, 0, 1)cl_limit(i8, CHAR_MIN, CHAR_MAX)cl_limit(i16, SHRT_MIN, SHRT_MAX)cl_limit(i32, INT_MIN, INT_MAX)m4_dnl
cl_limit(i64, LONG_MIN, LONG_MAX)cl_limit(u8, 0, UCHAR_MAX)cl_limit(u16, 0, USHRT_MAX)cl_limit(u32, 0, UINT_MAX)m4_dnl
cl_limit(u64, 0, ULONG_MAX)cl_limit(f32, -INFINITY, INFINITY)cl_limit(f64, -INFINITY, INFINITY)m4_dnl
m4_dnl
pl_define(«convert», «pl_convert», «m4_ifelse(«$from», «$to», ««$value»»,
    «cl_is_small(«$from», «cl_narrow(«f32», «$to», «pl_f32_of_$from($value)»)»,
    «cl_narrow(«$from», «$to», «$value»)»)»)»)m4_dnl
pl_macro(«cl_narrow(from, to, value)», «m4_ifelse(«$from», «$to», ««$value»»,
    «cl_is_small(«$to», ««pl_${to}_of_f32($value)»», «pl_cast(«$to», «$value»)»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== Expressions ======================================================================================
pl_define(«element», «pl_element», ««$ref[$offset]»»)m4_dnl
m4_dnl  cl_summand: in parentheses, unless it is words in sums and products.
pl_macro(«cl_summand(text)», «m4_ifelse(m4_translit(««$text»», «A-Za-z0-9_ +*-»), «», ««$text»», ««($text)»»)»)m4_dnl
pl_define(«cdiv», «pl_cdiv», ««((»cl_summand(«$a»)« + »pl_factor(«$b»)« - 1) / »pl_factor(«$b»)«)»»)m4_dnl
pl_define(«max», «pl_max», ««pl_most_$type($a, $b)»»)m4_dnl
pl_define(«min», «pl_min», ««pl_least_$type($a, $b)»»)m4_dnl
pl_macro(«cl_reject(place, what)», ««%%reject{$place:$what}%%»»)m4_dnl
m4_dnl
m4_dnl  pl_math: OpenCL overloads its functions, so the names are those for double, for any type.
pl_define(«math», «pl_math», «m4_ifelse(
    «$function», «nearbyint», ««rint($arguments)»»,
    «$function», «abs», ««(int)abs($arguments)»»,
    «$function», «labs», ««(long)abs($arguments)»»,
    «$function», «llabs», ««(long)abs($arguments)»»,
    «$function», «lrint», ««(long)rint($arguments)»»,
    «$function», «llrint», ««(long)rint($arguments)»»,
    «$function», «lround», ««(long)round($arguments)»»,
    «$function», «llround», ««(long)round($arguments)»»,
    «$function», «scalbn», ««ldexp($arguments)»»,
    «$function», «scalbln», «cl_scale($arguments)»,
    ««$function($arguments)»»)»)m4_dnl
m4_dnl  An exponent above 5000 gives infinity or 0 in any case.
pl_macro(«cl_scale(value)», ««ldexp($value, (int)clamp((long)(»m4_shift($@)«), -5000L, 5000L))»»)m4_dnl
m4_dnl
m4_dnl  pl_small_bits: a small float consists only of its bits.
pl_define(«small_bits», «pl_small_bits», ««$value»»)m4_dnl
m4_dnl  pl_bits: the bits of a value that a report prints.
pl_define(«bits», «pl_bits», «m4_ifelse(«$type», «f32», ««as_int($value)»», ««as_long($value)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_atomic: OpenCL's functions for 32 and 64 bits, of which the
m4_dnl  older ones (atom_) are for 64; floats have none, and elements that only one lane accesses need none. In the schedule
m4_dnl  for CPUs all memory is global.
pl_macro(«cl_small_letters(text)», «m4_translit(«$text», «A-Z», «a-z»)»)m4_dnl
pl_macro(«cl_atomic_call(function, element, value, swapped)», ««$function(&$element, $value»m4_ifelse(«$swapped», «»,
    «»,
    «, «$swapped»»)«)»»)m4_dnl
pl_macro(«cl_atomic(op, type, element, memory, value, swapped, prefix)»,
    «cl_atomic_call(«${prefix}_»m4_ifelse(«$op», «CAS», «cmpxchg», «cl_small_letters(«$op»)»),
    «$element», «$value», «$swapped»)»)m4_dnl
pl_macro(«cl_atomic_float(op, type, element, memory, value, swapped)»,
    «cl_atomic_call(«pl_»m4_ifelse(«$memory», local, local_)«atomic_»cl_small_letters(«$op»)«_$type»,
    «$element», «$value», «$swapped»)»)m4_dnl
pl_define(«atomic», «cl_private_atomic», «cl_atomic_call(«pl_private_»cl_small_letters(«$op»)«_$type», «$element»,
    «$value», «$swapped»)»)m4_dnl
pl_define(«atomic», «pl_atomic», «m4_ifelse(«$memory», «private», «cl_private_atomic($@)»,
    «pl_if_among(«$type», «|i32|u32|», «cl_atomic(«$op», «$type», «$element», «$memory», «$value», «$swapped», «atomic»)»,
    «pl_if_among(«$type», «|i64|u64|», «cl_atomic(«$op», «$type», «$element», «$memory», «$value», «$swapped», «atom»)»,
    «pl_if_among(«$type», «|f32|f64|», «cl_atomic_float(«$op», «$type», «$element», «$memory», «$value», «$swapped»)»,
    «cl_reject(«$place», «PL_ATOMIC_$op on »pl_type(«$type»))»)»)»)»)»)m4_dnl
m4_dnl
m4_dnl  cl_extremes: the greater and the lesser of two; for floats NaN if one is NaN.
pl_macro(«cl_extreme(qualifiers, type, name, relation)», ««%%helper $name
$qualifiers$type $name($type a, $type b) { return a $relation ? a : b; }
»»)m4_dnl
pl_macro(«cl_extremes_of(qualifiers, type, suffix, nan)», «cl_extreme(«$qualifiers», «$type», «pl_most$suffix», «> b$nan»)m4_dnl
cl_extreme(«$qualifiers», «$type», «pl_least$suffix», «< b$nan»)»)m4_dnl
pl_macro(«cl_extremes(qualifiers)», «cl_extremes_of(«$qualifiers», long)cl_extremes_of(«$qualifiers», int, _bool)m4_dnl
cl_extremes_of(«$qualifiers», int, _i8)cl_extremes_of(«$qualifiers», int, _u8)cl_extremes_of(«$qualifiers», int, _i16)m4_dnl
cl_extremes_of(«$qualifiers», int, _u16)cl_extremes_of(«$qualifiers», int, _i32)cl_extremes_of(«$qualifiers», long, _i64)m4_dnl
cl_extremes_of(«$qualifiers», pl_type(u32), _u32)cl_extremes_of(«$qualifiers», pl_type(u64), _u64)m4_dnl
cl_extremes_of(«$qualifiers», float, _f32, « || a != a»)cl_extremes_of(«$qualifiers», double, _f64, « || a != a»)»)m4_dnl
m4_dnl
m4_dnl  cl_private_atomics: atomics on elements that only one lane accesses. If an operand is NaN, so is
m4_dnl  the result; integers wrap around.
pl_macro(«cl_private_operation(qualifiers, type, name, result, parameter)», ««%%helper pl_private_${name}_$type
$qualifiers»pl_type(«$type»)« pl_private_${name}_$type(»pl_type(«$type»)« *at, $parameter»pl_type(«$type»)« v)
{
    const »pl_type(«$type»)« old = *at;
    *at = $result;
    return old;
}
»»)m4_dnl
pl_macro(«cl_private_common(qualifiers, type, sum, nan)», «cl_private_operation(«$qualifiers», «$type», add, «$sum»)m4_dnl
cl_private_operation(«$qualifiers», «$type», max, «old > v»«$nan»« ? old : v»)m4_dnl
cl_private_operation(«$qualifiers», «$type», min, «old < v»«$nan»« ? old : v»)m4_dnl
cl_private_operation(«$qualifiers», «$type», xchg, «v»)m4_dnl
cl_private_operation(«$qualifiers», «$type», cas, «old == expected ? v : old», «»pl_type(«$type»)« expected, »)»)m4_dnl
pl_macro(«cl_private_bits(qualifiers, type)», «cl_private_operation(«$qualifiers», «$type», and, «old & v»)m4_dnl
cl_private_operation(«$qualifiers», «$type», or, «old | v»)cl_private_operation(«$qualifiers», «$type», xor, «old ^ v»)»)m4_dnl
pl_macro(«cl_private_atomics(qualifiers)», «cl_private_common(«$qualifiers», f32, «old + v», « || old != old»)m4_dnl
cl_private_common(«$qualifiers», f64, «old + v», « || old != old»)m4_dnl
cl_private_common(«$qualifiers», i32, «(int)((unsigned)old + (unsigned)v)»)cl_private_bits(«$qualifiers», i32)m4_dnl
cl_private_common(«$qualifiers», u32, «old + v»)cl_private_bits(«$qualifiers», u32)m4_dnl
cl_private_common(«$qualifiers», i64, «(long)((unsigned long)old + (unsigned long)v)»)cl_private_bits(«$qualifiers», i64)m4_dnl
cl_private_common(«$qualifiers», u64, «old + v»)cl_private_bits(«$qualifiers», u64)»)m4_dnl
