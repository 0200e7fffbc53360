// emit/emit.c -- a call, and the file: windows, axes, the schedule, and round them what the other emit_*.c print.

#include "emit/emit.h"
#include <string.h>

// ---- A call -------------------------------------------------------------------------------------------------------

static const char *start_text(const WindowDim *d)
{
    if (d->kind == WINDOW_FULL)
        return "0";
    const char *index = d->index->known && d->index->value == 0 ? "0" : operand_text(d->index);
    if (d->kind == WINDOW_BLOCK)
        return product(index, operand_text(d->size));
    if (d->kind == WINDOW_ELEMENT && !(d->low->known && d->low->value == 0))
        return text("%s - %s", is_text(index, "0") ? "0" : summand_text(d->index), operand_text(d->low));
    return index;
}

// Always, so that nobody asks where.
static bool begins_at_0(const WindowDim *d)
{
    return is_text(start_text(d), "0") && d->inside && !d->ragged && d->kind != WINDOW_BOUNDED;
}

static const char *array_stride(const Operand *o, int dim)
{
    const char *s = "1";
    for (int d = dim + 1; d < o->rank; d++)
        s = product(s, operand_text(o->dims[d].extent));
    return s;
}

static const char *window_stride(const Operand *o, int dim)
{
    const char *s = "1";
    for (int d = dim + 1; d < o->rank; d++)
        if (o->dims[d].size)
            s = product(s, operand_text(o->dims[d].size));
    return s;
}

// In place and copied, the strides differ: then they have names.
static const char *lay_out_operand(const Operand *o)
{
    Layout *l = new_layout(o->ref);
    const char *facts = "";
    bool copied = o->stage == STAGE_EDGE || window_kept(now.plan->lanes, o) == WINDOW_STAGED;
    for (int d = 0; d < o->rank; d++) {
        int dim = o->dims[d].dim;
        if (dim < 0)
            continue;
        const char *array = array_stride(o, d), *window = window_stride(o, d);
        l->strides[dim] = o->stage == STAGE_ALWAYS ? window : array;
        if (!copied || o->stage == STAGE_ALWAYS || is_text(array, window))
            continue;
        l->strides[dim] = o->ref->rank == 2 && dim == 0 ? text("%s_row", l->base) : text("%s_stride_%d", l->base, dim);
        facts = text("%spl_stride(«%s», «%s», «%s»)\n", facts, l->strides[dim], array, window);
    }
    if (!l->strides[0])                                 // all dims dropped
        l->strides[0] = "1";
    return facts;
}

static const char *const window_kinds[] = {
    [WINDOW_BLOCK] = "block", [WINDOW_ONE] = "one", [WINDOW_FULL] = "full", [WINDOW_ELEMENT] = "element",
    [WINDOW_BOUNDED] = "bounded",
};

// The index map in the user's words: "(i, j %% 2)".
static const char *map_text(const Part *part)
{
    const char *all = "";
    for (int d = 0; d < part->rank; d++)
        all = text("%s%s%s", all, d ? ", " : "", words_of(part->index[d]));
    return text("(%s)", all);
}

// A message about the call; returns its number.
static int add_message(const char *words, const char *note)
{
    now.messages = text("%spl_message(%u, «%s», %s)\n", now.messages, now.plan->call->at.line, words, note);
    return ++now.message_count;
}

// A message about an operand; returns its number.
static int operand_message(const Operand *o, const char *words, const char *before_map, const char *note)
{
    const char *map = before_map ? text("%s%s", before_map, map_text(o->part)) : "";
    return add_message(text("\"operand %s: %s%s\"", safe_string(o->part->name), words, map), note);
}

// What an index that leaves the array says; the values are the template's. A slice has two messages: of its size, and behind
// that of where it ends.
static int index_message(const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    int dim = d - o->part->batches;                     // as the user counts
    if (w->inside)
        return 0;
    if (w->kind == WINDOW_BOUNDED) {
        int first = operand_message(o, text("dim %d: PL_DS(%%ld, %%ld), but the block holds 1 to %%ld", dim), NULL, "size");
        operand_message(o, text("dim %d: elements %%ld to %%ld of %%ld", dim), ", from the map ", "end");
        return first;
    }
    if (w->kind == WINDOW_ELEMENT)
        return operand_message(o, text("dim %d: a block of %%ld at element %%ld leaves the array of %%ld padded by %%ld and "
                                       "%%ld", dim), "; index map ", "padding");
    return operand_message(o, text("block index %%ld on dim %d, which has %%blocks", dim), "; index map ",
                           w->size == w->extent ? "full" : "index");
}

