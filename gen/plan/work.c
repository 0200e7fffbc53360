// plan/work.c -- what the loops of a statement over blocks do, for machines with vector units; a function of the
// statement alone.
//
// A vector unit takes a block by rows of lanes. So each statement below the outermost loop counts for the loops around
// it: one of them is along the lanes (`columns`), all others multiply the rows. What has the same shape and type is added up.
//
// Counted is what differs between lanes: what is the same for a row is computed once for it, or by the scalar unit. An
// operation counts once per element, a cross-lane one once per row. A division is a reciprocal and a product, exp(x) is
// exp2(x · log2 e). Of two branches both count: a vector unit computes both and selects.

#include "plan/plan.h"
#include <string.h>

enum { MOST_WORK_AXES = 16, MOST_CALLS = 8 };

typedef struct {
    NestWorks made;
    const Node *nest;
    const LoopAxis *axes[MOST_WORK_AXES];               // around the statement, outermost first
    int axis_count, calls;
    NestWork *now;                                          // of these axes
    Nodes loaded;                                       // elements that are already in registers there
} Counting;

typedef enum { SAME, SAME_IN_ROW, DIFFERENT } Varying;   // between the iterations of a nest

static Varying count(Counting *c, const Node *n);

// ---- The loops around a statement -----------------------------------------------------------------------------------

static bool is_along_lanes(const Node *n, const void *axis)
{
    const LoopAxis *a = axis;
    return n->kind == ND_ACCESS && n->item_count && uses(n->items[n->item_count - 1], a->index);
}

// The innermost axis that is a subscript of the last dim of a block; -1: each row has one element.
static int lane_axis(const Counting *c)
{
    for (int i = c->axis_count - 1; i >= 0; i--)
        if (find_node(c->nest, is_along_lanes, c->axes[i]))
            return i;
    return -1;
}

// Whether the kernel, which makes the count, does not know it before the nest: an element, a variable that is declared in the nest,
// or a name that may be one of a helper.
static bool is_unknown(const Node *n, const void *counting)
{
    const Counting *c = counting;
    if (n->kind != ND_NAME)
        return n->kind == ND_ACCESS;
    bool local = n->symbol->kind == SY_LOCAL;
    return c->calls ? local || n->symbol->kind == SY_PARAMETER : local && find_node(c->nest, declares_symbol, n->symbol);
}

// The number of iterations. A bound that changes within the nest counts as the extent of the axis that it depends on, or
// as 1: the count is made before the first iteration.
static Node *iterations_of(const Counting *c, const LoopAxis *a)
{
    Node *n = is_literal(a->lo, 0) ? a->hi
              : a->lo->known && a->hi->known ? literal_node(a->hi->value - a->lo->value) : sum_node("-", a->hi, a->lo);
    for (int i = 0; i < c->axis_count; i++)
        if (c->axes[i] != a && uses(n, c->axes[i]->index))
            return iterations_of(c, c->axes[i]);
    if (uses(n, a->index) || find_node(n, is_unknown, c))
        return literal_node(1);
    return a->step && !is_literal(a->step, 1) ? binary_node("/", n, a->step) : n;
}

static bool same_loops(const NestWork *w, const Counting *c)
{
    return w->axis_count == c->axis_count && !memcmp(w->axes, c->axes, (size_t)c->axis_count * sizeof *c->axes);
}

// The NestWork of the current axes.
static NestWork *work_here(Counting *c)
{
    int lanes = lane_axis(c);
    for (int i = 0; i < c->made.count; i++)
        if (same_loops(&c->made.all[i], c))
            return &c->made.all[i];
    NestWork w = { .rows = literal_node(1), .columns = literal_node(1), .axis_count = c->axis_count };
    w.axes = allocate(sizeof c->axes);
    memcpy(w.axes, c->axes, sizeof c->axes);
    for (int i = 0; i < c->axis_count; i++) {
        Node *extent = iterations_of(c, c->axes[i]);
        if (i == lanes)
            w.columns = extent;
        else
            w.rows = product_node(w.rows, extent);
    }
    list_add(c->made.all, c->made.count, w);
    return &c->made.all[c->made.count - 1];
}

static void enter_work(Counting *c)
{
    c->now = work_here(c);
    c->loaded = (Nodes){ 0 };
}

static void enter_axes(Counting *c, const LoopAxis *axes, int axis_count)
{
    for (int i = 0; i < axis_count && c->axis_count < MOST_WORK_AXES; i++)
        c->axes[c->axis_count++] = &axes[i];
    enter_work(c);
}

static void leave_axes(Counting *c, int outer)
{
    c->axis_count = outer;
    if (outer)
        enter_work(c);
}

