// schedule/loops.c -- loops over elements: which iterations each lane runs.

#include "schedule/schedule.h"

// ---- The parts of a head --------------------------------------------------------------------------------------------

static const char *index_of(const StepLoop *s)
{
    return s->axis ? s->axis->index->name : text("pl_at_%d", s->dim);
}

static const char *short_index(const StepLoop *s)
{
    return s->axis ? s->axis->index->name : text("%d", s->dim);
}

static const char *first_name(const StepLoop *s)
{
    return text("pl_first_%s", short_index(s));
}

static const Type *counter_type(const StepLoop *s)
{
    return s->narrow ? &int_type : &long_type;
}

// A bound as a part of a head: in parentheses, unless these would be needless anywhere.
static Node *bound(const Around *at, Node *n)
{
    return is_summand(n) ? expression(at, n) : wrapped(expression(at, n));
}

static Node *low_of(const Around *at, const StepLoop *s)
{
    return s->low ? bound(at, s->low) : literal_node(0);
}

// The number of this lane among those that share the loop, and how far its iterations are apart.
static Node *lane_of(const Around *at, const StepLoop *s)
{
    return word_node(s->how == CYCLIC_LANES ? "pl_lane" : s->how == CYCLIC_ROWS ? "pl_row" : column_name(&at->group->lanes->group));
}

static long long step_of(const Around *at, const StepLoop *s)
{
    return lane_step(&at->group->lanes->group, s->how);
}

static bool declares_end(const StepLoop *s)
{
    return !s->clip && s->bound != BOUND_CONSTANT;
}

static const char *end_name(const StepLoop *s)
{
    return text("pl_end_%s", index_of(s));
}

Node *end_of_loop(const Around *at, const StepLoop *s)
{
    if (s->clip)
        return word_node(clip_name(at->group->plan, s->clip->operand, s->clip->dim));
    return declares_end(s) ? word_node(end_name(s)) : bound(at, s->high);
}

static Node *with_end(const Around *at, const StepLoop *s, Node *declaration)
{
    return declares_end(s) ? also(declaration, end_name(s), bound(at, s->high)) : declaration;
}

Node *loop_start(const Around *at, const StepLoop *s, const char *name)
{
    return with_end(at, s, variable(name, counter_type(s), low_of(at, s)));
}

static Node *before_end(const Around *at, const StepLoop *s, Node *index)
{
    return compare_node("<", index, end_of_loop(at, s));
}

Node *number_of_lanes(const LaneGroup *l)
{
    return l->shrinks ? word_node("pl_lanes") : literal_node(l->rows * l->columns);
}

Node *for_pieces(const LaneGroup *l, long long pieces, Node *body)
{
    Node *lane = word_node("pl_lane"), *all = literal_node(pieces);
    if (!has_one_piece(l, pieces))
        return for_node(variable("pl_piece", &int_type, lane), compare_node("<", word_node("pl_piece"), all),
                        add_to("pl_piece", number_of_lanes(l)), body);
    return pieces < (long long)l->rows * l->columns ? if_node(compare_node("<", lane, all), body) : body;
}

// How far the iterations of a lane are apart.
static Node *step_node(const Around *at, const StepLoop *s)
{
    const LaneGroup *l = &at->group->lanes->group;
    return l->shrinks && s->how != CYCLIC_ROWS ? number_of_lanes(l) : literal_node(step_of(at, s));
}

static Node *times_width(const Around *at, Node *number)
{
    return at->width->known && number->known ? literal_node(number->value * at->width->value) : binary_node("*", number, at->width);
}

// ---- Heads ----------------------------------------------------------------------------------------------------------

static Node *next_index(const Around *at, const StepLoop *s)
{
    Node *step = s->axis && s->axis->step ? expression(at, s->axis->step) : literal_node(1);
    return s->how == NOT_DISTRIBUTED ? add_to(index_of(s), step)
                                     : assignment_node("+=", word_node(index_of(s)), step_node(at, s));
}

// If rows are not owned in turn, a lane has two of them, and those after its last one are others' (plan/producer.c). NULL: they are.
static Node *before_others(const Around *at, const StepLoop *s)
{
    bool apart = s->how == CYCLIC_ROWS && step_of(at, s) != lane_count(&at->group->lanes->group, s->how);
    return apart ? compare_node("<", word_node(index_of(s)), sum_node("+", lane_of(at, s), literal_node(2 * step_of(at, s)))) : NULL;
}

