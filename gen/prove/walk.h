// prove/walk.h -- the walk through a schedule, for the files that walk it.

#ifndef WALK_H
#define WALK_H

#include "prove/prove.h"

typedef struct {
    const Plan *plan;
    const LaneGroup *group;
    const Lanes *lanes;
    const Node *without;        // this wait is omitted
    bool placing;               // the tree has all places where lanes may wait
    Missing missing;            // if so: the first
    bool stopped;               // and all of its statement's have been compared
    Conflicts found;            // otherwise
    Memo *memo;
    Uses now, made;             // accesses since the last barrier; those of the statement that is being walked
    Uses *starts;               // at the start of each loop: this, from earlier rounds, in the order of the walk
    int start_count, loop_count;
    bool grown;                 // another round would find more there
    Uses broken, continued;     // at the jumps of the current loop
    struct Jump { const char *label; Uses at; } *jumps;
    int jump_count;
    Variables variables;
    const Node **functions;     // ND_FUNCTIONs
    int function_count;
    const Node **numbers;       // declarations of numbers of stages: their own numbers follow those of loops
    int number_count;
    const Symbol **pointed;     // blocks that pointers point into
    int pointed_count;
    Guard guard;
    const Node *statement;      // the user's that runs
    Loc at;                     // and its line
    int rows;                   // the enclosing loops over rows of a PL_EACH that lanes share
    unsigned steps;             // a bit for each loop over steps, or over programs, around
    unsigned tested;            // and for each whose first or last step a condition may ask for
    unsigned from_0;            // and for each that counts up from 0
    int step_loops;             // their number
    int shared;                 // the enclosing loops whose iterations lanes share: what is in them is one statement
    const char *loops[MOST_AROUND];     // the variable of each enclosing loop, by its number
    Barrier *passed[MOST_AROUND];       // and the last place in it; 0: outside of all
    int around;                 // the enclosing loops,
    int depth;                  // and the number of the innermost; 0: there is none
    unsigned last;              // this, limited and in_vectors: as in MemoryAccess, of what is accessed now
    bool limited, in_vectors;
} Walk;

// ---- prove/uses.c: what a statement accesses ------------------------------------------------------------------------

void use_all(Walk *w, const Node *n);                   // an expression, or a statement without others; NULL: nothing
// Of a word; then settle. count: of the elements that it accesses, from the named one on; 0: unknown, or one.
void use_argument(Walk *w, const Node *n, bool writes, bool starts, long long count);
// Any of so many elements from the one on that the array or the pointer begins with; of a block, any of all.
void use_memory(Walk *w, const Node *n, bool writes, bool starts, long long count);
bool is_weak(const Missing *m);                         // another reason may follow
void settle(Walk *w);                                   // after a statement, within which lanes do not conflict

// ---- prove/loops.c: what the head of a loop says, and its body ------------------------------------------------------

typedef struct {
    const char *name;           // of its variable; NULL: it declares none
    bool shared, rows;          // its iterations are shared by the lanes of a row or of the group, or by rows of lanes
    bool once;                  // no lane runs a second one
    Guard first;                // the lanes that run one, if only these do
    Index from;                 // of the first iteration
    long long step, trips;      // 0: unknown
    bool certain;               // each lane runs at least one
    bool from_0;                // its variable counts up from 0
} LoopHead;

LoopHead head_of(Walk *w, const Node *loop);            // declares its variables, too
LoopBody body_of(const Walk *w, const Node *loop);       // computed once for each loop of a tree
const char *name_of_axis(const Walk *w, const Node *n);  // of its variable; NULL: it is none

#endif
