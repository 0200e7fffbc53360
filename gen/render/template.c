// render/template.c -- runs m4 over a target's template and the plan, and processes its output.
//
// Lines that begin with %% are directives:
//     %%file cl          the following lines go to a file with this extension next to the output, until %%back
//     %%strings cl         is replaced by the lines of that file as C strings
//     %%indent, %%as_is    the following lines are indented by their braces, or left unchanged
//     %%line 17 "a.c"      the following lines belong to this user line, until the next one or the end of the function
//     %%helper NAME...     the following lines are written if a later line has one of the names; ends at the next, or %%end
//     %%local NAME...      the same for the lines before the next %%scope
//     %%name step          a user name: @step, a name of the template, is renamed if they are equal
// and %%reject{file:line:column:words}%% anywhere is an error for the user: the target does not support the code.

#include "render/render.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static Lines lines_of(const char *file)
{
    FILE *from = fopen(file, "r");
    Lines l = from ? read_lines(from) : (Lines){ NULL, 0 };
    if (from)
        fclose(from);
    return l;
}

// Ends the run: this line of m4's output has a mistake of a template. m4 does not say which one wrote it, so the lines before
// it are shown, too.
static _Noreturn void template_failed(const Template *t, Lines l, int line, const char *what)
{
    enum { MOST = 4 };
    int first = line, shown = 0;
    while (first > 0 && shown < MOST)
        shown += *l.at[--first].text != 0;
    fprintf(stderr, "pallasc: a template of target %s in %s left %s in the last of these lines:\n", t->target, t->folders[0], what);
    for (int i = first; i <= line; i++)
        if (*l.at[i].text)
            fprintf(stderr, "    %s\n", unmarked(l.at[i].text));
    exit(EXIT_INTERNAL);
}

// Reports each %%reject{file:line:column:words}%% in the line as an error.
static void report_rejections(const Template *t, Lines l, int line)
{
    for (const char *s = strstr(l.at[line].text, "%%reject{"); s; s = strstr(s + 1, "%%reject{")) {
        const char *end = strstr(s, "}%%");
        char *words = text_part(s + 9, end ? (size_t)(end - s) - 9 : 0), *colon = strchr(words, ':');
        Loc at = { words, 0, 0 };
        while (colon && sscanf(colon, ":%u:%u:", &at.line, &at.column) != 2)     // a file's name may have a colon, too
            colon = strchr(colon + 1, ':');
        if (!colon)
            template_failed(t, l, line, "a rejection without a place");
        *colon = 0;
        at.file = unmarked(words);
        const char *message = strchr(strchr(colon + 1, ':') + 1, ':') + 1;
        error_at(at, MESSAGE_TARGET_UNSUPPORTED, t->target, message + (*message == ' '));
    }
}

static bool starts_word(const char *s, const char *line)
{
    return s == line || !(isalnum((unsigned char)s[-1]) || s[-1] == '_');
}

// Whether a fact, "pl_type(", or a word of the target's, "say_report(", begins at s.
static bool is_fact(const char *s)
{
    size_t length = begins(s, "pl_") || begins(s, "say_") ? word_length(s) : 0;
    return length && s[length] == '(' && (*s == 's' || fields_of(s + 3, length - 3));
}

// Ends the run if m4 left one of its quotes, builtins or facts, which is a mistake in a template: it does not define the fact, or
// has too many quotes. User words still have their marks, so none of them is found here; and no function of a runtime is named
// like a fact.
static void check_leftovers(const Template *t, Lines l)
{
    for (int i = 0; i < l.count; i++)
        for (const char *s = l.at[i].text; *s; s++) {
            bool word = starts_word(s, l.at[i].text);
            if (word && is_fact(s))
                template_failed(t, l, i, text("the fact '%.40s'", unmarked(s)));
            if (begins(s, "«") || begins(s, "»") || (word && begins(s, "m4_")))
                template_failed(t, l, i, text("'%.40s'", unmarked(s)));
        }
}

// ---- Helpers --------------------------------------------------------------------------------------------------------
//
// %%helper NAME... begins a helper; the next one or %%end ends it. It is written if a later line that is written to the
// same file has one of the names; a %%local, if such a line precedes the next %%scope.

static bool has_word(const char *code, const char *word)
{
    size_t length = strlen(word);
    const char *at = strstr(code, word);
    while (at && !(starts_word(at, code) && word_length(at) == length))
        at = strstr(at + 1, word);
    return at;
}

static bool has_one_of(const char *code, const char *names)
{
    for (size_t length; *(names += strspn(names, " ")); names += length) {
        length = strcspn(names, " ");
        if (has_word(code, text_part(names, length)))
            return true;
    }
    return false;
}

