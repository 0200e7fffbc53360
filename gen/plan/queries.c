// plan/queries.c -- what the plan says of a block, a loop, a statement or an operand: passes ask here what earlier ones decided.
// No query changes anything.

#include "plan/plan.h"
#include <limits.h>

// ---- Blocks and loops of a kernel -----------------------------------------------------------------------------------

long long axis_count(const LoopAxis *axis)              // -1: known at run time
{
    bool known = axis->lo->known && axis->hi->known && can_compute(axis->lo->value) && can_compute(axis->hi->value);
    return known ? axis->hi->value - axis->lo->value : -1;
}

// Whether all lanes of a row, or of the group, run n together, so that it must be at a place that each of them reaches.
bool is_collective(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_EACH || n->kind == ND_REDUCE;
}

// Whether it names the same value in all iterations: a constant, a size or scalar of the call, or a local that a PL_EACH or PL_REDUCE
// does not change. A PL_LOOP may change it through a pointer.
bool is_kept_in(const Node *value, const Node *loop)
{
    const Symbol *s = value->kind == ND_NAME ? value->symbol : NULL;
    const bool local = s && s->kind == SY_LOCAL && is_collective(loop, NULL) && !find_node(loop, changes, s);
    return value->known || (s && (s->kind == SY_SIZE || s->kind == SY_SCALAR)) || local;
}

// Whether the axis that is this subscript of the access ends within the extent: its end is constant, or is computed before the loop.
// Then each iteration must access the block, because only then no iteration is past the extent.
bool ends_within(const Access *a, const LoopAxis *axis, const Node *extent)
{
    if (axis->hi->known)
        return axis->hi->value <= extent->value;
    const Node *loop = a->around[a->around_count - 1];
    bool own = false;
    for (int i = 0; i < loop->axis_count; i++)
        own |= &loop->axes[i] == axis;
    return own && a->always && is_kept_in(axis->hi, loop);
}

long long block_bytes(const Symbol *ref)
{
    return bytes_of(ref->type, ref->dims, ref->rank);
}

static bool view_is_addressed(const Node *n, const void *ref)
{
    return n->kind == ND_VIEW && n->symbol->addressed && view_of(n->symbol).of == ref;
}

bool is_pointed_into(const Symbol *ref, const Node *body)
{
    return ref->addressed || find_node(body, view_is_addressed, ref);
}

typedef struct { const Symbol *ref; bool found; } Reads;

static void look_at_read(void *to, const Access *a)
{
    Reads *reads = to;
    bool view = a->by && a->by->kind == ND_VIEW, store = a->by && a->by->kind == ND_STORE && a->writes;
    reads->found |= ((a->reads && !view) || store) && a->block && view_of(a->block).of == reads->ref;
}

// Whether the body reads an element that it may have set before. A PL_STORE counts as a read: with masks, its condition
// would be written twice.
bool reads_again(const Symbol *ref, const Node *body)
{
    Reads reads = { .ref = ref };
    each_access(body, NULL, look_at_read, &reads);
    return reads.found;
}

bool is_promised_multiple(const Node *n, long long of)
{
    return n->known ? n->value % of == 0 : n->kind == ND_MULTIPLE_OF && n->b->known && n->b->value % of == 0;
}

// ---- Operands -------------------------------------------------------------------------------------------------------

const Operand *in_visit_order(const Plan *plan, int i)
{
    const Operand *o = &plan->operands[i % plan->operand_count];
    return o->written == (i < plan->operand_count) ? o : NULL;
}

const Operand *operand_of(const Plan *plan, const Symbol *ref)
{
    for (int i = 0; plan && i < plan->operand_count; i++)
        if (plan->operands[i].ref == ref)
            return &plan->operands[i];
    return NULL;
}

int array_dim(const Operand *o, int dim)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].dim == dim)
            return d;
    return -1;
}

bool is_bounded(const Operand *o)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].kind == WINDOW_BOUNDED)
            return true;
    return false;
}

// A counter may pass the end by the number of lanes.
enum { MOST_OFFSET = INT_MAX / 2 };

// Adds the distance from the first to the last index of a dim to the offset. False: it may not be an int. If a stride is a
// long, the offset is one, too, and converting an int counter for each of many addresses takes registers: 254 instead of
// 124 in matmul, for sm_80.
static bool add_offset(long long *offset, const Node *size, Node *const *inner, int inner_count)
{
    long long stride = 1;
    for (int d = 0; d < inner_count && stride <= MOST_OFFSET; d++)
        if (inner[d]->known)
            stride *= inner[d]->value;
        else
            return false;
    if (!size->known || size->value > MOST_OFFSET || stride > MOST_OFFSET)
        return false;
    *offset += size->value * stride;
    return *offset <= MOST_OFFSET;
}

