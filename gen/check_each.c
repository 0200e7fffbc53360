// check_each.c -- iterations of PL_EACH that touch each other's elements.

#include "check.h"
#include <string.h>

// ---- PL_EACH: an iteration writes its own locals, and elements that no other iteration touches ----------------------
//
// The elements of a PL_EACH come in any order, on some targets all at once. So an iteration that folds into a local
// declared outside, or always writes one and the same element, races with the others.

typedef struct Scope Scope;
struct Scope {                  // a PL_EACH and what is declared in it; outer: the one around it
    const Scope *outer;
    const Node *each;
    Symbol **own;               // its indices, and what its body declares
    int own_count;
};

static bool is_own(const Scope *s, const Symbol *symbol)
{
    for (int i = 0; i < s->own_count; i++)
        if (s->own[i] == symbol)
            return true;
    return false;
}

static void collect(Scope *s, const Node *n)
{
    if (!n)
        return;
    if (n->kind == ND_DECLARE || n->kind == ND_TILE || n->kind == ND_VIEW)
        list_add(s->own, s->own_count, n->symbol);
    for (int i = 0; i < n->axis_count; i++)
        list_add(s->own, s->own_count, n->axes[i].index);
    collect(s, n->init);
    collect(s, n->a);
    collect(s, n->b);
    collect(s, n->c);
    collect(s, n->body);
    for (int i = 0; i < n->item_count; i++)
        collect(s, n->items[i]);
}

// Does this expression name one of the scope's own variables?
static bool depends(const Scope *s, const Node *n)
{
    if (!n)
        return false;
    if ((n->symbol && is_own(s, n->symbol)) || (n->ref && is_own(s, n->ref)))
        return true;
    for (int i = 0; i < n->item_count; i++)
        if (depends(s, n->items[i]))
            return true;
    return depends(s, n->a) || depends(s, n->b) || depends(s, n->c);
}

static bool has_one_iteration(const Node *each)
{
    for (int i = 0; i < each->axis_count; i++) {
        const Node *lo = each->axes[i].lo, *hi = each->axes[i].hi;
        if (!hi || !hi->known || (lo && !lo->known) || hi->value - (lo ? lo->value : 0) > 1)
            return false;
    }
    return true;
}

// to: what is written. fold: from its own old value. sure: by every iteration, whatever the data.
static void check_write(const Scope *s, const Node *to, bool fold, bool sure)
{
    const Node *what = root_of(to);
    if (!what || has_one_iteration(s->each) || depends(s, to))
        return;
    if (what->kind == ND_NAME && what->symbol && (what->symbol->kind == SY_LOCAL || what->symbol->kind == SY_SCALAR) &&
        (fold || sure)) {
        error_at(to->at, "an iteration of PL_EACH %s '%s', which all its iterations share", fold ? "folds into" : "writes",
                 what->symbol->name);
        note_at(s->each->at, "%s, or declare '%s' inside", fold ? "fold with PL_REDUCE" : "use PL_LOOP, which keeps the order",
                what->symbol->name);
    } else if (what->kind == ND_ACCESS && what->ref && sure) {
        error_at(to->at, "every iteration of PL_EACH %s the same element of '%s'", fold ? "folds into" : "writes", what->ref->name);
        note_at(s->each->at, "%s", fold ? "fold with PL_REDUCE, outside" : "write it once, outside");
    }
}

static void check_one_each(const Scope *outer, const Node *n);

// sure: no condition stands between the PL_EACH and here.
static void check_iteration(const Scope *s, const Node *n, bool sure)
{
    bool fold = false, branch;
    if (!n)
        return;
    if (n->kind == ND_EACH) {
        check_one_each(s, n);
        return;
    }
    if (is_assignment(n, &fold))
        check_write(s, n->a, fold, sure);
    if (n->kind == ND_REDUCE)
        check_write(s, n->a, true, sure);
    branch = n->kind == ND_IF || n->kind == ND_CONDITIONAL || n->kind == ND_SWITCH || n->kind == ND_FOR || n->kind == ND_WHILE ||
             n->kind == ND_LOOP || n->kind == ND_WHEN;
    check_iteration(s, n->init, sure);
    check_iteration(s, n->a, sure);
    check_iteration(s, n->b, sure && !branch && !(n->op && (!strcmp(n->op, "&&") || !strcmp(n->op, "||"))));
    check_iteration(s, n->c, sure && !branch);
    check_iteration(s, n->body, sure && !branch);
    for (int i = 0; i < n->item_count; i++)
        check_iteration(s, n->items[i], sure);
}

// A write counts against the innermost PL_EACH whose index it does not use; the outer ones are looked at in their turn.
static void check_one_each(const Scope *outer, const Node *n)
{
    Scope s = { .outer = outer, .each = n };
    for (int i = 0; i < n->axis_count; i++)
        list_add(s.own, s.own_count, n->axes[i].index);
    collect(&s, n->body);
    check_iteration(&s, n->body, true);
}

static void find_each(const Node *n)
{
    if (!n)
        return;
    if (n->kind == ND_EACH)
        check_one_each(NULL, n);
    find_each(n->init);
    find_each(n->a);
    find_each(n->b);
    find_each(n->c);
    if (n->kind != ND_EACH)
        find_each(n->body);
    for (int i = 0; i < n->item_count; i++)
        find_each(n->items[i]);
}

void check_each(const Function *f)
{
    find_each(f->body);
}
