// plan/vectors.c -- neighbors of a row that one lane loads and stores as a vector of 16 bytes.
//
// A kernel may give each lane of a row a run of neighbors, alike in all loops, so that a lane finds the values that it
// computed in an earlier loop. If the elements of such a run are contiguous in an array, and begin at a multiple of 16
// bytes, one instruction loads or stores them. Blocks determine at which column they begin. That rows are multiples of
// a run, and that arrays begin at a multiple of 16 bytes, is checked when the kernel runs, if it is not known. If it is
// false, the same loops run with a run of one; or, if PL_DOT arranges the lanes, which then have runs in any case, a
// second version of the statement accesses elements. The other accesses of such a kernel load and store the elements of
// a run one by one. If most accesses along rows would do that, the kernel has no runs: for these, neighbors in
// neighboring lanes are faster.

#include "plan/plan.h"
#include <string.h>

typedef struct {
    const Plan *plan;
    const LaneGroup *lanes;
    const Layouts *layouts;
    const Clips *clips;
    const Placements *placements;
    LaneVectors made;
    Access outer;               // the enclosing loops; the last axis of the innermost one is over runs
    struct Vector *found;         // vectors that are loaded and stored, unless their ref is disqualified
    int found_count;
    struct Disqualified { Access access; const char *why; } *disqualified;
    int disqualified_count;
    const char *unfit;          // why the loop cannot load and store runs; NULL: it can
} Runs;

// ---- What is a multiple of a run ------------------------------------------------------------------------------------

bool ends_with_runs(const LaneGroup *l, const LaneVectors *v, const Node *extent)
{
    return is_promised_multiple(extent, l->run) || has_same(v->promised, v->promised_count, extent) ||
           (!l->tiled && has_same(v->divided, v->divided_count, extent));
}

static void note_promises(Runs *runs)
{
    const Plan *plan = runs->plan;
    for (int i = 0; i < plan->operand_count; i++)
        for (int d = 0; d < plan->operands[i].rank; d++) {
            const Node *shape = plan->operands[i].dims[d].shape;
            if (shape->kind == ND_MULTIPLE_OF && is_promised_multiple(shape, runs->lanes->run))
                list_add(runs->made.promised, runs->made.promised_count, shape->a);
        }
}

const Node *unwrapped_size(const Node *n)
{
    while (n->kind == ND_MULTIPLE_OF || n->kind == ND_CAST)
        n = n->a;
    return n->kind == ND_NAME && (n->symbol->kind == SY_SIZE || n->symbol->kind == SY_SCALAR) ? n : NULL;
}

static bool is_multiple(const LaneGroup *l, const LaneVectors *v, const Node *n)
{
    const Node *size = unwrapped_size(n);
    return ends_with_runs(l, v, n) || (size && ends_with_runs(l, v, size));
}

// Whether n is a multiple of a run, or the kernel can check that it is.
static bool can_be_multiple(const Runs *runs, const Node *n)
{
    return is_multiple(runs->lanes, &runs->made, n) || unwrapped_size(n);
}

static void require_multiple(Runs *runs, const Node *n)
{
    const Node *size = unwrapped_size(n);
    if (!size || has_same(runs->made.divided, runs->made.divided_count, size))
        return;
    if (!is_multiple(runs->lanes, &runs->made, n))
        list_add(runs->made.divided, runs->made.divided_count, size);
    else if (!has_same(runs->made.relied, runs->made.relied_count, size))
        list_add(runs->made.relied, runs->made.relied_count, size);
}

// The only row of an array is the array.
static bool has_rows(const Operand *o)
{
    return o->rank > 1;
}

bool checks_rows(const LaneGroup *l, const LaneVectors *v, const Operand *o)
{
    return has_rows(o) && !is_multiple(l, v, o->dims[o->rank - 1].shape);
}

// Why the rows of the window may begin between two multiples of a run, and what to write instead; NULL: they do not, or
// the kernel can check that they do not.
static const char *why_between(const Runs *runs, const Operand *o)
{
    const WindowDim *w = &o->dims[o->rank - 1];
    TypeKind kind = o->ref->type->kind;
    if (kind == TY_STRUCT || kind == TY_BOOL || type_size(o->ref->type) < 0)
        return "no vector has elements of its type";
    if (w->dim != o->ref->rank - 1)
        return "its rows are not contiguous";
    if (w->kind == WINDOW_BLOCK && !(w->size->known && w->size->value % runs->lanes->run == 0))
        return text("its blocks need not begin at a multiple of %d bytes; use blocks of a multiple of %d columns",
                    runs->lanes->run * type_size(o->ref->type), runs->lanes->run);
    if (w->kind != WINDOW_FULL && w->kind != WINDOW_BLOCK)
        return "its window begins at any element";
    if (has_rows(o) && !can_be_multiple(runs, w->shape))
        return w->shape->known ? text("its rows of %lld elements do not begin at multiples of 16 bytes", w->shape->value)
                               : text("its rows need not begin at a multiple of 16 bytes; PL_MULTIPLE_OF(%s, %d) as their "
                                      "extent promises it", expression_text(w->shape), runs->lanes->run);
    return NULL;
}

