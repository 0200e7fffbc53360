// plan/names.c -- the names that emitted code makes. None equals a name of the user's file.

#include "plan/plan.h"
#include <string.h>

typedef struct {
    Plan *plan;
    Names taken;                // names of the user that this kernel can see
    Names buffers;              // of tiles in memory, and of panels
} Naming;

// Returns the name without a '_' at its end: C++ reserves names with two of them.
static const char *stem_of(const char *name)
{
    size_t length = strlen(name);
    while (length && name[length - 1] == '_')
        length--;
    const char *stem = text_part(name, length);
    return *unmarked(stem) ? stem : marked("block");
}

static void take_names(void *names, const Node *n)
{
    if (declares(n))
        add_name(names, n->symbol->name);
    for (int i = 0; i < n->axis_count; i++)
        add_name(names, n->axes[i].index->name);
}

static Names names_in_kernel(const Source *source, const Function *kernel)
{
    Names all = { NULL, 0 };
    for (int i = 0; i < source->constant_count; i++)
        add_name(&all, source->constants[i]->name);
    for (int i = 0; i < source->function_count; i++)
        add_name(&all, source->functions[i]->name);
    for (int i = 0; i < kernel->parameter_count; i++)
        add_name(&all, kernel->parameters[i]->name);
    each_node(kernel->body, take_names, &all);
    return all;
}

static Names names_in_file(const Source *source)
{
    Names all = { NULL, 0 };
    for (int i = 0; i < source->function_count; i++) {
        const Function *f = source->functions[i];
        add_name(&all, f->name);
        for (int p = 0; p < f->parameter_count; p++)
            add_name(&all, f->parameters[p]->name);
        each_node(f->body, take_names, &all);
    }
    for (int i = 0; i < source->constant_count; i++)
        add_name(&all, source->constants[i]->name);
    for (int i = 0; i < source->call_count; i++) {
        for (int p = 0; p < source->calls[i].parameter_count; p++)
            add_name(&all, source->calls[i].parameters[p]->name);
        for (int a = 0; a < source->calls[i].axis_count; a++)
            add_name(&all, source->calls[i].axes[a].symbol->name);
    }
    return all;
}

// ---- Sizes and axes -------------------------------------------------------------------------------------------------

// Appends to the name of a symbol of the call until nothing in the kernel has this name, or the one made of it with `end`.
static void rename_apart(Naming *to, Symbol *s, const char *suffix, const char *end)
{
    while (has_name(&to->taken, s->name) || has_name(&to->taken, text("%s%s", s->name, end)))
        s->name = text("%s%s", stem_of(s->name), suffix);
    add_name(&to->taken, s->name);
}

// Kernel and call have one name for each scalar and table, and different ones for everything else.
static void name_parameters(Naming *to)
{
    const Call *call = to->plan->call;
    int count = 0;
    for (int i = 0; i < call->parameter_count; i++)
        list_add(to->plan->parameters, count, call->parameters[i]->name);
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCALAR || call->parts[i].kind == PART_TABLE)
            call->parts[i].symbol->name = call->kernel->parameters[i]->name;
    for (int i = 0; i < call->parameter_count; i++)
        if (call->parameters[i]->kind == SY_SIZE)
            rename_apart(to, call->parameters[i], "_size", "");
    for (int i = 0; i < call->axis_count; i++)
        rename_apart(to, call->axes[i].symbol, "_axis", "_programs");
}

// ---- Bases ----------------------------------------------------------------------------------------------------------

static const char *find_base(const Plan *plan, const Symbol *ref)
{
    for (int i = 0; i < plan->base_count; i++)
        if (!strcmp(plan->bases[i].name, ref->name))
            return plan->bases[i].base;
    return NULL;
}

const char *base_of(const Plan *plan, const Symbol *ref)
{
    const char *base = find_base(plan, ref);
    if (!base)
        INTERNAL(text("no names are made of '%s'", ref->name));
    return base;
}

