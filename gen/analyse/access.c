// analyse/access.c -- what a statement reads and writes, in which loops, and how these access the elements of a ref.
//
// each_access is the only walk that answers this, using effect_of (base/effects.c): checks, layouts, windows and
// barriers are visitors of it.
//
// A subscript is a linear form (analyse/values.c): factor * index, and terms that do not change with the index. A
// subscript with any other term is a gather, which is a correct description of any access.

#include "analyse/analyse.h"
#include <string.h>

// ---- What is invariant along an axis --------------------------------------------------------------------------------

static bool has_axis(const Node *n, const void *index)
{
    for (int i = 0; i < n->axis_count; i++)
        if (n->axes[i].index == index)
            return true;
    return false;
}

// The PL_EACH, PL_REDUCE or PL_LOOP below n that has this variable.
static const LoopAxis *axis_of(const Node *n, const Symbol *index)
{
    const Node *loop = find_node(n, has_axis, index);
    for (int i = 0; loop && i < loop->axis_count; i++)
        if (loop->axes[i].index == index)
            return &loop->axes[i];
    return NULL;
}

static bool stays_along(const Node *e, const Node *loop, const Symbol *index);

static bool declares_counter(const Node *n, const void *symbol)
{
    return n->kind == ND_FOR && n->init && declares_symbol(n->init, symbol) && n->init->a && n->b;
}

// For an inner `for`: whether only its own step changes it, so that it counts independently.
static bool counts_by_itself(const Symbol *s, const Node *loop, const Symbol *index)
{
    const Node *within = find_node(loop, declares_counter, s);
    if (!within || !changes(within->b, s) || count_nodes(loop, changes, s) != 1)
        return false;
    const Node *step = within->b->b;
    return stays_along(within->init->a, loop, index) && (!step || (!uses(step, s) && stays_along(step, loop, index)));
}

static bool name_stays(const Symbol *s, const Node *loop, const Symbol *index)
{
    if (s == index)
        return false;
    const LoopAxis *axis = s->kind == SY_INDEX ? axis_of(loop, s) : NULL;
    if (axis)                                   // of an inner loop: it counts independently, from its start
        return stays_along(axis->lo, loop, index);
    const Node *declared = find_node(loop, declares_symbol, s);
    if (find_node(loop, changes, s))
        return counts_by_itself(s, loop, index);
    return !declared || (declared->a && stays_along(declared->a, loop, index));
}

struct along { const Node *loop; const Symbol *index; };

static bool may_differ(const Node *n, const void *with)
{
    const struct along *to = with;
    if (n->kind == ND_NAME && n->symbol)
        return !n->known && !name_stays(n->symbol, to->loop, to->index);
    return effect_of(n).target || is_address(n) || (n->kind == ND_ACCESS && !n->ref->type->constant);
}

// Whether it has the same values in all iterations that differ only on this axis.
static bool stays_along(const Node *e, const Node *loop, const Symbol *index)
{
    return !find_node(e, may_differ, &(struct along){ loop, index });
}

// ---- An access ------------------------------------------------------------------------------------------------------

// Whether all terms except the index are invariant along its axis.
static bool others_are_invariant(const Linear *l, const Node *loop, const Symbol *index)
{
    for (int i = 0; i < l->count; i++)
        if (l->terms[i].symbol != index && !stays_along(l->terms[i].atom, loop, index))
            return false;
    return true;
}

AccessPattern pattern_along(const Node *access, const Node *loop, const Symbol *index)
{
    AccessPattern along = { .kind = PATTERN_SAME, .dim = -1 };
    for (int d = 0; d < access->item_count; d++) {
        Linear l = linear_of(access->items[d]);
        long long factor = factor_of(&l, index);
        if (!others_are_invariant(&l, loop, index) || (factor && along.dim >= 0))
            return (AccessPattern){ .kind = PATTERN_GATHER, .dim = -1 };
        if (!factor)
            continue;
        along.dim = d, along.factor = factor, along.shift = l.constant, along.known = l.count == 1;
        along.kind = factor != 1 ? PATTERN_STRIDED : along.known && !along.shift ? PATTERN_IDENTITY : PATTERN_SHIFT;
    }
    return along;
}

// Two axes are transposed if the inner one indexes an earlier dim than the outer one: the inner one is called so.
AccessPattern pattern_within(const Node *access, const Node *const *loops, int loop_count, const Symbol *index)
{
    AccessPattern along = { .kind = PATTERN_SAME, .dim = -1 };
    int last = -1;                              // the dim of an outer axis
    for (int l = 0; l < loop_count; l++)
        for (int a = 0; a < loops[l]->axis_count; a++) {
            AccessPattern one = pattern_along(access, loops[l], loops[l]->axes[a].index);
            if (loops[l]->axes[a].index == index) {
                along = one;
                if (along.dim >= 0 && along.dim < last && along.kind != PATTERN_STRIDED)
                    along.kind = PATTERN_TRANSPOSE;
                return along;
            }
            last = one.dim > last ? one.dim : last;
        }
    return along;
}

