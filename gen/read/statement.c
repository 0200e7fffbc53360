// read/statement.c -- statements: PL_EACH, PL_REDUCE and similar constructs are recomposed from their parse-mode
// expansion.

#include "read/read.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void read_statement(Reader *r, CXCursor c, Node *list);

Node *read_statements(Reader *r, CXCursor c, int from)
{
    Node *block = new_node(ND_BLOCK, place(c));
    Kids k = kids(c);
    for (int i = from; i < k.count; i++)
        read_statement(r, k.at[i], block);
    return block;
}

static Node *read_block(Reader *r, CXCursor c)
{
    if (c.kind == CXCursor_CompoundStmt)
        return read_statements(r, c, 0);
    Node *block = new_node(ND_BLOCK, place(c));
    read_statement(r, c, block);
    return block;
}

// A body of one statement stays one; a declaration there, or several statements, need a block.
Node *read_body(Reader *r, CXCursor c)
{
    Node *block = read_block(r, c);
    bool one = c.kind != CXCursor_CompoundStmt && block->item_count == 1 && block->items[0]->kind != ND_DECLARE;
    return one ? block->items[0] : block;
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

static bool check_storage(CXCursor c, const Type *type)
{
    const Type *element = type;
    while (element->kind == TY_ARRAY)
        element = element->of;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);
    if (storage == CX_SC_Static && !element->constant) {
        error_at(place(c), MESSAGE_STATIC_VARIABLE, keep(clang_getCursorSpelling(c)));
        note_at(place(c), HINT_STATIC_VARIABLE);
        return false;
    }
    if (storage == CX_SC_Extern) {
        error_at(place(c), MESSAGE_EXTERN_VARIABLE);
        return false;
    }
    return true;
}

static const char *pretty(CXCursor c)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(c);
    const char *s = keep(clang_getCursorPrettyPrinted(c, policy));
    clang_PrintingPolicy_dispose(policy);
    return s;
}

// libclang shows constexpr only in the text of a declaration.
static bool is_constexpr(CXCursor c)
{
    const char *s = pretty(c);
    return has_prefix(s, "constexpr ") || has_prefix(s, "static constexpr ");
}

// An attribute may have no effect (unused), or run a function at the end of the block. libclang shows only its text.
static void reject_cleanup(CXCursor c)
{
    if (clang_Cursor_hasAttrs(c) && strstr(pretty(c), "cleanup("))
        error_at(place(c), MESSAGE_CLEANUP, keep(clang_getCursorSpelling(c)));
}

static void read_local(Reader *r, CXCursor c, Node *list)
{
    Symbol *s = new_symbol(SY_LOCAL, c);
    int before = unread;
    s->type = read_declared_type(r, c);
    add_symbol(r, c, s, false);
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(c);
    reject_cleanup(c);
    s->unread = unread > before;
    if (!check_storage(c, s->type)) {
        s->unread = unread > before;
        return;
    }
    if (clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_VariableArray) {
        error_at(s->at, MESSAGE_RUN_TIME_EXTENTS, s->name);
        note_at(s->at, HINT_RUN_TIME_EXTENTS);
    }
    Node *n = new_node(ND_DECLARE, s->at);
    n->symbol = s;
    if (!clang_Cursor_isNull(initialiser))
        n->a = read_expression(r, initialiser);
    else if (clang_Cursor_getStorageClass(c) == CX_SC_Static)
        n->a = zero_of(s->type, s->at);
    s->known = n->a && n->a->known && type_is_integer(s->type) && is_constexpr(c);
    if (!s->known)
        add_item(list, n);
}

static void check_tile(const Symbol *s)
{
    for (int d = 0; d < s->rank; d++)
        if (!s->dims[d]->known) {
            error_at(s->dims[d]->at, MESSAGE_TILE_EXTENT, s->name, d);
            note_at(s->dims[d]->at, HINT_TILE_EXTENT);
        }
}

Type *element_type(Reader *r, CXType t, int rank, Loc at)
{
    for (int d = 0; d < rank; d++)
        t = clang_getArrayElementType(t);
    return read_type(r, t, at);
}

