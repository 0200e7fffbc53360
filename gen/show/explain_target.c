// show/explain_target.c -- pallasc --explain --target=T: a call's windows, tables and scratch as facts. If the target has
// a targets/T/explain.m4, that computes from them how much of T's memories the call needs.
//
//     pl_memory_call, then a pl_memory for each, then pl_memory_end
//
// Numbers come from the source and from --size NAME=N.

#include "show/show.h"

// ---- Extents --------------------------------------------------------------------------------------------------------

bool is_size_of(const Call *call, int parameter, const char *name)
{
    const Symbol *s = call->parameters[parameter];
    return (s->kind == SY_SIZE || s->kind == SY_SCALAR) && is_text(name, s->declared ? s->declared : s->name);
}

Given given_sizes(const Call *call, const KnownSize *sizes, int size_count)
{
    Given given = { .call = call };
    for (int i = 0; i < size_count; i++)
        for (int p = 0; p < call->parameter_count; p++)
            if (is_size_of(call, p, sizes[i].name))
                assume(&given, call->parameters[p], (Number){ true, sizes[i].value });
    return given;
}

static const char *number_text(const Given *given, const Node *n)
{
    Number number = number_of(given, n);
    return number.known && number.value >= 0 ? text("%lld", number.value) : "";
}

static const char *extent_fact(const Given *given, const Node *window, const Node *array)
{
    return fact("memory_extent", "text=«%s», number=«%s», array=«%s», array_number=«%s»", window ? safe_string(expression_text(window)) : "1",
                window ? number_text(given, window) : "1", array ? safe_string(expression_text(array)) : "",
                array ? number_text(given, array) : "");
}

// ---- The facts ------------------------------------------------------------------------------------------------------

static void put_memory(FILE *to, const char *kind, const char *name, const Part *part, bool scalar, int buffers,
                       const char *extents)
{
    bool record = part->type->kind == TY_STRUCT;
    fprintf(to, "%sm4_dnl\n",
            fact("memory", "kind=%s, name=«%s», type=«%s», bytes=%d, space=%s, buffers=%d, extents=«%s», struct=%s", kind,
                 safe_string(name), record ? marked(type_code(part->type)) : type_code(part->type),
                 type_size(part->type) > 0 ? type_size(part->type) : 0, scalar ? "smem" : "vmem", buffers, extents,
                 record ? "struct" : ""));
}

static void put_window(const Given *given, FILE *to, const Plan *plan, int i)
{
    const Operand *o = &plan->operands[i];
    const char *extents = "";
    for (int d = 0; d < o->rank; d++)
        extents = text("%s%s", extents,
                       extent_fact(given, o->dims[d].kind == WINDOW_ONE ? NULL : o->dims[d].size, o->dims[d].extent));
    put_memory(to, stays_in_place(o->part) ? "atomic" : "window", o->part->name, o->part, is_in_smem(o->part, o->ref),
               stays_in_place(o->part) ? 0 : plan->flows[i].buffers, extents);
}

static void put_part(const Given *given, FILE *to, const Part *part)
{
    const char *extents = "";
    for (int d = 0; d < part->rank; d++)
        extents = text("%s%s", extents, extent_fact(given, part->shape[d], NULL));
    put_memory(to, part->kind == PART_TABLE ? "table" : "scratch", part->name, part,
               part->kind == PART_TABLE || part->scalar_memory, 1, extents);
}

void put_memory_facts(FILE *to, const Plan *plan, const KnownSize *sizes, int size_count)
{
    const Call *call = plan->call;
    const Given given = given_sizes(call, sizes, size_count);
    fprintf(to, "%sm4_dnl\n",
            fact("memory_call", "name=«%s», place=«%s:%u»", marked(call->name), file_name_text(call->at.file), call->at.line));
    for (int i = 0; i < plan->operand_count; i++)
        if (plan->operands[i].part->spec != SPEC_ANY)   // it remains in HBM
            put_window(&given, to, plan, i);
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_TABLE || (call->parts[i].kind == PART_SCRATCH && !call->parts[i].in_hbm))
            put_part(&given, to, &call->parts[i]);
    fprintf(to, "pl_memory_end()m4_dnl\n");
}
