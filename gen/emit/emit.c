// emit/emit.c -- the definitions of a file and of each call: windows, axes, the schedule; the body by the other files.

#include "emit/emit.h"
#include <string.h>

// ---- A call ---------------------------------------------------------------------------------------------------------

static const char *const window_kinds[] = {
    [WINDOW_BLOCK] = "block", [WINDOW_ONE] = "one", [WINDOW_FULL] = "full", [WINDOW_ELEMENT] = "element",
    [WINDOW_BOUNDED] = "bounded",
};

// ---- Checks of index maps: subscripts of tables, and divisors -------------------------------------------------------

static const char *entry_fact(Emitter *em, const Operand *o, const RunCheck *c)
{
    return fact("entry", "ref=«%s», condition=«%s», subscript=«%s», extent=«%s», message=%d", o->ref->name,
                printed_condition(em, c->when), printed_summand(em, c->node->items[c->dim]),
                printed_summand(em, c->node->ref->dims[c->dim]), c->message);
}

static const char *divisor_fact(Emitter *em, const Operand *o, const RunCheck *c)
{
    return fact("divisor", "ref=«%s», text=«%s», condition=«%s», divisor=«%s»", o->ref->name, marked(c->words),
                printed_condition(em, c->when), printed_summand(em, c->node->b));
}

static void put_entries(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_ENTRIES», «\n");
    for (const Operand *o = plan->operands; o < plan->operands + plan->operand_count; o++)
        for (int d = 0; d < o->rank; d++)
            for (int i = 0; i < o->check_count; i++)
                if (o->checks[i].map == d)
                    put(em, "%s\n", (o->checks[i].dim < 0 ? divisor_fact : entry_fact)(em, o, &o->checks[i]));
    put(em, "»)m4_dnl\n");
}

static void put_divisors_of(Emitter *em, const Operand *o)
{
    for (int d = 0; d < o->rank; d++)
        for (int i = 0; i < o->check_count; i++) {
            const RunCheck *c = &o->checks[i];
            if (c->map != d || c->dim >= 0 || c->message)
                continue;
            put(em, c->when ? "if (%s)\n" : "%s", printed_condition(em, c->when));
            put(em, "pl_call_map_divides(»say_host()«, %s, \"%s\");\n", printed_summand(em, c->node->b), marked(c->words));
        }
}

// Defines PL_DIVISORS: the launcher's checks of divisors of index maps that are the same for all programs.
static void put_divisors(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_DIVISORS», ««");
    for (int i = 0; i < plan->operand_count; i++)
        put_divisors_of(em, &plan->operands[i]);
    put(em, "»»)m4_dnl\n");
}

// Defines PL_COVERS: the launcher's checks that programs visit all blocks of outputs.
static void put_covers(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_COVERS», ««");
    for (const Operand *o = plan->operands; o < plan->operands + plan->operand_count; o++) {
        const char *extents = "", *blocks = "", *axes = "";
        for (int d = 0; d < o->rank; d++) {
            extents = listed(extents, printed(em, o->dims[d].extent));
            blocks = listed(blocks, o->dims[d].size ? printed(em, o->dims[d].size) : "1");
            axes = listed(axes, text("%d", o->covered_by[d]));
        }
        if (o->may_be_left)
            put(em, "pl_call_covers(»say_host()«, \"%s\", %d, PL_LONGS(%s), PL_LONGS(%s), PL_LONGS(%s));\n",
                safe_string(o->part->name), o->rank, extents, blocks, axes);
    }
    put(em, "»»)m4_dnl\n");
}

// ---- Windows --------------------------------------------------------------------------------------------------------

