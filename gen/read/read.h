// read/read.h -- the map of read/, the only files that know libclang.
//
// They read the marked face of pallas.h (marked.h, for -D__PALLASC__), where each construct is a declaration with an
// annotation "pl:…" or a call of a bodiless function pl_…_. Text is never taken from tokens, but for the spelling of a
// literal: what libclang shows is the program behind all macros, with the user's places.
//
// What is not understood is rejected where it stands; a cursor of a kind that no case names is rejected by that name.

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
    CXCursor function;          // that is being read; its for statements are counted, see for_parts
    int fors;
    int depth, levels;          // statements, and expressions, around what is being read
    bool too_deep;              // an error was reported
    const char *function_text;
    const char *within;         // the function that is being read, or the struct whose members are
    const char *declared;       // whose type is being read, as a name for a type that has none
} Reader;

// ---- read.c: the file, its functions and constants, and tools for all ---------------------------------------------

typedef struct {
    CXCursor *at;
    int count;
} Kids;

Kids kids(CXCursor c);
void reject(CXCursor c, const char *what, const char *advice);          // advice: or NULL
CXCursor last_kid(CXCursor c);
Loc file_place(CXSourceLocation location);
Loc place(CXCursor c);                                  // in the user's source, whatever macros it went through
const char *keep(CXString s);                           // its text; disposes of s
bool has_prefix(const char *s, const char *prefix);
const char *mark_of(CXCursor c);                        // what follows "pl:" in its annotation, or ""

Known *find_known(Reader *r, CXCursor declaration);     // NULL: not yet read
Known *add_known(Reader *r, CXCursor declaration);
Symbol *new_symbol(SymbolKind kind, CXCursor c);
void add_symbol(Reader *r, CXCursor c, Symbol *symbol, bool companion);

// An expression in parentheses or under implicit conversions, which C makes again by itself.
CXCursor bare(CXCursor c);
bool is_call_of(CXCursor c, const char *name);          // c is bare

Function *read_function(Reader *r, CXCursor declaration, Loc used_at);  // once; NULL after an error
Symbol *read_constant(Reader *r, CXCursor declaration, Loc used_at);
Node **read_dims(Reader *r, CXCursor declaration, int rank);         // of its type, as they are written; or NULL
Node **missing_dims(Symbol *s);                         // an error, and one extent to go on with

// ---- read/call.c --------------------------------------------------------------------------------------------------

void read_call(Reader *r, CXCursor c);                  // a function marked pl:call, into the source
Node **read_tuple(Reader *r, CXCursor declaration, int *count);         // what stands in { … }
Node *as_slice(Node *index);                            // c ? PL_DS(…) : PL_DS(…) as one PL_DS

// ---- read/type.c --------------------------------------------------------------------------------------------------

Type *read_type(Reader *r, CXType t, Loc at);           // of what is rejected: an int, after the error
Type *read_declared_type(Reader *r, CXCursor declaration);              // with the extents as they are written

// ---- read/expression.c --------------------------------------------------------------------------------------------

Node *read_expression(Reader *r, CXCursor c);
Node *read_block_name(Reader *r, CXCursor c, const char *construct);    // the name of a ref, or an error
void read_items(Reader *r, Node *n, Kids k, int first);  // the rest of k, as the items of n
long long evaluate(CXCursor c, bool *known);            // an integer constant

// ---- read/copies.c: arrays left in HBM, copies, semaphores, devices --------------------------------------------------

bool read_copy_parameter(Reader *r, Function *f, CXCursor c, const char *mark);     // false: it is another
Node *read_copy_value(Reader *r, CXCursor c, const char *name, Kids k);              // k: the marked function, its operands
bool read_copy_statement(Reader *r, CXCursor c, const char *name, Kids k, Node *list);
const char *copy_macro(const char *function);            // that becomes this; NULL: it is no value
bool read_copy_declaration(Reader *r, CXCursor c, const char *mark, Node *list);
Node *read_view(Reader *r, CXCursor c, const char *construct);          // a ref by its name, or a PL_AT
int view_rank(const Node *view);
Node *read_semaphore(Reader *r, CXCursor c);            // s, s[i] or PL_BARRIER_SEM; NULL after an error
Node *read_semaphore_if_any(Reader *r, CXCursor c);     // NULL: it is something else
const char *words_in(CXCursor string);
bool is_copy_type(CXType t);                            // pl_copy
bool is_copy_function(CXCursor declaration);            // a PL_FUNCTION that returns a pl_copy
Node *read_returned_copy(Reader *r, CXCursor value);    // by the function that is read; NULL: it is another value

// ---- read/pipeline.c ----------------------------------------------------------------------------------------------

Node *read_pipeline(Reader *r, CXCursor c, Kids body);  // body: of its do { … } while (0)

// ---- read/statement.c ---------------------------------------------------------------------------------------------

Node *read_body(Reader *r, CXCursor c);                 // one statement; a block where it makes several
Node *read_statements(Reader *r, CXCursor compound, int from);          // a block of those from this one on
Type *element_type(Reader *r, CXType t, int rank, Loc at);              // of an array of so many dims

// ---- read/diagnostics.c -------------------------------------------------------------------------------------------

CXTranslationUnit parse_file(const char *file, int argc, const char *const *argv);      // NULL, or errors, after messages

#endif
