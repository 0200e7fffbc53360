// base/facts.c -- prints facts by the names of their fields; base/facts.h lists them.
//
// In m4 a fact is a macro call with positional arguments: pl_dim(0, block, «BM», …). For people the names of the
// nonempty fields are printed, too: pl_dim(number=0, kind=block, size=«BM», …).

#include "pallasc.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct { const char *name, *fields; } facts[] = {          // the fields after ", " each
    { "", ""
#define FACT(name, meaning) }, { #name, ""
#define FIELD(name, meaning) ", " #name
#define LIKE(name, other)
#include "base/facts.h"
#undef FACT
#undef FIELD
#undef LIKE
    },
};

static const struct { const char *name, *other; } alike[] = {
#define FACT(name, meaning)
#define FIELD(name, meaning)
#define LIKE(name, other) { #name, #other },
#include "base/facts.h"
#undef FACT
#undef FIELD
#undef LIKE
};

static bool is_word(const char *s, size_t length, const char *is)
{
    return is && !strncmp(s, is, length) && !is[length];
}

const char *fields_of(const char *fact, size_t length)
{
    for (size_t i = 1; i < sizeof facts / sizeof *facts; i++)
        if (is_word(fact, length, facts[i].name))
            return facts[i].fields + (*facts[i].fields ? strlen(", ") : 0);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (is_word(fact, length, alike[i].name))
            return fields_of(alike[i].other, strlen(alike[i].other));
    return NULL;
}

size_t name_length(const char *s)
{
    size_t length = 0;
    while (islower((unsigned char)s[length]) || s[length] == '_')
        length++;
    return length;
}

size_t argument_length(const char *s)
{
    size_t length = name_length(s);
    return s[length] == '=' ? length : 0;
}

// Each field in order: the caller must give all fields of the fact.
static void check_names(const char *fact, const char *format)
{
    const char *next = fields_of(fact, strlen(fact));
    if (!next)
        INTERNAL(text("there is no fact pl_%s", fact));
    for (const char *s = format; s; s = strstr(s, ", "), s = s ? s + 2 : s) {
        size_t length = argument_length(s), expected = strcspn(next, ",");
        if (!length)
            continue;
        if (length != expected || strncmp(s, next, length))
            INTERNAL(text("the fact pl_%s has '%.*s' where its fields are %s", fact, (int)length, s, *next ? next : "no more"));
        next += expected + (next[expected] ? strlen(", ") : 0);
    }
    if (*next)
        INTERNAL(text("the fact pl_%s lacks '%s'", fact, next));
}

static const char *without_names(const char *format)
{
    Buffer made = { NULL, 0, 0 };
    for (const char *s = format; s;) {
        s += argument_length(s) ? argument_length(s) + 1 : 0;
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
    size_t name = begins(s, ", ") ? argument_length(s + 2) : 0, length = name + 3;
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
