/* call.h -- a call on the host, for launchers in C and in C++: what it was given, what is wrong with that, and what its
   kernel reports. Nothing here knows a device.

       struct pl_host_call call;
       pl_call_begin(&call, "scale", "scale_kernel", "scale.c", 12);
       pl_call_axis(&call, "i", (n + 255) / 256, 1);             outermost first; 1: its programs may run at once
       pl_call_operand(&call, "x", x, sizeof *x, alignof(float), 1, &n, 1, 0);
       if (pl_call_check(&call)) ...                             0, or a code; pl_error() has the words

   The messages are those of interpret mode: messages.h. The first mistake is the one that is reported, to pl_error() and
   stderr. */
#ifndef PL_CALL_H
#define PL_CALL_H

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "messages.h"

/* One definition of each function, even if several files include this header. */
#if defined __GNUC__ || defined __clang__
#define PL_CALL_SHARED_ __attribute__((weak))
#define PL_CALL_PRINTF_(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define PL_CALL_SHARED_ static
#define PL_CALL_PRINTF_(text, arguments)
#endif
#if defined __cplusplus
#define PL_CALL_THREAD_ thread_local
#else
#define PL_CALL_THREAD_ _Thread_local
#endif

#ifndef PALLAS_H
enum { PL_OK, PL_FAILED, PL_NO_MEMORY };
#endif

/* A list of extents. */
#if defined __cplusplus
struct pl_call_longs { long at[12]; };
#define PL_LONGS(...) (pl_call_longs{ { __VA_ARGS__ } }.at)
#else
#define PL_LONGS(...) ((const long[]){ __VA_ARGS__ })
#endif

/* ==== What there is of each ============================================================================== */
enum { PL_CALL_AXES = 16, PL_CALL_DIMS = 12, PL_CALL_ARRAYS = 64, PL_CALL_VALUES = 5, PL_CALL_TEXT = 23 * PL_CALL_DIMS };

/* What to write instead depends on the values of a report: for a block's index, an index of a PL_FULL dim, a slice with
   its size or its end, a window in a padded array, the step of a loop, a table subscript, a promise of PL_MULTIPLE_OF, a
   divisor. */
enum pl_call_note {
    PL_NOTE_NONE, PL_NOTE_INDEX, PL_NOTE_FULL, PL_NOTE_SIZE, PL_NOTE_END, PL_NOTE_PADDING, PL_NOTE_STEP, PL_NOTE_ENTRY,
    PL_NOTE_MULTIPLE, PL_NOTE_DIVISOR
};

/* The messages that a kernel may report: PL_CHECK, a loop that counts down, an index map that leaves its array. Each %ld
   is a value that the kernel supplies; %g and %hg are the bits of a double or a float; %blocks is two values: the number
   of blocks and their size. */
struct pl_call_message {
    int line;
    const char *text;                   /* "operand x: block index %ld on dim 1, which has %blocks; index map (i, j)" */
    enum pl_call_note note;
};

/* As a kernel writes it: the number of the message, 0: none; the program; the values. */
struct pl_call_report {
    int32_t number;
    int64_t program, values[PL_CALL_VALUES];                            /* program: -1: none */
};

/* The contents of a work-group's local memory, and their sizes; the last entry has no name. */
struct pl_call_local {
    const char *name;
    size_t bytes;
};

struct pl_call_array {
    const char *name;
    char *at;                           /* the pointer that was passed to the call */
    size_t bytes, align;                /* align: alignment of the element type */
    long shape[PL_CALL_DIMS];
    int rank;
    int read, written;
    const char *alias;                  /* the operand that may be the same array; NULL: none */
};

/* An output with blocks that no program visits; at: the first element of the first one. */
struct pl_call_left { const char *operand; int rank; long at[PL_CALL_DIMS], blocks, visited; };

struct pl_host_call {
    const char *name, *kernel, *file;
    int line, code;
    struct { const char *name; long extent; } axis[PL_CALL_AXES];
    int axes;
    long steps;                         /* number of programs; more than a long counts are rejected */
    long programs;                      /* of the parallel axes */
    int empty;                          /* an axis has no programs */
    struct pl_call_left left;           /* operand NULL: there is none */
    struct pl_call_array array[PL_CALL_ARRAYS];
    int arrays;
    const char *tile;                   /* the first PL_TILE that a loop leaves; NULL: none */
    long tile_extent, tile_end;
    int tile_line;                      /* of the kernel */
    const struct pl_call_message *messages;
    const char *const *spans;           /* the names of the kernel's PL_TRACEs, then NULL; or NULL */
};

