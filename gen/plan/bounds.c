// plan/bounds.c -- proves that windows are inside their arrays. What is proved need not be checked in every program, and no
// caller waits for its report.
//
// Each condition that would be checked says that a linear form is not negative. It holds in all programs if the form has a lower
// bound that is a number >= 0, with neither axes nor sizes. Two rules give bounds:
//
//     an axis      A program has 0 <= i <= e - 1, where e is the extent of axis i. So f * i >= 0 if f > 0, and
//                  f * i >= f * (e - 1) if f < 0. The axes of a grid are independent, so each is bounded on its own.
//     a quotient   n / b, with b > 0, is rounded toward zero. So b * (n / b) >= n - (b - 1), and if n >= 0, then
//                  b * (n / b) <= n. PL_CDIV(a, b) is (a + b - 1) / b.
//
// Example: windows of B + 2 elements from i * B on, padded by 1 on both sides, and i < n / B. The last element of each is in
// the padded array if 1 + n + 1 - i * B - (B + 2) >= 0; this is n - B - B * i >= n - B * (n / B) >= 0.

#include "plan/plan.h"

// ---- Promises -------------------------------------------------------------------------------------------------------

static bool all_are_multiples(const Linear *l, long long of)
{
    for (int i = 0; i < l->count; i++)
        if (l->terms[i].by % of)
            return false;
    return !l->lost && l->constant % of == 0;
}

bool is_whole_number(const Node *shape, const Node *block)
{
    const Linear unit = linear_of(shape->kind == ND_MULTIPLE_OF ? shape->b : shape);
    return block->known && block->value > 0 && all_are_multiples(&unit, block->value);
}

// ---- Lower bounds ---------------------------------------------------------------------------------------------------

typedef struct {
    const Call *call;
    const WindowDim *dim;
} Proof;

static bool is_quotient(const Node *n)
{
    const bool divides = n->kind == ND_CDIV || (n->kind == ND_BINARY && is_text(n->op, "/") && type_is_integer(n->type));
    return divides && n->b->known && n->b->value > 0 && can_compute(n->b->value);
}

// Returns the divisor if the extent is a quotient, otherwise 1.
static long long divisor_in(const Linear *extent)
{
    return extent->count == 1 && is_quotient(extent->terms[0].atom) ? extent->terms[0].atom->b->value : 1;
}

// Replaces each axis by its bound. rounded: f * i >= f' * i if f' <= f, because i >= 0; so f is rounded to a multiple of the
// divisor in the extent, which then cancels.
static void bound_axes(Linear *l, const Call *call, bool rounded)
{
    for (int i = 0; i < l->count; i++) {
        const Axis *axis = l->terms[i].symbol ? call_axis(call, l->terms[i].symbol) : NULL;
        long long factor = l->terms[i].by;
        if (!axis)
            continue;
        l->terms[i].by = 0;
        if (factor > 0)
            continue;
        Linear last = linear_of(axis->extent);
        const long long divisor = rounded ? divisor_in(&last) : 1;
        factor = -((divisor - 1 - factor) / divisor * divisor);
        add_constant(&last, 1, -1);
        add_sum(l, &last, factor);
    }
}

// Whether the quotient is at least 1 in every program. An axis with extent f * quotient + c has programs only if that is at
// least 1; then the quotient is positive if f > 0 and c <= 0.
static bool is_positive(const Node *quotient, const Call *call)
{
    for (int a = 0; a < call->axis_count; a++) {
        const Linear extent = linear_of(call->axes[a].extent);
        if (extent.count == 1 && same_node(extent.terms[0].atom, quotient) && extent.terms[0].by > 0 && extent.constant <= 0)
            return true;
    }
    return false;
}

// Returns a number that a positive quotient times its divisor does not exceed. It is the dividend itself if that is the
// extent of the array, and a multiple of the divisor by its form or by PL_MULTIPLE_OF.
static Linear most_of(const Node *quotient, const WindowDim *d)
{
    Linear most = linear_of(quotient->a);
    const bool exact = same_expression(without_promise(quotient->a), d->extent) && is_whole_number(d->shape, quotient->b);
    if (quotient->kind == ND_CDIV && !exact)
        add_constant(&most, quotient->b->value - 1, 1);
    return most;
}

// Returns a number that any quotient times its divisor reaches or exceeds.
static Linear least_of(const Node *quotient)
{
    Linear least = linear_of(quotient->a);
    if (quotient->kind != ND_CDIV)
        add_constant(&least, quotient->b->value - 1, -1);
    return least;
}

