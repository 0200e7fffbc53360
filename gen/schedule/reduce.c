// schedule/reduce.c -- PL_REDUCE: each lane reduces its part, pl_part; then the lanes combine their parts.
//
// Lanes of a warp exchange registers. Otherwise, and between warps, the parts are in memory that lanes share, pl_reduction_T. A
// user's function need not commute: its parts are ranges, which are combined in their order; pl_used is the number of lanes
// that have one. Parts that lanes carry from step to step (plan/carried.c) are in pl_parts_o, if they are reduced into o.

#include "schedule/reduce.h"

static const Type bool_type = { .kind = TY_BOOL };

// ---- Lanes ----------------------------------------------------------------------------------------------------------

Node *number_of_sharer(const Reducing *r)
{
    return word_node(r->row ? column_name(r->lanes) : "pl_lane");
}

// How many reduce together.
Node *sharer_count(const Reducing *r)
{
    return r->lanes->shrinks ? number_of_lanes(r->lanes) : literal_node(r->sharers);
}

static Node *warp_count(const Reducing *r)
{
    return r->lanes->shrinks ? binary_node("/", sharer_count(r), literal_node(r->warp)) : literal_node(r->sharers / r->warp);
}

// The number of the lane whose column is 0. With one row it is 0: then ptxas finds that columns are a constant apart, and keeps no
// address for each.
Node *first_sharer(const Reducing *r)
{
    if (r->row && r->lanes->turned)
        return word_node("pl_row");
    return r->row && r->lanes->rows > 1 ? binary_node("-", word_node("pl_lane"), word_node("pl_column")) : literal_node(0);
}

// The number of the lane that shares, this distance further.
static Node *sharer_after(const Reducing *r, Node *distance)
{
    Node *lanes = r->row && r->lanes->turned ? binary_node("*", distance, literal_node(r->lanes->rows)) : distance;
    return binary_node("+", word_node("pl_lane"), lanes);
}

Node *part_of_lane(const Reducing *r, Node *lane)
{
    return element_at(r->memory, lane);
}

Node *part_of_warp(const Reducing *r, Node *number)
{
    Node *first = first_sharer(r);
    Node *warp = is_literal(first, 0) ? first : binary_node("/", first, literal_node(r->warp));
    return part_of_lane(r, sum_node("+", warp, number));
}

Node *part_of_sharer(const Reducing *r, Node *number)
{
    bool turned = r->row && r->lanes->turned;
    return part_of_lane(r, sum_node("+", first_sharer(r), turned ? binary_node("*", number, literal_node(r->lanes->rows)) : number));
}

static Node *if_first(const Reducing *r, Node *then)
{
    return r->by_one ? if_node(compare_node("==", number_of_sharer(r), literal_node(0)), then) : then;
}

Node *part(void)
{
    return word_node("pl_part");
}

// ---- Operations -----------------------------------------------------------------------------------------------------

// Between the products of a chain it is not hidden that each comparison waits for the result of the one before. In other kernels
// nvcc would unroll loops that have this instruction until they fill the registers.
static bool is_by_instruction(const Reducing *r)
{
    bool single = !r->node->symbol && r->node->a->type->kind == TY_F32;
    return single && r->at->group->lanes->chain.fed_count && (is_op(r->node, "PL_MAX") || is_op(r->node, "PL_MIN"));
}

static Node *combine(const Reducing *r, Node *into, Node *value)
{
    if (is_by_instruction(r))
        return assign("=", into, call_with(is_op(r->node, "PL_MAX") ? "pl_max_nan" : "pl_min_nan", into, value));
    return reduced(r->node, into, value);
}

// The value of a lane without elements.
Node *neutral(const Node *reduce)
{
    const char *type = type_code(reduce->a->type);
    if (is_op(reduce, "PL_MUL"))
        return literal_node(1);
    if (is_op(reduce, "PL_AND"))
        return literal_node(is_text(type, "bool") ? 1 : -1);
    if (is_op(reduce, "PL_MAX"))
        return say("say_least", 1, word_node(type));
    return is_op(reduce, "PL_MIN") ? say("say_most", 1, word_node(type)) : literal_node(0);
}

