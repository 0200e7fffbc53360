// emit/vectorize.c -- the innermost loop of PL_EACH and PL_REDUCE once more, with several elements per iteration.
//
// A loop has such a form if plan/vectorize.c accepts its statements, and if each access along its index is the same
// element in all iterations, or the next one in the next iteration. The facts then have, next to the plain body, a
// vector body, in which every value that varies with the index represents as many elements as a target's vectors have,
// and every implicit conversion of C is written out; a helper that only returns a value is computed in place.
// Arithmetic is infix, as in C; the rest are facts, which begin with pl_vector_ and name their type:
//
//     pl_vector_element(f32, «x», «r * n + c»)         elements of x, from there on
//     pl_vector_prefetch(f32, «x», «r * n + c»)        the same, with a prefetch of the elements after them
//     pl_vector_stream(f32, «z», «r * n + c», «v»)     a store of elements that are not read soon
//     pl_vector_splat(f32, «text», operand|value)      the same value in all elements: as an operand next to a vector, or alone
//     pl_vector_iota(«c»)                              c, c + 1, c + 2 … as longs
//     pl_vector_type(f32)                              the type in a declaration
//     pl_vector_convert(i32, f32, «v»)
//     pl_vector_compare(f32, «a < b»)                  a mask, like the following conditions
//     pl_vector_and(«a», «b»)  pl_vector_or  pl_vector_not(«a»)
//     pl_vector_select(f32, «mask», «a», «b»)          a where the mask is true, otherwise b; both are computed
//     pl_vector_number(i32, «mask»)                    1 where the mask is true, otherwise 0
//     pl_vector_mask(i32, «v»)                         v != 0
//     pl_vector_max(f32, «a», «b»)  pl_vector_min      PL_MAX, PL_MIN
//     pl_vector_math(«exp», f32, «a, b»)
//
// A body with loops is processed in strips of several vectors, and its loops run outside of those over a strip: a sum
// of columns then reads rows. Iterations of PL_EACH run in any order, so statements of a strip may, too. A local in the
// same block as a loop has one vector for each vector of the strip:
//
//     pl_vector_array(f32, «sum»)                      declares it
//     pl_vector_array_of(«sum»)                        its element for the current vector
//     pl_vector_each(«c», ««statements»»)              for all vectors of the strip; c: empty if nothing uses it
//     pl_vector_reduce(f32, «target», PL_ADD, «v»)     a PL_REDUCE, inside the loops over its axes

#include "emit/emit.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    Emitter *em;
    VectorLoop form;            // its last locals are parameters of helpers that are being computed in place,
    const Node **arguments;     // and these are their values
    int argument_count;
    int guarded;                // enclosing operands that C would not always evaluate
    int loops;                  // loops of the body around the current statement
    bool failed;                // something has no vector form
    bool streams;               // it has a pl_vector_stream
} Vectors;

static Node *piece(Vectors *vec, const Node *e);
static const char *mask(Vectors *vec, const Node *e);

static const char *fail(Vectors *vec)
{
    vec->failed = true;
    return "";
}

static Node *no_piece(Vectors *vec)
{
    return word_node(fail(vec));
}

// ---- Types ----------------------------------------------------------------------------------------------------------

static const char *code(TypeKind kind)
{
    Type t = { .kind = kind };
    return type_code(&t);
}

