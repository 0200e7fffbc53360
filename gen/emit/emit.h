// emit/emit.h -- shared by the files of the emit stage; emit/text.c -> emit/expressions.c -> emit/statements.c ->
// emit.c.
//
// Their state is in an Emitter, the first argument of each function. Index arithmetic consists of nodes (sum_node,
// product_node), which expression_as of base/print.c prints. They print the plan as m4 definitions; --emit=plan shows
// them. User text is in quotes, « and », and m4 copies it unchanged: a fact in it ends the quotes and reopens them, as
// in
//     «a + »pl_element(«x», «r * x_row + c»)« * 2»
// Facts are lower-case names with arguments. A name that begins with PL_ is a definition, which a template may read any
// number of times. Bodies of statements have one more pair of quotes, so they still contain facts when a template
// writes them.

#ifndef EMIT_H
#define EMIT_H

#include "plan/plan.h"

void emit_plan(FILE *to, const Source *s, Plan *const *plans, bool lines); // the stage; lines: with pl_line facts

enum { MAX_RANK = 12 };

typedef struct {                // the memory layout of a ref's elements
    const Symbol *ref;
    const char *base;           // the prefix of generated names: base_0, base_row
    Node *strides[MAX_RANK];
    const Symbol *view_of;      // PL_VIEW: the block with its dims, and the first of them
    int view_from;
    Node *view_at[MAX_RANK];            // its position there: an index per dim; NULL: 0
} Layout;

typedef struct {                // the state of printing
    FILE *to;
    Printer facts;              // prints expressions and types as facts
    const Plan *plan;           // the call whose kernel is printed; NULL: helpers
    Names names;                // that the kernel uses
    Layout *layouts;
    int layout_count;
    const char *buffers;          // memory of the body: pl_buffer facts
    const char *ahead;          // a PL_DOT that fetches slices of the next steps: its fact
    int buffer_count;
    const char *local_windows;           // pl_local_window facts: windows in local memory
    struct Reduction { const char *op, *type; } *reductions;      // the kinds of vector PL_REDUCEs
    int reduction_count;
    const char *messages;       // pl_message facts
    const char *entries;        // pl_entry facts
    struct Entry { const Operand *of; const Node *guard, *subscript, *extent; } *entry;        // those of the call
    int entry_count;
    int message_count;
    struct Multiple { unsigned line; int message; } *multiples;        // lines whose PL_MULTIPLE_OF has a message
    int multiple_count;
    bool meshes;                // a call had a PL_MESH
    bool doubles;               // an expression has the type double
    bool returns, prints, streams;      // the kernel has such statements
    Loc at;                     // of an expression that a message may concern
    bool lines;                 // -g: with pl_line facts
    bool unchecked;             // without the check of PL_MULTIPLE_OF
    Names used;                 // names that were printed since begin_uses
    const Node **loops;         // the enclosing PL_EACH and PL_REDUCE, outermost first
    int loop_count;
    const Node *c_loop;         // the enclosing for, while or do
    const Node *stored;         // the element that the current statement stores to, if masks can skip it
    bool masked;                // within a statement that has two versions
    bool masks;                 // a mask is being printed
    bool offsets;               // an offset is being printed: like masks, only for lanes, which have every name
    struct Text { const char *file, **lines; int count; } *texts;       // files whose comments were read
    int text_count;
    Loc commented;              // the statement whose comments were printed last
    const char *comment;        // the last line of them; empty: the current statement has none
    const Node *inside;         // the mask under which the current code runs; NULL: none
} Emitter;
typedef struct Entry Entry;
typedef struct Text Text;

// ---- emit/text.c: names, expressions as facts, places of elements ---------------------------------------------------

