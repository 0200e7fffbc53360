// lower/pipeline.c -- PL_PIPELINE as loops: windows are PL_SCOPED, copies fetch and write back blocks, and the kernel
// is inlined.
//
// In place, if copies complete where they start, or if prefetching gains nothing:
//
//     PL_SCOPED(float, x, BM, BK);
//     long x_from_0 = 0;                               where the block in the window begins
//     int first = 1;
//     PL_LOOP (i, 0, n) {
//         const long x_from_0_next = i * BM;
//         PL_WHEN (first || x_from_0_next != x_from_0) {  another block: write back an output, fetch an input
//             x_from_0 = x_from_0_next;
//             PL_SYNC_COPY(PL_AT(array, PL_DS(x_from_0, BM)), x);
//         }
//         …                                            the kernel
//         first = 0;
//     }
//
// With prefetch: windows have two slots, and during a step the blocks of the next one are fetched and those of the
// previous one are written back. The step -1 is the prologue, which only fetches.
//
//     PL_LOOP (step, -1, programs) {
//         int x_varies = 0;
//         PL_WHEN (step + 1 < programs) {
//             …                                        x_from_0_next, of the next step
//             x_varies = step < 0 || x_from_0_next != x_from_0;
//             PL_WHEN (x_varies)
//                 PL_ASYNC_COPY(PL_AT(array, …), PL_AT(x_windows, 1 - x_slot), x_arrived[1 - x_slot]);
//         }
//         PL_WHEN (step >= 0) {
//             PL_WHEN (x_new)
//                 pl_wait(…);
//             …                                        the kernel, over a PL_VIEW of x_windows[x_slot]
//         }
//         PL_WHEN (x_varies) {
//             x_from_0 = x_from_0_next;
//             x_slot = 1 - x_slot;
//         }
//         x_new = x_varies;
//     }

#include "lower/lower.h"
#include <string.h>

typedef struct {
    Symbol *start[MOST_DIMS], *size[MOST_DIMS];         // NULL: it is the same in each step
    Node *slot;                 // of the buffer; NULL: it has only one
} Place;

typedef struct {
    const Node *of;             // its ND_WINDOW
    Symbol *array, *buffer;       // a ref, or the name of the view; the array of its blocks
    Symbol *seen;               // the kernel's: the buffer, or a view of a slot
    int rank;                   // of the array
    Place now, next;            // of the current block; of the next step's, if it is prefetched
    bool ahead;
    Symbol *slot;               // with prefetch: the slot of the current block
    Symbol *moves, *is_new;     // … the next step has another block; the current one was just fetched
    Symbol *arrived, *written, *writing;                       // … semaphores; a block is being written back
    Symbol *fetches;            // … with PL_INIT: the next block is fetched
} Window;

struct Pipeline {
    const Node *of;
    Window *windows;
    int count;
    Symbol **programs;          // for each axis; NULL: a number
    Symbol *first;              // in place: no program has run yet
    Symbol *step, **next;       // with prefetch: the current step; for each axis, the index in the next step
};

// ---- Small nodes ----------------------------------------------------------------------------------------------------

static Node *number(long long value, Loc at)
{
    Node *n = literal_node(value);
    n->at = at;
    return n;
}

// A local that is declared with its value and never changes.
static Symbol *name_value(Expanding *e, const Type *type, const char *name, Node *value, Node *list)
{
    Symbol *s = declare(e, type, name, value->at, value, list);
    s->type->constant = true;
    return s;
}

static Node *statement(NodeKind kind, Node *a, Loc at)
{
    Node *n = new_node(kind, at);
    n->a = a;
    return n;
}

static void assign(Symbol *to, Node *value, Node *list)
{
    add_item(list, statement_node(assignment_node("=", name_node(to, value->at), value)));
}

static Node *slice(Node *start, Node *size)
{
    Node *n = statement(ND_SLICE, start, start->at);
    n->op = "at";
    n->b = size;
    n->type = start->type;
    return n;
}

Node *option_of(const Node *window, const char *name)
{
    for (int i = 0; i < window->item_count; i++)
        if (is_op(window->items[i], name))
            return window->items[i];
    return NULL;
}

static Node *option(const Window *w, const char *name)
{
    return option_of(w->of, name);
}

// ---- Where a block is -----------------------------------------------------------------------------------------------

static Node *block_dim(const Window *w, int d)           // NULL: all of it
{
    Node *dim = w->of->b ? w->of->b->items[d] : NULL;
    return dim && dim->kind == ND_FULL ? NULL : dim;
}

static bool is_visible(const Window *w, int d)              // whether the kernel sees this dim
{
    return !block_dim(w, d) || block_dim(w, d)->kind != ND_NONE;
}

static Node *extent(const Window *w, int d)
{
    return copy_of_value(w->array->dims[d]);
}

static Node *block_extent(const Window *w, int d)
{
    Node *dim = block_dim(w, d);
    return !dim ? extent(w, d) : copy_of_value(dim->kind == ND_ELEMENT ? dim->items[0] : dim->kind == ND_BOUNDED ? dim->a : dim);
}

