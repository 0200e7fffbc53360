// plan/layouts.c -- which lane has which element of a block, and so which blocks live in registers.
//
// A block that a kernel reads again after writing it (the accumulator of a PL_DOT, sums that are carried from step to
// step) needs no memory if each work-item accesses only its own elements. There is one arrangement of lanes per kernel,
// so one rule determines the owner of an element: lane (r % rows, c % columns) owns (r, c), the last two subscripts.
// Earlier subscripts select one of the lane's tiles. Registers have no addresses, so these must be constants once the
// loops that count them are unrolled. Blocks get their layouts in three rounds:
//
//     strict       what PL_DOT accumulates into: a tile of accumulators. Its operands are in memory
//     propagated   what a PL_EACH combines with such a tile, element by element; values that belong to its rows
//     free         other blocks whose elements stay with one lane; tiles of a row, whose columns do
//
// The reason that disqualifies a block (an element of another lane, a view of some rows, a helper with a pointer) is
// reported with its line, and the block is in memory.

#include "plan/plan.h"

typedef struct {
    const Symbol *ref;
    const char *disqualified;        // NULL: each lane accesses only its own elements
    Loc dot;                    // the PL_DOT that accumulates into it
    bool factor;                // the left operand of a PL_DOT, which multiplies it where it is
    bool rows, flat;            // rank 1: it may belong to rows of lanes; to single lanes
    bool columns;               // for one row, in a PL_EACH whose rows lanes share
    bool window;                // for an operand
    bool result;                // of which the last step makes all, from sums that nothing needs then
    LaneLayout layout;
} Candidate;

typedef struct {
    const LaneGroup *lanes;
    const Node *body;           // of the kernel
    Candidate *all;
    int count;
    struct Combined { const Symbol *ref; const Node *where; } *combined;  // what a statement combines
    int combined_count;
} Candidates;

static Candidate *find_candidate(const Candidates *among, const Symbol *ref)
{
    return ref ? find_by(among->all, among->count, ref) : NULL;
}

static void disqualify(Candidate *c, const char *why)
{
    if (c && !c->disqualified)
        c->disqualified = why;
}

static bool has_known_dims(const Symbol *ref)
{
    for (int d = 0; d < ref->rank; d++)
        if (!ref->dims[d]->known || ref->dims[d]->value < 1)
            return false;
    return true;
}

static void add_candidate(Candidates *among, const Symbol *ref, bool window)
{
    Candidate c = { .ref = ref, .rows = true, .flat = true, .window = window };
    if (type_size(ref->type) < 0 || ref->type->kind == TY_STRUCT)
        disqualify(&c, "its elements are structs");
    else if (!has_known_dims(ref))
        disqualify(&c, "its size is known at run time");
    else if (is_pointed_into(ref, among->body))
        disqualify(&c, "a pointer points into it");
    else if (among->lanes->rows == 1 && ref->rank > 1)
        disqualify(&c, "the work-group has only one row");
    list_add(among->all, among->count, c);
}

// ---- How a block is accessed ----------------------------------------------------------------------------------------

// Whether the axis begins at 0; or, of rows, anywhere: lanes count from their first row, and those before it are masked.
static bool begins_in_order(const Access *at, const LoopAxis *axis, bool rows)
{
    const Node *loop = at->around[at->around_count - 1];
    bool zero = axis->lo->known && !axis->lo->value;
    return zero || (rows && loop->kind == ND_EACH && !scan_of(loop) && loop->axis_count > 1 &&
                    axis == &loop->axes[loop->axis_count - 2] && is_kept_in(axis->lo, loop));
}