const char *printed(Emitter *em, const Node *e);                        // an expression as a fact
const char *printed_summand(Emitter *em, const Node *e);                // in parentheses if it is added or compared
const char *printed_factor(Emitter *em, const Node *e);                 // … if it is multiplied
const char *printed_operand(Emitter *em, const Node *e);                // … if its context is unknown
bool same_condition(const Node *a, const Node *b);                      // NULL: there is none
const char *printed_condition(Emitter *em, const Node *condition);       // NULL: nothing
const char *printed_mask(Emitter *em, const Node *condition);
void take_declared(Emitter *em, const Node *n);
void choose_names(Emitter *em, const Source *source, const Plan *plan);
const char *place_text(Loc at);
const char *words_of(Emitter *em, const Node *e);                       // as the user wrote it, for a printf format
const char *type_as_fact(const Type *t);
const char *batch_offset(Emitter *em, const Call *call, const Part *part);
const char *table_shape(Emitter *em, const Call *call, const Part *part);
Node *product_of(Node *const *dims, int from, int to);
const char *base_name(Emitter *em, const Symbol *ref);                  // the prefix of names made from a ref's name
Layout *layout_of(Emitter *em, const Symbol *ref);
Layout *new_layout(Emitter *em, const Symbol *ref);
Layout *dense_layout(Emitter *em, const Symbol *ref);                   // a block by itself: tiles, scratch, tables
const char *offset_text(Emitter *em, const Layout *l, Node *const *indices, int count);
const char *address_fact(Emitter *em, const Symbol *ref, Node *const *indices, int count, const Type *to, const char *prefix); // to: the other side
const char *access_fact(Emitter *em, const Node *e);
Node *inside_condition(Emitter *em, const Node *e);                     // of PL_INSIDE; NULL: it is always true
const char *inside_array(Emitter *em, const Symbol *ref, Node *const *at); // an element of a window, by subscripts within it
Node *mask_of(Emitter *em, const Symbol *ref, Node *const *at);          // its condition; NULL: it is always true
Node *element_inside(Emitter *em, const Node *e);                       // of a masked window: its condition
const char *edge_text(Emitter *em, const Operand *o);                   // PL_EDGE, in the array's type; or nothing
const char *outside_text(Emitter *em, const Symbol *ref); // the value of an element of a window outside the array
const char *size_fact(Emitter *em, const Node *e);

// ---- emit/expressions.c: constructs that each target spells itself --------------------------------------------------

const char *convert_fact(const Type *from, const Type *to, const char *value);
const char *fact_of(const Printer *p, const Node *e);                        // NULL: as in C

// ---- emit/vectorize.c: a loop with several elements per iteration; the comment at its top lists the facts -----------

const char *vector_body(Emitter *em, const Node *each, bool *strips); // NULL: it has no such form; strips: of several vectors
const char *vector_value(Emitter *em, const Node *reduce);                // in the type of the accumulator

// ---- emit/comments.c: the user's comments on a statement ------------------------------------------------------------

void put_comments(Emitter *em, Loc at);

// For a loop over blocks in registers: the largest number of elements per lane, and whether every trip has one.
typedef struct { const char *count, *last; } Trips;     // "8", "full"; or nothing
extern const Trips no_trips;

// For an axis over runs of neighbors: how it ends, what uses its index, and pl_vector facts; otherwise nothing.
typedef struct { const char *ends, *says, *vectors; } Run;
extern const Run no_run;

// ---- emit/statements.c: a body, in quotes ---------------------------------------------------------------------------

