// read/expression.c -- expressions: operators stay, constructs are recognized by the functions that they call in parse
// mode.
//
// Parentheses and implicit conversions are dropped, because C restores them; explicit casts stay. clang evaluates
// constants, from the leaves up, so that none of C's arithmetic is repeated here.

#include "read/read.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static Node *expression_node(Reader *r, NodeKind kind, CXCursor c)
{
    Node *n = new_node(kind, place(c));
    n->type = read_type(r, clang_getCursorType(c), n->at);
    return n;
}

// ---- Constants ------------------------------------------------------------------------------------------------------

long long evaluate(CXCursor c, bool *known)
{
    CXEvalResult result = clang_Cursor_Evaluate(c);
    *known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    long long value = 0;
    if (*known && clang_EvalResult_isUnsignedInt(result))
        value = (long long)clang_EvalResult_getAsUnsigned(result);
    else if (*known)
        value = clang_EvalResult_getAsLongLong(result);
    if (result)
        clang_EvalResult_dispose(result);
    return value;
}

static void evaluate_if(bool operands_known, Node *n, CXCursor c)
{
    if (operands_known && type_is_integer(n->type))
        n->value = evaluate(c, &n->known);
}

static bool evaluate_number(CXCursor c, double *number)
{
    CXEvalResult result = clang_Cursor_Evaluate(c);
    bool known = result && clang_EvalResult_getKind(result) == CXEval_Float;
    if (known)
        *number = clang_EvalResult_getAsDouble(result);
    if (result)
        clang_EvalResult_dispose(result);
    return known;
}

// The number or character constant at this place of the file.
static const char *literal_at(Reader *r, CXFile file, unsigned offset)
{
    size_t size = 0;
    const char *all = file ? clang_getFileContents(r->unit, file, &size) : NULL;
    if (!all || offset >= size)
        return "";
    const char *s = all + offset, *end = s + 1;
    if (*s == '\'')
        while (end < all + size && *end != '\n' && (*end != '\'' || (end[-1] == '\\' && end[-2] != '\\')))
            end++;
    else
        while (end < all + size && (isalnum((unsigned char)*end) || *end == '.' ||
                                    (strchr("+-", *end) && strchr("eEpP", end[-1]))))
            end++;
    return text_part(s, (size_t)(end + (*s == '\'') - s));
}

// The spelling of a literal, if it has the same value: of the token in its macro, or in the file. (clang_getToken does
// not find the last token of a macro's argument.) The result of ## has none.
static const char *literal_spelling(Reader *r, CXCursor c, bool (*is_same)(const char *spelling, const Node *n),
                                    const Node *n)
{
    CXFile file;
    unsigned offset;
    clang_getSpellingLocation(clang_getCursorLocation(c), &file, NULL, NULL, &offset);
    const char *spelling = literal_at(r, file, offset);
    if (is_same(spelling, n))
        return spelling;
    clang_getFileLocation(clang_getCursorLocation(c), &file, NULL, NULL, &offset);
    spelling = literal_at(r, file, offset);
    return is_same(spelling, n) ? spelling : NULL;
}

// 0b101 is not C11, and is printed as a number.
static bool is_same_integer(const char *s, const Node *n)
{
    char *end;
    if (!isdigit((unsigned char)s[0]) || !strncmp(s, "0b", 2) || !strncmp(s, "0B", 2))
        return false;
    unsigned long long read = strtoull(s, &end, 0);
    return read == (unsigned long long)n->value && strspn(end, "uUlL") == strlen(end);
}

// An escape may be spelled differently; only simple ones are compared.
static bool is_character(const char *s, const Node *n)
{
    return s[0] == '\'' && (s[1] == '\\' || s[1] == n->value);
}

static bool is_same_float(const char *s, const Node *n)
{
    if (!isdigit((unsigned char)s[0]) && s[0] != '.')
        return false;
    double read = strtod(s, NULL);
    return n->type->kind == TY_F32 ? (float)read == (float)n->number : read == n->number;
}

