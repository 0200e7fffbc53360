m4_dnl  vectorize.m4 -- loops over VW elements per iteration, with the vectors of OpenCL; vector.cl has their types.
m4_dnl
m4_dnl  ==== Values ===========================================================================================
m4_dnl  cl_vector(code): its vectors. Conditions are an intv of -1 and 0, whatever was compared.
m4_define(«cl_vector», «m4_ifelse(«$1», «bool», ««intv»», «pl_type(«$1»)«v»»)»)m4_dnl
m4_define(«pl_vector_type», m4_defn(«cl_vector»))m4_dnl
m4_dnl  cl_size(code): bytes of an element
m4_define(«cl_size», «m4_ifelse(«$1», «i64», 8, «$1», «u64», 8, «$1», «f64», 8, «$1», «i8», 1, «$1», «u8», 1,
    «$1», «i16», 2, «$1», «u16», 2, «$1», «bf16», 2, «$1», «f16», 2, 4)»)m4_dnl
m4_define(«pl_vector_element», «cl_vector(«$1»)«_at($2[$3])»»)m4_dnl
m4_define(«pl_vector_prefetch», ««ahead_at(»cl_vector(«$1»)«_at, $2[$3])»»)m4_dnl
m4_define(«pl_vector_splat», «m4_ifelse(«$3», «operand», ««$2»», «$1», «bool», ««(intv)(($2) ? -1 : 0)»»,
    ««(»cl_vector(«$1»)«)($2)»»)»)m4_dnl
m4_define(«pl_vector_iota», ««($1 + PL_LANE)»»)m4_dnl
m4_dnl
m4_define(«pl_vector_convert», «m4_ifelse(«$1», «$2», ««$3»», «cl_is_small(«$1», «cl_vector_narrow(«f32», «$2», «pl_f32v_of_$1($3)»)»,
    «cl_vector_narrow(«$1», «$2», «$3»)»)»)»)m4_dnl
m4_define(«cl_vector_narrow», «m4_ifelse(«$1», «$2», ««$3»», «cl_is_small(«$2»,
    «m4_ifelse(«$1», «f32», ««pl_$2v_of_f32($3)»», ««pl_$2v_of_f32(convert_floatv($3))»»)»,
    ««convert_»cl_vector(«$2»)«($3)»»)»)»)m4_dnl
m4_define(«pl_vector_compare», «m4_ifelse(cl_size(«$1»), 8, ««convert_intv($2)»», ««($2)»»)»)m4_dnl
m4_define(«pl_vector_and», ««($1 & $2)»»)m4_define(«pl_vector_or», ««($1 | $2)»»)m4_define(«pl_vector_not», ««!$1»»)m4_dnl
m4_define(«pl_vector_select», ««select($4, $3, »cl_mask_for(cl_size(«$1»), «$2»)«)»»)m4_dnl
m4_define(«cl_mask_for», «m4_ifelse(«$1», 4, ««$2»», «$1», 8, ««convert_longv($2)»», «$1», 2, ««convert_shortv($2)»»,
    ««convert_charv($2)»»)»)m4_dnl
m4_define(«pl_vector_number», «m4_ifelse(«$1», «i32», ««(-$2)»», ««convert_»cl_vector(«$1»)«(-$2)»»)»)m4_dnl
m4_dnl  A vector of bytes accepts no int operand.
m4_define(«pl_vector_mask», «m4_ifelse(m4_eval(cl_size(«$1») < 4), 1, ««(convert_intv($2) != 0)»»,
    «pl_vector_compare(«$1», cl_vector_operand(«$2»)« != 0»)»)»)m4_dnl
