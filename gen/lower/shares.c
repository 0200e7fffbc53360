// lower/shares.c -- the call that combines parts has few programs, where others are divided: one for each block. So several
// programs share a block: each has some of its rows, a share, for which it runs all statements. Each element still combines
// the parts in their order.
//
//     z: PL_BLOCKSPEC((BM, BN), (i, j))   becomes   z: PL_BLOCKSPEC((PL_ELEMENT(2, 0, BM), BN), (i * BM + share * 2, j))
//
// This is possible if each statement works on one row of all written blocks, the row of an index of its PL_EACH.

#include "lower/lower.h"

typedef struct { const Symbol *ref; int dim; } Shared;         // a block, and the dim that is divided

typedef struct {
    Call *call;
    Function *kernel;
    Symbol *share;              // the axis
    long long extent, rows;     // of a block on the dim, and of a share
    Shared *blocks;
    int count;
    bool changes;               // the second of two walks: the first one only asks whether it is possible
    const char *why_not;
} Sharing;

static void cannot(Sharing *s, const char *why)
{
    s->why_not = s->why_not ? s->why_not : why;
}

static const Shared *shared(const Sharing *s, const Symbol *ref)
{
    return ref ? find_by(s->blocks, s->count, ref) : NULL;
}

static const Symbol *block_in(const Node *n)
{
    return n->ref ? n->ref : n->kind == ND_NAME ? n->symbol : NULL;
}

static bool names_shared(const Node *n, const void *sharing)
{
    return shared(sharing, block_in(n));
}

// An element of a shared block, or whether it is inside.
static bool has_row(const Node *n, const void *sharing)
{
    return (n->kind == ND_ACCESS || n->kind == ND_INSIDE) && shared(sharing, n->ref) && n->item_count == n->ref->rank;
}

static const Node *row_of(const Sharing *s, const Node *n)
{
    return n->items[shared(s, n->ref)->dim];
}

// ---- The blocks -----------------------------------------------------------------------------------------------------

static int dim_with(const Symbol *ref, long long extent)
{
    for (int d = 0; d < ref->rank; d++)
        if (ref->dims[d]->known && ref->dims[d]->value == extent)
            return d;
    return -1;
}

// Of what parts have accumulated, dim 0 counts the parts. Other inputs stay whole.
static void find_blocks(Sharing *s)
{
    for (int i = 0; i < s->call->part_count; i++) {
        const Part *part = &s->call->parts[i];
        const Symbol *ref = s->kernel->parameters[i];
        const int dim = part_is_written(part) || part->kind == PART_SCRATCH || part->of_parts ? dim_with(ref, s->extent) : -1;
        if (dim >= 0)
            list_add(s->blocks, s->count, ((Shared){ ref, dim }));
        else if (part_is_written(part))
            cannot(s, text("'%s' has no dim of %lld elements, which others have", part->name, s->extent));
    }
}

// ---- The windows ----------------------------------------------------------------------------------------------------

// The dim of the array for this dim of its block.
static int dim_of_array(const Part *part, int dim)
{
    int d = 0;
    for (; part->block && d < part->rank; d++)
        if (part->block[d]->kind != ND_NONE && !dim--)
            return d;
    return part->block ? -1 : dim;
}

static bool is_whole_dim(const Part *part, int d)
{
    return !part->block || part->block[d]->kind == ND_FULL;
}

// The first block: of an array that is no longer than that.
static bool is_only_block(const Sharing *s, const Part *part, int d)
{
    return part->shape[d]->known && part->shape[d]->value == s->extent && (is_whole_dim(part, d) || is_literal(part->index[d], 0));
}

// The axis of the blocks on this dim, if it has as many indices as there are blocks: all are then in the array. NULL: it may have others.
static const Axis *axis_of_blocks(const Sharing *s, const Part *part, int d)
{
    const Axis *axis = part->index[d]->kind == ND_NAME ? call_axis(s->call, part->index[d]->symbol) : NULL;
    const Node *count = axis ? axis->extent : NULL;
    bool counts = count && (count->kind == ND_CDIV || (count->kind == ND_BINARY && is_op(count, "/")));
    return counts && same_expression(without_promise(count->a), without_promise(part->shape[d])) && same_expression(count->b, part->block[d])
           ? axis : NULL;
}

