m4_changequote(«, »)m4_changecom()m4_dnl
m4_dnl  common.m4 -- what every template needs: quotes that C does not have, and lists of facts.
m4_dnl
m4_dnl  pl_if_any(LIST, then, else): is there a fact in the list? Lists may hold spaces and line ends. No fact is expanded.
m4_define(«pl_if_any», «m4_ifelse(m4_regexp(m4_defn(«$1»), «[^ 
]»), -1, «$3», «$2»)»)m4_dnl
m4_dnl
m4_dnl  pl_if_yes(DEFINITION, then, else): of PL_RETURNS and its like.
m4_define(«pl_if_yes», «m4_ifelse(m4_defn(«$1»), «yes», «$2», «$3»)»)m4_dnl
m4_dnl
m4_dnl  pl_if_among(word, «|one|other|», then, else)
m4_define(«pl_if_among», «m4_ifelse(m4_index(«$2», «|$1|»), -1, «$4», «$3»)»)m4_dnl
m4_dnl
m4_dnl  pl_width(text, width): of a column of m4_format that many wide, as the marks of the user's words are removed later.
m4_define(«pl_width», «m4_eval($2 + m4_len(«$1») - m4_len(m4_patsubst(««$1»», «m4u_»)))»)m4_dnl
m4_dnl
m4_dnl  pl_begin_list(), pl_comma(): a comma before every item but the first.
m4_define(«pl_begin_list», «m4_define(«pl_comma», «m4_define(«pl_comma», «,
»)»)»)m4_dnl
m4_dnl
m4_dnl  pl_address(block, offset): where an element is. pl_space(block|local|table): what memory a pointer points into.
m4_define(«pl_address», ««&$1[$2]»»)m4_define(«pl_space», «»)m4_dnl
m4_dnl
m4_dnl  pl_print(format, ", value" as often as needed): a statement; lengths are l for 64 bits, and none else.
m4_define(«pl_print», ««printf($1$2);»»)m4_dnl
m4_dnl
m4_dnl  pl_zero(code): of a small float; a number where the target keeps nothing but its bits.
m4_define(«pl_zero», «0»)m4_dnl
m4_dnl
m4_dnl  pl_quiet(text): expanded, and not written.
m4_define(«pl_quiet», «m4_divert(-1)$1«»m4_divert(0)»)m4_dnl
m4_dnl
m4_dnl  pl_line(number, file): what follows is of this line of the user's; told by pallasc -g, once for each statement.
m4_define(«pl_line», «
«%%line $1 "$2"»
»)m4_dnl
m4_dnl
m4_dnl  PL_LINE_OF_CALL(): the same for what has to do with the call as a whole; empty without -g.
m4_define(«PL_LINE_OF_CALL», «»)m4_dnl
m4_dnl
m4_dnl  PL_MESH(): the axes of the call's mesh; empty without one.
m4_define(«PL_MESH», «»)m4_dnl
m4_dnl
m4_dnl  PL_DEBUG(): says `lines` where pallasc was called with -g.
m4_define(«PL_DEBUG», «»)m4_dnl
m4_dnl
m4_dnl
m4_dnl  pl_single(group|row, statement), pl_barrier(memories, why): for a schedule of lanes; others run the statement.
m4_define(«pl_single», «$2»)m4_define(«pl_barrier», «»)m4_dnl
m4_dnl
m4_dnl  pl_versions(all windows are whole, statement), pl_guard(the element is inside), before what stores
m4_dnl  to it: for a schedule of lanes that has masks at the edge of arrays; others have copies there.
m4_define(«pl_versions», «$2»)m4_define(«pl_guard», «»)m4_dnl
m4_dnl
m4_dnl  pl_inside(the element is inside, value there, value elsewhere)
m4_define(«pl_inside», ««($1 ? $2 : $3)»»)m4_dnl
