// plan/clip.c -- loops over blocks that end where the arrays end.
//
// Where a block extends past its array, iterations that only set elements past the edge have no effect. If an axis of a
// PL_EACH does nothing else, as in z[r][c] = … with r as the axis, it ends with the array. Then the remaining
// iterations access only elements of z, and of blocks with the same bounds, that are in the arrays: no masks are
// needed, no second version of the statement, and no copy of the window.

#include "plan/plan.h"

typedef struct {
    const Plan *plan;
    const LaneGroup *lanes;
    const Layouts *layouts;
    Clips made;
    struct Clip found;          // the current axis
    bool sound;                 // its iterations do nothing else
    bool again;                 // an axis was rejected
    struct Cut cut;             // the current dim; without an operand: it is accessed past the edge
} ClipSearch;

// ---- Axes that end with their arrays --------------------------------------------------------------------------------

static bool can_end(const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    return o->copy == COPY_PARTIAL && o->part->spec != SPEC_ATOMIC && w->partial && w->kind == WINDOW_BLOCK && w->size->known;
}

// Whether the blocks of both operands begin and end alike on these dims in every program.
static bool ends_alike(const Operand *a, int dim, const Operand *b, int other)
{
    const WindowDim *v = &a->dims[dim], *w = &b->dims[other];
    return can_end(a, dim) && can_end(b, other) && v->size->value == w->size->value && same_expression(v->index, w->index) &&
           same_expression(v->extent, w->extent);
}

static const Symbol *index_at(const Node *subscript)
{
    while (subscript->kind == ND_CAST || subscript->kind == ND_MULTIPLE_OF)
        subscript = subscript->a;
    return subscript->kind == ND_NAME ? subscript->symbol : NULL;
}

// The dim of the ref whose subscript is the index; -1: none.
static int dim_of(const Node *element, const Symbol *index)
{
    for (int d = 0; d < element->item_count; d++)
        if (index_at(element->items[d]) == index)
            return d;
    return -1;
}

// Requires that the axis stores only to elements of blocks that end where it would, with one row of them per iteration.
static void look_at_store(void *to, const Access *a)
{
    ClipSearch *c = to;
    bool plain = a->block && a->place->kind == ND_ACCESS && a->place->ref == a->block;
    const Operand *o = plain ? operand_of(c->plan, a->block) : NULL;
    bool element = o && a->place->item_count == a->block->rank && !a->atomic && !a->whole && !a->passed;
    int dim = element ? dim_of(a->place, c->found.index) : -1, d = dim < 0 ? -1 : array_dim(o, dim);
    bool own = a->block && find_node(c->found.loop->body, declares_symbol, view_of(a->block).of);
    if ((!a->writes && !a->passed) || own)
        return;
    if (d < 0 || !can_end(o, d) || in_registers(c->layouts, o->ref)) {
        c->sound = false;
    } else if (!c->found.operand) {
        c->found.operand = o;
        c->found.dim = d;
    } else if (!ends_alike(c->found.operand, c->found.dim, o, d)) {
        c->sound = false;
    }
}

// Whether n has an effect that is visible even if its element is past the edge: it reports, prints, returns, or may
// store through a view, a pointer or PL_ATOMIC_….
static bool has_visible_effect(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_CHECK || n->kind == ND_PRINT || n->kind == ND_VIEW || n->kind == ND_RETURN ||
           stores_through_pointer(n) || n->kind == ND_ATOMIC;
}

// Whether rows of lanes may run different numbers of iterations: only if each row consists of whole warps.
static bool rows_may_diverge(const LaneGroup *l)
{
    return !l->turned && l->columns % l->machine->warp == 0 && l->machine->warp > 1;
}

// Whether all lanes run the same iterations: those of a PL_EACH over rows, one after the other.
static bool runs_alike(const LaneGroup *l, const Node *loop)
{
    return l->rows == 1 && is_shared(l, loop);
}

static bool reduces_with_others(const Node *n, const void *lanes)
{
    return (n->kind == ND_REDUCE || scan_of(n)) && is_distributed(lanes, n) &&
           !(shares_in_warp(lanes, true) && rows_may_diverge(lanes));
}

static bool runs_over_block(const LoopAxis *axis, const struct Clip *clip)
{
    return !axis->step && axis->lo->known && !axis->lo->value && axis->hi->known &&
           axis->hi->value == clip->operand->dims[clip->dim].size->value;
}

