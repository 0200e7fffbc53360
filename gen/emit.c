// emit.c -- the plan as m4 definitions. docs/targets.md is to list them; --emit=plan shows them.
//
// Text of the user's stands in quotes, « and », and is copied by m4 as it is: a fact in it ends the quotes and begins
// them again, as in  «a + »pl_element(«x», «r * x_row + c»)« * 2».  Facts are names of small letters with arguments;
// what is PL_ and capitals is a definition, which a template reads as often as it likes. Bodies of statements come in
// one more pair of quotes, and so are facts still when a template writes them.

#include "pallasc.h"
#include <stdarg.h>
#include <string.h>

enum { MAX_RANK = 12 };

// ---- Names --------------------------------------------------------------------------------------------------------

typedef struct {                // how the elements of a ref lie
    const Symbol *ref;
    const char *base;           // what names made from it begin with: base_0, base_row
    const char *strides[MAX_RANK];
} Layout;

static struct {
    FILE *to;
    const Plan *plan;           // of the call whose kernel is printed; NULL: helpers
    const char **names;         // that the kernel uses
    int name_count;
    Layout *layouts;
    int layout_count;
    const char *rooms;          // memory of the body: pl_room facts
    int room_count;
    const char *messages;       // pl_message facts
    int message_count;
    bool doubles;               // an expression is of type double
} now;

static bool taken(const char *name)
{
    for (int i = 0; i < now.name_count; i++)
        if (!strcmp(now.names[i], name))
            return true;
    return false;
}

static bool taken_prefix(const char *prefix)
{
    for (int i = 0; i < now.name_count; i++)
        if (!strncmp(now.names[i], prefix, strlen(prefix)))
            return true;
    return false;
}

static void take(const char *name)
{
    if (!taken(name))
        list_add(now.names, now.name_count, name);
}

static void take_declared(const Node *n)
{
    if (!n)
        return;
    if (n->kind == ND_DECLARE || n->kind == ND_TILE || n->kind == ND_VIEW)
        take(n->symbol->name);
    for (int i = 0; i < n->axis_count; i++)
        take(n->axes[i].index->name);
    const Node *parts[] = { n->b, n->c, n->init, n->body };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        take_declared(parts[i]);
    for (int i = 0; i < n->item_count; i++)
        take_declared(n->items[i]);
}

// What the call calls by a name that means another thing in the kernel gets another name.
static void rename_apart(Symbol *s, const char *with)
{
    while (taken(s->name))
        s->name = text("%s%s", s->name, with);
    take(s->name);
}

static void choose_names(const Source *source, const Plan *plan)
{
    const Call *call = plan->call;
    now.name_count = 0;
    for (int i = 0; i < source->constant_count; i++)
        take(source->constants[i]->name);
    for (int i = 0; i < source->function_count; i++)
        take(source->functions[i]->name);
    for (int i = 0; i < call->kernel->parameter_count; i++)
        take(call->kernel->parameters[i]->name);
    take_declared(call->kernel->body);
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCALAR || call->parts[i].kind == PART_TABLE)
            call->parts[i].symbol->name = call->kernel->parameters[i]->name;
    for (int i = 0; i < call->parameter_count; i++)
        if (call->parameters[i]->kind == SY_SIZE)
            rename_apart(call->parameters[i], "_size");
    for (int i = 0; i < call->axis_count; i++)
        rename_apart(call->axes[i].symbol, "_axis");
}

// ---- Text ---------------------------------------------------------------------------------------------------------

static const char *place_text(Loc at)
{
    return text("%s:%u:%u", at.file, at.line, at.column);
}

static void not_yet(Loc at, const char *what)
{
    error_at(at, "not in this version of pallasc: %s", what);
}

// No quote of m4's, and no $, which means an argument there.
static const char *safe_string(const char *s)
{
    const char *made = "";
    for (; *s; s++)
        if ((s[0] == '\xc2' && (s[1] == '\xab' || s[1] == '\xbb'))) {
            made = text("%s\\302\\%o", made, (unsigned)(unsigned char)s[1]);
            s++;
        } else {
            made = *s == '$' ? text("%s\\044", made) : text("%s%c", made, *s);
        }
    return made;
}

static const char *type_code(const Type *t)
{
    static const char *const codes[] = {
        [TY_VOID] = "void", [TY_BOOL] = "bool", [TY_I8] = "i8", [TY_I16] = "i16", [TY_I32] = "i32", [TY_I64] = "i64",
        [TY_U8] = "u8", [TY_U16] = "u16", [TY_U32] = "u32", [TY_U64] = "u64", [TY_F16] = "f16", [TY_BF16] = "bf16",
        [TY_E4M3] = "e4m3", [TY_E5M2] = "e5m2", [TY_F32] = "f32", [TY_F64] = "f64",
    };
    return t->kind <= TY_F64 ? codes[t->kind] : t->kind == TY_STRUCT ? t->record->name : "pointer";
}

static const char *type_as_fact(const Type *t)
{
    const char *qualifier = t->constant ? "const " : "";
    return t->kind == TY_STRUCT ? text("%s%s", qualifier, t->record->name)
                                : text("%s»pl_type(%s)«", qualifier, type_code(t));
}

static bool is_text(const char *s, const char *is)
{
    return !strcmp(s, is);
}

static bool is_simple(const char *s)
{
    return !strpbrk(s, " +-*/?&|<>=,");
}

