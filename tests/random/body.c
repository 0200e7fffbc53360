// body.c -- the statements of a kernel.
//
// Every body is legal: it reads only defined elements, subscripts are in range, and iterations of PL_EACH share no element that
// one of them writes. Values are whole numbers small enough that every result is exact in its type, in any order of summation:
// each value has a bound of its magnitude (`most`), and is reduced if an operation would exceed that of its type.

#include "generate.h"

#include <string.h>

enum { MOST_LOCALS = 24 };
static const double exact_float = 1 << 24, exact_int = 1 << 30;

struct value { const char *text; bool floating; double most; };

// A loop's variable, in 0 .. bound - 1. `outside` names the dim of the destination that it runs over, if it may be partial.
struct variable { const char *name, *bound, *outside; long most; };

struct context {
    struct call *call;
    struct buffer *out;
    struct variable variable[MOST_LOCALS];
    struct value local[MOST_LOCALS];
    int variables, locals, from;                                       // blocks before `from` are not visible
    const struct block *written;                                       // by the iterations that use a value
    struct value self;                                                 // its element, which may be read; or no text
    long executions;                                                   // of the statement, in one program
    int names;
    bool in_function, in_each;
};

static struct value value(struct context *, int depth);
static void statement(struct context *, int depth);

static const char *new_name(struct context *x, char letter)
{
    enter("name%d", ++x->names);
    const char *name = choose_name(x->call, text("%c%d", letter, x->names));
    leave();
    return name;
}

// ---- Values ----

static struct value literal(long n, bool is_floating)
{
    if (chance("negative", 15))
        return (struct value){ is_floating ? text("(-%ld.0f)", n) : text("(-%ld)", n), is_floating, (double)n };
    return (struct value){ is_floating ? text("%ld.0f", n) : text("%ld", n), is_floating, n < 0 ? (double)-n : (double)n };
}

// Returns the value, reduced so that its magnitude is at most `most`, which is whole.
static struct value fit(struct value v, double most)
{
    long m = (long)most;
    if (v.most <= most)
        return v;
    if (!v.floating)
        return (struct value){ text("(%s) %% %ld", v.text, m + 1), false, most };
    if (m % 2)
        return (struct value){ text("%s(%s(%s, %ld.0f), -%ld.0f)", either("PL_MAX", "largest"), either("PL_MIN", "smallest"), v.text, m, m),
                               true, most };
    return (struct value){ text("fmodf(%s, %ld.0f)", v.text, m), true, most };
}

static struct value to_floating(struct value v)
{
    if (v.floating)
        return v;
    v = fit(v, exact_float / 2);
    return (struct value){ text("(float)(%s)", v.text), true, v.most };
}

// A float outside an array may be no number, or too large for an int: a program that converts it has no meaning in C.
static struct value to_integer(const struct context *x, struct value v)
{
    bool partial = false;
    for (int i = 0; i < x->call->blocks; i++)
        for (int d = 0; d < x->call->block[i].rank; d++)
            partial |= x->call->block[i].dim[d].outside && !x->call->block[i].defined_outside;
    if (!v.floating)
        return v;
    return (struct value){ partial ? text("int_of_%d(%s)", x->call->number, v.text) : text("(int)(%s)", v.text), false, v.most };
}

static double next_power(double n)
{
    double p = 1;
    while (p <= n)
        p *= 2;
    return p;
}

// ---- Uniform values ----

static struct value axis_value(const struct context *x, long which)
{
    const struct call *c = x->call;
    if (!c->axes)
        return literal(2, false);
    int a = (int)pick("axis", c->axes);
    const struct axis *axis = &c->axis[a];
    if (which == 1)
        return (struct value){ either(text("PL_NUM_PROGRAMS(%d)", a), text("(%s)", axis->extent)), false, (double)axis->most };
    if (which == 2)
        return (struct value){ either(text("PL_AXIS(%s)", axis->name), axis->name), false, (double)axis->most };
    if (which == 3 && c->batches)
        return (struct value){ either(text("PL_AXIS(%s)", c->batch[c->batches - 1].name), c->batch[c->batches - 1].name), false, 3 };
    return (struct value){ either(text("PL_PROGRAM_ID(%d)", a), axis->name), false, (double)axis->most };
}

static struct value uniform(struct context *x)
{
    const struct call *c = x->call;
    enter("uniform");
    long which = pick("which", 8);
    struct value v = literal(1 + pick("literal", 4), false);
    if (x->in_function) {
        if (x->locals && which > 3)
            v = x->local[pick("local", x->locals)];
    } else if (which <= 3) {
        v = axis_value(x, which);
    } else if (which <= 5) {
        for (int s = 0; s < c->sizes; s++)
            if (c->size[s].scalar && pick(text("scalar%d", s), 2))
                v = (struct value){ c->size[s].name, c->size[s].floating, (double)c->size[s].most };
    } else if (which == 6 && c->tables) {
        v = (struct value){ text(c->table[0].rank == 2 ? "t0[%ld][%ld]" : "t0[%ld]", pick("entry", 8), pick("column", 4)), false, 8 };
    } else if (which == 7 && x->locals) {
        v = x->local[pick("local", x->locals)];
    }
    if (!v.floating && chance("multiple", 5))
        v = (struct value){ text("%s", either(text("PL_MULTIPLE_OF(4 * (%s), 4)", v.text), text("(4 * (%s))", v.text))), false, 4 * v.most };
    leave();
    return v;
}

// ---- Elements ----

static bool same(const char *a, const char *b) { return a && b && !strcmp(a, b); }
static bool constant(const char *extent) { return extent[0] >= '0' && extent[0] <= '9'; }

static bool in_range(const struct variable *v, const struct block *b, int d)
{
    return constant(b->dim[d].extent) ? v->most <= b->dim[d].most : same(v->bound, b->dim[d].extent);
}

// Returns a subscript of dim d. *runs_over is set to the variable if the subscript is only that.
static const char *subscript(struct context *x, const struct block *b, int d, const struct variable **runs_over)
{
    const struct variable *fitting[MOST_LOCALS];
    int count = 0;
    *runs_over = NULL;
    for (int v = x->variables - 1; v >= 0; v--)
        if (in_range(&x->variable[v], b, d))
            fitting[count++] = &x->variable[v];
    // The variable that runs over this dim comes first, and is chosen most often.
    for (int i = 0; i < count; i++)
        if (same(fitting[i]->outside, b->dim[d].outside) && b->dim[d].outside) {
            const struct variable *own = fitting[i];
            fitting[i] = fitting[0], fitting[0] = own;
        }
    long n = b->dim[d].most;
    enter("subscript%d", d);
    long kind = pick("kind", 12);
    long which = count ? pick("variable", count) : 0;
    const char *s = "0";
    if (kind >= 10 && x->variables && constant(b->dim[d].extent)) {
        const struct variable *v = &x->variable[pick("any", x->variables)];
        s = kind == 10 ? text("%s %% %ld", v->name, n) : text("(%s + 1) %% %ld", v->name, n);
    } else if (kind == 9 && constant(b->dim[d].extent)) {
        s = text("%ld", pick("literal", n));
    } else if (!count) {
        s = constant(b->dim[d].extent) && n > 1 ? text("%ld", pick("literal", n)) : "0";
    } else if (kind == 8) {
        const struct variable *v = fitting[which];
        s = constant(b->dim[d].extent) && v->most < n ? text("%s + %ld", v->name, 1 + pick("shift", n - v->most))
                                                       : text("%s - 1 - %s", v->bound, v->name);
    } else if (kind == 7) {
        s = text("%s / 2", fitting[which]->name);
    } else {
        *runs_over = fitting[kind < 5 ? 0 : which];
        s = (*runs_over)->name;
    }
    leave();
    return s;
}

