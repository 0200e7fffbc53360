// pallasc.h -- the map of pallasc: every type and function, in the order in which data flows.
//
//     kernel.c --read--> Source --check--> Source --plan--> Plan --emit--> m4 --> kernel.cl …
//
// One folder per stage, each with a header that is its map. A stage calls none that comes after it:
//
//     base/     lists, text, messages; types, the tree, calls, and the tree as C text again         (this header)
//     read/     what libclang sees becomes our own tree; only these files know libclang              read/read.h
//     lower/    PL_FUNCTIONs inlined, subexpressions hoisted, pointers resolved, reserved names renamed  lower/lower.h
//     analyse/  queries of the later stages: numbers, ranges, views, windows, axes                       analyse/analyse.h
//     check/    finds mistakes that no compiler sees; reports, and changes nothing                       check/check.h
//     plan/     what happens on any machine, and a schedule for lanes                                    plan/plan.h
//     schedule/ the body that lanes run, as a tree                                                    schedule/schedule.h
//     emit/     plan and schedule as m4 definitions                                                   emit/emit.h
//     render/   runs a target's templates over them, and formats the output                              render/render.h
//     show/     output for people: --explain, headers, the tree                                          show/show.h
//
// How a target spells the plan is in targets/. Nothing here knows CUDA, OpenCL or a TPU.
//
// Memory is never freed: pallasc runs once and exits. Lists are arrays with a count, made by list_add.

#ifndef PALLASC_H
#define PALLASC_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/messages.h"

enum { EXIT_ERRORS = 1, EXIT_COMMAND_LINE = 2, EXIT_INTERNAL = 3, EXIT_MISTAKES = 4, EXIT_MISSING = 5 };    // besides 0

// ---- base/error.c: messages, at the user's line and column ----------------------------------------------------------
//
// Messages, and the marks of base/mark.c, are the only state that is not passed as an argument. Any function of any
// stage may report, most of them deep in a walk over the tree: an argument for that would be in almost every signature,
// and would never have a second value, because pallasc reads one file and exits.

typedef struct {                // a place in the user's source; line 0: nowhere
    const char *file;
    unsigned line, column;
} Loc;

typedef enum {
    SAY_ERROR,                  // counts; the run fails
    SAY_NOTE,                   // what to write instead
    SAY_WARNING,                // likely wrong
    SAY_WARNING_NOTE,           // after a warning: what to write instead
    SAY_REMARK,                 // accepted, but not proved
    SAY_REMARK_NOTE             // after a remark
} Saying;

void say_at(Saying what, Loc at, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define error_at(...) say_at(SAY_ERROR, __VA_ARGS__)
#define note_at(...) say_at(SAY_NOTE, __VA_ARGS__)
#define warn_at(...) say_at(SAY_WARNING, __VA_ARGS__)
#define warn_note_at(...) say_at(SAY_WARNING_NOTE, __VA_ARGS__)
#define remark_at(...) say_at(SAY_REMARK, __VA_ARGS__)
#define remark_note_at(...) say_at(SAY_REMARK_NOTE, __VA_ARGS__)
const char *file_text(const char *name);                                 // NULL: it cannot be read
bool was_reported(const char *what); // true from the second time on, for messages that are printed once
void work_at(Loc at);                                                    // the user's place in an internal error
void internal_error(const char *file, int line, const char *what) __attribute__((noreturn));
#define INTERNAL(what) internal_error(__FILE__, __LINE__, what)
typedef struct { Saying what; Loc at; const char *words; } Said;
void keep_messages(void);                                               // from now on, those that are not printed, too
const Said *messages_said(int *count);                                  // those that were kept
extern int errors;              // the number of error_at calls
extern bool warnings, remarks;  // whether they are printed

// While read/ reads a file that is only checked, what it cannot read is no error: error_at counts it in unread, which read/
// sets back when it has replaced that part of the tree.
typedef enum { UNREAD_IS_ERROR, UNREAD_IS_PRINTED, UNREAD_IS_NOTED } Unreadable;
void read_unreadable(Unreadable as);                                    // from now on
const char *read_within(const char *name);                              // the function or call; returns the previous one
bool has_unread(void);
void note_unread(void);                                                 // a line for each function or call that has such code
extern int unread;
extern bool axis_remarks; // --check or --explain: a translation prints no remarks about axes, which are correct either way

// ---- base/list.c: memory, text, lists -------------------------------------------------------------------------------

void *allocate(size_t bytes);                                           // zeroed, or the end of the run
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_part(const char *s, size_t length);                          // the first length bytes of s
char *text_of_list(const char *format, va_list arguments);
const char *listed(const char *all, const char *next);                  // "a, b" and "c" are "a, b, c"
const char *capitals(const char *s);
bool begins(const char *s, const char *with);
size_t word_length(const char *s);                                     // of the letters, digits and _ at s
bool is_text(const char *s, const char *is);
bool is_one_of(const char *s, const char *const *all, size_t count);
int by_text(const void *a, const void *b);              // for qsort: the order of two of an array of strings
#define IS_ONE_OF(s, all) is_one_of((s), (all), sizeof (all) / sizeof *(all))      // all: an array
const char *without_trailing_blanks(const char *s);
typedef struct { FILE *to; char *made; size_t length; } Printed;        // what is printed to a file in memory
void begin_printing(Printed *p);
const char *end_printing(Printed *p);
typedef struct { char *at; size_t length, capacity; } Buffer;          // text that grows; zeroed: empty
void add_text(Buffer *b, const char *s, size_t length);
const char *text_in(const Buffer *b);
typedef struct { const char *from, *to; } Replacement;
const char *replaced(const char *s, const Replacement *all, size_t count);          // the first that matches counts
#define list_add(list, count, item) \
    ((list) = list_reserve((list), (count), sizeof *(list)), (list)[(count)++] = (item))
void *list_reserve(void *list, int count, size_t size);
#define find_by(list, count, key) find_item((list), (count), sizeof *(list), (key))
void *find_item(const void *list, int count, size_t size, const void *key);        // whose first member is this pointer; NULL: none

typedef struct { const char **at; int count; } Names;
bool has_name(const Names *names, const char *name);
void add_name(Names *names, const char *name);                          // once

// ---- base/mark.c: protects user words from m4 -----------------------------------------------------------------------

#define MARK "m4u_"             // the prefix of user words in the plan; no macro's name contains it
bool set_marks(bool on);                                                // returns the previous value
bool marks_are_on(void);                                                // the output is for m4, not for people
const char *marked(const char *s); // marks each word of it, once; s itself while marks are off
const char *unmarked(const char *s);
bool has_mark(const char *s);
const char *quoted_text(const char *s);                                 // a comment: within m4 quotes, with marks
const char *string_text(const char *s);                                 // the same for user text
const char *safe_string(const char *s);                                 // the same, with marks
const char *file_name_text(const char *s);                              // a file's name, in C strings and comments

// ---- base/facts.c: facts, which emit prints and templates read by the names in base/facts.h -------------------------

// fact("dim", "number=%d, kind=%s, …"): all fields, in order. The parts of a format between « and » are quoted for m4.
const char *fact(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *fact_fields(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3))); // only the part between ( and )
size_t name_length(const char *s);                                      // of a field at s: small letters and _
size_t argument_length(const char *s);                                  // of the name at s in "name=…"; 0: there is none
const char *fields_of(const char *fact, size_t length);                 // "number, kind, …"; NULL: there is no such fact

