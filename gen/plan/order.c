// plan/order.c -- which programs begin first: those with the most steps that compute something.
//
// A PL_WHEN such as the one of causal attention, first_key < first_query + BQ, bounds the steps of a program, and says so as a linear
// inequality of a sequential axis and a parallel one. It holds in more steps of a program if it is farther from failing, whichever side
// has the steps. Programs that begin first are long, so that no multiprocessor is left with a long one when the others have finished.

#include "plan/plan.h"

static long long slope(const Plan *plan, const Linear *l, const Axis *axis)
{
    long long by = 0;
    for (int i = 0; i < l->count; i++)
        by += is_index_of(l->terms[i].atom, &(IndexOf){ plan->call, axis }) ? l->terms[i].by : 0;
    return by;
}

// By a comparison, as less < more.
static Order order_by(const Plan *plan, const Node *less, const Node *more)
{
    Linear l = linear_of(more);
    const Linear subtracted = linear_of(less);
    add_sum(&l, &subtracted, -1);
    bool of_steps = false;
    for (int level = 1; level <= plan->levels; level++)
        of_steps |= slope(plan, &l, axis_of_level(plan, level)) != 0;
    for (int a = 0; of_steps && !l.lost && a < plan->axis_count; a++) {
        const long long by = plan->axes[a].parallel ? slope(plan, &l, plan->axes[a].axis) : 0;
        if (by)
            return (Order){ .axis = plan->axes[a].axis, .from_end = by > 0, .at = less->at };
    }
    return (Order){ 0 };
}

static Order order_of_condition(const Plan *plan, const Node *n)
{
    if (n->kind != ND_BINARY)
        return (Order){ 0 };
    if (is_op(n, "&&") || is_op(n, "||")) {
        const Order first = order_of_condition(plan, n->a);
        return first.axis ? first : order_of_condition(plan, n->b);
    }
    if (is_op(n, "<") || is_op(n, "<="))
        return order_by(plan, n->a, n->b);
    return is_op(n, ">") || is_op(n, ">=") ? order_by(plan, n->b, n->a) : (Order){ 0 };
}

Order plan_order(const Plan *plan)
{
    const Node *body = plan->call->kernel->body;
    Order found = { 0 };
    for (int i = 0; i < body->item_count && !found.axis; i++)
        if ((body->items[i]->kind == ND_WHEN || body->items[i]->kind == ND_IF) && !body->items[i]->c)
            found = order_of_condition(plan, body->items[i]->a);
    return found;
}

// ---- Queries --------------------------------------------------------------------------------------------------------

int parallel_count(const Plan *plan)
{
    int count = 0;
    for (int a = 0; a < plan->axis_count; a++)
        count += plan->axes[a].parallel;
    return count;
}

// Products with slices across steps have an order of their own (schedule/programs.c).
bool begins_with_longest(const Plan *plan)
{
    const Order *order = &plan->order;
    return order->axis && !plan->lanes->group.machine->copies && (order->from_end || parallel_count(plan) > 1) && !has_pairs(plan->lanes) &&
           !(plan->lanes->group.mma && plan->lanes->local.across);
}
