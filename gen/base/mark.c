// base/mark.c -- protects user words from m4.
//
// m4 expands every word that is the name of a macro, and templates define hundreds. So each user word (a name, or a
// word in a string, a comment or a file name) begins with MARK in the plan. No macro's name contains MARK, so neither
// the word nor text that a template joins to it is ever a macro. render/template.c removes the marks from m4's output.

#include "pallasc.h"
#include <ctype.h>
#include <string.h>

static bool marks;

bool set_marks(bool on)
{
    bool before = marks;
    marks = on;
    return before;
}

bool marks_are_on(void)
{
    return marks;
}

bool has_mark(const char *s)
{
    return strstr(s, MARK) != NULL;
}

// A word as m4 defines it: it may follow a digit, as in 0x1F.
const char *marked(const char *s)
{
    Buffer made = { NULL, 0, 0 };
    while (marks && *s) {
        size_t length = word_length(s);
        bool word = isalpha((unsigned char)*s) || *s == '_';
        if (word && !begins(s, MARK))
            add_text(&made, MARK, strlen(MARK));
        length = word ? length : 1;
        add_text(&made, s, length);
        s += length;
    }
    return marks ? text_in(&made) : s;
}

const char *unmarked(const char *s)
{
    const char *next = strstr(s, MARK);
    if (!next)
        return s;
    Buffer made = { NULL, 0, 0 };
    for (; next; s = next + strlen(MARK), next = strstr(s, MARK))
        add_text(&made, s, (size_t)(next - s));
    add_text(&made, s, strlen(s));
    return text_in(&made);
}

// ---- Texts ----------------------------------------------------------------------------------------------------------

// A text that m4 copies: its $ is followed by a closing and an opening quote.
const char *quoted_text(const char *s)
{
    static const Replacement all[] = { { "$", "$»«" } };
    return replaced(marked(s), all, sizeof all / sizeof all[0]);
}

// Within a C string: no m4 quotes, and no $, which would be an argument.
static const char *without_quotes(const char *s)
{
    static const Replacement all[] = { { "«", "\\302\\253" }, { "»", "\\302\\273" }, { "$", "\\044" } };
    return replaced(s, all, sizeof all / sizeof all[0]);
}

const char *string_text(const char *s)
{
    static const Replacement all[] = { { MARK, "m4\\165_" } };
    return without_quotes(replaced(s, all, sizeof all / sizeof all[0]));
}

const char *safe_string(const char *s)
{
    return marked(string_text(s));
}

// A file's name, in C strings and in comments.
const char *file_name_text(const char *s)
{
    static const Replacement all[] = {
        { "«", "\\302\\253" }, { "»", "\\302\\273" }, { "\\", "\\\\" }, { "\"", "\\\"" }, { "\n", "\\n" },
    };
    return quoted_text(replaced(s, all, sizeof all / sizeof all[0]));
}
