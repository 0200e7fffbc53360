// operands.c -- the call of a program: sizes, grid, tables, and operands with their specs.
//
// Every call is legal. An output has one dim for each axis that its blocks depend on, and an extent that these blocks just
// cover. The other axes come last, or the output may be revisited. An input may have any map: its array is as large as the map's
// values require.

#include "generate.h"

#include <string.h>

const struct type types[] = {
    { "float", FLOATING, 1 << 22, "f" },      { "int32_t", INTEGER, 1 << 28, "i" },     { "double", FLOATING, 1 << 22, "d" },
    { "pl_f16", SMALL, 1024, "h" },           { "pl_bf16", SMALL, 128, "b" },           { "int8_t", INTEGER, 100, "c" },
    { "uint8_t", UNSIGNED, 200, "u" },        { "bool", BOOLEAN, 1, "o" },              { "int64_t", INTEGER, 1 << 28, "l" },
    { "struct pair", STRUCT, 100, "p" },      { "int16_t", INTEGER, 10000, "s" },       { "uint32_t", UNSIGNED, 1 << 28, "v" },
    { "pl_f8e4m3", SMALL, 8, "g" },           { "pl_f8e5m2", SMALL, 4, "e" },           { "uint16_t", UNSIGNED, 20000, "w" },
    { "uint64_t", UNSIGNED, 1 << 28, "y" },
};
const int type_count = sizeof types / sizeof *types;

static const long blocks_of[] = { 4, 2, 1, 3, 8, 5, 16, 7, 32, 20 };

// Names that are valid in C, but may have a meaning in a target, its templates or the emitted code.
static const char *const odd_names[] = {
    "count", "lane", "group", "row", "column", "index", "size", "shape", "start", "stride", "offset", "first", "last", "local", "global",
    "kernel", "half", "block", "grid", "acc", "sum", "data", "buffer", "slot", "edge", "here", "step", "whole", "width", "lo", "hi", "rest",
    "tile", "id", "program", "private", "min", "max", "dot", "select", "float4", "event", "length", "value", "next", "begin", "end", "turn",
    "part", "call", "error", "status", "args", "queue", "extent", "place", "define", "eval", "ifelse", "len", "divert", "undefine", "dnl",
};

// Returns the usual name, or sometimes an odd one. Each odd name is used once per call.
const char *choose_name(struct call *c, const char *usual)
{
    enum { COUNT = sizeof odd_names / sizeof *odd_names };
    _Static_assert(COUNT <= 64, "names_taken has a bit for each");
    long n = chance("odd_name", 8) ? pick("name", COUNT) : COUNT;
    if (n == COUNT || c->names_taken >> n & 1)
        return usual;
    c->names_taken |= 1ull << n;
    return odd_names[n];
}

static const struct type *choose_type(const char *what)
{
    // The first two types are more frequent than the others.
    return &types[chance("any_type", 60) ? pick(what, type_count) : pick("common_type", 2)];
}

static char *ceil_div(const char *n, long block)
{
    return block == 1 ? text("%s", n) : text("%s(%s, %ld)", either("PL_CDIV", "ceil_div"), n, block);
}

// ---- Sizes ----

// Adds a size of at most `most`, which is a multiple of the block in some sets of values and not in others.
static struct size *add_size(struct call *c, long block, long most, bool floating)
{
    struct size *s = &c->size[c->sizes++];
    static const char *const integers[] = { "long", "int32_t", "int64_t" };
    *s = (struct size){ .name = text("%c%d", floating ? 'f' : 'n', c->sizes - 1), .block = block, .most = most, .floating = floating };
    enter("size%d", c->sizes - 1);
    s->name = choose_name(c, s->name);
    leave();
    s->scalar = floating || chance("scalar", 50);
    s->type = floating ? "float" : s->scalar ? integers[pick("scalar_type", 3)] : "long";
    for (int set = 0; set < MOST_SETS; set++) {
        enter("set%d", set);
        long whole = block * (1 + pick("blocks", most / block));
        s->value[set] = set == 1 ? whole : 1 + pick("value", most);
        leave();
    }
    return s;
}

// ---- The grid ----

