// base/tree.c -- creates and searches nodes: all stages traverse the tree with these functions, so that none omits a
// part.

#include "pallasc.h"
#include <stdlib.h>
#include <string.h>

Node *new_node(NodeKind kind, Loc at)
{
    work_at(at);
    Node *n = allocate(sizeof *n);
    n->kind = kind;
    n->at = at;
    return n;
}

Node *name_node(Symbol *s, Loc at)
{
    Node *n = new_node(ND_NAME, at);
    n->symbol = s;
    n->type = s->type;
    return n;
}

Node *pass_node(Symbol *ref, Loc at)
{
    Node *n = new_node(ND_PASS, at);
    n->ref = ref;
    n->type = ref->type;
    return n;
}

// Far from the limits of a sum's type, and beyond every extent.
static const long long large = 1LL << 40;

bool can_compute(long long n)
{
    return n < large && n > -large;
}

long long least(long long a, long long b)
{
    return a < b ? a : b;
}

bool can_multiply(long long a, long long b)
{
    return can_compute(a) && can_compute(b) && (!b || llabs(a) < large / llabs(b));
}

Node *number_node(long long value, const Type *type, Loc at)
{
    Node *n = new_node(ND_INT, at);
    n->value = value;
    n->known = true;
    n->type = copy_type(type);
    return n;
}

Node *writable(const Node *n)
{
    return (Node *)(size_t)n;
}

void add_item(Node *list, Node *item)
{
    list_add(list->items, list->item_count, item);
}

void add_items(Node *list, const Node *from)
{
    for (int i = 0; i < from->item_count; i++)
        add_item(list, from->items[i]);
}

bool add_new(Nodes *set, const Node *n)
{
    bool is_new = !find_by(set->all, set->count, n);
    if (is_new)
        list_add(set->all, set->count, n);
    return is_new;
}

void visit_parts(const Node *n, Visit *visit, void *to)
{
    const Node *const parts[] = { n->init, n->a, n->b, n->c, n->body };
    for (int i = 0; i < n->axis_count; i++) {
        const Node *const ends[] = { n->axes[i].lo, n->axes[i].hi, n->axes[i].step };
        for (int e = 0; e < 3; e++)
            if (ends[e])
                visit(to, ends[e]);
    }
    for (int i = 0; i < 5; i++)
        if (parts[i])
            visit(to, parts[i]);
    for (int i = 0; i < n->item_count; i++)
        if (n->items[i])
            visit(to, n->items[i]);
}

struct each { Visit *visit; void *to; };

static void visit_each(void *to, const Node *n)
{
    const struct each *e = to;
    e->visit(e->to, n);
    visit_parts(n, visit_each, to);
}

void each_node(const Node *n, Visit *visit, void *to)
{
    struct each each = { visit, to };
    if (n)
        visit_each(&each, n);
}

struct search { Test *test; const void *with; const Node *found; };

static void search(void *to, const Node *n)
{
    struct search *s = to;
    if (s->found)
        return;
    if (s->test(n, s->with))
        s->found = n;
    else
        visit_parts(n, search, to);
}

const Node *find_node(const Node *n, Test *test, const void *with)
{
    struct search s = { test, with, NULL };
    if (n)
        search(&s, n);
    return s.found;
}

struct counting { Test *test; const void *with; int count; };

static void count(void *to, const Node *n)
{
    struct counting *c = to;
    c->count += c->test(n, c->with);
    visit_parts(n, count, to);
}

int count_nodes(const Node *n, Test *test, const void *with)
{
    struct counting c = { test, with, 0 };
    if (n)
        count(&c, n);
    return c.count;
}

static bool is_kind(const Node *n, const void *kind)
{
    return n->kind == *(const NodeKind *)kind;
}

bool has_kind(const Node *n, NodeKind kind)
{
    return find_node(n, is_kind, &kind);
}

bool is_name_of(const Node *n, const void *symbol)
{
    return n->kind == ND_NAME && n->symbol == symbol;
}

bool names_symbol(const Node *n, const void *symbol)
{
    return n->symbol == symbol || n->ref == symbol;
}

bool uses(const Node *n, const Symbol *s)
{
    return find_node(n, names_symbol, s);
}

bool declares(const Node *n)
{
    return n->kind == ND_DECLARE || n->kind == ND_TILE || n->kind == ND_VIEW || n->kind == ND_DESCRIBE ||
           n->kind == ND_SCOPED_SEM || n->kind == ND_ANY_VIEW;
}

bool is_node(const Node *n, const void *node)
{
    return n == node;
}

bool declares_symbol(const Node *n, const void *symbol)
{
    return declares(n) && n->symbol == symbol;
}

