// plan/local.c -- the contents of a group's local memory, block by block, and their size.
//
// Blocks that plan/placements.c placed there come first. Then follow the partial results of reductions and the slices of
// PL_DOT, which belong to no block; statements share them, so that the largest counts.

#include "plan/plan.h"
#include <string.h>

static void add_use(LocalMemory *l, const char *what, const Symbol *ref, const Type *type, long long elements, int size, Loc at)
{
    struct LocalUse use = { .what = what, .ref = ref, .type = type, .elements = elements, .bytes = elements * size, .at = at };
    list_add(l->uses, l->use_count, use);
}

// Shared by all statements that need it for elements of this type. Rows are consecutive; a list is one row.
static struct LocalUse *need_memory(LocalMemory *l, const char *what, const Symbol *of, const Type *type, long long rows,
                                    long long columns, int size, Loc at)
{
    long long elements = rows * columns;
    bool narrow = of && size < 4;
    for (int i = 0; i < l->use_count; i++) {
        struct LocalUse *use = &l->uses[i];
        if (use->ref || use->narrow != narrow || strcmp(use->what, what) || use->type->kind != type->kind ||
            use->type->record != type->record)
            continue;
        if (use->elements < elements)
            use->elements = elements, use->rows = rows, use->bytes = elements * size, use->at = at;
        return use;
    }
    add_use(l, what, NULL, type, elements, size, at);
    struct LocalUse *use = &l->uses[l->use_count - 1];
    use->rows = rows;
    use->of = of;
    use->narrow = narrow;
    return use;
}

// Narrow types are widened when they are copied to a slice: sums have four bytes, or eight.
static int slice_size(const Type *type)
{
    return type_size(type) > 4 ? type_size(type) : 4;
}

// What the gaps between its lines achieve; NULL: it has none, or nothing is known.
static const char *gap_of_slice(const DotSide *side, int size)
{
    if (side->pitch == side->line)
        return NULL;
    if (side->by_lines)
        return "eight of them begin in different banks";
    return side->pitch * size % (4 * BANKS) ? "neighbors in a column are in different banks" : NULL;
}

static void need_slice(LocalMemory *l, const char *what, const Node *dot, const Node *operand, DotSide *side, bool mma)
{
    const Symbol *of = block_of(operand);
    const Type *type = mma ? of->type : dot->a->symbol->type;
    int size = mma ? (int)type_size(type) : slice_size(type);
    int before = l->use_count;
    struct LocalUse *use = need_memory(l, what, of, type, side->lines, side->pitch, size, dot->at);
    const char *why = gap_of_slice(side, size);
    if (l->use_count > before)
        use->gap.why = why;
    else if (!why || !use->gap.why || strcmp(why, use->gap.why))
        use->gap.why = NULL;            // it is true of the slices of one PL_DOT, and not of another's
    use->aligned |= side->by_lines;
    side->use = (int)(use - l->uses);
}

// The slice as it is in memory, before lanes transpose it.
static void need_fetched(LocalMemory *l, const char *what, const Node *dot, const Node *operand, DotSide *side)
{
    const Symbol *of = block_of(operand);
    struct LocalUse *use = need_memory(l, what, of, of->type, side->line, side->lines, type_size(of->type), dot->at);
    use->aligned = use->fetched = true;
    side->fetched_use = (int)(use - l->uses);
}

typedef struct { const LaneGroup *lanes; Dots *dots; const Chain *chain; LocalMemory made; } LocalSearch;

// A block that a producer fetches has memory of its own: all of its slices.
static void need_fed(LocalSearch *in, const struct Fed *fed, bool second)
{
    const DotSide *side = fed->side;
    const Symbol *of = fed->operand->ref;
    add_use(&in->made, second ? "y_slice" : "x_slice", NULL, of->type, element_count(of), (int)type_size(of->type), fed->dot->at);
    struct LocalUse *use = &in->made.uses[in->made.use_count - 1];
    use->rows = use->elements / side->line;
    use->of = of;
    use->narrow = use->aligned = true;
    fed->side->use = in->made.use_count - 1;
}

