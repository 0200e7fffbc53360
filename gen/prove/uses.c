// prove/uses.c -- what a statement accesses in memory that lanes share: elements of the user's blocks, of arrays that the schedule has
// for itself (slices, parts of reductions, rows), and of the arrays of operands, where windows are copied.

#include "prove/walk.h"
#include <string.h>

// ---- Conflicts ------------------------------------------------------------------------------------------------------

static bool is_known_conflict(const Walk *w, const MemoryUse *a, const MemoryUse *b)
{
    for (int i = 0; i < w->found.count; i++) {
        const MemoryUse *first = &w->found.all[i].first, *then = &w->found.all[i].then;
        if (first->access->memory == a->access->memory && first->at.line == a->at.line && then->at.line == b->at.line &&
            first->access->writes == a->access->writes && then->access->writes == b->access->writes)
            return true;
    }
    return false;
}

static StageNumber number_of_stage(const Index *i)
{
    return (StageNumber){ i->known, is_constant_index(i), i->of, i->by, i->constant };
}

// stage NULL: the memory has only one. starts: it is written later.
static void record(Walk *w, MemoryAccess a, const Index *stage, bool starts, Loc at)
{
    const StageNumber none = { 0 };
    a.guard = w->guard;
    a.last = w->last, a.limited = w->limited, a.in_vectors = w->in_vectors;
    a.copies = w->statement && w->statement->op;
    const MemoryUse u = { .access = one_access(w->memo, &a), .statement = w->statement, .at = at.line ? at : w->at,
                          .started = starts && a.writes, .age = -1, .stage = stage ? number_of_stage(stage) : none };
    add_use(&w->made, &u);
}

// The place that orders the accesses; NULL: none does.
static Barrier *place_for(const MemoryUse *first)
{
    const MemoryKind kind = first->access->local ? MEMORY_LOCAL : MEMORY_GLOBAL;
    Barrier *const all[] = { first->own, first->outer, first->latest };
    for (size_t i = 0; i < sizeof all / sizeof *all && !first->started; i++)
        if (all[i] && (!all[i]->placed || all[i]->row || all[i]->skips & kind))
            return all[i];
    return NULL;
}

// Two copies of windows: what is read says more.
bool is_weak(const Missing *m)
{
    return m->at && m->at->place == BARRIER_FETCHED && m->then.access->copies;
}

// Of several conflicts within a statement, the one with the latest access before it gives the reason.
static void add_missing(Walk *w, int number, const MemoryUse *b)
{
    const MemoryUse *a = &w->now.all[number];
    const Missing *found = &w->missing;
    Barrier *place = place_for(a);
    const bool better = is_weak(found) ? place == found->at && !b->access->copies : !found->at || number > found->number;
    if (!place || !better || !uses_conflict(w->group, a, b))
        return;
    w->missing = (Missing){ place, number, *a, *b, .programs = a->programs ||
                                                               (!place->in_loop && (w->plan->levels || w->lanes->persistent)) };
}

static void add_conflict(Walk *w, const MemoryUse *a, const MemoryUse *b)
{
    if (uses_conflict(w->group, a, b) && !is_known_conflict(w, a, b))
        list_add(w->found.all, w->found.count, ((Conflict){ *a, *b }));
}

void settle(Walk *w)
{
    for (int i = 0; i < w->now.count; i++)
        for (int j = 0; j < w->made.count; j++)
            if (w->placing)
                add_missing(w, i, &w->made.all[j]);
            else
                add_conflict(w, &w->now.all[i], &w->made.all[j]);
    add_uses(&w->now, &w->made);
    w->made.count = 0;
}

static bool is_read_only(const Walk *w, const Symbol *block)
{
    const Operand *o = operand_of(w->plan, block);
    const Placement how = o ? window_placement(&w->lanes->placements, o) : WINDOW_REGISTERS;
    return o && !o->written && (how == WINDOW_IN_PLACE || how == WINDOW_MASKED);
}

