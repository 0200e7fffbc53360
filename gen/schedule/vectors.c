// schedule/vectors.c -- the loops of a program that no lanes share, with several elements per iteration: plan/vectorize.c.
//
// A loop runs over whole vectors, and then over what is left, one element at a time. If its body has loops, it runs over strips of
// vectors, and those loops are outside of the loop over the vectors of a strip. A reduction has several partial results for each
// element of a vector, which it uses in turn, so that an addition does not wait for the previous one.
//
// Emitted names: the target's library defines VW, the elements of a vector, PL_LANE, their numbers, PL_STRIP, the vectors of a
// strip, and PL_CHAINS, the number of partial results. pl_k counts the last two.

#include "schedule/schedule.h"

static Node *width(void)
{
    return word_node("VW");
}

static Node *times_width(Node *number)
{
    return binary_node("*", number, width());
}

static Type *vector_type(TypeKind kind)
{
    Type *made = copy_type(&(Type){ .kind = kind });
    made->vector = true;
    return made;
}

// A variable for as many vectors.
static Node *vectors(const char *name, TypeKind kind, const char *count)
{
    Type *made = copy_type(&(Type){ .kind = TY_ARRAY });
    made->of = vector_type(kind);
    made->extent = word_node(count);
    return variable(name, made, NULL);
}