// ---- All accesses ---------------------------------------------------------------------------------------------------

typedef struct {
    Access now;                 // the context of the current node
    AccessVisit *visit;
    void *to;
} Walker;

static void walk(void *to, const Node *n);              // n: or NULL

static void report(Walker *w, const Node *place, const Node *by, Effect e, bool passed)
{
    Access *a = &w->now;
    a->place = place, a->by = by;
    a->block = place->kind == ND_ACCESS || place->kind == ND_PASS ? place->ref : block_of(place);
    a->writes = e.target, a->reads = e.reads, a->atomic = e.atomic, a->whole = e.whole, a->passed = passed;
    w->visit(w->to, a);
}

static void add_condition(Access *now, const Node *condition, bool holds)
{
    now->always = false;
    if (now->condition_count == MOST_CONDITIONS) {
        now->unproved = true;
        return;
    }
    now->conditions[now->condition_count] = condition;
    now->holds[now->condition_count++] = holds;
}

static void walk_under(Walker *w, const Node *n, const Node *condition, bool holds)
{
    int before = w->now.condition_count;
    bool unproved = w->now.unproved, always = w->now.always;
    add_condition(&w->now, condition, holds);
    walk(w, n);
    w->now.condition_count = before;
    w->now.unproved = unproved, w->now.always = always;
}

// n is partly written, or its address is taken; its subscripts are read.
static void walk_target(Walker *w, const Node *to, const Node *by, Effect e, bool passed)
{
    while (!follows_pointer(to) && (to->kind == ND_MEMBER || to->kind == ND_SUBSCRIPT || to->kind == ND_CAST)) {
        if (to->kind == ND_SUBSCRIPT)
            walk(w, to->b);
        to = to->a;
    }
    if (to->kind == ND_PLACE && to->a)                  // in a schedule: an element, at its offset
        to = to->a;
    if (!follows_pointer(to) && to->kind != ND_ACCESS) {
        walk(w, to);
        return;
    }
    report(w, to, by, e, passed);
    visit_parts(to, walk, w);
}

static void walk_store(Walker *w, const Node *n)
{
    int before = w->now.condition_count;
    bool unproved = w->now.unproved, always = w->now.always;
    add_condition(&w->now, n->c, true);
    walk_target(w, n->a, n, effect_of(n), false);
    w->now.condition_count = before;
    w->now.unproved = unproved, w->now.always = always;
    walk(w, n->b);
    walk(w, n->c);
}

// The start of a view or a pointer in a block is not a read yet.
static void walk_start(Walker *w, const Node *p, const Node *by)
{
    while (p->kind == ND_BINARY) {
        walk(w, p->b);
        p = p->a;
    }
    if (is_address(p) || p->kind == ND_ACCESS)
        walk_target(w, is_address(p) ? p->a : p, by, (Effect){ .reads = true }, true);
    else if (block_of(p))
        report(w, p, by, (Effect){ .reads = true, .whole = true }, true);
    else
        walk(w, p);
}

static void walk_whole(Walker *w, const Node *n, Effect e)
{
    const Node *const parts[] = { n->a, n->b, n->c };
    for (int i = 0; i < 3; i++)
        if (parts[i] && block_of(parts[i]))
            report(w, parts[i], n, i ? (Effect){ .reads = true, .whole = true } : e, false);
        else
            walk(w, parts[i]);
}

static void walk_block(Walker *w, const Node *n)
{
    bool before = w->now.unproved, always = w->now.always;
    for (int i = 0; i < n->item_count; i++) {
        walk(w, n->items[i]);
        bool may_leave = find_node(n->items[i], leaves, NULL);
        w->now.unproved |= may_leave, w->now.always &= !may_leave;
    }
    w->now.unproved = before, w->now.always = always;
}

