// emit/text.c -- expressions as facts, and the places of a ref's elements.

#include "emit/emit.h"

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
    if (t->vector)
        return text("»say_vector_type(%s)«", type_code(t));
    return t->kind == TY_STRUCT ? text("%s%s", qualifier, t->record->name)
                                : text("%s»pl_type(%s)«", qualifier, type_code(t));
}

// ---- Batches --------------------------------------------------------------------------------------------------------

static const char *batch_index(const Printer *p, const Node *e)
{
    bool axis = e->kind == ND_NAME && e->symbol->kind == SY_AXIS;
    return axis ? text("»pl_batch_index(«%s»)«", e->symbol->name) : fact_of(p, e);
}

const char *batch_text(Emitter *em, const Call *call, const Part *part)
{
    return factor_as(&(Printer){ .fact = batch_index, .type = type_as_fact, .of = em }, batch_offset(call, part));
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

// ---- Refs -----------------------------------------------------------------------------------------------------------

static const char *offset_text(Emitter *em, const Symbol *ref, Node *const *indices, int count)
{
    return printed_summand(em, offset_of(em->plan, ref, indices, count));
}

// Returns the address of an element, row or block. If it points to an array, it is cast to C's type for that.
const char *address_fact(Emitter *em, const Symbol *ref, Node *const *indices, int count, const Type *to, const char *prefix)
{
    const char *at =
        text("»pl_address(«%s», «%s», «%s%s%s»)«", ref->name, offset_text(em, ref, indices, count),
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

const char *access_fact(Emitter *em, const Node *e)
{
    if (e->item_count < e->ref->rank)
        return address_fact(em, e->ref, e->items, e->item_count, e->type->of, "");
    return text("»pl_element(«%s», «%s», «%s»)«", e->ref->name, offset_text(em, e->ref, e->items, e->item_count),
                subscripts_text(em, e->items, e->item_count));
}

// ---- Elements outside the array -------------------------------------------------------------------------------------

const char *edge_text(Emitter *em, const Operand *o)
{
    const Node *edge = o->part->edge;
    return edge ? convert_fact(edge->type, o->part->type, printed(em, edge)) : "";
}

const char *size_fact(Emitter *em, const Node *e)
{
    const Node *size = size_of_dim(em->plan, e);
    return text(size->kind == ND_BOUND ? "%s" : "(long)%s", printed_operand(em, size));
}

const char *shape_text(Emitter *em, const Operand *o)
{
    const char *s = "";
    for (int d = 0; d < o->rank; d++)
        s = listed(s, printed(em, o->dims[d].shape));
    return s;
}