static void choose_axis(struct call *c, int a, long most)
{
    static const char *const names[] = { "i", "j", "k", "l", "p", "q" };
    struct axis *axis = &c->axis[a];
    enter("axis%d", a);
    *axis = (struct axis){ .name = names[a], .most = most };
    axis->block = blocks_of[pick("block", c->axes > 3 ? 3 : c->axes > 2 ? 5 : c->axes > 1 ? 8 : 10)];
    axis->kind = a && c->parallel < a ? PLAIN : chance("parallel", 40) ? PARALLEL : PLAIN;
    if (axis->kind == PARALLEL)
        c->parallel++;
    else if (chance("arbitrary", 25))
        axis->kind = ARBITRARY;
    long constant = pick("constant", 3);
    if (constant == 1 || c->sizes >= MOST_SIZES - 3) {
        axis->most = 1 + pick("extent", most);
        axis->extent = text("%ld", axis->most);
    } else {
        if (constant == 2 && chance("by_one", 60))
            axis->block = 1;
        axis->size = add_size(c, axis->block, axis->block * most, false);
        axis->extent = ceil_div(axis->size->name, axis->block);
        if (chance("zero", 8))
            axis->size->value[3] = 0;
    }
    leave();
}

static void choose_grid(struct call *c)
{
    static const int counts[] = { 1, 2, 2, 3, 2, 1, 3, 0, 4, 2, 5, 6 };
    static const long most[] = { 1, 7, 4, 3, 2, 2, 2 };
    c->axes = counts[pick("axes", 12)];
    c->steps = 1;
    for (int a = 0; a < c->axes; a++) {
        choose_axis(c, a, most[c->axes]);
        c->steps *= c->axis[a].most;
    }
    static const char *const names[] = { "b", "o" };
    for (int b = 0; b < 2 && c->axes < 5 && chance(text("batch%d", b), b ? 30 : 12); b++) {
        struct axis *batch = &c->batch[c->batches++];
        enter("batch%d", b);
        *batch = (struct axis){ .name = names[b], .kind = PARALLEL, .most = 1 + pick("extent", 3) };
        if (chance("size", 50) && c->sizes < MOST_SIZES - 3) {
            batch->size = add_size(c, 1, batch->most, false);
            batch->extent = batch->size->name;
        } else {
            batch->extent = text("%ld", batch->most);
        }
        leave();
    }
}

// Returns the condition that a program is the first, or the last, on each axis of the set.
const char *first_of(const struct call *c, unsigned axes, const char *which)
{
    const char *all = NULL;
    for (int a = 0; a < c->axes; a++) {
        if (!(axes >> a & 1))
            continue;
        bool first = !strcmp(which, "FIRST");
        char *one = either(text("PL_%s(%d)", which, a),
                           first ? text("%s == 0", c->axis[a].name) : text("%s == %s - 1", c->axis[a].name, c->axis[a].extent));
        all = all ? text("%s && %s", all, one) : one;
    }
    return all;
}

// ---- Tables ----

static void choose_table(struct call *c)
{
    struct table *t = &c->table[c->tables];
    enter("table%d", c->tables);
    *t = (struct table){ .name = text("t%d", c->tables), .type = chance("long", 25) ? "int64_t" : "int32_t", .rank = 1 };
    t->extent[0] = 8;
    t->range = 2 + pick("range", 3);
    if (chance("rank2", 25)) {
        t->rank = 2;
        t->extent[1] = 4;
    } else if (c->axes && chance("permutes", 50)) {
        t->permutes = &c->axis[pick("axis", c->axes)];
        t->range = t->permutes->most;
    }
    for (int b = 0; b < c->batches; b++)
        t->batched[b] = chance(text("batched%d", b), 40);
    c->tables++;
    leave();
}

// ---- Dims of inputs ----