static bool window_has_int_offsets(const Operand *o)
{
    Node *extents[MOST_DIMS];
    long long offset = 0;
    for (int d = 0; d < o->rank; d++)
        extents[d] = o->dims[d].extent;
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].size && !add_offset(&offset, o->dims[d].size, extents + d + 1, o->rank - d - 1))
            return false;
    return true;
}

bool has_int_offsets(const Plan *plan, const Symbol *ref)
{
    const Symbol *block = view_of(ref).of;
    const Operand *o = operand_of(plan, block);
    return o ? window_has_int_offsets(o) : block_bytes(block) >= 0 && block_bytes(block) <= MOST_OFFSET;
}

// ---- How lanes share loops and statements ---------------------------------------------------------------------------

Distribution distribution_of(const LaneGroup *l, const Symbol *index)
{
    const struct LoopDistribution *s = find_by(l->distributions, l->distribution_count, index);
    return s ? s->how : NOT_DISTRIBUTED;
}

bool is_distributed(const LaneGroup *l, const Node *loop)
{
    for (int i = 0; i < loop->axis_count; i++)
        if (distribution_of(l, loop->axes[i].index) != NOT_DISTRIBUTED)
            return true;
    return false;
}

long long groups_beside(const LaneGroup *l)
{
    return l->mma ? l->columns / l->machine->mma_across : 1;
}

// Lanes of groups that run matrix instructions together, several of which are side by side.
static LaneNumber row_of_group(const LaneGroup *l, int beside)
{
    const int lanes = (int)l->machine->mma_lanes, across = (int)l->machine->mma_across, rows = lanes / across;
    if (l->rows == rows)
        return (LaneNumber){ { { across, rows, 1 } } };
    return (LaneNumber){ { { lanes * beside, 0, rows }, { across, rows, 1 } } };
}

static LaneNumber column_of_group(const LaneGroup *l, int beside)
{
    const int across = (int)l->machine->mma_across;
    return (LaneNumber){ { { (int)l->machine->mma_lanes, l->rows * across > l->machine->mma_lanes ? beside : 0, across }, { 1, across, 1 } } };
}

// A warp whose lanes are 4 x 8: each pair of lanes i and i ^ 1 is in one row, and each pair of i and i ^ 2 in one column. Loads of
// vectors from shared memory, of which a pair has the same, take half as many cycles.
LaneNumber row_number(const LaneGroup *l)
{
    if (groups_beside(l) > 1)
        return row_of_group(l, (int)groups_beside(l));
    if (l->warps_are_tiles)
        return (LaneNumber){ { { 4 * l->columns, 0, 4 }, { 16, 2, 2 }, { 2, 2, 1 } } };
    return l->turned ? (LaneNumber){ { { 1, l->rows, 1 } } } : (LaneNumber){ { { l->columns, 0, 1 } } };
}

// Lanes of a single row need no remainder. Without it ptxas finds that columns are a constant apart, and keeps no address for each:
// neighbors.c's normal_kernel spilled 528 bytes.
LaneNumber column_number(const LaneGroup *l)
{
    if (groups_beside(l) > 1)
        return column_of_group(l, (int)groups_beside(l));
    if (l->warps_are_tiles && l->columns == 8)
        return (LaneNumber){ { { 4, 4, 2 }, { 1, 2, 1 } } };
    if (l->warps_are_tiles)
        return (LaneNumber){ { { 32, l->columns / 8, 8 }, { 4, 4, 2 }, { 1, 2, 1 } } };
    return l->turned ? (LaneNumber){ { { l->rows, 0, 1 } } } : (LaneNumber){ { { 1, l->rows > 1 ? l->columns : 0, 1 } } };
}

bool is_shared_by_rows(const Step *s)
{
    return s && s->node->kind == ND_EACH && s->sharing == BY_ROW;
}

// Of a single row, the column of a lane is its number.
const char *column_name(const LaneGroup *l)
{
    return l->rows == 1 && !l->warps_are_tiles && !l->turned ? "pl_lane" : "pl_column";
}

