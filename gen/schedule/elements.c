// schedule/elements.c -- the expressions of a step, with each element where it is.

#include "schedule/schedule.h"

// ---- Elements -------------------------------------------------------------------------------------------------------

const char *trip_name(const char *index)
{
    return text("pl_reg_%s", begins(index, "pl_at_") ? index + sizeof "pl_at_" - 1 : index);
}

static bool is_among(const Bare *loops, const char *trip)
{
    for (const Bare *b = loops; b; b = b->outer)
        if (is_text(b->trip, trip))
            return true;
    return false;
}

bool uses_vectors(const Around *at)
{
    return at->width && !at->masked;
}

Node *register_number(const Around *at, const char *index, bool run)
{
    const char *trip = trip_name(index);
    if (is_among(at->single, trip))
        return literal_node(0);
    bool of_run = run && at->width && !at->only_registers && !is_among(at->bare, trip);
    return of_run ? sum_node("+", word_node(trip), at->element ? at->element : word_node("pl_e")) : word_node(trip);
}

static Node *place_node(const char *name, const Node *access)
{
    Node *n = new_node(ND_PLACE, access->at);
    n->name = name;
    n->type = access->type;
    n->a = writable(access);
    return n;
}

// A block in registers has those of the last two dims in turn; the dims before them select one of the lane's tiles.
static Node *in_register(const Around *at, const Node *access)
{
    const Lanes *l = at->group->lanes;
    Node *n = place_node(access->ref->name, access);
    for (int d = 0; d < access->item_count; d++) {
        const Node *index = access->items[d];
        while (d >= access->ref->rank - 2 && index->kind != ND_NAME)            // within a cast
            index = index->a;
        bool tile = d < access->ref->rank - 2;
        if (!register_extent(at->group->plan, access->ref, d))
            continue;
        add_item(n, tile ? expression(at, index) : register_number(at, index->symbol->name,
                                                                   has_runs(&l->group, distribution_of(&l->group, index->symbol))));
    }
    return n;
}

static Node *in_vector(const struct Vector *v, const Node *access)
{
    Node *n = place_node(v->name, access);
    add_item(n, word_node("pl_e"));
    return n;
}

static Node *in_memory(const Around *at, const Node *access)
{
    Node *n = place_node(access->ref->name, access);
    add_item(n, expression(at, offset_of(at->group->plan, access->ref, access->items, access->item_count)));
    return n;
}

// The value of an element outside the array.
static Node *outside_value(const Around *at, const Symbol *ref)
{
    const Operand *o = operand_of(at->group->plan, ref);
    if (o->part->edge)
        return converted(expression(at, o->part->edge), o->part->type);
    return type_is_small_float(o->part->type) ? say("pl_zero", 1, word_node(type_code(o->part->type)))
                                              : writable(place_of_window(at->group->plan, o)->outside);
}

static Node *value_if(const Around *at, Node *inside, Node *element, const Symbol *ref)
{
    return wrapped(choice_node(inside, element, outside_value(at, ref)));
}

// Without lanes an element is where the user wrote it.
static Node *element_node(const Around *at, const Node *access)
{
    if (!at->group->lanes)
        return copy_with_parts(at, access);
    const Element *e = element_of_step(at->step, access);
    bool masked = e && e->condition && at->masked;
    Node *element = e && e->vector && uses_vectors(at) ? in_vector(e->vector, access)
                    : in_registers(&at->group->lanes->layouts, access->ref) ? in_register(at, access) : in_memory(at, access);
    return masked ? value_if(at, expression(at, e->condition), element, access->ref) : element;
}

// ---- Elements of whole blocks ---------------------------------------------------------------------------------------

Node *block_element(const Around *at, const Symbol *ref, const BlockPlace *place)
{
    if (!at->group->lanes)
        return access_node(ref, place->at);
    const Lanes *l = at->group->lanes;
    const struct Vector *v = vector_of_block(&l->vectors, at->step->node, ref);
    bool vector = v && uses_vectors(at);
    Node *n = element_at(vector ? v->name : ref->name, vector ? word_node("pl_e") : expression(at, place->offset));
    n->type = ref->type;
    n->a = access_node(ref, place->at);
    n->item_count = in_registers(&l->layouts, ref) ? 0 : 1;
    for (int d = 0; in_registers(&l->layouts, ref) && d < ref->rank; d++) {
        const char *index = text("pl_at_%d", d);
        if (!register_extent(at->group->plan, ref, d))
            continue;
        add_item(n, d < ref->rank - 2 ? index_on_dim(ref->dims[d], "pl_at", d) : register_number(at, index, has_runs(&l->group, at->step->loops[d].how)));
    }
    return n;
}

Node *block_value(const Around *at, const Symbol *ref, const BlockPlace *place)
{
    Node *element = block_element(at, ref, place);
    return place->mask && at->masked ? value_if(at, expression(at, place->mask), element, ref) : element;
}

// ---- PL_INSIDE ------------------------------------------------------------------------------------------------------

