// prove/walk.c -- walks a printed schedule in the order in which lanes run it. The walk is repeated until no loop begins with a new
// access: each begins with what the last round found at its end, so that accesses meet those of earlier iterations.

#include "prove/walk.h"
#include <string.h>

static void walk(Walk *w, const Node *n);               // NULL: nothing

// ---- Words and barriers ---------------------------------------------------------------------------------------------

static void commit(Walk *w)
{
    enum { MOST = 8 };
    for (int i = 0; i < w->now.count; i++)
        if (w->now.all[i].started && w->now.all[i].age < MOST)
            w->now.all[i].age++;
}

static void await_all_but(Walk *w, long long but)
{
    Uses arrived = { 0 };
    for (int i = 0; i < w->now.count; i++) {
        MemoryUse u = w->now.all[i];
        if (u.started && (but < 0 || u.age >= but))
            u.started = false, u.age = -1;
        add_use(&arrived, &u);
    }
    w->now = arrived;
}

// From the first element that say_fetch_slice copies to the last one.
static long long elements_of_slice(const Node *n)
{
    const long long lines = n->items[3]->value, line = n->items[4]->value, pitch = n->items[5]->value;
    return (lines - 1) * pitch + line;
}

static void walk_word(Walk *w, const Node *n)
{
    const Word *word = word_named(n->name);
    const bool starts = word && word->starts && w->group->machine->async_bytes;
    if (n == w->without)
        return;
    if (!word) {
        use_all(w, n);
        return;
    }
    const char *number = strchr(word->arguments, 'n');
    const long long count = number ? n->items[number - word->arguments]->value : 0;
    for (int i = 0; i < n->item_count && word->arguments[i]; i++)
        if (strchr("rw", word->arguments[i]))
            use_argument(w, n->items[i], word->arguments[i] == 'w', starts, count);
        else if (strchr("RW", word->arguments[i]))
            use_memory(w, n->items[i], word->arguments[i] == 'W', starts, elements_of_slice(n));
    settle(w);
    if (word->order == COMMITS)
        commit(w);
    else if (word->order != NO_ORDER)
        await_all_but(w, word->order == AWAITS_ALL ? -1 : n->items[0]->value);
}

static void order(Walk *w, Barrier *b)
{
    const bool one_warp = shares_in_warp(w->group, false);
    const int memories = w->placing ? ~b->skips : b->memories;
    Uses left = { 0 };
    for (int i = 0; i < w->now.count; i++) {
        MemoryUse u = w->now.all[i];
        const int kind = u.access->local ? MEMORY_LOCAL : MEMORY_GLOBAL;
        const bool ordered = one_warp || (!b->row && memories & kind);
        u.row_waited |= b->row;
        if (!ordered || u.started)
            add_use(&left, &u);
        if (w->placing && !u.started)
            b->memories |= kind & memories;
    }
    w->now = left;
}

// Whether a place is there for such accesses: after the copy of a window, and after the last slice of a PL_DOT that is repeated.
static bool is_for(const Barrier *b, const MemoryAccess *a)
{
    if (b->place == BARRIER_FETCHED)
        return a->copies && a->writes && is_text(a->memory, b->operand->ref->name);
    return b->place == BARRIER_FINAL && b->step->dot && b->step->dot->repeats && !a->of_statement && !a->writes;
}

static void pass(Walk *w, Barrier *b)
{
    b->in_loop = w->around > w->step_loops, b->in_rows = w->rows;
    b->outside = w->depth && w->depth == w->around ? w->passed[w->depth - 1] : NULL;
    w->passed[w->depth] = b;
    for (int i = 0; i < w->now.count; i++) {
        MemoryUse *u = &w->now.all[i];
        if (is_for(b, u->access))
            u->own = b;
        u->latest = b;
    }
}

static void walk_barrier(Walk *w, const Node *n)
{
    w->stopped = w->missing.at && !is_weak(&w->missing);
    if (n != w->without && n->barrier->placed)
        order(w, n->barrier);
    if (w->placing)
        pass(w, n->barrier);
}

// ---- Variables ------------------------------------------------------------------------------------------------------

static void declare_index(Walk *w, const char *name, Index i)
{
    list_add(w->variables.all, w->variables.count, ((Variable){ .name = name, .index = i }));
}

// The array, or variable, at the left end of a sum.
static const char *base_name(const Node *n)
{
    while (n->kind == ND_BINARY)
        n = n->a;
    return n->kind == ND_NAME ? n->symbol->name : NULL;
}

