// lower/address_spaces.c -- which memory each pointer refers to.
//
// C has one address space, and machines have several. A pointer refers to a block (of an operand, a tile, scratch), to
// a variable of the body, or to a constant table. Its initializer determines which, and it must not change: a pointer
// that may refer to two of them is rejected. A helper with pointer parameters is emitted once for each combination of
// address spaces that it is called with: total(), and for tables total_table().
//
// If a pointer refers to rows of a block, the block is dense from that dim on, as its C type requires: see Symbol's
// dense_from.

#include "lower/lower.h"
#include <string.h>

static const char block[] = "block", local[] = "local", table[] = "table";

typedef struct Instance {
    const Function *of;
    const char **spaces;        // one for each parameter; NULL: not a pointer
    Function *made;
} Instance;

typedef struct {
    Instance *all;
    int count;
} Instances;

static const char *space_of(const Node *e);
static void look(Instances *instances, Node *n);

// ---- Blocks that pointers refer to ----------------------------------------------------------------------------------

static void require_dense(Symbol *ref, int from)
{
    if (from < 0)
        from = 0;
    if (!ref->addressed || from < ref->dense_from)
        ref->dense_from = from;
    ref->addressed = true;
    if (ref->view) {
        View v = viewed(ref->view->a);
        require_dense((Symbol *)v.of, v.dim + ref->dense_from);        // dense_from of a block is set here
    }
}

// Whether the access is the first element of its ref: &x[0][0] may refer to all of x.
static bool is_first(const Node *access)
{
    for (int i = 0; i < access->item_count; i++)
        if (!access->items[i]->known || access->items[i]->value)
            return false;
    return true;
}

static const char *in_block(Symbol *ref, const Node *access, int from)
{
    require_dense(ref, !access || is_first(access) ? 0 : from);
    return block;
}

// ---- The address space of an expression -----------------------------------------------------------------------------

// Reports each place once, because every expression around it queries it again.
static const char *reject(Loc at, const char *what, const char *advice)
{
    if (was_reported(text("memory, %s:%u:%u", at.file, at.line, at.column)))
        return local;
    error_at(at, "%s", what);
    note_at(at, "%s", advice);
    return local;
}

static const char *space_of_object(const Node *e)
{
    switch (e->kind) {
    case ND_NAME:
        return e->symbol->dims ? in_block(e->symbol, NULL, 0) : e->symbol->kind == SY_CONSTANT ? table : local;
    case ND_ACCESS:
        return in_block(e->ref, e, e->item_count - 1);
    case ND_MEMBER:
        return !strcmp(e->op, "->") ? space_of(e->a) : space_of_object(e->a);
    case ND_SUBSCRIPT:
        return space_of(e->a);
    case ND_UNARY:
        return space_of(e->a);                          // *p
    case ND_COMPOUND:
        return reject(e->at, MESSAGE_LITERAL_ADDRESS, HINT_LITERAL_ADDRESS);
    default:
        return local;
    }
}

static const char *either(const Node *at, const char *a, const char *b)
{
    if (a && b && strcmp(a, b))
        reject(at->at, MESSAGE_POINTER_TWO_SPACES, HINT_POINTER_TWO_SPACES);
    return a ? a : b;
}

static bool is_void_pointer(const Type *t)
{
    return t->kind == TY_POINTER && t->of->kind == TY_VOID;
}

// The address space that e, an address, refers to; NULL: e is a null pointer.
static const char *space_of(const Node *e)
{
    if (is_null_pointer(e))
        return NULL;
    switch (e->kind) {
    case ND_NAME:
        if (e->symbol->type->kind == TY_POINTER && !e->symbol->dims) {
            if (!e->symbol->type->space)
                reject(e->at, text(MESSAGE_POINTER_UNKNOWN, e->symbol->name), HINT_POINTER_UNKNOWN);
            return e->symbol->type->space;
        }
        return space_of_object(e);
    case ND_ACCESS:
        return e->item_count < e->ref->rank ? in_block(e->ref, e, e->item_count) : block;
    case ND_UNARY:
        return !strcmp(e->op, "&") ? space_of_object(e->a) : space_of(e->a);
    case ND_BINARY:
        if (!strcmp(e->op, "=") || !strcmp(e->op, ","))
            return space_of(e->b);
        return space_of(e->a->type->kind == TY_POINTER || e->a->type->kind == TY_ARRAY ? e->a : e->b);
    case ND_CONDITIONAL:
        return either(e, space_of(e->b), space_of(e->c));
    case ND_CAST:
        if (e->type->kind == TY_POINTER && e->a->type->of &&
            (is_void_pointer(e->type) || is_void_pointer(e->a->type) || is_same_object(e->type->of, e->a->type->of)))
            return space_of(e->a);
        return reject(e->at, MESSAGE_POINTER_CAST, HINT_POINTER_CAST);
    case ND_CALL:
        return reject(e->at, MESSAGE_POINTER_RETURNED, HINT_POINTER_RETURNED);
    case ND_STRING:
        return reject(e->at, MESSAGE_STRING, HINT_STRING);
    default:
        return space_of_object(e);
    }
}