static void check_window(Sharing *s, const Part *part, const Shared *b)
{
    const int d = dim_of_array(part, b->dim);
    if (part->kind == PART_SCRATCH || (d >= 0 && is_only_block(s, part, d)))
        return;
    if (d < 0 || !part->block || !part->block[d]->known || part->block[d]->value != s->extent || !axis_of_blocks(s, part, d))
        cannot(s, text("the blocks of '%s' are not those of an axis whose extent is their number, such as PL_CDIV(%s, %s)", part->name,
                       d < 0 ? "m" : expression_text(part->shape[d]), d < 0 || !part->block ? "BM" : expression_text(part->block[d])));
}

static void make_blocks(Part *part)
{
    if (part->block)
        return;
    part->spec = SPEC_BLOCKS;
    part->block = allocate((size_t)part->rank * sizeof *part->block);
    part->index = allocate((size_t)part->rank * sizeof *part->index);
    for (int d = 0; d < part->rank; d++) {
        part->block[d] = new_node(ND_FULL, part->at);
        part->index[d] = number_node(0, &long_type, part->at);
    }
}

// A share of the last block may begin after the array's end, so it is a window of elements that may extend past it.
static void narrow_window(const Sharing *s, Part *part, const Shared *b)
{
    Node *rows = literal_node(s->rows), *share = name_node(s->share, part->at);
    const int d = dim_of_array(part, b->dim);
    if (part->kind == PART_SCRATCH) {
        part->shape[d] = rows;
        return;
    }
    if (is_only_block(s, part, d)) {
        make_blocks(part);
        part->block[d] = rows, part->index[d] = share;
        return;
    }
    Node *window = new_node(ND_ELEMENT, part->at);
    add_item(window, rows);
    add_item(window, literal_node(0));
    add_item(window, part->block[d]);
    part->index[d] = sum_node("+", product_node(part->index[d], part->block[d]), product_node(share, rows));
    part->block[d] = window;
}

static void each_window(Sharing *s)
{
    for (int i = 0; i < s->call->part_count; i++) {
        Part *part = &s->call->parts[i];
        Symbol *ref = s->kernel->parameters[i];
        const Shared *b = shared(s, ref);
        if (b && s->changes) {
            narrow_window(s, part, b);
            ref->dims[b->dim] = literal_node(s->rows);
        } else if (b) {
            check_window(s, part, b);
        }
    }
}

// ---- The statements -------------------------------------------------------------------------------------------------

static void refuse(Sharing *s, const Node *n)
{
    const Node *at = find_node(n, names_shared, s);
    if (at)
        cannot(s, text("line %u uses '%s', not row by row", at->at.line, block_in(at)->name));
}

typedef struct { Sharing *sharing; Symbol *row; } Rows;         // the index that counts them

static void check_in_each(void *to, const Node *n)
{
    const Rows *r = to;
    const Node *root = written_root(n);
    if (root && root->kind == ND_ACCESS && !shared(r->sharing, root->ref))
        cannot(r->sharing, text("line %u also writes '%s', which is not divided", n->at.line, root->ref->name));
    if ((is_address(n) || n->kind == ND_VIEW) && find_node(n, names_shared, r->sharing))
        cannot(r->sharing, text("line %u takes a pointer into a block", n->at.line));
    if (names_shared(n, r->sharing) && !(has_row(n, r->sharing) && is_name_of(row_of(r->sharing, n), r->row)))
        cannot(r->sharing, text("line %u uses '%s', not row by row", n->at.line, block_in(n)->name));
}

static bool is_whole_axis(const Sharing *s, const LoopAxis *axis)
{
    return (!axis->lo || (axis->lo->known && !axis->lo->value)) && axis->hi->known && axis->hi->value == s->extent;
}

static LoopAxis *axis_of_rows(const Sharing *s, const Node *each)
{
    const Node *n = find_node(each, has_row, s);
    for (int a = 0; n && a < each->axis_count; a++)
        if (is_name_of(row_of(s, n), each->axes[a].index))
            return is_whole_axis(s, &each->axes[a]) ? &each->axes[a] : NULL;
    return NULL;
}

static bool bounds_use(const Node *each, const Symbol *index)
{
    bool used = false;
    for (int a = 0; a < each->axis_count; a++)
        used |= uses(each->axes[a].lo, index) || uses(each->axes[a].hi, index);
    return used;
}

static void set_row(void *to, const Node *n)
{
    const Rows *r = to;
    if (has_row(n, r->sharing))
        writable(n)->items[shared(r->sharing, n->ref)->dim] = name_node(r->row, n->at);
}

