// lower/copies.c -- copies, semaphores and arrays left in HBM, for targets without them.
//
// In every call, an array left in HBM gets the extents that the call gives. For a target without asynchronous copies, a
// copy then completes where it starts, which is a legal order: pl_start becomes a PL_EACH that copies, and pl_wait
// becomes nothing. A semaphore for signals becomes scratch that counts up and down. There is one device, so code that
// needs another is rejected.

#include "lower/lower.h"
#include <string.h>

static Node *number(long long value, Loc at)
{
    return number_node(value, &long_type, at);
}

static Node *plus(Node *a, Node *b)
{
    if (a->known && !a->value)
        return b;
    if (b->known && !b->value)
        return a;
    return a->known && b->known ? number(a->value + b->value, a->at) : binary_node("+", a, b);
}

// ---- Parts of refs --------------------------------------------------------------------------------------------------

typedef struct {                // a part of a ref: on each dim its start and its length; NULL: that dim is dropped
    Symbol *ref;
    Node *start[MOST_DIMS], *size[MOST_DIMS];
} Box;

static Box box_of(const Node *view)
{
    Box box = { 0 };
    if (view->kind == ND_PASS && view->ref->view && view->ref->view->kind == ND_ANY_VIEW)
        return box_of(view->ref->view->a);
    if (view->kind == ND_PASS) {
        box.ref = view->ref;
        for (int d = 0; d < view->ref->rank; d++)
            box.start[d] = number(0, view->at), box.size[d] = view->ref->dims[d];
        return box;
    }
    box = box_of(view->a);
    for (int d = 0, i = 0; d < box.ref->rank && i < view->item_count; d++) {
        if (!box.size[d])
            continue;
        Node *item = view->items[i++];
        if (item->kind == ND_ALL)
            continue;
        bool slice = item->kind == ND_SLICE;
        box.start[d] = plus(box.start[d], slice ? item->a : item);
        box.size[d] = slice ? item->b : NULL;
    }
    return box;
}

// ---- Extents --------------------------------------------------------------------------------------------------------

Node **view_dims(const Node *view, int *rank)
{
    Box box = box_of(view);
    Node **dims = NULL;
    for (int d = 0; d < box.ref->rank; d++)
        if (box.size[d])
            list_add(dims, *rank, box.size[d]);
    return dims;
}

static void bind_dims(void *unused, const Node *n)
{
    (void)unused;
    for (int d = 0; n->kind == ND_TILE && d < n->symbol->rank; d++)
        each_node(n->symbol->dims[d], bind_dims, NULL);
    if (n->kind == ND_SCOPED_SEM)
        each_node(n->symbol->count, bind_dims, NULL);
    if (n->kind == ND_ANY_VIEW) {
        int rank = 0;
        n->symbol->dims = view_dims(n->a, &rank);
    }
    if (n->kind != ND_DIM || !n->ref->in_hbm || !n->a->known || n->a->value >= n->ref->rank)
        return;
    Node *self = writable(n);
    Loc at = n->at;
    *self = *copy_of_value(n->ref->dims[n->a->value]);
    self->at = at;
}

static void reject_other_call(const Call *call, const Symbol *s, const char *what)
{
    if (was_reported(text("%s of %s in %s", what, s->name, call->kernel->name)))     // arrays are bound twice
        return;
    error_at(call->at, MESSAGE_CALLS_DIFFER, call->kernel->name, s->name, what);
    note_at(s->at, HINT_CALLS_DIFFER);
}

static bool same_shape(const Part *part, const Symbol *ref)
{
    for (int d = 0; d < ref->rank; d++)
        if (!same_expression(part->shape[d], ref->dims[d]))
            return false;
    return true;
}

// Whether a call has given the extents. Until then they are PL_DIM of the ref itself.
static bool is_bound(const Symbol *ref)
{
    return !(ref->dims[0]->kind == ND_DIM && ref->dims[0]->ref == ref);
}

