// plan/plan.h -- the plan of a call: what happens on any machine, and a schedule for a group of lanes.
//
// Read in this order: plan.c, schedule.c and file.c call the passes. A pass takes what those before it returned, and asks
// plan/queries.c about it; its result changes no more.
//
//     plan/machine.c    what the target's machine offers: a data file
//     plan/plan.c       the plan of a call, on any machine:
//       operands.c        windows over arrays, and when they are visited; bounds.c proves that they are inside
//       checks.c          what index maps and extents need checked when the program runs; covers.c: that no block is left out
//       indices.c         which indices are computed before a loop over steps
//       pipeline.c        when blocks are fetched and written back: buffers, copies
//       order.c           which programs begin first
//       vectorize.c       loops that may run with several elements per iteration
//     plan/schedule.c   the schedule for a group of lanes:
//       lanes.c           how many lanes share a program, and which of them run what
//       layouts.c         which lane has which element of a block, and so which blocks live in registers
//       clip.c            loops over blocks that end where the arrays end
//       placements.c      the memory of scratch and tiles; banks.c: gaps between their rows in local memory
//       windows.c         where the lanes access the window of an operand; pieces.c: how they share its copy
//       vectors.c         neighbors that one lane loads and stores as a vector
//       held.c            rows that several loops access, and that lanes hold in local memory
//       carried.c         partial results that lanes carry from step to step, and combine in the last one
//       dot.c             how the group multiplies matrices
//       producer.c        whether other lanes fetch for those that multiply; boxes.c: in which boxes; pairs.c: whether neighboring
//                         programs share what is fetched
//       chain.c           several PL_DOTs whose sums stay in registers, and whose other operands a producer fetches;
//                         registers.c: those of their lanes; postpone.c: the last of them, issued in the next step; scaled.c: scores that are scaled in exponentials
//       local.c           the contents of the group's local memory
//       pipeline.c        windows that lanes fetch ahead
//       steps.c           the kernel's statements, each with everything that was decided about it; elements.c: the elements in
//                         their expressions; inside.c: which of these are inside their arrays; certain.c: conditions of loops
//     plan/messages.c   what the kernel may report
//     plan/file.c       what is made for emission:
//       names.c           names that emitted code makes
//       places.c          strides and offsets
//       uses.c            what the code of a call uses

#ifndef PLAN_H
#define PLAN_H

#include "analyse/analyse.h"

// ---- plan/machine.c: what a target's machine offers -----------------------------------------------------------------

typedef struct Machine Machine;
struct Machine {
    const char *name;                       // of a further machine of the target: "sm_90a"; otherwise NULL
    struct Machine *next;                   // the target's next machine, or NULL
    long long lanes_least, lanes_most;      // of a group
    long long across_lanes;                 // of a group that is turned, at most; 0: lanes_most
    long long registers;                    // the 4-byte registers of a lane that blocks may use
    long long unit_registers;               // of the hardware that runs groups side by side; 0: any number
    long long local_bytes;                  // of a group
    bool budget_is_named;                   // local_bytes is the value of --budget
    bool lanes_are_named;                   // lanes_least and lanes_most are what PL_SCHEDULE says
    long long warp;                         // lanes that exchange registers; 1: they share only local memory
    long long cpp;                          // 1: its language is C++; see lower/cpp.c
    long long pointers;                     // 1: they may refer to local memory; 0: only to global memory and to locals
    // The product of 16-bit floats that lanes compute by matrix instructions: mma_rows x mma_columns sums, mma_depth deep (0:
    // there are none), by mma_lanes lanes together. A row of lanes has mma_across of them, which own the sums of a row in turn,
    // mma_run neighbors each; the rows of lanes own the rows in turn.
    long long mma_rows, mma_columns, mma_depth, mma_lanes, mma_across, mma_run;
    long long mma_words;                    // 1: words multiply by matrix instructions; 0: ordinary arithmetic has their sums
    long long mma_bytes;                    // 1: they also multiply elements of one byte, if a row has those of one sum; 0: only of two
    long long mma_apart;                    // a lane has two rows of an instruction, so far apart; 0: rows of lanes own them in turn
    long long mma_left;                     // 1: a left operand of two-byte elements may be in registers, arranged like sums
    long long producer_lanes;               // more lanes of a group, which fetch slices of PL_DOT for the others; 0: there are none
    long long unit_bytes;                   // the local memory of that hardware, if it runs groups with producers side by side
    long long stages;                       // upper limit: slices of PL_DOT, or blocks of a window, of which one is in use
    long long stage_bytes;                  // of local memory, up to which stages are added
    long long vector_bytes;                 // bytes that a lane loads or stores at once; 0: one element at a time
    long long vector_aligned;               // 1: only where they begin at a multiple of that
    long long generic_width;                // 1: a body may have the width of its vectors as a parameter; 0: each has its text
    long long functions;                    // 1: a function may contain a function, which names the variables around it
    long long zeros_outside;                // 1: what a copy has outside the array is 0, or 1 in integers; 0: unspecified in floats and structs
    long long dot_tile, dot_slice;          // upper limits: rows and columns of a lane's sums at a time; slice depth
    long long dot_deep;                     // the same, where two slices fit and lanes sum without matrix instructions; 0: no other
    long long dot_steps;                    // of that depth, by which a loop over elements is unrolled; 1: it is not
    long long dot_sums, dot_sums_steps;     // upper limit: sums of a lane that does little else, and the same for one that has so many
    long long piece_bytes;                  // of a line that a lane copies to a slice at once; 0: one element at a time
    long long templates;                    // 1: words copy such slices and windows, and fill registers; 0: loops do
    long long copy_bytes;                   // of a row that a lane copies to a window in local memory, or back, at once; 0: an element
    long long async_bytes;                  // the least that a copy to local memory has if the lane need not wait for it
    long long static_bytes;                 // of local memory in arrays of their own; more is one array; 0: all is in arrays
    long long held_least, held_most;        // bytes of rows that lanes hold in local memory; 0: they hold none
    long long copies;                       // 1: it starts copies and waits for them; 0: they complete where they start
    long long part_loads;                   // a lane that adds up parts waits for so many at once; 1: for each
    long long divides;                      // 1: the launcher divides the steps of a PL_REDUCTION axis among parts
    long long dot_panels;                   // 1: it has a function for PL_DOTs of a program without lanes, which needs a panel
    long long vector_loops;                 // 1: loops of a program without lanes have several elements per iteration
    Replacement *words;                     // what its language calls our terms: "thread" for "work-item"
    int word_count;
};

extern const Machine generic_machine;
// The first machine of a target, which names the others; target NULL: generic_machine. Errors are counted.
Machine *machines_of(const char *templates, const char *target);
long long chosen_value(const Call *call, const char *name, long long otherwise);       // by PL_SCHEDULE, or otherwise
// The machine and those after it, with what PL_SCHEDULE says of the call.
Machine *chosen_machine(const Call *call, const Machine *machine);

const char *in_words(const Machine *m, const char *s);                  // with the terms of its language

// The banks of local memory, of four bytes each. The lanes of a warp access different banks at a time.
enum { BANKS = 32 };

typedef struct {                // between the rows of a block in local memory (plan/banks.c)
    long long elements;
    const char *why;            // "otherwise up to 4 elements of one bank would be accessed at a time on line 7"; NULL: not known
    const char *left;           // "up to 2 elements of one bank are accessed at a time on line 7", whatever the gap; NULL: not known
    const Node *runs;           // a statement that accesses different banks only if lanes have no runs; NULL: there is none
} RowGap;

// ---- plan/plan.c: what a call is on any machine, and when windows are fetched and written back ----------------------

typedef struct {                // what must be checked before an expression of the call is evaluated
    const Node *node;           // a division, whose divisor may be 0; a sum or product, which may overflow; an access to a table
    enum { A_DIVISION = -1, AN_OVERFLOW = -2 } dim;     // or of the table: its subscript may be out of range
    Node *when;                 // the conditions under which it is evaluated, i > 1 && t[i] > 0; NULL: always
    bool varies;                // a division: the conditions, or the divisor, differ between programs
    int map;                    // if it is in the index map of an operand: on this dim
    const char *words;          // of an index map: the message; otherwise the place: "PL_GRID: the extent of i"
    int message;                // its number; 0: the launcher reports it
} RunCheck;

