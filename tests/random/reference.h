// reference.h -- functions that the references of random programs share: arrays, windows, small floats. It does not use pallas.h.

#ifndef REFERENCE_H
#define REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PALLAS_H
typedef struct { uint16_t bits; } pl_f16;
typedef struct { uint16_t bits; } pl_bf16;
typedef struct { uint8_t bits; } pl_f8e4m3;
typedef struct { uint8_t bits; } pl_f8e5m2;
struct pair { float a; int32_t b; };
#endif

#define largest(a, b)  ((a) > (b) ? (a) : (b))
#define smallest(a, b) ((a) < (b) ? (a) : (b))

static inline long ceil_div(long n, long d) { return n / d + (n % d > 0); }

// ---- Small floats. Every value that a program stores is exact ----

static inline float from_bits(unsigned bits, int exponent_bits, int mantissa_bits)
{
    int sign = (int)(bits >> (exponent_bits + mantissa_bits)) & 1, bias = (1 << (exponent_bits - 1)) - 1;
    int exponent = (int)(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
    float mantissa = (float)(bits & ((1u << mantissa_bits) - 1)) / (float)(1 << mantissa_bits);
    float value = exponent ? ldexpf(1 + mantissa, exponent - bias) : ldexpf(mantissa, 1 - bias);
    return sign ? -value : value;
}

// Returns the bits of a value that the format has; unspecified for other values.
static inline unsigned to_bits(float value, int exponent_bits, int mantissa_bits)
{
    int bias = (1 << (exponent_bits - 1)) - 1, exponent;
    unsigned sign = signbit(value) ? 1u << (exponent_bits + mantissa_bits) : 0;
    if (value == 0 || !isfinite(value))
        return sign;
    float fraction = 2 * frexpf(fabsf(value), &exponent) - 1;
    exponent += bias - 1;
    if (exponent <= 0 || exponent >= 1 << exponent_bits)
        return sign;
    return sign | (unsigned)exponent << mantissa_bits | (unsigned)(fraction * (float)(1 << mantissa_bits));
}

#define SMALL_FLOAT(name, exponent, mantissa)                                                                        \
    static inline float f32_of_##name(pl_##name v) { return from_bits(v.bits, exponent, mantissa); }                 \
    static inline pl_##name name##_of_f32(float v)                                                                   \
    {                                                                                                                \
        pl_##name made;                                                                                              \
        unsigned bits = to_bits(v, exponent, mantissa);                                                              \
        memset(&made, 0, sizeof made);                                                                               \
        memcpy(&made, &bits, sizeof made);                                                                           \
        return made;                                                                                                 \
    }
SMALL_FLOAT(f16, 5, 10)
SMALL_FLOAT(bf16, 8, 7)
SMALL_FLOAT(f8e4m3, 4, 3)
SMALL_FLOAT(f8e5m2, 5, 2)

// ---- Arrays, between guards ----

enum { GUARD = 64, MOST_ARRAYS = 64 };

struct array { void *data; long count; size_t size; char type; };

static void *allocated[MOST_ARRAYS];
static int allocated_count;

static inline unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

static inline size_t size_of(char type)
{
    return strchr("cuoge", type) ? 1 : strchr("hbsw", type) ? 2 : strchr("fiv", type) ? 4 : 8;
}

static inline void set_element(const struct array *a, long i, long v)
{
    switch (a->type) {
    case 'f': ((float *)a->data)[i] = (float)v; break;
    case 'd': ((double *)a->data)[i] = (double)v; break;
    case 'h': ((pl_f16 *)a->data)[i] = f16_of_f32((float)v); break;
    case 'b': ((pl_bf16 *)a->data)[i] = bf16_of_f32((float)v); break;
    case 'g': ((pl_f8e4m3 *)a->data)[i] = f8e4m3_of_f32((float)v); break;
    case 'e': ((pl_f8e5m2 *)a->data)[i] = f8e5m2_of_f32((float)v); break;
    case 'c': ((int8_t *)a->data)[i] = (int8_t)v; break;
    case 's': ((int16_t *)a->data)[i] = (int16_t)v; break;
    case 'i': ((int32_t *)a->data)[i] = (int32_t)v; break;
    case 'l': ((int64_t *)a->data)[i] = v; break;
    case 'u': ((uint8_t *)a->data)[i] = (uint8_t)labs(v); break;
    case 'w': ((uint16_t *)a->data)[i] = (uint16_t)labs(v); break;
    case 'v': ((uint32_t *)a->data)[i] = (uint32_t)labs(v); break;
    case 'y': ((uint64_t *)a->data)[i] = (uint64_t)labs(v); break;
    case 'o': ((bool *)a->data)[i] = v > 0; break;
    default: ((struct pair *)a->data)[i] = (struct pair){ (float)v, (int32_t)(v / 2) }; break;
    }
}

static inline double element(const struct array *a, long i)
{
    switch (a->type) {
    case 'f': return (double)((float *)a->data)[i];
    case 'd': return ((double *)a->data)[i];
    case 'h': return (double)f32_of_f16(((pl_f16 *)a->data)[i]);
    case 'b': return (double)f32_of_bf16(((pl_bf16 *)a->data)[i]);
    case 'g': return (double)f32_of_f8e4m3(((pl_f8e4m3 *)a->data)[i]);
    case 'e': return (double)f32_of_f8e5m2(((pl_f8e5m2 *)a->data)[i]);
    case 'c': return ((int8_t *)a->data)[i];
    case 's': return ((int16_t *)a->data)[i];
    case 'i': return ((int32_t *)a->data)[i];
    case 'l': return (double)((int64_t *)a->data)[i];
    case 'u': return ((uint8_t *)a->data)[i];
    case 'w': return ((uint16_t *)a->data)[i];
    case 'v': return ((uint32_t *)a->data)[i];
    case 'y': return (double)((uint64_t *)a->data)[i];
    case 'o': return *((unsigned char *)a->data + i);
    default: return (double)((struct pair *)a->data)[i].a + 1048576.0 * ((struct pair *)a->data)[i].b;
    }
}

static inline struct array raw_array(char type, long count)
{
    struct array a = { NULL, count, size_of(type), type };
    char *storage = malloc((size_t)count * a.size + 2 * GUARD);
    if (!storage || allocated_count == MOST_ARRAYS)
        exit(2);
    memset(storage, 0xa5, (size_t)count * a.size + 2 * GUARD);
    allocated[allocated_count++] = storage;
    a.data = storage + GUARD;
    return a;
}

static inline struct array new_array(char type, long count, int seed)
{
    struct array a = raw_array(type, count);
    unsigned state = 12345u + 977u * (unsigned)seed;
    for (long i = 0; i < count; i++)
        set_element(&a, i, (long)(next_random(&state) % 9) - 4);
    return a;
}

static inline struct array copy_of(const struct array *a)
{
    struct array copy = raw_array(a->type, a->count);
    memcpy(copy.data, a->data, (size_t)a->count * a->size);
    return copy;
}

static inline void free_arrays(void)
{
    while (allocated_count)
        free(allocated[--allocated_count]);
}

static inline void draw_entries(struct array *table, long range, int seed)
{
    unsigned state = 99u + (unsigned)seed;
    for (long i = 0; i < table->count; i++)
        set_element(table, i, next_random(&state) % range);
}

// In each part of `length` entries the first n are a permutation of 0 to n - 1; the others are in range, too.
static inline void permute(struct array *table, long n, long length, int seed)
{
    unsigned state = 7u + (unsigned)seed;
    for (long i = 0; i < table->count; i++)
        set_element(table, i, n ? i % length % n : 0);
    for (long part = 0; part < table->count; part += length)
        for (long i = n - 1; i > 0; i--) {
            long j = part + next_random(&state) % (i + 1), was = (long)element(table, part + i);
            set_element(table, part + i, (long)element(table, j));
            set_element(table, j, was);
        }
}

static inline bool guarded(const struct array *a)
{
    const unsigned char *front = (const unsigned char *)a->data - GUARD, *end = (const unsigned char *)a->data + (size_t)a->count * a->size;
    for (int i = 0; i < GUARD; i++)
        if (front[i] != 0xa5 || end[i] != 0xa5)
            return false;
    return true;
}

// Exit statuses: 1 if a result is wrong, and these bits.
enum { BAD_REFERENCE = 2, CALL_FAILED = 4 };

// Set by `PROGRAM wrong`: expects another number in the first element of each array, so that the comparison must fail.
static bool expect_wrong;

// Prints the first three elements that differ. Returns whether there are any, or something wrote outside the array.
static inline int compare(const char *call, int set, const char *name, const struct array *got, const struct array *wanted)
{
    long wrong = 0;
    for (long i = 0; i < got->count; i++)
        if (!(element(got, i) == element(wanted, i) + (expect_wrong && i == 0)) && wrong++ < 3)
            printf("%s, sizes %d: %s[%ld] is %.9g, and should be %.9g\n", call, set, name, i, element(got, i), element(wanted, i));
    if (wrong)
        printf("%s, sizes %d: %ld of %ld elements of %s are wrong\n", call, set, wrong, got->count, name);
    if (!guarded(got))
        printf("%s, sizes %d: something wrote outside of %s\n", call, set, name);
    return wrong || !guarded(got);
}

// ---- Windows ----

enum { IS_READ = 1, IS_WRITTEN = 2 };

struct window {
    char *array, *data;
    size_t size;
    int rank, mode, here;
    long shape[8], extent[8], start[8], count[8], elements;
    const void *edge;
};

static unsigned garbage_seed;

// Bytes of 0 and 1, which are legal in every type.
static inline void garbage(void *p, size_t size)
{
    unsigned char *bytes = p;
    for (size_t i = 0; i < size; i++)
        bytes[i] = next_random(&garbage_seed) & 1;
}

static inline struct window window(const void *array, size_t size, int rank, const long *shape, const long *extent, int mode, const void *edge)
{
    struct window w = { .size = size, .rank = rank, .mode = mode, .elements = 1 };
    memcpy(&w.array, &array, sizeof array);
    for (int d = 0; d < rank; d++) {
        w.shape[d] = shape[d];
        w.extent[d] = extent[d];
        w.elements *= extent[d];
    }
    w.data = malloc((size_t)w.elements * size + 16);
    if (edge) {
        // A copy after the elements, because the caller's variable may go out of scope.
        memcpy(w.data + (size_t)w.elements * size, edge, size);
        w.edge = w.data + (size_t)w.elements * size;
    }
    return w;
}

static inline bool inside(const struct window *w, int d, long at)
{
    return at < w->count[d] && w->start[d] + at >= 0 && w->start[d] + at < w->shape[d];
}

static inline void move(struct window *w, bool back)
{
    long at[8] = { 0 };
    for (long e = 0; e < w->elements; e++) {
        long place = 0;
        bool is_inside = true;
        for (int d = 0; d < w->rank; d++) {
            is_inside = is_inside && inside(w, d, at[d]);
            place = place * w->shape[d] + w->start[d] + at[d];
        }
        char *element = w->data + (size_t)e * w->size;
        if (is_inside && back)
            memcpy(w->array + (size_t)place * w->size, element, w->size);
        else if (is_inside)
            memcpy(element, w->array + (size_t)place * w->size, w->size);
        else if (!back && w->edge)
            memcpy(element, w->edge, w->size);
        for (int d = w->rank - 1; d >= 0 && ++at[d] == w->extent[d]; d--)
            at[d] = 0;
    }
}

static inline void end_visit(struct window *w)
{
    if (w->here && w->mode & IS_WRITTEN)
        move(w, true);
    w->here = false;
}

// Ends the visit if the block changes. All windows call leave() before any calls visit(), so write-backs precede fetches.
static inline void leave(struct window *w, const long *start, const long *count)
{
    for (int d = 0; d < w->rank; d++)
        if (w->here && (w->start[d] != start[d] || w->count[d] != count[d]))
            end_visit(w);
}

static inline void *visit(struct window *w, const long *start, const long *count)
{
    if (w->here)
        return w->data;
    memcpy(w->start, start, (size_t)w->rank * sizeof *start);
    memcpy(w->count, count, (size_t)w->rank * sizeof *count);
    garbage(w->data, (size_t)w->elements * w->size);
    if (w->mode & IS_READ)
        move(w, false);
    w->here = true;
    return w->data;
}

#endif
