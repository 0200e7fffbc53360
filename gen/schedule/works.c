// schedule/works.c -- what loops over elements ask of a machine that counts: the word say_works, before the outermost ones, and
// say_branch, at the beginning of what depends on a condition.

#include <string.h>
#include "schedule/schedule.h"

// The type of the elements as a machine counts them: it counts a struct whatever its members are.
static Node *counted_type(const Type *t)
{
    return t->kind == TY_STRUCT ? word_node("struct") : code_of_type(t);
}

static Node *work_node(const Around *at, const NestWork *w)
{
    return say("say_work", 8, expression(at, w->rows), expression(at, w->columns), counted_type(w->type), literal_node(w->vector),
               literal_node(w->transcendental), literal_node(w->cross_lane), literal_node(w->loads), literal_node(w->stores));
}

void add_works(const Around *at, Node *to)
{
    if (at->group->lanes || !at->group->plan || at->in_nest)
        return;
    const NestWorks works = works_of(at->step->node);
    Node *all = say("say_works", 0);
    for (int i = 0; i < works.count; i++)
        add_item(all, work_node(at, &works.all[i]));
    if (works.count)
        add_item(to, all);
}

static bool is_work(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_DOT || (n->kind == ND_SAY && !strcmp(n->name, "say_works"));
}

// Whether a condition may depend on more than the index of axes.
static bool is_of_no_axis(const Node *n, const void *unused)
{
    (void)unused;
    return !n->known && n->kind != ND_UNARY && n->kind != ND_BINARY && n->kind != ND_PROGRAM_ID && n->kind != ND_NUM_PROGRAMS &&
           n->kind != ND_AXIS;
}

typedef struct { const Call *call; Node *word; } BranchAxes;

static void add_axis(void *to, const Node *n)
{
    const BranchAxes *b = to;
    if (n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS)
        add_item(b->word, literal_node(axis_asked_for(b->call, n)));
}

Node *with_branch(const Around *at, const Node *condition, Node *block)
{
    Node *all = new_block(), *word = say("say_branch", 0);
    if (at->group->lanes || !at->group->plan || at->in_nest || !find_node(block, is_work, NULL))
        return block;
    if (!find_node(condition, is_of_no_axis, NULL))
        each_node(condition, add_axis, &(BranchAxes){ at->group->plan->call, word });
    add_item(all, word);
    add_items(all, block);
    return all;
}
