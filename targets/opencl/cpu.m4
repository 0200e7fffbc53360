m4_dnl  cpu.m4 -- the schedule for CPU devices: a work-item runs one program after the other, NAME_cpu.
m4_dnl
m4_dnl  ==== Statements =======================================================================================
m4_dnl  pl_over(index, lo, hi, step, constant|once|dependent)
m4_dnl  Three readings: a head with one statement behind it, a head with a brace, and that brace closed.
m4_define(«cl_over», «m4_ifelse(«$5», «constant», ««for (long $1 = $2; $1 < $3; »», ««for (long $1 = $2, pl_end_$1 = $3; $1 < pl_end_$1; »»)m4_ifelse(«$4», «1», ««$1++)
»», ««$1 += $4)
»»)»)m4_dnl
m4_define(«cl_open», «cl_over($@)« {
»»)m4_define(«cl_close», ««}
»»)m4_define(«pl_over», m4_defn(«cl_over»))m4_dnl
m4_define(«cl_each», «m4_define(«pl_over», m4_defn(«cl_open»))$1«»m4_define(«pl_over», m4_defn(«cl_over»))m4_dnl
$2«»m4_define(«pl_over», m4_defn(«cl_close»))$1«»m4_define(«pl_over», m4_defn(«cl_over»))»)m4_dnl
m4_dnl  pl_each(overs, body[, outer overs, inner over, wide body[, strips]]), and so pl_reduce: see wide.m4
m4_define(«pl_each», «m4_ifelse($#, 2, «cl_each($@)», $#, 5, «cl_each_wide($@)», «cl_each_strips($@)»)»)m4_dnl
m4_define(«pl_loop», m4_defn(«cl_each»))m4_dnl
m4_define(«cl_fold», «m4_ifelse(
«$3», «call», ««$2 = $4($2, $7)»»,
«$3», «PL_ADD», ««$2 += $7»», «$3», «PL_MUL», ««$2 *= $7»», «$3», «PL_AND», ««$2 &= $7»», «$3», «PL_OR», ««$2 |= $7»»,
«$3», «PL_XOR», ««$2 ^= $7»», «$3», «PL_MAX», ««$2 = pl_most_$1($2, $7)»», ««$2 = pl_least_$1($2, $7)»»)»)m4_dnl
m4_dnl  pl_reduce(type, accumulator, op | call, name, overs, type of e, e)
m4_define(«pl_reduce», «m4_ifelse($#, 10, «cl_reduce($@)», «cl_reduce_wide($@)»)»)m4_dnl
m4_define(«cl_reduce», «$5«
»cl_fold($@)«;»»)m4_dnl
m4_define(«pl_fill», «c_if_number(«$6», «$3«$1[$4] = »pl_convert(«$5», «$2», «$6»)«;»», ««{
const »pl_type(«$2»)« pl_value = »pl_convert(«$5», «$2», «$6»)«;
»$3«
$1[$4] = pl_value;
}»»)»)m4_dnl
m4_define(«pl_assign», «$3«
$1[$4] = »pl_convert(«$6», «$2», «$5[$7]»)«;»»)m4_dnl
m4_define(«pl_tile», ««__global »pl_type(«$2»)« *$1 = $3;»»)m4_dnl
m4_define(«pl_view», ««__global $3»pl_type(«$2»)« *$1 = $4»m4_ifelse(«$5», «0», «», «« + $5»»)«;»»)m4_dnl
m4_define(«pl_check», ««if (!($2)) {
pl_report(pl_reports, $1, »c_number()«$3);
return;
}»»)m4_dnl
m4_dnl  pl_counts_up(number, step of a loop, line, group|element|lane)
m4_define(«pl_counts_up», ««if ($2 < 1) {
pl_report(pl_reports, $1, »c_number()«, $2, 0, 0, 0, 0);
return;
}»»)m4_dnl
m4_dnl  pl_dot(room, m, n, k, then name, type, row stride, column stride of z, x and y, precision)
m4_define(«pl_matrix», «$1,$2,$3,$4»)m4_dnl
m4_dnl  cl_dot_kind(type, row stride, column stride): how pl_dot_f32 of dot.cl calls such an operand; nothing: it takes none.
m4_define(«cl_dot_kind», «cl_dot_turned(«$2», «$3», cl_dot_type(«$1»))»)m4_dnl
m4_define(«cl_dot_turned», «m4_ifelse(«$3», «», «», «$2», «1», «$3», «$1», «1», «$3 | PL_TURNED»)»)m4_dnl
m4_define(«cl_dot_type», «m4_ifelse(«$1», «f32», «PL_F32», «$1», «bf16», «PL_BF16», «$1», «f16», «PL_F16»)»)m4_dnl
m4_dnl  cl_dot_row(row stride, column stride): the one that is not 1
m4_define(«cl_dot_row», «m4_ifelse(«$2», «1», ««$1»», ««$2»»)»)m4_dnl
m4_dnl  cl_if_tiled(the arguments of pl_dot, then, else): by dot.cl, or by plain loops
m4_define(«cl_if_tiled», «m4_ifelse(«$6 $8», «f32 1», «m4_ifelse(cl_dot_kind(«$10», «$11», «$12»), «», «$18»,
    cl_dot_kind(«$14», «$15», «$16»), «», «$18», «$17»)», «$18»)»)m4_dnl
m4_define(«cl_sixteen», «m4_dnl
«$1», «$2», «$3», «$4», «$5», «$6», «$7», «$8», «$9», «$10», «$11», «$12», «$13», «$14», «$15», «$16»»)m4_dnl
m4_define(«pl_dot_room», «cl_if_tiled(cl_sixteen($@), «cl_dot_room_for(«$1», «$2», «$4»)»)»)m4_dnl
m4_define(«cl_dot_room_for», «pl_room(«$1», f32, «64 * »c_factor(«$3»)« + »c_factor(«$2»)« * ($3 + 32)»)
»)m4_dnl
m4_define(«pl_dot», «cl_if_tiled(cl_sixteen($@), «cl_dot_call($@)», «cl_dot_loops($@)»)»)m4_dnl
m4_define(«cl_dot_call», ««pl_dot_f32($5, $7, $9, »cl_dot_row(«$11», «$12»)«, »cl_dot_kind(«$10», «$11», «$12»)«, $13, »m4_dnl
cl_dot_row(«$15», «$16»)«, »cl_dot_kind(«$14», «$15», «$16»)«,
$2, $3, $4, $1);»»)m4_dnl
m4_define(«cl_dot_loops», ««for (long pl_r = 0; pl_r < $2; pl_r++)
for (long pl_c = 0; pl_c < $3; pl_c++) {
»m4_indir(«cl_sum_$6»)« pl_sum = »cl_widen(«$6», «$6», «$5[pl_r * ($7) + pl_c * ($8)]»)«;
for (long pl_l = 0; pl_l < $4; pl_l++)
pl_sum += »cl_widen(«$6», «$10», «$9[pl_r * ($11) + pl_l * ($12)]»)« * »cl_widen(«$6», «$14», «$13[pl_l * ($15) + pl_c * ($16)]»)«;
$5[pl_r * ($7) + pl_c * ($8)] = »cl_is_small(«$6», ««pl_$6_of_f32(pl_sum)»», ««pl_sum»»)«;
}»»)m4_dnl
m4_dnl  cl_widen(accumulator, type, value)
m4_define(«cl_widen», «cl_is_small(«$2», ««pl_f32_of_$2($3)»», ««(»m4_indir(«cl_sum_$1»)«)$3»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Windows ==========================================================================================
m4_define(«cl_copy_in», «c_dims(«$1», «c_dim_clip»)c_base«_window[»c_in_window(«$1»)«] = »c_base«_block[»c_in_array(«$1»)«];
»»)m4_dnl
m4_define(«cl_copy_out», «c_dims(«$1», «c_dim_clip»)c_base«_block[»c_in_array(«$1»)«] = »c_base«_window[»c_in_window(«$1»)«];
»»)m4_dnl
m4_dnl  The same of a window that was left before, whose place in the array is no longer _block.
m4_define(«cl_copy_out_late», «c_dims(«$1», «c_dim_clip»)c_base«_array[»c_place_text(«$1»)«] = »c_base«_window[»c_in_window(«$1»)«];
»»)m4_dnl
m4_define(«cl_fill», «m4_ifelse(«$2», «», «», ««for (long pl_at = 0; pl_at < »c_count(«$1»)«; pl_at++)
»c_base«_window[pl_at] = $2;
»»)»)m4_dnl
m4_dnl  Garbage of an integer type must not trap where it is divided by; in a struct may be integers.
m4_define(«cl_no_trap», «m4_ifelse(m4_index(«|f32|f64|f16|bf16|», «|$2|»), -1, «cl_is_struct(«$2», ««for (long pl_at = 0; pl_at < (long)((»c_count(«$1»)«) * sizeof ($2)); pl_at++)
((__global uchar *)»c_base«_window)[pl_at] = 1;
»», «cl_fill(«$1», «1»)»)»)»)m4_dnl
m4_define(«cl_stage_in», «m4_ifelse(«$3», «out», «», «m4_ifelse(«$9», «», «cl_no_trap(«$1», «$4»)», «cl_fill(«$1», «$9»)»)cl_copy_in(«$1»)»)»)m4_dnl
m4_define(«pl_visit», «c_of(«$1», «cl_visit»)»)m4_dnl
m4_define(«cl_visit», «m4_define(«c_base», ««$2»»)c_title(«$1», «$2»)m4_dnl
c_entries(«$1»)c_dims(«$1», «c_start»)c_dims(«$1», «c_dim_check»)m4_dnl
m4_ifelse(«$5», «edge», «c_local(«$2_whole», ««const int $2_whole = »c_whole(«$1»)«;
»»)», «$5», «always», «c_local(«$2_whole», ««const int $2_whole = 0;
»»)»)cl_point_at(m4_ifelse(«$5», «never», ««$1»», ««$2_block»»), $@)m4_dnl
m4_ifelse(«$5», «never», «», «c_local(«$1», ««__global »c_const($@)pl_type(«$4»)« *$1 = $2_whole ? $2_block : $2_window;
»»)»)m4_define(«pl_stride», m4_ifelse(«$5», «never», «m4_defn(«cl_stride_in_array»)», «m4_defn(«cl_stride»)»))m4_indir(«PL_STRIDES_$1»)m4_dnl
m4_ifelse(«$5», «never», «», «$7», «moved», «cl_move($@)», «$3», «out», «», ««if (!$2_whole) {
»cl_stage_in($@)«}
»»)»)m4_dnl
m4_define(«cl_point_at», «c_local(«$1», ««__global »c_const(m4_shift($@))pl_type(«$5»)« *$1 = $3_array»c_plus_offset(«$2»)«;
»»)»)m4_dnl
m4_define(«cl_stride», «c_local(«$1», ««const long $1 = »c_base«_whole ? $2 : $3;
»»)»)m4_dnl
m4_define(«cl_stride_in_array», «c_local(«$1», ««const long $1 = $2;
»»)»)m4_dnl
m4_define(«pl_leave», «c_of(«$1», «cl_leave»)»)m4_dnl
m4_define(«cl_leave», «m4_define(«c_base», ««$2»»)m4_ifelse(«$5», «never», «», «$3», «in», «», «$7», «moved», «», ««if (!$2_whole) {
»cl_copy_out(«$1»)«}
»»)»)m4_dnl
m4_dnl  A window that stays while its index does, over steps: written back when the index changes, and at the end.
m4_define(«cl_put_back», «m4_ifelse(«$3», «in», «», ««if ($2_copied) {
»c_as_it_was(cl_copy_out_late(«$1»))«}
»»)»)m4_dnl
m4_define(«cl_move», ««if (!$2_held»c_dims(«$1», «c_dim_moved»)«) {
»cl_put_back($@)c_dims(«$1», «c_dim_keep»)«$2_held = 1;
$2_copied = !$2_whole;
»m4_ifelse(«$3», «out», «», ««if ($2_copied) {
»cl_stage_in($@)«}
»»)«}
»»)m4_dnl
m4_define(«cl_end», «m4_define(«c_base», ««$2»»)m4_ifelse(«$7», «moved», «m4_ifelse(«$5», «never», «», «cl_put_back($@)»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== The grid =========================================================================================
m4_define(«pl_programs», ««const long pl_last = pl_share(»c_programs()«, 1);
for (long »c_program()« = pl_share(»c_programs()«, 0); »c_program()« < pl_last; »c_program()«++) {
»c_program_ids()c_batches()c_operands(«c_state»)$1«
»c_operands(«cl_end»)«}
»»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_define(«cl_if_rooms», «m4_define(«pl_room», «x»)m4_ifelse(m4_translit(PL_ROOMS(), «
 »), «», «», «$1»)»)m4_dnl
m4_define(«cl_kernel», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void »PL_NAME()«_cpu(»pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«__global int *restrict pl_reports»»)m4_dnl
cl_if_streams(«pl_comma()«const long pl_past_cache»»)cl_if_rooms(«pl_comma()«__global uchar *restrict pl_workspace, const long pl_workspace_bytes»»)«)
{
»c_arguments(«c_value»)cl_if_rooms(««__global uchar *pl_slice = pl_workspace + get_global_id(0) * pl_workspace_bytes;
»m4_define(«c_past_room», «»)m4_define(«pl_room», m4_defn(«c_room»))PL_ROOMS()»)m4_dnl
PL_SCHEDULE()«}
%%scope
»»)m4_dnl
