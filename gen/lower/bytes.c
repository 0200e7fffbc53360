// lower/bytes.c -- a PL_VIEW of another element type. Its elements become what C calls type punning:
//
//     PL_VIEW(const uint16_t, v, (const uint16_t (*)[16])&x[0], 4, 16);       x has 4 rows of 8 uint32_t
//
//     PL_VIEW(const uint32_t, v, &x[0], 4, 8);
//     v[r][c]                 (union k_v){ .one = v[r][c / 2] }.parts[c % 2]
//     PL_ASSIGN(z, v);        PL_EACH ((at_0, 4), (at_1, 16)) z[at_0][at_1] = v[at_0][at_1];
//
// If the view has the larger elements, `.parts` are those of the block and `.one` is read. The view itself gets the type of its
// block: no later stage knows of two types in one memory. This runs before check/.

#include "lower/lower.h"

typedef struct {
    const Symbol *view;
    Symbol *shown;              // the same with the type of its block
    Record *bytes;              // the union
    long long parts;
    bool smaller;               // its elements are parts of the block's
} Bytes;

typedef struct {
    Source *source;
    const Function *function;
    Bytes *all;
    int count;
} Views;

// ---- The union ------------------------------------------------------------------------------------------------------

static const char *new_tag(const Source *s, const char *words)
{
    Names taken = { NULL, 0 };
    for (int i = 0; i < s->record_count; i++)
        add_name(&taken, s->records[i]->name);
    return free_name(&taken, text("union %s", words));
}

static Type *element_type(const Type *t)
{
    Type *made = copy_type(t);
    made->constant = false;
    made->spelling = bare_type_name(t);
    return made;
}

static Type *array_type(const Type *of, long long count)
{
    Type *made = allocate(sizeof *made);
    *made = (Type){ .kind = TY_ARRAY, .spelling = text("%s [%lld]", of->spelling, count), .of = (Type *)(size_t)of,
                    .extent = number_node(count, &int_type, (Loc){ NULL, 0, 0 }) };
    return made;
}

static void add_field(Record *r, const char *name, Type *type)
{
    list_add(r->fields, r->field_count, ((struct Field){ name, type }));
}

static Record *union_of(Views *views, const Symbol *view, const Type *one, const Type *part, long long parts)
{
    Record *r = allocate(sizeof *r);
    *r = (Record){ .name = new_tag(views->source, text("%s_%s", views->function->name, view->name)), .size = type_size(one),
                   .is_union = true, .at = view->at };
    add_field(r, "one", element_type(one));
    add_field(r, "parts", array_type(element_type(part), parts));
    list_add(views->source->records, views->source->record_count, r);
    return r;
}

// ---- The view -------------------------------------------------------------------------------------------------------

static Node *index_node(const char *op, const Node *index, long long by)
{
    const bool known = index->known, adds = *op == '+', multiplies = *op == '*', divides = *op == '/';
    const long long i = index->value;
    if (known)
        return number_node(adds ? i + by : multiplies ? i * by : divides ? i / by : i % by, index->type, index->at);
    if ((adds && !by) || (by == 1 && !adds && *op != '%'))
        return copy_of_value(index);
    return binary_node(op, copy_of_value(index), number_node(by, &int_type, index->at));
}

// The extent of the last dim in elements of the block.
static Node *scaled(const Node *extent, const Bytes *b)
{
    return b->smaller ? index_node("/", index_node("+", extent, b->parts - 1), b->parts) : index_node("*", extent, b->parts);
}

// The view with elements of its block's type, of which it shows the same bytes.
static Symbol *shown_by(const Bytes *b, const Type *type)
{
    Symbol *shown = allocate(sizeof *shown);
    *shown = *b->view;
    shown->type = copy_type(type);
    shown->type->constant = true;
    shown->bytes = false;
    shown->dims = copy_list(&(Copies){ NULL, 0 }, shown->dims, shown->rank);
    Node **last = &shown->dims[shown->rank - 1];
    *last = scaled(*last, b);
    return shown;
}

static void replace_view(void *to, const Node *in)
{
    Views *views = to;
    if (in->kind != ND_VIEW || !in->symbol->bytes)
        return;
    Node *n = writable(in);
    Bytes b = { .view = n->symbol };
    n->a = writable(without_casts(n->a));
    const Type *mine = n->symbol->type, *other = viewed(n->a).of->type;
    b.smaller = type_size(mine) < type_size(other);
    b.parts = b.smaller ? type_size(other) / type_size(mine) : type_size(mine) / type_size(other);
    b.bytes = union_of(views, n->symbol, b.smaller ? other : mine, b.smaller ? mine : other, b.parts);
    n->symbol = b.shown = shown_by(&b, other);
    b.shown->view = n;
    list_add(views->all, views->count, b);
}

// ---- An element -----------------------------------------------------------------------------------------------------

// The element with this number on the last dim.
static Node *element_shown(const Bytes *b, const Node *access, Node *last)
{
    Node *n = new_node(ND_ACCESS, access->at);
    n->ref = b->shown;
    n->type = b->shown->type;
    for (int d = 0; d + 1 < access->item_count; d++)
        add_item(n, copy_of_value(access->items[d]));
    add_item(n, last);
    return n;
}