static void put_dim(Emitter *em, const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    const char *size = w->size ? printed_summand(em, w->size) : "1", *index = w->index ? printed_summand(em, w->index) : "0";
    const char *extent = printed_summand(em, w->extent);
    put(em, "%s\n",
        fact("dim",
             "number=%d, kind=%s, size=«%s», index=«%s», extent=«%s», message=%d, low=«%s», high=«%s», count=«%s»",
             d, window_kinds[w->kind], size, index, extent, w->message, w->low ? printed(em, w->low) : "0",
             w->high ? printed(em, w->high) : "0", w->count ? printed(em, w->count) : ""));
}

static void put_dims(Emitter *em, const Operand *o)
{
    put(em, "m4_define(«PL_DIMS_%s», «\n", o->ref->name);
    for (int d = 0; d < o->rank; d++)
        put_dim(em, o, d);
    put(em, "»)m4_dnl\n");
}

static const char *mode_of(const Operand *o)
{
    return !o->written ? "in" : o->read ? "inout" : "out";
}

// The launcher copies in a PL_INOUT also if its windows are not read: what they leave out keeps its values. o: NULL for a table.
static const char *kind_of_argument(const Part *part, const Operand *o)
{
    return !o ? "table" : part->kind == PART_INOUT ? "inout" : mode_of(o);
}

static void put_operand(Emitter *em, const Operand *o)
{
    put(em, "m4_define(«PL_OPERAND_%s», «%s»)m4_dnl\n", o->ref->name,
        fact("operand", "ref=«%s», base=«%s», mode=%s, type=%s, outside=«%s»", o->ref->name, base_of(em->plan, o->ref), mode_of(o),
             type_code(o->part->type), edge_text(em, o)));
    if (em->lines)
        put(em, "m4_define(«PL_LINE_OF_%s», «pl_line(%u, «%s»)»)m4_dnl\n", o->ref->name, o->part->at.line,
            file_name_text(o->part->at.file));
    put_dims(em, o);
}

static void put_argument(Emitter *em, const char *kind, const Type *type, const char *name, const char *base, int rank,
                         const char *shape, const char *user_name, const char *alias, bool only_read, const char *batch)
{
    put(em, "%s\n",
        fact("argument",
             "kind=%s, type=%s, name=«%s», base=«%s», rank=%d, shape=«%s», user_name=«%s», alias=«%s», restrict=%s, batch=«%s»",
             kind, type_code(type), name, base, rank, shape, user_name, alias, only_read ? "restrict" : "", batch));
}

// The name of a part's array in emitted code, without its ending: "x" of "x_array".
static const char *base_of_part(Emitter *em, const Call *call, const Part *part)
{
    const Operand *o = operand_of(em->plan, call->kernel->parameters[part - call->parts]);
    return o ? base_of(em->plan, o->ref) : part->batches ? base_of(em->plan, part->symbol) : part->symbol->name;
}

static void put_part_argument(Emitter *em, const Call *call, const Part *part)
{
    const Operand *o = operand_of(em->plan, call->kernel->parameters[part - call->parts]);
    const char *batch = o || !part->batches ? "" : batch_text(em, call, part);
    put_argument(em, kind_of_argument(part, o), part->type, o ? o->ref->name : part->symbol->name, base_of_part(em, call, part),
                 o ? o->rank : part->rank + part->batches, o ? shape_text(em, o) : table_shape(em, call, part), safe_string(part->name),
                 safe_string(part->alias ? part->alias : ""), !part->of_parts && (!o || o->only_read), batch);
}

static void put_arguments(Emitter *em, const Call *call)
{
    put(em, "m4_define(«PL_ARGUMENTS», «\n");
    for (int i = 0; i < call->parameter_count; i++) {
        const Symbol *s = call->parameters[i];
        const Part *part = part_with(call, s);
        if (s->kind == SY_SIZE || s->kind == SY_SCALAR)
            put_argument(em, s->kind == SY_SIZE ? "size" : "scalar", s->type, s->name, "", 0, "", "", "", false, "");
        else if (part)
            put_part_argument(em, call, part);
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
        const Part *part = part_with(call, s);
        const char *name = part ? safe_string(part->name) : s->declared ? safe_string(s->declared) : em->plan->parameters[i];
        all = listed(all, text("%s%c%d %s%s", array && s->type->constant ? "const " : "", kind_of(s->type),
                   type_size(s->type), array ? "*" : "", name));
    }
    put(em, "m4_define(«PL_DECLARED», «%s»)m4_dnl\n", all);
}