static void bind(const Call *call)
{
    for (int i = 0; i < call->part_count; i++) {
        Symbol *ref = call->kernel->parameters[i];
        if (ref->kind != SY_REF || !ref->in_hbm)
            continue;
        if (call->parts[i].batches && !was_reported(text("%s batched in %s", ref->name, call->name))) {     // arrays are bound twice
            error_at(call->parts[i].at, MESSAGE_BATCHED_IN_HBM, call->parts[i].name);
            note_at(call->parts[i].at, HINT_BATCHED_IN_HBM, ref->name);
        }
        if (is_bound(ref) && !same_shape(&call->parts[i], ref))
            reject_other_call(call, ref, "its shape");
        ref->dims = call->parts[i].shape;
    }
    each_node(call->kernel->body, bind_dims, NULL);
}

// ---- Copies that complete where they start --------------------------------------------------------------------------

typedef struct {
    const Call *call;
    Names taken, names;         // names: the user's, without generated ones
    bool now;                   // a view is used where it is written: locals have not changed
    const Symbol *row;          // the index of the PL_LOOP that becomes an axis of the copy; otherwise NULL
} Landing;

static void reject_device(Loc at, const char *what)
{
    error_at(at, MESSAGE_ONE_DEVICE, what);
    note_at(at, HINT_ONE_DEVICE);
}

static Node *named(Landing *l, const char *name, Node *value, Node *list)
{
    const SymbolKind kind = value->kind == ND_NAME ? value->symbol->kind : SY_REF;
    if (value->known || kind == SY_SCALAR || (kind == SY_LOCAL && l->now) || (l->row && uses(value, l->row)))
        return value;
    Symbol *s = new_long(SY_LOCAL, free_name(&l->taken, name), value->at);
    take_name(s, &l->taken);
    add_item(list, declaration_node(s, value, value->at));
    return name_node(s, value->at);
}

// The start and the length of a view are computed where the view is written.
static void keep_view(Landing *l, const char *name, Node *view, bool is_source, Node *list)
{
    if (view->kind != ND_AT)
        return;
    keep_view(l, name, view->a, is_source, list);
    for (int i = 0; i < view->item_count; i++) {
        Node **item = &view->items[i];
        if ((*item)->kind == ND_SLICE) {
            (*item)->a = named(l, text("%s_from_%d", name, i), (*item)->a, list);
            if (!is_source)                             // the destination determines how much is copied
                (*item)->b = named(l, text("%s_size_%d", name, i), (*item)->b, list);
        } else if ((*item)->kind != ND_ALL) {
            *item = named(l, text("%s_at_%d", name, i), *item, list);
        }
    }
}

static Node *element_at(const Box *box, Symbol *const *at, Loc where)
{
    Node *n = new_node(ND_ACCESS, where);
    n->ref = box->ref;
    n->type = copy_type(box->ref->type);
    for (int d = 0, i = 0; d < box->ref->rank; d++)
        add_item(n, box->size[d] ? plus(name_node(at[i++], where), copy_of_value(box->start[d])) : copy_of_value(box->start[d]));
    return n;
}

static int sizes_of(const Box *box, Node **sizes)
{
    int rank = 0;
    for (int d = 0; d < box->ref->rank; d++)
        if (box->size[d])
            sizes[rank++] = box->size[d];
    return rank;
}

