// plan/places.c -- where elements are: the strides of blocks, and the offsets of windows, as expressions of the names that
// emitted code defines. pl_at_0, pl_at_1 … are the indices of loops over the dims of a window.

#include "plan/plan.h"
#include <string.h>

// ---- Windows --------------------------------------------------------------------------------------------------------

static Node *literal_if_zero(Node *n)                   // so that sum_node omits it
{
    return n->known && n->value == 0 ? literal_node(0) : n;
}

Node *start_at(const WindowDim *d, Node *index)
{
    if (d->kind == WINDOW_FULL)
        return literal_node(0);
    index = literal_if_zero(index);
    if (d->kind == WINDOW_BLOCK)
        return product_node(index, d->size);
    return d->kind == WINDOW_ELEMENT ? sum_node("-", index, literal_if_zero(d->low)) : index;
}

static Node *window_start(const WindowDim *d)
{
    return start_at(d, d->index);
}

// Whether the window begins at 0 in every program, so that its start needs no variable.
static bool begins_at_0(const WindowDim *d)
{
    bool block = is_literal(window_start(d), 0) && d->inside && !d->partial && d->kind != WINDOW_BOUNDED;
    return block || d->kind == WINDOW_FULL;
}

Node *array_stride(const Operand *o, int dim)
{
    Node *s = literal_node(1);
    for (int d = dim + 1; d < o->rank; d++)
        s = product_node(s, o->dims[d].extent);
    return s;
}

Node *window_stride(const Operand *o, int dim, long long gap)
{
    Node *s = literal_node(1);
    for (int d = dim + 1; d < o->rank; d++)
        if (o->dims[d].size)
            s = product_node(s, gap && o->dims[d].dim == o->ref->rank - 1
                                    ? literal_node(o->ref->dims[o->ref->rank - 1]->value + gap) : o->dims[d].size);
    return s;
}

// Returns the variable that has the start of the window; NULL: it begins at 0, or an axis itself selects the element.
static const char *start_variable(const char *base, const WindowDim *w, int d)
{
    bool is_axis = w->kind == WINDOW_ONE && w->inside && w->index->kind == ND_NAME;
    return begins_at_0(w) || is_axis ? NULL : text("%s_%d", base, d);
}

static Node *start_node(const char *variable, const WindowDim *w)
{
    return begins_at_0(w) ? literal_node(0) : word_node(variable ? variable : w->index->symbol->name);
}

// Returns the offset with one dim more: (b * heads + h) * length + q.
static Node *with_dim(Node *offset, Node *extent, Node *start)
{
    return sum_node("+", product_node(offset, extent), start);
}

Node *index_on_dim(const Node *extent, const char *index, int dim)
{
    return extent && extent->known && extent->value == 1 ? literal_node(0) : word_node(text("%s_%d", index, dim));
}

// Adds the index on this dim, which has the stride.
static Node *plus_index(Node *offset, const WindowDim *w, const char *index, int dim, Node *stride)
{
    return sum_node("+", offset, product_node(index_on_dim(w->size, index, dim), stride));
}

static long long local_gap(const Plan *plan, const Operand *o)
{
    return placement_of(&plan->lanes->placements, o)->gap.elements;
}

// Returns where the buffer of the current step begins, if the blocks of the window are fetched ahead; otherwise NULL.
static Node *buffer_of_step(const Plan *plan, const Operand *o)
{
    int a = 0;
    if (!is_fetched_ahead(&plan->lanes->fetches, o))
        return NULL;
    while (plan->axes[a].level != o->level)
        a++;
    Node *step = name_node(plan->axes[a].axis->symbol, o->part->at);
    Node *number = binary_node("%", step, literal_node(fetch_of(&plan->lanes->fetches, o)->buffers));
    return product_node(number, literal_node(element_count(o->ref) + gap_count(o->ref, placement_of(&plan->lanes->placements, o)->gap)));
}

