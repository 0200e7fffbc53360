// read/read.h -- the map of read/, the only files that use libclang.
//
// They read pallas.h in parse mode (marked.h, for -D__PALLASC__), where each construct is a declaration with an
// annotation "pl:…" or a call of a function without a body, pl_…_. Only the spelling of a literal is taken from tokens:
// libclang shows the program after all macros, with the user's places.
//
// Code that is not supported is rejected at its place; a cursor of an unknown kind is rejected with the name of the
// kind.

#ifndef READ_H
#define READ_H

#include "pallasc.h"
#include <clang-c/Index.h>

struct CXUnsavedFile parse_mode(void);

typedef struct {                // a declaration that has been read, or is being read
    CXCursor cursor;
    Symbol *symbol;
    bool companion;             // it is x_ref, and symbol is x
    Record *record;
} Known;

typedef struct {
    CXTranslationUnit unit;
    Source *source;
    Known *known;               // a hash table of the declarations, by cursor
    int known_count, known_capacity;
    CXCursor function;          // the current one; its for statements are counted, see for_parts
    int fors;
    int depth, levels;          // the enclosing statements and expressions
    bool too_deep;              // an error was reported
    const char *function_text;
    const char *within;         // the current function, or the struct whose members are being read
    const char *declared;       // the declaration whose type is being read, to name a type without a name
    int outermost;              // levels of the expressions that contain the current function
    Choice *choices;            // of calls that are read later
    int choice_count;
} Reader;

// ---- read/cursors.c -------------------------------------------------------------------------------------------------

typedef struct {
    CXCursor *at;
    int count;
} Kids;

Kids kids(CXCursor c);
void reject(CXCursor c, const char *what, const char *advice);          // advice: or NULL
CXCursor last_kid(CXCursor c);
Loc file_place(CXSourceLocation location);
Loc place(CXCursor c);                                  // in the user's source, after any macros
const char *keep(CXString s);                           // its text; disposes of s
bool has_prefix(const char *s, const char *prefix);
const char *mark_of(CXCursor c);                        // the text after "pl:" in its annotation, or ""

Known *find_known(Reader *r, CXCursor declaration);     // NULL: not yet read
Known *add_known(Reader *r, CXCursor declaration);
Symbol *new_symbol(SymbolKind kind, CXCursor c);
void add_symbol(Reader *r, CXCursor c, Symbol *symbol, bool companion);

// An expression in parentheses or under implicit conversions, which C restores.
CXCursor bare(CXCursor c);
bool is_call_of(CXCursor c, const char *name);          // c is bare

// ---- read/file.c: functions and constants ---------------------------------------------------------------------------

Function *read_function(Reader *r, CXCursor declaration, Loc used_at);  // once; NULL after an error
Symbol *read_kernel(Reader *r, CXCursor call);          // that the parse-mode call names; NULL after an error
Symbol *read_constant(Reader *r, CXCursor declaration, Loc used_at);
bool is_number(const Symbol *constant);                                  // it is emitted as an enumerator
Node *zero_of(const Type *type, Loc at);                                // the value of a static object without an initializer
Node **read_dims(Reader *r, CXCursor declaration, int rank);         // of its type, as written; or NULL
int read_rank(const char *mark, Loc at);                // of a block, "ref:2"
Node **missing_dims(Symbol *s);                         // an error, and an extent to continue with

// ---- read/call.c ----------------------------------------------------------------------------------------------------

void read_call(Reader *r, CXCursor c);                  // a function marked pl:call, into the source
Node **read_tuple(Reader *r, CXCursor declaration, int *count);         // the elements of { … }
bool marks_axis(const char *mark);                      // of PL_GRID
Node *as_slice(Node *index);                            // c ? PL_DS(…) : PL_DS(…) as one PL_DS

// ---- read/type.c ----------------------------------------------------------------------------------------------------

Type *read_type(Reader *r, CXType t, Loc at);           // for rejected code: an int, after the error
Type *read_declared_type(Reader *r, CXCursor declaration);              // with the extents as written

// ---- read/expression.c ----------------------------------------------------------------------------------------------

Node *read_expression(Reader *r, CXCursor c);
Node *read_value(Reader *r, CXCursor declaration);      // its initializer
Node *read_block_name(Reader *r, CXCursor c, const char *construct);    // the name of a ref, or an error
void read_items(Reader *r, Node *n, Kids k, int first);  // the other operands of k, as the items of n
long long evaluate(CXCursor c, bool *known);            // an integer constant

// ---- read/copies.c: arrays left in HBM, copies, semaphores, devices -------------------------------------------------

bool read_copy_parameter(Reader *r, Function *f, CXCursor c, const char *mark);     // false: something else
Node *read_copy_value(Reader *r, CXCursor c, const char *name, Kids k); // k: the marked function, its operands
bool read_copy_statement(Reader *r, CXCursor c, const char *name, Kids k, Node *list);
const char *copy_macro(const char *function);            // the node for it; NULL: it is not a value
bool read_copy_declaration(Reader *r, CXCursor c, const char *mark, Node *list);
Node *read_view(Reader *r, CXCursor c, const char *construct);          // the name of a ref, or a PL_AT
int view_rank(const Node *view);
Node *read_semaphore(Reader *r, CXCursor c);            // s, s[i] or PL_BARRIER_SEM; NULL after an error
Node *read_semaphore_if_any(Reader *r, CXCursor c);     // NULL: it is something else
const char *words_in(CXCursor string);
bool is_copy_type(CXType t);                            // pl_copy
Node *read_returned_copy(Reader *r, CXCursor value);    // by the current function; NULL: another value

// ---- read/unread.c: in place of what cannot be read -----------------------------------------------------------------

Node *unread_value(Reader *r, CXCursor c);
Node *unread_statement(Reader *r, CXCursor c);

// ---- read/comments.c ------------------------------------------------------------------------------------------------

void read_comments(Source *s);                          // of the files of its functions

// ---- read/pipeline.c ------------------------------------------------------------------------------------------------

Node *read_pipeline(Reader *r, CXCursor c, Kids body);  // body: of its do { … } while (0)

// ---- read/statement.c -----------------------------------------------------------------------------------------------

Node *begun(const Node *list, NodeKind kind);           // by the construct's first declaration; NULL: it could not be read
Node *read_body(Reader *r, CXCursor c);                 // one statement; a block if it becomes several
Node *read_statements(Reader *r, CXCursor compound, int from);          // a block of the statements from this one on
Type *element_type(Reader *r, CXType t, int rank, Loc at);              // for an array with this many dims

// ---- read/diagnostics.c ---------------------------------------------------------------------------------------------

CXTranslationUnit parse_file(const char *file, int argc, const char *const *argv);      // NULL, or errors, after messages

#endif