// The kernel checks, where it is not known, that the rows of the array begin at a multiple of 16 bytes.
static void require_aligned(Runs *runs, const Operand *o)
{
    if (has_rows(o))
        require_multiple(runs, o->dims[o->rank - 1].shape);
    for (int i = 0; i < runs->made.aligned_count; i++)
        if (runs->made.aligned[i] == o)
            return;
    list_add(runs->made.aligned, runs->made.aligned_count, o);
}

static bool begins_with_run(const LaneGroup *l, const LoopAxis *axis)
{
    return axis->lo->known && axis->lo->value % l->run == 0;
}

// Returns a number that is a multiple of a run if an axis that begins with one ends with a whole one; or NULL.
static const Node *end_of_runs(const Runs *runs, const LoopAxis *axis)
{
    const struct Clip *clip = clip_of(runs->clips, axis->index);
    if (!clip)
        return axis->hi;
    const Operand *o = clip->operand;
    return clip->dim == o->rank - 1 && !why_between(runs, o) ? o->dims[clip->dim].shape : NULL;
}

// ---- Accesses in a loop ---------------------------------------------------------------------------------------------

static const Node *loop_of(const Runs *runs)
{
    return runs->outer.around[runs->outer.around_count - 1];
}

static bool has_axis(const Runs *runs, const Symbol *index)
{
    for (int i = 0; i < runs->outer.loops.count; i++)
        if (runs->outer.loops.axes[i]->index == index)
            return true;
    return false;
}

// Whether n cannot be computed before the loop, apart from the loop's own indices.
static bool varies_in_loop(const Node *n, const void *with)
{
    const Runs *runs = with;
    if (n->kind != ND_NAME || n->known)
        return n->kind == ND_ACCESS || n->kind == ND_CALL || effect_of(n).target;
    if (n->symbol->kind == SY_INDEX)
        return !has_axis(runs, n->symbol);
    return n->symbol->kind == SY_LOCAL &&
           (find_node(loop_of(runs)->body, declares_symbol, n->symbol) || find_node(loop_of(runs)->body, changes, n->symbol));
}

// How the runs of the loop access the elements.
static AccessPattern along_runs(const Runs *runs, const Access *a)
{
    const Node *n = a->place, *loop = loop_of(runs);
    if (n->kind != ND_ACCESS || n->item_count < n->ref->rank)
        return (AccessPattern){ .kind = PATTERN_GATHER };
    return pattern_along(n, loop, loop->axes[loop->axis_count - 1].index);
}

// Whether the access is slower if lanes have runs, and it is no vector: neighboring lanes would access neighboring
// elements of memory, or different banks of local memory.
static bool is_slower_in_runs(const Runs *runs, const Access *a)
{
    AccessPattern along = along_runs(runs, a);
    bool contiguous = (along.kind == PATTERN_IDENTITY || along.kind == PATTERN_SHIFT) &&
                      along.dim == a->place->ref->rank - 1 && a->place->ref->kind == SY_REF;
    MemoryKind memory = a->block ? memory_of(runs->placements, a->block) : MEMORY_PRIVATE;
    return memory == MEMORY_LOCAL ? along.kind != PATTERN_SAME : memory == MEMORY_GLOBAL && contiguous;
}

static struct Vector *found_before(Runs *runs, const Node *place)
{
    for (int i = 0; i < runs->found_count; i++)
        if (same_expression(runs->found[i].place, place))
            return &runs->found[i];
    return NULL;
}

