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
    WAY_PARTS                           // the same, but each lane has a contiguous part
} Way;

typedef struct { long long row, column; } Place;                // row < 0: the lane has no element

typedef struct {
    Way way;
    const Node *at;                     // the statement; of an element: its place
    bool element;                       // otherwise a whole block
    bool known;                         // where the elements are
    bool decides;                       // the choice of a gap takes it into account
    Place runs[BANKS], single[BANKS];   // the first elements of lanes, with runs and, because a check fails, without
} BankUse;

typedef struct {
    const LaneGroup *lanes;
    const Symbol *ref;
    bool window;                        // of an operand
    BankUse *all;
    int count;
} BlockUse;

// ---- Where the lanes of a warp are ----------------------------------------------------------------------------------

// Of whole blocks, and of elements whose subscripts are not known here.
static Place place_of(const BlockUse *use, Way way, int lane)
{
    const LaneGroup *l = use->lanes;
    int row = number_of_lane(row_number(l), lane), column = number_of_lane(column_number(l), lane);
    Place at = way == WAY_LEFT    ? (Place){ row, 0 }
               : way == WAY_RIGHT  ? (Place){ column, 0 }
               : way == WAY_ACROSS ? (Place){ column, row }
               : way == WAY_ALONG  ? (Place){ row, column * l->run } : (Place){ lane, 0 };
    const Symbol *ref = use->ref;
    bool inside = at.row < ref->dims[ref->rank - 2]->value && at.column < ref->dims[ref->rank - 1]->value;
    return inside ? at : (Place){ -1, 0 };
}

// The number of rows between neighbors on a dim, except the last.
static long long rows_on(const Symbol *ref, int dim)
{
    long long rows = 1;
    for (int d = dim + 1; d < ref->rank - 1; d++)
        rows *= ref->dims[d]->value;
    return rows;
}

static long long share_of(const LoopAxis *axis, int lanes)
{
    return axis_count(axis) < 0 ? -1 : (axis_count(axis) + lanes - 1) / lanes;
}

// The first index of a lane on an axis of a loop; -1: not known here.
static long long first_index(const LaneGroup *l, const LoopAxis *axis, int lane, int run)
{
    int column = number_of_lane(column_number(l), lane);
    switch (distribution_of(l, axis->index)) {
    case NOT_DISTRIBUTED:   return 0;
    case CYCLIC_ROWS:       return number_of_lane(row_number(l), lane);
    case CYCLIC_COLUMNS:    return column * run;
    case CYCLIC_LANES:      return lane * (l->tiled ? 1 : run);
    case CONTIGUOUS_LANES:  return lane * share_of(axis, l->rows * l->columns);
    default:                return column * share_of(axis, l->columns);
    }
}

// Finds the first elements of the lanes, without what is the same for all of them. False: they are not known here.
static bool find_places(Place *places, const BlockUse *use, const Access *a, int run)
{
    const Symbol *ref = use->ref;
    if (a->place->ref != ref)
        return false;                   // of a view, which may begin anywhere
    for (int i = 0; i < BANKS; i++)
        places[i] = (Place){ 0, 0 };
    for (int i = 0; i < a->around_count; i++)
        for (int j = 0; j < a->around[i]->axis_count; j++) {
            const LoopAxis *axis = &a->around[i]->axes[j];
            AccessPattern along = pattern_along(a->place, a->around[i], axis->index);
            long long count = axis_count(axis);
            if (along.kind == PATTERN_GATHER || (along.dim >= 0 && (along.factor < 0 || !axis->lo->known)) ||
                (count < 0 && along.dim >= 0 && along.kind != PATTERN_IDENTITY))
                return false;
            for (int lane = 0; lane < BANKS; lane++) {
                long long at = first_index(use->lanes, axis, lane, run);
                if (at < 0)
                    return false;
                if (count >= 0 ? at >= count : along.dim >= 0 && at >= ref->dims[along.dim]->value)
                    places[lane].row = -1;
                else if (places[lane].row >= 0 && along.dim == ref->rank - 1)
                    places[lane].column += at * along.factor;
                else if (places[lane].row >= 0 && along.dim >= 0)
                    places[lane].row += at * along.factor * rows_on(ref, along.dim);
            }
        }
    return true;
}

// ---- How statements access it ---------------------------------------------------------------------------------------

