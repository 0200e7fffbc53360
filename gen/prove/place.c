// prove/place.c -- places the barriers of a call, where its schedule, as it is printed, needs them.
//
// The schedule is built with all places where lanes may wait, and walked. Where accesses conflict, lanes wait at the last place that
// they have passed in between; then the walk begins again. At last each barrier is omitted in turn, and remains omitted if nothing
// conflicts without it; and one that orders local and global memory orders only local memory, if that is enough.

#include "prove/prove.h"

typedef struct {                // a call on a machine
    const Plan *sketch;         // with names
    Node *trees[2];             // of its forms; NULL: there is no such form
    Memo memos[2];
    Barrier **placed;
    int count;
} Placing;

static Missing missing_in(Placing *p)
{
    Missing found = { .at = NULL };
    for (int i = 0; i < 2 && !found.at; i++)
        if (p->trees[i])
            found = find_missing(p->sketch, p->trees[i], &p->memos[i]);
    return found;
}

// ---- Reasons --------------------------------------------------------------------------------------------------------

static const char *memory_text(const Placing *p, const MemoryAccess *a)
{
    const LocalMemory *l = &p->sketch->lanes->local;
    for (int i = 0; i < l->use_count; i++)
        if (l->uses[i].array && is_text(l->uses[i].array, a->memory))
            return "slices";
    return begins(a->memory, "pl_reduction_") ? "partial results" : a->memory;
}

static const char *access_text(const MemoryAccess *a)
{
    return a->copies ? "copied" : a->writes ? "written" : "read";
}

// Both accesses, and how the second one happens: in the next program, the next iteration, or another lane.
static const char *why_text(const Placing *p, const Missing *m)
{
    const MemoryAccess *first = m->first.access, *then = m->then.access;
    const Loc at = m->first.at, next = m->then.at;
    const char *again = m->programs ? "by the next program" : m->at->in_loop ? "in the next iteration" : "by other work-items";
    const char *where = at.line == next.line ? text("there %s", again) : text("on line %u", next.line);
    return text("%s: %s on line %u, %s %s", memory_text(p, first), access_text(first), at.line, access_text(then),
                in_words(p->sketch->lanes->group.machine, where));
}

// ---- Places ---------------------------------------------------------------------------------------------------------

// Whether it is enough if the lanes of a row wait for each other.
static bool is_of_row(const Placing *p, const Missing *m)
{
    const LaneGroup *l = &p->sketch->lanes->group;
    MemoryUse waited = m->first;
    waited.row_waited = true;
    return m->at->place == BARRIER_BEFORE && m->at->in_rows && row_is_in_warp(l) && !uses_conflict(l, &waited, &m->then);
}

static void place(Placing *p, const Missing *m)
{
    Barrier *b = m->at;
    const bool row = is_of_row(p, m);
    if (!b->placed)
        list_add(p->placed, p->count, b);
    if (!b->why || b->placed)
        b->why = why_text(p, m);
    b->row = row && (!b->placed || b->row);
    b->placed = true;
}

// Those that statements have between their parts.
static void place_within(void *to, const Node *n)
{
    Placing *p = to;
    if (n->kind != ND_WAIT || n->barrier->place != BARRIER_WITHIN || n->barrier->placed)
        return;
    n->barrier->placed = true;
    list_add(p->placed, p->count, n->barrier);
}

static void find_places(Placing *p)
{
    for (int i = 0; i < 2; i++)
        each_node(p->trees[i], place_within, p);
    for (Missing m = missing_in(p); m.at; m = missing_in(p))
        place(p, &m);
}

// ---- Fewer barriers -------------------------------------------------------------------------------------------------

static bool is_within_statement(const Barrier *b)
{
    return b->place == BARRIER_WITHIN || b->place == BARRIER_FINAL;
}

static bool is_before_shared(const Barrier *b)
{
    return b->place == BARRIER_BEFORE && is_shared_by_rows(b->step);
}

// Those in a PL_EACH run in each iteration, and those in a statement belong to it: others are tried before.
static int turn_of(const Barrier *b)
{
    return is_within_statement(b) ? 2 : is_before_shared(b);
}

