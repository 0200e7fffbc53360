// prove/loops.c -- what a printed loop says: how its iterations are shared, what its variables are, and what is in its body.

#include "prove/walk.h"
#include <string.h>

// ---- The body -------------------------------------------------------------------------------------------------------

static bool is_commit(const Node *n, const void *unused)
{
    const Word *word = n->kind == ND_SAY ? word_named(n->name) : NULL;
    (void)unused;
    return word && word->order == COMMITS;
}

const char *name_of_axis(const Walk *w, const Node *n)
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

LoopBody body_of(const Walk *w, const Node *loop)
{
    for (int i = 0; i < w->memo->body_count; i++)
        if (w->memo->bodies[i].loop == loop)
            return w->memo->bodies[i];
    const Node *declared = loop->kind == ND_FOR && loop->init && loop->init->kind == ND_DECLARE ? loop->init : NULL;
    LoopBody b = { .loop = loop, .waits = find_node(loop->body, is_wait, NULL), .commits = find_node(loop->body, is_commit, NULL) };
    b.tested = declared && find_node(loop->body, compares, &(Comparing){ w, declared->symbol->name });
    for (unsigned bit = 1; declared; declared = declared->c, bit *= 2)
        b.changed |= find_node(loop->body, changes, declared->symbol) ? bit : 0;
    list_add(w->memo->bodies, w->memo->body_count, b);
    return b;
}

// ---- The head -------------------------------------------------------------------------------------------------------

// The constant below which the condition says that the variable is; -1: there is none.
static long long bound_of(const Walk *w, const Node *condition, const char *name)
{
    if (!condition || condition->kind != ND_BINARY)
        return -1;
    if (is_op(condition, "&&")) {
        const long long first = bound_of(w, condition->a, name);
        return first >= 0 ? first : bound_of(w, condition->b, name);
    }
    if (!is_op(condition, "<") || condition->a->kind != ND_NAME || !is_text(condition->a->symbol->name, name))
        return -1;
    const Index i = index_of(&w->variables, ANY_LANE, w->group, condition->b);
    return is_constant_index(&i) ? i.low : -1;
}

static bool assigns_name(const Node *n, const char *name)
{
    return n->a && n->a->kind == ND_NAME && is_text(n->a->symbol->name, name);
}

// What the step of the loop adds to the variable; known: it adds something.
static Index step_of(const Walk *w, const Node *step, const char *name)
{
    if (step && step->kind == ND_BINARY && is_op(step, ",")) {
        const Index first = step_of(w, step->a, name);
        return first.known ? first : step_of(w, step->b, name);
    }
    if (!step || !assigns_name(step, name))
        return (Index){ 0 };
    if (step->kind == ND_UNARY && strstr(step->op, "++"))
        return constant_index(1);
    return is_op(step, "+=") ? index_of(&w->variables, ANY_LANE, w->group, step->b) : (Index){ 0 };
}

// pl_e < pl_width: a number below the length of a run.
static bool counts_run(const Node *condition)
{
    while (condition && condition->kind == ND_BINARY && is_op(condition, "&&"))
        condition = condition->a;
    return condition && condition->kind == ND_BINARY && condition->b->kind == ND_NAME && assigns_name(condition, "pl_e") &&
           is_text(condition->b->symbol->name, "pl_width");
}

static Index index_of_variable(const Walk *w, const Node *loop, const Node *declared, bool changed, const Index *first)
{
    const char *name = declared->symbol->name;
    const Index step = step_of(w, loop->b, name);
    if (changed)
        return any_number();
    if (is_text(name, "pl_e") && counts_run(loop->a))
        return (Index){ .known = true, .wide = true, .in_run = true, .by = 1 };
    if (declared->a && declared->a->kind == ND_NAME && begins(declared->a->symbol->name, "pl_first_"))  // what is left of a run
        return with_run(*first);
    if (!step.known || step.wide != first->wide || has_lanes(&step) || step.term_count)
        return (Index){ 0 };
    Index i = index_of_loop(first, step.constant, bound_of(w, loop->a, name));
    i.of = first->wide || w->around >= MOST_AROUND ? 0 : w->depth, i.by = 1;
    return i;
}

