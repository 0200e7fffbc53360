// emit/lanes.c -- facts about the schedule for a group of lanes: which lane runs what, where data is, where lanes wait.

#include "emit/emit.h"

const Lanes *lanes(Emitter *em)
{
    return em->plan ? em->plan->lanes : NULL;
}

const char *memory_name(Emitter *em, const Symbol *ref)
{
    MemoryKind m = lanes(em) ? memory_of(lanes(em), ref) : MEMORY_GLOBAL;
    return m == MEMORY_LOCAL ? "local" : m == MEMORY_PRIVATE ? "private" : "global";
}

static const char *distribution_text(Distribution how)
{
    static const char *const words[] = {
        [NOT_DISTRIBUTED] = "all", [CYCLIC_LANES] = "lanes", [CYCLIC_ROWS] = "rows", [CYCLIC_COLUMNS] = "columns",
        [CONTIGUOUS_LANES] = "parts", [CONTIGUOUS_COLUMNS] = "row_parts",
    };
    return words[how];
}

const char *distribution_name(Emitter *em, const Symbol *index)
{
    return distribution_text(lanes(em) ? distribution_of(lanes(em), index) : NOT_DISTRIBUTED);
}

bool is_in_registers(Emitter *em, const Symbol *ref)
{
    return lanes(em) && in_registers(lanes(em), ref);
}

// Returns how the lanes share a dim of a whole block.
static Distribution dim_distribution(Emitter *em, int dim, const Symbol *ref)
{
    if (!lanes(em))
        return NOT_DISTRIBUTED;
    bool of_iteration = is_in_registers(em, ref) && block_layout(lanes(em), ref)->layout == LAYOUT_COLUMNS;
    return em->loop_count && !of_iteration ? NOT_DISTRIBUTED : distribution_of_dim(lanes(em), ref, dim);
}

const char *dim_distribution_name(Emitter *em, int dim, const Symbol *ref)
{
    return distribution_text(dim_distribution(em, dim, ref));
}

// ---- Loops that end with the array ----------------------------------------------------------------------------------

static bool is_clipped(Emitter *em, const Operand *o, int d)
{
    for (int i = 0; lanes(em) && i < lanes(em)->clip_count; i++)
        if (lanes(em)->clips[i].operand == o && lanes(em)->clips[i].dim == d)
            return true;
    return false;
}

const char *clip_name(Emitter *em, const Operand *o, int d)
{
    const char *base = layout_of(em, o->ref)->base;
    int from_last = o->ref->rank - 1 - o->dims[d].dim;
    if (!is_clipped(em, o, d))
        return "";
    return o->ref->rank == 1 ? text("%s_count", base) : from_last == 0 ? text("%s_columns", base)
         : from_last == 1    ? text("%s_rows", base) : text("%s_count_%d", base, d);
}

const char *clip_of_axis(Emitter *em, const Symbol *index)
{
    const struct Clip *clip = lanes(em) ? clip_of(lanes(em), index) : NULL;
    return clip ? clip_name(em, clip->operand, clip->dim) : "";
}

// ---- Elements in registers ------------------------------------------------------------------------------------------

const Trips no_trips = { "", "", "" };
static const Trips unrolled = { "", "", "yes" };

static Trips trips(Emitter *em, long long count, Distribution how)
{
    return (Trips){ text("%lld", trips_over(lanes(em), count, how)), count % lane_period(lanes(em), how) ? "short" : "full", "" };
}

bool is_unrolled_index(Emitter *em, const Symbol *index)
{
    return lanes(em) && is_unrolled(lanes(em), index);
}

Trips trips_of_axis(Emitter *em, const LoopAxis *axis)
{
    if (is_unrolled_index(em, axis->index))
        return unrolled;
    long long count = lanes(em) ? trips_of(lanes(em), axis->index) : 0;
    bool full = count && axis->hi->known && axis->hi->value % lane_period(lanes(em), distribution_of(lanes(em), axis->index)) == 0;
    return count ? (Trips){ text("%lld", count), full ? "full" : "short", "" } : no_trips;
}

Trips trips_of_dim(Emitter *em, const Symbol *ref, int dim, const Symbol *with)
{
    bool counted = is_in_registers(em, ref) || (with && is_in_registers(em, with));
    Distribution how = dim_distribution(em, dim, ref);
    return !counted ? no_trips : how == NOT_DISTRIBUTED ? unrolled : trips(em, ref->dims[dim]->value, how);
}

