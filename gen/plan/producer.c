// plan/producer.c -- lanes that fetch for the others: whether a machine that has them can run a call so.
//
// A producer, one lane of a few that multiply nothing, copies the slices of a PL_DOT to local memory, in boxes: rectangles of the
// array, of which the copy engine knows the extents, so that what is outside is 0. The other lanes wait for a slice where lanes
// without a producer would fetch it. All of the slices of all steps form one sequence, as for lanes that fetch ahead (plan/dot.c);
// a machine that cannot do it for a call has no schedule of its own, and the call keeps that of the machine before it.

#include "plan/plan.h"

enum { MOST_BOX = 256, MOST_BOX_DIMS = 5 };

bool has_producer(const Lanes *l)
{
    return l->group.machine->producer_lanes && l->local.across;
}

// ---- Windows --------------------------------------------------------------------------------------------------------

static const char *why_no_boxes(const Plan *plan, const Node *operand, const DotSide *side)
{
    const Symbol *ref = block_of(operand);
    const Operand *o = side->sliced ? operand_of(plan, ref) : NULL;
    if (!o)
        return text("'%s' is not copied in slices", ref->name);
    if (o->rank > MOST_BOX_DIMS)
        return text("the array of '%s' has %d dims, batches included, and a box has at most %d", ref->name, o->rank, MOST_BOX_DIMS);
    if (o->dims[o->rank - 1].dim != ref->rank - 1)
        return text("a row of the block '%s' is not contiguous: its last dim must be the array's", ref->name);
    if (side->masked && !side->zero_outside)
        return text("elements outside the array of '%s' have the value of PL_EDGE, and boxes have 0 there; write PL_EDGE(0)", ref->name);
    for (int d = 0; d < 2; d++)
        if (ref->dims[d]->value > MOST_BOX && d != ref->rank - 1)
            return text("blocks of '%s' have more than %d rows", ref->name, MOST_BOX);
    return NULL;
}

// The side of the PL_DOT that the operand is; NULL: none.
static const DotSide *side_of(const Plan *plan, const Operand *o)
{
    const struct Dot *dot = &plan->lanes->dots.dots[0];
    return block_of(dot->node->b) == o->ref ? &dot->schedule.x : block_of(dot->node->c) == o->ref ? &dot->schedule.y : NULL;
}

long long box_extent(const Plan *plan, const Operand *o, int d)
{
    const DotSide *side = side_of(plan, o);
    bool last = o->dims[d].dim == o->ref->rank - 1;
    return !side ? 0 : o->dims[d].dim < 0 ? 1 : last ? least(side->line, BOX_LINE / type_size(o->ref->type)) : side->lines;
}

// ---- Rows -----------------------------------------------------------------------------------------------------------

typedef struct { const LaneGroup *lanes; unsigned line; } RowSearch;

// Whether a lane has at most one pair of rows in the loop.
static bool has_one_pair(const LaneGroup *l, const StepLoop *s)
{
    bool from_zero = !s->low || is_literal(s->low, 0);
    return s->how != CYCLIC_ROWS || s->clip || (from_zero && s->high->known && s->high->value <= lane_period(l, CYCLIC_ROWS));
}

static void find_long_rows(void *search, Step *s)
{
    RowSearch *in = search;
    for (int i = 0; i < s->loop_count; i++)
        if (!has_one_pair(in->lanes, &s->loops[i]) && !in->line)
            in->line = s->node->at.line;
}

static const char *why_no_rows(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    RowSearch search = { .lanes = &l->group };
    each_step(l->body, find_long_rows, &search);
    for (int i = 0; i < plan->operand_count; i++)
        for (int d = 0; d < MOST_DIMS && !is_fetched_across(l, &plan->operands[i]); d++)
            if (l->copies[i].loops[d].high && !has_one_pair(&l->group, &l->copies[i].loops[d]))
                return text("the block of '%s' has more rows than the result of PL_DOT", plan->operands[i].ref->name);
    return search.line ? text("the loop on line %u has more rows than the result of PL_DOT, or an unknown number", search.line) : NULL;
}

// ---- Local memory ---------------------------------------------------------------------------------------------------

static const char *why_no_memory(const Lanes *l)
{
    for (int i = 0; i < l->local.use_count; i++)
        if (!l->local.uses[i].of)
            return text("%s is in local memory, too", local_text(&l->local.uses[i]));
    return NULL;
}

// ---- The call -------------------------------------------------------------------------------------------------------

const char *why_no_producer(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    const struct Dot *dot = l->dots.dot_count ? &l->dots.dots[0] : NULL;
    if (l->group.rejected)
        return l->group.rejected;
    if (l->group.no_mma)
        return l->group.no_mma;
    if (plan->call->whole)                              // its axis does not begin at 0
        return "the steps of a PL_REDUCTION axis are divided among parts";
    if (!dot || l->dots.not_across)
        return text("slices are not fetched across steps: %s", l->dots.not_across ? l->dots.not_across : "sizes are known only at run time");
    if (!l->local.across)
        return text("there is no local memory for two slices of each operand, %lld bytes", l->local.budget_of_next);
    if (!dot->schedule.in_registers)
        return text("the result, '%s', is not in registers for all steps", dot->node->a->symbol->name);
    const char *x = why_no_boxes(plan, dot->node->b, &dot->schedule.x), *y = why_no_boxes(plan, dot->node->c, &dot->schedule.y);
    const char *memory = why_no_memory(l);
    return x ? x : y ? y : memory ? memory : why_no_rows(plan);
}
