// plan/chain.c -- several PL_DOTs of a step whose sums stay in registers, and whose other operands a producer fetches.
//
// Attention is such a chain: the scores, q kᵀ; weights that are made of them; the sums of the values with these weights. Sums are
// where matrix instructions leave them, blocks that loops combine with sums are arranged like them (plan/layouts.c), and so is a
// left operand that is made of sums: it is multiplied where it is. The other operands are windows. The producer copies a whole
// block at a time: one that stays for all steps before the first, others ahead, to stages.
//
// All lanes run the same steps. So the condition of those that multiply must be one that the producer can evaluate, too.

#include "plan/plan.h"

// ---- What a step knows ----------------------------------------------------------------------------------------------

static bool is_set_again(const Symbol *local, const Node *body)
{
    return find_node(body, changes, local) || is_addressed(local);
}

// The statement of the kernel's body that declares it; NULL: an inner one, or none.
static const Node *declaration_in(const Node *body, const Symbol *local)
{
    for (int i = 0; i < body->item_count; i++)
        if (body->items[i]->kind == ND_DECLARE && body->items[i]->symbol == local)
            return body->items[i];
    return NULL;
}

static bool is_of_step(const Node *n, const Node *body);

static bool is_unknown(const Node *n, const void *body)
{
    const Node *declared;
    switch (n->kind) {
    case ND_INT: case ND_FLOAT: case ND_UNARY: case ND_BINARY: case ND_CONDITIONAL: case ND_CAST: case ND_CDIV: case ND_DIM: case ND_SIZE:
    case ND_AXIS: case ND_PROGRAM_ID: case ND_NUM_PROGRAMS:
        return effect_of(n).target != NULL;
    case ND_NAME:
        if (n->symbol->kind == SY_SIZE || n->symbol->kind == SY_SCALAR || n->symbol->kind == SY_AXIS || n->known)
            return false;
        declared = declaration_in(body, n->symbol);
        return !declared || !declared->a || is_set_again(n->symbol, body) || !is_of_step(declared->a, body);
    default:
        return !n->known;
    }
}

// Whether it depends only on sizes, scalars, axes, and locals that the kernel's body declares from these.
static bool is_of_step(const Node *n, const Node *body)
{
    return !find_node(n, is_unknown, body);
}

bool is_needed_before(const Node *declared, const Chain *c, const Node *body)
{
    bool needed = declared->kind == ND_DECLARE && c->condition && uses(c->condition, declared->symbol);
    for (int i = 0; declared->kind == ND_DECLARE && !needed && i < body->item_count; i++)
        needed = body->items[i] != declared && body->items[i]->kind == ND_DECLARE && uses(body->items[i], declared->symbol) &&
                 is_needed_before(body->items[i], c, body);
    return needed;
}

static bool is_dot(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_DOT;
}

// ---- Where the PL_DOTs are ------------------------------------------------------------------------------------------

static int dots_in(const Node *block)
{
    int count = 0;
    for (int i = 0; block && block->kind == ND_BLOCK && i < block->item_count; i++)
        count += block->items[i]->kind == ND_DOT;
    return count;
}

// The statements that have all of them are the kernel's body, or under one condition in it.
static const char *find_place(Chain *c, const Node *body, int dots)
{
    const Node *conditional = NULL;
    c->within = dots_in(body) == dots ? body : NULL;
    for (int i = 0; i < body->item_count && !c->within; i++) {
        const Node *n = body->items[i];
        if ((n->kind == ND_WHEN || n->kind == ND_IF) && dots_in(n->b) == dots)
            c->within = n->b, conditional = n;
    }
    if (!c->within)
        return "a step does not run all PL_DOTs, one after the other, under at most one condition";
    c->condition = conditional ? conditional->a : NULL;
    if (has_kind(body, ND_RETURN) || has_kind(body, ND_GOTO))
        return "not every step reaches them";
    if (c->condition && !is_of_step(c->condition, body))
        return text("the condition on line %u has more than sizes, scalars, axes and locals that are made of these", conditional->at.line);
    return NULL;
}

// ---- Operands -------------------------------------------------------------------------------------------------------

typedef struct { const Symbol *ref; const Node *other; } OtherUse;

static void note_other(void *use, const Access *a)
{
    OtherUse *u = use;
    if (a->block && view_of(a->block).of == u->ref && !(a->by && a->by->kind == ND_DOT) && !u->other)
        u->other = a->place;
}

static const char *why_not_fed(const Plan *plan, const Lanes *l, const Node *operand, const DotSide *side)
{
    const Symbol *ref = block_of(operand);
    const Operand *o = operand_of(plan, ref);
    const char *boxes = why_no_boxes(plan, operand, side);
    OtherUse use = { .ref = ref };
    if (boxes)
        return boxes;
    if (type_size(ref->type) != 2)
        return text("'%s' has elements of %d bytes, not two", ref->name, (int)type_size(ref->type));
    each_access(plan->call->kernel->body, NULL, note_other, &use);
    if (use.other)
        return text("'%s' is also used on line %u", ref->name, use.other->at.line);
    if (o->level && (o->level != plan->levels || o->visits != VISIT_EACH))
        return text("the block of '%s' stays for several steps, and not for all", ref->name);
    return why_not_computed_early(plan, &l->placements, o);
}

