// golden.c -- writes C programs from golden.txt, which has calls with their known results.
//
//     golden golden.txt OUTDIR N      writes N files OUTDIR/golden_00.c ..., each with its share of the cases
//
// One case becomes a PL_KERNEL, a PL_CALL and a TEST. conformance/golden/README.md describes the format and the computation of
// each body. The programs look like a user's, and differ where a user has a choice:
//
//     case number % 4      array shapes       grid extents     block dims
//     0, 2                 constants          constants        constants
//     1                    PL_SIZES           constants        constants
//     3                    PL_SIZES           PL_SIZES         PL_SCALAR (constants in a dot, which is a tile)
//
// Any line that this program does not understand ends it. Memory is not freed, because the program runs only once.

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RANK = 6, MAX_PARTS = 8, MAX_LINE = 1 << 16, MAX_CASES = 1024, LINE_WIDTH = 118 };

typedef struct {
    int rank;
    char *item[MAX_RANK];
} Tuple;

typedef struct {
    const char *dtype;          // the name in golden.txt
    const char *ctype;          // the element type in C
    const char *to;             // the function that converts a wide value to an element
    const char *from;           // the function that converts an element to a wide value
    const char *wide;           // the type of computations: it holds all sums, and does not trap on unspecified data
} Type;

// int64 is computed as unsigned, which wraps, because unspecified data times a constant may not fit.
static const Type types[] = {
    { "float32", "float", "", "", "float" },
    { "float64", "double", "", "", "double" },
    { "int8", "int8_t", "(int8_t)", "", "int32_t" },
    { "uint8", "uint8_t", "(uint8_t)", "", "int32_t" },
    { "int32", "int32_t", "(int32_t)", "(int64_t)", "int64_t" },
    { "int64", "int64_t", "(int64_t)", "(uint64_t)", "uint64_t" },
    { "float16", "pl_f16", "pl_to_f16", "pl_to_f32", "float" },
    { "bfloat16", "pl_bf16", "pl_to_bf16", "pl_to_f32", "float" },
};

typedef struct {
    char *kind, *name, *options, *values;   // kind: in out inout scratch
    const Type *type;
    int whole;                              // PL_WHOLE
    Tuple shape, block, index, ref;
    const char *dim[MAX_RANK];              // the extents of the ref in the program
    long formula[3];                        // o, M and S
    int expected;                           // the number of expected values; 0: none
    long *expect;
} Operand;

typedef struct {
    char *name;
    Tuple shape;
    char *values;
} Table;

typedef struct {
    char *id, *features, *body, *constants;
    int axes, tables, operands, firsts;
    char *axis[MAX_RANK], *semantics[MAX_RANK];
    long extent[MAX_RANK];
    Table table[MAX_PARTS];
    Operand operand[MAX_PARTS];             // scratch among them, last
    int first[MAX_RANK];
    int style;                              // the case number % 4, see above
    int sizes, scalars;                     // run-time values, by name
    long size[MAX_PARTS * MAX_RANK], scalar[MAX_PARTS * MAX_RANK];
} Case;

static FILE *out;
static const char *input_name;
static long input_line;

// ---- Reading ----------------------------------------------------------------------------------------------

static void fail(const char *why, const char *what)
{
    fprintf(stderr, "%s:%ld: %s: %s\n", input_name, input_line, why, what);
    exit(1);
}

static void *new_zeroed(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p)
        fail("out of memory", "");
    return p;
}

static char *new_text(const char *from, size_t length)
{
    char *text = new_zeroed(length + 1);
    memcpy(text, from, length);
    return text;
}

// Returns the text without the blanks around it.
static char *trimmed(const char *from, size_t length)
{
    while (length && isspace((unsigned char)*from))
        from++, length--;
    while (length && isspace((unsigned char)from[length - 1]))
        length--;
    return new_text(from, length);
}

// Splits "a | b | c", and returns the number of fields.
static int split_fields(const char *line, char *field[], int most)
{
    int n = 0;
    for (;;) {
        const char *bar = strstr(line, " | ");
        if (n == most)
            fail("too many fields", line);
        field[n++] = trimmed(line, bar ? (size_t)(bar - line) : strlen(line));
        if (!bar)
            return n;
        line = bar + 3;
    }
}

// Splits "(a, f(b, c), d)" at the commas outside inner parentheses and brackets.
static Tuple read_tuple(const char *text)
{
    Tuple t = { 0 };
    size_t length = strlen(text);
    if (length < 2 || text[0] != '(' || text[length - 1] != ')')
        fail("not a tuple", text);
    const char *start = text + 1, *end = text + length - 1;
    int depth = 0;
    for (const char *p = start; p <= end && end > start; p++) {
        depth += *p == '(' || *p == '[';
        if (p == end || (*p == ',' && depth == 0)) {
            if (t.rank == MAX_RANK)
                fail("too many dims", text);
            t.item[t.rank++] = trimmed(start, (size_t)(p - start));
            start = p + 1;
        }
        depth -= *p == ')' || *p == ']';
    }
    return t;
}

static const Type *find_type(const char *dtype)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (!strcmp(types[i].dtype, dtype))
            return &types[i];
    fail("unknown type", dtype);
    return NULL;
}

static void read_axes(Case *c, char *words)
{
    for (char *w = strtok(words, " "); w && strcmp(w, "-"); w = strtok(NULL, " ")) {
        char *equals = strchr(w, '=');
        if (!equals || c->axes == MAX_RANK)
            fail("not an axis", w);
        c->axis[c->axes] = new_text(w, (size_t)(equals - w));
        c->extent[c->axes++] = strtol(equals + 1, NULL, 10);
    }
}

static void read_semantics(Case *c, char *words)
{
    int n = 0;
    for (char *w = strtok(words, " "); w && n < c->axes; w = strtok(NULL, " "))
        c->semantics[n++] = new_text(w, strlen(w));
    if (n != c->axes)
        fail("as many semantics as axes", c->id);
}

