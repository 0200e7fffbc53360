// check/spec.c -- checks what each place of a call accepts: block dims, the indices of an index map, integers.
//
//     a block dim     an integer, PL_NONE, PL_FULL, PL_ELEMENT(n, lo, hi) or PL_BOUNDED(n)
//     an index        an integer; PL_DS(start, size) for a PL_BOUNDED dim, and for no other
//     anything else   an integer: extents of arrays and axes, arguments of the above
//
// Later stages rely on these rules. In interpret mode gcc and clang check them; here everything has the type long.

#include "check/check.h"

static bool is_block_dim(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_NONE || n->kind == ND_FULL || n->kind == ND_ELEMENT || n->kind == ND_BOUNDED;
}

static bool is_slice(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_SLICE && !n->op;
}

static const char *word_of(const Node *n)
{
    return n->kind == ND_NONE ? "PL_NONE" : n->kind == ND_FULL ? "PL_FULL" : n->kind == ND_ELEMENT ? "PL_ELEMENT"
         : n->kind == ND_BOUNDED ? "PL_BOUNDED" : "PL_DS";
}

// Reports a PL_NONE, PL_DS or the like anywhere in n; false: one was found.
static bool check_no_words(const Node *n)
{
    const Node *dim = n ? find_node(n, is_block_dim, NULL) : NULL, *slice = n ? find_node(n, is_slice, NULL) : NULL;
    if (dim) {
        error_at(dim->at, MESSAGE_NOT_A_NUMBER, word_of(dim));
        note_at(dim->at, HINT_NOT_A_NUMBER,
                dim->kind == ND_ELEMENT ? "PL_ELEMENT(n, lo, hi)" : dim->kind == ND_BOUNDED ? "PL_BOUNDED(n)" : word_of(dim));
    } else if (slice) {
        error_at(slice->at, MESSAGE_SLICE_NOT_A_NUMBER);
        note_at(slice->at, HINT_SLICE_NOT_A_NUMBER);
    }
    return !dim && !slice;
}

// what: "a block dim", and so on.
static bool check_integer(const Node *n, const char *what)
{
    if (!check_no_words(n))
        return false;
    if (!n || !n->type || type_is_integer(n->type))
        return true;
    error_at(n->at, MESSAGE_NOT_AN_INTEGER, what, type_name(n->type));
    note_at(n->at, HINT_NOT_AN_INTEGER, expression_text(n));
    return false;
}

static bool check_block_dim(const Node *block)
{
    static const char *const arguments[] = { "the size of a PL_ELEMENT dim", "the padding of a PL_ELEMENT dim",
                                             "the padding of a PL_ELEMENT dim" };
    bool right = true;
    if (block->kind == ND_NONE || block->kind == ND_FULL)
        return true;
    if (block->kind == ND_BOUNDED)
        return check_integer(block->a, "the size of a PL_BOUNDED dim");
    if (block->kind != ND_ELEMENT)
        return check_integer(block, "a block dim");
    for (int i = 0; i < block->item_count; i++)
        right &= check_integer(block->items[i], arguments[i]);
    return right;
}

static void check_index_kind(const Node *block, const Node *index, const char *name, int d)
{
    bool bounded = block->kind == ND_BOUNDED, slice = index->kind == ND_SLICE;
    if (slice && !bounded) {
        error_at(index->at, MESSAGE_SLICE_UNBOUNDED, d, name);
        note_at(block->at, HINT_SLICE_UNBOUNDED);
    } else if (bounded && !slice) {
        error_at(index->at, MESSAGE_BOUNDED_NO_SLICE, d, name);
        note_at(index->at, HINT_BOUNDED_NO_SLICE);
    } else if (slice) {
        check_integer(index->a, "the start of a PL_DS");
        check_integer(index->b, "the size of a PL_DS");
    } else if (check_no_words(index) && index->type && !type_is_integer(index->type)) {
        error_at(index->at, MESSAGE_INDEX_TYPE, type_name(index->type));
        note_at(index->at, HINT_INDEX_TYPE);
    }
}

static void check_part_spec(const Part *part)
{
    for (int d = 0; d < part->rank; d++) {
        if (part->kind != PART_SCALAR)
            check_integer(part->shape[d], "an extent");
        if (has_blocks(part) && check_block_dim(part->block[d]))
            check_index_kind(part->block[d], part->index[d], part->name, d);
    }
    check_integer(part->buffers, "the number of buffers");
    check_no_words(part->edge);
}

void check_spec(const Call *call)
{
    for (int a = 0; a < call->axis_count; a++)
        check_integer(call->axes[a].extent, "an extent"), check_integer(call->axes[a].parts, "the number of parts");
    for (int i = 0; i < call->part_count; i++)
        check_part_spec(&call->parts[i]);
}

static void check_words(void *unused, const Node *n);

static void check_window(const Node *n)
{
    for (int d = 0; n->b && d < n->b->item_count; d++)
        if (check_block_dim(n->b->items[d]))
            check_index_kind(n->b->items[d], n->c->items[d], n->a->kind == ND_PASS ? n->a->ref->name : expression_text(n->a), d);
    for (int i = 0; i < n->item_count; i++) {
        if (is_op(n->items[i], "PL_BUFFERED"))
            check_integer(n->items[i]->a, "the number of buffers");
        visit_parts(n->items[i], check_words, NULL);
    }
}

static void check_words(void *unused, const Node *n)
{
    if (n->kind == ND_WINDOW)
        check_window(n);
    else if ((!is_block_dim(n, NULL) && !is_slice(n, NULL)) || check_no_words(n))
        visit_parts(n, check_words, unused);
}

// Maps are parts of calls and pipelines; such a word has no meaning elsewhere in a kernel.
void check_spec_words(const Function *f)
{
    check_words(NULL, f->body);
}