static WindowPlace make_place(const Plan *plan, const Operand *o)
{
    Node *zero = literal_node(0);
    WindowPlace p = { .offset = zero, .previous = zero, .in_array = zero, .in_window = zero, .in_local = zero, .first = zero,
                      .count = literal_node(1), .constant = true, .buffer = buffer_of_step(plan, o) };
    p.outside = o->part->edge ? o->part->edge : literal_node(!type_is_float(o->part->type));
    const char *base = base_of(plan, o->ref);
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        p.starts[d] = window_start(w);
        p.variables[d] = start_variable(base, w, d);
        p.offset = with_dim(p.offset, w->extent, start_node(p.variables[d], w));
        p.previous = with_dim(p.previous, w->extent, begins_at_0(w) ? zero : word_node(text("%s_was_%d", base, d)));
        if (w->dim < 0)
            continue;
        p.in_array = plus_index(p.in_array, w, "pl_at", d, array_stride(o, d));
        p.in_window = plus_index(p.in_window, w, "pl_at", d, window_stride(o, d, 0));
        p.in_local = plus_index(p.in_local, w, "pl_at", d, window_stride(o, d, local_gap(plan, o)));
        p.first = plus_index(p.first, w, d == o->rank - 1 ? "pl_first" : "pl_at", d, array_stride(o, d));
        p.count = product_node(p.count, w->size);
        p.constant = p.constant && w->size->known;
    }
    return p;
}

// ---- Strides --------------------------------------------------------------------------------------------------------

static Layout *new_layout(Plan *plan, const Symbol *ref)
{
    list_add(plan->layouts, plan->layout_count, ((Layout){ .ref = ref }));
    return &plan->layouts[plan->layout_count - 1];
}

const Layout *layout_of(const Plan *plan, const Symbol *ref)
{
    for (int i = plan ? plan->layout_count - 1 : -1; i >= 0; i--)
        if (plan->layouts[i].ref == ref)
            return &plan->layouts[i];
    INTERNAL(text("'%s' has no layout", ref->name));
}

// Strides that differ between array and copy have names.
static void lay_out_operand(Plan *plan, const Operand *o, WindowPlace *p)
{
    Layout *l = new_layout(plan, o->ref);
    bool copied = o->copy == COPY_PARTIAL || window_placement(&plan->lanes->placements, o) == WINDOW_LOCAL;
    for (int d = 0; d < o->rank; d++) {
        int dim = o->dims[d].dim;
        if (dim < 0)
            continue;
        struct NamedStride s = { NULL, array_stride(o, d), window_stride(o, d, 0), window_stride(o, d, local_gap(plan, o)) };
        l->strides[dim] = o->copy == COPY_ALWAYS ? s.window : s.array;
        if (!copied || o->copy == COPY_ALWAYS || (same_expression(s.array, s.window) && same_expression(s.array, s.local)))
            continue;
        const char *base = base_of(plan, o->ref);
        l->strides[dim] = s.name = word_node(o->ref->rank == 2 && dim == 0 ? text("%s_row", base) : text("%s_stride_%d", base, dim));
        list_add(p->strides, p->stride_count, s);
    }
    if (!l->strides[0])                                 // all dims dropped
        l->strides[0] = literal_node(1);
}

static Node *product_of(Node *const *dims, int from, int to)
{
    Node *p = literal_node(1);
    for (int d = from; d < to; d++)
        p = product_node(p, dims[d]);
    return p;
}

static void lay_out_dense(Plan *plan, const Symbol *ref)
{
    Layout *l = new_layout(plan, ref);
    long long gap = gap_of_block(&plan->lanes->placements, ref).elements, stride = gap ? ref->dims[ref->rank - 1]->value + gap : 0;
    for (int d = 0; d < ref->rank; d++)
        l->strides[d] = product_of(ref->dims, d + 1, ref->rank);
    for (int d = ref->rank - 2; gap && d >= 0; d--) {
        l->strides[d] = literal_node(stride);
        stride *= ref->dims[d]->value;
    }
}

// A view has the strides of the last dims of its block.
static void lay_out_view(Plan *plan, const Symbol *view, const View *v)
{
    Layout *l = new_layout(plan, view);
    const Layout *of = layout_of(plan, v->of);
    for (int d = 0; d < view->rank; d++)
        l->strides[d] = of->strides[v->dim + d];
}

// ---- Elements -------------------------------------------------------------------------------------------------------

