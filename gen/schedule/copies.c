// schedule/copies.c -- copies of windows: to registers, to local memory or to global memory, and back.
//
// A window that is entirely in its array is copied without masks, by vectors or by pieces of several elements if these begin where
// they must. Otherwise the lanes copy single elements, and what is outside the array has a value of its own, or none.

#include "schedule/schedule.h"

static const Lanes *lanes(const Around *at) { return at->group->lanes; }

const WindowCopy *copy_of(const Around *at, const Operand *o)
{
    return &lanes(at)->copies[o - at->group->plan->operands];
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static Node *register_of_dim(const Around *at, const Operand *o, int d)
{
    const StepLoop *s = &copy_of(at, o)->loops[d];
    return is_single(s) ? literal_node(0) : register_number(at, text("pl_at_%d", d), has_runs(&lanes(at)->group, s->how));
}

// The element at pl_at_0, pl_at_1 … in the registers of a lane.
static Node *in_registers_of_lane(const Around *at, const Operand *o)
{
    Node *n = element_at(o->ref->name, literal_node(0));
    n->item_count = 0;
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].dim >= 0 && register_extent(at->group->plan, o->ref, o->dims[d].dim))
            add_item(n, o->dims[d].dim < o->ref->rank - 2 ? index_on_dim(o->dims[d].size, "pl_at", d) : register_of_dim(at, o, d));
    return n;
}

// The element at pl_at_0, pl_at_1 … in memory, where the window has it at this offset.
static Node *element_of_window(const Operand *o, const char *name, Node *offset)
{
    Node *n = element_at(name, offset), *at[MOST_DIMS] = { literal_node(0) };
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].dim >= 0)
            at[o->dims[d].dim] = index_on_dim(o->dims[d].size, "pl_at", d);
    n->a = access_node(o->ref, at);
    return n;
}

static Node *in_copy(const Around *at, const Operand *o)
{
    const WindowPlace *p = place_of(at, o);
    if (placement(at, o) == WINDOW_REGISTERS)
        return in_registers_of_lane(at, o);
    if (placement(at, o) == WINDOW_COPIED)
        return element_of_window(o, name_with(at, o, "window"), p->in_window);
    return element_of_window(o, o->ref->name, placement_of(&lanes(at)->placements, o)->gap.elements ? p->in_local : p->in_window);
}

static Node *of_array(const Operand *o, Node *place)
{
    place->ref = (Symbol *)(size_t)o->ref;
    return place;
}

static Node *in_block(const Around *at, const Operand *o)
{
    return of_array(o, element_at(name_with(at, o, "block"), place_of(at, o)->in_array));
}

// The element where the window was before its index changed.
static Node *in_array_before(const Around *at, const Operand *o)
{
    const WindowPlace *p = place_of(at, o);
    return of_array(o, element_at(name_with(at, o, "array"), sum_node("+", p->previous, p->in_array)));
}

// The value of an element outside the array; NULL: it is not specified. Unspecified integers must not trap as divisors.
static Node *outside_of(const Around *at, const Operand *o)
{
    const Type *t = o->part->type;
    const char *code = type_code(t);
    if (o->part->edge)
        return converted(expression(at, o->part->edge), t);
    if (!type_is_float(t) && !type_is_small_float(t) && t->kind != TY_STRUCT)
        return literal_node(1);
    if (!lanes(at)->group.machine->zeros_outside)
        return NULL;
    return type_is_small_float(t) ? say("pl_zero", 1, word_node(code))
           : t->kind == TY_STRUCT ? say("say_zeroed", 1, word_node(code)) : literal_node(0);
}

// ---- Loops over a window --------------------------------------------------------------------------------------------

// Pieces that lanes share by number.
static void add_numbered(const Around *at, const Operand *o, const Pieces *p, Make *make, const void *of, Node *to)
{
    Node *body = new_block(), *last = NULL;
    const LaneGroup *l = &lanes(at)->group;
    for (int d = 0; d < o->rank; d++)
        if (p->first[d] && last)
            last = also(last, text("pl_at_%d", d), expression(at, p->first[d]))->c;
        else if (p->first[d])
            add_item(body, last = variable(text("pl_at_%d", d), const_type(copy_of(at, o)->loops[d].narrow ? &int_type : &long_type),
                                           expression(at, p->first[d])));
    make(at, of, body);
    add_item(to, for_pieces(l, p->count, body));
}