// Where the block of a step begins, in elements of the array.
static Node *start_of(const Window *w, int d)
{
    Node *dim = block_dim(w, d), *index = dim ? in_64_bits(w->of->c->items[d]) : NULL;
    if (!dim)
        return number(0, w->of->at);
    if (dim->kind == ND_BOUNDED)
        return in_64_bits(index->a);
    if (dim->kind == ND_NONE)
        return index;
    if (dim->kind == ND_ELEMENT)
        return sum_node("-", index, copy_of_value(dim->items[1]));
    if (index->known && dim->known && can_multiply(index->value, dim->value))
        return number(index->value * dim->value, index->at);
    return product_node(index, copy_of_value(dim));
}

static Node *start(const Window *w, const Place *at, int d)
{
    return at->start[d] ? name_node(at->start[d], w->of->at) : start_of(w, d);
}

static bool is_quotient(const Node *n, const Node *of, const Node *by)
{
    return n->kind == ND_BINARY && is_op(n, "/") && same_expression(n->a, of) && same_expression(n->b, by);
}

// Whether every block is provably in the array: its index is a number, or an axis with extent / block programs.
static bool is_inside(const struct Pipeline *p, const Window *w, int d)
{
    const Node *dim = block_dim(w, d), *whole = w->array->dims[d], *index = dim ? w->of->c->items[d] : NULL;
    if (!dim || dim->kind == ND_NONE)
        return true;
    if (dim->kind == ND_ELEMENT || dim->kind == ND_BOUNDED)
        return false;
    long long last = index->known ? index->value : -1;
    for (int a = 0; a < p->of->axis_count; a++)
        if (is_name_of(index, p->of->axes[a].index)) {
            const Node *programs = p->of->axes[a].hi;
            last = programs->known ? programs->value - 1 : -1;
            if (is_quotient(programs, whole, dim))
                return true;
        }
    return last >= 0 && dim->known && whole->known && can_multiply(last + 1, dim->value) && (last + 1) * dim->value <= whole->value;
}

static bool has_low_edge(const Window *w, int d)
{
    const Node *dim = block_dim(w, d);
    return dim && dim->kind == ND_ELEMENT && !(dim->items[1]->known && !dim->items[1]->value);
}

// The part of the block that is in the array: `count` elements, starting at `from` of the block.
static void inside_of(const struct Pipeline *p, const Window *w, const Place *at, int d, Node **from, Node **count)
{
    *from = number(0, w->of->at);
    *count = at->size[d] ? name_node(at->size[d], w->of->at) : block_extent(w, d);
    if (is_inside(p, w, d) || at->size[d])
        return;
    Node *left = sum_node("-", extent(w, d), start(w, at, d));
    *count = choice_node(compare_node("<", left, *count), copy_of_value(left), copy_of_value(*count));
    if (!has_low_edge(w, d))
        return;
    *from = choice_node(compare_node("<", start(w, at, d), number(0, w->of->at)), unary_node("-", start(w, at, d)),
                        number(0, w->of->at));
    *count = binary_node("-", *count, copy_of_value(*from));
}

static Node *array_part(const struct Pipeline *p, const Window *w, const Place *at)
{
    Node *part = statement(ND_AT, pass_node(w->array, w->of->at), w->of->at);
    part->type = w->array->type;
    for (int d = 0; d < w->rank; d++) {
        Node *from, *count, *begin = start(w, at, d);
        inside_of(p, w, at, d, &from, &count);
        add_item(part, !is_visible(w, d) ? begin : !block_dim(w, d) ? new_node(ND_ALL, w->of->at)
                                              : slice(is_literal(from, 0) ? begin : sum_node("+", begin, from), count));
    }
    return part;
}

static Node *window_part(const struct Pipeline *p, const Window *w, const Place *at)
{
    Node *part = statement(ND_AT, pass_node(w->buffer, w->of->at), w->of->at);
    bool whole = true;
    part->type = w->buffer->type;
    if (at->slot)
        add_item(part, copy_of_value(at->slot));
    for (int d = 0; d < w->rank; d++) {
        Node *from, *count;
        bool all = is_inside(p, w, d);
        inside_of(p, w, at, d, &from, &count);
        whole &= all;
        if (is_visible(w, d))
            add_item(part, all ? new_node(ND_ALL, w->of->at) : slice(from, count));
    }
    if (whole)
        part->item_count = at->slot ? 1 : 0;
    return part->item_count ? part : part->a;
}

// ---- Fetch and write-back
// ------------------------------------------------------------------------------------------------

static Node *copy_node(const char *op, Node *from, Node *to, Node *sem)
{
    Node *copy = new_node(ND_COPY, from->at);
    copy->op = op;
    add_item(copy, from);
    add_item(copy, to);
    if (sem)
        add_item(copy, sem);
    return copy;
}

static Node *sync_copy(Node *from, Node *to)
{
    Node *n = statement(ND_START, copy_node("PL_SYNC_COPY", from, to, NULL), from->at);
    n->op = n->a->op;
    return n;
}

static Node *start_copy(Node *from, Node *to, Node *sem)
{
    return statement(ND_START, copy_node("PL_COPY", from, to, sem), from->at);
}

