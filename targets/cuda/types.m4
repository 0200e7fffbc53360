m4_dnl  types.m4 -- element types and expressions in CUDA C++. Conversions are written as in OpenCL.
m4_dnl
m4_include(«opencl/types.m4»)m4_dnl
m4_dnl
m4_dnl  cl_type(code, in kernels, on the host, type of PL_DOT's sums): small floats are the structs of pallas.h.
cl_type(i8, signed char, int8_t, unsigned)cl_type(i16, short, int16_t, unsigned)cl_type(i32, int, int32_t, unsigned)m4_dnl
cl_type(i64, long, int64_t, unsigned long)cl_type(u8, unsigned char, uint8_t, unsigned)m4_dnl
cl_type(u16, unsigned short, uint16_t, unsigned)cl_type(u32, unsigned, uint32_t, unsigned)m4_dnl
cl_type(u64, unsigned long, uint64_t, unsigned long)cl_type(bf16, pl_bf16, pl_bf16, float)m4_dnl
cl_type(f16, pl_f16, pl_f16, float)cl_type(e4m3, pl_f8e4m3, pl_f8e4m3, float)cl_type(e5m2, pl_f8e5m2, pl_f8e5m2, float)m4_dnl
m4_define(«pl_space», «»)m4_dnl
m4_define(«pl_small_bits», ««$1.bits»»)m4_dnl
m4_define(«pl_zero», ««»pl_type(«$1»)«{}»»)m4_dnl
m4_define(«pl_bits», «m4_ifelse(«$1», «f32», ««__float_as_int($2)»», ««__double_as_longlong($2)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_math(name for double, type, arguments, place): C's functions by their names for the type; classifications are macros
m4_dnl  in C, and some of them have no function on the device.
m4_define(«cuda_math», «pl_if_among(«$1», «|isnormal|isgreater|isgreaterequal|isless|islessequal|islessgreater|isunordered|», ««pl_$1($3)»»,
    «pl_if_among(«$1», «|isnan|isinf|isfinite|signbit|abs|labs|llabs|», ««$1($3)»», «m4_ifelse(«$2», «f32», ««$1f($3)»», ««$1($3)»»)»)»)»)m4_dnl
m4_define(«pl_math», m4_defn(«cuda_math»))m4_dnl
m4_dnl
m4_dnl  pl_atomic(op, type, element, memory, place, value, CAS: new value): CUDA has atomics for int, unsigned and float with these
m4_dnl  names; the others are functions of ours, and elements that only one lane accesses need none.
m4_define(«cuda_atomic_name», «m4_ifelse(«$1», «XCHG», «Exch», «$1», «CAS», «CAS», «$1», «ADD», «Add», «$1», «MAX», «Max», «$1», «MIN», «Min»,
    «$1», «AND», «And», «$1», «OR», «Or», «Xor»)»)m4_dnl
m4_define(«cuda_atomic», «cl_atomic_call(«atomic»cuda_atomic_name(«$1»), «$3», «$6», «$7»)»)m4_dnl
m4_define(«cuda_own_atomic», «cl_atomic_call(«pl_atomic_»cl_small_letters(«$1»)«_$2», «$3», «$6», «$7»)»)m4_dnl
m4_define(«pl_atomic», «m4_ifelse(«$4», «private», «cl_private_atomic($@)»,
    «$2», «i32», «cuda_atomic($@)», «$2», «u32», «cuda_atomic($@)», «$1 $2», «ADD f32», «cuda_atomic($@)»,
    «$1 $2», «ADD f64», «cuda_atomic($@)», «$1 $2», «XCHG f32», «cuda_atomic($@)», «$2», «i64», «cuda_own_atomic($@)»,
    «$2», «u64», «cuda_own_atomic($@)», «$2», «f32», «cuda_own_atomic($@)», «$2», «f64», «cuda_own_atomic($@)»,
    «cl_reject(«$5», «PL_ATOMIC_$1 on »pl_type(«$2»))»)»)m4_dnl
m4_define(«say_atomic», m4_defn(«pl_atomic»))m4_dnl
m4_dnl
m4_dnl
