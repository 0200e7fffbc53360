m4_dnl  lanes.m4 -- kernels for GPUs, in which a group of lanes runs a program. This file writes PL_DOT and what is around the body;
m4_dnl  pallasc builds the body (gen/schedule), as PL_GROUP. A target defines the words of its language, for both, in a file that it
m4_dnl  includes before windows.m4 and this one (opencl/spelling.m4, types.m4):
m4_dnl
m4_dnl      say_target(), say_kernel(lanes), say_suffix()   its name; the text before a kernel's name, and its suffix
m4_dnl      say_space(local|global|…), say_restrict() before the type of a pointer; after a pointer's *
m4_dnl      say_local_array(type, name, elements, alignment)    declares an array in local memory; alignment in bytes, or nothing
m4_dnl      say_lane(), say_group(), say_groups()    this lane's number in its group, this group's number, the number of groups
m4_dnl      say_only_programs(program, programs)     if there may be more groups than programs: the excess groups end
m4_dnl      say_barrier(local|global|both|warp)          all lanes of the group wait, and see these memories; or the lanes of a
m4_dnl                                               warp, if the machine has warps
m4_dnl      say_widths(width, condition, text, alone)    the text with this lane_width if the condition holds, otherwise with 1, or
m4_dnl                                               `alone`, a form without vectors
m4_dnl      say_aligned(array)                           its condition on the array: « && …», or nothing
m4_dnl      say_is_aligned(array)                        the same as a condition, for machines with vector_aligned
m4_dnl      say_vector(type, name, width)                declares so many elements of a run, which name[pl_e] refers to
m4_dnl      say_load(type, name, at, const, width), say_store(type, name, at, width)    declares and loads them; const: they are not
m4_dnl                                               stored
m4_dnl      say_swapped(value, bit)                      the value of the lane of the warp whose number differs in this bit; and
m4_dnl      say_from_lane(type, value, lane)             that of this lane, for machines with a warp
m4_dnl      say_cleared()                                a value for a variable that is exchanged before it is used, likewise
m4_dnl      say_function(name, parameter)                the head of a function within the kernel, up to its {, for machines with
m4_dnl                                               functions
m4_dnl      say_zeroed(type)                             a struct of zeros, for machines with zeros_outside
m4_dnl      say_fetch_function(function, type, name, code, title)    declares the function(type name) with this code, if the
m4_dnl                                               language has such functions; title: a comment before it
m4_dnl      say_fetch(function, type, name, number, code)    calls it with this number; or the code itself, in braces
m4_dnl      say_fetch_element(type, to, from)        starts to copy an element to local memory
m4_dnl      say_fetch_masked(type, to, from, inside) the same for an element that is 0 if it is not inside the array
m4_dnl      say_in_pieces(block, row, bytes)             the condition that a block begins at a multiple of so many bytes, and so do
m4_dnl                                               its rows, which are row elements apart, or nothing if that is known; for
m4_dnl                                               machines with vector_aligned
m4_dnl      say_fetch_piece(to, from, length, bytes)     starts to copy a piece to local memory
m4_dnl      say_store_piece(to, from, length)        copies one back
m4_dnl      say_copied()                             waits until the copies are complete that this lane has started
m4_dnl      say_fetched(), say_arrived(n)            after the copies of a slice, or of a step, have started; waits until all
m4_dnl                                               but the last n such groups are complete. Nothing if they complete at once
m4_dnl      say_unroll(), say_rolled()               before a loop whose index selects registers; before one that should not be
m4_dnl                                               unrolled
m4_dnl      say_sum(code), say_least(code), say_most(code)   the type of PL_DOT's sums; the least and the greatest value
m4_dnl      say_atomic(…)                                pl_atomic, if its memory argument matters
m4_dnl      say_take(type, count)                        the next count elements of the workspace, whose rest pl_rest points to
m4_dnl      say_is_struct(type, then, else), say_is_small(type, then, else)
m4_dnl      say_if_by_pointer(type, then, else), say_value_type(type)   whether a kernel receives a value by pointer; its type
m4_dnl
m4_dnl  and the facts of expressions, pl_type, pl_convert, pl_element, pl_cdiv, pl_math, pl_max, pl_min, pl_atomic, pl_print,
m4_dnl  pl_dot_buffer. A user function may have loops: lanes_for_gpu(«PL_GLOBALS()») handles them.
m4_dnl  Kernels call pl_report, pl_multiple, pl_most_f32 and similar, pl_f32_of_bf16 and similar.
m4_dnl
m4_dnl  Facts that several schedules of a target read have the meanings of this file while lanes_for_gpu reads them: pl_each is
m4_dnl  lanes_each then, and so on for the list lanes_facts at the end. Only these, the facts of lanes_kernel, and macros that a
m4_dnl  target calls have names with lanes_. A name with lane_ is a part of them, or a meaning of pl_over, pl_dim or pl_operand
m4_dnl  for one list, which pl_as, c_dims, c_of or c_operands gets.
m4_dnl
m4_define(«lane_count», «m4_eval(PL_LANE_ROWS() * PL_LANE_COLUMNS())»)m4_dnl
pl_macro(«lane_if(text, then, else)», «m4_ifelse(«$text», «», «$else», «$then»)»)m4_dnl
m4_dnl
m4_dnl  pl_barrier: every barrier is written here, with its reason as a comment.
pl_define(«barrier», «lanes_barrier», «say_barrier(«$memory»)«        // $why»»)m4_dnl
m4_dnl  lane_wait: a barrier on a line of its own, or nothing.
pl_macro(«lane_wait(barrier)», «lane_if(«$barrier», «$barrier«
»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Loops ============================================================================================
m4_dnl  pl_over: the head of a loop; its parts follow.
pl_define(«over», «lanes_over», «m4_ifelse(«$trips», «», «lane_plain_over($@)», «lane_over_registers($@)»)»)m4_dnl
pl_define(«over», «lane_plain_over», «lane_if(«$unroll», «say_unroll()»)m4_dnl
«for ($counter $index = »lane_start(«$lanes», «$low»)lane_declared_end($@)«; $index < »lane_bound($@)«; »lane_next($@)«)
»»)m4_dnl
m4_dnl  The end of the loop is a variable, pl_end_c, unless it is a constant or a variable of the window.
pl_define(«over», «lane_declared_end», «m4_ifelse(
    «$clip$bound», «constant», «»,
    «$clip», «», ««, pl_end_$index = $high»»)»)m4_dnl
pl_define(«over», «lane_bound», «m4_ifelse(
    «$clip$bound», «constant», ««$high»»,
    «$clip», «», ««pl_end_$index»»,
    ««$clip»»)»)m4_dnl
m4_dnl  All lanes run all iterations, or each lane its share.
pl_macro(«lane_start(lanes, low)», «m4_ifelse(
    «$lanes», «all», ««$low»»,
    «$low», «0», «lane_who(«$lanes»)»,
    ««$low + »lane_who(«$lanes»)»)»)m4_dnl
pl_define(«over», «lane_next», «m4_ifelse(
    «$lanes $step», «all 1», ««$index++»»,
    «$lanes», «all», ««$index += $step»»,
    ««$index += »lane_how_many(«$lanes»)»)»)m4_dnl
pl_macro(«lane_who(lanes)», «m4_ifelse(«$lanes», «lanes», ««pl_lane»», «$lanes», «rows», ««pl_row»», ««pl_column»»)»)m4_dnl
pl_macro(«lane_how_many(lanes)», «m4_ifelse(
    «$lanes», «lanes», «lane_count()»,
    «$lanes», «rows», «PL_LANE_ROWS()»,
    «PL_LANE_COLUMNS()»)»)m4_dnl
m4_define(«lane_width», 1)m4_dnl
m4_dnl
m4_dnl  Over elements in registers: a trip selects the register; pl_register(index).
pl_macro(«lane_register_index(index)», ««pl_reg_»m4_patsubst(«$index», «^pl_at_»)»)m4_dnl
pl_define(«register», «lanes_register», ««[»lane_register_index(«$index»)«»lane_by_runs(«$run», «« + pl_e»»)«]»»)m4_dnl
pl_define(«over», «lane_over_registers», «say_unroll()«for ($counter $index = »lane_who(«$lanes»)m4_dnl
«, »lane_register_index(«$index»)« = 0; »lane_register_index(«$index»)« < $trips»m4_dnl
m4_ifelse(«$last_trip», «short», «« && $index < $high»»)m4_dnl
«; $index += »lane_how_many(«$lanes»)«, »lane_register_index(«$index»)«++)
»»)m4_dnl
m4_dnl
m4_define(«lane_open_plain», «lanes_over($@)« {
»»)m4_define(«lane_close_plain», ««}
»»)m4_dnl
pl_define(«over», «lane_open», «lane_by_runs(«$run», «lane_run_open($@)», «lane_open_plain($@)»)»)m4_dnl
pl_define(«over», «lane_close», «lane_by_runs(«$run», «», «lane_close_plain($@)»)»)m4_dnl
pl_define(«over», «lane_close_run», «lane_by_runs(«$run», «lane_run_close($@)», «»)»)m4_dnl
m4_dnl  lane_loops: the axis over runs is the last, and so closed first.
pl_macro(«lane_loops(overs, statement)», «pl_as(«pl_over», «lane_head_of_loop»,
    «$overs»)$statement«»lane_close_runs(«$overs», «$statement»)»)m4_dnl
pl_macro(«lane_close_runs(overs, statement)», «m4_pushdef(«lane_run_body», «$statement»)m4_dnl
pl_as(«pl_over», «lane_close_run», «$overs»)m4_popdef(«lane_run_body»)»)m4_dnl
pl_define(«over», «lane_head_of_loop», «lane_by_runs(«$run», «lane_run_open($@)», «lanes_over($@)»)»)m4_dnl
pl_define(«each», «lanes_each», «pl_as(«pl_over», «lane_open», «$overs»)$body«»lane_close_runs(«$overs», «$body»)m4_dnl
pl_as(«pl_over», «lane_close», «$overs»)»)m4_dnl
m4_dnl
m4_dnl  ---- Runs of neighbors: a lane has lane_width elements, then those of the next run ----
m4_dnl  lane_by_runs(run, then, else), lane_by_vectors(vectors, then, else): only for runs, and for vectors.
pl_macro(«lane_by_runs(run, then, else)», «m4_ifelse(«$run», «», «$else», lane_width, 1, «$else», «$then»)»)m4_dnl
pl_macro(«lane_by_vectors(vectors, then, else)», «m4_ifelse(
    «$vectors», «», «$else»,
    lane_width, 1, «$else»,
    «$then»)»)m4_dnl
pl_macro(«lane_times_width(number)», «m4_ifelse(m4_regexp(lane_width, «^[0-9]+$»), 0, «m4_eval($number * lane_width)»,
    ««$number * »lane_width«»»)»)m4_dnl
pl_macro(«lane_first(index)», ««pl_first_»m4_patsubst(«$index», «^pl_at_»)»)m4_dnl
pl_define(«over», «lane_run_open», «lane_with_rest(«$run», «$vectors», «lane_run_head_before_rest($@)», «lane_run_head($@)»)« {
»lane_by_vectors(«$vectors», «m4_define(«pl_vector», m4_defn(«lane_load»))$vectors«»»)m4_dnl
lane_if_whole_run(«$run», «$vectors», «say_unroll()», «»)«for (int pl_e = 0; pl_e < »lane_width«»m4_dnl
lane_if_whole_run(«$run», «$vectors», «», «« && »lane_first(«$index»)« + pl_e < »lane_bound($@)»)«; pl_e++) {
»m4_ifelse(
    «$uses_index», «never», «»,
    «$uses_index», «always», «lane_run_index(«$index», «$counter»)»,
    «lane_by_vectors(«$vectors», «», «lane_run_index(«$index», «$counter»)»)»)»)m4_dnl
m4_dnl
pl_define(«over», «lane_run_head», «m4_ifelse(«$trips», «», «lane_run_of_array($@)», «lane_run_of_both($@)»)»)m4_dnl
pl_macro(«lane_run_start(lanes, low)», «m4_ifelse(«$low», «0», «», ««$low + »»)lane_who(«$lanes»)« * »lane_width«»»)m4_dnl
pl_macro(«lane_run_step(index, lanes)», «lane_first(«$index»)« += »lane_times_width(lane_how_many(«$lanes»))»)m4_dnl
pl_define(«over», «lane_run_of_array»,
    ««for ($counter »lane_first(«$index»)« = »lane_run_start(«$lanes», «$low»)lane_declared_end($@)m4_dnl
«; »lane_first(«$index»)« < »lane_bound($@)«; »lane_run_step(«$index», «$lanes»)«)»»)m4_dnl
pl_define(«over», «lane_run_of_both», «say_unroll()«for ($counter »lane_first(«$index»)« = »lane_run_start(«$lanes», «0»)m4_dnl
«, »lane_register_index(«$index»)« = 0; »lane_register_index(«$index»)« < $trips»m4_dnl
m4_ifelse(«$last_trip», «short», «« && »lane_first(«$index»)« < $high»»)m4_dnl
«; »lane_run_step(«$index», «$lanes»)«, »lane_register_index(«$index»)« += »lane_width«)»»)m4_dnl
m4_dnl
m4_dnl  If the last run need not be whole, it is not loaded and stored as vectors: its lane runs its elements one by one.
m4_dnl  checked: it is whole where vectors are loaded and stored.
pl_macro(«lane_if_whole_run(run, vectors, then, else)», «m4_ifelse(
    «$run», «whole», «$then»,
    «$run», «checked», «lane_by_vectors(«$vectors», «$then», «$else»)»,
    «lane_with_rest($@)»)»)m4_dnl
pl_macro(«lane_with_rest(run, vectors, then, else)», «m4_ifelse(«$run», «short»,
    «lane_by_vectors(«$vectors», «$then», «$else»)»,
    «$else»)»)m4_dnl
pl_define(«over», «lane_run_head_before_rest», ««{
$counter »lane_first(«$index»)« = »lane_run_start(«$lanes», «$low»)«;
»lane_if(«$clip», «», «m4_ifelse(«$bound», «constant», «», ««const long pl_end_$index = $high;
»»)»)«for (; »lane_first(«$index»)« + »lane_width«»m4_dnl
« <= »lane_bound($@)«; »lane_run_step(«$index», «$lanes»)«)»»)m4_dnl
m4_dnl  lane_run_rest: where pl_over closes loops; in the body it opens those of a reduction, as elsewhere.
pl_define(«over», «lane_run_rest», ««// what is left of a run
for ($counter $index = »lane_first(«$index»)«; $index < »lane_bound($@)«; $index++) {
»m4_pushdef(«lane_width», 1)pl_as(«pl_over», «lanes_over», «lane_run_body»)m4_popdef(«lane_width»)«}
}
»»)m4_dnl
pl_macro(«lane_run_index(index, counter)», ««const $counter $index = »lane_first(«$index»)« + pl_e;
»»)m4_dnl
pl_define(«over», «lane_run_close», ««}
»lane_by_vectors(«$vectors», «m4_define(«pl_vector», m4_defn(«lane_store»))$vectors«»»)«}
»lane_with_rest(«$run», «$vectors», «lane_run_rest($@)», «»)»)m4_dnl
pl_define(«vector», «lane_load», «m4_ifelse(
    «$loads», «yes», «say_load(pl_type(«$type»), «$name», «$ref[$offset]», m4_ifelse(«$stores», «», «const»), lane_width)»,
    «say_vector(pl_type(«$type»), «$name», lane_width)»)»)m4_dnl
pl_define(«vector», «lane_store», «m4_ifelse(
    «$stores», «yes», «say_store(pl_type(«$type»), «$name», «$ref[$offset]», lane_width)»)»)m4_dnl
m4_dnl
m4_dnl  ==== Blocks ===========================================================================================
pl_define(«tile», «lanes_tile», «m4_ifelse(
    «$memory», «private», «pl_type(«$type»)« $ref»m4_ifelse(«$registers», «», ««[$count]»», ««$registers»»)«;»»,
    «say_space(«$memory»)pl_type(«$type»)« *$ref = $buffer;»»)»)m4_dnl
pl_define(«view», «lanes_view», «m4_ifelse(«$registers», «», «lane_view_in_memory($@)»,
    ««$const»pl_type(«$type»)« (*const $ref)$registers = $of$tile;»»)»)m4_dnl
pl_define(«view», «lane_view_in_memory»,
    «say_space(«$memory»)«$const»pl_type(«$type»)« *$ref = $of»m4_ifelse(«$offset», «0», «»,
    «« + $offset»»)«;»»)m4_dnl
pl_define(«element», «lanes_element», ««$ref[$offset]»»)m4_dnl
m4_dnl
m4_dnl  Of a function that kernels call: in order.
pl_define(«reduce», «lanes_reduce», «$overs«
»lane_op(«$type», «$into», «$op», «$function», $value)«;»»)m4_dnl
pl_macro(«lane_op(type, into, op, function, value)», «m4_ifelse(
    «$op», «call», ««$into = $function($into, $value)»»,
    «$op», «PL_ADD», ««$into += $value»»,
    «$op», «PL_MUL», ««$into *= $value»»,
    «$op», «PL_AND», ««$into &= $value»»,
    «$op», «PL_OR», ««$into |= $value»»,
    «$op», «PL_XOR», ««$into ^= $value»»,
    «$op», «PL_MAX», ««$into = pl_most_$type($into, $value)»»,
    ««$into = pl_least_$type($into, $value)»»)»)m4_dnl
m4_dnl
m4_dnl  lane_in_rows: lanes of a single row need no division. Without it ptxas finds that columns are a constant apart, and keeps no
m4_dnl  address for each: neighbors.c's normal_kernel spilled 528 bytes.
pl_macro(«lane_in_rows(several, one)», «m4_ifelse(PL_LANE_ROWS(), 1, «$one», «$several»)»)m4_dnl
m4_dnl
m4_dnl  The memory in which lanes share partial results.
pl_macro(«lane_reduction(type)», «m4_translit(««pl_reduction_$type»», « », «_»)»)m4_dnl
m4_dnl
m4_dnl  ==== PL_DOT ===========================================================================================
m4_dnl  Variables of the emitted code: pl_top, pl_left and pl_deep are the first row and column of the part of z that is computed,
m4_dnl  and the first depth of the slice. pl_i and pl_j count a lane's rows and columns in that part, pl_k the depths of the slice.
m4_dnl  While a slice is copied, pl_r, pl_c and pl_k are the row, the column and the depth of an element in it.
m4_dnl
m4_dnl  lane_dot_fields: fields of the current PL_DOT, for the macros of its sides.
pl_define(«dot», «lane_dot_fields», «m4_define(«lane_z_type», «$z_type»)m4_dnl
m4_define(«lane_mma», «$mma»)m4_dnl
m4_define(«lane_stages», «$stages»)m4_dnl
m4_define(«lane_counter», «$counter»)m4_dnl
m4_define(«lane_dot_height», «$height»)m4_dnl
m4_define(«lane_dot_width», «$width»)m4_dnl
m4_define(«lane_dot_slice», «$slice»)m4_dnl
m4_define(«lane_top», «lane_if(«$top», ««pl_top + »»)»)m4_dnl
m4_define(«lane_left», «lane_if(«$left», ««pl_left + »»)»)m4_dnl
m4_define(«lane_deep», «lane_if(«$deep», ««pl_deep + »»)»)m4_dnl
m4_define(«lane_last_row», ««$last_row»»)m4_dnl
m4_define(«lane_last_column», ««$last_column»»)m4_dnl
m4_define(«lane_rows_end», «m4_ifelse(
    «$top», «», «»,
    «$last_row», «», «»,
    ««$rows»»)»)m4_dnl
m4_define(«lane_columns_end», «m4_ifelse(
    «$left», «», «»,
    «$last_column», «», «»,
    ««$columns»»)»)m4_dnl
m4_define(«lane_depth_end», «lane_if(«$partial», ««$depth»»)»)»)m4_dnl
m4_dnl  The row and the column of a lane's element in the part of z that is computed.
m4_define(«lane_own_row», ««pl_row + pl_i * »PL_LANE_ROWS()»)m4_dnl
m4_define(«lane_own_column», «m4_ifelse(PL_LANE_RUN(), 1, ««pl_column + pl_j * »PL_LANE_COLUMNS()»,
    ««pl_column * »PL_LANE_RUN()« + pl_j / »PL_LANE_RUN()« * »m4_eval(PL_LANE_COLUMNS() * PL_LANE_RUN())m4_dnl
« + pl_j % »PL_LANE_RUN()»)»)m4_dnl
m4_dnl
m4_dnl  lane_x(macro, «$x»), lane_y(macro, «$y»): the macro lane_side_… for this side. Its rows and its columns are described by
m4_dnl  lane_row_… and lane_column_…, which lane_set defines: begin: where the part begins; name: of an index in it; own: the index
m4_dnl  of the element that the lane multiplies; count: the number of indices; last: the last one of the operand if the lane's may
m4_dnl  be past it; end: of the operand, if a part may extend past it.
pl_macro(«lane_x(macro, side)», «lane_set(axis=row, begin=lane_top, name=pl_r, own=lane_own_row, count=lane_dot_height,
    last=lane_last_row, end=lane_rows_end)m4_dnl
lane_set(axis=column, begin=lane_deep, name=pl_k, own=pl_k, count=lane_dot_slice, last=«», end=lane_depth_end)m4_dnl
lane_side(«$macro», «$side»)»)m4_dnl
pl_macro(«lane_y(macro, side)», «m4_dnl
lane_set(axis=row, begin=lane_deep, name=pl_k, own=pl_k, count=lane_dot_slice, last=«», end=lane_depth_end)m4_dnl
lane_set(axis=column, begin=lane_left, name=pl_c, own=lane_own_column, count=lane_dot_width, last=lane_last_column,
    end=lane_columns_end)m4_dnl
lane_side(«$macro», «$side»)»)m4_dnl
pl_macro(«lane_set(axis, begin, name, own, count, last, end)», «m4_define(«lane_${axis}_begin», ««$begin»»)m4_dnl
m4_define(«lane_${axis}_name», ««$name»»)m4_dnl
m4_define(«lane_${axis}_own», ««$own»»)m4_dnl
m4_define(«lane_${axis}_count», «$count»)m4_dnl
m4_define(«lane_${axis}_last», ««$last»»)m4_dnl
m4_define(«lane_${axis}_end», ««$end»»)»)m4_dnl
pl_macro(«lane_side(macro, side)», «pl_as(«pl_side», «lane_side_$macro», «$side»)»)m4_dnl
m4_dnl
pl_macro(«lane_element_of(ref, row, row_stride, column, column_stride)»,
    ««$ref[»lane_times(«$row», «$row_stride»)« + »lane_times(«$column», «$column_stride»)«]»»)m4_dnl
pl_macro(«lane_times(index, stride)», «m4_ifelse(«$stride», 1, ««$index»»,
    «pl_factor(«$index»)« * »pl_factor(«$stride»)»)»)m4_dnl
m4_dnl  lane_element_of_slice: its lines are columns of a transposed operand, or rows.
pl_macro(«lane_element_of_slice(slice, form, lines, pitch, row, column)», «m4_ifelse(m4_dnl
«$form» m4_ifelse(«$lines», «», «rows», «lines»), «transposed lines»,
    «lane_element_of(«$slice», «$column», «$pitch», «$row», 1)»,
    «lane_element_of(«$slice», «$row», «$pitch», «$column», 1)»)»)m4_dnl
m4_dnl  lane_at_most: past the end the last element is read, and its product is not stored.
pl_macro(«lane_at_most(last, index)», «lane_if(«$last», ««($index < $last ? $index : $last)»», ««$index»»)»)m4_dnl
pl_macro(«lane_own_in_slice(axis)», «lane_at_most(
    lane_if(m4_indir(«lane_${axis}_last»), «m4_eval(m4_indir(«lane_${axis}_count») - 1)»), m4_indir(«lane_${axis}_own»))»)m4_dnl
pl_macro(«lane_own_in_block(axis)», «lane_at_most(m4_indir(«lane_${axis}_last»),
    m4_indir(«lane_${axis}_begin»)m4_indir(«lane_${axis}_own»))»)m4_dnl
pl_macro(«lane_and_also(condition, other)», «m4_ifelse(
    «$condition», «», ««$other»»,
    «$other», «», ««$condition»»,
    ««$condition && $other»»)»)m4_dnl
m4_dnl
m4_dnl  Slices for matrix instructions have the operand's type: lanes.m4 itself multiplies them like others.
pl_macro(«lane_in_own_type(type, value)», «lane_if(lane_mma, «lane_widen(lane_z_type, «$type», «$value»)», ««$value»»)»)m4_dnl
pl_define(«dot», «lanes_dot», «lane_dot_fields($@)m4_dnl
m4_ifelse(«$lanes», «tiles», «lane_dot_tiles($@)», «lane_dot_elements($@)»)»)m4_dnl
m4_dnl  lane_widen(type of sums, type, value), lane_narrow(type, sum): sums are wider than the elements.
pl_macro(«lane_widen(sum, type, value)», «say_is_small(«$type», ««pl_f32_of_$type($value)»»,
    «m4_ifelse(say_sum(«$sum»), pl_type(«$type»), ««$value»»,
    ««(»say_sum(«$sum»)«)$value»»)»)»)m4_dnl
pl_macro(«lane_narrow(type, sum)», «say_is_small(«$type», ««pl_${type}_of_f32($sum)»», ««$sum»»)»)m4_dnl
m4_dnl
m4_dnl  Each lane computes its elements, one after the other.
pl_define(«dot», «lane_dot_elements», «lane_loops(«m4_dnl
lane_dot_over(pl_r, «$rows», m4_ifelse(«$lanes», «group», «rows», «all»))m4_dnl
lane_dot_over(pl_c, «$columns», m4_ifelse(«$lanes», «group», «columns», «all»))», ««{
»say_sum(«$z_type»)« pl_sum = »lane_widen(«$z_type», «$z_type», lane_dot_element($@))«;
for (long pl_l = 0; pl_l < $depth; pl_l++)
pl_sum += »lane_side(«left», «$x»)« * »lane_side(«right», «$y»)«;
»lane_dot_element($@)« = »lane_narrow(«$z_type», «pl_sum»)«;
}
»»)»)m4_dnl
pl_define(«dot», «lane_dot_element», «lane_element_of(«$z», pl_r, «$z_row», pl_c, «$z_column»)»)m4_dnl
pl_macro(«lane_dot_over(index, high, lanes)», «pl_over(index=«$index», low=«0», high=«$high», step=«1», bound=«constant»,
    lanes=«$lanes», trips=«», last_trip=«», clip=«», named=«», inner=«», run=lane_dot_run(«$lanes»),
    uses_index=lane_if(lane_dot_run(«$lanes»), «always»), vectors=«», counter=«long», unroll=«»)»)m4_dnl
pl_macro(«lane_dot_run(lanes)», «m4_ifelse(
    «$lanes» PL_LANE_RUN(), «columns 1», «»,
    «$lanes», «columns», «short»)»)m4_dnl
pl_define(«side», «lane_side_left», «lane_widen(lane_z_type, «$type»,
    lane_element_of(«$ref», pl_r, «$row», pl_l, «$column»))»)m4_dnl
pl_define(«side», «lane_side_right», «lane_widen(lane_z_type, «$type»,
    lane_element_of(«$ref», pl_l, «$row», pl_c, «$column»))»)m4_dnl
m4_dnl
pl_define(«side», «lane_side_value», «m4_ifelse(«$from», «sliced»,
    «lane_in_own_type(«$type», lane_element_of_slice(slice=«$slice», form=«$form», lines=«$lines», pitch=«$pitch»,
        row=lane_own_in_slice(row), column=lane_own_in_slice(column)))»,
    «lane_widen(lane_z_type, «$type»,
        lane_element_of(«$ref», lane_own_in_block(row), «$row», lane_own_in_block(column), «$column»))»)»)m4_dnl
m4_dnl
m4_dnl  By tiles: for each part of z that the group computes at a time, the sums of its elements, over slices of x and y.
pl_define(«dot», «lane_dot_tiles», «lane_if(«$top», ««for ($counter pl_top = 0; pl_top < $rows; pl_top += $height)
»»)lane_if(«$left», ««for ($counter pl_left = 0; pl_left < $columns; pl_left += $width)
»»)lane_dot_brace(««{
»», $@)«// »lane_if(«$title», ««$title: »»)«$tile_rows x $tile_columns elements per lane»lane_if(«$deep»,
    ««, slices $slice deep»»)«
»lane_dot_begin($@)lane_dot_depth($@)lane_dot_end($@)lane_dot_brace(««}»», $@)»)m4_dnl
m4_dnl  Over the depth, slice by slice. Slices of successive PL_DOTs share an array.
pl_define(«dot», «lane_dot_one_stage», «lane_side(«alias», «$x»)lane_side(«alias», «$y»)m4_dnl
lane_if(«$deep», ««for ($counter pl_deep = 0; pl_deep < $depth; pl_deep += $slice) {
»»)lane_dot_slices($@)lane_if(«$deep», ««}
»»)»)m4_dnl
m4_dnl  alias: the array's first part is the slice; lane_slice_type(): of its elements.
pl_define(«side», «lane_side_alias», «lane_if(«$memory», «say_space(«local»)lane_slice_type()« *const $slice = $memory;
»»)»)m4_dnl
m4_define(«lane_slice_type», «lane_if(lane_mma, «pl_type(lane_mma)», «say_sum(lane_z_type)»)»)m4_dnl
m4_dnl
pl_define(«dot», «lane_dot_slices», «lane_dot_copies($@)lane_wait(«$copied»)lane_dot_products($@)lane_wait(«$used»)»)m4_dnl
pl_define(«dot», «lane_dot_copies», «lane_x(«copies», «$x»)lane_y(«copies», «$y»)»)m4_dnl
pl_define(«side», «lane_side_copies», «m4_ifelse(«$from», «sliced», «lane_side_copy($@)»)»)m4_dnl
pl_define(«dot», «lane_dot_products», «lane_if(«$partial»,
    ««const int pl_depth = $depth - pl_deep < $slice ? $depth - pl_deep : $slice;
»»)«for (int pl_k = 0; pl_k < »lane_if(«$partial», ««pl_depth»», ««$slice»»)«; pl_k++) {
»say_sum(«$z_type»)« pl_x[$tile_rows], pl_y[$tile_columns];
»lane_dot_rows($@)«pl_x[pl_i] = »lane_x(«value», «$x»)«;
»lane_dot_columns($@)«pl_y[pl_j] = »lane_y(«value», «$y»)«;
»lane_dot_tile($@)lane_dot_sums($@)« += pl_x[pl_i] * pl_y[pl_j];
}
»»)m4_dnl
pl_define(«dot», «lane_dot_rows», «say_unroll()«for (int pl_i = 0; pl_i < $tile_rows; pl_i++)
»»)m4_dnl
pl_define(«dot», «lane_dot_columns», «say_unroll()«for (int pl_j = 0; pl_j < $tile_columns; pl_j++)
»»)m4_dnl
m4_define(«lane_dot_tile», «lane_dot_rows($@)lane_dot_columns($@)»)m4_dnl
m4_dnl
m4_dnl  Sums are in registers of their own, or in those of z.
pl_define(«dot», «lane_dot_sums», «m4_ifelse(«$sums», «registers», ««$z»», ««pl_sum»»)«[pl_i][pl_j]»»)m4_dnl
pl_define(«dot», «lane_z_element», «lane_element_of(«$z», lane_top()lane_own_row(), «$z_row»,
    lane_left()lane_own_column(), «$z_column»)»)m4_dnl
pl_define(«dot», «lane_z_inside», «lane_and_also(lane_if(«$last_row», «lane_top()lane_own_row()« < $rows»»),
    lane_if(«$last_column», «lane_left()lane_own_column()« < $columns»»))»)m4_dnl
pl_define(«dot», «lane_dot_begin», «m4_ifelse(«$sums», «registers», «», «say_sum(«$z_type»)« pl_sum[$tile_rows][$tile_columns];
»lane_dot_tile($@)«pl_sum[pl_i][pl_j] = »m4_ifelse(«$sums», «zero», «0»,
    «lane_if(lane_z_inside($@), «lane_z_inside($@)« ? »»)lane_widen(«$z_type», «$z_type», lane_z_element($@))m4_dnl
lane_if(lane_z_inside($@), «« : 0»»)»)«;
»»)»)m4_dnl
pl_define(«dot», «lane_dot_end», «m4_ifelse(«$sums», «registers», «», «m4_dnl
lane_dot_tile($@)lane_if(lane_z_inside($@), ««if (»lane_z_inside($@)«)
»»)lane_z_element($@)« = »lane_narrow(«$z_type», «pl_sum[pl_i][pl_j]»)«;
»»)»)m4_dnl
m4_dnl  lane_dot_brace: omitted if nothing is declared and it is not the body of a loop.
pl_define(«dot», «lane_dot_needs_brace», «m4_ifelse(
    «$sums $top$left$deep»lane_side(«memory», «$x»)lane_side(«memory», «$y»), «registers yes», «», «yes»)»)m4_dnl
pl_define(«side», «lane_side_memory», ««$memory»»)m4_dnl
pl_macro(«lane_dot_brace(brace)», «lane_if(lane_dot_needs_brace(m4_shift($@)), «$brace»)»)m4_dnl
m4_dnl
m4_dnl  The group copies a slice; elements that are not needed are 0. If the block extends past its array, with masks.
m4_dnl  pl_copied(row), pl_copied(column): of the element in the block; lane_row_index, lane_column_index: in the slice.
pl_define(«copied», «pl_copied», «m4_indir(«lane_${which}_begin»)m4_indir(«lane_${which}_index»)»)m4_dnl
pl_define(«side», «lane_side_copy», «lane_copied_by(«$order»)m4_dnl
m4_ifelse(«$order», «», «lane_copy_lines($@)», «lane_copy_by_rows($@)»)»)m4_dnl
pl_define(«side», «lane_copy_by_rows», «lane_dot_copied(«$whole»,
    «lane_dot_copy(type=«$type», loops=lane_copy_loops(«$order»), to=lane_to($@), of=lane_of($@),
        inside=lane_needed, outside=«»)»,
    «lane_dot_copy(type=«$type», loops=lane_copy_loops(«$order»), to=lane_to($@), of=lane_of($@),
        inside=lane_and_also(lane_needed, $mask), outside=«$outside»)»)»)m4_dnl
pl_define(«side», «lane_to», «lane_element_of_slice(slice=«$slice», form=«$form», lines=«$lines», pitch=«$pitch»,
    row=lane_row_index, column=lane_column_index)»)m4_dnl
pl_define(«side», «lane_of», «lane_element_of(«$ref», pl_copied(row), «$row», pl_copied(column), «$column»)»)m4_dnl
m4_define(«lane_needed», «lane_and_also(lane_needed_of(row), lane_needed_of(column))»)m4_dnl
pl_macro(«lane_needed_of(axis)», «lane_if(m4_indir(«lane_${axis}_end»),
    «pl_copied(«$axis»)« < »m4_indir(«lane_${axis}_end»)»)»)m4_dnl
m4_dnl  Rows of lanes share the rows or the columns, and the lanes of a row the others; a loop is needed if there are more than
m4_dnl  lanes. Lines are shared by all lanes.
pl_macro(«lane_copied_by(order)», «m4_ifelse(
    «$order», «rows», «lane_copied_as(row, pl_row, PL_LANE_ROWS())lane_copied_as(column, pl_column, PL_LANE_COLUMNS())»,
    «$order», «columns», «lane_copied_as(column, pl_row, PL_LANE_ROWS())lane_copied_as(row, pl_column, PL_LANE_COLUMNS())»,
    «lane_copied_as(row, «», «»)lane_copied_as(column, «», «»)»)»)m4_dnl
pl_macro(«lane_copied_as(axis, lane, lanes)», «m4_define(«lane_${axis}_index»,
    m4_ifelse(m4_indir(«lane_${axis}_count»), «$lanes», ««$lane»», ««»m4_indir(«lane_${axis}_name»)«»»))»)m4_dnl
pl_macro(«lane_copy_loops(order)», «m4_ifelse(«$order», «rows»,
    «lane_copy_loop(row, pl_row, PL_LANE_ROWS())lane_copy_loop(column, pl_column, PL_LANE_COLUMNS())»,
    «lane_copy_loop(column, pl_row, PL_LANE_ROWS())lane_copy_loop(row, pl_column, PL_LANE_COLUMNS())»)»)m4_dnl
pl_macro(«lane_copy_loop(axis, lane, lanes)», «m4_ifelse(m4_indir(«lane_${axis}_count»), «$lanes», «»,
    «lane_copy_head(m4_indir(«lane_${axis}_name»), «$lane», m4_indir(«lane_${axis}_count»), «$lanes»)»)»)m4_dnl
pl_macro(«lane_copy_head(index, low, high, step)», ««for (»lane_counter« $index = $low; $index < $high; $index += $step)
»»)m4_dnl
m4_dnl
m4_dnl  A slice with the lines of memory: neighbors copy neighbors. For matrix instructions it has the operand's type.
pl_define(«side», «lane_copy_lines», «lane_line_loop(«$lines», «$line», 1, «$form»)m4_dnl
lane_copy_element(type=«$type», to=lane_to($@), of=lane_of($@), inside=lane_and_also(lane_needed, $mask),
    outside=«$outside»)«}
»»)m4_dnl
pl_macro(«lane_copy_element(type, to, of, inside, outside)», «lane_if(lane_mma,
    ««$to = »lane_if(«$inside», ««$inside ? $of : »lane_if(«$outside», ««$outside»», «pl_zero(«$type»)»)», ««$of»»)«;
»», «lane_dot_copy(type=«$type», loops=«», to=«$to», of=«$of», inside=«$inside», outside=«$outside»)»)»)m4_dnl
m4_dnl  lane_line_loop: over pieces of lines; line, piece: their elements. It opens a brace.
pl_macro(«lane_line_loop(lines, line, piece, form)», «m4_ifelse(m4_dnl
m4_eval($lines * $line / $piece > lane_count()), 1, «say_rolled()»)m4_dnl
«for (int pl_piece = pl_lane; pl_piece < »m4_eval($lines * $line / $piece)«; pl_piece += »lane_count()«) {
const int »m4_ifelse(«$form», «plain»,
    «lane_row_name«»lane_in_lines(«$line», «$piece», lane_column_name)»,
    «lane_column_name«»lane_in_lines(«$line», «$piece», lane_row_name)»)«;
»»)m4_dnl
m4_dnl  lane_in_lines: the line, and the number of an element in it, whose name is index.
pl_macro(«lane_in_lines(line, piece, index)», «« = pl_piece»m4_ifelse($line, $piece, ««, $index = 0»»,
    «« / »m4_eval($line / $piece)«, $index = pl_piece % »m4_eval($line / $piece)m4_dnl
m4_ifelse($piece, 1, «», «« * $piece»»)«»»)»)m4_dnl
pl_macro(«lane_dot_copied(whole, then, else)», «lane_if(«$whole», ««if ($whole) {
»$then«} else {
»$else«}
»», «$then»)»)m4_dnl
m4_dnl  lane_dot_copy: to, of: elements; inside: the condition that it is copied; outside: the value otherwise.
pl_macro(«lane_dot_copy(type, loops, to, of, inside, outside)», «${loops}lane_if(«$inside», «lane_dot_copy_masked($@)»,
    «lane_dot_copy_plain($@)»)»)m4_dnl
pl_macro(«lane_dot_copy_plain(type, loops, to, of)», «m4_ifdef(«lane_dot_fetches»,
    «say_fetch_element(«$type», «$to», «$of»)»,
    ««$to = »lane_widen(lane_z_type, «$type», «$of»)«;
»»)»)m4_dnl
pl_macro(«lane_dot_copy_masked(type, loops, to, of, inside, outside)», «m4_ifdef(«lane_dot_fetches»,
    «lane_dot_fetch_masked($@)»,
    ««$to = $inside ? »lane_widen(lane_z_type, «$type», «$of»)« : »lane_dot_outside(«$type», «$outside»)«;
»»)»)m4_dnl
pl_macro(«lane_dot_fetch_masked(type, loops, to, of, inside, outside)», «lane_if(«$outside», ««if ($inside) {
»say_fetch_element(«$type», «$to», «$of»)«} else {
$to = »lane_dot_outside(«$type», «$outside»)«;
}
»», «say_fetch_masked(«$type», «$to», «$of», «$inside»)»)»)m4_dnl
pl_macro(«lane_dot_outside(type, outside)», «m4_ifelse(«$outside», «», «0»,
    «lane_widen(lane_z_type, «$type», «$outside»)»)»)m4_dnl
m4_dnl
m4_dnl  Slices that are fetched ahead: several stages are in local memory, and the next slices are fetched while one is used. The
m4_dnl  number of a slice determines its stage. A fetch fills the stage that was used last, after the barrier that orders it
m4_dnl  behind the last reads from there; so a copy that completes where it starts is correct, too.
pl_define(«dot», «lane_dot_depth», «m4_ifelse(
    «$stages», «», «lane_dot_one_stage($@)»,
    «$axis», «», «lane_dot_ahead($@)»,
    «lane_dot_over_steps($@)»)»)m4_dnl
pl_define(«dot», «lane_dot_ahead», «say_fetch_function(«pl_fetch», «$counter», «pl_deep», «lane_dot_fetch($@)»)m4_dnl
lane_dot_prologue($@)m4_dnl
«for ($counter pl_deep = 0; pl_deep < $depth; pl_deep += $slice) {
»lane_dot_arrived($@)«if (pl_deep + »m4_eval(($stages - 1) * $slice)« < $depth)
»say_fetch(«pl_fetch», «$counter», «pl_deep», ««pl_deep + »m4_eval(($stages - 1) * $slice)«»», «lane_dot_fetch($@)»)m4_dnl
say_fetched()lane_dot_stage($@)lane_dot_products($@)«}
»lane_wait(«$used»)»)m4_dnl
pl_define(«dot», «lane_dot_prologue», «m4_ifelse(«$stages», 2,
    «say_fetch(«pl_fetch», «$counter», «pl_deep», 0, «lane_dot_fetch($@)»)say_fetched()»,
    ««for ($counter pl_deep = 0; pl_deep < »m4_eval(($stages - 1) * $slice)«; pl_deep += $slice) {
»say_fetch(«pl_fetch», «$counter», «pl_deep», «pl_deep», «lane_dot_fetch($@)»)say_fetched()«}
»»)»)m4_dnl
pl_define(«dot», «lane_dot_arrived», «say_arrived(m4_eval($stages - 2))m4_dnl
$copied«
»»)m4_dnl
pl_define(«dot», «lane_dot_fetch», «lane_dot_stage($@)m4_pushdef(«lane_dot_fetches», «yes»)lane_dot_copies($@)m4_dnl
m4_popdef(«lane_dot_fetches»)»)m4_dnl
m4_dnl  Where the slice is.
pl_define(«dot», «lane_dot_stage»,
    «m4_define(«lane_slice_number», m4_ifelse(«$axis», «», ««pl_deep / $slice»», ««pl_slice»»))m4_dnl
lane_side(«place», «$x»)lane_side(«place», «$y»)»)m4_dnl
pl_define(«side», «lane_side_place», «lane_if(«$slice»,
    «say_space(«local»)lane_slice_type()« *const $slice = $memory + »lane_slice_number« % »lane_stages« * $size;
»»)»)m4_dnl
m4_dnl
m4_dnl  The same over the steps of an axis: slices are numbered across steps. The code that fetches one, by its number, computes
m4_dnl  the windows of its operands; the body of the loop over the axis does not.
pl_define(«dot», «pl_dot_ahead», «lane_dot_fields($@)m4_dnl
say_fetch_function(«pl_fetch», «long», «pl_slice», «lane_dot_fetch_of_step($@)», ««
// fetches a slice of »lane_both(lane_side(«fetched», «$x»),
        lane_side(«fetched», «$y»))«: they are numbered from the first of all steps
»»)«
// the first slices
»m4_ifelse(«$stages», 2, ««if (${axis}_programs > 0)
»say_fetch(«pl_fetch», «long», «pl_slice», 0, «lane_dot_fetch_of_step($@)»)say_fetched()»,
    ««for (int pl_slice = 0; pl_slice < »m4_eval($stages - 1)«; pl_slice++) {
if (pl_slice < »lane_dot_slices_of_steps($@)«)
»say_fetch(«pl_fetch», «long», «pl_slice», «pl_slice», «lane_dot_fetch_of_step($@)»)say_fetched()«}
»»)»)m4_dnl
pl_define(«side», «lane_side_fetched», «lane_if(«$slice», ««$ref»»)»)m4_dnl
pl_macro(«lane_both(x, y)», «m4_ifelse(«$x», «», ««$y»», «$y», «», ««$x»», ««$x and of $y»»)»)m4_dnl
pl_define(«side», «lane_side_visit», «lane_if(«$slice», «m4_indir(«PL_FETCH_$ref»)»)»)m4_dnl
pl_define(«dot», «lane_dot_fetch_of_step», ««%%local $axis
const long $axis = pl_slice»lane_if(«$deep», «« / $steps»»)«;
%%local pl_deep
»lane_if(«$deep», ««const $counter pl_deep = pl_slice % $steps * $slice;
»»)lane_side(«visit», «$x»)lane_side(«visit», «$y»)«
// to its stage
»lane_dot_fetch($@)»)m4_dnl
pl_define(«dot», «lane_dot_slices_of_steps», ««${axis}_programs»lane_if(«$deep», «« * $steps»»)»)m4_dnl
pl_define(«dot», «lane_dot_over_steps», «lane_if(«$deep», ««for ($counter pl_deep = 0; pl_deep < $depth; pl_deep += $slice) {
»»)«const long pl_slice = $axis»lane_if(«$deep», «« * $steps + pl_deep / $slice»»)«;
»lane_dot_arrived($@)«if (pl_slice + »m4_eval($stages - 1)« < »lane_dot_slices_of_steps($@)«)
»say_fetch(«pl_fetch», «long», «pl_slice», ««pl_slice + »m4_eval($stages - 1)«»», «lane_dot_fetch_of_step($@)»)m4_dnl
say_fetched()lane_dot_stage($@)lane_dot_products($@)lane_if(«$deep», ««}
»»)»)m4_dnl
m4_dnl  ==== The kernel =======================================================================================
pl_define(«buffer», «lanes_buffer», «m4_ifelse(
    «$memory», «local», «lane_local_array(pl_type(«$type»), «$name», «$number», «$padded», «$aligned»)»,
    «$memory», «global», «c_buffer($@)»)»)m4_dnl
m4_dnl  pl_local_window: a window in local memory.
pl_define(«local_window», «lanes_local_window», «lane_local_array(pl_type(«$type»), «$array», «$count», «$padded»,
    «$aligned»)»)m4_dnl
pl_macro(«lane_local_array(type, name, elements, padded, aligned)», «say_local_array(«$type», «$name», «$elements»,
    m4_ifelse(«$aligned», «aligned», 16))m4_dnl
m4_ifelse(«$padded», «», «», ««        // rows padded: $padded»»)«
»»)m4_dnl
m4_dnl  pl_scratch: its buffer has its name; in registers it has no buffer.
pl_define(«scratch», «lanes_scratch», «m4_ifelse(«$memory», «private», «pl_type(«$type»)« $ref$extents;
»»)»)m4_dnl
m4_dnl
pl_define(«local», «lanes_local», «m4_ifelse(«$use», «reduction»,
    «say_local_array(pl_type(«$type»), lane_reduction(«$type»), «$count»)«
»», «lane_local_array(m4_ifelse(«$narrow», «narrow», «pl_type(«$type»)», «say_sum(«$type»)»), «$name», «$count», «$padded»,
    m4_ifelse(«$use» PL_LANE_RUN(), «y_slice 4», «aligned», «$aligned»))»)»)m4_dnl
pl_define(«buffer», «lane_is_global», «m4_ifelse(«$memory», «global», «x»)»)m4_dnl
pl_macro(«lane_if_workspace(then, else)», «m4_define(«pl_buffer», m4_defn(«lane_is_global»))m4_dnl
m4_ifelse(pl_flat(«PL_BUFFERS()»), «», «$else», «$then»)»)m4_dnl
m4_dnl  lane_by_width: with vectors if rows and arrays begin at multiples of 16 bytes; otherwise element by element.
pl_macro(«lane_by_width(text)», «m4_ifelse(PL_LANE_VECTOR(), 1, «$text»,
    «say_widths(PL_LANE_VECTOR(), lane_aligned(), «$text», «PL_GROUP_ALONE()»)»)»)m4_dnl
pl_define(«divided», «pl_divided», «« && $size % »m4_ifelse(PL_LANE_VECTOR(), 1, «PL_LANE_RUN()»,
    «PL_LANE_VECTOR()»)« == 0»»)m4_dnl
pl_define(«aligned», «pl_aligned», «say_aligned(«${base}_array»)»)m4_dnl
m4_define(«lane_aligned», «c_without_first(«&&», PL_ALIGNED())»)m4_dnl
m4_dnl  lanes_head: up to the closing parenthesis.
m4_define(«lanes_head», «say_kernel(lane_count())PL_PREFIX()«»say_suffix()«(»m4_dnl
pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«»say_space(«global»)«int *pl_reports»»)m4_dnl
lane_if_workspace(«pl_comma()«»say_space(«global»)«»pl_type(«u8»)« *pl_workspace, »m4_dnl
«long pl_workspace_bytes»»)«)»»)m4_dnl
m4_define(«lanes_kernel», «m4_ifelse(PL_LANES_REJECTED(), «», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: »say_target()«, the kernel for GPUs: »m4_dnl
PL_LANE_ROWS()« x »PL_LANE_COLUMNS()« lanes.
»lanes_head()«
{
»c_arguments(«c_value»)«%%local pl_lane pl_row pl_column
const int pl_lane = »say_lane()«;
%%local pl_row
const int pl_row = pl_lane / »PL_LANE_COLUMNS()«;
%%local pl_column
const int pl_column = pl_lane»lane_in_rows(«« % »PL_LANE_COLUMNS()»)«;
%%end
»m4_define(«pl_local», m4_defn(«lanes_local»))PL_LOCALS()m4_dnl
lane_if_workspace(«say_space(«global»)«»pl_type(«u8»)« *pl_rest = pl_workspace + »say_group()« * pl_workspace_bytes;
»»)m4_define(«pl_buffer», m4_defn(«lanes_buffer»))PL_BUFFERS()m4_dnl
m4_define(«pl_local_window», m4_defn(«lanes_local_window»))PL_LOCAL_WINDOWS()m4_dnl
m4_define(«pl_scratch», m4_defn(«lanes_scratch»))PL_SCRATCHES()m4_dnl
m4_pushdef(«lane_width», PL_LANE_RUN())lane_by_width(«PL_GROUP()»)m4_popdef(«lane_width»)«}
%%scope
»»)»)m4_dnl
m4_dnl
m4_dnl  lanes_for_gpu: with the meanings of this file.
pl_macro(«lane_push(fact)», «m4_ifelse(«$fact», «», «»,
    «m4_pushdef(«pl_$fact», m4_defn(«lanes_$fact»))lane_push(m4_shift($@))»)»)m4_dnl
pl_macro(«lane_pop(fact)», «m4_ifelse(«$fact», «», «», «m4_popdef(«pl_$fact»)lane_pop(m4_shift($@))»)»)m4_dnl
m4_define(«lanes_loop», m4_defn(«lanes_each»))m4_dnl
m4_define(«lanes_atomic»,
    «say_atomic($@)»)m4_dnl
m4_define(«lanes_facts», «atomic, over, register, each, loop, reduce, tile, view, element, dot, barrier»)m4_dnl
pl_macro(«lanes_for_gpu(text)», «lane_push(lanes_facts)$text«»lane_pop(lanes_facts)»)m4_dnl