// vector: of a run of neighbors in the block, or NULL.
static StepLoop loop_over(const Around *at, const Operand *o, int d, const struct Vector **vector)
{
    StepLoop s = copy_of(at, o)->loops[d];
    s.dim = d;
    s.high = o->dims[d].size;
    s.named = true;
    s.use = *vector && placement(at, o) == WINDOW_REGISTERS ? USED_BY_ELEMENTS : USED_ALWAYS;
    s.vectors = vector;
    s.vector_count = *vector != NULL;
    return s;
}

// whole: adds the copy of a run; NULL: its elements are copied one by one.
static void add_over_dims(const Around *at, const Operand *o, const struct Vector *vector, Make *make, Make *whole, const void *of, Node *to)
{
    StepLoop *loops = NULL;
    int count = 0;
    Node *block = new_block();
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].kind != WINDOW_ONE)
            list_add(loops, count, loop_over(at, o, d, &vector));
    add_loops(at, &(Nest){ loops, count, true, make, of, whole }, block);
    if (count)
        add_items(to, block);
    else
        add_item(to, if_node(compare_node("==", word_node("pl_lane"), literal_node(0)), alone_or_block(block)));
}

static void add_over_window(const Around *at, const Operand *o, const struct Vector *vector, Make *make, Make *whole, const void *of, Node *to)
{
    const Pieces *elements = &copy_of(at, o)->elements;
    if (elements->count)
        add_numbered(at, o, elements, make, of, to);
    else
        add_over_dims(at, o, vector, make, whole, of, to);
}

// ---- Copies of single elements --------------------------------------------------------------------------------------

typedef struct {                // in a loop over the window
    const Operand *operand;
    Node *to, *from;
    bool starts;                // it only starts the copy, of an element of local memory
    Node *inside;               // the condition that it is in the array; NULL: always
    Node *outside;              // its value otherwise; NULL: none
} ElementCopy;

static void add_element(const Around *at, const void *of, Node *to)
{
    const ElementCopy *c = of;
    Node *copied = c->starts ? say("say_fetch_element", 3, word_node(type_code(c->operand->part->type)), c->to, c->from)
                             : assign("=", c->to, c->from);
    Node *then = new_block(), *otherwise = new_block();
    (void)at;
    if (!c->inside) {
        add_item(to, copied);
    } else if (!c->outside) {
        add_item(to, if_node(c->inside, copied));
    } else if (!c->starts) {
        add_item(to, assign("=", c->to, choice_node(c->inside, c->from, c->outside)));
    } else {
        add_item(then, copied);
        add_item(otherwise, assign("=", c->to, c->outside));
        add_item(to, branch_node(ND_IF, c->inside, then, otherwise, c->to->at));
    }
}

static void add_elements(const Around *at, const ElementCopy *c, Node *to)
{
    add_over_window(at, c->operand, NULL, add_element, NULL, c, to);
}

static void add_masked_in(const Around *at, const Operand *o, bool starts, Node *to)
{
    if (at->group->one) {
        add_clipped_in(at, o, in_copy(at, o), in_block(at, o), to);
        return;
    }
    add_elements(at, &(ElementCopy){ o, in_copy(at, o), in_block(at, o), starts, is_inside(at, o, NOW), outside_of(at, o) }, to);
}

static void add_masked_out(const Around *at, const Operand *o, Time when, Node *to)
{
    Node *element = when == BEFORE ? in_array_before(at, o) : in_block(at, o);
    if (at->group->one) {
        add_clipped(at, o, OUT, element, in_copy(at, o), when, to);
        return;
    }
    add_elements(at, &(ElementCopy){ o, element, in_copy(at, o), false, is_inside(at, o, when), NULL }, to);
}

// ---- Copies of whole windows ----------------------------------------------------------------------------------------

typedef struct { const Operand *operand; Direction direction; const struct Vector *vector; } WholeCopy;  // vector NULL: there is none

