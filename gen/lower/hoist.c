// lower/hoist.c -- subexpressions that must be statements move in front of their statement, and their value becomes a
// variable.
//
// An inlined call is one (lower/inline.c). Outside of PL_EACH, so is a store to a block within an expression that also
// sets a local, as in `int old = x[0]++`: every lane has the local, but only one of them stores.
//
// Conditional evaluation is preserved: ?:, && and || become ifs, the test of a loop moves into its body, and a
// PL_REDUCE becomes the loop that it abbreviates.

#include "lower/lower.h"
#include <string.h>

// ---- What must be hoisted -------------------------------------------------------------------------------------------

static bool is_hoisted(const Node *n, const void *with)
{
    const Expanding *e = with;
    return inlined_callee(n) || (e->apart && effect_of(n).target);
}

bool must_hoist(const Expanding *e, const Node *n)
{
    return find_node(n, is_hoisted, e);
}

static bool sets_local(const Node *n, const void *unused)
{
    const Node *to = written_root(n);
    return to && to->kind == ND_NAME && !may_write_element(n, unused);
}

bool mixes(const Node *n)
{
    return find_node(n->a, may_write_element, NULL) && (n->kind == ND_DECLARE || find_node(n->a, sets_local, NULL));
}

bool must_hoist_condition(const Expanding *e, const Node *n)
{
    return must_hoist(e, n) || (!e->each && find_node(n, may_write_element, NULL));
}

// ---- New nodes ------------------------------------------------------------------------------------------------------

Symbol *declare(Expanding *e, const Type *type, const char *name, Loc at, Node *value, Node *list)
{
    Copies none = { NULL, 0 };
    Type copy = *type;
    Symbol like = { .kind = SY_LOCAL, .at = at, .type = &copy };
    Symbol *s = new_copy(&none, &like, free_name(&e->taken, name));
    take_name(s, &e->taken);
    s->type->constant = false;
    add_item(list, declaration_node(s, value, at));
    return s;
}

static Node *branch(Node *condition, Node *then, Node *otherwise)
{
    return branch_node(ND_IF, condition, then, otherwise, condition->at);
}

// ---- Conditional evaluation -----------------------------------------------------------------------------------------

// The statements that set the variable to n; NULL: n has no value.
static Node *arm(Expanding *e, Node *n, Symbol *value)
{
    Node *block = new_node(ND_BLOCK, n->at);
    n = hoist(e, n, block);
    if (n)
        add_item(block, statement_node(value ? assignment_node("=", name_node(value, n->at), n) : n));
    return block;
}

// if (c) chosen = a; else chosen = b;
static Node *hoist_choice(Expanding *e, Node *n, Node *condition, Node *a, Node *b, Node *before)
{
    bool has_value = n->type->kind != TY_VOID;
    Symbol *value = has_value ? declare(e, n->type, "chosen", n->at, NULL, before) : NULL;
    condition = hoist(e, condition, before);
    Node *then = arm(e, a, value);
    add_item(before, branch(condition, then, arm(e, b, value)));
    return value ? name_node(value, n->at) : NULL;
}

// int holds = 0; if (a) if (b) holds = 1;
static Node *hoist_logic(Expanding *e, Node *n, Node *before)
{
    bool both = is_op(n, "&&");
    Node *a = hoist(e, n->a, before), *then = new_node(ND_BLOCK, n->b->at);
    Symbol *value = declare(e, &int_type, "holds", n->at, number_node(!both, &int_type, n->at), before);
    Node *b = hoist(e, n->b, then);
    add_item(then,
             branch(both ? b : negated(b),
                    statement_node(assignment_node("=", name_node(value, n->at), number_node(both, &int_type, n->at))),
                    NULL));
    add_item(before, branch(both ? a : negated(a), then, NULL));
    return name_node(value, n->at);
}

static Node *hoist_comma(Expanding *e, Node *n, Node *before)
{
    // The value of the first is not used: x++ needs no copy of the old value.
    Node *first = is_postfix(n->a) && must_hoist(e, n->a) ? hoist_parts(e, n->a, before) : hoist(e, n->a, before);
    if (first && !is_only_value(first))
        add_item(before, statement_node(first));
    return hoist(e, n->b, before);
}

// ---- Effects --------------------------------------------------------------------------------------------------------

// One lane modifies the element, and all of them read the result: an element in between.
static Node *hoist_atomic(Expanding *e, Node *n, Node *before)
{
    Node **dims = NULL;
    int rank = 0;
    Symbol *tile = allocate(sizeof *tile);
    *tile = (Symbol){ .kind = SY_REF, .at = n->at, .type = copy_type(n->type) };
    tile->type->constant = false;
    tile->name = free_name(&e->taken, "old");
    take_name(tile, &e->taken);
    list_add(dims, rank, number_node(1, &int_type, n->at));
    tile->dims = dims;
    tile->rank = rank;
    Node *declared = new_node(ND_TILE, n->at), *element = new_node(ND_ACCESS, n->at);
    declared->symbol = tile;
    element->ref = tile;
    element->type = tile->type;
    add_item(element, number_node(0, &int_type, n->at));
    add_item(before, declared);
    add_item(before, statement_node(assignment_node("=", element, n)));
    return copy_of_value(element);
}

