// emit/text.c -- names that do not collide, pieces of text, and where the elements of a ref lie.

#include "emit/emit.h"
#include <string.h>

// ---- Names --------------------------------------------------------------------------------------------------------

Emitting now;

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

void take(const char *name)
{
    if (!taken(name))
        list_add(now.names, now.name_count, name);
}

static void take_of(void *unused, const Node *n)
{
    (void)unused;
    if (declares(n))
        take(n->symbol->name);
    for (int i = 0; i < n->axis_count; i++)
        take(n->axes[i].index->name);
}

void take_declared(const Node *n)
{
    each_node(n, take_of, NULL);
}

// What the call calls by a name that means another thing in the kernel gets another name.
static void rename_apart(Symbol *s, const char *with)
{
    while (taken(s->name))
        s->name = text("%s%s", s->name, with);
    take(s->name);
}

void choose_names(const Source *source, const Plan *plan)
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

const char *place_text(Loc at)
{
    return text("%s:%u:%u", file_name_text(at.file), at.line, at.column);
}

void not_yet(Loc at, const char *what)
{
    error_at(at, "not in this version of pallasc: %s", what);
}

// What the kernel calls an axis may be another name.
static const char *axis_as_user(const Node *e)
{
    for (int a = 0; e->kind == ND_NAME && now.plan && a < now.plan->axis_count; a++)
        if (now.plan->axes[a].axis->symbol == e->symbol)
            return now.plan->axes[a].axis->name;
    return NULL;
}

const char *words_of(const Node *e)
{
    const char *(*printer)(const Node *) = expression_fact, *(*type)(const Type *) = type_fact;
    Buffer made = { NULL, 0, 0 };
    expression_fact = axis_as_user;
    type_fact = NULL;
    for (const char *s = expression_text(e); *s; s++) {
        add_text(&made, *s == '%' ? "%" : "\\", *s == '%' || *s == '"' || *s == '\\');
        add_text(&made, s, 1);
    }
    expression_fact = printer;
    type_fact = type;
    return marked(without_quotes(text_in(&made)));
}

const char *type_as_fact(const Type *t)
{
    const char *qualifier = t->constant ? "const " : "";
    return t->kind == TY_STRUCT ? text("%s%s", qualifier, t->record->name)
                                : text("%s»pl_type(%s)«", qualifier, type_code(t));
}

static bool is_simple(const char *s)
{
    return !strpbrk(s, " +-*/?&|<>=,");
}

static bool in_parentheses(const char *s)                // the one pair around all of it
{
    int depth = 0;
    for (const char *c = s; *c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (!depth)
            return *s == '(' && !c[1];
    }
    return false;
}

const char *as_factor(const char *s)
{
    return is_simple(s) || in_parentheses(s) ? s : text("(%s)", s);
}

const char *product(const char *a, const char *b)
{
    if (is_text(a, "0") || is_text(b, "0"))
        return "0";
    if (is_text(a, "1"))
        return b;
    return is_text(b, "1") ? a : text("%s * %s", a, b);
}

const char *sum(const char *a, const char *b)
{
    return is_text(a, "0") ? b : is_text(b, "0") ? a : text("%s + %s", a, b);
}

const char *product_of(Node *const *dims, int from, int to)
{
    const char *s = "1";
    for (int d = from; d < to; d++)
        s = product(s, operand_text(dims[d]));
    return s;
}

// ---- Batches ------------------------------------------------------------------------------------------------------

// Offset in elements of the part of a table or an atomic array for the batch's index; "0": PL_BATCH does not name it.
const char *batch_offset(const Call *call, const Part *part)
{
    const char *s = NULL;
    for (int a = 0; a < call->axis_count; a++)
        if (is_batched(&call->axes[a], part)) {
            const char *index = text("»pl_batch_index(«%s»)«", call->axes[a].symbol->name);
            s = s ? sum(product(as_factor(s), operand_text(call->axes[a].extent)), index) : index;
        }
    return s ? product(as_factor(s), product_of(part->shape, 0, part->rank)) : "0";
}

// Extents of a table as the caller passes it: PL_BATCH adds leading dims.
const char *table_shape(const Call *call, const Part *part)
{
    const char *s = "";
    for (int a = 0; a < call->axis_count; a++)
        if (is_batched(&call->axes[a], part))
            s = text("%s%s%s", s, *s ? ", " : "", expression_text(call->axes[a].extent));
    for (int d = 0; d < part->rank; d++)
        s = text("%s%s%s", s, *s ? ", " : "", expression_text(part->shape[d]));
    return s;
}

// A map that reads a batched table uses the batch's index.
static void use_batch(const Symbol *table)
{
    const Call *call = now.plan ? now.plan->call : NULL;
    for (int i = 0; call && i < call->part_count; i++)
        for (int a = 0; call->parts[i].symbol == table && a < call->axis_count; a++)
            if (is_batched(&call->axes[a], &call->parts[i])) {
                batch_offset(call, &call->parts[i]);
                use(call->axes[a].symbol->name);
            }
}

