// check/race.c -- iterations of PL_EACH that access each other's elements.
//
// The iterations of a PL_EACH run in any order, on some targets all at once. An iteration may write its own locals, and
// elements that no other iteration reads or writes. The access patterns along the axes (analyse/access.c) and
// subscripts that always differ (check/differ.c) prove most cases. For the others, the first iterations are compared
// one by one, and an element that two of them access is a certain race. The remaining cases cannot be proved: they are
// accepted, with a warning or a remark.

#include "check/check.h"
#include <string.h>

enum { MOST_VALUES = 16, MOST_ROUNDS = 64 };

typedef Iterations Scope;

// ---- Proofs: no two iterations access one element -------------------------------------------------------------------

// How one subscript varies along an axis of the loop; the other subscripts do not matter.
static AccessPattern dim_along(const Scope *s, const Access *a, int d, const Symbol *index)
{
    Node one = *a->element;
    one.items = &a->element->items[d];
    one.item_count = 1;
    return pattern_along(&one, s->each, index);
}

// Whether, on some dim, both vary along this axis with the same step, so that iterations that differ on the axis differ
// there.
static bool move_together(const Scope *s, const Access *a, const Access *b, const Symbol *index)
{
    for (int d = 0; d < a->element->item_count && d < b->element->item_count; d++) {
        AccessPattern one = dim_along(s, a, d, index), other = dim_along(s, b, d, index);
        if (one.dim < 0 || other.dim < 0 || one.factor != other.factor)
            continue;
        if ((one.known && other.known && one.shift == other.shift) ||
            same_expression(a->element->items[d], b->element->items[d]))
            return true;
    }
    return false;
}

// Whether c implies that the index has one value, the same for all iterations, as in i == 0 && ….
static const Node *fixed_by(const Scope *s, const Node *c, const Symbol *index)
{
    if (c->kind != ND_BINARY)
        return NULL;
    if (is_op(c, "&&")) {
        const Node *one = fixed_by(s, c->a, index);
        return one ? one : fixed_by(s, c->b, index);
    }
    bool left = is_name_of(c->a, index), right = is_name_of(c->b, index);
    return is_op(c, "==") && left != right && !depends(s, left ? c->b : c->a) ? c : NULL;
}

static const Node *fixes(const Scope *s, const Access *a, const Symbol *index)
{
    const Node *found = NULL;
    for (int i = 0; !found && i < a->condition_count; i++)
        found = a->holds[i] ? fixed_by(s, a->conditions[i], index) : NULL;
    return found;
}

// Whether both happen in the same iteration along this axis.
static bool are_fixed(const Scope *s, const Access *a, const Access *b, const Symbol *index)
{
    const Node *one = fixes(s, a, index), *other = fixes(s, b, index);
    return one && other && same_expression(one, other);
}

static bool has_one_value(const LoopAxis *axis)
{
    const Given none = { 0 };
    Number lo = start_of(&none, axis), hi = constant_of(axis->hi);
    return is_small(lo) && is_small(hi) && hi.value - lo.value <= 1;
}

static bool are_separate(const Scope *s, const Access *a, const Access *b)
{
    bool separate = true;
    for (int i = 0; separate && i < s->each->axis_count; i++)
        separate = has_one_value(&s->each->axes[i]) || move_together(s, a, b, s->each->axes[i].index) ||
                   are_fixed(s, a, b, s->each->axes[i].index);
    for (int d = 0; !separate && d < a->element->item_count && d < b->element->item_count; d++)
        separate = never_same(s, a, a->element->items[d], b, b->element->items[d]);
    return separate;
}

// ---- Iterations one by one ------------------------------------------------------------------------------------------

typedef struct {                // a value for each loop around an access
    long long at[32];
} Round;

static Given given_in(const Loops *loops, int count, const Round *round)
{
    Given given = { 0 };
    for (int i = 0; i < count; i++)
        assume(&given, loops->axes[i]->index, (Number){ true, round->at[i] });
    return given;
}

// The values of a loop to try: all of a short one, otherwise the first three and the last. -1: they are unknown.
static int list_values(const Scope *s, const Given *given, const LoopAxis *axis, long long *values, bool *all)
{
    Number lo = start_of(given, axis), hi = number_of(given, axis->hi);
    Number step = axis->step ? number_of(given, axis->step) : (Number){ true, 1 };
    int count = 0;
    if (!is_small(lo) || !is_small(step) || step.value <= 0 || (hi.known ? !is_small(hi) : depends(s, axis->hi)))
        return -1;
    long long last = hi.known ? lo.value + (hi.value - 1 - lo.value) / step.value * step.value : lo.value + step.value;
    bool is_short = hi.known && (last - lo.value) / step.value < MOST_VALUES;
    if (hi.known && hi.value <= lo.value)
        return 0;
    for (int i = 0; i < (is_short ? MOST_VALUES : 3) && lo.value + i * step.value <= last; i++)
        values[count++] = lo.value + i * step.value;
    if (values[count - 1] < last)
        values[count++] = last;
    *all = *all && is_short;
    return count;
}

