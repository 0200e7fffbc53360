// generate.h -- declarations that the parts of the generator of random programs share; generate.c describes it.
//
// A program is printed twice: as kernels and calls in the language, and as a reference in plain C. Most text is the same on
// both sides. Where it differs, a string has both alternatives, made by either(), and put() prints one of them.

#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stdio.h>

// ---- choose.c: choices, and text ----

// A choice is a number from 0 to n - 1, and 0 is always the simplest. It depends only on the seed and on its path, such as
// "call1/operand0/edge". So forcing one choice to 0 does not change the others, and shrink.sh uses this to reduce a program.
void begin_choices(unsigned long seed);
void force_choice(const char *path, long value);
void enter(const char *format, ...) __attribute__((format(printf, 1, 2)));
void leave(void);
long pick(const char *what, long n);
bool chance(const char *what, int percent);                            // true in this percentage of programs
void print_choices(FILE *out);                                         // prints choices that are not 0: "path value"

enum side { KERNEL, REFERENCE };

char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *either(const char *kernel, const char *reference);
void put(FILE *out, const char *text, enum side);

struct buffer { char *text; size_t length, capacity; int depth; };

void add(struct buffer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void line(struct buffer *, const char *format, ...) __attribute__((format(printf, 2, 3)));    // one line, indented

// ---- The program ----

enum { MOST_AXES = 6, MOST_SIZES = 8, MOST_DIMS = 6, MOST_BLOCKS = 48, MOST_OPERANDS = 12, MOST_SETS = 4 };

enum class { FLOATING, INTEGER, UNSIGNED, BOOLEAN, SMALL, STRUCT };

// An element type; integers up to `most` are exact in it, and nothing larger is stored.
struct type { const char *name; enum class class; double most; const char *short_name; };

// A value that the caller chooses: a size of PL_SIZES, or a PL_SCALAR, which the kernel may read, too.
struct size { const char *name, *type; bool scalar, floating; long block, most, value[MOST_SETS]; };

struct axis {
    const char *name, *extent;
    enum { PLAIN, ARBITRARY, PARALLEL } kind;
    struct size *size;                                                 // NULL: the extent is a constant
    long block, most;
};

// A table that index maps read. Its entries are in 0 .. range - 1; if `permutes` is set, they are a permutation of that axis.
struct table { const char *name, *type; int rank; long extent[2], range; const struct axis *permutes; bool batched[2]; };

// One dim of an array, and its part of the spec.
struct dim {
    const char *shape, *block, *index;                                 // in the call
    const char *start, *count;                                         // the reference's window; NULL: extent elements
    const char *extent;                                                // of the ref; NULL: the dim is dropped
    long most;                                                         // largest extent
    const char *edge_of;                                               // names the part outside; NULL: there is never one
    bool bounded;
};

enum role { INPUT, OUTPUT, INOUT, ATOMIC, SCRATCH, SMEM, LOCAL };

// A ref: of an operand, of scratch, of a table, or a tile or view of the body.
struct block {
    const char *name;
    const struct type *type;
    enum role role;
    int rank;
    struct { const char *extent, *outside; long most; int array_dim; bool bounded; } dim[MOST_DIMS];
    bool ready;                                                        // everything inside the array is defined
    bool defined_outside;                                              // and outside, by PL_EDGE
    bool is_table;
    double most;                                                       // the largest magnitude of an element
    double cap;                                                        // the largest magnitude that may be written; 0: none
    const struct block *base;                                          // of a view
    int sums;                                                          // statements that may still add to its elements
    enum { WRITE, ACCUMULATE, LAST_ONLY, CARRIED } use;                // how the body may write it
    const char *first, *last;                                          // conditions on the axes that revisit it; NULL: none
    long visits;                                                       // the largest number of programs that use one block
    int operation;                                                     // of an array of atomics
};

struct operand {
    const char *name;
    const struct type *type;
    enum role role;
    int rank;
    struct dim dim[MOST_DIMS + 2];
    bool whole, unblocked, batched[2], revisited;
    bool shared;                                                       // an INOUT: steps may share elements of its windows
    const char *edge, *options;
    struct operand *alias;                                             // an output: the input that it shares its array with
    struct block *block;
};

struct call {
    unsigned long long names_taken;                                    // the odd names that are taken, a bit for each
    int number, sizes, axes, tables, operands, blocks, parallel;
    struct size size[MOST_SIZES];
    struct axis axis[MOST_AXES], batch[2];
    int batches;
    struct table table[2];
    struct operand operand[MOST_OPERANDS];
    struct block block[MOST_BLOCKS];
    long steps;                                                        // programs, at most
    struct buffer before, body;
};

extern const struct type types[];
extern const int type_count;

// operands.c
const char *choose_name(struct call *, const char *usual);
void choose_call(struct call *, int number);
const char *first_of(const struct call *, unsigned axes, const char *which);

// body.c
void choose_body(struct call *);

// print.c
void print_kernels(FILE *, struct call *, int calls, unsigned long seed);
void print_main(FILE *, struct call *, int calls, unsigned long seed, bool one_file);

#endif