static const char *product(const char *a, const char *b)
{
    if (is_text(a, "0") || is_text(b, "0"))
        return "0";
    if (is_text(a, "1"))
        return b;
    return is_text(b, "1") ? a : text("%s * %s", a, b);
}

static const char *sum(const char *a, const char *b)
{
    return is_text(a, "0") ? b : is_text(b, "0") ? a : text("%s + %s", a, b);
}

static const char *product_of(Node *const *dims, int from, int to)
{
    const char *s = "1";
    for (int d = from; d < to; d++)
        s = product(s, operand_text(dims[d]));
    return s;
}

// ---- Refs ---------------------------------------------------------------------------------------------------------

static Layout *layout_of(const Symbol *ref)
{
    for (int i = now.layout_count - 1; i >= 0; i--)
        if (now.layouts[i].ref == ref)
            return &now.layouts[i];
    INTERNAL(text("'%s' has no layout", ref->name));
}

static Layout *new_layout(const Symbol *ref)
{
    Layout l = { .ref = ref, .base = ref->name };
    while (taken_prefix(text("%s_", l.base)))
        l.base = text("%s_", l.base);
    list_add(now.layouts, now.layout_count, l);
    return &now.layouts[now.layout_count - 1];
}

// A block by itself: tiles, scratch, tables.
static Layout *dense_layout(const Symbol *ref)
{
    Layout *l = new_layout(ref);
    for (int d = 0; d < ref->rank; d++)
        l->strides[d] = product_of(ref->dims, d + 1, ref->rank);
    return l;
}

static const char *offset_text(const Layout *l, Node *const *indices, int count)
{
    const char *s = "0";
    for (int d = 0; d < count; d++) {
        const char *index = is_text(l->strides[d], "1") ? expression_text(indices[d]) : operand_text(indices[d]);
        const char *stride = is_simple(l->strides[d]) ? l->strides[d] : text("(%s)", l->strides[d]);
        s = sum(s, product(index, stride));
    }
    return s;
}

static const char *access_fact(const Node *e)
{
    const Layout *l = layout_of(e->ref);
    if (e->item_count < e->ref->rank) {
        not_yet(e->at, text("a row of '%s' as a value: PL_VIEW names one", e->ref->name));
        return "0";
    }
    return text("»pl_element(«%s», «%s»)«", e->ref->name, offset_text(l, e->items, e->item_count));
}

static const Operand *operand_of(const Symbol *ref)
{
    for (int i = 0; now.plan && i < now.plan->operand_count; i++)
        if (now.plan->operands[i].ref == ref)
            return &now.plan->operands[i];
    return NULL;
}

static const char *inside_fact(const Node *e)
{
    const Operand *o = operand_of(e->ref);
    const char *s = "";
    for (int d = 0; o && d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (!w->ragged)
            continue;
        const char *at = text("%s_%d + %s", layout_of(e->ref)->base, d, operand_text(e->items[w->dim]));
        if (w->kind == WINDOW_ELEMENT)
            s = text("%s%s%s >= 0", s, *s ? " && " : "", at);
        s = text("%s%s%s < %s", s, *s ? " && " : "", at, operand_text(w->extent));
    }
    return *s ? text("(%s)", s) : "1";
}

static const char *size_fact(const Node *e)
{
    const Operand *o = operand_of(e->ref);
    for (int d = 0; o && d < o->rank; d++)
        if (o->dims[d].dim == e->a->value && o->dims[d].kind == WINDOW_BOUNDED)
            return text("%s_count_%d", layout_of(e->ref)->base, d);
    not_yet(e->at, "PL_SIZE of a dim that is not PL_BOUNDED");
    return "0";
}

// ---- Expressions --------------------------------------------------------------------------------------------------

static const char *axis_name(const Node *e, bool by_number)
{
    int n = 0;
    for (int a = 0; now.plan && a < now.plan->axis_count; a++) {
        const Axis *axis = now.plan->axes[a].axis;
        if (by_number ? axis->kind != AXIS_BATCH && n++ == e->a->value : is_text(axis->name, e->name))
            return axis->symbol->name;
    }
    if (now.plan)
        error_at(e->at, "call '%s' has no such axis", now.plan->call->name);
    else
        not_yet(e->at, "the program's id in a helper: pass it");
    return "0";
}

static const char *convert_fact(const Type *from, const Type *to, const char *value)
{
    return text("»pl_convert(%s, %s, «%s»)«", type_code(from), type_code(to), value);
}