// ---- Refs ---------------------------------------------------------------------------------------------------------

static Layout *find_layout(const Symbol *ref)
{
    for (int i = now.layout_count - 1; i >= 0; i--)
        if (now.layouts[i].ref == ref)
            return &now.layouts[i];
    INTERNAL(text("'%s' has no layout", ref->name));
}

Layout *layout_of(const Symbol *ref)
{
    use(ref->name);
    if (ref->kind == SY_TABLE)
        use_batch(ref);
    return find_layout(ref);
}

// A name made from a ref's: x_0, where its window begins.
static const char *made_name(const Symbol *ref, const char *with, int dim)
{
    const char *name = text("%s_%s%d", find_layout(ref)->base, with, dim);
    use(name);
    return name;
}

const char *base_name(const Symbol *ref)
{
    const char *base = ref->name;
    while (taken_prefix(text("%s_", base)))
        base = text("%s_", base);
    return base;
}

Layout *new_layout(const Symbol *ref)
{
    Layout l = { .ref = ref, .base = base_name(ref) };
    list_add(now.layouts, now.layout_count, l);
    return &now.layouts[now.layout_count - 1];
}

// A block by itself: tiles, scratch, tables.
Layout *dense_layout(const Symbol *ref)
{
    Layout *l = new_layout(ref);
    for (int d = 0; d < ref->rank; d++)
        l->strides[d] = product_of(ref->dims, d + 1, ref->rank);
    return l;
}

const char *offset_text(const Layout *l, Node *const *indices, int count)
{
    const char *s = "0";
    for (int d = 0; d < count; d++) {
        const char *index = is_text(l->strides[d], "1") ? summand_text(indices[d]) : operand_text(indices[d]);
        s = sum(s, product(index, as_factor(l->strides[d])));
    }
    return s;
}

// How each loop around walks over the elements; axes that have no part in it are not listed.
static const char *alongs_text(const Node *e)
{
    const char *s = "";
    for (int l = 0; l < now.loop_count; l++)
        for (int a = 0; a < now.loops[l]->axis_count; a++) {
            const Symbol *index = now.loops[l]->axes[a].index;
            Along along = access_within(e, now.loops, now.loop_count, index);
            if (along.kind != ALONG_SAME)
                s = text("%spl_along(«%s», %s, %d, %lld)", s, index->name, along_name(along.kind), along.dim,
                         along.kind == ALONG_STRIDED ? along.factor : 1);
        }
    return s;
}

// Of a block in registers: which of them, by the turns of the loops around.
static const char *turns_text(const Node *e)
{
    const char *s = "";
    for (int d = 0; held(e->ref) && d < e->item_count; d++) {
        const Node *index = e->items[d];
        while (index->kind != ND_NAME)                  // within a cast
            index = index->a;
        s = text("%spl_turn(«%s»)", s, index->symbol->name);
    }
    return s;
}

// Rows and blocks are addresses; of type they are what C says, an array.
const char *address_fact(const Symbol *ref, Node *const *indices, int count, const Type *to, const char *prefix)
{
    const char *at = text("»pl_address(«%s», «%s», «%s%s%s»)«", ref->name, offset_text(layout_of(ref), indices, count),
                          prefix, ref->name, subscripts_text(indices, count));
    if (to->kind != TY_ARRAY)
        return at;
    for (const Type *t = to; t->kind == TY_ARRAY; t = t->of)
        if (!t->extent || !t->extent->known) {
            error_at(now.at, "a pointer to rows of '%s', whose length is known at run time only", ref->name);
            note_at(now.at, "pass one row, or write the helper as a PL_FUNCTION");
            return at;
        }
    Type pointer = { .kind = TY_POINTER, .of = (Type *)(size_t)to, .space = "block" };
    return text("(%s)%s", type_text(&pointer, ""), at);
}

// Of a window that may hang over the edge: when the element is there.
static const char *mask_text(const Node *e)
{
    if (!is_masked(e->ref) || e == now.stored)
        return "";
    const char *inside = element_inside(e);
    return now.inside && is_text(inside, now.inside) ? "" : inside;
}

const char *access_fact(const Node *e)
{
    const Layout *l = layout_of(e->ref);
    if (e->item_count < e->ref->rank) {
        now.at = e->at;
        return address_fact(e->ref, e->items, e->item_count, e->type->of, "");
    }
    if (e->ref->kind == SY_TABLE)
        extents_text(e->ref, 1);
    const char *inside = mask_text(e);
    return text("»%s«", fact("element", "ref=«%s», offset=«%s», alongs=«%s», subscripts=«%s», registers=«%s», inside=«%s», outside=«%s»",
                             e->ref->name, offset_text(l, e->items, e->item_count), alongs_text(e),
                             subscripts_text(e->items, e->item_count), turns_text(e), inside, *inside ? outside_text(e->ref) : ""));
}

const Operand *operand_of(const Symbol *ref)
{
    for (int i = 0; now.plan && i < now.plan->operand_count; i++)
        if (now.plan->operands[i].ref == ref)
            return &now.plan->operands[i];
    return NULL;
}