static bool is_in_array(const Walk *w, const Operand *o)
{
    const Placement how = window_placement(&w->lanes->placements, o);
    return how == WINDOW_IN_PLACE || how == WINDOW_MASKED || (how == WINDOW_COPIED && o->copy == COPY_PARTIAL);
}

// The dims on which windows of steps may begin anywhere in the array.
static unsigned dims_that_move(const Walk *w, const Symbol *block)
{
    const Operand *o = operand_of(w->plan, block);
    const bool moves = o && shares_elements(w->plan, o) && is_in_array(w, o);
    unsigned dims = 0;
    for (int d = 0; moves && d < o->rank; d++)
        if (o->dims[d].kind == WINDOW_ELEMENT || o->dims[d].kind == WINDOW_BOUNDED)
            dims |= 1u << o->dims[d].dim;
    return dims;
}

static bool begins_at_multiple(const WindowDim *d)      // of a constant size
{
    return d->kind == WINDOW_ONE || ((d->kind == WINDOW_BLOCK || d->kind == WINDOW_FULL) && d->size->known);
}

// All operands' arrays count as one, because operands may share an array. A window that is in its array when it is whole counts as
// this array. If windows begin at multiples of their size, each element of the array has only one place in a window.
static void use_array(Walk *w, const Operand *o, bool writes)
{
    const Placement how = window_placement(&w->lanes->placements, o);
    const bool some = how == WINDOW_COPIED && o->copy == COPY_PARTIAL;
    bool aligned = !has_other_shape(w->plan, o);
    MemoryAccess u = { .memory = some ? o->ref->name : "the array", .writes = writes, .of_array = true };
    if (how == WINDOW_REGISTERS || !(o->copy == COPY_ALWAYS || shares_elements(w->plan, o)))
        return;
    for (int d = 0; d < o->rank; d++)
        aligned &= begins_at_multiple(&o->dims[d]);
    for (int d = 0; aligned && d < o->rank; d++) {
        const Index i = index_of(&w->variables, w->guard, w->group, word_node(text("pl_at_%d", d)));
        u.dims[d] = lane_of_index(w->group, &i);
        u.dims[d].size = o->dims[d].kind == WINDOW_ONE ? 1 : o->dims[d].size->value;
        u.dims[d].ranged = false, u.dims[d].of = 0;
        u.rank = d + 1;
    }
    record(w, u, NULL, false, w->at);
}

static const Variable *buffers_of(const Walk *w, const Symbol *block)
{
    const Variable *v = variable_named(&w->variables, block->name);
    return v && v->memory ? v : NULL;
}

// place: an element, of so many that are accessed; NULL: any.
static void use_block(Walk *w, const Symbol *ref, const Node *place, long long count, bool writes, bool atomic, bool starts)
{
    const View v = view_of(ref);
    const MemoryKind memory = memory_of(&w->lanes->placements, v.of);
    if (memory == MEMORY_PRIVATE || in_registers(&w->lanes->layouts, ref) || is_read_only(w, v.of))
        return;
    MemoryAccess u = { .memory = v.of->name, .local = memory == MEMORY_LOCAL, .writes = writes, .atomic = atomic, .of_statement = true,
                       .moved = dims_that_move(w, v.of) };
    for (int d = 0; place && d < place->item_count && place->item_count == ref->rank; d++) {
        Index i = index_of(&w->variables, w->guard, w->group, place->items[d]);
        if (!d)                                         // in a view, that of its block
            i.known &= v.known, i.constant += v.from, i.low += v.from, i.high += v.from;
        u.dims[v.dim + d] = lane_of_index(w->group, &i);
        u.rank = v.dim + d + 1;
    }
    if (u.rank && count > 1)
        u.dims[u.rank - 1].high += count - 1;
    const Variable *buffer = buffers_of(w, v.of);
    if (buffer)
        u.stages = buffer->stages, u.size = buffer->size;
    record(w, u, buffer ? &buffer->index : NULL, starts, place ? place->at : w->at);
}

