// check/body.c -- checks a body against its blocks: subscripts and bounds of loops against dims, shapes of block
// operations, and writes to const.

#include "../../targets/shared/messages.h"
#include "check/check.h"
#include <string.h>

typedef struct {
    Loops loops;
    bool sure;                  // only these conditions control whether this place is reached
    const Node *conditions[MOST_CONDITIONS];
    int condition_count;
} Place;

// ---- Subscripts -----------------------------------------------------------------------------------------------------

static void note_end(const LoopAxis *axis, long long low, long long high)
{
    if (axis->index->kind == SY_INDEX)
        note_at(axis->hi->at, "'%s' runs from %s to below %lld", axis->index->name,
                axis->lo ? expression_text(axis->lo) : "0", axis->hi->value);
    else
        note_at(axis->hi->at, "'%s' runs from %lld to %lld", axis->index->name, low, high);
}

// If a single loop determines the value, its end; otherwise the indices that together give this value.
static void note_loops(const Place *p, const Node *subscript, bool largest, Loc dim)
{
    const Linear l = linear_of(subscript);
    const LoopAxis *axis = NULL;
    const char *all = "";
    long long low, high;
    int count = 0;
    for (int i = 0; i < p->loops.count; i++) {
        const Symbol *s = p->loops.axes[i]->index;
        long long by = factor_of(&l, s);
        if (!by || !axis_range(p->loops.axes[i], &low, &high))
            continue;
        axis = p->loops.axes[i];
        all = text("%s%s'%s' is %lld", all, count++ ? " and " : "where ", s->name, (by > 0) == largest ? high : low);
    }
    if (count > 1)
        note_at(subscript->at, "%s", all);
    else if (axis && axis->hi->at.line && axis_range(axis, &low, &high))
        note_end(axis, low, high);
    else
        note_at(dim, "the extent of this dim");
}

// Whether n names a local that is assigned more than once, and so may stand for any condition.
static bool is_changed_local(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_NAME && n->symbol->kind == SY_LOCAL && !definition_of(n->symbol);
}

static bool is_related(const Place *p, const Node *condition, const Node *subscript)
{
    for (int i = 0; i < p->loops.count; i++)
        if (mentions(subscript, p->loops.axes[i]->index) && mentions(condition, p->loops.axes[i]->index))
            return true;
    return find_node(condition, is_changed_local, NULL) != NULL;
}

// Whether no enclosing condition checks this. Conditions on another loop, or on none, cannot make it correct.
static bool is_unguarded(const Place *p, const Node *subscript)
{
    for (int c = 0; c < p->condition_count; c++)
        if (is_related(p, p->conditions[c], subscript))
            return false;
    return true;
}

// past: how far beyond the last element it may be, which C permits for an address that is only compared or decremented.
static void check_subscript(const Place *p, const Node *subscript, const char *of, const Node *extent, int past)
{
    long long low, high;
    if (!extent->known || !range_of(&p->loops, subscript, &low, &high) || (low >= 0 && high - past < extent->value))
        return;
    long long bad = low < 0 ? low : high;
    bool guarded = p->condition_count && (low == high || !is_unguarded(p, subscript));
    if (!p->sure || guarded) {
        if (low == high)
            warn_at(subscript->at, MESSAGE_SUBSCRIPT_IF_RUN, bad, of, extent->value);
        return;
    }
    error_at(subscript->at, MESSAGE_SUBSCRIPT, bad, of, extent->value);
    note_loops(p, subscript, low >= 0, extent->at);
}

static void check_access(const Place *p, const Node *n, int past)
{
    for (int d = 0; d < n->item_count && d < n->ref->rank; d++)
        check_subscript(p, n->items[d], text("dim %d of '%s'", d, n->ref->name), n->ref->dims[d],
                        d + 1 == n->item_count ? past : 0);
}

// For an array of the body.
static void check_local(const Place *p, const Node *n, int past)
{
    const Type *array = n->a->type;
    const Node *name = root_of(n->a);
    if (array && array->kind == TY_ARRAY && array->extent && name->kind == ND_NAME)
        check_subscript(p, n->b, text("'%s'", expression_text(n->a)), array->extent, past);
}

