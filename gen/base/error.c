// base/error.c -- messages to the user, in the format of a compiler, which every editor understands:
//
//     examples/softmax.c:17:24: error: block of 'x' has 100 columns; it must be a power of two
//         17 |     PL_IN(float, x, (1, 100), ...),
//           |                         ^~~
//     examples/softmax.c:17:24: note: use 128 columns

#include "pallasc.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int errors, unread;
bool warnings, remarks, axis_remarks;

static struct {
    struct file { const char *name, *text; } *files;   // that were read
    int file_count;
    Names reported;             // what was_reported has been asked
    Loc working_at;
    Unreadable unreadable;
    const char *within;         // the function or call that is being read
    struct unread { const char *within, *words; Loc at; int places; } *unread; // a function or call with code that is not read
    int unread_count;
    bool keeps;
    Said *said;                 // all messages, if it keeps them
    int said_count;
} state;

static const char *const kinds[] = {
    [SAY_ERROR] = "error", [SAY_NOTE] = "note", [SAY_WARNING] = "warning", [SAY_WARNING_NOTE] = "note",
    [SAY_REMARK] = "remark", [SAY_REMARK_NOTE] = "note",
};

static bool is_printed(Saying what)
{
    bool warning = what == SAY_WARNING || what == SAY_WARNING_NOTE, remark = what == SAY_REMARK || what == SAY_REMARK_NOTE;
    return (!warning || warnings) && (!remark || remarks);
}

// Each file is read once; if it cannot be read, no lines are shown.
const char *file_text(const char *name)
{
    for (int i = 0; i < state.file_count; i++)
        if (!strcmp(state.files[i].name, name))
            return state.files[i].text;
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
    list_add(state.files, state.file_count, ((struct file){ name, whole }));
    return whole;
}

// The line, and under the column a caret with the length of the word there.
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
        if ((line[c] & 0xc0) != 0x80)                   // columns count bytes; the caret is placed under characters
            fputc(line[c] == '\t' ? '\t' : ' ', stderr);
    fputc('^', stderr);
    const char *word = line + at.column - 1;
    if (isalnum((unsigned char)*word) || *word == '_')
        for (word++; isalnum((unsigned char)*word) || *word == '_'; word++)
            fputc('~', stderr);
    fputc('\n', stderr);
}

static void count_unread(Loc at, const char *words)
{
    unread++;
    struct unread *first = find_by(state.unread, state.unread_count, state.within);
    if (first)
        first->places++;
    else
        list_add(state.unread, state.unread_count, ((struct unread){ state.within, words, at, 1 }));
}

void say_at(Saying what, Loc at, const char *format, ...)
{
    va_list arguments;
    bool reads = state.unreadable != UNREAD_IS_ERROR;
    if (!is_printed(what) && !state.keeps)
        return;
    va_start(arguments, format);
    const char *words = unmarked(text_of_list(format, arguments));      // while the plan is printed, names have marks
    va_end(arguments);
    if (reads && what == SAY_ERROR)
        count_unread(at, words);
    else
        errors += what == SAY_ERROR;
    if (state.keeps)
        list_add(state.said, state.said_count, ((Said){ what, at, words }));
    if (state.unreadable == UNREAD_IS_NOTED || !is_printed(what))
        return;
    if (at.line)
        fprintf(stderr, "%s:%u:%u: ", at.file, at.line, at.column);
    else
        fprintf(stderr, "pallasc: ");
    fprintf(stderr, "%s: %s\n", kinds[what], words);
    if (at.line)
        show_line(at);
}

void keep_messages(void)
{
    state.keeps = true;
}

const Said *messages_said(int *count)
{
    *count = state.said_count;
    return state.said;
}

void read_unreadable(Unreadable as)
{
    state.unreadable = as;
}

const char *read_within(const char *name)
{
    const char *before = state.within;
    state.within = name;
    return before;
}

bool has_unread(void)
{
    return state.unread_count;
}

void note_unread(void)
{
    for (int i = 0; i < state.unread_count; i++) {
        const struct unread *u = &state.unread[i];
        const char *places = u->places == 1 ? "this" : text("this and %d more place%s", u->places - 1, u->places > 2 ? "s" : "");
        fprintf(stderr, "%s:%u:%u: %s: ", u->at.file, u->at.line, u->at.column, kinds[SAY_NOTE]);
        fprintf(stderr, TEXT_UNREAD "\n", u->within, places, u->words);
    }
}

bool was_reported(const char *what)
{
    bool before = has_name(&state.reported, what);
    add_name(&state.reported, what);
    return before;
}

void work_at(Loc at)
{
    if (at.line && at.file && *at.file)
        state.working_at = at;
}

void internal_error(const char *file, int line, const char *what)
{
    const Loc *at = &state.working_at;
    if (at->line)
        fprintf(stderr, "%s:%u:%u: ", at->file, at->line, at->column);
    fprintf(stderr, "internal error at %s:%d: %s (please report)\n", file, line, what);
    exit(EXIT_INTERNAL);
}
