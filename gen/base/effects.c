// base/effects.c -- the effects of a node itself on memory. It is the only description of them: checks, data flow,
// hoisting, layouts, windows and barriers use it, and a new statement is entered once.

#include "pallasc.h"
#include <string.h>

Effect effect_of(const Node *n)
{
    switch ((int)n->kind) {
    case ND_STORE:  return (Effect){ .target = n->a };
    case ND_ATOMIC: return (Effect){ .target = n->a, .reads = true, .atomic = true };
    case ND_REDUCE: case ND_SCAN: return (Effect){ .target = n->a, .reads = true };
    case ND_FILL:   return (Effect){ .target = n->a, .whole = true, .name = "PL_FILL", .takes = "takes" };
    case ND_ASSIGN: return (Effect){ .target = n->a, .whole = true, .name = "PL_ASSIGN", .takes = "copies" };
    case ND_DOT:    return (Effect){ .target = n->a, .whole = true, .reads = true, .combines = true,
                                      .name = "PL_DOT", .takes = "multiplies", .updates = "adds to" };
    case ND_UNARY: case ND_BINARY:
        return assigns_to(n) ? (Effect){ .target = n->a, .reads = accumulates_into(n) } : (Effect){ 0 };
    }
    return (Effect){ 0 };
}

bool by_elements(const Node *n)
{
    const Effect e = effect_of(n);
    return e.whole && !e.combines;
}

const Node *value_for_all(const Node *n)
{
    return by_elements(n) && !block_of(n->b) && !is_region(n->b) ? n->b : NULL;
}

static bool acts(const Node *n, const void *unused)
{
    (void)unused;
    return effect_of(n).target || n->kind == ND_CALL;
}

bool is_only_value(const Node *e)
{
    return !find_node(e, acts, NULL);
}

const Node *written_root(const Node *n)
{
    const Node *target = effect_of(n).target;
    return target ? assigned_root(target) : NULL;
}

const Node *may_change(const Node *n)
{
    return is_address(n) ? assigned_root(n->a) : written_root(n);
}

bool changes(const Node *n, const void *symbol)
{
    const Node *root = may_change(n);
    return root && (root->kind == ND_ACCESS ? root->ref : root->symbol) == symbol;
}

bool follows_pointer(const Node *n)
{
    bool element = n->kind == ND_SUBSCRIPT && n->a->type && n->a->type->kind == TY_POINTER;
    return element || (n->kind == ND_UNARY && is_op(n, "*")) || (n->kind == ND_MEMBER && is_op(n, "->"));
}

bool may_be_another(const Node *n, const void *unused)
{
    (void)unused;
    bool memory = n->kind == ND_ACCESS ? !n->ref->type->constant : n->kind == ND_SUBSCRIPT || n->kind == ND_MEMBER || follows_pointer(n);
    return memory || n->kind == ND_CALL || effect_of(n).target;
}

// The element, what a pointer leads to, or the variable that this is a part of: p[i] of p[i].field[2].
static const Node *object_of(const Node *to)
{
    while (!follows_pointer(to) && (to->kind == ND_MEMBER || to->kind == ND_SUBSCRIPT || to->kind == ND_CAST))
        to = to->a;
    return to;
}

// points: whether a pointer into a block leads to the object.
static bool writes_element(const Node *n, bool (*points)(const Node *))
{
    const Effect e = effect_of(n);
    const Node *to = e.target ? object_of(e.target) : NULL;
    return e.atomic || (to && (to->kind == ND_ACCESS || points(to)));
}

bool may_write_element(const Node *n, const void *unused)
{
    (void)unused;
    return writes_element(n, follows_pointer);
}

bool takes_pointer(const Node *n)
{
    for (int i = 0; n->kind == ND_CALL && i < n->item_count; i++) {
        const Type *t = n->items[i]->type;
        if (t && (t->kind == TY_POINTER || t->kind == TY_ARRAY))
            return true;
    }
    return false;
}

// ---- Pointers, once address spaces are known ------------------------------------------------------------------------

static bool points_into(const Type *t, const char *space)
{
    return t->kind == TY_POINTER && t->space && !strcmp(t->space, space);
}

// A call whose helper has a pointer parameter into this memory to write through.
static bool passes_pointer(const Node *n, const char *space)
{
    const Function *f = n->kind == ND_CALL && n->symbol ? n->symbol->function : NULL;
    for (int i = 0; f && i < f->parameter_count; i++)
        if (points_into(f->parameters[i]->type, space) && !is_const_object(f->parameters[i]->type->of))
            return true;
    return false;
}

bool through_pointer(const Node *n)
{
    return follows_pointer(n) && points_into(n->a->type, "block");
}

bool stores_through_pointer(const Node *n)
{
    return passes_pointer(n, "block") || (assigns_to(n) && through_pointer(object_of(n->a)));
}

bool writes_block(const Node *n, const void *unused)
{
    (void)unused;
    return passes_pointer(n, "block") || effect_of(n).whole || writes_element(n, through_pointer);
}

bool writes_local(const Node *n, const void *unused)
{
    const Node *root = written_root(n);
    return passes_pointer(n, "local") || (root && root->kind == ND_NAME && !writes_block(n, unused));
}
