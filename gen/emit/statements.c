// emit/statements.c -- declarations and comments, and statements as facts.

#include "emit/emit.h"
#include <string.h>

// ---- Statements -----------------------------------------------------------------------------------------------------

void put(Emitter *em, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(em->to, format, list);
    va_end(list);
}

void put_line(Emitter *em, Loc at)
{
    if (em->lines && at.line)
        put(em, "»pl_line(%u, «%s»)«", at.line, file_name_text(at.file));
}

const char *declared_text(Emitter *em, const Node *n)
{
    const char *s = type_as(&em->facts, n->symbol->type, n->symbol->name);
    return n->a ? text("%s = %s", s, printed(em, n->a)) : s;
}

const char *gap_text(RowGap gap)
{
    return gap.why ? gap.why : "";
}

// Prints the comments on the statement at this place, unless the previous statement had the same line.
void put_comments(Emitter *em, Loc at)
{
    Loc last = em->commented;
    em->comment = "";
    if (!at.line || !at.file || (last.file && at.line == last.line && is_text(at.file, last.file)))
        return;
    em->commented = at;
    const FileComments *file = em->source->commented, *end = file + em->source->commented_count;
    while (file < end && !is_text(file->file, at.file))
        file++;
    for (int i = 0; file < end && at.line <= file->count && i < file->lines[at.line - 1].count; i++) {
        em->comment = file->lines[at.line - 1].at[i];
        put(em, "%s\n", quoted_text(em->comment));
    }
}
