m4_dnl  cuda.m4 -- CUDA C++, kernels and calls in one file: the order of the output. docs/templates.md, "Reading a template",
m4_dnl  explains the notation. The code of each fact is in these files:
m4_dnl
m4_dnl      cuda/types.m4       types and expressions                               pl_type, pl_math, pl_atomic, …
m4_dnl      shared/lanes.m4     what is around the body, as in OpenCL               lanes_kernel, …
m4_dnl      cuda/spelling.m4    what lanes.m4 leaves to CUDA                        say_barrier, say_local_array, …
m4_dnl      shared/arguments.m4 what a kernel is given                              c_…
m4_dnl      cuda/helpers.m4     functions that kernels call
m4_dnl      cuda/launcher.m4    the call on the host
m4_dnl      cuda/producer.m4    a second kernel of a call, for sm_90a
m4_dnl
m4_dnl  User text is written as ««$ref»» and never read again; bodies, which contain facts, are written as $body.
m4_dnl
m4_include(«types.m4»)m4_dnl
m4_include(«spelling.m4»)m4_dnl
m4_include(«shared/arguments.m4»)m4_dnl
m4_include(«shared/lanes.m4»)m4_dnl
m4_dnl
m4_include(«shared/launcher.m4»)m4_dnl
m4_include(«launcher.m4»)m4_dnl
m4_include(«producer.m4»)m4_dnl
m4_dnl
m4_dnl  pl_record: the struct has the same size on device and host, or the file does not compile.
pl_define(«enumerator», «pl_enumerator», ««constexpr int $name = $value;
»»)m4_dnl
pl_define(«record», «pl_record», «$text«
static_assert(sizeof ($name) == $bytes, "$name has the size that the host gives it");
»»)m4_dnl
pl_define(«constant», «pl_constant», ««static __constant__ »$text«;»»)m4_dnl
pl_define(«function», «pl_function»,
    ««static __device__ »$head« {
»$body«}
»»)m4_dnl
m4_define(«cuda_call», «m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», «lanes_kernel(«_kernel», «GPUs»)m4_undivert(1)cuda_launcher()»,
    ««%%reject{»PL_LANES_REJECTED()«}%%»»)»)m4_dnl
%%as_is
// The calls of PL_FILE(), for CUDA; written by pallasc.
// Build: nvcc -c this file; link with nvcc, or with -lcudart -lstdc++.

#include "pl_cuda.h"
%%helper pl_by_width
#include <type_traits>
%%end
%%helper __half2float __float2half_rn
#include <cuda_fp16.h>
%%end
m4_define(«cuda_words», «pl_mma_f16 pl_mma_bf16 pl_cp_async pl_cp_async4 pl_cp_async8 pl_cp_async16 pl_cp_async_commit»)m4_dnl
%%helper cuda_words() pl_fetch_slice pl_fill pl_in_pieces pl_in_bands PL_SM_90A
#include "pl_ptx.h"
%%end
%%helper CUtensorMap
#include "pl_tensor_map.h"
%%end

// A namespace, because the names of the kernels may be those of CUDA's headers.
namespace pallas {

m4_include(«helpers.m4»)m4_dnl
%%indent
m4_dnl  The launcher's own names are replaced if the user has the same ones.
pl_define(«name», «pl_name», «
%%name $name
»)PL_NAMES()m4_dnl
PL_GLOBALS()
m4_define(«pl_call», m4_defn(«cuda_call»))m4_dnl
PL_CALLS()
%%as_is

} // namespace pallas
m4_dnl
m4_dnl  ==== For code that launches the kernels itself ========================================================
m4_dnl  Two such headers may be included together, whatever constants their files have: structs have numbers instead. If both have
m4_dnl  the same struct, it is defined once.
m4_dnl  A type without a tag is declared by its name, which is its name for linkage, too.
pl_macro(«cuda_record_is_defined(name, bytes)», «m4_translit(««PALLAS_${name}_$bytes»», « », «_»)»)m4_dnl
m4_define(«pl_enumerator», «»)m4_dnl
pl_define(«record», «pl_record», ««#ifdef PALLAS_OPAQUE       // headers whose structs of one name differ may be included together
$tagged;
#elif !defined »cuda_record_is_defined(«$name», «$bytes»)«
#define »cuda_record_is_defined(«$name», «$bytes»)«
»$numbers«
#endif

»»)m4_define(«pl_constant», «»)m4_define(«pl_function», «»)m4_dnl
pl_define(«host_multiple_of», «cuda_unchecked», ««$value»»)m4_dnl
m4_define(«cuda_declaration», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.
// Grid: »m4_ifelse(PL_PERSISTENT(), «yes»,
    «PL_PROGRAM_COUNT()« blocks of »PL_LANES()« threads, or fewer: each then runs several programs.»»,
    «m4_ifelse(PL_PROGRAM_COUNT(), 1, ««1 block»», «PL_PROGRAM_COUNT()« blocks»»)« of »PL_LANES()« threads.»»)«
»pl_if_any(«PL_WORKSPACE», ««// pl_workspace: pl_workspace_bytes for each block of the grid, aligned to 64. pl_workspace_bytes:
//     »cuda_workspace()«
»»)pl_if_any(«PL_MESSAGES»,
    ««// pl_reports: 56 bytes, zero. The first int is then the number of the first report, from 1; 0: none.
»»)pl_if_any(«PL_LOCAL_LINES»,
    ««// Dynamic shared memory: »PL_LOCAL_BYTES()« bytes. Before the first launch: cudaFuncSetAttribute with
//     cudaFuncAttributeMaxDynamicSharedMemorySize.
»»)lanes_head(«_kernel»)«;
»»)m4_dnl
m4_define(«cuda_head», «m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», «cuda_declaration()»)»)m4_dnl
%%file cuh
%%as_is
// The kernels of PL_FILE(), for code that launches them itself; written by pallasc.
// Arrays are in the device's memory. The calls check sizes, alignment and overlap; these kernels do not.
#pragma once

#include "pl_cuda.h"



namespace pallas {

%%indent
PL_GLOBALS()
m4_dnl  The caller knows that its sizes are multiples.
m4_define(«pl_host_multiple_of», m4_defn(«cuda_unchecked»))m4_dnl
m4_define(«pl_call», m4_defn(«cuda_head»))m4_define(«pl_next_kernel», «»)m4_define(«pl_held_kernel», «»)m4_dnl
PL_CALLS()
%%as_is

} // namespace pallas
