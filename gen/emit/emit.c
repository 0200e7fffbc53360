// emit/emit.c -- the definitions of a file and of each call: windows, axes, the schedule; the body by the other files.

#include "emit/emit.h"
#include <string.h>

// ---- A call ---------------------------------------------------------------------------------------------------------

static Node *literal_if_zero(Node *n)                   // so that sum_node omits it
{
    return n->known && n->value == 0 ? literal_node(0) : n;
}

static Node *window_start(const WindowDim *d)
{
    if (d->kind == WINDOW_FULL)
        return literal_node(0);
    Node *index = literal_if_zero(d->index);
    if (d->kind == WINDOW_BLOCK)
        return product_node(index, d->size);
    return d->kind == WINDOW_ELEMENT ? sum_node("-", index, literal_if_zero(d->low)) : index;
}

// Whether the window begins at 0 in every program, so that its start needs no variable.
static bool begins_at_0(const WindowDim *d)
{
    return is_literal(window_start(d), 0) && d->inside && !d->partial && d->kind != WINDOW_BOUNDED;
}

Node *array_stride(const Operand *o, int dim)
{
    Node *s = literal_node(1);
    for (int d = dim + 1; d < o->rank; d++)
        s = product_node(s, o->dims[d].extent);
    return s;
}

// gap: the elements between the rows of the copy.
static Node *window_stride(const Operand *o, int dim, long long gap)
{
    Node *s = literal_node(1);
    for (int d = dim + 1; d < o->rank; d++)
        if (o->dims[d].size)
            s = product_node(s, gap && o->dims[d].dim == o->ref->rank - 1
                                    ? literal_node(o->ref->dims[o->ref->rank - 1]->value + gap) : o->dims[d].size);
    return s;
}

static RowGap local_gap(Emitter *em, const Operand *o)
{
    return placement_of(em->plan->lanes, o)->gap;
}

// Makes the layout of an operand. Returns pl_stride facts: strides that differ between array and copy have names.
static const char *lay_out_operand(Emitter *em, const Operand *o)
{
    Layout *l = new_layout(em, o->ref);
    const char *facts = "";
    bool copied = o->copy == COPY_PARTIAL || window_placement(em->plan->lanes, o) == WINDOW_LOCAL;
    for (int d = 0; d < o->rank; d++) {
        int dim = o->dims[d].dim;
        if (dim < 0)
            continue;
        Node *array = array_stride(o, d), *window = window_stride(o, d, 0), *local = window_stride(o, d, local_gap(em, o).elements);
        l->strides[dim] = o->copy == COPY_ALWAYS ? window : array;
        if (!copied || o->copy == COPY_ALWAYS || (same_expression(array, window) && same_expression(array, local)))
            continue;
        const char *name = o->ref->rank == 2 && dim == 0 ? text("%s_row", l->base) : text("%s_stride_%d", l->base, dim);
        l->strides[dim] = word_node(name);
        facts = text("%spl_stride(«%s», «%s», «%s», «%s»)\n", facts, name, printed_factor(em, array),
                     printed_factor(em, window), printed_factor(em, local));
    }
    if (!l->strides[0])                                 // all dims dropped
        l->strides[0] = literal_node(1);
    return facts;
}

static const char *const window_kinds[] = {
    [WINDOW_BLOCK] = "block", [WINDOW_ONE] = "one", [WINDOW_FULL] = "full", [WINDOW_ELEMENT] = "element",
    [WINDOW_BOUNDED] = "bounded",
};

// ---- Checks of index maps: subscripts of tables, and divisors -------------------------------------------------------

static void add_entry(Emitter *em, const Operand *o, const RunCheck *c)
{
    em->entries = text("%s%s\n", em->entries,
                       fact("entry", "ref=«%s», condition=«%s», subscript=«%s», extent=«%s», message=%d", o->ref->name,
                            printed_condition(em, c->when), printed_summand(em, c->node->items[c->dim]),
                            printed_summand(em, c->node->ref->dims[c->dim]), c->message));
}