// Returns the condition that this element is in its array, and in its slice.
static const char *inside(const struct block *b, const char *const subscripts[])
{
    char *of_kernel = text("PL_INSIDE(%s", b->name), *of_reference = NULL, *in_slice = NULL;
    for (int d = 0; d < b->rank; d++) {
        of_kernel = text("%s, %s", of_kernel, subscripts[d]);
        if (!b->dim[d].outside)
            continue;
        char *one = text("inside(&w_%s, %d, %s)", b->name, b->dim[d].array_dim, subscripts[d]);
        of_reference = of_reference ? text("%s && %s", of_reference, one) : one;
        if (b->dim[d].bounded)
            in_slice = text("%s%s < PL_SIZE(%s, %d)", in_slice ? text("%s && ", in_slice) : "", subscripts[d], b->name, d);
    }
    of_kernel = text("%s)", of_kernel);
    return either(in_slice ? text("%s && %s", in_slice, of_kernel) : of_kernel, of_reference);
}

static const char *small_name(const struct type *t) { return t->name + 3; }

// Returns an element of a block as a number.
static struct value number(const struct block *b, const char *element)
{
    const struct type *t = b->type;
    double most = b->most;
    switch (t->class) {
    case SMALL:
        return (struct value){ text("%s(%s)", either("pl_to_f32", text("f32_of_%s", small_name(t))), element), true, most };
    case STRUCT:
        return chance("field", 50) ? (struct value){ text("%s.b", element), false, most } : (struct value){ text("%s.a", element), true, most };
    case UNSIGNED:
        return (struct value){ text("(int32_t)%s", element), false, most };
    case FLOATING:
        return (struct value){ element, true, most };
    default:
        return (struct value){ element, false, most };
    }
}

static const char *element_of(const struct block *b, const char *const subscripts[])
{
    const char *e = b->name;
    for (int d = 0; d < b->rank; d++)
        e = text("%s[%s]", e, subscripts[d]);
    return e;
}

static const struct block *root(const struct block *b)
{
    return b->base ? root(b->base) : b;
}

static bool is_input(const struct block *b) { return root(b)->role == INPUT; }

static bool readable(const struct context *x, const struct block *b)
{
    return b->ready && b->role != ATOMIC && b->use != LAST_ONLY && (!x->written || root(b) != root(x->written));
}

static const struct block *choose_readable(struct context *x)
{
    const struct block *found[MOST_BLOCKS];
    int count = 0;
    for (int i = x->from; i < x->call->blocks; i++)
        if (readable(x, &x->call->block[i]))
            found[count++] = &x->call->block[i];
    return count ? found[pick("block", count)] : NULL;
}

static struct value read_element(struct context *x, const struct block *b)
{
    const char *subscripts[MOST_DIMS] = { NULL };
    bool needs_guard = false;
    for (int d = 0; d < b->rank; d++) {
        const struct variable *over;
        subscripts[d] = subscript(x, b, d, &over);
        if (b->dim[d].outside && !(over && same(over->outside, b->dim[d].outside)))
            needs_guard |= !b->defined_outside;
    }
    for (int d = 0; d < b->rank; d++)
        needs_guard |= b->dim[d].bounded;
    const char *e = element_of(b, subscripts);
    struct value v = number(b, e);
    if (needs_guard || (b->rank && chance("masked", 4))) {
        const char *mask = "1 > 0";
        for (int d = 0; d < b->rank; d++)
            mask = b->dim[d].outside ? inside(b, subscripts) : mask;
        if (b->type->class <= INTEGER && chance("load", 30))
            v.text = either(text("PL_LOAD(%s, %s, 2)", e, mask), text("(%s ? %s : 2)", mask, e));
        else
            v.text = text("(%s ? %s : %s)", mask, v.text, v.floating ? "2.0f" : "2");
        v.most = v.most < 2 ? 2 : v.most;
    }
    return v;
}

// ---- Expressions ----

// Returns the sum, or the largest element, of a row of a block, by a C function that takes a pointer; no text: there is none.
static struct value of_row(struct context *x)
{
    const struct block *b = choose_readable(x);
    const char *subscripts[MOST_DIMS] = { NULL };
    bool is_float = b && same(b->type->name, "float");
    if (!b || !(is_float || same(b->type->name, "int32_t")) || b->is_table || b->role == SMEM || (is_float && b->most > 1000))
        return (struct value){ 0 };
    for (int d = 0; d < b->rank; d++) {
        const struct variable *over;
        if (b->dim[d].outside || !constant(b->dim[d].extent))
            return (struct value){ 0 };
        subscripts[d] = subscript(x, b, d, &over);
    }
    const char *row = b->name;
    for (int d = 0; d < b->rank - 1; d++)
        row = text("%s[%s]", row, subscripts[d]);
    long n = b->dim[b->rank - 1].most;
    return (struct value){ text("%s_%d(%s, %ld)", is_float ? "sum_of_row" : "largest_of_row", x->call->number, row, n), is_float,
                           is_float ? b->most * (double)n : b->most };
}

static struct value leaf(struct context *x)
{
    long kind = pick("leaf", 10);
    if (chance("row", 5)) {
        struct value v = of_row(x);
        if (v.text)
            return v;
    }
    if (x->self.text && kind >= 8)
        return x->self;
    if (kind == 7)
        return literal(1 + pick("literal", 4), pick("floating", 2));
    if (kind == 6)
        return uniform(x);
    if (kind == 5 && x->variables) {
        const struct variable *v = &x->variable[pick("variable", x->variables)];
        return (struct value){ v->name, false, (double)v->most };
    }
    if (kind == 4 && x->locals)
        return x->local[pick("local", x->locals)];
    const struct block *b = choose_readable(x);
    return b ? read_element(x, b) : x->variables ? (struct value){ x->variable[0].name, false, (double)x->variable[0].most } : uniform(x);
}

static const char *condition(struct context *x, int depth)
{
    static const char *const comparisons[] = { "<", ">", "<=", ">=" };
    enter("condition");
    enter("left");
    struct value a = value(x, depth - 1);
    leave();
    enter("right");
    struct value b = value(x, depth - 2);
    leave();
    const char *c = text("%s %s %s", a.text, comparisons[pick("comparison", 4)], b.text);
    leave();
    return c;
}

static struct value chosen_value(struct context *x, int depth, struct value a, struct value b)
{
    struct value v = { text("(%s ? %s : %s)", condition(x, depth - 1), a.text, b.text), a.floating, a.most > b.most ? a.most : b.most };
    return v;
}

