// plan/schedule.c -- the schedule of a call for a group of lanes: calls the passes in their order.

#include "plan/plan.h"

// Whether groups loop over programs: each needs memory of its own, and there is not enough for one group per program.
static bool is_persistent(const Plan *plan, const Placements *l)
{
    bool parallel = false;
    for (int a = 0; a < plan->axis_count; a++)
        parallel |= plan->axes[a].parallel;
    if (!parallel)
        return false;
    for (int i = 0; i < plan->operand_count; i++)
        if (window_placement(l, &plan->operands[i]) == WINDOW_COPIED)
            return true;
    for (int i = 0; i < l->block_count; i++)
        if (l->blocks[i].memory == MEMORY_GLOBAL)
            return true;
    return false;
}

typedef struct { bool clips, vectors; } Wishes;     // whether loops end with arrays, and lanes have runs of neighbors

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

static Lanes *schedule_of_lanes(const Plan *plan, const Machine *machine, Wishes wishes)
{
    Lanes *l = allocate(sizeof *l);
    l->group = plan_group(plan, machine, wishes.vectors);
    l->layouts = plan_layouts(plan, &l->group);
    if (wishes.clips)
        l->clips = plan_clips(plan, &l->group, &l->layouts);
    l->placements = plan_placements(plan, &l->group, &l->layouts, &l->clips);
    l->vectors = plan_vectors(plan, &l->group, &l->layouts, &l->clips, &l->placements);
    l->persistent = is_persistent(plan, &l->placements);
    l->dots = plan_dots(plan, &l->group, &l->layouts, &l->placements, l->persistent);
    l->local = plan_local(plan, &l->group, &l->placements, &l->dots);
    name_slices(&l->dots, &l->local);
    l->fetches = plan_fetches(plan, &l->group, &l->placements, &l->local);
    l->local = with_buffers(l->local, &l->fetches);
    l->body = plan_steps(plan, l);
    l->copies = plan_copies(plan, l);
    if (!l->group.rejected) {
        l->barriers = plan_barriers(plan, l);
        plan_waits(plan, l);
    }
    return l;
}

// Clipped loops need fewer copies, and so fewer barriers. If a barrier remains in such a loop, the kernel is planned
// again without clips; if no elements are loaded and stored as vectors, it is planned again without runs.
const Lanes *plan_schedule(const Plan *plan, const Machine *machine)
{
    const Node *copies = find_node(plan->call->kernel->body, is_of_copies, NULL);
    if (copies)
        return schedule_of_one(plan, machine, copies);
    Wishes wishes = { .clips = true, .vectors = true };
    Lanes *l = schedule_of_lanes(plan, machine, wishes);
    const Lanes *first = l;
    if (l->vectors.no_runs && l->group.run > 1 && !l->group.mma) {
        wishes.vectors = false;
        l = schedule_of_lanes(plan, machine, wishes);
    }
    wishes.clips = !waits_in_clip(l);
    l = wishes.clips ? l : schedule_of_lanes(plan, machine, wishes);
    if (!wishes.vectors) {                              // what --explain prints
        l->vectors.no_runs = first->vectors.no_runs;
        l->vectors.single_accesses = first->vectors.single_accesses;
        l->vectors.single_access_count = first->vectors.single_access_count;
    }
    return l;
}
