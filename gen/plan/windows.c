// plan/windows.c -- where the lanes of a group access the window of an operand, and why there.
//
//     in registers           what is read again, and only by the lane that wrote it (plan/layouts.c)
//     in place               no access is known that a copy would make faster: lanes read their own elements, say
//     in place, masked       the same if the window may extend past the array: masks select the elements inside
//     a copy, local memory   elements that lanes read at several distances from their own, or that neighbors read across
//                           rows, or that lanes exchange in a loop; blocks that PL_DOT accumulates into part by part; aliases
//     a copy, global memory  the same, if the copy does not fit in local memory, has a run-time size, or is referred to by
//                           a pointer, and the machine's pointers cannot refer to local memory
//
// PL_DOT itself copies slices of its operands from arrays to local memory, with masks where the window extends past the
// array.

#include "plan/plan.h"
#include <string.h>

typedef struct { int dim; long long shift; } Shift;

typedef struct {                // how a kernel accesses a window
    const char *unmasked;       // why masks are not possible; NULL: they are
    const char *pays;           // why a copy in local memory pays; NULL: it does not
    bool accumulated;           // PL_DOT accumulates into a part of it
    Shift *shifts;              // the distance of the elements that are read from the lane's own
    int shift_count;
} WindowUse;

typedef struct {                // a window, and how the kernel accesses it
    const Plan *plan;
    const LaneGroup *lanes;
    const Layouts *layouts;
    const Clips *clips;
    const Placements *placed;   // of blocks, and of windows before it
    const Operand *operand;
    WindowUse use;
    const Node *statement, *stored;     // the current statement, and its store that masks may skip
} Survey;

static void no_masks(Survey *survey, const char *why)
{
    if (!survey->use.unmasked)
        survey->use.unmasked = why;
}