// PL_EACH ((at_0, n), (at_1, m)) dst[at_0][at_1] = value: an element of src, or the given value. rows: an axis before these; or NULL.
static void put_each(Landing *l, const LoopAxis *rows, const Box *dst, const Box *src, Node *value, Loc at, Node *list)
{
    Node *sizes[MOST_DIMS], *other[MOST_DIMS], *each = new_node(ND_EACH, at);
    Symbol *index[MOST_DIMS] = { NULL };
    int rank = sizes_of(dst, sizes), count = src ? sizes_of(src, other) : 0;
    for (int d = 0; d < rank && d < count; d++)
        if (sizes[d]->known && other[d]->known && sizes[d]->value != other[d]->value) {
            error_at(at, MESSAGE_COPY_SHAPES, other[d]->value, d, sizes[d]->value);
            note_at(at, HINT_COPY_SHAPES);
        }
    if (rows)
        list_add(each->axes, each->axis_count, *rows);
    for (int d = 0; d < rank; d++) {
        index[d] = new_long(SY_INDEX, free_name(&l->names, text("at_%d", d)), at);
        list_add(each->axes, each->axis_count,
                 ((LoopAxis){ .index = index[d], .lo = number_node(0, &int_type, at), .hi = copy_of_value(sizes[d]) }));
    }
    Node *to = element_at(dst, index, at), *from = src ? element_at(src, index, at) : value;
    Node *assign = statement_node(assignment_node("=", to, from));
    assign->at = at;
    if (!each->axis_count) {
        add_item(list, assign);
        return;
    }
    each->body = assign;
    add_item(list, each);
}

// ---- Semaphores as scratch ------------------------------------------------------------------------------------------

static Node *counter(const Node *sem)
{
    Node *n = new_node(ND_ACCESS, sem->at);
    n->ref = sem->symbol;
    n->type = copy_type(&int_type);
    add_item(n, sem->a ? sem->a : number_node(0, &int_type, sem->at));
    return n;
}

static Node *check_that(Node *condition, const char *words, Node *value)
{
    Node *n = new_node(ND_CHECK, condition->at), *format = new_node(ND_STRING, condition->at);
    n->a = condition;
    format->spelling = text("\"%s\"", words);
    add_item(n, format);
    add_item(n, value);
    parse_format(n);
    return n;
}

static void count(const Node *sem, const char *op, Node *by, Node *list)
{
    Node *to = counter(sem);
    add_item(list, statement_node(assignment_node(op, to, by)));
}

static void wait_for(const Source *s, const Node *n, Node *list)
{
    Node *now = counter(n->a);
    if (!s->unchecked)
        add_item(list,
                 check_that(compare_node(">=", now, copy_of_value(n->b)),
                            text("PL_SEM_WAIT: semaphore %s is %%d, and nothing will signal it", n->a->symbol->name),
                            copy_of_value(now)));
    count(n->a, "-=", copy_of_value(n->b), list);
}

static void become_scratch(Symbol *s, Node *const *shape)
{
    int rank = 0;
    s->kind = SY_REF;
    *s->type = int_type;
    s->dims = NULL;
    list_add(s->dims, rank, shape ? shape[0] : s->count ? s->count : number(1, s->at));
    s->rank = 1;
    s->count = NULL;
}

static void fill_zero(Symbol *s, Node *list)
{
    Node *n = new_node(ND_FILL, s->at);
    n->a = name_node(s, s->at);
    n->b = number_node(0, &int_type, s->at);
    add_item(list, n);
}

// In the first program, and at each new index of the axes that are declared parallel.
static Node *at_first(const Call *call, Node *then)
{
    Node *all = NULL;
    for (int a = batch_axes(call); a < call->axis_count; a++) {
        if (is_marked_parallel(&call->axes[a]))
            continue;
        Node *id = new_node(ND_PROGRAM_ID, call->at);
        id->type = copy_type(&long_type);
        id->a = number(a - batch_axes(call), call->at);
        Node *first = compare_node("==", id, number_node(0, &int_type, call->at));
        all = and_node(all, first);
    }
    return all ? branch_node(ND_WHEN, all, then, NULL, call->at) : then;
}

// ---- All statements -------------------------------------------------------------------------------------------------

static Node *without_copies(const Source *s, Landing *l, Node *n);

