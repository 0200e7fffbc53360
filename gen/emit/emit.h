// emit/emit.h -- shared by the files of the emit stage; emit/text.c -> emit/expressions.c -> emit/statements.c ->
// emit.c.
//
// Their state is in an Emitter, the first argument of each function. Index arithmetic consists of nodes (sum_node,
// product_node), which expression_as of base/print.c prints. They print the plan as m4 definitions; --emit=facts shows
// them. User text is in quotes, « and », and m4 copies it unchanged. A fact in it ends the quotes and reopens them:
//
//     «a + »pl_element(«x», «r * x_row + c»)« * 2»
// A fact is a macro call with a lower-case name. A name that begins with PL_ is a definition, which a template may read
// any number of times. Bodies of statements have one more pair of quotes, so a template receives them as facts.

#ifndef EMIT_H
#define EMIT_H

#include "plan/plan.h"

void emit_plan(FILE *to, const Source *s, Plan *const *plans, bool lines); // the stage; lines: with pl_line facts

typedef struct {                // the memory layout of a ref's elements
    const Symbol *ref;
    const char *base;           // the prefix of generated names: base_0, base_row
    Node *strides[MOST_DIMS];
} Layout;

typedef struct {                // the state of printing
    FILE *to;
    Printer facts;              // prints expressions and types as facts
    const Plan *plan;           // the call whose kernel is printed; NULL: helpers
    Names names;                // names of the user, which generated names must not equal
    struct Base { const char *name, *base; } *bases;   // of blocks, and what their generated names begin with
    int base_count;
    Layout *layouts;
    int layout_count;
    const char *buffers;        // pl_buffer and pl_dot_buffer facts: windows, scratch, tiles, and memory for PL_DOT
    const char *ahead;          // pl_dot_ahead: the PL_DOT that prefetches slices of the next steps; "": none
    Names buffer_names;         // of the current kernel: of tiles in memory and of panels
    const char *local_windows;  // pl_local_window facts: windows in local memory
    const char *entries;        // pl_entry and pl_divisor facts: checks of index maps
    bool doubles;               // an expression has the type double
    bool lines;                 // -g: write pl_line facts
    Names used;                 // names that were printed since put_uses or put_call emptied it
    const Step *step;           // the current statement; NULL: none
    bool masks;                 // a mask, or the value outside it, is being made; its names do not count as used
    bool offsets;               // an offset is being printed; the same holds: only lanes use it, and they have every name
    const Source *source;
    Loc commented;              // the statement whose comments were printed last
    const char *comment;        // the last line of them; empty: the current statement has none
} Emitter;

// ---- emit/text.c: names, expressions as facts, places of elements ---------------------------------------------------

const char *printed(Emitter *em, const Node *e);                        // the text of an expression: C with facts
const char *printed_summand(Emitter *em, const Node *e);                // in parentheses if it is added or compared
const char *printed_factor(Emitter *em, const Node *e);                 // … if it is multiplied
const char *printed_operand(Emitter *em, const Node *e);                // … if its context is unknown
const char *printed_condition(Emitter *em, const Node *condition);      // NULL: ""
const char *printed_mask(Emitter *em, const Node *condition);           // the same; its names do not count as used
void take_declared(Emitter *em, const Node *n);                         // adds the names that n declares to em->names
void choose_names(Emitter *em, const Plan *plan);
const char *place_text(Loc at);
const char *type_as_fact(const Type *t);
const char *batch_offset(Emitter *em, const Call *call, const Part *part);
const char *table_shape(Emitter *em, const Call *call, const Part *part);
Node *product_of(Node *const *dims, int from, int to);
const char *base_name(Emitter *em, const Symbol *ref);                  // the prefix of names made from a ref's name
Layout *layout_of(Emitter *em, const Symbol *ref);                      // its name then counts as used
Layout *new_layout(Emitter *em, const Symbol *ref);
Layout *dense_layout(Emitter *em, const Symbol *ref);                   // tiles, scratch, tables
const char *offset_text(Emitter *em, const Layout *l, Node *const *indices, int count);
// to: the type that the address points to; prefix: "&" or nothing.
const char *address_fact(Emitter *em, const Symbol *ref, Node *const *indices, int count, const Type *to, const char *prefix);
const char *access_fact(Emitter *em, const Node *e);
const char *inside_array(Emitter *em, const Symbol *ref, Node *const *at);      // the text of mask_of
const char *edge_text(Emitter *em, const Operand *o);                   // value of PL_EDGE in the array's type; or nothing
const char *outside_text(Emitter *em, const Symbol *ref);               // value of elements outside the array
const char *size_fact(Emitter *em, const Node *e);                      // PL_SIZE
const char *bound_name(Emitter *em, const Node *bound);                 // of an ND_BOUND: "x_0"

