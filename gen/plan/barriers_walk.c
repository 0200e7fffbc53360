// plan/barriers_walk.c -- walks the steps in execution order and adds the barriers that they need.

#include "plan/barriers.h"
#include <string.h>

static const char reductions[] = "partial results", slices_of_dot[] = "slices";

// Memory that statements share, one for each type and purpose.
static const Symbol *shared_block(Walk *walk, const char *what, const Type *type)
{
    for (int i = 0; i < walk->shared_count; i++) {
        const struct Shared *s = &walk->shared[i];
        if (s->what == what && s->type->kind == type->kind && s->type->record == type->record)
            return s->block;
    }
    Symbol *made = allocate(sizeof *made);
    made->name = what;
    list_add(walk->shared, walk->shared_count, ((struct Shared){ what, type, made }));
    return made;
}

// ---- Barriers -------------------------------------------------------------------------------------------------------

Barrier **barrier_slot(Walk *walk, Where where)
{
    Step *s = where.step;
    WindowCopy *copy = where.operand ? &walk->lanes->copies[where.operand - walk->plan->operands] : NULL;
    switch (where.place) {
    case BARRIER_BEFORE:    return &s->before;
    case BARRIER_WITHIN:    return &s->within;
    case BARRIER_FINAL:     return &s->final;
    case BARRIER_AT_END:    return &s->at_end;
    case BARRIER_FETCH:     return &copy->fetch;
    case BARRIER_BETWEEN:   return &copy->between;
    case BARRIER_FETCHED:   return &copy->fetched;
    default:                return &copy->end;
    }
}

static Barrier *barrier_at(Walk *walk, Where where)
{
    return *barrier_slot(walk, where);
}

static Barrier *add_barrier(Walk *walk, Where where, const char *why, bool row)
{
    Barrier *b = allocate(sizeof *b);
    *b = (Barrier){ .where = where, .why = why, .row = row };
    list_add(walk->found.all, walk->found.count, b);
    *barrier_slot(walk, where) = b;
    return b;
}

static const char *access_text(const MemoryAccess *t)
{
    return t->fetched ? "copied" : t->writes ? "written" : "read";
}

// The reason for a barrier: both accesses, and how the second one happens: in the next program, the next iteration, or
// another lane.
static const char *why_text(Walk *walk, const MemoryAccess *first, const MemoryAccess *then)
{
    bool programs = first->steps || (!walk->loop_depth && (walk->plan->levels || walk->lanes->persistent));
    const char *again = programs ? "by the next program" : walk->loop_depth ? "in the next iteration" : "by other work-items";
    const char *where = first->at.line == then->at.line ? text("there %s", again) : text("on line %u", then->at.line);
    return text("%s: %s on line %u, %s %s", first->block->name, access_text(first), first->at.line, access_text(then),
                in_words(walk->lanes->group.machine, where));
}

static void set_barrier(Walk *walk, Where where, const char *why, bool row)
{
    if (walk->trying)
        walk->missed = true, walk->missed_why = why;
    else if (!barrier_at(walk, where))
        add_barrier(walk, where, why, row);
}

static void clear(Barrier *b, State *s)
{
    State left = { 0 };
    for (int i = 0; i < s->count; i++) {
        if (!s->accesses[i].pending)
            b->memories |= s->accesses[i].memory & ~b->skips;
        if (s->accesses[i].pending || (s->accesses[i].memory & b->skips))
            add_access(&left, s->accesses[i]);
    }
    *s = left;
}

// A barrier of rows: the lanes of a row wait for each other, so it clears only accesses within a row.
static void clear_rows(Barrier *b, State *s)
{
    State cleared = { 0 };
    for (int i = 0; i < s->count; i++) {
        MemoryAccess t = s->accesses[i];
        bool ordered = t.row.known && !(t.memory & b->skips);
        if (ordered)
            b->memories |= t.memory;
        t.row_waited |= ordered;
        add_access(&cleared, t);
    }
    *s = cleared;
}

// Finds conflicts that a barrier leaves because it does not order global memory.
static void find_missed(Walk *walk, const State *s, const State *then)
{
    for (int i = 0; i < s->count; i++)
        for (int t = 0; t < then->count; t++)
            if (accesses_conflict(walk, &s->accesses[i], &then->accesses[t]))
                walk->missed = true, walk->missed_why = why_text(walk, &s->accesses[i], &then->accesses[t]);
}