// Whether each lane has an iteration: the loop is printed as a block.
static bool has_one_for_each(const Around *at, const StepLoop *s)
{
    const bool all = at->group->lanes && !(at->group->lanes->group.shrinks && s->how != CYCLIC_ROWS);
    return all && s->how != NOT_DISTRIBUTED && (!s->low || is_literal(s->low, 0)) && s->high && s->high->known &&
           s->high->value == step_of(at, s) && !s->clip && s->bound == BOUND_CONSTANT && !(s->axis && s->axis->step) && !before_others(at, s) &&
           !(s->axis && has_kind(at->step->node, ND_CONTINUE));
}

// All lanes run all iterations, or each lane its share.
static Node *plain_head(const Around *at, const StepLoop *s)
{
    Node *low = low_of(at, s), *start = s->how == NOT_DISTRIBUTED ? low : sum_node("+", low, lane_of(at, s));
    Node *goes_on = and_node(before_end(at, s, word_node(index_of(s))), before_others(at, s));
    Node *loop = for_node(with_end(at, s, variable(index_of(s), counter_type(s), start)), goes_on, next_index(at, s), NULL);
    if (has_one_for_each(at, s))
        loop->op = "once";
    return s->unrolled && !loop->op ? unrolled(loop) : loop;
}

static Node *less_than_trips(const char *trip, const StepLoop *s)
{
    return compare_node("<", word_node(trip), literal_node(s->trips));
}

static Node *comma(Node *a, Node *b)
{
    return binary_node(",", a, b);
}

// Each lane fills all its registers: the loop needs only their numbers.
static Node *bare_head(const StepLoop *s)
{
    return unrolled_to(trip_name(index_of(s)), s->trips, NULL);
}

// Registers are counted from the first row on: those before the first iteration are masked. NULL: there are none.
static Node *from_low(const StepLoop *s)
{
    bool low = s->trips && s->low && !(s->low->known && !s->low->value);
    return low ? compare_node(">=", word_node(index_of(s)), s->low) : NULL;
}

static Node *register_head(const Around *at, const StepLoop *s)
{
    const char *index = index_of(s), *trip = trip_name(index);
    Node *last = s->full ? NULL : compare_node("<", word_node(index), s->high);
    return unrolled(for_node(also(variable(index, counter_type(s), lane_of(at, s)), trip, literal_node(0)),
                             and_node(less_than_trips(trip, s), last),
                             comma(assignment_node("+=", word_node(index), literal_node(step_of(at, s))), add_to(trip, literal_node(1))),
                             NULL));
}

static Node *loop_head(const Around *at, const StepLoop *s)
{
    return !s->trips ? plain_head(at, s) : s->full && !s->named ? bare_head(s) : register_head(at, s);
}

// ---- Nests ----------------------------------------------------------------------------------------------------------

typedef void AddLoop(const Around *at, const Nest *nest, int i, Node *to);

static Node *with_braces(const Nest *nest, Node *block)
{
    return nest->alone ? alone_or_block(block) : block;
}

static void add_run(const Around *at, const Nest *nest, int i, Node *to);

static void add_from(const Around *at, const Nest *nest, int i, Node *head(const Around *at, const StepLoop *s), Node *to);

bool is_single(const StepLoop *s)
{
    return s->trips == 1 && !s->runs;
}

// Each lane has one register, or none: this is no loop.
static void add_single(const Around *at, const Nest *nest, int i, Node *head(const Around *at, const StepLoop *s), Node *to)
{
    const StepLoop *s = &nest->loops[i];
    const Bare single = { trip_name(index_of(s)), at->single };
    const bool whole = s->full || at->only_registers, named = !whole || (s->named && !at->only_registers);
    Around inner = *at;
    Node *block = named ? new_block() : to, *body = new_block();
    inner.single = &single;
    add_from(&inner, nest, i + 1, head, body);
    if (named)
        add_item(block, variable(index_of(s), const_type(counter_type(s)), lane_of(at, s)));
    if (!whole)
        add_item(block, if_node(and_node(from_low(s), compare_node("<", word_node(index_of(s)), s->high)), with_braces(nest, body)));
    else
        add_items(block, named && alone_or_block(body)->kind == ND_BLOCK ? alone_or_block(body) : body);
    if (named)
        add_item(to, block);
}