static void add_whole_element(const Around *at, const void *of, Node *to)
{
    const WholeCopy *c = of;
    Node *copy = in_copy(at, c->operand), *block = in_block(at, c->operand);
    if (c->vector && uses_vectors(at))
        block = element_at(name_with(at, c->operand, "vector"), word_node("pl_e"));
    add_item(to, c->direction == OUT ? assign("=", block, copy) : assign("=", copy, block));
}

// Stores the registers of a run, as a vector that the language makes of them.
static void add_stored_run(const Around *at, const void *of, Node *to)
{
    const WholeCopy *c = of;
    const struct Vector *v = c->vector;
    Node *type = say("pl_type", 1, word_node(type_code(v->ref->type))), *value = say("say_vector_of", 2, type, at->width);
    for (long long e = 0; e < at->width->value; e++) {
        Around element = *at;
        element.element = literal_node(e);
        add_item(value, in_copy(&element, c->operand));
    }
    add_item(to, say("say_store", 5, type, value, element_at(v->ref->name, expression(at, v->offset)), at->width, word_node("whole")));
}

// By vectors if a lane has neighbors.
static void add_whole_window(const Around *at, const Operand *o, Direction direction, Node *to)
{
    bool planned = vector_of_block(&lanes(at)->vectors, NULL, o->ref);
    Symbol block = *o->ref;
    block.name = name_with(at, o, "block");
    const struct Vector v = { .ref = &block, .name = name_with(at, o, "vector"), .loads = direction == IN, .stores = direction == OUT,
                              .offset = place_of(at, o)->first };
    bool stores = planned && direction == OUT && lanes(at)->group.machine->vector_loops && lanes(at)->group.run <= 8;
    add_over_window(at, o, planned ? &v : NULL, add_whole_element, stores ? add_stored_run : NULL,
                    &(WholeCopy){ o, direction, planned ? &v : NULL }, to);
}

static void add_piece(const Around *at, const void *of, Node *to)
{
    const WholeCopy *c = of;
    long long length = copy_of(at, c->operand)->pieces.length;
    Node *copy = in_copy(at, c->operand), *block = in_block(at, c->operand);
    add_item(to, c->direction == OUT ? say("say_store_piece", 3, block, copy, literal_node(length))
                                     : say("say_fetch_piece", 4, copy, block, literal_node(length),
                                           literal_node(length * type_size(c->operand->ref->type))));
}

static void add_pieces(const Around *at, const Operand *o, Direction direction, Node *to)
{
    add_numbered(at, o, &copy_of(at, o)->pieces, add_piece, &(WholeCopy){ o, direction, NULL }, to);
}

// ---- By the target's word --------------------------------------------------------------------------------------------

static bool may_be_zero_outside(const Operand *o)
{
    const Type *t = o->part->type;
    return o->part->edge ? is_zero(o->part->edge) : type_is_float(t) || type_is_small_float(t);
}

// Whether the word copies the window: in pieces of 16 bytes, with zeros outside the array, shared by a constant number of lanes.
static bool is_copied_by_word(const Around *at, const Operand *o, WindowLines *m)
{
    const Pieces *p = &copy_of(at, o)->pieces;
    const bool of_lines = is_of_lines(o, m) && m->known;
    return lanes(at)->group.machine->templates && p->count && p->length * type_size(o->ref->type) == 16 && of_lines &&
           (!is_whole(at, o) || may_be_zero_outside(o)) && !at->group->one && !at->group->alone && !lanes(at)->group.shrinks;
}

static Node *all_of(Node *element)
{
    element->item_count = 0;
    return element;
}

static Node *fetch_of_window(const Around *at, const Operand *o, const WindowLines *m)
{
    const LaneGroup *l = &lanes(at)->group;
    long long lines = o->dims[m->line].size->value, line = o->dims[m->element].size->value;
    long long gap = placement_of(&lanes(at)->placements, o)->gap.elements;
    Node *none = word_node(""), *mask = is_whole(at, o) ? is_inside(at, o, NOW) : NULL;
    return say("say_fetch_slice", 11, all_of(in_copy(at, o)), all_of(in_block(at, o)), expression(at, array_stride(o, m->line)),
               literal_node(lines), literal_node(line), literal_node(line + gap), literal_node(l->rows * l->columns),
               mask ? word_with(at, o, "whole") : none, word_node(text("pl_at_%d", m->line)), word_node(text("pl_at_%d", m->element)),
               mask ? mask : none);
}