int number_of_lane(LaneNumber n, int lane)
{
    int sum = 0;
    for (int i = 0; i < 3 && n.terms[i].times; i++) {
        int quotient = lane / n.terms[i].over;
        sum += (n.terms[i].of ? quotient % n.terms[i].of : quotient) * n.terms[i].times;
    }
    return sum;
}

bool row_is_in_warp(const LaneGroup *l)
{
    return !l->turned && !l->warps_are_tiles && groups_beside(l) == 1 && l->machine->warp > 1 && l->machine->warp % l->columns == 0;
}

bool shares_in_warp(const LaneGroup *l, bool row)
{
    return row ? row_is_in_warp(l) : l->machine->warp > 1 && l->rows * l->columns <= l->machine->warp;
}

Reduction reduction_of(const LaneGroup *l, const Node *reduce, bool row)
{
    if (!is_distributed(l, reduce))
        return REDUCED_IN_ORDER;
    if (shares_in_warp(l, row))
        return REDUCED_BY_SHUFFLES;
    return l->machine->warp > 1 && !(row && l->turned) ? REDUCED_BY_WARPS : REDUCED_BY_HALVES;
}

enum { SCAN_TEAM = 16 };

long long scan_team(const LaneGroup *l, bool row)
{
    return least(row ? l->columns : l->rows * l->columns, SCAN_TEAM);
}

// Where addresses are no multiples of a vector, lanes have single elements. A continue needs the loop.
bool has_one_round(const LaneGroup *l, const Node *each)
{
    long long count = axis_count(&each->axes[0]);
    return count >= 0 && count <= lane_count(l, distribution_of(l, each->axes[0].index)) && !has_kind(each->body, ND_CONTINUE);
}

SingleLane single_of(const Lanes *l, const Node *n)
{
    const struct SingleStatement *s = find_by(l->group.singles, l->group.single_count, n);
    return s && !find_by(l->layouts.by_rows, l->layouts.by_row_count, n) ? s->how : NOT_SINGLE;
}

bool is_shared(const LaneGroup *l, const Node *each)
{
    return find_by(l->shared, l->shared_count, each);
}

int lane_count(const LaneGroup *l, Distribution how)
{
    return how == NOT_DISTRIBUTED ? 1 : how == CYCLIC_ROWS ? l->rows : how == CYCLIC_COLUMNS ? l->columns : l->rows * l->columns;
}

int run_along(const LaneGroup *l, Distribution how)
{
    return how == CYCLIC_COLUMNS || (how == CYCLIC_LANES && !l->tiled) ? l->run : 1;
}

// Whether the rows of a matrix instruction are not owned in turn.
static bool has_rows_apart(const LaneGroup *l, Distribution how)
{
    return l->mma && l->machine->mma_apart && how == CYCLIC_ROWS;
}

int lane_period(const LaneGroup *l, Distribution how)
{
    return lane_count(l, how) * (has_rows_apart(l, how) ? 2 : run_along(l, how));
}

int lane_step(const LaneGroup *l, Distribution how)
{
    return has_rows_apart(l, how) ? (int)l->machine->mma_apart : lane_count(l, how);
}

long long trips_over(const LaneGroup *l, long long count, Distribution how)
{
    int period = lane_period(l, how);
    return (count + period - 1) / period * (period / lane_count(l, how));
}

bool has_runs(const LaneGroup *l, Distribution how)
{
    return run_along(l, how) > 1;
}

const Node *dot_depth(const Node *dot)
{
    return block_of(dot->b)->dims[dot->b->kind != ND_TRANSPOSE];
}

bool runs_by_tiles(const LaneGroup *l, const Node *dot)
{
    const Symbol *z = dot->a->symbol;
    const Node *depth = dot_depth(dot);
    // without run, no lanes share this program
    return l->run && !l->rejected && z->dims[0]->known && z->dims[1]->known && depth->known && depth->value > 0;
}

// ---- Registers ------------------------------------------------------------------------------------------------------

const struct BlockLayout *block_layout(const Layouts *l, const Symbol *ref)
{
    return find_by(l->blocks, l->block_count, view_of(ref).of);       // a view is where its block is
}

bool in_registers(const Layouts *l, const Symbol *ref)
{
    const struct BlockLayout *layout = block_layout(l, ref);
    return layout && layout->layout != LAYOUT_MEMORY;
}

long long trips_of(const Layouts *l, const Symbol *index)
{
    const struct LoopTrips *t = find_by(l->trips, l->trip_count, index);
    return t ? t->trips : 0;
}

