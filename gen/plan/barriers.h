// plan/barriers.h -- what the files barriers*.c share: who has touched which memory since the last barrier.
//
//     plan/barriers.c       the grid, where windows are copied in and back; which barriers are superfluous
//     plan/barriers_walk.c  statements, in the order in which they run, and the barriers that they need
//     plan/barriers_access.c what a statement accesses, and by which lane; which accesses meet

#ifndef PLAN_BARRIERS_H
#define PLAN_BARRIERS_H

#include "plan/plan.h"

typedef struct { bool known; int dim; long long shift; } Row;      // which an iteration has: by a dim, so far from its index

typedef struct {                // whose an element is: two accesses with equal keys have each element in the same lane
    bool known;                 // else any lane's
    struct Share { Distribution distribution; int dim; long long shift; } *shares;     // by this dim: (index - shift) modulo the lanes
    int share_count;            // none: a place of each lane's own
    bool first;                 // of the lanes that are left lane 0 alone
    long long blocks[12];       // of an array: the size of a block a dim
    int block_count;
} LaneKey;

extern const LaneKey any_lane, own_lane, first_lane;

typedef struct {
    const Symbol *block;
    bool writes, atomic;
    LaneKey key;                // lanes of its elements
    const Node *shared;         // the PL_EACH around it whose rows are shared by lanes
    Row row;                    // which of its elements an iteration of that accesses; not known: any
    bool row_waited;            // the lanes of its row have waited for each other since
    bool earlier;               // in a turn of that before this one
    unsigned steps;             // bit n: in a step before this one of the nth sequential axis
    unsigned last;              // bit n: in the last step of that axis alone
    struct { bool known; long long from, to; } dims[12];        // of the block: which indices the subscript takes
    int memory;
    const Operand *fetched;     // by the copy of its window into memory
    Loc at;
    const char *what;
} MemoryAccess;

typedef struct { MemoryAccess *accesses; int count; } State;    // what was touched since the last barrier

typedef struct {                // how the statement at hand is run
    Access around;              // PL_EACH and PL_REDUCE around it
    SingleLane single;
    bool row;                   // by the lanes of a row together
} Context;

typedef struct {
    const Plan *plan;
    Lanes *lanes;
    State state, left, broken, continued;       // left: at a return; the others of the loop at hand
    Context context;
    struct Jump { const char *label; State state; } *jumps;     // forward, to the end of a block
    int jump_count;
    const Symbol **pointed;     // blocks that pointers point into
    int pointed_count;
    struct Shared { const char *what; const Type *type; Symbol *block; } *shared;       // memory that statements share
    int shared_count;
    int loop_depth;                  // loops around, whose turns follow each other
    unsigned last;              // in the last step of these axes
    bool trying;                // a barrier is missing on purpose:
    bool missed;                // and something noticed
    bool widened;               // a barrier of rows became one of the group
} Walk;

// ---- plan/barriers_access.c ----------------------------------------------------------------------------------------

void add_access(State *s, MemoryAccess t);
void join_states(State *s, State with);
State copy_state(State s);
bool access_same_row(const MemoryAccess *a, const MemoryAccess *b);                        // of one PL_EACH: the lanes of a row
bool accesses_conflict(Walk *walk, const MemoryAccess *a, const MemoryAccess *b);              // is a barrier needed between them?

LaneKey block_key(Walk *walk, const Symbol *ref);
bool is_constant(Walk *walk, const Symbol *ref);                        // only read, where it lies: it meets nobody

MemoryAccess new_access(Walk *walk, const Symbol *ref, bool writes, LaneKey key, Loc at, const char *what);
void access_block(Walk *walk, State *s, const Node *name, bool writes);
void access_below(Walk *walk, State *s, const Node *n);                     // all below n, by lanes each for themselves
void access_reduce(Walk *walk, State *s, const Node *n, bool target);    // its accumulator, or all the rest

// ---- plan/barriers_walk.c -----------------------------------------------------------------------------------------

// A barrier stands here, or must: then nothing that was touched before matters to what comes.
void wait_at(Walk *walk, State *s, State accesses, BarrierPlace place, const Node *statement, const Operand *operand);
void walk_statement(Walk *walk, const Node *n);

#endif
