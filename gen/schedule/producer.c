// schedule/producer.c -- PL_DOT with a producer: one lane copies slices of all steps to local memory, in boxes, and others multiply.
//
// Both run the same loops over steps and slices. The producer's have only the copies, after a wait until the stage is empty; those
// of the others have the products, after a wait until it is full. Slices are numbered from the first of all steps: pl_slice. Its
// stage, pl_stage, has two barriers in local memory, pl_full and pl_empty, which change phase once a round over the stages.
//
// Groups that take programs in pairs number slices from those of their first program. A stage is empty when the lanes of both groups
// have read it, because each producer copies its part of the operand that they share to both.

#include "schedule/dot.h"

typedef void OfSlice(const Product *p, Node *to);

static bool in_pairs(const Around *at) { return has_pairs(at->group->lanes); }

static Node *lane(void) { return word_node("pl_lane"); }

// ---- The loops of both ----------------------------------------------------------------------------------------------

static void add_slices(const Product *p, OfSlice *add, Node *to)
{
    Node *body = new_block();
    if (!in_pairs(p->at))
        add_number_across(p, body);
    add_item(body, variable("pl_stage", const_type(&int_type), binary_node("%", word_node("pl_slice"), literal_node(p->stages))));
    add(p, body);
    if (in_pairs(p->at))
        add_item(body, statement_node(add_to("pl_slice", literal_node(1))));
    add_over_slices(p, body, to);
}

// Where this memory has the slice of an operand.
static Node *in_stage(const char *memory, const Side *s)
{
    return sum_node("+", word_node(memory), product_node(word_node("pl_stage"), literal_node(s->stage)));
}

// ---- Barriers of a stage --------------------------------------------------------------------------------------------

static Node *of_stage(const char *barriers)
{
    return unary_node("&", element_at(barriers, word_node("pl_stage")));
}

static Node *phase(const Product *p)
{
    return binary_node("%", binary_node("/", word_node("pl_slice"), literal_node(p->stages)), literal_node(2));
}

// ---- The producer ---------------------------------------------------------------------------------------------------

static bool is_transposed(const Side *s) { return s->plan->transposes; }

static long long slice_bytes(const Side *s) { return s->stage * type_size(s->ref->type); }

// Slices that lanes transpose have a barrier of their own, which is awaited before they do.
static void add_boxes_to(const Product *p, const Side *s, Node *to)
{
    const Stage stage = { in_stage(is_transposed(s) ? s->fetched : s->memory, s), of_stage(is_transposed(s) ? "pl_fetched" : "pl_full") };
    add_boxes(p, s, &stage, to);
}

static void add_production(const Product *p, Node *to)
{
    const long long turned = (is_transposed(&p->x) ? slice_bytes(&p->x) : 0) + (is_transposed(&p->y) ? slice_bytes(&p->y) : 0);
    const long long bytes = slice_bytes(&p->x) + slice_bytes(&p->y) - turned;
    add_item(to, called("pl_mbarrier_wait", of_stage("pl_empty"), binary_node("^", wrapped(phase(p)), literal_node(1))));
    add_item(to, called("pl_mbarrier_arrive_expect", of_stage("pl_full"), literal_node(bytes)));
    if (turned)
        add_item(to, called("pl_mbarrier_arrive_expect", of_stage("pl_fetched"), literal_node(turned)));
    add_boxes_to(p, &p->x, to);
    add_boxes_to(p, &p->y, to);
}

static Node *over_slices(const Product *p, OfSlice *add)
{
    Node *body = new_block();
    add_slices(p, add, body);
    return over_all_steps(p->at->group->plan, body);
}

// ---- The producer's lanes that transpose ----------------------------------------------------------------------------
//
// Matrix instructions read elements of one byte along the depth. A slice whose lines go across it is fetched to memory of its own, and
// the other warps of the producer write its columns as lines. The stage is full when each of these warps has arrived, too.

static long long warps_that_transpose(const Machine *m) { return m->producer_lanes / m->warp - 1; }

static void add_transposed(const Side *s, Node *to)
{
    if (is_transposed(s))
        add_item(to, say("say_transpose", 3, literal_node(s->plan->lines), in_stage(s->memory, s), in_stage(s->fetched, s)));
}

static void add_transposition(const Product *p, Node *to)
{
    const Machine *m = p->at->group->lanes->group.machine;
    Node *first = compare_node("==", binary_node("%", lane(), literal_node(m->warp)), literal_node(0));
    add_item(to, called("pl_mbarrier_wait", of_stage("pl_fetched"), phase(p)));
    add_transposed(&p->x, to);
    add_transposed(&p->y, to);
    add_item(to, say("say_slice_written", 0));
    add_item(to, if_node(first, called("pl_mbarrier_arrive", of_stage("pl_full"), NULL)));
}

// ---- The lanes that multiply ----------------------------------------------------------------------------------------

// A lane for each of the groups that share slices says that the stage is empty.
static Node *emptied(const Around *at, Node *stage)
{
    Node *barrier = unary_node("&", element_at("pl_empty", stage));
    return in_pairs(at) ? called("pl_mbarrier_arrive_at", barrier, number_in_instruction(at)) : called("pl_mbarrier_arrive", barrier, NULL);
}