static bool begins(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static const char *arguments_text(const Node *e, bool converted)
{
    const char *s = "";
    for (int i = 0; i < e->item_count; i++) {
        const Node *a = e->items[i];
        bool as = converted && type_is_float(e->type) && a->type->kind != e->type->kind;
        const char *value = as ? convert_fact(a->type, e->type, expression_text(a)) : expression_text(a);
        bool comma = a->kind == ND_BINARY && is_text(a->op, ",");
        s = text("%s%s%s%s%s", s, i ? ", " : "", comma ? "(" : "", value, comma ? ")" : "");
    }
    return s;
}

static const char *math_fact(const Node *e)
{
    static const char *const whole[] = { "ldexp", "scalbn", "nan", "frexp", "modf", "remquo" };
    size_t length = strlen(e->name);
    bool single = e->type->kind == TY_F32 && e->name[length - 1] == 'f' && strcmp(e->name, "erf");
    const char *name = single ? text("%.*s", (int)length - 1, e->name) : e->name;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (is_text(name, whole[i]))
            not_yet(e->at, text("'%s'", e->name));
    return text("»pl_math(«%s», %s, «%s», «%s»)«", name, type_code(e->type), arguments_text(e, true), place_text(e->at));
}

static const char *call_fact(const Node *e)
{
    if (e->symbol) {
        if (e->symbol->function && e->symbol->function->kind != FN_PLAIN)
            not_yet(e->at, "a PL_FUNCTION");
        return text("%s(%s)", e->name, arguments_text(e, false));
    }
    if (is_text(e->name, "PL_MAX") || is_text(e->name, "PL_MIN"))
        return text("»pl_%s(%s, «%s», «%s»)«", is_text(e->name, "PL_MAX") ? "max" : "min", type_code(e->type),
                    expression_text(e->items[0]), expression_text(e->items[1]));
    if (begins(e->name, "pl_to_"))
        return convert_fact(e->items[0]->type, e->type, expression_text(e->items[0]));
    return math_fact(e);
}

static const char *atomic_fact(const Node *e)
{
    const char *values = "";
    for (int i = 0; i < e->item_count; i++)
        values = text("%s, «%s»", values, expression_text(e->items[i]));
    return text("»pl_atomic(%s, %s, «%s», «%s»%s)«", e->op, type_code(e->a->type), expression_text(e->a),
                place_text(e->at), values);
}

static bool is_table(const Symbol *s)
{
    return s->kind == SY_REF || (s->kind == SY_CONSTANT && s->type->kind == TY_ARRAY);
}

// What every target says in its own way; NULL: what C says.
static const char *fact_of(const Node *e)
{
    now.doubles |= e->type && e->type->kind == TY_F64;
    switch (e->kind) {
    case ND_STRING:
        return safe_string(e->spelling);
    case ND_INT: case ND_FLOAT:
        return e->spelling ? safe_string(e->spelling) : NULL;
    case ND_NAME:
        if (is_table(e->symbol))
            not_yet(e->at, text("'%s' as a pointer", e->symbol->name));
        return NULL;
    case ND_SUBSCRIPT: {
        const Node *array = e->a;                       // a constant table, by elements
        if (array->kind == ND_NAME && array->symbol->kind == SY_CONSTANT)
            return text("%s[%s]", array->symbol->name, expression_text(e->b));
        return NULL;
    }
    case ND_ACCESS:         return access_fact(e);
    case ND_INSIDE:         return inside_fact(e);
    case ND_SIZE:           return size_fact(e);
    case ND_PROGRAM_ID:     return axis_name(e, true);
    case ND_AXIS:           return axis_name(e, false);
    case ND_NUM_PROGRAMS:   return text("%s_programs", axis_name(e, true));
    case ND_CALL:           return call_fact(e);
    case ND_ATOMIC:         return atomic_fact(e);
    case ND_MULTIPLE_OF:    return text("(%s)", expression_text(e->a));
    case ND_CDIV:           return text("»pl_cdiv(«%s», «%s»)«", expression_text(e->a), expression_text(e->b));
    case ND_LOAD:
        return text("(%s ? %s : (%s)%s)", operand_text(e->b), expression_text(e->a), type_as_fact(e->type),
                    operand_text(e->c));
    case ND_DIM:
        if (!e->a->known || e->a->value >= e->ref->rank)
            not_yet(e->at, "PL_DIM of a dim that is no constant");
        else
            return text("(long)%s", operand_text(e->ref->dims[e->a->value]));
        return "0";
    case ND_PASS:
        not_yet(e->at, "PL_PASS");
        return "0";
    default:
        return NULL;
    }
}

// ---- Statements ---------------------------------------------------------------------------------------------------
// They are printed within quotes.

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(now.to, format, list);
    va_end(list);
}

static void put_statement(const Node *n);

static void put_items(const Node *n)
{
    for (int i = 0; i < n->item_count; i++) {
        const Node *item = n->items[i], *next = i + 1 < n->item_count ? n->items[i + 1] : NULL;
        if (item->kind == ND_CASE || item->kind == ND_DEFAULT)
            put("%s:%s\n", item->kind == ND_CASE ? text("case %s", expression_text(item->a)) : "default",
                !next || next->kind == ND_DECLARE || next->kind == ND_TILE || next->kind == ND_VIEW ? ";" : "");
        else
            put_statement(item);
    }
}

static void put_inside(const Node *body)
{
    if (body->kind == ND_BLOCK)
        put_items(body);
    else
        put_statement(body);
}

static void put_if(const Node *n)
{
    put("if (%s) {\n", expression_text(n->a));
    put_inside(n->b);
    if (n->c && (n->c->kind == ND_IF || n->c->kind == ND_WHEN)) {
        put("} else ");
        put_if(n->c);
        return;
    }
    if (n->c) {
        put("} else {\n");
        put_inside(n->c);
    }
    put("}\n");
}

static const char *declared_text(const Node *n)
{
    const char *s = type_text(n->symbol->type, n->symbol->name);
    return n->a ? text("%s = %s", s, expression_text(n->a)) : s;
}

