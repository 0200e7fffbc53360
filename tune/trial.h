/* trial.h -- how a program that `pallasc --emit=trial` wrote runs a call: on data of its own, to compare and to time it.

       trial CALL write FILE SIZE...        writes the call's outputs to FILE
       trial CALL compare FILE SIZE...      compares them with FILE's; the exit status is 1 if they differ too much
       trial CALL time LIMIT SIZE...        prints the seconds of a call and the bytes of its arrays

   Sizes and scalars are in the order of the call's parameters; a scalar that is left out is 1. Inputs have the same data in
   each program: floats between -1 and 1, integers from 0 to 3, and zero in tables of PL_PREFETCH, which is a valid index.
   A file whose calls need other data defines

       void pl_trial_data(const char *call, const char *operand, void *data, long elements);

   which is called for each input and may overwrite it. A time is the median of several runs on arrays of the device, after one
   that is not counted. If the first run that counts takes more than twice LIMIT seconds, it is the only one (0: no limit). */
#ifndef PL_TRIAL_H
#define PL_TRIAL_H

#include <errno.h>
#include <math.h>
#include <time.h>

enum pl_trial_kind { PL_TRIAL_IN, PL_TRIAL_TABLE, PL_TRIAL_OUT, PL_TRIAL_INOUT };
enum { PL_TRIAL_ARRAYS = 64, PL_TRIAL_TIMES = 101 };

struct pl_trial_array {
    const char *name;
    enum pl_trial_kind kind;
    enum pl_dtype type;
    size_t size;
    long elements;
    void *host, *device;
};

struct pl_trial {
    const char *call, *mode, *file;                                     /* file: or the limit */
    char **arguments;                                                   /* the sizes that are left, up to NULL */
    struct pl_trial_array array[PL_TRIAL_ARRAYS];
    int arrays, failed, warm, runs, wrong;
    double largest;                                                     /* of the sizes */
    double began, spent, time[PL_TRIAL_TIMES];
};

struct pl_trial_call { const char *name; int (*run)(struct pl_trial *); };

#ifdef __GNUC__
__attribute__((weak))
#endif
void pl_trial_data(const char *call, const char *operand, void *data, long elements);

#ifdef PL_TARGET_TPU
double pl_tpu_seconds(void);
#endif

