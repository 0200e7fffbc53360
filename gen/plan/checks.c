// plan/checks.c -- what is checked when the program runs: table subscripts and divisors of index maps and extents, sums and
// products of extents, and whether loops end within the tiles of the kernel.
//
// Inner expressions come first, so that a subscript or a condition is checked before it is used.

#include "plan/plan.h"
#include <string.h>

typedef struct {
    const Call *call;
    RunCheck **to;
    int *count;
    RunCheck given;             // the place of the expression, and the conditions around it
    bool in_map;                // an index map, which may read tables
} Finding;

// Whether a subscript is less than extent for certain: a constant, or an axis with at most as many programs.
static bool is_within(const Call *call, const Node *subscript, const Node *extent)
{
    if (subscript->known)
        return subscript->value >= 0 && extent->known && subscript->value < extent->value;
    const Axis *axis = subscript->kind == ND_NAME ? call_axis(call, subscript->symbol) : NULL;
    return axis && is_at_most(axis->extent, extent);
}

static bool is_of_program(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_ACCESS || (n->kind == ND_NAME && n->symbol && n->symbol->kind == SY_AXIS);
}

// Whether n may differ between programs: it uses an axis or an element of a table.
static bool varies(const Node *n)
{
    return find_node(n, is_of_program, NULL);
}

static void find_checks(void *to, const Node *n);

// Finds the checks of n, which is evaluated only where the condition is true (holds) or false.
static void find_under(const Finding *f, const Node *n, Node *condition, bool holds)
{
    Finding inner = *f;
    inner.given.when = and_node(f->given.when, holds ? condition : unary_node("!", condition));
    inner.given.varies |= varies(condition);
    find_checks(&inner, n);
}

bool divides(const Node *n)
{
    return n->kind == ND_CDIV || (n->kind == ND_BINARY && (is_op(n, "/") || is_op(n, "%")));
}

static bool may_divide_by_zero(const Node *n)
{
    return divides(n) && type_is_integer(n->type) && !(n->b->known && n->b->value);
}

static bool is_multiple(const Node *n, const Node *of)  // m / 8 * 8
{
    return n->kind == ND_BINARY && is_op(n, "/") && same_expression(n->b, of);
}

// Whether the launcher computes n as an int or a long that may not hold it. A sum of longs that overflows is a negative
// extent, which is reported as one.
static bool may_overflow(const Node *n)
{
    const bool sum = n->kind == ND_CDIV || (n->kind == ND_BINARY && (is_op(n, "+") || is_op(n, "-")));
    const bool product = n->kind == ND_BINARY && is_op(n, "*") && !is_multiple(n->a, n->b);
    if (n->known || !(sum || product) || !has_sign(n->type))
        return false;
    const int size = type_size(n->type), of_operands = type_size(n->a->type) + type_size(n->b->type);
    return of_operands > size && (product || size == type_size(&int_type));
}

static const Node *limit_of(const RunCheck *c)
{
    return c->dim < 0 ? NULL : c->node->ref->dims[c->dim];
}

static const Node *limited_value(const RunCheck *c)
{
    return c->dim == AN_OVERFLOW ? c->node : c->dim == A_DIVISION ? c->node->b : c->node->items[c->dim];
}

static bool is_same_check(const RunCheck *a, const RunCheck *b)
{
    return (a->dim == AN_OVERFLOW) == (b->dim == AN_OVERFLOW) && same_expression(a->when, b->when) &&
           same_expression(limited_value(a), limited_value(b)) && same_expression(limit_of(a), limit_of(b));
}

// Adds a check; a division in an extent is checked at each place, which its message names.
static void add_check(const Finding *f, const Node *n, int dim, bool differs)
{
    RunCheck check = f->given;
    check.node = n;
    check.dim = dim;
    check.varies |= differs;
    for (int i = 0; (f->in_map || dim == AN_OVERFLOW) && i < *f->count; i++)
        if (is_same_check(&(*f->to)[i], &check))
            return;
    list_add(*f->to, *f->count, check);
}

