// schedule/schedule.h -- what a group of lanes runs, and a program without lanes, as trees of nodes that emit/ prints.
//
//     schedule/programs.c   what a group runs: its programs, the loops over their steps, and the visits of windows
//     schedule/ahead.c      windows that are fetched ahead in such a loop
//     schedule/copies.c     copies of windows, and back
//     schedule/clipped.c    the same without lanes: loops over the elements in the array
//     schedule/windows.c    where a window is: starts, checks of index maps, pointers and strides
//     schedule/body.c       the statements of a step, in order, with their barriers and versions
//     schedule/reports.c    PL_CHECK, PL_PRINT
//     schedule/blocks.c     PL_FILL and PL_ASSIGN
//     schedule/tiles.c      PL_TILE and PL_VIEW
//     schedule/reduce.c     PL_REDUCE
//     schedule/dot.c        PL_DOT: its parts, sums and slices; operands.c, slices.c: copies of slices; matrix.c: matrix instructions
//     schedule/producer.c   PL_DOT whose slices a producer fetches; chain.c: several whose blocks it fetches; boxes.c: the copies
//     schedule/results.c    results as matrix instructions leave them: by lanes, or through local memory while these go on
//     schedule/postpone.c   steps of these, whose last product is issued in the next one
//     schedule/loops.c      loops over elements: which iterations a lane runs; registers, and runs of neighbors
//     schedule/elements.c   expressions: where an element is, and the masks of elements that may be outside an array
//     schedule/plain.c      the body that runs a program without lanes
//     schedule/plain_dot.c  its PL_DOT, as loops
//     schedule/works.c      what its loops ask of a machine that counts
//     schedule/vectors.c    its loops with several elements per iteration; vector_values.c: the expressions in them
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
    const Lanes *lanes;         // NULL: none share a program
    bool one;                   // one thread runs whole programs, one after the other
    bool alone;                 // another form has vectors, so this one need not be fast: elements have masks everywhere
    bool places;                // it has all places where lanes may wait, for prove/place.c; otherwise those where they do
} Group;

typedef struct Bare Bare;
struct Bare { const char *trip; const Bare *outer; };   // loops that count registers, not elements

typedef struct {                // what is around a statement
    const Group *group;
    const Step *step;           // whose expressions are built; NULL: those of index maps
    int level;                  // the number of loops over sequential axes
    Node *width;                // the neighbors that a lane loads and stores at once; NULL: one, as in the rest of a run
    enum { NO_STEP, FIRST_STEP, LATER_STEP } chain;     // of those that multiply; a later one has a product of the step before it
    bool masked;                // in the version for windows that extend past their arrays
    bool whole;                 // all windows are in their arrays
    const Step *certain;        // in the version of this loop in which conditions hold for all elements; NULL: in none
    bool only_registers;        // all loops count registers
    Node *element;              // the number of the element in a run; NULL: pl_e
    const Bare *bare;           // these do
    const Bare *single;         // these have one iteration, and are no loops
    bool in_nest;               // in a PL_EACH
    bool in_array;              // rows are there: not in local memory, which holds another part of them
    bool parted;                // not all lanes need get there, so none may wait for others
    bool fetches;               // the code fetches a window for a later step
    bool apart;                 // the code is for all steps: what is computed in loops around a step is computed there, too
    Node *copied_row, *copied_column;   // of the element that is copied to a slice
} Around;

// ---- schedule/programs.c: the stage ---------------------------------------------------------------------------------

// What a group runs, in a block. alone: the second form, without vectors, for where the conditions of vectors do not hold.
// NULL: there is no such form. places: with all places where lanes may wait.
Node *group_programs(const Plan *plan, bool alone, bool places);
Node *share_of_programs(const Plan *plan);      // what one thread runs: a share of all programs, one after the other; NULL: it does

// ---- schedule/ahead.c -----------------------------------------------------------------------------------------------

typedef struct {                // code that fetches what a number says
    const char *function;       // of the number, if the language has functions in functions
    const Type *type;
    const char *number;
    Node *code;
} Fetch;

void add_buffer_of_step(const Around *at, const Operand *o, Node *to);
void add_first_fetches(const Around *at, const Pipeline *p, const char *axis, Node *to);        // before the loop over the axis
void add_next_fetch(const Around *at, const Pipeline *p, const char *axis, Node *to);           // in it
void add_fetch_function(const Around *at, const Fetch *f, Node *to);
void add_fetch(const Around *at, const Fetch *f, Node *number, Node *condition, Node *to);      // condition NULL: always