static void put_for(const Node *n)
{
    const Node *init = n->init;
    put("{\n");
    for (int i = 0; init && init->kind == ND_BLOCK && i < init->item_count; i++)
        put("%s;\n", declared_text(init->items[i]));
    bool one = init && init->kind != ND_BLOCK;
    put("for (%s;", !one ? "" : init->kind == ND_EXPRESSION ? expression_text(init->a) : declared_text(init));
    put("%s%s;", n->a ? " " : "", n->a ? expression_text(n->a) : "");
    put("%s%s) {\n", n->b ? " " : "", n->b ? expression_text(n->b) : "");
    put_inside(n->body);
    put("}\n}\n");
}

static const char *over_text(const LoopAxis *axis)
{
    return text("pl_over(«%s», «%s», «%s», «%s», %s)", axis->index->name, expression_text(axis->lo),
                expression_text(axis->hi), axis->step ? expression_text(axis->step) : "1",
                axis->hi->known ? "constant" : "once");
}

static const char *overs_text(const Node *n)
{
    const char *s = "";
    for (int i = 0; i < n->axis_count; i++)
        s = text("%s%s", s, over_text(&n->axes[i]));
    return s;
}

static void put_reduce(const Node *n)
{
    const char *acc = expression_text(n->a), *type = type_code(n->a->type);
    put("»pl_reduce(%s, «%s», «%s», «%s», «%s», %s, «%s»)«\n", type, acc, n->symbol ? "call" : n->op,
        n->symbol ? n->symbol->name : n->op, overs_text(n), type_code(n->b->type), expression_text(n->b));
}

typedef struct { const char *name, *type, *row, *column; Node *rows, *columns; } Matrix;

static Matrix matrix(const Node *e)
{
    bool transposed = e->kind == ND_TRANSPOSE;
    const Symbol *s = transposed ? e->a->symbol : e->symbol;
    if (!s || s->rank != 2)
        INTERNAL("PL_DOT of what is no matrix");
    const Layout *l = layout_of(s);
    return (Matrix){ s->name, type_code(s->type), l->strides[transposed], l->strides[!transposed],
                     s->dims[transposed], s->dims[!transposed] };
}

static void add_room(const char *name, const char *type, const char *count)
{
    now.rooms = text("%spl_room(«%s», %s, «%s»)\n", now.rooms, name, type, count);
    now.room_count++;
}

static void put_dot(const Node *n)
{
    Matrix z = matrix(n->a), x = matrix(n->b), y = matrix(n->c);
    const char *room = text("pl_panel_%d", now.room_count + 1);
    if (is_text(z.type, "f32") && is_text(x.type, "f32") && is_text(y.type, "f32") && is_text(z.column, "1") &&
        is_text(x.column, "1") && is_text(y.column, "1"))
        add_room(room, "f32", product(operand_text(y.rows), operand_text(y.columns)));
    put("»pl_dot(«%s», «%s», «%s», «%s»", room, expression_text(z.rows), expression_text(z.columns),
        expression_text(x.columns));
    Matrix all[] = { z, x, y };
    for (int i = 0; i < 3; i++)
        put(", pl_matrix(«%s», %s, «%s», «%s»)", all[i].name, all[i].type, all[i].row, all[i].column);
    put(", «%s»)«\n", n->op ? n->op : "");
}

static const char *dims_over(const Symbol *s)
{
    const char *over = "";
    for (int d = 0; d < s->rank; d++)
        over = text("%spl_over(«pl_at_%d», «0», «%s», «1», constant)", over, d, expression_text(s->dims[d]));
    return over;
}

static const char *dims_offset(const Symbol *s)
{
    const char *offset = "0";
    for (int d = 0; d < s->rank; d++)
        offset = sum(offset, product(text("pl_at_%d", d), text(is_simple(layout_of(s)->strides[d]) ? "%s" : "(%s)",
                                                               layout_of(s)->strides[d])));
    return offset;
}

static void put_fill(const Node *n)
{
    const Symbol *s = n->a->symbol;
    put("»pl_fill(«%s», %s, «%s», «%s», %s, «%s»)«\n", s->name, type_code(s->type), dims_over(s), dims_offset(s),
        type_code(n->b->type), expression_text(n->b));
}

static void put_assign(const Node *n)
{
    const Symbol *to = n->a->kind == ND_NAME ? n->a->symbol : NULL, *from = n->b->kind == ND_NAME ? n->b->symbol : NULL;
    if (!to || !from || to->kind != SY_REF || from->kind != SY_REF || to->rank != from->rank) {
        not_yet(n->at, "PL_ASSIGN of parts of blocks");
        return;
    }
    put("»pl_assign(«%s», %s, «%s», «%s», «%s», %s, «%s»)«\n", to->name, type_code(to->type), dims_over(to),
        dims_offset(to), from->name, type_code(from->type), dims_offset(from));
}

static void put_tile(const Node *n)
{
    Layout *l = dense_layout(n->symbol);
    const char *room = text("%s_room_%d", l->base, now.room_count + 1);
    add_room(room, type_code(n->symbol->type), product_of(n->symbol->dims, 0, n->symbol->rank));
    put("»pl_tile(«%s», %s, «%s»)«\n", n->symbol->name, type_code(n->symbol->type), room);
}

