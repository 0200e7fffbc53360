// mutate.c -- breaks the kernels and calls of a program, one change at a time.
//
//     mutate file.c          prints the number of changes
//     mutate -l file.c       prints each change, as KIND <tab> BEFORE -> AFTER
//     mutate file.c N        prints the program with change N (from 1), which a comment names
//
// Changes are made to the text of the bodies that follow PL_KERNEL and PL_FUNCTION, and of PL_CALLs, but not in comments and
// strings. The name of a change shows more than the replaced text, and no line number, so it stays the same as long as the
// code around it does.

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MUTANTS = 1000, MAX_ITEMS = 16, MAX_NAME = 1000 };

struct span { long from, to; };         // from <= at < to

struct mutant {
    const char *kind;
    struct span cut;                    // the replaced text
    char with[200], name[MAX_NAME + 16];
};

static char *source, *plain;            // plain: the same with blanks for comments and strings
static struct mutant mutants[MAX_MUTANTS];
static int mutant_count;

static _Noreturn void stop(const char *why, const char *what)
{
    fprintf(stderr, "mutate: %s %s\n", why, what);
    exit(2);
}

// ---- Reading -------------------------------------------------------------------------------------------------------

static char *read_file(const char *name)
{
    enum { ROOM = 1 << 20 };
    char *text = calloc(ROOM, 1);
    FILE *file = fopen(name, "rb");
    if (!file || !text || fread(text, 1, ROOM - 1, file) == ROOM - 1 || ferror(file))
        stop("cannot read", name);
    fclose(file);
    return text;
}

// Returns the end of the comment or string that begins at `at`, or `at` if none begins there.
static long end_of_quiet(const char *text, long at)
{
    long n = at;
    if (text[at] == '/' && text[at + 1] == '/')
        return at + (long)strcspn(text + at, "\n");
    if (text[at] == '/' && text[at + 1] == '*') {
        const char *end = strstr(text + at + 2, "*/");
        return end ? end + 2 - text : at + (long)strlen(text + at);
    }
    if (text[at] == '"' || text[at] == '\'') {
        for (n = at + 1; text[n] && text[n] != text[at]; n++)
            if (text[n] == '\\' && text[n + 1])
                n++;
        return text[n] ? n + 1 : n;
    }
    return at;
}

static char *blank_quiet(const char *text)
{
    char *copy = calloc(strlen(text) + 1, 1);
    if (!copy)
        stop("out of memory", "");
    strcpy(copy, text);
    for (long at = 0; text[at];) {
        long end = end_of_quiet(text, at);
        for (long i = at; i < end; i++)
            if (copy[i] != '\n')
                copy[i] = ' ';
        at = end > at ? end : at + 1;
    }
    return copy;
}

// ---- Searching -----------------------------------------------------------------------------------------------------

static int in_word(int c) { return isalnum(c) || c == '_'; }

static struct span trimmed(struct span s)
{
    while (s.from < s.to && isspace((unsigned char)plain[s.from]))
        s.from++;
    while (s.to > s.from && isspace((unsigned char)plain[s.to - 1]))
        s.to--;
    return s;
}

// Returns the span from an opening bracket to past its closing one.
static struct span bracketed(long open)
{
    int depth = 0;
    for (long at = open; plain[at]; at++) {
        depth += strchr("([{", plain[at]) != NULL;
        depth -= strchr(")]}", plain[at]) != NULL;
        if (depth == 0)
            return (struct span){ open, at + 1 };
    }
    stop("a bracket does not close:", plain + open);
}

// Returns the span of the brackets of `PL_PARALLEL(i, n)`, or of `(i, n)`.
static struct span arguments_of(struct span use)
{
    return bracketed(use.from + (long)strcspn(plain + use.from, "("));
}

// Finds the items of a list in brackets, and returns their number.
static int items(struct span list, struct span *item)
{
    int n = 0, depth = 0;
    long begin = list.from + 1;
    for (long at = list.from + 1; at < list.to; at++) {
        if (depth == 0 && (plain[at] == ',' || at == list.to - 1)) {
            if (n == MAX_ITEMS)
                stop("too many items:", plain + list.from);
            item[n++] = trimmed((struct span){ begin, at });
            begin = at + 1;
        }
        depth += strchr("([{", plain[at]) != NULL;
        depth -= strchr(")]}", plain[at]) != NULL;
    }
    return n == 1 && item[0].from == item[0].to ? 0 : n;
}