static struct value floating_operation(struct context *x, int depth, struct value a, struct value b)
{
    double larger = a.most > b.most ? a.most : b.most;
    switch (pick("operation", 16)) {
    case 0: case 1: case 2:
        return (struct value){ text("(%s + %s)", a.text, b.text), true, a.most + b.most };
    case 3: case 4:
        return (struct value){ text("(%s - %s)", a.text, b.text), true, a.most + b.most };
    case 5: case 6:
        a = fit(a, 1000), b = fit(b, 1000);
        return (struct value){ text("%s * %s", a.text, b.text), true, a.most * b.most };
    case 7:
        return (struct value){ text("%s(%s, %s)", either("PL_MAX", "largest"), a.text, b.text), true, larger };
    case 8:
        return (struct value){ text("%s(%s, %s)", either("PL_MIN", "smallest"), a.text, b.text), true, larger };
    case 9:
        return (struct value){ text("fmaxf(%s, %s)", a.text, b.text), true, larger };
    case 10:
        return (struct value){ text("fabsf(%s)", a.text), true, a.most };
    case 11:
        return (struct value){ text("floorf(%s * 0.5f)", a.text), true, a.most };
    case 12:
        return (struct value){ text("(-%s)", a.text), true, a.most };
    case 13:
        a = fit(a, 100);
        return (struct value){ text("rintf(sqrtf(%s * %s))", a.text, a.text), true, a.most };
    case 14:
        return (struct value){ text("half_or_more_%d(%s, %s)", x->call->number, a.text, b.text), true, a.most + b.most };
    default:
        return chosen_value(x, depth, a, b);
    }
}

static struct value integer_operation(struct context *x, int depth, struct value a, struct value b)
{
    double larger = a.most > b.most ? a.most : b.most;
    switch (pick("operation", 16)) {
    case 0: case 1: case 2:
        return (struct value){ text("(%s + %s)", a.text, b.text), false, a.most + b.most };
    case 3:
        return (struct value){ text("(%s - %s)", a.text, b.text), false, a.most + b.most };
    case 4: case 5:
        a = fit(a, 10000), b = fit(b, 10000);
        return (struct value){ text("(%s) * (%s)", a.text, b.text), false, a.most * b.most };
    case 6:
        return (struct value){ text("((%s) & %ld)", a.text, 1 + pick("mask", 15)), false, 15 };
    case 7:
        return (struct value){ text("((%s) | (%s))", a.text, b.text), false, next_power(larger) };
    case 8:
        return (struct value){ text("((%s) ^ (%s))", a.text, b.text), false, next_power(larger) };
    case 9:
        return (struct value){ text("((%s) >> 1)", a.text), false, a.most };
    case 10:
        return (struct value){ text("(%s) %% %ld", a.text, 2 + pick("modulus", 6)), false, 7 };
    case 11:
        return (struct value){ text("(%s) / %ld", a.text, 2 + pick("divisor", 6)), false, a.most };
    case 12:
        return (struct value){ text("%s(%s, %s)", either("PL_MAX", "largest"), a.text, b.text), false, larger };
    case 13:
        return (struct value){ text("(%s < %s)", a.text, b.text), false, 1 };
    case 14:
        return (struct value){ text("entries_%d[(%s) & 3]", x->call->number, a.text), false, 9 };
    default:
        return chosen_value(x, depth, a, b);
    }
}

static struct value value(struct context *x, int depth)
{
    if (depth <= 0 || !chance("operation", 80))
        return leaf(x);
    enter("a");
    struct value a = value(x, depth - 1);
    leave();
    enter("b");
    struct value b = value(x, depth - 1);
    leave();
    bool is_floating = a.floating || (b.floating && chance("convert", 70));
    double most = is_floating ? exact_float / 4 : exact_int / 4;
    a = is_floating ? to_floating(a) : to_integer(x, a);
    b = is_floating ? to_floating(b) : to_integer(x, b);
    a = fit(a, most), b = fit(b, most);
    enter("op");
    struct value v = is_floating ? floating_operation(x, depth, a, b) : integer_operation(x, depth, a, b);
    leave();
    return v;
}

// Returns the value as an element of the type, with a magnitude of at most `most`.
static const char *stored(struct context *x, const struct type *t, struct value v, double most)
{
    switch (t->class) {
    case FLOATING:
        return fit(to_floating(v), most < 1 ? 1 : most).text;
    case INTEGER:
        return v.floating ? text("(%s)(%s)", t->name, fit(v, most).text) : fit(v, most).text;
    case UNSIGNED:
        return text("(%s) & %ld", to_integer(x, v).text, (long)(next_power(most + 1) / 2) - 1);
    case BOOLEAN:
        return v.floating ? text("%s > 0.0f", v.text) : text("%s > 0", v.text);
    case SMALL: {
        const char *f = fit(to_floating(v), most).text;
        return either(text("pl_to_%s(%s)", small_name(t), f), text("%s_of_f32(%s)", small_name(t), f));
    }
    default: {
        enter("other_field");
        struct value other = fit(to_integer(x, leaf(x)), most);
        leave();
        return text("(struct pair){ %s, %s }", fit(to_floating(v), most).text, other.text);
    }
    }
}

// Returns the largest value that a statement may write. Sums have the other half of the type's range.
static double limit(const struct block *b)
{
    if (b->cap > 0)
        return b->cap;
    return b->type->most > 1 ? (double)(long)(b->type->most / 2) : 1;
}

static struct value any(struct context *x, int depth)
{
    enter("value");
    struct value v = value(x, depth);
    leave();
    return v;
}

// ---- Reductions ----

struct reduction { const char *kernel, *reference; long begin; };

static const struct reduction reductions[] = {
    { "PL_ADD", "%s = %s + (%s);", 0 },  { "PL_MAX", "%s = largest(%s, (%s));", -100 }, { "PL_MIN", "%s = smallest(%s, (%s));", 100 },
    { "PL_MUL", "%s = %s * (%s);", 1 },  { "PL_OR", "%s = %s | (%s);", 0 },             { "PL_AND", "%s = %s & (%s);", 15 },
    { "PL_XOR", "%s = %s ^ (%s);", 0 },
};

// Adds an axis of a PL_REDUCE or a PL_EACH for both sides: `(c, 4)`, and the head of a loop.
static void add_axis(const char **axes, const char **loops, const char *name, const char *lo, const char *hi)
{
    char *axis = same(lo, "0") ? text("(%s, %s)", name, hi) : text("(%s, %s, %s)", name, lo, hi);
    *axes = *axes ? text("%s, %s", *axes, axis) : axis;
    *loops = text("%sfor (long %s = %s; %s < %s; %s++) ", *loops ? *loops : "", name, lo, name, hi, name);
}

static const char *spelled_extent(const struct block *b, int d)
{
    return chance(text("pl_dim%d", d), 30) ? either(text("PL_DIM(%s, %d)", b->name, d), b->dim[d].extent) : b->dim[d].extent;
}

static void declare_variable(struct context *x, const char *name, const char *bound, long most, const char *outside)
{
    x->variable[x->variables++] = (struct variable){ name, bound, outside, most };
}

// Chooses axes over some dims of a block, or a few iterations. Returns the largest number of values that are reduced.
static long reduction_axes(struct context *x, const char **axes, const char **loops)
{
    const struct block *b = choose_readable(x);
    long count = 1;
    *axes = *loops = NULL;
    for (int d = b ? b->rank - 1 : -1; d >= 0 && x->variables < MOST_LOCALS - 4; d--) {
        if (d < b->rank - 1 && !chance(text("over%d", d), 50))
            continue;
        const char *name = new_name(x, 'k');
        const char *hi = b->dim[d].bounded && chance("to_size", 50)
            ? either(text("PL_SIZE(%s, %d)", b->name, d), text("w_%s.count[%d]", b->name, b->dim[d].array_dim))
            : spelled_extent(b, d);
        add_axis(axes, loops, name, "0", hi);
        declare_variable(x, name, b->dim[d].extent, b->dim[d].most, NULL);
        count *= b->dim[d].most;
    }
    if (!*axes) {
        const char *name = new_name(x, 'k');
        long n = 1 + pick("turns", 4);
        add_axis(axes, loops, name, "0", text("%ld", n));
        declare_variable(x, name, text("%ld", n), n, NULL);
        count = n;
    }
    return count;
}