// ---- Block operations -----------------------------------------------------------------------------------------------

static void check_written(const Node *to, const char *construct)
{
    const Symbol *x = block_of(to);
    if (!x || !x->type->constant)
        return;
    error_at(to->at, MESSAGE_WRITES_CONST, construct, x->name);
    note_at(x->at, HINT_WRITES_CONST, x->type->plain ? x->type->plain : type_name(x->type), x->name);
}

static void check_fill(const Node *n)
{
    const Symbol *x = block_of(n->a);
    if (x)
        check_value_of("PL_FILL", "x, v", x->name, x->type, n->b);
}

static const Node *dot_dim(const Node *operand, int d)
{
    return block_of(operand)->dims[operand->kind == ND_TRANSPOSE ? 1 - d : d];
}

static bool differ(const Node *a, const Node *b)
{
    return a->known && b->known && a->value != b->value;
}

static void check_dot_dims(const Node *dot, const Node *a, int da, const Node *b, int db)
{
    static const char *const sides[] = { "rows", "columns" };
    const Node *one = dot_dim(a, da), *other = dot_dim(b, db);
    if (!differ(one, other))
        return;
    error_at(b->at, MESSAGE_DOT_SHAPES, expression_text(a), one->value, sides[da], expression_text(b), other->value,
             sides[db]);
    note_at(dot->at, HINT_DOT_SHAPES);
}

static void check_dot(const Node *n)
{
    const Node *const operands[] = { n->a, n->b, n->c };
    for (int i = 0; i < 3; i++) {
        const Symbol *x = block_of(operands[i]);
        if (!x)
            return;
        if (x->in_hbm) {
            error_at(operands[i]->at, MESSAGE_DOT_IN_HBM, x->name);
            return;
        }
        if (x->rank != 2) {
            error_at(operands[i]->at, MESSAGE_DOT_RANK, x->name, x->rank);
            note_at(operands[i]->at, HINT_DOT_RANK);
            return;
        }
    }
    for (int i = 1; i < 3; i++)
        if (block_of(operands[i]) == block_of(n->a)) {
            error_at(operands[i]->at, MESSAGE_DOT_INTO_OPERAND, block_of(n->a)->name);
            note_at(n->at, PL_HINT_DOT_INTO_OPERAND_);
            return;
        }
    check_dot_dims(n, n->a, 0, n->b, 0);
    check_dot_dims(n, n->a, 1, n->c, 1);
    check_dot_dims(n, n->b, 1, n->c, 0);
}

// PL_ASSIGN copies in any order: its operands are the same part of a block, or do not overlap.
static void check_apart(const Place *p, const Node *n, const Symbol *to, const Symbol *from)
{
    const Symbol *whole = where_parts_overlap(to, from);
    if (!whole)
        return;
    if (!p->sure || p->condition_count) {
        warn_at(n->at, MESSAGE_ASSIGN_OVERLAP_IF_RUN, to->name, from->name, whole->name);
        return;
    }
    error_at(n->at, MESSAGE_ASSIGN_OVERLAP, to->name, from->name, whole->name);
    note_at(n->b->at, PL_HINT_ASSIGN_OVERLAP_);
}

static void check_assign(const Place *p, const Node *n)
{
    const Symbol *to = block_of(n->a), *from = block_of(n->b);
    if (!to || !from)
        return;
    bool same = to->rank == from->rank;
    for (int d = 0; same && d < to->rank; d++)
        same = !differ(to->dims[d], from->dims[d]);
    if (same) {
        check_apart(p, n, to, from);
        return;
    }
    error_at(n->b->at, PL_MESSAGE_ASSIGN_SHAPES_, text("%s%s", to->name, dims_text(to->dims, to->rank)),
             text("%s%s", from->name, dims_text(from->dims, from->rank)));
    note_at(n->at, PL_HINT_ASSIGN_SHAPES_);
}

