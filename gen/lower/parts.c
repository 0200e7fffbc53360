// lower/parts.c -- a call with a PL_REDUCTION axis gets two more: one that divides the steps of the axis among parts, each with
// accumulators of its own, which begin with the identity of their operator; and one that combines the parts with what the
// statements under PL_FIRST leave, and runs those under PL_LAST. The launcher chooses between these two and the call as it is.
//
//     sum:           grid (i, l)         z: PL_OUT                         the kernel
//     sum_parts:     grid (part, i, l)   z: PL_OUT of the array z_parts    its steps
//     sum_combined:  grid (i)            z: PL_OUT, z_parts: PL_IN         PL_FIRST's, PL_REDUCE over the parts, PL_LAST's
//
// If possible, several programs share each block of the last one: lower/shares.c.

#include "lower/lower.h"
#include <limits.h>
#include <string.h>

typedef struct {                // a block that is accumulated, and the array of its parts
    const Symbol *ref;          // of the kernel
    const Part *part;
    const char *how, *name;     // name: of the array
    Symbol *function;           // that combines; NULL: how is an operator
    Type *type;                 // of its elements: sums of small floats are floats until they are combined
} Partial;

typedef struct {
    Source *source;
    const Call *whole;
    const Axis *axis;           // whose steps are divided
    Partial *partials;
    int partial_count;
    Names taken;                // of the file
    const char *part, *parts;   // the index of a part, and their number
    const char *share;          // the index of a share of a block
    bool copies;                // a block is copied by rows and columns: that of an array with more dims has at least two
    const char *why_not;        // the call cannot be divided; NULL: it can
} Division;

enum { MOST_PARTIAL_DIMS = 8 };

static const Type float_type = { .kind = TY_F32, .spelling = "float", .plain = "float" };

// ---- Which calls ----------------------------------------------------------------------------------------------------

static void cannot(Division *d, const char *why)
{
    d->why_not = d->why_not ? d->why_not : why;
}

static bool is_of_axis(const Node *n, const void *call)
{
    return (n->kind == ND_PROGRAM_ID || n->kind == ND_NUM_PROGRAMS || n->kind == ND_AXIS) &&
           axis_asked_for(call, n) == ((const Call *)call)->axis_count - 1;
}

static bool is_assignment(const Node *n)
{
    return n->kind == ND_BINARY && is_op(n, "=");
}

static void find_partials(void *to, const Node *n)
{
    Division *d = to;
    if (branch_under(d->whole, n) != STEP_EACH) {
        if (n->c)
            find_partials(to, n->c);
        return;
    }
    const Accumulation a = accumulation_by(d->whole, n);
    Symbol *function = a.block && n->kind == ND_REDUCE ? n->symbol : NULL;
    bool small = a.block && type_is_small_float(a.block->type) && !function;
    if (a.block && !find_by(d->partials, d->partial_count, a.block))
        list_add(d->partials, d->partial_count,
                 ((Partial){ .ref = a.block, .part = part_of(d->whole, a.block), .how = a.how, .function = function,
                             .type = copy_type(small ? &float_type : a.block->type) }));
    if (function && a.target->kind != ND_ACCESS)
        cannot(d, text("'%s' reduces into a part of an element of '%s'", function->name, a.block->name));
    if (small && n->kind != ND_DOT && !is_assignment(n))
        cannot(d, text("'%s' has elements of type %s", a.block->name, type_name(a.block->type)));
    visit_parts(n, find_partials, to);
}

static void check_partial(Division *d, const Partial *p)
{
    int rank = d->whole->axis_count + p->ref->rank + (d->copies && p->ref->rank == 1);
    if ((p->type->kind == TY_STRUCT && !p->function) || p->type->kind == TY_BOOL)
        cannot(d, text("'%s' has elements of type %s", p->ref->name, type_name(p->type)));
    if (p->ref->scalar_memory || p->part->scalar_memory)
        cannot(d, text("'%s' is in scalar memory", p->ref->name));
    if (rank > MOST_PARTIAL_DIMS)
        cannot(d, text("the parts of '%s' would have %d dims", p->ref->name, rank));
}

