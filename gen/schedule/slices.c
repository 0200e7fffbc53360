// schedule/slices.c -- the loop over the slices of a PL_DOT, and their copies, which the group makes in local memory.
//
// Elements that are not needed are 0. If a block may extend past its array, its slices have masks at the edge.

#include "schedule/dot.h"

typedef struct {                // the copy of one element, or of a piece of a line
    const Product *product;
    const Side *side;
    Node *row, *column;         // its indices in the slice
} Copied;

static const LaneGroup *group_of(const Product *p)
{
    return &p->at->group->lanes->group;
}

// ---- The loop -------------------------------------------------------------------------------------------------------

void add_over_slices(const Product *p, Node *body, Node *to)
{
    if (p->deep)
        add_item(to, loop_to("pl_deep", p->counter, expression(p->at, p->x.column.extent), p->plan->slice, body));
    else
        add_items(to, body);
}

Node *slices_of_steps(const Product *p, Node *steps)
{
    return product_node(steps, literal_node(p->plan->slices));
}

void add_number_across(const Product *p, Node *to)
{
    Node *in_step = p->deep ? binary_node("/", word_node("pl_deep"), literal_node(p->plan->slice)) : literal_node(0);
    Node *step = number_of_step(p->at->group->plan);
    if (has_producer(p->at->group->lanes) && shared_axis(p->at->group->plan->call))     // stages begin with the first slice of a part
        step = wrapped(binary_node("-", step, first_number(p->at->group->plan)));
    Node *steps = slices_of_steps(p, step);
    add_item(to, variable("pl_slice", const_type(&long_type), sum_node("+", steps, in_step)));
}

// ---- The copies -----------------------------------------------------------------------------------------------------

static Node *in_slice(const Copied *c)
{
    return element_of_slice(c->side, c->row, c->column);
}

static Node *index_in(const Span *s, Node *index)
{
    return sum_node("+", s->begin, index);
}

static Node *in_operand(const Copied *c)
{
    const Side *s = c->side;
    return element_in(s, index_in(&s->row, c->row), index_in(&s->column, c->column));
}

// ---- Masks ----------------------------------------------------------------------------------------------------------

static Node *before_end(const Span *s, Node *index)
{
    return s->end ? compare_node("<", index_in(s, index), s->end) : NULL;
}

// The condition that the element belongs to the product; NULL: always.
static Node *is_needed(const Copied *c)
{
    return and_node(before_end(&c->side->row, c->row), before_end(&c->side->column, c->column));
}

// The condition that it is in the array; NULL: always.
static Node *mask_of_element(const Copied *c)
{
    Around at = *c->product->at;
    at.copied_row = index_in(&c->side->row, c->row);
    at.copied_column = index_in(&c->side->column, c->column);
    return expression(&at, c->side->plan->mask);
}

static Node *whole(const Copied *c)
{
    const Operand *masked = c->side->plan->masked;
    return masked ? word_with(c->product->at, masked, "whole") : NULL;
}

// The value of PL_EDGE; NULL: 0.
static Node *edge(const Copied *c)
{
    const Operand *masked = c->side->plan->masked;
    bool has_value = masked && !c->side->plan->zero_outside && masked->part->edge;
    return has_value ? converted(expression(c->product->at, masked->part->edge), masked->part->type) : NULL;
}

// ---- Single elements ------------------------------------------------------------------------------------------------

static Node *code_of(const Copied *c)
{
    return word_node(type_code(c->side->ref->type));
}

// Slices for matrix instructions have the operand's type.
static Node *in_type_of_slice(const Copied *c, Node *value)
{
    return c->product->plan->mma ? value : widened(c->product, c->side->ref->type, value);
}

static Node *value_outside(const Copied *c, Node *outside)
{
    if (outside)
        return in_type_of_slice(c, outside);
    return c->product->plan->mma ? say("pl_zero", 1, code_of(c)) : literal_node(0);
}