static void find_checks(void *to, const Node *n)
{
    const Finding *f = to;
    if (n->kind == ND_CONDITIONAL) {
        find_checks(to, n->a);
        find_under(f, n->b, n->a, true);
        find_under(f, n->c, n->a, false);
        return;
    }
    if (n->kind == ND_BINARY && (is_text(n->op, "&&") || is_text(n->op, "||"))) {
        find_checks(to, n->a);
        find_under(f, n->b, n->a, is_text(n->op, "&&"));
        return;
    }
    visit_parts(n, find_checks, to);
    if (may_divide_by_zero(n))
        add_check(f, n, A_DIVISION, varies(n->b));
    if (!f->in_map && may_overflow(n))
        add_check(f, n, AN_OVERFLOW, false);
    bool reads = n->kind == ND_ACCESS && n->ref->kind == SY_TABLE && f->in_map;
    for (int d = 0; reads && d < n->item_count; d++)
        if (!is_within(f->call, n->items[d], n->ref->dims[d]))
            add_check(f, n, d, false);
}

static bool is_reported(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_SUBSCRIPT || n->kind == ND_MULTIPLE_OF;
}

static bool is_before(const WindowDim *w, int loops)
{
    return w->early && w->level <= loops;
}

bool map_reports(const Operand *o, int loops)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].index && !is_before(&o->dims[d], loops) && find_node(o->dims[d].index, is_reported, NULL))
            return true;
    return false;
}

bool map_may_fail(const Operand *o, int loops)
{
    for (int i = 0; i < o->check_count; i++)
        if (!is_before(&o->dims[o->checks[i].map], loops))
            return true;
    return map_reports(o, loops);
}

bool is_checked_in_step(const Operand *o, int loops)
{
    for (int d = 0; d < o->rank; d++)
        if (!o->dims[d].inside && !is_before(&o->dims[d], loops))
            return true;
    return map_may_fail(o, loops);
}

static void check_maps(Plan *plan, Operand *o)
{
    for (int d = 0; d < o->rank; d++) {
        Finding f = { .call = plan->call, .to = &o->checks, .count = &o->check_count, .given.map = d, .in_map = true };
        if (o->dims[d].index)
            find_checks(&f, o->dims[d].index);
        if (o->dims[d].count)
            find_checks(&f, o->dims[d].count);
    }
}

static void check_extents(Plan *plan, const char *words, Node *const *extents, int count)
{
    Finding f = { .call = plan->call, .to = &plan->extent_checks, .count = &plan->extent_check_count };
    f.given.words = words;
    for (int i = 0; i < count; i++)
        if (extents[i])
            find_checks(&f, extents[i]);
}

static void check_axis(Plan *plan, const Axis *axis)
{
    const char *name = string_text(axis->name);
    check_extents(plan, text("PL_GRID: the extent of %s", name), &axis->extent, 1);
    check_extents(plan, text("PL_GRID: the number of parts of %s", name), &axis->parts, 1);
}

static const char *words_of_part(const Part *part)
{
    return text("the PL_CALL part for %s", string_text(part->name));
}

// ---- Tiles and sizes of the call ------------------------------------------------------------------------------------

static const LoopAxis *axis_of(const Access *a, const Node *subscript)
{
    for (int i = 0; i < a->loops.count; i++)
        if (is_name_of(subscript, a->loops.axes[i]->index))
            return a->loops.axes[i];
    return NULL;
}

static bool is_of_kernel(const Node *n, const void *unused)
{
    (void)unused;
    switch (n->kind) {
    case ND_INT:         return false;
    case ND_NAME:        return !n->symbol || !type_is_integer(n->type) ||
                                (n->symbol->kind != SY_SIZE && n->symbol->kind != SY_SCALAR && !n->symbol->enumerator);
    case ND_UNARY:       return assigns_to(n) || is_text(n->op, "*") || is_text(n->op, "&");
    case ND_BINARY:      return op_assigns(n->op) || is_text(n->op, ",") || may_divide_by_zero(n);
    case ND_CONDITIONAL: return false;
    default:             return true;
    }
}

// Whether the launcher can compute n: from sizes and scalars of the call, and constants.
static bool is_of_call(const Node *n)
{
    return !find_node(n, is_of_kernel, NULL);
}