// Adds the check of a divisor of an index map. If it is the same for all programs, the launcher checks it: message 0.
static void add_divisor(Emitter *em, const Operand *o, const RunCheck *c)
{
    em->entries = text("%s%s\n", em->entries,
                       fact("divisor", "ref=«%s», text=«%s», condition=«%s», divisor=«%s», message=%d", o->ref->name,
                            marked(c->words), printed_condition(em, c->when), printed_summand(em, c->node->b), c->message));
}

// Returns the memory for a copy of the window: "none" if the lanes access the window elsewhere.
static const char *window_memory(Emitter *em, const Operand *o)
{
    return window_placement(em->plan->lanes, o) == WINDOW_COPIED ? "global" : "none";
}

// Returns the loop over that dim of the array in copies of the window.
static const StepLoop *copy_loop(Emitter *em, const Operand *o, int d)
{
    return &lanes(em)->copies[o - em->plan->operands].loops[d];
}

static void put_dim(Emitter *em, const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    const StepLoop *loop = copy_loop(em, o, d);
    const char *size = w->size ? printed_summand(em, w->size) : "1", *index = w->index ? printed_summand(em, w->index) : "0";
    const char *extent = printed_summand(em, w->extent), *start = w->kind == WINDOW_ELEMENT
                                                                      ? printed_summand(em, window_start(w))
                                                                      : printed_factor(em, window_start(w));
    put(em, "%s\n",
        fact("dim",
             "number=%d, kind=%s, size=«%s», index=«%s», extent=«%s», start=«%s», proof=%s, edge=%s, message=%d, "
             "low=«%s», high=«%s», count=«%s», lanes=%s, run=%s, trips=%s, last_trip=%s, clip=«%s», counter=%s, unroll=%s",
             d, window_kinds[w->kind], size, index, extent, start, w->inside ? "proved" : "checked",
             w->partial ? "partial" : "whole", w->message, w->low ? printed(em, w->low) : "0",
             w->high ? printed(em, w->high) : "0", w->count ? printed(em, w->count) : "",
             distribution_name(loop->how), runs_text(loop), trips_text(loop), last_trip_text(loop), clip_name(em, o, d),
             loop->narrow ? "int" : "long", loop->unrolled ? "yes" : ""));
}

// Returns the offset in the array of the first element of a run.
static const Node *first_in_array(const Operand *o)
{
    Node *offset = literal_node(0);
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].dim >= 0)
            offset = sum_node(
                "+", offset,
                product_node(word_node(text(d == o->rank - 1 ? "pl_first_%d" : "pl_at_%d", d)), array_stride(o, d)));
    return offset;
}

// Returns the number of elements of its copy in local memory.
static long long local_elements(Emitter *em, const Operand *o)
{
    return element_count(o->ref) + gap_count(o->ref, local_gap(em, o));
}

// Returns where the buffer of the current step begins, if its blocks are fetched ahead; otherwise nothing.
static const char *buffer_of_step(Emitter *em, const Operand *o)
{
    const Plan *plan = em->plan;
    int a = 0;
    if (!is_fetched_ahead(plan->lanes, o))
        return "";
    while (plan->axes[a].level != o->level)
        a++;
    Node *step = name_node(plan->axes[a].axis->symbol, o->part->at);
    Node *number = binary_node("%", step, literal_node(placement_of(plan->lanes, o)->buffers));
    return printed(em, product_node(number, literal_node(local_elements(em, o))));
}

// count: the number of its elements as the user wrote it; or NULL.
static void add_local_window(Emitter *em, const Operand *o, const char *count)
{
    long long elements = local_elements(em, o);
    const struct WindowPlacement *k = placement_of(em->plan->lanes, o);
    int buffers = k->buffers;
    const char *all = count ? count : text("%lld", elements);
    bool aligned = has_aligned_lines(em->plan->lanes, o->ref) || k->piece > 1;
    em->local_windows = text("%s%s\n", em->local_windows,
                             fact("local_window", "ref=«%s», type=%s, count=«%s», number=%lld, padded=«%s», aligned=%s, array=«%s»",
                                  o->ref->name, type_code(o->part->type), buffers ? text("%d * %s", buffers, all) : all,
                                  elements * (buffers ? buffers : 1), gap_text(local_gap(em, o)), aligned ? "aligned" : "",
                                  buffers ? text("%s_buffers", layout_of(em, o->ref)->base) : o->ref->name));
}

