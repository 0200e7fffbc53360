// emit/expressions.c -- expressions as facts; those that every target spells as C does remain C.

#include "emit/emit.h"
#include <string.h>

// ---- Expressions ----------------------------------------------------------------------------------------------------

static const char *axis_name(Emitter *em, const Node *id)
{
    int axis = em->plan ? axis_asked_for(em->plan->call, id) : -1;
    if (axis < 0)
        INTERNAL("an axis that the grid does not have");
    return em->plan->call->axes[axis].symbol->name;
}

const char *convert_fact(const Type *from, const Type *to, const char *value)
{
    return text("»pl_convert(%s, %s, «%s»)«", type_code(from), type_code(to), value);
}

static const char *math_fact(Emitter *em, const Node *e)
{
    const char *s = "";
    for (int i = 0; i < e->item_count; i++) {
        const Type *to = math_argument(e, i);
        const char *value = printed(em, e->items[i]);
        s = listed(s, to ? convert_fact(e->items[i]->type, to, value) : value);
    }
    return text("»pl_math(«%s», %s, «%s»)«", e->math->name, type_code(math_result(e)), s);
}

static const char *call_fact(Emitter *em, const Node *e)
{
    if (e->symbol)
        return text("%s(%s)", e->name, nodes_as(&em->facts, e->items, 0, e->item_count));
    if (is_text(e->name, "PL_MAX") || is_text(e->name, "PL_MIN"))
        return text("»%s(%s, «%s», «%s»)«", is_text(e->name, "PL_MAX") ? "pl_max" : "pl_min", type_code(e->type),
                    printed(em, e->items[0]), printed(em, e->items[1]));
    if (begins(e->name, "pl_to_"))
        return convert_fact(e->items[0]->type, e->type, printed(em, e->items[0]));
    return math_fact(em, e);
}

// A helper that is not inlined cannot report, so lower/inline.c inlines helpers with a PL_MULTIPLE_OF.
static const char *multiple_fact(Emitter *em, const Node *e, const char *name)
{
    if (!em->plan || em->plan->unchecked)
        return text("(%s)", printed(em, e->a));
    return text("»%s(%d, «%s», «%s», %u)«", name, message_of(em->plan, e), printed(em, e->a),
                printed(em, e->b), e->at.line);
}

static const char *atomic_fact(Emitter *em, const Node *e)
{
    const Node *element = written_root(e);
    const Node *access = element && element->kind == ND_PLACE ? element->a : element;
    const char *memory = !em->alone && access && access->kind == ND_ACCESS ? memory_of_block(em, access->ref) : "global";
    const char *values[2] = { "", "" };
    for (int i = 0; i < e->item_count; i++)
        values[i] = printed(em, e->items[i]);
    return text("»%s«", fact("atomic", "op=%s, type=%s, element=«%s», memory=%s, place=«%s», value=«%s», swapped=«%s»", e->op,
                             type_code(e->a->type), printed(em, e->a), memory, place_text(e->at), values[0], values[1]));
}

static bool is_ref(const Node *e)
{
    return e->kind == ND_NAME && e->symbol->kind == SY_REF;
}

// Returns &x[r][c], &x[r] or &x of a block; NULL: the address of a variable, which is printed as C.
static const char *pointer_fact(Emitter *em, const Node *e)
{
    const Node *to = e->a;
    if (is_ref(to))
        return address_fact(em, to->symbol, NULL, 0, to->type, "&");
    return to->kind == ND_ACCESS ? address_fact(em, to->ref, to->items, to->item_count, to->type, "&") : NULL;
}

// Returns x.bits or p->bits of a small float, which is not a struct on every target; NULL: another member.
static const char *bits_fact(Emitter *em, const Node *e)
{
    bool follows = is_text(e->op, "->");
    if (!type_is_small_float(follows ? e->a->type->of : e->a->type))
        return NULL;
    return text(follows ? "»pl_small_bits(«(*%s)»)«" : "»pl_small_bits(«%s»)«", printed_operand(em, e->a));
}

// Omits casts between pointers that only add a const. A null pointer is 0, valid for any memory. NULL: another cast.
static const char *cast_fact(Emitter *em, const Node *e)
{
    if (e->type->kind != TY_POINTER)
        return NULL;
    if (is_null_pointer(e))
        return "0";
    return changes_pointee(e->a->type, e->type) ? NULL : printed_operand(em, e->a);
}

