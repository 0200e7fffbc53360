// lower/flatten_parts.c -- the parts and the kernel of the call that flatten.c makes: windows of arrays that are left in HBM become blocks,
// and tiles scratch. The kernel is that of the pipeline, between the statements around it.

#include "lower/flatten.h"

// ---- Windows --------------------------------------------------------------------------------------------------------

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
        if (option_of(window, refused[i]))
            return refused[i];
    return NULL;
}

static void add_options(Flattening *f, Part *part, const Node *window)
{
    const Node *edge = option_of(window, "PL_EDGE"), *buffers = option_of(window, "PL_BUFFERED");
    part->edge = edge ? in_map(f, edge->a) : NULL;
    part->buffers = buffers ? in_map(f, buffers->a) : NULL;
    part->lookahead = option_of(window, "PL_LOOKAHEAD");
    part->revisit_any = option_of(window, "PL_REVISIT_ANY");
    if (refused_option(window))
        cannot_flatten(f, text("'%s' has a %s", part->name, refused_option(window)));
}

bool counts_blocks(const Part *part, int d)
{
    const NodeKind kind = part->block[d]->kind;
    return kind != ND_FULL && kind != ND_ELEMENT && kind != ND_BOUNDED;
}

// Whether the axis is the index of a dim, so that its programs have separate blocks.
bool is_index(const Part *part, const Axis *axis)
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
           !(part->kind == PART_OUT && is_op(window, "PL_INOUT") && !option_of(window, "PL_INIT"));
}

static void add_window(Flattening *f, const Node *window, Symbol *parameter)
{
    const int i = part_with_ref(f, array_of(window->a));
    if (i < 0) {
        cannot_flatten(f, text("'%s' is a slice of an array, or a tile", expression_text(window->a)));
        return;
    }
    Part *part = &f->call.parts[i];
    if (f->kernel.parameters[i])
        cannot_flatten(f, text("'%s' has several windows", part->name));
    else if (part->spec != SPEC_ANY || part->alias)
        cannot_flatten(f, text("'%s' is a block of the call, or shares its array", part->name));
    else if (!has_role(part, window))
        cannot_flatten(f, text("'%s' is a %s of the call, and a %s of the pipeline", part->name, part_word(part), window->op));
    f->kernel.parameters[i] = parameter;
    f->inits[i] = is_op(window, "PL_INOUT") ? option_of(window, "PL_INIT") : NULL;
    if (window->name && is_text(window->name, "PL_ANY") && !parameter->in_hbm)
        cannot_flatten(f, text("'%s' is no window for the kernel's '%s'", part->name, parameter->name));
    if (f->why_not || parameter->in_hbm)
        return;
    part->spec = SPEC_BLOCKS;
    add_dims(f, part, window);
    add_options(f, part, window);
    if (!fits(part, parameter))
        cannot_flatten(f, text("'%s' is no window for the kernel's '%s'", part->name, parameter->name));
}

// ---- The other parameters of the pipeline's kernel ------------------------------------------------------------------

static Symbol *own_symbol(Flattening *f, const Symbol *s)
{
    return copied(&f->copies, s, free_name(&f->inner, s->name));
}

static void add_scratch(Flattening *f, const Node *tile, Symbol *ref)
{
    Part part = { .kind = PART_SCRATCH, .name = ref->name, .type = copy_type(tile->symbol->type), .at = tile->at };
    for (int d = 0; d < tile->symbol->rank; d++) {
        list_add(part.shape, part.rank, extent_in_map(f, tile->symbol->dims[d]));
        if (!part.shape[d]->known)
            cannot_flatten(f, text("the extents of '%s' are known only at run time", ref->name));
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
        cannot_flatten(f, text("it gets '%s'", expression_text(item)));
        return;
    }
    add_copy(&f->copies, parameter, own_symbol(f, item->ref));
    if (i >= 0)
        f->kernel.parameters[i] = own_symbol(f, item->ref);
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

void add_parts(Flattening *f)
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
        add_scratch(f, f->tiles[i], own_symbol(f, f->tiles[i]->symbol));
    for (int i = 0; i < step->parameter_count && !f->why_not; i++)
        add_argument(f, f->pipeline->items[i], step->parameters[i]);
    for (int i = 0; i < f->from->part_count; i++)
        f->kernel.parameters[i] = f->kernel.parameters[i] ? f->kernel.parameters[i] : own_symbol(f, f->from->kernel->parameters[i]);
    for (int i = 0; i < f->kernel.parameter_count; i++)
        f->kernel.parameters[i]->dims = copy_list(&f->copies, f->kernel.parameters[i]->dims, f->kernel.parameters[i]->rank);
}

// ---- Statements around the pipeline ---------------------------------------------------------------------------------

// They name scalars and indices as index maps do, until all axes are known.
static Node *statements_in_map(Flattening *f, Node *const *statements, int count)
{
    Copies own = with_more(&f->copies);
    Node *block = new_node(ND_BLOCK, f->pipeline->at);
    for (int i = 0; i < count; i++)
        copy_declared(&own, statements[i]);
    for (int i = 0; i < count; i++)
        add_item(block, copy_tree(&own, statements[i]));
    each_node(block, as_in_map, f);
    for (int i = 0; i < f->from->part_count; i++)
        if (f->call.parts[i].spec != f->from->parts[i].spec && uses(block, f->from->kernel->parameters[i]))
            cannot_flatten(f, text("the statements around it use '%s', which has a window", f->from->parts[i].name));
    return block;
}

// A variable that is set before the pipeline and read after it would have to live from its first step to its last.
static void check_carried(void *to, const Node *n)
{
    Flattening *f = to;
    for (int i = 0; declares(n) && i < f->after_count; i++)
        if (uses(f->after[i], n->symbol))
            cannot_flatten(f, text("'%s' is set before it and read after it", n->symbol->name));
}

void gather_statements(Flattening *f)
{
    for (int i = 0; i < f->before_count; i++)
        each_node(f->before[i], check_carried, f);
    if (f->after_count && has_kind(f->pipeline->symbol->function->body, ND_RETURN))
        cannot_flatten(f, text("'%s' may return before the statements after it", f->pipeline->symbol->name));
    f->first = statements_in_map(f, f->before, f->before_count);
    f->last = statements_in_map(f, f->after, f->after_count);
}

// ---- The kernel -----------------------------------------------------------------------------------------------------

int first_of_pipeline(const Flattening *f)
{
    return f->call.axis_count - f->pipeline->axis_count;
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
        if (moves_along(part, &f->call.axes[a]))
            after = a + 1;
    for (int a = first_of_pipeline(f); a < after; a++)
        apart &= is_index(part, &f->call.axes[a]);
    if (!apart || !holds_at_first(f, in_map(f, init->b), after))
        cannot_flatten(f, text("the PL_INIT of '%s' may not hold when a block begins", part->name));
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
        cannot_flatten(f, text("the pipeline has no such axis as line %u asks for", n->at.line));
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

void add_body(Flattening *f)
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
        cannot_flatten(f, text("the kernel asks for '%s' around it", left->symbol->name));
}

