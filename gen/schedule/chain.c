// schedule/chain.c -- several PL_DOTs of a step: a producer copies whole blocks of their operands, and their sums stay in registers.
//
// Blocks that stay for all steps are copied before the first; the others in each step, to a stage. pl_stage is the stage of the
// step, pl_phase the phase of its barriers, which changes once a round over the stages. Both roles count them in the same steps.

#include "schedule/dot.h"

static const Type bool_type = { .kind = TY_BOOL };

const Chain *chain_of(const Around *at)
{
    return &at->group->lanes->chain;
}

// ---- Stages ---------------------------------------------------------------------------------------------------------

static Node *barrier_at(const Around *at, const struct Fed *fed, const char *barriers, const char *stage)
{
    Node *first = literal_node(first_barrier(chain_of(at), fed));
    return unary_node("&", element_at(barriers, fed->stays ? first : sum_node("+", first, word_node(stage))));
}

static Node *barrier_of(const Around *at, const struct Fed *fed, const char *barriers)
{
    return barrier_at(at, fed, barriers, "pl_stage");
}

static Node *memory_at(const Product *p, const Side *s, const struct Fed *fed, const char *stage)
{
    const LocalMemory *local = &p->at->group->lanes->local;
    Node *memory = word_node(local->uses[s->plan->use].array);
    return fed->stays ? memory : sum_node("+", memory, product_node(word_node(stage), literal_node(s->stage)));
}

static void add_stage_names(Node *to)
{
    add_item(to, also(variable("pl_stage", &int_type, literal_node(0)), "pl_phase", literal_node(0)));
}

static bool moves(const Chain *c)
{
    for (int i = 0; i < c->fed_count; i++)
        if (!c->fed[i].stays)
            return true;
    return false;
}

static Node *next_stage(const Around *at)
{
    Node *then = new_block(), *stage = word_node("pl_stage");
    add_item(then, assign("=", stage, literal_node(0)));
    add_item(then, assign("^=", word_node("pl_phase"), literal_node(1)));
    return if_node(compare_node("==", unary_node("++", stage), literal_node(chain_of(at)->stages)), then);
}

// ---- The producer ---------------------------------------------------------------------------------------------------

typedef struct { Product product; const Side *side; } FedSide;

static FedSide *side_of(const Around *at, const struct Fed *fed)
{
    FedSide *f = allocate(sizeof *f);
    f->product = product_by_tiles(at, step_at(at->group->lanes->body, fed->dot));
    f->side = f->product.x.plan == fed->side ? &f->product.x : &f->product.y;
    return f;
}

// The elements of the slices before the one that begins at this depth.
static Node *slices_before(const Product *p, const Side *s, const char *depth)
{
    return product_node(binary_node("/", word_node(depth), literal_node(p->plan->slice)), literal_node(s->plan->lines * s->plan->line));
}

// Adds the copy of a block, slice by slice.
static void add_block(const Around *at, const struct Fed *fed, Node *to)
{
    const FedSide *f = side_of(at, fed);
    const Product *p = &f->product;
    const Side *s = f->side;
    Node *memory = memory_at(p, s, fed, "pl_stage"), *slice = p->deep ? sum_node("+", memory, slices_before(p, s, "pl_deep")) : memory;
    const Stage stage = { slice, barrier_of(at, fed, "pl_full") };
    Node *boxes = new_block();
    if (!fed->stays)
        add_item(to, called("pl_mbarrier_wait", barrier_of(at, fed, "pl_empty"), binary_node("^", word_node("pl_phase"), literal_node(1))));
    Node *bytes = literal_node(s->stage * type_size(s->ref->type));
    add_item(to, called("pl_mbarrier_arrive_expect", barrier_of(at, fed, "pl_full"), bytes));
    add_boxes(p, s, &stage, boxes);
    if (p->deep)
        add_item(to, loop_to("pl_deep", &int_type, literal_node(p->plan->depth), p->plan->slice, alone_or_block(boxes)));
    else
        add_items(to, boxes);
}

static void add_blocks(const Around *at, bool stay, Node *to)
{
    const Chain *c = chain_of(at);
    for (int i = 0; i < c->fed_count; i++)
        if (c->fed[i].stays == stay)
            add_block(at, &c->fed[i], to);
}

// What the condition of the steps needs.
static void add_locals(const Around *at, Node *to)
{
    const Step *body = at->group->lanes->body;
    for (int i = 0; i < body->item_count; i++) {
        const Node *n = body->items[i]->node;
        Around in = *at;
        in.step = body->items[i];
        if (is_needed_before(n, chain_of(at), body->node))
            add_item(to, declaration_node(n->symbol, expression(&in, n->a), n->at));
    }
}

