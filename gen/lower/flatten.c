// lower/flatten.c -- a kernel that only runs a PL_PIPELINE becomes a call over the axes of the pipeline, of the pipeline's kernel. Then
// its windows are planned as those of any call: they are fetched ahead, and sums stay in registers.
//
//     PL_LOOP (t, PL_PROGRAM_ID(0), tiles, PL_NUM_PROGRAMS(0)) {              by a kernel over (p, programs)
//         long row = t / columns, column = t % columns;
//         PL_PIPELINE(step, PL_GRID((l, steps)), PL_IN(x, PL_BLOCKSPEC((BM, BK), (row, l))), …
//
// is step over (row, rows), (column, columns), (l, steps), if tiles is rows * columns. Its programs compute the same as those of the
// loop, in another order of tiles, if each tile has blocks of its own.
//
// The kernel may have scalars, tiles and loops around the pipeline, and statements before it and after it, which run in its first and its
// last step. If it may have no programs, the launcher calls the kernel without it instead. Any other pipeline stays a loop (pipeline.c).

#include "lower/lower.h"
#include <string.h>

typedef struct { Symbol *of; Node *value; } Value;      // a scalar, in terms of the call: as index maps have it

typedef struct {
    const Call *from;
    Call call;
    Function kernel;
    const Node *pipeline;
    const Node *loops;          // the outermost PL_LOOP; NULL: none
    Value *values, *arguments;  // of the kernel; of the pipeline's kernel
    int value_count, argument_count;
    Symbol *tile;               // the axis of a loop whose iterations programs share; NULL: none
    int tile_axes;              // … is it, or its row and its column
    Node **before, **after;     // the statements of the kernel before the pipeline and after it
    int before_count, after_count;
    Node *first, *last;         // … as blocks
    const Node **tiles;
    int tile_count;
    bool closed;                // the loop around the pipeline has ended
    const Node **inits;         // of each part: the PL_INIT of its window, or NULL
    Names taken, inner;         // of the call; of the pipeline's kernel
    Copies copies;              // of the symbols of the pipeline's kernel
    const char *why_not;
} Flattening;

static void cannot(Flattening *f, const char *why)
{
    f->why_not = f->why_not ? f->why_not : why;
}

static Symbol *add_axis(Flattening *f, const char *name, Node *extent, Loc at)
{
    const char *own = free_name(&f->taken, name);
    add_name(&f->taken, own);
    Axis axis = { .name = own, .extent = extent, .kind = AXIS_PLAIN, .symbol = new_long(SY_AXIS, own, at), .at = at };
    list_add(f->call.axes, f->call.axis_count, axis);
    return axis.symbol;
}

// ---- Expressions of the kernel as those of index maps ---------------------------------------------------------------

static void as_in_map(void *to, const Node *n)
{
    const Flattening *f = to;
    Node *self = writable(n);
    const Loc at = n->at;
    const Part *part = n->ref ? part_of(f->from, n->ref) : NULL;
    const Value *value = n->kind == ND_NAME ? find_by(f->values, f->value_count, n->symbol) : NULL;
    const int axis = n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS || n->kind == ND_NUM_PROGRAMS ? axis_asked_for(f->from, n) : -1;
    if (value)
        *self = *copy_of_value(value->value);
    else if (axis >= 0)
        *self = n->kind == ND_NUM_PROGRAMS ? *copy_of_value(f->from->axes[axis].extent) : *name_node(f->from->axes[axis].symbol, at);
    else if (n->kind == ND_DIM && part && n->a->known && n->a->value < part->rank)
        *self = *copy_of_value(part->shape[n->a->value]);
    else if (n->kind == ND_ACCESS && part && part->kind == PART_TABLE)
        self->ref = part->symbol;
    self->at = at;
}

static bool is_foreign(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_SEM_READ || n->kind == ND_DEVICE || n->kind == ND_INSIDE || n->kind == ND_SIZE || n->kind == ND_PASS ||
           n->kind == ND_SUBSCRIPT || n->kind == ND_LOAD || n->kind == ND_ATOMIC || (n->kind == ND_CALL && n->symbol) ||
           (n->kind == ND_ACCESS && n->ref->kind != SY_TABLE) || assigns_to(n) || is_postfix(n) ||
           (n->kind == ND_NAME && (n->symbol->kind == SY_LOCAL || n->symbol->kind == SY_INDEX || n->symbol->kind == SY_REF));
}