// Declares a local with the reduction of some values, which expressions may use from there on. `most` bounds it.
static void reduce_to_local(struct context *x, int depth, double most)
{
    const char *axes, *loops, *name = new_name(x, 'v');
    int variables = x->variables;
    struct value self = x->self;
    enter("reduce");
    long count = reduction_axes(x, &axes, &loops);
    x->self = (struct value){ 0 };
    struct value v = any(x, depth);
    x->self = self;
    x->variables = variables;
    if (x->call->axes && chance("struct", 6)) {
        struct value f = fit(to_floating(v), 90);
        line(x->out, "struct pair %s = { -100.0f, 3 };", name);
        line(x->out, "%s", either(text("PL_REDUCE (%s, better_%d, (%s), (struct pair){ %s, 1 });", name, x->call->number, axes, f.text),
                                  text("%s%s = better_%d(%s, (struct pair){ %s, 1 });", loops, name, x->call->number, name, f.text)));
        x->local[x->locals++] = (struct value){ text("%s.a", name), true, 100 };
        leave();
        return;
    }
    const struct reduction *r = &reductions[pick("operation", v.floating ? 4 : 7)];
    double each = r == &reductions[0] ? most / (double)count : r == &reductions[3] ? 1 : 100;
    if (each < 1)
        r = &reductions[1], each = 100;
    v = fit(v, (double)(long)each);
    double bound = r == &reductions[0] ? v.most * (double)count : 128;
    if (v.floating && r->begin < 0 && chance("infinity", 50))
        line(x->out, "float %s = -INFINITY;", name);
    else
        line(x->out, "%s %s = %ld;", v.floating ? "float" : chance("long", 40) ? "long" : "int32_t", name, r->begin);
    bool parenthesis = strstr(axes, "), (") != NULL;
    line(x->out, "%s", either(text(parenthesis ? "PL_REDUCE (%s, %s, (%s), %s);" : "PL_REDUCE (%s, %s, %s, %s);", name, r->kernel, axes, v.text),
                              text("%s%s", loops, text(r->reference, name, name, v.text))));
    x->local[x->locals++] = (struct value){ name, v.floating, bound };
    leave();
}

// ---- One element ----

// Declares a local that plain C computes with continue and break, do, or assignment operators; expressions may use it then.
static void plain_loop(struct context *x, int depth, long form)
{
    const char *name = new_name(x, 'v'), *turn = new_name(x, 'k');
    struct value v = fit(to_integer(x, any(x, depth - 1)), 50);
    if (form == 9) {
        line(x->out, "long %s = 1;", name);
        line(x->out, "for (int %s = 0; %s < 6; %s++) {", turn, turn, turn);
        line(x->out, "    if (%s == %ld)", turn, pick("skipped", 6));
        line(x->out, "        continue;");
        line(x->out, "    if (%s > %ld)", name, 20 + pick("enough", 40));
        line(x->out, "        break;");
        line(x->out, "    %s += %s;", name, v.text);
        line(x->out, "}");
    } else if (form == 10) {
        line(x->out, "long %s = 40;", name);
        line(x->out, "do {");
        line(x->out, "    %s -= 3 + ((%s) & 3);", name, v.text);
        line(x->out, "} while (%s > %ld);", name, 5 + pick("least", 20));
    } else {
        line(x->out, "int %s = %s;", name, v.text);
        line(x->out, "%s *= -2;", name);
        line(x->out, "%s ^= %ld;", name, 1 + pick("mask", 7));
        line(x->out, "++%s;", name);
        line(x->out, "%s >>= 1;", name);
    }
    x->local[x->locals++] = (struct value){ name, false, 400 };
}

// Writes the element, or updates it if it may be read.
static void write_element(struct context *x, const struct block *b, const char *element, int depth)
{
    int locals = x->locals;
    struct value was = x->self;
    const struct block *written = x->written;
    bool update = b->ready;
    enter("element");
    x->written = b;
    x->self = (struct value){ 0 };
    if (update)
        x->self = number(b, element);
    long form = pick("form", 14);
    if (form == 1 && x->locals < MOST_LOCALS - 2) {
        reduce_to_local(x, depth - 1, limit(b));
    } else if (form == 2 && x->locals < MOST_LOCALS - 2) {
        struct value v = fit(any(x, depth), 10000);
        const char *name = new_name(x, 'v');
        line(x->out, "%s %s = %s;", v.floating ? "float" : "long", name, v.text);
        x->local[x->locals++] = (struct value){ name, v.floating, v.most };
    } else if (form == 3 && x->locals < MOST_LOCALS - 2) {
        const char *name = new_name(x, 'v'), *turn = new_name(x, 'k');
        line(x->out, "long %s = 0;", name);
        line(x->out, "for (int %s = 0; %s < %ld; %s++)", turn, turn, 1 + pick("turns", 4), turn);
        line(x->out, "    %s += %s;", name, fit(to_integer(x, any(x, depth - 1)), 100).text);
        x->local[x->locals++] = (struct value){ name, false, 400 };
    } else if (form == 4 && x->locals < MOST_LOCALS - 2) {
        const char *name = new_name(x, 'v');
        line(x->out, "int %s = 1;", name);
        line(x->out, "switch ((%s) & 3) {", uniform(x).floating ? "1" : uniform(x).text);
        line(x->out, "case 0:");
        line(x->out, "    %s = %s;", name, fit(to_integer(x, any(x, depth - 1)), 100).text);
        line(x->out, "    break;");
        line(x->out, "case 2:");
        line(x->out, "    %s = 5;", name);
        line(x->out, "    break;");
        line(x->out, "default:");
        line(x->out, "    %s += 2;", name);
        line(x->out, "}");
        x->local[x->locals++] = (struct value){ name, false, 100 };
    } else if (form == 5 && x->locals < MOST_LOCALS - 2) {
        const char *name = new_name(x, 'v');
        line(x->out, "long %s = 1 + (%s);", name, x->variables ? x->variable[x->variables - 1].name : "3");
        line(x->out, "while (%s < 20)", name);
        line(x->out, "    %s = 3 * %s + 1;", name, name);
        x->local[x->locals++] = (struct value){ name, false, 100 };
    } else if (form >= 9 && form <= 11 && x->locals < MOST_LOCALS - 2) {
        plain_loop(x, depth, form);
    }
    enter("last");
    struct value v = any(x, depth);
    if (x->locals > locals) {
        struct value folded = x->local[x->locals - 1];
        v = to_floating(v), folded = to_floating(folded);
        v = (struct value){ text("(%s + %s)", fit(folded, exact_float / 8).text, fit(v, exact_float / 8).text), true, exact_float / 4 };
    }
    if (update && b->use == ACCUMULATE && b->type->class != STRUCT) {
        struct value self = to_floating(x->self);
        v = (struct value){ text("(%s + %s)", fit(self, exact_float / 8).text, fit(to_floating(v), exact_float / 8).text), true, exact_float / 4 };
    }
    const char *e = stored(x, b->type, v, limit(b));
    leave();
    if (form == 6 && b->role != SMEM) {
        line(x->out, "if (%s)", condition(x, 2));
        line(x->out, "    %s = %s;", element, e);
        line(x->out, "else");
        enter("else");
        line(x->out, "    %s = %s;", element, stored(x, b->type, any(x, depth - 1), limit(b)));
        leave();
    } else if (form == 7 && update && b->type->class != STRUCT) {
        const char *mask = condition(x, 2);
        line(x->out, "%s", either(text("PL_STORE(%s, %s, %s);", element, e, mask), text("if (%s) %s = %s;", mask, element, e)));
    } else if (form == 8 && update && b->type->class == STRUCT) {
        line(x->out, "%s.b = %s;", element, fit(to_integer(x, v), limit(b)).text);
    } else {
        line(x->out, "%s = %s;", element, e);
    }
    x->self = was;
    x->written = written;
    x->locals = locals;
    leave();
}

