// schedule/programs.c -- what a group runs: its programs, the loops over the steps of a program, and the visits of windows in them.

#include "schedule/schedule.h"

static const char *axis_name(const Plan *plan, int a)
{
    return plan->axes[a].axis->symbol->name;
}

// ---- The number of a program, and its indices -----------------------------------------------------------------------

static Node *program_count(const Plan *plan)
{
    Node *count = literal_node(1);
    for (int a = 0; a < plan->axis_count; a++)
        if (plan->axes[a].parallel)
            count = product_node(count, programs_of(axis_name(plan, a)));
    return count;
}

// The variable that has the number of the program; with one parallel axis it is that of the axis.
static const char *program_name(const Group *group)
{
    const Plan *plan = group->plan;
    for (int a = 0; a < plan->axis_count; a++)
        if (plan->axes[a].parallel && parallel_count(plan) == 1 && (group->one || !begins_with_longest(plan)))
            return axis_name(plan, a);
    return "pl_program";
}

// Adds the indices on the axes from 0 to end, but for the one that has its own: the remainder of the later axes, and the quotient for
// the earlier ones.
static void add_indices_of(const Plan *plan, const char *number, int end, const Axis *but, Node *to)
{
    bool first = true;
    for (int axis = 0; axis < end; axis++) {
        if (!plan->axes[axis].parallel || plan->axes[axis].axis == but)
            continue;
        const char *name = axis_name(plan, axis);
        Node *index = word_node(number);
        for (int a = plan->axis_count - 1; a > axis; a--)
            if (plan->axes[a].parallel && plan->axes[a].axis != but)
                index = binary_node("/", index, programs_of(axis_name(plan, a)));
        index = first ? index : binary_node("%", index, programs_of(name));
        add_if_used(name, variable(name, const_type(&long_type), index), to);
        first = false;
    }
}

// ---- The order of tiles ---------------------------------------------------------------------------------------------
//
// Programs that run at the same time use few rows of one operand and few columns of the other, which the cache between them and
// memory then holds, if they are a square of tiles rather than a row: the last two axes are visited in bands of eight rows.

enum { BAND = 8 };

static int parallel_before(const Plan *plan, int axis)
{
    do
        axis--;
    while (!plan->axes[axis].parallel);
    return axis;
}

static void add_known(const char *name, Node *value, Node *to)
{
    add_item(to, variable(name, const_type(&long_type), value));
}

// Declares pl_place, the row and the column of a tile among so many.
static Node *place_in_bands(Node *tile, Node *height, Node *rows, Node *columns)
{
    return say("say_place", 4, tile, height, rows, columns);
}

static void add_indices_in_bands(const Plan *plan, int row, int column, Node *to)
{
    const char *i = axis_name(plan, row), *j = axis_name(plan, column);
    Node *program = word_node("pl_program");
    Node *tile = parallel_count(plan) == 2 ? program : binary_node("%", program, product_node(programs_of(i), programs_of(j)));
    add_item(to, comment(text("bands of %d tiles along %s: programs that run together share more blocks", BAND, i)));
    add_item(to, place_in_bands(tile, literal_node(BAND), programs_of(i), programs_of(j)));
    add_known(i, word_node("pl_place.row"), to);
    add_known(j, word_node("pl_place.column"), to);
}

// The longest programs first, of all heads, if i is the axis along which they differ, and the others count heads. Neighbors read the
// same keys and values of a head, but those of many heads may be more than the cache holds, so heads follow each other in bands. In one, a
// multiprocessor has four programs or so: the longest is shorter than they are together. With 128 rows of 128 elements in a block, its
// keys and values have 32 MiB.
enum { LONGEST_TOGETHER = 512 };

