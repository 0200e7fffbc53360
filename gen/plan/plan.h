// plan/plan.h -- the plan of a call: what happens on any machine, and beside it a schedule for a group of lanes.
//
//     plan/machine.c    what the target's machine offers: a data file
//     plan/plan.c       windows over arrays, axes, what is staged; calls the others
//     plan/pipeline.c   when blocks are brought and taken away: buffers, copies
//     plan/lanes.c      one program run by a group of lanes that share memory
//     plan/layouts.c    which lane has which element of a block, and so which blocks live in registers
//     plan/clip.c       loops over blocks that end where the arrays end
//     plan/dot.c        how the group multiplies matrices
//     plan/windows.c    where the lanes meet the window of an operand
//     plan/vectors.c    neighbors that one lane loads and stores at once
//     plan/vectorize.c       loops that any machine may run several elements a turn
//     plan/local.c      what the group has in local memory
//     plan/barriers.c   where lanes wait for each other; with barriers_walk.c and barriers_access.c (plan/barriers.h)

#ifndef PLAN_H
#define PLAN_H

#include "analyse/analyse.h"

// ---- plan/machine.c: what a target's machine offers ----------------------------------------------------------------

typedef struct {
    long long lanes_least, lanes_most;      // of a group
    long long registers;                    // of four bytes, that blocks may take of a lane
    long long local_bytes;                  // of a group
    bool budget_is_named;                   // local_bytes is --budget's
    long long warp;                         // lanes that exchange registers; 1: they meet in local memory alone
    long long mma_depth;                    // of a matrix instruction of a warp: 16 x 8 sums of 16-bit floats; 0: there is none
    long long stages;                       // at most: slices of PL_DOT in memory at a time, one in use, others on their way
    long long vector_bytes;                 // that a lane loads or stores at once; 0: one element at a time
    long long dot_tile, dot_slice;          // at most: rows and columns of a lane's sums at a time; depth of a slice
    long long copies;                       // 1: it starts copies and waits for them; 0: they land where they start
} Machine;

extern const Machine generic_machine;
Machine machine_of(const char *templates, const char *target);          // target NULL: generic_machine; errors are counted

// ---- plan/plan.c: what a call is on any machine, and when what is brought and taken away ---------------------------

typedef struct {                // an operand's window on one dim of its array
    enum { WINDOW_BLOCK, WINDOW_ONE, WINDOW_FULL, WINDOW_ELEMENT, WINDOW_BOUNDED } kind;
    Node *extent;               // of the array
    Node *shape;                // the same as the call says it: with PL_MULTIPLE_OF
    Node *size;                 // of the window; WINDOW_FULL: the extent; WINDOW_ONE: NULL
    Node *index;                // WINDOW_BLOCK, WINDOW_ONE: of the block; else where it starts; WINDOW_FULL: NULL
    Node *low, *high;           // WINDOW_ELEMENT: the padding
    Node *count;                // WINDOW_BOUNDED: how many there are this time
    bool inside;                // proved: the index is never past the end
    bool ragged;                // it may hang over the edge
    int dim;                    // of the ref; -1: dropped
} WindowDim;

typedef struct {
    const Part *part;
    const Symbol *ref;          // the kernel's parameter
    bool read, written;         // the array: read back when read and written
    int level;                  // its index is known within so many sequential loops
    enum { VISIT_EACH, VISIT_MOVED } visits;            // anew each time round its loop, or only when its index changes
    enum { COPY_NEVER, COPY_PARTIAL, COPY_ALWAYS } copy;       // a copy of the window, or in place
    WindowDim dims[12];
    int rank;                   // of the array, batch dims included
} Operand;

typedef struct {
    const Axis *axis;
    bool parallel;
    AxisProof proof;
    int level;                  // sequential: the nth loop, from 1
} PlannedAxis;

