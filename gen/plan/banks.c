// plan/banks.c -- gaps between the rows of a block in local memory, so that lanes access different banks.
//
// Two elements are in the same bank of local memory if their distance is a multiple of 128 bytes. If lanes access several
// elements of one bank at a time, the hardware serves them one after the other. This file counts them for each way in which
// statements access the block, from their subscripts and the loops around them, and chooses the shortest gap with the
// smallest sum. --explain says what the gap achieves, and what no gap avoids.

#include "plan/plan.h"

enum { ALL_BANKS = 4 * BANKS };         // bytes

typedef enum {                          // what the lanes of a warp access at a time
    WAY_LINES,                          // eight lines, of which a matrix instruction reads 16 bytes each
    WAY_LEFT,                           // a column, an element for each row of lanes: the left operand of PL_DOT
    WAY_RIGHT,                          // a column, an element for each column of lanes: a transposed right operand
    WAY_LIST,                           // a column, an element for each lane
    WAY_ACROSS,                         // neighbors are in a column: t[c][r]
    WAY_ALONG,                          // neighbors are in a row: t[r][c]
    WAYS
} Way;

typedef struct {
    const Lanes *lanes;
    const Symbol *ref;
    bool window;                        // of an operand
    const Node *at[WAYS];               // the first statement that accesses it in this way; NULL: none does
    Access *element[WAYS];              // this access, if it is of an element
} BlockUse;

// ---- How statements access it ---------------------------------------------------------------------------------------

// If neighbors access neighbors, a window has no gaps: vectors may copy its rows.
static void note(BlockUse *use, Way way, const Node *at)
{
    if (!use->at[way] && !(use->window && way == WAY_ALONG))
        use->at[way] = at;
}

static void note_operand(BlockUse *use, const Access *a)
{
    const Node *dot = a->by;
    if (!runs_by_tiles(use->lanes, dot) || a->around_count)
        return;
    if (a->writes)
        note(use, WAY_ALONG, dot);
    else if (use->lanes->mma)
        note(use, WAY_LINES, dot);
    else {
        if (dot->b->kind != ND_TRANSPOSE && block_of(dot->b) == a->block)
            note(use, WAY_LEFT, dot);
        if (dot->c->kind == ND_TRANSPOSE && block_of(dot->c) == a->block)
            note(use, WAY_RIGHT, dot);
    }
}

static void note_place(BlockUse *use, Way way, const Access *a)
{
    if (!use->at[way] && !(use->window && way == WAY_ALONG)) {
        use->element[way] = allocate(sizeof *a);
        *use->element[way] = *a;
    }
    note(use, way, a->place);
}

static void note_element(BlockUse *use, const Access *a)
{
    int last = a->place->ref->rank - 1;
    for (int l = 0; l < a->around_count; l++)
        for (int i = 0; i < a->around[l]->axis_count; i++) {
            const Symbol *index = a->around[l]->axes[i].index;
            Distribution how = distribution_of(use->lanes, index);
            AccessPattern along = pattern_along(a->place, a->around[l], index);
            if (along.kind != PATTERN_IDENTITY && along.kind != PATTERN_SHIFT)
                continue;
            if (how == CYCLIC_LANES && along.dim == last - 1)
                note_place(use, WAY_LIST, a);
            if (how == CYCLIC_COLUMNS && (along.dim == last || along.dim == last - 1))
                note_place(use, along.dim == last ? WAY_ALONG : WAY_ACROSS, a);
        }
}

static void note_access(void *to, const Access *a)
{
    BlockUse *use = to;
    if (!a->block || view_of(a->block).of != use->ref || (a->by && a->by->kind == ND_VIEW))
        return;
    if (!a->whole && a->place->kind == ND_ACCESS)
        note_element(use, a);
    else if (a->by && a->by->kind == ND_DOT)
        note_operand(use, a);
    else if (a->by && a->whole)
        note(use, WAY_ALONG, a->by);
}

// ---- How many elements of one bank ----------------------------------------------------------------------------------

typedef struct { long long row, column; } Place;

// Of whole blocks, and of elements whose subscripts are not known here.
static Place place_of(const Lanes *l, Way way, int lane)
{
    int row = lane / l->columns, column = lane % l->columns;
    switch (way) {
    case WAY_LEFT:   return (Place){ row, 0 };
    case WAY_RIGHT:  return (Place){ column, 0 };
    case WAY_ACROSS: return (Place){ column, row };
    case WAY_ALONG:  return (Place){ row, column * l->run };
    default:         return (Place){ lane, 0 };
    }
}

// What the lanes of a warp access at a time, in units of at least a bank; one access serves all lanes that need the same.
typedef struct { long long size, units[ALL_BANKS / 4]; int count; } Accessed;

static int lanes_at_a_time(const Accessed *a)
{
    return (int)(ALL_BANKS / a->size);
}

