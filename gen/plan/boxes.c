// plan/boxes.c -- boxes: rectangles of an array that a producer copies to slices, of which the copy engine knows the extents.

#include "plan/plan.h"

enum { MOST_BOX = 256, MOST_BOX_DIMS = 5 };

const char *why_no_boxes(const Plan *plan, const Node *operand, const DotSide *side)
{
    const Symbol *ref = block_of(operand);
    const Operand *o = side->sliced ? operand_of(plan, ref) : NULL;
    if (!o)
        return text("'%s' is not copied in slices", ref->name);
    if (is_bounded(o))
        return text("the block of '%s' is PL_BOUNDED, and a box ends only with its array: write blocks of one size", ref->name);
    if (o->rank > MOST_BOX_DIMS)
        return text("the array of '%s' has %d dims, batches included, and a box has at most %d", ref->name, o->rank, MOST_BOX_DIMS);
    if (o->dims[o->rank - 1].dim != ref->rank - 1)
        return text("a row of the block '%s' is not contiguous: its last dim must be the array's", ref->name);
    if (side->masked && !side->zero_outside)
        return text("elements outside the array of '%s' have the value of PL_EDGE, and boxes have 0 there; write PL_EDGE(0)", ref->name);
    if (side->transposes && side->lines % BOX_LINE)
        return text("rows of '%s' are transposed on their way, %d elements at a time, and the block has %lld of them", ref->name,
                    BOX_LINE, side->lines);
    for (int d = 0; d < 2; d++)
        if (ref->dims[d]->value > MOST_BOX && d != ref->rank - 1)
            return text("blocks of '%s' have more than %d rows", ref->name, MOST_BOX);
    return NULL;
}

// The side of a PL_DOT that the operand is; NULL: none.
static const DotSide *side_of(const Plan *plan, const Operand *o)
{
    const Dots *dots = &plan->lanes->dots;
    const DotSide *side = NULL;
    for (int i = 0; i < dots->dot_count && !side; i++) {
        const struct Dot *dot = &dots->dots[i];
        side = block_of(dot->node->b) == o->ref ? &dot->schedule.x : block_of(dot->node->c) == o->ref ? &dot->schedule.y : NULL;
    }
    return side;
}

long long lines_of_slice(const DotSide *side)
{
    return side->transposes ? side->line : side->lines;
}

long long width_of_slice(const DotSide *side)
{
    return side->transposes ? side->lines : side->line;
}

static long long elements_of_line(const Symbol *ref, const DotSide *side)
{
    return least(width_of_slice(side), BOX_LINE / type_size(ref->type));
}

bool has_half_boxes(const Lanes *l, const Symbol *ref, const DotSide *side)
{
    return l->pairs.shared == ref && width_of_slice(side) / elements_of_line(ref, side) % 2;
}

long long box_extent(const Plan *plan, const Operand *o, int d)
{
    const DotSide *side = side_of(plan, o);
    bool last = o->dims[d].dim == o->ref->rank - 1;
    if (!side || o->dims[d].dim < 0)
        return side != NULL;
    return last ? elements_of_line(o->ref, side) : lines_of_slice(side) / (has_half_boxes(plan->lanes, o->ref, side) ? 2 : 1);
}
