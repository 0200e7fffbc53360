m4_dnl  dot.m4 -- PL_DOT of a program that runs alone: calls, and the functions for a type of y, for which dot.cl has the tile.
m4_dnl
m4_dnl  ==== Calls ============================================================================================
m4_dnl  cl_dot_side: the operand, and its stride that is not 1; cl_dot_kind: what the names of its functions end with.
pl_define(«side», «cl_dot_side», ««$ref, »m4_ifelse(«$column», «1», ««$row»», ««$column»»)»)m4_dnl
pl_define(«side», «cl_dot_kind», «$type«»m4_ifelse(«$column», «1», «», «_t»)»)m4_dnl
m4_dnl  cl_dot_x: x as rows of floats; where these are no rows of floats, cl_dot_copy copies them to the workspace.
pl_define(«dot», «cl_dot_x», «m4_ifelse(pl_as(«pl_side», «cl_dot_kind», «$x»), f32, «pl_as(«pl_side», «cl_dot_side», «$x»)»,
    ««$panel + 64 * »pl_factor(«$depth»)«, $depth + 16»»)»)m4_dnl
pl_define(«dot», «cl_dot_copy», «m4_ifelse(pl_as(«pl_side», «cl_dot_kind», «$x»), f32, «»,
    ««pl_floats_»pl_as(«pl_side», «cl_dot_kind», «$x»)«(»cl_dot_x($@)«, »pl_as(«pl_side», «cl_dot_side», «$x»)«, $rows, $depth);
»»)»)m4_dnl
pl_define(«dot», «cl_dot_arguments», ««($z, $z_row, »cl_dot_x($@)«, »pl_as(«pl_side», «cl_dot_side», «$y»)«,
$rows, $columns, $depth, $panel);»»)m4_dnl
pl_define(«dot», «pl_dot», «cl_dot_copy($@)«pl_dot_»pl_as(«pl_side», «cl_dot_kind», «$y»)cl_dot_arguments($@)m4_ifelse(
    «$panels», whole, «», ««
pl_dot_rest_»pl_as(«pl_side», «cl_dot_kind», «$y»)«»cl_dot_arguments($@)»)»)m4_dnl
m4_dnl
m4_dnl  ==== Functions ========================================================================================
m4_dnl  Functions for a type are in kernel/, with these words: KIND, what their names end with; TYPE; ELEMENT(i) and VECTOR(i), the
m4_dnl  element at an index, and the VW elements from there on, as floats. A word also ends before «».
pl_macro(«cl_element_f32(i)», ««from[$i]»»)pl_macro(«cl_vector_f32(i)», ««loadv(from + $i)»»)m4_dnl
pl_macro(«cl_element_bf16(i)», ««pl_f32_of_bf16(from[$i])»»)m4_dnl
pl_macro(«cl_vector_bf16(i)», ««pl_f32v_of_bf16(ushortv_at(from[$i]))»»)m4_dnl
pl_macro(«cl_element_f16(i)», ««vload_half($i, (__global const half *)from)»»)m4_dnl
pl_macro(«cl_vector_f16(i)», ««PL_JOIN(vload_half, VW)(0, (__global const half *)from + $i)»»)m4_dnl
pl_macro(«cl_of_type(file, kind, type)», «m4_pushdef(«KIND», «$kind»)m4_pushdef(«TYPE», «$type»)m4_include(«$file»)m4_dnl
m4_popdef(«KIND», «TYPE»)»)m4_dnl
pl_macro(«cl_floats_of_type(file, kind, type)», «m4_pushdef(«ELEMENT», m4_defn(«cl_element_$kind»))m4_dnl
m4_pushdef(«VECTOR», m4_defn(«cl_vector_$kind»))cl_of_type(«$file», «$kind», «$type»)m4_popdef(«ELEMENT», «VECTOR»)»)m4_dnl
m4_dnl
m4_dnl  LINE, ACROSS: what is a factor of y's index for a summand, and for a column; ROW: the length of the rows of y in a panel.
pl_macro(«cl_dot_with(kind, type, copy, line, across, row, turned, ahead)», «m4_pushdef(«COPY», «$copy»)m4_dnl
m4_pushdef(«LINE», «$line»)m4_pushdef(«ACROSS», «$across»)m4_pushdef(«ROW», «$row»)m4_pushdef(«TURNED», «$turned»)m4_dnl
m4_pushdef(«AHEAD», «$ahead»)cl_of_type(«dot_of_type.cl», «$kind», «$type»)m4_dnl
m4_popdef(«COPY», «LINE», «ACROSS», «ROW», «TURNED», «AHEAD»)»)m4_dnl
pl_macro(«cl_dot_of_type(code, type, copy)», «cl_dot_with(«$code», «$type», «$copy», « * y_row», «», «width», «»,
    «c + width < n ? c + width : depth * y_row»)cl_dot_with(«${code}_t», «$type», «pl_floats_${code}_t», «»,
    « * y_row», «depth», « and transposed», «min(c + width, n) * y_row»)»)m4_dnl