static void find_clips(void *to, const Node *n)
{
    ClipSearch *c = to;
    if (n->kind != ND_EACH || scan_of(n) || find_node(n->body, has_visible_effect, NULL) ||
        (!runs_alike(c->lanes, n) && find_node(n->body, reduces_with_others, c->lanes)))
        return;
    for (int a = 0; a < n->axis_count; a++) {
        c->found = (struct Clip){ .index = n->axes[a].index, .loop = n };
        c->sound = !trips_of(c->layouts, n->axes[a].index);
        each_access(n->body, NULL, look_at_store, c);
        if (c->sound && c->found.operand && runs_over_block(&n->axes[a], &c->found))
            list_add(c->made.clips, c->made.clip_count, c->found);
    }
}

// ---- Reads past the edge --------------------------------------------------------------------------------------------

// Whether the subscript on this dim of the array is an axis that ends with it.
static bool ends_with(const Clips *l, const Access *a, const Operand *o, int d)
{
    if (a->place->kind != ND_ACCESS || a->place->ref != o->ref || a->place->item_count < o->ref->rank)
        return false;
    const Symbol *index = index_at(a->place->items[o->dims[d].dim]);
    const struct Clip *clip = index ? clip_of(l, index) : NULL;
    return clip && ends_alike(clip->operand, clip->dim, o, d);
}

static void give_up(ClipSearch *c, const Operand *o, int d)
{
    Clips *l = &c->made;
    int kept = 0;
    for (int i = 0; i < l->clip_count; i++)
        if (ends_alike(l->clips[i].operand, l->clips[i].dim, o, d))
            c->again = true;
        else
            l->clips[kept++] = l->clips[i];
    l->clip_count = kept;
}

// A written block whose elements past the edge are read elsewhere must be set there, too, so its axes cannot be
// clipped.
static void look_at_read(void *to, const Access *a)
{
    ClipSearch *c = to;
    const Operand *o = a->block ? operand_of(c->plan, view_of(a->block).of) : NULL;
    for (int d = 0; o && o->written && (a->reads || a->passed) && d < o->rank; d++)
        if (o->dims[d].dim >= 0 && can_end(o, d) && !ends_with(&c->made, a, o, d))
            give_up(c, o, d);
}

static void look_at_cut(void *to, const Access *a)
{
    ClipSearch *c = to;
    const Operand *o = c->cut.operand;
    if (o && a->block && view_of(a->block).of == o->ref && !ends_with(&c->made, a, o, c->cut.dim))
        c->cut.operand = NULL;
}

static void find_cuts(ClipSearch *c, const Operand *o, const Node *body)
{
    for (int d = 0; d < o->rank; d++) {
        if (o->dims[d].dim < 0 || !can_end(o, d) || in_registers(c->layouts, o->ref))
            continue;
        c->cut = (struct Cut){ o, d };
        each_access(body, NULL, look_at_cut, c);
        if (c->cut.operand)
            list_add(c->made.cuts, c->made.cut_count, c->cut);
    }
}

Clips plan_clips(const Plan *plan, const LaneGroup *l, const Layouts *layouts)
{
    const Node *body = plan->call->kernel->body;
    ClipSearch c = { .plan = plan, .lanes = l, .layouts = layouts };
    each_node(body, find_clips, &c);
    for (c.again = true; c.again;) {
        c.again = false;
        each_access(body, NULL, look_at_read, &c);
    }
    for (int i = 0; i < plan->operand_count; i++)
        find_cuts(&c, &plan->operands[i], body);
    return c.made;
}

// ---- Divergent lanes ------------------------------------------------------------------------------------------------
// Lanes run different numbers of iterations of a clipped loop, so none of them may wait for the others in it.

bool waits_in_clip(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    for (int c = 0; c < l->clips.clip_count; c++)
        for (int b = 0; b < plan->barrier_count; b++) {
            const Barrier *barrier = plan->barriers[b];
            const Node *loop = l->clips.clips[c].loop, *at = barrier->step ? barrier->step->node : NULL;
            bool before = barrier->place == BARRIER_BEFORE && at == loop;
            bool alike = runs_alike(&l->group, loop) || (barrier->row && rows_may_diverge(&l->group));
            if (at && !alike && !before && find_node(loop, is_node, at))
                return true;
        }
    return false;
}