// An array that the schedule has for itself.
static bool is_own_array(const Walk *w, const char *name)
{
    const LocalMemory *local = &w->lanes->local;
    for (int i = 0; i < local->use_count; i++)
        if ((local->uses[i].array && !strcmp(local->uses[i].array, name)) ||
            (local->uses[i].held && !strcmp(held_name(local, local->uses[i].held), name)))
            return true;
    return begins(name, "pl_reduction_");
}

static void use_own(Walk *w, const Node *place, bool writes, bool starts, long long count)
{
    if (place->ref) {
        use_array(w, operand_of(w->plan, place->ref), writes);
        return;
    }
    const Variable *v = variable_named(&w->variables, place->name);
    const char *memory = v && v->memory ? v->memory : is_own_array(w, place->name) ? place->name : NULL;
    if (!memory)
        return;
    const Index i = place->item_count ? index_of(&w->variables, w->guard, w->group, place->items[0]) : constant_index(0);
    MemoryAccess u = { .memory = memory, .local = true, .writes = writes, .rank = 1 };
    u.dims[0] = lane_of_index(w->group, &i);
    u.dims[0].ranged &= count > 0, u.dims[0].high += count - 1;
    u.from_start = !v || !v->memory || v->to_start;
    if (v && v->memory)
        u.stages = v->stages, u.size = v->size;
    record(w, u, v && v->memory ? &v->index : NULL, starts, w->at);
}

typedef struct { Walk *walk; bool writes; } Using;

// What an expression accesses of these arrays.
static void use_own_in(void *to, const Node *n)
{
    Using *u = to, read = { u->walk, false }, written = { u->walk, true };
    if (n->kind == ND_PLACE && n->a)                    // of a block
        return;
    if (n->kind == ND_PLACE)
        use_own(u->walk, n, u->writes, false, 1);
    if (!assigns_to(n)) {
        visit_parts(n, use_own_in, n->kind == ND_PLACE ? &read : u);
        return;
    }
    if (n->b)
        use_own_in(&read, n->b);
    if (accumulates_into(n))
        use_own_in(&read, n->a);
    use_own_in(&written, n->a);
}

static void use_pointed(Walk *w, bool writes)
{
    for (int i = 0; i < w->pointed_count; i++)
        use_block(w, w->pointed[i], NULL, 0, writes, false, false);
}

static void use_of_user(void *to, const Access *a)
{
    Walk *w = to;
    const Node *n = a->place;
    const bool pointer = n->kind == ND_CALL || (!a->block && through_pointer(n));
    if (a->by && a->by->kind == ND_VIEW)
        return;
    if (a->whole && !a->passed)
        use_block(w, block_of(n), NULL, 0, a->writes, false, false);
    if (n->kind == ND_ACCESS && n->ref->kind == SY_REF && a->reads && !a->atomic)
        use_block(w, n->ref, n, 1, false, false, false);
    if (n->kind == ND_ACCESS && n->ref->kind == SY_REF && a->writes)
        use_block(w, n->ref, n, 1, true, a->atomic, false);
    if (pointer && a->reads)
        use_pointed(w, false);
    if (pointer && a->writes)
        use_pointed(w, true);
}

static void use_parts(Walk *w, const Node *n)
{
    each_access(n, NULL, use_of_user, w);
    use_own_in(&(Using){ w, false }, n);
}

void use_all(Walk *w, const Node *n)
{
    if (!n)
        return;
    use_parts(w, n);
    settle(w);
}

void use_argument(Walk *w, const Node *n, bool writes, bool starts, long long count)
{
    const Node *place = is_address(n) ? n->a : n;
    if (place->kind == ND_PLACE && !place->a) {
        use_own(w, place, writes, starts, count);
        visit_parts(place, use_own_in, &(Using){ w, false });
    } else if (place->kind == ND_PLACE) {
        use_block(w, place->a->ref, place->a, count, writes, false, starts);
    } else {
        use_parts(w, n);
    }
}


void use_memory(Walk *w, const Node *n, bool writes, bool starts, long long count)
{
    const Node *place = is_address(n) ? n->a : n;
    if (place->a)
        use_block(w, place->a->ref, NULL, 0, writes, false, starts);
    else
        use_own(w, place, writes, starts, count);
}