static const char *extent_of_axis(Emitter *em, const Axis *axis)
{
    const char *extent = printed(em, axis->extent);
    return !axis->unless_empty ? extent : text("%s > 0 ? %s : %s", printed_summand(em, axis->unless_empty), extent, printed(em, axis->unless_empty));
}

static void put_axes(Emitter *em, const Plan *plan)
{
    const char *programs = "";
    put(em, "m4_define(«PL_AXES», «\n");
    for (int a = 0; a < plan->axis_count; a++) {
        const PlannedAxis *p = &plan->axes[a];
        put(em, "%s\n",
            fact("axis", "variable=«%s», kind=%s, extent=«%s», name=«%s», parts=«%s»", p->axis->symbol->name,
                 p->parallel ? "parallel" : "sequential", extent_of_axis(em, p->axis), safe_string(p->axis->name),
                 p->axis == shared_axis(plan->call) ? part_axis(plan->call)->symbol->name : ""));
        if (p->parallel)
            programs = text("%s%s%s_programs", programs, *programs ? " * " : "", p->axis->symbol->name);
    }
    put(em, "»)m4_define(«PL_PROGRAM_COUNT», «%s»)m4_dnl\n", *programs ? programs : "1");
}

// The launcher checks that a block has the extents of the kernel's ref, unless that is certain.
static void put_agreement(Emitter *em, const Operand *o)
{
    const char *block = "", *declared = "";
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (w->dim < 0)
            continue;
        if (w->measured)                                // dims as the user counts them
            put(em, "pl_call_extent(»say_host()«, \"%s\", %d, %s);\n", safe_string(o->part->name), d - o->part->batches, printed(em, w->size));
        block = listed(block, printed(em, w->size));
        declared = listed(declared, printed(em, o->ref->dims[w->dim]));
    }
    if (!o->agrees)
        put(em, "pl_call_agree(»say_host()«, \"%s\", \"%s\", %d, PL_LONGS(%s), PL_LONGS(%s));\n", safe_string(o->part->name),
            safe_string(unmarked(o->ref->declared ? o->ref->declared : o->ref->name)), o->ref->rank, block, declared);
}

// The launcher computes the extents.
static const char *extent_check(Emitter *em, const RunCheck *c)
{
    const Node *n = c->node;
    if (c->dim == A_DIVISION)
        return text("pl_call_divides(»say_host()«, %s, \"%s\")", printed(em, n->b), marked(c->words));
    return text("pl_call_computes(»say_host()«, PL_CALL_%s, %s, '%s', %s)", n->type->kind == TY_I32 ? "INT" : "LONG", printed(em, n->a),
                n->kind == ND_CDIV ? "+" : n->op, printed(em, n->b));
}

static void put_extent_checks(Emitter *em, const Plan *plan)
{
    for (int i = 0; i < plan->extent_check_count; i++)
        put(em, "if (%s%s!%s)\n»say_end_of_call()«\n", printed_condition(em, plan->extent_checks[i].when),
            plan->extent_checks[i].when ? " && " : "", extent_check(em, &plan->extent_checks[i]));
}

static void put_tile_checks(Emitter *em, const Plan *plan)
{
    for (int i = 0; i < plan->tile_check_count; i++) {
        const struct TileCheck *c = &plan->tile_checks[i];
        put(em, c->when ? "if (%s)\n" : "%s", printed_condition(em, c->when));
        put(em, "pl_call_within(»say_host()«, \"%s\", %lld, %s, %u);\n",
            safe_string(unmarked(c->tile->declared ? c->tile->declared : c->tile->name)), c->tile->dims[c->dim]->value,
            printed(em, c->end), c->line);
    }
}

