// base/print.c -- prints the tree as C text, with the constructs of pallas.h.
//
// Printed as a source it compiles and does the same as the user's file: tests/golden.sh builds it and compares.
// Parentheses are printed where C needs them or gcc -Wall recommends them.

#include "pallasc.h"
#include <math.h>
#include <string.h>

static const Printer as_c = { 0 };

// ---- Types ----------------------------------------------------------------------------------------------------------

// Its name in C's own headers, or the type behind a user typedef; without const.
const char *resolved_name(const Type *t)
{
    static const char *const standard[] = {
        "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t",
    };
    const char *bare = bare_type_name(t);
    return IS_ONE_OF(bare, standard) ? bare : t->plain;
}

static const char *base_text(const Printer *p, const Type *t)
{
    const char *fact = p->type ? p->type(t) : NULL;
    if (fact)
        return fact;
    if (!p->plain_types)
        return t->spelling;
    return text("%s%s", t->constant ? "const " : "", resolved_name(t));
}

// "*x", "(*x)[8]"; of is the text before it.
static const char *declarator(const Printer *p, const Type *t, const char *inner, const Type **of)
{
    if (t->kind == TY_ARRAY)
        return declarator(p, t->of, text("%s[%s]", inner, t->extent ? expression_as(p, t->extent) : ""), of);
    if (t->kind == TY_POINTER) {
        const char *pointer = text("*%s%s", t->constant ? "const " : "", inner);
        return declarator(p, t->of, t->of->kind == TY_ARRAY ? text("(%s)", pointer) : pointer, of);
    }
    *of = t;
    return inner;
}

// Facts also name the memory that a pointer refers to.
static const char *space_text(const Printer *p, const Type *t)
{
    return p->type && t->kind == TY_POINTER && t->space ? text("»pl_space(%s)«", t->space) : "";
}

