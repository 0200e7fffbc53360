// check/each.c -- the bodies of PL_EACH: which elements an iteration accesses (check/race.c checks whether another one
// does, too), which locals it shares, and which operations belong to the whole program.

#include "check/check.h"
#include <string.h>

typedef Iterations Scope;

// ---- What belongs to an iteration -----------------------------------------------------------------------------------

static void collect_own(void *to, const Node *n)
{
    Scope *s = to;
    if (declares(n))
        list_add(s->own, s->own_count, n->symbol);
    for (int i = 0; i < n->axis_count; i++)
        list_add(s->own, s->own_count, n->axes[i].index);
    visit_parts(n, collect_own, to);
}

static bool has_one_iteration(const Node *each)
{
    for (int i = 0; i < each->axis_count; i++) {
        const Node *lo = each->axes[i].lo, *hi = each->axes[i].hi;
        long long from = lo ? lo->value : 0;
        if (!hi || !hi->known || (lo && !lo->known) || (hi->value > from && hi->value - 1 > from))
            return false;
    }
    return true;
}

// ---- The elements that a body accesses ------------------------------------------------------------------------------

// The accesses of a callee are unknown; PL_ATOMIC_… and block operations are checked elsewhere.
static void add_access(void *to, const Access *a)
{
    Scope *s = to;
    bool pointer = a->by && a->by->kind == ND_DECLARE && !pointer_definition(a->by->symbol);    // one that changes
    const Node *element = a->atomic || a->whole || (a->passed && !pointer) ? NULL : element_of(a->place);
    if (!element || is_own(s, element->ref) || element->ref->kind == SY_TABLE)
        return;
    Access one = *a;
    one.element = element;
    one.unproved |= element->item_count < element->ref->rank;
    list_add(s->accesses, s->access_count, one);
}

// ---- Locals that all iterations share -------------------------------------------------------------------------------

static const Node *summed_to(const Node *n)              // p of p + i, p++
{
    while ((n->kind == ND_BINARY && (is_op(n, "+") || is_op(n, "-"))) || (n->kind == ND_UNARY && assigns_to(n)))
        n = n->a;
    return n;
}

static bool is_pointer(const Node *n)
{
    return n->kind == ND_NAME && n->symbol->type && n->symbol->type->kind == TY_POINTER;
}

// The object that p[i], *p and p->x are parts of: local, if p is &local or local or &local[i]; NULL: unknown.
static const Node *past_locals(const Node *to)
{
    const Node *what = root_of(to);
    bool star = what->kind == ND_UNARY && is_op(what, "*");
    const Node *p = star ? summed_to(what->a) : what;
    for (int depth = 0; (star || what != to) && is_pointer(p) && depth < 8; depth++) {
        const Node *start = pointer_start(p->symbol);
        if (!start)
            return NULL;
        start = summed_to(start);
        p = is_address(start) ? root_of(start->a) : start;
    }
    return p;
}

// Whether the body, not an iteration, owns the named object. The target of a pointer to a block does not count.
static const Symbol *shared_local(const Scope *s, const Node *to)
{
    const Node *what = past_locals(to);
    const Symbol *symbol = what && what->kind == ND_NAME ? what->symbol : NULL;
    if (!symbol || is_own(s, symbol) ||
        (symbol->kind != SY_LOCAL && symbol->kind != SY_SCALAR && symbol->kind != SY_PARAMETER))
        return NULL;
    return is_pointer(what) && what != to ? NULL : symbol;
}

// If elements are processed in parallel, each lane has its own copy of a local, so no lane sees what another one
// writes.
static void check_local(const Scope *s, const Node *to, bool accumulates)
{
    const Symbol *symbol = shared_local(s, to);
    if (!symbol)
        return;
    bool elements = depends(s, to);
    error_at(to->at, MESSAGE_EACH_WRITES_LOCAL, word_of_each(s->each), accumulates && !elements ? "accumulates into" : "writes", symbol->name);
    if (elements)
        note_at(s->each->at, HINT_EACH_WRITES_ARRAY, symbol->name, word_of_each(s->each));
    else
        note_at(s->each->at, HINT_EACH_WRITES_LOCAL, accumulates ? HINT_USE_REDUCE : HINT_USE_LOOP, symbol->name,
                word_of_each(s->each));
}

