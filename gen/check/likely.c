// check/likely.c -- legal programs that are likely wrong: they run, and only a comparison with a reference detects it.
//
// Each of these messages says what the program does, and what may have been intended; none is an error.

#include "check/check.h"
#include <math.h>
#include <string.h>

// ---- Axes and the dims that they count ------------------------------------------------------------------------------

static const Symbol *size_named(const Node *n)
{
    return n->kind == ND_NAME && n->symbol && (n->symbol->kind == SY_SIZE || n->symbol->kind == SY_SCALAR) ? n->symbol
                                                                                                           : NULL;
}

// n of PL_CDIV(n, B), n / B and n; NULL: the expression is not one of these. by: B, or NULL
static const Symbol *counted(const Node *extent, const Node **by)
{
    bool divides = extent->kind == ND_CDIV || (extent->kind == ND_BINARY && is_op(extent, "/"));
    *by = divides ? extent->b : NULL;
    return size_named(divides ? extent->a : extent);
}

static const Axis *axis_that_counts(const Call *call, const Symbol *size)
{
    const Node *by;
    for (int a = 0; a < call->axis_count; a++)
        if (counted(call->axes[a].extent, &by) == size)
            return &call->axes[a];
    return NULL;
}

static const Axis *axis_named(const Call *call, const Node *index)
{
    return index->kind == ND_NAME ? call_axis(call, index->symbol) : NULL;
}

static bool check_axis_of(const Call *call, const Part *part, int d, const Axis *axis)
{
    const Node *by, *block = part->block[d];
    const Symbol *size = counted(axis->extent, &by), *extent = size_named(part->shape[d]);
    const Axis *other = extent && size && extent != size ? axis_that_counts(call, extent) : NULL;
    if (other && other != axis) {
        warn_at(part->index[d]->at, MESSAGE_EXTENT_OF_OTHER_AXIS, axis->name, size->name, d, part->name, extent->name,
                other->name);
        warn_note_at(part->index[d]->at, HINT_EXTENT_OF_OTHER_AXIS, other->name);
        return true;
    }
    if (size && size == extent && by && counts_blocks_of_persistent(block) && by->known && block->known &&
               by->value > block->value) {
        warn_at(axis->extent->at, MESSAGE_AXIS_COUNTS_OTHER_BLOCKS, axis->name, by->value, part->name, d, block->value);
        warn_note_at(block->at, HINT_AXIS_COUNTS_OTHER_BLOCKS, size->name, expression_text(block));
    }
    return false;
}

// A window over elements whose front padding is never used: the map begins where the array does.
static void check_front(const Part *part, int d)
{
    const Node *block = part->block[d];
    Linear l = linear_of(part->index[d]);
    if (block->kind != ND_ELEMENT || !block->items[0]->known || !block->items[1]->known || block->items[1]->value < 1 ||
        l.constant < block->items[1]->value || l.count != 1 || !l.terms[0].symbol ||
        l.terms[0].symbol->kind != SY_AXIS || l.terms[0].by < 2 || l.terms[0].by >= block->items[0]->value)
        return;                                         // not the windows of a stencil, which overlap
    warn_at(part->index[d]->at, MESSAGE_PADDING_UNUSED, part->name, d, l.constant, block->items[1]->value);
    warn_note_at(block->at, HINT_PADDING_UNUSED);
}

static bool check_maps(const Call *call, const Part *part)
{
    bool other_axis = false;
    for (int d = 0; d < part->rank; d++) {
        const Node *index = part->index[d];
        if (index->kind != ND_SLICE && part->block[d]->kind != ND_FULL)
            check_front(part, d);
        const Axis *axis = axis_named(call, index);
        if (axis && (counts_blocks_of_persistent(part->block[d]) || part->block[d]->kind == ND_NONE))
            other_axis |= check_axis_of(call, part, d, axis);
    }
    return other_axis;
}

bool check_likely_maps(const Call *call)
{
    bool other_axis = false;
    for (int i = 0; i < call->part_count; i++)
        if (has_blocks(&call->parts[i]) && call->parts[i].kind != PART_SCRATCH)
            other_axis |= check_maps(call, &call->parts[i]);
    return other_axis;
}

// ---- Reductions -----------------------------------------------------------------------------------------------------

typedef struct {
    bool known;
    double value;
} Real;

static Real real(double value)
{
    return (Real){ true, value };
}

typedef struct {
    const Call *call;           // NULL: none
    const Function *f;
    bool doubtful_maps;         // an index map was reported
    Nodes *warned;              // once, whatever calls use it
} Place;