// Finds the next use of a macro in `within`, with its arguments in brackets. Returns false if there is none.
static int find(const char *macro, struct span within, struct span *use, struct span *arguments)
{
    long n = (long)strlen(macro);
    for (long at = within.from; at + n < within.to; at++) {
        if (strncmp(plain + at, macro, (size_t)n) || in_word(plain[at + n]) || (at > 0 && in_word(plain[at - 1])))
            continue;
        long open = at + n + (long)strspn(plain + at + n, " \n");
        if (plain[open] != '(')
            continue;
        *arguments = bracketed(open);
        *use = (struct span){ at, arguments->to };
        return 1;
    }
    return 0;
}

static int is_list(struct span s) { return plain[s.from] == '('; }
static int is_macro(struct span s, const char *macro) { return !strncmp(plain + s.from, macro, strlen(macro)); }

static int is_same(struct span a, struct span b)
{
    return a.to - a.from == b.to - b.from && !strncmp(plain + a.from, plain + b.from, (size_t)(a.to - a.from));
}

static int is_number(struct span s)
{
    for (long at = s.from; at < s.to; at++)
        if (!isdigit((unsigned char)plain[at]))
            return 0;
    return 1;
}

// ---- Recording mutants ---------------------------------------------------------------------------------------------

// Appends text without comments, with one space for each run of white space.
static void append(char *to, const char *text, long n)
{
    size_t at = strlen(to);
    for (long i = 0; i < n && at + 2 < MAX_NAME; i++) {
        int space = isspace((unsigned char)text[i]);
        if (!space || (at > 0 && to[at - 1] != ' '))
            to[at++] = space ? ' ' : text[i];
    }
    to[at] = 0;
}

static void append_span(char *to, struct span s) { append(to, plain + s.from, s.to - s.from); }

// Appends a number to the name of a change that equals an earlier one.
static void number(struct mutant *m)
{
    int same = 1;
    for (struct mutant *other = mutants; other < m; other++)
        same += !strcmp(other->kind, m->kind) && !strncmp(other->name, m->name, strlen(m->name)) &&
                (!other->name[strlen(m->name)] || !strncmp(other->name + strlen(m->name), " #", 2));
    if (same > 1)
        snprintf(m->name + strlen(m->name), 16, " #%d", same);
}

// Adds a mutant that replaces `cut`. Its name shows `whose` and then `shown`, which contains `cut`.
static void add(const char *kind, struct span whose, struct span shown, struct span cut, const char *format, ...)
{
    struct mutant *m = &mutants[mutant_count++];
    va_list arguments;
    if (mutant_count == MAX_MUTANTS)
        stop("too many mutants", "");
    m->kind = kind, m->cut = cut;
    va_start(arguments, format);
    vsnprintf(m->with, sizeof m->with, format, arguments);
    va_end(arguments);
    if (whose.to > whose.from) {
        append_span(m->name, whose);
        append(m->name, ": ", 2);
    }
    append_span(m->name, shown);
    append(m->name, " -> ", 4);
    append_span(m->name, (struct span){ shown.from, cut.from });
    append(m->name, m->with, (long)strlen(m->with));
    append_span(m->name, (struct span){ cut.to, shown.to });
    number(m);
}

#define TEXT(s) (int)((s).to - (s).from), plain + (s).from

static const struct span nobody;

static void swap(const char *kind, struct span whose, struct span shown, struct span a, struct span b)
{
    add(kind, whose, shown, (struct span){ a.from, b.to }, "%.*s%.*s%.*s", TEXT(b),
        TEXT(((struct span){ a.to, b.from })), TEXT(a));
}

// ---- Kernels -------------------------------------------------------------------------------------------------------