// ---- schedule/copies.c ----------------------------------------------------------------------------------------------

const WindowCopy *copy_of(const Around *at, const Operand *o);
void add_state(const Around *at, const Operand *o, Node *to);           // of a copy that stays over steps: declared before them
void add_visit_of_copy(const Around *at, const Operand *o, Node *to);   // the index of the window is known: its copy is filled
void add_end_of_visit(const Around *at, const Operand *o, Node *to);    // the index is about to change: the copy is stored
void add_last_copy(const Around *at, const Operand *o, Node *to);       // stored after all steps
void add_copy_in(const Around *at, const Operand *o, Node *to);

typedef enum { NOW, BEFORE } Time;      // before the index of a window changed

// ---- schedule/clipped.c: elements of a window that are in its array -------------------------------------------------

typedef enum { IN, OUT } Direction;     // to a window, or from it

// into, from: the element at pl_at_0, pl_at_1 …
void add_clipped(const Around *at, const Operand *o, Direction direction, Node *into, Node *from, Time when, Node *to);
void add_clipped_in(const Around *at, const Operand *o, Node *into, Node *from, Node *to);      // with what is outside the array

// ---- schedule/windows.c ---------------------------------------------------------------------------------------------

Node *start_of_window(const Around *at, const Operand *o, int d, Time when);
Node *count_of_window(const Around *at, const Operand *o, int d, Time when);     // of WINDOW_BOUNDED
const char *name_with(const Around *at, const Operand *o, const char *suffix);          // "x_whole"
Node *word_with(const Around *at, const Operand *o, const char *suffix);                // as a node
const WindowPlace *place_of(const Around *at, const Operand *o);
Placement placement(const Around *at, const Operand *o);
bool is_held(const Around *at, const Operand *o);                       // in registers or in local memory
void add_window(const Around *at, const Operand *o, Node *to);
Node *begin_of_window(const Around *at, const Operand *o, int d);       // on a dim: a variable if it is early, or the expression
Node *named_begin_of_window(const Around *at, const Operand *o, int d);  // the same where the window is known: its name, unless it is fixed
void add_early_dims(const Around *at, Node *to);        // of windows in the loops inside
void add_checks_of_steps(const Around *at, Node *to);
Node *is_whole(const Around *at, const Operand *o);     // the condition that the window is entirely in its array; NULL: certainly
Node *is_inside(const Around *at, const Operand *o, Time when);         // that its element at pl_at_0 … is; NULL: certainly
Node *index_in_range(const Around *at, const Operand *o);               // that its index map is in range; NULL: certainly
Node *has_moved(const Around *at, const Operand *o);                    // that the copy is of another window
typedef struct { int line, element; bool known; } WindowLines;         // the dims of a window that has two; known: their sizes
bool is_of_lines(const Operand *o, WindowLines *m);
void add_kept_place(const Around *at, const Operand *o, Node *to);      // keeps where the copy is from
void add_place_before(const Around *at, const Operand *o, Node *to);    // declares what has that

// ---- schedule/body.c, schedule/reports.c ----------------------------------------------------------------------------

void add_statements(const Around *at, const Step *body, Node *to);
void add_statement(const Around *at, const Step *s, Node *to);
const char *label_of_return(const Group *g);
Node *report(const Around *at, int message, const Node *values);        // a statement; values: the items of a block
void add_check(const Around *at, Node *to);
void add_print(const Around *at, Node *to);

// ---- schedule/elements.c --------------------------------------------------------------------------------------------

Node *expression(const Around *at, const Node *n);              // NULL: NULL
Node *copy_with_parts(const Around *at, const Node *n);         // whose parts are expressions; also of such a statement
// An element of a whole block: of its vector, in a register, or in memory at the offset.
Node *block_element(const Around *at, const Symbol *ref, const BlockPlace *place);
Node *block_value(const Around *at, const Symbol *ref, const BlockPlace *place);        // also where it is outside
Node *register_number(const Around *at, const char *index, bool run);
const char *trip_name(const char *index);                       // "pl_reg_c"
bool uses_vectors(const Around *at);
Node *program_number(const Around *at);                         // of this program, in the order of the grid
Node *programs_of(const char *axis);                            // how many it has
const char *axis_at(const Plan *plan, int level);               // that the nth loop over steps counts
Node *first_step(const Plan *plan, const char *axis);           // of a sequential axis: of this part, if the call divides it
Node *steps_end(const Plan *plan, const char *axis);
// Steps of all sequential axes are numbered.
Node *number_of_step(const Plan *plan);                         // in the loops over them
Node *first_number(const Plan *plan);
Node *numbers_end(const Plan *plan);
void add_indices_of_step(const Plan *plan, Node *number, Node *to);     // declares those of the step that has the number
Node *over_all_steps(const Plan *plan, Node *body);             // loops

