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
    Lanes *lanes;
    Access outer;               // the enclosing loops; the last axis of the innermost one is over runs
    struct Vector *found;         // vectors that are loaded and stored, unless their ref is disqualified
    int found_count;
    struct Disqualified { Access access; const char *why; } *disqualified;
    int disqualified_count;
    const char *unfit;          // why the loop cannot load and store runs; NULL: it can
} Runs;

// ---- What is a multiple of a run ------------------------------------------------------------------------------------

static bool is_promised(const Node *n, long long run)
{
    return n->known ? n->value % run == 0 : n->kind == ND_MULTIPLE_OF && n->b->known && n->b->value % run == 0;
}

static bool is_listed(const Node *n, const Node *const *all, int count)
{
    for (int i = 0; i < count; i++)
        if (same_expression(all[i], n))
            return true;
    return false;
}

bool ends_with_runs(const Lanes *l, const Node *extent)
{
    return is_promised(extent, l->group.run) || is_listed(extent, l->promised, l->promised_count) ||
           (!l->group.tiled && is_listed(extent, l->divided, l->divided_count));
}

static void note_promises(const Plan *plan, Lanes *l)
{
    for (int i = 0; i < plan->operand_count; i++)
        for (int d = 0; d < plan->operands[i].rank; d++) {
            const Node *shape = plan->operands[i].dims[d].shape;
            if (shape->kind == ND_MULTIPLE_OF && is_promised(shape, l->group.run))
                list_add(l->promised, l->promised_count, shape->a);
        }
}

static const Node *unwrapped_size(const Node *n)
{
    while (n->kind == ND_MULTIPLE_OF || n->kind == ND_CAST)
        n = n->a;
    return n->kind == ND_NAME && (n->symbol->kind == SY_SIZE || n->symbol->kind == SY_SCALAR) ? n : NULL;
}

static bool is_multiple(const Lanes *l, const Node *n)
{
    const Node *size = unwrapped_size(n);
    return ends_with_runs(l, n) || (size && ends_with_runs(l, size));
}

// Whether n is a multiple of a run, or the kernel can check that it is.
static bool can_be_multiple(const Lanes *l, const Node *n)
{
    return is_multiple(l, n) || unwrapped_size(n);
}

static void require_multiple(Lanes *l, const Node *n)
{
    const Node *size = unwrapped_size(n);
    if (!size || is_listed(size, l->divided, l->divided_count))
        return;
    if (!is_multiple(l, n))
        list_add(l->divided, l->divided_count, size);
    else if (!is_listed(size, l->relied, l->relied_count))
        list_add(l->relied, l->relied_count, size);
}

// The only row of an array is the array.
static bool has_rows(const Operand *o)
{
    return o->rank > 1;
}

bool checks_rows(const Lanes *l, const Operand *o)
{
    return has_rows(o) && !is_multiple(l, o->dims[o->rank - 1].shape);
}

// Why the rows of the window may begin between two multiples of a run, and what to write instead; NULL: they do not, or
// the kernel can check that they do not.
static const char *why_between(const Lanes *l, const Operand *o)
{
    const WindowDim *w = &o->dims[o->rank - 1];
    TypeKind kind = o->ref->type->kind;
    if (kind == TY_STRUCT || kind == TY_BOOL || type_size(o->ref->type) < 0)
        return "no vector has elements of its type";
    if (w->dim != o->ref->rank - 1)
        return "its rows are not contiguous";
    if (w->kind == WINDOW_BLOCK && !(w->size->known && w->size->value % l->group.run == 0))
        return text("its blocks need not begin at a multiple of %d bytes; use blocks of a multiple of %d columns",
                    l->group.run * type_size(o->ref->type), l->group.run);
    if (w->kind != WINDOW_FULL && w->kind != WINDOW_BLOCK)
        return "its window begins at any element";
    if (has_rows(o) && !can_be_multiple(l, w->shape))
        return w->shape->known ? text("its rows of %lld elements do not begin at multiples of 16 bytes", w->shape->value)
                               : text("its rows need not begin at a multiple of 16 bytes; PL_MULTIPLE_OF(%s, %d) as their "
                                      "extent promises it", expression_text(w->shape), l->group.run);
    return NULL;
}

