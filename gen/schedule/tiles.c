// schedule/tiles.c -- PL_TILE and PL_VIEW: names for memory, or for the registers of a lane.

#include "schedule/schedule.h"

// ---- Types ----------------------------------------------------------------------------------------------------------

// A lane's part of a tile or view, from this dim on.
static Type *part_type(const Around *at, Type *element, int from)
{
    const Symbol *ref = at->step->node->symbol;
    Type *made = element;
    for (int d = ref->rank; d-- > from;) {
        long long extent = register_extent(at->group->plan, ref, d);
        made = extent ? array_of(made, extent) : made;
    }
    return made;
}

// The memory that a pointer into the block refers to.
static const char *space_of(const Around *at, const Symbol *ref)
{
    MemoryKind memory = memory_of(&at->group->lanes->placements, ref);
    return memory == MEMORY_GLOBAL ? "block" : memory == MEMORY_LOCAL ? "group" : NULL;
}

// ---- For lanes ------------------------------------------------------------------------------------------------------

static Node *tile_of_lanes(const Around *at)
{
    const Step *s = at->step;
    const Symbol *tile = s->node->symbol;
    bool private = memory_of(&at->group->lanes->placements, tile) == MEMORY_PRIVATE;
    if (private && s->registers[0])
        return variable(tile->name, part_type(at, tile->type, 0), NULL);
    if (private)
        return variable(tile->name, array_of(tile->type, element_count(tile)), NULL);
    return variable(tile->name, pointer_to(tile->type, space_of(at, tile)), word_node(s->buffer));
}

static Node *place_of_view(const Around *at, View v)
{
    return sum_node("+", word_node(v.of->name), expression(at, offset_of_view(at->group->plan, at->step->node)));
}

static Node *registers_of(const Around *at, View v)
{
    Node *n = new_node(ND_PLACE, at->step->node->at);
    n->name = v.of->name;
    n->type = v.of->type;
    for (int d = 0; d < v.dim; d++)
        add_item(n, expression(at, v.at[d]));
    return n;
}

static Node *view_of_lanes(const Around *at, View v)
{
    const Step *s = at->step;
    const Symbol *view = s->node->symbol;
    if (view->rank > 1 && s->registers[1]) {
        Type *rows = pointer_to(part_type(at, view->type, 1), NULL);
        rows->constant = true;
        return variable(view->name, rows, registers_of(at, v));
    }
    return variable(view->name, pointer_to(view->type, space_of(at, v.of)), place_of_view(at, v));
}

// ---- Without lanes: the target's words ------------------------------------------------------------------------------

// "[8][128]", from that dim on. A view has the row lengths of its block, from its own first dim on.
static Node *extents(const Symbol *ref, int from)
{
    View v = ref->view ? viewed(ref->view->a) : (View){ 0 };
    if (v.of && v.dim >= 0 && v.of->rank - v.dim == ref->rank)
        return extents(v.of, v.dim + from);
    Node *n = new_node(ND_PLACE, (Loc){ NULL, 0, 0 });
    n->name = "";
    for (int d = from; d < ref->rank; d++)
        add_item(n, ref->dims[d]);
    return n;
}

static Node *plain_tile(const Around *at)
{
    const Symbol *tile = at->step->node->symbol;
    return say("say_tile", 5, word_node(tile->name), code_of_type(tile->type), extents(tile, 0), extents(tile, 1), word_node(at->step->buffer));
}

// The pointer of a PL_VIEW as C: it names a block, a row or an element.
static Node *pointer_node(const Around *at, const Node *p)
{
    if (p->kind == ND_BINARY)
        return binary_node(p->op, pointer_node(at, p->a), expression(at, p->b));
    if (p->kind == ND_UNARY)
        return unary_node("&", pointer_node(at, p->a));
    Node *n = word_node(p->kind == ND_ACCESS ? p->ref->name : p->symbol->name);
    if (p->kind == ND_ACCESS) {
        n->kind = ND_PLACE;
        n->name = p->ref->name;
    }
    for (int i = 0; p->kind == ND_ACCESS && i < p->item_count; i++)
        add_item(n, expression(at, p->items[i]));
    return n;
}

static Node *plain_view(const Around *at, View v)
{
    const Node *n = at->step->node;
    const Symbol *view = n->symbol;
    bool adds_const = view->type->constant && !v.of->type->constant;
    return say("say_view", 7, word_node(view->name), code_of_type(view->type), word_node(view->type->constant ? "const " : ""),
               extents(view, 1), place_of_view(at, v), pointer_node(at, n->a), word_node(adds_const ? "const" : ""));
}

void add_tile(const Around *at, Node *to)
{
    add_item(to, at->group->lanes ? tile_of_lanes(at) : plain_tile(at));
}

void add_view(const Around *at, Node *to)
{
    const View v = viewed(at->step->node->a);
    add_item(to, at->group->lanes ? view_of_lanes(at, v) : plain_view(at, v));
}