static void read_table(Case *c, const char *line)
{
    char *field[5];
    if (split_fields(line, field, 5) != 5 || strcmp(field[2], "int32"))
        fail("not a table", line);
    if (c->tables == MAX_PARTS)
        fail("too many tables", c->id);
    c->table[c->tables++] = (Table){ field[1], read_tuple(field[3]), field[4] };
}

static Operand *new_operand(Case *c)
{
    if (c->operands == MAX_PARTS)
        fail("too many operands", c->id);
    return &c->operand[c->operands++];
}

static void read_operand(Case *c, const char *line)
{
    char *f[10];
    if (split_fields(line, f, 10) != 10)
        fail("not an operand", line);
    Operand *o = new_operand(c);
    o->kind = f[1], o->name = f[2], o->type = find_type(f[3]), o->shape = read_tuple(f[4]);
    o->whole = !strcmp(f[5], "PL_WHOLE");
    if (!o->whole)
        o->block = read_tuple(f[5]), o->index = read_tuple(f[6]);
    o->options = f[7], o->ref = read_tuple(f[8]), o->values = f[9];
    if (o->whole && strcmp(o->options, "-"))
        fail("PL_WHOLE with options", line);
    if (!strncmp(o->values, "formula ", 8)
        && sscanf(o->values, "formula %ld %ld %ld", &o->formula[0], &o->formula[1], &o->formula[2]) != 3)
        fail("not a formula", o->values);
}

static void read_scratch(Case *c, const char *line)
{
    char *f[4];
    if (split_fields(line, f, 4) != 4)
        fail("not a scratch", line);
    Operand *o = new_operand(c);
    o->kind = f[0], o->name = f[1], o->type = find_type(f[2]), o->ref = read_tuple(f[3]);
    o->options = o->values = "-";
}

static void read_firsts(Case *c, char *words)
{
    for (char *w = strtok(words, " "); w && strcmp(w, "-"); w = strtok(NULL, " "))
        c->first[c->firsts++] = atoi(w);
}

static Operand *find_operand(Case *c, const char *name)
{
    for (int i = 0; i < c->operands; i++)
        if (!strcmp(c->operand[i].name, name))
            return &c->operand[i];
    return NULL;
}

// Reads the line `expect NAME N` and the indented numbers that follow it.
static void read_expect(Case *c, char *words, FILE *in)
{
    char *name = strtok(words, " "), *count = strtok(NULL, " ");
    Operand *o = name && count ? find_operand(c, name) : NULL;
    if (!o)
        fail("not an operand of this case", name ? name : "");
    o->expected = atoi(count);
    o->expect = new_zeroed((size_t)o->expected * sizeof *o->expect);
    for (int i = 0; i < o->expected; i++)
        if (fscanf(in, "%ld", &o->expect[i]) != 1)
            fail("too few expected values", name);
}

// Reads everything between `case` and `end`. Returns 0 at the end of the file.
static int read_case(Case *c, FILE *in)
{
    static char line[MAX_LINE];
    while (fgets(line, sizeof line, in)) {
        input_line++;
        line[strcspn(line, "\n")] = 0;
        char *rest = strchr(line, ' ');
        size_t length = rest ? (size_t)(rest - line) : strlen(line);
        rest = rest ? rest + 1 : line + length;
        char *copy = new_text(rest, strlen(rest)), *word = new_text(line, length);
        if (!*word)
            continue;
        if (!strcmp(word, "end"))
            return 1;
        if (!strcmp(word, "case"))
            c->id = copy;
        else if (!strcmp(word, "features"))
            c->features = copy;
        else if (!strcmp(word, "grid"))
            read_axes(c, copy);
        else if (!strcmp(word, "semantics"))
            read_semantics(c, copy);
        else if (!strcmp(word, "table"))
            read_table(c, line);
        else if (!strcmp(word, "operand"))
            read_operand(c, line);
        else if (!strcmp(word, "scratch"))
            read_scratch(c, line);
        else if (!strcmp(word, "body")) {
            char *space = strchr(copy, ' ');
            c->constants = space ? space + 1 : copy + strlen(copy);
            if (space)
                *space = 0;
            c->body = copy;
        } else if (!strcmp(word, "first"))
            read_firsts(c, copy);
        else if (!strcmp(word, "expect"))
            read_expect(c, copy, in);
        else
            fail("unknown line", line);
    }
    return 0;
}

// ---- Spelling: constants or run-time values ---------------------------------------------------------------

// Returns one of a few buffers, so that one fprintf can print several spellings.
static char *spelled(const char *format, ...)
{
    static char buffer[32][512];
    static int next;
    char *text = buffer[next++ % 32];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof buffer[0], format, list);
    va_end(list);
    return text;
}

static int find_value(long *values, int *count, long value)
{
    for (int i = 0; i < *count; i++)
        if (values[i] == value)
            return i;
    values[*count] = value;
    return (*count)++;
}

static int sizes_at_run_time(const Case *c)
{
    return c->style % 2 == 1;
}

static int grid_at_run_time(const Case *c)
{
    return c->style == 3;
}

static int blocks_at_run_time(const Case *c)
{
    return c->style == 3 && strcmp(c->body, "dot");
}

// Returns an array extent in the program. Equal extents have the same name, as a user would write m and n; an extent of 1 is 1.
static char *spell_size(Case *c, const char *extent)
{
    long n = strtol(extent, NULL, 10);
    if (!sizes_at_run_time(c) || n == 1)
        return spelled("%ld", n);
    return spelled("n%d", find_value(c->size, &c->sizes, n));
}

static char *spell_block_dim(Case *c, const char *extent)
{
    long n = strtol(extent, NULL, 10);
    if (!blocks_at_run_time(c) || n == 1)
        return spelled("%ld", n);
    return spelled("b%d", find_value(c->scalar, &c->scalars, n));
}

