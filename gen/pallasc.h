// pallasc.h -- the map of pallasc: every type and function, in the order in which data flows.
//
//     kernel.c --read--> Source --check--> Source --plan--> Plan --emit--> m4 --> kernel.cl …
//
// read*.c turns what libclang sees into our own tree; only these files know libclang (read.h is their map).
// check*.c look, report and change nothing (check/check.h is their map). plan.c says what happens on any machine: the
// kernel's statements with value semantics, and beside them a schedule. emit*.c print the plan as m4 definitions
// (emit.h is their map); how a target spells them stands in targets/. Nothing here knows CUDA, OpenCL or a TPU.
//
// Memory is never freed: pallasc runs once and exits. Lists are arrays with a count, made by list_add.

#ifndef PALLASC_H
#define PALLASC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { EXIT_ERRORS = 1, EXIT_COMMAND_LINE = 2, EXIT_INTERNAL = 3, EXIT_MISTAKES = 4, EXIT_MISSING = 5 };    // besides 0

// ---- base/error.c: words to the user, at the user's line and column ------------------------------------------------

typedef struct {                // a place in the user's source; line 0: nowhere
    const char *file;
    unsigned line, column;
} Loc;

void error_at(Loc at, const char *format, ...) __attribute__((format(printf, 2, 3)));    // counts; the run fails
void note_at(Loc at, const char *format, ...) __attribute__((format(printf, 2, 3)));     // what to write instead
void hint_at(Loc at, const char *format, ...) __attribute__((format(printf, 2, 3)));     // a note by itself: likely wrong
void remark_at(Loc at, const char *format, ...) __attribute__((format(printf, 2, 3)));   // … of no mistake: undecided, and accepted
void internal_error(const char *file, int line, const char *what) __attribute__((noreturn));
#define INTERNAL(what) internal_error(__FILE__, __LINE__, what)
extern int errors;              // how many error_at there were
extern bool hints, remarks;     // hint_at speaks, remark_at does

// ---- base/list.c: memory, text, lists ------------------------------------------------------------------------------

void *allocate(size_t bytes);                                           // zeroed, or the end of the run
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool begins(const char *s, const char *with);
const char *without_blanks_behind(const char *s);
#define list_add(list, count, item) \
    ((list) = list_room((list), (count), sizeof *(list)), (list)[(count)++] = (item))
void *list_room(void *list, int count, size_t size);

// ---- base/type.c: the C types that kernels use ---------------------------------------------------------------------

typedef enum {
    TY_VOID, TY_BOOL, TY_I8, TY_I16, TY_I32, TY_I64, TY_U8, TY_U16, TY_U32, TY_U64,
    TY_F16, TY_BF16, TY_E4M3, TY_E5M2, TY_F32, TY_F64,
    TY_STRUCT,                  // or a union; name and fields in Record
    TY_ARRAY, TY_POINTER
} TypeKind;

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
    const char *plain;          // of a scalar or struct, without const: typedefs of the user's resolved, "float"
    const char *space;          // of a pointer, once it is known: "block", "local" or "table"; see lower/spaces.c
    Type *of;                   // of an array or pointer
    Node *extent;               // of an array; NULL: unknown
    Record *record;             // TY_STRUCT
    Enum *enumeration;          // of an integer that is an enum with a name
};

bool type_is_float(const Type *t);
bool type_is_small_float(const Type *t);
bool type_is_integer(const Type *t);
int type_size(const Type *t);   // bytes of a scalar or struct; -1: not known before run time
long long bytes_of(const Type *element, Node *const *dims, int rank);  // -1: known at run time only, or beyond counting
const char *type_name(const Type *t);                                  // for messages

