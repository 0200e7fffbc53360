// emit/lanes.c -- facts about the schedule for a group of lanes: which lane runs what, where data is, where lanes wait.

#include "emit/emit.h"
#include <string.h>

const Lanes *lanes(Emitter *em)
{
    return em->plan ? em->plan->lanes : NULL;
}

const char *memory_name(int kind)
{
    return kind == MEMORY_LOCAL ? "local" : kind == MEMORY_PRIVATE ? "private" : kind == MEMORY_GLOBAL ? "global" : "none";
}

const char *memory_of_block(Emitter *em, const Symbol *ref)
{
    return memory_name(lanes(em) ? (int)memory_of(&lanes(em)->placements, ref) : MEMORY_GLOBAL);
}

// ---- Elements in registers ------------------------------------------------------------------------------------------

const char *register_extents(Emitter *em, const Symbol *ref)
{
    const char *s = "";
    bool registers = lanes(em) && in_registers(&lanes(em)->layouts, ref);
    for (int d = 0; registers && d < ref->rank; d++)
        s = text("%s[%lld]", s, trips_over(&lanes(em)->group, ref->dims[d]->value,
                                           distribution_of_dim(&lanes(em)->group, &lanes(em)->layouts, ref, d)));
    return s;
}

// ---- Runs of neighbors ----------------------------------------------------------------------------------------------

// Return the conditions of vectors: of the size of a row, and of an array.
static const char *divided_text(Emitter *em, const Node *size)
{
    return text("pl_divided(«%s»)", printed_operand(em, size));
}

static const char *aligned_text(Emitter *em, const Symbol *ref)
{
    return text("pl_aligned(«%s»)", base_of(em->plan, ref));
}

// Defines the length of a vector, and the conditions that the kernel checks before it loads and stores vectors.
static void put_aligned(Emitter *em, const Lanes *l)
{
    const char *all = "";
    for (int i = 0; i < l->vectors.divided_count; i++)
        all = text("%s%s", all, divided_text(em, l->vectors.divided[i]));
    for (int i = 0; i < l->vectors.aligned_count; i++)
        all = text("%s%s", all, aligned_text(em, l->vectors.aligned[i]->ref));
    put(em, "m4_define(«PL_LANE_VECTOR», «%d»)m4_define(«PL_ALIGNED», «%s»)m4_dnl\n", l->group.tiled ? 1 : l->group.run,
        l->group.tiled ? "" : all);
}

// Returns the number of elements: of a slice as "2 * 16 * 33", stages, rows and columns.
static const char *local_count_text(const struct LocalUse *use)
{
    const char *stages = use->stages > 1 ? text("%lld * ", use->stages) : "";
    return use->rows > 1 ? text("%s%lld * %lld", stages, use->rows, use->elements / use->rows)
                         : text("%s%lld", stages, use->elements);
}

// Memory that reductions share, whose name is that of its type, or slices.
static void put_local(Emitter *em, const Lanes *l, const struct LocalUse *use)
{
    static const Replacement blank = { " ", "_" };
    const char *code = type_code(use->of && !use->narrow ? sum_type(use->type) : use->type);
    bool four = is_text(use->what, "y_slice") && l->group.tiled && l->group.run == 4;   // neighbors that a lane reads as one vector
    put(em, "%s\n",
        fact("local", "use=%s, type=%s, count=%s, name=«%s», padded=«%s», holds=«%s», aligned=%s", use->what, code,
             use->held ? printed(em, use->held->extent) : local_count_text(use),
             use->of ? use->array : text("pl_reduction_%s", replaced(code, &blank, 1)),
             use->of ? gap_text(use->gap) : "", use->held ? local_text(use) : "", use->of && (use->aligned || four) ? "aligned" : ""));
}

// Defines PL_LOCALS, the memory that reductions and PL_DOTs share, and that for rows, and PL_LOCAL_USES, all contents of local memory.
static void put_locals(Emitter *em, const Lanes *l)
{
    put(em, "m4_define(«PL_LOCALS», «\n");
    for (int i = 0; i < l->local.use_count; i++)
        if (!l->local.uses[i].ref)
            put_local(em, l, &l->local.uses[i]);
    put(em, "»)m4_dnl\nm4_define(«PL_LOCAL_USES», «\n");
    for (int i = 0; i < l->local.use_count; i++)
        put(em, "pl_local_use(%lld)\n", l->local.uses[i].bytes);
    put(em, "»)m4_define(«PL_LOCAL_BYTES», «%lld»)m4_dnl\n",
        held_bytes(&l->held) < 0 ? l->group.machine->held_most : l->local.bytes);
}

