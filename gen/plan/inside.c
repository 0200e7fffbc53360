// plan/inside.c -- the condition that an element of a window is inside its array: PL_INSIDE, and the masks of lanes.
//
// It compares subscripts with names that emitted code defines: ND_BOUND, of an operand's window on one dim of its array.

#include "plan/plan.h"

typedef struct { Node *at; bool within; } Position;     // within: certainly 0 <= at < the ref's extent

Node *bound_node(const char *which, const Symbol *ref, int dim)
{
    Node *n = new_node(ND_BOUND, (Loc){ NULL, 0, 0 });
    n->type = copy_type(&(Type){ .kind = TY_I64 });
    n->op = which;
    n->ref = (Symbol *)(size_t)ref;
    n->a = literal_node(dim);
    return n;
}

bool may_begin_before(const WindowDim *w)
{
    return w->kind == WINDOW_ELEMENT && !(w->low && w->low->known && !w->low->value);
}

// Adds the conditions under which an element of a window is inside its array. masks: except where all loops of these lanes
// end there; NULL: all conditions.
static Node *inside_window(const Lanes *masks, Node *conditions, const Operand *o, const Position *p)
{
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (!w->partial || w->dim < 0 || (masks && is_cut(&masks->clips, o, d)))
            continue;
        Node *at = p[w->dim].at;
        if (w->kind == WINDOW_BOUNDED) {
            conditions = and_node(conditions, binary_node("<", at, bound_node("count", o->ref, d)));
            continue;
        }
        Node *place = sum_node("+", bound_node("start", o->ref, d), at);
        if (may_begin_before(w))
            conditions = and_node(conditions, binary_node(">=", place, literal_node(0)));
        conditions = and_node(conditions, binary_node("<", place, w->extent));
    }
    return conditions;
}

static Node *inside(const Plan *plan, const Lanes *masks, Node *conditions, const Symbol *ref, const Position *p)
{
    for (int d = 0; d < ref->rank; d++)
        if (!p[d].within) {
            conditions = and_node(conditions, binary_node(">=", p[d].at, literal_node(0)));
            conditions = and_node(conditions, binary_node("<", p[d].at, ref->dims[d]));
        }
    const Operand *o = operand_of(plan, ref);
    if (o)
        return inside_window(masks, conditions, o, p);
    View v = ref->view ? viewed(ref->view->a) : (View){ 0 };
    if (!v.of || v.of == ref)
        return conditions;
    Position of[MOST_DIMS] = { { NULL, false } };        // the elements of the view are in its block
    for (int d = 0; d < v.of->rank; d++) {
        Node *start = d < v.dim ? v.at[d] : d == v.dim && v.offset ? v.offset : literal_node(0);
        of[d] = (Position){ d < v.dim ? start : sum_node("+", start, p[d - v.dim].at), true };
    }
    return inside(plan, masks, conditions, v.of, of);
}

Node *mask_of(const Plan *plan, const Lanes *l, const Symbol *ref, Node *const *at)
{
    Position p[MOST_DIMS] = { { NULL, false } };
    for (int d = 0; d < ref->rank; d++)
        p[d] = (Position){ at[d], true };
    return inside(plan, l, NULL, ref, p);
}

// Whether 0 <= e < extent for certain: a constant, or the index of an enclosing loop whose bounds are in this range.
static bool is_within_extent(const Node *const *loops, int loop_count, const Node *e, const Node *extent)
{
    if (e->known && extent->known)
        return e->value >= 0 && e->value < extent->value;
    for (int l = 0; e->kind == ND_NAME && l < loop_count; l++)
        for (int a = 0; a < loops[l]->axis_count; a++) {
            const LoopAxis *axis = &loops[l]->axes[a];
            if (axis->index == e->symbol)
                return axis->lo->known && axis->lo->value >= 0 && is_at_most(axis->hi, extent);
        }
    return false;
}

Node *inside_condition(const Plan *plan, const Node *const *loops, int loop_count, const Node *e)
{
    Position p[MOST_DIMS] = { { NULL, false } };
    for (int d = 0; d < e->ref->rank && d < e->item_count; d++)
        p[d] = (Position){ e->items[d], is_within_extent(loops, loop_count, e->items[d], e->ref->dims[d]) };
    return inside(plan, NULL, NULL, e->ref, p);
}
