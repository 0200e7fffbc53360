// plan/pipeline.c -- the schedule of copies: buffers, copies in and out, and where each starts and is waited for. A
// machine that reads arrays in place ignores all of this.
//
// A visit is a block of an operand and the consecutive steps that use it. Visit v is in buffer v % n. Its copy in
// starts n - 1 steps before its first step (with PL_LOOKAHEAD, as soon as a buffer is free) and is waited for at its
// first step. The copy out of an output starts after its last step and is waited for after the first step of the next
// visit. If an array is both read and written, a fetch waits for earlier copies out (Flow.after).

#include "plan/plan.h"

// Whether n is an axis whose index changes. An axis with a single program stays at 0.
static bool is_moving_axis(const Node *n, const void *with)
{
    const Axis *axis = n->kind == ND_NAME ? call_axis(with, n->symbol) : NULL;
    return axis && !(axis->extent->known && axis->extent->value <= 1);
}

// Whether the call has axes that are declared parallel: outputs begin anew at each of their indices.
static bool restarts(const Call *call)
{
    return call->axis_count && is_marked_parallel(&call->axes[0]);
}

static bool never_varies(const Plan *plan, const Operand *o)
{
    bool moves = o->written && restarts(plan->call);
    for (int d = 0; d < o->rank; d++)
        moves |= find_node(o->dims[d].index, is_moving_axis, plan->call) ||
                 find_node(o->dims[d].count, is_moving_axis, plan->call);
    return !moves;
}

// Whether any two windows of the operand are equal or have no common element.
static bool is_cut_in_blocks(const Operand *o)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].kind == WINDOW_ELEMENT || o->dims[d].kind == WINDOW_BOUNDED)
            return false;
    return true;
}

static Flow plan_flow(const Plan *plan, const Operand *o)
{
    Flow f = { .windows = !stays_in_place(o->part), .flushed = o->written, .apart = is_cut_in_blocks(o) };
    f.fetched = o->read;
    f.ahead = f.fetched && o->part->lookahead;
    f.never_varies = never_varies(plan, o);
    f.buffers = f.never_varies ? 1 : 2;
    if (o->part->buffers && !o->part->buffers->known)
        error_at(o->part->at, MESSAGE_BUFFERED_CONSTANT);
    else if (o->part->buffers) {
        f.buffered = true;
        f.buffers = (int)o->part->buffers->value > 0 ? (int)o->part->buffers->value : 2;
    }
    if (o->part->kind == PART_OUT && f.buffers > 2)     // its wait refers to the previous block only
        f.buffers = 2;
    for (int i = 0; f.fetched && i < plan->operand_count; i++) {
        const Operand *w = &plan->operands[i];
        if (w->written && !stays_in_place(w->part) && (w == o || are_aliased(w->part, o->part)))
            list_add(f.after, f.after_count, i);
    }
    return f;
}

static void add(Action **list, int *count, ActionKind kind, int operand)
{
    list_add(*list, *count, ((Action){ kind, operand }));
}

// One step: each of these for all operands before the next.
static void plan_actions(Plan *p)
{
    for (int i = 0; i < p->operand_count; i++)
        if (p->flows[i].windows && p->flows[i].fetched) {
            add(&p->prologue, &p->prologue_count, ACTION_FETCH, i);
            add(&p->steady, &p->steady_count, ACTION_FETCH, i);
        }
    for (int i = 0; i < p->operand_count; i++)
        if (p->flows[i].windows)
            add(&p->steady, &p->steady_count, p->flows[i].fetched ? ACTION_AWAIT_FETCH : ACTION_FRESH, i);
    add(&p->steady, &p->steady_count, ACTION_BODY, -1);
    for (int i = 0; i < p->operand_count; i++)
        if (p->flows[i].windows && p->flows[i].flushed)
            add(&p->steady, &p->steady_count, ACTION_FLUSH, i);
    for (int i = 0; i < p->operand_count; i++)
        if (p->flows[i].windows && p->flows[i].flushed) {
            add(&p->steady, &p->steady_count, ACTION_AWAIT_FLUSH, i);
            add(&p->epilogue, &p->epilogue_count, ACTION_AWAIT_FLUSH, i);
        }
    for (int i = 0; i < p->operand_count; i++)
        if (p->flows[i].windows)
            add(&p->steady, &p->steady_count, ACTION_ADVANCE, i);
}

void plan_pipeline(Plan *plan)
{
    int count = 0;
    for (int i = 0; i < plan->operand_count; i++)
        list_add(plan->flows, count, plan_flow(plan, &plan->operands[i]));
    plan->stages = 1;
    for (int i = 0; i < count; i++)
        if (plan->flows[i].fetched && plan->flows[i].buffers > plan->stages)
            plan->stages = plan->flows[i].buffers;
    plan_actions(plan);
}
