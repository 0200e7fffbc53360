m4_dnl  launcher.m4 -- calls of the host functions of call.h, in C and in C++. say_host() is call.h's struct in the call.
m4_dnl
m4_define(«say_host», ««&@call.host»»)m4_dnl
pl_define(«host_cdiv», «pl_host_cdiv», ««pl_call_cdiv($a, $b)»»)m4_dnl
pl_define(«host_multiple_of», «pl_host_multiple_of», ««pl_call_multiple_of(»say_host()«, $value, $n, $line)»»)m4_dnl
pl_define(«argument», «host_parameter», «pl_comma()m4_ifelse(
    «$kind», «size», ««long $name»»,
    «$kind», «scalar», «pl_host_type(«$type»)« $name»»,
    «pl_if_among(«$kind», «|in|table|», «const »)pl_host_type(«$type»)« *${base}_array»»)»)m4_dnl
m4_dnl
m4_define(«say_end_of_call», ««return @call.host.code;»»)m4_dnl
m4_dnl  host_head: to the parenthesis before the body. declared: how the caller's declaration is known, and the linkage.
m4_define(«host_no_parameter», «m4_define(«pl_argument», «x»)m4_ifelse(pl_flat(«PL_ARGUMENTS()»), «», «void»)»)m4_dnl
pl_macro(«host_head(declared)», «pl_if_any(«PL_INNER», ««
static »», ««
»$declared»)«int »PL_NAME()«(»host_no_parameter()pl_begin_list()c_arguments(«host_parameter»)«)»»)m4_dnl
m4_define(«host_c_head», «host_head(««PL_DECLARED_BY_CALLER(»PL_NAME()«)

»»)»)m4_dnl
m4_define(«host_declared», «pl_if_any(«PL_INNER», «»,
    ««if (!pl_call_declared(»say_host()«, pl_declared_»PL_NAME()«, "»PL_DECLARED()«"))
»say_end_of_call()«
»»)»)m4_dnl
m4_dnl  host_division: a pl_division that frees its arrays. count: the number of parts; code: of the failure so far.
pl_macro(«host_division(count, code, parts, passed, combined, then)», ««const long @part_count = »$count«;
if (@part_count > 1) {
»pl_as(«pl_partial», «host_partial», «PL_PARTIALS()»)«int @failed = »$code«;
if (!@failed)
@failed = $parts($passed);
if (!@failed)
@failed = $combined($then);
»pl_as(«pl_partial», «host_partial_free», «PL_PARTIALS()»)«return @failed;
}
»»)m4_dnl
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
