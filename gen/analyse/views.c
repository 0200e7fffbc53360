// analyse/views.c -- views of a block, and whether two of them cover the same elements.

#include "analyse/analyse.h"

// Whether the view has the same place later: it is evaluated where the view is declared.
static bool is_fixed(const View *v)
{
    bool fixed = !find_node(v->offset, may_be_another, NULL);
    for (int i = 0; i < v->dim; i++)
        fixed &= !find_node(v->at[i], may_be_another, NULL);
    return fixed;
}

const Node *element_of(const Node *n)
{
    static const Type whole = { .kind = TY_I32 };
    bool star = n->kind == ND_UNARY && is_op(n, "*");
    const Node *p = star || n->kind == ND_SUBSCRIPT ? n->a : NULL, *view = n->kind == ND_ACCESS ? n->ref->view : NULL;
    bool pointer = p && p->kind == ND_NAME && p->symbol->type && p->symbol->type->kind == TY_POINTER;
    const Node *start = pointer ? pointer_definition(p->symbol) : view ? view->a : NULL;
    if (!start)
        return n->kind == ND_ACCESS && !view ? n : NULL;
    View v = viewed(start);
    int rank = view ? n->ref->rank : 1;
    if (!v.of || v.of->kind != SY_REF || v.dim < 0 || v.dim + rank != v.of->rank || !is_fixed(&v))
        return NULL;
    Node *element = new_node(ND_ACCESS, n->at), *first = star ? number_node(0, &whole, n->at) : view ? n->items[0] : n->b;
    element->type = n->type;
    element->ref = (Symbol *)v.of;
    for (int i = 0; i < v.dim; i++)
        add_item(element, v.at[i]);
    add_item(element, v.offset ? sum_node("+", v.offset, first) : first);
    for (int i = 1; view && i < n->item_count; i++)
        add_item(element, n->items[i]);
    return element_of(element);
}

bool share_memory(const Symbol *a, const Symbol *b)
{
    if (a == b || !a->view || !b->view)
        return view_of(a).of == view_of(b).of;
    return viewed(a->view->a).of == viewed(b->view->a).of && same_expression(a->view->a, b->view->a);
}

// ---- Parts of one block that overlap --------------------------------------------------------------------------------

typedef struct {                // the covered part of a whole block: its start and its count; -1: unknown
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

// Narrows this dim to `count` elements from `from` on; false: they are unknown, or out of range.
static bool narrow(Shown *to, int d, Number from, Number count)
{
    bool there = is_small(from) && is_small(count) && from.value >= 0 && count.value > 0 &&
                 (to->count[d] < 0 || from.value + count.value <= to->count[d]);
    to->from[d] += there ? from.value : 0;
    to->count[d] = there ? count.value : 0;
    return there;
}

// Whether the elements of s are known: it is a block, or a view from a constant place whose dims are the last ones of
// its block.
static bool shown_by(const Symbol *s, Shown *to)
{
    if (!s->view)
        return show_all(s, to);
    View v = viewed(s->view->a);
    if (!v.of || v.of->kind != SY_REF || v.of == s || v.dim + s->rank != v.of->rank || !shown_by(v.of, to))
        return false;
    int first = to->whole->rank - v.of->rank;
    bool sure = true;
    for (int d = 0; d < v.dim; d++)
        sure &= narrow(to, first + d, constant_of(v.at[d]), (Number){ true, 1 });
    for (int d = 0; d < s->rank; d++)
        sure &= narrow(to, first + v.dim + d, d || !v.offset ? (Number){ true, 0 } : constant_of(v.offset),
                       constant_of(s->dims[d]));
    return sure;
}

static bool overlap_partly(const Shown *a, const Shown *b)
{
    bool apart = a->whole != b->whole, same = true;
    for (int d = 0; d < a->whole->rank && !apart; d++) {
        apart = a->count[d] < 0 || b->count[d] < 0 || a->from[d] + a->count[d] <= b->from[d] ||
                b->from[d] + b->count[d] <= a->from[d];
        same &= a->from[d] == b->from[d];
    }
    return !apart && !same;
}

const Symbol *where_parts_overlap(const Symbol *one, const Symbol *other)
{
    Shown a, b;
    return one != other && shown_by(one, &a) && shown_by(other, &b) && overlap_partly(&a, &b) ? a.whole : NULL;
}