static Node *wait_copy(Node *from, Node *to, Node *sem)
{
    Node *n = statement(ND_AWAIT, copy_node("PL_COPY", from, to, sem), from->at);
    n->op = "both";
    return n;
}

static Node *semaphore(Symbol *s, Node *index, Loc at)
{
    Node *n = statement(ND_SEM, index, at);
    n->symbol = s;
    return n;
}

static Node *when(Node *condition, Node *then, Node *otherwise)
{
    return branch_node(ND_WHEN, condition, then, otherwise, then->at);
}

static Node *fill(const Window *w, const Place *at, Node *value)
{
    Node *n = statement(ND_FILL, name_node(w->buffer, value->at), value->at);
    if (at->slot) {
        n->a = statement(ND_AT, pass_node(w->buffer, value->at), value->at);
        n->a->type = w->buffer->type;
        add_item(n->a, copy_of_value(at->slot));
    }
    n->b = value;
    return n;
}

// The condition that the block is at a place that its dim permits. A part that leaves its array is reported where parts
// are used, unless clipping hides it.
static Node *is_placed(const Window *w, const Place *at, int d)
{
    const Node *dim = block_dim(w, d);
    Node *from = start(w, at, d), *zero = number(0, dim->at);
    if (dim->kind == ND_ELEMENT)
        return and_node(compare_node(">=", sum_node("+", from, copy_of_value(dim->items[1])), zero),
                        compare_node("<=", sum_node("+", copy_of_value(from), block_extent(w, d)),
                                sum_node("+", extent(w, d), copy_of_value(dim->items[2]))));
    if (dim->kind != ND_BOUNDED)
        return and_node(compare_node(">=", from, zero), compare_node("<", copy_of_value(from), extent(w, d)));
    Node *size = name_node(at->size[d], dim->at);
    return and_node(and_node(compare_node(">=", from, zero), compare_node("<=", size, block_extent(w, d))),
                    compare_node("<=", sum_node("+", copy_of_value(from), copy_of_value(size)), extent(w, d)));
}

static void check_places(const Expanding *e, const struct Pipeline *p, const Window *w, const Place *at, Node *list)
{
    for (int d = 0; e->checks && d < w->rank; d++) {
        const Node *dim = block_dim(w, d);
        bool is_part = dim && (dim->kind == ND_NONE || dim->kind == ND_BOUNDED);
        if (is_part ? e->ahead || !at->start[d] : is_inside(p, w, d))
            continue;
        Node *n = statement(ND_CHECK, is_placed(w, at, d), w->of->c->items[d]->at), *format = new_node(ND_STRING, n->at);
        format->spelling = text("\"PL_PIPELINE: the block of %s begins at %%ld on dim %d, which is not in its array\"",
                                w->buffer->declared, d);
        add_item(n, format);
        add_item(n, start(w, at, d));
        parse_format(n);
        add_item(list, n);
    }
}

// A block of PL_ELEMENT dims may be entirely in the padding: then there is nothing to copy.
static void copy_inside(const struct Pipeline *p, const Window *w, bool out, Node *list)
{
    Node *any = NULL, *array = array_part(p, w, &w->now), *window = window_part(p, w, &w->now);
    for (int d = 0; d < w->rank; d++)
        if (block_dim(w, d) && block_dim(w, d)->kind == ND_ELEMENT)
            any = and_node(any, and_node(compare_node("<", start(w, &w->now, d), extent(w, d)),
                                         compare_node(">", sum_node("+", start(w, &w->now, d), block_extent(w, d)),
                                                 number(0, w->of->at))));
    Node *copy = out ? sync_copy(window, array) : sync_copy(array, window);
    add_item(list, any ? when(any, copy, NULL) : copy);
}

static bool is_written(const Window *w)
{
    return !is_op(w->of, "PL_IN");
}

static bool is_fetched(const Window *w)
{
    return !is_op(w->of, "PL_OUT") || option(w, "PL_REVISIT_ANY");
}

// ---- In place -------------------------------------------------------------------------------------------------------

static Node *is_first(const struct Pipeline *p, Loc at)
{
    return p->first ? name_node(p->first, at) : compare_node("==", name_node(p->step, at), number(0, at));
}

// Elements that are not fetched are the value of PL_EDGE, or, on targets that copy at once, 0: no uninitialized memory is read.
static void fetch_now(const Expanding *e, const struct Pipeline *p, const Window *w, Node *to)
{
    const Node *edge = option(w, "PL_EDGE"), *init = option(w, "PL_INIT"), *before = option(w, "PL_BEFORE_FETCH");
    Node *list = new_node(ND_BLOCK, w->of->at);
    if (before)
        add_item(list, before->body);
    const bool clipped = window_part(p, w, &w->now)->kind == ND_AT, numbers = w->array->type->kind != TY_STRUCT;
    if (clipped && (edge || (numbers && !e->ahead)))
        add_item(list, fill(w, &w->now, edge ? edge->a : number(0, w->of->at)));
    copy_inside(p, w, false, list);
    if (init)
        add_item(to, when(init->b, fill(w, &w->now, init->a), list));
    else
        add_items(to, list);
}

static Node *write_back(const struct Pipeline *p, const Window *w)
{
    Node *list = new_node(ND_BLOCK, w->of->at);
    copy_inside(p, w, true, list);
    return list->items[0];
}

