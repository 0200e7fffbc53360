// plan/uses.c -- what the code of a call uses, so that a target passes and declares only that: names of sizes, axes, scalars,
// blocks and windows' bounds, in the kernel's body and in each index map; and features that need something of their own.
//
// Masks and offsets in memory are not counted: only lanes have them, and they have every name.

#include "plan/plan.h"

typedef struct { const Plan *plan; Names *names; } Using;

static void use(void *using, const Node *n);

static void use_all(const Using *u, const Node *n)
{
    if (n)
        use((void *)(size_t)u, n);
}

static void use_each(const Using *u, Node *const *all, int from, int to)
{
    for (int i = from; i < to; i++)
        use_all(u, all[i]);
}

// A batched table begins at an offset, which has the indices of its batch.
static void use_batch(const Using *u, const Symbol *table)
{
    const Part *part = part_with(u->plan->call, table);
    if (part)
        use_all(u, batch_offset(u->plan->call, part));
}

// Extents after the first are in the type of a pointer to the block.
static void use_ref(const Using *u, const Symbol *ref)
{
    const Function *kernel = u->plan->call->kernel;
    if (ref->kind == SY_TABLE || find_by(kernel->parameters, kernel->parameter_count, ref))
        add_name(u->names, ref->name);
    if (ref->kind == SY_TABLE) {
        use_each(u, ref->dims, 1, ref->rank);
        use_batch(u, ref);
    }
}

static void use_axis(const Using *u, const Node *id, const char *form)
{
    int axis = axis_asked_for(u->plan->call, id);
    if (axis >= 0)
        add_name(u->names, text(form, u->plan->call->axes[axis].symbol->name));
}

// Whether a target may have to pass it: the body itself declares the others, or the file does.
static bool is_passed(const Symbol *s)
{
    return s->kind == SY_SIZE || s->kind == SY_SCALAR || s->kind == SY_AXIS || s->kind == SY_ARRAY || s->kind == SY_SEM;
}

static void use_node(const Using *u, const Node *n)
{
    const Symbol *s = n->symbol;
    switch ((int)n->kind) {
    case ND_NAME:
        if (s->kind == SY_REF || s->kind == SY_TABLE)
            use_ref(u, s);
        else if (is_passed(s))
            add_name(u->names, s->name);
        break;
    case ND_ACCESS:
        use_ref(u, n->ref);
        break;
    case ND_PASS:                                       // a block that is copied
        use_ref(u, n->ref);
        use_each(u, n->ref->dims, 0, n->ref->in_hbm ? 0 : n->ref->rank);
        break;
    case ND_SEM:
        if (s)
            add_name(u->names, s->name);
        break;
    case ND_PROGRAM_ID: case ND_AXIS:
        use_axis(u, n, "%s");
        break;
    case ND_NUM_PROGRAMS:
        use_axis(u, n, "%s_programs");
        break;
    case ND_FIRST_STEP:
        use_axis(u, n, "%s_first");
        break;
    case ND_BOUND:
        add_name(u->names, name_of_bound(u->plan, n));
        break;
    case ND_SIZE:
        use_all(u, size_of_dim(u->plan, n));
        break;
    case ND_DIM:
        use_all(u, n->ref->dims[n->a->value]);
        break;
    case ND_TILE:
        use_each(u, s->dims, 0, s->rank);
        break;
    case ND_SCOPED_SEM:
        use_all(u, s->count);
        break;
    }
}

static void use(void *using, const Node *n)
{
    if (does_nothing(n))
        return;
    use_node(using, n);
    visit_parts(n, use, using);
}

// ---- The kernel's body ----------------------------------------------------------------------------------------------

// Loops over whole blocks end at their extents. A PL_DOT by elements also has strides.
static void use_blocks(const Using *u, const Step *s)
{
    const Node *const sides[] = { s->node->a, s->node->b, s->node->c };
    for (int i = 0; i < s->loop_count; i++)
        use_all(u, s->loops[i].high);
    for (int i = 0; s->node->kind == ND_DOT && !s->dot && i < 3; i++) {
        const Symbol *block = block_of(sides[i]);
        use_each(u, block->dims, 0, block->rank);
        use_each(u, layout_of(u->plan, block)->strides, 0, block->rank);
    }
}

// Adds what the plan made of the step; use_all has what the user wrote.
static void use_step(void *using, Step *s)
{
    const Using *u = using;
    use_blocks(u, s);
    use_all(u, s->guarded);
    for (int i = 0; i < s->element_count; i++)
        if (s->elements[i].node->kind == ND_INSIDE || s->elements[i].guards)
            use_all(u, s->elements[i].condition);
}

static void use_parameters(const Using *u, const Function *kernel)
{
    for (int i = 0; i < kernel->parameter_count; i++) {
        const Symbol *s = kernel->parameters[i];
        if (s->kind == SY_REF && !s->in_hbm && has_name(u->names, s->name))
            use_each(u, s->dims, 0, s->rank);
    }
}

static void use_kernel(Plan *plan)
{
    Using u = { plan, &plan->used };
    const Function *kernel = plan->call->kernel;
    use_all(&u, kernel->body);
    each_step(plan->lanes->body, use_step, &u);
    use_parameters(&u, kernel);
}

// ---- Index maps -----------------------------------------------------------------------------------------------------

static void use_map(const Plan *plan, const Operand *o, Names *names)
{
    const Using u = { plan, names };
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        Node *const all[] = { w->extent, w->size, w->index, w->low, w->high, w->count };
        use_each(&u, all, 0, sizeof all / sizeof all[0]);
    }
    for (int i = 0; i < o->check_count; i++)
        if (o->checks[i].dim >= 0)
            use_all(&u, o->checks[i].node->ref->dims[o->checks[i].dim]);
}

// ---- Features -------------------------------------------------------------------------------------------------------

static bool is_streaming(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_VECTOR && is_op(n, "stream");
}

void plan_uses(Plan *plan)
{
    use_kernel(plan);
    for (int i = 0; i < plan->operand_count; i++)
        use_map(plan, &plan->operands[i], &plan->places[i].used);
    for (int i = 0; i < plan->vector_forms.count; i++)
        plan->streams |= find_node(plan->vector_forms.all[i].body, is_streaming, NULL) != NULL;
    plan->returns = has_kind(plan->call->kernel->body, ND_RETURN);
    plan->prints = has_kind(plan->call->kernel->body, ND_PRINT);
}
