m4_dnl  launcher.m4 -- calls of the host functions of call.h, in C and in C++. host_call() is call.h's struct in the call.
m4_dnl
m4_define(«host_call», ««&@call.host»»)m4_dnl
pl_define(«cdiv», «host_cdiv», ««pl_call_cdiv($a, $b)»»)m4_dnl
pl_define(«multiple_of», «host_multiple_of», ««pl_call_multiple_of(»host_call()«, $value, $n, $line)»»)m4_dnl
pl_define(«argument», «host_parameter», «pl_comma()m4_dnl
m4_ifelse(
    «$kind», «size», ««long $name»»,
    «$kind», «scalar», «cl_host_type(«$type»)« $name»»,
    «m4_ifelse(«$kind», «in», «const », «$kind», «table», «const »)cl_host_type(«$type»)« *${base}_array»»)»)m4_dnl
m4_dnl
m4_dnl  host_passed: arguments of the calls that divide this one.
pl_define(«passed», «host_passed_argument», «pl_comma()m4_ifelse(
    «$kind», «array», ««${name}_array»»,
    «$kind», «parts», ««@part_count»»,
    ««$name»»)»)m4_dnl
pl_macro(«host_passed(list)», «m4_pushdef(«pl_passed», m4_defn(«host_passed_argument»))m4_dnl
pl_begin_list()$list«»m4_popdef(«pl_passed»)»)m4_dnl
m4_dnl
m4_dnl  host_part_bytes: the bytes that a part of all programs accumulates, as a double.
pl_define(«partial», «host_partial_bytes», «« + 1.0 * $count * sizeof (»cl_host_type(«$type»)«)»»)m4_dnl
m4_define(«host_part_bytes», «c_without_first(«\+», pl_flat(«pl_as(«pl_partial», «host_partial_bytes», «PL_PARTIALS()»)»))»)m4_dnl
m4_dnl
m4_dnl  pl_divides, pl_fits: before the launcher evaluates anything.
m4_define(«host_return», ««return @call.host.code;»»)m4_dnl
pl_define(«divides», «pl_divides», ««if (»m4_ifelse(«$condition», «», «»,
    ««$condition && »»)«!pl_call_divides(»host_call()«, $divisor, "$where"))
»host_return()«
»»)m4_dnl
pl_define(«fits», «pl_fits», ««if (»m4_ifelse(«$condition», «», «»,
    ««$condition && »»)«!pl_call_computes(»host_call()«, PL_CALL_»m4_ifelse(«$type», «i32», «INT», «LONG»)«, $a, '$op', $b))
»host_return()«
»»)m4_dnl
m4_dnl  host_divisors: divisors of index maps that are the same for all programs, after the grid is known.
pl_define(«divisor», «host_divisor», «m4_ifelse(«$message», 0, «m4_ifelse(«$condition», «», «», ««if ($condition)
»»)«pl_call_map_divides(»host_call()«, $divisor, "$text");
»»)»)m4_dnl
m4_define(«host_divisors», «m4_pushdef(«pl_entry», «»)m4_pushdef(«pl_divisor», m4_defn(«host_divisor»))PL_ENTRIES()m4_dnl
m4_popdef(«pl_entry»)m4_popdef(«pl_divisor»)»)m4_dnl
pl_define(«extent», «pl_extent», ««pl_call_extent(»host_call()«, "$operand", $dim, $size);
»»)m4_dnl
pl_define(«within», «pl_within», «m4_ifelse(«$condition», «», «», ««if ($condition)
»»)«pl_call_within(»host_call()«, "$tile", $extent, $end, $line);
»»)m4_dnl
pl_define(«agree», «pl_agree», ««pl_call_agree(»host_call()«, "$operand", "$ref", $rank, PL_LONGS($blocks), PL_LONGS($declared));
»»)m4_dnl
pl_define(«message», «pl_message», ««{ $line, $text, PL_NOTE_»m4_translit(«$note», «a-z», «A-Z»)« },
»»)m4_dnl
m4_define(«host_messages», «pl_if_any(«PL_MESSAGES», ««
static const struct pl_call_message »PL_PREFIX()«_messages[] = {
»PL_MESSAGES()«};
»»)»)m4_dnl
m4_dnl
pl_define(«traced», «pl_traced», ««$name, »»)m4_dnl
m4_define(«host_spans», «pl_if_any(«PL_SPANS», ««
static const char *const »PL_PREFIX()«_spans[] = { »PL_SPANS()«NULL };
»»)»)m4_dnl
m4_define(«host_set_spans», «pl_if_any(«PL_SPANS», ««@call.host.spans = »PL_PREFIX()«_spans;
»»)»)m4_dnl
m4_dnl
m4_dnl  host_local_name: of memory that a group shares, for the message that there is too little of it.
pl_macro(«host_local_name(use)», «m4_ifelse(
    «$use», «reduction», ««partial results»»,
    «$use», «row», ««rows»»,
    «$use», «x_slice», ««slices of PL_DOT's first operand»»,
    ««slices of PL_DOT's second operand»»)»)m4_dnl