// If the step needs another block than the previous one, writes back the old block and fetches the new one.
static void arrive(Expanding *e, const struct Pipeline *p, const Window *w, Node *list)
{
    Node *moves = is_first(p, w->of->at), *then = new_node(ND_BLOCK, w->of->at), *set = new_node(ND_BLOCK, w->of->at);
    bool stays = true;
    for (int d = 0; d < w->rank; d++)
        for (int size = 0; size < 2; size++) {
            Symbol *now = (size ? w->now.size : w->now.start)[d];
            if (!now)
                continue;
            Symbol *next = name_value(e, &long_type, text("%s_next", now->name),
                                      size ? w->of->c->items[d]->b : start_of(w, d), list);
            moves = binary_node("||", moves, compare_node("!=", name_node(next, w->of->at), name_node(now, w->of->at)));
            assign(now, name_node(next, w->of->at), set);
            stays = false;
        }
    if (is_written(w) && !stays)
        add_item(then, when(unary_node("!", is_first(p, w->of->at)), write_back(p, w), NULL));
    add_items(then, set);
    check_places(e, p, w, &w->now, then);
    if (is_fetched(w))
        fetch_now(e, p, w, then);
    if (then->item_count)
        add_item(list, when(moves, then, NULL));
}

// ---- With prefetch --------------------------------------------------------------------------------------------------

// The slot for the next block is free once its previous block has been written back.
static void wait_left(const struct Pipeline *p, const Window *w, Node *list)
{
    Node *then = new_node(ND_BLOCK, w->of->at);
    add_item(then, wait_copy(window_part(p, w, &w->now), array_part(p, w, &w->now), semaphore(w->written, NULL, w->of->at)));
    assign(w->writing, number(0, w->of->at), then);
    add_item(list, when(name_node(w->writing, w->of->at), then, NULL));
}

// axes: those of the next step.
static void fetch_next(Expanding *e, const struct Pipeline *p, const Window *w, Copies *axes, Node *to)
{
    const Node *edge = option(w, "PL_EDGE"), *init = option(w, "PL_INIT"), *before = option(w, "PL_BEFORE_FETCH");
    Node *list = new_node(ND_BLOCK, w->of->at), *then = new_node(ND_BLOCK, w->of->at), *window = window_part(p, w, &w->next);
    Node *moves = compare_node("<", name_node(p->step, w->of->at), number(0, w->of->at));
    for (int d = 0; d < w->rank; d++)
        for (int size = 0; size < 2; size++) {
            Symbol *now = (size ? w->now.size : w->now.start)[d], *next = (size ? w->next.size : w->next.start)[d];
            if (!now)
                continue;
            assign(next, copy_tree(axes, size ? w->of->c->items[d]->b : start_of(w, d)), to);
            moves = binary_node("||", moves, compare_node("!=", name_node(next, w->of->at), name_node(now, w->of->at)));
        }
    assign(w->moves, moves, to);
    check_places(e, p, w, &w->next, then);
    if (!is_fetched(w) && !then->item_count)
        return;
    if (is_written(w) && is_fetched(w))
        wait_left(p, w, then);
    if (before) {
        copy_declared(axes, before->body);
        add_item(list, copy_tree(axes, before->body));
    }
    if (edge && window->item_count > 1)
        add_item(list, fill(w, &w->next, copy_tree(axes, edge->a)));
    add_item(list, start_copy(array_part(p, w, &w->next), window, semaphore(w->arrived, copy_of_value(w->next.slot), w->of->at)));
    if (w->fetches)
        assign(w->fetches, number(1, w->of->at), list);
    if (is_fetched(w) && init)
        add_item(then, when(copy_tree(axes, init->b), fill(w, &w->next, copy_tree(axes, init->a)), list));
    else if (is_fetched(w))
        add_items(then, list);
    add_item(to, when(name_node(w->moves, w->of->at), then, NULL));
}

static void show(const struct Pipeline *p, const Window *w, Node *list)
{
    Node *view = new_node(ND_VIEW, w->of->at), *row = new_node(ND_ACCESS, w->of->at);
    if (is_fetched(w))
        add_item(list, when(name_node(w->is_new, w->of->at),
                            wait_copy(array_part(p, w, &w->now), window_part(p, w, &w->now),
                                      semaphore(w->arrived, copy_of_value(w->now.slot), w->of->at)),
                            NULL));
    row->ref = w->buffer;
    row->type = w->buffer->type;
    add_item(row, copy_of_value(w->now.slot));
    view->symbol = w->seen;
    view->a = row;
    w->seen->view = view;
    add_item(list, view);
}

static void leave(const struct Pipeline *p, const Window *w, Node *list)
{
    Node *then = new_node(ND_BLOCK, w->of->at);
    wait_left(p, w, then);
    add_item(then, start_copy(window_part(p, w, &w->now), array_part(p, w, &w->now), semaphore(w->written, NULL, w->of->at)));
    assign(w->writing, number(1, w->of->at), then);
    add_item(list, when(name_node(w->moves, w->of->at), then, NULL));
}

