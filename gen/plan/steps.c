// plan/steps.c -- the statements of a body as they are run: a tree of steps, each with what the other files decided.
//
// Emission, and --emit=plan for people, walk it and decide nothing.

#include "plan/plan.h"
#include <limits.h>

static Step *step_of(const Node *n, StepContext around);

// ---- How often a loop runs, and for which lanes ---------------------------------------------------------------------

typedef struct { const Lanes *lanes; const Symbol *index; bool found; } IndexSearch;

// Finds uses of the index, except in elements in registers: these are selected by the trip.
static void find_index(void *to, const Node *n)
{
    IndexSearch *search = to;
    if (n->kind == ND_ACCESS && search->lanes && in_registers(&search->lanes->layouts, n->ref))
        return;
    search->found |= is_name_of(n, search->index);
    visit_parts(n, find_index, to);
}

static bool names_index(const Lanes *l, const Node *loop, const Symbol *index)
{
    IndexSearch search = { .lanes = l, .index = index };
    visit_parts(loop, find_index, &search);
    return search.found;
}

// Whether the bounds of the axis depend on an earlier axis of n.
static bool is_dependent(const Node *n, int axis)
{
    for (int i = 0; i < axis; i++)
        if (uses(n->axes[axis].lo, n->axes[i].index) || uses(n->axes[axis].hi, n->axes[i].index))
            return true;
    return false;
}

typedef struct { const Lanes *lanes; const Node *loop; const Symbol *index; bool within, in_vector, alone; } RunSearch;

// Finds uses of the index, in elements of vectors and elsewhere. Elements in registers do not use it; an address is that of an
// element in memory, and no vector.
static void find_run_use(void *to, const Node *n)
{
    RunSearch *found = to;
    RunSearch inner = *found;
    if (n->kind == ND_NAME && n->symbol == found->index)
        *(found->within ? &found->in_vector : &found->alone) = true;
    if (n->kind == ND_ACCESS && in_registers(&found->lanes->layouts, n->ref))
        return;
    inner.within |= n->kind == ND_ACCESS && vector_of(&found->lanes->vectors, found->loop, n);
    if (n->kind == ND_EACH || n->kind == ND_REDUCE)
        inner.loop = n;
    visit_parts(is_address(n) ? n->a : n, find_run_use, &inner);
    found->in_vector |= inner.in_vector;
    found->alone |= inner.alone;
}

static void runs_of_axis(const Lanes *l, const Node *loop, StepLoop *s)
{
    RunSearch found = { .lanes = l, .loop = loop, .index = s->axis->index };
    if (!has_runs(&l->group, s->how))
        return;
    find_run_use(&found, loop->kind == ND_REDUCE ? loop->b : loop->body);
    s->use = found.alone ? USED_ALWAYS : found.in_vector ? USED_BY_ELEMENTS : USED_NEVER;
    for (int i = 0; i < l->vectors.run_loop_count; i++)
        if (l->vectors.run_loops[i].loop == loop)
            s->runs = l->vectors.run_loops[i].whole ? RUNS_WHOLE : l->vectors.run_loops[i].checked ? RUNS_CHECKED : RUNS_SHORT;
    for (int i = 0; i < l->vectors.vector_count; i++)
        if (l->vectors.vectors[i].loop == loop)
            list_add(s->vectors, s->vector_count, &l->vectors.vectors[i]);
}

typedef struct { const StepContext *around; const Symbol *index; bool found; } WideSearch;

// Finds uses of the index as a long: all but a subscript of an element in registers, or whose offset is an int. Where all of a result is
// computed, an int would need a register for each address.
static void find_wide_use(void *to, const Node *n)
{
    WideSearch *search = to;
    const StepContext *around = search->around;
    const Operand *o = n->kind == ND_ACCESS ? operand_of(around->plan, n->ref) : NULL;
    bool result = o && in_registers(&around->lanes->layouts, o->ref) && is_result_of_steps(around->plan, o);
    bool narrow = n->kind == ND_ACCESS && !result &&
                  (in_registers(&around->lanes->layouts, n->ref) || has_int_offsets(around->plan, n->ref));
    search->found |= is_name_of(n, search->index);
    for (int d = 0; narrow && d < n->item_count; d++)
        if (!is_name_of(n->items[d], search->index))
            find_wide_use(to, n->items[d]);
    if (!narrow)
        visit_parts(n, find_wide_use, to);
}

