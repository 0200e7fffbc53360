// read/file.c -- reads a C file to its kernels, helpers and constants, through libclang; read/call.c reads the calls.
//
// Functions are read when they are first used, and their callees before them: so the list is in the order that C needs,
// and a function that is used while it is being read is recursive. Tests: tests/golden/*.c, tests/golden/errors/*.c.

#include "read/read.h"
#include <stdlib.h>
#include <string.h>

// ---- Functions ------------------------------------------------------------------------------------------------------

// The expressions in a declared type are children of the declaration, the innermost extent first; those of the element
// type (typeof) come before them, the initializer after.
Node **read_dims(Reader *r, CXCursor declaration, int rank)
{
    Kids all = kids(declaration), e = { NULL, 0 };
    CXCursor initialiser = declaration.kind == CXCursor_VarDecl ? clang_Cursor_getVarDeclInitializer(declaration)
                                                                : clang_getNullCursor();
    for (int i = 0; i < all.count; i++)
        if (clang_isExpression(all.at[i].kind) && !clang_equalCursors(all.at[i], initialiser))
            list_add(e.at, e.count, all.at[i]);
    if (e.count < rank || rank == 0)
        return NULL;
    Node **dims = allocate((size_t)rank * sizeof *dims);
    for (int d = 0; d < rank; d++)
        dims[d] = read_expression(r, e.at[e.count - 1 - d]);
    return dims;
}

int read_rank(const char *mark, Loc at)
{
    int rank = atoi(strchr(mark, ':') + 1);
    if (rank > 6)
        error_at(at, MESSAGE_TOO_MANY_EXTENTS, rank);
    return rank;
}

Node **missing_dims(Symbol *s)
{
    Node **dims = NULL, *one = new_node(ND_INT, s->at);
    int count = 0;
    error_at(s->at, MESSAGE_NO_EXTENTS);
    note_at(s->at, HINT_NO_EXTENTS);
    one->known = true;
    one->value = 1;
    list_add(dims, count, one);
    s->rank = 1;
    return dims;
}

// A parameter of a kernel or PL_FUNCTION: x, followed by its companion x_ref, which has all extents.
static void read_block_parameter(Reader *r, Function *f, CXCursor c, const char *mark)
{
    if (!strcmp(mark, "whole")) {
        Symbol *s = f->parameters[f->parameter_count - 1];
        s->dims = read_dims(r, c, s->rank);
        if (!s->dims)
            s->dims = missing_dims(s);
        add_symbol(r, c, s, true);
        return;
    }
    if (read_copy_parameter(r, f, c, mark))
        return;
    bool is_ref = has_prefix(mark, "ref:") || has_prefix(mark, "smem_ref:");
    if (!is_ref && strcmp(mark, "scalar"))
        INTERNAL(text("a parameter marked '%s'", mark));
    Symbol *s = new_symbol(is_ref ? SY_REF : SY_SCALAR, c);
    s->scalar_memory = has_prefix(mark, "smem_ref:");
    add_symbol(r, c, s, false);
    list_add(f->parameters, f->parameter_count, s);
    s->rank = is_ref ? read_rank(mark, s->at) : 0;
    s->type = read_type(r, clang_getCursorType(c), s->at);
    for (int d = 0; d < s->rank; d++)
        s->type = s->type->of;
}

static void read_plain_parameter(Reader *r, Function *f, CXCursor c)
{
    Symbol *s = new_symbol(SY_PARAMETER, c);
    if (!*s->name)
        s->name = text("unused%d", f->parameter_count);
    s->type = read_declared_type(r, c);
    if (s->type->kind == TY_ARRAY)                      // a parameter of array type is a pointer
        s->type = copy_type(&(Type){ .kind = TY_POINTER, .spelling = s->type->spelling, .of = s->type->of });
    add_symbol(r, c, s, false);
    list_add(f->parameters, f->parameter_count, s);
}

static void read_signature(Reader *r, Function *f, CXCursor c)
{
    f->result = read_type(r, clang_getCursorResultType(c), f->at);
    if (clang_Cursor_isVariadic(c))
        error_at(f->at, MESSAGE_VARIADIC, f->name);
    Kids k = kids(c);
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_ParmDecl && f->kind == FN_PLAIN)
            read_plain_parameter(r, f, k.at[i]);
        else if (k.at[i].kind == CXCursor_ParmDecl)
            read_block_parameter(r, f, k.at[i], mark_of(k.at[i]));
}

