m4_dnl  spelling.m4 -- the words that shared/lanes.m4 and shared/arguments.m4 leave to the target, in OpenCL C. Another target has
m4_dnl  a similar file: docs/facts.md describes each word.
m4_dnl
m4_define(«say_target», ««opencl»»)m4_dnl
pl_macro(«say_kernel(lanes, resident)», ««__kernel __attribute__((reqd_work_group_size($lanes, 1, 1)))
void »»)m4_dnl
pl_macro(«say_local_array(type, name, elements, alignment)»,
    ««__local $type $name[$elements]»m4_ifelse(«$alignment», «», «»,
    «« __attribute__((aligned($alignment)))»»)«;»»)m4_dnl
pl_macro(«say_take(type, count)», ««pl_take(&pl_rest, $count, sizeof ($type))»»)m4_dnl
pl_macro(«say_space(memory)», «m4_ifelse(«$memory», «local», ««__local »», «$memory», «global», ««__global »»)»)m4_dnl
m4_define(«say_restrict», ««restrict »»)m4_dnl
m4_dnl
m4_define(«say_lane», ««get_local_id(0)»»)m4_dnl
m4_define(«say_group», ««get_group_id(0)»»)m4_dnl
m4_define(«say_groups», ««get_num_groups(0)»»)m4_dnl
m4_define(«say_only_programs», «»)m4_dnl
pl_macro(«say_barrier(memory)», «m4_ifelse(
    «$memory», «local», ««barrier(CLK_LOCAL_MEM_FENCE);»»,
    «$memory», «global», ««barrier(CLK_GLOBAL_MEM_FENCE);»»,
    ««barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);»»)»)m4_dnl
m4_dnl  Vectors are in private arrays; vload and vstore accept any address. The labels of both versions are in one function.
pl_macro(«say_widths(width, condition, text, alone)», «m4_ifelse(«$condition», «»,
    «$text», ««if ($condition) {        // $width elements at a time
»$text«} else {
»$alone«}
»»)»)m4_dnl
m4_define(«say_is_aligned», ««1»»)m4_dnl
pl_macro(«say_vector(type, name, width)», ««$type $name[$width];
»»)m4_dnl
pl_macro(«say_reload(type, name, at, width)», ««vstore$width(vload$width(0, &$at), 0, $name);
»»)m4_dnl
pl_macro(«say_load(type, name, at, const, width, form)», «m4_ifelse(«$form», whole,
    «m4_ifelse(«$const», «», «», ««const »»)«$type$width $name = vload$width(0, &$at);
»», ««$type $name[$width];
vstore$width(vload$width(0, &$at), 0, $name);
»»)»)m4_dnl
pl_macro(«say_store(type, name, at, width, form)», ««vstore$width(»m4_ifelse(«$form», whole, ««$name»»,
    ««vload$width(0, $name)»»)«, 0, &$at);
»»)m4_dnl
pl_macro(«say_vector_of(type, width, a, b, c, d, e, f, g, h)», ««($type$width)($a, $b»cl_more(«$c»)cl_more(«$d»)m4_dnl
cl_more(«$e»)cl_more(«$f»)cl_more(«$g»)cl_more(«$h»)«)»»)m4_dnl
pl_macro(«cl_more(text)», «m4_ifelse(«$text», «», «», ««, $text»»)»)m4_dnl
m4_dnl  say_reduced_run: all elements of a vector, combined by a function.
pl_macro(«say_reduced_run(op, type, width, value)», ««pl_»cl_reduce_name(«$op»)«${width}_$type($value)»»)m4_dnl
pl_macro(«say_fetch_piece(to, from, length, bytes)», ««vstore$length(vload$length(0, &$from), 0, &$to);
»»)m4_dnl
pl_macro(«say_store_piece(to, from, length)», «say_fetch_piece(to=«$to», from=«$from», length=«$length», bytes=«»)»)m4_dnl
m4_define(«say_copied», «»)m4_dnl
pl_macro(«say_fetch_masked(type, to, from, inside)», ««$to = $inside ? $from : 0;
»»)m4_dnl
pl_macro(«say_fetch_element(type, to, from)», ««$to = $from;
»»)m4_define(«say_fetched», «»)m4_define(«say_arrived», «»)m4_dnl
m4_dnl
m4_define(«say_unroll», ««PL_UNROLL »»)m4_define(«say_rolled», «»)m4_dnl
m4_dnl  A kernel parameter cannot be a bool, so it is an int; nor a struct, which may contain a bool.
pl_macro(«say_value_type(type)», «m4_ifelse(«$type», «bool», ««int»», «pl_type(«$type»)»)»)m4_dnl
m4_define(«say_if_by_pointer», m4_defn(«cl_is_struct»))m4_dnl