static Node *inside_node(const Around *at, const Node *inside)
{
    const Node *condition = element_of_step(at->step, inside)->condition;
    return condition ? wrapped(expression(at, condition)) : literal_node(1);
}

static bool is_place(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_PLACE || n->kind == ND_SUBSCRIPT;
}

// Whether it is a name, or an element with one subscript.
static bool is_word(const Node *n)
{
    return n->kind == ND_NAME || (n->kind == ND_PLACE && n->item_count == 1 && !find_node(n->items[0], is_place, NULL));
}

// PL_INSIDE(x, r, c) ? … x[r][c] … : other, with one check for both, which is omitted where windows are whole.
static Node *inside_choice(const Around *at, const Node *e, const Element *choice)
{
    Node *value = expression(at, e->b);
    if (!choice->guards)
        return wrapped(choice_node(inside_node(at, e->a), value, expression(at, e->c)));
    if (at->masked || !at->group->lanes)
        return wrapped(choice_node(expression(at, choice->condition), value, expression(at, e->c)));
    return is_word(value) ? value : wrapped(value);
}

// ---- Checks in expressions ------------------------------------------------------------------------------------------

// Whether the steps of this axis are those of a part.
static bool is_divided(const Plan *plan, const char *axis)
{
    const Axis *shared = shared_axis(plan->call);
    return shared && is_text(shared->symbol->name, axis);
}

Node *first_step(const Plan *plan, const char *axis)
{
    return is_divided(plan, axis) ? word_node(text("%s_first", axis)) : literal_node(0);
}

Node *steps_end(const Plan *plan, const char *axis)
{
    return is_divided(plan, axis) ? word_node(text("%s_end", axis)) : programs_of(axis);
}

Node *programs_of(const char *axis)
{
    return word_node(text("%s_programs", axis));
}

const char *axis_at(const Plan *plan, int level)
{
    return axis_of_level(plan, level)->symbol->name;
}

Node *number_of_step(const Plan *plan)
{
    Node *number = word_node(axis_at(plan, 1));
    for (int level = 2; level <= plan->levels; level++)
        number = binary_node("+", binary_node("*", number, programs_of(axis_at(plan, level))), word_node(axis_at(plan, level)));
    return number;
}

// Only steps of a single axis are divided among parts.
Node *first_number(const Plan *plan)
{
    return first_step(plan, axis_at(plan, 1));
}

Node *numbers_end(const Plan *plan)
{
    Node *end = steps_end(plan, axis_at(plan, 1));
    for (int level = 2; level <= plan->levels; level++)
        end = binary_node("*", end, programs_of(axis_at(plan, level)));
    return end;
}

void add_indices_of_step(const Plan *plan, Node *number, Node *to)
{
    const bool named = number->kind == ND_NAME;
    const char *step = named ? number->symbol->name : "pl_step", *names = "";
    for (int level = 1; level <= plan->levels; level++)
        names = text("%s %s", names, axis_at(plan, level));
    if (plan->levels > 1 && !named)
        add_if_used(names, variable(step, const_type(&long_type), number), to);
    for (int level = 1; level <= plan->levels; level++) {
        const char *axis = axis_at(plan, level);
        Node *index = plan->levels > 1 ? word_node(step) : number;
        for (int inner = plan->levels; inner > level; inner--)
            index = binary_node("/", index, programs_of(axis_at(plan, inner)));
        index = level > 1 ? binary_node("%", index, programs_of(axis)) : index;
        add_if_used(axis, variable(axis, const_type(&long_type), index), to);
    }
}

Node *over_all_steps(const Plan *plan, Node *body)
{
    for (int level = plan->levels; level; level--) {
        const char *axis = axis_at(plan, level);
        body = loop_from(axis, &long_type, first_step(plan, axis), steps_end(plan, axis), 1, body);
    }
    return body;
}

Node *program_number(const Around *at)
{
    const Plan *plan = at->group->plan;
    Node *number = literal_node(0);
    for (int a = 0; a < plan->axis_count; a++) {
        const char *axis = plan->axes[a].axis->symbol->name;
        bool runs = plan->axes[a].parallel || plan->axes[a].level <= at->level;
        number = sum_node("+", product_node(number, programs_of(axis)), runs ? word_node(axis) : first_step(plan, axis));
    }
    return number;
}

static Node *checked_multiple(const Around *at, const Node *n)
{
    const Plan *plan = at->group->plan;
    Node *arguments = new_block();
    if (plan->unchecked)
        return wrapped(expression(at, n->a));
    add_item(arguments, word_node("pl_reports"));
    add_item(arguments, literal_node(message_of(plan, n)));
    add_item(arguments, program_number(at));
    add_item(arguments, expression(at, n->a));
    add_item(arguments, expression(at, n->b));
    return call_of("pl_multiple", arguments);
}

// ---- Exponentials between products ------------------------------------------------------------------------------------

static bool is_sum_of_product(const Node *n, const void *lanes)
{
    return n->kind == ND_ACCESS && n->item_count == 2 && in_registers(&((const Lanes *)lanes)->layouts, n->ref);
}

