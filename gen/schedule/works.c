// schedule/works.c -- what loops over elements ask of a machine that counts: the word say_works, before the outermost ones.

#include "schedule/schedule.h"

// The type of the elements as a machine counts them: of a struct it knows no more.
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