// Returns an index that depends on the axes in some way. *bound and *most are one more than its largest value, as text and as a
// number.
static const char *any_index(struct call *c, const char **bound, long *most)
{
    *bound = "1", *most = 1;
    if (!c->axes)
        return "0";
    const struct axis *a = &c->axis[pick("axis", c->axes)], *b = &c->axis[pick("other_axis", c->axes)];
    const struct table *t = c->tables ? &c->table[pick("table", c->tables)] : NULL;
    const char *name = text("%s", a->name);
    *bound = a->extent, *most = a->most;
    switch (pick("index", 9)) {
    case 0:
        return name;
    case 1:
        return text("%s - 1 - %s", a->extent, name);
    case 2:
        *bound = "1", *most = 1;
        return "0";
    case 3:
        *bound = ceil_div(text("(%s)", a->extent), 2), *most = (a->most + 1) / 2;
        return text("%s / 2", name);
    case 4:
        *bound = "2", *most = 2;
        return text("%s %% 2", name);
    case 5:
        if (a == b || a->most * b->most > 16)
            return name;
        *bound = text("%s * (%s)", a->extent, b->extent), *most = a->most * b->most;
        return text("%s * (%s) + %s", name, b->extent, b->name);
    case 6:
        if (a == b)
            return name;
        *bound = text("%s + %s", a->extent, b->extent), *most = a->most + b->most;
        return text("%s + %s", name, b->name);
    case 7:
        if (!t)
            return name;
        *bound = text("%ld", t->range), *most = t->range;
        if (t->rank == 2)
            return text("t%d[%s][%s %% 4]", (int)(t - c->table), name, b->name);
        return text("t%d[%s]", (int)(t - c->table), t->permutes ? t->permutes->name : name);
    default:
        *bound = "3", *most = 3;
        return text("%s < 2 ? %s : 2", name, name);
    }
}

// Names the part outside the array, so that dims which extend past their arrays at the same places have the same name.
static void set_outside(struct dim *d)
{
    d->edge_of = text("%s|%s|%s|%s", d->shape, d->block, d->index, d->start);
}

static void blocked(struct dim *d, const char *index, const char *bound, long n, long less)
{
    d->block = d->extent = text("%ld", n);
    d->index = index;
    d->shape = less ? text("(%s) * %ld - %ld * (%s > 0)", bound, n, less, bound) : n == 1 ? bound : text("(%s) * %ld", bound, n);
    d->start = text("(%s) * %ld", index, n);
    d->most = n;
    if (less)
        set_outside(d);
}

// Cuts an array of the axis's size into blocks of the axis.
static bool along_axis(struct dim *d, const struct axis *a, const char *index)
{
    if (!a->size)
        return false;
    d->block = d->extent = text("%ld", a->block);
    d->index = index;
    d->shape = a->size->name;
    d->start = text("(%s) * %ld", index, a->block);
    d->most = a->block;
    if (a->block > 1)
        set_outside(d);
    return true;
}

// Returns the axis in one direction or the other, or through a table that permutes it.
static const char *each_once(struct call *c, const struct axis *a)
{
    long way = pick("order", 4);
    if (way == 2)
        return text("%s - 1 - %s", a->extent, a->name);
    for (int t = 0; way == 3 && t < c->tables; t++)
        if (c->table[t].permutes == a)
            return text("t%d[%s]", t, a->name);
    return a->name;
}

static void none(struct dim *d, const char *index, const char *bound)
{
    *d = (struct dim){ .shape = bound, .block = "PL_NONE", .index = index, .start = index, .most = 1 };
}

static void full(struct call *c, struct dim *d, bool run_time)
{
    struct size *s = NULL;
    for (int i = 0; run_time && i < c->sizes && !s; i++)
        if (c->size[i].scalar && !c->size[i].floating && c->size[i].most <= 32 && c->size[i].value[3])
            s = &c->size[i];
    if (!s && run_time && c->sizes < MOST_SIZES - 1) {
        s = add_size(c, 1, 6, false);
        s->scalar = true;
    }
    d->most = s ? s->most : 1 + pick("extent", 6);
    d->shape = d->extent = s ? s->name : text("%ld", d->most);
    d->block = chance("spelled_full", 50) ? "PL_FULL" : d->extent;
    d->index = d->start = "0";
}

// Windows that begin at a multiple of a step, and may be longer than it.
static void element(struct dim *d, const struct axis *a)
{
    long step = a->size ? a->block : 1 + pick("step", 3), lo = pick("lo", 3), hi = pick("hi", 3), n = step + lo + hi;
    if (chance("narrow", 25))
        n = 1 + pick("n", n);
    d->shape = a->size ? a->size->name : text("%s * %ld", a->extent, step);
    if (chance("short", 20))
        d->shape = "3";
    d->most = n;
    d->extent = text("%ld", n);
    d->index = step == 1 ? text("%s", a->name) : text("%s * %ld", a->name, step);
    d->start = text("%s - %ld", d->index, lo);
    d->block = text("PL_ELEMENT(%ld, %ld, %s * %ld + %ld)", n, lo, a->extent, step, n);
    set_outside(d);
}

