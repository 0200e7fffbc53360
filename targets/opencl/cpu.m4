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
m4_dnl  pl_each(overs, body[, outer overs, inner over, wide body]), and so pl_reduce: see wide.m4
m4_define(«pl_each», «m4_ifelse($#, 2, «cl_each($@)», «cl_each_wide($@)»)»)m4_dnl
m4_define(«pl_loop», m4_defn(«cl_each»))m4_dnl
m4_define(«cl_fold», «m4_ifelse(
«$3», «call», ««$2 = $4($2, $7)»»,
«$3», «PL_ADD», ««$2 += $7»», «$3», «PL_MUL», ««$2 *= $7»», «$3», «PL_AND», ««$2 &= $7»», «$3», «PL_OR», ««$2 |= $7»»,
«$3», «PL_XOR», ««$2 ^= $7»», «$3», «PL_MAX», ««$2 = pl_most_$1($2, $7)»», ««$2 = pl_least_$1($2, $7)»»)»)m4_dnl
m4_dnl  pl_reduce(type, accumulator, op | call, name, overs, type of e, e)
m4_define(«pl_reduce», «m4_ifelse($#, 10, «cl_reduce($@)», «cl_reduce_wide($@)»)»)m4_dnl
m4_define(«cl_reduce», «$5«
»cl_fold($@)«;»»)m4_dnl
m4_dnl
m4_dnl  cl_if_number(text, then, else)
m4_define(«cl_if_number», «m4_ifelse(m4_regexp(«$1», «^-?\([0-9.]+f?\|INFINITY\|NAN\)$»), 0, «$2», «$3»)»)m4_dnl
m4_define(«pl_fill», «cl_if_number(«$6», «$3«$1[$4] = »pl_convert(«$5», «$2», «$6»)«;»», ««{
const »pl_type(«$2»)« pl_value = »pl_convert(«$5», «$2», «$6»)«;
»$3«
$1[$4] = pl_value;
}»»)»)m4_dnl
m4_define(«pl_assign», «$3«
$1[$4] = »pl_convert(«$6», «$2», «$5[$7]»)«;»»)m4_dnl
m4_define(«pl_tile», ««__global »pl_type(«$2»)« *$1 = $3;»»)m4_dnl
m4_define(«pl_view», ««__global $3»pl_type(«$2»)« *$1 = $4»m4_ifelse(«$5», «0», «», «« + $5»»)«;»»)m4_dnl
m4_define(«pl_return», ««goto pl_done;»»)m4_dnl
m4_define(«pl_check», ««if (!($2)) {
pl_report(pl_reports, $1, »cl_number()«$3);
return;
}»»)m4_dnl
m4_dnl
m4_dnl  pl_dot(room, m, n, k, then name, type, row stride, column stride of z, x and y, precision)
m4_define(«pl_matrix», «$1,$2,$3,$4»)m4_dnl
m4_dnl
m4_dnl  cl_dot_kind(type, row stride, column stride): how pl_dot_f32 of dot.cl calls such an operand; nothing: it takes none.
m4_define(«cl_dot_kind», «cl_dot_turned(«$2», «$3», cl_dot_type(«$1»))»)m4_dnl
m4_define(«cl_dot_turned», «m4_ifelse(«$3», «», «», «$2», «1», «$3», «$1», «1», «$3 | PL_TURNED»)»)m4_dnl
m4_define(«cl_dot_type», «m4_ifelse(«$1», «f32», «PL_F32», «$1», «bf16», «PL_BF16», «$1», «f16», «PL_F16»)»)m4_dnl
m4_dnl  cl_dot_row(row stride, column stride): the one that is not 1
m4_define(«cl_dot_row», «m4_ifelse(«$2», «1», ««$1»», ««$2»»)»)m4_dnl
m4_dnl
m4_dnl  cl_if_tiled(the arguments of pl_dot, then, else): by dot.cl, or by plain loops
m4_define(«cl_if_tiled», «m4_ifelse(«$6 $8», «f32 1», «m4_ifelse(cl_dot_kind(«$10», «$11», «$12»), «», «$18»,
    cl_dot_kind(«$14», «$15», «$16»), «», «$18», «$17»)», «$18»)»)m4_dnl
m4_define(«cl_sixteen», «m4_dnl
«$1», «$2», «$3», «$4», «$5», «$6», «$7», «$8», «$9», «$10», «$11», «$12», «$13», «$14», «$15», «$16»»)m4_dnl
m4_define(«pl_dot_room», «cl_if_tiled(cl_sixteen($@), «cl_dot_room_for(«$1», «$2», «$4», cl_dot_kind(«$10», «$11», «$12»))»)»)m4_dnl
m4_define(«cl_dot_room_for», «pl_room(«$1», f32, m4_ifelse(«$4», «PL_F32», ««64 * »cl_factor(«$3»)« + 16 * »cl_factor(«$2»)»,
    ««64 * »cl_factor(«$3»)« + »cl_factor(«$2»)« * ($3 + 16)»»))
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
m4_dnl  Each reads PL_OPERAND_x with another meaning of pl_operand:
m4_dnl  pl_operand(ref, base, mode, type, stage, level, visits, buffers, edge, alias|alone)
m4_dnl  pl_dim(number, kind, size, index, extent, start, proved|checked, ragged|whole, message, low, high, count)
m4_define(«cl_of», «m4_define(«pl_operand», m4_defn(«$2»))m4_indir(«PL_OPERAND_$1»)»)m4_dnl
m4_define(«cl_dims», «m4_define(«pl_dim», m4_defn(«$2»))m4_indir(«PL_DIMS_$1»)»)m4_dnl
m4_define(«cl_place», «m4_define(«pl_place», «««$»»$2«»»)m4_indir(«PL_PLACE_$1»)»)m4_dnl
m4_define(«cl_offset», «m4_define(«pl_place», m4_defn(«cl_first»))m4_indir(«PL_PLACE_$1»)»)m4_dnl
m4_define(«cl_in_array», «m4_define(«pl_place», m4_defn(«cl_second»))m4_indir(«PL_PLACE_$1»)»)m4_dnl
m4_define(«cl_in_window», «m4_define(«pl_place», m4_defn(«cl_third»))m4_indir(«PL_PLACE_$1»)»)m4_dnl
m4_define(«cl_count», «m4_define(«pl_place», m4_defn(«cl_fourth»))m4_indir(«PL_PLACE_$1»)»)m4_dnl
m4_define(«cl_first», ««$1»»)m4_define(«cl_second», ««$2»»)m4_define(«cl_third», ««$3»»)m4_define(«cl_fourth», ««$4»»)m4_dnl
m4_dnl
m4_dnl  Where it starts, and a report when that is outside.
m4_dnl  cl_if_fixed(kind, start, proved|checked, ragged|whole, then, else): does it always begin at 0? Then nobody asks where.
m4_define(«cl_if_fixed», «m4_ifelse(«$1», «full», «$5», «$1», «bounded», «$6», «$2 $3 $4», «0 proved whole», «$5», «$6»)»)m4_dnl
m4_define(«cl_start», «cl_if_fixed(«$2», «$6», «$7», «$8», «», ««const long »cl_base«_$1 = $6;
»m4_ifelse(«$2», «bounded», ««const long »cl_base«_count_$1 = $12;
»»)»)»)m4_dnl
m4_define(«cl_report», ««if ($1) {
pl_report(pl_reports, $2, »cl_number()«, $3, $4, 0, 0, 0);
return;
}
»»)m4_dnl
m4_define(«cl_dim_check», «m4_ifelse(«$7», «proved», «»,
«$2», «block», «cl_report(m4_ifelse(«$4», «0», «», ««$4 < 0 || »»)cl_base«_$1 >= $5», «$9», «$4», «»pl_cdiv(«$5», «$3»)«»)»,
«$2», «one», «cl_report(cl_base«_$1 < 0 || »cl_base«_$1 >= $5», «$9», cl_base«_$1», «$5»)»,
«$2», «element», «cl_report(cl_base«_$1 < »m4_ifelse(«$10», «0», «0», ««-»cl_factor(«$10»)»)« || »cl_base«_$1 + »cl_summand(«$3»)« > $5»m4_dnl
m4_ifelse(«$11», «0», «», «« + »cl_summand(«$11»)»), «$9», cl_base«_$1», «$5»)»,
«cl_report(cl_base«_$1 < 0 || »cl_base«_count_$1 < 1 || »cl_base«_count_$1 > $3 || »cl_base«_$1 + »cl_base«_count_$1 > $5», «$9», m4_dnl
cl_base«_$1», «$5»)»)»)m4_dnl
m4_define(«cl_dim_whole», «m4_ifelse(«$8», «ragged», «m4_ifelse(«$2», «element»,
    «« && »cl_base«_$1 >= 0»»)m4_ifelse(«$2», «bounded»,
    «« && »cl_base«_count_$1 == $3»»)« && »cl_base«_$1 + »cl_factor(«$3»)« <= $5»»)»)m4_dnl
m4_dnl  cl_whole(ref): does its window lie whole in the array?
m4_define(«cl_whole», «m4_ifelse(cl_flat(«cl_dims(«$1», «cl_dim_whole»)»), «», «1», «cl_behind(«&&», cl_flat(«cl_dims(«$1», «cl_dim_whole»)»))»)»)m4_dnl
m4_dnl  cl_factor(text): in parentheses, unless it is a word
m4_define(«cl_factor», «m4_ifelse(m4_regexp(«$1», «^[A-Za-z0-9_]+$»), -1, ««($1)»», ««$1»»)»)m4_dnl
m4_dnl  cl_summand(text): in parentheses, unless it is words in sums and products
m4_define(«cl_summand», «m4_ifelse(m4_regexp(«$1», «^[A-Za-z0-9_ +*-]+$»), -1, ««($1)»», ««$1»»)»)m4_dnl
m4_dnl
m4_dnl  Loops over what of the window lies in the array.
m4_define(«cl_dim_clip», «m4_ifelse(«$2», «one», «», «$8», «ragged»,
««for (long pl_at_$1 = »m4_ifelse(«$2», «element», ««pl_most(0, -»cl_base«_$1)»», «0»)«, pl_end_$1 = pl_least(»m4_ifelse(«$2», «bounded», «cl_base«_count_$1»», ««$3»»)«, $5 - »cl_base«_$1); pl_at_$1 < pl_end_$1; pl_at_$1++)
»», ««for (long pl_at_$1 = 0; pl_at_$1 < $3; pl_at_$1++)
»»)»)m4_dnl
m4_define(«cl_copy_in», «cl_dims(«$1», «cl_dim_clip»)cl_base«_window[»cl_in_window(«$1»)«] = »cl_base«_block[»cl_in_array(«$1»)«];
»»)m4_dnl
m4_define(«cl_copy_out», «cl_dims(«$1», «cl_dim_clip»)cl_base«_block[»cl_in_array(«$1»)«] = »cl_base«_window[»cl_in_window(«$1»)«];
»»)m4_dnl
m4_dnl  The same of a window that was left before, whose place in the array is no longer _block.
m4_define(«cl_copy_out_late», «cl_dims(«$1», «cl_dim_clip»)cl_base«_array[»cl_place_text(«$1»)«] = »cl_base«_window[»cl_in_window(«$1»)«];
»»)m4_dnl
m4_define(«cl_place_text», «m4_ifelse(cl_offset(«$1»), «0», «», «cl_offset(«$1»)« + »»)cl_in_array(«$1»)»)m4_dnl
m4_define(«cl_fill», «m4_ifelse(«$2», «», «», ««for (long pl_at = 0; pl_at < »cl_count(«$1»)«; pl_at++)
»cl_base«_window[pl_at] = $2;
»»)»)m4_dnl
m4_dnl  Garbage of an integer type must not trap where it is divided by; in a struct may be integers.
m4_define(«cl_no_trap», «m4_ifelse(m4_index(«|f32|f64|f16|bf16|», «|$2|»), -1, «cl_is_struct(«$2», ««for (long pl_at = 0; pl_at < (long)((»cl_count(«$1»)«) * sizeof ($2)); pl_at++)
((__global uchar *)»cl_base«_window)[pl_at] = 1;
»», «cl_fill(«$1», «1»)»)»)»)m4_dnl
m4_define(«cl_stage_in», «m4_ifelse(«$3», «out», «», «m4_ifelse(«$9», «», «cl_no_trap(«$1», «$4»)», «cl_fill(«$1», «$9»)»)cl_copy_in(«$1»)»)»)m4_dnl
m4_dnl
m4_define(«cl_const», «m4_ifelse(«$3», «in», «const »)»)m4_dnl
m4_define(«pl_visit», «cl_of(«$1», «cl_visit»)»)m4_dnl
m4_define(«cl_visit», «m4_define(«cl_base», ««$2»»)«
// $1
»cl_dims(«$1», «cl_start»)cl_dims(«$1», «cl_dim_check»)m4_dnl
m4_ifelse(«$5», «edge», ««const int $2_whole = »cl_whole(«$1»)«;
»», «$5», «always», ««const int $2_whole = 0;
»»)«__global »cl_const($@)pl_type(«$4»)« *»m4_ifelse(«$5», «never», ««$1»», ««$2_block»»)« = $2_array»cl_plus_offset(«$1»)«;
»m4_ifelse(«$5», «never», «», ««__global »cl_const($@)pl_type(«$4»)« *$1 = $2_whole ? $2_block : $2_window;
»»)m4_define(«pl_stride», m4_ifelse(«$5», «never», «m4_defn(«cl_stride_in_array»)», «m4_defn(«cl_stride»)»))m4_indir(«PL_STRIDES_$1»)m4_dnl
m4_ifelse(«$5», «never», «», «$7», «moved», «cl_move($@)», «$3», «out», «», ««if (!$2_whole) {
»cl_stage_in($@)«}
»»)»)m4_dnl
m4_define(«cl_stride», ««const long $1 = »cl_base«_whole ? $2 : $3;»»)m4_dnl
m4_define(«cl_stride_in_array», ««const long $1 = $2;
»»)m4_dnl
m4_define(«pl_leave», «cl_of(«$1», «cl_leave»)»)m4_dnl
m4_define(«cl_leave», «m4_define(«cl_base», ««$2»»)m4_ifelse(«$5», «never», «», «$3», «in», «», «$7», «moved», «», ««if (!$2_whole) {
»cl_copy_out(«$1»)«}
»»)»)m4_dnl
m4_dnl
m4_dnl  A window that stays while its index does, over steps: written back when the index changes, and at the end.
m4_define(«cl_plus_offset», «m4_ifelse(cl_offset(«$1»), «0», «», «« + »cl_offset(«$1»)»)»)m4_dnl
m4_define(«cl_dim_state», «cl_if_fixed(«$2», «$6», «$7», «$8», «», ««long »cl_base«_was_$1 = 0;
»m4_ifelse(«$2», «bounded», ««long »cl_base«_count_was_$1 = 0;
»»)»)»)m4_dnl
m4_define(«cl_state», «m4_define(«cl_base», ««$2»»)m4_ifelse(«$7», «moved», «m4_ifelse(«$5», «never», «», ««int $2_held = 0, $2_copied = 0;
»cl_dims(«$1», «cl_dim_state»)»)»)»)m4_dnl
m4_define(«cl_dim_moved», «cl_if_fixed(«$2», «$6», «$7», «$8», «», «« || »cl_base«_was_$1 != »cl_base«_$1»m4_ifelse(«$2», «bounded», «« || »cl_base«_count_was_$1 != »cl_base«_count_$1»»)»)»)m4_dnl
m4_define(«cl_dim_was», «cl_if_fixed(«$2», «$6», «$7», «$8», «», ««const long »cl_base«_$1 = »cl_base«_was_$1;
»m4_ifelse(«$2», «bounded», ««const long »cl_base«_count_$1 = »cl_base«_count_was_$1;
»»)»)»)m4_dnl
m4_define(«cl_dim_keep», «cl_if_fixed(«$2», «$6», «$7», «$8», «», «cl_base«_was_$1 = »cl_base«_$1;
»m4_ifelse(«$2», «bounded», «cl_base«_count_was_$1 = »cl_base«_count_$1;
»»)»)»)m4_dnl
m4_define(«cl_put_back», «m4_ifelse(«$3», «in», «», ««if ($2_copied) {
»cl_dims(«$1», «cl_dim_was»)cl_copy_out_late(«$1»)«}
»»)»)m4_dnl
m4_define(«cl_move», ««if (!$2_held»cl_dims(«$1», «cl_dim_moved»)«) {
»cl_put_back($@)cl_dims(«$1», «cl_dim_keep»)«$2_held = 1;
$2_copied = !$2_whole;
»m4_ifelse(«$3», «out», «», ««if ($2_copied) {
»cl_stage_in($@)«}
»»)«}
»»)m4_dnl
m4_define(«cl_end», «m4_define(«cl_base», ««$2»»)m4_ifelse(«$7», «moved», «m4_ifelse(«$5», «never», «», «cl_put_back($@)»)»)»)m4_dnl
m4_define(«cl_operands», «m4_define(«pl_operand», m4_defn(«$1»))PL_OPERANDS()»)m4_dnl
m4_dnl
m4_dnl  ==== The grid =========================================================================================
m4_dnl  pl_axis(variable, parallel|sequential, extent, name, why)
m4_define(«cl_axes», «m4_pushdef(«pl_axis», m4_defn(«$1»))PL_AXES()m4_popdef(«pl_axis»)»)m4_dnl
m4_dnl  PL_AXES is one fact a line: the lines go.
m4_define(«cl_flat», «m4_translit($1, «
»)»)m4_dnl
m4_define(«cl_axis_mark», «m4_ifelse(«$2», «parallel», «x»)»)m4_dnl
m4_define(«cl_axis_alone», «m4_ifelse(«$2», «parallel», ««$1»»)»)m4_dnl
m4_define(«cl_axis_count», «m4_ifelse(«$2», «parallel», «« * $1_programs»»)»)m4_dnl
m4_dnl  cl_parallel(none, one, several): by how many parallel axes there are
m4_define(«cl_parallel», «m4_ifelse(cl_flat(«cl_axes(«cl_axis_mark»)»), «», «$1», cl_flat(«cl_axes(«cl_axis_mark»)»), «x», «$2», «$3»)»)m4_dnl
m4_dnl  How many programs there are, the product of those axes; which of them runs, where there is one axis its index.
m4_define(«cl_programs», «cl_parallel(«1», «cl_behind(«\*», cl_flat(«cl_axes(«cl_axis_count»)»))»,
    «cl_behind(«\*», cl_flat(«cl_axes(«cl_axis_count»)»))»)»)m4_dnl
m4_define(«cl_program», «cl_parallel(««pl_program»», «cl_flat(«cl_axes(«cl_axis_alone»)»)», ««pl_program»»)»)m4_dnl
m4_dnl  cl_behind(operator, list): the list without the operator that it begins with
m4_define(«cl_behind», «m4_patsubst(«$2», «^ *$1 »)»)m4_dnl
m4_dnl  The indices of a program: what is left by the axes behind, and what it leaves to those in front.
m4_define(«cl_axis_index», «m4_ifelse(«$2», «parallel», ««const long $1 = pl_program»cl_behind_axis(«$1»)m4_ifelse(m4_defn(«cl_foremost»), «yes», «», «« % $1_programs»»)«;
»m4_define(«cl_foremost», «»)»)»)m4_dnl
m4_define(«cl_behind_axis», «m4_define(«cl_wanted», «$1»)m4_define(«cl_divisors», «»)m4_define(«cl_seen», «»)cl_flat(«cl_axes(«cl_add_divisor»)»)m4_defn(«cl_divisors»)»)m4_dnl
m4_define(«cl_add_divisor», «m4_ifelse(m4_defn(«cl_seen») $2, «yes parallel», «m4_define(«cl_divisors», « / $1_programs»m4_defn(«cl_divisors»))»)m4_dnl
m4_ifelse(«$1», m4_defn(«cl_wanted»), «m4_define(«cl_seen», «yes»)»)»)m4_dnl
m4_define(«cl_program_ids», «cl_parallel(«», «», «m4_define(«cl_foremost», «yes»)cl_axes(«cl_axis_index»)»)»)m4_dnl
m4_dnl
m4_dnl  Which program reports: its number in the order of the grid. Axes whose loops have not begun count as 0.
m4_define(«cl_axis_now», «m4_ifelse(«$2», «parallel», ««$1»», m4_ifdef(«cl_runs_$1», «yes»), «yes», ««$1»», ««0»»)»)m4_dnl
m4_define(«cl_axis_number», «cl_add_axis(«$1», m4_defn(«cl_so_far»), cl_axis_now($@))»)m4_dnl
m4_define(«cl_add_axis», «m4_define(«cl_so_far», m4_ifelse(«$2», «», ««$3»», «$2», «0», ««$3»»,
    «$3», «0», «cl_factor(«$2»)« * $1_programs»», «cl_factor(«$2»)« * $1_programs + $3»»))»)m4_dnl
m4_define(«cl_number», «m4_define(«cl_so_far», «»)cl_flat(«cl_axes(«cl_axis_number»)»)m4_ifelse(m4_defn(«cl_so_far»), «», «0», «m4_defn(«cl_so_far»)»)»)m4_dnl
m4_define(«pl_programs», ««const long pl_last = pl_share(»cl_programs()«, 1);
for (long »cl_program()« = pl_share(»cl_programs()«, 0); »cl_program()« < pl_last; »cl_program()«++) {
»cl_program_ids()cl_operands(«cl_state»)$1«
»cl_operands(«cl_end»)«}
»»)m4_dnl
m4_define(«pl_sequential», ««for (long $1 = 0; $1 < $1_programs; $1++) {
»m4_pushdef(«cl_runs_$1», «yes»)$2«»m4_popdef(«cl_runs_$1»)«}
»»)m4_dnl
m4_define(«pl_step», ««
// »PL_KERNEL_NAME()«
»PL_STATEMENTS()pl_if_says(«PL_STATEMENTS», «pl_return», ««pl_done: ;
»»)»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_dnl  pl_argument(kind, type, name, base, rank, shape, the user's name, alias)
m4_define(«cl_argument», «m4_ifelse(«$1», «size», «pl_comma()«const long $3»», «$1», «scalar», «cl_is_struct(«$2», «», «pl_comma()«const »m4_ifelse(«$2», «bool», «long», «pl_type(«$2»)»)« $3»»)»)»)m4_dnl
m4_define(«cl_array», «m4_ifelse(«$1», «size», «», «$1», «scalar», «cl_is_struct(«$2», «pl_comma()«__global const »pl_type(«$2»)« *restrict pl_$3»»)», «$1», «table», «pl_comma()«__global const »pl_type(«$2»)« *restrict $3»»,
«pl_comma()«__global »m4_ifelse(«$1», «in», «const »)pl_type(«$2»)« *»cl_restrict()«$4_array»»)»)m4_dnl
m4_define(«cl_alias_mark», «m4_ifelse(«$10», «alias», «x»)»)m4_define(«cl_restrict», «m4_ifelse(cl_operands(«cl_alias_mark»), «», «restrict »)»)m4_dnl
m4_define(«cl_value», «m4_ifelse(«$1», «scalar», «cl_is_struct(«$2», ««const »pl_type(«$2»)« $3 = *pl_$3;
»»)»)»)m4_dnl
m4_define(«cl_axis_argument», «pl_comma()«const long $1_programs»»)m4_dnl
m4_define(«cl_arguments», «m4_define(«pl_argument», m4_defn(«$1»))PL_ARGUMENTS()»)m4_dnl
m4_define(«cl_room», «cl_past_room()«__global »pl_type(«$2»)« *$1 = (__global »pl_type(«$2»)« *)pl_slice;
»cl_next_room(«$3», pl_type(«$2»))»)m4_dnl
m4_dnl  Behind a room, before the next one.
m4_define(«cl_past_room», «»)m4_define(«cl_next_room», «m4_define(«cl_past_room», ««pl_slice += PL_ROOM($1, $2);
»»)»)m4_dnl
m4_define(«cl_if_rooms», «m4_define(«pl_room», «x»)m4_ifelse(m4_translit(PL_ROOMS(), «
 »), «», «», «$1»)»)m4_dnl
m4_define(«cl_scratch», ««__global »pl_type(«$2»)« *$1 = $3;
»»)m4_dnl
m4_define(«cl_kernel», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void »PL_NAME()«_cpu(»pl_begin_list()cl_arguments(«cl_argument»)cl_axes(«cl_axis_argument»)cl_arguments(«cl_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«__global int *restrict pl_reports»»)m4_dnl
cl_if_streams(«pl_comma()«const long pl_past_cache»»)cl_if_rooms(«pl_comma()«__global uchar *restrict pl_workspace, const long pl_workspace_bytes»»)«)
{
»cl_arguments(«cl_value»)cl_if_rooms(««__global uchar *pl_slice = pl_workspace + get_global_id(0) * pl_workspace_bytes;
»m4_define(«cl_past_room», «»)m4_define(«pl_room», m4_defn(«cl_room»))PL_ROOMS()»)m4_dnl
m4_define(«pl_scratch», m4_defn(«cl_scratch»))PL_SCRATCHES()PL_SCHEDULE()«}
»»)m4_dnl
