m4_changequote(«, »)m4_changecom()m4_dnl
m4_dnl  common.m4 -- macros for every template: quotes that C does not have, and lists of facts.
m4_dnl
m4_dnl  pl_if_any: whether the list has a fact. Lists may contain spaces and line ends. No fact is expanded.
pl_macro(«pl_if_any(list, then, else)», «m4_ifelse(m4_regexp(m4_defn(«$list»), «[^ 
]»), -1, «$else», «$then»)»)m4_dnl
m4_dnl
m4_dnl  pl_if_yes: for PL_PRINTS and similar ones.
pl_macro(«pl_if_yes(definition, then, else)», «m4_ifelse(m4_defn(«$definition»), «yes», «$then», «$else»)»)m4_dnl
m4_dnl
pl_macro(«pl_if_among(word, words, then, else)», «m4_ifelse(m4_index(«$words», «|$word|»), -1, «$else», «$then»)»)m4_dnl
m4_dnl
m4_dnl  pl_as(fact, macro, text): the text, expanded with this macro for the fact: pl_as(«pl_side», «plain_side», «$x»).
pl_macro(«pl_as(fact, macro, text)», «m4_pushdef(«$fact», m4_defn(«$macro»))$text«»m4_popdef(«$fact»)»)m4_dnl
m4_dnl
m4_dnl  c_axes, c_arguments: a text for each.
pl_macro(«c_axes(macro)», «m4_define(«pl_axis», m4_defn(«$macro»))PL_AXES()»)m4_dnl
pl_macro(«c_arguments(macro)», «m4_define(«pl_argument», m4_defn(«$macro»))PL_ARGUMENTS()»)m4_dnl
m4_dnl
m4_dnl  pl_flat: a list has one fact per line; the line ends are removed.
pl_macro(«pl_flat(text)», «m4_translit($text, «
»)»)m4_dnl
m4_dnl
m4_dnl  pl_factor: in parentheses, unless it is a word: without letters nothing is left of it. (A regular expression takes m4
m4_dnl  ten times as long.)
pl_macro(«pl_factor(text)», «m4_ifelse(m4_translit(««$text»», «A-Za-z0-9_»), «», ««$text»», ««($text)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_cast: an integer literal that becomes a float is written as a float.
pl_macro(«pl_cast(type, value)», «m4_ifelse(
    m4_translit(««$value»», «0-9»)«$type», «f32», ««$value.0f»»,
    m4_translit(««$value»», «0-9»)«$type», «f64», ««$value.0»»,
    m4_translit(««$value»», «A-Za-z0-9_»), «», ««(»pl_type(«$type»)«)$value»»,
    ««(»pl_type(«$type»)«)($value)»»)»)m4_dnl
m4_dnl
m4_dnl  pl_width: for a column of m4_format, because the marks of user words are removed later.
pl_macro(«pl_width(text, width)», «m4_eval($width + m4_len(«$text») - m4_len(m4_patsubst(««$text»», «m4u_»)))»)m4_dnl
m4_dnl
m4_dnl  pl_begin_list(), pl_comma(): a comma before every item but the first.
m4_define(«pl_begin_list», «m4_define(«pl_comma», «m4_define(«pl_comma», «,
»)»)»)m4_dnl
m4_dnl
m4_dnl  pl_address: the address of an element. pl_space(block|table|group): the memory that a pointer refers to.
pl_define(«address», «pl_address», ««&$ref[$offset]»»)m4_define(«pl_space», «»)m4_dnl
m4_dnl
m4_dnl  Expressions that the launcher computes: where they are those of the kernel.
m4_define(«pl_host_type», «pl_type($@)»)m4_define(«pl_host_cdiv», «pl_cdiv($@)»)m4_dnl
m4_define(«pl_host_multiple_of», «pl_multiple_of($@)»)m4_dnl
m4_dnl
m4_dnl  pl_print: a statement; the only length modifier is l, for 64 bits.
pl_define(«print», «pl_print», ««printf($format$values);»»)m4_dnl
m4_dnl
m4_dnl  say_works: before loops over elements, for a target that counts what they do.
m4_define(«say_works», «»)m4_dnl
m4_dnl  say_branch: at the beginning of a branch with such loops, or a PL_DOT; its arguments: the axes that alone decide, or none.
m4_define(«say_branch», «»)m4_dnl
m4_dnl
m4_dnl  pl_zero: zero as a small float; a number if the target stores only its bits.
m4_define(«pl_zero», «0»)m4_dnl
m4_dnl
m4_dnl  pl_quiet: expanded, but not written.
pl_macro(«pl_quiet(text)», «m4_divert(-1)$text«»m4_divert(0)»)m4_dnl
m4_dnl
m4_dnl  pl_line: the following code belongs to this user line; with pallasc -g, once for each statement.
pl_define(«line», «pl_line», «
«%%line $number "$file"»
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
