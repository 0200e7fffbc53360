// prove/walk.c -- walks a printed schedule in the order in which lanes run it. A loop is walked until nothing new has been accessed at
// its start, so that accesses meet those of earlier iterations.

#include "prove/walk.h"
#include <string.h>

static void walk(Walk *w, const Node *n);               // NULL: nothing

bool is_wait(const Node *n, const void *unused)
{
    const Word *word = n->kind == ND_SAY ? word_named(n->name) : NULL;
    (void)unused;
    return n->kind == ND_WAIT || (word && word->order >= AWAITS_ALL);
}

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
        add_use(&arrived, u);
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

static void walk_barrier(Walk *w, const Node *n)
{
    const bool warp = is_text(n->name, "warp"), one_warp = shares_in_warp(w->group, false);
    Uses left = { 0 };
    if (n == w->without)
        return;
    for (int i = 0; i < w->now.count; i++) {
        MemoryUse u = w->now.all[i];
        const bool ordered = warp ? one_warp : is_text(n->name, "both") || is_text(n->name, u.local ? "local" : "global");
        u.row_waited |= warp;
        if (!ordered || u.started)
            add_use(&left, u);
    }
    w->now = left;
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
        v.index = index_of(&w->variables, LANE_ANY, w->group, number->a);
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
            w->now.all[u].stage = (Index){ 0 };
    if (i.known && i.term_count && !i.of && !i.lane && !i.row && !i.column)
        i = (Index){ .known = true, .terms = { { 1, 0 } }, .term_count = 1, .of = MOST_AROUND + number, .by = 1,
                     .ranged = i.ranged, .low = i.low, .high = i.high };
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
            declare_index(w, n->symbol->name, n->a && !may_change_later(n)
                                                  ? as_number(w, n, index_of(&w->variables, w->guard, w->group, n->a)) : any_number());
    }
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

static bool is_commit(const Node *n, const void *unused)
{
    const Word *word = n->kind == ND_SAY ? word_named(n->name) : NULL;
    (void)unused;
    return word && word->order == COMMITS;
}

static bool has_commit(const Node *n)
{
    return find_node(n, is_commit, NULL) != NULL;
}

static bool has_wait(const Node *n)
{
    return find_node(n, is_wait, NULL) != NULL;
}

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
}

static void leave(Walk *w)
{
    set_depth(w, w->around - 1);
}

// Whether it makes a difference that a use is of an earlier iteration: its index, or the condition that it is under, is one of the
// loop, or its window moves. Otherwise those of all iterations are one, which nested loops would double each.
static bool depends_on(const Walk *w, const MemoryUse *u, int loop)
{
    bool depends = u->moved || (w->tested | u->last) & bit_of(loop);
    for (int d = 0; d < u->rank; d++)
        depends |= u->dims[d].of == loop;
    return depends;
}

static Uses next_iteration(const Walk *w, const Uses *from, int loop)
{
    Uses made = { 0 };
    for (int i = 0; i < from->count; i++) {
        MemoryUse u = from->all[i];
        if (u.last & bit_of(loop))
            continue;
        u.earlier |= depends_on(w, &u, loop) ? bit_of(loop) : 0;
        u.statement = NULL;
        if (u.stage.of == loop)
            u.stage = (Index){ 0 };
        add_use(&made, u);
    }
    return made;
}

// The number of a stage once the loop has ended; last: the value of the loop's variable in the last iteration, or -1.
static Index stage_after(const MemoryUse *u, int loop, long long last)
{
    if (u->stage.of != loop)
        return u->stage;
    return last >= 0 && !(u->earlier & bit_of(loop)) ? constant_index(last / u->stage.by + u->stage.constant) : (Index){ 0 };
}