// An index that an int holds in the kernel is the number itself in a map: no array has as many blocks as an int cannot count.
static void drop_narrow_cast(void *unused, const Node *n)
{
    (void)unused;
    const bool integers = n->kind == ND_CAST && type_is_integer(n->type) && n->a->type && type_is_integer(n->a->type);
    if (integers && has_sign(n->type) && has_sign(n->a->type) && type_size(n->type) >= 4 && type_size(n->type) <= type_size(n->a->type))
        *writable(n) = *n->a;
}

static Node *in_map(Flattening *f, const Node *n)
{
    Node *made = copy_of_value(n);
    each_node(made, as_in_map, f);
    each_node(made, drop_narrow_cast, NULL);
    if (find_node(made, is_foreign, NULL))
        cannot(f, text("'%s' on line %u is not computed from sizes, scalars, tables and indices alone", expression_text(n), n->at.line));
    return made;
}

static bool differs_by_program(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_ACCESS || n->kind == ND_CALL || (n->kind == ND_NAME && n->symbol->kind == SY_AXIS);
}

static Node *extent_in_map(Flattening *f, const Node *n)
{
    Node *made = in_map(f, n);
    if (find_node(made, differs_by_program, NULL))
        cannot(f, text("'%s' on line %u differs from program to program", expression_text(n), n->at.line));
    return made;
}

static void add_value(Flattening *f, Symbol *of, Node *value)
{
    if (find_node(f->from->kernel->body, changes, of))
        cannot(f, text("'%s' changes", of->name));
    list_add(f->values, f->value_count, ((Value){ of, value }));
}

// ---- The statements around the pipeline -----------------------------------------------------------------------------

static bool is_pipeline(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_PIPELINE;
}

// Whether a scalar of this type has the value of the expression, which need not be converted.
static bool holds(const Type *t, const Node *value)
{
    const bool wide = type_is_integer(t) && has_sign(t) && type_size(t) == 8;
    return wide || value->known || (value->type && value->type->kind == t->kind);
}

// Whether n declares a number whose value can be written instead of it. Otherwise it is a statement.
static bool add_scalar(Flattening *f, const Node *n)
{
    if (n->kind != ND_DECLARE || !n->a || !(type_is_integer(n->symbol->type) || type_is_float(n->symbol->type)) ||
        find_node(f->from->kernel->body, changes, n->symbol))
        return false;
    const char *before = f->why_not;
    Node *value = in_map(f, n->a);
    const bool added = f->why_not == before;
    f->why_not = before;
    if (added)
        add_value(f, n->symbol, holds(n->symbol->type, value) ? value : cast_to(n->symbol->type, value));
    return added;
}

// Programs of a grid of one axis whose loops take turns: together they run all iterations, each once.
static bool strides_over_programs(const Flattening *f, const Node *from, const Node *step)
{
    const Axis *only = &f->from->axes[0];
    return f->from->axis_count == 1 && is_name_of(from, only->symbol) && same_expression(step, only->extent);
}

static bool is_extent(const Flattening *f, const Node *n)
{
    for (int i = 0; i < f->from->part_count; i++)
        for (int d = 0; d < f->from->parts[i].rank && part_is_array(&f->from->parts[i]); d++)
            if (same_expression(f->from->parts[i].shape[d], n))
                return true;
    return false;
}

static bool is_operation(const Node *n, const char *op)
{
    return n->kind == ND_BINARY && is_op(n, op);
}

// Whether n is certainly not negative, as the extent of an axis must be: m, (m + BM - 1) / BM, PL_CDIV(m, BM) * PL_CDIV(n, BN) ….
static bool is_count(const Flattening *f, const Node *n)
{
    const bool joins = n->kind == ND_CDIV || is_operation(n, "*") || is_operation(n, "/") || is_operation(n, "+");
    const Node *sum = is_operation(n, "-") && is_operation(n->a, "+") && n->b->known ? n->a : NULL;
    return (n->known && n->value >= 0) || is_extent(f, n) || (joins && is_count(f, n->a) && is_count(f, n->b)) ||
           (sum && sum->b->known && sum->b->value >= n->b->value && is_count(f, sum->a));
}

static Node *count_from(const Flattening *f, Node *n)
{
    Node *zero = number_node(0, &long_type, n->at);
    return is_count(f, n) ? n : choice_node(compare_node(">", copy_of_value(n), zero), n, copy_of_value(zero));
}

