m4_dnl  types.m4 -- element types and expressions in OpenCL C; both schedules read it.
m4_dnl
m4_dnl  ==== Types ============================================================================================
m4_dnl  cl_type(code, in OpenCL C, in C, what PL_DOT sums in): integers wrap, so their sums are unsigned.
m4_define(«cl_type», «m4_define(«cl_type_$1», ««$2»»)m4_define(«cl_host_$1», ««$3»»)m4_define(«cl_sum_$1», ««$4»»)»)m4_dnl
cl_type(void, void, void, void)cl_type(bool, bool, bool, int)m4_dnl
cl_type(i8, char, int8_t, uint)cl_type(i16, short, int16_t, uint)cl_type(i32, int, int32_t, uint)m4_dnl
cl_type(i64, long, int64_t, ulong)cl_type(u8, uchar, uint8_t, uint)cl_type(u16, ushort, uint16_t, uint)m4_dnl
cl_type(u32, uint, uint32_t, uint)cl_type(u64, ulong, uint64_t, ulong)cl_type(f32, float, float, float)m4_dnl
cl_type(f64, double, double, double)cl_type(bf16, ushort, pl_bf16, float)cl_type(f16, ushort, pl_f16, float)m4_dnl
cl_type(e4m3, uchar, pl_f8e4m3, float)cl_type(e5m2, uchar, pl_f8e5m2, float)m4_dnl
m4_dnl  pl_type(code), and the launcher's name for it; a struct keeps the user's name.
m4_define(«cl_device_type», «m4_ifdef(«cl_type_$1», «m4_indir(«cl_type_$1»)», ««$1»»)»)m4_dnl
m4_define(«cl_host_type», «m4_ifdef(«cl_host_$1», «m4_indir(«cl_host_$1»)», ««$1»»)»)m4_dnl
m4_define(«pl_type», m4_defn(«cl_device_type»))m4_dnl
m4_define(«pl_space», «m4_ifelse(«$1», «block», ««__global »», «$1», «table», ««__constant »»)»)m4_dnl
m4_define(«cl_is_struct», «m4_ifdef(«cl_type_$1», «$3», «$2»)»)m4_dnl
m4_dnl
m4_dnl  cl_is_small(type, then, else): a float of 16 or 8 bits, stored as ushort or uchar.
m4_define(«cl_is_small», «m4_ifelse(«$1», «bf16», «$2», «$1», «f16», «$2», «$1», «e4m3», «$2», «$1», «e5m2», «$2», «$3»)»)m4_dnl
m4_dnl
m4_dnl  pl_convert(from, to, value)
m4_define(«pl_convert», «m4_ifelse(«$1», «$2», ««$3»», «cl_is_small(«$1», «cl_narrow(«f32», «$2», «pl_f32_of_$1($3)»)»,
    «cl_narrow(«$1», «$2», «$3»)»)»)»)m4_dnl