// A helper that receives the address of a local may write it, unless it promises not to.
static void check_arguments(const Scope *s, const Node *call)
{
    const Function *f = call->symbol ? call->symbol->function : NULL;
    for (int i = 0; f && i < call->item_count && i < f->parameter_count; i++) {
        const Type *type = f->parameters[i]->type;
        const Node *argument = call->items[i];
        if (f->parameters[i]->kind != SY_PARAMETER || !type || type->kind != TY_POINTER || !type->of ||
            is_const_object(type->of))
            continue;
        if (is_address(argument))
            check_local(s, argument->a, false);
        else if (argument->type && argument->type->kind == TY_ARRAY)
            check_local(s, argument, false);
    }
}

static void check_locals(void *to, const Node *n)
{
    const Scope *s = to;
    if (scan_of(n))
        check_local(s, scan_of(n)->a, true);
    if (n->kind == ND_EACH)                             // an inner one is checked separately
        return;
    if (assigns_to(n))
        check_local(s, n->a, accumulates_into(n));
    if (n->kind == ND_REDUCE)
        check_local(s, n->a, true);
    if (n->kind == ND_CALL)
        check_arguments(s, n);
    visit_parts(n, check_locals, to);
}

// ---- What the whole program does together, inside -------------------------------------------------------------------

static void check_together(void *to, const Node *n)
{
    Scope *s = to;
    const Effect e = effect_of(n);
    const Symbol *block = e.whole ? block_of(n->a) : NULL;
    if (n->kind == ND_EACH)
        return;
    if (n->kind == ND_WHEN && depends(s, n->a)) {
        error_at(n->a->at, MESSAGE_WHEN_VARIES, word_of_each(s->each));
        note_at(n->at, HINT_WHEN_VARIES);
    }
    if (block && !is_own(s, block)) {
        error_at(n->at, MESSAGE_WHOLE_BLOCK_IN_EACH, e.name, word_of_each(s->each), block->name);
        note_at(s->each->at, HINT_WHOLE_BLOCK_IN_EACH, e.name, word_of_each(s->each));
    }
    visit_parts(n, check_together, to);
}

// A break of this PL_EACH, not of a loop or a switch in its body.
static void check_breaks(void *to, const Node *n)
{
    const Scope *s = to;
    switch ((int)n->kind) {
    case ND_BREAK:
        error_at(n->at, MESSAGE_EACH_BREAK, word_of_each(s->each));
        note_at(n->at, HINT_EACH_BREAK);
        return;
    case ND_EACH: case ND_LOOP: case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH:
        return;
    }
    visit_parts(n, check_breaks, to);
}

// ---- Each PL_EACH of a function -------------------------------------------------------------------------------------

static void check_one(const Node *n)
{
    Scope s = { .each = n };
    Access around = { .around = { n }, .around_count = 1 };
    if (has_one_iteration(n))
        return;
    for (int i = 0; i < n->axis_count; i++)
        list_add(s.own, s.own_count, n->axes[i].index);
    collect_own(&s, n->body);
    check_locals(&s, n->body);
    enter_loops(&around.loops, n);
    each_access(n->body, &around, add_access, &s);
    check_races(&s);
    check_together(&s, n->body);
    check_breaks(&s, n->body);
}

static void find_each(void *to, const Node *n)
{
    if (n->kind == ND_EACH)
        check_one(n);
    visit_parts(n, find_each, to);
}

void check_each(const Function *f)
{
    find_each(NULL, f->body);
}