static Node *and_that_it_runs(Node *when, const LoopAxis *axis)
{
    bool runs = axis->lo->known && axis->hi->known && axis->lo->value < axis->hi->value;
    return runs || !is_of_call(axis->lo) || !is_of_call(axis->hi) ? when : and_node(when, compare_node(">", axis->hi, axis->lo));
}

// Returns what must hold for a program to reach the access, as far as the launcher can compute it: the loops around it run,
// and no PL_CHECK before it ended the body. own: of these loops the one that is checked. NULL: nothing.
static Node *reached_if(const Plan *plan, const Access *a, const LoopAxis *own)
{
    Node *when = NULL;
    const Node *body = plan->call->kernel->body;
    for (int i = 0; i < body->item_count && !find_node(body->items[i], is_node, a->place); i++) {
        const Node *n = body->items[i];
        if (has_kind(n, ND_GOTO))                               // it may pass later ones
            break;
        if (n->kind == ND_CHECK && !n->op && is_of_call(n->a))
            when = and_node(when, n->a);
    }
    for (int i = 0; i < a->loops.count; i++)
        if (a->loops.axes[i] != own || !own->lo->known)
            when = and_that_it_runs(when, a->loops.axes[i]);
    return when;
}

static void add_tile_check(Plan *plan, const Access *a, int dim, const LoopAxis *axis)
{
    struct TileCheck check = { a->place->ref, dim, axis->hi, reached_if(plan, a, axis), a->place->at.line };
    for (int i = 0; i < plan->tile_check_count; i++) {
        const struct TileCheck *c = &plan->tile_checks[i];
        if (c->tile == check.tile && same_expression(c->end, check.end) && same_expression(c->when, check.when))
            return;
    }
    list_add(plan->tile_checks, plan->tile_check_count, check);
}

static void check_tile(void *to, const Access *a)
{
    Plan *plan = to;
    const Node *n = a->place;
    bool certain = !a->condition_count && !a->unproved;
    bool element = n->kind == ND_ACCESS && !n->ref->view && a->around_count && !a->whole && !a->passed && certain;
    for (int d = 0; element && d < n->item_count; d++) {
        const LoopAxis *axis = axis_of(a, n->items[d]);
        bool by_size = axis && !axis->hi->known && is_of_call(axis->hi) && n->ref->dims[d]->known &&
                       ends_within(a, axis, n->ref->dims[d]);
        if (by_size && find_node(plan->call->kernel->body, declares_symbol, n->ref))
            add_tile_check(plan, a, d, axis);
    }
}

void plan_checks(Plan *plan)
{
    if (!has_kind(plan->call->kernel->body, ND_RETURN))         // otherwise a program may not reach the loop
        each_access(plan->call->kernel->body, NULL, check_tile, plan);
    const Call *call = plan->call;
    for (int a = 0; a < call->axis_count; a++)
        check_axis(plan, &call->axes[a]);
    for (int i = 0; i < call->part_count; i++)
        check_extents(plan, words_of_part(&call->parts[i]), call->parts[i].shape, call->parts[i].rank);
    for (int i = 0; i < plan->operand_count; i++) {
        Operand *o = &plan->operands[i];
        check_maps(plan, o);
        for (int d = 0; d < o->rank; d++) {
            const WindowDim *w = &o->dims[d];
            Node *all[] = { w->size, w->low, w->high, w->dim < 0 ? NULL : o->ref->dims[w->dim] };
            check_extents(plan, words_of_part(o->part), all, w->size == w->extent ? 0 : 4);
        }
    }
}

// ---- Blocks and the extents of refs ---------------------------------------------------------------------------------

static void compare_extents(Operand *o)
{
    o->agrees = true;
    for (int d = 0; d < o->rank; d++) {
        WindowDim *w = &o->dims[d];
        if (w->dim < 0)
            continue;
        w->measured = w->kind != WINDOW_FULL && !w->size->known;
        o->agrees = o->agrees && same_expression(o->ref->dims[w->dim], w->size);
    }
}

void plan_agreements(Plan *plan)
{
    for (int i = 0; i < plan->operand_count; i++)
        compare_extents(&plan->operands[i]);
}