static Real real_of(const Node *n)
{
    if (n->known)
        return real((double)n->value);
    if (n->kind == ND_FLOAT)
        return real(n->number);
    if (n->kind == ND_UNARY && is_op(n, "-") && real_of(n->a).known)
        return real(-real_of(n->a).value);
    return (Real){ false, 0 };
}

#define IS_CALL(n, names) ((n)->kind == ND_CALL && !(n)->symbol && (n)->name && IS_ONE_OF((n)->name, names))

static const char *const converting[] = {
    "pl_to_f32", "pl_to_bf16", "pl_to_f16", "pl_to_f8e4m3", "pl_to_f8e5m2",
};
static const char *const absolute[] = { "fabsf", "fabs", "abs", "labs" };

// Whether this float may be below 0, as far as the source shows. A helper's result may not.
static bool may_be_negative(const Node *n)
{
    if (real_of(n).known)
        return real_of(n).value < 0;
    if (n->kind == ND_ACCESS)
        return type_is_float(n->ref->type);
    if (n->kind == ND_BINARY && is_op(n, "*"))
        return !same_expression(n->a, n->b) && (may_be_negative(n->a) || may_be_negative(n->b));
    if (n->kind == ND_BINARY && is_op(n, "-"))
        return may_be_negative(n->a) || n->b->kind == ND_ACCESS;
    if (n->kind == ND_BINARY && (is_op(n, "+") || is_op(n, "/")))
        return may_be_negative(n->a) || may_be_negative(n->b);
    if (n->kind == ND_UNARY && is_op(n, "-"))
        return true;
    if (n->kind == ND_CAST)
        return may_be_negative(n->a);
    return IS_CALL(n, converting) && may_be_negative(n->items[0]);
}

static bool sets_it(const Node *n, const void *symbol)
{
    return (is_op(n, "=") && is_name_of(n->a, symbol)) ||
           (is_address(n) && n->a->symbol == symbol);
}

static bool fills_it(const Node *n, const void *symbol)
{
    return n->kind == ND_FILL && block_of(n->a) == symbol;
}

static bool sets_element(const Node *n, const void *symbol)
{
    bool whole = by_elements(n) && n->kind != ND_FILL;
    return (is_op(n, "=") && n->a->kind == ND_ACCESS && n->a->ref == symbol) ||
           ((whole || n->kind == ND_PASS) && names_symbol(whole ? n->a : n, symbol));
}

// The initializer of this reduction's accumulator, if nothing else assigns it; NULL: unknown.
static const Node *first_value(const Place *p, const Node *acc)
{
    if (acc->kind == ND_NAME) {
        const Node *declared = find_node(p->f->body, declares_symbol, acc->symbol);
        return declared && !find_node(p->f->body, sets_it, acc->symbol) ? declared->a : NULL;
    }
    if (acc->kind != ND_ACCESS || count_nodes(p->f->body, fills_it, acc->ref) != 1 ||
        find_node(p->f->body, sets_element, acc->ref))
        return NULL;
    return find_node(p->f->body, fills_it, acc->ref)->b;
}

static void check_first_value(const Place *p, const Node *n)
{
    const Node *first = n->op ? first_value(p, n->a) : NULL;
    if (!first || !real_of(first).known || real_of(first).value != 0)
        return;
    bool largest = is_op(n, "PL_MAX"), smallest = is_op(n, "PL_MIN");
    bool product = is_op(n, "PL_MUL") || is_op(n, "PL_AND");
    if (!product && !((largest || smallest) && type_is_float(n->a->type) && may_be_negative(n->b)))
        return;
    if (!add_new(p->warned, first))
        return;
    if (product)
        warn_at(first->at, MESSAGE_REDUCTION_STAYS_ZERO, n->op, expression_text(n->a));
    else
        warn_at(first->at, MESSAGE_REDUCTION_FROM_ZERO, n->op, expression_text(n->a), largest ? "below" : "above");
    warn_note_at(first->at, HINT_REDUCTION_FROM_ZERO, identity_of_operator(n->op, n->a->type));
}

static void check_integer_sum(const Place *p, const Node *n)
{
    if (!is_op(n, "PL_ADD") || !type_is_integer(n->a->type) || !n->b->type || !type_is_float(n->b->type))
        return;
    if (!add_new(p->warned, n))
        return;
    warn_at(n->a->at, MESSAGE_FRACTION_DROPPED, expression_text(n->a), type_name(n->a->type));
    warn_note_at(n->b->at, HINT_FRACTION_DROPPED);
}

// ---- What lies outside of an array, in reductions -------------------------------------------------------------------