/* ==== Errors ============================================================================================= */
PL_CALL_SHARED_ PL_CALL_THREAD_ char pl_call_error_[8192];

/* Reports to pl_error() and stderr. */
PL_CALL_SHARED_ PL_CALL_PRINTF_(2, 3) int pl_call_say(int code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(pl_call_error_, sizeof pl_call_error_, format, list);
    va_end(list);
    fprintf(stderr, "%s\n", pl_call_error_);
    return code;
}

/* Reports the first mistake of a call, with the call's name in front. where: ", program (i=1)", or empty; note: or NULL. */
PL_CALL_SHARED_ void pl_call_stop(struct pl_host_call *call, int code, const char *file, int line, const char *where,
                                  const char *text, const char *note)
{
    char place[1024] = "";
    if (call->code)
        return;
    if (note)
        snprintf(place, sizeof place, "\n%s:%d: note: ", file, line);
    call->code = pl_call_say(code, "%s:%d: error: call %s, kernel %s%s: %s%s%s", file, line, call->name, call->kernel, where,
                             text, place, note ? note : "");
}

PL_CALL_SHARED_ PL_CALL_PRINTF_(3, 4) void pl_call_fail(struct pl_host_call *call, int code, const char *format, ...)
{
    char text[3500];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    pl_call_stop(call, code, call->file, call->line, "", text, NULL);
}

/* Reports a mistake of an operand, with an optional note. */
PL_CALL_SHARED_ PL_CALL_PRINTF_(5, 6) void pl_call_reject(struct pl_host_call *call, int code, const char *operand,
                                                         const char *note, const char *format, ...)
{
    char text[1200];
    va_list list;
    size_t n = (size_t)snprintf(text, sizeof text, "operand %.200s: ", operand);
    va_start(list, format);
    vsnprintf(text + n, sizeof text - n, format, list);
    va_end(list);
    pl_call_stop(call, code, call->file, call->line, "", text, note);
}

/* ---- PALLAS: settings with commas between them, "groups=4,schedule=gpu" ---- */

/* The settings of interpret mode and of all targets. They share one variable: each target uses its own settings and
   ignores the others'. tests/commands/facts.sh checks that pallas.h, the emulator and docs/ know each. */
#define PL_CALL_SETTINGS_ "order schedule copies devices check poison on_error seed lint trace digest timeout scoped groups grid parts local " \
    "maps width memory arch uninitialized chip dry summary report timeline call events"

/* The value of a setting ("groups=") and the rest of the text; NULL: it is not set. */
PL_CALL_SHARED_ const char *pl_call_setting(const char *key)
{
    const char *s = getenv("PALLAS");
    size_t n = strlen(key);
    for (; s && *s; s += strcspn(s, ",; "), s += strspn(s, ",; "))
        if (!strncmp(s, key, n))
            return s + n;
    return NULL;
}

/* Where a word begins in a list with these separators; NULL: it is not in the list. An entry may continue with "=...". */
PL_CALL_SHARED_ const char *pl_call_word_(const char *list, const char *between, const char *word, size_t n)
{
    for (; *list; list += strcspn(list, between), list += strspn(list, between))
        if (!strncmp(list, word, n) && (!list[n] || list[n] == '=' || strchr(between, list[n])))
            return list;
    return NULL;
}

/* "order, schedule" of "order=seq|reverse schedule=*" */
PL_CALL_SHARED_ void pl_call_setting_names_(const char *takes, char *text, size_t capacity)
{
    for (size_t n = 0; *takes && n < capacity; takes += strcspn(takes, " "), takes += strspn(takes, " "))
        n += (size_t)snprintf(text + n, capacity - n, "%s%.*s", n ? ", " : "", (int)strcspn(takes, "= "), takes);
}

/* The valid values of a setting if this value is not valid; NULL: it is. */
PL_CALL_SHARED_ const char *pl_call_wants_(const char *allowed, const char *value, size_t length)
{
    int number = length && strspn(value, "0123456789") >= length;
    if (!strcmp(allowed, "N"))
        return number && atol(value) >= 1 ? NULL : "a number from 1 on";
    if (!strcmp(allowed, "D"))
        return number ? NULL : "a number";
    if (!strcmp(allowed, "*"))
        return length ? NULL : "a value";
    return !*allowed || pl_call_word_(allowed, "|", value, length) ? NULL : allowed;
}

