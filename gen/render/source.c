// render/source.c -- reads m4's input: a template and the files that it includes, as one list of lines.
//
// pl_define(«dim», «c_start», «… $start …») in a template defines the macro c_start, to be called with the arguments of
// the fact pl_dim: $start, or ${start} before a letter, is the field of that name in base/facts.h. m4 has only
// positional arguments, so names are replaced by positions; a name that the fact does not have is an error here, at its
// line.

#include "render/render.h"
#include <ctype.h>
#include <string.h>

typedef struct {
    const char *const *folders;
    const char *path;           // of the current file
    int line;
    const char *fact;           // of the last pl_define; NULL: there was none
    size_t fact_length;
} Reader;

static void reject_field(const Reader *r, const char *name, size_t length)
{
    Loc at = { r->path, (unsigned)r->line, 1 };
    if (!r->fact)
        error_at(at, MESSAGE_TEMPLATE_HOLE, (int)length, name);
    else if (!is_fact(r->fact, r->fact_length))
        error_at(at, MESSAGE_TEMPLATE_FACT, (int)r->fact_length, r->fact);
    else
        error_at(at, MESSAGE_TEMPLATE_FIELD, (int)r->fact_length, r->fact, (int)length, name,
                 fields_of(r->fact, r->fact_length));
}

// Replaces $name or ${name} at s by $7. Returns the text after it.
static const char *put_field(Reader *r, Buffer *to, const char *s)
{
    bool braced = s[1] == '{';
    const char *name = s + 1 + braced;
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
    int place = r->fact ? field_place(r->fact, r->fact_length, name, length) : 0;
    const char *end = name + length + braced, *written = text("$%d", place);
    if (!place || (braced && end[-1] != '}') || isdigit((unsigned char)*end))
        reject_field(r, name, length);
    add_text(to, written, strlen(written));
    return end;
}

// Replaces pl_define(«fact», at s by m4_define(. Returns the text after it.
static const char *put_define(Reader *r, Buffer *to, const char *s)
{
    static const char begin[] = "m4_define(";
    r->fact = s + strlen("pl_define(«");
    r->fact_length = strspn(r->fact, "abcdefghijklmnopqrstuvwxyz_");
    add_text(to, begin, strlen(begin));
    return r->fact + r->fact_length + strlen("», ");
}

static void put_template_line(Reader *r, Lines *to, const char *s)
{
    Buffer made = { NULL, 0, 0 };
    while (*s) {
        bool field = s[0] == '$' && (islower((unsigned char)s[1]) || (s[1] == '{' && islower((unsigned char)s[2])));
        if (begins(s, "pl_define(«"))
            s = put_define(r, &made, s);
        else if (field)
            s = put_field(r, &made, s);
        else {
            size_t length = 1 + strcspn(s + 1, "$p");   // $name, pl_define
            add_text(&made, s, length);
            s += length;
        }
    }
    add_line(to, made.at ? text_in(&made) : "", text("%s:%d", r->path, r->line));
}

static void read_file(const char *const *folders, const char *name, Lines *to);

static void read_line(Reader *r, const char *s, Lines *to)
{
    static const char include[] = "m4_include(«";
    const char *name = s + strlen(include), *end = begins(s, include) ? strstr(name, "»)m4_dnl") : NULL;
    if (end)
        read_file(r->folders, text("%.*s", (int)(end - name), name), to);
    if (end || begins(s, "m4_dnl  ") || !strcmp(s, "m4_dnl"))           // a comment
        return;
    put_template_line(r, to, s);
}

static void read_file(const char *const *folders, const char *name, Lines *to)
{
    FILE *from = NULL;
    Reader r = { .folders = folders };
    for (; !from && *folders; folders++)
        from = fopen(r.path = text("%s/%s", *folders, name), "r");
    if (!from) {
        error_at((Loc){ r.path, 1, 1 }, MESSAGE_NO_TEMPLATE, name);
        return;
    }
    Lines lines = read_lines(from);
    fclose(from);
    for (int i = 0; i < lines.count; i++) {
        r.line = i + 1;
        read_line(&r, lines.at[i].text, to);
    }
}

void read_template(Lines *to, const char *name, const char *target, const char *templates)
{
    const char *folders[] = { templates, text("%s/%s", templates, target), NULL };
    read_file(folders, name, to);
}
