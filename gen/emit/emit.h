// emit/emit.h -- shared by the files of the emit stage; emit/text.c -> emit/expressions.c -> emit/statements.c ->
// emit.c.
//
// They print the plan as m4 definitions, which --emit=facts shows, and decide nothing: names, offsets and masks come from the
// plan, as nodes that expression_as of base/print.c prints. Their state is in an Emitter, the first argument of each function.
// User text is in quotes, « and », and m4 copies it unchanged. A fact in it ends the quotes and reopens them:
//
//     «a + »pl_element(«x», «r * x_row + c»)« * 2»
//
// A fact is a macro call with a lower-case name. A name that begins with PL_ is a definition, which a template may read
// any number of times. Bodies of statements have one more pair of quotes, so a template receives them as facts.

#ifndef EMIT_H
#define EMIT_H

#include "schedule/schedule.h"

// The stage. lines: with pl_line facts. debugged: the code is for a debugger.
void emit_file(FILE *to, const FilePlan *plan, bool lines, bool debugged);

typedef struct {                // the state of printing
    FILE *to;
    Printer facts;              // prints expressions and types as facts
    const Plan *plan;           // the call whose kernel is printed; NULL: helpers
    bool alone;                 // its programs run alone: no lanes share a block
    bool lines;                 // -g: write pl_line facts
    const Source *source;
    Loc commented;              // the statement whose comments were printed last
    const char *comment;        // the last line of them; empty: the current statement has none
} Emitter;

// ---- emit/text.c: expressions as facts, places of elements ----------------------------------------------------------

const char *printed(Emitter *em, const Node *e);                        // the text of an expression: C with facts
const char *printed_summand(Emitter *em, const Node *e);                // in parentheses if it is added or compared
const char *printed_factor(Emitter *em, const Node *e);                 // … if it is multiplied
const char *printed_operand(Emitter *em, const Node *e);                // … if its context is unknown
const char *printed_condition(Emitter *em, const Node *condition);      // NULL: ""
const char *place_text(Loc at);
const char *type_as_fact(const Type *t);
const char *batch_text(Emitter *em, const Call *call, const Part *part);      // batch_offset
const char *table_shape(Emitter *em, const Call *call, const Part *part);
// to: the type that the address points to; prefix: "&" or nothing.
const char *address_fact(Emitter *em, const Symbol *ref, Node *const *indices, int count, const Type *to, const char *prefix);
const char *access_fact(Emitter *em, const Node *e);
const char *edge_text(Emitter *em, const Operand *o);                   // value of PL_EDGE in the array's type; or nothing
const char *size_fact(Emitter *em, const Node *e);                      // PL_SIZE
const char *shape_text(Emitter *em, const Operand *o);                  // the extents of its array, separated by commas

// ---- emit/expressions.c: constructs that each target spells itself --------------------------------------------------

const char *convert_fact(const Type *from, const Type *to, const char *value);
const char *fact_of(const Printer *p, const Node *e);                        // NULL: e is printed as C
void print_for_host(Emitter *em);               // from here on, expressions are the launcher's
void print_for_map(Emitter *em);                // … those of index maps
void print_for_kernel(Emitter *em);             // … the kernel's, as in the beginning

// ---- emit/statements.c: a body, in quotes ---------------------------------------------------------------------------

void put(Emitter *em, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_line(Emitter *em, Loc at); // -g: the following code belongs to that line
const char *declared_text(Emitter *em, const Node *n);                  // without the semicolon
const char *gap_text(RowGap gap);                                       // what it achieves; or nothing

void put_comments(Emitter *em, Loc at);                                  // on the statement there, unless they were printed

// ---- emit/body.c: the tree of a body ---------------------------------------------------------------------------

void put_statements(Emitter *em, const Node *block);
void put_body(Emitter *em, const char *name, const Node *block);        // defines the name as its statements; NULL: not

// ---- emit/lanes.c: the schedule for a group of lanes ----------------------------------------------------------------

const Lanes *lanes(Emitter *em);                                        // of this call; NULL: in a helper
const char *memory_of_block(Emitter *em, const Symbol *ref);            // "local"
void put_lanes(Emitter *em, const Plan *plan);
void put_producer(Emitter *em, const Plan *plan);                       // of a further machine

// ---- emit/memory.c: the variables of a kernel -----------------------------------------------------------------------

typedef struct { const char *all, *beside; } LocalLines;               // of the array in local memory; beside: without rows that are held
LocalLines put_variables(Emitter *em, const Plan *plan);                // of one that lanes run
void put_buffers(Emitter *em, const Plan *plan);                        // of a program that runs alone
void put_workspaces(Emitter *em, const Plan *plan);                     // the bytes of both, as the launcher computes them
const char *producer_launch(const Plan *plan);                          // the launch of a further machine's kernel
const char *held_launch(Emitter *em, const Lanes *l, LocalLines lines);         // … of the kernel for long rows

// ---- emit/copies.c --------------------------------------------------------------------------------------------------

bool put_copy_statement(Emitter *em, const Node *n);                                 // false: it is another statement
const char *copy_value_fact(Emitter *em, const Node *e);
void put_mesh(Emitter *em, const Call *call);

// ---- emit/dot.c -----------------------------------------------------------------------------------------------------

const char *dot_text(Emitter *em, const Step *s);                       // the arguments of pl_dot

// ---- emit/pipeline.c: copies, and names in use ----------------------------------------------------------------------

const char *uses_text(const Names *used);                               // pl_use facts
const char *subscripts_text(Emitter *em, Node *const *items, int count); // "[r][c]"
const char *extents_text(Emitter *em, const Symbol *ref, int from);     // "[8][128]", from that dim on, as in C's type
void put_pipeline(Emitter *em, const Plan *plan);

#endif
