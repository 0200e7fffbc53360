// emit/pipeline.c -- fetches and write-backs as facts, for targets that move blocks (a TPU's copies).

#include "emit/emit.h"
#include <string.h>

// ---- Names ----------------------------------------------------------------------------------------------------------

const char *uses_text(const Names *used)
{
    const char *s = "";
    for (int i = 0; i < used->count; i++)
        s = text("%spl_use(«%s»)", s, used->at[i]);
    return s;
}

static const char *brackets(Emitter *em, Node *const *dims, int from, int to)
{
    const char *s = "";
    for (int d = from; d < to; d++)
        s = text("%s[%s]", s, printed(em, dims[d]));
    return s;
}

const char *subscripts_text(Emitter *em, Node *const *items, int count)
{
    return brackets(em, items, 0, count);
}

const char *extents_text(Emitter *em, const Symbol *ref, int from)
{
    return brackets(em, ref->dims, from, ref->rank);
}

// ---- Windows --------------------------------------------------------------------------------------------------------

// Returns the extents of a window as the call declares them, without dropped dims: "[8][128]".
static const char *window_dims(Emitter *em, const Operand *o)
{
    const char *s = "";
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].dim >= 0)
            s = text("%s[%s]", s, printed(em, o->dims[d].size));
    return *s ? s : "[1]";
}

static const char *varies_text(const Flow *f)
{
    return f->never_varies ? "never" : f->buffered ? "buffered" : "maybe";
}

static void put_flow(Emitter *em, const Plan *plan, int i)
{
    const Operand *o = &plan->operands[i];
    const Flow *f = &plan->flows[i];
    const char *after = "";
    put(em, "m4_define(«PL_FLOW_%s», «%s»)m4_dnl\n", o->ref->name,
        fact("flow", "flush=%s, buffers=%d, varies=%s, order=%s, windows=%s", f->flushed ? "flushed" : "dropped", f->buffers, varies_text(f),
             f->ahead         ? "lookahead"
             : f->after_count ? "after"
                              : "plain",
             f->windows ? "windows" : ""));
    for (int a = 0; a < f->after_count; a++)
        after = text("%spl_after(«%s», %s)", after, plan->operands[f->after[a]].ref->name,
                     f->after[a] == i && f->apart ? "apart" : "overlap");
    put(em, "m4_define(«PL_AFTER_%s», «%s»)m4_dnl\n", o->ref->name, after);
    put(em, "m4_define(«PL_USES_%s», «%s»)m4_dnl\n", o->ref->name, uses_text(&place_of_window(plan, o)->used));
}

// ---- The actions ----------------------------------------------------------------------------------------------------

static void put_actions(Emitter *em, const Plan *plan, const char *name, const Action *actions, int count)
{
    static const char *const verbs[] = {
        [ACTION_FETCH] = "fetch", [ACTION_AWAIT_FETCH] = "await_fetch", [ACTION_FRESH] = "fresh",
        [ACTION_BODY] = "body", [ACTION_FLUSH] = "flush", [ACTION_AWAIT_FLUSH] = "await_flush",
        [ACTION_ADVANCE] = "advance",
    };
    put(em, "m4_define(«%s», «", name);
    for (int i = 0; i < count; i++)
        put(em, "\npl_do(%s, «%s»)", verbs[actions[i].kind],
            actions[i].operand < 0 ? "" : plan->operands[actions[i].operand].ref->name);
    put(em, "»)m4_dnl\n");
}

static const char parameter[] =
    "kind=%s, ref=«%s», type=%s, number=%d, const=«%s», extents=«%s», call_extents=«%s», rank=%d, "
    "base=«%s», memory=%s, inner_extents=«%s», shape=«%s», batch=«%s», user_name=«%s», alias=«%s»";

// Defines PL_PARAMETERS: the kernel's parameters in order, with their extents in kernel and call.
static void put_parameters(Emitter *em, const Call *call)
{
    put(em, "m4_define(«PL_PARAMETERS», «\n");
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        const Symbol *ref = call->kernel->parameters[i];
        const Operand *o = operand_of(em->plan, ref);
        const char *kind = part->kind == PART_SEM       ? "semaphore"
                           : part->spec == SPEC_ANY     ? "any"
                           : part->kind == PART_SCALAR  ? "scalar"
                           : part->kind == PART_TABLE   ? "table"
                           : part->kind == PART_SCRATCH ? "scratch"
                           : part->spec == SPEC_ATOMIC  ? "atomic"
                                                        : "window";
        if (part->kind == PART_SCALAR) {
            put(em, "%s\n",
                fact("parameter", parameter, "scalar", ref->name, type_code(part->type), i, "", "", "", 0, "", "", "",
                     "", "", "", ""));
            continue;
        }
        if (part->kind == PART_SEM) {
            put(em, "%s\n", fact("parameter", parameter, "semaphore", ref->name, "i64", i, "", "", "", 0, "", "", "",
                             part->is_array ? printed(em, part->shape[0]) : "-1", "", "", ""));
            continue;
        }
        bool table = part->kind == PART_TABLE, smem = is_in_smem(part, ref);
        const char *batch = part->batches && (table || part->spec == SPEC_ATOMIC) ? batch_text(em, call, part) : "";
        const char *base = o ? base_of(em->plan, ref) : table && part->batches ? base_of(em->plan, part->symbol) : ref->name;
        put(em, "%s\n",
            fact("parameter", parameter, kind, ref->name, type_code(part->type), i, ref->type->constant ? "const " : "",
                 ref->in_hbm ? "" : extents_text(em, ref, 0),
                 o ? window_dims(em, o) : brackets(em, part->shape, 0, part->rank),
                 table ? part->rank + part->batches : part->rank, base,
                 part->in_hbm ? "hbm"
                 : smem       ? "smem"
                              : "vmem",
                 o ? "" : brackets(em, part->shape, 1, part->rank),
                 o       ? ""
                 : table ? table_shape(em, call, part)
                         : nodes_as(&em->facts, part->shape, 0, part->rank),
                 batch, o || table ? safe_string(part->name) : "", part->alias ? safe_string(part->alias) : ""));
    }
    put(em, "»)m4_dnl\n");
}

// Defines PL_RESET_AXIS, the last of the leading axes that are declared parallel: outputs are reset at their new indices.
static void put_reset_axis(Emitter *em, const Call *call)
{
    int parallel = 0;
    while (parallel < call->axis_count && is_marked_parallel(&call->axes[parallel]))
        parallel++;
    put(em, "m4_define(«PL_RESET_AXIS», «%s»)m4_dnl\n", parallel ? call->axes[parallel - 1].symbol->name : "");
}

void put_pipeline(Emitter *em, const Plan *plan)
{
    for (int i = 0; i < plan->operand_count; i++)
        put_flow(em, plan, i);
    put_parameters(em, plan->call);
    put_reset_axis(em, plan->call);
    put(em, "m4_define(«PL_STAGES», «%d»)m4_dnl\n", plan->pipeline.stages);
    put_actions(em, plan, "PL_PROLOGUE", plan->pipeline.prologue, plan->pipeline.prologue_count);
    put_actions(em, plan, "PL_STEADY", plan->pipeline.steady, plan->pipeline.steady_count);
    put_actions(em, plan, "PL_EPILOGUE", plan->pipeline.epilogue, plan->pipeline.epilogue_count);
}