// Whether an int can count the axis, and makes no address longer to compute.
static bool is_narrow(const Node *loop, const LoopAxis *axis, const StepContext *around)
{
    WideSearch search = { .around = around, .index = axis->index };
    enum { MOST = INT_MAX / 2 };                        // a counter may pass the end by a step, or by the number of lanes
    if (axis_count(axis) < 0 || axis->lo->value < 0 || axis->hi->value > MOST || clip_of(&around->lanes->clips, axis->index) ||
        (axis->step && !(axis->step->known && axis->step->value > 0 && axis->step->value < MOST)))
        return false;
    visit_parts(loop, find_wide_use, &search);
    return !search.found;
}

// Loops around parts that lanes carry are unrolled: the trip selects a register, or the loads of an axis are started together.
static long long carried_trips(const Lanes *l, const Node *loop, const StepLoop *s)
{
    const struct CarriedParts *c = carried_parts(&l->carried, loop);
    long long count = c && s->full && axis_count(s->axis) > 0 && !s->axis->step ? axis_count(s->axis) / lane_period(&l->group, s->how) : 0;
    bool fits = c && (c->each == loop || (s->how != NOT_DISTRIBUTED && s->axis->lo->value == 0 && count <= MOST_TOGETHER));
    return fits ? count : 0;
}

static StepLoop loop_over_axis(const Node *loop, int axis, const StepContext *around)
{
    const LoopAxis *a = &loop->axes[axis];
    const Lanes *l = around->lanes;
    StepLoop s = { .axis = a, .low = a->lo, .high = a->hi, .named = names_index(l, loop, a->index),
                   .bound = is_dependent(loop, axis) ? BOUND_DEPENDENT : is_kept_in(a->hi, loop) ? BOUND_CONSTANT : BOUND_INVARIANT };
    if (!l)
        return s;
    s.how = distribution_of(&l->group, a->index);
    s.unrolled = is_unrolled(&l->layouts, a->index);
    s.trips = s.unrolled ? 0 : trips_of(&l->layouts, a->index);
    const bool from_0 = a->lo->known && !a->lo->value;
    s.full = from_0 && a->hi->known && a->hi->value % lane_period(&l->group, s.how) == 0;
    s.named |= !from_0;
    s.trips = s.trips ? s.trips : carried_trips(l, loop, &s);
    s.clip = clip_of(&l->clips, a->index);
    s.narrow = is_narrow(loop, a, around);
    runs_of_axis(l, loop, &s);
    return s;
}

// ---- Loops over whole blocks ----------------------------------------------------------------------------------------

// Within a loop of lanes, a lane has all elements of a block, except for its columns of a tile of one iteration.
static Distribution distribution_within(const Lanes *l, const Symbol *ref, int dim, bool in_loop)
{
    bool of_iteration = in_registers(&l->layouts, ref) && block_layout(&l->layouts, ref)->layout == LAYOUT_COLUMNS;
    return in_loop && !of_iteration ? NOT_DISTRIBUTED : distribution_of_dim(&l->group, &l->layouts, ref, dim);
}

static void runs_of_dim(const Lanes *l, const Node *statement, const Symbol *ref, const Symbol *with, StepLoop *s)
{
    const Symbol *const refs[] = { ref, with };
    if (!has_runs(&l->group, s->how))
        return;
    s->runs = ends_with_runs(&l->group, &l->vectors, ref->dims[s->dim]) ? RUNS_WHOLE : RUNS_SHORT;
    s->use = USED_NEVER;
    for (int i = 0; i < 2 && refs[i]; i++) {
        const struct Vector *v = vector_of_block(&l->vectors, statement, refs[i]);
        s->use = !v && !in_registers(&l->layouts, refs[i]) ? USED_ALWAYS : s->use == USED_NEVER && v ? USED_BY_ELEMENTS : s->use;
        if (v && statement)
            list_add(s->vectors, s->vector_count, v);
    }
}

// statement NULL: copies of the block. with: the other block that the statement accesses, or NULL.
static StepLoop loop_over_dim(const Node *statement, const Symbol *ref, int dim, const Symbol *with, const StepContext *around)
{
    const Lanes *l = around->lanes;
    StepLoop s = { .dim = dim, .high = ref->dims[dim], .named = true, .bound = BOUND_CONSTANT };
    s.narrow = around->plan && has_int_offsets(around->plan, ref) && (!with || has_int_offsets(around->plan, with));
    if (!l)
        return s;
    s.how = distribution_within(l, ref, dim, around->loop_count);
    if (in_registers(&l->layouts, ref) || (with && in_registers(&l->layouts, with))) {
        s.unrolled = s.how == NOT_DISTRIBUTED;
        s.trips = s.unrolled ? 0 : trips_over(&l->group, ref->dims[dim]->value, s.how);
        s.full = ref->dims[dim]->value % lane_period(&l->group, s.how) == 0;
    }
    s.named = !(statement && s.full && in_registers(&l->layouts, ref) && with && in_registers(&l->layouts, with));
    if (statement || copied_by_owners(l, operand_of(around->plan, ref)))
        runs_of_dim(l, statement, ref, with, &s);
    return s;
}

