m4_dnl  launcher.m4 -- the calls on the host that call.h has functions for, in C and in C++. The launcher's call is @call, and
m4_dnl  what call.h has of it @call.host.
m4_dnl
m4_define(«host_cdiv», ««pl_call_cdiv($1, $2)»»)m4_dnl
m4_define(«host_multiple_of», ««pl_call_multiple_of(&@call.host, $2, $3, $4)»»)m4_dnl
pl_define(«argument», «host_parameter», «pl_comma()m4_ifelse(«$kind», «size», ««long $name»», «$kind», «scalar», «cl_host_type(«$type»)« $name»»,
«m4_ifelse(«$kind», «in», «const », «$kind», «table», «const »)cl_host_type(«$type»)« *${base}_array»»)»)m4_dnl
m4_dnl
m4_dnl  pl_extent(operand, dim, extent of its blocks)
m4_define(«pl_extent», ««if (»c_summand(«$3»)« < 1)
pl_call_fail(&@call.host, PL_FAILED, "operand $1: the block's dim $2 has extent %ld", (long)»c_factor(«$3»)«);
»»)m4_dnl
m4_define(«pl_agree», ««if (»c_summand(«$3»)« != »c_summand(«$4»)«)
pl_call_refuse(&@call.host, PL_FAILED, "$1", "PL_NONE dims drop out of the ref; PL_FULL is the array's extent",
"dim $2 of the kernel's ref has %ld, and of the call's block %ld",
(long)»c_factor(«$3»)«, (long)»c_factor(«$4»)«);
»»)m4_dnl
m4_dnl  pl_message(line, text, note)
m4_define(«pl_message», ««{ $1, $2, PL_NOTE_»m4_translit(«$3», «a-z», «A-Z»)« },
»»)m4_dnl