// p is a block's name, a row of it, or the address of one: the view's first stride is that of p's type.
static void put_view(const Node *n)
{
    const Node *p = n->a, *element = p->kind == ND_UNARY && is_text(p->op, "&") ? p->a : p;
    bool address = element != p;
    const Symbol *of = element->kind == ND_ACCESS ? element->ref : element->kind == ND_NAME ? element->symbol : NULL;
    int given = element->kind == ND_ACCESS ? element->item_count : 0, from = given - address;
    if (!of || of->kind != SY_REF || from < 0 || of->rank - from != n->symbol->rank) {
        not_yet(n->at, "a PL_VIEW of another shape than its block's");
        dense_layout(n->symbol);
        return;
    }
    Layout *l = new_layout(n->symbol);
    const Layout *base = layout_of(of);
    for (int d = 0; d < n->symbol->rank; d++)
        l->strides[d] = base->strides[from + d];
    put("»pl_view(«%s», %s, «%s», «%s», «%s»)«\n", n->symbol->name, type_code(n->symbol->type),
        n->symbol->type->constant ? "const " : "", of->name, offset_text(base, element->items, given));
}

static void put_loop(const Node *n)
{
    put("»pl_loop(«%s», ««", over_text(&n->axes[0]));
    put_inside(n->body);
    put("»»)«\n");
}

static void put_each(const Node *n)
{
    put("»pl_each(«%s», ««", overs_text(n));
    put_inside(n->body);
    put("»»)«\n");
}

// Reports carry integers alone, each %d as %ld.
static void put_check(const Node *n)
{
    const char *format = n->item_count && n->items[0]->kind == ND_STRING ? safe_string(n->items[0]->spelling) : "\"\"";
    const char *wide = "", *values = "";
    for (const char *s = format; *s; s++) {
        wide = text("%s%c", wide, *s);
        if (*s == '%' && s[1] == '%')
            s++, wide = text("%s%%", wide);
        else if (*s == '%' && (s[1] == 'd' || s[1] == 'i' || s[1] == 'l'))
            s += s[1] == 'l' ? 2 : 1, wide = text("%sld", wide);
        else if (*s == '%')
            not_yet(n->at, "PL_CHECK that reports anything but integers");
    }
    for (int i = 1; i < 6; i++)
        values = text("%s, %s", values, i < n->item_count ? expression_text(n->items[i]) : "0");
    if (n->item_count > 6 || !now.plan) {
        not_yet(n->at, now.plan ? "PL_CHECK with more than five values" : "PL_CHECK in a helper");
        return;
    }
    now.messages = text("%spl_message(%u, «%s»)\n", now.messages, n->at.line, wide);
    put("»pl_check(%d, «%s», «%s»)«\n", ++now.message_count, expression_text(n->a), values);
}

static void put_statement(const Node *n)
{
    switch (n->kind) {
    case ND_BLOCK:
        put("{\n");
        put_items(n);
        put("}\n");
        return;
    case ND_DECLARE:    put("%s;\n", declared_text(n)); return;
    case ND_EXPRESSION: put("%s;\n", expression_text(n->a)); return;
    case ND_IF: case ND_WHEN:
        put_if(n);
        return;
    case ND_FOR:        put_for(n); return;
    case ND_WHILE: case ND_SWITCH:
        put("%s (%s) {\n", n->kind == ND_WHILE ? "while" : "switch", expression_text(n->a));
        put_inside(n->body);
        put("}\n");
        return;
    case ND_DO:
        put("do {\n");
        put_inside(n->body);
        put("} while (%s);\n", expression_text(n->a));
        return;
    case ND_BREAK:      put("break;\n"); return;
    case ND_CONTINUE:   put("continue;\n"); return;
    case ND_RETURN:
        if (now.plan)
            put("»pl_return()«\n");
        else
            put(n->a ? "return %s;\n" : "return;\n", n->a ? expression_text(n->a) : "");
        return;
    case ND_LOOP:       put_loop(n); return;
    case ND_EACH:       put_each(n); return;
    case ND_REDUCE:     put_reduce(n); return;
    case ND_DOT:        put_dot(n); return;
    case ND_FILL:       put_fill(n); return;
    case ND_ASSIGN:     put_assign(n); return;
    case ND_TILE:       put_tile(n); return;
    case ND_VIEW:       put_view(n); return;
    case ND_STORE:
        put("if (%s)\n%s = %s;\n", expression_text(n->c), expression_text(n->a), expression_text(n->b));
        return;
    case ND_CHECK:      put_check(n); return;
    case ND_PRINT:      not_yet(n->at, "PL_PRINT"); return;
    default:
        INTERNAL("an expression as a statement");
    }
}

// ---- A call -------------------------------------------------------------------------------------------------------

static const char *start_text(const WindowDim *d)
{
    if (d->kind == WINDOW_FULL)
        return "0";
    const char *index = d->index->known && d->index->value == 0 ? "0" : operand_text(d->index);
    if (d->kind == WINDOW_BLOCK)
        return product(index, operand_text(d->size));
    if (d->kind == WINDOW_ELEMENT && !(d->low->known && d->low->value == 0))
        return text("%s - %s", index, operand_text(d->low));
    return index;
}

static const char *array_stride(const Operand *o, int dim)
{
    const char *s = "1";
    for (int d = dim + 1; d < o->rank; d++)
        s = product(s, operand_text(o->dims[d].extent));
    return s;
}

static const char *window_stride(const Operand *o, int dim)
{
    const char *s = "1";
    for (int d = dim + 1; d < o->rank; d++)
        if (o->dims[d].size)
            s = product(s, operand_text(o->dims[d].size));
    return s;
}

