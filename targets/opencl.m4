m4_dnl  opencl.m4 -- OpenCL C and its launcher in C: the order of the output. docs/templates.md, "Reading a template", explains
m4_dnl  the notation and changes a loop. The code of each fact is in these files:
m4_dnl
m4_dnl      opencl/types.m4       types and expressions                            pl_type, pl_convert, pl_cdiv, pl_math, …
m4_dnl      opencl/cpu.m4         what is around the body of NAME_cpu, where       PL_PROGRAMS, …
m4_dnl                            a work-item runs a program
m4_dnl      opencl/dot.m4         its PL_DOT                                       pl_dot
m4_dnl      opencl/vectorize.m4   its loops over vectors                           pl_vector_…
m4_dnl      shared/lanes.m4       NAME_gpu, where a work-group runs a program:     lanes_kernel, …
m4_dnl                            what is around the body, which pallasc builds;
m4_dnl                            CUDA reads it, too
m4_dnl      opencl/spelling.m4    what lanes.m4 leaves to OpenCL                   say_barrier, say_local_array, …
m4_dnl      shared/arguments.m4   what a kernel is given                           c_…
m4_dnl      opencl/helpers.m4     functions that kernels call
m4_dnl      opencl/launcher.m4    the call on the host
m4_dnl
m4_dnl  User text is written as ««$ref»» and never read again; bodies, which contain facts, are written as $body.
m4_dnl
m4_include(«types.m4»)m4_dnl
m4_include(«spelling.m4»)m4_dnl
m4_include(«shared/arguments.m4»)m4_dnl
m4_include(«cpu.m4»)m4_dnl
m4_include(«dot.m4»)m4_dnl
m4_include(«shared/lanes.m4»)m4_dnl
m4_include(«vectorize.m4»)m4_dnl
m4_include(«shared/launcher.m4»)m4_dnl
m4_include(«launcher.m4»)m4_dnl
m4_dnl
m4_dnl  ==== The file =========================================================================================
m4_dnl  The lines after %%helper, up to the next one or %%end, are written if a later line contains one of its names.
pl_define(«enumerator», «cl_enumerator», ««enum { $name = $value };»»)m4_define(«cl_none», «»)m4_dnl
m4_dnl  pl_record: the struct must have the host's size, or the program does not build.
pl_define(«record», «cl_record», «$text»)m4_dnl
pl_define(«record», «cl_device_record», «$text«
typedef char pl_size_of_»m4_translit(«$name», « », «_»)«[sizeof ($name) == $bytes ? 1 : -1];
»»)m4_dnl
pl_define(«constant», «cl_constant», ««__constant »$text«;»»)m4_dnl
pl_define(«function», «cl_function», ««static »$head« {
»$body«}
»»)m4_dnl
pl_macro(«cl_globals(record, constant, function)», «m4_define(«pl_enumerator», m4_defn(«cl_enumerator»))m4_dnl
m4_define(«pl_record», m4_defn(«$record»))m4_dnl
m4_define(«pl_constant», m4_defn(«$constant»))m4_define(«pl_function», m4_defn(«$function»))PL_GLOBALS()»)m4_dnl
m4_dnl
m4_dnl  cl_contents: the names of the kernels, one call per line.
m4_define(«cl_contents», «»)m4_dnl
pl_macro(«cl_content_line(name, gpu)», «m4_define(«cl_contents», m4_defn(«cl_contents»)««//     ${name}_cpu$gpu
»»)»)m4_dnl
m4_define(«cl_add_to_contents», «cl_content_line(PL_PREFIX(),
    m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», ««, »PL_PREFIX()«_gpu»»))»)m4_dnl
m4_define(«pl_call», m4_defn(«cl_add_to_contents»))pl_quiet(«PL_CALLS()»)m4_dnl
%%file cl
%%as_is
// The kernels of PL_FILE(), for OpenCL; written by pallasc.
m4_ifelse(m4_defn(«cl_contents»), «», «», ««// They are at the end of the file, after the functions that they call:
»cl_contents()«// A kernel named _cpu is for CPU devices: each work-item runs whole programs, one after the other. In a kernel named
// _gpu the work-items of a work-group share one program. The launcher chooses.
»»)m4_dnl

m4_include(«helpers.m4»)m4_dnl
%%indent
cl_globals(«cl_device_record», «cl_constant», «cl_function»)
m4_define(«pl_call», «cl_kernel()lanes_kernel(«_gpu», «GPUs»)»)m4_dnl
PL_CALLS()
%%back
%%as_is
// The calls of PL_FILE(), for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. PL_STEM().cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

%%helper PL_PADDED_BYTES
// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

%%end
pl_if_any(«PL_CALLS», «static const char *pl_lines[] = {
%%strings cl
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines m4_dnl
m4_ifelse(PL_DEBUG(), «»,
    «»,
    «, .options = "-g -cl-opt-disable" »)};

»)m4_dnl
%%indent
m4_define(«pl_type», m4_defn(«pl_host_type»))m4_dnl
m4_dnl  The launcher's own names are replaced if the user has the same ones.
pl_define(«name», «pl_name», «
%%name $name
»)PL_NAMES()m4_dnl
cl_globals(«cl_record», «cl_none», «cl_none»)
m4_define(«pl_call», «cl_launcher()»)m4_dnl
PL_CALLS()
