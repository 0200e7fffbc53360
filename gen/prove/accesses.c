// prove/accesses.c -- accesses since the last barrier, and which of them conflict.

#include "prove/prove.h"
#include <string.h>

// ---- Lists ----------------------------------------------------------------------------------------------------------

// Whether both give an index to the same lane.
static bool same_owner(const LaneOf *a, const LaneOf *b)
{
    return a->by == b->by && a->run == b->run && a->shift == b->shift && a->offset == b->offset && a->size == b->size;
}

static bool same_lane_of(const LaneOf *a, const LaneOf *b)
{
    return same_owner(a, b) && a->of == b->of && a->constant == b->constant && a->ranged == b->ranged &&
           (!a->ranged || (a->low == b->low && a->high == b->high));
}

static bool same_stage(const Index *a, const Index *b)
{
    return a->known == b->known && a->of == b->of && a->by == b->by && a->constant == b->constant && a->term_count == b->term_count;
}

// Whether they differ in nothing but the statement's column. Lines are kept apart, because messages name them.
static bool same_use(const MemoryUse *a, const MemoryUse *b)
{
    bool same = !strcmp(a->memory, b->memory) && a->writes == b->writes && a->atomic == b->atomic && a->guard == b->guard &&
                a->rank == b->rank && a->moved == b->moved && a->stages == b->stages && a->size == b->size &&
                same_stage(&a->stage, &b->stage) && a->from_start == b->from_start && a->earlier == b->earlier && a->last == b->last &&
                a->limited == b->limited && a->started == b->started && a->age == b->age && a->row_waited == b->row_waited &&
                a->in_vectors == b->in_vectors && a->copies == b->copies && a->statement == b->statement && a->at.line == b->at.line;
    for (int d = 0; same && d < a->rank; d++)
        same = same_lane_of(&a->dims[d], &b->dims[d]);
    return same;
}

void add_use(Uses *to, MemoryUse u)
{
    for (int i = 0; i < to->count; i++)
        if (same_use(&to->all[i], &u))
            return;
    list_add(to->all, to->count, u);
}

void add_uses(Uses *to, const Uses *from)
{
    for (int i = 0; i < from->count; i++)
        add_use(to, from->all[i]);
}

Uses copy_uses(const Uses *from)
{
    Uses made = { 0 };
    for (int i = 0; i < from->count; i++)
        list_add(made.all, made.count, from->all[i]);
    return made;
}

// ---- Conflicts ------------------------------------------------------------------------------------------------------

static bool is_moved(const MemoryUse *a, int d)
{
    return a->earlier && a->moved >> d & 1;
}

static long long place_of_stage(const MemoryUse *u)
{
    return u->stage.constant % u->stages * u->size;
}

// Whether they are in different stages, whose numbers are constants, or that of one variable and constants.
static bool have_other_stages(const MemoryUse *a, const MemoryUse *b)
{
    if (!a->stages || !b->stages || !a->stage.known || !b->stage.known || a->size != b->size || a->stage.of != b->stage.of)
        return false;
    if (!a->stage.of)
        return place_of_stage(a) != place_of_stage(b);
    return a->stages == b->stages && a->stage.by == b->stage.by && (a->stage.constant - b->stage.constant) % a->stages;
}

// Whether a is beside the stage of b.
static bool is_outside_stage(const MemoryUse *a, const MemoryUse *b)
{
    const LaneOf *i = &a->dims[0];
    return a->from_start && i->ranged && b->stages && is_constant_index(&b->stage) &&
           (i->high < place_of_stage(b) || i->low >= place_of_stage(b) + b->size);
}

// Stages are filled in turn, one with each commit. After so few of them it is not yet the turn of the stage that a fills, and it is
// not read before it is full. b must be the next copy, or follow that.
static bool is_in_flight(const MemoryUse *a, const MemoryUse *b)
{
    const bool next = !b->stage.of || b->stage.constant == b->stages - 1;
    return a->started && a->stages && a->stages == b->stages && a->age >= 0 && a->age < a->stages - 1 && (!b->writes || next);
}

