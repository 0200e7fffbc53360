// template.c -- runs m4 over a target's template and the plan, and reads what comes out.
//
// Lines that begin with %% are for us:
//     %%beside cl          what follows goes to a file of this ending beside the output, until %%back
//     %%strings cl         here stand the lines of that file as C strings
//     %%indent, %%as_is    lines are indented by their braces from here on, or left as they are
// and %%refuse{file:line:column:words}%% anywhere is an error of the user's: what the target has no word for.

#include "pallasc.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { char **at; int count; } Lines;

static bool begins(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static char *quoted(const char *s)                      // for the shell
{
    char *made = text("'");
    for (; *s; s++)
        made = *s == '\'' ? text("%s'\\''", made) : text("%s%c", made, *s);
    return text("%s'", made);
}

static Lines read_lines(FILE *from)
{
    Lines l = { NULL, 0 };
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, from) > 0) {
        line[strcspn(line, "\n")] = 0;
        list_add(l.at, l.count, text("%s", line));
    }
    return l;
}

static Lines run_m4(const char *plan, const char *target, const char *templates)
{
    char *command = text("m4 -P -E -E -I %s -I %s -I %s common.m4 %s %s", quoted(templates),
                         quoted(text("%s/%s", templates, target)),
                         quoted(text("%s/%s/kernel", templates, target)), quoted(plan), quoted(text("%s.m4", target)));
    FILE *m4 = popen(command, "r");
    Lines l = { NULL, 0 };
    if (m4)
        l = read_lines(m4);
    if (!m4 || pclose(m4)) {
        Loc nowhere = { "", 0, 0 };
        error_at(nowhere, "m4 failed on the template of target %s in %s", target, templates);
    }
    return l;
}

// %%refuse{file:line:column:words}%%
static void tell_refusals(const char *line, const char *target)
{
    for (const char *s = strstr(line, "%%refuse{"); s; s = strstr(s + 1, "%%refuse{")) {
        char *words = text("%.*s", (int)strcspn(s + 9, "}"), s + 9);
        Loc at = { words, 0, 0 };
        char *colon = strchr(words, ':');
        if (!colon)
            INTERNAL("a refusal without a place");
        *colon = 0;
        char *rest;
        at.line = (unsigned)strtoul(colon + 1, &rest, 10);
        at.column = (unsigned)strtoul(rest + 1, &rest, 10);
        error_at(at, "not in this version of the %s target: %s", target, rest + 1);
    }
}

// A head whose one statement follows on the next line.
static bool is_head(const char *s)
{
    s += strspn(s, " ");
    size_t n = strlen(s);
    return (begins(s, "for (") || begins(s, "if (")) && s[n - 1] == ')';
}

static int braces(const char *s, bool closing_first)
{
    int depth = 0;
    if (closing_first)
        return *s == '}';
    for (; *s; s++) {
        if (begins(s, "//"))
            return depth;
        if (*s == '"' || *s == '\'') {
            char quote = *s++;
            for (; *s && *s != quote; s++)
                s += *s == '\\' && s[1];
            if (!*s)
                return depth;
        }
        depth += (*s == '{') - (*s == '}');
    }
    return depth;
}

// A line as it stands among others: by the braces before it, and behind the heads that it belongs to.
static const char *indented(char *line, int *depth, const char *before)
{
    char *s = line + strspn(line, " \t");
    for (size_t n = strlen(s); n && isspace((unsigned char)s[n - 1]);)
        s[--n] = 0;
    if (*s == '#' || !*s)
        return s;
    int here = 4 * (*depth - braces(s, true) - (begins(s, "case ") || begins(s, "default:")));
    if (is_head(before))
        here = (int)strspn(before, " ") + 4;
    *depth += braces(s, false);
    return text("%*s%s", here < 0 ? 0 : here, "", s);
}

static bool ends_open(const char *s)
{
    size_t n = strlen(s);
    return n > 1 && s[n - 2] != '}' && (s[n - 1] == ',' || s[n - 1] == '(');
}

// Does it go on where the line before it ended? Facts stand on lines of their own, so lists come in pieces.
static bool continues(const char *before, const char *s)
{
    bool head = is_head(before) && !strcmp(s, "{");
    return *s == ',' || *s == ')' || *s == ';' || begins(s, "&&") || begins(s, "||") || head || ends_open(before);
}

static const char *joined(const char *before, const char *s)
{
    bool close = *s == ',' || *s == ')' || *s == ';' || before[strlen(before) - 1] == '(';
    const char *last = strrchr(before, '\n');
    bool wide = strlen(last ? last + 1 : before) + strlen(s) > 112;
    return text(close ? "%s%s" : wide ? "%s\n        %s" : "%s %s", before, s);
}