// ---- What index maps read in tables ------------------------------------------------------------------------------

static void put_entry(const Operand *o, const Node *access, int d, const char *guard)
{
    const char *table = access->ref->name;
    const char *subscript = summand_text(access->items[d]), *extent = summand_text(access->ref->dims[d]);
    for (int i = 0; i < now.entry_count; i++) {
        const Entry *e = &now.entry[i];
        if (e->of == o && is_text(e->guard, guard) && is_text(e->subscript, subscript) && is_text(e->extent, extent))
            return;
    }
    list_add(now.entry, now.entry_count, ((Entry){ o, guard, subscript, extent }));
    int message = operand_message(o, text("subscript %%ld of dim %d of table %s, which has %%ld", d, table), "; index map ",
                                  "entry");
    now.entries = text("%s%s\n", now.entries, fact("entry", "ref=«%s», condition=«%s», subscript=«%s», extent=«%s», message=%d",
                                                   o->ref->name, guard, subscript, extent, message));
}

// A divisor of an index map: one that is the same for all programs is looked at when the call is made.
static void put_divisor(const Operand *o, int dim, const Node *n, Guard guard)
{
    const char *divisor = summand_text(n->b);
    const char *says = text("operand %s: index map %s divides an integer by zero on dim %d", safe_string(o->part->name),
                            map_text(o->part), dim - o->part->batches);
    for (int i = 0; i < now.entry_count; i++) {
        const Entry *e = &now.entry[i];
        if (e->of == o && is_text(e->guard, guard.text) && is_text(e->subscript, divisor) && !e->extent)
            return;
    }
    list_add(now.entry, now.entry_count, ((Entry){ o, guard.text, divisor, NULL }));
    int message = guard.varies ? add_message(text("\"%s\"", says), "divisor") : 0;
    now.entries = text("%s%s\n", now.entries, fact("divisor", "ref=«%s», says=«%s», condition=«%s», divisor=«%s», message=%d",
                                                   o->ref->name, says, guard.text, divisor, message));
}

typedef struct {
    const Operand *operand;
    int dim;
} MapDim;

static void put_risk(void *to, const Node *n, int d, Guard guard)
{
    const MapDim *m = to;
    if (d >= 0)
        put_entry(m->operand, n, d, guard.text);
    else
        put_divisor(m->operand, m->dim, n, guard);
}

// Of the copy that some schedules make: lanes may do without.
static const char *room_memory(const Operand *o)
{
    return window_kept(now.plan->lanes, o) == WINDOW_COPIED ? "global" : "none";
}

static void put_dim(const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    Trips trips = w->dim < 0 ? no_trips : trips_of_dim(o->ref, w->dim, NULL);
    const char *size = w->size ? summand_text(w->size) : "1", *index = w->index ? summand_text(w->index) : "0";
    const char *extent = summand_text(w->extent), *start = start_text(w);
    int message = index_message(o, d);                  // behind those of the texts
    put("%s\n", fact("dim", "number=%d, kind=%s, size=«%s», index=«%s», extent=«%s», start=«%s», proof=%s, edge=%s, message=%d, "
                      "low=«%s», high=«%s», count=«%s», lanes=%s, trips=%s, last_trip=%s",
                      d, window_kinds[w->kind], size, index, extent, start, w->inside ? "proved" : "checked",
                      w->ragged ? "ragged" : "whole", message, w->low ? expression_text(w->low) : "0", w->high ? expression_text(w->high) : "0",
                      w->count ? expression_text(w->count) : "", w->dim < 0 ? "all" : dim_spread_name(w->dim, o->ref), trips.count,
                      trips.last));
}