// commits: the loop commits copies for later iterations. Those that a condition limits to what is used have been used.
static Uses after_loop(const Uses *from, int loop, long long last, bool commits)
{
    Uses made = { 0 };
    for (int i = 0; i < from->count; i++) {
        MemoryUse u = from->all[i];
        if (commits && u.started && u.limited && u.stages)
            continue;
        u.stage = stage_after(&u, loop, last);
        u.earlier &= ~bit_of(loop), u.last &= ~bit_of(loop);
        u.statement = NULL;
        for (int d = 0; d < u.rank; d++)
            u.dims[d].of = u.dims[d].of == loop ? 0 : u.dims[d].of;
        add_use(&made, u);
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

// Walks the body until nothing new has been accessed at its start. certain: there is an iteration.
static void iterate(Walk *w, const Node *loop, bool certain, long long last)
{
    const Uses broken = w->broken, continued = w->continued;
    Uses all = w->now, ends = { 0 };
    w->broken = (Uses){ 0 };
    for (int before = -1; before != all.count;) {
        before = all.count;
        w->now = copy_uses(&all);
        w->continued = (Uses){ 0 };
        walk(w, loop->body);
        add_uses(&w->now, &w->continued);
        use_head(w, loop);
        add_uses(&ends, &w->now);
        const Uses next = next_iteration(w, &w->now, w->depth);
        add_uses(&all, &next);
    }
    if (!certain)
        add_uses(&ends, &all);
    add_uses(&ends, &w->broken);
    w->now = after_loop(&ends, w->depth, last, has_commit(loop->body));
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
            w->now.all[u].statement = NULL;
    }
}

static const char *name_of_axis(const Walk *w, const Node *n)
{
    const int axis = n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS ? axis_asked_for(w->plan->call, n) : -1;
    return axis >= 0 ? w->plan->axes[axis].axis->symbol->name : n->kind == ND_NAME ? n->symbol->name : NULL;
}

typedef struct { const Walk *walk; const char *axis; } Comparing;

static bool compares(const Node *n, const void *of)
{
    const Comparing *c = of;
    const char *name = n->kind == ND_BINARY && is_op(n, "==") ? name_of_axis(c->walk, n->a) : NULL;
    return name && is_text(name, c->axis);
}

// Whether a condition in the loop may ask for its first or last step.
static bool is_tested(const Walk *w, const Node *loop)
{
    const char *axis = w->loops[w->depth];
    return axis && find_node(loop->body, compares, &(Comparing){ w, axis });
}

enum { MOST_TRIPS = 64 };                               // that are walked one after the other

static void walk_for(Walk *w, const Node *n)
{
    const int variables = w->variables.count;
    const unsigned tested = w->tested;
    const Guard guard = w->guard;
    enter(w, NULL);
    use_all(w, n->init && n->init->kind != ND_DECLARE ? n->init->a : NULL);
    const LoopHead h = head_of(w, n);
    w->loops[w->depth] = h.name;
    w->tested = is_tested(w, n) ? w->tested | bit_of(w->depth) : w->tested & ~bit_of(w->depth);
    use_all(w, n->a);
    w->guard = h.first > guard ? h.first : guard;
    w->shared += h.shared;
    if (h.once || ((w->shared || h.rows) && !has_wait(n->body)))
        walk(w, n->body);
    else if (h.trips && h.trips < MOST_TRIPS && has_commit(n->body))
        walk_trips(w, n, &h);
    else
        iterate(w, n, h.certain, is_constant_index(&h.from) && h.trips ? h.from.low + (h.trips - 1) * h.step : -1);
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
    iterate(w, n, n->kind == ND_DO, -1);
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
    const bool last = v->kind == ND_BINARY && is_op(v, "-") && v->a->kind == ND_NUM_PROGRAMS && v->b->known && v->b->value == 1;
    for (int i = 1; axis && i <= w->depth; i++)
        if (w->loops[i] && is_text(w->loops[i], axis) && (first ? v->known && !v->value : last))
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
        return guard_of(c->a) ? guard_of(c->a) : guard_of(c->b);
    if (c->kind != ND_BINARY || !is_op(c, "==") || c->a->kind != ND_NAME || !c->b->known || c->b->value)
        return LANE_ANY;
    return is_text(c->a->symbol->name, "pl_lane") ? LANE_0 : is_text(c->a->symbol->name, "pl_column") ? LANE_OF_COLUMN_0 : LANE_ANY;
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
    const Index a = index_of(&w->variables, LANE_ANY, w->group, c->a), b = index_of(&w->variables, LANE_ANY, w->group, c->b);
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
    w->guard = inner > guard ? inner : guard;
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
    if (!n || (w->without && w->found.count))           // it is needed
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
        if (!w->shared)
            w->statement = n, w->at = n->at;
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

Conflicts find_conflicts(const Plan *plan, const Node *tree, const Node *without)
{
    const Function *kernel = plan->call->kernel;
    Walk w = { .plan = plan, .group = &plan->lanes->group, .lanes = plan->lanes, .without = without, .at = plan->call->at };
    for (int i = 0; i < kernel->parameter_count; i++)
        if (kernel->parameters[i]->kind == SY_REF && is_pointed_into(kernel->parameters[i], kernel->body))
            list_add(w.pointed, w.pointed_count, kernel->parameters[i]);
    each_node(kernel->body, add_pointed, &w);
    walk(&w, tree);
    return w.found;
}
