// base/type.c -- queries about a type.

#include "pallasc.h"
#include <string.h>

const Type int_type = { .kind = TY_I32, .spelling = "int", .plain = "int" };
const Type long_type = { .kind = TY_I64, .spelling = "long", .plain = "long" };

bool type_is_float(const Type *t)
{
    return t->kind >= TY_F16 && t->kind <= TY_F64;
}

bool type_is_small_float(const Type *t)
{
    return t->kind >= TY_F16 && t->kind <= TY_E5M2;
}

// The small floats are structs in C, and opaque.
bool is_small_float(const char *name, TypeKind *kind)
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

bool has_sign(const Type *t)
{
    return t->kind >= TY_I8 && t->kind <= TY_I64;
}

bool type_is_integer(const Type *t)
{
    return t->kind >= TY_BOOL && t->kind <= TY_U64;
}

const Type *sum_type(const Type *t)
{
    static const Type i = { .kind = TY_I32 }, u = { .kind = TY_U32 }, ul = { .kind = TY_U64 }, f = { .kind = TY_F32 }, d = { .kind = TY_F64 };
    if (t->kind == TY_F64)
        return &d;
    if (type_is_float(t) || type_is_small_float(t))
        return &f;
    return t->kind == TY_BOOL ? &i : t->kind == TY_I64 || t->kind == TY_U64 ? &ul : &u;
}

int type_size(const Type *t)
{
    switch (t->kind) {
    case TY_VOID:
        return -1;
    case TY_BOOL: case TY_I8: case TY_U8: case TY_E4M3: case TY_E5M2:
        return 1;
    case TY_I16: case TY_U16: case TY_F16: case TY_BF16:
        return 2;
    case TY_I32: case TY_U32: case TY_F32:
        return 4;
    case TY_I64: case TY_U64: case TY_F64: case TY_POINTER:
        return 8;
    case TY_STRUCT:
        return t->record->size;
    case TY_ARRAY:
        if (!t->extent || !t->extent->known || type_size(t->of) < 0)
            return -1;
        return (int)t->extent->value * type_size(t->of);
    }
    INTERNAL("a type of no kind");
}

const char *type_name(const Type *t)
{
    return t->spelling;
}

const char *bare_type_name(const Type *t)
{
    return begins(t->spelling, "const ") ? t->spelling + strlen("const ") : t->spelling;
}

bool is_same_type(const Type *a, const Type *b)
{
    return a->kind == b->kind && (a->kind != TY_STRUCT || a->record == b->record);
}

// Whether an object of one type, apart from const, is one of the other.
bool is_same_object(const Type *a, const Type *b)
{
    if (a->kind == TY_ARRAY && b->kind == TY_ARRAY && a->extent && b->extent && a->extent->known && b->extent->known &&
        a->extent->value != b->extent->value)
        return false;
    return is_same_type(a, b) && (!a->of || is_same_object(a->of, b->of));
}

bool is_const_object(const Type *t)
{
    while (t->kind == TY_ARRAY)
        t = t->of;
    return t->constant;
}

bool changes_pointee(const Type *from, const Type *to)
{
    return (is_const_object(from->of) && !is_const_object(to->of)) ||
           (to->of->kind != TY_VOID && !is_same_object(from->of, to->of));
}

Type *copy_type(const Type *t)
{
    Type *made = allocate(sizeof *made);
    *made = *t;
    return made;
}

long long bytes_of(const Type *element, Node *const *dims, int rank)
{
    const long long most = 1LL << 40;
    long long bytes = type_size(element);
    for (int d = 0; d < rank && bytes >= 0; d++) {
        long long count = dims[d]->known ? dims[d]->value : -1;
        bytes = !count ? 0 : count > 0 && bytes <= most / count ? bytes * count : -1;
    }
    return bytes;
}

const char *type_code(const Type *t)
{
    static const char *const codes[] = {
        [TY_VOID] = "void", [TY_BOOL] = "bool", [TY_I8] = "i8", [TY_I16] = "i16", [TY_I32] = "i32", [TY_I64] = "i64",
        [TY_U8] = "u8", [TY_U16] = "u16", [TY_U32] = "u32", [TY_U64] = "u64", [TY_F16] = "f16", [TY_BF16] = "bf16",
        [TY_E4M3] = "e4m3", [TY_E5M2] = "e5m2", [TY_F32] = "f32", [TY_F64] = "f64",
    };
    return t->kind <= TY_F64 ? codes[t->kind] : t->kind == TY_STRUCT ? t->record->name : "pointer";
}