static void put_agreements(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_AGREEMENTS», ««");
    put_extent_checks(em, plan);
    put_tile_checks(em, plan);
    for (int i = 0; i < plan->operand_count; i++)
        put_agreement(em, &plan->operands[i]);
    put(em, "»»)m4_dnl\n");
}

// Defines PL_FILE again if file differs from the previous one: a call may be in a header. Returns file.
static const char *put_file(Emitter *em, const char *previous, const char *file)
{
    if (!is_text(previous, file))
        put(em, "m4_define(«PL_FILE», ««%s»»)m4_dnl\n", file_name_text(file));
    return file;
}

// Rows of a table.
static void put_messages(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_MESSAGES», «");
    for (const Message *m = plan->messages, *end = m + plan->message_count; m < end; m++)
        put(em, "«{ %u, \"%s\", PL_NOTE_%s },»\n", m->line, marked(m->words), capitals(m->note));
    put(em, "»)m4_dnl\n");
}

static void put_spans(Emitter *em, const Function *kernel)
{
    put(em, "m4_define(«PL_SPANS», «");
    for (int i = 0; i < kernel->spans.count; i++)
        put(em, "«%s, »", safe_string(kernel->spans.at[i]));
    put(em, "»)m4_dnl\n");
}

// ---- A call whose steps are divided ---------------------------------------------------------------------------------

static const char *passed_text(Emitter *em, const Call *to)
{
    const Call *call = em->plan->call;
    const char *all = "";
    for (int i = 0; i < to->parameter_count; i++) {
        const struct Passed *p = &to->passed[i];
        const char *name = p->kind == PASS_COUNT ? "@part_count" : p->kind != PASS_ARRAY ? p->of->name
                           : text("%s_array", base_of_part(em, call, part_with(call, p->of)));
        all = listed(all, name);
    }
    return all;
}

// The steps that run the pipeline of the call are its last axes.
static const char *empty_text(Emitter *em, const Call *call)
{
    const char *any = "";
    for (int a = call->axis_count - call->pipeline->axis_count; a < call->axis_count; a++)
        any = text("%s%s%s == 0", any, *any ? " || " : "", printed_summand(em, call->axes[a].extent));
    return text("«if (%s)\nreturn %s(%s);\n»", any, call->empty->name, passed_text(em, call->empty));
}

// Defines PL_DIVISION: the two calls that do the same as this one, if there are any, and PL_PARTIALS, the arrays between them.
static void put_division(Emitter *em, const Call *call)
{
    put(em, "m4_define(«PL_INNER», «%s»)m4_define(«PL_PARTIALS», «»)m4_dnl\n", !call->whole ? "" : call->whole->divided ? "parts" : "empty");
    if (!call->divided) {
        put(em, "m4_define(«PL_DIVISION», «%s»)m4_dnl\n", call->empty ? empty_text(em, call) : "");
        return;
    }
    const Axis *axis = reduction_axis(call);
    const char *padded = "", *bytes = "";
    put(em, "m4_define(«PL_PARTIALS», «\n");
    for (const struct PartialArray *p = call->partials; p < call->partials + call->partial_count; p++) {
        const char *count = printed_factor(em, p->count), *type = type_code(p->type), *plus = *bytes ? " + " : "";
        put(em, "pl_partial(«%s», %s, «%s»)\n", p->name, type, count);
        padded = text("%s%s»say_padded_bytes(%s, «@part_count * %s»)«", padded, plus, type, count);
        bytes = text("%s%s1.0 * %s * sizeof (»pl_host_type(%s)«)", bytes, plus, count, type);
    }
    put(em, "»)m4_define(«PL_PARTIALS_BYTES», ««%s»»)m4_define(«PL_PART_BYTES», ««%s»»)m4_dnl\n", padded, bytes);
    put(em, "m4_define(«PL_DIVISION», «%s»)m4_dnl\n",
        fact("division", "axis=«%s», wanted=«%s», parts=«%s», passed=«%s», combined=«%s», then=«%s», shares=«%lld», alone=«%s»", axis->symbol->name,
             axis->parts ? printed(em, axis->parts) : "0", call->divided->name, passed_text(em, call->divided), call->combined->name,
             passed_text(em, call->combined), call->shares, em->plan->next && has_producer(em->plan->next->lanes) ? "yes" : ""));
}

