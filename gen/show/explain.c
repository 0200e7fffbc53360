// show/explain.c -- pallasc --explain: which axes are parallel and why, when windows are copied, how work-items share
// the call, and how much memory it needs. docs/checks.md describes how to read the report.

#include "show/show.h"
#include <string.h>

// ---- An explanation: titles, each with a table ----------------------------------------------------------------------

static void add_row(Explained *t, Loc at, const char *const *cells, int count)
{
    ExplainedRow row = { .at = at };
    memcpy(row.cells, cells, (size_t)count * sizeof *cells);
    list_add(t->rows, t->row_count, row);
}

#define ADD_ROW(table, at, ...) \
    add_row((table), (at), (const char *const[]){ __VA_ARGS__ }, \
            (int)(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *)))

static const Loc nowhere;

// Adds a table with its title, or with none: it continues the one before.
static void add_part(Explanation *to, const char *title, Explained part)
{
    part.title = title;
    if (title || part.row_count)
        list_add(to->parts, to->count, part);
}

static void add_title(Explanation *to, const char *title)
{
    add_part(to, title, (Explained){ .row_count = 0 });
}

// The same if the table has rows.
static void add_table(Explanation *to, const char *title, Explained part)
{
    if (part.row_count)
        add_part(to, title, part);
}

static const char *place_text(Loc at)
{
    return at.line ? text("%s:%u:%u", at.file, at.line, at.column) : "";
}

// ---- Axes -----------------------------------------------------------------------------------------------------------

// By how many groups.
static const char *combining_text(const Call *call)
{
    return call->shares > 1 ? text(", with %lld groups for each block", call->shares)
           : call->unshared ? text(", with one group for each block, because %s", call->unshared) : "";
}

// Whether the launcher divides the steps of this axis, or would.
static const char *division_text(const Plan *plan, const Axis *axis)
{
    const Call *call = plan->call;
    bool last = axis == &call->axes[call->axis_count - 1], divides = plan->lanes->group.machine->divides;
    if (divides && last && (axis->kind == AXIS_PLAIN || axis->kind == AXIS_ARBITRARY) && only_accumulates(call) && !call->pipeline)
        return text("its steps only accumulate: with PL_REDUCTION(%s, %s), parts of the device that the other axes leave idle would share them",
                    axis->name, expression_text(axis->extent));
    if (axis->kind != AXIS_REDUCTION || !(call->divided || call->undivided))
        return NULL;
    if (call->undivided)
        return text("not divided: %s", call->undivided);
    const char *number = axis->parts ? text("whose number is %s", expression_text(axis->parts))
                                     : "if the other axes leave some of the device idle";
    return text("divided among parts, %s; %s combines them%s", number, call->combined->name, combining_text(call));
}

static void explain_axes(Explanation *to, const Plan *plan)
{
    Explained t = { 0 };
    for (int a = 0; a < plan->axis_count; a++) {
        const PlannedAxis *p = &plan->axes[a];
        bool proved = p->axis->kind == AXIS_PLAIN && p->parallel;
        ADD_ROW(&t, p->axis->at, p->axis->name, expression_text(p->axis->extent), p->parallel ? "parallel" : "sequential",
                text("%s%s", proved ? "proved: " : "", p->proof.why));
        if (!p->parallel && p->axis->kind == AXIS_PLAIN)
            ADD_ROW(&t, p->proof.at, "", "", "", text("at %s", place_text(p->proof.at)));
        const char *division = p->parallel ? NULL : division_text(plan, p->axis);
        if (division)
            ADD_ROW(&t, p->axis->at, "", "", "", division);
    }
    add_part(to, "axes, slowest first", t);
}

static void explain_pipeline(Explanation *to, const Call *call)
{
    Explained t = { 0 };
    if (!call->pipeline)
        return;
    ADD_ROW(&t, call->pipeline->at, !call->unflattened ? "its axes are axes of the call, whose steps it runs"
            : text("a loop of the kernel, which copies each window when it needs it: %s", call->unflattened));
    add_part(to, text("PL_PIPELINE of %s, line %u", call->pipeline->symbol->name, call->pipeline->at.line), t);
}

// ---- Windows --------------------------------------------------------------------------------------------------------

static const char *size_text(const Node *n)
{
    return n->known ? text("%lld", n->value) : expression_text(n);
}

// Returns the axes that the block of an operand depends on: "i or l".
static const char *axes_followed(const Plan *plan, const Operand *o)
{
    const char *all = "";
    for (int a = 0; a < plan->axis_count; a++)
        if (part_names_axis(o->part, plan->axes[a].axis))
            all = text("%s%s%s", all, *all ? " or " : "", plan->axes[a].axis->name);
    return all;
}

static const char *schedule_text(const Plan *plan, int i)
{
    const Operand *o = &plan->operands[i];
    const char *axes = axes_followed(plan, o);
    if (stays_in_place(o->part))
        return o->part->spec == SPEC_ANY ? "in HBM: the kernel copies parts of it" : "in place: all programs share it";
    bool fetched = plan->flows[i].fetched;
    if (!*axes)
        return !o->written ? "fetched once" : fetched ? "fetched once, written back at the end"
                                                      : "written back at the end";
    if (!o->written)
        return text("fetched when %s changes", axes);
    return fetched ? text("fetched and written back when %s changes", axes)
                   : text("written back when %s changes", axes);
}

