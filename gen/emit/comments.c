// emit/comments.c -- the user's comments: the lines of comment directly above a statement, and the comment after it.
//
// The tree has no comments, so they are looked up by line. Text that only looks like one, for example a line between
// /* and */ that begins with //, becomes a comment of the output, too.

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

// Whether s has no mark or quote of m4, no backslash, which may continue the line, and no trigraph. Others are omitted.
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

// Returns the comment if it is the whole line, from // on; otherwise NULL. line: from 1.
static const char *comment_line(const Text *t, unsigned line)
{
    if (!line || line > (unsigned)t->count)
        return NULL;
    const char *s = t->lines[line - 1] + strspn(t->lines[line - 1], " \t");
    return begins(s, "// ") ? s : NULL;
}

// Returns the comment after a statement, or NULL. It follows two blanks, and its line has no quotes: // may be in a string.
static const char *comment_after(const Text *t, unsigned line)
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
    em->comment = without_trailing_blanks(s);
    put(em, "%s\n", quoted_text(em->comment));
}

// Prints the comments on the statement at this place, unless the previous statement had the same line.
void put_comments(Emitter *em, Loc at)
{
    Loc last = em->commented;
    em->comment = "";
    bool done = last.file && at.line == last.line && is_text(at.file, last.file);
    if (!at.line || !at.file || done)
        return;
    em->commented = at;
    const Text *t = text_of(em, at.file);
    unsigned first = at.line;
    while (comment_line(t, first - 1))
        first--;
    for (unsigned line = first; line < at.line; line++)
        put_comment(em, comment_line(t, line));
    put_comment(em, comment_after(t, at.line));
}