static void add_loop(Flattening *f, const Node *n)
{
    const LoopAxis *axis = &n->axes[0];
    const char *name = axis->index->name;
    Node *from = in_map(f, axis->lo), *step = axis->step ? in_map(f, axis->step) : NULL, *to = extent_in_map(f, axis->hi);
    f->loops = f->loops ? f->loops : n;
    if (step && f->loops == n && strides_over_programs(f, from, step)) {
        f->call.axis_count = 0;
        f->tile_axes = 1;
        f->tile = add_axis(f, name, count_from(f, to), n->at);
        add_value(f, axis->index, name_node(f->tile, n->at));
    } else if (step && !is_literal(step, 1)) {
        cannot(f, text("the loop on line %u has steps other than 1 and the number of programs of the only axis", n->at.line));
    } else {
        Symbol *index = add_axis(f, name, count_from(f, sum_node("-", to, extent_in_map(f, axis->lo))), n->at);
        add_value(f, axis->index, sum_node("+", from, name_node(index, n->at)));
    }
}

static bool leaves(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_RETURN || n->kind == ND_GOTO || n->kind == ND_LABEL || n->kind == ND_SCOPED_SEM || is_label(n);
}

static void add_statement(Flattening *f, const Node *n)
{
    if (find_node(n, is_pipeline, NULL))
        cannot(f, text(f->pipeline ? "the kernel has another one, on line %u" : "it is in the statement on line %u, which is no PL_LOOP", n->at.line));
    else if (f->closed)
        cannot(f, text("the kernel has a statement after the loop around it, on line %u", n->at.line));
    else if (find_node(n, leaves, NULL))
        cannot(f, text("the statement on line %u may leave the kernel", n->at.line));
    else if (f->pipeline)
        list_add(f->after, f->after_count, writable(n));
    else
        list_add(f->before, f->before_count, writable(n));
}

static void read_statement(Flattening *f, const Node *n)
{
    if (n->kind == ND_TILE && !f->closed) {
        list_add(f->tiles, f->tile_count, n);         // scratch, which steps leave to later ones
    } else if (n->kind == ND_LOOP && !f->pipeline && find_node(n, is_pipeline, NULL)) {
        if (f->before_count)
            cannot(f, text("the kernel has a statement before the loop around it, on line %u", f->before[0]->at.line));
        add_loop(f, n);
        read_statement(f, n->body);
        f->closed = true;
    } else if (n->kind == ND_PIPELINE && !f->pipeline) {
        f->pipeline = n;
    } else if (n->kind != ND_BLOCK && !add_scalar(f, n)) {
        add_statement(f, n);
    }
    for (int i = 0; n->kind == ND_BLOCK && !f->why_not && i < n->item_count; i++)
        read_statement(f, n->items[i]);
}

// ---- Windows --------------------------------------------------------------------------------------------------------

static const Node *option(const Node *window, const char *name)
{
    for (int i = 0; i < window->item_count; i++)
        if (is_op(window->items[i], name))
            return window->items[i];
    return NULL;
}

// The array of a window, x of x or PL_AT(x, i, PL_ALL); NULL: it is a slice of one.
static const Symbol *array_of(const Node *view)
{
    if (view->kind == ND_PASS)
        return view->ref;
    for (int i = 0; i < view->item_count; i++)
        if (view->items[i]->kind == ND_SLICE)
            return NULL;
    return view->a->kind == ND_PASS ? view->a->ref : NULL;
}

static void add_dim(Part *part, Node *block, Node *index)
{
    int count = part->rank;
    list_add(part->block, part->rank, block);
    list_add(part->index, count, index);
}

static const char *refused_option(const Node *window)
{
    static const char *const refused[] = { "PL_BEFORE_FETCH", "PL_ALIAS", "PL_SPACE" };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (option(window, refused[i]))
            return refused[i];
    return NULL;
}

static void add_options(Flattening *f, Part *part, const Node *window)
{
    const Node *edge = option(window, "PL_EDGE"), *buffers = option(window, "PL_BUFFERED");
    part->edge = edge ? in_map(f, edge->a) : NULL;
    part->buffers = buffers ? in_map(f, buffers->a) : NULL;
    part->lookahead = option(window, "PL_LOOKAHEAD");
    part->revisit_any = option(window, "PL_REVISIT_ANY");
    if (refused_option(window))
        cannot(f, text("'%s' has a %s", part->name, refused_option(window)));
}

static bool names_axis(const Part *part, const Axis *axis)
{
    for (int d = 0; d < part->rank; d++)
        if (uses(part->index[d], axis->symbol))
            return true;
    return false;
}