static BankUse *noted(const BlockUse *use, Way way, const Node *at, bool element)
{
    for (int i = 0; i < use->count; i++) {
        BankUse *u = &use->all[i];
        bool same = element && u->element && u->at->at.line == at->at.line && same_expression(u->at, at);
        if (u->way == way && (element ? same : !u->element))
            return u;
    }
    return NULL;
}

// a: of an element; NULL: the statement accesses a whole block. If neighbors access neighbors, a window has no gaps: vectors may
// copy its rows. A PL_DOT may absorb the PL_FILL before it.
static void note(BlockUse *use, Way way, const Node *at, const Access *a)
{
    BankUse *before = noted(use, way, at, a);
    if (before && before->at->kind == ND_FILL)
        before->at = at;
    if (before)
        return;
    BankUse new = { .way = way, .at = at, .element = a, .known = true, .decides = !(use->window && way == WAY_ALONG) };
    if (a)
        new.known = find_places(new.runs, use, a, use->lanes->run) &&
                    find_places(new.single, use, a, use->lanes->tiled ? use->lanes->run : 1);
    for (int lane = 0; lane < BANKS && !(a && new.known); lane++)
        new.runs[lane] = new.single[lane] = place_of(use, way, lane);
    list_add(use->all, use->count, new);
}