static void need_for_dot(LocalSearch *in, const Node *dot)
{
    struct Dot *found = find_by(in->dots->dots, in->dots->dot_count, dot);
    DotSchedule *s = found ? &found->schedule : NULL;
    for (int i = 0; i < in->chain->fed_count; i++)
        if (in->chain->fed[i].dot == dot)
            need_fed(in, &in->chain->fed[i], in->chain->fed[i].side == &s->y);
    if (in->chain->fed_count)
        return;
    if (s && s->x.sliced)
        need_slice(&in->made, "x_slice", dot, dot->b, &s->x, s->mma);
    if (s && s->y.sliced) {
        need_slice(&in->made, "y_slice", dot, dot->c, &s->y, s->mma);
        in->made.uses[s->y.use].aligned |= in->lanes->tiled && in->lanes->run == 4;     // a lane reads four as one vector
    }
    if (s && s->x.sliced && s->x.transposes)
        need_fetched(&in->made, "x_fetched", dot, dot->b, &s->x);
    if (s && s->y.sliced && s->y.transposes)
        need_fetched(&in->made, "y_fetched", dot, dot->c, &s->y);
}

// An element for each lane, or for each warp, whose lanes first reduce in registers; by halves a PL_SCAN has one for each team, too.
static void need_for_reduction(LocalSearch *in, const Node *reduce, bool row)
{
    const LaneGroup *l = in->lanes;
    Reduction how = reduction_of(l, reduce, row);
    if (how != REDUCED_BY_WARPS && how != REDUCED_BY_HALVES)
        return;
    long long numbers = l->rows * l->columns / (how == REDUCED_BY_WARPS ? l->machine->warp : 1);
    const Type *type = scan_of(reduce) ? scan_of(reduce)->a->type : reduce->a->type;
    if (scan_of(reduce) && how == REDUCED_BY_HALVES)
        numbers += numbers / scan_team(l, row);
    int before = in->made.use_count;
    struct LocalUse *use = need_memory(&in->made, "reduction", NULL, type, 1, numbers, type_size(type), reduce->at);
    use->of_scan = scan_of(reduce) && in->made.use_count > before;
}

// A single lane runs a PL_DOT inside PL_EACH.
static void need_for_row(void *search, const Node *n)
{
    if (n->kind == ND_REDUCE || scan_of(n))
        need_for_reduction(search, n, true);
}

static void need_for_statement(void *search, const Node *n)
{
    if (n->kind == ND_REDUCE || scan_of(n))
        need_for_reduction(search, n, false);
    if (n->kind == ND_DOT)
        need_for_dot(search, n);
    if (n->kind == ND_EACH)
        each_node(n->body, need_for_row, search);
    else
        visit_parts(n, need_for_statement, search);
}

long long most_stage_bytes(const Machine *m)
{
    return m->budget_is_named ? m->local_bytes : least(m->local_bytes, m->stage_bytes);
}

// The stages of slices that fit in so many bytes next to everything else.
static long long stages_that_fit(const LocalMemory *l, long long bytes, long long slices)
{
    return l->bytes > bytes ? 1 : 1 + (bytes - l->bytes) / slices;
}

// Two if there is memory for them, and more within the machine's stage_bytes. Matrix instructions wait for memory more often than
// others, and their lanes have so many registers that few groups run together.
static long long stages_of_slices(const LocalMemory *l, const Machine *m, const Dots *dots, long long slices)
{
    bool mma = dots->across && dots->dots[0].schedule.mma;
    long long stages = stages_that_fit(l, mma ? m->local_bytes : most_stage_bytes(m), slices);
    return stages < 2 ? least(2, stages_that_fit(l, m->local_bytes, slices)) : stages;
}

