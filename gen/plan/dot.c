// plan/dot.c -- PL_DOT by a group of lanes.
//
// The group computes height x width elements of z at a time. Each lane has a tile of them in registers: every rows-th
// row and every columns-th column. The dim that is summed over is processed in slices: the group copies a slice of x
// and one of y to local memory, and each lane multiplies from there. An operand that is already in local memory is read
// in place; then there are no slices of it, and if the other one is there, too, the sums are computed in one go.

#include "plan/plan.h"
#include <string.h>

typedef struct {
    const Plan *plan;
    const LaneGroup *lanes;
    const Layouts *layouts;
    const Placements *placements;
    Dots made;
} DotSearch;

// ---- Matrix instructions --------------------------------------------------------------------------------------------

static bool is_multiple(const Node *extent, long long of)
{
    return extent->known && extent->value > 0 && extent->value % of == 0;
}

static bool is_half(const Type *t) { return t->kind == TY_F16 || t->kind == TY_BF16; }
static bool is_eighth(const Type *t) { return t->kind == TY_E4M3 || t->kind == TY_E5M2; }

// Whether matrix instructions may multiply such elements by others.
static bool is_factor(const Machine *m, const Type *t)
{
    return is_half(t) || (m->mma_bytes && (t->kind == TY_I8 || is_eighth(t)));
}

static const char *factors_text(const Machine *m)
{
    return m->mma_bytes ? "f16, bf16, int8 and f8" : "f16 or bf16";
}

// The depth of a slice is a multiple of it: there are as many bytes for any type.
static long long depth_unit(const Machine *m, const Node *dot)
{
    return 2 * m->mma_depth / type_size(block_of(dot->b)->type);
}

// Matrix instructions read elements of one byte along the depth: whether those of an operand lie so in memory, or are transposed on
// their way to a slice.
static bool is_across_depth(const Node *dot, const Node *operand)
{
    return type_size(block_of(operand)->type) == 1 && (operand->kind == ND_TRANSPOSE) == (operand == dot->b);
}

static const Symbol *misplaced(const Node *dot)
{
    return is_across_depth(dot, dot->b) ? block_of(dot->b) : is_across_depth(dot, dot->c) ? block_of(dot->c) : NULL;
}

// Adds what the matrix instructions need of an extent to the list all, if this is not a multiple of it.
static const char *needed_extents(const char *all, const char *elements, const Node *extent, long long unit)
{
    return is_multiple(extent, unit) ? all : text("%s%s a multiple of %lld %s (not %s)", all, *all ? "," : "", unit, elements,
                                                  expression_text(extent));
}

const char *why_no_mma(const Machine *m, const Node *dot)
{
    const Symbol *z = dot->a->symbol, *x = block_of(dot->b), *y = block_of(dot->c), *other = is_factor(m, x->type) ? y : x;
    if (!is_factor(m, other->type))
        return text("they multiply %s, and '%s' is %s", factors_text(m), other->name, bare_type_name(other->type));
    if (x->type->kind != y->type->kind && !(is_eighth(x->type) && is_eighth(y->type)))
        return text("'%s' is %s, and '%s' is %s", x->name, bare_type_name(x->type), y->name, bare_type_name(y->type));
    if (z->type->kind != (x->type->kind == TY_I8 ? TY_I32 : TY_F32))
        return text("they sum in %s, and '%s' is %s", x->type->kind == TY_I8 ? "int" : "float", z->name, bare_type_name(z->type));
    if (misplaced(dot) && !m->producer_lanes)
        return text("a row of '%s' must have the elements of one sum: store it transposed, and %s", misplaced(dot)->name,
                    misplaced(dot) == y ? text("multiply by PL_T(%s)", y->name) : text("multiply %s, not PL_T(%s)", x->name, x->name));
    const char *needed = needed_extents("", text("rows of '%s'", z->name), z->dims[0], m->mma_rows);
    needed = needed_extents(needed, text("columns of '%s'", z->name), z->dims[1], m->mma_columns);
    needed = needed_extents(needed, text("elements in the dim that '%s' and '%s' share", x->name, y->name), dot_depth(dot), depth_unit(m, dot));
    return *needed ? text("they need%s", needed) : NULL;
}

// ---- Slices ---------------------------------------------------------------------------------------------------------

