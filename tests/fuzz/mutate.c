// mutate.c -- makes small changes to a C program: typing errors, and changes that no user would make.
//
//     mutate SEED DICTIONARY FILE             prints the file with one to four changes that SEED selects
//     mutate --lines FROM COUNT FILE          prints the file without these lines, from 0 on; exits with 3 if there are none
//     mutate --tokens FROM COUNT FILE         without these tokens
//
// DICTIONARY has one word per line. The output depends only on the arguments. Blanks are tokens, too, so the file is the sequence
// of its tokens.

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { BLANK, WORD, PALLAS_WORD, NUMBER, STRING, COMMENT, PUNCTUATOR, KINDS } Kind;

typedef struct {
    Kind kind;
    const char *text;
    size_t length;
} Token;

typedef struct {
    Token *at;
    size_t count, capacity;
} Tokens;

static void *allocate(void *old, size_t size)
{
    void *p = realloc(old, size);
    if (!p) {
        fputs("mutate: there is no memory\n", stderr);
        exit(2);
    }
    return p;
}

static void insert(Tokens *t, size_t at, Token token)
{
    if (t->count == t->capacity)
        t->at = allocate(t->at, (t->capacity = 2 * t->capacity + 64) * sizeof *t->at);
    memmove(t->at + at + 1, t->at + at, (t->count - at) * sizeof *t->at);
    t->at[at] = token;
    t->count++;
}

static void remove_tokens(Tokens *t, size_t from, size_t count)
{
    if (from > t->count)
        from = t->count;
    if (count > t->count - from)
        count = t->count - from;
    memmove(t->at + from, t->at + from + count, (t->count - from - count) * sizeof *t->at);
    t->count -= count;
}

// ---- Text to tokens ----

static char *read_file(const char *name, size_t *length)
{
    FILE *f = fopen(name, "rb");
    char *s = allocate(NULL, 1);
    *length = 0;
    if (!f) {
        perror(name);
        exit(2);
    }
    for (int c; (c = getc(f)) != EOF; s[(*length)++] = (char)c)
        if (!(*length & 4095))
            s = allocate(s, *length + 4097);
    s[*length] = 0;
    fclose(f);
    return s;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

// Returns the end of a comment, or of a string within its line.
static size_t end_of(const char *s, size_t length)
{
    size_t i = 1;
    if (s[0] == '/') {
        bool line = s[1] == '/';
        for (i = 2; i < length && !(line ? s[i] == '\n' : s[i - 1] == '*' && s[i] == '/' && i > 2); i++) { }
        return i + (!line && i < length);
    }
    for (; i < length && s[i] != s[0] && s[i] != '\n'; i++)
        i += s[i] == '\\' && i + 1 < length;
    return i < length && s[i] == s[0] ? i + 1 : i;
}

static Token first_token(const char *s, size_t length)
{
    static const char *const longer[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
                                          "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##" };
    Token t = { PUNCTUATOR, s, 1 };
    if (isspace((unsigned char)*s)) {
        for (t.kind = BLANK; t.length < length && isspace((unsigned char)s[t.length]); t.length++) { }
    } else if (in_word(*s)) {
        t.kind = isdigit((unsigned char)*s) ? NUMBER : length > 3 && !memcmp(s, "PL_", 3) ? PALLAS_WORD : WORD;
        while (t.length < length && (in_word(s[t.length]) || (t.kind == NUMBER && s[t.length] == '.')))
            t.length++;
    } else if (length > 1 && *s == '/' && (s[1] == '/' || s[1] == '*')) {
        t.kind = COMMENT;
        t.length = end_of(s, length);
    } else if (*s == '"' || *s == '\'') {
        t.kind = STRING;
        t.length = end_of(s, length);
    } else {
        for (size_t i = 0; t.length == 1 && i < sizeof longer / sizeof *longer; i++)
            if (length >= strlen(longer[i]) && !memcmp(s, longer[i], strlen(longer[i])))
                t.length = strlen(longer[i]);
    }
    return t;
}

static Tokens tokens_of(const char *s, size_t length)
{
    Tokens t = { 0 };
    for (size_t i = 0; i < length; i += t.at[t.count - 1].length)
        insert(&t, t.count, first_token(s + i, length - i));
    return t;
}

static void print(const Tokens *t)
{
    for (size_t i = 0; i < t->count; i++)
        fwrite(t->at[i].text, 1, t->at[i].length, stdout);
}

// ---- Random choices ----

typedef struct {
    uint64_t state;
    Tokens dictionary;      // words of the language and of the templates, C's, numbers
} Draw;

static size_t draw(Draw *d, size_t below)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;       // splitmix64
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return below ? (size_t)((z ^ z >> 31) % below) : 0;
}

