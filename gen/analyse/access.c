// analyse/access.c -- how the iterations of PL_EACH and PL_REDUCE walk over the elements of a ref.
//
// A subscript is followed through casts, sums, products with constants, and locals that the loop sets once, to
// "factor * index + what does not change". What cannot be followed is a gather, which is right for any access.

#include "analyse/analyse.h"
#include <string.h>

// ---- What a loop changes ------------------------------------------------------------------------------------------

static const Symbol *assigned(const Node *n)
{
    const Node *to = is_address(n) ? n->a : effect_of(n).target;
    to = to ? assigned_root(to) : NULL;
    return !to ? NULL : to->kind == ND_ACCESS ? to->ref : to->symbol;
}

static bool assigns(const Node *n, const void *symbol)
{
    return assigned(n) == symbol;
}

static bool is_declaration(const Node *n, const void *symbol)
{
    return n->kind == ND_DECLARE && n->symbol == symbol;
}

static bool has_axis(const Node *n, const void *index)
{
    for (int i = 0; i < n->axis_count; i++)
        if (n->axes[i].index == index)
            return true;
    return false;
}

// The PL_EACH, PL_REDUCE or PL_LOOP below n whose variable this is.
static const LoopAxis *axis_of(const Node *n, const Symbol *index)
{
    const Node *loop = find_node(n, has_axis, index);
    for (int i = 0; loop && i < loop->axis_count; i++)
        if (loop->axes[i].index == index)
            return &loop->axes[i];
    return NULL;
}

// ---- A subscript as factor * index + shift ------------------------------------------------------------------------

typedef struct {
    enum { WITHOUT, AFFINE, OTHER } kind;       // the index is not in it; factor * index + shift; anything else
    long long factor, shift;
    bool known;                                 // shift is the whole of it: a constant
} Affine;

static Affine linear(const Node *e, const Node *loop, const Symbol *index);

static const Affine other = { .kind = OTHER };

static bool keeps_value(const Type *t)          // as wide as subscripts get; a narrower one may wrap
{
    return type_is_integer(t) && type_size(t) >= 4;
}

static bool declares_counter(const Node *n, const void *symbol)
{
    return n->kind == ND_FOR && n->init && is_declaration(n->init, symbol) && n->init->a && n->b;
}

// Of a `for` within: does its own step alone change it, so that it counts by itself?
static bool counts_by_itself(const Symbol *s, const Node *loop, const Symbol *index)
{
    const Node *within = find_node(loop, declares_counter, s);
    if (!within || !assigns(within->b, s) || count_nodes(loop, assigns, s) != 1 || !keeps_value(s->type))
        return false;
    const Node *step = within->b->b;
    return linear(within->init->a, loop, index).kind == WITHOUT &&
           (!step || (!uses(step, s) && linear(step, loop, index).kind == WITHOUT));
}

static Affine of_name(const Node *e, const Node *loop, const Symbol *index)
{
    const Symbol *s = e->symbol;
    if (s == index)
        return (Affine){ AFFINE, 1, 0, true };
    const LoopAxis *axis = s->kind == SY_INDEX ? axis_of(loop, s) : NULL;
    if (axis)                                   // of a loop within: it counts by itself, from where it begins
        return linear(axis->lo, loop, index).kind == WITHOUT ? (Affine){ WITHOUT, 0, 0, false } : other;
    const Node *declared = find_node(loop, is_declaration, s);
    bool changes = find_node(loop, assigns, s);
    if ((!declared && !changes) || counts_by_itself(s, loop, index))
        return (Affine){ WITHOUT, 0, 0, false };
    return declared && !changes && declared->a && keeps_value(s->type) ? linear(declared->a, loop, index) : other;
}

// What comes close to leaving its type is not followed.
static Affine if_small(Affine l)
{
    return can_compute(l.factor) && can_compute(l.shift) ? l : other;
}

static Affine of_sum(Affine a, Affine b, long long sign)
{
    a = if_small(a), b = if_small(b);
    if (a.kind == OTHER || b.kind == OTHER)
        return other;
    Affine sum = { a.kind == AFFINE || b.kind == AFFINE ? AFFINE : WITHOUT, a.factor + sign * b.factor,
                   a.shift + sign * b.shift, a.known && b.known };
    return sum.kind == AFFINE && !sum.factor ? (Affine){ WITHOUT, 0, sum.shift, sum.known } : sum;
}