// ---- The tree: expressions and statements --------------------------------------------------------------------------

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
    ND_CALL,                    // items = arguments; symbol: a helper; or name alone: of math.h, "PL_MAX", "pl_to_bf16"
    ND_CAST,                    // (type) a
    ND_LIST,                    // { items }, of an initialiser
    ND_COMPOUND,                // (type){ items }
    ND_DESIGNATED,              // .name = a, or [b] = a, in a list; a may be another: .name[b] = …
    ND_PROGRAM_ID,              // a: axis, a constant     PL_PROGRAM_ID, also of PL_FIRST and PL_LAST
    ND_NUM_PROGRAMS,            // a
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
    ND_SLICE,                   // a: start, b: size        PL_DS
    // statements
    ND_BLOCK,                   // items
    ND_DECLARE,                 // symbol; a: initialiser or NULL
    ND_EXPRESSION,              // a
    ND_IF,                      // a ? b : c                c may be NULL
    ND_WHEN,                    // the same, program-uniform
    ND_FOR,                     // init (declare/expression/NULL), a: condition, b: step, body
    ND_WHILE, ND_DO,            // a, body
    ND_SWITCH,                  // a, body
    ND_CASE, ND_DEFAULT,        // a; they stand in the body like labels
    ND_BREAK, ND_CONTINUE,
    ND_GOTO, ND_LABEL,          // name                     made by lower/inline.c alone: forward, to the end of a block
    ND_RETURN,                  // a or NULL
    ND_LOOP,                    // axes[0] with its step    PL_LOOP
    ND_EACH,                    // axes, body               PL_EACH
    ND_REDUCE,                  // a: accumulator, axes, op "PL_ADD" … or symbol, b: what is folded
    ND_DOT,                     // a: acc, b, c: operands (ND_NAME of a ref, or ND_TRANSPOSE of one), op: precision
    ND_TRANSPOSE,               // a
    ND_FILL,                    // a: ref's name, b: value
    ND_ASSIGN,                  // a: destination, b: source, whole blocks
    ND_TILE,                    // symbol                   with its dims
    ND_VIEW,                    // symbol; a: the pointer to its first row
    ND_STORE,                   // a: the element, b: value, c: mask
    ND_CHECK,                   // a: condition, items: format and arguments; op "step": of a PL_LOOP, a
    ND_PRINT                    // items
} NodeKind;

typedef enum {
    SY_REF,                     // a block: parameter, tile or view; dims
    SY_SCALAR,                  // a PL_SCALAR parameter
    SY_LOCAL, SY_PARAMETER,     // of the body; of a plain helper
    SY_INDEX,                   // the variable of PL_EACH, PL_REDUCE, PL_LOOP
    SY_SIZE, SY_AXIS, SY_TABLE, // of a call: what index maps and shapes may name; a table has dims
    SY_ARRAY,                   // of a call: PL_IN, PL_OUT, PL_INOUT
    SY_CONSTANT,                // an enum constant (type int) or a constant object of the file; value
    SY_FUNCTION                 // a helper, or a user's associative function
} SymbolKind;

typedef struct Symbol {
    SymbolKind kind;
    const char *name;
    Type *type;                 // of a ref: of an element
    Loc at;
    Node **dims;                // SY_REF, SY_TABLE: extents, outermost first
    int rank;
    bool scalar_memory;         // PL_SMEM_REF
    bool addressed;             // SY_REF: a pointer points into it: it lies in memory, and as a C array from dim dense_from on
    int dense_from;
    struct Symbol *part_of;     // SY_REF, a view: of this block, from its dim part_from on
    int part_from;
    Node *value;                // SY_CONSTANT: its initialiser; of an enum constant what it is
    bool enumerator;            // SY_CONSTANT: of an enum
    bool known;                 // SY_CONSTANT: an integer, converted to its type: number
    long long number;
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
};

// ---- base/tree.c: making nodes, and looking through the tree -------------------------------------------------------

Node *new_node(NodeKind kind, Loc at);
Node *name_node(Symbol *s, Loc at);
Node *number_node(long long value, const Type *type, Loc at);
bool can_compute(long long n);                          // with it: a sum of thousands of such numbers keeps in its type
bool can_multiply(long long a, long long b);            // and the product is such a number again
void add_item(Node *list, Node *item);

typedef struct { const Node **all; int count; } Nodes;
bool add_new(Nodes *set, const Node *n);                // false: it was there

// n may be NULL, and is looked at itself, but by visit_parts.

typedef void Visit(void *to, const Node *n);
typedef bool Test(const Node *n, const void *with);

