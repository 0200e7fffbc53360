// plan_barriers.c -- where the lanes of a group wait for each other, and where not.
//
// The kernel is walked in the order in which it runs, with what was touched since the last barrier: which block, read
// or written, and by which lane each element, as far as that is the same lane for every such touch (its key). A touch
// that meets an earlier one of the same block, one of them writing, needs a barrier between, unless both have the same
// key: then each element is one lane's own affair. Loops are walked until nothing is new, so that what one turn
// leaves is met by the next. In the end each barrier is tried without: what the others order anyway goes.

#include "pallasc.h"
#include <string.h>

typedef struct {
    const Symbol *block;
    bool writes, atomic;
    const char *key;            // lanes of its elements; NULL: any
    const Node *shared;         // the PL_EACH around it whose rows are shared by lanes
    const char *row;            // which of its elements an iteration of that touches, told by a dim; NULL: any
    bool earlier;               // in a turn of that before this one
    unsigned steps;             // bit n: in a step before this one of the nth sequential axis
    unsigned last;              // bit n: in the last step of that axis alone
    struct { bool known; long long from, to; } dims[12];        // of the block: which indices the subscript takes
    int memory;
    const Operand *fetched;     // by the copy of its window into memory
    Loc at;
    const char *what;
} Touch;

typedef struct { Touch *touches; int count; } State;    // what was touched since the last barrier

typedef struct {                // how the statement at hand is run
    const Node *loops[16];      // PL_EACH and PL_REDUCE around it
    int loop_count;
    Once once;
    bool row;                   // by the lanes of a row together
} Context;

static struct {
    const Plan *plan;
    Lanes *lanes;
    State state, left, broken, continued;       // left: at a return; the others of the loop at hand
    Context context;
    View *views;
    int view_count;
    struct Jump { const char *label; State state; } *jumps;     // forward, to the end of a block
    int jump_count;
    const Symbol **pointed;     // blocks that pointers point into
    int pointed_count;
    unsigned last;              // in the last step of these axes
    bool trying;                // a barrier is missing on purpose:
    bool missed;                // and something noticed
} go;

static Symbol array_block = { .name = "the array" };
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

// ---- States -------------------------------------------------------------------------------------------------------

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

// x[0] and x[1], or x[c] of c < 8 and of the others
static bool other_places(const Touch *a, const Touch *b)
{
    for (size_t d = 0; d < sizeof a->dims / sizeof *a->dims; d++)
        if (a->dims[d].known && b->dims[d].known && (a->dims[d].to < b->dims[d].from || b->dims[d].to < a->dims[d].from))
            return true;
    return false;
}

// Is it lane 0 by itself that touches a, a place that in b's loop, too, belongs to lane 0?
static bool first_has(const Touch *a, const Touch *b)
{
    bool all = false, row = false, column = false;
    const char *key = a->key && b->key && !strcmp(a->key, "first") ? b->key : "";
    for (int read = 0; *key; key += read) {
        char letter;
        int dim;
        long long shift;
        if (sscanf(key, "%c%d%lld %n", &letter, &dim, &shift, &read) < 3 || !a->dims[dim].known)
            return false;
        long long lanes = lanes_along(go.lanes, letter == 'l' ? SPREAD_LANES : letter == 'r' ? SPREAD_ROWS : SPREAD_COLUMNS);
        if (a->dims[dim].from != a->dims[dim].to || (a->dims[dim].from - shift) % lanes)
            return false;
        all |= letter == 'l', row |= letter == 'r', column |= letter == 'c';
    }
    return all || (row && column);
}

// Does b leave open a place that a has, or has another?
static bool apart(const Touch *a, const Touch *b)
{
    for (size_t d = 0; d < sizeof a->dims / sizeof *a->dims; d++)
        if (a->dims[d].known && !(b->dims[d].known && a->dims[d].from == b->dims[d].from && a->dims[d].to == b->dims[d].to))
            return true;
    return false;
}

