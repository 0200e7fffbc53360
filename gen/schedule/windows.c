// schedule/windows.c -- where the window of an operand is: its start, the checks of its index map, pointers and strides.
//
// Emitted names, for an operand x: x_0 is where its window begins on dim 0 of the array, x_count_0 how many elements it has there
// if that differs between programs, x_was_0 where it began before the index changed; x_array, x_block and x_window are its array,
// the block in it and its copy; x_whole says that the window is entirely in its array, x_held that a copy is up to date, and
// x_copied that it is one.

#include "schedule/schedule.h"

// ---- Names ----------------------------------------------------------------------------------------------------------

const char *name_with(const Around *at, const Operand *o, const char *suffix)
{
    return text("%s_%s", base_of(at->group->plan, o->ref), suffix);
}

Node *word_with(const Around *at, const Operand *o, const char *suffix)
{
    return word_node(name_with(at, o, suffix));
}

const WindowPlace *place_of(const Around *at, const Operand *o)
{
    return place_of_window(at->group->plan, o);
}

Placement placement(const Around *at, const Operand *o)
{
    return window_placement(&at->group->lanes->placements, o);
}

bool is_held(const Around *at, const Operand *o)
{
    return placement(at, o) == WINDOW_REGISTERS || placement(at, o) == WINDOW_LOCAL;
}

static const char *start_name(const Around *at, const Operand *o, int d, Time when)
{
    return name_with(at, o, text("%s%d", when == BEFORE ? "was_" : "", d));
}

static const char *count_name(const Around *at, const Operand *o, int d, Time when)
{
    return name_with(at, o, text("count_%s%d", when == BEFORE ? "was_" : "", d));
}

Node *start_of_window(const Around *at, const Operand *o, int d, Time when)
{
    return word_node(start_name(at, o, d, when));
}

Node *count_of_window(const Around *at, const Operand *o, int d, Time when)
{
    return word_node(count_name(at, o, d, when));
}

// Whether a dim always begins at 0, so that its start is not needed.
static bool is_fixed(const Around *at, const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    bool at_zero = is_literal(place_of(at, o)->starts[d], 0) && w->inside && !w->partial;
    return w->kind == WINDOW_FULL || (w->kind != WINDOW_BOUNDED && at_zero);
}

static void add_known(const char *name, const Type *type, Node *value, Node *to)
{
    add_if_used(name, variable(name, const_type(type), value), to);
}

// ---- Where it begins ------------------------------------------------------------------------------------------------

// Whether its index is computed in a loop that is not around this code.
static bool is_elsewhere(const Around *at, const Operand *o, int d)
{
    return at->apart && o->dims[d].early && o->dims[d].level;
}

// Whether it is computed before the loop in which the window is known, or before all loops.
static bool is_early(const Around *at, const Operand *o, int d)
{
    return o->dims[d].early && !is_elsewhere(at, o, d);
}

// Its index: the variable that has it, or the expression.
static Node *index_of(const Around *at, const Operand *o, int d)
{
    const NamedIndex *n = &o->dims[d].named;
    return n->operand && !is_elsewhere(at, o, d) ? word_node(name_with(at, n->operand, text("index_%d", n->dim))) : o->dims[d].index;
}

static void add_title(const Around *at, const Operand *o, Node *to)
{
    const char *names = text("%s %s %s %s", o->ref->name, name_with(at, o, "block"), name_with(at, o, "whole"), name_with(at, o, "held"));
    for (int d = 0; d < o->rank; d++) {
        if (!is_fixed(at, o, d) && !is_early(at, o, d))
            names = text("%s %s", names, start_name(at, o, d, NOW));
        if (o->dims[d].kind == WINDOW_BOUNDED)
            names = text("%s %s", names, count_name(at, o, d, NOW));
    }
    add_if_used(names, comment(o->ref->name), to);
}

Node *begin_of_window(const Around *at, const Operand *o, int d)
{
    bool named = is_early(at, o, d) && !is_fixed(at, o, d);
    return named ? start_of_window(at, o, d, NOW) : expression(at, place_of(at, o)->starts[d]);
}

Node *named_begin_of_window(const Around *at, const Operand *o, int d)
{
    return is_fixed(at, o, d) ? begin_of_window(at, o, d) : start_of_window(at, o, d, NOW);
}

static void add_start(const Around *at, const Operand *o, int d, Node *to)
{
    if (!is_fixed(at, o, d))
        add_known(start_name(at, o, d, NOW), &long_type, expression(at, start_at(&o->dims[d], index_of(at, o, d))), to);
}