static void count_registers(Step *s, const StepContext *around)
{
    const Symbol *ref = s->node->symbol;
    const Lanes *l = around->lanes;
    for (int d = 0; l && in_registers(&l->layouts, ref) && d < ref->rank; d++)
        s->registers[d] = trips_over(&l->group, ref->dims[d]->value, distribution_within(l, ref, d, around->loop_count));
}

static void loops_over_dims(Step *s, const StepContext *around)
{
    const Symbol *ref = s->node->a->symbol, *with = block_of(s->node->b);
    for (int d = 0; d < ref->rank; d++)
        list_add(s->loops, s->loop_count, loop_over_dim(s->node, ref, d, with, around));
}

// ---- Which lanes run a statement together ---------------------------------------------------------------------------

static Sharing reduction_sharing(const Node *n, const StepContext *around)
{
    if (!around->lanes || !is_distributed(&around->lanes->group, n))
        return BY_LANE;
    return around->loop_count && is_shared(&around->lanes->group, innermost_loop(around)) ? BY_ROW : BY_GROUP;
}

// ---- Versions with and without masks --------------------------------------------------------------------------------

static bool accesses_block(const Node *n, const void *ref)
{
    return (n->kind == ND_NAME && n->symbol == ref) || (n->kind == ND_ACCESS && n->ref == ref);
}

// Whether vectors of the window are accessed in the statement.
static bool has_vectors_in(const Lanes *l, const Symbol *ref, const Node *statement)
{
    for (int i = 0; i < l->vectors.vector_count; i++) {
        const struct Vector *v = &l->vectors.vectors[i];
        if (v->ref == ref && v->loop && find_node(statement, is_node, v->loop))
            return true;
    }
    return false;
}

static void add_aligned(Step *s, const Lanes *l, const Operand *o)
{
    const Node *size = o->dims[o->rank - 1].shape;
    bool checks = checks_rows(&l->group, &l->vectors, o);
    list_add(s->aligned, s->aligned_count, o);
    for (int i = 0; i < s->divided_count; i++)
        checks &= !same_expression(s->divided[i], size);
    if (checks)
        list_add(s->divided, s->divided_count, size);
}

// Whether a dim of the window ends inside its array if the other does.
static bool ends_with(const WindowDim *w, const WindowDim *other)
{
    return other->partial && w->kind == other->kind && w->kind != WINDOW_BOUNDED && same_expression(w->index, other->index) &&
           same_expression(w->low, other->low) && same_expression(w->size, other->size) &&
           same_expression(w->extent, other->extent);
}

// Whether the window is whole if the other is.
static bool is_whole_with(const Operand *o, const Operand *other)
{
    for (int d = 0; d < o->rank; d++) {
        bool found = !o->dims[d].partial;
        for (int i = 0; i < other->rank && !found; i++)
            found = ends_with(&o->dims[d], &other->dims[i]);
        if (!found)
            return false;
    }
    return true;
}

// Adds a window that must be whole, unless another one implies that; those that it implies are removed.
static void add_masked(Step *s, const Operand *o)
{
    int kept = 0;
    for (int i = 0; i < s->masked_count; i++)
        if (is_whole_with(o, s->masked[i]))
            return;
    for (int i = 0; i < s->masked_count; i++)
        if (!is_whole_with(s->masked[i], o))
            s->masked[kept++] = s->masked[i];
    s->masked_count = kept;
    list_add(s->masked, s->masked_count, o);
}

// If PL_DOT arranges the lanes, each statement with vectors has its own checks.
static void choose_versions(Step *s, StepContext *around)
{
    const Plan *plan = around->plan;
    for (int i = 0; plan && !around->versions && masks_statement(s->node) && i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        if (masked_in(around, o->ref) && find_node(s->node, accesses_block, o->ref))
            add_masked(s, o);
        if (around->lanes->group.tiled && has_vectors_in(around->lanes, o->ref, s->node))
            add_aligned(s, around->lanes, o);
    }
    around->versions |= s->masked_count || s->aligned_count;
    const Node *stored = masked_store(s->node);
    bool masked = stored && masked_in(around, stored->ref);
    Node *mask = masked ? mask_of(plan, around->lanes, stored->ref, stored->items) : NULL;
    if (mask && !same_expression(mask, around->checked)) {
        s->stored = stored;
        s->mask = mask;
    }
}