static void check_atomic(const Node *n)
{
    const Node *element = atomic_element(n);
    const Type *t = element->type;
    if (!t)
        return;
    bool bits = is_op(n, "AND") || is_op(n, "OR") || is_op(n, "XOR");
    if (type_size(t) < 4 || t->kind == TY_STRUCT || (bits && !type_is_integer(t))) {
        error_at(element->at, MESSAGE_ATOMIC_TYPE, n->op,
                 bits ? "integers of 4 or 8 bytes" : "integers and floats of 4 or 8 bytes", type_name(t));
        note_at(element->at, "%s", bits && type_is_float(t) ? HINT_ATOMIC_BITS : HINT_ATOMIC_SIZE);
    }
}

static void check_dim_of(const Node *n, const char *construct)
{
    if (n->a->known && (n->a->value < 0 || n->a->value >= n->ref->rank)) {
        error_at(n->at, MESSAGE_DIM_UNKNOWN, construct, n->ref->name, count_text(n->ref->rank, "dim"));
        note_at(n->ref->at, "declared here");
    }
}

// Of elements that its block has not, a program knows nothing: PL_INSIDE would be false.
static void check_inside_subscript(const Place *p, const Node *n, int d)
{
    const Node *subscript = n->items[d], *extent = n->ref->dims[d];
    long long low, high;
    if (!extent->known || !range_of(&p->loops, subscript, &low, &high) || (low >= 0 && high < extent->value))
        return;
    if (!p->sure || (p->condition_count && (low == high || !is_unguarded(p, subscript))))
        return;
    error_at(subscript->at, MESSAGE_INSIDE_SUBSCRIPT, low < 0 ? low : high, d, n->ref->name, extent->value);
    note_at(subscript->at, PL_HINT_INSIDE_SUBSCRIPT_);
    note_loops(p, subscript, low >= 0, extent->at);
}

static void check_inside(const Place *p, const Node *n)
{
    for (int d = 0; d < n->item_count && d < n->ref->rank; d++)
        check_inside_subscript(p, n, d);
    if (n->item_count == n->ref->rank)
        return;
    error_at(n->at, MESSAGE_INSIDE_SUBSCRIPTS, n->ref->name, n->ref->name, n->ref->rank, n->item_count);
    note_at(n->ref->at, "declared here");
}

static void check_passed(const Node *call)
{
    const Function *f = call->symbol ? call->symbol->function : NULL;
    for (int i = 0; f && f->kind == FN_BLOCKS && i < call->item_count; i++)
        for (int j = 0; j < i; j++) {
            const Node *one = call->items[j], *other = call->items[i];
            if (one->kind != ND_PASS || other->kind != ND_PASS || !share_memory(one->ref, other->ref))
                continue;
            const Symbol *a = f->parameters[j], *b = f->parameters[i], *written = b->type->constant ? a : b;
            if (written->type->constant)
                continue;
            if (one->ref == other->ref)
                error_at(other->at, MESSAGE_REF_TWICE, one->ref->name, a->name, b->name, f->name, written->name);
            else
                error_at(other->at, MESSAGE_REFS_OVERLAP, one->ref->name, other->ref->name, f->name, written->name);
            note_at(written->at, HINT_REFS_OVERLAP, f->name);
            return;
        }
}

// ---- The walk -------------------------------------------------------------------------------------------------------

static void check_node(void *to, const Node *n);         // n: or NULL

static void check_unsure(const Place *p, const Node *n)
{
    Place inner = *p;
    inner.sure = false;
    check_node(&inner, n);
}

static void check_under(const Place *p, const Node *n, const Node *condition)
{
    Place inner = *p;
    if (inner.condition_count < MOST_CONDITIONS)
        inner.conditions[inner.condition_count++] = condition;
    else
        inner.sure = false;
    check_node(&inner, n);
}

// One side runs; if the condition is a constant, that side is known.
static void check_branches(Place *p, const Node *n)
{
    Number c = constant_of(n->a);
    check_node(p, n->a);
    if (!c.known) {
        check_under(p, n->b, n->a);
        check_under(p, n->c, n->a);
    } else {
        check_node(p, c.value ? n->b : n->c);
    }
}

