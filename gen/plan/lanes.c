// plan/lanes.c -- one program, run by a group of lanes that share memory: how many there are, and which of them run what.
//
// The lanes of a group are arranged in rows and columns, with one arrangement per kernel: element (r, c) of any block
// belongs to lane (r % rows, c % columns) wherever a loop can be distributed in this way. Then a lane finds the values
// that it computed in the previous statement, and no barrier is needed in between; plan/barriers.c finds where one is.
//
//     PL_EACH over (r, c)                     each lane its elements
//     PL_EACH over r, with reductions inside  a row of lanes for each r: they share its columns
//     PL_EACH over c                          all lanes, cyclically
//     anything outside                        every lane computes the same, on its own locals; one lane stores

#include "plan/plan.h"
#include <limits.h>
#include <string.h>

enum { FEW = 16 };                      // iterations that do not pay for lanes

// ---- Queries about a kernel -----------------------------------------------------------------------------------------

static bool has_few_iterations(const Node *loop)
{
    long long all = 1;
    for (int i = 0; i < loop->axis_count; i++)
        all *= axis_count(&loop->axes[i]) < 0 ? FEW + 1 : axis_count(&loop->axes[i]);
    return all <= FEW;
}

// ---- PL_EACH with a row of lanes for each iteration -----------------------------------------------------------------

// A tile of the row, whose elements are in registers of the row's lanes: each lane accesses only its own columns.
typedef struct { const Symbol *tile; bool shared; } RowTile;

static void look_at_column(void *to, const Access *a)
{
    RowTile *t = to;
    const Node *loop = a->around_count ? a->around[0] : NULL, *at = a->place;
    if (!a->block || view_of(a->block).of != t->tile)
        return;
    bool element = at->kind == ND_ACCESS && at->ref == t->tile && at->item_count == 1 && !a->whole && !a->passed && !a->atomic;
    bool distribution = loop && !loop->symbol && (loop->kind == ND_EACH || !has_few_iterations(loop));
    const LoopAxis *last = distribution ? &loop->axes[loop->axis_count - 1] : NULL;
    if (!element || !last || at->items[0]->kind != ND_NAME || at->items[0]->symbol != last->index || last->step ||
        !last->lo->known || last->lo->value || !ends_within(a, last, t->tile->dims[0]))
        t->shared = true;
}

static bool is_row_tile(const Node *each, const Symbol *tile, long long most)
{
    RowTile t = { .tile = tile };
    if (tile->rank != 1 || !tile->dims[0]->known || tile->dims[0]->value < 1 || tile->dims[0]->value > most ||
        type_size(tile->type) < 0 || tile->type->kind == TY_STRUCT || is_pointed_into(tile, each->body))
        return false;
    each_access(each->body, NULL, look_at_column, &t);
    return !t.shared;
}

// Whether n sets a local that the statement does not declare.
static bool writes_outer_local(const Node *n, const void *statement)
{
    const Node *root = writes_local(n, NULL) ? written_root(n) : NULL;
    bool inner = root && root->kind == ND_NAME && find_node(statement, declares_symbol, root->symbol);
    return writes_local(n, NULL) && !inner;
}

// Whether one lane must run n.
static bool stores_or_prints(const Node *n, const void *unused)
{
    return n->kind == ND_PRINT || writes_block(n, unused);
}

// Whether one lane must run all of n, and others would miss what it sets.
static bool stores_and_sets(const Node *n)
{
    return find_node(n, stores_or_prints, NULL) && find_node(n, writes_outer_local, n);
}

// Whether no lane can run n without the others.
static bool needs_others(const Node *n, const void *unused)
{
    switch (n->kind) {
    case ND_TILE: case ND_VIEW: case ND_DOT: case ND_CHECK: case ND_RETURN: case ND_GOTO: case ND_LABEL: return true;
    default: return is_collective(n, unused) || effect_of(n).whole;
    }
}

static const Node *nth_obstacle(const Node *each, Node *const *items, int count, long long most);