// The next block becomes the current one.
static void turn(const Window *w, Node *list)
{
    Node *then = new_node(ND_BLOCK, w->of->at);
    for (int d = 0; d < w->rank; d++) {
        if (w->now.start[d])
            assign(w->now.start[d], name_node(w->next.start[d], w->of->at), then);
        if (w->now.size[d])
            assign(w->now.size[d], name_node(w->next.size[d], w->of->at), then);
    }
    assign(w->slot, copy_of_value(w->next.slot), then);
    add_item(list, when(name_node(w->moves, w->of->at), then, NULL));
    if (is_fetched(w))
        assign(w->is_new, name_node(w->fetches ? w->fetches : w->moves, w->of->at), list);
}

// ---- The parts ------------------------------------------------------------------------------------------------------

static Symbol *new_block(Expanding *e, const char *name, const Type *type, int rank, Loc at)
{
    Copies none = { NULL, 0 };
    Symbol like = { .kind = SY_REF, .at = at, .type = (Type *)(size_t)type, .rank = rank };
    Symbol *s = new_copy(&none, &like, free_name(&e->taken, name));
    take_name(s, &e->taken);
    return s;
}

// x, or x_window if the body has an x.
static const char *derived_name(const Expanding *e, const char *name, const char *what)
{
    return free_name(&e->taken, name) == name ? name : text("%s_%s", name, what);
}

static Symbol *array_of(Expanding *e, const Node *view, const char *name, Node *list)
{
    if (view->kind == ND_PASS)
        return view->ref;
    Node *n = statement(ND_ANY_VIEW, writable(view), view->at);
    int rank = 0;
    n->symbol = new_block(e, text("%s_array", name), view->type, 0, view->at);
    n->symbol->dims = view_dims(view, &rank);
    n->symbol->rank = rank;
    n->symbol->in_hbm = true;
    n->symbol->view = n;
    add_item(list, n);
    return n->symbol;
}

// Whether the kernel's parameter can be this window; if not, reports why.
static bool is_block_of(const Window *w, const Symbol *parameter, const Function *kernel)
{
    const Node *of = w->of;
    const char *name = of->a->kind == ND_PASS ? of->a->ref->name : expression_text(of->a);
    int kept = 0, before = errors;
    for (int d = 0; d < w->rank; d++)
        kept += is_visible(w, d);
    if (parameter->kind != SY_REF || parameter->in_hbm)
        error_at(of->at, MESSAGE_WINDOW_TO_VALUE, parameter->name, kernel->name);
    else if (w->array->type->kind != parameter->type->kind || w->array->type->record != parameter->type->record)
        error_at(of->at, MESSAGE_ARGUMENT_TYPE, name, type_name(w->array->type), parameter->name, kernel->name,
                 type_name(parameter->type));
    else if (is_op(of, "PL_IN") && !parameter->type->constant)
        error_at(of->at, MESSAGE_WINDOW_NOT_CONST, parameter->name, kernel->name);
    else if (kept != parameter->rank)
        error_at(of->at, MESSAGE_WINDOW_RANK, name, kept, parameter->name, kernel->name, parameter->rank);
    for (int d = 0, at = 0; errors == before && d < w->rank; d++) {
        if (!is_visible(w, d))
            continue;
        const Node *mine = block_extent(w, d), *its = parameter->dims[at++];
        if (mine->known && its->known && mine->value != its->value)
            error_at(of->at, MESSAGE_WINDOW_EXTENT, name, mine->value, d, parameter->name, kernel->name, its->value);
    }
    if (errors > before)
        note_at(parameter->at, "the kernel's parameter is declared here");
    return errors == before;
}

static Node *add_buffer(Symbol *s, Node *list)
{
    Node *n = new_node(ND_TILE, s->at);
    n->symbol = s;
    n->op = "window";
    s->type->constant = false;
    add_item(list, n);
    return n;
}

static Symbol *add_semaphore(Expanding *e, const char *name, Node *count, Loc at, Node *list)
{
    Node *n = new_node(ND_SCOPED_SEM, at);
    n->symbol = new_block(e, name, &long_type, 0, at);
    n->symbol->kind = SY_SEM;
    n->symbol->dma = true;
    n->symbol->is_array = count;
    n->symbol->count = count;
    add_item(list, n);
    return n->symbol;
}

// Whether prefetching pays and is simple. Written blocks must all be whole, because each wait for a
// write-back expects the same number of bytes.
static bool runs_ahead(const Expanding *e, const struct Pipeline *p, const Window *w)
{
    const Node *buffers = option(w, "PL_BUFFERED");
    bool moves = false, element = false, whole = true;
    for (int d = 0; d < w->rank; d++) {
        const Node *dim = block_dim(w, d);
        moves |= !start_of(w, d)->known || (dim && dim->kind == ND_BOUNDED);
        element |= dim && dim->kind == ND_ELEMENT;
        whole &= is_inside(p, w, d);
    }
    return e->ahead && moves && !element && (whole || !is_written(w)) && !(buffers && buffers->a->known && buffers->a->value < 2);
}

