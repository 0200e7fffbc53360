// show/report_call.c -- a call as JSON: what the page of --report draws and steps through.

#include "show/json.h"
#include "show/show.h"

// ---- What the page may set ------------------------------------------------------------------------------------------

// A size or scalar of the call; a value of --size is where the page begins.
static void put_parameter(Json *j, Symbol *s, const Given *given)
{
    Number n = number_of(given, name_node(s, s->at));
    json_open(j, NULL, '{');
    json_text(j, "name", s->name);
    json_text(j, "kind", s->kind == SY_SIZE ? "size" : "scalar");
    json_text(j, "type", bare_type_name(s->type));
    json_made(j, "value", n.known ? text("%lld", n.value) : NULL);
    json_close(j, '}');
}

static void put_parameters(Json *j, const Call *call, const Given *given)
{
    json_open(j, "parameters", '[');
    for (int i = 0; i < call->parameter_count; i++)
        if (call->parameters[i]->kind == SY_SIZE || call->parameters[i]->kind == SY_SCALAR)
            put_parameter(j, call->parameters[i], given);
    json_close(j, ']');
}

static void put_axes(Json *j, const Plan *plan)
{
    json_open(j, "axes", '[');
    for (int a = 0; a < plan->axis_count; a++) {
        const PlannedAxis *p = &plan->axes[a];
        json_open(j, NULL, '{');
        json_text(j, "name", p->axis->name);
        json_expression(j, "extent", plan->call, p->axis->extent);
        json_text(j, "text", expression_text(p->axis->extent));
        json_flag(j, "parallel", p->parallel);
        json_text(j, "why", p->proof.why);
        json_number(j, "line", p->axis->at.line);
        json_close(j, '}');
    }
    json_close(j, ']');
}

// ---- Arrays and their blocks ----------------------------------------------------------------------------------------

static void put_dim(Json *j, const Call *call, const WindowDim *w)
{
    static const char *const kinds[] = { [WINDOW_BLOCK] = "block", [WINDOW_ONE] = "one", [WINDOW_FULL] = "full",
                                         [WINDOW_ELEMENT] = "element", [WINDOW_BOUNDED] = "bounded" };
    json_open(j, NULL, '{');
    json_text(j, "kind", kinds[w->kind]);
    json_expression(j, "extent", call, w->extent);
    json_text(j, "extentText", expression_text(w->extent));
    json_expression(j, "size", call, w->size);
    json_text(j, "sizeText", w->size ? expression_text(w->size) : NULL);
    json_expression(j, "index", call, w->index);
    json_text(j, "indexText", w->index ? expression_text(w->index) : NULL);
    json_expression(j, "low", call, w->low);
    json_expression(j, "high", call, w->high);
    json_expression(j, "count", call, w->count);
    json_close(j, '}');
}

static const char *memory_of_part(const Part *part, const Symbol *ref)
{
    return part->spec == SPEC_ANY || part->in_hbm ? "hbm" : is_in_smem(part, ref) ? "smem" : "vmem";
}

static void put_type(Json *j, const Type *t)
{
    json_text(j, "type", bare_type_name(t));
    json_number(j, "bytes", type_size(t) > 0 ? type_size(t) : 0);
    json_flag(j, "bool", t->kind == TY_BOOL);
}

// How many slices of the operand a PL_DOT of the group has in memory at a time; 0: there are no slices of it.
static long long slices_of(const Lanes *l, const Symbol *ref)
{
    long long most = 0;
    for (int i = 0; i < l->dots.dot_count; i++) {
        const struct Dot *d = &l->dots.dots[i];
        if (copies_slices(d->node, &d->schedule, ref) && stages_of(l, &d->schedule) > most)
            most = stages_of(l, &d->schedule);
    }
    return most;
}

