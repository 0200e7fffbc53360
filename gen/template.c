// template.c -- runs m4 over a target's template and the plan, and reads what comes out.
//
// Lines that begin with %% are for us:
//     %%beside cl          what follows goes to a file of this ending beside the output, until %%back
//     %%strings cl         here stand the lines of that file as C strings
//     %%indent, %%as_is    lines are indented by their braces from here on, or left as they are
//     %%line 17 "a.c"      what follows is of this line of the user's, up to the next one or the end of the function
//     %%name step          a name of the user's: @step, a word of the template's own, gives way to it
// and %%refuse{file:line:column:words}%% anywhere is an error of the user's: what the target has no word for.

#include "pallasc.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    char *text;
    const char *place;          // in the user's source, as #line has it: 17 "a.c"; NULL: none
    bool shaped;                // ours to break and to indent
} Line;

typedef struct { Line *at; int count; } Lines;

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
        list_add(l.at, l.count, ((Line){ text("%s", line), NULL, false }));
    }
    return l;
}

static Lines lines_of(const char *file)
{
    FILE *from = fopen(file, "r");
    Lines l = from ? read_lines(from) : (Lines){ NULL, 0 };
    if (from)
        fclose(from);
    return l;
}

// What m4 returns; 127: there is none.
static int run_m4(Lines *l, const char *first, const char *then, const char *target, const char *templates)
{
    const char *name = getenv("M4"), *m4 = quoted(name && *name ? name : "m4");
    char *command = text("command -v %s >/dev/null || exit 127; %s -P -E -E -I %s -I %s -I %s common.m4 %s %s", m4, m4, quoted(templates),
                         quoted(text("%s/%s", templates, target)), quoted(text("%s/%s/kernel", templates, target)),
                         quoted(first), quoted(then));
    FILE *from = popen(command, "r");
    if (!from)
        return 127;
    *l = read_lines(from);
    int status = pclose(from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
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
    s += strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");      // a macro that says something of the loop
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
    if (n > 1 && s[n - 2] == ' ' && (s[n - 1] == '?' || s[n - 1] == ':'))
        return true;
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
    if (wide && !close)
        return text("%s\n%*s%s", before, (int)strspn(before, " ") + 8, "", s);
    return text(close ? "%s%s" : "%s %s", before, s);
}

static void add_line(Lines *l, const char *s, const char *place)
{
    list_add(l->at, l->count, ((Line){ (char *)(size_t)s, place, false }));
}

static Lines split(Lines all)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        for (char *s = all.at[i].text, *end; s; s = end ? end + 1 : NULL) {
            end = strchr(s, '\n');
            add_line(&l, end ? text("%.*s", (int)(end - s), s) : s, all.at[i].place);
            l.at[l.count - 1].shaped = all.at[i].shaped;
        }
    return l;
}

static const char *without_blanks_behind(const char *s)
{
    size_t n = strlen(s);
    while (n && isspace((unsigned char)s[n - 1]))
        n--;
    return text("%.*s", (int)n, s);
}

// An empty line stands before a comment and behind a function, and nowhere else.
static bool parted(const char *before, const char *bare, int depth)
{
    if (!*before || before[strlen(before) - 1] == '{' || *bare == '{' || begins(before, "// ") ||
        begins(before, "__kernel") || begins(before, "#"))
        return false;
    return begins(bare, "// ") || (!depth && *before == '}');
}

// ---- Blocks in blocks: `{ { … } }` is `{ … }` ------------------------------------------------------------------------------

static size_t indent_of(const char *s)
{
    return strspn(s, " ");
}

// The line that closes the block that line i, a bare brace, opens; 0: none is found.
static int closing_line(Lines l, int i)
{
    size_t indent = indent_of(l.at[i].text);
    for (int j = i + 1; j < l.count; j++)
        if (indent_of(l.at[j].text) == indent && l.at[j].text[indent] == '}')
            return !strcmp(l.at[j].text + indent, "}") ? j : 0;
    return 0;
}

