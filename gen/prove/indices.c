// prove/indices.c -- which lane has an index: a sum of the lane's number, row or column, and of numbers that any lane may have.
//
// A lane whose column is 3 of 32 has the indices 3, 35, 67 … in a loop from pl_column by 32; with runs of four it has 12 to 15,
// 140 to 143 …: column * 4 + any multiple of 32 * 4 + a number below 4.

#include "prove/prove.h"
#include <string.h>

static const Index unknown = { 0 };

Index constant_index(long long n)
{
    return (Index){ .known = true, .constant = n, .ranged = true, .low = n, .high = n, .by = 1 };
}

bool is_constant_index(const Index *i)
{
    return i->known && !i->wide && i->ranged && i->low == i->high;
}

const Variable *variable_named(const Variables *v, const char *name)
{
    for (int i = v->count; i-- > 0;)
        if (!strcmp(v->all[i].name, name))
            return &v->all[i];
    return NULL;
}

static bool is_number(const Index *i)
{
    return i->known && !i->lane && !i->row && !i->column && !i->term_count && !i->wide;
}

Index any_number(void)
{
    return (Index){ .known = true, .by = 1, .terms = { { 1, 0 } }, .term_count = 1 };
}

bool has_lanes(const Index *i)
{
    return i->lane || i->row || i->column;
}

static void add_index_term(Index *to, long long factor, long long count)
{
    if (to->term_count == MOST_TERMS)
        *to = unknown;
    else if (count != 1)
        to->terms[to->term_count++] = (struct IndexTerm){ factor, count };
}

// ---- Sums, products and quotients -----------------------------------------------------------------------------------

// A number below the length of a run: pl_e, where that is a parameter.
static bool is_in_run(const Index *i)
{
    return i->wide && i->in_run && !has_lanes(i) && !i->term_count && !i->constant;
}

static Index sum_of(Index a, const Index *b, long long sign)
{
    if (a.known && a.wide && is_number(b)) {
        a.offset += sign * b->constant;
        return a;
    }
    const bool same = a.wide == b->wide || is_in_run(b) || is_in_run(&a);
    if (!a.known || !b->known || !same || (a.in_run && b->in_run) || ((a.wide || b->wide) && sign < 0))
        return unknown;
    a.lane += sign * b->lane, a.row += sign * b->row, a.column += sign * b->column, a.constant += sign * b->constant;
    a.wide |= b->wide, a.in_run |= b->in_run, a.offset += b->offset;
    for (int i = 0; i < b->term_count && a.known; i++)
        add_index_term(&a, sign * b->terms[i].factor, b->terms[i].count);
    if (!is_number(b)) {                                // the loop's variable, and a constant
        a.by = a.of || sign < 0 ? 1 : b->by;
        a.of = !a.of && sign > 0 && is_number(&a) ? b->of : 0;
    }
    a.ranged &= b->ranged;
    a.low += sign > 0 ? b->low : -b->high;
    a.high += sign > 0 ? b->high : -b->low;
    return a;
}

static Index added(const Index *a, const Index *b)
{
    if (a->of && is_number(b)) {
        Index sum = sum_of(*a, b, 1);
        sum.of = a->of, sum.by = a->by;
        return sum;
    }
    return is_number(a) ? sum_of(*b, a, 1) : sum_of(*a, b, 1);
}

static Index times(Index a, long long n)
{
    a.lane *= n, a.row *= n, a.column *= n, a.constant *= n;
    for (int i = 0; i < a.term_count; i++)
        a.terms[i].factor *= n;
    a.low *= n, a.high *= n;
    a.of = n == 1 ? a.of : 0;
    a.ranged &= n >= 0;
    return n && a.known && !a.wide ? a : n ? unknown : constant_index(0);
}

static bool is_width(const Node *n)
{
    return n->kind == ND_NAME && is_text(n->symbol->name, "pl_width");
}

static Index in_runs(Index a)
{
    if (!a.known || a.wide)
        return unknown;
    a.wide = true;
    a.of = 0;
    a.ranged = false;
    return a;
}

// The quotient or remainder of a number that any lane may have.
static Index divided(const Index *a, long long by, bool rest)
{
    if (!a->known || a->wide || by <= 0)
        return any_number();
    Index made = has_lanes(a) ? any_number() : constant_index(0);
    if (is_number(a))
        return constant_index(rest ? a->constant % by : a->constant / by);
    made.ranged = a->ranged && a->low >= 0;
    made.low = rest ? 0 : a->low / by;
    made.high = rest ? by - 1 : a->high / by;
    if (has_lanes(a))
        return made;
    if (!rest && a->of && a->by == 1 && a->constant % by == 0)
        made.of = a->of, made.by = by, made.constant = a->constant / by;
    add_index_term(&made, 1, rest ? by : 0);
    return made;
}

