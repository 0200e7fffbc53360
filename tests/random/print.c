// print.c -- prints a program: kernels and calls, the reference and main().

#include "generate.h"

#include <string.h>

// ---- Kernels and calls ----

static const char *dims_of(const struct block *b)
{
    char *dims = text("%s", b->dim[0].extent);
    for (int d = 1; d < b->rank; d++)
        dims = text("%s, %s", dims, b->dim[d].extent);
    return dims;
}

static const char *parameter(const struct call *c, int i)
{
    const struct block *b = &c->block[i];
    const char *keyword = b->role == SMEM || i < c->tables ? "PL_SMEM_REF" : "PL_REF";
    return text("%s(%s%s, %s, %s)", keyword, b->role == INPUT ? "const " : "", b->type->name, b->name, dims_of(b));
}

// Returns the number of blocks that are parameters. They come first: tables, operands, scratch.
static int parameters(const struct call *c)
{
    int count = 0;
    while (count < c->blocks && c->block[count].role != LOCAL)
        count++;
    return count;
}

static void print_kernel(FILE *out, const struct call *c)
{
    fprintf(out, "PL_KERNEL(kernel_%d", c->number);
    for (int s = 0; s < c->sizes; s++)
        if (c->size[s].scalar)
            fprintf(out, ",\n          PL_SCALAR(%s, %s)", c->size[s].type, c->size[s].name);
    for (int i = 0; i < parameters(c); i++)
        fprintf(out, ",\n          %s", parameter(c, i));
    fprintf(out, ")\n{\n");
    put(out, c->body.text ? c->body.text : "", KERNEL);
    fprintf(out, "}\n\n");
}

static const char *tuple(const struct operand *o, int which)
{
    char *all = text("(");
    for (int d = 0; d < o->rank; d++) {
        const struct dim *dim = &o->dim[d];
        all = text("%s%s%s", all, d ? ", " : "", which == 0 ? dim->shape : which == 1 ? dim->block : dim->index);
    }
    return text("%s)", all);
}

static const char *unblocked(const struct operand *o)
{
    const char *extents = "", *padding = "";
    for (int d = 0; d < o->rank; d++) {
        const char *inner = o->dim[d].block + strlen("PL_ELEMENT("), *comma = strchr(inner, ',');
        extents = text("%s%s%.*s", extents, d ? ", " : "", (int)(comma - inner), inner);
        padding = text("%s%s(%s", padding, d ? ", " : "", comma + 2);
    }
    return text("PL_UNBLOCKED((%s), (%s))", extents, padding);
}

static const char *spec(const struct operand *o)
{
    if (o->role == ATOMIC)
        return "PL_ATOMIC";
    if (o->whole)
        return "PL_WHOLE";
    const char *block = o->unblocked ? unblocked(o) : tuple(o, 1);
    return text("PL_BLOCKSPEC(%s, %s%s%s)", block, tuple(o, 2), o->edge ? text(", PL_EDGE(%s)", o->edge) : "", o->options);
}

static void print_batch(FILE *out, const struct call *c, int b)
{
    fprintf(out, ",\n        PL_BATCH(%s, ", c->batch[b].name);
    put(out, c->batch[b].extent, KERNEL);
    for (int t = 0; t < c->tables; t++)
        if (c->table[t].batched[b])
            fprintf(out, ", %s", c->table[t].name);
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].batched[b])
            fprintf(out, ", %s", c->operand[i].name);
    fprintf(out, ")");
}

