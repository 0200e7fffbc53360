// schedule/results.c -- blocks of results in registers: lanes copy them to local memory, from where they go to their array while the
// lanes run the next program. What is outside the array is not copied. An array that the copy engine cannot copy to is stored by the
// lanes.

#include "schedule/dot.h"

// The copy of a panel: the rows of an instruction, and columns from pl_c on.
static Node *copy_of_panel(const Around *at, const Operand *o)
{
    Node *arguments = new_block();
    add_item(arguments, unary_node("&", word_with(at, o, "map")));
    for (int d = o->rank - 1; d >= 0; d--) {
        Node *start = named_begin_of_window(at, o, d), *rows = literal_node(at->group->lanes->group.machine->mma_rows);
        if (o->dims[d].dim == 1)
            start = sum_node("+", start, word_node("pl_c"));
        else if (o->dims[d].dim == 0)
            start = sum_node("+", start, product_node(number_of_instruction(at), rows));
        add_item(arguments, start);
    }
    add_item(arguments, word_node("pl_panel"));
    return call_of(text("pl_tma_store_%dd", o->rank), arguments);
}

static Node *left_of(const Around *at, const Operand *o, int dim)
{
    int d = array_dim(o, dim);
    return sum_node("-", expression(at, o->dims[d].extent), named_begin_of_window(at, o, d));
}

void add_results_of_program(const Around *at, const Operand *o, Node *to)
{
    Node *then = new_block(), *otherwise = new_block(), *results = memory_named(o->ref->name);
    Node *row = expression(at, array_stride(o, array_dim(o, 0)));
    add_item(then, say("say_copy_results", 2, results, copy_of_panel(at, o)));
    add_item(otherwise, say("say_store_results", 5, word_with(at, o, "block"), row, left_of(at, o, 0), left_of(at, o, 1), results));
    add_item(to, branch_node(ND_IF, say("say_boxed", 1, word_node(base_of(at->group->plan, o->ref))), then, otherwise, o->part->at));
}
