// lower/lower.h -- the passes of the stage lower, which rewrites the source before it is planned, and what its files
// share.
//
//     lower/bytes.c      elements of views of another type become those of their blocks
//     lower/parts.c      divides the steps of a PL_REDUCTION axis: a call becomes three
//     lower/shares.c     … and several programs share a block of the one that combines the parts
//     lower/flatten.c    a kernel that only runs a PL_PIPELINE becomes a call over the axes of the pipeline; flatten.h is its map
//     lower/inline.c     inlines PL_FUNCTIONs, and helpers that depend on the program
//     lower/copy_tree.c  copies of parts of the tree, for the others
//     lower/pipeline.c   a PL_PIPELINE becomes loops over its axes, with windows and copies, and its kernel is inlined
//     lower/copies.c     arrays left in HBM get the call's extents; without asynchronous copies, copies become loops
//     lower/hoist.c      subexpressions that must be statements become temporaries before their statement
//     lower/snapshot.c   copies values that one lane would overwrite before the others have read them
//     lower/address_spaces.c   which memory each pointer refers to
//     lower/cpp.c        what C has and C++ has not, in words of both
//     lower/initializers.c     lists of initializers without designators
//     lower/reserved.c   renames what collides with names of the target

#ifndef LOWER_H
#define LOWER_H

#include "pallasc.h"

// ---- The passes, in their order -------------------------------------------------------------------------------------

// Views of another element type, before check/.
void replace_byte_views(Source *s);

// Calls with a PL_REDUCTION axis, for targets that divide it, by groups of so many lanes; before the others.
void divide_reductions(Source *s, long long lanes, bool copies);

// Before the others: the pipelines that are all that the kernel of a call runs. For targets whose copies complete where they start.
void flatten_pipelines(Source *s);

// Inlines PL_FUNCTIONs, pipelines and helpers that depend on the program. checks: PL_CHECK stays; asynchronous: as
// below.
void expand_functions(Source *s, bool checks, bool asynchronous);

// The extents of arrays left in HBM, if calls determine them: before expand_functions, and again in lower_copies.
void bind_arrays(Source *s);

// After expand_functions. asynchronous: the target starts copies and waits for them; otherwise they become loops.
void lower_copies(Source *s, bool asynchronous);

// After that: pointers get their address space; each helper is emitted once for each combination that it is called
// with, and only if kernels of calls use it.
void infer_address_spaces(Source *s);

// For a target whose language is C++; after infer_address_spaces. It includes order_initializers.
void translate_to_cpp(const Source *s);
void order_initializers(const Source *s);

void rename_reserved(Source *s, const char *templates, const char *target);       // after infer_address_spaces
void mark_names(const Source *s);                      // base/mark.c: before the plan is printed for m4

// ---- lower/copy_tree.c: what its files share ------------------------------------------------------------------------

typedef struct {                // a copy of a part of the tree, with symbols of its own
    // index: for semaphores, s becomes to[index]
    struct SymbolPair { const Symbol *from; Symbol *to; const Node *index; } *pairs;
    int count;
} Copies;

typedef struct { Copies *copies; const Names *taken, *own; } Declaring;

Symbol *new_long(SymbolKind kind, const char *name, Loc at);            // a variable
void add_copy(Copies *c, const Symbol *from, Symbol *to);               // in the copy, to replaces from
Symbol *new_copy(Copies *c, const Symbol *s, const char *name);
Symbol *copied(Copies *c, const Symbol *s, const char *name);           // the copy that c has, or a new one
Copies with_more(const Copies *c);                      // the same, to which more are added
void copy_declared(Copies *c, const Node *n);                           // for all that n declares
Node *copy_tree(const Copies *c, const Node *n);
Node **copy_list(const Copies *c, Node *const *list, int count);
Node *copy_of_value(const Node *n);                                     // n declares nothing
const char *free_name(const Names *taken, const char *name);
void take_name(const Symbol *s, void *names);
// The symbols that n declares, some of them twice: a statement may occur in the tree twice.
void each_declared(const Node *n, void (*found)(const Symbol *s, void *data), void *data);
Names names_in(const Source *s);                                         // of functions, calls and constants
Node *program_id(int axis, Loc at);
bool moves_along(const Part *part, const Axis *axis);                   // its blocks, as its index map says
// A name that the caller also has is replaced by a new one; names that hide each other within the helper stay equal.
const char *name_among(const Declaring *d, const char *name);
void declare_copy(const Symbol *s, void *declaring);

