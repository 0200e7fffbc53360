// emit/text.c -- names that do not collide, expressions as facts, and the places of a ref's elements.

#include "emit/emit.h"
#include <string.h>

// ---- Names ----------------------------------------------------------------------------------------------------------

// Returns the name without a '_' at its end: C++ reserves names with two of them.
static const char *stem_of(const char *name)
{
    int length = (int)strlen(name);
    while (length && name[length - 1] == '_')
        length--;
    const char *stem = text_part(name, length);
    return *unmarked(stem) ? stem : marked("block");
}

// Whether names that begin with base and a '_' can be generated for the name: no user name is one, or is the base.
static bool is_free(const Emitter *em, const char *base, const char *name)
{
    const char *prefix = text("%s_", base);
    for (int i = 0; i < em->names.count; i++)
        if (strcmp(em->names.at[i], name) && (begins(em->names.at[i], prefix) || !strcmp(em->names.at[i], base)))
            return false;
    for (int i = 0; i < em->base_count; i++)
        if (!strcmp(em->bases[i].base, base))
            return false;
    return true;
}

static void take_names(void *names, const Node *n)
{
    if (declares(n))
        add_name(names, n->symbol->name);
    for (int i = 0; i < n->axis_count; i++)
        add_name(names, n->axes[i].index->name);
}

void take_declared(Emitter *em, const Node *n)
{
    each_node(n, take_names, &em->names);
}

// Appends to the name of a symbol of the call until nothing in the kernel has this name, or the one made of it with `end`.
static void rename_apart(Emitter *em, Symbol *s, const char *suffix, const char *end)
{
    while (has_name(&em->names, s->name) || has_name(&em->names, text("%s%s", s->name, end)))
        s->name = text("%s%s", stem_of(s->name), suffix);
    add_name(&em->names, s->name);
}

void choose_names(Emitter *em, const Plan *plan)
{
    const Source *source = em->source;
    const Call *call = plan->call;
    em->names.count = em->base_count = 0;
    for (int i = 0; i < source->constant_count; i++)
        add_name(&em->names, source->constants[i]->name);
    for (int i = 0; i < source->function_count; i++)
        add_name(&em->names, source->functions[i]->name);
    for (int i = 0; i < call->kernel->parameter_count; i++)
        add_name(&em->names, call->kernel->parameters[i]->name);
    take_declared(em, call->kernel->body);
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCALAR || call->parts[i].kind == PART_TABLE)
            call->parts[i].symbol->name = call->kernel->parameters[i]->name;
    for (int i = 0; i < call->parameter_count; i++)
        if (call->parameters[i]->kind == SY_SIZE)
            rename_apart(em, call->parameters[i], "_size", "");
    for (int i = 0; i < call->axis_count; i++)
        rename_apart(em, call->axes[i].symbol, "_axis", "_programs");
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

const char *printed(Emitter *em, const Node *e)
{
    return expression_as(&em->facts, e);
}

const char *printed_summand(Emitter *em, const Node *e)
{
    return summand_as(&em->facts, e);
}

const char *printed_factor(Emitter *em, const Node *e)
{
    return factor_as(&em->facts, e);
}

const char *printed_operand(Emitter *em, const Node *e)
{
    return operand_as(&em->facts, e);
}

// ---- Text -----------------------------------------------------------------------------------------------------------

const char *place_text(Loc at)
{
    return text("%s:%u:%u", file_name_text(at.file), at.line, at.column);
}

const char *type_as_fact(const Type *t)
{
    const char *qualifier = t->constant ? "const " : "";
    return t->kind == TY_STRUCT ? text("%s%s", qualifier, t->record->name)
                                : text("%s»pl_type(%s)«", qualifier, type_code(t));
}

Node *product_of(Node *const *dims, int from, int to)
{
    Node *p = literal_node(1);
    for (int d = from; d < to; d++)
        p = product_node(p, dims[d]);
    return p;
}

// ---- Batches --------------------------------------------------------------------------------------------------------

// Returns the offset, in elements, of the part of a table or atomic array for this batch index; "0": it has no batch.
const char *batch_offset(Emitter *em, const Call *call, const Part *part)
{
    Node *offset = literal_node(0);
    for (int a = 0; a < call->axis_count; a++)
        if (is_batched(&call->axes[a], part)) {
            Node *index = word_node(text("»pl_batch_index(«%s»)«", call->axes[a].symbol->name));
            offset = sum_node("+", product_node(offset, call->axes[a].extent), index);
        }
    return printed_factor(em, product_node(offset, product_of(part->shape, 0, part->rank)));
}