// The statement for which the lanes of a row cannot run n together; NULL: they can.
static const Node *row_obstacle(const Node *each, const Node *n, long long most)
{
    bool fits;
    switch (n->kind) {
    case ND_BLOCK:
        return nth_obstacle(each, n->items, n->item_count, most);
    case ND_TILE:
        fits = is_row_tile(each, n->symbol, most);
        break;
    case ND_DECLARE:
        fits = !n->a || !find_node(n->a, writes_block, NULL);
        break;
    case ND_EXPRESSION:
        fits = !(find_node(n->a, writes_block, NULL) && find_node(n->a, writes_local, NULL));
        break;
    case ND_STORE: case ND_PRINT:
        return NULL;
    case ND_IF: case ND_WHEN:
        if (find_node(n, is_collective, NULL) || stores_and_sets(n))
            return n;
        return nth_obstacle(each, (Node *[]){ n->b, n->c }, n->c ? 2 : 1, most);
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH: case ND_LOOP:
        fits = !find_node(n, needs_others, NULL) && !stores_and_sets(n);
        break;
    case ND_EACH:
        fits = !has_kind(n->body, ND_CHECK) && !has_kind(n->body, ND_RETURN);
        break;
    case ND_REDUCE:
        fits = n->a->kind == ND_NAME || n->a->kind == ND_ACCESS;
        break;
    default:
        fits = false;
    }
    return fits ? NULL : n;
}

static const Node *nth_obstacle(const Node *each, Node *const *items, int count, long long most)
{
    const Node *found = NULL;
    for (int i = 0; i < count && !found; i++)
        found = row_obstacle(each, items[i], most);
    return found;
}

static bool worth_a_row(const Node *n, const void *unused)
{
    return is_collective(n, unused) && !has_few_iterations(n);
}

// The largest number of columns of a row's tile. A PL_DOT may leave a row only 4 lanes, and a tile then has 64 registers of
// each. Without one, a row has as many lanes as its tiles need (choose_lanes).
static long long most_columns(const Node *whole)
{
    return has_kind(whole, ND_DOT) ? 256 : LLONG_MAX;
}

static bool row_wise(const Node *each, const Node *whole)
{
    return each->axis_count == 1 && find_node(each->body, worth_a_row, NULL) &&
           !row_obstacle(each, each->body, most_columns(whole));
}

// ---- PL_EACH whose iterations run long loops, each in one lane --------------------------------------------------------

static void add_long_loop(void *lines, const Node *n)
{
    const char **all = lines;
    if (worth_a_row(n, NULL))
        *all = listed(*all, text("%u", n->at.line));
}

static const char *obstacle_text(const Node *obstacle)
{
    unsigned line = obstacle->at.line;
    const char *instead = "let conditions select values in the loops within, z[r][c] = condition ? a : b";
    switch (obstacle->kind) {
    case ND_IF: case ND_WHEN:
        return find_node(obstacle, is_collective, NULL)
               ? text("the condition on line %u decides whether a loop runs; %s", line, instead)
               : text("what is under the condition on line %u stores and sets a variable", line);
    case ND_CONTINUE:
        return text("the continue on line %u decides whether a loop runs; %s", line, instead);
    case ND_TILE:
        return text("work-items of a row cannot each hold their own columns of '%s'", obstacle->symbol->name);
    default:
        return text("work-items cannot run line %u together", line);
    }
}

// Notes that the lanes of a row do not share what they could otherwise share.
static void note_unshared(LaneGroup *l, const Node *each, const Node *whole)
{
    const Node *obstacle = each->axis_count == 1 ? row_obstacle(each, each->body, most_columns(whole)) : NULL;
    const char *lines = "";
    each_node(each->body, add_long_loop, &lines);
    if (!obstacle || !*lines)
        return;
    struct Unshared u = { each, text("one work-item runs each iteration, with all of its loops on line%s %s, because %s",
                                     strchr(lines, ',') ? "s" : "", lines, obstacle_text(obstacle)) };
    list_add(l->unshared, l->unshared_count, u);
}

// ---- How many lanes -------------------------------------------------------------------------------------------------

typedef struct {                // what the kernel contains; a count of -1 is known only at run time
    const Plan *plan;
    const Machine *machine;
    long long dot_rows, dot_columns;
    long long dot_step;         // divides the columns of every PL_DOT
    const Node *scattered;      // a PL_DOT whose right operand has no rows in slices: it is transposed, or a tile
    long long mma_rows, mma_elements; // divides the rows of every PL_DOT; the number of elements of the largest result
    const Node *other_dot;      // a PL_DOT that matrix instructions cannot compute
    const Node *dot;            // the last PL_DOT
    int dot_count;
    long long row_step;         // divides the count of every PL_EACH whose rows are shared; 0: there is none
    long long row_registers;    // the largest number of registers that the tiles of a shared row take
    long long wide, tall, flat; // the largest extents: of a last axis, of the one before it, of a single axis
    unsigned flat_line;         // of that one
} Work;