typedef struct {                // what the kernel may report
    const Node *of;             // ND_CHECK, ND_MULTIPLE_OF; NULL: an index map
    unsigned line;
    const char *words, *note;   // note: how template code completes it
} Message;

typedef struct Operand Operand;

typedef struct {                // the variable that has an index: that of the first window with it
    const Operand *operand;     // NULL: there is none
    int dim;
} NamedIndex;

typedef struct {                // an operand's window on one dim of its array
    enum { WINDOW_BLOCK, WINDOW_ONE, WINDOW_FULL, WINDOW_ELEMENT, WINDOW_BOUNDED } kind;
    Node *extent;               // of the array
    Node *shape;                // the same expression as the call writes it, with PL_MULTIPLE_OF
    Node *size;                 // of the window; WINDOW_FULL: the extent; WINDOW_ONE: NULL
    Node *index;                // WINDOW_BLOCK, WINDOW_ONE: of the block; otherwise its start; WINDOW_FULL: NULL
    Node *low, *high;           // WINDOW_ELEMENT: the padding
    Node *count;                // WINDOW_BOUNDED: the number of elements in this program
    bool inside;                // proved: the index is never past the last block
    bool partial;               // it may extend past the array
    int message;                // for an index past the array; 0: proved inside
    int dim;                    // of the ref; -1: dropped
    bool measured;              // the size is known only at run time: the launcher checks that it is positive
    int level;                  // the number of sequential loops in which its start is computed: plan/indices.c
    bool early;                 // that is before the loop in which the window is known, or before all loops
    NamedIndex named;           // a variable has the index
} WindowDim;

struct Operand {
    const Part *part;
    const Symbol *ref;          // the kernel's parameter
    bool read, written;         // the array: read back when read and written
    bool only_read;             // nothing in the launch writes it, by any name: pointers to it are restrict
    int level;                  // the number of sequential loops in which its index is known
    enum { VISIT_EACH, VISIT_MOVED } visits;            // in each iteration of its loop, or only when its index changes
    enum { COPY_NEVER, COPY_PARTIAL, COPY_ALWAYS } copy;       // a copy of the window, or in place
    WindowDim dims[MOST_DIMS];
    int rank;                   // of the array, batch dims included
    RunCheck *checks;           // of its index map
    int check_count;
    bool may_be_left;           // the launcher checks that programs visit all blocks: their index on each dim is
    int covered_by[MOST_DIMS];  // this axis, -1: 0
    bool agrees;                // the window has the extents of the ref for certain; otherwise the launcher compares them
};

typedef struct {
    const Axis *axis;
    bool parallel;
    AxisProof proof;
    int level;                  // sequential: the nth loop, from 1
} PlannedAxis;

// When an operand's blocks are fetched and written back (plan/pipeline.c defines a visit).
typedef struct {
    bool windows;               // it has visits: PL_ATOMIC stays in place
    bool fetched, flushed;      // copied in, copied out
    bool never_varies;          // proved: it is the same block throughout
    bool ahead;                 // PL_LOOKAHEAD: fetched as soon as a buffer is free
    bool buffered;              // PL_BUFFERED; without it, a window that never moves has one buffer
    int buffers;
    bool apart;                 // any two of its windows are equal or have no common element
    int *after, after_count;    // the operands, itself included, whose writes a fetch must see
} Flow;

typedef enum {
    ACTION_FETCH,               // start the copy in of the block that is used buffers - 1 steps later
    ACTION_AWAIT_FETCH,         // wait for it, if this is the first step of the block
    ACTION_FRESH,               // a block that is not fetched begins, if this is its first step
    ACTION_BODY,
    ACTION_FLUSH,               // start the copy out, after the block's last step; with one buffer, wait for it
    ACTION_AWAIT_FLUSH,         // wait for the copies out of earlier blocks
    ACTION_ADVANCE              // the next buffer, if this is the last step of the block
} ActionKind;

typedef struct { ActionKind kind; int operand; } Action;

typedef struct {                // copies of windows: when each starts and is waited for
    int stages;                 // the largest number of buffers: the prologue has stages - 1 rounds of fetches
    long long bytes_of_next;    // that one more buffer of each window would need; 0: no more are useful
    Action *prologue, *steady, *epilogue;
    int prologue_count, steady_count, epilogue_count;
} Pipeline;

typedef struct {                // the strides of a ref, a table, or a block of the kernel's own
    const Symbol *ref;
    Node *strides[MOST_DIMS];   // of its dims
} Layout;

typedef struct {                // where a window is; pl_at_0, pl_at_1 … are indices of loops over the dims of its array
    Node *starts[MOST_DIMS];    // where it begins on each dim of the array
    const char *variables[MOST_DIMS];   // that have these; NULL: none is needed
    // Of dims whose strides in the array, in a copy, or in one in local memory differ: variables have them.
    struct NamedStride { Node *name, *array, *window, *local; } *strides;
    int stride_count;
    Node *offset, *previous;    // of the window in its array; before the index changed
    Node *in_array, *in_window, *in_local;      // of an element from there: in the array, in a copy, in one in local memory
    Node *first;                // of the first element of a run, in the array
    Node *count;                // of its elements
    bool constant;              // that is a constant
    const Node *outside;        // the value of elements outside the array: PL_EDGE; otherwise 0, or 1 for integers: divisors
    Node *buffer;               // where the buffer of the current step begins; NULL: blocks are not fetched ahead
    Names used;                 // by its index map
} WindowPlace;

typedef struct {                // the element of a whole block at pl_at_0, pl_at_1 …
    Node *at[MOST_DIMS], *offset;
    Node *mask;                 // NULL: it is certainly inside the array
} BlockPlace;

typedef struct Lanes Lanes;
typedef struct Step Step;
typedef struct WindowCopy WindowCopy;

typedef struct {                // a loop that may run with several elements per iteration
    const Node *loop;           // PL_EACH or PL_REDUCE; its innermost axis is vectorized
    const Node *body;           // with vectors; of a PL_REDUCE the value
    bool strips;                // its body has loops: it runs over several vectors at a time
} VectorForm;

typedef struct { VectorForm *all; int count; } VectorForms;

typedef struct {                // programs that begin first: plan/order.c
    const Axis *axis;           // along which they have more steps that compute; NULL: none is known
    bool from_end;              // those with larger indices have; otherwise those with smaller ones
    Loc at;                     // of the condition that says so
} Order;

typedef struct Plan {
    const Call *call;
    PlannedAxis *axes;
    int axis_count, levels;
    Operand *operands;          // arrays, in the order of the kernel's parameters
    int operand_count;
    struct TileCheck { const Symbol *tile; int dim; const Node *end, *when; unsigned line; } *tile_checks;
    int tile_check_count;       // loops that end where a size of the call says, and set all elements up to there, when
                                // that holds (NULL: always)
    RunCheck *extent_checks;    // divisions, and what may overflow, in what PL_GRID says and in the extents of PL_CALL's parts
    int extent_check_count;
    Message *messages;          // numbered from 1
    int message_count;
    Flow *flows;                // one for each operand
    Pipeline pipeline;          // of a machine that moves all windows
    Order order;
    VectorForms vector_forms;
    bool unchecked;             // Source.unchecked
    const Lanes *lanes;         // the schedule for a group of lanes
    const Lanes *one;           // that of a program that runs alone: where its windows are, and no more
    struct Barrier **barriers;  // that are placed (prove/place.c)
    int barrier_count;
    struct Plan *next;          // the same call for the next machine of the target, or for long rows; NULL: it has no other schedule
    const char *not_next;       // why it has none, if it might have: "sm_90a: "; otherwise NULL
    // The following are made for emission: plan/names.c, plan/places.c, plan/uses.c.
    const char *prefix;         // of names of the file that are made for the call: add_gpu, add_body
    const char **parameters;    // the names of the call's parameters; those of sizes may have been changed since
    struct NameBase { const char *name, *base; } *bases;        // of blocks, and what names that are made of them begin with
    int base_count;
    Layout *layouts;
    int layout_count;
    WindowPlace *places;        // one for each operand
    struct Buffer *buffers;
    int buffer_count;
    Names used;                 // by the body
    bool returns, prints;       // the body has a return, a PL_PRINT
    bool streams;               // vector forms have stores that bypass caches
} Plan;