bool is_unrolled(const Layouts *l, const Symbol *index)
{
    for (int i = 0; i < l->unrolled_count; i++)
        if (l->unrolled[i] == index)
            return true;
    return false;
}

Distribution distribution_of_dim(const LaneGroup *l, const Layouts *layouts, const Symbol *ref, int dim)
{
    LaneLayout layout = in_registers(layouts, ref) ? block_layout(layouts, ref)->layout : LAYOUT_MEMORY;
    if (layout == LAYOUT_COLUMNS)
        return CYCLIC_COLUMNS;
    if (ref->rank == 1)
        return layout == LAYOUT_ROWS ? CYCLIC_ROWS : CYCLIC_LANES;
    return dim == ref->rank - 1 ? CYCLIC_COLUMNS : dim == ref->rank - 2 && l->rows > 1 ? CYCLIC_ROWS : NOT_DISTRIBUTED;
}

// ---- Loops that end with their arrays -------------------------------------------------------------------------------

const struct Clip *clip_of(const Clips *l, const Symbol *index)
{
    return find_by(l->clips, l->clip_count, index);
}

bool is_clipped(const Clips *l, const Operand *o, int d)
{
    for (int i = 0; i < l->clip_count; i++)
        if (l->clips[i].operand == o && l->clips[i].dim == d)
            return true;
    return false;
}

bool is_cut(const Clips *l, const Operand *o, int d)
{
    for (int i = 0; i < l->cut_count; i++)
        if (l->cuts[i].operand == o && l->cuts[i].dim == d)
            return true;
    return false;
}