// From l_first to l_first + 3.
static long long trips_from_start(const Node *loop)
{
    const Node *end = loop->a && loop->a->kind == ND_BINARY && is_op(loop->a, "<") ? loop->a->b : NULL, *from = loop->init->a;
    const bool counts = end && from && end->kind == ND_BINARY && is_op(end, "+") && end->b->known && loop->b && loop->b->kind == ND_UNARY;
    return counts && is_text(expression_text(end->a), expression_text(from)) ? end->b->value : 0;
}

static void count_trips(const Walk *w, const Node *loop, LoopHead *h)
{
    const Index step = step_of(w, loop->b, h->name);
    const long long end = bound_of(w, loop->a, h->name);
    if (!is_constant_index(&h->from)) {
        h->step = 1, h->trips = trips_from_start(loop);
    } else if (is_constant_index(&step) && step.low > 0 && end > h->from.low) {
        h->step = step.low;
        h->trips = (end - h->from.low + h->step - 1) / h->step;
    }
    h->certain = h->from.known && h->from.ranged && end > h->from.high;
    h->from_0 = is_constant_index(&h->from) && !h->from.low && is_constant_index(&step) && step.low > 0 && !(body_of(w, loop).changed & 1);
}

// Whether it depends on the lane's number in its row, or in the group.
static bool names_lane(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_NAME && n->symbol && (is_text(n->symbol->name, "pl_lane") || is_text(n->symbol->name, "pl_column"));
}

static void add_declared(Walk *w, const Node *loop, const Node *declared, bool changed, LoopHead *h)
{
    const char *name = declared->symbol->name;
    const Index from = declared->a ? index_of(&w->variables, w->guard, w->group, declared->a) : (Index){ 0 };
    const Index step = step_of(w, loop->b, name), i = index_of_variable(w, loop, declared, changed, &from);
    const long long end = bound_of(w, loop->a, name);
    const long long factor = from.lane ? from.lane : from.column ? from.column : from.row, behind = from.low + factor;
    h->shared |= from.known ? from.lane || from.column : declared->a && find_node(declared->a, names_lane, NULL);
    h->rows |= from.row;
    h->once |= from.known && from.ranged && end > from.low && is_constant_index(&step) && end - from.low <= step.low;
    const bool one_kind = (from.lane != 0) + (from.column != 0) + (from.row != 0) == 1;
    const bool one_lane = one_kind && from.low >= 0 && end > 0 && behind >= end && (!from.wide || end == 1);     // others begin behind it
    if (from.known && from.ranged && one_lane)
        h->first = from.lane ? LANE_0 : from.column ? LANES_OF_COLUMN_0 : LANES_OF_ROW_0;
    if (loop->init == declared)
        h->from = from;
    list_add(w->variables.all, w->variables.count, ((Variable){ .name = name, .index = i }));
}

// The variable is declared before the loop, and goes on there: for (; pl_first_c + 4 <= n; pl_first_c += 128).
static void go_on(Walk *w, const Node *loop, LoopHead *h)
{
    const char *name = loop->b && loop->b->kind == ND_BINARY && loop->b->a->kind == ND_NAME ? loop->b->a->symbol->name : "";
    for (int i = w->variables.count; i-- > 0;) {
        Variable *v = &w->variables.all[i];
        const Index step = step_of(w, loop->b, name);
        if (strcmp(v->name, name))
            continue;
        v->index = step.known && v->index.known && step.wide == v->index.wide ? index_of_loop(&v->index, step.constant, -1) : (Index){ 0 };
        h->shared = v->index.lane || v->index.column;
        return;
    }
}

LoopHead head_of(Walk *w, const Node *loop)
{
    LoopHead h = { .name = NULL };
    if (!loop->init || loop->init->kind != ND_DECLARE) {
        go_on(w, loop, &h);
        return h;
    }
    h.name = loop->init->symbol->name;
    unsigned changed = body_of(w, loop).changed;
    for (const Node *d = loop->init; d; d = d->c, changed >>= 1) {
        use_all(w, d->a);
        add_declared(w, loop, d, changed & 1, &h);
    }
    count_trips(w, loop, &h);
    return h;
}