void visit_parts(const Node *n, Visit *visit, void *to);                // the nodes directly below n
void each_node(const Node *n, Visit *visit, void *to);                  // outer ones first
const Node *find_node(const Node *n, Test *test, const void *with);     // the first that passes, or NULL
int count_nodes(const Node *n, Test *test, const void *with);
bool has_kind(const Node *n, NodeKind kind);
bool is_name_of(const Node *n, const void *symbol);                     // a Test: this node itself, a ND_NAME
bool names_symbol(const Node *n, const void *symbol);                   // a Test: the same of any kind
bool uses(const Node *n, const Symbol *s);                              // by name, anywhere
bool is_op(const Node *n, const char *op);
bool is_address(const Node *n);                                         // &x
bool op_assigns(const char *op);                                        // "=", "+=" …
const char *opposite_op(const char *op);                                // of integers: ">=" of "<"; "" of what compares nothing
bool assigns_to(const Node *n);                                         // n->a: by those, "++" and "--"
bool folds_into(const Node *n);                                         // n->a, from its old value: "+=", "++" …
const Node *root_of(const Node *n);                                     // x of x.field[i]
const Node *may_change(const Node *n);                                  // x of x.field[i] = 1, &x and the like; NULL
const Symbol *block_of(const Node *n);                                  // that n names, maybe in PL_T; NULL: none
bool declares(const Node *n);                                           // n->symbol; the axes of loops do too

// ---- read/: a C file to its kernels, helpers and calls -------------------------------------------------------------

typedef struct Function {       // a kernel, a PL_FUNCTION, or a plain helper
    const char *name;
    enum { FN_KERNEL, FN_BLOCKS, FN_PLAIN } kind;
    Type *result;
    Symbol **parameters;
    int parameter_count;
    Node *body;
    Loc at;
    bool used;                  // by a kernel that a call uses; helpers in the order in which C needs them
} Function;

typedef struct {
    const char *name;
    Node *extent;
    enum { AXIS_PLAIN, AXIS_PARALLEL, AXIS_ARBITRARY, AXIS_BATCH } kind;
    const char **batched;       // AXIS_BATCH: the operands it names
    int batched_count;
    Symbol *symbol;
    Loc at;
} Axis;

typedef enum { PART_SCALAR, PART_TABLE, PART_IN, PART_OUT, PART_INOUT, PART_SCRATCH } PartKind;

typedef struct {                // a part of the call that is a parameter of the kernel
    PartKind kind;
    const char *name;           // scratch: the kernel parameter's
    Symbol *symbol;             // the C function's parameter; NULL: scratch
    Type *type;                 // of an element
    Node **shape;               // one a dim of the array, without batch dims; scratch: its dims
    int rank;
    enum { SPEC_WHOLE, SPEC_BLOCKS, SPEC_ATOMIC } spec;
    Node **block, **index;      // SPEC_BLOCKS: rank of each
    Node *edge;                 // PL_EDGE, or NULL
    Node *buffers;              // PL_BUFFERED, or NULL
    bool lookahead, revisit_any, scalar_memory;
    const char *alias;          // PL_ALIAS(x), or NULL
    const char *space;          // PL_SPACE: "SMEM", "VMEM", "ANY", or NULL
    struct again { const char *option, *instead; } *again;      // options that stand there a second time
    int again_count;
    int batches;                // how many PL_BATCH name it: as many more leading dims, in the order of the axes
    Loc at;
} Part;

typedef struct {
    const char *name;
    Function *kernel;
    Symbol **parameters;        // of the C function, in order: sizes, scalars, tables, arrays
    int parameter_count;
    Axis *axes;                 // batch axes first
    int axis_count;
    Part *parts;                // in the order of the kernel's parameters
    int part_count;
    Loc at;
} Call;

typedef struct {
    const char *file;
    Function **functions;       // kernels and helpers, in the order of the source
    int function_count;
    Symbol **constants;         // enum constants and constant objects that functions use
    int constant_count;
    Record **records;
    int record_count;
    Call *calls;
    int call_count;
    bool in_place;              // PL_IN_PLACE: it promises that rows of blocks are taken one by one
} Source;

// Parse file with these compiler arguments. NULL after an error, which was printed: the compiler's own, or what cannot
// be translated, which may be C for all that.
Source *read_source(const char *file, int argc, const char *const *argv, bool *is_c);

// ---- base/call.c: what one may ask of a call -----------------------------------------------------------------------

int batch_axes(const Call *call);                                       // how many stand before those of PL_GRID
int axis_asked_for(const Call *call, const Node *id);                   // by PL_PROGRAM_ID and its like; -1: there is none
bool is_marked_parallel(const Axis *axis);                              // by PL_PARALLEL, or PL_BATCH
bool is_batched(const Axis *axis, const Part *part);                    // does PL_BATCH name it?
bool part_is_array(const Part *part);                                   // PL_IN, PL_OUT, PL_INOUT
const Part *alias_of(const Call *call, const Part *part);               // that its PL_ALIAS names; NULL
bool are_aliased(const Part *a, const Part *b);                         // one names the other
bool is_aliased(const Call *call, const Part *part);                    // it and some other