static const char *stride_factor(const char *stride)
{
    return is_simple(stride) ? stride : text("(%s)", stride);
}

// In place and copied, the strides differ: then they have names.
static const char *lay_out_operand(const Operand *o)
{
    Layout *l = new_layout(o->ref);
    const char *facts = "";
    for (int d = 0; d < o->rank; d++) {
        int dim = o->dims[d].dim;
        if (dim < 0)
            continue;
        const char *array = array_stride(o, d), *window = window_stride(o, d);
        l->strides[dim] = o->stage == STAGE_ALWAYS ? window : array;
        if (o->stage != STAGE_EDGE || is_text(array, window))
            continue;
        l->strides[dim] = o->ref->rank == 2 && dim == 0 ? text("%s_row", l->base) : text("%s_stride_%d", l->base, dim);
        facts = text("%spl_stride(«%s», «%s», «%s»)\n", facts, l->strides[dim], array, window);
    }
    if (!l->strides[0])                                 // all dims dropped
        l->strides[0] = "1";
    return facts;
}

static const char *const window_kinds[] = {
    [WINDOW_BLOCK] = "block", [WINDOW_ONE] = "one", [WINDOW_FULL] = "full", [WINDOW_ELEMENT] = "element",
    [WINDOW_BOUNDED] = "bounded",
};

// What an index that leaves the array says; the values are the template's: index or start, and the extent.
static int index_message(const Operand *o, int d)
{
    const WindowDim *w = &o->dims[d];
    if (w->inside)
        return 0;
    const char *words = w->kind == WINDOW_ELEMENT || w->kind == WINDOW_BOUNDED
                      ? text("window from element %%ld on dim %d leaves the array, which has %%ld", d)
                      : text("block index %%ld on dim %d, which has %%ld blocks", d);
    now.messages = text("%spl_message(%u, «\"operand %s: %s\"»)\n", now.messages, now.plan->call->at.line,
                        o->part->name, words);
    return ++now.message_count;
}

static void put_dims(const Operand *o)
{
    const char *offset = "0", *in_array = "0", *in_window = "0", *count = "1", *base = layout_of(o->ref)->base;
    put("m4_define(«PL_DIMS_%s», «\n", o->ref->name);
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        put("pl_dim(%d, %s, «%s», «%s», «%s», «%s»", d, window_kinds[w->kind], w->size ? expression_text(w->size) : "1",
            w->index ? expression_text(w->index) : "0", expression_text(w->extent), start_text(w));
        put(", %s, %s, %d", w->inside ? "proved" : "checked", w->ragged ? "ragged" : "whole", index_message(o, d));
        put(", «%s», «%s», «%s»)\n", w->low ? expression_text(w->low) : "0", w->high ? expression_text(w->high) : "0",
            w->count ? expression_text(w->count) : "");
        const char *factor = stride_factor(array_stride(o, d));
        if (w->kind != WINDOW_FULL)
            offset = sum(offset, product(text("%s_%d", base, d), factor));
        if (w->dim >= 0) {
            in_array = sum(in_array, product(text("pl_at_%d", d), factor));
            in_window = sum(in_window, product(text("pl_at_%d", d), stride_factor(window_stride(o, d))));
            count = product(count, operand_text(w->size));
        }
    }
    put("»)m4_dnl\n");
    put("m4_define(«PL_PLACE_%s», «pl_place(«%s», «%s», «%s», «%s»)»)m4_dnl\n", o->ref->name, offset, in_array, in_window,
        count);
    if (o->stage != STAGE_NEVER)
        add_room(text("%s_window", base), type_code(o->part->type), count);
}

static const char *mode_of(const Operand *o)
{
    return !o->written ? "in" : o->read ? "inout" : "out";
}

static bool aliased(const Operand *o)
{
    for (int i = 0; i < now.plan->call->part_count; i++) {
        const Part *part = &now.plan->call->parts[i];
        if (part->alias && (part == o->part || is_text(part->alias, o->part->name)))
            return true;
    }
    return false;
}

static void put_operand(const Operand *o)
{
    static const char *const stages[] = { [STAGE_NEVER] = "never", [STAGE_EDGE] = "edge", [STAGE_ALWAYS] = "always" };
    const char *strides = lay_out_operand(o);
    put("m4_define(«PL_OPERAND_%s», «pl_operand(«%s», «%s», %s, %s, %s, %d, %s, %d, «%s», %s)»)m4_dnl\n", o->ref->name,
        o->ref->name, layout_of(o->ref)->base, mode_of(o), type_code(o->part->type), stages[o->stage], o->level,
        o->visits == VISIT_EACH ? "each" : "moved", o->buffers,
        o->part->edge ? convert_fact(o->part->edge->type, o->part->type, expression_text(o->part->edge)) : "",
        aliased(o) ? "alias" : "alone");
    put("m4_define(«PL_STRIDES_%s», «%s»)m4_dnl\n", o->ref->name, strides);
    put_dims(o);
}

static const char *shape_text(const Operand *o)
{
    const char *s = "";
    for (int d = 0; d < o->rank; d++)
        s = text("%s%s%s", s, d ? ", " : "", expression_text(o->dims[d].extent));
    return s;
}

