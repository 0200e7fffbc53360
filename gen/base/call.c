// base/call.c -- queries about a call: its axes and parts, and how they relate.

#include "pallasc.h"
#include <string.h>

int batch_axes(const Call *call)
{
    int count = 0;
    while (count < call->axis_count && call->axes[count].kind == AXIS_BATCH)
        count++;
    return count;
}

// Numbers are those of PL_GRID: batch axes do not count.
int axis_asked_for(const Call *call, const Node *id)
{
    int first = batch_axes(call);
    for (int a = 0; a < call->axis_count; a++)
        if (id->kind == ND_AXIS ? !strcmp(call->axes[a].name, id->name)
                                : a >= first && id->a->known && id->a->value == a - first)
            return a;
    return -1;
}

bool is_marked_parallel(const Axis *axis)
{
    return axis->kind == AXIS_PARALLEL || axis->kind == AXIS_BATCH;
}

bool is_batched(const Axis *axis, const Part *part)
{
    for (int i = 0; i < axis->batched_count; i++)
        if (!strcmp(axis->batched[i], part->name))
            return true;
    return false;
}

const char *part_word(const Part *part)
{
    static const char *const words[] = {
        [PART_SCALAR] = "PL_SCALAR", [PART_TABLE] = "PL_PREFETCH", [PART_IN] = "PL_IN", [PART_OUT] = "PL_OUT",
        [PART_INOUT] = "PL_INOUT", [PART_SCRATCH] = "PL_SCRATCH", [PART_SEM] = "PL_SCRATCH_SEM",
    };
    return words[part->kind];
}

const Part *part_of(const Call *call, const Symbol *parameter)
{
    for (int i = 0; call && i < call->part_count; i++)
        if (call->kernel->parameters[i] == parameter)
            return &call->parts[i];
    return NULL;
}

const Part *part_with(const Call *call, const Symbol *symbol)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].symbol == symbol)
            return &call->parts[i];
    return NULL;
}

const Axis *call_axis(const Call *call, const Symbol *index)
{
    for (int a = 0; call && index && a < call->axis_count; a++)
        if (call->axes[a].symbol == index)
            return &call->axes[a];
    return NULL;
}

bool has_blocks(const Part *part)
{
    return part->spec == SPEC_BLOCKS && part->index;
}

bool counts_blocks_of_persistent(const Node *block)
{
    return block->kind != ND_NONE && block->kind != ND_FULL && block->kind != ND_ELEMENT && block->kind != ND_BOUNDED &&
           !(block->known && block->value <= 1);
}

Node *without_promise(Node *extent)
{
    return extent->kind == ND_MULTIPLE_OF ? extent->a : extent;
}

bool part_is_written(const Part *part)
{
    return part->kind == PART_OUT || part->kind == PART_INOUT;
}

bool part_is_array(const Part *part)
{
    return part->kind == PART_IN || part_is_written(part);
}

bool is_in_smem(const Part *part, const Symbol *ref)
{
    return ref->scalar_memory || part->scalar_memory;
}

bool stays_in_place(const Part *part)
{
    return part->spec == SPEC_ATOMIC || part->spec == SPEC_ANY;
}

const Part *alias_of(const Call *call, const Part *part)
{
    for (int i = 0; part->alias && i < call->part_count; i++)
        if (call->parts[i].name && call->parts[i].kind != PART_SCRATCH && call->parts[i].kind != PART_SEM &&
            !strcmp(call->parts[i].name, part->alias))
            return &call->parts[i];
    return NULL;
}

bool are_aliased(const Part *a, const Part *b)
{
    return (a->alias && !strcmp(a->alias, b->name)) || (b->alias && !strcmp(b->alias, a->name));
}

bool is_aliased(const Call *call, const Part *part)
{
    for (int i = 0; i < call->part_count; i++)
        if (are_aliased(&call->parts[i], part))
            return true;
    return false;
}