static void print_call(FILE *out, const struct call *c)
{
    static const char *const kinds[] = { "", "PL_ARBITRARY", "PL_PARALLEL" }, *const parts[] = { "PL_IN", "PL_OUT", "PL_INOUT", "PL_INOUT" };
    const char *sizes = NULL;
    fprintf(out, "PL_CALL(call_%d, kernel_%d", c->number, c->number);
    for (int s = 0; s < c->sizes; s++)
        if (!c->size[s].scalar)
            sizes = sizes ? text("%s, %s", sizes, c->size[s].name) : c->size[s].name;
    if (sizes)
        fprintf(out, ",\n        PL_SIZES(%s)", sizes);
    for (int s = 0; s < c->sizes; s++)
        if (c->size[s].scalar)
            fprintf(out, ",\n        PL_SCALAR(%s, %s)", c->size[s].type, c->size[s].name);
    for (int b = 0; b < c->batches; b++)
        print_batch(out, c, b);
    fprintf(out, ",\n        PL_GRID(");
    for (int a = 0; a < c->axes; a++)
        put(out, text("%s%s(%s, %s)", a ? ", " : "", kinds[c->axis[a].kind], c->axis[a].name, c->axis[a].extent), KERNEL);
    fprintf(out, ")");
    for (int t = 0; t < c->tables; t++)
        fprintf(out, c->table[t].rank == 2 ? ",\n        PL_PREFETCH(%s, %s, (%ld, %ld))" : ",\n        PL_PREFETCH(%s, %s, (%ld))",
                c->table[t].type, c->table[t].name, c->table[t].extent[0], c->table[t].extent[1]);
    for (int i = 0; i < c->operands; i++) {
        const struct operand *o = &c->operand[i];
        put(out, text(",\n        %s(%s, %s, %s, %s)", parts[o->role], o->type->name, o->name, tuple(o, 0), spec(o)), KERNEL);
    }
    for (int i = 0; i < parameters(c); i++)
        if (c->block[i].role == SCRATCH || c->block[i].role == SMEM)
            fprintf(out, ",\n        %s(%s, (%s))", c->block[i].role == SMEM ? "PL_SCRATCH_SMEM" : "PL_SCRATCH", c->block[i].type->name,
                    dims_of(&c->block[i]));
    fprintf(out, ")\n\n");
}

// Prints the helpers that both sides call, if they do.
static void print_helpers(FILE *out, const struct call *c)
{
    static const struct { const char *name, *definition; } helpers[] = {
        { "half_or_more_", "static inline float half_or_more_%d(float a, float b)\n{\n    if (a > b)\n        return a;\n    return b - 1.0f;\n}\n\n" },
        { "better_", "static inline struct pair better_%d(struct pair a, struct pair b)\n{\n    return b.a > a.a ? b : a;\n}\n\n" },
        { "sum_of_row_", "static inline float sum_of_row_%d(const float *a, int n)\n{\n    float sum = 0;\n    for (int i = 0; i < n; i++)\n        sum += a[i];\n    return sum;\n}\n\n" },
        { "largest_of_row_", "static inline int largest_of_row_%d(const int32_t *a, int n)\n{\n    int top = a[0];\n    while (--n > 0)\n        top = a[n] > top ? a[n] : top;\n    return top;\n}\n\n" },
        { "int_of_", "static inline int int_of_%d(float v)\n{\n    return v > -1e9f && v < 1e9f ? (int)v : 0;\n}\n\n" },
        { "entries_", "static const int32_t entries_%d[4] = { 3, -1, 4, 9 };\n\n" },
    };
    for (int i = 0; i < (int)(sizeof helpers / sizeof *helpers); i++)
        if (strstr(c->body.text ? c->body.text : "", helpers[i].name) || strstr(c->before.text ? c->before.text : "", helpers[i].name))
            put(out, text(helpers[i].definition, c->number), KERNEL);
}

void print_kernels(FILE *out, struct call *c, int calls, unsigned long seed)
{
    fprintf(out, "// Random program %lu; see tests/random.\n\n#include <pallas.h>\n\nstruct pair { float a; int32_t b; };\n\n", seed);
    for (int i = 0; i < calls; i++) {
        print_helpers(out, &c[i]);
        put(out, c[i].before.text ? c[i].before.text : "", KERNEL);
        print_kernel(out, &c[i]);
        print_call(out, &c[i]);
    }
}

// ---- The reference ----

static void print_signature(FILE *out, const struct call *c, const char *suffix)
{
    fprintf(out, "(");
    const char *comma = "";
    for (int pass = 0; pass < 2; pass++)
        for (int s = 0; s < c->sizes; s++)
            if (c->size[s].scalar == pass) {
                fprintf(out, "%s%s %s", comma, c->size[s].type, c->size[s].name);
                comma = ", ";
            }
    for (int t = 0; t < c->tables; t++, comma = ", ")
        fprintf(out, "%sconst %s *%s%s", comma, c->table[t].type, c->table[t].name, suffix);
    for (int i = 0; i < c->operands; i++, comma = ", ")
        fprintf(out, "%s%s%s *%s%s", comma, c->operand[i].role == INPUT ? "const " : "", c->operand[i].type->name, c->operand[i].name, suffix);
    fprintf(out, ")");
}

static const char *brackets(const struct block *b)
{
    const char *all = "";
    for (int d = 1; d < b->rank; d++)
        all = text("%s[%s]", all, b->dim[d].extent);
    return all;
}