static void copy_pays(Survey *survey, const char *why)
{
    if (!survey->use.pays)
        survey->use.pays = why;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

// Whether one lane reads several places of the subscript: x[r + dy], with dy counted by a loop of its own.
static bool reads_around(Survey *survey, const Access *at, const Node *subscript)
{
    for (int l = 0; l < at->around_count; l++)
        for (int a = 0; a < at->around[l]->axis_count; a++)
            if (distribution_of(survey->lanes, at->around[l]->axes[a].index) == NOT_DISTRIBUTED &&
                uses(subscript, at->around[l]->axes[a].index))
                return true;
    return false;
}

static void note_shift(Survey *survey, const Access *at, AccessPattern along)
{
    const Node *access = at->place;
    for (int i = 0; i < survey->use.shift_count; i++)
        if (survey->use.shifts[i].dim == along.dim && along.known && survey->use.shifts[i].shift != along.shift)
            copy_pays(survey, text("work-items read their neighbors' elements on line %u", access->at.line));
    if (!along.known && reads_around(survey, at, access->items[along.dim]))
        copy_pays(survey, text("work-items read elements around their own on line %u", access->at.line));
    list_add(survey->use.shifts, survey->use.shift_count, ((Shift){ along.dim, along.shift }));
}

static void note_axis(Survey *survey, const Access *at, const Node *loop, const Symbol *index)
{
    const Node *access = at->place;
    Distribution how = distribution_of(survey->lanes, index);
    AccessPattern along = pattern_along(access, loop, index);
    if (how == NOT_DISTRIBUTED || (along.kind != PATTERN_IDENTITY && along.kind != PATTERN_SHIFT))
        return;
    if (how != (survey->lanes->turned ? CYCLIC_COLUMNS : CYCLIC_ROWS) && along.dim != access->ref->rank - 1)
        copy_pays(survey, text("neighboring work-items read across its rows on line %u", access->at.line));
    note_shift(survey, at, along);
}

// Whether PL_DOT multiplies the same window in several steps.
static bool multiplies_in_steps(Survey *survey, const Access *a)
{
    const Operand *o = survey->operand;
    return !o->written && o->level < survey->plan->levels && !a->around_count && runs_by_tiles(survey->lanes, a->by) &&
           !survey->lanes->machine->producer_lanes;     // which copies it once, too
}

static bool selects_by(const Symbol *view, const Symbol *index)
{
    View v = view->view ? viewed(view->view->a) : (View){ 0 };
    for (int d = 0; d < v.dim; d++)
        if (is_name_of(v.at[d], index))
            return true;
    return v.of && v.of != view && selects_by(v.of, index);
}

// Whether the starts of the view, for different values of the names in it, are parts that do not overlap.
static bool has_separate_parts(const Symbol *view)
{
    View v = view->view ? viewed(view->view->a) : (View){ 0 };
    for (int d = 0; d < v.dim; d++)
        if (!v.at[d]->known && v.at[d]->kind != ND_NAME)
            return false;
    return !v.of || v.of == view || ((!v.offset || v.known) && has_separate_parts(v.of));
}

// Whether PL_DOT may multiply a part of the window again in the same step, in another iteration of a loop.
static bool multiplies_again(const Access *a)
{
    bool again = a->loops.count && !has_separate_parts(a->block);
    for (int i = 0; i < a->loops.count && a->block->view; i++)
        again |= !selects_by(a->block, a->loops.axes[i]->index);
    return again;
}

static void note_copied_once(Survey *survey, const Node *dot, const char *often)
{
    copy_pays(survey, text("PL_DOT on line %u multiplies %s, and it is copied once", dot->at.line, often));
}

// Whether it is in a statement that has two versions, one with masks.
static bool is_masked(const Access *a)
{
    return a->around_count || (a->statement && masks_statement(a->statement));
}

static void note_element(Survey *survey, const Access *a)
{
    const Node *n = a->place;
    if (a->statement != survey->statement)
        survey->stored = masked_store(a->statement);
    survey->statement = a->statement;
    const char *line = text("line %u", n->at.line);
    if (n->item_count < n->ref->rank)
        no_masks(survey, text("%s passes a row of it to a function", line));
    else if (n->ref != survey->operand->ref)
        no_masks(survey, text("%s accesses it through a PL_VIEW", line));
    else if (!is_masked(a))
        no_masks(survey, text("%s uses an element of it outside PL_EACH", line));
    else if (survey->operand->written && n != survey->stored)
        no_masks(survey, text("%s does more than store to it", line));
    for (int l = 0; l < a->around_count; l++)
        for (int i = 0; i < a->around[l]->axis_count; i++)
            note_axis(survey, a, a->around[l], a->around[l]->axes[i].index);
}

// ---- Whole blocks ---------------------------------------------------------------------------------------------------

static bool has_element_dims(const Operand *o)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].partial && o->dims[d].kind == WINDOW_ELEMENT)
            return true;
    return false;
}

// Whether only boxes may access the window: they have 0 before the array, as after it.
static bool is_boxed_alone(const Survey *survey)
{
    return survey->lanes->machine->producer_lanes &&
           count_nodes(survey->plan->call->kernel->body, names_symbol, survey->operand->ref) == 1;
}

static void note_operand(Survey *survey, const Access *a)
{
    const Node *dot = a->by;
    if (a->writes) {
        survey->use.accumulated = true;
        no_masks(survey, text("PL_DOT on line %u accumulates into it", dot->at.line));
        return;
    }
    if (multiplies_in_steps(survey, a))
        note_copied_once(survey, dot, "it in several steps");
    else if (multiplies_again(a) && runs_by_tiles(survey->lanes, dot))
        note_copied_once(survey, dot, "parts of it in several iterations");
    if (!runs_by_tiles(survey->lanes, dot) || a->around_count)
        no_masks(survey, text("PL_DOT on line %u does not copy slices of it", dot->at.line));
    else if (!has_steady_place(a->block, survey->plan->call->kernel->body))
        no_masks(survey, text("the place of '%s' changes before PL_DOT on line %u", a->block->name, dot->at.line));
    else if (has_element_dims(survey->operand) && !is_boxed_alone(survey))
        no_masks(survey, "its window may begin before the array");
}

