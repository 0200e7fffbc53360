m4_dnl  opencl.m4 -- OpenCL C and its launcher in C: the order of what is written. What a fact becomes stands in opencl/.
m4_dnl  Text of the user's is written as «$1» and never read again; bodies, which hold facts, are written bare.
m4_dnl
m4_include(«types.m4»)m4_dnl
m4_include(«cpu.m4»)m4_dnl
m4_include(«gpu.m4»)m4_dnl
m4_include(«wide.m4»)m4_dnl
m4_include(«launcher.m4»)m4_dnl
m4_dnl
m4_dnl  ==== The file =========================================================================================
m4_define(«cl_enumerator», ««enum { $1 = $2 };»»)m4_define(«cl_none», «»)m4_dnl
m4_dnl  pl_record(text, name, bytes): of the host's size, or the program does not build.
m4_define(«cl_record», «$1»)m4_define(«cl_device_record», «$1«
typedef char pl_size_of_»m4_translit(«$2», « », «_»)«[sizeof ($2) == $3 ? 1 : -1];
»»)m4_define(«cl_constant», ««__constant »$1«;»»)m4_define(«cl_function», ««static »$2« {
»$3«}
»»)m4_dnl
m4_define(«cl_globals», «m4_define(«pl_enumerator», m4_defn(«cl_enumerator»))m4_define(«pl_record», m4_defn(«$1»))m4_define(«pl_constant», m4_defn(«$2»))m4_define(«pl_function», m4_defn(«$3»))PL_GLOBALS()»)m4_dnl
m4_dnl  cl_extremes(type of C, code, may be NaN): where something asks for the greater or lesser of two.
m4_define(«cl_extremes», «pl_if_says(«PL_TEXT», «pl_max($2,», «cl_two_extremes($@)», «pl_if_says(«PL_TEXT», «pl_min($2,», «cl_two_extremes($@)»,
    «pl_if_says(«PL_TEXT», «PL_M», «pl_if_says(«PL_TEXT», «pl_reduce($2,», «cl_two_extremes($@)»)»)»)»)»)m4_dnl
m4_define(«cl_two_extremes», ««static $1 pl_most_$2($1 a, $1 b) { return a > b»m4_ifelse(«$3», «», «», «« || a != a»»)« ? a : b; }
static $1 pl_least_$2($1 a, $1 b) { return a < b»m4_ifelse(«$3», «», «», «« || a != a»»)« ? a : b; }
»»)m4_dnl
m4_define(«PL_TEXT», m4_defn(«PL_GLOBALS»)m4_defn(«PL_CALLS»))m4_dnl
%%beside cl
%%as_is
// The kernels of PL_FILE(), for OpenCL; written by pallasc.

pl_if_says(«PL_TYPES», «f64», ««#pragma OPENCL EXTENSION cl_khr_fp64 : enable
»»)m4_dnl
m4_dnl  Atomics of 64 bits are there where the device says so; one of i64, u64 or f64 asks for them.
pl_if_says(«PL_TEXT», «pl_atomic(», ««#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#ifdef cl_khr_int64_extended_atomics
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
»»)m4_dnl
m4_undivert(«share.cl»)
pl_if_says(«PL_TEXT», «pl_atomic(», «m4_undivert(«atomic_f32.cl»)pl_if_says(«PL_TYPES», «f64», «m4_undivert(«atomic_f64.cl»)»)»)m4_dnl
pl_if_says(«PL_TEXT», «e4m3», «m4_undivert(«f8.cl»)», «pl_if_says(«PL_TEXT», «e5m2», «m4_undivert(«f8.cl»)»)»)m4_dnl
pl_if_says(«PL_TEXT», «pl_dot(», «m4_define(«cl_vectors»)»)pl_if_says(«PL_TEXT», «pl_wide_», «m4_define(«cl_vectors»)»)m4_dnl
m4_ifdef(«cl_vectors», «m4_undivert(«vector.cl»)»)m4_dnl
cl_wide_at(i8)cl_wide_at(u8)cl_wide_at(i16)cl_wide_at(u16)cl_wide_at(bf16)cl_wide_at(f16)m4_dnl
cl_wide_at(i32)cl_wide_at(u32)cl_wide_at(i64)cl_wide_at(u64)cl_wide_at(f32)cl_wide_at(f64)m4_dnl

pl_if_says(«PL_TEXT», «pl_wide_ahead(», «m4_undivert(«ahead.cl»)
»)m4_dnl
pl_if_says(«PL_TEXT», «pl_wide_stream(», «m4_undivert(«stream.cl»)
»)m4_dnl
pl_if_says(«PL_TEXT», «pl_dot(», «m4_undivert(«dot.cl»)
»)m4_dnl
pl_if_says(«PL_TEXT», «pl_message(», «m4_undivert(«report.cl»)
»)m4_dnl
pl_if_says(«PL_TEXT», «_window», ««static long pl_most(long a, long b) { return a > b ? a : b; }
static long pl_least(long a, long b) { return a < b ? a : b; }
»»)m4_dnl
cl_extremes(int, bool)cl_extremes(int, i8)cl_extremes(int, u8)cl_extremes(int, i16)cl_extremes(int, u16)cl_extremes(int, i32)m4_dnl
cl_extremes(long, i64)cl_extremes(uint, u32)cl_extremes(ulong, u64)cl_extremes(float, f32, nan)pl_if_says(«PL_TYPES», «f64», «cl_extremes(double, f64, nan)»)m4_dnl
cl_wide_extremes(float, f32)pl_if_says(«PL_TYPES», «f64», «cl_wide_extremes(double, f64)»)m4_dnl
pl_if_any(«PL_FOLDS», «m4_undivert(«fold.cl»)»)m4_dnl
m4_define(«pl_fold_of», m4_defn(«cl_fold_function»))PL_FOLDS()m4_dnl
pl_if_says(«PL_TEXT», «bf16», ««// A bf16 is the upper half of a float; to nearest, ties to even.
static float pl_f32_of_bf16(ushort v) { return as_float((uint)v << 16); }
static ushort pl_bf16_of_f32(float v)
{
    const uint bits = as_uint(v);
    return v != v ? (bits >> 16) | 64 : (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}
»pl_if_says(«PL_TEXT», «pl_wide_», ««static floatv pl_f32v_of_bf16(ushortv v) { return as_floatv(convert_uintv(v) << 16); }
static ushortv pl_bf16v_of_f32(floatv v)
{
    const uintv bits = as_uintv(v);
    return convert_ushortv(select((bits + 0x7fff + ((bits >> 16) & 1)) >> 16, (bits >> 16) | 64, v != v));
}
»»)»)m4_dnl
pl_if_says(«PL_TEXT», « f16», ««static float pl_f32_of_f16(ushort v) { return vload_half(0, (const half *)&v); }
static ushort pl_f16_of_f32(float v)
{
    ushort made;
    vstore_half_rte(v, 0, (half *)&made);
    return made;
}
»pl_if_says(«PL_TEXT», «pl_wide_», ««static floatv pl_f32v_of_f16(ushortv v) { return PL_JOIN(vload_half, VW)(0, (const half *)&v); }
static ushortv pl_f16v_of_f32(floatv v)
{
    ushortv made;
    PL_JOIN(PL_JOIN(vstore_half, VW), _rte)(v, 0, (half *)&made);
    return made;
}
»»)»)m4_dnl
#define PL_ROOM(bytes) (((bytes) + 63) / 64 * 64)
pl_if_says(«PL_TEXT», «, tiles, », «m4_define(«cl_unrolls»)»)pl_if_says(«PL_TEXT», «pl_turn(», «m4_define(«cl_unrolls»)»)m4_dnl
m4_ifdef(«cl_unrolls», ««#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif
»»)m4_dnl

%%indent
cl_globals(«cl_device_record», «cl_constant», «cl_function»)
m4_define(«pl_call», «cl_kernel()cl_for_gpu(«cl_gpu_kernel()»)»)m4_dnl
PL_CALLS()
%%back
%%as_is
// The calls of PL_FILE(), for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. The kernels stand in PL_STEM().cl, too, to be read.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

#define PL_ROOM(bytes) (((bytes) + 63) / 64 * 64)

pl_if_any(«PL_CALLS», «static const char *pl_lines[] = {
%%strings cl
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines m4_ifelse(PL_DEBUG(), «», «», «, .options = "-g -cl-opt-disable" »)};

»)m4_dnl
%%indent
m4_define(«pl_type», m4_defn(«cl_host_type»))m4_define(«pl_cdiv», m4_defn(«cl_host_cdiv»))m4_dnl
m4_dnl  The launcher's own words give way to the user's names.
m4_define(«pl_name», «
%%name $1
»)PL_NAMES()m4_dnl
cl_globals(«cl_record», «cl_none», «cl_none»)
m4_define(«pl_call», «cl_launcher()»)m4_dnl
PL_CALLS()