bool is_op(const Node *n, const char *op)
{
    return n->op && !strcmp(n->op, op);
}

const Node *without_casts(const Node *pointer)
{
    while (pointer->kind == ND_CAST && pointer->type->kind == TY_POINTER)
        pointer = pointer->a;
    return pointer;
}

bool converts_float(const Node *n)
{
    return n->kind == ND_CALL && n->name && begins(n->name, "pl_to_");
}

bool is_null_pointer(const Node *n)
{
    n = without_casts(n);
    return n->known && !n->value;
}

bool is_address(const Node *n)
{
    return n->kind == ND_UNARY && is_op(n, "&");
}

const char *opposite_op(const char *op)
{
    static const char *const all[][2] = { { "<", ">=" }, { "<=", ">" }, { "==", "!=" } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int side = 0; side < 2; side++)
            if (!strcmp(op, all[i][side]))
                return all[i][!side];
    return "";
}

bool assigns_to(const Node *n)
{
    if (n->kind == ND_UNARY)
        return strstr(n->op, "++") || strstr(n->op, "--");
    return n->kind == ND_BINARY && op_assigns(n->op);
}

bool op_assigns(const char *op)
{
    return op[strlen(op) - 1] == '=' && strcmp(op, "==") && strcmp(op, "!=") && strcmp(op, "<=") && strcmp(op, ">=");
}

bool accumulates_into(const Node *n)
{
    return assigns_to(n) && !is_op(n, "=");
}

const Node *root_of(const Node *n)
{
    while (n && (n->kind == ND_MEMBER || n->kind == ND_SUBSCRIPT))
        n = n->a;
    return n;
}

const Symbol *block_of(const Node *n)
{
    if (n->kind == ND_TRANSPOSE)
        n = n->a;
    return n->kind == ND_NAME && n->symbol && n->symbol->kind == SY_REF ? n->symbol : NULL;
}

const Symbol *block_with(const Node *n)
{
    return n->kind == ND_ACCESS ? n->ref : block_of(n);
}

bool is_region(const Node *n)
{
    return n->kind == ND_AT || (n->kind == ND_NAME && n->symbol && n->symbol->in_hbm);
}

const Node *assigned_root(const Node *to)               // x[i] of x[i].field[2]
{
    while (to->kind == ND_MEMBER || to->kind == ND_SUBSCRIPT || to->kind == ND_CAST)
        to = to->a;
    return to;
}

// ---- Statements -----------------------------------------------------------------------------------------------------

Node *statement_node(Node *value)
{
    Node *n = new_node(ND_EXPRESSION, value->at);
    n->a = value;
    return n;
}

Node *branch_node(NodeKind kind, Node *condition, Node *then, Node *otherwise, Loc at)
{
    Node *n = new_node(kind, at);
    n->a = condition, n->b = then, n->c = otherwise;
    return n;
}

typedef struct { Test *test; const void *with; bool dropped; } Dropping;

static void drop_from_block(void *dropping, const Node *in)
{
    Dropping *d = dropping;
    Node *n = writable(in);
    int kept = 0;
    if (n->kind != ND_BLOCK)
        return;
    for (int i = 0; i < n->item_count; i++)
        if (!d->test(n->items[i], d->with))
            n->items[kept++] = n->items[i];
    d->dropped |= kept < n->item_count;
    n->item_count = kept;
}

bool drop_statements(Node *body, Test *test, const void *with)
{
    Dropping d = { test, with, false };
    each_node(body, drop_from_block, &d);
    return d.dropped;
}

Node *assignment_node(const char *op, Node *to, Node *value)
{
    Node *n = binary_node(op, to, value);
    n->at = value->at;
    n->type = to->type;
    return n;
}

Node *declaration_node(Symbol *s, Node *value, Loc at)
{
    Node *n = new_node(ND_DECLARE, at);
    n->symbol = s;
    n->a = value;
    return n;
}

// ---- Index arithmetic -----------------------------------------------------------------------------------------------

static const Type literal = { .kind = TY_I32 };
static const Loc nowhere = { "", 0, 0 };

bool is_literal(const Node *n, long long value)
{
    return n->kind == ND_INT && n->value == value;
}

Node *literal_node(long long value)
{
    return number_node(value, &literal, nowhere);
}

Node *word_node(const char *word)
{
    Symbol *s = allocate(sizeof *s);
    *s = (Symbol){ .kind = SY_WORD, .name = word, .type = (Type *)(size_t)&long_type };
    return name_node(s, nowhere);
}