// ---- base/type.c: the C types that kernels use ----------------------------------------------------------------------

typedef enum {
    TY_VOID, TY_BOOL, TY_I8, TY_I16, TY_I32, TY_I64, TY_U8, TY_U16, TY_U32, TY_U64,
    TY_F16, TY_BF16, TY_E4M3, TY_E5M2, TY_F32, TY_F64,
    TY_STRUCT,                  // or a union; name and fields in Record
    TY_ARRAY, TY_POINTER
} TypeKind;

enum { MOST_DIMS = 12 };        // of an array: 6, and those of the batch's axes

typedef struct Type Type;
typedef struct Node Node;

typedef struct {
    const char *name;           // "struct best", or the typedef's name
    struct Field { const char *name; Type *type; } *fields;
    int field_count;
    int size;                   // bytes, with padding
    bool is_union;
    Loc at;
} Record;

typedef struct {
    const char *name;           // "enum mode", or the typedef's name
    struct Enumerator { const char *name; long long value; } *all;
    int count;
    Loc at;
} Enum;

struct Type {
    TypeKind kind;
    bool constant;              // const-qualified
    const char *spelling;       // as the user wrote it: "int32_t", "real"
    const char *plain;          // of a scalar or struct, without const and with user typedefs resolved: "float"
    const char *space;          // of a pointer, once known: "block", "local" or "table"; see lower/address_spaces.c; "group": that lanes share
    bool vector;                // made by schedule/: several of these, in one variable
    Type *of;                   // of an array or pointer
    Node *extent;               // of an array; NULL: unknown
    Record *record;             // TY_STRUCT
    Enum *enumeration;          // of an integer that is an enum with a name
};

bool type_is_float(const Type *t);
bool type_is_small_float(const Type *t);
bool is_small_float(const char *name, TypeKind *kind);                  // "pl_bf16"
bool type_is_integer(const Type *t);
bool has_sign(const Type *t);
const Type *sum_type(const Type *t);         // of the sums of PL_DOT: integers wrap, so theirs are unsigned
int type_size(const Type *t);   // bytes of a scalar or struct; -1: known only at run time
long long bytes_of(const Type *element, Node *const *dims, int rank);  // -1: known only at run time, or too large
const char *type_name(const Type *t);                                  // for messages
const char *bare_type_name(const Type *t);                             // the same without const
bool is_same_type(const Type *a, const Type *b);                       // of elements
bool is_same_object(const Type *a, const Type *b);                     // the same for arrays of elements, of the same extents
bool is_const_object(const Type *t);                                   // or an array of such
bool changes_pointee(const Type *from, const Type *to); // to is a pointer to something else, or const is lost; from: a pointer or array
Type *copy_type(const Type *t);                                        // to be changed
extern const Type int_type, long_type;
const char *type_code(const Type *t);                                  // for facts: "f32"

// ---- The tree: expressions and statements ---------------------------------------------------------------------------