static long long larger(long long a, long long b)
{
    return a < 0 || b < 0 ? -1 : a > b ? a : b;
}

static long long common_divisor(long long a, long long b)
{
    return b ? common_divisor(b, a % b) : a;
}

static void measure_loop(Work *w, long long tall, long long wide)
{
    w->tall = larger(w->tall, tall);
    w->wide = larger(w->wide, wide);
}

static void measure_list(Work *w, long long count, const Node *n)
{
    if (!w->flat_line || larger(w->flat, count) != w->flat)
        w->flat_line = n->at.line;
    w->flat = larger(w->flat, count);
}

static void measure_block(Work *w, const Symbol *ref, const Node *n)
{
    Node *last = ref->dims[ref->rank - 1], *before = ref->rank > 1 ? ref->dims[ref->rank - 2] : NULL;
    if (before)
        measure_loop(w, before->known ? before->value : -1, last->known ? last->value : -1);
    else
        measure_list(w, last->known ? last->value : -1, n);
}

// ---- Matrix instructions --------------------------------------------------------------------------------------------

static void measure_dot(Work *w, const Node *dot)
{
    const Symbol *z = dot->a->symbol;
    w->dot = dot, w->dot_count++;
    w->dot_rows = larger(w->dot_rows, z->dims[0]->known ? z->dims[0]->value : 1);
    w->dot_columns = larger(w->dot_columns, z->dims[1]->known ? z->dims[1]->value : 1);
    w->dot_step = common_divisor(z->dims[1]->known ? z->dims[1]->value : 1, w->dot_step);
    if (dot->c->kind == ND_TRANSPOSE || !operand_of(w->plan, block_of(dot->c)))
        w->scattered = dot;
    if (!w->machine->mma_depth)
        return;
    if (why_no_mma(w->machine, dot)) {
        w->other_dot = dot;
        return;
    }
    w->mma_rows = common_divisor(z->dims[0]->value, w->mma_rows);
    w->mma_elements = larger(w->mma_elements, z->dims[0]->value * z->dims[1]->value);
}

static void add_row_tile(void *registers, const Node *n)
{
    if (n->kind == ND_TILE)
        *(long long *)registers += n->symbol->dims[0]->value * (type_size(n->symbol->type) > 4 ? 2 : 1);
}

static void measure_columns(void *work, const Node *n)
{
    if (worth_a_row(n, NULL))
        measure_loop(work, 0, axis_count(&n->axes[n->axis_count - 1]));
}

static void measure_row(Work *w, const Node *each)
{
    long long count = axis_count(&each->axes[0]), registers = 0;
    w->row_step = common_divisor(count < 0 ? 1 : count, w->row_step);
    each_node(each->body, add_row_tile, &registers);
    w->row_registers = registers > w->row_registers ? registers : w->row_registers;
    each_node(each->body, measure_columns, w);
}

static long long runs_in(const LaneGroup *l, long long elements)
{
    return elements < 0 ? elements : (elements + l->run - 1) / l->run;
}

// The number of elements, or runs of them, of the largest loop that is not over rows of lanes; -1: known only at run time.
static long long largest_loop(const LaneGroup *l, const Work *w)
{
    return larger(runs_in(l, w->flat), w->tall && w->wide < 0 ? -1 : w->tall * runs_in(l, w->wide));
}

static void measure_statement(void *to, const Node *n)
{
    Work *w = to;
    if (n->kind == ND_EACH && row_wise(n, w->plan->call->kernel->body)) {
        measure_row(w, n);
    } else if (n->kind == ND_EACH || n->kind == ND_REDUCE) {
        int last = n->axis_count - 1;
        if (last > 0)
            measure_loop(w, axis_count(&n->axes[last - 1]), axis_count(&n->axes[last]));
        else
            measure_list(w, axis_count(&n->axes[0]), n);
    } else if (n->kind == ND_DOT) {
        measure_dot(w, n);
    } else if (effect_of(n).whole) {
        if (n->a->symbol)
            measure_block(w, n->a->symbol, n);
    }
    if (n->kind != ND_EACH)
        visit_parts(n, measure_statement, w);
}

