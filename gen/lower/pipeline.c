// lower/pipeline.c -- PL_PIPELINE as loops over its axes: windows are PL_SCOPED, blocks come and go by copies, and the kernel
// is inlined in the middle.
//
//     PL_SCOPED(float, x, BM, BK);
//     long x_0 = 0;                                    the window holds the block that begins there
//     int first = 1;
//     PL_LOOP (i, 0, n) {
//         const long x_next_0 = i * BM;
//         PL_WHEN (first || x_next_0 != x_0) {         another block: an output's goes back, an input's comes
//             x_0 = x_next_0;
//             PL_SYNC_COPY(PL_AT(array, PL_DS(x_0, BM)), x);
//         }
//         …                                            the kernel
//         first = 0;
//     }

#include "lower/lower.h"
#include <string.h>

enum { MOST_DIMS = 12 };

static const Type index_type = { .kind = TY_I64, .spelling = "long", .plain = "long" };
static const Type truth_type = { .kind = TY_I32, .spelling = "int", .plain = "int" };

typedef struct {
    const Node *of;             // its ND_WINDOW
    Symbol *array, *room;       // a ref, or the name of the part that is its view; where its blocks are
    int rank;                   // of the array
    Symbol *start[MOST_DIMS], *size[MOST_DIMS];         // of the block at hand; NULL: it is the same in each step
} Window;

struct Pipeline {
    const Node *of;
    Window *windows;
    int count;
    Symbol **programs;          // of each axis; NULL: a number
    Symbol *first;              // no program has run
};

// ---- Small nodes --------------------------------------------------------------------------------------------------

static Node *again(const Node *n)
{
    const Copies none = { NULL, 0 };
    return copy_tree(&none, n);
}

static Node *number(long long value, Loc at)
{
    Node *n = literal_node(value);
    n->at = at;
    return n;
}

// A local that is declared with its value, and keeps it.
static Symbol *name_value(Expanding *e, const Type *type, const char *name, Node *value, Node *list)
{
    Symbol *s = declare(e, type, name, value->at, value, list);
    s->type->constant = true;
    return s;
}

static void add_all(const Node *from, Node *list)
{
    for (int i = 0; i < from->item_count; i++)
        add_item(list, from->items[i]);
}

static Node *compare(const char *op, Node *a, Node *b)
{
    Node *n = binary_node(op, a, b);
    n->type = (Type *)(size_t)&truth_type;
    return n;
}

static Node *statement(NodeKind kind, Node *a, Loc at)
{
    Node *n = new_node(kind, at);
    n->a = a;
    return n;
}

static void assign(Symbol *to, Node *value, Node *list)
{
    Node *n = binary_node("=", name_node(to, value->at), value);
    n->type = to->type;
    add_item(list, statement(ND_EXPRESSION, n, value->at));
}

static Node *pass(Symbol *ref, Loc at)
{
    Node *n = new_node(ND_PASS, at);
    n->ref = ref;
    n->type = ref->type;
    return n;
}

static Node *slice(Node *start, Node *size)
{
    Node *n = statement(ND_SLICE, start, start->at);
    n->op = "at";
    n->b = size;
    n->type = start->type;
    return n;
}

static Node *option(const Window *w, const char *name)
{
    for (int i = 0; i < w->of->item_count; i++)
        if (is_op(w->of->items[i], name))
            return w->of->items[i];
    return NULL;
}

// ---- Where a block is ---------------------------------------------------------------------------------------------

static Node *block_dim(const Window *w, int d)           // NULL: all of it
{
    Node *dim = w->of->b ? w->of->b->items[d] : NULL;
    return dim && dim->kind == ND_FULL ? NULL : dim;
}

static bool is_kept(const Window *w, int d)              // the kernel sees this dim
{
    return !block_dim(w, d) || block_dim(w, d)->kind != ND_NONE;
}

static Node *extent(const Window *w, int d)
{
    return again(w->array->dims[d]);
}