static void add_starts(const Around *at, const Operand *o, Node *to)
{
    for (int d = 0; d < o->rank; d++) {
        if (!is_early(at, o, d))
            add_start(at, o, d, to);
        if (o->dims[d].kind == WINDOW_BOUNDED)
            add_known(count_name(at, o, d, NOW), &long_type, expression(at, o->dims[d].count), to);
    }
}

// If loops end with the array: the number of rows, or columns, of the block that are in it.
static void add_clips(const Around *at, const Operand *o, Node *to)
{
    for (int d = 0; d < o->rank && !at->group->one; d++) {
        const char *name = clip_name(at->group->plan, o, d);
        Node *left = binary_node("-", expression(at, o->dims[d].extent), start_of_window(at, o, d, NOW));
        if (*name)
            add_known(name, &long_type, call_with("pl_least", expression(at, o->dims[d].size), left), to);
    }
}

// ---- Checks of the index map ----------------------------------------------------------------------------------------

static Node *less(Node *a, Node *b) { return compare_node("<", a, b); }
static Node *at_least(Node *a, Node *b) { return compare_node(">=", a, b); }
static Node *more(Node *a, Node *b) { return compare_node(">", a, b); }
static Node *or_node(Node *a, Node *b) { return compare_node("||", a, b); }
static Node *zero(void) { return literal_node(0); }

static void add_report_if(const Around *at, Node *condition, int message, Node *const values[], int value_count, Node *to)
{
    Node *body = new_block(), *all = new_block();
    for (int i = 0; i < value_count; i++)
        add_item(all, values[i]);
    add_item(body, report(at, message, all));
    add_item(body, statement_node(word_node("return")));
    add_item(to, if_node(condition, body));
}

// An index: with the number of blocks and their size.
static void add_block_check(const Around *at, const Operand *o, int d, Node *to)
{
    const WindowDim *w = &o->dims[d];
    Node *extent = expression(at, w->extent), *size = expression(at, w->size), *index = expression(at, index_of(at, o, d));
    Node *past = at_least(start_of_window(at, o, d, NOW), extent);
    add_report_if(at, is_literal(index, 0) ? past : or_node(less(index, zero()), past), w->message,
                  (Node *[]){ index, divided_up(extent, size), size }, 3, to);
}

static void add_one_check(const Around *at, const Operand *o, int d, Node *to)
{
    Node *first = start_of_window(at, o, d, NOW), *extent = expression(at, o->dims[d].extent);
    add_report_if(at, or_node(less(first, zero()), at_least(first, extent)), o->dims[d].message,
                  (Node *[]){ first, extent, literal_node(1) }, 3, to);
}

static Node *padding(const Around *at, Node *n)
{
    return n ? expression(at, n) : zero();
}

// Of a window of elements, and of the padded array.
static Node *end_of_window(const Around *at, const Operand *o, int d)
{
    return sum_node("+", start_of_window(at, o, d, NOW), expression(at, o->dims[d].size));
}

static Node *padded_begin(const Around *at, const Operand *o, int d)
{
    Node *low = padding(at, o->dims[d].low);
    return is_literal(low, 0) ? low : unary_node("-", low);
}

static Node *padded_end(const Around *at, const Operand *o, int d)
{
    return sum_node("+", expression(at, o->dims[d].extent), padding(at, o->dims[d].high));
}

// Its size, where it begins in the padded array, the array's extent, the padding at both ends.
static void add_element_check(const Around *at, const Operand *o, int d, Node *to)
{
    const WindowDim *w = &o->dims[d];
    Node *outside = or_node(less(start_of_window(at, o, d, NOW), padded_begin(at, o, d)), more(end_of_window(at, o, d), padded_end(at, o, d)));
    add_report_if(at, outside, w->message,
                  (Node *[]){ expression(at, w->size), expression(at, index_of(at, o, d)), expression(at, w->extent), padding(at, w->low),
                              padding(at, w->high) }, 5, to);
}

// A slice: its start and its size, or its last element; the number of elements that a block holds, and the extent of the array.
static void add_slice_check(const Around *at, const Operand *o, int d, Node *to)
{
    const WindowDim *w = &o->dims[d];
    Node *first = start_of_window(at, o, d, NOW), *elements = count_of_window(at, o, d, NOW), *end = binary_node("+", first, elements);
    Node *size = expression(at, w->size), *extent = expression(at, w->extent), *last = sum_node("-", end, literal_node(1));
    add_report_if(at, or_node(less(elements, literal_node(1)), more(elements, size)), w->message,
                  (Node *[]){ first, elements, size, extent }, 4, to);
    add_report_if(at, or_node(less(first, zero()), more(end, extent)), w->message + 1,
                  (Node *[]){ first, last, extent, size }, 4, to);
}

