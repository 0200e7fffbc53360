// emit/emit.h -- what the files of the emit stage share; emit/text.c -> emit/expressions.c -> emit/statements.c -> emit.c.
//
// What they know is in an Emitter, the first argument of each; index arithmetic is nodes (sum_node, product_node), which
// expression_as of base/print.c prints. They print the plan as m4 definitions; --emit=plan shows them. Text of the user's stands in quotes, « and », and is
// copied by m4 as it is: a fact in it ends the quotes and begins them again, as in
//     «a + »pl_element(«x», «r * x_row + c»)« * 2»
// Facts are names of small letters with arguments; what is PL_ and capitals is a definition, which a template reads as
// often as it likes. Bodies of statements come in one more pair of quotes, and so are facts still when a template
// writes them.

#ifndef EMIT_H
#define EMIT_H

#include "plan/plan.h"

void emit_plan(FILE *to, const Source *s, Plan *const *plans, bool lines); // the stage; lines: with pl_line facts

enum { MAX_RANK = 12 };

typedef struct {                // how the elements of a ref lie
    const Symbol *ref;
    const char *base;           // what names made from it begin with: base_0, base_row
    Node *strides[MAX_RANK];
    const Symbol *view_of;      // PL_VIEW: of whose dims, from which on
    int view_from;
    Node *view_at[MAX_RANK];            // where in it: an index a dim; NULL: 0
} Layout;

typedef struct {                // what is being printed, and what is known of it
    FILE *to;
    Printer facts;              // prints expressions and types as facts
    const Plan *plan;           // of the call whose kernel is printed; NULL: helpers
    Names names;                // that the kernel uses
    Layout *layouts;
    int layout_count;
    const char *buffers;          // memory of the body: pl_buffer facts
    const char *ahead;          // a PL_DOT that fetches slices of the next steps: its fact
    int buffer_count;
    const char *local_windows;           // pl_local_window facts: windows in local memory
    struct Reduction { const char *op, *type; } *reductions;      // the kinds of wide PL_REDUCEs
    int reduction_count;
    const char *messages;       // pl_message facts
    const char *entries;        // pl_entry facts
    struct Entry { const Operand *of; const Node *guard, *subscript, *extent; } *entry;        // those of the call
    int entry_count;
    int message_count;
    struct Multiple { unsigned line; int message; } *multiples;        // lines whose PL_MULTIPLE_OF has a message
    int multiple_count;
    bool meshes;                // a call had a PL_MESH
    bool doubles;               // an expression is of type double
    bool returns, prints, streams;      // the kernel has such statements
    Loc at;                     // of an expression that a message may be about
    bool lines;                 // -g: with pl_line facts
    bool unchecked;             // without PL_MULTIPLE_OF's check
    Names used;                 // names that were printed since begin_uses
    const Node **loops;         // PL_EACH and PL_REDUCE around what is printed, from outside
    int loop_count;
    const Node *c_loop;         // the for, while or do around what is printed
    const Node *stored;         // the element that the statement at hand stores to, where masks can skip it
    bool masked;                // within a statement that comes in two forms
    bool masks;                 // what is printed is a mask
    bool offsets;               // it is an offset: as masks, for lanes alone, which have every name
    struct Text { const char *file, **lines; int count; } *texts;       // files whose comments were looked up
    int text_count;
    Loc commented;              // the statement whose comments were printed last
    const char *comment;        // the last line of them; empty: the statement at hand has none
    const Node *inside;         // the mask that holds where what is printed runs; NULL: none
} Emitter;
typedef struct Entry Entry;
typedef struct Text Text;

// ---- emit/text.c: names, expressions as facts have them, where a ref's elements lie ----