static void check_division(Division *d)
{
    const Call *call = d->whole;
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (part->kind == PART_SEM || stays_in_place(part) || part->in_hbm)
            cannot(d, text("'%s' is left in place", call->kernel->parameters[i]->name));
        if (part->alias)
            cannot(d, text("'%s' shares the array of '%s'", part->name, part->alias));
    }
    if (call->mesh_count)
        cannot(d, "several devices make the call");
    if (has_kind(call->kernel->body, ND_RETURN) || has_kind(call->kernel->body, ND_SWITCH))
        cannot(d, "the kernel has a return or a switch");
    find_partials(d, call->kernel->body);
    for (int i = 0; i < d->partial_count; i++)
        check_partial(d, &d->partials[i]);
    if (!d->partial_count)
        cannot(d, "the kernel accumulates nothing");
}

// ---- The statements of one kind -------------------------------------------------------------------------------------

typedef struct { const Call *call; StepKind kind; } Projection;

static Node *projected(const Projection *p, Node *n);

static bool has_statements(const Node *n)
{
    return n->kind == ND_BLOCK || n->kind == ND_WHEN || n->kind == ND_IF || n->kind == ND_EACH || n->kind == ND_LOOP ||
           n->kind == ND_FOR || n->kind == ND_WHILE || n->kind == ND_DO;
}

// The rest of PL_FIRST(l) && c; NULL: nothing is left.
static Node *without_step(const Projection *p, Node *condition)
{
    if (condition->kind != ND_BINARY || !is_op(condition, "&&"))
        return step_under(p->call, condition) == p->kind ? NULL : condition;
    return and_node(without_step(p, condition->a), without_step(p, condition->b));
}

// A branch under PL_FIRST or PL_LAST. What its else has belongs to the steps.
static Node *projected_branch(const Projection *p, Node *n)
{
    StepKind under = branch_under(p->call, n);
    if (p->kind == STEP_EACH && n->c) {
        n->b = new_node(ND_BLOCK, n->at);
        n->c = projected(p, n->c);
        return n->c ? n : NULL;
    }
    if (under != p->kind)
        return NULL;
    n->a = without_step(p, n->a);
    n->c = NULL;
    return n->a ? n : n->b;
}

static bool keep_projected(const Projection *p, Node *block)
{
    int kept = 0;
    bool runs = false;
    for (int i = 0; i < block->item_count; i++) {
        Node *item = projected(p, block->items[i]);
        runs |= item && !declares(item);
        if (item)
            block->items[kept++] = item;
    }
    block->item_count = kept;
    return runs;
}

// Returns the statements of this kind in n, which it changes, and all declarations; NULL: there are none.
static Node *projected(const Projection *p, Node *n)
{
    if (branch_under(p->call, n) != STEP_EACH)
        return projected_branch(p, n);
    if (!has_statements(n))
        return p->kind == STEP_EACH || declares(n) ? n : NULL;
    if (n->kind == ND_BLOCK)
        return keep_projected(p, n) ? n : NULL;
    if (n->kind == ND_WHEN || n->kind == ND_IF) {
        Node *then = projected(p, n->b);
        n->b = then ? then : new_node(ND_BLOCK, n->at);
        n->c = n->c ? projected(p, n->c) : NULL;
        return then || n->c ? n : NULL;
    }
    n->body = projected(p, n->body);
    return n->body ? n : NULL;
}

static bool is_unused(const Node *n, const void *body)
{
    return declares(n) && count_nodes(body, names_symbol, n->symbol) == 1;
}

static Node *statements_of(const Division *d, const Copies *c, StepKind kind)
{
    const Projection p = { d->whole, kind };
    const Node *body = d->whole->kernel->body;
    Copies own = with_more(c);
    copy_declared(&own, body);
    Node *made = projected(&p, copy_tree(&own, body));
    made = made ? made : new_node(ND_BLOCK, body->at);
    while (drop_statements(made, is_unused, made))      // what others were computed from may now be unused
        continue;
    return made;
}

// ---- Copies of a call's parts ---------------------------------------------------------------------------------------

typedef struct {                // a call that is being made
    Division *division;
    Call call;
    Function kernel;
    Copies copies;              // of the symbols of the whole call
    Symbol *count, *call_count; // of the parts: in the kernel's expressions, or in the call's
} Making;

// of: what the launcher of the whole call passes, a symbol of that call, or of the array of the parts.
static void add_parameter(Making *m, Symbol *s, int kind, const Symbol *of)
{
    int count = m->call.parameter_count;
    list_add(m->call.passed, count, ((struct Passed){ kind, of }));
    list_add(m->call.parameters, m->call.parameter_count, s);
}

