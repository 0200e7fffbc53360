// lower/cpp.c -- what C has and C++ has not, in words that both have: for a target whose language is C++.
//
//     bool b; b++, --b;                       b = 1, b ^= 1
//     const void *p; const float *q = p;      q = (const float *)p
//     const float c;                          float c
//     for (int i = 0; …) { int i = 4; }       the inner one becomes i_2
//     case 0:; int u = 7; f(u); case 1: …     { int u = 7; f(u); } or, if a later label's statements use u, int u; u = 7;
//
// Lists of initializers are in initializers.c. What cannot be translated is rejected here.

#include "lower/lower.h"
#include <string.h>

// ---- Types ----------------------------------------------------------------------------------------------------------

// The same type without its const.
static Type *without_const(const Type *t)
{
    Type *made = copy_type(t);
    if (t->kind == TY_ARRAY)
        made->of = without_const(t->of);
    else
        made->constant = false;
    if (t->kind != TY_POINTER)
        made->spelling = bare_type_name(t);
    return made;
}

// C++ has no const member without an initializer.
static void free_members(Record *r)
{
    for (int i = 0; i < r->field_count; i++)
        r->fields[i].type = without_const(r->fields[i].type);
}

// ---- bool -----------------------------------------------------------------------------------------------------------

static Node *typed_node(const char *op, Node *a, Node *b, const Type *type)
{
    Node *n = binary_node(op, a, b);
    n->type = copy_type(type);
    return n;
}

// b++ is b || !(b |= 1) where its value is used, and b-- is !(b ^= 1): the opposite of the new value.
static void step_bool(Node *n, bool used)
{
    bool post = used && n->op[0] == 'x', up = strchr(n->op, '+');
    Node *change = typed_node(!up ? "^=" : post ? "|=" : "=", n->a, number_node(1, &int_type, n->at), n->type);
    if (post && up && !is_only_value(n->a)) {
        error_at(n->at, MESSAGE_BOOL_STEP);
        note_at(n->at, HINT_BOOL_STEP);
    }
    if (!post)
        *n = *change;
    else if (up)
        *n = *typed_node("||", copy_of_value(n->a), unary_node("!", change), &int_type);
    else
        *n = *unary_node("!", change);
}

static bool steps_bool(const Node *n)
{
    return n->kind == ND_UNARY && n->a->type && n->a->type->kind == TY_BOOL && (strstr(n->op, "++") || strstr(n->op, "--"));
}

// ---- Pointers -------------------------------------------------------------------------------------------------------

// An assignment to a pointer, an argument and an initializer become casts where C++ does not convert by itself.
static void convert_pointer(Node **value, const Type *to)
{
    if (!*value || to->kind != TY_POINTER || is_null_pointer(*value) || !changes_pointee((*value)->type, to))
        return;
    *value = cast_to(copy_type(to), *value);
}

static void convert_arguments(Node *call)
{
    const Function *f = call->symbol ? call->symbol->function : NULL;
    for (int i = 0; f && i < f->parameter_count && i < call->item_count; i++)
        convert_pointer(&call->items[i], f->parameters[i]->type);
}

// ---- Names of loops -------------------------------------------------------------------------------------------------

static void rename_declared(const Node *body, const char *name, const Names *taken)
{
    for (int i = 0; body->kind == ND_BLOCK && i < body->item_count; i++)
        if (declares(body->items[i]) && !strcmp(body->items[i]->symbol->name, name))
            body->items[i]->symbol->name = free_name(taken, name);
}

// In C++ the body of a for has the scope of its head's variables.
static void rename_hidden(const Node *loop, const Names *taken)
{
    const Node *init = loop->init;
    for (int i = 0; i < loop->axis_count; i++)
        rename_declared(loop->body, loop->axes[i].index->name, taken);
    if (init && init->kind == ND_DECLARE)
        rename_declared(loop->body, init->symbol->name, taken);
    for (int i = 0; init && init->kind == ND_BLOCK && i < init->item_count; i++)
        rename_declared(loop->body, init->items[i]->symbol->name, taken);
}

// ---- switch ---------------------------------------------------------------------------------------------------------

// Whether a switch around n jumps to it or into it.
static bool is_entered(const Node *n)
{
    if (is_label(n))
        return true;
    const Node *const parts[] = { n->kind == ND_SWITCH ? NULL : n->body, n->b, n->c };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] && is_entered(parts[i]))
            return true;
    for (int i = 0; n->kind == ND_BLOCK && i < n->item_count; i++)
        if (is_entered(n->items[i]))
            return true;
    return false;
}

static bool initializes(const Node *n)
{
    return n->kind == ND_VIEW || n->kind == ND_TILE || (n->kind == ND_DECLARE && n->a);
}

// The items of a block between two labels.
typedef struct { Node *block; int from, to; } Group;

static bool is_used_after(const Group *g, const Symbol *s)
{
    for (int i = g->to; i < g->block->item_count; i++)
        if (uses(g->block->items[i], s))
            return true;
    return false;
}

static bool declares_for_later(const Group *g)
{
    for (int i = g->from; i < g->to; i++)
        if (declares(g->block->items[i]) && is_used_after(g, g->block->items[i]->symbol))
            return true;
    return false;
}