static const char *pointer(const struct block *b, const char *is_const)
{
    return b->rank > 1 ? text("%s%s (*%s)%s", is_const, b->type->name, b->name, brackets(b)) : text("%s%s *%s", is_const, b->type->name, b->name);
}

static const char *shape_of(const struct call *c, const struct operand *o)
{
    const char *all = "";
    for (int b = 0; b < c->batches; b++)
        if (o->batched[b])
            all = text("%s%s, ", all, c->batch[b].extent);
    for (int d = 0; d < o->rank; d++)
        all = text("%s%s%s", all, d ? ", " : "", o->dim[d].shape);
    return all;
}

static const char *ones_of(const struct operand *o)
{
    return o->batched[0] && o->batched[1] ? "1, 1, " : o->batched[0] || o->batched[1] ? "1, " : "";
}

static const char *extents_of(const struct operand *o)
{
    const char *all = ones_of(o);
    for (int d = 0; d < o->rank; d++)
        all = text("%s%s%s", all, d ? ", " : "", o->dim[d].extent ? o->dim[d].extent : "1");
    return all;
}

static void line_of(FILE *out, int depth, const char *what)
{
    fprintf(out, "%*s", 4 * depth, "");
    put(out, what, REFERENCE);
    fprintf(out, "\n");
}

static const char *edge_value(const struct operand *o)
{
    if (!o->edge)
        return "NULL";
    if (o->type->class == STRUCT)
        return "(struct pair[]){ { 1, 2 } }";
    if (o->type->class == SMALL)
        return text("(%s[]){ %s_of_f32(%s) }", o->type->name, o->type->name + 3, o->edge);
    return text("&(%s){ %s }", o->type->name, o->edge);
}

static void print_windows(FILE *out, const struct call *c)
{
    for (int i = 0; i < c->operands; i++) {
        const struct operand *o = &c->operand[i];
        if (o->role == ATOMIC)
            continue;
        const char *mode = o->role == INPUT ? "IS_READ" : o->role == INOUT || o->alias || o->revisited ? "IS_READ | IS_WRITTEN" : "IS_WRITTEN";
        line_of(out, 1, text("struct window w_%s = window(%s_, sizeof(%s), %d, (long[]){ %s }, (long[]){ %s }, %s, %s);", o->name, o->name,
                             o->type->name, o->rank + o->batched[0] + o->batched[1], shape_of(c, o), extents_of(o), mode, edge_value(o)));
    }
    for (int i = 0; i < parameters(c); i++) {
        const struct block *b = &c->block[i];
        const char *product = "1";
        if (b->role != SCRATCH && b->role != SMEM)
            continue;
        for (int d = 0; d < b->rank; d++)
            product = text("%s * %s", product, b->dim[d].extent);
        line_of(out, 1, text("size_t size_%s = (size_t)(%s) * sizeof(%s);", b->name, product, b->type->name));
        line_of(out, 1, text("%s = malloc(size_%s);", pointer(b, ""), b->name));
    }
}

static const char *each_window(const struct call *c, const char *format)
{
    const char *all = "";
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].role != ATOMIC)
            all = text("%s%s", all, text(format, c->operand[i].name));
    return all;
}

// Resets scratch and output windows at each new index of the parallel axes.
static void print_restart(FILE *out, const struct call *c, int depth)
{
    char *condition = NULL;
    for (int a = c->parallel; a < c->axes; a++)
        condition = condition ? text("%s && %s == 0", condition, c->axis[a].name) : text("%s == 0", c->axis[a].name);
    line_of(out, depth, text("if (%s) {", condition ? condition : "1"));
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].role != ATOMIC)
            line_of(out, depth + 1, text("end_visit(&w_%s);", c->operand[i].name));
    for (int i = 0; i < parameters(c); i++)
        if (c->block[i].role == SCRATCH || c->block[i].role == SMEM)
            line_of(out, depth + 1, text("garbage(%s, size_%s);", c->block[i].name, c->block[i].name));
    line_of(out, depth, "}");
}

static void print_places(FILE *out, const struct call *c, int depth)
{
    for (int i = 0; i < c->operands; i++) {
        const struct operand *o = &c->operand[i];
        const char *starts = "", *counts = ones_of(o);
        for (int b = 0; b < c->batches; b++)
            if (o->batched[b])
                starts = text("%s%s, ", starts, c->batch[b].name);
        if (o->role == ATOMIC)
            continue;
        for (int d = 0; d < o->rank; d++) {
            const struct dim *dim = &o->dim[d];
            const char *comma = d ? ", " : "";
            starts = text("%s%s%s", starts, comma, dim->start);
            counts = text("%s%s%s", counts, comma, dim->count ? dim->count : dim->extent ? dim->extent : "1");
        }
        line_of(out, depth, text("long at_%s[] = { %s }, count_%s[] = { %s };", o->name, starts, o->name, counts));
    }
}