// Whether neighbors on this dim are adjacent in memory. They are not if dims after it, or dropped ones, have several elements.
static bool is_dense(const Plan *plan, const Symbol *ref, int dim)
{
    View v = view_of(ref);
    const Operand *o = operand_of(plan, v.of);
    int d = v.of->rank - ref->rank + dim;
    for (int i = d + 1; !o && i < v.of->rank; i++)
        if (!is_literal(v.of->dims[i], 1))
            return false;
    for (int i = o ? o->rank - 1 : -1; i >= 0 && o->dims[i].dim != d; i--)
        if (!is_literal(o->dims[i].extent, 1))
            return false;
    return true;
}

typedef struct { const Symbol *view, *name; const Node *body; int count; } Place;

// Counts the statements that change the name, except in the heads of loops around the view.
static void count_change(void *place, const Node *n)
{
    Place *p = place;
    p->count += changes(n, p->name);
    if (n->kind == ND_FOR && find_node(n->body, declares_symbol, p->view))
        p->count -= count_nodes(n->init, changes, p->name) + count_nodes(n->b, changes, p->name);
}

// Whether n may have another value than where the view is declared.
static bool may_move(const Node *n, const void *place)
{
    Place p = *(const Place *)place;
    p.name = n->symbol;
    if (n->kind != ND_NAME)
        return n->kind == ND_CALL || effect_of(n).target || (n->kind == ND_ACCESS && !n->ref->type->constant);
    each_node(p.body, count_change, &p);
    return is_addressed(n->symbol) || p.count;
}

bool has_steady_place(const Symbol *ref, const Node *body)
{
    View v = ref->view ? viewed(ref->view->a) : (View){ 0 };
    Place place = { .view = ref, .body = body };
    for (int d = 0; v.of && d < v.dim; d++)
        if (find_node(v.at[d], may_move, &place))
            return false;
    bool steady = v.of && v.of != ref && !find_node(v.offset, may_move, &place);
    return !ref->view || (steady && has_steady_place(v.of, body));
}

static bool is_sliced(const DotSearch *in, const Node *operand)
{
    return memory_of(in->placements, block_of(operand)) == MEMORY_GLOBAL;
}

// Whether the elements of slices have the type of the operand, so that copies of 4 or 8 bytes make them.
static bool has_slice_type(const Node *dot, const Node *operand)
{
    const Type *z = dot->a->symbol->type, *type = block_of(operand)->type;
    return type->kind == z->kind && type->kind != TY_STRUCT && (type_size(z) == 4 || type_size(z) == 8);
}

// Whether operands are copied in slices, and without converting their elements.
static bool copies_unchanged(const Node *dot, const DotSchedule *s)
{
    bool unchanged = (!s->x.sliced || has_slice_type(dot, dot->b)) && (!s->y.sliced || has_slice_type(dot, dot->c));
    return s->sliced && (s->mma || unchanged);
}

// The elements of a piece, if lines of the operand's memory can be copied in pieces; otherwise 1.
static long long piece_of(const DotSearch *in, const Symbol *ref, long long line)
{
    const Operand *o = operand_of(in->plan, view_of(ref).of);
    const Node *row = o ? o->dims[o->rank - 1].extent : view_of(ref).of->dims[view_of(ref).of->rank - 1];
    long long piece = in->lanes->machine->piece_bytes / type_size(ref->type);
    bool whole = piece > 1 && line % piece == 0 && !(row->known && row->value % piece) && is_dense(in->plan, ref, ref->rank - 1);
    return whole ? piece : 1;
}

// The number of lines of which the lanes of a warp read an element at a time, for sums by lanes of elements of 4 bytes. If
// lines are copied in pieces, their pitch is an odd multiple of four elements: then up to eight lines begin in different
// banks. Where only one line is read at a time, by neighbors, it needs no gap.
static long long lines_read(const LaneGroup *l, const DotSide *side, bool second)
{
    return second != side->turned ? 1 : second ? l->columns : l->machine->warp / l->columns;
}

// Elements after each row of a slice of y. The rows of lanes copy a transposed y along the depth, which goes down the
// slice: BANKS / columns lanes write to a row at a time, and those of the next row to the banks after them.
static long long gap_of_y(const LaneGroup *l, const Node *dot, long long width)
{
    if (dot->c->kind != ND_TRANSPOSE || width % 2)
        return 0;
    return width % BANKS || l->columns > BANKS ? 1 : BANKS / l->columns;
}