static inline double pl_trial_clock(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The next number of the command line; a scalar may be left out. */
static inline double pl_trial_value(struct pl_trial *t, const char *name)
{
    char *end;
    if (!*t->arguments)
        return 1;
    double value = strtod(*t->arguments, &end);
    if (*end) {
        fprintf(stderr, "error: %s is not a number for %s\n", *t->arguments, name);
        exit(2);
    }
    t->arguments++;
    t->largest = fmax(t->largest, value);
    return value;
}

static inline double pl_trial_size(struct pl_trial *t, const char *name)
{
    if (!*t->arguments) {
        fprintf(stderr, "error: the size %s has no value\n", name);
        exit(2);
    }
    return pl_trial_value(t, name);
}

/* ---- Data ---- */

static inline uint32_t pl_trial_random_(uint32_t *state)
{
    return *state = *state * 1664525u + 1013904223u;
}

/* Structs remain zero. */
static inline void pl_trial_set_(struct pl_trial_array *a, long i, uint32_t random)
{
    char *to = (char *)a->host + (size_t)i * a->size;
    if (pl_is_float_(a->type))
        pl_write_float_(to, a->type, random / 2147483648.0 - 1);
    else
        pl_write_int_(to, a->type, random >> 16 & 3);
}

static inline void pl_trial_fill_(const struct pl_trial *t, struct pl_trial_array *a)
{
    uint32_t state = 1;
    memset(a->host, 0, (size_t)a->elements * a->size);
    if (a->kind == PL_TRIAL_OUT)
        return;
    for (const char *s = a->name; *s; s++)
        state = state * 31 + (unsigned char)*s;
    for (long i = 0; i < a->elements && a->kind != PL_TRIAL_TABLE; i++)
        pl_trial_set_(a, i, pl_trial_random_(&state));
    if (pl_trial_data)
        pl_trial_data(t->call, a->name, a->host, a->elements);
}

/* float *x = PL_TRIAL_ARRAY(t, IN, x, m * n): an operand's array on the device, with its data. */
#define PL_TRIAL_ARRAY(t, kind, x, elements) pl_trial_array_(t, PL_TRIAL_##kind, #x, PL_DTYPE_(*(x)), sizeof *(x), elements)
static inline void *pl_trial_array_(struct pl_trial *t, enum pl_trial_kind kind, const char *name, enum pl_dtype type, size_t size,
                                    long elements)
{
    struct pl_trial_array *a = &t->array[t->arrays++];
    *a = (struct pl_trial_array){ .name = name, .type = type, .kind = kind, .size = size, .elements = elements };
    a->host = malloc((size_t)elements * size + 1);
    a->device = pl_alloc((size_t)elements * size + 1);
    if (!a->host || !a->device) {
        fprintf(stderr, "out of memory for %s: %ld elements\n", name, elements);
        exit(1);
    }
    pl_trial_fill_(t, a);
    t->failed |= pl_upload(a->device, a->host, (size_t)elements * size);
    return a->device;
}

/* ---- Runs ---- */

static inline int pl_trial_begin(struct pl_trial *t)
{
    if (*t->arguments) {
        fprintf(stderr, "error: the call has fewer sizes and scalars: %s is left\n", *t->arguments);
        exit(2);
    }
    t->began = pl_trial_clock();
    return !t->failed;
}

/* After a run: whether to run again. The times are those of the TPU's clock, or end when the device has finished. */
static inline int pl_trial_again(struct pl_trial *t)
{
    double seconds, limit = strtod(t->file, NULL);
    t->failed |= pl_sync();
    seconds = pl_trial_clock() - t->began;
    if (t->failed || strcmp(t->mode, "time"))
        return 0;
#ifdef PL_TARGET_TPU
    t->time[t->runs++] = pl_tpu_seconds();
    (void)seconds, (void)limit;
    return 0;
#else
    if (t->warm) {
        t->spent += seconds;
        t->time[t->runs++] = seconds;
    }
    t->began = pl_trial_clock();
    if (t->runs == 1 && limit > 0 && seconds > 2 * limit)
        return 0;
    return !t->warm++ || t->runs < 5 || (t->spent < 0.3 && t->runs < PL_TRIAL_TIMES);
#endif
}

/* ---- Outputs ---- */

static inline double pl_trial_number_(const struct pl_trial_array *a, const void *data, long i)
{
    return pl_read_float_((const char *)data + (size_t)i * a->size, a->type);
}

/* How far an output of floats may be off: interpret mode and the target may add in different orders. A sum of n terms whose
   partial sums are at most M has an error of at most n epsilon M. M is taken as the largest output; n as the largest size, or
   the number of inputs for each output, if that is more. An output of a narrow type is rounded once more. */
static inline double pl_trial_bound_(const struct pl_trial *t, const struct pl_trial_array *a, const void *right)
{
    double most = 0, terms = t->largest, rounding = pl_rounding_(a->type), of_sum = fmin(rounding, pl_rounding_(PL_F32_));
    for (int i = 0; i < t->arrays; i++)
        if (t->array[i].kind != PL_TRIAL_OUT && a->elements)
            terms = fmax(terms, (double)t->array[i].elements / (double)a->elements);
    for (long i = 0; i < a->elements; i++)
        most = fmax(most, fabs(pl_trial_number_(a, right, i)));
    return (terms * of_sum + (rounding > of_sum ? rounding : 0)) * most;
}

static inline void pl_trial_compare_(struct pl_trial *t, const struct pl_trial_array *a, const void *right)
{
    int is_float = pl_is_float_(a->type);
    double error = 0, bound = is_float ? pl_trial_bound_(t, a, right) : 0;
    if (!is_float)
        error = memcmp(a->host, right, (size_t)a->elements * a->size) ? 1 : 0;
    for (long i = 0; is_float && i < a->elements; i++) {
        double is = pl_trial_number_(a, a->host, i), should = pl_trial_number_(a, right, i);
        if (!(is == should || (isnan(is) && isnan(should))))
            error = fmax(error, isnan(is - should) ? INFINITY : fabs(is - should));
    }
    if (error > bound) {
        t->wrong = 1;
        if (is_float)
            printf("wrong: %s differs from interpret mode by %.2g, and %.2g is allowed\n", a->name, error, bound);
        else
            printf("wrong: %s differs from interpret mode\n", a->name);
    }
}

/* Writes an output, or compares it with the one that was written. */
static inline void pl_trial_output_(struct pl_trial *t, struct pl_trial_array *a, FILE *file, int writes)
{
    size_t bytes = (size_t)a->elements * a->size;
    void *right = malloc(bytes + 1);
    t->failed |= pl_download(a->host, a->device, bytes);
    if (t->failed || !right)
        t->failed = 1;
    else if (writes)
        t->failed |= fwrite(a->host, 1, bytes, file) != bytes;
    else if (fread(right, 1, bytes, file) != bytes)
        fprintf(stderr, "%s is too short: it is from other sizes\n", t->file), t->failed = 1;
    else
        pl_trial_compare_(t, a, right);
    free(right);
}

static inline void pl_trial_outputs_(struct pl_trial *t)
{
    int writes = !strcmp(t->mode, "write");
    FILE *file = fopen(t->file, writes ? "wb" : "rb");
    if (!file) {
        fprintf(stderr, "%s: %s\n", t->file, strerror(errno));
        t->failed = 1;
        return;
    }
    for (int i = 0; i < t->arrays && !t->failed; i++)
        if (t->array[i].kind == PL_TRIAL_OUT || t->array[i].kind == PL_TRIAL_INOUT)
            pl_trial_output_(t, &t->array[i], file, writes);
    fclose(file);
}

static inline int pl_trial_by_size_(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The seconds of a call, and the bytes of its arrays; one that is read and written counts twice. */
static inline void pl_trial_times_(struct pl_trial *t)
{
    double bytes = 0;
    for (int i = 0; i < t->arrays; i++)
        bytes += (double)t->array[i].elements * (double)t->array[i].size * (t->array[i].kind == PL_TRIAL_INOUT ? 2 : 1);
    qsort(t->time, (size_t)t->runs, sizeof t->time[0], pl_trial_by_size_);
    printf("%.6g %.0f\n", t->time[t->runs / 2], bytes);
}

static inline int pl_trial_end(struct pl_trial *t)
{
    if (!t->failed && !strcmp(t->mode, "time"))
        pl_trial_times_(t);
    else if (!t->failed)
        pl_trial_outputs_(t);
    for (int i = 0; i < t->arrays; i++) {
        free(t->array[i].host);
        pl_free(t->array[i].device);
    }
    return t->failed || t->wrong;
}

static inline int pl_trial_main(int count, char **arguments, const struct pl_trial_call *calls)
{
    for (; count >= 4 && calls->name; calls++)
        if (!strcmp(calls->name, arguments[1])) {
            static struct pl_trial t;
            t.call = arguments[1], t.mode = arguments[2], t.file = arguments[3], t.arguments = arguments + 4;
            return calls->run(&t);
        }
    if (count < 4)
        fprintf(stderr, "usage: trial CALL write|compare|time FILE|LIMIT SIZE...\n");
    else
        fprintf(stderr, "error: no PL_CALL of the file has this name\n");
    return 2;
}

#endif