static void put_dims(const Operand *o)
{
    const char *offset = "0", *in_array = "0", *in_window = "0", *in_registers_of = "", *count = "1", *base = layout_of(o->ref)->base;
    bool constant = true;                               // a dim may have the size of the array, which the kernel says to be a constant
    put("m4_define(«PL_DIMS_%s», «\n", o->ref->name);
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        each_risk(w->index, put_risk, &(MapDim){ o, d });
        each_risk(w->count, put_risk, &(MapDim){ o, d });
        put_dim(o, d);
        const char *factor = as_factor(array_stride(o, d));
        if (w->kind != WINDOW_FULL && !begins_at_0(w))
            offset = sum(offset, product(text("%s_%d", base, d), factor));
        if (w->dim >= 0) {
            in_array = sum(in_array, product(text("pl_at_%d", d), factor));
            in_window = sum(in_window, product(text("pl_at_%d", d), as_factor(window_stride(o, d))));
            if (held(o->ref))
                in_registers_of = text("%spl_turn(«pl_at_%d»)", in_registers_of, d);
            count = product(count, operand_text(w->size));
            constant = constant && w->size->known;
        }
    }
    put("»)m4_dnl\n");
    put("m4_define(«PL_PLACE_%s», «pl_place(«%s», «%s», «%s», «%s», «%s»)»)m4_dnl\n", o->ref->name, offset, in_array,
        in_window, count, in_registers_of);
    if (o->stage != STAGE_NEVER)
        add_room(text("%s_window", base), type_code(o->part->type), count, room_memory(o), 0);
    if (window_kept(now.plan->lanes, o) == WINDOW_STAGED)
        now.near = text("%spl_near(«%s», %s, «%s», %lld)\n", now.near, o->ref->name, type_code(o->part->type),
                        constant ? count : text("%lld", element_count(o->ref)), element_count(o->ref));
}

static const char *mode_of(const Operand *o)
{
    return !o->written ? "in" : o->read ? "inout" : "out";
}

static void put_operand(const Operand *o, const Flow *flow)
{
    static const char *const stages[] = { [STAGE_NEVER] = "never", [STAGE_EDGE] = "edge", [STAGE_ALWAYS] = "always" };
    const char *strides = lay_out_operand(o);
    put("m4_define(«PL_OPERAND_%s», «%s»)m4_dnl\n", o->ref->name,
        fact("operand", "ref=«%s», base=«%s», mode=%s, type=%s, stage=%s, level=%d, visits=%s, buffers=%d, outside=«%s», alias=%s, "
             "kept=%s, extents=«%s»", o->ref->name, layout_of(o->ref)->base, mode_of(o), type_code(o->part->type), stages[o->stage],
             o->level, o->visits == VISIT_EACH ? "each" : "moved", flow->buffers, edge_text(o),
             is_aliased(now.plan->call, o->part) ? "alias" : "alone", kept_name(window_kept(now.plan->lanes, o)),
             held_extents(o->ref)));
    put("m4_define(«PL_STRIDES_%s», «%s»)m4_dnl\n", o->ref->name, strides);
    put_dims(o);
}

static const char *shape_text(const Operand *o)
{
    const char *s = "";
    for (int d = 0; d < o->rank; d++)
        s = text("%s%s%s", s, d ? ", " : "", expression_text(o->dims[d].extent));
    return s;
}

static void put_argument(const char *kind, const Type *type, const char *name, const char *base, int rank, const char *shape,
                         const char *user_name, const char *alias, const char *batch)
{
    put("%s\n", fact("argument", "kind=%s, type=%s, name=«%s», base=«%s», rank=%d, shape=«%s», user_name=«%s», alias=«%s», batch=«%s»",
                     kind, type_code(type), name, base, rank, shape, user_name, alias, batch));
}

static void put_arguments(const Call *call)
{
    put("m4_define(«PL_ARGUMENTS», «\n");
    for (int i = 0; i < call->parameter_count; i++) {
        const Symbol *s = call->parameters[i];
        if (s->kind == SY_SIZE || s->kind == SY_SCALAR) {
            put_argument(s->kind == SY_SIZE ? "size" : "scalar", s->type, s->name, "", 0, "", "", "", "");
            continue;
        }
        for (int p = 0; p < call->part_count; p++) {
            const Part *part = &call->parts[p];
            if (part->symbol != s)
                continue;
            const Operand *o = operand_of(call->kernel->parameters[p]);
            const char *name = o ? o->ref->name : s->name;
            const char *base = o ? layout_of(o->ref)->base : part->batches ? layout_of(s)->base : name;
            const char *batch = o || !part->batches ? "" : batch_offset(call, part);
            put_argument(o ? mode_of(o) : "table", part->type, name, base, o ? o->rank : part->rank + part->batches,
                         o ? shape_text(o) : table_shape(call, part), safe_string(part->name),
                         safe_string(part->alias ? part->alias : ""), batch);
        }
    }
    put("»)m4_dnl\n");
}

