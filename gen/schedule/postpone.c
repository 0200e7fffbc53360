// schedule/postpone.c -- the steps of a chain whose last product is issued in the next one (plan/postpone.c).

#include "schedule/dot.h"

bool begins_chain(const Around *at, const Step *body)
{
    return at->group->lanes && chain_of(at)->postponed.dot && body->node == chain_of(at)->within && at->chain == NO_STEP;
}

// The first step that multiplies has no product of a step before. Instructions in flight do not cross a condition.
void add_steps_of_chain(const Around *at, const Step *body, Node *to)
{
    Around first = *at, later = *at;
    Node *then = new_block(), *otherwise = new_block();
    first.chain = FIRST_STEP;
    later.chain = LATER_STEP;
    add_statements(&later, body, then);
    add_statements(&first, body, otherwise);
    add_item(to, branch_node(ND_IF, word_node("pl_pending"), then, otherwise, body->node->at));
}

static const char *saved_name(const Symbol *local)
{
    return text("pl_rows_%s", local->name);
}

static Node *saved(const Around *at, const Symbol *local)
{
    return element_at(saved_name(local), register_number(at, at->step->loops[0].axis->index->name, false));
}

typedef struct { const Step *body; bool last; } RowPart;

// The statements of a row that access the sums, or the others, after which what these need is saved.
static void add_part_of_row(const Around *at, const void *of, Node *to)
{
    const RowPart *part = of;
    const Postponed *p = &chain_of(at)->postponed;
    Around inner = *at;
    inner.in_nest = true;
    for (int i = 0; i < p->saved_count && part->last; i++)
        add_item(to, variable(p->saved[i]->name, const_type(plain_type(p->saved[i]->type)), saved(at, p->saved[i])));
    for (int i = 0; i < part->body->item_count; i++)
        if (is_last_of_rows(p, part->body->items[i]->node) == part->last)
            add_statement(&inner, part->body->items[i], to);
    for (int i = 0; i < p->saved_count && !part->last; i++)
        add_item(to, assign("=", saved(at, p->saved[i]), word_node(p->saved[i]->name)));
}

static void add_part(const Around *at, const Step *rows, bool last, Node *to)
{
    const RowPart part = { rows->body, last };
    Around in = *at;
    in.step = rows;
    add_loops(&in, &(Nest){ rows->loops, rows->loop_count, false, add_part_of_row, &part, NULL }, to);
}

void add_awaiting(const Around *at, const Step *s, Node *to)
{
    const Postponed *p = &chain_of(at)->postponed;
    bool split = p->rows == s->node && s->loops[0].trips;
    for (int i = 0; i < p->saved_count && split; i++)
        add_item(to, variable(saved_name(p->saved[i]), array_of(plain_type(p->saved[i]->type), s->loops[0].trips), NULL));
    if (split)
        add_part(at, s, false, to);
    add_completion(at, to);
    if (split)
        add_part(at, s, true, to);
    else
        add_statement(at, s, to);
}

bool is_awaiting(const Around *at, const Step *s)
{
    return at->chain == LATER_STEP && s->node == chain_of(at)->postponed.awaited;
}
