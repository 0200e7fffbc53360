m4_dnl  body.m4 -- the statements of a kernel: C over windows in VMEM and SMEM, and calls of the units.
m4_dnl
m4_dnl  ==== Types ============================================================================================
m4_define(«tpu_type», «m4_define(«tpu_type_$1», ««$2»»)»)m4_dnl
tpu_type(void, void)tpu_type(bool, bool)tpu_type(i8, int8_t)tpu_type(i16, int16_t)tpu_type(i32, int)m4_dnl
tpu_type(i64, long)tpu_type(u8, uint8_t)tpu_type(u16, uint16_t)tpu_type(u32, unsigned)tpu_type(u64, unsigned long)m4_dnl
tpu_type(f32, float)tpu_type(f64, double)tpu_type(f16, pl_f16)tpu_type(bf16, pl_bf16)m4_dnl
tpu_type(e4m3, pl_f8e4m3)tpu_type(e5m2, pl_f8e5m2)m4_dnl
m4_define(«pl_type», «m4_ifdef(«tpu_type_$1», «m4_indir(«tpu_type_$1»)», ««$1»»)»)m4_dnl
m4_dnl
m4_dnl  tpu_is_small(type, then, else): a float of 16 or 8 bits, which has a struct of its own.
m4_define(«tpu_small_f16», «f16»)m4_define(«tpu_small_bf16», «bf16»)m4_define(«tpu_small_e4m3», «f8e4m3»)m4_define(«tpu_small_e5m2», «f8e5m2»)m4_dnl
m4_define(«tpu_is_small», «m4_ifdef(«tpu_small_$1», «$2», «$3»)»)m4_dnl
m4_dnl
m4_dnl  pl_small_bits(value)
m4_define(«pl_small_bits», ««$1.bits»»)m4_dnl
m4_dnl  pl_convert(from, to, value): an integer literal that becomes a float is written as a float.
m4_define(«pl_convert», «m4_ifelse(«$1», «$2», ««$3»»,
    «tpu_is_small(«$1», «tpu_convert(«f32», «$2», «pl_to_f32($3)»)», «tpu_convert($@)»)»)»)m4_dnl
m4_define(«tpu_convert», «tpu_is_small(«$2», ««pl_to_»m4_indir(«tpu_small_$2»)«($3)»»,
    «m4_ifelse(«$1», «$2», ««$3»», «tpu_cast($@)»)»)»)m4_dnl