// ---- check/: what a kernel must satisfy that no compiler sees; check/check.h is their map --------------------------

void check_source(const Source *source);                                // reports; changes nothing

// ---- lower/inline.c: one body a kernel -----------------------------------------------------------------------------

// PL_FUNCTIONs, and helpers that ask for the program, are put in where they are called. Before plan_call.
void expand_functions(Source *s, bool checks);                            // checks: PL_CHECK stays

typedef struct {                // a part of the tree again, with symbols of its own
    struct SymbolPair { const Symbol *from; Symbol *to; } *pairs;
    int count;
} Copies;

Symbol *new_copy(Copies *c, const Symbol *s, const char *name);
void copy_declared(Copies *c, const Node *n);                           // of all that n declares
Node *copy_tree(const Copies *c, const Node *n);

// ---- lower/spaces.c: what pointers point into ----------------------------------------------------------------------

// Behind expand_functions: pointers get their space; helpers come once for each combination they are called with, and
// only those that kernels of calls use.
void find_memory(Source *s);

typedef struct {                // what a view is a part of
    const Symbol *view, *of;    // of: NULL: no block
    int dim;                    // its first dim is this one of the block
    bool known;                 // from a constant place on:
    long long from;
} View;

View viewed(const Symbol *view, const Node *pointer);

// ---- lower/reserved.c: names that a target has for something else --------------------------------------------------

void avoid_words(Source *s, const char *templates, const char *target); // behind find_memory

// ---- base/print.c: the tree as C text again, for messages, dumps and tests -----------------------------------------
// What is printed is C again, in the words of pallas.h, and compiles: tests read it back and compare results.

const char *expression_text(const Node *e);
bool same_expression(const Node *a, const Node *b);                      // the same number, or the same words
const char *unwrapped_text(const Node *e);                              // of a statement: without parentheses round a comma
const char *type_text(const Type *t, const char *name);                 // the declaration of name: "float name[8]"
const char *resolved_name(const Type *t);                               // typedefs of the user resolved; without const
typedef enum { PRINT_SOURCE, PRINT_TREE, PRINT_PLACES } PrintKind;      // to compile; to read; with file:line:column
void print_source(FILE *to, const Source *s, PrintKind kind);           // pallasc --emit=source, --emit=tree

// What an expression or a base type is printed as instead, by whoever prints facts; NULL: as ever.
extern const char *(*expression_fact)(const Node *e);
extern const char *(*type_fact)(const Type *t);
const char *summand_text(const Node *e);                                // with parentheses where it is added or compared
const char *choice_text(const Node *e);                                 // as a condition, before ?:
const char *choice_part_text(const Node *e);                            // behind it
const char *operand_text(const Node *e);                                // with parentheses where it stands among factors

// ---- analyse/axes.c: which axes are parallel, and why --------------------------------------------------------------

typedef struct {
    bool parallel;
    bool doubt;                 // not parallel, as nothing is known
    const char *why;
    Loc at;                     // what proves or spoils it
} AxisProof;

AxisProof prove_axis(const Call *call, const Axis *axis);
int separating_dim(const Call *call, const Part *part, const Axis *axis);   // -1: none, or not proved
bool part_names_axis(const Part *part, const Axis *axis);                   // does its block depend on it?

// ---- plan/plan.c: what a call is on any machine, and when what is brought and taken away ---------------------------

typedef struct {                // an operand's window on one dim of its array
    enum { WINDOW_BLOCK, WINDOW_ONE, WINDOW_FULL, WINDOW_ELEMENT, WINDOW_BOUNDED } kind;
    Node *extent;               // of the array
    Node *size;                 // of the window; WINDOW_FULL: the extent; WINDOW_ONE: NULL
    Node *index;                // WINDOW_BLOCK, WINDOW_ONE: of the block; else where it starts; WINDOW_FULL: NULL
    Node *low, *high;           // WINDOW_ELEMENT: the padding
    Node *count;                // WINDOW_BOUNDED: how many there are this time
    bool inside;                // proved: the index is never past the end
    bool ragged;                // it may hang over the edge
    int dim;                    // of the ref; -1: dropped
} WindowDim;