// ---- By shuffles ----------------------------------------------------------------------------------------------------

// Afterwards each of these lanes has the result of all.
static void add_shuffles(const Reducing *r, long long lanes, Node *to)
{
    Node *other = say("say_swapped", 2, part(), word_node("pl_half"));
    if (lanes > 1)
        add_item(to, unrolled(for_node(variable("pl_half", &int_type, literal_node(lanes / 2)),
                                       compare_node(">", word_node("pl_half"), literal_node(0)),
                                       assignment_node("/=", word_node("pl_half"), literal_node(2)), combine(r, part(), other))));
}

// The first lane of each warp stores the part of the warp; pl_part becomes the first of them.
static void add_parts_of_warps(const Reducing *r, Node *to)
{
    Node *in_warp = binary_node("%", word_node("pl_lane"), literal_node(r->warp));
    Node *warp = binary_node("/", word_node("pl_lane"), literal_node(r->warp));
    add_item(to, if_node(compare_node("==", in_warp, literal_node(0)), assign("=", part_of_lane(r, warp), part())));
    add_own_wait(r->at, r->step->within, "each warp has stored its partial result", to);
    add_item(to, assign("=", part(), part_of_warp(r, literal_node(0))));
}

static Node *over_warps(const Reducing *r, Node *condition)
{
    return for_node(variable("pl_warp", &int_type, literal_node(1)), condition, add_to("pl_warp", literal_node(1)),
                    combine(r, part(), part_of_warp(r, word_node("pl_warp"))));
}

// Scores that are scaled in exponentials are scaled here, too, after all of a row.
static Node *scaled_part(const Reducing *r)
{
    const Scaled *scaled = &r->at->group->lanes->chain.scaled;
    if (!scaled->scaling || scaled->maximum != r->node)
        return part();
    Node *factor = expression(r->at, scaled->factor);
    return binary_node("*", part(), factor->kind == ND_NAME ? factor : wrapped(factor));
}

static void add_by_shuffles(const Reducing *r, Node *to)
{
    bool warps = r->step->reduction == REDUCED_BY_WARPS;
    add_shuffles(r, warps ? r->warp : r->sharers, to);
    if (warps) {
        add_parts_of_warps(r, to);
        Node *warps_loop = over_warps(r, compare_node("<", word_node("pl_warp"), warp_count(r)));
        add_item(to, r->lanes->shrinks ? warps_loop : unrolled(warps_loop));
    }
    add_item(to, if_first(r, combine(r, expression(r->at, r->node->a), scaled_part(r))));
}

// ---- By halves, in memory -------------------------------------------------------------------------------------------

// Adds the loop in which lanes combine their part with that of another, pl_half away, if this holds.
static void add_halves(const Reducing *r, Node *first, Node *more, Node *next, Node *condition, Node *to)
{
    Node *mine = part_of_lane(r, word_node("pl_lane")), *body = new_block();
    Node *other = part_of_lane(r, sharer_after(r, word_node("pl_half")));
    add_own_wait(r->at, r->step->within, "all have stored their partial results", body);
    add_item(body, if_node(condition, combine(r, mine, other)));
    add_item(to, for_node(variable("pl_half", &int_type, first), more, next, body));
    add_own_wait(r->at, r->step->final, "the result is complete", to);
}

static void add_by_halves(const Reducing *r, Node *own, Node *to)
{
    Node *half = word_node("pl_half");
    add_item(to, assign("=", part_of_lane(r, word_node("pl_lane")), own));
    add_halves(r, literal_node(r->sharers / 2), compare_node(">", half, literal_node(0)), assignment_node("/=", half, literal_node(2)),
               compare_node("<", number_of_sharer(r), half), to);
    add_item(to, if_first(r, combine(r, expression(r->at, r->node->a), part_of_lane(r, first_sharer(r)))));
}

// ---- Parts that lanes carry from step to step -----------------------------------------------------------------------

static const char *parts_name(const struct CarriedParts *c)
{
    return text("pl_parts_%s", c->operand->ref->name);
}

