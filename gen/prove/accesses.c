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

static bool same_access(const MemoryAccess *a, const MemoryAccess *b)
{
    bool same = !strcmp(a->memory, b->memory) && a->writes == b->writes &&
                a->atomic == b->atomic && a->guard == b->guard && a->rank == b->rank && a->moved == b->moved && a->stages == b->stages &&
                a->size == b->size && a->from_start == b->from_start && a->last == b->last && a->limited == b->limited &&
                a->copies == b->copies && a->of_array == b->of_array && a->in_vectors == b->in_vectors;
    for (int d = 0; same && d < a->rank; d++)
        same = same_lane_of(&a->dims[d], &b->dims[d]);
    return same;
}

const MemoryAccess *one_access(Memo *memo, const MemoryAccess *a)
{
    for (int i = memo->access_count; i-- > 0;)
        if (same_access(memo->accesses[i], a))
            return memo->accesses[i];
    MemoryAccess *made = allocate(sizeof *made);
    *made = *a;
    for (int i = 0; i < memo->access_count; i++)        // equal names are one
        if (!strcmp(memo->accesses[i]->memory, a->memory))
            made->memory = memo->accesses[i]->memory;
    list_add(memo->accesses, memo->access_count, made);
    return made;
}

static bool same_stage(const StageNumber *a, const StageNumber *b)
{
    return a->known == b->known && a->constant == b->constant && a->of == b->of && a->by == b->by && a->number == b->number;
}

static bool same_use(const MemoryUse *a, const MemoryUse *b)
{
    return a->access == b->access && a->statement == b->statement && a->earlier == b->earlier && a->left == b->left && a->moved == b->moved &&
           a->again == b->again && a->started == b->started && a->age == b->age && a->row_waited == b->row_waited &&
           same_stage(&a->stage, &b->stage);
}

// The last of equal ones comes last, and gives its line.
void add_use(Uses *to, const MemoryUse *u)
{
    MemoryUse last = *u;
    for (int i = 0; i < to->count; i++)
        if (same_use(&to->all[i], u)) {
            last = to->all[i], last.at = u->at, last.before |= u->before;
            memmove(&to->all[i], &to->all[i + 1], (size_t)(--to->count - i) * sizeof last);
            break;
        }
    list_add(to->all, to->count, last);
}

void add_uses(Uses *to, const Uses *from)
{
    for (int i = 0; i < from->count; i++)
        add_use(to, &from->all[i]);
}

void end_statements(Uses *of, const Node *but)
{
    Uses ended = { 0 };
    int kept = 0;
    for (int i = 0; i < of->count; i++)
        if (!of->all[i].statement || of->all[i].statement == but)
            of->all[kept++] = of->all[i];
        else
            list_add(ended.all, ended.count, of->all[i]), ended.all[ended.count - 1].statement = NULL;
    of->count = kept;
    add_uses(of, &ended);
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
    return a->moved && a->access->moved >> d & 1;
}

static long long place_of_stage(const MemoryUse *u)
{
    return u->stage.number % u->access->stages * u->access->size;
}

// Whether they are in different stages, whose numbers are constants, or that of one variable and constants.
static bool have_other_stages(const MemoryUse *a, const MemoryUse *b)
{
    const MemoryAccess *i = a->access, *j = b->access;
    if (!i->stages || !j->stages || !a->stage.known || !b->stage.known || i->size != j->size || a->stage.of != b->stage.of)
        return false;
    if (!a->stage.of)
        return place_of_stage(a) != place_of_stage(b);
    return i->stages == j->stages && a->stage.by == b->stage.by && (a->stage.number - b->stage.number) % i->stages;
}

// Whether a is beside the stage of b.
static bool is_outside_stage(const MemoryUse *a, const MemoryUse *b)
{
    const LaneOf *i = &a->access->dims[0];
    return a->access->from_start && i->ranged && b->access->stages && b->stage.constant &&
           (i->high < place_of_stage(b) || i->low >= place_of_stage(b) + b->access->size);
}

// Stages are filled in turn, one with each commit. After so few of them it is not yet the turn of the stage that a fills, and it is
// not read before it is full. b must be the next copy, or follow that.
static bool is_in_flight(const MemoryUse *a, const MemoryUse *b)
{
    const long long stages = b->access->stages;
    const bool next = !b->stage.of || b->stage.number == stages - 1;
    return a->started && a->access->stages && a->access->stages == stages && a->age >= 0 && a->age < stages - 1 &&
           (!b->access->writes || next);
}

// The loop whose variable is the index, if it still runs; 0: none.
static int loop_of(const MemoryUse *u, const LaneOf *i)
{
    return i->of && i->of < MOST_AROUND && !(u->left >> i->of & 1) ? i->of : 0;
}

