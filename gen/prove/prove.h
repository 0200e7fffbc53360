// prove/prove.h -- places the barriers of a schedule, from its tree, as it is printed; and proves them and its waits from the same tree.
//
//     prove/place.c      where lanes wait: the last place between two accesses that conflict; then none that is superfluous
//     prove/prove.c      each schedule of each call, as it is, and without each of its barriers and waits
//     prove/walk.c       the tree in the order in which lanes run it, and what they have accessed since the last barrier
//     prove/loops.c      the heads of loops; prove/uses.c: what a statement accesses (prove/walk.h)
//     prove/accesses.c   which accesses conflict
//     prove/indices.c    which lane accesses an element: from the heads of the printed loops
//     prove/words.c      what a target's words read, write and await
//
// Lanes follow from the heads of loops and from subscripts, the parts of a statement from the order of statements, and what is in flight
// from the words. Of the plan it takes where blocks are, and which arrays windows may share.
//
// The proof takes two things for granted: iterations that lanes share are independent, as the language says; and a copy under a
// condition such as slice + 2 < slices copies a slice that a later step uses. It does not walk what a producer fetches: mbarriers
// order that, and tests/cuda/producer.sh omits each of them.

#ifndef PROVE_H
#define PROVE_H

#include "schedule/schedule.h"

// ---- prove/indices.c ------------------------------------------------------------------------------------------------

enum { MOST_TERMS = 4 };

// A sum: of the lane's number, row and column, and of terms, each `factor` times a number that any lane may choose.
typedef struct {
    bool known;
    long long lane, row, column, constant;
    struct IndexTerm { long long factor, count; } terms[MOST_TERMS];    // count: the numbers are below it; 0: it is unknown
    int term_count;
    bool wide;                  // the sum is in units of a run, whose length is a parameter
    bool in_run;                // if so: a number below that length is added,
    long long offset;           // and this number of elements
    int of;                     // it is the variable of the loop with this number, divided by `by`, plus the constant; 0: no loop's
    long long by;
    bool ranged;
    long long low, high;
} Index;

typedef struct {
    const char *name;
    Index index;
    const char *memory;         // a pointer: the array it points into; NULL: another variable
    long long stages, size;     // the array has so many stages of this size, and it points into that of the number `index`; 0: one
    bool to_start;              // it points to the first element
} Variable;

typedef struct { Variable *all; int count; } Variables;

// What a lane's index says about the lane: it has this row, column or number among those of its kind.
typedef enum { BY_NONE, BY_ROW_NUMBER, BY_COLUMN_NUMBER, BY_LANE_NUMBER } LaneBy;

typedef struct {
    LaneBy by;
    long long run, shift, offset;       // run 0: that of the version; then, the elements before it
    long long size;             // of an array: that of the windows in which this is the index; otherwise 0
    int of;                     // as in Index, by 1
    long long constant;
    bool ranged;
    long long low, high;
} LaneOf;

typedef enum { ANY_LANE, LANES_OF_ROW_0, LANES_OF_COLUMN_0, LANE_0 } Guard;    // the lanes that run a statement: a bit for row and column

const Variable *variable_named(const Variables *v, const char *name);   // NULL: there is none
Index index_of(const Variables *v, Guard guard, const LaneGroup *l, const Node *n);
bool keeps_indices(const Type *t);
Index constant_index(long long n);
Index any_number(void);                                 // about which nothing is known
bool is_constant_index(const Index *i);
bool has_lanes(const Index *i);                         // it depends on the lane
Index with_run(Index first);                            // the elements of the run that begins there
LaneOf lane_of_index(const LaneGroup *l, const Index *i);
Index index_of_loop(const Index *from, long long step, long long end);  // step 0: unknown; end: the first that it has not, or -1

// ---- prove/multiples.c ----------------------------------------------------------------------------------------------

long long power_of_variable(const Node *body, const Symbol *variable);  // of two, that divides all its values in the kernel's body

// ---- prove/accesses.c -----------------------------------------------------------------------------------------------

