// plan/dot.c -- PL_DOT by a group of lanes.
//
// The group computes height x width elements of z at a time. Each lane has a tile of them in registers: every rows-th
// row and every columns-th column. The dim that is summed over is processed in slices: the group copies a slice of x
// and one of y to local memory, and each lane multiplies from there. An operand that is already in local memory, or in
// registers, is read in place.

#include "plan/plan.h"
#include <string.h>

static const Node *dot_depth(const Node *dot)
{
    return block_of(dot->b)->dims[dot->b->kind != ND_TRANSPOSE];
}

long long dot_slice(const Lanes *l, const Node *dot)
{
    const Symbol *z = dot->a->symbol;
    const Node *depth = dot_depth(dot);
    if (!l->run)                                        // no lanes share this program
        return 0;
    long long most = l->machine->dot_slice * (l->mma ? 2 : 1);  // the same number of bytes for 16-bit elements
    return !l->rejected && z->dims[0]->known && z->dims[1]->known && depth->known ? least(depth->value, most) : 0;
}

bool multiplies_by_mma(const Lanes *l, const Node *dot)
{
    return l->mma && slices_dot(l, dot, 1) && slices_dot(l, dot, 2);
}

bool slices_dot(const Lanes *l, const Node *dot, int operand)
{
    return dot_slice(l, dot) && memory_of(l, block_of(operand == 1 ? dot->b : dot->c)) == MEMORY_GLOBAL;
}

// Whether the elements of slices have the type of the operand, so that copies of 4 or 8 bytes make them.
static bool has_slice_type(const Node *dot, const Node *operand)
{
    const Type *z = dot->a->symbol->type, *type = block_of(operand)->type;
    return type->kind == z->kind && type->kind != TY_STRUCT && (type_size(z) == 4 || type_size(z) == 8);
}

// Whether operands are copied in slices, and without converting their elements.
static bool copies_unchanged(const Lanes *l, const Node *dot, const DotSchedule *s)
{
    bool unchanged = (!s->x_sliced || has_slice_type(dot, dot->b)) && (!s->y_sliced || has_slice_type(dot, dot->c));
    return (s->x_sliced || s->y_sliced) && (multiplies_by_mma(l, dot) || unchanged);
}

// Lines are contiguous in the operand's array. A matrix instruction reads 16 bytes of each of eight lines at once.
static long long line_pitch(long long elements, const Type *type)
{
    return elements + 16 / type_size(type);
}

// Elements after each row of a slice of y. The rows of lanes copy a transposed y along the depth, which goes down the
// slice: BANKS / columns lanes write to a row at a time, and those of the next row to the banks after them.
static long long gap_of_y(const Lanes *l, const Node *dot, long long width)
{
    if (dot->c->kind != ND_TRANSPOSE || width % 2)
        return 0;
    return width % BANKS || l->columns > BANKS ? 1 : BANKS / l->columns;
}

static void set_pitches(const Lanes *l, const Node *dot, DotSchedule *s)
{
    const Type *x = block_of(dot->b)->type, *y = block_of(dot->c)->type;
    s->x_pitch = s->mma ? line_pitch(dot->b->kind == ND_TRANSPOSE ? s->height : s->slice, x) : s->slice + 1;
    s->y_pitch = s->mma ? line_pitch(dot->c->kind == ND_TRANSPOSE ? s->slice : s->width, y)
                        : s->width + gap_of_y(l, dot, s->width);
}

static DotSchedule schedule(const Lanes *l, const Node *dot, bool from_zero)
{
    const Symbol *z = dot->a->symbol;
    DotSchedule s = {
        .rows = z->dims[0]->value, .columns = z->dims[1]->value, .depth = dot_depth(dot)->value, .slice = dot_slice(l, dot),
        .x_sliced = slices_dot(l, dot, 1), .y_sliced = slices_dot(l, dot, 2), .mma = multiplies_by_mma(l, dot),
        .in_registers = in_registers(l, z), .from_zero = from_zero,
    };
    bool at_once = s.in_registers || l->mma;
    s.height = at_once ? s.rows : least(s.rows, l->machine->dot_tile * l->rows);
    s.width = at_once ? s.columns : least(s.columns, l->machine->dot_tile * l->columns);
    s.tile_rows = trips_over(l, s.height, CYCLIC_ROWS);
    s.tile_columns = trips_over(l, s.width, CYCLIC_COLUMNS);
    s.rows_fit = s.rows % (s.tile_rows * l->rows) == 0;
    s.columns_fit = s.columns % (s.tile_columns * l->columns) == 0;
    s.slices_fit = s.depth % s.slice == 0;
    s.slices = (s.depth + s.slice - 1) / s.slice;
    s.repeats = s.rows > s.height || s.columns > s.width || s.slices > 1;
    s.ahead = s.slices > 1 && copies_unchanged(l, dot, &s);
    set_pitches(l, dot, &s);
    return s;
}

const DotSchedule *schedule_of(const Lanes *l, const Node *dot)
{
    const struct Dot *found = find_by(l->dots, l->dot_count, dot);
    return found ? &found->schedule : NULL;
}

// A statement has no more stages than slices: it would fetch slices that do not exist.
long long stages_of(const Lanes *l, const DotSchedule *s)
{
    return !s->ahead ? 1 : l->across ? l->stages : least(l->stages, s->slices);
}

// Whether lanes may still read a slice when the statement ends, in memory that the next copies overwrite. With several
// stages, the memory of the last one is overwritten only after another barrier.
bool may_read_at_end(const Lanes *l, const DotSchedule *s)
{
    bool ends_in_last = l->stages > 1 && s->ahead && (s->slices - 1) % stages_of(l, s) == l->stages - 1;
    return s->repeats && !ends_in_last && !l->across;
}