// The stage of this slice is empty; or, while its products are being computed, that of the one before it.
static void add_emptied(const Product *p, Node *to)
{
    Node *may = in_pairs(p->at) ? compare_node("<", number_in_instruction(p->at), word_node("pl_blocks")) : is_first_of_instruction(p->at);
    Node *stage = word_node("pl_stage");
    if (p->step->overlaps) {
        may = and_node(compare_node(">", word_node("pl_slice"), literal_node(0)), may);
        stage = binary_node("%", wrapped(binary_node("-", word_node("pl_slice"), literal_node(1))), literal_node(p->stages));
    }
    add_item(to, say("say_products_issued", 0));
    add_item(to, say("say_products_complete", 1, literal_node(p->step->overlaps)));
    add_item(to, if_node(may, emptied(p->at, stage)));
}

static void add_consumption(const Product *p, Node *to)
{
    long long depth = 32 / type_size(p->x.ref->type);       // of an instruction
    Node *x = place_at_depth(p, &p->x, word_node("pl_x"), word_node("pl_k"));
    Node *y = place_at_depth(p, &p->y, word_node("pl_y"), word_node("pl_k"));
    Node *multiply = say("say_add_slices", 8, word_node(type_code(p->x.ref->type)), word_node(type_code(p->y.ref->type)),
                         literal_node(p->plan->columns), literal_node(!runs_along_depth(p, &p->x)),
                         literal_node(!runs_along_depth(p, &p->y)), word_node(name_of_sums(p)), x, y);
    Node *products = loop_to("pl_k", &int_type, literal_node(p->plan->slice), depth, multiply);
    add_item(to, called("pl_mbarrier_wait", of_stage("pl_full"), phase(p)));
    add_matrix_name(p, &p->x, "pl_x", in_stage(p->x.memory, &p->x), to);
    add_matrix_name(p, &p->y, "pl_y", in_stage(p->y.memory, &p->y), to);
    add_item(to, say("say_begin_products", 0));
    add_item(to, unrolled(products));
    add_emptied(p, to);
}

void add_consumed_slices(const Product *p, Node *to)
{
    add_slices(p, add_consumption, to);
}

// ---- The roles ------------------------------------------------------------------------------------------------------

// A stage is full when the producer has said how many bytes come, they are there, and what is transposed has been written; it is empty
// when each instruction's lanes have read it.
void add_stage_barriers(const Around *at, Node *to)
{
    const Lanes *l = at->group->lanes;
    const Machine *m = l->group.machine;
    long long writers = transposes_slices(l) ? 1 + warps_that_transpose(m) : 1;
    Node *instructions = literal_node(lanes_that_multiply(at) / m->mma_lanes);
    Node *readers = in_pairs(at) ? product_node(instructions, word_node("pl_blocks")) : instructions;
    Node *stages = new_block(), *then = new_block();
    add_item(stages, called("pl_mbarrier_init", of_stage("pl_full"), literal_node(writers)));
    add_item(stages, called("pl_mbarrier_init", of_stage("pl_empty"), readers));
    if (transposes_slices(l))
        add_item(stages, called("pl_mbarrier_init", of_stage("pl_fetched"), literal_node(1)));
    add_item(then, loop_to("pl_stage", &int_type, literal_node(stage_count(l)), 1, stages));
    add_item(then, say("say_barriers_made", 0));
    add_item(to, if_node(compare_node("==", lane(), literal_node(0)), then));
    add_item(to, say(in_pairs(at) ? "say_clusters_meet" : "say_all_meet", 0));
}

static Production slices_of_call(const Around *at, Node *title)
{
    Around steps = *at;
    steps.level = at->group->plan->levels;
    steps.fetches = steps.apart = true;
    const Product p = product_by_tiles(&steps, step_at(at->group->lanes->body, at->group->lanes->local.across));
    add_item(title, comment(text("the producer: slices of %s and of %s, as stages become empty", p.x.ref->name, p.y.ref->name)));
    return (Production){ over_slices(&p, add_production),
                         transposes_slices(at->group->lanes) ? over_slices(&p, add_transposition) : NULL };
}

Production production_of_program(const Around *at, Node *title)
{
    if (at->group->lanes->chain.fed_count)
        return (Production){ .fetching = blocks_of_chain(at, title) };
    return slices_of_call(at, title);
}

static void add_registers(const Around *at, const char *word, long long of(const LaneGroup *l, long long together, bool transposes), Node *to)
{
    const Lanes *l = at->group->lanes;
    long long together = groups_together(l), count = of(&l->group, together, transposes_slices(l));
    if (count)
        add_item(to, say(word, 2, literal_node(count), literal_node(together)));
}

void add_roles(const Around *at, const Production *p, Node *to)
{
    const long long first = lanes_that_multiply(at), second_warp = first + at->group->lanes->group.machine->warp;
    Node *then = new_block();
    add_registers(at, "say_few_registers", registers_of_fetching, then);
    add_item(then, if_node(compare_node("==", lane(), literal_node(first)), p->fetching));
    if (p->transposing)
        add_item(then, if_node(compare_node(">=", lane(), literal_node(second_warp)), p->transposing));
    add_item(then, statement_node(word_node("return")));
    add_item(to, if_node(compare_node(">=", lane(), literal_node(first)), then));
    add_registers(at, "say_more_registers", registers_of_multiplying, to);
    if (at->group->lanes->chain.fed_count)
        add_first_waits(at, to);
}
