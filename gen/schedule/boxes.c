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
static bool lies_along_depth(const Product *p, const Side *s)
{
    return (s == &p->y) == s->transposed;
}

bool runs_along_depth(const Product *p, const Side *s)
{
    return lies_along_depth(p, s) || s->plan->transposes;
}

// ---- The copies -----------------------------------------------------------------------------------------------------

// Where the box begins on a dim of the array.
static Node *begin_of_box(const Product *p, const Side *s, const Operand *o, int d, Node *panel, Node *half)
{
    Node *start = begin_of_window(p->at, o, d);
    bool last = o->dims[d].dim == s->ref->rank - 1, depth = o->dims[d].dim >= 0 && last == lies_along_depth(p, s);
    if (depth && p->deep)
        start = sum_node("+", start, word_node("pl_deep"));
    if (o->dims[d].dim >= 0 && !last && half)
        start = sum_node("+", start, product_node(half, literal_node(lines_of_slice(s->plan) / 2)));
    return last && panel ? sum_node("+", start, product_node(panel, literal_node(line_of_box(s)))) : start;
}

static bool is_shared_by_pair(const Product *p, const Side *s)
{
    return p->at->group->lanes->pairs.shared == s->ref;
}

// A slice has lines of BOX_LINE bytes: wider ones of the array come in panels, one box each. panel NULL: there is one; half NULL: it
// is not divided in half.
static Node *fetch_of_box(const Product *p, const Side *s, const Stage *to, Node *panel, Node *half)
{
    const Operand *o = operand_of(p->at->group->plan, s->ref);
    Node *arguments = new_block(), *first = to->first;
    if (panel)
        first = sum_node("+", first, product_node(panel, literal_node(line_of_box(s) * p->plan->slice)));
    if (half)
        first = sum_node("+", first, product_node(half, literal_node(line_of_box(s) * lines_of_slice(s->plan) / 2)));
    add_item(arguments, first);
    add_item(arguments, unary_node("&", word_with(p->at, o, "map")));
    for (int d = o->rank - 1; d >= 0; d--)
        add_item(arguments, begin_of_box(p, s, o, d, panel, half));
    add_item(arguments, to->full);
    if (is_shared_by_pair(p, s))
        add_item(arguments, word_node("pl_blocks"));
    return statement_node(call_of(text("pl_tma_%s_%dd", is_shared_by_pair(p, s) ? "share" : "load", o->rank), arguments));
}

// Over what the group has copied to all groups that run together.
static Node *over_own(const char *index, long long count, Node *body)
{
    Node *block = word_node("pl_block"), *end = compare_node("<", word_node(index), literal_node(count));
    return for_node(variable(index, &int_type, block), end, add_to(index, word_node("pl_blocks")), body);
}

void add_boxes(const Product *p, const Side *s, const Stage *stage, Node *to)
{
    long long panels = lies_along_depth(p, s) ? 1 : width_of_slice(s->plan) / line_of_box(s);
    bool shared = is_shared_by_pair(p, s), half = has_half_boxes(p->at->group->lanes, s->ref, s->plan);
    Node *fetch = fetch_of_box(p, s, stage, panels > 1 ? word_node("pl_panel") : NULL, half ? word_node("pl_half") : NULL);
    if (panels > 1 && shared && !half)
        fetch = over_own("pl_panel", panels, fetch);
    else if (panels > 1)
        fetch = loop_to("pl_panel", &int_type, literal_node(panels), 1, fetch);
    add_item(to, half ? over_own("pl_half", 2, fetch) : fetch);
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

Node *number_in_instruction(const Around *at)
{
    Node *lane = word_node("pl_lane");
    return has_several_instructions(at) ? binary_node("%", lane, literal_node(machine_of(at)->mma_lanes)) : lane;
}

Node *number_of_instruction(const Around *at)
{
    return has_several_instructions(at) ? binary_node("/", word_node("pl_lane"), literal_node(machine_of(at)->mma_lanes)) : literal_node(0);
}

// Rows of a lane's sums are those of an instruction; instructions are one above the other.
void add_matrix_name(const Product *p, const Side *s, const char *name, Node *begin, Node *to)
{
    const Machine *m = machine_of(p->at);
    Type *type = pointer_to(const_type(s->ref->type), "group");
    type->constant = true;
    if (s == &p->x && has_several_instructions(p->at))
        begin = sum_node("+", begin, product_node(number_of_instruction(p->at), literal_node(m->mma_rows * line_of_box(s))));
    add_item(to, variable(name, type, begin));
}

Node *place_at_depth(const Product *p, const Side *s, Node *begin, Node *depth)
{
    return sum_node("+", begin, product_node(depth, literal_node(runs_along_depth(p, s) ? 1 : line_of_box(s))));
}

Node *is_first_of_instruction(const Around *at)
{
    return compare_node("==", number_in_instruction(at), literal_node(0));
}
