m4_dnl  launcher.m4 -- calls of the host functions of call.h, in C and in C++. say_host() is call.h's struct in the call.
m4_dnl
m4_define(«say_host», ««&@call.host»»)m4_dnl
pl_define(«host_cdiv», «pl_host_cdiv», ««pl_call_cdiv($a, $b)»»)m4_dnl
pl_define(«host_multiple_of», «pl_host_multiple_of», ««pl_call_multiple_of(»say_host()«, $value, $n, $line)»»)m4_dnl
pl_define(«argument», «host_parameter», «pl_comma()m4_dnl
m4_ifelse(
    «$kind», «size», ««long $name»»,
    «$kind», «scalar», «pl_host_type(«$type»)« $name»»,
    «m4_ifelse(«$kind», «in», «const », «$kind», «table», «const »)pl_host_type(«$type»)« *${base}_array»»)»)m4_dnl
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
m4_dnl  host_locals: what is in the memory that a group shares.
m4_define(«host_locals», ««
static const struct pl_call_local »PL_PREFIX()«_local[] = {
»PL_LOCAL_CONTENTS()«{ NULL, 0 },
};
»»)m4_dnl
