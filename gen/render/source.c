// render/source.c -- reads m4's input: a template and the files that it includes, as one list of lines.
//
// m4 has only positional arguments. Templates use names, which are replaced by positions here:
//
//     pl_define(«dim», «c_start», «… $start …»)       a macro to be called with the arguments of the fact pl_dim: $start, or
//                                                     ${start} before a letter, is the field of that name (base/facts.h)
//     pl_macro(«c_at(base, index)», «… $base …»)      a macro with parameters of its own
//     c_at(base=«z», index=«i + 1»)                   a call of such a macro, or of a fact, by the names: all, in their order
//
// An unknown name, a missing one, and a call that never ends are errors here, at their line.

#include "render/render.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {                // a parenthesis that is open
    const char *text;           // the word before it and what follows, "m4_define(«c_at», …"; NULL: there is no word
    size_t length;              // of the word
    int quotes;                 // within so many quotes
    Loc at;
    bool fresh;                 // the next letter begins an argument whose name is to be read
    const char *rest;           // of a call by names: the parameters to come; NULL: another call
    const char *of, *fields;    // of a definition: the fact or macro, and the names that its text may use; NULL
} Open;

typedef struct {
    Lines *to;
    const Template *of;
    Buffer made;                // the line so far
    Open *open;
    int open_count, quotes;
    Loc at;
} Reader;

// ---- Files ----------------------------------------------------------------------------------------------------------

// Adds the macro that is defined at s, "m4_define(«name", "pl_define(«fact», «name" or "pl_macro(«name(a, b)»".
static void note_macro(Template *t, const char *s)
{
    const char *name = strstr(s, "«") + strlen("«"), *fact = name, *second = strstr(name, "«");
    if (begins(s, "pl_define") && second)
        name = second + strlen("«");
    size_t length = word_length(name);
    Macro m = { text_part(name, length), length, name != fact ? fields_of(fact, word_length(fact)) : NULL };
    if (name[length] == '(')
        m.parameters = text_part(name + length + 1, strcspn(name + length + 1, ")"));
    list_add(t->macros, t->macro_count, m);
}

static void add_line_of(Lines *to, const char *s, Loc template)
{
    add_line(to, s, NULL);
    to->at[to->count - 1].at = template;
}

static void read_file(Template *t, const char *name, Lines *to);

static void read_line(Template *t, const char *s, Loc at, Lines *to)
{
    static const char include[] = "m4_include(«", *const definitions[] = { "m4_define", "pl_define", "pl_macro" };
    const char *name = s + strlen(include), *end = begins(s, include) ? strstr(name, "»)m4_dnl") : NULL;
    if (end)
        read_file(t, text_part(name, (size_t)(end - name)), to);
    if (end || begins(s, "m4_dnl  ") || !strcmp(s, "m4_dnl"))           // a comment
        return;
    for (const char *quote = s; (quote = strstr(quote, "(«")); quote++)
        for (int i = 0; i < 3; i++) {
            size_t length = strlen(definitions[i]);
            if (quote >= s + length && begins(quote - length, definitions[i]))
                note_macro(t, quote - length);
        }
    add_line_of(to, s, at);
}

