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

#include "lower/flatten.h"

static void add_value(Flattening *f, Symbol *of, Node *value)
{
    if (find_node(f->from->kernel->body, changes, of))
        cannot_flatten(f, text("'%s' changes", of->name));
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
        add_value(f, axis->index, name_node(add_axis_of_call(f, name, count_from(f, to), n->at), n->at));
    } else if (step && !is_literal(step, 1)) {
        cannot_flatten(f, text("the loop on line %u has steps other than 1 and the number of programs of the only axis", n->at.line));
    } else {
        Symbol *index = add_axis_of_call(f, name, count_from(f, sum_node("-", to, extent_in_map(f, axis->lo))), n->at);
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
        cannot_flatten(f, text(f->pipeline ? "the kernel has another one, on line %u" : "it is in the statement on line %u, which is no PL_LOOP", n->at.line));
    else if (f->closed)
        cannot_flatten(f, text("the kernel has a statement after the loop around it, on line %u", n->at.line));
    else if (find_node(n, leaves, NULL))
        cannot_flatten(f, text("the statement on line %u may leave the kernel", n->at.line));
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
            cannot_flatten(f, text("the kernel has a statement before the loop around it, on line %u", f->before[0]->at.line));
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
    const Names names = names_in(s);
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
        cannot_flatten(f, "the call has a PL_BATCH, PL_REDUCTION or PL_MESH");
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SEM)
            cannot_flatten(f, text("the kernel has the semaphore '%s'", call->kernel->parameters[i]->name));
}

static void add_axes_of_pipeline(Flattening *f)
{
    for (int a = 0; a < f->pipeline->axis_count; a++) {
        const LoopAxis *axis = &f->pipeline->axes[a];
        Symbol *index = add_axis_of_call(f, axis->index->name, extent_in_map(f, axis->hi), axis->index->at);
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
    gather_statements(f);
    if (f->tile_axes && !f->why_not) {
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
