m4_dnl  windows.m4 -- windows, the grid and arguments in C, for templates whose kernels receive them as pointers and numbers.
m4_dnl  A target defines the words of its language, say_...; see docs/facts.md.
m4_dnl
m4_dnl  ==== Text =====================================================================================
m4_dnl  c_summand: in parentheses, unless it is words in sums and products.
pl_macro(«c_summand(text)», «m4_ifelse(m4_translit(««$text»», «A-Za-z0-9_ +*-»), «», ««$text»», ««($text)»»)»)m4_dnl
m4_dnl  c_without_first: the list without its leading operator.
pl_macro(«c_without_first(operator, list)», «m4_patsubst(«$list», «^ *$operator »)»)m4_dnl
m4_dnl
m4_dnl  ==== Windows ==================================================================================
m4_dnl  Each macro reads PL_OPERAND_x with another meaning of pl_operand:
m4_dnl  c_base is the prefix of names made from an operand.
pl_macro(«c_of(ref, macro)», «m4_define(«pl_operand», m4_defn(«$macro»))m4_indir(«PL_OPERAND_$ref»)»)m4_dnl
pl_macro(«c_operands(macro)», «m4_define(«pl_operand», m4_defn(«$macro»))PL_OPERANDS()»)m4_dnl
pl_macro(«c_dims(ref, macro)», «m4_define(«pl_dim», m4_defn(«$macro»))m4_indir(«PL_DIMS_$ref»)»)m4_dnl
m4_dnl
m4_dnl  c_place: a field of PL_PLACE_x. Each of the following macros takes the name of a window.
pl_macro(«c_place(ref, macro)», «m4_define(«pl_place», m4_defn(«$macro»))m4_indir(«PL_PLACE_$ref»)»)m4_dnl
pl_define(«place», «c_begins», ««$offset»»)m4_dnl
pl_macro(«c_offset(ref)», «c_place(«$ref», «c_begins»)»)m4_dnl
pl_define(«place», «c_began», ««$previous»»)m4_dnl
pl_define(«place», «c_array_element», ««$in_array»»)m4_dnl
pl_macro(«c_in_array(ref)», «c_place(«$ref», «c_array_element»)»)m4_dnl
pl_define(«place», «c_window_element», ««$in_window»»)m4_dnl
pl_macro(«c_in_window(ref)», «c_place(«$ref», «c_window_element»)»)m4_dnl
pl_define(«place», «c_elements», ««$count»»)m4_dnl
pl_macro(«c_count(ref)», «c_place(«$ref», «c_elements»)»)m4_dnl
pl_macro(«c_plus_offset(ref)», «m4_ifelse(c_offset(«$ref»), «0», «», «« + »c_offset(«$ref»)»)»)m4_dnl
pl_macro(«c_place_text(ref)», «m4_ifelse(
    c_offset(«$ref»), «0», «c_in_array(«$ref»)»,
    c_in_array(«$ref»), «0», «c_offset(«$ref»)»,
    «c_offset(«$ref»)« + »c_in_array(«$ref»)»)»)m4_dnl
m4_dnl  For the window c_base of a ref: its element in a copy, in the block in the array, and in the array.
pl_macro(«c_at_window(ref)», «c_base«_window[»c_in_window(«$ref»)«]»»)m4_dnl
pl_macro(«c_at_block(ref)», «c_base«_block[»c_in_array(«$ref»)«]»»)m4_dnl
pl_macro(«c_at_array(ref)», «c_base«_array[»c_place_text(«$ref»)«]»»)m4_dnl
m4_dnl
m4_dnl  Whether a dim of a window always begins at 0, so that its start is not needed.
pl_macro(«c_if_fixed(kind, start, proof, edge, then, else)», «m4_ifelse(
    «$kind», «full», «$then»,
    «$kind», «bounded», «$else»,
    «$start $proof $edge», «0 proved whole», «$then»,
    «$else»)»)m4_dnl