// ---- Loops across rows ----------------------------------------------------------------------------------------------

// The accesses of the loops, to elements of arrays.
typedef struct { const Node *whole; int across, along; } Directions;

static bool names_axis(const Node *subscript, const Node *loop)
{
    for (int a = 0; a < loop->axis_count; a++)
        if (uses(subscript, loop->axes[a].index))
            return true;
    return false;
}

// An iteration of a shared PL_EACH may have an element of each row, x[k][s], or those of one row, x[s][k].
static void note_direction(void *to, const Access *a)
{
    Directions *d = to;
    const Node *at = a->place, *each = a->around_count ? a->around[0] : NULL;
    if (!each || at->kind != ND_ACCESS || at->item_count < 2 || at->item_count < at->ref->rank)
        return;
    const Node *last = at->items[at->item_count - 1];
    if (each->kind != ND_EACH || !row_wise(each, d->whole)) {
        d->along += each->axis_count > 1 && names_axis(last, each);
        return;
    }
    bool across = is_name_of(last, each->axes[0].index);
    for (int i = 1; i < a->around_count; i++) {
        d->along += names_axis(last, a->around[i]);
        for (int s = 0; s + 1 < at->item_count; s++)
            d->across += across && names_axis(at->items[s], a->around[i]);
    }
}

enum { LEAST_NEIGHBORS = 16 };                          // lanes that access neighbors in a row

// If loops run across rows, neighboring lanes have neighboring iterations of the PL_EACH around them, and the others share its
// loops. False: they do not, or too few iterations would be neighbors.
static bool turn_lanes(LaneGroup *l, const Work *w)
{
    const Node *body = w->plan->call->kernel->body;
    Directions d = { .whole = body };
    long long most = l->machine->across_lanes ? l->machine->across_lanes : l->machine->lanes_most, rows = 1, of_loop;
    while (2 * rows <= most / 8 && w->row_step % (2 * rows) == 0)
        rows *= 2;
    each_access(body, NULL, note_direction, &d);
    if (w->dot_rows || !w->row_step || w->row_registers || rows < LEAST_NEIGHBORS || !d.across || d.along)
        return false;
    for (of_loop = 1; of_loop < most / rows && (w->wide < 0 || 4 * of_loop < w->wide);)
        of_loop *= 2;
    l->turned = true;
    l->rows = (int)rows;
    l->columns = (int)of_loop;
    l->run = 1;
    l->no_runs = "its loops run across rows, and neighboring work-items have neighboring elements";
    return true;
}

// The smallest power of two that is at least count, within bounds.
static int power_of_two(long long count, int least, int most)
{
    int p = least;
    while (p < most && (count < 0 || p < count))
        p *= 2;
    return p;
}

// Of so many groups that run instructions together, those that are side by side; 0: rows and columns cannot be divided evenly. Groups in
// one column load the same part of the right operand, and those in one row of the left: sums that are nearly square need the least.
// Lanes that share rows of other loops exchange registers, and are one above the other.
static long long groups_across(const Machine *m, const Work *w, long long groups)
{
    const long long most = m->mma_words && !m->mma_apart && !w->row_step ? groups : 1;
    long long best = 0, least = 0;
    for (long long across = 1; across <= most; across *= 2) {
        const long long rows = m->mma_rows * (groups / across), columns = m->mma_columns * across;
        const long long loads = w->mma_rows / rows + w->dot_step / columns;
        if (w->mma_rows % rows == 0 && w->dot_step % columns == 0 && (!best || loads < least))
            best = across, least = loads;
    }
    return best;
}

