// lower/initializers.c -- lists of initializers without designators, for C++, which has only those of members, in
// their order; and strings that leave no room for their null.
//
//     { .values[1] = 4, .values[2] = x, .a = 2 }    becomes    { 2, { 0, 4, x } }
//
// A list fills the parts of an array or structure one after the other; a designator selects the next one (C11, 6.7.9). A list
// without braces for an inner part ends with that part, or at a designator, which is one of the list around it.

#include "lower/lower.h"
#include <stdlib.h>
#include <string.h>

typedef struct Slot Slot;

struct Slot {                   // an object that is initialized, or a part of one
    const Type *type;
    Node *value;                // NULL: that of its parts, or 0
    Slot *parts;
    int count;
};

typedef struct { Node **at; int count, next; } Items;

static void fill(Slot *to, Items *from, bool braces);

// ---- Parts ----------------------------------------------------------------------------------------------------------

static bool has_parts(const Type *t)
{
    return t->kind == TY_ARRAY || (t->kind == TY_STRUCT && !t->record->is_union);
}

static Slot *slot_at(Slot *s, int i)
{
    if (!s->parts) {
        s->count = s->type->kind == TY_ARRAY ? (int)s->type->extent->value : s->type->record->field_count;
        s->parts = allocate((size_t)s->count * sizeof *s->parts);
        for (int p = 0; p < s->count; p++)
            s->parts[p].type = s->type->kind == TY_ARRAY ? s->type->of : s->type->record->fields[p].type;
    }
    return i < s->count ? &s->parts[i] : NULL;
}

static int designated_part(const Type *t, const Node *n)
{
    int i = n->name ? 0 : (int)n->b->value;
    while (n->name && strcmp(t->record->fields[i].name, n->name))
        i++;
    return i;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static Node *list_node(const Type *type, Loc at)
{
    Node *n = new_node(ND_LIST, at);
    n->type = (Type *)(size_t)type;
    return n;
}

// Gives a part the next item: a list in braces, a value, or items for its own parts.
static void fill_part(Slot *to, Items *from)
{
    Node *n = from->at[from->next];
    bool whole = n->kind == ND_STRING || (n->type->kind == TY_STRUCT && is_same_type(n->type, to->type));
    if (n->kind == ND_LIST && has_parts(to->type)) {
        Items inner = { n->items, n->item_count, 0 };
        *to = (Slot){ .type = to->type };
        fill(to, &inner, true);
    } else if (n->kind != ND_LIST && !whole && has_parts(to->type)) {
        fill(to, from, false);
        return;
    } else {
        to->value = n;
    }
    from->next++;
}

// Gives the value of a designation, "[1] = 4" or ".values[1] = 4", to its part. Returns the number of that part.
static int fill_designated(Slot *to, Items *from)
{
    Node *n = from->at[from->next];
    int i = designated_part(to->type, n);
    Slot *part = slot_at(to, i);
    from->at[from->next] = n->a;
    if (n->a->kind != ND_DESIGNATED) {
        fill_part(part, from);
    } else if (has_parts(part->type)) {
        int inner = fill_designated(part, from);
        for (Slot *p; (p = slot_at(part, ++inner)) && from->next < from->count && from->at[from->next]->kind != ND_DESIGNATED;)
            fill_part(p, from);
    } else {                                            // of a union, whose members keep their designators
        part->value = list_node(part->type, n->at);
        add_item(part->value, n->a);
        from->next++;
    }
    return i;
}

static void fill(Slot *to, Items *from, bool braces)
{
    for (int i = 0; from->next < from->count; i++) {
        bool designated = from->at[from->next]->kind == ND_DESIGNATED;
        if (!braces && (designated || !slot_at(to, i)))
            return;
        if (designated)
            i = fill_designated(to, from);
        else
            fill_part(slot_at(to, i), from);
    }
}

// The parts that its list has: all members, because compilers warn about missing ones; elements up to the last with a value.
static int listed_parts(Slot *s)
{
    if (!has_parts(s->type))
        return 0;
    bool nested = has_parts(slot_at(s, 0)->type);
    int count = s->count;
    while (s->type->kind == TY_ARRAY && count > nested && !s->parts[count - 1].value && !s->parts[count - 1].parts)
        count--;
    return count;
}

// The value of a part; without one, zeros.
static Node *value_of(Slot *s, Loc at)
{
    bool list = s->type->kind == TY_ARRAY || s->type->kind == TY_STRUCT || type_is_small_float(s->type);
    if (s->value || !list)
        return s->value ? s->value : number_node(0, &int_type, at);
    Node *n = list_node(s->type, at);
    for (int i = 0, count = listed_parts(s); i < count; i++)
        add_item(n, value_of(&s->parts[i], at));
    return n;
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

// Whether all designators are of members, in their order, with their whole value.
static bool is_ordered(const Node *list)
{
    int last = -1;
    for (int i = 0; i < list->item_count; i++) {
        const Node *n = list->items[i];
        bool designated = n->kind == ND_DESIGNATED;
        const Node *value = designated ? n->a : n;
        if (value->kind == ND_LIST && !is_ordered(value))
            return false;
        if (designated && (!n->name || value->kind == ND_DESIGNATED))
            return false;
        int part = designated ? designated_part(list->type, n) : -1;
        if (last >= 0 && part <= last)
            return false;
        last = part;
    }
    return true;
}

static void order(void *unused, const Node *n)
{
    (void)unused;
    if ((n->kind != ND_LIST && n->kind != ND_COMPOUND) || !has_parts(n->type) || is_ordered(n))
        return;
    Items items = { n->items, n->item_count, 0 };
    Slot all = { .type = n->type };
    fill(&all, &items, true);
    const Node *made = value_of(&all, n->at);
    Node *list = writable(n);
    list->items = made->items;
    list->item_count = made->item_count;
}

// ---- Strings --------------------------------------------------------------------------------------------------------

// Returns the character at *s of a literal, and moves *s past it.
static int next_character(const char **s)
{
    static const char names[] = "abfnrtv", codes[] = "\a\b\f\n\r\t\v";
    if (**s != '\\')
        return (signed char)*(*s)++;
    const char *at = ++*s, *name = strchr(names, *at);
    if (*at == 'x')
        return (signed char)strtol(at + 1, (char **)(size_t)s, 16);
    int octal = (int)strspn(at, "01234567");
    *s += octal == 0 ? 1 : octal < 3 ? octal : 3;
    return octal ? (signed char)strtol(text("%.*s", (int)(*s - at), at), NULL, 8) : name ? codes[name - names] : *at;
}

// char s[3] = "abc" has no room for the null at the end, which C++ requires: it becomes a list of three numbers.
static void list_characters(void *unused, const Node *n)
{
    (void)unused;
    bool is_initializer = n->kind == ND_STRING && n->spelling[0] == '"' && n->type && n->type->kind == TY_ARRAY && n->type->extent;
    if (!is_initializer)                                // but the text of PL_CHECK, which has no type
        return;
    Node *list = list_node(n->type, n->at);
    for (const char *s = n->spelling + 1; *s != '"';)
        add_item(list, number_node(next_character(&s), &int_type, n->at));
    if (list->item_count == n->type->extent->value)
        *writable(n) = *list;
}

static void each_initializer(const Source *s, void (*visit)(void *, const Node *))
{
    for (int i = 0; i < s->constant_count; i++)
        each_node(s->constants[i]->value, visit, NULL);
    for (int i = 0; i < s->function_count; i++)
        each_node(s->functions[i]->body, visit, NULL);
}

void order_initializers(const Source *s)
{
    each_initializer(s, order);
    each_initializer(s, list_characters);
}
