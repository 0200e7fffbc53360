// plan/barriers.c -- where the lanes of a group wait for each other, and where they need not.
//
// The walk follows the kernel in execution order and records each access since the last barrier: the block, whether it
// is a read or a write, and its key, which identifies the lane that accesses each element if that lane is the same for
// all such accesses. Two accesses of one block, at least one of them a write, need a barrier between them unless their
// keys are equal: then each element is accessed by a single lane. A loop is walked until its state no longer changes,
// so that an access conflicts with those of the previous iteration, too. Finally each barrier is removed in turn, and
// stays removed if the others order everything; and one that orders local and global memory orders only local memory, if
// that is enough.

#include "plan/barriers.h"
#include <string.h>

static const Symbol array_block = { .name = "the array" };

// ---- The grid: windows are copied in and back -----------------------------------------------------------------------

static bool is_staged(const Walk *walk, const Operand *o)   // whether the window is a copy in local memory
{
    return window_placement(&walk->lanes->placements, o) == WINDOW_LOCAL;
}

static bool is_copied(Walk *walk, const Operand *o)
{
    return is_staged(walk, o) || window_placement(&walk->lanes->placements, o) == WINDOW_COPIED;
}

// The key of all elements of the window, as lanes copy them.
static LaneKey copy_key(Walk *walk, const Operand *o)
{
    return copied_by_owners(walk->lanes, o) ? block_key(walk, o->ref) : any_lane;
}

static MemoryAccess window_access(Walk *walk, const Operand *o, bool writes)
{
    MemoryAccess t = new_access(walk, o->ref, writes, copy_key(walk, o), o->part->at);
    t.fetched = o;
    return t;
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

// If blocks begin at multiples of their size, each element of the array has one place in a block, and so belongs to one
// lane.
static LaneKey array_key(Walk *walk, const Operand *o)
{
    LaneKey key = has_other_shape(walk->plan, o) ? any_lane : copy_key(walk, o);
    for (int d = 0; key.known && d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        bool by_blocks = w->kind == WINDOW_ONE ||
                         ((w->kind == WINDOW_BLOCK || w->kind == WINDOW_FULL) && w->size->known);
        if (!by_blocks)
            return any_lane;
        key.blocks[key.block_count++] = w->kind == WINDOW_ONE ? 1 : w->size->value;
    }
    return key;
}

// The array has a symbol of its own, or that of the window if whole windows are accessed in the array.
static MemoryAccess array_access(Walk *walk, const Operand *o, bool writes)
{
    const bool some = window_placement(&walk->lanes->placements, o) == WINDOW_COPIED && o->copy == COPY_PARTIAL;
    return (MemoryAccess){ .block = some ? o->ref : &array_block, .writes = writes, .key = array_key(walk, o),
                    .memory = MEMORY_GLOBAL,
                    .fetched = o, .from_array = true, .at = o->part->at };
}

// Records a copy of the window in or back, and the barrier before it. If only some steps make the copy, the caller
// joins the state of the others.
static void copy(Walk *walk, const Operand *o, State *s, BarrierPlace place, bool in)
{
    State accesses = { 0 };
    add_access(&accesses, window_access(walk, o, in));
    if (o->copy == COPY_ALWAYS || shares_elements(walk->plan, o))
        add_access(&accesses, array_access(walk, o, !in));
    wait_at(walk, s, accesses, (Where){ place, NULL, o });
    join_states(s, accesses);
}

static void visit(Walk *walk, const Operand *o)
{
    State inside = copy_state(walk->state);
    if (!is_copied(walk, o) || is_fetched_ahead(&walk->lanes->fetches, o) || (o->visits == VISIT_EACH && !o->read))
        return;
    if (o->visits == VISIT_MOVED && o->written)
        copy(walk, o, &inside, BARRIER_FETCH, false);
    if (o->read)
        copy(walk, o, &inside, o->visits == VISIT_MOVED && o->written ? BARRIER_BETWEEN : BARRIER_FETCH, true);
    wait_at(walk, &inside, (State){ 0 }, (Where){ BARRIER_FETCHED, NULL, o });
    if ((is_staged(walk, o) || o->copy == COPY_ALWAYS) && o->visits == VISIT_EACH)
        walk->state = inside;
    else
        join_states(&walk->state, inside);
}

// The copies into buffers that the lanes may still read, with the barriers before them; then they are pending.
static void fetch(Walk *walk, const Pipeline *p, BarrierPlace place)
{
    State pending = { 0 };
    for (int i = 0; i < p->prologue_count; i++) {
        const Operand *o = &walk->plan->operands[p->prologue[i].operand];
        State copies = { 0 };
        add_access(&copies, window_access(walk, o, true));
        wait_at(walk, &walk->state, copies, (Where){ place, NULL, o });
        copies.accesses[0].pending = true;
        join_states(&pending, copies);
    }
    join_states(&walk->state, pending);
}

// A step waits for the copies that earlier steps started: they are complete, if not yet visible to other lanes.
static void await(Walk *walk, const Pipeline *p)
{
    State arrived = { 0 };
    for (int i = 0; i < walk->state.count; i++) {
        MemoryAccess t = walk->state.accesses[i];
        for (int a = 0; a < p->prologue_count; a++)
            t.pending &= t.fetched != &walk->plan->operands[p->prologue[a].operand];
        add_access(&arrived, t);
    }
    walk->state = arrived;
}

static void leave(Walk *walk, const Operand *o)
{
    if (!is_copied(walk, o) || !o->written)
        return;
    State inside = copy_state(walk->state);
    copy(walk, o, &inside, BARRIER_END_VISIT, false);
    if (is_staged(walk, o) && o->visits == VISIT_EACH)
        walk->state = inside;
    else
        join_states(&walk->state, inside);
}

static void operands_at(Walk *walk, int level, void what(Walk *walk, const Operand *o), bool moved)
{
    const Plan *plan = walk->plan;
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = in_visit_order(plan, i);
        if (o && (level < 0 || o->level == level) && (what == visit || (o->visits == VISIT_MOVED) == moved))
            what(walk, o);
    }
}