// Returns where the window starts on dim d: a variable, or the axis itself that selects the element.
static Node *start_node(const char *base, const WindowDim *w, int d)
{
    bool is_axis = w->kind == WINDOW_ONE && w->inside && w->index->kind == ND_NAME;
    return word_node(is_axis ? w->index->symbol->name : text("%s_%d", base, d));
}

// Returns the offset with one dim more: (b * heads + h) * length + q.
static Node *within(Node *offset, Node *extent, Node *start)
{
    return sum_node("+", product_node(offset, extent), start);
}

static void put_dims(Emitter *em, const Operand *o)
{
    Node *offset = literal_node(0), *previous = offset, *in_array = offset, *in_window = offset;
    Node *in_local = offset, *all = literal_node(1);
    long long gap = local_gap(em, o).elements;
    const char *in_registers_of = "", *base = layout_of(em, o->ref)->base;
    bool constant = true; // a dim may have the extent of the array, which the kernel declares to be a constant
    put(em, "m4_define(«PL_DIMS_%s», «\n", o->ref->name);
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        for (int i = 0; i < o->check_count; i++)
            if (o->checks[i].map == d)
                (o->checks[i].dim < 0 ? add_divisor : add_entry)(em, o, &o->checks[i]);
        put_dim(em, o, d);
        Node *at = word_node(text("pl_at_%d", d));
        bool at_0 = w->kind == WINDOW_FULL || begins_at_0(w);
        offset = within(offset, w->extent, at_0 ? literal_node(0) : start_node(base, w, d));
        previous = within(previous, w->extent, at_0 ? literal_node(0) : word_node(text("%s_was_%d", base, d)));
        if (w->dim >= 0) {
            in_array = sum_node("+", in_array, product_node(at, array_stride(o, d)));
            in_window = sum_node("+", in_window, product_node(at, window_stride(o, d, 0)));
            in_local = sum_node("+", in_local, product_node(at, window_stride(o, d, gap)));
            if (is_in_registers(em, o->ref))
                in_registers_of = text("%s%s", in_registers_of, register_of_dim(em, o->ref, w->dim, d, copy_loop(em, o, d)->how));
            all = product_node(all, w->size);
            constant = constant && w->size->known;
        }
    }
    const char *count = printed_factor(em, all);
    put(em, "»)m4_dnl\n");
    put(em, "m4_define(«PL_PLACE_%s», «%s»)m4_dnl\n", o->ref->name,
        fact("place",
             "offset=«%s», in_array=«%s», in_window=«%s», count=«%s», registers=«%s», previous=«%s», first=«%s», in_local=«%s»",
             printed_summand(em, offset), printed_summand(em, in_array), printed_summand(em, in_window), count,
             in_registers_of, printed_summand(em, previous),
             *vector_of_dims(em, NULL, o->ref) ? printed_summand(em, first_in_array(o)) : "",
             gap ? printed_summand(em, in_local) : ""));
    if (o->copy != COPY_NEVER)
        add_buffer(em, text("%s_window", base), type_code(o->part->type), count, window_memory(em, o), 0, o->ref, (RowGap){ 0 });
    if (window_placement(em->plan->lanes, o) == WINDOW_LOCAL)
        add_local_window(em, o, constant && !gap ? count : NULL);
}

static const char *mode_of(const Operand *o)
{
    return !o->written ? "in" : o->read ? "inout" : "out";
}