static const char *add_side(Chain *c, const Plan *plan, const Lanes *l, const Node *dot, const Node *operand, DotSide *side)
{
    const Operand *o = operand_of(plan, block_of(operand));
    const char *why = why_not_fed(plan, l, operand, side);
    if (!why && is_fed(c, o))
        why = text("'%s' is multiplied twice", o->ref->name);
    if (!why)
        list_add(c->fed, c->fed_count, ((struct Fed){ dot, o, !o->level, side }));
    return why;
}

static const char *why_not_held(const Lanes *l, const Symbol *block)
{
    const struct BlockLayout *layout = block_layout(&l->layouts, block);
    if (in_registers(&l->layouts, block))
        return NULL;
    return text("'%s' is not in registers%s", block->name, layout && layout->why ? text(": %s", layout->why) : "");
}

// A block of the kernel's own is multiplied in registers; another is fetched.
static const char *add_left(Chain *c, const Plan *plan, const Lanes *l, struct Dot *d)
{
    const Symbol *left = block_of(d->node->b);
    return operand_of(plan, left) ? add_side(c, plan, l, d->node, d->node->b, &d->schedule.x) : why_not_held(l, left);
}

static const char *add_dot(Chain *c, const Plan *plan, const Lanes *l, struct Dot *d)
{
    const char *sums = why_not_held(l, d->node->a->symbol), *left = sums ? sums : add_left(c, plan, l, d);
    return left ? left : add_side(c, plan, l, d->node, d->node->c, &d->schedule.y);
}

// ---- Sums that begin at 0 -------------------------------------------------------------------------------------------

static void begin_sums(struct Dot *d, const Node *within)
{
    for (int i = 1; i < within->item_count; i++) {
        const Node *fill = within->items[i - 1];
        if (within->items[i] == d->node && fill->kind == ND_FILL && fill->a->symbol == d->node->a->symbol && is_zero(fill->b))
            d->fill = fill, d->schedule.from_zero = true;
    }
}

// ---- The chain ------------------------------------------------------------------------------------------------------

static const char *find_chain(Chain *c, const Plan *plan, const Lanes *l, Dots *dots)
{
    const Node *body = plan->call->kernel->body;
    const char *why = NULL;
    if (l->group.no_mma)
        return l->group.no_mma;
    if (why_not_numbered(plan))
        return why_not_numbered(plan);
    if (l->persistent)
        return "a work-group runs several programs";
    if (has_kind(body, ND_SCAN))
        return "the kernel has a PL_SCAN";
    if (count_nodes(body, is_dot, NULL) != dots->dot_count)
        return "sizes are known only at run time";
    why = find_place(c, body, dots->dot_count);
    for (int i = 0; i < dots->dot_count && !why; i++)
        why = add_dot(c, plan, l, &dots->dots[i]);
    return why;
}

// ---- Groups that run together ---------------------------------------------------------------------------------------
//
// The lanes of an instruction wait for its sums, and then matrix instructions wait for them. If a group has lanes for one instruction
// alone, others on the same multiprocessor multiply meanwhile.

enum { MOST_GROUPS = 3 };

static long long registers_of_blocks(const Layouts *layouts)
{
    long long all = 0;
    for (int i = 0; i < layouts->block_count; i++)
        all += in_registers(layouts, layouts->blocks[i].ref) ? layouts->blocks[i].registers : 0;
    return all;
}

static long long most_together(const Lanes *l)
{
    long long most = MOST_GROUPS;
    if (l->group.rows * l->group.columns > l->group.machine->mma_lanes)
        return 1;
    while (most > 1 && registers_of_multiplying(&l->group, most, false) < registers_of_blocks(&l->layouts) + OTHER_REGISTERS)
        most--;
    return most;
}

Chain plan_chain(const Plan *plan, const Lanes *l, Dots *dots)
{
    Chain c = { .stages = 1 };
    if (!l->group.machine->producer_lanes || l->group.rejected || dots->dot_count < 2)
        return c;
    c.why_not = find_chain(&c, plan, l, dots);
    if (c.why_not)
        return (Chain){ .why_not = c.why_not };
    for (int i = 0; i < dots->dot_count; i++)
        begin_sums(&dots->dots[i], c.within);
    c.postponed = postponed_of(plan, l, &c, dots);
    c.scaled = scaled_of(plan, l, &c);
    c.together = most_together(l);
    return c;
}

// ---- Queries --------------------------------------------------------------------------------------------------------

const struct Fed *fed_side(const Chain *c, const DotSide *side)
{
    for (int i = 0; i < c->fed_count; i++)
        if (c->fed[i].side == side)
            return &c->fed[i];
    return NULL;
}

bool is_fed(const Chain *c, const Operand *o)
{
    for (int i = 0; i < c->fed_count; i++)
        if (c->fed[i].operand == o)
            return true;
    return false;
}

long long first_barrier(const Chain *c, const struct Fed *fed)
{
    long long first = 0;
    for (const struct Fed *f = c->fed; f < fed; f++)
        first += f->stays ? 1 : c->stages;
    return first;
}

long long stage_count(const Lanes *l)
{
    return l->chain.fed_count ? first_barrier(&l->chain, l->chain.fed + l->chain.fed_count) : l->local.stages;
}