// How an operand's blocks come and go while programs run (plan/pipeline.c tells what a visit is).
typedef struct {
    bool windows;               // it has any: PL_ATOMIC stays in place
    bool fetched, flushed;      // copied in, copied out
    bool stays;                 // proved: it is one block throughout
    bool ahead;                 // PL_LOOKAHEAD: fetched as soon as a buffer is free
    bool said;                  // PL_BUFFERED; else a window that turns out never to move has one buffer
    int buffers;
    int *after, after_count;    // the operands, itself too, whose writes a fetch must see
} Flow;

typedef enum {
    ACTION_FETCH,               // start the copy in of the block that comes buffers - 1 steps from here
    ACTION_AWAIT_FETCH,         // wait for it, where this step is its first
    ACTION_FRESH,               // a block that is not fetched begins, where this step is its first
    ACTION_BODY,
    ACTION_FLUSH,               // start the copy out, where this step is its last; one buffer: and wait for it
    ACTION_AWAIT_FLUSH,         // wait for those of blocks that were left before this one
    ACTION_ADVANCE              // the next buffer, where this step is the block's last
} ActionKind;

typedef struct { ActionKind kind; int operand; } Action;
typedef struct Lanes Lanes;

typedef struct {
    const Call *call;
    PlannedAxis *axes;
    int axis_count, levels;
    Operand *operands;          // arrays, in the order of the kernel's parameters
    int operand_count;
    Flow *flows;                // one an operand
    int stages;                 // the most buffers: the prologue has one round less, each all fetches
    Action *prologue, *steady, *epilogue;
    int prologue_count, steady_count, epilogue_count;
    Lanes *lanes;               // the schedule for a group of lanes
} Plan;

// NULL after an error.
Plan *plan_call(const Call *call, const Machine *machine);
const Operand *operand_of(const Plan *plan, const Symbol *ref);         // NULL: a tile, a view; or there is no plan
void plan_pipeline(Plan *plan);                                          // plan/pipeline.c: flows and actions

// ---- plan/lanes.c: one program run by a group of lanes that share memory -------------------------------------------
//
// Lanes stand in rows and columns, lane = row * columns + column; there is one arrangement a kernel. Of matrix
// instructions it is that of their sums: lane (g, t) of a warp has elements 2 t and 2 t + 1 of every eight of a row, and of
// the rows that it has, two make a fragment.

typedef enum {                  // how the iterations of an axis go over the lanes
    NOT_DISTRIBUTED,                // every lane that comes by runs them all
    CYCLIC_LANES,               // index - lo modulo the number of lanes
    CYCLIC_ROWS,                // … modulo rows: the lanes of a row work on the same one
    CYCLIC_COLUMNS,             // … modulo columns
    CONTIGUOUS_LANES,               // each lane an unbroken run of them, in order: a reduction that does not commute
    CONTIGUOUS_COLUMNS            // the same, over the lanes of a row
} Distribution;

typedef enum { NOT_SINGLE, SINGLE_GROUP, SINGLE_ROW } SingleLane;                    // run by lane 0; by column 0 of each row

typedef enum {                  // whose the elements of a block are; but for the first it lives in registers
    LAYOUT_MEMORY,              // any lane's: it lies in memory
    LAYOUT_TILE,                // (r, c) lane (r % rows, c % columns)'s: what PL_DOT accumulates into, and what is combined with that
    LAYOUT_ROWS,                // r every lane's of row r % rows: a slice of such a tile
    LAYOUT_COLUMNS,             // c lane c % columns' of a row: a tile of one iteration of a shared PL_EACH
    LAYOUT_FLAT                 // as the tile, or e lane e's modulo lanes; another arrangement would do as well
} LaneLayout;

typedef enum { MEMORY_GLOBAL = 1, MEMORY_LOCAL = 2, MEMORY_PRIVATE = 4 } MemoryKind;

typedef enum {                  // where the lanes meet the window of an operand
    WINDOW_IN_PLACE,            // in its array
    WINDOW_MASKED,              // there, too, and where it hangs over the edge only what lies inside
    WINDOW_LOCAL,              // as a copy in local memory
    WINDOW_REGISTERS,                // in registers, from the visit on; stored at the leave
    WINDOW_COPIED               // where it hangs over the edge, or always, as a copy in global memory
} Placement;