// Returns the part of an array for these indices of the batches.
static const char *part_of_batch(const struct call *c, const bool *batched)
{
    const char *at = "0";
    for (int b = 0; b < c->batches; b++)
        if (batched[b])
            at = text("(%s) * %s + %s", at, c->batch[b].extent, c->batch[b].name);
    return at;
}

static void print_step(FILE *out, const struct call *c, int depth)
{
    for (int t = 0; t < c->tables; t++) {
        const struct table *table = &c->table[t];
        line_of(out, depth, text("%s = (const void *)(%s_ + (%s) * %ld);", pointer(&c->block[t], "const "), table->name,
                                 part_of_batch(c, table->batched), table->extent[0] * (table->rank == 2 ? table->extent[1] : 1)));
    }
    print_places(out, c, depth);
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].role != ATOMIC)
            line_of(out, depth, text("leave(&w_%s, at_%s, count_%s);", c->operand[i].name, c->operand[i].name, c->operand[i].name));
    for (int i = 0; i < c->operands; i++) {
        const struct operand *o = &c->operand[i];
        const char *is_const = o->role == INPUT ? "const " : "";
        if (o->role == ATOMIC) {
            const char *elements = o->rank > 1 ? text("%s * %s", o->dim[0].shape, o->dim[1].shape) : o->dim[0].shape;
            line_of(out, depth, text("%s = (void *)(%s_ + (%s) * %s);", pointer(o->block, ""), o->name, part_of_batch(c, o->batched), elements));
        } else {
            line_of(out, depth, text("%s = visit(&w_%s, at_%s, count_%s);", pointer(o->block, is_const), o->name, o->name, o->name));
        }
    }
    line_of(out, depth, "{");
    put(out, c->body.text ? c->body.text : "", REFERENCE);
    line_of(out, depth, "}");
}

static void print_reference(FILE *out, const struct call *c)
{
    fprintf(out, "static void expect_%d", c->number);
    print_signature(out, c, "_");
    fprintf(out, "\n{\n");
    print_windows(out, c);
    int depth = 1;
    for (int b = 0; b < c->batches; b++)
        line_of(out, depth++, text("for (long %s = 0; %s < %s; %s++)", c->batch[b].name, c->batch[b].name, c->batch[b].extent, c->batch[b].name));
    for (int a = 0; a < c->axes; a++, depth++)
        line_of(out, depth, text("for (long %s = 0; %s < %s; %s++)", c->axis[a].name, c->axis[a].name, c->axis[a].extent, c->axis[a].name));
    line_of(out, depth, "{");
    print_restart(out, c, depth + 1);
    print_step(out, c, depth + 1);
    line_of(out, depth, "}");
    line_of(out, 1, each_window(c, "end_visit(&w_%s); "));
    line_of(out, 1, each_window(c, "free(w_%s.data); "));
    for (int i = 0; i < parameters(c); i++)
        if (c->block[i].role == SCRATCH || c->block[i].role == SMEM)
            line_of(out, 1, text("free(%s);", c->block[i].name));
    fprintf(out, "}\n\n");
}

// ---- main ----

static void print_values(FILE *out, const struct call *c)
{
    for (int s = 0; s < c->sizes; s++) {
        const struct size *z = &c->size[s];
        fprintf(out, "    %s %s = (%s[]){ %ld, %ld, %ld, %ld }[set];\n", z->type, z->name, z->type, z->value[0], z->value[1], z->value[2],
                z->value[3]);
    }
    for (int t = 0; t < c->tables; t++) {
        const struct table *table = &c->table[t];
        const char *parts = "1";
        for (int b = 0; b < c->batches; b++)
            if (table->batched[b])
                parts = text("%s * %s", parts, c->batch[b].extent);
        line_of(out, 1, text("struct array %s = new_array('%c', %s * %ld, %d);", table->name, table->type[3] == '6' ? 'l' : 'i', parts,
                             table->extent[0] * (table->rank == 2 ? table->extent[1] : 1), t));
        line_of(out, 1, table->permutes ? text("permute(&%s, %s, 8, set);", table->name, table->permutes->extent)
                                        : text("draw_entries(&%s, %ld, set);", table->name, table->range));
    }
}