void add_carried_parts(const Around *at, const Operand *o, Node *to)
{
    const struct CarriedParts *c = carried_into(&at->group->lanes->carried, o);
    if (!c)
        return;
    const Type *type = plain_type(c->reduce->a->type);
    if (c->count == 1) {
        add_item(to, variable(parts_name(c), type, neutral(c->reduce)));
        return;
    }
    const char *trip = trip_name(c->each->axes[0].index->name);
    add_item(to, variable(parts_name(c), array_of(type, c->count), NULL));
    add_item(to, unrolled_to(trip, c->count, assign("=", element_at(parts_name(c), word_node(trip)), neutral(c->reduce))));
}

// The part that the lane has of the steps so far.
static Node *carried_part(const struct CarriedParts *c)
{
    return c->count == 1 ? word_node(parts_name(c)) : element_at(parts_name(c), word_node(trip_name(c->each->axes[0].index->name)));
}

// ---- Operations that commute: a lane has every so many elements -----------------------------------------------------

static void add_to_part(const Around *at, const void *of, Node *to)
{
    const Reducing *r = of;
    add_item(to, combine(r, part(), expression(at, r->node->b)));
}

static void add_run_to_part(const Around *at, const void *of, Node *to)
{
    const Reducing *r = of;
    Node *value = expression(at, r->step->form->body);
    add_item(to, combine(r, part(), say("say_reduced_run", 4, word_node(r->node->op), word_node(r->type), at->width, value)));
}

static void add_shares(const Reducing *r, Node *to)
{
    const Nest nest = { r->step->loops, r->step->loop_count, true, add_to_part, r, has_vector_runs(r->at) ? add_run_to_part : NULL };
    Node *block = new_block();
    const struct CarriedParts *carried = carried_parts(&r->at->group->lanes->carried, r->node);
    add_item(block, variable("pl_part", plain_type(r->node->a->type), carried ? carried_part(carried) : neutral(r->node)));
    add_loops(r->at, &nest, block);
    if (carried)
        add_item(block, assign("=", carried_part(carried), part()));
    else if (r->step->reduction == REDUCED_BY_HALVES)
        add_by_halves(r, part(), block);
    else
        add_by_shuffles(r, block);
    add_item(to, block);
}

// ---- A user's function: a lane has a range of elements --------------------------------------------------------------

static bool is_divided(const StepLoop *s)
{
    return s->how == CONTIGUOUS_LANES || s->how == CONTIGUOUS_COLUMNS;
}

static Node *length_of(Node *low, Node *high)
{
    return is_literal(low, 0) ? high : binary_node("-", high, wrapped(low));
}

// The condition that the axes other than the divided one have elements.
static Node *iterates(const Reducing *r)
{
    Node *all = NULL;
    for (int i = 0; i < r->step->loop_count; i++) {
        const StepLoop *s = &r->step->loops[i];
        bool always = s->bound == BOUND_CONSTANT && is_literal(s->low, 0);
        if (!is_divided(s) && !always)
            all = and_node(all, compare_node("<", expression(r->at, s->low), expression(r->at, s->high)));
    }
    return all;
}

static void add_range(const Reducing *r, Node *to)
{
    const Type *type = const_type(&long_type);
    const StepLoop *s = r->step->loops;
    while (!is_divided(s))
        s++;
    Node *low = expression(r->at, s->low), *high = expression(r->at, s->high), *length = length_of(low, high);
    Node *run = word_node("pl_run"), *from = word_node("pl_from");
    Node *rounded = binary_node("+", length, r->lanes->shrinks ? binary_node("-", sharer_count(r), literal_node(1)) : literal_node(r->sharers - 1));
    add_item(to, variable("pl_run", type, binary_node("/", rounded, sharer_count(r))));
    Node *end = binary_node("+", from, run);
    add_item(to, also(variable("pl_from", type, sum_node("+", low, binary_node("*", number_of_sharer(r), run))),
                      "pl_to", choice_node(compare_node("<", end, high), end, high)));
    Node *lanes = binary_node("/", binary_node("-", binary_node("+", length, run), literal_node(1)), run);
    Node *any = and_node(compare_node(">", run, literal_node(0)), iterates(r));
    add_item(to, variable("pl_used", type, choice_node(any, lanes, literal_node(0))));
}