// The axis that is this subscript, if it begins in order and ends within the dim. rows: the subscript is the last but one.
static const LoopAxis *axis_of(const Access *at, const Node *subscript, const Node *extent, bool rows)
{
    while (subscript->kind == ND_CAST || subscript->kind == ND_MULTIPLE_OF)
        subscript = subscript->a;
    for (int l = 0; subscript->kind == ND_NAME && l < at->around_count; l++)
        for (int a = 0; a < at->around[l]->axis_count; a++) {
            const LoopAxis *axis = &at->around[l]->axes[a];
            if (axis->index == subscript->symbol)
                return begins_in_order(at, axis, rows) && ends_within(at, axis, extent) ? axis : NULL;
        }
    return NULL;
}

static Distribution distribution_at(Candidates *among, const Access *at, int dim)
{
    const LoopAxis *axis = axis_of(at, at->place->items[dim], at->block->dims[dim], dim == at->block->rank - 2);
    return axis ? distribution_of(among->lanes, axis->index) : NOT_DISTRIBUTED;
}

static bool within_columns(Candidates *among, const Access *at)
{
    for (int l = 0; l < at->around_count; l++)
        for (int a = 0; a < at->around[l]->axis_count; a++)
            if (distribution_of(among->lanes, at->around[l]->axes[a].index) == CYCLIC_COLUMNS)
                return true;
    return false;
}

// ---- Subscripts that select a tile ----------------------------------------------------------------------------------

enum { MOST_UNROLLED = 16 };                            // iterations of a loop that selects registers

// Whether n is anything but an expression of numbers and of indices that become constants when their loops are unrolled.
static bool may_vary(const Node *n, const void *access)
{
    const Loops *loops = &((const Access *)access)->loops;
    if (n->known || n->kind == ND_CAST || n->kind == ND_MULTIPLE_OF)
        return false;
    if (n->kind == ND_BINARY)
        return assigns_to(n);
    for (int i = 0; n->kind == ND_NAME && i < loops->count; i++)
        if (loops->axes[i]->index == n->symbol)
            return axis_count(loops->axes[i]) < 0 || axis_count(loops->axes[i]) > MOST_UNROLLED;
    return true;
}

// Whether the subscripts of the first dims are constants, or become constants.
static bool selects_tile(Candidates *among, Candidate *c, const Access *a, Node *const *subscripts, int count)
{
    for (int d = 0; d < count; d++) {
        const Node *n = subscripts[d];
        bool distributed = n->kind == ND_NAME && distribution_of(among->lanes, n->symbol) != NOT_DISTRIBUTED;
        if (distributed || find_node(n, may_vary, a)) {
            disqualify(c, text("'%s' on line %u, which selects a part of it, is not a constant and does not count a loop of "
                               "at most %d iterations", expression_text(n), n->at.line, MOST_UNROLLED));
            return false;
        }
    }
    return true;
}

// A view in registers is one of a lane's tiles, or several of them.
static void note_view(Candidates *among, Candidate *c, const Access *a)
{
    const Symbol *view = a->by->symbol;
    View v = viewed(a->by->a);
    bool whole = v.of->rank - v.dim == view->rank && view->rank > 1 && (!v.offset || is_literal(v.offset, 0));
    for (int d = 0; whole && d < view->rank; d++)
        whole = view->dims[d]->known && view->dims[d]->value == v.of->dims[v.dim + d]->value;
    if (!whole)
        disqualify(c, text("PL_VIEW on line %u names some of its rows", a->by->at.line));
    else
        selects_tile(among, c, a, v.at, v.dim);
}

// The indices that select registers: their loops are unrolled.
static void note_unrolled(void *to, const Node *n)
{
    Layouts *l = to;
    if (n->kind == ND_NAME && n->symbol && !n->known && !is_unrolled(l, n->symbol))
        list_add(l->unrolled, l->unrolled_count, n->symbol);
}

static void unroll_loops(void *to, const Node *n)
{
    const Layouts *l = to;
    View v = n->kind == ND_VIEW ? viewed(n->a) : (View){ 0 };
    bool access = n->kind == ND_ACCESS;
    Node *const *subscripts = access ? n->items : v.at;
    for (int d = 0; d < (access ? n->ref->rank - 2 : v.dim) && in_registers(l, access ? n->ref : v.of); d++)
        each_node(subscripts[d], note_unrolled, to);
}