static void bounded(struct call *c, struct dim *d, const struct axis *a)
{
    long n = 1 + pick("n", 6), step = 1 + pick("step", 3);
    const char *start = step == 1 ? text("%s", a->name) : text("%s * %ld", a->name, step);
    if (c->tables && c->table[0].rank == 1 && chance("from_table", 40))
        start = text("t0[%s]", c->table[0].permutes ? c->table[0].permutes->name : a->name), step = 4;
    d->shape = text("(%s) * %ld + 8", a->extent, step);
    if (step == 4)
        d->shape = "16";
    d->most = n;
    d->extent = text("%ld", n);
    d->count = chance("whole", 20) ? d->extent : text("1 + %s %% %ld", a->name, n);
    d->start = start;
    d->index = text("PL_DS(%s, %s)", start, d->count);
    d->block = text("PL_BOUNDED(%ld)", n);
    d->bounded = true;
    set_outside(d);
}

static void input_dim(struct call *c, struct operand *o, int at)
{
    struct dim *d = &o->dim[at];
    const char *bound;
    long most;
    enter("dim%d", at);
    long kind = c->axes ? pick("kind", 10) : 5;
    const struct axis *a = c->axes ? &c->axis[pick("its_axis", c->axes)] : NULL;
    if (kind <= 3 && along_axis(d, a, each_once(c, a))) {
    } else if (kind <= 4 && chance("run_time_block", 12)) {
        // A block with an extent that is known at run time.
        const char *index = any_index(c, &bound, &most);
        full(c, d, true);
        d->block = d->extent;
        d->shape = text("(%s) * %s", bound, d->extent);
        d->start = text("(%s) * %s", index, d->extent);
        d->index = index;
    } else if (kind <= 4) {
        const char *index = any_index(c, &bound, &most);
        long n = blocks_of[pick("block", o->rank > 2 ? 4 : 8)];
        blocked(d, index, bound, n, pick("less", n));
    } else if (kind == 5) {
        full(c, d, chance("run_time", 30));
    } else if (kind == 6) {
        const char *index = any_index(c, &bound, &most);
        none(d, index, bound);
    } else if (kind == 7 && chance("bounded", 60)) {
        bounded(c, d, &c->axis[pick("axis", c->axes)]);
    } else {
        element(d, &c->axis[pick("axis", c->axes)]);
    }
    leave();
}

// ---- Dims of outputs ----

// Makes a dim whose windows may be equal, overlap or be apart from step to step: of a PL_INOUT, along axes that are not parallel.
static void shared_dim(struct call *c, struct dim *d, const struct axis *a)
{
    const char *bound;
    long most, kind = pick("how", 4), n = blocks_of[pick("block", 4)];
    enter("shared");
    if (kind <= 1) {
        element(d, a);
    } else if (kind == 2) {
        bounded(c, d, a);
    } else {
        const char *index = any_index(c, &bound, &most);
        blocked(d, index, bound, n, pick("less", n));
    }
    leave();
}

// Makes a dim with a different block for each index of one axis, or of two.
static void output_dim(struct call *c, struct operand *o, struct dim *d, const struct axis *a, const struct axis *b)
{
    const char *index = b ? text("%s * (%s) + %s", a->name, b->extent, b->name) : each_once(c, a);
    const char *bound = b ? text("%s * (%s)", a->extent, b->extent) : a->extent;
    long kind = pick("kind", 6), n = blocks_of[pick("block", o->rank > 2 ? 4 : 8)];
    if (kind <= 2 && !b && along_axis(d, a, index))
        return;
    if (kind == 3) {
        none(d, index, bound);
    } else if (kind == 5 && !b) {
        long less = pick("less", n), lo = pick("lo", n - less);
        blocked(d, index, bound, n, less + lo);
        d->block = text("PL_ELEMENT(%ld, %ld, %ld)", n, lo, less);
        d->start = text("(%s) * %ld - %ld", index, n, lo);
        d->index = n == 1 ? index : text("(%s) * %ld", index, n);
        set_outside(d);
    } else {
        blocked(d, index, bound, n, pick("less", n));
    }
}