Node *offset_of(const Plan *plan, const Symbol *ref, Node *const *at, int count)
{
    const Layout *l = layout_of(plan, ref);
    Node *offset = literal_node(0);
    for (int d = 0; d < count; d++)
        offset = sum_node("+", offset, product_node(at[d], l->strides[d]));
    return offset;
}

Node *offset_of_view(const Plan *plan, const Node *n)
{
    const View v = viewed(n->a);
    Node *start[MOST_DIMS];
    for (int d = 0; d < v.dim; d++)
        start[d] = v.at[d];
    start[v.dim] = v.offset;
    return offset_of(plan, v.of, start, v.dim + (v.offset != NULL));
}

Node *batch_offset(const Call *call, const Part *part)
{
    Node *offset = literal_node(0);
    for (int a = 0; a < call->axis_count; a++)
        if (is_batched(&call->axes[a], part))
            offset = with_dim(offset, call->axes[a].extent, name_node(call->axes[a].symbol, part->at));
    return product_node(offset, product_of(part->shape, 0, part->rank));
}

Node *size_of_dim(const Plan *plan, const Node *e)
{
    const Operand *o = operand_of(plan, e->ref);
    for (int d = 0; o && d < o->rank; d++)
        if (o->dims[d].dim == e->a->value && o->dims[d].kind == WINDOW_BOUNDED)
            return bound_node("count", e->ref, d);
    return e->ref->dims[e->a->value];
}

// ---- Whole blocks, and runs -----------------------------------------------------------------------------------------

static const BlockPlace *place_of_block(const Plan *plan, const Symbol *ref)
{
    BlockPlace *p = allocate(sizeof *p);
    for (int d = 0; d < ref->rank; d++)
        p->at[d] = index_on_dim(ref->dims[d], "pl_at", d);
    p->offset = offset_of(plan, ref, p->at, ref->rank);
    p->mask = masked_window(plan, &plan->lanes->placements, ref) ? mask_of(plan, plan->lanes, ref, p->at) : NULL;
    return p;
}

static void place_blocks(const Plan *plan, Step *s)
{
    const Node *n = s->node;
    if (!by_elements(n) || is_region(n->a) || is_region(n->b))
        return;
    const Symbol *from = block_of(n->b);
    s->to = place_of_block(plan, n->a->symbol);
    s->from = from ? place_of_block(plan, from) : NULL;
}

// The subscripts are those of the first access in the loop, or of loops over a whole block; the last index is that of the
// first element of a run.
static void place_vectors(const Plan *plan, const StepLoop *loop)
{
    const Lanes *l = plan->lanes;
    for (int i = 0; i < loop->vector_count; i++) {
        struct Vector *v = &l->vectors.vectors[loop->vectors[i] - l->vectors.vectors];
        Node *at[MOST_DIMS];
        int last = v->ref->rank - 1;
        for (int d = 0; d < last; d++)
            at[d] = loop->axis ? v->place->items[d] : word_node(text("pl_at_%d", d));
        at[last] = word_node(loop->axis ? text("pl_first_%s", loop->axis->index->name) : text("pl_first_%d", loop->dim));
        v->offset = offset_of(plan, v->ref, at, v->ref->rank);
    }
}

static void place_step(void *plan, Step *s)
{
    place_blocks(plan, s);
    for (int i = 0; i < s->loop_count; i++)
        place_vectors(plan, &s->loops[i]);
}

// ---- Slices ---------------------------------------------------------------------------------------------------------

static Node *copied_node(const char *which)
{
    Node *n = word_node(which);
    n->symbol->kind = SY_COPIED;
    return n;
}

static void place_slice(const Plan *plan, const Node *operand, DotSide *side)
{
    Node *row = copied_node("row"), *column = copied_node("column");
    bool transposed = operand->kind == ND_TRANSPOSE;
    Node *const at[] = { transposed ? column : row, transposed ? row : column };
    if (side->masked)
        side->mask = mask_of(plan, plan->lanes, block_of(operand), at);
}

