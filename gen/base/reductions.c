// base/reductions.c -- what a kernel accumulates over a PL_REDUCTION axis, and how.
//
// A kernel of such a call has three kinds of statements: those under PL_FIRST of the axis, those under PL_LAST of it, and its
// steps, which are all others.

#include "pallasc.h"
#include <string.h>

const Axis *reduction_axis(const Call *call)
{
    const Axis *last = call->axis_count ? &call->axes[call->axis_count - 1] : NULL;
    return last && last->kind == AXIS_REDUCTION ? last : NULL;
}

static bool is_of_division(const Call *call)
{
    return call->whole && call->whole->divided;
}

const Axis *shared_axis(const Call *call)
{
    return is_of_division(call) ? reduction_axis(call) : NULL;
}

const Axis *part_axis(const Call *call)
{
    return shared_axis(call) ? &call->axes[batch_axes(call) - 1] : NULL;
}

bool combines_parts(const Call *call)
{
    return is_of_division(call) && !reduction_axis(call);
}

// ---- PL_FIRST and PL_LAST -------------------------------------------------------------------------------------------

static bool asks_for(const Call *call, const Node *n, const Axis *axis)
{
    return axis_asked_for(call, n) == axis - call->axes;
}

bool is_index_of(const Node *n, const void *of)
{
    const IndexOf *index = of;
    return (n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS) && asks_for(index->call, n, index->axis);
}

static bool is_index(const Call *call, const Node *n, const Axis *axis)
{
    return is_index_of(n, &(IndexOf){ call, axis });
}

static bool is_last_index(const Call *call, const Node *n, const Axis *axis)
{
    return n->kind == ND_BINARY && is_op(n, "-") && n->a->kind == ND_NUM_PROGRAMS && asks_for(call, n->a, axis) &&
           n->b->known && n->b->value == 1;
}

static StepKind kind_of_pair(const Call *call, const Node *a, const Node *b, const Axis *axis)
{
    if (!is_index(call, a, axis))
        return STEP_EACH;
    return b->known && b->value == 0 ? STEP_FIRST : is_last_index(call, b, axis) ? STEP_LAST : STEP_EACH;
}

StepKind step_of_axis(const Call *call, const Node *condition, const Axis *axis)
{
    const Node *n = condition;
    if (n->kind == ND_UNARY && is_op(n, "!"))
        return is_index(call, n->a, axis) ? STEP_FIRST : STEP_EACH;
    if (n->kind != ND_BINARY || !is_op(n, "=="))
        return STEP_EACH;
    StepKind kind = kind_of_pair(call, n->a, n->b, axis);
    return kind != STEP_EACH ? kind : kind_of_pair(call, n->b, n->a, axis);
}

StepKind step_under(const Call *call, const Node *condition)
{
    if (condition->kind != ND_BINARY || !is_op(condition, "&&"))
        return step_of_axis(call, condition, &call->axes[call->axis_count - 1]);
    StepKind kind = step_under(call, condition->a);
    return kind != STEP_EACH ? kind : step_under(call, condition->b);
}

StepKind branch_under(const Call *call, const Node *n)
{
    return n->kind == ND_WHEN || n->kind == ND_IF ? step_under(call, n->a) : STEP_EACH;
}

// ---- Accumulation ---------------------------------------------------------------------------------------------------

// Returns the block that ref is, or is a view of; NULL: it is not written.
static const Symbol *accumulated_block(const Call *call, const Symbol *ref)
{
    const Symbol *block = ref && ref->kind == SY_REF ? view_of(ref).of : NULL;
    const Part *part = block ? part_of(call, block) : NULL;
    bool written = part && (part_is_written(part) || part->kind == PART_SCRATCH);
    return written && !stays_in_place(part) ? block : NULL;
}

static const struct { const char *op, *how; } operators[] = {
    { "+", "PL_ADD" },  { "-", "PL_ADD" },  { "*", "PL_MUL" },  { "&", "PL_AND" },  { "|", "PL_OR" },  { "^", "PL_XOR" },
    { "++", "PL_ADD" }, { "--", "PL_ADD" }, { "x++", "PL_ADD" }, { "x--", "PL_ADD" },
};

