// lower/flatten_maps.c -- expressions of a kernel that runs a PL_PIPELINE, as the index maps of the call have them: names of scalars, program
// ids and extents of arrays become sizes, scalars and axes of the call.

#include "lower/flatten.h"

void cannot_flatten(Flattening *f, const char *why)
{
    f->why_not = f->why_not ? f->why_not : why;
}

Symbol *add_axis_of_call(Flattening *f, const char *name, Node *extent, Loc at)
{
    const char *own = free_name(&f->taken, name);
    add_name(&f->taken, own);
    Axis axis = { .name = own, .extent = extent, .kind = AXIS_PLAIN, .symbol = new_long(SY_AXIS, own, at), .at = at };
    list_add(f->call.axes, f->call.axis_count, axis);
    return axis.symbol;
}

// ---- Expressions of the kernel as those of index maps ---------------------------------------------------------------

void as_in_map(void *to, const Node *n)
{
    const Flattening *f = to;
    Node *self = writable(n);
    const Loc at = n->at;
    const Part *part = n->ref ? part_of(f->from, n->ref) : NULL;
    const Value *value = n->kind == ND_NAME ? find_by(f->values, f->value_count, n->symbol) : NULL;
    const int axis = n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS || n->kind == ND_NUM_PROGRAMS ? axis_asked_for(f->from, n) : -1;
    if (value)
        *self = *copy_of_value(value->value);
    else if (axis >= 0)
        *self = n->kind == ND_NUM_PROGRAMS ? *copy_of_value(f->from->axes[axis].extent) : *name_node(f->from->axes[axis].symbol, at);
    else if (n->kind == ND_DIM && part && n->a->known && n->a->value < part->rank)
        *self = *copy_of_value(part->shape[n->a->value]);
    else if (n->kind == ND_ACCESS && part && part->kind == PART_TABLE)
        self->ref = part->symbol;
    self->at = at;
}

static bool is_foreign(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_SEM_READ || n->kind == ND_DEVICE || n->kind == ND_INSIDE || n->kind == ND_SIZE || n->kind == ND_PASS ||
           n->kind == ND_SUBSCRIPT || n->kind == ND_LOAD || n->kind == ND_ATOMIC || (n->kind == ND_CALL && n->symbol) ||
           (n->kind == ND_ACCESS && n->ref->kind != SY_TABLE) || assigns_to(n) || is_postfix(n) ||
           (n->kind == ND_NAME && (n->symbol->kind == SY_LOCAL || n->symbol->kind == SY_INDEX || n->symbol->kind == SY_REF));
}

// An index that an int holds in the kernel is the number itself in a map: no array has as many blocks as an int cannot count.
static void drop_narrow_cast(void *unused, const Node *n)
{
    (void)unused;
    const bool integers = n->kind == ND_CAST && type_is_integer(n->type) && n->a->type && type_is_integer(n->a->type);
    if (integers && has_sign(n->type) && has_sign(n->a->type) && type_size(n->type) >= 4 && type_size(n->type) <= type_size(n->a->type))
        *writable(n) = *n->a;
}

Node *in_map(Flattening *f, const Node *n)
{
    Node *made = copy_of_value(n);
    each_node(made, as_in_map, f);
    each_node(made, drop_narrow_cast, NULL);
    if (find_node(made, is_foreign, NULL))
        cannot_flatten(f, text("'%s' on line %u is not computed from sizes, scalars, tables and indices alone", expression_text(n), n->at.line));
    return made;
}

static bool differs_by_program(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_ACCESS || n->kind == ND_CALL || (n->kind == ND_NAME && n->symbol->kind == SY_AXIS);
}

Node *extent_in_map(Flattening *f, const Node *n)
{
    Node *made = in_map(f, n);
    if (find_node(made, differs_by_program, NULL))
        cannot_flatten(f, text("'%s' on line %u differs from program to program", expression_text(n), n->at.line));
    return made;
}

bool is_operation(const Node *n, const char *op)
{
    return n->kind == ND_BINARY && is_op(n, op);
}
