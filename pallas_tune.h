/* pallas_tune.h -- looks up at run time what `make tune` found, as tune/lookup.sh does when a program is built. docs/tuning.md has an
   example: the same calls compiled several times, with other constants, and a function that chooses.

       long pl_tuned(file, call, target, device, sizes, count, constant, otherwise)

   returns the value of a PL_TUNE constant in the entry of my.tune that fits best: one for this call and target, for this device if
   there is one (NULL: for any), and with the nearest sizes, by the product of their ratios. Without an entry, or without the file, it
   returns `otherwise`. Each call reads the file, so keep the value. */
#ifndef PALLAS_TUNE_H
#define PALLAS_TUNE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the field of a line that begins at *rest, and moves *rest behind it. */
static inline char *pl_tune_field_(char **rest)
{
    char *field = *rest, *end = strstr(field, " | ");
    *rest = end ? end + strlen(" | ") : field + strcspn(field, "\n");
    if (end)
        *end = 0;
    else
        **rest = 0;
    return field;
}

/* The sum of the logarithms of the ratios of an entry's sizes, "64 128", to these. Sizes of another number are far away. */
static inline double pl_tune_distance_(const char *entry, const long *sizes, int count)
{
    double far = 0;
    char *end;
    for (int i = 0;; i++, entry = end) {
        long size = strtol(entry, &end, 10);
        if (end == entry)
            return i == count ? far : far + 1e3;
        if (i < count && size > 0 && sizes[i] > 0)
            far += fabs(log((double)size / (double)sizes[i]));
    }
}

/* The value of a constant in "BM=64 BN=128". false: it is not there. */
static inline int pl_tune_value_(const char *constants, const char *name, long *value)
{
    size_t length = strlen(name);
    for (const char *at = constants; *at; at += strspn(at, " ")) {
        if (!strncmp(at, name, length) && at[length] == '=') {
            *value = strtol(at + length + 1, NULL, 10);
            return 1;
        }
        at += strcspn(at, " ");
    }
    return 0;
}

/* What an entry is compared with. */
struct pl_tune_wanted_ {
    const char *call, *target, *device;
    const long *sizes;
    int count;
};

/* How far an entry is from what is wanted, and its value of the constant. HUGE_VAL: it is of another call or target, or without it. */
static inline double pl_tune_entry_(char *line, const struct pl_tune_wanted_ *wanted, const char *constant, long *value)
{
    const char *call = pl_tune_field_(&line), *target = pl_tune_field_(&line), *device = pl_tune_field_(&line);
    const char *sizes = pl_tune_field_(&line), *constants = pl_tune_field_(&line);
    if (strcmp(call, wanted->call) != 0 || strcmp(target, wanted->target) != 0 || !pl_tune_value_(constants, constant, value))
        return HUGE_VAL;
    return pl_tune_distance_(sizes, wanted->sizes, wanted->count) +
           (wanted->device && strcmp(device, wanted->device) != 0 ? 1e6 : 0);
}

static inline long pl_tuned(const char *file, const char *call, const char *target, const char *device, const long *sizes, int count,
                            const char *constant, long otherwise)
{
    static const char version[] = "# pallas tune 1:";
    const struct pl_tune_wanted_ wanted = { call, target, device, sizes, count };
    double least = HUGE_VAL;
    char line[1024];
    FILE *from = fopen(file, "r");
    int known = from && fgets(line, sizeof line, from) && !strncmp(line, version, strlen(version));
    if (from && !known)
        fprintf(stderr, "%s: not a file of make tune, or of another version\n", file);
    while (known && fgets(line, sizeof line, from)) {
        long value = 0;
        double far = pl_tune_entry_(line, &wanted, constant, &value);
        if (far < least) {
            least = far;
            otherwise = value;
        }
    }
    if (from)
        fclose(from);
    return otherwise;
}

#endif
