// analyse/analyse.h -- queries about the source that several later stages share. Nothing here reports or changes
// anything.
//
//     analyse/values.c   what is known about an expression: its value, its linear form, the range of a subscript
//     analyse/loops.c    plain for and while loops that count, as PL_LOOP does
//     analyse/views.c    views of a block: which of them share elements
//     analyse/access.c   what statements read and write, in which loops; how loops access the elements of a ref
//     analyse/windows.c  which elements the window of a program covers, if that is known
//     analyse/axes.c     which axes of a grid are parallel, and why

#ifndef ANALYSE_H
#define ANALYSE_H

#include "pallasc.h"

// ---- analyse/values.c -----------------------------------------------------------------------------------------------

typedef struct {
    bool known;
    long long value;
} Number;

typedef struct {                // the assumptions of a query
    const Call *call;           // the grid of PL_PROGRAM_ID and PL_AXIS; NULL: any
    const long long *ids;       // the program's index on each axis, -1: any; NULL: any program
    bool long_axes;             // an axis whose extent is known only at run time counts as longer than this
    struct Assumed { const Symbol *symbol; Number value; } *all;
    int count;
} Given;

Number number_of(const Given *f, const Node *n);        // && and || are decided by one side if that is enough
Number constant_of(const Node *n);                      // the same in every program
bool is_small(Number n);                                // known, and a number that can_compute
Number start_of(const Given *f, const LoopAxis *axis);
void assume(Given *f, const Symbol *s, Number value);
Number extent_of(const Axis *axis);                     // of the grid, if it is a constant
bool runs_never(const Call *call);                      // an axis certainly has no programs
// Advances ids to the next program, with at most so many programs per axis. False: it was the last one.
bool next_program(const Call *call, long long *ids, long long most);

// Locals of the function that are set only in their declaration are equivalent to their initializers.
void learn_locals(const Function *f);
const Node *definition_of(const Symbol *s);             // NULL: it changes, or has none
const Node *pointer_definition(const Symbol *s);         // of a pointer that never changes
const Node *pointer_start(const Symbol *s);              // of a pointer that only advances from there
bool is_addressed(const Symbol *s);

typedef struct {                // constant + the sum of by * atom
    struct Term { const Node *atom; const Symbol *symbol; long long by; } *terms;      // symbol: atom is its name
    int count;
    long long constant;
    bool lost;                  // a number was out of the range of can_compute: nothing is known
} Linear;

Linear linear_of(const Node *n);                        // a term that is not linear becomes an atom
void add_term(Linear *to, struct Term t, long long times);
void add_constant(Linear *to, long long n, long long times);
void add_sum(Linear *to, const Linear *l, long long times);
long long factor_of(const Linear *l, const Symbol *s);  // 0: s does not occur as a term

typedef struct {                // the enclosing loops of a place, the innermost last
    const LoopAxis *axes[32];
    int count;
} Loops;

void enter_loops(Loops *loops, const Node *n);
void enter_axis(Loops *loops, const LoopAxis *axis);
bool axis_range(const LoopAxis *axis, long long *low, long long *high); // false: unknown, or it may not run
const LoopAxis *find_loop(const Loops *loops, const Symbol *index);      // NULL: it is none of them
bool range_of(const Loops *loops, const Node *n, long long *low, long long *high);     // both values occur

// ---- analyse/loops.c: plain loops that count ------------------------------------------------------------------------

const LoopAxis *counting_for(const Node *n);              // as PL_LOOP writes it; NULL: it may do anything else
const LoopAxis *counting_while(const Node *block, int at);
bool may_end_early(const Node *body);                     // by break, goto or return: it may not run all iterations
bool may_jump_out(const Node *n);                         // to a statement outside n, whose end it may not reach

// ---- analyse/views.c: views of a block ------------------------------------------------------------------------------

// The element of the block itself, x[h][r][c + 1], that v[r][c], p[c] or *p refers to, if v and p begin in x[h]. For
// any other element n itself; NULL: it is unknown, or not an element of a block.
const Node *element_of(const Node *n);
// Certainly the same elements: one is the whole of the other, or both are views that begin at the same place.
bool share_memory(const Symbol *a, const Symbol *b);
// The block of which both contain some elements, but not the same ones; NULL: none is found.
const Symbol *where_parts_overlap(const Symbol *one, const Symbol *other);

// ---- analyse/access.c: what a statement reads and writes ------------------------------------------------------------

enum { MOST_CONDITIONS = 16, MOST_AROUND = 32 };