static bool copies_lines(const LaneGroup *l, const Node *dot, bool second, const DotSide *side, bool masked)
{
    const Node *operand = second ? dot->c : dot->b;
    bool four = has_slice_type(dot, operand) && type_size(block_of(operand)->type) == 4;
    return side->sliced && side->piece > 1 && four && !masked && lines_read(l, side, second) <= 8;
}

static void set_lines(DotSide *side, bool second, const DotSchedule *s)
{
    long long rows = second ? s->slice : s->height, columns = second ? s->width : s->slice;
    side->lines = side->turned ? columns : rows;
    side->line = side->turned ? rows : columns;
}

static long long pitch_of(const LaneGroup *l, const Node *dot, bool second, const DotSide *side, const DotSchedule *s)
{
    if (s->mma && l->machine->producer_lanes)           // copies of boxes have no gaps
        return side->line;
    if (s->mma)         // a matrix instruction reads 16 bytes of each of eight lines at once: lines of 32 bytes need another 16
        return side->line + 16 / type_size(block_of(dot->b)->type);
    if (side->by_lines)
        return lines_read(l, side, second) > 1 && side->line % 8 == 0 ? side->line + 4 : side->line;
    return side->line + (second ? gap_of_y(l, dot, s->width) : 1);
}

bool is_zero(const Node *value)
{
    if (converts_float(value))                          // pl_to_bf16(0)
        return is_zero(value->items[0]);
    return value->known ? value->value == 0 : value->kind == ND_FLOAT && value->number == 0;
}

// Matrix instructions read slices with the lines of memory. Otherwise slices of x have its rows, and those of y go along the
// depth, unless lines are copied in pieces.
static DotSide side_of(const DotSearch *in, const Node *dot, bool second, const DotSchedule *s)
{
    const Node *operand = second ? dot->c : dot->b;
    bool fits = s->slices_fit && (second ? s->columns == s->width || s->columns_fit : s->rows == s->height || s->rows_fit);
    DotSide side = { .sliced = is_sliced(in, operand), .transposes = s->mma && is_across_depth(dot, operand) };
    side.turned = (operand->kind == ND_TRANSPOSE) != side.transposes;
    set_lines(&side, second, s);
    side.piece = side.sliced ? piece_of(in, block_of(operand), side.line) : 1;
    side.by_lines = s->mma || copies_lines(in->lanes, dot, second, &side, !fits);
    if (!side.by_lines) {
        side.piece = 1;
        side.turned = false;
        set_lines(&side, second, s);
    }
    side.by_columns = !side.by_lines && is_dense(in->plan, block_of(operand), operand->kind == ND_TRANSPOSE);
    side.masked = side.sliced ? masked_window(in->plan, in->placements, view_of(block_of(operand)).of) : NULL;
    side.zero_outside = side.masked && (!side.masked->part->edge || is_zero(side.masked->part->edge));
    side.pitch = pitch_of(in->lanes, dot, second, &side, s);
    return side;
}

// ---- The schedule ---------------------------------------------------------------------------------------------------

static long long slice_of(const LaneGroup *l, const Node *dot, const DotSchedule *s)
{
    if (!s->sliced || !s->mma)
        return s->sliced ? least(s->depth, l->slice) : s->depth;
    // the same number of bytes for narrower elements
    long long unit = depth_unit(l->machine, dot), slice = least(s->depth, 4 * l->slice / type_size(block_of(dot->b)->type));
    slice = slice < unit ? unit : slice - slice % unit;
    while (s->depth % slice)                            // each slice consists of whole fragments
        slice -= unit;
    return slice;
}

