// schedule/dot.c -- PL_DOT: z += x y. The group computes z part by part, each lane its elements of a part, over slices of x and y.

#include "schedule/dot.h"

static const Lanes *lanes(const Product *p) { return p->at->group->lanes; }

// ---- Elements -------------------------------------------------------------------------------------------------------

static Node *narrowed(const Product *p, Node *sum)
{
    const Type *type = p->z.ref->type;
    return type_is_small_float(type) ? call_on(text("pl_%s_of_f32", type_code(type)), sum) : sum;
}

static const Type *type_of_slice(const Product *p, const Side *s)
{
    return p->plan->mma ? plain_type(s->ref->type) : p->sum;
}

static Node *zero(void)
{
    return literal_node(0);
}

// ---- Each lane computes its elements, one after the other -----------------------------------------------------------

static void add_sum_of_element(const Around *at, const void *of, Node *to)
{
    const Product *p = of;
    Node *r = word_node("pl_r"), *c = word_node("pl_c"), *l = word_node("pl_l"), *sum = word_node("pl_sum");
    Node *z = element_in(&p->z, r, c);
    Node *left = widened(p, p->x.ref->type, element_in(&p->x, r, l));
    Node *right = widened(p, p->y.ref->type, element_in(&p->y, l, c));
    add_item(to, variable("pl_sum", p->sum, widened(p, p->z.ref->type, z)));
    add_item(to, loop_to("pl_l", &long_type, expression(at, p->x.column.extent), 1, assign("+=", sum, binary_node("*", left, right))));
    add_item(to, assign("=", z, narrowed(p, sum)));
}

static LoopAxis *axis_named(const char *name)
{
    LoopAxis *axis = allocate(sizeof *axis);
    axis->index = word_node(name)->symbol;
    return axis;
}

static void add_elements(const Product *p, Node *to)
{
    const LaneGroup *l = &lanes(p)->group;
    bool shared = p->step->sharing == BY_GROUP;
    StepLoop rows = { .axis = axis_named("pl_r"), .high = p->z.row.extent, .how = shared ? CYCLIC_ROWS : NOT_DISTRIBUTED };
    StepLoop columns = { .axis = axis_named("pl_c"), .high = p->z.column.extent, .how = shared ? CYCLIC_COLUMNS : NOT_DISTRIBUTED };
    columns.runs = shared && l->tiled && l->run > 1 ? RUNS_SHORT : RUNS_NONE;
    add_loops(p->at, &(Nest){ (StepLoop[]){ rows, columns }, 2, true, add_sum_of_element, p, NULL }, to);
}

// ---- The products of a slice ----------------------------------------------------------------------------------------

// Past the end a lane reads the last element.
static Node *at_most(bool passes, Node *index, Node *last)
{
    return passes ? wrapped(choice_node(compare_node("<", index, last), index, last)) : index;
}

static Node *own_in_slice(const Span *s)
{
    return at_most(s->passes, s->own, literal_node(s->count - 1));
}

static Node *own_in_block(const Product *p, const Span *s)
{
    Node *last = binary_node("-", expression(p->at, s->extent), literal_node(1));
    return at_most(s->passes, sum_node("+", s->begin, s->own), last);
}

// The element of x or y that a lane multiplies.
static Node *factor(const Product *p, const Side *s)
{
    if (!s->slice)
        return widened(p, s->ref->type, element_in(s, own_in_block(p, &s->row), own_in_block(p, &s->column)));
    Node *element = element_of_slice(s, own_in_slice(&s->row), own_in_slice(&s->column));
    return p->plan->mma ? widened(p, s->ref->type, element) : element;
}

static Node *over_tile(const Product *p, Node *statement)
{
    return unrolled_to("pl_i", p->plan->tile_rows, unrolled_to("pl_j", p->plan->tile_columns, statement));
}

static Node *sum_at(const Product *p)
{
    Node *n = element_at(name_of_sums(p), number_to("pl_i", p->plan->tile_rows));
    add_item(n, number_to("pl_j", p->plan->tile_columns));
    return n;
}