static void add_part(Making *m, Part part, Symbol *ref)
{
    list_add(m->call.parts, m->call.part_count, part);
    list_add(m->kernel.parameters, m->kernel.parameter_count, ref);
}

static Symbol *copied_symbol(Making *m, const Symbol *s)
{
    return copied(&m->copies, s, s->name);
}

static void copy_symbols(Making *m)
{
    const Call *whole = m->division->whole;
    for (int i = 0; i < whole->parameter_count; i++)
        copied_symbol(m, whole->parameters[i]);
    for (int i = 0; i < whole->axis_count; i++)
        copied_symbol(m, whole->axes[i].symbol);
    for (int i = 0; i < whole->kernel->parameter_count; i++)
        copied_symbol(m, whole->kernel->parameters[i]);
    for (int i = 0; i < whole->kernel->parameter_count; i++) {
        Symbol *s = copied_symbol(m, whole->kernel->parameters[i]);
        s->dims = copy_list(&m->copies, s->dims, s->rank);
    }
}

static Part copied_part(Making *m, const Part *from)
{
    Part part = *from;
    part.symbol = from->symbol ? copied_symbol(m, from->symbol) : NULL;
    part.shape = copy_list(&m->copies, from->shape, from->rank);
    part.block = from->block ? copy_list(&m->copies, from->block, from->rank) : NULL;
    part.index = from->index ? copy_list(&m->copies, from->index, from->rank) : NULL;
    part.edge = copy_tree(&m->copies, from->edge);
    part.buffers = copy_tree(&m->copies, from->buffers);
    return part;
}

static Axis copied_axis(Making *m, const Axis *from)
{
    Axis axis = *from;
    axis.extent = copy_tree(&m->copies, from->extent);
    axis.parts = NULL;                                  // the launcher of the whole call has computed the number
    axis.symbol = copied_symbol(m, from->symbol);
    axis.batched = NULL;
    axis.batched_count = 0;
    for (int i = 0; i < from->batched_count; i++)
        list_add(axis.batched, axis.batched_count, from->batched[i]);
    return axis;
}

// ---- Arrays of parts ------------------------------------------------------------------------------------------------

static void add_dim(Part *part, Node *extent, Node *block, Node *index)
{
    int blocks = part->rank, indices = part->rank;
    list_add(part->shape, part->rank, extent);
    list_add(part->block, blocks, block);
    list_add(part->index, indices, index);
}

static void add_whole_dim(Part *part, Node *extent)
{
    add_dim(part, extent, new_node(ND_FULL, part->at), number_node(0, &long_type, part->at));
}

// The extents of the block, in terms of the call.
static void add_block_dims(const Copies *c, Part *part, const Partial *p)
{
    int before = part->rank;
    for (int i = 0; i < p->part->rank; i++) {
        const Node *block = p->part->block ? p->part->block[i] : NULL, *extent = block;
        if (block && block->kind == ND_NONE)
            continue;
        if (!block || block->kind == ND_FULL)
            extent = p->part->shape[i];
        else if (block->kind == ND_ELEMENT)
            extent = block->items[0];
        else if (block->kind == ND_BOUNDED)
            extent = block->a;
        add_whole_dim(part, copy_tree(c, extent));
    }
    if (part->rank == before)
        add_whole_dim(part, number_node(1, &long_type, part->at));
}

// An array with a block for each program: of one part, whose index is that of a batch, or of all parts.
static Part array_of_parts(Making *m, const Partial *p, PartKind kind)
{
    Part part = { .kind = kind, .name = p->name, .spec = SPEC_BLOCKS, .at = p->part->at, .type = copy_type(p->type) };
    Symbol *s = allocate(sizeof *s);
    part.type->constant = kind == PART_IN;
    part.of_parts = true;
    *s = (Symbol){ .kind = SY_ARRAY, .name = p->name, .declared = p->name, .type = part.type, .at = part.at };
    part.symbol = s;
    part.batches = batch_axes(&m->call);
    for (int i = 0; i < part.batches; i++)
        list_add(m->call.axes[i].batched, m->call.axes[i].batched_count, p->name);
    if (kind == PART_IN)
        add_whole_dim(&part, name_node(m->call_count, part.at));
    for (int i = part.batches; i < m->call.axis_count; i++) {
        const Axis *axis = &m->call.axes[i];
        if (axis->kind != AXIS_REDUCTION)
            add_dim(&part, copy_of_value(axis->extent), new_node(ND_NONE, part.at), name_node(axis->symbol, part.at));
    }
    if (m->division->copies && p->ref->rank == 1)
        add_dim(&part, number_node(1, &long_type, part.at), new_node(ND_NONE, part.at), number_node(0, &long_type, part.at));
    add_block_dims(&m->copies, &part, p);
    return part;
}