static void walk_loop(Walker *w, const Node *n)
{
    Access *now = &w->now;
    int axes = now->loops.count, around = now->around_count;
    bool unproved = now->unproved, always = now->always, collective = n->kind == ND_EACH || n->kind == ND_REDUCE;
    for (int i = 0; i < n->axis_count; i++) {
        walk(w, n->axes[i].lo);
        walk(w, n->axes[i].hi);
        walk(w, n->axes[i].step);
    }
    if (n->kind == ND_REDUCE)
        walk_target(w, n->a, n, effect_of(n), false);
    if (collective && around == MOST_AROUND)
        INTERNAL("loops too deep");
    now->unproved |= !collective && may_end_early(n->body);
    enter_loops(&now->loops, n);
    now->around[around] = n;
    now->around_count += collective;
    now->always = collective;
    walk(w, n->kind == ND_REDUCE ? n->b : n->body);
    now->around_count = around;
    now->loops.count = axes;
    now->unproved = unproved, now->always = always;
}

static void walk_other_loop(Walker *w, const Node *n)
{
    bool before = w->now.unproved, always = w->now.always;
    w->now.unproved = true, w->now.always = false;
    walk(w, n->init);
    walk(w, n->a);
    walk(w, n->b);
    w->now.unproved = before || !counting_for(n);
    if (counting_for(n))
        walk_loop(w, n);
    else
        walk(w, n->body);
    w->now.unproved = before, w->now.always = always;
}

// A row, or an address, that is passed to a helper.
static void walk_argument(Walker *w, const Node *n, const Node *call)
{
    if (is_row(n) || is_address(n) || block_of(n))
        walk_start(w, n, call);
    else if (n->kind == ND_PASS)
        report(w, n, call, (Effect){ .reads = true, .whole = true }, true);
    else
        walk(w, n);
}

static void walk_expression(Walker *w, const Node *n)
{
    Effect e = effect_of(n);
    if (e.whole) {
        walk_whole(w, n, e);
        return;
    }
    if (follows_pointer(n) || n->kind == ND_ACCESS)
        report(w, n, NULL, (Effect){ .reads = true }, false);
    switch ((int)n->kind) {
    case ND_NAME:
        if (block_of(n))
            report(w, n, NULL, (Effect){ .reads = true, .whole = true }, true);
        return;
    case ND_PLACE:
        if (n->a)
            walk(w, n->a);
        else
            visit_parts(n, walk, w);
        return;
    case ND_CONDITIONAL:
        walk(w, n->a);
        walk_under(w, n->b, n->a, true);
        walk_under(w, n->c, n->a, false);
        return;
    case ND_LOAD:
        walk_under(w, n->a, n->b, true);
        walk(w, n->b);
        walk_under(w, n->c, n->b, false);
        return;
    case ND_BINARY:
        if (is_op(n, "&&") || is_op(n, "||")) {
            walk(w, n->a);
            walk_under(w, n->b, n->a, is_op(n, "&&"));
            return;
        }
        break;
    case ND_UNARY:
        if (is_address(n)) {
            walk_start(w, n, n);
            return;
        }
        break;
    case ND_CALL:
        if (takes_pointer(n))
            report(w, n, n, (Effect){ .target = stores_through_pointer(n) ? n : NULL, .reads = true }, true);
        for (int i = 0; i < n->item_count; i++)
            walk_argument(w, n->items[i], n);
        return;
    }
    if (e.target) {
        walk_target(w, n->kind == ND_ATOMIC ? atomic_element(n) : e.target, n, e, false);
        walk(w, n->b);
        for (int i = 0; i < n->item_count; i++)
            walk(w, n->items[i]);
        return;
    }
    visit_parts(n, walk, w);
}

static void walk_statement(Walker *w, const Node *n)
{
    switch ((int)n->kind) {
    case ND_BLOCK:
        walk_block(w, n);
        return;
    case ND_IF: case ND_WHEN:
        walk(w, n->a);
        walk_under(w, n->b, n->a, true);
        walk_under(w, n->c, n->a, false);
        return;
    case ND_EACH: case ND_LOOP: case ND_REDUCE:
        walk_loop(w, n);
        return;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH:
        walk_other_loop(w, n);
        return;
    case ND_VIEW:
        walk_start(w, n->a, n);
        return;
    case ND_DECLARE:
        if (n->a && n->a->kind == ND_ACCESS && n->symbol->type->kind == TY_POINTER)
            walk_start(w, n->a, n);
        else
            walk(w, n->a);
        return;
    case ND_STORE:
        walk_store(w, n);
        return;
    }
    walk_expression(w, n);
}

static void walk(void *to, const Node *n)
{
    Walker *w = to;
    const Node *outer = w->now.statement;
    if (!n)
        return;
    if (n->kind >= ND_BLOCK)
        w->now.statement = n;
    walk_statement(w, n);
    w->now.statement = outer;
}

void each_access(const Node *n, const Access *outer, AccessVisit *visit, void *to)
{
    Walker w = { .visit = visit, .to = to };
    if (outer)
        w.now = *outer;
    walk(&w, n);
}