static void print_arguments(FILE *out, const struct call *c, const char *copy)
{
    const char *comma = "";
    fprintf(out, "(");
    for (int pass = 0; pass < 2; pass++)
        for (int s = 0; s < c->sizes; s++)
            if (c->size[s].scalar == pass) {
                fprintf(out, "%s%s", comma, c->size[s].name);
                comma = ", ";
            }
    for (int t = 0; t < c->tables; t++, comma = ", ")
        fprintf(out, "%s%s.data", comma, c->table[t].name);
    for (int i = 0; i < c->operands; i++, comma = ", ") {
        const struct operand *o = &c->operand[i];
        const struct operand *array = o;
        for (int z = 0; z < c->operands; z++)
            if (c->operand[z].alias == o)
                array = &c->operand[z];
        fprintf(out, "%s%s%s.data", comma, array->name, array->role == INPUT ? "" : copy);
    }
    fprintf(out, ");\n");
}

static const char *elements_of(const struct call *c, const struct operand *o)
{
    const char *product = "1";
    for (int b = 0; b < c->batches; b++)
        if (o->batched[b])
            product = text("%s * (%s)", product, c->batch[b].extent);
    for (int d = 0; d < o->rank; d++)
        product = text("%s * (%s)", product, o->dim[d].shape);
    return product;
}

static void print_try(FILE *out, const struct call *c)
{
    fprintf(out, "static int try_%d(int set)\n{\n    int wrong = 0;\n", c->number);
    print_values(out, c);
    for (int i = 0; i < c->operands; i++) {
        const struct operand *o = &c->operand[i];
        line_of(out, 1, text("struct array %s = new_array('%s', %s, %d + 100 * set);", o->name, o->type->short_name, elements_of(c, o), i + 2));
        if (o->role == INPUT)
            line_of(out, 1, text("struct array %s_before = copy_of(&%s);", o->name, o->name));
        else
            line_of(out, 1, text("struct array %s_wanted = copy_of(&%s), %s_again = copy_of(&%s);", o->name, o->name, o->name, o->name));
    }
    fprintf(out, "    garbage_seed = 1;\n    expect_%d", c->number);
    print_arguments(out, c, "_wanted");
    fprintf(out, "    garbage_seed = 2;\n    expect_%d", c->number);
    print_arguments(out, c, "_again");
    fprintf(out, "    int returned = call_%d", c->number);
    print_arguments(out, c, "");
    fprintf(out, "    if (returned) {\n        printf(\"call_%d, sizes %%d: it returns %%d\\n\", set, returned);\n        free_arrays();\n        return CALL_FAILED;\n    }\n", c->number);
    for (int i = 0; i < c->operands; i++) {
        const struct operand *o = &c->operand[i];
        if (o->role == INPUT) {
            fprintf(out, "    wrong |= compare(\"call_%d\", set, \"%s, which is only read,\", &%s, &%s_before);\n", c->number, o->name, o->name, o->name);
        } else {
            fprintf(out, "    wrong |= BAD_REFERENCE * compare(\"the reference of call_%d\", set, \"%s\", &%s_again, &%s_wanted);\n", c->number, o->name, o->name, o->name);
            fprintf(out, "    wrong |= compare(\"call_%d\", set, \"%s\", &%s, &%s_wanted);\n", c->number, o->name, o->name, o->name);
        }
    }
    fprintf(out, "    free_arrays();\n    return wrong;\n}\n\n");
}

void print_main(FILE *out, struct call *c, int calls, unsigned long seed, bool one_file)
{
    if (!one_file)
        fprintf(out, "// The reference of random program %lu, and main(); see tests/random.\n\n", seed);
    fprintf(out, "#include \"reference.h\"\n\n");
    for (int i = 0; i < calls; i++) {
        if (!one_file) {
            fprintf(out, "int call_%d", c[i].number);
            print_signature(out, &c[i], "");
            fprintf(out, ";\n");
            print_helpers(out, &c[i]);
            put(out, c[i].before.text ? c[i].before.text : "", REFERENCE);
        }
        print_reference(out, &c[i]);
        print_try(out, &c[i]);
    }
    fprintf(out, "int main(int argc, char **argv)\n{\n    int wrong = 0;\n    expect_wrong = argc > 1 && argv[1][0] == 'w';\n    for (int set = 0; set < %d; set++) {\n", MOST_SETS);
    for (int i = 0; i < calls; i++)
        fprintf(out, "        wrong |= try_%d(set);\n", c[i].number);
    fprintf(out, "    }\n    return wrong;\n}\n");
}
