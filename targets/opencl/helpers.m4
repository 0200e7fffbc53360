m4_dnl  helpers.m4 -- functions that kernels may call, in OpenCL C. Those that no later line names are omitted.
m4_dnl
m4_dnl  64-bit atomics are available if the device supports them.
%%helper atom_add atom_max atom_min atom_and atom_or atom_xor atom_xchg atom_cmpxchg
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif

m4_undivert(«share.cl»)m4_undivert(«bands.cl»)m4_dnl
m4_undivert(«atomic_f32.cl»)m4_dnl
m4_undivert(«atomic_f64.cl»)m4_dnl
cl_private_atomics(«static »)m4_dnl
m4_undivert(«f8.cl»)m4_dnl
m4_undivert(«vector.cl»)m4_dnl
cl_vector_at(i8)cl_vector_at(u8)cl_vector_at(i16)cl_vector_at(u16)cl_vector_at(bf16)cl_vector_at(f16)m4_dnl
cl_vector_at(i32)cl_vector_at(u32)cl_vector_at(i64)cl_vector_at(u64)cl_vector_at(f32)cl_vector_at(f64)m4_dnl
m4_undivert(«ahead.cl»)m4_dnl
m4_undivert(«stream.cl»)m4_dnl
m4_undivert(«report.cl»)m4_dnl
cl_extremes(«static »)m4_dnl
cl_vector_extremes(float, f32)cl_vector_extremes(double, f64)m4_dnl
cl_run_functions(«PL_ADD»)cl_run_functions(«PL_MUL»)cl_run_functions(«PL_MAX»)cl_run_functions(«PL_MIN»)m4_dnl
cl_run_integers(«PL_AND»)cl_run_integers(«PL_OR»)cl_run_integers(«PL_XOR»)m4_dnl
m4_undivert(«reduce.cl»)m4_dnl
m4_define(«pl_reduction_of», m4_defn(«cl_reduce_function»))PL_REDUCTIONS()m4_dnl
m4_undivert(«bf16.cl»)m4_dnl
m4_undivert(«f16.cl»)m4_dnl
m4_undivert(«fetch.cl»)m4_dnl
m4_undivert(«dot.cl»)m4_dnl
cl_of_type(«copy_of_type.cl», «», bool)cl_of_type(«copy_of_type.cl», «», char)cl_of_type(«copy_of_type.cl», «», uchar)m4_dnl
cl_of_type(«copy_of_type.cl», «», short)cl_of_type(«copy_of_type.cl», «», ushort)cl_of_type(«copy_of_type.cl», «», int)m4_dnl
cl_of_type(«copy_of_type.cl», «», uint)cl_of_type(«copy_of_type.cl», «», long)cl_of_type(«copy_of_type.cl», «», ulong)m4_dnl
cl_of_type(«copy_of_type.cl», «», float)cl_of_type(«copy_of_type.cl», «», double)m4_dnl
cl_floats_of_type(«floats_of_type.cl», bf16, ushort)cl_floats_of_type(«floats_of_type.cl», f16, ushort)m4_dnl
cl_floats_of_type(«transposed_of_type.cl», f32, float)cl_floats_of_type(«transposed_of_type.cl», bf16, ushort)m4_dnl
cl_floats_of_type(«transposed_of_type.cl», f16, ushort)m4_dnl
cl_dot_of_type(f32, float, pl_copy_float)cl_dot_of_type(bf16, ushort, pl_floats_bf16)m4_dnl
cl_dot_of_type(f16, ushort, pl_floats_f16)m4_dnl
m4_undivert(«memory.cl»)m4_dnl
%%end