// ---- PL_EACH ----

// Returns the name of the dim's outside if writes to it are dropped: in an operand that is written.
static const char *dropped_outside(const struct block *b, int d)
{
    return b->role == OUTPUT || b->role == INOUT ? b->dim[d].outside : NULL;
}

// Writes every element of a block, or only some, if it has been written before.
static void each_element(struct context *x, struct block *b, int depth)
{
    const char *axes = NULL, *loops = NULL, *subscripts[MOST_DIMS];
    int variables = x->variables, locals = x->locals, at = x->out->depth;
    bool was_in_each = x->in_each;
    enter("each");
    // With rank 2 or more, perhaps a PL_EACH in a PL_EACH.
    int split = b->rank > 1 && chance("nested", 30) ? 1 : 0;
    for (int d = 0; d < b->rank; d++) {
        const char *name = new_name(x, "rcefgh"[d]), *lo = "0", *hi = spelled_extent(b, d);
        if (b->ready && constant(b->dim[d].extent) && b->dim[d].most > 1 && chance(text("part%d", d), 10)) {
            lo = text("%ld", pick("lo", b->dim[d].most));
            hi = text("%ld", b->dim[d].most);
        }
        add_axis(&axes, &loops, name, lo, hi);
        declare_variable(x, name, b->dim[d].extent, b->dim[d].most, dropped_outside(b, d));
        subscripts[d] = name;
        if (d + 1 == split || d + 1 == b->rank) {
            line(x->out, "%s {", either(text("PL_EACH (%s)", axes), loops));
            x->out->depth++;
            axes = loops = NULL;
            x->in_each = true;
            if (d + 1 == split && x->locals < MOST_LOCALS - 4 && chance("of_row", 60)) {
                const struct block *written = x->written;
                x->written = b;
                reduce_to_local(x, depth - 1, 1000);
                x->written = written;
            }
        }
    }
    write_element(x, b, element_of(b, subscripts), depth);
    x->locals = locals;
    while (x->out->depth > at) {
        x->out->depth--;
        line(x->out, "}");
    }
    x->variables = variables;
    x->in_each = was_in_each;
    leave();
}

static void write_block(struct context *x, struct block *b, int depth)
{
    int locals = x->locals;
    if (b->role == SMEM) {
        // Scalar memory: one element after the other.
        const char *u = new_name(x, 'u');
        const char *head = text("(%s, 0, %s)", u, b->dim[0].extent);
        line(x->out, "%s {", either(text("PL_LOOP %s", head), text("for (long %s = 0; %s < %s; %s++)", u, u, b->dim[0].extent, u)));
        x->out->depth++;
        declare_variable(x, u, b->dim[0].extent, b->dim[0].most, NULL);
        write_element(x, b, text("%s[%s]", b->name, u), depth);
        x->variables--;
        x->out->depth--;
        line(x->out, "}");
    } else {
        each_element(x, b, depth);
    }
    x->locals = locals;
}

// ---- Whole blocks ----

static bool matches(const struct block *to, int d, const struct block *from, int e)
{
    const char *outside = from->dim[e].outside;
    return same(to->dim[d].extent, from->dim[e].extent) && !from->dim[e].bounded &&
        (!outside || from->defined_outside || same(outside, dropped_outside(to, d)));
}

static bool assignable(const struct block *to, const struct block *from)
{
    enum class t = to->type->class, f = from->type->class;
    if (from->rank != to->rank || from->role == SMEM || from->is_table || from->most > limit(to))
        return false;
    if (t != f && (t == BOOLEAN || t == UNSIGNED || t == STRUCT || f == STRUCT))
        return false;
    for (int d = 0; d < to->rank; d++)
        if (!matches(to, d, from, d))
            return false;
    return true;
}

static bool assign(struct context *x, struct block *b)
{
    for (int i = x->from; i < x->call->blocks; i++) {
        const struct block *from = &x->call->block[i];
        if (from == b || root(from) == root(b) || !readable(x, from) || !assignable(b, from))
            continue;
        const char *copy = from->name, *into = b->name, *loops = "";
        for (int d = 0; d < b->rank; d++) {
            loops = text("%sfor (long e%d = 0; e%d < %s; e%d++) ", loops, d, d, b->dim[d].extent, d);
            copy = text("%s[e%d]", copy, d), into = text("%s[e%d]", into, d);
        }
        const char *converted = copy;
        if (b->type != from->type) {
            if (from->type->class == SMALL)
                converted = text("f32_of_%s(%s)", small_name(from->type), copy);
            if (b->type->class == SMALL)
                converted = text("%s_of_f32((float)%s)", small_name(b->type), converted);
        }
        line(x->out, "%s", either(text("PL_ASSIGN(%s, %s);", b->name, from->name), text("%s%s = %s;", loops, into, converted)));
        return true;
    }
    return false;
}

static void fill(struct context *x, struct block *b)
{
    long v = pick("fill", b->type->class == BOOLEAN ? 2 : 4);
    const char *loops = "", *into = b->name;
    for (int d = 0; d < b->rank; d++) {
        loops = text("%sfor (long e%d = 0; e%d < %s; e%d++) ", loops, d, d, b->dim[d].extent, d);
        into = text("%s[e%d]", into, d);
    }
    const char *kernel = b->type->class == STRUCT ? text("((struct pair){ %ld, 2 })", v) : text("%ld", v);
    const char *reference = b->type->class == STRUCT ? text("(struct pair){ %ld, 2 }", v)
        : b->type->class == SMALL                    ? text("%s_of_f32(%ld.0f)", small_name(b->type), v)
                                                     : kernel;
    line(x->out, "%s", either(text("PL_FILL(%s, %s);", b->name, kernel), text("%s%s = %s;", loops, into, reference)));
}

// Writes all of a block in some way, and marks it as ready.
static void write_whole(struct context *x, struct block *b, int depth)
{
    enter("whole_%s", b->name);
    long how = pick("how", 10);
    if (b->role == SMEM || how < 7 || (how < 9 && b->use == ACCUMULATE && b->ready) || (how == 9 && !assign(x, b)))
        write_block(x, b, depth);
    else if (how < 9)
        fill(x, b);
    b->ready = true;
    if (b->most < limit(b))
        b->most = b->type->most;
    leave();
}

// ---- PL_DOT ----

static bool may_sum(const struct block *b)
{
    const char *t = b->type->name;
    return b->rank == 2 && b->ready && b->role != SMEM && b->role != INPUT && b->role != ATOMIC && b->use != LAST_ONLY &&
        (same(t, "float") || same(t, "double") || same(t, "int32_t") || same(t, "int64_t"));
}