// PL_LOOP counts up: with a negative step it ends before it begins, and with 0 it never ends.
static void check_step(const Place *p, const Node *n)
{
    const Node *by = n->kind == ND_LOOP ? n->axes[0].step : NULL;
    Number step = by ? constant_of(by) : (Number){ 0 };
    if (!step.known || step.value > 0)
        return;
    const char *i = n->axes[0].index->name;
    if (!p->sure || p->condition_count) {
        warn_at(by->at, MESSAGE_LOOP_STEP_IF_RUN, step.value);
        return;
    }
    error_at(by->at, MESSAGE_LOOP_STEP, step.value);
    note_at(by->at, HINT_LOOP_STEP, i, i);
}

static void check_loop(const Place *p, const Node *n)
{
    Place inner = *p;
    check_step(p, n);
    for (int i = 0; i < n->axis_count; i++)
        check_node(&inner, n->axes[i].hi);
    enter_loops(&inner.loops, n);
    inner.sure &= n->kind != ND_LOOP || !may_end_early(n->body);
    if (n->kind == ND_REDUCE) {
        Place outer = *p;
        check_node(&outer, n->a);
        check_node(&inner, n->b);
    } else {
        check_node(&inner, n->body);
    }
}

// With its variable known or not; an iteration that may not run proves nothing.
static void check_plain_loop(const Place *p, const Node *n, const LoopAxis *axis)
{
    Place outer = *p, inner = *p;
    long long low, high;
    check_node(&outer, n->init);
    check_unsure(p, n->b);
    if (axis && axis_range(axis, &low, &high)) {
        enter_axis(&inner.loops, axis);
        inner.sure &= !may_end_early(n->body);
        check_node(&inner, n->body);
    } else {
        check_unsure(p, n->a);
        check_unsure(p, n->body);
    }
}

static bool is_same_place(const Node *n, const void *place)
{
    return same_node(n, place);
}

// A reduction combines its elements in any order, several at once: its intermediate value is not defined. The bounds of
// the first axis are evaluated before.
static void check_reduction(const Node *n)
{
    const Node *reads = find_node(n->b, is_same_place, n->a);
    for (int a = 1; a < n->axis_count && !reads; a++) {
        reads = find_node(n->axes[a].lo, is_same_place, n->a);
        reads = reads ? reads : find_node(n->axes[a].hi, is_same_place, n->a);
    }
    if (!reads)
        return;
    error_at(reads->at, MESSAGE_REDUCE_READS_ACCUMULATOR, n->kind == ND_SCAN ? "PL_SCAN" : "PL_REDUCE", expression_text(n->a));
    note_at(reads->at, HINT_REDUCE_READS_ACCUMULATOR);
}

// Each lane has the value of its elements.
static void check_scan(const Node *n)
{
    check_reduction(n);
    if (n->a->kind == ND_NAME && n->a->symbol->kind == SY_LOCAL)
        return;
    error_at(n->a->at, MESSAGE_SCAN_LOCAL, expression_text(n->a));
    note_at(n->a->at, HINT_SCAN_LOCAL, expression_text(n->a));
}

static void check_commas(const Node *access)
{
    for (int i = 0; i < access->item_count; i++)
        if (access->items[i]->kind == ND_BINARY && is_op(access->items[i], ",")) {
            warn_at(access->items[i]->at, MESSAGE_COMMA_SUBSCRIPT, expression_text(access->items[i]), expression_text(access->items[i]->b));
            warn_note_at(access->items[i]->at, HINT_COMMA_SUBSCRIPT);
        }
}

static void check_construct(const Place *p, const Node *n)
{
    const Effect e = effect_of(n);
    if (e.whole)
        check_written(n->a, e.name);
    switch ((int)n->kind) {
    case ND_ACCESS: check_access(p, n, 0), check_commas(n); return;
    case ND_SUBSCRIPT: check_local(p, n, 0); return;
    case ND_CALL:   check_passed(n); return;
    case ND_DOT:    check_dot(n); return;
    case ND_FILL:   check_fill(n); return;
    case ND_ASSIGN: check_assign(p, n); return;
    case ND_ATOMIC: check_atomic(n); return;
    case ND_DIM:    check_dim_of(n, "PL_DIM"); return;
    case ND_SIZE:   check_dim_of(n, "PL_SIZE"); return;
    case ND_INSIDE: check_inside(p, n); return;
    case ND_REDUCE: check_reduction(n); return;
    case ND_SCAN:   check_scan(n); return;
    }
}

