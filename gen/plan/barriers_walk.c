// plan/barriers_walk.c -- statements in the order in which they run, and the barriers that they need.

#include "plan/barriers.h"
#include <string.h>

static const char tree[] = "partial results", slices_of_dot[] = "slices";

// Memory that statements share, one for each type of number: what for.
static const Symbol *shared_block(const char *what, const Type *type)
{
    static struct Shared { const char *what; const Type *type; Symbol *block; } *all;
    static int count;
    for (int i = 0; i < count; i++)
        if (all[i].what == what && all[i].type->kind == type->kind && all[i].type->record == type->record)
            return all[i].block;
    Symbol *made = allocate(sizeof *made);
    made->name = what;
    list_add(all, count, ((struct Shared){ what, type, made }));
    return made;
}

// ---- Barriers -----------------------------------------------------------------------------------------------------

static Barrier *find_barrier(BarrierPlace place, const Node *statement, const Operand *operand)
{
    for (int i = 0; i < go.lanes->barrier_count; i++) {
        Barrier *b = &go.lanes->barriers[i];
        if (b->place == place && b->statement == statement && b->operand == operand)
            return b;
    }
    return NULL;
}

static const char *why_text(const Touch *first, const Touch *then)
{
    bool turns = go.turns || go.plan->levels || go.lanes->several;
    const char *when = turns && first->at.line == then->at.line ? ", the turn before" : "";
    return text("%s: %s in line %u%s, %s in line %u", first->block->name,
                first->fetched ? "copied" : first->writes ? "written" : "read", first->at.line, when,
                then->fetched ? "copied" : then->writes ? "written" : "read", then->at.line);
}

static void set_barrier(BarrierPlace place, const Node *statement, const Operand *operand, const char *why)
{
    Barrier b = { place, statement, operand, 0, why, false };
    if (go.trying)
        go.missed = true;
    else if (!find_barrier(place, statement, operand))
        list_add(go.lanes->barriers, go.lanes->barrier_count, b);
}

static void clear(Barrier *b, State *s)
{
    for (int i = 0; i < s->count; i++)
        b->memories |= s->touches[i].memory;
    *s = (State){ 0 };
}

void wait_at(State *s, State touches, BarrierPlace place, const Node *statement, const Operand *operand)
{
    Barrier *b = find_barrier(place, statement, operand);
    for (int i = s->count - 1; i >= 0 && !(b && !b->dropped); i--)
        for (int t = 0; t < touches.count; t++)
            if (touches_meet(&s->touches[i], &touches.touches[t])) {
                // A copy that is made only at the edge has the barrier with it.
                const Operand *fetched = s->touches[i].fetched;
                bool with_copy = fetched && s->touches[i].writes && s->touches[i].block == fetched->ref;
                const char *why = why_text(&s->touches[i], &touches.touches[t]);
                if (with_copy && !find_barrier(BARRIER_FETCHED, NULL, fetched)) {
                    set_barrier(BARRIER_FETCHED, NULL, fetched, why);
                    continue;
                }
                if (with_copy && !find_barrier(BARRIER_FETCHED, NULL, fetched)->dropped)
                    continue;
                set_barrier(place, statement, operand, why);
                b = find_barrier(place, statement, operand);
                if (b && !b->dropped)
                    break;
            }
    if (b && !b->dropped)
        clear(b, s);
}

// The statement itself waits, once or more: for all that was touched till then.
static void wait_within(const Node *n)
{
    Barrier b = { BARRIER_WITHIN, n, NULL, 0, "", false };
    if (!find_barrier(BARRIER_WITHIN, n, NULL))
        list_add(go.lanes->barriers, go.lanes->barrier_count, b);
    clear(find_barrier(BARRIER_WITHIN, n, NULL), &go.state);
}

static void meet(const Node *statement, State touches)
{
    for (int i = 0; i < touches.count; i++)
        touches.touches[i].last = go.last;
    wait_at(&go.state, touches, BARRIER_BEFORE, statement, NULL);
    join_states(&go.state, touches);
}

// ---- Statements ---------------------------------------------------------------------------------------------------

static State touched_by(const Node *n)
{
    State s = { 0 };
    go.context.once = once_of(go.lanes, n);
    touch_in(&s, n);
    go.context.once = ONCE_NO;
    return s;
}

static State touched_by_expression(const Node *n, const Node *also)
{
    State s = { 0 };
    touch_in(&s, n);
    touch_in(&s, also);
    return s;
}

static bool has_a_turn(const Node *loop)
{
    return loop->kind == ND_DO || (loop->axis_count && axis_count(&loop->axes[0]) > 0);
}

// As many rows of lanes as iterations: there is no turn before.
static bool turns_once(const Node *each)
{
    long long count = axis_count(&each->axes[0]);
    return count >= 0 && count <= go.lanes->rows;
}

static void mark_earlier(State *s, const Node *each, bool earlier)
{
    for (int i = 0; i < s->count; i++)
        if (s->touches[i].shared == each)
            s->touches[i].earlier = earlier;
}