static Node *read_integer(Reader *r, CXCursor c)
{
    Node *n = expression_node(r, ND_INT, c);
    n->value = evaluate(c, &n->known);
    if (!n->known)
        INTERNAL("an integer without a value");
    n->spelling = literal_spelling(r, c, c.kind == CXCursor_CharacterLiteral ? is_character : is_same_integer, n);
    return n;
}

static Node *read_float(Reader *r, CXCursor c)
{
    Node *n = expression_node(r, ND_FLOAT, c);
    if (!evaluate_number(c, &n->number))
        INTERNAL("a number without a value");
    n->spelling = literal_spelling(r, c, is_same_float, n);
    return n;
}

// INFINITY and similar macros are calls of builtins; they are printed as names.
static Node *read_number_word(Reader *r, CXCursor c)
{
    Node *n = expression_node(r, ND_FLOAT, c);
    if (!evaluate_number(c, &n->number))
        INTERNAL("a number without a value");
    bool is_float = n->type->kind == TY_F32;
    n->spelling = isnan(n->number) ? "NAN" : is_float ? "INFINITY" : "HUGE_VAL";
    return n;
}

// The block that contains the rows; NULL: no block, or a tile, which is an ordinary C array.
static const Symbol *block_of_rows(Reader *r, CXCursor c)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(c)).kind;
    if (kind != CXType_ConstantArray && kind != CXType_VariableArray && kind != CXType_IncompleteArray)
        return NULL;
    for (Kids below = kids(c); below.count; below = kids(c))
        c = below.at[0];
    CXCursor declaration = clang_getCursorReferenced(c);
    const Known *known = declaration.kind == CXCursor_ParmDecl ? find_known(r, declaration) : NULL;
    return known && known->symbol && known->symbol->kind == SY_REF ? known->symbol : NULL;
}

// sizeof and offsetof are numbers. For a block with run-time extents they would not be constant.
static Node *read_sizeof(Reader *r, CXCursor c)
{
    Node *n = expression_node(r, ND_INT, c);
    Kids of = kids(c);
    const Symbol *x = r->source->in_place && of.count ? block_of_rows(r, bare(of.at[of.count - 1])) : NULL;
    if (x) {
        error_at(n->at, MESSAGE_ROW_SIZE_IN_PLACE, x->name);
        note_at(n->at, HINT_ROW_SIZE_IN_PLACE, x->name, x->rank - 1);
    }
    n->value = evaluate(c, &n->known);
    if (!n->known) {
        error_at(n->at, MESSAGE_SIZE_UNKNOWN);
        note_at(n->at, HINT_SIZE_UNKNOWN);
    }
    return n;
}

static Node *read_string(Reader *r, CXCursor c)
{
    Node *n = expression_node(r, ND_STRING, c);
    n->spelling = keep(clang_getCursorSpelling(c));
    return n;
}

