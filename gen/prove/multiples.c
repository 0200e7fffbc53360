// prove/multiples.c -- powers of two that divide all values of a variable: a block begins at a multiple of its size, so each of its
// elements has one place in blocks, and one lane, whichever blocks follow each other.

#include "prove/prove.h"

enum { MOST = 1 << 20, MOST_OPEN = 16, MOST_ASKED = 64 };      // MOST: also of 0, which all divide

typedef struct {                // variables whose values are being looked at: their values may depend on themselves
    const Node *body;
    const Symbol *open[MOST_OPEN];
    int count, asked;           // asked: how many have been looked at
} Multiples;

typedef struct { Multiples *in; const Symbol *of; long long power; bool found; } Values;

static long long power_in(Multiples *m, const Node *n);

static void add_value(Values *v, const Node *value)
{
    v->power = v->power > 1 && value ? least(v->power, power_in(v->in, value)) : 1;
}

static void note_values(void *to, const Node *n)
{
    Values *v = to;
    for (int a = 0; a < n->axis_count; a++)
        if (n->axes[a].index == v->of) {
            v->found = true;
            add_value(v, n->axes[a].lo);
            add_value(v, n->axes[a].step);
        }
    if (n->kind == ND_DECLARE && n->symbol == v->of && n->a)
        add_value(v, n->a);
    if (declares_symbol(n, v->of))
        v->found = true;
    else if (changes(n, v->of))
        add_value(v, n->kind == ND_BINARY && is_name_of(n->a, v->of) && (is_op(n, "=") || is_op(n, "+=") || is_op(n, "-=")) ? n->b : NULL);
}

// An open one is divided by what divides all that it is computed from.
static long long power_of(Multiples *m, const Symbol *variable)
{
    Values v = { .in = m, .of = variable, .power = MOST };
    for (int i = 0; i < m->count; i++)
        if (m->open[i] == variable)
            return MOST;
    if (m->count == MOST_OPEN || m->asked++ >= MOST_ASKED || (variable->type && !keeps_indices(variable->type)))
        return 1;
    m->open[m->count++] = variable;
    each_node(m->body, note_values, &v);
    m->count--;
    return v.found ? v.power : 1;
}

static long long power_in_binary(Multiples *m, const Node *n)
{
    if (is_op(n, "*"))
        return least(power_in(m, n->a) * power_in(m, n->b), MOST);
    return is_op(n, "+") || is_op(n, "-") || is_op(n, "%") ? least(power_in(m, n->a), power_in(m, n->b)) : 1;
}

static long long power_in(Multiples *m, const Node *n)
{
    if (n->known)
        return n->value ? least(n->value & -n->value, MOST) : MOST;
    switch ((int)n->kind) {
    case ND_NAME:           return n->symbol ? power_of(m, n->symbol) : 1;
    case ND_BINARY:         return power_in_binary(m, n);
    case ND_CONDITIONAL:    return least(power_in(m, n->b), power_in(m, n->c));
    case ND_CAST:           return keeps_indices(n->type) ? power_in(m, n->a) : 1;
    }
    return 1;
}

long long power_of_variable(const Node *body, const Symbol *variable)
{
    return power_of(&(Multiples){ .body = body }, variable);
}
