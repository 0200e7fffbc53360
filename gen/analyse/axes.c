// analyse/axes.c -- which axes of a grid are parallel, and why.
//
// An axis is proved parallel if every output's index map gives programs that differ on it separate windows, and no data
// is carried along it: there is no scratch, or scratch is written first at each new index of the axis. In doubt an axis
// is sequential, which is always correct.

#include "analyse/analyse.h"
#include <string.h>

bool part_names_axis(const Part *part, const Axis *axis)
{
    for (int d = 0; has_blocks(part) && d < part->rank; d++)
        if (part->block[d]->kind != ND_FULL && mentions(part->index[d], axis->symbol))
            return true;
    return is_batched(axis, part);
}

// ---- What prevents it -----------------------------------------------------------------------------------------------

static bool same_map(const Part *a, const Part *b)
{
    bool same = a->rank == b->rank && a->spec == b->spec;
    for (int d = 0; same && d < a->rank; d++)
        same = same_node(a->shape[d], b->shape[d]) &&
               (a->spec != SPEC_BLOCKS || (same_node(a->block[d], b->block[d]) && same_node(a->index[d], b->index[d])));
    return same;
}

static AxisProof prevented(Loc at, bool unproved, const char *why)
{
    return (AxisProof){ .at = at, .unproved = unproved, .why = why };
}

// Whether the windows of these two programs certainly overlap.
static bool programs_overlap(const Call *call, const Part *part, const long long *one, const long long *other)
{
    Window a, b;
    if (call->axis_count > MOST_AXES)
        return false;
    memcpy(a.ids, one, (size_t)call->axis_count * sizeof *one);
    memcpy(b.ids, other, (size_t)call->axis_count * sizeof *other);
    return place_window(call, part, &a) && place_window(call, part, &b) && windows_overlap(&a, &b);
}

// Two adjacent programs on this axis with the same block, or with overlapping windows: the first of them; -1: none
// found.
static long long program_that_shares(const Call *call, const Part *part, const Axis *axis)
{
    enum { LOOKED_AT = 8 };
    long long one[16] = { 0 }, other[16] = { 0 };
    Number extent = extent_of(axis);
    for (int a = 0; call->axis_count <= 16 && a < call->axis_count; a++)
        for (long long i = 0; &call->axes[a] == axis && i < LOOKED_AT && !(extent.known && i + 1 >= extent.value); i++) {
            one[a] = i, other[a] = i + 1;
            if (programs_overlap(call, part, one, other))
                return i;
        }
    return -1;
}

static const char *shared_text(const Part *part, long long first)
{
    return text("its programs %lld and %lld share elements of '%s'", first, first + 1, part->name);
}

static AxisProof dependence_through_output(const Call *call, const Part *part, const Axis *axis)
{
    const Node *index = has_blocks(part) && part->rank ? part->index[0] : NULL;
    if (!part_names_axis(part, axis))
        return prevented(index ? index->at : part->at, false,
                       text("all programs of this axis use the same block of '%s'", part->name));
    for (int d = 0; d < part->rank; d++)
        if (mentions(part->index[d], axis->symbol))
            index = part->index[d];
    long long shared = program_that_shares(call, part, axis);
    if (shared >= 0)
        return prevented(index->at, false, shared_text(part, shared));
    return prevented(index->at, true, text("cannot prove that programs of this axis have separate blocks of '%s'",
                                         part->name));
}

// ---- Scratch that begins anew ---------------------------------------------------------------------------------------

typedef enum { UNTOUCHED, SET, TOUCHED } FirstUse;        // SET: all of it is written, and nothing was read before

typedef struct {
    Given given;
    const Symbol *scratch;
} Start;

// Whether n is PL_EACH ((r, M), (c, N)) s[r][c] = v; over all of s.
static bool sets_each(const Node *n, const Symbol *s)
{
    const Node *body = n->body->kind == ND_BLOCK && n->body->item_count == 1 ? n->body->items[0] : n->body;
    const Node *e = body->kind == ND_EXPRESSION ? body->a : body;
    if (e->kind != ND_BINARY || !is_op(e, "=") || e->a->kind != ND_ACCESS || e->a->ref != s || mentions(e->b, s) ||
        n->axis_count != s->rank || e->a->item_count != s->rank)
        return false;
    for (int d = 0; d < s->rank; d++)
        if (!is_name_of(e->a->items[d], n->axes[d].index) || !same_expression(n->axes[d].hi, s->dims[d]) ||
            (n->axes[d].lo && !(n->axes[d].lo->known && !n->axes[d].lo->value)))
            return false;
    return true;
}

static FirstUse first_use(Start *start, const Node *n);

static FirstUse first_use_in(Start *start, const Node *n)
{
    FirstUse e = UNTOUCHED;
    for (int i = 0; e == UNTOUCHED && i < n->item_count; i++)
        e = first_use(start, n->items[i]);
    return e;
}

// Whether the loop certainly has a first iteration. Its index, if the body does not change it, is assumed to be `from`.
static bool enters_axis(Start *start, const LoopAxis *axis, const Node *from, const Node *body)
{
    Number lo = start_of(&start->given, axis), hi = number_of(&start->given, axis->hi);
    if (!is_small(lo) || !is_small(hi) || lo.value >= hi.value)
        return false;
    if (!find_node(body, changes, axis->index))
        assume(&start->given, axis->index, from ? number_of(&start->given, from) : lo);
    return true;
}