typedef enum {                  // where a barrier stands
    BARRIER_BEFORE,             // a statement
    BARRIER_WITHIN,             // a reduction by many lanes, PL_DOT by slices: what these are made of
    BARRIER_AT_END,             // of a loop's body: its condition is looked at again
    BARRIER_FETCH,              // of an operand: before its window is copied in, or back and in
    BARRIER_BETWEEN,            // after one block is copied back, before the next is copied in
    BARRIER_FETCHED,            // after it was copied in
    BARRIER_LEAVE               // before it is copied back
} BarrierPlace;

typedef struct {
    BarrierPlace place;
    const Node *statement;      // or
    const Operand *operand;
    int memories;               // MemoryKind, ORed: what is ordered
    const char *why;            // who writes, who reads
    bool row;                   // only lanes of one row, and so of one warp, wait for each other
    bool dropped;               // found to be superfluous
} Barrier;

// How a group does a PL_DOT: plan/dot.c computes it once.
typedef struct {
    long long rows, columns, depth;         // of z, and how many are summed
    long long height, width, slice;         // what the group has at a time: of z, and of the depth
    long long tile_rows, tile_columns;      // what a lane has of that
    bool rows_fit, columns_fit, slices_fit; // all of them are as large; else the last are masked
    bool x_sliced, y_sliced;                // they come through local memory; else they are read where they are
    bool mma;                               // by matrix instructions: slices are in the operands' type
    bool in_registers;                            // z lives in registers throughout
    bool from_zero;                         // the sums begin at 0, whatever z has
    long long slices;                       // along the depth
    bool repeats;                           // more slices than one are copied, one after the other
    bool ahead;                             // the next slices may come while one is used, where there is room for stages
} DotSchedule;

struct Lanes {
    int rows, columns;
    int run;                    // so many neighbours of a row are one lane's: element c is lane (c / run % columns)'s; 1: each by itself
    bool mma;                   // for matrix instructions: 8 rows of 4 lanes are a warp, and run is 2, as fragments have them
    const char *rejected;        // why there is no such schedule; NULL: there is
    Loc rejected_at;
    bool persistent;              // a group runs one program after the other
    struct LoopDistribution { const Symbol *index; Distribution how; long long trips; } *distributions;    // trips: see trips_of
    int distribution_count;
    struct SingleStatement { const Node *statement; SingleLane how; } *singles;
    int single_count;
    const Node **shared;        // PL_EACH with a row of lanes for each iteration
    int shared_count;
    struct BlockLayout { const Symbol *ref; LaneLayout layout; const char *round; long long registers; const char *why; } *layouts;
    int layout_count;             // blocks that are read again after they were written; registers: a lane, of four bytes
    struct Clip { const Symbol *index; const Node *loop; const Operand *operand; int dim; } *clips;
    int clip_count;             // axes of loops that end where this operand's array does, on this dim of it
    struct Cut { const Operand *operand; int dim; } *cuts;
    int cut_count;              // dims of windows on which all loops do
    struct WindowPlacement { const Operand *operand; Placement how; long long bytes; const char *why; } *placements;
    int placement_count;             // bytes: of local memory, for WINDOW_LOCAL
    struct BlockPlacement {
        const Symbol *ref;
        MemoryKind memory;
        const char *what, *why; // what: "tile"
        long long bytes;
        bool left_out;          // of local memory, for want of room
    } *block_placements;
    int block_placement_count;
    struct LocalUse {
        const char *what;       // "scratch", "tile", "window"; or, shared by statements: "tree", "x_slice", "y_slice"
        const Symbol *ref;      // NULL: shared
        const Symbol *of;       // what the first slice is of
        const Type *type;
        bool narrow;            // a slice in its operand's type, as matrix instructions take it
        long long elements, rows, bytes;        // bytes: of all stages
        Loc at;
    } *uses;
    int use_count;              // of local memory
    long long local_bytes;      // all of these
    long long stages;           // slices that fit; 1: each is fetched when the one before is used
    const Node *across;         // a PL_DOT that fetches the slices of the next steps, too; NULL: there is none
    const Machine *machine;
    struct Dot { const Node *node, *fill; DotSchedule schedule; } *dots;       // fill: by which its sums begin at zero, or NULL
    int dot_count;
    // Where run is the number of elements of a vector (runs_vectors):
    struct Vector {
        const Node *loop;       // or PL_FILL, PL_ASSIGN; NULL: a window that is copied to registers or local memory, or back
        const Node *place;      // of the loop: the access; NULL: each element of the ref
        const Symbol *ref;
        bool loads, stores;     // before, behind the elements of a run
        const Node *first;      // the statement that accesses it first
    } *vectors;
    int vector_count;
    struct RunLoop { const Node *loop; bool whole; } *run_loops;
    int run_loop_count;         // over runs; whole: each run of it is
    const Node **promised;      // sizes that the call promises to be multiples of run
    int promised_count;
    const Node **divided;       // sizes that the kernel asks for: are they multiples of run?
    int divided_count;
    const Operand **aligned;    // arrays that it asks for: do they begin at a multiple of 16 bytes?
    int aligned_count;
    const char *no_runs;        // why there are none
    Barrier *barriers;
    int barrier_count;
};