static void add_fetch_of_element(const Copied *c, Node *inside, Node *outside, Node *to)
{
    Node *element = say("say_fetch_element", 3, code_of(c), in_slice(c), in_operand(c)), *then = new_block(), *otherwise = new_block();
    if (!inside) {
        add_item(to, element);
    } else if (!outside) {
        add_item(to, say("say_fetch_masked", 4, code_of(c), in_slice(c), in_operand(c), inside));
    } else {
        add_item(then, element);
        add_item(otherwise, assign("=", in_slice(c), value_outside(c, outside)));
        add_item(to, branch_node(ND_IF, inside, then, otherwise, inside->at));
    }
}

// inside: the condition that it is copied, or NULL; outside: the value otherwise, or NULL: 0.
static void add_element(const Copied *c, Node *inside, Node *outside, Node *to)
{
    Node *value = in_type_of_slice(c, in_operand(c));
    if (c->product->fetches && !c->product->plan->mma)
        add_fetch_of_element(c, inside, outside, to);
    else
        add_item(to, assign("=", in_slice(c), inside ? choice_node(inside, value, value_outside(c, outside)) : value));
}

// ---- Rows of lanes share the rows of the operand, or its columns ----------------------------------------------------

typedef struct { const Span *span; const char *lane; long long lanes; } Shared;

// One trip needs no loop.
static Node *shared_index(const Shared *s)
{
    return word_node(s->span->count == s->lanes ? s->lane : s->span->name);
}

static Node *shared_loop(const Product *p, const Shared *s, Node *body)
{
    Node *index = word_node(s->span->name);
    if (s->span->count == s->lanes)
        return body;
    return for_node(variable(s->span->name, p->counter, word_node(s->lane)), compare_node("<", index, literal_node(s->span->count)),
                    add_to(s->span->name, literal_node(s->lanes)), body);
}

static Node *copy_by_rows(const Product *p, const Side *s, bool masked)
{
    const LaneGroup *l = group_of(p);
    bool by_columns = s->plan->by_columns;
    const Shared outer = { by_columns ? &s->column : &s->row, "pl_row", l->rows };
    const Shared inner = { by_columns ? &s->row : &s->column, column_name(l), l->columns };
    const Copied c = { p, s, shared_index(by_columns ? &inner : &outer), shared_index(by_columns ? &outer : &inner) };
    Node *element = new_block();
    add_element(&c, masked ? and_node(is_needed(&c), mask_of_element(&c)) : is_needed(&c), masked ? edge(&c) : NULL, element);
    return shared_loop(p, &outer, shared_loop(p, &inner, alone_or_block(element)));
}

static void add_by_rows(const Product *p, const Side *s, Node *to)
{
    Node *condition = whole(&(Copied){ p, s, NULL, NULL });
    if (!condition) {
        add_item(to, copy_by_rows(p, s, false));
        return;
    }
    Node *then = new_block(), *otherwise = new_block();
    add_item(then, copy_by_rows(p, s, false));
    add_item(otherwise, copy_by_rows(p, s, true));
    add_item(to, branch_node(ND_IF, condition, then, otherwise, condition->at));
}

// ---- Lanes share the lines of memory: neighbors copy neighbors ------------------------------------------------------

static Copied by_lines(const Product *p, const Side *s)
{
    return (Copied){ p, s, word_node(s->row.name), word_node(s->column.name) };
}

// Returns the loop over pieces of so many elements, whose indices the body begins with.
static Node *line_loop(const Product *p, const Side *s, long long piece, Node *body)
{
    const LaneGroup *l = group_of(p);
    long long lanes = l->rows * l->columns, in_line = s->plan->line / piece, pieces = s->plan->lines * s->plan->line / piece;
    Node *number = word_node(has_one_piece(l, pieces) ? "pl_lane" : "pl_piece"), *line = number, *first = literal_node(0), *block = new_block();
    if (in_line > 1) {
        line = binary_node("/", number, literal_node(in_line));
        first = product_node(binary_node("%", number, literal_node(in_line)), literal_node(piece));
    }
    add_item(block, also(variable((s->transposed ? &s->column : &s->row)->name, const_type(&int_type), line),
                         (s->transposed ? &s->row : &s->column)->name, first));
    add_items(block, body);
    Node *loop = for_pieces(l, pieces, block);
    loop->op = pieces > lanes ? "rolled" : NULL;
    return loop;
}

