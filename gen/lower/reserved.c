// lower/reserved.c -- renames user names that a target reserves.
//
// targets/T/reserved lists them. First come keywords and types, which no user name may equal. Below a line "functions"
// are names that collide only with a function, a constant or a parameter of a call, because a variable of a body hides
// them. A word that ends with * stands for all names with that prefix. A reserved name gets a '_' appended, and so does
// one that begins with pl_ or PL_, the prefix of the templates. A call keeps its name. Below a line "keywords" are
// names that a call cannot have either, because the emitted file is in the target's language; below a line "calls" are
// those that headers of the emitted file declare, which collide only with a call. A target without a list reserves no
// names.
//
// Emitted C has no names with a '$' either: a '_' replaces it; m4 would treat `$1` as an argument.
//
// The emitted file has tables, enums and structs before all functions. In the user's file one of them may follow a
// variable of the same name: the variable gets a '_', too, so that it does not hide what it did not hide before, and
// compilers do not warn about it.

#include "lower/lower.h"
#include <string.h>

typedef struct {
    Names words, keywords, functions, calls, used, shared;
    struct Change { const char *name, *other; } *changes;
    int change_count;
} Reserved;

static bool is_like(const char *word, const char *name)
{
    size_t n = strlen(word);
    return n && word[n - 1] == '*' ? !strncmp(word, name, n - 1) : !strcmp(word, name);
}

static bool is_among(const Names *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (is_like(list->at[i], name))
            return true;
    return false;
}

static void read_reserved(Reserved *known, const char *file)
{
    FILE *from = fopen(file, "r");
    char word[128];
    Names *below = &known->words;
    while (from && fscanf(from, "%127s", word) == 1) {
        Names *headed = !strcmp(word, "functions") ? &known->functions : !strcmp(word, "calls") ? &known->calls
                      : !strcmp(word, "keywords") ? &known->keywords : NULL;
        if (headed) {
            below = headed;
            continue;
        }
        add_name(below, text("%s", word));
        if (below == &known->keywords)
            add_name(&known->words, text("%s", word));
    }
    if (from)
        fclose(from);
}

// NULL: a call may have this name.
static const char *why_no_call(Reserved *known, const char *name)
{
    return strchr(name, '$') ? "C has no '$' in names"
         : is_among(&known->keywords, name) ? "it is a reserved word of the emitted language"
         : is_among(&known->calls, name) ? "the emitted code includes headers that declare it"
         : NULL;
}

static void reject_calls(Reserved *known, const Source *s, const char *target)
{
    for (int i = 0; i < s->call_count; i++) {
        const Call *call = &s->calls[i];
        const char *why = why_no_call(known, call->name);
        if (!why)
            continue;
        error_at(call->at, MESSAGE_CALL_NAME, target, call->name, why);
        note_at(call->at, HINT_CALL_NAME, call->name);
    }
}

typedef enum {
    OF_FILE,                    // a name at file scope, like the target's functions
    OF_FUNCTION,                // a parameter: those of a call are at file scope, too, and so are its axes
    OF_BODY,
    OF_STRUCT
} Place;

// A name in C: compilers permit a '$' in it, too.
static const char *plain_name(const char *name)
{
    if (!strchr(name, '$') && !has_mark(name))
        return name;
    char *made = text("%s", unmarked(name));
    for (char *s = made; *s; s++)
        *s = *s == '$' ? '_' : *s;
    return made;
}

static bool is_other(Reserved *known, const char *name)
{
    for (int i = 0; i < known->change_count; i++)
        if (!strcmp(known->changes[i].other, name))
            return true;
    return false;
}

// A name always gets the same new name, and different names get different ones.
static const char *changed_name(Reserved *known, const char *name)
{
    for (int i = 0; i < known->change_count; i++)
        if (!strcmp(known->changes[i].name, name))
            return known->changes[i].other;
    const char *plain = plain_name(name), *begin = plain[strlen(plain) - 1] == '_' ? plain : text("%s_", plain), *made = begin;
    for (int i = 2; made == plain || is_among(&known->used, made) || is_other(known, made); i++)
        made = text("%s%d", begin, i);                  // C++ reserves names with two '_'
    list_add(known->changes, known->change_count, ((struct Change){ name, made }));
    return made;
}

static const char *other_name(Reserved *known, const char *name, Place place)
{
    if (is_other(known, name))                                 // already renamed: several nodes share a symbol
        return name;
    bool global = place == OF_FILE || place == OF_FUNCTION, variable = place == OF_FUNCTION || place == OF_BODY;
    bool ours = !strncmp(name, "pl_", 3) || !strncmp(name, "PL_", 3);
    bool shared = variable && is_among(&known->shared, name), strange = plain_name(name) != name;
    if (!ours && !shared && !strange && !is_among(&known->words, name) &&
        !(global && is_among(&known->functions, name)))
        return name;
    return changed_name(known, shared ? other_name(known, name, OF_FILE) : name);
}