static void add(State *s, Touch t)
{
    for (int i = 0; i < s->count; i++) {
        const Touch *o = &s->touches[i];
        if (o->block == t.block && o->writes == t.writes && o->atomic == t.atomic && same_text(o->key, t.key) &&
            o->shared == t.shared && same_text(o->row, t.row) && o->earlier == t.earlier &&
            o->steps == t.steps && o->last == t.last && !apart(o, &t) && !apart(&t, o) &&
            o->fetched == t.fetched && o->at.line == t.at.line)
            return;
    }
    list_add(s->touches, s->count, t);
}

static void join(State *s, State with)
{
    for (int i = 0; i < with.count; i++)
        add(s, with.touches[i]);
}

static State copy_of(State s)
{
    State made = { 0 };
    join(&made, s);
    return made;
}

// Iterations of one PL_EACH touch elements of their own: those of this turn are not those of the turn before.
static bool other_rows(const Touch *a, const Touch *b)
{
    return a->earlier && a->shared == b->shared && a->row && same_text(a->row, b->row);
}

static bool conflict(const Touch *a, const Touch *b)
{
    return !(a->steps & a->last) && a->block == b->block && (a->writes || b->writes) && !(a->atomic && b->atomic) &&
           !(a->key && b->key && !strcmp(a->key, b->key)) && !first_has(a, b) && !first_has(b, a) && !other_rows(a, b) &&
           !other_places(a, b);
}

// ---- Keys: which lane has an element ------------------------------------------------------------------------------

static View view_of(const Symbol *ref)
{
    View whole = { ref, ref, 0, true, 0 };
    for (int i = go.view_count - 1; i >= 0; i--)
        if (go.views[i].view == ref) {
            View v = go.views[i], outer = view_of(v.of);
            return (View){ ref, outer.of, v.dim + outer.dim, v.known && (v.dim || outer.known),
                           v.from + (v.dim ? 0 : outer.from) };
        }
    return whole;
}

static const char *key_part(Spread how, int dim, long long shift)
{
    long long lanes = lanes_along(go.lanes, how);
    char letter = how == SPREAD_ROWS ? 'r' : how == SPREAD_LANES || go.lanes->rows == 1 ? 'l' : 'c';
    return text("%c%d%+lld ", letter, dim, (shift % lanes + lanes) % lanes);
}

// Each axis that is spread must pick its lane by a dim of the element, the same lane each time.
static const char *key_of(const Node *access)
{
    const Context *c = &go.context;
    const char *key = "";
    View v = view_of(access->ref);
    bool columns = false;
    for (int l = 0; l < c->loop_count; l++)
        for (int a = 0; a < c->loops[l]->axis_count; a++) {
            const LoopAxis *axis = &c->loops[l]->axes[a];
            Spread how = spread_of(go.lanes, axis->index);
            if (how == SPREAD_NONE)
                continue;
            Along along = access_along(access, c->loops[l], axis->index);
            bool same = (along.kind == ALONG_IDENTITY || along.kind == ALONG_SHIFT) && along.known && axis->lo->known;
            if (!same || how == SPREAD_PARTS || how == SPREAD_ROW_PARTS || !(along.dim ? true : v.known))
                return NULL;
            key = text("%s%s", key, key_part(how, v.dim + along.dim,
                                              along.shift + axis->lo->value + (along.dim ? 0 : v.from)));
            columns |= how != SPREAD_ROWS;
        }
    if (columns)
        return key;
    return c->once == ONCE_NO ? NULL : text("%sfirst", key);
}

// Of a whole block, or of the window of an operand: its last dim over columns, the one before over rows.
static const char *block_key(const Symbol *ref)
{
    View v = view_of(ref);
    if (!v.known)
        return NULL;
    if (ref->rank == 1 && ref->dims[0]->known && ref->dims[0]->value == 1 && !v.from)
        return "first";                                 // lane 0 by itself
    if (ref->rank == 1)
        return key_part(SPREAD_LANES, v.dim, v.from);
    long long rows_from = ref->rank == 2 ? v.from : 0;
    const char *rows = go.lanes->rows == 1 ? "" : key_part(SPREAD_ROWS, v.dim + ref->rank - 2, rows_from);
    return text("%s%s", rows, key_part(SPREAD_COLUMNS, v.dim + ref->rank - 1, 0));
}

static int memory_touched(const Symbol *ref)
{
    return (int)memory_of(go.lanes, ref);
}