static void lower_tile(Node *n)
{
    const char *what = n->op && is_op(n, "window") ? "PL_PIPELINE, the window of" : "PL_SCOPED";
    const char *name = n->op && is_op(n, "window") && n->symbol->declared ? n->symbol->declared : n->symbol->name;
    n->op = NULL;
    for (int d = 0; d < n->symbol->rank; d++)
        if (!n->symbol->dims[d]->known) {
            error_at(n->symbol->at, MESSAGE_RUN_TIME_MEMORY, what, name, d);
            note_at(n->symbol->dims[d]->at, HINT_RUN_TIME_MEMORY);
            return;
        }
}

static void lower_semaphore(Node *n, Node *list)
{
    become_scratch(n->symbol, NULL);
    if (n->symbol->dma)
        return;
    Node *tile = new_node(ND_TILE, n->at);
    tile->symbol = n->symbol;
    lower_tile(tile);
    add_item(list, tile);
    fill_zero(n->symbol, list);
}

static Node *as_view(Node *n)
{
    return n->kind == ND_AT ? n : pass_node(n->symbol, n->at);
}

typedef struct { Node *from, *to, *value; } Transfer;   // value: of all elements, if from is NULL

// The copy that an ND_START starts.
static const Node *started(const Node *n)
{
    return n->a->kind == ND_NAME ? n->a->symbol->value : n->a;
}

// Of a PL_FILL or PL_ASSIGN of parts, or of a copy, which completes where it starts.
static Transfer transfer_of(const Node *n)
{
    if (n->kind != ND_START)
        return (Transfer){ n->kind == ND_ASSIGN ? as_view(n->b) : NULL, as_view(n->a), n->b };
    return (Transfer){ started(n)->items[0], started(n)->items[1], NULL };
}

// rows: see put_each. Its views are computed first, if that is at its own place.
static void put_transfer(Landing *l, const LoopAxis *rows, const Transfer *t, Loc at, Node *list)
{
    if (l->now && t->from)
        keep_view(l, "from", t->from, true, list);
    if (l->now)
        keep_view(l, "to", t->to, false, list);
    Box dst = box_of(t->to), src = t->from ? box_of(t->from) : (Box){ 0 };
    put_each(l, rows, &dst, t->from ? &src : NULL, t->from ? NULL : t->value, at, list);
}

static void add_alone_or_block(Node *list, Node *block)
{
    add_item(list, block->item_count == 1 ? block->items[0] : block);
}

static void transfer(Landing *l, Node *n, Node *list)
{
    const Node *copy = n->kind == ND_START ? started(n) : NULL;
    const Transfer t = transfer_of(n);
    if (copy && copy->item_count == 5 && (!copy->items[4]->known || copy->items[4]->value)) {
        reject_device(copy->at, copy->op);
        return;
    }
    if (copy && copy != n->a) {                         // its views have been kept where it is described
        put_transfer(l, NULL, &t, n->at, list);
        return;
    }
    Node *own = new_node(ND_BLOCK, n->at);
    l->now = true;
    put_transfer(l, NULL, &t, n->at, own);
    l->now = false;
    add_alone_or_block(list, own);
}

// ---- Copies of rows in a PL_LOOP ------------------------------------------------------------------------------------

static bool is_region_transfer(const Node *n)
{
    return (n->kind == ND_FILL || n->kind == ND_ASSIGN) && (is_region(n->a) || (n->kind == ND_ASSIGN && is_region(n->b)));
}

// Whether it is the index, plus or minus what is the same in all iterations.
static bool counts(const Node *n, const Symbol *index)
{
    if (n->kind == ND_BINARY && (is_op(n, "+") || is_op(n, "-")))
        return uses(n->a, index) != uses(n->b, index) && (counts(n->a, index) || counts(n->b, index));
    return n->kind == ND_CAST && n->type->kind == TY_I64 ? counts(n->a, index) : is_name_of(n, index);
}