Node *binary_node(const char *op, Node *a, Node *b)
{
    Node *n = new_node(ND_BINARY, b->at);
    n->op = op;
    n->type = type_size(a->type) > type_size(b->type) ? a->type : b->type;
    n->a = a;
    n->b = b;
    return n;
}

Node *compare_node(const char *op, Node *a, Node *b)
{
    Node *n = binary_node(op, a, b);
    n->type = (Type *)(size_t)&int_type;
    return n;
}

Node *unary_node(const char *op, Node *a)
{
    Node *n = new_node(ND_UNARY, a->at);
    n->op = op;
    n->type = a->type;
    n->a = a;
    return n;
}

Node *choice_node(Node *condition, Node *a, Node *b)
{
    Node *n = new_node(ND_CONDITIONAL, condition->at);
    n->type = a->type;
    n->a = condition, n->b = a, n->c = b;
    return n;
}

Node *sum_node(const char *op, Node *a, Node *b)
{
    if (is_literal(b, 0))
        return a;
    if (*op == '+' && is_literal(a, 0))
        return b;
    if (*op == '+' && b->kind == ND_BINARY && (is_op(b, "+") || is_op(b, "-")))
        return sum_node(b->op, sum_node("+", a, b->a), b->b);
    Node *n = binary_node(op, a, b);
    n->known = a->known && b->known && can_compute(a->value) && can_compute(b->value);
    n->value = !n->known ? 0 : *op == '+' ? a->value + b->value : a->value - b->value;
    return n;
}

Node *product_node(Node *a, Node *b)
{
    if (is_literal(a, 0) || is_literal(b, 1))
        return a;
    return is_literal(b, 0) || is_literal(a, 1) ? b : binary_node("*", a, b);
}

Node *cast_to(const Type *to, Node *n)
{
    Node *made = new_node(ND_CAST, n->at);
    made->a = n;
    made->type = (Type *)(size_t)to;
    return made;
}

static bool is_long(const Node *n)
{
    return type_size(n->type) == type_size(&long_type);
}

// n is an operator. One operand is converted, unless one is a long; of a shift its first.
static Node *wide_operator(Node *n)
{
    static const char *const overflow[] = { "+", "-", "*", "<<" };
    const bool shifts = is_op(n, "<<") || is_op(n, ">>"), one = shifts || !n->b;
    Node *a = in_64_bits(n->a), *b = one ? n->b : in_64_bits(n->b);
    if (a == n->a && b == n->b && (is_long(n) || !IS_ONE_OF(n->op, overflow)))
        return n;
    Node *wide = new_node(n->kind, n->at);
    *wide = *n;
    wide->type = (Type *)(size_t)&long_type;
    wide->a = a, wide->b = b;
    if (is_long(a) || (!one && is_long(b)))
        return wide;
    Node **converted = one || !a->known ? &wide->a : &wide->b;
    *converted = cast_to(&long_type, *converted);
    return wide;
}

Node *in_64_bits(Node *n)
{
    static const char *const operators[] = { "+", "-", "*", "<<", "/", "%", "&", "|", "^", ">>", "~" };
    if (n->known || !n->type || !has_sign(n->type) || type_size(n->type) < type_size(&int_type))
        return n;
    if ((n->kind == ND_BINARY || n->kind == ND_UNARY) && IS_ONE_OF(n->op, operators))
        return wide_operator(n);
    if (n->kind != ND_CONDITIONAL)
        return n;
    Node *b = in_64_bits(n->b), *c = in_64_bits(n->c);
    return b == n->b && c == n->c ? n : choice_node(n->a, is_long(b) ? b : cast_to(&long_type, b), is_long(c) ? c : cast_to(&long_type, c));
}

Node *and_node(Node *a, Node *b)
{
    if (a && b && b->kind == ND_BINARY && is_op(b, "&&"))
        return and_node(and_node(a, b->a), b->b);
    return a && b ? binary_node("&&", a, b) : a ? a : b;
}

static View from(View v, Node *offset)
{
    v.offset = offset;
    v.known = offset->known && can_compute(offset->value);
    v.from = v.known ? offset->value : 0;
    return v;
}

View viewed(const Node *p)
{
    bool address = is_address(p);
    const Node *element = address ? p->a : p;
    if (p->kind == ND_BINARY && (is_op(p, "+") || is_op(p, "-"))) {
        View v = viewed(p->a);
        return from(v, sum_node(p->op, v.offset ? v.offset : literal_node(0), p->b));
    }
    bool access = element->kind == ND_ACCESS;
    int given = access ? element->item_count : 0;
    View v = { .of = access ? element->ref : element->symbol, .dim = given - address, .at = element->items, .known = true };
    return address && given ? from(v, element->items[given - 1]) : v;
}