typedef enum {
    // expressions
    ND_INT,                     // value; spelling keeps hex and suffix, or NULL (sizeof and the like)
    ND_FLOAT,                   // number; spelling, or NULL; INFINITY, NAN and HUGE_VAL are words
    ND_STRING,                  // spelling, with its quotes and escapes
    ND_NAME,                    // symbol
    ND_UNARY,                   // op, a                    op is the C spelling: "-", "!", "*", "&", "++" (post: "x++")
    ND_BINARY,                  // op, a, b                 also "=", "+=" … and ","
    ND_CONDITIONAL,             // a ? b : c
    ND_SUBSCRIPT,               // a[b], of plain C arrays
    ND_ACCESS,                  // an element of a ref: ref, items = one subscript a dim (fewer: a row, passed on)
    ND_MEMBER,                  // a.name  (op "->": a->name)
    ND_CALL,                    // items = arguments; symbol: a helper; or name alone: math, "PL_MAX", "pl_to_bf16"
    ND_CAST,                    // (type) a
    ND_LIST,                    // { items }, of an initialiser
    ND_COMPOUND,                // (type){ items }
    ND_DESIGNATED,              // .name = a, or [b] = a, in a list; a may be another: .name[b] = …
    ND_PROGRAM_ID,              // a: axis, a constant     PL_PROGRAM_ID, also of PL_FIRST and PL_LAST
    ND_NUM_PROGRAMS,            // a
    ND_FIRST_STEP,              // a: axis; the first step of a part, which counts as 0     made by lower/parts.c
    ND_AXIS,                    // name                     PL_AXIS
    ND_CDIV,                    // a, b                     PL_CDIV
    ND_DIM,                     // ref, a                   PL_DIM
    ND_SIZE,                    // ref, a                   PL_SIZE
    ND_INSIDE,                  // ref, items               PL_INSIDE
    ND_LOAD,                    // a: the element, b: mask, c: other
    ND_ATOMIC,                  // op "ADD" …; a: the element, items: value (CAS: expected, value)
    ND_MULTIPLE_OF,             // a, b
    ND_PASS,                    // ref, an argument         PL_PASS
    ND_NONE, ND_FULL,           // block dims               PL_NONE, PL_FULL
    ND_ELEMENT,                 // items: n, lo, hi
    ND_BOUNDED,                 // a
    ND_SLICE,                   // a: start, b: size        PL_DS; op "at": an index of a PL_AT
    ND_ALL,                     // PL_ALL
    ND_AT,                      // a: ND_PASS of a ref, or another ND_AT; items: an index, ND_SLICE or ND_ALL a dim    PL_AT
    ND_COPY,                    // items: source, destination, semaphore; of a push: …, send, recv, device     op: its macro
    ND_SEM,                     // symbol; a: which of an array, or NULL; without a symbol a: of PL_BARRIER_SEM
    ND_SEM_READ,                // a                        PL_SEM_READ
    ND_DEVICE,                  // op: its macro; name: a mesh axis, or NULL; items
    ND_VECTOR,                  // op: the operation; see plan/vectorize.c
    ND_BOUND,                   // ref, a: a dim of its array; op "start": its window's; "count": its PL_BOUNDED
    // statements
    ND_BLOCK,                   // items
    ND_DECLARE,                 // symbol; a: initialiser or NULL
    ND_EXPRESSION,              // a
    ND_IF,                      // a ? b : c                c may be NULL; in a schedule, op "vectors": b is the body with vectors
    ND_WHEN,                    // the same, program-uniform
    ND_FOR,                     // init (declare/expression/NULL), a: condition, b: step, body
    ND_WHILE, ND_DO,            // a, body
    ND_SWITCH,                  // a, body
    ND_CASE, ND_DEFAULT,        // a; in the body, like labels
    ND_BREAK, ND_CONTINUE,
    ND_GOTO, ND_LABEL,          // name                     made by lower/inline.c alone: forward, to the end of a block
    ND_RETURN,                  // a or NULL
    ND_LOOP,                    // axes[0] with its step    PL_LOOP
    ND_EACH,                    // axes, body               PL_EACH
    ND_REDUCE,                  // a: accumulator, axes, op "PL_ADD" … or symbol, b: what is combined
    ND_SCAN,                    // a: accumulator, op or symbol, b: what is combined; in the body of the PL_EACH that is the loop    PL_SCAN
    ND_DOT,                     // a: acc, b, c: operands (ND_NAME of a ref, or ND_TRANSPOSE of one), op: precision
    ND_TRANSPOSE,               // a
    ND_FILL,                    // a: ref's name, b: value
    ND_ASSIGN,                  // a: destination, b: source, whole blocks
    ND_TILE,                    // symbol                   with its dims; op "scoped": PL_SCOPED
    ND_VIEW,                    // symbol; a: the pointer to its first row
    ND_STORE,                   // a: the element, b: value, c: mask
    ND_CHECK,                   // a: condition, items: format and arguments; op "step": of a PL_LOOP, a
    ND_PRINT,                   // items
    ND_TRACE,                   // a: its name; on targets where copies are asynchronous     PL_TRACE
    ND_DESCRIBE,                // symbol, a: ND_COPY       pl_copy c = PL_COPY(…)
    ND_START,                   // a: ND_COPY, or its name  pl_start; op: "PL_SYNC_COPY", waits, too
    ND_AWAIT,                   // a: the same              pl_wait; op "both", "send", "recv"
    ND_SIGNAL,                  // a: semaphore, b: n, c: device or NULL
    ND_SEM_WAIT,                // a, b
    ND_BARRIER,                 // a: id, items: devices
    ND_SCOPED_SEM,              // symbol                   PL_SCOPED_SEM, PL_SCOPED_DMA_SEM
    ND_ANY_VIEW,                // symbol, a: ND_AT         PL_ANY_VIEW
    ND_PIPELINE,                // symbol: the kernel; axes; items, one for each of its parameters: ND_WINDOW, ND_TILE: scratch,
                                // ND_PASS, ND_AT, ND_SEM or a value
    ND_WINDOW,                  // op "PL_IN" …; a: the view; b, c: ND_LIST of block and index, or name "PL_WHOLE", "PL_ANY";
                                // items: options
    ND_OPTION,                  // op "PL_EDGE" …; a, b, name; body: of PL_BEFORE_FETCH
    // made by schedule/, besides those above: an ND_DECLARE whose c is a second declarator; an ND_FOR with op "unrolled" (value: by
    // how many iterations; 0: by all), "rolled", or "once": each lane has one,
    // or with a c, which is its head as the target says it
    ND_SAY,                     // name: a word of the target's, or a fact; items: its arguments. A value or a statement
    ND_PLACE,                   // name; items: subscripts; a: the ND_ACCESS of which this is the element, or NULL; ref: it is in the
                                // array of this block's operand; NULL: elsewhere
    ND_WRAPPED,                 // a, in parentheses
    ND_CONVERT,                 // a, as C converts it to type
    ND_ORIGIN,                  // at: the user's statement that the following ones run: its comments are printed here; op "line": not
    ND_COMMENT,                 // spelling; name: its subject, or NULL
    ND_IF_USED,                 // body: a statement, omitted unless a later one names one of name
    ND_FUNCTION,                // name; init: its parameter; body: a function within the kernel
    ND_WAIT                     // lanes wait for each other; name: the memory that is ordered; spelling: the reason; or barrier: may wait
} NodeKind;