/* Fails the call if a setting is unknown, or if its value is not among takes: "groups=N schedule=cpu|gpu seed=D trace=*",
   where N is a number from 1 on, D any number, and * any word. */
PL_CALL_SHARED_ void pl_call_check_settings(struct pl_host_call *call, const char *takes)
{
    char names[400];
    size_t n;
    for (const char *s = getenv("PALLAS"); s && *s; s += n, s += strspn(s, ",; ")) {
        size_t key = strcspn(s, "=,; ");
        n = strcspn(s, ",; ");
        const char *entry = key ? pl_call_word_(takes, " ", s, key) : NULL, *value = s + key + (key < n);
        size_t length = (size_t)(s + n - value), words = entry ? strcspn(entry, " ") : 0;
        char allowed[200] = "";
        const char *wants;
        if (n && !entry && !pl_call_word_(PL_CALL_SETTINGS_, " ", s, key)) {
            pl_call_setting_names_(takes, names, sizeof names);
            pl_call_fail(call, PL_FAILED, PL_MESSAGE_SETTING_UNKNOWN_, (int)key, s, names);
        }
        if (entry && key + 1 < words)
            snprintf(allowed, sizeof allowed, "%.*s", (int)(words - key - 1), entry + key + 1);
        wants = entry ? pl_call_wants_(allowed, value, length) : NULL;
        if (wants)
            pl_call_fail(call, PL_FAILED, PL_MESSAGE_SETTING_VALUE_, (int)key, s, (int)length, value, wants);
    }
}

/* The parameters of a call as the caller's file declares them; that file is compiled separately. */
#ifndef PALLAS_H
struct pl_declared { const char *name, *type; int dtype; size_t size; int is_array, is_const; };

/* Whether the caller's file declared these parameters: "i8 n, f4 by, const f4 *x, f4 *z", kinds of type with their sizes.
   d is NULL if no compiled file includes the call. If they differ, text receives the declared ones. As in pallas.h. */
static inline int pl_declared_alike_(const struct pl_declared *d, const char *parameters, char *text, size_t capacity)
{
    static const char kinds[] = "siiiiiiiiiffhbem";                     /* indexed by pl_dtype */
    size_t n = 0, at = 0;
    int alike = 1;
    text[0] = 0;
    for (int i = 0; d && d[i].name; i++) {
        char one[128];
        int length = snprintf(one, sizeof one, "%s%s%c%zu %s%s", i ? ", " : "", d[i].is_const ? "const " : "", kinds[d[i].dtype],
                              d[i].size, d[i].is_array ? "*" : "", d[i].name);
        alike = alike && !strncmp(parameters + at, one, (size_t)length);
        at += alike ? (size_t)length : 0;
        if (n < capacity)
            n += (size_t)snprintf(text + n, capacity - n, "%s%s%s %s%s", i ? ", " : "", d[i].is_const ? "const " : "", d[i].type,
                                  d[i].is_array ? "*" : "", d[i].name);
    }
    return !d || (alike && !parameters[at]);
}
#endif

/* Whether the caller was compiled with these parameters. If not, the call fails before it reads any of them. */
static inline int pl_call_declared(struct pl_host_call *call, const struct pl_declared *declared, const char *parameters)
{
    char text[1024], all[1200];
    if (!pl_declared_alike_(declared, parameters, text, sizeof text)) {
        snprintf(all, sizeof all, "the caller was compiled with other parameters: %s(%s) [parameters-differ]", call->name, text);
        pl_call_stop(call, PL_FAILED, call->file, call->line, "", all, PL_HINT_PARAMETERS_DIFFER_);
    }
    return !call->code;
}

/* ==== What a call is given =============================================================================== */

/* Grids are rounded up; a grid over blocks without elements is rejected before it divides by 0. */
static inline long pl_call_cdiv(long a, long b)
{
    return b ? (a + b - 1) / b : 0;
}

/* Checks a divisor of the launcher; false: it is 0. says: where it divides, "PL_GRID: the extent of i". */
PL_CALL_SHARED_ int pl_call_divides(struct pl_host_call *call, long divisor, const char *says)
{
    char text[300];
    if (divisor)
        return 1;
    snprintf(text, sizeof text, PL_MESSAGE_DIVISOR_, says);
    pl_call_stop(call, PL_FAILED, call->file, call->line, "", text, PL_HINT_DIVISOR_);
    return 0;
}

