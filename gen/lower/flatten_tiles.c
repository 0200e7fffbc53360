// lower/flatten_tiles.c -- a loop whose iterations programs share, PL_LOOP (t, PL_PROGRAM_ID(0), tiles, PL_NUM_PROGRAMS(0)), as an axis of
// the call; as several, if windows depend on quotients and remainders of t alone. Each tile must have blocks of its own.

#include "lower/flatten.h"

// ---- The number of a tile as a row and a column ---------------------------------------------------------------------

static void each_window_map(const Flattening *f, Visit *visit, void *to)
{
    for (int i = 0; i < f->call.part_count; i++)
        for (int d = 0; has_blocks(&f->call.parts[i]) && d < f->call.parts[i].rank; d++)
            each_node(f->call.parts[i].index[d], visit, to);
}

static void each_in_kernel(const Flattening *f, Visit *visit, void *to)
{
    for (int i = 0; i < f->argument_count; i++)
        each_node(f->arguments[i].value, visit, to);
    each_node(f->first, visit, to);
    each_node(f->last, visit, to);
}

// t - t / n * n is t % n.
static void write_remainder(void *tile, const Node *n)
{
    const Node *product = is_operation(n, "-") && is_name_of(n->a, tile) && is_operation(n->b, "*") ? n->b : NULL;
    for (int swap = 0; product && swap < 2; swap++) {
        const Node *quotient = swap ? product->b : product->a, *by = swap ? product->a : product->b;
        if (is_operation(quotient, "/") && is_name_of(quotient->a, tile) && same_expression(quotient->b, by)) {
            writable(n)->op = "%";
            writable(n)->b = (Node *)(size_t)by;
            return;
        }
    }
}

static void add_factors(Nodes *to, const Node *n)
{
    if (is_operation(n, "*"))
        add_factors(to, n->a), add_factors(to, n->b);
    else
        list_add(to->all, to->count, n);
}

// What is left of a product without the factors of another one; NULL: it does not have them.
static Node *without_factors(const Node *product, const Node *by)
{
    Nodes all = { NULL, 0 }, taken = { NULL, 0 };
    Node *rest = NULL;
    add_factors(&all, product);
    add_factors(&taken, by);
    for (int i = 0; i < all.count; i++) {
        int k = 0;
        while (k < taken.count && !same_expression(taken.all[k], all.all[i]))
            k++;
        if (k < taken.count)
            taken.all[k] = taken.all[--taken.count];
        else
            rest = rest ? product_node(rest, copy_of_value(all.all[i])) : copy_of_value(all.all[i]);
    }
    return taken.count ? NULL : rest;
}

typedef struct { const Symbol *of; const Node *by; int count, divided; Symbol *quotient, *remainder; Nodes divisors; } Division;

static bool divides(const Node *n, const Symbol *s)
{
    return (is_operation(n, "/") || is_operation(n, "%")) && is_name_of(n->a, s);
}

static void find_divisor(void *to, const Node *n)
{
    Division *d = to;
    if (divides(n, d->of) && !has_same(d->divisors.all, d->divisors.count, n->b))
        list_add(d->divisors.all, d->divisors.count, n->b);
}

// By d->by, or a quotient by a multiple of it.
static void count_use(void *to, const Node *n)
{
    Division *d = to;
    d->count += is_name_of(n, d->of);
    d->divided += divides(n, d->of) && (same_expression(n->b, d->by) || (is_operation(n, "/") && without_factors(n->b, d->by)));
}

static void replace_division(void *to, const Node *n)
{
    const Division *d = to;
    if (!divides(n, d->of))
        return;
    if (same_expression(n->b, d->by))
        *writable(n) = *name_node(is_op(n, "/") ? d->quotient : d->remainder, n->at);
    else if (is_op(n, "/") && without_factors(n->b, d->by))
        writable(n)->a = name_node(d->quotient, n->at), writable(n)->b = without_factors(n->b, d->by);
}

static void replace_tile(void *to, const Node *n)
{
    const Division *d = to;
    if (is_name_of(n, d->of))
        *writable(n) = *sum_node("+", product_node(name_node(d->quotient, n->at), copy_of_value(d->by)), name_node(d->remainder, n->at));
}

