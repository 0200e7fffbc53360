// plan/vectors.c -- neighbors of a row that one lane loads and stores as a vector of 16 bytes.
//
// A kernel without PL_DOT may give each lane of a row a run of neighbors, alike in all loops, so that a lane finds the
// values that it computed in an earlier loop. If the elements of such a run are contiguous in an array, and begin at a
// multiple of 16 bytes, one instruction loads or stores them. Blocks determine at which column they begin. That rows
// are multiples of a run, and that arrays begin at a multiple of 16 bytes, is checked when the kernel runs, if it is
// not known; if it is false, the same loops run with a run of one. The decision is per kernel: for element accesses
// along rows, neighbors in neighboring lanes are faster.

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

bool runs_vectors(const Lanes *l)
{
    return l->run > 1 && !l->mma;
}

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
    return is_promised(extent, l->run) || is_listed(extent, l->promised, l->promised_count) ||
           is_listed(extent, l->divided, l->divided_count);
}

static void note_promises(const Plan *plan, Lanes *l)
{
    for (int i = 0; i < plan->operand_count; i++)
        for (int d = 0; d < plan->operands[i].rank; d++) {
            const Node *shape = plan->operands[i].dims[d].shape;
            if (shape->kind == ND_MULTIPLE_OF && is_promised(shape, l->run))
                list_add(l->promised, l->promised_count, shape->a);
        }
}

static const Node *unwrapped_size(const Node *n)
{
    while (n->kind == ND_MULTIPLE_OF || n->kind == ND_CAST)
        n = n->a;
    return n->kind == ND_NAME && (n->symbol->kind == SY_SIZE || n->symbol->kind == SY_SCALAR) ? n : NULL;
}

static bool is_multiple(Lanes *l, const Node *n)
{
    const Node *size = unwrapped_size(n);
    if (ends_with_runs(l, n) || (size && ends_with_runs(l, size))) {
        if (size && !is_listed(size, l->divided, l->divided_count) && !is_listed(size, l->relied, l->relied_count))
            list_add(l->relied, l->relied_count, size);
        return true;
    }
    if (size)
        list_add(l->divided, l->divided_count, size);
    return size;
}

// Whether the elements of the window are contiguous and begin at a multiple of a run.
static bool begins_at_run(Lanes *l, const Operand *o)
{
    const WindowDim *w = &o->dims[o->rank - 1];
    TypeKind kind = o->ref->type->kind;
    if (kind == TY_STRUCT || kind == TY_BOOL || type_size(o->ref->type) < 0 || w->dim != o->ref->rank - 1)
        return false;
    bool begins = w->kind == WINDOW_FULL || (w->kind == WINDOW_BLOCK && w->size->known && w->size->value % l->run == 0);
    return begins && is_multiple(l, w->shape);
}

static bool is_aligned(Lanes *l, const Operand *o)
{
    if (!begins_at_run(l, o))
        return false;
    for (int i = 0; i < l->aligned_count; i++)
        if (l->aligned[i] == o)
            return true;
    list_add(l->aligned, l->aligned_count, o);
    return true;
}