static const Step *conditional(const Around *at)
{
    const Step *body = at->group->lanes->body;
    for (int i = 0; i < body->item_count; i++)
        if (body->items[i]->node->a == chain_of(at)->condition)
            return body->items[i];
    return NULL;
}

static void add_step(const Around *at, Node *to)
{
    const Chain *c = chain_of(at);
    Node *blocks = new_block();
    Around in = *at;
    in.step = c->condition ? conditional(at) : NULL;
    add_blocks(at, false, blocks);
    add_item(blocks, next_stage(at));
    add_locals(at, to);
    if (c->condition)
        add_item(to, if_node(expression(&in, c->condition), blocks));
    else
        add_items(to, blocks);
}

static const char *names_of_fed(const Chain *c)
{
    const char *all = "";
    for (int i = 0; i < c->fed_count; i++)
        all = text("%s%s%s", all, !i ? "" : i + 1 < c->fed_count ? ", " : " and ", c->fed[i].operand->ref->name);
    return all;
}

Node *blocks_of_chain(const Around *at, Node *to)
{
    const Chain *c = chain_of(at);
    Around inner = *at;
    Node *all = new_block(), *body = new_block();
    inner.level = at->group->plan->levels;
    inner.fetches = inner.apart = true;
    add_item(to, comment(text("the producer: blocks of %s, as stages become empty", names_of_fed(c))));
    add_blocks(at, true, all);
    if (!moves(c))
        return all;
    add_stage_names(all);
    add_step(&inner, body);
    add_item(all, over_all_steps(at->group->plan, body));
    return all;
}

// ---- The lanes that multiply ----------------------------------------------------------------------------------------

// Where an instruction of this depth finds its part of the block.
static Node *at_depth(const Product *p, const Side *s, const char *name)
{
    Node *k = word_node("pl_k"), *block = word_node(name);
    if (!p->deep)
        return place_at_depth(p, s, block, k);
    return place_at_depth(p, s, sum_node("+", block, slices_before(p, s, "pl_k")), binary_node("%", k, literal_node(p->plan->slice)));
}

enum { DEPTH = 16 };                                    // of an instruction, for elements of two bytes

// Where a block is that has been copied: the present stage's, or that of the step whose product is postponed.
typedef struct { const char *stage, *phase; } When;

static const When now = { "pl_stage", "pl_phase" }, before = { "pl_held_stage", "pl_held_phase" };

static void add_block_name(const Product *p, const Side *s, const char *name, When when, Node *to)
{
    const struct Fed *fed = fed_side(chain_of(p->at), s->plan);
    if (!fed->stays)
        add_item(to, called("pl_mbarrier_wait", barrier_at(p->at, fed, "pl_full", when.stage), word_node(when.phase)));
    add_matrix_name(p, s, name, memory_at(p, s, fed, when.stage), to);
}

static Node *words(const Product *p, const char *name)
{
    static const Type word = { .kind = TY_U32 };
    return variable(name, array_of(array_of(&word, 4), p->plan->depth / DEPTH), NULL);
}

// The left operand in registers: its elements of an instruction's depth are four words of a lane.
static void add_pairs(const Product *p, const char *name, Node *to)
{
    const char *own = p->x.ref->name;
    Node *k = word_node("pl_k"), *at = binary_node("*", literal_node(4), k);
    Node *above = element_at(own, literal_node(0)), *below = element_at(own, literal_node(1));
    add_item(above, at);
    add_item(below, at);
    add_item(to, unrolled_to("pl_k", p->plan->depth / DEPTH,
                             say("say_pairs", 3, element_at(name, k), unary_node("&", above), unary_node("&", below))));
}

// own: the name of the left operand's words; NULL: it is in local memory. y: of the right operand's block.
static void add_products(const Product *p, const char *own, const char *y, Node *to)
{
    Node *k = word_node("pl_k");
    Node *x = own ? element_at(own, binary_node("/", k, literal_node(DEPTH))) : at_depth(p, &p->x, "pl_x");
    Node *adds = p->plan->from_zero ? compare_node(">", k, literal_node(0)) : literal_node(1);
    Node *x_turned = own ? word_node("own") : literal_node(!runs_along_depth(p, &p->x));
    Node *multiply = say("say_add_blocks", 8, word_node(type_code(p->x.ref->type)), literal_node(p->plan->columns), x_turned,
                         literal_node(!runs_along_depth(p, &p->y)), word_node(name_of_sums(p)), x, at_depth(p, &p->y, y), adds);
    add_item(to, say("say_begin_products", 0));
    add_item(to, unrolled(loop_to("pl_k", &int_type, literal_node(p->plan->depth), DEPTH, multiply)));
    add_item(to, say("say_products_issued", 0));
}

static Node *products_are_complete(int but)
{
    return say("say_products_complete", 1, literal_node(but));
}