// Iterations that certainly run. all: there are no others; -1: they are unknown.
static int list_rounds(const Scope *s, const Loops *loops, Round *rounds, bool *all)
{
    Round outer[MOST_ROUNDS];
    int count = 1;
    *all = true;
    memset(&rounds[0], 0, sizeof rounds[0]);
    for (int i = 0; i < loops->count; i++) {
        int outer_count = count;
        memcpy(outer, rounds, (size_t)count * sizeof rounds[0]);
        count = 0;
        for (int r = 0; r < outer_count; r++) {
            long long values[MOST_VALUES + 1];
            Given given = given_in(loops, i, &outer[r]);
            int value_count = list_values(s, &given, loops->axes[i], values, all);
            *all = *all && value_count <= MOST_ROUNDS / outer_count;
            for (int v = 0; v < value_count && v < MOST_ROUNDS / outer_count; v++) {
                rounds[count] = outer[r];
                rounds[count++].at[i] = values[v];
            }
            if (value_count < 0)
                return -1;
        }
    }
    return count;
}

typedef enum { NO, MAYBE, YES } Verdict;

static Verdict least_verdict(Verdict a, Verdict b)
{
    return a < b ? a : b;
}

static Verdict happens(const Given *given, const Access *a)
{
    Verdict all = a->unproved ? MAYBE : YES;
    for (int i = 0; i < a->condition_count; i++) {
        Number c = number_of(given, a->conditions[i]);
        all = least_verdict(all, !c.known ? MAYBE : !c.value == a->holds[i] ? NO : YES);
    }
    return all;
}

// Adds the known terms of l, times sign; false: one is unknown, and m does not contain the same.
static bool add_terms(const Scope *s, const Given *given, const Linear *l, const Linear *m, long long sign,
                      long long *sum)
{
    for (int i = 0; i < l->count; i++) {
        const struct Term *t = &l->terms[i];
        Number n = number_of(given, t->atom);
        if (n.known && can_multiply(t->by, n.value))
            *sum += sign * t->by * n.value;
        else if (n.known || !t->symbol || depends(s, t->atom) || factor_of(m, t->symbol) != t->by)
            return false;
    }
    return true;
}

// Whether these subscripts are equal. Unknown terms must be the same in both, and must not belong to an iteration.
static Verdict same_number(const Scope *s, const Given *given, const Node *a, const Given *other, const Node *b)
{
    Number one = number_of(given, a), two = number_of(other, b);
    if (one.known && two.known)
        return one.value == two.value ? YES : NO;
    Linear l = linear_of(a), m = linear_of(b);
    long long difference = l.constant - m.constant;
    if (!add_terms(s, given, &l, &m, 1, &difference) || !add_terms(s, other, &m, &l, -1, &difference))
        return MAYBE;
    return difference ? NO : YES;
}

static bool same_iteration(const Scope *s, const Round *a, const Round *b)
{
    return !memcmp(a->at, b->at, (size_t)s->each->axis_count * sizeof a->at[0]);
}

static Verdict same_element(const Scope *s, const Access *a, const Given *in_a, const Access *b, const Given *in_b)
{
    Verdict all = a->element->item_count == b->element->item_count ? YES : MAYBE;
    for (int d = 0; d < a->element->item_count && d < b->element->item_count; d++)
        all = least_verdict(all, same_number(s, in_a, a->element->items[d], in_b, b->element->items[d]));
    return all;
}

typedef enum { NEVER, UNKNOWN, COLLIDE } Collision;

// Two iterations in which both access one element; NEVER if all were tried.
static Collision collide(const Scope *s, const Access *a, const Access *b, Round *one, Round *other)
{
    Round first[MOST_ROUNDS], second[MOST_ROUNDS];
    bool all, all_others;
    int count = list_rounds(s, &a->loops, first, &all), others = list_rounds(s, &b->loops, second, &all_others);
    bool decided = all && all_others && count >= 0 && others >= 0;
    for (int i = 0; i < count; i++) {
        Given in_a = given_in(&a->loops, a->loops.count, &first[i]);
        Verdict runs = happens(&in_a, a);
        for (int j = 0; runs != NO && j < others; j++) {
            Given in_b = given_in(&b->loops, b->loops.count, &second[j]);
            Verdict both = same_iteration(s, &first[i], &second[j]) ? NO : least_verdict(runs, happens(&in_b, b));
            both = both == NO ? NO : least_verdict(both, same_element(s, a, &in_a, b, &in_b));
            if (both == YES) {
                *one = first[i], *other = second[j];
                return COLLIDE;
            }
            decided = decided && both == NO;
        }
    }
    return decided ? NEVER : UNKNOWN;
}