// Of "+", or of "+=" without its "="; NULL: it does not accumulate.
static const char *operator_of(const char *op, size_t length)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strlen(operators[i].op) == length && !strncmp(operators[i].op, op, length))
            return operators[i].how;
    return NULL;
}

// Conversions that only round, or wrap. One from float to integer does more.
static const Node *without_conversions(const Node *e)
{
    for (;;) {
        if (converts_float(e))
            e = e->items[0];
        else if (e->kind == ND_CAST && type_is_float(e->type) == type_is_float(e->a->type))
            e = e->a;
        else
            return e;
    }
}

static bool is_old_value(const Node *e, const Node *target)
{
    return same_expression(without_conversions(e), target);
}

// How e combines the old value of the target with others: z + x, x + z, z + x + y, PL_MAX(z, x).
static const char *combined_in(const Node *e, const Node *target)
{
    e = without_conversions(e);
    if (e->kind == ND_CALL && e->name && (is_text(e->name, "PL_MAX") || is_text(e->name, "PL_MIN")))
        return is_old_value(e->items[0], target) || is_old_value(e->items[1], target) ? e->name : NULL;
    const char *how = e->kind == ND_BINARY ? operator_of(e->op, strlen(e->op)) : NULL;
    if (!how || is_old_value(e->a, target) || (is_old_value(e->b, target) && !is_op(e, "-")))
        return how;
    const char *inner = combined_in(e->a, target);
    return inner && is_text(inner, how) ? how : NULL;
}

static bool refers_to(const Node *n, const void *block)
{
    return (n->kind == ND_ACCESS && view_of(n->ref).of == block) || (n->kind == ND_NAME && n->symbol == block);
}

// Whether the statement has this element once more, besides the place that it assigns to.
static bool is_read_once(const Node *statement, const Symbol *block)
{
    return count_nodes(statement, refers_to, block) == 2;
}

// value: what is combined with the block, or assigned to it; NULL: it has the block's type.
static Accumulation accumulation(const Symbol *block, const Node *target, const Node *value, const char *how)
{
    if (value && type_is_integer(target->type) && !type_is_integer(value->type))
        how = NULL;
    return (Accumulation){ .block = how ? block : NULL, .target = target, .how = how };
}

static bool is_store(const Node *n)
{
    return n->kind == ND_STORE || (n->kind == ND_BINARY && is_op(n, "="));
}

// Returns what a statement combines with the old value of what it assigns, "PL_MAX"; NULL: nothing.
static const char *how_combined(const Node *n)
{
    if (is_store(n))
        return combined_in(n->b, effect_of(n).target);
    switch ((int)n->kind) {
    case ND_DOT:    return "PL_ADD";
    case ND_REDUCE: return n->op ? n->op : n->symbol->name;
    case ND_UNARY:  return operator_of(n->op, strlen(n->op));
    case ND_BINARY: return operator_of(n->op, strlen(n->op) - 1);
    }
    return NULL;
}

bool has_identity(const Node *n)
{
    return n->kind != ND_REDUCE || !n->symbol || (n->symbol->function && n->symbol->function->identity);
}

const char *identity_of_operator(const char *op, const Type *type)
{
    const bool least = is_text(op, "PL_MAX"), largest = is_text(op, "PL_MIN");
    if (!least && !largest)
        return is_text(op, "PL_MUL") ? "1" : is_text(op, "PL_AND") ? "-1" : "0";
    if (!type_is_integer(type))
        return least ? "-INFINITY" : "INFINITY";
    if (least && !has_sign(type))
        return "0";
    return text("%sINT%d_%s", has_sign(type) ? "" : "U", 8 * type_size(type), least ? "MIN" : "MAX");
}

// A place holder if the function has no PL_IDENTITY.
static const char *identity_of_function(const Function *f)
{
    return f && f->identity ? expression_text(f->identity) : "v";
}

