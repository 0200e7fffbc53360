// analyse/access.c -- how the iterations of PL_EACH and PL_REDUCE walk over the elements of a ref.
//
// A subscript is a linear form (analyse/values.c): factor * index, and terms that stay as they are along the index. One
// that has another term is a gather, which is right for any access.

#include "analyse/analyse.h"
#include <string.h>

// ---- What stays as it is along an axis ----------------------------------------------------------------------------

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

static bool stays_along(const Node *e, const Node *loop, const Symbol *index);

static bool declares_counter(const Node *n, const void *symbol)
{
    return n->kind == ND_FOR && n->init && is_declaration(n->init, symbol) && n->init->a && n->b;
}

// Of a `for` within: does its own step alone change it, so that it counts by itself?
static bool counts_by_itself(const Symbol *s, const Node *loop, const Symbol *index)
{
    const Node *within = find_node(loop, declares_counter, s);
    if (!within || !changes(within->b, s) || count_nodes(loop, changes, s) != 1)
        return false;
    const Node *step = within->b->b;
    return stays_along(within->init->a, loop, index) && (!step || (!uses(step, s) && stays_along(step, loop, index)));
}

static bool name_stays(const Symbol *s, const Node *loop, const Symbol *index)
{
    if (s == index)
        return false;
    const LoopAxis *axis = s->kind == SY_INDEX ? axis_of(loop, s) : NULL;
    if (axis)                                   // of a loop within: it counts by itself, from where it begins
        return stays_along(axis->lo, loop, index);
    const Node *declared = find_node(loop, is_declaration, s);
    if (find_node(loop, changes, s))
        return counts_by_itself(s, loop, index);
    return !declared || (declared->a && stays_along(declared->a, loop, index));
}

struct along { const Node *loop; const Symbol *index; };

static bool may_differ(const Node *n, const void *with)
{
    const struct along *to = with;
    if (n->kind == ND_NAME && n->symbol)
        return !n->known && !name_stays(n->symbol, to->loop, to->index);
    return effect_of(n).target || is_address(n) || (n->kind == ND_ACCESS && !n->ref->type->constant);
}

// Has it the same values in all iterations that differ on this axis alone?
static bool stays_along(const Node *e, const Node *loop, const Symbol *index)
{
    return !find_node(e, may_differ, &(struct along){ loop, index });
}

// ---- An access ----------------------------------------------------------------------------------------------------

// All of it but the index.
static bool others_stay(const Linear *l, const Node *loop, const Symbol *index)
{
    for (int i = 0; i < l->count; i++)
        if (l->terms[i].symbol != index && !stays_along(l->terms[i].atom, loop, index))
            return false;
    return true;
}

Along access_along(const Node *access, const Node *loop, const Symbol *index)
{
    Along along = { .kind = ALONG_SAME, .dim = -1 };
    for (int d = 0; d < access->item_count; d++) {
        Linear l = linear_of(access->items[d]);
        long long factor = factor_of(&l, index);
        if (!others_stay(&l, loop, index) || (factor && along.dim >= 0))
            return (Along){ .kind = ALONG_GATHER, .dim = -1 };
        if (!factor)
            continue;
        along.dim = d, along.factor = factor, along.shift = l.constant, along.known = l.count == 1;
        along.kind = factor != 1 ? ALONG_STRIDED : along.known && !along.shift ? ALONG_IDENTITY : ALONG_SHIFT;
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