// The name of the kernel's scalar that is this quotient or remainder.
static const char *name_of_value(const Flattening *f, const Division *d, const char *op, const char *otherwise)
{
    for (int i = 0; i < f->value_count; i++) {
        const Node *value = f->values[i].value->kind == ND_CAST ? f->values[i].value->a : f->values[i].value;
        if (divides(value, d->of) && is_op(value, op) && same_expression(value->b, d->by))
            return f->values[i].of->name;
    }
    return otherwise;
}

static void split_axis(Flattening *f, int at, Division *d, Node *rows)
{
    const Axis whole = f->call.axes[at];
    const int count = f->call.axis_count;
    Axis *axes = NULL;
    int made = 0;
    d->quotient = add_axis_of_call(f, name_of_value(f, d, "/", "row"), rows, whole.at);
    d->remainder = add_axis_of_call(f, name_of_value(f, d, "%", "column"), copy_of_value(d->by), whole.at);
    for (int a = 0; a < count; a++) {
        if (a != at)
            list_add(axes, made, f->call.axes[a]);
        for (int k = count; a == at && k < count + 2; k++)
            list_add(axes, made, f->call.axes[k]);
    }
    f->call.axes = axes, f->call.axis_count = made;
    f->tile_axes++;
    for (int i = 0; i < f->value_count; i++)
        each_node(f->values[i].value, replace_division, d);
    each_window_map(f, replace_division, d);
    each_in_kernel(f, replace_division, d);
    each_in_kernel(f, replace_tile, d);
}

// If windows depend only on quotients and remainders of the axis by a factor of its extent, these two are axes instead.
static bool divide_axis(Flattening *f, int at)
{
    Division d = { .of = f->call.axes[at].symbol };
    each_window_map(f, write_remainder, (void *)(size_t)d.of);
    each_in_kernel(f, write_remainder, (void *)(size_t)d.of);
    each_window_map(f, find_divisor, &d);
    for (int i = 0; i < d.divisors.count; i++) {
        Node *rows = without_factors(f->call.axes[at].extent, d.divisors.all[i]);
        d.by = d.divisors.all[i], d.count = d.divided = 0;
        each_window_map(f, count_use, &d);
        if (rows && d.divided == d.count) {
            d.by = copy_of_value(d.by);
            split_axis(f, at, &d, rows);
            return true;
        }
    }
    return false;
}

void divide_tiles(Flattening *f)
{
    for (int a = 0; a < f->tile_axes;)
        a += !divide_axis(f, a);
}

// ---- Which axes are parallel ----------------------------------------------------------------------------------------

typedef struct { const Symbol *of; int count; } Uses;

static void count_name(void *to, const Node *n)
{
    Uses *u = to;
    u->count += is_name_of(n, u->of);
}

static bool call_uses(const Flattening *f, const Symbol *s)
{
    Uses u = { s, 0 };
    each_window_map(f, count_name, &u);
    each_in_kernel(f, count_name, &u);
    for (int a = 0; a < f->call.axis_count; a++)
        each_node(f->call.axes[a].extent, count_name, &u);
    for (int i = 0; i < f->call.part_count; i++)
        for (int k = 0; k < f->call.parts[i].rank; k++)
            each_node(f->call.parts[i].shape[k], count_name, &u);
    return u.count;
}

// ---- Whether tiles have blocks of their own --------------------------------------------------------------------------

static bool is_least(const Node *n, const Node *of)
{
    const Node *c = n->kind == ND_CONDITIONAL && n->a->kind == ND_BINARY ? n->a : NULL;
    if (n->kind == ND_CALL && is_text(n->name ? n->name : "", "PL_MIN") && n->item_count == 2)
        return is_at_most(n->items[0], of) || is_at_most(n->items[1], of);
    if (!c)
        return is_at_most(n, of);
    const bool less = is_op(c, "<") || is_op(c, "<="), more = is_op(c, ">") || is_op(c, ">=");
    const Node *first = less ? n->b : n->c, *second = less ? n->c : n->b;
    return (less || more) && same_expression(c->a, first) && same_expression(c->b, second) && (is_at_most(first, of) || is_at_most(second, of));
}

static bool takes_remainder(const Node *n, const void *symbol)
{
    return is_operation(n, "%") && is_name_of(n->a, symbol);
}

// Whether s occurs only as s / by.
static bool only_divided(const Node *n, const Symbol *s, const Node *by)
{
    Division d = { .of = s, .by = by };
    each_node(n, count_use, &d);
    return d.count == d.divided && !find_node(n, takes_remainder, s);
}

