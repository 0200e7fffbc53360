// schedule/boxes.c -- slices of an operand of PL_DOT that a producer copies in boxes, rectangles of the array: the copies, and where
// the lanes that multiply find their parts.

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
static long long line_of_box(const Side *s)
{
    return BOX_LINE / type_size(s->ref->type);
}

// Whether neighbors in memory are those that a sum goes through.
bool lies_along_depth(const Product *p, const Side *s)
{
    return (s == &p->y) == s->transposed;
}

bool runs_along_depth(const Product *p, const Side *s)
{
    return lies_along_depth(p, s) || s->plan->transposes;
}

// ---- The copies -----------------------------------------------------------------------------------------------------

// Where the box begins on a dim of the array.
static Node *begin_of_box(const Product *p, const Side *s, const Operand *o, int d, Node *panel)
{
    Node *start = begin_of_window(p->at, o, d);
    bool last = o->dims[d].dim == s->ref->rank - 1, depth = o->dims[d].dim >= 0 && last == lies_along_depth(p, s);
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
    long long across = s->plan->transposes ? s->plan->lines : s->plan->line, panels = lies_along_depth(p, s) ? 1 : across / line_of_box(s);
    Node *fetch = fetch_of_box(p, s, stage, panels > 1 ? word_node("pl_panel") : NULL);
    add_item(to, panels > 1 ? loop_to("pl_panel", &int_type, literal_node(panels), 1, fetch) : fetch);
}

// ---- The lanes that multiply ----------------------------------------------------------------------------------------

static const Machine *machine_of(const Around *at)
{
    return at->group->lanes->group.machine;
}

static bool has_several_instructions(const Around *at)
{
    return lanes_that_multiply(at) > machine_of(at)->mma_lanes;
}

// Rows of a lane's sums are those of an instruction; instructions are one above the other.
void add_matrix_name(const Product *p, const Side *s, const char *name, Node *begin, Node *to)
{
    const Machine *m = machine_of(p->at);
    Type *type = pointer_to(const_type(s->ref->type), "group");
    type->constant = true;
    if (s == &p->x && has_several_instructions(p->at))
        begin = sum_node("+", begin, product_node(binary_node("/", word_node("pl_lane"), literal_node(m->mma_lanes)),
                                                  literal_node(m->mma_rows * line_of_box(s))));
    add_item(to, variable(name, type, begin));
}

Node *place_at_depth(const Product *p, const Side *s, Node *begin, Node *depth)
{
    return sum_node("+", begin, product_node(depth, literal_node(runs_along_depth(p, s) ? 1 : line_of_box(s))));
}

Node *is_first_of_instruction(const Around *at)
{
    Node *lane = word_node("pl_lane");
    Node *number = has_several_instructions(at) ? binary_node("%", lane, literal_node(machine_of(at)->mma_lanes)) : lane;
    return compare_node("==", number, literal_node(0));
}