// NULL after an error. machine: the first one of the target; clips: whether loops over blocks may end where the arrays end.
Plan *plan_call(const Call *call, const Machine *machine, bool unchecked, bool clips);
void plan_operands(Plan *plan);                                         // plan/operands.c; after axes
const Operand *operand_of(const Plan *plan, const Symbol *ref);         // NULL: a tile, a view; or there is no plan
// Whether an operand that shares the array has the same elements in other places.
bool has_other_shape(const Plan *plan, const Operand *o);
// Twice as many as operands, in the order of visits: those that are written come first, because write-backs precede other
// fetches. NULL: not its turn.
const Operand *in_visit_order(const Plan *plan, int i);
Order plan_order(const Plan *plan);                                     // plan/order.c
int parallel_count(const Plan *plan);                                   // of axes
bool begins_with_longest(const Plan *plan);                             // whether groups begin with other programs than number 0, 1, ...
// plan/bounds.c: sets `inside` if the index is proved to be in range in every program. Clears `partial` if, moreover, all blocks
// of a constant size are whole.
void prove_inside(WindowDim *d, const Call *call);
bool is_promised_multiple(const Node *n, long long of);                     // certainly, or by PL_MULTIPLE_OF
int array_dim(const Operand *o, int dim);                                  // the dim of the array for this dim of the ref; -1: none
bool is_bounded(const Operand *o);                                       // its window, on some dim
bool is_whole_number(const Node *shape, const Node *block);              // certainly, of blocks: by its form or by a promise
void plan_checks(Plan *plan);                                            // plan/checks.c
void plan_covers(Plan *plan);                                            // plan/covers.c
void plan_agreements(Plan *plan);                                        // the same; after names, by which sizes are compared
void plan_messages(Plan *plan);                                         // plan/messages.c
int message_of(const Plan *plan, const Node *n); // of a PL_CHECK; of a PL_MULTIPLE_OF: those on one line have one message
bool divides(const Node *n);                             // /, % or PL_CDIV
// Whether its index map has something that is checked in more than so many loops over steps: with o->level, in the step of the
// window; with 0, in some loop.
bool map_may_fail(const Operand *o, int loops);
bool map_reports(const Operand *o, int loops);           // also where it is computed, not only before
bool is_checked_in_step(const Operand *o, int loops);    // its index map, or that it is in range
// plan/indices.c: sets where the indices of windows are computed.
void plan_indices(Plan *plan, const Machine *machine);
bool is_new_index(const Operand *o, int d);              // its variable, if it has one, is not that of an earlier window
bool has_same_check(const WindowDim *a, const WindowDim *b);     // of the index, which is the same
bool is_checked_with_another(const Operand *o, int d);   // the window that has the variable has the same check
// Whether the indices of all steps are checked before the first one, because windows are fetched in earlier steps than their own.
bool is_checked_ahead(const Lanes *l, const Operand *o);
bool is_dim_checked_ahead(const Lanes *l, const Operand *o, int d);     // that on this dim
// plan/pipeline.c: flows and actions.
Flow *plan_flows(const Plan *plan);
Pipeline plan_pipeline(const Flow *flows, int count);
bool shares_elements(const Plan *plan, const Operand *o);   // whether a step may read what another wrote to another window

// ---- plan/lanes.c: one program run by a group of lanes that share memory --------------------------------------------
//
// Lanes are arranged in rows and columns, with one arrangement per kernel: lane = row * columns + column, unless it is turned
// or warps are tiles.
// For matrix instructions it is that of their sums, from the machine file.

typedef enum {                  // how the iterations of an axis are distributed over the lanes
    NOT_DISTRIBUTED,            // every lane that reaches the loop runs all of them
    CYCLIC_LANES,               // index - lo modulo the number of lanes
    CYCLIC_ROWS,                // … modulo rows: the lanes of a row work on the same one
    CYCLIC_COLUMNS,             // … modulo columns
    CONTIGUOUS_LANES,           // each lane a contiguous run, in order: for a reduction that does not commute
    CONTIGUOUS_COLUMNS          // the same, over the lanes of a row
} Distribution;

typedef enum { NOT_SINGLE, SINGLE_GROUP, SINGLE_ROW } SingleLane;   // run by lane 0; by column 0 of each row

typedef enum {                  // who owns the elements of a block; except for the first, it is in registers
    LAYOUT_MEMORY,              // any lane: it is in memory
    LAYOUT_TILE,                // (r, c) in lane (r % rows, c % columns): PL_DOT's sums, or combined with such
    LAYOUT_ROWS,                // r in every lane of row r % rows: a slice of such a tile
    LAYOUT_COLUMNS,             // c in lane c % columns of a row: a tile of one iteration of a shared PL_EACH
    LAYOUT_FLAT                 // like a tile, or e in lane e modulo lanes; another arrangement would be correct, too
} LaneLayout;

typedef enum { MEMORY_GLOBAL = 1, MEMORY_LOCAL = 2, MEMORY_PRIVATE = 4 } MemoryKind;

typedef enum {                  // where the lanes access the window of an operand
    WINDOW_IN_PLACE,            // in its array
    WINDOW_MASKED,              // in its array; if it extends past the array, only the elements inside
    WINDOW_LOCAL,               // as a copy in local memory
    WINDOW_REGISTERS,           // in registers, for the whole visit; stored at its end, or when the index has changed
    WINDOW_COPIED               // as a copy in global memory, always or if it extends past the array
} Placement;

typedef enum {                  // where a barrier is
    BARRIER_BEFORE,             // a statement
    BARRIER_WITHIN,             // inside a reduction by many lanes or a PL_DOT by slices: after its first part
    BARRIER_FINAL,              // inside such a statement, after its last part
    BARRIER_AT_END,             // of a loop's body: its condition is evaluated again
    BARRIER_FETCH,              // of an operand: before its window is copied in, or back and in
    BARRIER_BETWEEN,            // after one block is copied back, before the next is copied in
    BARRIER_FETCHED,            // after it was copied in
    BARRIER_END_VISIT               // before it is copied back
} BarrierPlace;

// A place where the lanes of a group may wait for each other, at a step or an operand. prove/place.c decides whether they do.
typedef struct Barrier {
    BarrierPlace place;
    const Step *step;
    const Operand *operand;
    bool placed;                // they wait
    int memories;               // MemoryKind flags: the memory that is ordered
    int skips;                  // MemoryKind flags: what it need not order
    bool needs_both;            // found to need global memory, too
    const char *why;            // which access must precede which
    bool row;                   // only the lanes of one row, and so of one warp, wait for each other
    bool warp;                  // the lanes that wait are all in one warp: of a row, or of a group that is one
    struct Barrier *outside;    // the last place before the loop in which this one is; NULL: there is none
    bool in_loop;               // of the kernel, whose iterations run one after the other
    bool in_rows;               // in a PL_EACH whose rows lanes share
} Barrier;

// How a group reads an operand of a PL_DOT: in place, or in slices that it copies to local memory, first those of x.
typedef struct {
    bool sliced;
    bool by_lines;              // a slice has the lines of memory, which all lanes copy, neighbors by neighbors
    bool by_columns;            // otherwise rows of lanes copy columns of the operand, if they are dense in memory, or rows
    bool turned;                // a line of the slice is a column of the operand
    bool transposes;            // lanes of the producer transpose it, from a slice with the lines of memory
    int fetched_use;            // the array of those, in Lanes.uses
    const Operand *masked;      // the window that slices are copied from with masks; NULL: none are needed
    bool zero_outside;          // elements outside the array are 0 in a slice
    Node *mask;                 // of the element that is copied: its indices are copied_node()s (plan/places.c)
    int use;                    // the array of its slices, in Lanes.uses
    const char *name;           // of a slice, after that of the operand: "slice", "left_slice"
    bool named_apart;           // the array is named after another operand
    long long piece;            // elements that a lane copies at once if lines begin at a multiple of them; 1: one at a time
    long long lines, line, pitch;           // of a slice: its lines, the elements of one, and those from one to the next
} DotSide;

