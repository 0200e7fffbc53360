// check/flow.c -- reads of memory that nothing has written.
//
// A new window of an output, scratch and tiles are uninitialized. The body is interpreted as single programs run it:
// those whose ids are all 0 or 1, the corners where windows begin. There the conditions on PL_PROGRAM_ID are known, so
// PL_WHEN (PL_FIRST(2)) PL_FILL(z, 0) counts in the programs in which it runs, and only there. Code under another
// condition may run or not: no error in it is reported, and what it writes counts as written. A program with an id of 1
// need not exist if the extent of its axis is known only at run time; but a body with a condition that distinguishes
// the programs of an axis expects several, and without such a condition the first program shows everything.

#include "check/flow.h"

// ---- The programs at the corners ------------------------------------------------------------------------------------

static bool restarts(const Call *call, const long long *ids)
{
    int a = stepped_axis(call, ids);
    return a < 0 || is_marked_parallel(&call->axes[a]);
}

// Whether the block has no values of the previous program: scratch that begins anew, an output with another window.
static bool is_fresh(const Call *call, const Part *part, const long long *ids)
{
    if (part->kind == PART_SCRATCH)
        return restarts(call, ids);
    int a = stepped_axis(call, ids);
    return is_output(part) && (restarts(call, ids) || separating_dim(call, part, &call->axes[a]) >= 0);
}

// Whether its block is unchanged since the previous program.
static bool is_same_block(const Call *call, const Part *part, const long long *ids)
{
    if (part->kind != PART_OUT || restarts(call, ids))
        return false;
    for (int a = stepped_axis(call, ids); a < call->axis_count; a++)
        if (part_names_axis(part, &call->axes[a]))
            return false;
    return true;
}

// Whether the previous corner is the previous program. Each axis after the one that is stepped has one program.
static bool follows(const Call *call, const long long *ids)
{
    int stepped = stepped_axis(call, ids);
    for (int a = stepped + 1; a < call->axis_count; a++)
        if (!extent_of(&call->axes[a]).known || extent_of(&call->axes[a]).value > 1)
            return false;
    return stepped >= 0;
}

// Whether the previous corner is the previous program, and it accumulated into this scratch, and nothing has read the
// sum.
static bool is_left_added(const Program *before, const Call *call, const Symbol *block, const long long *ids)
{
    const Carried *k = find_carried(before, block);
    return k && k->added && !restarts(call, ids) && follows(call, ids);
}

static void keep(Program *p, const Program *before, const Part *part, const Symbol *block)
{
    const Call *call = p->given.call;
    bool scratch = part->kind == PART_SCRATCH;
    bool loses = scratch ? is_left_added(before, call, block, p->ids) : is_same_block(call, part, p->ids);
    if (scratch || loses || part->kind == PART_OUT)
        list_add(p->carried, p->carried_count, ((Carried){ .block = block, .loses = loses }));
}

// Whether a program passes anything on to the next, so that the last one can know everything.
static bool carries(const Call *call)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH || call->parts[i].kind == PART_INOUT || call->parts[i].alias)
            return true;
    return false;
}

struct stepped { const Call *call; const Axis *axis; };

// Whether n is an element of an input whose blocks depend on the axis.
static bool follows_axis(const Node *n, const void *with)
{
    const struct stepped *s = with;
    const Part *part = n->kind == ND_ACCESS ? part_of(s->call, n->ref) : NULL;
    return part && part->kind == PART_IN && part_names_axis(part, s->axis);
}

static bool reduces_along(const Node *n, const void *with)
{
    return n->kind == ND_REDUCE && find_node(n->b, follows_axis, with);
}

// An element that the previous program wrote and this one overwrites without reading it, although each reduces a part
// of a whole.
static void warn_overwritten(const Program *p, const Program *before)
{
    const Call *call = p->given.call;
    if (!follows(call, p->ids) || carries(call))
        return;
    const struct stepped with = { call, &call->axes[stepped_axis(call, p->ids)] };
    if (!find_node(call->kernel->body, reduces_along, &with))
        return;
    for (int i = 0; i < p->carried_count; i++) {
        const Carried *k = &p->carried[i], *earlier = find_carried(before, k->block);
        if (!k->loses || !k->cleared || k->read || k->added || !earlier || earlier->cleared != k->cleared ||
            earlier->read || part_of(call, k->block)->kind != PART_OUT || !warn_once(p, k->cleared))
            continue;
        warn_at(k->cleared->at, MESSAGE_OVERWRITTEN, with.axis->name, k->block->name);
        warn_note_at(k->cleared->at, HINT_OVERWRITTEN, first_of(call, part_of(call, k->block)));
    }
}

static Program run_program(const Call *call, const long long *ids, const Program *before)
{
    Program p = { .given = { .call = call, .ids = ids, .long_axes = true }, .reported = before->reported, .ids = ids,
                  .one_of_several = before->one_of_several, .doubtful_maps = before->doubtful_maps };
    for (int i = 0; i < call->part_count; i++)
        if (is_fresh(call, &call->parts[i], ids))
            set_content(&p, call->kernel->parameters[i], call->kernel->parameters[i]);
    for (int i = 0; i < call->part_count; i++)
        keep(&p, before, &call->parts[i], call->kernel->parameters[i]);
    run_statement(&p, call->kernel->body);
    warn_overwritten(&p, before);
    return p;
}

static void check_never_written(const Call *call)
{
    const Program none = { .unsure = 0 };
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (part->kind != PART_OUT || may_write(&none, call->kernel->body, call->kernel->parameters[i]))
            continue;
        error_at(call->kernel->parameters[i]->at, MESSAGE_OUTPUT_UNWRITTEN, call->kernel->parameters[i]->name);
        note_at(part->at, HINT_OUTPUT_UNWRITTEN);
    }
}

void check_flow(const Call *call, bool one_of_several, bool doubtful_maps, Nodes *reported)
{
    long long ids[MOST_AXES] = { 0 };
    if (call->axis_count > MOST_AXES || runs_never(call))
        return;
    check_never_written(call);
    Program before = { .reported = reported, .one_of_several = one_of_several, .doubtful_maps = doubtful_maps };
    do
        before = run_program(call, ids, &before);
    while (next_program(call, ids, 2));
}
