// plan/barriers_access.c -- what a statement accesses, which lane accesses each element, and which accesses conflict.

#include "plan/barriers.h"

const LaneKey any_lane = { 0 }, own_lane = { .known = true }, first_lane = { .known = true, .first = true };

// ---- States ---------------------------------------------------------------------------------------------------------

static bool same_row(Row a, Row b)
{
    return a.known == b.known && a.dim == b.dim && a.shift == b.shift;
}

static bool same_key(const LaneKey *a, const LaneKey *b)
{
    if (a->known != b->known || a->first != b->first || a->share_count != b->share_count || a->block_count != b->block_count)
        return false;
    for (int i = 0; i < a->share_count; i++) {
        const struct Share *one = &a->shares[i], *other = &b->shares[i];
        if (one->distribution != other->distribution || one->dim != other->dim || one->shift != other->shift)
            return false;
    }
    for (int i = 0; i < a->block_count; i++)
        if (a->blocks[i] != b->blocks[i])
            return false;
    return true;
}

// The dims on which the same element has other indices in a than in a later access. A bit for each.
static unsigned shifted_dims(const MemoryAccess *a)
{
    return a->steps & a->moves ? a->shifts : 0;
}

// Whether the subscripts differ for certain: x[0] and x[1], or x[c] with c < 8 and with c >= 8.
static bool are_separate(const MemoryAccess *a, const MemoryAccess *b)
{
    for (size_t d = 0; d < sizeof a->dims / sizeof *a->dims; d++)
        if (!(shifted_dims(a) >> d & 1) && a->dims[d].known && b->dims[d].known &&
            (a->dims[d].to < b->dims[d].from || b->dims[d].to < a->dims[d].from))
            return true;
    return false;
}

// Whether both keys give each element to the same lane.
static bool have_same_lane(const MemoryAccess *a, const MemoryAccess *b)
{
    unsigned shifted = shifted_dims(a);
    for (int i = 0; i < a->key.share_count; i++)
        if (shifted >> a->key.shares[i].dim & 1)
            return false;
    return a->key.known && same_key(&a->key, &b->key) && !(shifted && !a->key.first && !a->key.share_count);
}

// Whether lane 0 alone makes access a, and its element belongs to lane 0 in b's loop, too.
static bool first_lane_owns(Walk *walk, const MemoryAccess *a, const MemoryAccess *b, unsigned shifted)
{
    bool all = false, row = false, column = false;
    if (!same_key(&a->key, &first_lane) || b->key.first || b->key.block_count)
        return false;
    for (int i = 0; i < b->key.share_count; i++) {
        const struct Share *share = &b->key.shares[i];
        long long from = a->dims[share->dim].from, lanes = lane_period(&walk->lanes->group, share->distribution);
        if (shifted >> share->dim & 1 || !a->dims[share->dim].known || from != a->dims[share->dim].to ||
            (from - share->shift) % lanes)
            return false;
        all |= share->distribution == CYCLIC_LANES, row |= share->distribution == CYCLIC_ROWS,
            column |= share->distribution == CYCLIC_COLUMNS;
    }
    return all || (row && column);
}

// Whether a has a known range on some dim that b does not have.
static bool has_other_range(const MemoryAccess *a, const MemoryAccess *b)
{
    for (size_t d = 0; d < sizeof a->dims / sizeof *a->dims; d++)
        if (a->dims[d].known &&
            !(b->dims[d].known && a->dims[d].from == b->dims[d].from && a->dims[d].to == b->dims[d].to))
            return true;
    return false;
}

// Accesses that differ only in their lines need the same barriers. Up to a hundred accesses they are kept apart,
// because messages name lines.
void add_access(State *s, MemoryAccess t)
{
    bool many = s->count >= 100;
    for (int i = 0; i < s->count; i++) {
        const MemoryAccess *o = &s->accesses[i];
        if (o->block == t.block && o->writes == t.writes && o->atomic == t.atomic && same_key(&o->key, &t.key) &&
            o->shared == t.shared && same_row(o->row, t.row) && o->earlier == t.earlier && o->row_waited == t.row_waited &&
            o->steps == t.steps && o->last == t.last && !has_other_range(o, &t) && !has_other_range(&t, o) &&
            o->fetched == t.fetched && o->from_array == t.from_array && o->pending == t.pending && (many || o->at.line == t.at.line))
            return;
    }
    list_add(s->accesses, s->count, t);
}

void join_states(State *s, State with)
{
    for (int i = 0; i < with.count; i++)
        add_access(s, with.accesses[i]);
}

State copy_state(State s)
{
    State made = { 0 };
    join_states(&made, s);
    return made;
}

bool access_same_row(const MemoryAccess *a, const MemoryAccess *b)
{
    return a->shared && a->shared == b->shared && a->row.known && same_row(a->row, b->row);
}