// How a group runs a PL_DOT: plan/dot.c computes it once.
typedef struct {
    long long rows, columns, depth;         // of z, and the number of products in a sum
    long long height, width, slice;         // what the group computes at a time: of z, and of the depth
    long long tile_rows, tile_columns;      // a lane's part of that
    bool rows_fit, columns_fit, slices_fit; // all of them have the same size; otherwise the last are masked
    DotSide x, y;
    bool sliced;                            // at least one of them is
    bool mma;                               // by matrix instructions: slices have the operands' type
    bool in_registers;                      // z is in registers throughout
    bool from_zero;                         // the sums begin at 0, whatever z contains
    long long slices;                       // along the depth
    bool repeats;                           // several slices are copied, one after the other
    bool narrow;                            // offsets in all three blocks are ints
    bool ahead;                 // the next slices may be fetched while one is used, if memory for stages is left
} DotSchedule;

// ---- plan/work.c: what loops over blocks do, for machines with vector units ------------------------------------------

typedef struct {                // operations on each element of a block; cross-lane ones on each row
    Node *rows, *columns;       // of the block, or of what is run of it
    const Type *type;           // the widest of its elements
    int vector, transcendental, cross_lane, loads, stores;
    const LoopAxis **axes;      // the loops around it, in the nest
    int axis_count;
} NestWork;

typedef struct { NestWork *all; int count; } NestWorks;

NestWorks works_of(const Node *nest);                       // a PL_EACH with all that is in it, PL_REDUCE, PL_FILL or PL_ASSIGN
bool needs_data(const Call *call);      // whether control flow or checks of its kernel may depend on elements

// ---- plan/steps.c: the statements of a body as they are run ---------------------------------------------------------

typedef struct {                // a loop of a step: over an axis of its node, or over a dim of a whole block
    const LoopAxis *axis;       // NULL: over a dim
    int dim;
    Node *low, *high;           // low NULL: 0
    enum { BOUND_CONSTANT, BOUND_INVARIANT, BOUND_DEPENDENT } bound;    // computed once, or from an index of an outer axis
    Distribution how;
    long long trips;            // of each lane, through elements in registers; 0: as many as its part has
    bool full;                  // in the last of them, every lane has an element
    bool unrolled;              // the index selects registers
    const struct Clip *clip;    // where it ends with an array; NULL: with the block
    bool named;                 // something other than registers uses the index
    // Over runs of neighbors, which are whole where vectors are used, or the last of which may be short.
    enum { RUNS_NONE, RUNS_WHOLE, RUNS_CHECKED, RUNS_SHORT } runs;
    enum { USED_ALWAYS, USED_BY_ELEMENTS, USED_NEVER } use;     // of the index in a run: also outside the vectors
    const struct Vector **vectors;
    int vector_count;
    bool narrow;                // an int counts it, and offsets are ints
} StepLoop;

typedef struct {                // what is around a step
    const Plan *plan;           // NULL: the body of a helper, which no lanes share
    const Lanes *lanes;
    const Node *loops[MOST_AROUND];      // the enclosing PL_EACH and PL_REDUCE, outermost first
    int loop_count;
    const Step *c_loop;         // the innermost for, while or do in them; NULL: a continue is for the loop of the lanes
    bool direct;                // every iteration of the innermost PL_EACH reaches the step at most once
    bool versions;              // it has two versions, or a step around it has
    const Node *checked;        // the mask that an if around it checks; NULL: none
} StepContext;

typedef enum { BY_LANE, BY_ROW, BY_GROUP, BY_ELEMENT } Sharing; // BY_ELEMENT: the lane of each iteration, once

typedef enum {                  // how a PL_REDUCE combines elements, or the partial results of the lanes that share it
    REDUCED_IN_ORDER,           // one after the other, by each lane
    REDUCED_BY_SHUFFLES,        // the lanes of a warp exchange registers
    REDUCED_BY_WARPS,           // so do those of each warp; then each lane combines the results of the warps, from local memory
    REDUCED_BY_HALVES           // in local memory: half of the lanes combine theirs with those of the others, and again
} Reduction;

typedef struct {                // an element that an expression of a step accesses, or a PL_INSIDE in it
    const Node *node;           // an ND_ACCESS, an ND_INSIDE, or a choice by one
    Node *condition;            // of an element: its mask, unless it has been checked; otherwise of PL_INSIDE; NULL: always
    bool guards;                // a choice: its condition is the mask of the element in its first arm, too
    const struct Vector *vector;        // whose element it is; NULL: it is loaded and stored alone
    struct IndexPattern { const Symbol *index; AccessPattern pattern; } *patterns;
    int pattern_count;          // along the indices of the enclosing loops on which it depends
} Element;

struct Step {
    const Node *node;
    Barrier *before, *within, *final, *at_end;
    const Step *continued;      // a continue: its loop, whose barrier at the end it needs, too; NULL: a loop that lanes share
    SingleLane single;
    Reduction reduction;
    Sharing sharing;            // of a reduction: the lanes that reduce together; of a check: how often it is made;
                                // of a PL_EACH: BY_ROW, if a row of lanes runs an iteration; of a PL_DOT: BY_GROUP
    StepLoop *loops;
    int loop_count;
    bool unrolled;              // a for whose index selects registers
    const Operand **masked;     // windows: if all of these are whole, and so are others,
    int masked_count;
    const Operand **aligned;    // and all of these begin at multiples of a vector, a version without masks runs, with vectors
    int aligned_count;
    const Node **divided;       // for these, too: sizes that the kernel then checks to be multiples of a run
    int divided_count;
    const Node *stored;         // an element that it stores to, if that is all and
    Node *mask;                 // this is true
    Node *guarded;              // an if by PL_INSIDE: the mask that it checks for elements in its body; NULL: another step
    Element *elements;          // in the expressions that the step itself evaluates
    int element_count;
    const VectorForm *form;     // several elements per iteration, on any machine; NULL: none
    const DotSchedule *dot;     // NULL: one lane runs it, or sizes are known only at run time
    const BlockPlace *to, *from;        // of a PL_FILL or PL_ASSIGN of blocks (plan/places.c)
    const char *buffer;         // a tile, a PL_DOT: the name of its memory, of memory for a panel (plan/names.c)
    bool scope;                 // guarded, and its body declares variables
    const Node **certain;       // conditions in a PL_EACH that hold for all of its elements
    int certain_count;
    Node *certain_if;           // if this does; NULL: it has no version without them
    bool entered;               // a label, and control also falls through to it
    bool is_number;             // a PL_FILL with a literal
    long long registers[MOST_DIMS]; // of a tile or view in registers: a lane's elements on each dim
    bool omitted;               // it does nothing
    StepKind outside;           // it runs before loops over the steps of a program, or after them; STEP_EACH: in them
    int outside_level;          // the outermost of these loops
    bool overlaps;              // a PL_DOT that a producer fetches for: it ends while that of the next step is being computed
    bool absorbed;              // a PL_FILL that does nothing: the sums of the PL_DOT after it begin with its value
    Step **items;               // of a block
    int item_count;
    Step *body, *otherwise;
};

typedef struct {                // pieces of a window that lanes share by number; count 0: they do not
    long long length, count;    // length: the elements of a piece
    Node *first[MOST_DIMS];     // for each dim of the array: the index of the first element of pl_piece; NULL: the dim is dropped
    int row;                    // the dim whose stride the kernel must find to be a multiple of the length; -1: none
} Pieces;

struct WindowCopy {             // of the window of an operand: into registers or memory, and back
    Barrier *fetch, *between, *fetched, *end;           // as BarrierPlace says
    bool waits;                 // then, for the copies of this window and of those before it that lanes have started
    Pieces pieces, elements;    // pieces of several elements; elements, if lanes share these by number, too
    StepLoop loops[MOST_DIMS];  // for each dim of the array, except those that are dropped
    bool aligned;               // the copy itself checks that its vectors are aligned, because other code has none; and
    const Node *divided;        // that this size is a multiple of a run; NULL: it is certain
};

