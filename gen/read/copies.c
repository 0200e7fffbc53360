// read/copies.c -- arrays left in HBM and views of them, copies, semaphores, devices.
//
// A view is the name of a ref (ND_PASS) or a PL_AT of one. The declaration of a pl_copy determines which copy it names,
// so each pl_start and pl_wait refers to a known copy.

#include "read/read.h"
#include <stdlib.h>
#include <string.h>

static Node *value_node(NodeKind kind, Loc at)
{
    Node *n = new_node(kind, at);
    n->type = copy_type(&long_type);
    return n;
}

// ---- Parameters -----------------------------------------------------------------------------------------------------

// Until the call is known, an extent is PL_DIM of the ref itself.
static void add_unknown_dims(Symbol *s)
{
    int count = 0;
    for (int d = 0; d < s->rank; d++) {
        Node *n = value_node(ND_DIM, s->at);
        n->ref = s;
        n->a = number_node(d, &long_type, s->at);
        list_add(s->dims, count, n);
    }
}

static Symbol *new_semaphore(Reader *r, CXCursor c, const char *mark)
{
    Symbol *s = new_symbol(SY_SEM, c);
    s->type = copy_type(&long_type);
    s->dma = has_prefix(mark, "dma_");
    s->is_array = mark[strlen(mark) - 1] == 's';
    add_symbol(r, c, s, false);
    return s;
}

bool read_copy_parameter(Reader *r, Function *f, CXCursor c, const char *mark)
{
    Symbol *s = f->parameter_count ? f->parameters[f->parameter_count - 1] : NULL;
    if (!strcmp(mark, "any_whole")) {
        CXType t = clang_getPointeeType(clang_getCursorType(c));
        for (int d = 0; d < s->rank; d++)
            t = clang_getArrayElementType(t);
        s->type = read_type(r, t, s->at);
        add_symbol(r, c, s, true);
        return true;
    }
    if (has_prefix(mark, "any_ref:")) {
        s = new_symbol(SY_REF, c);
        s->rank = atoi(strchr(mark, ':') + 1);
        s->in_hbm = true;
        add_unknown_dims(s);
        add_symbol(r, c, s, false);
    } else if (!strcmp(mark, "sem") || !strcmp(mark, "sems") || !strcmp(mark, "dma_sem") || !strcmp(mark, "dma_sems")) {
        s = new_semaphore(r, c, mark);
        Node **dims = s->is_array ? read_dims(r, c, 1) : NULL;
        s->count = dims ? dims[0] : NULL;
    } else {
        return false;
    }
    list_add(f->parameters, f->parameter_count, s);
    return true;
}

// ---- Views ----------------------------------------------------------------------------------------------------------

Node *read_view(Reader *r, CXCursor c, const char *construct)
{
    c = bare(c);
    if (is_call_of(c, "pl_at_"))
        return read_expression(r, c);
    return pass_node(read_block_name(r, c, construct)->symbol, place(c));
}

// The number of its remaining dims.
int view_rank(const Node *v)
{
    if (v->kind == ND_PASS)
        return v->ref->rank;
    int rank = view_rank(v->a);
    for (int i = 0; i < v->item_count; i++)
        rank -= v->items[i]->kind != ND_SLICE && v->items[i]->kind != ND_ALL;
    return rank;
}

static Node *read_part(Reader *r, CXCursor c, Kids k)
{
    Node *n = new_node(ND_AT, place(c));
    n->a = read_view(r, k.at[2], "PL_AT");
    n->type = n->a->type;
    for (int i = 3; i < k.count; i++) {
        Node *item = read_expression(r, k.at[i]);
        if (item->kind == ND_SLICE)
            item->op = "at";
        add_item(n, item);
    }
    if (n->item_count > view_rank(n->a)) {
        error_at(n->at, MESSAGE_AT_INDICES, n->item_count, view_rank(n->a));
        note_at(n->at, HINT_AT_INDICES);
        n->item_count = 0;
    }
    return n;
}

