m4_dnl  lanes.m4 -- kernels for GPUs, in which a group of lanes runs a program. This file writes what is around the body; pallasc
m4_dnl  builds the body (gen/schedule), as PL_GROUP. A target defines the words of its language, for both, in a file that it
m4_dnl  includes before arguments.m4 and this one (opencl/spelling.m4, types.m4). docs/facts.md lists them, "Words of lanes".
m4_dnl
m4_dnl  Only the facts of lanes_kernel, and macros that a target calls, have names with lanes_. A name with lane_ is a part of them.
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_dnl  lane_by_width: with vectors if rows and arrays begin at multiples of 16 bytes; otherwise element by element.
pl_macro(«lane_by_width(text)», «m4_ifelse(PL_LANE_VECTOR(), 1, «$text»,
    «say_widths(PL_LANE_VECTOR(), PL_VECTOR_CONDITION(), «$text», «PL_GROUP_ALONE()»)»)»)m4_dnl
pl_macro(«say_place(number, height, rows, columns)», ««const pl_tile pl_place = pl_in_bands($number, $height, $rows, $columns);
»»)m4_dnl
m4_dnl  lanes_head: up to the closing parenthesis.
pl_macro(«lanes_head(suffix)», «say_kernel(PL_LANES(), PL_RESIDENT())PL_PREFIX()«$suffix(»m4_dnl
pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«c_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«»say_space(«global»)«int *pl_reports»»)m4_dnl
pl_if_any(«PL_WORKSPACE», «pl_comma()«»say_space(«global»)«»pl_type(«u8»)« *pl_workspace, »m4_dnl
«long pl_workspace_bytes»»)pl_if_any(«PL_HELD», «pl_comma()«int pl_held»»)«)»»)m4_dnl
pl_macro(«lanes_kernel(suffix, of)», «m4_ifelse(m4_defn(«PL_LANES_REJECTED»), «», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: »say_target()«, the kernel for $of: »m4_dnl
PL_LANES_ARRANGED()«.
»c_division()lanes_head(«$suffix»)«
{
»c_arguments(«c_value»)PL_VARIABLES()lane_by_width(«PL_GROUP()»)«}
%%scope
»»)»)m4_dnl