// Arranges lanes for matrix instructions, in groups that run one together. If the sums do not fit in the lanes' registers, or the rows
// of a shared PL_EACH do not fit those of lanes, it returns why.
static const char *choose_groups(LaneGroup *l, const Work *w)
{
    const Machine *m = l->machine;
    long long lanes = m->mma_lanes, fewest = m->lanes_are_named ? m->lanes_least : 128, groups = lanes < fewest ? fewest / lanes : 1;
    if (w->other_dot)
        return text("PL_DOT on line %u is not by matrix instructions: %s", w->other_dot->at.line, why_no_mma(m, w->other_dot));
    while (groups > 1 && !groups_across(m, w, groups))
        groups /= 2;
    while (w->mma_elements > m->registers * lanes * groups && groups_across(m, w, 2 * groups) && 2 * lanes * groups <= m->lanes_most)
        groups *= 2;
    if (m->mma_apart)                                   // each group one instruction's rows
        groups = w->mma_rows / m->mma_rows;
    if (m->mma_apart && lanes * groups > m->lanes_most)
        return text("blocks of the result have %lld rows, and may have %lld", w->mma_rows, m->mma_rows * (m->lanes_most / lanes));
    const long long registers = registers_for_blocks(m, lanes * groups);
    if (w->mma_elements > registers * lanes * groups)
        return text("the result needs %lld registers of each of %lld work-items, and blocks may have %lld%s",
                    w->mma_elements / (lanes * groups), lanes * groups, registers,
                    2 * lanes * groups > m->lanes_most ? "" : text("; it cannot be shared evenly by %lld", 2 * lanes * groups));
    if (w->row_step % (lanes / m->mma_across * groups))
        return text("%lld rows of work-items share a PL_EACH whose rows are not a multiple of that",
                    lanes / m->mma_across * groups);
    const long long across = m->mma_apart ? 1 : groups_across(m, w, groups);
    l->mma = true;
    l->rows = (int)(lanes / m->mma_across * (groups / across));
    l->columns = (int)(m->mma_across * across);
    l->run = (int)m->mma_run;
    return NULL;
}

// The number of elements in a vector: of the narrowest type, if the longest rows have a vector for each of eight lanes, and a
// list one for each lane. A shared row has 32 lanes: shorter vectors leave fewer of them idle, unless these take two trips.
static int choose_run(LaneGroup *l, const Plan *plan, const Work *w)
{
    int smallest = 0, run = 1, of_row = w->row_step ? 32 : 8;
    if (combines_parts(plan->call)) {
        l->no_runs = "a work-item adds up the parts of one element, because it waits for each of them";
        return 1;
    }
    long long longest = w->row_step ? w->wide - 1 : w->wide / 2;
    for (int i = 0; i < plan->operand_count; i++) {
        int size = type_size(plan->operands[i].ref->type);
        if (size > 0 && plan->operands[i].ref->type->kind != TY_STRUCT && (!smallest || size < smallest))
            smallest = size;
    }
    if (!smallest || (!w->wide && !w->flat)) {
        l->no_runs = "no loop is distributed over the work-items of a row";
        return 1;
    }
    while (2 * run * smallest <= l->machine->vector_bytes && run < 8 && (w->wide <= 0 || run * of_row <= longest) &&
           (w->wide || w->flat < 0 || 2 * run * l->machine->lanes_least <= w->flat))
        run *= 2;
    const char *twice = run == 1 ? "two" : run == 2 ? "four" : "eight";
    if (2 * run * smallest <= l->machine->vector_bytes && run < 8)
        l->fewer = w->wide ? text("rows of %lld elements have fewer than %s for each of %d work-items", w->wide, twice, of_row)
                           : text("loops of %lld iterations, as on line %u, have fewer than %s for each work-item", w->flat,
                                  w->flat_line, twice);
    if (run == 1)
        l->no_runs = l->fewer ? l->fewer : "elements of 16 bytes";
    return run;
}

// The same if a PL_DOT arranges the lanes: four columns of a lane's tile are neighbors, and it reads these four elements of
// a slice at once, if the slice has the rows of the operand. Other elements of neighboring columns would be in the same
// banks as those of other lanes.
static int choose_tile_run(LaneGroup *l, const Work *w)
{
    int run = l->machine->vector_bytes < 16 || l->rows == 1 || w->scattered ? 1 : 4;
    while (run > 1 && (w->dot_step % (run * l->columns) || l->machine->dot_tile % run))
        run /= 2;
    if (w->scattered)
        l->no_runs = text("PL_DOT on line %u multiplies by a transposed operand, or by a tile", w->scattered->at.line);
    else if (run == 1)
        l->no_runs = text("the columns of a PL_DOT are not a multiple of %d", 2 * l->columns);
    else if (run == 2)
        l->fewer = text("the columns of a PL_DOT are not a multiple of %d", 4 * l->columns);
    return run;
}