static char kind_of(const Type *t)
{
    return t->kind == TY_STRUCT ? 's' : t->kind == TY_F32 || t->kind == TY_F64 ? 'f' : t->kind == TY_F16 ? 'h'
         : t->kind == TY_BF16 ? 'b' : t->kind == TY_E4M3 ? 'e' : t->kind == TY_E5M2 ? 'm' : 'i';
}

// The parameters as pl_declared_alike_ of pallas.h compares them with those that the caller was compiled with.
static void put_declared(const Call *call)
{
    const char *all = "";
    for (int i = 0; i < call->parameter_count; i++) {
        const Symbol *s = call->parameters[i];
        bool array = s->kind == SY_ARRAY || s->kind == SY_TABLE;
        const char *name = s->declared ? safe_string(s->declared) : s->name;
        for (int p = 0; p < call->part_count; p++)
            if (call->parts[p].symbol == s)
                name = safe_string(call->parts[p].name);
        all = text("%s%s%s%c%d %s%s", all, i ? ", " : "", array && s->type->constant ? "const " : "", kind_of(s->type),
                   type_size(s->type), array ? "*" : "", name);
    }
    put("m4_define(«PL_DECLARED», «%s»)m4_dnl\n", all);
}

static void put_axes(const Plan *plan)
{
    put("m4_define(«PL_AXES», «\n");
    for (int a = 0; a < plan->axis_count; a++) {
        const PlannedAxis *p = &plan->axes[a];
        put("pl_axis(«%s», %s, «%s», «%s», «%s»)\n", p->axis->symbol->name, p->parallel ? "parallel" : "sequential",
            expression_text(p->axis->extent), safe_string(p->axis->name), quoted_text(p->proof.why));
    }
    put("»)m4_dnl\n");
}

// What is written first: it is written back before others are fetched.
static void put_visits(const Plan *plan, int level, const char *what)
{
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = &plan->operands[i % plan->operand_count];
        if (o->level == level && o->written == (i < plan->operand_count)) {
            put_line(o->part->at);
            put("»%s(«%s»)«", what, o->ref->name);
        }
    }
}

// From the parallel programs inwards: a window is visited as soon as its index is known.
static void put_schedule(const Plan *plan)
{
    put("m4_define(«PL_SCHEDULE», ««»pl_programs(««");
    put_visits(plan, 0, "pl_visit");
    for (int a = 0; a < plan->axis_count; a++)
        if (!plan->axes[a].parallel) {
            put("»\npl_sequential(«%s», ««", plan->axes[a].axis->symbol->name);
            put_visits(plan, plan->axes[a].level, "pl_visit");
        }
    put("»\npl_step()\n«");
    for (int level = plan->levels; level > 0; level--) {
        put_visits(plan, level, "pl_leave");
        put("»»)\n«");
    }
    put_visits(plan, 0, "pl_leave");
    put("»»)«»»)m4_dnl\n");
}

static void put_scratch(const Call *call)
{
    put("m4_define(«PL_SCRATCHES», «");
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        const Symbol *ref = call->kernel->parameters[i];
        if (part->kind != PART_SCRATCH)
            continue;
        dense_layout(ref);
        add_room(ref->name, type_code(part->type), product_of(part->shape, 0, part->rank), memory_name(ref),
                 element_count(ref));
        put("pl_scratch(«%s», %s, %s, «%s»)\n", ref->name, type_code(part->type), memory_name(ref), held_extents(ref));
    }
    put("»)m4_dnl\n");
}

// A block's extents agree with the ref that the kernel declares, by their text or when the call is made.
static void put_agreement(const Operand *o)
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
            put("pl_extent(«%s», %d, «%s»)\n", safe_string(o->part->name), dim, expression_text(w->size));
        if (of->known && w->size->known && of->value != w->size->value)
            error_at(o->part->at, "'%s' has blocks of %lld on dim %d, and the kernel's ref %lld", o->part->name,
                     w->size->value, dim, of->value);
        agree = agree && same_expression(of, w->size);
        block = text("%s%s%s", block, *block ? ", " : "", expression_text(w->size));
        declared = text("%s%s%s", declared, *declared ? ", " : "", expression_text(of));
    }
    if (!agree)
        put("pl_agree(«%s», «%s», %d, «%s», «%s»)\n", safe_string(o->part->name),
            safe_string(unmarked(o->ref->declared ? o->ref->declared : o->ref->name)), o->ref->rank, block, declared);
}