// The value of e if all elements of inputs with PL_EDGE have its value.
static Real at_edge(const Place *p, const Node *e)
{
    if (real_of(e).known)
        return real_of(e);
    if (e->kind == ND_ACCESS) {
        const Part *part = part_of(p->call, e->ref);
        return part && part->edge ? real_of(part->edge) : (Real){ false, 0 };
    }
    if (e->kind == ND_CAST)
        return at_edge(p, e->a);
    if (e->kind == ND_CALL && e->item_count == 1) {
        Real a = at_edge(p, e->items[0]);
        static const char *const same[] = { "sqrtf", "sqrt", "tanhf", "tanh", "sinf", "sin", "erff", "erf" };
        static const char *const one[] = { "expf", "exp", "exp2f", "exp2", "cosf", "cos" };
        if (IS_CALL(e, converting))
            return a;
        if (IS_CALL(e, absolute))
            return a.known ? real(fabs(e->math && e->math->kind == MATH_INTEGER ? trunc(a.value) : a.value)) : a;
        if (a.known && a.value == 0 && (IS_CALL(e, same) || IS_CALL(e, one)))
            return real(IS_CALL(e, one));
        return (Real){ false, 0 };
    }
    if (e->kind == ND_UNARY && is_op(e, "-") && at_edge(p, e->a).known)
        return real(-at_edge(p, e->a).value);
    if (e->kind != ND_BINARY)
        return (Real){ false, 0 };
    Real a = at_edge(p, e->a), b = at_edge(p, e->b);
    if ((is_op(e, "*") && ((a.known && a.value == 0) || (b.known && b.value == 0))) ||
        (is_op(e, "/") && a.known && a.value == 0))
        return real(0);
    if (!a.known || !b.known)
        return (Real){ false, 0 };
    return is_op(e, "+") ? real(a.value + b.value) : is_op(e, "-") ? real(a.value - b.value)
         : is_op(e, "*") ? real(a.value * b.value)
         : is_op(e, "<") ? real(a.value < b.value) : is_op(e, ">") ? real(a.value > b.value)
         : is_op(e, "<=") ? real(a.value <= b.value) : is_op(e, ">=") ? real(a.value >= b.value)
         : is_op(e, "==") ? real(a.value == b.value) : is_op(e, "!=") ? real(a.value != b.value) : (Real){ false, 0 };
}

// Whether n may distinguish elements inside the array from others, or cannot be followed.
static bool may_mask(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_INSIDE || n->kind == ND_CONDITIONAL || n->kind == ND_LOAD ||
           (n->kind == ND_CALL && n->symbol) || (n->kind == ND_BINARY && (is_op(n, "&&") || is_op(n, "||"))) ||
           (n->kind == ND_NAME && n->symbol->kind == SY_LOCAL && definition_of(n->symbol));
}

static bool compares(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_BINARY && (is_op(n, "<") || is_op(n, ">") || is_op(n, "<=") || is_op(n, ">=") ||
                                    is_op(n, "==") || is_op(n, "!="));
}

typedef struct { const Place *p; const Node *reduce; } Reduced;

// Whether n is an element of an input with PL_EDGE(0), whose window may extend past the array along an axis of the
// reduction.
static bool reaches_edge(const Node *n, const void *with)
{
    const Reduced *w = with;
    const Part *part = n->kind == ND_ACCESS ? part_of(w->p->call, n->ref) : NULL;
    int ref = 0;
    if (!part || !part->edge || part->spec != SPEC_BLOCKS || part->kind == PART_OUT ||
        !real_of(part->edge).known || real_of(part->edge).value != 0)
        return false;
    for (int d = 0; d < part->rank; d++) {
        const Node *block = part->block[d], *shape = part->shape[d];
        if (block->kind == ND_NONE)
            continue;
        const Node *item = ref < n->item_count ? n->items[ref] : NULL;
        const Node *dim = n->ref->dims[ref++];
        bool partial = counts_blocks_of_persistent(block) && !(block->known && shape->known && shape->value % block->value == 0);
        for (int a = 0; partial && item && a < w->reduce->axis_count; a++)
            if (is_name_of(item, w->reduce->axes[a].index) && same_expression(w->reduce->axes[a].hi, dim))
                return true;
    }
    return false;
}

