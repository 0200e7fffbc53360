// schedule/vector_values.c -- expressions with vectors: the ND_VECTOR of plan/vectorize.c that are values.

#include "schedule/schedule.h"

Node *place_of_access(const Around *at, const Node *access)
{
    return element_at(access->ref->name, expression(at, offset_of(at->group->plan, access->ref, access->items, access->item_count)));
}

static Node *iota(const Node *index)
{
    return wrapped(binary_node("+", word_node(index->symbol->name), word_node("PL_LANE")));
}

// C converts an operand of an operator whose other operand is a vector.
static Node *splat(const Around *at, const Node *n)
{
    Node *value = expression(at, n->a);
    if (is_text(n->name, "operand"))
        return is_unary(value) ? value : wrapped(value);
    return say("say_vector_splat", 2, code_of_type(n->type), value);
}

static Node *math(const Around *at, const Node *n)
{
    Node *made = say("say_vector_math", 2, word_node(n->name), code_of_type(n->type));
    for (int i = 0; i < n->item_count; i++)
        add_item(made, expression(at, n->items[i]));
    return made;
}

const struct Vector *vector_of_run(const Around *at, const Node *access)
{
    const LaneVectors *all = &at->group->lanes->vectors;
    for (int i = 0; i < all->vector_count; i++) {
        const struct Vector *v = &all->vectors[i];
        if (v->loop == at->step->node && v->place && same_expression(v->place, access))
            return v;
    }
    return NULL;
}

Node *vector_value(const Around *at, const Node *n)
{
    if (at->group->lanes && (is_op(n, "element") || is_op(n, "prefetch")))
        return word_node(vector_of_run(at, n->a)->name);
    if (is_op(n, "element") || is_op(n, "prefetch"))
        return say(is_op(n, "element") ? "say_vector_at" : "say_vector_ahead", 2, code_of_type(n->type), place_of_access(at, n->a));
    if (is_op(n, "iota"))
        return iota(n->a);
    if (is_op(n, "array_of"))
        return element_at(n->a->symbol->name, word_node("pl_k"));
    if (is_op(n, "splat"))
        return splat(at, n);
    if (is_op(n, "math"))
        return math(at, n);
    Node *a = expression(at, n->a), *b = expression(at, n->b), *c = expression(at, n->c);
    if (is_op(n, "and") || is_op(n, "or"))
        return wrapped(binary_node(is_op(n, "and") ? "&" : "|", a, b));
    if (is_op(n, "not"))
        return unary_node("!", a);
    if (is_op(n, "convert"))
        return say("say_vector_convert", 3, code_of_type(n->a->type), code_of_type(n->type), a);
    Node *made = say(text("say_vector_%s", n->op), 2, code_of_type(n->type), a);
    if (b)
        add_item(made, b);
    if (c)
        add_item(made, c);
    return made;
}
