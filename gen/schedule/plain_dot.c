// schedule/plain_dot.c -- PL_DOT in a program that runs alone: loops, for operands that the target has no function for.

#include "schedule/schedule.h"

typedef struct { const Symbol *ref; Node *row, *column; } Matrix;      // strides

static Matrix matrix(const Around *at, const Node *operand)
{
    bool transposed = operand->kind == ND_TRANSPOSE;
    const Symbol *ref = block_of(operand);
    const Layout *l = layout_of(at->group->plan, ref);
    return (Matrix){ ref, l->strides[transposed], l->strides[!transposed] };
}

static Node *element(const Matrix *m, const char *row, const char *column)
{
    Node *n = element_at(m->ref->name, sum_node("+", product_node(word_node(row), m->row), product_node(word_node(column), m->column)));
    n->type = m->ref->type;
    return n;
}

static Node *as_summand(Node *value, const Type *sum)
{
    return type_is_small_float(value->type) ? converted(value, sum) : cast_to(sum, value);
}

static Node *loop_over(const char *index, Node *end, Node *body)
{
    return loop_to(index, &long_type, end, 1, body);
}

// Sums are elements of z: rows of y are added to a row of z, in vectors, and each sum is in the same order.
static Node *row_by_row(const Matrix *z, const Matrix *x, const Matrix *y, Node *rows, Node *columns, Node *depth)
{
    const Type *sum = z->ref->type;
    Node *body = new_block(), *factor = as_summand(element(x, "pl_r", "pl_l"), sum);
    add_item(body, variable("pl_x", const_type(sum), factor));
    add_item(body, loop_over("pl_c", columns, assign("+=", element(z, "pl_r", "pl_c"),
                                                     binary_node("*", word_node("pl_x"), as_summand(element(y, "pl_l", "pl_c"), sum)))));
    return loop_over("pl_r", rows, loop_over("pl_l", depth, body));
}

static Node *sum_by_sum(const Matrix *z, const Matrix *x, const Matrix *y, Node *rows, Node *columns, Node *depth)
{
    const Type *sum = sum_type(z->ref->type);
    Node *body = new_block(), *made = word_node("pl_sum"), *to = element(z, "pl_r", "pl_c");
    Node *product = binary_node("*", as_summand(element(x, "pl_r", "pl_l"), sum), as_summand(element(y, "pl_l", "pl_c"), sum));
    made->type = (Type *)(size_t)sum;
    add_item(body, variable("pl_sum", sum, as_summand(element(z, "pl_r", "pl_c"), sum)));
    add_item(body, loop_over("pl_l", depth, assign("+=", made, product)));
    add_item(body, assign("=", to, type_is_small_float(z->ref->type) ? converted(made, z->ref->type) : made));
    return loop_over("pl_r", rows, loop_over("pl_c", columns, body));
}

static bool has_dense_rows(const Matrix *m)
{
    return m->ref->type->kind == TY_F64 && is_literal(m->column, 1);
}

Node *plain_dot(const Around *at, const Node *dot)
{
    const Matrix z = matrix(at, dot->a), x = matrix(at, dot->b), y = matrix(at, dot->c);
    bool transposed = dot->b->kind == ND_TRANSPOSE;
    Node *depth = x.ref->dims[!transposed];
    return (has_dense_rows(&z) && has_dense_rows(&y) ? row_by_row : sum_by_sum)(&z, &x, &y, z.ref->dims[0], z.ref->dims[1], depth);
}