static void put_operand(Emitter *em, const Operand *o, const Flow *flow)
{
    static const char *const copy_names[] = { [COPY_NEVER] = "never", [COPY_PARTIAL] = "partial", [COPY_ALWAYS] = "always" };
    const char *strides = lay_out_operand(em, o);
    put(em, "m4_define(«PL_OPERAND_%s», «%s»)m4_dnl\n", o->ref->name,
        fact("operand",
             "ref=«%s», base=«%s», mode=%s, type=%s, copy=%s, level=%d, visits=%s, buffers=%d, outside=«%s», alias=%s, "
             "placement=%s, extents=«%s», ahead=%s, buffer=«%s», async=%s",
             o->ref->name, layout_of(em, o->ref)->base, mode_of(o), type_code(o->part->type), copy_names[o->copy],
             o->level, o->visits == VISIT_EACH ? "each" : "moved", flow->buffers, edge_text(em, o),
             is_aliased(em->plan->call, o->part) ? "alias" : "alone",
             placement_name(window_placement(em->plan->lanes, o)), register_extents(em, o->ref),
             em->plan->lanes && is_fetched_across(em->plan->lanes, o) ? "yes" : "",
             buffer_of_step(em, o), placement_of(em->plan->lanes, o)->async ? "yes" : ""));
    put(em, "m4_define(«PL_STRIDES_%s», «%s»)m4_dnl\n", o->ref->name, strides);
    if (em->lines)
        put(em, "m4_define(«PL_LINE_OF_%s», «pl_line(%u, «%s»)»)m4_dnl\n", o->ref->name, o->part->at.line,
            file_name_text(o->part->at.file));
    put_dims(em, o);
}

static const char *shape_text(Emitter *em, const Operand *o)
{
    const char *s = "";
    for (int d = 0; d < o->rank; d++)
        s = listed(s, printed(em, o->dims[d].shape));
    return s;
}

static void put_argument(Emitter *em, const char *kind, const Type *type, const char *name, const char *base, int rank,
                         const char *shape, const char *user_name, const char *alias, const char *batch)
{
    put(em, "%s\n",
        fact("argument",
             "kind=%s, type=%s, name=«%s», base=«%s», rank=%d, shape=«%s», user_name=«%s», alias=«%s», batch=«%s»",
             kind, type_code(type), name, base, rank, shape, user_name, alias, batch));
}

static void put_arguments(Emitter *em, const Call *call)
{
    put(em, "m4_define(«PL_ARGUMENTS», «\n");
    for (int i = 0; i < call->parameter_count; i++) {
        const Symbol *s = call->parameters[i];
        if (s->kind == SY_SIZE || s->kind == SY_SCALAR) {
            put_argument(em, s->kind == SY_SIZE ? "size" : "scalar", s->type, s->name, "", 0, "", "", "", "");
            continue;
        }
        for (int p = 0; p < call->part_count; p++) {
            const Part *part = &call->parts[p];
            if (part->symbol != s)
                continue;
            const Operand *o = operand_of(em->plan, call->kernel->parameters[p]);
            const char *name = o ? o->ref->name : s->name;
            const char *base = o ? layout_of(em, o->ref)->base : part->batches ? layout_of(em, s)->base : name;
            const char *batch = o || !part->batches ? "" : batch_offset(em, call, part);
            put_argument(em, o ? mode_of(o) : "table", part->type, name, base, o ? o->rank : part->rank + part->batches,
                         o ? shape_text(em, o) : table_shape(em, call, part), safe_string(part->name),
                         safe_string(part->alias ? part->alias : ""), batch);
        }
    }
    put(em, "»)m4_dnl\n");
}

static char kind_of(const Type *t)
{
    return t->kind == TY_STRUCT ? 's' : t->kind == TY_F32 || t->kind == TY_F64 ? 'f' : t->kind == TY_F16 ? 'h'
         : t->kind == TY_BF16 ? 'b' : t->kind == TY_E4M3 ? 'e' : t->kind == TY_E5M2 ? 'm' : 'i';
}