// Whether each iteration has other elements: an index that is dropped counts the iterations, and no size depends on them.
static bool has_own_rows(const Box *box, const Symbol *index)
{
    bool own = false;
    for (int d = 0; d < box->ref->rank; d++) {
        if (box->size[d] && uses(box->size[d], index))
            return false;
        own |= !box->size[d] && counts(box->start[d], index);
    }
    return own;
}

// Whether the block has memory that no other block has.
static bool has_own_memory(const Call *call, const Symbol *ref)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->kernel->parameters[i] == ref)
            return call->parts[i].kind == PART_SCRATCH;
    return find_node(call->kernel->body, declares_symbol, ref) && !ref->view;
}

// Whether the order of the iterations does not matter: none accesses what another one writes, and what it computes is always the same.
static bool has_own_iterations(const Call *call, const Transfer *t, const Symbol *index)
{
    const Box dst = box_of(t->to), src = box_of(t->from);
    const bool apart = src.ref != dst.ref && (has_own_memory(call, src.ref) || has_own_memory(call, dst.ref));
    return apart && has_own_rows(&dst, index) && !find_node(t->from, may_be_another, NULL) && !find_node(t->to, may_be_another, NULL);
}

// PL_LOOP (r, lo, hi) PL_SYNC_COPY(PL_AT(x, r), PL_AT(z, first + r)), and nothing else, becomes PL_EACH ((r, lo, hi), (at_0, n)) …:
// lanes share all rows.
static bool transfer_rows(Landing *l, const Node *loop, Node *list)
{
    const Node *n = loop->body;
    while (n->kind == ND_BLOCK && n->item_count == 1)
        n = n->items[0];
    const bool copies = (n->kind == ND_START && n->a->kind == ND_COPY) || (n->kind == ND_ASSIGN && is_region_transfer(n));
    if (!copies || loop->axis_count != 1 || loop->axes[0].step || (n->kind == ND_START && n->a->item_count == 5))
        return false;
    const Transfer t = transfer_of(n);
    LoopAxis rows = loop->axes[0];
    if (!has_own_iterations(l->call, &t, rows.index))
        return false;
    Node *own = new_node(ND_BLOCK, n->at);
    l->row = rows.index, l->now = true;
    rows.lo = named(l, text("%s_from", rows.index->name), rows.lo, own);
    rows.hi = named(l, text("%s_end", rows.index->name), rows.hi, own);
    put_transfer(l, &rows, &t, n->at, own);
    l->row = NULL, l->now = false;
    add_alone_or_block(list, own);
    return true;
}

// ---- Statements with copies in them ----------------------------------------------------------------------------------

static void lower_statement(const Source *s, Landing *l, Node *n, Node *list)
{
    switch ((int)n->kind) {
    case ND_BLOCK: {
        Node *made = new_node(ND_BLOCK, n->at);
        for (int i = 0; i < n->item_count; i++)
            lower_statement(s, l, n->items[i], made);
        add_item(list, made);
        return;
    }
    case ND_TILE:
        if (n->op)
            lower_tile(n);
        break;
    case ND_ANY_VIEW:
        keep_view(l, n->symbol->name, n->a, false, list);
        return;
    case ND_DESCRIBE:
        keep_view(l, text("%s_from", n->symbol->name), n->a->items[0], true, list);
        keep_view(l, text("%s_to", n->symbol->name), n->a->items[1], false, list);
        return;
    case ND_START:
        transfer(l, n, list);
        return;
    case ND_AWAIT: case ND_TRACE:
        return;
    case ND_SCOPED_SEM:
        lower_semaphore(n, list);
        return;
    case ND_SIGNAL:
        if (n->c && (!n->c->known || n->c->value))
            reject_device(n->at, "PL_SIGNAL to a device");
        else if (!n->a->symbol)
            reject_device(n->at, "PL_BARRIER_SEM");
        else
            count(n->a, "+=", n->b, list);
        return;
    case ND_SEM_WAIT:
        if (!n->a->symbol)
            reject_device(n->at, "PL_BARRIER_SEM");
        else
            wait_for(s, n, list);
        return;
    case ND_BARRIER:
        reject_device(n->at, "PL_BARRIER");
        return;
    case ND_FILL: case ND_ASSIGN:
        if (is_region_transfer(n)) {
            transfer(l, n, list);
            return;
        }
        break;
    case ND_IF: case ND_WHEN:
        n->b = without_copies(s, l, n->b);
        n->c = without_copies(s, l, n->c);
        break;
    case ND_LOOP:
        if (transfer_rows(l, n, list))
            return;
        n->body = without_copies(s, l, n->body);
        break;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH:
        n->body = without_copies(s, l, n->body);
        break;
    }
    add_item(list, n);
}