static bool counts_blocks(const Part *part, int d)
{
    const NodeKind kind = part->block[d]->kind;
    return kind != ND_FULL && kind != ND_ELEMENT && kind != ND_BOUNDED;
}

// Whether the axis is the index of a dim, so that its programs have separate blocks.
static bool is_index(const Part *part, const Axis *axis)
{
    for (int d = 0; d < part->rank; d++)
        if (is_name_of(part->index[d], axis->symbol) && counts_blocks(part, d))
            return true;
    return false;
}

static int part_with_ref(const Flattening *f, const Symbol *ref)
{
    for (int i = 0; ref && i < f->from->part_count; i++)
        if (f->from->kernel->parameters[i] == ref)
            return i;
    return -1;
}

static void add_dims(Flattening *f, Part *part, const Node *window)
{
    const Node *view = window->a;
    const int rank = part->rank;
    part->rank = 0;
    for (int d = 0, seen = 0; d < rank; d++) {
        const Node *item = view->kind == ND_AT && d < view->item_count ? view->items[d] : NULL;
        if (item && item->kind != ND_ALL)
            add_dim(part, new_node(ND_NONE, item->at), in_map(f, item));
        else if (window->b)
            add_dim(part, in_map(f, window->b->items[seen]), in_map(f, window->c->items[seen])), seen++;
        else
            add_dim(part, new_node(ND_FULL, window->at), number_node(0, &long_type, window->at));
    }
}

// Whether the kernel's parameter can be this window. If not, pipeline.c reports why.
static bool fits(const Part *part, const Symbol *parameter)
{
    int seen = 0;
    for (int d = 0; d < part->rank; d++) {
        const Node *block = part->block[d], *size = block->kind == ND_ELEMENT ? block->items[0] : block->kind == ND_BOUNDED ? block->a
                                                  : block->kind == ND_FULL ? part->shape[d] : block;
        if (block->kind == ND_NONE)
            continue;
        const Node *its = seen < parameter->rank ? parameter->dims[seen++] : NULL;
        if (!its || (its->known && size->known && its->value != size->value))
            return false;
    }
    return seen == parameter->rank && parameter->kind == SY_REF && !parameter->in_hbm && part->type->kind == parameter->type->kind &&
           part->type->record == parameter->type->record && (part->kind != PART_IN || parameter->type->constant);
}

static bool has_role(const Part *part, const Node *window)
{
    return is_op(window, "PL_IN") == (part->kind == PART_IN) &&
           !(part->kind == PART_OUT && is_op(window, "PL_INOUT") && !option(window, "PL_INIT"));
}

static void add_window(Flattening *f, const Node *window, Symbol *parameter)
{
    const int i = part_with_ref(f, array_of(window->a));
    if (i < 0) {
        cannot(f, text("'%s' is a slice of an array, or a tile", expression_text(window->a)));
        return;
    }
    Part *part = &f->call.parts[i];
    if (f->kernel.parameters[i])
        cannot(f, text("'%s' has several windows", part->name));
    else if (part->spec != SPEC_ANY || part->alias)
        cannot(f, text("'%s' is a block of the call, or shares its array", part->name));
    else if (!has_role(part, window))
        cannot(f, text("'%s' is a %s of the call, and a %s of the pipeline", part->name, part_word(part), window->op));
    f->kernel.parameters[i] = parameter;
    f->inits[i] = is_op(window, "PL_INOUT") ? option(window, "PL_INIT") : NULL;
    if (window->name && is_text(window->name, "PL_ANY") && !parameter->in_hbm)
        cannot(f, text("'%s' is no window for the kernel's '%s'", part->name, parameter->name));
    if (f->why_not || parameter->in_hbm)
        return;
    part->spec = SPEC_BLOCKS;
    add_dims(f, part, window);
    add_options(f, part, window);
    if (!fits(part, parameter))
        cannot(f, text("'%s' is no window for the kernel's '%s'", part->name, parameter->name));
}

// ---- The other parameters of the pipeline's kernel ------------------------------------------------------------------

static Symbol *copied(Flattening *f, const Symbol *s)
{
    const struct SymbolPair *pair = find_by(f->copies.pairs, f->copies.count, s);
    return pair ? pair->to : new_copy(&f->copies, s, free_name(&f->inner, s->name));
}

