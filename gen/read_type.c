// read_type.c -- C types as kernels use them. What no target has is refused where it is declared.

#include "read.h"
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

// Said once for each type, where it is first met: what is declared of it is then met again and again.
static Type *refuse(CXType t, Loc at, const char *why)
{
    static const char **refused;
    static int count;
    const char *name = keep(clang_getTypeSpelling(t));
    for (int i = 0; i < count; i++)
        if (!strcmp(refused[i], name))
            return new_type(TY_I32, t);
    list_add(refused, count, name);
    error_at(at, "kernels have no type '%s': %s", name, why);
    return new_type(TY_I32, t);
}

static TypeKind signed_of_size(long long size)
{
    return size == 1 ? TY_I8 : size == 2 ? TY_I16 : size == 4 ? TY_I32 : TY_I64;
}

static TypeKind unsigned_of_size(long long size)
{
    return size == 1 ? TY_U8 : size == 2 ? TY_U16 : size == 4 ? TY_U32 : TY_U64;
}

// The small floats are structs to C, and opaque.
static bool small_float(const char *name, TypeKind *kind)
{
    static const struct { const char *name; TypeKind kind; } all[] = {
        { "pl_f16", TY_F16 }, { "pl_bf16", TY_BF16 }, { "pl_f8e4m3", TY_E4M3 }, { "pl_f8e5m2", TY_E5M2 },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(name, all[i].name)) {
            *kind = all[i].kind;
            return true;
        }
    return false;
}

static Record *read_record(Reader *r, CXType t, const char *name, Loc used_at);

static Type *read_struct(Reader *r, CXType t, Loc at)
{
    TypeKind kind;
    const char *name = keep(clang_getTypeSpelling(clang_getUnqualifiedType(t)));
    if (small_float(name, &kind))
        return new_type(kind, t);
    Record *record = read_record(r, t, name, at);
    if (!record)
        return new_type(TY_I32, t);
    Type *type = new_type(TY_STRUCT, t);
    type->record = record;
    return type;
}

// The struct of the host must be the struct of the device, byte for byte.
static void refuse_layout(CXCursor c)
{
    Kids k = kids(c);
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_PackedAttr || k.at[i].kind == CXCursor_AlignedAttr)
            error_at(place(c), "'%s' is packed or aligned, which no target can promise: order its members by size",
                     keep(clang_getCursorSpelling(c)));
}

static void add_field(Reader *r, Record *record, CXCursor c)
{
    Loc at = place(c);
    refuse_layout(c);
    const char *name = keep(clang_getCursorSpelling(c));
    if (c.kind != CXCursor_FieldDecl)
        read_type(r, clang_getCursorType(c), at);       // which refuses it, as it has no name
    else if (clang_Cursor_isBitField(c))
        error_at(at, "kernels have no bit fields: take a whole integer, and shifts and masks");
    else
        list_add(record->fields, record->field_count, ((struct Field){ name, read_declared_type(r, c) }));
}

// Records stand in the list after those they are made of.
static Record *read_record(Reader *r, CXType t, const char *name, Loc used_at)
{
    CXCursor declaration = clang_getTypeDeclaration(t);
    Known *known = find_known(r, declaration);
    if (known)
        return known->record;
    Record *record = allocate(sizeof *record);
    record->name = name;
    record->at = place(declaration);
    record->size = (int)clang_Type_getSizeOf(t);
    known = add_known(r, declaration);
    known->record = record;
    record->is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
    if (clang_Cursor_isAnonymous(declaration) || strchr(name, '(')) {
        error_at(record->at, "a struct or union without a name: give it one, or a typedef");
        return NULL;
    }
    if (clang_Cursor_isNull(clang_getCursorDefinition(declaration))) {
        error_at(used_at, "'%s' is not defined here", name);
        return NULL;
    }
    refuse_layout(clang_getCursorDefinition(declaration));
    Kids k = kids(clang_getCursorDefinition(declaration));
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_FieldDecl || clang_Cursor_isAnonymous(k.at[i]))
            add_field(r, record, k.at[i]);
    for (int i = 0; i < r->source->record_count; i++)
        if (!strcmp(r->source->records[i]->name, name)) {
            error_at(record->at, "there is another '%s': give this one a name of its own", name);
            note_at(r->source->records[i]->at, "the other is here");
        }
    list_add(r->source->records, r->source->record_count, record);
    return record;
}

