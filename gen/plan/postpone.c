// plan/postpone.c -- the last PL_DOT of a chain (plan/chain.c), which lanes issue in the next step, behind that step's first PL_DOT.
//
// Then matrix instructions add the last product while the lanes work on the first one's sums. The left operand waits in registers.
// Until the sums of the last PL_DOT are complete, nothing may access them: in the next step the lanes wait before the first statement
// that does, or that makes the next left operand. If that is a loop over rows, it is split: what accesses the sums runs in a loop of its own, after the others. Other
// statements access the sums only in the first step, and in the last one, before which the last product is issued.

#include "plan/plan.h"

typedef struct { const Symbol *block; bool found, writes; } Use;

static void note_use(void *use, const Access *a)
{
    Use *u = use;
    bool found = a->block && view_of(a->block).of == u->block;
    u->found |= found;
    u->writes |= found && a->writes;
}

static Use use_of(const Symbol *block, const Node *n)
{
    Use u = { .block = block };
    each_access(n, NULL, note_use, &u);
    return u;
}

static bool accesses(const Node *n, const Symbol *block)
{
    return use_of(block, n).found;
}

// ---- The rows whose statements are split ----------------------------------------------------------------------------

typedef struct { const Symbol *sums; const Node *rest; bool wrong; } SumsUse;

static void note_other_block(void *use, const Access *a)
{
    SumsUse *u = use;
    const Symbol *block = a->block ? view_of(a->block).of : NULL;
    if (block && block != u->sums)
        u->wrong |= a->writes || use_of(block, u->rest).writes;
}

// Whether the statement, which accesses the sums, may run after all others of the rows' loop.
static bool may_be_last(const Node *n, const Node *rows, const Symbol *sums)
{
    SumsUse u = { .sums = sums, .rest = rows };
    each_access(n, NULL, note_other_block, &u);
    return n->kind == ND_EACH && !u.wrong && !find_node(n, writes_local, NULL);
}

typedef struct { Postponed *to; const Node *rows; bool wrong; } LocalSearch;

static void note_local(void *search, const Node *n)
{
    LocalSearch *in = search;
    if (n->kind != ND_NAME || !find_node(in->rows, declares_symbol, n->symbol) || n->symbol->kind != SY_LOCAL)
        return;
    bool changes_later = find_node(in->rows, changes, n->symbol), scalar = type_size(n->symbol->type) == 4;
    in->wrong |= changes_later || !scalar;
    for (int i = 0; i < in->to->saved_count; i++)
        if (in->to->saved[i] == n->symbol)
            return;
    list_add(in->to->saved, in->to->saved_count, n->symbol);
}

static void split_rows(Postponed *to, const Lanes *l, const Node *rows, const Symbol *sums)
{
    Postponed split = *to;
    LocalSearch in = { &split, rows->body, false };
    bool may = rows->kind == ND_EACH && is_shared(&l->group, rows) && rows->body->kind == ND_BLOCK;
    for (int i = 0; may && i < rows->body->item_count; i++) {
        const Node *n = rows->body->items[i];
        if (!accesses(n, sums))
            continue;
        may = may_be_last(n, rows->body, sums);
        each_node(n, note_local, &in);
        list_add(split.last, split.last_count, n);
    }
    if (!may || in.wrong)
        return;
    *to = split;
    to->rows = rows;
}

// ---- The PL_DOT -----------------------------------------------------------------------------------------------------

static int place_in(const Node *block, const Node *n)
{
    int i = 0;
    while (block->items[i] != n)
        i++;
    return i;
}

// Whether the statement, outside of the PL_DOTs, leaves the sums alone but in the first step, when there is no product of a step
// before, and in the last, after all PL_DOTs.
static bool leaves_sums(const Plan *plan, const Node *n, const Symbol *sums, bool after)
{
    StepKind kind = branch_under(plan->call, n);
    bool first = plan->levels > 1 ? level_alone(plan, n, STEP_FIRST) == 1 : kind == STEP_FIRST;
    return !accesses(n, sums) || (!n->c && (first || (after && kind == STEP_LAST)));
}

static bool others_leave_sums(const Plan *plan, const Chain *c, int begin, int end, const Symbol *sums)
{
    const Node *body = plan->call->kernel->body, *within = c->within;
    bool after = false, all = true;
    for (int i = 0; i < within->item_count; i++)
        all = all && ((i >= begin && i <= end) || leaves_sums(plan, within->items[i], sums, i > end));
    for (int i = 0; i < body->item_count && within != body; i++) {
        if (body->items[i]->b == within)
            after = true;
        else
            all = all && leaves_sums(plan, body->items[i], sums, after);
    }
    return all;
}

// Whether it makes the left operand. Instructions may still read the registers of the one before, which compilers reuse; a loop over
// rows does more than that, and need not wait.
static bool is_making(const Lanes *l, const Node *n, const Symbol *left)
{
    return use_of(left, n).writes && !(n->kind == ND_EACH && is_shared(&l->group, n));
}

Postponed postponed_of(const Plan *plan, const Lanes *l, const Chain *c, const Dots *dots)
{
    const Node *within = c->within;
    const struct Dot *first = &dots->dots[0], *last = &dots->dots[dots->dot_count - 1];
    const Symbol *sums = last->node->a->symbol;
    const Operand *o = operand_of(plan, sums);
    int begin = place_in(within, first->node), end = place_in(within, last->node);
    Postponed p = { .first = first->node };
    bool own = in_registers(&l->layouts, block_of(last->node->b)), stays = !o || !o->level;
    bool last_axis = !plan->axes[plan->call->axis_count - 1].parallel;
    if (!own || !stays || !last_axis || sums->rank != 2 || accesses(first->node, sums) || accesses(first->node, block_of(last->node->b)) ||
        !others_leave_sums(plan, c, begin, end, sums))
        return (Postponed){ NULL };
    p.dot = last->node;
    p.awaited = last->node;
    for (int i = end - 1; i > begin; i--)
        if (accesses(within->items[i], sums) || is_making(l, within->items[i], block_of(last->node->b)))
            p.awaited = within->items[i];
    if (accesses(p.awaited, sums))
        split_rows(&p, l, p.awaited, sums);
    return p;
}

bool needs_postponed(const Plan *plan, const Chain *c, const Node *n)
{
    const Node *dot = c->postponed.dot;
    return dot && branch_under(plan->call, n) == STEP_LAST && accesses(n->b, dot->a->symbol);
}

bool is_last_of_rows(const Postponed *p, const Node *n)
{
    for (int i = 0; i < p->last_count; i++)
        if (p->last[i] == n)
            return true;
    return false;
}