bool extends_past(const Clips *l, const Operand *o)
{
    for (int d = 0; o->copy == COPY_PARTIAL && d < o->rank; d++)
        if (o->dims[d].partial && !is_cut(l, o, d))
            return true;
    return o->copy == COPY_ALWAYS;
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

MemoryKind memory_of(const Placements *l, const Symbol *ref)
{
    // a view has the memory of its block
    const struct BlockPlacement *p = find_by(l->blocks, l->block_count, view_of(ref).of);
    return p ? p->memory : MEMORY_GLOBAL;
}

RowGap gap_of_block(const Placements *l, const Symbol *ref)
{
    const struct BlockPlacement *p = find_by(l->blocks, l->block_count, ref);
    return p ? p->gap : (RowGap){ 0 };
}

const struct WindowPlacement *placement_of(const Placements *l, const Operand *o)
{
    const struct WindowPlacement *kept = find_by(l->windows, l->window_count, o);
    if (!kept)
        INTERNAL("a window that was not planned");
    return kept;
}

Placement window_placement(const Placements *l, const Operand *o)
{
    return placement_of(l, o)->how;
}

const Operand *masked_window(const Plan *plan, const Placements *l, const Symbol *ref)
{
    const Operand *o = operand_of(plan, ref);
    return o && window_placement(l, o) == WINDOW_MASKED ? o : NULL;
}

const Pipeline *pipeline_of(const Fetches *l, int level)
{
    return l->pipelines && l->pipelines[level].steady_count ? &l->pipelines[level] : NULL;
}

const struct WindowFetch *fetch_of(const Fetches *l, const Operand *o)
{
    return find_by(l->windows, l->window_count, o);
}

bool is_fetched_ahead(const Fetches *l, const Operand *o)
{
    return fetch_of(l, o) && fetch_of(l, o)->buffers;
}

// ---- LaneVectors and products -------------------------------------------------------------------------------------------

const struct Vector *vector_of(const LaneVectors *l, const Node *loop, const Node *place)
{
    for (int i = 0; i < l->vector_count; i++)
        if (l->vectors[i].loop == loop && l->vectors[i].place && same_expression(l->vectors[i].place, place))
            return &l->vectors[i];
    return NULL;
}

const struct Vector *vector_of_block(const LaneVectors *l, const Node *statement, const Symbol *ref)
{
    for (int i = 0; i < l->vector_count; i++)
        if (l->vectors[i].loop == statement && !l->vectors[i].place && l->vectors[i].ref == ref)
            return &l->vectors[i];
    return NULL;
}

const DotSchedule *schedule_of(const Dots *l, const Node *dot)
{
    const struct Dot *found = find_by(l->dots, l->dot_count, dot);
    return found ? &found->schedule : NULL;
}

// A statement has no more stages than slices: it would fetch slices that do not exist.
long long stages_of(const Lanes *l, const DotSchedule *s)
{
    return !s->ahead ? 1 : l->local.across ? l->local.stages : least(l->local.stages, s->slices);
}

// With several stages, the memory of the last one is overwritten only after another barrier.
bool waits_for_reads(const Lanes *l, const DotSchedule *s)
{
    bool ends_in_last = l->local.stages > 1 && s->ahead && (s->slices - 1) % stages_of(l, s) == l->local.stages - 1;
    return s->repeats && !ends_in_last && !l->local.across;
}

bool is_absorbed(const Dots *l, const Node *fill)
{
    for (int i = 0; i < l->dot_count; i++)
        if (l->dots[i].fill == fill)
            return true;
    return false;
}

static bool is_read_in(const struct Dot *dot, const Symbol *ref)
{
    return (!dot->schedule.x.sliced && view_of(block_of(dot->node->b)).of == ref) ||
           (!dot->schedule.y.sliced && view_of(block_of(dot->node->c)).of == ref);
}

bool has_aligned_lines(const Dots *l, const Symbol *ref)
{
    for (int i = 0; i < l->dot_count; i++)
        if (l->dots[i].schedule.mma && is_read_in(&l->dots[i], ref))
            return true;
    return false;
}

bool copies_slices(const Node *dot, const DotSchedule *s, const Symbol *ref)
{
    return (s->x.sliced && block_of(dot->b) == ref) || (s->y.sliced && block_of(dot->c) == ref);
}

bool is_fetched_across(const Lanes *l, const Operand *o)
{
    const Node *across = l->local.across;
    const DotSchedule *s = across ? schedule_of(&l->dots, across) : NULL;
    return s && o->level && copies_slices(across, s, o->ref);
}

const Axis *axis_of_level(const Plan *plan, int level)
{
    int a = 0;
    while (plan->axes[a].level != level)
        a++;
    return plan->axes[a].axis;
}

// Lanes have other elements in each of the two versions, so no memory that they share may outlive one.
bool chooses_in_programs(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    if (plan->levels || l->group.run == 1 || l->group.tiled || l->group.machine->generic_width || !l->vectors.divided_count)
        return false;
    for (int i = 0; i < plan->operand_count; i++) {
        Placement how = window_placement(&l->placements, &plan->operands[i]);
        if (how == WINDOW_REGISTERS || how == WINDOW_LOCAL || plan->operands[i].copy == COPY_ALWAYS)
            return false;
    }
    for (int i = 0; i < l->placements.block_count; i++)
        if (l->placements.blocks[i].memory != MEMORY_PRIVATE)
            return false;
    return true;
}

// ---- Statements that one step alone runs ----------------------------------------------------------------------------

static int conditions_in(const Node *n)
{
    return n->kind == ND_BINARY && is_op(n, "&&") ? conditions_in(n->a) + conditions_in(n->b) : 1;
}

// Whether one of the conditions that && combines is that it is the first step, or the last one, of this axis.
static bool has_condition(const Plan *plan, const Node *n, StepKind kind, const Axis *axis)
{
    if (n->kind == ND_BINARY && is_op(n, "&&"))
        return has_condition(plan, n->a, kind, axis) || has_condition(plan, n->b, kind, axis);
    return step_of_axis(plan->call, n, axis) == kind;
}

int level_alone(const Plan *plan, const Node *n, StepKind kind)
{
    int conditions = (n->kind == ND_WHEN || n->kind == ND_IF) && !n->c ? conditions_in(n->a) : 0, level = plan->levels;
    while (level && conditions && has_condition(plan, n->a, kind, axis_of_level(plan, level)))
        level--, conditions--;
    return level < plan->levels && !conditions ? level + 1 : 0;
}

// ---- What is around a step ------------------------------------------------------------------------------------------

const Operand *masked_in(const StepContext *context, const Symbol *ref)
{
    return context->lanes ? masked_window(context->plan, &context->lanes->placements, ref) : NULL;
}

const Node *innermost_loop(const StepContext *context)
{
    return context->loop_count ? context->loops[context->loop_count - 1] : NULL;
}

StepContext context_in(const StepContext *context, const Node *loop)
{
    StepContext inner = *context;
    if (inner.loop_count == MOST_AROUND)
        INTERNAL("loops too deep");
    inner.loops[inner.loop_count++] = loop;
    inner.c_loop = NULL;
    inner.direct = true;
    return inner;
}