static void add_dim_check(const Around *at, const Operand *o, int d, Node *to)
{
    static void (*const checks[])(const Around *at, const Operand *o, int d, Node *to) = {
        [WINDOW_BLOCK] = add_block_check, [WINDOW_ONE] = add_one_check, [WINDOW_FULL] = add_slice_check,
        [WINDOW_ELEMENT] = add_element_check, [WINDOW_BOUNDED] = add_slice_check,
    };
    if (!o->dims[d].inside && (at->apart || !is_checked_with_another(o, d)))
        checks[o->dims[d].kind](at, o, d, to);
}

static void add_dim_checks(const Around *at, const Operand *o, Node *to)
{
    for (int d = 0; d < o->rank; d++)
        if (!o->dims[d].early)
            add_dim_check(at, o, d, to);
}

// A subscript of a table that the index map reads, or a divisor.
static void add_entry_check(const Around *at, const RunCheck *c, Node *to)
{
    Node *when = expression(at, c->when);
    if (c->dim < 0) {
        if (c->message)                                 // otherwise the launcher checks it
            add_report_if(at, and_node(when, compare_node("==", expression(at, c->node->b), zero())), c->message, NULL, 0, to);
        return;
    }
    Node *subscript = expression(at, c->node->items[c->dim]), *extent = expression(at, c->node->ref->dims[c->dim]);
    Node *outside = or_node(less(subscript, zero()), at_least(subscript, extent));
    add_report_if(at, and_node(when, outside), c->message, (Node *[]){ subscript, extent }, 2, to);
}

static void add_entry_checks_of(const Around *at, const Operand *o, int d, Node *to)
{
    for (int i = 0; i < o->check_count; i++)
        if (o->checks[i].map == d)
            add_entry_check(at, &o->checks[i], to);
}

// Table entries that the map reads are checked before it is evaluated.
static void add_entry_checks(const Around *at, const Operand *o, Node *to)
{
    for (int d = 0; d < o->rank; d++)
        if (!o->dims[d].early)
            add_entry_checks_of(at, o, d, to);
}

Node *index_in_range(const Around *at, const Operand *o)
{
    Node *all = NULL;
    if (is_checked_ahead(at->group->lanes, o))
        return NULL;
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        Node *first = start_of_window(at, o, d, NOW);
        if (w->inside || w->early)
            continue;
        bool padded = w->kind == WINDOW_ELEMENT;
        all = and_node(all, at_least(first, padded ? padded_begin(at, o, d) : zero()));
        all = and_node(all, padded ? compare_node("<=", end_of_window(at, o, d), padded_end(at, o, d))
                                   : less(first, expression(at, w->extent)));
    }
    return all;
}

// ---- Whether it is whole --------------------------------------------------------------------------------------------

Node *is_whole(const Around *at, const Operand *o)
{
    Node *all = NULL;
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        Node *first = start_of_window(at, o, d, NOW);
        if (!w->partial)
            continue;
        if (may_begin_before(w))
            all = and_node(all, at_least(first, zero()));
        if (w->kind == WINDOW_BOUNDED)
            all = and_node(all, compare_node("==", count_of_window(at, o, d, NOW), expression(at, w->size)));
        all = and_node(all, compare_node("<=", binary_node("+", first, expression(at, w->size)), expression(at, w->extent)));
    }
    return all;
}

Node *is_inside(const Around *at, const Operand *o, Time when)
{
    Node *all = NULL;
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        Node *index = word_node(text("pl_at_%d", d)), *element = binary_node("+", start_of_window(at, o, d, when), index);
        if (!w->partial || w->kind == WINDOW_ONE)
            continue;
        if (may_begin_before(w))
            all = and_node(all, at_least(element, zero()));
        all = and_node(all, w->kind == WINDOW_BOUNDED ? less(index, count_of_window(at, o, d, when)) : less(element, expression(at, w->extent)));
    }
    return all;
}