// Rejects addresses of rows whose length is known only at run time, where they are values: targets cast them to C's type.
static void reject_rows(void *unused, const Node *n)
{
    const Node *of = is_address(n) ? n->a : n;
    const Symbol *ref = of->kind == ND_ACCESS ? of->ref : of->kind == ND_NAME && of->symbol->kind == SY_REF ? of->symbol : NULL;
    bool ignored = n->kind == ND_CAST && n->type->kind == TY_VOID;
    const Type *to = !ref || !of->type ? NULL : of == n ? of->type->of : of->type;
    for (; to && to->kind == TY_ARRAY; to = to->of)
        if (!to->extent || !to->extent->known) {
            error_at(n->at, MESSAGE_ROWS_OF_RUN_TIME_LENGTH, ref->name);
            note_at(n->at, HINT_ROWS_OF_RUN_TIME_LENGTH);
            return;
        }
    if (of == n && n->kind != ND_VIEW && !effect_of(n).whole && !ignored)
        visit_parts(n, reject_rows, unused);
}

static void read_function_body(Reader *r, Function *f, CXCursor c)
{
    CXCursor outer = r->function;
    int outer_fors = r->fors;
    const char *outer_text = r->function_text, *within = r->within;
    int outermost = r->outermost;
    r->function = c;
    r->outermost = r->levels;
    r->within = f->name;
    r->fors = 0;
    r->function_text = NULL;
    f->body = read_body(r, last_kid(c));
    reject_rows(NULL, f->body);
    r->outermost = outermost;
    r->function = outer;
    r->fors = outer_fors;
    r->function_text = outer_text;
    r->within = within;
}

static void reject_recursion(const Function *f, Loc at)
{
    error_at(at, MESSAGE_RECURSIVE, f->name);
    note_at(f->at, HINT_RECURSIVE, f->name);
}