static DotSchedule make_schedule(const DotSearch *in, const Node *dot, bool from_zero)
{
    const Symbol *z = dot->a->symbol;
    DotSchedule s = {
        .rows = z->dims[0]->value, .columns = z->dims[1]->value, .depth = dot_depth(dot)->value,
        .sliced = is_sliced(in, dot->b) || is_sliced(in, dot->c), .mma = in->lanes->mma,
        .in_registers = in_registers(in->layouts, z), .from_zero = from_zero,
        .narrow = has_int_offsets(in->plan, z) && has_int_offsets(in->plan, block_of(dot->b)) &&
                  has_int_offsets(in->plan, block_of(dot->c)),
    };
    bool at_once = s.in_registers || in->lanes->mma;
    s.slice = slice_of(in->lanes, dot, &s);
    s.height = at_once ? s.rows : least(s.rows, in->lanes->machine->dot_tile * in->lanes->rows);
    s.width = at_once ? s.columns : least(s.columns, in->lanes->machine->dot_tile * in->lanes->columns);
    s.tile_rows = trips_over(in->lanes, s.height, CYCLIC_ROWS);
    s.tile_columns = trips_over(in->lanes, s.width, CYCLIC_COLUMNS);
    s.rows_fit = s.rows % (s.tile_rows * in->lanes->rows) == 0;
    s.columns_fit = s.columns % (s.tile_columns * in->lanes->columns) == 0;
    s.slices_fit = s.depth % s.slice == 0;
    s.slices = (s.depth + s.slice - 1) / s.slice;
    s.repeats = s.rows > s.height || s.columns > s.width || s.slices > 1;
    s.x = side_of(in, dot, false, &s);
    s.y = side_of(in, dot, true, &s);
    s.ahead = s.slices > 1 && copies_unchanged(dot, &s);
    return s;
}

// ---- Names of slices ------------------------------------------------------------------------------------------------
//
// A slice is named after its operand: q_slice. Slices of the same kind share an array, which is named after the first.

static const char *full_name(const Symbol *of, const char *name)
{
    return text("%s_%s", of->name, name);
}

// Returns a name that neither the first arrays nor the other slice of the statement have; other: or NULL.
static const char *free_name(const LocalMemory *l, const Symbol *of, bool second, const Type *type, int arrays, const char *other)
{
    const char *side = second ? "right" : "left";
    const char *const names[] = { "slice", text("%s_slice", side), text("%s_%s_slice", side, type_code(type)) };
    for (int n = 0; n < 2; n++) {
        bool taken = other && !strcmp(other, full_name(of, names[n]));
        for (int i = 0; i < arrays && !taken; i++)
            taken = l->uses[i].of && !strcmp(full_name(l->uses[i].of, l->uses[i].name), full_name(of, names[n]));
        if (!taken)
            return names[n];
    }
    return names[2];
}

static void name_slice(const LocalMemory *l, DotSide *side, const Symbol *of, bool second, const char *other)
{
    const struct LocalUse *u = &l->uses[side->use];
    side->named_apart = strcmp(u->of->name, of->name);
    side->name = side->named_apart ? free_name(l, of, second, u->type, l->use_count, other) : u->name;
}

void name_slices(Dots *dots, LocalMemory *l)
{
    for (int i = 0; i < l->use_count; i++)
        if (l->uses[i].of)
            l->uses[i].name = l->uses[i].fetched ? "fetched_slice"
                              : free_name(l, l->uses[i].of, !strcmp(l->uses[i].what, "y_slice"), l->uses[i].type, i, NULL);
    for (int i = 0; i < dots->dot_count; i++) {
        DotSide *x = &dots->dots[i].schedule.x, *y = &dots->dots[i].schedule.y;
        const Symbol *left = block_of(dots->dots[i].node->b), *right = block_of(dots->dots[i].node->c);
        if (x->sliced)
            name_slice(l, x, left, false, NULL);
        if (y->sliced)
            name_slice(l, y, right, true, x->sliced ? full_name(left, x->name) : NULL);
    }
}

// ---- What is read, and when it may be overwritten -------------------------------------------------------------------

// ---- Sums that begin at zero ----------------------------------------------------------------------------------------

// Whether this PL_FILL, directly before the PL_DOT, sets the same block to 0, so that the sums can begin with 0 in
// registers and the fill writes nothing. The block must be in local memory, where the barrier after the copies of
// slices orders its stores.
static bool clears_sums(const DotSearch *in, const Node *fill, const Node *dot)
{
    return fill->kind == ND_FILL && dot->kind == ND_DOT && fill->a->symbol == dot->a->symbol && is_zero(fill->b) &&
           runs_by_tiles(in->lanes, dot) && memory_of(in->placements, dot->a->symbol) == MEMORY_LOCAL;
}

static void add_dot(DotSearch *in, const Node *dot, const Node *before)
{
    const Node *fill = before && clears_sums(in, before, dot) ? before : NULL;
    if (runs_by_tiles(in->lanes, dot) && !schedule_of(&in->made, dot))
        list_add(in->made.dots, in->made.dot_count, ((struct Dot){ dot, fill, make_schedule(in, dot, fill) }));
}