static void read_file(Template *t, const char *name, Lines *to)
{
    FILE *from = NULL;
    const char *path = name;
    for (const char *const *folder = t->folders; !from && *folder; folder++)
        from = fopen(path = text("%s/%s", *folder, name), "r");
    if (!from) {
        error_at((Loc){ path, 1, 1 }, MESSAGE_NO_TEMPLATE, name);
        return;
    }
    Lines lines = read_lines(from);
    fclose(from);
    for (int i = 0; i < lines.count; i++)
        read_line(t, lines.at[i].text, (Loc){ path, (unsigned)i + 1, 1 }, to);
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static bool is_called(const Macro *m, const char *word, size_t length)
{
    return m->length == length && !memcmp(m->name, word, length);
}

// Returns the parameters of a macro or the fields of a fact, "base, index"; NULL: it has no names.
static const char *parameters_of(const Reader *r, const char *word, size_t length)
{
    for (int i = 0; i < r->of->macro_count; i++)
        if (r->of->macros[i].parameters && is_called(&r->of->macros[i], word, length))
            return r->of->macros[i].parameters;
    return begins(word, "pl_") ? fields_of(word + 3, length - 3) : NULL;
}

// Returns the place of a name in a list of names, from 1 on; 0: it is not there.
static int place_in(const char *list, const char *name, size_t length)
{
    for (int place = 1; list; place++, list = strstr(list, ", "), list = list ? list + 2 : NULL)
        if (length && name_length(list) == length && !strncmp(list, name, length))
            return place;
    return 0;
}

static const Open *definition(const Reader *r)          // the innermost that has names; NULL: there is none
{
    for (int i = r->open_count - 1; i >= 0; i--)
        if (r->open[i].of)
            return &r->open[i];
    return NULL;
}

static void put_word(Reader *r, const char *s)
{
    add_text(&r->made, s, strlen(s));
}

// Replaces $name or ${name} at s by $7. Returns the text after it.
static const char *put_field(Reader *r, const char *s)
{
    const Open *in = definition(r);
    bool braced = s[1] == '{';
    const char *name = s + 1 + braced;
    size_t length = name_length(name);
    int place = in ? place_in(in->fields, name, length) : 0;
    const char *end = name + length + braced;
    if (!in)
        error_at(r->at, MESSAGE_TEMPLATE_HOLE, (int)length, name);
    else if (in->fields && (!place || (braced && end[-1] != '}') || isdigit((unsigned char)*end)))
        error_at(r->at, MESSAGE_TEMPLATE_FIELD, in->of, (int)length, name, in->fields);
    put_word(r, text("$%d", place));
    return end;
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

// Replaces pl_define(«fact», by m4_define( and pl_macro(«name(a, b)», by m4_define(«name», . Returns the text after it.
static const char *put_definition(Reader *r, const char *s)
{
    const char *word = begins(s, "pl_macro") ? "pl_macro" : "pl_define", *name = s + strlen(word) + strlen("(«");
    bool macro = is_text(word, "pl_macro");
    const char *of = text(macro ? "%.*s" : "pl_%.*s", (int)word_length(name), name);
    Open o = { .text = s, .length = strlen(word), .quotes = r->quotes, .at = r->at, .of = of };
    o.fields = parameters_of(r, of, strlen(of));
    if (!o.fields)
        error_at(r->at, MESSAGE_TEMPLATE_FACT, of);
    list_add(r->open, r->open_count, o);
    put_word(r, macro ? text("m4_define(«%s», ", of) : "m4_define(");
    const char *end = strstr(name, "»,");
    if (!end)
        error_at(r->at, MESSAGE_TEMPLATE_END, (int)strlen(s), s);
    end = end ? end + strlen("»,") : s + strlen(s);
    return end + strspn(end, " ");
}

// Whether m4 would read on for the end of this call. Other words, of the output, are functions.
static bool is_macro(const Reader *r, const Open *o)
{
    bool known = o->text && (begins(o->text, "m4_") || o->of || o->rest);
    for (int i = 0; o->text && !known && i < r->of->macro_count; i++)
        known = is_called(&r->of->macros[i], o->text, o->length);
    return known;
}

// Reports a call that never ends: "m4_define(«c_at»", "c_at(".
static void reject_open(const Reader *r, const Open *o)
{
    if (!is_macro(r, o))
        return;
    const char *argument = o->text + o->length + 1, *end = o->of || begins(o->text, "m4_define") ? strstr(argument, "»") : NULL;
    error_at(o->at, MESSAGE_TEMPLATE_END, (int)(end ? end + strlen("»") - o->text : (long)o->length + 1), o->text);
}

// After », the parentheses within the quotes are those of text, unless they are of macros.
static void end_quote(Reader *r)
{
    if (--r->quotes < 0)
        error_at(r->at, MESSAGE_TEMPLATE_QUOTE);        // and the rest cannot be read
    for (; r->quotes >= 0 && r->open_count && r->open[r->open_count - 1].quotes > r->quotes; r->open_count--)
        reject_open(r, &r->open[r->open_count - 1]);
}

// Reports that the next argument is missing, or that there is none of this name.
static void reject_argument(const Reader *r, const Open *o, const char *name, size_t length)
{
    const char *of = text_part(o->text, o->length), *all = parameters_of(r, of, o->length);
    if (!*o->rest || (length && !place_in(all, name, length)))
        error_at(r->at, MESSAGE_TEMPLATE_FIELD, of, (int)length, name, all);
    else
        error_at(r->at, MESSAGE_TEMPLATE_ARGUMENT, of, (int)strcspn(o->rest, ","), o->rest);
}

// Takes the name of an argument at s, "base=". Returns the text after it.
static const char *take_name(Reader *r, Open *o, const char *s)
{
    size_t length = argument_length(s);
    if (!o->rest && length)
        o->rest = parameters_of(r, o->text, o->length);
    o->fresh = false;
    if (length && !o->rest && is_macro(r, o))
        error_at(r->at, MESSAGE_TEMPLATE_FACT, text_part(o->text, o->length));
    if (!o->rest)
        return s;
    if (place_in(o->rest, s, length) != 1) {
        reject_argument(r, o, s, length);
        o->rest = NULL;                                 // later arguments would be errors, too
        return s;
    }
    o->rest += length + (o->rest[length] ? strlen(", ") : 0);
    return s + length + 1;
}

static void end_call(Reader *r, Open *o)
{
    if (o->rest && *o->rest)
        reject_argument(r, o, "", 0);
    r->open_count--;
}

// Copies the quote, parenthesis or comma at s, or a letter. Returns the text after it.
static const char *put_letter(Reader *r, const char *s, Open *in)
{
    size_t length = begins(s, "«") ? strlen("«") : begins(s, "»") ? strlen("»") : 1;
    if (begins(s, "«"))
        r->quotes++;
    else if (begins(s, "»"))
        end_quote(r);
    else if (*s == '(')
        list_add(r->open, r->open_count, ((Open){ .quotes = r->quotes, .at = r->at }));
    else if (*s == ',' && in)
        in->fresh = in->rest != NULL;
    else if (*s == ')' && in)
        end_call(r, in);
    add_text(&r->made, s, length);
    return s + length;
}

static const char *put_name(Reader *r, const char *s)   // and the parenthesis after it
{
    size_t length = word_length(s);
    if (begins(s, "pl_define(«") || begins(s, "pl_macro(«"))
        return put_definition(r, s);
    add_text(&r->made, s, length + (s[length] == '('));
    if (s[length] == '(')
        list_add(r->open, r->open_count, ((Open){ .text = s, .length = length, .quotes = r->quotes, .at = r->at, .fresh = true }));
    return s + length + (s[length] == '(');
}

static void put_template_line(Reader *r, const Line *l)
{
    r->made.length = 0;
    r->at = l->at;
    for (const char *s = l->text; *s && r->quotes >= 0;) {
        r->at.column = (unsigned)(s - l->text) + 1;
        Open *in = r->open_count && r->open[r->open_count - 1].quotes == r->quotes ? &r->open[r->open_count - 1] : NULL;
        if (in && in->fresh && *s != ' ' && *s != ')')
            s = take_name(r, in, s);
        if (*s == '$' && (islower((unsigned char)s[1]) || (s[1] == '{' && islower((unsigned char)s[2]))))
            s = put_field(r, s);
        else
            s = word_length(s) ? put_name(r, s) : put_letter(r, s, in);
    }
    add_line_of(r->to, text_part(text_in(&r->made), r->made.length), l->at);
}

void read_template(Lines *to, Template *t, const char *name)
{
    Lines lines = { NULL, 0 };
    Reader r = { .to = to, .of = t };
    read_file(t, name, &lines);
    for (int i = 0; i < lines.count && r.quotes >= 0; i++)
        put_template_line(&r, &lines.at[i]);
    for (int i = 0; r.quotes >= 0 && i < r.open_count; i++)
        if (is_macro(&r, &r.open[i])) {
            reject_open(&r, &r.open[i]);
            return;                                     // the others are within it
        }
}