// Replaces an expression after an error.
static Node *nothing(Loc at)
{
    Node *n = number_node(0, &int_type, at);
    n->known = false;
    return n;
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static Node *read_known_name(Reader *r, CXCursor c, const Known *known)
{
    const Symbol *s = known->symbol; // whose C type represents no value: the element has its own type
    bool opaque = s->in_hbm || s->kind == SY_SEM || s->kind == SY_COPY;
    Node *n = opaque ? name_node(known->symbol, place(c)) : expression_node(r, ND_NAME, c);
    n->symbol = known->symbol;
    unread += s->unread;
    if (known->companion)
        error_at(n->at, MESSAGE_DEBUGGER_NAME, n->symbol->name, n->symbol->name, n->symbol->name);
    return n;
}

static Node *read_constant_name(Reader *r, CXCursor c, CXCursor declaration)
{
    Loc at = place(c);
    Symbol *s = read_constant(r, declaration, at);
    CXCursor scope = clang_getCursorSemanticParent(clang_getCursorSemanticParent(declaration));
    bool local = declaration.kind == CXCursor_EnumConstantDecl && scope.kind != CXCursor_TranslationUnit;
    Node *n = expression_node(r, local ? ND_INT : ND_NAME, c);
    n->symbol = local ? NULL : s;
    n->name = s->name;
    n->known = s->known;
    n->value = s->number;
    return n;
}

// A constexpr integer of a body is a number: in other languages an array cannot have a variable as its extent.
static Node *read_constexpr(Reader *r, CXCursor c, CXCursor declaration)
{
    Node *n = expression_node(r, ND_INT, c);
    n->value = evaluate(clang_Cursor_getVarDeclInitializer(declaration), &n->known);
    return n;
}

static Node *read_name(Reader *r, CXCursor c)
{
    CXCursor declaration = clang_getCursorReferenced(c);
    const Known *known = find_known(r, declaration);
    if (known && known->symbol->kind == SY_LOCAL && known->symbol->known)
        return read_constexpr(r, c, declaration);
    if (known && known->symbol->kind != SY_CONSTANT && known->symbol->kind != SY_FUNCTION)
        return read_known_name(r, c, known);
    if (declaration.kind == CXCursor_EnumConstantDecl)
        return read_constant_name(r, c, declaration);
    CXCursor parent = clang_getCursorSemanticParent(declaration);
    if (declaration.kind == CXCursor_VarDecl && parent.kind == CXCursor_TranslationUnit)
        return read_constant_name(r, c, declaration);
    Loc at = place(c);
    const char *name = keep(clang_getCursorSpelling(c));
    if (declaration.kind == CXCursor_FunctionDecl) {
        error_at(at, MESSAGE_FUNCTION_ADDRESS, name);
        note_at(at, HINT_CALL_BY_NAME);
    } else {
        error_at(at, MESSAGE_NOT_READABLE, name);
    }
    return nothing(place(c));
}

// A ref, a table, a tile or a view, as the operand of a construct.
Node *read_block_name(Reader *r, CXCursor c, const char *construct)
{
    c = bare(c);
    if (c.kind == CXCursor_DeclRefExpr) {
        const Known *known = find_known(r, clang_getCursorReferenced(c));
        if (known && !known->companion && known->symbol->dims)
            return read_known_name(r, c, known);
    }
    Loc at = place(c);
    error_at(at, MESSAGE_BLOCK_NAME, construct);
    note_at(at, HINT_BLOCK_NAME);
    Node *n = new_node(ND_NAME, at);
    n->symbol = allocate(sizeof *n->symbol);
    n->symbol->name = "?";
    return n;
}

// ---- Operators ------------------------------------------------------------------------------------------------------

// The address of a compound literal: C++ has none, and in OpenCL C it has another address space than variables.
static void reject_literal(CXCursor c, const Node *n)
{
    if (n->kind == ND_COMPOUND)
        reject(c, MESSAGE_LITERAL_ADDRESS, HINT_LITERAL_ADDRESS);
}

// In C a compound literal is a variable; in C++ it is a value.
static void reject_literal_change(CXCursor c, const Node *n)
{
    if (assigns_to(n) && assigned_root(n->a)->kind == ND_COMPOUND)
        reject(c, MESSAGE_LITERAL_CHANGED, HINT_LITERAL_ADDRESS);
}

static Node *read_unary(Reader *r, CXCursor c)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
    CXCursor operand = last_kid(c);
    if (kind == CXUnaryOperator_Extension)
        return read_expression(r, operand);
    CXCursor inner = bare(operand);
    if (kind == CXUnaryOperator_Deref && inner.kind == CXCursor_DeclRefExpr) {      // *x_ref is x
        const Known *known = find_known(r, clang_getCursorReferenced(inner));
        if (known && known->companion) {
            Node *n = expression_node(r, ND_NAME, c);
            n->symbol = known->symbol;
            return n;
        }
    }
    Node *n = expression_node(r, ND_UNARY, c);
    bool post = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
    const char *op = keep(clang_getUnaryOperatorKindSpelling(kind));
    n->op = post ? text("x%s", op) : op;
    if (kind == CXUnaryOperator_Real || kind == CXUnaryOperator_Imag || kind == CXUnaryOperator_Coawait)
        error_at(n->at, MESSAGE_OPERATOR_UNKNOWN, op);
    n->a = read_expression(r, operand);
    if (kind == CXUnaryOperator_AddrOf)
        reject_literal(c, n->a);
    if (kind == CXUnaryOperator_AddrOf && n->a->kind == ND_NAME && n->a->symbol && n->a->symbol->kind == SY_CONSTANT)
        n->a->symbol->addressed = true;
    reject_literal_change(c, n);
    if (post)
        n->at = n->a->at;
    evaluate_if(n->a->known && strchr("-~!+", op[0]) && !op[1], n, c);
    return n;
}