// pl_slice % 2 * 640; or pl_slice % 2, if a stage has one element.
static bool is_stage(const Node *n, const void *unused)
{
    const Node *number = n->kind == ND_BINARY && is_op(n, "*") ? n->a : n;
    (void)unused;
    return number->kind == ND_BINARY && is_op(number, "%") && number->b->known;
}

static void declare_pointer(Walk *w, const char *name, const Node *from)
{
    const char *base = base_name(from);
    const Variable *of = base ? variable_named(&w->variables, base) : NULL;
    const Node *stage = find_node(from, is_stage, NULL);
    Variable v = { .name = name, .memory = of && of->memory ? of->memory : base, .to_start = from->kind == ND_NAME && !of };
    if (stage) {
        const Node *number = is_op(stage, "*") ? stage->a : stage;
        v.size = is_op(stage, "*") && stage->b->known ? stage->b->value : 1;
        v.stages = number->b->value;
        v.index = index_of(&w->variables, ANY_LANE, w->group, number->a);
    }
    list_add(w->variables.all, w->variables.count, v);
}

static bool points_to_local(const Type *t)
{
    return t->kind == TY_POINTER && t->space && !strcmp(t->space, "group");
}

// A number that is computed once, so that later ones can be compared with it.
static Index as_number(Walk *w, const Node *declared, Index i)
{
    int number = 0;
    while (number < w->number_count && w->numbers[number] != declared)
        number++;
    if (number == w->number_count)
        list_add(w->numbers, w->number_count, declared);
    for (int u = 0; u < w->now.count; u++)              // it has another value now
        if (w->now.all[u].stage.of == MOST_AROUND + number)
            w->now.all[u].stage = (StageNumber){ 0 };
    if (i.known && i.term_count && !i.of && !i.lane && !i.row && !i.column)
        i = (Index){ .known = true, .terms = { { 1, 0 } }, .term_count = 1, .of = MOST_AROUND + number, .by = 1,
                     .ranged = i.ranged, .low = i.low, .high = i.high };
    return i;
}

static long long known_power(const Walk *w, const Symbol *variable)
{
    for (int i = 0; i < w->memo->power_count; i++)
        if (w->memo->powers[i].of == variable)
            return w->memo->powers[i].power;
    const struct Power p = { variable, power_of_variable(w->plan->call->kernel->body, variable) };
    list_add(w->memo->powers, w->memo->power_count, p);
    return p.power;
}

// A variable of which nothing else is known may have only multiples of a number.
static Index as_multiple(const Walk *w, const Symbol *variable, Index i)
{
    if (i.known && !has_lanes(&i) && i.term_count == 1 && i.terms[0].factor == 1 && !i.terms[0].count && !i.constant)
        i.terms[0].factor = known_power(w, variable);
    return i;
}

// The user may assign to a variable again; those that the schedule declares keep their values.
static bool may_change_later(const Node *declared)
{
    return !declared->symbol->type->constant && !begins(declared->symbol->name, "pl_");
}

