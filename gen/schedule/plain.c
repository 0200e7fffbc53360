// schedule/plain.c -- the schedule of a program that no lanes share: in helpers, on a TPU, and in OpenCL's kernels for CPUs.

#include "schedule/schedule.h"

// ---- Steps without what was decided for lanes -----------------------------------------------------------------------

static Step *without_lanes(const Step *s);

static Step *without_lanes_if(const Step *s)
{
    return s ? without_lanes(s) : NULL;
}

static void copy_loops(const Step *s, Step *to)
{
    for (int i = 0; i < s->loop_count; i++) {
        const StepLoop *l = &s->loops[i];
        list_add(to->loops, to->loop_count, ((StepLoop){ .axis = l->axis, .dim = l->dim, .low = l->low, .high = l->high,
                                                         .bound = l->bound }));
    }
}

// PL_INSIDE has a condition here, too; elements have no masks.
static void copy_conditions(const Step *s, Step *to)
{
    for (int i = 0; i < s->element_count; i++)
        if (s->elements[i].node->kind != ND_ACCESS)
            list_add(to->elements, to->element_count, s->elements[i]);
}

static Step *without_lanes(const Step *s)
{
    Step *made = allocate(sizeof *made);
    *made = (Step){ .node = s->node, .sharing = BY_GROUP, .form = s->form, .to = s->to, .from = s->from, .buffer = s->buffer,
                    .entered = s->entered, .is_number = s->is_number, .omitted = s->omitted };
    copy_loops(s, made);
    copy_conditions(s, made);
    for (int i = 0; i < s->item_count; i++)
        list_add(made->items, made->item_count, without_lanes(s->items[i]));
    made->body = without_lanes_if(s->body);
    made->otherwise = without_lanes_if(s->otherwise);
    return made;
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

static Node *body_of(const Plan *plan, const Step *steps, bool one)
{
    const Group group = { .plan = plan, .one = one };
    const Around at = { .group = &group, .level = plan ? plan->levels : 0 };
    Node *block = new_block();
    add_statements(&at, without_lanes(steps), block);
    return block;
}

Node *plain_body(const Plan *plan)
{
    if (!plan->one->group.machine->copies)
        return NULL;
    return body_of(plan, plan->lanes->body, false);
}

Node *body_of_one(const Plan *plan)
{
    return body_of(plan, plan->lanes->body, true);
}

Node *helper_body(const Step *steps)
{
    return body_of(NULL, steps, false);
}
