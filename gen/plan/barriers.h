// plan/barriers.h -- shared by the files barriers*.c: the accesses to memory since the last barrier.
//
//     plan/barriers.c       the grid, where windows are copied in and back; which barriers are superfluous
//     plan/barriers_walk.c  steps, in the order in which they run, and the barriers that they need
//     plan/barriers_access.c  what a statement accesses, and by which lane; which accesses conflict

#ifndef PLAN_BARRIERS_H
#define PLAN_BARRIERS_H

#include "plan/plan.h"

// the elements of an iteration: index + shift, on this dim
typedef struct { bool known; int dim; long long shift; } Row;

typedef struct {                // the owner of an element: accesses with equal keys have each element in the same lane
    bool known;                 // otherwise any lane may access it
    // on this dim, (index - shift) modulo the lanes
    struct Share { Distribution distribution; int dim; long long shift; } *shares;
    int share_count;            // none: each lane has a place of its own
    bool first;                 // of the remaining lanes, only lane 0
    long long blocks[MOST_DIMS]; // for an array: the size of a block on each dim
    int block_count;
} LaneKey;

extern const LaneKey any_lane, own_lane, first_lane;

typedef struct {
    const Symbol *block;
    bool writes, atomic;
    LaneKey key;                // the lanes of its elements
    const Node *shared;         // the enclosing PL_EACH whose rows are shared by lanes
    Row row;                    // the elements that an iteration of it accesses; unknown: any
    bool row_waited;            // the lanes of its row have waited for each other since
    bool earlier;               // in an earlier iteration of it
    unsigned steps;             // bit n: in an earlier step of the nth sequential axis
    unsigned last;              // bit n: only in the last step of that axis
    unsigned moves;             // bit n: a step of that axis moves the window over an array in which lanes access it
    unsigned shifts;            // bit d: then elements that the two windows share have other indices on this dim
    struct { bool known; long long from, to; } dims[MOST_DIMS]; // of the block: the indices in the subscript
    int memory;
    const Operand *fetched;     // by the copy of its window into memory
    bool from_array;            // the copy's access to the array
    bool pending;               // the copy is for a later step, in another buffer: it is waited for there
    Loc at;
} MemoryAccess;

typedef struct { MemoryAccess *accesses; int count; } State;    // the accesses since the last barrier

typedef struct {                // how the current statement is run
    Access around;              // the enclosing PL_EACH and PL_REDUCE
    SingleLane single;
    bool row;                   // by the lanes of a row together
} Context;

typedef struct {
    const Plan *plan;
    const Lanes *lanes;
    Barriers found;
    State state, left, broken, continued;       // the states at a return and at the jumps of the current loop
    Context context;
    struct Jump { const char *label; State state; } *jumps;     // the states at forward jumps to the end of a block
    int jump_count;
    const Symbol **pointed;     // blocks that pointers point into
    int pointed_count;
    struct Shared { const char *what; const Type *type; Symbol *block; } *shared;       // memory that statements share
    int shared_count;
    int loop_depth;             // the enclosing loops whose iterations run in order
    unsigned last;              // in the last step of these axes
    bool seeking;               // barriers may be added
    bool trying;                // a barrier is omitted on purpose:
    bool missed;                // and a conflict was found,
    const char *missed_why;     // between these accesses
    bool widened;               // a barrier of rows became a barrier of the group
} Walk;

// ---- plan/barriers_access.c -----------------------------------------------------------------------------------------

void add_access(State *s, MemoryAccess t);
void join_states(State *s, State with);
State copy_state(State s);
bool access_same_row(const MemoryAccess *a, const MemoryAccess *b); // of one PL_EACH: the lanes of a row
// Whether a barrier must separate them.
bool accesses_conflict(Walk *walk, const MemoryAccess *a, const MemoryAccess *b);

LaneKey block_key(Walk *walk, const Symbol *ref);
bool is_constant(Walk *walk, const Symbol *ref); // whether it is only read in place, so that it conflicts with nothing

MemoryAccess new_access(Walk *walk, const Symbol *ref, bool writes, LaneKey key, Loc at);
void access_block(Walk *walk, State *s, const Node *name, bool writes);
void access_below(Walk *walk, State *s, const Node *n); // all accesses below n, by each lane independently
void access_reduce(Walk *walk, State *s, const Node *n, bool target);    // its accumulator, or everything else

// ---- plan/barriers_walk.c -------------------------------------------------------------------------------------------

// Inserts the barrier if an earlier access conflicts with one of these. A barrier clears the state: no earlier access
// can conflict with a later one.
void wait_at(Walk *walk, State *s, State accesses, Where where);
Barrier **barrier_slot(Walk *walk, Where where);         // where the step or the copy has its barrier
void walk_step(Walk *walk, Step *s);                     // NULL: does nothing

#endif