static void add_code_of(Buffer *to, const char *line)   // without its comment
{
    const char *comment = strstr(line, "// ");
    add_text(to, line, comment ? (size_t)(comment - line) : strlen(line));
    add_text(to, "\n", 1);
}

static Lines reversed(Lines l)
{
    Lines made = { NULL, 0 };
    for (int i = l.count; i-- > 0;)
        list_add(made.at, made.count, l.at[i]);
    return made;
}

// Removes the helpers that no line names, from the end backwards: a helper's lines may name earlier helpers.
static Lines with_helpers(Lines all)
{
    Lines written = { NULL, 0 }, paragraph = { NULL, 0 };
    Buffer file = { NULL, 0, 0 };                       // what is written to it, without comments
    size_t scope = 0;                                   // where the %%scope begins in it
    for (int i = all.count; i-- > 0;) {
        const char *s = all.at[i].text;
        bool helper = begins(s, "%%helper "), local = begins(s, "%%local "), other = begins(s, "%%back") || begins(s, "%%file ");
        if (!helper && !local && !begins(s, "%%end") && !begins(s, "%%scope") && !other) {
            list_add(paragraph.at, paragraph.count, all.at[i]);
            continue;
        }
        bool named = (!helper && !local) || has_one_of(text_in(&file) + (local ? scope : 0), strchr(s, ' '));
        for (int p = 0; named && p < paragraph.count; p++) {
            list_add(written.at, written.count, paragraph.at[p]);
            add_code_of(&file, paragraph.at[p].text);
        }
        if (named && paragraph.count && begins(paragraph.at[paragraph.count - 1].text, "//"))
            add_line(&written, "", NULL);
        paragraph = (Lines){ NULL, 0 };
        if (begins(s, "%%scope"))
            scope = file.length;
        if (other) {
            list_add(written.at, written.count, all.at[i]);
            file = (Buffer){ NULL, 0, 0 };
            scope = 0;
        }
    }
    for (int p = 0; p < paragraph.count; p++)
        list_add(written.at, written.count, paragraph.at[p]);
    return reversed(written);
}

// ---- Names of the template's own ------------------------------------------------------------------------------------

static bool is_name(Lines names, const char *s, size_t length)
{
    for (int i = 0; i < names.count; i++)
        if (strlen(names.at[i].text) == length && !strncmp(names.at[i].text, s, length))
            return true;
    return false;
}

// Replaces @step by step, or by this_step if the user has a step. Strings and user words remain unchanged.
static const char *with_template_names_in(const char *s, Lines names)
{
    char *made = allocate(6 * strlen(s) + 1), *to = made;
    for (char quote = 0; *s; s++) {
        if (quote && *s == '\\' && s[1])
            *to++ = *s++;
        else if (*s == quote)
            quote = 0;
        else if (!quote && (*s == '"' || *s == '\''))
            quote = *s;
        if (quote || *s != '@' || !isalpha((unsigned char)s[1]) || begins(s + 1, MARK)) {
            *to++ = *s;
            continue;
        }
        if (is_name(names, s + 1, word_length(s + 1)))
            to += sprintf(to, "this_");
    }
    return made;
}

static Lines with_template_names(Lines all)
{
    Lines names = { NULL, 0 }, l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        if (begins(all.at[i].text, "%%name "))
            add_line(&names, unmarked(all.at[i].text + strlen("%%name ")), NULL);
    for (int i = 0; i < all.count; i++)
        if (!begins(all.at[i].text, "%%name "))
            add_line(&l, strchr(all.at[i].text, '@') ? with_template_names_in(all.at[i].text, names) : all.at[i].text,
                     all.at[i].place);
    return l;
}

static Lines without_marks(Lines all)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        add_line(&l, unmarked(all.at[i].text), all.at[i].place);
    return l;
}

// ---- Output ---------------------------------------------------------------------------------------------------------

static char *escaped(const char *s, size_t length)
{
    char *made = allocate(2 * length + 1), *to = made;
    for (size_t i = 0; i < length; i++) {
        if (s[i] == '"' || s[i] == '\\')
            *to++ = '\\';
        *to++ = s[i];
    }
    return made;
}

// Adds a line as a C string, or as several strings if it is long.
static void add_string(Lines *l, const char *s)
{
    enum { MOST = 108 };
    for (size_t at; strlen(escaped(s, strlen(s))) > MOST; s += at) {
        for (at = MOST; at > 1 && (s[at] != ' ' || strlen(escaped(s, at)) > MOST); at--)
            continue;
        at = at > 1 ? at : MOST / 2;
        add_line(l, text("    \"%s\",", escaped(s, at)), NULL);
    }
    add_line(l, text("    \"%s\\n\",", escaped(s, strlen(s))), NULL);
}

