m4_dnl  vectorize.m4 -- loops over VW elements per iteration, with the vectors of OpenCL; vector.cl has their types.
m4_dnl
m4_dnl  ==== Values ===========================================================================================
m4_dnl  cl_vector: its vectors. Conditions are an intv of -1 and 0, whatever was compared.
pl_macro(«cl_vector(type)», «m4_ifelse(«$type», «bool», ««intv»», «pl_type(«$type»)«v»»)»)m4_dnl
m4_define(«pl_vector_type», m4_defn(«cl_vector»))m4_dnl
m4_dnl  cl_size: bytes of an element
pl_macro(«cl_size(type)», «m4_ifelse(
    «$type», «i64», 8,
    «$type», «u64», 8,
    «$type», «f64», 8,
    «$type», «i8», 1,
    «$type», «u8», 1,
    «$type», «i16», 2,
    «$type», «u16», 2,
    «$type», «bf16», 2,
    «$type», «f16», 2,
    4)»)m4_dnl
pl_define(«vector_element», «pl_vector_element», «cl_vector(«$type»)«_at($ref[$offset])»»)m4_dnl
pl_define(«vector_prefetch», «pl_vector_prefetch», ««ahead_at(»cl_vector(«$type»)«_at, $ref[$offset])»»)m4_dnl
pl_define(«vector_splat», «pl_vector_splat», «m4_ifelse(
    «$as», «operand», ««$value»»,
    «$type», «bool», ««(intv)(($value) ? -1 : 0)»»,
    ««(»cl_vector(«$type»)«)($value)»»)»)m4_dnl
pl_define(«vector_iota», «pl_vector_iota», ««($name + PL_LANE)»»)m4_dnl
m4_dnl
pl_define(«vector_convert», «pl_vector_convert», «m4_ifelse(«$from», «$to», ««$value»»,
    «cl_is_small(«$from», «cl_vector_narrow(«f32», «$to», «pl_f32v_of_$from($value)»)»,
    «cl_vector_narrow(«$from», «$to», «$value»)»)»)»)m4_dnl
pl_macro(«cl_vector_narrow(from, to, value)», «m4_ifelse(«$from», «$to», ««$value»», «cl_is_small(«$to»,
    «m4_ifelse(«$from», «f32», ««pl_${to}v_of_f32($value)»», ««pl_${to}v_of_f32(convert_floatv($value))»»)»,
    ««convert_»cl_vector(«$to»)«($value)»»)»)»)m4_dnl
pl_define(«vector_compare», «pl_vector_compare», «m4_ifelse(cl_size(«$type»), 8, ««convert_intv($text)»», ««($text)»»)»)m4_dnl
pl_define(«vector_and», «pl_vector_and», ««($a & $b)»»)m4_dnl
pl_define(«vector_or», «pl_vector_or», ««($a | $b)»»)m4_dnl
pl_define(«vector_not», «pl_vector_not», ««!$a»»)m4_dnl
pl_define(«vector_select», «pl_vector_select», ««select($b, $a, »cl_mask_for(cl_size(«$type»), «$mask»)«)»»)m4_dnl
pl_macro(«cl_mask_for(bytes, mask)», «m4_ifelse(
    «$bytes», 4, ««$mask»»,
    «$bytes», 8, ««convert_longv($mask)»»,
    «$bytes», 2, ««convert_shortv($mask)»»,
    ««convert_charv($mask)»»)»)m4_dnl
pl_define(«vector_number», «pl_vector_number», «m4_ifelse(«$type», «i32», ««(-$mask)»»,
    ««convert_»cl_vector(«$type»)«(-$mask)»»)»)m4_dnl
m4_dnl  A vector of bytes accepts no int operand.
pl_define(«vector_mask», «pl_vector_mask», «m4_ifelse(m4_eval(cl_size(«$type») < 4), 1, ««(convert_intv($value) != 0)»»,
    «pl_vector_compare(«$type», cl_vector_operand(«$value»)« != 0»)»)»)m4_dnl
