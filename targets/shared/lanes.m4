m4_dnl  lanes.m4 -- the schedule for GPUs: a group of lanes runs a program. What it does is said here; the words are
m4_dnl  the target's, in a file that it includes before windows.m4 and this one (opencl/spelling.m4, opencl/types.m4):
m4_dnl
m4_dnl      say_target(), say_kernel(lanes), say_suffix()   its name; what stands before a kernel's name, and at its end
m4_dnl      say_space(local|global|…), say_restrict() before the type of a pointer; behind a pointer's *
m4_dnl      say_local_array(type, name, elements)    declares an array in local memory
m4_dnl      say_lane(), say_group(), say_groups()    this lane's number in its group, this group's number, how many there are
m4_dnl      say_only_programs(program, programs)     where more groups may run than there are programs: those past them end
m4_dnl      say_barrier(local|global|both)           all lanes of the group wait, and see what these memories hold
m4_dnl      say_unroll()                             before a loop whose body has registers by its index
m4_dnl      say_sum(code), say_least(code), say_most(code)   what PL_DOT sums a type in; the least and the greatest of it
m4_dnl      say_atomic(…)                                pl_atomic, where the memory that it names counts
m4_dnl      say_is_struct(code, then, else), say_is_small(code, then, else)
m4_dnl      say_if_by_pointer(code, then, else), say_value_type(code)   does a kernel get such a value by a pointer? else as what
m4_dnl
m4_dnl  and the facts of expressions, pl_type, pl_convert, pl_element, pl_cdiv, pl_math, pl_max, pl_min, pl_atomic, pl_print,
m4_dnl  pl_matrix, pl_dot_room. A function of the user's may have loops: lanes_for_gpu(«PL_GLOBALS()») knows them.
m4_dnl  Kernels call pl_report, pl_multiple, pl_most_f32 and the like, pl_f32_of_bf16 and the like, and the macro PL_ROOM, which it offers.
m4_dnl
m4_dnl  Facts that several schedules of a target read mean what is said here while lanes_for_gpu reads them; see the end.
m4_dnl
m4_define(«lane_count», «m4_eval(PL_LANE_ROWS() * PL_LANE_COLUMNS())»)m4_dnl
m4_dnl
m4_dnl  pl_barrier(memories, why)
m4_define(«lanes_barrier», «say_barrier(«$1»)«        // $2
»»)m4_dnl
m4_dnl
m4_dnl  pl_once(group|row, statement)
m4_define(«lanes_once», ««if (»m4_ifelse(«$1», «row», ««pl_column»», ««pl_lane»»)« == 0) {
»$2«}
»»)m4_dnl
m4_dnl
m4_dnl  pl_edges(all windows are whole, statement): without masks where they are. pl_guard(the element is inside): or not the next statement
m4_define(«lanes_edges», ««if ($1) {
»$2«} else {
»m4_pushdef(«lane_masked», «yes»)$2«»m4_popdef(«lane_masked»)«}
»»)m4_dnl
m4_define(«lane_if_masked», «m4_ifelse(«$1», «», «$3», m4_ifdef(«lane_masked», «yes»), «yes», «$2», «$3»)»)m4_dnl
m4_define(«lanes_guard», «lane_if_masked(«$1», ««if ($1)
»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Loops ============================================================================================
m4_dnl  pl_over(index, lo, hi, step, constant|once|dependent, all|lanes|rows|columns, turns, full|short)
m4_define(«lane_who», «m4_ifelse(«$1», «lanes», ««pl_lane»», «$1», «rows», ««pl_row»», ««pl_column»»)»)m4_dnl
m4_define(«lane_how_many», «m4_ifelse(«$1», «lanes», «lane_count()», «$1», «rows», «PL_LANE_ROWS()», «PL_LANE_COLUMNS()»)»)m4_dnl
m4_define(«lane_from», «m4_ifelse(«$1», «all», ««$2»», «$2», «0», «lane_who(«$1»)», ««$2 + »lane_who(«$1»)»)»)m4_dnl
m4_define(«lane_step», «m4_ifelse(«$1», «all», «m4_ifelse(«$3», «1», ««$2++»», ««$2 += $3»»)», ««$2 += »lane_how_many(«$1»)»)»)m4_dnl
m4_define(«lanes_over», «m4_ifelse(«$7», «», «lane_plain_over($@)», «lane_turns_over($@)»)»)m4_dnl
m4_define(«lane_plain_over», ««for (long $1 = »lane_from(«$6», «$2»)m4_ifelse(«$5», «constant», ««; $1 < $3; »»,
    ««, pl_end_$1 = $3; $1 < pl_end_$1; »»)lane_step(«$6», «$1», «$4»)«)
»»)m4_dnl
m4_dnl
m4_dnl  Over elements that lie in registers: a turn says which; pl_turn(index).
m4_define(«lane_turn», ««pl_turn_»m4_patsubst(«$1», «^pl_at_»)»)m4_define(«lanes_turn», ««[»lane_turn(«$1»)«]»»)m4_dnl
m4_define(«lane_turns_over», «m4_ifelse(«$8», «full», «lane_if_named(«$1», «lane_indexed_turns($@)», «lane_bare_turns($@)»)», «lane_indexed_turns($@)»)»)m4_dnl
m4_define(«lane_indexed_turns», «say_unroll()«for (long $1 = »lane_who(«$6»)«, »lane_turn(«$1»)« = 0; »lane_turn(«$1»)« < $7»m4_ifelse(«$8», «short», «« && $1 < $3»»)m4_dnl
«; $1 += »lane_how_many(«$6»)«, »lane_turn(«$1»)«++)
»»)m4_dnl
m4_dnl
m4_define(«lanes_open», «lanes_over($@)« {
»»)m4_define(«lanes_close», ««}
»»)m4_dnl
m4_define(«lanes_each», «lane_keep_names(«$1», «$2»)m4_define(«pl_over», m4_defn(«lanes_open»))$1«»m4_define(«pl_over», m4_defn(«lanes_over»))m4_popdef(«lane_names»)m4_dnl
$2«»m4_define(«pl_over», m4_defn(«lanes_close»))$1«»m4_define(«pl_over», m4_defn(«lanes_over»))»)m4_dnl
m4_dnl
m4_dnl  lane_names: what the body says, while heads of loops over registers are written, which may do without their index.
m4_define(«lane_keep_names», «m4_ifelse(m4_index(«$1», «, full)»), -1, «m4_pushdef(«lane_names», «»)», «m4_pushdef(«lane_names», lane_quoted($2))»)»)m4_dnl
m4_define(«lane_quoted», «««$*»»»)m4_dnl
m4_define(«lane_if_named», «m4_ifdef(«lane_names», «m4_ifelse(m4_regexp(m4_defn(«lane_names»), «\b$1\b»), -1, «$3», «$2»)», «$2»)»)m4_dnl
m4_dnl
m4_dnl  Where each lane fills all that it has in registers, a turn is all that it has to know.
m4_define(«lane_bare_turns», «m4_ifelse(«$8», «full», «say_unroll()«for (int »lane_turn(«$1»)« = 0; »lane_turn(«$1»)« < $7; »lane_turn(«$1»)«++)
»», «lanes_over($@)»)»)m4_dnl
m4_define(«lane_fill_overs», «m4_ifelse(«$2», «», «$1», «lane_if_masked(«$3», «$1», «m4_pushdef(«pl_over», m4_defn(«lane_bare_turns»))$1«»m4_popdef(«pl_over»)»)»)»)m4_dnl
m4_define(«lanes_fill», «c_if_number(«$6», «lanes_fill_with($@, pl_convert(«$5», «$2», «$6»))», ««{
const »pl_type(«$2»)« pl_value = »pl_convert(«$5», «$2», «$6»)«;
»lanes_fill_with($@, «pl_value»)«
}»»)»)m4_dnl
m4_define(«lanes_fill_with», «lane_fill_overs(«$3», «$8», «$9»)lane_if_masked(«$9», ««if ($9)
»»)«$1»lane_register(«$4», «$8»)« = $10;»»)m4_dnl
m4_define(«lanes_assign», «$3«
»lane_if_masked(«$11», ««if ($11)
»»)«$1»lane_register(«$4», «$9»)« = »pl_convert(«$6», «$2», lanes_element(«$5», «$7», «», «», «$10», «$12», «$13»))«;»»)m4_dnl
m4_dnl  lane_register(offset in memory, turns): of an element.
m4_define(«lane_register», «m4_ifelse(«$2», «», ««[$1]»», «$2»)»)m4_dnl
m4_dnl
m4_dnl  ==== Blocks ===========================================================================================
m4_dnl  pl_tile(name, type, room, extents, all but the first, memory, elements), pl_view(…, memory)
m4_define(«lanes_tile», «m4_ifelse(«$6», «private», «pl_type(«$2»)« $1»m4_ifelse(«$8», «», ««[$7]»», ««$8»»)«;»», «say_space(«$6»)pl_type(«$2»)« *$1 = $3;»»)»)m4_dnl
m4_define(«lanes_view», «say_space(«$9»)«$3»pl_type(«$2»)« *$1 = $4»m4_ifelse(«$5», «0», «», «« + $5»»)«;»»)m4_dnl
m4_dnl  pl_element(ref, offset, alongs, subscripts, turns, inside, what is read outside)
m4_define(«lanes_element», «lane_if_masked(«$6», ««($6 ? $1»lane_register(«$2», «$5»)« : $7)»», ««$1»lane_register(«$2», «$5»)»)»)m4_dnl
m4_dnl
m4_dnl  pl_inside(the element is inside, value there, value elsewhere): where the window is whole it is.
m4_define(«lanes_inside», «lane_if_masked(«$1», ««($1 ? $2 : $3)»», «m4_ifelse(m4_regexp(«$2», «^[A-Za-z0-9_]+\(\[[^][]*\]\)?$»), 0, ««$2»», ««($2)»»)»)»)m4_dnl
m4_dnl
m4_dnl  pl_check(number, condition, values, format, line, group|element|lane): lanes must not part, so only all of them return.
m4_define(«lanes_check», ««if (!($2)) {
pl_report(pl_reports, $1, »c_number()«$3);
»m4_ifelse(«$6», «group», ««return;
»», «$6», «element», ««continue;
»»)«}»»)m4_dnl
m4_dnl
m4_dnl  pl_counts_up(number, step of a loop, line, group|element|lane): where lanes must not part, one that does not takes 1.
m4_define(«lanes_counts_up», ««if ($2 < 1) {
pl_report(pl_reports, $1, »c_number()«, $2, 0, 0, 0, 0);
»m4_ifelse(«$4», «group», ««return;
»», ««$2 = 1;
»»)«}»»)m4_dnl
m4_dnl
m4_dnl  ==== Folds ============================================================================================
m4_dnl  pl_reduce(type, accumulator, op | call, name, overs, type of e, e, lane|row|group, local|element, memories)
m4_define(«lanes_reduce», «m4_ifelse(«$8», «lane», «$5«
»lane_op(«$1», «$2», «$3», «$4», «$7»)«;»», «$3», «call», «lane_fold_parts($@)», «lane_fold_shares($@)»)»)m4_dnl
m4_dnl
m4_dnl  lane_op(type, accumulator, op | call, name, value)
m4_define(«lane_op», «m4_ifelse(
«$3», «call», ««$2 = $4($2, $5)»»,
«$3», «PL_ADD», ««$2 += $5»», «$3», «PL_MUL», ««$2 *= $5»», «$3», «PL_AND», ««$2 &= $5»», «$3», «PL_OR», ««$2 |= $5»»,
«$3», «PL_XOR», ««$2 ^= $5»», «$3», «PL_MAX», ««$2 = pl_most_$1($2, $5)»», ««$2 = pl_least_$1($2, $5)»»)»)m4_dnl
m4_dnl
m4_dnl  lane_neutral(type, op): what a lane without a share of its own has.
m4_define(«lane_neutral», «m4_ifelse(«$2», «PL_MUL», ««1»», «$2», «PL_AND», ««»m4_ifelse(«$1», «bool», «1», «-1»)«»»,
    «$2», «PL_MAX», «say_least(«$1»)», «$2», «PL_MIN», «say_most(«$1»)», ««0»»)»)m4_dnl
m4_dnl
m4_dnl  Names of what the lanes of a row, or of the group, are called and share.
m4_define(«lane_tree», «m4_translit(««pl_tree_$1»», « », «_»)»)m4_dnl
m4_define(«lane_sharing», «m4_ifelse(«$1», «row», ««pl_column»», ««pl_lane»»)»)m4_dnl
m4_define(«lane_sharers», «m4_ifelse(«$1», «row», «PL_LANE_COLUMNS()», «lane_count()»)»)m4_dnl
m4_define(«lane_first_sharer», «m4_ifelse(«$1», «row», ««pl_lane - pl_column»», ««0»»)»)m4_dnl
m4_define(«lane_last_step», ««»m4_ifelse(«$9», «element», ««if (»lane_sharing(«$8»)« == 0)
»»)lane_op(«$1», «$2», «$3», «$4», lane_tree(«$1»)«[»lane_first_sharer(«$8»)«]»)«;
»»)m4_dnl
m4_dnl
m4_dnl  Each lane folds what is its own, then halves fold into halves. Order does not matter to these operations.
m4_define(«lane_last_barrier», «m4_ifelse(«$9», «element», «», «say_barrier(«local»)«
»»)»)m4_dnl
m4_dnl
m4_define(«lane_fold_shares», ««{
»pl_type(«$1»)« pl_part = »lane_neutral(«$1», «$3»)«;
»$5«
»lane_op(«$1», «pl_part», «$3», «$4», «$7»)«;
»lane_tree(«$1»)«[pl_lane] = pl_part;
for (int pl_half = »m4_eval(lane_sharers(«$8») / 2)«; pl_half > 0; pl_half /= 2) {
»say_barrier(«$10»)«
if (»lane_sharing(«$8»)« < pl_half)
»lane_op(«$1», lane_tree(«$1»)«[pl_lane]», «$3», «$4», lane_tree(«$1»)«[pl_lane + pl_half]»)«;
}
»lane_last_barrier($@)«»lane_last_step($@)«}»»)m4_dnl
m4_dnl
m4_dnl  A function of the user's need not commute: each lane folds an unbroken run, and neighbours fold in their order.
m4_define(«lane_part_bounds», «m4_ifelse(m4_index(«$6», «parts»), -1, «», ««const long pl_run = ($3 - ($2) + »m4_eval(lane_sharers(lane_run_of) - 1)«) / »lane_sharers(lane_run_of)«;
const long pl_from = $2 + »lane_sharing(lane_run_of)« * pl_run, pl_to = pl_from + pl_run < $3 ? pl_from + pl_run : $3;
const long pl_used = pl_run ? ($3 - ($2) + pl_run - 1) / pl_run : 0;
»»)»)m4_dnl
m4_define(«lane_part_over», «m4_ifelse(m4_index(«$6», «parts»), -1, «lanes_over($@)», ««for (long $1 = pl_from; $1 < pl_to; $1++)
»»)»)m4_dnl
m4_define(«lane_part_open», «lane_part_over($@)« {
»»)m4_dnl
m4_define(«lane_fold_parts», «m4_define(«lane_run_of», «$8»)«{
»m4_define(«pl_over», m4_defn(«lane_part_bounds»))$5«»m4_dnl
pl_type(«$1»)« pl_part;
bool pl_any = false;
»m4_define(«pl_over», m4_defn(«lane_part_open»))$5«const »pl_type(«$1»)« pl_next = $7;
pl_part = pl_any ? $4(pl_part, pl_next) : pl_next;
pl_any = true;
»m4_define(«pl_over», m4_defn(«lanes_close»))$5«»m4_define(«pl_over», m4_defn(«lanes_over»))m4_dnl
«if (pl_any)
»lane_tree(«$1»)«[pl_lane] = pl_part;
for (int pl_half = 1; pl_half < »lane_sharers(«$8»)«; pl_half *= 2) {
»say_barrier(«$10»)«
if (»lane_sharing(«$8»)« % (2 * pl_half) == 0 && »lane_sharing(«$8»)« + pl_half < pl_used)
»lane_op(«$1», lane_tree(«$1»)«[pl_lane]», «$3», «$4», lane_tree(«$1»)«[pl_lane + pl_half]»)«;
}
»lane_last_barrier($@)«if (pl_used > 0»m4_ifelse(«$9», «element», «« && »lane_sharing(«$8»)« == 0»»)«)
»lane_op(«$1», «$2», «$3», «$4», lane_tree(«$1»)«[»lane_first_sharer(«$8»)«]»)«;
}»»)m4_dnl
m4_dnl
m4_dnl  ==== PL_DOT ===========================================================================================
m4_dnl  pl_dot(room, m, n, k, then name, type, row stride, column stride of z, x and y, precision, tiles|group|lane,
m4_dnl         depth of a slice, x and y sliced|direct, repeats|once, m, n, k as numbers, memories)
m4_define(«lanes_dot», «m4_ifelse(«$18», «tiles», «lane_dot_sizes($@)lane_dot_tiles($@)», «lane_dot_elements($@)»)»)m4_dnl
m4_define(«lane_dot_widen», «say_is_small(«$2», ««pl_f32_of_$2($3)»», «m4_ifelse(say_sum(«$1»), pl_type(«$2»), ««$3»»,
    ««(»say_sum(«$1»)«)$3»»)»)»)m4_dnl
m4_dnl
m4_dnl  lane_at(block, row, stride of rows, column, stride of columns)
m4_define(«lane_times», «m4_ifelse(«$2», «1», ««$1»», «m4_ifelse(m4_index(«$1», « »), -1, ««$1»», ««($1)»»)« * »m4_ifelse(m4_index(«$2», « »), -1, ««$2»», ««($2)»»)»)»)m4_dnl
m4_define(«lane_at», ««$1[»lane_times(«$2», «$3»)« + »lane_times(«$4», «$5»)«]»»)m4_dnl
m4_define(«lane_dot_narrow», «say_is_small(«$1», ««pl_$1_of_f32($2)»», ««$2»»)»)m4_dnl
m4_dnl
m4_dnl  Sizes that are known at run time only: each lane its elements, one after the other.
m4_define(«lane_dot_elements», «lanes_over(«pl_r», «0», «$2», «1», «constant», m4_ifelse(«$18», «group», «rows», «all»))m4_dnl
lanes_over(«pl_c», «0», «$3», «1», «constant», m4_ifelse(«$18», «group», «columns», «all»))«{
»say_sum(«$6»)« pl_sum = »lane_dot_widen(«$6», «$6», lane_at(«$5», «pl_r», «$7», «pl_c», «$8»))«;
for (long pl_l = 0; pl_l < $4; pl_l++)
pl_sum += »lane_dot_widen(«$6», «$10», lane_at(«$9», «pl_r», «$11», «pl_l», «$12»))« * »lane_dot_widen(«$6», «$14», lane_at(«$13», «pl_l», «$15», «pl_c», «$16»))«;
»lane_at(«$5», «pl_r», «$7», «pl_c», «$8»)« = »lane_dot_narrow(«$6», «pl_sum»)«;
}»»)m4_dnl
m4_dnl
m4_dnl  What a tile is: lane_tile_rows x lane_tile_columns elements of a lane, lane_height x lane_width of the group.
m4_define(«lane_least_number», «m4_ifelse(m4_eval($1 < $2), 1, $1, $2)»)m4_dnl
m4_define(«lane_dot_sizes», «m4_define(«lane_height», lane_least_number($23, m4_eval(PL_DOT_TILE() * PL_LANE_ROWS())))m4_dnl
m4_define(«lane_width», lane_least_number($24, m4_eval(PL_DOT_TILE() * PL_LANE_COLUMNS())))m4_dnl
m4_define(«lane_tile_rows», m4_eval((lane_height + PL_LANE_ROWS() - 1) / PL_LANE_ROWS()))m4_dnl
m4_define(«lane_tile_columns», m4_eval((lane_width + PL_LANE_COLUMNS() - 1) / PL_LANE_COLUMNS()))m4_dnl
m4_define(«lane_rows_fit», m4_ifelse(m4_eval($23 % (lane_tile_rows * PL_LANE_ROWS())), 0, yes))m4_dnl
m4_define(«lane_columns_fit», m4_ifelse(m4_eval($24 % (lane_tile_columns * PL_LANE_COLUMNS())), 0, yes))m4_dnl
m4_define(«lane_slices_fit», m4_ifelse(m4_eval($25 % $19), 0, yes))m4_dnl
m4_define(«lane_top», m4_ifelse(m4_eval($23 > lane_height), 1, ««pl_top + »»))m4_dnl
m4_define(«lane_left», m4_ifelse(m4_eval($24 > lane_width), 1, ««pl_left + »»))m4_dnl
m4_define(«lane_deep», m4_ifelse(m4_eval($25 > $19), 1, ««pl_deep + »»))»)m4_dnl
m4_dnl
m4_dnl  Loops over a lane's own elements; pl_i, pl_j: of its tile.
m4_define(«lane_own», «say_unroll()«for (int pl_i = 0; pl_i < »lane_tile_rows«; pl_i++)
»say_unroll()«for (int pl_j = 0; pl_j < »lane_tile_columns«; pl_j++)
»»)m4_dnl
m4_define(«lane_own_row», «lane_top«pl_row + pl_i * »PL_LANE_ROWS()»)m4_define(«lane_own_column», «lane_left«pl_column + pl_j * »PL_LANE_COLUMNS()»)m4_dnl
m4_define(«lane_own_element», «lane_at(«$5», lane_own_row, «$7», lane_own_column, «$8»)»)m4_dnl
m4_define(«lane_row_inside», «lane_own_row« < $2»»)m4_define(«lane_column_inside», «lane_own_column« < $3»»)m4_dnl
m4_define(«lane_own_inside», «m4_ifelse(lane_rows_fit, «yes», «lane_column_inside($@)», «lane_row_inside($@)m4_dnl
m4_ifelse(lane_columns_fit, «yes», «», «« && »lane_column_inside($@)»)»)»)m4_dnl
m4_define(«lane_all_fit», «m4_ifelse(lane_rows_fit lane_columns_fit, «yes yes», «$1», «$2»)»)m4_dnl
m4_dnl
m4_dnl  An operand's slice. Lanes that are neighbours take neighbours in memory: where the rows lie closely, along a column.
m4_define(«lane_both», «m4_ifelse(«$1», «», «$2», «$2», «», «$1», «$1« && »$2»)»)m4_dnl
m4_define(«lane_in_slice», «m4_ifelse(«$1», «yes», «», ««$2 < $3»»)m4_ifelse(«$1 $4», « », «« && »»)m4_ifelse(«$4», «yes», «», ««$5 < $6»»)»)m4_dnl
m4_define(«lane_slice_value», «m4_ifelse(«$1», «», ««$2»», ««$1 ? $2 : »m4_ifelse(«$3», «», ««0»», ««$3»»)»)»)m4_dnl
m4_dnl  lane_slice_by(what goes over rows of lanes, how many, what over columns, how many): as many as there are lanes need no loop.
m4_define(«lane_slice_by», «lane_slice_over(«$1», «row», «$2», PL_LANE_ROWS())lane_slice_over(«$3», «column», «$4», PL_LANE_COLUMNS())»)m4_dnl
m4_define(«lane_slice_over», «m4_ifelse(«$3», «$4», «m4_define(«lane_at_$1», ««pl_$2»»)», «m4_define(«lane_at_$1», ««pl_$1»»)«for (long pl_$1 = pl_$2; pl_$1 < $3; pl_$1 += $4)
»»)»)m4_dnl
m4_dnl
m4_dnl  Where the window hangs over the edge, what lies in the array: lane_in_window_too(place of the rows, their end, of the
m4_dnl  columns, row, column); nothing: all.
m4_define(«lane_within_end», «m4_ifelse(«$2», «», «», ««$1$3 < $2»»)»)m4_dnl
m4_define(«lane_in_window_too», «lane_both(lane_within_end(«$1», «$2», «$5»), lane_within_end(«$3», «$4», «$6»))»)m4_dnl
m4_dnl
m4_dnl  lane_sliced_at_edge(its window is whole, or nothing, macro that copies, the arguments of pl_dot)
m4_define(«lane_sliced_at_edge», «m4_ifelse(«$1», «», «$2(«», m4_shift(m4_shift($@)))», ««if ($1) {
»$2(«», m4_shift(m4_shift($@)))«} else {
»$2(«masked», m4_shift(m4_shift($@)))«}
»»)»)m4_dnl
m4_define(«lane_x_slice», «m4_ifelse(«$20», «direct», «», «lane_sliced_at_edge(«$28», «lane_x_copy», $@)»)»)m4_dnl
m4_define(«lane_y_slice», «m4_ifelse(«$21», «direct», «», «lane_sliced_at_edge(«$34», «lane_y_copy», $@)»)»)m4_dnl
m4_dnl
m4_define(«lane_slice_edge», «m4_ifelse(«$3», «», «», «$3», «pl_$2_of_f32(0)», ««0»», «lane_dot_widen($@)»)»)m4_dnl
m4_dnl
m4_dnl  lane_x_copy(masked or nothing, the arguments of pl_dot): each of them is one further on.
m4_define(«lane_x_copy», «m4_ifelse(«$12», «1», «lane_slice_by(«k», «$20», «r», lane_height)», «lane_slice_by(«r», lane_height, «k», «$20»)»)m4_dnl
«pl_x_slice_$7[»lane_at_r« * »m4_eval($20 + 1)« + »lane_at_k«] = »lane_slice_value(
lane_both(lane_in_slice(m4_ifelse(«$24», lane_height, «yes», lane_rows_fit), lane_top«»lane_at_r, «$3», lane_slices_fit, lane_deep«»lane_at_k, «$5»),
m4_ifelse(«$1», «», «», «lane_in_window_too(«$30», «$31», «$32», «$33», lane_top«»lane_at_r, lane_deep«»lane_at_k)»)),
lane_dot_widen(«$7», «$11», lane_at(«$10», lane_top«»lane_at_r, «$12», lane_deep«»lane_at_k, «$13»)), lane_slice_edge(«$7», «$11», «$34»))«;
»»)m4_dnl
m4_define(«lane_y_copy», «m4_ifelse(«$16», «1», «lane_slice_by(«c», lane_width, «k», «$20»)», «lane_slice_by(«k», «$20», «c», lane_width)»)m4_dnl
«pl_y_slice_$7[»lane_at_k« * »lane_width« + »lane_at_c«] = »lane_slice_value(
lane_both(lane_in_slice(m4_ifelse(«$25», lane_width, «yes», lane_columns_fit), lane_left«»lane_at_c, «$4», lane_slices_fit, lane_deep«»lane_at_k, «$5»),
m4_ifelse(«$1», «», «», «lane_in_window_too(«$36», «$37», «$38», «$39», lane_deep«»lane_at_k, lane_left«»lane_at_c)»)),
lane_dot_widen(«$7», «$15», lane_at(«$14», lane_deep«»lane_at_k, «$16», lane_left«»lane_at_c, «$17»)), lane_slice_edge(«$7», «$15», «$40»))«;
»»)m4_dnl
m4_dnl
m4_dnl  What a lane multiplies, from its slice or from where it lies; rows and columns past the end read the last.
m4_define(«lane_x_value», «m4_ifelse(«$20», «sliced», «lane_at(«pl_x_slice_$6», lane_within(lane_rows_fit, «pl_row + pl_i * »PL_LANE_ROWS(), m4_eval(lane_height - 1)), m4_eval($19 + 1), «pl_k», «1»)»,
    «lane_dot_widen(«$6», «$10», lane_at(«$9», lane_within(lane_rows_fit, lane_own_row, «$2 - 1»), «$11», lane_deep«pl_k», «$12»))»)»)m4_dnl
m4_define(«lane_y_value», «m4_ifelse(«$21», «sliced», ««pl_y_slice_$6[pl_k * »lane_width« + »lane_within(lane_columns_fit, «pl_column + pl_j * »PL_LANE_COLUMNS(), m4_eval(lane_width - 1))«]»»,
    «lane_dot_widen(«$6», «$14», lane_at(«$13», lane_deep«pl_k», «$15», lane_within(lane_columns_fit, lane_own_column, «$3 - 1»), «$16»))»)»)m4_dnl
m4_define(«lane_within», «m4_ifelse(«$1», «yes», ««$2»», ««($2 < $3 ? $2 : $3)»»)»)m4_dnl
m4_dnl
m4_define(«lane_slice_depth», «m4_ifelse(lane_slices_fit, «yes», ««$19»», ««pl_depth»»)»)m4_dnl
m4_dnl
m4_dnl  Sums stand in registers: of their own, filled from z and stored there; or those that are z throughout.
m4_define(«lane_sums», «m4_ifelse(«$27», «held», ««$5»», ««pl_sum»»)»)m4_dnl
m4_define(«lane_begin_sums», «m4_ifelse(«$27», «held», «», «say_sum(«$6»)« pl_sum[»lane_tile_rows«][»lane_tile_columns«];
»lane_own()«pl_sum[pl_i][pl_j] = »lane_all_fit(«lane_dot_widen(«$6», «$6», lane_own_element($@))», «lane_own_inside($@)« ? »lane_dot_widen(«$6», «$6», lane_own_element($@))« : 0»»)«;
»»)»)m4_dnl
m4_define(«lane_end_sums», «m4_ifelse(«$27», «held», «», «lane_own()lane_all_fit(«», ««if (»lane_own_inside($@)«)
»»)lane_own_element($@)« = »lane_dot_narrow(«$6», «pl_sum[pl_i][pl_j]»)«;
»»)»)m4_dnl
m4_define(«lane_dot_step», ««for (long pl_k = 0; pl_k < »lane_slice_depth($@)«; pl_k++) {
»say_sum(«$6»)« pl_x[»lane_tile_rows«], pl_y[»lane_tile_columns«];
»say_unroll()«for (int pl_i = 0; pl_i < »lane_tile_rows«; pl_i++)
pl_x[pl_i] = »lane_x_value($@)«;
»say_unroll()«for (int pl_j = 0; pl_j < »lane_tile_columns«; pl_j++)
pl_y[pl_j] = »lane_y_value($@)«;
»lane_own()lane_sums($@)«[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
}
»»)m4_dnl
m4_define(«lane_dot_slices», «lane_x_slice($@)lane_y_slice($@)m4_ifelse(«$20 $21», «direct direct», «», «say_barrier(«$26»)«
»»)m4_ifelse(lane_slices_fit, «yes», «», ««const long pl_depth = »m4_ifelse(lane_deep, «», ««$4»», ««$4 - pl_deep < $19 ? $4 - pl_deep : $19»»)«;
»»)lane_dot_step($@)m4_ifelse(«$22 $20 $21», «repeats direct direct», «», «$22», «repeats», «say_barrier(«local»)«
»»)»)m4_dnl
m4_define(«lane_dot_sweep», «m4_ifelse(lane_deep, «», «lane_dot_slices($@)», ««for (long pl_deep = 0; pl_deep < $4; pl_deep += $19) {
»lane_dot_slices($@)«}
»»)»)m4_dnl
m4_define(«lane_dot_tiles», «m4_ifelse(lane_top, «», «», ««for (long pl_top = 0; pl_top < $2; pl_top += »lane_height«)
»»)m4_ifelse(lane_left, «», «», ««for (long pl_left = 0; pl_left < $3; pl_left += »lane_width«)
»»)lane_dot_brace(«$27», ««{
»»)«// $5 += $9 . $13, by tiles of »lane_tile_rows« x »lane_tile_columns« a lane»m4_ifelse(lane_deep, «», «», ««, $19 columns of $9 at a time»»)«
»lane_begin_sums($@)lane_dot_sweep($@)lane_end_sums($@)lane_dot_brace(«$27», ««}»»)»)m4_dnl
m4_dnl  lane_dot_brace(held or not, brace): where it declares nothing and is no body of a loop, none.
m4_define(«lane_dot_brace», «m4_ifelse(«$1», «held», «m4_ifelse(lane_top«»lane_left, «», «m4_ifelse(lane_deep, «», «$2»)», «$2»)», «$2»)»)m4_dnl
m4_dnl
m4_dnl  ==== Windows ==========================================================================================
m4_dnl  Copied by all lanes, each its elements; only where a window hangs over the edge, so a whole block has no masks.
m4_define(«lane_and», «»)m4_define(«lane_first_and», «m4_define(«lane_and», «m4_define(«lane_and», «« && »»)»)»)m4_dnl
m4_define(«lanes_dim_loop», «m4_ifelse(«$2», «one», «», «lanes_over(«pl_at_$1», «0», «$3», «1», «constant», «$13», «$14», «$15»)»)»)m4_dnl
m4_define(«lanes_dim_in», «m4_ifelse(«$2», «one», «», «$8», «ragged», «m4_ifelse(«$2», «element», «lane_and()c_base«_$1 + pl_at_$1 >= 0»»)m4_dnl
m4_ifelse(«$2», «bounded», «lane_and()«pl_at_$1 < »c_base«_count_$1»», «lane_and()c_base«_$1 + pl_at_$1 < $5»»)»)»)m4_dnl
m4_define(«lanes_loops», «m4_ifelse(c_flat(«c_dims(«$1», «lanes_dim_loop»)»), «», ««if (pl_lane == 0)
»», «c_dims(«$1», «lanes_dim_loop»)»)»)m4_dnl
m4_define(«lanes_in», «lane_first_and()c_flat(«c_dims(«$1», «lanes_dim_in»)»)»)m4_dnl
m4_define(«lanes_if_in», «m4_ifelse(lanes_in(«$1»), «», «», ««if (»lanes_in(«$1»)«)
»»)»)m4_dnl
m4_dnl
m4_dnl  Garbage of an integer type must not trap where it is divided by.
m4_define(«lane_outside», «m4_ifelse(«$9», «», «say_is_small(«$4», «», «m4_ifelse(m4_index(«$4», «f»), -1, «say_is_struct(«$4», «», «1»)»)»)», ««$9»»)»)m4_dnl
m4_define(«lanes_copy_in», «m4_ifelse(«$3», «out», «», «lanes_loops(«$1»)m4_dnl
m4_ifelse(lane_outside($@), «», «lanes_if_in(«$1»)c_base«_window[»c_in_window(«$1»)«] = »c_base«_block[»c_in_array(«$1»)«];
»», lanes_in(«$1»), «», «c_base«_window[»c_in_window(«$1»)«] = »c_base«_block[»c_in_array(«$1»)«];
»», «c_base«_window[»c_in_window(«$1»)«] = »lanes_in(«$1»)« ? »c_base«_block[»c_in_array(«$1»)«] : »lane_outside($@)«;
»»)»)»)m4_dnl
m4_define(«lanes_copy_out», «lanes_loops(«$1»)lanes_if_in(«$1»)m4_dnl
c_base«_block[»c_in_array(«$1»)«] = »c_base«_window[»c_in_window(«$1»)«];
»»)m4_dnl
m4_define(«lanes_copy_out_late», «lanes_loops(«$1»)lanes_if_in(«$1»)m4_dnl
c_base«_array[»c_place_text(«$1»)«] = »c_base«_window[»c_in_window(«$1»)«];
»»)m4_dnl
m4_dnl
m4_define(«lanes_visit», «c_of(«$1», «lanes_visited»)»)m4_dnl
m4_define(«lanes_visited», «m4_define(«c_base», ««$2»»)m4_define(«lane_kept», «$11»)c_title(«$1», «$2»)m4_dnl
c_entries(«$1»)c_dims(«$1», «c_start»)c_dims(«$1», «c_dim_check»)m4_dnl
m4_ifelse(«$5», «edge», «c_local(«$2_whole», ««const int $2_whole = »c_whole(«$1»)«;
»»)», «$5», «always», «c_local(«$2_whole», ««const int $2_whole = 0;
»»)»)lane_point_at(m4_ifelse(«$11», «in_place», ««$1»», «$11», «masked», ««$1»», ««$2_block»»), $@)m4_dnl
m4_define(«pl_stride», m4_defn(«lanes_stride»))m4_ifelse(«$11», «held», «», «$11», «copied», «lanes_point($@)», «m4_indir(«PL_STRIDES_$1»)»)m4_dnl
m4_ifelse(«$11», «held», «lanes_hold($@)», «$11», «staged», «lanes_stage($@)»)»)m4_dnl
m4_define(«lane_point_at», «c_local(«$1», «say_space(«global»)«»c_const(m4_shift($@))pl_type(«$5»)« *$1 = $3_array»c_plus_offset(«$2»)«;
»»)»)m4_dnl
m4_define(«lanes_stride», «c_local(«$1», ««const long $1 = »m4_ifelse(lane_kept, «copied», «c_base«_whole ? $2 : $3»», lane_kept, «staged», ««$3»», ««$2»»)«;
»»)»)m4_dnl
m4_dnl
m4_dnl  In place, and where it hangs over the edge, or always, as a copy in global memory.
m4_define(«lanes_point», «c_local(«$1», «say_space(«global»)«»c_const($@)pl_type(«$4»)« *$1 = $2_whole ? $2_block : $2_window;
»»)m4_indir(«PL_STRIDES_$1»)m4_dnl
m4_ifelse(«$7», «moved», «lanes_move($@)», «$3», «out», «», ««if (!$2_whole) {
»m4_indir(«PL_FETCH_$1»)lanes_copy_in($@)m4_indir(«PL_FETCHED_$1»)«}
»»)»)m4_dnl
m4_define(«lanes_leave», «c_of(«$1», «lanes_left»)»)m4_dnl
m4_define(«lanes_left», «m4_define(«c_base», ««$2»»)m4_ifelse(«$11», «held», «lanes_release($@)», «$11», «staged», «lanes_unstage($@)»,
    «$11», «copied», «m4_ifelse(«$3», «in», «», «$7», «moved», «», ««if (!$2_whole) {
»m4_indir(«PL_LEAVE_$1»)lanes_copy_out(«$1»)«}
»»)»)»)m4_dnl
m4_dnl
m4_dnl  A window in registers: filled by the visit, where it is read back, and stored by the leave, each element by its lane.
m4_define(«lane_in_turns», «m4_define(«pl_place», m4_defn(«lane_fifth»))m4_indir(«PL_PLACE_$1»)»)m4_define(«lane_fifth», «$5»)m4_dnl
m4_define(«lanes_hold», «pl_type(«$4»)« $1$12;
»m4_ifelse(«$3», «out», «», «lane_fill_near($@, «lane_in_turns(«$1»)»)»)»)m4_dnl
m4_define(«lanes_release», «lane_empty_near($@, «lane_in_turns(«$1»)»)»)m4_dnl
m4_dnl
m4_dnl  One in local memory: all lanes copy it, neighbours neighbours.
m4_define(«lanes_stage», «m4_ifelse(«$3», «out», «», «m4_indir(«PL_FETCH_$1»)lane_fill_near($@, «lane_at_window(«$1»)»)m4_indir(«PL_FETCHED_$1»)»)»)m4_dnl
m4_define(«lanes_unstage», «m4_ifelse(«$3», «in», «», «m4_indir(«PL_LEAVE_$1»)lane_empty_near($@, «lane_at_window(«$1»)»)»)»)m4_dnl
m4_dnl
m4_define(«lane_at_window», ««[»c_in_window(«$1»)«]»»)m4_dnl
m4_dnl
m4_dnl  lane_fill_near(the operand, which element of it), lane_empty_near: a whole block has no masks.
m4_define(«lane_fill_near», «lane_at_edge(«$5», «$2», «lanes_loops(«$1»)«$1»$13« = $2_block[»c_in_array(«$1»)«];
»», «lanes_loops(«$1»)m4_ifelse(lane_outside($@), «», «lanes_if_in(«$1»)«$1»$13« = $2_block[»c_in_array(«$1»)«];
»», ««$1»$13« = »lanes_in(«$1»)« ? $2_block[»c_in_array(«$1»)«] : »lane_outside($@)«;
»»)»)»)m4_dnl
m4_define(«lane_empty_near», «lane_at_edge(«$5», «$2», «lanes_loops(«$1»)«$2_block[»c_in_array(«$1»)«] = $1»$13«;
»», «lanes_loops(«$1»)lanes_if_in(«$1»)«$2_block[»c_in_array(«$1»)«] = $1»$13«;
»»)»)m4_dnl
m4_define(«lane_at_edge», «m4_ifelse(«$1», «never», «$3», ««if ($2_whole) {
»$3«} else {
»$4«}
»»)»)m4_dnl
m4_dnl
m4_dnl  A window that stays while its index does.
m4_define(«lanes_put_back», «m4_ifelse(«$3», «in», «», ««if ($2_copied) {
»c_as_it_was(lanes_copy_out_late(«$1»))«}
»»)»)m4_dnl
m4_define(«lanes_move», ««if (!$2_held»c_dims(«$1», «c_dim_moved»)«) {
»m4_indir(«PL_FETCH_$1»)lanes_put_back($@)m4_indir(«PL_BETWEEN_$1»)c_dims(«$1», «c_dim_keep»)«$2_held = 1;
$2_copied = !$2_whole;
»m4_ifelse(«$3», «out», «», ««if ($2_copied) {
»lanes_copy_in($@)«}
»»)m4_indir(«PL_FETCHED_$1»)«}
»»)m4_dnl
m4_define(«lanes_state», «m4_ifelse(«$11», «copied», «c_state($@)»)»)m4_dnl
m4_define(«lanes_end», «m4_define(«c_base», ««$2»»)m4_ifelse(«$7 $11», «moved copied», «m4_ifelse(«$5», «never», «», «$3», «in», «»,
    ««if ($2_copied) {
»m4_indir(«PL_LEAVE_$1»)c_as_it_was(lanes_copy_out_late(«$1»))«}
»»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_define(«lanes_programs», «m4_ifelse(PL_SEVERAL(), «yes»,
    ««for (long »c_program()« = »say_group()«; »c_program()« < »c_programs()«; »c_program()« += »say_groups()«) {
»», «c_parallel(«», ««const long »c_program()« = »say_group()«;
»», ««const long pl_program = »say_group()«;
»»)c_parallel(«», «say_only_programs(c_program(), c_programs())», «say_only_programs(c_program(), c_programs())»)»)c_program_ids()c_batches()c_operands(«lanes_state»)$1«
»c_operands(«lanes_end»)m4_ifelse(PL_SEVERAL(), «yes», ««}
»»)»)m4_dnl
m4_define(«lanes_room», «m4_ifelse(«$4», «local», «say_local_array(pl_type(«$2»), «$1», «$5»)«
»», «$4», «global», «c_room($@)»)»)m4_dnl
m4_dnl  pl_near(name, type, count, number): a window in local memory.
m4_define(«lanes_near», «say_local_array(pl_type(«$2»), «$1», «$3»)«
»»)m4_dnl
m4_dnl  pl_scratch(ref, type, memory, extents): its room is called as it is; in registers it has none.
m4_define(«lanes_scratch», «m4_ifelse(«$3», «private», «pl_type(«$2»)« $1$4;
»»)»)m4_dnl
m4_dnl
m4_dnl  pl_local(tree|x_slice|y_slice, type, elements)
m4_define(«lanes_local», «m4_ifelse(«$1», «tree», «say_local_array(pl_type(«$2»), lane_tree(«$2»), «$3»)«
»», «say_local_array(say_sum(«$2»), «pl_$1_$2», «$3»)m4_ifelse(«$1», «x_slice»,
    ««        // rows padded by one: lanes of a column meet different banks»»)«
»»)»)m4_dnl
m4_define(«lane_is_global», «m4_ifelse(«$4», «global», «x»)»)m4_dnl
m4_define(«lane_if_workspace», «m4_define(«pl_room», m4_defn(«lane_is_global»))m4_ifelse(c_flat(«PL_ROOMS()»), «», «$2», «$1»)»)m4_dnl
m4_define(«lanes_kernel», «m4_ifelse(PL_LANES_REFUSED(), «», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: »say_target()«, the kernel for GPUs: »PL_LANE_ROWS()« x »PL_LANE_COLUMNS()« lanes.
»say_kernel(lane_count())PL_NAME()«»say_suffix()«(»pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«»say_space(«global»)«int *»say_restrict()«pl_reports»»)m4_dnl
lane_if_workspace(«pl_comma()«»say_space(«global»)«»pl_type(«u8»)« *»say_restrict()«pl_workspace, const long pl_workspace_bytes»»)«)
{
»c_arguments(«c_value»)«%%local pl_lane pl_row pl_column
const int pl_lane = »say_lane()«;
%%local pl_row
const int pl_row = pl_lane / »PL_LANE_COLUMNS()«;
%%local pl_column
const int pl_column = pl_lane % »PL_LANE_COLUMNS()«;
%%end
»m4_define(«pl_local», m4_defn(«lanes_local»))PL_LOCALS()m4_dnl
lane_if_workspace(«say_space(«global»)«»pl_type(«u8»)« *pl_slice = pl_workspace + »say_group()« * pl_workspace_bytes;
»»)m4_define(«c_past_room», «»)m4_define(«pl_room», m4_defn(«lanes_room»))PL_ROOMS()m4_define(«pl_near», m4_defn(«lanes_near»))PL_NEAR()m4_dnl
m4_define(«pl_scratch», m4_defn(«lanes_scratch»))PL_SCRATCHES()PL_SCHEDULE()«}
%%scope
»»)»)m4_dnl
m4_dnl
m4_dnl  lanes_for_gpu(text): with the meanings of this file.
m4_define(«lane_push», «m4_ifelse(«$1», «», «», «m4_pushdef(«pl_$1», m4_defn(«lanes_$1»))lane_push(m4_shift($@))»)»)m4_dnl
m4_define(«lane_pop», «m4_ifelse(«$1», «», «», «m4_popdef(«pl_$1»)lane_pop(m4_shift($@))»)»)m4_dnl
m4_define(«lanes_loop», m4_defn(«lanes_each»))m4_define(«lanes_atomic», «say_atomic($@)»)m4_dnl
m4_define(«lanes_words», «atomic, edges, guard, over, turn, each, loop, reduce, fill, assign, tile, view, element, inside, check, counts_up, dot, once, barrier, visit, leave, programs»)m4_dnl
m4_define(«lanes_for_gpu», «lane_push(lanes_words)$1«»lane_pop(lanes_words)»)m4_dnl