bool has_vector_loop(const Around *at)
{
    return !at->group->lanes && at->step->form;
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void add_vector_body(const Around *at, const void *of, Node *to);

static Node *block_of_vectors(const Around *at, const Node *body)
{
    Node *block = new_block();
    add_vector_body(at, body, block);
    return block;
}

// A store of elements that are not read soon: past the cache, if the arrays exceed it and this is no copy of the window.
static Node *streamed(const Around *at, const Node *n)
{
    const Plan *plan = at->group->plan;
    Node *past = word_node("pl_past_cache");
    if (operand_of(plan, n->a->ref)->copy != COPY_NEVER)
        past = and_node(past, word_node(text("%s_whole", base_of(plan, n->a->ref))));
    return say("say_vector_stream", 4, code_of_type(n->type), place_of_access(at, n->a), expression(at, n->b), past);
}

static Node *each_vector_of_strip(const Around *at, const Node *n)
{
    Node *body = new_block(), *k = word_node("pl_k");
    if (*n->name)
        add_item(body, variable(n->name, const_type(&long_type), binary_node("+", word_node("pl_strip"), times_width(k))));
    add_vector_body(at, n->body, body);
    return loop_to("pl_k", &long_type, word_node("pl_vectors"), 1, body);
}

// Combines a vector with a value, which may be a vector or the same for all of its elements.
static Node *combined_vector(const char *op, const Node *type, Node *into, Node *value)
{
    const char *assigns = assigning_op(op);
    if (assigns)
        return assign(assigns, into, value);
    return assign("=", into, say(is_text(op, "PL_MAX") ? "say_vector_max" : "say_vector_min", 3, type, into, value));
}

static void add_loop_of_strip(const Around *at, const Node *n, Node *to)
{
    const Node *loop = n->a;
    if (loop->kind != ND_FOR) {
        add_loops(at, &(Nest){ step_at(at->step, loop)->loops, loop->axis_count, false, add_vector_body, n->body, NULL }, to);
        return;
    }
    Node *init = declaration_node(loop->init->symbol, expression(at, loop->init->a), loop->at);
    add_item(to, for_node(init, expression(at, loop->a), expression(at, loop->b), block_of_vectors(at, n->body)));
}

static void add_vector_operation(const Around *at, const Node *n, Node *to)
{
    if (is_op(n, "declare"))
        add_item(to, variable(n->symbol->name, vector_type(n->type->kind), expression(at, n->a)));
    else if (is_op(n, "array"))
        add_item(to, vectors(n->symbol->name, n->type->kind, "PL_STRIP"));
    else if (is_op(n, "each"))
        add_item(to, each_vector_of_strip(at, n));
    else if (is_op(n, "reduce"))
        add_item(to, combined_vector(n->name, code_of_type(n->type), expression(at, n->a), expression(at, n->b)));
    else
        add_loop_of_strip(at, n, to);
}

// A statement of a run that lanes have. What is only stored needs no variable.
static Node *assignment_of_run(const Around *at, const Node *n)
{
    const bool streams = n->kind == ND_VECTOR;
    const struct Vector *v = vector_of_run(at, streams ? n->a : n->a->a);
    Node *value = expression(at, n->b);
    if (v->loads)
        return assign(n->op, word_node(v->name), value);
    return say("say_store", 5, say("pl_type", 1, code_of_type(v->ref->type)), value, first_of_run(at, v, true), at->width, word_node("whole"));
}

static void add_vector_statement(const Around *at, const Node *n, Node *to)
{
    if (at->group->lanes && n->kind == ND_EXPRESSION) {
        add_item(to, assignment_of_run(at, n->a));
        return;
    }
    switch (n->kind) {
    case ND_VECTOR:     add_vector_operation(at, n, to); return;
    case ND_DECLARE:    add_item(to, declaration_node(n->symbol, expression(at, n->a), n->at)); return;
    case ND_EXPRESSION:
        add_item(to, statement_node(n->a->kind == ND_VECTOR && is_op(n->a, "stream") ? streamed(at, n->a) : expression(at, n->a)));
        return;
    case ND_BLOCK:      add_item(to, block_of_vectors(at, n)); return;
    default:            add_item(to, if_node(expression(at, n->a), block_of_vectors(at, n->b))); return;
    }
}

static void add_vector_body(const Around *at, const void *of, Node *to)
{
    const Node *body = of;
    if (body->kind != ND_BLOCK)
        add_vector_statement(at, body, to);
    for (int i = 0; body->kind == ND_BLOCK && i < body->item_count; i++)
        add_vector_statement(at, body->items[i], to);
}

// ---- Runs of lanes --------------------------------------------------------------------------------------------------

static bool is_of_vector(const Node *n, const void *place)
{
    return n->kind == ND_ACCESS && same_expression(n, place);
}

// Whether n is no value of whole vectors: something converts or chooses elements, or one that is only stored is used otherwise.
static bool has_no_vector(const Node *n, const void *around)
{
    const Around *at = around;
    if (n->kind != ND_VECTOR)
        return n->kind == ND_DECLARE || n->kind == ND_IF || n->kind == ND_CONDITIONAL;
    const bool of_element = is_op(n, "element") || is_op(n, "prefetch") || is_op(n, "stream");
    const struct Vector *v = of_element ? vector_of_run(at, n->a) : NULL;
    if (of_element)
        return !v || held_vector(&at->group->lanes->held, v) ||
               (!v->loads && count_nodes(at->step->form->body, is_of_vector, v->place) > 1);
    return !is_op(n, "math") && !(is_op(n, "splat") && is_text(n->name, "operand"));
}

bool has_vector_runs(const Around *at)
{
    const VectorForm *form = at->step->form;
    return at->group->lanes && at->width && at->width->known && form && !form->strips && !find_node(form->body, has_no_vector, at);
}

void add_vectors_of_run(const Around *at, const void *unused, Node *to)
{
    (void)unused;
    add_vector_body(at, at->step->form->body, to);
}

// ---- Loops over vectors ---------------------------------------------------------------------------------------------

static const StepLoop *innermost(const Around *at)
{
    return &at->step->loops[at->step->loop_count - 1];
}

static const char *index_of(const Around *at)
{
    return innermost(at)->axis->index->name;
}

// The condition that so many elements are left.
static Node *has_elements(const Around *at, const char *index, Node *count)
{
    return compare_node("<=", binary_node("+", word_node(index), count), end_of_loop(at, innermost(at)));
}

// The loop over what whole vectors have left, or over the first of these, whose index is declared.
static Node *vector_loop(const Around *at, Node *body)
{
    return for_node(NULL, has_elements(at, index_of(at), width()), add_to(index_of(at), width()), body);
}

static Node *rest_loop(const Around *at, Node *init, Node *body)
{
    return for_node(init, compare_node("<", word_node(index_of(at)), end_of_loop(at, innermost(at))), add_to(index_of(at), literal_node(1)), body);
}

static Node *block_of_elements(const Around *at, const Nest *elements)
{
    Node *block = new_block();
    elements->make(at, elements->of, block);
    return block;
}

static void add_over_vectors(const Around *at, const Nest *elements, Node *to)
{
    add_item(to, loop_start(at, innermost(at), index_of(at)));
    add_item(to, vector_loop(at, block_of_vectors(at, at->step->form->body)));
    add_item(to, rest_loop(at, NULL, block_of_elements(at, elements)));
}

static void add_over_strips(const Around *at, const Nest *elements, Node *to)
{
    Node *strip = word_node("pl_strip"), *count = word_node("pl_vectors"), *arguments = new_block(), *body = new_block();
    Node *loop = new_node(ND_WHILE, at->step->node->at);
    add_item(arguments, binary_node("/", binary_node("-", end_of_loop(at, innermost(at)), strip), width()));
    add_item(arguments, word_node("PL_STRIP"));
    add_item(body, variable("pl_vectors", const_type(&long_type), call_of("pl_least", arguments)));
    add_vector_body(at, at->step->form->body, body);
    add_item(body, statement_node(add_to("pl_strip", times_width(count))));
    loop->a = has_elements(at, "pl_strip", width());
    loop->body = body;
    add_item(to, loop_start(at, innermost(at), "pl_strip"));
    add_item(to, loop);
    add_item(to, rest_loop(at, variable(index_of(at), &long_type, strip), block_of_elements(at, elements)));
}

static void add_innermost_each(const Around *at, const void *elements, Node *to)
{
    (at->step->form->strips ? add_over_strips : add_over_vectors)(at, elements, to);
}

void add_vector_each(const Around *at, const Nest *elements, Node *to)
{
    const Nest outer = { elements->loops, elements->count - 1, false, add_innermost_each, elements, NULL };
    Node *block = outer.count ? to : new_block();
    add_loops(at, &outer, block);
    if (block != to)
        add_item(to, block);
}

// ---- Reductions -----------------------------------------------------------------------------------------------------

static Node *each_chain(Node *body)
{
    Node *loop = for_node(NULL, NULL, NULL, body);
    loop->c = say("say_each_chain", 1, word_node("pl_k"));
    return loop;
}

static Node *first_of_chain(const Around *at)
{
    const Node *n = at->step->node;
    return is_op(n, "PL_ADD") || is_op(n, "PL_XOR") ? literal_node(0) : is_op(n, "PL_MUL") ? literal_node(1) : expression(at, n->a);
}

static Node *next_of_chain(const Around *at, Node *chain)
{
    const Node *n = at->step->node;
    return combined_vector(n->op, code_of_type(n->a->type), element_at("pl_lanes", chain), expression(at, at->step->form->body));
}

static void add_innermost_reduce(const Around *at, const void *unused, Node *to)
{
    const Node *n = at->step->node;
    Node *chains = new_block(), *steps = new_block(), *rest = new_block(), *loop = new_node(ND_WHILE, n->at);
    (void)unused;
    add_item(steps, next_of_chain(at, word_node("pl_k")));
    add_item(steps, statement_node(add_to(index_of(at), width())));
    add_item(chains, each_chain(steps));
    loop->a = has_elements(at, index_of(at), times_width(word_node("PL_CHAINS")));
    loop->body = chains;
    add_item(rest, reduced(n, expression(at, n->a), expression(at, n->b)));
    add_item(to, loop_start(at, innermost(at), index_of(at)));
    add_item(to, loop);
    add_item(to, vector_loop(at, next_of_chain(at, literal_node(0))));
    add_item(to, rest_loop(at, NULL, rest));
}

void add_vector_reduce(const Around *at, Node *to)
{
    const Node *n = at->step->node;
    const Nest outer = { at->step->loops, at->step->loop_count - 1, false, add_innermost_reduce, NULL, NULL };
    Node *block = new_block(), *first = new_block();
    add_item(first, assign("=", element_at("pl_lanes", word_node("pl_k")), first_of_chain(at)));
    add_item(block, vectors("pl_lanes", n->a->type->kind, "PL_CHAINS"));
    add_item(block, each_chain(first));
    add_loops(at, &outer, block);
    add_item(block, reduced(n, expression(at, n->a), say("say_reduced", 3, word_node(n->op), code_of_type(n->a->type), word_node("pl_lanes"))));
    add_item(to, block);
}