const char *register_extents(Emitter *em, const Symbol *ref, int from)
{
    const char *s = "";
    for (int d = from; is_in_registers(em, ref) && d < ref->rank; d++)
        s = text("%s[%lld]", s, trips_over(lanes(em), ref->dims[d]->value, dim_distribution(em, d, ref)));
    return s;
}

// ---- Runs of neighbors ----------------------------------------------------------------------------------------------

const Run no_run = { "", "", "" };

static bool has_runs(Emitter *em, Distribution how)
{
    return lanes(em) && runs_vectors(lanes(em)) && (how == CYCLIC_COLUMNS || how == CYCLIC_LANES);
}

const char *run_name(Emitter *em, int dim, const Symbol *ref)
{
    return has_runs(em, dim_distribution(em, dim, ref)) ? ", run" : "";
}

const char *run_of_index(Emitter *em, const Symbol *index)
{
    return has_runs(em, lanes(em) ? distribution_of(lanes(em), index) : NOT_DISTRIBUTED) ? ", run" : "";
}

// Returns the name of a vector. A ref may have several in a loop, for different accesses.
static const char *vector_name(Emitter *em, const struct Vector *v)
{
    const Lanes *l = lanes(em);
    const char *base = layout_of(em, v->ref)->base;
    int before = 0;
    for (int i = 0; &l->vectors[i] < v; i++)
        before += l->vectors[i].ref == v->ref && l->vectors[i].loop == v->loop;
    return before ? text("%s_vector_%d", base, before + 1) : text("%s_vector", base);
}

const char *vector_of_access(Emitter *em, const Node *access)
{
    const struct Vector *v = lanes(em) && em->loop_count ? vector_of(lanes(em), em->loops[em->loop_count - 1], access) : NULL;
    return v ? vector_name(em, v) : "";
}

const char *vector_of_dims(Emitter *em, const Node *statement, const Symbol *ref)
{
    const struct Vector *v = lanes(em) ? vector_of_block(lanes(em), statement, ref) : NULL;
    return v ? vector_name(em, v) : "";
}

// Returns pl_vector for a run; first: the name of the last index at the first element. items NULL: a whole block.
static const char *vector_fact(Emitter *em, const struct Vector *v, Node *const *items, const char *first)
{
    Node *at[MAX_RANK];
    for (int d = 0; d < v->ref->rank; d++)
        at[d] = d == v->ref->rank - 1 ? word_node(first) : items ? items[d] : word_node(text("pl_at_%d", d));
    return fact("vector", "name=«%s», type=%s, ref=«%s», offset=«%s», loads=%s, stores=%s", vector_name(em, v),
                type_code(v->ref->type), v->ref->name, offset_text(em, layout_of(em, v->ref), at, v->ref->rank),
                v->loads ? "yes" : "", v->stores ? "yes" : "");
}

typedef struct { Emitter *em; const Node *loop; const Symbol *index; bool within, in_vector, alone; } IndexUse;

// Finds uses of the index, in elements of vectors and elsewhere. Elements in registers do not use it.
static void find_index_use(void *to, const Node *n)
{
    IndexUse *found = to;
    IndexUse inner = *found;
    if (n->kind == ND_NAME && n->symbol == found->index)
        *(found->within ? &found->in_vector : &found->alone) = true;
    if (n->kind == ND_ACCESS && is_in_registers(found->em, n->ref))
        return;
    inner.within |= n->kind == ND_ACCESS && vector_of(lanes(found->em), found->loop, n);
    if (n->kind == ND_EACH || n->kind == ND_REDUCE)
        inner.loop = n;
    visit_parts(n, find_index_use, &inner);
    found->in_vector |= inner.in_vector;
    found->alone |= inner.alone;
}

Run run_of_axis(Emitter *em, const Node *loop, const LoopAxis *axis)
{
    const Lanes *l = lanes(em);
    IndexUse found = { .em = em, .loop = loop, .index = axis->index };
    Run run = no_run;
    if (!has_runs(em, l ? distribution_of(l, axis->index) : NOT_DISTRIBUTED))
        return run;
    find_index_use(&found, loop->kind == ND_REDUCE ? loop->b : loop->body);
    run.use = found.alone ? "always" : found.in_vector ? "elements" : "never";
    for (int i = 0; i < l->run_loop_count; i++)
        if (l->run_loops[i].loop == loop)
            run.ends = l->run_loops[i].whole ? "whole" : "short";
    for (int i = 0; i < l->vector_count; i++)
        if (l->vectors[i].loop == loop)
            run.vectors = text(
                "%s%s", run.vectors,
                vector_fact(em, &l->vectors[i], l->vectors[i].place->items, text("pl_first_%s", axis->index->name)));
    return run;
}