// Whether a and b are in the same row of one PL_EACH, and cannot conflict: another iteration has another row, or the
// lanes of the row have waited for each other since.
static bool is_done(const MemoryAccess *a, const MemoryAccess *b)
{
    return (a->earlier || a->row_waited) && access_same_row(a, b) && !(shifted_dims(a) >> a->row.dim & 1);
}

bool accesses_conflict(Walk *walk, const MemoryAccess *a, const MemoryAccess *b)
{
    unsigned shifted = shifted_dims(a);
    bool same_lane = have_same_lane(a, b) || first_lane_owns(walk, a, b, shifted) || first_lane_owns(walk, b, a, shifted);
    return !(a->steps & a->last) && a->block == b->block && !a->pending && !b->pending && (a->writes || b->writes) && !(a->atomic && b->atomic) &&
           !same_lane && !is_done(a, b) && !are_separate(a, b);
}

// ---- Keys: which lane has an element --------------------------------------------------------------------------------

static void add_share(Walk *walk, LaneKey *key, Distribution how, int dim, long long shift)
{
    long long lanes = lane_period(&walk->lanes->group, how);
    Distribution distribution = how == CYCLIC_COLUMNS && walk->lanes->group.rows == 1 ? CYCLIC_LANES : how;
    list_add(key->shares, key->share_count, ((struct Share){ distribution, dim, (shift % lanes + lanes) % lanes }));
}

// The key of one element: each distributed axis must select its lane by the same dim with a constant shift. Otherwise
// any lane may access the element.
static LaneKey key_of(Walk *walk, const Access *at)
{
    const Node *access = at->place;
    LaneKey key = own_lane;
    View v = view_of(access->ref);
    bool columns = false;
    for (int l = 0; l < at->around_count; l++)
        for (int a = 0; a < at->around[l]->axis_count; a++) {
            const LoopAxis *axis = &at->around[l]->axes[a];
            Distribution how = distribution_of(&walk->lanes->group, axis->index);
            if (how == NOT_DISTRIBUTED)
                continue;
            AccessPattern along = pattern_along(access, at->around[l], axis->index);
            bool same = (along.kind == PATTERN_IDENTITY || along.kind == PATTERN_SHIFT) && along.known && axis->lo->known &&
                        can_compute(axis->lo->value);
            if (!same || how == CONTIGUOUS_LANES || how == CONTIGUOUS_COLUMNS || !(along.dim ? true : v.known))
                return any_lane;
            add_share(walk, &key, how, v.dim + along.dim, along.shift + axis->lo->value + (along.dim ? 0 : v.from));
            columns |= how != CYCLIC_ROWS;
        }
    if (!columns && walk->context.single == NOT_SINGLE)
        return any_lane;
    key.first = !columns;
    return key;
}

// The key of a whole block, or of the window of an operand.
LaneKey block_key(Walk *walk, const Symbol *ref)
{
    View v = view_of(ref);
    LaneKey key = own_lane;
    if (!v.known)
        return any_lane;
    if (ref->rank == 1 && ref->dims[0]->known && ref->dims[0]->value == 1 && !v.from)
        return first_lane;
    for (int d = 0; d < ref->rank; d++) {
        Distribution how = distribution_of_dim(&walk->lanes->group, &walk->lanes->layouts, ref, d);
        if (how != NOT_DISTRIBUTED)
            add_share(walk, &key, how, v.dim + d, d ? 0 : v.from);
    }
    return key;
}

static int memory_of_block(Walk *walk, const Symbol *ref)
{
    return (int)memory_of(&walk->lanes->placements, ref);
}

// Whether the block is an operand that is only read, in place, and so conflicts with nothing.
bool is_constant(Walk *walk, const Symbol *ref)
{
    const Operand *o = operand_of(walk->plan, view_of(ref).of);
    Placement how = o ? window_placement(&walk->lanes->placements, o) : WINDOW_REGISTERS;
    return o && !o->written && (how == WINDOW_IN_PLACE || how == WINDOW_MASKED);
}

static bool is_in_array(Walk *walk, const Operand *o)   // at least if it is whole
{
    Placement how = window_placement(&walk->lanes->placements, o);
    return how == WINDOW_IN_PLACE || how == WINDOW_MASKED || (how == WINDOW_COPIED && o->copy == COPY_PARTIAL);
}

// The dims of the ref on which windows may begin anywhere in the array. A bit for each.
static unsigned dims_by_element(const Operand *o)
{
    unsigned dims = 0;
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].kind == WINDOW_ELEMENT || o->dims[d].kind == WINDOW_BOUNDED)
            dims |= 1u << o->dims[d].dim;
    return dims;
}

MemoryAccess new_access(Walk *walk, const Symbol *ref, bool writes, LaneKey key, Loc at)
{
    const Symbol *block = view_of(ref).of;
    const Operand *o = operand_of(walk->plan, block);
    MemoryAccess t = { .block = block, .writes = writes, .key = key, .memory = memory_of_block(walk, block), .at = at };
    if (o && shares_elements(walk->plan, o) && is_in_array(walk, o)) {
        t.moves = (2u << o->level) - 2;
        t.shifts = dims_by_element(o);
    }
    return t;
}