// Until the state at the start of a turn is what it was: keys and lines are few.
static void turns(const Node *n, const Node *condition)
{
    State broken = go.broken, continued = go.continued, all = go.state, ends = { 0 };
    go.broken = (State){ 0 };
    bool once_only = is_shared(go.lanes, n) && turns_once(n);
    go.turns++;
    for (int before = -1; before != all.count && !(once_only && before >= 0);) {
        before = all.count;
        go.state = copy_state(all);
        go.continued = (State){ 0 };
        walk_statement(n->body);
        join_states(&go.state, go.continued);
        State head = touched_by_expression(condition, n->kind == ND_FOR ? n->b : NULL);
        wait_at(&go.state, head, BARRIER_AT_END, n, NULL);
        join_states(&go.state, head);
        mark_earlier(&go.state, n, true);
        join_states(&all, go.state);
        join_states(&ends, go.state);
    }
    go.turns--;
    go.state = has_a_turn(n) ? ends : all;
    mark_earlier(&go.state, n, false);
    join_states(&go.state, go.broken);
    go.broken = broken, go.continued = continued;
}

static void walk_loop(const Node *n)
{
    State head = touched_by_expression(n->kind == ND_FOR || n->kind == ND_WHILE ? n->a : NULL, n->init);
    for (int i = 0; i < n->axis_count; i++)
        join_states(&head, touched_by_expression(n->axes[i].lo, n->axes[i].hi));
    meet(n, head);
    turns(n, n->kind == ND_LOOP || n->kind == ND_EACH ? NULL : n->a);
}

// The level of a sequential axis of the grid; 0: it is parallel.
static int level_of(const Node *id)
{
    int axis = axis_asked_for(go.plan->call, id);
    return axis < 0 ? 0 : go.plan->axes[axis].level;
}

// Bits of the axes whose first, or last, step this must be for the condition to hold.
static unsigned steps_of(const Node *condition, bool first)
{
    const Node *id = condition->a, *value = condition->b;
    if (condition->kind != ND_BINARY)
        return 0;
    if (!strcmp(condition->op, "&&"))
        return steps_of(id, first) | steps_of(value, first);
    if (strcmp(condition->op, "==") || (id->kind != ND_PROGRAM_ID && id->kind != ND_AXIS))
        return 0;
    bool last = value->kind == ND_BINARY && !strcmp(value->op, "-") && value->a->kind == ND_NUM_PROGRAMS &&
                id->kind == ND_PROGRAM_ID && value->a->a->value == id->a->value && value->b->known &&
                value->b->value == 1;
    int level = (first ? value->known && !value->value : last) ? level_of(id) : 0;
    return level ? 1u << level : 0;
}

static State without_steps(State s, unsigned steps)
{
    State kept = { 0 };
    for (int i = 0; i < s.count; i++)
        if (!(s.touches[i].steps & steps))
            add_touch(&kept, s.touches[i]);
    return kept;
}

// What is done in an axis' first step meets nothing of the steps before; what is done in its last, nothing after.
static void walk_branches(const Node *n)
{
    meet(n, touched_by_expression(n->a, NULL));
    State before = copy_state(go.state);
    unsigned outer = go.last;
    go.state = without_steps(go.state, steps_of(n->a, true));
    go.last |= steps_of(n->a, false);
    walk_statement(n->b);
    go.last = outer;
    State then = go.state;
    go.state = before;
    walk_statement(n->c);
    join_states(&go.state, then);
}

static void walk_switch(const Node *n)
{
    State broken = go.broken;
    meet(n, touched_by_expression(n->a, NULL));
    State before = copy_state(go.state);
    go.broken = (State){ 0 };
    for (int i = 0; i < n->body->item_count; i++) {
        if (n->body->items[i]->kind == ND_CASE || n->body->items[i]->kind == ND_DEFAULT)
            join_states(&go.state, before);
        walk_statement(n->body->items[i]);
    }
    join_states(&go.state, before);
    join_states(&go.state, go.broken);
    go.broken = broken;
}

static bool is_spread(const Node *loop)
{
    for (int i = 0; i < loop->axis_count; i++)
        if (spread_of(go.lanes, loop->axes[i].index) != SPREAD_NONE)
            return true;
    return false;
}

static Touch own(const Symbol *block, bool writes, const char *key, Loc at)
{
    return (Touch){ .block = block, .writes = writes, .key = key, .memory = MEMORY_LOCAL, .at = at,
                    .what = block->name };
}

// Each lane folds its share; partial results meet in local memory, with barriers between the steps.
static void walk_reduce(const Node *n)
{
    if (!is_spread(n)) {
        meet(n, touched_by(n));
        return;
    }
    State s = { 0 };
    touch_reduce(&s, n, false);
    add_touch(&s, own(shared_block(tree, n->a->type), true, "own", n->at));
    meet(n, s);
    wait_within(n);
    add_touch(&go.state, own(shared_block(tree, n->a->type), false, NULL, n->at));
    if (n->a->kind == ND_ACCESS && !in_registers(go.lanes, n->a->ref)) {       // behind the last of them, by one lane
        State target = { 0 };
        go.context.once = go.context.row ? ONCE_ROW : ONCE_GROUP;
        touch_reduce(&target, n, true);
        go.context.once = ONCE_NO;
        join_states(&go.state, target);
    }
}