// ---- emit/expressions.c: constructs that each target spells itself --------------------------------------------------

const char *convert_fact(const Type *from, const Type *to, const char *value);
const char *fact_of(const Printer *p, const Node *e);                        // NULL: e is printed as C

// ---- emit/vectorize.c: the loops of plan/vectorize.c, with several elements per iteration -----------------------------

const char *operation_fact(Emitter *em, const Node *n);                    // of an ND_VECTOR that is a value
void put_vectors(Emitter *em, const Step *of, const Node *body);


// ---- emit/statements.c: a body, in quotes ---------------------------------------------------------------------------

void put(Emitter *em, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_inside(Emitter *em, const Step *body);
void put_line(Emitter *em, Loc at); // -g: the following code belongs to that line
const char *declared_text(Emitter *em, const Node *n);                  // without the semicolon
const char *for_head(Emitter *em, const Node *n);                       // the text between the parentheses of a for
const char *trips_text(const StepLoop *s);                              // "8"; or nothing
const char *last_trip_text(const StepLoop *s);                          // "full", "short"; or nothing
const char *runs_text(const StepLoop *s);                               // "whole", "short"; or nothing
const char *overs_text(Emitter *em, const Step *s, int from, int to);   // pl_over facts of these loops of a step
// The subscript of pl_at_number in registers.
const char *register_of_dim(Emitter *em, const Symbol *ref, int dim, int number, Distribution how);
const char *buffer_name(Emitter *em, const Symbol *of, const char *what);   // "p_buffer"; a second one is "p_buffer_2"
void add_buffer(Emitter *em, const char *name, const char *type, const char *count, const char *memory, long long elements,
                const Symbol *of, RowGap gap);                          // of: the block in it
void add_block_buffer(Emitter *em, const char *name, const Symbol *ref, Node *const *extents);  // of scratch, of a tile
const char *gap_text(RowGap gap);                                       // what it achieves; or nothing

// ---- emit/lanes.c: the schedule for a group of lanes ----------------------------------------------------------------

const Lanes *lanes(Emitter *em);                                        // of this call; NULL: in a helper
const char *memory_name(Emitter *em, const Symbol *ref);                // "local"
const char *distribution_name(Distribution how);                        // "rows"
bool is_in_registers(Emitter *em, const Symbol *ref);
bool is_masked(Emitter *em, const Symbol *ref);                         // accessed in place, with masks at the edge
const char *register_extents(Emitter *em, const Symbol *ref);           // a lane's part: "[8][4]"; or nothing
const char *clip_name(Emitter *em, const Operand *o, int d);            // how many are in the array, if loops end there: "x_rows"; or ""
const char *run_of_index(Emitter *em, const Symbol *index);             // ", run" if lanes have runs of neighbors there; or ""
const char *vector_name(Emitter *em, const struct Vector *v);            // NULL: nothing
const char *vector_of_dims(Emitter *em, const Node *statement, const Symbol *ref);      // the same for each element of a block
const char *vectors_text(Emitter *em, const StepLoop *s);               // pl_vector facts
const char *divided_text(Emitter *em, const Node *size);                // conditions of vectors
const char *aligned_text(Emitter *em, const Symbol *ref);
const char *barrier_fact(const Barrier *b);                             // NULL: nothing
const char *barrier_inside(const Barrier *b);                           // the same, for a field of a fact
const char *sharing_name(Sharing sharing);                              // "row"
long long element_count(const Symbol *ref);                             // 0: known at run time
void put_lanes(Emitter *em, const Plan *plan);

// ---- emit/emit.c ----------------------------------------------------------------------------------------------------

Node *array_stride(const Operand *o, int dim);                          // of a dim of its array

// ---- emit/copies.c --------------------------------------------------------------------------------------------------

bool put_copy_statement(Emitter *em, const Node *n);                                 // false: it is another statement
const char *copy_value_fact(Emitter *em, const Node *e);
void put_mesh(Emitter *em, const Call *call);

// ---- emit/dot.c -----------------------------------------------------------------------------------------------------

void put_dot(Emitter *em, const Step *s);
const char *slice_array(Emitter *em, int use);                          // the name of the array in lanes(em)->uses[use]

// ---- emit/pipeline.c: copies, buffers, and the names in use ---------------------------------------------------------

void use(Emitter *em, const char *name);                                // adds it to em->used, except in masks and offsets
const char *uses_text(Emitter *em);                                     // em->used as pl_use facts
const char *subscripts_text(Emitter *em, Node *const *items, int count); // "[r][c]"
const char *extents_text(Emitter *em, const Symbol *ref, int from);     // "[8][128]", from that dim on, as in C's type
void use_dims(Emitter *em, const Call *call);                           // uses the extents of the kernel's refs in use
void put_pipeline(Emitter *em, const Plan *plan);

#endif