typedef enum {
    SY_REF,                     // a block: parameter, tile or view; dims
    SY_SCALAR,                  // a PL_SCALAR parameter
    SY_LOCAL, SY_PARAMETER,     // of the body; of a plain helper
    SY_INDEX,                   // the variable of PL_EACH, PL_REDUCE, PL_LOOP
    SY_SIZE, SY_AXIS, SY_TABLE, // of a call: what index maps and shapes may name; a table has dims
    SY_ARRAY,                   // of a call: PL_IN, PL_OUT, PL_INOUT
    SY_SEM,                     // a semaphore, or an array of them: count
    SY_COPY,                    // a pl_copy; value: its ND_COPY
    SY_CONSTANT,                // an enum constant (type int) or a constant object of the file; value
    SY_WORD,                    // made when facts are printed: a name of theirs, or a fact
    SY_COPIED,                  // "row" or "column": of the element that lanes copy to a slice
    SY_FUNCTION                 // a helper, or a user's associative function
} SymbolKind;

typedef struct Symbol {
    SymbolKind kind;
    const char *name;
    const char *declared;       // of a parameter of a call or a kernel: its name in the user's file; reserved names change the other
    Type *type;                 // of a ref: of an element
    Loc at;
    Node **dims;                // SY_REF, SY_TABLE: extents, outermost first
    int rank;
    bool scalar_memory;         // PL_SMEM_REF
    bool in_hbm;                // SY_REF: PL_ANY_REF, PL_ANY_VIEW; its dims are the call's once lower/copies.c has run
    bool dma;                   // SY_SEM: it counts bytes of copies
    bool is_array;               // SY_SEM: an array
    Node *count;                // SY_SEM: how many; NULL: one
    bool addressed;             // SY_REF, SY_CONSTANT: a pointer points into it: it lies in memory, a block as a C array from dim dense_from on
    int dense_from;
    Node *view;                 // SY_REF, a view: its PL_VIEW
    bool bytes;                 // … of another element type: lower/bytes.c replaces it
    Node *value;                // SY_CONSTANT: its initialiser; of an enum constant what it is
    bool enumerator;            // SY_CONSTANT: of an enum, or emitted as such
    bool unread;                // its declaration could not be read: no expression with it can be
    bool known;                 // SY_CONSTANT: an integer, converted to its type: number
    long long number;
    struct Learned *learned;    // of a variable: what analyse/values.c knows
    int order;                  // SY_CONSTANT: in which it was needed
    struct Function *function;  // SY_FUNCTION; NULL when it has no body here (libm)
} Symbol;

typedef struct {                // an axis of PL_EACH, PL_REDUCE or PL_LOOP: lo <= index < hi
    Symbol *index;
    Node *lo, *hi, *step;       // step: PL_LOOP, else NULL
} LoopAxis;

struct Node {
    NodeKind kind;
    Loc at;
    Type *type;                 // of an expression
    const char *op, *name, *spelling;
    long long value;            // ND_INT, and whatever else has a constant integer value (see known)
    bool known;                 // value holds
    double number;              // ND_FLOAT
    Symbol *symbol, *ref;
    Node *a, *b, *c, *init, *body;
    Node **items;
    int item_count;
    LoopAxis *axes;
    int axis_count;
    const struct MathFunction *math;    // ND_CALL of such a function; otherwise NULL
    struct Format *format;      // ND_PRINT, ND_CHECK: of the items; NULL: there are none
    const struct Step *step;    // once it is part of a schedule: ND_DOT; the ND_FOR over rows of a PL_EACH that lanes share
    struct Barrier *barrier;    // ND_WAIT
};