// Whether one lane has the only iteration, or each lane that of a dim, so that this is no loop either. All lanes run the user's loops.
static bool is_one_iteration(const Around *at, const StepLoop *s)
{
    const bool first = !s->low || is_literal(s->low, 0), only = s->high && s->high->known && s->high->value == 1;
    if (s->axis && s->how == NOT_DISTRIBUTED)
        return false;
    return first && only && !s->trips && !s->runs && !s->clip && s->bound == BOUND_CONSTANT && !(s->axis && s->axis->step) &&
           !before_others(at, s) && !(s->axis && has_kind(at->step->node, ND_CONTINUE));
}

static bool has_this_name(const Node *n, const void *name)
{
    return n->kind == ND_NAME && is_text(n->symbol ? n->symbol->name : n->name, name);
}

static void add_one_iteration(const Around *at, const Nest *nest, int i, Node *head(const Around *at, const StepLoop *s), Node *to)
{
    const StepLoop *s = &nest->loops[i];
    Node *body = new_block(), *block = new_block();
    add_from(at, nest, i + 1, head, body);
    if (find_node(body, has_this_name, index_of(s)))
        add_item(block, variable(index_of(s), const_type(counter_type(s)), literal_node(0)));
    add_items(block, body);
    if (s->how != NOT_DISTRIBUTED)
        add_item(to, if_node(compare_node("==", lane_of(at, s), literal_node(0)), with_braces(nest, block)));
    else if (block->item_count > body->item_count)
        add_item(to, block);
    else
        add_items(to, body);
}

// Adds the loops from the ith on. head NULL: each loop has the head that it needs.
static void add_from(const Around *at, const Nest *nest, int i, Node *head(const Around *at, const StepLoop *s), Node *to)
{
    const StepLoop *s = &nest->loops[i];
    if (i == nest->count) {
        nest->make(at, nest->of, to);
        return;
    }
    if (!head && s->runs && at->width) {
        add_run(at, nest, i, to);
        return;
    }
    if (is_single(s)) {
        add_single(at, nest, i, head, to);
        return;
    }
    if (is_one_iteration(at, s)) {
        add_one_iteration(at, nest, i, head, to);
        return;
    }
    Node *loop = (head ? head : loop_head)(at, s), *body = new_block();
    add_from(at, nest, i + 1, head, body);
    loop->step = !i && s->axis && is_shared_by_rows(at->step) ? at->step : NULL;
    loop->body = from_low(s) ? if_node(from_low(s), with_braces(nest, body)) : with_braces(nest, body);
    add_item(to, loop);
}

void add_loops(const Around *at, const Nest *nest, Node *to)
{
    add_from(at, nest, 0, NULL, to);
}

void add_plain_loops(const Around *at, const Nest *nest, Node *to)
{
    add_from(at, nest, 0, loop_head, to);
}

static Node *register_or_plain_head(const Around *at, const StepLoop *s)
{
    return s->trips ? bare_head(s) : plain_head(at, s);
}

void add_register_loops(const Around *at, const Nest *nest, Node *to)
{
    Around inner = *at;
    inner.only_registers = true;
    add_from(&inner, nest, 0, register_or_plain_head, to);
}

// ---- Runs of neighbors: a lane has as many elements as a vector, then those of its next run -------------------------

static bool has_vectors(const Around *at, const StepLoop *s)
{
    return s->vector_count && uses_vectors(at);
}

// If the last run need not be whole, it is not loaded and stored as vectors: its lane runs its elements one by one.
static bool has_rest(const Around *at, const StepLoop *s)
{
    return s->runs == RUNS_SHORT && has_vectors(at, s);
}

static bool is_whole_run(const Around *at, const StepLoop *s)
{
    return s->runs == RUNS_WHOLE || has_vectors(at, s);
}

static Node *first_of_lane(const Around *at, const StepLoop *s, Node *low)
{
    return sum_node("+", low, binary_node("*", lane_of(at, s), at->width));
}

static Node *next_run(const Around *at, const StepLoop *s)
{
    return assignment_node("+=", word_node(first_name(s)), times_width(at, step_node(at, s)));
}

static Node *run_head(const Around *at, const StepLoop *s)
{
    const char *first = first_name(s), *trip = trip_name(index_of(s));
    Node *start = first_of_lane(at, s, s->trips ? literal_node(0) : low_of(at, s));
    Node *declared = variable(first, counter_type(s), start);
    if (!s->trips)
        return for_node(with_end(at, s, declared), before_end(at, s, word_node(first)), next_run(at, s), NULL);
    Node *last = s->full ? NULL : compare_node("<", word_node(first), s->high);
    return unrolled(for_node(also(declared, trip, literal_node(0)), and_node(less_than_trips(trip, s), last),
                             comma(next_run(at, s), assignment_node("+=", word_node(trip), at->width)), NULL));
}

