// show/header.c -- prints the prototypes of the calls for C and C++. Their users need no kernel and no macro of pallas.h.
//
// The header also declares the types in the prototypes: small floats, and structs and enums of the kernels' file. If a
// type is declared in a header without kernels, it includes that header instead.

#include "show/show.h"
#include <string.h>

// Returns the name of a type. An enum without a name has the name of its integer type.
static const char *name_of(const Type *t)
{
    const char *constant = t->constant ? "const " : "";
    if (t->kind == TY_STRUCT)
        return text("%s%s", constant, t->record->name);
    if (t->kind == TY_BOOL)
        return text("%sbool", constant);
    if (t->enumeration)
        return text("%s%s", constant, t->enumeration->name);
    return text("%s%s", constant, resolved_name(t));
}

const Printer prototype_words = { .fact = number_fact, .type = name_of };

// Returns a name that is no keyword in C++: with a _ appended if it is one.
static const char *safe_name(const char *name)
{
    static const char *const words[] = {
        "alignas", "alignof", "and", "asm", "auto", "bitand", "bitor", "bool", "catch", "class", "compl", "concept",
        "constexpr", "decltype", "delete", "explicit", "export", "false", "friend", "mutable", "namespace", "new",
        "noexcept", "not", "nullptr", "operator", "or", "private", "protected", "public", "requires", "template", "this",
        "throw", "true", "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor",
    };
    return IS_ONE_OF(name, words) ? text("%s_", name) : name;
}

// ---- Types in the prototypes ----------------------------------------------------------------------------------------

typedef struct {
    bool small_floats;
    const Record **records;     // inner ones first
    const Enum **enums;
    int record_count, enum_count;
} Needs;

static void need_enum(Needs *all, const Enum *e)
{
    for (int i = 0; i < all->enum_count; i++)
        if (!strcmp(all->enums[i]->name, e->name))
            return;
    list_add(all->enums, all->enum_count, e);
}

static void need(Needs *all, const Type *t)
{
    while (t->kind == TY_ARRAY || t->kind == TY_POINTER)
        t = t->of;
    all->small_floats |= type_is_small_float(t);
    if (t->enumeration)
        need_enum(all, t->enumeration);
    if (t->kind != TY_STRUCT)
        return;
    for (int i = 0; i < all->record_count; i++)
        if (all->records[i] == t->record)
            return;
    for (int i = 0; i < t->record->field_count; i++)
        need(all, t->record->fields[i].type);
    list_add(all->records, all->record_count, t->record);
}

static bool has_kernels(const Source *s, const char *file)
{
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i]->kind != FN_PLAIN && !strcmp(s->functions[i]->at.file, file))
            return true;
    for (int i = 0; i < s->call_count; i++)
        if (!strcmp(s->calls[i].at.file, file))
            return true;
    return false;
}

static void put_record(FILE *to, const Record *r)
{
    const char *word = r->is_union ? "union" : "struct";
    bool has_tag = !strncmp(r->name, word, strlen(word)) && r->name[strlen(word)] == ' ';
    fprintf(to, has_tag ? "%s {\n" : "typedef %s {\n", has_tag ? r->name : word);
    for (int i = 0; i < r->field_count; i++)
        fprintf(to, "    %s;\n", type_as(&prototype_words, r->fields[i].type, safe_name(r->fields[i].name)));
    fprintf(to, has_tag ? "};\n\n" : "} %s;\n\n", r->name);
}

static void put_enum(FILE *to, const Enum *e)
{
    bool has_tag = !strncmp(e->name, "enum ", 5);
    fprintf(to, "%s {\n", has_tag ? e->name : "typedef enum");
    for (int i = 0; i < e->count; i++)
        fprintf(to, "    %s = %lld,\n", e->all[i].name, e->all[i].value);
    fprintf(to, has_tag ? "};\n\n" : "} %s;\n\n", e->name);
}

static bool is_own(const Source *s, const char *file)
{
    return !strcmp(file, s->file) || has_kernels(s, file);
}

