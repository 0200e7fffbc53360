// plan/operands.c -- windows over arrays, and when they are visited.

#include "plan/plan.h"

static WindowDim whole_dim(Node *shape)
{
    Node *extent = without_promise(shape);
    return (WindowDim){ .kind = WINDOW_FULL, .shape = shape, .extent = extent, .size = extent, .inside = true };
}

static WindowDim window_dim(Node *block, Node *index, Node *shape)
{
    Node *extent = without_promise(shape);
    WindowDim d = { .shape = shape, .extent = extent, .index = in_64_bits(index), .size = block };
    switch (block->kind) {
    case ND_NONE:
        d.kind = WINDOW_ONE;
        d.size = NULL;
        return d;
    case ND_FULL: // the only block; another index is reported when the program runs
        if (index->known && !index->value)
            return whole_dim(shape);
        d.kind = WINDOW_BLOCK, d.size = extent;
        return d;
    case ND_ELEMENT:
        d.kind = WINDOW_ELEMENT;
        d.size = block->items[0], d.low = block->items[1], d.high = block->items[2];
        d.partial = !(d.low->known && !d.low->value && d.high->known && !d.high->value);
        return d;
    case ND_BOUNDED:
        d.kind = WINDOW_BOUNDED;
        d.size = block->a, d.index = in_64_bits(index->a), d.count = in_64_bits(index->b);
        d.partial = true;
        return d;
    default:
        d.kind = WINDOW_BLOCK;
        d.partial = !is_whole_number(shape, block) && !same_expression(block, extent);
        return d;
    }
}

static void add_dim(Operand *o, WindowDim d, int *dim)
{
    d.dim = d.kind == WINDOW_ONE ? -1 : (*dim)++;
    if (o->rank == (int)(sizeof o->dims / sizeof o->dims[0]))
        INTERNAL("an array of too many dims");
    o->dims[o->rank++] = d;
}

static void plan_window(Operand *o, const Call *call)
{
    const Part *part = o->part;
    int dim = 0;
    for (int a = 0; a < call->axis_count; a++)
        if (is_batched(&call->axes[a], part))
            add_dim(o, (WindowDim){ .kind = WINDOW_ONE, .shape = call->axes[a].extent, .extent = call->axes[a].extent,
                                    .index = name_node(call->axes[a].symbol, call->axes[a].at) }, &dim);
    for (int d = 0; d < part->rank; d++)
        add_dim(o, part->spec == SPEC_BLOCKS ? window_dim(part->block[d], part->index[d], part->shape[d])
                                             : whole_dim(part->shape[d]), &dim);
    if (dim == 0)                                       // PL_REF(T, x, 1)
        return;
    if (dim != o->ref->rank)
        error_at(part->at, MESSAGE_PLAN_BLOCK_RANK, part->name, dim, o->ref->name, o->ref->rank);
}

// ---- Visits ---------------------------------------------------------------------------------------------------------

// Whether the window is contiguous in the array from this dim of the ref on: the next row follows directly.
static bool is_dense_from(const Operand *o, int from)
{
    bool inner = false;
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (inner && !(w->size ? same_expression(w->size, w->extent) : w->extent->known && w->extent->value == 1))
            return false;
        inner |= w->dim >= from;
    }
    return true;
}

// Whether successive steps certainly have different blocks: those of the outermost loop, whose axis separates them.
static bool is_new_in_step(const Plan *plan, const Operand *o)
{
    for (int a = 0; a < plan->axis_count; a++)
        if (plan->axes[a].level == o->level)
            return o->level == 1 && separating_dim(plan->call, o->part, plan->axes[a].axis) >= 0;
    return false;
}

static void plan_visits(const Plan *plan, Operand *o)
{
    for (int a = 0; a < plan->axis_count; a++)
        for (int d = 0; d < o->rank; d++)
            if (plan->axes[a].level > o->level && (uses(o->dims[d].index, plan->axes[a].axis->symbol) ||
                                                   uses(o->dims[d].count, plan->axes[a].axis->symbol)))
                o->level = plan->axes[a].level;
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].partial)
            o->copy = COPY_PARTIAL;
    if (is_aliased(plan->call, o->part) || (o->ref->addressed && !is_dense_from(o, o->ref->dense_from)))
        o->copy = COPY_ALWAYS;
    if (o->written && o->level && !is_new_in_step(plan, o))
        o->visits = VISIT_MOVED;
}

// The windows of an alias are copies on both sides, visited at the same place: one window is written back before the
// other is fetched, and a fetch that is not due does not see later writes.
static void visit_together(Operand *x, Operand *z)
{
    x->level = z->level = x->level > z->level ? x->level : z->level;
    if (x->level)
        x->visits = z->visits = VISIT_MOVED;
}

static void visit_aliases_together(Plan *plan)
{
    for (int z = 0; z < plan->operand_count; z++)
        for (int x = 0; x < plan->operand_count; x++)
            if (plan->operands[x].part == alias_of(plan->call, plan->operands[z].part))
                visit_together(&plan->operands[x], &plan->operands[z]);
}

// Elements that a step does not write keep their values, unless its first step writes all of them.
static bool is_read(const Call *call, const Part *part)
{
    if (part->kind == PART_OUT)
        return part->revisit_any || part->alias;
    return part->kind == PART_IN || stays_in_place(part) || is_aliased(call, part) || !is_set_first(call, part);
}

// An operand is only read if nothing in the launch writes its array. Only pointers to such arrays are restrict, in any language: that is a promise of
// each lane that nothing but its own pointer changes what it reads. A compiler relies on it, and keeps a value in a register across
// a barrier, or reads it by a cache that does not see writes (ld.global.nc). Lanes and programs that share an array break it: one
// lane writes an element left in place and all read it in the next step; PL_ATOMIC; an input that PL_ALIAS gives to an output. The
// launcher rejects other arrays that overlap, if one of them is written.
void plan_operands(Plan *plan)
{
    const Call *call = plan->call;
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (!part_is_array(part))
            continue;
        Operand o = { .part = part, .ref = call->kernel->parameters[i] };
        o.read = is_read(call, part);
        o.written = part->kind != PART_IN;
        o.only_read = part->kind == PART_IN && !is_aliased(call, part);
        plan_window(&o, call);
        for (int d = 0; d < o.rank; d++)
            prove_inside(&o.dims[d], call);
        plan_visits(plan, &o);
        list_add(plan->operands, plan->operand_count, o);
    }
    visit_aliases_together(plan);
}

static bool has_same_shape(const Operand *o, const Operand *other)
{
    for (int d = 0; d < o->rank && o->rank == other->rank; d++)
        if (!same_expression(o->dims[d].extent, other->dims[d].extent))
            return false;
    return o->rank == other->rank;
}

bool has_other_shape(const Plan *plan, const Operand *o)
{
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *other = &plan->operands[i];
        if (are_aliased(o->part, other->part) && !has_same_shape(o, other))
            return true;
    }
    return false;
}