static Token word(const char *s)
{
    return first_token(s, strlen(s));
}

static Token whole(const char *s)
{
    return (Token){ WORD, s, strlen(s) };
}

static const char *const numbers[] = {
    "0", "1", "2", "3", "7", "128", "-1", "65536", "1000003", "2147483647", "2147483648", "(-2147483647 - 1)", "4294967295u",
    "4294967296", "9223372036854775807", "9223372036854775808u", "18446744073709551615u", "18446744073709551616", "0x7fffffff",
    "0xffffffff", "0xffffffffffffffff", "0777", "08", "1e5", "1e308", "1e999", "1e-999", "0x1p-1074", "1.f", ".5", "0.0",
    "-0.0", "(1 << 31)", "1u", "1ll", "(1 / 0)", "(1 % 0)", "'a'", "sizeof(int)"
};

static const char *const punctuators[] = {
    "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "=", "+=", "-=",
    "*=", "/=", "%=", "<<=", "++", "--", ",", ";", "?", ":", ".", "->", "(", ")", "[", "]", "{", "}", "...", "#", "##", "\\"
};

// Statements that C has, but not C++ as they are, nor each other language of a target.
static const char *const statements[] = {
    "{ bool q_ = 0; q_++, --q_; }", "for (int q_ = 0; q_ < 2; q_++) { int q_ = 3; (void)q_; }", "{ const int q_; (void)sizeof q_; }",
    "switch (1) { case 0:; int q_ = 1; q_++; break; case 1:; const int w_ = 2; (void)w_; break; default: q_ = 3; }",
    "{ float q_[2] = { 1, 2 }; const void *w_ = q_; const float *e_ = w_; (void)e_; }",
    "{ const float q_[2] = { 1, 2 }; float *w_ = (float *)q_; (void)w_; }", "{ float *q_ = NULL; (void)q_; }",
    "{ struct q_ { int a; } w_ = { 1 }; (void)w_; }", "{ struct q_ { float a, b; } w_ = { 1, 2 }; (void)w_; }",
    "{ static const int q_; int w_ = q_; (void)w_; }", "{ enum e_ { Q_ = 1 } w_ = 1; w_++; }", "(int){ 3 } = 4;",
    "{ float *q_ = (float[2]){ 1, 2 }; (void)q_; }", "{ int class = 1, template = class; (void)template; }",
    "{ const char q_[3] = { 'a', 'b', 'c' }; (void)q_; }", "{ float q_ = 2.5f; int w_[2] = { q_, q_ }; (void)w_; }",
    "{ struct q_ { const int a; } w_; (void)w_; }", "{ unsigned q_ = -1, w_[1] = { -1 }; (void)q_, (void)w_; }"
};

// Each of these creates a file CANARY if m4 runs it.
static const char *const quoting[] = {
    "m4_syscmd(touch CANARY)", "m4_esyscmd(touch CANARY)", "syscmd(touch CANARY)", "esyscmd(touch CANARY)",
    "»m4_syscmd(touch CANARY)«", "»»m4_syscmd(«touch CANARY»)««", "m4_syscmd(«touch CANARY»)",
    "m4_builtin(«syscmd», «touch CANARY»)", "m4_indir(«m4_syscmd», «touch CANARY»)", "m4_define", "m4_changequote",
    "m4_divert(-1)", "m4_dnl", "m4_m4exit(1)", "m4_include(Makefile)", "m4u_", "m4u_a", "«", "»", "«»", "$1", "$*", "$@", "$#",
    "`", "'", "%%", "%%undefined pl_each(", "%%line", "%d %s %n", "\\", "\\n", "?\?/", "\"", "/*", "*/", "//",
    "\n#line 1 \"a\"\n", "\n#define x\n", "\f", "\r\n", "é"
};

// Returns text for the middle of a token, without a newline and without the end of a comment.
static Token quoting_within(Draw *d)
{
    return whole(quoting[draw(d, 31)]);
}

#define ONE_OF(list, d) (list)[draw(d, sizeof(list) / sizeof *(list))]

static Token from_dictionary(Draw *d)
{
    switch (draw(d, 8)) {
    case 0: case 1: return whole(ONE_OF(numbers, d));
    case 2: return whole(ONE_OF(punctuators, d));
    case 3: return whole(ONE_OF(quoting, d));
    default: return d->dictionary.count ? d->dictionary.at[draw(d, d->dictionary.count)] : whole("x");
    }
}