static void omit_superfluous(Placing *p)
{
    for (int i = 0; i < 3 * p->count; i++) {
        Barrier *b = p->placed[i % p->count];
        if (turn_of(b) != i / p->count)
            continue;
        b->placed = false;
        b->placed = missing_in(p).at;
    }
}

// In loops, those that order only what precedes the loop are before it. Returns whether there are any.
static bool move_outside_loops(Placing *p)
{
    bool moved = false;
    for (int i = 0; i < p->count; i++)
        for (Barrier *b = p->placed[i]; b->placed && b->place == BARRIER_BEFORE && !b->in_rows && b->outside; b = p->placed[i]) {
            Barrier *out = b->outside;
            if (out->placed || out->place != BARRIER_BEFORE)
                break;
            b->placed = false, out->placed = true;
            if (missing_in(p).at) {
                b->placed = true, out->placed = false;
                break;
            }
            out->why = b->why;
            p->placed[i] = out;
            moved = true;
        }
    return moved;
}

static void add_if_placed(void *to, const Node *n)
{
    Placing *p = to;
    bool listed = n->kind != ND_WAIT || !n->barrier->placed;
    for (int i = 0; i < p->count; i++)
        listed |= p->placed[i] == n->barrier;
    if (!listed)
        list_add(p->placed, p->count, n->barrier);
}

// Those that remain, in the order of the schedule.
static void list_placed(Placing *p)
{
    p->placed = NULL, p->count = 0;
    for (int i = 0; i < 2; i++)
        each_node(p->trees[i], add_if_placed, p);
}

// One that orders only what lanes of a row access is a barrier of rows.
static void narrow(Placing *p)
{
    const LaneGroup *l = &p->sketch->lanes->group;
    for (int i = 0; i < p->count && row_is_in_warp(l) && !shares_in_warp(l, false); i++) {
        Barrier *b = p->placed[i];
        if (b->place != BARRIER_BEFORE || b->row)
            continue;
        b->row = true;
        b->row = !missing_in(p).at;
    }
}

static void find_memories(Placing *p)
{
    for (int i = 0; i < p->count; i++)
        p->placed[i]->memories = 0;
    missing_in(p);
}

// Lets it order only local memory, or adds to its reason why it also orders global memory.
static void skip_global(Placing *p, Barrier *b)
{
    b->skips = MEMORY_GLOBAL;
    const Missing m = missing_in(p);
    b->needs_both = m.at;
    if (!m.at)
        return;
    b->skips = 0;
    const char *why = why_text(p, &m);
    if (!is_text(b->why, why))
        b->why = text("%s; %s", b->why, why);
}

static Barrier *fenced_twice(Placing *p)                // the next that may order only local memory; NULL: there is none
{
    for (int i = 0; i < p->count; i++)
        if (p->placed[i]->memories == (MEMORY_LOCAL | MEMORY_GLOBAL) && !p->placed[i]->needs_both)
            return p->placed[i];
    return NULL;
}

// Those within a statement first: they run more often, and a loop of halves may have no iteration.
static void skip_memories(Placing *p)
{
    for (int i = 0; i < p->count; i++)
        if (is_within_statement(p->placed[i]))
            skip_global(p, p->placed[i]);
    find_memories(p);
    for (Barrier *b = fenced_twice(p); b; b = fenced_twice(p)) {
        skip_global(p, b);
        find_memories(p);
    }
}

static bool place_in(Plan *plan)
{
    Placing p = { .sketch = sketch_of(plan) };
    wait_for_each(plan);
    for (int alone = 0; alone < 2; alone++)
        p.trees[alone] = group_programs(p.sketch, alone, true);
    find_places(&p);
    omit_superfluous(&p);
    if (move_outside_loops(&p))
        omit_superfluous(&p);
    list_placed(&p);
    narrow(&p);
    skip_memories(&p);
    for (int i = 0; i < p.count; i++)
        p.placed[i]->warp = p.placed[i]->row || shares_in_warp(&plan->lanes->group, false);
    plan->barriers = p.placed, plan->barrier_count = p.count;
    plan_waits(plan);
    return !waits_in_clip(plan);
}

bool place_barriers(Plan *plan)
{
    const bool alike = plan->lanes->group.rejected || place_in(plan);
    return (!plan->next || place_barriers(plan->next)) && alike;
}