Lanes *plan_lanes(const Plan *plan, const Machine *machine);
Distribution distribution_of(const Lanes *l, const Symbol *index);
SingleLane single_of(const Lanes *l, const Node *statement);
bool is_shared(const Lanes *l, const Node *each);
bool is_collective(const Node *n, const void *unused);      // a Test: PL_EACH, PL_REDUCE
bool row_is_in_warp(const Lanes *l);                        // the lanes of a row exchange registers
bool reduces_in_warp(const Lanes *l, const Node *reduce, bool row);   // row: by the lanes of a row; without memory and barriers
bool is_distributed(const Lanes *l, const Node *loop);           // over lanes, an axis of it
MemoryKind memory_of(const Lanes *l, const Symbol *ref);    // of tiles, scratch and the windows of operands
long long axis_count(const LoopAxis *axis);             // -1: known at run time
long long block_bytes(const Symbol *ref);               // the same
bool is_pointed_into(const Symbol *ref, const Node *body);

// ---- plan/dot.c: PL_DOT by a group: tiles of the result in registers, slices of the operands in local memory ---------


void plan_dots(const Plan *plan, Lanes *l);
const DotSchedule *schedule_of(const Lanes *l, const Node *dot);        // NULL: sizes are known at run time only, or it is one lane's
long long dot_slice(const Lanes *l, const Node *dot);   // how deep slices are; 0: sizes are known at run time only
bool multiplies_by_mma(const Lanes *l, const Node *dot);
bool slices_dot(const Lanes *l, const Node *dot, int operand);          // 1, 2: in slices through local memory
void plan_across(const Plan *plan, Lanes *l);
bool is_visited_ahead(const Lanes *l, const Operand *o);   // its window is computed where its slices are fetched
bool reads_on(const Lanes *l, const DotSchedule *s);    // slices, in places that the next copies may go to
bool is_absorbed(const Lanes *l, const Node *fill);     // what it writes, the sums of the PL_DOT after it begin with

// ---- plan/layouts.c: which blocks live in registers ----------------------------------------------------------------