// ---- Small floats, which are floats in the kernel of the parts ------------------------------------------------------

typedef struct { const Symbol *ref; Type *type; } Widened;

static bool is_widened(const Partial *p)
{
    return p->type->kind != p->ref->type->kind;
}

// e without the conversions of the block's old value.
static Node *in_floats(const Widened *w, Node *e)
{
    if (converts_float(e) && e->items[0]->kind == ND_ACCESS && e->items[0]->ref == w->ref)
        return e->items[0];
    e->a = e->a ? in_floats(w, e->a) : NULL;
    e->b = e->b ? in_floats(w, e->b) : NULL;
    for (int i = 0; i < e->item_count; i++)
        e->items[i] = in_floats(w, e->items[i]);
    return e;
}

static void widen(void *to, const Node *in)
{
    const Widened *w = to;
    Node *n = writable(in);
    if (n->kind == ND_ACCESS && n->ref == w->ref)
        n->type = w->type;
    if (!is_assignment(n) || n->a->kind != ND_ACCESS || n->a->ref != w->ref)
        return;
    while (converts_float(n->b))
        n->b = n->b->items[0];
    n->b = in_floats(w, n->b);
    n->type = w->type;
}

// ---- The call of the parts ------------------------------------------------------------------------------------------

static Node *all_ones(Loc at)
{
    Node *n = unary_node("~", number_node(0, &int_type, at));
    n->at = at, n->type = copy_type(&int_type);
    return n;
}

// The extreme value of an integer, of which all or none of the others are less.
static Node *extreme_integer(const Type *t, bool largest, Loc at)
{
    long long most = t->kind == TY_I64 ? LLONG_MAX : (1LL << (8 * type_size(t) - 1)) - 1;
    if (!has_sign(t))
        return largest ? all_ones(at) : number_node(0, &int_type, at);
    Node *n = number_node(largest ? most : -most, type_size(t) < 8 ? &int_type : &long_type, at);
    if (!largest) {
        n = binary_node("-", n, number_node(1, &int_type, at));
        n->type = n->a->type;
    }
    return n;
}

static Node *infinity(Loc at)
{
    Node *n = new_node(ND_FLOAT, at);
    n->spelling = "INFINITY";
    n->number = __builtin_inf();
    n->type = copy_type(&float_type);
    return n;
}

static Node *identity_of(const char *how, const Type *type, Loc at)
{
    bool least = is_text(how, "PL_MAX"), largest = is_text(how, "PL_MIN");
    if (!least && !largest)
        return is_text(how, "PL_AND") ? all_ones(at) : number_node(is_text(how, "PL_MUL"), &int_type, at);
    if (!type_is_float(type))
        return extreme_integer(type, largest, at);
    Node *n = largest ? infinity(at) : unary_node("-", infinity(at));
    n->at = at, n->type = copy_type(&float_type);
    return n;
}

// PL_WHEN (this is the first step of the part) { PL_FILL of all that is accumulated }
static Node *beginning(Making *m)
{
    const Division *d = m->division;
    Loc at = d->whole->kernel->body->at;
    Node *fills = new_node(ND_BLOCK, at), *first = new_node(ND_FIRST_STEP, at);
    Node *id = program_id(d->whole->axis_count - 1 - batch_axes(d->whole), at);
    for (int i = 0; i < d->partial_count; i++) {
        Node *fill = new_node(ND_FILL, at);
        const Partial *p = &d->partials[i];
        fill->a = name_node(copied_symbol(m, p->ref), at);
        fill->b = p->function ? copy_of_value(p->function->function->identity) : identity_of(p->how, p->type, at);
        add_item(fills, fill);
    }
    first->a = copy_of_value(id->a);
    first->known = true;                                // counted from the part's first
    first->type = copy_type(&long_type);
    Node *condition = compare_node("==", id, first);
    condition->at = at;
    return branch_node(ND_WHEN, condition, fills, NULL, at);
}

