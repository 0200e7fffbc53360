// render/format.c -- lays out a template's output like handwritten code: indented, without redundant braces and
// parentheses, in lines of 120 columns.

#include "render/render.h"
#include <ctype.h>
#include <string.h>

enum { WIDTH = 120, WITH_COMMENT = 108 };       // the latter also fits in a string of a launcher

void add_line(Lines *l, const char *s, const char *place)
{
    list_add(l->at, l->count, ((Line){ .text = (char *)(size_t)s, .place = place }));
}

Lines read_lines(FILE *from)
{
    Lines l = { NULL, 0 };
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, from) > 0) {
        line[strcspn(line, "\n")] = 0;
        list_add(l.at, l.count, ((Line){ .text = text_part(line, strlen(line)) }));
    }
    return l;
}

// ---- Lines of C from lines of m4 ------------------------------------------------------------------------------------

// Whether s is the head of a for or if whose single statement is on the next line.
static bool is_head(const char *s)
{
    s += strspn(s, " ");
    s += strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");      // a macro that describes the loop
    s += strspn(s, " ");
    size_t n = strlen(s);
    return (begins(s, "for (") || begins(s, "if (")) && s[n - 1] == ')';
}

// Returns how many braces s opens minus those it closes. closing_first: whether it begins with a closing one.
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

// A pragma is indented like the statement after it.
static bool is_pragma(const char *s)
{
    return begins(s + strspn(s, " "), "#pragma ");
}

static size_t indent_of(const char *s)
{
    return strspn(s, " ");
}

enum { MOST_BRACES = 256 };

typedef struct {
    int depth;                  // open braces
    int within[MOST_BRACES];    // the indentation of the lines in each
} Braces;

static void count_braces(Braces *b, const char *s, int indent)
{
    int before = b->depth;
    b->depth += braces(s, false);
    for (int i = before; i < b->depth && i < MOST_BRACES; i++)
        b->within[i] = indent + 4 * (i - before + 1);
}

// Returns the line, indented by the open braces, or like the head or pragma before it requires.
static const char *indented(const char *line, Braces *b, const char *before)
{
    const char *s = without_trailing_blanks(line + strspn(line, " \t"));
    if ((*s == '#' && !is_pragma(s)) || !*s)
        return s;
    int open = b->depth < MOST_BRACES ? b->depth : MOST_BRACES;
    int indent = (open > 0 ? b->within[open - 1] : 0) - 4 * (braces(s, true) + (begins(s, "case ") || begins(s, "default:")));
    if (is_head(before) || is_pragma(before))
        indent = (int)strspn(before, " ") + (is_pragma(before) ? 0 : 4);
    count_braces(b, s, indent);
    return text("%*s%s", indent < 0 ? 0 : indent, "", s);
}

static bool ends_open(const char *s)
{
    size_t n = strlen(s);
    if (begins(s + strspn(s, " "), "//"))
        return false;
    if (n > 1 && s[n - 2] == ' ' && (s[n - 1] == '?' || s[n - 1] == ':'))
        return true;
    return n > 1 && s[n - 2] != '}' && (s[n - 1] == ',' || s[n - 1] == '(');
}

// Whether s continues the previous line. A list of facts arrives in pieces, because each fact has its own line.
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
    if (wide && !close && strcmp(s, "{"))               // a brace stays with its head
        return text("%s\n%*s%s", before, (int)strspn(before, " ") + 8, "", s);
    return text(close ? "%s%s" : "%s %s", before, s);
}

static Lines split(Lines all)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        for (char *s = all.at[i].text, *end; s; s = end ? end + 1 : NULL) {
            end = strchr(s, '\n');
            add_line(&l, end ? text_part(s, (size_t)(end - s)) : s, all.at[i].place);
            l.at[l.count - 1].formatted = all.at[i].formatted;
        }
    return l;
}

// Whether an empty line goes between these lines: it precedes a comment or follows a function.
static bool needs_empty_line(const char *before, const char *bare, int depth)
{
    if (!*before || before[strlen(before) - 1] == '{' || *bare == '{' || begins(before + strspn(before, " "), "// ") ||
        begins(before, "#"))
        return false;
    return begins(bare, "// ") || (!depth && *before == '}');
}

// ---- Blocks in blocks: `{ { … } }` is `{ … }` -------------------------------------------------------------------

