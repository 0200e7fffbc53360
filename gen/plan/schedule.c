// plan/schedule.c -- the schedule of a call for a group of lanes: calls the passes in their order.

#include "plan/plan.h"

// Whether a group needs memory of its own for copies, tiles or scratch.
static bool needs_workspace(const Plan *plan, const Placements *l)
{
    for (int i = 0; i < plan->operand_count; i++)
        if (window_placement(l, &plan->operands[i]) == WINDOW_COPIED)
            return true;
    for (int i = 0; i < l->block_count; i++)
        if (l->blocks[i].memory == MEMORY_GLOBAL)
            return true;
    return false;
}

// Whether groups loop over programs: there is not enough of that memory for one group per program.
static bool is_persistent(const Plan *plan, const Placements *l)
{
    bool parallel = false;
    for (int a = 0; a < plan->axis_count; a++)
        parallel |= plan->axes[a].parallel;
    return parallel && needs_workspace(plan, l);
}

// Whether loops end with arrays, lanes have runs of neighbors, and slices of PL_DOT are as deep as the machine would have them; how many
// lanes hold a row, 0: none is held.
typedef struct { bool clips, vectors, deep; int of_row; } Wishes;

// A target that starts copies has no lanes: one runs everything, on copies of the windows.
static Lanes *schedule_of_one(const Plan *plan, const Machine *machine, const Node *copies)
{
    Lanes *l = allocate(sizeof *l);
    l->group = (LaneGroup){ .machine = machine, .rows = 1, .columns = 1, .run = 1, .rejected_at = copies->at,
                            .rejected = in_words(machine, "a copy that is started and waited for") };
    for (int i = 0; i < plan->operand_count; i++)
        list_add(l->placements.windows, l->placements.window_count,
                 ((struct WindowPlacement){ .operand = &plan->operands[i], .how = WINDOW_COPIED, .why = "" }));
    l->body = plan_steps(plan, l);
    l->copies = plan_copies(plan, l);
    return l;
}

// A program that runs alone accesses its arrays; only of blocks that extend past them it has copies.
const Lanes *plan_one(const Plan *plan, const Machine *machine)
{
    Lanes *l = allocate(sizeof *l);
    l->group = (LaneGroup){ .machine = machine, .rows = 1, .columns = 1, .run = 1 };
    for (int i = 0; i < plan->operand_count; i++)
        list_add(l->placements.windows, l->placements.window_count,
                 ((struct WindowPlacement){ .operand = &plan->operands[i], .why = "",
                                            .how = plan->operands[i].copy == COPY_NEVER ? WINDOW_IN_PLACE : WINDOW_COPIED }));
    l->copies = allocate((size_t)(plan->operand_count + 1) * sizeof *l->copies);
    return l;
}

static Lanes *schedule_of_lanes(const Plan *plan, const Machine *machine, Wishes wishes)
{
    Lanes *l = allocate(sizeof *l);
    l->group = plan_group(plan, machine, wishes.vectors, wishes.deep, wishes.of_row);
    l->layouts = plan_layouts(plan, &l->group);
    if (wishes.clips)
        l->clips = plan_clips(plan, &l->group, &l->layouts);
    l->placements = plan_placements(plan, &l->group, &l->layouts, &l->clips);
    l->vectors = plan_vectors(plan, &l->group, &l->layouts, &l->clips, &l->placements);
    if (wishes.of_row)
        l->held = plan_held(plan, l);
    l->persistent = is_persistent(plan, &l->placements);
    l->carried = plan_carried(plan, l);
    l->dots = plan_dots(plan, &l->group, &l->layouts, &l->placements, l->persistent);
    l->chain = plan_chain(plan, l, &l->dots);
    l->pairs = plan_pairs(plan, l);
    l->local = plan_local(plan, &l->group, &l->placements, &l->dots, &l->chain, bytes_of_results(l));
    name_slices(&l->dots, &l->local);
    l->fetches = plan_fetches(plan, &l->group, &l->placements, &l->local);
    l->local = with_held_rows(with_buffers(l->local, &l->fetches), &l->held);
    l->body = plan_steps(plan, l);
    l->copies = plan_copies(plan, l);
    return l;
}

// Whether all blocks are where they are in the other schedule, with the same gaps.
static bool same_places(const Placements *a, const Placements *b)
{
    bool same = a->block_count == b->block_count && a->window_count == b->window_count;
    for (int i = 0; same && i < a->block_count; i++)
        same = a->blocks[i].memory == b->blocks[i].memory && a->blocks[i].gap.elements == b->blocks[i].gap.elements;
    for (int i = 0; same && i < a->window_count; i++)
        same = a->windows[i].how == b->windows[i].how && a->windows[i].gap.elements == b->windows[i].gap.elements;
    return same;
}

// Deeper slices may take only memory that nothing else needs, and there must be room for the next ones.
static Lanes *with_deep_slices(const Plan *plan, const Machine *machine, Wishes wishes, Lanes *l)
{
    if (!machine->dot_deep || l->group.mma || l->group.rejected || !l->local.across)
        return l;
    wishes.deep = true;
    Lanes *deep = schedule_of_lanes(plan, machine, wishes);
    return deep->local.across && same_places(&deep->placements, &l->placements) ? deep : l;
}

