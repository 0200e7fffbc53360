// check/differ.c -- proves that subscripts of two iterations of PL_EACH are never equal.
//
// Terms that belong to no iteration are the same in both, and cancel in their difference. The difference is proved to
// be nonzero in one of three ways: it is above 0, or below, by the bounds of the loops or by a condition (r from k + 1
// on is not k); it has a nonzero remainder (1 - now is not now: the difference is odd); or one subscript is the
// complement of the other (!now).

#include "check/check.h"
#include <stdlib.h>
#include <string.h>

typedef struct {                // own[0] + own[1] + shared
    Linear own[2]; // the part that belongs to the iteration of either subscript, with the sign of the other's reversed
    Linear shared;
} Difference;

// ---- What belongs to an iteration -----------------------------------------------------------------------------------

bool is_own(const Iterations *s, const Symbol *symbol)
{
    return find_by(s->own, s->own_count, symbol);
}

static bool names_own(const Node *n, const void *scope)
{
    return (n->symbol && is_own(scope, n->symbol)) || (n->ref && is_own(scope, n->ref));
}

bool depends(const Iterations *s, const Node *n)
{
    return find_node(n, names_own, s);
}

// ---- Sums -----------------------------------------------------------------------------------------------------------

static bool is_constant(const Linear *l)
{
    for (int i = 0; i < l->count; i++)
        if (l->terms[i].by)
            return false;
    return !l->lost;
}

static bool is_the_same(const Iterations *s, const Node *n)
{
    return !depends(s, n) && !find_node(n, may_be_another, NULL);
}

static Difference difference_of(const Iterations *s, const Linear *a, const Linear *b)
{
    const Linear *const sides[] = { a, b };
    Difference d = { .shared.lost = a->lost || b->lost };
    add_constant(&d.shared, a->constant, 1);
    add_constant(&d.shared, b->constant, -1);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < sides[side]->count; i++) {
            struct Term t = sides[side]->terms[i];
            add_term(is_the_same(s, t.atom) ? &d.shared : &d.own[side], t, side ? -1 : 1);
        }
    return d;
}

// ---- By a remainder: 2 * i + 1 is never 2 * j, and 1 - now is never now ---------------------------------------------

static void add_factors(const Linear *l, long long *common)
{
    for (int i = 0; i < l->count; i++)
        for (long long b = llabs(l->terms[i].by); b;) {
            long long rest = *common % b;
            *common = b;
            b = rest;
        }
}

static bool is_power_of_two(long long n)
{
    return n > 0 && !(n & (n - 1));
}

// The divisor of e % 4 and e & 3, which yield e's remainder; 0: it is neither. Divisors that are not powers of two
// would need a sign, because wrapping does not preserve their remainder.
static long long divisor_of(const Node *n)
{
    long long by = n->kind == ND_BINARY && n->b->known ? n->b->value : 0;
    if (by <= 0 || by > 1 << 20)
        return 0;
    bool wraps = n->type && n->type->kind >= TY_U8 && n->type->kind <= TY_U64;
    if (is_op(n, "%"))
        return wraps && !is_power_of_two(by) ? 0 : by;
    return is_op(n, "&") && is_power_of_two(by + 1) ? by + 1 : 0;
}

// A sum with the same remainder, of terms that are remainders themselves.
static Linear remainder_of(const Linear *l, long long by)
{
    Linear made = { .constant = l->constant % by, .lost = l->lost };
    for (int i = 0; i < l->count; i++) {
        long long times = l->terms[i].by % by;
        const Node *atom = l->terms[i].atom;
        long long divisor = divisor_of(atom);
        bool flips = by == 2 && atom->kind == ND_BINARY && is_op(atom, "^") && atom->b->known;
        if (!flips && (!divisor || divisor % by)) {
            add_term(&made, (struct Term){ atom, l->terms[i].symbol, 1 }, times);
            continue;
        }
        Linear inside = linear_of(atom->a), rest = remainder_of(&inside, by);
        add_sum(&made, &rest, times);
        if (flips)
            add_constant(&made, atom->b->value % by, times);
    }
    return made;
}