// Returns the axes on which an output depends: all parallel ones, and the first of the others, so that visits of a block are
// consecutive; or any others, if blocks may be revisited.
static unsigned followed_axes(struct call *c, bool any)
{
    unsigned set = 0;
    int first = c->parallel + (int)pick("sequential_axes", c->axes - c->parallel + 1);
    for (int a = 0; a < c->axes; a++)
        if (a < c->parallel || (any ? pick(text("follows%d", a), 2) : a < c->axes - (first - c->parallel)))
            set |= 1u << a;
    return set;
}

static void output_dims(struct call *c, struct operand *o, unsigned axes)
{
    int left[MOST_AXES], count = 0;
    for (int a = 0; a < c->axes; a++)
        if (axes >> a & 1)
            left[count++] = a;
    // In any order.
    for (int i = count - 1; i > 0; i--) {
        int j = i - (int)pick(text("swap%d", i), i + 1), swapped = left[i];
        left[i] = left[j], left[j] = swapped;
    }
    o->rank = count + (int)pick("more_dims", count > 3 ? 1 : 3);
    for (int i = 0; i < count; i++) {
        struct dim *d = &o->dim[i];
        const struct axis *a = &c->axis[left[i]];
        enter("dim%d", i);
        if (i + 1 < count && chance("two_axes", 12)) {
            output_dim(c, o, d, a, &c->axis[left[--count]]);
            o->rank--;
        } else if (o->role == INOUT && a->kind != PARALLEL && chance("shared", 50)) {
            shared_dim(c, d, a);
            o->shared = true;
        } else {
            output_dim(c, o, d, a, NULL);
        }
        leave();
    }
    if (!o->rank)
        o->rank = 1;
    for (int i = count; i < o->rank; i++) {
        enter("dim%d", i);
        full(c, &o->dim[i], chance("run_time", 25));
        leave();
    }
}

// ---- Operands ----

static void choose_options(struct operand *o)
{
    const char *options = "";
    if (chance("buffered", 20))
        options = text(", PL_BUFFERED(%ld)", 1 + pick("buffers", 4));
    if (o->role == INPUT && chance("lookahead", 15))
        options = text("%s, PL_LOOKAHEAD", options);
    static const char *const spaces[] = { "VMEM", "SMEM", "ANY" };
    if (chance("space", 8))
        options = text("%s, PL_SPACE(%s)", options, spaces[pick("which_space", 3)]);
    o->options = options;
}

static long window_elements(const struct operand *o)
{
    long n = 1;
    for (int d = 0; d < o->rank; d++)
        n *= o->dim[d].most;
    return n;
}

// Returns the ref of an operand, which has the dims that are not dropped.
static struct block *ref_of(struct call *c, struct operand *o)
{
    struct block *b = &c->block[c->blocks++];
    *b = (struct block){ .name = o->name, .type = o->type, .role = o->role, .most = 4, .visits = 1 };
    o->block = b;
    b->defined_outside = o->edge != NULL;
    b->ready = o->role == INPUT || o->role == INOUT || o->alias;
    for (int d = 0; d < o->rank; d++)
        if (o->dim[d].extent) {
            b->dim[b->rank].extent = o->dim[d].extent;
            b->dim[b->rank].most = o->dim[d].most;
            b->dim[b->rank].outside = o->dim[d].edge_of;
            b->dim[b->rank].bounded = o->dim[d].bounded;
            b->dim[b->rank++].array_dim = d + o->batched[0] + o->batched[1];
        }
    if (!b->rank) {
        b->rank = 1;
        b->dim[0].extent = "1";
        b->dim[0].most = 1;
    }
    return b;
}

static void choose_edge(struct operand *o)
{
    if (o->role != INPUT || !chance("edge", 45))
        return;
    if (o->type->class == STRUCT) {
        o->edge = "((struct pair){ 1, 2 })";
        return;
    }
    long value = chance("edge_not_zero", 40) ? 1 + pick("edge_value", 2) : 0;
    o->edge = o->type->class == SMALL ? text("%ld.0f", value) : text("%ld", o->type->class == BOOLEAN ? value > 0 : value);
}