static void put_arguments(const Call *call)
{
    put("m4_define(«PL_ARGUMENTS», «\n");
    for (int i = 0; i < call->parameter_count; i++) {
        const Symbol *s = call->parameters[i];
        if (s->kind == SY_SIZE || s->kind == SY_SCALAR) {
            put("pl_argument(%s, %s, «%s»)\n", s->kind == SY_SIZE ? "size" : "scalar", type_code(s->type), s->name);
            continue;
        }
        for (int p = 0; p < call->part_count; p++) {
            const Part *part = &call->parts[p];
            if (part->symbol != s)
                continue;
            const Operand *o = operand_of(call->kernel->parameters[p]);
            const char *name = o ? o->ref->name : s->name, *base = o ? layout_of(o->ref)->base : name, *shape = "";
            for (int d = 0; d < part->rank; d++)
                shape = text("%s%s%s", shape, d ? ", " : "", expression_text(part->shape[d]));
            put("pl_argument(%s, %s, «%s», «%s», %d, «%s», «%s», «%s»)\n", o ? mode_of(o) : "table",
                type_code(part->type), name, base, o ? o->rank : part->rank, o ? shape_text(o) : shape, part->name,
                part->alias ? part->alias : "");
        }
    }
    put("»)m4_dnl\n");
}

static void put_axes(const Plan *plan)
{
    put("m4_define(«PL_AXES», «\n");
    for (int a = 0; a < plan->axis_count; a++) {
        const PlannedAxis *p = &plan->axes[a];
        put("pl_axis(«%s», %s, «%s», «%s», «%s»)\n", p->axis->symbol->name, p->parallel ? "parallel" : "sequential",
            expression_text(p->axis->extent), p->axis->name, p->why);
    }
    put("»)m4_dnl\n");
}

// What is written first: it is written back before others are fetched.
static void put_visits(const Plan *plan, int level, const char *what)
{
    for (int i = 0; i < 2 * plan->operand_count; i++) {
        const Operand *o = &plan->operands[i % plan->operand_count];
        if (o->level == level && o->written == (i < plan->operand_count))
            put("»%s(«%s»)«", what, o->ref->name);
    }
}

// From the parallel programs inwards: a window is visited as soon as its index is known.
static void put_schedule(const Plan *plan)
{
    put("m4_define(«PL_SCHEDULE», ««»pl_programs(««");
    put_visits(plan, 0, "pl_visit");
    for (int a = 0; a < plan->axis_count; a++)
        if (!plan->axes[a].parallel) {
            put("»\npl_sequential(«%s», ««", plan->axes[a].axis->symbol->name);
            put_visits(plan, plan->axes[a].level, "pl_visit");
        }
    put("»\npl_step()\n«");
    for (int level = plan->levels; level > 0; level--) {
        put_visits(plan, level, "pl_leave");
        put("»»)\n«");
    }
    put_visits(plan, 0, "pl_leave");
    put("»»)«»»)m4_dnl\n");
}

static void put_scratch(const Call *call)
{
    put("m4_define(«PL_SCRATCHES», «");
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        const Symbol *ref = call->kernel->parameters[i];
        if (part->kind != PART_SCRATCH)
            continue;
        const Layout *l = dense_layout(ref);
        const char *room = text("%s_room", l->base);
        add_room(room, type_code(part->type), product_of(part->shape, 0, part->rank));
        put("pl_scratch(«%s», %s, «%s»)\n", ref->name, type_code(part->type), room);
    }
    put("»)m4_dnl\n");
}

// What the kernel calls an extent and what the call does agree, by their text or when the call is made.
static void put_agreements(const Plan *plan)
{
    put("m4_define(«PL_AGREEMENTS», «");
    for (int i = 0; i < plan->operand_count; i++) {
        const Operand *o = &plan->operands[i];
        for (int d = 0; d < o->rank; d++) {
            const WindowDim *w = &o->dims[d];
            if (w->dim < 0)
                continue;
            Node *of = o->ref->dims[w->dim];
            if (of->known && w->size->known && of->value != w->size->value)
                error_at(o->part->at, "'%s' has blocks of %lld on dim %d, and the kernel's ref %lld", o->part->name,
                         w->size->value, d, of->value);
            else if (!same_expression(of, w->size))
                put("pl_agree(«%s», %d, «%s», «%s»)\n", o->part->name, d, expression_text(of), expression_text(w->size));
        }
    }
    put("»)m4_dnl\n");
}

// A table goes by one name in the kernel and in the maps, and its extents are the call's.
static void lay_out_tables(const Call *call)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_TABLE) {
            dense_layout(call->parts[i].symbol);
            dense_layout(call->kernel->parameters[i]);
        }
}

static void put_call(const Source *source, const Plan *plan)
{
    const Call *call = plan->call;
    now.plan = plan;
    now.layout_count = now.room_count = now.message_count = 0;
    now.rooms = now.messages = "";
    choose_names(source, plan);
    put("m4_define(«PL_NAME», «%s»)m4_define(«PL_KERNEL_NAME», «%s»)m4_dnl\n", call->name, call->kernel->name);
    put("m4_define(«PL_LINE», «%u»)m4_dnl\n", call->at.line);
    lay_out_tables(call);
    for (int i = 0; i < plan->operand_count; i++)
        put_operand(&plan->operands[i]);
    put_arguments(call);
    put_axes(plan);
    put_scratch(call);
    put("m4_define(«PL_OPERANDS», «");
    for (int i = 0; i < plan->operand_count; i++)
        put("PL_OPERAND_%s()", plan->operands[i].ref->name);
    put("»)m4_dnl\n");
    put_agreements(plan);
    put_schedule(plan);
    put("m4_define(«PL_STATEMENTS», ««");
    put_inside(call->kernel->body);
    put("»»)m4_dnl\n");
    put("m4_define(«PL_ROOMS», «\n%s»)m4_dnl\n", now.rooms);
    put("m4_define(«PL_MESSAGES», «\n%s»)m4_dnl\n", now.messages);
    put("pl_call()\n");
    now.plan = NULL;
}