// The kernel checks, where it is not known, that the rows of the array begin at a multiple of 16 bytes.
static void require_aligned(Lanes *l, const Operand *o)
{
    if (has_rows(o))
        require_multiple(l, o->dims[o->rank - 1].shape);
    for (int i = 0; i < l->aligned_count; i++)
        if (l->aligned[i] == o)
            return;
    list_add(l->aligned, l->aligned_count, o);
}

static bool begins_with_run(const Lanes *l, const LoopAxis *axis)
{
    return axis->lo->known && axis->lo->value % l->group.run == 0;
}

// Returns a number that is a multiple of a run if an axis that begins with one ends with a whole one; or NULL.
static const Node *end_of_runs(const Lanes *l, const LoopAxis *axis)
{
    const struct Clip *clip = clip_of(&l->clips, axis->index);
    if (!clip)
        return axis->hi;
    const Operand *o = clip->operand;
    return clip->dim == o->rank - 1 && !why_between(l, o) ? o->dims[clip->dim].shape : NULL;
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
static bool varies(const Node *n, const void *with)
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
static bool suffers(const Runs *runs, const Access *a)
{
    AccessPattern along = along_runs(runs, a);
    bool contiguous = (along.kind == PATTERN_IDENTITY || along.kind == PATTERN_SHIFT) &&
                      along.dim == a->place->ref->rank - 1 && a->place->ref->kind == SY_REF;
    MemoryKind memory = a->block ? memory_of(&runs->lanes->placements, a->block) : MEMORY_PRIVATE;
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
    Placement how = window_placement(&runs->lanes->placements, o);
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
        if (find_node(n->items[d], varies, runs))
            return "its other subscripts are computed within the loop";
    return why_between(runs->lanes, o);
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
static void add_single(Lanes *l, struct SingleAccess single)
{
    for (int i = 0; i < l->single_access_count; i++) {
        const struct SingleAccess *s = &l->single_accesses[i];
        if (s->loop == single.loop && s->ref == single.ref && single.place && s->place && same_expression(s->place, single.place))
            return;
    }
    list_add(l->single_accesses, l->single_access_count, single);
}

static void keep_loop(Runs *runs)
{
    Lanes *l = runs->lanes;
    const Node *loop = loop_of(runs);
    for (int i = 0; i < runs->found_count; i++) {
        const struct Vector *v = &runs->found[i];
        const char *why = why_disqualified(runs, v);
        if (why)
            add_single(l, (struct SingleAccess){ loop, v->ref, v->place, why, false });
        else
            list_add(l->vectors, l->vector_count, *v);
    }
    for (int i = 0; i < runs->disqualified_count; i++) {
        const struct Disqualified *d = &runs->disqualified[i];
        bool repeated = d->access.around_count > runs->outer.around_count;
        if (suffers(runs, &d->access))
            add_single(l, (struct SingleAccess){ loop, view_of(d->access.block).of, d->access.place, d->why, repeated });
    }
    list_add(l->run_loops, l->run_loop_count, ((struct RunLoop){ .loop = loop, .axis = &loop->axes[loop->axis_count - 1] }));
}

// Elements in registers are selected by constants, so a loop over them has no iterations for the rest of a run.
static const char *why_unfit(const Lanes *l, const Node *loop)
{
    const LoopAxis *axis = &loop->axes[loop->axis_count - 1];
    if (!begins_with_run(l, axis))
        return text("its loop does not begin at 0 or another multiple of %d", l->group.run);
    if (trips_of(&l->layouts, axis->index) && !(l->group.tiled ? is_multiple(l, axis->hi) : can_be_multiple(l, axis->hi)))
        return text("elements in registers need a loop whose length is a multiple of %d", l->group.run);
    return find_node(loop->kind == ND_REDUCE ? loop->b : loop->body, leaves_iteration, NULL)
               ? "an iteration of its loop may end early" : NULL;
}

// Whether each lane has a contiguous part of the loop: a reduction that keeps the order. Runs would not change its accesses.
static bool has_parts(const Lanes *l, const Node *loop)
{
    Distribution how = loop && loop->axis_count ? distribution_of(&l->group, loop->axes[0].index) : NOT_DISTRIBUTED;
    return how == CONTIGUOUS_LANES || how == CONTIGUOUS_COLUMNS;
}

static void note_part(void *to, const Access *a)
{
    Runs *runs = to;
    const Node *loop = loop_of(runs);
    if (suffers(runs, a))
        add_single(runs->lanes, (struct SingleAccess){ loop, view_of(a->block).of, a->place,
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
    if (!has_runs(&runs->lanes->group, distribution_of(&runs->lanes->group, loop->axes[loop->axis_count - 1].index)))
        return;
    runs->found_count = runs->disqualified_count = 0;
    runs->unfit = why_unfit(runs->lanes, loop);
    each_access(loop->kind == ND_REDUCE ? loop->b : loop->body, &runs->outer, note_access, runs);
    keep_loop(runs);
}

// Why a whole block is not accessed by vectors; NULL: it is. other: the other block of the statement, or NULL.
static const char *why_not_whole(Runs *runs, const Symbol *ref, const Symbol *other)
{
    Lanes *l = runs->lanes;
    const Operand *o = operand_of(runs->plan, ref);
    bool registers = other && memory_of(&l->placements, other) == MEMORY_PRIVATE;
    return !o ? "it is not an array of the call" : window_placement(&l->placements, o) == WINDOW_LOCAL ? "it is in local memory"
           : registers && !is_multiple(l, ref->dims[ref->rank - 1])
               ? text("elements in registers need rows whose length is a multiple of %d", l->group.run)
               : why_between(l, o);
}

// Whether the lanes have runs of the rows of the block.
static bool has_run_in_rows(const Lanes *l, const Symbol *ref)
{
    return has_runs(&l->group, distribution_of_dim(&l->group, &l->layouts, ref, ref->rank - 1));
}

// PL_FILL, PL_ASSIGN and the like: all elements of blocks.
static void look_at_whole(Runs *runs, const Node *n)
{
    const Symbol *refs[] = { block_of(n->a), block_of(n->b) };
    Lanes *l = runs->lanes;
    for (int i = 0; i < 2; i++) {
        if (!refs[i] || memory_of(&l->placements, refs[i]) == MEMORY_PRIVATE || !has_run_in_rows(l, refs[i]))
            continue;
        const char *why = why_not_whole(runs, refs[i], refs[!i]);
        if (why)
            add_single(l, (struct SingleAccess){ n, refs[i], NULL, why, false });
        else
            list_add(l->vectors, l->vector_count,
                     ((struct Vector){ .loop = n, .ref = refs[i], .loads = i == 1 || effect_of(n).reads, .stores = i == 0 }));
    }
}

static void look(void *to, const Node *n)
{
    Runs *runs = to;
    if (n->kind == ND_EACH || n->kind == ND_REDUCE) {
        Access outer = runs->outer;
        runs->outer.around[runs->outer.around_count++] = n;
        enter_loops(&runs->outer.loops, n);
        look_at_loop(runs);
        if (n->kind == ND_EACH && is_shared(&runs->lanes->group, n))
            visit_parts(n, look, runs);
        runs->outer = outer;
        return;
    }
    if (by_elements(n))
        look_at_whole(runs, n);
    visit_parts(n, look, runs);
}

// Windows that are copied to registers, and back.
static void look_at_windows(Runs *runs)
{
    Lanes *l = runs->lanes;
    for (int i = 0; i < runs->plan->operand_count; i++) {
        const Operand *o = &runs->plan->operands[i];
        if (window_placement(&l->placements, o) != WINDOW_REGISTERS || !has_run_in_rows(l, o->ref))
            continue;
        const char *why = why_between(l, o);
        if (!why && !is_multiple(l, o->dims[o->rank - 1].size))
            why = text("its rows end within a run of %d", l->group.run);
        if (!why && o->visits == VISIT_MOVED)
            why = "it is stored where its index was before";
        if (why)
            add_single(l, (struct SingleAccess){ NULL, o->ref, NULL, why, false });
        else
            list_add(l->vectors, l->vector_count, ((struct Vector){ .ref = o->ref }));
    }
}

// Whether the loop has vectors. size: only if the kernel checks for them that it is a multiple of a run; NULL: any.
static bool loads_vectors(const Plan *plan, const Lanes *l, const Node *loop, const Node *size)
{
    for (int i = 0; i < l->vector_count; i++) {
        const Operand *o = operand_of(plan, l->vectors[i].ref);
        const Node *row = unwrapped_size(o->dims[o->rank - 1].shape);
        if (l->vectors[i].loop == loop && (!size || (has_rows(o) && row && same_expression(row, size))))
            return true;
    }
    return false;
}

static void look_at_end(const Plan *plan, const Lanes *l, struct RunLoop *r)
{
    const Node *end = begins_with_run(l, r->axis) ? end_of_runs(l, r->axis) : NULL, *size = end ? unwrapped_size(end) : NULL;
    r->whole = end && is_multiple(l, end);
    r->checked = size && loads_vectors(plan, l, r->loop, size);
}

// What the kernel checks, and so which loops consist of whole runs.
static void require(const Plan *plan, Lanes *l)
{
    for (int i = 0; i < l->vector_count; i++)
        require_aligned(l, operand_of(plan, l->vectors[i].ref));
    for (int i = 0; i < l->run_loop_count; i++)
        if (trips_of(&l->layouts, l->run_loops[i].axis->index) && loads_vectors(plan, l, l->run_loops[i].loop, NULL))
            require_multiple(l, l->run_loops[i].axis->hi);
    for (int i = 0; i < l->run_loop_count; i++)
        look_at_end(plan, l, &l->run_loops[i]);
}

// Why single elements are faster in local memory, whose banks a gap between rows cannot keep apart for runs; NULL: they are not.
static const char *why_banks(const Lanes *l)
{
    for (int i = 0; i < l->placements.block_count && !l->group.tiled; i++) {
        const struct BlockPlacement *p = &l->placements.blocks[i];
        if (p->memory == MEMORY_LOCAL && p->gap.runs)
            return text("on line %u, runs in %s would be in the same banks of local memory, and single elements are in different ones",
                        p->gap.runs->at.line, p->ref->name);
    }
    return NULL;
}

// Why lanes have no runs; NULL: they have. Runs change nothing for reductions by parts.
static const char *why_no_runs(const Lanes *l)
{
    int vectors = 0, elements = 0;
    for (int i = 0; i < l->vector_count; i++)
        vectors += l->vectors[i].loop ? l->vectors[i].loads + l->vectors[i].stores : 1;
    for (int i = 0; i < l->single_access_count; i++)
        if (!has_parts(l, l->single_accesses[i].loop))
            elements += l->single_accesses[i].repeated ? 2 : 1;
    if (!vectors)
        return l->single_access_count ? "no access along a row can load or store several"
                                      : "no loop runs along rows that begin at a multiple of 16 bytes";
    if (vectors < elements && !l->group.mma)
        return text("only %d of %d accesses along rows can load or store several; the others are faster if neighboring "
                    "work-items have neighboring elements", vectors, vectors + elements);
    return why_banks(l);
}

void plan_vectors(const Plan *plan, Lanes *l)
{
    Runs runs = { .plan = plan, .lanes = l };
    l->no_runs = l->group.no_runs;
    if (l->group.run == 1)
        return;
    note_promises(plan, l);
    visit_parts(plan->call->kernel->body, look, &runs);
    look_at_windows(&runs);
    require(plan, l);
    l->no_runs = why_no_runs(l);
}

// ---- Queries of other files -----------------------------------------------------------------------------------------