// Declares whether the window is whole, if code depends on it.
static void add_whole(const Around *at, const Operand *o, Node *to)
{
    bool always_copied = o->copy == COPY_ALWAYS && placement(at, o) == WINDOW_COPIED;
    Node *whole = always_copied ? zero() : is_whole(at, o);
    if (o->copy != COPY_NEVER)
        add_known(name_with(at, o, "whole"), &int_type, whole ? whole : literal_node(1), to);
}

// ---- Pointers and strides -------------------------------------------------------------------------------------------

static void add_pointer(const char *name, const Operand *o, Node *value, Node *to)
{
    const Type *of = o->written ? plain_type(o->part->type) : const_type(o->part->type);
    add_if_used(name, variable(name, pointer_to(of, "block"), value), to);
}

static Node *block_or_copy(const Around *at, const Operand *o, Node *block, Node *copy)
{
    if (o->copy == COPY_ALWAYS || same_expression(block, copy))
        return copy;
    block = block->kind == ND_CONDITIONAL ? wrapped(block) : block;
    return choice_node(word_with(at, o, "whole"), block, copy);
}

// Pointers to the block, and to what the body accesses if that is in global memory.
static void add_pointers(const Around *at, const Operand *o, Node *to)
{
    bool in_place = placement(at, o) == WINDOW_IN_PLACE || placement(at, o) == WINDOW_MASKED;
    Node *block = sum_node("+", word_with(at, o, "array"), expression(at, place_of(at, o)->offset));
    add_pointer(in_place ? o->ref->name : name_with(at, o, "block"), o, block, to);
    if (placement(at, o) == WINDOW_COPIED)
        add_pointer(o->ref->name, o, block_or_copy(at, o, word_with(at, o, "block"), word_with(at, o, "window")), to);
}

static Node *stride_in_window(const Around *at, const Operand *o, const struct NamedStride *s)
{
    if (placement(at, o) == WINDOW_COPIED)
        return block_or_copy(at, o, expression(at, s->array), expression(at, s->window));
    return expression(at, placement(at, o) == WINDOW_LOCAL ? s->local : s->array);
}

static void add_strides(const Around *at, const Operand *o, Node *to)
{
    for (const struct NamedStride *s = place_of(at, o)->strides, *end = s + place_of(at, o)->stride_count; s < end; s++)
        add_known(s->name->symbol->name, &long_type, stride_in_window(at, o, s), to);
}

// ---- A window that stays until its index changes --------------------------------------------------------------------

Node *has_moved(const Around *at, const Operand *o)
{
    Node *moved = unary_node("!", word_with(at, o, "held"));
    for (int d = 0; d < o->rank; d++) {
        if (!is_fixed(at, o, d))
            moved = or_node(moved, compare_node("!=", start_of_window(at, o, d, BEFORE), start_of_window(at, o, d, NOW)));
        if (o->dims[d].kind == WINDOW_BOUNDED)
            moved = or_node(moved, compare_node("!=", count_of_window(at, o, d, BEFORE), count_of_window(at, o, d, NOW)));
    }
    return moved;
}

void add_kept_place(const Around *at, const Operand *o, Node *to)
{
    for (int d = 0; d < o->rank; d++) {
        if (!is_fixed(at, o, d))
            add_item(to, assign("=", start_of_window(at, o, d, BEFORE), start_of_window(at, o, d, NOW)));
        if (o->dims[d].kind == WINDOW_BOUNDED)
            add_item(to, assign("=", count_of_window(at, o, d, BEFORE), count_of_window(at, o, d, NOW)));
    }
}

void add_place_before(const Around *at, const Operand *o, Node *to)
{
    for (int d = 0; d < o->rank; d++) {
        if (!is_fixed(at, o, d))
            add_item(to, variable(start_name(at, o, d, BEFORE), &long_type, zero()));
        if (o->dims[d].kind == WINDOW_BOUNDED)
            add_item(to, variable(count_name(at, o, d, BEFORE), &long_type, zero()));
    }
}

// ---- Before the loop in which the window is -------------------------------------------------------------------------

static void add_early_dim(const Around *at, const Operand *o, int d, Node *to)
{
    const NamedIndex *named = &o->dims[d].named;
    bool checked = is_dim_checked_ahead(at->group->lanes, o, d);
    if (is_new_index(o, d)) {
        if (!checked)
            add_entry_checks_of(at, o, d, to);
        if (named->operand)
            add_known(name_with(at, o, text("index_%d", d)), &long_type, expression(at, o->dims[d].index), to);
    }
    add_start(at, o, d, to);
    if (!checked)
        add_dim_check(at, o, d, to);
}

