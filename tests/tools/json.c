// json.c -- reads JSON, strictly by RFC 8259.
//
//     json file              exits with 0 if the file is JSON; otherwise prints the place of the mistake, and exits with 1
//     json -l file           also prints each element of the outermost array as a line of KEY=VALUE, separated by tabs;
//                            members of inner objects as OUTER.INNER=VALUE, strings unchanged, with quotes

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_PATH = 256 };

static const char *text, *at;           // at: the next character to read
static int listing;
static char path[MAX_PATH];             // the keys of the value that is being read, within its line

static _Noreturn void stop(const char *why)
{
    int line = 1;
    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    fprintf(stderr, "json: line %d: %s, here: %.20s\n", line, why, at);
    exit(1);
}

static void skip_space(void) { at += strspn(at, " \t\r\n"); }

static void expect(char c, const char *why)
{
    if (*at != c)
        stop(why);
    at++;
}

static void read_escape(void)
{
    if (*at == 'u') {
        for (int digit = 1; digit <= 4; digit++)
            if (!isxdigit((unsigned char)at[digit]))
                stop("\\u wants four hex digits");
        at += 5;
    } else if (*at && strchr("\"\\/bfnrt", *at)) {
        at++;
    } else {
        stop("no such escape");
    }
}

static void read_string(void)
{
    expect('"', "a string begins with a quote");
    while (*at != '"') {
        if ((unsigned char)*at < ' ')
            stop("a control character, or the end, inside a string");
        if (*at++ == '\\')
            read_escape();
    }
    at++;
}

static void read_digits(void)
{
    if (!isdigit((unsigned char)*at))
        stop("a digit is missing");
    at += strspn(at, "0123456789");
}

static void read_number(void)
{
    at += *at == '-';
    if (*at == '0')                     // only . or e may follow
        at++;
    else
        read_digits();
    if (*at == '.') {
        at++;
        read_digits();
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        read_digits();
    }
}

static void read_word(const char *word)
{
    if (strncmp(at, word, strlen(word)))
        stop("no value begins so");
    at += strlen(word);
}

static void read_value(int depth);

// Reads one member. Its key is added to the path while its value is read.
static void read_member(int depth)
{
    size_t n = strlen(path);
    const char *key = at + 1;
    read_string();
    snprintf(path + n, sizeof path - n, "%s%.*s", n ? "." : "", (int)(at - 1 - key), key);
    skip_space();
    expect(':', "a key is followed by a colon");
    read_value(depth);
    path[n] = 0;
}

static void read_many(int depth, char end, void (*read_one)(int))
{
    at++;
    skip_space();
    for (int first = 1; *at != end; first = 0) {
        if (!first) {
            expect(',', "a comma is missing, or the end");
            skip_space();
        }
        read_one(depth + 1);
        skip_space();
        if (listing && depth == 0 && end == ']')
            putchar('\n');
    }
    at++;
}

static void read_scalar(void)
{
    const char *from = at;
    switch (*at) {
    case '"': read_string(); break;
    case 't': read_word("true"); break;
    case 'f': read_word("false"); break;
    case 'n': read_word("null"); break;
    default: read_number();
    }
    if (listing)
        printf("%s=%.*s\t", path, (int)(at - from), from);
}

static void read_value(int depth)
{
    if (depth > MAX_DEPTH)
        stop("too deep");
    skip_space();
    if (*at == '{')
        read_many(depth, '}', read_member);
    else if (*at == '[')
        read_many(depth, ']', read_value);
    else
        read_scalar();
    skip_space();
}

static const char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t size = 0, capacity = 1 << 16;
    char *all = malloc(capacity);
    while (file && all) {
        size += fread(all + size, 1, capacity - size - 1, file);
        if (size < capacity - 1)
            break;
        all = realloc(all, capacity *= 2);
    }
    if (!file || !all || ferror(file)) {
        fprintf(stderr, "json: cannot read %s\n", name);
        exit(1);
    }
    fclose(file);
    all[size] = 0;
    if (strlen(all) != size) {
        fprintf(stderr, "json: a zero byte in %s\n", name);
        exit(1);
    }
    return all;
}

int main(int argc, char **argv)
{
    listing = argc == 3 && !strcmp(argv[1], "-l");
    if (argc != 2 + listing) {
        fprintf(stderr, "usage: json [-l] file\n");
        return 2;
    }
    text = at = read_file(argv[1 + listing]);
    read_value(0);
    if (*at)
        stop("something behind the value");
    free((void *)text);
    return 0;
}