m4_dnl  c_local: written if a later line uses one of the names.
pl_macro(«c_local(names, lines)», ««%%local $names
»$lines«%%end
»»)m4_dnl
m4_dnl
m4_dnl  Where it starts, and a report if that is outside.
pl_define(«dim», «c_start», «c_if_fixed(«$kind», «$start», «$proof», «$edge», «»,
    «c_local(c_base«_$number», ««const long »c_base«_$number = $start;
»»)m4_ifelse(«$kind», «bounded», «c_local(c_base«_count_$number», ««const long »c_base«_count_$number = $count;
»»)»)»)»)m4_dnl
pl_define(«dim», «c_dim_names», «c_if_fixed(«$kind», «$start», «$proof», «$edge», «»,
    ««»c_base«_$number »m4_ifelse(«$kind», «bounded», «c_base«_count_$number »»)»)»)m4_dnl
m4_dnl
m4_dnl  c_title: a comment before the code of its window.
pl_macro(«c_title(ref, base)», «
c_local(«$ref ${base}_block ${base}_whole ${base}_held »pl_flat(«c_dims(«$ref», «c_dim_names»)»), ««
// $ref
»»)»)m4_dnl
pl_macro(«c_report(condition, message, values)», ««if ($condition) {
pl_report(pl_reports, $message, »c_number()«, $values);
return;
}
»»)m4_dnl
m4_dnl  An index: with the number of blocks and their size.
pl_define(«dim», «c_block_check», «c_report(
    condition=m4_ifelse(«$index», «0», «», ««$index < 0 || »»)c_base«_$number >= $extent»,
    message=«$message»,
    values=«$index, »pl_cdiv(«$extent», «$size»)«, $size, 0, 0»)»)m4_dnl
pl_define(«dim», «c_one_check», «c_report(
    condition=c_base«_$number < 0 || »c_base«_$number >= $extent»,
    message=«$message»,
    values=c_base«_$number, $extent, 1, 0, 0»)»)m4_dnl
m4_dnl  A window of elements: its size, where it begins in the padded array, the array's extent, the padding at both ends.
pl_define(«dim», «c_element_check», «c_report(
    condition=c_base«_$number < »c_minus(«$low»)« || »c_base«_$number + »c_summand(«$size»)« > $extent»c_plus(«$high»),
    message=«$message»,
    values=«$size, $index, $extent, $low, $high»)»)m4_dnl
pl_macro(«c_minus(padding)», «m4_ifelse(«$padding», «0», «0», ««-»pl_factor(«$padding»)»)»)m4_dnl
pl_macro(«c_plus(padding)», «m4_ifelse(«$padding», «0», «», «« + »c_summand(«$padding»)»)»)m4_dnl
m4_dnl  A slice: its start and its size, or its end; the number of elements that a block holds, and the extent of the array.
pl_define(«dim», «c_slice_check», «c_report(
    condition=c_base«_count_$number < 1 || »c_base«_count_$number > $size»,
    message=«$message»,
    values=c_base«_$number, »c_base«_count_$number, $size, $extent, 0»)m4_dnl
c_report(
    condition=c_base«_$number < 0 || »c_base«_$number + »c_base«_count_$number > $extent»,
    message=m4_incr(«$message»),
    values=c_base«_$number, »c_base«_$number + »c_base«_count_$number - 1, $extent, $size, 0»)»)m4_dnl
m4_dnl  Table entries that maps read are checked first: PL_ENTRIES has the subscripts of all operands.
pl_define(«entry», «c_entry», «m4_ifelse(«$ref», m4_defn(«c_looked_at»), «c_report(
    condition=m4_ifelse(«$condition», «»,
        ««$subscript < 0 || $subscript >= $extent»»,
        ««$condition && ($subscript < 0 || $subscript >= $extent)»»),
    message=«$message»,
    values=«$subscript, $extent, 0, 0, 0»)»)»)m4_dnl
pl_define(«divisor», «c_divisor», «m4_ifelse(
    «$ref«»$message», m4_defn(«c_looked_at»)0, «»,
    «$ref», m4_defn(«c_looked_at»), «c_report(
        condition=m4_ifelse(«$condition», «», «», ««$condition && »»)«$divisor == 0»,
        message=«$message»,
        values=«0, 0, 0, 0, 0»)»)»)m4_dnl
pl_macro(«c_entries(ref)», «m4_define(«c_looked_at», «$ref»)m4_dnl
m4_define(«pl_entry», m4_defn(«c_entry»))m4_define(«pl_divisor», m4_defn(«c_divisor»))PL_ENTRIES()»)m4_dnl
pl_define(«dim», «c_dim_check», «m4_ifelse(
    «$proof», «proved», «»,
    «$kind», «block», «c_block_check($@)»,
    «$kind», «one», «c_one_check($@)»,
    «$kind», «element», «c_element_check($@)»,
    «c_slice_check($@)»)»)m4_dnl