// Memory that nothing else needs holds slices that are fetched ahead.
static void plan_stages(LocalMemory *l, const Machine *m, const Dots *dots)
{
    long long slices = 0, most = dots->across ? m->stages : 0;
    for (int i = 0; i < dots->dot_count; i++)
        if (dots->dots[i].schedule.ahead && dots->dots[i].schedule.slices > most)
            most = dots->dots[i].schedule.slices;
    for (int i = 0; i < l->use_count; i++)
        slices += l->uses[i].of ? l->uses[i].bytes : 0;
    most = least(m->stages, most);
    l->stages = most >= 2 ? least(most, stages_of_slices(l, m, dots, slices)) : 1;
    if (l->stages < most)
        l->budget_of_next = l->bytes + l->stages * slices;
    if (l->stages == 1)
        return;
    l->across = dots->across;
    for (int i = 0; i < l->use_count; i++) {
        l->uses[i].stages = l->uses[i].of ? l->stages : 1;
        l->uses[i].bytes *= l->uses[i].stages;
    }
    l->bytes += (l->stages - 1) * slices;
}

// The local memory of each of the groups that run together. Besides it a group needs 2 KiB: the machine's own, and for barriers.
static long long bytes_of_each(const Machine *m, long long together)
{
    enum { PART = 1024, OTHER = 2048 };
    return together > 1 ? least(most_stage_bytes(m), m->unit_bytes / together / PART * PART - OTHER) : most_stage_bytes(m);
}

// The blocks of a chain that change with the steps have as many stages as fit, and at least two. Then as many groups run together
// as have room.
static void plan_fed_stages(LocalMemory *l, const Machine *m, Chain *c)
{
    long long moving = 0;
    for (int i = 0; i < c->fed_count; i++)
        moving += c->fed[i].stays ? 0 : l->uses[c->fed[i].side->use].bytes;
    l->stages = 1;
    while (c->together > 1 && (l->bytes > bytes_of_each(m, c->together) || stages_that_fit(l, bytes_of_each(m, c->together), moving) < 2))
        c->together--;
    c->stages = moving ? least(m->stages, stages_that_fit(l, bytes_of_each(m, c->together), moving)) : 1;
    if (c->stages < m->stages)
        l->budget_of_next = l->bytes + c->stages * moving;
    for (int i = 0; i < c->fed_count; i++) {
        struct LocalUse *use = &l->uses[c->fed[i].side->use];
        use->stages = c->fed[i].stays ? 1 : c->stages;
        use->bytes *= use->stages;
    }
    l->bytes += (c->stages - 1) * moving;
    if (moving && c->stages < 2)
        *c = (Chain){ .why_not = text("there is no local memory for two blocks of each operand, %lld bytes", l->budget_of_next) };
}

LocalMemory plan_local(const Plan *plan, const LaneGroup *l, const Placements *placements, Dots *dots, Chain *chain, long long results)
{
    LocalSearch in = { .lanes = l, .dots = dots, .chain = chain };
    LocalMemory *made = &in.made;
    for (int i = 0; i < placements->block_count; i++) {
        const struct BlockPlacement *p = &placements->blocks[i];
        if (p->memory != MEMORY_LOCAL || !p->why)       // views are in the memory of their block
            continue;
        add_use(made, p->what, p->ref, p->ref->type, p->bytes / type_size(p->ref->type), type_size(p->ref->type), p->ref->at);
        made->uses[made->use_count - 1].gap = p->gap;
    }
    need_for_statement(&in, plan->call->kernel->body);
    if (results)
        add_use(made, "results", NULL, &int_type, results / type_size(&int_type), type_size(&int_type), dots->across->at);
    for (int i = 0; i < made->use_count; i++)
        made->bytes += made->uses[i].bytes;
    if (chain->fed_count)
        plan_fed_stages(made, l->machine, chain);
    else
        plan_stages(made, l->machine, dots);
    return in.made;
}

static const struct WindowFetch *fetched_block(const Fetches *f, const Symbol *ref)
{
    for (int i = 0; i < f->window_count; i++)
        if (f->windows[i].operand->ref == ref)
            return &f->windows[i];
    return NULL;
}

LocalMemory with_buffers(LocalMemory l, const Fetches *fetches)
{
    for (int i = 0; i < l.use_count; i++) {
        const struct WindowFetch *f = fetched_block(fetches, l.uses[i].ref);
        if (f && f->buffers) {
            l.bytes += (f->buffers - 1) * l.uses[i].bytes;
            l.uses[i].bytes *= f->buffers;
        }
    }
    return l;
}