// Returns a dim of a block: `n`, or PL_ELEMENT(n, lo, hi), PL_BOUNDED(n) around it, or one without a number.
static char *spell_block_item(Case *c, const char *item)
{
    const char *open = strchr(item, '(');
    if (isdigit((unsigned char)*item))
        return spell_block_dim(c, item);
    if (!open)
        return spelled("%s", item);
    const char *rest = open + 1 + strspn(open + 1, "0123456789");
    return spelled("%.*s%s%s", (int)(open + 1 - item), item, spell_block_dim(c, open + 1), rest);
}

static char *spell_grid_extent(Case *c, int axis)
{
    return grid_at_run_time(c) ? spelled("steps_%s", c->axis[axis]) : spelled("%ld", c->extent[axis]);
}

// Returns whether dim d of the ref is a PL_BOUNDED one. PL_NONE dims of the block are not dims of the ref.
static int is_bounded(const Operand *o, int d)
{
    for (int b = 0; b < o->block.rank; b++)
        if (strcmp(o->block.item[b], "PL_NONE") && d-- == 0)
            return !strncmp(o->block.item[b], "PL_BOUNDED", 10);
    return 0;
}

// Names the extents of every ref, and with them all run-time values.
static void name_extents(Case *c)
{
    for (int i = 0; i < c->operands; i++) {
        Operand *o = &c->operand[i];
        for (int d = 0; d < o->shape.rank; d++)
            spell_size(c, o->shape.item[d]);
        for (int d = 0; d < o->ref.rank; d++)
            o->dim[d] = new_text(spell_block_dim(c, o->ref.item[d]), strlen(spell_block_dim(c, o->ref.item[d])));
    }
}

// ---- Parts of a kernel's body -----------------------------------------------------------------------------

static const char *index_names[MAX_RANK + 1][MAX_RANK] = {
    { "" }, { "c" }, { "r", "c" }, { "p", "r", "c" }, { "q", "p", "r", "c" }, { "o", "q", "p", "r", "c" },
    { "h", "o", "q", "p", "r", "c" },
};

// Returns an element of a ref at the index names of its rank. An offset adds a second name to each:
// element(x, NULL) is x[r][c], and element(x, "+ d") is x[r + dr][c + dc].
static char *element(const Operand *o, const char *offset)
{
    char text[512] = "";
    for (int d = 0; d < o->ref.rank; d++) {
        const char *name = index_names[o->ref.rank][d];
        strcat(text, offset ? spelled("[%s %s%s]", name, offset, name) : spelled("[%s]", name));
    }
    return spelled("%s%s", o->name, o->ref.rank ? text : "[0]");
}

// Returns "x, r, c", the arguments of PL_INSIDE.
static char *inside(const Operand *o, const char *offset)
{
    char text[512] = "";
    for (int d = 0; d < o->ref.rank; d++) {
        const char *name = index_names[o->ref.rank][d];
        strcat(text, offset ? spelled(", %s %s%s", name, offset, name) : spelled(", %s", name));
    }
    return spelled("PL_INSIDE(%s%s)", o->name, o->ref.rank ? text : ", 0");
}

// Returns a value of type `o` in the type of its computations.
static char *load(const Operand *o, const char *value)
{
    int called = !strcmp(o->type->from, "pl_to_f32");
    return called ? spelled("pl_to_f32(%s)", value) : spelled("%s%s", o->type->from, value);
}

// Returns a wide value as an element of `o`.
static char *store(const Operand *o, const char *value)
{
    return *o->type->to ? spelled("%s(%s)", o->type->to, value) : spelled("%s", value);
}

static char *extent_of(const Operand *o, int d)
{
    return is_bounded(o, d) ? spelled("PL_SIZE(%s, %d)", o->name, d) : spelled("%s", o->dim[d]);
}

// Returns "(r, 3), (c, 4)", the axes over all elements of a ref.
static char *axes_of(const Operand *o)
{
    char text[512] = "";
    for (int d = 0; d < o->ref.rank; d++)
        strcat(text, spelled("%s(%s, %s)", d ? ", " : "", index_names[o->ref.rank][d], extent_of(o, d)));
    return spelled("%s", text);
}

// Returns the same for PL_REDUCE, in which several axes have their own parentheses.
static char *reduced_axes(const Operand *o)
{
    return o->ref.rank == 1 ? axes_of(o) : spelled("(%s)", axes_of(o));
}

// Prints the loop over all elements of o, before a statement. A ref without axes has one element and needs no loop.
static void each(const Operand *o, const char *indent)
{
    if (o->ref.rank)
        fprintf(out, "%sPL_EACH (%s)\n%s    ", indent, axes_of(o), indent);
    else
        fprintf(out, "%s", indent);
}

static void assign(const Operand *o, const char *value)
{
    fprintf(out, "%s = %s;\n", element(o, NULL), store(o, value));
}

// Returns "+ 3 * x", a term of a sum, or nothing for a factor of 0.
static void add_term(char *sum, long factor, const char *what)
{
    if (!factor)
        return;
    const char *sign = factor < 0 ? (*sum ? " - " : "-") : (*sum ? " + " : "");
    long size = factor < 0 ? -factor : factor;
    strcat(sum, sign);
    strcat(sum, size == 1 ? what : spelled("%ld * %s", size, what));
}

static void add_number(char *sum, long number)
{
    if (number)
        strcat(sum, *sum ? spelled(" %c %ld", number < 0 ? '-' : '+', labs(number)) : spelled("%ld", number));
}

static void add_program_id(const Case *c, char *sum, long factor, int axis)
{
    if (axis >= 0 && axis < c->axes)
        add_term(sum, factor, spelled("PL_PROGRAM_ID(%d)", axis));
}

