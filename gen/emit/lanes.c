// emit/lanes.c -- facts about the schedule for a group of lanes: which lane runs what, where data is, where lanes wait.

#include "emit/emit.h"
#include <string.h>

const Lanes *lanes(Emitter *em)
{
    return em->plan ? em->plan->lanes : NULL;
}

static const char *memory_name(int kind)
{
    return kind == MEMORY_LOCAL ? "local" : kind == MEMORY_PRIVATE ? "private" : kind == MEMORY_GLOBAL ? "global" : "none";
}

const char *memory_of_block(Emitter *em, const Symbol *ref)
{
    return memory_name(lanes(em) ? (int)memory_of(&lanes(em)->placements, ref) : MEMORY_GLOBAL);
}

// ---- Runs of neighbors ----------------------------------------------------------------------------------------------

static const char *and_also(const char *all, const char *condition)
{
    return text("%s%s%s", all, *all ? " && " : "", condition);
}

// Defines the length of a vector, and the conditions that the kernel checks before it loads and stores vectors.
static void put_vectors(Emitter *em, const Lanes *l)
{
    const LaneVectors *v = &l->vectors;
    const char *all = "";
    for (int i = 0; i < v->divided_count; i++)
        all = and_also(all, text("%s %% %d == 0", printed_operand(em, v->divided[i]), l->group.run));
    for (int i = 0; i < v->aligned_count && l->group.machine->vector_aligned; i++)
        all = and_also(all, text("»say_is_aligned(«%s_array»)«", base_of(em->plan, v->aligned[i]->ref)));
    put(em, "m4_define(«PL_LANE_VECTOR», «%d»)m4_define(«PL_VECTOR_CONDITION», ««%s»»)m4_dnl\n", l->group.tiled ? 1 : l->group.run,
        l->group.tiled || chooses_in_programs(em->plan) ? "" : all);
}

void put_lanes(Emitter *em, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    put(em, "m4_define(«PL_LANES», «%d»)m4_define(«PL_LANES_ARRANGED», ««%d x %d lanes%s»»)m4_dnl\n", l->group.rows * l->group.columns,
        l->group.rows, l->group.columns, l->group.warps_are_tiles ? ", in warps of 4 x 8" : groups_beside(&l->group) > 1 ? ", in warps of 8 x 4" : l->group.shrinks ? " or fewer" : "");
    put(em, "m4_define(«PL_HELD», «%s»)m4_dnl\n", l->held.in_part ? "yes" : "");
    put_vectors(em, l);
    put(em, "m4_define(«PL_RESIDENT», «%lld»)m4_dnl\n", l->carried.count ? l->carried.groups : 1);
    put(em, "m4_define(«PL_LANES_REJECTED», «%s»)m4_define(«PL_PERSISTENT», «%s»)m4_dnl\n",
        l->group.rejected ? text("%s: %s", place_text(l->group.rejected_at), safe_string(l->group.rejected)) : "",
        l->persistent ? "yes" : "");
}

// ---- Lanes that fetch for the others --------------------------------------------------------------------------------

static void put_box(Emitter *em, const Operand *o, const char *shape)
{
    const char *box = "";
    for (int d = o->rank - 1; d >= 0; d--)
        box = listed(box, text("%lld", o->written ? extent_of_results(o, d) : box_extent(em->plan, o, d)));
    put(em, "%s\n", fact("box", "ref=«%s», base=«%s», rank=%d, shape=«%s», box=«%s»", o->ref->name, base_of(em->plan, o->ref),
                         o->rank, shape, box));
}

// Defines PL_MACHINE, its name; PL_PRODUCER_LANES; PL_TOGETHER; PL_BOXES, the arrays whose slices come as boxes; and PL_RESULTS, those
// whose blocks are stored as boxes.
void put_producer(Emitter *em, const Plan *plan)
{
    const Machine *m = plan->lanes->group.machine;
    put(em, "m4_define(«PL_MACHINE», «%s»)m4_define(«PL_PRODUCER_LANES», «%lld»)m4_define(«PL_TOGETHER», «%lld»)m4_dnl\n", m->name,
        m->producer_lanes, groups_together(plan->lanes));
    print_for_host(em);
    put(em, "m4_define(«PL_BOXES», «\n");
    for (int i = 0; i < plan->operand_count; i++)
        if (box_extent(plan, &plan->operands[i], 0))
            put_box(em, &plan->operands[i], shape_text(em, &plan->operands[i]));
    put(em, "»)m4_define(«PL_RESULTS», «\n");
    for (int i = 0; has_pairs(plan->lanes) && i < plan->operand_count; i++)
        if (plan->operands[i].written)
            put_box(em, &plan->operands[i], shape_text(em, &plan->operands[i]));
    put(em, "»)m4_dnl\n");
    print_for_kernel(em);
}
