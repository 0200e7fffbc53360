// base/math.c -- the functions of math.h (and abs) that every target has or is given, by their names for double.

#include "pallasc.h"
#include <string.h>

static const MathFunction *named(const char *name)
{
    static const struct { MathKind kind; const char *names[48]; } all[] = {
        { MATH_VECTORIZED, { "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh",
                             "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot",
                             "lgamma", "log", "log10", "log1p", "log2", "nearbyint", "pow", "remainder", "rint", "round", "sin",
                             "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc" } },
        { MATH_SCALAR, { "frexp", "ilogb", "llrint", "llround", "logb", "lrint", "lround", "modf", "nan", "nextafter", "remquo" } },
        { MATH_SCALING, { "ldexp", "scalbln", "scalbn" } },
        { MATH_CLASSIFYING, { "isnan", "isinf", "isfinite", "isnormal", "signbit", "isgreater", "isgreaterequal", "isless",
                              "islessequal", "islessgreater", "isunordered" } },
        { MATH_INTEGER, { "abs", "labs", "llabs" } },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (const char *const *of = all[i].names; *of; of++)
            if (is_text(name, *of)) {
                MathFunction *made = allocate(sizeof *made);
                *made = (MathFunction){ *of, all[i].kind };
                return made;
            }
    return NULL;
}

static bool has_names_for_types(const MathFunction *f)
{
    return f && f->kind < MATH_CLASSIFYING;
}

const MathFunction *math_function(const char *name)
{
    size_t length = strlen(name);
    const MathFunction *exact = named(name);
    const MathFunction *single = !exact && length && name[length - 1] == 'f' ? named(text_part(name, length - 1)) : NULL;
    return has_names_for_types(single) ? single : exact;
}

// As in the prototypes of C: abs(int), ldexp(double, int), scalbln(double, long).
static const Type *integer_argument(const MathFunction *f)
{
    static const char *const of_long[] = { "labs", "llabs", "scalbln" };
    return IS_ONE_OF(f->name, of_long) ? &long_type : &int_type;
}

static const Type *widest(const Node *call)
{
    const Type *type = call->items[0]->type;
    for (int i = 1; i < call->item_count; i++) {
        const Type *next = call->items[i]->type;
        type = type_is_float(next) && (next->kind == TY_F64 || type->kind != TY_F64) ? next : type;
    }
    return type;
}

// The type of the function that is meant: floorf is floor of floats.
static const Type *math_type(const Node *call)
{
    static const Type f32 = { .kind = TY_F32 }, f64 = { .kind = TY_F64 };
    return !has_names_for_types(call->math) ? widest(call) : is_text(call->name, call->math->name) ? &f64 : &f32;
}

const Type *math_result(const Node *call)
{
    return has_names_for_types(call->math) ? math_type(call) : call->type;
}

const Type *math_argument(const Node *call, int i)
{
    bool integer = call->math->kind == MATH_INTEGER || (call->math->kind == MATH_SCALING && i);
    const Type *from = call->items[i]->type, *to = integer ? integer_argument(call->math) : math_type(call);
    return from->kind == TY_POINTER || from->kind == to->kind ? NULL : to;
}