// Returns the extents of a table as the caller passes it: PL_BATCH adds leading dims.
const char *table_shape(Emitter *em, const Call *call, const Part *part)
{
    const char *s = "";
    for (int a = 0; a < call->axis_count; a++)
        if (is_batched(&call->axes[a], part))
            s = listed(s, printed(em, call->axes[a].extent));
    for (int d = 0; d < part->rank; d++)
        s = listed(s, printed(em, part->shape[d]));
    return s;
}

// Adds the names in the offset of a batched table to the names in use.
static void use_batch(Emitter *em, const Symbol *table)
{
    const Call *call = em->plan ? em->plan->call : NULL;
    for (int i = 0; call && i < call->part_count; i++)
        for (int a = 0; call->parts[i].symbol == table && a < call->axis_count; a++)
            if (is_batched(&call->axes[a], &call->parts[i])) {
                batch_offset(em, call, &call->parts[i]);
                use(em, call->axes[a].symbol->name);
            }
}

// ---- Refs -----------------------------------------------------------------------------------------------------------

static Layout *find_layout(Emitter *em, const Symbol *ref)
{
    for (int i = em->layout_count - 1; i >= 0; i--)
        if (em->layouts[i].ref == ref)
            return &em->layouts[i];
    INTERNAL(text("'%s' has no layout", ref->name));
}

Layout *layout_of(Emitter *em, const Symbol *ref)
{
    use(em, ref->name);
    if (ref->kind == SY_TABLE)
        use_batch(em, ref);
    return find_layout(em, ref);
}

const char *bound_name(Emitter *em, const Node *bound)
{
    const char *base = find_layout(em, bound->ref)->base;
    const char *name = text("%s_%s%lld", base, is_op(bound, "count") ? "count_" : "", bound->a->value);
    use(em, name);
    return name;
}

const char *base_name(Emitter *em, const Symbol *ref)
{
    for (int i = 0; i < em->base_count; i++)
        if (!strcmp(em->bases[i].name, ref->name))
            return em->bases[i].base;
    const char *stem = stem_of(ref->name), *base = stem;
    for (int i = 2; !is_free(em, base, ref->name); i++)
        base = text("%s%d", stem, i);                   // of x, if there is an x_ or an x_0
    list_add(em->bases, em->base_count, ((struct Base){ ref->name, base }));
    return base;
}

Layout *new_layout(Emitter *em, const Symbol *ref)
{
    Layout l = { .ref = ref, .base = base_name(em, ref) };
    list_add(em->layouts, em->layout_count, l);
    return &em->layouts[em->layout_count - 1];
}

Layout *dense_layout(Emitter *em, const Symbol *ref)
{
    Layout *l = new_layout(em, ref);
    for (int d = 0; d < ref->rank; d++)
        l->strides[d] = product_of(ref->dims, d + 1, ref->rank);
    long long gap = em->plan ? gap_of_block(em->plan->lanes, ref).elements : 0;
    long long stride = gap ? ref->dims[ref->rank - 1]->value + gap : 0;
    for (int d = ref->rank - 2; gap && d >= 0; d--) {
        l->strides[d] = literal_node(stride);
        stride *= ref->dims[d]->value;
    }
    return l;
}

static Node *offset_in(const Layout *l, Node *const *indices, int count)
{
    Node *offset = literal_node(0);
    for (int d = 0; d < count; d++)
        offset = sum_node("+", offset, product_node(indices[d], l->strides[d]));
    return offset;
}

const char *offset_text(Emitter *em, const Layout *l, Node *const *indices, int count)
{
    bool within = em->offsets;                          // of a table's element, in an index
    em->offsets = true;
    const char *s = printed_summand(em, offset_in(l, indices, count));
    em->offsets = within;
    return s;
}

// Returns pl_pattern facts: how the element depends on each axis of the enclosing loops, if it does.
static const char *patterns_text(const Element *e)
{
    const char *s = "";
    for (int i = 0; e && i < e->pattern_count; i++) {
        const AccessPattern *pattern = &e->patterns[i].pattern;
        s = text("%spl_pattern(«%s», %s, %d, %lld)", s, e->patterns[i].index->name, pattern_name(pattern->kind), pattern->dim,
                 pattern->kind == PATTERN_STRIDED ? pattern->factor : 1);
    }
    return s;
}