static void add_indices_of_longest_first(const Plan *plan, Node *to)
{
    const Order *order = &plan->order;
    const char *name = order->axis->symbol->name, *other = NULL;
    Node *program = word_node("pl_program"), *count = programs_of(name), *place = program;
    add_item(to, comment(text("the longest programs first: those with the %s %s", order->from_end ? "largest" : "smallest", name)));
    if (parallel_count(plan) > 1) {
        Node *all = literal_node(1), *together = call_with("pl_most", literal_node(1), binary_node("/", literal_node(LONGEST_TOGETHER), count));
        for (int a = 0; a < plan->axis_count; a++)
            if (plan->axes[a].parallel && plan->axes[a].axis != order->axis) {
                other = axis_name(plan, a);
                all = product_node(all, programs_of(other));
            }
        add_item(to, place_in_bands(program, together, all, count));
        place = word_node("pl_place.column");
    }
    add_known(name, order->from_end ? binary_node("-", binary_node("-", count, literal_node(1)), place) : place, to);
    if (parallel_count(plan) == 2)
        add_known(other, word_node("pl_place.row"), to);
    else if (other)
        add_indices_of(plan, "pl_place.row", plan->axis_count, order->axis, to);
}

// ---- Programs in pairs (plan/pairs.c) -------------------------------------------------------------------------------
//
// Groups run alone or in pairs, as the launcher chooses: pl_blocks together, of which this is pl_block. Along one axis they have
// neighboring programs: pl_own is the index of this group's, and past the end there is none.

static bool is_paired(const Plan *plan, int a)
{
    return has_pairs(plan->lanes) && plan->lanes->pairs.axis == a;
}

static Node *places_along(const Plan *plan, int a)
{
    return is_paired(plan, a) ? word_node("pl_pairs") : programs_of(axis_name(plan, a));
}

// The number of places on the axes from this one on.
static Node *places_from(const Plan *plan, int axis)
{
    Node *count = literal_node(1);
    for (int a = axis; a < plan->axis_count; a++)
        if (plan->axes[a].parallel)
            count = product_node(count, places_along(plan, a));
    return count;
}

static void add_index_of_place(const Plan *plan, int a, Node *place, Node *to)
{
    const char *name = axis_name(plan, a);
    if (is_paired(plan, a)) {
        add_if_used("pl_own", variable("pl_own", const_type(&long_type), sum_node("+", product_node(place, word_node("pl_blocks")), word_node("pl_block"))), to);
        place = call_with("pl_least", word_node("pl_own"), binary_node("-", programs_of(name), literal_node(1)));
    }
    add_if_used(name, variable(name, const_type(&long_type), place), to);
}

static void add_indices_of_pair(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    int count = parallel_count(plan), column = parallel_before(plan, plan->axis_count), row = count > 1 ? parallel_before(plan, column) : column;
    Node *number = word_node("pl_program");
    for (int a = 0, first = 1; a < row; a++)
        if (plan->axes[a].parallel) {
            Node *index = binary_node("/", number, places_from(plan, a + 1));
            add_index_of_place(plan, a, first ? index : binary_node("%", index, places_along(plan, a)), to);
            first = 0;
        }
    if (count == 1) {
        add_index_of_place(plan, column, number, to);
        return;
    }
    if (count > 2)
        number = binary_node("%", number, wrapped(places_from(plan, row)));
    add_if_used("pl_place", place_in_bands(number, literal_node(BAND), places_along(plan, row), places_along(plan, column)), to);
    add_index_of_place(plan, row, word_node("pl_place.row"), to);
    add_index_of_place(plan, column, word_node("pl_place.column"), to);
}

static void add_indices(const Around *at, bool bands, Node *to)
{
    const Plan *plan = at->group->plan;
    int column = bands ? parallel_before(plan, plan->axis_count) : plan->axis_count, row = bands ? parallel_before(plan, column) : column;
    if (!at->group->one && begins_with_longest(plan)) {
        add_indices_of_longest_first(plan, to);
        return;
    }
    if (bands)
        add_indices_in_bands(plan, row, column, to);
    if (parallel_count(plan) > 1)
        add_indices_of(plan, "pl_program", row, NULL, to);
}

static void add_number(const Group *group, Node *to)
{
    const Plan *plan = group->plan;
    const char *program = program_name(group);
    int parallel = parallel_count(plan);
    Node *number = variable(program, const_type(&long_type), say("say_group", 0));
    if (!parallel)
        return;
    if (parallel == 1)
        add_if_used(program, number, to);
    else
        add_item(to, number);
    add_item(to, say("say_only_programs", 2, word_node(program), program_count(plan)));
}

