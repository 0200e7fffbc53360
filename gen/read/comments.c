// read/comments.c -- the user's comments on a statement: the lines of comment directly above it, and the one after it.
//
// libclang attaches no comments to statements, so they are found by line. Text that only looks like one, for example a
// line between /* and */ that begins with //, counts as a comment, too.

#include "read/read.h"
#include <ctype.h>
#include <string.h>

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

static void add_comment(Names *to, const char *s)
{
    if (is_plain(s) && has_words(s))
        list_add(to->at, to->count, without_trailing_blanks(s));
}

// Adds the comment after a statement. It follows two blanks, and its line has no quotes: // may be in a string.
static void add_comment_after(Names *to, const char *line)
{
    const char *found = strstr(line, "  // ");
    if (found && !strpbrk(line, "\"'"))
        add_comment(to, found + 2);
}

static FileComments comments_in(const char *file)
{
    FileComments all = { .file = file };
    const Names none = { NULL, 0 };
    Names found = none;
    for (const char *s = file_text(file); s && *s; s += *s == '\n') {
        const char *line = text_part(s, strcspn(s, "\r\n")), *word = line + strspn(line, " \t");
        bool comment = begins(word, "// ");
        if (comment)
            add_comment(&found, word);
        else
            add_comment_after(&found, line);
        list_add(all.lines, all.count, comment ? none : found);
        found = comment ? found : none;
        s += strcspn(s, "\n");
    }
    return all;
}

static void read_file(void *to, const Node *n)
{
    Source *s = to;
    if (!n->at.line || !n->at.file || !*n->at.file)
        return;
    for (int i = s->commented_count - 1; i >= 0; i--)
        if (is_text(s->commented[i].file, n->at.file))
            return;
    list_add(s->commented, s->commented_count, comments_in(n->at.file));
}

void read_comments(Source *s)
{
    for (int i = 0; i < s->function_count; i++)
        each_node(s->functions[i]->body, read_file, s);
}