static Node *block_extent(const Window *w, int d)
{
    Node *dim = block_dim(w, d);
    return !dim ? extent(w, d) : again(dim->kind == ND_ELEMENT ? dim->items[0] : dim->kind == ND_BOUNDED ? dim->a : dim);
}

// Where the block of a step begins, in elements of the array.
static Node *start_of(const Window *w, int d)
{
    Node *dim = block_dim(w, d), *index = dim ? w->of->c->items[d] : NULL;
    if (!dim)
        return number(0, w->of->at);
    if (dim->kind == ND_BOUNDED)
        return index->a;
    if (dim->kind == ND_NONE)
        return index;
    if (dim->kind == ND_ELEMENT)
        return sum_node("-", index, again(dim->items[1]));
    if (index->known && dim->known && can_multiply(index->value, dim->value))
        return number(index->value * dim->value, index->at);
    return product_node(index, again(dim));
}

static Node *start(const Window *w, int d)
{
    return w->start[d] ? name_node(w->start[d], w->of->at) : start_of(w, d);
}

static bool is_quotient(const Node *n, const Node *of, const Node *by)
{
    return n->kind == ND_BINARY && is_op(n, "/") && same_expression(n->a, of) && same_expression(n->b, by);
}

// Does every block lie in the array, as one sees? Its index is an axis of extent / block programs, or a number.
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

// Of the block, what lies in the array: from `from` of the block on, `count` elements.
static void inside_of(const struct Pipeline *p, const Window *w, int d, Node **from, Node **count)
{
    *from = number(0, w->of->at);
    *count = w->size[d] ? name_node(w->size[d], w->of->at) : block_extent(w, d);
    if (is_inside(p, w, d) || w->size[d])
        return;
    Node *left = sum_node("-", extent(w, d), start(w, d));
    if (has_low_edge(w, d)) {
        Node *before = compare("<", start(w, d), number(0, w->of->at));
        *from = choice_node(before, unary_node("-", start(w, d)), number(0, w->of->at));
        *count = binary_node("-", choice_node(compare("<", left, *count), again(left), again(*count)), again(*from));
        return;
    }
    *count = choice_node(compare("<", left, *count), again(left), again(*count));
}

static Node *array_part(const struct Pipeline *p, const Window *w)
{
    Node *part = statement(ND_AT, pass(w->array, w->of->at), w->of->at);
    part->type = w->array->type;
    for (int d = 0; d < w->rank; d++) {
        Node *from, *count;
        inside_of(p, w, d, &from, &count);
        add_item(part, !is_kept(w, d) ? start(w, d) : !block_dim(w, d) ? new_node(ND_ALL, w->of->at)
                                                    : slice(is_literal(from, 0) ? start(w, d) : sum_node("+", start(w, d), from), count));
    }
    return part;
}

static Node *window_part(const struct Pipeline *p, const Window *w)
{
    Node *part = statement(ND_AT, pass(w->room, w->of->at), w->of->at);
    bool whole = true;
    part->type = w->room->type;
    for (int d = 0; d < w->rank; d++) {
        Node *from, *count;
        bool all = is_inside(p, w, d);
        inside_of(p, w, d, &from, &count);
        whole &= all;
        if (is_kept(w, d))
            add_item(part, all ? new_node(ND_ALL, w->of->at) : slice(from, count));
    }
    return whole ? part->a : part;
}

// ---- Blocks come and go -------------------------------------------------------------------------------------------

static Node *sync_copy(Node *from, Node *to, Loc at)
{
    Node *copy = new_node(ND_COPY, at), *n = statement(ND_START, copy, at);
    n->op = copy->op = "PL_SYNC_COPY";
    add_item(copy, from);
    add_item(copy, to);
    return n;
}

static Node *when(Node *condition, Node *then, Node *otherwise)
{
    Node *n = statement(ND_WHEN, condition, then->at);
    n->b = then;
    n->c = otherwise;
    return n;
}