void plan_layouts(const Plan *plan, Lanes *l);
const struct BlockLayout *block_layout(const Lanes *l, const Symbol *ref);         // NULL: it is read or written only
bool in_registers(const Lanes *l, const Symbol *ref);
const char *layout_name(LaneLayout layout);                             // "acc", as facts say it
bool reads_again(const Symbol *ref, const Node *body);                  // is an element read that the kernel may have set?
int lanes_along(const Lanes *l, Distribution how);                            // how many share such an axis
int lane_period(const Lanes *l, Distribution how);                            // after so many elements it is the first lane's turn again
long long trips_over(const Lanes *l, long long count, Distribution how);      // how many of so many elements a lane has at most
long long trips_of(const Lanes *l, const Symbol *index);                // of a loop over elements in registers: each lane's; else 0

// ---- plan/clip.c: loops over blocks that end where the arrays end ---------------------------------------------------

void plan_clips(const Plan *plan, Lanes *l);
const struct Clip *clip_of(const Lanes *l, const Symbol *index);        // NULL: the axis ends with the block
bool is_cut(const Lanes *l, const Operand *o, int dim);                 // nobody meets it past the edge
bool extends_past(const Lanes *l, const Operand *o);                      // lanes may meet elements that are not in the array
bool waits_in_clip(const Lanes *l);                                     // a barrier stands where not all lanes may come by

// ---- plan/windows.c: where lanes meet the window of an operand -----------------------------------------------------

void plan_windows(const Plan *plan, Lanes *l);
const struct WindowPlacement *placement_of(const Lanes *l, const Operand *o);
Placement window_placement(const Lanes *l, const Operand *o);
const char *placement_name(Placement how);                                  // "local"
bool masks_statement(const Node *n);                                    // it comes in two forms: with masks, and for whole blocks
const Node *masked_store(const Node *statement);                        // the element that it stores to, and that is all; or NULL

// ---- plan/vectors.c: neighbors that one lane loads and stores at once -----------------------------------------------

void plan_vectors(const Plan *plan, Lanes *l);
bool runs_vectors(const Lanes *l);                                      // runs are vectors
const struct Vector *vector_of(const Lanes *l, const Node *loop, const Node *place);     // NULL: it is met by itself
const struct Vector *vector_of_block(const Lanes *l, const Node *statement, const Symbol *ref);    // statement NULL: the copies of its window
bool ends_with_runs(const Lanes *l, const Node *extent);                // it is a multiple of run, where the kernel has asked

// ---- plan/vectorize.c: loops that may run several elements a turn -------------------------------------------------------

typedef struct {
    const Node *loop;           // PL_EACH or PL_REDUCE; its innermost axis runs so
    const Symbol *index;
    bool strips;                // its body has loops: it runs over several vectors at a time
    const Symbol **locals;      // of the body: as wide as its values
    int local_count;
    const Symbol **arrays;      // those of them that have a vector for each of the strip
    int array_count;
} VectorLoop;

bool is_vectorized(const Node *loop, VectorLoop *w);
bool is_vector_local(const VectorLoop *w, const Symbol *s);
bool is_vector_value(const VectorLoop *w, const Node *e);                         // with the index
bool is_vector_loop(const Node *n);
bool has_vector_loops(const Node *n);
bool is_vector_number(TypeKind kind);                                     // one to compute with
bool has_vector_form(TypeKind kind);                                      // it is loaded and stored so
TypeKind common_type(TypeKind a, TypeKind b);
const Node *helped_value(const Node *call);                             // of a helper that computes a value; NULL: it does more
bool is_read_ahead(const Plan *plan, const VectorLoop *w, const Node *e);     // outside of loops of the body
bool is_streamed(const Plan *plan, const Node *e);                      // the same

// ---- plan/local.c: what a group of lanes has in local memory -------------------------------------------------------

void plan_local(const Plan *plan, Lanes *l);
const char *local_text(const struct LocalUse *use);     // "slices of PL_DOT's first operand"
void check_budget(const Plan *plan);                     // is it enough? An error where a budget is named, else a note

// ---- plan/barriers*.c, whose map is plan/barriers.h: where lanes wait for each other -------------------------------

void plan_barriers(const Plan *plan, Lanes *l);
const Barrier *barrier_at(const Lanes *l, BarrierPlace place, const Node *statement, const Operand *operand);

#endif