static void add_scratch(Flattening *f, const Node *tile, Symbol *ref)
{
    Part part = { .kind = PART_SCRATCH, .name = ref->name, .type = copy_type(tile->symbol->type), .at = tile->at };
    for (int d = 0; d < tile->symbol->rank; d++) {
        list_add(part.shape, part.rank, extent_in_map(f, tile->symbol->dims[d]));
        if (!part.shape[d]->known)
            cannot(f, text("the extents of '%s' are known only at run time", ref->name));
    }
    list_add(f->call.parts, f->call.part_count, part);
    list_add(f->kernel.parameters, f->kernel.parameter_count, ref);
}

static bool is_tile(const Flattening *f, const Symbol *s)
{
    for (int i = 0; i < f->tile_count; i++)
        if (f->tiles[i]->symbol == s)
            return true;
    return false;
}

// A block that the kernel passes on is the parameter of both.
static void pass_block(Flattening *f, const Node *item, const Symbol *parameter)
{
    const int i = item->kind == ND_PASS ? part_with_ref(f, item->ref) : -1;
    if (item->kind != ND_PASS || (i < 0 && !is_tile(f, item->ref)) || parameter->kind != SY_REF || parameter->rank != item->ref->rank) {
        cannot(f, text("it gets '%s'", expression_text(item)));
        return;
    }
    add_copy(&f->copies, parameter, copied(f, item->ref));
    if (i >= 0)
        f->kernel.parameters[i] = copied(f, item->ref);
}

static void add_argument(Flattening *f, const Node *item, const Symbol *parameter)
{
    if (item->kind == ND_PASS || item->kind == ND_AT || item->kind == ND_SEM) {
        pass_block(f, item, parameter);
        return;
    }
    Symbol *own = new_copy(&f->copies, parameter, parameter->name);
    if (item->kind == ND_WINDOW) {
        add_window(f, item, own);
    } else if (item->kind == ND_TILE) {
        add_scratch(f, item, own);
    } else {
        own->kind = SY_LOCAL;
        list_add(f->arguments, f->argument_count, ((Value){ own, in_map(f, item) }));
    }
}

static void add_parts(Flattening *f)
{
    const Function *step = f->pipeline->symbol->function;
    f->inits = allocate((size_t)(f->from->part_count + 1) * sizeof *f->inits);
    for (int i = 0; i < f->from->part_count; i++) {
        list_add(f->call.parts, f->call.part_count, f->from->parts[i]);
        list_add(f->kernel.parameters, f->kernel.parameter_count, NULL);
    }
    each_declared(step->body, take_name, &f->inner);
    for (int i = 0; i < step->parameter_count; i++)
        if (f->pipeline->items[i]->kind != ND_PASS)
            take_name(step->parameters[i], &f->inner);
    for (int i = 0; i < f->tile_count; i++)
        add_scratch(f, f->tiles[i], copied(f, f->tiles[i]->symbol));
    for (int i = 0; i < step->parameter_count && !f->why_not; i++)
        add_argument(f, f->pipeline->items[i], step->parameters[i]);
    for (int i = 0; i < f->from->part_count; i++)
        f->kernel.parameters[i] = f->kernel.parameters[i] ? f->kernel.parameters[i] : copied(f, f->from->kernel->parameters[i]);
    for (int i = 0; i < f->kernel.parameter_count; i++)
        f->kernel.parameters[i]->dims = copy_list(&f->copies, f->kernel.parameters[i]->dims, f->kernel.parameters[i]->rank);
}

// ---- Statements around the pipeline ---------------------------------------------------------------------------------

// They name scalars and indices as index maps do, until all axes are known.
static Node *statements_in_map(Flattening *f, Node *const *statements, int count)
{
    Copies own = { NULL, 0 };
    Node *block = new_node(ND_BLOCK, f->pipeline->at);
    for (int i = 0; i < f->copies.count; i++)
        list_add(own.pairs, own.count, f->copies.pairs[i]);
    for (int i = 0; i < count; i++)
        copy_declared(&own, statements[i]);
    for (int i = 0; i < count; i++)
        add_item(block, copy_tree(&own, statements[i]));
    each_node(block, as_in_map, f);
    for (int i = 0; i < f->from->part_count; i++)
        if (f->call.parts[i].spec != f->from->parts[i].spec && uses(block, f->from->kernel->parameters[i]))
            cannot(f, text("the statements around it use '%s', which has a window", f->from->parts[i].name));
    return block;
}

// A variable that is set before the pipeline and read after it would have to live from its first step to its last.
static void check_carried(void *to, const Node *n)
{
    Flattening *f = to;
    for (int i = 0; declares(n) && i < f->after_count; i++)
        if (uses(f->after[i], n->symbol))
            cannot(f, text("'%s' is set before it and read after it", n->symbol->name));
}

