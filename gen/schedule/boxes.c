// schedule/boxes.c -- slices of an operand of PL_DOT that a producer copies in boxes, rectangles of the array.

#include "schedule/dot.h"

long long lanes_that_multiply(const Around *at)
{
    return lane_count(&at->group->lanes->group, CYCLIC_LANES);
}

Node *called(const char *function, Node *a, Node *b)
{
    return statement_node(b ? call_with(function, a, b) : call_on(function, a));
}

// The elements of a line of a slice.
long long line_of_box(const Side *s)
{
    return BOX_LINE / type_size(s->ref->type);
}

// Whether neighbors in memory are those that a sum goes through.
bool runs_along_depth(const Product *p, const Side *s)
{
    return (s == &p->y) == s->transposed;
}

// Where the box begins on a dim of the array.
static Node *begin_of_box(const Product *p, const Side *s, const Operand *o, int d, Node *panel)
{
    Node *start = expression(p->at, place_of(p->at, o)->starts[d]);
    bool last = o->dims[d].dim == s->ref->rank - 1, depth = o->dims[d].dim >= 0 && last == runs_along_depth(p, s);
    if (depth && p->deep)
        start = sum_node("+", start, word_node("pl_deep"));
    return last && panel ? sum_node("+", start, product_node(panel, literal_node(line_of_box(s)))) : start;
}

// A slice has lines of BOX_LINE bytes: wider ones of the array come in panels, one box each. panel NULL: there is one.
static Node *fetch_of_box(const Product *p, const Side *s, const Stage *to, Node *panel)
{
    const Operand *o = operand_of(p->at->group->plan, s->ref);
    Node *arguments = new_block(), *first = to->first;
    if (panel)
        first = sum_node("+", first, product_node(panel, literal_node(line_of_box(s) * p->plan->slice)));
    add_item(arguments, first);
    add_item(arguments, unary_node("&", word_with(p->at, o, "map")));
    for (int d = o->rank - 1; d >= 0; d--)
        add_item(arguments, begin_of_box(p, s, o, d, panel));
    add_item(arguments, to->full);
    return statement_node(call_of(text("pl_tma_load_%dd", o->rank), arguments));
}

void add_boxes(const Product *p, const Side *s, const Stage *stage, Node *to)
{
    long long panels = runs_along_depth(p, s) ? 1 : s->plan->line / line_of_box(s);
    Node *fetch = fetch_of_box(p, s, stage, panels > 1 ? word_node("pl_panel") : NULL);
    add_item(to, panels > 1 ? loop_to("pl_panel", &int_type, literal_node(panels), 1, fetch) : fetch);
}
