// schedule/matrix.c -- the product of two slices by matrix instructions of a warp: m16n8k16, two side by side.
//
// A warp has eight rows of z per trip over the rows; two trips are the 16 rows of a fragment, and its sums are arranged like the
// lanes' elements of z (mma_… in targets/T/machine). To load a fragment, each lane gives the address of 16 bytes of a line, and
// receives the elements that the instruction needs: the four parts of x are rows of two trips, at two depths.
// Elements of one byte are twice as deep, m16n8k32: fragments have as many bytes.

#include "schedule/dot.h"
#include <string.h>

// pl_lane / divisor % modulo * factor; modulo 0: none.
static Node *lane_part(long long divisor, long long modulo, long long factor)
{
    Node *n = word_node("pl_lane");
    n = divisor > 1 ? binary_node("/", n, literal_node(divisor)) : n;
    n = modulo ? binary_node("%", n, literal_node(modulo)) : n;
    return factor > 1 ? binary_node("*", n, literal_node(factor)) : n;
}

static Node *pitch(const Side *s)
{
    return s->slice ? literal_node(s->plan->pitch) : (s->plan->turned ? &s->column : &s->row)->stride;
}

static Node *in_line(Node *line, const Side *s, Node *element)
{
    return sum_node("+", product_node(line, pitch(s)), element);
}

// Declares the start of this lane's first line: of the slice, or of the part of the block that is read in place.
static void add_line(const Product *p, const Side *s, const char *name, Node *at, const Span *deep, Node *to)
{
    Type *type = pointer_to(const_type(s->ref->type), NULL);
    type->constant = true;
    Node *begin = !s->slice && p->deep ? product_node(word_node("pl_deep"), deep->stride) : literal_node(0);
    Node *first = element_at(s->slice ? s->slice : s->ref->name, sum_node("+", at, begin));
    if (!s->slice)                                      // the lanes of a warp read each other's elements
        first->a = access_node(s->ref, (Node *[]){ word_node("pl_any"), word_node("pl_any") });
    add_item(to, variable(name, type, unary_node("&", first)));
}

static long long depth_of_instruction(const Product *p)
{
    return 32 / type_size(p->x.ref->type);
}

static const LaneGroup *group(const Product *p) { return &p->at->group->lanes->group; }

// Eight columns of z belong to a warp, and the next eight to the warp beside it.
static long long column_step(const Product *p)
{
    return 8 * groups_beside(group(p));
}

static void add_lines(const Product *p, Node *to)
{
    const long long rows = group(p)->rows, beside = groups_beside(group(p)), half = depth_of_instruction(p) / 2;
    Node *eight = lane_part(1, 8, 0), *deep = lane_part(16, 2, 8);
    Node *warp_row = rows > 8 ? lane_part(32 * beside, 0, 8) : literal_node(0);
    Node *warp_column = beside > 1 ? lane_part(32, rows > 8 ? beside : 0, 8) : literal_node(0);
    Node *row = sum_node("+", warp_row, lane_part(8, 2, rows)), *column = sum_node("+", warp_column, lane_part(16, 2, column_step(p)));
    add_line(p, &p->x, "pl_x_line", p->x.transposed ? in_line(sum_node("+", eight, deep), &p->x, row)
                                                    : in_line(sum_node("+", warp_row, sum_node("+", eight, lane_part(8, 2, rows))), &p->x,
                                                              lane_part(16, 2, half)), &p->x.column, to);
    add_line(p, &p->y, "pl_y_line", p->y.transposed ? in_line(sum_node("+", column, eight), &p->y, lane_part(8, 2, half))
                                                    : in_line(lane_part(1, 16, 0), &p->y, column), &p->y.row, to);
}

// turned: the instruction transposes the fragment.
static Node *load(bool turned, Node *fragment, const char *line, Node *at)
{
    return say(turned ? "say_load_turned" : "say_load_fragment", 2, fragment, element_at(line, at));
}

static long long fragment_rows(const Product *p)
{
    return p->plan->tile_rows / 2;
}

// The number of the fragment of y.
static Node *fragment_column(const Product *p)
{
    return number_to("pl_j", p->plan->tile_columns / 4);
}

static Node *fragment_of_x(const Product *p)
{
    return element_among("pl_x", fragment_rows(p), "pl_i");
}

static Node *load_x(const Product *p)
{
    const Side *s = &p->x;
    Node *i = product_node(number_to("pl_i", fragment_rows(p)), literal_node(2 * p->at->group->lanes->group.rows)), *k = word_node("pl_k");
    Node *at = s->transposed ? in_line(k, s, i) : in_line(i, s, k);
    return load(s->transposed, fragment_of_x(p), "pl_x_line", at);
}

static Node *load_y(const Product *p)
{
    const Side *s = &p->y;
    Node *j = product_node(fragment_column(p), literal_node(2 * column_step(p))), *k = word_node("pl_k");
    Node *at = s->transposed ? in_line(j, s, k) : in_line(k, s, j);
    return load(!s->transposed, word_node("pl_y"), "pl_y_line", at);
}

static Node *sums_at(const Product *p, long long row, long long column)
{
    Node *i = number_to("pl_i", fragment_rows(p));
    Node *n = element_at(name_of_sums(p), sum_node("+", product_node(literal_node(2), i), literal_node(row)));
    add_item(n, sum_node("+", product_node(literal_node(4), fragment_column(p)), literal_node(column)));
    return n;
}

static Node *add_product(const Product *p, long long column)
{
    const char *x = type_code(p->x.ref->type), *y = type_code(p->y.ref->type), *types = !strcmp(x, y) ? x : text("%s_%s", x, y);
    return say("say_add_product", 5, word_node(types), sums_at(p, 0, column), sums_at(p, 1, column),
               fragment_of_x(p), sum_node("+", word_node("pl_y"), literal_node(column)));
}

void add_matrix_products(const Product *p, Node *to)
{
    static const Type word = { .kind = TY_U32 };
    long long rows = fragment_rows(p), columns = p->plan->tile_columns / 4;
    Node *body = new_block(), *column = new_block(), *both = new_block();
    Node *fragments = variable("pl_x", rows == 1 ? array_of(&word, 4) : array_of(array_of(&word, 4), rows), NULL);
    fragments->c = variable("pl_y", array_of(&word, 4), NULL);
    add_lines(p, to);
    add_item(both, add_product(p, 0));
    add_item(both, add_product(p, 2));
    add_item(column, load_y(p));
    if (rows == 1)
        add_items(column, both);
    else
        add_item(column, unrolled_to("pl_i", rows, both));
    add_item(body, fragments);
    add_item(body, unrolled_to("pl_i", rows, load_x(p)));
    add_item(body, unrolled_to("pl_j", columns, column));
    add_item(to, loop_to("pl_k", &int_type, literal_node(p->plan->slice), depth_of_instruction(p), body));
}