static inline int pl_call_product_fits_(long a, long b)
{
    if (a == 0 || b == 0)
        return 1;
    if (b > 0)
        return a <= LONG_MAX / b && a >= LONG_MIN / b;
    return a > 0 ? b >= LONG_MIN / a : a >= LONG_MAX / b;
}

/* Checks a op b, which the launcher computes in the type; 0: its value does not fit. A sum of longs is not checked: if it
   overflows, the extent is negative. */
enum pl_call_type { PL_CALL_INT, PL_CALL_LONG };
PL_CALL_SHARED_ int pl_call_computes(struct pl_host_call *call, enum pl_call_type type, long a, char op, long b)
{
    char says[120], text[300];
    const int fits = op != '*' || pl_call_product_fits_(a, b);
    const long value = !fits ? 0 : op == '*' ? a * b : op == '+' ? a + b : a - b;
    if (fits && (type == PL_CALL_LONG || (value >= INT_MIN && value <= INT_MAX)))
        return 1;
    snprintf(says, sizeof says, PL_TEXT_OVERFLOW_, a, op, b, type == PL_CALL_INT ? "int" : "long");
    snprintf(text, sizeof text, PL_MESSAGE_INTEGER_OVERFLOW_, says);
    pl_call_stop(call, PL_FAILED, call->file, call->line, "", text, type == PL_CALL_INT ? PL_HINT_INTEGER_OVERFLOW_ : NULL);
    return 0;
}

/* A block's extent is at least 1. */
static inline void pl_call_extent(struct pl_host_call *call, const char *operand, int dim, long extent)
{
    if (extent < 1)
        pl_call_reject(call, PL_FAILED, operand, NULL, PL_MESSAGE_BLOCK_EXTENT_, dim, extent);
}

/* A loop that sets elements of a PL_TILE ends within it. line: of the kernel. pl_call_check reports it: a grid without
   programs runs no loop. */
PL_CALL_SHARED_ void pl_call_within(struct pl_host_call *call, const char *tile, long extent, long end, unsigned line)
{
    if (end > extent && !call->tile)
        call->tile = tile, call->tile_extent = extent, call->tile_end = end, call->tile_line = (int)line;
}

/* "[4][100]" */
PL_CALL_SHARED_ const char *pl_call_dims_(int rank, const long *dims, char *text, size_t capacity)
{
    size_t n = 0;
    text[0] = 0;
    for (int d = 0; d < rank && n < capacity; d++)
        n += (size_t)snprintf(text + n, capacity - n, "[%ld]", dims[d]);
    return text;
}

/* Compares the call's block with the extents that the kernel's ref declares. */
PL_CALL_SHARED_ void pl_call_agree(struct pl_host_call *call, const char *operand, const char *ref, int rank, const long *block,
                                   const long *declared)
{
    char mine[PL_CALL_TEXT], other[PL_CALL_TEXT];
    if (memcmp(block, declared, (size_t)rank * sizeof *block))
        pl_call_reject(call, PL_FAILED, operand, PL_HINT_REF_EXTENTS_, PL_MESSAGE_REF_EXTENTS_, "call's",
                       pl_call_dims_(rank, block, mine, sizeof mine), ref, pl_call_dims_(rank, declared, other, sizeof other));
}

/* PL_MULTIPLE_OF(v, n) in a shape or an extent. */
static inline long pl_call_multiple_of(struct pl_host_call *call, long v, long n, int line)
{
    char text[100];
    if (n == 0 || v % n != 0) {
        snprintf(text, sizeof text, PL_MESSAGE_MULTIPLE_OF_, v, n);
        pl_call_stop(call, PL_FAILED, call->file, line, "", text, PL_HINT_MULTIPLE_OF_);
    }
    return v;
}

PL_CALL_SHARED_ void pl_call_begin(struct pl_host_call *call, const char *name, const char *kernel, const char *file, int line)
{
    pl_call_error_[0] = 0;
    call->name = name, call->kernel = kernel, call->file = file, call->line = line;
    call->code = PL_OK;
    call->axes = call->arrays = call->empty = 0, call->left.operand = NULL;
    call->programs = call->steps = 1;
    call->tile = NULL;
    call->messages = NULL;
    call->spans = NULL;
}