static void check_edge(const Place *p, const Node *n)
{
    const Reduced with = { p, n };
    const Node *access = n->op && !find_node(n->b, may_mask, NULL) ? find_node(n->b, reaches_edge, &with) : NULL;
    if (!access)
        return;
    const Part *part = part_of(p->call, access->ref);
    Real e = at_edge(p, n->b);
    bool fits = is_op(n, "PL_ADD") || is_op(n, "PL_OR") || is_op(n, "PL_XOR") ? e.known && e.value == 0
              : is_op(n, "PL_MUL") ? e.known && e.value == 1
              : is_op(n, "PL_MAX") || is_op(n, "PL_MIN") ? !e.known || !may_be_negative(n->b) : true;
    if (fits || (!e.known && find_node(n->b, compares, NULL)) || !add_new(p->warned, n))
        return;
    const char *subscripts = "";
    for (int i = 0; i < access->item_count; i++)
        subscripts = text("%s, %s", subscripts, expression_text(access->items[i]));
    if (e.known)
        warn_at(n->b->at, MESSAGE_REDUCES_OUTSIDE, access->ref->name, n->op, e.value);
    else
        warn_at(n->b->at, MESSAGE_REDUCES_EDGE, access->ref->name, n->op, expression_text(part->edge));
    warn_note_at(n->b->at, HINT_REDUCES_EDGE, access->ref->name, subscripts, expression_text(n->b),
                 identity_of_operator(n->op, n->a->type));
}

// ---- Sums in narrow types -------------------------------------------------------------------------------------------

static bool is_narrow(const Type *t)                     // a number of 8 bits or fewer
{
    return t->kind == TY_BF16 || t->kind == TY_E4M3 || t->kind == TY_E5M2;
}

static bool has_many(const Axis *axis)
{
    return !extent_of(axis).known || extent_of(axis).value > 16;
}

// Whether it is kept from one program to the next: scratch, or the block of an output that does not depend on some
// axis.
static bool is_carried(const Place *p, const Symbol *block)
{
    const Part *part = part_of(p->call, block);
    bool carried = false;
    for (int a = 0; part && a < p->call->axis_count; a++)
        carried |= (part->kind == PART_OUT || part->kind == PART_SCRATCH) && has_many(&p->call->axes[a]) &&
                   !is_marked_parallel(&p->call->axes[a]) &&
                   (part->kind == PART_SCRATCH || !part_names_axis(part, &p->call->axes[a]));
    return carried;
}

static bool adds_element(const Node *n, const void *element)
{
    const Node *e = element;
    return n->kind == ND_BINARY && is_op(n, "+") &&
           ((IS_CALL(n->a, converting) && same_expression(n->a->items[0], e)) ||
            (IS_CALL(n->b, converting) && same_expression(n->b->items[0], e)));
}

static void check_narrow(const Place *p, const Node *n)
{
    bool dot = n->kind == ND_DOT, stores = is_op(n, "=") && n->a->kind == ND_ACCESS;
    const Symbol *block = dot ? block_of(n->a) : stores ? n->a->ref : NULL;
    if (!block || !is_narrow(block->type) || !is_carried(p, block) ||
        (stores && !find_node(n->b, adds_element, n->a)) || !add_new(p->warned, n))
        return;
    warn_at(n->a->at, MESSAGE_SUM_ROUNDED, block->name, type_name(block->type),
            block->type->kind == TY_BF16 ? "256 + 1 is 256" : "16 + 1 is 16");
    warn_note_at(block->at, HINT_SUM_ROUNDED);
}

// ---- Comparisons ----------------------------------------------------------------------------------------------------

static void check_equality(const Place *p, const Node *n)
{
    if (n->kind != ND_BINARY || (!is_op(n, "==") && !is_op(n, "!=")))
        return;
    const Node *number = n->b->kind == ND_FLOAT ? n->b : n->a, *other = number == n->b ? n->a : n->b;
    if (number->kind != ND_FLOAT || number->type->kind != TY_F64 || !other->type || other->type->kind != TY_F32 ||
        (double)(float)number->number == number->number || !number->spelling || !add_new(p->warned, n))
        return;
    warn_at(n->at, MESSAGE_FLOAT_EQUALS_DOUBLE, number->spelling, is_op(n, "==") ? "false" : "true");
    warn_note_at(number->at, HINT_FLOAT_EQUALS_DOUBLE, number->spelling);
}

// ---- Positions in arrays --------------------------------------------------------------------------------------------

typedef struct {                // PL_PROGRAM_ID(a) * B + r: the dims of arrays of which r is a subscript
    const Place *p;
    const Node *id;
    const Symbol *index, *bound;        // bound: the scalar that every position is compared with, or NULL
    int axis;
    bool right;                 // one of them depends on the axis, or has that extent
    const Part *part;           // one that does not
    int dim;
    const Axis *follows;
} Position;