// PL_TILE, and PL_SCOPED, whose extents may be known only at run time.
static void read_tile(Reader *r, CXCursor c, const char *mark, Node *list)
{
    Symbol *s = new_symbol(SY_REF, c);
    s->rank = read_rank(mark, s->at);
    s->dims = read_dims(r, c, s->rank);
    s->type = element_type(r, clang_getCursorType(c), s->rank, s->at);
    if (!s->dims)
        INTERNAL("a tile without extents");
    add_symbol(r, c, s, false);
    Node *n = new_node(ND_TILE, s->at);
    n->symbol = s;
    n->op = has_prefix(mark, "scoped:") ? "scoped" : NULL;
    if (!n->op)
        check_tile(s);
    add_item(list, n);
}

// Its companion comes first, with the extents and the address; the next declaration has its name.
static void read_named_view(Reader *r, CXCursor c, const char *mark, Node *list)
{
    Symbol *s = new_symbol(SY_REF, c);
    s->rank = read_rank(mark, s->at);
    s->dims = read_dims(r, c, s->rank);
    s->type = element_type(r, clang_getPointeeType(clang_getCursorType(c)), s->rank, s->at);
    if (!s->dims)
        s->dims = missing_dims(s);
    add_symbol(r, c, s, true);
    Node *n = new_node(ND_VIEW, s->at);
    n->symbol = s;
    s->view = n;
    add_item(list, n);
}

// Whether the view, with the type that C gives it, is of the last dims of a block: targets have no other views.
static bool shows_block(const Node *n)
{
    View v = viewed(without_casts(n->a));
    return v.of && v.of->kind == SY_REF && v.dim >= 0 && v.of->rank - v.dim == n->symbol->rank;
}

static long long number_of(const Node *n)               // -1: not known
{
    return n && n->known ? n->value : -1;
}

// Whether rows of the view are rows of its block: as many bytes, and in the outer dims as many rows.
static bool has_rows_of_block(const Node *n)
{
    const View v = viewed(without_casts(n->a));
    const int rank = n->symbol->rank;
    const Type *row = n->a->type->of;
    for (int d = 1; d < rank; d++, row = row->of) {
        const bool last = d == rank - 1;
        const long long mine = number_of(row->extent), other = number_of(v.of->dims[v.dim + d]);
        if (mine < 0 || other < 0 || mine * (last ? type_size(n->symbol->type) : 1) != other * (last ? type_size(v.of->type) : 1))
            return false;
    }
    return true;
}

// A view of another element type is only read, by elements.
static void check_bytes(Node *n)
{
    const Type *mine = n->symbol->type, *other = viewed(without_casts(n->a)).of->type;
    const int size = type_size(mine), of_block = type_size(other);
    if (!mine->constant) {
        error_at(n->at, MESSAGE_VIEW_WRITTEN, n->symbol->name, bare_type_name(other));
        note_at(n->at, HINT_VIEW_WRITTEN, bare_type_name(mine));
    } else if (size <= 0 || of_block <= 0 || (size % of_block && of_block % size)) {
        error_at(n->at, MESSAGE_VIEW_SIZES, size, of_block);
    } else if (!has_rows_of_block(n)) {
        error_at(n->a->at, MESSAGE_VIEW_ROWS, n->symbol->name);
        note_at(n->a->at, HINT_VIEW_ROWS);
    }
}

Node *begun(const Node *list, NodeKind kind)
{
    Node *last = list->item_count ? list->items[list->item_count - 1] : NULL;
    if (last && last->kind == kind)
        return last;
    unread++;
    return NULL;
}