static Node *without_copies(const Source *s, Landing *l, Node *n)
{
    if (!n)
        return NULL;
    Node *list = new_node(ND_BLOCK, n->at);
    if (n->kind == ND_BLOCK)
        for (int i = 0; i < n->item_count; i++)
            lower_statement(s, l, n->items[i], list);
    else
        lower_statement(s, l, n, list);
    return list->item_count == 1 && list->items[0]->kind != ND_DECLARE ? list->items[0] : list;
}

// Replaces the count of a semaphore by the count in its scratch, and every device by the only one.
static void lower_value(void *to, const Node *n)
{
    const Landing *l = to;
    Node *self = writable(n);
    if (n->kind == ND_SEM_READ) {
        if (!n->a->symbol || n->a->symbol->dma) {
            error_at(n->at, MESSAGE_SEM_READ_BYTES, n->a->symbol ? "a PL_DMA_SEM" : "a PL_BARRIER_SEM");
            note_at(n->at, HINT_SEM_READ_BYTES);
            return;
        }
        Node *value = new_node(ND_CAST, n->at);
        value->type = n->type;
        value->a = counter(n->a);
        *self = *value;
    } else if (n->kind == ND_DEVICE) {
        bool of_one = is_op(n, "PL_DEVICE_ID") || is_op(n, "PL_NUM_DEVICES");
        if (l->call->mesh_count || !of_one)
            reject_device(n->at, n->op);
        *self = *number(is_op(n, "PL_NUM_DEVICES"), n->at);
    }
}

static void reject_mesh(const Call *call)
{
    for (int i = 0; i < call->mesh_count; i++)
        if (!call->mesh[i].extent->known || call->mesh[i].extent->value != 1) {
            error_at(call->mesh[i].at, MESSAGE_MESH_ONE_DEVICE, call->mesh[i].name,
                     expression_text(call->mesh[i].extent));
            note_at(call->mesh[i].at, HINT_ONE_DEVICE);
            return;
        }
}

static void leave_out_part(Call *call, int i)
{
    call->part_count--;
    memmove(&call->parts[i], &call->parts[i + 1], (size_t)(call->part_count - i) * sizeof *call->parts);
}

// Semaphores among the parts: those that count bytes are removed. Those of the kernel stay until all calls are done.
static void lower_parts(Call *call, Nodes *counters)
{
    for (int i = call->part_count - 1; i >= 0; i--) {
        Part *part = &call->parts[i];
        Symbol *s = call->kernel->parameters[i];
        if (part->kind != PART_SEM)
            continue;
        part->kind = PART_SCRATCH;
        part->type = copy_type(&int_type);
        if (s->kind == SY_SEM) {
            become_scratch(s, part->shape);
            add_new(counters, name_node(s, s->at));
        } else if (!same_expression(s->dims[0], part->shape[0])) {
            reject_other_call(call, s, "its number");
        }
        if (part->dma)
            leave_out_part(call, i);
    }
}

static void leave_out_parameters(Function *f)
{
    int kept = 0;
    for (int i = 0; i < f->parameter_count; i++)
        if (!f->parameters[i]->dma)
            f->parameters[kept++] = f->parameters[i];
    f->parameter_count = kept;
}