// ---- Elements and whole blocks --------------------------------------------------------------------------------------

// Returns why an element is not accessed by its owner alone.
static const char *others_text(const Candidates *among, const Access *a)
{
    unsigned line = a->place->at.line;
    if (a->around_count)
        return text("work-items access elements of others on line %u", line);
    bool single = find_by(among->lanes->singles, among->lanes->single_count, a->statement);
    return a->writes || single ? text("a single work-item accesses it on line %u", line)
                               : text("every work-item reads the same element on line %u", line);
}

static void note_element(Candidates *among, Candidate *c, const Access *a)
{
    if (c->columns)                                     // plan/lanes.c has checked it
        return;
    if (a->place->item_count < a->block->rank) {
        disqualify(c, text("a row of it is passed to a function on line %u", a->place->at.line));
    } else if (a->block->rank > 1) {
        int row = a->block->rank - 2;
        if (distribution_at(among, a, row) != CYCLIC_ROWS || distribution_at(among, a, row + 1) != CYCLIC_COLUMNS)
            disqualify(c, others_text(among, a));
        selects_tile(among, c, a, a->place->items, row);
    } else {
        Distribution how = distribution_at(among, a, 0);
        c->flat &= how == CYCLIC_LANES;
        c->rows &= how == CYCLIC_ROWS && !(a->writes && within_columns(among, a));
        if (!c->flat && !c->rows)
            disqualify(c, others_text(among, a));
    }
}

// Whether matrix instructions multiply the lanes' own elements: the left operand, arranged like sums.
static bool multiplies_own(const Candidates *among, const Access *a)
{
    const Node *n = a->by;
    return among->lanes->mma && among->lanes->machine->mma_left && is_name_of(n->b, a->block) && block_of(n->c) != a->block &&
           type_size(a->block->type) == 2 && runs_by_tiles(among->lanes, n);
}

// Sums are held in the type of the block only if PL_DOT would sum in that type, too.
static void note_dot(Candidates *among, Candidate *c, const Access *a)
{
    const Node *n = a->by;
    const char *line = text("PL_DOT on line %u", n->at.line);
    if (!a->writes && !a->around_count && multiplies_own(among, a))
        c->factor = true;
    else if (!a->writes)
        disqualify(c, text("%s multiplies it, and needs elements of other work-items", line));
    else if (a->around_count)
        disqualify(c, text("%s runs in one work-item", line));
    else if (!runs_by_tiles(among->lanes, n))
        disqualify(c, text("%s has sizes that are known only at run time", line));
    else if (type_size(a->block->type) < 4)
        disqualify(c, text("%s accumulates in a wider type than it has", line));
    if (a->writes && !c->dot.line)
        c->dot = n->at;
}

// Whether n combines two blocks element by element, as PL_ASSIGN does.
static bool pairs_blocks(const Node *n)
{
    return by_elements(n) && block_of(n->b);
}

static void note_whole(Candidate *c, const Access *a)
{
    if (a->around_count)
        disqualify(c, text("on line %u each work-item uses all of it", a->by->at.line));
    if (pairs_blocks(a->by))
        c->rows = false;
    if (!c->rows && !c->flat)
        disqualify(c, text("on line %u work-items access elements of others", a->by->at.line));
}

// The outermost PL_EACH or PL_REDUCE around an access, or a statement on whole blocks: the blocks in it are combined.
static const Node *combined_by(const Access *a)
{
    return a->around_count ? a->around[0] : a->by && (a->by->kind == ND_REDUCE || pairs_blocks(a->by)) ? a->by : NULL;
}