// Whether names that begin with base and a '_' can be made for the name: no user name is one, or is the base.
static bool is_free(const Naming *in, const char *base, const char *name)
{
    const char *prefix = text("%s_", base);
    for (int i = 0; i < in->taken.count; i++)
        if (strcmp(in->taken.at[i], name) && (begins(in->taken.at[i], prefix) || !strcmp(in->taken.at[i], base)))
            return false;
    for (int i = 0; i < in->plan->base_count; i++)
        if (!strcmp(in->plan->bases[i].base, base))
            return false;
    return true;
}

static void choose_base(Naming *to, const Symbol *ref)
{
    const char *stem = stem_of(ref->name), *base = stem;
    if (find_base(to->plan, ref))
        return;
    for (int i = 2; !is_free(to, base, ref->name); i++)
        base = text("%s%d", stem, i);                   // of x, if there is an x_ or an x_0
    list_add(to->plan->bases, to->plan->base_count, ((struct NameBase){ ref->name, base }));
}

static void choose_bases(Naming *to)
{
    const Plan *plan = to->plan;
    const Call *call = plan->call;
    const Lanes *l = plan->lanes;
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_TABLE)
            choose_base(to, call->kernel->parameters[i]);
    for (int i = 0; i < plan->operand_count; i++)
        choose_base(to, plan->operands[i].ref);
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH)
            choose_base(to, call->kernel->parameters[i]);
    for (int i = 0; i < l->use_count; i++)
        if (l->uses[i].of)
            choose_base(to, l->uses[i].of);
}

const char *name_of_bound(const Plan *plan, const Node *bound)
{
    return text("%s_%s%lld", base_of(plan, bound->ref), is_op(bound, "count") ? "count_" : "", bound->a->value);
}

// ---- Memory and vectors ---------------------------------------------------------------------------------------------

static const char *buffer_name(Naming *to, const Symbol *of, const char *what)
{
    const char *name = text("%s_%s", base_of(to->plan, of), what), *first = name;
    for (int i = 2; has_name(&to->buffers, name); i++)
        name = text("%s_%d", first, i);
    add_name(&to->buffers, name);
    return name;
}

static void name_block(void *naming, Step *s)
{
    const Node *n = s->node;
    if (n->kind == ND_TILE || n->kind == ND_VIEW)
        choose_base(naming, n->symbol);
    if (n->kind == ND_DOT || (n->kind == ND_TILE && !n->op))
        s->buffer = buffer_name(naming, n->kind == ND_DOT ? n->a->symbol : n->symbol, n->kind == ND_DOT ? "panel" : "buffer");
}

// A ref may have several vectors in a loop, for different accesses.
static void name_vectors(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    for (struct Vector *v = l->vectors; v < l->vectors + l->vector_count; v++) {
        int before = 0;
        for (const struct Vector *other = l->vectors; other < v; other++)
            before += other->ref == v->ref && other->loop == v->loop;
        v->name = text(before ? "%s_vector_%d" : "%s_vector", base_of(plan, v->ref), before + 1);
    }
}

static void name_arrays(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    for (struct LocalUse *use = l->uses; use < l->uses + l->use_count; use++)
        if (use->of)
            use->array = text("%s_%s%s", base_of(plan, use->of), use->name, l->stages > 1 ? "s" : "");
}

static void name_plan(const Source *source, Plan *plan)
{
    Naming to = { .plan = plan, .taken = names_in_kernel(source, plan->call->kernel) };
    name_parameters(&to);
    choose_bases(&to);
    each_step(plan->lanes->body, name_block, &to);
    name_vectors(plan);
    name_arrays(plan);
    plan_agreements(plan);
    plan_places(plan);
    plan_uses(plan);
}

static const Step *helper_of(const Function *f)
{
    return f->kind == FN_PLAIN && f->used ? helper_steps(f->body) : NULL;
}

FilePlan name_file(const Source *source, Plan *const *plans)
{
    FilePlan file = { .source = source, .plans = plans };
    int count = 0;
    for (int i = 0; i < source->call_count; i++)
        name_plan(source, plans[i]);
    for (int i = 0; i < source->function_count; i++)
        list_add(file.helpers, count, helper_of(source->functions[i]));
    file.names = names_in_file(source);                 // sizes and axes have their new names
    return file;
}