// Splits a declaration: appends int u; to the list, and returns u = 7.
static Node *assignment_apart(Node *n, Node *list)
{
    Node *value = n->a;
    if (value->kind == ND_LIST && n->symbol->type->kind == TY_STRUCT)
        value->kind = ND_COMPOUND;
    else if (value->kind == ND_LIST)                    // { 7 } of a scalar
        value = value->item_count ? value->items[0] : number_node(0, &int_type, n->at);
    n->a = NULL;
    n->symbol->type = without_const(n->symbol->type);
    add_item(list, n);
    return typed_node("=", name_node(n->symbol, n->at), value, n->symbol->type);
}

static void append_group(Node *list, const Group *g)
{
    for (int i = g->from; i < g->to; i++)
        add_item(list, g->block->items[i]);
}

static void reject_case(Loc at, const char *name)
{
    error_at(at, MESSAGE_CASE_DECLARES, name);
    note_at(at, HINT_CASE_DECLARES);
}

// int u = 7; becomes int u; u = 7;. Nothing ever runs the statements before the first label.
static void append_apart(Node *list, const Group *g, bool runs)
{
    for (int i = g->from; i < g->to; i++) {
        Node *n = g->block->items[i];
        if (!initializes(n)) {
            if (runs || declares(n))
                add_item(list, n);
            continue;
        }
        if (n->kind != ND_DECLARE || n->symbol->type->kind == TY_ARRAY) {
            reject_case(n->at, n->symbol->name);
            return;
        }
        Node *assignment = assignment_apart(n, list);
        if (runs)
            add_item(list, statement_node(assignment));
    }
}

// A group whose declarations the next label jumps past becomes a block, unless later groups use what it declares.
static void append_between_labels(Node *list, const Group *g, bool runs)
{
    bool jumped = false;
    for (int i = g->from; g->to < g->block->item_count && i < g->to; i++)
        jumped |= initializes(g->block->items[i]);
    if (!jumped) {
        append_group(list, g);
    } else if (declares_for_later(g) || !runs) {
        append_apart(list, g, runs);
    } else {
        Node *inner = new_node(ND_BLOCK, g->block->items[g->from]->at);
        append_group(inner, g);
        add_item(list, inner);
    }
}

// runs: whether the statements before the first label are run, which those of a switch are not.
static void separate_groups(Node *block, bool runs)
{
    Node made = { 0 };
    Group g = { block, 0, 0 };
    for (; g.to < block->item_count; g.to++)
        if (is_entered(block->items[g.to])) {
            append_between_labels(&made, &g, runs);
            add_item(&made, block->items[g.to]);
            g.from = g.to + 1;
            runs = true;
        }
    append_between_labels(&made, &g, runs);
    block->items = made.items;
    block->item_count = made.item_count;
}

// A label in the body of a loop whose head declares a variable.
static void reject_entered(const Node *loop)
{
    bool declared = loop->axis_count || (loop->init && loop->init->kind != ND_EXPRESSION);
    if (!declared || !is_entered(loop->body))
        return;
    const Node *first = loop->init && loop->init->kind == ND_BLOCK ? loop->init->items[0] : loop->init;
    reject_case(loop->at, first ? first->symbol->name : loop->axes[0].index->name);
}

// ---- All of them ----------------------------------------------------------------------------------------------------

// used: whether its value is.
static void translate_expression(Node *n, bool used)
{
    if (n->kind == ND_BINARY && is_op(n, ",")) {
        translate_expression(n->a, false);
        translate_expression(n->b, used);
    }
    if (steps_bool(n))
        step_bool(n, used);
    if (n->kind == ND_CALL)
        convert_arguments(n);
    if (n->kind == ND_BINARY && is_op(n, "="))
        convert_pointer(&n->b, n->type);
}

static void translate_declaration(const Node *n)
{
    Symbol *s = n->symbol;
    if (!n->a && is_const_object(s->type))
        s->type = without_const(s->type);
    convert_pointer(&writable(n)->a, s->type);
}

static void translate_node(void *taken, const Node *n)
{
    switch ((int)n->kind) {
    case ND_DECLARE:
        translate_declaration(n);
        return;
    case ND_EXPRESSION:
        translate_expression(n->a, false);
        return;
    case ND_FOR:
        if (n->b)
            translate_expression(n->b, false);
        rename_hidden(n, taken);
        reject_entered(n);
        return;
    case ND_LOOP: case ND_EACH:
        rename_hidden(n, taken);
        reject_entered(n);
        return;
    case ND_SWITCH:
        separate_groups(n->body, false);
        return;
    case ND_BLOCK:
        separate_groups(writable(n), true);
        return;
    default:
        translate_expression(writable(n), true);
    }
}

static void translate_body(const Function *f)
{
    Names taken = { NULL, 0 };
    for (int i = 0; i < f->parameter_count; i++)
        take_name(f->parameters[i], &taken);
    each_declared(f->body, take_name, &taken);
    each_node(f->body, translate_node, &taken);
}

void translate_to_cpp(const Source *s)
{
    order_initializers(s);
    for (int i = 0; i < s->record_count; i++)
        free_members(s->records[i]);
    for (int i = 0; i < s->function_count; i++)
        translate_body(s->functions[i]);
}