// ---- base/math.c: functions of C's library ---------------------------------------------------------------------------

typedef enum {                  // what arguments other than pointers are converted to
    MATH_VECTORIZED,            // the type of the function; targets may have it for several elements at once
    MATH_SCALAR,                // the same, but for one element
    MATH_SCALING,               // the same; but the second, an exponent, to an integer
    MATH_CLASSIFYING,           // the widest of their types
    MATH_INTEGER                // an integer
} MathKind;

typedef struct MathFunction {
    const char *name;           // for double: "floor", also of floorf
    MathKind kind;
} MathFunction;

const MathFunction *math_function(const char *name);                    // NULL: it is none
const Type *math_result(const Node *call);                              // in facts: float of lrintf
const Type *math_argument(const Node *call, int i);                     // that it is converted to; NULL: it has the right type

// ---- base/tree.c: making nodes, and looking through the tree --------------------------------------------------------

Node *new_node(NodeKind kind, Loc at);
Node *name_node(Symbol *s, Loc at);
Node *pass_node(Symbol *ref, Loc at);
Node *number_node(long long value, const Type *type, Loc at);
bool can_compute(long long n);                          // with it: a sum of thousands of such numbers does not overflow
bool can_multiply(long long a, long long b);            // and the product is such a number again
long long least(long long a, long long b);
Node *writable(const Node *n);                          // visitors of a tree get its nodes as const
void add_item(Node *list, Node *item);
void add_items(Node *list, const Node *from);           // all items of from

typedef struct { const Node **all; int count; } Nodes;
bool add_new(Nodes *set, const Node *n);                // false: it was already there
bool is_label(const Node *n);                                           // a case or default
bool falls_through(const Node *n);      // to a label after it. Compilers warn about that unless a comment says so

// n may be NULL, and is visited itself, except by visit_parts.

typedef void Visit(void *to, const Node *n);
typedef bool Test(const Node *n, const void *with);

void visit_parts(const Node *n, Visit *visit, void *to);                // the nodes directly below n
void each_node(const Node *n, Visit *visit, void *to);                  // outer ones first
const Node *find_node(const Node *n, Test *test, const void *with);     // the first that passes, or NULL
int count_nodes(const Node *n, Test *test, const void *with);
bool has_kind(const Node *n, NodeKind kind);
bool is_name_of(const Node *n, const void *symbol);                     // a Test: whether it is this node, a ND_NAME
bool names_symbol(const Node *n, const void *symbol);                   // a Test: the same of any kind
bool uses(const Node *n, const Symbol *s);                              // by name, anywhere
bool is_node(const Node *n, const void *node);                          // a Test: whether it is this node
bool declares_symbol(const Node *n, const void *symbol);                // a Test
bool is_op(const Node *n, const char *op);
bool is_postfix(const Node *n);                                          // n++, n--
bool is_address(const Node *n);                                         // &x
const Node *without_casts(const Node *pointer);                         // to pointers
bool converts_float(const Node *n);                                     // a call of pl_to_bf16, pl_to_f32 …
bool is_null_pointer(const Node *n);                                    // 0, NULL, (float *)0
const char *word_of_each(const Node *loop);                             // "PL_EACH" or "PL_SCAN"
const Node *scan_of(const Node *loop);                                  // the ND_SCAN of a PL_SCAN; NULL: another statement
bool is_scan(const Node *n);                                            // whether it is one, as the user writes it
bool is_of_copies(const Node *n, const void *unused);                   // a Test: a construct of copies, semaphores, devices
bool op_assigns(const char *op);                                        // "=", "+=" …
const char *opposite_op(const char *op);                                // of integers: ">=" of "<"; "" of what compares nothing
bool assigns_to(const Node *n);                                         // n->a: by those, "++" and "--"
bool accumulates_into(const Node *n);                                         // n->a, from its old value: "+=", "++" …
const Node *root_of(const Node *n);                                     // x of x.field[i]
const Symbol *block_of(const Node *n);                                  // that n names, maybe in PL_T; NULL: none
const Symbol *block_with(const Node *n);                                // the same, or that n is an element of
bool is_region(const Node *n);                                          // of an array: what copies have as their ends
bool declares(const Node *n);                                           // n->symbol; the axes of loops do too
Node *statement_node(Node *value);
Node *branch_node(NodeKind kind, Node *condition, Node *then, Node *otherwise, Loc at);         // otherwise: or NULL
bool drop_statements(Node *body, Test *test, const void *with);        // those of its blocks that pass the test; false: none does
Node *assignment_node(const char *op, Node *to, Node *value);           // "=", "+=" …
Node *declaration_node(Symbol *s, Node *value, Loc at);                 // value: or NULL
const Node *assigned_root(const Node *to);              // the object of which an assignment changes a part

typedef struct {                // the start of an address or a view: x, x[h], &x[h][w], x[h] + 2
    const Symbol *of;           // in this block; NULL: none
    int dim;                    // its first dim is this one of the block
    Node *const *at;            // subscripts of the dims before it
    Node *offset;               // its start on its first dim; NULL: 0
    bool known;                 // that is a constant
    long long from;
} View;