static void break_condition(struct span use, struct span condition)
{
    struct span inner = { condition.from + 1, condition.to - 1 }, found, arguments;
    add("condition", nobody, use, inner, "1");
    add("condition", nobody, use, inner, "0");
    for (struct span rest = inner; find("PL_FIRST", rest, &found, &arguments); rest.from = found.to)
        add("condition", nobody, use, found, "PL_LAST%.*s", TEXT(arguments));
    for (struct span rest = inner; find("PL_LAST", rest, &found, &arguments); rest.from = found.to)
        add("condition", nobody, use, found, "PL_FIRST%.*s", TEXT(arguments));
    for (long at = inner.from; at + 4 < inner.to; at++)
        if (!strncmp(plain + at, "== 0", 4) && !in_word(plain[at + 4]))
            add("condition", nobody, use, (struct span){ at, at + 4 }, "== 1");
    if (!strncmp(plain + inner.to - 4, "== 0", 4))
        add("condition", nobody, use, (struct span){ inner.to - 4, inner.to }, "== 1");
}

// axis: (i, n), (i, lo, hi) or a list of them.
static void break_extents(struct span use, struct span axis)
{
    struct span item[MAX_ITEMS];
    int n = items(axis, item);
    if (n && is_list(item[0])) {
        for (int i = 0; i < n; i++)
            break_extents(use, item[i]);
    } else if (n >= 2) {
        struct span extent = item[n > 2 ? 2 : 1];
        add("loop too long", nobody, use, extent, "%.*s + 1", TEXT(extent));
        add("loop too short", nobody, use, extent, "%.*s - 1", TEXT(extent));
    }
}

static void break_loops(struct span body)
{
    struct span use, arguments, item[MAX_ITEMS];
    for (struct span rest = body; find("PL_EACH", rest, &use, &arguments); rest.from = arguments.from)
        break_extents(use, arguments);
    for (struct span rest = body; find("PL_LOOP", rest, &use, &arguments); rest.from = arguments.from)
        break_extents(use, arguments);
    for (struct span rest = body; find("PL_REDUCE", rest, &use, &arguments); rest.from = arguments.from)
        if (items(arguments, item) == 4)
            break_extents(use, item[2]);
}

static void break_fills(struct span body, const char *macro)
{
    struct span use, arguments;
    for (; find(macro, body, &use, &arguments); body.from = use.to)
        add("fill dropped", nobody, use, use, "(void)0");
}

static void break_masks(struct span body)
{
    struct span use, arguments, item[MAX_ITEMS];
    for (struct span rest = body; find("PL_INSIDE", rest, &use, &arguments); rest.from = use.to)
        add("mask dropped", nobody, use, use, "1");
    for (struct span rest = body; find("PL_LOAD", rest, &use, &arguments); rest.from = arguments.from)
        if (items(arguments, item) == 3)
            add("mask dropped", nobody, use, item[1], "1");
    for (struct span rest = body; find("PL_STORE", rest, &use, &arguments); rest.from = arguments.from)
        if (items(arguments, item) == 3)
            add("mask dropped", nobody, use, item[2], "1");
}

static void break_kernel(struct span body)
{
    struct span use, arguments;
    for (struct span rest = body; find("PL_WHEN", rest, &use, &arguments); rest.from = use.to)
        break_condition(use, arguments);
    break_fills(body, "PL_FILL");
    break_fills(body, "PL_ASSIGN");
    break_loops(body);
    break_masks(body);
}

// ---- Calls ---------------------------------------------------------------------------------------------------------

static void break_axis(struct span axis)
{
    struct span item[MAX_ITEMS], list = arguments_of(axis);
    if (items(list, item) != 2)
        return;
    add("grid too long", nobody, axis, item[1], "%.*s + 1", TEXT(item[1]));
    add("grid too short", nobody, axis, item[1], "%.*s - 1", TEXT(item[1]));
    if (is_list(axis))
        add("parallel", nobody, axis, axis, "PL_PARALLEL%.*s", TEXT(axis));
}

static void break_grid(struct span call)
{
    struct span grid, arguments, axis[MAX_ITEMS];
    if (!find("PL_GRID", call, &grid, &arguments))
        return;
    int n = items(arguments, axis);
    for (int a = 0; a < n; a++)
        break_axis(axis[a]);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            swap("grid order", nobody, (struct span){ axis[a].from, axis[b].to }, axis[a], axis[b]);
}