static const char *partial_dims_text(const Operand *o)
{
    const char *all = "";
    int count = 0;
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].partial)
            all = listed(all, text("%d", d - o->part->batches)), count++;
    return text("dim%s %s", count > 1 ? "s" : "", all);
}

static bool has_same_blocks(const Operand *a, const Operand *b)
{
    bool same = a->rank == b->rank;
    for (int d = 0; same && d < a->rank; d++)
        same = a->dims[d].kind == b->dims[d].kind && same_expression(a->dims[d].size, b->dims[d].size) &&
               same_expression(a->dims[d].index, b->dims[d].index) && same_expression(a->dims[d].count, b->dims[d].count);
    return same;
}

// Returns why all windows of the operand are copies, and what to write instead if the other operand of PL_ALIAS has the same blocks.
static const char *always_text(const Plan *plan, const Operand *o)
{
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *other = &plan->operands[i];
        if (are_aliased(o->part, other->part))
            return text("always a copy: PL_ALIAS has a reader and a writer%s", !has_same_blocks(o, other) ? ""
                        : text("; %s has the same blocks, and one PL_INOUT does without this copy", other->part->name));
    }
    return "always a copy: a pointer to its rows needs one";
}

static const char *copy_text(const Plan *plan, const Operand *o)
{
    switch (o->copy) {
    case COPY_NEVER:
        return stays_in_place(o->part) ? "" : "no window extends past the array";
    case COPY_PARTIAL:
        return text("may extend past the array on %s", partial_dims_text(o));
    case COPY_ALWAYS:
        return always_text(plan, o);
    }
    return "";
}

static void explain_windows(Explanation *to, const Plan *plan)
{
    Explained t = { 0 };
    for (int i = 0; i < plan->operand_count; i++)
        ADD_ROW(&t, plan->operands[i].part->at, plan->operands[i].part->name, part_word(plan->operands[i].part), schedule_text(plan, i),
                copy_text(plan, &plan->operands[i]));
    add_table(to, "windows", t);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

typedef struct {
    const Given *given;         // the values of --size
    Explained table;
    long long bytes;            // the sum of the known sizes
    bool more;                  // other sizes are known only at run time
} Memory;

typedef struct { Node *all[MOST_DIMS]; int rank; } Extents;

static const char *extents_product_text(Node *const *dims, int rank)
{
    const char *all = "";
    for (int d = 0; d < rank; d++)
        all = text("%s%s%s", all, d ? " x " : "", size_text(dims[d]));
    return rank ? all : "1";
}

static void add_memory(Memory *m, Loc at, const char *what, const char *name, Node *const *dims, int rank, const Type *type, int buffers)
{
    Node *known[MOST_DIMS];
    for (int d = 0; d < rank; d++) {
        Number n = number_of(m->given, dims[d]);
        known[d] = n.known ? literal_node(n.value) : dims[d];
    }
    long long bytes = bytes_of(type, known, rank);
    const char *shape = extents_product_text(known, rank);
    if (bytes >= 0)
        m->bytes += bytes * buffers;
    else
        m->more = true;
    ADD_ROW(&m->table, at, name, what, bare_type_name(type), shape, bytes < 0 ? "at run time" : text("%lld bytes", bytes),
            buffers > 1 ? text("x %d", buffers) : "",
            bytes >= 0 && buffers > 1 ? text("= %lld bytes", bytes * buffers) : "");
}

// Returns the extents of a window in the call, because the kernel's may depend on scalars.
static Extents window_extents(const Operand *o)
{
    Extents e = { .rank = 0 };
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].kind != WINDOW_ONE)
            e.all[e.rank++] = o->dims[d].size;
    return e;
}

static void add_tile(void *to, const Node *n)
{
    if (n->kind == ND_TILE)
        add_memory(to, n->at, "PL_TILE", n->symbol->name, n->symbol->dims, n->symbol->rank, n->symbol->type, 1);
}

static void add_windows(Memory *m, const Plan *plan)
{
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        Extents e = window_extents(o);
        if (!stays_in_place(o->part))
            add_memory(m, o->part->at, "window", o->part->name, e.all, e.rank, o->part->type, plan->flows[i].buffers);
    }
}

static void explain_memory(Explanation *to, const Plan *plan, const Given *given)
{
    Memory m = { .given = given };
    const Call *call = plan->call;
    add_windows(&m, plan);
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (part->kind == PART_SCRATCH || part->kind == PART_TABLE)
            add_memory(&m, part->at, part->kind == PART_TABLE ? "table" : "scratch", part->name, part->shape, part->rank, part->type, 1);
    }
    each_node(call->kernel->body, add_tile, &m);
    Explained total = { .row_count = 0 };
    ADD_ROW(&total, nowhere, text("total %lld bytes%s", m.bytes, m.more ? ", plus sizes known at run time" : ""));
    add_table(to, "memory if every window is copied", m.table);
    if (m.table.row_count)
        add_part(to, NULL, total);
}

// ---- Lanes ----------------------------------------------------------------------------------------------------------

static const char *registers_text(const struct BlockLayout *layout)
{
    return text("%lld register%s per work-item: %s", layout->registers, layout->registers == 1 ? "" : "s", layout->why);
}

// Returns why a block with a layout is not in registers; nothing if it has no layout.
static const char *not_in_registers_text(const Lanes *l, const Symbol *ref)
{
    const struct BlockLayout *layout = block_layout(&l->layouts, ref);
    return layout ? text("; not in registers, because %s", layout->why) : "";
}