static Node *designated(const char *name, Node *value, Loc at)
{
    Node *n = new_node(ND_DESIGNATED, at);
    n->name = name;
    n->a = value;
    n->type = value->type;
    return n;
}

static Node *member(Node *of, const char *name, Type *type)
{
    Node *n = new_node(ND_MEMBER, of->at);
    n->op = ".";
    n->name = name;
    n->a = of;
    n->type = type;
    return n;
}

static Node *union_value(const Bytes *b, const char *name, Node *value)
{
    Type *type = allocate(sizeof *type);
    *type = (Type){ .kind = TY_STRUCT, .spelling = b->bytes->name, .plain = b->bytes->name, .record = b->bytes };
    Node *n = new_node(ND_COMPOUND, value->at);
    n->type = type;
    add_item(n, designated(name, value, value->at));
    return n;
}

static Node *part_of_element(const Bytes *b, const Node *access, const Node *index)
{
    Node *one = union_value(b, "one", element_shown(b, access, index_node("/", index, b->parts)));
    Node *n = new_node(ND_SUBSCRIPT, access->at);
    n->a = member(one, "parts", b->bytes->fields[1].type);
    n->b = index_node("%", index, b->parts);
    n->type = b->bytes->fields[1].type->of;
    return n;
}

static Node *several_elements(const Bytes *b, const Node *access, const Node *index)
{
    Node *list = new_node(ND_LIST, access->at);
    list->type = b->bytes->fields[1].type;
    for (long long i = 0; i < b->parts; i++)
        add_item(list, element_shown(b, access, index_node("+", index_node("*", index, b->parts), i)));
    return member(union_value(b, "parts", list), "one", b->bytes->fields[0].type);
}

static void reject_use(const Node *n, const Symbol *view)
{
    error_at(n->at, MESSAGE_VIEW_BY_ELEMENTS, view->name);
    note_at(view->at, HINT_VIEW_BY_ELEMENTS, view->name);
}

static void replace_element(void *to, const Node *n)
{
    const Views *views = to;
    visit_parts(n, replace_element, to);
    const Bytes *b = n->kind == ND_ACCESS ? find_by(views->all, views->count, n->ref) : NULL;
    if (!b)
        return;
    const Node *index = n->items[n->item_count - 1];
    if (n->item_count < b->view->rank) {
        reject_use(n, b->view);
        return;
    }
    for (int d = b->smaller ? n->item_count - 1 : 0; d < n->item_count; d++)        // those that are read more than once
        if (!is_only_value(n->items[d])) {
            error_at(n->items[d]->at, MESSAGE_VIEW_SUBSCRIPT, b->view->name);
            note_at(n->items[d]->at, HINT_VIEW_SUBSCRIPT);
            return;
        }
    *writable(n) = *(b->smaller ? part_of_element(b, n, index) : several_elements(b, n, index));
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// PL_ASSIGN(z, v) becomes a loop. Small floats are structs, which only PL_ASSIGN converts.
static void assign_by_elements(void *to, const Node *n)
{
    const Views *views = to;
    Names taken = { NULL, 0 };
    const Bytes *b = n->kind == ND_ASSIGN && block_of(n->b) ? find_by(views->all, views->count, block_of(n->b)) : NULL;
    visit_parts(n, assign_by_elements, to);
    const Symbol *z = b ? block_of(n->a) : NULL;
    if (!z || (!is_same_type(z->type, b->view->type) && (type_is_small_float(z->type) || type_is_small_float(b->view->type))))
        return;
    each_declared(views->function->body, take_name, &taken);
    for (int i = 0; i < views->function->parameter_count; i++)
        take_name(views->function->parameters[i], &taken);
    Node *each = writable(n), *element = new_node(ND_ACCESS, n->at), *value = new_node(ND_ACCESS, n->at);
    element->ref = (Symbol *)(size_t)z, element->type = z->type;
    value->ref = (Symbol *)(size_t)b->view, value->type = b->view->type;
    *each = *new_node(ND_EACH, n->at);
    for (int d = 0; d < b->view->rank; d++) {
        Symbol *at = new_long(SY_INDEX, free_name(&taken, text("at_%d", d)), n->at);
        list_add(each->axes, each->axis_count,
                 ((LoopAxis){ .index = at, .lo = number_node(0, &int_type, n->at), .hi = copy_of_value(b->view->dims[d]) }));
        add_item(element, name_node(at, n->at));
        add_item(value, name_node(at, n->at));
    }
    each->body = statement_node(assignment_node("=", element, value));
}

static void reject_rest(void *to, const Node *n)
{
    const Views *views = to;
    const Symbol *named = n->kind == ND_NAME ? n->symbol : n->kind == ND_PASS || n->kind == ND_INSIDE ? n->ref : NULL;
    if (named && find_by(views->all, views->count, named))
        reject_use(n, named);
    visit_parts(n, reject_rest, to);
}

static void replace_in(Source *s, const Function *f)
{
    Views views = { .source = s, .function = f };
    each_node(f->body, replace_view, &views);
    if (!views.count)
        return;
    assign_by_elements(&views, f->body);
    replace_element(&views, f->body);
    reject_rest(&views, f->body);
}

void replace_byte_views(Source *s)
{
    for (int i = 0; i < s->function_count; i++)
        replace_in(s, s->functions[i]);
}
