// check/flow.h -- shared by the files flow*.c: a program that is interpreted, and the state of its blocks.
//
//     check/flow.c       which programs are interpreted, and what each passes on to the next
//     check/flow_run.c   a body, statement by statement, as one of them runs it
//     check/flow_state.c the state of blocks and locals; messages

#ifndef CHECK_FLOW_H
#define CHECK_FLOW_H

#include "check/check.h"

typedef struct {                // the contents of a block or a local
    const Symbol *symbol;
    const Symbol *garbage;      // the uninitialized block that it comes from; a new block: itself; NULL: written
} Content;

typedef struct {                // a block that may hold data of earlier programs
    const Symbol *block;
    bool loses;                 // … that nothing has read: an output's block that is unchanged, sums in scratch
    const Node *cleared;        // what wrote it first, before any read
    bool read;
    bool added;                 // was accumulated into, and not read since
} Carried;

typedef struct {
    const Node *condition, *body;       // was false, so this did not run
} Skipped;

typedef struct Binding {        // a block parameter of a helper: the block that it refers to
    const Symbol *name, *block;
    bool part;
} Binding;

typedef struct {
    Given given;
    Nodes *reported;            // in this program and in earlier ones
    const long long *ids;
    Content *contents;
    int content_count;
    Binding *bindings;
    int binding_count;
    const Node *statement;      // that runs
    Skipped *skipped;
    int skipped_count;
    Carried *carried;
    int carried_count;
    Loops loops;
    int rounds;                 // the number of enclosing loops whose iterations run in order
    int unsure;                 // the number of enclosing conditions that are unknown
    bool left;                  // the rest does not run
    int depth;                  // of helpers
    bool one_of_several;        // other calls run the same kernel
    bool doubtful_maps;         // no warnings: they may follow from an index map, which was reported
} Program;

// ---- check/flow_state.c ---------------------------------------------------------------------------------------------

const Symbol *viewed_block(const Program *p, const Symbol *s);          // what a parameter or a view refers to
// The uninitialized block that n depends on; NULL: none for certain.
const Symbol *garbage_in(const Program *p, const Symbol *s);
void set_content(Program *p, const Symbol *s, const Symbol *garbage);
const Symbol *name_of(const Node *n);                                   // the block or local that n is a part of
const Symbol *passed_block(const Node *argument);                       // that a call may access; NULL: none
bool may_write(const Program *p, const Node *n, const Symbol *block);
void forget_written(Program *p, const Node *n);                         // what it may write becomes unknown

const char *first_of(const Call *call, const Part *part);
int stepped_axis(const Call *call, const long long *ids);
bool warn_once(const Program *p, const Node *at);   // the same for a warning
void report_garbage(Program *p, const Node *at, const Symbol *garbage, const char *what);
void warn_read(Program *p, const Node *access);

Carried *find_carried(const Program *p, const Symbol *s);
void read_carried(const Program *p, const Symbol *s);
void add_to_kept(const Program *p, const Symbol *s);
void clear_kept(const Program *p, const Symbol *s, const Node *by);     // by: the statement that writes all of s
bool is_part(const Program *p, const Symbol *s);                        // of a block
bool covers(const Program *p, const Node *access); // whether the enclosing loops visit all elements
void read_in_iterations(const Program *p, const Node *loop);

// ---- check/flow_run.c -----------------------------------------------------------------------------------------------

void run_statement(Program *p, const Node *n);                          // a statement, a body, or NULL

#endif