static Node *fill(const Window *w, Node *value)
{
    Node *n = statement(ND_FILL, name_node(w->room, value->at), value->at);
    n->b = value;
    return n;
}

// A block wholly outside of its array is none.
static void check_begins(Expanding *e, const struct Pipeline *p, const Window *w, Node *list)
{
    for (int d = 0; e->checks && d < w->rank; d++) {
        const Node *dim = block_dim(w, d);
        if (is_inside(p, w, d) && (!dim || dim->kind != ND_NONE || !w->start[d]))
            continue;
        Node *inside = and_node(compare("<", start(w, d), extent(w, d)),
                                compare(">", sum_node("+", start(w, d), dim->kind == ND_NONE ? number(1, dim->at) : block_extent(w, d)),
                                        number(0, dim->at)));
        Node *n = statement(ND_CHECK, inside, w->of->c->items[d]->at), *format = new_node(ND_STRING, n->at);
        format->spelling = text("\"PL_PIPELINE: the block of %s begins at %%ld on dim %d, outside of its array\"", w->room->name, d);
        add_item(n, format);
        add_item(n, start(w, d));
        add_item(list, n);
    }
}

static void fetch(const struct Pipeline *p, const Window *w, Node *to)
{
    const Node *edge = option(w, "PL_EDGE"), *init = option(w, "PL_INIT"), *before = option(w, "PL_BEFORE_FETCH");
    Node *list = new_node(ND_BLOCK, w->of->at), *window = window_part(p, w);
    if (before)
        add_item(list, before->body);
    if (edge && window->kind == ND_AT)
        add_item(list, fill(w, edge->a));
    add_item(list, sync_copy(array_part(p, w), window, w->of->at));
    if (init)
        add_item(to, when(init->b, fill(w, init->a), list));
    else
        add_all(list, to);
}

static bool is_written(const Window *w)
{
    return !is_op(w->of, "PL_IN");
}

// The block that the step needs: another than the last step's?
static void arrive(Expanding *e, const struct Pipeline *p, Window *w, Node *list)
{
    Node *moves = name_node(p->first, w->of->at), *then = new_node(ND_BLOCK, w->of->at), *set = new_node(ND_BLOCK, w->of->at);
    for (int d = 0; d < w->rank; d++)
        for (int size = 0; size < 2; size++) {
            Symbol *now = (size ? w->size : w->start)[d];
            if (!now)
                continue;
            Symbol *next = name_value(e, &index_type, text("%s_next", now->name), size ? w->of->c->items[d]->b : start_of(w, d), list);
            moves = binary_node("||", moves, compare("!=", name_node(next, w->of->at), name_node(now, w->of->at)));
            assign(now, name_node(next, w->of->at), set);
        }
    if (is_written(w) && moves->kind != ND_NAME)
        add_item(then, when(unary_node("!", name_node(p->first, w->of->at)), sync_copy(window_part(p, w), array_part(p, w), w->of->at), NULL));
    add_all(set, then);
    check_begins(e, p, w, then);
    if (!is_op(w->of, "PL_OUT") || option(w, "PL_REVISIT_ANY"))
        fetch(p, w, then);
    if (then->item_count)
        add_item(list, when(moves, then, NULL));
}

// ---- The parts ----------------------------------------------------------------------------------------------------

static Symbol *new_block(Expanding *e, const char *name, const Type *type, int rank, Loc at)
{
    Copies none = { NULL, 0 };
    Symbol like = { .kind = SY_REF, .at = at, .type = (Type *)(size_t)type, .rank = rank };
    Symbol *s = new_copy(&none, &like, free_name(&e->taken, name));
    take_name(s, &e->taken);
    return s;
}

// x, or x_window where the body has an x.
static const char *name_beside(const Expanding *e, const char *name, const char *what)
{
    return free_name(&e->taken, name) == name ? name : text("%s_%s", name, what);
}