// ---- Which elements lie in the array ------------------------------------------------------------------------------

typedef struct { const char *at; bool within; } Position;      // within: 0 <= at < the ref's extent, for certain

// The variable of a loop round here that runs over all of this dim, and no more.
static bool runs_over(const Node *e, const Node *extent)
{
    if (e->known && extent->known)
        return e->value >= 0 && e->value < extent->value;
    for (int l = 0; e->kind == ND_NAME && l < now.loop_count; l++)
        for (int a = 0; a < now.loops[l]->axis_count; a++) {
            const LoopAxis *axis = &now.loops[l]->axes[a];
            if (axis->index == e->symbol)
                return axis->lo->known && axis->lo->value >= 0 &&
                       (axis->hi->known && extent->known ? axis->hi->value <= extent->value
                                                         : same_expression(axis->hi, extent));
        }
    return false;
}

static const char *both(const char *conditions, const char *one)
{
    return text("%s%s%s", conditions, *conditions ? " && " : "", one);
}

static const char *inside_window(const char *conditions, const Operand *o, const Position *p)
{
    for (int d = 0; d < o->rank; d++) {
        const WindowDim *w = &o->dims[d];
        if (!w->ragged || w->dim < 0)
            continue;
        const char *at = p[w->dim].at;
        if (w->kind == WINDOW_BOUNDED) {
            conditions = both(conditions, text("%s < %s", at, made_name(o->ref, "count_", d)));
            continue;
        }
        const char *place = is_text(at, "0") ? made_name(o->ref, "", d) : text("%s + %s", made_name(o->ref, "", d), at);
        if (w->kind == WINDOW_ELEMENT)
            conditions = both(conditions, text("%s >= 0", place));
        conditions = both(conditions, text("%s < %s", place, operand_text(w->extent)));
    }
    return conditions;
}

static const char *inside_text(const char *conditions, const Symbol *ref, const Position *p)
{
    for (int d = 0; d < ref->rank; d++)
        if (!p[d].within)
            conditions = both(conditions, text("%s >= 0 && %s < %s", p[d].at, p[d].at, operand_text(ref->dims[d])));
    const Operand *o = operand_of(ref);
    const Layout *l = layout_of(ref);
    if (o)
        return inside_window(conditions, o, p);
    if (!l->view_of)
        return conditions;
    Position of[MAX_RANK] = { { NULL, false } };        // what the view shows lies in its block
    for (int d = 0; d < l->view_of->rank; d++) {
        int part = d - l->view_from;
        const char *start = l->view_at[d] ? l->view_at[d] : "0";
        of[d] = (Position){ part < 0 ? start : sum(start, p[part].at), true };
    }
    return inside_text(conditions, l->view_of, of);
}

// Is this element of a window inside its array? Subscripts are within the window.
const char *inside_array(const Symbol *ref, const char *const *at)
{
    Position p[MAX_RANK] = { { NULL, false } };
    for (int d = 0; d < ref->rank; d++)
        p[d] = (Position){ at[d], true };
    now.masks = true;
    const char *inside = inside_text("", ref, p);
    now.masks = false;
    return inside;
}

const char *element_inside(const Node *e)
{
    const char *at[MAX_RANK];
    for (int d = 0; d < e->item_count; d++)
        at[d] = summand_text(e->items[d]);
    return inside_array(e->ref, at);
}

const char *edge_text(const Operand *o)
{
    const Node *edge = o->part->edge;
    return edge ? convert_fact(edge->type, o->part->type, expression_text(edge)) : "";
}

// Garbage of an integer type must not trap where it is divided by.
const char *outside_text(const Symbol *ref)
{
    const Operand *o = operand_of(ref);
    now.masks = true;
    const char *edge = edge_text(o);
    now.masks = false;
    if (!*edge && type_is_small_float(o->part->type))
        return text("»pl_zero(%s)«", type_code(o->part->type));
    return *edge ? edge : type_is_float(o->part->type) ? "0" : "1";
}

const char *inside_fact(const Node *e)
{
    Position p[MAX_RANK] = { { NULL, false } };
    for (int d = 0; d < e->ref->rank && d < e->item_count; d++)
        p[d] = (Position){ summand_text(e->items[d]), runs_over(e->items[d], e->ref->dims[d]) };
    const char *s = inside_text("", e->ref, p);
    return *s ? text("(%s)", s) : "1";
}

const char *size_fact(const Node *e)
{
    const Operand *o = operand_of(e->ref);
    if (!e->a->known || e->a->value < 0 || e->a->value >= e->ref->rank) {
        error_at(e->at, "'%s' has no such axis", e->ref->name);
        return "0";
    }
    for (int d = 0; o && d < o->rank; d++)
        if (o->dims[d].dim == e->a->value && o->dims[d].kind == WINDOW_BOUNDED)
            return made_name(e->ref, "count_", d);
    return text("(long)%s", operand_text(e->ref->dims[e->a->value]));
}