// Whether the difference of a and b, modulo by, leaves a nonzero remainder. by 0: of the values themselves.
static bool has_remainder(const Iterations *s, const Linear *a, const Linear *b, long long by)
{
    Linear one = by ? remainder_of(a, by) : *a, other = by ? remainder_of(b, by) : *b;
    Difference d = difference_of(s, &one, &other);
    long long common = by;
    add_factors(&d.own[0], &common);
    add_factors(&d.own[1], &common);
    add_factors(&d.shared, &common);
    bool lost = d.own[0].lost || d.own[1].lost || d.shared.lost;
    return !lost && common > 1 && d.shared.constant % common;
}

static bool has_any_remainder(const Iterations *s, const Linear *a, const Linear *b)
{
    bool found = has_remainder(s, a, b, 0) || has_remainder(s, a, b, 2);
    const Linear *const sides[] = { a, b };
    for (int side = 0; side < 2; side++)
        for (int i = 0; !found && i < sides[side]->count; i++) {
            long long divisor = divisor_of(sides[side]->terms[i].atom);
            found = divisor && has_remainder(s, a, b, divisor);
        }
    return found;
}

// ---- By bounds: one value is always above the other -----------------------------------------------------------------

// The index is replaced by its first or its last value; by the exact last value if that is known.
static Linear end_of(const LoopAxis *axis, bool last)
{
    long long low, high;
    Linear end = { 0 };
    if (axis_range(axis, &low, &high)) {
        end.constant = last ? high : low;
    } else if (last) {
        end = linear_of(axis->hi);
        end.constant--;
    } else if (axis->lo) {
        end = linear_of(axis->lo);
    }
    return end;
}

// Bounds of inner loops may contain the indices of outer ones, so the innermost index is replaced first.
static Linear bound_of(const Loops *loops, Linear l, bool upper)
{
    for (int i = loops->count; i-- > 0;) {
        const LoopAxis *axis = loops->axes[i];
        long long by = factor_of(&l, axis->index);
        Linear rest = { .constant = l.constant, .lost = l.lost }, end = end_of(axis, (by > 0) == upper);
        for (int t = 0; by && t < l.count; t++)
            if (l.terms[t].symbol != axis->index)
                add_term(&rest, l.terms[t], 1);
        add_sum(&rest, &end, by);
        l = by ? rest : l;
    }
    return l;
}

static bool is_above(const Iterations *s, const Loops *loops, const Loops *others, const Difference *d, bool above)
{
    Linear all = { 0 }, a = bound_of(loops, d->own[0], !above), b = bound_of(others, d->own[1], !above);
    add_sum(&all, &d->shared, 1);
    add_sum(&all, &a, 1);
    add_sum(&all, &b, 1);
    for (int i = 0; i < all.count; i++)
        if (all.terms[i].by && !is_the_same(s, all.terms[i].atom))
            return false;
    return is_constant(&all) && (above ? all.constant > 0 : all.constant < 0);
}

// ---- By a condition: where r > k, or r != k -------------------------------------------------------------------------

static Difference negated(Difference d)
{
    Difference made = { 0 };
    for (int side = 0; side < 2; side++)
        add_sum(&made.own[side], &d.own[side], -1);
    add_sum(&made.shared, &d.shared, -1);
    return made;
}

// Whether d exceeds e by a constant, *by. d must refer to only one iteration, as e does.
static bool larger_by(const Difference *d, const Difference *e, int side, long long *by)
{
    Linear own = { 0 }, shared = { 0 };
    add_sum(&own, &d->own[side], 1);
    add_sum(&own, &e->own[0], -1);
    add_sum(&shared, &d->shared, 1);
    add_sum(&shared, &e->shared, -1);
    *by = shared.constant;
    return is_constant(&d->own[!side]) && is_constant(&own) && is_constant(&shared);
}