static Accessed accessed_in(const BlockUse *use, Way way)
{
    long long size = type_size(use->ref->type);
    return (Accessed){ .size = way == WAY_LINES ? 16 : size > 4 ? size : 4 };
}

static void add_element(Accessed *a, const BlockUse *use, long long element)
{
    long long unit = element * type_size(use->ref->type) / a->size;
    for (int i = 0; i < a->count; i++)
        if (a->units[i] == unit)
            return;
    a->units[a->count++] = unit;
}

static int most_in_one_bank(const Accessed *a)
{
    int most = 1;
    for (int i = 0; i < a->count; i++) {
        int same = 0;
        for (int j = 0; j < a->count; j++)
            same += (a->units[i] - a->units[j]) % lanes_at_a_time(a) == 0;
        most = same > most ? same : most;
    }
    return most;
}

// The largest number of elements of one bank that lanes access at a time, for rows at this distance.
static int most_in_bank(const BlockUse *use, Way way, long long pitch)
{
    const Symbol *ref = use->ref;
    Accessed all = accessed_in(use, way);
    for (int lane = 0; lane < lanes_at_a_time(&all); lane++) {
        Place at = place_of(use->lanes, way, lane);
        if (at.row < ref->dims[ref->rank - 2]->value && at.column < ref->dims[ref->rank - 1]->value)
            add_element(&all, use, at.row * pitch + at.column);
    }
    return most_in_one_bank(&all);
}

// The distance of the elements of neighbors on a dim.
static long long distance_on(const Symbol *ref, int dim, long long pitch)
{
    long long distance = dim == ref->rank - 1 ? 1 : pitch;
    for (int d = dim + 1; d < ref->rank - 1; d++)
        distance *= ref->dims[d]->value;
    return distance;
}

// The first index of a lane in a loop that is distributed in this way; -1: not known here.
static long long first_index(const Lanes *l, Distribution how, int lane, int run)
{
    switch (how) {
    case NOT_DISTRIBUTED:   return 0;
    case CYCLIC_ROWS:       return lane / l->columns;
    case CYCLIC_COLUMNS:    return lane % l->columns * run;
    case CYCLIC_LANES:      return lane * (l->tiled ? 1 : run);
    default:                return -1;
    }
}

enum { NO_ELEMENT = -1, ANY_ELEMENT = -2 };

// The first element that a lane accesses, without what is the same for all lanes.
static long long element_of_lane(const BlockUse *use, const Access *a, int lane, int run, long long pitch)
{
    long long element = 0;
    bool idle = false;
    if (a->place->ref != use->ref)
        return ANY_ELEMENT;             // of a view, which may begin anywhere
    for (int i = 0; i < a->around_count; i++)
        for (int j = 0; j < a->around[i]->axis_count; j++) {
            const LoopAxis *axis = &a->around[i]->axes[j];
            AccessPattern along = pattern_along(a->place, a->around[i], axis->index);
            long long at = first_index(use->lanes, distribution_of(use->lanes, axis->index), lane, run);
            if (along.kind == PATTERN_GATHER || at < 0 || (along.dim >= 0 && (along.factor < 0 || !axis->lo->known)))
                return ANY_ELEMENT;
            if (axis_count(axis) < 0 && along.dim >= 0 && along.kind != PATTERN_IDENTITY)
                return ANY_ELEMENT;
            idle |= axis_count(axis) >= 0 ? at >= axis_count(axis) : along.dim >= 0 && at >= use->ref->dims[along.dim]->value;
            element += along.dim < 0 ? 0 : at * along.factor * distance_on(use->ref, along.dim, pitch);
        }
    return idle ? NO_ELEMENT : element;
}

// The number for the lanes' first elements; 0: not known here.
static int most_in_bank_by(const BlockUse *use, Way way, int run, long long pitch)
{
    Accessed all = accessed_in(use, way);
    for (int lane = 0; lane < lanes_at_a_time(&all); lane++) {
        long long element = element_of_lane(use, use->element[way], lane, run, pitch);
        if (element == ANY_ELEMENT)
            return 0;
        if (element != NO_ELEMENT)
            add_element(&all, use, element);
    }
    return most_in_one_bank(&all);
}

// The same for the statement at[way], whether it has runs or, because a check fails, single elements.
static int most_at(const BlockUse *use, Way way, long long pitch)
{
    const Lanes *l = use->lanes;
    if (!use->element[way])
        return most_in_bank(use, way, pitch);
    int runs = most_in_bank_by(use, way, l->run, pitch), single = most_in_bank_by(use, way, l->tiled ? l->run : 1, pitch);
    return runs > single ? runs : single;
}

// The number that counts for the choice of a gap: where the elements are not known, neighbors are taken to access neighbors.
static int all_conflicts(const BlockUse *use, long long pitch)
{
    int all = 0;
    for (int w = 0; w < WAYS; w++) {
        int known = use->at[w] ? most_at(use, (Way)w, pitch) : 0;
        all += known || !use->at[w] ? known : most_in_bank(use, (Way)w, pitch);
    }
    return all;
}