// Whether n may skip the statements after it.
static bool may_skip(const Node *n, const void *unused)
{
    return leaves(n, unused) || n->kind == ND_SWITCH || is_label(n);
}

static void check_block(const Place *p, const Node *n)
{
    Place inner = *p;
    for (int i = 0; i < n->item_count; i++) {
        const LoopAxis *counts = counting_while(n, i);
        if (counts)
            check_plain_loop(&inner, n->items[i], counts);
        else
            check_node(&inner, n->items[i]);
        inner.sure = inner.sure && !find_node(n->items[i], may_skip, NULL);
    }
}

// &x[i], or any other expression.
static void check_place(const Place *p, const Node *n, int past)
{
    Place inner = *p;
    if (n->kind != ND_UNARY) {
        check_node(&inner, n);
    } else if (is_op(n, "&") && (n->a->kind == ND_ACCESS || n->a->kind == ND_SUBSCRIPT)) {
        if (n->a->kind == ND_ACCESS)
            check_access(p, n->a, past);
        else
            check_local(p, n->a, past);
        visit_parts(n->a, check_node, &inner);
    } else {
        visit_parts(n, check_node, &inner);
    }
}

static void check_node(void *to, const Node *n)
{
    Place *p = to;
    if (!n)
        return;
    work_at(n->at);
    check_construct(p, n);
    switch ((int)n->kind) {
    case ND_IF: case ND_WHEN: case ND_CONDITIONAL:
        check_branches(p, n);
        return;
    case ND_EACH: case ND_LOOP: case ND_REDUCE:
        check_loop(p, n);
        return;
    case ND_LOAD:
        check_under(p, n->a, n->b);
        check_node(p, n->b);
        check_under(p, n->c, n->b);
        return;
    case ND_STORE:
        check_under(p, n->a, n->c);
        check_node(p, n->b);
        check_node(p, n->c);
        return;
    case ND_FOR:
        check_plain_loop(p, n, counting_for(n));
        return;
    case ND_WHILE: case ND_DO: case ND_SWITCH:
        check_unsure(p, n->a);
        check_unsure(p, n->b);
        check_unsure(p, n->body);
        return;
    case ND_BLOCK:
        check_block(p, n);
        return;
    case ND_VIEW:
        check_place(p, n->a, 0);                        // an existing row
        return;
    case ND_UNARY:
        check_place(p, n, 1);
        return;
    case ND_BINARY:
        if (is_op(n, "&&") || is_op(n, "||")) {
            check_node(p, n->a);
            check_under(p, n->b, n->a);
            return;
        }
        break;
    }
    visit_parts(n, check_node, p);
}

void check_body(const Function *f)
{
    Place place = { .sure = f->kind != FN_PLAIN };
    check_node(&place, f->body);
}

// ---- PL_IN_PLACE: rows that do not follow each other ----------------------------------------------------------------

// Whether it is a parameter of f, or a view of one. A tile is in memory of its own.
static bool is_given(const Function *f, const Symbol *s)
{
    for (int i = 0; i < f->parameter_count; i++)
        if (f->parameters[i] == view_of(s).of)
            return true;
    return false;
}

static void check_rows(void *to, const Node *n)
{
    const Function *f = to;
    const Symbol *x = block_with(n);
    if (n->kind == ND_VIEW)
        return;
    if (effect_of(n).whole) {                           // it knows where rows are
        if (!block_of(n->b))
            check_rows(to, n->b);
        return;
    }
    if (x && x->rank - n->item_count > 1 && is_given(f, x)) {
        error_at(n->at, MESSAGE_ROWS_NOT_CONTIGUOUS, x->name);
        note_at(n->at, HINT_ROWS_NOT_CONTIGUOUS, x->name);
    }
    visit_parts(n, check_rows, to);
}

void check_rows_apart(Function *f)
{
    check_rows(f, f->body);
}
