// schedule/body.c -- the statements of a body in order, each with its barrier, for the lanes that run it.

#include "schedule/schedule.h"

static Around in_step(const Around *at, const Step *s)
{
    Around inner = *at;
    inner.step = s;
    return inner;
}

// ---- Blocks ---------------------------------------------------------------------------------------------------------

static void add_label(const Around *at, const Step *s, const Step *next, Node *to)
{
    Node *n = new_node(s->node->kind, s->node->at);
    n->a = expression(at, s->node->a);
    n->op = !next || next->omitted || declares(next->node) ? ";" : "";
    add_item(to, n);
}

void add_statements(const Around *at, const Step *body, Node *to)
{
    if (body->node->kind != ND_BLOCK) {
        add_statement(at, body, to);
        return;
    }
    if (begins_chain(at, body)) {
        add_steps_of_chain(at, body, to);
        return;
    }
    for (int i = 0; i < body->item_count; i++) {
        const Step *s = body->items[i];
        if (s->outside != STEP_EACH)                    // schedule/programs.c adds it
            continue;
        if (s->entered)
            add_item(to, comment("falls through"));
        if (is_label(s->node))
            add_label(at, s, i + 1 < body->item_count ? body->items[i + 1] : NULL, to);
        else
            (is_awaiting(at, s) ? add_awaiting : add_statement)(at, s, to);
    }
}

static Node *block_of_statements(const Around *at, const Step *body)
{
    Node *block = new_block();
    add_statements(at, body, block);
    return block;
}

// In a PL_EACH, lanes take different branches, and run different numbers of iterations.
static Around in_branch(const Around *at)
{
    Around inner = *at;
    inner.parted |= at->in_nest;
    return inner;
}

// ---- Conditions and loops of C --------------------------------------------------------------------------------------

static void add_guarded(const Around *at, Node *to);

// The body of a condition. If it needs the sums of a product that is postponed, that is issued first.
static Node *block_of_branch(const Around *at)
{
    const Step *s = at->step;
    const Around inner = in_branch(at);
    Node *block = new_block();
    if (at->group->lanes && needs_postponed(at->group->plan, &at->group->lanes->chain, s->node))
        add_rest_of_chain(at, block);
    add_statements(&inner, s->body, block);
    return block;
}

static void add_if(const Around *at, Node *to)
{
    const Step *s = at->step, *other = s->otherwise;
    Node *then = with_branch(at, s->node->a, block_of_branch(at));
    Node *n = branch_node(s->node->kind, expression(at, s->node->a), then, NULL, s->node->at);
    bool chained = other && (other->node->kind == ND_IF || other->node->kind == ND_WHEN) && !(other->before && other->before->placed) && !at->group->places;
    if (chained) {
        const Around inner = in_step(at, other);
        Node *only = new_block();
        (other->guarded ? add_guarded : add_if)(&inner, only);
        n->c = other->guarded && !at->masked ? only : only->items[0];
    } else if (other) {
        const Around inner = in_branch(at);
        n->c = with_branch(at, s->node->a, block_of_statements(&inner, other));
    }
    add_item(to, n);
}

// An if by PL_INSIDE, whose condition is the mask of elements in its body.
static void add_guarded(const Around *at, Node *to)
{
    const Step *s = at->step;
    const Around inner = in_branch(at);
    Node *body = block_of_statements(&inner, s->body);
    if (at->masked)
        add_item(to, if_node(expression(at, s->guarded), body));
    else if (s->scope)
        add_item(to, body);
    else
        add_items(to, body);
}

static Node *declaration(const Around *at, const Node *n)
{
    return declaration_node(n->symbol, expression(at, n->a), n->at);
}

// What precedes a for of several declarations, or its first clause.
static Node *first_clause(const Around *at, const Node *init, Node *before)
{
    if (!init)
        return NULL;
    if (init->kind == ND_DECLARE)
        return declaration(at, init);
    if (init->kind == ND_EXPRESSION)
        return statement_node(expression(at, init->a));
    for (int i = 0; i < init->item_count; i++)
        add_item(before, declaration(at, init->items[i]));
    return NULL;
}

// The body of a loop or switch, with the barrier after which its condition may read what other lanes wrote.
static Node *body_of_loop(const Around *at)
{
    const Around inner = in_branch(at);
    Node *body = block_of_statements(&inner, at->step->body);
    add_wait(at, at->step->at_end, body);
    return body;
}

