m4_dnl  vectorize.m4 -- the words of loops over VW elements per iteration, with the vectors of OpenCL; vector.cl has their types.
m4_dnl
m4_dnl  say_vector_type: conditions are an intv of -1 and 0, whatever was compared.
pl_macro(«say_vector_type(type)», «m4_ifelse(«$type», «bool», ««intv»», «pl_type(«$type»)«v»»)»)m4_dnl
m4_dnl  cl_size: bytes of an element
pl_macro(«cl_size(type)», «pl_if_among(«$type», «|i64|u64|f64|», 8,
    «pl_if_among(«$type», «|i16|u16|bf16|f16|», 2, «pl_if_among(«$type», «|i8|u8|», 1, 4)»)»)»)m4_dnl
m4_dnl  The elements from this one on; with a prefetch of the following ones; a store that bypasses the cache if past holds.
pl_macro(«say_vector_at(type, element)», «say_vector_type(«$type»)«_at($element)»»)m4_dnl
pl_macro(«say_vector_ahead(type, element)», ««ahead_at(»say_vector_type(«$type»)«_at, $element)»»)m4_dnl
pl_macro(«say_vector_stream(type, element, value, past)», ««stream_at(»say_vector_type(«$type»)«, $element, $value, $past)»»)m4_dnl
m4_dnl
pl_macro(«say_vector_splat(type, value)», «m4_ifelse(«$type», «bool», ««(intv)(($value) ? -1 : 0)»»,
    ««(»say_vector_type(«$type»)«)($value)»»)»)m4_dnl
pl_macro(«say_vector_convert(from, to, value)», «m4_ifelse(«$from», «$to», ««$value»»,
    «cl_is_small(«$from», «cl_vector_narrow(«f32», «$to», «pl_f32v_of_$from($value)»)»,
    «cl_vector_narrow(«$from», «$to», «$value»)»)»)»)m4_dnl
pl_macro(«cl_vector_narrow(from, to, value)», «m4_ifelse(«$from», «$to», ««$value»», «cl_is_small(«$to»,
    «m4_ifelse(«$from», «f32», ««pl_${to}v_of_f32($value)»», ««pl_${to}v_of_f32(convert_floatv($value))»»)»,
    ««convert_»say_vector_type(«$to»)«($value)»»)»)»)m4_dnl
pl_macro(«say_vector_compare(type, text)», «m4_ifelse(cl_size(«$type»), 8, ««convert_intv($text)»», ««($text)»»)»)m4_dnl
pl_macro(«say_vector_select(type, mask, a, b)», ««select($b, $a, »cl_mask_for(cl_size(«$type»), «$mask»)«)»»)m4_dnl
pl_macro(«cl_mask_for(bytes, mask)», «m4_ifelse(
    «$bytes», 4, ««$mask»»,
    «$bytes», 8, ««convert_longv($mask)»»,
    «$bytes», 2, ««convert_shortv($mask)»»,
    ««convert_charv($mask)»»)»)m4_dnl
pl_macro(«say_vector_number(type, mask)», «m4_ifelse(«$type», «i32», ««(-$mask)»»,
    ««convert_»say_vector_type(«$type»)«(-$mask)»»)»)m4_dnl
m4_dnl  A vector of bytes accepts no int operand.
pl_macro(«say_vector_mask(type, value)», «m4_ifelse(m4_eval(cl_size(«$type») < 4), 1, ««(convert_intv($value) != 0)»»,
    «say_vector_compare(«$type», cl_vector_operand(«$value»)« != 0»)»)»)m4_dnl
