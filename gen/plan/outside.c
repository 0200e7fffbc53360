// plan/outside.c -- what one step alone runs: before the loop over the steps of a program, or after it.
//
// Statements under PL_FIRST that begin the kernel, and those under PL_LAST that end it, are moved out of the loop if its PL_DOT has
// sums in registers and slices that are fetched across steps, or if its PL_DOTs form a chain. In the loop, compilers select each sum anew in every step, and keep
// in registers what the statements under PL_LAST need. With several sequential axes, PL_FIRST(2) && PL_FIRST(3) moves them out of
// both loops, and PL_FIRST(3) out of the inner one.

#include "plan/plan.h"

static bool is_jump(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_RETURN || n->kind == ND_GOTO || n->kind == ND_LABEL;
}

static bool moves_windows_along(const Plan *plan, int level)
{
    for (int i = 0; i < plan->operand_count; i++)
        if (plan->operands[i].level >= level && !is_fetched_across(plan->lanes, &plan->operands[i]) &&
            !is_fed(&plan->lanes->chain, &plan->operands[i]))
            return true;
    return false;
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// Whether it uses the index of one of the axes from this level on.
static bool uses_index(const Plan *plan, const Node *n, int level)
{
    for (; level <= plan->levels; level++)
        if (find_node(n, is_index_of, &(IndexOf){ plan->call, axis_of_level(plan, level) }))
            return true;
    return false;
}

// Whether it names a window that changes with the steps, as PL_INSIDE does.
static bool names_window_along(const Plan *plan, const Node *n, int level)
{
    for (int i = 0; i < plan->operand_count; i++)
        if (plan->operands[i].level >= level && uses(n, plan->operands[i].ref))
            return true;
    return false;
}

// The outermost of the loops that s leaves, if nothing else must precede or follow it there: a variable, another window;
// 0: it stays. After a loop the index of its last step is known, before it no index is.
static int level_outside(const Plan *plan, const Step *body, const Step *s, StepKind kind)
{
    const Node *n = s->node;
    int level = level_alone(plan, n, kind);
    if (!level || s->guarded || s->single != NOT_SINGLE || moves_windows_along(plan, level) ||
        names_window_along(plan, n->b, level) || (kind == STEP_FIRST && uses_index(plan, n->b, level)))
        return 0;
    for (int i = 0; i < body->item_count; i++)
        if (declares(body->items[i]->node) && uses(n->b, body->items[i]->node->symbol))
            return 0;
    return level;
}

// Moves it out if those that are farther outside are moved already.
static bool move_step(const Plan *plan, const Step *body, Step *s, StepKind kind, int *least)
{
    int level = level_outside(plan, body, s, kind);
    if (level < *least)
        return false;
    s->outside = kind;
    s->outside_level = *least = level;
    return true;
}

static bool is_more_than_value(const Node *n, const void *unused)
{
    (void)unused;
    bool memory = n->kind == ND_ACCESS || n->kind == ND_SUBSCRIPT || (n->kind == ND_UNARY && is_op(n, "*"));
    return memory || effect_of(n).target || (n->kind == ND_CALL && !n->math);
}

// Whether what precedes it in a step may also follow it: a local that is computed without memory.
static bool is_computed_local(const Step *s)
{
    return s->node->kind == ND_DECLARE && s->node->a && !find_node(s->node->a, is_more_than_value, NULL);
}

void move_outside(const Plan *plan)
{
    const Step *body = plan->lanes->body;
    int first = 0, end = body->item_count, before = 1, after = 1;
    const Call *call = plan->call;
    const bool chain = plan->lanes->chain.fed_count && plan->levels == 1;
    if ((!plan->lanes->local.across && !chain) || plan->lanes->persistent || body->node->kind != ND_BLOCK ||
        plan->axes[call->axis_count - 1].parallel || moves_windows_along(plan, plan->levels) || find_node(call->kernel->body, is_jump, NULL))
        return;
    while (first < end &&
           ((chain && is_computed_local(body->items[first])) || move_step(plan, body, body->items[first], STEP_FIRST, &before)))
        first++;
    while (end > first && move_step(plan, body, body->items[end - 1], STEP_LAST, &after))
        end--;
    // compilers let no product overlap the next one if sums begin with what is loaded from the array
    if (has_producer(plan->lanes) && first && end == first + 1 && body->items[first]->node->kind == ND_DOT)
        body->items[first]->overlaps = true;
}
