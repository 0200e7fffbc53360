// plan/outside.c -- what one step alone runs: before the loop over the steps of a program, or after it.
//
// Statements under PL_FIRST that begin the kernel, and those under PL_LAST that end it, are moved out of the loop if its PL_DOT has
// sums in registers and slices that are fetched across steps. In the loop, compilers select each sum anew in every step, and keep
// in registers what the statements under PL_LAST need.

#include "plan/plan.h"

static bool is_jump(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_RETURN || n->kind == ND_GOTO || n->kind == ND_LABEL;
}

// The step that alone runs s, if nothing else must precede or follow it there: a barrier, a variable, another window. After the loop
// its index is known, before it is not.
static StepKind alone_in(const Plan *plan, const Step *body, const Step *s)
{
    const Node *n = s->node;
    StepKind kind = branch_under(plan->call, n);
    bool exactly = kind != STEP_EACH && !is_op(n->a, "&&") && !n->c;
    if (!exactly || s->before || s->guarded || s->single != NOT_SINGLE ||
        (kind == STEP_FIRST && find_node(n->b, is_step, plan->call)))
        return STEP_EACH;
    for (int i = 0; i < body->item_count; i++)
        if (declares(body->items[i]->node) && uses(n->b, body->items[i]->node->symbol))
            return STEP_EACH;
    return kind;
}

static bool moves_windows_along(const Plan *plan, int level)
{
    for (int i = 0; i < plan->operand_count; i++)
        if (plan->operands[i].level == level && !is_fetched_across(plan->lanes, &plan->operands[i]))
            return true;
    return false;
}

void move_outside(const Plan *plan)
{
    const Step *body = plan->lanes->body;
    int first = 0, end = body->item_count;
    const Call *call = plan->call;
    if (!plan->lanes->local.across || plan->lanes->persistent || body->node->kind != ND_BLOCK ||
        plan->lanes->dots.across_axis != &call->axes[call->axis_count - 1] || moves_windows_along(plan, plan->levels) ||
        find_node(call->kernel->body, is_jump, NULL))
        return;
    while (first < end && alone_in(plan, body, body->items[first]) == STEP_FIRST)
        body->items[first++]->outside = STEP_FIRST;
    while (end > first && alone_in(plan, body, body->items[end - 1]) == STEP_LAST)
        body->items[--end]->outside = STEP_LAST;
    if (has_producer(plan->lanes) && end == first + 1 && body->items[first]->node->kind == ND_DOT)
        body->items[first]->overlaps = true;
}