// Where a group of lanes accesses the window, and how many blocks of it are in memory at a time.
static void put_lanes_of(Json *j, const Plan *plan, const Operand *o)
{
    static const char *const places[] = { [WINDOW_IN_PLACE] = "array", [WINDOW_MASKED] = "array", [WINDOW_LOCAL] = "local",
                                          [WINDOW_REGISTERS] = "registers", [WINDOW_COPIED] = "copy" };
    const Lanes *l = plan->lanes;
    const struct WindowFetch *f = l->group.rejected ? NULL : fetch_of(&l->fetches, o);
    const Placement how = l->group.rejected ? WINDOW_IN_PLACE : window_placement(&l->placements, o);
    const bool edge = how == WINDOW_COPIED && o->copy == COPY_PARTIAL;
    json_text(j, "place", l->group.rejected ? NULL : edge ? "edge" : places[how]);
    json_number(j, "groupBuffers", f && f->buffers ? f->buffers : 1);
    json_number(j, "slices", l->group.rejected ? 0 : slices_of(l, o->ref));
}

static void put_operand(Json *j, const Plan *plan, int i)
{
    const Operand *o = &plan->operands[i];
    const Flow *f = &plan->flows[i];
    json_open(j, NULL, '{');
    json_text(j, "name", o->part->name);
    json_text(j, "ref", o->ref->name);
    json_text(j, "kind", part_word(o->part));
    put_type(j, o->part->type);
    json_number(j, "line", o->part->at.line);
    json_flag(j, "read", o->read);
    json_flag(j, "written", o->written);
    json_flag(j, "windows", f->windows);
    json_flag(j, "fetched", f->windows && f->fetched);
    json_flag(j, "flushed", f->windows && f->flushed);
    json_flag(j, "ahead", f->ahead);
    json_number(j, "buffers", f->buffers);
    json_text(j, "memory", memory_of_part(o->part, o->ref));
    json_text(j, "edge", o->part->edge ? expression_text(o->part->edge) : NULL);
    put_lanes_of(j, plan, o);
    json_open(j, "dims", '[');
    for (int d = 0; d < o->rank; d++)
        put_dim(j, plan->call, &o->dims[d]);
    json_close(j, ']');
    json_close(j, '}');
}

// ---- Memory besides windows -----------------------------------------------------------------------------------------

typedef struct { Json *to; const Call *call; } Blocks;

static void put_block(const Blocks *b, const char *what, const char *name, const Type *type, Node *const *dims, int rank,
                      const char *memory)
{
    Json *j = b->to;
    json_open(j, NULL, '{');
    json_text(j, "what", what);
    json_text(j, "name", name);
    put_type(j, type);
    json_text(j, "memory", memory);
    json_open(j, "dims", '[');
    for (int d = 0; d < rank; d++)
        json_expression(j, NULL, b->call, dims[d]);
    json_close(j, ']');
    json_text(j, "text", dims_text(dims, rank));
    json_close(j, '}');
}

static void put_tile(void *to, const Node *n)
{
    if (n->kind == ND_TILE)
        put_block(to, "tile", n->symbol->name, n->symbol->type, n->symbol->dims, n->symbol->rank, "vmem");
}

static void put_blocks(Json *j, const Call *call)
{
    Blocks b = { j, call };
    json_open(j, "blocks", '[');
    for (int i = 0; i < call->part_count; i++) {
        const Part *p = &call->parts[i];
        const char *memory = p->in_hbm ? "hbm" : p->scalar_memory || p->kind == PART_TABLE ? "smem" : "vmem";
        if (p->kind == PART_SCRATCH || p->kind == PART_TABLE)
            put_block(&b, p->kind == PART_TABLE ? "table" : "scratch", p->name, p->type, p->shape, p->rank, memory);
    }
    each_node(call->kernel->body, put_tile, &b);
    json_close(j, ']');
}

static void put_use(Json *j, const char *name, long long amount)
{
    json_open(j, NULL, '{');
    json_text(j, "name", name);
    json_number(j, "amount", amount);
    json_close(j, '}');
}