const char *printed(Emitter *em, const Node *e);                        // an expression as facts have it
const char *printed_summand(Emitter *em, const Node *e);                // in parentheses where it is added or compared
const char *printed_factor(Emitter *em, const Node *e);                 // … where it is multiplied
const char *printed_operand(Emitter *em, const Node *e);                // … where nothing is known of what stands beside it
bool same_condition(const Node *a, const Node *b);                      // NULL: there is none
const char *printed_condition(Emitter *em, const Node *condition);       // NULL: nothing
const char *printed_mask(Emitter *em, const Node *condition);
void take_declared(Emitter *em, const Node *n);
void choose_names(Emitter *em, const Source *source, const Plan *plan);
const char *place_text(Loc at);
const char *words_of(Emitter *em, const Node *e);                       // as the user wrote it, within a format of printf's
const char *type_as_fact(const Type *t);
const char *batch_offset(Emitter *em, const Call *call, const Part *part);
const char *table_shape(Emitter *em, const Call *call, const Part *part);
Node *product_of(Node *const *dims, int from, int to);
const char *base_name(Emitter *em, const Symbol *ref);                  // what names made from a ref's begin with
Layout *layout_of(Emitter *em, const Symbol *ref);
Layout *new_layout(Emitter *em, const Symbol *ref);
Layout *dense_layout(Emitter *em, const Symbol *ref);                   // a block by itself: tiles, scratch, tables
const char *offset_text(Emitter *em, const Layout *l, Node *const *indices, int count);
const char *address_fact(Emitter *em, const Symbol *ref, Node *const *indices, int count, const Type *to, const char *prefix); // to: of what
const char *access_fact(Emitter *em, const Node *e);
Node *inside_condition(Emitter *em, const Node *e);                     // of PL_INSIDE; NULL: it always is
const char *inside_array(Emitter *em, const Symbol *ref, Node *const *at); // an element of a window, by subscripts within it
Node *mask_of(Emitter *em, const Symbol *ref, Node *const *at);          // the condition of that; NULL: it always is
Node *element_inside(Emitter *em, const Node *e);                       // of a masked window: its condition
const char *edge_text(Emitter *em, const Operand *o);                   // PL_EDGE, in the array's type; or nothing
const char *outside_text(Emitter *em, const Symbol *ref);               // what is read of a window where it is not in the array
const char *size_fact(Emitter *em, const Node *e);

// ---- emit/expressions.c: what every target says in its own way ----

const char *convert_fact(const Type *from, const Type *to, const char *value);
const char *fact_of(const Printer *p, const Node *e);                        // NULL: as C says it

// ---- emit/vectorize.c: a loop several elements a turn; its top lists the facts ----

const char *vector_body(Emitter *em, const Node *each, bool *strips);     // NULL: it cannot run so; strips: of several vectors
const char *vector_value(Emitter *em, const Node *reduce);                // in the type of the accumulator

// ---- emit/comments.c: what the user says of a statement ----

void put_comments(Emitter *em, Loc at);

// Of a loop over blocks in registers: how many elements a lane has at most, and whether each trip has one.
typedef struct { const char *count, *last; } Trips;     // "8", "full"; or nothing
extern const Trips no_trips;

// Of an axis over runs of neighbors: how it ends, what says its index, and pl_vector facts; or nothing of all.
typedef struct { const char *ends, *says, *vectors; } Run;
extern const Run no_run;

// ---- emit/statements.c: a body, within quotes ----