// ---- The call -------------------------------------------------------------------------------------------------------

// A further kernel: its template writes it before what the first one needs is defined. Returns its launch.
static const char *put_next(Emitter *em, const Plan *plan)
{
    bool held = plan->lanes->held.place_count;
    em->plan = plan;
    put_messages(em, plan);
    if (!held)
        put_producer(em, plan);
    put_lanes(em, plan);
    const LocalLines lines = put_variables(em, plan);
    put_workspaces(em, plan);
    put_body(em, "PL_GROUP", group_programs(plan, false, false));
    put(em, held ? "pl_held_kernel()\n" : "pl_next_kernel()\n");
    if (plan->next)
        put_next(em, plan->next);
    return held ? held_launch(em, plan->lanes, lines) : producer_launch(plan);
}

static void put_call(Emitter *em, const Plan *plan)
{
    const Call *call = plan->call;
    work_at(call->at);
    em->plan = plan;
    em->commented = (Loc){ NULL, 0, 0 };
    put_declared(em, call);
    put(em, "m4_define(«PL_NAME», «%s»)m4_define(«PL_PREFIX», «%s»)m4_define(«PL_KERNEL_NAME», ««%s»»)m4_dnl\n", call->name,
        plan->prefix, quoted_text(call->kernel->name));
    put(em, "m4_define(«PL_CALLED», «%s»)m4_dnl\n", call->whole ? call->whole->name : call->name);
    put(em, "m4_define(«PL_LINE», «%u»)m4_dnl\n", call->at.line);
    if (em->lines)
        put(em, "m4_define(«PL_LINE_OF_CALL», «pl_line(%u, «%s»)»)m4_dnl\n", call->at.line, file_name_text(call->at.file));
    print_for_map(em);
    for (int i = 0; i < plan->operand_count; i++)
        put_operand(em, &plan->operands[i]);
    put_entries(em, plan);
    print_for_host(em);
    put_arguments(em, call);
    put_axes(em, plan);
    put_division(em, call);
    put_agreements(em, plan);
    put_divisors(em, plan);
    put_covers(em, plan);
    print_for_kernel(em);
    put_mesh(em, call);
    put(em, "m4_define(«PL_FURTHER», «%s»)m4_dnl\n", plan->next ? put_next(em, plan->next) : "");
    em->plan = plan;
    put(em, "m4_define(«PL_OPERANDS», «");
    for (int i = 0; i < plan->operand_count; i++)
        put(em, "m4_indir(«PL_OPERAND_%s»)", plan->operands[i].ref->name);
    put(em, "»)m4_dnl\n");
    put_pipeline(em, plan);
    put_lanes(em, plan);
    put_variables(em, plan);
    put_body(em, "PL_STATEMENTS", plain_body(plan));
    put_body(em, "PL_GROUP", group_programs(plan, false, false));
    em->alone = true;
    put_body(em, "PL_PROGRAMS", share_of_programs(plan));
    em->alone = false;
    put_body(em, "PL_GROUP_ALONE", group_programs(plan, true, false));
    put(em, "m4_define(«PL_PRINTS», «%s»)m4_define(«PL_STREAMS», «%s»)m4_dnl\n",
        plan->prints ? "yes" : "", plan->streams ? "yes" : "");
    put(em, "m4_define(«PL_NEEDS_DATA», «%s»)m4_dnl\n", needs_data(plan->call) ? "yes" : "");
    put(em, "m4_define(«PL_USES», «%s»)m4_dnl\n", uses_text(&plan->used));
    put_buffers(em, plan);
    put_workspaces(em, plan);
    put_messages(em, plan);
    put_spans(em, call->kernel);
    put(em, "pl_call()\n");
    em->plan = NULL;
}