// Do neighbours on the last dim lie side by side? Else dims behind it were dropped.
static bool lies_closely(const Symbol *ref)
{
    const Symbol *block = view_of(ref).of;
    for (int i = 0; i < go.plan->operand_count; i++) {
        const Operand *o = &go.plan->operands[i];
        if (o->ref == block)
            return o->dims[o->rank - 1].dim == block->rank - 1;
    }
    return true;
}

// A slice is copied by rows of lanes over rows of the matrix, as it lies in memory; so lanes keep their elements where
// slices begin at multiples of the lanes along the depth.
static const char *slice_key(const Node *dot, const Node *operand)
{
    const Symbol *ref = block_of(operand);
    bool depth_last = (operand == dot->b) == (operand->kind != ND_TRANSPOSE);
    long long slice = dot_slice(go.lanes, dot), depth = ref->dims[depth_last]->value, width = ref->dims[1]->value;
    int along = depth_last ? go.lanes->columns : go.lanes->rows;
    bool same = (slice == depth || slice % along == 0) && width > 1 && lies_closely(ref);
    return same ? block_key(ref) : NULL;
}

static void touch_operand(State *s, const Node *dot, const Node *operand, bool sliced)
{
    const Symbol *ref = block_of(operand);
    if (!is_constant(ref))
        add_touch(s, touch(ref, false, sliced ? slice_key(dot, operand) : NULL, operand->at, ref->name));
}

// Operands that come in slices are read before the barrier within, others behind it. In the end only the last slices
// are still being read, unless slices follow each other: then there is a barrier behind each.
static void walk_dot(const Node *n)
{
    bool slices = slices_dot(go.lanes, n, 1) || slices_dot(go.lanes, n, 2), repeats = repeats_dot(go.lanes, n);
    bool writes_late = slices && dot_slice(go.lanes, n) && dot_schedule(go.lanes, n).from_zero;
    State before = { 0 }, behind = { 0 };
    const Node *operands[] = { n->b, n->c };
    for (int i = 0; i < 2; i++) {
        bool sliced = slices_dot(go.lanes, n, i + 1);
        touch_operand(sliced || !slices ? &before : &behind, n, operands[i], sliced);
    }
    if (!writes_late)
        touch_block(&before, n->a, true);
    if (slices)
        add_touch(&before, own(shared_block(slices_of_dot, n->a->symbol->type), true, NULL, n->at));
    meet(n, before);
    if (!slices)
        return;
    wait_within(n);
    touch_block(&go.state, n->a, true);
    if (repeats)
        return;
    join_states(&go.state, behind);
    add_touch(&go.state, own(shared_block(slices_of_dot, n->a->symbol->type), false, NULL, n->at));
}

static void walk_each(const Node *n)
{
    if (!is_shared(go.lanes, n)) {
        meet(n, touched_by(n));
        return;
    }
    State head = touched_by_expression(n->axes[0].lo, n->axes[0].hi);   // a row of lanes for each iteration
    meet(n, head);
    go.context.around.around[go.context.around.around_count++] = n;
    go.context.row = true;
    turns(n, NULL);
    go.context.row = false;
    go.context.around.around_count--;
}

static State *jump_to(const char *label)
{
    for (int i = 0; i < go.jump_count; i++)
        if (!strcmp(go.jumps[i].label, label))
            return &go.jumps[i].state;
    list_add(go.jumps, go.jump_count, ((struct Jump){ label, { 0 } }));
    return &go.jumps[go.jump_count - 1].state;
}

static void walk_jump(const Node *n)
{
    State *there = jump_to(n->name);
    if (n->kind == ND_GOTO) {
        join_states(there, go.state);
        go.state = (State){ 0 };
    } else {
        join_states(&go.state, *there);
        *there = (State){ 0 };
    }
}

void walk_statement(const Node *n)
{
    if (!n)
        return;
    switch (n->kind) {
    case ND_BLOCK:
        for (int i = 0; i < n->item_count; i++)
            walk_statement(n->items[i]);
        return;
    case ND_IF: case ND_WHEN:
        if (go.context.row)
            meet(n, touched_by(n));
        else
            walk_branches(n);
        return;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_LOOP:
        walk_loop(n);
        return;
    case ND_SWITCH:             walk_switch(n); return;
    case ND_EACH:               walk_each(n); return;
    case ND_REDUCE:             walk_reduce(n); return;
    case ND_DOT:                walk_dot(n); return;
    case ND_TILE:               return;
    case ND_GOTO: case ND_LABEL:
        walk_jump(n);
        return;
    case ND_BREAK:              join_states(&go.broken, go.state), go.state = (State){ 0 }; return;
    case ND_CONTINUE:           join_states(&go.continued, go.state), go.state = (State){ 0 }; return;
    case ND_RETURN:             join_states(&go.left, go.state), go.state = (State){ 0 }; return;
    case ND_FILL:
        if (is_absorbed(go.lanes, n))
            return;
        meet(n, touched_by(n));
        return;
    default:                    meet(n, touched_by(n)); return;
    }
}