static struct block *new_tile(struct context *x, const struct type *type, int rank)
{
    struct call *c = x->call;
    if (c->blocks >= MOST_BLOCKS - 2)
        return NULL;
    struct block *b = &c->block[c->blocks++];
    *b = (struct block){ .name = new_name(x, 'p'), .type = type, .role = LOCAL, .rank = rank, .defined_outside = true, .visits = 1 };
    return b;
}

static void declare_tile(struct context *x, const struct block *b)
{
    char *dims = text("%s", b->dim[0].extent), *brackets = text("[%s]", b->dim[0].extent);
    for (int d = 1; d < b->rank; d++) {
        dims = text("%s, %s", dims, b->dim[d].extent);
        brackets = text("%s[%s]", brackets, b->dim[d].extent);
    }
    line(x->out, "%s", either(text("PL_TILE(%s, %s, %s);", b->type->name, b->name, dims),
                              text("%s %s%s; garbage(&%s, sizeof %s);", b->type->name, b->name, brackets, b->name, b->name)));
}

// An operand of PL_DOT. Its rows match dim d of acc (for the second operand its columns do), and it has k columns.
struct factor { const struct block *block; bool transposed; };

static bool is_factor(const struct block *acc, int d, const struct block *b, int along, const char *k)
{
    bool floats = acc->type->class == FLOATING;
    enum class f = b->type->class;
    if (b->rank != 2 || b->role == SMEM || b->is_table || b->most > 8 || f == STRUCT || f == BOOLEAN || f == UNSIGNED)
        return false;
    if ((f == FLOATING || f == SMALL) != floats || same(b->type->name, "double") != same(acc->type->name, "double") ||
        same(b->type->name, "int64_t") != same(acc->type->name, "int64_t"))
        return false;
    const int other = 1 - along;
    return matches(acc, d, b, along) && constant(b->dim[other].extent) && (!k || same(k, b->dim[other].extent)) &&
        (!b->dim[other].outside || (b->defined_outside && !b->dim[other].bounded));
}

static struct factor find_factor(struct context *x, const struct block *acc, int d, const char *k)
{
    for (int i = x->from; i < x->call->blocks; i++) {
        const struct block *b = &x->call->block[i];
        if (b == acc || root(b) == root(acc) || !readable(x, b))
            continue;
        for (int along = 0; along < 2; along++)
            if (is_factor(acc, d, b, along, k))
                return (struct factor){ b, along != d };
    }
    return (struct factor){ 0 };
}

// Fails if there is no room, or if acc has an extent that is known only at run time.
static struct factor make_factor(struct context *x, const struct block *acc, int d, const char *k)
{
    static const int floats[] = { 0, 0, 3, 4 }, ints[] = { 1, 5, 1, 10 };
    if (!constant(acc->dim[d].extent))
        return (struct factor){ 0 };
    enter("factor%d", d);
    bool transposed = pick("transposed", 2);
    const struct type *t = acc->type;
    if (same(t->name, "float"))
        t = &types[floats[pick("type", 4)]];
    else if (same(t->name, "int32_t"))
        t = &types[ints[pick("type", 4)]];
    struct block *b = new_tile(x, t, 2);
    if (b) {
        int along = transposed ? 1 - d : d;
        b->dim[along].extent = acc->dim[d].extent, b->dim[along].most = acc->dim[d].most;
        b->dim[1 - along].extent = k;
        sscanf(k, "%ld", &b->dim[1 - along].most);
        declare_tile(x, b);
        b->cap = 8;
        each_element(x, b, 1);
        b->ready = true;
        b->most = 8;
    }
    leave();
    return (struct factor){ b, transposed };
}

static const char *factor_element(const struct factor *f, const char *row, const char *column)
{
    const struct block *b = f->block;
    const char *e = text("%s[%s][%s]", b->name, f->transposed ? column : row, f->transposed ? row : column);
    return b->type->class == SMALL ? text("f32_of_%s(%s)", small_name(b->type), e) : e;
}

static bool dot(struct context *x, struct block *acc)
{
    double budget = limit(acc) / (double)acc->visits / (double)x->executions / 4;
    if (!may_sum(acc) || acc->sums >= 4 || budget < 64 * 16)
        return false;
    enter("dot");
    struct factor a = find_factor(x, acc, 0, NULL);
    const char *k = a.block ? a.block->dim[a.transposed ? 0 : 1].extent : text("%ld", 1 + pick("k", 9));
    if (!a.block || chance("make_first", 30))
        a = make_factor(x, acc, 0, k);
    struct factor b = find_factor(x, acc, 1, k);
    if (!b.block || b.block == a.block)
        b = make_factor(x, acc, 1, k);
    static const char *const precisions[] = { "", "", ", PL_TF32", ", PL_BF16X1" };
    bool good = a.block && b.block;
    if (good) {
        acc->sums++;
        const char *precision = same(acc->type->name, "float") ? precisions[pick("precision", 4)] : "";
        line(x->out, "%s", either(text(text("PL_DOT(%%s, %s, %s%%s);", a.transposed ? "PL_T(%s)" : "%s", b.transposed ? "PL_T(%s)" : "%s"),
                                       acc->name, a.block->name, b.block->name, precision),
                                  text("for (long r = 0; r < %s; r++) for (long c = 0; c < %s; c++) for (long k = 0; k < %s; k++) %s[r][c] += %s * %s;",
                                       acc->dim[0].extent, acc->dim[1].extent, k, acc->name, factor_element(&a, "r", "k"),
                                       factor_element(&b, "k", "c"))));
    }
    leave();
    return good;
}

// ---- Statements ----

static void end_of_scope(struct context *x, int blocks, int locals, int variables)
{
    x->call->blocks = blocks;
    x->locals = locals;
    x->variables = variables;
}

static bool writable(const struct block *b)
{
    return b->rank && b->ready && (b->role == OUTPUT || b->role == INOUT || b->role == SCRATCH || b->role == SMEM || b->role == LOCAL) &&
        b->use != LAST_ONLY && root(b)->role != INPUT;
}

static struct block *choose_writable(struct context *x)
{
    struct block *found[MOST_BLOCKS];
    int count = 0;
    for (int i = x->from; i < x->call->blocks; i++)
        if (writable(&x->call->block[i]))
            found[count++] = &x->call->block[i];
    return count ? found[pick("written", count)] : NULL;
}

static void block_of_statements(struct context *x, int depth, int most)
{
    int blocks = x->call->blocks, locals = x->locals, variables = x->variables;
    x->out->depth++;
    for (int i = 0; i < most; i++)
        if (!i || chance(text("statement%d", i), 40)) {
            enter("statement%d", i);
            statement(x, depth - 1);
            leave();
        }
    end_of_scope(x, blocks, locals, variables);
    x->out->depth--;
}

static const char *uniform_condition(struct context *x)
{
    const struct call *c = x->call;
    enter("when");
    struct value u = to_integer(x, uniform(x));
    const char *text_of = text("(%s) %% 2 == %ld", u.text, pick("rest", 2));
    if (chance("compare", 40))
        text_of = text("%s > %ld", u.text, pick("least", 3));
    if (c->axes && chance("first", 30))
        text_of = first_of(c, 1u << pick("axis", c->axes), pick("last", 2) ? "LAST" : "FIRST");
    leave();
    return text_of;
}

