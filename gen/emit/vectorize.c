// emit/vectorize.c -- the second body of a loop, with several elements per iteration, which plan/vectorize.c made.
//
// Parameter `of` is the step that has this body. Operations on vectors are facts that begin with pl_vector_ and name their type;
// docs/internals.md lists them.

#include "emit/emit.h"

// Returns ", «a», «b»" for the operands that there are.
static const char *operands(Emitter *em, const Node *n)
{
    const Node *const all[] = { n->a, n->b, n->c };
    const char *s = "";
    for (int i = 0; i < 3 && all[i]; i++)
        s = text("%s, «%s»", s, printed(em, all[i]));
    return s;
}

static const char *elements(Emitter *em, const Node *n)
{
    const Node *e = n->a;
    const char *place = text("«%s», «%s»", e->ref->name, offset_text(em, e->ref, e->items, e->item_count));
    return text("»pl_vector_%s(%s, %s%s)«", n->op, type_code(n->type), place, n->b ? text(", «%s»", printed(em, n->b)) : "");
}

typedef enum { OF_ELEMENTS, TYPED, UNTYPED, OTHER } Form;

// Returns what the fact of an operation begins with: the type of its elements or not; or an element as ref and offset.
static Form form_of(const Node *n)
{
    static const struct { const char *fact; Form form; } all[] = {
        { "pl_vector_element", OF_ELEMENTS }, { "pl_vector_prefetch", OF_ELEMENTS }, { "pl_vector_stream", OF_ELEMENTS },
        { "pl_vector_iota", UNTYPED }, { "pl_vector_array_of", UNTYPED }, { "pl_vector_and", UNTYPED },
        { "pl_vector_or", UNTYPED }, { "pl_vector_not", UNTYPED }, { "pl_vector_compare", TYPED },
        { "pl_vector_select", TYPED }, { "pl_vector_number", TYPED }, { "pl_vector_mask", TYPED },
        { "pl_vector_max", TYPED }, { "pl_vector_min", TYPED }, { "pl_vector_splat", OTHER },
        { "pl_vector_convert", OTHER }, { "pl_vector_math", OTHER },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (is_op(n, all[i].fact + sizeof "pl_vector_" - 1))
            return all[i].form;
    INTERNAL(text("an operation '%s' on vectors", n->op));
}

const char *operation_fact(Emitter *em, const Node *n)
{
    const char *type = type_code(n->type);
    switch (form_of(n)) {
    case OF_ELEMENTS:   return elements(em, n);
    case TYPED:         return text("»pl_vector_%s(%s%s)«", n->op, type, operands(em, n));
    case UNTYPED:       return text("»pl_vector_%s(%s)«", n->op, operands(em, n) + 2);
    default:
        break;
    }
    if (is_op(n, "splat"))
        return text("»pl_vector_splat(%s, «%s», %s)«", type, printed_operand(em, n->a), n->name);
    if (is_op(n, "convert"))
        return text("»pl_vector_convert(%s, %s%s)«", type_code(n->a->type), type, operands(em, n));
    return text("»pl_vector_math(«%s», %s, «%s»)«", n->name, type, nodes_as(&em->facts, n->items, 0, n->item_count));
}

static void put_vector_statement(Emitter *em, const Step *of, const Node *n);

static void put_loop_of_strip(Emitter *em, const Step *of, const Node *loop, const Node *body)
{
    if (loop->kind == ND_FOR)
        put(em, "for (%s) {\n", for_head(em, loop));
    else
        put(em, "»pl_loop(«%s», ««", overs_text(em, step_at(of, loop), 0, loop->axis_count));
    put_vectors(em, of, body);
    put(em, loop->kind == ND_FOR ? "}\n" : "»»)«\n");
}

static void put_vector_operation(Emitter *em, const Step *of, const Node *n)
{
    const char *type = type_code(n->type);
    if (is_op(n, "declare")) {
        put(em, "»pl_vector_type(%s)« %s%s;\n", type, n->symbol->name, n->a ? text(" = %s", printed(em, n->a)) : "");
    } else if (is_op(n, "array")) {
        put(em, "»pl_vector_array(%s, «%s»)«;\n", type, n->symbol->name);
    } else if (is_op(n, "each")) {
        put(em, "»pl_vector_each(«%s», ««", n->name);
        put_vectors(em, of, n->body);
        put(em, "»»)«\n");
    } else if (is_op(n, "reduce")) {
        put(em, "»pl_vector_reduce(%s, «%s», %s, «%s»)«;\n", type, printed(em, n->a), n->name, printed(em, n->b));
    } else {
        put_loop_of_strip(em, of, n->a, n->body);
    }
}

static void put_vector_statement(Emitter *em, const Step *of, const Node *n)
{
    switch (n->kind) {
    case ND_VECTOR:     put_vector_operation(em, of, n); return;
    case ND_DECLARE:    put(em, "%s;\n", declared_text(em, n)); return;
    case ND_EXPRESSION: put(em, "%s;\n", printed(em, n->a)); return;
    case ND_BLOCK:
        put(em, "{\n");
        put_vectors(em, of, n);
        put(em, "}\n");
        return;
    default:
        put(em, "if (%s) {\n", printed(em, n->a));
        put_vectors(em, of, n->b);
        put(em, "}\n");
    }
}

void put_vectors(Emitter *em, const Step *of, const Node *body)
{
    if (body->kind != ND_BLOCK)
        put_vector_statement(em, of, body);
    for (int i = 0; body->kind == ND_BLOCK && i < body->item_count; i++)
        put_vector_statement(em, of, body->items[i]);
}
