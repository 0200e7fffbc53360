// analyse/analyse.h -- questions about the source that several later stages ask. Nothing here reports or changes anything.
//
//     analyse/values.c   what is known of an expression: its number, its linear form, the range of a subscript
//     analyse/loops.c    plain for and while that count, as PL_LOOP does
//     analyse/views.c    views of a block: which share elements
//     analyse/access.c   what statements read and write, in which loops; how loops walk over the elements of a ref
//     analyse/windows.c  which elements the window of a program shows, where that is known
//     analyse/axes.c     which axes of a grid are parallel, and why

#ifndef ANALYSE_H
#define ANALYSE_H

#include "pallasc.h"

// ---- analyse/values.c ----------------------------------------------------------------------------------------------

typedef struct {
    bool known;
    long long value;
} Number;

typedef struct {                // under which an expression is looked at
    const Call *call;           // whose axes PL_PROGRAM_ID means, and PL_AXIS; NULL: any
    const long long *ids;       // of the program, by axis, -1: any; NULL: any of all
    bool long_axes;             // one whose length is known at run time only has more programs than are looked at
    struct Assumed { const Symbol *symbol; Number value; } *all;
    int count;
} Given;

Number number_of(const Given *f, const Node *n);        // && and || are decided by one side where that is enough
Number constant_of(const Node *n);                      // whatever program runs
bool is_small(Number n);                                // known, and one that can_compute
Number start_of(const Given *f, const LoopAxis *axis);
void assume(Given *f, const Symbol *s, Number value);
Number extent_of(const Axis *axis);                     // of the grid, where it is a constant
bool runs_never(const Call *call);                      // an axis has no programs, for certain
// The program behind that with these ids, where the axes have so many programs at most. False: that was the last.
bool next_program(const Call *call, long long *ids, long long most);

// Locals of the function that are set once, where they are declared, are as good as their initialisers.
void learn_locals(const Function *f);
const Node *definition_of(const Symbol *s);             // NULL: it changes, or has none
const Node *pointer_definition(const Symbol *s);         // of one that points to one place throughout
const Node *pointer_start(const Symbol *s);              // of one that only steps on from there
bool is_addressed(const Symbol *s);

typedef struct {                // constant + the sum of by * atom
    struct Term { const Node *atom; const Symbol *symbol; long long by; } *terms;      // symbol: atom is its name
    int count;
    long long constant;
    bool lost;                  // its numbers went beyond what can_compute: nothing is known of it
} Linear;

Linear linear_of(const Node *n);                        // what is not linear becomes an atom
void add_term(Linear *to, struct Term t, long long times);
void add_constant(Linear *to, long long n, long long times);
void add_sum(Linear *to, const Linear *l, long long times);
long long factor_of(const Linear *l, const Symbol *s);  // 0: s does not stand there by itself

typedef struct {                // the loops around a place, the innermost last
    const LoopAxis *axes[32];
    int count;
} Loops;

void enter_loops(Loops *loops, const Node *n);
void enter_axis(Loops *loops, const LoopAxis *axis);
bool axis_range(const LoopAxis *axis, long long *low, long long *high);               // false: unknown, or it may not run
bool range_of(const Loops *loops, const Node *n, long long *low, long long *high);     // values that it really takes

// ---- analyse/loops.c: plain loops that count -----------------------------------------------------------------------

const LoopAxis *counting_for(const Node *n);              // as PL_LOOP has it; NULL: it may do anything else
const LoopAxis *counting_while(const Node *block, int at);
bool may_end_early(const Node *body);                     // by break or return: not all its rounds are certain

// ---- analyse/views.c: views of a block -----------------------------------------------------------------------------

// The element of the block itself, x[h][r][c + 1], that v[r][c], p[c] or *p is, where v and p begin in x[h]. Of another
// element n itself; NULL: it is not known, or no element of a block.
const Node *element_of(const Node *n);
// For certain: as one is the whole of the other, or both are views that begin in one place.
bool share_memory(const Symbol *a, const Symbol *b);
// The block of which both show some elements, and not the same ones; NULL: none is seen.
const Symbol *where_parts_overlap(const Symbol *one, const Symbol *other);

// ---- analyse/access.c: what a statement reads and writes -----------------------------------------------------------

enum { MOST_CONDITIONS = 16, MOST_AROUND = 32 };