static void read_statements(Flattening *f)
{
    for (int i = 0; i < f->before_count; i++)
        each_node(f->before[i], check_carried, f);
    if (f->after_count && has_kind(f->pipeline->symbol->function->body, ND_RETURN))
        cannot(f, text("'%s' may return before the statements after it", f->pipeline->symbol->name));
    f->first = statements_in_map(f, f->before, f->before_count);
    f->last = statements_in_map(f, f->after, f->after_count);
}

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
    d->quotient = add_axis(f, name_of_value(f, d, "/", "row"), rows, whole.at);
    d->remainder = add_axis(f, name_of_value(f, d, "%", "column"), copy_of_value(d->by), whole.at);
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

static void divide_tiles(Flattening *f)
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
static void order_tiles(Flattening *f)
{
    const Axis *programs = &f->from->axes[0];
    if (call_uses(f, programs->symbol))
        cannot(f, text("a window depends on '%s', the program that has the iteration", programs->name));
    for (int a = 0; a < f->tile_axes; a++) {
        Axis *axis = &f->call.axes[a];
        axis->kind = programs->kind == AXIS_PARALLEL ? AXIS_PARALLEL : AXIS_PLAIN;
        if (!has_own_blocks(f, axis))
            cannot(f, text("iterations of the loop on line %u may write the same blocks, in an order that depends on '%s'",
                           f->loops->at.line, programs->name));
    }
    f->call.axes[0].unless_empty = programs->extent;
}

// ---- The kernel -----------------------------------------------------------------------------------------------------

static int first_of_pipeline(const Flattening *f)
{
    return f->call.axis_count - f->pipeline->axis_count;
}

static Node *program_id(int axis, Loc at)
{
    Node *id = new_node(ND_PROGRAM_ID, at);
    id->a = number_node(axis, &int_type, at);
    id->type = copy_type(&long_type);
    return id;
}

static void as_in_body(void *to, const Node *n)
{
    const Flattening *f = to;
    for (int a = 0; n->kind == ND_NAME && a < f->call.axis_count; a++)
        if (n->symbol == f->call.axes[a].symbol)
            *writable(n) = *program_id(a, n->at);
    for (int i = 0; i < f->call.part_count; i++) {
        const Symbol *s = f->call.parts[i].symbol;
        if (n->kind == ND_NAME && s && n->symbol == s)
            writable(n)->symbol = f->kernel.parameters[i];
        if (n->kind == ND_ACCESS && s && n->ref == s)
            writable(n)->ref = f->kernel.parameters[i];
    }
}

static Node *in_body(const Flattening *f, const Node *value)
{
    Node *made = copy_of_value(value);
    each_node(made, as_in_body, (void *)(size_t)f);
    return made;
}

// Whether the condition of a PL_INIT holds whenever the axes from `after` on are at their first index.
static bool holds_at_first(const Flattening *f, const Node *n, int after)
{
    if (n->kind == ND_BINARY && is_op(n, "&&"))
        return holds_at_first(f, n->a, after) && holds_at_first(f, n->b, after);
    for (int a = after; a < f->call.axis_count; a++)
        if (n->kind == ND_BINARY && is_op(n, "==") && is_name_of(n->a, f->call.axes[a].symbol) && n->b->known && !n->b->value)
            return true;
    return n->known && n->value;
}

// An INOUT window with a PL_INIT that holds at each fetch is filled when its block begins, instead of being fetched.
static void add_first_value(Flattening *f, const Part *part, const Node *init, Symbol *parameter)
{
    Node *fill = new_node(ND_FILL, init->at), *condition = NULL;
    int after = first_of_pipeline(f);
    bool apart = true;
    for (int a = after; a < f->call.axis_count; a++)
        if (names_axis(part, &f->call.axes[a]))
            after = a + 1;
    for (int a = first_of_pipeline(f); a < after; a++)
        apart &= is_index(part, &f->call.axes[a]);
    if (!apart || !holds_at_first(f, in_map(f, init->b), after))
        cannot(f, text("the PL_INIT of '%s' may not hold when a block begins", part->name));
    fill->a = name_node(parameter, init->at);
    fill->b = in_body(f, in_map(f, init->a));
    for (int a = after; a < f->call.axis_count; a++)
        condition = and_node(condition, compare_node("==", program_id(a, init->at), number_node(0, &int_type, init->at)));
    add_item(f->kernel.body, condition ? branch_node(ND_WHEN, condition, fill, NULL, init->at) : fill);
}

