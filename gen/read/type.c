// read/type.c -- C types in kernels. A type that no target supports is rejected at its declaration.

#include "read/read.h"
#include <limits.h>
#include <string.h>

static Type *new_type(TypeKind kind, CXType t)
{
    Type *type = allocate(sizeof *type);
    type->kind = kind;
    type->constant = clang_isConstQualifiedType(t) != 0;
    type->spelling = keep(clang_getTypeSpelling(t));
    if (strstr(type->spelling, "typeof") || t.kind == CXType_Auto)      // words for a type that has a name
        type->spelling = keep(clang_getTypeSpelling(clang_getCanonicalType(t)));
    type->plain = keep(clang_getTypeSpelling(clang_getUnqualifiedType(clang_getCanonicalType(t))));
    return type;
}

// Reported once for each type, at its first use: its other uses would repeat the message.
static Type *reject_type(CXType t, Loc at, const char *why)
{
    const char *name = keep(clang_getTypeSpelling(t));
    if (!was_reported(name))
        error_at(at, MESSAGE_TYPE_UNSUPPORTED, name, why);
    return new_type(TY_I32, t);
}

// smallest: TY_I8 or TY_U8.
static TypeKind integer_kind(TypeKind smallest, long long size)
{
    return smallest + (size > 1) + (size > 2) + (size > 4);
}

static Record *read_record(Reader *r, CXType t, const char *name, Loc used_at);

static Type *read_struct(Reader *r, CXType t, Loc at)
{
    TypeKind kind;
    const char *name = keep(clang_getTypeSpelling(clang_getUnqualifiedType(t)));
    if (is_small_float(name, &kind))
        return new_type(kind, t);
    Record *record = read_record(r, t, name, at);
    if (!record)
        return new_type(TY_I32, t);
    Type *type = new_type(TY_STRUCT, t);
    type->record = record;
    if (strcmp(name, record->name)) {
        type->plain = record->name;
        type->spelling = text("%s%s", type->constant ? "const " : "", record->name);
    }
    return type;
}

// The struct of the host must equal the struct of the device, byte by byte.
static void reject_layout(CXCursor c)
{
    Kids k = kids(c);
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_PackedAttr || k.at[i].kind == CXCursor_AlignedAttr)
            error_at(place(c), MESSAGE_PACKED_STRUCT, keep(clang_getCursorSpelling(c)));
}

static void add_field(Reader *r, Record *record, CXCursor c)
{
    Loc at = place(c);
    reject_layout(c);
    const char *name = keep(clang_getCursorSpelling(c));
    if (c.kind != CXCursor_FieldDecl)
        error_at(at, MESSAGE_UNNAMED_MEMBER);
    else if (clang_Cursor_isBitField(c))
        error_at(at, MESSAGE_BIT_FIELD);
    else
        list_add(record->fields, record->field_count, ((struct Field){ name, read_declared_type(r, c) }));
}

static const char *tag_of(const char *name)
{
    return strchr(name, ' ') ? strchr(name, ' ') + 1 : name;
}

// Of a struct, union or enum, in this file or what it includes.
static bool is_tag(const Reader *r, const char *name)
{
    for (int i = 0; i < r->source->record_count; i++)
        if (!strcmp(tag_of(r->source->records[i]->name), name))
            return true;
    Kids k = kids(clang_getTranslationUnitCursor(r->unit));
    for (int i = 0; i < k.count; i++)
        if (!strcmp(tag_of(keep(clang_getTypeSpelling(clang_getCursorType(k.at[i])))), name))
            return true;
    return false;
}

// A tag that begins with these words and is not taken.
static const char *tag_with(const Reader *r, const char *words, bool is_union)
{
    const char *made = words;
    for (int i = 2; is_tag(r, made); i++)
        made = text("%s_%d", words, i);
    return text("%s %s", is_union ? "union" : "struct", made);
}

// A type without a tag gets one from the object that has this type: u in struct word, "union word_u"; v in a kernel,
// "union kernel_v"; a value in a kernel, (union { … }){ x }, "union kernel_value".
static const char *invented_tag(const Reader *r, bool is_union)
{
    return tag_with(r, r->declared ? r->declared : text("%s_value", r->within), is_union);
}

// A struct in a function may have the tag of another; the emitted file has all of them at its top.
static const char *tag_for(const Reader *r, CXCursor declaration, const char *name, bool is_union)
{
    bool local = clang_getCursorKind(clang_getCursorSemanticParent(declaration)) == CXCursor_FunctionDecl;
    if (!local || !is_tag(r, tag_of(name)))
        return name;
    return tag_with(r, tag_of(name), is_union);
}

// Records follow those that they contain.
static Record *read_record(Reader *r, CXType t, const char *name, Loc used_at)
{
    CXCursor declaration = clang_getTypeDeclaration(t);
    Known *known = find_known(r, declaration);
    if (known)
        return known->record;
    Record *record = allocate(sizeof *record);
    bool has_tag = !clang_Cursor_isAnonymous(declaration) && !strchr(name, '(');
    record->is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
    bool may_invent = r->declared || r->within;
    record->name = !has_tag && may_invent ? invented_tag(r, record->is_union) : tag_for(r, declaration, name, record->is_union);
    record->at = place(declaration);
    record->size = (int)clang_Type_getSizeOf(t);
    known = add_known(r, declaration);
    known->record = record;
    if (!has_tag && !may_invent) {
        error_at(record->at, MESSAGE_UNNAMED_STRUCT);
        return NULL;
    }
    if (clang_Cursor_isNull(clang_getCursorDefinition(declaration))) {
        error_at(used_at, MESSAGE_STRUCT_UNDEFINED, name);
        return NULL;
    }
    reject_layout(clang_getCursorDefinition(declaration));
    Kids k = kids(clang_getCursorDefinition(declaration));
    const char *within = r->within;
    r->within = tag_of(record->name);
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_FieldDecl || clang_Cursor_isAnonymousRecordDecl(k.at[i]))
            add_field(r, record, k.at[i]);
    r->within = within;
    if (!k.count) {
        error_at(record->at, MESSAGE_STRUCT_EMPTY, record->name);
        note_at(record->at, HINT_STRUCT_EMPTY);
    }
    for (int i = 0; i < r->source->record_count; i++)
        if (!strcmp(tag_of(r->source->records[i]->name), tag_of(record->name))) {
            error_at(record->at, MESSAGE_STRUCT_TWICE, record->name);
            note_at(r->source->records[i]->at, "the other is here");
        }
    list_add(r->source->records, r->source->record_count, record);
    return record;
}

