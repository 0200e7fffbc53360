// emit/body.c -- prints the tree of a schedule: C, and the words of the target.

#include "emit/emit.h"
#include <string.h>

static void put_node(Emitter *em, const Node *n);

static void put_items(Emitter *em, const Node *block)
{
    for (int i = 0; i < block->item_count; i++)
        put_node(em, block->items[i]);
}

// A loop of which each lane has one iteration: a block that declares its index.
static bool is_once(const Node *n)
{
    return n->kind == ND_FOR && n->op && is_text(n->op, "once");
}

// Prints what is between the braces of a block, or of blocks in each other.
static void put_inside(Emitter *em, const Node *block)
{
    if (is_once(block)) {
        put(em, "%%%%local %s\nconst %s;\n%%%%end\n", block->init->symbol->name, declared_text(em, block->init));
        put_inside(em, block->body);
    } else if (block->kind == ND_BLOCK && block->item_count == 1 && is_once(block->items[0])) {
        put_inside(em, block->items[0]);
    } else {
        (block->kind == ND_BLOCK ? put_items : put_node)(em, block);
    }
}

// Prints what a head has as its body: a block in braces, or a statement.
static void put_under(Emitter *em, const Node *body)
{
    bool block = body->kind == ND_BLOCK || is_once(body);
    put(em, block ? " {\n" : "\n");
    put_inside(em, body);
    put(em, "%s", block ? "}" : "");
}

static void put_if(Emitter *em, const Node *n)
{
    put(em, "if (%s)", printed(em, n->a));
    put_under(em, n->b);
    bool chained = n->c && n->c->kind != ND_BLOCK;
    put(em, n->c ? " else" : "\n");
    if (chained) {
        put(em, " ");
        put_node(em, n->c);
    } else if (n->c) {
        put_under(em, n->c);
        put(em, "\n");
    }
}

// Returns "[8][4]" of an array.
static const char *extents_of(Emitter *em, const Type *t)
{
    const char *s = "";
    for (; t->kind == TY_ARRAY; t = t->of)
        s = text("%s[%s]", s, printed(em, t->extent));
    return s;
}

// Returns the declarators of a declaration.
static const char *declarators(Emitter *em, const Node *n)
{
    const char *s = declared_text(em, n);
    for (const Node *next = n->c; next; next = next->c)
        s = text("%s, %s%s%s", s, next->symbol->name, extents_of(em, next->symbol->type), next->a ? text(" = %s", printed(em, next->a)) : "");
    return s;
}

static const char *for_clauses(Emitter *em, const Node *n)
{
    const char *first = !n->init ? "" : n->init->kind == ND_DECLARE ? declarators(em, n->init) : unwrapped_as(&em->facts, n->init->a);
    return text("%s;%s%s;%s%s", first, n->a ? " " : "", n->a ? printed(em, n->a) : "", n->b ? " " : "",
                n->b ? unwrapped_as(&em->facts, n->b) : "");
}

static const char *unrolling(const Node *loop)
{
    if (!loop->op)
        return "";
    return is_text(loop->op, "rolled") ? "»say_rolled()«" : text("»say_unroll(%s)«", loop->value ? text("%lld", loop->value) : "");
}

static void put_for(Emitter *em, const Node *n)
{
    if (n->c)
        put(em, "%s", printed(em, n->c));
    else
        put(em, "%sfor (%s)", unrolling(n), for_clauses(em, n));
    put_under(em, n->body);
    put(em, "\n");
}

static void put_label(Emitter *em, const Node *n)
{
    put(em, "%s:%s\n", n->kind == ND_CASE ? text("case %s", printed(em, n->a)) : "default", n->op);
}

static void put_print(Emitter *em, const Node *n)
{
    const char *values = "";
    for (int i = 0; i < n->item_count; i++)
        values = text("%s, %s", values, printed(em, n->items[i]));
    put(em, "»pl_print(«\"%s\"», «%s»)«\n", safe_string(n->spelling), values);
}

