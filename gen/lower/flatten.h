// lower/flatten.h -- what the files of flatten.c share: a kernel that runs a PL_PIPELINE, and the call over its axes that is being made.
//
//     lower/flatten.c         reads the kernel, and makes the call
//     lower/flatten_maps.c    expressions of the kernel as those of index maps
//     lower/flatten_parts.c   the parts of the call: windows, scratch and scalars; its kernel
//     lower/flatten_tiles.c   the loop over tiles that programs share, as axes

#ifndef FLATTEN_H
#define FLATTEN_H

#include "lower/lower.h"

typedef struct { Symbol *of; Node *value; } Value;      // a scalar, in terms of the call: as index maps have it

typedef struct {
    const Call *from;
    Call call;
    Function kernel;
    const Node *pipeline;
    const Node *loops;          // the outermost PL_LOOP; NULL: none
    Value *values, *arguments;  // of the kernel; of the pipeline's kernel
    int value_count, argument_count;
    int tile_axes;              // the first axes are those of a loop whose iterations programs share: one, or rows and columns; 0: none
    Node **before, **after;     // the statements of the kernel before the pipeline and after it
    int before_count, after_count;
    Node *first, *last;         // … as blocks
    const Node **tiles;
    int tile_count;
    bool closed;                // the loop around the pipeline has ended
    const Node **inits;         // of each part: the PL_INIT of its window, or NULL
    Names taken, inner;         // of the call; of the pipeline's kernel
    Copies copies;              // of the symbols of the pipeline's kernel
    const char *why_not;
} Flattening;

// ---- lower/flatten_maps.c -------------------------------------------------------------------------------------------

void cannot_flatten(Flattening *f, const char *why);                    // the first reason counts
Symbol *add_axis_of_call(Flattening *f, const char *name, Node *extent, Loc at);
void as_in_map(void *flattening, const Node *n);                        // a Visit: a name of the kernel becomes one of the call
Node *in_map(Flattening *f, const Node *n);                             // a copy of an expression of the kernel, for an index map
Node *extent_in_map(Flattening *f, const Node *n);                      // … that is the same in all programs
bool is_operation(const Node *n, const char *op);

// ---- lower/flatten_parts.c ------------------------------------------------------------------------------------------

void add_parts(Flattening *f);
void gather_statements(Flattening *f);                                  // those around the pipeline, into first and last
void add_body(Flattening *f);
int first_of_pipeline(const Flattening *f);                             // of the axes of the call
bool counts_blocks(const Part *part, int d);                            // its index on this dim does
bool is_index(const Part *part, const Axis *axis);                      // of a dim, so that its programs have separate blocks

// ---- lower/flatten_tiles.c ------------------------------------------------------------------------------------------

void divide_tiles(Flattening *f);                                       // into rows and columns
void order_tiles(Flattening *f);

#endif