static void compare_dim(Position *at, const Part *part, int d)
{
    const Call *call = at->p->call;
    const Axis *axis = counts_blocks_of_persistent(part->block[d]) ? axis_named(call, part->index[d]) : NULL;
    bool follows = axis == &call->axes[at->axis], fits = !at->bound || size_named(part->shape[d]) == at->bound;
    bool elsewhere = !at->bound;
    for (int e = 0; at->bound && e < part->rank; e++)
        elsewhere |= e != d && size_named(part->shape[e]) == at->bound;
    if (!axis || (follows && fits))
        at->right = true;
    else if (elsewhere && follows == (at->bound != NULL))
        at->part = part, at->dim = d, at->follows = axis;
}

static void look_for_position(void *to, const Node *n)
{
    Position *at = to;
    const Part *part = n->kind == ND_ACCESS ? part_of(at->p->call, n->ref) : NULL;
    if (!part || !has_blocks(part))
        return;
    for (int d = 0, ref = 0; d < part->rank; d++) {
        if (part->block[d]->kind == ND_NONE)
            continue;
        const Node *item = ref < n->item_count ? n->items[ref] : NULL;
        ref++;
        if (item && is_name_of(item, at->index))
            compare_dim(at, part, d);
    }
}

// The call's symbol for a scalar of the kernel.
static const Symbol *scalar_of(const Place *p, const Node *n)
{
    for (int i = 0; n->kind == ND_NAME && i < p->call->part_count; i++)
        if (p->call->kernel->parameters[i] == n->symbol && p->call->parts[i].kind == PART_SCALAR)
            return p->call->parts[i].symbol;
    return NULL;
}

// Whether n has too many terms to be a position, which is a sum of few. In a sum of thousands each part would be
// examined again.
static bool is_long(const Node *n)
{
    int count = 0;
    while (n && n->kind == ND_BINARY && count < 16)
        n = n->a, count++;
    return count == 16;
}

static bool read_position(Position *at, const Node *n)
{
    if (is_long(n))
        return false;
    Linear l = linear_of(n);
    for (int i = 0; i < l.count; i++) {
        const Node *atom = l.terms[i].atom;
        if ((atom->kind == ND_PROGRAM_ID || atom->kind == ND_AXIS) && l.terms[i].by > 1 && !at->id)
            at->id = atom;
        else if (l.terms[i].symbol && l.terms[i].symbol->kind == SY_INDEX && l.terms[i].by == 1 && !at->index)
            at->index = l.terms[i].symbol;
        else
            return false;
    }
    at->axis = at->id ? axis_asked_for(at->p->call, at->id) : -1;
    return at->index && at->axis >= 0;
}

static void check_position(const Place *p, const Node *n)
{
    bool compares = n->kind == ND_BINARY && (is_op(n, "<") || is_op(n, ">="));
    Position at = { .p = p, .bound = compares && p->call ? scalar_of(p, n->b) : NULL };
    bool sum = n->kind == ND_BINARY && is_op(n, "+");
    if (!p->call || p->doubtful_maps || (!sum && !at.bound) || !read_position(&at, sum ? n : n->a))
        return;
    each_node(p->f->body, look_for_position, &at);
    if (at.right || !at.part || !add_new(p->warned, at.bound ? n : at.id))
        return;
    if (at.bound) {
        warn_at(n->b->at, MESSAGE_BOUND_OF_OTHER_DIM, at.bound->name, at.index->name, at.dim, at.part->name,
                expression_text(at.part->shape[at.dim]));
        warn_note_at(n->b->at, HINT_BOUND_OF_OTHER_DIM, expression_text(at.part->shape[at.dim]));
    } else {
        int axis = (int)(at.follows - p->call->axes) - batch_axes(p->call);
        warn_at(at.id->at, MESSAGE_ID_OF_OTHER_AXIS, at.index->name, at.dim, at.part->name, at.follows->name,
                p->call->axes[at.axis].name);
        warn_note_at(at.id->at, HINT_ID_OF_OTHER_AXIS, axis);
    }
}

// ---- The walk -------------------------------------------------------------------------------------------------------

static void look(void *to, const Node *n)
{
    const Place *p = to;
    if (n->kind == ND_REDUCE || n->kind == ND_SCAN) {
        check_first_value(p, n);
        check_integer_sum(p, n);
    }
    if (n->kind == ND_REDUCE)
        check_edge(p, n);
    check_narrow(p, n);
    check_equality(p, n);
    check_position(p, n);
}

void check_likely(const Call *call, bool doubtful_maps, Nodes *warned)
{
    Place place = { .call = call, .f = call->kernel, .doubtful_maps = doubtful_maps, .warned = warned };
    each_node(call->kernel->body, look, &place);
}

void check_likely_helper(const Function *f, Nodes *warned)
{
    Place place = { .f = f, .warned = warned };
    each_node(f->body, look, &place);
}