// Who is only read where it lies meets nobody.
static bool is_constant(const Symbol *ref)
{
    const Symbol *block = view_of(ref).of;
    for (int i = 0; i < go.plan->operand_count; i++) {
        const Operand *o = &go.plan->operands[i];
        if (o->ref == block) {
            WindowKept how = window_kept(go.lanes, o);
            return !o->written && (how == WINDOW_IN_PLACE || how == WINDOW_MASKED);
        }
    }
    return false;
}

static Touch touch(const Symbol *ref, bool writes, const char *key, Loc at, const char *what)
{
    const Symbol *block = view_of(ref).of;
    return (Touch){ .block = block, .writes = writes, .key = key, .memory = memory_touched(block), .at = at, .what = what };
}

// ---- What an expression touches -----------------------------------------------------------------------------------

static void set_place(Touch *t, const View *v, int d, long long from, long long to)
{
    long long start = d ? 0 : v->from;
    if (!d && !v->known)
        return;
    t->dims[v->dim + d].known = true;
    t->dims[v->dim + d].from = start + (from < to ? from : to);
    t->dims[v->dim + d].to = start + (from < to ? to : from);
}

// A subscript that is a constant, or walks with one axis of a loop between constants.
static void set_places(Touch *t, const Node *access)
{
    const Context *c = &go.context;
    View v = view_of(access->ref);
    for (int d = 0; d < access->item_count; d++)
        if (access->items[d]->known)
            set_place(t, &v, d, access->items[d]->value, access->items[d]->value);
    for (int l = 0; l < c->loop_count; l++)
        for (int a = 0; a < c->loops[l]->axis_count; a++) {
            const LoopAxis *axis = &c->loops[l]->axes[a];
            Along along = access_along(access, c->loops[l], axis->index);
            if (along.dim >= 0 && along.known && axis_count(axis) > 0)
                set_place(t, &v, along.dim, along.factor * axis->lo->value + along.shift,
                          along.factor * (axis->hi->value - 1) + along.shift);
        }
}

static void set_row(Touch *t, const Node *access)
{
    const Node *each = go.context.row ? go.context.loops[0] : NULL;
    if (!each || access->item_count < access->ref->rank)
        return;
    View v = view_of(access->ref);
    Along along = access_along(access, each, each->axes[0].index);
    t->shared = each;
    if ((along.kind == ALONG_IDENTITY || along.kind == ALONG_SHIFT) && along.known && (along.dim || v.known))
        t->row = text("%d%+lld", v.dim + along.dim, along.shift + (along.dim ? 0 : v.from));
}

static void touch_access(State *s, const Node *n, bool writes, bool atomic)
{
    Touch t = touch(n->ref, writes, n->item_count == n->ref->rank ? key_of(n) : NULL, n->at, n->ref->name);
    t.atomic = atomic;
    set_row(&t, n);
    set_places(&t, n);
    if (t.memory != MEMORY_PRIVATE && n->ref->kind == SY_REF && !is_constant(n->ref))
        add(s, t);
}

static void touch_in(State *s, const Node *n);
static void walk_view(const Node *n);

static void touch_target(State *s, const Node *n, bool atomic)
{
    const Node *root = assigned_root(n);
    if (root->kind == ND_ACCESS)
        touch_access(s, root, true, atomic);
    for (const Node *part = n; part != root; part = part->a)
        if (part->kind == ND_SUBSCRIPT)
            touch_in(s, part->b);
    for (int i = 0; root->kind == ND_ACCESS && i < root->item_count; i++)
        touch_in(s, root->items[i]);
}

static void touch_block(State *s, const Node *name, bool writes)
{
    const Symbol *ref = block_of(name);
    if (ref && memory_touched(view_of(ref).of) != MEMORY_PRIVATE && !is_constant(ref))
        add(s, touch(ref, writes, name->kind == ND_TRANSPOSE ? NULL : block_key(ref), name->at, ref->name));
}

// Through a pointer: of every block that one may point into, any element.
static void touch_pointed(State *s, const Node *n, bool writes)
{
    for (int i = 0; i < go.pointed_count; i++)
        add(s, touch(go.pointed[i], writes, go.context.once == ONCE_GROUP ? "first" : NULL, n->at, go.pointed[i]->name));
}