m4_dnl  cl_vector_operand: in parentheses if it has blanks.
pl_macro(«cl_vector_operand(text)», «m4_ifelse(m4_index(«$text», « »), -1, ««$text»», ««($text)»»)»)m4_dnl
pl_define(«vector_math», «pl_vector_math», «m4_ifelse(«$function», «nearbyint», ««rint($arguments)»»,
    ««$function($arguments)»»)»)m4_dnl
m4_dnl  If an operand is NaN, so is the result.
pl_macro(«cl_is_float(type, then, else)», «m4_ifelse(«$type», «f32», «$then», «$type», «f64», «$then», «$else»)»)m4_dnl
pl_define(«vector_max», «pl_vector_max», «cl_is_float(«$type», ««pl_mostv_$type($a, $b)»», ««max($a, $b)»»)»)m4_dnl
pl_define(«vector_min», «pl_vector_min», «cl_is_float(«$type», ««pl_leastv_$type($a, $b)»», ««min($a, $b)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_vector_stream: bypasses the cache if the arrays exceed it and this is not a copy.
pl_define(«vector_stream», «pl_vector_stream»,
    ««stream_at(»cl_vector(«$type»)«, $ref[$offset], $value, pl_past_cache»c_of(«$ref»,
    «cl_stream_when»)«)»»)m4_dnl
pl_define(«operand», «cl_stream_when», «m4_ifelse(«$copy», «never», «», «« && ${base}_whole»»)»)m4_dnl
pl_macro(«cl_if_streams(then)», «pl_if_yes(«PL_STREAMS», «$then»)»)m4_dnl
m4_dnl
m4_dnl  ==== Loops ============================================================================================
m4_dnl  pl_over with three further meanings: whole vectors; the remaining elements, one per iteration; the start of both.
pl_define(«over», «cl_strip», ««long $index = $low»cl_declared_end($@)«;
for (; $index + VW <= »cl_bound($@)«; $index += VW) {
»»)m4_dnl
pl_define(«over», «cl_rest», ««for (; $index < »cl_bound($@)«; $index++) {
»»)m4_dnl
pl_define(«each», «cl_each_vectors», «cl_enter(«$vector_overs»)cl_over_as(«cl_strip», «$vector_over»)$vector_body«»«}
»cl_over_as(«cl_rest», «$vector_over»)$body«»«}
»cl_leave_vectors(«$vector_overs»)»)m4_dnl
m4_dnl
m4_dnl  cl_each_strips: strips of up to PL_STRIP vectors, then the remaining elements, one per iteration.
pl_define(«each», «cl_each_strips», «cl_enter(«$vector_overs»)m4_dnl
cl_over_as(«cl_strips», «$vector_over»)$vector_body«pl_strip += pl_vectors * VW;
}
»cl_over_as(«cl_behind_strips», «$vector_over»)$body«»«}
»cl_leave_vectors(«$vector_overs»)»)m4_dnl
pl_define(«over», «cl_strips», ««long pl_strip = $low»cl_declared_end($@)«;
while (pl_strip + VW <= »cl_bound($@)«) {
const long pl_vectors = pl_least((»cl_bound($@)« - pl_strip) / VW, PL_STRIP);
»»)m4_dnl
pl_define(«over», «cl_behind_strips», ««for (long $index = pl_strip; $index < »cl_bound($@)«; $index++) {
»»)m4_dnl
pl_define(«vector_array», «pl_vector_array», «cl_vector(«$type»)« $name[PL_STRIP]»»)m4_dnl
pl_define(«vector_array_of», «pl_vector_array_of», ««$name[pl_k]»»)m4_dnl
pl_define(«vector_each», «pl_vector_each», ««for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
»m4_ifelse(«$name», «», «», ««const long $name = pl_strip + pl_k * VW;
»»)$body«}
»»)m4_dnl
pl_define(«vector_reduce», «pl_vector_reduce», «cl_reduce_lanes(«$type», «$into», «$op», «$value»)»)m4_dnl
pl_macro(«cl_enter(overs)», «m4_ifelse(«$overs», «», ««{
»», «cl_over_as(«cl_open», «$overs»)»)»)m4_dnl
pl_macro(«cl_leave_vectors(overs)», «m4_ifelse(«$overs», «», ««}
»», «cl_over_as(«cl_close», «$overs»)»)»)m4_dnl
m4_dnl
m4_dnl  cl_reduce_vectors: a sum per vector lane, and the sum of these.
m4_dnl  Each vector lane has PL_CHAINS of them, used in turn. Their loop, its end, and the loop over the remaining vectors:
pl_define(«over», «cl_chains», ««long $index = $low»cl_declared_end($@)«;
while ($index + PL_CHAINS * VW <= »cl_bound($@)«) {
PL_EACH_CHAIN (pl_k) {
»»)m4_dnl
pl_define(«over», «cl_next_chain», ««$index += VW;
}
}
»»)m4_dnl
pl_define(«over», «cl_more», ««for (; $index + VW <= »cl_bound($@)«; $index += VW)
»»)m4_dnl
pl_macro(«cl_first_lanes(type, into, op)», «m4_ifelse(
    «$op», «PL_ADD», «0»,
    «$op», «PL_XOR», «0»,
    «$op», «PL_MUL», «1»,
    ««$into»»)»)m4_dnl
pl_macro(«cl_reduce_lanes(type, into, op, value)», «m4_ifelse(
    «$op», «PL_ADD», ««$into += $value»»,
    «$op», «PL_MUL», ««$into *= $value»»,
    «$op», «PL_AND», ««$into &= $value»»,
    «$op», «PL_OR», ««$into |= $value»»,
    «$op», «PL_XOR», ««$into ^= $value»»,
    «$op», «PL_MAX», ««$into = »pl_vector_max(«$type», «$into», «$value»)»,
    ««$into = »pl_vector_min(«$type», «$into», «$value»)»)»)m4_dnl
pl_macro(«cl_reduce_name(op)», «m4_ifelse(
    «$op», «PL_ADD», «sum»,
    «$op», «PL_MUL», «product»,
    «$op», «PL_MAX», «greatest»,
    «$op», «PL_MIN», «smallest»,
    «$op», «PL_AND», «and»,
    «$op», «PL_OR», «or»,
    «xor»)»)m4_dnl
pl_macro(«cl_reduce_into(type, op, value, chain)», «cl_reduce_lanes(«$type», «pl_lanes[$chain]», «$op», $value)«;
»»)m4_dnl
pl_define(«reduce», «cl_reduce_vectors», ««{
»cl_vector(«$type»)« pl_lanes[PL_CHAINS];
PL_EACH_CHAIN (pl_k) {
pl_lanes[pl_k] = »cl_first_lanes(«$type», «$into», «$op»)«;
}
»cl_over_as(«cl_open», «$vector_overs»)m4_dnl
cl_over_as(«cl_chains», «$vector_over»)cl_reduce_into(«$type», «$op», «$vector_value», «pl_k»)m4_dnl
cl_over_as(«cl_next_chain», «$vector_over»)m4_dnl
cl_over_as(«cl_more», «$vector_over»)cl_reduce_into(«$type», «$op», «$vector_value», «0»)m4_dnl
cl_over_as(«cl_rest», «$vector_over»)cl_accumulate(«$type», «$into», «$op», «$function», «$overs», «$value_type», «$value»)«;
}
»cl_over_as(«cl_close», «$vector_overs»)m4_dnl
cl_accumulate(«$type», «$into», «$op», «$function», «$overs», «$value_type», ««pl_»cl_reduce_name(«$op»)«_$type(pl_lanes)»»)«;
}
»»)m4_dnl
m4_dnl
m4_dnl  ==== Functions that kernels with such loops need ======================================================
m4_dnl  cl_vector_at: vectors of elements of this type are used
pl_macro(«cl_vector_at(type)», «cl_vector_at_line(cl_vector(«$type»))»)m4_dnl
pl_macro(«cl_vector_at_line(vector)», «m4_ifdef(«cl_has_$vector», «», «m4_define(«cl_has_$vector»)«%%helper ${vector}_at
#define ${vector}_at(e) (*(__global ${vector}_anywhere *)&(e))
»»)»)m4_dnl
pl_macro(«cl_vector_extremes(type, code)», ««%%helper pl_mostv_$code
static ${type}v pl_mostv_$code(${type}v a, ${type}v b) { return select(select(b, a, a > b), a, a != a); }
%%helper pl_leastv_$code
static ${type}v pl_leastv_$code(${type}v a, ${type}v b) { return select(select(b, a, a < b), a, a != a); }
»»)m4_dnl
m4_dnl  cl_all_chains: combines all sums of a vector lane into one.
pl_macro(«cl_all_chains(op, type)», «m4_ifelse(
    «$op», «PL_MAX», «cl_most_chains(«pl_vector_max», «$type»)»,
    «$op», «PL_MIN», «cl_most_chains(«pl_vector_min», «$type»)»,
    «cl_halves(«$op», «$type», (cl_halves(«$op», «$type», «lanes[0]», «lanes[1]»)),
        (cl_halves(«$op», «$type», «lanes[2]», «lanes[3]»)))»)»)m4_dnl