// Returns whether all dims are PL_ELEMENT ones, so that the other spelling is possible.
static bool is_unblocked(const struct operand *o)
{
    for (int d = 0; d < o->rank; d++)
        if (strncmp(o->dim[d].block, "PL_ELEMENT(", 11))
            return false;
    return true;
}

static void add_input(struct call *c, int number)
{
    struct operand *o = &c->operand[c->operands++];
    enter("input%d", number);
    *o = (struct operand){ .name = choose_name(c, text("x%d", number)), .role = INPUT, .type = choose_type("type") };
    for (int b = 0; b < c->batches; b++)
        o->batched[b] = chance(text("batched%d", b), 70);
    if (chance("whole", 8)) {
        o->whole = true;
        o->rank = 1 + (int)pick("rank", 3);
        for (int d = 0; d < o->rank; d++) {
            enter("dim%d", d);
            full(c, &o->dim[d], chance("run_time", 30));
            leave();
        }
    } else {
        static const int ranks[] = { 2, 1, 2, 3, 1, 2, 4, 3, 2, 1, 5, 6 };
        o->rank = ranks[pick("rank", 12)];
        for (int d = 0; d < o->rank; d++)
            input_dim(c, o, d);
        // A large window is cut along its first dims.
        for (int d = 0; d < o->rank && window_elements(o) > 512; d++)
            none(&o->dim[d], "0", "2");
        o->unblocked = is_unblocked(o) && chance("unblocked", 50);
        choose_edge(o);
    }
    choose_options(o);
    ref_of(c, o);
    leave();
}

static void choose_use(struct call *c, struct operand *o, unsigned followed)
{
    struct block *b = o->block;
    unsigned others = 0;
    for (int a = c->parallel; a < c->axes; a++)
        if (!(followed >> a & 1)) {
            others |= 1u << a;
            b->visits *= c->axis[a].most;
        }
    if (o->shared)
        b->visits = c->steps;
    b->first = first_of(c, others, "FIRST");
    b->last = first_of(c, others, "LAST");
    if (o->role == INOUT || o->alias)
        b->use = ACCUMULATE, b->first = NULL;
    else if (!others)
        b->use = WRITE;
    else
        b->use = !o->revisited && chance("last_only", 30) ? LAST_ONLY : ACCUMULATE;
}

static void add_output(struct call *c, int number)
{
    struct operand *o = &c->operand[c->operands++];
    enter("output%d", number);
    *o = (struct operand){ .name = choose_name(c, text("z%d", number)), .role = chance("inout", 25) ? INOUT : OUTPUT };
    o->type = choose_type("type");
    o->batched[0] = c->batches > 0, o->batched[1] = c->batches > 1;
    o->revisited = o->role == OUTPUT && chance("revisited", 12);
    unsigned followed = followed_axes(c, o->role == INOUT || o->revisited);
    output_dims(c, o, followed);
    for (int d = o->rank - 1; d >= 0 && window_elements(o) > 512; d--)
        if (o->dim[d].start[0] == '0' && !o->dim[d].start[1])
            o->dim[d] = (struct dim){ .shape = "2", .block = "2", .extent = "2", .index = "0", .start = "0", .most = 2 };
    choose_options(o);
    if (o->revisited)
        o->options = text("%s, PL_REVISIT_ANY", o->options);
    ref_of(c, o);
    choose_use(c, o, followed);
    leave();
}

static void add_atomic(struct call *c)
{
    static const int on[] = { 1, 11, 8, 15, 0 };
    struct operand *o = &c->operand[c->operands++];
    enter("atomic");
    *o = (struct operand){ .name = "a0", .role = ATOMIC, .whole = true, .options = "" };
    o->type = &types[on[pick("type", 5)]];
    for (int b = 0; b < c->batches; b++)
        o->batched[b] = chance(text("batched%d", b), 60);
    o->rank = 1 + (int)pick("rank", 2);
    for (int d = 0; d < o->rank; d++) {
        enter("dim%d", d);
        full(c, &o->dim[d], false);
        leave();
    }
    ref_of(c, o)->operation = (int)pick("operation", o->type->class == FLOATING ? 3 : 6);
    leave();
}