// Replaces each quotient by its bound, if its divisor cancels.
static void bound_quotients(Linear *l, const Proof *p)
{
    for (int i = 0; i < l->count; i++) {
        const Node *quotient = l->terms[i].atom;
        const long long factor = l->terms[i].by;
        if (!factor || !is_quotient(quotient) || factor % quotient->b->value || (factor < 0 && !is_positive(quotient, p->call)))
            continue;
        const Linear bound = factor > 0 ? least_of(quotient) : most_of(quotient, p->dim);
        l->terms[i].by = 0;
        add_sum(l, &bound, factor / quotient->b->value);
    }
}

static bool has_bound(const Linear *l, const Proof *p, bool rounded)
{
    Linear least = { 0 };
    add_sum(&least, l, 1);
    bound_axes(&least, p->call, rounded);
    bound_quotients(&least, p);
    for (int i = 0; i < least.count; i++)
        if (least.terms[i].by)                          // this may have any value
            return false;
    return !least.lost && least.constant >= 0;
}

// Whether l >= 0 in every program for certain.
static bool is_never_negative(Linear l, const Proof *p)
{
    return has_bound(&l, p, false) || has_bound(&l, p, true);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// Whether an operator may compute another number than its linear form: a negative one becomes unsigned, or a large one narrow.
static bool may_wrap(const Node *n, const void *unused)
{
    (void)unused;
    if (n->known || !is_integer(n))
        return false;
    if (n->kind == ND_CAST && is_integer(n->a) && type_size(n->type) <= type_size(n->a->type))
        return type_size(n->type) < type_size(n->a->type) || !has_sign(n->type) || !has_sign(n->a->type);
    return !has_sign(n->type) && (n->kind == ND_BINARY || n->kind == ND_UNARY || n->kind == ND_CDIV || n->kind == ND_CAST);
}

static bool cannot_wrap(const Node *n)
{
    return !find_node(n, may_wrap, NULL);
}

static bool no_term_can_wrap(const Proof *p)
{
    const WindowDim *d = p->dim;
    for (int a = 0; a < p->call->axis_count; a++)
        if (!cannot_wrap(p->call->axes[a].extent))
            return false;
    return cannot_wrap(d->index) && cannot_wrap(d->shape) && cannot_wrap(d->size) && cannot_wrap(d->low) && cannot_wrap(d->high);
}

// What is otherwise checked in each program, where start = index - low:
//
//     start >= -low    and    start + size <= extent + high.
static bool is_in_padded_array(const Proof *p)
{
    const WindowDim *d = p->dim;
    const Linear index = linear_of(d->index), size = linear_of(d->size), low = linear_of(d->low), high = linear_of(d->high);
    Linear rest = linear_of(d->extent);
    add_sum(&rest, &low, 1);
    add_sum(&rest, &high, 1);
    add_sum(&rest, &index, -1);
    add_sum(&rest, &size, -1);
    return is_never_negative(index, p) && is_never_negative(rest, p);
}

// Whether, in every program, the array has at least so many elements from the first one of the block on.
static bool has_from_block(const Proof *p, long long size, long long elements)
{
    const Linear index = linear_of(p->dim->index);
    Linear rest = linear_of(p->dim->extent);
    add_sum(&rest, &index, -size);
    add_constant(&rest, elements, -1);
    return is_never_negative(rest, p);
}

// Whether i is the index and its axis counts the blocks, by PL_CDIV or by "/", which omits the last one if it is not whole.
// This needs no linear form: the size may be known only at run time.
static bool counts_blocks(const Proof *p, NodeKind kind)
{
    const WindowDim *d = p->dim;
    const Axis *axis = d->index->kind == ND_NAME ? call_axis(p->call, d->index->symbol) : NULL;
    const Node *count = axis ? axis->extent : NULL;
    return count && d->size && count->kind == kind && (kind == ND_CDIV || is_text(count->op, "/")) &&
           same_expression(without_promise(count->a), d->extent) && same_expression(count->b, d->size);
}

// What is otherwise checked in each program: index >= 0 and index * size < extent.
static void prove_block(WindowDim *d, const Proof *p)
{
    const bool first = d->index->known && !d->index->value;
    const long long size = d->kind == WINDOW_ONE ? 1 : d->size->known ? d->size->value : 0;
    bool whole = counts_blocks(p, ND_BINARY);
    d->inside = whole || counts_blocks(p, ND_CDIV) || (first && d->kind == WINDOW_BLOCK && same_expression(d->size, d->extent));
    if ((size || first) && no_term_can_wrap(p) && is_never_negative(linear_of(d->index), p)) {
        whole |= size && has_from_block(p, size, size);
        d->inside |= whole || has_from_block(p, size, 1);
    }
    d->partial &= !whole;
}

void prove_inside(WindowDim *d, const Call *call)
{
    const Proof p = { call, d };
    if (d->kind == WINDOW_BLOCK || d->kind == WINDOW_ONE)
        prove_block(d, &p);
    if (d->kind == WINDOW_ELEMENT)
        d->inside = no_term_can_wrap(&p) && is_in_padded_array(&p);
}