static Index of_binary(const Variables *v, Guard guard, const LaneGroup *l, const Node *n)
{
    const Index a = index_of(v, guard, l, n->a), b = index_of(v, guard, l, n->b);
    if (is_op(n, "+"))
        return added(&a, &b);
    if (is_op(n, "-"))
        return is_number(&b) ? added(&a, &(Index){ .known = true, .constant = -b.constant, .ranged = true,
                                                   .low = -b.constant, .high = -b.constant, .by = 1 }) : sum_of(a, &b, -1);
    if (is_op(n, "*") && (is_width(n->a) || is_width(n->b)))
        return in_runs(is_width(n->a) ? b : a);
    if (is_op(n, "*") && (is_number(&a) || is_number(&b)))
        return is_number(&b) ? times(a, b.constant) : times(b, a.constant);
    if ((is_op(n, "/") || is_op(n, "%")) && is_number(&b))
        return divided(&a, b.constant, is_op(n, "%"));
    return any_number();
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static Index of_lane(Guard guard, const LaneGroup *l, const char *name)
{
    Index i = { .known = true, .by = 1, .ranged = true };
    if (is_text(name, "pl_lane"))
        i.lane = guard != LANE_0, i.high = i.lane ? (long long)l->rows * l->columns - 1 : 0;
    else if (is_text(name, "pl_row") && l->turned && guard == LANES_OF_COLUMN_0)
        i.lane = 1, i.high = l->rows - 1;
    else if (is_text(name, "pl_row"))
        i.row = !(guard & LANES_OF_ROW_0) && l->rows > 1, i.high = i.row ? l->rows - 1 : 0;
    else if (is_text(name, "pl_column"))
        i.column = !(guard & LANES_OF_COLUMN_0) && l->columns > 1, i.high = i.column ? l->columns - 1 : 0;
    else
        return any_number();
    return i;
}

Index with_run(Index i)
{
    const long long run = i.lane ? i.lane : i.column ? i.column : i.row;
    i.of = 0, i.ranged = false;
    if (i.wide)
        i.in_run = true;
    else
        add_index_term(&i, 1, run);
    return i;
}

// In a loop over runs, the index of an element is not declared if only vectors need it. pl_lanes is a number that the launcher chooses:
// loops that have it in their steps share elements in the same way, whatever it is.
static Index of_name(const Variables *v, Guard guard, const LaneGroup *l, const char *name)
{
    if (is_text(name, "pl_lanes"))
        return constant_index((long long)l->rows * l->columns);
    const char *dim = begins(name, "pl_at_") ? name + strlen("pl_at_") : name;
    const Variable *found = variable_named(v, name);
    if (found || is_text(name, "pl_lane") || is_text(name, "pl_row") || is_text(name, "pl_column"))
        return found ? found->index : of_lane(guard, l, name);
    const Variable *first = variable_named(v, text("pl_first_%s", dim));
    return first ? with_run(first->index) : any_number();
}

// Whether an index of that type is what was assigned or cast to it: narrow types wrap, and bool is 0 or 1.
bool keeps_indices(const Type *t)
{
    return !t || (type_is_integer(t) && type_size(t) >= 4);
}

Index index_of(const Variables *v, Guard guard, const LaneGroup *l, const Node *n)
{
    if (n->known)
        return constant_index(n->value);
    switch ((int)n->kind) {
    case ND_NAME:
        return of_name(v, guard, l, n->symbol->name);
    case ND_CAST: case ND_CONVERT:
        return keeps_indices(n->type) ? index_of(v, guard, l, n->a) : any_number();
    case ND_WRAPPED:
        return index_of(v, guard, l, n->a);
    case ND_BINARY:
        return of_binary(v, guard, l, n);
    }
    return any_number();
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

Index index_of_loop(const Index *from, long long step, long long end)
{
    Index i = *from;
    const long long count = end >= 0 && step > 0 && is_number(from) ? (end - from->constant + step - 1) / step : 0;
    if (!i.known)
        return i;
    i.of = 0, i.by = 1;
    i.ranged = from->ranged && end >= 0 && step > 0 && !i.wide;
    i.high = end - 1;
    if (step)
        add_index_term(&i, step, count > 0 ? count : 0);
    return i;
}

// ---- Lanes ----------------------------------------------------------------------------------------------------------

// Whether all indices of one lane are its own: apart from a number below the run, they differ by multiples of a period of lanes.
static bool is_own(const Index *i, long long run, long long lanes)
{
    long long spread = 0;
    for (int t = 0; t < i->term_count; t++)
        if (i->terms[t].factor % (run * lanes))
            spread += i->terms[t].count ? i->terms[t].factor * (i->terms[t].count - 1) : run;
    return spread < run && !(i->in_run && !i->wide);
}

LaneOf lane_of_index(const LaneGroup *l, const Index *i)
{
    LaneOf made = { .by = BY_NONE, .constant = i->constant };
    if (!i->known)
        return made;
    made.ranged = i->ranged, made.low = i->low, made.high = i->high;
    made.of = i->by == 1 ? i->of : 0;
    long long column = i->column, row = i->row;
    if (i->lane && !row && !column && l->rows == 1)
        column = i->lane;
    else if (i->lane && !row && !column && l->columns == 1)
        row = i->lane;
    const long long factor = column && !row ? column : row && !column ? row : !row && !column ? i->lane : 0;
    const long long lanes = column ? l->columns : row ? l->rows : (long long)l->rows * l->columns;
    if (factor <= 0 || (i->lane && (i->row || i->column)) || !is_own(i, factor, lanes))
        return made;
    made.by = column ? BY_COLUMN_NUMBER : row ? BY_ROW_NUMBER : BY_LANE_NUMBER;
    made.run = i->wide ? 0 : factor;
    made.offset = i->offset;
    made.shift = (i->constant % (factor * lanes) + factor * lanes) % (factor * lanes);
    return made;
}