// The head of the loop over whole runs, before which the first element of the lane is declared.
static Node *whole_runs_head(const Around *at, const StepLoop *s, Node *to)
{
    Node *low = low_of(at, s), *end = end_of_loop(at, s);
    add_item(to, variable(first_name(s), counter_type(s), first_of_lane(at, s, low)));
    if (declares_end(s))
        add_item(to, variable(end_name(s), const_type(&long_type), bound(at, s->high)));
    return for_node(NULL, compare_node("<=", sum_node("+", word_node(first_name(s)), at->width), end), next_run(at, s), NULL);
}

// Whether lanes hold a part of each row, and the loop is over rows that they hold.
static bool is_over_parts(const Around *at, const StepLoop *s)
{
    const HeldRows *held = &at->group->lanes->held;
    bool over = false;
    for (int i = 0; i < s->vector_count && held->in_part; i++)
        over |= held_vector(held, s->vectors[i]) != NULL;
    return over && has_vectors(at, s);
}

// The end of what lanes hold of a row.
static Node *held_end(const Around *at, const StepLoop *s)
{
    Node *end = end_of_loop(at, s);
    return s->clip ? call_with("pl_least", word_node("pl_held"), end) : word_node("pl_held");
}

// The place where lanes hold the first element of the run.
static Node *held_element(const Around *at, const StepLoop *s, const struct HeldVector *held)
{
    return element_at(held_name(&at->group->lanes->local, &at->group->lanes->held.places[held->place]), word_node(first_name(s)));
}

// Of a whole vector, no element is accessed but by it.
Node *first_of_run(const Around *at, const struct Vector *v, bool whole)
{
    Node *first = element_at(v->ref->name, expression(at, v->offset));
    first->a = whole && v->place ? writable(v->place) : NULL;
    return first;
}

// The vector of a run: at its beginning it is declared, and loaded if the loop reads it; at its end stored.
typedef enum { VECTORS_BEGIN, VECTORS_DECLARED, VECTORS_LOADED, VECTORS_END } VectorPart;

static void add_vectors(const Around *at, const StepLoop *s, bool whole, VectorPart part, Node *to)
{
    for (int i = 0; i < s->vector_count && has_vectors(at, s); i++) {
        const struct Vector *v = s->vectors[i];
        if (whole && !v->loads)                         // schedule/vectors.c stores it
            continue;
        Node *form = word_node(whole ? "whole" : "");
        Node *type = say("pl_type", 1, word_node(type_code(v->ref->type))), *name = word_node(v->name), *width = at->width;
        const struct HeldVector *held = at->in_array ? NULL : held_vector(&at->group->lanes->held, v);
        Node *first = first_of_run(at, v, whole), *kept = held ? held_element(at, s, held) : NULL;
        Node *from = held && held->found ? kept : first;
        bool end = part == VECTORS_END;
        if (end && v->stores && (!held || held->stored))
            add_item(to, say("say_store", 5, type, name, first, width, form));
        else if (part == VECTORS_BEGIN && v->loads)
            add_item(to, say("say_load", 6, type, name, from, word_node(v->stores ? "" : "const"), width, form));
        else if (part == VECTORS_LOADED && v->loads)
            add_item(to, say("say_reload", 4, type, name, from, width));
        else if (part == VECTORS_BEGIN || part == VECTORS_DECLARED)
            add_item(to, say("say_vector", 3, type, name, width));
        if (held && held->kept && part != VECTORS_DECLARED && end == v->stores)
            add_item(to, say("say_store", 5, type, name, kept, width, form));
    }
}

// The copies of a run to where lanes hold it.
static Node *copies_of_run(const Around *at, const StepLoop *s)
{
    Node *copies = new_block();
    for (int i = 0; i < s->vector_count && has_vectors(at, s); i++) {
        const struct Vector *v = s->vectors[i];
        const struct HeldVector *held = held_vector(&at->group->lanes->held, v);
        if (held && held->fetched)
            add_item(copies, say("say_fetch_run", 3, held_element(at, s, held),
                                 element_at(v->ref->name, expression(at, v->offset)), at->width));
    }
    return copies;
}

// Before the first loop over a row that lanes hold, each starts all copies of its elements, and waits for them.
static void add_fetches(const Around *at, const StepLoop *s, Node *to)
{
    Node *loop = run_head(at, s);
    loop->body = copies_of_run(at, s);
    if (!loop->body->item_count)
        return;
    add_item(to, loop);
    add_item(to, say("say_copied", 0));
}