// The row or the column of a lane: the sum of lane / over % of * times. of 0: without a remainder; times 0: no further terms.
typedef struct { struct LaneTerm { int over, of, times; } terms[3]; } LaneNumber;

typedef struct {                // plan/lanes.c: a group of lanes, and which of them run what
    const Machine *machine;
    int rows, columns;
    int run;                    // adjacent elements of a row in one lane: c is in lane (c / run % columns)
    bool turned;                // (r, c) is lane c * rows + r: neighboring lanes are in neighboring rows; otherwise r * columns + c
    bool warps_are_tiles;       // of 4 rows and 8 columns of lanes; see row_number
    bool tiled;                 // PL_DOT arranges the lanes: run is the same in all versions of a statement, and 1 elsewhere
    bool shrinks;               // the launcher may choose fewer: half of the columns, half of that, …
    bool mma;                   // for matrix instructions: run is the machine's, and columns are a multiple of its mma_across
    const char *no_mma;         // why matrix instructions do not multiply, if the machine has them; NULL: they do
    const char *no_runs;        // why run is 1; NULL: it is larger, or was not to be
    const char *fewer;          // why run is not twice as large; NULL: a vector has no more bytes
    long long slice;            // the depth of slices of PL_DOT
    long long slice_bytes;      // local memory that is reserved for slices of PL_DOT
    const char *rejected;       // why lanes cannot share the kernel; NULL: they can
    Loc rejected_at;
    struct LoopDistribution { const Symbol *index; Distribution how; } *distributions;
    int distribution_count;
    struct SingleStatement { const Node *statement; SingleLane how; } *singles;
    int single_count;
    const Node **shared;        // PL_EACH with a row of lanes for each iteration
    int shared_count;
    const Symbol **iteration_tiles;     // tiles of one iteration of a PL_EACH, which one lane runs
    int iteration_tile_count;
    struct Unshared { const Node *each; const char *why; } *unshared;   // PL_EACH whose iterations run long loops in one lane
    int unshared_count;
} LaneGroup;

typedef struct {                // plan/layouts.c: which blocks live in registers
    struct BlockLayout { const Symbol *ref; LaneLayout layout; long long registers; const char *why; } *blocks;
    int block_count;            // blocks that are read after they were written; registers: 4-byte registers per lane
    const Node **by_rows;       // statements that only set values of a row, which all of its lanes hold: they all run them
    int by_row_count;
    struct LoopTrips { const Symbol *index; long long trips; } *trips;  // see trips_of
    int trip_count;
    const Symbol **unrolled;    // indices that select registers: their loops are unrolled
    int unrolled_count;
} Layouts;

typedef struct {                // plan/clip.c: loops that end with arrays
    struct Clip { const Symbol *index; const Node *loop; const Operand *operand; int dim; } *clips;
    int clip_count;             // axes of loops that end where this operand's array ends, on this dim of it
    struct Cut { const Operand *operand; int dim; } *cuts;
    int cut_count;              // dims of windows on which all loops end there
} Clips;

typedef struct {                // plan/placements.c, plan/windows.c: the memory of blocks, and where windows are accessed
    struct BlockPlacement {
        const Symbol *ref;
        MemoryKind memory;
        const char *what, *why; // what: "tile"
        long long bytes;
        RowGap gap;
        bool left_out;          // not in local memory, for lack of space
    } *blocks;
    int block_count;
    struct WindowPlacement { const Operand *operand; Placement how; long long bytes; RowGap gap; const char *why, *no_copy;
                             long long piece; bool flat, async; const char *smaller; } *windows;
    int window_count;           // for WINDOW_LOCAL: the bytes of the copy, and the gap between its rows
                                // no_copy: why a copy would help, but is not made; NULL: any other
                                // piece: the elements that a lane copies at once where they begin at a multiple of their
                                // size, or 1; async: then, a lane waits for all its elements together; smaller: why a piece
                                // is not as large as the machine's; flat: elements that are copied one by one are numbered
                                // over the block; otherwise there are loops over dims
    long long local_bytes;      // of both, and of what is reserved for slices of PL_DOT
    long long slice_gaps;       // the most bytes between the lines of slices, in which other gaps would not fit
} Placements;

typedef struct {                // plan/vectors.c: neighbors that one lane loads and stores as a vector
    struct Vector {
        const Node *loop; // or PL_FILL, PL_ASSIGN; NULL: a window that is copied to registers, or back
        const Node *place;      // the access in the loop; NULL: each element of the ref
        const Symbol *ref;
        bool loads, stores;     // before, after the elements of a run
        const Node *first;      // the statement that accesses it first
        const char *name;       // plan/names.c
        Node *offset;           // of the first element of a run (plan/places.c)
    } *vectors;
    int vector_count;
    struct SingleAccess {
        const Node *loop;
        const Symbol *ref;
        const Node *place;      // this and loop: as in Vector
        const char *why;
        bool repeated;          // by a loop within
    } *single_accesses;         // accesses along rows that are of one element
    int single_access_count;
    struct RunLoop { const Node *loop; const LoopAxis *axis; bool whole, checked; } *run_loops;
    int run_loop_count;         // over runs; whole: every run is complete; checked: where the loop uses vectors
    const Node **promised;      // sizes that the call promises to be multiples of run
    int promised_count;
    const Node **relied;        // those of them that the kernel would otherwise check
    int relied_count;
    const Node **divided;       // sizes that the kernel checks to be multiples of run; if tiled, where it uses vectors
    int divided_count;
    const Operand **aligned;    // arrays that the kernel checks to begin at a multiple of 16 bytes, likewise
    int aligned_count;
    const char *no_runs;        // why there are none
} LaneVectors;

typedef struct {                // plan/held.c: rows that lanes hold in local memory, from one loop to the next
    // contents: "x, then of o"; last: the last loop of the scope that finds the current row there
    struct HeldPlace { const Operand *first; const Node *extent; const char *contents; int last; } *places;
    int place_count;
    // fetched: it is copied there before the loop; found: it is loaded from there, then, too; kept: it is stored there; stored: it is
    // stored to the array, if it was set
    struct HeldVector { const struct Vector *vector; int place; bool fetched, found, kept, stored; } *vectors;
    int vector_count;
    bool in_part;               // as many elements of each row as there is room for: pl_held, which the launcher chooses
} HeldRows;

enum { MOST_TOGETHER = 16 };    // loads that a lane starts together

typedef struct {                // plan/carried.c: partial results that lanes carry from step to step
    // count: the elements of a lane
    struct CarriedParts { const Node *each, *reduce; const Operand *operand; long long count; } *all;
    int count;
    long long groups;           // that should be resident together, so that enough loads are in flight; 1: any number
} Carried;

typedef struct {                // plan/dot.c: how the group multiplies
    // fill: the PL_FILL with 0 that its sums begin with, or NULL
    struct Dot { const Node *node, *fill; DotSchedule schedule; } *dots;
    int dot_count;
    const Node *across;         // a PL_DOT that may also fetch the slices of the next steps, if memory is left for stages; or NULL
    const char *not_across;     // why there is none
} Dots;

typedef struct {                // plan/postpone.c: a PL_DOT that lanes issue in the next step
    const Node *dot;            // NULL: there is none
    const Node *first;          // behind this one
    const Node *awaited;        // its sums are complete before this statement
    const Node *rows;           // a loop over rows that is split: NULL: none is
    const Node **last;          // the statements in it that access the sums, and run after the others,
    int last_count;
    const Symbol **saved;       // with these locals of each row
    int saved_count;
} Postponed;

typedef struct {                // plan/scaled.c: scores that are scaled where their exponentials are computed
    const Node *scaling;        // the loop that multiplies them where it is written; NULL: there is none
    const Node *product, *score, *factor;       // in it: score * factor
    bool masked;                // in it some scores become -INFINITY
    const Node *maximum;        // the PL_REDUCE of a row
    const Node *power;          // expf(score - maximum)
} Scaled;