static Node *hoist_effect(Expanding *e, Node *n, Node *before)
{
    if (n->kind == ND_ATOMIC)
        return hoist_atomic(e, n, before);
    if (is_postfix(n)) {
        Symbol *value = declare(e, n->type, "before", n->at, copy_of_value(n->a), before);
        add_item(before, statement_node(n));
        return name_node(value, n->at);
    }
    add_item(before, statement_node(n));
    return copy_of_value(n->a);
}

static Node *hoist_call(Expanding *e, Node *n, const Function *f, Node *before)
{
    bool has_value = f->result->kind != TY_VOID;
    Symbol *value = has_value ? declare(e, f->result, text("%s_value", f->name), n->at, NULL, before) : NULL;
    add_item(before, body_for(e, n, f, value));
    return value ? name_node(value, n->at) : NULL;
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

Node *hoist_parts(Expanding *e, Node *n, Node *before)
{
    n->a = hoist(e, n->a, before);
    n->b = hoist(e, n->b, before);
    n->c = hoist(e, n->c, before);
    for (int i = 0; i < n->item_count; i++)
        n->items[i] = hoist(e, n->items[i], before);
    return n;
}

Node *hoist(Expanding *e, Node *n, Node *before)
{
    bool logic = n && n->kind == ND_BINARY && (is_op(n, "&&") || is_op(n, "||"));
    if (!n || !must_hoist(e, n))
        return n;
    if (logic && must_hoist(e, n->b))
        return hoist_logic(e, n, before);
    if (n->kind == ND_CONDITIONAL && (must_hoist(e, n->b) || must_hoist(e, n->c)))
        return hoist_choice(e, n, n->a, n->b, n->c, before);
    if (n->kind == ND_LOAD && (must_hoist(e, n->a) || must_hoist(e, n->c)))
        return hoist_choice(e, n, n->b, n->a, n->c, before);
    if (n->kind == ND_BINARY && is_op(n, ","))
        return hoist_comma(e, n, before);
    n = hoist_parts(e, n, before);
    const Function *f = inlined_callee(n);
    if (f)
        return hoist_call(e, n, f, before);
    return is_hoisted(n, e) ? hoist_effect(e, n, before) : n;
}

Node *hoist_condition(Expanding *e, Node *n, Node *before)
{
    e->apart = !e->each && find_node(n, may_write_element, NULL);
    n = hoist(e, n, before);
    e->apart = false;
    return n;
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// v = x[0]++ becomes v = x[0], then x[0]++; v = x[0] += 2 becomes x[0] += 2, then v = x[0]. NULL: it is neither.
static Node *hoist_value(Expanding *e, const Node *target, Node *value, Node *list, Node **after)
{
    bool plain = assigns_to(value) && !(target && target->kind != ND_NAME) && !(target && uses(value->a, target->symbol));
    if (!plain)
        return NULL;
    hoist_parts(e, value, list);
    if (is_postfix(value))
        *after = statement_node(value);
    else
        add_item(list, statement_node(value));
    return copy_of_value(value->a);
}

void hoist_statement(Expanding *e, Node *n, Node *list)
{
    Node *after = NULL, **value = &n->a, *target = NULL;
    e->apart = true;
    if (n->kind == ND_EXPRESSION && assigns_to(n->a)) {
        target = n->a->a;
        value = n->a->b && is_op(n->a, "=") ? &n->a->b : NULL;
        if (value && target->kind == ND_ACCESS)
            hoist_parts(e, target, list);
    }
    bool done = n->kind == ND_EXPRESSION && !target;    // the rest is a value that is not used
    Node *plain = value && *value ? hoist_value(e, target, *value, list, &after) : NULL;
    if (plain)
        *value = plain;
    else if (n->kind == ND_EXPRESSION && assigns_to(n->a))
        hoist_parts(e, n->a, list);
    else
        n->a = hoist(e, n->a, list);
    e->apart = false;
    if (!done || has_kind(n->a, ND_CALL))
        add_item(list, n);
    if (after)
        add_item(list, after);
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

static bool has_continue(const Node *n)                 // whether this loop itself has a continue
{
    if (!n || n->kind == ND_FOR || n->kind == ND_WHILE || n->kind == ND_DO || n->kind == ND_LOOP || n->kind == ND_EACH)
        return false;
    bool found = n->kind == ND_CONTINUE || has_continue(n->b) || has_continue(n->c) || has_continue(n->body);
    for (int i = 0; i < n->item_count && !found; i++)
        found = has_continue(n->items[i]);
    return found;
}

static const Node *first_call(const Node *n)
{
    const Expanding calls = { .apart = false };
    return find_node(n, is_hoisted, &calls);
}

// while (1) { …; if (!c) break; … }, because the test needs statements.
void loop_with_test_inside(Expanding *e, Node *n, Node *list)
{
    Node *block = new_node(ND_BLOCK, n->at), *test = new_node(ND_BLOCK, n->at);
    if (n->kind == ND_DO && has_continue(n->body)) {
        const Node *call = first_call(n->a);
        error_at(n->a->at, MESSAGE_CONTINUE_TO_CONDITION);
        note_at(call ? call->at : n->a->at, HINT_CONTINUE_TO_CONDITION);
        return;
    }
    add_item(test, branch(negated(hoist_condition(e, n->a, test)), new_node(ND_BREAK, n->at), NULL));
    if (n->kind != ND_DO)
        add_items(block, test);
    expand_statement(e, n->body, block);
    if (n->kind == ND_DO)
        add_items(block, test);
    n->body = block;
    n->a = n->kind == ND_FOR ? NULL : number_node(1, &int_type, n->at);
    if (n->kind == ND_DO)
        n->kind = ND_WHILE;
    add_item(list, n);
}

static Node *loops_around(const Node *n, int axes, Node *body)
{
    for (int i = axes; i-- > 0;) {
        Node *loop = new_node(ND_LOOP, n->at);
        list_add(loop->axes, loop->axis_count, n->axes[i]);
        loop->body = body;
        body = loop;
    }
    return body;
}

static bool depends_on_axes(const Node *bound, const Node *n, int axes)
{
    for (int i = 0; bound && i < axes; i++)
        if (find_node(bound, names_symbol, n->axes[i].index))
            return true;
    return false;
}

enum { MOST_TRIPS = 1 << 20 };

// -1: known only at run time, or too large.
static long long constant_trips(const LoopAxis *axis)
{
    long long lo = axis->lo ? axis->lo->value : 0, hi = axis->hi->value;
    bool known = axis->hi->known && (!axis->lo || axis->lo->known) && can_compute(lo) && can_compute(hi);
    return !known || hi - lo > MOST_TRIPS ? -1 : hi > lo ? hi - lo : 0;
}

// About the iterations of a lane, if lanes share this axis, and combine their results for each index of those before it.
static double cost_of_sharing(const Node *n, int axis)
{
    enum { LANES = 64, COMBINING = 16 };
    double cost = (double)((constant_trips(&n->axes[axis]) + LANES - 1) / LANES);
    for (int i = axis + 1; i < n->axis_count; i++)
        cost *= (double)constant_trips(&n->axes[i]);
    cost += COMBINING;
    for (int i = 0; i < axis; i++)
        cost *= (double)constant_trips(&n->axes[i]);
    return cost;
}

// Lanes share the first axis of a reduction by a function, because its results are combined in order. The number of axes before
// the one for which that is cheapest; 0 if an axis is not constant.
static int axes_before_shared(const Node *n)
{
    int best = 0;
    for (int i = 0; i < n->axis_count; i++)
        if (constant_trips(&n->axes[i]) < 1)
            return 0;
    for (int i = 1; i < n->axis_count; i++)
        if (cost_of_sharing(n, i) < cost_of_sharing(n, best))
            best = i;
    return best;
}

// The number of axes before the last one that some indices on them leave without iterations, as c in ((r, R), (c, r)).
// A lane that has only such indices has no partial result, and a user's function has no neutral value.
static int axes_before_empty(const Node *n)
{
    int i = n->axis_count - 1;
    while (i > 0 && !depends_on_axes(n->axes[i].lo, n, i) && !depends_on_axes(n->axes[i].hi, n, i) && constant_trips(&n->axes[i]))
        i--;
    return i;
}

bool separate_axes(Expanding *e, Node *n, Node *list)
{
    int count = !n->symbol ? 0 : axes_before_empty(n);
    if (!count && n->symbol && !e->each)                // within a PL_EACH, a loop would prevent that lanes share its rows
        count = axes_before_shared(n);
    if (!count)
        return false;
    Node *rest = new_node(ND_REDUCE, n->at);
    *rest = *n;
    rest->axes = n->axes + count;
    rest->axis_count = n->axis_count - count;
    expand_statement(e, loops_around(n, count, rest), list);
    return true;
}

// PL_LOOP over each axis, and the reduction in C.
void loop_for_reduce(Expanding *e, Node *n, Node *list)
{
    static const struct { const char *name, *op; } operators[] = {
        { "PL_ADD", "+=" }, { "PL_MUL", "*=" }, { "PL_AND", "&=" }, { "PL_OR", "|=" }, { "PL_XOR", "^=" },
    };
    Node *update = new_node(ND_BINARY, n->at), *body = statement_node(update);
    update->type = n->a->type;
    update->a = n->a;
    update->b = n->b->type->kind == n->a->type->kind ? n->b : cast_to(n->a->type, n->b);
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (!strcmp(n->op, operators[i].name))
            update->op = operators[i].op;
    if (!update->op) {                                    // a function
        Node *call = new_node(ND_CALL, n->at);
        call->symbol = n->symbol;
        call->name = n->op;
        call->type = n->a->type;
        add_item(call, copy_of_value(n->a));
        add_item(call, update->b);
        update->op = "=";
        update->b = call;
    }
    expand_statement(e, loops_around(n, n->axis_count, body), list);
}