PL_CALL_SHARED_ void pl_call_axis(struct pl_host_call *call, const char *name, long extent, int parallel)
{
    if (extent == 0)
        call->empty = 1;
    else if (extent > 0 && !call->empty && call->steps > LONG_MAX / extent)
        pl_call_fail(call, PL_FAILED, PL_MESSAGE_GRID_TOO_LARGE_);
    else if (!call->code && extent > 0) {
        call->steps *= extent;
        call->programs *= parallel ? extent : 1;
    }
    if (call->axes < PL_CALL_AXES) {
        call->axis[call->axes].name = name;
        call->axis[call->axes++].extent = extent;
    }
}

/* Notes whether the grid leaves out blocks of an output, whose index on each dim is that of this axis, or 0 (-1). After axes. */
PL_CALL_SHARED_ void pl_call_covers(struct pl_host_call *call, const char *operand, int rank, const long *shape, const long *block,
                                    const long *axis)
{
    struct pl_call_left left = { operand, rank, { 0 }, 1, 1 };
    int last = -1;
    for (int d = 0; d < rank && !call->code; d++) {
        long count = shape[d] > 0 && block[d] > 0 ? (shape[d] - 1) / block[d] + 1 : 0;
        long extent = axis[d] < 0 ? 1 : call->axis[axis[d]].extent;
        if (count == 0 || extent <= 0 || left.blocks > LONG_MAX / count)        /* too large: that is reported */
            return;
        if (extent < count) {
            if (last >= 0)
                left.at[last] = 0;
            left.at[d] = extent * block[d], last = d;                   /* the first one that is left */
        }
        left.blocks *= count, left.visited *= extent < count ? extent : count;
    }
    if (last >= 0 && !call->left.operand)
        call->left = left;
}

/* The parts among which the steps of a PL_REDUCTION axis are divided, if its programs leave units of the device idle: as many as
   keep them busy, each with several steps. threads: of a group, of which a unit runs several; 0: it runs a program at a time.
   bytes: what a part of all programs accumulates. So many groups combine the parts of a program (shares, as far as units are idle),
   so that a program takes steps / parts times a step, and then parts / shares times a block: the sum is least where parts² is steps
   times shares times the ratio of a step and a block. A step is taken to read as much as a block has, but at least 16 KiB.
   wanted: the number that the call demands, or 0; PALLAS=parts= comes before both. */
PL_CALL_SHARED_ long pl_call_parts(const struct pl_host_call *call, long wanted, long steps, long units, int threads, long shares,
                                   double bytes)
{
    const char *said = pl_call_setting("parts=");
    if (call->code || call->empty || call->left.operand || steps < 2)
        return 1;
    wanted = said && atol(said) > 0 ? atol(said) : wanted;
    if (wanted > 0)
        return wanted < steps ? wanted : steps;
    if (call->programs >= units)
        return 1;
    const long groups = !threads ? units : units * (threads < 256 ? 8 : 2048 / threads);
    const double block = bytes / (double)call->programs, ratio = block < 16384 ? 16384 / block : 1;
    const long parts = groups / call->programs, several = parts < steps / 4 ? parts : steps / 4;
    const long idle = units / call->programs, together = shares < idle ? shares : idle;
    const double least = sqrt((double)steps * (double)together * ratio);
    return (double)several < least ? several : (long)least;
}

PL_CALL_SHARED_ const char *pl_call_shape_(const struct pl_call_array *a, char *text, size_t capacity)
{
    return pl_call_dims_(a->rank, a->shape, text, capacity);
}

PL_CALL_SHARED_ void pl_call_operand(struct pl_host_call *call, const char *name, const void *at, size_t size, size_t align,
                                   int rank, const long *shape, int read, int written)
{
    char dims[PL_CALL_TEXT];
    if (call->arrays == PL_CALL_ARRAYS) {
        pl_call_fail(call, PL_FAILED, PL_MESSAGE_MOST_ARRAYS_, PL_CALL_ARRAYS);
        return;
    }
    struct pl_call_array *a = &call->array[call->arrays++];
    memset(a, 0, sizeof *a);
    a->name = name, a->at = (char *)(uintptr_t)at, a->bytes = size, a->align = align, a->read = read, a->written = written;
    a->rank = rank < PL_CALL_DIMS ? rank : PL_CALL_DIMS;
    memcpy(a->shape, shape, (size_t)a->rank * sizeof *shape);
    for (int d = 0; d < rank; d++) {
        size_t extent = shape[d] > 0 ? (size_t)shape[d] : 0;
        if (shape[d] < 0)
            pl_call_reject(call, PL_FAILED, name, NULL, PL_MESSAGE_ARRAY_EXTENT_, d, shape[d]);
        if (extent && a->bytes > PTRDIFF_MAX / extent)
            pl_call_reject(call, PL_FAILED, name, PL_HINT_ARRAY_TOO_LARGE_, PL_MESSAGE_ARRAY_TOO_LARGE_,
                           pl_call_shape_(a, dims, sizeof dims));
        a->bytes *= extent;
    }
    if (!at && a->bytes)
        pl_call_reject(call, PL_FAILED, name, NULL, PL_MESSAGE_NULL_ARRAY_);
}