static long constant(const Case *c, const char *name)
{
    const char *at = c->constants;
    size_t length = strlen(name);
    for (; *at; at += *at != 0) {
        if (!strncmp(at, name, length) && at[length] == '=' && (at == c->constants || at[-1] == ' '))
            return strtol(at + length + 1, NULL, 10);
    }
    fail("no such constant in the body", name);
    return 0;
}

// Returns the condition *first* (or, with PL_LAST, *last*). NULL: it always holds.
static char *condition(const Case *c, const char *what)
{
    char text[512] = "";
    for (int i = 0; i < c->firsts; i++)
        strcat(text, spelled("%s%s(%d)", i ? " && " : "", what, c->first[i]));
    return c->firsts ? spelled("%s", text) : NULL;
}

// Prints PL_WHEN (first), and returns the indentation of its statement.
static const char *when(const Case *c, const char *what)
{
    char *holds = condition(c, what);
    if (!holds)
        return "    ";
    fprintf(out, "    PL_WHEN (%s)\n", holds);
    return "        ";
}

static void first_fill(const Case *c, const Operand *o, long value)
{
    fprintf(out, "%sPL_FILL(%s, %ld);\n", when(c, "PL_FIRST"), o->name, value);
}

static Operand *named(Case *c, const char *name)
{
    Operand *o = find_operand(c, name);
    if (!o)
        fail("this body needs an operand", name);
    return o;
}

static int is_integer(const Operand *o)
{
    return strstr(o->type->ctype, "int") != NULL;
}

static void add_to(const Operand *sum, const Operand *x)
{
    const char *value = element(x, NULL);
    if (is_integer(sum) || !is_integer(x))         // an integer added to a float needs no wider integer
        value = load(x, value);
    each(sum, "    ");
    if (!*sum->type->to && !*sum->type->from)
        fprintf(out, "%s += %s;\n", element(sum, NULL), value);
    else
        assign(sum, spelled("%s + %s", load(sum, element(sum, NULL)), value));
}

// ---- Bodies, in the order of README.md's table ------------------------------------------------------------

static void body_affine(Case *c)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    char sum[512] = "";
    add_term(sum, constant(c, "a"), load(x, element(x, NULL)));
    add_program_id(c, sum, constant(c, "b"), 0);
    add_program_id(c, sum, -constant(c, "c"), 1);
    each(z, "    ");
    assign(z, sum);
}

static void body_lincomb(Case *c)
{
    Operand *z = named(c, "z");
    char sum[512] = "";
    for (int i = 0; i < constant(c, "n"); i++) {
        Operand *x = named(c, spelled("x%d", i));
        add_term(sum, constant(c, spelled("c%d", i)), load(x, element(x, NULL)));
    }
    each(z, "    ");
    assign(z, sum);
}

static void sum_or_difference(Case *c, const char *to, int sign)
{
    Operand *x = named(c, "x"), *y = named(c, "y"), *z = named(c, to);
    char sum[512] = "";
    add_term(sum, 1, load(x, element(x, NULL)));
    add_term(sum, sign, load(y, element(y, NULL)));
    each(z, "    ");
    assign(z, sum);
}

static void body_add(Case *c)
{
    sum_or_difference(c, "z", 1);
}

static void body_addsub(Case *c)
{
    sum_or_difference(c, "z", 1);
    sum_or_difference(c, "w", -1);
}

static void add_constant(Case *c)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    char sum[512] = "";
    add_term(sum, 1, load(x, element(x, NULL)));
    add_number(sum, constant(c, "a"));
    each(z, "    ");
    assign(z, sum);
}

static void body_fork(Case *c)
{
    Operand *x = named(c, "x"), *w = named(c, "w");
    char sum[512] = "";
    add_constant(c);
    add_term(sum, constant(c, "b"), load(x, element(x, NULL)));
    add_program_id(c, sum, -1, 0);
    each(w, "    ");
    assign(w, sum);
}

static void body_transpose(Case *c)
{
    each(named(c, "z"), "    ");
    fprintf(out, "z[r][c] = x[c][r];\n");
}

static void body_accumulate(Case *c)
{
    first_fill(c, named(c, "z"), 0);
    add_to(named(c, "z"), named(c, "x"));
}

static void accumulate_extreme(Case *c, const char *which)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    int small = !strcmp(x->type->from, "pl_to_f32");
    const char *left = element(z, NULL), *right = element(x, NULL);
    const char *indent = when(c, "PL_FIRST");
    fprintf(out, "%sPL_ASSIGN(z, x);\n", indent);
    if (!c->firsts)
        return;
    fprintf(out, "    else\n");
    each(z, "        ");
    if (small)
        assign(z, spelled("%s(%s, %s)", which, load(z, left), load(x, right)));
    else
        fprintf(out, "%s = %s(%s, %s);\n", left, which, left, right);
}

static void body_accumulate_max(Case *c)
{
    accumulate_extreme(c, "PL_MAX");
}

static void body_accumulate_min(Case *c)
{
    accumulate_extreme(c, "PL_MIN");
}

static void body_fork_acc(Case *c)
{
    add_constant(c);
    first_fill(c, named(c, "w"), 0);
    add_to(named(c, "w"), named(c, "x"));
}

static void body_accumulate_scratch(Case *c)
{
    first_fill(c, named(c, "s"), 0);
    add_to(named(c, "s"), named(c, "x"));
    fprintf(out, "%sPL_ASSIGN(z, s);\n", when(c, "PL_LAST"));
}

static void body_rowsum(Case *c)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    first_fill(c, z, 0);
    fprintf(out, "    PL_EACH ((r, %s)) {\n", x->dim[0]);
    fprintf(out, "        %s sum = 0;\n", x->type->wide);
    fprintf(out, "        PL_REDUCE (sum, PL_ADD, (c, %s), %s);\n", x->dim[1], load(x, "x[r][c]"));
    fprintf(out, "        z[r] = %s;\n    }\n", store(z, spelled("%s + sum", load(z, "z[r]"))));
}