static void note_operand(BlockUse *use, const Access *a)
{
    const Node *dot = a->by;
    if (!runs_by_tiles(use->lanes, dot) || a->around_count)
        return;
    if (a->writes)
        note(use, WAY_ALONG, dot, NULL);
    else if (use->lanes->mma)
        note(use, WAY_LINES, dot, NULL);
    else {
        if (dot->b->kind != ND_TRANSPOSE && block_of(dot->b) == a->block)
            note(use, WAY_LEFT, dot, NULL);
        if (dot->c->kind == ND_TRANSPOSE && block_of(dot->c) == a->block)
            note(use, WAY_RIGHT, dot, NULL);
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
            if ((how == CONTIGUOUS_LANES || how == CONTIGUOUS_COLUMNS) && along.dim == last)
                note(use, WAY_PARTS, a->place, a);
            if (how == CYCLIC_LANES && along.dim == last - 1)
                note(use, WAY_LIST, a->place, a);
            if (how == CYCLIC_COLUMNS && (along.dim == last || along.dim == last - 1))
                note(use, along.dim == last ? WAY_ALONG : WAY_ACROSS, a->place, a);
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
        note(use, WAY_ALONG, a->by, NULL);
}

// ---- How many elements of one bank ----------------------------------------------------------------------------------

// What the lanes of a warp access at a time, in units of at least a bank; one access serves all lanes that need the same.
typedef struct { long long size, units[BANKS]; int count; } Accessed;

static int lanes_at_a_time(const Accessed *a)
{
    return (int)(ALL_BANKS / a->size);
}

static void add_unit(Accessed *a, long long unit)
{
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

// The largest number of elements of one bank that lanes access at a time, for rows at this distance. phase: where in a bank the
// first of several small elements is, because a loop within passes over them.
static int most_of(const BlockUse *use, Way way, const Place *places, long long pitch)
{
    long long bytes = type_size(use->ref->type), size = way == WAY_LINES ? 16 : bytes > 4 ? bytes : 4;
    long long phases = way == WAY_LINES || bytes >= 4 ? 1 : 4 / bytes;
    int most = 1;
    for (long long phase = 0; phase < phases; phase++) {
        Accessed all = { .size = size };
        for (int lane = 0; lane < lanes_at_a_time(&all); lane++)
            if (places[lane].row >= 0)
                add_unit(&all, (places[lane].row * pitch + places[lane].column + phase) * bytes / size);
        int number = most_in_one_bank(&all);
        most = number > most ? number : most;
    }
    return most;
}

static int most_at(const BlockUse *use, const BankUse *u, long long pitch)
{
    int runs = most_of(use, u->way, u->runs, pitch), single = most_of(use, u->way, u->single, pitch);
    return runs > single ? runs : single;
}

// A PL_DOT reads each element for several sums, and other statements read it once.
static int weight_of(Way way)
{
    return way == WAY_LINES || way == WAY_LEFT || way == WAY_RIGHT ? 8 : 1;
}

static int all_conflicts(const BlockUse *use, long long pitch)
{
    int all = 0;
    for (int i = 0; i < use->count; i++)
        if (use->all[i].decides)
            all += weight_of(use->all[i].way) * most_at(use, &use->all[i], pitch);
    return all;
}

// ---- The gap --------------------------------------------------------------------------------------------------------

// The use with the most elements of one bank, so many; NULL: none is known to have several.
static const BankUse *worst_use(const BlockUse *use, long long pitch, int *most)
{
    const BankUse *worst = NULL;
    *most = 1;
    for (int i = 0; i < use->count; i++) {
        int number = use->all[i].known ? most_at(use, &use->all[i], pitch) : 1;
        if (number > *most)
            *most = number, worst = &use->all[i];
    }
    return worst;
}

static const char *elements_text(const BankUse *u)
{
    return u->way == WAY_LINES ? "lines that begin in one bank" : "elements of one bank";
}

// What the gap achieves for the statement with the most elements of one bank, and what it leaves; nothing if that is not known.
static void explain_gap(RowGap *gap, const BlockUse *use, long long width)
{
    int without, left;
    long long pitch = width + gap->elements;
    const BankUse *worst = worst_use(use, width, &without), *now = worst_use(use, pitch, &left);
    int with = worst ? most_at(use, worst, pitch) : without;
    if (now && (now != worst || with >= without))
        gap->left = text("up to %d %s are accessed at a time on line %u", left, elements_text(now), now->at->at.line);
    if (with >= without)
        return;
    const char *what = elements_text(worst);
    unsigned line = worst->at->at.line;
    gap->why = with > 1 ? text("up to %d %s are accessed at a time on line %u, otherwise %d", with, what, line, without)
                        : text("otherwise up to %d %s would be accessed at a time on line %u", without, what, line);
}

static bool has_gap_for_elements(const BlockUse *use, const BankUse *u, long long width)
{
    for (long long gap = 0; gap < ALL_BANKS / type_size(use->ref->type); gap++)
        if (most_of(use, u->way, u->single, width + gap) == 1)
            return true;
    return false;
}

// A statement that accesses several elements of one bank because lanes have runs; NULL: there is none.
static const Node *slowed_by_runs(const BlockUse *use, long long width, long long gap)
{
    for (int i = 0; i < use->count && use->lanes->run > 1; i++) {
        const BankUse *u = &use->all[i];
        bool counts = u->element && u->known && u->decides;
        if (counts && most_of(use, u->way, u->runs, width + gap) > 1 && has_gap_for_elements(use, u, width))
            return u->at;
    }
    return NULL;
}

static bool has_lines(const BlockUse *use)
{
    for (int i = 0; i < use->count; i++)
        if (use->all[i].way == WAY_LINES)
            return true;
    return false;
}

// The shortest gap with the fewest conflicts, of a multiple of so many elements.
static long long shortest_gap(const BlockUse *use, long long width, long long step)
{
    int fewest = all_conflicts(use, width);
    long long gap = 0;
    for (long long elements = step; elements < ALL_BANKS / type_size(use->ref->type); elements += step) {
        int conflicts = all_conflicts(use, width + elements);
        if (conflicts < fewest)
            fewest = conflicts, gap = elements;
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

RowGap row_gap(const LaneGroup *l, const Symbol *ref, const Node *body, bool window, long long used)
{
    BlockUse use = { .lanes = l, .ref = ref, .window = window };
    RowGap gap = { 0 };
    int last = ref->rank - 1, size = type_size(ref->type);
    bool unknown = block_bytes(ref) < 1 || ref->type->kind == TY_STRUCT;
    // a machine without warps runs its text on CPUs, too; a pointer may pass from row to row
    if ((l->machine->warp == 1 && !window) || last < 1 || unknown || is_pointed_into(ref, body))
        return gap;
    each_access(body, NULL, note_access, &use);
    // windows are copied in pieces of at least a bank, if their rows have some
    long long width = ref->dims[last]->value;
    long long step = has_lines(&use) ? 16 / size : window && size < 4 && width * size % 4 == 0 ? 4 / size : 1;
    gap.elements = gap_for_pieces(&use, width, shortest_gap(&use, width, step));
    if (used + block_bytes(ref) + gap_bytes(ref, gap) > l->machine->local_bytes)
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