/* PL_ALIAS: the last array must be the same as that of another operand. */
PL_CALL_SHARED_ void pl_call_alias(struct pl_host_call *call, const char *of)
{
    if (call->arrays)
        call->array[call->arrays - 1].alias = of;
}

/* ==== Checks of all of it ================================================================================ */

PL_CALL_SHARED_ int pl_call_aliases_(const struct pl_call_array *z, const struct pl_call_array *x)
{
    return z->alias && !strcmp(z->alias, x->name);
}

/* z has PL_ALIAS(x). */
PL_CALL_SHARED_ void pl_call_check_alias_(struct pl_host_call *call, const struct pl_call_array *z,
                                          const struct pl_call_array *x)
{
    char mine[PL_CALL_TEXT], other[PL_CALL_TEXT];
    if (z->bytes != x->bytes)
        pl_call_reject(call, PL_FAILED, z->name, PL_HINT_ALIAS_SIZE_,
                       PL_MESSAGE_ALIAS_SIZE_, x->name, x->name,
                       pl_call_shape_(x, other, sizeof other), pl_call_shape_(z, mine, sizeof mine));
    if (z->at != x->at)
        pl_call_reject(call, PL_FAILED, z->name, PL_HINT_ALIAS_POINTER_, PL_MESSAGE_ALIAS_POINTER_, x->name);
}

/* Two arrays that overlap: either they are the same array, or sizes and pointers do not belong together. */
PL_CALL_SHARED_ void pl_call_check_overlap_(struct pl_host_call *call, const struct pl_call_array *a,
                                            const struct pl_call_array *b)
{
    const struct pl_call_array *first = a->at < b->at ? a : b, *second = first == a ? b : a;
    char note[800], mine[PL_CALL_TEXT], other[PL_CALL_TEXT];
    if (!(a->written || b->written) || a->at >= b->at + b->bytes || b->at >= a->at + a->bytes)
        return;
    if (a->at != b->at)
        snprintf(note, sizeof note, PL_HINT_ARRAYS_APART_, a->name, pl_call_shape_(a, mine, sizeof mine), b->name,
                 pl_call_shape_(b, other, sizeof other), second->name, (size_t)(second->at - first->at), first->name);
    else
        snprintf(note, sizeof note, "%s", a->written && b->written ?
                 PL_HINT_WRITTEN_TWICE_ : PL_HINT_IN_AND_OUT_);
    pl_call_reject(call, PL_FAILED, a->name, note, PL_MESSAGE_ARRAYS_OVERLAP_, b->name);
}

PL_CALL_SHARED_ void pl_call_check_tile_(struct pl_host_call *call)
{
    char where[100], text[300];
    snprintf(where, sizeof where, "which has %ld elements where a loop runs to %ld", call->tile_extent, call->tile_end);
    snprintf(text, sizeof text, PL_MESSAGE_TILE_OVERRUN_, call->tile, where);
    pl_call_stop(call, PL_FAILED, call->file, call->tile_line, "", text, NULL);
}

PL_CALL_SHARED_ int pl_call_check(struct pl_host_call *call)
{
    char place[PL_CALL_TEXT];
    for (int i = 0; i < call->arrays; i++) {
        struct pl_call_array *a = &call->array[i];
        for (int j = i + 1; j < call->arrays; j++)
            if (pl_call_aliases_(a, &call->array[j]))
                pl_call_check_alias_(call, a, &call->array[j]);
            else if (pl_call_aliases_(&call->array[j], a))
                pl_call_check_alias_(call, &call->array[j], a);
            else
                pl_call_check_overlap_(call, a, &call->array[j]);
    }
    for (int i = 0; i < call->axes; i++)                               /* after the arrays, because usually a size of one is the cause */
        if (call->axis[i].extent < 0)
            pl_call_fail(call, PL_FAILED, PL_MESSAGE_AXIS_EXTENT_, call->axis[i].name, call->axis[i].extent);
    if (call->tile && !call->empty)
        pl_call_check_tile_(call);
    if (call->left.operand && !call->empty)
        pl_call_reject(call, PL_FAILED, call->left.operand, PL_HINT_BLOCKS_UNWRITTEN_, PL_MESSAGE_BLOCKS_UNWRITTEN_,
                       pl_call_dims_(call->left.rank, call->left.at, place, sizeof place), call->left.blocks - call->left.visited,
                       call->left.blocks);
    return call->code;
}