static void reject_undefined(CXCursor c, const char *name, Loc at)
{
    error_at(at, MESSAGE_NO_BODY, name);
    Loc declared = place(c);
    if (!strcmp(name, "malloc") || !strcmp(name, "calloc") || !strcmp(name, "realloc") || !strcmp(name, "free"))
        note_at(at, HINT_NO_ALLOCATION);
    else if (strstr(name, "printf") || !strcmp(name, "puts") || !strcmp(name, "putchar"))
        note_at(at, HINT_NO_STDIO);
    else if (!strcmp(name, "memcpy") || !strcmp(name, "memmove") || !strcmp(name, "memset"))
        note_at(at, HINT_NO_MEMCPY);
    else if (!strcmp(name, "rand") || !strcmp(name, "random"))
        note_at(at, HINT_NO_RANDOM);
    else if (has_prefix(name, "__assert"))
        note_at(at, HINT_NO_ASSERT);
    else if (has_prefix(name, "pl_"))
        note_at(at, HINT_HOST_FUNCTION, name);
    else if (has_prefix(name, "__builtin_") || clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
        note_at(at, HINT_LIBRARY_FUNCTION);
    else
        note_at(declared, HINT_NO_BODY);
}

Function *read_function(Reader *r, CXCursor declaration, Loc used_at)
{
    Known *known = find_known(r, declaration);
    if (known) {
        Function *f = known->symbol->function;
        if (f && !f->body)
            reject_recursion(f, used_at);
        unread += !f || f->unread;
        return f;
    }
    Symbol *s = new_symbol(SY_FUNCTION, declaration);
    add_symbol(r, declaration, s, false);
    CXCursor definition = clang_getCursorDefinition(declaration);
    if (clang_Cursor_isNull(definition)) {
        reject_undefined(declaration, s->name, used_at);
        return NULL;
    }
    const char *mark = mark_of(definition);
    Function *f = allocate(sizeof *f);
    f->name = s->name;
    f->kind = !strcmp(mark, "kernel") ? FN_KERNEL : !strcmp(mark, "function") ? FN_BLOCKS : FN_PLAIN;
    f->at = place(definition);
    s->function = f;
    const char *outer = read_within(f->name);
    int before = unread;
    read_signature(r, f, definition);
    f->unread = unread > before;
    if (f->unread)
        f->body = new_node(ND_BLOCK, f->at);
    else
        read_function_body(r, f, definition);
    read_within(outer);
    if (f->unread)
        return f;
    list_add(r->source->functions, r->source->function_count, f);
    return f;
}

Symbol *read_kernel(Reader *r, CXCursor call)
{
    CXCursor name = bare(last_kid(call)), used = clang_getCursorReferenced(name);
    if (strcmp(mark_of(used), "kernel"))
        error_at(place(name), MESSAGE_NOT_A_KERNEL, keep(clang_getCursorSpelling(name)));
    else if (read_function(r, used, place(name)))
        return find_known(r, used)->symbol;
    return NULL;
}

// ---- Constants ------------------------------------------------------------------------------------------------------

static Symbol *read_enumerator(Reader *r, CXCursor c)
{
    Symbol *s = new_symbol(SY_CONSTANT, c);
    s->enumerator = true;
    s->type = read_type(r, clang_getCursorType(c), s->at);
    s->value = new_node(ND_INT, s->at);
    s->value->value = clang_getEnumConstantDeclValue(c);
    s->value->known = s->known = true;
    s->value->type = s->type;
    s->number = s->value->value;
    add_symbol(r, c, s, false);
    // An enum inside a function may have the name of another: its constants are just numbers here.
    if (clang_getCursorSemanticParent(clang_getCursorSemanticParent(c)).kind == CXCursor_TranslationUnit)
        list_add(r->source->constants, r->source->constant_count, s);
    return s;
}

// An object of the file: const, with a known value.
static Symbol *read_object(Reader *r, CXCursor c, Loc used_at)
{
    CXCursor definition = clang_getCursorDefinition(c);
    Symbol *s = new_symbol(SY_CONSTANT, c);
    add_symbol(r, c, s, false);
    const char *within = r->within;
    int before = unread;
    r->within = NULL;
    s->type = read_declared_type(r, clang_Cursor_isNull(definition) ? c : definition);
    r->within = within;
    const Type *element = s->type;
    while (element->kind == TY_ARRAY)
        element = element->of;
    if (!element->constant) {
        error_at(used_at, MESSAGE_FILE_VARIABLE, s->name);
        note_at(s->at, HINT_FILE_VARIABLE);
    } else if (clang_Cursor_isNull(definition) && clang_Cursor_getStorageClass(c) == CX_SC_Extern) {
        error_at(used_at, MESSAGE_VALUE_UNKNOWN, s->name);
        note_at(s->at, HINT_VALUE_UNKNOWN);
    } else {
        CXCursor initialiser = clang_Cursor_getVarDeclInitializer(definition);
        bool given = !clang_Cursor_isNull(initialiser);
        s->value = given ? read_expression(r, initialiser) : zero_of(s->type, s->at);
        if (given && s->value->known && type_is_integer(s->type))
            s->number = evaluate(initialiser, &s->known);
        list_add(r->source->constants, r->source->constant_count, s);
    }
    s->unread = unread > before;
    return s;
}

// Whether the object is emitted as an enumerator, because C, its launcher and OpenCL C need its value where it is an extent: an
// integer without an address, of a type that C converts to int.
bool is_number(const Symbol *s)
{
    TypeKind kind = s->type->kind;
    bool small = kind == TY_BOOL || (kind >= TY_I8 && kind <= TY_I32) || kind == TY_U8 || kind == TY_U16;
    return s->enumerator || (s->known && small && !s->addressed);
}

Symbol *read_constant(Reader *r, CXCursor declaration, Loc used_at)
{
    Known *known = find_known(r, declaration);
    if (known) {
        unread += known->symbol->unread;
        return known->symbol;
    }
    if (declaration.kind == CXCursor_EnumConstantDecl)
        return read_enumerator(r, declaration);
    return read_object(r, declaration, used_at);
}

// ---- The file -------------------------------------------------------------------------------------------------------

static bool is_call(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_CALL && n->symbol;
}

// PL_IDENTITY(f, value) is a function with the call f(value, value), which is not one of the source's.
static void read_identity(Reader *r, CXCursor c)
{
    const Function *marked = read_function(r, c, place(c));
    if (!marked || marked->unread)
        return;
    const Node *call = find_node(marked->body, is_call, NULL);
    r->source->function_count--;
    if (call && call->symbol->function && call->item_count)
        call->symbol->function->identity = call->items[0];
}

// PL_SCHEDULE: "choice:CALL:NAME".
static void read_choice(Reader *r, CXCursor c)
{
    const char *call = strchr(mark_of(c), ':') + 1, *name = strchr(call, ':') + 1;
    Choice made = { .call = text_part(call, (size_t)(name - 1 - call)), .name = name, .at = place(c) };
    bool known;
    made.value = evaluate(clang_Cursor_getVarDeclInitializer(c), &known);
    list_add(r->choices, r->choice_count, made);
}

// complete: calls were read as they are, so one that is not there does not exist.
static void give_choice(Source *source, const Choice *made, bool complete)
{
    Call *of = NULL;
    for (int c = 0; c < source->call_count; c++)
        if (!strcmp(source->calls[c].name, made->call))
            of = &source->calls[c];
    if (!of && complete)
        error_at(made->at, MESSAGE_CHOICE_CALL, made->call);
    for (int i = 0; of && i < of->choice_count; i++)
        if (!strcmp(of->choices[i].name, made->name))
            error_at(made->at, MESSAGE_CHOICE_TWICE, made->name, made->call, of->choices[i].at.line);
    if (of)
        list_add(of->choices, of->choice_count, *made);
}

// Calls after all functions: everything that a call uses has been read then.
static void read_marked(Reader *r, Kids all, bool calls)
{
    for (int i = 0; i < all.count; i++) {
        const bool object = all.at[i].kind == CXCursor_VarDecl;
        if ((!object && all.at[i].kind != CXCursor_FunctionDecl) || !clang_Cursor_hasAttrs(all.at[i]))
            continue;
        const char *mark = mark_of(all.at[i]);
        if (object && !calls && has_prefix(mark, "choice:"))
            read_choice(r, all.at[i]);
        else if (!object && !strcmp(mark, "in_place"))
            r->source->in_place = true;
        else if (!calls && (!strcmp(mark, "kernel") || !strcmp(mark, "function")))
            read_function(r, all.at[i], place(all.at[i]));
        else if (!calls && !strcmp(mark, "identity"))
            read_identity(r, all.at[i]);
        else if (calls && !object && !strcmp(mark, "call"))
            read_call(r, all.at[i]);
        unread = 0;
    }
}

static void mark_used(const Node *n);

static void mark_function(Function *f)
{
    if (f->used)
        return;
    f->used = true;
    mark_used(f->body);
    mark_used(f->identity);
}

static void mark_called(void *unused, const Node *n)
{
    (void)unused;
    if (n->symbol && n->symbol->function)
        mark_function(n->symbol->function);
}

static void mark_used(const Node *n)
{
    each_node(n, mark_called, NULL);
}

// Enumerators first, by place: they depend on nothing. Objects stay in the order in which they were used.
static int by_place(const void *a, const void *b)
{
    const Symbol *s = *(Symbol *const *)a, *t = *(Symbol *const *)b;
    if (s->enumerator != t->enumerator)
        return s->enumerator ? -1 : 1;
    if (!s->enumerator)
        return s->order - t->order;
    int files = strcmp(s->at.file, t->at.file);
    return files ? files : s->at.line != t->at.line ? (s->at.line > t->at.line) - (s->at.line < t->at.line)
                                                    : (s->at.column > t->at.column) - (s->at.column < t->at.column);
}

static void add_included(CXFile file, CXSourceLocation *stack, unsigned length, CXClientData data)
{
    (void)stack, (void)length;
    Names *files = data;
    const char *name = keep(clang_getFileName(file));
    if (strcmp(name, PARSE_MODE))                       // that one exists in memory only
        list_add(files->at, files->count, name);
}

Source *read_source(const char *file, int argc, const char *const *argv, Unreadable unreadable)
{
    CXTranslationUnit unit = parse_file(file, argc, argv);
    if (errors)
        return NULL;
    read_unreadable(unreadable);
    Reader r = { .unit = unit, .source = allocate(sizeof *r.source), .function = clang_getNullCursor() };
    r.source->file = file;
    clang_getInclusions(unit, add_included, &r.source->read);
    Kids all = kids(clang_getTranslationUnitCursor(unit));
    read_marked(&r, all, false);
    read_marked(&r, all, true);
    for (int i = 0; i < r.source->constant_count; i++) {
        r.source->constants[i]->order = i;
        r.source->constants[i]->enumerator = is_number(r.source->constants[i]);
    }
    if (r.source->constant_count)
        qsort(r.source->constants, (size_t)r.source->constant_count, sizeof *r.source->constants, by_place);
    for (int i = 0; i < r.source->call_count; i++)
        if (r.source->calls[i].kernel)
            mark_function(r.source->calls[i].kernel);
    read_comments(r.source);
    read_unreadable(UNREAD_IS_ERROR);
    const bool complete = !errors && !has_unread();
    for (int i = 0; i < r.choice_count; i++)
        give_choice(r.source, &r.choices[i], complete);
    return errors ? NULL : r.source;
}