// ---- Whole windows, and those at the edge ---------------------------------------------------------------------------

// The condition that rows of pieces begin at multiples of these; NULL: certainly.
static Node *in_pieces(const Around *at, const Operand *o)
{
    const Pieces *p = &copy_of(at, o)->pieces;
    Node *row = p->count && p->row >= 0 ? expression(at, array_stride(o, p->row)) : NULL;
    if (p->count && lanes(at)->group.machine->vector_aligned)
        return say("say_in_pieces", 3, word_with(at, o, "block"), row ? row : word_node(""),
                   literal_node(p->length * type_size(o->ref->type)));
    return row ? is_multiple(row, p->length) : NULL;
}

// The condition that the window is whole, and that vectors and pieces begin where they must; NULL: certainly.
static Node *whole_condition(const Around *at, const Operand *o)
{
    const WindowCopy *copy = copy_of(at, o);
    Node *all = is_whole(at, o) ? word_with(at, o, "whole") : NULL;
    if (copy->divided)
        all = and_node(all, is_multiple(expression(at, copy->divided), lanes(at)->group.run));
    if (copy->aligned && lanes(at)->group.machine->vector_aligned)
        all = and_node(all, say("say_is_aligned", 1, word_with(at, o, "array")));
    return and_node(all, in_pieces(at, o));
}

// Adds the copy of a whole window, or that with masks. If another form of the body has vectors, one more version is not worth it.
static void add_either(const Around *at, const Operand *o, Node *whole, Node *masked, Node *to)
{
    Node *condition = whole_condition(at, o);
    if (!condition)
        add_items(to, whole);
    else if (at->group->alone)
        add_items(to, masked);
    else
        add_item(to, branch_node(ND_IF, condition, whole, masked, condition->at));
}

void add_copy_in(const Around *at, const Operand *o, Node *to)
{
    WindowLines matrix;
    if (is_copied_by_word(at, o, &matrix)) {
        add_item(to, fetch_of_window(at, o, &matrix));
        return;
    }
    Node *whole = new_block(), *masked = new_block();
    bool starts = at->fetches || placement_of(&lanes(at)->placements, o)->async;
    if (copy_of(at, o)->pieces.count)
        add_pieces(at, o, IN, whole);
    else if (starts)
        add_elements(at, &(ElementCopy){ o, in_copy(at, o), in_block(at, o), true, NULL, NULL }, whole);
    else
        add_whole_window(at, o, IN, whole);
    add_masked_in(at, o, at->fetches, masked);
    add_either(at, o, whole, masked, to);
}

static void add_copy_out(const Around *at, const Operand *o, Node *to)
{
    if (has_stored_sums(at, o)) {
        add_stored_sums(at, o, to);
        return;
    }
    Node *whole = new_block(), *masked = new_block();
    (copy_of(at, o)->pieces.count ? add_pieces : add_whole_window)(at, o, OUT, whole);
    add_masked_out(at, o, NOW, masked);
    add_either(at, o, whole, masked, to);
}

// ---- Copies in registers or in local memory, and in global memory ---------------------------------------------------

static bool is_read(const Operand *o)
{
    return o->read || !o->written;
}

// In registers, or if the window is copied in any case, without a condition.
static void add_if_copied(const Around *at, const Operand *o, Node *block, Node *to)
{
    if (is_held(at, o) || o->copy == COPY_ALWAYS)
        add_items(to, block);
    else
        add_item(to, if_node(unary_node("!", word_with(at, o, "whole")), block));
}

static void add_arrival(const Around *at, const Operand *o, Node *to)
{
    if (copy_of(at, o)->waits)
        add_item(to, say("say_copied", 0));
    add_wait(at, copy_of(at, o)->fetched, to);
}

