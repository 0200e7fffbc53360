m4_dnl  cpu.m4 -- the schedule for CPU devices: a work-item runs one program after the other, in NAME_cpu.
m4_dnl
m4_dnl  ==== Statements =======================================================================================
m4_dnl  pallasc builds the others (gen/schedule/plain.c).
pl_macro(«say_copy_lines(type, to, to_line, from, from_line, lines, elements)», m4_dnl
««pl_copy_»pl_type(«$type»)«($to, $to_line, $from, $from_line, $lines, $elements);
»»)m4_dnl
m4_dnl
m4_dnl  The part of all programs that a work-item runs.
pl_macro(«say_begin_of_share(programs)», ««pl_share($programs, 0)»»)m4_dnl
pl_macro(«say_end_of_share(programs)», ««pl_share($programs, 1)»»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_dnl  The workspace is restrict: no work-item accesses the part of another one. (In kernels for GPUs those of a group share one.)
m4_define(«cl_kernel», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: opencl, the kernel for CPU devices.
»c_division()«__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void »PL_PREFIX()«_cpu(»pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«__global int *pl_reports»»)m4_dnl
cl_if_streams(«pl_comma()«long pl_past_cache»»)m4_dnl
pl_if_any(«PL_BUFFERS_WORKSPACE», «pl_comma()«__global uchar *restrict pl_workspace, long pl_workspace_bytes»»)«)
{
»c_arguments(«c_value»)m4_dnl
pl_if_any(«PL_BUFFERS_WORKSPACE», ««__global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
»m4_define(«pl_buffer», m4_defn(«c_buffer»))PL_BUFFERS()»)m4_dnl
PL_PROGRAMS()«}
%%scope
»»)m4_dnl