// ---- The file -----------------------------------------------------------------------------------------------------

static void put_function(const Function *f)
{
    const char *s = "";
    for (int i = 0; i < f->parameter_count; i++) {
        if (f->parameters[i]->type->kind == TY_POINTER)
            not_yet(f->at, text("the pointer that helper '%s' takes", f->name));
        s = text("%s%s%s", s, i ? ", " : "", type_text(f->parameters[i]->type, f->parameters[i]->name));
    }
    put("pl_function(«%s», ««%s»», ««", f->name, type_text(f->result, text("%s(%s)", f->name, *s ? s : "void")));
    put_inside(f->body);
    put("»»)\n");
}

static void put_globals(const Source *s)
{
    put("m4_define(«PL_GLOBALS», «\n");
    for (int i = 0; i < s->constant_count; i++)
        if (s->constants[i]->enumerator)
            put("pl_enumerator(«%s», «%lld»)\n", s->constants[i]->name, s->constants[i]->number);
    for (int i = 0; i < s->record_count; i++) {
        const Record *r = s->records[i];
        if (begins(r->name, "struct ") || begins(r->name, "union "))
            put("pl_record(««%s {\n", r->name);
        else
            put("pl_record(««typedef %s {\n", r->is_union ? "union" : "struct");
        for (int f = 0; f < r->field_count; f++)
            put("%s;\n", type_text(r->fields[f].type, r->fields[f].name));
        put("} %s;»»)\n", begins(r->name, "struct ") || begins(r->name, "union ") ? "" : r->name);
    }
    for (int i = 0; i < s->constant_count; i++)
        if (!s->constants[i]->enumerator)
            put("pl_constant(««%s = %s»»)\n", type_text(s->constants[i]->type, s->constants[i]->name),
                s->constants[i]->value ? expression_text(s->constants[i]->value) : "{ 0 }");
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i]->kind == FN_PLAIN && s->functions[i]->used)
            put_function(s->functions[i]);
    put("»)m4_dnl\n");
}

// What names there are: a target has words of its own.
static void put_names(const Source *s)
{
    now.name_count = 0;
    for (int i = 0; i < s->function_count; i++) {
        take(s->functions[i]->name);
        for (int p = 0; p < s->functions[i]->parameter_count; p++)
            take(s->functions[i]->parameters[p]->name);
        take_declared(s->functions[i]->body);
    }
    for (int i = 0; i < s->constant_count; i++)
        take(s->constants[i]->name);
    for (int i = 0; i < s->call_count; i++) {
        for (int p = 0; p < s->calls[i].parameter_count; p++)
            take(s->calls[i].parameters[p]->name);
        for (int a = 0; a < s->calls[i].axis_count; a++)
            take(s->calls[i].axes[a].symbol->name);
    }
    put("m4_define(«PL_NAMES», «");
    for (int i = 0; i < now.name_count; i++)
        put("pl_name(«%s»)", now.names[i]);
    put("»)m4_dnl\n");
}

void emit_plan(FILE *to, const Source *s, Plan *const *plans)
{
    const char *slash = strrchr(s->file, '/');
    const char *name = slash ? slash + 1 : s->file, *dot = strrchr(name, '.');
    now.to = to;
    expression_fact = fact_of;
    type_fact = type_as_fact;
    put("m4_define(«PL_FILE», «%s»)m4_define(«PL_STEM», «%.*s»)m4_dnl\n", s->file,
        (int)(dot ? dot - name : (long)strlen(name)), name);
    put_globals(s);
    put("m4_define(«PL_CALLS», «\n");
    for (int i = 0; i < s->call_count; i++)
        put_call(s, plans[i]);
    put("»)m4_dnl\n");
    put_names(s);
    put("m4_define(«PL_TYPES», «%s»)m4_dnl\n", now.doubles ? "f64" : "");
    expression_fact = NULL;
    type_fact = NULL;
}

void emit_header(FILE *to, const Source *s)
{
    fprintf(to, "// The calls of %s, for C and C++; written by pallasc.\n#pragma once\n", s->file);
    fprintf(to, "#ifdef __cplusplus\n#include <cstdint>\nextern \"C\" {\n#else\n#include <stdbool.h>\n#include <stdint.h>\n"
            "#endif\n\n");
    for (int i = 0; i < s->call_count; i++) {
        const Call *call = &s->calls[i];
        const char *list = "";
        for (int p = 0; p < call->parameter_count; p++) {
            const Symbol *parameter = call->parameters[p];
            bool array = parameter->kind == SY_ARRAY || parameter->kind == SY_TABLE;
            list = text("%s%s%s", list, p ? ", " : "",
                        type_text(parameter->type, text(array ? "*%s" : "%s", parameter->name)));
        }
        fprintf(to, "int %s(%s);\n", call->name, *list ? list : "void");
    }
    fprintf(to, "\n#ifdef __cplusplus\n}\n#endif\n");
}