static const char *with_include(const char *lines, const char *file)
{
    const char *line = text("#include \"%s\"\n", !strncmp(file, "./", 2) ? file + 2 : file);
    return strstr(lines, line) ? lines : text("%s%s", lines, line);
}

// User headers come first: a struct of the kernels' file may contain theirs.
static void put_types(FILE *to, const Source *s, const Needs *needs)
{
    const char *lines = "";
    for (int i = 0; i < needs->enum_count; i++)
        if (!is_own(s, needs->enums[i]->at.file))
            lines = with_include(lines, needs->enums[i]->at.file);
    for (int i = 0; i < needs->record_count; i++)
        if (!is_own(s, needs->records[i]->at.file))
            lines = with_include(lines, needs->records[i]->at.file);
    if (*lines)
        fprintf(to, "%s\n", lines);
    for (int i = 0; i < needs->enum_count; i++)
        if (is_own(s, needs->enums[i]->at.file))
            put_enum(to, needs->enums[i]);
    for (int i = 0; i < needs->record_count; i++)
        if (is_own(s, needs->records[i]->at.file))
            put_record(to, needs->records[i]);
}

// pallas.h declares them for C; for C++ several headers may declare them.
static const char small_floats[] =
    "#ifdef __cplusplus\n"
    "#ifndef PALLAS_SMALL_FLOATS\n"
    "#define PALLAS_SMALL_FLOATS\n"
    "struct pl_f16 { uint16_t bits; };\n"
    "struct pl_bf16 { uint16_t bits; };\n"
    "struct pl_f8e4m3 { uint8_t bits; };\n"
    "struct pl_f8e5m2 { uint8_t bits; };\n"
    "#endif\n"
    "#else\n"
    "#include <pallas.h>\n"
    "#endif\n\n";

// A file that includes pallas.h has these functions; otherwise the first such header declares them.
static const char host_functions[] =
    "#if !defined PL_VERSION && !defined PALLAS_HOST\n"
    "#define PALLAS_HOST\n"
    "const char *pl_error(void);                 // why the last call or function failed, in words\n"
    "void *pl_alloc(size_t bytes);               // memory on the device; NULL: there is none\n"
    "void pl_free(void *device);\n"
    "int pl_upload(void *device, const void *host, size_t bytes);\n"
    "int pl_download(void *host, const void *device, size_t bytes);\n"
    "int pl_sync(void);                          // waits until all calls are done\n"
    "#endif\n";

// ---- The prototypes -------------------------------------------------------------------------------------------------

static void put_prototype(FILE *to, const Call *call)
{
    const char *list = text("int %s(", call->name), *line = list;
    for (int i = 0; i < call->parameter_count; i++) {
        const Symbol *s = call->parameters[i];
        bool array = s->kind == SY_ARRAY || s->kind == SY_TABLE;
        const char *one = type_as(&prototype_words, s->type, text(array ? "*%s" : "%s", safe_name(s->name)));
        bool wide = strlen(line) + strlen(one) > 112;
        line = wide ? text("        %s", one) : text("%s%s%s", line, i ? ", " : "", one);
        list = text(wide ? "%s,\n        %s" : i ? "%s, %s" : "%s%s", list, one);
    }
    fprintf(to, "%s%s);\n", list, call->parameter_count ? "" : "void");
}

void emit_header(FILE *to, const Source *s)
{
    Needs needs = { 0 };
    for (int i = 0; i < s->call_count; i++)
        for (int p = 0; p < s->calls[i].parameter_count; p++)
            need(&needs, s->calls[i].parameters[p]->type);
    fprintf(to, "// The calls of %s, for C and C++; written by pallasc.\n#pragma once\n\n", s->file);
    fprintf(to, "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n");
    fputs(needs.small_floats ? small_floats : "", to);
    put_types(to, s, &needs);
    fprintf(to, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    for (int i = 0; i < s->call_count; i++)
        put_prototype(to, &s->calls[i]);
    fprintf(to, "\n%s\n#ifdef __cplusplus\n}\n#endif\n", host_functions);
}