// Not while a barrier is omitted on purpose: then that one is missing, and set_barrier has noted it.
static void widen(Walk *walk, Barrier *b, const char *why)
{
    if (walk->trying)
        return;
    b->row = false;
    b->why = why;
    walk->widened = true;
}

static void explain_read(Barrier *b, const MemoryAccess *then, const char *why)
{
    if (b->copies && !then->fetched)
        b->why = why, b->copies = false;
}

void wait_at(Walk *walk, State *s, State accesses, Where where)
{
    Barrier *b = barrier_at(walk, where);
    if (b && !b->dropped && b->row)
        clear_rows(b, s);
    for (int i = s->count - 1; i >= 0 && !(b && !b->dropped && !b->row); i--)
        for (int t = 0; t < accesses.count; t++)
            if (accesses_conflict(walk, &s->accesses[i], &accesses.accesses[t])) {
                // A copy that is made only at the edge has its barrier there, too.
                const Operand *fetched = s->accesses[i].fetched;
                bool with_copy = fetched && s->accesses[i].writes && !s->accesses[i].from_array;
                const char *why = why_text(walk, &s->accesses[i], &accesses.accesses[t]);
                const Where after = { BARRIER_FETCHED, NULL, fetched };
                if (with_copy && !barrier_at(walk, after)) {
                    set_barrier(walk, after, why, false);
                    if (barrier_at(walk, after))
                        barrier_at(walk, after)->copies = accesses.accesses[t].fetched;
                    continue;
                }
                if (with_copy && !barrier_at(walk, after)->dropped) {
                    explain_read(barrier_at(walk, after), &accesses.accesses[t], why);
                    continue;
                }
                bool row = row_is_in_warp(&walk->lanes->group) && access_same_row(&s->accesses[i], &accesses.accesses[t]);
                set_barrier(walk, where, why, row);
                b = barrier_at(walk, where);
                if (b && !b->dropped && b->row) // a barrier of rows does not order it with other rows
                    row ? clear_rows(b, s) : widen(walk, b, why);
                if (b && !b->dropped && !b->row)
                    break;
            }
    if (b && !b->dropped && !b->row) {
        clear(b, s);
        find_missed(walk, s, &accesses);
    }
}

// A statement with barriers of its own, before which all earlier accesses are complete.
static void wait_inside(Walk *walk, Step *s, BarrierPlace place, const char *why)
{
    const Where where = { place, s, NULL };
    Barrier *b = barrier_at(walk, where);
    clear(b ? b : add_barrier(walk, where, in_words(walk->lanes->group.machine, why), false), &walk->state);
}

// What follows a barrier of the statement itself, which may have left accesses because it does not order global memory.
static void join_after(Walk *walk, State accesses)
{
    find_missed(walk, &walk->state, &accesses);
    join_states(&walk->state, accesses);
}

