// schedule/reports.c -- PL_CHECK, PL_PRINT, and reports of other mistakes.

#include "schedule/schedule.h"

Node *report(const Around *at, int message, const Node *values)
{
    Node *made = say("say_report", 2, literal_node(message), program_number(at));
    add_items(made, values);
    while (made->item_count < 2 + MOST_CHECK_VALUES)
        add_item(made, literal_node(0));
    return statement_node(made);
}

static Node *printed_value(const Around *at, const Node *n, int i, bool reported)
{
    const struct PrintedValue *p = &n->format->values[i];
    const Node *v = n->items[p->item];
    const Type as = { .kind = p->as };
    Node *value = expression(at, v);
    if (p->as != v->type->kind)
        value = converted(value, copy_type(&as));
    return reported && type_is_float(&as) ? say("pl_bits", 2, word_node(type_code(v->type)), value) : value;
}

// Lanes must not diverge: only all of them together return.
static void add_report(const Around *at, Node *condition, const Node *values, bool step, Node *to)
{
    static const char *const jumps[] = { [BY_GROUP] = "return", [BY_ELEMENT] = "continue" };
    const Node *n = at->step->node;
    Sharing sharing = at->step->sharing;
    Node *body = new_block();
    add_item(body, report(at, message_of(at->group->plan, n), values));
    if (step && sharing != BY_GROUP)                    // a lane with a wrong step takes 1
        add_item(body, assign("=", expression(at, n->a), literal_node(1)));
    else if (sharing == BY_GROUP || sharing == BY_ELEMENT)
        add_item(body, statement_node(word_node(jumps[sharing])));
    add_item(to, if_node(condition, body));
}

void add_check(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    Node *condition = expression(at, n->a), *values = new_block();
    if (n->op) {
        add_item(values, condition);
        add_report(at, compare_node("<", condition, literal_node(1)), values, true, to);
        return;
    }
    for (int i = 0; n->format && i < n->format->count; i++)
        add_item(values, printed_value(at, n, i, true));
    add_report(at, unary_node("!", wrapped(condition)), values, false, to);
}

void add_print(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    Node *made = new_node(ND_PRINT, n->at);
    made->spelling = n->format ? n->format->print : "";
    for (int i = 0; n->format && i < n->format->count; i++)
        add_item(made, printed_value(at, n, i, false));
    add_item(to, made);
}