typedef struct {
    const Node *place; // what the user wrote: x[r][c], a row x[r], a block x, p[i]; a call with pointer arguments
    const Node *by; // the node that writes it, names the whole block, or takes its address; NULL: it is read
    const Symbol *block;        // by its name there (view_of returns the block of a view); NULL: through a pointer
    const Node *element;        // of the block itself, if check/each.c asked for element_of
    bool reads, writes, atomic;
    bool whole;                 // all of the block, by PL_FILL, PL_ASSIGN, PL_DOT; without by: it is passed on
    bool passed;                // it is passed to a helper, a view or a pointer
    const Node *statement;      // the enclosing statement
    const Node *around[MOST_AROUND];    // the enclosing PL_EACH and PL_REDUCE, outermost first
    int around_count;
    Loops loops;                // the axes of these, and of other loops that count
    const Node *conditions[MOST_CONDITIONS];
    bool holds[MOST_CONDITIONS];        // … or is false
    int condition_count;
    bool unproved;              // it may not happen, whatever the conditions
    bool always;                // each iteration of the innermost PL_EACH or PL_REDUCE around it makes it, and no loop is between
} Access;

typedef void AccessVisit(void *to, const Access *a);

// Visits every access below n once, in source form: a statement's writes come first. outer: the context of n; or NULL.
void each_access(const Node *n, const Access *outer, AccessVisit *visit, void *to);

// ---- How the iterations of PL_EACH and PL_REDUCE access the elements of a ref ---------------------------------------

typedef enum {
    PATTERN_SAME,                 // the index is in no subscript: a slice, a broadcast
    PATTERN_IDENTITY,             // one subscript is the index, and no other contains it
    PATTERN_SHIFT,                // … the index and an invariant: x[r][c + 1]
    PATTERN_TRANSPOSE,            // one of these two, on an earlier dim than that of an outer axis: x[c][r]
    PATTERN_STRIDED,              // … times a constant: x[2 * c + 1], x[n - c]
    PATTERN_GATHER                // anything else
} PatternKind;

typedef struct {
    PatternKind kind;
    int dim;                    // the dim whose subscript contains the index; -1: none, or a gather
    long long factor;           // the factor of the index there
    long long shift;            // the rest of the subscript; known: it is this constant
    bool known;
} AccessPattern;

// loop: the PL_EACH or PL_REDUCE with that index, around the access. loops: all that enclose the access, outermost
// first.
AccessPattern pattern_along(const Node *access, const Node *loop, const Symbol *index);          // never PATTERN_TRANSPOSE
AccessPattern pattern_within(const Node *access, const Node *const *loops, int loop_count, const Symbol *index);

// ---- analyse/windows.c: windows of single programs ------------------------------------------------------------------

enum { MOST_AXES = 12 };

typedef struct {
    long long start[MOST_DIMS], end[MOST_DIMS]; // on each dim; for whole numbers, in the unit that the map counts
    long long ids[MOST_AXES];                                   // of the program; a call with more axes has no Window
} Window;

bool place_window(const Call *call, const Part *part, Window *w);       // of program w->ids; false: it is unknown
bool windows_overlap(const Window *a, const Window *b);
bool is_same_window(const Window *a, const Window *b);

// ---- analyse/axes.c: which axes are parallel, and why ---------------------------------------------------------------

typedef struct {
    bool parallel;
    bool unproved;              // not parallel, because it is not proved
    const char *why;
    Loc at;                     // what proves or prevents it
} AxisProof;

AxisProof prove_axis(const Call *call, const Axis *axis);
int separating_dim(const Call *call, const Part *part, const Axis *axis);   // -1: none, or not proved
bool part_names_axis(const Part *part, const Axis *axis);                   // whether its block depends on it
bool is_set_first(const Call *call, const Part *part);                     // whether its block is written before it is read

// ---- Shared queries -------------------------------------------------------------------------------------------------

bool mentions(const Node *n, const Symbol *s);                          // also through locals
bool leaves(const Node *n, const void *unused);                         // a Test: break, continue, goto or return
bool is_integer(const Node *n);                                         // an expression of an integer type
bool is_row(const Node *n);                                             // of a block, not of an element
const Node *atomic_element(const Node *n);                              // for a PL_ATOMIC_…
bool is_output(const Part *part);                                       // each block is new, and written once
const char *count_text(long long n, const char *what);                  // "1 dim", "2 dims"
const char *dims_text(Node *const *dims, int rank);                     // "(8, n)"
const char *program_text(const Call *call, const long long *ids);       // "program (i=1, j=0)"

#endif
