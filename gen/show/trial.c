// show/trial.c -- a program that runs the calls of a file with sizes from its command line: what `make tune` checks and
// times. It defines its inputs itself; tune/trial.h describes how.

#include "show/show.h"
#include <string.h>

static const char *times(const char *product, const Node *extent)
{
    const char *factor = factor_as(&prototype_words, extent);
    return product ? text("%s * %s", product, factor) : factor;
}

// Batch dims are the first dims of an array.
static const char *elements_of(const Call *call, const Part *part)
{
    const char *product = NULL;
    for (int i = 0; i < call->axis_count; i++)
        if (is_batched(&call->axes[i], part))
            product = times(product, call->axes[i].extent);
    for (int d = 0; d < part->rank; d++)
        product = times(product, part->shape[d]);
    return product ? product : "1";
}

static const char *kind_of(const Part *part)
{
    switch (part->kind) {
    case PART_OUT: return "OUT";
    case PART_INOUT: return "INOUT";
    case PART_TABLE: return "TABLE";
    default: return "IN";
    }
}

static bool has_value(const Type *t)
{
    return t->kind != TY_STRUCT && !type_is_small_float(t);
}

static void put_parameter(FILE *to, const Call *call, const Symbol *s)
{
    const Part *part = part_with(call, s);
    if (s->kind == SY_ARRAY || s->kind == SY_TABLE)
        fprintf(to, "    %s = PL_TRIAL_ARRAY(t, %s, %s, %s);\n", type_as(&prototype_words, part->type, text("*%s", s->name)), kind_of(part),
                s->name, elements_of(call, part));
    else if (has_value(s->type))
        fprintf(to, "    %s = (%s)pl_trial_%s(t, \"%s\");\n", type_as(&prototype_words, s->type, s->name),
                type_as(&prototype_words, s->type, ""), s->kind == SY_SIZE ? "size" : "value", s->name);
    else
        fprintf(to, "    %s = { 0 };\n", type_as(&prototype_words, s->type, s->name));
}

static void put_trial(FILE *to, const Call *call)
{
    fprintf(to, "static int trial_of_%s(struct pl_trial *t)\n{\n", call->name);
    for (int i = 0; i < call->parameter_count; i++)
        put_parameter(to, call, call->parameters[i]);
    fprintf(to, "    if (pl_trial_begin(t))\n        do\n            t->failed = %s(", call->name);
    for (int i = 0; i < call->parameter_count; i++)
        fprintf(to, "%s%s", i ? ", " : "", call->parameters[i]->name);
    fprintf(to, ");\n        while (pl_trial_again(t));\n    return pl_trial_end(t);\n}\n\n");
}

void emit_trial(FILE *to, const Source *s)
{
    const char *slash = strrchr(s->file, '/'), *base = slash ? slash + 1 : s->file;
    fprintf(to, "// Runs the calls of %s with sizes from the command line; written by pallasc.\n", s->file);
    fprintf(to, "#include <pallas.h>\n#include \"%.*s.pallas.h\"\n#include <trial.h>\n\n", (int)strcspn(base, "."), base);
    for (int i = 0; i < s->call_count; i++)
        put_trial(to, &s->calls[i]);
    fprintf(to, "int main(int count, char **arguments)\n{\n    static const struct pl_trial_call calls[] = {\n");
    for (int i = 0; i < s->call_count; i++)
        fprintf(to, "        { \"%s\", trial_of_%s },\n", s->calls[i].name, s->calls[i].name);
    fprintf(to, "        { NULL, NULL },\n    };\n    return pl_trial_main(count, arguments, calls);\n}\n");
}