static void add_part_axis(Making *m)
{
    Loc at = m->division->axis->at;
    Axis part = { .name = m->division->part, .extent = name_node(m->call_count, at), .kind = AXIS_BATCH,
                  .symbol = new_long(SY_AXIS, m->division->part, at), .at = at };
    list_add(m->call.axes, m->call.axis_count, part);
}

// Parts of which drop_unused_parts drops those that no map, extent or statement uses.
static bool is_for_maps(const Part *part)
{
    return part->kind == PART_TABLE || part->kind == PART_SCALAR;
}

static const Partial *partial_of(const Division *d, const Symbol *ref)
{
    return find_by(d->partials, d->partial_count, ref);
}

static void add_parts_of_parts_call(Making *m)
{
    const Call *whole = m->division->whole;
    for (int i = 0; i < whole->part_count; i++) {
        const Symbol *ref = whole->kernel->parameters[i];
        const Partial *p = partial_of(m->division, ref);
        Symbol *copy = copied_symbol(m, ref);
        if (p) {
            Widened w = { copy, p->type };
            copy->type = copy_type(p->type);
            if (is_widened(p))
                each_node(m->kernel.body, widen, &w);
            add_part(m, array_of_parts(m, p, PART_OUT), copy);
        } else if (uses(m->kernel.body, copy) || is_for_maps(&whole->parts[i])) {
            add_part(m, copied_part(m, &whole->parts[i]), copy);
        }
    }
}

// ---- The call that combines them ------------------------------------------------------------------------------------

// The element of a block at these subscripts.
static Node *element_at(Symbol *ref, Node *const *subscripts, Loc at)
{
    Node *n = new_node(ND_ACCESS, at);
    n->ref = ref, n->type = ref->type;
    for (int i = 0; i < ref->rank; i++)
        add_item(n, copy_of_value(subscripts[i]));
    return n;
}

static Node *converted_by(const char *function, Node *value, Type *type)
{
    Node *n = new_node(ND_CALL, value->at);
    n->name = function, n->type = type;
    add_item(n, value);
    return n;
}

static const char *conversion_to(const Type *t)
{
    return t->kind == TY_F16 ? "pl_to_f16" : t->kind == TY_BF16 ? "pl_to_bf16" : t->kind == TY_E4M3 ? "pl_to_f8e4m3" : "pl_to_f8e5m2";
}

// PL_REDUCE (acc, how, (part, 0, parts), z_parts[part][r][c]);
static Node *reduction_into(Making *m, const Partial *p, Node *acc, Symbol *parts, Node *const *subscripts)
{
    Node *n = new_node(ND_REDUCE, acc->at), *all[MOST_PARTIAL_DIMS];
    LoopAxis over = { .index = new_long(SY_INDEX, m->division->part, acc->at), .lo = number_node(0, &long_type, acc->at),
                      .hi = name_node(m->count, acc->at) };
    all[0] = name_node(over.index, acc->at);
    memcpy(all + 1, subscripts, (size_t)(parts->rank - 1) * sizeof *all);
    n->a = acc, n->op = p->how, n->symbol = p->function, n->type = acc->type;
    n->b = element_at(parts, all, acc->at);
    list_add(n->axes, n->axis_count, over);
    return n;
}

// The same for a small float, in a float.
static Node *reduction_in_float(Making *m, const Partial *p, Node *element, Symbol *parts, Node *const *subscripts)
{
    Loc at = element->at;
    Node *block = new_node(ND_BLOCK, at);
    Symbol *sum = new_long(SY_LOCAL, "sum", at);
    sum->type = copy_type(&float_type);
    add_item(block, declaration_node(sum, converted_by("pl_to_f32", element, sum->type), at));
    add_item(block, reduction_into(m, p, name_node(sum, at), parts, subscripts));
    Node *rounded = converted_by(conversion_to(element->type), name_node(sum, at), element->type);
    add_item(block, statement_node(assignment_node("=", copy_of_value(element), rounded)));
    return block;
}

static bool has_one_element(const Symbol *ref)
{
    for (int i = 0; i < ref->rank; i++)
        if (!ref->dims[i]->known || ref->dims[i]->value != 1)
            return false;
    return true;
}