// Is the block that begins behind line i all that stands in the one that line i opens?
static int inner_end(Lines l, int i)
{
    const char *outer = l.at[i].text;
    size_t length = strlen(outer);
    if (i + 1 >= l.count || !length || outer[length - 1] != '{')
        return 0;
    const char *inner = l.at[i + 1].text;
    if (strcmp(inner + indent_of(inner), "{") || indent_of(inner) != indent_of(outer) + 4)
        return 0;
    int end = closing_line(l, i + 1);
    if (!end || end + 1 >= l.count)
        return 0;
    const char *behind = l.at[end + 1].text;
    return indent_of(behind) == indent_of(outer) && behind[indent_of(behind)] == '}' ? end : 0;
}

static void unwrap(Lines *l, int i, int end)
{
    for (int j = i + 2; j < end; j++) {
        l->at[j - 1] = l->at[j];
        if (indent_of(l->at[j - 1].text) >= 4)
            l->at[j - 1].text += 4;
    }
    for (int j = end + 1; j < l->count; j++)
        l->at[j - 2] = l->at[j];
    l->count -= 2;
}

static Lines without_inner_blocks(Lines l)
{
    for (int i = 0; i < l.count; i++)
        for (int end; (end = inner_end(l, i));)
            unwrap(&l, i, end);
    return l;
}

// ---- Long lines -----------------------------------------------------------------------------------------------------

enum { WIDTH = 120 };

// May a line of C be broken before s? Behind a comma, before an operator.
static bool may_break(const char *s)
{
    static const char *const operators[] = { "&& ", "|| ", "? ", ": ", "+ ", "- ", "* " };
    if (s[-1] != ' ')
        return false;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (begins(s, operators[i]))
            return true;
    return s[-2] == ',';
}

// Where, before WIDTH: as far out of parentheses as can be, and there as far to the right. 0: nowhere.
static size_t break_place(const char *s)
{
    size_t from = indent_of(s) + 24, best = 0;
    int depth = 0, best_depth = 1000;
    for (size_t i = indent_of(s); s[i] && i <= WIDTH; i++) {
        if (s[i] == '"' || s[i] == '\'')
            for (char quote = s[i++]; s[i] && s[i] != quote; i++)
                i += s[i] == '\\' && s[i + 1];
        depth += (s[i] == '(' || s[i] == '[' || s[i] == '{') - (s[i] == ')' || s[i] == ']' || s[i] == '}');
        if (i > from && i < WIDTH && depth <= best_depth && may_break(s + i)) {
            best = i;
            best_depth = depth;
        }
        if (!s[i])
            break;
    }
    return best;
}

static bool is_code(const char *s)
{
    return s[indent_of(s)] != '#' && !strstr(s, "//") && !strstr(s, "/*");
}

static Lines wrapped(Lines all)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++) {
        const char *s = all.at[i].text;
        size_t at, indent = indent_of(s);
        while (all.at[i].shaped && strlen(s) > WIDTH && is_code(s) && (at = break_place(s))) {
            add_line(&l, without_blanks_behind(text("%.*s", (int)at, s)), all.at[i].place);
            s = text("%*s%s", (int)indent + 8, "", s + at);
        }
        add_line(&l, s, all.at[i].place);
    }
    return l;
}