// The elements of a run, one after the other.
static Node *elements_of_run(const Around *at, const Nest *nest, int i)
{
    const StepLoop *s = &nest->loops[i];
    bool whole = is_whole_run(at, s), named = s->use == USED_ALWAYS || (s->use == USED_BY_ELEMENTS && !has_vectors(at, s));
    Node *place = sum_node("+", word_node(first_name(s)), word_node("pl_e")), *body = new_block();
    Node *inside = compare_node("<", word_node("pl_e"), at->width), *last = whole ? NULL : before_end(at, s, place);
    if (named)
        add_item(body, variable(index_of(s), const_type(counter_type(s)), place));
    add_from(at, nest, i + 1, NULL, body);
    Node *loop = for_node(variable("pl_e", &int_type, literal_node(0)), and_node(inside, last), add_to("pl_e", literal_node(1)), body);
    return whole ? unrolled(loop) : loop;
}

// Only over registers: a trip is enough, and runs do not matter.
static void add_bare_run(const Around *at, const Nest *nest, int i, Node *to)
{
    const StepLoop *s = &nest->loops[i];
    const Bare bare = { trip_name(index_of(s)), at->bare };
    Around inner = *at;
    inner.bare = &bare;
    Node *loop = register_or_plain_head(at, s);
    loop->body = new_block();
    add_from(&inner, nest, i + 1, NULL, loop->body);
    add_item(to, loop);
}

static void add_rest(const Around *at, const Nest *nest, int i, Node *to)
{
    const StepLoop *s = &nest->loops[i];
    Around rest = *at;
    rest.width = NULL;
    Node *loop = for_node(variable(index_of(s), counter_type(s), word_node(first_name(s))),
                          before_end(at, s, word_node(index_of(s))), add_to(index_of(s), literal_node(1)), new_block());
    add_from(&rest, nest, i + 1, loop_head, loop->body);
    add_item(to, comment("what is left of a run"));
    add_item(to, loop);
}

static void add_loop_over_runs(const Around *at, const Nest *nest, int i, Node *loop, Node *to)
{
    const StepLoop *s = &nest->loops[i];
    const bool whole = nest->whole && i == nest->count - 1 && has_vectors(at, s);
    loop->body = new_block();
    add_vectors(at, s, whole, VECTORS_BEGIN, loop->body);
    if (whole)
        nest->whole(at, nest->of, loop->body);
    else
        add_item(loop->body, elements_of_run(at, nest, i));
    add_vectors(at, s, whole, VECTORS_END, loop->body);
    add_item(to, loop);
}

// The loop over the runs of a lane that begin before the end; it goes on with the first one that an earlier loop has left.
static Node *next_runs_head(const Around *at, const StepLoop *s, Node *end)
{
    return for_node(NULL, compare_node("<", word_node(first_name(s)), end), next_run(at, s), NULL);
}

static Node *first_run_of_lane(const Around *at, const StepLoop *s)
{
    return variable(first_name(s), counter_type(s), first_of_lane(at, s, low_of(at, s)));
}

static void add_rest_of_row(const Around *at, const Nest *nest, int i, const char *why, Node *to)
{
    Around rest = *at;
    rest.in_array = true;
    add_item(to, comment(why));
    add_loop_over_runs(&rest, nest, i, next_runs_head(at, &nest->loops[i], end_of_loop(at, &nest->loops[i])), to);
}

// While the copies arrive, lanes work on the rest.
static void add_after_copies(const Around *at, const Nest *nest, int i, Node *copies, Node *to)
{
    const StepLoop *s = &nest->loops[i];
    Node *fetches = next_runs_head(at, s, held_end(at, s)), *held = next_runs_head(at, s, held_end(at, s)), *block = new_block();
    fetches->body = copies;
    held->init = first_run_of_lane(at, s);
    add_item(block, with_end(at, s, first_run_of_lane(at, s)));
    add_item(block, fetches);
    add_rest_of_row(at, nest, i, "meanwhile the rest, for which shared memory has no room", block);
    add_item(to, block);
    add_item(to, say("say_copied", 0));
    add_loop_over_runs(at, nest, i, held, to);
}