/* Whether an array that begins in memory of pl_alloc also ends there. */
PL_CALL_SHARED_ void pl_call_check_allocation(struct pl_host_call *call, const struct pl_call_array *a, const char *base, size_t bytes)
{
    size_t start = (size_t)(a->at - base);
    if (a->bytes > bytes - start)
        pl_call_reject(call, PL_FAILED, a->name, NULL, PL_MESSAGE_ARRAY_PAST_MEMORY_, a->bytes, bytes, start);
}

/* Reports that a work-group needs more local memory than the device has, and what for. */
PL_CALL_SHARED_ void pl_call_check_local(struct pl_host_call *call, const struct pl_call_local *local, size_t there)
{
    char table[1500] = "";
    size_t all = 0, n = 0;
    for (const struct pl_call_local *l = local; l && l->name && n < sizeof table; l++) {
        all += l->bytes;
        n += (size_t)snprintf(table + n, sizeof table - n, "\n%10zu bytes  %s", l->bytes, l->name);
    }
    if (all > there)
        pl_call_fail(call, PL_FAILED, "a group needs %zu bytes of local memory, and the device has %zu; smaller blocks take "
                     "less [device-memory]:%s", all, there, table);
}

/* ==== What a kernel reports ============================================================================== */

/* The indices of a program: the kernel counts programs over the whole grid, last axis fastest. */
PL_CALL_SHARED_ void pl_call_program_at_(const struct pl_host_call *call, long program, long *at)
{
    for (int i = call->axes; i-- > 0; program /= call->axis[i].extent)
        at[i] = program % call->axis[i].extent;
}

/* ", program (i=1, j=0)" */
PL_CALL_SHARED_ void pl_call_program_text_(const struct pl_host_call *call, const long *at, char *text, size_t capacity)
{
    size_t n = (size_t)snprintf(text, capacity, "%s", call->axes ? ", program (" : "");
    for (int i = 0; i < call->axes && n < capacity; i++)
        n += (size_t)snprintf(text + n, capacity - n, "%s%s=%ld%s", i ? ", " : "", call->axis[i].name, at[i],
                              i == call->axes - 1 ? ")" : "");
}

/* "one block of 4", "8 blocks of 4 (0 to 7)" */
PL_CALL_SHARED_ size_t pl_call_blocks_(char *to, size_t capacity, long blocks, long size)
{
    if (!blocks)
        return (size_t)snprintf(to, capacity, "no elements");
    if (blocks == 1)
        return (size_t)snprintf(to, capacity, PL_TEXT_BLOCKS_ONE_, size);
    return (size_t)snprintf(to, capacity, PL_TEXT_BLOCKS_, blocks, size, blocks - 1);
}

/* One conversion of a message, "%ld", "%5.2hg", with its value. */
PL_CALL_SHARED_ size_t pl_call_value_(char *to, size_t capacity, const char *text, size_t length, int64_t v)
{
    char part[64], conversion = text[length - 1];
    int is_float = text[length - 2] == 'h';
    float f32;
    double f64;
    memcpy(&f32, &v, sizeof f32);
    memcpy(&f64, &v, sizeof f64);
    snprintf(part, sizeof part, "%.*s%c", (int)length - 1 - is_float, text, conversion);
    if (conversion == 'c')
        return (size_t)snprintf(to, capacity, part, (int)v);
    if (strchr("diouxX", conversion))
        return (size_t)snprintf(to, capacity, part, (long)v);
    return (size_t)snprintf(to, capacity, part, is_float ? (double)f32 : f64);
}