// Whether they access different elements for certain: of x[0] and x[1], of x[r] in different iterations of the loop over r, and of
// arrays in versions of which a program runs only one.
static bool are_separate(const MemoryUse *a, const MemoryUse *b)
{
    for (int d = 0; d < a->rank && d < b->rank; d++) {
        const LaneOf *i = &a->dims[d], *j = &b->dims[d];
        bool apart = i->ranged && j->ranged && (i->high < j->low || j->high < i->low);
        bool iterations = i->of && i->of < MOST_AROUND && i->of == j->of && i->constant == j->constant && (a->earlier >> i->of & 1);
        if ((apart || iterations) && !is_moved(a, d))
            return true;
    }
    const bool by_versions = a->in_vectors != b->in_vectors && !a->local && !b->local;
    return by_versions || is_in_flight(a, b) || have_other_stages(a, b) || is_outside_stage(a, b) || is_outside_stage(b, a);
}

static bool is_single_index(const LaneOf *i)
{
    return i->ranged && i->low == i->high;
}

// Whether the lane that has this index in b, if it has this one, is the first of its kind.
static bool is_of_first(const LaneOf *index, const LaneOf *b, long long lanes)
{
    return is_single_index(index) && b->run && ((index->low - b->shift) % (b->run * lanes) + b->run * lanes) % (b->run * lanes) < b->run;
}

// Whether both are by the same row of lanes, or by the same column: `by`.
static bool have_same(const LaneGroup *l, const MemoryUse *a, const MemoryUse *b, LaneBy by)
{
    const bool row = by == BY_ROW_NUMBER, a_first = a->guard == LANE_0 || (!row && a->guard == LANE_OF_COLUMN_0);
    const bool b_first = b->guard == LANE_0 || (!row && b->guard == LANE_OF_COLUMN_0);
    if ((row ? l->rows : l->columns) == 1 || (a_first && b_first))
        return true;
    for (int d = 0; d < a->rank && d < b->rank; d++) {
        const LaneOf *i = &a->dims[d], *j = &b->dims[d];
        if (is_moved(a, d))
            continue;
        if ((i->by == by || i->by == BY_LANE_NUMBER) && same_owner(i, j))
            return true;
        const long long lanes[] = { [BY_ROW_NUMBER] = l->rows, [BY_COLUMN_NUMBER] = l->columns,
                                    [BY_LANE_NUMBER] = (long long)l->rows * l->columns };
        if (a_first && (j->by == by || j->by == BY_LANE_NUMBER) && is_of_first(i, j, lanes[j->by]))
            return true;
        if (b_first && (i->by == by || i->by == BY_LANE_NUMBER) && is_of_first(j, i, lanes[i->by]))
            return true;
    }
    return false;
}

// If neighboring lanes are in neighboring rows, the first of them have column 0.
static MemoryUse with_rows(const LaneGroup *l, MemoryUse u)
{
    for (int d = 0; d < u.rank; d++) {
        LaneOf *i = &u.dims[d];
        if (i->by == BY_LANE_NUMBER && i->run == 1 && !i->shift && i->ranged && i->low >= 0 && i->high < l->rows) {
            i->by = BY_ROW_NUMBER;
            u.guard = LANE_OF_COLUMN_0;
        }
    }
    return u;
}

static bool are_of_one_lane(const LaneGroup *l, const MemoryUse *a, const MemoryUse *b)
{
    return have_same(l, a, b, BY_ROW_NUMBER) && (a->row_waited || have_same(l, a, b, BY_COLUMN_NUMBER));
}

bool uses_conflict(const LaneGroup *l, const MemoryUse *a, const MemoryUse *b)
{
    const bool one_statement = a->statement && a->statement == b->statement, is_back = a->copies && !a->writes;
    const bool apart = one_statement && !is_back && (a->of_statement || b->of_statement);
    if (strcmp(a->memory, b->memory) || !(a->writes || b->writes) || (a->atomic && b->atomic) || apart || are_separate(a, b))
        return false;
    if (a->started && !(b->started && a->statement == b->statement))
        return true;
    if (are_of_one_lane(l, a, b))
        return false;
    const MemoryUse i = with_rows(l, *a), j = with_rows(l, *b);
    return !(l->turned && are_of_one_lane(l, &i, &j));
}