static void take_declared_name(void *names, const Node *n)
{
    if (declares(n))
        take_name(n->symbol, names);
    for (int i = 0; i < n->axis_count; i++)
        take_name(n->axes[i].index, names);
}

// Whether n declares a local that is no longer used: it only selected a semaphore.
static bool is_left_over(const Node *n, const void *body)
{
    return n->kind == ND_DECLARE && (!n->a || is_only_value(n->a)) && count_nodes(body, names_symbol, n->symbol) == 1;
}

static void lower_kernel(const Source *s, const Call *call, const Nodes *counters)
{
    Function *f = call->kernel;
    Landing l = { .call = call };
    for (int i = 0; i < s->constant_count; i++)
        take_name(s->constants[i], &l.taken);
    for (int i = 0; i < f->parameter_count; i++)
        take_name(f->parameters[i], &l.taken);
    each_node(f->body, take_declared_name, &l.taken);
    for (int i = 0; i < l.taken.count; i++)
        list_add(l.names.at, l.names.count, l.taken.at[i]);
    Node *body = new_node(ND_BLOCK, f->at), *zero = new_node(ND_BLOCK, f->at);
    for (int c = 0; c < counters->count; c++)
        for (int i = 0; i < f->parameter_count; i++)
            if (f->parameters[i] == counters->all[c]->symbol && !f->parameters[i]->dma)
                fill_zero(f->parameters[i], zero);
    if (zero->item_count)
        add_item(body, at_first(call, zero));
    for (int i = 0; i < f->body->item_count; i++)
        lower_statement(s, &l, f->body->items[i], body);
    each_node(body, lower_value, &l);
    drop_statements(body, is_left_over, body);
    f->body = body;
    leave_out_parameters(f);
}

static bool has_parts_of_copies(const Call *call)
{
    bool any = call->mesh_count;
    for (int i = 0; i < call->part_count; i++)
        any |= call->parts[i].kind == PART_SEM || call->parts[i].spec == SPEC_ANY || call->parts[i].in_hbm;
    return any || find_node(call->kernel->body, is_of_copies, NULL);
}

static bool was_before(const Source *s, int call)
{
    for (int i = 0; i < call; i++)
        if (s->calls[i].kernel == s->calls[call].kernel)
            return true;
    return false;
}

// Whether n is a PL_TRACE. A target that starts copies shows its span; the launcher of another one knows its name.
static bool is_trace(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_TRACE;
}

static void note_span(void *function, const Node *n)
{
    Function *f = function;
    if (n->kind == ND_TRACE && n->a->kind == ND_STRING)
        add_name(&f->spans, n->a->spelling);
}

void bind_arrays(Source *s)
{
    for (int i = 0; i < s->call_count; i++)
        if (has_parts_of_copies(&s->calls[i]))
            bind(&s->calls[i]);
}

void lower_copies(Source *s, bool asynchronous)
{
    for (int i = 0; i < s->function_count && !asynchronous; i++) {
        each_node(s->functions[i]->body, note_span, s->functions[i]);
        if (!find_node(s->functions[i]->body, is_of_copies, NULL))
            drop_statements(s->functions[i]->body, is_trace, NULL);
    }
    Nodes counters = { NULL, 0 };
    bool *lowered = allocate((size_t)s->call_count + 1);
    for (int i = 0; i < s->call_count; i++)
        lowered[i] = has_parts_of_copies(&s->calls[i]);
    bind_arrays(s);
    if (asynchronous)
        return;
    int before = errors;
    for (int i = 0; i < s->call_count; i++) {
        reject_mesh(&s->calls[i]);
        lower_parts(&s->calls[i], &counters);
    }
    if (errors > before)                                // uses of other devices were rejected at the mesh
        return;
    for (int i = 0; i < s->call_count; i++)
        if (lowered[i] && !was_before(s, i))
            lower_kernel(s, &s->calls[i], &counters);
}