static Symbol *array_of(Expanding *e, const Node *view, const char *name, Node *list)
{
    if (view->kind == ND_PASS)
        return view->ref;
    Node *n = statement(ND_ANY_VIEW, (Node *)(size_t)view, view->at);
    int rank = 0;
    n->symbol = new_block(e, text("%s_array", name), view->type, 0, view->at);
    n->symbol->dims = view_dims(view, &rank);
    n->symbol->rank = rank;
    n->symbol->in_hbm = true;
    n->symbol->view = n;
    add_item(list, n);
    return n->symbol;
}

// The block that the kernel sees is the pipeline's.
static bool is_block_of(const Window *w, const Symbol *parameter, const Function *kernel)
{
    const Node *of = w->of;
    const char *name = of->a->kind == ND_PASS ? of->a->ref->name : expression_text(of->a);
    int kept = 0, before = errors;
    for (int d = 0; d < w->rank; d++)
        kept += is_kept(w, d);
    if (parameter->kind != SY_REF || parameter->in_hbm)
        error_at(of->at, "'%s' of '%s' is no block, and the pipeline gives it a window", parameter->name, kernel->name);
    else if (w->array->type->kind != parameter->type->kind || w->array->type->record != parameter->type->record)
        error_at(of->at, "'%s' has elements of type %s, and '%s' of '%s' of %s", name, type_name(w->array->type), parameter->name, kernel->name,
                 type_name(parameter->type));
    else if (is_op(of, "PL_IN") && !parameter->type->constant)
        error_at(of->at, "'%s' of '%s' is not const, and the pipeline gives it a PL_IN", parameter->name, kernel->name);
    else if (kept != parameter->rank)
        error_at(of->at, "the block of '%s' has %d dims for the kernel, and '%s' of '%s' has %d", name, kept, parameter->name, kernel->name,
                 parameter->rank);
    for (int d = 0, at = 0; errors == before && d < w->rank; d++) {
        if (!is_kept(w, d))
            continue;
        const Node *mine = block_extent(w, d), *its = parameter->dims[at++];
        if (mine->known && its->known && mine->value != its->value)
            error_at(of->at, "the block of '%s' has %lld elements on dim %d, and '%s' of '%s' has %lld", name, mine->value, d, parameter->name,
                     kernel->name, its->value);
    }
    if (errors > before)
        note_at(parameter->at, "the kernel's parameter is declared here");
    return errors == before;
}

static Node *add_room(Symbol *s, Node *list)
{
    Node *n = new_node(ND_TILE, s->at);
    n->symbol = s;
    n->op = "window";
    s->type->constant = false;
    add_item(list, n);
    return n;
}

static void add_window(Expanding *e, struct Pipeline *p, const Node *of, const Symbol *parameter, Node *list)
{
    const Function *kernel = p->of->symbol->function;
    Window w = { .of = of, .array = array_of(e, of->a, parameter->name, list) };
    int kept = 0;
    w.rank = w.array->rank;
    if (of->name && !strcmp(of->name, "PL_ANY")) {
        if (!parameter->in_hbm) {
            error_at(of->at, "'%s' of '%s' is no PL_ANY_REF, and the pipeline leaves this view where it is", parameter->name, kernel->name);
            note_at(parameter->at, "the kernel's parameter is declared here");
        }
    } else if (is_block_of(&w, parameter, kernel)) {
        w.room = new_block(e, name_beside(e, parameter->name, "window"), parameter->type, 0, of->at);
        for (int d = 0; d < w.rank; d++) {
            Node *from = start_of(&w, d);
            if (is_kept(&w, d))
                list_add(w.room->dims, kept, block_extent(&w, d));
            if (!from->known)
                w.start[d] = declare(e, &index_type, text("%s_from_%d", parameter->name, d), of->at, number(0, of->at), list);
            if (block_dim(&w, d) && block_dim(&w, d)->kind == ND_BOUNDED)
                w.size[d] = declare(e, &index_type, text("%s_size_%d", parameter->name, d), of->at, number(0, of->at), list);
        }
        w.room->rank = kept;
        w.room->declared = parameter->name;
        add_room(w.room, list);
    }
    list_add(p->windows, p->count, w);
}