// names: variables of which one must be used later.
static void add_early_title(const Around *at, const char *names, Node *to)
{
    const Plan *plan = at->group->plan;
    const char *axes = "";
    for (int a = 0; a < plan->axis_count; a++)
        if (plan->axes[a].level > at->level)
            axes = listed(axes, plan->axes[a].axis->symbol->name);
    if (*axes && *names)
        add_if_used(names, comment(text("the same for all %s", axes)), to);
}

// Adds what is the same in all steps of the loops inside.
void add_early_dims(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    const char *names = "";
    Node *dims = new_block();
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = in_visit_order(plan, i);
        for (int d = 0; o && d < o->rank; d++)
            if (o->dims[d].early && o->dims[d].level == at->level) {
                names = text("%s %s", names, start_name(at, o, d, NOW));
                add_early_dim(at, o, d, dims);
            }
    }
    add_early_title(at, names, to);
    add_items(to, dims);
}

// Whether a window before this one is checked in the same way.
static bool is_checked_before(const Around *at, const Operand *o, int d)
{
    for (const Operand *p = at->group->plan->operands; p < o; p++)
        for (int e = 0; p->level == o->level && e < p->rank; e++)
            if (p->dims[e].index && is_dim_checked_ahead(at->group->lanes, p, e) && has_same_check(&p->dims[e], &o->dims[d]))
                return true;
    return false;
}

// The checks on dims whose indices are known in these loops.
static void add_checks_of_step(const Around *at, const Operand *o, Node *to)
{
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (!is_dim_checked_ahead(at->group->lanes, o, d) || w->level != at->level || !w->index || is_checked_before(at, o, d))
            continue;
        add_entry_checks_of(at, o, d, to);
        if (!w->inside)
            add_start(at, o, d, to);
        if (w->kind == WINDOW_BOUNDED)
            add_known(count_name(at, o, d, NOW), &long_type, expression(at, w->count), to);
        add_dim_check(at, o, d, to);
    }
}

// Adds the loop over the steps of this level with their checks, and those of the loops within; nothing if none are made there.
static void add_checks_of_level(const Around *at, int level, Node *to)
{
    const Plan *plan = at->group->plan;
    const char *axis = axis_at(plan, level);
    Around inner = *at;
    Node *body = new_block();
    inner.level = level;
    for (int i = 0; i < plan->operand_count; i++) {
        Node *checks = new_block();
        add_checks_of_step(&inner, &plan->operands[i], checks);
        if (checks->item_count)
            add_item(body, line_of(plan->operands[i].part->at));
        add_items(body, checks);
    }
    if (level < plan->levels)
        add_checks_of_level(&inner, level + 1, body);
    if (body->item_count)
        add_item(to, loop_from(axis, &long_type, first_step(plan, axis), steps_end(plan, axis), 1, body));
}

// Adds the checks of all steps, if windows are fetched in earlier steps than their own.
void add_checks_of_steps(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    const char *names = "";
    Around inner = *at;
    Node *checks = new_block();
    inner.apart = true;
    for (int i = 0; i < plan->operand_count; i++)
        if (is_checked_ahead(at->group->lanes, &plan->operands[i]))
            names = listed(names, plan->operands[i].ref->name);
    if (*names)
        add_checks_of_level(&inner, 1, checks);
    if (checks->item_count)
        add_item(to, comment(text("the indices of %s in all steps: blocks are fetched before their step", names)));
    add_items(to, checks);
}

// ---- All of that ----------------------------------------------------------------------------------------------------

void add_window(const Around *at, const Operand *o, Node *to)
{
    const bool checked = at->fetches || is_checked_ahead(at->group->lanes, o);
    add_title(at, o, to);
    if (!checked)
        add_entry_checks(at, o, to);
    add_starts(at, o, to);
    if (!checked)
        add_dim_checks(at, o, to);
    add_clips(at, o, to);
    add_whole(at, o, to);
    add_pointers(at, o, to);
    if (placement(at, o) != WINDOW_REGISTERS && !(placement(at, o) == WINDOW_LOCAL && at->fetches))
        add_strides(at, o, to);
}

bool is_of_lines(const Operand *o, WindowLines *m)
{
    int dims[MOST_DIMS], count = 0;
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].kind != WINDOW_ONE)
            dims[count++] = d;
    if (count != 2)
        return false;
    *m = (WindowLines){ dims[0], dims[1], o->dims[dims[0]].size->known && o->dims[dims[1]].size->known };
    return true;
}