const char *identity_text(const Node *n, const Type *type)
{
    const char *how = n ? how_combined(n) : NULL;
    if (how && n->kind == ND_REDUCE && n->symbol)
        return identity_of_function(n->symbol->function);
    return type->kind == TY_STRUCT ? text("(%s){ 0 }", resolved_name(type)) : how ? identity_of_operator(how, type) : "0";
}

Accumulation accumulation_by(const Call *call, const Node *n)
{
    const Node *target = effect_of(n).target, *root = target ? assigned_root(target) : NULL;
    const Symbol *ref = root ? root->kind == ND_ACCESS ? root->ref : block_of(root) : NULL;
    const Symbol *block = accumulated_block(call, ref);
    if (!block)
        return (Accumulation){ 0 };
    const char *how = is_store(n) && !is_read_once(n, block) ? NULL : how_combined(n);
    bool has_value = n->kind == ND_REDUCE || n->kind == ND_STORE || n->kind == ND_BINARY;
    return accumulation(block, target, has_value ? n->b : NULL, how);
}

// ---- What steps do with accumulated blocks --------------------------------------------------------------------------

typedef struct {
    const Call *call;
    OnStepUse *on;
    void *with;
    const Node *target;         // of the accumulation around: its old value is read there
} StepWalk;

static const Symbol *block_here(const Call *call, const Node *n)
{
    return accumulated_block(call, n->kind == ND_ACCESS || n->kind == ND_PASS ? n->ref : n->kind == ND_NAME ? n->symbol : NULL);
}

// How n itself uses a block; its parts may use others.
static StepUse use_by(const StepWalk *w, const Node *n)
{
    const Accumulation a = accumulation_by(w->call, n);
    const Node *root = a.block || effect_of(n).atomic ? NULL : written_root(n);
    if (a.block)
        return (StepUse){ STEP_ACCUMULATES, a.block, a.how, a.target };
    if (root)
        return (StepUse){ STEP_WRITES, block_here(w->call, root), NULL, NULL };
    bool is_target = w->target && same_expression(n, w->target);
    return (StepUse){ STEP_READS, is_target ? NULL : block_here(w->call, n), NULL, NULL };
}

static void walk_step(void *walk, const Node *n)
{
    StepWalk *w = walk, inner = *w;
    StepKind under = branch_under(w->call, n);
    if (under != STEP_EACH && n->c)
        walk_step(w, n->c);
    if (under != STEP_EACH || n->kind == ND_VIEW)
        return;
    const StepUse use = use_by(w, n);
    if (use.block)
        w->on(w->with, n, &use);
    if (use.block && use.kind != STEP_ACCUMULATES)
        return;
    inner.target = use.target ? use.target : w->target;
    visit_parts(n, walk_step, &inner);
}

void each_step_use(const Call *call, OnStepUse *on, void *with)
{
    walk_step(&(StepWalk){ call, on, with, NULL }, call->kernel->body);
}

// ---- Axes that might be a PL_REDUCTION ------------------------------------------------------------------------------

typedef struct { const char *how; bool other; } StepsSeen;

static void look_at_use(void *to, const Node *n, const StepUse *use)
{
    StepsSeen *s = to;
    s->other |= use->kind != STEP_ACCUMULATES || !has_identity(n) || (s->how && !is_text(s->how, use->how));
    s->how = use->how;
}

bool only_accumulates(const Call *call)
{
    const Axis *last = call->axis_count ? &call->axes[call->axis_count - 1] : NULL;
    StepsSeen s = { NULL, false };
    for (int i = 0; last && i < call->part_count; i++)
        for (int d = 0; call->parts[i].kind != PART_IN && call->parts[i].index && d < call->parts[i].rank; d++)
            s.other |= uses(call->parts[i].index[d], last->symbol);
    if (!last || s.other || find_node(call->kernel->body, is_of_copies, NULL))
        return false;
    each_step_use(call, look_at_use, &s);
    return s.how && !s.other;
}
