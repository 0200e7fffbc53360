// schedule/schedule.h -- the body that a group of lanes runs, as a tree of nodes that emit/ prints.
//
//     schedule/body.c       the statements of a body, in order, with their barriers and versions
//     schedule/elements.c   expressions: where an element is, and the masks of elements that may be outside an array
//     schedule/loops.c      loops over elements: which iterations a lane runs; registers, and runs of neighbors
//     schedule/blocks.c     PL_FILL and PL_ASSIGN
//     schedule/reduce.c     PL_REDUCE
//     schedule/nodes.c      makes nodes
//
// plan/ has decided everything; here each decision becomes statements. A target's own words are leaves of the tree: ND_SAY, with
// simple arguments. The functions add what they build to a block, `to`.
//
// Emitted names: pl_lane, pl_row and pl_column are the lane's number, row and column. In a loop over c, pl_end_c is its end if
// that is computed once; pl_reg_c numbers the lane's elements, in registers; pl_first_c is the first element of a run, and pl_e
// counts from there.

#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "plan/plan.h"

typedef struct {                // one form of a body
    const Plan *plan;
    const Lanes *lanes;
    Node *width;                // the neighbors that a lane loads and stores at once; NULL: one
    bool alone;                 // another form has vectors, so this one need not be fast: elements have masks everywhere
} Group;

typedef struct Bare Bare;
struct Bare { const char *trip; const Bare *outer; };   // loops that count registers, not elements

typedef struct {                // what is around a statement
    const Group *group;
    const Step *step;           // whose expressions are built
    Node *width;                // as in Group; NULL also in the rest of a run
    bool masked;                // in the version for windows that extend past their arrays
    bool only_registers;        // all loops count registers
    const Bare *bare;           // these do
} Around;

// ---- schedule/body.c: the stage -------------------------------------------------------------------------------------

// The kernel's statements, in a block. alone: the second form, without vectors, for where the conditions of vectors do not hold.
// NULL: there is no such form.
Node *group_body(const Plan *plan, bool alone);
void add_statements(const Around *at, const Step *body, Node *to);

// ---- schedule/elements.c --------------------------------------------------------------------------------------------

Node *expression(const Around *at, const Node *n);              // NULL: NULL
// An element of a whole block: of its vector, in a register, or in memory at the offset.
Node *block_element(const Around *at, const Symbol *ref, const BlockPlace *place);
Node *block_value(const Around *at, const Symbol *ref, const BlockPlace *place);        // also where it is outside
Node *register_number(const Around *at, const char *index, bool run);
const char *trip_name(const char *index);                       // "pl_reg_c"
bool uses_vectors(const Around *at);

// ---- schedule/loops.c -----------------------------------------------------------------------------------------------

typedef void Make(const Around *at, const void *of, Node *to);  // adds the body of a loop

typedef struct {                // a nest of loops
    const StepLoop *loops;
    int count;
    bool alone;                 // its body is one statement, without braces
    Make *make;
    const void *of;
} Nest;

void add_loops(const Around *at, const Nest *nest, Node *to);   // may write the body twice: for vectors, and for a rest
void add_plain_loops(const Around *at, const Nest *nest, Node *to);     // without runs
void add_register_loops(const Around *at, const Nest *nest, Node *to);  // only over registers

// ---- schedule/blocks.c, schedule/reduce.c ---------------------------------------------------------------------------

void add_fill(const Around *at, Node *to);
void add_assign(const Around *at, Node *to);
void add_reduce(const Around *at, Node *to);

// ---- schedule/nodes.c -----------------------------------------------------------------------------------------------

Node *new_block(void);
Node *alone_or_block(Node *block);                              // its only statement
Node *variable(const char *name, const Type *type, Node *value); // value NULL: none
Node *also(Node *declaration, const char *name, Node *value);   // the same declaration of a second variable
Node *for_node(Node *init, Node *condition, Node *step, Node *body);
Node *unrolled(Node *loop);
Node *if_node(Node *condition, Node *then);
Node *assign(const char *op, Node *to, Node *value);            // a statement
Node *add_to(const char *name, Node *value);                    // name += value, an expression; value 1: name++
Node *say(const char *word, int count, ...);                    // a target's word, with Node * arguments
Node *call_of(const char *function, Node *arguments);           // the items of a block
Node *wrapped(Node *n);                                         // in parentheses
Node *converted(Node *n, const Type *to);
Node *element_at(const char *name, Node *subscript);            // name[subscript]
Node *comment(const char *words);
void add_wait(const Barrier *b, Node *to);                      // NULL: nothing
const char *memory_of_barrier(const Barrier *b);                // "local", "global", "both", or "warp"
Type *plain_type(const Type *t);                                // without const
const Type *const_type(const Type *t);                          // with it

#endif
