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
static bool fetches_ahead(const Lanes *l, const Node *dot, const DotSchedule *s)
{
    const Type *z = dot->a->symbol->type, *x = block_of(dot->b)->type, *y = block_of(dot->c)->type;
    bool same = x->kind == z->kind && y->kind == z->kind && x->kind != TY_STRUCT && (type_size(z) == 4 || type_size(z) == 8);
    return s->x_sliced && s->y_sliced && s->slices > 1 && (multiplies_by_mma(l, dot) || same);
}

static DotSchedule schedule(const Lanes *l, const Node *dot, bool from_zero)
{
    const Symbol *z = dot->a->symbol;
    DotSchedule s = {
        .rows = z->dims[0]->value, .columns = z->dims[1]->value, .depth = dot_depth(dot)->value, .slice = dot_slice(l, dot),
        .x_sliced = slices_dot(l, dot, 1), .y_sliced = slices_dot(l, dot, 2), .mma = multiplies_by_mma(l, dot),
        .held = in_registers(l, z), .from_zero = from_zero,
    };
    bool at_once = s.held || l->mma;
    s.height = at_once ? s.rows : least(s.rows, l->machine->dot_tile * l->rows);
    s.width = at_once ? s.columns : least(s.columns, l->machine->dot_tile * l->columns);
    s.tile_rows = turns_over(l, s.height, SPREAD_ROWS);
    s.tile_columns = turns_over(l, s.width, SPREAD_COLUMNS);
    s.rows_fit = s.rows % (s.tile_rows * l->rows) == 0;
    s.columns_fit = s.columns % (s.tile_columns * l->columns) == 0;
    s.slices_fit = s.depth % s.slice == 0;
    s.slices = (s.depth + s.slice - 1) / s.slice;
    s.repeats = s.rows > s.height || s.columns > s.width || s.slices > 1;
    s.ahead = fetches_ahead(l, dot, &s);
    return s;
}

const DotSchedule *schedule_of(const Lanes *l, const Node *dot)
{
    const struct Dot *found = find_by(l->dots, l->dot_count, dot);
    return found ? &found->schedule : NULL;
}

// Of stages the last is not written before all lanes have met again: a slice there may be read till then.
bool reads_on(const Lanes *l, const DotSchedule *s)
{
    bool ends_in_last = l->stages > 1 && s->ahead && s->slices % l->stages == 0;
    return s->repeats && !ends_in_last;
}

bool is_absorbed(const Lanes *l, const Node *fill)
{
    for (int i = 0; i < l->dot_count; i++)
        if (l->dots[i].fill == fill)
            return true;
    return false;
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

static void add_dot(Lanes *l, const Node *dot, const Node *before)
{
    const Node *fill = before && clears(l, before, dot) ? before : NULL;
    if (dot_slice(l, dot) && !schedule_of(l, dot))
        list_add(l->dots, l->dot_count, ((struct Dot){ dot, fill, schedule(l, dot, fill) }));
}

static void find_dots(void *lanes, const Node *n)
{
    for (int i = 0; n->kind == ND_BLOCK && i < n->item_count; i++)
        if (n->items[i]->kind == ND_DOT)
            add_dot(lanes, n->items[i], i ? n->items[i - 1] : NULL);
    if (n->kind == ND_DOT)
        add_dot(lanes, n, NULL);
    if (n->kind != ND_EACH)                             // inside, PL_DOT is one lane's own
        visit_parts(n, find_dots, lanes);
}

void plan_dots(const Plan *plan, Lanes *l)
{
    find_dots(l, plan->call->kernel->body);
}
