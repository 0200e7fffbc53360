// base/facts.c -- prints facts by the names of their fields; base/facts.h lists them.
//
// In m4 a fact is a macro call with positional arguments: pl_dim(0, block, «BM», …). For people the names of the
// nonempty fields are printed, too: pl_dim(number=0, kind=block, size=«BM», …).

#include "pallasc.h"
#include <stdio.h>
#include <string.h>

static const struct { const char *fact, *field; } rows[] = {
#define FACT(name, meaning) { #name, NULL },
#define FIELD(name, meaning) { NULL, #name },
#include "base/facts.h"
#undef FACT
#undef FIELD
};
enum { ROWS = sizeof rows / sizeof *rows };

bool is_word(const char *s, size_t length, const char *is)
{
    return is && !strncmp(s, is, length) && !is[length];
}

static int row_of(const char *fact, size_t length)
{
    for (int i = 0; i < ROWS; i++)
        if (is_word(fact, length, rows[i].fact))
            return i;
    return -1;
}

const char *fields_of(const char *fact, size_t length)
{
    int row = row_of(fact, length);
    const char *all = row < 0 ? NULL : "";
    for (int i = row + 1; i && i < ROWS && rows[i].field; i++)
        all = listed(all, rows[i].field);
    return all;
}

static size_t name_length(const char *s)                // of "name=…"; 0: it is not one
{
    size_t length = strspn(s, "abcdefghijklmnopqrstuvwxyz_");
    return length && s[length] == '=' ? length : 0;
}

// Each field in order: the caller must give all fields of the fact.
static void check_names(const char *fact, const char *format)
{
    int row = row_of(fact, strlen(fact)) + 1;
    for (const char *s = format; row && s; s = strstr(s, ", "), s = s ? s + 2 : s) {
        size_t length = name_length(s);
        const char *expected = row < ROWS && rows[row].field ? rows[row].field : "no more";
        if (length && !is_word(s, length, expected))
            INTERNAL(text("the fact pl_%s has '%.*s' where its fields are %s", fact, (int)length, s, expected));
        row += length != 0;
    }
    if (!row || (row < ROWS && rows[row].field))
        INTERNAL(text(row ? "the fact pl_%s lacks '%s'" : "there is no fact pl_%s", fact, row ? rows[row].field : ""));
}

static const char *without_names(const char *format)
{
    Buffer made = { NULL, 0, 0 };
    for (const char *s = format; s;) {
        s += name_length(s) ? name_length(s) + 1 : 0;
        const char *next = strstr(s, ", ");
        next = next ? next + 2 : next;
        add_text(&made, s, next ? (size_t)(next - s) : strlen(s));
        s = next;
    }
    return text_in(&made);
}

// For empty fields, the length of ", count=«»"; otherwise 0.
static size_t empty_length(const char *s)
{
    size_t name = begins(s, ", ") ? name_length(s + 2) : 0, length = name + 3;
    length += name && begins(s + length, "«»") ? strlen("«»") : 0;
    return name && (!s[length] || s[length] == ',') ? length : 0;
}

static const char *without_empty(const char *fields)
{
    Buffer made = { NULL, 0, 0 };
    for (const char *s = fields; *s;) {
        size_t empty = empty_length(s);
        if (!empty)
            add_text(&made, s, 1);
        s += empty ? empty : 1;
    }
    return text_in(&made);
}

static const char *fields_text(const char *name, const char *format, va_list arguments)
{
    check_names(name, format);
    return marks_are_on() ? text_of_list(without_names(format), arguments) : without_empty(text_of_list(format, arguments));
}

const char *fact_fields(const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *made = fields_text(name, format, arguments);
    va_end(arguments);
    return made;
}

const char *fact(const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *made = text("pl_%s(%s)", name, fields_text(name, format, arguments));
    va_end(arguments);
    return made;
}