static bool is_logical(const Node *e)
{
    static const char *const ops[] = { "<", ">", "<=", ">=", "==", "!=", "&&", "||" };
    if (e->kind == ND_INSIDE || e->type->kind == TY_BOOL)
        return true;
    return e->kind == ND_BINARY ? IS_ONE_OF(e->op, ops) : e->kind == ND_UNARY && is_text(e->op, "!");
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static const char *local_name(Vectors *vec, const Symbol *s)
{
    return find_by(vec->form.arrays, vec->form.array_count, s) ? text("»pl_vector_array_of(«%s»)«", s->name) : s->name;
}

// Returns the argument for a parameter of a helper that is computed in place, of its innermost call; NULL: no parameter.
static const Node *argument_of(Vectors *vec, const Symbol *s)
{
    int locals = vec->form.local_count - vec->argument_count;
    for (int i = vec->argument_count; i-- > 0;)
        if (vec->form.locals[locals + i] == s)
            return vec->arguments[i];
    return NULL;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static const char *converted(TypeKind from, TypeKind to, const char *value)
{
    return from == to ? value : text("»pl_vector_convert(%s, %s, «%s»)«", code(from), code(to), value);
}

// Returns a value that does not vary, in the type to.
static const char *as_text(Vectors *vec, const Node *e, TypeKind to)
{
    TypeKind from = e->type->kind;
    if (from == to || (from == TY_BOOL && !type_is_float(&(Type){ .kind = to })))
        return printed_operand(vec->em, e);
    if (e->kind == ND_INT && to == TY_F32)
        return text("%lld.0f", e->value);
    Type type = { .kind = to };
    return convert_fact(e->type, &type, printed(vec->em, e));
}

// Returns e as a vector of the type to; if it does not vary, as a splat.
static Node *vector_node(Vectors *vec, const Node *e, TypeKind to)
{
    if (!has_vector_form(to) && to != TY_BOOL)
        return no_piece(vec);
    if (!is_vector_value(&vec->form, e))
        return word_node(text("»pl_vector_splat(%s, «%s», value)«", code(to), as_text(vec, e, to)));
    if (is_logical(e) || to == TY_BOOL)
        return word_node(to == TY_BOOL ? mask(vec, e) : text("»pl_vector_number(%s, «%s»)«", code(to), mask(vec, e)));
    Node *p = piece(vec, e);
    return e->type->kind == to ? p : word_node(converted(e->type->kind, to, printed(vec->em, p)));
}

static const char *value(Vectors *vec, const Node *e, TypeKind to)
{
    return printed(vec->em, vector_node(vec, e, to));
}

// Returns the same for an operand of an operator whose other operand may be a vector.
static Node *operand(Vectors *vec, const Node *e, TypeKind to)
{
    if (is_vector_value(&vec->form, e))
        return vector_node(vec, e, to);
    const char *scalar = e->type->kind == to ? printed_operand(vec->em, e) : as_text(vec, e, to);
    return word_node(text("»pl_vector_splat(%s, «%s», operand)«", code(to), scalar));
}

static Node *element(Vectors *vec, const Node *e, const char *fact)
{
    AccessPattern pattern = pattern_along(e, vec->form.loop, vec->form.index);
    const Layout *l = e->ref->kind == SY_REF && e->item_count == e->ref->rank ? layout_of(vec->em, e->ref) : NULL;
    bool next = (pattern.kind == PATTERN_IDENTITY || pattern.kind == PATTERN_SHIFT) && l && pattern.dim == e->ref->rank - 1 &&
                is_literal(l->strides[pattern.dim], 1);
    if (!next || !has_vector_form(e->type->kind) || (vec->guarded && pattern.kind != PATTERN_IDENTITY))
        return no_piece(vec);
    return word_node(text("»%s(%s, «%s», «%s»)«", fact, type_code(e->type), e->ref->name,
                          offset_text(vec->em, l, e->items, e->item_count)));
}

static bool is_arithmetic(const char *op)
{
    static const char *const all[] = { "*", "/", "%", "+", "-", "<<", ">>", "&", "^", "|" };
    return IS_ONE_OF(op, all);
}

static bool is_shift(const char *op) { return is_text(op, "<<") || is_text(op, ">>"); }

// An integer division that C may skip has no vector form: its divisor may be 0.
static Node *arithmetic(Vectors *vec, const Node *e)
{
    TypeKind t = e->type->kind;
    bool divides = is_text(e->op, "/") || is_text(e->op, "%"), floats = type_is_float(e->type);
    if (!is_arithmetic(e->op) || !is_vector_number(t) || (vec->guarded && divides && !floats && !e->b->known))
        return no_piece(vec);
    bool splat = is_shift(e->op) && !is_vector_value(&vec->form, e->a); // OpenCL does not shift a scalar by a vector
    Node *a = splat ? vector_node(vec, e->a, t) : operand(vec, e->a, t);
    return binary_node(e->op, a, operand(vec, e->b, t));
}

// If the condition is the same for all elements, the choice remains, and only one arm is computed.
static Node *choice(Vectors *vec, const Node *e)
{
    TypeKind t = e->type->kind;
    bool one = !is_vector_value(&vec->form, e->a);
    const char *condition = one ? "" : mask(vec, e->a);
    vec->guarded += !one;
    Node *a = vector_node(vec, e->b, t), *b = vector_node(vec, e->c, t);
    vec->guarded -= !one;
    if (!one)
        return word_node(text("»pl_vector_select(%s, «%s», «%s», «%s»)«", code(t), condition, printed(vec->em, a),
                              printed(vec->em, b)));
    return choice_node(e->a, a, b);
}

static Node *math(Vectors *vec, const Node *e)
{
    static const char *const known[] = {
        "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt", "hypot", "pow", "sin", "cos", "tan",
        "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "fabs", "floor", "ceil",
        "trunc", "round", "rint", "nearbyint", "fmod", "remainder", "fmin", "fmax", "fdim", "fma", "copysign", "erf",
        "erfc", "tgamma", "lgamma",
    };
    size_t length = strlen(e->name);
    TypeKind t = e->type->kind;
    for (size_t i = 0; i < sizeof known / sizeof known[0] && (t == TY_F32 || t == TY_F64); i++) {
        bool single = t == TY_F32 && e->name[length - 1] == 'f' && strlen(known[i]) == length - 1;
        if (strncmp(e->name, known[i], strlen(known[i])) || (!single && strlen(known[i]) != length))
            continue;
        const char *arguments = "";
        for (int a = 0; a < e->item_count; a++)
            arguments = listed(arguments, value(vec, e->items[a], t));
        return word_node(text("»pl_vector_math(«%s», %s, «%s»)«", known[i], code(t), arguments));
    }
    return no_piece(vec);
}

// Returns the value of a helper, computed in place with the arguments of the call.
static Node *helped(Vectors *vec, const Node *e)
{
    const Node *result = helped_value(e);
    if (!result)
        return no_piece(vec);
    for (int i = 0; i < e->item_count; i++) {
        list_add(vec->arguments, vec->argument_count, e->items[i]);
        list_add(vec->form.locals, vec->form.local_count, e->symbol->function->parameters[i]);
    }
    Node *p = vector_node(vec, result, e->type->kind);
    vec->argument_count -= e->item_count;
    vec->form.local_count -= e->item_count;
    return p;
}

static Node *call(Vectors *vec, const Node *e)
{
    TypeKind t = e->type->kind;
    if (e->symbol)
        return helped(vec, e);
    if (begins(e->name, "pl_to_"))
        return word_node(converted(e->items[0]->type->kind, t, value(vec, e->items[0], e->items[0]->type->kind)));
    if (is_text(e->name, "PL_MAX") || is_text(e->name, "PL_MIN"))
        return word_node(text("»%s(%s, «%s», «%s»)«", is_text(e->name, "PL_MAX") ? "pl_vector_max" : "pl_vector_min", code(t),
                              value(vec, e->items[0], t), value(vec, e->items[1], t)));
    return math(vec, e);
}

// Returns a value that varies with the index, in its own type.
static Node *piece(Vectors *vec, const Node *e)
{
    switch (e->kind) {
    case ND_NAME:
        if (argument_of(vec, e->symbol))
            return vector_node(vec, argument_of(vec, e->symbol), e->type->kind);
        return word_node(e->symbol == vec->form.index ? text("»pl_vector_iota(«%s»)«", e->symbol->name)
                                                      : local_name(vec, e->symbol));
    case ND_ACCESS:
        return element(vec, e, vec->em->loop_count == 1 && !vec->loops && is_read_ahead(vec->em->plan, &vec->form, e)
                                   ? "pl_vector_prefetch" : "pl_vector_element");
    case ND_CONDITIONAL:    return choice(vec, e);
    case ND_CALL:           return call(vec, e);
    case ND_CAST:           return vector_node(vec, e->a, e->type->kind);
    case ND_MULTIPLE_OF:    return vec->em->unchecked ? piece(vec, e->a) : no_piece(vec);
    case ND_BINARY:         return arithmetic(vec, e);
    case ND_UNARY:
        if (!is_vector_number(e->type->kind) || !(is_text(e->op, "-") || is_text(e->op, "~") || is_text(e->op, "+")))
            break;
        return unary_node(e->op, operand(vec, e->a, e->type->kind));
    default:
        break;
    }
    return no_piece(vec);
}

// ---- What is true or false ------------------------------------------------------------------------------------------

static const char *comparison(Vectors *vec, const char *op, const Node *a, const Node *b)
{
    TypeKind t = common_type(a->type->kind, b->type->kind);
    if (!is_vector_number(a->type->kind) || !is_vector_number(b->type->kind))
        return fail(vec);
    return text("»pl_vector_compare(%s, «%s»)«", code(t),
                printed(vec->em, binary_node(op, operand(vec, a, t), operand(vec, b, t))));
}

static const char *mask(Vectors *vec, const Node *e)
{
    if (!is_vector_value(&vec->form, e))
        return text("»pl_vector_splat(bool, «%s», value)«", printed(vec->em, e));
    if (e->kind == ND_INSIDE) {
        const Node *inside = inside_condition(vec->em, e);
        return inside ? mask(vec, inside) : "»pl_vector_splat(bool, «1», value)«";
    }
    if (e->kind == ND_NAME && e->type->kind == TY_BOOL)
        return local_name(vec, e->symbol);
    if (e->kind == ND_UNARY && is_text(e->op, "!"))
        return text("»pl_vector_not(«%s»)«", mask(vec, e->a));
    if (e->kind == ND_CAST && e->type->kind == TY_BOOL)
        return mask(vec, e->a);
    if (e->kind == ND_BINARY && (is_text(e->op, "&&") || is_text(e->op, "||"))) {
        const char *a = mask(vec, e->a);
        vec->guarded++;
        const char *b = mask(vec, e->b);
        vec->guarded--;
        return text("»%s(«%s», «%s»)«", is_text(e->op, "&&") ? "pl_vector_and" : "pl_vector_or", a, b);
    }
    if (is_logical(e) && e->kind == ND_BINARY)
        return comparison(vec, e->op, e->a, e->b);
    if (!is_vector_number(e->type->kind))
        return fail(vec);
    return text("»pl_vector_mask(%s, «%s»)«", type_code(e->type), value(vec, e, e->type->kind));
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static const char *assignment(Vectors *vec, const Node *e)
{
    bool plain = is_text(e->op, "=");
    const Node *to = e->a;
    TypeKind t = to->type->kind;
    const char *target =
        to->kind == ND_NAME ? local_name(vec, to->symbol) : printed(vec->em, element(vec, to, "pl_vector_element"));
    bool streams = plain && !vec->loops && is_streamed(vec->em->plan, to) && !vec->failed;
    vec->streams |= streams;
    if (streams)
        return text("»pl_vector_stream(%s, «%s», «%s», «%s»)«;\n", code(t), to->ref->name,
                    offset_text(vec->em, layout_of(vec->em, to->ref), to->items, to->item_count), value(vec, e->b, t));
    if (plain)
        return text("%s = %s;\n", target, value(vec, e->b, t));
    const char *op = text("%.*s", (int)strlen(e->op) - 1, e->op);
    TypeKind in = is_shift(op) ? common_type(t, TY_I32) : common_type(t, e->b->type->kind);
    if (!is_vector_number(t) || !is_vector_number(e->b->type->kind) || !is_arithmetic(op))
        return fail(vec);
    if (in == t)
        return text("%s %s %s;\n", target, e->op, printed(vec->em, operand(vec, e->b, t)));
    Node *sum = binary_node(op, word_node(converted(t, in, target)), operand(vec, e->b, in));
    return text("%s = %s;\n", target, converted(in, t, printed(vec->em, sum)));
}

static const char *declaration(Vectors *vec, const Node *n)
{
    TypeKind t = n->symbol->type->kind;
    if (!is_vector_local(&vec->form, n->symbol))
        return text("%s;\n", declared_text(vec->em, n));
    const char *first = n->a ? text(" = %s", value(vec, n->a, t)) : "";
    return text("»pl_vector_type(%s)« %s%s;\n", code(t), n->symbol->name, first);
}

static const char *statement(Vectors *vec, const Node *n)
{
    const char *s = "";
    switch (n->kind) {
    case ND_BLOCK:
        for (int i = 0; i < n->item_count && !vec->failed; i++)
            s = text(n->items[i]->kind == ND_BLOCK ? "%s{\n%s}\n" : "%s%s", s, statement(vec, n->items[i]));
        return s;
    case ND_DECLARE:
        return declaration(vec, n);
    case ND_EXPRESSION:
        return assignment(vec, n->a);
    default:                    // ND_IF, ND_WHEN
        return text("if (%s) {\n%s}\n", printed(vec->em, n->a), statement(vec, n->b));
    }
}

// ---- Strips ---------------------------------------------------------------------------------------------------------

static const char *strip(Vectors *vec, const Node *n);

static const char *each_vector(Vectors *vec, const char *statements, bool counts)
{
    return text("»pl_vector_each(«%s», ««%s»»)«\n", counts ? vec->form.index->name : "", statements);
}

// Returns the declaration of a local in the same block as a loop; first: its initializer, as one more statement.
static const char *array(Vectors *vec, const Node *n, const char **first)
{
    TypeKind t = n->symbol->type->kind;
    const char *v = n->a ? value(vec, n->a, t) : NULL;
    *first = v ? text("%s = %s;\n", local_name(vec, n->symbol), v) : "";
    return text("»pl_vector_array(%s, «%s»)«;\n", code(t), n->symbol->name);
}

// Returns the statements of a block. Those between two loops share one loop over the strip.
static const char *strip_items(Vectors *vec, const Node *block)
{
    const char *s = "", *together = "";
    bool counts = false;
    for (int i = 0; i < block->item_count && !vec->failed; i++) {
        const Node *item = block->items[i];
        const char *more = "";
        if (has_vector_loops(item)) {
            s = text("%s%s%s", s, *together ? each_vector(vec, together, counts) : "", strip(vec, item));
            together = "", counts = false;
            continue;
        }
        if (item->kind == ND_DECLARE)
            s = text("%s%s", s, is_vector_local(&vec->form, item->symbol) ? array(vec, item, &more) : declaration(vec, item));
        else
            more = statement(vec, item);
        together = text("%s%s", together, more);
        counts |= *more && uses(item, vec->form.index);
    }
    return text("%s%s", s, *together ? each_vector(vec, together, counts) : "");
}

static const char *reduction(Vectors *vec, const Node *reduce)
{
    const Node *to = reduce->a;
    TypeKind t = to->type->kind;
    const char *target =
        to->kind == ND_NAME ? local_name(vec, to->symbol) : printed(vec->em, element(vec, to, "pl_vector_element"));
    return each_vector(
        vec, text("»pl_vector_reduce(%s, «%s», %s, «%s»)«;\n", code(t), target, reduce->op, value(vec, reduce->b, t)),
        uses(to, vec->form.index) || uses(reduce->b, vec->form.index));
}

static const char *strip_loop(Vectors *vec, const Node *n)
{
    vec->loops++;
    const char *body = n->kind == ND_REDUCE ? reduction(vec, n) : strip(vec, n->body);
    vec->loops--;
    return n->kind == ND_FOR ? text("for (%s) {\n%s}\n", for_head(vec->em, n), body)
                             : text("»pl_loop(«%s», ««%s»»)«\n", overs_text(vec->em, n, 0, n->axis_count), body);
}

// Returns a statement of the body for all elements of a strip.
static const char *strip(Vectors *vec, const Node *n)
{
    if (is_vector_loop(n))
        return strip_loop(vec, n);
    if (!has_vector_loops(n))
        return each_vector(vec, statement(vec, n), uses(n, vec->form.index));
    if (n->kind == ND_BLOCK)
        return strip_items(vec, n);
    return text("if (%s) {\n%s}\n", printed(vec->em, n->a), strip(vec, n->b));
}

// ---- A loop ---------------------------------------------------------------------------------------------------------

static bool begin(Vectors *vec, Emitter *em, const Node *loop)
{
    *vec = (Vectors){ .em = em };
    return !em->lines && em->plan && is_vectorized(loop, &vec->form);
}

const char *vector_body(Emitter *em, const Node *each, bool *strips)
{
    Vectors all, *vec = &all;
    bool vectorized = begin(vec, em, each);
    *strips = vec->form.strips;
    const char *s = !vectorized ? NULL : *strips ? strip(vec, each->body) : statement(vec, each->body);
    em->streams |= vec->streams && !vec->failed;
    return vec->failed ? NULL : s;
}

const char *vector_value(Emitter *em, const Node *reduce)
{
    Vectors all, *vec = &all;
    const char *s = begin(vec, em, reduce) ? value(vec, reduce->b, reduce->a->type->kind) : NULL;
    return vec->failed ? NULL : s;
}