// Whether the tiles of a row take more than half of the registers of its lanes, while it can have those of other rows.
static bool lacks_registers(const LaneGroup *l, const Work *w)
{
    return !w->dot_rows && l->rows > 1 && 2 * w->row_registers > l->machine->registers * l->columns;
}

// Rows of lanes must divide the rows of each shared PL_EACH. If there are fewer, each has more lanes, unless these would be idle.
static void fit_rows(LaneGroup *l, const Work *w, int fewest, int most)
{
    while (l->rows * l->columns > most && l->rows > 1)
        l->rows /= 2;
    l->columns = l->columns > most ? most : l->columns;
    int useful = w->dot_rows ? most : power_of_two(runs_in(l, w->wide), l->columns, most);
    while (w->row_step && (w->row_step % l->rows || lacks_registers(l, w))) {
        l->columns *= l->columns < useful || lacks_registers(l, w) ? 2 : 1;
        l->rows /= 2;
    }
    while (w->row_step && !w->dot_rows && l->rows * l->columns < power_of_two(largest_loop(l, w), fewest, most))
        l->columns *= 2;
}

// of_row: the lanes that hold a row; 0: none is held.
// Whether the kernel keeps no block but the sums of its PL_DOT.
static bool has_only_sums(const Work *w)
{
    const Call *call = w->plan->call;
    const Symbol *sums = w->dot->a->symbol;
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH && call->kernel->parameters[i] != sums)
            return false;
    return w->dot_count == 1 && sums->type->kind == TY_F32 && !has_kind(call->kernel->body, ND_TILE) && !w->row_step;
}

// Half as many lanes read less for each product, if they have registers for twice the sums. Two groups then run where one did.
static bool sums_by_half(const LaneGroup *l, const Work *w)
{
    const Machine *m = l->machine;
    const long long half = l->rows * l->columns / 2;
    return !m->lanes_are_named && half == m->lanes_most / 2 && w->dot_rows * w->dot_columns <= m->dot_sums * half && has_only_sums(w);
}

static void choose_lanes(LaneGroup *l, const Work *w, bool vectors, int of_row)
{
    l->tiled = w->dot_rows != 0;
    l->run = vectors && !l->tiled ? choose_run(l, w->plan, w) : 1;
    if (l->machine->mma_depth && w->dot_rows)
        l->no_mma = choose_groups(l, w);
    if (of_row)
        l->rows = 1, l->columns = of_row;
    if (l->mma || of_row || turn_lanes(l, w))
        return;
    const Machine *m = l->machine;
    bool one_warp = !m->lanes_are_named && m->warp > 1 && largest_loop(l, w) >= 0 && largest_loop(l, w) <= m->warp;
    int fewest = (int)(one_warp ? m->warp : m->lanes_least), most = (int)m->lanes_most;
    long long tile = m->dot_tile;
    if (w->dot_rows) {
        const int least = most < 64 ? 4 : 8, side = most > 256 ? 32 : 16;
        l->rows = power_of_two((w->dot_rows + tile - 1) / tile, least, side);
        l->columns = power_of_two((w->dot_columns + tile - 1) / tile, least, side);
        while (l->rows * l->columns > most)
            *(l->rows > l->columns ? &l->rows : &l->columns) /= 2;
        if (sums_by_half(l, w))
            l->columns /= 2;
    } else if (w->row_step) {
        l->rows = 8;
        l->columns = 32;
    } else if (w->wide) {
        l->columns = power_of_two(runs_in(l, w->wide), 8, combines_parts(w->plan->call) ? most : 32);
        l->rows = power_of_two(w->tall, fewest > l->columns ? fewest / l->columns : 1, most / l->columns);
    } else {
        l->rows = 1;
        l->columns = power_of_two(runs_in(l, w->flat), fewest, most);
    }
    fit_rows(l, w, fewest, most);
    if (vectors && l->tiled)
        l->run = choose_tile_run(l, w);
    l->warps_are_tiles = l->tiled && m->warp == 32 && l->run == 4 && !w->row_step && l->rows % 4 == 0 && l->columns % 8 == 0;
}

