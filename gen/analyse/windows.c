// analyse/windows.c -- whether a dim of the windows separates programs, and which elements the window of a program covers, if its
// index map is known.

#include "analyse/analyse.h"
#include <stdlib.h>
#include <string.h>

// ---- Separate windows -----------------------------------------------------------------------------------------------

static bool names_an_axis(const Call *call, const Node *n)
{
    for (int a = 0; a < call->axis_count; a++)
        if (call->axes[a].symbol && mentions(n, call->axes[a].symbol))
            return true;
    return false;
}

// Whether the index is i * E + j, where j counts to E, and the axis is i or j: programs that differ on it have
// different indices.
static bool is_row_and_column(const Call *call, const Node *index, const Axis *axis)
{
    if (index->kind != ND_BINARY || !is_op(index, "+"))
        return false;
    const Node *row = index->a, *column = index->b;
    if (row->kind != ND_BINARY || !is_op(row, "*"))
        row = index->b, column = index->a;
    if (row->kind != ND_BINARY || !is_op(row, "*") || column->kind != ND_NAME)
        return false;
    for (int swap = 0; swap < 2; swap++) {
        const Node *i = swap ? row->b : row->a, *by = swap ? row->a : row->b;
        for (int a = 0; a < call->axis_count; a++)
            if (call->axes[a].symbol == column->symbol && same_expression(call->axes[a].extent, by) &&
                i->kind == ND_NAME && i->symbol != column->symbol)
                return axis->symbol == i->symbol || axis->symbol == column->symbol;
    }
    return false;
}

typedef struct {
    long long by, count;        // factor and extent of an axis in a linear index; count 0: unknown
} Digit;

// Whether the terms are digits of a number: each axis steps over the range of the smaller ones, and the smallest over
// the window.
static bool are_digits(Digit *digits, int count, long long window)
{
    for (long long reach = window; count; count--) {
        int least = 0;
        for (int i = 1; i < count; i++)
            if (digits[i].by < digits[least].by)
                least = i;
        if (digits[least].by < reach || !can_multiply(digits[least].by, digits[least].count) || !can_compute(reach) ||
            (count > 1 && !digits[least].count))
            return false;
        reach = digits[least].by * (digits[least].count - 1) + reach;
        digits[least] = digits[count - 1];
    }
    return true;
}

// Whether start, on a dim whose window has this many elements of it, differs for each value of the axis.
static bool index_separates(const Call *call, const Node *start, const Axis *axis, long long window)
{
    Linear l = linear_of(start);
    Digit digits[16];
    int count = 0;
    bool asked = false;
    for (int i = 0; i < l.count; i++) {
        const Axis *of = call_axis(call, l.terms[i].symbol);
        if (!of && names_an_axis(call, l.terms[i].atom))
            return false;
        if (of && count < 16)
            digits[count++] = (Digit){ llabs(l.terms[i].by), extent_of(of).known ? extent_of(of).value : 0 };
        asked |= of == axis;
    }
    return asked && count < 16 && are_digits(digits, count, window);
}

static bool dim_separates(const Call *call, const Part *part, int d, const Axis *axis)
{
    const Node *block = part->block[d], *index = part->index[d];
    if (block->kind == ND_FULL || block->kind == ND_BOUNDED || index->kind == ND_SLICE)
        return false;
    if (block->kind != ND_ELEMENT)
        return index_separates(call, index, axis, 1) || is_row_and_column(call, index, axis);
    const Node *size = block->items[0];
    if (size->known && index_separates(call, index, axis, size->value))
        return true;
    if (index->kind != ND_BINARY || !is_op(index, "*"))
        return false;
    return (same_expression(index->b, size) && index_separates(call, index->a, axis, 1)) ||
           (same_expression(index->a, size) && index_separates(call, index->b, axis, 1));
}

int separating_dim(const Call *call, const Part *part, const Axis *axis)
{
    if (axis->kind == AXIS_BATCH)
        return is_batched(axis, part) ? 0 : -1;
    for (int d = 0; has_blocks(part) && d < part->rank; d++)
        if (dim_separates(call, part, d, axis))
            return d;
    return -1;
}

// ---- The window of a program ----------------------------------------------------------------------------------------

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