// PL_EACH ((at_0, BM), (at_1, BN)) PL_REDUCE (z[at_0][at_1], …); for a single element PL_REDUCE alone, which lanes share.
static Node *combination(Making *m, const Partial *p, Symbol *parts)
{
    Loc at = p->part->at;
    Symbol *ref = copied_symbol(m, p->ref);
    Node *each = new_node(ND_EACH, at), *subscripts[MOST_PARTIAL_DIMS];
    bool single = has_one_element(ref);
    for (int i = 0; i < ref->rank; i++) {
        LoopAxis axis = { .index = new_long(SY_INDEX, text("at_%d", i), at), .lo = number_node(0, &long_type, at),
                          .hi = copy_of_value(ref->dims[i]) };
        subscripts[i] = single ? number_node(0, &int_type, at) : name_node(axis.index, at);
        list_add(each->axes, each->axis_count, axis);
    }
    Node *element = element_at(ref, subscripts, at);
    each->body = (is_widened(p) ? reduction_in_float : reduction_into)(m, p, element, parts, subscripts);
    return single ? each->body : each;
}

static Symbol *ref_of_parts(Making *m, const Partial *p)
{
    Symbol *ref = allocate(sizeof *ref);
    *ref = (Symbol){ .kind = SY_REF, .name = p->name, .declared = p->name, .type = copy_type(p->type), .at = p->ref->at };
    ref->type->constant = true;
    list_add(ref->dims, ref->rank, name_node(m->count, ref->at));
    for (int i = 0, count = 1; i < p->ref->rank; i++)
        list_add(ref->dims, count, copy_tree(&m->copies, p->ref->dims[i]));
    ref->rank = p->ref->rank + 1;
    return ref;
}

static bool sets_name(const Node *n, const void *name)
{
    const Node *root = written_root(n);
    const Symbol *s = root ? root->kind == ND_ACCESS ? root->ref : root->symbol : NULL;
    return s && is_text(s->name, name);
}

// What is under PL_FIRST and PL_LAST runs without the steps, once.
static void check_combined(Division *d, Making *m, const Node *of)
{
    const Call *whole = d->whole;
    if (find_node(of, is_of_axis, whole))
        cannot(d, text("a statement under PL_FIRST or PL_LAST asks for the index on '%s'", d->axis->name));
    for (int i = 0; i < whole->part_count; i++)
        if (moves_along(&whole->parts[i], d->axis) && uses(of, copied_symbol(m, whole->kernel->parameters[i])))
            cannot(d, text("a statement under PL_FIRST or PL_LAST reads '%s', whose block changes along '%s'", whole->parts[i].name,
                           d->axis->name));
}

typedef struct { Division *division; const Node *steps; } Carried;

static void check_carried(void *to, const Node *n)
{
    const Carried *c = to;
    if (declares(n) && find_node(c->steps, sets_name, n->symbol->name))
        cannot(c->division, text("'%s' is set by the steps, and read under PL_LAST", n->symbol->name));
}

static void add_parts_of_combined(Making *m, Symbol *const *refs)
{
    const Call *whole = m->division->whole;
    for (int i = 0; i < whole->part_count; i++) {
        const Part *part = &whole->parts[i];
        Symbol *copy = copied_symbol(m, whole->kernel->parameters[i]);
        if (uses(m->kernel.body, copy) || is_for_maps(part))
            add_part(m, copied_part(m, part), copy);
    }
    for (int i = 0; i < m->division->partial_count; i++)
        add_part(m, array_of_parts(m, &m->division->partials[i], PART_IN), refs[i]);
}

// ---- Both calls -----------------------------------------------------------------------------------------------------

static bool maps_use(const Making *m, const Symbol *s)
{
    bool used = false;
    for (int a = 0; a < m->call.axis_count; a++)
        used |= uses(m->call.axes[a].extent, s);
    for (int i = 0; i < m->call.part_count; i++) {
        const Part *part = &m->call.parts[i];
        used |= part->edge && uses(part->edge, s);
        for (int d = 0; d < part->rank; d++)
            used |= uses(part->shape[d], s) || (part->block && uses(part->block[d], s)) || (part->index && uses(part->index[d], s));
    }
    return used;
}

static bool kernel_uses(const Making *m, const Symbol *ref)
{
    bool used = uses(m->kernel.body, ref);
    for (int i = 0; i < m->kernel.parameter_count; i++)
        for (int d = 0; d < m->kernel.parameters[i]->rank; d++)
            used |= uses(m->kernel.parameters[i]->dims[d], ref);
    return used;
}