// The local memory that PL_DOT needs for slices of 4-byte elements; it is reserved before tiles and scratch.
static long long slice_bytes(const LaneGroup *l, const Work *w)
{
    const Machine *m = l->machine;
    long long rows = m->dot_tile * l->rows, columns = m->dot_tile * l->columns;
    if (w->dot_rows * w->dot_columns <= m->registers * l->rows * l->columns)    // all of it may be in registers
        rows = w->dot_rows, columns = w->dot_columns;
    if (l->mma)
        return 4 * (l->slice + 4) * (w->dot_rows + w->dot_columns);     // with padding between lines
    return w->dot_rows ? 4 * l->slice * (least(w->dot_rows, rows) + least(w->dot_columns, columns)) : 0;
}

// ---- The distribution of loops and statements -----------------------------------------------------------------------

static void reject(LaneGroup *l, Loc at, const char *why)
{
    if (!l->rejected)
        l->rejected = in_words(l->machine, why), l->rejected_at = at;
}

static void distribute(LaneGroup *l, const Symbol *index, Distribution how)
{
    struct LoopDistribution s = { index, how };
    if (how == CYCLIC_ROWS && l->rows == 1)
        return;
    list_add(l->distributions, l->distribution_count, s);
}

static void mark_single(LaneGroup *l, const Node *n, SingleLane how)
{
    struct SingleStatement s = { n, how };
    list_add(l->singles, l->single_count, s);
}

// ---- Inside a lane: ordinary loops ----------------------------------------------------------------------------------

struct placing { LaneGroup *lanes; const Node *body; };    // the body of the kernel

static void run_by_lane(void *to, const Node *n)
{
    const struct placing *p = to;
    LaneGroup *l = p->lanes;
    if (n->kind == ND_TILE && is_pointed_into(n->symbol, p->body))
        reject(l, n->at, "a PL_TILE within PL_EACH that a pointer points into");
    if (n->kind == ND_TILE && block_bytes(n->symbol) < 0)
        reject(l, n->at, "a PL_TILE of run-time size within PL_EACH");
    else if (n->kind == ND_TILE)
        list_add(l->iteration_tiles, l->iteration_tile_count, n->symbol);
    if (n->kind == ND_RETURN)
        reject(l, n->at, "a return within PL_EACH");
}

static void lane_body(LaneGroup *l, const Node *n, const Node *whole)
{
    each_node(n, run_by_lane, &(struct placing){ l, whole });
}

// The last axis is distributed over the columns of lanes, the one before it over the rows.
static void spread_axes(LaneGroup *l, const Node *loop)
{
    int last = loop->axis_count - 1;
    if (last > 0)
        distribute(l, loop->axes[last - 1].index, CYCLIC_ROWS);
    distribute(l, loop->axes[last].index, last > 0 ? CYCLIC_COLUMNS : CYCLIC_LANES);
}

// ---- Statements that all lanes reach, or all lanes of a row ---------------------------------------------------------

static void group_body(LaneGroup *l, const Node *n, const Node *whole, bool row);

static void spread_reduce(LaneGroup *l, const Node *n, const Node *whole, bool row)
{
    bool element = n->a->kind == ND_ACCESS;
    lane_body(l, n->b, whole);
    if (n->a->kind != ND_NAME && !element)
        reject(l, n->a->at, n->a->kind == ND_SUBSCRIPT ? "PL_REDUCE into an element of a C array (reduce into a local)"
                                                       : "PL_REDUCE into a part of a struct (reduce into a local)");
    else if (has_few_iterations(n)) {
        if (element)
            mark_single(l, n, row ? SINGLE_ROW : SINGLE_GROUP);
    } else if (n->symbol)
        distribute(l, n->axes[0].index, row ? CONTIGUOUS_COLUMNS : CONTIGUOUS_LANES);
    else if (row)
        distribute(l, n->axes[n->axis_count - 1].index, CYCLIC_COLUMNS);
    else
        spread_axes(l, n);
}

// A lane whose elements are none begins with the identity. NULL: lanes share it.
static const char *why_scan_is_not_shared(const Node *scan)
{
    if (!scan->symbol)
        return NULL;
    if (scan->a->type->kind == TY_STRUCT)
        return "PL_SCAN of structs, shared by work-items (in a PL_LOOP, acc = f(acc, e) runs in order)";
    return scan->symbol->function && scan->symbol->function->identity ? NULL
         : text("PL_SCAN by a function whose identity is not known, shared by work-items (write PL_IDENTITY(%s, value) below the "
                "function: combined with x, it gives x)", scan->op);
}