// The state as the next step of the axis sees it. After the loop, what the last step left remains, because no later
// step follows.
static State step_over(State s, int level)
{
    State made = copy_state(s);
    for (int i = 0; i < made.count; i++)
        made.accesses[i].steps |= level ? 1u << level : 0;
    return made;
}

static void walk_level(Walk *walk, int level)
{
    if (level > walk->plan->levels) {
        walk->left = (State){ 0 };
        walk_step(walk, walk->lanes->body);
        join_states(&walk->state, walk->left);
        return;
    }
    const Pipeline *ahead = pipeline_of(&walk->lanes->fetches, level);
    if (ahead)
        fetch(walk, ahead, BARRIER_FETCH);
    State all = walk->state, ends = { 0 };                 // a grid without programs does not run
    for (int before = -1; before != all.count;) {
        before = all.count;
        walk->state = copy_state(all);
        if (ahead) {
            await(walk, ahead);
            fetch(walk, ahead, BARRIER_FETCHED);
        }
        operands_at(walk, level, visit, false);
        walk_level(walk, level + 1);
        operands_at(walk, level, leave, false);
        if (level == 0)
            operands_at(walk, -1, leave, true);
        if (level == 0 && !walk->lanes->persistent)
            return;
        join_states(&all, step_over(walk->state, level));
        join_states(&ends, walk->state);
    }
    for (int i = 0; i < ends.count; i++)
        ends.accesses[i].steps &= ~(1u << level), ends.accesses[i].last &= ~(1u << level);
    walk->state = ends;
    if (ahead)
        await(walk, ahead);
}

static void walk_program(Walk *walk)
{
    walk->state = (State){ 0 };
    walk_level(walk, 0);
}