static void add_next(const Around *at, const void *of, Node *to)
{
    const Reducing *r = of;
    Node *any = word_node("pl_any"), *next = word_node("pl_next");
    add_item(to, variable("pl_next", const_type(r->node->a->type), expression(at, r->node->b)));
    add_item(to, assign("=", part(), choice_node(any, call_with(r->node->symbol->name, part(), next), next)));
    add_item(to, assign("=", any, word_node("true")));
}

// Adds the loops over the range of this lane: they are as planned, but the divided one is from pl_from to pl_to.
static void add_ranges(const Reducing *r, Node *to)
{
    StepLoop *loops = NULL;
    int count = 0;
    for (; count < r->step->loop_count;) {
        StepLoop s = r->step->loops[count];
        if (is_divided(&s)) {
            s.low = word_node("pl_from"), s.high = word_node("pl_to");
            s.bound = BOUND_CONSTANT, s.how = NOT_DISTRIBUTED, s.narrow = false, s.clip = NULL;
        }
        list_add(loops, count, s);
    }
    add_plain_loops(r->at, &(Nest){ loops, count, false, add_next, r, NULL }, to);
}

static Node *if_used(const Reducing *r, Node *then)
{
    Node *used = compare_node(">", word_node("pl_used"), literal_node(0));
    Node *first = r->by_one ? compare_node("==", number_of_sharer(r), literal_node(0)) : NULL;
    return if_node(and_node(used, first), then);
}

static Node *is_used(const Reducing *r)                 // whether the lane pl_half further has a part
{
    return compare_node("<", binary_node("+", number_of_sharer(r), word_node("pl_half")), word_node("pl_used"));
}

static void add_ranges_by_halves(const Reducing *r, Node *to)
{
    Node *half = word_node("pl_half");
    Node *even = compare_node("==", binary_node("%", number_of_sharer(r), binary_node("*", literal_node(2), half)), literal_node(0));
    add_item(to, if_node(word_node("pl_any"), assign("=", part_of_lane(r, word_node("pl_lane")), part())));
    add_halves(r, literal_node(1), compare_node("<", half, literal_node(r->sharers)), assignment_node("*=", half, literal_node(2)),
               and_node(even, is_used(r)), to);
    add_item(to, if_used(r, combine(r, expression(r->at, r->node->a), part_of_lane(r, first_sharer(r)))));
}

static Node *part_from(const Reducing *r, Node *lane)
{
    return say("say_from_lane", 3, word_node(r->type), part(), lane);
}

// Neighbors are combined in their order, until the first lane of a warp has the result.
static void add_ranges_by_shuffles(const Reducing *r, Node *to)
{
    Node *half = word_node("pl_half"), *body = new_block(), *in_warp = NULL;
    bool warps = r->step->reduction == REDUCED_BY_WARPS;
    if (r->sharers > r->warp)
        in_warp = compare_node("<", binary_node("+", binary_node("%", word_node("pl_lane"), literal_node(r->warp)), half), literal_node(r->warp));
    add_item(body, variable("pl_next", const_type(r->node->a->type), part_from(r, binary_node("+", word_node("pl_lane"), half))));
    add_item(body, if_node(and_node(in_warp, is_used(r)), combine(r, part(), word_node("pl_next"))));
    add_item(to, for_node(variable("pl_half", &int_type, literal_node(1)), compare_node("<", half, literal_node(least(r->sharers, r->warp))),
                          assignment_node("*=", half, literal_node(2)), body));
    if (warps) {
        add_parts_of_warps(r, to);
        add_item(to, over_warps(r, compare_node("<", binary_node("*", literal_node(r->warp), word_node("pl_warp")), word_node("pl_used"))));
    } else if (!r->by_one) {
        add_item(to, assign("=", part(), part_from(r, first_sharer(r))));
    }
    add_item(to, if_used(r, combine(r, expression(r->at, r->node->a), part())));
}