static void read_view_name(Reader *r, CXCursor c, Node *list)
{
    Node *n = begun(list, ND_VIEW);
    if (!n)
        return;
    n->symbol->name = keep(clang_getCursorSpelling(c));
    n->symbol->at = place(c);
    n->at = n->symbol->at;
    n->a = read_value(r, c);
    add_symbol(r, c, n->symbol, false);
    if (!shows_block(n)) {
        error_at(n->at, MESSAGE_VIEW_OF_NO_BLOCK);
        note_at(n->a->at, HINT_VIEW_OF_NO_BLOCK);
    } else if (is_same_type(n->symbol->type, viewed(without_casts(n->a)).of->type)) {
        n->a = writable(without_casts(n->a));           // (const float (*)[8])&x[r]
    } else {
        n->symbol->bytes = true;
        check_bytes(n);
    }
}

static void read_declaration(Reader *r, CXCursor c, Node *list)
{
    const char *mark = mark_of(c);
    if (read_copy_declaration(r, c, mark, list))
        return;
    if (!*mark)
        read_local(r, c, list);
    else if (has_prefix(mark, "tile:") || has_prefix(mark, "scoped:"))
        read_tile(r, c, mark, list);
    else if (has_prefix(mark, "view:"))
        read_named_view(r, c, mark, list);
    else if (!strcmp(mark, "named"))
        read_view_name(r, c, list);
    else if (!strcmp(mark, "whole") && begun(list, ND_TILE))        // its companion
        add_symbol(r, c, begun(list, ND_TILE)->symbol, true);
    else if (strcmp(mark, "whole"))
        INTERNAL(text("a declaration marked '%s'", mark));
}

// Types are read where they are used; a prototype adds nothing to the call.
static void read_declarations(Reader *r, CXCursor c, Node *list)
{
    Kids k = kids(c);
    for (int i = 0; i < k.count; i++)
        switch ((int)k.at[i].kind) {
        case CXCursor_VarDecl:
            read_declaration(r, k.at[i], list);
            break;
        case CXCursor_StructDecl: case CXCursor_UnionDecl: case CXCursor_EnumDecl: case CXCursor_TypedefDecl:
        case CXCursor_FunctionDecl: case CXCursor_StaticAssert:
            break;
        default:
            error_at(place(k.at[i]), MESSAGE_DECLARATION_UNKNOWN, keep(clang_getCursorKindSpelling(k.at[i].kind)));
        }
}

// ---- for ------------------------------------------------------------------------------------------------------------

typedef struct {
    CXCursor init, condition, step, body;               // null for a missing part
} ForParts;

// The end of the n-th `for (` of a text; strings are skipped.
static const char *nth_for(const char *s, int n)
{
    for (; *s; s++) {
        if (*s == '"' || *s == '\'') {
            for (char quote = *s++; *s && *s != quote; s++)
                s += *s == '\\' && s[1];
            if (!*s)
                break;
        } else if (word_length(s)) {
            size_t length = word_length(s);
            if (length == 3 && has_prefix(s, "for (") && n-- == 0)
                return s + 5;
            s += length - 1;
        }
    }
    INTERNAL("a for that is not in the text of its function");
}

// Whether this part of a for is nonempty. Advances to its end.
static bool part_there(const char **s, char end)
{
    bool there = false;
    int depth = 0;
    for (; **s && (depth || **s != end); ++*s) {
        if (**s == '"' || **s == '\'')
            for (char quote = *(*s)++; **s && **s != quote; ++*s)
                *s += **s == '\\';
        depth += (**s == '(' || **s == '{' || **s == '[') - (**s == ')' || **s == '}' || **s == ']');
        there |= !isspace((unsigned char)**s);
    }
    *s += **s != 0;
    return there;
}

// libclang omits empty parts; only the text of the function, as clang prints it, shows which are empty.
static ForParts for_parts(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    CXCursor none = clang_getNullCursor();
    int number = r->fors++;
    if (k.count == 4)
        return (ForParts){ k.at[0], k.at[1], k.at[2], k.at[3] };
    if (!r->function_text)
        r->function_text = pretty(r->function);
    const char *s = nth_for(r->function_text, number);
    bool init = part_there(&s, ';'), condition = part_there(&s, ';'), step = part_there(&s, ')');
    if (init + condition + step + 1 != k.count)
        INTERNAL("a for whose text has other parts than its tree");
    ForParts p = { none, none, none, k.at[k.count - 1] };
    int at = 0;
    if (init)
        p.init = k.at[at++];
    if (condition)
        p.condition = k.at[at++];
    if (step)
        p.step = k.at[at++];
    return p;
}