// Defines PL_DECLARED: the parameters, which pl_declared_alike_ of pallas.h compares with those in the caller's build.
static void put_declared(Emitter *em, const Call *call)
{
    const char *all = "";
    for (int i = 0; i < call->parameter_count; i++) {
        const Symbol *s = call->parameters[i];
        bool array = s->kind == SY_ARRAY || s->kind == SY_TABLE;
        const char *name = s->declared ? safe_string(s->declared) : s->name;
        for (int p = 0; p < call->part_count; p++)
            if (call->parts[p].symbol == s)
                name = safe_string(call->parts[p].name);
        all = listed(all, text("%s%c%d %s%s", array && s->type->constant ? "const " : "", kind_of(s->type),
                   type_size(s->type), array ? "*" : "", name));
    }
    put(em, "m4_define(«PL_DECLARED», «%s»)m4_dnl\n", all);
}

// Returns pl_later facts: the parallel axes after this one, the last one first.
static const char *later_axes(const Plan *plan, int axis)
{
    const char *s = "";
    for (int a = plan->axis_count - 1; a > axis; a--)
        if (plan->axes[a].parallel)
            s = text("%spl_later(«%s»)", s, plan->axes[a].axis->symbol->name);
    return s;
}

static bool is_first_parallel(const Plan *plan, int axis)
{
    int a = 0;
    while (a < axis && !plan->axes[a].parallel)
        a++;
    return a == axis && plan->axes[a].parallel;
}

static void put_axes(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_AXES», «\n");
    for (int a = 0; a < plan->axis_count; a++) {
        const PlannedAxis *p = &plan->axes[a];
        put(em, "%s\n",
            fact("axis", "variable=«%s», kind=%s, extent=«%s», name=«%s», why=«%s», place=%s, later=«%s»",
                 p->axis->symbol->name, p->parallel ? "parallel" : "sequential", printed(em, p->axis->extent),
                 safe_string(p->axis->name), quoted_text(p->proof.why), is_first_parallel(plan, a) ? "first" : "",
                 p->parallel ? later_axes(plan, a) : ""));
    }
    put(em, "»)m4_dnl\n");
}

// Prints what(ref) for each operand of this level.
static void put_visits(Emitter *em, const Plan *plan, int level, const char *what)
{
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = in_visit_order(plan, i);
        if (o && o->level == level) {
            put_line(em, o->part->at);
            put(em, "»%s(«%s»)«", what, o->ref->name);
        }
    }
}

// Defines PL_SCHEDULE, from the parallel programs inwards: a window is visited in the outermost loop that knows its index.
static void put_schedule(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_SCHEDULE», ««»pl_programs(««");
    put_visits(em, plan, 0, "pl_visit");
    for (int a = 0; a < plan->axis_count; a++)
        if (!plan->axes[a].parallel) {
            put(em, "»\npl_sequential(«%s», ««", plan->axes[a].axis->symbol->name);
            put_visits(em, plan, plan->axes[a].level, "pl_visit");
        }
    put(em, "»\npl_step()\n«");
    for (int level = plan->levels; level > 0; level--) {
        put_visits(em, plan, level, "pl_end_visit");
        put(em, "»»)\n«");
    }
    put_visits(em, plan, 0, "pl_end_visit");
    put(em, "»»)«»»)m4_dnl\n");
}

static void put_scratch(Emitter *em, const Call *call)
{
    put(em, "m4_define(«PL_SCRATCHES», «");
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        const Symbol *ref = call->kernel->parameters[i];
        if (part->kind != PART_SCRATCH)
            continue;
        dense_layout(em, ref);
        add_block_buffer(em, ref->name, ref, part->shape);
        put(em, "pl_scratch(«%s», %s, %s, «%s»)\n", ref->name, type_code(part->type), memory_name(em, ref),
            register_extents(em, ref));
    }
    put(em, "»)m4_dnl\n");
}