static Lines with_strings(Lines all, Lines second)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        if (!begins(all.at[i].text, "%%strings"))
            add_line(&l, all.at[i].text, all.at[i].place);
        else
            for (int b = 0; b < second.count; b++)
                add_string(&l, second.at[b].text);
    return l;
}

// Whether s is a line that no compiler or debugger refers to: a comment, or only braces.
static bool is_bare(const char *s)
{
    s += strspn(s, " ");
    return begins(s, "//") || !s[strspn(s, "{};")];
}

// Adds a #line wherever the place of the next line is not the one that a compiler would count.
static Lines with_places(Lines all, const char *name)
{
    Lines l = { NULL, 0 };
    const char *file = NULL;                            // the file and line that the compiler assumes
    unsigned long count = 0;
    for (int i = 0; i < all.count; i++) {
        const char *place = all.at[i].place, *of = place ? strchr(place, '"') : NULL;
        unsigned long line = place ? strtoul(place, NULL, 10) : 0;
        bool counts = place && file && !strcmp(file, of) && line == count;
        if (place && !counts && !is_bare(all.at[i].text))
            add_line(&l, text("#line %s", place), NULL), file = of, count = line;
        else if (!place && file)
            add_line(&l, text("#line %d \"%s\"", l.count + 2, name), NULL), file = NULL;
        add_line(&l, all.at[i].text, NULL);
        count++;
    }
    return l;
}

static const char *joined_lines(Lines l)
{
    Buffer made = { NULL, 0, 0 };
    for (int i = 0; i < l.count; i++) {
        add_text(&made, l.at[i].text, strlen(l.at[i].text));
        add_text(&made, "\n", 1);
    }
    return text_in(&made);
}