// Omits the subject if the user's comment on the statement is the same.
static void put_comment(Emitter *em, const Node *n)
{
    bool said = n->name && is_text(em->comment, text("// %s", unmarked(n->name)));
    put(em, n->name && !said ? "// %s: %s\n" : "// %s%s\n", n->name && !said ? n->name : "", n->spelling);
}

// Of the kernel, or of a helper.
static void put_return(Emitter *em, const Node *n)
{
    if (em->plan)
        put(em, "»pl_return()«\n");
    else
        put(em, n->a ? "return %s;\n" : "return;\n", n->a ? printed(em, n->a) : "");
}

// The lanes that a producer fetches for wait without it.
static void put_wait(Emitter *em, const Node *n)
{
    bool without_producer = lanes(em) && has_producer(lanes(em)) && !is_text(n->name, "warp");
    put(em, "»%s(%s)«        // %s\n", without_producer ? "say_team_barrier" : "say_barrier", n->name, quoted_text(n->spelling));
}

// The loops that compute it, or the target's function.
static void put_dot(Emitter *em, const Node *n)
{
    if (n->body)
        put_node(em, n->body);
    else
        put(em, "»pl_dot(%s)«\n", dot_text(em, n->step));
}

static void put_node(Emitter *em, const Node *n)
{
    if (put_copy_statement(em, n))
        return;
    if (n->kind == ND_BLOCK || is_once(n)) {
        put(em, "{\n");
        put_inside(em, n);
        put(em, "}\n");
        return;
    }
    switch (n->kind) {
    case ND_DECLARE:    put(em, "%s;\n", declarators(em, n)); return;
    case ND_EXPRESSION: put(em, "%s;\n", unwrapped_as(&em->facts, n->a)); return;
    case ND_IF: case ND_WHEN:   put_if(em, n); return;
    case ND_FOR:        put_for(em, n); return;
    case ND_WHILE: case ND_SWITCH:
        put(em, "%s (%s)", n->kind == ND_WHILE ? "while" : "switch", printed(em, n->a));
        put_under(em, n->body);
        put(em, "\n");
        return;
    case ND_DO:
        put(em, "do");
        put_under(em, n->body);
        put(em, " while (%s);\n", printed(em, n->a));
        return;
    case ND_CASE: case ND_DEFAULT:      put_label(em, n); return;
    case ND_BREAK:      put(em, "break;\n"); return;
    case ND_CONTINUE:   put(em, "continue;\n"); return;
    case ND_GOTO:       put(em, "goto %s;\n", n->name); return;
    case ND_LABEL:      put(em, "%s: ;\n", n->name); return;
    case ND_RETURN:     put_return(em, n); return;
    case ND_TRACE:      put(em, "»pl_trace(«%s»)«\n", safe_string(n->a->spelling)); return;
    case ND_PRINT:      put_print(em, n); return;
    case ND_SAY:        put(em, "%s", printed(em, n)); return;
    case ND_COMMENT:    put_comment(em, n); return;
    case ND_IF_USED:
        put(em, "%%%%local %s\n", n->name);
        put_node(em, n->body);
        put(em, "%%%%end\n");
        return;
    case ND_FUNCTION:
        put(em, "»say_function(«%s», «%s»)« {\n", n->name, declared_text(em, n->init));
        put_items(em, n->body);
        put(em, "};\n");
        return;
    case ND_WAIT:       put_wait(em, n); return;
    case ND_DOT:        put_dot(em, n); return;
    case ND_ORIGIN:
        if (!n->op)
            put_comments(em, n->at);
        put_line(em, n->at);
        return;
    default:
        INTERNAL("an expression as a statement");
    }
}

void put_statements(Emitter *em, const Node *block)
{
    em->commented = (Loc){ NULL, 0, 0 };
    put_items(em, block);
}

void put_body(Emitter *em, const char *name, const Node *block)
{
    if (!block)
        return;
    put(em, "m4_define(«%s», ««", name);
    put_statements(em, block);
    put(em, "»»)m4_dnl\n");
}
