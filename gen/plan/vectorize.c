// plan/vectorize.c -- which loops may run with several elements per iteration, and which of their values are vectors.
//
// The innermost loop of a PL_EACH or PL_REDUCE may, if its body has no branches: it contains declarations, assignments
// to elements and to its own locals, and conditions that are the same for all elements. Inner loops must have the same
// trip count for all elements, too; the loop is then processed in strips. emit/vectorize.c writes the values, if the
// target's facts support each of them.

#include "plan/plan.h"

// ---- Types ----------------------------------------------------------------------------------------------------------

bool is_vector_number(TypeKind kind) { return (kind >= TY_I8 && kind <= TY_U64) || kind == TY_F32 || kind == TY_F64; }

bool has_vector_form(TypeKind kind) { return is_vector_number(kind) || kind == TY_BF16 || kind == TY_F16; }

// The type in which C computes when these two are combined.
TypeKind common_type(TypeKind a, TypeKind b)
{
    static const TypeKind order[] = { TY_F64, TY_F32, TY_U64, TY_I64, TY_U32 };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return TY_I32;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static bool is_pure(const Node *e);

// The value of a helper that takes numbers and only returns it; NULL for any other.
const Node *helped_value(const Node *call)
{
    const Function *f = call->symbol ? call->symbol->function : NULL;
    if (!f || f->kind != FN_PLAIN || !is_vector_number(f->result->kind) || f->parameter_count != call->item_count ||
        f->body->kind != ND_BLOCK || f->body->item_count != 1 || f->body->items[0]->kind != ND_RETURN)
        return NULL;
    for (int i = 0; i < f->parameter_count; i++)
        if (!is_vector_number(f->parameters[i]->type->kind) || !is_vector_number(call->items[i]->type->kind))
            return NULL;
    return is_pure(f->body->items[0]->a) ? f->body->items[0]->a : NULL;
}

static bool has_effect(const Node *e, const void *unused)
{
    (void)unused;
    if (e->kind == ND_CALL && e->symbol && !helped_value(e))
        return true;
    return effect_of(e).target || e->kind == ND_LOAD || (e->kind == ND_BINARY && is_op(e, ","));
}

// Whether e only computes a value: it has no store, and no call of a helper that may have effects.
static bool is_pure(const Node *e)
{
    return !find_node(e, has_effect, NULL);
}

bool is_vector_local(const VectorLoop *w, const Symbol *s) { return find_by(w->locals, w->local_count, s); }

bool is_vector_value(const VectorLoop *w, const Node *e)
{
    if (!e || e->known)
        return false;
    if (e->kind == ND_NAME)
        return e->symbol == w->index || is_vector_local(w, e->symbol);
    if (e->kind == ND_ATOMIC)
        return true;
    if (is_vector_value(w, e->a) || is_vector_value(w, e->b) || is_vector_value(w, e->c))
        return true;
    for (int i = 0; i < e->item_count; i++)
        if (is_vector_value(w, e->items[i]))
            return true;
    return false;
}

static bool accesses(const Node *n, const void *ref)
{
    return names_symbol(n, ref) && n->kind != ND_DIM && n->kind != ND_SIZE && n->kind != ND_INSIDE;
}

static bool accessed_once(const Plan *plan, const Symbol *ref)
{
    return count_nodes(plan->call->kernel->body, accesses, ref) == 1;
}

// Whether e reads an input that nothing else reads, from its first element to its last. Its array is read in the same
// way, because the next block follows this one, so prefetching pays.
bool is_read_ahead(const Plan *plan, const VectorLoop *w, const Node *e)
{
    const Operand *o = operand_of(plan, e->ref);
    return o && o->read && !o->written && o->copy != COPY_ALWAYS && e->ref->rank == 1 && w->loop->axis_count == 1 &&
           accessed_once(plan, e->ref);
}

// Whether e is an output that nothing but this store accesses, so that it is not read soon.
bool is_streamed(const Plan *plan, const Node *e)
{
    const Operand *o = e->kind == ND_ACCESS ? operand_of(plan, e->ref) : NULL;
    return o && o->written && !o->read && o->copy != COPY_ALWAYS && accessed_once(plan, e->ref);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// Whether the local has one value for all elements: it is declared as in C, and subscripts may use it.
static bool is_uniform(const VectorLoop *w, const Node *n)
{
    return n->a && !is_vector_value(w, n->a) && is_pure(n->a) &&
           (is_vector_number(n->symbol->type->kind) || n->symbol->type->kind == TY_BOOL) &&
           !find_node(w->loop->body, changes, n->symbol);
}

// beside: the local is declared next to a loop, so it has one vector for each vector of the strip.
static bool take_declared(VectorLoop *w, const Node *n, bool beside)
{
    TypeKind t = n->symbol->type->kind;
    if (is_uniform(w, n))
        return true;
    if ((!has_vector_form(t) && t != TY_BOOL) || (n->a && !is_pure(n->a)))
        return false;
    list_add(w->locals, w->local_count, n->symbol);
    if (beside)
        list_add(w->arrays, w->array_count, n->symbol);
    return true;
}

// Whether `to` is an element, or a local that is a vector.
static bool is_target(const VectorLoop *w, const Node *to)
{
    return to->kind == ND_ACCESS ? is_pure(to) : to->kind == ND_NAME && is_vector_local(w, to->symbol);
}

static bool is_common_condition(const VectorLoop *w, const Node *n)
{
    return (n->kind == ND_IF || n->kind == ND_WHEN) && !is_vector_value(w, n->a) && is_pure(n->a) && !n->c;
}

static bool take_statement(VectorLoop *w, const Node *n)
{
    const Node *e = n->a;
    switch (n->kind) {
    case ND_BLOCK:
        for (int i = 0; i < n->item_count; i++)
            if (!take_statement(w, n->items[i]))
                return false;
        return true;
    case ND_DECLARE:
        return take_declared(w, n, false);
    case ND_EXPRESSION:
        return e->kind == ND_BINARY && op_assigns(e->op) && e->type->kind != TY_BOOL && is_pure(e->b) && is_target(w, e->a);
    default:
        return is_common_condition(w, n) && take_statement(w, n->b);
    }
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

static bool is_loop(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_FOR || n->kind == ND_LOOP || n->kind == ND_EACH || n->kind == ND_REDUCE;
}

bool is_vector_loop(const Node *n) { return is_loop(n, NULL); }
bool has_vector_loops(const Node *n) { return find_node(n, is_loop, NULL); }

// Whether the trip count is the same for all elements.
static bool is_common_axis(const VectorLoop *w, const LoopAxis *axis)
{
    const Node *const bounds[] = { axis->lo, axis->hi, axis->step };
    for (int i = 0; i < 3; i++)
        if (bounds[i] && (is_vector_value(w, bounds[i]) || !is_pure(bounds[i])))
            return false;
    return true;
}

static bool is_common_for(const VectorLoop *w, const Node *n)
{
    const Node *counter = n->init && n->init->kind == ND_DECLARE ? n->init : NULL;
    return counter && counter->a && n->a && n->b && assigns_to(n->b) && is_name_of(n->b->a, counter->symbol) &&
           !is_vector_value(w, counter->a) && is_pure(counter->a) && !is_vector_value(w, n->a) && is_pure(n->a) &&
           !is_vector_value(w, n->b) && (!n->b->b || is_pure(n->b->b)) && !find_node(n->body, changes, counter->symbol);
}

// Whether the partial results of the reduction can be vectors: they have the type of the accumulator.
static bool reduces_vectors(const Node *reduce)
{
    TypeKind to = reduce->a->type->kind, from = reduce->b->type->kind;
    return !reduce->symbol && is_vector_number(to) && type_size(reduce->a->type) >= 4 && is_pure(reduce->b) &&
           is_vector_number(from) && common_type(to, from) == to;
}

static bool take_strip(VectorLoop *w, const Node *n);

static bool take_loop(VectorLoop *w, const Node *n)
{
    for (int i = 0; i < n->axis_count; i++)
        if (!is_common_axis(w, &n->axes[i]))
            return false;
    if (n->kind == ND_FOR && !is_common_for(w, n))
        return false;
    return n->kind == ND_REDUCE ? reduces_vectors(n) && is_target(w, n->a) : take_strip(w, n->body);
}

// Whether n may be a statement of a body with loops.
static bool take_strip(VectorLoop *w, const Node *n)
{
    if (is_vector_loop(n))
        return take_loop(w, n);
    if (!has_vector_loops(n))
        return take_statement(w, n);
    for (int i = 0; n->kind == ND_BLOCK && i < n->item_count; i++) {
        const Node *item = n->items[i];
        if (!(item->kind == ND_DECLARE ? take_declared(w, item, true) : take_strip(w, item)))
            return false;
    }
    return n->kind == ND_BLOCK || (is_common_condition(w, n) && take_strip(w, n->b));
}

// Whether the loop has too few iterations for a vector loop to pay.
static bool is_short(const LoopAxis *axis)
{
    enum { FEW = 8 };
    bool known = axis->hi->known && axis->lo->known && can_compute(axis->hi->value) && can_compute(axis->lo->value);
    return known && axis->hi->value - axis->lo->value < FEW;
}

bool is_vectorized(const Node *loop, VectorLoop *w)
{
    const LoopAxis *inner = &loop->axes[loop->axis_count - 1];
    *w = (VectorLoop){ .loop = loop, .index = inner->index, .strips = loop->kind == ND_EACH && has_vector_loops(loop->body) };
    if (is_short(inner))
        return false;
    return loop->kind == ND_EACH ? take_strip(w, loop->body) : reduces_vectors(loop) && is_pure(loop->a);
}
