// plan/names.c -- the names that emitted code makes, or what they begin with: x_ for x_0 and x_row, add_ for add_gpu. None of
// them equals a name of the user's file.

#include "plan/plan.h"
#include <string.h>

typedef struct {
    Plan *plan;
    Names taken;                // the user's names that this kernel may contain
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

// The name of a struct without the word struct.
static const char *record_name(const Record *r)
{
    const char *space = strrchr(r->name, ' ');
    return space ? space + 1 : r->name;
}

static void add_if_begins(Names *to, const char *name, const char *prefix)
{
    if (begins(name, prefix))
        add_name(to, name);
}

// Adds the names of structs and constants that begin with the prefix.
static void add_declared(Names *to, const Source *source, const char *prefix)
{
    for (int i = 0; i < source->record_count; i++)
        add_if_begins(to, record_name(source->records[i]), prefix);
    for (int i = 0; i < source->constant_count; i++)
        add_if_begins(to, source->constants[i]->name, prefix);
}

static void add_names_in_kernel(Names *to, const Function *kernel)
{
    for (int i = 0; i < kernel->parameter_count; i++)
        add_name(to, kernel->parameters[i]->name);
    each_node(kernel->body, take_names, to);
}

static Names names_of_file_in(const Source *source, const Function *kernel)
{
    Names all = { NULL, 0 };
    add_declared(&all, source, "");
    for (int i = 0; i < source->function_count; i++)
        add_name(&all, source->functions[i]->name);
    add_names_in_kernel(&all, kernel);
    return all;
}

Names names_in_file(const Source *source)
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

// Names that are made of a symbol's, with these endings.
enum { MOST_ENDINGS = 4 };
typedef struct { const char *suffix, *endings[MOST_ENDINGS]; } Made;

static bool is_taken(const Naming *in, const char *name, const Made *made)
{
    bool taken = has_name(&in->taken, name);
    for (int i = 0; i < MOST_ENDINGS && made->endings[i]; i++)
        taken |= has_name(&in->taken, text("%s%s", name, made->endings[i]));
    return taken;
}

// Appends the suffix to the name of a symbol of the call until nothing in the kernel has this name, or one that is made of it.
static void rename_apart(Naming *to, Symbol *s, const Made *made)
{
    while (is_taken(to, s->name, made))
        s->name = text("%s%s", stem_of(s->name), made->suffix);
    add_name(&to->taken, s->name);
    for (int i = 0; i < MOST_ENDINGS && made->endings[i]; i++)
        add_name(&to->taken, text("%s%s", s->name, made->endings[i]));
}

// Kernel and call have one name for each scalar and table, and different ones for everything else.
static void name_parameters(Naming *to)
{
    static const Made of_size = { "_size", { NULL } }, of_axis = { "_axis", { "_programs", "_steps" } },
                      of_divided = { "_axis", { "_programs", "_steps", "_first", "_end" } };
    const Call *call = to->plan->call;
    int count = 0;
    for (int i = 0; i < call->parameter_count; i++)
        list_add(to->plan->parameters, count, call->parameters[i]->name);
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCALAR || call->parts[i].kind == PART_TABLE)
            call->parts[i].symbol->name = call->kernel->parameters[i]->name;
    for (int i = 0; i < call->parameter_count; i++)
        if (call->parameters[i]->kind == SY_SIZE)
            rename_apart(to, call->parameters[i], &of_size);
    for (int i = 0; i < call->axis_count; i++)
        rename_apart(to, call->axes[i].symbol, call->whole ? &of_divided : &of_axis);
}

// ---- Names of the file ----------------------------------------------------------------------------------------------

// What templates append to the prefix of a call, besides its axes and the names of its kernel's parameters.
static const char *const file_words[] = { "body", "call", "cpu", "gpu", "kernel", "local", "messages", "spans" };

static Names words_of(const Call *call)
{
    Names all = { NULL, 0 };
    for (size_t i = 0; i < sizeof file_words / sizeof file_words[0]; i++)
        add_name(&all, file_words[i]);
    for (int i = 0; i < call->axis_count; i++)
        add_name(&all, unmarked(call->axes[i].symbol->name));
    for (int i = 0; i < call->kernel->parameter_count; i++)
        add_name(&all, unmarked(call->kernel->parameters[i]->name));
    return all;
}

