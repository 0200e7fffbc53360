// base/error.c -- words to the user, in the shape of a compiler's, so that every editor understands them:
//
//     examples/softmax.c:17:24: error: block of 'x' has 100 columns; it must be a power of two
//        17 |     PL_IN(float, x, (1, 100), ...),
//           |                         ^~~
//     examples/softmax.c:17:24: note: use 128 columns

#include "pallasc.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int errors;
bool hints, remarks, axis_remarks;

// Each file is read once; of one that cannot be read no lines are shown.
const char *file_text(const char *name)
{
    static struct file { const char *name, *text; } *files;
    static int count;
    for (int i = 0; i < count; i++)
        if (!strcmp(files[i].name, name))
            return files[i].text;
    char *whole = NULL;
    FILE *file = fopen(name, "rb");
    if (file && !fseek(file, 0, SEEK_END)) {
        long length = ftell(file);
        whole = allocate((size_t)(length < 0 ? 0 : length) + 1);
        rewind(file);
        whole[fread(whole, 1, (size_t)(length < 0 ? 0 : length), file)] = 0;
    }
    if (file)
        fclose(file);
    list_add(files, count, ((struct file){ name, whole }));
    return whole;
}

// The line, and under its column a caret that is as long as the word there.
static void show_line(Loc at)
{
    const char *line = file_text(at.file);
    for (unsigned n = 1; line && n < at.line; n++) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!line)
        return;
    unsigned length = (unsigned)strcspn(line, "\r\n");
    if (at.column == 0 || at.column > length + 1)
        return;
    fprintf(stderr, "%5u | %.*s\n      | ", at.line, (int)length, line);
    for (unsigned c = 0; c + 1 < at.column; c++)
        if ((line[c] & 0xc0) != 0x80)                   // columns count bytes; the caret stands under letters
            fputc(line[c] == '\t' ? '\t' : ' ', stderr);
    fputc('^', stderr);
    const char *word = line + at.column - 1;
    if (isalnum((unsigned char)*word) || *word == '_')
        for (word++; isalnum((unsigned char)*word) || *word == '_'; word++)
            fputc('~', stderr);
    fputc('\n', stderr);
}

static void say(Loc at, const char *kind, const char *format, va_list arguments)
{
    if (at.line)
        fprintf(stderr, "%s:%u:%u: ", at.file, at.line, at.column);
    else
        fprintf(stderr, "pallasc: ");
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *words = allocate((size_t)length + 1);
    vsnprintf(words, (size_t)length + 1, format, again);
    va_end(again);
    fprintf(stderr, "%s: %s\n", kind, unmarked(words));     // while the plan is printed, names have marks
    if (at.line)
        show_line(at);
}

void error_at(Loc at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(at, "error", format, arguments);
    va_end(arguments);
    errors++;
}

void note_at(Loc at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(at, "note", format, arguments);
    va_end(arguments);
}

void hint_at(Loc at, const char *format, ...)
{
    va_list arguments;
    if (!hints)
        return;
    va_start(arguments, format);
    say(at, "note", format, arguments);
    va_end(arguments);
}

void remark_at(Loc at, const char *format, ...)
{
    va_list arguments;
    if (!remarks)
        return;
    va_start(arguments, format);
    say(at, "note", format, arguments);
    va_end(arguments);
}

bool said_before(const char *what)
{
    static const char **said;
    static int count;
    for (int i = 0; i < count; i++)
        if (!strcmp(said[i], what))
            return true;
    list_add(said, count, what);
    return false;
}

static Loc working_at;

void work_at(Loc at)
{
    if (at.line && at.file && *at.file)
        working_at = at;
}

void internal_error(const char *file, int line, const char *what)
{
    if (working_at.line)
        fprintf(stderr, "%s:%u:%u: ", working_at.file, working_at.line, working_at.column);
    fprintf(stderr, "internal error at %s:%d: %s (please report)\n", file, line, what);
    exit(EXIT_INTERNAL);
}