// ---- Reports --------------------------------------------------------------------------------------------------------

static const char *iteration_text(const Scope *s, const Round *r)
{
    const char *all = "";
    for (int i = 0; i < s->each->axis_count; i++)
        all = listed(all, text("%s=%lld", s->each->axes[i].index->name, r->at[i]));
    return text("(%s)", all);
}

static void report_same_element(const Scope *s, const Access *a)
{
    error_at(a->place->at, MESSAGE_SAME_ELEMENT, word_of_each(s->each), a->reads ? "accumulates into" : "writes", a->element->ref->name);
    note_at(s->each->at, a->reads ? HINT_ACCUMULATE_OUTSIDE : HINT_SAME_ELEMENT, word_of_each(s->each));
}

static void report_collision(const Scope *s, const Access *a, const Access *b, const Round *one, const Round *other)
{
    const char *name = a->element->ref->name, *in_a = iteration_text(s, one), *in_b = iteration_text(s, other);
    if (b->writes) {
        error_at(a->place->at, MESSAGE_WRITE_COLLISION, in_a, in_b, word_of_each(s->each), name);
        if (a != b)
            note_at(b->place->at, "the other write is here");
        note_at(s->each->at, "%s", a->reads ? HINT_USE_REDUCE : HINT_WRITE_COLLISION);
    } else {
        error_at(b->place->at, MESSAGE_READ_COLLISION, in_b, word_of_each(s->each), name, in_a);
        note_at(a->place->at, "it is written here");
        note_at(s->each->at, HINT_READ_COLLISION);
    }
}

// h[x[c]]++, and h[x[c]] = h[x[c]] + 1, which is on one line.
static bool is_added_to(const Scope *s, const Access *a)
{
    bool read = a->reads;
    for (int i = 0; !read && i < s->access_count; i++) {
        const Access *b = &s->accesses[i];
        read = b->reads && b->place->at.line == a->place->at.line && same_expression(a->element, b->element);
    }
    return read;
}

// If an element is accumulated into, no run in one thread shows what is lost, in any order: it is likely a mistake.
// Elements that are written through a permutation usually are not; and if they are, a run may show it.
static void warn_unproved(const Scope *s, const Access *a, const Access *b)
{
    static const char two[] = MESSAGE_ELEMENT_UNPROVED;
    const char *each = word_of_each(s->each);
    const char *one = expression_text(a->element), *other = expression_text(b->element);
    if (strcmp(one, other)) {
        remark_at(a->place->at, MESSAGE_ELEMENTS_UNPROVED, one, other, each);
    } else if (is_added_to(s, a)) {
        warn_at(a->place->at, two, each, one);
        warn_note_at(a->place->at, HINT_ELEMENTS_UNPROVED);
    } else {
        remark_at(a->place->at, two, each, one);
    }
}

// The first error of a block is enough, and so is one warning.
static void check_block(const Scope *s, const Symbol *block)
{
    const Access *unproved = NULL, *with = NULL;
    Round one, other;
    for (int i = 0; i < s->access_count; i++)
        for (int j = 0; j < s->access_count; j++) {
            const Access *a = &s->accesses[i], *b = &s->accesses[j];
            if (a->element->ref != block || b->element->ref != block || !a->writes || (b->writes && j < i) ||
                are_separate(s, a, b))
                continue;
            Collision found = collide(s, a, b, &one, &other);
            if (found == COLLIDE) {
                if (a == b && !depends(s, a->element))
                    report_same_element(s, a);
                else
                    report_collision(s, a, b, &one, &other);
                return;
            }
            if (found == UNKNOWN && !unproved)
                unproved = a, with = b;
        }
    if (unproved)
        warn_unproved(s, unproved, with);
}

void check_races(const Iterations *s)
{
    for (int i = 0; i < s->access_count; i++) {
        bool seen = false;
        for (int j = 0; j < i; j++)
            seen |= s->accesses[j].element->ref == s->accesses[i].element->ref;
        if (!seen)
            check_block(s, s->accesses[i].element->ref);
    }
}