// ---- Semaphores -----------------------------------------------------------------------------------------------------

Node *read_semaphore_if_any(Reader *r, CXCursor c)
{
    c = bare(c);
    Node *n = new_node(ND_SEM, place(c));
    if (is_call_of(c, "pl_barrier_sem_")) {
        n->a = read_expression(r, last_kid(c));
        return n;
    }
    CXCursor name = c;
    if (c.kind == CXCursor_ArraySubscriptExpr) {
        Kids k = kids(c);
        name = bare(k.at[0]);
        n->a = read_expression(r, k.at[1]);
    }
    const Known *known = find_known(r, clang_getCursorReferenced(name));
    if (name.kind == CXCursor_DeclRefExpr && known && known->symbol && known->symbol->kind == SY_SEM) {
        n->symbol = known->symbol;
        return n;
    }
    return NULL;
}

Node *read_semaphore(Reader *r, CXCursor c)
{
    Node *n = read_semaphore_if_any(r, c);
    if (!n)
        reject(bare(c), MESSAGE_SEM_NAME, HINT_SEM_NAME);
    return n;
}

// ---- Copies ---------------------------------------------------------------------------------------------------------

static const struct { const char *function, *macro; bool starts; } copy_functions[] = {
    { "pl_copy_", "PL_COPY", false }, { "pl_async_copy_", "PL_ASYNC_COPY", true },
    { "pl_remote_copy_", "PL_REMOTE_COPY", false }, { "pl_async_remote_copy_", "PL_ASYNC_REMOTE_COPY", true },
    { "pl_sync_copy_", "PL_SYNC_COPY", true },
};

const char *copy_macro(const char *function)
{
    for (size_t i = 0; i < sizeof copy_functions / sizeof *copy_functions; i++)
        if (strcmp(copy_functions[i].macro, "PL_SYNC_COPY") && !strcmp(function, copy_functions[i].function))
            return copy_functions[i].macro;
    return NULL;
}

static void check_copy(const Node *n)
{
    const Node *src = n->items[0], *dst = n->items[1];
    if (!src->type || !dst->type)                       // an error was reported
        return;
    if (!is_same_type(src->type, dst->type)) {
        error_at(n->at, MESSAGE_COPY_TYPES, n->op, type_name(src->type), type_name(dst->type));
        note_at(n->at, HINT_COPY_TYPES);
    } else if (view_rank(src) != view_rank(dst)) {
        error_at(n->at, MESSAGE_COPY_RANKS, n->op, view_rank(src), view_rank(dst));
        note_at(n->at, HINT_COPY_RANKS);
    } else if (dst->type->constant) {
        error_at(n->at, MESSAGE_COPY_TO_CONST, n->op);
        note_at(dst->at, HINT_COPY_TO_CONST);
    }
    for (int i = 2; i < n->item_count && i < 4; i++)
        if (n->items[i] && n->items[i]->symbol && !n->items[i]->symbol->dma) {
            error_at(n->items[i]->at, MESSAGE_NOT_A_DMA_SEM, n->op, n->items[i]->symbol->name);
            note_at(n->items[i]->symbol->at, HINT_NOT_A_DMA_SEM);
        }
}

// *pl_copy_(0, src, dst, sem), in any parentheses; NULL: something else.
static Node *read_copy(Reader *r, CXCursor c, bool *starts)
{
    c = bare(c);
    if (c.kind == CXCursor_UnaryOperator)
        c = bare(last_kid(c));
    for (size_t i = 0; i < sizeof copy_functions / sizeof *copy_functions; i++) {
        if (!is_call_of(c, copy_functions[i].function))
            continue;
        Kids k = kids(c);
        Node *n = new_node(ND_COPY, place(c));
        n->op = copy_functions[i].macro;
        *starts = copy_functions[i].starts;
        add_item(n, read_view(r, k.at[2], "a copy"));
        add_item(n, read_view(r, k.at[3], "a copy"));
        for (int s = 4; s < k.count; s++) {
            Node *item = s == 6 ? read_expression(r, k.at[s]) : read_semaphore(r, k.at[s]);
            if (!item)
                return n;
            add_item(n, item);
        }
        check_copy(n);
        return n;
    }
    return NULL;
}

