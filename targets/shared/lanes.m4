m4_dnl  lanes.m4 -- kernels for GPUs, in which a group of lanes runs a program. This file writes what is around the body; pallasc
m4_dnl  builds the body (gen/schedule), as PL_GROUP. A target defines the words of its language, for both, in a file that it
m4_dnl  includes before arguments.m4 and this one (opencl/spelling.m4, types.m4). docs/facts.md lists them, "Words of lanes".
m4_dnl
m4_dnl  Only the facts of lanes_kernel, and macros that a target calls, have names with lanes_. A name with lane_ is a part of them.
m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
pl_define(«buffer», «lanes_buffer», «m4_ifelse(
    «$memory», «local», «lane_local_array(pl_type(«$type»), «$name», «$number», «$padded», «$aligned», «»)»,
    «$memory», «global», «c_buffer($@)»)»)m4_dnl
pl_define(«local_window», «lanes_local_window», «lane_local_array(pl_type(«$type»), «$name», «$count», «$padded»,
    «$aligned», «»)»)m4_dnl
pl_macro(«lane_local_array(type, name, elements, padded, aligned, holds)», «say_local_array(«$type», «$name», «$elements»,
    m4_ifelse(«$aligned», «aligned», 16))m4_dnl
m4_ifelse(«$padded», «», «», ««        // rows padded: $padded»»)m4_dnl
m4_ifelse(«$holds», «», «», ««        // holds $holds»»)«
»»)m4_dnl
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
m4_define(«lanes_head», «say_kernel(PL_LANES())PL_PREFIX()«»say_suffix()«(»m4_dnl
pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«»say_space(«global»)«int *pl_reports»»)m4_dnl
lane_if_workspace(«pl_comma()«»say_space(«global»)«»pl_type(«u8»)« *pl_workspace, »m4_dnl
«long pl_workspace_bytes»»)«)»»)m4_dnl
m4_define(«lanes_of», ««GPUs»»)m4_dnl
m4_define(«lanes_kernel», «m4_ifelse(PL_LANES_REJECTED(), «», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: »say_target()«, the kernel for »lanes_of()«: »m4_dnl
PL_LANES_ARRANGED()«.
»lanes_head()«
{
»c_arguments(«c_value»)«%%local pl_lane pl_row pl_column
const int pl_lane = »say_lane()«;
%%local pl_row
const int pl_row = »PL_ROW_OF_LANE()«;
%%local pl_column
const int pl_column = »PL_COLUMN_OF_LANE()«;
%%end
»m4_define(«pl_local», m4_defn(«lanes_local»))PL_LOCALS()m4_dnl
lane_if_workspace(«say_space(«global»)«»pl_type(«u8»)« *pl_rest = pl_workspace + »say_group()« * pl_workspace_bytes;
»»)m4_define(«pl_buffer», m4_defn(«lanes_buffer»))PL_BUFFERS()m4_dnl
m4_define(«pl_local_window», m4_defn(«lanes_local_window»))PL_LOCAL_WINDOWS()m4_dnl
PL_SCRATCHES()m4_dnl
lane_by_width(«PL_GROUP()»)«}
%%scope
»»)»)m4_dnl
m4_dnl
