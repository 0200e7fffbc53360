m4_dnl  launcher.m4 -- calls of the host functions of call.h, in C and in C++. say_host() is call.h's struct in the call.
m4_dnl
m4_define(«say_host», ««&@call.host»»)m4_dnl
pl_define(«cdiv», «host_cdiv», ««pl_call_cdiv($a, $b)»»)m4_dnl
pl_define(«multiple_of», «host_multiple_of», ««pl_call_multiple_of(»say_host()«, $value, $n, $line)»»)m4_dnl
pl_define(«argument», «host_parameter», «pl_comma()m4_dnl
m4_ifelse(
    «$kind», «size», ««long $name»»,
    «$kind», «scalar», «cl_host_type(«$type»)« $name»»,
    «m4_ifelse(«$kind», «in», «const », «$kind», «table», «const »)cl_host_type(«$type»)« *${base}_array»»)»)m4_dnl
m4_dnl
m4_dnl  host_part_bytes: the bytes that a part of all programs accumulates, as a double.
pl_define(«partial», «host_partial_bytes», «« + 1.0 * $count * sizeof (»cl_host_type(«$type»)«)»»)m4_dnl
m4_define(«host_part_bytes», «c_without_first(«\+», pl_flat(«pl_as(«pl_partial», «host_partial_bytes», «PL_PARTIALS()»)»))»)m4_dnl
m4_dnl
m4_define(«say_end_of_call», ««return @call.host.code;»»)m4_dnl
m4_define(«host_messages», «pl_if_any(«PL_MESSAGES», ««
static const struct pl_call_message »PL_PREFIX()«_messages[] = {
»PL_MESSAGES()«};
»»)»)m4_dnl
m4_dnl
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