Run run_of_dim(Emitter *em, const Node *statement, const Symbol *ref, int dim, const Symbol *with)
{
    const Lanes *l = lanes(em);
    const Symbol *const refs[] = { ref, with };
    Run run = no_run;
    if (!*run_name(em, dim, ref))
        return run;
    run.ends = ends_with_runs(l, ref->dims[dim]) ? "whole" : "short";
    run.use = "never";
    for (int i = 0; i < 2 && refs[i]; i++) {
        const struct Vector *v = vector_of_block(l, statement, refs[i]);
        run.use = !v && !is_in_registers(em, refs[i]) ? "always" : is_text(run.use, "never") && v ? "elements" : run.use;
        if (v && statement)
            run.vectors = text("%s%s", run.vectors, vector_fact(em, v, NULL, text("pl_first_%d", dim)));
    }
    return run;
}

// Defines the length of a vector, and the conditions that the kernel checks before it loads and stores vectors.
static void put_aligned(Emitter *em, const Lanes *l)
{
    const char *all = "";
    for (int i = 0; i < l->divided_count; i++)
        all = text("%spl_divided(«%s»)", all, printed_operand(em, l->divided[i]));
    for (int i = 0; i < l->aligned_count; i++)
        all = text("%spl_aligned(«%s»)", all, layout_of(em, l->aligned[i]->ref)->base);
    put(em, "m4_define(«PL_LANE_VECTOR», «%d»)m4_define(«PL_ALIGNED», «%s»)m4_dnl\n", runs_vectors(l) ? l->run : 1,
        runs_vectors(l) ? all : "");
}

static const char *memories_name(int memories)
{
    bool local = memories & MEMORY_LOCAL, global = memories & MEMORY_GLOBAL;
    return local && global ? "both" : global ? "global" : "local";
}

const char *barrier_fact(Emitter *em, BarrierPlace place, const Node *statement, const Operand *operand)
{
    const Barrier *b = lanes(em) ? barrier_at(lanes(em), place, statement, operand) : NULL;
    return b ? text("»pl_barrier(%s, «%s»)«\n", b->row ? "warp" : memories_name(b->memories), quoted_text(b->why)) : "";
}

const char *within_name(Emitter *em, const Node *n)
{
    const Barrier *b = lanes(em) ? barrier_at(lanes(em), BARRIER_WITHIN, n, NULL) : NULL;
    if (!b && n->kind == ND_REDUCE && lanes(em) && is_distributed(lanes(em), n))
        return "none";
    return memories_name(b ? b->memories : 0);
}

// Returns which lanes reduce together: "lane" (each alone), "row" or "group".
const char *reduction_sharing(Emitter *em, const Node *n)
{
    for (int a = 0; a < n->axis_count; a++) {
        Distribution how = lanes(em) ? distribution_of(lanes(em), n->axes[a].index) : NOT_DISTRIBUTED;
        if (how != NOT_DISTRIBUTED)
            return em->loop_count && is_shared(lanes(em), em->loops[em->loop_count - 1]) ? "row" : "group";
    }
    return "lane";
}

long long element_count(const Symbol *ref)
{
    long long count = 1;
    for (int d = 0; d < ref->rank; d++)
        count *= ref->dims[d]->known ? ref->dims[d]->value : 0;
    return count;
}

SingleLane single_of_statement(Emitter *em, const Node *n)
{
    return lanes(em) ? single_of(lanes(em), n) : NOT_SINGLE;
}

// Whether the body contains this statement, possibly under conditions, but not in an inner loop.
static bool directly(const Node *body, const Node *statement)
{
    if (!body || body == statement)
        return body;
    if (body->kind == ND_IF || body->kind == ND_WHEN)
        return directly(body->b, statement) || directly(body->c, statement);
    for (int i = 0; body->kind == ND_BLOCK && i < body->item_count; i++)
        if (directly(body->items[i], statement))
            return true;
    return false;
}

// Returns which lanes check: the "group" once, one per "element" of a PL_EACH, or each "lane" in an inner loop.
const char *check_sharing(Emitter *em, const Node *check)
{
    if (!em->loop_count)
        return "group";
    return directly(em->loops[em->loop_count - 1]->body, check) ? "element" : "lane";
}