typedef struct {
    const Part *part;
    const Symbol *ref;          // the kernel's parameter
    bool read, written;         // the array: read back when read and written
    int level;                  // its index is known within so many sequential loops
    enum { VISIT_EACH, VISIT_MOVED } visits;            // anew each time round its loop, or only when its index changes
    enum { STAGE_NEVER, STAGE_EDGE, STAGE_ALWAYS } stage;       // a copy of the window, or in place
    WindowDim dims[12];
    int rank;                   // of the array, batch dims included
} Operand;

typedef struct {
    const Axis *axis;
    bool parallel;
    AxisProof proof;
    int level;                  // sequential: the nth loop, from 1
} PlannedAxis;

// How an operand's blocks come and go while programs run (plan/pipeline.c tells what a visit is).
typedef struct {
    bool windows;               // it has any: PL_ATOMIC stays in place
    bool fetched, flushed;      // copied in, copied out
    bool stays;                 // proved: it is one block throughout
    bool ahead;                 // PL_LOOKAHEAD: fetched as soon as a buffer is free
    bool said;                  // PL_BUFFERED; else a window that turns out never to move has one buffer
    int buffers;
    int *after, after_count;    // the operands, itself too, whose writes a fetch must see
} Flow;

typedef enum {
    ACTION_FETCH,               // start the copy in of the block that comes buffers - 1 steps from here
    ACTION_AWAIT_FETCH,         // wait for it, where this step is its first
    ACTION_FRESH,               // a block that is not fetched begins, where this step is its first
    ACTION_BODY,
    ACTION_FLUSH,               // start the copy out, where this step is its last; one buffer: and wait for it
    ACTION_AWAIT_FLUSH,         // wait for those of blocks that were left before this one
    ACTION_ADVANCE              // the next buffer, where this step is the block's last
} ActionKind;

typedef struct { ActionKind kind; int operand; } Action;
typedef struct Lanes Lanes;

typedef struct {
    const Call *call;
    PlannedAxis *axes;
    int axis_count, levels;
    Operand *operands;          // arrays, in the order of the kernel's parameters
    int operand_count;
    Flow *flows;                // one an operand
    int stages;                 // the most buffers: the prologue has one round less, each all fetches
    Action *prologue, *steady, *epilogue;
    int prologue_count, steady_count, epilogue_count;
    Lanes *lanes;               // the schedule for a group of lanes
} Plan;

// NULL after an error. local_budget: bytes of local memory that a group of lanes has; 0: what every GPU has.
Plan *plan_call(const Call *call, long long local_budget);
void plan_pipeline(Plan *plan);                                          // plan/pipeline.c: flows and actions

// ---- show/explain.c: the plan in words -----------------------------------------------------------------------------

void explain(FILE *to, const Plan *plan);                               // pallasc --explain

// ---- show/explain_target.c: what takes memory, as facts; render/template.c: what a target's explain.m4 makes of them 

typedef struct { const char *name; long long value; } KnownSize;        // --size m=1024
void put_memory_facts(FILE *to, const Plan *plan, const KnownSize *sizes, int size_count);
void explain_memory_of(FILE *to, const Plan *plan, const KnownSize *sizes, int size_count, const char *target,
                       const char *templates);                          // pallasc --explain --target=T

// ---- analyse/access.c: how the iterations of PL_EACH and PL_REDUCE walk over the elements of a ref -----------------

typedef enum {
    ALONG_SAME,                 // the index is in no subscript: a slice, a broadcast
    ALONG_IDENTITY,             // one subscript is the index, no other has it
    ALONG_SHIFT,                // … the index and what stays the same along it: x[r][c + 1]
    ALONG_TRANSPOSE,            // one of these two, on an earlier dim than that of an axis further out: x[c][r]
    ALONG_STRIDED,              // … times a constant: x[2 * c + 1], x[n - c]
    ALONG_GATHER                // anything else
} AlongKind;

typedef struct {
    AlongKind kind;
    int dim;                    // whose subscript has the index; -1: none, or gather
    long long factor;           // of the index there
    long long shift;            // what is added to it; known: a constant, which this is
    bool known;
} Along;

// loop: the PL_EACH or PL_REDUCE whose index it is, with the access in it. loops: all around the access, from outside.
Along access_along(const Node *access, const Node *loop, const Symbol *index);          // never ALONG_TRANSPOSE
Along access_within(const Node *access, const Node *const *loops, int loop_count, const Symbol *index);
const char *along_name(AlongKind kind);                                 // "identity", as facts say it