// Divisors in extents, which the launcher computes.
static void put_extent_divisor(void *says, const Node *n, int d, Guard guard)
{
    if (d < 0)
        put("pl_divides(«%s», «%s», «%s»)\n", guard.text, expression_text(n->b), (const char *)says);
}

static void put_divisors_of(const char *says, Node *const *extents, int count)
{
    for (int i = 0; i < count; i++)
        each_risk(extents[i], put_extent_divisor, (void *)says);
}

static void put_extent_divisors(const Plan *plan)
{
    const Call *call = plan->call;
    for (int a = 0; a < plan->axis_count; a++)
        put_divisors_of(text("PL_GRID: the extent of %s", safe_string(plan->axes[a].axis->name)), &plan->axes[a].axis->extent, 1);
    for (int i = 0; i < call->part_count; i++)
        put_divisors_of(text("what PL_CALL says of %s", safe_string(call->parts[i].name)), call->parts[i].shape, call->parts[i].rank);
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        const char *says = text("what PL_CALL says of %s", safe_string(o->part->name));
        for (int d = 0; d < o->rank; d++) {
            const WindowDim *w = &o->dims[d];
            Node *all[] = { w->size, w->low, w->high, w->dim < 0 ? NULL : o->ref->dims[w->dim] };
            put_divisors_of(says, all, w->size == w->extent ? 0 : 4);
        }
    }
}

static void put_agreements(const Plan *plan)
{
    put("m4_define(«PL_AGREEMENTS», «");
    put_extent_divisors(plan);
    for (int i = 0; i < plan->operand_count; i++)
        put_agreement(&plan->operands[i]);
    put("»)m4_dnl\n");
}

// A table goes by one name in the kernel and in the maps, and its extents are the call's.
static void lay_out_tables(const Call *call)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_TABLE) {
            dense_layout(call->parts[i].symbol);
            dense_layout(call->kernel->parameters[i]);
        }
}

// Defines PL_FILE for what follows, if the file changes: a call may be in a header. Returns the file.
static const char *put_file(const char *before, const char *file)
{
    if (!is_text(before, file))
        put("m4_define(«PL_FILE», ««%s»»)m4_dnl\n", file_name_text(file));
    return file;
}

static void put_call(const Source *source, const Plan *plan)
{
    const Call *call = plan->call;
    work_at(call->at);
    now.plan = plan;
    now.layout_count = now.room_count = now.message_count = 0;
    now.loop_count = now.entry_count = 0;
    now.rooms = now.messages = now.near = now.entries = "";
    put_declared(call);                                 // before what the kernel calls otherwise is renamed
    choose_names(source, plan);
    put("m4_define(«PL_NAME», «%s»)m4_define(«PL_KERNEL_NAME», ««%s»»)m4_dnl\n", call->name, quoted_text(call->kernel->name));
    put("m4_define(«PL_LINE», «%u»)m4_dnl\n", call->at.line);
    if (now.lines)
        put("m4_define(«PL_LINE_OF_CALL», «pl_line(%u, «%s»)»)m4_dnl\n", call->at.line, file_name_text(call->at.file));
    lay_out_tables(call);
    for (int i = 0; i < plan->operand_count; i++)
        put_operand(&plan->operands[i], &plan->flows[i]);
    put_arguments(call);
    put_axes(plan);
    put_scratch(call);
    put("m4_define(«PL_OPERANDS», «");
    for (int i = 0; i < plan->operand_count; i++)
        put("m4_indir(«PL_OPERAND_%s»)", plan->operands[i].ref->name);
    put("»)m4_dnl\n");
    put_agreements(plan);
    put_schedule(plan);
    put_pipeline(plan);
    begin_uses();
    put_lanes(plan);
    put("m4_define(«PL_STATEMENTS», ««");
    put_inside(call->kernel->body);
    put("»»)m4_dnl\n");
    use_dims(call);
    put("m4_define(«PL_USES», «%s»)m4_dnl\n", uses_text());
    put("m4_define(«PL_ROOMS», «\n%s»)m4_dnl\n", now.rooms);
    put("m4_define(«PL_NEAR», «\n%s»)m4_dnl\n", now.near);
    put("m4_define(«PL_ENTRIES», «\n%s»)m4_dnl\n", now.entries);
    put("m4_define(«PL_MESSAGES», «\n%s»)m4_dnl\n", now.messages);
    put("pl_call()\n");
    now.plan = NULL;
}

