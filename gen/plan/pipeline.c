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

// Whether windows of programs that differ on an axis, if the index map uses it, have no common element.
static bool is_separated(const Call *call, const Part *part)
{
    for (int a = 0; a < call->axis_count; a++)
        if (part_names_axis(part, &call->axes[a]) && separating_dim(call, part, &call->axes[a]) < 0)
            return false;
    return true;
}

bool shares_elements(const Plan *plan, const Operand *o)
{
    return o->read && o->written && !plan->flows[o - plan->operands].apart;
}

static Flow plan_flow(const Plan *plan, const Operand *o)
{
    Flow f = { .windows = !stays_in_place(o->part), .flushed = o->written };
    f.apart = is_cut_in_blocks(o) || is_separated(plan->call, o->part);
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

// ---- All windows, as a machine moves them ---------------------------------------------------------------------------

static void add_action(Action **list, int *count, ActionKind kind, int operand)
{
    list_add(*list, *count, ((Action){ kind, operand }));
}

static void add_steady(Pipeline *p, ActionKind kind, int operand)
{
    add_action(&p->steady, &p->steady_count, kind, operand);
}

static void add_fetch(Pipeline *p, int operand)
{
    add_action(&p->prologue, &p->prologue_count, ACTION_FETCH, operand);
    add_steady(p, ACTION_FETCH, operand);
}

// One step: each of these for all operands before the next.
static void plan_actions(Pipeline *p, const Flow *flows, int count)
{
    for (int i = 0; i < count; i++)
        if (flows[i].windows && flows[i].fetched)
            add_fetch(p, i);
    for (int i = 0; i < count; i++)
        if (flows[i].windows)
            add_steady(p, flows[i].fetched ? ACTION_AWAIT_FETCH : ACTION_FRESH, i);
    add_steady(p, ACTION_BODY, -1);
    for (int i = 0; i < count; i++)
        if (flows[i].windows && flows[i].flushed)
            add_steady(p, ACTION_FLUSH, i);
    for (int i = 0; i < count; i++)
        if (flows[i].windows && flows[i].flushed) {
            add_steady(p, ACTION_AWAIT_FLUSH, i);
            add_action(&p->epilogue, &p->epilogue_count, ACTION_AWAIT_FLUSH, i);
        }
    for (int i = 0; i < count; i++)
        if (flows[i].windows)
            add_steady(p, ACTION_ADVANCE, i);
}

Flow *plan_flows(const Plan *plan)
{
    Flow *flows = NULL;
    int count = 0;
    for (int i = 0; i < plan->operand_count; i++)
        list_add(flows, count, plan_flow(plan, &plan->operands[i]));
    return flows;
}

Pipeline plan_pipeline(const Flow *flows, int count)
{
    Pipeline p = { .stages = 1 };
    for (int i = 0; i < count; i++)
        if (flows[i].fetched && flows[i].buffers > p.stages)
            p.stages = flows[i].buffers;
    plan_actions(&p, flows, count);
    return p;
}

// ---- Windows that lanes copy to local memory ------------------------------------------------------------------------

// Why the window cannot be copied in an earlier step; NULL: it can. Where its block is outside the array, the copy is
// omitted, and the step that uses it reports that.
static const char *why_not_ahead(const Call *call, const Machine *m, const struct WindowPlacement *k, const Flow *f)
{
    const Operand *o = k->operand;
    if (is_aliased(call, o->part))
        return "its array is written";
    if (o->visits != VISIT_EACH)
        return "its block may stay for several steps";
    if (m->async_bytes && k->piece == 1 && !is_async_element(m, o->ref->type))
        return text("that needs numbers or pieces of %lld bytes or more", m->async_bytes);
    if (f->buffered && f->buffers < 2)
        return "PL_BUFFERED asks for one buffer";
    return map_reports(o, o->level) ? "its index map has a PL_MULTIPLE_OF, or a constant array, which are checked in each step" : NULL;
}

typedef struct {
    const Plan *plan;
    const Machine *machine;
    const Placements *placements;
    long long local_bytes;      // with the buffers of the loops that are done
    Fetches made;
} FetchSearch;

// Whether the window is fetched ahead. bytes: of the other windows of the loop that are.
static struct WindowFetch choose_fetch(const FetchSearch *in, const struct WindowPlacement *k, const Flow *f, long long bytes)
{
    long long with = in->local_bytes + bytes + k->bytes;
    const char *not_ahead = why_not_ahead(in->plan->call, in->machine, k, f);
    if (!not_ahead && with > most_stage_bytes(in->machine))
        not_ahead = text("a second buffer does not fit; --budget=%lld holds it", with);
    return (struct WindowFetch){ k->operand, !not_ahead, not_ahead };
}

// The windows of a loop share one number of buffers, because a step waits for all copies that an earlier step started.
static void plan_loop(FetchSearch *in, int level)
{
    const Plan *plan = in->plan;
    Pipeline *p = &in->made.pipelines[level];
    long long bytes = 0;
    int first = in->made.window_count;
    p->stages = (int)in->machine->stages;
    for (int i = 0; i < plan->operand_count; i++) {
        const struct WindowPlacement *k = &in->placements->windows[i];
        const Flow *f = &plan->flows[i];
        if (k->how != WINDOW_LOCAL || k->operand->written || k->operand->level != level)
            continue;
        struct WindowFetch chosen = choose_fetch(in, k, f, bytes);
        list_add(in->made.windows, in->made.window_count, chosen);
        if (!chosen.buffers)
            continue;
        bytes += k->bytes;
        p->stages = f->buffered && f->buffers < p->stages ? f->buffers : p->stages;
    }
    if (!bytes)
        return;
    long long fit = 1 + (most_stage_bytes(in->machine) - in->local_bytes) / bytes;
    p->bytes_of_next = fit < p->stages ? bytes : 0;
    p->stages = (int)least(p->stages, fit);
    in->local_bytes += (p->stages - 1) * bytes;
    for (int i = first; i < in->made.window_count; i++)
        if (in->made.windows[i].buffers)
            add_steady(p, ACTION_AWAIT_FETCH, (int)(in->made.windows[i].operand - plan->operands));
    for (int i = first; i < in->made.window_count; i++) {
        struct WindowFetch *f = &in->made.windows[i];
        if (!f->buffers)
            continue;
        add_fetch(p, (int)(f->operand - plan->operands));
        f->buffers = p->stages;
    }
    add_steady(p, ACTION_BODY, -1);
}

// Inner loops first: they fetch more often.
Fetches plan_fetches(const Plan *plan, const LaneGroup *l, const Placements *placements, const LocalMemory *local)
{
    FetchSearch in = { .plan = plan, .machine = l->machine, .placements = placements, .local_bytes = local->bytes };
    if (l->machine->stages < 2 || l->rejected)
        return in.made;
    in.made.pipelines = allocate((size_t)(plan->levels + 1) * sizeof *in.made.pipelines);
    for (int level = plan->levels; level > 0; level--)
        plan_loop(&in, level);
    return in.made;
}