m4_define(«tpu_cast», «m4_ifelse(m4_regexp(«$3», «^[0-9]+$»)«$2», «0f32», ««$3.0f»», m4_regexp(«$3», «^[0-9]+$»)«$2», «0f64», ««$3.0»»,
    m4_regexp(«$3», «^[A-Za-z_0-9]+$»), 0, ««(»pl_type(«$2»)«)$3»», ««(»pl_type(«$2»)«)($3)»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Expressions ======================================================================================
pl_define(«element», «pl_element», ««$ref$subscripts»»)m4_dnl
m4_define(«pl_pattern», «»)m4_dnl
m4_dnl
m4_dnl  pl_address(ref, offset, as in C); all memory is one address space.
m4_define(«pl_address», ««$3»»)m4_define(«pl_space», «»)m4_dnl
m4_define(«pl_cdiv», ««PL_CDIV($1, $2)»»)m4_dnl
m4_define(«pl_max», ««PL_MAX($2, $3)»»)m4_dnl
m4_define(«pl_min», ««PL_MIN($2, $3)»»)m4_dnl
m4_define(«pl_math», «m4_ifelse(«$2», «f32», ««$1f($3)»», ««$1($3)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_atomic(op, type, element, memory, place, value, CAS: new value)
m4_define(«pl_atomic», ««PL_ATOMIC_$1(&$3, $6»m4_ifelse(«$7», «», «», ««, $7»»)«)»»)m4_dnl
m4_dnl
m4_dnl  ==== Statements =======================================================================================
m4_dnl  pl_over with four meanings: a head; a head with a brace; that brace; the number of iterations.
pl_define(«over», «tpu_over», «m4_ifelse(«$bound», «constant», ««for (long $index = $low; $index < $high; »», ««for (long $index = $low, pl_end_$index = $high; $index < pl_end_$index; »»)m4_ifelse(«$step», «1», ««$index++)
»», ««$index += $step)
»»)»)m4_dnl
m4_define(«tpu_open», «tpu_over($@)« {
»»)m4_define(«tpu_close», ««}
»»)pl_define(«over», «tpu_count», «tpu_times()m4_ifelse(«$low», «0», «tpu_factor(«$high»)», ««($high - ($low))»»)»)m4_dnl
m4_define(«tpu_factor», «m4_ifelse(m4_regexp(«$1», «^[A-Za-z0-9_]+$»), 0, ««$1»», ««($1)»»)»)m4_dnl
m4_define(«pl_over», m4_defn(«tpu_over»))m4_dnl
m4_dnl
m4_dnl  tpu_elements(overs): their number, as a product.
m4_define(«tpu_elements», «m4_define(«tpu_times», «m4_define(«tpu_times», «« * »»)»)m4_define(«pl_over», m4_defn(«tpu_count»))$1«»m4_define(«pl_over», m4_defn(«tpu_over»))»)m4_dnl
m4_dnl
m4_dnl  tpu_has_loops(overs, then, else): whether the loops inside run on the vector unit.
pl_define(«over», «tpu_mark_inner», «m4_ifelse(«$inner», «loops», «m4_define(«tpu_marked», «x»)»)»)m4_dnl
m4_define(«tpu_has_loops», «tpu_if_marked(«$1», «tpu_mark_inner», «$2», «$3»)»)m4_dnl
m4_dnl  tpu_if_marked(overs, mark, then, else): whether one of the axes sets tpu_marked.
m4_define(«tpu_if_marked», «m4_define(«tpu_marked», «»)m4_pushdef(«pl_over», m4_defn(«$2»))$1«»m4_popdef(«pl_over»)m4_ifelse(m4_defn(«tpu_marked»), «», «$4», «$3»)»)m4_dnl
m4_dnl
m4_dnl  tpu_vpu(overs): before the loops, the number of elements; if an axis depends on another, at each inner loop (tpu_vpu_each).
m4_define(«tpu_vpu», «tpu_if_dependent(«$1», «», ««pl_vpu(»tpu_elements(«$1»)«);
»»)»)m4_dnl
m4_define(«tpu_vpu_each», «tpu_if_dependent(«$1», ««pl_vpu(1);
»»)»)m4_dnl
m4_dnl  tpu_if_dependent(overs, then, else): whether a bound of an axis depends on another axis.
pl_define(«over», «tpu_mark_dependent», «m4_ifelse(«$bound», «dependent», «m4_define(«tpu_marked», «x»)»)»)m4_dnl
m4_define(«tpu_if_dependent», «tpu_if_marked(«$1», «tpu_mark_dependent», «$2», «$3»)»)m4_dnl
m4_define(«pl_each», «tpu_has_loops(«$1», «tpu_nest(«$1», «$2»)», «tpu_vpu(«$1»)tpu_if_dependent(«$1», «tpu_nest(«$1», tpu_vpu_each(«$1»)«$2»)»,
    «tpu_nest(«$1», «$2»)»)»)»)m4_dnl
m4_define(«pl_loop», «tpu_nest(«$1», «$2»)»)m4_dnl
m4_define(«tpu_nest», «m4_define(«pl_over», m4_defn(«tpu_open»))$1«»m4_define(«pl_over», m4_defn(«tpu_over»))m4_dnl
$2«»m4_define(«pl_over», m4_defn(«tpu_close»))$1«»m4_define(«pl_over», m4_defn(«tpu_over»))»)m4_dnl
m4_dnl
m4_dnl  pl_reduce: in ascending order, as in interpret mode.
pl_define(«reduce», «tpu_reduce», «m4_ifelse(
«$op», «call», ««$into = $function($into, »$value«)»»,
«$op», «PL_ADD», ««$into += »$value«»», «$op», «PL_MUL», ««$into *= »$value«»», «$op», «PL_AND», ««$into &= »$value«»», «$op», «PL_OR», ««$into |= »$value«»»,
«$op», «PL_XOR», ««$into ^= »$value«»», ««$into = $op($into, »$value«)»»)»)m4_dnl
pl_define(«reduce», «pl_reduce», «tpu_if_dependent(«$overs», «m4_define(«pl_over», m4_defn(«tpu_open»))$overs«»m4_define(«pl_over», m4_defn(«tpu_over»))m4_dnl
tpu_vpu_each(«$overs»)tpu_reduce($@)«;
»m4_define(«pl_over», m4_defn(«tpu_close»))$overs«»m4_define(«pl_over», m4_defn(«tpu_over»))», «tpu_vpu(«$overs»)$overs«»tpu_reduce($@)«;»»)»)m4_dnl
m4_dnl
pl_define(«fill», «pl_fill», «tpu_vpu(«$overs»)m4_ifelse(«$number», «yes», «$overs«$ref$subscripts = »pl_convert(«$value_type», «$type», «$value»)«;»»,
««{
const »pl_type(«$type»)« pl_value = »pl_convert(«$value_type», «$type», «$value»)«;
»$overs«
$ref$subscripts = pl_value;
}»»)»)m4_dnl
m4_dnl
pl_define(«assign», «pl_assign», «tpu_vpu(«$overs»)$overs«$ref$subscripts = »pl_convert(«$from_type», «$type», «$from$subscripts»)«;»»)m4_dnl
m4_dnl
m4_define(«tpu_tiles», «0»)m4_dnl
m4_define(«tpu_pointer», «m4_ifelse(«$2», «», ««*const $1»», ««(*const $1)$2»»)»)m4_dnl
pl_define(«tile», «pl_tile», «pl_type(«$type»)« »tpu_pointer(«$ref», «$inner_extents»)« = PL_TILE_MEMORY(»tpu_tiles()«, »pl_type(«$type»)«, $extents);»m4_define(«tpu_tiles», m4_incr(tpu_tiles()))»)m4_dnl
m4_dnl
pl_define(«view», «pl_view», ««$const»pl_type(«$type»)« »tpu_pointer(«$ref», «$inner_extents»)« = »m4_ifelse(«$adds_const$inner_extents», «const», «», «$adds_const», «const», ««(void *)»»)«$pointer;»»)m4_dnl
m4_define(«pl_return», ««return;»»)m4_dnl
m4_dnl
pl_define(«check», «pl_check», ««if (!($condition)) {
pl_report($message$values);
return;
}»»)m4_dnl
m4_dnl  pl_bits(f32|f64, value): the bits of a value that a report prints.
m4_define(«pl_bits», «m4_ifelse(«$1», «f32», ««pl_float_bits($2)»», ««pl_double_bits($2)»»)»)m4_dnl
m4_dnl  pl_counts_up(number, step of a loop, …)
m4_define(«pl_counts_up», ««if ($2 < 1) {
pl_report($1, $2, 0, 0, 0, 0);
return;
}»»)m4_dnl
m4_dnl  pl_multiple_of(number, v, n, line); tpu_multiple_in_map: in a map it belongs to the step that the map is evaluated for.
m4_define(«pl_multiple_of», ««pl_multiple($1, $2, $3)»»)m4_dnl
m4_define(«tpu_multiple_in_map», ««pl_multiple_at(@step, $1, $2, $3)»»)m4_dnl
m4_dnl  pl_print(format, values, each preceded by a comma)
m4_define(«pl_print», ««printf($1$2);»»)m4_dnl
m4_dnl
pl_define(«side», «tpu_side», «m4_ifelse(«$form», «transposed», ««PL_MXU_T($ref)»», ««PL_MXU($ref)»»)»)m4_dnl
pl_define(«dot», «pl_dot», ««pl_mxu_dot($rows, $columns, $depth, PL_MXU($z), »pl_as(«pl_side», «tpu_side», «$x»)«, »pl_as(«pl_side», «tpu_side», «$y»)«);»»)m4_dnl
m4_dnl