static void drop_unused_parts(Making *m)
{
    int kept = 0;
    for (int i = 0; i < m->call.part_count; i++) {
        Part part = m->call.parts[i];
        Symbol *ref = m->kernel.parameters[i];
        if (is_for_maps(&part) && !kernel_uses(m, ref) && !maps_use(m, part.symbol))
            continue;
        m->call.parts[kept] = part;
        m->kernel.parameters[kept++] = ref;
    }
    m->call.part_count = m->kernel.parameter_count = kept;
}

static bool is_symbol_of_part(const Making *m, const Symbol *s)
{
    for (int i = 0; i < m->call.part_count; i++)
        if (m->call.parts[i].symbol == s)
            return true;
    return false;
}

// The parameters of the whole call that this one uses, in their order, then the number of parts, then the arrays of parts.
static void add_parameters(Making *m)
{
    const Call *whole = m->division->whole;
    for (int i = 0; i < whole->parameter_count; i++) {
        Symbol *s = copied_symbol(m, whole->parameters[i]);
        if (is_symbol_of_part(m, s) || maps_use(m, s))
            add_parameter(m, s, s->kind == SY_SIZE || s->kind == SY_SCALAR ? PASS_VALUE : PASS_ARRAY, whole->parameters[i]);
    }
    add_parameter(m, m->call_count, PASS_COUNT, NULL);
    for (int i = 0; i < m->call.part_count; i++)
        if (m->call.parts[i].of_parts)
            add_parameter(m, m->call.parts[i].symbol, PASS_PARTIAL, m->call.parts[i].symbol);
}

static void begin(Making *m, Division *d, const char *ending)
{
    const Call *whole = d->whole;
    const char *name = free_name(&d->taken, text("%s_%s", whole->name, ending));
    add_name(&d->taken, name);
    *m = (Making){ .division = d, .call = { .name = name, .at = whole->at, .whole = whole,
                                             .choices = whole->choices, .choice_count = whole->choice_count } };
    m->kernel = (Function){ .name = whole->kernel->name, .kind = FN_KERNEL, .result = whole->kernel->result, .at = whole->kernel->at,
                            .used = true };
    copy_symbols(m);
}

static Call finished(Making *m)
{
    Function *kernel = allocate(sizeof *kernel);
    drop_unused_parts(m);
    add_parameters(m);
    *kernel = m->kernel;
    m->call.kernel = kernel;
    list_add(m->division->source->functions, m->division->source->function_count, kernel);
    return m->call;
}

static void make_parts(Making *m, Division *d)
{
    const Call *whole = d->whole;
    begin(m, d, "parts");
    m->count = m->call_count = new_long(SY_SIZE, d->parts, d->axis->at);
    for (int a = 0; a < whole->axis_count; a++) {
        if (a == batch_axes(whole))
            add_part_axis(m);
        list_add(m->call.axes, m->call.axis_count, copied_axis(m, &whole->axes[a]));
    }
    m->kernel.body = new_node(ND_BLOCK, whole->kernel->body->at);
    add_item(m->kernel.body, beginning(m));
    add_items(m->kernel.body, statements_of(d, &m->copies, STEP_EACH));
    add_parts_of_parts_call(m);
}

// What a block declares must be declared nowhere else.
static void add_block(Node *to, Node *block)
{
    if (has_kind(block, ND_DECLARE))
        add_item(to, block);
    else
        add_items(to, block);
}

static void make_combined(Making *m, Division *d)
{
    const Call *whole = d->whole;
    begin(m, d, "combined");
    m->count = new_long(SY_SCALAR, d->parts, d->axis->at);
    m->call_count = new_long(SY_SCALAR, d->parts, d->axis->at);
    for (int a = 0; a + 1 < whole->axis_count; a++)
        list_add(m->call.axes, m->call.axis_count, copied_axis(m, &whole->axes[a]));
    Part scalar = { .kind = PART_SCALAR, .name = d->parts, .symbol = m->call_count, .type = copy_type(&long_type), .at = d->axis->at };
    add_part(m, scalar, m->count);
    Node *first = statements_of(d, &m->copies, STEP_FIRST), *last = statements_of(d, &m->copies, STEP_LAST);
    check_combined(d, m, first);
    check_combined(d, m, last);
    m->kernel.body = new_node(ND_BLOCK, whole->kernel->body->at);
    add_block(m->kernel.body, first);
    Symbol **refs = allocate((size_t)d->partial_count * sizeof *refs);
    for (int i = 0; i < d->partial_count; i++) {
        refs[i] = ref_of_parts(m, &d->partials[i]);
        add_item(m->kernel.body, combination(m, &d->partials[i], refs[i]));
    }
    add_block(m->kernel.body, last);
    add_parts_of_combined(m, refs);
}