// ---- The tree -------------------------------------------------------------------------------------------------------

static bool is_literal_value(const Node *value)
{
    return value->kind == ND_INT || value->kind == ND_FLOAT ||
           (value->kind == ND_UNARY && is_op(value, "-") && is_literal_value(value->a));
}

static Step *step_if(const Node *n, StepContext around)
{
    return n ? step_of(n, around) : NULL;
}

static StepContext in_c_loop(StepContext around, const Step *loop)
{
    around.direct = false;
    around.c_loop = loop->node->kind == ND_SWITCH ? around.c_loop : loop;
    return around;
}

static void add_details(Step *s, const StepContext *around)
{
    const Node *n = s->node;
    for (int a = 0; a < n->axis_count; a++)
        list_add(s->loops, s->loop_count, loop_over_axis(n, a, around));
    if (by_elements(n) && n->a->symbol)        // otherwise it is a region that is copied
        loops_over_dims(s, around);
    if (n->kind == ND_REDUCE)
        s->sharing = reduction_sharing(n, around);
    if (n->kind == ND_CHECK)
        s->sharing = !around->loop_count ? BY_GROUP : around->direct ? BY_ELEMENT : BY_LANE;
    if (n->kind == ND_REDUCE && around->lanes)
        s->reduction = reduction_of(&around->lanes->group, n, s->sharing == BY_ROW);
    if (scan_of(n) && around->lanes)
        s->reduction = reduction_of(&around->lanes->group, n, reduction_sharing(n, around) == BY_ROW);
    if (n->kind == ND_EACH && around->lanes && is_shared(&around->lanes->group, n))
        s->sharing = BY_ROW;
    if (n->kind == ND_DOT && around->lanes && !around->loop_count)
        s->sharing = BY_GROUP;
    if (n->kind == ND_TILE || n->kind == ND_VIEW)
        count_registers(s, around);
    s->form = around->plan ? vector_form(around->plan, n) : NULL;
    s->dot = around->lanes && n->kind == ND_DOT ? schedule_of(&around->lanes->dots, n) : NULL;
    s->absorbed = around->lanes && is_absorbed(&around->lanes->dots, n);
    s->is_number = n->kind == ND_FILL && is_literal_value(n->b);
    const LoopAxis *counts = n->kind == ND_FOR && around->lanes ? counting_for(n) : NULL;
    s->unrolled = counts && is_unrolled(&around->lanes->layouts, counts->index);
    find_elements(s, around);
    if (n->kind == ND_EACH && around->lanes && around->lanes->chain.fed_count && s->sharing != BY_ROW)
        find_certain(s, around);
}

static void add_children(Step *s, StepContext around)
{
    const Node *n = s->node;
    switch (n->kind) {
    case ND_BLOCK:
        for (int i = 0; i < n->item_count; i++) {
            list_add(s->items, s->item_count, step_of(n->items[i], around));
            s->items[i]->entered = i && is_label(n->items[i]) && falls_through(n->items[i - 1]);
        }
        break;
    case ND_IF: case ND_WHEN:
        s->body = step_of(n->b, around);
        s->otherwise = step_if(n->c, around);
        break;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH: case ND_LOOP:
        s->body = step_if(n->body, in_c_loop(around, s));
        break;
    case ND_EACH:
        s->body = step_of(n->body, context_in(&around, n));
        break;
    default:
        break;
    }
}

// The effects of such a value have been hoisted. (void)x is kept only for a variable of the body, which may have no other use.
bool does_nothing(const Node *n)
{
    if (n->kind != ND_EXPRESSION)
        return false;
    bool is_void = n->a->kind == ND_CAST && n->a->type->kind == TY_VOID;
    return is_void ? n->a->a->kind == ND_NAME && n->a->a->symbol->kind != SY_LOCAL : is_only_value(n->a);
}

static Barrier *place_at(BarrierPlace place, const Step *s, const Operand *o)
{
    Barrier *b = allocate(sizeof *b);
    *b = (Barrier){ .place = place, .step = s, .operand = o };
    return b;
}