View viewed(const Node *pointer);
long long element_count(const Symbol *ref);             // of a block; 0: known at run time
View view_of(const Symbol *ref);                        // in the block behind all views; of a block: its own start

// Index arithmetic as a person writes it: nothing is added to 0 or multiplied by 1, and new terms are added at the end.
bool is_literal(const Node *n, long long value);                        // a literal, not an expression with that value
Node *literal_node(long long value);
Node *word_node(const char *word);                                      // text that is printed unchanged
Node *binary_node(const char *op, Node *a, Node *b);
Node *compare_node(const char *op, Node *a, Node *b);
Node *cast_to(const Type *to, Node *n);
Node *unary_node(const char *op, Node *a);
Node *choice_node(Node *condition, Node *a, Node *b);
Node *sum_node(const char *op, Node *a, Node *b);                       // "+" or "-"
Node *product_node(Node *a, Node *b);
Node *in_64_bits(Node *n);              // n with its sums and products of ints as those of longs, which do not overflow
Node *and_node(Node *a, Node *b);                                       // of conditions; NULL: none

bool same_expression(const Node *a, const Node *b);                     // the same number, or the same tree; or both NULL
bool has_same(const Node *const *all, int count, const Node *n);         // whether one of all is the same expression
bool same_node(const Node *a, const Node *b);                           // and of one kind
bool is_at_most(const Node *a, const Node *b);                          // for certain: numbers, or the same expression

// ---- base/conversions.c: formats of PL_PRINT and PL_CHECK ------------------------------------------------------------

// The length modifiers follow from the types of the values: some targets' printf supports fewer of them. A report carries a
// value as 64 bits; %hg, which C does not have, marks them as those of a float.
typedef struct Format {
    const char *print, *report;         // for printf, and for a report: as in the literals, without their quotes
    struct PrintedValue {
        TypeKind as;            // the type in which it is printed
        int item;               // of the node's items
    } *values;
    int count;
} Format;

enum { MOST_CHECK_VALUES = 5 };                         // that a PL_CHECK prints
void parse_format(Node *n);                             // its items into n->format; NULL after an error

// ---- base/effects.c: the effects of a node itself on memory ---------------------------------------------------------
//
// Its parts have effects of their own. A new statement that writes is entered in effect_of, and nowhere else.

typedef struct {
    const Node *target;         // what it writes: an element, a local, a whole block; NULL: nothing
    bool reads;                 // it reads the target first: x += 1, PL_REDUCE, PL_DOT
    bool whole;                 // the target is a block, and it is written whole; for messages:
    const char *name, *takes;   // "PL_ASSIGN" "copies" its source
    const char *updates;        // "adds to" the target that it reads; NULL: "reads"
    bool combines;              // an element depends on the others of the operands: PL_DOT
    bool atomic;
} Effect;

Effect effect_of(const Node *n);
bool by_elements(const Node *n);                        // it writes a whole block, each element from those at the same place
const Node *value_for_all(const Node *n);               // … from this value, which is computed before: of PL_FILL; NULL: none
bool is_only_value(const Node *e);                                      // it changes nothing, and calls nothing
const Node *written_root(const Node *n);                // x[i] of x[i].field[2] = 1; NULL: n writes nothing
const Node *may_change(const Node *n);                  // … also of &x[i]
bool follows_pointer(const Node *n);                    // p[i], *p, p->x
bool may_be_another(const Node *n, const void *unused); // a Test: it is in memory that may be written, or calls, or has effects
bool may_write_element(const Node *n, const void *unused); // a Test: of a block; any pointer may refer to one
bool takes_pointer(const Node *n);                      // a call with an array or pointer argument
bool changes(const Node *n, const void *symbol); // a Test: whether it refers to this variable, or to an element of this block

// Tests, after lower/address_spaces.c: the memory of each pointer is known.
bool writes_block(const Node *n, const void *unused); // an element or a whole block; also through a pointer, or by a helper
bool writes_local(const Node *n, const void *unused);   // … of a local
bool through_pointer(const Node *n);                    // an element that a pointer into a block refers to
bool stores_through_pointer(const Node *n);

// ---- read/: a C file to its kernels, helpers and calls --------------------------------------------------------------

typedef struct Function {       // a kernel, a PL_FUNCTION, or a plain helper
    const char *name;
    enum { FN_KERNEL, FN_BLOCKS, FN_PLAIN } kind;
    Type *result;
    Symbol **parameters;
    int parameter_count;
    Node *body;
    Node *identity;             // of a function that combines: PL_IDENTITY; NULL: unknown
    Loc at;
    bool used;                  // used by a kernel of a call; helpers in the order in which C needs them
    bool unread;                // its parameters could not be read: no call of it can be
    Names spans;                // of its PL_TRACEs, in C's quotes; set where lower/copies.c drops these
} Function;

typedef struct {
    const char *name;
    Node *extent;
    enum { AXIS_PLAIN, AXIS_PARALLEL, AXIS_ARBITRARY, AXIS_REDUCTION, AXIS_BATCH } kind;
    const char **batched;       // AXIS_BATCH: the operands it names
    int batched_count;
    Node *parts;                // AXIS_REDUCTION: the number of parts that the call demands; NULL: none
    Symbol *symbol;
    const Node *unless_empty;   // made by lower/flatten.c: if this is no positive number, it is the extent; NULL: nothing
    Loc at;
} Axis;