static void put_uses(Json *j, const Lanes *l)
{
    const Layouts *layouts = &l->layouts;
    json_open(j, "local", '[');
    for (int i = 0; i < l->local.use_count; i++)
        put_use(j, local_text(&l->local.uses[i]), l->local.uses[i].bytes);
    json_close(j, ']');
    json_open(j, "registers", '[');
    for (int i = 0; i < layouts->block_count; i++)
        if (in_registers(layouts, layouts->blocks[i].ref))
            put_use(j, layouts->blocks[i].ref->name, layouts->blocks[i].registers);
    json_close(j, ']');
}

// What a group of lanes has of its machine's memory. shares: the target runs a program by such a group.
static void put_group(Json *j, const Lanes *l, bool shares)
{
    const Machine *m = l->group.machine;
    json_open(j, "group", '{');
    json_flag(j, "shares", shares);
    json_text(j, "rejected", l->group.rejected);
    json_number(j, "rows", l->group.rows);
    json_number(j, "columns", l->group.columns);
    json_text(j, "lane", in_words(m, "work-item"));
    json_text(j, "name", in_words(m, "work-group"));
    json_text(j, "memory", in_words(m, "local memory"));
    json_number(j, "localBudget", m->local_bytes);
    json_number(j, "registerBudget", m->registers);
    if (!l->group.rejected)
        put_uses(j, l);
    json_close(j, '}');
}

// ---- The reasons ----------------------------------------------------------------------------------------------------

static void put_row(Json *j, const ExplainedRow *row)
{
    json_open(j, NULL, '{');
    json_text(j, "file", row->at.line ? row->at.file : NULL);
    json_number(j, "line", row->at.line);
    json_open(j, "cells", '[');
    for (int c = 0; c < MOST_CELLS && row->cells[c]; c++)
        json_text(j, NULL, row->cells[c]);
    json_close(j, ']');
    json_close(j, '}');
}

// The first parts of the explanation.
static void put_explanation(Json *j, const Explanation *e, int count)
{
    json_open(j, "explanation", '[');
    for (int p = 0; p < count; p++) {
        json_open(j, NULL, '{');
        json_text(j, "title", e->parts[p].title);
        json_open(j, "rows", '[');
        for (int r = 0; r < e->parts[p].row_count; r++)
            put_row(j, &e->parts[p].rows[r]);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_mesh(Json *j, const Call *call)
{
    json_open(j, "mesh", '[');
    for (int i = 0; i < call->mesh_count; i++) {
        json_open(j, NULL, '{');
        json_text(j, "name", call->mesh[i].name);
        json_text(j, "text", expression_text(call->mesh[i].extent));
        json_expression(j, "extent", call, call->mesh[i].extent);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_heads(Json *j, const Call *call)
{
    json_text(j, "name", call->name);
    json_text(j, "kernel", call->kernel->name);
    json_text(j, "file", call->at.file);
    json_number(j, "line", call->at.line);
    json_text(j, "kernelFile", call->kernel->at.file);
    json_number(j, "kernelLine", call->kernel->at.line);
}

const char *report_of_call(const Plan *plan, const KnownSize *sizes, int size_count, const char *target, const char *memory)
{
    Printed made;
    begin_printing(&made);
    const Call *call = plan->call;
    const Given given = given_sizes(call, sizes, size_count);
    const Explanation e = explanation_of(plan, sizes, size_count);
    const bool shares = target && !plan->lanes->group.machine->copies;
    Json all = { .to = made.to }, *j = &all;
    json_open(j, NULL, '{');
    put_heads(j, call);
    put_parameters(j, call, &given);
    put_axes(j, plan);
    json_open(j, "operands", '[');
    for (int i = 0; i < plan->operand_count; i++)
        put_operand(j, plan, i);
    json_close(j, ']');
    put_blocks(j, call);
    put_group(j, plan->lanes, shares);
    put_mesh(j, call);
    put_explanation(j, &e, shares || !target ? e.count : e.lanes);
    json_text(j, "memoryText", *memory ? memory : NULL);
    json_close(j, '}');
    return end_printing(&made);
}