// Two slots, and the variables that select the block's.
static void add_slots(Expanding *e, Window *w, const Symbol *parameter, Node *list)
{
    Loc at = w->of->at;
    const char *name = parameter->name;
    Node *zero = number(0, at);
    w->seen = new_block(e, derived_name(e, name, "window"), parameter->type, w->buffer->rank, at);
    w->seen->dims = w->buffer->dims;
    w->seen->declared = name;
    w->buffer->dims = NULL;
    w->buffer->rank = 0;
    list_add(w->buffer->dims, w->buffer->rank, number(2, at));
    for (int d = 0; d < w->seen->rank; d++)
        list_add(w->buffer->dims, w->buffer->rank, copy_of_value(w->seen->dims[d]));
    w->slot = declare(e, &long_type, text("%s_slot", name), at, number(1, at), list);
    w->now.slot = name_node(w->slot, at);
    w->next.slot = binary_node("-", number(1, at), name_node(w->slot, at));
    if (is_fetched(w)) {
        w->is_new = declare(e, &int_type, text("%s_is_new", name), at, zero, list);
        w->arrived = add_semaphore(e, text("%s_arrived", name), number(2, at), at, list);
    }
    if (is_written(w)) {
        w->writing = declare(e, &int_type, text("%s_last_use", name), at, zero, list);
        w->written = add_semaphore(e, text("%s_written", name), NULL, at, list);
    }
}

static void add_block(Expanding *e, const struct Pipeline *p, Window *w, const Symbol *parameter, Node *list)
{
    const char *name = parameter->name;
    Loc at = w->of->at;
    int kept = 0;
    w->ahead = runs_ahead(e, p, w);
    w->buffer = new_block(e, w->ahead ? text("%s_windows", name) : derived_name(e, name, "window"), parameter->type, 0, at);
    for (int d = 0; d < w->rank; d++) {
        if (is_visible(w, d))
            list_add(w->buffer->dims, kept, block_extent(w, d));
        for (int size = 0; size < 2; size++) {
            if (size ? !block_dim(w, d) || block_dim(w, d)->kind != ND_BOUNDED : start_of(w, d)->known)
                continue;
            const char *word = text(size ? "%s_size_%d" : "%s_from_%d", name, d);
            (size ? w->now.size : w->now.start)[d] = declare(e, &long_type, word, at, number(0, at), list);
            if (w->ahead)
                (size ? w->next.size : w->next.start)[d] = declare(e, &long_type, text("%s_next", word), at, number(0, at), list);
        }
    }
    w->buffer->rank = kept;
    w->buffer->declared = name;
    w->seen = w->buffer;
    if (w->ahead)
        add_slots(e, w, parameter, list);
    add_buffer(w->buffer, list);
}

static void add_window(Expanding *e, struct Pipeline *p, const Node *of, const Symbol *parameter, Node *list)
{
    const Function *kernel = p->of->symbol->function;
    Window w = { .of = of, .array = array_of(e, of->a, parameter->name, list) };
    w.rank = w.array->rank;
    if (of->name && !strcmp(of->name, "PL_ANY")) {
        if (!parameter->in_hbm) {
            error_at(of->at, MESSAGE_WINDOW_IN_PLACE, parameter->name, kernel->name);
            note_at(parameter->at, "the kernel's parameter is declared here");
        }
    } else if (is_block_of(&w, parameter, kernel)) {
        add_block(e, p, &w, parameter, list);
    }
    list_add(p->windows, p->count, w);
}

static const char *kind_text(const Symbol *s)
{
    return s->kind == SY_REF ? "a block" : s->kind != SY_SEM ? "a value" : s->dma ? "a PL_DMA_SEM" : "a PL_SEM";
}

static void check_argument(const Node *part, const Symbol *parameter, const Function *kernel)
{
    const Symbol value = { .kind = SY_LOCAL };
    bool block = part->kind == ND_PASS || part->kind == ND_AT || part->kind == ND_TILE;
    const Symbol *given = part->kind == ND_PASS                  ? part->ref
                          : block                                ? parameter
                          : part->kind == ND_SEM && part->symbol ? part->symbol
                                                                 : &value;
    if (strcmp(kind_text(given), kind_text(parameter)) && !(part->kind == ND_SEM && !part->symbol)) {
        error_at(part->at, MESSAGE_PIPELINE_PART, parameter->name, kernel->name, kind_text(parameter),
                 kind_text(given));
        note_at(parameter->at, HINT_PIPELINE_PART);
    }
}

// The argument for one of the kernel's parameters.
static Node *argument(Expanding *e, struct Pipeline *p, Node *part, const Symbol *parameter, Node *list)
{
    if (part->kind == ND_WINDOW) {
        add_window(e, p, part, parameter, list);
        const Window *w = &p->windows[p->count - 1];
        return pass_node(w->seen ? w->seen : w->array, part->at);
    }
    check_argument(part, parameter, p->of->symbol->function);
    if (part->kind == ND_TILE) {
        Symbol *buffer =
            new_block(e, derived_name(e, parameter->name, "scratch"), part->symbol->type, part->symbol->rank, part->at);
        buffer->dims = part->symbol->dims;
        add_buffer(buffer, list);
        return pass_node(buffer, part->at);
    }
    if (part->kind == ND_AT)
        return pass_node(array_of(e, part, parameter->name, list), part->at);
    if (part->kind == ND_PASS || part->kind == ND_SEM || part->known || part->kind == ND_NAME)
        return part;
    return name_node(name_value(e, parameter->type, parameter->name, part, list), part->at);
}

