// plan_local.c -- what a group of lanes has in local memory, block by block, and how much that is.
//
// Blocks that plan_lanes.c placed there come first; then what no block owns: the partial results of folds and the
// slices of PL_DOT, which statements share, so that the largest counts.

#include "pallasc.h"
#include <string.h>

static void add_use(Lanes *l, const char *what, const Symbol *ref, const Type *type, long long elements, int size)
{
    struct LocalUse use = { what, ref, type, elements, elements * size };
    list_add(l->uses, l->use_count, use);
}

// Shared by all statements that need it for numbers of this type.
static void need(Lanes *l, const char *what, const Type *type, long long elements, int size)
{
    for (int i = 0; i < l->use_count; i++) {
        struct LocalUse *use = &l->uses[i];
        if (use->ref || strcmp(use->what, what) || use->type->kind != type->kind || use->type->record != type->record)
            continue;
        if (use->elements < elements)
            use->elements = elements, use->bytes = elements * size;
        return;
    }
    add_use(l, what, NULL, type, elements, size);
}

// Narrow types are widened on their way into a slice: sums are of four bytes, or of eight.
static int slice_size(const Type *type)
{
    return type_size(type) > 4 ? type_size(type) : 4;
}

DotTile dot_tile(const Lanes *l, const Node *dot)
{
    const Symbol *z = dot->a->symbol;
    long long rows = z->dims[0]->value, columns = z->dims[1]->value;
    long long most_rows = DOT_TILE * l->rows, most_columns = DOT_TILE * l->columns;
    return (DotTile){ rows < most_rows ? rows : most_rows, columns < most_columns ? columns : most_columns };
}

static void need_for_dot(Lanes *l, const Node *dot)
{
    long long depth = dot_slice(dot);
    const Type *type = dot->a->symbol->type;
    if (!depth)
        return;
    DotTile tile = dot_tile(l, dot);
    if (slices_dot(l, dot, 1))                          // rows are a step longer: neighbours in a column lie apart
        need(l, "x_slice", type, tile.rows * (depth + 1), slice_size(type));
    if (slices_dot(l, dot, 2))
        need(l, "y_slice", type, tile.columns * depth, slice_size(type));
}

static void need_for_fold(Lanes *l, const Node *fold)
{
    for (int i = 0; i < fold->axis_count; i++)
        if (spread_of(l, fold->axes[i].index) != SPREAD_NONE) {
            need(l, "tree", fold->a->type, l->rows * l->columns, type_size(fold->a->type));
            return;
        }
}

// PL_DOT within PL_EACH is one lane's own.
static void need_for_statements(Lanes *l, const Node *n, bool within_each)
{
    if (!n)
        return;
    if (n->kind == ND_REDUCE)
        need_for_fold(l, n);
    if (n->kind == ND_DOT && !within_each)
        need_for_dot(l, n);
    within_each |= n->kind == ND_EACH;
    const Node *const parts[] = { n->init, n->b, n->c, n->body };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        need_for_statements(l, parts[i], within_each);
    for (int i = 0; i < n->item_count; i++)
        need_for_statements(l, n->items[i], within_each);
}

void plan_local(const Plan *plan, Lanes *l)
{
    for (int i = 0; i < l->placed_count; i++) {
        const struct Placed *p = &l->placed[i];
        if (p->memory == MEMORY_LOCAL && p->why)        // views lie in their block
            add_use(l, p->what, p->ref, p->ref->type, p->bytes / type_size(p->ref->type), type_size(p->ref->type));
    }
    need_for_statements(l, plan->call->kernel->body, false);
    l->local_bytes = 0;
    for (int i = 0; i < l->use_count; i++)
        l->local_bytes += l->uses[i].bytes;
}
