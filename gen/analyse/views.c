// analyse/views.c -- what one block is called: views of it, and whether two of them show the same elements.

#include "analyse/analyse.h"

static bool is_view(const Node *n, const void *symbol)
{
    return n->kind == ND_VIEW && n->symbol == symbol;
}

const Node *view_named(const Function *f, const Symbol *s)
{
    return find_node(f->body, is_view, s);
}

// The block that this is a view of, itself if it is none.
static const Symbol *whole_of(const Function *f, const Symbol *s)
{
    const Node *view = view_named(f, s);
    const Symbol *of = view ? viewed(s, view->a).of : NULL;
    return of && of->kind == SY_REF ? whole_of(f, of) : s;
}

bool share_memory(const Function *f, const Symbol *a, const Symbol *b)
{
    const Node *one = view_named(f, a), *other = view_named(f, b);
    if (a == b || !one || !other)
        return whole_of(f, a) == whole_of(f, b);
    View v = viewed(a, one->a), w = viewed(b, other->a);
    return v.of && v.of == w.of && same_expression(one->a, other->a);
}

// ---- Parts of one block that meet ---------------------------------------------------------------------------------

typedef struct {                // what of a whole block is shown: from where on, and how many; -1: not known
    const Symbol *whole;
    long long from[6], count[6];
} Shown;

static bool show_all(const Symbol *s, Shown *to)
{
    *to = (Shown){ .whole = s };
    for (int d = 0; d < s->rank && d < 6; d++)
        to->count[d] = s->dims[d]->known ? s->dims[d]->value : -1;
    return s->kind == SY_REF && s->rank <= 6;
}

// From `from` on so many of this dim; false: not known, or not there.
static bool narrow(Shown *to, int d, Number from, Number count)
{
    bool there = is_small(from) && is_small(count) && from.value >= 0 && count.value > 0 &&
                 (to->count[d] < 0 || from.value + count.value <= to->count[d]);
    to->from[d] += there ? from.value : 0;
    to->count[d] = there ? count.value : 0;
    return there;
}

// Views from constant places on whose dims are the last ones of their block.
static bool shown_by(const Function *f, const Symbol *s, Shown *to)
{
    const Given none = { 0 };
    const Node *view = view_named(f, s), *p = view ? view->a : NULL;
    if (!view)
        return show_all(s, to);
    View v = viewed(s, p);
    if (!v.of || v.of->kind != SY_REF || v.of == s || v.dim + s->rank != v.of->rank || !shown_by(f, v.of, to))
        return false;
    Number from = { v.known, v.from };
    if (is_address(p) && p->a->item_count)
        from = number_of(&none, p->a->items[v.dim]);
    while (p->kind == ND_BINARY)
        p = p->a;
    const Node *element = is_address(p) ? p->a : p;
    int first = to->whole->rank - v.of->rank;
    bool sure = true;
    for (int d = 0; d < v.dim; d++)
        sure &= narrow(to, first + d, number_of(&none, element->items[d]), (Number){ true, 1 });
    for (int d = 0; d < s->rank; d++)
        sure &= narrow(to, first + v.dim + d, d ? (Number){ true, 0 } : from, number_of(&none, s->dims[d]));
    return sure;
}

static bool meet(const Shown *a, const Shown *b)
{
    bool apart = a->whole != b->whole, same = true;
    for (int d = 0; d < a->whole->rank && !apart; d++) {
        apart = a->count[d] < 0 || b->count[d] < 0 || a->from[d] + a->count[d] <= b->from[d] ||
                b->from[d] + b->count[d] <= a->from[d];
        same &= a->from[d] == b->from[d];
    }
    return !apart && !same;
}

const Symbol *where_parts_meet(const Function *f, const Symbol *one, const Symbol *other)
{
    Shown a, b;
    return one != other && shown_by(f, one, &a) && shown_by(f, other, &b) && meet(&a, &b) ? a.whole : NULL;
}
