// plan/vectorize.c -- the innermost loop of PL_EACH and PL_REDUCE once more, with several elements per iteration.
//
// A loop has such a form if its body has no branches: it contains declarations, assignments to elements and to its own
// locals, and conditions that are the same for all elements; and if each access along its index is the same element in
// all iterations, or the next one in the next iteration. In the second body every value that varies with the index is a
// vector, an ND_VECTOR, and every implicit conversion of C is written out; a helper that only returns a value is
// computed in place. Arithmetic stays infix, as in C. docs/facts.md lists the operations.
//
// A body with loops is processed in strips of several vectors, and its loops run outside of those over a strip: a sum
// of columns then reads rows. Iterations of PL_EACH run in any order, so statements of a strip may, too. Inner loops
// must have the same trip count for all elements. A local in the same block as a loop has one vector for each vector of
// the strip.

#include "plan/plan.h"
#include <string.h>

typedef struct {
    const Plan *plan;
    const Node *loop;           // PL_EACH or PL_REDUCE; its innermost axis is vectorized
    const Symbol *index;
    const Node **around;        // the enclosing PL_EACH and PL_REDUCE, outermost first, and the loop itself
    int around_count;
    const Symbol **locals;      // locals of the body that are vectors; the last ones are parameters of helpers that are
    int local_count;            // being computed in place,
    const Node **arguments;     // and these are their values
    int argument_count;
    const Symbol **arrays;      // the locals that have one vector for each vector of the strip
    int array_count;
    int guarded;                // enclosing operands that C would not always evaluate
    int loops;                  // loops of the body around the current statement
    bool failed;                // something has no vector form
} Vectors;

static Node *value(Vectors *v, const Node *e, TypeKind to);
static Node *mask(Vectors *v, const Node *e);

// ---- Types ----------------------------------------------------------------------------------------------------------

static bool is_vector_number(TypeKind kind) { return (kind >= TY_I8 && kind <= TY_U64) || kind == TY_F32 || kind == TY_F64; }

static bool has_vector_form(TypeKind kind) { return is_vector_number(kind) || kind == TY_BF16 || kind == TY_F16; }

// Returns the type in which C computes when these two are combined.
static TypeKind common_type(TypeKind a, TypeKind b)
{
    static const TypeKind order[] = { TY_F64, TY_F32, TY_U64, TY_I64, TY_U32 };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return TY_I32;
}

