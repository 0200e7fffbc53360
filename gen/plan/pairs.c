// plan/pairs.c -- pairs of neighboring programs: whether their groups run together, and share what the producers of both fetch.
//
// Of a product, programs that are neighbors along an axis need the same blocks of the operand whose index does not have that axis.
// Each producer copies half of them to both groups. Groups take programs in turn: while the results of one are stored, from local
// memory, the slices of the next arrive. A neighbor may be missing at the end of the axis; its group then does what its partner does,
// and stores nothing. Which of that happens is chosen when the call is made; the results are the same.

#include "plan/plan.h"

enum { MOST_BOX_DIMS = 5, PANEL_ROWS = 64 };

bool has_pairs(const Lanes *l)
{
    return l->pairs.shared;
}

// ---- Results: blocks that are stored as a whole, after the steps ----------------------------------------------------

// The only PL_DOT of the kernel; NULL: it has none, or several.
static const Node *only_dot(const Node *body)
{
    const Node *found = NULL;
    for (int i = 0; body->kind == ND_BLOCK && i < body->item_count; i++)
        if (body->items[i]->kind == ND_DOT) {
            if (found)
                return NULL;
            found = body->items[i];
        }
    return found;
}

static bool is_assignment_of(const Node *n, const Symbol *ref, const Node *each)
{
    const Node *store = n->kind == ND_EXPRESSION && n->a->kind == ND_BINARY && is_op(n->a, "=") ? n->a->a : NULL;
    bool own = store && store->kind == ND_ACCESS && store->ref == ref && store->item_count == 2;
    for (int d = 0; own && d < 2; d++)
        own = is_name_of(store->items[d], each->axes[d].index);
    return own;
}

// Whether the loop sets each element of the block, in its order.
static bool sets_each(const Node *n, const Symbol *ref)
{
    const Node *body = n->kind == ND_EACH ? n->body : NULL;
    if (!body || n->axis_count != 2)
        return false;
    for (int d = 0; d < 2; d++)
        if (!is_literal(n->axes[d].lo, 0) || !n->axes[d].hi->known || n->axes[d].hi->value != ref->dims[d]->value)
            return false;
    if (body->kind != ND_BLOCK)
        return is_assignment_of(body, ref, n);
    for (int i = 0; i < body->item_count; i++)
        if (is_assignment_of(body->items[i], ref, n))
            return true;
    return false;
}

static bool sets_all(const Node *n, const Symbol *ref)
{
    return (by_elements(n) && is_name_of(n->a, ref)) || sets_each(n, ref);
}

// Whether a statement that only the last step runs, or the only one, sets all of the block.
static bool is_set_last(const Plan *plan, const Symbol *ref)
{
    const Node *body = plan->call->kernel->body;
    if (count_nodes(body, names_symbol, ref) != 1)
        return false;
    for (int i = 0; i < body->item_count; i++) {
        const Node *last = !plan->levels ? body->items[i] : level_alone(plan, body->items[i], STEP_LAST) == 1 ? body->items[i]->b : NULL;
        if (last && sets_all(last, ref))
            return true;
        for (int k = 0; last && last->kind == ND_BLOCK && k < last->item_count; k++)
            if (sets_all(last->items[k], ref))
                return true;
    }
    return false;
}

bool is_result_of_steps(const Plan *plan, const Operand *o)
{
    const Node *dot = only_dot(plan->call->kernel->body);
    const Symbol *z = dot ? dot->a->symbol : NULL, *ref = o->ref;
    bool alike = z && z != ref && ref->rank == 2 && z->rank == 2;
    for (int d = 0; alike && d < 2; d++)
        alike = ref->dims[d]->known && z->dims[d]->known && ref->dims[d]->value == z->dims[d]->value;
    return alike && o->written && !o->read && !o->level && is_set_last(plan, ref);
}