static bool holds_pointers(const Type *t)
{
    while (t->kind == TY_ARRAY)
        t = t->of;
    for (int i = 0; t->kind == TY_STRUCT && i < t->record->field_count; i++)
        if (holds_pointers(t->record->fields[i].type))
            return true;
    return t->kind == TY_POINTER;
}

// ---- Helpers --------------------------------------------------------------------------------------------------------

static bool same_spaces(const Function *f, const char **a, const char **b)
{
    for (int i = 0; i < f->parameter_count; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static const char *instance_name(const Function *f, const char **spaces, int number)
{
    const char *name = f->name;
    for (int i = 0; number && i < f->parameter_count; i++)
        if (spaces[i])
            name = text("%s_%s", name, spaces[i]);
    return name;
}

static Function *instance(Instances *instances, Function *f, const char **spaces)
{
    int number = 0;
    for (int i = 0; i < instances->count; i++)
        if (instances->all[i].of == f && same_spaces(f, instances->all[i].spaces, spaces))
            return instances->all[i].made;
        else
            number += instances->all[i].of == f;
    Copies copies = { NULL, 0 };
    Function *made = allocate(sizeof *made);
    *made = *f;
    made->name = instance_name(f, spaces, number);
    made->parameters = NULL;
    made->parameter_count = 0;
    for (int i = 0; i < f->parameter_count; i++) {
        Symbol *p = new_copy(&copies, f->parameters[i], f->parameters[i]->name);
        p->type->space = spaces[i];
        if (holds_pointers(p->type->kind == TY_POINTER ? p->type->of : p->type))
            reject(p->at, MESSAGE_POINTER_NESTED, HINT_TAKE_INDICES);
        list_add(made->parameters, made->parameter_count, p);
    }
    copy_declared(&copies, f->body);
    made->body = copy_tree(&copies, f->body);
    look(instances, made->body);
    list_add(instances->all, instances->count, ((Instance){ f, spaces, made }));
    return made;
}

static Symbol *instance_symbol(Instances *instances, Symbol *s, const char **spaces)
{
    Function *made = instance(instances, s->function, spaces);
    Symbol *symbol = allocate(sizeof *symbol);
    *symbol = *s;
    symbol->function = made;
    symbol->name = made->name;
    return symbol;
}

static void look_call(Instances *instances, Node *n)
{
    Function *f = n->symbol ? n->symbol->function : NULL;
    if (!f || f->kind != FN_PLAIN)
        return;
    const char **spaces = allocate((size_t)(f->parameter_count + 1) * sizeof *spaces);
    for (int i = 0; i < f->parameter_count && i < n->item_count; i++)
        if (f->parameters[i]->type->kind == TY_POINTER) {
            spaces[i] = space_of(n->items[i]);
            if (!spaces[i])
                spaces[i] = local;
        }
    n->symbol = instance_symbol(instances, n->symbol, spaces);
    n->name = n->symbol->name;
}

// ---- A body, in execution order -------------------------------------------------------------------------------------

static void point(Symbol *s, Loc at, const char *space)
{
    if (!space)
        return;
    if (s->type->space && strcmp(s->type->space, space))
        reject(at, text(MESSAGE_POINTER_OTHER_SPACE, s->name), HINT_POINTER_OTHER_SPACE);
    s->type->space = space;
}

static void look_declared(Node *n)
{
    const Type *t = n->symbol->type;
    if (t->kind == TY_POINTER && holds_pointers(t->of))
        reject(n->at, MESSAGE_POINTER_TO_POINTERS, HINT_POINTER_TO_POINTERS);
    else if (t->kind != TY_POINTER && holds_pointers(t))
        reject(n->at, MESSAGE_ARRAY_OF_POINTERS, HINT_TAKE_INDICES);
    else if (t->kind == TY_POINTER && n->a)
        point(n->symbol, n->at, space_of(n->a));
}

// Whether no dim of the view is longer than that of its block. A longer one continues in the next row.
static bool stays_within(const Symbol *view, const View *v)
{
    for (int d = 0; d < view->rank; d++) {
        int of = v->dim + d;
        const Node *part = view->dims[d], *whole = of >= 0 && of < v->of->rank ? v->of->dims[of] : NULL;
        if (!whole || !is_at_most(part, whole))
            return false;
    }
    return true;
}

static void look_view(Node *n)
{
    View v = viewed(n->a);
    if (v.of && v.of->dims && !stays_within(n->symbol, &v))
        require_dense((Symbol *)v.of, 0);
}

// Whether the part is a block operand of the statement, and so not an address.
static bool is_operand(const Node *n, const Node *part)
{
    return n->kind == ND_VIEW || (effect_of(n).whole && block_of(part));
}

static void look_at_parts(Instances *instances, Node *n)
{
    Node *parts[] = { n->init, n->a, n->b, n->c, n->body };
    bool texts = n->kind == ND_CHECK || n->kind == ND_PRINT || n->kind == ND_TRACE;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i] && !is_operand(n, parts[i]) && !(texts && parts[i]->kind == ND_STRING))
            look(instances, parts[i]);
    for (int i = 0; i < n->item_count; i++)
        if (!texts || n->items[i]->kind != ND_STRING)
            look(instances, n->items[i]);
    for (int i = 0; i < n->axis_count; i++) {
        look(instances, n->axes[i].lo);
        look(instances, n->axes[i].hi);
        look(instances, n->axes[i].step);
    }
}

