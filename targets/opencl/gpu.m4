m4_dnl  gpu.m4 -- the schedule for GPUs: a work-group runs a program, its work-items are the plan's lanes, NAME_gpu.
m4_dnl  Facts that both schedules read mean something else while cl_for_gpu reads them; see the end.
m4_dnl
m4_define(«cl_lanes», «m4_eval(PL_LANE_ROWS() * PL_LANE_COLUMNS())»)m4_dnl
m4_define(«cl_space», «m4_ifelse(«$1», «local», ««__local »», «$1», «global», ««__global »»)»)m4_dnl
m4_define(«cl_fence», «m4_ifelse(«$1», «local», ««CLK_LOCAL_MEM_FENCE»», «$1», «global», ««CLK_GLOBAL_MEM_FENCE»»,
    ««CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE»»)»)m4_dnl
m4_dnl
m4_dnl  pl_barrier(memories, why)
m4_define(«cl_gpu_barrier», ««barrier(»cl_fence(«$1»)«);        // $2
»»)m4_dnl
m4_dnl
m4_dnl  pl_once(group|row, statement)
m4_define(«cl_gpu_once», ««if (»m4_ifelse(«$1», «row», ««pl_column»», ««pl_lane»»)« == 0) {
»$2«}
»»)m4_dnl
m4_dnl
m4_dnl  pl_edges(all windows are whole, statement): without masks where they are. pl_guard(the element is inside): or not the next statement
m4_define(«cl_gpu_edges», ««if ($1) {
»$2«} else {
»m4_pushdef(«cl_masked», «yes»)$2«»m4_popdef(«cl_masked»)«}
»»)m4_dnl
m4_define(«cl_if_masked», «m4_ifelse(«$1», «», «$3», m4_ifdef(«cl_masked», «yes»), «yes», «$2», «$3»)»)m4_dnl
m4_define(«cl_gpu_guard», «cl_if_masked(«$1», ««if ($1)
»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Loops ============================================================================================
m4_dnl  pl_over(index, lo, hi, step, constant|once|dependent, all|lanes|rows|columns, turns, full|short)
m4_define(«cl_who», «m4_ifelse(«$1», «lanes», ««pl_lane»», «$1», «rows», ««pl_row»», ««pl_column»»)»)m4_dnl
m4_define(«cl_how_many», «m4_ifelse(«$1», «lanes», «cl_lanes()», «$1», «rows», «PL_LANE_ROWS()», «PL_LANE_COLUMNS()»)»)m4_dnl
m4_define(«cl_from», «m4_ifelse(«$1», «all», ««$2»», «$2», «0», «cl_who(«$1»)», ««$2 + »cl_who(«$1»)»)»)m4_dnl
m4_define(«cl_step», «m4_ifelse(«$1», «all», «m4_ifelse(«$3», «1», ««$2++»», ««$2 += $3»»)», ««$2 += »cl_how_many(«$1»)»)»)m4_dnl
m4_define(«cl_gpu_over», «m4_ifelse(«$7», «», «cl_plain_over($@)», «cl_turns_over($@)»)»)m4_dnl
m4_define(«cl_plain_over», ««for (long $1 = »cl_from(«$6», «$2»)m4_ifelse(«$5», «constant», ««; $1 < $3; »»,
    ««, pl_end_$1 = $3; $1 < pl_end_$1; »»)cl_step(«$6», «$1», «$4»)«)
»»)m4_dnl
m4_dnl
m4_dnl  Over elements that lie in registers: a turn says which; pl_turn(index).
m4_define(«cl_turn», ««pl_turn_»m4_patsubst(«$1», «^pl_at_»)»)m4_define(«cl_gpu_turn», ««[»cl_turn(«$1»)«]»»)m4_dnl
m4_define(«cl_turns_over», ««PL_UNROLL for (long $1 = »cl_who(«$6»)«, »cl_turn(«$1»)« = 0; »cl_turn(«$1»)« < $7»m4_ifelse(«$8», «short», «« && $1 < $3»»)m4_dnl
«; $1 += »cl_how_many(«$6»)«, »cl_turn(«$1»)«++)
»»)m4_dnl
m4_dnl
m4_define(«cl_gpu_open», «cl_gpu_over($@)« {
»»)m4_define(«cl_gpu_close», ««}
»»)m4_dnl
m4_define(«cl_gpu_each», «m4_define(«pl_over», m4_defn(«cl_gpu_open»))$1«»m4_define(«pl_over», m4_defn(«cl_gpu_over»))m4_dnl
$2«»m4_define(«pl_over», m4_defn(«cl_gpu_close»))$1«»m4_define(«pl_over», m4_defn(«cl_gpu_over»))»)m4_dnl
m4_define(«cl_gpu_fill», ««{
const »pl_type(«$2»)« pl_value = »pl_convert(«$5», «$2», «$6»)«;
»$3«
»cl_if_masked(«$9», ««if ($9)
»»)«$1»cl_register(«$4», «$8»)« = pl_value;
}»»)m4_dnl
m4_define(«cl_gpu_assign», «$3«
»cl_if_masked(«$11», ««if ($11)
»»)«$1»cl_register(«$4», «$9»)« = »pl_convert(«$6», «$2», cl_gpu_element(«$5», «$7», «», «», «$10», «$12», «$13»))«;»»)m4_dnl
m4_dnl  cl_register(offset in memory, turns): of an element.
m4_define(«cl_register», «m4_ifelse(«$2», «», ««[$1]»», «$2»)»)m4_dnl
m4_dnl
m4_dnl  ==== Blocks ===========================================================================================
m4_dnl  pl_tile(name, type, room, extents, all but the first, memory, elements), pl_view(…, memory)
m4_define(«cl_gpu_tile», «m4_ifelse(«$6», «private», «pl_type(«$2»)« $1»m4_ifelse(«$8», «», ««[$7]»», ««$8»»)«;»», «cl_space(«$6»)pl_type(«$2»)« *$1 = $3;»»)»)m4_dnl
m4_define(«cl_gpu_view», «cl_space(«$9»)«$3»pl_type(«$2»)« *$1 = $4»m4_ifelse(«$5», «0», «», «« + $5»»)«;»»)m4_dnl
m4_dnl  pl_element(ref, offset, alongs, subscripts, turns, inside, what is read outside)
m4_define(«cl_gpu_element», «cl_if_masked(«$6», ««($6 ? $1»cl_register(«$2», «$5»)« : $7)»», ««$1»cl_register(«$2», «$5»)»)»)m4_dnl
m4_dnl
m4_dnl  pl_check(number, condition, values, format, line, group|element|lane): lanes must not part, so only all of them return.
m4_define(«cl_gpu_check», ««if (!($2)) {
pl_report(pl_reports, $1, »cl_number()«$3);
»m4_ifelse(«$6», «group», ««return;
»», «$6», «element», ««continue;
»»)«}»»)m4_dnl
m4_dnl
m4_dnl  ==== Folds ============================================================================================
m4_dnl  pl_reduce(type, accumulator, op | call, name, overs, type of e, e, lane|row|group, local|element, memories)
m4_define(«cl_gpu_reduce», «m4_ifelse(«$8», «lane», «$5«
»cl_op(«$1», «$2», «$3», «$4», «$7»)«;»», «$3», «call», «cl_fold_parts($@)», «cl_fold_shares($@)»)»)m4_dnl
m4_dnl
m4_dnl  cl_op(type, accumulator, op | call, name, value)
m4_define(«cl_op», «m4_ifelse(
«$3», «call», ««$2 = $4($2, $5)»»,
«$3», «PL_ADD», ««$2 += $5»», «$3», «PL_MUL», ««$2 *= $5»», «$3», «PL_AND», ««$2 &= $5»», «$3», «PL_OR», ««$2 |= $5»»,
«$3», «PL_XOR», ««$2 ^= $5»», «$3», «PL_MAX», ««$2 = pl_most_$1($2, $5)»», ««$2 = pl_least_$1($2, $5)»»)»)m4_dnl
m4_dnl
m4_dnl  cl_neutral(type, op): what a lane without a share of its own has.
m4_define(«cl_limit», «m4_define(«cl_least_of_$1», ««$2»»)m4_define(«cl_most_of_$1», ««$3»»)»)m4_dnl
cl_limit(bool, 0, 1)cl_limit(i8, CHAR_MIN, CHAR_MAX)cl_limit(i16, SHRT_MIN, SHRT_MAX)cl_limit(i32, INT_MIN, INT_MAX)m4_dnl
cl_limit(i64, LONG_MIN, LONG_MAX)cl_limit(u8, 0, UCHAR_MAX)cl_limit(u16, 0, USHRT_MAX)cl_limit(u32, 0, UINT_MAX)m4_dnl
cl_limit(u64, 0, ULONG_MAX)cl_limit(f32, -INFINITY, INFINITY)cl_limit(f64, -INFINITY, INFINITY)m4_dnl
m4_define(«cl_neutral», «m4_ifelse(«$2», «PL_MUL», ««1»», «$2», «PL_AND», ««»m4_ifelse(«$1», «bool», «1», «-1»)«»»,
    «$2», «PL_MAX», «m4_indir(«cl_least_of_$1»)», «$2», «PL_MIN», «m4_indir(«cl_most_of_$1»)», ««0»»)»)m4_dnl
m4_dnl
m4_dnl  Names of what the lanes of a row, or of the group, are called and share.
m4_define(«cl_tree», «m4_translit(««pl_tree_$1»», « », «_»)»)m4_dnl
m4_define(«cl_sharing», «m4_ifelse(«$1», «row», ««pl_column»», ««pl_lane»»)»)m4_dnl
m4_define(«cl_sharers», «m4_ifelse(«$1», «row», «PL_LANE_COLUMNS()», «cl_lanes()»)»)m4_dnl
m4_define(«cl_first_sharer», «m4_ifelse(«$1», «row», ««pl_lane - pl_column»», ««0»»)»)m4_dnl
m4_define(«cl_last_step», ««»m4_ifelse(«$9», «element», ««if (»cl_sharing(«$8»)« == 0)
»»)cl_op(«$1», «$2», «$3», «$4», cl_tree(«$1»)«[»cl_first_sharer(«$8»)«]»)«;
»»)m4_dnl
m4_dnl
m4_dnl  Each lane folds what is its own, then halves fold into halves. Order does not matter to these operations.
m4_define(«cl_last_barrier», «m4_ifelse(«$9», «element», «», ««barrier(CLK_LOCAL_MEM_FENCE);
»»)»)m4_dnl
m4_dnl
m4_define(«cl_fold_shares», ««{
»pl_type(«$1»)« pl_part = »cl_neutral(«$1», «$3»)«;
»$5«
»cl_op(«$1», «pl_part», «$3», «$4», «$7»)«;
»cl_tree(«$1»)«[pl_lane] = pl_part;
for (int pl_half = »m4_eval(cl_sharers(«$8») / 2)«; pl_half > 0; pl_half /= 2) {
barrier(»cl_fence(«$10»)«);
if (»cl_sharing(«$8»)« < pl_half)
»cl_op(«$1», cl_tree(«$1»)«[pl_lane]», «$3», «$4», cl_tree(«$1»)«[pl_lane + pl_half]»)«;
}
»cl_last_barrier($@)«»cl_last_step($@)«}»»)m4_dnl
m4_dnl
m4_dnl  A function of the user's need not commute: each lane folds an unbroken run, and neighbours fold in their order.
m4_define(«cl_part_bounds», «m4_ifelse(m4_index(«$6», «parts»), -1, «», ««const long pl_run = ($3 - ($2) + »m4_eval(cl_sharers(cl_run_of) - 1)«) / »cl_sharers(cl_run_of)«;
const long pl_from = $2 + »cl_sharing(cl_run_of)« * pl_run, pl_to = pl_from + pl_run < $3 ? pl_from + pl_run : $3;
const long pl_used = pl_run ? ($3 - ($2) + pl_run - 1) / pl_run : 0;
»»)»)m4_dnl
m4_define(«cl_part_over», «m4_ifelse(m4_index(«$6», «parts»), -1, «cl_gpu_over($@)», ««for (long $1 = pl_from; $1 < pl_to; $1++)
»»)»)m4_dnl
m4_define(«cl_part_open», «cl_part_over($@)« {
»»)m4_dnl
m4_define(«cl_fold_parts», «m4_define(«cl_run_of», «$8»)«{
»m4_define(«pl_over», m4_defn(«cl_part_bounds»))$5«»m4_dnl
pl_type(«$1»)« pl_part;
bool pl_any = false;
»m4_define(«pl_over», m4_defn(«cl_part_open»))$5«const »pl_type(«$1»)« pl_next = $7;
pl_part = pl_any ? $4(pl_part, pl_next) : pl_next;
pl_any = true;
»m4_define(«pl_over», m4_defn(«cl_gpu_close»))$5«»m4_define(«pl_over», m4_defn(«cl_gpu_over»))m4_dnl
«if (pl_any)
»cl_tree(«$1»)«[pl_lane] = pl_part;
for (int pl_half = 1; pl_half < »cl_sharers(«$8»)«; pl_half *= 2) {
barrier(»cl_fence(«$10»)«);
if (»cl_sharing(«$8»)« % (2 * pl_half) == 0 && »cl_sharing(«$8»)« + pl_half < pl_used)
»cl_op(«$1», cl_tree(«$1»)«[pl_lane]», «$3», «$4», cl_tree(«$1»)«[pl_lane + pl_half]»)«;
}
»cl_last_barrier($@)«if (pl_used > 0»m4_ifelse(«$9», «element», «« && »cl_sharing(«$8»)« == 0»»)«)
»cl_op(«$1», «$2», «$3», «$4», cl_tree(«$1»)«[»cl_first_sharer(«$8»)«]»)«;
}»»)m4_dnl
m4_dnl
m4_dnl  ==== PL_DOT ===========================================================================================
m4_dnl  pl_dot(room, m, n, k, then name, type, row stride, column stride of z, x and y, precision, tiles|group|lane,
m4_dnl         depth of a slice, x and y sliced|direct, repeats|once, m, n, k as numbers, memories)
m4_define(«cl_gpu_dot», «m4_ifelse(«$18», «tiles», «cl_dot_sizes($@)cl_dot_tiles($@)», «cl_dot_elements($@)»)»)m4_dnl
m4_define(«cl_dot_widen», «cl_is_small(«$2», ««pl_f32_of_$2($3)»», «m4_ifelse(m4_indir(«cl_sum_$1»), pl_type(«$2»), ««$3»»,
    ««(»m4_indir(«cl_sum_$1»)«)$3»»)»)»)m4_dnl
m4_dnl
m4_dnl  cl_at(block, row, stride of rows, column, stride of columns)
m4_define(«cl_times», «m4_ifelse(«$2», «1», ««$1»», «m4_ifelse(m4_index(«$1», « »), -1, ««$1»», ««($1)»»)« * »m4_ifelse(m4_index(«$2», « »), -1, ««$2»», ««($2)»»)»)»)m4_dnl
m4_define(«cl_at», ««$1[»cl_times(«$2», «$3»)« + »cl_times(«$4», «$5»)«]»»)m4_dnl
m4_define(«cl_dot_narrow», «cl_is_small(«$1», ««pl_$1_of_f32($2)»», ««$2»»)»)m4_dnl
m4_dnl
m4_dnl  Sizes that are known at run time only: each lane its elements, one after the other.
m4_define(«cl_dot_elements», «cl_gpu_over(«pl_r», «0», «$2», «1», «constant», m4_ifelse(«$18», «group», «rows», «all»))m4_dnl
cl_gpu_over(«pl_c», «0», «$3», «1», «constant», m4_ifelse(«$18», «group», «columns», «all»))«{
»m4_indir(«cl_sum_$6»)« pl_sum = »cl_dot_widen(«$6», «$6», cl_at(«$5», «pl_r», «$7», «pl_c», «$8»))«;
for (long pl_l = 0; pl_l < $4; pl_l++)
pl_sum += »cl_dot_widen(«$6», «$10», cl_at(«$9», «pl_r», «$11», «pl_l», «$12»))« * »cl_dot_widen(«$6», «$14», cl_at(«$13», «pl_l», «$15», «pl_c», «$16»))«;
»cl_at(«$5», «pl_r», «$7», «pl_c», «$8»)« = »cl_dot_narrow(«$6», «pl_sum»)«;
}»»)m4_dnl
m4_dnl
m4_dnl  What a tile is: cl_tile_rows x cl_tile_columns elements of a lane, cl_height x cl_width of the group.
m4_define(«cl_least_number», «m4_ifelse(m4_eval($1 < $2), 1, $1, $2)»)m4_dnl
m4_define(«cl_dot_sizes», «m4_define(«cl_height», cl_least_number($23, m4_eval(8 * PL_LANE_ROWS())))m4_dnl
m4_define(«cl_width», cl_least_number($24, m4_eval(8 * PL_LANE_COLUMNS())))m4_dnl
m4_define(«cl_tile_rows», m4_eval((cl_height + PL_LANE_ROWS() - 1) / PL_LANE_ROWS()))m4_dnl
m4_define(«cl_tile_columns», m4_eval((cl_width + PL_LANE_COLUMNS() - 1) / PL_LANE_COLUMNS()))m4_dnl
m4_define(«cl_rows_fit», m4_ifelse(m4_eval($23 % (cl_tile_rows * PL_LANE_ROWS())), 0, yes))m4_dnl
m4_define(«cl_columns_fit», m4_ifelse(m4_eval($24 % (cl_tile_columns * PL_LANE_COLUMNS())), 0, yes))m4_dnl
m4_define(«cl_slices_fit», m4_ifelse(m4_eval($25 % $19), 0, yes))m4_dnl
m4_define(«cl_top», m4_ifelse(m4_eval($23 > cl_height), 1, ««pl_top + »»))m4_dnl
m4_define(«cl_left», m4_ifelse(m4_eval($24 > cl_width), 1, ««pl_left + »»))m4_dnl
m4_define(«cl_deep», m4_ifelse(m4_eval($25 > $19), 1, ««pl_deep + »»))»)m4_dnl
m4_dnl
m4_dnl  Loops over a lane's own elements; pl_i, pl_j: of its tile.
m4_define(«cl_own», ««PL_UNROLL for (int pl_i = 0; pl_i < »cl_tile_rows«; pl_i++)
PL_UNROLL for (int pl_j = 0; pl_j < »cl_tile_columns«; pl_j++)
»»)m4_dnl
m4_define(«cl_own_row», «cl_top«pl_row + pl_i * »PL_LANE_ROWS()»)m4_define(«cl_own_column», «cl_left«pl_column + pl_j * »PL_LANE_COLUMNS()»)m4_dnl
m4_define(«cl_own_element», «cl_at(«$5», cl_own_row, «$7», cl_own_column, «$8»)»)m4_dnl
m4_define(«cl_row_inside», «cl_own_row« < $2»»)m4_define(«cl_column_inside», «cl_own_column« < $3»»)m4_dnl
m4_define(«cl_own_inside», «m4_ifelse(cl_rows_fit, «yes», «cl_column_inside($@)», «cl_row_inside($@)m4_dnl
m4_ifelse(cl_columns_fit, «yes», «», «« && »cl_column_inside($@)»)»)»)m4_dnl
m4_define(«cl_all_fit», «m4_ifelse(cl_rows_fit cl_columns_fit, «yes yes», «$1», «$2»)»)m4_dnl
m4_dnl
m4_dnl  An operand's slice. Lanes that are neighbours take neighbours in memory: where the rows lie closely, along a column.
m4_define(«cl_both», «m4_ifelse(«$1», «», «$2», «$2», «», «$1», «$1« && »$2»)»)m4_dnl
m4_define(«cl_in_slice», «m4_ifelse(«$1», «yes», «», ««$2 < $3»»)m4_ifelse(«$1 $4», « », «« && »»)m4_ifelse(«$4», «yes», «», ««$5 < $6»»)»)m4_dnl
m4_define(«cl_slice_value», «m4_ifelse(«$1», «», ««$2»», ««$1 ? $2 : »m4_ifelse(«$3», «», ««0»», ««$3»»)»)»)m4_dnl
m4_define(«cl_slice_over», ««for (long $1 = pl_$2; $1 < $3; $1 += »cl_how_many(m4_ifelse(«$2», «row», «rows», «columns»))«)
»»)m4_dnl
m4_dnl
m4_dnl  Where the window hangs over the edge, what lies in the array: cl_in_window_too(place of the rows, their end, of the
m4_dnl  columns, row, column); nothing: all.
m4_define(«cl_within_end», «m4_ifelse(«$2», «», «», ««$1$3 < $2»»)»)m4_dnl
m4_define(«cl_in_window_too», «cl_both(cl_within_end(«$1», «$2», «$5»), cl_within_end(«$3», «$4», «$6»))»)m4_dnl
m4_dnl
m4_dnl  cl_sliced_at_edge(its window is whole, or nothing, macro that copies, the arguments of pl_dot)
m4_define(«cl_sliced_at_edge», «m4_ifelse(«$1», «», «$2(«», m4_shift(m4_shift($@)))», ««if ($1) {
»$2(«», m4_shift(m4_shift($@)))«} else {
»$2(«masked», m4_shift(m4_shift($@)))«}
»»)»)m4_dnl
m4_define(«cl_x_slice», «m4_ifelse(«$20», «direct», «», «cl_sliced_at_edge(«$28», «cl_x_copy», $@)»)»)m4_dnl
m4_define(«cl_y_slice», «m4_ifelse(«$21», «direct», «», «cl_sliced_at_edge(«$34», «cl_y_copy», $@)»)»)m4_dnl
m4_dnl
m4_define(«cl_slice_edge», «m4_ifelse(«$3», «», «», «cl_dot_widen($@)»)»)m4_dnl
m4_dnl
m4_dnl  cl_x_copy(masked or nothing, the arguments of pl_dot): each of them is one further on.
m4_define(«cl_x_copy», «m4_ifelse(«$12», «1», «cl_slice_over(«pl_k», «row», «$20»)cl_slice_over(«pl_r», «column», cl_height)»,
    «cl_slice_over(«pl_r», «row», cl_height)cl_slice_over(«pl_k», «column», «$20»)»)m4_dnl
«pl_x_slice_$7[pl_r * »m4_eval($20 + 1)« + pl_k] = »cl_slice_value(
cl_both(cl_in_slice(m4_ifelse(«$24», cl_height, «yes», cl_rows_fit), cl_top«pl_r», «$3», cl_slices_fit, cl_deep«pl_k», «$5»),
m4_ifelse(«$1», «», «», «cl_in_window_too(«$30», «$31», «$32», «$33», cl_top«pl_r», cl_deep«pl_k»)»)),
cl_dot_widen(«$7», «$11», cl_at(«$10», cl_top«pl_r», «$12», cl_deep«pl_k», «$13»)), cl_slice_edge(«$7», «$11», «$34»))«;
»»)m4_dnl
m4_define(«cl_y_copy», «m4_ifelse(«$16», «1», «cl_slice_over(«pl_c», «row», cl_width)cl_slice_over(«pl_k», «column», «$20»)»,
    «cl_slice_over(«pl_k», «row», «$20»)cl_slice_over(«pl_c», «column», cl_width)»)m4_dnl
«pl_y_slice_$7[pl_k * »cl_width« + pl_c] = »cl_slice_value(
cl_both(cl_in_slice(m4_ifelse(«$25», cl_width, «yes», cl_columns_fit), cl_left«pl_c», «$4», cl_slices_fit, cl_deep«pl_k», «$5»),
m4_ifelse(«$1», «», «», «cl_in_window_too(«$36», «$37», «$38», «$39», cl_deep«pl_k», cl_left«pl_c»)»)),
cl_dot_widen(«$7», «$15», cl_at(«$14», cl_deep«pl_k», «$16», cl_left«pl_c», «$17»)), cl_slice_edge(«$7», «$15», «$40»))«;
»»)m4_dnl
m4_dnl
m4_dnl  What a lane multiplies, from its slice or from where it lies; rows and columns past the end read the last.
m4_define(«cl_x_value», «m4_ifelse(«$20», «sliced», «cl_at(«pl_x_slice_$6», cl_within(cl_rows_fit, «pl_row + pl_i * »PL_LANE_ROWS(), m4_eval(cl_height - 1)), m4_eval($19 + 1), «pl_k», «1»)»,
    «cl_dot_widen(«$6», «$10», cl_at(«$9», cl_within(cl_rows_fit, cl_own_row, «$2 - 1»), «$11», cl_deep«pl_k», «$12»))»)»)m4_dnl
m4_define(«cl_y_value», «m4_ifelse(«$21», «sliced», ««pl_y_slice_$6[pl_k * »cl_width« + »cl_within(cl_columns_fit, «pl_column + pl_j * »PL_LANE_COLUMNS(), m4_eval(cl_width - 1))«]»»,
    «cl_dot_widen(«$6», «$14», cl_at(«$13», cl_deep«pl_k», «$15», cl_within(cl_columns_fit, cl_own_column, «$3 - 1»), «$16»))»)»)m4_dnl
m4_define(«cl_within», «m4_ifelse(«$1», «yes», ««$2»», ««($2 < $3 ? $2 : $3)»»)»)m4_dnl
m4_dnl
m4_define(«cl_slice_depth», «m4_ifelse(cl_slices_fit, «yes», ««$19»», ««pl_depth»»)»)m4_dnl
m4_dnl
m4_dnl  Sums stand in registers: of their own, filled from z and stored there; or those that are z throughout.
m4_define(«cl_sums», «m4_ifelse(«$27», «held», ««$5»», ««pl_sum»»)»)m4_dnl
m4_define(«cl_begin_sums», «m4_ifelse(«$27», «held», «», «m4_indir(«cl_sum_$6»)« pl_sum[»cl_tile_rows«][»cl_tile_columns«];
»cl_own()«pl_sum[pl_i][pl_j] = »cl_all_fit(«cl_dot_widen(«$6», «$6», cl_own_element($@))», «cl_own_inside($@)« ? »cl_dot_widen(«$6», «$6», cl_own_element($@))« : 0»»)«;
»»)»)m4_dnl
m4_define(«cl_end_sums», «m4_ifelse(«$27», «held», «», «cl_own()cl_all_fit(«», ««if (»cl_own_inside($@)«)
»»)cl_own_element($@)« = »cl_dot_narrow(«$6», «pl_sum[pl_i][pl_j]»)«;
»»)»)m4_dnl
m4_define(«cl_dot_step», ««for (long pl_k = 0; pl_k < »cl_slice_depth($@)«; pl_k++) {
»m4_indir(«cl_sum_$6»)« pl_x[»cl_tile_rows«], pl_y[»cl_tile_columns«];
PL_UNROLL for (int pl_i = 0; pl_i < »cl_tile_rows«; pl_i++)
pl_x[pl_i] = »cl_x_value($@)«;
PL_UNROLL for (int pl_j = 0; pl_j < »cl_tile_columns«; pl_j++)
pl_y[pl_j] = »cl_y_value($@)«;
»cl_own()cl_sums($@)«[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
}
»»)m4_dnl
m4_define(«cl_dot_slices», «cl_x_slice($@)cl_y_slice($@)m4_ifelse(«$20 $21», «direct direct», «», ««barrier(»cl_fence(«$26»)«);
»»)m4_ifelse(cl_slices_fit, «yes», «», ««const long pl_depth = »m4_ifelse(cl_deep, «», ««$4»», ««$4 - pl_deep < $19 ? $4 - pl_deep : $19»»)«;
»»)cl_dot_step($@)m4_ifelse(«$22 $20 $21», «repeats direct direct», «», «$22», «repeats», ««barrier(CLK_LOCAL_MEM_FENCE);
»»)»)m4_dnl
m4_define(«cl_dot_sweep», «m4_ifelse(cl_deep, «», «cl_dot_slices($@)», ««for (long pl_deep = 0; pl_deep < $4; pl_deep += $19) {
»cl_dot_slices($@)«}
»»)»)m4_dnl
m4_define(«cl_dot_tiles», «m4_ifelse(cl_top, «», «», ««for (long pl_top = 0; pl_top < $2; pl_top += »cl_height«)
»»)m4_ifelse(cl_left, «», «», ««for (long pl_left = 0; pl_left < $3; pl_left += »cl_width«)
»»)«{
// $5 += $9 . $13, by tiles of »cl_tile_rows« x »cl_tile_columns« a lane
»cl_begin_sums($@)cl_dot_sweep($@)cl_end_sums($@)«}»»)m4_dnl
m4_dnl
m4_dnl  ==== Windows ==========================================================================================
m4_dnl  Copied by all lanes, each its elements; only where a window hangs over the edge, so a whole block has no masks.
m4_define(«cl_and», «»)m4_define(«cl_first_and», «m4_define(«cl_and», «m4_define(«cl_and», «« && »»)»)»)m4_dnl
m4_define(«cl_gpu_dim_loop», «m4_ifelse(«$2», «one», «», «cl_gpu_over(«pl_at_$1», «0», «$3», «1», «constant», «$13», «$14», «$15»)»)»)m4_dnl
m4_define(«cl_gpu_dim_in», «m4_ifelse(«$2», «one», «», «$8», «ragged», «m4_ifelse(«$2», «element», «cl_and()cl_base«_$1 + pl_at_$1 >= 0»»)m4_dnl
m4_ifelse(«$2», «bounded», «cl_and()«pl_at_$1 < »cl_base«_count_$1»», «cl_and()cl_base«_$1 + pl_at_$1 < $5»»)»)»)m4_dnl
m4_define(«cl_gpu_loops», «m4_ifelse(cl_flat(«cl_dims(«$1», «cl_gpu_dim_loop»)»), «», ««if (pl_lane == 0)
»», «cl_dims(«$1», «cl_gpu_dim_loop»)»)»)m4_dnl
m4_define(«cl_gpu_in», «cl_first_and()cl_flat(«cl_dims(«$1», «cl_gpu_dim_in»)»)»)m4_dnl
m4_define(«cl_gpu_if_in», «m4_ifelse(cl_gpu_in(«$1»), «», «», ««if (»cl_gpu_in(«$1»)«)
»»)»)m4_dnl
m4_dnl
m4_dnl  Garbage of an integer type must not trap where it is divided by.
m4_define(«cl_outside», «m4_ifelse(«$8», «», «m4_ifelse(m4_index(«$4», «f»), -1, «m4_ifdef(«cl_host_$4», «1»)»)», ««$8»»)»)m4_dnl
m4_define(«cl_gpu_copy_in», «m4_ifelse(«$3», «out», «», «cl_gpu_loops(«$1»)m4_dnl
m4_ifelse(cl_outside($@), «», «cl_gpu_if_in(«$1»)cl_base«_window[»cl_in_window(«$1»)«] = »cl_base«_block[»cl_in_array(«$1»)«];
»», cl_gpu_in(«$1»), «», «cl_base«_window[»cl_in_window(«$1»)«] = »cl_base«_block[»cl_in_array(«$1»)«];
»», «cl_base«_window[»cl_in_window(«$1»)«] = »cl_gpu_in(«$1»)« ? »cl_base«_block[»cl_in_array(«$1»)«] : »cl_outside($@)«;
»»)»)»)m4_dnl
m4_define(«cl_gpu_copy_out», «cl_gpu_loops(«$1»)cl_gpu_if_in(«$1»)m4_dnl
cl_base«_array[»cl_offset(«$1»)« + »cl_in_array(«$1»)«] = »cl_base«_window[»cl_in_window(«$1»)«];
»»)m4_dnl
m4_dnl
m4_define(«cl_gpu_visit», «cl_of(«$1», «cl_gpu_visited»)»)m4_dnl
m4_define(«cl_gpu_visited», «m4_define(«cl_base», ««$2»»)m4_define(«cl_kept», «$10»)«
// $1
»cl_dims(«$1», «cl_start»)cl_dims(«$1», «cl_dim_check»)m4_dnl
m4_ifelse(«$5», «edge», ««const int $2_whole = »cl_whole(«$1»)«;
»», «$5», «always», ««const int $2_whole = 0;
»»)«__global »cl_const($@)pl_type(«$4»)« *»m4_ifelse(«$10», «in_place», ««$1»», «$10», «masked», ««$1»», ««$2_block»»)« = $2_array + »cl_offset(«$1»)«;
»m4_define(«pl_stride», m4_defn(«cl_gpu_stride»))m4_ifelse(«$10», «held», «», «$10», «copied», «cl_gpu_point($@)», «m4_indir(«PL_STRIDES_$1»)»)m4_dnl
m4_ifelse(«$10», «held», «cl_gpu_hold($@)», «$10», «staged», «cl_gpu_stage($@)»)»)m4_dnl
m4_define(«cl_gpu_stride», ««const long $1 = »m4_ifelse(cl_kept, «copied», «cl_base«_whole ? $2 : $3»», cl_kept, «staged», ««$3»», ««$2»»)«;
»»)m4_dnl
m4_dnl
m4_dnl  In place, and where it hangs over the edge, or always, as a copy in global memory.
m4_define(«cl_gpu_point», ««__global »cl_const($@)pl_type(«$4»)« *$1 = $2_whole ? $2_block : $2_window;
»m4_indir(«PL_STRIDES_$1»)m4_dnl
m4_ifelse(«$7», «moved», «cl_gpu_move($@)», «$3», «out», «», ««if (!$2_whole) {
»m4_indir(«PL_FETCH_$1»)cl_gpu_copy_in($@)m4_indir(«PL_FETCHED_$1»)«}
»»)»)m4_dnl
m4_define(«cl_gpu_leave», «cl_of(«$1», «cl_gpu_left»)»)m4_dnl
m4_define(«cl_gpu_left», «m4_define(«cl_base», ««$2»»)m4_ifelse(«$10», «held», «cl_gpu_release($@)», «$10», «staged», «cl_gpu_unstage($@)»,
    «$10», «copied», «m4_ifelse(«$3», «in», «», «$7», «moved», «», ««if (!$2_whole) {
»m4_indir(«PL_LEAVE_$1»)cl_gpu_copy_out(«$1»)«}
»»)»)»)m4_dnl
m4_dnl
m4_dnl  A window in registers: filled by the visit, where it is read back, and stored by the leave, each element by its lane.
m4_define(«cl_in_turns», «m4_define(«pl_place», m4_defn(«cl_fifth»))m4_indir(«PL_PLACE_$1»)»)m4_define(«cl_fifth», «$5»)m4_dnl
m4_define(«cl_gpu_hold», «pl_type(«$4»)« $1$11;
»m4_ifelse(«$3», «out», «», «cl_fill_near($@, «cl_in_turns(«$1»)»)»)»)m4_dnl
m4_define(«cl_gpu_release», «cl_empty_near($@, «cl_in_turns(«$1»)»)»)m4_dnl
m4_dnl
m4_dnl  One in local memory: all lanes copy it, neighbours neighbours.
m4_define(«cl_gpu_stage», «m4_ifelse(«$3», «out», «», «m4_indir(«PL_FETCH_$1»)cl_fill_near($@, «cl_at_window(«$1»)»)m4_indir(«PL_FETCHED_$1»)»)»)m4_dnl
m4_define(«cl_gpu_unstage», «m4_ifelse(«$3», «in», «», «m4_indir(«PL_LEAVE_$1»)cl_empty_near($@, «cl_at_window(«$1»)»)»)»)m4_dnl
m4_dnl
m4_define(«cl_at_window», ««[»cl_in_window(«$1»)«]»»)m4_dnl
m4_dnl
m4_dnl  cl_fill_near(the operand, which element of it), cl_empty_near: a whole block has no masks.
m4_define(«cl_fill_near», «cl_at_edge(«$5», «$2», «cl_gpu_loops(«$1»)«$1»$12« = $2_block[»cl_in_array(«$1»)«];
»», «cl_gpu_loops(«$1»)m4_ifelse(cl_outside($@), «», «cl_gpu_if_in(«$1»)«$1»$12« = $2_block[»cl_in_array(«$1»)«];
»», ««$1»$12« = »cl_gpu_in(«$1»)« ? $2_block[»cl_in_array(«$1»)«] : »cl_outside($@)«;
»»)»)»)m4_dnl
m4_define(«cl_empty_near», «cl_at_edge(«$5», «$2», «cl_gpu_loops(«$1»)«$2_block[»cl_in_array(«$1»)«] = $1»$12«;
»», «cl_gpu_loops(«$1»)cl_gpu_if_in(«$1»)«$2_block[»cl_in_array(«$1»)«] = $1»$12«;
»»)»)m4_dnl
m4_define(«cl_at_edge», «m4_ifelse(«$1», «never», «$3», ««if ($2_whole) {
»$3«} else {
»$4«}
»»)»)m4_dnl
m4_dnl
m4_dnl  A window that stays while its index does.
m4_define(«cl_gpu_put_back», «m4_ifelse(«$3», «in», «», ««if ($2_copied) {
»cl_dims(«$1», «cl_dim_was»)cl_gpu_copy_out(«$1»)«}
»»)»)m4_dnl
m4_define(«cl_gpu_move», ««if (!$2_held»cl_dims(«$1», «cl_dim_moved»)«) {
»m4_indir(«PL_FETCH_$1»)cl_gpu_put_back($@)m4_indir(«PL_BETWEEN_$1»)cl_dims(«$1», «cl_dim_keep»)«$2_held = 1;
$2_copied = !$2_whole;
»m4_ifelse(«$3», «out», «», ««if ($2_copied) {
»cl_gpu_copy_in($@)«}
»»)m4_indir(«PL_FETCHED_$1»)«}
»»)m4_dnl
m4_define(«cl_gpu_state», «m4_ifelse(«$10», «copied», «cl_state($@)»)»)m4_dnl
m4_define(«cl_gpu_end», «m4_define(«cl_base», ««$2»»)m4_ifelse(«$7 $10», «moved copied», «m4_ifelse(«$5», «never», «», «$3», «in», «»,
    ««if ($2_copied) {
»cl_dims(«$1», «cl_dim_was»)m4_indir(«PL_LEAVE_$1»)cl_gpu_copy_out(«$1»)«}
»»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_define(«cl_gpu_programs», «m4_ifelse(PL_SEVERAL(), «yes»,
    ««for (long »cl_program()« = get_group_id(0); »cl_program()« < »cl_programs()«; »cl_program()« += get_num_groups(0)) {
»», ««{
»cl_parallel(«», ««const long »cl_program()« = get_group_id(0);
»», ««const long pl_program = get_group_id(0);
»»)»)cl_program_ids()cl_axes(«cl_axis_sequential»)cl_operands(«cl_gpu_state»)$1«
»cl_operands(«cl_gpu_end»)«}
»»)m4_dnl
m4_define(«cl_gpu_room», «m4_ifelse(«$4», «local», ««__local »pl_type(«$2»)« $1[$5];
»», «$4», «global», ««__global »pl_type(«$2»)« *$1 = (__global »pl_type(«$2»)« *)pl_slice;
pl_slice += PL_ROOM(»cl_factor(«$3»)« * sizeof (»pl_type(«$2»)«));
»»)»)m4_dnl
m4_dnl  pl_near(name, type, count, number): a window in local memory.
m4_define(«cl_gpu_near», ««__local »pl_type(«$2»)« $1[$3];
»»)m4_dnl
m4_define(«cl_gpu_scratch», «m4_ifelse(«$4», «private», «pl_type(«$2»)« $1$5;
»», «cl_space(«$4»)pl_type(«$2»)« *$1 = $3;
»»)»)m4_dnl
m4_dnl
m4_dnl  pl_local(tree|x_slice|y_slice, type, elements)
m4_define(«cl_gpu_local», «m4_ifelse(«$1», «tree», ««__local »pl_type(«$2»)« »cl_tree(«$2»)«[$3];
»», ««__local »m4_indir(«cl_sum_$2»)« pl_$1_$2[$3];
»»)»)m4_dnl
m4_define(«cl_is_global», «m4_ifelse(«$4», «global», «x»)»)m4_dnl
m4_define(«cl_if_workspace», «m4_define(«pl_room», m4_defn(«cl_is_global»))m4_ifelse(cl_flat(«PL_ROOMS()»), «», «$2», «$1»)»)m4_dnl
m4_define(«cl_gpu_kernel», «m4_ifelse(PL_LANES_REFUSED(), «», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: opencl, the kernel for GPUs: »PL_LANE_ROWS()« x »PL_LANE_COLUMNS()« lanes.
__kernel __attribute__((reqd_work_group_size(»cl_lanes()«, 1, 1)))
void »PL_NAME()«_gpu(»pl_begin_list()cl_arguments(«cl_argument»)cl_axes(«cl_axis_argument»)cl_arguments(«cl_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«__global int *restrict pl_reports»»)m4_dnl
cl_if_workspace(«pl_comma()«__global uchar *restrict pl_workspace, const long pl_workspace_bytes»»)«)
{
»cl_arguments(«cl_value»)«const int pl_lane = get_local_id(0), pl_row = pl_lane / »PL_LANE_COLUMNS()«, pl_column = pl_lane % »PL_LANE_COLUMNS()«;
»m4_define(«pl_local», m4_defn(«cl_gpu_local»))PL_LOCALS()m4_dnl
cl_if_workspace(««__global uchar *pl_slice = pl_workspace + get_group_id(0) * pl_workspace_bytes;
»»)m4_define(«pl_room», m4_defn(«cl_gpu_room»))PL_ROOMS()m4_define(«pl_near», m4_defn(«cl_gpu_near»))PL_NEAR()m4_dnl
m4_define(«pl_scratch», m4_defn(«cl_gpu_scratch»))PL_SCRATCHES()PL_SCHEDULE()«}
»»)»)m4_dnl
m4_dnl
m4_dnl  cl_for_gpu(text): with the meanings of this file.
m4_define(«cl_push», «m4_ifelse(«$1», «», «», «m4_pushdef(«pl_$1», m4_defn(«cl_gpu_$1»))cl_push(m4_shift($@))»)»)m4_dnl
m4_define(«cl_pop», «m4_ifelse(«$1», «», «», «m4_popdef(«pl_$1»)cl_pop(m4_shift($@))»)»)m4_dnl
m4_define(«cl_gpu_loop», m4_defn(«cl_gpu_each»))m4_dnl
m4_define(«cl_gpu_words», «edges, guard, over, turn, each, loop, reduce, fill, assign, tile, view, element, check, dot, once, barrier, visit, leave, programs»)m4_dnl
m4_define(«cl_for_gpu», «cl_push(cl_gpu_words)$1«»cl_pop(cl_gpu_words)»)m4_dnl