// expf of a sum, in a kernel whose products form a chain: it becomes an operand of 16 bits. An instruction is precise enough for
// that, and expf takes eight.
static bool is_exp_of_sum(const Around *at, const Node *n)
{
    const Lanes *l = at->group->lanes;
    bool single = n->kind == ND_CALL && n->math && is_text(n->math->name, "exp") && math_result(n)->kind == TY_F32;
    return single && l && l->chain.fed_count && find_node(n->items[0], is_sum_of_product, l);
}

// expf(score - peak) of scores that are scaled there.
static Node *power_of_score(const Around *at, const Scaled *scaled)
{
    Node *all = new_block();
    add_item(all, expression(at, scaled->power->items[0]->a));
    add_item(all, expression(at, scaled->factor));
    add_item(all, expression(at, scaled->power->items[0]->b));
    return call_of("pl_exp_scaled", all);
}

static const Scaled *scaled_scores(const Around *at)
{
    return at->group->lanes && at->group->lanes->chain.scaled.scaling ? &at->group->lanes->chain.scaled : NULL;
}

// ---- All expressions ------------------------------------------------------------------------------------------------

// Also of a statement that has no others in it.
Node *copy_with_parts(const Around *at, const Node *n)
{
    Node *made = allocate(sizeof *made);
    *made = *n;
    made->a = expression(at, n->a);
    made->b = expression(at, n->b);
    made->c = expression(at, n->c);
    made->items = NULL;
    made->item_count = 0;
    for (int i = 0; i < n->item_count; i++)
        add_item(made, expression(at, n->items[i]));
    return made;
}

// Whether it is an index of the element that is copied to a slice.
static bool is_copied(const Node *n)
{
    return n->kind == ND_NAME && n->symbol->kind == SY_COPIED;
}

// The address of an element is that in memory.
static Node *address_of(const Around *at, const Node *n)
{
    Node *made = allocate(sizeof *made);
    *made = *n;
    made->a = copy_with_parts(at, n->a);
    return made;
}

static bool is_certain(const Around *at, const Node *condition)
{
    for (int i = 0; at->certain && i < at->certain->certain_count; i++)
        if (at->certain->certain[i] == condition)
            return true;
    return false;
}

// Returns the value of a named stride, if it is a word as well: 36 instead of q_row. A name makes a stride a long where offsets may
// need it, and chooses between the array and a copy. NULL: its name is needed.
static Node *word_of_stride(const Around *at, const Operand *o, const struct NamedStride *s)
{
    const Placement how = window_placement(&at->group->lanes->placements, o);
    Node *value = expression(at, how == WINDOW_LOCAL ? s->local : s->array);
    bool is_long = value->kind == ND_NAME && type_size(value->symbol->type) == 8;
    bool fits = how == WINDOW_LOCAL || has_int_offsets(at->group->plan, o->ref);
    return how != WINDOW_COPIED && (is_long || (fits && (value->kind == ND_NAME || value->kind == ND_INT))) ? value : NULL;
}

static Node *word_for_stride(const Around *at, const Node *name)
{
    const Plan *plan = at->group->plan;
    for (int i = 0; at->group->lanes && i < plan->operand_count; i++)
        for (int s = 0; s < plan->places[i].stride_count; s++)
            if (plan->places[i].strides[s].name->symbol == name->symbol)
                return word_of_stride(at, &plan->operands[i], &plan->places[i].strides[s]);
    return NULL;
}

Node *expression(const Around *at, const Node *n)
{
    const Element *choice = n && n->kind == ND_CONDITIONAL ? element_of_step(at->step, n) : NULL;
    Node *stride = n && n->kind == ND_NAME && n->symbol->kind == SY_WORD ? word_for_stride(at, n) : NULL;
    if (!n || stride)
        return stride;
    if (is_certain(at, n))
        return word_node("true");
    if (n->kind == ND_CONDITIONAL && is_certain(at, n->a))
        return wrapped(expression(at, n->b));
    if (choice)
        return inside_choice(at, n, choice);
    if (n->kind == ND_INSIDE)
        return inside_node(at, n);
    if (is_copied(n))
        return is_text(n->symbol->name, "row") ? at->copied_row : at->copied_column;
    if (n->kind == ND_BINARY && is_op(n, "+") && is_copied(n->b))
        return sum_node("+", expression(at, n->a), expression(at, n->b));
    if (n->kind == ND_MULTIPLE_OF && (at->group->lanes || at->group->one))
        return checked_multiple(at, n);
    if (n->kind == ND_VECTOR)
        return vector_value(at, n);
    if (scaled_scores(at) && n == scaled_scores(at)->product)
        return expression(at, scaled_scores(at)->score);
    if (scaled_scores(at) && n == scaled_scores(at)->power)
        return power_of_score(at, scaled_scores(at));
    if (is_exp_of_sum(at, n))
        return call_on("pl_exp", expression(at, n->items[0]));
    if (n->kind == ND_ACCESS && n->item_count == n->ref->rank)
        return element_node(at, n);
    return is_address(n) ? address_of(at, n) : copy_with_parts(at, n);
}