static Varying count_inside(Counting *c, const LoopAxis *axes, int axis_count, const Node *body)
{
    int outer = c->axis_count;
    enter_axes(c, axes, axis_count);
    count(c, body);
    leave_axes(c, outer);
    return DIFFERENT;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static void note_type(Counting *c, const Type *type)
{
    bool is_scalar = type->kind > TY_VOID && type->kind < TY_STRUCT;
    if (is_scalar && (!c->now->type || type_size(type) > type_size(c->now->type)))
        c->now->type = type;
}

// A subscript of the last dim that is not the lanes': lanes have to change places.
static bool crosses_lanes(const Counting *c, const Node *element)
{
    int axis = lane_axis(c);
    const LoopAxis *lanes = axis < 0 ? NULL : c->axes[axis];
    bool along = !lanes || is_along_lanes(element, lanes);
    for (int i = 0; i + 1 < element->item_count && !along; i++)
        if (uses(element->items[i], lanes->index))
            return true;
    return false;
}

static bool is_of_block(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_ACCESS && !n->ref->scalar_memory;
}

// Whether a subscript is an element of a block, as in share[grey[c]]: then lanes have elements of their own, in scalar memory, too.
static bool is_gather(const Node *element)
{
    for (int i = 0; i < element->item_count; i++)
        if (find_node(element->items[i], is_of_block, NULL))
            return true;
    return false;
}

static Varying count_load(Counting *c, const Node *element)
{
    if ((element->ref->scalar_memory && !is_gather(element)) || element->item_count < element->ref->rank)
        return SAME;
    if (!has_same(c->loaded.all, c->loaded.count, element)) {
        add_new(&c->loaded, element);
        c->now->loads++;
        c->now->cross_lane += crosses_lanes(c, element);
        note_type(c, element->type);
        for (int i = 0; i < element->item_count; i++)
            if (find_node(element->items[i], is_of_block, NULL))
                count(c, element->items[i]);
    }
    return DIFFERENT;
}

static void count_store(Counting *c, const Node *to)
{
    if (to->kind != ND_ACCESS || to->ref->scalar_memory)
        return;
    c->now->stores++;
    c->now->cross_lane += crosses_lanes(c, to);
    note_type(c, to->type);
    add_new(&c->loaded, to);
}

// ---- Operations -----------------------------------------------------------------------------------------------------

static Varying most(Varying a, Varying b) { return a > b ? a : b; }

// An operation on such values; in a nest of rows with one element, each row is an element.
static Varying count_operation(Counting *c, Varying of, bool divides)
{
    bool counts = of == DIFFERENT || (of == SAME_IN_ROW && lane_axis(c) < 0);
    c->now->vector += counts;
    c->now->transcendental += counts && divides;
    return of;
}

static Varying count_binary(Counting *c, const Node *n)
{
    bool sets = op_assigns(n->op), divides = n->op[0] == '/' || n->op[0] == '%';
    if (!sets) {
        Varying a = count(c, n->a), b = count(c, n->b);
        return is_op(n, ",") ? b : count_operation(c, most(a, b), divides && b != SAME);
    }
    Varying by = count(c, n->b);
    if (accumulates_into(n)) {
        count(c, n->a);
        count_operation(c, DIFFERENT, divides && by != SAME);
    }
    count_store(c, n->a);
    return DIFFERENT;
}

static Varying count_call(Counting *c, const Node *n)
{
    static const char *const simple[] = { "fabs", "fmax", "fmin", "floor", "ceil", "trunc", "rint", "round", "copysign", "fma",
                                          "nearbyint", "isnan", "isinf", "isfinite", "signbit", "abs" };
    static const char *const one[] = { "exp", "exp2", "log", "log2", "log10", "tanh", "sqrt" };
    Varying of = SAME;
    for (int i = 0; i < n->item_count; i++)
        of = most(of, count(c, n->items[i]));
    if (n->symbol && n->symbol->function && c->calls < MOST_CALLS) {
        c->calls++;
        count(c, n->symbol->function->body);
        c->calls--;
        return DIFFERENT;
    }
    if (!n->math || IS_ONE_OF(n->math->name, simple))
        return count_operation(c, of, false);
    if (!IS_ONE_OF(n->math->name, one) && of != SAME)
        c->now->vector += 18;                           // a polynomial, and its reduction of the argument
    return count_operation(c, of, true);
}

static Varying count_reduce(Counting *c, const Node *n)
{
    int outer = c->axis_count;
    enter_axes(c, n->axes, n->axis_count);
    count(c, n->b);
    c->now->vector++;
    c->now->cross_lane += lane_axis(c) >= outer;
    leave_axes(c, outer);
    return DIFFERENT;
}

// A PL_FILL or PL_ASSIGN inside a nest is a loop of its own.
static Varying count_block(Counting *c, const Node *n)
{
    NestWork w = { .rows = literal_node(1), .columns = literal_node(1), .type = n->a->symbol->type, .stores = 1, .loads = n->kind == ND_ASSIGN };
    const Symbol *to = n->a->symbol;
    for (int d = 0; d < to->rank; d++)
        if (d == to->rank - 1)
            w.columns = to->dims[d];
        else
            w.rows = product_node(w.rows, to->dims[d]);
    w.vector = n->kind == ND_ASSIGN && n->b->symbol->type->kind != to->type->kind;
    for (int i = 0; i < c->axis_count; i++)
        w.rows = product_node(w.rows, iterations_of(c, c->axes[i]));
    list_add(c->made.all, c->made.count, w);
    return DIFFERENT;
}

static void count_part(void *counting, const Node *n) { count(counting, n); }

static Varying varying_of_name(const Counting *c, const Node *n)
{
    int lanes = lane_axis(c);
    if (n->symbol->kind == SY_INDEX)
        return lanes >= 0 && c->axes[lanes]->index == n->symbol ? DIFFERENT : SAME_IN_ROW;
    return c->calls || find_node(c->nest, declares_symbol, n->symbol) ? DIFFERENT : SAME;
}

// Counts n, and returns whether its value differs.
static Varying count(Counting *c, const Node *n)
{
    const LoopAxis *of_for = n && n->kind == ND_FOR ? counting_for(n) : NULL;
    Varying a, b;
    if (!n)
        return SAME;
    switch (n->kind) {
    case ND_INT: case ND_FLOAT: case ND_STRING: case ND_DIM: case ND_SIZE: case ND_PROGRAM_ID: case ND_NUM_PROGRAMS: case ND_AXIS:
        return SAME;
    case ND_NAME:
        return varying_of_name(c, n);
    case ND_ACCESS:
        return count_load(c, n);
    case ND_UNARY:
        a = count(c, n->a);
        return n->op[0] == '&' || n->op[0] == '*' ? a : count_operation(c, a, false);
    case ND_BINARY:
        return count_binary(c, n);
    case ND_CONDITIONAL:
        a = count(c, n->a), b = most(count(c, n->b), count(c, n->c));
        return count_operation(c, most(a, b), false);
    case ND_CAST:
        return count_operation(c, count(c, n->a), false);
    case ND_CALL:
        return count_call(c, n);
    case ND_LOAD:
        count(c, n->a), count(c, n->b), count(c, n->c);
        return count_operation(c, DIFFERENT, false);
    case ND_STORE:
        count(c, n->b), count(c, n->c);
        count_store(c, n->a);
        return count_operation(c, DIFFERENT, false);
    case ND_IF: case ND_WHEN:
        a = count(c, n->a);
        count(c, n->b), count(c, n->c);
        return count_operation(c, a, false);
    case ND_EACH: case ND_LOOP:
        return count_inside(c, n->axes, n->axis_count, n->body);
    case ND_FOR:
        if (of_for)
            return count_inside(c, of_for, 1, n->body);
        visit_parts(n, count_part, c);
        return DIFFERENT;
    case ND_REDUCE:
        return count_reduce(c, n);
    case ND_FILL: case ND_ASSIGN:
        return count_block(c, n);
    case ND_DECLARE:
        return count(c, n->a);
    default:
        visit_parts(n, count_part, c);
        return DIFFERENT;
    }
}

static bool is_work(const NestWork *w)
{
    return w->vector || w->transcendental || w->cross_lane || w->loads || w->stores;
}

// Adds it to the one with the same shape and type, if there is one.
static void merge_work(NestWorks *all, const NestWork *w)
{
    for (int i = 0; i < all->count; i++) {
        NestWork *to = &all->all[i];
        if (to->type->kind != w->type->kind || !same_expression(to->rows, w->rows) || !same_expression(to->columns, w->columns))
            continue;
        to->vector += w->vector, to->transcendental += w->transcendental, to->cross_lane += w->cross_lane;
        to->loads += w->loads, to->stores += w->stores;
        return;
    }
    list_add(all->all, all->count, *w);
}

NestWorks works_of(const Node *nest)
{
    static const Type f32 = { .kind = TY_F32 };
    Counting c = { .nest = nest };
    NestWorks merged = { 0 };
    count(&c, nest);
    for (int i = 0; i < c.made.count; i++) {
        NestWork *w = &c.made.all[i];
        w->type = w->type ? w->type : &f32;
        if (is_work(w))
            merge_work(&merged, w);
    }
    return merged;
}

// ---- A run without data ---------------------------------------------------------------------------------------------

static bool is_nest(const Node *n)
{
    return n->kind == ND_EACH || n->kind == ND_FILL || n->kind == ND_ASSIGN || n->kind == ND_DOT;
}

static bool reads_table(const Call *call, const Symbol *ref)
{
    const Part *part = part_of(call, ref);
    return part && part->kind == PART_TABLE;
}

typedef struct { const Call *call; bool found; } Search;

static void search_data(void *search, const Node *n)
{
    Search *s = search;
    if (!n || s->found || is_nest(n) || n->kind == ND_VIEW)
        return;
    s->found = n->kind == ND_REDUCE || n->kind == ND_CHECK || n->kind == ND_PRINT || n->kind == ND_WHILE || n->kind == ND_DO ||
               n->kind == ND_GOTO || n->kind == ND_ATOMIC || n->kind == ND_MULTIPLE_OF || n->kind == ND_SEM_READ ||
               (n->kind == ND_ACCESS && !reads_table(s->call, n->ref)) || (n->kind == ND_CALL && takes_pointer(n));
    visit_parts(n, search_data, s);
}

// Copies in the kernel run: they are counted, and move nothing.
bool needs_data(const Call *call)
{
    Search s = { .call = call };
    search_data(&s, call->kernel->body);
    return s.found;
}