static const char *what_is(const Symbol *s)
{
    return s->kind == SY_REF ? "a block" : s->kind != SY_SEM ? "a value" : s->dma ? "a PL_DMA_SEM" : "a PL_SEM";
}

static void check_argument(const Node *part, const Symbol *parameter, const Function *kernel)
{
    const Symbol value = { .kind = SY_LOCAL };
    bool block = part->kind == ND_PASS || part->kind == ND_AT || part->kind == ND_TILE;
    const Symbol *given = part->kind == ND_PASS ? part->ref : block ? parameter : part->kind == ND_SEM && part->symbol ? part->symbol : &value;
    if (strcmp(what_is(given), what_is(parameter)) && !(part->kind == ND_SEM && !part->symbol)) {
        error_at(part->at, "'%s' of '%s' is %s, and this is %s", parameter->name, kernel->name, what_is(parameter), what_is(given));
        note_at(parameter->at, "the parts of a PL_PIPELINE are its kernel's parameters, in their order");
    }
}

// What the kernel is given for one of its parameters.
static Node *argument(Expanding *e, struct Pipeline *p, Node *part, const Symbol *parameter, Node *list)
{
    if (part->kind == ND_WINDOW) {
        add_window(e, p, part, parameter, list);
        const Window *w = &p->windows[p->count - 1];
        return pass(w->room ? w->room : w->array, part->at);
    }
    check_argument(part, parameter, p->of->symbol->function);
    if (part->kind == ND_TILE) {
        Symbol *room = new_block(e, name_beside(e, parameter->name, "scratch"), part->symbol->type, part->symbol->rank, part->at);
        room->dims = part->symbol->dims;
        add_room(room, list);
        return pass(room, part->at);
    }
    if (part->kind == ND_AT)
        return pass(array_of(e, part, parameter->name, list), part->at);
    if (part->kind == ND_PASS || part->kind == ND_SEM || part->known || part->kind == ND_NAME)
        return part;
    return name_node(name_value(e, parameter->type, parameter->name, part, list), part->at);
}

static void set_programs(Expanding *e, struct Pipeline *p, Node *list)
{
    p->programs = allocate((size_t)p->of->axis_count * sizeof *p->programs + 1);
    for (int a = 0; a < p->of->axis_count; a++)
        if (!p->of->axes[a].hi->known)
            p->programs[a] = name_value(e, &index_type, text("%s_programs", p->of->axes[a].index->name), p->of->axes[a].hi, list);
}

static Node *programs_of(const struct Pipeline *p, int a, Loc at)
{
    return p->programs[a] ? name_node(p->programs[a], at) : number(p->of->axes[a].hi->value, at);
}

// ---- The kernel's questions ---------------------------------------------------------------------------------------

static const Window *window_named(const struct Pipeline *p, const Symbol *room)
{
    for (int i = 0; i < p->count; i++)
        if (p->windows[i].room == room)
            return &p->windows[i];
    return NULL;
}

static Node *is_element_inside(const struct Pipeline *p, const Window *w, const Node *n)
{
    Node *inside = NULL;
    for (int d = 0, at = 0; d < w->rank; d++) {
        if (!is_kept(w, d))
            continue;
        Node *index = n->items[at++];
        if (is_inside(p, w, d))
            continue;
        Node *element = sum_node("+", start(w, d), index);
        inside = and_node(inside, has_low_edge(w, d) ? compare(">=", again(element), number(0, n->at)) : NULL);
        inside = and_node(inside, compare("<", element, w->size[d] ? sum_node("+", start(w, d), name_node(w->size[d], n->at)) : extent(w, d)));
    }
    return inside ? inside : number_node(1, &truth_type, n->at);
}