// Why an element cannot be loaded or stored with its neighbors; NULL: it can. A condition does not matter if each iteration has
// accessed the element before: the vector is stored in any case, where the condition is false with the values that it had.
static const char *why_alone(Runs *runs, const Operand *o, const Access *a)
{
    const Node *n = a->place, *loop = loop_of(runs);
    int last = o->ref->rank - 1;
    Placement how = window_placement(runs->placements, o);
    AccessPattern along = along_runs(runs, a);
    if (how == WINDOW_REGISTERS || how == WINDOW_LOCAL)
        return "it is in local memory";
    if (along.kind != PATTERN_IDENTITY || along.dim != last || n->ref != o->ref || a->atomic || a->passed)
        return "its neighbors are not those of the loop";
    if (a->around[a->around_count - 1] != loop || a->loops.count != runs->outer.loops.count)
        return "a loop within accesses it";
    if ((a->condition_count || a->unproved) && !found_before(runs, a->place))
        return "a condition decides whether it is accessed";
    for (int d = 0; d < last; d++)
        if (find_node(n->items[d], varies_in_loop, runs))
            return "its other subscripts are computed within the loop";
    return why_between(runs, o);
}

// Elements that are written first, by a statement that does not read them, need not be loaded.
static void add_access(Runs *runs, const Access *a)
{
    struct Vector *v = found_before(runs, a->place);
    if (!v) {
        struct Vector new = { .loop = loop_of(runs), .place = a->place, .ref = a->place->ref };
        list_add(runs->found, runs->found_count, new);
        v = &runs->found[runs->found_count - 1];
    }
    v->loads |= a->reads && (!v->stores || v->first == a->statement);
    v->first = v->stores || v->loads ? v->first : a->statement;
    if (a->writes && !v->stores)
        v->stores = true, v->first = a->statement;
}

static void note_access(void *to, const Access *a)
{
    Runs *runs = to;
    const Operand *o = a->block ? operand_of(runs->plan, view_of(a->block).of) : NULL;
    const char *why = runs->unfit ? runs->unfit : o ? why_alone(runs, o, a) : "it is not an array of the call";
    if (!why)
        add_access(runs, a);
    else
        list_add(runs->disqualified, runs->disqualified_count, ((struct Disqualified){ *a, why }));
}

// Why the element cannot be a vector; NULL: it can. A block that is written must not be accessed in any other way.
static const char *why_disqualified(const Runs *runs, const struct Vector *v)
{
    bool written = false, several = false;
    for (int i = 0; i < runs->found_count; i++) {
        written |= runs->found[i].ref == v->ref && runs->found[i].stores;
        several |= runs->found[i].ref == v->ref && runs->found[i].place != v->place;
    }
    for (int i = 0; i < runs->disqualified_count; i++) {
        const Access *a = &runs->disqualified[i].access;
        if (a->block && view_of(a->block).of == v->ref && (written || a->writes))
            return runs->disqualified[i].why;
    }
    return written && several ? "several of its elements are accessed" : NULL;
}

static bool leaves_iteration(const Node *n, const void *unused)
{
    return n->kind == ND_CHECK || n->kind == ND_LABEL || stores_through_pointer(n) || leaves(n, unused);
}

// Notes that an access along a row is of one element.
static void add_single(LaneVectors *v, struct SingleAccess single)
{
    for (int i = 0; i < v->single_access_count; i++) {
        const struct SingleAccess *s = &v->single_accesses[i];
        if (s->loop == single.loop && s->ref == single.ref && single.place && s->place && same_expression(s->place, single.place))
            return;
    }
    list_add(v->single_accesses, v->single_access_count, single);
}

static void keep_loop(Runs *runs)
{
    const Node *loop = loop_of(runs);
    for (int i = 0; i < runs->found_count; i++) {
        const struct Vector *v = &runs->found[i];
        const char *why = why_disqualified(runs, v);
        if (why)
            add_single(&runs->made, (struct SingleAccess){ loop, v->ref, v->place, why, false });
        else
            list_add(runs->made.vectors, runs->made.vector_count, *v);
    }
    for (int i = 0; i < runs->disqualified_count; i++) {
        const struct Disqualified *d = &runs->disqualified[i];
        bool repeated = d->access.around_count > runs->outer.around_count;
        if (is_slower_in_runs(runs, &d->access))
            add_single(&runs->made, (struct SingleAccess){ loop, view_of(d->access.block).of, d->access.place, d->why, repeated });
    }
    list_add(runs->made.run_loops, runs->made.run_loop_count,
             ((struct RunLoop){ .loop = loop, .axis = &loop->axes[loop->axis_count - 1] }));
}