// The argument of pl_start and similar functions: &c, or &PL_COPY(…).
static Node *read_described(Reader *r, CXCursor c, const char *name, bool *starts)
{
    CXCursor e = bare(c);
    Node *n = NULL;
    *starts = false;
    if (e.kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_AddrOf) {
        CXCursor of = bare(last_kid(e));
        const Known *known = of.kind == CXCursor_DeclRefExpr ? find_known(r, clang_getCursorReferenced(of)) : NULL;
        n = known && known->symbol && known->symbol->kind == SY_COPY ? name_node(known->symbol, place(of))
                                                                     : read_copy(r, of, starts);
    }
    if (!n)
        reject(c, text(MESSAGE_COPY_ADDRESS, name), HINT_COPY_ADDRESS);
    return n;
}

static Node *statement_of(NodeKind kind, CXCursor c, Node *a, const char *op)
{
    Node *n = new_node(kind, place(c));
    n->a = a;
    n->op = op;
    return n;
}

static void read_started(Reader *r, CXCursor c, const char *name, Kids k, Node *list)
{
    bool starts;
    Node *copy = read_described(r, k.at[1], name, &starts);
    if (!copy)
        return;
    if (starts)
        add_item(list, statement_of(ND_START, c, copy, NULL));
    if (strcmp(name, "pl_start"))
        add_item(list, statement_of(ND_AWAIT, c, copy, !strcmp(name, "pl_wait") ? "both" : name + strlen("pl_wait_")));
    else if (!starts)
        add_item(list, statement_of(ND_START, c, copy, NULL));
}

bool is_copy_type(CXType t)
{
    return !strcmp(keep(clang_getTypeSpelling(clang_getUnqualifiedType(clang_getCanonicalType(t)))), "pl_copy");
}

static bool is_copy_function(CXCursor c)
{
    return c.kind == CXCursor_FunctionDecl && !strcmp(mark_of(c), "function") && is_copy_type(clang_getCursorResultType(c));
}

// return PL_COPY(…); in a PL_FUNCTION.
Node *read_returned_copy(Reader *r, CXCursor c)
{
    bool starts;
    Node *copy = is_copy_function(r->function) ? read_copy(r, c, &starts) : NULL;
    if (copy && starts)
        reject(c, text(MESSAGE_COPY_STARTED, copy->op), HINT_COPY_STARTED);
    return copy;
}