// PL_CDIV and PL_DIM: 0 * (int)sizeof(call) + value, see PL_CONSTANT_. Returns the call.
static bool is_constant_mark(Kids k, CXCursor *call)
{
    CXCursor product = bare(k.at[0]);
    if (product.kind != CXCursor_BinaryOperator)
        return false;
    CXCursor cast = bare(last_kid(product));
    if (cast.kind != CXCursor_CStyleCastExpr)
        return false;
    CXCursor size = bare(last_kid(cast));
    if (size.kind != CXCursor_UnaryExpr)
        return false;
    *call = bare(last_kid(size));
    return is_call_of(*call, "pl_cdiv_") || is_call_of(*call, "pl_dim_");
}

static Node *read_constant_mark(Reader *r, CXCursor c, CXCursor call)
{
    Kids k = kids(call);                                // the function, 0, and the operands
    Node *n;
    if (is_call_of(call, "pl_cdiv_")) {
        n = expression_node(r, ND_CDIV, c);
        n->a = read_expression(r, k.at[2]);
        n->b = read_expression(r, k.at[3]);
        evaluate_if(n->a->known && n->b->known, n, c);
    } else {
        n = expression_node(r, ND_DIM, c);
        n->ref = read_block_name(r, k.at[2], "PL_DIM")->symbol;
        n->a = read_expression(r, k.at[3]);
        evaluate_if(!n->ref->in_hbm, n, c);
    }
    return n;
}

static Node *read_binary(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    CXCursor call;
    if (k.count != 2)
        INTERNAL("an operator without two operands");
    if (is_constant_mark(k, &call))
        return read_constant_mark(r, c, call);
    Node *n = expression_node(r, ND_BINARY, c);
    n->op = keep(clang_getBinaryOperatorKindSpelling(clang_getCursorBinaryOperatorKind(c)));
    n->a = read_expression(r, k.at[0]);
    n->b = read_expression(r, k.at[1]);
    n->at = n->a->at;
    reject_literal_change(c, n);
    evaluate_if(n->a->known && n->b->known && !op_assigns(n->op) && strcmp(n->op, ","), n, c);
    return n;
}

static Node *read_conditional(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    if (k.count != 3)
        INTERNAL("a ?: without three operands");
    CXCursor condition = bare(k.at[0]);
    bool load = is_call_of(condition, "pl_load_");      // PL_LOAD(element, mask, other)
    Node *n = expression_node(r, load ? ND_LOAD : ND_CONDITIONAL, c);
    Node *test = read_expression(r, load ? last_kid(condition) : k.at[0]);
    Node *yes = read_expression(r, k.at[1]), *no = read_expression(r, k.at[2]);
    n->a = load ? yes : test;
    n->b = load ? test : yes;
    n->c = no;
    if (!load) {
        n->at = test->at;
        evaluate_if(test->known && yes->known && no->known, n, c);
    }
    return n;
}

// x[i][j] of a block is one access, however it was composed; a row of it stays an access with fewer items.
static Node *read_subscript(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    if (k.count != 2)
        INTERNAL("a subscript without two operands");
    Node *base = read_expression(r, k.at[0]), *index = read_expression(r, k.at[1]);
    if (type_is_integer(base->type)) {                  // i[x]
        Node *swap = base;
        base = index;
        index = swap;
    }
    Symbol *ref = base->kind == ND_NAME && base->symbol && base->symbol->dims ? base->symbol
                : base->kind == ND_ACCESS && base->item_count < base->ref->rank ? base->ref : NULL;
    Node *n = expression_node(r, ref ? ND_ACCESS : ND_SUBSCRIPT, c);
    n->at = base->at;
    if (ref) {
        n->ref = ref;
        for (int i = 0; i < base->item_count; i++)
            add_item(n, base->items[i]);
        add_item(n, index);
    } else {
        n->a = base;
        n->b = index;
    }
    return n;
}