static void place_slices(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    for (struct Dot *dot = l->dots.dots; dot < l->dots.dots + l->dots.dot_count; dot++) {
        place_slice(plan, dot->node->b, &dot->schedule.x);
        place_slice(plan, dot->node->c, &dot->schedule.y);
    }
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static bool has_dense_lines(const Plan *plan, const Node *operand)
{
    const Symbol *s = block_of(operand);
    const Layout *l = layout_of(plan, s);
    const Type *t = s->type;
    return (t->kind == TY_F32 || t->kind == TY_BF16 || t->kind == TY_F16) && (is_literal(l->strides[0], 1) || is_literal(l->strides[1], 1));
}

bool has_panel(const Plan *plan, const Node *dot)
{
    const Symbol *z = dot->a->symbol;
    return plan->one->group.machine->dot_panels && z->type->kind == TY_F32 && is_literal(layout_of(plan, z)->strides[1], 1) &&
           has_dense_lines(plan, dot->b) && has_dense_lines(plan, dot->c);
}

static void add_buffer(Plan *plan, struct Buffer b)
{
    list_add(plan->buffers, plan->buffer_count, b);
}

static void add_block(Plan *plan, const char *name, const Symbol *ref, Node *const *extents)
{
    RowGap gap = gap_of_block(&plan->lanes->placements, ref);
    long long elements = element_count(ref) + gap_count(ref, gap);
    Node *count = gap.elements ? literal_node(elements) : product_of(extents, 0, ref->rank);
    add_buffer(plan, (struct Buffer){ name, ref, count, elements, (int)memory_of(&plan->lanes->placements, ref), gap });
}

// Of a panel: 64 columns of one operand, and for each row of the result a line of the other.
static void add_panel(Plan *plan, const Step *s)
{
    const Node *dot = s->node;
    const Symbol *z = dot->a->symbol;
    if (!has_panel(plan, dot))
        return;
    Node *depth = block_of(dot->b)->dims[dot->b->kind != ND_TRANSPOSE];
    Node *count = sum_node("+", product_node(literal_node(64), depth), product_node(z->dims[0], sum_node("+", depth, literal_node(32))));
    add_buffer(plan, (struct Buffer){ .name = s->buffer, .of = z, .count = count });
}

static void add_buffer_of_step(void *plan, Step *s)
{
    if (s->node->kind == ND_DOT)
        add_panel(plan, s);
    else if (s->buffer)
        add_block(plan, s->buffer, s->node->symbol, s->node->symbol->dims);
}

static void plan_buffers(Plan *plan)
{
    const Call *call = plan->call;
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        struct Buffer b = { .name = text("%s_window", base_of(plan, o->ref)), .of = o->ref, .count = plan->places[i].count };
        b.memory = window_placement(&plan->lanes->placements, o) == WINDOW_COPIED ? MEMORY_GLOBAL : 0;
        if (o->copy != COPY_NEVER)
            add_buffer(plan, b);
    }
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH)
            add_block(plan, call->kernel->parameters[i]->name, call->kernel->parameters[i], call->parts[i].shape);
    each_step(plan->lanes->body, add_buffer_of_step, plan);
}

// ---- All of a call --------------------------------------------------------------------------------------------------

static void lay_out_step(void *plan, Step *s)
{
    const Node *n = s->node;
    const View v = n->kind == ND_VIEW ? viewed(n->a) : (View){ 0 };
    if (n->kind == ND_TILE)
        lay_out_dense(plan, n->symbol);
    if (n->kind == ND_VIEW)
        lay_out_view(plan, n->symbol, &v);
}

// A table has two symbols of one name: that of index maps and that of the kernel.
void plan_places(Plan *plan)
{
    const Call *call = plan->call;
    int count = 0;
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_TABLE) {
            lay_out_dense(plan, call->parts[i].symbol);
            lay_out_dense(plan, call->kernel->parameters[i]);
        }
    for (int i = 0; i < plan->operand_count; i++) {
        WindowPlace p = make_place(plan, &plan->operands[i]);
        lay_out_operand(plan, &plan->operands[i], &p);
        list_add(plan->places, count, p);
    }
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH)
            lay_out_dense(plan, call->kernel->parameters[i]);
    each_step(plan->lanes->body, lay_out_step, plan);
    each_step(plan->lanes->body, place_step, plan);
    place_slices(plan);
    plan_buffers(plan);
}

const WindowPlace *place_of_window(const Plan *plan, const Operand *o)
{
    return &plan->places[o - plan->operands];
}