static Shares share_combined(Making *m, long long lanes)
{
    const Symbol **blocks = NULL;
    int count = 0;
    for (int i = 0; i < m->division->partial_count; i++)
        list_add(blocks, count, copied_symbol(m, m->division->partials[i].ref));
    return share_blocks(&m->call, &m->kernel, blocks, count, m->division->share, lanes);
}

// ---- The stage ------------------------------------------------------------------------------------------------------

// Names that nothing else of the call or of its kernel has.
static void choose_names(Division *d)
{
    const Call *call = d->whole;
    Names names = names_in(d->source);
    for (int i = 0; i < call->parameter_count; i++)
        take_name(call->parameters[i], &names);
    for (int i = 0; i < call->kernel->parameter_count; i++)
        take_name(call->kernel->parameters[i], &names);
    for (int a = 0; a < call->axis_count; a++)
        take_name(call->axes[a].symbol, &names);
    each_declared(call->kernel->body, take_name, &names);
    d->part = free_name(&names, "part");
    d->parts = free_name(&names, "parts");
    d->share = free_name(&names, "share");
    add_name(&names, d->part);
    add_name(&names, d->parts);
    add_name(&names, d->share);
    for (int i = 0; i < d->partial_count; i++) {
        d->partials[i].name = free_name(&names, text("parts_of_%s", d->partials[i].ref->name));
        add_name(&names, d->partials[i].name);
    }
}

// The elements that each part has, in terms of the whole call.
static Node *count_of(const Division *d, const Partial *p)
{
    Part dims = { .at = p->part->at };
    Node *count = literal_node(1);
    add_block_dims(&(Copies){ NULL, 0 }, &dims, p);
    for (int a = 0; a + 1 < d->whole->axis_count; a++)
        count = product_node(count, copy_of_value(d->whole->axes[a].extent));
    for (int i = 0; i < dims.rank; i++)
        count = product_node(count, dims.shape[i]);
    return count;
}

// Adds the two calls before the whole one, whose launcher calls them.
static void divide(Source *s, Call *whole, long long lanes, bool copies, Call *to, int *count)
{
    Division d = { .source = s, .whole = whole, .axis = reduction_axis(whole), .taken = names_in(s), .copies = copies };
    Making parts, combined;
    check_division(&d);
    if (d.why_not) {
        whole->undivided = d.why_not;
        return;
    }
    choose_names(&d);
    make_parts(&parts, &d);
    make_combined(&combined, &d);
    Carried carried = { &d, parts.kernel.body };
    each_node(combined.kernel.body, check_carried, &carried);
    whole->undivided = d.why_not;
    if (d.why_not)
        return;
    const Shares shares = lanes ? share_combined(&combined, lanes) : (Shares){ .count = 1 };
    to[*count] = finished(&parts);
    to[*count + 1] = finished(&combined);
    whole->divided = &to[*count];
    whole->combined = &to[*count + 1];
    whole->shares = shares.count;
    whole->unshared = shares.why_not;
    for (int i = 0; i < d.partial_count; i++)
        list_add(whole->partials, whole->partial_count,
                 ((struct PartialArray){ d.partials[i].name, d.partials[i].type, count_of(&d, &d.partials[i]) }));
    *count += 2;
}

void divide_reductions(Source *s, long long lanes, bool copies)
{
    Call *all = allocate((size_t)(3 * s->call_count + 1) * sizeof *all);
    int count = 0;
    for (int i = 0; i < s->call_count; i++) {
        Call whole = s->calls[i];
        if (reduction_axis(&whole) && whole.kernel)
            divide(s, &whole, lanes, copies, all, &count);
        all[count] = whole;
        for (int k = 0; whole.divided && k < 2; k++)
            all[count - 2 + k].whole = &all[count];
        count++;
    }
    s->calls = all;
    s->call_count = count;
}