static bool enters_loop(Start *start, const Node *n)
{
    const LoopAxis *counts = counting_for(n);
    if (counts)                                         // if it counts down, lo is its last value
        return enters_axis(start, counts, n->init->kind == ND_DECLARE ? n->init->a : n->init->a->b, n->body);
    return n->kind == ND_DO || (n->kind == ND_LOOP && enters_axis(start, &n->axes[0], n->axes[0].lo, n->body));
}

static FirstUse first_use(Start *start, const Node *n)
{
    const Symbol *s = start->scratch;
    Number c = { 0 };
    if (!mentions(n, s) && !may_jump_out(n))            // a jump may pass the write that follows
        return UNTOUCHED;
    if (n->kind == ND_BLOCK)
        return first_use_in(start, n);
    if (n->kind == ND_WHEN || n->kind == ND_IF)
        c = number_of(&start->given, n->a);
    if (c.known && !mentions(n->a, s))
        return c.value ? first_use(start, n->b) : n->c ? first_use(start, n->c) : UNTOUCHED;
    if (effect_of(n).whole && !effect_of(n).reads && is_name_of(n->a, s))
        return mentions(n->b, s) ? TOUCHED : SET;
    if (n->kind == ND_EACH && sets_each(n, s))
        return SET;
    return enters_loop(start, n) && first_use(start, n->body) == SET ? SET : TOUCHED;
}

// Whether this scratch or block is written first at each index of the axis, and of those before it; NULL: in the first step of all.
static bool is_reset_at(const Call *call, int part, const Axis *axis)
{
    long long ids[16];
    Start start = { .given = { .call = call, .ids = ids }, .scratch = call->kernel->parameters[part] };
    bool after = !axis;
    if (call->axis_count > 16)
        return false;
    for (int a = 0; a < call->axis_count; a++) {
        ids[a] = after ? 0 : -1;
        after |= &call->axes[a] == axis;
    }
    return first_use(&start, call->kernel->body) == SET;
}

bool is_set_first(const Call *call, const Part *part)
{
    const Axis *last = NULL;
    for (int a = 0; a < call->axis_count; a++)
        last = part_names_axis(part, &call->axes[a]) ? &call->axes[a] : last;
    return is_reset_at(call, (int)(part - call->parts), last);
}

// The data that is carried along this axis, apart from outputs.
static AxisProof dependence_through_carrying(const Call *call, const Axis *axis)
{
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i], *alias = alias_of(call, part);
        if (part->kind == PART_SCRATCH && !is_reset_at(call, i, axis))
            return prevented(part->at, false, text("scratch '%s' is carried from step to step", part->name));
        if (part->kind == PART_SEM)
            return prevented(part->at, false, text("semaphore '%s' counts on from step to step", part->name));
        if (stays_in_place(part) && part->kind != PART_IN)
            return prevented(part->at, false, text("'%s' is shared by all programs (%s)", part->name,
                                                 part->spec == SPEC_ATOMIC ? "PL_ATOMIC" : "PL_ANY"));
        if (alias && !same_map(part, alias))
            return prevented(part->at, false,
                           text("'%s' is written and read through different index maps (PL_ALIAS)", part->name));
    }
    return (AxisProof){ 0 };
}

static AxisProof what_prevents(const Call *call, const Axis *axis)
{
    AxisProof all = dependence_through_carrying(call, axis);
    for (int i = 0; !all.why && i < call->part_count; i++)
        if (part_is_written(&call->parts[i]) && separating_dim(call, &call->parts[i], axis) < 0)
            all = dependence_through_output(call, &call->parts[i], axis);
    return all;
}

// How each output's map distinguishes programs of this axis; every one does.
static const char *apart_text(const Call *call, const Axis *axis)
{
    const char *all = "";
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (part_is_written(part))
            all = listed(all, text("'%s' by %s", part->name,
                       expression_text(part->index[separating_dim(call, part, axis)])));
    }
    return text("programs have separate blocks (%s)", all);
}

static const char *carried_text(const Call *call)
{
    const char *all = "";
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH)
            all = listed(all, text("'%s'", call->parts[i].name));
    return *all ? text("no data is carried: scratch %s is set first", all) : "no data is carried";
}

static AxisProof declared_parallel(const Call *call, const Axis *axis)
{
    AxisProof p = { .at = axis->at, .parallel = true };
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (!part_is_written(part) || separating_dim(call, part, axis) >= 0)
            continue;
        long long shared = stays_in_place(part) ? -1 : program_that_shares(call, part, axis);
        p.why = shared >= 0 ? text("declared by PL_PARALLEL, and %s", shared_text(part, shared))
                            : text(part->spec == SPEC_ATOMIC ? "declared by PL_PARALLEL: '%s' is shared by PL_ATOMIC"
                                   : "declared by PL_PARALLEL: not proved for '%s'", part->name);
        return p;
    }
    p.why = text("declared by PL_PARALLEL: %s", apart_text(call, axis));
    return p;
}

AxisProof prove_axis(const Call *call, const Axis *axis)
{
    AxisProof p = { .at = axis->at };
    switch (axis->kind) {
    case AXIS_PARALLEL:
        return declared_parallel(call, axis);
    case AXIS_BATCH:
        return (AxisProof){ .at = axis->at, .parallel = true, .why = "PL_BATCH" };
    case AXIS_ARBITRARY:
        p.why = "declared by PL_ARBITRARY";
        return p;
    case AXIS_REDUCTION:
        p.why = "declared by PL_REDUCTION";
        return p;
    case AXIS_PLAIN:
        break;
    }
    p = what_prevents(call, axis);
    return p.why ? p : (AxisProof){ .at = axis->at, .parallel = true,
                                    .why = text("%s, and %s", apart_text(call, axis), carried_text(call)) };
}