// Adds an input that shares its array with an output: with the output's map, or, if no programs run at once, as a whole.
static void add_alias(struct call *c)
{
    struct operand *z = NULL;
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].role == OUTPUT && !c->operand[i].revisited)
            z = &c->operand[i];
    if (!z)
        return;
    struct operand *x = &c->operand[c->operands++];
    enter("alias");
    *x = *z;
    x->role = INPUT;
    x->name = "y0";
    x->options = "";
    if (!c->parallel && !c->batches && chance("whole", 40)) {
        x->whole = true;
        for (int d = 0; d < x->rank; d++)
            if (strspn(x->dim[d].shape, "0123456789") != strlen(x->dim[d].shape))
                x->whole = false;
        for (int d = 0; x->whole && d < x->rank; d++) {
            const char *shape = x->dim[d].shape;
            long most = 0;
            sscanf(shape, "%ld", &most);
            x->dim[d] = (struct dim){ .shape = shape, .block = shape, .extent = shape, .index = "0", .start = "0", .most = most };
        }
    }
    z->alias = x;
    z->options = text("%s, PL_ALIAS(%s)", z->options, x->name);
    ref_of(c, x)->most = x->type->most;
    z->block->use = ACCUMULATE;
    z->block->first = NULL;
    z->block->ready = true;
    leave();
}

static void add_scratch(struct call *c, int number)
{
    enter("scratch%d", number);
    struct block *b = &c->block[c->blocks++];
    *b = (struct block){ .name = choose_name(c, text("s%d", number)), .type = choose_type("type"), .role = chance("smem", 20) ? SMEM : SCRATCH,
                         .most = 4, .visits = c->steps, .defined_outside = true };
    b->rank = b->role == SMEM ? 1 : 1 + (int)pick("rank", 3);
    for (int d = 0; d < b->rank; d++) {
        struct dim dim;
        enter("dim%d", d);
        full(c, &dim, chance("run_time", 20));
        if (!strcmp(dim.extent, "1") || chance("of_block", 30)) {
            dim.most = blocks_of[pick("extent_of_block", 6)];
            dim.extent = text("%ld", dim.most);
        }
        leave();
        b->dim[d].extent = dim.extent;
        b->dim[d].most = dim.most;
    }
    unsigned sequential = 0;
    for (int a = c->parallel; a < c->axes; a++)
        sequential |= 1u << a;
    b->first = first_of(c, sequential, "FIRST");
    b->use = b->first && chance("carried", 50) ? CARRIED : WRITE;
    leave();
}

static void add_table_ref(struct call *c, const struct table *t)
{
    static const struct type table_types[] = { { "int32_t", INTEGER, 8, "i" }, { "int64_t", INTEGER, 8, "l" } };
    struct block *b = &c->block[c->blocks++];
    *b = (struct block){ .name = t->name, .type = &table_types[t->type[3] == '6'], .role = INPUT, .rank = t->rank, .ready = true,
                         .defined_outside = true, .most = 8, .visits = 1, .is_table = true };
    for (int d = 0; d < t->rank; d++) {
        b->dim[d].extent = text("%ld", t->extent[d]);
        b->dim[d].most = t->extent[d];
    }
}

void choose_call(struct call *c, int number)
{
    *c = (struct call){ .number = number };
    enter("call%d", number);
    choose_grid(c);
    for (int t = 0; t < 2; t++)
        if (chance(text("table%d", t), 18))
            choose_table(c);
    for (int t = 0; t < c->tables; t++)
        add_table_ref(c, &c->table[t]);
    for (int i = 0; i < 4; i++)
        if (chance(text("input%d", i), i ? 45 : 90))
            add_input(c, i);
    add_output(c, 0);
    for (int i = 1; i < 3; i++)
        if (chance(text("output%d", i), 25))
            add_output(c, i);
    if (chance("atomic", 12))
        add_atomic(c);
    if (chance("alias", 8))
        add_alias(c);
    for (int i = 0; i < 2; i++)
        if (chance(text("scratch%d", i), 25))
            add_scratch(c, i);
    if (chance("floating_scalar", 20) && c->sizes < MOST_SIZES)
        add_size(c, 1, 4, true);
    choose_body(c);
    leave();
}