static void add_empty(const Product *p, const Side *s, When when, Node *to)
{
    const struct Fed *fed = fed_side(chain_of(p->at), s->plan);
    if (fed && !fed->stays)
        add_item(to, if_node(is_first_of_instruction(p->at),
                             called("pl_mbarrier_arrive", barrier_at(p->at, fed, "pl_empty", when.stage), NULL)));
}

// ---- A product that is issued in the next step ----------------------------------------------------------------------
//
// pl_pending: there is one, whose left operand is in pl_held, and whose right one is in the stage pl_held_stage.

static Product postponed(const Around *at)
{
    return product_by_tiles(at, step_at(at->group->lanes->body, chain_of(at)->postponed.dot));
}

static void add_names_of_postponed(const Around *at, Node *to)
{
    const Product p = postponed(at);
    add_item(to, words(&p, "pl_held"));
    add_item(to, variable("pl_pending", &bool_type, word_node("false")));
    add_item(to, also(variable("pl_held_stage", &int_type, literal_node(0)), "pl_held_phase", literal_node(0)));
}

static void add_issue(const Around *at, Node *to)
{
    const Product p = postponed(at);
    const char *product = text("%s · %s%s", p.x.ref->name, p.y.ref->name, p.y.transposed ? "ᵀ" : "");
    add_item(to, comment(text("%s += %s, of the step before", p.z.ref->name, product)));
    add_block_name(&p, &p.y, "pl_held_y", before, to);
    add_products(&p, "pl_held", "pl_held_y", to);
}

void add_completion(const Around *at, Node *to)
{
    const Product p = postponed(at);
    add_item(to, products_are_complete(0));
    add_empty(&p, &p.y, before, to);
}

void add_rest_of_chain(const Around *at, Node *to)
{
    Node *then = new_block();
    add_issue(at, then);
    if (at->group->plan->levels > 1)                    // more steps may follow, which fill its stage
        add_completion(at, then);
    else
        add_item(then, products_are_complete(0));
    add_item(then, assign("=", word_node("pl_pending"), word_node("false")));
    add_item(to, if_node(word_node("pl_pending"), then));
}

// Whether this is the first of all steps, whose stage and phase are 0. With several sequential axes, a FIRST_STEP may also come after
// steps whose last product is complete.
static bool is_very_first(const Around *at)
{
    return at->chain == FIRST_STEP && at->group->plan->levels == 1;
}

static void add_postponement(const Product *p, Node *to)
{
    add_item(to, comment("issued in the next step, behind the first product"));
    add_pairs(p, "pl_held", to);
    if (p->at->chain == FIRST_STEP)
        add_item(to, assign("=", word_node("pl_pending"), word_node("true")));
    if (!is_very_first(p->at) && moves(chain_of(p->at))) {
        add_item(to, assign("=", word_node(before.stage), word_node(now.stage)));
        add_item(to, assign("=", word_node(before.phase), word_node(now.phase)));
    }
}

// ---- Products -------------------------------------------------------------------------------------------------------

static void add_product_now(const Product *p, Node *to)
{
    const Chain *c = chain_of(p->at);
    bool own = !fed_side(c, p->x.plan), ahead = p->at->chain == LATER_STEP && p->step->node == c->postponed.first;
    if (own) {
        add_item(to, words(p, "pl_x"));
        add_pairs(p, "pl_x", to);
    } else
        add_block_name(p, &p->x, "pl_x", now, to);
    add_block_name(p, &p->y, "pl_y", now, to);
    add_products(p, own ? "pl_x" : NULL, "pl_y", to);
    if (ahead)
        add_issue(p->at, to);
    add_item(to, products_are_complete(ahead));
    add_empty(p, &p->x, now, to);
    add_empty(p, &p->y, now, to);
}

void add_product_of_blocks(const Product *p, Node *to)
{
    const Chain *c = chain_of(p->at);
    bool last = c->fed[c->fed_count - 1].dot == p->step->node;
    (p->step->node == c->postponed.dot ? add_postponement : add_product_now)(p, to);
    if (last && moves(c))
        add_item(to, is_very_first(p->at) ? statement_node(add_to("pl_stage", literal_node(1))) : next_stage(p->at));
}

// ---- Before the steps -----------------------------------------------------------------------------------------------

void add_first_waits(const Around *at, Node *to)
{
    const Chain *c = chain_of(at);
    for (int i = 0; i < c->fed_count; i++)
        if (c->fed[i].stays)
            add_item(to, called("pl_mbarrier_wait", barrier_of(at, &c->fed[i], "pl_full"), literal_node(0)));
    if (moves(c))
        add_stage_names(to);
    if (c->postponed.dot)
        add_names_of_postponed(at, to);
}