static Affine of_product(Affine a, Affine b)
{
    if (!can_multiply(a.factor, b.shift) || !can_multiply(a.shift, b.shift) || !can_multiply(a.shift, b.factor))
        return other;
    if (a.kind == WITHOUT && b.kind == WITHOUT)
        return (Affine){ WITHOUT, 0, a.shift * b.shift, a.known && b.known };
    if (b.kind == AFFINE && a.kind == WITHOUT)
        return of_product(b, a);
    if (a.kind != AFFINE || b.kind != WITHOUT || !b.known)
        return other;
    return b.shift ? (Affine){ AFFINE, a.factor * b.shift, a.shift * b.shift, a.known } : (Affine){ WITHOUT, 0, 0, true };
}

// Of whatever is not followed: does it depend on the index at all?
static Affine of_others(const Node *e, const Node *loop, const Symbol *index)
{
    const Node *parts[] = { e->a, e->b, e->c };
    bool changing = effect_of(e).target || is_address(e) || (e->kind == ND_ACCESS && !e->ref->type->constant);
    for (size_t i = 0; !changing && i < sizeof parts / sizeof *parts; i++)
        changing = parts[i] && linear(parts[i], loop, index).kind != WITHOUT;
    for (int i = 0; !changing && i < e->item_count; i++)
        changing = linear(e->items[i], loop, index).kind != WITHOUT;
    return changing ? other : (Affine){ WITHOUT, 0, 0, false };
}

static Affine linear(const Node *e, const Node *loop, const Symbol *index)
{
    if (e->known)
        return (Affine){ WITHOUT, 0, e->value, true };
    if (e->kind == ND_NAME && e->symbol)
        return of_name(e, loop, index);
    if ((e->kind == ND_CAST && keeps_value(e->type) && type_is_integer(e->a->type)) || e->kind == ND_MULTIPLE_OF)
        return linear(e->a, loop, index);
    if (e->kind == ND_UNARY && !strcmp(e->op, "-"))
        return of_sum((Affine){ WITHOUT, 0, 0, true }, linear(e->a, loop, index), -1);
    if (e->kind == ND_BINARY && !strcmp(e->op, "+"))
        return of_sum(linear(e->a, loop, index), linear(e->b, loop, index), 1);
    if (e->kind == ND_BINARY && !strcmp(e->op, "-"))
        return of_sum(linear(e->a, loop, index), linear(e->b, loop, index), -1);
    if (e->kind == ND_BINARY && !strcmp(e->op, "*"))
        return of_product(linear(e->a, loop, index), linear(e->b, loop, index));
    return of_others(e, loop, index);
}

// ---- An access ----------------------------------------------------------------------------------------------------

Along access_along(const Node *access, const Node *loop, const Symbol *index)
{
    Along along = { .kind = ALONG_SAME, .dim = -1 };
    for (int d = 0; d < access->item_count; d++) {
        Affine l = linear(access->items[d], loop, index);
        if (l.kind == WITHOUT)
            continue;
        if (l.kind == OTHER || along.dim >= 0)
            return (Along){ .kind = ALONG_GATHER, .dim = -1 };
        along.dim = d, along.factor = l.factor, along.shift = l.shift, along.known = l.known;
        along.kind = l.factor != 1 ? ALONG_STRIDED : l.known && !l.shift ? ALONG_IDENTITY : ALONG_SHIFT;
    }
    return along;
}

const char *along_name(AlongKind kind)
{
    static const char *const names[] = {
        [ALONG_SAME] = "same", [ALONG_IDENTITY] = "identity", [ALONG_SHIFT] = "shift",
        [ALONG_TRANSPOSE] = "transpose", [ALONG_STRIDED] = "strided", [ALONG_GATHER] = "gather",
    };
    return names[kind];
}

// Two axes are transposed when the inner one goes along an earlier dim than the outer: the inner one is called so.
Along access_within(const Node *access, const Node *const *loops, int loop_count, const Symbol *index)
{
    Along along = { .kind = ALONG_SAME, .dim = -1 };
    int last = -1;                              // dim of an axis further out
    for (int l = 0; l < loop_count; l++)
        for (int a = 0; a < loops[l]->axis_count; a++) {
            Along one = access_along(access, loops[l], loops[l]->axes[a].index);
            if (loops[l]->axes[a].index == index) {
                along = one;
                if (along.dim >= 0 && along.dim < last && along.kind != ALONG_STRIDED)
                    along.kind = ALONG_TRANSPOSE;
                return along;
            }
            last = one.dim > last ? one.dim : last;
        }
    return along;
}