static void add_for(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    Node *before = new_block(), *init = first_clause(at, n->init, before);
    Node *loop = for_node(init, expression(at, n->a), expression(at, n->b), body_of_loop(at));
    if (at->step->unrolled)
        unrolled(loop);
    if (!before->item_count) {
        add_item(to, loop);
        return;
    }
    add_item(before, loop);
    add_item(to, before);
}

static void add_while(const Around *at, Node *to)      // or do, or switch
{
    Node *n = new_node(at->step->node->kind, at->step->node->at);
    n->a = expression(at, at->step->node->a);
    n->body = body_of_loop(at);
    add_item(to, n);
}

static void add_body(const Around *at, const void *of, Node *to)
{
    const bool each = at->step->node->kind == ND_EACH;
    Around inner = in_branch(at);
    inner.in_nest |= each;
    inner.parted |= each && at->step->sharing != BY_ROW;
    add_statements(&inner, of, to);
}

static bool is_carrying(const Around *at, const Node *loop)
{
    return at->group->lanes && carried_parts(&at->group->lanes->carried, loop);
}

static void add_each(const Around *at, Node *to)        // PL_EACH, PL_LOOP
{
    const Nest elements = { at->step->loops, at->step->loop_count, false, add_body, at->step->body,
                            has_vector_runs(at) ? add_vectors_of_run : NULL };
    if (at->step->node->kind == ND_EACH)
        add_works(at, to);
    if (at->step->reduction != REDUCED_IN_ORDER)
        add_scan(at, add_body, to);
    else if (has_vector_loop(at))
        add_vector_each(at, &elements, to);
    else
        add_loops(at, &elements, to);
    if (is_carrying(at, at->step->node))
        add_last_parts(at, to);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

const char *label_of_return(const Group *g)
{
    return g->alone ? "pl_done_alone" : "pl_done";
}

// A return leaves the block of the body, after which other code follows.
static void add_jump(const Around *at, Node *to)
{
    const Step *s = at->step;
    if (s->continued)
        add_wait(at, s->continued->at_end, to);
    if (s->node->kind != ND_RETURN || !(at->group->lanes || at->group->one)) {
        add_item(to, copy_with_parts(at, s->node));
        return;
    }
    Node *leave = new_node(ND_GOTO, s->node->at);
    leave->name = label_of_return(at->group);
    add_item(to, leave);
}

// A statement that the target spells: PL_DOT, and those on copies.
static void add_as_it_is(const Around *at, Node *to)
{
    Node *n = copy_with_parts(at, at->step->node);
    n->step = at->step;
    add_item(to, n);
}

// With loops for it, if these may be needed.
static void add_dot_without_lanes(const Around *at, Node *to)
{
    add_as_it_is(at, to);
    if (at->group->one && !has_panel(at->group->plan, at->step->node))
        to->items[to->item_count - 1]->body = plain_dot(at);
}

static void add_whole(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    (is_region(n->a) || is_region(n->b) ? add_as_it_is : n->kind == ND_FILL ? add_fill : add_assign)(at, to);
}

static void add_masked_store(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    add_item(to, if_node(expression(at, n->c), assign("=", expression(at, n->a), expression(at, n->b))));
}

static void add_plain(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    switch (n->kind) {
    case ND_BLOCK:      add_item(to, block_of_statements(at, at->step)); return;
    case ND_DECLARE:    add_item(to, declaration(at, n)); return;
    case ND_EXPRESSION:
        if (!at->step->omitted)
            add_item(to, statement_node(expression(at, n->a)));
        return;
    case ND_IF: case ND_WHEN:   (at->step->guarded ? add_guarded : add_if)(at, to); return;
    case ND_FOR:        add_for(at, to); return;
    case ND_WHILE: case ND_DO: case ND_SWITCH:  add_while(at, to); return;
    case ND_BREAK: case ND_GOTO: case ND_LABEL: case ND_CONTINUE: case ND_RETURN:       add_jump(at, to); return;
    case ND_LOOP: case ND_EACH: add_each(at, to); return;
    case ND_REDUCE:     add_reduce(at, to); return;
    case ND_SCAN:       add_item(to, reduced(n, expression(at, n->a), expression(at, n->b))); return;
    case ND_DOT:        (at->group->lanes ? add_dot : add_dot_without_lanes)(at, to); return;
    case ND_FILL: case ND_ASSIGN:       add_whole(at, to); return;
    case ND_STORE:      add_masked_store(at, to); return;
    case ND_CHECK:      add_check(at, to); return;
    case ND_PRINT:      add_print(at, to); return;
    case ND_TILE:       (n->op ? add_as_it_is : add_tile)(at, to); return;
    case ND_VIEW:       add_view(at, to); return;
    default:            add_as_it_is(at, to); return;
    }
}

// One lane runs it for the others; it is skipped if the element that it stores is outside.
static void add_by_lanes(const Around *at, Node *to)
{
    const Step *s = at->step;
    Node *block = new_block();
    Around inner = *at;
    inner.parted |= s->single != NOT_SINGLE;
    add_plain(&inner, block);
    if (s->stored && at->masked) {
        Node *guarded = if_node(expression(at, s->mask), alone_or_block(block));
        block = new_block();
        add_item(block, guarded);
    }
    if (s->single != NOT_SINGLE)
        add_item(to, if_node(compare_node("==", word_node(s->single == SINGLE_ROW ? column_name(&at->group->lanes->group) : "pl_lane"), literal_node(0)), block));
    else
        add_items(to, block);
}

// ---- Versions -------------------------------------------------------------------------------------------------------

// The condition of the version without masks: all windows are whole, and vectors begin at multiples of their size.
static Node *whole_condition(const Around *at)
{
    const Step *s = at->step;
    const Plan *plan = at->group->plan;
    const Lanes *l = at->group->lanes;
    Node *all = NULL;
    for (int i = 0; i < s->masked_count; i++)
        all = and_node(all, word_node(text("%s_whole", base_of(plan, s->masked[i]->ref))));
    for (int i = 0; i < s->divided_count; i++)
        all = and_node(all, is_multiple(expression(at, s->divided[i]), l->group.run));
    for (int i = 0; i < s->aligned_count && l->group.machine->vector_aligned; i++)
        all = and_node(all, say("say_is_aligned", 1, word_node(text("%s_array", base_of(plan, s->aligned[i]->ref)))));
    return all;
}

static void add_versions(const Around *at, Node *to)
{
    Node *whole = at->whole ? NULL : whole_condition(at);
    Around masked = *at;
    masked.masked = true;
    if (!whole) {
        add_by_lanes(at, to);
        return;
    }
    if (at->group->alone) {
        add_by_lanes(&masked, to);
        return;
    }
    Node *then = new_block(), *otherwise = new_block();
    add_by_lanes(at, then);
    add_by_lanes(&masked, otherwise);
    add_item(to, branch_node(ND_IF, whole, then, otherwise, at->step->node->at));
}

static void add_all_versions(const Around *at, Node *to)
{
    (at->step->masked_count || at->step->aligned_count ? add_versions : add_by_lanes)(at, to);
}

// A loop in which conditions hold for all elements in some steps.
static void add_with_certain(const Around *at, Node *to)
{
    Node *then = new_block(), *otherwise = new_block();
    Around certain = *at;
    certain.certain = at->step;
    add_all_versions(&certain, then);
    add_all_versions(at, otherwise);
    add_item(to, branch_node(ND_IF, expression(at, at->step->certain_if), then, otherwise, at->step->node->at));
}

// Of what multiplies scores (plan/scaled.c) the masks are left, in steps in which they do not hold for all elements.
static void add_masks_of_scores(const Around *at, Node *to)
{
    const Step *s = at->step;
    Node *masks = new_block();
    if (!at->group->lanes->chain.scaled.masked)
        return;
    add_all_versions(at, masks);
    if (s->certain_if)
        add_item(to, if_node(unary_node("!", wrapped(expression(at, s->certain_if))), masks));
    else
        add_items(to, masks);
}

void add_statement(const Around *at, const Step *s, Node *to)
{
    const Around inner = in_step(at, s);
    work_at(s->node->at);
    if (!is_carrying(at, s->node))                      // then lanes wait in the last step only
        add_wait(at, s->before, to);
    add_item(to, new_node(ND_ORIGIN, s->node->at));
    if (at->group->lanes && s->node == at->group->lanes->chain.scaled.scaling) {
        add_masks_of_scores(&inner, to);
        return;
    }
    (s->certain_if ? add_with_certain : add_all_versions)(&inner, to);
}