// The window itself is filled, assigned to or from, element by element.
static void note_whole(Survey *survey, const Access *a)
{
    if (a->around_count || a->passed)
        no_masks(survey, text("line %u uses all of it", a->place->at.line));
    else if (a->block != survey->operand->ref)
        no_masks(survey, text("line %u accesses a part of it", a->by->at.line));
}

// Whether n has effects. A store whose operands have none may be skipped if its element is outside.
static bool has_effects(const Node *n, const void *unused)
{
    (void)unused;
    return effect_of(n).target || (n->symbol && takes_pointer(n));
}

const Node *masked_store(const Node *n)
{
    const Node *store = n->kind == ND_EXPRESSION ? n->a : n;
    if (n->kind == ND_EXPRESSION ? !(store->kind == ND_BINARY && is_op(store, "=")) : n->kind != ND_STORE)
        return NULL;
    const Node *root = root_of(store->a);
    bool plain = !find_node(store->b, has_effects, NULL) && !find_node(store->a, has_effects, NULL) &&
                 !find_node(store->c, has_effects, NULL);
    return plain && root->kind == ND_ACCESS ? root : NULL;
}

// Whether n is a statement that is emitted in two versions, with and without masks.
bool masks_statement(const Node *n)
{
    return n->kind == ND_EACH || n->kind == ND_REDUCE || n->kind == ND_EXPRESSION || n->kind == ND_STORE ||
           by_elements(n);
}

static void note_access(void *to, const Access *a)
{
    Survey *survey = to;
    if (!a->block || view_of(a->block).of != survey->operand->ref || (a->by && a->by->kind == ND_VIEW))
        return;
    if (!a->whole)
        note_element(survey, a);
    else if (a->by && a->by->kind == ND_DOT)
        note_operand(survey, a);
    else
        note_whole(survey, a);
}

// ---- Loops in which lanes exchange elements ----------------------------------------------------------------------------

typedef struct { const Survey *survey; unsigned reads, writes; } Exchange;      // the lines of accesses to elements of others

static bool accesses_own(const LaneGroup *l, const Access *a)
{
    for (int i = 0; i < a->around_count; i++)
        for (int d = 0; d < a->around[i]->axis_count; d++) {
            const Symbol *index = a->around[i]->axes[d].index;
            if (distribution_of(l, index) != NOT_DISTRIBUTED && pattern_along(a->place, a->around[i], index).kind != PATTERN_IDENTITY)
                return false;
        }
    return true;
}

static void note_exchange(void *to, const Access *a)
{
    Exchange *e = to;
    bool element = a->block && view_of(a->block).of == e->survey->operand->ref && a->place->kind == ND_ACCESS;
    if (!element || accesses_own(e->survey->lanes, a))
        return;
    e->reads = a->reads ? a->place->at.line : e->reads;
    e->writes = a->writes ? a->place->at.line : e->writes;
}

// A loop whose iterations all lanes run together, before or after those of a PL_EACH within.
static bool exchanges(const Node *n, const void *survey)
{
    Exchange e = { .survey = survey };
    if (n->kind == ND_FOR || n->kind == ND_WHILE || n->kind == ND_DO || n->kind == ND_LOOP)
        each_access(n, NULL, note_exchange, &e);
    return e.reads && e.writes;
}

// Why a copy of a window that is written pays; NULL: it does not.
static const char *why_written_copy(const Survey *survey, const Node *body)
{
    const Node *loop = find_node(body, exchanges, survey);
    return survey->use.accumulated ? "PL_DOT accumulates into parts of it"
           : loop                  ? text("work-items exchange its elements in the loop on line %u", loop->at.line) : NULL;
}

// ---- The placement --------------------------------------------------------------------------------------------------

static const char *no_copy(const Survey *survey, long long bytes)
{
    const Machine *m = survey->lanes->machine;
    if (bytes < 0)
        return "its size is known at run time";
    if (is_pointed_into(survey->operand->ref, survey->plan->call->kernel->body) && !m->pointers)
        return "a pointer points into it";
    if (survey->placed->local_bytes + bytes > m->local_bytes)
        return text("its %lld bytes do not fit next to the others in %lld", bytes, m->local_bytes);
    return NULL;
}

