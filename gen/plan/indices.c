// plan/indices.c -- where the indices of windows are computed, and which of them variables have.
//
// An index that does not depend on a sequential axis is the same in all of its steps. Before the loop over them it is computed, if
// that takes a division, a condition or an entry of a table, and checked: then a window in the loop is certain, and may be
// fetched in an earlier step. Windows with the same index have one variable for it.

#include "plan/plan.h"

static bool takes_time(const Node *n, const void *unused)
{
    (void)unused;
    return divides(n) || n->kind == ND_CONDITIONAL || n->kind == ND_ACCESS;
}

// The number of sequential loops in which the index is known.
static int level_of(const Plan *plan, const Node *index)
{
    int level = 0;
    for (int a = 0; a < plan->axis_count; a++)
        if (plan->axes[a].level > level && uses(index, plan->axes[a].axis->symbol))
            level = plan->axes[a].level;
    return level;
}

// Checks of expressions that two dims have in common stand with the first of these.
static bool is_checked_later(const Operand *o, int dim, int level)
{
    for (int i = 0; i < o->check_count; i++)
        if (o->checks[i].map < dim && o->dims[o->checks[i].map].level > level)
            return true;
    return false;
}

// The window that has the variable for this index: the first one with it, or this one.
static NamedIndex named_index(const Plan *plan, const Operand *o, int d)
{
    for (int i = 0; i < plan->operand_count; i++)
        for (int e = 0; e < plan->operands[i].rank; e++) {
            const NamedIndex *named = &plan->operands[i].dims[e].named;
            if (named->operand && same_expression(named->operand->dims[named->dim].index, o->dims[d].index))
                return *named;
        }
    return (NamedIndex){ o, d };
}

// producer: lanes that fetch for others begin after the checks of all windows that no step moves, because a program that reports
// something ends.
static bool is_early(const Operand *o, const WindowDim *w, int level, bool costly, bool producer)
{
    if (level < o->level)
        return costly || !w->inside;
    return !level && ((costly && w->kind != WINDOW_ONE) || (producer && (costly || !w->inside)));
}

static void plan_index(const Plan *plan, Operand *o, int d, bool producer)
{
    WindowDim *w = &o->dims[d];
    w->level = o->level;
    if (w->kind == WINDOW_FULL || w->kind == WINDOW_BOUNDED || w->index->known)
        return;
    int level = level_of(plan, w->index);
    bool costly = find_node(w->index, takes_time, NULL);
    if (!is_early(o, w, level, costly, producer) || is_checked_later(o, d, level))
        return;
    w->level = level;
    w->early = true;
    if (costly && w->kind != WINDOW_ONE)                // of which the index is the start
        w->named = named_index(plan, o, d);
}

void plan_indices(Plan *plan, const Machine *machine)
{
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = in_visit_order(plan, i);
        for (int d = 0; o && d < o->rank; d++)
            plan_index(plan, &plan->operands[o - plan->operands], d, machine->producer_lanes);
    }
}

bool is_new_index(const Operand *o, int d)
{
    const NamedIndex *n = &o->dims[d].named;
    return !n->operand || (n->operand == o && n->dim == d);
}

bool has_same_check(const WindowDim *a, const WindowDim *b)
{
    return a->kind == b->kind && a->kind != WINDOW_ELEMENT && (a->kind != WINDOW_BOUNDED || same_expression(a->count, b->count)) &&
           same_expression(a->index, b->index) && same_expression(a->extent, b->extent) &&
           (a->size == b->size || same_expression(a->size, b->size));
}

bool is_checked_with_another(const Operand *o, int d)
{
    const NamedIndex *n = &o->dims[d].named;
    return !is_new_index(o, d) && has_same_check(&o->dims[d], &n->operand->dims[n->dim]);
}

// Lanes that fetch for others have all checks before them, because lanes that report something end.
static bool is_before_all_steps(const Lanes *l, const Operand *o)
{
    return o->level && (has_producer(l) || is_fetched_across(l, o));
}

bool is_checked_ahead(const Lanes *l, const Operand *o)
{
    if (is_before_all_steps(l, o))
        return is_checked_in_step(o, 0);
    return is_fetched_ahead(&l->fetches, o) && (map_may_fail(o, o->level) || is_bounded(o));
}

bool is_dim_checked_ahead(const Lanes *l, const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    return is_checked_ahead(l, o) && (!w->early || (w->level && is_before_all_steps(l, o)));
}