// for ([pl:…] long i = lo, i_end_ = hi, i_step_ = step; …; …)
static LoopAxis read_axis(Reader *r, CXCursor declarations)
{
    Kids k = kids(declarations);
    LoopAxis axis = { .index = new_symbol(SY_INDEX, k.at[0]) };
    axis.index->type = read_type(r, clang_getCursorType(k.at[0]), axis.index->at);
    axis.lo = read_value(r, k.at[0]);
    axis.hi = read_value(r, k.at[1]);
    if (k.count == 3)
        axis.step = read_value(r, k.at[2]);
    add_symbol(r, k.at[0], axis.index, false);
    return axis;
}

static const char *for_mark(CXCursor c)
{
    Kids k = kids(c);
    if (c.kind != CXCursor_ForStmt || k.count != 4 || k.at[0].kind != CXCursor_DeclStmt)
        return "";
    return mark_of(kids(k.at[0]).at[0]);
}

// PL_LOOP, or PL_EACH. Over several axes this is a nest; its inner loops are numbered, so that a nested PL_EACH is
// recognized.
static Node *read_axes(Reader *r, CXCursor c, NodeKind kind)
{
    Node *n = new_node(kind, place(c));
    ForParts p = for_parts(r, c);
    list_add(n->axes, n->axis_count, read_axis(r, p.init));
    while (has_prefix(for_mark(p.body), "each:") && strcmp(for_mark(p.body), "each:0")) {
        p = for_parts(r, p.body);
        list_add(n->axes, n->axis_count, read_axis(r, p.init));
    }
    n->body = read_body(r, p.body);
    return n;
}

// The head of a for has one statement, or one declaration of several names: then it is a block.
static Node *read_for_init(Reader *r, CXCursor c)
{
    Node *block = read_block(r, c);
    return block->item_count == 1 ? block->items[0] : block;
}

// The combination: acc = OP(acc, e), where OP is an operator, PL_MAX in its cast, or a function.
static CXCursor combined(CXCursor e, bool *call)
{
    e = bare(e);
    if (e.kind == CXCursor_CStyleCastExpr)
        e = bare(last_kid(e));
    *call = e.kind == CXCursor_CallExpr;
    return last_kid(e);
}

// One of pallas.h, not a user function whose name begins like it.
static bool is_own_operator(const char *op)
{
    static const char *const all[] = { "PL_ADD", "PL_MUL", "PL_MAX", "PL_MIN", "PL_AND", "PL_OR", "PL_XOR" };
    return IS_ONE_OF(op, all);
}

// assign: acc = OP(acc, e), of a PL_REDUCE or a PL_SCAN.
static void read_combination(Reader *r, CXCursor assign, const char *op, Node *n)
{
    Kids k = kids(assign);
    bool call;
    CXCursor e = combined(k.at[1], &call);
    n->op = op;
    n->a = read_expression(r, k.at[0]);
    n->b = read_expression(r, e);
    n->type = n->a->type;
    if (is_own_operator(op))
        return;
    CXCursor function = clang_getCursorReferenced(bare(k.at[1]));
    if (!call || function.kind != CXCursor_FunctionDecl || strcmp(op, keep(clang_getCursorSpelling(function)))) {
        error_at(n->at, MESSAGE_REDUCE_OPERATOR, n->kind == ND_SCAN ? "PL_SCAN" : "PL_REDUCE", op);
        note_at(n->at, HINT_REDUCE_OPERATOR);
    } else if (read_function(r, function, n->at)) {
        n->symbol = find_known(r, function)->symbol;
    }
}