// Elements in registers are selected by constants, so a loop over them has no iterations for the rest of a run.
static const char *why_unfit(const Runs *runs, const Node *loop)
{
    const LoopAxis *axis = &loop->axes[loop->axis_count - 1];
    if (!begins_with_run(runs->lanes, axis))
        return text("its loop does not begin at 0 or another multiple of %d", runs->lanes->run);
    bool multiple = runs->lanes->tiled ? is_multiple(runs->lanes, &runs->made, axis->hi) : can_be_multiple(runs, axis->hi);
    if ((trips_of(runs->layouts, axis->index) || scan_of(loop)) && !multiple)
        return text("%s a loop whose length is a multiple of %d", scan_of(loop) ? "PL_SCAN needs" : "elements in registers need",
                    runs->lanes->run);
    return find_node(loop->kind == ND_REDUCE ? loop->b : loop->body, leaves_iteration, NULL)
               ? "an iteration of its loop may end early" : NULL;
}

// Whether each lane has a contiguous part of the loop: a reduction that keeps the order. Runs would not change its accesses.
static bool has_parts(const LaneGroup *l, const Node *loop)
{
    Distribution how = loop && loop->axis_count ? distribution_of(l, loop->axes[0].index) : NOT_DISTRIBUTED;
    return how == CONTIGUOUS_LANES || how == CONTIGUOUS_COLUMNS;
}

static void note_part(void *to, const Access *a)
{
    Runs *runs = to;
    const Node *loop = loop_of(runs);
    if (is_slower_in_runs(runs, a))
        add_single(&runs->made, (struct SingleAccess){ loop, view_of(a->block).of, a->place,
               text("PL_REDUCE by %s combines elements in their order (the built-in operators need none), so each work-item "
                    "has a contiguous part of them", loop->symbol->name), false });
}

static void look_at_loop(Runs *runs)
{
    const Node *loop = loop_of(runs);
    if (has_parts(runs->lanes, loop)) {
        each_access(loop->b, &runs->outer, note_part, runs);
        return;
    }
    if (!has_runs(runs->lanes, distribution_of(runs->lanes, loop->axes[loop->axis_count - 1].index)))
        return;
    runs->found_count = runs->disqualified_count = 0;
    runs->unfit = why_unfit(runs, loop);
    each_access(loop->kind == ND_REDUCE ? loop->b : loop->body, &runs->outer, note_access, runs);
    keep_loop(runs);
}

// Why a whole block is not accessed by vectors; NULL: it is. other: the other block of the statement, or NULL.
static const char *why_not_whole(Runs *runs, const Symbol *ref, const Symbol *other)
{
    const Operand *o = operand_of(runs->plan, ref);
    bool registers = other && memory_of(runs->placements, other) == MEMORY_PRIVATE;
    return !o ? "it is not an array of the call" : window_placement(runs->placements, o) == WINDOW_LOCAL ? "it is in local memory"
           : registers && !is_multiple(runs->lanes, &runs->made, ref->dims[ref->rank - 1])
               ? text("elements in registers need rows whose length is a multiple of %d", runs->lanes->run)
               : why_between(runs, o);
}

// Whether the lanes have runs of the rows of the block.
static bool has_run_in_rows(const Runs *runs, const Symbol *ref)
{
    return has_runs(runs->lanes, distribution_of_dim(runs->lanes, runs->layouts, ref, ref->rank - 1));
}

// PL_FILL, PL_ASSIGN and the like: all elements of blocks.
static void look_at_whole(Runs *runs, const Node *n)
{
    const Symbol *refs[] = { block_of(n->a), block_of(n->b) };
    for (int i = 0; i < 2; i++) {
        if (!refs[i] || memory_of(runs->placements, refs[i]) == MEMORY_PRIVATE || !has_run_in_rows(runs, refs[i]))
            continue;
        const char *why = why_not_whole(runs, refs[i], refs[!i]);
        if (why)
            add_single(&runs->made, (struct SingleAccess){ n, refs[i], NULL, why, false });
        else
            list_add(runs->made.vectors, runs->made.vector_count,
                     ((struct Vector){ .loop = n, .ref = refs[i], .loads = i == 1 || effect_of(n).reads, .stores = i == 0 }));
    }
}

static void note_statement(void *to, const Node *n)
{
    Runs *runs = to;
    if (n->kind == ND_EACH || n->kind == ND_REDUCE) {
        Access outer = runs->outer;
        runs->outer.around[runs->outer.around_count++] = n;
        enter_loops(&runs->outer.loops, n);
        look_at_loop(runs);
        if (n->kind == ND_EACH && is_shared(runs->lanes, n))
            visit_parts(n, note_statement, runs);
        runs->outer = outer;
        return;
    }
    if (by_elements(n))
        look_at_whole(runs, n);
    visit_parts(n, note_statement, runs);
}

