// analyse/windows.c -- which elements the window of a program covers, if its index map is known.

#include "analyse/analyse.h"
#include <string.h>

static bool place_dim(const Given *given, const Part *part, int d, long long *start, long long *end)
{
    const Node *block = part->block[d], *index = part->index[d];
    Number from, size = { true, 1 };
    if (block->kind == ND_FULL) {
        *start = 0, *end = 1;
        return true;
    }
    from = number_of(given, index->kind == ND_SLICE ? index->a : index);
    if (block->kind == ND_ELEMENT)
        size = number_of(given, block->items[0]);
    if (block->kind == ND_BOUNDED)
        size = index->kind == ND_SLICE ? number_of(given, index->b) : (Number){ 0 };
    *start = from.value;
    *end = is_small(from) && is_small(size) ? from.value + size.value : 0;
    return is_small(from) && is_small(size);
}

bool place_window(const Call *call, const Part *part, Window *w)
{
    const Given given = { .call = call, .ids = w->ids };
    int dim = 0;
    for (int a = 0; a < batch_axes(call); a++)
        if (separating_dim(call, part, &call->axes[a]) >= 0) {
            w->start[dim] = w->ids[a];
            w->end[dim++] = w->ids[a] + 1;
        }
    for (int d = 0; part->spec == SPEC_BLOCKS && d < part->rank; d++, dim++)
        if (!place_dim(&given, part, d, &w->start[dim], &w->end[dim]))
            return false;
    for (; dim < MOST_DIMS; dim++)
        w->start[dim] = 0, w->end[dim] = 1;
    return true;
}

bool windows_overlap(const Window *a, const Window *b)
{
    for (int d = 0; d < MOST_DIMS; d++)
        if (a->start[d] >= b->end[d] || b->start[d] >= a->end[d])
            return false;
    return true;
}

bool is_same_window(const Window *a, const Window *b)
{
    return !memcmp(a->start, b->start, sizeof a->start) && !memcmp(a->end, b->end, sizeof a->end);
}