// Products go through the columns of a row and back through those of the next: neighbors have a factor in common, and registers in the
// same bank would delay them otherwise.
static Node *back_and_forth(const Product *p, Node *product)
{
    Node *turn = word_node("pl_t"), *last = literal_node(p->plan->tile_columns - 1), *body = new_block();
    Node *odd = binary_node("%", word_node("pl_i"), literal_node(2));
    add_item(body, variable("pl_j", const_type(&int_type), choice_node(odd, binary_node("-", last, turn), turn)));
    add_item(body, product);
    return unrolled_to("pl_i", p->plan->tile_rows, unrolled_to("pl_t", p->plan->tile_columns, body));
}

static void add_scalar_products(const Product *p, Node *to)
{
    const DotSchedule *s = p->plan;
    const Machine *m = lanes(p)->group.machine;
    const long long steps = s->slices_fit && s->tile_columns > m->dot_tile && m->dot_sums_steps ? m->dot_sums_steps : m->dot_steps;
    Node *depth = literal_node(s->slice), *body = new_block();
    Node *x = element_among("pl_x", s->tile_rows, "pl_i"), *y = element_among("pl_y", s->tile_columns, "pl_j");
    if (!s->slices_fit) {
        Node *left = binary_node("-", expression(p->at, p->x.column.extent), word_node("pl_deep"));
        add_item(to, variable("pl_depth", const_type(&int_type), choice_node(compare_node("<", left, depth), left, depth)));
        depth = word_node("pl_depth");
    }
    Node *factors = variable("pl_x", s->tile_rows == 1 ? p->sum : array_of(p->sum, s->tile_rows), NULL);
    factors->c = variable("pl_y", s->tile_columns == 1 ? p->sum : array_of(p->sum, s->tile_columns), NULL);
    add_item(body, factors);
    add_item(body, unrolled_to("pl_i", s->tile_rows, assign("=", x, factor(p, &p->x))));
    add_item(body, unrolled_to("pl_j", s->tile_columns, assign("=", y, factor(p, &p->y))));
    Node *product = assign("+=", sum_at(p), binary_node("*", x, y));
    add_item(body, steps > 1 && s->tile_columns > 1 && s->tile_rows > 1 ? back_and_forth(p, product) : over_tile(p, product));
    Node *loop = loop_to("pl_k", &int_type, depth, 1, body);
    add_item(to, steps > 1 ? unrolled_by(steps, loop) : loop);
}

static void add_products(const Product *p, Node *to)
{
    bool by_words = p->plan->mma && lanes(p)->group.machine->mma_words;
    (by_words ? add_matrix_products : add_scalar_products)(p, to);
}

// ---- The sums -------------------------------------------------------------------------------------------------------

static Node *z_element(const Product *p)
{
    const Side *z = &p->z;
    return element_in(z, sum_node("+", z->row.begin, z->row.own), sum_node("+", z->column.begin, z->column.own));
}

static Node *before_end(const Product *p, const Span *s)
{
    return s->passes ? compare_node("<", sum_node("+", s->begin, s->own), expression(p->at, s->extent)) : NULL;
}

static Node *z_inside(const Product *p)
{
    return and_node(before_end(p, &p->z.row), before_end(p, &p->z.column));
}

// Sums are in registers of their own, unless z is.
static void add_sums(const Product *p, Node *to)
{
    const DotSchedule *s = p->plan;
    Node *loaded = widened(p, p->z.ref->type, z_element(p)), *inside = z_inside(p);
    if (s->in_registers)
        return;
    add_item(to, variable("pl_sum", array_of(array_of(p->sum, s->tile_columns), s->tile_rows), NULL));
    if (s->from_zero && lanes(p)->group.machine->templates) {
        add_item(to, say("say_fill", 2, memory_named("pl_sum"), zero()));
        return;
    }
    add_item(to, over_tile(p, assign("=", sum_at(p), s->from_zero ? zero() : inside ? choice_node(inside, loaded, zero()) : loaded)));
}

static void add_results(const Product *p, Node *to)
{
    Node *store = assign("=", z_element(p), narrowed(p, sum_at(p))), *inside = z_inside(p);
    if (!p->plan->in_registers)
        add_item(to, over_tile(p, inside ? if_node(inside, store) : store));
}

// ---- One slice after the other --------------------------------------------------------------------------------------

// Declares a name for a slice, in the array that has it: at its beginning, or at the stage of the slice with this number.
static void add_slice_name(const Product *p, const Side *s, Node *number, Node *to)
{
    Type *type = pointer_to(type_of_slice(p, s), "group");
    Node *begin = word_node(s->memory);
    type->constant = true;
    if (number)
        begin = sum_node("+", begin, binary_node("*", binary_node("%", number, literal_node(p->stages)), literal_node(s->stage)));
    add_item(to, variable(s->slice, type, begin));
}

