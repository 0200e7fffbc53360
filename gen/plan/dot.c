// plan/dot.c -- PL_DOT by a group of lanes.
//
// The group computes height x width elements of z at a time; each lane has a tile of them in registers, every lane rows-th
// row and columns-th column. What is summed over comes in slices: the group copies a slice of x and one of y to local memory,
// and each lane multiplies out of them. An operand that lies in local memory, or in registers, is read where it is.

#include "plan/plan.h"

static long long least(long long a, long long b)
{
    return a < b ? a : b;
}

static const Node *dot_depth(const Node *dot)
{
    return block_of(dot->b)->dims[dot->b->kind != ND_TRANSPOSE];
}

long long dot_slice(const Lanes *l, const Node *dot)
{
    const Symbol *z = dot->a->symbol;
    const Node *depth = dot_depth(dot);
    if (!l->run)                                        // no lanes share this program
        return 0;
    long long most = l->machine->dot_slice * (l->mma ? 2 : 1);      // of 16 bits, as many bytes as of 32
    return !l->refused && z->dims[0]->known && z->dims[1]->known && depth->known ? least(depth->value, most) : 0;
}

bool multiplies_by_mma(const Lanes *l, const Node *dot)
{
    return l->mma && slices_dot(l, dot, 1) && slices_dot(l, dot, 2);
}

bool slices_dot(const Lanes *l, const Node *dot, int operand)
{
    return dot_slice(l, dot) && memory_of(l, block_of(operand == 1 ? dot->b : dot->c)) == MEMORY_GLOBAL;
}

// Slices follow each other, and numbers are copied as they are.
bool fetches_ahead(const Lanes *l, const Node *dot)
{
    const Type *z = dot->a->symbol->type, *x = block_of(dot->b)->type, *y = block_of(dot->c)->type;
    if (!slices_dot(l, dot, 1) || !slices_dot(l, dot, 2) || dot_depth(dot)->value <= dot_slice(l, dot))
        return false;
    bool same = x->kind == z->kind && y->kind == z->kind && x->kind != TY_STRUCT && (type_size(z) == 4 || type_size(z) == 8);
    return multiplies_by_mma(l, dot) || same;
}

bool repeats_dot(const Lanes *l, const Node *dot)
{
    if (!dot_slice(l, dot))
        return false;
    DotSchedule s = dot_schedule(l, dot);
    return s.rows > s.height || s.columns > s.width || s.depth > s.slice;
}

// Of stages the last is not written before all lanes have met again: a slice there may be read till then.
bool reads_on(const Lanes *l, const Node *dot)
{
    DotSchedule s = dot_schedule(l, dot);
    bool ends_in_last = l->stages > 1 && fetches_ahead(l, dot) && (s.depth + s.slice - 1) / s.slice % l->stages == 0;
    return repeats_dot(l, dot) && !ends_in_last;
}

static bool begins_at_zero(const Lanes *l, const Node *dot)
{
    for (int i = 0; i < l->clear_count; i++)
        if (l->clears[i].dot == dot)
            return true;
    return false;
}

bool is_absorbed(const Lanes *l, const Node *fill)
{
    return find_by(l->clears, l->clear_count, fill);
}

DotSchedule dot_schedule(const Lanes *l, const Node *dot)
{
    const Symbol *z = dot->a->symbol;
    DotSchedule s = {
        .rows = z->dims[0]->value, .columns = z->dims[1]->value, .depth = dot_depth(dot)->value, .slice = dot_slice(l, dot),
        .x_sliced = slices_dot(l, dot, 1), .y_sliced = slices_dot(l, dot, 2),
        .held = in_registers(l, z), .from_zero = begins_at_zero(l, dot),
    };
    s.mma = multiplies_by_mma(l, dot);
    bool at_once = s.held || l->mma;
    s.height = at_once ? s.rows : least(s.rows, l->machine->dot_tile * l->rows);
    s.width = at_once ? s.columns : least(s.columns, l->machine->dot_tile * l->columns);
    s.tile_rows = turns_over(l, s.height, SPREAD_ROWS);
    s.tile_columns = turns_over(l, s.width, SPREAD_COLUMNS);
    s.rows_fit = s.rows % (s.tile_rows * l->rows) == 0;
    s.columns_fit = s.columns % (s.tile_columns * l->columns) == 0;
    s.slices_fit = s.depth % s.slice == 0;
    return s;
}

// ---- Sums that begin at zero --------------------------------------------------------------------------------------

static bool is_zero(const Node *value)
{
    return value->known ? value->value == 0 : value->kind == ND_FLOAT && value->number == 0;
}

// A PL_FILL with 0 right before the PL_DOT into the same block: the sums begin in registers, and nothing is written before.
// In local memory, that is: the barrier behind the copies of slices orders it.
static bool clears(const Lanes *l, const Node *fill, const Node *dot)
{
    return fill->kind == ND_FILL && dot->kind == ND_DOT && fill->a->symbol == dot->a->symbol && is_zero(fill->b) &&
           dot_slice(l, dot) && memory_of(l, dot->a->symbol) == MEMORY_LOCAL;
}

static void find_clears(void *lanes, const Node *n)
{
    Lanes *l = lanes;
    for (int i = 1; n->kind == ND_BLOCK && i < n->item_count; i++)
        if (clears(l, n->items[i - 1], n->items[i]))
            list_add(l->clears, l->clear_count, ((struct Clear){ n->items[i - 1], n->items[i] }));
    if (n->kind != ND_EACH)                             // inside, PL_DOT is one lane's own
        visit_parts(n, find_clears, l);
}

void plan_dots(const Plan *plan, Lanes *l)
{
    find_clears(l, plan->call->kernel->body);
}