/* A message with its values: integers as long, %g as a double, %hg as a float, each in the bits of its value. */
PL_CALL_SHARED_ void pl_call_fill_in_(char *to, size_t capacity, const char *text, const int64_t *v)
{
    size_t n = 0;
    to[0] = 0;
    while (*text && n + 1 < capacity) {
        if (!strncmp(text, "%blocks", 7)) {
            n += pl_call_blocks_(to + n, capacity - n, (long)v[0], (long)v[1]);
            v += 2;
            text += 7;
            continue;
        }
        size_t length = *text == '%' ? 1 + strcspn(text + 1, "%diouxXcfFeEgGaA") + 1 : strcspn(text, "%");
        if (*text != '%' || text[length - 1] == '%' || length >= 60)
            n += (size_t)snprintf(to + n, capacity - n, "%.*s", (int)(*text == '%' ? 1 : length), text);
        else
            n += pl_call_value_(to + n, capacity - n, text, length, *v++);
        text += length;
    }
}

/* Why a block index may be wrong, judging by its value. */
PL_CALL_SHARED_ const char *pl_call_index_note_(const struct pl_host_call *call, const char *text, const long *at,
                                                const int64_t *v)
{
    int64_t index = v[0], blocks = v[1], size = v[2];
    const char *map = strstr(text, "index map "), *id = strrchr(text, '[');
    if (!blocks)
        return PL_HINT_INDEX_EMPTY_;
    if (map && strchr(map, '[') != id)
        return PL_HINT_INDEX_TABLE_;
    for (int i = 0; i < call->axes; i++)
        if (size > 1 && at[i] > 0 && index == size * at[i])
            return PL_HINT_INDEX_ELEMENTS_;
    if (index < 0)
        return PL_HINT_INDEX_NEGATIVE_;
    return PL_HINT_INDEX_PAST_;
}

/* For an invalid slice: whether it is empty, or its size is given as its end. */
PL_CALL_SHARED_ const char *pl_call_slice_note_(int64_t start, int64_t size, int64_t most, int64_t extent)
{
    if (!size)
        return PL_HINT_SLICE_EMPTY_;
    if (size > start && size <= extent && size - start <= most && start + size > extent)
        return PL_HINT_SLICE_END_;
    return NULL;
}

PL_CALL_SHARED_ const char *pl_call_note_(const struct pl_host_call *call, const struct pl_call_message *m, const long *at,
                                          const int64_t *v)
{
    switch (m->note) {
    case PL_NOTE_INDEX: return pl_call_index_note_(call, m->text, at, v);
    case PL_NOTE_FULL: return PL_HINT_INDEX_FULL_;
    case PL_NOTE_SIZE: return pl_call_slice_note_(v[0], v[1], v[2], v[3]);
    case PL_NOTE_END: return pl_call_slice_note_(v[0], v[1] - v[0] + 1, v[3], v[2]);
    case PL_NOTE_PADDING:
        return PL_HINT_PADDING_;
    case PL_NOTE_STEP: return PL_HINT_LOOP_STEP_;
    case PL_NOTE_ENTRY: return PL_HINT_ENTRY_;
    case PL_NOTE_MULTIPLE: return PL_HINT_MULTIPLE_OF_;
    case PL_NOTE_DIVISOR: return PL_HINT_DIVISOR_;
    case PL_NOTE_NONE: break;
    }
    return NULL;
}

/* A divisor of an index map that is the same for every program: the first program reports it. says: as in the message. */
PL_CALL_SHARED_ void pl_call_map_divides(struct pl_host_call *call, long divisor, const char *says)
{
    const long first[PL_CALL_AXES] = { 0 };
    char text[1024], program[256];
    if (divisor || call->empty)
        return;
    pl_call_program_text_(call, first, program, sizeof program);
    pl_call_fill_in_(text, sizeof text, says, NULL);
    pl_call_stop(call, PL_FAILED, call->file, call->line, program, text, PL_HINT_DIVISOR_);
}

/* Reports the kernel's message, if there is one: the call has failed then. */
PL_CALL_SHARED_ void pl_call_tell(struct pl_host_call *call, const struct pl_call_report *report)
{
    long at[PL_CALL_AXES];
    char program[256] = "", text[1024];
    if (!report->number || call->code)
        return;
    const struct pl_call_message *m = &call->messages[report->number - 1];
    if (report->program >= 0) {
        pl_call_program_at_(call, (long)report->program, at);
        pl_call_program_text_(call, at, program, sizeof program);
    }
    pl_call_fill_in_(text, sizeof text, m->text, report->values);
    pl_call_stop(call, PL_FAILED, call->file, m->line ? m->line : call->line, program, text,
                 pl_call_note_(call, m, at, report->values));
}

#endif
