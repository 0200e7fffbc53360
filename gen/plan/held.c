// plan/held.c -- rows that several loops access, and that lanes hold in local memory: each is read from its array once.
//
// All loops over rows give a lane the same elements (plan/lanes.c). So it can copy them to places of its own before the first loop,
// all at once, and keep there what it computes, for the loops that follow. No other lane accesses them: no barrier is needed. A row
// that a kernel writes and reads again is stored to its array once, by the last loop that sets it.
//
// If local memory has no room for a row, lanes hold its first elements. Each loop over a row is then two: one over what is held, and
// one over the rest, which is in its array as if no row were held.

#include "plan/plan.h"

typedef struct {
    const Plan *plan;
    const Lanes *lanes;         // of which groups, layouts, clips, placements and vectors are planned
    const Node **loops;         // over the rows of a scope, in their order; each runs if those before it have run
    int loop_count;
    HeldRows made;
} Holding;

typedef struct { const struct Vector *vector; int loop; } RowUse;       // loop: its number in the scope

typedef struct { RowUse *all; int count; } RowUses;

// ---- The loops of a scope -------------------------------------------------------------------------------------------

static void add_loops_of(Holding *h, const Node *n)
{
    bool collective = n->kind == ND_EACH || n->kind == ND_REDUCE;
    for (int i = 0; n->kind == ND_BLOCK && i < n->item_count; i++)
        add_loops_of(h, n->items[i]);
    if (collective && !is_shared(&h->lanes->group, n))
        list_add(h->loops, h->loop_count, n);
}

// Whether the loop has whole runs where lanes load and store vectors.
static bool has_whole_runs(const Holding *h, const Node *loop)
{
    const LaneVectors *v = &h->lanes->vectors;
    for (int i = 0; i < v->run_loop_count; i++)
        if (v->run_loops[i].loop == loop)
            return v->run_loops[i].whole || v->run_loops[i].checked;
    return false;
}

// The extent of the row that the loop is over, if it is a constant or a parameter of the call; otherwise NULL.
static const Node *row_extent(const Holding *h, const Node *loop)
{
    const LoopAxis *axis = &loop->axes[0];
    bool from_start = loop->axis_count == 1 && axis->lo->known && axis->lo->value == 0 && !axis->step;
    return !from_start || !has_whole_runs(h, loop) ? NULL : axis->hi->known ? axis->hi : unwrapped_size(axis->hi);
}

// Whether both loops give a lane the same elements.
static bool same_elements(const Holding *h, const Node *a, const Node *b)
{
    const Node *extent = row_extent(h, a), *other = row_extent(h, b);
    const struct Clip *clip = clip_of(&h->lanes->clips, a->axes[0].index), *other_clip = clip_of(&h->lanes->clips, b->axes[0].index);
    bool same_end = !clip || !other_clip ? clip == other_clip : clip->operand == other_clip->operand && clip->dim == other_clip->dim;
    return extent && other && same_expression(extent, other) && same_end &&
           distribution_of(&h->lanes->group, a->axes[0].index) == distribution_of(&h->lanes->group, b->axes[0].index);
}

// ---- The accesses of an operand -------------------------------------------------------------------------------------

// Whether n may have another value in another loop of the scope.
static bool is_unsteady(const Node *n, const void *unused)
{
    (void)unused;
    if (n->kind == ND_NAME && !n->known)
        return n->symbol->kind == SY_LOCAL;
    return n->kind == ND_ACCESS || n->kind == ND_CALL || effect_of(n).target;
}

static bool same_row(const Node *a, const Node *b)
{
    for (int d = 0; d < a->item_count - 1; d++)
        if (find_node(a->items[d], is_unsteady, NULL) || !same_expression(a->items[d], b->items[d]))
            return false;
    return true;
}

// The loops that access a row of the operand as vectors. There are none if one accesses another row, or several.
static RowUses uses_of(const Holding *h, const Operand *o)
{
    RowUses uses = { NULL, 0 };
    const LaneVectors *vectors = &h->lanes->vectors;
    for (int i = 0; i < h->loop_count; i++)
        for (const struct Vector *v = vectors->vectors; v < vectors->vectors + vectors->vector_count; v++) {
            if (v->loop != h->loops[i] || v->ref != o->ref || !v->place)
                continue;
            list_add(uses.all, uses.count, ((RowUse){ v, i }));
            const RowUse *first = &uses.all[0], *last = &uses.all[uses.count - 1];
            bool second = uses.count > 1 && last[-1].loop == i;
            if (second || !same_elements(h, first->vector->loop, v->loop) || !same_row(first->vector->place, v->place))
                return (RowUses){ NULL, 0 };
        }
    return uses;
}

typedef struct { const Holding *h; const Symbol *ref; const RowUses *uses; bool others; } OtherUses;

static void note_other_use(void *to, const Access *a)
{
    OtherUses *o = to;
    const Node *loop = a->around_count ? a->around[a->around_count - 1] : NULL;
    const struct Vector *v = loop && a->place->kind == ND_ACCESS ? vector_of(&o->h->lanes->vectors, loop, a->place) : NULL;
    bool known = false;
    if (!a->block || view_of(a->block).of != o->ref)
        return;
    for (int i = 0; i < o->uses->count; i++)
        known |= o->uses->all[i].vector == v;
    o->others |= !known;
}

// Whether nothing but these loops sees what the operand has meanwhile.
static bool has_no_others(const Holding *h, const Operand *o, const RowUses *uses)
{
    OtherUses others = { h, o->ref, uses, is_aliased(h->plan->call, o->part) };
    if (!o->written)
        return o->only_read;
    each_access(h->plan->call->kernel->body, NULL, note_other_use, &others);
    return !others.others;
}

// ---- Places ---------------------------------------------------------------------------------------------------------