// As row_of_lane and column_of_lane.
static const char *row_text(const LaneGroup *l)
{
    if (l->warps_are_tiles)
        return text("pl_lane / %d * 4 + pl_lane / 16 %% 2 * 2 + pl_lane / 2 %% 2", 4 * l->columns);
    return l->turned ? text("pl_lane %% %d", l->rows) : text("pl_lane / %d", l->columns);
}

// Lanes of a single row need no division. Without it ptxas finds that columns are a constant apart, and keeps no address for each:
// neighbors.c's normal_kernel spilled 528 bytes.
static const char *column_text(const LaneGroup *l)
{
    if (l->warps_are_tiles)
        return text("%spl_lane / 4 %% 4 * 2 + pl_lane %% 2", l->columns == 8 ? "" : text("pl_lane / 32 %% %d * 8 + ", l->columns / 8));
    return l->rows == 1 ? "pl_lane" : l->turned ? text("pl_lane / %d", l->rows) : text("pl_lane %% %d", l->columns);
}

void put_lanes(Emitter *em, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    put(em, "m4_define(«PL_LANES», «%d»)m4_define(«PL_LANES_ARRANGED», ««%d x %d lanes%s»»)m4_dnl\n", l->group.rows * l->group.columns,
        l->group.rows, l->group.columns, l->group.warps_are_tiles ? ", in warps of 4 x 8" : "");
    put(em, "m4_define(«PL_ROW_OF_LANE», ««%s»»)m4_define(«PL_COLUMN_OF_LANE», ««%s»»)m4_dnl\n", row_text(&l->group),
        column_text(&l->group));
    put_aligned(em, l);
    put(em, "m4_define(«PL_LANES_REJECTED», «%s»)m4_define(«PL_PERSISTENT», «%s»)m4_dnl\n",
        l->group.rejected ? text("%s: %s", place_text(l->group.rejected_at), safe_string(l->group.rejected)) : "",
        l->persistent ? "yes" : "");
    put_locals(em, l);
}

// ---- Lanes that fetch for the others --------------------------------------------------------------------------------

static void put_box(Emitter *em, const Operand *o, const char *shape)
{
    const char *box = "";
    for (int d = o->rank - 1; d >= 0; d--)
        box = listed(box, text("%lld", box_extent(em->plan, o, d)));
    put(em, "%s\n", fact("box", "ref=«%s», base=«%s», rank=%d, shape=«%s», box=«%s»", o->ref->name, base_of(em->plan, o->ref),
                         o->rank, shape, box));
}

// Defines PL_MACHINE, its name; PL_PRODUCER_LANES, PL_STAGES, and PL_BOXES, the arrays whose slices come as boxes.
void put_producer(Emitter *em, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    put(em, "m4_define(«PL_MACHINE», «%s»)m4_define(«PL_PRODUCER_LANES», «%lld»)m4_define(«PL_STAGES», «%lld»)m4_dnl\n",
        l->group.machine->name, l->group.machine->producer_lanes, stage_count(l));
    put(em, "m4_define(«PL_BOXES», «\n");
    for (int i = 0; i < plan->operand_count; i++)
        if (box_extent(plan, &plan->operands[i], 0))
            put_box(em, &plan->operands[i], shape_text(em, &plan->operands[i]));
    put(em, "»)m4_dnl\n");
}

// ---- Long rows ------------------------------------------------------------------------------------------------------

// Defines PL_HELD_COUNT and PL_HELD_TYPE, of a row, and PL_HELD_LEAST, the bytes of the shortest that it is launched for: one that
// gives each of its lanes enough elements.
void put_held(Emitter *em, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    const struct HeldPlace *p = &l->held.places[0];
    put(em, "m4_define(«PL_HELD_COUNT», «%s»)m4_define(«PL_HELD_TYPE», «%s»)m4_define(«PL_HELD_LEAST», «%lld»)m4_dnl\n",
        printed_factor(em, p->extent), type_code(p->first->ref->type), held_least(l));
}