// ---- schedule/loops.c -----------------------------------------------------------------------------------------------

typedef void Make(const Around *at, const void *of, Node *to);  // adds the body of a loop

typedef struct {                // a nest of loops
    const StepLoop *loops;
    int count;
    bool alone;                 // its body is one statement, without braces
    Make *make;
    const void *of;
    Make *whole;                // adds it for all elements of a run at once; NULL: it is added for each of them
} Nest;

Node *number_of_lanes(const LaneGroup *l);
Node *for_pieces(const LaneGroup *l, long long pieces, Node *body);     // the body for each piece, whose number is pl_piece, or pl_lane of one piece a lane
void add_loops(const Around *at, const Nest *nest, Node *to);   // may write the body twice: for vectors, and for a rest
void add_plain_loops(const Around *at, const Nest *nest, Node *to);     // without runs
void add_register_loops(const Around *at, const Nest *nest, Node *to);  // only over registers
Node *first_of_run(const Around *at, const struct Vector *v, bool whole);

typedef struct {                // a loop of which all lanes run as many iterations, for what they do together in each
    Node *loop;                 // NULL: there is one
    Node *body;                 // begins with the lane's first element
    Node *inside;               // the condition that the lane has elements; NULL: it has, or each element has a condition
    bool run;                   // as many as a vector; otherwise one
} Rounds;

Rounds rounds_of(const Around *at, const Nest *nest);           // a nest of one loop
// Declarations of vectors are apart if only lanes with elements load them.
void add_loads_of_round(const Around *at, const Rounds *r, const Nest *nest, Node *declared, Node *to);
void add_stores_of_round(const Around *at, const Rounds *r, const Nest *nest, Node *to);
void add_elements_of_round(const Around *at, const Rounds *r, const Nest *nest, Node *to);
void add_fetches_of_rounds(const Around *at, const Nest *nest, Node *to);       // of rows that lanes hold: before the loop

bool is_single(const StepLoop *s);                              // it has one iteration, over a register, and is no loop
Node *loop_start(const Around *at, const StepLoop *s, const char *name);        // declares the index, or this, and the end
Node *end_of_loop(const Around *at, const StepLoop *s);

// ---- schedule/dot.c -------------------------------------------------------------------------------------------------

void add_dot(const Around *at, Node *to);
void add_first_slices(const Around *at, Node *to);      // of a PL_DOT that fetches slices across steps: before these

// ---- schedule/producer.c --------------------------------------------------------------------------------------------

typedef struct { Node *fetching, *transposing; } Production;   // what its first lane runs, and the warps after the first one; or NULL

void add_stage_barriers(const Around *at, Node *to);
Production production_of_program(const Around *at, Node *title);        // adds its title
void add_roles(const Around *at, const Production *p, Node *to);        // lanes of the producer run this, and end; the others go on

// ---- schedule/results.c ---------------------------------------------------------------------------------------------

void add_results_of_program(const Around *at, const Operand *o, Node *to); // stores a block of results whose programs are taken in pairs
bool has_stored_sums(const Around *at, const Operand *o);       // whether lanes store it from registers, arranged like sums, by a word
void add_stored_sums(const Around *at, const Operand *o, Node *to);

// ---- schedule/postpone.c, schedule/chain.c --------------------------------------------------------------------------

bool begins_chain(const Around *at, const Step *body);  // whether it is the block of a chain's statements
void add_steps_of_chain(const Around *at, const Step *body, Node *to);
bool is_awaiting(const Around *at, const Step *s);      // whether the product of the step before is complete before it
void add_awaiting(const Around *at, const Step *s, Node *to);           // the wait, and the statement
void add_rest_of_chain(const Around *at, Node *to);     // after the steps: issues the last product, if there is one

// ---- schedule/blocks.c, schedule/tiles.c, schedule/reduce.c ---------------------------------------------------------

void add_fill(const Around *at, Node *to);
void add_assign(const Around *at, Node *to);
void add_tile(const Around *at, Node *to);
void add_view(const Around *at, Node *to);
void add_reduce(const Around *at, Node *to);
void add_scan(const Around *at, Make *statements, Node *to);     // a PL_SCAN that lanes share; statements: adds those of a step in it
void add_last_parts(const Around *at, Node *to);                // after a loop whose parts lanes carry: the last step combines them
void add_carried_parts(const Around *at, const Operand *o, Node *to);     // what lanes carry of the operand, at first without elements