static void add_over_parts(const Around *at, const Nest *nest, int i, Node *to)
{
    const StepLoop *s = &nest->loops[i];
    Node *copies = copies_of_run(at, s), *block = new_block();
    if (copies->item_count) {
        add_after_copies(at, nest, i, copies, to);
        return;
    }
    add_item(block, with_end(at, s, first_run_of_lane(at, s)));
    add_loop_over_runs(at, nest, i, next_runs_head(at, s, held_end(at, s)), block);
    add_rest_of_row(at, nest, i, "the rest, for which shared memory has no room", block);
    add_item(to, block);
}

static void add_run(const Around *at, const Nest *nest, int i, Node *to)
{
    const StepLoop *s = &nest->loops[i];
    if (is_over_parts(at, s)) {
        add_over_parts(at, nest, i, to);
        return;
    }
    if (s->runs == RUNS_WHOLE && s->trips && s->full && s->use == USED_NEVER && !s->vector_count) {
        add_bare_run(at, nest, i, to);
        return;
    }
    Node *block = has_rest(at, s) ? new_block() : to;
    add_fetches(at, s, block);
    Node *loop = has_rest(at, s) ? whole_runs_head(at, s, block) : run_head(at, s);
    add_loop_over_runs(at, nest, i, loop, block);
    if (block == to)
        return;
    add_rest(at, nest, i, block);
    add_item(to, block);
}

// ---- Rounds: all lanes run as many, because they do something together in each ---------------------------------------

static Node *only_round(const Around *at, const StepLoop *s, const char *first, bool run)
{
    Node *lane = run ? binary_node("*", lane_of(at, s), at->width) : lane_of(at, s);
    return with_end(at, s, variable(first, const_type(counter_type(s)), sum_node("+", low_of(at, s), lane)));
}

// Some lanes have none in the last round, and count as far as the first lane. first: the name of the index.
static Node *uneven_rounds(const Around *at, const StepLoop *s, const char *first, bool run)
{
    Node *start = run ? binary_node("*", lane_of(at, s), at->width) : lane_of(at, s), *index = word_node(first);
    Node *declared = variable(first, counter_type(s), sum_node("+", low_of(at, s), start));
    Node *next = assignment_node("+=", index, run ? times_width(at, step_node(at, s)) : step_node(at, s));
    const char *trip = trip_name(index_of(s));
    if (!s->trips)
        return for_node(with_end(at, s, declared), compare_node("<", index, sum_node("+", end_of_loop(at, s), start)), next, NULL);
    return unrolled(for_node(also(declared, trip, literal_node(0)), less_than_trips(trip, s),
                             comma(next, assignment_node("+=", word_node(trip), run ? at->width : literal_node(1))), NULL));
}

Rounds rounds_of(const Around *at, const Nest *nest)
{
    const StepLoop *s = nest->loops;
    bool run = s->runs && at->width;
    const char *first = run ? first_name(s) : index_of(s);
    bool even = s->full && is_literal(s->low, 0) && !s->clip;           // every lane has an element, or a run, in each round
    bool by_element = run && !is_whole_run(at, s);                      // each element has a condition
    Node *inside = even || by_element ? NULL : before_end(at, s, word_node(first)), *body = new_block();
    if (has_one_round(&at->group->lanes->group, at->step->node) && !s->trips) {
        add_item(body, only_round(at, s, first, run));
        return (Rounds){ NULL, body, inside, run };
    }
    Node *loop = !even || (s->trips && !run) ? uneven_rounds(at, s, first, run) : run ? run_head(at, s) : plain_head(at, s);
    loop->body = body;
    return (Rounds){ loop, body, inside, run };
}

void add_fetches_of_rounds(const Around *at, const Nest *nest, Node *to)
{
    if (nest->loops->runs && at->width)
        add_fetches(at, nest->loops, to);
}

void add_loads_of_round(const Around *at, const Rounds *r, const Nest *nest, Node *declared, Node *to)
{
    const StepLoop *s = nest->loops;
    if (!r->run)
        return;
    if (!r->inside)
        add_vectors(at, s, false, VECTORS_BEGIN, to);
    else {
        add_vectors(at, s, false, VECTORS_DECLARED, declared);
        add_vectors(at, s, false, VECTORS_LOADED, to);
    }
}

void add_stores_of_round(const Around *at, const Rounds *r, const Nest *nest, Node *to)
{
    if (r->run)
        add_vectors(at, nest->loops, false, VECTORS_END, to);
}

void add_elements_of_round(const Around *at, const Rounds *r, const Nest *nest, Node *to)
{
    if (r->run)
        add_item(to, elements_of_run(at, nest, 0));
    else
        nest->make(at, nest->of, to);
}