static Node *read_member(Reader *r, CXCursor c)
{
    Node *n = expression_node(r, ND_MEMBER, c);
    n->name = keep(clang_getCursorSpelling(c));
    if (!kids(c).count)
        INTERNAL("a member of nothing");
    n->a = read_expression(r, kids(c).at[0]);
    n->op = n->a->type->kind == TY_POINTER || n->a->type->kind == TY_ARRAY ? "->" : ".";
    n->at = n->a->at;
    return n;
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

void read_items(Reader *r, Node *n, Kids k, int first)
{
    for (int i = first; i < k.count; i++)
        add_item(n, read_expression(r, k.at[i]));
}

// The address of an element becomes the element.
static Node *read_pointed(Reader *r, CXCursor c)
{
    Node *p = read_expression(r, c);
    if (is_address(p))
        return p->a;
    Node *n = unary_node("*", p);
    n->type = p->type->kind == TY_POINTER || p->type->kind == TY_ARRAY ? p->type->of : p->type;
    return n;
}

// The axis argument of PL_PROGRAM_ID, PL_SIZE…
static Node *read_axis_number(Reader *r, CXCursor c, const char *construct)
{
    Node *n = read_expression(r, c);
    if (!n->known)
        error_at(n->at, MESSAGE_AXIS_CONSTANT, construct);
    return n;
}

// Constructs that are calls of functions in parse mode. The operands of a call, in order:
//     .  not ours                              e  an expression: a, then b
//     r  the name of a block: ref              n  the number of an axis: a
//     o  a string: op      w  a string: name   p  what is pointed to: a
//     *  all the rest: items
static const struct { const char *function; NodeKind kind; const char *macro, *operands; } constructs[] = {
    { "pl_program_id_", ND_PROGRAM_ID, "PL_PROGRAM_ID", "n" }, { "pl_num_programs_", ND_NUM_PROGRAMS, "PL_NUM_PROGRAMS", "n" },
    { "pl_axis_id_", ND_AXIS, "PL_AXIS", "w" },                { "pl_size_", ND_SIZE, "PL_SIZE", ".rn" },
    { "pl_inside_", ND_INSIDE, "PL_INSIDE", ".r*" },           { "pl_multiple_of_", ND_MULTIPLE_OF, "PL_MULTIPLE_OF", "ee" },
    { "pl_to_f32_", ND_CALL, "pl_to_f32", ".*" },              { "pl_max_", ND_CALL, "PL_MAX", ".*" },
    { "pl_min_", ND_CALL, "PL_MIN", ".*" },                    { "pl_atomic_", ND_ATOMIC, "PL_ATOMIC", "op*" },
    { "pl_none_", ND_NONE, "PL_NONE", "" },                    { "pl_full_", ND_FULL, "PL_FULL", "" },
    { "pl_element_", ND_ELEMENT, "PL_ELEMENT", ".*" },         { "pl_bounded_", ND_BOUNDED, "PL_BOUNDED", ".e" },
    { "pl_ds_", ND_SLICE, "PL_DS", ".ee" },
};

static void read_operands(Reader *r, Node *n, const char *operands, const char *macro, Kids k)
{
    for (int at = 1; *operands; operands++, at++)
        switch (*operands) {
        case 'e': *(n->a ? &n->b : &n->a) = read_expression(r, k.at[at]); break;
        case 'r': n->ref = read_block_name(r, k.at[at], macro)->symbol; break;
        case 'n': n->a = read_axis_number(r, k.at[at], macro); break;
        case 'o': n->op = words_in(k.at[at]); break;
        case 'w': n->name = words_in(k.at[at]); break;
        case 'p': n->a = read_pointed(r, k.at[at]); break;
        case '*': read_items(r, n, k, at); break;
        }
}

// k: the function, then its operands. NULL: it is not such a call.
static Node *read_mark(Reader *r, CXCursor c, const char *name, Kids k)
{
    for (size_t i = 0; i < sizeof constructs / sizeof *constructs; i++) {
        if (strcmp(name, constructs[i].function))
            continue;
        Node *n = expression_node(r, constructs[i].kind, c);
        n->name = n->kind == ND_CALL ? constructs[i].macro : NULL;
        read_operands(r, n, constructs[i].operands, constructs[i].macro, k);
        if (n->kind == ND_MULTIPLE_OF && (!type_is_integer(n->a->type) || !type_is_integer(n->b->type)))
            error_at(n->at, MESSAGE_INTEGERS);
        if (n->kind == ND_ATOMIC && n->items[0]->type->kind > TY_F64)
            error_at(n->at, MESSAGE_ATOMIC_VALUE, n->op);
        return n;
    }
    return read_copy_value(r, c, name, k);
}

// A construct that is a statement has no value, and is not part of an expression.
static const char *statement_macro(const char *name)
{
    static const char *const all[][2] = {
        { "pl_fill_", "PL_FILL" }, { "pl_assign_", "PL_ASSIGN" }, { "pl_dot_", "PL_DOT" }, { "pl_print_", "PL_PRINT" },
        { "pl_check_", "PL_CHECK" }, { "pl_trace_", "PL_TRACE" }, { "pl_when_", "PL_WHEN" },
        { "pl_store_", "PL_STORE" }, { "pl_sync_copy_", "PL_SYNC_COPY" }, { "pl_signal_", "PL_SIGNAL" },
        { "pl_sem_wait_", "PL_SEM_WAIT" }, { "pl_barrier_", "PL_BARRIER" }, { "pl_start", "pl_start" }, { "pl_wait", "pl_wait" },
        { "pl_wait_send", "pl_wait_send" }, { "pl_wait_recv", "pl_wait_recv" },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(name, all[i][0]))
            return all[i][1];
    return NULL;
}

static bool is_conversion(const char *name)
{
    static const char *const all[] = { "pl_to_f16", "pl_to_bf16", "pl_to_f8e4m3", "pl_to_f8e5m2" };
    return IS_ONE_OF(name, all);
}

// isnan() of math.h is __builtin_isnan, and so on.
static const char *plain_name(const char *name)
{
    if (!strcmp(name, "__builtin_isinf_sign"))
        return "isinf";
    if (!strcmp(name, "__builtin_signbitf") || !strcmp(name, "__builtin_signbitl"))
        return "signbit";
    return has_prefix(name, "__builtin_") ? name + strlen("__builtin_") : name;
}

// A block is two arguments, PL_PASS(x); a plain value is one.
static void read_block_arguments(Reader *r, Node *n, const Function *f, Kids k)
{
    int at = 1;
    for (int i = 0; i < f->parameter_count; i++) {
        if (f->parameters[i]->kind != SY_REF) {
            Node *argument = f->parameters[i]->kind == SY_SEM ? read_semaphore(r, k.at[at]) : read_expression(r, k.at[at]);
            add_item(n, argument ? argument : nothing(n->at));
            at++;
            continue;
        }
        Node *pass = read_view(r, k.at[at], "PL_PASS");
        if (pass->kind == ND_AT && !f->parameters[i]->in_hbm) {
            error_at(pass->at, MESSAGE_HBM_PART_PASSED, f->parameters[i]->name, f->name);
            note_at(pass->at, HINT_HBM_PART_PASSED);
        }
        add_item(n, pass);
        at += 2;
    }
}

static Node *read_helper_call(Reader *r, CXCursor c, CXCursor declaration, Kids k)
{
    Node *n = expression_node(r, ND_CALL, c);
    n->name = keep(clang_getCursorSpelling(declaration));
    Function *f = read_function(r, declaration, n->at);
    if (!f)
        return n;
    n->symbol = find_known(r, declaration)->symbol;
    if (f->kind == FN_KERNEL) {
        error_at(n->at, MESSAGE_KERNEL_CALLED, f->name);
        note_at(n->at, HINT_KERNEL_CALLED);
    } else if (f->kind == FN_BLOCKS) {
        read_block_arguments(r, n, f, k);
    } else {
        read_items(r, n, k, 1);
        for (int i = 0; i < n->item_count; i++)
            if (n->items[i]->type->kind == TY_ARRAY)
                reject_literal(k.at[i + 1], n->items[i]);
    }
    return n;
}

static Node *read_call_expression(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    CXCursor declaration = clang_getCursorReferenced(c);
    const char *name = keep(clang_getCursorSpelling(c));
    if (declaration.kind != CXCursor_FunctionDecl) {
        reject(c, MESSAGE_CALL_THROUGH_POINTER, HINT_CALL_BY_NAME);
        return nothing(place(c));
    }
    if (has_prefix(name, "pl_")) {
        Node *mark = read_mark(r, c, name, k);
        if (mark)
            return mark;
        if (copy_macro(name)) {
            error_at(place(c), MESSAGE_COPY_NOT_DECLARED, copy_macro(name));
            note_at(place(c), HINT_COPY_NOT_DECLARED);
            return nothing(place(c));
        }
        if (statement_macro(name)) {
            error_at(place(c), MESSAGE_NO_VALUE, statement_macro(name));
            return nothing(place(c));
        }
    }
    if (has_prefix(name, "__builtin_inf") || has_prefix(name, "__builtin_nan") ||
        has_prefix(name, "__builtin_huge_val"))
        return read_number_word(r, c);
    if (!strcmp(name, "__builtin_expect"))
        return read_expression(r, k.at[1]);
    const char *plain = plain_name(name);
    const MathFunction *math = math_function(plain);
    if (!math && !is_conversion(plain))
        return read_helper_call(r, c, declaration, k);
    Node *n = expression_node(r, ND_CALL, c);
    n->name = plain;
    n->math = math;
    read_items(r, n, k, 1);
    return n;
}

// The type of PL_MAX and of atomics is that of the enclosing cast, see PL_OF_TYPE_OF_.
static Node *read_cast(Reader *r, CXCursor c)
{
    CXCursor operand = last_kid(c);
    if (operand.kind == CXCursor_CallExpr && (is_call_of(operand, "pl_max_") || is_call_of(operand, "pl_min_") ||
                                              is_call_of(operand, "pl_atomic_"))) {
        Node *n = read_expression(r, operand);
        n->type = read_type(r, clang_getCursorType(c), n->at);
        return n;
    }
    Node *n = expression_node(r, ND_CAST, c);
    n->a = read_expression(r, operand);
    evaluate_if(n->a->known || n->a->kind == ND_FLOAT, n, c);
    return n;
}

// ---- Initialisers ---------------------------------------------------------------------------------------------------

static Node *read_initialiser_list(Reader *r, CXCursor c)
{
    Node *n = expression_node(r, ND_LIST, c);
    read_items(r, n, kids(c), 0);
    if (type_is_small_float(n->type) && n->item_count == 1 && n->items[0]->kind == ND_DESIGNATED)
        n->items[0] = n->items[0]->a;                   // .bits: the only member of a small float
    return n;
}

// libclang shows .name[2] = value as an expression without a kind: the designators, then the value.
static bool is_designated(CXCursor c, Kids k)
{
    return k.count >= 2 && (k.at[0].kind == CXCursor_MemberRef || clang_getCursorType(c).kind == CXType_Void);
}

static Node *read_designated(Reader *r, Kids k, int from)
{
    if (from == k.count - 1)
        return read_expression(r, k.at[from]);
    Node *n = new_node(ND_DESIGNATED, place(k.at[from]));
    if (k.at[from].kind == CXCursor_MemberRef)
        n->name = keep(clang_getCursorSpelling(k.at[from]));
    else
        n->b = read_expression(r, k.at[from]);
    n->a = read_designated(r, k, from + 1);
    n->type = n->a->type;
    return n;
}

// ---- All of them ----------------------------------------------------------------------------------------------------

static Node *rejected(CXCursor c, const char *what, const char *advice)
{
    reject(c, what, advice);
    return nothing(place(c));
}

// Most are implicit conversions; the others are recognized by their children.
static Node *read_unexposed(Reader *r, CXCursor c)
{
    Kids k = kids(c);
    if (k.count == 0 || k.at[0].kind == CXCursor_TypeRef)                // offsetof
        return read_sizeof(r, c);
    if (is_designated(c, k))
        return read_designated(r, k, 0);
    if (k.count == 1)
        return read_expression(r, k.at[0]);
    if (k.count >= 3)
        return rejected(c, MESSAGE_ELVIS, HINT_ELVIS);
    return rejected(c, MESSAGE_EXPRESSION_UNKNOWN, NULL);
}

static Node *read_parts(Reader *r, CXCursor c)
{
    switch ((int)c.kind) {
    case CXCursor_UnexposedExpr:
        return read_unexposed(r, c);
    case CXCursor_ParenExpr:
        return read_expression(r, last_kid(c));
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CXXBoolLiteralExpr:
        return read_integer(r, c);
    case CXCursor_FloatingLiteral:
        return read_float(r, c);
    case CXCursor_StringLiteral:
        return read_string(r, c);
    case CXCursor_UnaryExpr:
        return read_sizeof(r, c);
    case CXCursor_DeclRefExpr:
        return read_name(r, c);
    case CXCursor_UnaryOperator:
        return read_unary(r, c);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return read_binary(r, c);
    case CXCursor_ConditionalOperator:
        return read_conditional(r, c);
    case CXCursor_ArraySubscriptExpr:
        return read_subscript(r, c);
    case CXCursor_MemberRefExpr:
        return read_member(r, c);
    case CXCursor_CallExpr:
        return read_call_expression(r, c);
    case CXCursor_CStyleCastExpr:
        return read_cast(r, c);
    case CXCursor_InitListExpr:
        return read_initialiser_list(r, c);
    case CXCursor_CompoundLiteralExpr: {
        Node *n = expression_node(r, ND_COMPOUND, c);
        Node *list = read_expression(r, last_kid(c));
        n->items = list->items;
        n->item_count = list->item_count;
        return n;
    }
    case CXCursor_StmtExpr:
        return rejected(c, MESSAGE_STATEMENT_EXPRESSION, HINT_STATEMENT_EXPRESSION);
    case CXCursor_GenericSelectionExpr:
        return rejected(c, MESSAGE_GENERIC, HINT_GENERIC);
    default:
        return rejected(c, text(MESSAGE_CURSOR_UNKNOWN, keep(clang_getCursorKindSpelling(c.kind))), NULL);
    }
}

// A list has all members of a struct, because compilers warn about missing ones.
Node *zero_of(const Type *type, Loc at)
{
    bool list = type->kind == TY_ARRAY || type->kind == TY_STRUCT || type_is_small_float(type);
    Node *n = list ? new_node(ND_LIST, at) : number_node(0, type, at);
    n->type = copy_type(type);
    if (type->kind == TY_ARRAY)
        add_item(n, zero_of(type->of, at));
    for (int i = 0; type->kind == TY_STRUCT && i < (type->record->is_union ? 1 : type->record->field_count); i++)
        add_item(n, zero_of(type->record->fields[i].type, at));
    return n;
}

Node *read_value(Reader *r, CXCursor declaration)
{
    return read_expression(r, clang_Cursor_getVarDeclInitializer(declaration));
}

Node *read_expression(Reader *r, CXCursor c)
{
    enum { MOST_LEVELS = 6000 };
    if (r->levels == MOST_LEVELS) {
        if (!r->too_deep) {
            error_at(place(c), MESSAGE_NESTED_EXPRESSION, MOST_LEVELS);
            note_at(place(c), HINT_NESTED_EXPRESSION);
        }
        r->too_deep = true;
        return number_node(0, &int_type, place(c));
    }
    int before = unread;
    r->levels++;
    Node *n = read_parts(r, c);
    r->levels--;
    if (unread == before || r->levels > r->outermost)
        return n;
    unread = before;
    return unread_value(r, c);
}