// Checks that a block has the extents of the kernel's ref: here if they are constants, otherwise in the launcher.
static void put_agreement(Emitter *em, const Operand *o)
{
    const char *block = "", *declared = "";
    bool agree = true;
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (w->dim < 0)
            continue;
        Node *of = o->ref->dims[w->dim];
        int dim = d - o->part->batches;                 // as the user counts
        if (w->kind != WINDOW_FULL && !w->size->known)
            put(em, "pl_extent(«%s», %d, «%s»)\n", safe_string(o->part->name), dim, printed(em, w->size));
        agree = agree && same_expression(of, w->size);
        block = listed(block, printed(em, w->size));
        declared = listed(declared, printed(em, of));
    }
    if (!agree)
        put(em, "%s\n",
            fact("agree", "operand=«%s», ref=«%s», rank=%d, blocks=«%s», declared=«%s»", safe_string(o->part->name),
                 safe_string(unmarked(o->ref->declared ? o->ref->declared : o->ref->name)), o->ref->rank, block, declared));
}

// Prints the checks of divisors in extents, which the launcher computes.
static void put_extent_divisors(Emitter *em, const Plan *plan)
{
    for (int i = 0; i < plan->extent_check_count; i++) {
        const RunCheck *c = &plan->extent_checks[i];
        put(em, "pl_divides(«%s», «%s», «%s»)\n", printed_condition(em, c->when), printed(em, c->node->b), marked(c->words));
    }
}

static void put_tile_checks(Emitter *em, const Plan *plan)
{
    for (int i = 0; i < plan->tile_check_count; i++) {
        const struct TileCheck *c = &plan->tile_checks[i];
        put(em, "%s\n", fact("within", "condition=«%s», tile=«%s», extent=%lld, end=«%s», line=%u", printed_condition(em, c->when),
                             safe_string(unmarked(c->tile->declared ? c->tile->declared : c->tile->name)),
                             c->tile->dims[c->dim]->value, printed(em, c->end), c->line));
    }
}

static void put_agreements(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_AGREEMENTS», «");
    put_extent_divisors(em, plan);
    put_tile_checks(em, plan);
    for (int i = 0; i < plan->operand_count; i++)
        put_agreement(em, &plan->operands[i]);
    put(em, "»)m4_dnl\n");
}

// Makes two layouts of each table, because index maps and the kernel have a symbol each. Both symbols have one name.
static void lay_out_tables(Emitter *em, const Call *call)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_TABLE) {
            dense_layout(em, call->parts[i].symbol);
            dense_layout(em, call->kernel->parameters[i]);
        }
}

// Defines PL_FILE again if file differs from the previous one: a call may be in a header. Returns file.
static const char *put_file(Emitter *em, const char *previous, const char *file)
{
    if (!is_text(previous, file))
        put(em, "m4_define(«PL_FILE», ««%s»»)m4_dnl\n", file_name_text(file));
    return file;
}

static bool is_streaming(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_VECTOR && is_op(n, "stream");
}

// Whether a vector form that is printed has stores that bypass caches.
static bool streams(const Emitter *em)
{
    for (int i = 0; i < em->plan->vector_form_count && !em->lines; i++)
        if (find_node(em->plan->vector_forms[i].body, is_streaming, NULL))
            return true;
    return false;
}

static void put_messages(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_MESSAGES», «\n");
    for (const Message *m = plan->messages, *end = m + plan->message_count; m < end; m++)
        put(em, "pl_message(%u, «\"%s\"», %s)\n", m->line, marked(m->words), m->note);
    put(em, "»)m4_dnl\n");
}