static void order(Walk *walk, Step *s, State accesses)
{
    for (int i = 0; i < accesses.count; i++)
        accesses.accesses[i].last = walk->last;
    wait_at(walk, &walk->state, accesses, (Where){ BARRIER_BEFORE, s, NULL });
    join_states(&walk->state, accesses);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static State accessed_by(Walk *walk, const Step *step)
{
    State s = { 0 };
    walk->context.single = step->single;
    access_below(walk, &s, step->node);
    walk->context.single = NOT_SINGLE;
    return s;
}

static State accessed_by_expression(Walk *walk, const Node *n, const Node *also)
{
    State s = { 0 };
    access_below(walk, &s, n);
    access_below(walk, &s, also);
    return s;
}

static bool runs_at_least_once(const Node *loop)
{
    const LoopAxis *counts = loop->kind == ND_FOR ? counting_for(loop) : loop->axis_count ? &loop->axes[0] : NULL;
    return loop->kind == ND_DO || (counts && axis_count(counts) > 0);
}

// Whether there are at least as many rows of lanes as iterations, so that no lane runs a second one.
static bool runs_once(Walk *walk, const Node *each)
{
    long long count = axis_count(&each->axes[0]);
    return count >= 0 && count <= walk->lanes->group.rows;
}

static void mark_earlier(State *s, const Node *each, bool earlier)
{
    for (int i = 0; i < s->count; i++)
        if (s->accesses[i].shared == each)
            s->accesses[i].earlier = earlier;
}

// Repeats the body until the state at its start no longer changes. That happens soon, because there are few keys and
// lines.
static void walk_iterations(Walk *walk, Step *s, const Node *condition)
{
    const Node *n = s->node;
    State broken = walk->broken, continued = walk->continued, all = walk->state, ends = { 0 };
    walk->broken = (State){ 0 };
    bool single_iteration = s->sharing == BY_ROW && runs_once(walk, n);
    walk->loop_depth++;
    for (int before = -1; before != all.count && !(single_iteration && before >= 0);) {
        before = all.count;
        walk->state = copy_state(all);
        walk->continued = (State){ 0 };
        walk_step(walk, s->body);
        join_states(&walk->state, walk->continued);
        State head = accessed_by_expression(walk, condition, n->kind == ND_FOR ? n->b : NULL);
        wait_at(walk, &walk->state, head, (Where){ BARRIER_AT_END, s, NULL });
        join_states(&walk->state, head);
        mark_earlier(&walk->state, n, true);
        join_states(&all, walk->state);
        join_states(&ends, walk->state);
    }
    walk->loop_depth--;
    walk->state = runs_at_least_once(n) ? ends : all;
    mark_earlier(&walk->state, n, false);
    join_states(&walk->state, walk->broken);
    walk->broken = broken, walk->continued = continued;
}

static void walk_loop(Walk *walk, Step *s)
{
    const Node *n = s->node;
    State head = accessed_by_expression(walk, n->kind == ND_FOR || n->kind == ND_WHILE ? n->a : NULL, n->init);
    for (int i = 0; i < n->axis_count; i++)
        join_states(&head, accessed_by_expression(walk, n->axes[i].lo, n->axes[i].hi));
    order(walk, s, head);
    walk_iterations(walk, s, n->kind == ND_LOOP || n->kind == ND_EACH ? NULL : n->a);
}

// The level of a sequential axis of the grid; 0: it is parallel.
static int level_of(Walk *walk, const Node *id)
{
    int axis = axis_asked_for(walk->plan->call, id);
    return axis < 0 ? 0 : walk->plan->axes[axis].level;
}

// A bit for each axis whose first, or last, step this must be for the condition to hold.
static unsigned steps_of(Walk *walk, const Node *condition, bool first)
{
    const Node *id = condition->a, *value = condition->b;
    if (condition->kind != ND_BINARY)
        return 0;
    if (!strcmp(condition->op, "&&"))
        return steps_of(walk, id, first) | steps_of(walk, value, first);
    if (strcmp(condition->op, "==") || (id->kind != ND_PROGRAM_ID && id->kind != ND_AXIS))
        return 0;
    bool last = value->kind == ND_BINARY && !strcmp(value->op, "-") && value->a->kind == ND_NUM_PROGRAMS &&
                id->kind == ND_PROGRAM_ID && value->a->a->value == id->a->value && value->b->known &&
                value->b->value == 1;
    int level = (first ? value->known && !value->value : last) ? level_of(walk, id) : 0;
    return level ? 1u << level : 0;
}

static State without_steps(State s, unsigned steps)
{
    State kept = { 0 };
    for (int i = 0; i < s.count; i++)
        if (!(s.accesses[i].steps & steps))
            add_access(&kept, s.accesses[i]);
    return kept;
}

// An access under PL_FIRST of an axis cannot conflict with earlier steps of the axis, and one under PL_LAST not with
// later ones.
static void walk_branches(Walk *walk, Step *s)
{
    const Node *condition = s->node->a;
    order(walk, s, accessed_by_expression(walk, condition, NULL));
    State before = copy_state(walk->state);
    unsigned outer = walk->last;
    walk->state = without_steps(walk->state, steps_of(walk, condition, true));
    walk->last |= steps_of(walk, condition, false);
    walk_step(walk, s->body);
    walk->last = outer;
    State then = walk->state;
    walk->state = before;
    walk_step(walk, s->otherwise);
    join_states(&walk->state, then);
}

static void walk_switch(Walk *walk, Step *s)
{
    State broken = walk->broken;
    order(walk, s, accessed_by_expression(walk, s->node->a, NULL));
    State before = copy_state(walk->state);
    walk->broken = (State){ 0 };
    for (int i = 0; i < s->body->item_count; i++) {
        const Node *item = s->body->items[i]->node;
        if (is_label(item))
            join_states(&walk->state, before);
        walk_step(walk, s->body->items[i]);
    }
    join_states(&walk->state, before);
    join_states(&walk->state, walk->broken);
    walk->broken = broken;
}

static MemoryAccess own(const Symbol *block, bool writes, LaneKey key, Loc at)
{
    return (MemoryAccess){ .block = block, .writes = writes, .key = key, .memory = MEMORY_LOCAL, .at = at };
}

// Each lane reduces its share. Only partial results in local memory need barriers.
static void walk_reduce(Walk *walk, Step *step)
{
    const Node *n = step->node;
    if (step->reduction == REDUCED_IN_ORDER) {
        order(walk, step, accessed_by(walk, step));
        return;
    }
    bool row = step->sharing == BY_ROW;
    State s = { 0 }, target = { 0 };
    access_reduce(walk, &s, n, false);
    if (n->a->kind == ND_ACCESS && !in_registers(&walk->lanes->layouts, n->a->ref)) {       // after the last of them, by one lane
        walk->context.single = row ? SINGLE_ROW : SINGLE_GROUP;
        access_reduce(walk, &target, n, true);
        walk->context.single = NOT_SINGLE;
    }
    if (step->reduction == REDUCED_BY_SHUFFLES) {
        join_states(&s, target);
        order(walk, step, s);
        return;
    }
    const Symbol *parts = shared_block(walk, reductions, n->a->type);
    bool warps = step->reduction == REDUCED_BY_WARPS;
    add_access(&s, own(parts, true, own_lane, n->at));
    order(walk, step, s);
    wait_inside(walk, step, BARRIER_WITHIN,
                warps ? "each warp has stored its partial result" : "all have stored their partial results");
    if (!warps && !target.count) {
        add_access(&walk->state, own(parts, true, any_lane, n->at));
        wait_inside(walk, step, BARRIER_FINAL, "the result is complete");
    }
    add_access(&walk->state, own(parts, false, any_lane, n->at));
    join_after(walk, target);
}

// The lanes that own the elements also copy them to slices if rows of lanes copy rows of the block, and if slices begin at
// multiples of the number of lanes along the depth.
static LaneKey slice_key(Walk *walk, const DotSchedule *s, const DotSide *side, const Node *operand)
{
    const Symbol *ref = block_of(operand);
    bool depth_last = (side == &s->x) == (operand->kind != ND_TRANSPOSE);
    int along = depth_last ? walk->lanes->group.columns : walk->lanes->group.rows;
    bool rows = side->sliced && !side->by_lines && side->by_columns == (operand->kind == ND_TRANSPOSE);
    return rows && (s->slice == s->depth || s->slice % along == 0) ? block_key(walk, ref) : any_lane;
}

// s, side: NULL: there are no slices.
static void access_operand(Walk *walk, State *to, const Node *operand, const DotSchedule *s, const DotSide *side)
{
    const Symbol *ref = block_of(operand);
    if (!is_constant(walk, ref))
        add_access(to, new_access(walk, ref, false, s ? slice_key(walk, s, side, operand) : any_lane, operand->at));
}

// Operands that are copied in slices are read before the inner barrier, other operands after it. When the statement
// ends, these and the last slices may still be read, unless a barrier follows the last products. Several stages need none
// for the slices: the next PL_DOT fills another stage first.
static void walk_dot(Walk *walk, Step *step)
{
    const Node *n = step->node;
    const DotSchedule *s = step->dot;
    bool slices = s && s->sliced;
    State before = { 0 }, after = { 0 };
    if (has_producer(walk->lanes)) {                        // its waits order nothing among the lanes that multiply
        access_block(walk, &before, n->a, true);
        order(walk, step, before);
        return;
    }
    access_operand(walk, slices && !s->x.sliced ? &after : &before, n->b, s, s ? &s->x : NULL);
    access_operand(walk, slices && !s->y.sliced ? &after : &before, n->c, s, s ? &s->y : NULL);
    if (!(slices && s->from_zero))
        access_block(walk, &before, n->a, true);
    if (!slices) {
        order(walk, step, before);
        return;
    }
    const Symbol *memory = shared_block(walk, slices_of_dot, n->a->symbol->type);
    const MemoryAccess slices_read = own(memory, false, any_lane, n->at);
    add_access(&before, own(memory, true, any_lane, n->at));
    order(walk, step, before);
    bool ahead = stages_of(walk->lanes, s) > 1;
    wait_inside(walk, step, BARRIER_WITHIN,
                ahead ? "the slice has arrived, and no work-item reads the one before it any more" : "the slices are complete");
    join_after(walk, after);
    if (waits_for_reads(walk->lanes, s)) {
        add_access(&walk->state, slices_read);
        wait_inside(walk, step, BARRIER_FINAL, ahead ? "no work-item reads the last slice any more"
                                                     : "no work-item reads these slices any more");
    } else if (!s->repeats && walk->lanes->local.across != n) {
        add_access(&walk->state, slices_read);
    }
    access_block(walk, &walk->state, n->a, true);
}

// In each round lanes store their parts, wait, and read those of others before they run the body. They wait once more before a warp
// stores the next one; other memory that lanes use has two barriers in a round, and needs no third.
static void walk_scan(Walk *walk, Step *step)
{
    const Node *scan = scan_of(step->node);
    const State body = accessed_by(walk, step);
    State stored = copy_state(body);
    bool parts = step->reduction == REDUCED_BY_WARPS || step->reduction == REDUCED_BY_HALVES;
    const Symbol *memory = parts ? shared_block(walk, reductions, scan->a->type) : NULL;
    if (parts)
        add_access(&stored, own(memory, true, own_lane, step->node->at));
    order(walk, step, stored);
    if (!parts)
        return;
    wait_inside(walk, step, BARRIER_WITHIN, "all have stored what their elements add up to");
    if (step->reduction == REDUCED_BY_WARPS)
        add_access(&walk->state, own(memory, false, any_lane, step->node->at));
    if (step->reduction == REDUCED_BY_WARPS && !has_one_round(&walk->lanes->group, step->node))
        wait_inside(walk, step, BARRIER_FINAL, "all have read it");
    join_after(walk, body);
}

// A row of lanes for each iteration. While barriers are sought, everything in the body waits for earlier statements before
// the first iteration, so that only conflicts between iterations or within one need a barrier in the loop.
static void walk_each(Walk *walk, Step *s)
{
    const Node *n = s->node;
    if (scan_of(n)) {
        walk_scan(walk, s);
        return;
    }
    if (s->sharing != BY_ROW) {
        order(walk, s, accessed_by(walk, s));
        return;
    }
    State head = accessed_by_expression(walk, n->axes[0].lo, n->axes[0].hi), all = copy_state(head);
    walk->context.around.around[walk->context.around.around_count++] = n;
    walk->context.row = true;
    if (walk->seeking)
        join_states(&all, accessed_by(walk, s->body));
    for (int i = 0; i < all.count; i++)
        all.accesses[i].last = walk->last;
    wait_at(walk, &walk->state, all, (Where){ BARRIER_BEFORE, s, NULL });
    join_states(&walk->state, head);
    walk_iterations(walk, s, NULL);
    walk->context.row = false;
    walk->context.around.around_count--;
}

static State *jump_to(Walk *walk, const char *label)
{
    for (int i = 0; i < walk->jump_count; i++)
        if (!strcmp(walk->jumps[i].label, label))
            return &walk->jumps[i].state;
    list_add(walk->jumps, walk->jump_count, ((struct Jump){ label, { 0 } }));
    return &walk->jumps[walk->jump_count - 1].state;
}

static void walk_jump(Walk *walk, const Node *n)
{
    State *there = jump_to(walk, n->name);
    if (n->kind == ND_GOTO) {
        join_states(there, walk->state);
        walk->state = (State){ 0 };
    } else {
        join_states(&walk->state, *there);
        *there = (State){ 0 };
    }
}

void walk_step(Walk *walk, Step *s)
{
    if (!s)
        return;
    switch (s->node->kind) {
    case ND_BLOCK:
        for (int i = 0; i < s->item_count; i++)
            walk_step(walk, s->items[i]);
        return;
    case ND_IF: case ND_WHEN:
        if (walk->context.row)
            order(walk, s, accessed_by(walk, s));
        else
            walk_branches(walk, s);
        return;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_LOOP: case ND_SWITCH:
        if (walk->context.row)
            order(walk, s, accessed_by(walk, s));
        else if (s->node->kind == ND_SWITCH)
            walk_switch(walk, s);
        else
            walk_loop(walk, s);
        return;
    case ND_EACH:               walk_each(walk, s); return;
    case ND_REDUCE:             walk_reduce(walk, s); return;
    case ND_DOT:                walk_dot(walk, s); return;
    case ND_TILE:               return;
    case ND_GOTO: case ND_LABEL:
        walk_jump(walk, s->node);
        return;
    case ND_BREAK:              join_states(&walk->broken, walk->state), walk->state = (State){ 0 }; return;
    case ND_CONTINUE:           join_states(&walk->continued, walk->state), walk->state = (State){ 0 }; return;
    case ND_RETURN:             join_states(&walk->left, walk->state), walk->state = (State){ 0 }; return;
    default:
        if (!s->absorbed)
            order(walk, s, accessed_by(walk, s));
    }
}
