// plan/producer.c -- lanes that fetch for the others: whether a machine that has them can run a call so.
//
// A producer, one lane of a few that multiply nothing, copies the slices of a PL_DOT to local memory, in boxes: rectangles of the
// array, of which the copy engine knows the extents, so that what is outside is 0. The other lanes wait for a slice where lanes
// without a producer would fetch it. All of the slices of all steps form one sequence, as for lanes that fetch ahead (plan/dot.c);
// a machine that cannot do it for a call has no schedule of its own, and the call keeps that of the machine before it.

#include "plan/plan.h"
#include <string.h>

bool has_producer(const Lanes *l)
{
    return l->group.machine->producer_lanes && (l->local.across || l->chain.fed_count);
}

bool transposes_slices(const Lanes *l)
{
    for (int i = 0; i < l->local.use_count; i++)
        if (l->local.uses[i].fetched)
            return true;
    return false;
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
        for (int d = 0; d < MOST_DIMS && !is_fetched_across(l, &plan->operands[i]) && !is_fed(&l->chain, &plan->operands[i]); d++)
            if (l->copies[i].loops[d].high && !has_one_pair(&l->group, &l->copies[i].loops[d]))
                return text("the block of '%s' has more rows than the result of PL_DOT", plan->operands[i].ref->name);
    return search.line ? text("the loop on line %u has more rows than the result of PL_DOT, or an unknown number", search.line) : NULL;
}

// ---- Local memory ---------------------------------------------------------------------------------------------------

static const char *why_no_memory(const Lanes *l)
{
    for (int i = 0; i < l->local.use_count; i++)
        if (!l->local.uses[i].of && strcmp(l->local.uses[i].what, "results"))
            return text("%s is in local memory, too", local_text(&l->local.uses[i]));
    return NULL;
}

// ---- Programs that end early ----------------------------------------------------------------------------------------
//
// Lanes that report something end, and would leave the producer waiting for stages that nobody empties. Indices are checked before
// the lanes part (plan/indices.c).

static void find_check(void *line, Step *s)
{
    if (s->node->kind == ND_CHECK && s->sharing == BY_GROUP && !*(unsigned *)line)
        *(unsigned *)line = s->node->at.line;
}

static const char *why_no_end(const Plan *plan)
{
    unsigned line = 0;
    each_step(plan->lanes->body, find_check, &line);
    return line ? text("the PL_CHECK on line %u may end a program while slices are fetched for it", line) : NULL;
}

// ---- The call -------------------------------------------------------------------------------------------------------

static const char *why_no_chain(const Plan *plan)
{
    const char *why = plan->lanes->chain.why_not, *memory = why_no_memory(plan->lanes);
    const char *end = why_no_end(plan);
    return why ? text("PL_DOTs do not form a chain: %s", why) : memory ? memory : end ? end : why_no_rows(plan);
}

const char *why_no_producer(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    const struct Dot *dot = l->dots.dot_count ? &l->dots.dots[0] : NULL;
    if (l->group.rejected)
        return l->group.rejected;
    if (l->group.no_mma)
        return l->group.no_mma;
    if (l->group.machine->stages < 2)
        return "PL_SCHEDULE says PL_STAGES(1), and slices are fetched to two stages or more";
    if (l->dots.dot_count > 1)
        return why_no_chain(plan);
    if (!dot || l->dots.not_across)
        return text("slices are not fetched across steps: %s", l->dots.not_across ? l->dots.not_across : "sizes are known only at run time");
    if (!l->local.across)
        return text("there is no local memory for two slices of each operand, %lld bytes", l->local.budget_of_next);
    if (!dot->schedule.in_registers)
        return text("the result, '%s', is not in registers for all steps", dot->node->a->symbol->name);
    const char *x = why_no_boxes(plan, dot->node->b, &dot->schedule.x), *y = why_no_boxes(plan, dot->node->c, &dot->schedule.y);
    const char *memory = why_no_memory(l), *end = why_no_end(plan);
    return x ? x : y ? y : memory ? memory : end ? end : why_no_rows(plan);
}