static void add_slice_names(const Product *p, Node *number, Node *to)
{
    if (p->x.slice && p->x.memory)
        add_slice_name(p, &p->x, number, to);
    if (p->y.slice && p->y.memory)
        add_slice_name(p, &p->y, number, to);
}

static void add_slice_after_slice(const Product *p, Node *to)
{
    Node *body = new_block();
    add_slice_names(p, NULL, to);
    add_copies(p, body);
    if (p->plan->sliced)
        add_own_wait(p->at, p->step->within, "the slices are complete", body);
    add_products(p, body);
    if (p->plan->sliced && waits_for_reads(lanes(p), p->plan))
        add_own_wait(p->at, p->step->final, "no work-item reads these slices any more", body);
    add_over_slices(p, body, to);
}

// ---- Slices that are fetched ahead ----------------------------------------------------------------------------------
//
// Several stages are in local memory, and the next slices are fetched while one is used. The number of a slice determines its
// stage. A fetch fills the stage that was used last, after the barrier that orders it behind the last reads from there; so a copy
// that completes where it starts is correct, too.

static Node *number_of_slice(const Product *p)
{
    return p->across ? word_node("pl_slice") : binary_node("/", word_node("pl_deep"), literal_node(p->plan->slice));
}

static void add_copies_to_stage(const Product *p, Node *to)
{
    Product fetching = *p;
    fetching.fetches = true;
    add_slice_names(p, number_of_slice(p), to);
    add_copies(&fetching, to);
}

static void add_arrival(const Product *p, Node *to)
{
    add_item(to, say("say_arrived", 1, literal_node(p->stages - 2)));
    add_own_wait(p->at, p->step->within, "the slice has arrived, and no work-item reads the one before it", to);
}

static void add_use_of_slice(const Product *p, Node *to)
{
    add_slice_names(p, number_of_slice(p), to);
    add_products(p, to);
}

static void add_ahead(const Product *p, Node *to)
{
    Node *deep = word_node("pl_deep"), *body = new_block(), *first = new_block(), *code = new_block();
    const Fetch fetch = { "pl_fetch", p->counter, "pl_deep", code };
    long long ahead = (p->stages - 1) * p->plan->slice;
    Node *next = binary_node("+", deep, literal_node(ahead));
    add_copies_to_stage(p, code);
    add_fetch_function(p->at, &fetch, to);
    add_fetch(p->at, &fetch, p->stages == 2 ? zero() : deep, NULL, first);
    if (p->stages == 2)
        add_items(to, first);
    else
        add_item(to, loop_to("pl_deep", p->counter, literal_node(ahead), p->plan->slice, first));
    add_arrival(p, body);
    add_fetch(p->at, &fetch, next, compare_node("<", next, expression(p->at, p->x.column.extent)), body);
    add_use_of_slice(p, body);
    add_over_slices(p, body, to);
    if (waits_for_reads(lanes(p), p->plan))
        add_own_wait(p->at, p->step->final, "no work-item reads the last slice any more", to);
}

// ---- The same over all steps ----------------------------------------------------------------------------------------
//
// Slices are numbered across steps. The code that fetches one, by its number, computes the windows of its operands; the body of
// the loops over sequential axes does not.

static void add_window_of(const Product *p, const Side *s, Node *to)
{
    Around at = *p->at;
    at.fetches = at.apart = true;
    if (s->slice)
        add_window(&at, operand_of(p->at->group->plan, s->ref), to);
}

static Fetch fetch_across(const Product *p)
{
    Node *number = word_node("pl_slice"), *steps = literal_node(p->plan->slices), *code = new_block();
    Node *in_step = binary_node("*", binary_node("%", number, steps), literal_node(p->plan->slice));
    add_indices_of_step(p->at->group->plan, p->deep ? binary_node("/", number, steps) : number, code);
    if (p->deep)
        add_if_used("pl_deep", variable("pl_deep", const_type(p->counter), in_step), code);
    add_window_of(p, &p->x, code);
    add_window_of(p, &p->y, code);
    add_item(code, comment("to its stage"));
    add_copies_to_stage(p, code);
    return (Fetch){ "pl_fetch", &long_type, "pl_slice", code };
}