// For a window in its array or copied to global memory. unmasked: why masks are not possible, if they are needed.
static const char *why_no_copy(const char *pays, const char *against)
{
    return text("a copy in local memory would help, because %s, but %s", pays, against);
}

static const char *why_global(const char *pays, const char *unmasked, const char *against)
{
    if (unmasked && !strcmp(unmasked, against))
        return text("no masks and no copy in local memory, because %s", against);
    if (unmasked)
        return text("no masks, because %s; no copy in local memory, because %s", unmasked, against);
    return pays ? why_no_copy(pays, against) : "no access is known that a copy would make faster";
}

// A window that must be a copy.
static void choose_copy(struct WindowPlacement *k, const Survey *survey)
{
    const Operand *o = k->operand;
    const char *why = is_aliased(survey->plan->call, o->part) ? "PL_ALIAS needs one" : "a pointer to rows needs one";
    const char *against = no_copy(survey, block_bytes(o->ref));
    k->how = against ? WINDOW_COPIED : WINDOW_LOCAL;
    k->bytes = against ? 0 : block_bytes(o->ref);
    k->why = against ? text("%s; not in local memory, because %s", why, against) : why;
}

static struct WindowPlacement choose_placement(Survey *survey)
{
    const Operand *o = survey->operand;
    const Node *body = survey->plan->call->kernel->body;
    bool edge = o->copy == COPY_PARTIAL && extends_past(survey->clips, o);
    struct WindowPlacement k = { .operand = o, .how = edge ? WINDOW_COPIED : WINDOW_IN_PLACE, .why = "" };
    if (in_registers(survey->layouts, o->ref)) {
        k.how = WINDOW_REGISTERS;
        k.why = block_layout(survey->layouts, o->ref)->why;
        return k;
    }
    if (stays_in_place(o->part)) {
        k.why = o->part->spec == SPEC_ANY ? "it is left in HBM" : "all programs share it";
        return k;
    }
    if (o->copy == COPY_ALWAYS) {
        choose_copy(&k, survey);
        return k;
    }
    if (o->ref->type->kind == TY_STRUCT && !o->written)     // a mask would need a value for reads
        no_masks(survey, "its elements are structs");
    if (is_pointed_into(o->ref, body))
        no_masks(survey, "a pointer points into it");
    if (has_kind(body, ND_LABEL))
        no_masks(survey, "the kernel has jumps");
    each_access(body, NULL, note_access, survey);
    bool again = o->written && reads_again(o->ref, body);
    const char *pays = o->written ? why_written_copy(survey, body) : survey->use.pays;
    const char *unmasked = again ? "it is read again" : survey->use.unmasked;
    RowGap gap = row_gap(survey->lanes, o->ref, body, true, survey->placed->local_bytes + survey->placed->slice_gaps);
    long long bytes = block_bytes(o->ref) + gap_bytes(o->ref, gap);
    const char *against = no_copy(survey, bytes);
    bool wants_masks = edge && unmasked && !pays;
    if (pays && against)
        k.no_copy = why_no_copy(pays, against);
    if (wants_masks)
        pays = text("it may extend past the array, and masks are not possible, because %s", unmasked);
    if (pays && !against) {
        k.how = WINDOW_LOCAL;
        k.why = pays;
        k.gap = gap;
        k.bytes = bytes;
    } else if (edge && !unmasked) {
        k.how = WINDOW_MASKED;
        k.why = "it may extend past the array, and is masked";
    } else {
        k.why = why_global(pays, wants_masks ? unmasked : NULL, against);
    }
    return k;
}

void plan_windows(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Clips *clips, Placements *to)
{
    for (int i = 0; i < plan->operand_count; i++) {
        Survey survey = { .plan = plan, .lanes = l, .layouts = layouts, .clips = clips, .placed = to, .operand = &plan->operands[i] };
        struct WindowPlacement k = choose_placement(&survey);
        if (k.how == WINDOW_LOCAL || (k.how == WINDOW_COPIED && block_bytes(k.operand->ref) > 0))
            plan_pieces(l, layouts, &k);
        list_add(to->windows, to->window_count, k);
        to->local_bytes += k.bytes;
    }
}
