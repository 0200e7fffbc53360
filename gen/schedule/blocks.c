// schedule/blocks.c -- statements on whole blocks: PL_FILL and PL_ASSIGN.

#include "schedule/schedule.h"

typedef struct { const BlockPlace *place; const Symbol *ref, *from; Node *value; } Stored;

static void add_store(const Around *at, const void *of, Node *to)
{
    const Stored *s = of;
    const Step *step = at->step;
    Node *value = s->from ? converted(block_value(at, s->from, step->from), s->ref->type) : s->value;
    Node *store = assign("=", block_element(at, s->ref, step->to), value);
    add_item(to, step->to->mask && at->masked ? if_node(expression(at, step->to->mask), store) : store);
}

// The registers of a block, if a word fills them all; otherwise NULL.
static Node *filled_registers(const Around *at, const Stored *s)
{
    Node *n = block_element(at, s->ref, at->step->to);
    if (!at->group->lanes->group.machine->templates || view_of(s->ref).of != s->ref || !n->item_count)
        return NULL;
    return memory_named(n->name);
}

// A lane whose elements are all in registers sets them all, also those that the block does not have.
static void add_stores(const Around *at, const Stored *s, Node *to)
{
    const Step *step = at->step;
    const Nest nest = { step->loops, step->loop_count, true, add_store, s, NULL };
    bool registers = at->group->lanes && in_registers(&at->group->lanes->layouts, s->ref);
    bool bare = !s->from && registers && !(step->to->mask && at->masked);
    Node *filled = bare ? filled_registers(at, s) : NULL;
    if (filled)
        add_item(to, say("say_fill", 2, filled, s->value));
    else
        (bare ? add_register_loops : add_loops)(at, &nest, to);
}

void add_fill(const Around *at, Node *to)
{
    const Step *step = at->step;
    const Symbol *ref = step->node->a->symbol;
    Node *value = converted(expression(at, step->node->b), ref->type);
    if (step->absorbed)
        return;
    add_works(at, to);
    if (step->is_number) {
        add_stores(at, &(Stored){ step->to, ref, NULL, value }, to);
        return;
    }
    Node *block = new_block();
    add_item(block, variable("pl_value", const_type(ref->type), value));
    add_stores(at, &(Stored){ step->to, ref, NULL, word_node("pl_value") }, block);
    add_item(to, block);
}

void add_assign(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    add_works(at, to);
    add_stores(at, &(Stored){ at->step->to, n->a->symbol, n->b->symbol, NULL }, to);
}