// Returns an integer literal with the suffix L for LL: long long is long on every target.
static const char *integer_text(const char *spelling)
{
    const char *s = spelling, *twice = strstr(s, "ll") ? strstr(s, "ll") : strstr(s, "LL");
    if (strchr(s, '\''))
        return safe_string(s);
    return twice ? text("%.*sL%s", (int)(twice - s), s, twice + 2) : s;
}

// Returns a word of the target's with its arguments: »say_swapped(«pl_part», «pl_half»)«.
static const char *word_fact(Emitter *em, const Node *e)
{
    const char *s = "";
    for (int i = 0; i < e->item_count; i++)
        s = listed(s, text("«%s»", printed(em, e->items[i])));
    return text("»%s(%s)«", e->name, s);
}

// Returns an expression that each target spells its own way; NULL: it is printed as C, with facts in its operands.
const char *fact_of(const Printer *p, const Node *e)
{
    Emitter *em = p->of;
    switch (e->kind) {
    case ND_STRING:
        return safe_string(e->spelling);
    case ND_INT:
        return e->spelling ? integer_text(e->spelling) : NULL;
    case ND_FLOAT:
        return e->spelling;
    case ND_NAME:
        if (is_ref(e))
            return address_fact(em, e->symbol, NULL, 0, e->type->of, "");
        return e->symbol->kind == SY_WORD ? e->symbol->name : NULL;
    case ND_UNARY:
        return is_text(e->op, "&") ? pointer_fact(em, e) : NULL;
    case ND_CAST:
        return cast_fact(em, e);
    case ND_MEMBER:         return bits_fact(em, e);
    case ND_ACCESS:         return access_fact(em, e);
    case ND_BOUND:          return name_of_bound(em->plan, e);
    case ND_SIZE:           return size_fact(em, e);
    case ND_PROGRAM_ID:     return axis_name(em, e);
    case ND_AXIS:           return axis_name(em, e);
    case ND_NUM_PROGRAMS:   return text("%s_programs", axis_name(em, e));
    case ND_FIRST_STEP:     return text("%s_first", axis_name(em, e));
    case ND_CALL:           return call_fact(em, e);
    case ND_ATOMIC:         return atomic_fact(em, e);
    case ND_MULTIPLE_OF:    return multiple_fact(em, e, "pl_multiple_of");
    case ND_CDIV:           return text("»pl_cdiv(«%s», «%s»)«", printed(em, e->a), printed(em, e->b));
    case ND_LOAD:
        return text("(%s ? %s : (%s)%s)", choice_as(&em->facts, e->b), printed(em, e->a), type_as_fact(e->type),
                    printed_operand(em, e->c));
    case ND_DIM:
        return text("(long)%s", printed_operand(em, e->ref->dims[e->a->value]));
    case ND_SAY:            return word_fact(em, e);
    case ND_PLACE:          return text("%s%s", e->name, subscripts_text(em, e->items, e->item_count));
    case ND_WRAPPED:        return text("(%s)", printed(em, e->a));
    case ND_CONVERT:        return convert_fact(e->a->type, e->type, printed(em, e->a));
    case ND_SEM_READ: case ND_DEVICE:
        return copy_value_fact(em, e);
    default:
        return NULL;
    }
}

// ---- Expressions of the launcher and of index maps -------------------------------------------------------------------------

static const char *host_fact_of(const Printer *p, const Node *e)
{
    Emitter *em = p->of;
    if (e->kind == ND_CDIV)
        return text("»pl_host_cdiv(«%s», «%s»)«", printed(em, e->a), printed(em, e->b));
    return e->kind == ND_MULTIPLE_OF ? multiple_fact(em, e, "pl_host_multiple_of") : fact_of(p, e);
}

static const char *host_type_as_fact(const Type *t)
{
    const char *qualifier = t->constant ? "const " : "";
    return t->kind == TY_STRUCT ? text("%s%s", qualifier, t->record->name) : text("%s»pl_host_type(%s)«", qualifier, type_code(t));
}

static const char *map_fact_of(const Printer *p, const Node *e)
{
    return e->kind == ND_MULTIPLE_OF ? multiple_fact(p->of, e, "pl_map_multiple_of") : fact_of(p, e);
}

void print_for_map(Emitter *em)
{
    em->facts = (Printer){ .fact = map_fact_of, .type = type_as_fact, .of = em };
}

void print_for_kernel(Emitter *em)
{
    em->facts = (Printer){ .fact = fact_of, .type = type_as_fact, .of = em };
}

void print_for_host(Emitter *em)
{
    em->facts = (Printer){ .fact = host_fact_of, .type = host_type_as_fact, .of = em };
}
