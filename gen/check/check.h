// check/check.h -- the map of check/, whose files find mistakes that no compiler sees; they report, and change nothing.
//
//     check/spec.c       what each place of a call accepts: block dims, indices, integers
//     check/call.c       a call against its kernel: parts and parameters, index maps, axes
//     check/body.c       a body against its blocks: subscripts, extents, shapes of PL_DOT, writes to const
//     check/each.c       bodies of PL_EACH: shared locals, block operations
//     check/copies.c     the places of copies and semaphores; which devices there are
//     check/flights.c    copies of windows that no program waits for
//     check/race.c       iterations of PL_EACH that access each other's elements
//     check/differ.c     subscripts of two iterations that are never equal
//     check/flow.c       reads before writes, along the path of a program; with check/flow_run.c and
//                        check/flow_state.c, mapped by check/flow.h
//     check/windows.c    windows of an output that overlap or are revisited
//     check/reductions.c what the steps of a PL_REDUCTION axis accumulate
//     check/likely.c     legal code that is likely not intended
//     check.c            runs them in order
//
// An error is certain, whatever the data; a warning is likely; a remark (base/error.c) is a case that cannot be proved.

#ifndef CHECK_H
#define CHECK_H

#include "analyse/analyse.h"

void check_source(const Source *source);                                // all of them

// ---- check/call.c: types --------------------------------------------------------------------------------------------

// whether value fits: a struct equals only itself
void check_value_of(const char *construct, const char *usage, const char *name, const Type *block, const Node *value);

// ---- check/each.c: the body of a PL_EACH ----------------------------------------------------------------------------

typedef struct {
    const Node *each;
    const Symbol **own;         // its indices, and the locals of its body
    int own_count;
    Access *accesses;
    int access_count;
} Iterations;

bool is_own(const Iterations *s, const Symbol *symbol);                 // the same
bool depends(const Iterations *s, const Node *n);                       // for what belongs to an iteration
void check_races(const Iterations *s);                                  // check/race.c
// check/differ.c: whether, in any two iterations and for any data, subscript one of a differs from subscript other of
// b.
bool never_same(const Iterations *s, const Access *a, const Node *one, const Access *b, const Node *other);

// ---- One entry a file -----------------------------------------------------------------------------------------------

void check_spec(const Call *call);
void check_spec_words(const Function *f);                 // PL_NONE, PL_DS and the like in a body
void check_call(const Call *call);
void check_body(const Function *f);
void check_rows_apart(Function *f); // check/body.c: under PL_IN_PLACE two rows are never one piece of memory
void check_each(const Function *f);
void check_copies(const Function *f);
void check_devices(const Call *call);                     // check/copies.c
void check_flights(const Call *call, Nodes *reported);
bool check_likely_maps(const Call *call);                               // whether one depends on the axis of another dim
// one_of_several: other calls run the same kernel. doubtful_maps: its index maps were reported, and warnings that follow from them
// are not.
void check_flow(const Call *call, bool one_of_several, bool doubtful_maps, Nodes *reported);
void check_axes(const Call *call);
void check_reductions(const Call *call);
void check_likely(const Call *call, bool doubtful_maps, Nodes *warned);
void check_likely_helper(const Function *f, Nodes *warned);

#endif