typedef enum { PART_SCALAR, PART_TABLE, PART_IN, PART_OUT, PART_INOUT, PART_SCRATCH, PART_SEM } PartKind;

typedef struct {                // a part of the call that is a parameter of the kernel
    PartKind kind;
    const char *name;           // scratch: the kernel parameter's
    Symbol *symbol;             // the C function's parameter; NULL: scratch
    Type *type;                 // of an element
    Node **shape;               // one a dim of the array, without batch dims; scratch: its dims
    int rank;
    enum { SPEC_WHOLE, SPEC_BLOCKS, SPEC_ATOMIC, SPEC_ANY } spec;
    Node **block, **index;      // SPEC_BLOCKS: rank of each
    Node *edge;                 // PL_EDGE, or NULL
    Node *buffers;              // PL_BUFFERED, or NULL
    bool lookahead, revisit_any, scalar_memory;
    bool in_hbm;                // PL_SCRATCH_ANY
    bool dma, is_array;          // PART_SEM: it counts bytes; it is an array, of shape[0]
    const char *alias;          // PL_ALIAS(x), or NULL
    const char *space;          // PL_SPACE: "SMEM", "VMEM", "ANY", or NULL
    struct again { const char *option, *instead; } *again;      // options that occur twice
    int again_count;
    bool of_parts;              // made by lower/parts.c: what parts have accumulated; another launch writes or reads it
    int batches;                // the number of PL_BATCH parts that name it: its leading dims, in the order of the axes
    Loc at;
} Part;

typedef struct {                // PL_SCHEDULE(call, name(value)): "PL_THREADS"
    const char *call, *name;
    long long value;
    Loc at;
} Choice;

typedef struct Call {
    const char *name;
    Function *kernel;
    Symbol **parameters;        // of the C function, in order: sizes, scalars, tables, arrays
    int parameter_count;
    Axis *axes;                 // batch axes first
    int axis_count;
    Part *parts;                // in the order of the kernel's parameters
    int part_count;
    struct MeshAxis { const char *name; Node *extent; Loc at; } *mesh;      // PL_MESH
    int mesh_count;
    Choice *choices;            // PL_SCHEDULE
    int choice_count;
    const struct Call *divided, *combined;              // made by lower/parts.c, of a call whose PL_REDUCTION may be divided
    const struct Call *whole;   // of these two, and of the one that is empty
    struct Passed { enum { PASS_VALUE, PASS_ARRAY, PASS_COUNT, PASS_PARTIAL } kind; const Symbol *of; } *passed; // … their arguments
    struct PartialArray { const char *name; const Type *type; Node *count; } *partials;     // of the call that passes them, each part
    int partial_count;
    const char *undivided;      // why it has none of them
    long long shares;           // the programs that combine the parts of a block
    const char *unshared;       // why it is one; NULL: there are more, or the block is small
    const Node *pipeline;       // of its kernel; NULL: it has none
    const struct Call *empty;   // if the pipeline has no programs, this one; NULL: it would do nothing
    const char *unflattened;    // why its axes are not those of this call; NULL: they are
    Loc at;
} Call;

typedef struct {                // the comments on the statement of each line of a file: above it, and after it
    const char *file;
    Names *lines;               // the first line is lines[0]
    unsigned count;
} FileComments;

typedef struct {
    const char *file;
    Names read;                 // the files that it includes, and itself, by the names that clang gives them
    Function **functions;       // kernels and helpers, in the order of the source
    int function_count;
    Symbol **constants;         // enum constants and constant objects that functions use
    int constant_count;
    Record **records;
    int record_count;
    Call *calls;
    int call_count;
    FileComments *commented;    // the files of the functions
    int commented_count;
    bool in_place;              // PL_IN_PLACE: it promises that rows of blocks are accessed one by one
    bool unchecked;             // -DPL_CHECKS=0: PL_CHECK, PL_MULTIPLE_OF and steps of PL_LOOP are not checked
} Source;

// Parses file with these compiler arguments. NULL after an error, which was printed: the compiler's own, or code that
// cannot be translated, which may still be valid C.
#define PARSE_MODE "/pallasc/marked.h"                  // the part of pallas.h that is in read/; there is no such file
Source *read_source(const char *file, int argc, const char *const *argv, Unreadable unreadable);

// ---- base/call.c: queries about a call ------------------------------------------------------------------------------

int batch_axes(const Call *call);                                       // the number of axes before those of PL_GRID
int axis_asked_for(const Call *call, const Node *id);                   // by PL_PROGRAM_ID and its like; -1: there is none
bool is_marked_parallel(const Axis *axis);                              // by PL_PARALLEL, or PL_BATCH
bool is_batched(const Axis *axis, const Part *part);                    // whether PL_BATCH names it
const char *part_word(const Part *part);                                // "PL_IN"
const Part *part_of(const Call *call, const Symbol *parameter);         // of the kernel; NULL: it has none, or call is NULL
const Part *part_with(const Call *call, const Symbol *symbol);          // whose parameter of the call this is; NULL
const Axis *call_axis(const Call *call, const Symbol *index);             // whose index in maps this is; NULL
bool has_blocks(const Part *part);                                      // with an index map
bool counts_blocks_of_persistent(const Node *block); // a dim whose index counts blocks of several elements
Node *without_promise(Node *extent);                                     // of PL_MULTIPLE_OF, which the launcher checks
bool part_is_written(const Part *part);                                 // PL_OUT, PL_INOUT
bool part_is_array(const Part *part);                                   // PL_IN, PL_OUT, PL_INOUT
bool is_in_smem(const Part *part, const Symbol *ref);                    // ref: the kernel's parameter for it
bool stays_in_place(const Part *part);                                  // an array without windows: PL_ATOMIC, PL_ANY
const Part *alias_of(const Call *call, const Part *part);               // the operand that its PL_ALIAS names; NULL
bool are_aliased(const Part *a, const Part *b);                         // one names the other
bool is_aliased(const Call *call, const Part *part);                    // it and another one