// ---- plan/lanes.c: one program run by a group of lanes that share memory -------------------------------------------
//
// Lanes stand in rows and columns, lane = row * columns + column; there is one arrangement a kernel.

typedef enum {                  // how the iterations of an axis go over the lanes
    SPREAD_NONE,                // every lane that comes by runs them all
    SPREAD_LANES,               // index - lo modulo the number of lanes
    SPREAD_ROWS,                // … modulo rows: the lanes of a row work on the same one
    SPREAD_COLUMNS,             // … modulo columns
    SPREAD_PARTS,               // each lane an unbroken run of them, in order: a fold that does not commute
    SPREAD_ROW_PARTS            // the same, over the lanes of a row
} Spread;

typedef enum { ONCE_NO, ONCE_GROUP, ONCE_ROW } Once;                    // run by lane 0; by column 0 of each row

typedef enum {                  // whose the elements of a block are; but for the first it lives in registers
    LAYOUT_MEMORY,              // any lane's: it lies in memory
    LAYOUT_TILE,                // (r, c) lane (r % rows, c % columns)'s: what PL_DOT folds into, and what is combined with that
    LAYOUT_ROWS,                // r every lane's of row r % rows: a slice of such a tile
    LAYOUT_FLAT                 // as the tile, or e lane e's modulo lanes; another arrangement would do as well
} LaneLayout;

typedef enum { MEMORY_GLOBAL = 1, MEMORY_LOCAL = 2, MEMORY_PRIVATE = 4 } MemoryKind;

typedef enum {                  // where the lanes meet the window of an operand
    WINDOW_IN_PLACE,            // in its array
    WINDOW_MASKED,              // there, too, and where it hangs over the edge only what lies inside
    WINDOW_STAGED,              // as a copy in local memory
    WINDOW_HELD,                // in registers, from the visit on; stored at the leave
    WINDOW_COPIED               // where it hangs over the edge, or always, as a copy in global memory
} WindowKept;

typedef enum {                  // where a barrier stands
    BARRIER_BEFORE,             // a statement
    BARRIER_WITHIN,             // a fold of many lanes, PL_DOT by slices: what these are made of
    BARRIER_AT_END,             // of a loop's body: its condition is looked at again
    BARRIER_FETCH,              // of an operand: before its window is copied in, or back and in
    BARRIER_BETWEEN,            // after one block is copied back, before the next is copied in
    BARRIER_FETCHED,            // after it was copied in
    BARRIER_LEAVE               // before it is copied back
} BarrierPlace;

typedef struct {
    BarrierPlace place;
    const Node *statement;      // or
    const Operand *operand;
    int memories;               // MemoryKind, ORed: what is ordered
    const char *why;            // who writes, who reads
    bool dropped;               // found to be superfluous
} Barrier;

struct Lanes {
    int rows, columns;
    const char *refused;        // why there is no such schedule; NULL: there is
    Loc refused_at;
    bool several;               // a group runs one program after the other
    struct Spreading { const Symbol *index; Spread how; long long turns; } *spreads;    // turns: see turns_of
    int spread_count;
    struct Single { const Node *statement; Once how; } *singles;
    int single_count;
    const Node **shared;        // PL_EACH with a row of lanes for each iteration
    int shared_count;
    struct Laid { const Symbol *ref; LaneLayout layout; const char *round; long long registers; const char *why; } *laid;
    int laid_count;             // blocks that are read again after they were written; registers: a lane, of four bytes
    struct Kept { const Operand *operand; WindowKept how; long long bytes; const char *why; } *kept;
    int kept_count;             // bytes: of local memory, for WINDOW_STAGED
    struct Placed {
        const Symbol *ref;
        MemoryKind memory;
        const char *what, *why; // what: "tile"
        long long bytes;
        bool left_out;          // of local memory, for want of room
    } *placed;
    int placed_count;
    struct LocalUse { const char *what; const Symbol *ref; const Type *type; long long elements, rows, bytes; Loc at; } *uses;
    int use_count;              // of local memory: "scratch", "tile"; ref NULL: "tree", "x_slice", "y_slice", which statements share
    long long local_bytes;      // all of these
    long long budget;           // what there is of it: said by --budget, or LOCAL_BYTES
    bool budget_is_named;
    Barrier *barriers;
    int barrier_count;
};