typedef struct {                // plan/chain.c: several PL_DOTs whose operands a producer fetches, a block at a time
    struct Fed {
        const Node *dot;
        const Operand *operand; // of the PL_DOT
        bool stays;             // for all steps; otherwise the blocks of further steps are fetched ahead, in stages
        DotSide *side;
    } *fed;
    int fed_count;              // 0: there is no chain
    const Node *within;         // the block whose statements are the PL_DOTs
    const Node *condition;      // of the steps that run it; NULL: all do
    const char *why_not;        // NULL: there is one, or there are no several PL_DOTs
    long long stages;
    long long together;         // the groups that a multiprocessor runs together, one of which multiplies while another computes
    Postponed postponed;
    Scaled scaled;
} Chain;

typedef struct {                // plan/pairs.c: programs in pairs, whose groups run together and share what is fetched
    int axis;                   // of the plan: they are neighbors along it
    const Symbol *shared;       // the operand whose blocks both need; NULL: there are no pairs
    const char *why_not;        // NULL: there are, or the machine has none
} Pairs;

typedef struct {                // plan/local.c: the contents of the group's local memory
    struct LocalUse {
        const char *what;       // "scratch", "tile", "window", "row"; or, shared by statements: "reduction", "x_slice", "y_slice",
                                // "x_fetched", "y_fetched"; "results", which are stored from there
        const Symbol *ref;      // NULL: shared
        const Symbol *of;       // the operand of the first slice, or of a row
        const Type *type;
        const char *name;       // of slices, after that of this operand
        const char *array;      // of slices: the name of their array (plan/names.c)
        long long stages;       // of slices: as many as it holds
        bool of_scan;           // the first statement that shares it is a PL_SCAN
        bool narrow;            // a slice in its operand's type, for matrix instructions
        bool fetched;           // a slice with the lines of memory, which is then transposed
        bool aligned;           // it begins at a multiple of 16 bytes
        RowGap gap;             // after its rows; those of slices only have a reason
        const struct HeldPlace *held;           // of a row
        long long elements, rows, bytes;        // bytes: of all stages; of a row -1: known only at run time
        Loc at;
    } *uses;
    int use_count;              // of local memory
    long long bytes;            // all of these
    long long stages;           // slices that fit; 1: each is fetched after the previous one was used
    long long budget_of_next;   // the local memory that one more would need; 0: no more are useful
    const Node *across;         // a PL_DOT that also fetches the slices of the next steps; NULL: there is none
} LocalMemory;

typedef struct {                // plan/pipeline.c: the windows that are fetched ahead
    Pipeline *pipelines;        // for each loop over steps; NULL: there are none
    // Windows in local memory; buffers 0: why it is not fetched ahead.
    struct WindowFetch { const Operand *operand; int buffers; const char *not_ahead; } *windows;
    int window_count;
} Fetches;

struct Lanes {                  // the results of the passes that plan/schedule.c calls, in their order
    LaneGroup group;
    Layouts layouts;
    Clips clips;
    Placements placements;
    LaneVectors vectors;
    HeldRows held;
    bool persistent;            // a group runs one program after the other
    Carried carried;
    Dots dots;
    Chain chain;
    Pairs pairs;
    LocalMemory local;
    Fetches fetches;
    Step *body;                 // the kernel's statements, as the lanes run them
    WindowCopy *copies;         // one for each operand
};

// Memory that the kernel needs: for copies of windows, for scratch and tiles, and for panels of a PL_DOT.
struct Buffer {
    const char *name;
    const Symbol *of;
    Node *count;
    long long elements;         // the same, gaps included; 0: known at run time
    int memory;                 // a MemoryKind; 0: lanes have no such copy
    RowGap gap;
};

typedef struct { const Lanes *lanes, *held; } Schedules;                // held: for long rows, if they have one of their own; or NULL
Schedules plan_schedules(const Plan *plan, const Machine *machine, bool clips);     // plan/schedule.c
const Lanes *plan_one(const Plan *plan, const Machine *machine);        // the same
// vectors: whether lanes may have runs of neighbors; of_row: the lanes that hold a row (plan/held.c); 0: any number
LaneGroup plan_group(const Plan *plan, const Machine *machine, bool vectors, bool deep, int of_row);
Distribution distribution_of(const LaneGroup *l, const Symbol *index);
SingleLane single_of(const Lanes *l, const Node *statement);
bool is_shared(const LaneGroup *l, const Node *each);
bool is_collective(const Node *n, const void *unused);      // a Test: PL_EACH, PL_REDUCE
LaneNumber row_number(const LaneGroup *l);                      // of the lane in its group
LaneNumber column_number(const LaneGroup *l);
bool is_shared_by_rows(const Step *s);                                  // a PL_EACH, each iteration by the lanes of a row
const char *column_name(const LaneGroup *l);                            // of the variable that has it
int number_of_lane(LaneNumber n, int lane);
long long groups_beside(const LaneGroup *l);                    // those with the sums of a row, of lanes that run matrix instructions
bool row_is_in_warp(const LaneGroup *l);                        // the lanes of a row exchange registers
bool shares_in_warp(const LaneGroup *l, bool row);              // row: the lanes of a row; otherwise all of the group
Reduction reduction_of(const LaneGroup *l, const Node *reduce, bool row);
long long scan_team(const LaneGroup *l, bool row);      // lanes that read each other's parts of a PL_SCAN by halves
bool has_one_round(const LaneGroup *l, const Node *each);       // a PL_SCAN: whether each lane has at most one element
bool is_distributed(const LaneGroup *l, const Node *loop);           // an axis of it over lanes
MemoryKind memory_of(const Placements *l, const Symbol *ref);    // of tiles, scratch and the windows of operands
RowGap gap_of_block(const Placements *l, const Symbol *ref);      // of a block of the kernel's own
long long axis_count(const LoopAxis *axis);             // -1: known at run time
bool is_kept_in(const Node *value, const Node *loop);   // as the end of one of its axes
bool ends_within(const Access *a, const LoopAxis *axis, const Node *extent);    // as a subscript of the access
long long block_bytes(const Symbol *ref);               // -1: known at run time, or too large
bool is_pointed_into(const Symbol *ref, const Node *body);
bool has_int_offsets(const Plan *plan, const Symbol *ref);  // whether offsets within the block are ints

// ---- plan/dot.c: PL_DOT by a group: tiles of the result in registers, slices of the operands in local memory --------

Dots plan_dots(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Placements *placements, bool persistent);
const Node *dot_depth(const Node *dot);                      // the number of products in a sum
// NULL: sizes are known only at run time, or a single lane runs it.
const DotSchedule *schedule_of(const Dots *l, const Node *dot);
bool copies_slices(const Node *dot, const DotSchedule *s, const Symbol *ref);   // whether ref is an operand that it copies in slices
// Unless a single lane runs it; false: its sizes are known only at run time.
bool runs_by_tiles(const LaneGroup *l, const Node *dot);
const char *why_no_mma(const Machine *m, const Node *dot);  // why matrix instructions cannot multiply; NULL: they can
bool has_aligned_lines(const Dots *l, const Symbol *ref);   // whether they read it in local memory
// Whether a view has the place that its declaration would give it where it is multiplied, so that slices have masks.
bool has_steady_place(const Symbol *ref, const Node *body);
void name_slices(Dots *dots, LocalMemory *l);
bool is_zero(const Node *value);                            // of a PL_FILL, of PL_EDGE
const char *why_not_numbered(const Plan *plan);             // steps, over all sequential axes; NULL: they are
// Why its window cannot be computed before the step that uses it; NULL: it can.
const char *why_not_computed_early(const Plan *plan, const Placements *placements, const Operand *o);
// Whether its window is computed early, where its slices are fetched.
bool is_fetched_across(const Lanes *l, const Operand *o);
// Whether each program runs with vectors if its windows are whole and rows allow it, and else without, rather than all alike.
bool chooses_in_programs(const Plan *plan);
const Axis *axis_of_level(const Plan *plan, int level);     // that the nth loop over steps counts, from 1
// The outermost of the loops of which n->b runs in the first step alone, or in the last one alone; 0: it has another condition.
int level_alone(const Plan *plan, const Node *n, StepKind kind);
long long stages_of(const Lanes *l, const DotSchedule *s);               // of its slices in memory; 1: they are not fetched ahead
// Whether a barrier after the products of a slice is the only one before the next copies overwrite it.
bool waits_for_reads(const Lanes *l, const DotSchedule *s);
// Whether the sums of the next PL_DOT begin with its value, so that it writes nothing.
bool is_absorbed(const Dots *l, const Node *fill);