// If no elements are loaded and stored as vectors, the kernel is planned again without runs.
static Lanes *best_schedule(const Plan *plan, const Machine *machine, bool clips, int of_row)
{
    Wishes wishes = { .clips = clips, .vectors = true, .of_row = of_row };
    Lanes *l = schedule_of_lanes(plan, machine, wishes);
    const Lanes *first = l;
    if (l->vectors.no_runs && l->group.run > 1 && !l->group.mma) {
        wishes.vectors = false;
        l = schedule_of_lanes(plan, machine, wishes);
    }
    if (!wishes.vectors) {                              // what --explain prints
        l->vectors.no_runs = first->vectors.no_runs;
        l->vectors.single_accesses = first->vectors.single_accesses;
        l->vectors.single_access_count = first->vectors.single_access_count;
    }
    return with_deep_slices(plan, machine, wishes, l);
}

// ---- Rows in local memory -------------------------------------------------------------------------------------------

// A lane should have 16 elements or more: with fewer, lanes mainly wait for each other. If there is room for one row only, a
// multiprocessor has no other lanes. The launcher chooses in the same way (targets/cuda/pl_cuda.h).
enum { OF_SHORTEST_ROW = 32, OF_LONG_ROW = 512, OF_LARGEST_ROW = 1024, LEAST_OF_LANE = 16 };

static int lanes_of_row(const Machine *m, const HeldRows *rows, bool in_part)
{
    int lanes = OF_SHORTEST_ROW;
    if (m->lanes_are_named)
        return (int)m->lanes_most;
    if (held_bytes(rows) < 0)
        return in_part ? OF_LARGEST_ROW : OF_LONG_ROW;
    if (2 * held_bytes(rows) >= m->held_most)
        return OF_LARGEST_ROW;
    while (lanes < OF_LONG_ROW && 2 * lanes * LEAST_OF_LANE <= rows->places[0].extent->value)
        lanes *= 2;
    return lanes;
}

static void note_registers(void *found, Step *s)
{
    bool *any = found;
    *any |= s->registers[0] || s->unrolled;
    for (int i = 0; i < s->loop_count; i++)
        *any |= s->loops[i].trips || s->loops[i].unrolled;
}

// Then the code is right only for this many lanes, and for rows that they hold whole.
static bool has_registers(const Plan *plan, const Lanes *l)
{
    bool registers = false;
    each_step(l->body, note_registers, &registers);
    for (int i = 0; i < plan->operand_count; i++)
        registers |= window_placement(&l->placements, &plan->operands[i]) == WINDOW_REGISTERS;
    return registers;
}

// Whether two loops access elements of one array.
static bool accesses_again(const LaneVectors *v)
{
    for (int i = 0; i < v->vector_count; i++)
        for (int j = 0; j < i; j++)
            if (v->vectors[i].ref == v->vectors[j].ref && v->vectors[i].loop != v->vectors[j].loop)
                return true;
    return false;
}

// Whether the rows fit on every device.
static bool always_fits(const Lanes *l)
{
    return held_bytes(&l->held) >= 0 && l->local.bytes <= l->group.machine->local_bytes;
}

// Returns the schedule in which lanes hold rows that would be read several times; NULL: there are none, or none of that length.
static const Lanes *held_schedule(const Plan *plan, const Machine *machine, bool clips, const Lanes *l)
{
    if (!machine->held_least || l->group.rejected || l->group.tiled || !accesses_again(&l->vectors))
        return NULL;
    Lanes *made = best_schedule(plan, machine, clips, OF_LONG_ROW);
    long long bytes = held_bytes(&made->held), most = machine->budget_is_named ? machine->local_bytes : machine->held_most;
    bool is_short = bytes >= 0 && bytes < held_least(made, false), registers = has_registers(plan, made);
    bool in_part = !machine->lanes_are_named && !always_fits(made) && !registers && may_hold_parts(&made->held);
    bool is_long = made->local.bytes > most && (!in_part || machine->budget_is_named);
    if (!made->held.place_count || needs_workspace(plan, &made->placements) || is_short || is_long)
        return NULL;
    int lanes = lanes_of_row(machine, &made->held, in_part);
    made = lanes == OF_LONG_ROW ? made : best_schedule(plan, machine, clips, lanes);
    made->group.shrinks = bytes < 0 && !registers && !machine->lanes_are_named;
    made->held.in_part = in_part;
    return needs_workspace(plan, &made->placements) ? NULL : made;
}

Schedules plan_schedules(const Plan *plan, const Machine *machine, bool clips)
{
    const Node *copies = find_node(plan->call->kernel->body, is_of_copies, NULL);
    if (copies)
        return (Schedules){ schedule_of_one(plan, machine, copies), NULL };
    const Lanes *l = best_schedule(plan, machine, clips, 0), *held = held_schedule(plan, machine, clips, l);
    return held && always_fits(held) ? (Schedules){ held, NULL } : (Schedules){ l, held };
}