static void body_dot(Case *c)
{
    first_fill(c, named(c, "z"), 0);
    fprintf(out, "    PL_DOT(z, x, y);\n");
}

static void body_carry(Case *c)
{
    first_fill(c, named(c, "s"), 0);
    add_to(named(c, "s"), named(c, "x"));
    fprintf(out, "    PL_ASSIGN(z, s);\n");
}

static void body_carry_shift(Case *c)
{
    first_fill(c, named(c, "s"), constant(c, "a"));
    fprintf(out, "    PL_ASSIGN(z, s);\n    PL_ASSIGN(s, x);\n");
}

static void body_scale_table(Case *c)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    each(z, "    ");
    assign(z, spelled("t[PL_PROGRAM_ID(%ld)] * %s", constant(c, "axis"), load(x, element(x, NULL))));
}

static void body_segment_sum(Case *c)
{
    fprintf(out, "    PL_WHEN (PL_FIRST(0) || t[PL_PROGRAM_ID(0)] != t[PL_PROGRAM_ID(0) - 1])\n");
    fprintf(out, "        PL_FILL(z, 0);\n");
    add_to(named(c, "z"), named(c, "x"));
}

// Returns the number of this program: ((id0 * n1 + id1) * n2 + id2)...
static char *linear_id(const Case *c)
{
    char *text = "0";
    for (int a = 0; a < c->axes; a++)
        text = a == 0 ? spelled("PL_PROGRAM_ID(0)")
                      : spelled(a == 1 ? "%s * PL_NUM_PROGRAMS(%d) + PL_PROGRAM_ID(%d)"
                                       : "(%s) * PL_NUM_PROGRAMS(%d) + PL_PROGRAM_ID(%d)", text, a, a);
    return text;
}

static char *flat_position(const Operand *o)
{
    char *text = "0";
    for (int d = 0; d < o->ref.rank; d++)
        text = d == 0 ? spelled("%s", index_names[o->ref.rank][0])
                      : spelled(d == 1 ? "%s * %s + %s" : "(%s) * %s + %s", text, o->dim[d],
                                index_names[o->ref.rank][d]);
    return text;
}

static void body_ids(Case *c)
{
    Operand *z = named(c, "z");
    fprintf(out, "    const int64_t program = %s;\n", linear_id(c));
    each(z, "    ");
    assign(z, spelled("program * 16 + (%s) %% 16", flat_position(z)));
}

static void body_nums(Case *c)
{
    char *digits = "0";
    for (int a = 0; a < c->axes; a++)
        digits = a == 0 ? spelled("PL_NUM_PROGRAMS(0)")
                        : spelled(a == 1 ? "%s * 8 + PL_NUM_PROGRAMS(%d)" : "(%s) * 8 + PL_NUM_PROGRAMS(%d)",
                                  digits, a);
    fprintf(out, "    PL_FILL(z, %s);\n", digits);
}

// Returns the first element: z[0] or z[0][0], by the rank.
static char *only_element(const Operand *o)
{
    char text[64] = "[0]";
    for (int d = 1; d < o->ref.rank; d++)
        strcat(text, "[0]");
    return spelled("%s%s", o->name, text);
}

static void sum_into(const Operand *z, const Operand *x, const char *value)
{
    fprintf(out, "    %s sum = 0;\n", x->type->wide);
    fprintf(out, "    PL_REDUCE (sum, PL_ADD, %s, %s);\n", reduced_axes(x), value);
    fprintf(out, "    %s = %s;\n", only_element(z), store(z, spelled("%s + sum", load(z, only_element(z)))));
}

static void body_sum_all(Case *c)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    first_fill(c, z, 0);
    sum_into(z, x, load(x, element(x, NULL)));
}

// Returns the value of x inside its array, and `other` outside; in every other case as a masked load.
static char *masked(const Case *c, const Operand *x, const char *offset, long other)
{
    int plain = strcmp(x->type->from, "pl_to_f32");
    char *value = element(x, offset), *mask = inside(x, offset);
    if (plain && c->style < 2)
        return load(x, spelled("PL_LOAD(%s, %s, %ld)", value, mask, other));
    return spelled("%s ? %s : %ld", mask, load(x, value), other);
}

static void body_mask_inside(Case *c)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    first_fill(c, z, 0);
    sum_into(z, x, masked(c, x, NULL, 0));
}

static void body_mask_copy(Case *c)
{
    Operand *x = named(c, "x"), *z = named(c, "z");
    each(z, "    ");
    assign(z, masked(c, x, NULL, constant(c, "a")));
}

// Returns the number of d for which x[p + d] exists for all p.
static char *window_extent(const Operand *x, const Operand *z, int d)
{
    if (isdigit((unsigned char)*x->dim[d]) && isdigit((unsigned char)*z->dim[d]))
        return spelled("%ld", strtol(x->dim[d], NULL, 10) - strtol(z->dim[d], NULL, 10) + 1);
    return strcmp(x->dim[d], z->dim[d]) ? spelled("%s - %s + 1", x->dim[d], z->dim[d]) : spelled("1");
}

// Prints z[p] = the sum over d of `value`, an expression of x[p + d].
static void window(const Operand *x, const Operand *z, const char *value)
{
    char axes[512] = "";
    for (int d = 0; d < z->ref.rank; d++)
        strcat(axes, spelled("%s(d%s, %s)", d ? ", " : "", index_names[z->ref.rank][d], window_extent(x, z, d)));
    fprintf(out, "    PL_EACH (%s) {\n", axes_of(z));
    fprintf(out, "        %s sum = 0;\n", x->type->wide);
    fprintf(out, "        PL_REDUCE (sum, PL_ADD, %s, %s);\n", z->ref.rank == 1 ? axes : spelled("(%s)", axes), value);
    fprintf(out, "        %s = %s;\n    }\n", element(z, NULL), store(z, "sum"));
}