// Returns the register that holds the element, by the trips of the enclosing loops, if the block is in registers.
static const char *registers_text(Emitter *em, const Node *e)
{
    const char *s = "";
    for (int d = 0; is_in_registers(em, e->ref) && d < e->item_count; d++) {
        const Node *index = e->items[d];
        if (d < e->ref->rank - 2) {                     // it selects one of the lane's tiles
            s = text("%s«[%s]»", s, printed(em, index));
            continue;
        }
        while (index->kind != ND_NAME)                  // within a cast
            index = index->a;
        s = text("%spl_register(«%s»%s)", s, index->symbol->name, run_of_index(em, index->symbol));
    }
    return s;
}

// Returns the address of an element, row or block. If it points to an array, it is cast to C's type for that.
const char *address_fact(Emitter *em, const Symbol *ref, Node *const *indices, int count, const Type *to, const char *prefix)
{
    const char *at =
        text("»pl_address(«%s», «%s», «%s%s%s»)«", ref->name, offset_text(em, layout_of(em, ref), indices, count),
             prefix, ref->name, subscripts_text(em, indices, count));
    if (to->kind != TY_ARRAY)
        return at;
    Type pointer = { .kind = TY_POINTER, .of = (Type *)(size_t)to, .space = "block" };
    return text("(%s)%s", type_as(&em->facts, &pointer, ""), at);
}

const char *printed_condition(Emitter *em, const Node *condition)
{
    return condition ? printed(em, condition) : "";
}

// Only lanes use masks, and they have every name, so these names do not count as used.
const char *printed_mask(Emitter *em, const Node *condition)
{
    em->masks = true;
    const char *s = printed_condition(em, condition);
    em->masks = false;
    return s;
}

const char *access_fact(Emitter *em, const Node *e)
{
    const Layout *l = layout_of(em, e->ref);
    if (e->item_count < e->ref->rank)
        return address_fact(em, e->ref, e->items, e->item_count, e->type->of, "");
    if (e->ref->kind == SY_TABLE)
        extents_text(em, e->ref, 1);
    const Element *element = element_of_step(em->step, e);
    const char *inside = printed_mask(em, element ? element->condition : NULL);
    return text("»%s«", fact("element",
                             "ref=«%s», offset=«%s», patterns=«%s», subscripts=«%s», registers=«%s», inside=«%s», "
                             "outside=«%s», vector=«%s»",
                             e->ref->name, offset_text(em, l, e->items, e->item_count), patterns_text(element),
                             subscripts_text(em, e->items, e->item_count), registers_text(em, e), inside,
                             *inside ? outside_text(em, e->ref) : "", vector_name(em, element ? element->vector : NULL)));
}

// ---- Which elements are inside the array ----------------------------------------------------------------------------

const char *inside_array(Emitter *em, const Symbol *ref, Node *const *at)
{
    return printed_mask(em, mask_of(em->plan, lanes(em), ref, at));
}

const char *edge_text(Emitter *em, const Operand *o)
{
    const Node *edge = o->part->edge;
    return edge ? convert_fact(edge->type, o->part->type, printed(em, edge)) : "";
}

// Returns the value of PL_EDGE; without one 0, or 1 for integers, which may be divisors.
const char *outside_text(Emitter *em, const Symbol *ref)
{
    const Operand *o = operand_of(em->plan, ref);
    em->masks = true;
    const char *edge = edge_text(em, o);
    em->masks = false;
    if (!*edge && type_is_small_float(o->part->type))
        return text("»pl_zero(%s)«", type_code(o->part->type));
    return *edge ? edge : type_is_float(o->part->type) ? "0" : "1";
}

const char *size_fact(Emitter *em, const Node *e)
{
    const Operand *o = operand_of(em->plan, e->ref);
    for (int d = 0; o && d < o->rank; d++)
        if (o->dims[d].dim == e->a->value && o->dims[d].kind == WINDOW_BOUNDED)
            return bound_name(em, bound_node("count", e->ref, d));
    return text("(long)%s", printed_operand(em, e->ref->dims[e->a->value]));
}