// for ([pl:scan:OP] long c = lo, c_end_ = hi; c < c_end_ && ((acc) = OP((acc), (e)), 1); …) is a PL_EACH in whose body the
// combination comes first.
static Node *read_scan(Reader *r, CXCursor c, const char *op)
{
    Node *n = new_node(ND_EACH, place(c)), *scan = new_node(ND_SCAN, n->at);
    ForParts p = for_parts(r, c);
    list_add(n->axes, n->axis_count, read_axis(r, p.init));
    read_combination(r, kids(bare(kids(p.condition).at[1])).at[0], op, scan);
    Node *body = read_body(r, p.body);
    n->body = new_node(ND_BLOCK, n->at);
    add_item(n->body, scan);
    if (body->kind == ND_BLOCK)
        add_items(n->body, body);
    else
        add_item(n->body, body);
    return n;
}

static Node *read_for(Reader *r, CXCursor c)
{
    const char *mark = for_mark(c);
    if (has_prefix(mark, "each:") || !strcmp(mark, "loop"))
        return read_axes(r, c, *mark == 'e' ? ND_EACH : ND_LOOP);
    if (has_prefix(mark, "scan:"))
        return read_scan(r, c, strchr(mark, ':') + 1);
    if (*mark)
        INTERNAL(text("a for marked '%s'", mark));
    Node *n = new_node(ND_FOR, place(c));
    ForParts p = for_parts(r, c);
    if (!clang_Cursor_isNull(p.init))
        n->init = read_for_init(r, p.init);
    if (!clang_Cursor_isNull(p.condition))
        n->a = read_expression(r, p.condition);
    if (!clang_Cursor_isNull(p.step))
        n->b = read_expression(r, p.step);
    n->body = read_body(r, p.body);
    return n;
}

// ---- do, if, switch -------------------------------------------------------------------------------------------------

static Node *read_reduce(Reader *r, CXCursor c, Kids k, const char *op)
{
    Node *n = new_node(ND_REDUCE, place(c));
    CXCursor inner = k.at[1];
    while (inner.kind == CXCursor_ForStmt) {
        ForParts p = for_parts(r, inner);
        list_add(n->axes, n->axis_count, read_axis(r, p.init));
        inner = p.body;
    }
    read_combination(r, inner, op, n);
    return n;
}

static Node *read_do(Reader *r, CXCursor c)
{
    Kids k = kids(c), body = kids(k.at[0]);
    const char *mark = body.count && body.at[0].kind == CXCursor_DeclStmt ? mark_of(last_kid(body.at[0])) : "";
    if (has_prefix(mark, "reduce:"))
        return read_reduce(r, c, body, strchr(mark, ':') + 1);
    if (!strcmp(mark, "pipeline"))
        return read_pipeline(r, c, body);
    if (body.count == 1 && body.at[0].kind == CXCursor_IfStmt) {        // PL_STORE
        Kids test = kids(body.at[0]), condition = kids(bare(test.at[0]));
        if (is_call_of(bare(test.at[0]), "pl_store_")) {
            Node *n = new_node(ND_STORE, place(c));
            n->c = read_expression(r, condition.at[1]);
            n->a = read_expression(r, kids(test.at[1]).at[0]);
            n->b = read_expression(r, kids(test.at[1]).at[1]);
            return n;
        }
    }
    Node *n = new_node(ND_DO, place(c));
    n->body = read_body(r, k.at[0]);
    n->a = read_expression(r, k.at[1]);
    return n;
}

static Node *read_if(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    CXCursor condition = bare(k.at[0]);
    bool when = is_call_of(condition, "pl_when_");
    Node *n = new_node(when ? ND_WHEN : ND_IF, place(c));
    n->a = read_expression(r, when ? last_kid(condition) : k.at[0]);
    n->b = read_body(r, k.at[1]);
    if (k.count == 3)
        n->c = read_body(r, k.at[2]);
    return n;
}

// A label is an item of the list, like the statement after it.
static void read_case(Reader *r, CXCursor c, Node *list)
{
    Kids k = kids(c);
    Node *n = new_node(c.kind == CXCursor_CaseStmt ? ND_CASE : ND_DEFAULT, place(c));
    if (c.kind == CXCursor_CaseStmt && k.count == 3) {
        error_at(n->at, MESSAGE_CASE_RANGE);
        note_at(n->at, HINT_CASE_RANGE);
    }
    if (c.kind == CXCursor_CaseStmt)
        n->a = read_expression(r, k.at[0]);
    add_item(list, n);
    if (k.count)
        read_statement(r, k.at[k.count - 1], list);
}