static void note_access(void *to, const Access *a)
{
    Candidates *among = to;
    const Node *by = a->by;
    bool view = by && by->kind == ND_VIEW;
    Candidate *c = a->block ? find_candidate(among, view_of(a->block).of) : NULL;
    if (!c || c->disqualified)
        return;
    if (view)
        note_view(among, c, a);
    else if (a->atomic)
        disqualify(c, text("PL_ATOMIC on line %u accesses it", by->at.line));
    else if (a->whole && a->passed)
        disqualify(c, text("it is passed to a function on line %u", a->place->at.line));
    else if (a->whole && by->kind == ND_DOT)
        note_dot(among, c, a);
    else if (a->whole)
        note_whole(c, a);
    else
        note_element(among, c, a);
    if (combined_by(a))
        list_add(among->combined, among->combined_count, ((struct Combined){ c->ref, combined_by(a) }));
}

// ---- Stores that every lane of a row makes --------------------------------------------------------------------------
// Every lane of a row holds a value of that row: all of them run the statement that sets it, so it must store nothing
// else.

static const Node *stored_element(const Node *n)                 // the element; NULL: none
{
    const Node *root = effect_of(n).atomic ? NULL : written_root(n);
    return root && root->kind == ND_ACCESS ? root : NULL;
}

static bool is_row_store(const Candidates *among, const Node *n)
{
    const Node *root = stored_element(n);
    const Candidate *c = root ? find_candidate(among, root->ref) : NULL;
    return n->kind != ND_STORE && c && !c->disqualified && c->ref->rank == 1 && c->rows && !c->flat;
}

static bool is_other_store(const Node *n, const void *among)
{
    return n->kind == ND_ATOMIC || n->kind == ND_PRINT || stores_through_pointer(n) || (stored_element(n) && !is_row_store(among, n));
}

// A statement that only sets such values is run by all lanes of the row.
static void run_in_rows(const Candidates *among, Layouts *to)
{
    const LaneGroup *l = among->lanes;
    for (int i = 0; i < l->single_count; i++)
        if (l->singles[i].how == SINGLE_ROW && !find_node(l->singles[i].statement, is_other_store, among))
            list_add(to->by_rows, to->by_row_count, l->singles[i].statement);
}

static bool stores_to(const Node *n, const void *ref)
{
    return stored_element(n) && stored_element(n)->ref == ref;
}

// Until no block disqualifies another.
static void disqualify_mixed(Candidates *among)
{
    const LaneGroup *l = among->lanes;
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < l->single_count; i++) {
            const Node *n = l->singles[i].statement;
            for (int c = 0; c < among->count; c++)
                if (!among->all[c].disqualified && among->all[c].ref->rank == 1 && !among->all[c].flat &&
                    find_node(n, stores_to, among->all[c].ref) &&
                    find_node(n, is_other_store, among)) {
                    disqualify(&among->all[c], text("the statement on line %u also stores elsewhere", n->at.line));
                    again = true;
                }
        }
    }
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

static bool combined_with_tile(Candidates *among, const Candidate *c)
{
    for (int i = 0; i < among->combined_count; i++)
        for (int j = 0; among->combined[i].ref == c->ref && j < among->combined_count; j++) {
            const Candidate *other = find_candidate(among, among->combined[j].ref);
            if (among->combined[i].where == among->combined[j].where && other != c && other->layout == LAYOUT_TILE)
                return true;
        }
    return false;
}

static void choose_layouts(Candidates *among)
{
    for (int i = 0; i < among->count; i++)
        if (!among->all[i].disqualified && among->all[i].dot.line)
            among->all[i].layout = LAYOUT_TILE;
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < among->count; i++) {
            Candidate *c = &among->all[i];
            if (c->disqualified || c->layout || c->columns || (c->ref->rank == 1 && c->flat) || !combined_with_tile(among, c))
                continue;
            c->layout = c->ref->rank > 1 ? LAYOUT_TILE : LAYOUT_ROWS;
            again = true;
        }
    }
    for (int i = 0; i < among->count; i++) {
        Candidate *c = &among->all[i];
        if (c->columns)
            c->layout = LAYOUT_COLUMNS;
        else if (!c->disqualified && !c->layout)
            c->layout = c->ref->rank == 1 && !c->flat ? LAYOUT_ROWS : LAYOUT_FLAT;
    }
}