m4_define(«cl_narrow», «m4_ifelse(«$1», «$2», ««$3»», «cl_is_small(«$2», ««pl_$2_of_f32($3)»», «cl_cast(«$2», «$3»)»)»)»)m4_dnl
m4_dnl  cl_cast(to, value): an integer literal that becomes a float is written as a float.
m4_define(«cl_cast», «m4_ifelse(m4_regexp(«$2», «^[0-9]+$»)«$1», «0f32», ««$2.0f»», m4_regexp(«$2», «^[0-9]+$»)«$1», «0f64», ««$2.0»»,
    m4_regexp(«$2», «^[A-Za-z_0-9]+$»), 0, ««(»pl_type(«$1»)«)$2»», ««(»pl_type(«$1»)«)($2)»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Expressions ======================================================================================
pl_define(«element», «pl_element», ««$ref[$offset]»»)m4_dnl
m4_define(«pl_cdiv», ««((»c_summand(«$1»)« + »c_factor(«$2»)« - 1) / »c_factor(«$2»)«)»»)m4_dnl
m4_define(«pl_max», ««pl_most_$1($2, $3)»»)m4_dnl
m4_define(«pl_min», ««pl_least_$1($2, $3)»»)m4_dnl
m4_define(«cl_reject», ««%%reject{$1:$2}%%»»)m4_dnl
m4_dnl
m4_dnl  pl_math(name, type, arguments, place): OpenCL overloads its functions, so the names are those for double, for any type.
m4_define(«pl_math», «m4_ifelse(
«$1», «nearbyint», ««rint($3)»»,
«$1», «abs», ««(int)abs($3)»», «$1», «labs», ««(long)abs($3)»», «$1», «llabs», ««(long)abs($3)»»,
«$1», «lrint», ««(long)rint($3)»», «$1», «llrint», ««(long)rint($3)»»,
«$1», «lround», ««(long)round($3)»», «$1», «llround», ««(long)round($3)»»,
«$1», «scalbn», ««ldexp($3)»», «$1», «scalbln», «cl_scale($3)»,
««$1($3)»»)»)m4_dnl
m4_dnl  An exponent above 5000 gives infinity or 0 in any case.
m4_define(«cl_scale», ««ldexp($1, (int)clamp((long)(»m4_shift($@)«), -5000L, 5000L))»»)m4_dnl
m4_dnl
m4_dnl  pl_small_bits(value): a small float consists only of its bits.
m4_define(«pl_small_bits», ««$1»»)m4_dnl
m4_dnl  pl_bits(f32|f64, value): the bits of a value that a report prints.
m4_define(«pl_bits», «m4_ifelse(«$1», «f32», ««as_int($2)»», ««as_long($2)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_atomic(op, type, element, memory, place, value, CAS: new value): OpenCL's functions for 32 and 64 bits, of which the
m4_dnl  older ones (atom_) are for 64; floats have none, and elements that only one lane accesses need none. In the schedule
m4_dnl  for CPUs all memory is global.
m4_define(«cl_small_letters», «m4_translit(«$1», «A-Z», «a-z»)»)m4_dnl
m4_define(«cl_atomic_call», ««$1(&$2, $3»m4_ifelse(«$4», «», «», «, «$4»»)«)»»)m4_dnl
m4_define(«cl_atomic», «cl_atomic_call(«$7_»m4_ifelse(«$1», «CAS», «cmpxchg», «cl_small_letters(«$1»)»), «$3», «$5», «$6»)»)m4_dnl
m4_define(«cl_atomic_float», «cl_atomic_call(«pl_»m4_ifelse(«$4», local, local_)«atomic_»cl_small_letters(«$1»)«_$2», «$3», «$5», «$6»)»)m4_dnl
m4_define(«cl_private_atomic», «cl_atomic_call(«pl_private_»cl_small_letters(«$1»)«_$2», «$3», «$6», «$7»)»)m4_dnl
m4_define(«pl_atomic», «say_atomic(«$1», «$2», «$3», «global», «$5», «$6», «$7»)»)m4_dnl
m4_define(«say_atomic», «m4_ifelse(«$4», «private», «cl_private_atomic($@)»,
    «pl_if_among(«$2», «|i32|u32|», «cl_atomic(«$1», «$2», «$3», «$4», «$6», «$7», «atomic»)»,
    «pl_if_among(«$2», «|i64|u64|», «cl_atomic(«$1», «$2», «$3», «$4», «$6», «$7», «atom»)»,
    «pl_if_among(«$2», «|f32|f64|», «cl_atomic_float(«$1», «$2», «$3», «$4», «$6», «$7»)»,
    «cl_reject(«$5», «PL_ATOMIC_$1 on »pl_type(«$2»))»)»)»)»)»)m4_dnl
m4_dnl
m4_dnl  cl_private_atomics(qualifiers of a function): atomics on elements that only one lane accesses. If an operand is NaN, so is
m4_dnl  the result; integers wrap around.
m4_define(«cl_private_operation», ««%%helper pl_private_$3_$2
$1»pl_type(«$2»)« pl_private_$3_$2(»pl_type(«$2»)« *at, $5»pl_type(«$2»)« v)
{
    const »pl_type(«$2»)« old = *at;
    *at = $4;
    return old;
}
»»)m4_dnl
m4_define(«cl_private_common», «cl_private_operation(«$1», «$2», add, «$3»)m4_dnl
cl_private_operation(«$1», «$2», max, «old > v»«$4»« ? old : v»)cl_private_operation(«$1», «$2», min, «old < v»«$4»« ? old : v»)m4_dnl
cl_private_operation(«$1», «$2», xchg, «v»)m4_dnl
cl_private_operation(«$1», «$2», cas, «old == expected ? v : old», «»pl_type(«$2»)« expected, »)»)m4_dnl
m4_define(«cl_private_bits», «cl_private_operation(«$1», «$2», and, «old & v»)m4_dnl
cl_private_operation(«$1», «$2», or, «old | v»)cl_private_operation(«$1», «$2», xor, «old ^ v»)»)m4_dnl
m4_define(«cl_private_atomics», «cl_private_common(«$1», f32, «old + v», « || old != old»)m4_dnl
cl_private_common(«$1», f64, «old + v», « || old != old»)m4_dnl
cl_private_common(«$1», i32, «(int)((unsigned)old + (unsigned)v)»)cl_private_bits(«$1», i32)m4_dnl
cl_private_common(«$1», u32, «old + v»)cl_private_bits(«$1», u32)m4_dnl
cl_private_common(«$1», i64, «(long)((unsigned long)old + (unsigned long)v)»)cl_private_bits(«$1», i64)m4_dnl
cl_private_common(«$1», u64, «old + v»)cl_private_bits(«$1», u64)»)m4_dnl
m4_dnl
m4_dnl
