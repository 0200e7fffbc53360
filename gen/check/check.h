// check/check.h -- the map of check/, whose files look for what no compiler sees; they report, and change nothing.
//
//     check/spec.c       does each place of a call hold what it accepts: block dims, indices, integers
//     check/call.c       does a call fit its kernel: parts and parameters, index maps, axes
//     check/body.c       does a body fit its blocks: subscripts, extents, shapes of PL_DOT, what may be written
//     check/each.c       bodies of PL_EACH: what is shared, what the whole program does together
//     check/copies.c     where copies and semaphores stand; which devices there are
//     check/race.c       iterations of PL_EACH that touch each other's elements
//     check/differ.c     subscripts of two iterations that are never the same number
//     check/flow.c       what is read before it is written, along the path of some program; with check/flow_run.c and
//                        check/flow_state.c, of which check/flow.h is the map
//     check/windows.c    windows of an output that overlap or come back
//     check/likely.c     what is legal, and likely not meant
//     check.c            which of them is asked when
//
// An error says what is certainly wrong, whatever the data; a warning what is likely so; a remark (base/error.c) what cannot be proved.

#ifndef CHECK_H
#define CHECK_H

#include "analyse/analyse.h"

void check_source(const Source *source);                                // all of them

// ---- check/call.c: types -------------------------------------------------------------------------------------------

void check_value_of(const char *construct, const char *name, const Type *block, const Node *value); // a struct is one of its own

// ---- check/each.c: the body of a PL_EACH ---------------------------------------------------------------------------

typedef struct {
    const Node *each;
    const Symbol **own;         // its indices, and what its body declares
    int own_count;
    Access *accesses;
    int access_count;
} Iterations;

bool depends(const Iterations *s, const Node *n);                       // on what is an iteration's own
void check_races(const Iterations *s);                                  // check/race.c
// check/differ.c: whatever the iterations and the data, subscript one of a is not subscript other of b.
bool never_same(const Iterations *s, const Access *a, const Node *one, const Access *b, const Node *other);

// ---- One entry a file ----------------------------------------------------------------------------------------------

void check_spec(const Call *call);
void check_spec_words(const Function *f);                 // PL_NONE, PL_DS and the like in a body
void check_call(const Call *call);
void check_body(const Function *f);
void check_rows_apart(Function *f);                       // check/body.c: PL_IN_PLACE, no two rows are one piece of memory
void check_each(const Function *f);
void check_copies(const Function *f);
void check_devices(const Call *call);                     // check/copies.c
void check_flow(const Call *call, Nodes *reported);
void check_axes(const Call *call);
void check_likely(const Call *call, Nodes *warned);
void check_likely_helper(const Function *f, Nodes *warned);

#endif