m4_dnl  c_whole: whether its window is entirely in the array.
pl_define(«dim», «c_dim_whole», «m4_ifelse(«$edge», «partial», «m4_ifelse(«$kind», «element»,
    «« && »c_base«_$number >= 0»»)m4_ifelse(«$kind», «bounded»,
    «« && »c_base«_count_$number == $size»»)« && »c_base«_$number + »pl_factor(«$size»)« <= $extent»»)»)m4_dnl
pl_macro(«c_whole(ref)», «m4_ifelse(pl_flat(«c_dims(«$ref», «c_dim_whole»)»), «», «1»,
    «c_without_first(«&&», pl_flat(«c_dims(«$ref», «c_dim_whole»)»))»)»)m4_dnl
m4_dnl  For the window c_base: declarations in place and as a copy, and those that only a copy needs.
pl_macro(«c_in_place_or_copied(copy, in_place, copied)», «m4_ifelse(
    «$copy», «always», «$copied»,
    «$in_place», «$copied», «$copied»,
    «c_base«_whole ? »$in_place« : »$copied»)»)m4_dnl
pl_macro(«c_if_copied(copy, text)», «m4_ifelse(«$copy», «always», «$text», ««if (!»c_base«_whole) {
»$text«}
»»)»)m4_dnl
pl_define(«operand», «c_const», «m4_ifelse(«$mode», «in», «const »)»)m4_dnl
m4_dnl  Loops over the part of the window that is in the array.
pl_define(«dim», «c_dim_clip», «m4_ifelse(
    «$kind», «one», «»,
    «$edge», «partial», ««for (long pl_at_$number = »m4_dnl
m4_ifelse(«$kind», «element», ««pl_most(0, -»c_base«_»c_was()«$number)»», «0»)m4_dnl
«, pl_end_$number = pl_least(»m4_ifelse(«$kind», «bounded», «c_base«_count_»c_was()«$number»», ««$size»»)m4_dnl
«, $extent - »c_base«_»c_was()«$number); pl_at_$number < pl_end_$number; pl_at_$number++)
»»,
    ««for (long pl_at_$number = 0; pl_at_$number < $size; pl_at_$number++)
»»)»)m4_dnl
m4_dnl
m4_dnl  A window that stays until its index changes, over several steps: where it is, and where it was.
pl_define(«dim», «c_dim_state», «c_if_fixed(«$kind», «$start», «$proof», «$edge», «», ««long »c_base«_was_$number = 0;
»m4_ifelse(«$kind», «bounded», ««long »c_base«_count_was_$number = 0;
»»)»)»)m4_dnl
pl_define(«operand», «c_state», «m4_define(«c_base», ««$base»»)m4_ifelse(«$visits», «moved», «m4_ifelse(«$copy», «never», «»,
    ««int ${base}_held = 0, ${base}_copied = 0;
»c_dims(«$ref», «c_dim_state»)»)»)»)m4_dnl
pl_define(«dim», «c_dim_moved», «c_if_fixed(«$kind», «$start», «$proof», «$edge», «»,
    «« || »c_base«_was_$number != »c_base«_$number»m4_dnl
m4_ifelse(«$kind», «bounded», «« || »c_base«_count_was_$number != »c_base«_count_$number»»)»)»)m4_dnl
pl_define(«dim», «c_dim_keep», «c_if_fixed(«$kind», «$start», «$proof», «$edge», «», «c_base«_was_$number = »c_base«_$number;
»m4_ifelse(«$kind», «bounded», «c_base«_count_was_$number = »c_base«_count_$number;
»»)»)»)m4_dnl
m4_dnl
m4_dnl  c_as_it_was: the same for the previous window: z_0 becomes z_was_0.
m4_define(«c_was», «»)m4_dnl
pl_macro(«c_as_it_was(text)», «m4_pushdef(«c_was», «was_»)m4_dnl
m4_pushdef(«c_begins», m4_defn(«c_began»))$text«»m4_popdef(«c_begins»)m4_popdef(«c_was»)»)m4_dnl
m4_dnl
m4_dnl  ==== The grid =================================================================================
pl_macro(«c_axes(macro)», «m4_pushdef(«pl_axis», m4_defn(«$macro»))PL_AXES()m4_popdef(«pl_axis»)»)m4_dnl
pl_define(«axis», «c_axis_mark», «m4_ifelse(«$kind», «parallel», «x»)»)m4_dnl
pl_define(«axis», «c_axis_alone», «m4_ifelse(«$kind», «parallel», ««$variable»»)»)m4_dnl
pl_define(«axis», «c_axis_count», «m4_ifelse(«$kind», «parallel», «« * ${variable}_programs»»)»)m4_dnl
m4_dnl  c_parallel: by the number of parallel axes.
pl_macro(«c_parallel(none, one, several)», «m4_ifelse(
    pl_flat(«c_axes(«c_axis_mark»)»), «», «$none»,
    pl_flat(«c_axes(«c_axis_mark»)»), «x», «$one»,
    «$several»)»)m4_dnl