// ---- What an expression accesses ------------------------------------------------------------------------------------

static void set_place(MemoryAccess *t, const View *v, int d, long long from, long long to)
{
    long long start = d ? 0 : v->from;
    if ((!d && !v->known) || !can_compute(from) || !can_compute(to))
        return;
    t->dims[v->dim + d].known = true;
    t->dims[v->dim + d].from = start + (from < to ? from : to);
    t->dims[v->dim + d].to = start + (from < to ? to : from);
}

// A subscript that is a constant, or an axis of a loop between constants.
static void set_places(MemoryAccess *t, const Access *at)
{
    const Node *access = at->place;
    View v = view_of(access->ref);
    for (int d = 0; d < access->item_count; d++)
        if (access->items[d]->known)
            set_place(t, &v, d, access->items[d]->value, access->items[d]->value);
    for (int l = 0; l < at->around_count; l++)
        for (int a = 0; a < at->around[l]->axis_count; a++) {
            const LoopAxis *axis = &at->around[l]->axes[a];
            AccessPattern along = pattern_along(access, at->around[l], axis->index);
            if (along.dim >= 0 && along.known && axis_count(axis) > 0 &&
                can_multiply(along.factor, axis->lo->value) && can_multiply(along.factor, axis->hi->value))
                set_place(t, &v, along.dim, along.factor * axis->lo->value + along.shift,
                          along.factor * (axis->hi->value - 1) + along.shift);
        }
}

static void set_row(Walk *walk, MemoryAccess *t, const Node *access)
{
    const Node *each = walk->context.row ? walk->context.around.around[0] : NULL;
    if (!each || access->item_count < access->ref->rank)
        return;
    View v = view_of(access->ref);
    AccessPattern along = pattern_along(access, each, each->axes[0].index);
    t->shared = each;
    if ((along.kind == PATTERN_IDENTITY || along.kind == PATTERN_SHIFT) && along.known && (along.dim || v.known))
        t->row = (Row){ true, v.dim + along.dim, along.shift + (along.dim ? 0 : v.from) };
}

static void access_element(Walk *walk, State *s, const Access *a, bool writes)
{
    const Node *n = a->place;
    MemoryAccess t = new_access(walk, n->ref, writes, n->item_count == n->ref->rank ? key_of(walk, a) : any_lane, n->at);
    t.atomic = a->atomic;
    set_row(walk, &t, n);
    set_places(&t, a);
    if (t.memory != MEMORY_PRIVATE && n->ref->kind == SY_REF && !is_constant(walk, n->ref))
        add_access(s, t);
}

void access_block(Walk *walk, State *s, const Node *name, bool writes)
{
    const Symbol *ref = block_of(name);
    if (ref && memory_of_block(walk, view_of(ref).of) != MEMORY_PRIVATE && !is_constant(walk, ref))
        add_access(s, new_access(walk, ref, writes, name->kind == ND_TRANSPOSE ? any_lane : block_key(walk, ref), name->at));
}

// An access through a pointer: any element of every block that the pointer may point into.
static void access_pointed(Walk *walk, State *s, const Node *n, bool writes)
{
    LaneKey key = walk->context.single == SINGLE_GROUP ? first_lane : any_lane;
    for (int i = 0; i < walk->pointed_count; i++)
        add_access(s, new_access(walk, walk->pointed[i], writes, key, n->at));
}

typedef struct {
    Walk *walk;
    State *to;
    const Node *reduce;         // only the accesses of this PL_REDUCE: its accumulator, or the rest; NULL: all
    bool target;
} Visitor;

static void access_one(void *to, const Access *a)
{
    const Visitor *visitor = to;
    Walk *walk = visitor->walk;
    State *s = visitor->to;
    const Node *n = a->place;
    bool element = n->kind == ND_ACCESS, pointer = n->kind == ND_CALL || (!a->block && through_pointer(n));
    if (visitor->reduce && (a->by == visitor->reduce) != visitor->target)
        return;
    if (a->by && a->by->kind == ND_VIEW)                // the caller determines the elements
        return;
    if (a->whole && !a->passed)
        access_block(walk, s, n, a->writes);
    if (element && a->writes)
        access_element(walk, s, a, true);
    if (element && a->reads && !a->atomic)
        access_element(walk, s, a, false);
    if (pointer && a->reads)
        access_pointed(walk, s, n, false);
    if (pointer && a->writes)
        access_pointed(walk, s, n, true);
}

// All accesses below n, by lanes that run it independently.
void access_below(Walk *walk, State *s, const Node *n)
{
    each_access(n, &walk->context.around, access_one, &(Visitor){ .walk = walk, .to = s });
}

void access_reduce(Walk *walk, State *s, const Node *n, bool target)
{
    each_access(n, &walk->context.around, access_one, &(Visitor){ walk, s, n, target });
}