static void spread_each(LaneGroup *l, const Node *n, const Node *whole, bool row)
{
    if (!row && row_wise(n, whole)) {
        distribute(l, n->axes[0].index, CYCLIC_ROWS);
        list_add(l->shared, l->shared_count, n);
        group_body(l, n->body, whole, true);
        return;
    }
    if (scan_of(n) && why_scan_is_not_shared(scan_of(n)))
        reject(l, n->at, why_scan_is_not_shared(scan_of(n)));
    if (row) {
        distribute(l, n->axes[n->axis_count - 1].index, CYCLIC_COLUMNS);
    } else {
        spread_axes(l, n);
        note_unshared(l, n, whole);
    }
    lane_body(l, n->body, whole);
}

// One lane stores; a statement that sets a local, which every lane has, stores nothing.
static void mark_if_it_stores(LaneGroup *l, const Node *n, const Node *value, bool row)
{
    if (!find_node(value, stores_or_prints, NULL))
        return;
    if (find_node(value, writes_outer_local, value) || n->kind == ND_DECLARE)
        reject(l, n->at, "a statement outside PL_EACH that stores to a block and sets a local: write two");
    mark_single(l, n, row ? SINGLE_ROW : SINGLE_GROUP);
}

static void group_body(LaneGroup *l, const Node *n, const Node *whole, bool row)
{
    if (!n || effect_of(n).whole)
        return;
    switch (n->kind) {
    case ND_BLOCK:
        for (int i = 0; i < n->item_count; i++)
            group_body(l, n->items[i], whole, row);
        return;
    case ND_DECLARE:
        if (n->a)
            mark_if_it_stores(l, n, n->a, row);
        return;
    case ND_EXPRESSION: mark_if_it_stores(l, n, n->a, row); return;
    case ND_STORE: case ND_PRINT:
        mark_single(l, n, row ? SINGLE_ROW : SINGLE_GROUP);
        return;
    case ND_EACH:       spread_each(l, n, whole, row); return;
    case ND_REDUCE:     spread_reduce(l, n, whole, row); return;
    case ND_IF: case ND_WHEN:
        if (row) {                                      // iterations differ between rows: no barrier may be inside
            mark_if_it_stores(l, n, n, row);
            return;
        }
        if (find_node(n->a, writes_block, NULL))
            reject(l, n->a->at, "a condition that stores to a block");
        group_body(l, n->b, whole, row);
        group_body(l, n->c, whole, row);
        return;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH: case ND_LOOP:
        if (row) {
            mark_if_it_stores(l, n, n, row);
            return;
        }
        if (find_node(n->a, writes_block, NULL) || find_node(n->b, writes_block, NULL) || find_node(n->init, writes_block, NULL))
            reject(l, n->at, "a loop whose head stores to a block");
        group_body(l, n->body, whole, row);
        return;
    case ND_TILE: case ND_VIEW: case ND_CHECK: case ND_CASE: case ND_DEFAULT: case ND_BREAK:
    case ND_CONTINUE: case ND_RETURN: case ND_GOTO: case ND_LABEL:
        return;
    default:
        reject(l, n->at, "a statement that pallasc cannot yet distribute over work-items");
    }
}

static bool is_foreign(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_PASS || (n->kind == ND_CALL && n->symbol && n->symbol->function &&
                                  n->symbol->function->kind != FN_PLAIN);
}

LaneGroup plan_group(const Plan *plan, const Machine *machine, bool vectors, bool deep, int of_row)
{
    const Node *body = plan->call->kernel->body, *foreign = find_node(body, is_foreign, NULL);
    LaneGroup l = { .machine = machine };
    Work w = { .plan = plan, .machine = machine };
    if (foreign)
        reject(&l, foreign->at, "a function that takes whole blocks");
    measure_statement(&w, body);
    choose_lanes(&l, &w, vectors, of_row);
    l.slice = deep && !l.mma ? machine->dot_deep : machine->dot_slice;
    l.slice_bytes = slice_bytes(&l, &w);
    group_body(&l, body, body, false);
    return l;
}