static bool loads_after(const RowUses *uses, int i)
{
    for (i++; i < uses->count; i++)
        if (uses->all[i].vector->loads)
            return true;
    return false;
}

static bool stores_after(const RowUses *uses, int i)
{
    for (i++; i < uses->count; i++)
        if (uses->all[i].vector->stores)
            return true;
    return false;
}

// Returns a place that no row uses any more when this one begins, in the same loop or before; or a new one.
static int place_for(Holding *h, const Operand *o, const RowUses *uses, const Node *extent)
{
    const RowUse *first = &uses->all[0];
    for (int i = 0; i < h->made.place_count; i++) {
        struct HeldPlace *p = &h->made.places[i];
        bool is_free = p->last < first->loop || (p->last == first->loop && first->vector->stores);
        if (is_free && p->first->ref->type->kind == o->ref->type->kind && same_expression(p->extent, extent)) {
            p->contents = text("%s, then of %s", p->contents, o->ref->name);
            return i;
        }
    }
    list_add(h->made.places, h->made.place_count, ((struct HeldPlace){ o, extent, o->ref->name, 0 }));
    return h->made.place_count - 1;
}

static void hold_operand(Holding *h, const Operand *o)
{
    RowUses uses = uses_of(h, o);
    if (uses.count < 2 || !loads_after(&uses, 0) || !has_no_others(h, o, &uses))
        return;
    int place = place_for(h, o, &uses, row_extent(h, uses.all[0].vector->loop));
    for (int i = 0; i < uses.count; i++) {
        const struct Vector *v = uses.all[i].vector;
        bool first = !i && !v->stores, fetched = first && !o->written;         // a copy would not see what the lane has just stored
        bool kept = (v->stores || (first && !fetched)) && loads_after(&uses, i);
        struct HeldVector held = { v, place, fetched, fetched || (i && v->loads), kept, v->stores && !stores_after(&uses, i) };
        list_add(h->made.vectors, h->made.vector_count, held);
        if (v->loads)
            h->made.places[place].last = uses.all[i].loop;
    }
}

// The next scope begins when this one has ended: its rows may have the same places, whose elements belong to the same lanes.
static void hold_in(Holding *h, const Node *scope)
{
    h->loops = NULL, h->loop_count = 0;
    add_loops_of(h, scope);
    for (int i = 0; i < h->made.place_count; i++)
        h->made.places[i].last = -1;
    for (int i = 0; i < h->plan->operand_count; i++)
        if (window_placement(&h->lanes->placements, &h->plan->operands[i]) == WINDOW_IN_PLACE)
            hold_operand(h, &h->plan->operands[i]);
}

// Where windows are masked, a statement also has a version without vectors.
static bool has_masks(const Holding *h)
{
    for (int i = 0; i < h->plan->operand_count; i++)
        if (window_placement(&h->lanes->placements, &h->plan->operands[i]) == WINDOW_MASKED)
            return true;
    return false;
}

HeldRows plan_held(const Plan *plan, const Lanes *l)
{
    Holding h = { .plan = plan, .lanes = l };
    const Node *body = plan->call->kernel->body;
    if (has_kind(body, ND_LABEL) || has_masks(&h))
        return h.made;
    hold_in(&h, body);
    for (int i = 0; i < l->group.shared_count; i++)
        hold_in(&h, l->group.shared[i]->body);
    return h.made;
}

// ---- The result -----------------------------------------------------------------------------------------------------

const struct HeldVector *held_vector(const HeldRows *h, const struct Vector *v)
{
    return find_by(h->vectors, h->vector_count, v);
}

// -1: known at run time.
static long long place_bytes(const struct HeldPlace *p)
{
    return p->extent->known ? p->extent->value * type_size(p->first->ref->type) : -1;
}

long long held_bytes(const HeldRows *h)
{
    long long all = 0;
    for (int i = 0; i < h->place_count; i++) {
        long long bytes = place_bytes(&h->places[i]);
        all = all < 0 || bytes < 0 ? -1 : all + bytes;
    }
    return all;
}

// The lanes of a PL_SCAN go through a row together, in rounds, and not in two loops.
bool may_hold_parts(const HeldRows *h)
{
    bool may = true;
    for (int i = 0; i < h->place_count; i++)
        may &= same_expression(h->places[i].extent, h->places[0].extent);
    for (int i = 0; i < h->vector_count; i++)
        may &= !scan_of(h->vectors[i].vector->loop);
    return may;
}

// Rows of a program that are not held are run side by side. Where a program has only one, or where many programs run at a time, much
// shorter ones are worth it.
long long held_least(const Lanes *l, bool many)
{
    bool one = true;
    for (int i = 0; i < l->group.shared_count; i++)
        one &= axis_count(&l->group.shared[i]->axes[0]) == 1;
    return l->group.machine->held_least / (one || many ? 16 : 1);
}

LocalMemory with_held_rows(LocalMemory l, const HeldRows *h)
{
    for (int i = 0; i < h->place_count; i++) {
        const struct HeldPlace *p = &h->places[i];
        long long bytes = place_bytes(p);
        list_add(l.uses, l.use_count,
                 ((struct LocalUse){ .what = "row", .of = p->first->ref, .type = p->first->ref->type, .name = "held", .narrow = true,
                                     .aligned = true, .rows = 1, .elements = p->extent->known ? p->extent->value : 0, .bytes = bytes,
                                     .held = p, .at = p->first->part->at }));
        l.bytes += bytes < 0 ? 0 : bytes;
    }
    return l;
}

const char *held_name(const LocalMemory *l, const struct HeldPlace *p)
{
    for (int i = 0; i < l->use_count; i++)
        if (l->uses[i].held == p)
            return l->uses[i].array;
    INTERNAL("a row that no memory holds");
}