const char *type_as(const Printer *p, const Type *t, const char *name)
{
    const Type *base;
    const char *rest = declarator(p, t, name, &base);
    if (*space_text(p, t))
        return text("%s%s %s", space_text(p, t), base_text(p, base), rest);
    return text(*rest ? "%s %s" : "%s%s", base_text(p, base), rest);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

enum { P_COMMA = 1, P_ASSIGN, P_CONDITIONAL, P_OR, P_AND, P_BIT_OR, P_XOR, P_BIT_AND, P_EQUAL, P_LESS, P_SHIFT, P_ADD,
       P_MUL, P_UNARY, P_POSTFIX, P_PRIMARY };

static int operator_precedence(const char *op)
{
    static const struct { const char *op; int precedence; } all[] = {
        { ",", P_COMMA }, { "||", P_OR }, { "&&", P_AND }, { "|", P_BIT_OR }, { "^", P_XOR }, { "&", P_BIT_AND },
        { "==", P_EQUAL }, { "!=", P_EQUAL }, { "<", P_LESS }, { ">", P_LESS }, { "<=", P_LESS }, { ">=", P_LESS },
        { "<<", P_SHIFT }, { ">>", P_SHIFT }, { "+", P_ADD }, { "-", P_ADD }, { "*", P_MUL }, { "/", P_MUL },
        { "%", P_MUL },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(op, all[i].op))
            return all[i].precedence;
    return P_ASSIGN;
}

const char *number_fact(const Printer *p, const Node *e)
{
    (void)p;
    return e->known ? text("%lld", e->value) : NULL;
}

bool is_postfix(const Node *e)
{
    return e->kind == ND_UNARY && e->op[0] == 'x';
}

static bool is_unsigned(const Type *t)
{
    return t->kind >= TY_U8 && t->kind <= TY_U64;
}

// In facts a comma is never at the top level: it would separate arguments.
static bool is_wrapped_comma(const Printer *p, const Node *e)
{
    return p->fact && e->kind == ND_BINARY && is_op(e, ",");
}

// !(a == b), which conditions on PL_FIRST and PL_LAST become: a != b.
static bool is_not_equal(const Printer *p, const Node *e)
{
    return p->fact && e->kind == ND_UNARY && is_op(e, "!") && e->a->kind == ND_BINARY && is_op(e->a, "==");
}

static int precedence(const Printer *p, const Node *e)
{
    if (is_wrapped_comma(p, e))
        return P_PRIMARY;
    if (e->kind == ND_BINARY)
        return operator_precedence(e->op);
    if (e->kind == ND_CONDITIONAL)
        return P_CONDITIONAL;
    if (is_not_equal(p, e))
        return P_EQUAL;
    bool negative = e->kind == ND_INT && !e->spelling && e->value < 0 && !is_unsigned(e->type);
    if (e->kind == ND_UNARY || e->kind == ND_CAST || negative)
        return is_postfix(e) ? P_POSTFIX : P_UNARY;
    return P_PRIMARY;
}

static const char *at_least(const Printer *p, const Node *e, int least)
{
    const char *s = expression_as(p, e);
    return precedence(p, e) < least ? text("(%s)", s) : s;
}

// Also where readers (and gcc) may misread: && in ||, anything in bit operators, sums in shifts, chains of comparisons.
static bool needs_parentheses(const Printer *p, const Node *parent, const Node *e, bool right)
{
    int outer = precedence(p, parent), inner = precedence(p, e);
    bool binary = e->kind == ND_BINARY || is_not_equal(p, e);
    bool misread = binary && inner != outer &&
                   ((outer == P_OR && inner == P_AND) || (outer >= P_BIT_OR && outer <= P_BIT_AND) ||
                    outer == P_SHIFT || ((outer == P_EQUAL || outer == P_LESS) && inner <= P_LESS));
    bool chained = binary && inner == outer && (outer == P_EQUAL || outer == P_LESS);
    bool assigned = outer == P_ASSIGN;                  // right-associative: a = b = c
    return misread || chained || inner < outer + (right != assigned);
}

static const char *operand(const Printer *p, const Node *parent, const Node *e, bool right)
{
    const char *s = expression_as(p, e);
    return needs_parentheses(p, parent, e, right) ? text("(%s)", s) : s;
}

// An argument of a macro: a comma at its top level, or one in braces, would split it.
static const char *argument(const Printer *p, const Node *e)
{
    const char *s = at_least(p, e, P_ASSIGN);
    return strchr(s, '{') && e->kind != ND_STRING ? text("(%s)", s) : s;
}

static const char *list_text(const Printer *p, Node *const *items, int count)
{
    const char *s = "";
    for (int i = 0; i < count; i++)
        s = listed(s, argument(p, items[i]));
    return s;
}

const char *nodes_as(const Printer *p, Node *const *nodes, int from, int to)
{
    const char *s = "";
    for (int i = from; i < to; i++)
        s = listed(s, expression_as(p, nodes[i]));
    return s;
}

// A call passes a part of a view by PL_PASS, which gives the part the type of the parameter.
static const char *passed_list(const Printer *p, const Node *call)
{
    const char *s = "";
    for (int i = 0; i < call->item_count; i++) {
        const char *passed = argument(p, call->items[i]);
        s = listed(s, call->items[i]->kind == ND_AT ? text("PL_PASS(%s)", passed) : passed);
    }
    return s;
}

static const char *initialiser_list(const Printer *p, const Node *e)
{
    const char *s = "";
    for (int i = 0; i < e->item_count; i++)
        s = listed(s, at_least(p, e->items[i], P_ASSIGN));
    return e->item_count ? text("{ %s }", s) : "{ 0 }";
}

static const char *integer_text(const Node *e)
{
    if (e->spelling)
        return e->spelling;
    bool is_long = e->type->kind == TY_I64 || e->type->kind == TY_U64;
    if (is_unsigned(e->type))
        return text("%llu%s", (unsigned long long)e->value, is_long ? "UL" : "U");
    return text("%lld%s", e->value, is_long ? "L" : "");
}

static const char *float_text(const Node *e)
{
    if (e->spelling)
        return e->spelling;
    bool is_float = e->type->kind == TY_F32;
    const char *s = text(is_float ? "%.9g" : "%.17g", e->number);
    return text("%s%s%s", s, strpbrk(s, ".e") ? "" : ".0", is_float ? "f" : "");
}

static const char *unary_text(const Printer *p, const Node *e)
{
    if (is_not_equal(p, e))
        return text("%s != %s", operand(p, e->a, e->a->a, false), operand(p, e->a, e->a->b, true));
    if (is_postfix(e))
        return text("%s%s", at_least(p, e->a, P_POSTFIX), e->op + 1);
    const char *s = at_least(p, e->a, P_UNARY);
    return text(s[0] == e->op[0] && s[0] != '!' ? "%s(%s)" : "%s%s", e->op, s);
}

static void append(Buffer *b, const char *s)
{
    add_text(b, s, strlen(s));
}

// Whether e, the left operand of a binary expression, is one that binary_text prints, too.
static bool continues_chain(const Printer *p, const Node *e)
{
    return e->kind == ND_BINARY && !is_wrapped_comma(p, e) && !(p->fact && p->fact(p, e));
}

// a + b + c + … is printed in one pass: a text for each partial sum would take quadratic time.
static const char *binary_text(const Printer *p, const Node *e)
{
    Buffer made = { NULL, 0, 0 };
    const Node **chain = NULL;
    int count = 0;
    for (const Node *next = e; ; next = next->a) {
        list_add(chain, count, next);
        if (needs_parentheses(p, next, next->a, false))
            append(&made, "(");
        if (!continues_chain(p, next->a))
            break;
    }
    append(&made, expression_as(p, chain[count - 1]->a));
    while (count--) {
        const Node *now = chain[count];
        append(&made, needs_parentheses(p, now, now->a, false) ? ")" : "");
        append(&made, is_op(now, ",") ? "" : " ");
        append(&made, now->op);
        append(&made, " ");
        append(&made, operand(p, now, now->b, true));
    }
    return text_in(&made);
}

static const char *access_text(const Printer *p, const Node *e)
{
    const char *s = e->ref->name;
    for (int i = 0; i < e->item_count; i++)
        s = text("%s[%s]", s, expression_as(p, e->items[i]));
    return s;
}

// The condition before ?:. In C a float is compared with 0; OpenCL C permits no float there, so targets write the
// comparison.
const char *choice_as(const Printer *p, const Node *e)
{
    bool is_value = p->fact && type_is_float(e->type);
    return is_value ? text("%s != 0", at_least(p, e, P_LESS)) : at_least(p, e, P_OR);
}

static const char *designated_text(const Printer *p, const Node *e)
{
    const char *s = e->name ? text(".%s", e->name) : text("[%s]", expression_as(p, e->b));
    return text(e->a->kind == ND_DESIGNATED ? "%s%s" : "%s = %s", s, at_least(p, e->a, P_ASSIGN));
}

static const char *of_block(const char *macro, const Node *e, const char *rest)
{
    return text("%s(%s, %s)", macro, e->ref->name, rest);
}

const char *unwrapped_as(const Printer *p, const Node *e)
{
    if (!is_wrapped_comma(p, e))
        return expression_as(p, e);
    return is_only_value(e->a) ? unwrapped_as(p, e->b) : text("%s, %s", unwrapped_as(p, e->a), expression_as(p, e->b));
}

const char *expression_as(const Printer *p, const Node *e)
{
    work_at(e->at);
    const char *fact = p->fact ? p->fact(p, e) : NULL;
    if (fact)
        return fact;
    if (is_wrapped_comma(p, e))
        return text("(%s)", unwrapped_as(p, e));
    switch (e->kind) {
    case ND_INT:            return integer_text(e);
    case ND_FLOAT:          return float_text(e);
    case ND_STRING:         return e->spelling;
    case ND_NAME:           return e->symbol->name;
    case ND_UNARY:          return unary_text(p, e);
    case ND_BINARY:         return binary_text(p, e);
    case ND_CONDITIONAL:
        return text("%s ? %s : %s", choice_as(p, e->a), at_least(p, e->b, P_ASSIGN), at_least(p, e->c, P_CONDITIONAL));
    case ND_SUBSCRIPT:      return text("%s[%s]", at_least(p, e->a, P_POSTFIX), expression_as(p, e->b));
    case ND_ACCESS:         return access_text(p, e);
    case ND_MEMBER:         return text("%s%s%s", at_least(p, e->a, P_POSTFIX), e->op, e->name);
    case ND_CALL:           return text("%s(%s)", e->name, passed_list(p, e));
    case ND_CAST:           return text("(%s)%s", type_as(p, e->type, ""), at_least(p, e->a, P_UNARY));
    case ND_LIST:           return initialiser_list(p, e);
    case ND_COMPOUND:       return text(p->fact ? "((%s)%s)" : "(%s)%s", type_as(p, e->type, ""), initialiser_list(p, e));
    case ND_DESIGNATED:     return designated_text(p, e);
    case ND_PROGRAM_ID:     return text("PL_PROGRAM_ID(%s)", argument(p, e->a));
    case ND_FIRST_STEP:     return "0";
    case ND_NUM_PROGRAMS:   return text("PL_NUM_PROGRAMS(%s)", argument(p, e->a));
    case ND_AXIS:           return text("PL_AXIS(%s)", e->name);
    case ND_CDIV:           return text("PL_CDIV(%s, %s)", argument(p, e->a), argument(p, e->b));
    case ND_DIM:            return of_block("PL_DIM", e, argument(p, e->a));
    case ND_SIZE:           return of_block("PL_SIZE", e, argument(p, e->a));
    case ND_INSIDE:         return of_block("PL_INSIDE", e, list_text(p, e->items, e->item_count));
    case ND_LOAD:           return text("PL_LOAD(%s, %s, %s)", argument(p, e->a), argument(p, e->b), argument(p, e->c));
    case ND_ATOMIC:
        return text("PL_ATOMIC_%s(&%s, %s)", e->op, at_least(p, e->a, P_UNARY), list_text(p, e->items, e->item_count));
    case ND_MULTIPLE_OF:    return text("PL_MULTIPLE_OF(%s, %s)", argument(p, e->a), argument(p, e->b));
    case ND_PASS:           return text("PL_PASS(%s)", e->ref->name);
    case ND_NONE:           return "PL_NONE";
    case ND_FULL:           return "PL_FULL";
    case ND_ELEMENT:        return text("PL_ELEMENT(%s)", list_text(p, e->items, e->item_count));
    case ND_BOUNDED:        return text("PL_BOUNDED(%s)", argument(p, e->a));
    case ND_SLICE:          return text("PL_DS(%s, %s)", argument(p, e->a), argument(p, e->b));
    case ND_TRANSPOSE:      return text("PL_T(%s)", expression_as(p, e->a));
    case ND_ALL: case ND_AT: case ND_COPY: case ND_SEM: case ND_SEM_READ: case ND_DEVICE:
        return copy_value_as(p, e);
    default:
        INTERNAL("a statement in an expression");
    }
}

const char *expression_text(const Node *e)
{
    return expression_as(&as_c, e);
}

const char *type_text(const Type *t, const char *name)
{
    return type_as(&as_c, t, name);
}

const char *summand_as(const Printer *p, const Node *e)
{
    return at_least(p, e, P_ADD);
}

bool is_summand(const Node *e)
{
    return precedence(&as_c, e) >= P_ADD;
}

bool is_unary(const Node *e)
{
    return precedence(&as_c, e) >= P_UNARY;
}

const char *factor_as(const Printer *p, const Node *e)
{
    return at_least(p, e, P_MUL);
}

const char *operand_as(const Printer *p, const Node *e)
{
    return at_least(p, e, P_UNARY);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void line(const Printer *p, Loc at, const char *s)
{
    int written = fprintf(p->to, "%*s%s", 4 * p->depth, "", s);
    if (p->kind == PRINT_PLACES && at.line)
        fprintf(p->to, "%*s// %s%s%u:%u", written < 60 ? 60 - written : 1, "", strcmp(at.file, p->file) ? at.file : "",
                strcmp(at.file, p->file) ? ":" : "", at.line, at.column);
    fputc('\n', p->to);
}

static void print_statement(Printer *p, const Node *n);

// A label needs a statement after it; a declaration or the end of a block is not one.
static void print_label(Printer *p, const Node *n, const Node *next)
{
    const char *s = n->kind == ND_CASE ? text("case %s:", expression_as(p, n->a)) : "default:";
    p->depth--;
    line(p, n->at, text("%s%s", s, !next || declares(next) ? ";" : ""));
    p->depth++;
}

static void print_items(Printer *p, const Node *n)
{
    p->depth++;
    for (int i = 0; i < n->item_count; i++)
        if (!is_label(n->items[i])) {
            print_statement(p, n->items[i]);
        } else {
            if (i && falls_through(n->items[i - 1]))
                line(p, n->items[i]->at, "// falls through");
            print_label(p, n->items[i], i + 1 < n->item_count ? n->items[i + 1] : NULL);
        }
    p->depth--;
}

static const char *condition(const Printer *p, const Node *e)
{
    return text(precedence(p, e) == P_ASSIGN ? "(%s)" : "%s", expression_as(p, e));
}

// The content of { and }: a block's items or one statement.
static void print_inside(Printer *p, const Node *body)
{
    if (body->kind == ND_BLOCK) {
        print_items(p, body);
        return;
    }
    p->depth++;
    print_statement(p, body);
    p->depth--;
}

// head is `while (c)` or similar; a body that is a block gets braces.
static void print_body(Printer *p, Loc at, const char *head, const Node *body)
{
    bool block = body->kind == ND_BLOCK;
    line(p, at, block ? text("%s {", head) : head);
    print_inside(p, body);
    if (block)
        line(p, (Loc){ "", 0, 0 }, "}");
}

static bool is_if(const Node *n)
{
    return n->kind == ND_IF || n->kind == ND_WHEN;
}

// In braces if it contains an else or an if: an else belongs to the nearest if.
static void print_if(Printer *p, const Node *n, const char *before)
{
    const char *head = text("%s%s (%s)", before, n->kind == ND_IF ? "if" : "PL_WHEN", condition(p, n->a));
    if (!n->c && !*before && n->b->kind != ND_BLOCK && !is_if(n->b)) {
        print_body(p, n->at, head, n->b);
        return;
    }
    line(p, n->at, text("%s {", head));
    print_inside(p, n->b);
    if (n->c && is_if(n->c)) {
        print_if(p, n->c, "} else ");
        return;
    }
    if (n->c) {
        line(p, n->c->at, "} else {");
        print_inside(p, n->c);
    }
    line(p, (Loc){ "", 0, 0 }, "}");
}

// The declarations in the head of a for share their base type.
static const char *for_init(const Printer *p, const Node *init)
{
    if (!init)
        return "";
    if (init->kind == ND_EXPRESSION)
        return expression_as(p, init->a);
    const Node *const *items = init->kind == ND_BLOCK ? (const Node *const *)init->items : &init;
    int count = init->kind == ND_BLOCK ? init->item_count : 1;
    const char *s = "";
    for (int i = 0; i < count; i++) {
        const Type *base;
        const char *name = declarator(p, items[i]->symbol->type, items[i]->symbol->name, &base);
        s = i ? text("%s, %s", s, name) : text("%s %s", base_text(p, base), name);
        if (items[i]->a)
            s = text("%s = %s", s, at_least(p, items[i]->a, P_ASSIGN));
    }
    return s;
}

static const char *for_head(const Printer *p, const Node *n)
{
    const char *test = n->a ? text(" %s", expression_as(p, n->a)) : "";
    const char *step = n->b ? text(" %s", expression_as(p, n->b)) : "";
    return text("for (%s;%s;%s)", for_init(p, n->init), test, step);
}

// (i, n) if it begins at 0.
static const char *axis_text(const Printer *p, const LoopAxis *axis)
{
    bool from_zero = axis->lo->kind == ND_INT && axis->lo->value == 0;
    return from_zero ? text("(%s, %s)", axis->index->name, argument(p, axis->hi))
                     : text("(%s, %s, %s)", axis->index->name, argument(p, axis->lo), argument(p, axis->hi));
}

static const char *axes_text(const Printer *p, const Node *n)
{
    const char *s = "";
    for (int i = 0; i < n->axis_count; i++)
        s = listed(s, axis_text(p, &n->axes[i]));
    return s;
}

static const char *loop_head(const Printer *p, const Node *n)
{
    const LoopAxis *axis = &n->axes[0];
    return text("PL_LOOP (%s, %s, %s%s%s)", axis->index->name, argument(p, axis->lo), argument(p, axis->hi),
                axis->step ? ", " : "", axis->step ? argument(p, axis->step) : "");
}

static const char *reduce_text(const Printer *p, const Node *n)
{
    const char *format = n->axis_count > 1 ? "PL_REDUCE (%s, %s, (%s), %s);" : "PL_REDUCE (%s, %s, %s, %s);";
    return text(format, argument(p, n->a), n->op, axes_text(p, n), argument(p, n->b));
}

static const char *scan_head(const Printer *p, const Node *n)
{
    const Node *scan = scan_of(n);
    return text("PL_SCAN (%s, %s, %s, %s)", argument(p, scan->a), scan->op, axes_text(p, n), argument(p, scan->b));
}

// What a PL_SCAN does with each value, in braces unless it is one statement.
static void print_scan(Printer *p, const Node *n)
{
    Node rest = *n->body;
    rest.items++, rest.item_count--;
    bool single = rest.item_count == 1 && rest.items[0]->kind != ND_DECLARE;
    print_body(p, n->at, scan_head(p, n), single ? rest.items[0] : &rest);
}

static const char *declare_text(const Printer *p, const Node *n)
{
    const char *s = type_as(p, n->symbol->type, n->symbol->name);
    return n->a ? text("%s = %s;", s, at_least(p, n->a, P_ASSIGN)) : text("%s;", s);
}

static const char *block_text(const Printer *p, const char *macro, const Symbol *s, const char *from)
{
    return text("%s(%s, %s, %s%s%s);", macro, type_as(p, s->type, ""), s->name, from, *from ? ", " : "",
                list_text(p, s->dims, s->rank));
}

static const char *dot_text(const Printer *p, const Node *n)
{
    return text("PL_DOT(%s, %s, %s%s%s);", expression_as(p, n->a), expression_as(p, n->b), expression_as(p, n->c),
                n->op ? ", " : "", n->op ? n->op : "");
}

// ---- PL_PIPELINE ----------------------------------------------------------------------------------------------------

// Its options except PL_BEFORE_FETCH.
static const char *window_text(const Printer *p, const Node *n)
{
    const char *s = text("%s(%s, ", n->op, n->a->kind == ND_PASS ? n->a->ref->name : expression_as(p, n->a));
    if (n->name)
        return text("%s%s", s, n->name);
    s = text("%sPL_BLOCKSPEC((%s), (%s)", s, list_text(p, n->b->items, n->b->item_count),
             list_text(p, n->c->items, n->c->item_count));
    for (int i = 0; i < n->item_count; i++) {
        const Node *o = n->items[i];
        if (o->b)
            s = text("%s, %s(%s, %s)", s, o->op, argument(p, o->a), argument(p, o->b));
        else if (!o->body)
            s = text(o->name ? "%s, %s(%s)"
                     : o->a  ? "%s, %s(%s)"
                             : "%s, %s",
                     s, o->op,
                     o->name ? o->name
                     : o->a  ? argument(p, o->a)
                             : "");
    }
    return s;
}

static const char *pipeline_part(const Printer *p, const Node *n, const Symbol *parameter)
{
    if (n->kind == ND_TILE)
        return text("%s(%s, (%s))", parameter->scalar_memory ? "PL_SCRATCH_SMEM" : "PL_SCRATCH", type_as(p, n->symbol->type, ""),
                    list_text(p, n->symbol->dims, n->symbol->rank));
    if (n->kind == ND_SEM)
        return expression_as(p, n);
    if (n->kind == ND_AT)
        return text("PL_PASS(%s)", expression_as(p, n));
    return n->kind == ND_PASS ? expression_as(p, n) : text("PL_SCALAR(%s, %s)", type_as(p, parameter->type, ""), argument(p, n));
}

static void print_statement(Printer *p, const Node *n);

static void print_window(Printer *p, const Node *n, const char *end)
{
    const Node *before = NULL;
    for (int i = 0; i < n->item_count; i++)
        before = n->items[i]->body ? n->items[i] : before;
    if (!before) {
        line(p, n->at, text("            %s%s%s", window_text(p, n), n->name ? ")" : "))", end));
        return;
    }
    line(p, n->at, text("            %s, PL_BEFORE_FETCH(", window_text(p, n)));
    p->depth++;
    print_items(p, before->body);
    p->depth--;
    line(p, (Loc){ "", 0, 0 }, text("            )))%s", end));
}

static void print_pipeline(Printer *p, const Node *n)
{
    const Function *f = n->symbol->function;
    const char *grid = "";
    for (int a = 0; a < n->axis_count; a++)
        grid = text("%s%s(%s, %s)", grid, a ? ", " : "", n->axes[a].index->name, argument(p, n->axes[a].hi));
    line(p, n->at, text("PL_PIPELINE(%s,", f->name));
    line(p, n->at, text("            PL_GRID(%s),", grid));
    for (int i = 0; i < n->item_count; i++) {
        const char *end = i + 1 < n->item_count ? "," : ");";
        if (n->items[i]->kind == ND_WINDOW)
            print_window(p, n->items[i], end);
        else
            line(p, n->items[i]->at, text("            %s%s", pipeline_part(p, n->items[i], f->parameters[i]), end));
    }
}

static void print_statement(Printer *p, const Node *n)
{
    switch (n->kind) {
    case ND_BLOCK:
        line(p, n->at, "{");
        print_items(p, n);
        line(p, (Loc){ "", 0, 0 }, "}");
        return;
    case ND_DECLARE:    line(p, n->at, declare_text(p, n)); return;
    case ND_EXPRESSION: line(p, n->at, text("%s;", expression_as(p, n->a))); return;
    case ND_IF:         print_if(p, n, ""); return;
    case ND_WHEN:       print_if(p, n, ""); return;
    case ND_FOR:        print_body(p, n->at, for_head(p, n), n->body); return;
    case ND_WHILE:      print_body(p, n->at, text("while (%s)", condition(p, n->a)), n->body); return;
    case ND_DO:
        line(p, n->at, "do {");
        print_inside(p, n->body);
        line(p, n->a->at, text("} while (%s);", condition(p, n->a)));
        return;
    case ND_SWITCH:     print_body(p, n->at, text("switch (%s)", condition(p, n->a)), n->body); return;
    case ND_BREAK:      line(p, n->at, "break;"); return;
    case ND_CONTINUE:   line(p, n->at, "continue;"); return;
    case ND_RETURN:     line(p, n->at, n->a ? text("return %s;", expression_as(p, n->a)) : "return;"); return;
    case ND_LOOP:       print_body(p, n->at, loop_head(p, n), n->body); return;
    case ND_EACH:
        if (is_scan(n))
            print_scan(p, n);
        else
            print_body(p, n->at, text("PL_EACH (%s)", axes_text(p, n)), n->body);
        return;
    case ND_SCAN:
        line(p, n->at, text("%s = %s(%s, %s);", expression_as(p, n->a), n->op, argument(p, n->a), argument(p, n->b)));
        return;
    case ND_REDUCE:     line(p, n->at, reduce_text(p, n)); return;
    case ND_DOT:        line(p, n->at, dot_text(p, n)); return;
    case ND_FILL:       line(p, n->at, text("PL_FILL(%s, %s);", expression_as(p, n->a), argument(p, n->b))); return;
    case ND_ASSIGN:     line(p, n->at, text("PL_ASSIGN(%s, %s);", argument(p, n->a), argument(p, n->b))); return;
    case ND_TILE:       line(p, n->at, block_text(p, n->op ? "PL_SCOPED" : "PL_TILE", n->symbol, "")); return;
    case ND_VIEW:       line(p, n->at, block_text(p, "PL_VIEW", n->symbol, argument(p, n->a))); return;
    case ND_STORE:
        line(p, n->at, text("PL_STORE(%s, %s, %s);", argument(p, n->a), argument(p, n->b), argument(p, n->c)));
        return;
    case ND_CHECK:
        line(p, n->at, text("PL_CHECK(%s%s%s);", argument(p, n->a), n->item_count ? ", " : "",
                            list_text(p, n->items, n->item_count)));
        return;
    case ND_PRINT:      line(p, n->at, text("PL_PRINT(%s);", list_text(p, n->items, n->item_count))); return;
    case ND_TRACE:      line(p, n->at, text("PL_TRACE(%s);", argument(p, n->a))); return;
    case ND_DESCRIBE: case ND_START: case ND_AWAIT: case ND_SIGNAL: case ND_SEM_WAIT: case ND_BARRIER: case ND_SCOPED_SEM:
    case ND_ANY_VIEW:
        line(p, n->at, text("%s;", copy_statement_as(p, n)));
        return;
    case ND_PIPELINE:   print_pipeline(p, n); return;
    default:
        INTERNAL("an expression as a statement");
    }
}

// Prints the statement to text. All but statements with a body have one line.
static const char *printed_statement(const Node *n)
{
    Printed made;
    begin_printing(&made);
    print_statement(&(Printer){ .to = made.to, .kind = PRINT_TREE }, n);
    return end_printing(&made);
}

const char *head_text(const Node *n)
{
    static const Printer plain = { .kind = PRINT_TREE }, *p = &plain;
    switch (n->kind) {
    case ND_IF: case ND_WHEN:   return text("%s (%s)", n->kind == ND_IF ? "if" : "PL_WHEN", condition(p, n->a));
    case ND_FOR:        return for_head(p, n);
    case ND_WHILE:      return text("while (%s)", condition(p, n->a));
    case ND_DO:         return text("do while (%s)", condition(p, n->a));
    case ND_SWITCH:     return text("switch (%s)", condition(p, n->a));
    case ND_LOOP:       return loop_head(p, n);
    case ND_EACH:       return is_scan(n) ? scan_head(p, n) : text("PL_EACH (%s)", axes_text(p, n));
    case ND_CASE:       return text("case %s:", expression_as(p, n->a));
    case ND_DEFAULT:    return "default:";
    case ND_GOTO:       return text("goto %s;", n->name);
    case ND_LABEL:      return text("%s:", n->name);
    default:            return without_trailing_blanks(printed_statement(n));
    }
}

// ---- Functions and calls --------------------------------------------------------------------------------------------

static const char *parameter_text(const Printer *p, const Function *f, const Symbol *s)
{
    if (f->kind == FN_PLAIN)
        return type_as(p, s->type, s->name);
    if (s->kind == SY_SCALAR)
        return text("PL_SCALAR(%s, %s)", type_as(p, s->type, ""), s->name);
    if (s->kind == SY_SEM)
        return text(s->count ? "%s(%s, %s)" : "%s(%s)", s->dma ? "PL_DMA_SEM" : "PL_SEM", s->name,
                    s->count ? argument(p, s->count) : "");
    if (s->in_hbm)
        return text("PL_ANY_REF(%s, %s, %d)", type_as(p, s->type, ""), s->name, s->rank);
    return text("%s(%s, %s, %s)", s->scalar_memory ? "PL_SMEM_REF" : "PL_REF", type_as(p, s->type, ""), s->name,
                list_text(p, s->dims, s->rank));
}

static void print_function(Printer *p, const Function *f)
{
    fputc('\n', p->to);
    if (f->kind == FN_PLAIN) {
        const char *s = "";
        for (int i = 0; i < f->parameter_count; i++)
            s = listed(s, parameter_text(p, f, f->parameters[i]));
        line(p, f->at, text("static inline %s", type_as(p, f->result, text("%s(%s)", f->name, *s ? s : "void"))));
    } else {
        const char *s = f->kind == FN_KERNEL ? text("PL_KERNEL(%s", f->name)
                                             : text("PL_FUNCTION(%s, %s", type_as(p, f->result, ""), f->name);
        Loc at = f->at;
        for (int i = 0; i < f->parameter_count; at = f->parameters[i++]->at) {
            line(p, at, text("%s,", s));
            s = text("          %s", parameter_text(p, f, f->parameters[i]));
        }
        line(p, at, text("%s)", s));
    }
    print_statement(p, f->body);
}

// The value may call any function that the source defines.
static void print_identity(const Printer *p, const Function *f)
{
    if (f->identity)
        line(p, f->identity->at, text("PL_IDENTITY(%s, %s)", f->name, argument(p, f->identity)));
}

static const char *grid_text(const Printer *p, const Call *call)
{
    static const char *const words[] = {
        [AXIS_PLAIN] = "", [AXIS_PARALLEL] = "PL_PARALLEL", [AXIS_ARBITRARY] = "PL_ARBITRARY",
        [AXIS_REDUCTION] = "PL_REDUCTION",
    };
    const char *s = "";
    for (int i = 0; i < call->axis_count; i++) {
        const Axis *axis = &call->axes[i];
        if (axis->kind != AXIS_BATCH)
            s = listed(s, text("%s(%s, %s%s)", words[axis->kind], axis->name, argument(p, axis->extent),
                               axis->parts ? text(", %s", argument(p, axis->parts)) : ""));
    }
    return text("PL_GRID(%s)", s);
}

static const char *batch_text(const Printer *p, const Axis *axis)
{
    const char *s = text("PL_BATCH(%s, %s", axis->name, argument(p, axis->extent));
    for (int i = 0; i < axis->batched_count; i++)
        s = text("%s, %s", s, axis->batched[i]);
    return text("%s)", s);
}

static const char *options_text(const Printer *p, const Part *part)
{
    const char *s = "";
    if (part->edge)
        s = text("%s, PL_EDGE(%s)", s, argument(p, part->edge));
    if (part->buffers)
        s = text("%s, PL_BUFFERED(%s)", s, argument(p, part->buffers));
    if (part->lookahead)
        s = text("%s, PL_LOOKAHEAD", s);
    if (part->revisit_any)
        s = text("%s, PL_REVISIT_ANY", s);
    if (part->alias)
        s = text("%s, PL_ALIAS(%s)", s, part->alias);
    if (part->space)
        s = text("%s, PL_SPACE(%s)", s, part->space);
    return s;
}

static const char *spec_text(const Printer *p, const Part *part)
{
    if (part->spec != SPEC_BLOCKS)
        return part->spec == SPEC_WHOLE ? "PL_WHOLE" : part->spec == SPEC_ANY ? "PL_ANY" : "PL_ATOMIC";
    return text("PL_BLOCKSPEC((%s), (%s)%s)", list_text(p, part->block, part->rank), list_text(p, part->index, part->rank),
                options_text(p, part));
}

static const char *element_text(const Printer *p, const Type *t)          // PL_IN adds the const
{
    Type element = *t;
    element.constant = false;
    const char *s = type_as(p, &element, "");
    return !strncmp(s, "const ", 6) ? s + 6 : s;
}

static const char *part_text(const Printer *p, const Part *part)
{
    const char *type = element_text(p, part->type), *shape = list_text(p, part->shape, part->rank);
    switch (part->kind) {
    case PART_SCALAR:
        return text("PL_SCALAR(%s, %s)", type, part->name);
    case PART_TABLE:
        return text("PL_PREFETCH(%s, %s, (%s))", type, part->name, shape);
    case PART_SCRATCH:
        return text("%s(%s, (%s))", part->in_hbm ? "PL_SCRATCH_ANY" : part->scalar_memory ? "PL_SCRATCH_SMEM" : "PL_SCRATCH",
                    type, shape);
    case PART_SEM:
        return text("%s(%s)", part->dma ? "PL_SCRATCH_DMA_SEM" : "PL_SCRATCH_SEM", part->is_array ? shape : "");
    case PART_IN: case PART_OUT: case PART_INOUT:
        return text("%s(%s, %s, (%s), %s)", part_word(part), type, part->name, shape, spec_text(p, part));
    }
    INTERNAL("a part of no kind");
}

// Sizes are not parameters of the kernel: they are printed before the part that follows them among the C parameters.
static int print_sizes(const Printer *p, const Call *call, int at, const Symbol *before)
{
    const char *sizes = "";
    Loc first = { "", 0, 0 };
    for (; at < call->parameter_count && call->parameters[at] != before; at++)
        if (call->parameters[at]->kind == SY_SIZE) {
            first = *sizes ? first : call->parameters[at]->at;
            sizes = listed(sizes, call->parameters[at]->name);
        }
    if (*sizes)
        line(p, first, text("        PL_SIZES(%s),", sizes));
    return at;
}

static void print_call(const Printer *p, const Call *call)
{
    fputc('\n', p->to);
    line(p, call->at, text("PL_CALL(%s, %s,", call->name, call->kernel->name));
    int at = 0;
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (part->symbol)
            at = print_sizes(p, call, at, part->symbol);
        line(p, part->at, text("        %s,", part_text(p, part)));
    }
    print_sizes(p, call, at, NULL);
    for (int i = 0; i < call->mesh_count; i++)
        line(p, call->mesh[i].at, text("%s(%s, %s)%s", i ? "                " : "        PL_MESH(", call->mesh[i].name,
                                       argument(p, call->mesh[i].extent), i + 1 < call->mesh_count ? "," : "),"));
    for (int i = 0; i < call->axis_count; i++)
        if (call->axes[i].kind == AXIS_BATCH)
            line(p, call->axes[i].at, text("        %s,", batch_text(p, &call->axes[i])));
    Loc grid = call->axis_count ? call->axes[call->axis_count - 1].at : call->at;
    line(p, grid, text("        %s)", grid_text(p, call)));
    const char *choices = "";
    for (int i = 0; i < call->choice_count; i++)
        choices = text("%s, %s(%lld)", choices, call->choices[i].name, call->choices[i].value);
    if (*choices)
        line(p, call->choices[0].at, text("PL_SCHEDULE(%s%s)", call->name, choices));
}

// ---- The file -------------------------------------------------------------------------------------------------------

// "struct best { … };", or a typedef if that is its only name.
static void print_record(Printer *p, const Record *record)
{
    const char *word = record->is_union ? "union" : "struct";
    bool has_tag = !strncmp(record->name, word, strlen(word)) && record->name[strlen(word)] == ' ';
    fputc('\n', p->to);
    line(p, record->at, has_tag ? text("%s {", record->name) : text("typedef %s {", word));
    p->depth++;
    for (int i = 0; i < record->field_count; i++)
        line(p, (Loc){ "", 0, 0 }, text("%s;", type_as(p, record->fields[i].type, record->fields[i].name)));
    p->depth--;
    line(p, (Loc){ "", 0, 0 }, has_tag ? "};" : text("} %s;", record->name));
}

static void print_constant(const Printer *p, const Symbol *s)
{
    const char *declared = type_as(p, s->type, s->name);
    const char *value = s->value ? text(" = %s", at_least(p, s->value, P_ASSIGN)) : "";
    line(p, s->at, text("static %s%s;", declared, value));
}

void print_source(FILE *to, const Source *s, PrintKind kind)
{
    Printer p = { .plain_types = kind == PRINT_SOURCE, .to = to, .kind = kind, .file = s->file };
    if (kind == PRINT_SOURCE)
        fprintf(to, "// Written by pallasc from %s.\n#include <pallas.h>\n\n", s->file);
    for (int i = 0; i < s->constant_count; i++)
        if (s->constants[i]->enumerator)
            line(&p, s->constants[i]->at, text("enum { %s = %lld };", s->constants[i]->name, s->constants[i]->number));
    for (int i = 0; i < s->record_count; i++)
        print_record(&p, s->records[i]);
    for (int i = 0; i < s->constant_count; i++)
        if (!s->constants[i]->enumerator)
            print_constant(&p, s->constants[i]);
    for (int i = 0; i < s->function_count; i++)
        print_function(&p, s->functions[i]);
    for (int i = 0; i < s->function_count; i++)
        print_identity(&p, s->functions[i]);
    for (int i = 0; i < s->call_count; i++)
        print_call(&p, &s->calls[i]);
}