typedef struct {
    const Node *place;          // what the user wrote: x[r][c], a row x[r], a block x, p[i]; a call that takes pointers
    const Node *by;             // what writes it, names the block whole, or takes its address; NULL: it is read
    const Symbol *block;        // as it is named there (view_of has the block behind views); NULL: a pointer leads there
    const Node *element;        // of the block itself, where check/each.c asked element_of
    bool reads, writes, atomic;
    bool whole;                 // all of the block, by PL_FILL, PL_ASSIGN, PL_DOT; without by: it is passed on
    bool passed;                // a helper, a view or a pointer gets it
    const Node *statement;      // that it stands in
    const Node *around[MOST_AROUND];    // PL_EACH and PL_REDUCE around, from outside
    int around_count;
    Loops loops;                // the axes of these, and of other loops that count
    const Node *conditions[MOST_CONDITIONS];
    bool holds[MOST_CONDITIONS];        // … or does not hold
    int condition_count;
    bool unproved;             // it may not happen, whatever the conditions
} Access;

typedef void AccessVisit(void *to, const Access *a);

// Every access below n, each once, as it is written: what a statement writes comes first. outer: what stands around n; NULL.
void each_access(const Node *n, const Access *outer, AccessVisit *visit, void *to);

// ---- How the iterations of PL_EACH and PL_REDUCE walk over the elements of a ref -----------------------------------

typedef enum {
    PATTERN_SAME,                 // the index is in no subscript: a slice, a broadcast
    PATTERN_IDENTITY,             // one subscript is the index, no other has it
    PATTERN_SHIFT,                // … the index and what stays the same along it: x[r][c + 1]
    PATTERN_TRANSPOSE,            // one of these two, on an earlier dim than that of an axis further out: x[c][r]
    PATTERN_STRIDED,              // … times a constant: x[2 * c + 1], x[n - c]
    PATTERN_GATHER                // anything else
} PatternKind;

typedef struct {
    PatternKind kind;
    int dim;                    // whose subscript has the index; -1: none, or gather
    long long factor;           // of the index there
    long long shift;            // what is added to it; known: a constant, which this is
    bool known;
} AccessPattern;

// loop: the PL_EACH or PL_REDUCE whose index it is, with the access in it. loops: all around the access, from outside.
AccessPattern pattern_along(const Node *access, const Node *loop, const Symbol *index);          // never PATTERN_TRANSPOSE
AccessPattern pattern_within(const Node *access, const Node *const *loops, int loop_count, const Symbol *index);
const char *pattern_name(PatternKind kind);                                 // "identity", as facts say it

// ---- analyse/windows.c: windows of single programs -----------------------------------------------------------------

enum { MOST_AXES = 12, MOST_WINDOW_DIMS = 12 };

typedef struct {
    long long start[MOST_WINDOW_DIMS], end[MOST_WINDOW_DIMS];   // on each dim; whole numbers of whatever the map counts
    long long ids[MOST_AXES];                                   // of the program; a call of more axes has no Window
} Window;

bool place_window(const Call *call, const Part *part, Window *w);       // of program w->ids; false: it is not known
bool windows_overlap(const Window *a, const Window *b);
bool is_same_window(const Window *a, const Window *b);

// ---- analyse/axes.c: which axes are parallel, and why --------------------------------------------------------------

typedef struct {
    bool parallel;
    bool unproved;                 // not parallel, as nothing is known
    const char *why;
    Loc at;                     // what proves or prevents it
} AxisProof;

AxisProof prove_axis(const Call *call, const Axis *axis);
int separating_dim(const Call *call, const Part *part, const Axis *axis);   // -1: none, or not proved
bool part_names_axis(const Part *part, const Axis *axis);                   // does its block depend on it?

// ---- Tools for all -------------------------------------------------------------------------------------------------

bool mentions(const Node *n, const Symbol *s);                          // also by way of locals
bool leaves(const Node *n, const void *unused);                         // a Test: break, continue or return
bool is_row(const Node *n);                                             // of a block, not an element
const Node *atomic_element(const Node *n);                              // of a PL_ATOMIC_…
bool is_output(const Part *part);                                       // each block is new, and written once
const char *count_text(long long n, const char *what);                  // "1 dim", "2 dims"
const char *dims_text(Node *const *dims, int rank);                     // "(8, n)"
const char *program_text(const Call *call, const long long *ids);       // "program (i=1, j=0)"

#endif
