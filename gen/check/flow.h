// check/flow.h -- what the files flow*.c share: a program that is followed, and what it finds in its blocks.
//
//     check/flow.c       which programs are followed, and what they hand on to each other
//     check/flow_run.c   a body, statement by statement, as one of them runs it
//     check/flow_state.c what is in its blocks and locals; words to the user

#ifndef CHECK_FLOW_H
#define CHECK_FLOW_H

#include "check/check.h"

typedef struct {                // a block, or a local: what is in it?
    const Symbol *symbol;
    const Symbol *garbage;      // whose; of a block that is fresh: itself. NULL: something was written
} Content;

typedef struct {                // a block that may hold what programs before this one left in it
    const Symbol *block;
    bool loses;                 // … and nobody has read: an output's block that stays, sums in scratch
    const Node *cleared;        // by this, before anything of it was read
    bool read;
    bool added;                 // to, and not read since
} Kept;

typedef struct {
    const Node *condition, *body;       // did not hold, so this did not run
} Skipped;

typedef struct Binding {        // a block parameter of a helper: the block that it is, or is a part of
    const Symbol *name, *block;
    bool part;
} Binding;

typedef struct {
    Given given;
    Nodes *reported;            // in this program and in those before
    const long long *ids;
    Content *contents;
    int content_count;
    Binding *bindings;
    int binding_count;
    Skipped *skipped;
    int skipped_count;
    Kept *kept;
    int kept_count;
    Loops loops;
    int rounds;                 // so many loops are around whose rounds come one after the other
    int unsure;                 // so many conditions that are not known stand around
    bool left;                  // the rest does not run
    int depth;                  // of helpers
} Program;

// ---- check/flow_state.c -------------------------------------------------------------------------------------------

const Symbol *viewed_block(const Program *p, const Symbol *s);          // what a parameter or a view is, or a part of
const Symbol *garbage_in(const Program *p, const Symbol *s);            // whose; NULL: none for certain
void set_content(Program *p, const Symbol *s, const Symbol *garbage);
const Symbol *name_of(const Node *n);                                   // the block or local that n is a part of
bool may_write(const Program *p, const Node *n, const Symbol *block);
void forget_written(Program *p, const Node *n);                         // what it may write is not known any more

const char *first_of(const Call *call, const Part *part);
int stepped_axis(const Call *call, const long long *ids);
bool report_once(const Program *p, const Node *at);                                       // false: it was reported before
void report_garbage(Program *p, const Node *at, const Symbol *garbage, const char *what);
void warn_read(Program *p, const Node *access);

Kept *find_kept(const Program *p, const Symbol *s);
void read_kept(const Program *p, const Symbol *s);
void add_to_kept(const Program *p, const Symbol *s);
void clear_kept(const Program *p, const Symbol *s, const Node *by);     // by: what writes all of s
bool is_part(const Program *p, const Symbol *s);                        // of a block
bool covers(const Program *p, const Node *access);                      // do the loops around it come to all elements?
void read_in_rounds(const Program *p, const Node *loop);

// ---- check/flow_run.c ---------------------------------------------------------------------------------------------

void run_statement(Program *p, const Node *n);                          // a statement, or a body

#endif