Lanes *plan_lanes(const Plan *plan, long long budget);  // 0: none is named
Spread spread_of(const Lanes *l, const Symbol *index);
Once once_of(const Lanes *l, const Node *statement);
bool is_shared(const Lanes *l, const Node *each);
MemoryKind memory_of(const Lanes *l, const Symbol *ref);    // of tiles, scratch and the windows of operands
long long axis_count(const LoopAxis *axis);             // -1: known at run time
long long block_bytes(const Symbol *ref);               // the same
bool through_pointer(const Node *n);                    // an element that a pointer into a block points at
bool stores_through_pointer(const Node *n);
bool is_pointed_into(const Symbol *ref, const Node *body);
const Node *assigned_root(const Node *to);              // what an assignment changes a part of
bool slices_dot(const Lanes *l, const Node *dot, int operand);          // 1, 2: in slices through local memory
long long dot_slice(const Node *dot);                   // how deep they are; 0: PL_DOT has no register tile
bool repeats_dot(const Lanes *l, const Node *dot);      // more slices than one are brought, one after the other
enum { DOT_TILE = 8, DOT_SLICE = 16 };                  // at most: rows and columns of a lane's tile in registers; depth

// ---- plan/layouts.c: which blocks live in registers ----------------------------------------------------------------

void plan_layouts(const Plan *plan, Lanes *l);
const struct Laid *laid_out(const Lanes *l, const Symbol *ref);         // NULL: it is read or written only
bool in_registers(const Lanes *l, const Symbol *ref);
const char *layout_name(LaneLayout layout);                             // "acc", as facts say it
bool sets_rows_only(const Lanes *l, const Node *statement);             // stores to blocks of LAYOUT_ROWS, nowhere else
bool reads_again(const Symbol *ref, const Node *body);                  // is an element read that the kernel may have set?
int lanes_along(const Lanes *l, Spread how);                            // how many share such an axis
long long turns_over(const Lanes *l, long long count, Spread how);      // how many of so many elements a lane has at most
long long turns_of(const Lanes *l, const Symbol *index);                // of a loop over elements in registers: each lane's; else 0

// ---- plan/windows.c: where lanes meet the window of an operand -----------------------------------------------------

void plan_windows(const Plan *plan, Lanes *l);
const struct Kept *kept_window(const Lanes *l, const Operand *o);
WindowKept window_kept(const Lanes *l, const Operand *o);
const char *kept_name(WindowKept how);                                  // "staged"
bool masks_statement(const Node *n);                                    // it comes in two forms: with masks, and for whole blocks
const Node *masked_store(const Node *statement);                        // the element that it stores to, and that is all; or NULL

// ---- plan/local.c: what a group of lanes has in local memory -------------------------------------------------------

enum { LOCAL_BYTES = 32768 };                           // that every GPU has for a group

void plan_local(const Plan *plan, Lanes *l);
const char *local_text(const struct LocalUse *use);     // "slices of PL_DOT's first operand"
void check_budget(const Plan *plan);                     // is it enough? An error where a budget is named, else a note

// ---- plan/barriers*.c, whose map is plan/barriers.h: where lanes wait for each other -------------------------------

void plan_barriers(const Plan *plan, Lanes *l);
const Barrier *barrier_at(const Lanes *l, BarrierPlace place, const Node *statement, const Operand *operand);

// ---- emit/emit.c: the plan as m4 definitions, and what a template makes of them ------------------------------------

void emit_plan(FILE *to, const Source *s, Plan *const *plans, bool lines);     // pallasc --emit=plan; lines: with pl_line facts
// target's template over the plan, to output (NULL: standard output) and, what it keeps beside that (a .cl), next to it.
void emit_code(const char *output, const Source *s, Plan *const *plans, const char *target, const char *templates,
               bool lines);
void check_code(const Source *s, Plan *const *plans, const char *target, const char *templates);   // the same, unwritten
void write_file(const char *name, const char *made);                    // NULL: standard output

// ---- show/header.c: the calls' prototypes --------------------------------------------------------------------------

void emit_header(FILE *to, const Source *s);                            // pallasc --emit=header, for C and C++

// ---- show/dump.c: the tree node by node, to find mistakes with -----------------------------------------------------

void dump_source(FILE *to, const Source *s);                            // pallasc --emit=nodes

#endif