static void when(struct context *x, int depth)
{
    line(x->out, "%s(%s) {", either(chance("plain_if", 30) ? "if " : "PL_WHEN ", "if "), uniform_condition(x));
    enter("then");
    block_of_statements(x, depth, 2);
    leave();
    if (chance("else", 40)) {
        line(x->out, "} else {");
        enter("else");
        block_of_statements(x, depth, 2);
        leave();
    }
    line(x->out, "}");
}

static void loop(struct context *x, int depth)
{
    const char *u = new_name(x, 'u');
    long n = 1 + pick("turns", 3), lo = pick("lo", 2), step = 1 + pick("step", 2), executions = x->executions;
    if (chance("for", 30))
        line(x->out, "for (long %s = %ld; %s < %ld; %s += %ld) {", u, lo, u, lo + n, u, step);
    else
        line(x->out, "%s {", either(step == 1 && pick("without_step", 2) ? text("PL_LOOP (%s, %ld, %ld)", u, lo, lo + n)
                                                                         : text("PL_LOOP (%s, %ld, %ld, %ld)", u, lo, lo + n, step),
                                    text("for (long %s = %ld; %s < %ld; %s += %ld)", u, lo, u, lo + n, u, step)));
    x->executions *= n;
    declare_variable(x, u, text("%ld", lo + n), lo + n, NULL);
    block_of_statements(x, depth, 2);
    x->variables--;
    x->executions = executions;
    line(x->out, "}");
}

static void tile(struct context *x, int depth)
{
    enter("tile");
    struct block *b = new_tile(x, &types[chance("any_type", 50) ? pick("type", type_count) : pick("common_type", 2)],
                               1 + (int)pick("rank", 3));
    if (b) {
        for (int d = 0; d < b->rank; d++) {
            b->dim[d].most = 1 + pick(text("extent%d", d), 6);
            const struct block *like = choose_readable(x);
            if (like && chance(text("like%d", d), 60) && constant(like->dim[like->rank - 1].extent))
                b->dim[d].most = like->dim[like->rank - 1].most;
            b->dim[d].extent = text("%ld", b->dim[d].most);
        }
        b->most = b->type->most;
        declare_tile(x, b);
        write_whole(x, b, depth);
    }
    leave();
}

// Declares a view of some rows of a block, or of one matrix of a block of rank 3.
static void view(struct context *x)
{
    struct call *c = x->call;
    enter("view");
    const struct block *of = choose_readable(x);
    bool good = of && of->role != SMEM && !of->is_table && c->blocks < MOST_BLOCKS - 2 && of->rank >= 1;
    for (int d = 0; good && d < of->rank; d++)
        good = constant(of->dim[d].extent) && !of->dim[d].outside;
    if (good) {
        struct block *b = &c->block[c->blocks++];
        bool matrix = of->rank > 1 && chance("drop", 40);
        *b = *of;
        b->name = new_name(x, 'w');
        b->role = LOCAL;
        b->base = of;
        b->rank = of->rank - matrix;
        long n = of->dim[0].most, from = pick("from", n), rows = 1 + pick("rows", n - from);
        for (int d = 0; d < b->rank; d++)
            b->dim[d] = of->dim[d + matrix];
        if (!matrix)
            b->dim[0].extent = text("%ld", rows), b->dim[0].most = rows;
        // Fewer columns, the first ones.
        int last = b->rank - 1;
        if (last > 0 && b->dim[last].most > 1 && chance("columns", 30)) {
            b->dim[last].most = 1 + pick("width", b->dim[last].most);
            b->dim[last].extent = text("%ld", b->dim[last].most);
        }
        const char *dims = "", *brackets = "";
        for (int d = 0; d < b->rank; d++)
            dims = text("%s, %s", dims, b->dim[d].extent);
        for (int d = 1; d < b->rank; d++)
            brackets = text("%s[%s]", brackets, of->dim[d + matrix].extent);
        const char *first = matrix ? text("%s[%ld]", of->name, from) : text("&%s[%ld]", of->name, from);
        const char *is_const = is_input(of) ? "const " : "";
        line(x->out, "%s", either(text("PL_VIEW(%s%s, %s, %s%s);", is_const, of->type->name, b->name, first, dims),
                                  b->rank > 1 ? text("%s%s (*%s)%s = %s;", is_const, of->type->name, b->name, brackets, first)
                                              : text("%s%s *%s = %s;", is_const, of->type->name, b->name, first)));
    }
    leave();
}

static bool passable(const struct block *b)
{
    if (b->role == SMEM || b->role == ATOMIC || b->is_table || !b->rank || b->base)
        return false;
    for (int d = 0; d < b->rank; d++)
        if (!constant(b->dim[d].extent) || b->dim[d].bounded || (b->dim[d].outside && !b->defined_outside))
            return false;
    return true;
}

static const char *parameter(const struct block *b, const char *name)
{
    char *p = text("PL_REF(%s%s, %s", is_input(b) ? "const " : "", b->type->name, name);
    for (int d = 0; d < b->rank; d++)
        p = text("%s, %s", p, b->dim[d].extent);
    return text("%s)", p);
}

// The reference has the body of a PL_FUNCTION in place of the call, with a name for each argument.
static void argument(struct buffer *out, const struct block *b, const char *name, bool is_const)
{
    const char *brackets = "";
    for (int d = 1; d < b->rank; d++)
        brackets = text("%s[%s]", brackets, b->dim[d].extent);
    line(out, b->rank > 1 ? "%s%s (*%s)%s = %s;" : "%s%s *%s%s = %s;", is_const ? "const " : "", b->type->name, name, brackets, b->name);
}

static void function(struct context *x, struct block *to, int depth)
{
    struct call *c = x->call;
    enter("function");
    const struct block *from = choose_readable(x);
    if (!passable(to) || !from || !passable(from) || root(from) == root(to) || c->blocks > MOST_BLOCKS - 4) {
        leave();
        write_whole(x, to, depth);
        return;
    }
    struct context inner = { .call = c, .from = c->blocks, .executions = x->executions, .in_function = true, .names = 100 + 10 * x->names };
    struct buffer body = { .depth = 1 }, inlined = { .depth = x->out->depth };
    const char *name = text("function_%d_%d", c->number, ++x->names), *by = text("by%d", x->names);
    const char *a = new_name(&inner, 'x'), *z = new_name(&inner, 'z');
    struct block *of_a = &c->block[c->blocks++], *of_z = &c->block[c->blocks++];
    *of_a = *from, *of_z = *to;
    of_a->name = a, of_z->name = z;
    of_a->role = INPUT;
    of_z->role = LOCAL;
    for (int d = 0; d < MOST_DIMS; d++)
        of_a->dim[d].outside = of_z->dim[d].outside = NULL;
    inner.out = &body;
    inner.local[inner.locals++] = (struct value){ by, false, 8 };
    each_element(&inner, of_z, depth);
    add(&c->before, "%s", either(text("PL_FUNCTION(void, %s, PL_SCALAR(int32_t, %s), %s, %s)\n{\n%s}\n\n", name, by, parameter(of_a, a),
                                      parameter(of_z, z), body.text), ""));
    struct value u = fit(to_integer(x, uniform(x)), 8);
    line(&inlined, "{");
    inlined.depth++;
    line(&inlined, "int32_t %s = (int32_t)(%s);", by, u.text);
    argument(&inlined, from, a, true);
    argument(&inlined, to, z, false);
    add(&inlined, "%s", body.text);
    inlined.depth--;
    line(&inlined, "}");
    add(x->out, "%s", either(text("%*s%s((int32_t)(%s), PL_PASS(%s), PL_PASS(%s));\n", 4 * x->out->depth, "", name, u.text, from->name, to->name),
                             inlined.text));
    end_of_scope(x, inner.from, x->locals, x->variables);
    x->names += 3;
    to->ready = true;
    if (to->most < limit(to))
        to->most = to->type->most;
    leave();
}