// Whether an axis that begins at 0 ends with a whole run.
static bool ends_with_run(Lanes *l, const LoopAxis *axis)
{
    const struct Clip *clip = clip_of(l, axis->index);
    return clip ? begins_at_run(l, clip->operand) && clip->dim == clip->operand->rank - 1 : is_multiple(l, axis->hi);
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

// Whether the runs are contiguous in memory.
static bool is_contiguous(const Runs *runs, const Access *a)
{
    AccessPattern along = along_runs(runs, a);
    return (along.kind == PATTERN_IDENTITY || along.kind == PATTERN_SHIFT) && along.dim == a->place->ref->rank - 1 &&
           a->place->ref->kind == SY_REF && memory_of(runs->lanes, a->place->ref) != MEMORY_PRIVATE;
}

// Why an element cannot be loaded or stored with its neighbors; NULL: it can.
static const char *why_alone(Runs *runs, const Operand *o, const Access *a)
{
    const Node *n = a->place, *loop = loop_of(runs);
    int last = o->ref->rank - 1;
    Placement how = window_placement(runs->lanes, o);
    AccessPattern along = along_runs(runs, a);
    if (along.kind != PATTERN_IDENTITY || along.dim != last || n->ref != o->ref || a->atomic || a->passed)
        return "its neighbors are not those of the loop";
    if (a->around[a->around_count - 1] != loop || a->loops.count != runs->outer.loops.count)
        return "a loop within accesses it";
    if (a->condition_count || a->unproved)
        return "a condition decides whether it is accessed";
    for (int d = 0; d < last; d++)
        if (find_node(n->items[d], varies, runs))
            return "its other subscripts are computed within the loop";
    if (how == WINDOW_REGISTERS || how == WINDOW_LOCAL)
        return "it lies in registers or local memory";
    return is_aligned(runs->lanes, o) ? NULL : "its rows are not known to begin at a multiple of 16 bytes";
}

static struct Vector *found_before(Runs *runs, const Node *place)
{
    for (int i = 0; i < runs->found_count; i++)
        if (same_expression(runs->found[i].place, place))
            return &runs->found[i];
    return NULL;
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

static void give_up(Runs *runs, const Access *a, const char *why)
{
    if (!runs->lanes->no_runs)
        runs->lanes->no_runs = text("'%s' on line %u, because %s", a->place->ref->name, a->place->at.line, why);
}

static void note_access(void *to, const Access *a)
{
    Runs *runs = to;
    const Operand *o = a->block ? operand_of(runs->plan, view_of(a->block).of) : NULL;
    const char *why = runs->unfit ? runs->unfit : o ? why_alone(runs, o, a) : "it is not a window of an array";
    if (!why)
        add_access(runs, a);
    else if (!o || !found_before(runs, a->place))
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
    return n->kind == ND_CHECK || n->kind == ND_GOTO || n->kind == ND_LABEL || n->kind == ND_CONTINUE ||
           stores_through_pointer(n) || leaves(n, unused);
}

static void keep_loop(Runs *runs)
{
    Lanes *l = runs->lanes;
    for (int i = 0; i < runs->found_count; i++) {
        const char *why = why_disqualified(runs, &runs->found[i]);
        if (why && !l->no_runs)
            l->no_runs = text("'%s' on line %u, because %s", runs->found[i].ref->name, runs->found[i].place->at.line, why);
        list_add(l->vectors, l->vector_count, runs->found[i]);
    }
    for (int i = 0; i < runs->disqualified_count; i++)
        if (is_contiguous(runs, &runs->disqualified[i].access))
            give_up(runs, &runs->disqualified[i].access, runs->disqualified[i].why);
    list_add(l->run_loops, l->run_loop_count, ((struct RunLoop){ loop_of(runs), !runs->unfit }));
}

static void look_at_loop(Runs *runs)
{
    const Node *loop = loop_of(runs), *body = loop->kind == ND_REDUCE ? loop->b : loop->body;
    const LoopAxis *axis = &loop->axes[loop->axis_count - 1];
    Distribution how = distribution_of(runs->lanes, axis->index);
    if (how != CYCLIC_COLUMNS && how != CYCLIC_LANES)
        return;
    runs->found_count = runs->disqualified_count = 0;
    runs->unfit = !ends_with_run(runs->lanes, axis) ? "the length of the loop is not known to be a multiple of them"
                : find_node(body, leaves_iteration, NULL) ? "an iteration may end early" : NULL;
    if (axis->step || !axis->lo->known || axis->lo->value)
        runs->lanes->no_runs = text("the loop on line %u does not begin at 0", loop->at.line);
    each_access(body, &runs->outer, note_access, runs);
    keep_loop(runs);
}

// Why a whole block is not accessed by vectors; NULL: it is.
static const char *why_not_whole(Runs *runs, const Symbol *ref)
{
    Lanes *l = runs->lanes;
    const Operand *o = operand_of(runs->plan, ref);
    return !o ? "it is not a window of an array"
           : window_placement(l, o) == WINDOW_LOCAL ? "it lies in local memory"
           : !is_multiple(l, ref->dims[ref->rank - 1]) ? "its rows are not known to be multiples of them"
           : !is_aligned(l, o) ? "its rows are not known to begin at a multiple of 16 bytes" : NULL;
}

// PL_FILL, PL_ASSIGN: all elements of blocks.
static void look_at_whole(Runs *runs, const Node *n)
{
    const Node *sides[] = { n->a, n->b };
    Lanes *l = runs->lanes;
    for (int i = 0; i < 2; i++) {
        const Symbol *ref = block_of(sides[i]);
        if (!ref || memory_of(l, ref) == MEMORY_PRIVATE)
            continue;
        const char *why = why_not_whole(runs, ref);
        if (why)
            l->no_runs = text("%s on line %u accesses '%s', and %s", effect_of(n).name, n->at.line, ref->name, why);
        list_add(l->vectors, l->vector_count, ((struct Vector){ .loop = n, .ref = ref, .loads = i == 1, .stores = i == 0 }));
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
        if (n->kind == ND_EACH && is_shared(runs->lanes, n))
            visit_parts(n, look, runs);
        runs->outer = outer;
        return;
    }
    if (effect_of(n).whole && n->kind != ND_DOT)
        look_at_whole(runs, n);
    visit_parts(n, look, runs);
}

// Windows that are copied to registers or local memory, and back.
static void look_at_windows(Runs *runs)
{
    for (int i = 0; i < runs->plan->operand_count; i++) {
        const Operand *o = &runs->plan->operands[i];
        Placement how = window_placement(runs->lanes, o);
        if (how != WINDOW_REGISTERS && how != WINDOW_LOCAL)
            continue;
        if (!is_aligned(runs->lanes, o))
            runs->lanes->no_runs =
                text("the copies of '%s', whose rows are not known to begin at a multiple of 16 bytes", o->part->name);
        else
            list_add(runs->lanes->vectors, runs->lanes->vector_count, ((struct Vector){ .ref = o->ref }));
    }
}

// Whether blocks use more than half of a lane's registers, which leaves too few for vectors that are being loaded.
static bool is_crowded(const Lanes *l)
{
    long long registers = 0;
    for (int i = 0; i < l->layout_count; i++)
        registers += l->layouts[i].registers;
    return 2 * registers > l->machine->registers;
}

void plan_vectors(const Plan *plan, Lanes *l)
{
    Runs runs = { .plan = plan, .lanes = l };
    if (!runs_vectors(l))
        return;
    note_promises(plan, l);
    visit_parts(plan->call->kernel->body, look, &runs);
    look_at_windows(&runs);
    if (!l->vector_count && !l->no_runs)
        l->no_runs = "no loop runs along rows that begin at a multiple of 16 bytes";
    if (is_crowded(l))
        l->no_runs = "blocks have most of the registers";
}

// ---- Queries of other files -----------------------------------------------------------------------------------------

const struct Vector *vector_of(const Lanes *l, const Node *loop, const Node *place)
{
    for (int i = 0; runs_vectors(l) && i < l->vector_count; i++)
        if (l->vectors[i].loop == loop && l->vectors[i].place && same_expression(l->vectors[i].place, place))
            return &l->vectors[i];
    return NULL;
}

const struct Vector *vector_of_block(const Lanes *l, const Node *statement, const Symbol *ref)
{
    for (int i = 0; runs_vectors(l) && i < l->vector_count; i++)
        if (l->vectors[i].loop == statement && !l->vectors[i].place && l->vectors[i].ref == ref)
            return &l->vectors[i];
    return NULL;
}