// ---- The file -----------------------------------------------------------------------------------------------------

static void put_function(const Function *f)
{
    const char *s = "";
    for (int i = 0; i < f->parameter_count; i++) {
        s = text("%s%s%s", s, i ? ", " : "", type_text(f->parameters[i]->type, f->parameters[i]->name));
    }
    put("pl_function(«%s», ««%s»», ««", f->name, type_text(f->result, text("%s(%s)", f->name, *s ? s : "void")));
    put_inside(f->body);
    put("»»)\n");
}

static void put_globals(const Source *s)
{
    put("m4_define(«PL_GLOBALS», «\n");
    for (int i = 0; i < s->constant_count; i++)
        if (s->constants[i]->enumerator)
            put("pl_enumerator(«%s», «%lld»)\n", s->constants[i]->name, s->constants[i]->number);
    for (int i = 0; i < s->record_count; i++) {
        const Record *r = s->records[i];
        if (begins(r->name, "struct ") || begins(r->name, "union "))
            put("pl_record(««%s {\n", r->name);
        else
            put("pl_record(««typedef %s {\n", r->is_union ? "union" : "struct");
        for (int f = 0; f < r->field_count; f++)
            put("%s;\n", type_text(r->fields[f].type, r->fields[f].name));
        put("}%s;»», «%s», %d)\n", begins(r->name, "struct ") || begins(r->name, "union ") ? "" : text(" %s", r->name), r->name, r->size);
    }
    for (int i = 0; i < s->constant_count; i++)
        if (!s->constants[i]->enumerator)
            put("pl_constant(««%s = %s»»)\n", type_text(s->constants[i]->type, s->constants[i]->name),
                s->constants[i]->value ? expression_text(s->constants[i]->value) : "{ 0 }");
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i]->kind == FN_PLAIN && s->functions[i]->used)
            put_function(s->functions[i]);
    put("»)m4_dnl\n");
}

// What names there are: a target has words of its own.
static void put_names(const Source *s)
{
    now.name_count = 0;
    for (int i = 0; i < s->function_count; i++) {
        take(s->functions[i]->name);
        for (int p = 0; p < s->functions[i]->parameter_count; p++)
            take(s->functions[i]->parameters[p]->name);
        take_declared(s->functions[i]->body);
    }
    for (int i = 0; i < s->constant_count; i++)
        take(s->constants[i]->name);
    for (int i = 0; i < s->call_count; i++) {
        for (int p = 0; p < s->calls[i].parameter_count; p++)
            take(s->calls[i].parameters[p]->name);
        for (int a = 0; a < s->calls[i].axis_count; a++)
            take(s->calls[i].axes[a].symbol->name);
    }
    put("m4_define(«PL_NAMES», «");
    for (int i = 0; i < now.name_count; i++)
        put("pl_name(«%s»)", marked(now.names[i]));
    put("»)m4_dnl\n");
}

void emit_plan(FILE *to, const Source *s, Plan *const *plans, bool lines)
{
    const char *slash = strrchr(s->file, '/');
    const char *name = slash ? slash + 1 : s->file, *dot = strrchr(name, '.');
    now.to = to;
    now.lines = lines;
    now.unchecked = s->unchecked;
    now.folds = "";
    expression_fact = fact_of;
    type_fact = type_as_fact;
    if (lines)
        put("m4_define(«PL_DEBUG», «lines»)m4_dnl\n");
    put("m4_define(«PL_FILE», ««%s»»)m4_define(«PL_STEM», ««%s»»)m4_dnl\n", file_name_text(s->file),
        file_name_text(text("%.*s", (int)(dot ? dot - name : (long)strlen(name)), name)));
    put_globals(s);
    put("m4_define(«PL_CALLS», «\n");
    const char *file = s->file;
    for (int i = 0; i < s->call_count; i++) {
        file = put_file(file, plans[i]->call->at.file);
        put_call(s, plans[i]);
    }
    put_file(file, s->file);
    put("»)m4_dnl\n");
    put_names(s);
    put("m4_define(«PL_FOLDS», «%s»)m4_dnl\n", now.folds);
    put("m4_define(«PL_TYPES», «%s»)m4_dnl\n", now.doubles ? "f64" : "");
    expression_fact = NULL;
    type_fact = NULL;
}
