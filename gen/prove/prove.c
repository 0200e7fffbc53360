// prove/prove.c -- proves each schedule as it is printed, and that it would be wrong without any of its barriers and waits.

#include "prove/prove.h"

static const char *use_text(const MemoryUse *u)
{
    return text("%s on line %u", u->started ? "being copied to" : u->access->writes ? "written" : "read", u->at.line);
}

static void put_conflicts(FILE *to, const Plan *plan, const Conflicts *c)
{
    for (int i = 0; i < c->count; i++)
        fprintf(to, "%s: not proved: %s: %s, %s\n", plan->call->name, c->all[i].first.access->memory, use_text(&c->all[i].first),
                use_text(&c->all[i].then));
}

typedef struct { const Node **all; int count; } Waits;

static void add_if_wait(void *to, const Node *n)
{
    Waits *w = to;
    bool found = !is_wait(n, NULL);
    for (int i = 0; i < w->count; i++)
        found |= w->all[i] == n;
    if (!found)
        list_add(w->all, w->count, n);
}

static const char *wait_text(const Node *n)
{
    return n->kind == ND_WAIT ? text("barrier: %s", n->spelling) : text("wait: %s", n->name);
}

static void prove_tree(FILE *to, const Plan *plan, const Node *tree)
{
    Waits waits = { 0 };
    const Conflicts found = find_conflicts(plan, tree, NULL);
    int needed = 0;
    put_conflicts(to, plan, &found);
    each_node(tree, add_if_wait, &waits);
    for (int i = 0; i < waits.count && !found.count; i++) {
        const bool is_needed = find_conflicts(plan, tree, waits.all[i]).count;
        needed += is_needed;
        if (!is_needed)
            fprintf(to, "%s: not needed: %s\n", plan->call->name, wait_text(waits.all[i]));
    }
    if (!found.count)
        fprintf(to, "%s: %d of %d barriers and waits are needed\n", plan->call->name, needed, waits.count);
}

static void prove_plan(FILE *to, const Plan *plan)
{
    const Node *tree = group_programs(plan, false, false), *alone = group_programs(plan, true, false);
    if (!tree)
        fprintf(to, "%s: no lanes share a program\n", plan->call->name);
    if (tree)
        prove_tree(to, plan, tree);
    if (alone)
        prove_tree(to, plan, alone);
    if (plan->next)
        prove_plan(to, plan->next);
}

void prove_barriers(FILE *to, Plan *const *plans, int count)
{
    for (int i = 0; i < count; i++)
        prove_plan(to, plans[i]);
}
