// plan/certain.c -- conditions in a loop over elements that hold for all of them in most steps: causal masks, edges of arrays.
//
// A comparison holds for all elements if it does where its sides are least and greatest, and the bounds of the loops say where. In
// steps in which the conditions of a loop hold so, it runs in a version without them.

#include "plan/plan.h"

typedef struct { const Plan *plan; const StepContext *context; const Node *each; } Search;

// The axis of these loops that it counts; NULL: none.
static const LoopAxis *axis_of(const Search *in, const Symbol *index)
{
    for (int l = 0; l < in->context->loop_count; l++) {
        const Node *loop = in->context->loops[l];
        for (int a = 0; a < loop->axis_count; a++)
            if (loop->axes[a].index == index)
                return &loop->axes[a];
    }
    return NULL;
}

// Whether it may have different values in iterations of these loops.
static bool is_of_element(const Node *n, const void *search)
{
    const Search *in = search;
    const Node *outer = in->context->loops[0]->body;
    if (n->kind == ND_NAME)
        return axis_of(in, n->symbol) || find_node(outer, declares_symbol, n->symbol) || find_node(outer, changes, n->symbol);
    return n->kind == ND_ACCESS || n->kind == ND_INSIDE || n->kind == ND_CALL || n->kind == ND_SUBSCRIPT || effect_of(n).target;
}

static bool varies(const Search *in, const Node *n)
{
    return find_node(n, is_of_element, in);
}

static Node *end_of_range(const LoopAxis *axis, bool greatest)
{
    bool known = axis && axis->lo->known && axis->hi->known;
    return known ? literal_node(greatest ? axis->hi->value - 1 : axis->lo->value) : NULL;
}

static bool is_signed(const Node *n)
{
    return n->type && (n->type->kind == TY_I32 || n->type->kind == TY_I64);
}

// The greatest value, or the least, that it has for an element; NULL: unknown.
static Node *extreme(const Search *in, const Node *n, bool greatest)
{
    if (!varies(in, n))
        return writable(n);
    if (n->kind == ND_NAME)
        return end_of_range(axis_of(in, n->symbol), greatest);
    if (n->kind == ND_CAST && is_signed(n) && is_signed(n->a) && type_size(n->type) >= type_size(n->a->type))
        return extreme(in, n->a, greatest);
    if (n->kind != ND_BINARY || !(is_op(n, "+") || is_op(n, "-")))
        return NULL;
    Node *a = extreme(in, n->a, greatest), *b = extreme(in, n->b, greatest == is_op(n, "+"));
    return a && b ? sum_node(n->op, a, b) : NULL;
}

// The condition that a < b, say, for all elements.
static Node *compared(const Search *in, const Node *n)
{
    bool less = is_op(n, "<") || is_op(n, "<="), more = is_op(n, ">") || is_op(n, ">=");
    bool whole = is_signed(n->a) && is_signed(n->b);
    Node *a = whole && (less || more) ? extreme(in, n->a, less) : NULL, *b = a ? extreme(in, n->b, more) : NULL;
    return b ? compare_node(n->op, a, b) : NULL;
}

// The condition that n holds for all elements; NULL: unknown.
static Node *for_all(const Search *in, const Node *n)
{
    const StepContext *c = in->context;
    if (!varies(in, n))
        return writable(n);
    if (n->kind == ND_INSIDE) {
        Node *inside = inside_condition(in->plan, c->loops, c->loop_count, n);
        return inside ? for_all(in, inside) : literal_node(1);
    }
    if (n->kind == ND_CAST)
        return for_all(in, n->a);
    if (n->kind != ND_BINARY || !(is_op(n, "&&") || is_op(n, "||")))
        return n->kind == ND_BINARY ? compared(in, n) : NULL;
    Node *a = for_all(in, n->a), *b = for_all(in, n->b);
    return a && b ? compare_node(n->op, a, b) : NULL;
}

typedef struct { const Search *in; Step *step; } Certain;

static void add_condition(const Certain *to, const Node *n)
{
    Node *condition = n && varies(to->in, n) ? for_all(to->in, n) : NULL;
    if (!condition)
        return;
    list_add(to->step->certain, to->step->certain_count, n);
    to->step->certain_if = and_node(to->step->certain_if, condition);
}

// Conditions of choices, and locals that are conditions.
static void find_conditions(void *certain, const Node *n)
{
    const Certain *to = certain;
    bool local = n->kind == ND_DECLARE && n->symbol->type->kind == TY_BOOL && !find_node(to->in->each->body, changes, n->symbol);
    if (n->kind == ND_CONDITIONAL || local)
        add_condition(to, n->a);
    if (n->kind != ND_EACH && n->kind != ND_REDUCE)
        visit_parts(n, find_conditions, certain);
}

void find_certain(Step *step, const StepContext *context)
{
    const StepContext within = context_in(context, step->node);
    const Search in = { context->plan, &within, step->node };
    find_conditions(&(Certain){ &in, step }, step->node->body);
}