// Whether they access different elements for certain: of x[0] and x[1], of x[r] in different iterations of the loop over r, and of
// arrays in versions of which a program runs only one.
static bool are_separate(const MemoryUse *a, const MemoryUse *b)
{
    for (int d = 0; d < a->access->rank && d < b->access->rank; d++) {
        const LaneOf *i = &a->access->dims[d], *j = &b->access->dims[d];
        const int loop = loop_of(a, i);
        bool apart = i->ranged && j->ranged && (i->high < j->low || j->high < i->low);
        bool iterations = loop && loop == loop_of(b, j) && i->constant == j->constant && (a->earlier >> loop & 1);
        if ((apart || iterations) && !is_moved(a, d))
            return true;
    }
    const bool by_versions = a->access->in_vectors != b->access->in_vectors && !a->access->local && !b->access->local;
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

// If neighboring lanes are in neighboring rows, the first of them have column 0: lane r of few is that of row r and column 0. turned:
// what the index says then.
static LaneBy lane_by(const LaneGroup *l, const LaneOf *i, bool turned)
{
    const bool rows = turned && i->by == BY_LANE_NUMBER && i->run == 1 && !i->shift && i->ranged && i->low >= 0 && i->high < l->rows;
    return rows ? BY_ROW_NUMBER : i->by;
}

static Guard guard_in(const LaneGroup *l, const MemoryAccess *a, bool turned)
{
    Guard guard = a->guard;
    for (int d = 0; d < a->rank; d++)
        guard = lane_by(l, &a->dims[d], turned) != a->dims[d].by ? (Guard)(guard | LANES_OF_COLUMN_0) : guard;
    return guard;
}

static bool same_owner_in(const LaneGroup *l, const LaneOf *a, const LaneOf *b, bool turned)
{
    LaneOf i = *a, j = *b;
    i.by = lane_by(l, a, turned), j.by = lane_by(l, b, turned);
    return same_owner(&i, &j);
}

// Whether both are by the same row of lanes, or by the same column: `by`.
static bool have_same(const LaneGroup *l, const MemoryUse *a, const MemoryUse *b, LaneBy by, bool turned)
{
    const Guard first = guard_in(l, a->access, turned), then = guard_in(l, b->access, turned);
    const bool row = by == BY_ROW_NUMBER;
    const Guard least = row ? LANES_OF_ROW_0 : LANES_OF_COLUMN_0;
    const bool a_first = first & least, b_first = then & least;
    const long long lanes[] = { [BY_ROW_NUMBER] = l->rows, [BY_COLUMN_NUMBER] = l->columns,
                                [BY_LANE_NUMBER] = (long long)l->rows * l->columns };
    if ((row ? l->rows : l->columns) == 1 || (a_first && b_first))
        return true;
    for (int d = 0; d < a->access->rank && d < b->access->rank; d++) {
        const LaneOf *i = &a->access->dims[d], *j = &b->access->dims[d];
        const LaneBy of_a = lane_by(l, i, turned), of_b = lane_by(l, j, turned);
        if (is_moved(a, d))
            continue;
        if ((of_a == by || of_a == BY_LANE_NUMBER) && same_owner_in(l, i, j, turned))
            return true;
        if (a_first && (of_b == by || of_b == BY_LANE_NUMBER) && is_of_first(i, j, lanes[of_b]))
            return true;
        if (b_first && (of_a == by || of_a == BY_LANE_NUMBER) && is_of_first(j, i, lanes[of_a]))
            return true;
    }
    return false;
}

static bool are_of_one_lane(const LaneGroup *l, const MemoryUse *a, const MemoryUse *b, bool turned)
{
    return have_same(l, a, b, BY_ROW_NUMBER, turned) && (a->row_waited || have_same(l, a, b, BY_COLUMN_NUMBER, turned));
}

bool uses_conflict(const LaneGroup *l, const MemoryUse *a, const MemoryUse *b)
{
    const MemoryAccess *i = a->access, *j = b->access;
    const bool same = !a->again && a->statement && a->statement == b->statement, back = i->copies && !i->writes;
    const bool of_copy = i->copies && j->copies && (i->of_array != j->of_array || (same && i->writes && j->writes));
    if (i->memory != j->memory || !(i->writes || j->writes) || (i->atomic && j->atomic) ||
        of_copy || (same && !back && (i->of_statement || j->of_statement)) || are_separate(a, b))
        return false;
    if (a->started && !(b->started && same))
        return true;
    return !are_of_one_lane(l, a, b, false) && !(l->turned && are_of_one_lane(l, a, b, true));
}