// Returns the number of elements: of a slice as "2 * 16 * 33", stages, rows and columns.
static const char *local_count_text(const struct LocalUse *use, long long of_stages)
{
    const char *stages = use->of && of_stages > 1 ? text("%lld * ", of_stages) : "";
    return use->rows > 1 ? text("%s%lld * %lld", stages, use->rows, use->elements / use->rows)
                         : text("%s%lld", stages, use->elements);
}

// Defines PL_LOCALS, the memory that reductions and PL_DOTs share, and PL_LOCAL_USES, all contents of local memory.
static void put_locals(Emitter *em, const Lanes *l)
{
    put(em, "m4_define(«PL_LOCALS», «\n");
    for (int i = 0; i < l->use_count; i++)
        if (!l->uses[i].ref)
            put(em, "pl_local(%s, %s, %s, «%s», %s)\n", l->uses[i].what, type_code(l->uses[i].type),
                local_count_text(&l->uses[i], l->stages), l->uses[i].of ? slice_array(em, i) : "",
                l->uses[i].narrow ? "narrow" : l->uses[i].padded ? "padded" : "");
    put(em, "»)m4_dnl\nm4_define(«PL_LOCAL_USES», «\n");
    for (int i = 0; i < l->use_count; i++)
        put(em, "pl_local_use(«%s», %s, %lld)\n", l->uses[i].ref ? l->uses[i].ref->name : "", l->uses[i].what, l->uses[i].bytes);
    put(em, "»)m4_define(«PL_LOCAL_BYTES», «%lld»)m4_dnl\n", l->local_bytes);
}

static void put_operand_barriers(Emitter *em, const Operand *o)
{
    put(em, "m4_define(«PL_FETCH_%s», ««%s»»)m4_dnl\n", o->ref->name, barrier_fact(em, BARRIER_FETCH, NULL, o));
    put(em, "m4_define(«PL_BETWEEN_%s», ««%s»»)m4_dnl\n", o->ref->name, barrier_fact(em, BARRIER_BETWEEN, NULL, o));
    put(em, "m4_define(«PL_FETCHED_%s», ««%s»»)m4_dnl\n", o->ref->name, barrier_fact(em, BARRIER_FETCHED, NULL, o));
    put(em, "m4_define(«PL_END_VISIT_%s», ««%s»»)m4_dnl\n", o->ref->name, barrier_fact(em, BARRIER_END_VISIT, NULL, o));
}

static void put_layouts(Emitter *em, const Lanes *l)
{
    put(em, "m4_define(«PL_LAYOUTS», «\n");
    for (int i = 0; i < l->layout_count; i++)
        put(em, "pl_layout(«%s», %s, %s, %lld, «%s»)\n", l->layouts[i].ref->name, layout_name(l->layouts[i].layout),
            l->layouts[i].pass, l->layouts[i].registers, quoted_text(l->layouts[i].why));
    put(em, "»)m4_dnl\n");
}

void put_lanes(Emitter *em, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    put(em, "m4_define(«PL_LANE_ROWS», «%d»)m4_define(«PL_LANE_COLUMNS», «%d»)m4_define(«PL_LANE_RUN», «%d»)m4_dnl\n",
        l->rows, l->columns, l->mma ? l->run : 1);
    put_aligned(em, l);
    put(em, "m4_define(«PL_LANES_REJECTED», «%s»)m4_define(«PL_PERSISTENT», «%s»)m4_dnl\n",
        l->rejected ? text("line %u: %s", l->rejected_at.line, safe_string(l->rejected)) : "", l->persistent ? "yes" : "");
    for (int i = 0; i < plan->operand_count; i++)
        put_operand_barriers(em, &plan->operands[i]);
    put_layouts(em, l);
    put_locals(em, l);
}

// ---- Masks ----------------------------------------------------------------------------------------------------------

bool is_masked(Emitter *em, const Symbol *ref)
{
    const Operand *o = lanes(em) ? operand_of(em->plan, ref) : NULL;
    return o && window_placement(lanes(em), o) == WINDOW_MASKED;
}

static bool accesses(const Node *n, const void *ref)
{
    bool whole = n->kind == ND_NAME && n->symbol == ref;
    return whole || (n->kind == ND_ACCESS && n->ref == ref);
}

const char *unmasked_condition(Emitter *em, const Node *statement)
{
    const char *all = "";
    for (int i = 0; lanes(em) && i < em->plan->operand_count; i++) {
        const Symbol *ref = em->plan->operands[i].ref;
        if (is_masked(em, ref) && find_node(statement, accesses, ref))
            all = text("%s%s%s_whole", all, *all ? " && " : "", layout_of(em, ref)->base);
    }
    return all;
}