// A window whose values are held by every lane of a row is disqualified, because one lane must write back each element.
static void disqualify_windows(Candidates *among)
{
    for (int i = 0; i < among->count; i++)
        if (among->all[i].window && among->all[i].ref->rank == 1 && !among->all[i].flat)
            disqualify(&among->all[i], "it is a window, with one value per row");
}

static long long registers_of(const LaneGroup *l, const Candidate *c)
{
    Node *const *dims = c->ref->dims;
    long long of_four = type_size(c->ref->type) > 4 ? 2 : 1;
    int row = c->ref->rank - 2;
    if (row >= 0) {
        for (int d = 0; d < row; d++)
            of_four *= dims[d]->value;
        long long all = of_four * trips_over(l, dims[row]->value, CYCLIC_ROWS) * trips_over(l, dims[row + 1]->value, CYCLIC_COLUMNS);
        return c->factor ? all / 2 : all;               // pairs of neighbors are in one
    }
    Distribution how = c->layout == LAYOUT_ROWS ? CYCLIC_ROWS : c->layout == LAYOUT_COLUMNS ? CYCLIC_COLUMNS : CYCLIC_LANES;
    return of_four * trips_over(l, dims[0]->value, how);
}

// Accumulators of PL_DOT first; then in the order of the kernel. Tiles of a row always fit if the group has several
// rows (plan/lanes.c); memory would have to hold one for each.
static void fit_registers(Candidates *among)
{
    const LaneGroup *l = among->lanes;
    const long long registers = registers_for_blocks(l->machine, l->rows * l->columns);
    long long left = registers;
    bool replaces = false;                              // a first result the sums
    for (int i = 0; i < 2 * among->count; i++) {
        Candidate *c = &among->all[i % among->count];
        if (c->disqualified || (c->columns && l->rows > 1) || (c->dot.line != 0) != (i < among->count))
            continue;
        if (c->result && !replaces && !c->disqualified) {
            replaces = true;
            continue;
        }
        if (registers_of(l, c) > left)
            disqualify(c, text("it needs %lld registers per work-item; of %lld, %lld are left", registers_of(l, c), registers, left));
        else
            left -= registers_of(l, c);
    }
}

// ---- The result -----------------------------------------------------------------------------------------------------

typedef struct { const Layouts *layouts; const Symbol *index; long long extent; } IndexUse;

// Finds elements in registers with this index in a subscript, and the least extent of their dims.
static void find_index_use(void *use, const Node *n)
{
    IndexUse *t = use;
    for (int i = 0; n->kind == ND_ACCESS && in_registers(t->layouts, n->ref) && i < n->item_count; i++)
        if (find_node(n->items[i], is_name_of, t->index) && (!t->extent || n->ref->dims[i]->value < t->extent))
            t->extent = n->ref->dims[i]->value;
}

// In a loop over elements in registers, each lane counts its trips, which select the register. If the loop ends at a size
// of the call, it has at most as many trips as the block has elements for a lane.
typedef struct { const LaneGroup *lanes; Layouts *layouts; } TripSearch;

static void set_trips(void *search, const Node *n)
{
    const LaneGroup *l = ((TripSearch *)search)->lanes;
    Layouts *to = ((TripSearch *)search)->layouts;
    if (n->kind != ND_EACH && n->kind != ND_REDUCE)
        return;
    for (int a = 0; a < n->axis_count; a++) {
        const LoopAxis *axis = &n->axes[a];
        Distribution how = distribution_of(l, axis->index);
        IndexUse use = { .layouts = to, .index = axis->index };
        each_node(n, find_index_use, &use);
        if (use.extent && how != NOT_DISTRIBUTED)
            list_add(to->trips, to->trip_count,
                     ((struct LoopTrips){ axis->index, trips_over(l, axis->hi->known ? axis->hi->value : use.extent, how) }));
    }
}

