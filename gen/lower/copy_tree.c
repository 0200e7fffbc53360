// lower/copy_tree.c -- copies of parts of the tree, with symbols and names of their own.

#include "lower/lower.h"

static Symbol *copy_of(const Copies *c, Symbol *s)
{
    const struct SymbolPair *pair = s ? find_by(c->pairs, c->count, s) : NULL;
    return pair ? pair->to : s;
}

void add_copy(Copies *c, const Symbol *from, Symbol *to)
{
    list_add(c->pairs, c->count, ((struct SymbolPair){ from, to, NULL }));
}

// A semaphore that replaces t[i] has no index of its own.
static Node *index_of(const Copies *c, const Node *sem)
{
    for (int i = 0; i < c->count; i++)
        if (sem->symbol && c->pairs[i].from == sem->symbol && c->pairs[i].index)
            return copy_tree(&(const Copies){ NULL, 0 }, c->pairs[i].index);
    return copy_tree(c, sem->a);
}

Symbol *new_long(SymbolKind kind, const char *name, Loc at)
{
    Symbol *s = allocate(sizeof *s);
    *s = (Symbol){ .kind = kind, .name = name, .type = copy_type(&long_type), .at = at };
    return s;
}

Symbol *new_copy(Copies *c, const Symbol *s, const char *name)
{
    Symbol *made = allocate(sizeof *made);
    *made = *s;
    made->type = copy_type(s->type);
    made->name = name;
    add_copy(c, s, made);
    return made;
}

Symbol *copied(Copies *c, const Symbol *s, const char *name)
{
    const struct SymbolPair *pair = find_by(c->pairs, c->count, s);
    return pair ? pair->to : new_copy(c, s, name);
}

Copies with_more(const Copies *c)
{
    Copies made = { NULL, 0 };
    for (int i = 0; i < c->count; i++)
        list_add(made.pairs, made.count, c->pairs[i]);
    return made;
}

Node **copy_list(const Copies *c, Node *const *list, int count)
{
    Node **made = count ? allocate((size_t)count * sizeof *made) : NULL;
    for (int i = 0; i < count; i++)
        made[i] = copy_tree(c, list[i]);
    return made;
}

Node *copy_of_value(const Node *n)
{
    return copy_tree(&(Copies){ NULL, 0 }, n);
}

// Symbols are replaced as decided before: copy_declared renews the declared ones.
Node *copy_tree(const Copies *c, const Node *n)
{
    if (!n)
        return NULL;
    Node *made = allocate(sizeof *made);
    *made = *n;
    made->symbol = copy_of(c, n->symbol);
    made->ref = copy_of(c, n->ref);
    made->a = n->kind == ND_SEM ? index_of(c, n) : copy_tree(c, n->a);
    made->b = copy_tree(c, n->b);
    made->c = copy_tree(c, n->c);
    made->init = copy_tree(c, n->init);
    made->body = copy_tree(c, n->body);
    made->items = copy_list(c, n->items, n->item_count);
    made->axes = NULL;
    made->axis_count = 0;
    for (int i = 0; i < n->axis_count; i++) {
        LoopAxis axis = n->axes[i];
        axis.index = copy_of(c, axis.index);
        axis.lo = copy_tree(c, axis.lo);
        axis.hi = copy_tree(c, axis.hi);
        axis.step = copy_tree(c, axis.step);
        list_add(made->axes, made->axis_count, axis);
    }
    if (n->kind == ND_TILE || n->kind == ND_VIEW)
        made->symbol->dims = copy_list(c, n->symbol->dims, n->symbol->rank);
    if (n->kind == ND_VIEW || n->kind == ND_ANY_VIEW)
        made->symbol->view = made;
    if (n->kind == ND_DESCRIBE)
        made->symbol->value = made->a;
    if (n->kind == ND_SCOPED_SEM)
        made->symbol->count = copy_tree(c, n->symbol->count);
    return made;
}

const char *free_name(const Names *taken, const char *name)
{
    const char *made = name;
    for (int i = 2; has_name(taken, made); i++)
        made = text("%s_%d", name, i);
    return made;
}

typedef struct { void (*found)(const Symbol *s, void *data); void *data; } Declared;

static void find_declared(void *to, const Node *n)
{
    const Declared *d = to;
    if (declares(n))
        d->found(n->symbol, d->data);
    for (int i = 0; i < n->axis_count; i++)
        d->found(n->axes[i].index, d->data);
}

void each_declared(const Node *n, void (*found)(const Symbol *s, void *data), void *data)
{
    Declared d = { found, data };
    each_node(n, find_declared, &d);
}

void take_name(const Symbol *s, void *data)
{
    add_name(data, s->name);
}

const char *name_among(const Declaring *d, const char *name)
{
    const char *made = name;
    for (int i = 2; has_name(d->taken, made) || (made != name && has_name(d->own, made)); i++)
        made = text("%s_%d", name, i);
    return made;
}

void declare_copy(const Symbol *s, void *data)
{
    const Declaring *d = data;
    if (!find_by(d->copies->pairs, d->copies->count, s))
        new_copy(d->copies, s, name_among(d, s->name));
}

void copy_declared(Copies *c, const Node *n)
{
    Names none = { NULL, 0 };
    Declaring d = { c, &none, &none };
    each_declared(n, declare_copy, &d);
}

Names names_in(const Source *s)
{
    Names all = { NULL, 0 };
    for (int i = 0; i < s->function_count; i++)
        add_name(&all, s->functions[i]->name);
    for (int i = 0; i < s->call_count; i++)
        add_name(&all, s->calls[i].name);
    for (int i = 0; i < s->constant_count; i++)
        add_name(&all, s->constants[i]->name);
    return all;
}

Node *program_id(int axis, Loc at)
{
    Node *id = new_node(ND_PROGRAM_ID, at);
    id->a = number_node(axis, &int_type, at);
    id->type = copy_type(&long_type);
    return id;
}

bool moves_along(const Part *part, const Axis *axis)
{
    for (int d = 0; has_blocks(part) && d < part->rank; d++)
        if (uses(part->index[d], axis->symbol))
            return true;
    return false;
}