// Returns how many blocks of a window in local memory are there at a time, or why one; nothing if the machine has no stages.
static const char *ahead_text(const Lanes *l, const Operand *o)
{
    const struct WindowFetch *f = fetch_of(&l->fetches, o);
    if (!f || f->not_ahead)
        return f ? text("; not fetched ahead, because %s", f->not_ahead) : "";
    long long next = pipeline_of(&l->fetches, o->level)->bytes_of_next;
    return text("; %d blocks are in memory, and the next are fetched while one is used%s", f->buffers,
                next ? text("; --budget=%lld holds one more", l->local.bytes + next) : "");
}

static const char *placement_in_memory_text(const Lanes *l, const Operand *o)
{
    const struct WindowPlacement *k = placement_of(&l->placements, o);
    const char *no_copy = k->no_copy ? text(": %s", k->no_copy) : "";
    switch (window_placement(&l->placements, o)) {
    case WINDOW_LOCAL:
        return text("a copy in local memory: %s%s%s", k->why, pieces_text(l->group.machine, k), ahead_text(l, o));
    case WINDOW_MASKED:
        return text("in place; masked if it extends past the array%s", no_copy);
    case WINDOW_COPIED:
        return text("%s: %s", o->copy == COPY_ALWAYS ? "a copy in global memory"
                                                     : "in place; a copy in global memory if it extends past the array",
                    k->why);
    default:
        if (o->copy == COPY_PARTIAL)
            return text("in place; loops end with the array if it extends past it%s", no_copy);
        return text("in place: %s", k->why);
    }
}

typedef struct { const Lanes *lanes; const Symbol *ref; const Node *loop; int count; } RowLoops;

static void count_loop(void *to, const Access *a)
{
    RowLoops *loops = to;
    const Node *loop = a->around_count ? a->around[a->around_count - 1] : NULL, *at = a->place;
    bool element = at->kind == ND_ACCESS && at->ref == loops->ref && at->item_count == at->ref->rank;
    if (!loop || loop == loops->loop || !element)
        return;
    const Symbol *column = loop->axes[loop->axis_count - 1].index;
    Distribution how = distribution_of(&loops->lanes->group, column);
    if ((how != CYCLIC_COLUMNS && how != CYCLIC_LANES) || !is_name_of(at->items[at->item_count - 1], column))
        return;
    loops->loop = loop;
    loops->count++;
}

// The first loop that accesses rows of the ref, if lanes hold them; otherwise NULL.
static const struct HeldVector *first_held(const Lanes *l, const Symbol *ref)
{
    for (int i = 0; i < l->held.vector_count; i++)
        if (l->held.vectors[i].vector->ref == ref)
            return &l->held.vectors[i];
    return NULL;
}

// Returns how to keep rows of run-time length in registers, if several loops access them; or where longer ones are; or nothing.
static const char *row_advice(const Plan *plan, const Symbol *ref)
{
    if (plan->next && first_held(plan->next->lanes, ref))
        return text("; long rows are held in local memory, by a kernel of their own");
    RowLoops loops = { .lanes = plan->lanes, .ref = ref };
    if (!ref->dims[ref->rank - 1]->known)
        each_access(plan->call->kernel->body, NULL, count_loop, &loops);
    return loops.count < 2 ? "" : text("; %d loops access its rows: a PL_TILE with a constant number of columns holds a row "
                                       "in registers", loops.count);
}

static const char *placement_text(const Plan *plan, const Operand *o)
{
    const Lanes *l = plan->lanes;
    if (window_placement(&l->placements, o) == WINDOW_REGISTERS)
        return registers_text(block_layout(&l->layouts, o->ref));
    const struct HeldVector *held = first_held(l, o->ref);
    const struct CarriedParts *carried = carried_into(&l->carried, o);
    if (carried)
        return text("in place; each work-item has its part of the results in %lld register%s from step to step, and the last step combines the parts",
                    carried->count, carried->count == 1 ? "" : "s");
    if (held)
        return text("in place: a row is %s%s", held->vector->loads ? "read once, and held in local memory for the loops that follow"
                                                                   : "stored once, and held in local memory until then",
                    l->held.in_part ? "; if there is room only for a part of it, these loops access the rest in the array" : "");
    return text("%s%s%s", placement_in_memory_text(l, o), not_in_registers_text(l, o->ref), row_advice(plan, o->ref));
}

// Returns the other PL_DOT that copies slices of the same block; NULL: there is none.
static const Node *copies_again(const Lanes *l, const Node *dot, const Symbol *ref)
{
    for (int i = 0; i < l->dots.dot_count; i++) {
        const struct Dot *d = &l->dots.dots[i];
        if (d->node != dot && copies_slices(d->node, &d->schedule, ref))
            return d->node;
    }
    return NULL;
}

static const char *slices_text(const Lanes *l, const Node *dot, const Node *operand, const DotSide *side)
{
    const char *name = block_of(operand)->name;
    const Node *other = side->sliced ? copies_again(l, dot, block_of(operand)) : NULL;
    return !side->sliced ? text("%s in local memory", name)
                         : text("%s in slices of depth %lld in local memory%s", name, schedule_of(&l->dots, dot)->slice,
                                side->transposes ? ", transposed on their way there: that takes the memory of another slice, and each byte is read and written "
                                                   "once more"
                                : other ? text(" (PL_DOT on line %u copies them again)", other->at.line) : "");
}