// Returns a token that is not a blank, nearly always before main(), which pallasc does not read.
static size_t place(Draw *d, const Tokens *t)
{
    size_t end = t->count;
    for (size_t i = 0; i < t->count && end == t->count; i++)
        if (t->at[i].length == 4 && !memcmp(t->at[i].text, "main", 4))
            end = i;
    if (end < 8 || !draw(d, 16))
        end = t->count;
    for (int tries = 0; tries < 100; tries++) {
        size_t i = draw(d, end);
        // A comment or a directive is rarely chosen, because few of its words matter.
        if (t->at[i].kind != BLANK && (t->at[i].kind != COMMENT || !draw(d, 4)))
            return i;
    }
    return draw(d, end);
}

static bool same(Token a, Token b)
{
    return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

static bool is_one_of(Token t, const char *characters)
{
    return t.kind == PUNCTUATOR && t.length == 1 && strchr(characters, *t.text);
}

// Returns a token that may replace the one at i in a valid program: a number, an operator, a name near it.
static Token similar(Draw *d, const Tokens *t, size_t i)
{
    static const char *const operators[] = { "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||",
                                             "<<", ">>" };
    static const char *const assignments[] = { "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=" };
    Kind kind = t->at[i].kind;
    if (kind == NUMBER && draw(d, 4))
        return whole(ONE_OF(numbers, d));
    if (kind == PUNCTUATOR) {
        Token old = t->at[i];
        bool assigns = is_one_of(old, "=") || (old.length == 2 && strchr("+-*/%&|^", *old.text) && old.text[1] == '=');
        return assigns ? whole(ONE_OF(assignments, d)) : whole(ONE_OF(operators, d));
    }
    const Tokens *from = kind == PALLAS_WORD && draw(d, 2) ? &d->dictionary : t;
    for (int tries = 0; tries < 200 && from->count; tries++) {
        size_t k = from == t && draw(d, 8) ? i + 60 - draw(d, 120) : draw(d, from->count);
        if (k < from->count && from->at[k].kind == kind && !same(from->at[k], t->at[i]))
            return from->at[k];
    }
    return from_dictionary(d);
}

// ---- Changes ----

static Token join(const char *a, size_t a_length, Token b, const char *c, size_t c_length, Kind kind)
{
    char *s = allocate(NULL, a_length + b.length + c_length + 1);
    memcpy(s, a, a_length);
    memcpy(s + a_length, b.text, b.length);
    memcpy(s + a_length + b.length, c, c_length);
    return (Token){ kind, s, a_length + b.length + c_length };
}

static bool is_header(Token t)
{
    return t.length > 3 && !memcmp(t.text + t.length - 3, ".h\"", 3);
}

// Inserts text that is special to m4 into a comment or a string, or at the end of a word.
static void put_into(Draw *d, Tokens *t)
{
    size_t i = place(d, t);
    for (size_t tries = 0; tries < 200; tries++, i = draw(d, t->count))
        if ((t->at[i].kind == COMMENT || t->at[i].kind == STRING) && !is_header(t->at[i]))
            break;
    Token old = t->at[i], new = draw(d, 2) ? quoting_within(d) : from_dictionary(d);
    size_t at = old.kind == COMMENT || old.kind == STRING ? old.length / 2 : old.length;
    t->at[i] = join(old.text, at, new, old.text + at, old.length - at, old.kind);
}

// Renames something everywhere, so that the program stays valid.
static void rename_everywhere(Draw *d, Tokens *t)
{
    size_t i = place(d, t);
    for (size_t tries = 0; tries < 200 && t->at[i].kind != WORD; tries++)
        i = place(d, t);
    static const char *const types[] = { "void", "const", "float", "int", "long", "double", "int32_t", "static", "for", "if",
                                         "return" };
    bool known = d->dictionary.count && draw(d, 8);
    Token old = t->at[i], new = known ? d->dictionary.at[draw(d, d->dictionary.count)] : quoting_within(d);
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (same(whole(types[k]), old))
            return;
    for (size_t k = 0; k < t->count; k++)
        if (same(t->at[k], old))
            t->at[k] = new;
}

// Returns the first token from the next opening bracket to its closing one, or to the end of the statement; *count: their number.
static size_t group(const Tokens *t, size_t from, size_t *count)
{
    int depth = 0;
    for (size_t i = from; i < t->count; i++) {
        char c = t->at[i].kind == PUNCTUATOR && t->at[i].length == 1 ? *t->at[i].text : 0;
        if (!depth && (c == '(' || c == '[' || c == '{'))
            from = i;
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (depth <= 0 && (c == ')' || c == ']' || c == '}' || c == ';')) {
            *count = i + 1 - from;
            return from;
        }
    }
    *count = 1;
    return from;
}

static void copy_group(Draw *d, Tokens *t, bool move)
{
    size_t count, from = group(t, place(d, t), &count);
    if (count > 400)
        return;
    Token *copy = allocate(NULL, count * sizeof *copy);
    memcpy(copy, t->at + from, count * sizeof *copy);
    if (move)
        remove_tokens(t, from, count);
    size_t to = t->count > 1 && draw(d, 3) ? place(d, t) : from;
    for (size_t i = 0; i < count; i++)
        insert(t, to + i, copy[i]);
    free(copy);
}

// Inserts a statement after a semicolon.
static void add_statement(Draw *d, Tokens *t)
{
    for (size_t tries = 0; tries < 1000; tries++) {
        size_t i = place(d, t);
        if (!is_one_of(t->at[i], ";"))
            continue;
        insert(t, i + 1, whole(ONE_OF(statements, d)));
        return;
    }
}

static void change_token(Draw *d, Tokens *t)
{
    static const char structure[] = "()[]{},;.#:?";
    size_t i = place(d, t), k = place(d, t), count;
    Token old = t->at[i];
    switch (draw(d, 32)) {
    case 0: remove_tokens(t, i, 1); break;
    case 1: insert(t, i, old); break;
    case 2: t->at[i] = t->at[k]; t->at[k] = old; break;
    case 3: t->at[i] = t->at[k]; break;
    case 4: t->at[i] = from_dictionary(d); break;
    case 5: insert(t, i, from_dictionary(d)); break;
    case 6: i = group(t, i, &count); remove_tokens(t, i, count); break;
    case 7: copy_group(d, t, true); break;
    case 8: copy_group(d, t, false); break;
    case 9: case 10: case 11: case 12: put_into(d, t); break;
    case 13: case 14: case 15: case 16: case 17: rename_everywhere(d, t); break;
    case 18: case 19: case 20: case 21: add_statement(d, t); break;
    default:
        for (int tries = 0; tries < 20; tries++, i = place(d, t))
            if (t->at[i].kind != COMMENT && !is_header(t->at[i]) && !is_one_of(t->at[i], structure))
                break;
        t->at[i] = similar(d, t, i);
    }
}

static void change_bytes(Draw *d, const Tokens *t)
{
    size_t length = 0;
    for (size_t i = 0; i < t->count; i++)
        length += t->at[i].length;
    size_t at = draw(d, length), count = 1 + draw(d, 4), what = draw(d, 4), n = 0, cut = draw(d, 2);
    for (size_t i = 0; i < t->count; i++)
        for (size_t k = 0; k < t->at[i].length; k++, n++) {
            int c = (unsigned char)t->at[i].text[k];
            if (n < at || n >= at + count) {
                // Truncated, half of the time.
                if (what != 3 || n < at || cut)
                    putchar(c);
            } else if (what == 0) {
                putchar(c ^ 1 << draw(d, 8));
            } else if (what == 1) {
                putchar(c);
                putchar((int)draw(d, 256));
            }
        }
}

// ---- The command line ----

static int print_without_lines(const char *s, size_t length, size_t from, size_t count)
{
    size_t line = 0;
    for (size_t i = 0; i < length; i++) {
        if (line < from || line >= from + count)
            putchar(s[i]);
        line += s[i] == '\n';
    }
    return from < line ? 0 : 3;
}

static int print_without_tokens(Tokens *t, size_t from, size_t count)
{
    bool there = from < t->count;
    remove_tokens(t, from, count);
    print(t);
    return there ? 0 : 3;
}

int main(int argc, char **argv)
{
    size_t length;
    if (argc == 5 && argv[1][0] == '-') {
        char *s = read_file(argv[4], &length);
        size_t from = strtoul(argv[2], NULL, 10), count = strtoul(argv[3], NULL, 10);
        if (!strcmp(argv[1], "--lines"))
            return print_without_lines(s, length, from, count);
        Tokens all = tokens_of(s, length);
        return print_without_tokens(&all, from, count);
    }
    if (argc != 4) {
        fputs("mutate SEED DICTIONARY FILE, or --lines or --tokens FROM COUNT FILE\n", stderr);
        return 2;
    }
    Draw d = { strtoull(argv[1], NULL, 10) * 0x100000001b3u, { 0 } };
    char *words = read_file(argv[2], &length);
    for (char *s = strtok(words, "\n"); s; s = strtok(NULL, "\n"))
        insert(&d.dictionary, d.dictionary.count, word(s));
    char *s = read_file(argv[3], &length);
    Tokens t = tokens_of(s, length);
    if (!t.count)
        return 0;
    static const int changes[] = { 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 0 };
    int left = ONE_OF(changes, &d);
    for (int i = 0; i < left && t.count; i++)
        change_token(&d, &t);
    if (left)
        print(&t);
    else
        change_bytes(&d, &t);
    return 0;
}
