m4_dnl  lanes.m4 -- kernels for GPUs, in which a group of lanes runs a program. This file writes what is around the body; pallasc
m4_dnl  builds the body (gen/schedule), as PL_GROUP. A target defines the words of its language, for both, in a file that it
m4_dnl  includes before windows.m4 and this one (opencl/spelling.m4, types.m4):
m4_dnl
m4_dnl      say_target(), say_kernel(lanes), say_suffix()   its name; the text before a kernel's name, and its suffix
m4_dnl      say_space(local|global|…), say_restrict() before the type of a pointer; after a pointer's *
m4_dnl      say_local_array(type, name, elements, alignment)    declares an array in local memory; alignment in bytes, or nothing
m4_dnl      say_lane(), say_group(), say_groups()    this lane's number in its group, this group's number, the number of groups
m4_dnl      say_only_programs(program, programs)     if there may be more groups than programs: the excess groups end
m4_dnl      say_barrier(local|global|both|warp)          all lanes of the group wait, and see these memories; or the lanes of a
m4_dnl                                               warp, if the machine has warps
m4_dnl      say_widths(width, condition, text, alone)    the text with this width, if the condition holds; otherwise `alone`, a form
m4_dnl                                               without vectors, or the text with 1 if the machine has generic_width
m4_dnl      say_aligned(array)                           its condition on the array: « && …», or nothing
m4_dnl      say_is_aligned(array)                        the same as a condition, for machines with vector_aligned
m4_dnl      say_vector(type, name, width)                declares so many elements of a run, which name[pl_e] refers to
m4_dnl      say_load(type, name, at, const, width), say_store(type, name, at, width)    declares and loads them; const: they are not
m4_dnl                                               stored
m4_dnl      say_fetch_run(to, from, width)               starts to copy them to local memory, for machines with held_least
m4_dnl      say_swapped(value, bit)                      the value of the lane of the warp whose number differs in this bit; and
m4_dnl      say_from_lane(type, value, lane)             that of this lane, for machines with a warp
m4_dnl      say_cleared()                                a value for a variable that is exchanged before it is used, likewise
m4_dnl      say_function(name, parameter)                the head of a function within the kernel, up to its {, for machines with
m4_dnl                                               functions
m4_dnl      say_zeroed(type)                             a struct of zeros, for machines with zeros_outside
m4_dnl      say_fetch_element(type, to, from)        starts to copy an element to local memory
m4_dnl      say_fetch_masked(type, to, from, inside) the same for an element that is 0 if it is not inside the array
m4_dnl      say_in_pieces(block, row, bytes)             the condition that a block begins at a multiple of so many bytes, and so do
m4_dnl                                               its rows, which are row elements apart, or nothing if that is known; for
m4_dnl                                               machines with vector_aligned
m4_dnl      say_fetch_piece(to, from, length, bytes)     starts to copy a piece to local memory
m4_dnl      say_fetch_piece_masked(to, from, bytes, copied)  the same, with zeros after so many bytes, for machines with piece_bytes
m4_dnl      say_store_piece(to, from, length)        copies one back
m4_dnl      say_load_fragment(to, from), say_load_turned(to, from), say_add_product(type, upper, lower, x, y)
m4_dnl                                               parts of a product by matrix instructions, for machines with mma_words
m4_dnl      say_add_slices(type, y_type, columns, x_turned, y_turned, sums, x, y), say_begin_products()
m4_dnl                                               a part of the product of two slices that a producer copied; before the parts of
m4_dnl                                               a slice; for machines with producer_lanes
m4_dnl      say_pairs(to, above, below)                  words of two neighbors each, of two rows in registers: a left operand
m4_dnl      say_add_blocks(type, columns, x_turned, y_turned, sums, x, y, adds)     the same for whole blocks; x_turned is own if x
m4_dnl                                               is such words; adds: whether the product is added, or the sums begin with it
m4_dnl      say_products_issued(), say_products_complete(but)
m4_dnl                                               what has begun since say_begin_products is one group; all groups but so many
m4_dnl                                               are complete
m4_dnl      say_barriers_made(), say_all_meet(), say_few_registers(), say_more_registers()    the barriers of the stages are
m4_dnl                                               initialized; all lanes wait, the producer too; what it does with registers, and
m4_dnl                                               the others. The bodies call pl_mbarrier_… and pl_tma_load_…, too
m4_dnl      say_copied()                             waits until the copies are complete that this lane has started
m4_dnl      say_fetched(), say_arrived(n)            after the copies of a slice, or of a step, have started; waits until all
m4_dnl                                               but the last n such groups are complete. Nothing if they complete at once
m4_dnl      say_unroll(), say_rolled()               before a loop whose index selects registers; before one that should not be
m4_dnl                                               unrolled
m4_dnl      say_least(code), say_most(code)          the least and the greatest value
m4_dnl      say_take(type, count)                        the next count elements of the workspace, whose rest pl_rest points to
m4_dnl      say_is_struct(type, then, else), say_is_small(type, then, else)
m4_dnl      say_if_by_pointer(type, then, else), say_value_type(type)   whether a kernel receives a value by pointer; its type
m4_dnl
m4_dnl  and the facts of expressions, pl_type, pl_convert, pl_element, pl_cdiv, pl_math, pl_max, pl_min, pl_atomic, pl_print,
m4_dnl  pl_dot_buffer. Kernels call pl_report, pl_multiple, pl_most_f32 and similar, pl_f32_of_bf16 and similar.
m4_dnl
m4_dnl  Only the facts of lanes_kernel, and macros that a target calls, have names with lanes_. A name with lane_ is a part of them.
m4_dnl
m4_define(«lane_count», «m4_eval(PL_LANE_ROWS() * PL_LANE_COLUMNS())»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
pl_define(«buffer», «lanes_buffer», «m4_ifelse(
    «$memory», «local», «lane_local_array(pl_type(«$type»), «$name», «$number», «$padded», «$aligned», «»)»,
    «$memory», «global», «c_buffer($@)»)»)m4_dnl
m4_dnl  pl_local_window: a window in local memory.
pl_define(«local_window», «lanes_local_window», «lane_local_array(pl_type(«$type»), «$array», «$count», «$padded»,
    «$aligned», «»)»)m4_dnl
pl_macro(«lane_local_array(type, name, elements, padded, aligned, holds)», «say_local_array(«$type», «$name», «$elements»,
    m4_ifelse(«$aligned», «aligned», 16))m4_dnl
m4_ifelse(«$padded», «», «», ««        // rows padded: $padded»»)m4_dnl
m4_ifelse(«$holds», «», «», ««        // holds $holds»»)«
»»)m4_dnl
m4_dnl  pl_scratch: its buffer has its name; in registers it has no buffer.
pl_define(«scratch», «lanes_scratch», «m4_ifelse(«$memory», «private», «pl_type(«$type»)« $ref$extents;
»»)»)m4_dnl
m4_dnl
pl_define(«local», «lanes_local», «lane_local_array(pl_type(«$type»), «$name», «$count», «$padded», «$aligned», «$holds»)»)m4_dnl
pl_define(«buffer», «lane_is_global», «m4_ifelse(«$memory», «global», «x»)»)m4_dnl
pl_macro(«lane_if_workspace(then, else)», «m4_define(«pl_buffer», m4_defn(«lane_is_global»))m4_dnl
m4_ifelse(pl_flat(«PL_BUFFERS()»), «», «$else», «$then»)»)m4_dnl
m4_dnl  lane_by_width: with vectors if rows and arrays begin at multiples of 16 bytes; otherwise element by element.
pl_macro(«lane_by_width(text)», «m4_ifelse(PL_LANE_VECTOR(), 1, «$text»,
    «say_widths(PL_LANE_VECTOR(), lane_aligned(), «$text», «PL_GROUP_ALONE()»)»)»)m4_dnl
pl_define(«divided», «pl_divided», «« && $size % »PL_LANE_VECTOR()« == 0»»)m4_dnl
pl_define(«aligned», «pl_aligned», «say_aligned(«${base}_array»)»)m4_dnl
m4_define(«lane_aligned», «c_without_first(«&&», PL_ALIGNED())»)m4_dnl
m4_dnl  lanes_head: up to the closing parenthesis.
m4_define(«lanes_head», «say_kernel(lane_count())PL_PREFIX()«»say_suffix()«(»m4_dnl
pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«»say_space(«global»)«int *pl_reports»»)m4_dnl
lane_if_workspace(«pl_comma()«»say_space(«global»)«»pl_type(«u8»)« *pl_workspace, »m4_dnl
«long pl_workspace_bytes»»)«)»»)m4_dnl
m4_dnl  Lanes of a single row need no division for pl_column. Without it ptxas finds that columns are a constant apart, and keeps no
m4_dnl  address for each: neighbors.c's normal_kernel spilled 528 bytes.
m4_define(«lanes_of», ««GPUs»»)m4_dnl
m4_define(«lanes_kernel», «m4_ifelse(PL_LANES_REJECTED(), «», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: »say_target()«, the kernel for »lanes_of()«: »m4_dnl
PL_LANE_ROWS()« x »PL_LANE_COLUMNS()« lanes.
»lanes_head()«
{
»c_arguments(«c_value»)«%%local pl_lane pl_row pl_column
const int pl_lane = »say_lane()«;
%%local pl_row
const int pl_row = pl_lane »pl_if_yes(«PL_LANES_TURNED», ««% »PL_LANE_ROWS()», ««/ »PL_LANE_COLUMNS()»)«;
%%local pl_column
const int pl_column = pl_lane»m4_ifelse(
    PL_LANE_ROWS(), 1, «»,
    PL_LANES_TURNED(), yes, «« / »PL_LANE_ROWS()»,
    «« % »PL_LANE_COLUMNS()»)«;
%%end
»m4_define(«pl_local», m4_defn(«lanes_local»))PL_LOCALS()m4_dnl
lane_if_workspace(«say_space(«global»)«»pl_type(«u8»)« *pl_rest = pl_workspace + »say_group()« * pl_workspace_bytes;
»»)m4_define(«pl_buffer», m4_defn(«lanes_buffer»))PL_BUFFERS()m4_dnl
m4_define(«pl_local_window», m4_defn(«lanes_local_window»))PL_LOCAL_WINDOWS()m4_dnl
m4_define(«pl_scratch», m4_defn(«lanes_scratch»))PL_SCRATCHES()m4_dnl
lane_by_width(«PL_GROUP()»)«}
%%scope
»»)»)m4_dnl
m4_dnl
