// plan/plan.c -- the plan of a call: calls the passes in their order. Nothing in plan/ depends on a target's syntax.

#include "plan/plan.h"

static void plan_axis(Plan *plan, const Axis *axis)
{
    PlannedAxis p = { .axis = axis, .proof = prove_axis(plan->call, axis) };
    p.parallel = p.proof.parallel;
    if (!p.parallel)
        p.level = ++plan->levels;
    list_add(plan->axes, plan->axis_count, p);
}

// The host and every machine compute grid, shapes and maps in their own way: helpers stay in the kernel.
static void reject_helper(void *unused, const Node *n)
{
    (void)unused;
    if (n->kind != ND_CALL || !n->symbol || !n->symbol->function)
        return;
    error_at(n->at, MESSAGE_CALLED_IN_CALL, n->name);
    note_at(n->at, HINT_CALLED_IN_CALL);
}

static void reject_helpers(const Node *n)
{
    each_node(n, reject_helper, NULL);
}

static void reject_helpers_in(const Call *call)
{
    for (int a = 0; a < call->axis_count; a++)
        reject_helpers(call->axes[a].extent), reject_helpers(call->axes[a].parts);
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        for (int d = 0; d < part->rank; d++) {
            reject_helpers(part->shape[d]);
            reject_helpers(part->block ? part->block[d] : NULL);
            reject_helpers(part->index ? part->index[d] : NULL);
        }
        reject_helpers(part->edge);
    }
}

// before: the errors before the plan was begun.
static Plan *plan_for(const Call *call, const Machine *machine, bool unchecked, bool clips, int before)
{
    Plan *plan = allocate(sizeof *plan);
    plan->call = call;
    plan->unchecked = unchecked;
    for (int a = 0; a < call->axis_count; a++)
        plan_axis(plan, &call->axes[a]);
    plan_operands(plan);
    if (errors == before)
        plan_checks(plan);
    plan_covers(plan);
    if (!machine->copies)
        plan_indices(plan, machine);
    plan->flows = plan_flows(plan);
    plan->pipeline = plan_pipeline(plan->flows, plan->operand_count);
    plan->order = plan_order(plan);
    if (machine->vector_loops)
        plan->vector_forms = plan_vector_forms(plan);
    const Schedules schedules = plan_schedules(plan, machine, clips);      // of two, the second differs only in its lanes
    plan->lanes = schedules.lanes;
    plan->one = plan_one(plan, machine);
    move_outside(plan);
    plan_messages(plan);
    if (!schedules.held)
        return plan;
    plan->next = allocate(sizeof *plan->next);
    *plan->next = *plan;
    plan->next->next = NULL;
    plan->next->lanes = schedules.held;
    return plan;
}

// Whether it multiplies what matrix instructions of some machine multiply.
static bool has_narrow_dot(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_DOT && type_size(block_of(n->b)->type) <= 2 && type_size(block_of(n->c)->type) <= 2;
}

// A further machine is one that multiplies matrices in another way: other calls have one schedule.
static void plan_next(Plan *plan, const Machine *machine, bool clips)
{
    if (!machine || plan->lanes->group.rejected || !find_node(plan->call->kernel->body, has_narrow_dot, NULL))
        return;
    Plan *next = plan_for(plan->call, machine, plan->unchecked, clips, errors);
    const char *why = why_no_producer(next);
    if (!why)
        plan->next = next;
    else
        plan->not_next = text("%s: %s", machine->name, why);
    plan_next(next, machine->next, clips);
}

Plan *plan_call(const Call *call, const Machine *machine, bool unchecked, bool clips)
{
    int before = errors;
    work_at(call->at);
    reject_helpers_in(call);
    learn_locals(call->kernel);
    if (call->choice_count)
        machine = chosen_machine(call, machine);
    Plan *plan = plan_for(call, machine, unchecked, clips, before);
    if (errors == before)
        plan_next(plan, machine->next, clips);
    return errors > before ? NULL : plan;
}
