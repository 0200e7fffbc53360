// base/conversions.c -- the formats of PL_PRINT and PL_CHECK. They are C's, with the conversions that every target has.

#include "pallasc.h"
#include <string.h>

typedef struct {
    const Node *n;
    const char *macro;
    Format *made;
    Buffer print, report;
    int next;                   // the item that the next conversion prints
} Parsing;

static bool reject(const Node *n, const char *what, const char *advice)
{
    error_at(n->at, "%s", what);
    note_at(n->at, "%s", advice);
    return false;
}

static void add_to_both(Parsing *p, const char *s, size_t length)
{
    add_text(&p->print, s, length);
    add_text(&p->report, s, length);
}

static void add_conversion(Parsing *p, const char *flags, char conversion, TypeKind as)
{
    const Type type = { .kind = as };
    bool real = type_is_float(&type);
    const char *length = real ? (as == TY_F32 ? "h" : "") : conversion == 'c' ? "" : "l";
    const char *print = text("%s%s%c", flags, !real && type_size(&type) == 8 ? "l" : "", conversion);
    const char *report = text("%s%s%c", flags, length, conversion);
    add_text(&p->print, print, strlen(print));
    add_text(&p->report, report, strlen(report));
    list_add(p->made->values, p->made->count, ((struct PrintedValue){ as, p->next }));
}

// The type as which an integer is printed: its own width, or that of the modifier h or hh.
static TypeKind printed_integer(const Type *t, const char *length, char conversion)
{
    bool has_sign = strchr("dic", conversion) != NULL;
    if (is_text(length, "hh"))
        return has_sign ? TY_I8 : TY_U8;
    if (is_text(length, "h"))
        return has_sign ? TY_I16 : TY_U16;
    if (type_size(t) == 8)
        return has_sign ? TY_I64 : TY_U64;
    return has_sign ? TY_I32 : TY_U32;
}

// Adds a string literal to the text: kernels have no other strings.
static bool add_string(Parsing *p, const Node *v)
{
    if (v->kind != ND_STRING)
        return reject(v, text(MESSAGE_CONVERSION_STRING, p->macro), HINT_CONVERSION_STRING);
    for (const char *s = v->spelling + 1; s[1]; s++) {
        add_to_both(p, "%", *s == '%');
        add_to_both(p, s, 1);
    }
    return true;
}

static bool add_value(Parsing *p, const Node *v, const char *flags, const char *length, char conversion)
{
    bool integer = strchr("diouxXc", conversion) != NULL;
    if (conversion == 's')
        return add_string(p, v);
    if (integer ? !type_is_integer(v->type) : v->type->kind != TY_F32 && v->type->kind != TY_F64)
        return reject(v, text(MESSAGE_CONVERSION_TYPE, conversion, p->macro, type_name(v->type)),
                      integer ? HINT_CONVERSION_FLOAT : HINT_CONVERSION_INTEGER);
    add_conversion(p, flags, conversion, integer ? printed_integer(v->type, length, conversion) : v->type->kind);
    return true;
}

// Reads the conversion at s. Returns its end; NULL: it was rejected.
static const char *parse_conversion(Parsing *p, const char *s)
{
    size_t start = 1 + strspn(s + 1, "-+ #0123456789."), length = strspn(s + start, "hljztL");
    const char *end = s + start + length;
    if (!*end || !strchr("diouxXcfFeEgGaAs", *end)) {
        int shown = (int)(end - s) - !end[1];           // without the quote after the format
        reject(p->n, text(MESSAGE_CONVERSION_UNKNOWN, p->macro, shown, s + 1), HINT_CONVERSION_UNKNOWN);
        return NULL;
    }
    if (p->next == p->n->item_count) {
        reject(p->n, text(MESSAGE_FORMAT_VALUES_MISSING, p->macro), HINT_FORMAT_VALUES_MISSING);
        return NULL;
    }
    bool good = add_value(p, p->n->items[p->next], text_part(s, start), text_part(s + start, length), *end);
    p->next++;
    return good ? end : NULL;
}

static bool parse_text(Parsing *p)
{
    const Node *n = p->n;
    if (!n->item_count || n->items[0]->kind != ND_STRING)
        return reject(n, text(MESSAGE_FORMAT_LITERAL, p->macro), HINT_FORMAT_LITERAL);
    for (const char *s = n->items[0]->spelling + 1; s && s[1]; s++)
        if (*s != '%')
            add_to_both(p, s, 1);
        else if (s[1] == '%')
            add_to_both(p, s++, 2);
        else if (!(s = parse_conversion(p, s)))
            return false;
    if (p->next < n->item_count)
        return reject(n, text(MESSAGE_FORMAT_VALUES_EXTRA, p->macro), HINT_FORMAT_VALUES_EXTRA);
    p->made->print = text_in(&p->print), p->made->report = text_in(&p->report);
    return true;
}

void parse_format(Node *n)
{
    Parsing p = { .n = n, .macro = n->kind == ND_PRINT ? "PL_PRINT" : "PL_CHECK", .made = allocate(sizeof *p.made), .next = 1 };
    if (!parse_text(&p))
        return;
    n->format = p.made;
    if (n->kind == ND_CHECK && p.made->count > MOST_CHECK_VALUES) {
        error_at(n->at, MESSAGE_CHECK_VALUES, p.made->count);
        note_at(n->at, HINT_CHECK_VALUES);
    }
}
