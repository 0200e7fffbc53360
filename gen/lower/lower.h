// lower/lower.h -- what the stage lower does to the source before it is planned, and what its files share.
//
//     lower/inline.c     PL_FUNCTIONs, and helpers that ask for the program, inlined where they are called
//     lower/pipeline.c   a PL_PIPELINE becomes loops over its axes, with windows and copies, and its kernel inlined
//     lower/copies.c     arrays left in HBM get the call's extents; copies land where they start, for targets that have none
//     lower/hoist.c      subexpressions that must be statements become temporaries before their statement
//     lower/snapshot.c   copies values that one lane would overwrite before the others have read them
//     lower/address_spaces.c   which memory each pointer refers to
//     lower/reserved.c   renames what the target uses for something else

#ifndef LOWER_H
#define LOWER_H

#include "pallasc.h"

// ---- The passes, in their order ------------------------------------------------------------------------------------

// Inlines PL_FUNCTIONs, pipelines and helpers that ask for the program. checks: PL_CHECK stays; asynchronous: as below.
void expand_functions(Source *s, bool checks, bool asynchronous);

// The extents of arrays left in HBM, as far as calls say them: before expand_functions, and again in lower_copies.
void bind_arrays(Source *s);

// After expand_functions. asynchronous: the target starts copies and waits for them; else they become loops.
void lower_copies(Source *s, bool asynchronous);

// After that: pointers get their space; helpers come once for each combination they are called with, and
// only those that kernels of calls use.
void find_memory(Source *s);

void avoid_words(Source *s, const char *templates, const char *target);       // after find_memory
void mark_names(const Source *s);                                       // before the plan is printed for m4: base/mark.c

// ---- What its files share ------------------------------------------------------------------------------------------

typedef struct {                // a part of the tree again, with symbols of its own
    struct SymbolPair { const Symbol *from; Symbol *to; const Node *index; } *pairs;     // index: of semaphores, s stands for to[index]
    int count;
} Copies;

Symbol *new_copy(Copies *c, const Symbol *s, const char *name);
void copy_declared(Copies *c, const Node *n);                           // of all that n declares
Node *copy_tree(const Copies *c, const Node *n);
Node *copy_of_value(const Node *n);                                     // which declares nothing

typedef struct {
    bool checks;                // PL_CHECK stays
    bool ahead;                 // the target starts copies and waits for them: pipelines fetch ahead
    bool reports;               // this function is no helper that stays a call
    bool own_blocks;            // each of its refs is a block by itself
    const Node *body;           // its own, as it was
    Names taken;                // in the function that is expanded, by itself
    Names labels;
    int each;                   // PL_EACHs around: each lane its own
    const struct Pipeline *pipeline;                    // whose kernel is inlined
    bool apart;                 // what changes a variable or an element becomes a statement of its own
} Expanding;

// ---- lower/inline.c ------------------------------------------------------------------------------------------------

const char *free_name(const Names *taken, const char *name);
void take_name(const Symbol *s, void *names);
Node *negated(Node *e);
const Function *inlined_callee(const Node *call);                               // NULL: it stays a call
Node *body_for(Expanding *e, const Node *call, const Function *f, Symbol *value);
void expand_statement(Expanding *e, Node *n, Node *list);               // and what must come before it, into the list

// ---- lower/pipeline.c -------------------------------------------------------------------------------------------------

void expand_pipeline(Expanding *e, Node *n, Node *list);
void answer_for_pipeline(const struct Pipeline *p, const Node *body);   // PL_PROGRAM_ID, PL_INSIDE … of its kernel, inlined

// ---- lower/copies.c ---------------------------------------------------------------------------------------------------

Node **view_dims(const Node *view, int *rank);

// ---- lower/hoist.c --------------------------------------------------------------------------------------------------

bool must_hoist(const Expanding *e, const Node *n);                      // does a part of it have to be a statement?
Node *hoist(Expanding *e, Node *n, Node *before);                        // n, evaluated once; NULL: of no value, and done
Node *hoist_parts(Expanding *e, Node *n, Node *before);                  // the same but for n itself
bool must_hoist_condition(const Expanding *e, const Node *n);
Node *hoist_condition(Expanding *e, Node *n, Node *before);
void hoist_statement(Expanding *e, Node *n, Node *list);                 // outside of PL_EACH: a declaration or an expression
Symbol *declare(Expanding *e, const Type *type, const char *name, Loc at, Node *value, Node *list);
bool mixes(const Node *n);                                            // a statement that stores to a block, and sets a local
void loop_with_test_inside(Expanding *e, Node *n, Node *list);          // while, do and for
void loop_for_reduce(Expanding *e, Node *n, Node *list);

// ---- lower/snapshot.c -------------------------------------------------------------------------------------------------

void fill_value_first(Expanding *e, Node *fill, Node *list);            // a local, and so are
void bounds_first(Expanding *e, Node *each, Node *list);                // those of its first axis that its body may change
void own_loops_for_bounds(Expanding *e, Node *each);                    // and of the other axes

#endif