// Tables that PL_BATCH names: each from the start of this program's part.
static void add_batches(const Plan *plan, Node *to)
{
    const Call *call = plan->call;
    for (int i = 0; i < call->parameter_count; i++)
        for (int p = 0; p < call->part_count; p++) {
            const Part *part = &call->parts[p];
            const Symbol *s = call->parameters[i];
            if (part->symbol != s || !part->batches || operand_of(plan, call->kernel->parameters[p]))
                continue;
            Node *array = word_node(text("%s_array", base_of(plan, s)));
            add_item(to, variable(s->name, pointer_to(const_type(part->type), "block"), sum_node("+", array, batch_offset(call, part))));
        }
}

// The steps of a part: its share of all of them.
static void add_share(const Plan *plan, Node *to)
{
    const Axis *axis = shared_axis(plan->call);
    if (!axis)
        return;
    const char *name = axis->symbol->name, *part = part_axis(plan->call)->symbol->name;
    Node *next = wrapped(binary_node("+", word_node(part), literal_node(1))), *all = programs_of(name), *parts = programs_of(part);
    add_item(to, also(variable(text("%s_first", name), const_type(&long_type),
                               binary_node("/", binary_node("*", word_node(part), all), parts)),
                      text("%s_end", name), binary_node("/", binary_node("*", next, all), parts)));
}

// ---- Visits ---------------------------------------------------------------------------------------------------------

typedef void OfOperand(const Around *at, const Operand *o, Node *to);

static void add_for_level(const Around *at, OfOperand *add, Node *to)
{
    const Plan *plan = at->group->plan;
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = in_visit_order(plan, i);
        if (o && o->level == at->level) {
            add_item(to, line_of(o->part->at));
            add(at, o, to);
        }
    }
}

static void add_for_all(const Around *at, OfOperand *add, Node *to)
{
    for (int i = 0; i < at->group->plan->operand_count; i++)
        add(at, &at->group->plan->operands[i], to);
}