bool read_copy_declaration(Reader *r, CXCursor c, const char *mark, Node *list)
{
    if (has_prefix(mark, "scoped_")) {
        Node *n = statement_of(ND_SCOPED_SEM, c, NULL, NULL);
        n->symbol = new_semaphore(r, c, mark + strlen("scoped_"));
        Node **dims = n->symbol->is_array ? read_dims(r, c, 1) : NULL;
        n->symbol->count = dims ? dims[0] : NULL;
        add_item(list, n);
    } else if (!strcmp(mark, "any_view")) {
        Node *n = statement_of(ND_ANY_VIEW, c, read_view(r, clang_Cursor_getVarDeclInitializer(c), "PL_ANY_VIEW"), NULL);
        n->symbol = new_symbol(SY_REF, c);
        n->symbol->in_hbm = true;
        n->symbol->type = n->a->type;
        n->symbol->rank = view_rank(n->a);
        n->symbol->view = n;
        add_unknown_dims(n->symbol);
        add_symbol(r, c, n->symbol, false);
        add_item(list, n);
    } else if (!strcmp(mark, "any_type")) {
        if (begun(list, ND_ANY_VIEW))
            add_symbol(r, c, begun(list, ND_ANY_VIEW)->symbol, true);
    } else if (!*mark && is_copy_type(clang_getCursorType(c))) {
        CXCursor initialiser = clang_Cursor_getVarDeclInitializer(c);
        bool starts = false;
        Node *copy = clang_Cursor_isNull(initialiser) ? NULL : read_copy(r, initialiser, &starts);
        if (!copy && !clang_Cursor_isNull(initialiser) && is_copy_function(clang_getCursorReferenced(bare(initialiser))))
            copy = read_expression(r, initialiser);
        if (!copy) {
            reject(c, MESSAGE_COPY_ASSIGNED, HINT_COPY_ASSIGNED);
            return true;
        }
        Node *n = statement_of(ND_DESCRIBE, c, copy, NULL);
        n->symbol = new_symbol(SY_COPY, c);
        n->symbol->type = copy_type(&(Type){ .kind = TY_VOID, .spelling = "pl_copy", .plain = "pl_copy" });
        n->symbol->value = copy;
        add_symbol(r, c, n->symbol, false);
        add_item(list, n);
        if (starts)
            add_item(list, statement_of(ND_START, c, name_node(n->symbol, n->at), NULL));
    } else {
        return false;
    }
    return true;
}

// ---- Values and statements ------------------------------------------------------------------------------------------

const char *words_in(CXCursor c)                 // of a string, without its quotes
{
    const char *s = keep(clang_getCursorSpelling(bare(c)));
    return text_part(s + 1, strlen(s) - 2);
}

Node *read_copy_value(Reader *r, CXCursor c, const char *name, Kids k)
{
    if (!strcmp(name, "pl_every_"))
        return value_node(ND_ALL, place(c));
    if (!strcmp(name, "pl_at_"))
        return read_part(r, c, k);
    if (!strcmp(name, "pl_sem_read_")) {
        Node *n = value_node(ND_SEM_READ, place(c));
        n->a = read_semaphore(r, k.at[2]);
        return n->a ? n : number_node(0, &long_type, place(c));
    }
    if (strcmp(name, "pl_device_"))
        return NULL;
    Node *n = value_node(ND_DEVICE, place(c));
    n->op = words_in(k.at[1]);
    n->name = words_in(k.at[2]);
    if (!*n->name)
        n->name = NULL;
    for (int i = 3; i < k.count; i++)
        add_item(n, read_expression(r, k.at[i]));
    return n;
}

bool read_copy_statement(Reader *r, CXCursor c, const char *name, Kids k, Node *list)
{
    bool starts;
    if (!strcmp(name, "pl_start") || has_prefix(name, "pl_wait")) {
        read_started(r, c, name, k, list);
    } else if (!strcmp(name, "pl_sync_copy_")) {
        Node *copy = read_copy(r, c, &starts);
        add_item(list, statement_of(ND_START, c, copy, "PL_SYNC_COPY"));
    } else if (has_prefix(name, "pl_async_")) {         // a statement: nothing waits by this name
        Node *copy = read_copy(r, c, &starts);
        add_item(list, statement_of(ND_START, c, copy, NULL));
    } else if (!strcmp(name, "pl_signal_") || !strcmp(name, "pl_sem_wait_")) {
        Node *n = statement_of(name[4] == 'i' ? ND_SIGNAL : ND_SEM_WAIT, c, read_semaphore(r, k.at[1]), NULL);
        if (!n->a)
            return true;
        n->b = read_expression(r, k.at[2]);
        n->c = k.count > 3 ? read_expression(r, k.at[3]) : NULL;
        add_item(list, n);
    } else if (!strcmp(name, "pl_barrier_")) {
        Node *n = statement_of(ND_BARRIER, c, read_expression(r, k.at[1]), NULL);
        for (int i = 2; i < k.count; i++)
            add_item(n, read_expression(r, k.at[i]));
        add_item(list, n);
    } else {
        return false;
    }
    return true;
}