static const char *layout_reason(const Candidate *c)
{
    if (c->dot.line)
        return text("PL_DOT on line %u accumulates into it", c->dot.line);
    if (c->columns)
        return "each work-item of a row has its own columns";
    return c->layout == LAYOUT_ROWS ? "one value per row, which all work-items of the row hold"
                                    : "each work-item accesses only its own elements";
}

static void keep_layouts(const Candidates *among, Layouts *to)
{
    for (int i = 0; i < among->count; i++) {
        const Candidate *c = &among->all[i];
        struct BlockLayout layout = { c->ref, LAYOUT_MEMORY, 0, c->disqualified };
        if (!c->disqualified)
            layout = (struct BlockLayout){ c->ref, c->layout, registers_of(among->lanes, c), layout_reason(c) };
        list_add(to->blocks, to->block_count, layout);
    }
}

// Whether the tile belongs to one iteration of a PL_EACH whose rows lanes share.
static bool is_of_row(const LaneGroup *l, const Symbol *tile)
{
    for (int i = 0; i < l->shared_count; i++)
        if (find_node(l->shared[i]->body, declares_symbol, tile))
            return true;
    return false;
}

static void add_tile(void *to, const Node *n)
{
    Candidates *among = to;
    if (n->kind != ND_TILE || find_by(among->lanes->iteration_tiles, among->lanes->iteration_tile_count, n->symbol))
        return;
    add_candidate(among, n->symbol, false);
    among->all[among->count - 1].columns = is_of_row(among->lanes, n->symbol);
}

static bool shows_all_dims(const Operand *o)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].dim >= 0)
            return true;
    return false;
}

// Whether each element of the array has one place in the blocks, and so one lane, whichever blocks follow each other.
static bool has_one_place(const Operand *o)
{
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (w->kind != WINDOW_ONE && w->kind != WINDOW_FULL && !(w->kind == WINDOW_BLOCK && w->size->known))
            return false;
    }
    return true;
}

// Why the window cannot be in registers; NULL: it may be.
static const char *why_not_held(const Operand *o)
{
    if (!shows_all_dims(o))
        return "all its dims are dropped";
    return o->level && !has_one_place(o) ? "its blocks overlap" : NULL;
}

// Whether results of this type leave lanes together: by TMA; or in lines, because the lanes of a row have too few neighbors for a sector.
static bool holds_results(const LaneGroup *l, const Type *type)
{
    return l->machine->producer_lanes || (l->mma && l->machine->mma_words && type_size(type) < 4);
}

Layouts plan_layouts(const Plan *plan, const LaneGroup *l)
{
    Layouts made = { 0 };
    const Function *kernel = plan->call->kernel;
    Candidates all = { .lanes = l, .body = kernel->body }, *among = &all;
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        if (o->written && o->copy != COPY_ALWAYS && !stays_in_place(o->part) && reads_again(o->ref, kernel->body)) {
            add_candidate(among, o->ref, true);
            disqualify(&among->all[among->count - 1], why_not_held(o));
        } else if (holds_results(l, o->ref->type) && is_result_of_steps(plan, o) && !is_aliased(plan->call, o->part)) {
            add_candidate(among, o->ref, true);
            among->all[among->count - 1].result = true;
        }
    }
    for (int i = 0; i < plan->call->part_count; i++)
        if (plan->call->parts[i].kind == PART_SCRATCH)
            add_candidate(among, kernel->parameters[i], false);
    each_node(kernel->body, add_tile, among);
    each_access(kernel->body, NULL, note_access, among);
    disqualify_windows(among);
    disqualify_mixed(among);
    choose_layouts(among);
    fit_registers(among);
    disqualify_mixed(among);
    keep_layouts(among, &made);
    run_in_rows(among, &made);
    each_node(kernel->body, set_trips, &(TripSearch){ l, &made });
    each_node(kernel->body, unroll_loops, &made);
    return made;
}
