m4_dnl  cpu.m4 -- the schedule for CPU devices: a work-item runs one program after the other, in NAME_cpu.
m4_dnl
m4_dnl  ==== Statements =======================================================================================
m4_dnl  pallasc builds the others (gen/schedule/plain.c).
m4_dnl  cl_side_kind: the kind that pl_dot_f32 of dot.cl gives such an operand; nothing: it does not support it.
pl_define(«side», «cl_side_kind», «cl_dot_transposed(«$row», «$column», cl_dot_type(«$type»))»)m4_dnl
pl_macro(«cl_dot_transposed(row, column, type)», «m4_ifelse(
    «$type», «», «»,
    «$column», «1», «$type»,
    «$row», «1», «$type | PL_TRANSPOSED»)»)m4_dnl
pl_macro(«cl_dot_type(type)», «m4_ifelse(«$type», «f32», «PL_F32», «$type», «bf16», «PL_BF16», «$type», «f16», «PL_F16»)»)m4_dnl
m4_dnl  cl_side_arguments: the operand, its stride that is not 1, its kind
pl_define(«side», «cl_side_arguments», ««$ref, »m4_ifelse(«$column», «1», ««$row»», ««$column»»)«, »cl_side_kind($@)»)m4_dnl
m4_dnl  cl_dot_is_tiled: yes: by dot.cl; nothing: by plain loops
pl_define(«dot», «cl_dot_is_tiled», «m4_ifelse(«$z_type $z_column», «f32 1»,
    «m4_ifelse(
    pl_as(«pl_side», «cl_side_kind», «$x»), «», «»,
    pl_as(«pl_side», «cl_side_kind», «$y»), «», «»,
    «yes»)»)»)m4_dnl
pl_define(«dot», «pl_dot_buffer», «m4_ifelse(cl_dot_is_tiled($@), «yes», «cl_dot_buffer_for(«$panel», «$rows», «$depth»)»)»)m4_dnl
pl_macro(«cl_dot_buffer_for(panel, rows, depth)», «pl_buffer(«$panel», f32,
    «64 * »pl_factor(«$depth»)« + »pl_factor(«$rows»)« * ($depth + 32)»)
»)m4_dnl
pl_define(«dot», «pl_dot», «m4_ifelse(cl_dot_is_tiled($@), «yes», «cl_dot_call($@)», «$loops»)»)m4_dnl
pl_define(«dot», «cl_dot_call», ««pl_dot_f32($z, $z_row, »pl_as(«pl_side», «cl_side_arguments»,
    «$x»)«, »pl_as(«pl_side», «cl_side_arguments», «$y»)«,
$rows, $columns, $depth, $panel);»»)m4_dnl
m4_dnl
m4_dnl  The part of all programs that a work-item runs.
pl_macro(«say_begin_of_share(programs)», ««pl_share($programs, 0)»»)m4_dnl
pl_macro(«say_end_of_share(programs)», ««pl_share($programs, 1)»»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
pl_macro(«cl_if_buffers(then)», «m4_define(«pl_buffer», «x»)m4_ifelse(m4_translit(PL_BUFFERS(), «
 »), «», «», «$then»)»)m4_dnl
m4_dnl  Without a group, all memory is global.
m4_define(«cl_any_atomic», m4_defn(«pl_atomic»))m4_dnl
pl_define(«atomic», «cl_global_atomic», «cl_any_atomic(«$op», «$type», «$element», «global», «$place», «$value», «$swapped»)»)m4_dnl
m4_dnl  The workspace is restrict: no work-item accesses the part of another one. (In kernels for GPUs those of a group share one.)
m4_define(«cl_kernel», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void »PL_PREFIX()«_cpu(»pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«__global int *pl_reports»»)m4_dnl
cl_if_streams(«pl_comma()«long pl_past_cache»»)m4_dnl
cl_if_buffers(«pl_comma()«__global uchar *restrict pl_workspace, long pl_workspace_bytes»»)«)
{
»c_arguments(«c_value»)cl_if_buffers(««__global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
»m4_define(«pl_buffer», m4_defn(«c_buffer»))PL_BUFFERS()»)m4_dnl
m4_pushdef(«pl_atomic», m4_defn(«cl_global_atomic»))PL_PROGRAMS()m4_popdef(«pl_atomic»)«}
%%scope
»»)m4_dnl
