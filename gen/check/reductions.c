// check/reductions.c -- kernels of calls with a PL_REDUCTION axis: their steps only accumulate, each block in one way.

#include "../../targets/shared/messages.h"
#include "check/check.h"
#include "check/flow.h"

typedef struct { const Symbol *block; const char *how; const Node *first; } Accumulated;

typedef struct {
    const Call *call;
    const Axis *axis;
    Accumulated *all;           // the blocks that were seen, and how each is accumulated
    int count;
} Steps;

// The number by which the kernel asks for the axis.
static int number_of_axis(const Steps *s)
{
    return s->call->axis_count - 1 - batch_axes(s->call);
}

static void check_one_way(Steps *s, const Node *n, const StepUse *a)
{
    Accumulated *known = find_by(s->all, s->count, a->block);
    if (!has_identity(n)) {
        error_at(n->at, MESSAGE_REDUCTION_FUNCTION, a->block->name, a->how, s->axis->name);
        note_at(n->symbol->function ? n->symbol->function->at : n->at, HINT_REDUCTION_FUNCTION, a->how, a->how, a->how);
    } else if (!known) {
        list_add(s->all, s->count, ((Accumulated){ a->block, a->how, n }));
    } else if (!is_text(known->how, a->how)) {
        error_at(n->at, MESSAGE_REDUCTION_OPERATORS, a->block->name, a->how, known->how, known->first->at.line);
        note_at(n->at, HINT_REDUCTION_OPERATORS);
    }
}

static void reject_read(const Steps *s, const Node *n, const Symbol *block)
{
    error_at(n->at, MESSAGE_REDUCTION_READ, block->name, s->axis->name);
    note_at(n->at, HINT_REDUCTION_READ, number_of_axis(s));
}

static void reject_write(const Steps *s, const Node *n, const Symbol *block)
{
    error_at(n->at, MESSAGE_REDUCTION_WRITTEN, block->name, s->axis->name);
    note_at(n->at, HINT_REDUCTION_WRITTEN, first_of(s->call, part_of(s->call, block)), number_of_axis(s));
}

static void check_use(void *to, const Node *n, const StepUse *use)
{
    if (use->kind == STEP_ACCUMULATES)
        check_one_way(to, n, use);
    else
        (use->kind == STEP_WRITES ? reject_write : reject_read)(to, n, use->block);
}

static void check_stays(const Steps *s, const Part *part)
{
    for (int d = 0; has_blocks(part) && d < part->rank; d++)
        if (part->kind != PART_IN && mentions(part->index[d], s->axis->symbol)) {
            error_at(part->index[d]->at, MESSAGE_REDUCTION_MOVES, part->name, s->axis->name);
            note_at(s->axis->at, HINT_REDUCTION_MOVES, s->axis->name, expression_text(s->axis->extent));
        }
}

static bool check_is_last(const Call *call)
{
    for (int a = 0; a + 1 < call->axis_count; a++)
        if (call->axes[a].kind == AXIS_REDUCTION) {
            error_at(call->axes[a].at, PL_MESSAGE_REDUCTION_LAST_, call->axes[a].name);
            note_at(call->axes[a].at, PL_HINT_REDUCTION_LAST_);
            return false;
        }
    return true;
}

void check_reductions(const Call *call)
{
    Steps s = { .call = call, .axis = reduction_axis(call) };
    int before = errors;
    if (!check_is_last(call) || !s.axis)
        return;
    for (int i = 0; i < call->part_count; i++)
        check_stays(&s, &call->parts[i]);
    if (errors > before)
        return;
    const Node *copy = find_node(call->kernel->body, is_of_copies, NULL);
    if (copy) {
        error_at(copy->at, MESSAGE_REDUCTION_COPIES, s.axis->name);
        note_at(s.axis->at, HINT_REDUCTION_COPIES, s.axis->name, expression_text(s.axis->extent));
    } else {
        each_step_use(call, check_use, &s);
    }
}