static void set_programs(Expanding *e, struct Pipeline *p, Node *list)
{
    p->programs = allocate((size_t)p->of->axis_count * sizeof *p->programs + 1);
    for (int a = 0; a < p->of->axis_count; a++)
        if (!p->of->axes[a].hi->known)
            p->programs[a] = name_value(e, &long_type, text("%s_programs", p->of->axes[a].index->name), p->of->axes[a].hi, list);
}

static Node *programs_of(const struct Pipeline *p, int a, Loc at)
{
    return p->programs[a] ? name_node(p->programs[a], at) : number(p->of->axes[a].hi->value, at);
}

static Node *programs(const struct Pipeline *p, Loc at)
{
    Node *all = number(1, at);
    for (int a = 0; a < p->of->axis_count; a++)
        all = product_node(all, programs_of(p, a, at));
    return all;
}

// ---- Queries of the kernel ------------------------------------------------------------------------------------------

static const Window *window_named(const struct Pipeline *p, const Symbol *seen)
{
    for (int i = 0; i < p->count; i++)
        if (p->windows[i].seen == seen)
            return &p->windows[i];
    return NULL;
}

static Node *is_element_inside(const struct Pipeline *p, const Window *w, const Node *n)
{
    Node *inside = NULL;
    for (int d = 0, at = 0; d < w->rank; d++) {
        if (!is_visible(w, d))
            continue;
        Node *index = n->items[at++];
        if (is_inside(p, w, d))
            continue;
        Node *element = sum_node("+", start(w, &w->now, d), index);
        inside = and_node(inside, has_low_edge(w, d) ? compare_node(">=", copy_of_value(element), number(0, n->at)) : NULL);
        inside = and_node(inside,
                          compare_node("<", element,
                                  w->now.size[d] ? sum_node("+", start(w, &w->now, d), name_node(w->now.size[d], n->at))
                                                 : extent(w, d)));
    }
    return inside ? inside : number_node(1, &int_type, n->at);
}

static int axis_asked(const struct Pipeline *p, const Node *n)
{
    for (int a = 0; n->kind == ND_AXIS && a < p->of->axis_count; a++)
        if (!strcmp(p->of->axes[a].index->declared ? p->of->axes[a].index->declared : p->of->axes[a].index->name, n->name))
            return a;
    if (n->kind != ND_AXIS && n->a->known && n->a->value >= 0 && n->a->value < p->of->axis_count)
        return (int)n->a->value;
    error_at(n->at, MESSAGE_PIPELINE_AXIS,
             n->kind == ND_AXIS ? text("no axis '%s'", n->name) : p->of->axis_count == 1 ? "1 axis" : text("%d axes", p->of->axis_count));
    note_at(p->of->at, "its axes are those of this PL_GRID");
    return -1;
}

static void answer(void *to, const Node *n)
{
    const struct Pipeline *p = to;
    Node *self = writable(n), *value = NULL;
    if (n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS || n->kind == ND_NUM_PROGRAMS) {
        int a = axis_asked(p, n);
        value = a < 0 ? NULL : n->kind == ND_NUM_PROGRAMS ? programs_of(p, a, n->at) : name_node(p->of->axes[a].index, n->at);
    }
    const Window *w = n->kind == ND_INSIDE || n->kind == ND_SIZE ? window_named(p, n->ref) : NULL;
    if (w && n->kind == ND_INSIDE)
        value = is_element_inside(p, w, n);
    for (int d = 0, at = 0; w && n->kind == ND_SIZE && d < w->rank; d++)
        if (is_visible(w, d) && at++ == n->a->value)
            value = w->now.size[d] ? name_node(w->now.size[d], n->at) : block_extent(w, d);
    if (value)
        *self = *value;
}

void answer_for_pipeline(const struct Pipeline *p, const Node *body)
{
    each_node(body, answer, (void *)(size_t)p);
}

// ---- The whole pipeline ---------------------------------------------------------------------------------------------

static void run_in_place(Expanding *e, struct Pipeline *p, Node *call, Node *all)
{
    Loc at = p->of->at;
    Node *step = new_node(ND_BLOCK, at);
    p->first = declare(e, &int_type, "first", at, number(1, at), all);
    for (int i = 0; i < p->count; i++)
        if (p->windows[i].buffer)
            arrive(e, p, &p->windows[i], step);
    add_item(step, call);
    assign(p->first, number(0, at), step);
    for (int a = p->of->axis_count - 1; a >= 0; a--) {
        Node *loop = new_node(ND_LOOP, p->of->axes[a].index->at);
        LoopAxis axis = { .index = p->of->axes[a].index, .lo = number(0, loop->at), .hi = programs_of(p, a, loop->at) };
        list_add(loop->axes, loop->axis_count, axis);
        loop->body = step;
        step = loop;
    }
    add_item(all, step);
}