static Node *read_switch(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    Node *n = new_node(ND_SWITCH, place(c));
    n->a = read_expression(r, k.at[0]);
    n->body = read_block(r, k.at[1]);
    return n;
}

// ---- Block operations, checks, prints -------------------------------------------------------------------------------

static Node *read_matrix(Reader *r, CXCursor c)
{
    c = bare(c);
    if (!is_call_of(c, "pl_transposed_"))
        return read_block_name(r, c, "PL_DOT");
    Node *n = new_node(ND_TRANSPOSE, place(c));
    n->a = read_block_name(r, last_kid(c), "PL_T");
    n->type = n->a->type;
    return n;
}

static Node *read_dot(Reader *r, CXCursor c, Kids k)
{
    Node *n = new_node(ND_DOT, place(c));
    if (k.count < 5 || k.count > 6) {
        error_at(n->at, MESSAGE_DOT_ARGUMENTS);
        return n;
    }
    n->a = read_block_name(r, k.at[2], "PL_DOT");
    n->b = read_matrix(r, k.at[3]);
    n->c = read_matrix(r, k.at[4]);
    if (k.count == 6) {
        CXCursor precision = bare(k.at[5]);
        const char *name = precision.kind == CXCursor_DeclRefExpr ? keep(clang_getCursorSpelling(precision)) : "";
        if (!strcmp(name, "PL_TF32") || !strcmp(name, "PL_BF16X1"))
            n->op = name;
        else
            error_at(place(precision), MESSAGE_DOT_PRECISION);
    }
    return n;
}

// The name of a ref, or a PL_AT.
static Node *read_block_or_part(Reader *r, CXCursor c, const char *construct)
{
    return is_call_of(bare(c), "pl_at_") ? read_expression(r, bare(c)) : read_block_name(r, c, construct);
}

// Parse-mode functions that are statements; false: it is none of them.
static bool read_block_operation(Reader *r, CXCursor c, Node *list)
{
    const char *name = keep(clang_getCursorSpelling(c));
    Kids k = kids(c);
    Node *n = NULL;
    if (!strcmp(name, "pl_fill_")) {
        n = new_node(ND_FILL, place(c));
        n->a = read_block_or_part(r, k.at[2], "PL_FILL");
        n->b = read_expression(r, k.at[3]);
    } else if (!strcmp(name, "pl_assign_")) {
        n = new_node(ND_ASSIGN, place(c));
        n->a = read_block_or_part(r, k.at[2], "PL_ASSIGN");
        n->b = read_block_or_part(r, k.at[3], "PL_ASSIGN");
    } else if (!strcmp(name, "pl_dot_")) {
        n = read_dot(r, c, k);
    } else if (!strcmp(name, "pl_print_")) {
        n = new_node(ND_PRINT, place(c));
        read_items(r, n, k, 1);
        parse_format(n);
    } else if (!strcmp(name, "pl_check_")) {
        n = new_node(ND_CHECK, place(c));
        n->a = read_expression(r, k.at[1]);
        read_items(r, n, k, 2);
        if (k.count > 2 && clang_getCursorType(bare(k.at[2])).kind != CXType_ConstantArray)
            error_at(n->at, MESSAGE_FORMAT_STRING);
        else if (k.count > 2)
            parse_format(n);
    } else if (!strcmp(name, "pl_trace_")) {
        n = new_node(ND_TRACE, place(c));
        n->a = read_expression(r, k.at[1]);
    } else {
        return read_copy_statement(r, c, name, k, list);
    }
    if (n)
        add_item(list, n);
    return true;
}

// ---- All of them ----------------------------------------------------------------------------------------------------