// The index counts the rows of a share from 0. Where the statements use it for more than that, it becomes a variable: the row of
// the whole block.
static void count_from_share(Sharing *s, Node *each, LoopAxis *axis)
{
    Symbol *row = axis->index;
    axis->hi = literal_node(s->rows);
    if (count_nodes(each->body, is_name_of, row) == count_nodes(each->body, has_row, s))
        return;
    Node *body = new_node(ND_BLOCK, each->at), *share = new_node(ND_AXIS, each->at);
    Copies in_share = { NULL, 0 };
    axis->index = new_copy(&in_share, row, text("%s_of_share", row->name));
    share->name = s->share->name, share->type = copy_type(&long_type);
    row->kind = SY_LOCAL;
    Rows r = { s, axis->index };
    each_node(each->body, set_row, &r);
    Node *first = product_node(share, literal_node(s->rows));
    add_item(body, declaration_node(row, sum_node("+", first, name_node(axis->index, each->at)), each->at));
    add_item(body, each->body);
    each->body = body;
}

static void walk_each(Sharing *s, Node *n)
{
    if (!find_node(n, names_shared, s))
        return;
    LoopAxis *axis = axis_of_rows(s, n);
    if (axis && s->changes) {
        count_from_share(s, n, axis);
    } else if (axis && !bounds_use(n, axis->index)) {
        Rows r = { s, axis->index };
        each_node(n->body, check_in_each, &r);
    } else {
        refuse(s, n);
    }
}

static bool is_whole_copy(const Sharing *s, const Node *n)
{
    const Shared *to = n->kind == ND_ASSIGN ? shared(s, block_in(n->a)) : NULL, *from = to ? shared(s, block_in(n->b)) : NULL;
    return from && from->dim == to->dim;
}

static void walk(Sharing *s, Node *n)
{
    if (n->kind == ND_EACH) {
        walk_each(s, n);
    } else if (n->kind == ND_BLOCK) {
        for (int i = 0; i < n->item_count; i++)
            walk(s, n->items[i]);
    } else if (n->kind == ND_WHEN || n->kind == ND_IF) {
        refuse(s, n->a);
        walk(s, n->b);
        if (n->c)
            walk(s, n->c);
    } else if (n->kind == ND_LOOP) {
        refuse(s, n->axes[0].lo);
        refuse(s, n->axes[0].hi);
        walk(s, n->body);
    } else if (!is_whole_copy(s, n)) {
        refuse(s, n->kind == ND_FILL && names_shared(n->a, s) ? n->b : n);
    }
}

// ---- How many programs ----------------------------------------------------------------------------------------------

// The largest of the accumulated blocks; NULL: none has a constant size.
static const Symbol *largest_block(const Symbol *const *blocks, int count)
{
    const Symbol *most = NULL;
    for (int i = 0; i < count; i++)
        if (element_count(blocks[i]) > (most ? element_count(most) : 0))
            most = blocks[i];
    return most;
}

// A share has at least an element for each lane, and all shares have as many rows. They divide the first dim that has several.
static void choose_rows(Sharing *s, const Symbol *block, long long lanes)
{
    for (int d = 0; block && d < block->rank && s->extent < 2; d++)
        s->extent = block->dims[d]->value;
    for (s->rows = 1; s->rows < s->extent; s->rows++)
        if (s->extent % s->rows == 0 && element_count(block) / s->extent * s->rows >= lanes)
            return;
}

static void add_axis(Sharing *s)
{
    const Loc at = s->call->at;
    Axis axis = { .name = s->share->name, .extent = literal_node(s->extent / s->rows), .kind = AXIS_PARALLEL,
                  .symbol = s->share, .at = at };
    list_add(s->call->axes, s->call->axis_count, axis);
}

Shares share_blocks(Call *call, Function *kernel, const Symbol *const *blocks, int count, const char *axis, long long lanes)
{
    Sharing s = { .call = call, .kernel = kernel, .share = new_long(SY_AXIS, axis, call->at) };
    choose_rows(&s, largest_block(blocks, count), lanes);
    if (s.rows == s.extent)
        return (Shares){ 1, NULL };
    find_blocks(&s);
    each_window(&s);
    if (has_kind(kernel->body, ND_PRINT))               // a statement that works on no row of a block runs in all of its programs
        cannot(&s, "it prints");
    walk(&s, kernel->body);
    if (s.why_not)
        return (Shares){ 1, s.why_not };
    s.changes = true;
    each_window(&s);
    walk(&s, kernel->body);
    add_axis(&s);
    return (Shares){ s.extent / s.rows, NULL };
}
