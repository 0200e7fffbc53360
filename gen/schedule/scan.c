// schedule/scan.c -- PL_SCAN by lanes: what all elements before add up to, for each element.
//
// In a round each lane has a run of neighbors, which those of the next lane follow. It combines them: pl_part. By shuffles pl_part
// becomes what it and the lanes before it in the warp have. Each warp stores what it has in memory that lanes share, pl_reduction_T.
// So a lane knows what is before its run, with which the accumulator begins, and runs the body for each element. pl_total is what all
// rounds so far have.

#include "schedule/reduce.h"

typedef struct { const Reducing *r; const Step *body; Make *statements; } Scanning;     // statements: adds a step, or those in it

static Around within(const Around *at, const Step *step)
{
    Around inner = *at;
    inner.step = step;
    inner.in_nest = true;
    return inner;
}

// ---- What a lane runs -----------------------------------------------------------------------------------------------

// The element is combined with those before; statements before that compute it.
static void add_value(const Around *at, const void *of, Node *to)
{
    const Scanning *s = of;
    for (int i = 0; i < s->body->item_count; i++) {
        const Step *step = s->body->items[i];
        const Around inner = within(at, step);
        if (step->node == s->r->node) {
            add_item(to, reduced(step->node, part(), expression(&inner, step->node->b)));
            return;
        }
        s->statements(at, step, to);
    }
}

static void add_if_inside(const Rounds *rounds, Node *block, Node *to)
{
    if (rounds->inside)
        add_item(to, if_node(rounds->inside, block));
    else if (rounds->run)
        add_items(to, block);
    else
        add_item(to, block->item_count > 1 ? block : block->items[0]);  // what is declared there is declared again for the body
}

// ---- What lanes do together -----------------------------------------------------------------------------------------

static Node *accumulator(const Reducing *r)
{
    return expression(r->at, r->node->a);
}

static Node *total(void)
{
    return word_node("pl_total");
}

static Node *identity(const Reducing *r)
{
    return r->node->symbol ? expression(r->at, r->node->symbol->function->identity) : neutral(r->node);
}

// The part becomes what it is with this before it. A function need not commute.
static Node *reduced_after(const Reducing *r, Node *before)
{
    const Node *scan = r->node;
    return scan->symbol ? assign("=", part(), call_with(scan->symbol->name, before, part())) : reduced(scan, part(), before);
}

static Node *in_warp(const Reducing *r)
{
    return r->sharers > r->warp ? binary_node("%", word_node("pl_lane"), literal_node(r->warp)) : number_of_sharer(r);
}

// pl_part becomes what this lane and those before it in the warp have.
static void add_shuffles(const Reducing *r, Node *to)
{
    Node *half = word_node("pl_half"), *body = new_block(), *next = word_node("pl_next");
    add_item(body, variable("pl_next", const_type(r->node->a->type), say("say_shifted", 2, part(), half)));
    add_item(body, if_node(compare_node(">=", in_warp(r), half), reduced_after(r, next)));
    add_item(to, unrolled(for_node(variable("pl_half", &int_type, literal_node(1)), compare_node("<", half, literal_node(least(r->sharers, r->warp))),
                                   assignment_node("*=", half, literal_node(2)), body)));
}

// The accumulator becomes what is before the warp, or the team, that this lane is in. part: what the one whose number is pl_warp has.
static void add_teams_before(const Reducing *r, long long lanes, Node *part, Node *to)
{
    Node *body = new_block(), *number = word_node("pl_warp"), *own = binary_node("/", number_of_sharer(r), literal_node(lanes));
    Node *count = r->lanes->shrinks ? binary_node("/", sharer_count(r), literal_node(lanes)) : literal_node(r->sharers / lanes);
    add_item(body, if_node(compare_node("==", number, own), assign("=", accumulator(r), total())));
    add_item(body, reduced(r->node, total(), part));
    Node *loop = for_node(variable("pl_warp", &int_type, literal_node(0)), compare_node("<", number, count),
                          add_to("pl_warp", literal_node(1)), body);
    add_item(to, r->lanes->shrinks ? loop : unrolled(loop));
}

// What the team of the row has, after the parts of all lanes.
static Node *part_of_team(const Reducing *r, long long team, Node *number)
{
    const LaneGroup *l = r->lanes;
    const long long lanes = (long long)l->rows * l->columns, teams = r->sharers / team;
    Node *row = !r->row || l->rows == 1 ? literal_node(0) : l->turned ? word_node("pl_row")
              : binary_node("*", word_node("pl_row"), literal_node(teams));
    Node *own = r->row && l->turned ? binary_node("*", number, literal_node(l->rows)) : number;
    return part_of_lane(r, sum_node("+", literal_node(lanes), sum_node("+", row, own)));
}

