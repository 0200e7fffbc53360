m4_dnl  arguments.m4 -- what a kernel is given, in C: for templates whose kernels receive windows as pointers and numbers.
m4_dnl  A target defines the words of its language, say_...; see docs/facts.md.
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
pl_define(«argument», «c_value», «m4_ifelse(«$kind», «scalar»,
    «say_if_by_pointer(«$type», ««const »pl_type(«$type»)« $name = *pl_$name;
»»)»)»)m4_dnl
pl_define(«axis», «c_axis_argument», «pl_comma()«long ${variable}_programs»»)m4_dnl
m4_dnl  What the kernels of lower/parts.c and of lower/flatten.c are for.
m4_define(«c_division», «m4_ifelse(PL_INNER(), «parts», ««// Where the launcher divides the steps of »PL_CALLED()« among parts,
// two kernels run: one accumulates the steps of each part, and one combines the parts.
»», PL_INNER(), «empty», ««// Where the pipeline of »PL_CALLED()« has no programs, this kernel runs instead.
»»)»)m4_dnl
m4_dnl  A part of the workspace; the next one follows it.
pl_define(«buffer», «c_buffer»,
    «say_space(«global»)pl_type(«$type»)« *$name = »say_take(pl_type(«$type»), «$count»)«;
»»)m4_dnl