static void find_barriers(Walk *walk)
{
    walk->seeking = true;
    for (int before = -1; before != walk->found.count || walk->widened;) {
        before = walk->found.count;
        walk->widened = false;
        walk_program(walk);
    }
    walk->seeking = false;
}

static bool is_before_shared(const Barrier *b)
{
    return b->where.place == BARRIER_BEFORE && b->where.step->node->kind == ND_EACH && b->where.step->sharing == BY_ROW;
}

// Whether the barriers order everything as they are now.
static bool is_ordered(Walk *walk)
{
    walk->trying = true;
    walk->missed = false;
    walk_program(walk);
    walk->trying = false;
    return !walk->missed;
}

static void find_memories(Walk *walk)
{
    for (int i = 0; i < walk->found.count; i++)
        walk->found.all[i]->memories = 0;
    walk_program(walk);
}

static bool is_inside(const Barrier *b)
{
    return b->where.place == BARRIER_WITHIN || b->where.place == BARRIER_FINAL;
}

// Lets a barrier order only local memory, or adds to its reason why it also orders global memory.
static void skip_global(Walk *walk, Barrier *b)
{
    b->skips = MEMORY_GLOBAL;
    b->needs_both = !is_ordered(walk);
    if (!b->needs_both)
        return;
    b->skips = 0;
    if (*b->why && strcmp(b->why, walk->missed_why))
        b->why = text("%s; %s", b->why, walk->missed_why);
}

// Returns the next barrier that may order only local memory.
static Barrier *fenced_twice(Walk *walk)
{
    for (int i = 0; i < walk->found.count; i++) {
        Barrier *b = walk->found.all[i];
        if (b->memories == (MEMORY_LOCAL | MEMORY_GLOBAL) && !b->needs_both)
            return b;
    }
    return NULL;
}

// Those before a PL_EACH whose rows are shared last: a barrier inside of it runs in each iteration.
static void drop_superfluous(Walk *walk)
{
    for (int i = 0; i < 2 * walk->found.count; i++) {
        Barrier *b = walk->found.all[i % walk->found.count];
        if (is_inside(b) || is_before_shared(b) != (i >= walk->found.count))
            continue;
        b->dropped = true;
        b->dropped = is_ordered(walk);
    }
    // Those within a statement first: they run more often, and a loop of halves may have no iteration.
    for (int i = 0; i < walk->found.count; i++)
        if (is_inside(walk->found.all[i]))
            skip_global(walk, walk->found.all[i]);
    find_memories(walk);
    for (Barrier *b = fenced_twice(walk); b; b = fenced_twice(walk)) {
        skip_global(walk, b);
        find_memories(walk);
    }
}

static void remove_dropped(Walk *walk)
{
    Barriers *all = &walk->found;
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        Barrier *b = all->all[i];
        if (b->dropped)
            *barrier_slot(walk, b->where) = NULL;
        else
            all->all[kept++] = b;
    }
    all->count = kept;
}

static void add_pointed(void *to, const Node *n)
{
    Walk *walk = to;
    if (n->kind == ND_TILE && is_pointed_into(n->symbol, walk->plan->call->kernel->body))
        list_add(walk->pointed, walk->pointed_count, n->symbol);
}

static void mark_warps(Walk *walk)
{
    bool one_warp = shares_in_warp(&walk->lanes->group, false);
    for (int i = 0; i < walk->found.count; i++)
        walk->found.all[i]->warp = walk->found.all[i]->row || one_warp;
}

Barriers plan_barriers(const Plan *plan, const Lanes *l)
{
    const Function *kernel = plan->call->kernel;
    Walk all = { .plan = plan, .lanes = l }, *walk = &all;
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->kind == SY_REF && is_pointed_into(kernel->parameters[i], kernel->body))
            list_add(walk->pointed, walk->pointed_count, kernel->parameters[i]);
    each_node(kernel->body, add_pointed, walk);
    find_barriers(walk);
    drop_superfluous(walk);
    remove_dropped(walk);
    mark_warps(walk);
    return walk->found;
}