static const char *why_not_stored(const Plan *plan, const Lanes *l, const Operand *o)
{
    const struct BlockLayout *layout = block_layout(&l->layouts, o->ref);
    const char *name = o->ref->name;
    if (stays_in_place(o->part) || is_aliased(plan->call, o->part))
        return text("'%s' has no blocks of its own", name);
    if (o->level)
        return text("blocks of '%s' change with the steps", name);
    if (o->read)                                        // a block of a pair that has no program would read it while its partner stores
        return text("'%s' is read before it is stored", name);
    if (!layout || layout->layout != LAYOUT_TILE || o->ref->rank != 2)
        return text("'%s' is not set as a whole, element by element, after the steps", name);
    if (o->rank > MOST_BOX_DIMS)
        return text("the array of '%s' has %d dims, batches included, and a box has at most %d", name, o->rank, MOST_BOX_DIMS);
    if (o->dims[o->rank - 1].dim != 1)
        return text("a row of the block '%s' is not contiguous: its last dim must be the array's", name);
    if (type_size(o->ref->type) > 4 || o->ref->dims[1]->value * type_size(o->ref->type) % BOX_LINE)
        return text("a row of the block '%s' is no multiple of %d bytes, or its elements have more than 4", name, BOX_LINE);
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].kind != WINDOW_BLOCK && o->dims[d].kind != WINDOW_ONE && o->dims[d].kind != WINDOW_FULL)
            return text("blocks of '%s' are not at multiples of their size", name);
    return NULL;
}

// ---- The call -------------------------------------------------------------------------------------------------------

static const char *why_not_checked(const Operand *o)
{
    bool inside = !o->check_count && !map_reports(o, 0);
    for (int d = 0; d < o->rank; d++)
        inside &= o->dims[d].inside;
    return inside ? NULL : text("the index of '%s' is checked in each program", o->ref->name);
}

static const char *why_no_pairs(const Plan *plan, const Lanes *l)
{
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        const char *why = why_not_checked(o);
        if (!why && o->written)
            why = why_not_stored(plan, l, o);
        if (why)
            return why;
    }
    return has_kind(plan->call->kernel->body, ND_PRINT) ? "the kernel prints" : NULL;
}

// ---- The axis -------------------------------------------------------------------------------------------------------

// Programs of different parts run different steps.
static bool depends_on(const Plan *plan, const Operand *o, const Axis *axis)
{
    if (axis == part_axis(plan->call))
        return true;
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].index && uses(o->dims[d].index, axis->symbol))
            return true;
    return false;
}

// The operand that saves the most, and its axis.
static Pairs best_pairs(const Plan *plan, const Node *dot)
{
    Pairs best = { .why_not = "no two programs need the same blocks of an operand" };
    long long most = 0;
    for (int a = 0; a < plan->axis_count; a++)
        for (int side = 0; plan->axes[a].parallel && side < 2; side++) {
            const Operand *o = operand_of(plan, block_of(side ? dot->c : dot->b));
            if (!o || depends_on(plan, o, plan->axes[a].axis) || block_bytes(o->ref) <= most)
                continue;
            most = block_bytes(o->ref);
            best = (Pairs){ .axis = a, .shared = o->ref };
        }
    return best;
}

Pairs plan_pairs(const Plan *plan, const Lanes *l)
{
    if (!l->group.machine->producer_lanes || l->group.rejected || !l->dots.across)
        return (Pairs){ 0 };
    const char *why = why_no_pairs(plan, l);
    return why ? (Pairs){ .why_not = why } : best_pairs(plan, l->dots.across);
}

// ---- Local memory ---------------------------------------------------------------------------------------------------

long long bytes_of_results(const Lanes *l)
{
    enum { BUFFERS = 2 };                               // one is filled while the other is copied
    long long instructions = l->group.rows * l->group.columns / l->group.machine->mma_lanes;
    return has_pairs(l) ? BUFFERS * instructions * PANEL_ROWS * BOX_LINE : 0;
}

long long extent_of_results(const Operand *o, int d)
{
    return o->dims[d].dim < 0 ? 1 : o->dims[d].dim == 1 ? BOX_LINE / type_size(o->ref->type) : PANEL_ROWS;
}
