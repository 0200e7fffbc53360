m4_changequote(«, »)m4_changecom()m4_dnl
m4_dnl  common.m4 -- macros for every template: quotes that C does not have, and lists of facts.
m4_dnl
m4_dnl  pl_if_any(LIST, then, else): whether the list has a fact. Lists may contain spaces and line ends. No fact is expanded.
m4_define(«pl_if_any», «m4_ifelse(m4_regexp(m4_defn(«$1»), «[^ 
]»), -1, «$3», «$2»)»)m4_dnl
m4_dnl
m4_dnl  pl_if_yes(DEFINITION, then, else): for PL_RETURNS and similar ones.
m4_define(«pl_if_yes», «m4_ifelse(m4_defn(«$1»), «yes», «$2», «$3»)»)m4_dnl
m4_dnl
m4_dnl  pl_if_among(word, «|one|other|», then, else)
m4_define(«pl_if_among», «m4_ifelse(m4_index(«$2», «|$1|»), -1, «$4», «$3»)»)m4_dnl
m4_dnl
m4_dnl  pl_as(fact, macro, text): the text, expanded with this macro for the fact: pl_as(«pl_side», «plain_side», «$x»).
m4_define(«pl_as», «m4_pushdef(«$1», m4_defn(«$2»))$3«»m4_popdef(«$1»)»)m4_dnl
m4_dnl
m4_dnl  pl_width(text, width): for a column of m4_format, because the marks of user words are removed later.
m4_define(«pl_width», «m4_eval($2 + m4_len(«$1») - m4_len(m4_patsubst(««$1»», «m4u_»)))»)m4_dnl
m4_dnl
m4_dnl  pl_begin_list(), pl_comma(): a comma before every item but the first.
m4_define(«pl_begin_list», «m4_define(«pl_comma», «m4_define(«pl_comma», «,
»)»)»)m4_dnl
m4_dnl
m4_dnl  pl_address(block, offset): the address of an element. pl_space(block|local|table): the memory that a pointer refers to.
m4_define(«pl_address», ««&$1[$2]»»)m4_define(«pl_space», «»)m4_dnl
m4_dnl
m4_dnl  pl_print(format, ", value" as often as needed): a statement; the only length modifier is l, for 64 bits.
m4_define(«pl_print», ««printf($1$2);»»)m4_dnl
m4_dnl
m4_dnl  pl_zero(code): zero as a small float; a number if the target stores only its bits.
m4_define(«pl_zero», «0»)m4_dnl
m4_dnl
m4_dnl  pl_quiet(text): expanded, but not written.
m4_define(«pl_quiet», «m4_divert(-1)$1«»m4_divert(0)»)m4_dnl
m4_dnl
m4_dnl  pl_line(number, file): the following code belongs to this user line; with pallasc -g, once for each statement.
m4_define(«pl_line», «
«%%line $1 "$2"»
»)m4_dnl
m4_dnl
m4_dnl  PL_LINE_OF_CALL(): the same for the call as a whole; empty without -g.
m4_define(«PL_LINE_OF_CALL», «»)m4_dnl
m4_dnl
m4_dnl  PL_MESH(): the axes of the call's mesh; empty without one.
m4_define(«PL_MESH», «»)m4_dnl
m4_dnl
m4_dnl  PL_DEBUG(): `lines` if pallasc was called with -g.
m4_define(«PL_DEBUG», «»)m4_dnl
m4_dnl
m4_dnl
m4_dnl  pl_single(group|row, statement), pl_barrier(memories, why): for a schedule of lanes; other schedules run the statement.
m4_define(«pl_single», «$2»)m4_define(«pl_barrier», «»)m4_dnl
m4_dnl
m4_dnl  pl_unroll(): before a loop of the user's that counts. For a schedule of lanes: its variable selects registers.
m4_define(«pl_unroll», «»)m4_dnl
m4_dnl
m4_dnl  pl_versions(all windows are whole, statement), pl_guard(the element is inside), before a store to it:
m4_dnl  for a schedule of lanes that has masks at the edge of arrays; other schedules have copies there.
m4_define(«pl_versions», «$2»)m4_define(«pl_guard», «»)m4_dnl
m4_dnl
m4_dnl  pl_inside(the element is inside, value there, value elsewhere)
m4_define(«pl_inside», ««($1 ? $2 : $3)»»)m4_dnl