static void body_window_all(Case *c)
{
    Operand *x = named(c, "x");
    window(x, named(c, "z"), load(x, element(x, "+ d")));
}

static void body_window_sum(Case *c)
{
    Operand *x = named(c, "x");
    window(x, named(c, "z"), masked(c, x, "+ d", 0));
}

static char *scaled_in_place(Case *c, int with_id)
{
    Operand *x = named(c, "x");
    char sum[512] = "";
    add_term(sum, constant(c, "a"), load(x, element(x, NULL)));
    add_number(sum, constant(c, "b"));
    if (with_id)
        add_program_id(c, sum, 1, c->axes - 1);
    return spelled("%s", sum);
}

static void body_inplace(Case *c)
{
    Operand *x = named(c, "x");
    each(x, "    ");
    assign(x, scaled_in_place(c, 1));
}

static void body_inplace_add(Case *c)
{
    add_to(named(c, "x"), named(c, "y"));
}

static void body_inplace_out(Case *c)
{
    Operand *x = named(c, "x");
    fprintf(out, "    PL_ASSIGN(z, x);\n");
    each(x, "    ");
    assign(x, scaled_in_place(c, 0));
}

static const struct {
    const char *name;
    void (*write)(Case *c);
} bodies[] = {
    { "affine", body_affine }, { "add", body_add }, { "lincomb", body_lincomb }, { "fork", body_fork },
    { "addsub", body_addsub }, { "transpose", body_transpose }, { "accumulate", body_accumulate },
    { "accumulate_max", body_accumulate_max }, { "accumulate_min", body_accumulate_min }, { "fork_acc", body_fork_acc },
    { "accumulate_scratch", body_accumulate_scratch }, { "rowsum", body_rowsum }, { "dot", body_dot },
    { "carry", body_carry }, { "carry_shift", body_carry_shift }, { "scale_table", body_scale_table },
    { "segment_sum", body_segment_sum }, { "ids", body_ids }, { "nums", body_nums }, { "sum_all", body_sum_all },
    { "mask_inside", body_mask_inside }, { "mask_copy", body_mask_copy }, { "window_all", body_window_all },
    { "window_sum", body_window_sum }, { "inplace", body_inplace }, { "inplace_add", body_inplace_add },
    { "inplace_out", body_inplace_out },
};

static void write_body(Case *c)
{
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        if (!strcmp(bodies[i].name, c->body)) {
            bodies[i].write(c);
            return;
        }
    fail("unknown body", c->body);
}

// ---- A case ------------------------------------------------------------------------------------------------

static void write_kernel(Case *c)
{
    fprintf(out, "PL_KERNEL(%s_%s", c->body, c->id);
    for (int i = 0; i < c->scalars; i++)
        fprintf(out, ",\n          PL_SCALAR(long, b%d)", i);
    for (int i = 0; i < c->tables; i++) {
        fprintf(out, ",\n          PL_SMEM_REF(const int32_t, %s", c->table[i].name);
        for (int d = 0; d < c->table[i].shape.rank; d++)
            fprintf(out, ", %s", c->table[i].shape.item[d]);
        fprintf(out, ")");
    }
    for (int i = 0; i < c->operands; i++) {
        const Operand *o = &c->operand[i];
        fprintf(out, ",\n          PL_REF(%s%s, %s", strcmp(o->kind, "in") ? "" : "const ", o->type->ctype, o->name);
        for (int d = 0; d < o->ref.rank; d++)
            fprintf(out, ", %s", o->dim[d]);
        fprintf(out, o->ref.rank ? ")" : ", 1)");
    }
    fprintf(out, ")\n{\n");
    write_body(c);
    fprintf(out, "}\n\n");
}

static void write_names(const char *part, const char *name, int count)
{
    fprintf(out, ",\n        %s(", part);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s%d", i ? ", " : "", name, i);
}

// Sizes, scalars and the grid.
static void write_extents(Case *c)
{
    if (c->sizes || (grid_at_run_time(c) && c->axes)) {
        write_names("PL_SIZES", "n", c->sizes);
        for (int a = 0; grid_at_run_time(c) && a < c->axes; a++)
            fprintf(out, "%ssteps_%s", a || c->sizes ? ", " : "", c->axis[a]);
        fprintf(out, ")");
    }
    for (int i = 0; i < c->scalars; i++)
        fprintf(out, "%sPL_SCALAR(long, b%d)", i ? ", " : ",\n        ", i);
    fprintf(out, ",\n        PL_GRID(");
    for (int a = 0; a < c->axes; a++) {
        const char *s = c->semantics[a];
        const char *word = !strcmp(s, "parallel") ? "PL_PARALLEL" : !strcmp(s, "arbitrary") ? "PL_ARBITRARY" : "";
        fprintf(out, "%s%s(%s, %s)", a ? ", " : "", word, c->axis[a], spell_grid_extent(c, a));
    }
    fprintf(out, ")");
}

static void append_tuple(char *text, const Tuple *t, Case *c, char *(*spell)(Case *, const char *))
{
    strcat(text, "(");
    for (int d = 0; d < t->rank; d++) {
        strcat(text, d ? ", " : "");
        strcat(text, spell ? spell(c, t->item[d]) : t->item[d]);
    }
    strcat(text, ")");
}