long long element_count(const Symbol *ref)
{
    long long count = 1;
    for (int d = 0; d < ref->rank; d++)
        count = ref->dims[d]->known && can_multiply(count, ref->dims[d]->value) ? count * ref->dims[d]->value : 0;
    return count;
}

View view_of(const Symbol *ref)
{
    View v = ref->view ? viewed(ref->view->a) : (View){ 0 };
    if (!v.of || v.of == ref)
        return (View){ .of = ref, .known = true };
    View outer = view_of(v.of);
    return (View){ .of = outer.of, .dim = v.dim + outer.dim, .known = v.known && (v.dim || outer.known),
                   .from = v.from + (v.dim ? 0 : outer.from) };
}

const Node *scan_of(const Node *loop)
{
    const Node *body = loop->kind == ND_EACH ? loop->body : NULL;
    for (int i = 0; body && body->kind == ND_BLOCK && i < body->item_count; i++)
        if (body->items[i]->kind == ND_SCAN)
            return body->items[i];
    return NULL;
}

const char *word_of_each(const Node *loop)
{
    return scan_of(loop) ? "PL_SCAN" : "PL_EACH";
}

bool is_scan(const Node *n)
{
    return scan_of(n) && n->body->items[0]->kind == ND_SCAN;
}

bool is_of_copies(const Node *n, const void *unused)
{
    (void)unused;
    switch ((int)n->kind) {
    case ND_ALL: case ND_AT: case ND_COPY: case ND_SEM: case ND_SEM_READ: case ND_DEVICE: case ND_DESCRIBE: case ND_START:
    case ND_AWAIT: case ND_SIGNAL: case ND_SEM_WAIT: case ND_BARRIER: case ND_SCOPED_SEM: case ND_ANY_VIEW:
    case ND_PIPELINE:
        return true;
    }
    return n->kind == ND_TILE && n->op;
}

// ---- Equal expressions ----------------------------------------------------------------------------------------------

static bool same_word(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

// Symbols are compared by name: a size is one symbol in its call and another in its kernel.
static bool same_symbol(const Symbol *a, const Symbol *b) { return a == b || (a && b && !strcmp(a->name, b->name)); }

static bool same_type(const Type *a, const Type *b)
{
    if (a == b)
        return true;
    return a && b && a->kind == b->kind && a->constant == b->constant && a->record == b->record && same_type(a->of, b->of) &&
           same_expression(a->extent, b->extent);
}

static bool same_value(const Node *a, const Node *b)
{
    switch (a->kind) {
    case ND_INT:        return a->value == b->value;
    case ND_FLOAT:      return a->number == b->number && a->type->kind == b->type->kind;
    case ND_STRING:     return same_word(a->spelling, b->spelling);
    case ND_CAST: case ND_COMPOUND:
        return same_type(a->type, b->type);
    default:            return same_word(a->op, b->op) && same_word(a->name, b->name);
    }
}

bool same_expression(const Node *a, const Node *b)
{
    if (a == b)
        return true;
    if (!a || !b)
        return false;
    if (a->known && b->known)
        return a->value == b->value;
    if (a->kind != b->kind || a->item_count != b->item_count || !same_value(a, b) || !same_symbol(a->symbol, b->symbol) ||
        !same_symbol(a->ref, b->ref))
        return false;
    for (int i = 0; i < a->item_count; i++)
        if (!same_expression(a->items[i], b->items[i]))
            return false;
    return same_expression(a->a, b->a) && same_expression(a->b, b->b) && same_expression(a->c, b->c);
}

bool has_same(const Node *const *all, int count, const Node *n)
{
    for (int i = 0; i < count; i++)
        if (same_expression(all[i], n))
            return true;
    return false;
}

bool same_node(const Node *a, const Node *b)
{
    return a->kind == b->kind && same_expression(a, b);
}

bool is_at_most(const Node *a, const Node *b)
{
    return a->known && b->known ? a->value <= b->value : same_expression(a, b);
}

bool is_label(const Node *n)
{
    return n->kind == ND_CASE || n->kind == ND_DEFAULT;
}

bool falls_through(const Node *n)
{
    switch (n->kind) {
    case ND_CASE: case ND_DEFAULT: case ND_BREAK: case ND_CONTINUE: case ND_RETURN: case ND_GOTO:
        return false;
    case ND_BLOCK:
        return !n->item_count || falls_through(n->items[n->item_count - 1]);
    case ND_IF: case ND_WHEN:
        return !n->c || falls_through(n->b) || falls_through(n->c);
    default:
        return true;
    }
}