static void put_call(Emitter *em, const Plan *plan)
{
    const Call *call = plan->call;
    work_at(call->at);
    em->plan = plan;
    em->layout_count = em->buffer_names.count = 0;
    em->commented = (Loc){ NULL, 0, 0 };
    em->buffers = em->local_windows = em->entries = em->ahead = "";
    put_declared(em, call);                                 // before choose_names renames parameters of the call
    choose_names(em, plan);
    put(em, "m4_define(«PL_NAME», «%s»)m4_define(«PL_KERNEL_NAME», ««%s»»)m4_dnl\n", call->name,
        quoted_text(call->kernel->name));
    put(em, "m4_define(«PL_LINE», «%u»)m4_dnl\n", call->at.line);
    if (em->lines)
        put(em, "m4_define(«PL_LINE_OF_CALL», «pl_line(%u, «%s»)»)m4_dnl\n", call->at.line, file_name_text(call->at.file));
    lay_out_tables(em, call);
    for (int i = 0; i < plan->operand_count; i++)
        put_operand(em, &plan->operands[i], &plan->flows[i]);
    put_arguments(em, call);
    put_axes(em, plan);
    put_mesh(em, call);
    put_scratch(em, call);
    put(em, "m4_define(«PL_OPERANDS», «");
    for (int i = 0; i < plan->operand_count; i++)
        put(em, "m4_indir(«PL_OPERAND_%s»)", plan->operands[i].ref->name);
    put(em, "»)m4_dnl\n");
    put_agreements(em, plan);
    put_schedule(em, plan);
    put_pipeline(em, plan);
    em->used.count = 0;
    put_lanes(em, plan);
    put(em, "m4_define(«PL_STATEMENTS», ««");
    put_inside(em, plan->lanes->body);
    put(em, "»»)m4_dnl\n");
    put(em, "m4_define(«PL_RETURNS», «%s»)m4_define(«PL_PRINTS», «%s»)m4_define(«PL_STREAMS», «%s»)m4_dnl\n",
        has_kind(call->kernel->body, ND_RETURN) ? "yes" : "", has_kind(call->kernel->body, ND_PRINT) ? "yes" : "",
        streams(em) ? "yes" : "");
    use_dims(em, call);
    put(em, "m4_define(«PL_USES», «%s»)m4_dnl\n", uses_text(em));
    put(em, "m4_define(«PL_BUFFERS», «\n%s»)m4_dnl\n", em->buffers);
    put(em, "m4_define(«PL_AHEAD», «%s»)m4_dnl\n", em->ahead);
    put(em, "m4_define(«PL_LOCAL_WINDOWS», «\n%s»)m4_dnl\n", em->local_windows);
    put(em, "m4_define(«PL_ENTRIES», «\n%s»)m4_dnl\n", em->entries);
    put_messages(em, plan);
    put(em, "pl_call()\n");
    em->plan = NULL;
}

// ---- The file -------------------------------------------------------------------------------------------------------

static void put_function(Emitter *em, const Function *f)
{
    const char *s = "";
    for (int i = 0; i < f->parameter_count; i++) {
        s = listed(s, type_as(&em->facts, f->parameters[i]->type, f->parameters[i]->name));
    }
    put(em, "pl_function(«%s», ««%s»», ««", f->name,
        type_as(&em->facts, f->result, text("%s(%s)", f->name, *s ? s : "void")));
    put_inside(em, helper_steps(f->body));
    put(em, "»»)\n");
}

static const char *number_as_fact(const Printer *p, const Node *e)
{
    (void)p;
    return e->known ? text("%lld", e->value) : NULL;
}

static bool is_tagged(const Record *r) { return begins(r->name, "struct ") || begins(r->name, "union "); }

static const char *record_text(const Printer *p, const Record *r)
{
    bool tagged = is_tagged(r);
    const char *s = tagged ? text("%s {\n", r->name) : text("typedef %s {\n", r->is_union ? "union" : "struct");
    for (int f = 0; f < r->field_count; f++)
        s = text("%s%s;\n", s, type_as(p, r->fields[f].type, r->fields[f].name));
    return text("%s}%s;", s, tagged ? "" : text(" %s", r->name));
}

static void put_record(Emitter *em, const Record *r)
{
    const Printer in_numbers = { .fact = number_as_fact, .type = em->facts.type, .of = em };
    put(em, "pl_record(««%s»», «%s», %d, «%s», ««%s»»)\n", record_text(&em->facts, r), r->name, r->size,
        is_tagged(r) ? r->name : text("%s %s", r->is_union ? "union" : "struct", r->name), record_text(&in_numbers, r));
}