// ---- Whether it is enough -------------------------------------------------------------------------------------------

const char *local_text(const struct LocalUse *use)
{
    return use->ref ? text("'%s'", use->ref->name)
           : !strcmp(use->what, "reduction") ? text("partial results of %s", use->of_scan ? "PL_SCAN" : "PL_REDUCE")
           : use->held                        ? text("a row of %s", use->held->contents)
           : use->fetched                     ? text("slices of '%s' before they are transposed", use->of->name)
           : !strcmp(use->what, "results")    ? "results, until they are copied to their arrays"
           : !strcmp(use->what, "x_slice") ? "slices of PL_DOT's first operand" : "slices of PL_DOT's second operand";
}

// A block that is in local memory, or was left out, or memory that statements share.
typedef struct {
    const char *name;
    const Symbol *ref;
    long long bytes;
    Loc at;
} Need;

typedef struct {
    Need *all;
    int count;
    long long bytes;
    const char *left_out;       // by name
} Needs;

static void add_need(Needs *n, const char *name, const Symbol *ref, long long bytes, Loc at)
{
    list_add(n->all, n->count, ((Need){ name, ref, bytes, at }));
    n->bytes += bytes;
}

static Needs needs_of(const Lanes *l)
{
    Needs n = { .left_out = "" };
    for (int i = 0; i < l->local.use_count; i++)
        add_need(&n, local_text(&l->local.uses[i]), l->local.uses[i].ref, l->local.uses[i].bytes, l->local.uses[i].at);
    for (int i = 0; i < l->placements.block_count; i++) {
        const struct BlockPlacement *p = &l->placements.blocks[i];
        if (!p->left_out)
            continue;
        add_need(&n, text("'%s'", p->ref->name), p->ref, p->bytes, p->ref->at);
        n.left_out = listed(n.left_out, text("'%s'", p->ref->name));
    }
    return n;
}

static const char *needs_text(const Needs *n)
{
    const char *all = "";
    for (int i = 0; i < n->count; i++)
        all = listed(all, text("%lld for %s", n->all[i].bytes, n->all[i].name));
    return all;
}

static const Need *largest_need(const Needs *n)
{
    const Need *found = &n->all[0];
    for (int i = 1; i < n->count; i++)
        if (n->all[i].bytes > found->bytes)
            found = &n->all[i];
    return found;
}

// What to write instead: fewer rows of the largest block, if that alone is enough.
static const char *advice_text(const Need *most, long long capacity)
{
    const Node *first = most->ref && most->ref->rank ? most->ref->dims[0] : NULL;
    long long rows = first && first->known && first->value > 0 ? capacity / (most->bytes / first->value) : 0;
    return rows > 0     ? text("it fits with %lld instead of %lld on the first dim of %s", rows, first->value, most->name)
           : most->ref  ? "make these blocks smaller"
                        : "use smaller blocks: slices are as wide as the blocks of PL_DOT, up to a limit";
}

// If several calls have the kernel, once.
void check_budget(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    Needs n = l->group.rejected ? (Needs){ 0 } : needs_of(l);
    const Need *most = n.bytes > l->group.machine->local_bytes ? largest_need(&n) : NULL;
    if (!most || was_reported(text("memory of lanes, %s:%u:%u", most->at.file, most->at.line, most->at.column)))
        return;
    const char *advice = advice_text(most, l->group.machine->local_bytes - (n.bytes - most->bytes));
    if (l->group.machine->budget_is_named) {
        error_at(most->at, "%s", in_words(l->group.machine, text(MESSAGE_BUDGET, plan->call->name, n.bytes, l->group.machine->local_bytes,
                                                           needs_text(&n))));
        note_at(most->at, "%s", advice);
        return;
    }
    remark_at(most->at, "%s", in_words(l->group.machine, text(MESSAGE_LOCAL_MEMORY, plan->call->name, n.bytes,
                                                        l->group.machine->local_bytes, needs_text(&n))));
    remark_note_at(most->at, HINT_LOCAL_MEMORY,
                   *n.left_out ? text("%s in global memory is slow", n.left_out) : "a GPU without more rejects the call",
                   advice);
}
