// schedule/plain_dot.c -- PL_DOT in a program that runs alone: loops, for operands that the target has no function for.

#include "schedule/dot.h"

static Node *element(const Side *s, const char *row, const char *column)
{
    Node *n = element_in(s, word_node(row), word_node(column));
    n->type = s->ref->type;
    return n;
}

// With a cast, also of an element that has the type of the sum.
static Node *summand(const Product *p, const Side *s, const char *row, const char *column)
{
    Node *n = element(s, row, column);
    return type_is_small_float(n->type) ? converted(n, p->sum) : cast_to(p->sum, n);
}

static Node *loop_over(const char *index, const Span *s, Node *body)
{
    return loop_to(index, &long_type, s->extent, 1, body);
}

// Sums are elements of z: rows of y are added to a row of z, in vectors, and each sum is in the same order.
static Node *row_by_row(const Product *p)
{
    Node *z = element(&p->z, "pl_r", "pl_c"), *body = new_block();
    add_item(body, variable("pl_x", const_type(p->sum), summand(p, &p->x, "pl_r", "pl_l")));
    add_item(body, loop_over("pl_c", &p->z.column, assign("+=", z, binary_node("*", word_node("pl_x"), summand(p, &p->y, "pl_l", "pl_c")))));
    return loop_over("pl_r", &p->z.row, loop_over("pl_l", &p->x.column, body));
}

static Node *sum_by_sum(const Product *p)
{
    Node *z = element(&p->z, "pl_r", "pl_c"), *sum = word_node("pl_sum"), *body = new_block();
    Node *product = binary_node("*", summand(p, &p->x, "pl_r", "pl_l"), summand(p, &p->y, "pl_l", "pl_c"));
    sum->type = (Type *)(size_t)p->sum;
    add_item(body, variable("pl_sum", p->sum, summand(p, &p->z, "pl_r", "pl_c")));
    add_item(body, loop_over("pl_l", &p->x.column, assign("+=", sum, product)));
    add_item(body, assign("=", z, type_is_small_float(z->type) ? converted(sum, z->type) : sum));
    return loop_over("pl_r", &p->z.row, loop_over("pl_c", &p->z.column, body));
}

static bool has_dense_rows(const Side *s)
{
    return s->ref->type->kind == TY_F64 && is_literal(s->column.stride, 1);
}

Node *plain_dot(const Around *at)
{
    const Product p = product_by_elements(at, at->step);
    return (has_dense_rows(&p.z) && has_dense_rows(&p.y) ? row_by_row : sum_by_sum)(&p);
}
