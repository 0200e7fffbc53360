m4_dnl  launcher.m4 -- the calls on the host that call.h has functions for, in C and in C++. host_call() is what call.h has of it.
m4_dnl
m4_define(«host_call», ««&@call.host»»)m4_dnl
m4_define(«host_cdiv», ««pl_call_cdiv($1, $2)»»)m4_dnl
m4_define(«host_multiple_of», ««pl_call_multiple_of(»host_call()«, $2, $3, $4)»»)m4_dnl
pl_define(«argument», «host_parameter», «pl_comma()m4_ifelse(«$kind», «size», ««long $name»», «$kind», «scalar», «cl_host_type(«$type»)« $name»»,
«m4_ifelse(«$kind», «in», «const », «$kind», «table», «const »)cl_host_type(«$type»)« *${base}_array»»)»)m4_dnl
m4_dnl
m4_dnl  pl_extent(operand, dim, extent of its blocks)
m4_define(«pl_extent», ««pl_call_extent(»host_call()«, "$1", $2, $3);
»»)m4_dnl
m4_dnl  pl_agree(operand, ref, rank, extents of its blocks, those that the kernel declares)
m4_define(«pl_agree», ««pl_call_agree(»host_call()«, "$1", "$2", $3, PL_LONGS($4), PL_LONGS($5));
»»)m4_dnl
m4_dnl  pl_message(line, text, note)
m4_define(«pl_message», ««{ $1, $2, PL_NOTE_»m4_translit(«$3», «a-z», «A-Z»)« },
»»)m4_dnl
m4_define(«host_messages», «pl_if_any(«PL_MESSAGES», ««
static const struct pl_call_message »PL_NAME()«_messages[] = {
»PL_MESSAGES()«};
»»)»)m4_dnl