static Lines split(Lines all)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        for (char *s = all.at[i], *end; s; s = end ? end + 1 : NULL) {
            end = strchr(s, '\n');
            list_add(l.at, l.count, end ? text("%.*s", (int)(end - s), s) : s);
        }
    return l;
}

// By braces; an empty line before a comment and behind a function, and no other.
static Lines shape(Lines all)
{
    Lines l = { NULL, 0 };
    bool indent = false;
    int depth = 0;
    for (int i = 0; i < all.count; i++) {
        if (begins(all.at[i], "%%indent") || begins(all.at[i], "%%as_is")) {
            indent = begins(all.at[i], "%%indent");
            depth = 0;
            continue;
        }
        const char *before = l.count ? l.at[l.count - 1] : "";
        char *bare = all.at[i] + strspn(all.at[i], " ");
        if (indent && !*bare)
            continue;
        if (indent && *before && *bare && continues(before, bare)) {
            depth += braces(bare, false);
            l.at[l.count - 1] = (char *)(size_t)joined(before, bare);
            continue;
        }
        bool breaks = indent && (begins(bare, "// ") || !depth) && *before && before[strlen(before) - 1] != '{' &&
                      !(begins(before, "// ") || begins(before, "__kernel") || begins(before, "#"));
        if (breaks && (begins(bare, "// ") || *before == '}') && *bare != '{')
            list_add(l.at, l.count, text("%s", ""));
        const char *line = indent && !begins(bare, "%%") ? indented(all.at[i], &depth, before) : all.at[i];
        if (*line || (l.count && *l.at[l.count - 1]))
            list_add(l.at, l.count, (char *)(size_t)line);
    }
    return split(l);
}

// A word of m4's or of the plan's that no macro took is a mistake in the template.
static void check_leftovers(Lines l, const char *target)
{
    for (int i = 0; i < l.count; i++)
        for (const char *s = l.at[i]; *s; s++) {
            bool starts = s == l.at[i] || !(isalnum((unsigned char)s[-1]) || s[-1] == '_');
            if (starts && (begins(s, "m4_") || strstr(s, "\xc2\xab") == s || strstr(s, "\xc2\xbb") == s))
                INTERNAL(text("%s.m4 left '%.30s' in line %d", target, s, i + 1));
        }
}

static void put_strings(FILE *to, Lines l)
{
    for (int i = 0; i < l.count; i++) {
        fputs("    \"", to);
        for (const char *s = l.at[i]; *s; s++) {
            if (*s == '"' || *s == '\\')
                fputc('\\', to);
            fputc(*s, to);
        }
        fputs("\\n\",\n", to);
    }
}

static const char *beside_name(const char *output, const char *ending)
{
    const char *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output;
    size_t stem = (size_t)(name - output) + strcspn(name, ".");
    return text("%.*s.%s", (int)stem, output, ending);
}

static void write_code(FILE *to, const char *output, Lines all)
{
    Lines main_part = { NULL, 0 }, beside = { NULL, 0 };
    const char *ending = NULL;
    bool away = false;
    for (int i = 0; i < all.count; i++)
        if (begins(all.at[i], "%%beside ")) {
            ending = all.at[i] + strlen("%%beside ");
            away = true;
        } else if (begins(all.at[i], "%%back")) {
            away = false;
        } else if (away) {
            list_add(beside.at, beside.count, all.at[i]);
        } else {
            list_add(main_part.at, main_part.count, all.at[i]);
        }
    beside = shape(beside);
    main_part = shape(main_part);
    for (int i = 0; i < main_part.count; i++)
        if (begins(main_part.at[i], "%%strings"))
            put_strings(to, beside);
        else
            fprintf(to, "%s\n", main_part.at[i]);
    if (!ending || !output)
        return;
    FILE *file = fopen(beside_name(output, ending), "w");
    for (int i = 0; file && i < beside.count; i++)
        fprintf(file, "%s\n", beside.at[i]);
    if (!file || fclose(file)) {
        Loc nowhere = { "", 0, 0 };
        error_at(nowhere, "cannot write %s", beside_name(output, ending));
    }
}

bool emit_code(FILE *to, const char *output, const Source *s, Plan *const *plans, const char *target,
               const char *templates)
{
    const char *folder = getenv("TMPDIR");
    char *name = text("%s/pallasc-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(name);
    FILE *plan = file >= 0 ? fdopen(file, "w") : NULL;
    if (!plan) {
        fprintf(stderr, "pallasc: cannot write %s\n", name);
        exit(EXIT_ERRORS);
    }
    emit_plan(plan, s, plans);
    fclose(plan);
    Lines all = errors ? (Lines){ NULL, 0 } : run_m4(name, target, templates);
    unlink(name);
    for (int i = 0; i < all.count; i++)
        tell_refusals(all.at[i], target);
    if (errors)
        return false;
    check_leftovers(all, target);
    write_code(to, output, all);
    return !errors;
}