// The user's names that emitted code has outside of functions, and that begin with the prefix of this call.
static Names names_outside(const Source *source, const Call *call, const char *prefix)
{
    Names all = { NULL, 0 };
    add_declared(&all, source, prefix);
    for (int i = 0; i < source->function_count; i++)
        if (source->functions[i]->kind == FN_PLAIN)
            add_if_begins(&all, source->functions[i]->name, prefix);
    for (int i = 0; i < source->call_count; i++)
        if (&source->calls[i] != call)
            add_if_begins(&all, source->calls[i].name, prefix);
    return all;
}

static bool begins_with_word(const char *name, const char *word)
{
    return begins(name, word) && (!name[strlen(word)] || name[strlen(word)] == '_');
}

static Names made_names(const char *prefix, const Call *call)
{
    Names all = words_of(call);
    for (int i = 0; i < all.count; i++)
        all.at[i] = text("%s_%s", prefix, all.at[i]);
    return all;
}

// Whether one of the names is made[i], or made of it by an ending, as add_x_fetch of add_x.
static bool is_among(const Names *made, const Names *names)
{
    for (int m = 0; m < made->count; m++)
        for (int i = 0; i < names->count; i++)
            if (begins_with_word(names->at[i], made->at[m]))
                return true;
    return false;
}

// Whether names with this prefix may be equal to one of the user's, or to one that is made for another call.
static bool is_prefix_taken(const FilePlan *file, const Plan *plan, const char *prefix)
{
    const Source *source = file->source;
    const Names made = made_names(prefix, plan->call), outside = names_outside(source, plan->call, prefix);
    bool taken = is_among(&made, &outside);
    for (int i = 0; i < source->call_count && !taken; i++) {
        const Plan *other = file->plans[i];
        const char *theirs = other->prefix ? other->prefix : other->call->name;
        if (other == plan || (!begins(prefix, theirs) && !begins(theirs, prefix)))      // then no names can be equal
            continue;
        const Names others = made_names(theirs, other->call);
        taken = is_among(&made, &others) || is_among(&others, &made);
    }
    return taken;
}

static const char *prefix_of(const FilePlan *file, const Plan *plan)
{
    const char *name = plan->call->name, *prefix = name;
    for (int i = 2; is_prefix_taken(file, plan, prefix); i++)
        prefix = text("%s%d", name, i);
    return prefix;
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
    for (int i = 0; i < l->local.use_count; i++)
        if (l->local.uses[i].of)
            choose_base(to, l->local.uses[i].of);
}

const char *name_of_bound(const Plan *plan, const Node *bound)
{
    return text("%s_%s%lld", base_of(plan, bound->ref), is_op(bound, "count") ? "count_" : "", bound->a->value);
}

const char *clip_name(const Plan *plan, const Operand *o, int d)
{
    const char *base = base_of(plan, o->ref);
    int from_last = o->ref->rank - 1 - o->dims[d].dim;
    if (!is_clipped(&plan->lanes->clips, o, d))
        return "";
    return o->ref->rank == 1 ? text("%s_count", base) : from_last == 0 ? text("%s_columns", base)
         : from_last == 1    ? text("%s_rows", base) : text("%s_count_%d", base, d);
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
    for (struct Vector *v = l->vectors.vectors; v < l->vectors.vectors + l->vectors.vector_count; v++) {
        int before = 0;
        for (const struct Vector *other = l->vectors.vectors; other < v; other++)
            before += other->ref == v->ref && other->loop == v->loop;
        v->name = text(before ? "%s_vector_%d" : "%s_vector", base_of(plan, v->ref), before + 1);
    }
}

static void name_arrays(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    for (struct LocalUse *use = l->local.uses; use < l->local.uses + l->local.use_count; use++)
        if (use->of)
            use->array = text("%s_%s%s", base_of(plan, use->of), use->name, use->stages > 1 ? "s" : "");
}

static void name_own(Naming *to)
{
    choose_bases(to);
    each_step(to->plan->lanes->body, name_block, to);
    name_vectors(to->plan);
    name_arrays(to->plan);
}

void plan_names(const FilePlan *file, Plan *plan)
{
    Naming to = { .plan = plan, .taken = names_of_file_in(file->source, plan->call->kernel) };
    name_parameters(&to);
    plan->prefix = prefix_of(file, plan);
    name_own(&to);
}

void plan_own_names(Plan *plan)
{
    Naming to = { .plan = plan };
    add_names_in_kernel(&to.taken, plan->call->kernel);
    name_own(&to);
}