static bool takes_pointer(const Node *n)
{
    for (int i = 0; n->kind == ND_CALL && i < n->item_count; i++)
        if (n->items[i]->type->kind == TY_POINTER || n->items[i]->type->kind == TY_ARRAY)
            return true;
    return through_pointer(n);
}

static void touch_parts(State *s, const Node *n)
{
    touch_in(s, n->init);
    touch_in(s, n->a);
    touch_in(s, n->b);
    touch_in(s, n->c);
    touch_in(s, n->body);
    for (int i = 0; i < n->item_count; i++)
        touch_in(s, n->items[i]);
}

// All that is touched below n, by lanes that run it each for themselves.
static void touch_in(State *s, const Node *n)
{
    Context *c = &go.context;
    if (!n || n->kind == ND_INSIDE || n->kind == ND_DIM || n->kind == ND_SIZE)
        return;
    for (int i = 0; i < n->axis_count; i++) {
        touch_in(s, n->axes[i].lo);
        touch_in(s, n->axes[i].hi);
    }
    if (n->kind == ND_VIEW)
        walk_view(n);
    bool loop = n->kind == ND_EACH || n->kind == ND_REDUCE;
    if (loop && c->loop_count == (int)(sizeof c->loops / sizeof *c->loops))
        INTERNAL("loops too deep");
    if (n->kind == ND_REDUCE) {
        touch_target(s, n->a, false);
        touch_in(s, n->a);
        c->loops[c->loop_count++] = n;
        touch_in(s, n->b);
        c->loop_count--;
        return;
    }
    if (n->kind == ND_ACCESS)
        touch_access(s, n, false, false);
    if (takes_pointer(n))
        touch_pointed(s, n, false);
    if (stores_through_pointer(n))
        touch_pointed(s, n, true);
    if (n->kind == ND_ATOMIC || n->kind == ND_STORE)
        touch_target(s, n->a, n->kind == ND_ATOMIC);
    if (n->kind == ND_FILL || n->kind == ND_ASSIGN || n->kind == ND_DOT)
        for (const Node *const *p = (const Node *const[]){ n->a, n->b, n->c, NULL }; *p; p++)
            touch_block(s, *p, p[0] == n->a);
    if (assigns_to(n)) {
        touch_target(s, n->a, false);
        if (!strcmp(n->op, "=")) {              // what is only written is not read
            touch_in(s, n->b);
            return;
        }
    }
    if (n->kind == ND_ATOMIC) {
        for (int i = 0; i < n->item_count; i++)
            touch_in(s, n->items[i]);
        return;
    }
    c->loops[c->loop_count] = n;
    c->loop_count += loop;
    touch_parts(s, n);
    c->loop_count -= loop;
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

const Barrier *barrier_at(const Lanes *l, BarrierPlace place, const Node *statement, const Operand *operand)
{
    for (int i = 0; i < l->barrier_count; i++) {
        const Barrier *b = &l->barriers[i];
        if (b->place == place && b->statement == statement && b->operand == operand && !b->dropped)
            return b;
    }
    return NULL;
}

static const char *why_text(const Touch *first, const Touch *then)
{
    const char *when = first->at.line == then->at.line ? ", the turn before" : "";
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

// A barrier stands here, or must: then nothing that was touched before matters to what comes.
static void wait_at(State *s, State touches, BarrierPlace place, const Node *statement, const Operand *operand)
{
    Barrier *b = find_barrier(place, statement, operand);
    for (int i = s->count - 1; i >= 0 && !(b && !b->dropped); i--)
        for (int t = 0; t < touches.count; t++)
            if (conflict(&s->touches[i], &touches.touches[t])) {
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
    join(&go.state, touches);
}

// ---- Statements ---------------------------------------------------------------------------------------------------

static void walk(const Node *n);

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
    for (int before = -1; before != all.count && !(once_only && before >= 0);) {
        before = all.count;
        go.state = copy_of(all);
        go.continued = (State){ 0 };
        walk(n->body);
        join(&go.state, go.continued);
        State head = touched_by_expression(condition, n->kind == ND_FOR ? n->b : NULL);
        wait_at(&go.state, head, BARRIER_AT_END, n, NULL);
        join(&go.state, head);
        mark_earlier(&go.state, n, true);
        join(&all, go.state);
        join(&ends, go.state);
    }
    go.state = has_a_turn(n) ? ends : all;
    mark_earlier(&go.state, n, false);
    join(&go.state, go.broken);
    go.broken = broken, go.continued = continued;
}

static void walk_loop(const Node *n)
{
    State head = touched_by_expression(n->kind == ND_FOR || n->kind == ND_WHILE ? n->a : NULL, n->init);
    for (int i = 0; i < n->axis_count; i++)
        join(&head, touched_by_expression(n->axes[i].lo, n->axes[i].hi));
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
                id->kind == ND_PROGRAM_ID && value->a->a->value == id->a->value && value->b->known && value->b->value == 1;
    int level = (first ? value->known && !value->value : last) ? level_of(id) : 0;
    return level ? 1u << level : 0;
}

static State without_steps(State s, unsigned steps)
{
    State kept = { 0 };
    for (int i = 0; i < s.count; i++)
        if (!(s.touches[i].steps & steps))
            add(&kept, s.touches[i]);
    return kept;
}

// What is done in an axis' first step meets nothing of the steps before; what is done in its last, nothing after.
static void walk_branches(const Node *n)
{
    meet(n, touched_by_expression(n->a, NULL));
    State before = copy_of(go.state);
    unsigned outer = go.last;
    go.state = without_steps(go.state, steps_of(n->a, true));
    go.last |= steps_of(n->a, false);
    walk(n->b);
    go.last = outer;
    State then = go.state;
    go.state = before;
    walk(n->c);
    join(&go.state, then);
}

static void walk_switch(const Node *n)
{
    State broken = go.broken;
    meet(n, touched_by_expression(n->a, NULL));
    State before = copy_of(go.state);
    go.broken = (State){ 0 };
    for (int i = 0; i < n->body->item_count; i++) {
        if (n->body->items[i]->kind == ND_CASE || n->body->items[i]->kind == ND_DEFAULT)
            join(&go.state, before);
        walk(n->body->items[i]);
    }
    join(&go.state, before);
    join(&go.state, go.broken);
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
    return (Touch){ .block = block, .writes = writes, .key = key, .memory = MEMORY_LOCAL, .at = at, .what = block->name };
}

// Each lane folds its share; partial results meet in local memory, with barriers between the steps.
static void walk_reduce(const Node *n)
{
    if (!is_spread(n)) {
        meet(n, touched_by(n));
        return;
    }
    State s = { 0 };
    go.context.loops[go.context.loop_count++] = n;
    touch_in(&s, n->b);
    go.context.loop_count--;
    for (int i = 0; i < n->axis_count; i++)
        join(&s, touched_by_expression(n->axes[i].lo, n->axes[i].hi));
    add(&s, own(shared_block(tree, n->a->type), true, "own", n->at));
    meet(n, s);
    wait_within(n);
    add(&go.state, own(shared_block(tree, n->a->type), false, NULL, n->at));
    if (n->a->kind == ND_ACCESS && !in_registers(go.lanes, n->a->ref)) {       // behind the last of them, by one lane
        State target = { 0 };
        go.context.once = go.context.row ? ONCE_ROW : ONCE_GROUP;
        touch_target(&target, n->a, false);
        touch_access(&target, n->a, false, false);
        go.context.once = ONCE_NO;
        join(&go.state, target);
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
    long long slice = dot_slice(dot), depth = ref->dims[depth_last]->value, width = ref->dims[1]->value;
    int along = depth_last ? go.lanes->columns : go.lanes->rows;
    bool same = (slice == depth || slice % along == 0) && width > 1 && lies_closely(ref);
    return same ? block_key(ref) : NULL;
}

static void touch_operand(State *s, const Node *dot, const Node *operand, bool sliced)
{
    const Symbol *ref = block_of(operand);
    if (!is_constant(ref))
        add(s, touch(ref, false, sliced ? slice_key(dot, operand) : NULL, operand->at, ref->name));
}

// Operands that come in slices are read before the barrier within, others behind it. In the end only the last slices
// are still being read, unless slices follow each other: then there is a barrier behind each.
static void walk_dot(const Node *n)
{
    bool slices = slices_dot(go.lanes, n, 1) || slices_dot(go.lanes, n, 2), repeats = repeats_dot(go.lanes, n);
    State before = { 0 }, behind = { 0 };
    const Node *operands[] = { n->b, n->c };
    for (int i = 0; i < 2; i++) {
        bool sliced = slices_dot(go.lanes, n, i + 1);
        touch_operand(sliced || !slices ? &before : &behind, n, operands[i], sliced);
    }
    touch_block(&before, n->a, true);
    if (slices)
        add(&before, own(shared_block(slices_of_dot, n->a->symbol->type), true, NULL, n->at));
    meet(n, before);
    if (!slices)
        return;
    wait_within(n);
    touch_block(&go.state, n->a, true);
    if (repeats)
        return;
    join(&go.state, behind);
    add(&go.state, own(shared_block(slices_of_dot, n->a->symbol->type), false, NULL, n->at));
}

static void walk_view(const Node *n)
{
    for (int i = go.view_count - 1; i >= 0; i--)
        if (go.views[i].view == n->symbol)
            return;
    list_add(go.views, go.view_count, viewed(n->symbol, n->a));
}

static void walk_each(const Node *n)
{
    if (!is_shared(go.lanes, n)) {
        meet(n, touched_by(n));
        return;
    }
    State head = touched_by_expression(n->axes[0].lo, n->axes[0].hi);   // a row of lanes for each iteration
    meet(n, head);
    go.context.loops[go.context.loop_count++] = n;
    go.context.row = true;
    turns(n, NULL);
    go.context.row = false;
    go.context.loop_count--;
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
        join(there, go.state);
        go.state = (State){ 0 };
    } else {
        join(&go.state, *there);
        *there = (State){ 0 };
    }
}

static void walk(const Node *n)
{
    if (!n)
        return;
    switch (n->kind) {
    case ND_BLOCK:
        for (int i = 0; i < n->item_count; i++)
            walk(n->items[i]);
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
    case ND_VIEW:               walk_view(n); return;
    case ND_TILE:               return;
    case ND_GOTO: case ND_LABEL:
        walk_jump(n);
        return;
    case ND_BREAK:              join(&go.broken, go.state), go.state = (State){ 0 }; return;
    case ND_CONTINUE:           join(&go.continued, go.state), go.state = (State){ 0 }; return;
    case ND_RETURN:             join(&go.left, go.state), go.state = (State){ 0 }; return;
    default:                    meet(n, touched_by(n)); return;
    }
}

// ---- The grid: windows are copied in and back at the edge ----------------------------------------------------------

static bool is_staged(const Operand *o)                 // always a copy, of local memory
{
    return window_kept(go.lanes, o) == WINDOW_STAGED;
}

static bool is_copied(const Operand *o)
{
    return is_staged(o) || window_kept(go.lanes, o) == WINDOW_COPIED;
}

static Touch window_touch(const Operand *o, bool writes)
{
    Touch t = touch(o->ref, writes, block_key(o->ref), o->part->at, o->ref->name);
    t.fetched = o;
    return t;
}

// Blocks that begin at multiples of their size have each element of the array at one place in a block, so with one lane.
static const char *array_key(const Operand *o)
{
    const char *key = block_key(o->ref);
    for (int d = 0; key && d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        bool by_blocks = w->kind == WINDOW_ONE || ((w->kind == WINDOW_BLOCK || w->kind == WINDOW_FULL) && w->size->known);
        key = by_blocks ? text("%s of %lld", key, w->kind == WINDOW_ONE ? 1 : w->size->value) : NULL;
    }
    return key;
}

static Touch array_touch(const Operand *o, bool writes)
{
    return (Touch){ .block = &array_block, .writes = writes, .key = array_key(o), .memory = MEMORY_GLOBAL,
                    .fetched = o, .at = o->part->at,
                    .what = o->part->name };
}

// Only where the window hangs over the edge, or always: what a barrier clears there is not cleared elsewhere.
static void copy(const Operand *o, State *s, BarrierPlace place, bool in)
{
    State touches = { 0 };
    add(&touches, window_touch(o, in));
    if (o->stage == STAGE_ALWAYS)                       // its array may be another's, too
        add(&touches, array_touch(o, !in));
    wait_at(s, touches, place, NULL, o);
    join(s, touches);
}

static void visit(const Operand *o)
{
    State inside = copy_of(go.state);
    if (!is_copied(o) || (o->visits == VISIT_EACH && !o->read))
        return;
    if (o->visits == VISIT_MOVED && o->written)
        copy(o, &inside, BARRIER_FETCH, false);
    if (o->read)
        copy(o, &inside, o->visits == VISIT_MOVED && o->written ? BARRIER_BETWEEN : BARRIER_FETCH, true);
    wait_at(&inside, (State){ 0 }, BARRIER_FETCHED, NULL, o);
    if (is_staged(o) || (o->stage == STAGE_ALWAYS && o->visits == VISIT_EACH))
        go.state = inside;
    else
        join(&go.state, inside);
}

static void leave(const Operand *o)
{
    if (!is_copied(o) || !o->written)
        return;
    State inside = copy_of(go.state);
    copy(o, &inside, BARRIER_LEAVE, false);
    if (is_staged(o))
        go.state = inside;
    else
        join(&go.state, inside);
}

// In the order of the schedule: what is written first.
static void operands_at(int level, void what(const Operand *), bool moved)
{
    const Plan *plan = go.plan;
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = &plan->operands[i % plan->operand_count];
        if ((level < 0 || o->level == level) && o->written == (i < plan->operand_count) &&
            (what == visit || (o->visits == VISIT_MOVED) == moved))
            what(o);
    }
}

// As the next step of the axis sees it. After the loop comes what the last step left, so that stays, for no step to meet.
static State step_over(State s, int level)
{
    State made = copy_of(s);
    for (int i = 0; i < made.count; i++)
        made.touches[i].steps |= level ? 1u << level : 0;
    return made;
}

static void walk_level(int level)
{
    if (level > go.plan->levels) {
        go.left = (State){ 0 };
        walk(go.plan->call->kernel->body);
        join(&go.state, go.left);
        return;
    }
    State all = go.state, ends = { 0 };                 // a grid without programs does not run
    for (int before = -1; before != all.count;) {
        before = all.count;
        go.state = copy_of(all);
        operands_at(level, visit, false);
        walk_level(level + 1);
        operands_at(level, leave, false);
        if (level == 0)
            operands_at(-1, leave, true);
        if (level == 0 && !go.lanes->several)
            return;
        join(&all, step_over(go.state, level));
        join(&ends, go.state);
    }
    for (int i = 0; i < ends.count; i++)
        ends.touches[i].steps &= ~(1u << level), ends.touches[i].last &= ~(1u << level);
    go.state = ends;
}

static void walk_program(void)
{
    go.state = (State){ 0 };
    walk_level(0);
}

static void find_barriers(void)
{
    for (int before = -1; before != go.lanes->barrier_count;) {
        before = go.lanes->barrier_count;
        walk_program();
    }
}

static void drop_superfluous(void)
{
    go.trying = true;
    for (int i = 0; i < go.lanes->barrier_count; i++) {
        if (go.lanes->barriers[i].place == BARRIER_WITHIN)
            continue;
        go.lanes->barriers[i].dropped = true;
        go.missed = false;
        walk_program();
        go.lanes->barriers[i].dropped = !go.missed;
    }
    go.trying = false;
    for (int i = 0; i < go.lanes->barrier_count; i++)
        go.lanes->barriers[i].memories = 0;
    walk_program();
}

static void add_pointed(void *body, const Node *n)
{
    if (n->kind == ND_TILE && is_pointed_into(n->symbol, body))
        list_add(go.pointed, go.pointed_count, n->symbol);
}

void plan_barriers(const Plan *plan, Lanes *l)
{
    const Function *kernel = plan->call->kernel;
    memset(&go, 0, sizeof go);
    go.plan = plan;
    go.lanes = l;
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->kind == SY_REF && is_pointed_into(kernel->parameters[i], kernel->body))
            list_add(go.pointed, go.pointed_count, kernel->parameters[i]);
    each_node(kernel->body, add_pointed, kernel->body);
    find_barriers();
    drop_superfluous();
}