static void write_operand(Case *c, const Operand *o)
{
    char array[1024], spec[2048] = "";
    const char *kind = !strcmp(o->kind, "in") ? "PL_IN " : !strcmp(o->kind, "out") ? "PL_OUT" : "PL_INOUT";
    snprintf(array, sizeof array, "%s(%s, %s, ", kind, o->type->ctype, o->name);
    append_tuple(array, &o->shape, c, spell_size);
    if (o->whole) {
        strcat(spec, "PL_WHOLE)");
    } else {
        strcat(spec, "PL_BLOCKSPEC(");
        append_tuple(spec, &o->block, c, spell_block_item);
        strcat(spec, ", ");
        append_tuple(spec, &o->index, c, NULL);
        strcat(spec, strcmp(o->options, "-") ? ", " : "");
        strcat(spec, strcmp(o->options, "-") ? o->options : "");
        strcat(spec, "))");
    }
    fprintf(out, ",\n        %s, %s", array, spec);
}

static void write_scratch(const Operand *o)
{
    fprintf(out, ",\n        PL_SCRATCH(%s, (", o->type->ctype);
    for (int d = 0; d < o->ref.rank; d++)
        fprintf(out, "%s%s", d ? ", " : "", o->dim[d]);
    fprintf(out, "))");
}

static void write_call(Case *c)
{
    fprintf(out, "PL_CALL(call_%s, %s_%s", c->id, c->body, c->id);
    write_extents(c);
    for (int i = 0; i < c->tables; i++) {
        char shape[256] = "";
        append_tuple(shape, &c->table[i].shape, c, NULL);
        fprintf(out, ",\n        PL_PREFETCH(int32_t, %s, %s)", c->table[i].name, shape);
    }
    for (int i = 0; i < c->operands; i++) {
        if (!strcmp(c->operand[i].kind, "scratch"))
            write_scratch(&c->operand[i]);
        else
            write_operand(c, &c->operand[i]);
    }
    fprintf(out, ")\n\n");
}

// ---- The test of a case -------------------------------------------------------------------------------------

static long elements(const Operand *o)
{
    long n = 1;
    for (int d = 0; d < o->shape.rank; d++)
        n *= strtol(o->shape.item[d], NULL, 10);
    return n;
}

static int is_small_float(const Type *t)
{
    return !strncmp(t->to, "pl_to_", 6);
}

// Returns the operand whose array this one uses: itself, or the one that it aliases or repeats.
static Operand *owner(Case *c, Operand *o)
{
    if (!strncmp(o->values, "same ", 5))
        return named(c, o->values + 5);
    if (!strncmp(o->options, "PL_ALIAS(", 9)) {
        char *name = new_text(o->options + 9, strcspn(o->options + 9, ")"));
        return named(c, name);
    }
    return o;
}

static void write_expected(const Operand *o)
{
    const char *type = is_small_float(o->type) ? "float" : o->type->ctype;
    fprintf(out, "    static const %s expected_%s[] = {", type, o->name);
    for (int i = 0; i < o->expected; i++)
        fprintf(out, "%s %ld", i ? "," : "", o->expect[i]);
    fprintf(out, " };\n");
    if (o->expected != elements(o))
        fail("as many expected values as elements", o->name);
}

static void write_table_values(const Table *t)
{
    fprintf(out, "    static const int32_t %s[] = {", t->name);
    for (const char *v = t->values; *v; v += strspn(v, " ")) {
        int length = (int)strcspn(v, " ");
        fprintf(out, "%s %.*s", v == t->values ? "" : ",", length, v);
        v += length;
    }
    fprintf(out, " };\n");
}

static void write_arrays(Case *c)
{
    for (int i = 0; i < c->tables; i++)
        write_table_values(&c->table[i]);
    for (int i = 0; i < c->operands; i++) {
        Operand *o = &c->operand[i];
        if (strcmp(o->kind, "scratch") && owner(c, o) == o)
            fprintf(out, "    static %s %s[%ld];\n", o->type->ctype, o->name, elements(o));
        if (o->expected)
            write_expected(o);
    }
}

// Prints the contents of the arrays: inputs by their formula. Those of outputs do not matter, so they differ from all results.
static void write_inputs(Case *c)
{
    for (int i = 0; i < c->operands; i++) {
        Operand *o = &c->operand[i];
        if (!strncmp(o->values, "formula ", 8))
            fprintf(out, "    FORMULA(%s, %s, %ld, %ld, %ld);\n",
                    is_small_float(o->type) ? o->type->to : o->type->ctype, o->name,
                    o->formula[0], o->formula[1], o->formula[2]);
        else if (!strcmp(o->kind, "out") && owner(c, o) == o)
            fprintf(out, "    memset(%s, 0x5a, sizeof %s);\n", o->name, o->name);
    }
}

static const char *comma(int *parts)
{
    return (*parts)++ ? ", " : "";
}

static void write_arguments(Case *c)
{
    int parts = 0;
    for (int i = 0; i < c->sizes; i++)
        fprintf(out, "%s%ld", comma(&parts), c->size[i]);
    for (int a = 0; grid_at_run_time(c) && a < c->axes; a++)
        fprintf(out, "%s%ld", comma(&parts), c->extent[a]);
    for (int i = 0; i < c->scalars; i++)
        fprintf(out, "%s%ld", comma(&parts), c->scalar[i]);
    for (int i = 0; i < c->tables; i++)
        fprintf(out, "%s%s", comma(&parts), c->table[i].name);
    for (int i = 0; i < c->operands; i++)
        if (strcmp(c->operand[i].kind, "scratch"))
            fprintf(out, "%s%s", comma(&parts), owner(c, &c->operand[i])->name);
}

static void write_test(Case *c)
{
    fprintf(out, "TEST(%s)\n{\n", c->id);
    write_arrays(c);
    write_inputs(c);
    fprintf(out, "    EXPECT(call_%s(", c->id);
    write_arguments(c);
    fprintf(out, ") == 0);\n");
    for (int i = 0; i < c->operands; i++) {
        Operand *o = &c->operand[i];
        if (o->expected)
            fprintf(out, "    SAME(\"%s %s\", %s, %s, expected_%s);\n", c->id, o->name,
                    is_small_float(o->type) ? "pl_to_f32" : o->type->ctype, owner(c, o)->name, o->name);
    }
    fprintf(out, "}\n\n");
}