static Node *copy_lines(const Product *p, const Side *s, bool masked)
{
    const Copied c = by_lines(p, s);
    Node *element = new_block();
    add_element(&c, masked ? and_node(is_needed(&c), mask_of_element(&c)) : NULL, masked ? edge(&c) : NULL, element);
    return line_loop(p, s, 1, element);
}

static Node *copy_pieces(const Product *p, const Side *s)
{
    const Copied c = by_lines(p, s);
    long long bytes = s->plan->piece * type_size(s->ref->type);
    Node *body = new_block();
    add_item(body, say("say_fetch_piece", 4, in_slice(&c), in_operand(&c), literal_node(s->plan->piece), literal_node(bytes)));
    return line_loop(p, s, s->plan->piece, body);
}

// Adds a branch to an if … else if …, which `last` ends.
static Node **add_branch(Node **last, Node *condition, Node *then)
{
    Node *block = new_block();
    add_item(block, then);
    *last = branch_node(ND_IF, condition, block, NULL, condition->at);
    return &(*last)->c;
}

// The address of the first element of the operand that is copied.
static Node *begin_in_operand(const Product *p, const Side *s)
{
    Node *first = in_operand(&(Copied){ p, s, literal_node(0), literal_node(0) });
    if (!is_literal(first->items[0], 0))
        return unary_node("&", first);
    first->item_count = 0;
    return first;
}

// The target's word copies all of the slice. Lines are rows of the memory, and the lanes share their pieces.
static Node *fetch_of_slice(const Product *p, const Side *s)
{
    const Span *line = s->transposed ? &s->column : &s->row, *in_line = s->transposed ? &s->row : &s->column;
    const Copied c = by_lines(p, s);
    Node *is_whole = whole(&c), *none = word_node("");
    return say("say_fetch_slice", 11, memory_named(s->slice), begin_in_operand(p, s), line->stride, literal_node(s->plan->lines),
               literal_node(s->plan->line), literal_node(s->plan->pitch), literal_node(group_of(p)->rows * group_of(p)->columns),
               is_whole ? is_whole : none, word_node(line->name), word_node(in_line->name),
               is_whole ? and_node(is_needed(&c), mask_of_element(&c)) : none);
}

// In pieces if lines begin at multiples of that; otherwise by elements.
static void add_by_pieces(const Product *p, const Side *s, Node *to)
{
    const Copied c = by_lines(p, s);
    Node *all = NULL, **last = &all, *rest = new_block(), *is_whole = whole(&c);
    Node *aligned = say("say_in_pieces", 3, word_node(s->ref->name), (s->transposed ? &s->column : &s->row)->stride,
                        literal_node(s->plan->piece * type_size(s->ref->type)));
    last = add_branch(last, and_node(is_whole, aligned), copy_pieces(p, s));
    if (is_whole && p->fetches && !p->plan->mma)
        last = add_branch(last, is_whole, copy_lines(p, s, false));
    add_item(rest, copy_lines(p, s, true));
    *last = rest;
    add_item(to, all);
}

// ---- Both operands --------------------------------------------------------------------------------------------------

static void add_copy(const Product *p, const Side *s, Node *to)
{
    if (!s->slice)
        return;
    if (!s->plan->by_lines)
        add_by_rows(p, s, to);
    else if (s->plan->piece > 1 && group_of(p)->machine->templates && !edge(&(Copied){ .product = p, .side = s }))
        add_item(to, fetch_of_slice(p, s));
    else if (s->plan->piece > 1)
        add_by_pieces(p, s, to);
    else
        add_item(to, copy_lines(p, s, true));
}

void add_copies(const Product *p, Node *to)
{
    add_copy(p, &p->x, to);
    add_copy(p, &p->y, to);
    if (p->stages == 1 && (p->x.plan->piece > 1 || p->y.plan->piece > 1))
        add_item(to, say("say_copied", 0));
}