void put(Emitter *em, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_inside(Emitter *em, const Node *body);
void put_line(Emitter *em, Loc at); // with -g: the following code belongs to that line
const char *declared_text(Emitter *em, const Node *n);                  // without its ;
const char *for_head(Emitter *em, const Node *n);                       // what is in the parentheses of a for
const char *over_of(const char *index, const char *high, const char *distribution, Trips trips, Run run);   // pl_over from 0 on
const char *overs_text(Emitter *em, const Node *n, int from, int to);   // pl_over facts of these axes of a loop
void add_buffer(Emitter *em, const char *name, const char *type, const char *count, const char *memory, long long elements,
              const char *of);                                          // of: the user's name for its contents

// ---- emit/lanes.c: the schedule for a group of lanes ----------------------------------------------------------------

const Lanes *lanes(Emitter *em);                                        // of this call; NULL: in a helper
const char *memory_name(Emitter *em, const Symbol *ref);                // "local"
const char *distribution_name(Emitter *em, const Symbol *index); // how an axis is distributed over the lanes: "rows"
const char *dim_distribution_name(Emitter *em, int dim, const Symbol *ref);   // the same for a dim of a whole block
bool is_in_registers(Emitter *em, const Symbol *ref);                              // in registers
bool is_masked(Emitter *em, const Symbol *ref);                         // accessed in place, with masks at the edge
const char *unmasked_condition(Emitter *em, const Node *statement); // "x_whole && z_whole", for the blocks that it accesses; or nothing
const char *register_extents(Emitter *em, const Symbol *ref);               // a lane's part of it: "[8][4]"; or nothing

const char *clip_of_axis(Emitter *em, const Symbol *index); // where it ends before its block does; or nothing
const char *clip_name(Emitter *em, const Operand *o, int d);            // the name of such an end; or nothing
Trips trips_of_axis(Emitter *em, const LoopAxis *axis);
Trips trips_of_dim(Emitter *em, const Symbol *ref, int dim, const Symbol *with);
Run run_of_axis(Emitter *em, const Node *loop, const LoopAxis *axis);
Run run_of_dim(Emitter *em, const Node *statement, const Symbol *ref, int dim, const Symbol *with);     // statement NULL: the window is copied
const char *run_name(Emitter *em, int dim, const Symbol *ref); // for pl_register, ", run": a lane has runs of neighbors on this dim; or nothing
const char *run_of_index(Emitter *em, const Symbol *index);             // the same for an axis
const char *vector_of_access(Emitter *em, const Node *access); // the name of the vector that contains it; or nothing
const char *vector_of_dims(Emitter *em, const Node *statement, const Symbol *ref); // the same for each element of a block
const char *barrier_fact(Emitter *em, BarrierPlace place, const Node *statement, const Operand *operand); // or nothing
const char *within_name(Emitter *em, const Node *n); // the memory that the barriers of a statement order; "none": within a warp
const char *reduction_sharing(Emitter *em, const Node *reduce);
const char *check_sharing(Emitter *em, const Node *check);
long long element_count(const Symbol *ref);                             // 0: known at run time
SingleLane single_of_statement(Emitter *em, const Node *n);
void put_lanes(Emitter *em, const Plan *plan);

// ---- emit/copies.c --------------------------------------------------------------------------------------------------

bool put_copy_statement(Emitter *em, const Node *n);                                 // false: it is another statement
const char *copy_value_fact(Emitter *em, const Node *e);
void put_mesh(Emitter *em, const Call *call);

// ---- emit/dot.c -----------------------------------------------------------------------------------------------------

void put_dot(Emitter *em, const Node *n);
const char *slice_array(Emitter *em, int use);                          // the name of the memory in lanes()->uses[use]

// ---- emit/pipeline.c: copies, buffers, and the names in use ---------------------------------------------------------

void use(Emitter *em, const char *name);                                // the output needs it
const char *uses_text(Emitter *em);                                            // since then: " a b "
const char *subscripts_text(Emitter *em, Node *const *items, int count); // "[r][c]"
const char *extents_text(Emitter *em, const Symbol *ref, int from); // "[8][128]", from that dim on, as in C's type
void use_dims(Emitter *em, const Call *call);                           // the kernel's refs that are in use
typedef struct {
    Node *when;                 // the conditions under which something is evaluated: i > 1 && t[i] > 0; or NULL
    bool varies;                // they, or the divisor, differ between programs
} Guard;
typedef void RiskVisit(Emitter *em, const void *with, const Node *n, int dim, Guard guard);  // a table's subscript of this dim; -1: a division
void each_risk(Emitter *em, const Node *e, RiskVisit *visit, const void *with); // what may be out of range, or divide by 0
void put_pipeline(Emitter *em, const Plan *plan);

#endif