bool is_absorbed(const Lanes *l, const Node *fill)
{
    for (int i = 0; i < l->dot_count; i++)
        if (l->dots[i].fill == fill)
            return true;
    return false;
}

// ---- Sums that begin at zero ----------------------------------------------------------------------------------------

static bool is_zero(const Node *value)
{
    return value->known ? value->value == 0 : value->kind == ND_FLOAT && value->number == 0;
}

// Whether this PL_FILL, directly before the PL_DOT, sets the same block to 0, so that the sums can begin with 0 in
// registers and the fill writes nothing. The block must be in local memory, where the barrier after the copies of
// slices orders its stores.
static bool clears(const Lanes *l, const Node *fill, const Node *dot)
{
    return fill->kind == ND_FILL && dot->kind == ND_DOT && fill->a->symbol == dot->a->symbol && is_zero(fill->b) &&
           dot_slice(l, dot) && memory_of(l, dot->a->symbol) == MEMORY_LOCAL;
}

static void add_dot(Lanes *l, const Node *dot, const Node *before)
{
    const Node *fill = before && clears(l, before, dot) ? before : NULL;
    if (dot_slice(l, dot) && !schedule_of(l, dot))
        list_add(l->dots, l->dot_count, ((struct Dot){ dot, fill, schedule(l, dot, fill) }));
}

static void find_dots(void *lanes, const Node *n)
{
    for (int i = 0; n->kind == ND_BLOCK && i < n->item_count; i++)
        if (n->items[i]->kind == ND_DOT)
            add_dot(lanes, n->items[i], i ? n->items[i - 1] : NULL);
    if (n->kind == ND_DOT)
        add_dot(lanes, n, NULL);
    if (n->kind != ND_EACH)                             // inside, a single lane runs the PL_DOT
        visit_parts(n, find_dots, lanes);
}

void plan_dots(const Plan *plan, Lanes *l)
{
    find_dots(l, plan->call->kernel->body);
}

// ---- Slices of the next steps ---------------------------------------------------------------------------------------
//
// If a sequential axis has one PL_DOT per step, its slices form one sequence over all steps: while one is used, the
// following ones are fetched, including those of the next step. So the windows of sliced operands are computed where they
// are fetched, several slices before the step that uses them. This requires that nothing else uses them, that nothing is
// reported about them, and that no step ends early.

static bool is_risky(const Node *n, const void *with)
{
    (void)with;
    bool divides = n->kind == ND_BINARY && (!strcmp(n->op, "/") || !strcmp(n->op, "%"));
    return n->kind == ND_ACCESS || n->kind == ND_SUBSCRIPT || (divides && !(n->b->known && n->b->value));
}

// Why slices of the operand cannot be fetched in an earlier step; NULL: they can, or it has none.
static const char *why_not_early(const Plan *plan, const Lanes *l, const Node *operand, bool sliced)
{
    const Operand *o = operand_of(plan, block_of(operand));
    const char *name = block_of(operand)->name;
    if (!sliced)
        return NULL;
    if (!o)
        return text("'%s' is not a window", name);
    Placement kept = window_placement(l, o);
    if (kept != WINDOW_IN_PLACE && kept != WINDOW_MASKED)
        return text("'%s' is copied", name);
    if (o->visits != VISIT_EACH)
        return text("the block of '%s' stays for several steps", name);
    if (o->written || is_aliased(plan->call, o->part))
        return text("the array of '%s' is written", name);
    if (count_nodes(plan->call->kernel->body, names_symbol, o->ref) != 1)
        return text("'%s' is also used elsewhere", name);
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (!w->inside || w->kind == WINDOW_ELEMENT || w->kind == WINDOW_BOUNDED ||
            (w->index && find_node(w->index, is_risky, NULL)))
            return text("the index map of '%s' may be wrong in a step that never runs", name);
    }
    return NULL;
}

static bool is_item(const Node *block, const Node *n)
{
    for (int i = 0; i < block->item_count; i++)
        if (block->items[i] == n)
            return true;
    return false;
}

// Why slices of later steps are not fetched; NULL: they are.
static const char *why_within(const Plan *plan, const Lanes *l)
{
    const Node *body = plan->call->kernel->body, *node = l->dot_count == 1 ? l->dots[0].node : NULL;
    const DotSchedule *s = node ? &l->dots[0].schedule : NULL;
    if (!node)
        return "the kernel has several PL_DOTs";
    if (plan->levels != 1)
        return plan->levels ? "several axes are sequential" : "no axis is sequential";
    if (l->persistent)
        return "a work-group runs several programs";
    if (!is_item(body, node) || has_kind(body, ND_RETURN))
        return "not every step reaches it";
    if (s->rows > s->height || s->columns > s->width)
        return "its sums do not fit in registers";
    if (!copies_unchanged(l, node, s))
        return "elements are converted";
    if (block_of(node->b) == block_of(node->c))
        return "it multiplies a block by itself";
    const char *first = why_not_early(plan, l, node->b, s->x_sliced);
    return first ? first : why_not_early(plan, l, node->c, s->y_sliced);
}

void plan_across(const Plan *plan, Lanes *l)
{
    if (l->machine->stages < 2 || l->rejected)
        return;
    l->within = why_within(plan, l);
    if (l->within)
        return;
    l->across = l->dots[0].node;
    l->dots[0].schedule.ahead = true;
}

bool is_fetched_across(const Lanes *l, const Operand *o)
{
    const DotSchedule *s = l->across ? schedule_of(l, l->across) : NULL;
    return s && o->level && ((s->x_sliced && block_of(l->across->b) == o->ref) ||
                             (s->y_sliced && block_of(l->across->c) == o->ref));
}