static void break_map(struct span operand, struct span map, int is_output)
{
    struct span index[MAX_ITEMS];
    int n = items(map, index);
    for (int d = 0; d < n; d++) {
        add("map off by one", operand, map, index[d], "%.*s + 1", TEXT(index[d]));
        add("map off by one", operand, map, index[d], "%.*s - 1", TEXT(index[d]));
        if (is_output && !is_number(index[d]))
            add("revisit", operand, map, index[d], "(%.*s) %% 2", TEXT(index[d]));
        for (int e = d + 1; e < n; e++)
            if (!is_same(index[d], index[e]))
                swap("axes swapped", operand, map, index[d], index[e]);
    }
}

static void break_operand(struct span part, int is_output)
{
    struct span item[MAX_ITEMS], option[MAX_ITEMS], arguments;
    if (items(part, item) != 4 || !is_macro(item[3], "PL_BLOCKSPEC"))
        return;
    arguments = arguments_of(item[3]);
    int n = items(arguments, option);
    if (n < 2)
        return;
    break_map(item[1], option[1], is_output);
    for (int o = 2; o < n; o++)
        if (is_macro(option[o], "PL_EDGE"))
            add("edge dropped", item[1], item[3], (struct span){ option[o - 1].to, option[o].to }, "%s", "");
}

static void break_call(struct span call)
{
    static const char *const kinds[] = { "PL_IN", "PL_OUT", "PL_INOUT" };
    struct span use, arguments;
    break_grid(call);
    for (int k = 0; k < 3; k++)
        for (struct span rest = call; find(kinds[k], rest, &use, &arguments); rest.from = use.to)
            break_operand(arguments, k > 0);
}

// ---- The file ------------------------------------------------------------------------------------------------------

// Returns whether the example's own name for the code begins with `naive_`: that code is wrong on purpose.
static int is_naive(struct span arguments)
{
    struct span item[MAX_ITEMS];
    return items(arguments, item) && is_macro(item[0], "naive_");
}

static void break_all(void)
{
    static const char *const kernels[] = { "PL_KERNEL", "PL_FUNCTION" };
    struct span whole = { 0, (long)strlen(plain) }, use, arguments;
    for (int k = 0; k < 2; k++)
        for (struct span rest = whole; find(kernels[k], rest, &use, &arguments); rest.from = use.to) {
            long open = use.to + (long)strspn(plain + use.to, " \n");
            if (plain[open] == '{' && !is_naive(arguments))
                break_kernel(bracketed(open));
        }
    for (struct span rest = whole; find("PL_CALL", rest, &use, &arguments); rest.from = use.to)
        if (!is_naive(arguments))
            break_call(arguments);
}

static int line_of(long at)
{
    int line = 1;
    for (long i = 0; i < at; i++)
        line += source[i] == '\n';
    return line;
}

static void print_mutant(const char *file, int n)
{
    const struct mutant *m = &mutants[n - 1];
    printf("// mutant %d, %s:%d, %s: %s\n#line 1 \"%s\"\n", n, file, line_of(m->cut.from), m->kind, m->name, file);
    printf("%.*s%s%s", (int)m->cut.from, source, m->with, source + m->cut.to);
}

int main(int argc, char **argv)
{
    int list = argc == 3 && !strcmp(argv[1], "-l");
    if (argc != 2 && argc != 3)
        stop("usage:", "mutate [-l] file.c [N]");
    source = read_file(argv[1 + list]);
    plain = blank_quiet(source);
    break_all();
    int n = argc == 3 && !list ? atoi(argv[2]) : 0;
    if (argc == 3 && !list && (n < 1 || n > mutant_count))
        stop("there is no such mutant:", argv[2]);
    for (int i = 0; list && i < mutant_count; i++)
        printf("%s\t%s\n", mutants[i].kind, mutants[i].name);
    if (n)
        print_mutant(argv[1], n);
    else if (!list)
        printf("%d\n", mutant_count);
    return 0;
}