// Windows that are copied to registers, and back.
static void look_at_windows(Runs *runs)
{
    for (int i = 0; i < runs->plan->operand_count; i++) {
        const Operand *o = &runs->plan->operands[i];
        if (window_placement(runs->placements, o) != WINDOW_REGISTERS || !has_run_in_rows(runs, o->ref))
            continue;
        const char *why = why_between(runs, o);
        if (!why && !is_multiple(runs->lanes, &runs->made, o->dims[o->rank - 1].size))
            why = text("its rows end within a run of %d", runs->lanes->run);
        if (!why && o->visits == VISIT_MOVED)
            why = "it is stored where its index was before";
        if (why)
            add_single(&runs->made, (struct SingleAccess){ NULL, o->ref, NULL, why, false });
        else
            list_add(runs->made.vectors, runs->made.vector_count, ((struct Vector){ .ref = o->ref }));
    }
}

// Whether the loop has vectors. size: only if the kernel checks for them that it is a multiple of a run; NULL: any.
static bool loads_vectors(const Runs *runs, const Node *loop, const Node *size)
{
    for (int i = 0; i < runs->made.vector_count; i++) {
        const Operand *o = operand_of(runs->plan, runs->made.vectors[i].ref);
        const Node *row = unwrapped_size(o->dims[o->rank - 1].shape);
        if (runs->made.vectors[i].loop == loop && (!size || (has_rows(o) && row && same_expression(row, size))))
            return true;
    }
    return false;
}

static void look_at_end(const Runs *runs, struct RunLoop *r)
{
    const Node *end = begins_with_run(runs->lanes, r->axis) ? end_of_runs(runs, r->axis) : NULL;
    const Node *size = end ? unwrapped_size(end) : NULL;
    r->whole = end && is_multiple(runs->lanes, &runs->made, end);
    r->checked = size && loads_vectors(runs, r->loop, size);
}

// What the kernel checks, and so which loops consist of whole runs.
static void require_checks(Runs *runs)
{
    for (int i = 0; i < runs->made.vector_count; i++)
        require_aligned(runs, operand_of(runs->plan, runs->made.vectors[i].ref));
    for (int i = 0; i < runs->made.run_loop_count; i++)
        if (trips_of(runs->layouts, runs->made.run_loops[i].axis->index) && loads_vectors(runs, runs->made.run_loops[i].loop, NULL))
            require_multiple(runs, runs->made.run_loops[i].axis->hi);
    for (int i = 0; i < runs->made.run_loop_count; i++)
        look_at_end(runs, &runs->made.run_loops[i]);
}

// Why single elements are faster in local memory, whose banks a gap between rows cannot keep apart for runs; NULL: they are not.
static const char *why_banks(const Runs *runs)
{
    for (int i = 0; i < runs->placements->block_count && !runs->lanes->tiled; i++) {
        const struct BlockPlacement *p = &runs->placements->blocks[i];
        if (p->memory == MEMORY_LOCAL && p->gap.runs)
            return text("on line %u, runs in %s would be in the same banks of local memory, and single elements are in different ones",
                        p->gap.runs->at.line, p->ref->name);
    }
    return NULL;
}

// Why lanes have no runs; NULL: they have. Runs change nothing for reductions by parts.
static const char *why_no_runs(const Runs *runs)
{
    int vectors = 0, elements = 0;
    for (int i = 0; i < runs->made.vector_count; i++)
        vectors += runs->made.vectors[i].loop ? runs->made.vectors[i].loads + runs->made.vectors[i].stores : 1;
    for (int i = 0; i < runs->made.single_access_count; i++)
        if (!has_parts(runs->lanes, runs->made.single_accesses[i].loop))
            elements += runs->made.single_accesses[i].repeated ? 2 : 1;
    if (!vectors)
        return runs->made.single_access_count ? "no access along a row can load or store several"
                                      : "no loop runs along rows that begin at a multiple of 16 bytes";
    if (vectors < elements && !runs->lanes->mma)
        return text("only %d of %d accesses along rows can load or store several; the others are faster if neighboring "
                    "work-items have neighboring elements", vectors, vectors + elements);
    return why_banks(runs);
}

LaneVectors plan_vectors(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Clips *clips,
                         const Placements *placements)
{
    Runs all = { .plan = plan, .lanes = l, .layouts = layouts, .clips = clips, .placements = placements }, *runs = &all;
    if (l->run == 1)
        return (LaneVectors){ .no_runs = l->no_runs };
    note_promises(runs);
    visit_parts(plan->call->kernel->body, note_statement, runs);
    look_at_windows(runs);
    require_checks(runs);
    runs->made.no_runs = why_no_runs(runs);
    return runs->made;
}