m4_dnl  The number of programs, the product of those axes; the current program, and its index if there is one axis.
m4_define(«c_programs», «c_parallel(«1», «c_without_first(«\*», pl_flat(«c_axes(«c_axis_count»)»))»,
    «c_without_first(«\*», pl_flat(«c_axes(«c_axis_count»)»))»)»)m4_dnl
m4_define(«c_program», «c_parallel(««pl_program»», «pl_flat(«c_axes(«c_axis_alone»)»)», ««pl_program»»)»)m4_dnl
m4_dnl
m4_dnl  The indices of a program: the remainder of the later axes, and the quotient for the earlier ones.
pl_define(«axis», «c_axis_index», «m4_ifelse(«$kind», «parallel», «c_local(«$variable»,
    ««const long $variable = pl_program»$later«»m4_ifelse(«$place», «first», «», «« % ${variable}_programs»»)«;
»»)»)»)m4_dnl
pl_define(«later», «pl_later», «« / ${axis}_programs»»)m4_dnl
m4_define(«c_program_ids», «c_parallel(«», «», «c_axes(«c_axis_index»)»)»)m4_dnl
m4_dnl
m4_dnl  The number of the program that reports, in grid order. Axes whose loops have not begun count as 0. An extent of the
m4_dnl  grid may contain a pl_multiple_of, which uses this number itself: it is not expanded here.
pl_define(«axis», «c_axis_now», «m4_ifelse(
    «$kind», «parallel», ««$variable»»,
    m4_ifdef(«c_runs_$variable», «yes»), «yes», ««$variable»»,
    ««0»»)»)m4_dnl
pl_define(«axis», «c_axis_number», «c_add_axis(«$variable», m4_defn(«c_so_far»), c_axis_now($@))»)m4_dnl
pl_macro(«c_add_axis(axis, number, index)»,
    «m4_define(«c_so_far», m4_ifelse(
    «$number», «», ««$index»»,
    «$number», «0», ««$index»»,
    «$index», «0», «pl_factor(«$number»)« * ${axis}_programs»»,
    «pl_factor(«$number»)« * ${axis}_programs + $index»»))»)m4_dnl