pl_macro(«cl_most_chains(macro, type)»,
    «$macro(«$type», $macro(«$type», «lanes[0]», «lanes[1]»), $macro(«$type», «lanes[2]», «lanes[3]»))»)m4_dnl
m4_dnl  pl_reduction_of: combines all elements of a vector into one, by halves.
pl_macro(«cl_halves(op, type, a, b)», «m4_ifelse(
    «$op», «PL_ADD», ««$a + $b»»,
    «$op», «PL_MUL», ««$a * $b»»,
    «$op», «PL_AND», ««$a & $b»»,
    «$op», «PL_OR», ««$a | $b»»,
    «$op», «PL_XOR», ««$a ^ $b»»,
    «$op», «PL_MAX», «cl_is_float(«$type», ««select(select($b, $a, $a > $b), $a, $a != $a)»», ««max($a, $b)»»)»,
    «cl_is_float(«$type», ««select(select($b, $a, $a < $b), $a, $a != $a)»», ««min($a, $b)»»)»)»)m4_dnl
pl_macro(«cl_last_two(op, type, a, b)», «m4_ifelse(
    «$op», «PL_MAX», ««pl_most_$type($a, $b)»»,
    «$op», «PL_MIN», ««pl_least_$type($a, $b)»»,
    «cl_halves($@)»)»)m4_dnl
pl_macro(«cl_reduce_function(op, type)», «cl_reduce_text(«$op», «$type», pl_type(«$type»), cl_reduce_name(«$op»))»)m4_dnl
pl_macro(«cl_reduce_text(op, code, type, name)», ««%%helper pl_${name}_$code
static $type pl_${name}_$code(const ${type}v lanes[PL_CHAINS])
{
    const ${type}v v = »cl_all_chains(«$op», «$code»)«;
#if VW == 16
    const $type»«8 eight = »cl_halves(«$op», «$code», «v.lo», «v.hi»)«;
    const $type»«4 four = »cl_halves(«$op», «$code», «eight.lo», «eight.hi»)«;
#elif VW == 8
    const $type»«4 four = »cl_halves(«$op», «$code», «v.lo», «v.hi»)«;
#else
    const $type»«4 four = v;
#endif
    const $type»«2 two = »cl_halves(«$op», «$code», «four.lo», «four.hi»)«;
    return »cl_last_two(«$op», «$code», «two.x», «two.y»)«;
}
»»)m4_dnl