// The index on axis a in program number `at`.
static Node *index_on(const struct Pipeline *p, int a, Node *program)
{
    Node *after = number(1, program->at);
    for (int b = a + 1; b < p->of->axis_count; b++)
        after = product_node(after, programs_of(p, b, program->at));
    Node *quotient = is_literal(after, 1) ? program : binary_node("/", program, after);
    return a ? binary_node("%", quotient, programs_of(p, a, program->at)) : quotient;
}

static Node *axis_declared(Symbol *s, Node *value)
{
    s->kind = SY_LOCAL;
    return declaration_node(s, value, value->at);
}

static void run_ahead(Expanding *e, struct Pipeline *p, Node *call, Node *all)
{
    Loc at = p->of->at;
    Node *next = new_node(ND_BLOCK, at), *now = new_node(ND_BLOCK, at), *step = new_node(ND_BLOCK, at),
         *loop = new_node(ND_LOOP, at);
    Copies axes = { NULL, 0 };
    p->next = allocate((size_t)p->of->axis_count * sizeof *p->next + 1);
    p->step = declare(e, &long_type, "step", at, NULL, new_node(ND_BLOCK, at));
    p->step->kind = SY_INDEX;
    Node *coming = sum_node("+", name_node(p->step, at), number(1, at));
    for (int a = 0; a < p->of->axis_count; a++) {
        Symbol *axis = p->of->axes[a].index, *of_next = new_copy(&axes, axis, free_name(&e->taken, text("%s_next", axis->name)));
        take_name(of_next, &e->taken);
        p->next[a] = of_next;
        add_item(next, axis_declared(of_next, index_on(p, a, copy_of_value(coming))));
        add_item(now, axis_declared(axis, index_on(p, a, name_node(p->step, at))));
    }
    for (int i = 0; i < p->count; i++) {
        Window *w = &p->windows[i];
        if (!w->ahead)
            continue;
        w->moves = declare(e, &int_type, text("%s_varies", w->buffer->declared), at,
                           is_written(w) ? compare_node("==", copy_of_value(coming), programs(p, at)) : number(0, at), step);
        if (option(w, "PL_INIT") && is_fetched(w))
            w->fetches = declare(e, &int_type, text("%s_fetches", w->buffer->declared), at, number(0, at), step);
        fetch_next(e, p, w, &axes, next);
    }
    for (int i = 0; i < p->count; i++)
        if (p->windows[i].ahead)
            show(p, &p->windows[i], now);
        else if (p->windows[i].buffer)
            arrive(e, p, &p->windows[i], now);
    add_item(now, call);
    for (int i = 0; i < p->count; i++)
        if (p->windows[i].ahead && is_written(&p->windows[i]))
            leave(p, &p->windows[i], now);
    add_item(step, when(compare_node("<", coming, programs(p, at)), next, NULL));
    add_item(step, when(compare_node(">=", name_node(p->step, at), number(0, at)), now, NULL));
    for (int i = 0; i < p->count; i++)
        if (p->windows[i].ahead)
            turn(&p->windows[i], step);
    list_add(loop->axes, loop->axis_count, ((LoopAxis){ .index = p->step, .lo = number(-1, at), .hi = programs(p, at) }));
    loop->body = step;
    add_item(all, loop);
}

// Writes that are still in flight.
static void finish(const struct Pipeline *p, Node *all)
{
    for (int i = 0; i < p->count; i++) {
        const Window *w = &p->windows[i];
        if (!w->buffer || !is_written(w))
            continue;
        if (w->ahead)
            wait_left(p, w, all);
        else
            add_item(all, when(p->first ? unary_node("!", name_node(p->first, w->of->at))
                                        : compare_node(">", programs(p, w->of->at), number(0, w->of->at)),
                               write_back(p, w), NULL));
    }
}

// Indices on axes that nothing uses, of steps that are counted.
struct unused { const struct Pipeline *pipeline; const Node *all; };

static bool is_unused_axis(const Node *n, const void *unused)
{
    const struct unused *u = unused;
    for (int a = 0; n->kind == ND_DECLARE && a < u->pipeline->of->axis_count; a++)
        if (n->symbol == u->pipeline->of->axes[a].index || n->symbol == u->pipeline->next[a])
            return count_nodes(u->all, names_symbol, n->symbol) == 1;
    return false;
}

void expand_pipeline(Expanding *e, Node *n, Node *list)
{
    struct Pipeline p = { .of = n };
    const Function *f = n->symbol->function;
    Node *all = new_node(ND_BLOCK, n->at), *call = new_node(ND_CALL, n->at);
    int before = errors;
    bool ahead = false;
    set_programs(e, &p, all);
    call->symbol = n->symbol;
    call->name = n->symbol->name;
    for (int i = 0; i < n->item_count; i++)
        add_item(call, argument(e, &p, n->items[i], f->parameters[i], all));
    if (errors > before)
        return;
    for (int i = 0; i < p.count; i++)
        ahead |= p.windows[i].ahead;
    (ahead ? run_ahead : run_in_place)(e, &p, statement_node(call), all);
    finish(&p, all);
    const struct Pipeline *outer = e->pipeline;
    e->pipeline = &p;
    expand_statement(e, all, list);
    e->pipeline = outer;
    if (ahead)
        drop_statements(list, is_unused_axis, &(struct unused){ &p, list });
}
