// read/cursors.c -- libclang's cursors: their places, texts and marks, and the declarations that are known.

#include "read/read.h"
#include <string.h>

static enum CXChildVisitResult add_kid(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    Kids *list = data;
    list_add(list->at, list->count, c);
    return CXChildVisit_Continue;
}

Kids kids(CXCursor c)
{
    Kids list = { NULL, 0 };
    clang_visitChildren(c, add_kid, &list);
    return list;
}

CXCursor last_kid(CXCursor c)
{
    Kids k = kids(c);
    return k.count ? k.at[k.count - 1] : clang_getNullCursor();
}

void reject(CXCursor c, const char *what, const char *advice)
{
    error_at(place(c), "%s", what);
    if (advice)
        note_at(place(c), "%s", advice);
}

const char *keep(CXString s)
{
    const char *c = clang_getCString(s);
    char *copy = text("%s", c ? c : "");
    clang_disposeString(s);
    return copy;
}

bool has_prefix(const char *s, const char *prefix)
{
    return !strncmp(s, prefix, strlen(prefix));
}

// Code that expands from one of our macros is placed where the user wrote the macro; an argument, where it is.
Loc file_place(CXSourceLocation location)
{
    CXFile file = NULL;
    Loc at = { "", 0, 0 };
    clang_getFileLocation(location, &file, &at.line, &at.column, NULL);
    if (file)
        at.file = keep(clang_getFileName(file));
    return at;
}

Loc place(CXCursor c)
{
    return file_place(clang_getCursorLocation(c));
}

const char *mark_of(CXCursor c)
{
    if (!clang_Cursor_hasAttrs(c))
        return "";
    Kids k = kids(c);
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_AnnotateAttr) {
            const char *name = keep(clang_getCursorSpelling(k.at[i]));
            if (has_prefix(name, "pl:"))
                return name + 3;
        }
    return "";
}

CXCursor bare(CXCursor c)
{
    while (c.kind == CXCursor_ParenExpr || c.kind == CXCursor_UnexposedExpr) {
        Kids k = kids(c);
        if (k.count != 1)
            break;
        c = k.at[0];
    }
    return c;
}

bool is_call_of(CXCursor c, const char *name)
{
    return c.kind == CXCursor_CallExpr && !strcmp(keep(clang_getCursorSpelling(c)), name);
}

// ---- What is known of declarations: a hash table by cursor ----------------------------------------------------------

static Known *slot(Known *table, int capacity, CXCursor c)
{
    unsigned i = clang_hashCursor(c) & (unsigned)(capacity - 1);
    while (!clang_Cursor_isNull(table[i].cursor) && !clang_equalCursors(table[i].cursor, c))
        i = (i + 1) & (unsigned)(capacity - 1);
    return &table[i];
}

static Known *new_table(int capacity)
{
    Known *table = allocate((size_t)capacity * sizeof *table);
    for (int i = 0; i < capacity; i++)
        table[i].cursor = clang_getNullCursor();
    return table;
}

Known *find_known(Reader *r, CXCursor c)
{
    if (!r->known_capacity)
        return NULL;
    Known *found = slot(r->known, r->known_capacity, clang_getCanonicalCursor(c));
    return clang_Cursor_isNull(found->cursor) ? NULL : found;
}

Known *add_known(Reader *r, CXCursor c)
{
    if (2 * r->known_count >= r->known_capacity) {
        int capacity = r->known_capacity ? 2 * r->known_capacity : 256;
        Known *table = new_table(capacity);
        for (int i = 0; i < r->known_capacity; i++)
            if (!clang_Cursor_isNull(r->known[i].cursor))
                *slot(table, capacity, r->known[i].cursor) = r->known[i];
        r->known = table;
        r->known_capacity = capacity;
    }
    c = clang_getCanonicalCursor(c);
    Known *known = slot(r->known, r->known_capacity, c);
    r->known_count += clang_Cursor_isNull(known->cursor);
    known->cursor = c;
    return known;
}

void add_symbol(Reader *r, CXCursor c, Symbol *symbol, bool companion)
{
    Known *known = add_known(r, c);
    known->symbol = symbol;
    known->companion = companion;
}

Symbol *new_symbol(SymbolKind kind, CXCursor c)
{
    Symbol *s = allocate(sizeof *s);
    s->kind = kind;
    s->name = keep(clang_getCursorSpelling(c));
    s->at = place(c);
    return s;
}
