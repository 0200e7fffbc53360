// schedule/dot.h -- shared by the files that build PL_DOT.
//
// Emitted names: pl_top, pl_left and pl_deep are the first row and column of the part of z that the group computes, and the first
// depth of the slice. pl_i and pl_j count a lane's rows and columns in that part, pl_k the depths of the slice. While a slice is
// copied, pl_r, pl_c and pl_k are the row, the column and the depth of an element in it.

#ifndef DOT_H
#define DOT_H

#include "schedule/schedule.h"

typedef struct {                // the rows or the columns of an operand
    Node *extent, *stride;
    const char *name;           // of an index in a slice
    Node *begin;                // where the part that is multiplied begins
    Node *own;                  // the index, in that part, of the element that a lane multiplies
    long long count;            // the indices of the part
    bool passes;                // some lanes' elements may be past the operand: they read the last one, and store no product
    Node *end;                  // of the operand, if a part may extend past it; otherwise NULL
} Span;

typedef struct {
    const Symbol *ref;
    const DotSide *plan;
    Span row, column;
    bool transposed;
    const char *slice;          // the name of its slice; NULL: it is read in place
    const char *memory;         // the array of its slices, if it has another name; otherwise NULL
    long long stage;            // the elements of a slice in memory
    const char *fetched;        // the array of its slices before they are transposed; NULL: they are not
} Side;

typedef struct {                // z += x y
    const Around *at;
    const Step *step;
    const DotSchedule *plan;
    Side z, x, y;
    const Type *sum;            // the type of sums
    const Type *counter;        // of what counts slices and tiles
    long long stages;           // slices in local memory: 1, or more if the next ones are fetched while one is used
    bool deep;                  // there are several slices
    bool across;                // slices are fetched over all steps; otherwise those of one step
    bool fetches;               // what is built fetches slices for later
} Product;

// schedule/operands.c
Product product_by_tiles(const Around *at, const Step *step);
Product product_by_elements(const Around *at, const Step *step);       // only z, x and y, with their strides
Node *widened(const Product *p, const Type *type, Node *value);         // a value of this type as a part of a sum
Node *element_in(const Side *s, Node *row, Node *column);        // of the whole operand
Node *element_of_slice(const Side *s, Node *row, Node *column);
const char *name_of_sums(const Product *p);

// schedule/slices.c
void add_over_slices(const Product *p, Node *body, Node *to);           // the body for each slice of a step
Node *slices_of_steps(const Product *p, Node *steps);                   // their number
void add_number_across(const Product *p, Node *to);                     // declares pl_slice: the slice's number among those of all steps
void add_copies(const Product *p, Node *to);                            // the group copies the slices that begin at pl_deep

// schedule/matrix.c: adds the product of two slices by matrix instructions.
void add_matrix_products(const Product *p, Node *to);

// schedule/boxes.c
typedef struct { Node *first, *full; } Stage;           // where a slice is copied to: its first element, its barrier
long long lanes_that_multiply(const Around *at);
Node *called(const char *function, Node *a, Node *b);   // a statement; b NULL: it has one argument
bool runs_along_depth(const Product *p, const Side *s); // the same in its slices, which may have been transposed
void add_boxes(const Product *p, const Side *s, const Stage *stage, Node *to);          // the copies of a slice
// Declares where this lane finds its part of a slice, or of a block, that begins there.
void add_matrix_name(const Product *p, const Side *s, const char *name, Node *begin, Node *to);
Node *place_at_depth(const Product *p, const Side *s, Node *begin, Node *depth);        // in that part
Node *number_in_instruction(const Around *at);          // of this lane among those that run one together
Node *number_of_instruction(const Around *at);          // among those of the group
Node *is_first_of_instruction(const Around *at);        // the condition that this lane is the first of those that run one together

// schedule/producer.c: the products of slices that a producer copies.
void add_consumed_slices(const Product *p, Node *to);

// schedule/chain.c: the products of blocks that a producer copies; schedule.h has more of it.
const Chain *chain_of(const Around *at);
void add_product_of_blocks(const Product *p, Node *to);
Node *blocks_of_chain(const Around *at, Node *to);      // what the producer runs; adds its title
void add_completion(const Around *at, Node *to);        // of the product of the step before
void add_first_waits(const Around *at, Node *to);       // for blocks that stay for all steps; declares the stage of the others

#endif