m4_define(«c_number», «m4_define(«c_so_far», «»)m4_dnl
m4_pushdef(«pl_multiple_of», «»)pl_flat(«c_axes(«c_axis_number»)»)m4_popdef(«pl_multiple_of»)m4_dnl
m4_ifelse(m4_defn(«c_so_far»), «», «0», «m4_defn(«c_so_far»)»)»)m4_dnl
m4_dnl
m4_dnl  Words of a program that no lanes share; CUDA has such helpers.
pl_macro(«say_tile(name, type, extents, inner_extents, place)»,
    «say_space(«global»)pl_type(«$type»)« *$name = $place;
»»)m4_dnl
pl_macro(«say_view(name, type, const, inner_extents, place, pointer, adds_const)»,
    «say_space(«global»)«$const»pl_type(«$type»)« *$name = $place;
»»)m4_dnl
pl_macro(«say_report(message, number, a, b, c, d, e)», ««pl_report(pl_reports, $message, $number, $a, $b, $c, $d, $e)»»)m4_dnl
m4_dnl
m4_dnl  pl_multiple_of: in a function that kernels call.
pl_define(«multiple_of», «pl_multiple_of», ««pl_multiple(pl_reports, $message, »c_number()«, $value, $n)»»)m4_dnl
m4_dnl
m4_dnl  Sequential axes, and the code inside all of them.
m4_dnl  c_share: the steps of a part, where the call divides them.
pl_macro(«c_share(axis, part)», «m4_ifelse(«$part», «», «», «$axis», PL_SHARED_AXIS(),
    ««const long ${axis}_first = $part * ${axis}_programs / ${part}_programs;
const long ${axis}_end = ($part + 1) * ${axis}_programs / ${part}_programs;
»»)»)m4_dnl
pl_macro(«c_first_step(axis)», «m4_ifelse(«$axis», PL_SHARED_AXIS(), ««${axis}_first»», ««0»»)»)m4_dnl
pl_macro(«c_steps_end(axis)», «m4_ifelse(«$axis», PL_SHARED_AXIS(), ««${axis}_end»», ««${axis}_programs»»)»)m4_dnl
pl_define(«sequential», «pl_sequential», «c_share(«$variable», PL_PART_AXIS())m4_dnl
«for (long $variable = »c_first_step(«$variable»)«; $variable < »c_steps_end(«$variable»)«; $variable++) {
»m4_pushdef(«c_runs_$variable», «yes»)$body«»m4_popdef(«c_runs_$variable»)«}
»»)m4_dnl
m4_dnl  A return leaves the block of the body: in C++ a goto within it would pass declarations that are in scope at its label.
m4_define(«pl_return», ««goto pl_done;»»)m4_dnl
m4_define(«pl_step», ««
// »PL_KERNEL_NAME()«
»pl_if_yes(«PL_RETURNS», ««{
»PL_STATEMENTS()«}
pl_done: ;
»», «PL_STATEMENTS()»)»)m4_dnl
m4_dnl
m4_dnl  ==== What a kernel is given ===================================================================
pl_define(«argument», «c_argument», «m4_ifelse(
    «$kind», «size», «pl_comma()«long $name»»,
    «$kind», «scalar», «say_if_by_pointer(«$type», «», «pl_comma()say_value_type(«$type»)« $name»»)»)»)m4_dnl
pl_macro(«c_pointer_argument(const, type, restrict, name)»,
    «pl_comma()«»say_space(«global»)«$const»pl_type(«$type»)« *$restrict$name»»)m4_dnl
pl_define(«argument», «c_array», «m4_ifelse(
    «$kind», «size», «»,
    «$kind», «scalar», «say_if_by_pointer(«$type», «c_pointer_argument(«const », «$type», say_restrict(), «pl_$name»)»)»,
    «c_pointer_argument(pl_if_among(«$kind», «|in|table|», «const »), «$type», m4_ifelse(«$restrict», «», «», «say_restrict()»),
        m4_ifelse(«$kind» «$batch», «table », «$name», «${base}_array»))»)»)m4_dnl
m4_dnl  c_batch: a table that PL_BATCH names, from the start of this program's part.
pl_define(«batch_index», «pl_batch_index», ««$axis»»)m4_dnl
pl_define(«argument», «c_batch», «m4_ifelse(«$batch», «», «»,
    ««»say_space(«global»)«const »pl_type(«$type»)« *$name = ${base}_array + $batch;
»»)»)m4_dnl
m4_define(«c_batches», «c_arguments(«c_batch»)»)m4_dnl
pl_define(«argument», «c_value», «m4_ifelse(«$kind», «scalar»,
    «say_if_by_pointer(«$type», ««const »pl_type(«$type»)« $name = *pl_$name;
»»)»)»)m4_dnl
pl_define(«axis», «c_axis_argument», «pl_comma()«long ${variable}_programs»»)m4_dnl
pl_macro(«c_arguments(macro)», «m4_define(«pl_argument», m4_defn(«$macro»))PL_ARGUMENTS()»)m4_dnl
m4_dnl
m4_dnl  A part of the workspace; the next one follows it.
pl_define(«buffer», «c_buffer»,
    «say_space(«global»)pl_type(«$type»)« *$name = »say_take(pl_type(«$type»), «$count»)«;
»»)m4_dnl
m4_dnl