static void put_globals(Emitter *em, const Source *s)
{
    put(em, "m4_define(«PL_GLOBALS», «\n");
    for (int i = 0; i < s->constant_count; i++)
        if (s->constants[i]->enumerator)
            put(em, "pl_enumerator(«%s», «%lld»)\n", s->constants[i]->name, s->constants[i]->number);
    for (int i = 0; i < s->record_count; i++)
        put_record(em, s->records[i]);
    for (int i = 0; i < s->constant_count; i++)
        if (!s->constants[i]->enumerator)
            put(em, "pl_constant(««%s = %s»»)\n", type_as(&em->facts, s->constants[i]->type, s->constants[i]->name),
                s->constants[i]->value ? printed(em, s->constants[i]->value) : "{ 0 }");
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i]->kind == FN_PLAIN && s->functions[i]->used)
            put_function(em, s->functions[i]);
    put(em, "»)m4_dnl\n");
}

// Defines PL_NAMES, the user's names: a template renames its own names that are equal to one of them.
static void put_names(Emitter *em, const Source *s)
{
    em->names.count = em->base_count = 0;
    for (int i = 0; i < s->function_count; i++) {
        add_name(&em->names, s->functions[i]->name);
        for (int p = 0; p < s->functions[i]->parameter_count; p++)
            add_name(&em->names, s->functions[i]->parameters[p]->name);
        take_declared(em, s->functions[i]->body);
    }
    for (int i = 0; i < s->constant_count; i++)
        add_name(&em->names, s->constants[i]->name);
    for (int i = 0; i < s->call_count; i++) {
        for (int p = 0; p < s->calls[i].parameter_count; p++)
            add_name(&em->names, s->calls[i].parameters[p]->name);
        for (int a = 0; a < s->calls[i].axis_count; a++)
            add_name(&em->names, s->calls[i].axes[a].symbol->name);
    }
    put(em, "m4_define(«PL_NAMES», «");
    for (int i = 0; i < em->names.count; i++)
        put(em, "pl_name(«%s»)", marked(em->names.at[i]));
    put(em, "»)m4_dnl\n");
}

// Defines PL_REDUCTIONS: the PL_REDUCEs in vector form, each kind once.
static void put_reductions(Emitter *em, Plan *const *plans)
{
    Names kinds = { NULL, 0 };
    for (int i = 0; i < em->source->call_count && !em->lines; i++)
        for (int f = 0; f < plans[i]->vector_form_count; f++) {
            const Node *loop = plans[i]->vector_forms[f].loop;
            if (loop->kind == ND_REDUCE)
                add_name(&kinds, text("pl_reduction_of(%s, %s)", loop->op, type_code(loop->a->type)));
        }
    put(em, "m4_define(«PL_REDUCTIONS», «");
    for (int i = 0; i < kinds.count; i++)
        put(em, "%s", kinds.at[i]);
    put(em, "»)m4_dnl\n");
}

void emit_plan(FILE *to, const Source *s, Plan *const *plans, bool lines)
{
    const char *slash = strrchr(s->file, '/');
    const char *name = slash ? slash + 1 : s->file, *dot = strrchr(name, '.');
    Emitter all = { .comment = "", .to = to, .source = s, .lines = lines }, *em = &all;
    em->facts = (Printer){ .fact = fact_of, .type = type_as_fact, .of = em };
    if (lines)
        put(em, "m4_define(«PL_DEBUG», «lines»)m4_dnl\n");
    put(em, "m4_define(«PL_FILE», ««%s»»)m4_define(«PL_STEM», ««%s»»)m4_dnl\n", file_name_text(s->file),
        file_name_text(text_part(name, dot ? (size_t)(dot - name) : strlen(name))));
    put_globals(em, s);
    put(em, "m4_define(«PL_CALLS», «\n");
    const char *file = s->file;
    for (int i = 0; i < s->call_count; i++) {
        file = put_file(em, file, plans[i]->call->at.file);
        put_call(em, plans[i]);
    }
    put_file(em, file, s->file);
    put(em, "»)m4_dnl\n");
    put_names(em, s);
    put_reductions(em, plans);
    put(em, "m4_define(«PL_TYPES», «%s»)m4_dnl\n", em->doubles ? "f64" : "");
}
