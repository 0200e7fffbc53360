// check/check.h -- the map of check/, whose files look for what no compiler sees; they report, and change nothing.
//
//     analyse/values.c   what is known of an expression: its number, its linear form, the range of a subscript
//     analyse/loops.c    plain for and while that count, as PL_LOOP does
//     check/call.c       does a call fit its kernel: parts and parameters, index maps, axes
//     check/body.c       does a body fit its blocks: subscripts, extents, shapes of PL_DOT, what may be written
//     analyse/views.c    views of a block: which share elements
//     check/each.c       bodies of PL_EACH: what is shared, what the whole program does together
//     check/race.c       iterations of PL_EACH that touch each other's elements
//     check/differ.c     subscripts of two iterations that are never the same number
//     check/flow.c       what is read before it is written, along the path of some program; with check/flow_run.c and
//                        check/flow_state.c, of which check/flow.h is the map
//     check/windows.c    windows of an output that overlap or come back
//     check/likely.c     what is legal, and likely not meant
//     check.c            which of them is asked when
//
// An error says what is certainly wrong, whatever the data; a hint (error.c) what is likely so, or cannot be decided.

#ifndef CHECK_H
#define CHECK_H

#include "pallasc.h"

// ---- analyse/values.c ------------------------------------------------------------------------------------------------

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

// ---- analyse/loops.c: plain loops that count ---------------------------------------------------------------------------

const LoopAxis *counting_for(const Node *n);              // as PL_LOOP has it; NULL: it may do anything else
const LoopAxis *counting_while(const Node *block, int at);
bool may_end_early(const Node *body);                     // by break or return: not all its rounds are certain

// ---- Tools for all ------------------------------------------------------------------------------------------------

bool mentions(const Node *n, const Symbol *s);                          // also by way of locals
bool leaves(const Node *n, const void *unused);                         // a Test: break, continue or return
bool is_row(const Node *n);                                             // of a block, not an element
const Node *atomic_element(const Node *n);                              // of a PL_ATOMIC_…
bool is_output(const Part *part);                                       // each block is new, and written once
const char *count_text(long long n, const char *what);                  // "1 dim", "2 dims"
const char *dims_text(Node *const *dims, int rank);                     // "(8, n)"
const char *program_text(const Call *call, const long long *ids);       // "program (i=1, j=0)"

// ---- analyse/views.c: views of a block --------------------------------------------------------------------------------

const Node *view_named(const Function *f, const Symbol *s);             // NULL: s is none
// For certain: as one is the whole of the other, or both are views that begin in one place.
bool share_memory(const Function *f, const Symbol *a, const Symbol *b);
// The block of which both show some elements, and not the same ones; NULL: none is seen.
const Symbol *where_parts_meet(const Function *f, const Symbol *one, const Symbol *other);

// ---- check/call.c: types --------------------------------------------------------------------------------------------

void check_value_of(const char *construct, const char *name, const Type *block, const Node *value); // a struct is one of its own

// ---- check/each.c: the body of a PL_EACH --------------------------------------------------------------------------

enum { MOST_CONDITIONS = 16 };

typedef struct {                // of an element
    const Node *place;          // what the user wrote
    const Node *element;        // ND_ACCESS of the block itself: behind views
    bool writes, reads;
    bool undecided;             // it may not happen, or not to all of what is named
    const Node *conditions[MOST_CONDITIONS];
    bool holds[MOST_CONDITIONS];        // … or does not hold
    int condition_count;
    Loops loops;                // the axes of the PL_EACH, and those of loops inside it
} Access;

typedef struct {
    const Node *each;
    const Symbol **own;         // its indices, and what its body declares
    int own_count;
    Access *accesses;
    int access_count;
    Access now;                 // loops and conditions around what is looked at
} Iterations;

bool depends(const Iterations *s, const Node *n);                       // on what is an iteration's own
void check_races(const Iterations *s);                                  // check/race.c
// check/differ.c: whatever the iterations and the data, subscript one of a is not subscript other of b.
bool never_same(const Iterations *s, const Access *a, const Node *one, const Access *b, const Node *other);

// ---- One entry a file ---------------------------------------------------------------------------------------------

void check_call(const Call *call);
void check_body(const Function *f);
void check_rows_apart(Function *f);                       // check/body.c: PL_IN_PLACE, no two rows are one piece of memory
void check_each(const Function *f);
void check_flow(const Call *call);
void check_axes(const Call *call);
void check_likely(const Call *call);
void check_likely_helper(const Function *f);
bool windows_meet(const Call *call, const Part *part, const long long *one, const long long *other);     // of two programs

#endif