// Returns the line that closes the block that line i, a bare brace, opens; 0: there is none.
static int closing_line(Lines l, int i)
{
    size_t indent = indent_of(l.at[i].text);
    for (int j = i + 1; j < l.count; j++)
        if (indent_of(l.at[j].text) == indent && l.at[j].text[indent] == '}')
            return !strcmp(l.at[j].text + indent, "}") ? j : 0;
    return 0;
}

// Returns the line that closes the block on line i + 1, if the block that line i opens contains nothing else; or 0.
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
    const char *after = l.at[end + 1].text;
    return indent_of(after) == indent_of(outer) && after[indent_of(after)] == '}' ? end : 0;
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

// ---- Braces around one line: `for (…) { x; }` is `for (…) x;` ---------------------------------------------------

// Whether s is the head of a loop, maybe a macro, or of an if, and opens a block.
static bool opens_block(const char *s)
{
    size_t n = strlen(s);
    if (n < 4 || strcmp(s + n - 3, ") {"))
        return false;
    s += indent_of(s);
    s += strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    s += indent_of(s);
    return begins(s, "for (") || begins(s, "if (") || begins(s, "while (") || begins(s, "(");
}

// Whether s is one complete statement, but no declaration and no label.
static bool is_statement(const char *s)
{
    s += indent_of(s);
    size_t n = strlen(s), word = word_length(s);
    if (!n || s[n - 1] != ';' || *s == '#' || begins(s, "//") || s[word] == ':')
        return false;
    if (begins(s, "for (") || begins(s, "if (") || begins(s, "while ("))
        return false;
    bool jumps = begins(s, "return ") || begins(s, "goto ");
    return jumps || s[word] != ' ' || (!isalpha((unsigned char)s[word + 1]) && !strchr("*_(", s[word + 1]));
}

static bool is_loop(const char *s)
{
    s += indent_of(s);
    s += strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    return begins(s + indent_of(s), "for (");
}

// Returns the line that closes the block of line i, if that is one statement (in loops, if line i is a loop); or 0.
static int lone_end(Lines l, int i)
{
    int at = i + 1;
    if (!l.at[i].formatted || !opens_block(l.at[i].text))
        return 0;
    while (is_loop(l.at[i].text) && at < l.count && is_loop(l.at[at].text) && is_head(l.at[at].text))
        at++;
    if (at + 1 >= l.count || !is_statement(l.at[at].text))
        return 0;
    const char *end = l.at[at + 1].text;
    return !strcmp(end + indent_of(end), "}") ? at + 1 : 0;
}

// From the end backwards: inner blocks have already lost their braces.
static Lines without_lone_braces(Lines l)
{
    for (int i = l.count; i-- > 0;) {
        int end = lone_end(l, i);
        if (!end)
            continue;
        l.at[i].text = text_part(l.at[i].text, strlen(l.at[i].text) - 2);
        for (int j = end; j + 1 < l.count; j++)
            l.at[j] = l.at[j + 1];
        l.count--;
    }
    return l;
}

// ---- Parentheses in parentheses: f((a)) is f(a) ---------------------------------------------------------------------

// Returns the text after the string or character that s begins with.
static const char *past_string(const char *s)
{
    char quote = *s++;
    for (; *s && *s != quote; s++)
        s += *s == '\\' && s[1];
    return *s ? s + 1 : s;
}

// Returns the parenthesis that closes *s; NULL: it is on another line, or a comma or an assignment needs the pair.
static const char *closing(const char *s)
{
    int depth = 0;
    for (; *s; s++) {
        if (*s == '"' || *s == '\'')
            s = past_string(s);
        if (!*s)
            return NULL;
        depth += (*s == '(' || *s == '[' || *s == '{') - (*s == ')' || *s == ']' || *s == '}');
        if (!depth)
            return s;
        if (depth == 1 && (*s == ',' || (*s == '=' && s[1] == ' ' && !strchr("=!", s[-1]) &&
                                         (!strchr("<>", s[-1]) || s[-2] == s[-1]))))
            return NULL;
    }
    return NULL;
}