static bool is_logical(const Node *e)
{
    static const char *const ops[] = { "<", ">", "<=", ">=", "==", "!=", "&&", "||" };
    if (e->kind == ND_INSIDE || e->type->kind == TY_BOOL)
        return true;
    return e->kind == ND_BINARY ? IS_ONE_OF(e->op, ops) : e->kind == ND_UNARY && is_op(e, "!");
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static Node *fail(Vectors *v)
{
    v->failed = true;
    return literal_node(0);
}

static Node *typed(Node *n, TypeKind kind)
{
    n->type = copy_type(&(Type){ .kind = kind });
    return n;
}

// Returns an operation with up to three operands. kind: the type of its elements.
static Node *vector_node(const char *op, TypeKind kind, Node *a, Node *b, Node *c)
{
    Node *n = typed(new_node(ND_VECTOR, (Loc){ NULL, 0, 0 }), kind);
    n->op = op;
    n->a = a;
    n->b = b;
    n->c = c;
    return n;
}

static Node *converted(Node *from, TypeKind to)
{
    return from->type->kind == to ? from : vector_node("convert", to, from, NULL, NULL);
}

// ---- What varies ----------------------------------------------------------------------------------------------------

static bool is_pure(const Node *e);

// Returns the value of a helper that takes numbers and only returns it; NULL for any other.
static const Node *helped_value(const Node *call)
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

static bool is_vector_local(const Vectors *v, const Symbol *s) { return find_by(v->locals, v->local_count, s); }

// Whether e varies with the index. A constant subexpression does not, whatever it names.
static bool is_vector(const Vectors *v, const Node *e)
{
    if (!e || e->known)
        return false;
    if (e->kind == ND_NAME)
        return e->symbol == v->index || is_vector_local(v, e->symbol);
    if (e->kind == ND_ATOMIC || is_vector(v, e->a) || is_vector(v, e->b) || is_vector(v, e->c))
        return true;
    for (int i = 0; i < e->item_count; i++)
        if (is_vector(v, e->items[i]))
            return true;
    return false;
}

static bool is_same_for_all(const Vectors *v, const Node *e) { return !is_vector(v, e) && is_pure(e); }

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
static bool is_read_ahead(const Vectors *v, const Node *e)
{
    const Operand *o = operand_of(v->plan, e->ref);
    return v->around_count == 1 && !v->loops && o && o->read && !o->written && o->copy != COPY_ALWAYS && e->ref->rank == 1 &&
           v->loop->axis_count == 1 && accessed_once(v->plan, e->ref);
}

// Whether e is an output that nothing but this store accesses, so that it is not read soon.
static bool is_streamed(const Vectors *v, const Node *e)
{
    const Operand *o = e->kind == ND_ACCESS ? operand_of(v->plan, e->ref) : NULL;
    return !v->loops && o && o->written && !o->read && o->copy != COPY_ALWAYS && accessed_once(v->plan, e->ref);
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static Node *local(Vectors *v, Symbol *s)
{
    bool array = find_by(v->arrays, v->array_count, s);
    Node *name = name_node(s, (Loc){ NULL, 0, 0 });
    name->type = s->type;
    return array ? vector_node("array_of", s->type->kind, name, NULL, NULL) : name;
}

// Returns the argument for a parameter of a helper that is computed in place, of its innermost call; NULL: no parameter.
static const Node *argument_of(const Vectors *v, const Symbol *s)
{
    int locals = v->local_count - v->argument_count;
    for (int i = v->argument_count; i-- > 0;)
        if (v->locals[locals + i] == s)
            return v->arguments[i];
    return NULL;
}

// Returns a value that is the same for all elements, in the type to.
static Node *scalar(const Node *e, TypeKind to)
{
    TypeKind from = e->type->kind;
    if (from == to || to == TY_BOOL || (from == TY_BOOL && !type_is_float(&(Type){ .kind = to })))
        return writable(e);
    Node *n = typed(new_node(ND_CALL, e->at), to);
    if (e->kind == ND_INT && to == TY_F32) {
        n->kind = ND_FLOAT;
        n->spelling = text("%lld.0f", e->value);
        return n;
    }
    n->name = "pl_to_";
    add_item(n, writable(e));
    return n;
}

// Returns the same value in all elements: as an operand next to a vector, or alone.
static Node *splat(const Node *e, TypeKind to, const char *use)
{
    Node *n = vector_node("splat", to, scalar(e, to), NULL, NULL);
    n->name = use;
    return n;
}

// Returns an operand of an operator whose other operand may be a vector.
static Node *operand(Vectors *v, const Node *e, TypeKind to)
{
    return is_vector(v, e) ? value(v, e, to) : splat(e, to, "operand");
}

// Whether the last dim of the ref is contiguous in memory.
static bool has_contiguous_rows(const Plan *plan, const Symbol *ref)
{
    const Symbol *of = view_of(ref).of;
    const Operand *o = of ? operand_of(plan, of) : NULL;
    for (int d = o && o->copy != COPY_ALWAYS ? o->rank - 1 : -1; d >= 0 && o->dims[d].dim != of->rank - 1; d--)
        if (!is_literal(o->dims[d].extent, 1))
            return false;
    return of;
}

static Node *element(Vectors *v, const Node *e, const char *op)
{
    AccessPattern pattern = pattern_along(e, v->loop, v->index);
    bool next = (pattern.kind == PATTERN_IDENTITY || pattern.kind == PATTERN_SHIFT) && e->ref->kind == SY_REF &&
                e->item_count == e->ref->rank && pattern.dim == e->ref->rank - 1 && has_contiguous_rows(v->plan, e->ref);
    if (!next || !has_vector_form(e->type->kind) || (v->guarded && pattern.kind != PATTERN_IDENTITY))
        return fail(v);
    return vector_node(op, e->type->kind, writable(e), NULL, NULL);
}

static bool is_arithmetic(const char *op)
{
    static const char *const all[] = { "*", "/", "%", "+", "-", "<<", ">>", "&", "^", "|" };
    return IS_ONE_OF(op, all);
}

static bool is_shift(const char *op) { return is_text(op, "<<") || is_text(op, ">>"); }

// An integer division that C may skip has no vector form: its divisor may be 0.
static Node *arithmetic(Vectors *v, const Node *e)
{
    TypeKind t = e->type->kind;
    bool divides = is_op(e, "/") || is_op(e, "%"), floats = type_is_float(e->type);
    if (!is_arithmetic(e->op) || !is_vector_number(t) || (v->guarded && divides && !floats && !e->b->known))
        return fail(v);
    // A scalar cannot be shifted by a vector.
    Node *a = is_shift(e->op) && !is_vector(v, e->a) ? value(v, e->a, t) : operand(v, e->a, t);
    return typed(binary_node(e->op, a, operand(v, e->b, t)), t);
}

// If the condition is the same for all elements, the choice remains, and only one arm is computed.
static Node *choice(Vectors *v, const Node *e)
{
    TypeKind t = e->type->kind;
    bool one = !is_vector(v, e->a);
    Node *condition = one ? e->a : mask(v, e->a);
    v->guarded += !one;
    Node *a = value(v, e->b, t), *b = value(v, e->c, t);
    v->guarded -= !one;
    return one ? typed(choice_node(condition, a, b), t) : vector_node("select", t, condition, a, b);
}

static Node *math(Vectors *v, const Node *e)
{
    TypeKind t = e->type->kind;
    if (!e->math || e->math->kind != MATH_VECTORIZED || (t != TY_F32 && t != TY_F64))
        return fail(v);
    Node *n = vector_node("math", t, NULL, NULL, NULL);
    n->name = e->math->name;
    for (int a = 0; a < e->item_count; a++)
        add_item(n, value(v, e->items[a], t));
    return n;
}

// Returns the value of a helper, computed in place with the arguments of the call.
static Node *helped(Vectors *v, const Node *e)
{
    const Node *result = helped_value(e);
    if (!result)
        return fail(v);
    for (int i = 0; i < e->item_count; i++) {
        list_add(v->arguments, v->argument_count, e->items[i]);
        list_add(v->locals, v->local_count, e->symbol->function->parameters[i]);
    }
    Node *n = value(v, result, e->type->kind);
    v->argument_count -= e->item_count;
    v->local_count -= e->item_count;
    return n;
}

static Node *call(Vectors *v, const Node *e)
{
    TypeKind t = e->type->kind;
    if (e->symbol)
        return helped(v, e);
    if (begins(e->name, "pl_to_"))
        return converted(value(v, e->items[0], e->items[0]->type->kind), t);
    if (is_text(e->name, "PL_MAX") || is_text(e->name, "PL_MIN"))
        return vector_node(is_text(e->name, "PL_MAX") ? "max" : "min", t, value(v, e->items[0], t), value(v, e->items[1], t), NULL);
    return math(v, e);
}

// Returns a value that varies with the index, in its own type.
static Node *varying(Vectors *v, const Node *e)
{
    switch (e->kind) {
    case ND_NAME:
        if (argument_of(v, e->symbol))
            return value(v, argument_of(v, e->symbol), e->type->kind);
        return e->symbol == v->index ? vector_node("iota", e->type->kind, writable(e), NULL, NULL) : local(v, e->symbol);
    case ND_ACCESS:         return element(v, e, is_read_ahead(v, e) ? "prefetch" : "element");
    case ND_CONDITIONAL:    return choice(v, e);
    case ND_CALL:           return call(v, e);
    case ND_CAST:           return value(v, e->a, e->type->kind);
    case ND_MULTIPLE_OF:    return v->plan->unchecked ? varying(v, e->a) : fail(v);
    case ND_BINARY:         return arithmetic(v, e);
    case ND_UNARY:
        if (is_vector_number(e->type->kind) && (is_op(e, "-") || is_op(e, "~") || is_op(e, "+")))
            return typed(unary_node(e->op, operand(v, e->a, e->type->kind)), e->type->kind);
        return fail(v);
    default:
        return fail(v);
    }
}

// Returns e as a vector of the type to.
static Node *value(Vectors *v, const Node *e, TypeKind to)
{
    if (!has_vector_form(to) && to != TY_BOOL)
        return fail(v);
    if (!is_vector(v, e))
        return splat(e, to, "value");
    if (to == TY_BOOL)
        return mask(v, e);
    return is_logical(e) ? vector_node("number", to, mask(v, e), NULL, NULL) : converted(varying(v, e), to);
}

// ---- What is true or false ------------------------------------------------------------------------------------------

static Node *comparison(Vectors *v, const Node *e)
{
    TypeKind t = common_type(e->a->type->kind, e->b->type->kind);
    if (!is_vector_number(e->a->type->kind) || !is_vector_number(e->b->type->kind))
        return fail(v);
    return vector_node("compare", t, binary_node(e->op, operand(v, e->a, t), operand(v, e->b, t)), NULL, NULL);
}

static Node *both(Vectors *v, const Node *e)
{
    Node *a = mask(v, e->a);
    v->guarded++;
    Node *b = mask(v, e->b);
    v->guarded--;
    return vector_node(is_op(e, "&&") ? "and" : "or", TY_BOOL, a, b, NULL);
}

static Node *mask(Vectors *v, const Node *e)
{
    if (!is_vector(v, e))
        return splat(e, TY_BOOL, "value");
    if (e->kind == ND_INSIDE) {
        const Node *inside = inside_condition(v->plan, v->around, v->around_count, e);
        return inside ? mask(v, inside) : splat(literal_node(1), TY_BOOL, "value");
    }
    if (e->kind == ND_NAME && e->type->kind == TY_BOOL)
        return local(v, e->symbol);
    if (e->kind == ND_UNARY && is_op(e, "!"))
        return vector_node("not", TY_BOOL, mask(v, e->a), NULL, NULL);
    if (e->kind == ND_CAST && e->type->kind == TY_BOOL)
        return mask(v, e->a);
    if (e->kind == ND_BINARY && (is_op(e, "&&") || is_op(e, "||")))
        return both(v, e);
    if (e->kind == ND_BINARY && is_logical(e))
        return comparison(v, e);
    TypeKind t = e->type->kind;
    return is_vector_number(t) ? vector_node("mask", t, value(v, e, t), NULL, NULL) : fail(v);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// Returns the element, or the local that is a vector, that a statement writes.
static Node *target(Vectors *v, const Node *to)
{
    if (to->kind == ND_ACCESS && is_pure(to))
        return element(v, to, "element");
    return to->kind == ND_NAME && is_vector_local(v, to->symbol) ? local(v, to->symbol) : fail(v);
}

static Node *assign(const char *op, Node *to, Node *from)
{
    return statement_node(assignment_node(op, to, from));
}

static Node *assignment(Vectors *v, const Node *e)
{
    if (e->kind != ND_BINARY || !op_assigns(e->op) || e->type->kind == TY_BOOL || !is_pure(e->b))
        return fail(v);
    Node *to = target(v, e->a);
    TypeKind t = e->a->type->kind;
    if (is_op(e, "=") && is_streamed(v, e->a))
        return statement_node(vector_node("stream", t, e->a, value(v, e->b, t), NULL));
    if (is_op(e, "="))
        return assign("=", to, value(v, e->b, t));
    const char *op = text_part(e->op, strlen(e->op) - 1);
    TypeKind in = is_shift(op) ? common_type(t, TY_I32) : common_type(t, e->b->type->kind);
    if (v->failed || !is_vector_number(t) || !is_vector_number(e->b->type->kind) || !is_arithmetic(op))
        return fail(v);
    if (in == t)
        return assign(e->op, to, operand(v, e->b, t));
    return assign("=", to, converted(typed(binary_node(op, converted(to, in), operand(v, e->b, in)), in), t));
}

// Whether the local has one value for all elements: it is declared as in C, and subscripts may use it.
static bool is_uniform(const Vectors *v, const Node *n)
{
    return n->a && is_same_for_all(v, n->a) && (is_vector_number(n->symbol->type->kind) || n->symbol->type->kind == TY_BOOL) &&
           !find_node(v->loop->body, changes, n->symbol);
}

// Returns a declaration. first: NULL, or a block to which the initializer is added as a statement: the local is declared
// next to a loop, so it has one vector for each vector of the strip.
static Node *declaration(Vectors *v, const Node *n, Node *first)
{
    TypeKind t = n->symbol->type->kind;
    if (is_uniform(v, n))
        return writable(n);
    if ((!has_vector_form(t) && t != TY_BOOL) || (n->a && !is_pure(n->a)))
        return fail(v);
    Node *made = vector_node(first ? "array" : "declare", t, n->a ? value(v, n->a, t) : NULL, NULL, NULL);
    made->symbol = n->symbol;
    list_add(v->locals, v->local_count, n->symbol);
    if (!first)
        return made;
    list_add(v->arrays, v->array_count, n->symbol);
    if (n->a)
        add_item(first, assign("=", local(v, n->symbol), made->a));
    made->a = NULL;
    return made;
}

static bool is_common_condition(const Vectors *v, const Node *n)
{
    return (n->kind == ND_IF || n->kind == ND_WHEN) && is_same_for_all(v, n->a) && !n->c;
}

static Node *statement(Vectors *v, const Node *n)
{
    if (n->kind == ND_BLOCK) {
        Node *block = new_node(ND_BLOCK, n->at);
        for (int i = 0; i < n->item_count && !v->failed; i++)
            add_item(block, statement(v, n->items[i]));
        return block;
    }
    if (n->kind == ND_DECLARE)
        return declaration(v, n, NULL);
    if (n->kind == ND_EXPRESSION)
        return assignment(v, n->a);
    return is_common_condition(v, n) ? branch_node(ND_IF, n->a, statement(v, n->b), NULL, n->at) : fail(v);
}

// ---- Strips ---------------------------------------------------------------------------------------------------------

static Node *strip(Vectors *v, const Node *n);

static bool is_loop(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_FOR || n->kind == ND_LOOP || n->kind == ND_EACH || n->kind == ND_REDUCE;
}

static bool has_loops(const Node *n) { return find_node(n, is_loop, NULL); }

// Returns the statements in a loop over the vectors of the strip.
static Node *each_vector(const Vectors *v, Node *statements)
{
    Node *n = vector_node("each", TY_VOID, NULL, NULL, NULL);
    n->name = uses(statements, v->index) ? v->index->name : "";
    n->body = statements;
    return n;
}

// Adds the statements between two loops, which share one loop over the strip.
static Node *add_together(const Vectors *v, Node *block, Node *together)
{
    if (together->item_count)
        add_item(block, each_vector(v, together));
    return new_node(ND_BLOCK, together->at);
}

static Node *strip_items(Vectors *v, const Node *block)
{
    Node *made = new_node(ND_BLOCK, block->at), *together = new_node(ND_BLOCK, block->at);
    for (int i = 0; i < block->item_count && !v->failed; i++) {
        const Node *item = block->items[i];
        if (has_loops(item)) {
            together = add_together(v, made, together);
            add_item(made, strip(v, item));
        } else if (item->kind == ND_DECLARE) {
            add_item(made, declaration(v, item, together));
        } else {
            add_item(together, statement(v, item));
        }
    }
    add_together(v, made, together);
    return made;
}

// Whether the trip count is the same for all elements.
static bool is_common_axis(const Vectors *v, const LoopAxis *axis)
{
    return is_same_for_all(v, axis->lo) && is_same_for_all(v, axis->hi) && (!axis->step || is_same_for_all(v, axis->step));
}

static bool is_common_for(const Vectors *v, const Node *n)
{
    const Node *counter = n->init && n->init->kind == ND_DECLARE ? n->init : NULL;
    return counter && counter->a && n->a && n->b && assigns_to(n->b) && is_name_of(n->b->a, counter->symbol) &&
           is_same_for_all(v, counter->a) && is_same_for_all(v, n->a) && !is_vector(v, n->b) && (!n->b->b || is_pure(n->b->b)) &&
           !find_node(n->body, changes, counter->symbol);
}

// Whether the partial results of the reduction can be vectors: they have the type of the accumulator.
static bool reduces_vectors(const Node *reduce)
{
    TypeKind to = reduce->a->type->kind, from = reduce->b->type->kind;
    return !reduce->symbol && is_vector_number(to) && type_size(reduce->a->type) >= 4 && is_pure(reduce->b) &&
           is_vector_number(from) && common_type(to, from) == to;
}

static Node *reduction(Vectors *v, const Node *reduce)
{
    if (!reduces_vectors(reduce))
        return fail(v);
    TypeKind t = reduce->a->type->kind;
    Node *n = vector_node("reduce", t, target(v, reduce->a), value(v, reduce->b, t), NULL), *block = new_node(ND_BLOCK, reduce->at);
    n->name = reduce->op;
    add_item(block, n);
    return each_vector(v, block);
}

static Node *strip_loop(Vectors *v, const Node *n)
{
    for (int i = 0; i < n->axis_count; i++)
        if (!is_common_axis(v, &n->axes[i]))
            return fail(v);
    if (n->kind == ND_FOR && !is_common_for(v, n))
        return fail(v);
    Node *loop = vector_node("loop", TY_VOID, writable(n), NULL, NULL);
    v->loops++;
    loop->body = n->kind == ND_REDUCE ? reduction(v, n) : strip(v, n->body);
    v->loops--;
    return loop;
}

// Returns a statement of a body with loops, for all elements of a strip.
static Node *strip(Vectors *v, const Node *n)
{
    if (is_loop(n, NULL))
        return strip_loop(v, n);
    if (!has_loops(n)) {
        Node *made = statement(v, n), *block = new_node(ND_BLOCK, n->at);
        add_item(block, made);
        return each_vector(v, made->kind == ND_BLOCK ? made : block);
    }
    if (n->kind == ND_BLOCK)
        return strip_items(v, n);
    return is_common_condition(v, n) ? branch_node(ND_IF, n->a, strip(v, n->b), NULL, n->at) : fail(v);
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

// Whether the loop has too few iterations for a vector loop to pay.
static bool is_short(const LoopAxis *axis)
{
    enum { FEW = 8 };
    bool known = axis->hi->known && axis->lo->known && can_compute(axis->hi->value) && can_compute(axis->lo->value);
    return known && axis->hi->value - axis->lo->value < FEW;
}

static void add_form(VectorForms *to, const Plan *plan, const Node *loop, const Node **around, int around_count)
{
    const LoopAxis *inner = &loop->axes[loop->axis_count - 1];
    Vectors all = { .plan = plan, .loop = loop, .index = inner->index, .around = around, .around_count = around_count };
    VectorForm form = { .loop = loop, .strips = loop->kind == ND_EACH && has_loops(loop->body) };
    if (is_short(inner) || (loop->kind == ND_REDUCE && !(reduces_vectors(loop) && is_pure(loop->a))))
        return;
    form.body = loop->kind == ND_REDUCE ? value(&all, loop->b, loop->a->type->kind)
              : form.strips ? strip(&all, loop->body) : statement(&all, loop->body);
    if (!all.failed)
        list_add(to->all, to->count, form);
}

typedef struct { const Plan *plan; VectorForms forms; const Node **around; int count; } Walk;

static void find_loops(void *to, const Node *n)
{
    Walk *walk = to;
    bool loop = n->kind == ND_EACH || n->kind == ND_REDUCE;
    if (loop) {
        list_add(walk->around, walk->count, n);
        add_form(&walk->forms, walk->plan, n, walk->around, walk->count);
    }
    visit_parts(n, find_loops, walk);
    walk->count -= loop;
}

VectorForms plan_vector_forms(const Plan *plan)
{
    Walk walk = { .plan = plan };
    find_loops(&walk, plan->call->kernel->body);
    return walk.forms;
}

const VectorForm *vector_form(const Plan *plan, const Node *loop)
{
    for (int i = 0; plan && i < plan->vector_forms.count; i++)
        if (plan->vector_forms.all[i].loop == loop)
            return &plan->vector_forms.all[i];
    return NULL;
}