typedef struct {
    bool checks;                // PL_CHECK stays
    bool ahead;                 // the target starts copies and waits for them: pipelines prefetch
    bool reports;               // this function is not a helper that stays a call
    bool own_blocks;            // each of its refs is a separate block
    const Node *body;           // its own, before changes
    Names taken;                // names in the expanded function
    Names labels;
    int each;                   // enclosing PL_EACHs: each lane has its own
    const struct Pipeline *pipeline;                    // the one whose kernel is inlined
    bool apart;                 // a change of a variable or an element becomes a statement of its own
} Expanding;

// ---- lower/shares.c -------------------------------------------------------------------------------------------------

typedef struct { long long count; const char *why_not; } Shares;        // of a block; why it has no more

// blocks: those that combine parts. axis: a name for that of the shares.
Shares share_blocks(Call *call, Function *kernel, const Symbol *const *blocks, int count, const char *axis, long long lanes);

// ---- lower/inline.c -------------------------------------------------------------------------------------------------

Node *negated(Node *e);
const Function *inlined_callee(const Node *call);                               // NULL: it stays a call
Node *body_for(Expanding *e, const Node *call, const Function *f, Symbol *value);
void expand_statement(Expanding *e, Node *n, Node *list);   // appends the statements that must precede n, then n

// ---- lower/pipeline.c -----------------------------------------------------------------------------------------------

void expand_pipeline(Expanding *e, Node *n, Node *list);
Node *option_of(const Node *window, const char *name);                  // of an ND_WINDOW; NULL: it has none
// Replaces PL_PROGRAM_ID, PL_INSIDE … in its inlined kernel.
void answer_for_pipeline(const struct Pipeline *p, const Node *body);

// ---- lower/copies.c -------------------------------------------------------------------------------------------------

Node **view_dims(const Node *view, int *rank);

// ---- lower/hoist.c --------------------------------------------------------------------------------------------------

bool must_hoist(const Expanding *e, const Node *n);                      // whether a part of it has to be a statement
Node *hoist(Expanding *e, Node *n, Node *before); // n, evaluated once; NULL: it has no value and is done
Node *hoist_parts(Expanding *e, Node *n, Node *before);                  // the same except for n itself
bool must_hoist_condition(const Expanding *e, const Node *n);
Node *hoist_condition(Expanding *e, Node *n, Node *before);
void hoist_statement(Expanding *e, Node *n, Node *list);    // a declaration or an expression outside PL_EACH
Symbol *declare(Expanding *e, const Type *type, const char *name, Loc at, Node *value, Node *list);
bool mixes(const Node *n);                  // whether the statement stores to a block and sets a local
void loop_with_test_inside(Expanding *e, Node *n, Node *list);          // while, do and for
void loop_for_reduce(Expanding *e, Node *n, Node *list);
bool separate_axes(Expanding *e, Node *n, Node *list);      // into loops, and a PL_REDUCE over the others; false: need not

// ---- lower/snapshot.c -----------------------------------------------------------------------------------------------

void value_first(Expanding *e, Node *n, Node *list);                    // a local, and likewise: the value of PL_FILL
void bounds_first(Expanding *e, Node *each, Node *list); // those of its first axis that its body may change
void own_loops_for_bounds(Expanding *e, Node *each);                    // and of the other axes

#endif
