// show/json.c -- JSON text. It stands in a <script> of a page, so no string contains a <.

#include "show/json.h"
#include <string.h>

static void put_quoted(FILE *to, const char *s)
{
    fputc('"', to);
    for (; *s; s++) {
        if (*s == '\n')
            fputs("\\n", to);
        else if (*s == '"' || *s == '\\')
            fprintf(to, "\\%c", *s);
        else if ((unsigned char)*s < ' ' || *s == '<')
            fprintf(to, "\\u%04x", (unsigned)*s);
        else
            fputc(*s, to);
    }
    fputc('"', to);
}

static void begin(Json *j, const char *name)
{
    if (j->follows)
        fputs(", ", j->to);
    j->follows = true;
    if (!name)
        return;
    put_quoted(j->to, name);
    fputs(": ", j->to);
}

void json_open(Json *j, const char *name, char bracket)
{
    begin(j, name);
    if (bracket == '{')
        fputc('\n', j->to);
    fputc(bracket, j->to);
    j->follows = false;
}

void json_close(Json *j, char bracket)
{
    fputc(bracket, j->to);
    j->follows = true;
}

void json_text(Json *j, const char *name, const char *s)
{
    begin(j, name);
    if (s)
        put_quoted(j->to, s);
    else
        fputs("null", j->to);
}

void json_number(Json *j, const char *name, long long n)
{
    begin(j, name);
    fprintf(j->to, "%lld", n);
}

void json_flag(Json *j, const char *name, bool flag)
{
    begin(j, name);
    fputs(flag ? "true" : "false", j->to);
}

void json_made(Json *j, const char *name, const char *made)
{
    begin(j, name);
    fputs(made && *made ? made : "null", j->to);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void put_operation(Json *j, const char *name, const Call *call, const char *op, Node *const *operands, int count)
{
    json_open(j, name, '[');
    json_text(j, NULL, op);
    for (int i = 0; i < count; i++)
        json_expression(j, NULL, call, operands[i]);
    json_close(j, ']');
}

#define PUT_OPERATION(op, ...) \
    put_operation(j, name, call, (op), (Node *[]){ __VA_ARGS__ }, (int)(sizeof((Node *[]){ __VA_ARGS__ }) / sizeof(Node *)))

static void put_name(Json *j, const char *name, const Call *call, const Symbol *s)
{
    const Axis *axis = call_axis(call, s);
    bool known = axis || s->kind == SY_SIZE || s->kind == SY_SCALAR;
    json_text(j, name, axis ? axis->name : known ? s->name : NULL);
}

void json_expression(Json *j, const char *name, const Call *call, const Node *e)
{
    static const char *const operators[] = { "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "&", "|",
                                             "^", "<<", ">>" };
    if (!e || e->known || e->kind == ND_INT)
        json_made(j, name, e ? text("%lld", e->value) : NULL);
    else if (e->kind == ND_NAME)
        put_name(j, name, call, e->symbol);
    else if (e->kind == ND_CAST && type_is_integer(e->type))
        json_expression(j, name, call, e->a);
    else if (e->kind == ND_UNARY && (is_op(e, "-") || is_op(e, "!")))
        PUT_OPERATION(e->op, e->a);
    else if (e->kind == ND_BINARY && IS_ONE_OF(e->op, operators))
        PUT_OPERATION(e->op, e->a, e->b);
    else if (e->kind == ND_CONDITIONAL)
        PUT_OPERATION("?", e->a, e->b, e->c);
    else if (e->kind == ND_CDIV)
        PUT_OPERATION("cdiv", e->a, e->b);
    else if (e->kind == ND_MULTIPLE_OF)
        PUT_OPERATION("multiple", e->a, e->b);
    else if (e->kind == ND_AXIS)
        json_text(j, name, e->name);
    else if (e->kind == ND_PROGRAM_ID && axis_asked_for(call, e) >= 0)
        json_text(j, name, call->axes[axis_asked_for(call, e)].name);
    else if (e->kind == ND_ACCESS && e->ref->kind == SY_TABLE) {
        json_open(j, name, '[');
        json_text(j, NULL, "[]");
        json_text(j, NULL, e->ref->name);
        for (int i = 0; i < e->item_count; i++)
            json_expression(j, NULL, call, e->items[i]);
        json_close(j, ']');
    } else
        json_made(j, name, NULL);
}