// Axes of the pipeline follow those of the call.
static void count_after(void *to, const Node *n)
{
    Flattening *f = to;
    const int count = f->pipeline->axis_count;
    const bool numbered = n->kind == ND_PROGRAM_ID || n->kind == ND_NUM_PROGRAMS;
    int axis = numbered && n->a->known && n->a->value >= 0 && n->a->value < count ? (int)n->a->value : count;
    for (int a = 0; n->kind == ND_AXIS && a < count; a++)
        axis = is_text(f->pipeline->axes[a].index->name, n->name) ? a : axis;
    if (!numbered && n->kind != ND_AXIS)
        return;
    if (axis == count)
        cannot(f, text("the pipeline has no such axis as line %u asks for", n->at.line));
    else if (numbered)
        writable(n)->a = number_node(axis + first_of_pipeline(f), &int_type, n->at);
    else
        writable(n)->name = f->call.axes[axis + first_of_pipeline(f)].name;
}

static bool is_left(const Node *n, const void *flattening)
{
    const Flattening *f = flattening;
    const Symbol *programs = f->tile_axes && f->from->axes[0].extent->kind == ND_NAME ? f->from->axes[0].extent->symbol : NULL;
    return n->kind == ND_NAME && (n->symbol->kind == SY_AXIS || n->symbol == programs);
}

// In each step of the first or the last program of the pipeline.
static Node *end_of_pipeline(const Flattening *f, bool last, Loc at)
{
    Node *all = NULL;
    for (int a = first_of_pipeline(f); a < f->call.axis_count; a++) {
        Node *count = program_id(a, at), *end = number_node(0, &int_type, at);
        count->kind = ND_NUM_PROGRAMS;
        all = and_node(all, compare_node("==", program_id(a, at), last ? binary_node("-", count, number_node(1, &int_type, at)) : end));
    }
    return all;
}

static void add_statements(Flattening *f, const Node *statements, bool last)
{
    if (!statements->item_count)
        return;
    Node *block = in_body(f, statements), *condition = end_of_pipeline(f, last, block->at);
    add_item(f->kernel.body, condition ? branch_node(ND_WHEN, condition, block, NULL, block->at) : block);
}

static void add_body(Flattening *f)
{
    const Function *step = f->pipeline->symbol->function;
    f->kernel.body = new_node(ND_BLOCK, step->body->at);
    add_statements(f, f->first, false);
    for (int i = 0; i < f->argument_count; i++)
        add_item(f->kernel.body, declaration_node(f->arguments[i].of, in_body(f, f->arguments[i].value), f->pipeline->at));
    for (int i = 0; i < f->from->part_count && !f->why_not; i++)
        if (f->inits[i])
            add_first_value(f, &f->call.parts[i], f->inits[i], f->kernel.parameters[i]);
    copy_declared(&f->copies, step->body);
    Node *body = copy_tree(&f->copies, step->body);
    each_node(body, count_after, f);
    add_items(f->kernel.body, body);
    add_statements(f, f->last, true);
    const Node *left = find_node(f->kernel.body, is_left, f);
    if (left)
        cannot(f, text("the kernel asks for '%s' around it", left->symbol->name));
}

// ---- The call of an empty pipeline ----------------------------------------------------------------------------------

// The kernel without its pipeline: what it does if the pipeline has no programs.
static Function *kernel_without(const Flattening *f)
{
    const Function *kernel = f->from->kernel;
    Function *made = allocate(sizeof *made);
    Copies own = { NULL, 0 };
    *made = *kernel;
    made->parameters = NULL, made->parameter_count = 0;
    for (int i = 0; i < kernel->parameter_count; i++)
        list_add(made->parameters, made->parameter_count, new_copy(&own, kernel->parameters[i], kernel->parameters[i]->name));
    for (int i = 0; i < made->parameter_count; i++)
        made->parameters[i]->dims = copy_list(&own, made->parameters[i]->dims, made->parameters[i]->rank);
    copy_declared(&own, kernel->body);
    made->body = copy_tree(&own, kernel->body);
    drop_statements(made->body, is_pipeline, NULL);
    return made;
}

static bool may_be_empty(const Flattening *f)
{
    for (int a = first_of_pipeline(f); a < f->call.axis_count; a++)
        if (!f->call.axes[a].extent->known || f->call.axes[a].extent->value < 1)
            return true;
    return false;
}