static int axis_asked(const struct Pipeline *p, const Node *n)
{
    for (int a = 0; n->kind == ND_AXIS && a < p->of->axis_count; a++)
        if (!strcmp(p->of->axes[a].index->name, n->name))
            return a;
    if (n->kind != ND_AXIS && n->a->known && n->a->value >= 0 && n->a->value < p->of->axis_count)
        return (int)n->a->value;
    error_at(n->at, "the PL_PIPELINE that runs this kernel has %s", n->kind == ND_AXIS ? text("no axis '%s'", n->name) : p->of->axis_count == 1 ? "1 axis" : text("%d axes", p->of->axis_count));
    note_at(p->of->at, "its axes are those of this PL_GRID");
    return -1;
}

static void answer(void *to, const Node *n)
{
    const struct Pipeline *p = to;
    Node *self = (Node *)(size_t)n, *value = NULL;
    if (n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS || n->kind == ND_NUM_PROGRAMS) {
        int a = axis_asked(p, n);
        value = a < 0 ? NULL : n->kind == ND_NUM_PROGRAMS ? programs_of(p, a, n->at) : name_node(p->of->axes[a].index, n->at);
    }
    const Window *w = n->kind == ND_INSIDE || n->kind == ND_SIZE ? window_named(p, n->ref) : NULL;
    if (w && n->kind == ND_INSIDE)
        value = is_element_inside(p, w, n);
    for (int d = 0, at = 0; w && n->kind == ND_SIZE && d < w->rank; d++)
        if (is_kept(w, d) && at++ == n->a->value)
            value = w->size[d] ? name_node(w->size[d], n->at) : block_extent(w, d);
    if (value)
        *self = *value;
}

void answer_for_pipeline(const struct Pipeline *p, const Node *body)
{
    each_node(body, answer, (void *)(size_t)p);
}

// ---- All of it ----------------------------------------------------------------------------------------------------

static Node *nest(const struct Pipeline *p, Node *step)
{
    for (int a = p->of->axis_count - 1; a >= 0; a--) {
        Node *loop = new_node(ND_LOOP, p->of->axes[a].index->at);
        LoopAxis axis = { .index = p->of->axes[a].index, .lo = number(0, loop->at), .hi = programs_of(p, a, loop->at) };
        list_add(loop->axes, loop->axis_count, axis);
        loop->body = step;
        step = loop;
    }
    return step;
}

void expand_pipeline(Expanding *e, Node *n, Node *list)
{
    struct Pipeline p = { .of = n };
    const Function *f = n->symbol->function;
    Node *all = new_node(ND_BLOCK, n->at), *step = new_node(ND_BLOCK, n->at), *call = new_node(ND_CALL, n->at);
    set_programs(e, &p, all);
    call->symbol = n->symbol;
    call->name = n->symbol->name;
    int before = errors;
    for (int i = 0; i < n->item_count; i++)
        add_item(call, argument(e, &p, n->items[i], f->parameters[i], all));
    if (errors > before)
        return;
    p.first = declare(e, &truth_type, "first", n->at, number_node(1, &truth_type, n->at), all);
    for (int i = 0; i < p.count; i++)
        if (p.windows[i].room)
            arrive(e, &p, &p.windows[i], step);
    add_item(step, statement(ND_EXPRESSION, call, n->at));
    assign(p.first, number_node(0, &truth_type, n->at), step);
    add_item(all, nest(&p, step));
    for (int i = 0; i < p.count; i++)
        if (p.windows[i].room && is_written(&p.windows[i]))
            add_item(all, when(unary_node("!", name_node(p.first, n->at)),
                               sync_copy(window_part(&p, &p.windows[i]), array_part(&p, &p.windows[i]), n->at), NULL));
    const struct Pipeline *outer = e->pipeline;
    e->pipeline = &p;
    expand_statement(e, all, list);
    e->pipeline = outer;
}
