// read/unread.c -- what pallasc cannot read, when it only checks: interpret mode may run it, and the rest is checked.
//
// Such an expression or statement becomes a call of an unknown function that gets the address of every block and variable
// that it may change, and the values of the others. So no check relies on it, or on what it leaves behind.

#include "read/read.h"

typedef struct {
    Reader *r;
    Node *call;
    bool leaves;                // it has a goto, return, break or continue
} Unread;

static bool is_array_or_pointer(CXCursor c)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(c)).kind;
    return kind == CXType_ConstantArray || kind == CXType_VariableArray || kind == CXType_IncompleteArray || kind == CXType_Pointer;
}

// parent: an implicit conversion, of an object to its value.
static void add_use_of_name(Unread *u, CXCursor c, CXCursor parent)
{
    const Known *known = find_known(u->r, clang_getCursorReferenced(c));
    Symbol *s = known ? known->symbol : NULL;
    if (!s || s->unread || s->kind == SY_CONSTANT || s->kind == SY_FUNCTION || s->kind == SY_SEM || s->kind == SY_COPY)
        return;
    Node *name = name_node(s, place(c));
    bool is_value = parent.kind == CXCursor_UnexposedExpr && !is_array_or_pointer(c);
    add_item(u->call, s->kind != SY_REF && s->kind != SY_TABLE && !is_value ? unary_node("&", name) : name);
}

static bool asks_for_axis(CXCursor c)
{
    return is_call_of(c, "pl_program_id_") || is_call_of(c, "pl_axis_id_") || is_call_of(c, "pl_num_programs_");
}

// PL_PROGRAM_ID and similar constructs of one operand; some are themselves what cannot be read.
static void add_axis(Unread *u, CXCursor c)
{
    int before = unread;
    u->r->levels++;
    Node *asked = read_expression(u->r, c);
    u->r->levels--;
    if (unread == before)
        add_item(u->call, asked);
}

static enum CXChildVisitResult add_use(CXCursor c, CXCursor parent, CXClientData data)
{
    Unread *u = data;
    switch ((int)c.kind) {
    case CXCursor_DeclRefExpr:
        add_use_of_name(u, c, parent);
        break;
    case CXCursor_CallExpr:
        if (asks_for_axis(c))
            add_axis(u, c);
        break;
    case CXCursor_GotoStmt: case CXCursor_IndirectGotoStmt: case CXCursor_ReturnStmt: case CXCursor_BreakStmt: case CXCursor_ContinueStmt:
        u->leaves = true;
        break;
    }
    return CXChildVisit_Recurse;
}

static Unread unread_at(Reader *r, CXCursor c)
{
    Unread u = { .r = r, .call = new_node(ND_CALL, place(c)) };
    int before = unread;
    u.call->name = "...";
    add_use(c, clang_getNullCursor(), &u);
    clang_visitChildren(c, add_use, &u);
    unread = before;
    return u;
}

Node *unread_value(Reader *r, CXCursor c)
{
    Node *call = unread_at(r, c).call;
    int before = unread;
    call->type = read_type(r, clang_getCursorType(c), call->at);
    unread = before;
    return call;
}

Node *unread_statement(Reader *r, CXCursor c)
{
    Unread u = unread_at(r, c);
    u.call->type = copy_type(&int_type);
    if (u.leaves)
        return branch_node(ND_IF, u.call, new_node(ND_RETURN, u.call->at), NULL, u.call->at);
    return statement_node(u.call);
}