// Returns whether matrix instructions multiply, and if not, why; nothing if the machine has none.
static const char *units_text(const Lanes *l, const Node *dot)
{
    if (!l->group.machine->mma_depth)
        return "";
    const char *why = why_no_mma(l->group.machine, dot);
    return l->group.mma ? "; by matrix instructions" : text("; not by matrix instructions: %s", why ? why : l->group.no_mma);
}

// Returns how many slices are in memory at a time, and whether the next may belong to another step.
static const char *stages_text(const Plan *plan, const Node *dot)
{
    const Lanes *l = plan->lanes;
    const DotSchedule *s = schedule_of(&l->dots, dot);
    const char *more = l->local.budget_of_next ? text("; --budget=%lld holds one more", l->local.budget_of_next) : "";
    if (!s || !s->sliced || l->group.machine->stages < 2)
        return "";
    if (!s->ahead)
        return text("; no slice is fetched ahead: %s", s->slices > 1 ? "their elements are converted"
                                                                 : text("a step has only one, and %s", l->dots.not_across));
    if (stages_of(l, s) == 1)
        return *more ? text("; one slice is in memory, and none is fetched while it is used%s", more) : "";
    return text("; %lld slices are in memory, and the next are fetched while one is used%s%s", stages_of(l, s),
                l->local.across == dot ? ", over all steps" : text(", within a step, because %s", l->dots.not_across), more);
}

// The operand of a PL_DOT of a chain.
static const char *fed_text(const Chain *c, const Node *operand, const DotSide *side)
{
    const char *name = block_of(operand)->name;
    const struct Fed *fed = fed_side(c, side);
    return !fed ? text("%s in registers", name)
           : fed->stays ? text("%s in local memory, fetched before all steps", name)
                        : text("%s in local memory, where %lld blocks of it have room, fetched ahead", name, c->stages);
}

static const char *chain_text(const Lanes *l, const Node *dot, const DotSchedule *s)
{
    const char *later = l->chain.postponed.dot == dot ? "; issued in the next step, behind that step's first PL_DOT" : "";
    return text("%s, %s; by matrix instructions%s", fed_text(&l->chain, dot->b, &s->x), fed_text(&l->chain, dot->c, &s->y), later);
}

// Many lanes read each element of an operand of PL_DOT, so a copy of its slices in local memory pays.
struct dots { const Plan *plan; Explained table; };

static void add_dot(void *to, const Node *n)
{
    struct dots *d = to;
    const DotSchedule *s = n->kind == ND_DOT ? schedule_of(&d->plan->lanes->dots, n) : NULL;
    if (n->kind == ND_DOT)
        ADD_ROW(&d->table, n->at, text("PL_DOT, line %u", n->at.line),
                s && d->plan->lanes->chain.fed_count ? chain_text(d->plan->lanes, n, s)
                : s ? text("%s, %s; a row or a column of work-items reads each element%s%s", slices_text(d->plan->lanes, n, n->b, &s->x),
                         slices_text(d->plan->lanes, n, n->c, &s->y), stages_text(d->plan, n), units_text(d->plan->lanes, n))
                : runs_by_tiles(&d->plan->lanes->group, n) ? "a single work-item computes it"
                : "each work-item computes its elements, because the sizes are known only at run time");
}

// Loops whose iterations are too few for the lanes of the group. rows: the rows of lanes that run the PL_EACH around them.
typedef struct { const Lanes *lanes; long long rows; Explained table; } IdleLanes;

// Returns how many lanes have an iteration of an axis; all of them if their number is known only at run time.
static long long lanes_with_work(const Lanes *l, const LoopAxis *axis)
{
    Distribution how = distribution_of(&l->group, axis->index);
    long long count = axis_count(axis), run = run_along(&l->group, how);
    if (how == CONTIGUOUS_LANES || how == CONTIGUOUS_COLUMNS)
        run = (count + lane_count(&l->group, how) - 1) / lane_count(&l->group, how);
    return how == NOT_DISTRIBUTED ? 1 : count <= 0 ? lane_count(&l->group, how) : least((count + run - 1) / run, lane_count(&l->group, how));
}

static void add_idle(void *to, const Node *n)
{
    IdleLanes *idle = to, inner = *idle;
    long long all = idle->lanes->group.rows * idle->lanes->group.columns, busy = idle->rows;
    bool loop = n->kind == ND_EACH || n->kind == ND_REDUCE;
    for (int i = 0; i < n->axis_count && loop; i++)
        busy *= lanes_with_work(idle->lanes, &n->axes[i]);
    if (loop && busy < all && is_distributed(&idle->lanes->group, n) && !is_shared(&idle->lanes->group, n))
        ADD_ROW(&inner.table, n->at, text("line %u", n->at.line), text("%lld of %lld work-items have an iteration", busy, all));
    inner.rows = is_shared(&idle->lanes->group, n) ? lanes_with_work(idle->lanes, &n->axes[0]) : idle->rows;
    if (!loop || is_shared(&idle->lanes->group, n))
        visit_parts(n, add_idle, &inner);
    idle->table = inner.table;
}

// Prints the loops within which one work-item runs other loops.
static void explain_unshared(Explanation *to, const Lanes *l)
{
    Explained t = { 0 };
    for (int i = 0; i < l->group.unshared_count; i++)
        ADD_ROW(&t, l->group.unshared[i].each->at, text("line %u", l->group.unshared[i].each->at.line), l->group.unshared[i].why);
    add_table(to, "warning: loops that work-items do not share", t);
}