static void find_dots(void *search, const Node *n)
{
    for (int i = 0; n->kind == ND_BLOCK && i < n->item_count; i++)
        if (n->items[i]->kind == ND_DOT)
            add_dot(search, n->items[i], i ? n->items[i - 1] : NULL);
    if (n->kind == ND_DOT)
        add_dot(search, n, NULL);
    if (n->kind != ND_EACH)                             // inside, a single lane runs the PL_DOT
        visit_parts(n, find_dots, search);
}

// ---- Slices of the next steps ---------------------------------------------------------------------------------------
//
// If a step of the sequential axes has one PL_DOT, its slices form one sequence over all steps: while one is used, the
// following ones are fetched, including those of the next step. So the windows of sliced operands are computed where they
// are fetched, several slices before the step that uses them. This requires that nothing else uses them, that nothing is
// reported about them, and that no step ends early.

const char *why_not_computed_early(const Plan *plan, const Placements *placements, const Operand *o)
{
    const char *name = o->ref->name;
    Placement kept = window_placement(placements, o);
    if (kept != WINDOW_IN_PLACE && kept != WINDOW_MASKED)
        return text("'%s' is copied", name);
    if (o->written || is_aliased(plan->call, o->part))
        return text("the array of '%s' is written", name);
    if (map_reports(o, 0))
        return text("the index map of '%s' has a PL_MULTIPLE_OF, or a constant array, which are checked in each step", name);
    return NULL;
}

// Why slices of the operand cannot be fetched in an earlier step; NULL: they can, or it has none.
static const char *why_not_early(const Plan *plan, const Placements *placements, const Node *operand, bool sliced)
{
    const Operand *o = operand_of(plan, block_of(operand));
    const char *name = block_of(operand)->name;
    if (!sliced)
        return NULL;
    if (!o)
        return text("'%s' is not a window", name);
    const char *why = why_not_computed_early(plan, placements, o);
    if (why)
        return why;
    if (o->visits != VISIT_EACH)
        return text("the block of '%s' stays for several steps", name);
    return count_nodes(plan->call->kernel->body, names_symbol, o->ref) == 1 ? NULL : text("'%s' is also used elsewhere", name);
}

static bool is_item(const Node *block, const Node *n)
{
    for (int i = 0; i < block->item_count; i++)
        if (block->items[i] == n)
            return true;
    return false;
}

// Why the steps of all sequential axes cannot be numbered; NULL: they can.
const char *why_not_numbered(const Plan *plan)
{
    if (!plan->levels)
        return "no axis is sequential";
    return plan->levels > 1 && shared_axis(plan->call) ? "several axes are sequential, and the steps of one are divided among parts" : NULL;
}

// Why slices of later steps are not fetched; NULL: they are.
static const char *why_not_across(const DotSearch *in, bool persistent)
{
    const Plan *plan = in->plan;
    const Dots *l = &in->made;
    const Node *body = plan->call->kernel->body, *node = l->dot_count == 1 ? l->dots[0].node : NULL;
    const DotSchedule *s = node ? &l->dots[0].schedule : NULL;
    if (!node)
        return "the kernel has several PL_DOTs";
    const char *steps = why_not_numbered(plan);
    if (steps)
        return steps;
    if (persistent)
        return "a work-group runs several programs";
    if (!is_item(body, node) || has_kind(body, ND_RETURN))
        return "not every step reaches it";
    if (s->rows > s->height || s->columns > s->width)
        return "its sums do not fit in registers";
    if (!copies_unchanged(node, s))
        return "elements are converted";
    if (block_of(node->b) == block_of(node->c))
        return "it multiplies a block by itself";
    const char *first = why_not_early(plan, in->placements, node->b, s->x.sliced);
    return first ? first : why_not_early(plan, in->placements, node->c, s->y.sliced);
}

static void find_across(DotSearch *in, bool persistent)
{
    Dots *to = &in->made;
    if (in->lanes->machine->stages < 2 || in->lanes->rejected)
        return;
    to->not_across = why_not_across(in, persistent);
    if (to->not_across)
        return;
    to->across = to->dots[0].node;
    to->dots[0].schedule.ahead = true;
}

Dots plan_dots(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Placements *placements, bool persistent)
{
    DotSearch in = { .plan = plan, .lanes = l, .layouts = layouts, .placements = placements };
    find_dots(&in, plan->call->kernel->body);
    find_across(&in, persistent);
    return in.made;
}