// By braces; each line is of the place that was named last in its function.
static Lines shape(Lines all)
{
    Lines l = { NULL, 0 };
    const char *place = NULL;
    bool indent = false;
    int depth = 0;
    for (int i = 0; i < all.count; i++) {
        char *s = all.at[i].text, *bare = s + strspn(s, " ");
        if (begins(s, "%%indent") || begins(s, "%%as_is")) {
            indent = begins(s, "%%indent");
            depth = 0;
            place = NULL;
            continue;
        }
        if (begins(bare, "%%line ")) {
            place = bare + strlen("%%line ");
            continue;
        }
        const char *before = l.count ? l.at[l.count - 1].text : "";
        if (indent && !*bare)
            continue;
        if (indent && *before && continues(before, bare)) {
            depth += braces(bare, false);
            l.at[l.count - 1].text = (char *)(size_t)joined(before, bare);
            continue;
        }
        if (indent && parted(before, bare, depth))
            add_line(&l, "", place);
        const char *line = without_blanks_behind(indent && !begins(bare, "%%") ? indented(s, &depth, before) : s);
        if (*line || (l.count && *l.at[l.count - 1].text)) {
            add_line(&l, line, place);
            l.at[l.count - 1].shaped = indent;
        }
        if (indent && !depth)
            place = NULL;
    }
    while (l.count && !*l.at[l.count - 1].text)
        l.count--;
    return wrapped(without_inner_blocks(split(l)));
}

// A word of m4's or of the plan's that no macro took is a mistake in the template. Names of the user's may begin with
// m4_, too.
static bool is_leftover(const char *s)
{
    static const char *const words[] = {
        "m4_define(", "m4_defn(", "m4_ifelse(", "m4_ifdef(", "m4_indir(", "m4_dnl", "m4_index(", "m4_translit(", "m4_undivert(",
        "m4_include(", "m4_divert(", "m4_eval(", "m4_changequote(", "\xc2\xab", "\xc2\xbb",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (begins(s, words[i]))
            return true;
    return false;
}

// Where a fact of the plan begins in s, "pl_word(": how long its name is; else 0.
static size_t fact_length(const char *s)
{
    if (!begins(s, "pl_"))
        return 0;
    size_t length = strspn(s, "abcdefghijklmnopqrstuvwxyz_0123456789");
    return s[length] == '(' ? length : 0;
}

static bool starts_word(const char *s, const char *line)
{
    return s == line || !(isalnum((unsigned char)s[-1]) || s[-1] == '_');
}

// Those in the lines: "pl_each(".
static Lines facts_in(Lines plan)
{
    Lines facts = { NULL, 0 };
    for (int i = 0; i < plan.count; i++)
        for (const char *s = plan.at[i].text; *s; s++) {
            size_t length = starts_word(s, plan.at[i].text) ? fact_length(s) : 0;
            bool known = !length;
            for (int f = 0; f < facts.count && !known; f++)
                known = !strncmp(facts.at[f].text, s, length + 1);
            if (!known)
                add_line(&facts, text("%.*s", (int)length + 1, s), NULL);
        }
    return facts;
}

static void check_leftovers(Lines l, Lines facts, const char *target)
{
    for (int i = 0; i < l.count; i++)
        for (const char *s = l.at[i].text; *s; s++) {
            if (is_leftover(s))
                INTERNAL(text("%s.m4 left '%.30s' in line %d", target, s, i + 1));
            for (int f = 0; f < facts.count && starts_word(s, l.at[i].text) && fact_length(s); f++)
                if (begins(s, facts.at[f].text))
                    INTERNAL(text("%s.m4 has no word for %.60s", target, s));
        }
}

// ---- Words of the template's own --------------------------------------------------------------------------------

static bool is_name(Lines names, const char *s, size_t length)
{
    for (int i = 0; i < names.count; i++)
        if (strlen(names.at[i].text) == length && !strncmp(names.at[i].text, s, length))
            return true;
    return false;
}

// @step is written step, or this_step where the user has a step; strings stay as they are.
static const char *with_words(const char *s, Lines names)
{
    char *made = allocate(6 * strlen(s) + 1), *to = made;
    for (char quote = 0; *s; s++) {
        if (quote && *s == '\\' && s[1])
            *to++ = *s++;
        else if (*s == quote)
            quote = 0;
        else if (!quote && (*s == '"' || *s == '\''))
            quote = *s;
        if (quote || *s != '@') {
            *to++ = *s;
            continue;
        }
        size_t length = 1;
        while (isalnum((unsigned char)s[length]) || s[length] == '_')
            length++;
        if (is_name(names, s + 1, length - 1))
            to += sprintf(to, "this_");
    }
    return made;
}

static Lines with_own_words(Lines all)
{
    Lines names = { NULL, 0 }, l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        if (begins(all.at[i].text, "%%name "))
            add_line(&names, all.at[i].text + strlen("%%name "), NULL);
    for (int i = 0; i < all.count; i++)
        if (!begins(all.at[i].text, "%%name "))
            add_line(&l, strchr(all.at[i].text, '@') ? with_words(all.at[i].text, names) : all.at[i].text,
                     all.at[i].place);
    return l;
}

// ---- What is written ----------------------------------------------------------------------------------------------

static const char *as_string(const char *s)
{
    char *made = allocate(2 * strlen(s) + 16), *to = made + sprintf(made, "    \"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            *to++ = '\\';
        *to++ = *s;
    }
    strcpy(to, "\\n\",");
    return made;
}

static Lines with_strings(Lines all, Lines beside)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        if (!begins(all.at[i].text, "%%strings"))
            add_line(&l, all.at[i].text, all.at[i].place);
        else
            for (int b = 0; b < beside.count; b++)
                add_line(&l, as_string(beside.at[b].text), NULL);
    return l;
}