static void add_shared_scan(void *to, Step *s)
{
    static const char *const means[] = {
        [REDUCED_BY_SHUFFLES] = "by shuffles in a warp", [REDUCED_BY_WARPS] = "by shuffles in each warp, then by local memory",
        [REDUCED_BY_HALVES] = "by local memory",
    };
    if (scan_of(s->node) && s->reduction != REDUCED_IN_ORDER)
        ADD_ROW((Explained *)to, s->node->at, text("line %u", s->node->at.line),
                text("work-items have neighbors; what is before each, they learn %s, in each round", means[s->reduction]));
}

static void explain_scans(Explanation *to, const Lanes *l)
{
    Explained t = { 0 };
    each_step(l->body, add_shared_scan, &t);
    add_table(to, "PL_SCAN", t);
}

static const char *barrier_place(const Barrier *b)
{
    const Operand *o = b->operand;
    const Node *n = b->step ? b->step->node : NULL;
    switch (b->place) {
    case BARRIER_WITHIN: case BARRIER_FINAL:
                            return text("in %s on line %u", n->kind == ND_DOT ? "PL_DOT" : scan_of(n) ? "PL_SCAN" : "PL_REDUCE", n->at.line);
    case BARRIER_AT_END:    return text("at the end of the loop on line %u", n->at.line);
    case BARRIER_FETCH:     return text("before %s is copied", o->part->name);
    case BARRIER_BETWEEN:   return text("before the next block of %s is copied in", o->part->name);
    case BARRIER_FETCHED:   return text("after %s is copied in", o->part->name);
    case BARRIER_END_VISIT:     return text("before %s is copied back", o->part->name);
    default:                return text("before line %u", n->at.line);
    }
}

static Loc place_of_barrier(const Barrier *b)
{
    return b->step ? b->step->node->at : b->operand->part->at;
}

static const char *bytes_text(long long bytes)
{
    return bytes < 0 ? "at run time" : text("%lld bytes", bytes);
}

// Returns the gaps between its rows, what they achieve, and which conflicts they leave; or nothing.
static const char *gap_text(const struct LocalUse *use)
{
    const char *why = use->gap.why, *left = use->gap.left;
    const char *gap = text("%lld element%s between rows", use->gap.elements, use->gap.elements == 1 ? "" : "s");
    if (!use->gap.elements)
        return why ? text("rows padded: %s", why) : left ? left : "";
    return text("%s%s%s%s%s", gap, why ? ": " : "", why ? why : "", left && why ? "; " : left ? ": " : "", left ? left : "");
}

// Returns the sum with the blocks that do not fit; nothing if all do.
static const char *left_out_text(const Lanes *l)
{
    const char *names = "";
    long long bytes = l->local.bytes;
    for (int i = 0; i < l->placements.block_count; i++)
        if (l->placements.blocks[i].left_out) {
            names = listed(names, text("'%s'", l->placements.blocks[i].ref->name));
            bytes += l->placements.blocks[i].bytes;
        }
    return *names ? text("; %lld with %s, which does not fit", bytes, names) : "";
}

// Prints the contents of local memory, and their sum.
static void explain_local(Explanation *to, const Lanes *l)
{
    Explained t = { 0 };
    for (int i = 0; i < l->local.use_count; i++)
        ADD_ROW(&t, l->local.uses[i].at, local_text(&l->local.uses[i]), bare_type_name(l->local.uses[i].type), bytes_text(l->local.uses[i].bytes),
                gap_text(&l->local.uses[i]));
    const char *left_out = left_out_text(l);
    if (!l->local.use_count && !*left_out)
        return;
    Explained total = { .row_count = 0 };
    const bool held = l->local.bytes > l->group.machine->local_bytes || held_bytes(&l->held) < 0;    // the launcher asks the device
    ADD_ROW(&total, nowhere, held ? text("total %lld bytes%s", l->local.bytes, held_bytes(&l->held) < 0 ? ", plus sizes known at run time" : "")
                                  : text("total %lld of the %lld bytes that %s%s", l->local.bytes, l->group.machine->local_bytes,
            l->group.machine->budget_is_named ? "--budget allows"
            : l->group.machine->name ? text("%s has", l->group.machine->name) : "every GPU has; --budget=BYTES sets a larger limit",
            left_out));
    add_part(to, "local memory of a work-group", t);
    add_part(to, NULL, total);
}

static void add_places(Explained *t, const Plan *plan)
{
    static const char *const names[] = {
        [MEMORY_GLOBAL] = "global memory", [MEMORY_LOCAL] = "local memory", [MEMORY_PRIVATE] = "private to each work-item",
    };
    const Lanes *l = plan->lanes;
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        Extents e = window_extents(o);
        ADD_ROW(t, o->part->at, o->part->name, extents_product_text(e.all, e.rank), bytes_text(bytes_of(o->part->type, e.all, e.rank)),
                placement_text(plan, o));
    }
    for (int i = 0; i < l->placements.block_count; i++) {
        const struct BlockPlacement *p = &l->placements.blocks[i];
        if (p->why && strcmp(p->what, "window"))
            ADD_ROW(t, p->ref->at, p->ref->name, extents_product_text(p->ref->dims, p->ref->rank), bytes_text(p->bytes),
                    text("%s: %s%s", names[p->memory], p->why, not_in_registers_text(l, p->ref)));
        else if (in_registers(&l->layouts, p->ref) && strcmp(p->what, "window"))
            ADD_ROW(t, p->ref->at, p->ref->name, extents_product_text(p->ref->dims, p->ref->rank), bytes_text(p->bytes),
                    registers_text(block_layout(&l->layouts, p->ref)));
    }
}