static void add_parts(const Reducing *r, Node *to)
{
    bool halves = r->step->reduction == REDUCED_BY_HALVES;
    Node *block = new_block();
    add_range(r, block);
    add_item(block, variable("pl_part", plain_type(r->node->a->type), halves ? NULL : say("say_cleared", 0)));
    add_item(block, variable("pl_any", &bool_type, word_node("false")));
    add_ranges(r, block);
    (halves ? add_ranges_by_halves : add_ranges_by_shuffles)(r, block);
    add_item(to, block);
}

// ---- One element after the other ------------------------------------------------------------------------------------

static void add_next_in_order(const Around *at, const void *of, Node *to)
{
    const Node *n = of;
    add_item(to, reduced(n, expression(at, n->a), expression(at, n->b)));
}

// Adds the loop over the parts of an element, whose loads do not wait for each other.
static void add_loop_of_parts(const Around *at, const Nest *nest, long long loads, Node *to)
{
    Node *block = new_block();
    add_plain_loops(at, nest, block);
    for (int i = 0; i < block->item_count; i++)
        add_item(to, block->items[i]->kind == ND_FOR && loads > 1 ? unrolled_by(loads, block->items[i]) : block->items[i]);
}

static void add_in_order(const Around *at, Node *to)
{
    const Step *s = at->step;
    const Nest nest = { s->loops, s->loop_count, true, add_next_in_order, s->node, NULL };
    add_works(at, to);
    if (has_vector_loop(at))
        add_vector_reduce(at, to);
    else if (combines_parts(at->group->plan->call) && at->group->lanes && !at->group->one && !s->node->symbol)
        add_loop_of_parts(at, &nest, at->group->lanes->group.machine->part_loads, to);
    else
        add_plain_loops(at, &nest, to);
}

Reducing reducing_of(const Around *at, const Node *n, bool row)
{
    const LaneGroup *l = &at->group->lanes->group;
    bool in_memory = n->a->kind == ND_ACCESS && !in_registers(&at->group->lanes->layouts, n->a->ref);
    const char *type = type_code(n->a->type);
    const Replacement blank = { " ", "_" };
    return (Reducing){ at, at->step, n, l, type, text("pl_reduction_%s", replaced(type, &blank, 1)), row,
                       row ? l->columns : l->rows * l->columns, l->machine->warp, in_memory };
}

static void add_by_lanes(const Around *at, Node *to)
{
    const Reducing r = reducing_of(at, at->step->node, at->step->sharing == BY_ROW);
    (r.node->symbol ? add_parts : add_shares)(&r, to);
}

void add_reduce(const Around *at, Node *to)
{
    (at->step->reduction == REDUCED_IN_ORDER ? add_in_order : add_by_lanes)(at, to);
}

// ---- The last step of those from which lanes carry parts ------------------------------------------------------------

static Node *is_last_step(const Around *at, const Operand *o)
{
    const Plan *plan = at->group->plan;
    Node *last = NULL;
    for (int level = o->level + 1; level <= plan->levels; level++) {
        const char *axis = axis_at(plan, level);
        last = and_node(last, compare_node("==", word_node(axis), binary_node("-", steps_end(plan, axis), literal_node(1))));
    }
    return last;
}

static void add_combined(const Around *at, const void *of, Node *to)
{
    Around inner = *at;
    inner.step = of;
    const Reducing r = reducing_of(&inner, inner.step->node, inner.step->sharing == BY_ROW);
    add_wait(&inner, inner.step->before, to);
    add_by_halves(&r, carried_part(carried_parts(&at->group->lanes->carried, r.node)), to);
}

void add_last_parts(const Around *at, Node *to)
{
    const Step *s = at->step;
    const struct CarriedParts *c = carried_parts(&at->group->lanes->carried, s->node);
    Node *last = new_block();
    add_wait(at, s->before, last);
    add_loops(at, &(Nest){ s->loops, s->loop_count, false, add_combined, step_at(s->body, c->reduce), NULL }, last);
    add_item(to, if_node(is_last_step(at, c->operand), last));
}