static void add_warps_before(const Reducing *r, Node *to)
{
    Node *warp = binary_node("/", word_node("pl_lane"), literal_node(r->warp));
    Node *is_last = compare_node("==", in_warp(r), literal_node(r->warp - 1));
    add_item(to, if_node(is_last, assign("=", part_of_lane(r, warp), part())));
    add_own_wait(r->at, r->step->within, "all have stored what their elements add up to", to);
    add_teams_before(r, r->warp, part_of_warp(r, word_node("pl_warp")), to);
    add_own_wait(r->at, r->step->final, "all have read it", to);
}

// Without shuffles a lane reads the parts of those before it in its team. After those of all lanes, the last lane of each team stores
// what this has.
static void add_lanes_before(const Reducing *r, Node *to)
{
    const long long team = scan_team(r->lanes, r->row);
    bool turned = r->row && r->lanes->turned;           // otherwise teams are neighbors
    Node *own = number_of_sharer(r), *next = word_node("pl_next"), *half = word_node("pl_half"), *members = literal_node(team);
    Node *first = binary_node("*", binary_node("/", turned ? own : word_node("pl_lane"), members), members);
    Node *before = sum_node("+", first, half);
    add_item(to, assign("=", part_of_lane(r, word_node("pl_lane")), part()));
    add_own_wait(r->at, r->step->within, "all have stored what their elements add up to", to);
    add_item(to, variable("pl_next", plain_type(r->node->a->type), identity(r)));
    add_item(to, for_node(variable("pl_half", &int_type, literal_node(0)), compare_node("<", half, literal_node(team - 1)),
                          add_to("pl_half", literal_node(1)),
                          if_node(compare_node("<", half, binary_node("%", own, members)), reduced(r->node, next, turned ? part_of_sharer(r, before) : part_of_lane(r, before)))));
    Node *stored = new_block();
    add_item(stored, reduced_after(r, next));
    add_item(stored, assign("=", part_of_team(r, team, binary_node("/", own, members)), part()));
    add_item(to, if_node(compare_node("==", binary_node("%", own, members), literal_node(team - 1)), stored));
    add_own_wait(r->at, r->step->within, "all have stored what their elements add up to", to);
    add_teams_before(r, team, part_of_team(r, team, word_node("pl_warp")), to);
    add_item(to, reduced(r->node, accumulator(r), next));
}

// What the last lane has is what all have.
static void add_shuffled_before(const Reducing *r, Node *to)
{
    Node *last = sum_node("+", first_sharer(r), literal_node(r->sharers - 1));
    add_item(to, assign("=", accumulator(r), total()));
    add_item(to, reduced(r->node, total(), say("say_from_lane", 3, word_node(r->type), part(), last)));
}

static void add_before(const Reducing *r, Node *to)
{
    if (r->step->reduction == REDUCED_BY_HALVES) {
        add_lanes_before(r, to);
        return;
    }
    add_shuffles(r, to);
    (r->step->reduction == REDUCED_BY_SHUFFLES ? add_shuffled_before : add_warps_before)(r, to);
    add_item(to, assign("=", part(), say("say_shifted", 2, part(), literal_node(1))));
    add_item(to, if_node(compare_node(">", in_warp(r), literal_node(0)), reduced(r->node, accumulator(r), part())));
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

void add_scan(const Around *at, Make *statements, Node *to)
{
    const Step *s = at->step;
    const Node *scan = scan_of(s->node);
    const Reducing r = reducing_of(at, scan, s->loops->how == CYCLIC_COLUMNS);
    const Scanning scanning = { &r, s->body, statements };
    const Nest values = { s->loops, 1, false, add_value, &scanning, NULL }, elements = { s->loops, 1, false, statements, s->body, NULL };
    const Rounds rounds = rounds_of(at, &values);
    Node *round = rounds.body, *first = new_block(), *second = new_block(), *block = new_block();
    add_fetches_of_rounds(at, &values, block);
    add_item(block, variable("pl_total", plain_type(scan->a->type), accumulator(&r)));
    add_loads_of_round(at, &rounds, &values, round, first);
    add_item(round, variable("pl_part", plain_type(scan->a->type), identity(&r)));
    add_elements_of_round(at, &rounds, &values, first);
    add_if_inside(&rounds, first, round);
    add_before(&r, round);
    add_elements_of_round(at, &rounds, &elements, second);
    add_stores_of_round(at, &rounds, &elements, second);
    add_if_inside(&rounds, second, round);
    add_item(block, rounds.loop ? rounds.loop : round);
    add_item(block, assign("=", accumulator(&r), total()));
    add_item(to, block);
}