// ---- The gap --------------------------------------------------------------------------------------------------------

// The way with the most elements of one bank, so many; WAYS: none is known to have several.
static Way worst_way(const BlockUse *use, long long pitch, int *most)
{
    Way worst = WAYS;
    *most = 1;
    for (int w = 0; w < WAYS; w++) {
        int number = use->at[w] ? most_at(use, (Way)w, pitch) : 1;
        if (number > *most)
            *most = number, worst = (Way)w;
    }
    return worst;
}

static const char *elements_text(Way way)
{
    return way == WAY_LINES ? "lines that begin in one bank" : "elements of one bank";
}

// What the gap achieves for the statement with the most elements of one bank, and what it leaves; nothing if that is not known.
static void explain_gap(RowGap *gap, const BlockUse *use, long long width)
{
    int without, left;
    long long pitch = width + gap->elements;
    Way worst = worst_way(use, width, &without), now = worst_way(use, pitch, &left);
    int with = worst == WAYS ? without : most_at(use, worst, pitch);
    if (now != WAYS && (now != worst || with >= without))
        gap->left = text("up to %d %s are accessed at a time on line %u", left, elements_text(now), use->at[now]->at.line);
    if (with >= without)
        return;
    const char *what = elements_text(worst);
    unsigned line = use->at[worst]->at.line;
    gap->why = with > 1 ? text("up to %d %s are accessed at a time on line %u, otherwise %d", with, what, line, without)
                        : text("otherwise up to %d %s would be accessed at a time on line %u", without, what, line);
}

static bool has_gap_for_elements(const BlockUse *use, Way way, long long width)
{
    for (long long gap = 0; gap < ALL_BANKS / type_size(use->ref->type); gap++)
        if (most_in_bank_by(use, way, 1, width + gap) == 1)
            return true;
    return false;
}

// A statement that accesses several elements of one bank because lanes have runs; NULL: there is none.
static const Node *slowed_by_runs(const BlockUse *use, long long width, long long gap)
{
    int run = use->lanes->run;
    for (int w = 0; w < WAYS && run > 1; w++)
        if (use->element[w] && most_in_bank_by(use, (Way)w, run, width + gap) > 1 && has_gap_for_elements(use, (Way)w, width))
            return use->at[w];
    return NULL;
}

// The shortest gap with the fewest conflicts, of a multiple of so many elements.
static long long shortest_gap(const BlockUse *use, long long width, long long step)
{
    int fewest = all_conflicts(use, width);
    long long gap = 0;
    for (long long elements = step; elements < ALL_BANKS / type_size(use->ref->type); elements += step)
        if (all_conflicts(use, width + elements) < fewest) {
            fewest = all_conflicts(use, width + elements);
            gap = elements;
        }
    return gap;
}

// A gap of a multiple of 16 bytes lets a window be copied in pieces of 16 bytes.
static long long gap_for_pieces(const BlockUse *use, long long width, long long gap)
{
    long long size = type_size(use->ref->type);
    if (!use->window || use->lanes->machine->copy_bytes != 16 || width * size % 16)
        return gap;
    long long whole = shortest_gap(use, width, 16 / size);
    return all_conflicts(use, width + whole) <= all_conflicts(use, width + gap) ? whole : gap;
}

RowGap row_gap(const Lanes *l, const Symbol *ref, const Node *body, bool window)
{
    BlockUse use = { .lanes = l, .ref = ref, .window = window };
    RowGap gap = { 0 };
    int last = ref->rank - 1, size = type_size(ref->type);
    bool unknown = block_bytes(ref) < 1 || ref->type->kind == TY_STRUCT;
    // a machine without warps runs its text on CPUs, too; a pointer may pass from row to row
    if ((l->machine->warp == 1 && !window) || last < 1 || unknown || is_pointed_into(ref, body))
        return gap;
    each_access(body, NULL, note_access, &use);
    // windows are copied in pieces of at least a bank
    long long width = ref->dims[last]->value, step = use.at[WAY_LINES] ? 16 / size : window && size < 4 ? 4 / size : 1;
    gap.elements = gap_for_pieces(&use, width, shortest_gap(&use, width, step));
    if (l->local_bytes + l->slice_gaps + block_bytes(ref) + gap_bytes(ref, gap) > l->machine->local_bytes)
        gap.elements = 0;
    explain_gap(&gap, &use, width);
    gap.runs = slowed_by_runs(&use, width, gap.elements);
    return gap;
}

long long gap_count(const Symbol *ref, RowGap gap)
{
    long long elements = gap.elements;
    for (int d = 0; d < ref->rank - 1 && elements; d++)
        elements *= ref->dims[d]->value;
    return elements;
}

long long gap_bytes(const Symbol *ref, RowGap gap)
{
    return gap_count(ref, gap) * type_size(ref->type);
}
