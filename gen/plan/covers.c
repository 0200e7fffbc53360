// plan/covers.c -- whether programs visit every block of an output, or the launcher checks that.
//
// Only a map whose indices are axes, each another one, or 0 is asked: then each dim is covered by itself, by the extent of
// its axis. What other maps leave out is found in interpret mode alone.

#include "plan/plan.h"
#include <string.h>

// The number of the axis that is the index on this dim; -1: it is 0; -2: something else.
static int covering_axis(const Plan *plan, const WindowDim *w)
{
    if (w->kind == WINDOW_FULL || (w->index->known && w->index->value == 0))
        return -1;
    for (int a = 0; a < plan->axis_count && w->index->kind == ND_NAME; a++)
        if (w->index->symbol == plan->axes[a].axis->symbol)
            return a;
    return -2;
}

static bool is_product(const Node *n, const Node *a, const Node *b)
{
    return n->kind == ND_BINARY && is_op(n, "*") &&
           ((same_expression(n->a, a) && same_expression(n->b, b)) || (same_expression(n->a, b) && same_expression(n->b, a)));
}

// Whether so many blocks are all of the dim for certain. blocks NULL: one.
static bool is_covered(const WindowDim *w, const Node *blocks)
{
    const long long count = !blocks ? 1 : blocks->known ? blocks->value : -1;
    if (w->kind == WINDOW_FULL)
        return true;
    if (w->kind == WINDOW_ONE)
        return blocks ? is_at_most(w->extent, blocks) : w->extent->known && w->extent->value <= 1;
    if (w->extent->known && w->size->known && w->size->value > 0 && count >= 0)
        return (w->extent->value - 1) / w->size->value < count;
    if (!blocks)
        return is_at_most(w->extent, w->size);
    if (w->size->known && w->size->value == 1 && is_at_most(w->extent, blocks))
        return true;
    return (blocks->kind == ND_CDIV && same_expression(blocks->a, w->extent) && same_expression(blocks->b, w->size)) ||
           is_product(w->extent, blocks, w->size);
}

static void find_covering(const Plan *plan, Operand *o)
{
    bool proved = true, used[MOST_AXES] = { false };
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        const int axis = w->kind == WINDOW_ELEMENT || w->kind == WINDOW_BOUNDED ? -2 : covering_axis(plan, w);
        if (axis == -2 || (axis >= 0 && used[axis]))
            return;
        if (axis >= 0)
            used[axis] = true;
        o->covered_by[d] = axis;
        proved = proved && is_covered(w, axis < 0 ? NULL : plan->axes[axis].axis->extent);
    }
    o->may_be_left = !proved;
}

// A call that lower/parts.c has made writes parts of blocks.
void plan_covers(Plan *plan)
{
    for (Operand *o = plan->operands; o < plan->operands + plan->operand_count; o++)
        if (o->part->kind == PART_OUT && has_blocks(o->part) && !o->part->alias && !plan->call->whole)
            find_covering(plan, o);
}