// Returns the conditions that the kernel checks before it loads and stores several elements at once.
static const char *conditions_text(const Lanes *l)
{
    const char *all = "";
    for (int i = 0; i < l->vectors.divided_count; i++)
        all = text("%s%s%s is a multiple of %d", all, *all ? ", " : "", expression_text(l->vectors.divided[i]), l->group.run);
    for (int i = 0; l->group.machine->vector_aligned && i < l->vectors.aligned_count; i++)
        all = text("%s%s%s", all, i ? ", " : *all ? ", and the addresses of " : "the addresses of ", l->vectors.aligned[i]->part->name);
    return l->group.machine->vector_aligned && l->vectors.aligned_count ? text("%s are multiples of %lld", all, l->group.machine->vector_bytes) : all;
}

// Prints what PL_MULTIPLE_OF promises, or would.
static void explain_promises(Explanation *to, const Lanes *l)
{
    Explained t = { .row_count = 0 };
    for (int i = 0; i < l->vectors.relied_count; i++)
        ADD_ROW(&t, nowhere, text("PL_MULTIPLE_OF(%s, %d) promises it: the kernel does not check it",
                expression_text(l->vectors.relied[i]), l->group.run));
    if (l->vectors.divided_count)
        ADD_ROW(&t, nowhere, text("PL_MULTIPLE_OF(%s, %d) as an extent promises it", expression_text(l->vectors.divided[0]), l->group.run));
    add_part(to, NULL, t);
}

static Loc place_in(const Node *loop, const Node *place)
{
    return place ? place->at : loop ? loop->at : nowhere;
}

static unsigned line_in(const Node *loop, const Node *place)
{
    return place_in(loop, place).line;
}

static const char *line_text(unsigned line)
{
    return line ? text("line %u", line) : "where it is copied";
}

// Returns whether an earlier vector is of the same block and on the same line. any: on any line.
static bool is_listed(const Lanes *l, int v, bool any)
{
    const struct Vector *this = &l->vectors.vectors[v];
    for (int i = 0; i < v; i++) {
        const struct Vector *o = &l->vectors.vectors[i];
        if (o->ref == this->ref && (any || line_in(o->loop, o->place) == line_in(this->loop, this->place)))
            return true;
    }
    return false;
}

// Whether its lanes store the block in lines: narrow results, as matrix instructions leave sums.
static bool leaves_in_lines(const Lanes *l, const struct Vector *v)
{
    const Machine *m = l->group.machine;
    return !v->loop && l->group.mma && m->mma_words && !m->producer_lanes && type_size(v->ref->type) < 4;
}

static const char *use_text(const Lanes *l, const struct Vector *v)
{
    return leaves_in_lines(l, v) ? "in pieces of 16 bytes, by way of local memory, if its rows are multiples of that"
                                 : line_text(line_in(v->loop, v->place));
}

// Prints, for each block, where several elements are loaded or stored at once.
static void explain_vectors(Explanation *to, const Lanes *l)
{
    Explained t = { 0 };
    for (int i = 0; i < l->vectors.vector_count; i++) {
        const char *lines = "";
        for (int v = i; v < l->vectors.vector_count; v++)
            if (l->vectors.vectors[v].ref == l->vectors.vectors[i].ref && !is_listed(l, v, false))
                lines = listed(lines, use_text(l, &l->vectors.vectors[v]));
        if (!is_listed(l, i, true))
            ADD_ROW(&t, place_in(l->vectors.vectors[i].loop, l->vectors.vectors[i].place), l->vectors.vectors[i].ref->name, lines);
    }
    add_part(to, NULL, t);
}

// Prints the accesses along rows that are of one element, and why.
static void explain_single_accesses(Explanation *to, const Lanes *l)
{
    Explained t = { 0 };
    for (int i = 0; i < l->vectors.single_access_count; i++) {
        const struct SingleAccess *s = &l->vectors.single_accesses[i];
        unsigned line = line_in(s->loop, s->place);
        bool again = false;
        for (int j = 0; j < i && !again; j++) {
            const struct SingleAccess *o = &l->vectors.single_accesses[j];
            again = o->ref == s->ref && line_in(o->loop, o->place) == line && !strcmp(o->why, s->why);
        }
        if (!again)
            ADD_ROW(&t, place_in(s->loop, s->place), s->ref->name, text("%s: %s", line_text(line), s->why));
    }
    add_part(to, NULL, t);
}

static void explain_runs(Explanation *to, const Lanes *l)
{
    if (!l->group.machine->vector_bytes)
        return;
    if (l->vectors.no_runs) {
        add_title(to, text("loads and stores of one element: %s", l->vectors.no_runs));
        explain_single_accesses(to, l);
        return;
    }
    const char *conditions = conditions_text(l);
    add_title(to, text("loads and stores of %d neighboring elements%s%s", l->group.run,
            *conditions ? text(" if %s; else of one", conditions) : "",
            l->group.fewer ? text(" (not of %d: %s)", 2 * l->group.run, l->group.fewer) : ""));
    explain_vectors(to, l);
    explain_promises(to, l);
    if (l->vectors.single_access_count)
        add_title(to, "loads and stores of one element");
    explain_single_accesses(to, l);
}

