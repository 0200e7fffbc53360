// schedule/results.c -- blocks of results in registers, as matrix instructions leave sums.
//
// Where programs are taken in pairs, lanes copy them to local memory, from where they go to their array while the lanes run the next
// program. An array that the copy engine cannot copy to is stored by the lanes. Other lanes store them in any case: elements of four
// bytes from registers, narrower ones by lines, which they first write to the memory of slices. What is outside the array is not copied.

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

// The elements of the array from the beginning of the block on; of a block that is never partial, its own.
static Node *left_of(const Around *at, const Operand *o, int dim)
{
    const WindowDim *w = &o->dims[array_dim(o, dim)];
    return w->partial ? sum_node("-", expression(at, w->extent), named_begin_of_window(at, o, array_dim(o, dim)))
                      : literal_node(o->ref->dims[dim]->value);
}

// room: the memory by which lines are stored, or NULL.
static Node *store_of_results(const Around *at, const Operand *o, const struct LocalUse *room)
{
    const LaneGroup *l = &at->group->lanes->group;
    const long long apart = l->machine->mma_apart ? l->machine->mma_apart : l->rows;
    return say("say_store_results", 9, word_with(at, o, "block"), expression(at, array_stride(o, array_dim(o, 0))), left_of(at, o, 0),
               left_of(at, o, 1), memory_named(o->ref->name), literal_node(apart), literal_node(l->columns),
               word_node(room ? room->array : ""), literal_node(room ? room->bytes : 0));
}

void add_results_of_program(const Around *at, const Operand *o, Node *to)
{
    Node *then = new_block(), *otherwise = new_block();
    add_item(then, say("say_copy_results", 2, memory_named(o->ref->name), copy_of_panel(at, o)));
    add_item(otherwise, store_of_results(at, o, NULL));
    add_item(to, branch_node(ND_IF, say("say_boxed", 1, word_node(base_of(at->group->plan, o->ref))), then, otherwise, o->part->at));
}

// ---- By lanes -------------------------------------------------------------------------------------------------------

// The memory of the slices of an operand: nothing needs it after the last step.
static const struct LocalUse *room_of_slices(const Lanes *l)
{
    const struct LocalUse *most = NULL;
    for (const struct LocalUse *use = l->local.uses; use < l->local.uses + l->local.use_count; use++)
        if (use->of && use->array && (!most || use->bytes > most->bytes))
            most = use;
    return most;
}

bool has_stored_sums(const Around *at, const Operand *o)
{
    const Lanes *l = at->group->lanes;
    const struct BlockLayout *layout = block_layout(&l->layouts, o->ref);
    bool stored = l->group.mma && l->group.machine->mma_words && !has_producer(l) && layout && layout->layout == LAYOUT_TILE &&
                  o->ref->rank == 2 && array_dim(o, 0) >= 0 && o->dims[o->rank - 1].dim == 1;
    for (int d = 0; d < o->rank; d++)
        stored &= o->dims[d].kind != WINDOW_ELEMENT && o->dims[d].kind != WINDOW_BOUNDED;
    return stored;
}

void add_stored_sums(const Around *at, const Operand *o, Node *to)
{
    const Lanes *l = at->group->lanes;
    const bool lines = type_size(o->ref->type) < 4 && !o->level && !l->persistent;
    add_item(to, store_of_results(at, o, lines ? room_of_slices(l) : NULL));
}