// ---- schedule/plain.c -----------------------------------------------------------------------------------------------

Node *plain_body(const Plan *plan);     // the kernel's statements, in a block; NULL: the target does not move blocks itself
Node *body_of_one(const Plan *plan);                            // the same within programs
Node *plain_dot(const Around *at);                              // schedule/plain_dot.c: of the step
Node *helper_body(const Step *steps);                           // those of a function that kernels call

// ---- schedule/works.c -----------------------------------------------------------------------------------------------

void add_works(const Around *at, Node *to);                     // before the loops of the current step
Node *with_branch(const Around *at, const Node *condition, Node *block);        // or the block itself if no unit has work in it

// ---- schedule/vectors.c, schedule/vector_values.c -------------------------------------------------------------------

bool has_vector_loop(const Around *at);                         // whether the current step has
void add_vector_each(const Around *at, const Nest *elements, Node *to);         // elements: its loops without vectors
void add_vector_reduce(const Around *at, Node *to);
bool has_vector_runs(const Around *at);                         // whether the runs of lanes in the current step have vectors as values
const struct Vector *vector_of_run(const Around *at, const Node *access);
void add_vectors_of_run(const Around *at, const void *unused, Node *to);        // the body of its loop
Node *vector_value(const Around *at, const Node *n);            // of an ND_VECTOR
Node *place_of_access(const Around *at, const Node *access);

// ---- schedule/nodes.c -----------------------------------------------------------------------------------------------

Node *new_block(void);
Node *alone_or_block(Node *block);                              // its only statement
Node *variable(const char *name, const Type *type, Node *value); // value NULL: none
Node *also(Node *declaration, const char *name, Node *value);   // the same declaration of a second variable
Node *for_node(Node *init, Node *condition, Node *step, Node *body);
Node *loop_from(const char *index, const Type *type, Node *first, Node *end, long long step, Node *body);
Node *loop_to(const char *index, const Type *type, Node *end, long long step, Node *body);      // from 0, by the step
Node *unrolled_to(const char *index, long long end, Node *body);        // the body alone if it has one iteration, in which
Node *number_to(const char *index, long long end);              // this is the number
Node *unrolled(Node *loop);                                      // whole
Node *unrolled_by(long long times, Node *loop);
Node *if_node(Node *condition, Node *then);
Node *assign(const char *op, Node *to, Node *value);            // a statement
Node *add_to(const char *name, Node *value);                    // name += value, an expression; value 1: name++
Node *say(const char *word, int count, ...);                    // a target's word, with Node * arguments
Node *call_of(const char *function, Node *arguments);           // the items of a block
Node *call_on(const char *function, Node *value);
Node *call_with(const char *function, Node *a, Node *b);
Node *divided_up(Node *a, Node *b);                             // a / b, rounded up
Node *is_multiple(Node *n, long long of);                       // a condition
Node *reduced(const Node *reduce, Node *into, Node *value);     // the statement of a PL_REDUCE that combines them
const char *assigning_op(const char *op);                       // of "PL_ADD": "+="; NULL: another operation
Node *wrapped(Node *n);                                         // in parentheses
Node *converted(Node *n, const Type *to);                       // as C converts it, small floats included
Node *memory_named(const char *name);                           // all of an array
Node *element_at(const char *name, Node *subscript);            // name[subscript]
Node *element_among(const char *name, long long count, const char *index);         // of so many, which are an array unless there is one
Node *access_node(const Symbol *ref, Node *const *at);  // an element of a block, as the user would write it
Node *comment(const char *words);
Node *line_of(Loc at);                                  // with -g: the following code belongs to that line
void add_if_used(const char *names, Node *statement, Node *to);         // omitted unless a later one names one of these
Node *function_node(const char *name, Node *parameter, Node *body);     // a function within the kernel
void add_wait(const Around *at, Barrier *b, Node *to);          // if they wait there; NULL: there is no such place
void add_own_wait(const Around *at, Barrier *b, const char *why, Node *to);     // of a statement with several parts
Type *plain_type(const Type *t);                                // without const
const Type *const_type(const Type *t);                          // with it
Type *pointer_to(const Type *of, const char *space);
Type *array_of(const Type *of, long long extent);
Node *code_of_type(const Type *t);                              // "f32"

#endif