typedef struct {                // an access, as its statement makes it
    const char *memory;         // the name of the array or of the block
    bool local, writes, atomic;
    Guard guard;
    LaneOf dims[MOST_DIMS];     // of the block; rank 0: any element
    int rank;
    unsigned moved;             // bit d: an earlier step may have had the same element at another index on this dim
    long long stages, size;     // of the memory, and the elements of one; 0: one
    bool from_start;            // dims[0] is from the start of the memory
    unsigned last;              // bit n: only in the last iteration of the loop n
    bool limited;               // a copy of what a condition says is used by a later step
    bool in_vectors;            // in the version of the programs for whole windows; those of the other version are not
    bool of_statement;          // of the user's, which cannot conflict with others of the same statement
    bool copies;                // a window: it is in memory of its own then,
    bool of_array;              // and this is the array
} MemoryAccess;

typedef struct { bool known, constant; int of; long long by, number; } StageNumber;     // as in Index

typedef struct {                // an access, and what has happened since
    const MemoryAccess *access; // equal ones are one
    StageNumber stage;          // that is accessed
    const Node *statement;      // while it runs; NULL afterwards
    Loc at;                     // of the last of equal ones
    unsigned earlier;           // bit n: in an earlier iteration of the loop n
    unsigned left;              // bit n: that loop has ended
    bool again;                 // its statement may run once more
    bool programs;              // and that is in another program
    bool moved;                 // its window may have moved since
    bool started;               // a copy that has only been started,
    int age;                    // and committed before so many later ones; -1: not yet
    bool row_waited;            // the lanes of its row have waited for each other since
    Barrier *latest;            // the last place that lanes have passed since where they may wait,
    Barrier *own;               // one that is there for such accesses, and
    Barrier *outer;             // the last before the PL_EACH whose rows lanes share; NULL: there is none
    bool before;                // it is before that PL_EACH
} MemoryUse;

typedef struct { MemoryUse *all; int count; } Uses;

typedef struct {                // what is in the body of a loop
    const Node *loop;
    bool waits, commits;        // is_wait(), or a word that commits copies
    bool tested;                // a condition may ask for the loop's first or last step
    unsigned changed;           // bit d: the d-th variable that the head declares is assigned to
} LoopBody;

typedef struct {                // what each walk through a tree finds again
    MemoryAccess **accesses;    // equal ones are one
    int access_count;
    LoopBody *bodies;
    int body_count;
    struct Power { const Symbol *of; long long power; } *powers;   // see prove/multiples.c
    int power_count;
} Memo;

const MemoryAccess *one_access(Memo *memo, const MemoryAccess *a);       // adds it, if it is new
void add_use(Uses *to, const MemoryUse *u);
void add_uses(Uses *to, const Uses *from);
Uses copy_uses(const Uses *from);
void end_statements(Uses *of, const Node *but);         // all others have run
bool uses_conflict(const LaneGroup *l, const MemoryUse *a, const MemoryUse *b);

// ---- prove/words.c --------------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    const char *arguments;      // for each: 'r' it is read, 'w' written, '-' neither; 'n' the number of the elements; 'R' and 'W': any
                                // element of those that say_fetch_slice copies
    bool starts;                // what is written arrives later, when the lane has waited for it
    enum { NO_ORDER, COMMITS, AWAITS_ALL, AWAITS_ALL_BUT } order;       // copies that the lane has started; but: its argument
} Word;

const Word *word_named(const char *name);               // NULL: it accesses no memory that lanes share
bool is_wait(const Node *n, const void *unused);        // a Test: a barrier, or a word that awaits copies

// ---- prove/walk.c ---------------------------------------------------------------------------------------------------

typedef struct { MemoryUse first, then; } Conflict;
typedef struct { Conflict *all; int count; } Conflicts;

Conflicts find_conflicts(const Plan *plan, const Node *tree, const Node *without);      // without: this wait; NULL: none

typedef struct {                // what needs a barrier
    Barrier *at;                // NULL: nothing does, or no place orders it
    int number;                 // of the first use, among those since the last barrier
    MemoryUse first, then;
    bool programs;              // they are in different programs
} Missing;

Missing find_missing(const Plan *plan, const Node *tree, Memo *memo);   // in a tree with all places

// ---- prove/place.c --------------------------------------------------------------------------------------------------

// Places the barriers of all schedules of the call. False: lanes would wait in a loop that not all run alike.
bool place_barriers(Plan *plan);

// ---- prove/prove.c --------------------------------------------------------------------------------------------------

void prove_barriers(FILE *to, Plan *const *plans, int count);           // pallasc --emit=barriers

#endif
