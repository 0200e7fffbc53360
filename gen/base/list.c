// base/list.c -- memory, text and lists. Nothing is ever freed: pallasc runs once and exits.

#include "pallasc.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void out_of_memory(void)
{
    fprintf(stderr, "pallasc: out of memory\n");
    exit(EXIT_INTERNAL);
}

void *allocate(size_t bytes)
{
    void *p = calloc(bytes ? bytes : 1, 1);
    if (!p)
        out_of_memory();
    return p;
}

char *text_of_list(const char *format, va_list arguments)
{
    char shorter[256];                      // most are short; the C library is slow when it only counts
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(shorter, sizeof shorter, format, arguments);
    char *made = allocate((size_t)length + 1);
    if ((size_t)length < sizeof shorter)
        memcpy(made, shorter, (size_t)length);
    else
        vsnprintf(made, (size_t)length + 1, format, again);
    va_end(again);
    return made;
}

char *text(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *made = text_of_list(format, arguments);
    va_end(arguments);
    return made;
}

char *text_part(const char *s, size_t length)
{
    char *made = allocate(length + 1);
    memcpy(made, s, length);
    return made;
}

const char *capitals(const char *s)
{
    char *made = text("%s", s);
    for (char *c = made; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return made;
}

const char *listed(const char *all, const char *next)
{
    return *all ? text("%s, %s", all, next) : next;
}

bool is_text(const char *s, const char *is)
{
    return !strcmp(s, is);
}

bool is_one_of(const char *s, const char *const *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(s, all[i]))
            return true;
    return false;
}

int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The callers try one text after another at each letter: most differ in the first.
bool begins(const char *s, const char *with)
{
    while (*with && *s == *with)
        s++, with++;
    return !*with;
}

size_t word_length(const char *s)
{
    size_t length = 0;
    while (isalnum((unsigned char)s[length]) || s[length] == '_')
        length++;
    return length;
}

const char *without_trailing_blanks(const char *s)
{
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1]))
        n--;
    return text_part(s, n);
}

void begin_printing(Printed *p)
{
    p->to = open_memstream(&p->made, &p->length);
    if (!p->to)
        out_of_memory();
}

const char *end_printing(Printed *p)
{
    fclose(p->to);
    return p->made;
}

void add_text(Buffer *b, const char *s, size_t length)
{
    if (b->length + length + 1 > b->capacity) {
        b->capacity = 2 * (b->length + length) + 64;
        b->at = realloc(b->at, b->capacity);
        if (!b->at)
            out_of_memory();
    }
    memcpy(b->at + b->length, s, length);
    b->length += length;
    b->at[b->length] = 0;
}

const char *text_in(const Buffer *b)
{
    return b->at ? b->at : "";
}

const char *replaced(const char *s, const Replacement *all, size_t count)
{
    Buffer made = { NULL, 0, 0 };
    while (*s) {
        size_t i = 0;
        while (i < count && !begins(s, all[i].from))
            i++;
        add_text(&made, i < count ? all[i].to : s, i < count ? strlen(all[i].to) : 1);
        s += i < count ? strlen(all[i].from) : 1;
    }
    return text_in(&made);
}

// A list of count items has capacity for the next power of two: it moves only when count is a power of two, or 0.
void *list_reserve(void *list, int count, size_t size)
{
    if (count & (count - 1))
        return list;
    list = realloc(list, (size_t)(count ? 2 * count : 1) * size);
    if (!list)
        out_of_memory();
    return list;
}

void *find_item(const void *list, int count, size_t size, const void *key)
{
    for (int i = 0; i < count; i++) {
        const char *item = (const char *)list + (size_t)i * size;
        const void *first;
        memcpy(&first, item, sizeof first);
        if (first == key)
            return (void *)(size_t)item;
    }
    return NULL;
}

bool has_name(const Names *names, const char *name)
{
    return is_one_of(name, names->at, (size_t)names->count);
}

void add_name(Names *names, const char *name)
{
    if (!has_name(names, name))
        list_add(names->at, names->count, name);
}