static const char *chosen_text(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    const long long chosen = chosen_value(plan->call, "PL_THREADS", 0), made = (long long)l->group.rows * l->group.columns;
    return !chosen ? "" : chosen == made ? ", as PL_SCHEDULE says"
         : text("; PL_SCHEDULE says %lld, and the kernel cannot be divided so", chosen);
}

static void explain_lanes(Explanation *to, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    Explained places = { 0 }, barriers = { 0 };
    struct dots dots = { .plan = plan };
    IdleLanes idle = { .lanes = l, .rows = 1 };
    if (l->group.rejected) {
        add_title(to, text("cannot be distributed over work-items: %s, at %s", l->group.rejected, place_text(l->group.rejected_at)));
        return;
    }
    add_places(&places, plan);
    each_node(plan->call->kernel->body, add_dot, &dots);
    add_idle(&idle, plan->call->kernel->body);
    add_part(to, text("work-group of %d work-items%s%s", l->group.rows * l->group.columns,
                      l->group.rows > 1 ? text(", %d x %d", l->group.rows, l->group.columns) : "", chosen_text(plan)), places);
    for (int i = 0; i < plan->barrier_count; i++)
        ADD_ROW(&barriers, place_of_barrier(plan->barriers[i]), barrier_place(plan->barriers[i]), plan->barriers[i]->why);
    add_part(to, NULL, dots.table);
    if (begins_with_longest(plan))
        add_title(to, text("  programs with the %s %s begin first: the condition on line %u holds in most of their steps",
                           plan->order.from_end ? "largest" : "smallest", plan->order.axis->name, plan->order.at.line));
    add_table(to, "loops that leave work-items idle", idle.table);
    explain_unshared(to, l);
    explain_scans(to, l);
    explain_runs(to, l);
    explain_local(to, l);
    add_table(to, "barriers", barriers);
}

typedef struct { Explained table; bool unchecked; } Reports;

static void add_report(void *to, const Node *n)
{
    Reports *r = to;
    bool reports = n->kind == ND_CHECK || n->kind == ND_PRINT || (n->kind == ND_MULTIPLE_OF && !r->unchecked);
    if (n->kind == ND_CHECK && n->op)
        ADD_ROW(&r->table, n->at, "PL_LOOP", text("its step '%s' on line %u, if it is below 1", expression_text(n->a), n->at.line));
    else if (reports)
        ADD_ROW(&r->table, n->at, n->kind == ND_CHECK ? "PL_CHECK" : n->kind == ND_PRINT ? "PL_PRINT" : "PL_MULTIPLE_OF",
                text("line %u", n->at.line));
}

// Prints what the kernel may have to report: what it checks because nothing proves it, and what it prints.
static void explain_reports(Explanation *to, const Plan *plan)
{
    Reports r = { .unchecked = plan->unchecked };
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        for (int d = 0; d < o->rank; d++) {
            if (!o->dims[d].inside)
                ADD_ROW(&r.table, o->part->at, o->part->name, text("index '%s' on dim %d, if it is out of range",
                                                expression_text(o->dims[d].index), d - o->part->batches));
            each_node(o->dims[d].index, add_report, &r);
        }
        for (int c = 0; c < o->check_count; c++) {
            const RunCheck *check = &o->checks[c];
            if (check->dim >= 0)
                ADD_ROW(&r.table, o->part->at, o->part->name, text("subscript '%s' of table '%s', if it is out of range",
                                                expression_text(check->node->items[check->dim]), check->node->ref->name));
            else if (check->varies)
                ADD_ROW(&r.table, o->part->at, o->part->name, text("divisor '%s', if it is 0", expression_text(check->node->b)));
        }
    }
    each_node(plan->call->kernel->body, add_report, &r);
    add_table(to, "reports of the kernel, for which a call waits", r.table);
}

// Prints the semaphores of the call, and the devices of its mesh.
static void explain_devices(Explanation *to, const Call *call)
{
    Explained t = { .row_count = 0 }, mesh = { .row_count = 0 };
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SEM)
            ADD_ROW(&t, call->parts[i].at, call->parts[i].name, call->parts[i].dma ? "counts bytes of copies" : "counts signals",
                    call->parts[i].is_array ? text("%s of them", expression_text(call->parts[i].shape[0])) : "");
    for (int i = 0; i < call->mesh_count; i++)
        ADD_ROW(&mesh, call->mesh[i].at, call->mesh[i].name, expression_text(call->mesh[i].extent));
    add_table(to, "semaphores", t);
    add_table(to, "devices of a mesh", mesh);
}

// How groups take programs, if they may take them in turn.
static const char *turns_text(const Plan *plan)
{
    const Pairs *pairs = &plan->lanes->pairs;
    const long long cluster = chosen_value(plan->call, "PL_CLUSTER", 0), persistent = chosen_value(plan->call, "PL_PERSISTENT", -1);
    const bool in_turn = persistent < 0 ? cluster != 1 : persistent;
    return text("  work-groups %s, %s%s; results are copied to their arrays%s", in_turn ? "take programs in turn" : "run one program each",
                cluster == 1 ? "alone" : text("in pairs: neighbors along %s share %s", plan->axes[pairs->axis].axis->symbol->name, pairs->shared->name),
                cluster || persistent >= 0 ? ", as PL_SCHEDULE says" : "", in_turn ? " while the next program runs" : "");
}