// ---- The file -------------------------------------------------------------------------------------------------------

static void put_function(Emitter *em, const Function *f, const Step *body)
{
    const char *s = "";
    for (int i = 0; i < f->parameter_count; i++)
        s = listed(s, type_as(&em->facts, f->parameters[i]->type, f->parameters[i]->name));
    put(em, "pl_function(«%s», ««%s»», ««", f->name,
        type_as(&em->facts, f->result, text("%s(%s)", f->name, *s ? s : "void")));
    put_statements(em, helper_body(body));
    put(em, "»»)\n");
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
    const Printer in_numbers = { .fact = number_fact, .type = em->facts.type, .of = em };
    put(em, "pl_record(««%s»», «%s», %d, «%s», ««%s»»)\n", record_text(&em->facts, r), r->name, r->size,
        is_tagged(r) ? r->name : text("%s %s", r->is_union ? "union" : "struct", r->name), record_text(&in_numbers, r));
}

static void put_globals(Emitter *em, const FilePlan *file)
{
    const Source *s = file->source;
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
        if (file->helpers[i])
            put_function(em, s->functions[i], file->helpers[i]);
    put(em, "»)m4_dnl\n");
}

// Defines PL_NAMES, the user's names: a template renames its own names that are equal to one of them.
static void put_names(Emitter *em, const Names *all)
{
    put(em, "m4_define(«PL_NAMES», «");
    for (int i = 0; i < all->count; i++)
        put(em, "pl_name(«%s»)", marked(all->at[i]));
    put(em, "»)m4_dnl\n");
}

// Defines PL_REDUCTIONS: the PL_REDUCEs in vector form, each kind once.
static void put_reductions(Emitter *em, Plan *const *plans)
{
    Names kinds = { NULL, 0 };
    for (int i = 0; i < em->source->call_count; i++)
        for (int f = 0; f < plans[i]->vector_forms.count; f++) {
            const Node *loop = plans[i]->vector_forms.all[f].loop;
            if (loop->kind == ND_REDUCE)
                add_name(&kinds, text("pl_reduction_of(%s, %s)", loop->op, type_code(loop->a->type)));
        }
    put(em, "m4_define(«PL_REDUCTIONS», «");
    for (int i = 0; i < kinds.count; i++)
        put(em, "%s", kinds.at[i]);
    put(em, "»)m4_dnl\n");
}

void emit_file(FILE *to, const FilePlan *plan, bool lines, bool debugged)
{
    const Source *s = plan->source;
    Plan *const *plans = plan->plans;
    const char *slash = strrchr(s->file, '/');
    const char *name = slash ? slash + 1 : s->file, *dot = strrchr(name, '.');
    Emitter all = { .comment = "", .to = to, .source = s, .lines = lines }, *em = &all;
    print_for_kernel(em);
    if (debugged)
        put(em, "m4_define(«PL_DEBUG», «lines»)m4_dnl\n");
    put(em, "m4_define(«PL_FILE», ««%s»»)m4_define(«PL_STEM», ««%s»»)m4_dnl\n", file_name_text(s->file),
        file_name_text(text_part(name, dot ? (size_t)(dot - name) : strlen(name))));
    put_globals(em, plan);
    put(em, "m4_define(«PL_CALLS», «\n");
    const char *file = s->file;
    for (int i = 0; i < s->call_count; i++) {
        file = put_file(em, file, plans[i]->call->at.file);
        put_call(em, plans[i]);
    }
    put_file(em, file, s->file);
    put(em, "»)m4_dnl\n");
    put_names(em, &plan->names);
    put_reductions(em, plans);
}
