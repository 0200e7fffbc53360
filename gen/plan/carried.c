// plan/carried.c -- partial results that lanes carry from step to step, and combine in the last one.
//
// Where loops run across rows, the lanes of o[c] += ... combine their parts in memory, and wait for each other for that. If a kernel
// does nothing else in the steps between the first and the last one, each lane has its parts in registers meanwhile.

#include "plan/plan.h"

enum { MOST_CARRIED = 32 };             // registers of a lane

typedef struct { const Symbol *block; bool found; } Search;

static void note_access(void *search, const Access *a)
{
    Search *s = search;
    s->found |= a->block && view_of(a->block).of == s->block;
}

static bool accesses(const Node *n, const Symbol *block)
{
    Search s = { block, false };
    each_access(n, NULL, note_access, &s);
    return s.found;
}

// ---- One loop -------------------------------------------------------------------------------------------------------

static const Node *only_statement(const Node *body)
{
    while (body->kind == ND_BLOCK && body->item_count == 1)
        body = body->items[0];
    return body;
}

// The operand whose elements the PL_EACH reduces into, each by a row of lanes; NULL: it does something else, too.
static const Operand *result_of(const Plan *plan, const Lanes *l, const Node *each)
{
    const Node *reduce = each->kind == ND_EACH && is_shared(&l->group, each) ? only_statement(each->body) : NULL;
    if (!reduce || reduce->kind != ND_REDUCE || reduce->symbol || reduction_of(&l->group, reduce, true) != REDUCED_BY_HALVES)
        return NULL;
    const LoopAxis *axis = &each->axes[0];
    const Node *to = reduce->a;
    bool own = to->kind == ND_ACCESS && to->item_count == 1 && is_name_of(to->items[0], axis->index);
    bool fits = axis->lo->known && axis->lo->value == 0 && !axis->step && axis->hi->known && axis->hi->value % l->group.rows == 0 &&
                axis->hi->value <= MOST_CARRIED * l->group.rows;
    const Operand *o = own && fits ? operand_of(plan, to->ref) : NULL;
    return o && !is_aliased(plan->call, o->part) && !accesses(reduce->b, o->ref) ? o : NULL;
}

// ---- All statements -------------------------------------------------------------------------------------------------

static bool runs_once(const Plan *plan, const Node *n)
{
    return level_alone(plan, n, STEP_FIRST) || level_alone(plan, n, STEP_LAST);
}

// Whether the statement, before the loop or after it, leaves the operand alone while lanes have parts.
static bool leaves_alone(const Plan *plan, const Node *n, const Operand *o, bool before)
{
    return !accesses(n, o->ref) || level_alone(plan, n, before ? STEP_FIRST : STEP_LAST) == o->level + 1;
}

static bool others_leave(const Plan *plan, const Node *body, const Node *each, const Operand *o)
{
    bool before = true, all = true;
    for (int i = 0; i < body->item_count; i++) {
        before &= body->items[i] != each;
        all = all && (body->items[i] == each || leaves_alone(plan, body->items[i], o, before));
    }
    return all;
}

// Whether no window is copied, with barriers, in the loops from this level on.
static bool copies_none_after(const Plan *plan, const Lanes *l, int level)
{
    for (int i = 0; i < plan->operand_count; i++) {
        Placement how = window_placement(&l->placements, &plan->operands[i]);
        if (how != WINDOW_IN_PLACE && how != WINDOW_MASKED && plan->operands[i].level > level)
            return false;
    }
    return true;
}

// ---- Groups that are resident together ------------------------------------------------------------------------------

// The registers of four bytes that a lane needs for its parts and for what it loads at once.
static long long registers_for(const struct CarriedParts *c)
{
    return (c->count + MOST_TOGETHER / 2) * (type_size(c->operand->ref->type) > 4 ? 2 : 1);
}

// With 32 registers, what a simple sum takes, a lane leaves most room to those of other groups.
static long long resident_groups(const Lanes *l, const Carried *made)
{
    long long parts = 0, lanes = l->group.rows * l->group.columns, registers = 32;
    for (int i = 0; i < made->count; i++) {
        parts += registers_for(&made->all[i]);
        registers = has_kind(made->all[i].reduce->b, ND_CALL) ? 64 : registers;
    }
    registers = parts > 12 ? 64 : registers;
    long long groups = parts > 32 ? 1 : l->group.machine->unit_registers / (registers * lanes);
    return groups > 1 ? groups : 1;
}

Carried plan_carried(const Plan *plan, const Lanes *l)
{
    const Node *body = plan->call->kernel->body;
    Carried made = { NULL, 0, 1 };
    if (!l->group.turned || !plan->levels || body->kind != ND_BLOCK || l->persistent || has_kind(body, ND_RETURN) ||
        has_kind(body, ND_GOTO))
        return made;
    for (int i = 0; i < body->item_count; i++) {
        const Node *n = body->items[i];
        const Operand *o = result_of(plan, l, n);
        if (o && o->level < plan->levels && copies_none_after(plan, l, o->level) && others_leave(plan, body, n, o))
            list_add(made.all, made.count, ((struct CarriedParts){ n, only_statement(n->body), o, n->axes[0].hi->value / l->group.rows }));
        else if (!runs_once(plan, n))
            return (Carried){ NULL, 0, 1 };
    }
    made.groups = resident_groups(l, &made);
    return made;
}

// ---- Queries --------------------------------------------------------------------------------------------------------

const struct CarriedParts *carried_parts(const Carried *c, const Node *loop)
{
    for (int i = 0; i < c->count; i++)
        if (c->all[i].each == loop || c->all[i].reduce == loop)
            return &c->all[i];
    return NULL;
}

const struct CarriedParts *carried_into(const Carried *c, const Operand *o)
{
    for (int i = 0; i < c->count; i++)
        if (c->all[i].operand == o)
            return &c->all[i];
    return NULL;
}