// Whether l contains only indices, which keep their values after the condition; other locals may not.
static bool has_indices_only(const Linear *l, const Loops *loops)
{
    for (int i = 0; i < l->count; i++) {
        bool found = false;
        for (int axis = 0; axis < loops->count; axis++)
            found |= loops->axes[axis]->index == l->terms[i].symbol;
        if (!found)
            return false;
    }
    return true;
}

// Whether d is never 0 if this comparison holds. p > q implies that p - q is 1 or more.
static bool comparison_separates(const Iterations *s, const Loops *loops, const Node *c, bool holds,
                                 const Difference *d, int side)
{
    const char *op = holds ? c->op : opposite_op(c->op);
    if (!c->a->type || !type_is_integer(c->a->type) || !type_is_integer(c->b->type))
        return false;
    Linear p = linear_of(c->a), q = linear_of(c->b), none = { 0 };
    bool turns = *op == '<';
    Linear sum = { 0 };
    add_sum(&sum, turns ? &q : &p, 1);
    add_sum(&sum, turns ? &p : &q, -1);
    Difference e = difference_of(s, &sum, &none), less = negated(*d);
    long long more, fewer;
    bool sure = has_indices_only(&e.own[0], loops);
    bool same = sure && larger_by(d, &e, side, &more), opposite = sure && larger_by(&less, &e, side, &fewer);
    long long least = op[0] && op[1] ? 0 : 1;           // of e, by ">=" and ">"
    if (!strcmp(op, "!="))
        return (same && !more) || (opposite && !fewer);
    return (*op == '<' || *op == '>') && ((same && more + least > 0) || (opposite && fewer + least > 0));
}

static bool condition_separates(const Iterations *s, const Loops *loops, const Node *c, bool holds, const Difference *d,
                        int side)
{
    if (c->kind == ND_UNARY && is_op(c, "!"))
        return condition_separates(s, loops, c->a, !holds, d, side);
    if (c->kind != ND_BINARY)
        return false;
    if (is_op(c, holds ? "&&" : "||"))
        return condition_separates(s, loops, c->a, holds, d, side) ||
               condition_separates(s, loops, c->b, holds, d, side);
    return comparison_separates(s, loops, c, holds, d, side);
}

static bool conditions_separate(const Iterations *s, const Access *a, const Difference *d, int side)
{
    for (int i = 0; i < a->condition_count; i++)
        if (condition_separates(s, &a->loops, a->conditions[i], a->holds[i], d, side))
            return true;
    return false;
}

// ---- By opposites: !now ---------------------------------------------------------------------------------------------

static const Node *resolved(const Node *n)
{
    const Node *definition = n->kind == ND_NAME ? definition_of(n->symbol) : NULL;
    if (definition)
        return resolved(definition);
    return n->kind == ND_CAST && type_is_integer(n->type) && type_size(n->type) >= 4 ? resolved(n->a) : n;
}

// Whether n is 0 exactly if `of` is not: !e, e == 0 and e ? 0 : 1.
static bool is_opposite(const Node *n, const Node *of)
{
    const Node *not = resolved(n), *e = NULL;
    if ((not->kind == ND_UNARY && is_op(not, "!")) ||
        (not->kind == ND_BINARY && is_op(not, "==") && not->b->known && !not->b->value) ||
        (not->kind == ND_CONDITIONAL && not->b->known && !not->b->value && not->c->known && not->c->value))
        e = not->a;
    return e && same_expression(resolved(e), resolved(of));
}

// ---- All of them ----------------------------------------------------------------------------------------------------

bool never_same(const Iterations *s, const Access *a, const Node *one, const Access *b, const Node *other)
{
    if (is_the_same(s, one) && is_the_same(s, other) && (is_opposite(one, other) || is_opposite(other, one)))
        return true;
    Linear l = linear_of(one), m = linear_of(other);
    Difference d = difference_of(s, &l, &m);
    return has_any_remainder(s, &l, &m) || is_above(s, &a->loops, &b->loops, &d, true) ||
           is_above(s, &a->loops, &b->loops, &d, false) ||
           conditions_separate(s, a, &d, 0) || conditions_separate(s, b, &d, 1);
}