// ---- plan/boxes.c: slices that a producer copies in boxes ------------------------------------------------------------

enum { BOX_LINE = 128 };        // the bytes of a line of a slice: a copy of a box swaps 16-byte parts within it

// The elements that a copy for a slice of the operand has on a dim of its array; 0: it has no slices.
long long box_extent(const Plan *plan, const Operand *o, int d);
const char *why_no_boxes(const Plan *plan, const Node *operand, const DotSide *side);       // NULL: the operand comes in boxes

long long lines_of_slice(const DotSide *side);              // as it is fetched
long long width_of_slice(const DotSide *side);              // the same: the elements of a line
// Whether panels of slices of the operand, which pairs share, are divided in half: there are not two panels, or four, for two groups.
bool has_half_boxes(const Lanes *l, const Symbol *ref, const DotSide *side);

// ---- plan/pairs.c: programs in pairs, which share what is fetched ------------------------------------------------------

Pairs plan_pairs(const Plan *plan, const Lanes *l);
bool has_pairs(const Lanes *l);
bool is_result_of_steps(const Plan *plan, const Operand *o);    // whether the last step sets all of its blocks, as those of sums
long long bytes_of_results(const Lanes *l);             // of local memory, from which results are stored
long long extent_of_results(const Operand *o, int d);   // of a box that is stored, on a dim of the array

// ---- plan/producer.c: lanes that fetch for the others ---------------------------------------------------------------

bool has_producer(const Lanes *l);                          // a machine's schedule that has none is not used
bool transposes_slices(const Lanes *l);                   // whether some of its lanes transpose what one has fetched
const char *why_no_producer(const Plan *plan);              // NULL: it has one

// ---- plan/registers.c: registers of lanes with a producer ------------------------------------------------------------

enum { OTHER_REGISTERS = 48 };                              // that a lane needs besides those of blocks
long long groups_together(const Lanes *l);                  // on a multiprocessor
// Of a lane that fetches, and of one that multiplies, while so many groups run together; 0: lanes keep what they begin with.
long long registers_of_fetching(const LaneGroup *l, long long together, bool transposes);
long long registers_of_multiplying(const LaneGroup *l, long long together, bool transposes);
long long registers_for_blocks(const Machine *m, long long lanes);              // of a lane, if so many multiply

// ---- plan/chain.c: several PL_DOTs whose sums stay in registers -----------------------------------------------------

// Sums that a PL_FILL sets to 0 directly before their PL_DOT begin there.
Chain plan_chain(const Plan *plan, const Lanes *l, Dots *dots);
const struct Fed *fed_side(const Chain *c, const DotSide *side);        // NULL: a producer does not fetch it
bool is_fed(const Chain *c, const Operand *o);
long long first_barrier(const Chain *c, const struct Fed *fed);        // the number of its first stage, among those of all
long long stage_count(const Lanes *l);                      // the stages of all that a producer fetches
bool is_needed_before(const Node *declared, const Chain *c, const Node *body);  // whether the condition of the chain needs it

// ---- plan/outside.c -------------------------------------------------------------------------------------------------

void move_outside(const Plan *plan);                        // what the first and the last step alone run

// ---- plan/postpone.c: the last PL_DOT of a chain, issued in the next step -------------------------------------------

Postponed postponed_of(const Plan *plan, const Lanes *l, const Chain *c, const Dots *dots);
Scaled scaled_of(const Plan *plan, const Lanes *l, const Chain *c);     // plan/scaled.c
bool needs_postponed(const Plan *plan, const Chain *c, const Node *n);  // whether the statement accesses its sums, in the last step
bool is_last_of_rows(const Postponed *p, const Node *n);                // a statement of the loop that is split

// ---- plan/layouts.c: which blocks live in registers -----------------------------------------------------------------

Layouts plan_layouts(const Plan *plan, const LaneGroup *l);
const struct BlockLayout *block_layout(const Layouts *l, const Symbol *ref);  // NULL: it is only read or only written
bool in_registers(const Layouts *l, const Symbol *ref);
bool is_unrolled(const Layouts *l, const Symbol *index);   // whether it selects registers
bool reads_again(const Symbol *ref, const Node *body);  // whether it reads an element that it may have set
// How lanes share the elements of a whole block, or of the window of an operand, along one of its dims.
Distribution distribution_of_dim(const LaneGroup *l, const Layouts *layouts, const Symbol *ref, int dim);
int lane_count(const LaneGroup *l, Distribution how);     // number of lanes that share such an axis
int run_along(const LaneGroup *l, Distribution how);   // adjacent elements of one lane
int lane_period(const LaneGroup *l, Distribution how); // after this many elements the first lane has the same ones again
int lane_step(const LaneGroup *l, Distribution how);   // from an element of a lane to its next one, if it has no runs
// The largest number of these elements that a lane has.
long long trips_over(const LaneGroup *l, long long count, Distribution how);
// Each lane's trips through a loop over elements in registers; for other loops 0.
long long trips_of(const Layouts *l, const Symbol *index);

// ---- plan/clip.c: loops over blocks that end where the arrays end ---------------------------------------------------

Clips plan_clips(const Plan *plan, const LaneGroup *l, const Layouts *layouts);
const struct Clip *clip_of(const Clips *l, const Symbol *index);        // NULL: the axis ends with the block
bool is_clipped(const Clips *l, const Operand *o, int d);               // whether an axis ends with the array on this dim
bool is_cut(const Clips *l, const Operand *o, int dim);                 // whether nothing accesses it past the edge
bool extends_past(const Clips *l, const Operand *o);    // whether lanes may access elements that are not in the array
bool waits_in_clip(const Plan *plan);                 // whether a barrier is at a place that not all lanes reach

// ---- plan/windows.c: where lanes access the window of an operand ----------------------------------------------------

Placements plan_placements(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Clips *clips);
void plan_windows(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Clips *clips, Placements *to);
const struct WindowPlacement *placement_of(const Placements *l, const Operand *o);
Placement window_placement(const Placements *l, const Operand *o);
// The operand whose window this is, if it is accessed in place, with masks at the edge; otherwise NULL.
const Operand *masked_window(const Plan *plan, const Placements *l, const Symbol *ref);
const Operand *masked_in(const StepContext *context, const Symbol *ref);    // the same; in a helper NULL
bool masks_statement(const Node *n);        // whether it has two versions: with masks, and for whole blocks
const Node *masked_store(const Node *statement);    // the element that it stores to, if it does nothing else; or NULL

// ---- plan/pieces.c: how lanes share the copy of a window, and how many elements they copy at once --------------------

void plan_pieces(const LaneGroup *l, const Layouts *layouts, struct WindowPlacement *k);
void wait_for_each(const Plan *plan);                       // for each copy where it ends
void plan_waits(const Plan *plan);                          // once for several, between barriers, which wait for no copies
bool copied_by_owners(const Lanes *l, const Operand *o);        // each element by the lane that has it in loops over the block
bool is_async_element(const Machine *m, const Type *type);      // whether a copy of one may start, and be waited for later
bool has_one_piece(const LaneGroup *l, long long pieces);        // a lane, at most
Pieces numbered_pieces(const LaneGroup *l, const struct WindowPlacement *k, long long length);
const char *pieces_text(const Machine *m, const struct WindowPlacement *k);    // "; copied 16 bytes at a time if …"

// ---- plan/vectors.c: neighbors that one lane loads and stores as a vector -------------------------------------------

LaneVectors plan_vectors(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Clips *clips,
                         const Placements *placements);