static Node *number(long long value, Loc at)
{
    Node *n = new_node(ND_INT, at);
    n->value = value;
    n->known = true;
    bool is_int = value <= INT_MAX;
    Type *type = allocate(sizeof *type);
    *type = (Type){ .kind = is_int ? TY_I32 : TY_I64, .spelling = is_int ? "int" : "long" };
    type->plain = type->spelling;
    n->type = type;
    return n;
}

static Type *read_array(Reader *r, CXType t, Loc at)
{
    Type *type = new_type(TY_ARRAY, t);
    type->of = read_type(r, clang_getArrayElementType(t), at);
    if (clang_getArraySize(t) >= 0)
        type->extent = number(clang_getArraySize(t), at);
    return type;
}

static Type *read_pointer(Reader *r, CXType t, Loc at)
{
    CXType to = clang_getPointeeType(t);
    CXType canonical = clang_getCanonicalType(to);
    if (canonical.kind == CXType_FunctionProto || canonical.kind == CXType_FunctionNoProto)
        return refuse(t, at, "no target calls functions by their addresses; call them by name, chosen by if or switch");
    Type *type = new_type(TY_POINTER, t);
    type->of = read_type(r, to, at);
    return type;
}

static bool is_array(enum CXTypeKind kind)
{
    return kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_VariableArray;
}

// Where t is a typedef of an array or pointer, what it is made of is read from its canonical type.
Type *read_type(Reader *r, CXType t, Loc at)
{
    CXType canonical = clang_getCanonicalType(t);
    if (clang_isVolatileQualifiedType(canonical))
        return refuse(t, at, "nothing in a kernel is volatile; leave the word out");
    long long size = clang_Type_getSizeOf(canonical);
    switch (canonical.kind) {
    case CXType_Void:
        return new_type(TY_VOID, t);
    case CXType_Bool:
        return new_type(TY_BOOL, t);
    case CXType_Char_S: case CXType_SChar: case CXType_Short: case CXType_Int: case CXType_Long: case CXType_LongLong:
        return new_type(signed_of_size(size), t);
    case CXType_Char_U: case CXType_UChar: case CXType_UShort: case CXType_UInt: case CXType_ULong:
    case CXType_ULongLong:
        return new_type(unsigned_of_size(size), t);
    case CXType_Float:
        return new_type(TY_F32, t);
    case CXType_Double:
        return new_type(TY_F64, t);
    case CXType_Enum: {
        Type *type = read_type(r, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)), at);
        type->spelling = keep(clang_getTypeSpelling(t));
        type->constant = clang_isConstQualifiedType(t) != 0;
        return type;
    }
    case CXType_Record:
        return read_struct(r, canonical, at);
    case CXType_Pointer:
        return read_pointer(r, t.kind == CXType_Pointer ? t : canonical, at);
    case CXType_ConstantArray: case CXType_IncompleteArray: case CXType_VariableArray:
        return read_array(r, is_array(t.kind) ? t : canonical, at);
    case CXType_LongDouble:
        return refuse(t, at, "take double");
    case CXType_Half: case CXType_Float16: case CXType_BFloat16:
        return refuse(t, at, "take pl_f16 or pl_bf16");
    default:
        return refuse(t, at, "take float, double, bool, an integer of <stdint.h>, or a struct of them");
    }
}

// `float score[LENGTH]` keeps LENGTH.
Type *read_declared_type(Reader *r, CXCursor declaration)
{
    Type *type = read_type(r, clang_getCursorType(declaration), place(declaration));
    int rank = 0, d = 0;
    for (Type *t = type; t->kind == TY_ARRAY || t->kind == TY_POINTER; t = t->of)
        rank += t->kind == TY_ARRAY;
    Node **dims = read_dims(r, declaration, rank);
    for (Type *t = type; dims && d < rank; t = t->of)
        if (t->kind == TY_ARRAY && (dims[d++]->known || !t->extent))
            t->extent = dims[d - 1];
    return type;
}