// The index of the window is known here. A window that is computed where its slices are fetched has no visit.
static void add_visit(const Around *at, const Operand *o, Node *to)
{
    if (is_fetched_across(at->group->lanes, o))
        return;
    add_window(at, o, to);
    add_carried_parts(at, o, to);
    if (is_fetched_ahead(&at->group->lanes->fetches, o))
        add_buffer_of_step(at, o, to);
    else if (is_held(at, o) || placement(at, o) == WINDOW_COPIED)
        add_visit_of_copy(at, o, to);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// The kernel's statements. A return leaves their block: in C++ a goto within it would pass declarations that are in scope at its
// label.
static void add_body(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    Node *block = plan->returns ? new_block() : to;
    if (at->group->one)
        add_items(block, body_of_one(plan));
    else
        add_statements(at, at->group->lanes->body, block);
    if (!plan->returns)
        return;
    Node *label = new_node(ND_LABEL, block->at);
    label->name = label_of_return(at->group);
    add_item(to, block);
    add_item(to, label);
}

// The width of vectors, or a parameter that has it. If PL_DOT arranges the lanes, statements with vectors check what they need.
static Node *width_of(const LaneGroup *l)
{
    if (l->run == 1)
        return NULL;
    return l->machine->generic_width && !l->tiled ? word_node("pl_width") : literal_node(l->run);
}

// The condition that vectors begin at multiples of their size, and that windows with masks or copies are whole.
static Node *has_whole_vectors(const Around *at)
{
    const Plan *plan = at->group->plan;
    const LaneVectors *v = &at->group->lanes->vectors;
    Node *all = NULL;
    for (int i = 0; i < v->divided_count; i++)
        all = and_node(all, is_multiple(expression(at, v->divided[i]), at->group->lanes->group.run));
    for (int i = 0; i < plan->operand_count; i++)
        if (placement(at, &plan->operands[i]) != WINDOW_IN_PLACE && is_whole(at, &plan->operands[i]))
            all = and_node(all, word_node(text("%s_whole", base_of(plan, plan->operands[i].ref))));
    return all;
}

// With vectors, without masks; or neither.
static void add_either_body(const Around *at, Node *to)
{
    Group whole = *at->group;
    Around vectors = *at;
    Node *then = new_block(), *otherwise = new_block();
    whole.alone = false;
    vectors.group = &whole;
    vectors.width = width_of(&whole.lanes->group);
    vectors.whole = true;
    add_item(then, comment(text("%d elements at a time", whole.lanes->group.run)));
    add_body(&vectors, then);
    add_body(at, otherwise);
    Node *either = branch_node(ND_IF, has_whole_vectors(at), then, otherwise, to->at);
    either->op = "vectors";
    add_item(to, either);
}

static void add_step(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    add_item(to, comment(plan->call->kernel->name));
    (!at->group->one && chooses_in_programs(plan) ? add_either_body : add_body)(at, to);
}

static bool has_outside(const Lanes *l)
{
    return l->body && l->body->item_count && (l->body->items[0]->outside || l->body->items[l->body->item_count - 1]->outside);
}

// Adds what the first or the last step alone runs, before or after the loop of this level, or those that begin with it.
static void add_outside(const Around *at, StepKind kind, int level, Node *to)
{
    const Step *body = at->group->lanes->body;
    for (int i = 0; body && i < body->item_count; i++) {
        const Step *s = body->items[i];
        if (s->outside != kind || s->outside_level != level)
            continue;
        add_item(to, new_node(ND_ORIGIN, s->node->at));
        if (needs_postponed(at->group->plan, &at->group->lanes->chain, s->node))
            add_rest_of_chain(at, to);
        add_statements(at, s->body, to);
    }
}

// After the loops from this level on, the indices are those of the last step.
static void add_after_last_step(const Around *at, int level, Node *to)
{
    const Plan *plan = at->group->plan;
    Around last = *at;
    last.level = plan->levels;
    if (!has_outside(at->group->lanes))
        return;
    for (int l = level; l <= plan->levels; l++) {
        const char *axis = axis_at(plan, l);
        add_if_used(axis, variable(axis, const_type(&long_type), binary_node("-", steps_end(plan, axis), literal_node(1))), to);
    }
    add_outside(&last, STEP_LAST, level, to);
}

// Whether something but the loop of this level is in the loop around it: a window there, or what runs before the steps or after them.
static bool has_more_around(const Around *at, int level)
{
    const Plan *plan = at->group->plan;
    const Step *body = at->group->lanes->body;
    for (int i = 0; i < plan->operand_count; i++)
        if (plan->operands[i].level == level - 1 && !is_fetched_across(at->group->lanes, &plan->operands[i]))
            return true;
    for (int i = 0; i < body->item_count; i++)
        if (body->items[i]->outside_level == level)
            return true;
    return false;
}

// Adds the wait for the products of the last step, if each step leaves its own to be computed during the next one, after the
// outermost of the loops that contain nothing else.
static void add_last_products(const Around *at, int level, Node *to)
{
    const Step *body = at->group->lanes->body;
    bool here = false;
    for (int i = 0; body && i < body->item_count; i++)
        here |= body->items[i]->overlaps;
    for (int inner = at->group->plan->levels; inner > level; inner--)
        here = here && !has_more_around(at, inner);
    if (here && (level == 1 || has_more_around(at, level)))
        add_item(to, say("say_products_complete", 1, literal_node(0)));
}

static void add_steps(const Around *at, Node *to);

static Node *body_of_steps(const Around *at, const char *axis)
{
    const Pipeline *pipeline = pipeline_of(&at->group->lanes->fetches, at->level);
    Node *body = new_block();
    add_early_dims(at, body);
    if (pipeline)
        add_next_fetch(at, pipeline, axis, body);
    add_for_level(at, add_visit, body);
    add_steps(at, body);
    add_for_level(at, add_end_of_visit, body);
    return body;
}

// The loop over the steps of a chain in two parts: up to the first step that multiplies, which has no product of a step before, and
// after it.
static void add_loops_of_chain(const Around *at, const char *axis, Node *to)
{
    Around first = *at, later = *at;
    Node *both = new_block(), *step = word_node(axis), *end = steps_end(at->group->plan, axis);
    first.chain = FIRST_STEP;
    later.chain = LATER_STEP;
    Node *none = unary_node("!", word_node("pl_pending"));
    add_item(both, variable(axis, &long_type, first_step(at->group->plan, axis)));
    add_item(both, for_node(NULL, and_node(compare_node("<", step, end), none), add_to(axis, literal_node(1)), body_of_steps(&first, axis)));
    add_item(both, for_node(NULL, compare_node("<", step, end), add_to(axis, literal_node(1)), body_of_steps(&later, axis)));
    add_item(to, both);
}

// Adds the loops over sequential axes within those that are around, and the step within.
static void add_steps(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    if (at->level == plan->levels) {
        add_step(at, to);
        return;
    }
    Around inner = *at;
    inner.level++;
    const Pipeline *pipeline = pipeline_of(&at->group->lanes->fetches, inner.level);
    const char *axis = axis_at(plan, inner.level);
    if (inner.level == 1 && !has_producer(at->group->lanes))
        add_checks_of_steps(at, to);
    if (inner.level == 1 && at->group->lanes->local.across && !has_producer(at->group->lanes))
        add_first_slices(&inner, to);
    if (pipeline)
        add_first_fetches(&inner, pipeline, axis, to);
    add_outside(at, STEP_FIRST, inner.level, to);
    if (plan->levels == 1 && at->group->lanes && at->group->lanes->chain.postponed.dot)
        add_loops_of_chain(&inner, axis, to);
    else
        add_item(to, loop_from(axis, &long_type, first_step(plan, axis), steps_end(plan, axis), 1, body_of_steps(&inner, axis)));
    add_last_products(at, inner.level, to);
    add_after_last_step(at, inner.level, to);
}

// ---- Programs -------------------------------------------------------------------------------------------------------

// After the last step: if the sums of a chain are a window's, there may be no statement that reads them and issues the last product.
static void add_unread_sums(const Around *at, Node *to)
{
    const Node *dot = at->group->lanes->chain.postponed.dot;
    if (dot && operand_of(at->group->plan, dot->a->symbol))
        add_rest_of_chain(at, to);
}

static void add_program(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    const Lanes *l = at->group->lanes;
    add_indices(at, l->local.across && l->group.mma && parallel_count(plan) > 1, to);
    add_batches(plan, to);
    add_share(plan, to);
    add_early_dims(at, to);
    if (has_producer(l)) {
        add_checks_of_steps(at, to);
        add_stage_barriers(at, to);
        const Production produced = production_of_program(at, to);
        add_roles(at, &produced, to);
    }
    add_for_all(at, add_state, to);
    add_for_level(at, add_visit, to);
    add_steps(at, to);
    add_unread_sums(at, to);
    add_for_level(at, add_end_of_visit, to);
    add_for_all(at, add_last_copy, to);
}

// Adds a loop over the programs of this group, in which slices are numbered on.
static void add_over_programs(Node *body, Node *to)
{
    Node *program = word_node("pl_program"), *first = call_of("pl_cluster_number", new_block());
    Node *end = compare_node("<", program, word_node("pl_places"));
    add_item(to, variable("pl_slice", &long_type, literal_node(0)));
    add_item(to, for_node(variable("pl_program", &long_type, first), end, add_to("pl_program", call_of("pl_cluster_count", new_block())), body));
}

static Production over_programs_of_pairs(const Around *at, const Production *p)
{
    Node *fetched = new_block(), *fetching = new_block(), *transposing = new_block();
    add_indices_of_pair(at, fetched);
    add_share(at->group->plan, fetched);
    add_early_dims(at, fetched);
    add_item(fetched, p->fetching);
    add_over_programs(fetched, fetching);
    if (!p->transposing)
        return (Production){ .fetching = fetching };
    add_over_programs(p->transposing, transposing);
    return (Production){ fetching, transposing };
}

// What the lanes that multiply run for a program.
static Node *program_of_pairs(const Around *at)
{
    const Plan *plan = at->group->plan;
    Node *body = new_block(), *end = programs_of(axis_name(plan, plan->lanes->pairs.axis));
    add_indices_of_pair(at, body);
    add_share(plan, body);
    add_early_dims(at, body);
    add_for_level(at, add_visit, body);
    add_steps(at, body);
    add_item(body, comment("it has only helped its neighbor"));
    add_item(body, if_node(compare_node(">=", word_node("pl_own"), end), statement_node(word_node("continue"))));
    add_for_level(at, add_end_of_visit, body);
    return body;
}

static void add_pairs(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    const char *axis = axis_name(plan, plan->lanes->pairs.axis);
    Node *none = new_block();
    add_item(to, comment(text("one block, or two, which have neighbors along %s and share %s", axis, plan->lanes->pairs.shared->name)));
    add_item(to, also(variable("pl_blocks", const_type(&int_type), call_of("pl_cluster_blocks", none)), "pl_block",
                      call_of("pl_cluster_rank", none)));
    add_known("pl_pairs", divided_up(programs_of(axis), word_node("pl_blocks")), to);
    add_known("pl_places", places_from(plan, 0), to);
    add_stage_barriers(at, to);
    const Production one = production_of_program(at, to), all = over_programs_of_pairs(at, &one);
    add_roles(at, &all, to);
    add_over_programs(program_of_pairs(at), to);
    add_item(to, say("say_results_copied", 0));
    add_item(to, comment("no block ends before the other has arrived at its barriers"));
    add_item(to, say("say_clusters_meet", 0));
}

// Without steps nothing runs, also of what stands outside of the loops over them, or of the inner one.
static void add_return_without_steps(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    bool outside = has_outside(at->group->lanes) || (plan->levels > 1 && (at->group->lanes->local.across || has_producer(at->group->lanes)));
    Node *none = NULL;
    for (int level = 1; outside && level <= plan->levels; level++) {
        Node *empty = compare_node("==", programs_of(axis_at(plan, level)), literal_node(0));
        none = none ? compare_node("||", none, empty) : empty;
    }
    if (none)
        add_item(to, if_node(none, statement_node(word_node("return"))));
}

static void add_programs(const Around *at, Node *to)
{
    const Plan *plan = at->group->plan;
    const char *program = program_name(at->group);
    if (has_pairs(at->group->lanes)) {
        add_return_without_steps(at, to);
        add_pairs(at, to);
        return;
    }
    if (!at->group->lanes->persistent) {
        add_number(at->group, to);
        add_return_without_steps(at, to);
        add_program(at, to);
        return;
    }
    Node *body = new_block();
    add_program(at, body);
    add_item(to, for_node(variable(program, &long_type, say("say_group", 0)), compare_node("<", word_node(program), program_count(plan)),
                          assignment_node("+=", word_node(program), say("say_groups", 0)), body));
}

// ---- The stage ------------------------------------------------------------------------------------------------------

Node *group_programs(const Plan *plan, bool alone, bool places)
{
    const LaneGroup *l = &plan->lanes->group;
    const bool chooses = chooses_in_programs(plan);
    const Group group = { .plan = plan, .lanes = plan->lanes, .alone = alone || chooses, .places = places };
    const Around at = { .group = &group, .width = group.alone ? NULL : width_of(l) };
    Node *block = new_block();
    if (l->rejected || l->machine->copies || (alone && (l->run == 1 || l->tiled || l->machine->generic_width || chooses)))
        return NULL;
    add_programs(&at, block);
    return block;
}

Node *share_of_programs(const Plan *plan)
{
    const Group group = { .plan = plan, .lanes = plan->one, .one = true };
    const Around at = { .group = &group };
    const char *program = program_name(&group);
    Node *block = new_block(), *body = new_block();
    if (plan->one->group.machine->copies)
        return NULL;
    add_item(block, variable("pl_last", const_type(&long_type), say("say_end_of_share", 1, program_count(plan))));
    add_program(&at, body);
    add_item(block, loop_from(program, &long_type, say("say_begin_of_share", 1, program_count(plan)), word_node("pl_last"), 1, body));
    return block;
}