// Why no groups of the call may take programs in turn, or in pairs; NULL: some may.
static const char *why_not_in_turn(const Plan *plan)
{
    const Lanes *next = plan->next ? plan->next->lanes : NULL;
    if (plan->not_next)
        return text("there is no kernel for %s", plan->lanes->group.machine->next->name);
    if (!next || !next->group.machine->producer_lanes)
        return "no work-items fetch slices of a PL_DOT for others";
    return has_pairs(next) ? NULL : next->pairs.why_not ? next->pairs.why_not : "a work-group with several PL_DOTs runs one program, alone";
}

// The choices of PL_SCHEDULE that the machines of the target know, and the call cannot have.
static void explain_choices(Explanation *to, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    const Machine *next = l->group.machine->next;
    const char *why = next && next->producer_lanes ? why_not_in_turn(plan) : NULL;
    if (why && chosen_value(plan->call, "PL_CLUSTER", 0) == 2)
        add_title(to, text("PL_CLUSTER(2) has no effect: %s", why));
    if (why && l->persistent && !chosen_value(plan->call, "PL_PERSISTENT", -1))
        add_title(to, "PL_PERSISTENT(0) has no effect: work-groups take programs in turn, because each needs global memory of its own");
    if (why && !l->persistent && chosen_value(plan->call, "PL_PERSISTENT", -1) == 1)
        add_title(to, text("PL_PERSISTENT(1) has no effect: %s", why));
}

// The schedule of a further machine, or why it has none.
static void explain_next(Explanation *to, const Plan *plan)
{
    if (plan->not_next)
        add_title(to, plan->not_next);
    if (!plan->next)
        return;
    const Lanes *l = plan->next->lanes;
    const Machine *m = l->group.machine;
    const long long held = held_bytes(&l->held);
    if (held < 0)
        add_title(to, text("for rows of %lld bytes and more%s, if the local memory of the device has room for %s", held_least(l, true),
                           held_least(l, true) == held_least(l, false) ? "" : text(" (%lld, if the grid has few programs)", held_least(l, false)),
                           l->held.in_part ? "an eighth of one" : "one"));
    else if (held > 0)
        add_title(to, text("if the local memory of the device has room for %s%lld bytes", l->held.in_part ? "an eighth of " : "", l->local.bytes));
    else
        add_title(to, text("for %s: %lld more work-items, one of which fetches slices for PL_DOT%s", m->name, m->producer_lanes,
                           groups_together(l) > 1 ? text("; %lld work-groups run together", groups_together(l)) : ""));
    if (has_pairs(l))
        add_title(to, turns_text(plan->next));
    else if (l->pairs.why_not)
        add_title(to, text("  each work-group runs one program, alone: %s", l->pairs.why_not));
    explain_lanes(to, plan->next);
    explain_next(to, plan->next);
}

// ---- All of it, as data and as text ---------------------------------------------------------------------------------

// Puts it in the terms of the target's language.
static void use_words(Explanation *e, const Machine *machine)
{
    for (int p = 0; p < e->count; p++) {
        Explained *part = &e->parts[p];
        part->title = part->title ? in_words(machine, part->title) : NULL;
        for (int r = 0; r < part->row_count; r++)
            for (int c = 0; c < MOST_CELLS && part->rows[r].cells[c]; c++)
                part->rows[r].cells[c] = in_words(machine, part->rows[r].cells[c]);
    }
}

Explanation explanation_of(const Plan *plan, const KnownSize *sizes, int size_count)
{
    const Given given = given_sizes(plan->call, sizes, size_count);
    Explanation e = { .count = 0 };
    if (plan->axis_count)
        explain_axes(&e, plan);
    else
        add_title(&e, "runs once");
    explain_pipeline(&e, plan->call);
    explain_windows(&e, plan);
    explain_reports(&e, plan);
    explain_devices(&e, plan->call);
    explain_memory(&e, plan, &given);
    e.lanes = e.count;
    explain_lanes(&e, plan);
    explain_next(&e, plan);
    explain_choices(&e, plan);
    use_words(&e, plan->lanes->group.machine);
    return e;
}

// Each column is as wide as its longest cell.
static void put_table(FILE *to, const Explained *t)
{
    int widths[MOST_CELLS] = { 0 };
    for (int r = 0; r < t->row_count; r++)
        for (int c = 0; c < MOST_CELLS && t->rows[r].cells[c]; c++)
            if ((int)strlen(t->rows[r].cells[c]) > widths[c])
                widths[c] = (int)strlen(t->rows[r].cells[c]);
    for (int r = 0; r < t->row_count; r++) {
        const char *line = "   ";
        for (int c = 0; c < MOST_CELLS && t->rows[r].cells[c]; c++)
            line = text("%s%s%-*s", line, c ? "  " : " ", widths[c], t->rows[r].cells[c]);
        fprintf(to, "%s\n", without_trailing_blanks(line));
    }
}

void explain(FILE *to, const Call *call, const Explanation *e)
{
    fprintf(to, "call %s of %s, %s:%u\n", call->name, call->kernel->name, call->at.file, call->at.line);
    for (int i = 0; i < e->count; i++) {
        if (e->parts[i].title)
            fprintf(to, "  %s\n", e->parts[i].title);
        put_table(to, &e->parts[i]);
    }
}