static const char *names_of_fetched(const Product *p)
{
    if (p->x.slice && p->y.slice)
        return text("%s and of %s", p->x.ref->name, p->y.ref->name);
    return (p->x.slice ? &p->x : &p->y)->ref->name;
}

void add_first_slices(const Around *at, Node *to)
{
    const Step *step = step_at(at->group->lanes->body, at->group->lanes->local.across);
    const Product product = product_by_tiles(at, step), *p = &product;
    const Fetch fetch = fetch_across(p);
    const Plan *plan = at->group->plan;
    Node *number = word_node("pl_slice"), *body = new_block();
    Node *from = slices_of_steps(p, first_number(plan)), *end = slices_of_steps(p, numbers_end(plan));
    if (lanes(p)->group.machine->functions)
        add_item(to, comment(text("fetches a slice of %s: they are numbered from the first of all steps", names_of_fetched(p))));
    add_fetch_function(at, &fetch, to);
    add_item(to, comment("the first slices"));
    if (p->stages == 2) {                               // also where it holds: without it, matmul takes 158 registers instead of 126
        add_fetch(at, &fetch, from, compare_node(">", numbers_end(plan), first_number(plan)), to);
        return;
    }
    add_fetch(at, &fetch, number, compare_node("<", number, end), body);
    add_item(to, loop_from("pl_slice", is_literal(from, 0) ? &int_type : &long_type, from,
                           sum_node("+", from, literal_node(p->stages - 1)), 1, body));
}

static void add_over_steps(const Product *p, Node *to)
{
    const Fetch fetch = fetch_across(p);
    Node *body = new_block(), *next = binary_node("+", word_node("pl_slice"), literal_node(p->stages - 1));
    add_number_across(p, body);
    add_arrival(p, body);
    add_fetch(p->at, &fetch, next, compare_node("<", next, slices_of_steps(p, numbers_end(p->at->group->plan))), body);
    add_use_of_slice(p, body);
    add_over_slices(p, body, to);
}

// ---- The parts of z -------------------------------------------------------------------------------------------------

// "z += x · y: 8 x 8 elements per lane, slices 16 deep".
static Node *title(const Product *p)
{
    const DotSchedule *s = p->plan;
    Node *n = comment(text("%lld x %lld elements per lane%s", s->tile_rows, s->tile_columns,
                           p->deep && !lanes(p)->chain.fed_count ? text(", slices %lld deep", s->slice) : ""));
    n->name = text("%s %s %s%s · %s%s", p->z.ref->name, s->from_zero ? "=" : "+=", p->x.ref->name, p->x.transposed ? "ᵀ" : "",
                   p->y.ref->name, p->y.transposed ? "ᵀ" : "");
    return n;
}

static Node *over_parts(const Product *p, const char *index, const Span *s, long long count, Node *body)
{
    return loop_to(index, p->counter, expression(p->at, s->extent), count, body);
}

// Such a part declares nothing, and needs no block.
static bool is_title_and_loop(const Node *part)
{
    return part->item_count == 2 && part->items[0]->kind == ND_COMMENT && part->items[1]->kind == ND_FOR;
}

static void add_tiles(const Product *p, Node *to)
{
    const DotSchedule *s = p->plan;
    Node *part = new_block();
    bool top = s->rows > s->height, left = s->columns > s->width;
    bool chain = lanes(p)->chain.fed_count;
    add_item(part, title(p));
    add_sums(p, part);
    if (has_producer(lanes(p)))
        (chain ? add_product_of_blocks : add_consumed_slices)(p, part);
    else
        (p->stages == 1 ? add_slice_after_slice : p->across ? add_over_steps : add_ahead)(p, part);
    add_results(p, part);
    Node *parts = left ? over_parts(p, "pl_left", &p->z.column, s->width, part) : part;
    parts = top ? over_parts(p, "pl_top", &p->z.row, s->height, parts) : parts;
    if (parts == part && is_title_and_loop(part))
        add_items(to, part);
    else
        add_item(to, parts);
}

void add_dot(const Around *at, Node *to)
{
    const Product p = at->step->dot ? product_by_tiles(at, at->step) : product_by_elements(at, at->step);
    (at->step->dot ? add_tiles : add_elements)(&p, to);
}
