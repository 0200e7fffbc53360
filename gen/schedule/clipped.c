// schedule/clipped.c -- copies of a window without lanes: loops over the elements that are in the array, instead of masks.

#include "schedule/schedule.h"

// Where the elements of the window that are in the array begin, and end.
static Node *first_inside(const Around *at, const Operand *o, int d, Time when)
{
    return o->dims[d].kind != WINDOW_ELEMENT ? literal_node(0)
           : call_with("pl_most", literal_node(0), unary_node("-", start_of_window(at, o, d, when)));
}

static Node *end_inside(const Around *at, const Operand *o, int d, Time when)
{
    const WindowDim *w = &o->dims[d];
    Node *all = w->kind == WINDOW_BOUNDED ? count_of_window(at, o, d, when) : expression(at, w->size);
    return call_with("pl_least", all, binary_node("-", expression(at, w->extent), start_of_window(at, o, d, when)));
}

static Node *loop_inside(const Around *at, const Operand *o, int d, Time when, Node *body)
{
    const char *index = text("pl_at_%d", d), *end = text("pl_end_%d", d);
    if (!o->dims[d].partial)
        return loop_to(index, &long_type, expression(at, o->dims[d].size), 1, body);
    return for_node(also(variable(index, &long_type, first_inside(at, o, d, when)), end, end_inside(at, o, d, when)),
                    compare_node("<", word_node(index), word_node(end)), add_to(index, literal_node(1)), body);
}

// Whether a function of the target copies it: whole lines of two dims, from their first element.
static bool is_copied_by_lines(const Around *at, const Operand *o, Time when, WindowLines *m)
{
    return at->group->lanes->group.machine->vector_loops && when == NOW && is_of_lines(o, m) && o->part->type->kind != TY_STRUCT &&
           is_literal(array_stride(o, m->element), 1) && is_literal(window_stride(o, m->element, 0), 1) &&
           o->dims[m->line].kind != WINDOW_ELEMENT && o->dims[m->element].kind != WINDOW_ELEMENT;
}

// The elements of a dim that are in the array.
static Node *count_inside(const Around *at, const Operand *o, int d)
{
    return o->dims[d].partial ? end_inside(at, o, d, NOW) : expression(at, o->dims[d].size);
}

static Node *copy_of_lines(const Around *at, const Operand *o, Direction direction, Node *into, Node *from, const WindowLines *m)
{
    Node *window = expression(at, window_stride(o, m->line, 0)), *array = expression(at, array_stride(o, m->line));
    return say("say_copy_lines", 7, word_node(type_code(o->part->type)), memory_named(into->name), direction == IN ? window : array,
               memory_named(from->name), direction == IN ? array : window, count_inside(at, o, m->line), count_inside(at, o, m->element));
}

void add_clipped(const Around *at, const Operand *o, Direction direction, Node *into, Node *from, Time when, Node *to)
{
    Node *copy = assign("=", into, from);
    WindowLines matrix;
    if (is_copied_by_lines(at, o, when, &matrix)) {
        add_item(to, copy_of_lines(at, o, direction, into, from, &matrix));
        return;
    }
    for (int d = o->rank - 1; d >= 0; d--)
        if (o->dims[d].kind != WINDOW_ONE)
            copy = loop_inside(at, o, d, when, copy);
    add_item(to, copy);
}

static void add_filled(const Around *at, const Operand *o, Node *value, Node *to)
{
    Node *element = element_at(name_with(at, o, "window"), word_node("pl_at"));
    add_item(to, loop_to("pl_at", &long_type, expression(at, place_of(at, o)->count), 1, assign("=", element, value)));
}

// A struct may have integers, too.
static void add_filled_bytes(const Around *at, const Operand *o, Node *to)
{
    static const Type byte = { .kind = TY_U8 };
    Node *bytes = new_node(ND_SUBSCRIPT, o->part->at), *size = word_node(text("sizeof (%s)", type_code(o->part->type)));
    Node *window = word_with(at, o, "window");
    window->type = pointer_to(o->part->type, "block");
    bytes->a = wrapped(cast_to(pointer_to(&byte, "block"), window));
    bytes->b = word_node("pl_at");
    bytes->type = pointer_to(&byte, "block")->of;
    add_item(to, loop_to("pl_at", &long_type,
                         cast_to(&long_type, wrapped(binary_node("*", wrapped(expression(at, place_of(at, o)->count)), size))), 1,
                         assign("=", bytes, literal_node(1))));
}

// Unspecified integers must not trap as divisors.
void add_clipped_in(const Around *at, const Operand *o, Node *into, Node *from, Node *to)
{
    const Type *t = o->part->type;
    bool needs_none = t->kind == TY_F32 || t->kind == TY_F64 || t->kind == TY_F16 || t->kind == TY_BF16;
    if (o->part->edge)
        add_filled(at, o, converted(expression(at, o->part->edge), t), to);
    else if (t->kind == TY_STRUCT)
        add_filled_bytes(at, o, to);
    else if (!needs_none)
        add_filled(at, o, literal_node(1), to);
    add_clipped(at, o, IN, into, from, NOW, to);
}