void write_file(const char *name, const char *made)
{
    FILE *to = name ? fopen(name, "w") : stdout;
    bool failed = !to || fputs(made, to) < 0;
    if (!to || fclose(to) || failed) {
        fprintf(stderr, "pallasc: cannot write %s: %s\n", name ? name : "standard output", strerror(errno));
        exit(EXIT_MISSING);
    }
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *without_ending(const char *name)
{
    const char *dot = strrchr(last_part(name), '.');
    return dot ? text_part(name, (size_t)(dot - name)) : name;
}

// build/sum.2.opencl.c: build/sum.2.cl
static const char *derived_name(const char *output, const char *target, const char *ending)
{
    const char *stem = without_ending(output), *dot = strrchr(last_part(stem), '.');
    return text("%s.%s", dot && is_text(dot + 1, target) ? without_ending(stem) : stem, ending);
}

// Divides m4's output into the files that it is for.
static Code code_of(Lines all)
{
    Code code = { .ending = NULL };
    bool away = false;
    all = without_marks(with_helpers(with_template_names(all)));
    for (int i = 0; i < all.count; i++) {
        const char *s = all.at[i].text;
        if (begins(s, "%%file ")) {
            code.ending = s + strlen("%%file ");
            away = true;
        } else if (begins(s, "%%back")) {
            away = false;
        } else if (away) {
            add_line(&code.second, s, NULL);
        } else {
            add_line(&code.lines, s, NULL);
        }
    }
    code.lines = format_lines(code.lines);
    code.second = format_lines(code.second);
    return code;
}

const char *name_of_second(const Code *code, const char *output, const char *target)
{
    return code->ending ? derived_name(output, target, code->ending) : output;
}

void write_code(const Code *code, const char *output, const char *target, bool places)
{
    const char *name = output ? last_part(output) : "<stdout>";
    Lines second = places ? with_places(code->second, name_of_second(code, name, target)) : code->second;
    Lines lines = with_strings(code->lines, second);
    write_file(output, joined_lines(places ? with_places(lines, name) : lines));
    if (code->ending && output)
        write_file(name_of_second(code, output, target), joined_lines(second));
}

// ---- m4 -------------------------------------------------------------------------------------------------------------

// Writes a temporary file for m4, whose output is read while it reads its input. Returns the file's name.
static char *write_temporary(const char *made)
{
    const char *folder = getenv("TMPDIR");
    char *name = text("%s/pallasc-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(name);
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    bool failed = !to || fputs(made, to) < 0;
    if (!to || fclose(to) || failed) {
        fprintf(stderr, "pallasc: cannot write %s: %s; TMPDIR names another folder\n", name, strerror(errno));
        unlink(name);
        exit(EXIT_MISSING);
    }
    return name;
}

// Prints m4's messages. Lines of its input are replaced by the lines of the templates that they come from.
static void print_m4_errors(const char *messages, const char *input, Lines source)
{
    Lines l = lines_of(messages);
    for (int i = 0; i < l.count; i++) {
        const char *s = l.at[i].text, *name = strstr(s, input);
        char *rest = NULL;
        long line = name ? strtol(name + strlen(input) + 1, &rest, 10) : 0;
        Loc at = line > 0 && line <= source.count ? source.at[line - 1].at : (Loc){ NULL, 0, 0 };
        if (at.file)
            fprintf(stderr, "m4:%s:%u%s\n", at.file, at.line, rest);
        else
            fprintf(stderr, "%s\n", s);
    }
}

// Runs a program whose errors go to a file. Returns its output, and its exit status: 127, there is no such program.
static Lines output_of(const char *const *arguments, const char *messages, int *status)
{
    extern char **environ;
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    *status = 127;
    if (pipe(ends) || posix_spawn_file_actions_init(&actions))
        return (Lines){ NULL, 0 };
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages, O_WRONLY, 0);
    bool runs = !posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    Lines made = from && runs ? read_lines(from) : (Lines){ NULL, 0 };
    if (runs && waitpid(child, status, 0) == child)
        *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 1;
    return made;
}

// Returns m4's output for these lines. Errors that were counted are in templates, and end the run here.
static Lines run_m4(Lines source, const Template *t)
{
    if (errors)
        exit(EXIT_INTERNAL);
    const char *given = getenv("M4"), *templates = t->folders[0], *folder = t->folders[1];
    char *input = write_temporary(joined_lines(source)), *messages = write_temporary("");
    const char *arguments[] = { given && *given ? given : "m4", "-P", "-E", "-E", "-I", templates, "-I", folder,
                                "-I", text("%s/kernel", folder), input, NULL };
    setenv("LC_ALL", "C", 1);                           // m4's regular expressions depend on it
    int status;
    Lines made = output_of(arguments, messages, &status);
    print_m4_errors(messages, input, source);
    unlink(input);
    unlink(messages);
    if (status)
        fprintf(stderr, status == 127 ? "pallasc: there is no m4; try: apt-get install m4 (GNU m4; M4=NAME names another)\n"
                                      : "pallasc: m4 failed on the template of target %s in %s\n", t->target, templates);
    if (status)
        exit(status == 127 ? EXIT_MISSING : EXIT_INTERNAL);
    return made;
}

static void add_text_lines(Lines *to, const char *s)
{
    for (size_t length; *s; s += length + (s[length] == '\n')) {
        length = strcspn(s, "\n");
        add_line(to, text_part(s, length), NULL);
    }
}

// Returns the output of one of the target's own templates for these facts.
static Lines output_of_template(const char *name, const char *facts, const char *target, const char *templates)
{
    Lines source = { NULL, 0 };
    Template t = { target, .folders = { templates, text("%s/%s", templates, target) } };
    read_template(&source, &t, "common.m4");
    read_template(&source, &t, name);
    add_text_lines(&source, facts);
    return run_m4(source, &t);
}

static bool has_template(const char *name, const char *target, const char *templates)
{
    return !access(text("%s/%s/%s", templates, target, name), R_OK);
}

void render_memory(FILE *to, const char *facts, const char *target, const char *templates)
{
    if (!has_template("explain.m4", target, templates))
        return;
    Lines l = output_of_template("explain.m4", facts, target, templates);
    for (int i = 0; i < l.count; i++)
        fprintf(to, "%s\n", unmarked(l.at[i].text));
}

const char *render_machines(const char *target, const char *templates)
{
    return has_template("report.m4", target, templates) ? joined_lines(output_of_template("report.m4", "", target, templates)) : "";
}

// Returns m4's output for the plan, with directives. Code that the target rejects is reported.
static Lines make_code(const char *plan, const char *target, const char *templates)
{
    Lines source = { NULL, 0 };
    Template t = { target, .folders = { templates, text("%s/%s", templates, target) } };
    read_template(&source, &t, "common.m4");
    add_text_lines(&source, plan);
    read_template(&source, &t, text("%s.m4", target));
    Lines all = run_m4(source, &t);
    for (int i = 0; i < all.count; i++)
        report_rejections(&t, all, i);
    if (!errors)
        check_leftovers(&t, all);
    return all;
}

Code render_code(const char *plan, const char *target, const char *templates)
{
    Lines all = make_code(plan, target, templates);
    return errors ? (Code){ .ending = NULL } : code_of(all);
}

void render_check(const char *plan, const char *target, const char *templates)
{
    make_code(plan, target, templates);
}