m4_dnl  cl_vector_operand: in parentheses if it has blanks.
pl_macro(«cl_vector_operand(text)», «m4_ifelse(m4_index(«$text», « »), -1, ««$text»», ««($text)»»)»)m4_dnl
pl_macro(«say_vector_math(function, type, a, b, c)», «m4_ifelse(«$function», «nearbyint», ««rint»», ««$function»»)«($a»m4_dnl
m4_ifelse(«$b», «», «», ««, $b»»)m4_ifelse(«$c», «», «», ««, $c»»)«)»»)m4_dnl
m4_dnl  If an operand is NaN, so is the result.
pl_macro(«cl_is_float(type, then, else)», «m4_ifelse(«$type», «f32», «$then», «$type», «f64», «$then», «$else»)»)m4_dnl
pl_macro(«say_vector_max(type, a, b)», «cl_is_float(«$type», ««pl_mostv_$type($a, $b)»», ««max($a, $b)»»)»)m4_dnl
pl_macro(«say_vector_min(type, a, b)», «cl_is_float(«$type», ««pl_leastv_$type($a, $b)»», ««min($a, $b)»»)»)m4_dnl
m4_dnl
m4_dnl  The loop over the partial results of a reduction, whose index is k; and all of their elements, combined.
pl_macro(«say_each_chain(k)», ««PL_EACH_CHAIN ($k)»»)m4_dnl
pl_macro(«say_reduced(op, type, chains)», ««pl_»cl_reduce_name(«$op»)«_$type($chains)»»)m4_dnl
pl_macro(«cl_reduce_name(op)», «m4_ifelse(
    «$op», «PL_ADD», «sum»,
    «$op», «PL_MUL», «product»,
    «$op», «PL_MAX», «greatest»,
    «$op», «PL_MIN», «smallest»,
    «$op», «PL_AND», «and»,
    «$op», «PL_OR», «or»,
    «xor»)»)m4_dnl
pl_macro(«cl_if_streams(then)», «pl_if_yes(«PL_STREAMS», «$then»)»)m4_dnl
m4_dnl
m4_dnl  ==== Functions that kernels with such loops need ======================================================
m4_dnl  cl_vector_at: vectors of elements of this type are used
pl_macro(«cl_vector_at(type)», «cl_vector_at_line(say_vector_type(«$type»))»)m4_dnl
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
    «$op», «PL_MAX», «cl_most_chains(«say_vector_max», «$type»)»,
    «$op», «PL_MIN», «cl_most_chains(«say_vector_min», «$type»)»,
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
m4_dnl  cl_run_functions: of a run of two, four or eight elements. cl_pair: in parentheses, unless it is a call.
pl_macro(«cl_pair(op)», «pl_if_among(«$op», «|PL_MAX|PL_MIN|», «m4_shift($@)», ««(»m4_shift($@)«)»»)»)m4_dnl
pl_macro(«cl_run_integers(op)», «cl_run_widths(«$op», i32, int)cl_run_widths(«$op», u32, uint)m4_dnl
cl_run_widths(«$op», i64, long)cl_run_widths(«$op», u64, ulong)»)m4_dnl
pl_macro(«cl_run_functions(op)», «cl_run_widths(«$op», f32, float)cl_run_widths(«$op», f64, double)cl_run_integers(«$op»)»)m4_dnl
pl_macro(«cl_run_widths(op, code, type)», «cl_run_function(«$op», «$code», «$type», 2)m4_dnl
cl_run_function(«$op», «$code», «$type», 4)cl_run_function(«$op», «$code», «$type», 8)»)m4_dnl
pl_macro(«cl_run_function(op, code, type, width)», ««%%helper pl_»cl_reduce_name(«$op»)«${width}_$code
static $type pl_»cl_reduce_name(«$op»)«${width}_$code($type$width v) { return »m4_ifelse(«$width», 2,
    «cl_last_two(«$op», «$code», «v.x», «v.y»)», «$width», 8,
    «cl_last_two(«$op», «$code», «pl_»cl_reduce_name(«$op»)«4_$code(v.lo)», «pl_»cl_reduce_name(«$op»)«4_$code(v.hi)»)»,
    «cl_last_two(«$op», «$code»,
    cl_pair(«$op», cl_last_two(«$op», «$code», «v.x», «v.y»)), cl_pair(«$op», cl_last_two(«$op», «$code», «v.z», «v.w»)))»)«; }
»»)m4_dnl
