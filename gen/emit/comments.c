// emit/comments.c -- the user's comments: those that stand alone above a statement, and the one after it.
//
// The tree has no comments, so they are looked up by line. Text that only looks like a comment (in a string, say) does
// no harm: it becomes a comment in the output.

#include "emit/emit.h"
#include <ctype.h>
#include <string.h>

static const Text *text_of(Emitter *em, const char *file)
{
    for (int i = 0; i < em->text_count; i++)
        if (is_text(em->texts[i].file, file))
            return &em->texts[i];
    Text t = { file, NULL, 0 };
    for (const char *s = file_text(file); s && *s; s += *s == '\n') {
        list_add(t.lines, t.count, text("%.*s", (int)strcspn(s, "\r\n"), s));
        s += strcspn(s, "\n");
    }
    list_add(em->texts, em->text_count, t);
    return &em->texts[em->text_count - 1];
}

// Characters that m4 uses as quotes, and a line continuation, are removed.
static bool is_plain(const char *s)
{
    static const char *const words[] = { MARK, "\xc2\xab", "\xc2\xbb", "\\", "?\?" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(s, words[i]))
            return false;
    return true;
}

static bool has_words(const char *s)
{
    for (; *s; s++)
        if (isalpha((unsigned char)*s))
            return true;
    return false;
}

// The whole line is a comment; NULL: something else.
static const char *comment_line(const Text *t, unsigned line)
{
    if (!line || line > (unsigned)t->count)
        return NULL;
    const char *s = t->lines[line - 1] + strspn(t->lines[line - 1], " \t");
    return begins(s, "// ") ? s : NULL;
}

// After a statement: at least two blanks before it, and no quotes in the line.
static const char *comment_behind(const Text *t, unsigned line)
{
    if (!line || line > (unsigned)t->count || comment_line(t, line))
        return NULL;
    const char *s = t->lines[line - 1], *found = strstr(s, "  // ");
    return found && !strpbrk(s, "\"'") ? found + 2 : NULL;
}

static void put_comment(Emitter *em, const char *s)
{
    if (!s || !is_plain(s) || !has_words(s))
        return;
    em->comment = without_blanks_behind(s);
    put(em, "%s\n", quoted_text(em->comment));
}

// Before the statement; a comment of several resulting statements is printed once.
void put_comments(Emitter *em, Loc at)
{
    Loc last = em->commented;
    em->comment = "";
    bool said = last.file && at.line == last.line && is_text(at.file, last.file);
    if (!at.line || !at.file || said)
        return;
    em->commented = at;
    const Text *t = text_of(em, at.file);
    unsigned first = at.line;
    while (comment_line(t, first - 1))
        first--;
    for (unsigned line = first; line < at.line; line++)
        put_comment(em, comment_line(t, line));
    put_comment(em, comment_behind(t, at.line));
}
