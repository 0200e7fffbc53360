// choose.c -- choices that depend only on the seed and on their path, and text with two alternatives.

#include "generate.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---- Choices ----

enum { LONGEST = 400 };

static struct choice { char *path; long value; } *made, *forced;
static long made_count, forced_count;
static unsigned long the_seed;
static char path[LONGEST];

void begin_choices(unsigned long seed)
{
    the_seed = seed;
}

static void append(struct choice **list, long *count, const char *at, long value)
{
    *list = realloc(*list, (size_t)(*count + 1) * sizeof **list);
    (*list)[(*count)++] = (struct choice){ text("%s", at), value };
}

void force_choice(const char *at, long value)
{
    append(&forced, &forced_count, at, value);
}

void enter(const char *format, ...)
{
    size_t length = strlen(path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path + length, sizeof path - length, format, arguments);
    va_end(arguments);
    strncat(path, "/", sizeof path - strlen(path) - 1);
}

void leave(void)
{
    path[strlen(path) - 1] = 0;
    char *slash = strrchr(path, '/');
    *(slash ? slash + 1 : path) = 0;
}

// Returns FNV-1a of the path, mixed with the seed as in splitmix64.
static uint64_t hash(const char *at)
{
    uint64_t h = 14695981039346656037u;
    for (; *at; at++)
        h = (h ^ (unsigned char)*at) * 1099511628211u;
    h += (the_seed + 1) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

static long chosen(const char *at, long value, long n)
{
    for (long i = 0; i < forced_count; i++)
        if (!strcmp(forced[i].path, at))
            value = forced[i].value < n ? forced[i].value : n - 1;
    if (value)
        append(&made, &made_count, at, value);
    return value;
}

long pick(const char *what, long n)
{
    char *at = text("%s%s", path, what);
    return n <= 1 ? 0 : chosen(at, (long)(hash(at) % (uint64_t)n), n);
}

bool chance(const char *what, int percent)
{
    char *at = text("%s%s", path, what);
    return chosen(at, hash(at) % 100 < (uint64_t)percent, 2);
}

void print_choices(FILE *out)
{
    for (long i = 0; i < made_count; i++)
        fprintf(out, "%s %ld\n", made[i].path, made[i].value);
}

// ---- Text ----

// Text is never freed, because the generator runs only for milliseconds.
char *text(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *result = malloc((size_t)length + 1);
    vsnprintf(result, (size_t)length + 1, format, again);
    va_end(arguments);
    va_end(again);
    return result;
}

enum { IF_KERNEL = 1, ELSE_REFERENCE, END_EITHER };

char *either(const char *kernel, const char *reference)
{
    return text("%c%s%c%s%c", IF_KERNEL, kernel, ELSE_REFERENCE, reference, END_EITHER);
}

// Alternatives may be nested. hidden: the depth at which hidden text began; 0 while text is printed.
void put(FILE *out, const char *all, enum side side)
{
    int hidden = 0, depth = 0;
    for (; *all; all++) {
        if (*all == IF_KERNEL) {
            depth++;
            if (!hidden && side != KERNEL)
                hidden = depth;
        } else if (*all == ELSE_REFERENCE) {
            hidden = hidden == depth ? 0 : hidden ? hidden : depth;
        } else if (*all == END_EITHER) {
            hidden = hidden == depth ? 0 : hidden;
            depth--;
        } else if (!hidden) {
            putc(*all, out);
        }
    }
}

static void append_text(struct buffer *b, const char *added)
{
    size_t more = strlen(added);
    if (b->length + more + 1 > b->capacity)
        b->text = realloc(b->text, b->capacity = 2 * (b->length + more) + 1);
    memcpy(b->text + b->length, added, more + 1);
    b->length += more;
}

void add(struct buffer *b, const char *format, ...)
{
    char small[4096];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(small, sizeof small, format, arguments);
    char *all = length < (int)sizeof small ? small : malloc((size_t)length + 1);
    if (all != small)
        vsnprintf(all, (size_t)length + 1, format, again);
    append_text(b, all);
    if (all != small)
        free(all);
    va_end(arguments);
    va_end(again);
}

void line(struct buffer *b, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *all = malloc((size_t)length + 1);
    vsnprintf(all, (size_t)length + 1, format, again);
    va_end(arguments);
    va_end(again);
    add(b, "%*s%s\n", 4 * b->depth, "", all);
    free(all);
}