static void read_expression_statement(Reader *r, CXCursor c, Node *list)
{
    CXCursor e = bare(c);
    if (e.kind == CXCursor_UnaryOperator && is_call_of(bare(last_kid(e)), "pl_async_copy_"))
        e = bare(last_kid(e));
    if (e.kind == CXCursor_UnaryOperator && is_call_of(bare(last_kid(e)), "pl_async_remote_copy_"))
        e = bare(last_kid(e));
    if (e.kind == CXCursor_CallExpr && has_prefix(keep(clang_getCursorSpelling(e)), "pl_") &&
        read_block_operation(r, e, list))
        return;
    Node *n = new_node(ND_EXPRESSION, place(c));
    n->a = read_expression(r, c);
    n->at = n->a->at;
    add_item(list, n);
}

static void read_nested(Reader *r, CXCursor c, Node *list)
{
    Kids k;
    Node *n;
    switch ((int)c.kind) {
    case CXCursor_CompoundStmt:
        add_item(list, read_body(r, c));
        return;
    case CXCursor_DeclStmt:
        read_declarations(r, c, list);
        return;
    case CXCursor_NullStmt:
        return;
    case CXCursor_IfStmt:
        add_item(list, read_if(r, c));
        return;
    case CXCursor_ForStmt:
        add_item(list, read_for(r, c));
        return;
    case CXCursor_WhileStmt:
        k = kids(c);
        n = new_node(ND_WHILE, place(c));
        n->a = read_expression(r, k.at[0]);
        n->body = read_body(r, k.at[1]);
        add_item(list, n);
        return;
    case CXCursor_DoStmt:
        add_item(list, read_do(r, c));
        return;
    case CXCursor_SwitchStmt:
        add_item(list, read_switch(r, c));
        return;
    case CXCursor_CaseStmt: case CXCursor_DefaultStmt:
        read_case(r, c, list);
        return;
    case CXCursor_BreakStmt:
        add_item(list, new_node(ND_BREAK, place(c)));
        return;
    case CXCursor_ContinueStmt:
        add_item(list, new_node(ND_CONTINUE, place(c)));
        return;
    case CXCursor_ReturnStmt:
        k = kids(c);
        n = new_node(ND_RETURN, place(c));
        n->a = read_returned_copy(r, last_kid(c));
        if (!n->a && k.count)
            n->a = read_expression(r, k.at[0]);
        add_item(list, n);
        return;
    case CXCursor_UnexposedStmt:                        // #pragma, or an attribute: a hint for a compiler
        read_statement(r, last_kid(c), list);
        return;
    case CXCursor_GotoStmt: case CXCursor_IndirectGotoStmt: case CXCursor_LabelStmt:
        reject(c, MESSAGE_GOTO, HINT_GOTO);
        return;
    case CXCursor_GCCAsmStmt: case CXCursor_MSAsmStmt:
        reject(c, MESSAGE_ASM, NULL);
        return;
    default:
        break;
    }
    if (clang_isExpression(c.kind))
        read_expression_statement(r, c, list);
    else
        reject(c, text(MESSAGE_STATEMENT_UNKNOWN, keep(clang_getCursorKindSpelling(c.kind))), NULL);
}

// The list has what was read of it, from item `from` on.
static void replace_unread(Reader *r, CXCursor c, Node *list, int from, int before)
{
    for (int i = from; i < list->item_count; i++)
        if (list->items[i]->symbol)
            list->items[i]->symbol->unread = true;
    list->item_count = from;
    unread = before;
    add_item(list, unread_statement(r, c));
}

// Later stages recurse into nested statements, each on the stack.
static void read_statement(Reader *r, CXCursor c, Node *list)
{
    enum { MOST_NESTED = 200 };
    int before = unread, items = list->item_count;
    if (++r->depth > MOST_NESTED) {
        error_at(place(c), MESSAGE_NESTED_STATEMENTS, MOST_NESTED);
        note_at(place(c), HINT_NESTED_STATEMENTS);
    } else {
        read_nested(r, c, list);
    }
    if (unread > before)
        replace_unread(r, c, list, items, before);
    r->depth--;
}