// Nothing that a compiler or debugger would speak of.
static bool is_bare(const char *s)
{
    s += strspn(s, " ");
    return begins(s, "//") || !s[strspn(s, "{};")];
}

// A #line wherever the place of the next line is not what a compiler would count up to.
static Lines with_places(Lines all, const char *name)
{
    Lines l = { NULL, 0 };
    const char *file = NULL;                            // that the compiler thinks to be in, and its line there
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

static char *joined_lines(Lines l)
{
    size_t length = 0;
    for (int i = 0; i < l.count; i++)
        length += strlen(l.at[i].text) + 1;
    char *made = allocate(length + 1), *to = made;
    for (int i = 0; i < l.count; i++)
        to += sprintf(to, "%s\n", l.at[i].text);
    return made;
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

static const char *beside_name(const char *output, const char *ending)
{
    const char *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output;
    size_t stem = (size_t)(name - output) + strcspn(name, ".");
    return text("%.*s.%s", (int)stem, output, ending);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void write_code(const char *output, Lines all)
{
    all = with_own_words(all);
    Lines main_part = { NULL, 0 }, beside = { NULL, 0 };
    const char *ending = NULL;
    bool away = false;
    for (int i = 0; i < all.count; i++) {
        const char *s = all.at[i].text;
        if (begins(s, "%%beside ")) {
            ending = s + strlen("%%beside ");
            away = true;
        } else if (begins(s, "%%back")) {
            away = false;
        } else if (away) {
            add_line(&beside, s, NULL);
        } else {
            add_line(&main_part, s, NULL);
        }
    }
    const char *name = output ? last_part(output) : "<stdout>";
    beside = with_places(shape(beside), ending ? beside_name(name, ending) : name);
    main_part = with_places(with_strings(shape(main_part), beside), name);
    write_file(output, joined_lines(main_part));
    if (ending && output)
        write_file(beside_name(output, ending), joined_lines(beside));
}

// The plan goes by way of a file: m4 reads it while we read m4.
static FILE *open_facts(char **made)
{
    const char *folder = getenv("TMPDIR");
    char *name = text("%s/pallasc-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(name);
    FILE *facts = file >= 0 ? fdopen(file, "w") : NULL;
    if (!facts) {
        fprintf(stderr, "pallasc: cannot write %s: %s; TMPDIR names another folder\n", name, strerror(errno));
        exit(EXIT_MISSING);
    }
    *made = name;
    return facts;
}

static void close_facts(FILE *facts, const char *name)
{
    if (!fclose(facts))
        return;
    unlink(name);
    fprintf(stderr, "pallasc: cannot write %s: %s\n", name, strerror(errno));
    exit(EXIT_MISSING);
}

static char *write_plan(const Source *s, Plan *const *plans, bool lines)
{
    char *name;
    FILE *plan = open_facts(&name);
    emit_plan(plan, s, plans, lines);
    close_facts(plan, name);
    return name;
}

// When all is read, m4 names the facts of the plan that the template does not define, each in a line: %%undefined pl_each(
static void ask_for_facts(const char *plan)
{
    Lines facts = facts_in(lines_of(plan));
    FILE *to = fopen(plan, "a");
    for (int i = 0; to && i < facts.count; i++)
        fprintf(to, "m4_m4wrap(«m4_divert(0)m4_ifdef(«%.*s», «», ««%%%%undefined %s\n»»)»)m4_dnl\n", (int)strlen(facts.at[i].text) - 1,
                facts.at[i].text, facts.at[i].text);
    if (to)
        fclose(to);
}

// A target's runtime may have a function of a fact's name.
static bool is_in_runtime(const char *fact, const char *folder)
{
    bool found = false;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && !found && (e = readdir(d));) {
        size_t length = strlen(e->d_name);
        Lines l = length > 2 && !strcmp(e->d_name + length - 2, ".h") ? lines_of(text("%s/%s", folder, e->d_name)) : (Lines){ NULL, 0 };
        for (int i = 0; i < l.count && !found; i++)
            found = strstr(l.at[i].text, fact) != NULL;
    }
    if (d)
        closedir(d);
    return found;
}

static Lines take_undefined(Lines *all, const char *runtime)
{
    Lines facts = { NULL, 0 }, others = { NULL, 0 };
    for (int i = 0; i < all->count; i++)
        if (!begins(all->at[i].text, "%%undefined "))
            add_line(&others, all->at[i].text, NULL);
        else if (!is_in_runtime(all->at[i].text + strlen("%%undefined "), runtime))
            add_line(&facts, all->at[i].text + strlen("%%undefined "), NULL);
    *all = others;
    return facts;
}

static void check_m4(int status, const char *target, const char *templates)
{
    if (!status)
        return;
    fprintf(stderr, status == 127 ? "pallasc: there is no m4; try: apt-get install m4 (GNU m4; M4=NAME names another)\n"
                                  : "pallasc: m4 failed on the template of target %s in %s\n", target, templates);
    exit(status == 127 ? EXIT_MISSING : EXIT_INTERNAL);
}

// What a target says of a call's memory: its explain.m4 over the facts, where it has one.
void explain_memory_of(FILE *to, const Plan *plan, const KnownSize *sizes, int size_count, const char *target, const char *templates)
{
    char *name;
    if (access(text("%s/%s/explain.m4", templates, target), R_OK))
        return;
    FILE *facts = open_facts(&name);
    put_memory_facts(facts, plan, sizes, size_count);
    close_facts(facts, name);
    Lines l = { NULL, 0 };
    int status = run_m4(&l, "explain.m4", name, target, templates);
    unlink(name);
    check_m4(status, target, templates);
    for (int i = 0; i < l.count; i++)
        fprintf(to, "%s\n", l.at[i].text);
}

void emit_code(const char *output, const Source *s, Plan *const *plans, const char *target, const char *templates,
               bool lines)
{
    char *plan = write_plan(s, plans, lines);
    Lines all = { NULL, 0 };
    ask_for_facts(plan);
    int status = errors ? 0 : run_m4(&all, plan, text("%s.m4", target), target, templates);
    unlink(plan);
    check_m4(status, target, templates);
    Lines facts = take_undefined(&all, text("%s/%s", templates, target));
    for (int i = 0; i < all.count; i++)
        tell_refusals(all.at[i].text, target);
    if (errors)
        return;
    check_leftovers(all, facts, target);
    write_code(output, all);
}