// Declares a local with the result of a PL_FUNCTION that reduces a block.
static void function_of_value(struct context *x)
{
    struct call *c = x->call;
    enter("function_of_value");
    const struct block *from = choose_readable(x);
    if (!from || !passable(from) || c->blocks > MOST_BLOCKS - 4 || x->locals > MOST_LOCALS - 4) {
        leave();
        return;
    }
    struct context inner = { .call = c, .from = c->blocks, .executions = x->executions, .in_function = true, .names = 100 + 10 * x->names };
    struct buffer body = { .depth = 1 }, inlined = { .depth = x->out->depth };
    const char *name = text("function_%d_%d", c->number, ++x->names), *a = new_name(&inner, 'x'), *result = new_name(x, 'v');
    struct block *of_a = &c->block[c->blocks++];
    *of_a = *from;
    of_a->name = a;
    of_a->role = INPUT;
    for (int d = 0; d < MOST_DIMS; d++)
        of_a->dim[d].outside = NULL;
    inner.out = &body;
    reduce_to_local(&inner, 2, 1000);
    struct value v = inner.local[0];
    const char *type = v.floating ? "float" : "long";
    add(&c->before, "%s", either(text("PL_FUNCTION(%s, %s, %s)\n{\n%s    return %s;\n}\n\n", type, name, parameter(of_a, a), body.text, v.text), ""));
    line(&inlined, "%s %s;", type, result);
    line(&inlined, "{");
    inlined.depth++;
    argument(&inlined, from, a, true);
    add(&inlined, "%s", body.text);
    line(&inlined, "%s = %s;", result, v.text);
    inlined.depth--;
    line(&inlined, "}");
    add(x->out, "%s", either(text("%*s%s %s = %s(PL_PASS(%s));\n", 4 * x->out->depth, "", type, result, name, from->name), inlined.text));
    c->blocks = inner.from;
    x->names += 3;
    x->local[x->locals++] = (struct value){ result, v.floating, v.most };
    leave();
}

static void statement(struct context *x, int depth)
{
    struct block *b = choose_writable(x);
    enter("kind");
    long kind = pick("kind", 20);
    if (kind >= 16 && depth > 0)
        kind < 18 ? when(x, depth) : loop(x, depth);
    else if (kind >= 14)
        tile(x, depth);
    else if (kind == 13)
        view(x);
    else if (kind == 12 && x->locals < MOST_LOCALS - 4)
        reduce_to_local(x, 2, 1000);
    else if (kind == 11)
        line(x->out, "%s", either(text("PL_CHECK(%s > -1000, \"a %%d\", 1);", to_integer(x, uniform(x)).text), ";"));
    else if (b && (kind == 9 || kind == 10) && !x->in_function)
        function(x, b, 2);
    else if (kind == 8 && !x->in_function && chance("value", 40))
        function_of_value(x);
    else if (b && kind >= 7 && dot(x, b))
        ;
    else if (b)
        write_block(x, b, 2);
    else
        tile(x, depth);
    leave();
}

// ---- The body ----

static void write_first(struct context *x, struct block *b)
{
    bool conditional = b->first && (b->use == ACCUMULATE || b->use == CARRIED);
    enter("first_%s", b->name);
    if (conditional) {
        line(x->out, "%s(%s) {", either("PL_WHEN ", "if "), b->first);
        x->out->depth++;
    }
    write_whole(x, b, 1);
    if (conditional) {
        x->out->depth--;
        line(x->out, "}");
    }
    leave();
}

static void write_atomic(struct context *x, const struct block *b)
{
    static const struct { const char *name, *reference; } operations[] = {
        { "ADD", "%s += %s;" }, { "MAX", "%s = largest(%s, (%s));" }, { "MIN", "%s = smallest(%s, (%s));" },
        { "OR", "%s |= %s;" },  { "AND", "%s &= %s;" },               { "XOR", "%s ^= %s;" },
    };
    int op = b->operation, variables = x->variables;
    const char *subscripts[MOST_DIMS];
    enter("atomic");
    const char *e = new_name(x, 'e');
    bool each = chance("each", 60);
    if (each) {
        long n = 1 + pick("turns", 6);
        line(x->out, "%s {", either(text("PL_EACH ((%s, %ld))", e, n), text("for (long %s = 0; %s < %ld; %s++)", e, e, n, e)));
        declare_variable(x, e, text("%ld", n), n, NULL);
        x->out->depth++;
    }
    for (int d = 0; d < b->rank; d++) {
        const struct variable *over;
        subscripts[d] = subscript(x, b, d, &over);
    }
    const char *element = element_of(b, subscripts);
    struct value v = any(x, 2);
    const char *s = b->type->class == FLOATING ? fit(to_floating(v), 8).text : text("(%s) & 7", to_integer(x, v).text);
    const char *reference = op == 1 || op == 2 ? text(operations[op].reference, element, element, s) : text(operations[op].reference, element, s);
    line(x->out, "%s", either(text("PL_ATOMIC_%s(&%s, %s);", operations[op].name, element, s), reference));
    if (each) {
        x->out->depth--;
        line(x->out, "}");
    }
    x->variables = variables;
    leave();
}

void choose_body(struct call *c)
{
    struct context x = { .call = c, .out = &c->body, .executions = 1 };
    int operands = c->blocks;
    c->body.depth = 1;
    for (int i = 0; i < operands; i++) {
        struct block *b = &c->block[i];
        if (b->role == SCRATCH || b->role == SMEM || (b->role == OUTPUT && b->use == ACCUMULATE && !b->ready))
            write_first(&x, b);
        else if (b->ready && b->role != INPUT)
            b->most = b->type->most;
        else if (b->role == OUTPUT && b->use == WRITE && chance(text("early_%s", b->name), 40))
            write_first(&x, b);
    }
    for (int i = 0; i < 5; i++)
        if (chance(text("statement%d", i), 45)) {
            enter("statement%d", i);
            statement(&x, 3);
            leave();
        }
    for (int i = 0; i < operands; i++) {
        struct block *b = &c->block[i];
        enter("finish_%s", b->name);
        if (b->role == OUTPUT || b->role == INOUT) {
            if (b->use == LAST_ONLY) {
                line(x.out, "%s(%s) {", either("PL_WHEN ", "if "), b->last);
                x.out->depth++;
            }
            if (b->use != ACCUMULATE || !b->first || chance("updated", 70))
                write_whole(&x, b, 3);
            if (b->use == LAST_ONLY) {
                x.out->depth--;
                line(x.out, "}");
                b->ready = false;
            }
        } else if (b->role == ATOMIC) {
            write_atomic(&x, b);
        }
        leave();
    }
    for (int i = 0; i < 2; i++)
        if (chance(text("after%d", i), 20)) {
            enter("after%d", i);
            statement(&x, 2);
            leave();
        }
}