static Type *as_const(const Type *t)
{
    Type *made = copy_type(t);
    if (t->kind == TY_ARRAY)
        made->of = as_const(t->of);
    else if (!t->constant)
        made->constant = true, made->spelling = text("const %s", t->spelling);
    return made;
}

// The const of a typedef of an array is that of its elements.
static Type *read_array(Reader *r, CXType t, Loc at)
{
    Type *type = new_type(TY_ARRAY, t);
    type->of = read_type(r, clang_getArrayElementType(t), at);
    if (type->constant)
        type->of = as_const(type->of);
    long long size = clang_getArraySize(t);
    if (size >= 0)
        type->extent = number_node(size, size <= INT_MAX ? &int_type : &long_type, at);
    return type;
}

static Type *read_pointer(Reader *r, CXType t, Loc at)
{
    CXType to = clang_getPointeeType(t);
    CXType canonical = clang_getCanonicalType(to);
    if (canonical.kind == CXType_FunctionProto || canonical.kind == CXType_FunctionNoProto)
        return reject_type(t, at, HINT_TYPE_FUNCTION);
    Type *type = new_type(TY_POINTER, t);
    type->of = read_type(r, to, at);
    return type;
}

static bool is_array(enum CXTypeKind kind)
{
    return kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_VariableArray;
}

// In a kernel an enum is an integer; callers in other files need its names.
static Enum *read_enum(CXType t)
{
    CXCursor declaration = clang_getTypeDeclaration(t);
    Enum *e = allocate(sizeof *e);
    e->name = keep(clang_getTypeSpelling(clang_getUnqualifiedType(t)));
    e->at = place(declaration);
    Kids k = kids(declaration);
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_EnumConstantDecl)
            list_add(e->all, e->count, ((struct Enumerator){ keep(clang_getCursorSpelling(k.at[i])),
                                                             clang_getEnumConstantDeclValue(k.at[i]) }));
    return strchr(e->name, '(') ? NULL : e;
}

// If t is a typedef of an array or pointer, its parts are read from its canonical type.
Type *read_type(Reader *r, CXType t, Loc at)
{
    CXType canonical = clang_getCanonicalType(t);
    if (clang_isVolatileQualifiedType(canonical))
        return reject_type(t, at, HINT_TYPE_VOLATILE);
    long long size = clang_Type_getSizeOf(canonical);
    switch (canonical.kind) {
    case CXType_Void:
        return new_type(TY_VOID, t);
    case CXType_Bool:
        return new_type(TY_BOOL, t);
    case CXType_Char_S: case CXType_SChar: case CXType_Short: case CXType_Int: case CXType_Long: case CXType_LongLong:
        return new_type(integer_kind(TY_I8, size), t);
    case CXType_Char_U: case CXType_UChar: case CXType_UShort: case CXType_UInt: case CXType_ULong:
    case CXType_ULongLong:
        return new_type(integer_kind(TY_U8, size), t);
    case CXType_Float:
        return new_type(TY_F32, t);
    case CXType_Double:
        return new_type(TY_F64, t);
    case CXType_Enum: {
        Type *type = read_type(r, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)), at);
        type->spelling = keep(clang_getTypeSpelling(t));
        type->constant = clang_isConstQualifiedType(t) != 0;
        type->enumeration = read_enum(canonical);
        return type;
    }
    case CXType_Record:
        if (is_copy_type(canonical))                    // it names a copy, and contains nothing
            return new_type(TY_VOID, t);
        return read_struct(r, canonical, at);
    case CXType_Pointer:
        return read_pointer(r, t.kind == CXType_Pointer ? t : canonical, at);
    case CXType_ConstantArray: case CXType_IncompleteArray: case CXType_VariableArray:
        return read_array(r, is_array(t.kind) ? t : canonical, at);
    case CXType_LongDouble:
        return reject_type(t, at, HINT_TYPE_LONG_DOUBLE);
    case CXType_Half: case CXType_Float16: case CXType_BFloat16:
        return reject_type(t, at, HINT_TYPE_SMALL_FLOAT);
    default:
        return reject_type(t, at, HINT_TYPE_OTHER);
    }
}

// `float score[LENGTH]` keeps LENGTH.
Type *read_declared_type(Reader *r, CXCursor declaration)
{
    const char *name = keep(clang_getCursorSpelling(declaration)), *declared = r->declared;
    r->declared = r->within ? text("%s_%s", r->within, name) : name;
    Type *type = read_type(r, clang_getCursorType(declaration), place(declaration));
    r->declared = declared;
    int rank = 0, d = 0;
    for (Type *t = type; t->kind == TY_ARRAY || t->kind == TY_POINTER; t = t->of)
        rank += t->kind == TY_ARRAY;
    Node **dims = read_dims(r, declaration, rank);
    for (Type *t = type; dims && d < rank; t = t->of)
        if (t->kind == TY_ARRAY && (dims[d++]->known || !t->extent))
            t->extent = dims[d - 1];
    return type;
}
