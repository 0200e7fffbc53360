// analyse/loops.c -- plain for and while loops that count, with known first and last values like those of PL_LOOP.
//
// for (int i = LO; i < HI; i += K) is one if nothing else in it assigns i, and HI is invariant. So are loops that count
// down, and long i = LO; while (i < HI) { ...; i++; }.

#include "analyse/analyse.h"
#include <string.h>

typedef struct {                // i = from; by is added as long as i is below end, or above it when counting down
    const Symbol *i;
    const Node *from, *end;
    bool with_end;              // <= and >=
    long long by;
} Count;

// ---- Its parts ------------------------------------------------------------------------------------------------------

static bool read_from(Count *c, const Node *n)
{
    bool assigns = n && n->kind == ND_EXPRESSION && is_op(n->a, "=") && n->a->a->kind == ND_NAME;
    if (!assigns && !(n && n->kind == ND_DECLARE && n->a))
        return false;
    c->i = assigns ? n->a->a->symbol : n->symbol;
    c->from = assigns ? n->a->b : n->a;
    return true;
}

// Reads i++, i -= 2 or i = i + 2; false: n is no step of i.
static bool read_step(Count *c, const Node *n)
{
    if (!n || !assigns_to(n) || !is_name_of(n->a, c->i))
        return false;
    if (n->kind == ND_UNARY) {
        c->by = strstr(n->op, "++") ? 1 : -1;
        return true;
    }
    bool sum = is_op(n, "=") && n->b->kind == ND_BINARY && is_name_of(n->b->a, c->i);
    const char *op = sum ? n->b->op : n->op;
    const Node *by = sum ? n->b->b : n->b;
    int sign = !strcmp(op, sum ? "+" : "+=") ? 1 : !strcmp(op, sum ? "-" : "-=") ? -1 : 0;
    c->by = by->known && can_compute(by->value) ? sign * by->value : 0;
    return c->by != 0;
}

static bool read_condition(Count *c, const Node *n)
{
    if (!n || n->kind != ND_BINARY || is_name_of(n->a, c->i) == is_name_of(n->b, c->i))
        return false;
    bool left = is_name_of(n->a, c->i), up = left == (c->by > 0);         // normalized: i on the left, counting up
    c->end = left ? n->b : n->a;
    c->with_end = is_op(n, up ? "<=" : ">=");
    return c->with_end || is_op(n, up ? "<" : ">") || (is_op(n, "!=") && (c->by == 1 || c->by == -1));
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

// Whether n is anything but an expression of numbers and of names that the body does not change.
static bool may_differ(const Node *n, const void *body)
{
    switch ((int)n->kind) {
    case ND_INT: case ND_DIM: case ND_SIZE: case ND_NUM_PROGRAMS: case ND_PROGRAM_ID: case ND_AXIS: case ND_CDIV:
    case ND_CAST: case ND_MULTIPLE_OF:
        return false;
    case ND_NAME:
        return is_addressed(n->symbol) || find_node(body, changes, n->symbol);
    case ND_UNARY:
        return !is_op(n, "-");
    case ND_BINARY:
        return assigns_to(n);
    }
    return true;
}

// Whether `step` is the only place in the body that assigns i, and the end is invariant.
static bool is_steady(const Count *c, const Node *body, const Node *step)
{
    const Type *t = c->i->type;
    return t && type_is_integer(t) && type_size(t) >= 4 && !is_addressed(c->i) &&
           count_nodes(body, changes, c->i) == count_nodes(step, changes, c->i) && !find_node(c->end, may_differ, body);
}

// ---- As an axis -----------------------------------------------------------------------------------------------------

static Node *number_like(const Node *n, long long value)
{
    return number_node(value, n->type, n->at);
}

static Node *one_after(const Node *last)
{
    Node *n = binary_node("+", (Node *)last, number_like(last, 1));
    n->known = last->known;
    n->value = last->value + 1;
    return n;
}

static bool set_axis(LoopAxis *axis, const Count *c)
{
    Number from = constant_of(c->from), end = constant_of(c->end);
    if ((from.known && !is_small(from)) || (end.known && !is_small(end)))
        return false;
    axis->index = (Symbol *)c->i;
    axis->step = number_like(c->end, c->by > 0 ? c->by : -c->by);
    if (c->by > 0) {
        axis->lo = (Node *)c->from;
        axis->hi = c->with_end ? one_after(c->end) : (Node *)c->end;
        return has_sign(c->end->type) || (from.known && from.value >= 0);       // otherwise it may wrap
    }
    long long last = end.value + !c->with_end, steps = (from.value - last) / -c->by;
    if (!from.known || !end.known || from.value < last || (last <= 0 && !has_sign(c->i->type)))
        return false;
    axis->lo = number_like(c->end, from.value + steps * c->by);
    axis->hi = one_after(c->from);
    axis->hi->at = c->end->at;
    return true;
}

static const LoopAxis *axis_of(const Count *c, const Node *body, const Node *step)
{
    LoopAxis *axis = allocate(sizeof *axis);
    return is_steady(c, body, step) && set_axis(axis, c) ? axis : NULL;
}

const LoopAxis *counting_for(const Node *n)
{
    Count c = { 0 };
    return n->kind == ND_FOR && read_from(&c, n->init) && read_step(&c, n->b) && read_condition(&c, n->a)
               ? axis_of(&c, n->body, NULL) : NULL;
}

// Its variable is set in the enclosing block, and stepped at the end of its body.
const LoopAxis *counting_while(const Node *block, int at)
{
    const Node *n = block->items[at], *body = n->body;
    if (n->kind != ND_WHILE || body->kind != ND_BLOCK || !body->item_count || has_kind(body, ND_CONTINUE))
        return NULL;
    const Node *last = body->items[body->item_count - 1], *step = last->kind == ND_EXPRESSION ? last->a : last;
    const Symbol *i = assigns_to(step) && step->a->kind == ND_NAME ? step->a->symbol : NULL;
    for (int b = at; i && b-- > 0;) {
        Count c = { 0 };
        if (read_from(&c, block->items[b]) && c.i == i)
            return read_step(&c, step) && read_condition(&c, n->a) ? axis_of(&c, body, step) : NULL;
        if (find_node(block->items[b], changes, i))
            return NULL;
    }
    return NULL;
}

// ---- Jumps out of a statement ---------------------------------------------------------------------------------------

// Whether this break or continue belongs to n, or its goto leads to n.
static bool keeps(const Node *n, const void *jump)
{
    const Node *j = jump;
    bool loop = n->kind == ND_FOR || n->kind == ND_WHILE || n->kind == ND_DO || n->kind == ND_LOOP;
    if (j->kind == ND_GOTO)
        return n->kind == ND_LABEL && !strcmp(n->name, j->name);
    return (loop || (n->kind == ND_SWITCH && j->kind == ND_BREAK)) && find_node(n->body, is_node, j);
}

static bool jumps_out(const Node *n, const void *whole)
{
    return n->kind == ND_RETURN || (leaves(n, NULL) && !find_node(whole, keeps, n));
}

static bool ends_loop(const Node *n, const void *body)
{
    return n->kind != ND_CONTINUE && jumps_out(n, body);
}

bool may_jump_out(const Node *n)
{
    return find_node(n, jumps_out, n);
}

bool may_end_early(const Node *body)
{
    return find_node(body, ends_loop, body);
}