static void look_atomic(const Node *n)
{
    const Node *to = n->a;
    while (to->kind == ND_MEMBER && to->op[0] == '.')
        to = to->a;
    if (to->kind != ND_ACCESS && space_of_object(to) != block)
        reject(n->a->at, MESSAGE_ATOMIC_ON_VARIABLE, HINT_ATOMIC_ON_VARIABLE);
}

// Copies of a helper share types, but differ in address spaces.
static Type *into(const Type *t, const char *space)
{
    Type *made = copy_type(t);
    made->space = space;
    return made;
}

static void look(Instances *instances, Node *n)
{
    if (!n || (n->kind == ND_CAST && n->type->kind == TY_VOID && n->a->kind == ND_NAME))
        return;
    if (n->kind == ND_ATOMIC)
        look_atomic(n);
    if (n->kind == ND_DECLARE)
        look_declared(n);
    else if (n->kind == ND_VIEW)
        look_view(n);
    if (n->kind == ND_BINARY && n->op[0] == '=' && !n->op[1] && n->type->kind == TY_POINTER) {
        if (n->a->kind == ND_NAME)
            point(n->a->symbol, n->at, space_of(n->b));
        else
            reject(n->at, MESSAGE_POINTER_IN_ARRAY, HINT_TAKE_INDICES);
    }
    if (n->kind == ND_NAME && n->symbol && n->symbol->kind == SY_CONSTANT && holds_pointers(n->symbol->type)) {
        reject(n->at, text(MESSAGE_CONSTANT_ADDRESSES, n->symbol->name), HINT_CONSTANT_ADDRESSES);
        return;
    }
    if (n->type && n->type->kind == TY_POINTER && n->kind != ND_REDUCE)
        n->type = into(n->type, space_of(n));
    else if (n->type && n->type->kind == TY_ARRAY && n->kind != ND_SUBSCRIPT && n->kind != ND_MEMBER &&
             n->kind != ND_LIST && n->kind != ND_COMPOUND)
        space_of(n);
    if (n->kind == ND_UNARY && is_op(n, "*") && n->a->kind == ND_COMPOUND)
        space_of(n->a);
    look_at_parts(instances, n);
    if (n->kind == ND_CALL)
        look_call(instances, n);
    if ((n->kind == ND_REDUCE || n->kind == ND_SCAN) && n->symbol && n->symbol->function) {
        const char **none = allocate((size_t)(n->symbol->function->parameter_count + 1) * sizeof *none);
        n->symbol = instance_symbol(instances, n->symbol, none);
    }
}

// Kernels of calls, and the helpers that they call, by combination; in the order of the source.
void infer_address_spaces(Source *s)
{
    Instances all = { NULL, 0 }, *instances = &all;
    Function **functions = NULL;
    int count = 0;
    for (int i = 0; i < s->record_count; i++)
        for (int f = 0; f < s->records[i]->field_count; f++)
            if (holds_pointers(s->records[i]->fields[f].type))
                reject(s->records[i]->at, text(MESSAGE_STRUCT_OF_POINTERS, s->records[i]->name), HINT_TAKE_INDICES);
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i]->kind == FN_KERNEL && s->functions[i]->used)
            look(instances, s->functions[i]->body);
    for (int i = 0; i < s->function_count; i++) {
        if (s->functions[i]->kind == FN_KERNEL)
            list_add(functions, count, s->functions[i]);
        for (int k = 0; k < instances->count; k++)
            if (instances->all[k].of == s->functions[i])
                list_add(functions, count, instances->all[k].made);
    }
    s->functions = functions;
    s->function_count = count;
}