static void walk_declaration(Walk *w, const Node *n)
{
    for (; n; n = n->c) {
        const Type *t = n->symbol->type;
        use_all(w, n->a);
        if (n->a && t && points_to_local(t))
            declare_pointer(w, n->symbol->name, n->a);
        else
            declare_index(w, n->symbol->name, as_multiple(w, n->symbol, n->a && !may_change_later(n) && keeps_indices(t)
                                                  ? as_number(w, n, index_of(&w->variables, w->guard, w->group, n->a)) : any_number()));
    }
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

static unsigned bit_of(int loop)
{
    return 1u << loop;
}

// Loops within so many others have one number.
static void set_depth(Walk *w, int around)
{
    w->around = around;
    w->depth = around < MOST_AROUND ? around : MOST_AROUND - 1;
}

static void enter(Walk *w, const char *name)
{
    set_depth(w, w->around + 1);
    w->loops[w->depth] = name;
    w->passed[w->depth] = NULL;
}

static void leave(Walk *w)
{
    set_depth(w, w->around - 1);
}

// Whether an access has the loop in its indices, or only in its last iteration.
static bool names_loop(const MemoryAccess *a, int loop)
{
    bool named = a->last & bit_of(loop);
    for (int d = 0; d < a->rank; d++)
        named |= a->dims[d].of == loop;
    return named;
}

// Whether it makes a difference that an access is of an earlier iteration. Otherwise those of all iterations are one.
static bool is_earlier(const Walk *w, const MemoryUse *u, int loop)
{
    return w->tested & bit_of(loop) || names_loop(u->access, loop);
}

// Whether a loop is within a copy, which goes on in its other iterations. statement: the one in which the loop begins.
static bool goes_on(const MemoryUse *u, const Node *statement)
{
    return u->access->copies && statement && u->statement == statement;
}

// independent: what the user accesses in an iteration conflicts with no other one.
static Uses next_iteration(const Walk *w, const Uses *from, int loop, const Node *statement, bool independent)
{
    Uses made = { 0 };
    for (int i = 0; i < from->count; i++) {
        MemoryUse u = from->all[i];
        if ((u.access->last & ~u.left & bit_of(loop)) || (independent && w->rows == 1 && !u.before && u.access->of_statement))
            continue;
        u.earlier |= is_earlier(w, &u, loop) ? bit_of(loop) : 0;
        u.again |= !goes_on(&u, statement);
        u.programs |= w->steps >> loop & 1, u.moved |= u.access->moved && w->steps >> loop & 1;
        if (u.stage.of == loop)
            u.stage = (StageNumber){ 0 };
        add_use(&made, &u);
    }
    return made;
}

// The number of a stage once the loop has ended; last: the value of the loop's variable in the last iteration, or -1.
static StageNumber stage_after(const MemoryUse *u, int loop, long long last)
{
    if (u->stage.of != loop)
        return u->stage;
    const bool known = last >= 0 && !(u->earlier & bit_of(loop));
    return (StageNumber){ known, known, 0, 1, known ? last / u->stage.by + u->stage.number : 0 };
}

// commits: the loop commits copies for later iterations. Those that a condition limits to what is used have been used.
static Uses after_loop(const Uses *from, int loop, const Node *statement, long long last, bool commits)
{
    Uses made = { 0 };
    for (int i = 0; i < from->count; i++) {
        MemoryUse u = from->all[i];
        if (commits && u.started && u.access->limited && u.access->stages)
            continue;
        u.stage = stage_after(&u, loop, last);
        u.earlier &= ~bit_of(loop), u.left |= names_loop(u.access, loop) ? bit_of(loop) : 0;
        u.again |= !goes_on(&u, statement);
        add_use(&made, &u);
    }
    return made;
}

// What is evaluated after an iteration. Other lanes may still run the last statement of the body, of which it is no part.
static void use_head(Walk *w, const Node *loop)
{
    const Node *statement = w->statement;
    const Loc at = w->at;
    if (!w->shared)
        w->statement = loop, w->at = loop->at.line ? loop->at : at;
    use_all(w, loop->kind == ND_FOR ? loop->b : NULL);
    use_all(w, loop->a);
    w->statement = statement, w->at = at;
}

// Walks the body once: what is accessed in an iteration is at its start in the next round. certain: there is an iteration.
static void iterate(Walk *w, const Node *loop, bool rows, bool certain, long long last)
{
    const Uses broken = w->broken, continued = w->continued;
    const int number = w->loop_count++;
    const Node *statement = w->statement;
    if (number == w->start_count)
        list_add(w->starts, w->start_count, ((Uses){ 0 }));
    add_uses(&w->starts[number], &w->now);
    w->now = copy_uses(&w->starts[number]);
    w->broken = w->continued = (Uses){ 0 };
    walk(w, loop->body);
    add_uses(&w->now, &w->continued);
    use_head(w, loop);
    const Uses next = next_iteration(w, &w->now, w->depth, statement, rows);
    const int before = w->starts[number].count;
    add_uses(&w->starts[number], &next);
    w->grown |= w->starts[number].count > before;
    if (!loop->a || (loop->a->known && loop->a->value)) // only a break ends it
        w->now = (Uses){ 0 };
    else if (!certain)
        add_uses(&w->now, &w->starts[number]);
    add_uses(&w->now, &w->broken);
    w->now = after_loop(&w->now, w->depth, statement, last, body_of(w, loop).commits);
    w->broken = broken, w->continued = continued;
}

// Walks the iterations one after the other: their numbers of stages are known.
static void walk_trips(Walk *w, const Node *loop, const LoopHead *h)
{
    const int variables = w->variables.count;
    Index i = is_constant_index(&h->from) ? h->from : as_number(w, loop, any_number());
    for (long long trip = 0; trip < h->trips; trip++) {
        declare_index(w, h->name, i);
        walk(w, loop->body);
        w->variables.count = variables;
        i.constant += h->step, i.low += h->step, i.high += h->step;
        for (int u = 0; u < w->now.count; u++)
            w->now.all[u].again = true;
    }
}

enum { MOST_TRIPS = 64 };                               // that are walked one after the other

// The name of the variable that a loop counts; NULL: none.
static const char *counted_by(const Node *loop)
{
    const Node *step = loop->b;
    while (step && step->kind == ND_BINARY && is_op(step, ","))
        step = step->a;
    return step && step->a && step->a->kind == ND_NAME ? step->a->symbol->name : NULL;
}

// Whether it is over steps of an axis; or over programs.
static bool is_over_steps(const Walk *w, const Node *loop)
{
    const char *name = counted_by(loop);
    for (int level = 1; level <= w->plan->levels && name; level++)
        if (is_text(name, axis_at(w->plan, level)))
            return true;
    return false;
}

// Around a PL_EACH whose rows lanes share: what is accessed before it is not ordered within it.
static void begin_rows(Walk *w)
{
    w->rows++;
    for (int i = 0; i < w->now.count && w->rows == 1; i++)
        w->now.all[i].outer = w->now.all[i].latest, w->now.all[i].before = true;
}

static void end_rows(Walk *w)
{
    w->rows--;
    for (int i = 0; i < w->now.count && !w->rows; i++)
        w->now.all[i].outer = NULL, w->now.all[i].before = false;
}

// Walks a body whose iterations are one statement of the lanes that share them.
static void walk_once(Walk *w, const Node *body)
{
    const Uses broken = w->broken, continued = w->continued;
    w->broken = w->continued = (Uses){ 0 };
    walk(w, body);
    add_uses(&w->now, &w->continued);
    add_uses(&w->now, &w->broken);
    w->broken = broken, w->continued = continued;
}

static void walk_iterations(Walk *w, const Node *n, const LoopHead *h, bool rows)
{
    if (h->once || ((w->shared || h->rows) && !body_of(w, n).waits))
        walk_once(w, n->body);
    else if (h->trips && h->trips < MOST_TRIPS && body_of(w, n).commits)
        walk_trips(w, n, h);
    else
        iterate(w, n, rows || h->rows, h->certain, is_constant_index(&h->from) && h->trips ? h->from.low + (h->trips - 1) * h->step : -1);
}

static void walk_for(Walk *w, const Node *n)
{
    const int variables = w->variables.count, step_loops = w->step_loops;
    const unsigned steps = w->steps, tested = w->tested, from_0 = w->from_0;
    const Guard guard = w->guard;
    const bool rows = n->step;
    enter(w, NULL);
    use_all(w, n->init && n->init->kind != ND_DECLARE ? n->init->a : NULL);
    const LoopHead h = head_of(w, n);
    w->loops[w->depth] = h.name;
    w->tested = body_of(w, n).tested ? w->tested | bit_of(w->depth) : w->tested & ~bit_of(w->depth);
    use_all(w, n->a);
    w->guard = h.first | guard;
    w->shared += h.shared;
    const bool over_steps = is_over_steps(w, n) || (w->lanes->persistent && w->around == 1);
    w->steps |= over_steps ? bit_of(w->depth) : 0;
    w->step_loops += over_steps;
    w->from_0 = over_steps || h.from_0 ? w->from_0 | bit_of(w->depth) : w->from_0 & ~bit_of(w->depth);
    if (rows)
        begin_rows(w);
    walk_iterations(w, n, &h, rows);
    if (rows)
        end_rows(w);
    w->steps = steps, w->tested = tested, w->from_0 = from_0, w->step_loops = step_loops;
    w->shared -= h.shared;
    w->guard = guard, w->tested = tested;
    leave(w);
    w->variables.count = variables;
}

static void walk_while(Walk *w, const Node *n)
{
    if (n->kind == ND_WHILE)
        use_all(w, n->a);
    enter(w, NULL);
    if (w->shared && !body_of(w, n).waits)
        walk_once(w, n->body);
    else
        iterate(w, n, false, n->kind == ND_DO, -1);
    leave(w);
}

static void walk_switch(Walk *w, const Node *n)
{
    const Uses broken = w->broken;
    use_all(w, n->a);
    const Uses before = copy_uses(&w->now);
    w->broken = (Uses){ 0 };
    for (int i = 0; i < n->body->item_count; i++) {
        if (is_label(n->body->items[i]))
            add_uses(&w->now, &before);
        walk(w, n->body->items[i]);
    }
    add_uses(&w->now, &before);
    add_uses(&w->now, &w->broken);
    w->broken = broken;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// Whether that is the number of steps of the axis.
static bool counts_steps(const Walk *w, const Node *n, const char *axis)
{
    const int asked = n->kind == ND_NUM_PROGRAMS ? axis_asked_for(w->plan->call, n) : -1;
    return asked >= 0 ? is_text(w->plan->axes[asked].axis->symbol->name, axis)
                      : is_text(expression_text(n), expression_text(steps_end(w->plan, axis)));
}

// A bit for each loop in whose first, or last, step a condition holds.
static unsigned steps_of(const Walk *w, const Node *c, bool first)
{
    if (c->kind == ND_WRAPPED)
        return steps_of(w, c->a, first);
    if (c->kind != ND_BINARY)
        return 0;
    if (is_op(c, "&&"))
        return steps_of(w, c->a, first) | steps_of(w, c->b, first);
    const char *axis = is_op(c, "==") ? name_of_axis(w, c->a) : NULL;
    const Node *v = c->b;
    const bool last = axis && v->kind == ND_BINARY && is_op(v, "-") && v->b->known && v->b->value == 1 && counts_steps(w, v->a, axis);
    for (int i = 1; axis && i <= w->depth; i++)
        if (w->loops[i] && is_text(w->loops[i], axis) && (first ? v->known && !v->value && (w->from_0 & bit_of(i)) : last))
            return bit_of(i);
    return 0;
}

static Uses without_steps(const Uses *from, unsigned steps)
{
    Uses kept = { 0 };
    for (int i = 0; i < from->count; i++)
        if (!(from->all[i].earlier & steps))
            list_add(kept.all, kept.count, from->all[i]);
    return kept;
}

// Which lanes the condition leaves: pl_lane == 0, pl_column == 0.
static Guard guard_of(const Node *c)
{
    if (c->kind == ND_BINARY && is_op(c, "&&"))
        return guard_of(c->a) | guard_of(c->b);
    if (c->kind != ND_BINARY || !is_op(c, "==") || c->a->kind != ND_NAME || !c->b->known || c->b->value)
        return ANY_LANE;
    const char *name = c->a->symbol->name;
    return is_text(name, "pl_lane") ? LANE_0 : is_text(name, "pl_column") ? LANES_OF_COLUMN_0
                                             : is_text(name, "pl_row") ? LANES_OF_ROW_0 : ANY_LANE;
}

// slice + 2 < slices: what is fetched is used.
static bool is_limit(const Node *c)
{
    return c->kind == ND_BINARY && (is_op(c, "<") || is_op(c, ">"));
}

// Whether the condition is certain, or impossible: of constants, in an iteration of its own.
static bool is_decided(Walk *w, const Node *c, bool *holds)
{
    if (c->kind != ND_BINARY || !is_op(c, "<"))
        return false;
    const Index a = index_of(&w->variables, ANY_LANE, w->group, c->a), b = index_of(&w->variables, ANY_LANE, w->group, c->b);
    *holds = a.high < b.low;
    return is_constant_index(&a) && is_constant_index(&b);
}

static void walk_if(Walk *w, const Node *n)
{
    bool holds = false;
    use_all(w, n->a);
    if (is_decided(w, n->a, &holds)) {
        walk(w, holds ? n->b : n->c);
        return;
    }
    const Uses before = copy_uses(&w->now);
    const unsigned last = w->last;
    const bool limited = w->limited, in_vectors = w->in_vectors;
    const Guard guard = w->guard, inner = guard_of(n->a);
    const int variables = w->variables.count;
    w->now = without_steps(&w->now, steps_of(w, n->a, true));
    w->last |= steps_of(w, n->a, false);
    w->limited |= is_limit(n->a);
    w->guard = inner | guard;
    w->in_vectors = in_vectors || (n->op && is_op(n, "vectors"));
    walk(w, n->b);
    w->last = last, w->limited = limited, w->guard = guard, w->in_vectors = in_vectors;
    w->variables.count = variables;
    const Uses then = w->now;
    w->now = before;
    walk(w, n->c);
    w->variables.count = variables;
    add_uses(&w->now, &then);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static Uses *uses_at(Walk *w, const char *label)
{
    for (int i = 0; i < w->jump_count; i++)
        if (!strcmp(w->jumps[i].label, label))
            return &w->jumps[i].at;
    list_add(w->jumps, w->jump_count, ((struct Jump){ label, { 0 } }));
    return &w->jumps[w->jump_count - 1].at;
}

static void leave_to(Walk *w, Uses *there)
{
    add_uses(there, &w->now);
    w->now = (Uses){ 0 };
}

static void walk_block(Walk *w, const Node *n)
{
    const int variables = w->variables.count;
    for (int i = 0; i < n->item_count; i++)
        walk(w, n->items[i]);
    w->variables.count = variables;
}

static void walk_function(Walk *w, const Node *f, const Node *argument)
{
    const int variables = w->variables.count;
    declare_index(w, f->init->symbol->name, index_of(&w->variables, w->guard, w->group, argument));
    walk(w, f->body);
    w->variables.count = variables;
}

static void walk_expression(Walk *w, const Node *n)
{
    if (n->kind == ND_CALL)
        for (int i = w->function_count; i-- > 0;)
            if (is_text(w->functions[i]->name, n->name)) {
                walk_function(w, w->functions[i], n->items[0]);
                return;
            }
    if (n->kind == ND_NAME && is_text(n->symbol->name, "return"))
        w->now = (Uses){ 0 };
    else if (n->kind == ND_NAME && is_text(n->symbol->name, "continue"))
        leave_to(w, &w->continued);
    else if (n->kind == ND_SAY)
        walk_word(w, n);
    else
        use_all(w, n);
}

static void walk(Walk *w, const Node *n)
{
    if (!n || w->stopped || (w->without && w->found.count))         // it is needed
        return;
    switch ((int)n->kind) {
    case ND_BLOCK:      walk_block(w, n); return;
    case ND_DECLARE:    walk_declaration(w, n); return;
    case ND_IF: case ND_WHEN:   walk_if(w, n); return;
    case ND_FOR:        walk_for(w, n); return;
    case ND_WHILE: case ND_DO:  walk_while(w, n); return;
    case ND_SWITCH:     walk_switch(w, n); return;
    case ND_BREAK:      leave_to(w, &w->broken); return;
    case ND_CONTINUE:   leave_to(w, &w->continued); return;
    case ND_RETURN:     w->now = (Uses){ 0 }; return;
    case ND_GOTO:       leave_to(w, uses_at(w, n->name)); return;
    case ND_LABEL:
        add_uses(&w->now, uses_at(w, n->name));
        *uses_at(w, n->name) = (Uses){ 0 };
        return;
    case ND_COMMENT: case ND_CASE: case ND_DEFAULT: return;
    case ND_IF_USED:    walk(w, n->body); return;
    case ND_FUNCTION:   list_add(w->functions, w->function_count, n); return;
    case ND_WAIT:       walk_barrier(w, n); return;
    case ND_SAY:        walk_word(w, n); return;
    case ND_ORIGIN:
        w->at = n->at;
        if (!w->shared) {
            w->statement = n;
            end_statements(&w->now, n);
        }
        return;
    case ND_EXPRESSION: walk_expression(w, n->a); return;
    default:            use_all(w, n); return;
    }
}

static void add_pointed(void *to, const Node *n)
{
    Walk *w = to;
    if (n->kind == ND_TILE && is_pointed_into(n->symbol, w->plan->call->kernel->body))
        list_add(w->pointed, w->pointed_count, n->symbol);
}

static Walk walk_of(const Plan *plan, const Node *tree, Walk from)
{
    const Function *kernel = plan->call->kernel;
    Walk w = from;
    w.plan = plan, w.group = &plan->lanes->group, w.lanes = plan->lanes, w.at = plan->call->at;
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->kind == SY_REF && is_pointed_into(kernel->parameters[i], kernel->body))
            list_add(w.pointed, w.pointed_count, kernel->parameters[i]);
    each_node(kernel->body, add_pointed, &w);
    const Walk start = w;
    do {
        const Walk round = w;
        w = start;
        w.starts = round.starts, w.start_count = round.start_count, w.numbers = round.numbers, w.number_count = round.number_count;
        w.found = round.found;
        walk(&w, tree);
    } while (w.grown && !w.stopped);
    return w;
}

Conflicts find_conflicts(const Plan *plan, const Node *tree, const Node *without)
{
    Memo memo = { 0 };
    return walk_of(plan, tree, (Walk){ .without = without, .memo = &memo }).found;
}

Missing find_missing(const Plan *plan, const Node *tree, Memo *memo)
{
    return walk_of(plan, tree, (Walk){ .placing = true, .memo = memo }).missing;
}