// Returns the end of a needless (…) at s: a whole argument, condition, assigned or returned value. NULL: none.
static const char *needless_end(const char *line, const char *s)
{
    const char *close = *s == '(' && s > line ? closing(s) : NULL;
    if (!close || close == s + 1)
        return NULL;
    bool braces = memchr(s, '{', (size_t)(close - s)) != NULL; // whose commas would separate a macro's arguments
    bool argument = !braces && (s[-1] == '(' || s[-1] == '[' || (s - line > 2 && s[-1] == ' ' && s[-2] == ',')) &&
                    strchr("),]", close[1]);
    bool assigned = s - line > 3 && begins(s - 2, "= ") && !strchr("<>=!", s[-3]);
    bool all = (assigned || (s - line >= 7 && begins(s - 7, "return "))) && close[1] == ';';
    bool attribute = s - line > 14 && begins(s - 14, "__attribute__(");
    return close[1] && (argument || all) && !attribute ? close : NULL;
}

static const char *without_double_parentheses(const char *line)
{
    for (const char *s = line, *close; *s; s++) {
        if (*s == '"' || *s == '\'')
            s = past_string(s);
        if (begins(s, "//") || !*s)
            break;
        if ((close = needless_end(line, s))) {
            size_t before = (size_t)(s - line);
            line = text("%.*s%.*s%s", (int)before, line, (int)(close - s - 1), s + 1, close + 1);
            s = line + before - 1;
        }
    }
    return line;
}

static Lines without_needless_parentheses(Lines all)
{
    for (int i = 0; i < all.count; i++)
        if (all.at[i].formatted && *all.at[i].text != '#')
            all.at[i].text = (char *)(size_t)without_double_parentheses(all.at[i].text);
    return all;
}

// ---- Long lines -----------------------------------------------------------------------------------------------------

enum { NO_BREAK = 7 };

// Returns the rank of a break before s, which follows a comma or a =, or is an operator: 0 is best; NO_BREAK: no place.
static int break_rank(const char *s)
{
    static const struct { const char *operator; int rank; } ranks[] = {
        { "? ", 1 }, { ": ", 1 }, { "|| ", 2 }, { "&& ", 3 }, { "| ", 3 }, { "& ", 3 }, { "+ ", 5 }, { "- ", 5 }, { "* ", 6 },
    };
    bool assigned = s[-2] == '=' && s[-3] == ' ';
    if (s[-1] != ' ')
        return NO_BREAK;
    for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++)
        if (begins(s, ranks[i].operator))
            return ranks[i].rank;
    return s[-2] == ',' ? 0 : assigned ? 4 : NO_BREAK;
}

// Whether s[i] begins, or ends, the arguments of a template: operators have spaces around them.
static bool begins_arguments(const char *s, size_t i) { return s[i] == '<' && i && s[i - 1] != ' ' && s[i + 1] != ' '; }
static bool ends_arguments(const char *s, size_t i) { return s[i] == '>' && !strchr(" -", s[i - 1]); }