m4_dnl  cl_vector_operand(text): in parentheses if it has blanks.
m4_define(«cl_vector_operand», «m4_ifelse(m4_index(«$1», « »), -1, ««$1»», ««($1)»»)»)m4_dnl
m4_define(«pl_vector_math», «m4_ifelse(«$1», «nearbyint», ««rint($3)»», ««$1($3)»»)»)m4_dnl
m4_dnl  If an operand is NaN, so is the result.
m4_define(«cl_is_float», «m4_ifelse(«$1», «f32», «$2», «$1», «f64», «$2», «$3»)»)m4_dnl
m4_define(«pl_vector_max», «cl_is_float(«$1», ««pl_mostv_$1($2, $3)»», ««max($2, $3)»»)»)m4_dnl
m4_define(«pl_vector_min», «cl_is_float(«$1», ««pl_leastv_$1($2, $3)»», ««min($2, $3)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_vector_stream(type, ref, offset, value): bypasses the cache if the arrays exceed it and this is not a copy.
m4_define(«pl_vector_stream», ««stream_at(»cl_vector(«$1»)«, $2[$3], $4, pl_past_cache»c_of(«$2», «cl_stream_when»)«)»»)m4_dnl
pl_define(«operand», «cl_stream_when», «m4_ifelse(«$copy», «never», «», «« && ${base}_whole»»)»)m4_dnl
m4_define(«cl_if_streams», «pl_if_yes(«PL_STREAMS», «$1»)»)m4_dnl
m4_dnl
m4_dnl  ==== Loops ============================================================================================
m4_dnl  pl_over with three further meanings: whole vectors; the remaining elements, one per iteration; the start of both.
pl_define(«over», «cl_bound», «m4_ifelse(«$bound», «constant», ««$high»», ««pl_end_$index»»)»)m4_dnl
pl_define(«over», «cl_strip», ««long $index = $low»m4_ifelse(«$bound», «constant», «», ««, pl_end_$index = $high»»)«;
for (; $index + VW <= »cl_bound($@)«; $index += VW) {
»»)pl_define(«over», «cl_rest», ««for (; $index < »cl_bound($@)«; $index++) {
»»)m4_dnl
m4_dnl  cl_each_vectors(overs, body, outer overs, inner over, vector body)
m4_define(«cl_each_vectors», «cl_enter(«$3»)cl_over_as(«cl_strip», «$4»)$5«»«}
»cl_over_as(«cl_rest», «$4»)$2«»«}
»cl_leave_vectors(«$3»)»)m4_dnl
m4_dnl
m4_dnl  cl_each_strips(the same arguments): strips of up to PL_STRIP vectors, then the remaining elements, one per iteration.
m4_define(«cl_each_strips», «cl_enter(«$3»)cl_over_as(«cl_strips», «$4»)$5«pl_strip += pl_vectors * VW;
}
»cl_over_as(«cl_behind_strips», «$4»)$2«»«}
»cl_leave_vectors(«$3»)»)m4_dnl
pl_define(«over», «cl_strips», ««long pl_strip = $low»m4_ifelse(«$bound», «constant», «», ««, pl_end_$index = $high»»)«;
while (pl_strip + VW <= »cl_bound($@)«) {
const long pl_vectors = pl_least((»cl_bound($@)« - pl_strip) / VW, PL_STRIP);
»»)pl_define(«over», «cl_behind_strips», ««for (long $index = pl_strip; $index < »cl_bound($@)«; $index++) {
»»)m4_dnl
m4_define(«pl_vector_array», «cl_vector(«$1»)« $2[PL_STRIP]»»)m4_define(«pl_vector_array_of», ««$1[pl_k]»»)m4_dnl
m4_define(«pl_vector_each», ««for (long pl_k = 0; pl_k < pl_vectors; pl_k++) {
»m4_ifelse(«$1», «», «», ««const long $1 = pl_strip + pl_k * VW;
»»)$2«}
»»)m4_dnl
m4_define(«pl_vector_reduce», «cl_reduce_lanes(«$1», «$2», «$3», «», «», «», «$4»)»)m4_dnl
m4_define(«cl_over_as», «m4_define(«pl_over», m4_defn(«$1»))$2«»m4_define(«pl_over», m4_defn(«cl_over»))»)m4_dnl
m4_define(«cl_enter», «m4_ifelse(«$1», «», ««{
»», «cl_over_as(«cl_open», «$1»)»)»)m4_define(«cl_leave_vectors», «m4_ifelse(«$1», «», ««}
»», «cl_over_as(«cl_close», «$1»)»)»)m4_dnl
m4_dnl
m4_dnl  cl_reduce_vectors(the ten arguments of pl_reduce, outer overs, inner over, vector e): a sum per vector lane, and the sum of these.
m4_dnl  Each vector lane has PL_CHAINS of them, used in turn. Their loop, its end, and the loop over the remaining vectors:
pl_define(«over», «cl_chains», ««long $index = $low»m4_ifelse(«$bound», «constant», «», ««, pl_end_$index = $high»»)«;
while ($index + PL_CHAINS * VW <= »cl_bound($@)«) {
PL_EACH_CHAIN (pl_k) {
»»)pl_define(«over», «cl_next_chain», ««$index += VW;
}
}
»»)pl_define(«over», «cl_more», ««for (; $index + VW <= »cl_bound($@)«; $index += VW)
»»)m4_dnl
m4_define(«cl_first_lanes», «m4_ifelse(«$3», «PL_ADD», «0», «$3», «PL_XOR», «0», «$3», «PL_MUL», «1», ««$2»»)»)m4_dnl
m4_define(«cl_reduce_lanes», «m4_ifelse(«$3», «PL_ADD», ««$2 += $7»», «$3», «PL_MUL», ««$2 *= $7»», «$3», «PL_AND», ««$2 &= $7»»,
«$3», «PL_OR», ««$2 |= $7»», «$3», «PL_XOR», ««$2 ^= $7»»,
«$3», «PL_MAX», ««$2 = »pl_vector_max(«$1», «$2», «$7»)», ««$2 = »pl_vector_min(«$1», «$2», «$7»)»)»)m4_dnl
m4_define(«cl_reduce_name», «m4_ifelse(«$1», «PL_ADD», «sum», «$1», «PL_MUL», «product», «$1», «PL_MAX», «greatest»,
«$1», «PL_MIN», «smallest», «$1», «PL_AND», «and», «$1», «PL_OR», «or», «xor»)»)m4_dnl
m4_dnl  cl_reduce_into(type, op, vector e, number of the chain)
m4_define(«cl_reduce_into», «cl_reduce_lanes(«$1», «pl_lanes[$4]», «$2», «», «», «», $3)«;
»»)m4_dnl
pl_define(«reduce», «cl_reduce_vectors», ««{
»cl_vector(«$type»)« pl_lanes[PL_CHAINS];
PL_EACH_CHAIN (pl_k) {
pl_lanes[pl_k] = »cl_first_lanes(«$type», «$into», «$op»)«;
}
»cl_over_as(«cl_open», «$vector_overs»)m4_dnl
cl_over_as(«cl_chains», «$vector_over»)cl_reduce_into(«$type», «$op», «$vector_value», «pl_k»)cl_over_as(«cl_next_chain», «$vector_over»)m4_dnl
cl_over_as(«cl_more», «$vector_over»)cl_reduce_into(«$type», «$op», «$vector_value», «0»)m4_dnl
cl_over_as(«cl_rest», «$vector_over»)cl_accumulate(«$type», «$into», «$op», «$function», «$overs», «$value_type», «$value»)«;
}
»cl_over_as(«cl_close», «$vector_overs»)m4_dnl
cl_accumulate(«$type», «$into», «$op», «$function», «$overs», «$value_type», ««pl_»cl_reduce_name(«$op»)«_$type(pl_lanes)»»)«;
}
»»)m4_dnl
m4_dnl
m4_dnl  ==== Functions that kernels with such loops need ======================================================
m4_dnl  cl_vector_at(code): vectors of elements of this type are used
m4_define(«cl_vector_at», «cl_vector_at_line(cl_vector(«$1»))»)m4_dnl
m4_define(«cl_vector_at_line», «m4_ifdef(«cl_has_$1», «», «m4_define(«cl_has_$1»)«%%helper $1_at
#define $1_at(e) (*(__global $1_anywhere *)&(e))
»»)»)m4_dnl
m4_define(«cl_vector_extremes», ««%%helper pl_mostv_$2
static $1v pl_mostv_$2($1v a, $1v b) { return select(select(b, a, a > b), a, a != a); }
%%helper pl_leastv_$2
static $1v pl_leastv_$2($1v a, $1v b) { return select(select(b, a, a < b), a, a != a); }
»»)m4_dnl
m4_dnl  cl_all_chains(op, code): combines all sums of a vector lane into one.
m4_define(«cl_all_chains», «m4_ifelse(«$1», «PL_MAX», «cl_most_chains(«pl_vector_max», «$2»)», «$1», «PL_MIN», «cl_most_chains(«pl_vector_min», «$2»)»,
    «cl_halves(«$1», «$2», (cl_halves(«$1», «$2», «lanes[0]», «lanes[1]»)), (cl_halves(«$1», «$2», «lanes[2]», «lanes[3]»)))»)»)m4_dnl
m4_define(«cl_most_chains», «$1(«$2», $1(«$2», «lanes[0]», «lanes[1]»), $1(«$2», «lanes[2]», «lanes[3]»))»)m4_dnl
m4_dnl  pl_reduction_of(op, code): combines all elements of a vector into one, by halves.
m4_define(«cl_halves», «m4_ifelse(
«$1», «PL_ADD», ««$3 + $4»», «$1», «PL_MUL», ««$3 * $4»», «$1», «PL_AND», ««$3 & $4»», «$1», «PL_OR», ««$3 | $4»»,
«$1», «PL_XOR», ««$3 ^ $4»», «$1», «PL_MAX», «cl_is_float(«$2», ««select(select($4, $3, $3 > $4), $3, $3 != $3)»», ««max($3, $4)»»)»,
«cl_is_float(«$2», ««select(select($4, $3, $3 < $4), $3, $3 != $3)»», ««min($3, $4)»»)»)»)m4_dnl
m4_define(«cl_last_two», «m4_ifelse(«$1», «PL_MAX», ««pl_most_$2($3, $4)»», «$1», «PL_MIN», ««pl_least_$2($3, $4)»», «cl_halves($@)»)»)m4_dnl
m4_define(«cl_reduce_function», «cl_reduce_text(«$1», «$2», pl_type(«$2»), cl_reduce_name(«$1»))»)m4_dnl
m4_define(«cl_reduce_text», ««%%helper pl_$4_$2
static $3 pl_$4_$2(const $3v lanes[PL_CHAINS])
{
    const $3v v = »cl_all_chains(«$1», «$2»)«;
#if VW == 16
    const $3»«8 eight = »cl_halves(«$1», «$2», «v.lo», «v.hi»)«;
    const $3»«4 four = »cl_halves(«$1», «$2», «eight.lo», «eight.hi»)«;
#elif VW == 8
    const $3»«4 four = »cl_halves(«$1», «$2», «v.lo», «v.hi»)«;
#else
    const $3»«4 four = v;
#endif
    const $3»«2 two = »cl_halves(«$1», «$2», «four.lo», «four.hi»)«;
    return »cl_last_two(«$1», «$2», «two.x», «two.y»)«;
}
»»)m4_dnl