static Step *step_of(const Node *n, StepContext around)
{
    Step *s = allocate(sizeof *s);
    s->node = n;
    s->before = place_at(BARRIER_BEFORE, s, NULL), s->at_end = place_at(BARRIER_AT_END, s, NULL);
    s->within = place_at(BARRIER_WITHIN, s, NULL), s->final = place_at(BARRIER_FINAL, s, NULL);
    s->omitted = does_nothing(n);
    s->continued = n->kind == ND_CONTINUE ? around.c_loop : NULL;
    s->single = around.lanes ? single_of(around.lanes, n) : NOT_SINGLE;
    choose_versions(s, &around);
    add_details(s, &around);
    s->guarded = guarded_mask(n, &around);
    s->scope = s->guarded && has_kind(n->b, ND_DECLARE);
    around.checked = s->guarded ? s->guarded : around.checked;
    add_children(s, around);
    return s;
}

const Step *helper_steps(const Node *body)
{
    return step_of(body, (StepContext){ .plan = NULL });
}

const Step *step_at(const Step *within, const Node *n)
{
    const Step *found = within && within->node == n ? within : NULL;
    for (int i = 0; within && !found && i < within->item_count; i++)
        found = step_at(within->items[i], n);
    if (within && !found)
        found = step_at(within->body, n);
    return found || !within ? found : step_at(within->otherwise, n);
}

// ---- The registers of a block ---------------------------------------------------------------------------------------

static bool is_on_whole(const Node *n, const void *ref)
{
    return by_elements(n) && (is_name_of(n->a, ref) || (n->b && is_name_of(n->b, ref)));
}

static bool is_on_part(const Node *n, const void *ref)
{
    return n->kind == ND_ACCESS && n->ref == ref && n->item_count < n->ref->rank;
}

long long register_extent(const Plan *plan, const Symbol *ref, int d)
{
    const Lanes *l = plan->lanes;
    const Node *body = plan->call->kernel->body, *tile = find_node(body, declares_symbol, ref);
    const Step *declared = tile ? step_at(l->body, tile) : NULL;
    long long count = declared ? declared->registers[d]
                               : trips_over(&l->group, ref->dims[d]->value, distribution_of_dim(&l->group, &l->layouts, ref, d));
    bool other = count_nodes(body, is_name_of, ref) != count_nodes(body, is_on_whole, ref) || find_node(body, is_on_part, ref);
    bool view = tile && tile->kind == ND_VIEW;
    return count == 1 && d >= ref->rank - 2 && !view && !other ? 0 : count;
}

void each_step(Step *s, void visit(void *to, Step *s), void *to)
{
    if (!s)
        return;
    visit(to, s);
    for (int i = 0; i < s->item_count; i++)
        each_step(s->items[i], visit, to);
    each_step(s->body, visit, to);
    each_step(s->otherwise, visit, to);
}

// ---- Copies of windows ----------------------------------------------------------------------------------------------

static WindowCopy copy_of(const Operand *o, const StepContext *around)
{
    WindowCopy c = { 0 };
    const struct WindowPlacement *k = placement_of(&around->lanes->placements, o);
    c.fetch = place_at(BARRIER_FETCH, NULL, o), c.between = place_at(BARRIER_BETWEEN, NULL, o);
    c.fetched = place_at(BARRIER_FETCHED, NULL, o), c.end = place_at(BARRIER_END_VISIT, NULL, o);
    if (k->piece > 1)
        c.pieces = numbered_pieces(&around->lanes->group, k, k->piece);
    if (k->flat)
        c.elements = numbered_pieces(&around->lanes->group, k, 1);
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].dim >= 0)
            c.loops[d] = loop_over_dim(NULL, o->ref, o->dims[d].dim, NULL, around);
    c.aligned = around->lanes->group.tiled && vector_of_block(&around->lanes->vectors, NULL, o->ref);
    c.divided = c.aligned && checks_rows(&around->lanes->group, &around->lanes->vectors, o) ? o->dims[o->rank - 1].shape : NULL;
    return c;
}

Step *plan_steps(const Plan *plan, const Lanes *l)
{
    return step_of(plan->call->kernel->body, (StepContext){ .plan = plan, .lanes = l });
}

WindowCopy *plan_copies(const Plan *plan, const Lanes *l)
{
    const StepContext around = { .plan = plan, .lanes = l };
    WindowCopy *copies = NULL;
    int count = 0;
    for (int i = 0; i < plan->operand_count; i++)
        list_add(copies, count, copy_of(&plan->operands[i], &around));
    return copies;
}