static Call call_without(Source *s, const Flattening *f)
{
    Call made = *f->from;
    Names names = { NULL, 0 };
    for (int i = 0; i < s->call_count; i++)
        add_name(&names, s->calls[i].name);
    for (int i = 0; i < s->function_count; i++)
        add_name(&names, s->functions[i]->name);
    made.name = free_name(&names, text("%s_empty", f->from->name));
    made.kernel = kernel_without(f);
    made.pipeline = NULL;
    for (int i = 0, count = 0; i < made.parameter_count; i++) {
        const Symbol *of = made.parameters[i];
        list_add(made.passed, count, ((struct Passed){ of->kind == SY_SIZE || of->kind == SY_SCALAR ? PASS_VALUE : PASS_ARRAY, of }));
    }
    list_add(s->functions, s->function_count, made.kernel);
    return made;
}

// ---- The pass -------------------------------------------------------------------------------------------------------

static void take_names(Flattening *f)
{
    for (int i = 0; i < f->from->parameter_count; i++)
        take_name(f->from->parameters[i], &f->taken);
    for (int a = 0; a < f->from->axis_count; a++)
        add_name(&f->taken, f->from->axes[a].name);
}

static void add_scalars(Flattening *f)
{
    for (int i = 0; i < f->from->part_count; i++)
        if (f->from->parts[i].kind == PART_SCALAR)
            add_value(f, f->from->kernel->parameters[i], name_node(f->from->parts[i].symbol, f->from->parts[i].at));
}

static void check_call(Flattening *f)
{
    const Call *call = f->from;
    if (batch_axes(call) || reduction_axis(call) || call->mesh_count)
        cannot(f, "the call has a PL_BATCH, PL_REDUCTION or PL_MESH");
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SEM)
            cannot(f, text("the kernel has the semaphore '%s'", call->kernel->parameters[i]->name));
}

static void add_axes_of_pipeline(Flattening *f)
{
    for (int a = 0; a < f->pipeline->axis_count; a++) {
        const LoopAxis *axis = &f->pipeline->axes[a];
        Symbol *index = add_axis(f, axis->index->name, extent_in_map(f, axis->hi), axis->index->at);
        add_value(f, axis->index, name_node(index, axis->index->at));
    }
}

static void flatten(Flattening *f)
{
    check_call(f);
    add_scalars(f);
    read_statement(f, f->from->kernel->body);
    if (f->why_not)
        return;
    add_axes_of_pipeline(f);
    add_parts(f);
    read_statements(f);
    if (f->tile && !f->why_not) {
        divide_tiles(f);
        order_tiles(f);
    }
    if (!f->why_not)
        add_body(f);
}

// The number of calls that this one has become: at `to`, the last one is what the user calls.
static int flatten_call(Source *s, const Call *call, Call *to)
{
    const Node *pipeline = find_node(call->kernel->body, is_pipeline, NULL);
    Flattening f = { .from = call, .call = *call };
    to[0] = *call;
    if (!pipeline)
        return 1;
    f.kernel = (Function){ .name = call->kernel->name, .kind = FN_KERNEL, .result = call->kernel->result, .at = call->kernel->at, .used = true };
    f.call.parts = NULL, f.call.part_count = 0, f.call.axes = NULL, f.call.axis_count = 0;
    for (int a = 0; a < call->axis_count; a++)
        list_add(f.call.axes, f.call.axis_count, call->axes[a]);
    take_names(&f);
    flatten(&f);
    to[0].pipeline = f.call.pipeline = pipeline;
    to[0].unflattened = f.why_not;
    if (f.why_not)
        return 1;
    f.call.kernel = allocate(sizeof *f.call.kernel);
    *f.call.kernel = f.kernel;
    list_add(s->functions, s->function_count, f.call.kernel);
    const bool empty = (f.before_count || f.after_count) && may_be_empty(&f);
    if (empty)
        to[0] = call_without(s, &f);
    to[empty] = f.call;
    if (empty)
        to[0].whole = &to[1], to[1].empty = &to[0];
    return 1 + empty;
}

void flatten_pipelines(Source *s)
{
    Call *all = allocate((size_t)(2 * s->call_count + 1) * sizeof *all);
    int count = 0;
    for (int i = 0; i < s->call_count; i++) {
        all[count] = s->calls[i];
        count += s->calls[i].kernel ? flatten_call(s, &s->calls[i], &all[count]) : 1;
    }
    s->calls = all;
    s->call_count = count;
}