// Returns where to break before WIDTH: in the outermost parentheses at the best rank, as far right as possible; 0: nowhere.
static size_t break_place(const char *s)
{
    size_t from = indent_of(s) + 24, best = 0;
    int depth = 0, angles = 0, best_cost = 1000 * (NO_BREAK + 1);
    for (size_t i = indent_of(s); s[i] && i <= WIDTH; i++) {
        if (s[i] == '"' || s[i] == '\'')
            i = (size_t)(past_string(s + i) - s);
        if (!s[i])
            break;
        depth += (s[i] == '(' || s[i] == '[' || s[i] == '{') - (s[i] == ')' || s[i] == ']' || s[i] == '}');
        angles += begins_arguments(s, i) - (angles && ends_arguments(s, i));
        int rank = i > from && i < WIDTH ? break_rank(s + i) : NO_BREAK, cost = (depth + angles) * (NO_BREAK + 1) + rank;
        if (rank < NO_BREAK && cost <= best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

static bool has_comment(const char *s)
{
    return strstr(s, "//") || strstr(s, "/*");
}

// Returns where to split the rightmost string before WIDTH into two. 0: nowhere.
static size_t string_break(const char *s)
{
    size_t from = 0, blank = 0;
    for (size_t i = indent_of(s); s[i] && i < WIDTH;) {
        from = s[i] == '"' ? i : from;
        i = s[i] == '"' || s[i] == '\'' ? (size_t)(past_string(s + i) - s) : i + 1;
    }
    const char *end = s + from < past_string(s + from) - 1 ? past_string(s + from) - 1 : s;
    for (size_t i = from + 1; from && i < WIDTH - 2 && s + i < end; i++)
        blank = s[i] == ' ' && s[i - 1] != '\\' ? i : blank;
    return blank;
}

static bool longer_than(const char *s, size_t width)
{
    return !memchr(s, 0, width + 1);
}

// Returns the last blank up to width; 0: none.
static size_t last_blank(const char *s, size_t width)
{
    size_t best = 0;
    for (size_t i = 1; s[i] && i <= width; i++)
        if (s[i] == ' ')
            best = i;
    return best;
}

// Adds a comment, broken into lines. s: an indented "// " and words.
static void add_comment(Lines *l, const char *s, const char *place)
{
    size_t indent = indent_of(s), width = WIDTH - indent - strlen("// "), at;
    const char *words = s + indent + strlen("// ");
    while (longer_than(words, width) && (at = last_blank(words, width))) {
        add_line(l, text("%*s// %.*s", (int)indent, "", (int)at, words), place);
        words += at + 1;
    }
    add_line(l, text("%*s// %s", (int)indent, "", words), place);
}

// Returns the rest of a broken line, indented. It reuses the memory of line, whose beginning has been copied.
static char *rest_of(char *line, char *rest, size_t indent)
{
    if ((size_t)(rest - line) < indent)
        return text("%*s%s", (int)indent, "", rest);
    return memset(rest - indent, ' ', indent);
}

static void add_code(Lines *l, const char *code, const char *place)
{
    char *s = text("%s", code);
    size_t at, indent = indent_of(s);
    while (longer_than(s, WIDTH)) {
        if ((at = break_place(s))) {
            add_line(l, without_trailing_blanks(text_part(s, at)), place);
        } else if ((at = string_break(s))) {
            add_line(l, text("%.*s \"", (int)at, s), place);
            s[at] = '"';
        } else {
            break;
        }
        s = rest_of(s, s + at, indent + 8);
    }
    add_line(l, s, place);
}

// Adds a line, broken if it is too long. A comment after code then moves to the line before.
static void add_wrapped(Lines *l, const Line *line)
{
    const char *s = line->text, *bare = s + indent_of(s), *comment = strstr(s, "        // ");
    if (!longer_than(s, line->formatted && comment ? WITH_COMMENT : WIDTH)) {
        add_line(l, s, line->place);
    } else if (begins(bare, "// ")) {
        add_comment(l, s, line->place);
    } else if (!line->formatted || *bare == '#') {
        add_line(l, s, line->place);
    } else if (comment) {
        add_comment(l, text("%.*s%s", (int)indent_of(s), s, comment + strspn(comment, " ")), line->place);
        add_code(l, text_part(s, (size_t)(comment - s)), line->place);
    } else if (has_comment(s) && !strchr(s, '"')) {
        add_line(l, s, line->place);
    } else {
        add_code(l, s, line->place);
    }
}

static Lines wrapped(Lines all)
{
    Lines l = { NULL, 0 };
    for (int i = 0; i < all.count; i++)
        add_wrapped(&l, &all.at[i]);
    return l;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

// A line has the place that the last %%line in its function names.
Lines format_lines(Lines all)
{
    Lines l = { NULL, 0 };
    const char *place = NULL;
    bool indent = false;
    Braces open = { 0, { 0 } };
    for (int i = 0; i < all.count; i++) {
        char *s = all.at[i].text, *bare = s + strspn(s, " ");
        if (begins(s, "%%indent") || begins(s, "%%as_is")) {
            indent = begins(s, "%%indent");
            open.depth = 0;
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
            count_braces(&open, bare, (int)indent_of(before));
            l.at[l.count - 1].text = (char *)(size_t)joined(before, bare);
            continue;
        }
        if (indent && needs_empty_line(before, bare, open.depth))
            add_line(&l, "", place);
        if (!indent && !strcmp(before, "}") && *bare && *bare != '#') // a function that a template provides unchanged
            add_line(&l, "", place);
        const char *line = without_trailing_blanks(indent && !begins(bare, "%%") ? indented(s, &open, before) : s);
        if (*line || (l.count && *l.at[l.count - 1].text)) {
            add_line(&l, line, place);
            l.at[l.count - 1].formatted = indent;
        }
        if (indent && !open.depth)
            place = NULL;
    }
    while (l.count && !*l.at[l.count - 1].text)
        l.count--;
    return wrapped(without_needless_parentheses(without_lone_braces(without_inner_blocks(split(l)))));
}