void put(Emitter *em, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_inside(Emitter *em, const Node *body);
void put_line(Emitter *em, Loc at);                                     // with -g: what follows is of that line
const char *declared_text(Emitter *em, const Node *n);                  // without its ;
const char *for_head(Emitter *em, const Node *n);                       // what stands in the parentheses of a for
const char *over_of(const char *index, const char *high, const char *distribution, Trips trips, Run run);   // pl_over from 0 on
const char *overs_text(Emitter *em, const Node *n, int from, int to);   // pl_over facts of these axes of a loop
void add_buffer(Emitter *em, const char *name, const char *type, const char *count, const char *memory, long long elements,
              const char *of);                                          // of: the user's name for what lies there

// ---- emit/lanes.c: the schedule for a group of lanes ----

const Lanes *lanes(Emitter *em);                                        // of this call; NULL: in a helper
const char *memory_name(Emitter *em, const Symbol *ref);                // "local"
const char *distribution_name(Emitter *em, const Symbol *index);              // how an axis goes over the lanes: "rows"
const char *dim_distribution_name(Emitter *em, int dim, const Symbol *ref);   // the same of a dim of a whole block
bool is_in_registers(Emitter *em, const Symbol *ref);                              // in registers
bool is_masked(Emitter *em, const Symbol *ref);                         // met in place, with masks at the edge
const char *unmasked_condition(Emitter *em, const Node *statement);           // "x_whole && z_whole", of those it meets; or nothing
const char *register_extents(Emitter *em, const Symbol *ref);               // what a lane has of it: "[8][4]"; or nothing

const char *clip_of_axis(Emitter *em, const Symbol *index);             // where it ends before its block does; or nothing
const char *clip_name(Emitter *em, const Operand *o, int d);            // what such axes end with is called so; or nothing
Trips trips_of_axis(Emitter *em, const LoopAxis *axis);
Trips trips_of_dim(Emitter *em, const Symbol *ref, int dim, const Symbol *with);
Run run_of_axis(Emitter *em, const Node *loop, const LoopAxis *axis);
Run run_of_dim(Emitter *em, const Node *statement, const Symbol *ref, int dim, const Symbol *with);     // statement NULL: the window is copied
const char *run_name(Emitter *em, int dim, const Symbol *ref);          // for pl_register, ", run": a lane has runs of neighbors on this dim; or nothing
const char *run_of_index(Emitter *em, const Symbol *index);             // the same of an axis
const char *vector_of_access(Emitter *em, const Node *access);          // the name of the vector that has it; or nothing
const char *vector_of_dims(Emitter *em, const Node *statement, const Symbol *ref);      // the same of each element of a block
const char *barrier_fact(Emitter *em, BarrierPlace place, const Node *statement, const Operand *operand); // or nothing
const char *within_name(Emitter *em, const Node *n);                    // what the barriers of a statement order; "none": a warp by itself
const char *reduction_sharing(Emitter *em, const Node *reduce);
const char *check_sharing(Emitter *em, const Node *check);
long long element_count(const Symbol *ref);                             // 0: known at run time
SingleLane single_of_statement(Emitter *em, const Node *n);
void put_lanes(Emitter *em, const Plan *plan);

// ---- emit/copies.c ----

bool put_copy_statement(Emitter *em, const Node *n);                                 // false: it is another statement
const char *copy_value_fact(Emitter *em, const Node *e);
void put_mesh(Emitter *em, const Call *call);

// ---- emit/dot.c ----

void put_dot(Emitter *em, const Node *n);
const char *slice_array(Emitter *em, int use);                          // what lies in lanes()->uses[use] is called so

// ---- emit/pipeline.c: copies, buffers, and the names in use ----

void use(Emitter *em, const char *name);                                // what is printed needs it
const char *uses_text(Emitter *em);                                            // since then: " a b "
const char *subscripts_text(Emitter *em, Node *const *items, int count); // "[r][c]"
const char *extents_text(Emitter *em, const Symbol *ref, int from);        // "[8][128]", from that dim on, as C's type has them
void use_dims(Emitter *em, const Call *call);                           // of the kernel's refs that are in use
typedef struct {
    Node *when;                 // the conditions under which something is evaluated: i > 1 && t[i] > 0; or NULL
    bool varies;                // they, or the divisor, differ from program to program
} Guard;
typedef void RiskVisit(Emitter *em, const void *with, const Node *n, int dim, Guard guard);  // a table's subscript of this dim; -1: a division
void each_risk(Emitter *em, const Node *e, RiskVisit *visit, const void *with); // what may be out of range, or divide by 0
void put_pipeline(Emitter *em, const Plan *plan);

#endif