static Node *register_array(const Around *at, const Operand *o)
{
    const Type *type = plain_type(o->part->type);
    for (int d = o->ref->rank - 1; d >= 0; d--) {
        long long extent = register_extent(at->group->plan, o->ref, d);
        type = extent ? array_of(type, extent) : type;
    }
    return variable(o->ref->name, type, NULL);
}

// Copies back what is there, where the window was. before: a barrier, if there is a copy in global memory; or NULL.
static void add_late_out(const Around *at, const Operand *o, Barrier *before, Node *to)
{
    Node *body = new_block();
    if (!o->written)
        return;
    add_wait(at, before, body);
    add_masked_out(at, o, BEFORE, body);
    add_item(to, if_node(word_with(at, o, is_held(at, o) ? "held" : "copied"), body));
}

static void add_moved_global_in(const Around *at, const Operand *o, Node *to)
{
    Node *in = new_block();
    add_item(to, assign("=", word_with(at, o, "copied"), o->copy == COPY_ALWAYS ? literal_node(1) : unary_node("!", word_with(at, o, "whole"))));
    if (!is_read(o))
        return;
    add_masked_in(at, o, false, in);
    add_item(to, if_node(word_with(at, o, "copied"), in));
}

// The copy of a window that stays until its index changes.
static void add_moved(const Around *at, const Operand *o, Node *to)
{
    Node *body = new_block();
    add_wait(at, copy_of(at, o)->fetch, body);
    add_late_out(at, o, NULL, body);
    add_wait(at, copy_of(at, o)->between, body);
    add_kept_place(at, o, body);
    add_item(body, assign("=", word_with(at, o, "held"), literal_node(1)));
    if (!is_held(at, o))
        add_moved_global_in(at, o, body);
    else if (is_read(o))
        add_copy_in(at, o, body);
    add_arrival(at, o, body);
    add_item(to, if_node(has_moved(at, o), body));
}

// Whether a copy of its window stays until its index changes.
static bool stays(const Around *at, const Operand *o)
{
    bool copy = is_held(at, o) || (placement(at, o) == WINDOW_COPIED && o->copy != COPY_NEVER);
    return o->visits == VISIT_MOVED && copy;
}

void add_state(const Around *at, const Operand *o, Node *to)
{
    if (!stays(at, o))
        return;
    if (placement(at, o) == WINDOW_REGISTERS)
        add_item(to, register_array(at, o));
    Node *variables = variable(name_with(at, o, "held"), &int_type, literal_node(0));
    add_item(to, is_held(at, o) ? variables : also(variables, name_with(at, o, "copied"), literal_node(0)));
    add_place_before(at, o, to);
}

void add_visit_of_copy(const Around *at, const Operand *o, Node *to)
{
    Node *body = new_block();
    if (o->visits == VISIT_MOVED) {
        add_moved(at, o, to);
        return;
    }
    if (placement(at, o) == WINDOW_REGISTERS)
        add_item(to, register_array(at, o));
    if (!is_read(o))
        return;
    add_wait(at, copy_of(at, o)->fetch, body);
    if (is_held(at, o))
        add_copy_in(at, o, body);
    else
        add_masked_in(at, o, false, body);
    add_arrival(at, o, body);
    add_if_copied(at, o, body, to);
}

void add_end_of_visit(const Around *at, const Operand *o, Node *to)
{
    Node *body = new_block();
    if (!o->written || o->visits == VISIT_MOVED || !(is_held(at, o) || placement(at, o) == WINDOW_COPIED))
        return;
    if (has_pairs(lanes(at))) {
        add_results_of_program(at, o, to);
        return;
    }
    add_wait(at, copy_of(at, o)->end, body);
    if (is_held(at, o))
        add_copy_out(at, o, body);
    else
        add_masked_out(at, o, NOW, body);
    add_if_copied(at, o, body, to);
}

void add_last_copy(const Around *at, const Operand *o, Node *to)
{
    Barrier *before = copy_of(at, o)->end;
    if (!stays(at, o))
        return;
    add_item(to, line_of(o->part->at));
    if (is_held(at, o))
        add_wait(at, before, to);
    add_late_out(at, o, is_held(at, o) ? NULL : before, to);
}