// ---- base/reductions.c: what a kernel accumulates over a PL_REDUCTION axis ------------------------------------------

typedef enum { STEP_EACH, STEP_FIRST, STEP_LAST } StepKind;             // in which steps of the axis a statement runs
typedef struct {
    const Symbol *block;        // an output or scratch; NULL: the node accumulates in none
    const Node *target;         // the element, or the whole block
    const char *how;            // "PL_ADD" …, or a function of the user's
} Accumulation;

const Axis *reduction_axis(const Call *call);                           // the last one; NULL: it is no PL_REDUCTION
bool only_accumulates(const Call *call);                                // over its last axis, all blocks by one operator
const Axis *shared_axis(const Call *call);                              // whose steps are divided among the parts of another call; NULL
const Axis *part_axis(const Call *call);                                // that numbers these parts; NULL
bool combines_parts(const Call *call);                                  // that another call has accumulated
typedef struct { const Call *call; const Axis *axis; } IndexOf;
bool is_index_of(const Node *n, const void *of);                        // a Test: the index of the axis of an IndexOf
StepKind step_of_axis(const Call *call, const Node *condition, const Axis *axis);       // PL_FIRST(l)
StepKind step_under(const Call *call, const Node *condition);           // of the last axis: PL_FIRST(l) && …
StepKind branch_under(const Call *call, const Node *n);                 // of n->b, if n is a PL_WHEN or an if
bool has_identity(const Node *n);                                       // what combines: an operator, or a function with a PL_IDENTITY
const char *identity_of_operator(const char *op, const Type *type);      // of "PL_MAX": "-INFINITY"
const char *identity_text(const Node *n, const Type *type);              // a first value of what n combines with others; n: NULL if it does not
Accumulation accumulation_by(const Call *call, const Node *n);

typedef struct {                // what a node does with an accumulated block, in other steps than the first and the last
    enum { STEP_ACCUMULATES, STEP_WRITES, STEP_READS } kind;
    const Symbol *block;
    const char *how;            // of an Accumulation; otherwise NULL
    const Node *target;
} StepUse;
typedef void OnStepUse(void *with, const Node *n, const StepUse *use);
void each_step_use(const Call *call, OnStepUse *on, void *with);        // the old value that n accumulates is no use

// ---- base/print.c: the tree as C text, for messages, dumps and tests ------------------------------------------------
// The output is C again, with the constructs of pallas.h, and compiles: tests read it back and compare results.

const char *expression_text(const Node *e);
const char *type_text(const Type *t, const char *name);                 // the declaration of name: "float name[8]"
const char *resolved_name(const Type *t);                               // typedefs of the user resolved; without const
typedef enum { PRINT_SOURCE, PRINT_TREE, PRINT_PLACES } PrintKind;      // to compile; to read; with file:line:column
void print_source(FILE *to, const Source *s, PrintKind kind);           // pallasc --emit=source, --emit=tree

typedef struct Printer Printer;
struct Printer {                // for callers that print something else than C:
    const char *(*fact)(const Printer *p, const Node *e);               // for an expression; NULL: as in C
    const char *(*type)(const Type *t);                                 // for a base type
    void *of;                   // state of these two
    bool plain_types;           // user typedefs are resolved instead of printed
    FILE *to;                   // of print_source
    PrintKind kind;
    const char *file;           // the file that places omit
    int depth;
};

const char *expression_as(const Printer *p, const Node *e);
const char *number_fact(const Printer *p, const Node *e);        // for Printer.fact: what is known as its number
const char *nodes_as(const Printer *p, Node *const *nodes, int from, int to);       // commas between them
const char *type_as(const Printer *p, const Type *t, const char *name);
const char *copy_value_as(const Printer *p, const Node *e);             // base/print_copies.c: views, copies, semaphores, devices
const char *copy_statement_as(const Printer *p, const Node *n);
const char *unwrapped_as(const Printer *p, const Node *e);              // of a statement: without parentheses round a comma
const char *summand_as(const Printer *p, const Node *e);                // in parentheses if it is added or compared
bool is_summand(const Node *e);                                          // it needs no parentheses there
bool is_unary(const Node *e);                                            // … nor anywhere else
const char *factor_as(const Printer *p, const Node *e);                 // … if it is multiplied
const char *operand_as(const Printer *p, const Node *e);                // … if its context is unknown
const char *choice_as(const Printer *p, const Node *e);                 // as a condition, before ?:
const char *head_text(const Node *n);                                   // a statement without its body: "PL_EACH ((r, 8))"

#endif
