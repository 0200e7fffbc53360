// plan/elements.c -- the elements that the expressions of a step access: their patterns, masks and vectors, and PL_INSIDE.

#include "plan/plan.h"

typedef struct {
    Step *step;
    const StepContext *context;
    const Node *checked;        // the mask that an enclosing choice by PL_INSIDE checks; NULL: none
} Search;

static Element *add_element(const Search *s, const Node *n)
{
    list_add(s->step->elements, s->step->element_count, ((Element){ .node = n }));
    return &s->step->elements[s->step->element_count - 1];
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static void add_patterns(const Search *s, Element *e)
{
    const StepContext *c = s->context;
    for (int l = 0; l < c->loop_count; l++)
        for (int a = 0; a < c->loops[l]->axis_count; a++) {
            const Symbol *index = c->loops[l]->axes[a].index;
            AccessPattern pattern = pattern_within(e->node, c->loops, c->loop_count, index);
            if (pattern.kind != PATTERN_SAME)
                list_add(e->patterns, e->pattern_count, ((struct IndexPattern){ index, pattern }));
        }
}

static Node *mask_of_element(const Search *s, const Node *access)
{
    return mask_of(s->context->plan, s->context->lanes, access->ref, access->items);
}

// An element that is stored, if that is all that the statement does, is skipped instead.
static void add_access(const Search *s, const Node *access)
{
    const Lanes *l = s->context->lanes;
    Element *e = add_element(s, access);
    add_patterns(s, e);
    if (l && s->context->loop_count)
        e->vector = vector_of(&l->vectors, innermost_loop(s->context), access);
    if (!masked_in(s->context, access->ref) || access == s->step->stored)
        return;
    Node *mask = mask_of_element(s, access);
    e->condition = same_expression(mask, s->checked) ? NULL : mask;
}

// ---- PL_INSIDE ------------------------------------------------------------------------------------------------------

static Node *condition_of(const Search *s, const Node *inside)
{
    return inside_condition(s->context->plan, s->context->loops, s->context->loop_count, inside);
}

typedef struct { const Search *s; const Node *test; } Tested;

static bool is_tested(const Node *n, const void *with)
{
    const Search *s = ((const Tested *)with)->s;
    const Node *test = ((const Tested *)with)->test;
    return n->kind == ND_ACCESS && n->ref == test->ref && n->item_count == n->ref->rank &&
           same_expression(mask_of_element(s, n), mask_of_element(s, test));
}

// Whether the value of the choice has the type of its first arm, or the int that this type is promoted to.
static bool is_of_one_type(const Node *choice)
{
    const Type *type = choice->type, *first = choice->b->type;
    return type->kind == first->kind || (type->kind == TY_I32 && type_is_integer(first) && type_size(first) < type_size(type));
}

static void find_in(void *to, const Node *n);

// PL_INSIDE(x, r, c) ? … x[r][c] … : other, where x has masks: one check is enough for both.
static bool add_choice(const Search *s, const Node *choice)
{
    const Node *test = choice->a;
    if (!s->context->versions || test->kind != ND_INSIDE || !masked_in(s->context, test->ref))
        return false;
    if (!find_node(choice->b, is_tested, &(Tested){ s, test }))
        return false;
    Search within = { s->step, s->context, mask_of_element(s, test) };
    Node *condition = condition_of(s, test);
    Element *e = add_element(s, choice);
    e->condition = condition;
    e->guards = condition && same_expression(condition, within.checked) && is_of_one_type(choice);
    find_in(&within, choice->b);
    return true;
}

static bool changes_index(const Node *body, const StepContext *c)
{
    for (int l = 0; l < c->loop_count; l++)
        for (int a = 0; a < c->loops[l]->axis_count; a++)
            if (find_node(body, changes, c->loops[l]->axes[a].index))
                return true;
    return false;
}

// A condition that is only the mask has constants and indices of loops as subscripts.
Node *guarded_mask(const Node *n, const StepContext *c)
{
    const Node *test = n->a;
    const Search s = { NULL, c, NULL };
    if ((n->kind != ND_IF && n->kind != ND_WHEN) || n->c || !c->versions || test->kind != ND_INSIDE ||
        !masked_in(c, test->ref) || !find_node(n->b, is_tested, &(Tested){ &s, test }))
        return NULL;
    Node *mask = mask_of_element(&s, test), *condition = condition_of(&s, test);
    return condition && same_expression(condition, mask) && !changes_index(n->b, c) ? mask : NULL;
}

// ---- All of a step --------------------------------------------------------------------------------------------------

static void find_in(void *to, const Node *n)
{
    Search *s = to;
    if (n->kind == ND_CONDITIONAL && add_choice(s, n)) {
        find_in(s, n->a);
        find_in(s, n->c);
        return;
    }
    if (n->kind == ND_INSIDE)
        add_element(s, n)->condition = condition_of(s, n);
    if (n->kind == ND_ACCESS && n->item_count == n->ref->rank)
        add_access(s, n);
    visit_parts(n, find_in, s);
}

static void find_in_axes(Search *s, const Node *n)
{
    visit_parts(&(Node){ .kind = ND_BLOCK, .axes = n->axes, .axis_count = n->axis_count }, find_in, s);
}

static void find_if(Search *s, const Node *n)
{
    if (n)
        find_in(s, n);
}

// Steps inside of this one have elements of their own.
void find_elements(Step *step, const StepContext *context)
{
    const Node *n = step->node;
    const StepContext in_loop = context_in(context, n);
    Search s = { step, context, context->checked }, inner = { step, &in_loop, context->checked };
    switch (n->kind) {
    case ND_BLOCK:
        break;
    case ND_FOR:
        find_if(&s, n->init);
        find_if(&s, n->a);
        find_if(&s, n->b);
        break;
    case ND_IF: case ND_WHEN: case ND_WHILE: case ND_DO: case ND_SWITCH:
        find_in(&s, n->a);
        break;
    case ND_LOOP: case ND_EACH:
        find_in_axes(&s, n);
        break;
    case ND_REDUCE:
        find_in(&s, n->a);
        find_in_axes(&inner, n);
        find_in(&inner, n->b);
        break;
    default:
        visit_parts(n, find_in, &s);
    }
    if (step->form)
        find_in(&inner, step->form->body);
}

const Element *element_of_step(const Step *step, const Node *n)
{
    for (int i = 0; step && i < step->element_count; i++)
        if (step->elements[i].node == n)
            return &step->elements[i];
    return NULL;
}