// Names before all functions; a tag hides nothing.
static void find_shared(Reserved *known, const Source *s)
{
    for (int i = 0; i < s->constant_count; i++)
        add_name(&known->shared, s->constants[i]->name);
    for (int i = 0; i < s->record_count; i++)
        add_name(&known->shared, s->records[i]->name);
}

// What to do with each name. All names are noted before the first is renamed.
typedef void Treat(Reserved *known, const char **name, Place place);

static void note_name(Reserved *known, const char **name, Place place)
{
    (void)place;
    add_name(&known->used, *name);
}

static void change(Reserved *known, const char **name, Place place)
{
    *name = other_name(known, *name, place);
}

typedef struct { Reserved *known; Treat *treat; } Visited;

static void visit_node(void *to, const Node *in)
{
    const Visited *v = to;
    Node *n = writable(in);
    if (declares(n))
        v->treat(v->known, &n->symbol->name, OF_BODY);
    if ((n->kind == ND_MEMBER || n->kind == ND_DESIGNATED) && n->name)
        v->treat(v->known, &n->name, OF_STRUCT);
    if (n->kind == ND_CALL && n->symbol)
        v->treat(v->known, &n->name, OF_FILE);
    if ((n->kind == ND_REDUCE || n->kind == ND_SCAN) && n->symbol)
        v->treat(v->known, &n->symbol->name, OF_FILE);
    for (int i = 0; i < n->axis_count; i++)
        v->treat(v->known, &n->axes[i].index->name, OF_BODY);
}

static void visit_record(Reserved *known, Record *r, Treat *treat)
{
    const char *space = strchr(r->name, ' '), *tag = space ? space + 1 : r->name;
    const char *name = tag;
    treat(known, &name, OF_FILE);
    if (name != tag)
        r->name = space ? text("%.*s%s", (int)(tag - r->name), r->name, name) : name;
    for (int i = 0; i < r->field_count; i++)
        treat(known, &r->fields[i].name, OF_STRUCT);
}

static void visit_names(Reserved *known, const Source *s, Treat *treat)
{
    Visited visited = { known, treat };
    for (int i = 0; i < s->constant_count; i++) {
        treat(known, &s->constants[i]->name, OF_FILE);
        each_node(s->constants[i]->value, visit_node, &visited);
    }
    for (int i = 0; i < s->record_count; i++)
        visit_record(known, s->records[i], treat);
    for (int i = 0; i < s->function_count; i++) {
        Function *f = s->functions[i];
        if (f->kind == FN_PLAIN)
            treat(known, &f->name, OF_FILE);
        for (int p = 0; p < f->parameter_count; p++)
            treat(known, &f->parameters[p]->name, OF_FUNCTION);
        each_node(f->body, visit_node, &visited);
    }
    for (int i = 0; i < s->call_count; i++) {
        for (int p = 0; p < s->calls[i].parameter_count; p++)
            treat(known, &s->calls[i].parameters[p]->name, OF_FUNCTION);
        for (int a = 0; a < s->calls[i].axis_count; a++)
            treat(known, &s->calls[i].axes[a].symbol->name, OF_FUNCTION);
    }
}

static void mark(Reserved *known, const char **name, Place place)
{
    (void)known, (void)place;
    *name = marked(*name);
}

// Labels are generated by pallasc from names of functions.
static void mark_labels(void *unused, const Node *n)
{
    (void)unused;
    if (n->kind == ND_GOTO || n->kind == ND_LABEL)
        writable(n)->name = marked(n->name);
}

void mark_names(const Source *s)
{
    visit_names(NULL, s, mark);
    for (int i = 0; i < s->function_count; i++) {
        s->functions[i]->name = marked(s->functions[i]->name);
        each_node(s->functions[i]->body, mark_labels, NULL);
    }
    for (int i = 0; i < s->call_count; i++)
        s->calls[i].name = marked(s->calls[i].name);
}

void rename_reserved(Source *s, const char *templates, const char *target)
{
    Reserved known = { 0 };
    read_reserved(&known, text("%s/%s/reserved", templates, target));
    reject_calls(&known, s, target);
    find_shared(&known, s);
    for (int i = 0; i < s->call_count; i++) {
        const Call *c = &s->calls[i];
        for (int p = 0; p < c->parameter_count; p++)
            c->parameters[p]->declared = c->parameters[p]->name;
        for (int p = 0; p < c->kernel->parameter_count; p++)
            c->kernel->parameters[p]->declared = c->kernel->parameters[p]->name;
    }
    visit_names(&known, s, note_name);
    visit_names(&known, s, change);
}
