m4_dnl  types.m4 -- element types and expressions in CUDA C++. Conversions are written as in OpenCL.
m4_dnl
m4_include(«opencl/types.m4»)m4_dnl
m4_dnl
m4_dnl  cl_type: small floats are the structs of pallas.h.
cl_type(i8, signed char, int8_t)cl_type(i16, short, int16_t)cl_type(i32, int, int32_t)cl_type(i64, long, int64_t)m4_dnl
cl_type(u8, unsigned char, uint8_t)cl_type(u16, unsigned short, uint16_t)cl_type(u32, unsigned, uint32_t)m4_dnl
cl_type(u64, unsigned long, uint64_t)cl_type(bf16, pl_bf16, pl_bf16)cl_type(f16, pl_f16, pl_f16)m4_dnl
cl_type(e4m3, pl_f8e4m3, pl_f8e4m3)cl_type(e5m2, pl_f8e5m2, pl_f8e5m2)m4_dnl
cl_limit(i8, SCHAR_MIN, SCHAR_MAX)m4_define(«pl_space», «»)m4_dnl
pl_define(«small_bits», «pl_small_bits», ««$value.bits»»)m4_dnl
pl_define(«zero», «pl_zero», ««»pl_type(«$code»)«{}»»)m4_dnl
pl_define(«bits», «pl_bits», «m4_ifelse(«$type», «f32», ««__float_as_int($value)»», ««__double_as_longlong($value)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_math: C's functions by their names for the type; classifications are macros
m4_dnl  in C, and some of them have no function on the device.
pl_define(«math», «cuda_math», «pl_if_among(«$function»,
    «|isnormal|isgreater|isgreaterequal|isless|islessequal|islessgreater|isunordered|», ««pl_$function($arguments)»»,
    «pl_if_among(«$function», «|isnan|isinf|isfinite|signbit|abs|labs|llabs|», ««$function($arguments)»»,
        «m4_ifelse(«$type», «f32», ««${function}f($arguments)»», ««$function($arguments)»»)»)»)»)m4_dnl
m4_define(«pl_math», m4_defn(«cuda_math»))m4_dnl
m4_dnl
m4_dnl  CUDA has atomics for int, unsigned and float with these
m4_dnl  names; the others are functions of ours, and elements that only one lane accesses need none.
pl_macro(«cuda_atomic_name(op)», «m4_ifelse(
    «$op», «XCHG», «Exch»,
    «$op», «CAS», «CAS»,
    «m4_substr(«$op», 0, 1)«»cl_small_letters(m4_substr(«$op», 1))»)»)m4_dnl
pl_define(«atomic», «cuda_atomic», «cl_atomic_call(«atomic»cuda_atomic_name(«$op»), «$element», «$value», «$swapped»)»)m4_dnl
pl_define(«atomic», «cuda_own_atomic», «cl_atomic_call(«pl_atomic_»cl_small_letters(«$op»)«_$type», «$element»,
    «$value», «$swapped»)»)m4_dnl
pl_define(«atomic», «pl_atomic», «m4_ifelse(
    «$memory», «private», «cl_private_atomic($@)»,
    «pl_if_among(«$type», «|i32|u32|», «cuda_atomic($@)»,
    «pl_if_among(«$op $type», «|ADD f32|ADD f64|XCHG f32|», «cuda_atomic($@)»,
    «pl_if_among(«$type», «|i64|u64|f32|f64|», «cuda_own_atomic($@)»,
    «cl_reject(«$place», «PL_ATOMIC_$op on »pl_type(«$type»))»)»)»)»)»)m4_dnl