// Whether the kernel checks that the rows of the array are multiples of a run.
bool checks_rows(const LaneGroup *l, const LaneVectors *v, const Operand *o);
// NULL: the element is loaded and stored alone.
const struct Vector *vector_of(const LaneVectors *l, const Node *loop, const Node *place);
// statement NULL: the copies of its window.
const struct Vector *vector_of_block(const LaneVectors *l, const Node *statement, const Symbol *ref);
// Whether it is a multiple of run, once the kernel has checked.
bool ends_with_runs(const LaneGroup *l, const LaneVectors *v, const Node *extent);

// The size or scalar of the call that it is, also within PL_MULTIPLE_OF; NULL: none.
const Node *unwrapped_size(const Node *n);

// ---- plan/held.c: rows that several loops access, held in local memory ------------------------------------------------

Carried plan_carried(const Plan *plan, const Lanes *l);
const struct CarriedParts *carried_parts(const Carried *c, const Node *loop);   // of this PL_EACH or PL_REDUCE; NULL: it carries none
const struct CarriedParts *carried_into(const Carried *c, const Operand *o);
HeldRows plan_held(const Plan *plan, const Lanes *l);
const struct HeldVector *held_vector(const HeldRows *h, const struct Vector *v);    // NULL: it is of no such row
bool may_hold_parts(const HeldRows *h);                     // whether it can be the same part of each row
long long held_bytes(const HeldRows *h);                    // of all rows; -1: known only at run time
long long held_least(const Lanes *l, bool many);            // the bytes of the shortest row that is held; if there are many programs
LocalMemory with_held_rows(LocalMemory l, const HeldRows *h);
const char *held_name(const LocalMemory *l, const struct HeldPlace *p);     // of the array (plan/names.c)

// ---- plan/inside.c: the condition that an element is inside its array -------------------------------------------------

Node *bound_node(const char *which, const Symbol *ref, int dim);        // "start", "count"
// NULL: always. The subscripts of mask_of are known to be within the window; those of PL_INSIDE may not be.
Node *mask_of(const Plan *plan, const Lanes *l, const Symbol *ref, Node *const *at);
bool may_begin_before(const WindowDim *d);               // a window in the padding, before the array's first element
Node *inside_condition(const Plan *plan, const Node *const *loops, int loop_count, const Node *e);

// ---- plan/vectorize.c: loops that may run with several elements per iteration ---------------------------------------

VectorForms plan_vector_forms(const Plan *plan);
const VectorForm *vector_form(const Plan *plan, const Node *loop);      // NULL: it has none; plan may be NULL

// ---- plan/banks.c: which elements of local memory lanes access at a time --------------------------------------------

// The gap with which the body's accesses to the block meet the fewest elements of one bank. window: of an operand; used: bytes
// of local memory that are not available.
RowGap row_gap(const LaneGroup *l, const Symbol *ref, const Node *body, bool window, long long used);
long long gap_count(const Symbol *ref, RowGap gap);     // the elements in all of them
long long gap_bytes(const Symbol *ref, RowGap gap);

// ---- plan/pipeline.c: windows that lanes fetch ahead -----------------------------------------------------------------

Fetches plan_fetches(const Plan *plan, const LaneGroup *l, const Placements *placements, const LocalMemory *local);
// Of a loop over steps. NULL: no window is fetched ahead in it.
const Pipeline *pipeline_of(const Fetches *l, int level);
const struct WindowFetch *fetch_of(const Fetches *l, const Operand *o); // NULL: another kind of window
bool is_fetched_ahead(const Fetches *l, const Operand *o);

// ---- plan/local.c: the contents of a group's local memory -----------------------------------------------------------

// Each slice gets its place in Dots.
// results: bytes from which a producer's lanes store them.
LocalMemory plan_local(const Plan *plan, const LaneGroup *l, const Placements *placements, Dots *dots, Chain *chain, long long results);
LocalMemory with_buffers(LocalMemory l, const Fetches *fetches);        // instead of one of each window
const char *local_text(const struct LocalUse *use);     // "slices of PL_DOT's first operand"
long long most_stage_bytes(const Machine *m); // of a group's local memory, with all stages of slices and windows
void check_budget(const Plan *plan);        // an error if --budget is exceeded; a remark if the guaranteed size is

// ---- plan/steps.c ---------------------------------------------------------------------------------------------------

Step *plan_steps(const Plan *plan, const Lanes *l);      // the body
WindowCopy *plan_copies(const Plan *plan, const Lanes *l);      // of the windows, likewise
const Step *helper_steps(const Node *body);             // of a function that a kernel calls: no lanes share it
const Step *step_at(const Step *within, const Node *n); // of n, a statement in it
// The registers of a lane on a dim of a block; 0: it has one there, of a block that statements name only as a whole or by elements.
// Then the array has no such dim.
long long register_extent(const Plan *plan, const Symbol *ref, int d);
void each_step(Step *s, void visit(void *to, Step *s), void *to);       // s and the steps in it, in their order
bool has_runs(const LaneGroup *l, Distribution how);        // whether loops that are distributed in this way are over runs
const Node *innermost_loop(const StepContext *context); // PL_EACH or PL_REDUCE; NULL: none
StepContext context_in(const StepContext *context, const Node *loop);   // in this PL_EACH or PL_REDUCE, too
bool does_nothing(const Node *statement);               // its value is not used, and it has no effects
void find_elements(Step *step, const StepContext *context);             // plan/elements.c: in what the step evaluates
void find_certain(Step *step, const StepContext *context);              // plan/certain.c: of a PL_EACH
// The mask that if (PL_INSIDE(x, r, c)) checks for x[r][c] in its body, which then has no other check; NULL: another statement.
Node *guarded_mask(const Node *n, const StepContext *context);
const Element *element_of_step(const Step *step, const Node *n);        // NULL: n is none

// ---- plan/names.c: names that emitted code makes --------------------------------------------------------------------

// All that is printed of a file.
typedef struct {
    const Source *source;
    Plan *const *plans;         // of its calls
    const Step **helpers;       // the bodies of its functions; NULL: of a kernel, or one that no kernel calls
    Names names;                // all of the user's: templates rename theirs
} FilePlan;

void plan_names(const FilePlan *file, Plan *plan);
void plan_own_names(Plan *plan);                            // only those that differ from the kernel's
Names names_in_file(const Source *source);
// plan/file.c: completes the plans with names, places and what each call uses: after marks are set, because names have them.
FilePlan name_file(const Source *source, Plan *const *plans);
// A copy of the plan whose schedule can be built before names are final: for the places where lanes wait.
const Plan *sketch_of(const Plan *plan);
const char *base_of(const Plan *plan, const Symbol *ref);                // base_0, base_row are made of it
const char *name_of_bound(const Plan *plan, const Node *bound);         // of an ND_BOUND: "x_0"
const char *clip_name(const Plan *plan, const Operand *o, int d);        // "x_rows": how many elements are in the array, if loops end there; or ""

// ---- plan/places.c: where elements are ------------------------------------------------------------------------------

void plan_places(Plan *plan);
const WindowPlace *place_of_window(const Plan *plan, const Operand *o);
const Layout *layout_of(const Plan *plan, const Symbol *ref);
bool has_panel(const Plan *plan, const Node *dot);          // without lanes, the target's function computes it: sums of floats, lines without gaps
Node *index_on_dim(const Node *extent, const char *index, int dim);     // pl_at_0; 0 of one element
Node *start_at(const WindowDim *d, Node *index);        // where the window begins
Node *array_stride(const Operand *o, int dim);          // of a dim of its array
Node *window_stride(const Operand *o, int dim, long long gap);  // of a copy; gap: the elements between its rows
// Of the element, row or block at these indices.
Node *offset_of(const Plan *plan, const Symbol *ref, Node *const *at, int count);
Node *offset_of_view(const Plan *plan, const Node *n);  // of a PL_VIEW in its block
Node *size_of_dim(const Plan *plan, const Node *e);      // of PL_SIZE
// Of a table or an atomic array for a batch index, an axis; 0: it has no batch.
Node *batch_offset(const Call *call, const Part *part);

// ---- plan/uses.c: what the code of a call uses ----------------------------------------------------------------------

void plan_uses(Plan *plan);

#endif
