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
pl_define(«dot», «pl_dot», «m4_ifelse(cl_dot_is_tiled($@), «yes», «cl_dot_call($@)», «cl_dot_loops($@)»)»)m4_dnl
pl_define(«dot», «cl_dot_call», ««pl_dot_f32($z, $z_row, »pl_as(«pl_side», «cl_side_arguments»,
    «$x»)«, »pl_as(«pl_side», «cl_side_arguments», «$y»)«,
$rows, $columns, $depth, $panel);»»)m4_dnl
m4_dnl  cl_dot_by_rows: yes: sums are elements of z, so rows of y are added to a row of z, in vectors
pl_define(«dot», «cl_dot_by_rows», «m4_ifelse(«$z_type $z_column», «f64 1», «pl_as(«pl_side», «cl_is_by_rows», «$y»)»)»)m4_dnl
pl_define(«side», «cl_is_by_rows», «m4_ifelse(«$type $column», «f64 1», «yes»)»)m4_dnl
pl_define(«dot», «cl_dot_loops», «m4_ifelse(cl_dot_by_rows($@), «yes», «cl_dot_rows($@)», «cl_dot_elements($@)»)»)m4_dnl
pl_define(«dot», «cl_dot_rows», ««for (long pl_r = 0; pl_r < $rows; pl_r++)
for (long pl_l = 0; pl_l < $depth; pl_l++) {
const double pl_x = »m4_define(«cl_z_type», «$z_type»)pl_as(«pl_side», «cl_left», «$x»)«;
for (long pl_c = 0; pl_c < $columns; pl_c++)
$z[»cl_dot_at(«pl_r», «$z_row», «pl_c», «1»)«] += pl_x * »pl_as(«pl_side», «cl_right», «$y»)«;
}»»)m4_dnl
pl_define(«dot», «cl_dot_elements», ««for (long pl_r = 0; pl_r < $rows; pl_r++)
for (long pl_c = 0; pl_c < $columns; pl_c++) {
»m4_indir(«cl_sum_$z_type»)« pl_sum = »cl_to_vector(«$z_type», «$z_type»,
    «$z[»cl_dot_at(«pl_r», «$z_row», «pl_c», «$z_column»)«]»)«;
for (long pl_l = 0; pl_l < $depth; pl_l++)
pl_sum += »m4_define(«cl_z_type», «$z_type»)pl_as(«pl_side», «cl_left», «$x»)« * »pl_as(«pl_side», «cl_right», «$y»)«;
$z[»cl_dot_at(«pl_r», «$z_row», «pl_c», «$z_column»)«] = »cl_is_small(«$z_type», ««pl_${z_type}_of_f32(pl_sum)»», ««pl_sum»»)«;
}»»)m4_dnl
pl_define(«side», «cl_left», «cl_to_vector(cl_z_type, «$type», «$ref[»cl_dot_at(«pl_r», «$row», «pl_l», «$column»)«]»)»)m4_dnl
pl_define(«side», «cl_right», «cl_to_vector(cl_z_type, «$type», «$ref[»cl_dot_at(«pl_l», «$row», «pl_c», «$column»)«]»)»)m4_dnl
m4_dnl  cl_dot_at: the offset of an element.
pl_macro(«cl_dot_at(row, rows, column, columns)», «cl_dot_times(«$row», «$rows»)« + »cl_dot_times(«$column», «$columns»)»)m4_dnl
pl_macro(«cl_dot_times(index, stride)», «m4_ifelse(«$stride», «1», ««$index»», ««$index * »pl_factor(«$stride»)»)»)m4_dnl
pl_macro(«cl_to_vector(sum, type, value)», «cl_is_small(«$type», ««pl_f32_of_$type($value)»»,
    ««(»m4_indir(«cl_sum_$sum»)«)$value»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Windows ==========================================================================================
pl_macro(«cl_copy_in(ref)», «c_dims(«$ref», «c_dim_clip»)c_at_window(«$ref»)« = »c_at_block(«$ref»)«;
»»)m4_dnl
pl_macro(«cl_copy_out(ref)», «c_dims(«$ref», «c_dim_clip»)c_at_block(«$ref»)« = »c_at_window(«$ref»)«;
»»)m4_dnl
m4_dnl  The same for the previous window, whose place in the array is no longer _block.
pl_macro(«cl_copy_out_late(ref)», «c_dims(«$ref», «c_dim_clip»)c_at_array(«$ref»)« = »c_at_window(«$ref»)«;
»»)m4_dnl
pl_macro(«cl_fill(ref, value)», «m4_ifelse(«$value», «», «», ««for (long pl_at = 0; pl_at < »c_count(«$ref»)«; pl_at++)
»c_base«_window[pl_at] = $value;
»»)»)m4_dnl
m4_dnl  Unspecified integers must not trap as divisors; a struct may contain integers.
pl_macro(«cl_no_trap(ref, type)», «pl_if_among(«$type», «|f32|f64|f16|bf16|», «», «cl_is_struct(«$type»,
    ««for (long pl_at = 0; pl_at < (long)((»c_count(«$ref»)«) * sizeof ($type)); pl_at++)
((__global uchar *)»c_base«_window)[pl_at] = 1;
»», «cl_fill(«$ref», «1»)»)»)»)m4_dnl
pl_define(«operand», «cl_stage_in», «m4_ifelse(«$mode», «out», «»,
    «m4_ifelse(«$outside», «», «cl_no_trap(«$ref», «$type»)», «cl_fill(«$ref», «$outside»)»)cl_copy_in(«$ref»)»)»)m4_dnl
pl_define(«visit», «pl_visit», «c_of(«$ref», «cl_visit»)»)m4_dnl
pl_define(«operand», «cl_visit», «m4_define(«c_base», ««$base»»)m4_define(«c_stage», «$copy»)c_title(«$ref», «$base»)m4_dnl
c_entries(«$ref»)c_dims(«$ref», «c_start»)c_dims(«$ref», «c_dim_check»)m4_dnl
m4_ifelse(«$copy», «partial», «c_local(«${base}_whole», ««const int ${base}_whole = »c_whole(«$ref»)«;
»»)», «$copy», «always», «c_local(«${base}_whole», ««const int ${base}_whole = 0;
»»)»)cl_point_at(m4_ifelse(«$copy», «never», ««$ref»», ««${base}_block»»), «$ref», «$base», «$mode», «$type»)m4_dnl
m4_ifelse(«$copy», «never», «», «c_local(«$ref», ««__global »c_const($@)pl_type(«$type»)« *$ref = »m4_dnl
c_in_place_or_copied(«$copy», ««${base}_block»», ««${base}_window»»)«;
»»)»)m4_define(«pl_stride», m4_ifelse(«$copy», «never», «m4_defn(«cl_stride_in_array»)», «m4_defn(«cl_stride»)»))m4_dnl
m4_indir(«PL_STRIDES_$ref»)m4_dnl
m4_ifelse(
    «$copy», «never», «»,
    «$visits», «moved», «cl_move($@)»,
    «$mode», «out», «»,
    «c_if_copied(«$copy», «cl_stage_in($@)»)»)»)m4_dnl
pl_macro(«cl_point_at(pointer, ref, base, mode, type)», «c_local(«$pointer»,
    ««__global »m4_ifelse(«$mode», «in», «const »)pl_type(«$type»)« *$pointer = ${base}_array»c_plus_offset(«$ref»)«;
»»)»)m4_dnl
pl_define(«stride», «cl_stride», «c_local(«$name», ««const long $name = »c_in_place_or_copied(c_stage, ««$array»», ««$window»»)«;
»»)»)m4_dnl
pl_define(«stride», «cl_stride_in_array», «c_local(«$name», ««const long $name = $array;
»»)»)m4_dnl
pl_define(«end_visit», «pl_end_visit», «c_of(«$ref», «cl_end_visit»)»)m4_dnl
pl_define(«operand», «cl_end_visit», «m4_define(«c_base», ««$base»»)m4_dnl
m4_ifelse(«$copy», «never», «», «$mode», «in», «», «$visits», «moved», «», «c_if_copied(«$copy», «cl_copy_out(«$ref»)»)»)»)m4_dnl
m4_dnl  A window that stays until its index changes, over several steps: written back when the index changes, and at the end.
pl_define(«operand», «cl_put_back», «m4_ifelse(«$mode», «in», «», ««if (${base}_copied) {
»c_as_it_was(«cl_copy_out_late(«$ref»)»)«}
»»)»)m4_dnl
pl_define(«operand», «cl_move», ««if (!${base}_held»c_dims(«$ref», «c_dim_moved»)«) {
»cl_put_back($@)c_dims(«$ref», «c_dim_keep»)«${base}_held = 1;
${base}_copied = »m4_ifelse(«$copy», «always», «1», ««!${base}_whole»»)«;
»m4_ifelse(«$mode», «out», «», ««if (${base}_copied) {
»cl_stage_in($@)«}
»»)«}
»»)m4_dnl
pl_define(«operand», «cl_end», «m4_define(«c_base», ««$base»»)m4_dnl
m4_ifelse(«$visits», «moved», «m4_ifelse(«$copy», «never», «», «cl_put_back($@)»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== The grid =========================================================================================
pl_define(«programs», «pl_programs», ««const long pl_last = pl_share(»c_programs()«, 1);
for (long »c_program()« = pl_share(»c_programs()«, 0); »c_program()« < pl_last; »c_program()«++) {
»c_program_ids()c_batches()c_operands(«c_state»)$body«
»c_operands(«cl_end»)«}
»»)m4_dnl
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
m4_pushdef(«pl_atomic», m4_defn(«cl_global_atomic»))PL_SCHEDULE()m4_popdef(«pl_atomic»)«}
%%scope
»»)m4_dnl