static void write_case(Case *c)
{
    name_extents(c);
    fprintf(out, "// case %s:\n", c->id);
    fprintf(out, "// %s\n", c->features);
    fprintf(out, "\n");
    write_kernel(c);
    write_call(c);
    write_test(c);
}

// ---- A file -------------------------------------------------------------------------------------------------

static const char head[] =
    "// Written by tests/tools/golden.c from tests/conformance/golden/golden.txt: do not edit.\n"
    "//\n"
    "//     golden_NN [case...]      runs all its cases, or those named\n"
    "\n"
    "#include <pallas.h>\n"
    "#include <stdint.h>\n"
    "#include \"tests/test.h\"\n"
    "\n"
    "// The flat element f of an input is (f * 37 + o * 11) % m - s. `as`: its type, or the conversion from a float.\n"
    "#define FORMULA(as, array, o, m, s)                                                          \\\n"
    "    do {                                                                                     \\\n"
    "        for (long at_ = 0; at_ < (long)(sizeof(array) / sizeof(array)[0]); at_++)            \\\n"
    "            (array)[at_] = CONVERT_##as((at_ * 37 + (o) * 11) % (m) - (s));                  \\\n"
    "    } while (0)\n"
    "\n"
    "// Every element must equal the expected one. A failure names its case and operand.\n"
    "#define SAME(name, as, array, expected)                                                      \\\n"
    "    do {                                                                                     \\\n"
    "        long differing_ = 0, count_ = (long)(sizeof(expected) / sizeof(expected)[0]);        \\\n"
    "        for (long at_ = 0; at_ < count_; at_++)                                              \\\n"
    "            if (!(CONVERT_##as((array)[at_]) == (expected)[at_]) && ++differing_ <= 10)      \\\n"
    "                printf(\"%s[%ld] is %.17g, expected %.17g\\n\", name, at_,                     \\\n"
    "                       (double)CONVERT_##as((array)[at_]), (double)(expected)[at_]);         \\\n"
    "        EXPECT(differing_ == 0);                                                             \\\n"
    "    } while (0)\n"
    "\n"
    "#define CONVERT_float(v)        ((float)(v))\n"
    "#define CONVERT_double(v)       ((double)(v))\n"
    "#define CONVERT_int8_t(v)       ((int8_t)(v))\n"
    "#define CONVERT_uint8_t(v)      ((uint8_t)(v))\n"
    "#define CONVERT_int32_t(v)      ((int32_t)(v))\n"
    "#define CONVERT_int64_t(v)      ((int64_t)(v))\n"
    "#define CONVERT_pl_to_f16(v)    pl_to_f16((float)(v))\n"
    "#define CONVERT_pl_to_bf16(v)   pl_to_bf16((float)(v))\n"
    "#define CONVERT_pl_to_f32(v)    pl_to_f32(v)\n"
    "\n";

static const char asked[] =
    "// Without arguments every case runs.\n"
    "static int asked(int argc, char **argv, const char *name)\n"
    "{\n"
    "    for (int i = 1; i < argc; i++)\n"
    "        if (!strcmp(argv[i], name))\n"
    "            return 1;\n"
    "    return argc < 2;\n"
    "}\n"
    "\n";

// Copies the lines of `from`, and breaks long lines at the last blank that fits.
static void copy_lines(FILE *from, FILE *to)
{
    static char buffer[MAX_LINE * 4];
    while (fgets(buffer, sizeof buffer, from)) {
        const char *line = buffer;
        int indent = (int)strspn(line, " "), comment = !strncmp(line, "//", 2), before = 0;
        while (before + (int)strlen(line) > LINE_WIDTH + 1) {
            int end = LINE_WIDTH - before;
            while (end > indent && line[end] != ' ')
                end--;
            if (end <= indent)
                break;
            before = comment ? 3 : indent + 8;
            fprintf(to, "%.*s\n%*s", end, line, before, comment ? "// " : "");
            line += end + 1;
            indent = comment ? 0 : indent;
        }
        fputs(line, to);
    }
}

static void write_cases(Case *cases, int count)
{
    fputs(head, out);
    for (int i = 0; i < count; i++)
        write_case(&cases[i]);
    fputs(asked, out);
    fprintf(out, "int main(int argc, char **argv)\n{\n");
    for (int i = 0; i < count; i++)
        fprintf(out, "    if (asked(argc, argv, \"%s\"))\n        RUN(%s);\n", cases[i].id, cases[i].id);
    fprintf(out, "    return test_end();\n}\n");
}

static void write_file(const char *folder, int number, Case *cases, int count)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/golden_%02d.c", folder, number);
    FILE *file = fopen(path, "w");
    out = tmpfile();
    if (!file || !out) {
        perror(path);
        exit(1);
    }
    write_cases(cases, count);
    rewind(out);
    copy_lines(out, file);
    fclose(out);
    if (fclose(file)) {
        perror(path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    int files = argc == 4 ? atoi(argv[3]) : 0;
    if (files < 1) {
        fprintf(stderr, "usage: golden golden.txt OUTDIR N\n");
        return 2;
    }
    input_name = argv[1];
    FILE *in = fopen(argv[1], "r");
    if (!in) {
        perror(argv[1]);
        return 1;
    }
    Case *cases = new_zeroed(MAX_CASES * sizeof *cases);
    int count = 0;
    while (count < MAX_CASES && read_case(&cases[count], in)) {
        cases[count].style = count % 4;
        count++;
    }
    if (!count || !feof(in))
        fail("no cases, or too many", argv[1]);
    for (int f = 0; f < files; f++) {
        int from = count * f / files, to = count * (f + 1) / files;
        write_file(argv[2], f, cases + from, to - from);
    }
    return 0;
}
