// plan/banks.c -- gaps between the rows of a block in local memory, so that lanes access different banks.
//
// Two elements are in the same bank of local memory if their distance is a multiple of 128 bytes. If lanes access several
// elements of one bank at a time, the hardware serves them one after the other. This file counts them for each way in which
// statements access the block, and chooses the shortest gap with the smallest sum.

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
                note(use, WAY_LIST, a->place);
            if (how == CYCLIC_COLUMNS && (along.dim == last || along.dim == last - 1))
                note(use, along.dim == last ? WAY_ALONG : WAY_ACROSS, a->place);
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

// The largest number of elements of one bank that lanes access at a time, for rows at this distance.
static int most_in_bank(const BlockUse *use, Way way, long long pitch)
{
    const Symbol *ref = use->ref;
    long long size = type_size(ref->type), unit = way == WAY_LINES ? 16 : size > 4 ? size : 4, units[ALL_BANKS / 4];
    int lanes = (int)(ALL_BANKS / unit), count = 0, most = 1;
    for (int lane = 0; lane < lanes; lane++) {
        Place at = place_of(use->lanes, way, lane);
        long long element = (at.row * pitch + at.column) * size / unit;
        int same = 1;
        bool again = at.row >= ref->dims[ref->rank - 2]->value || at.column >= ref->dims[ref->rank - 1]->value;
        for (int i = 0; i < count; i++) {
            again |= units[i] == element;               // one access serves all lanes that need it
            same += units[i] % lanes == element % lanes;
        }
        if (again)
            continue;
        units[count++] = element;
        most = same > most ? same : most;
    }
    return most;
}

static int all_conflicts(const BlockUse *use, long long pitch)
{
    int all = 0;
    for (int w = 0; w < WAYS; w++)
        all += use->at[w] ? most_in_bank(use, (Way)w, pitch) : 0;
    return all;
}

// ---- The gap --------------------------------------------------------------------------------------------------------

// The reason: the statement with the most elements of one bank.
static void explain_gap(RowGap *gap, const BlockUse *use, long long width)
{
    Way worst = WAYS;
    int most = 1;
    for (int w = 0; w < WAYS; w++) {
        int without = use->at[w] ? most_in_bank(use, (Way)w, width) : 1;
        if (without > most)
            most = without, worst = (Way)w;
    }
    if (worst == WAYS)
        return;
    int with = most_in_bank(use, worst, width + gap->elements);
    gap->kind = worst == WAY_LINES ? GAP_LINES : worst == WAY_ALONG ? GAP_ROWS : GAP_COLUMNS;
    gap->why = text("otherwise %s would access one bank at a time on line %u%s",
                    worst == WAY_LINES ? text("%d lines of a matrix instruction", most) : text("%d work-items", most),
                    use->at[worst]->at.line, with > 1 ? text(", instead of %d", with) : "");
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
    if (gap.elements)
        explain_gap(&gap, &use, width);
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