// Whether the indices are those of a tile in groups of rows: t / m * g + t % m % h and t % m / h, where h is at most g, and the same
// for all tiles of a group.
static bool is_grouped(const Node *row, const Node *column, const Symbol *tile)
{
    if (!is_operation(row, "+") || !is_operation(column, "/") || !is_operation(column->a, "%") || !is_name_of(column->a->a, tile))
        return false;
    const Node *size = column->a->b, *high = column->b;
    for (int swap = 0; swap < 2; swap++) {
        const Node *top = swap ? row->b : row->a, *within = swap ? row->a : row->b;
        if (!is_operation(top, "*") || !is_operation(within, "%") || !same_expression(within->a, column->a) || !same_expression(within->b, high))
            continue;
        const Node *group = is_operation(top->a, "/") ? top->a : top->b, *rows = group == top->a ? top->b : top->a;
        if (is_operation(group, "/") && is_name_of(group->a, tile) && same_expression(group->b, size) && is_least(high, rows) &&
            only_divided(high, tile, size))
            return true;
    }
    return false;
}

static bool has_grouped_tiles(const Part *part, const Symbol *tile)
{
    for (int r = 0; r < part->rank; r++)
        for (int c = 0; c < part->rank; c++)
            if (r != c && counts_blocks(part, r) && counts_blocks(part, c) && is_grouped(part->index[r], part->index[c], tile))
                return true;
    return false;
}

// Whether the slice begins at axis * n, and has at most n elements.
static bool is_slice_of(const Node *slice, const Axis *axis)
{
    const Node *start = slice->kind == ND_SLICE ? slice->a : NULL;
    if (!start || !is_operation(start, "*"))
        return false;
    const Node *size = is_name_of(start->a, axis->symbol) ? start->b : is_name_of(start->b, axis->symbol) ? start->a : NULL;
    return size && is_least(slice->b, size);
}

typedef struct { const Symbol *ref; const Axis *axis; int uses, own; } Copied;

// A use of the array: as a part of its own of a copy's destination, or another one.
static void count_copied(void *to, const Node *n)
{
    Copied *c = to;
    c->uses += n->kind != ND_DIM && names_symbol(n, c->ref);
    const Node *at = n->kind == ND_COPY && n->item_count >= 2 ? n->items[1] : NULL;
    if (!at || at->kind != ND_AT || at->a->kind != ND_PASS || at->a->ref != c->ref)
        return;
    bool own = false;
    for (int i = 0; i < at->item_count; i++)
        own |= is_slice_of(at->items[i], c->axis) || is_name_of(at->items[i], c->axis->symbol);
    c->own += own;
}

static bool has_own_copies(const Flattening *f, int part, const Axis *axis)
{
    Copied c = { .ref = f->kernel.parameters[part], .axis = axis };
    for (int i = 0; i < f->pipeline->item_count; i++)
        c.uses += uses(f->pipeline->items[i], f->from->kernel->parameters[part]);
    each_node(f->first, count_copied, &c);
    each_node(f->last, count_copied, &c);
    return c.uses == c.own;
}

static bool has_own_blocks(const Flattening *f, const Axis *axis)
{
    bool own = true;
    for (int i = 0; i < f->from->part_count; i++) {
        const Part *part = &f->call.parts[i];
        if (part_is_written(part))
            own &= !has_blocks(part) ? part->spec == SPEC_ANY && has_own_copies(f, i, axis)
                 : is_index(part, axis) || (f->tile_axes == 1 && has_grouped_tiles(part, axis->symbol));
    }
    return own;
}

// Iterations that programs share run in another order now, which changes nothing if each has blocks of its own. PL_PARALLEL(p, n) does not
// promise that: iterations of one program may share blocks.
void order_tiles(Flattening *f)
{
    const Axis *programs = &f->from->axes[0];
    if (call_uses(f, programs->symbol))
        cannot_flatten(f, text("a window depends on '%s', the program that has the iteration", programs->name));
    for (int a = 0; a < f->tile_axes; a++) {
        Axis *axis = &f->call.axes[a];
        axis->kind = programs->kind == AXIS_PARALLEL ? AXIS_PARALLEL : AXIS_PLAIN;
        if (!has_own_blocks(f, axis))
            cannot_flatten(f, text("iterations of the loop on line %u may write the same blocks, in an order that depends on '%s'",
                           f->loops->at.line, programs->name));
    }
    f->call.axes[0].unless_empty = programs->extent;
}

