// read/call.c -- PL_CALL: a function whose body has one declaration per fact. See "The call" in marked.h.

#include "read/read.h"
#include <stdlib.h>
#include <string.h>

// The parts and axes are in source order; facts about a part follow it.
typedef struct {
    Call *call;
    Axis *grid;                 // batch axes are prepended at the end
    int grid_count;
    int *block_ranks, *index_ranks;     // by part; -1: none
} CallReader;

// ---- The C function -------------------------------------------------------------------------------------------------

// Arrays are declared as x_array_, so that a map cannot read x.
static void read_call_parameter(Reader *r, Call *call, CXCursor c)
{
    const char *mark = mark_of(c);
    bool array = !strcmp(mark, "array");
    Symbol *s = new_symbol(array ? SY_ARRAY : !strcmp(mark, "size") ? SY_SIZE : SY_SCALAR, c);
    s->type = read_type(r, clang_getCursorType(c), s->at);
    if (array) {
        s->name = text_part(s->name, strlen(s->name) - strlen("_array_"));
        s->type = s->type->of;
    } else {
        add_symbol(r, c, s, false);
    }
    list_add(call->parameters, call->parameter_count, s);
}

static Symbol *find_parameter(const Call *call, const char *name)
{
    for (int i = 0; i < call->parameter_count; i++)
        if (!strcmp(call->parameters[i]->name, name))
            return call->parameters[i];
    return NULL;
}

// ---- Facts ----------------------------------------------------------------------------------------------------------

// The elements of { … }, one per dim. Each was converted to long implicitly.
Node **read_tuple(Reader *r, CXCursor declaration, int *count)
{
    Kids k = kids(clang_Cursor_getVarDeclInitializer(declaration));
    Node **list = NULL;
    for (int i = 0; i < k.count; i++)
        list_add(list, *count, read_expression(r, k.at[i]));
    return list;
}

static Node *choice(const Node *of, Node *b, Node *c)
{
    Node *n = new_node(ND_CONDITIONAL, of->at);
    n->type = of->type;
    n->a = of->a, n->b = b, n->c = c;
    return n;
}

// c ? PL_DS(s, n) : PL_DS(t, m) is PL_DS(c ? s : t, c ? n : m).
Node *as_slice(Node *n)
{
    if (n->kind != ND_CONDITIONAL)
        return n;
    n->b = as_slice(n->b);
    n->c = as_slice(n->c);
    if (n->b->kind != ND_SLICE || n->c->kind != ND_SLICE)
        return n;
    Node *slice = new_node(ND_SLICE, n->at);
    slice->type = n->type;
    slice->a = choice(n, n->b->a, n->c->a);
    slice->b = choice(n, n->b->b, n->c->b);
    return slice;
}

// "x, z", the names in PL_BATCH(b, n, x, z).
static void read_names(Axis *axis, const char *names)
{
    while (*names) {
        names += strspn(names, ", ");
        size_t length = strcspn(names, ", ");
        if (length)
            list_add(axis->batched, axis->batched_count, text_part(names, length));
        names += length;
    }
}

bool marks_axis(const char *mark)
{
    return has_prefix(mark, "axis:") || has_prefix(mark, "parallel:") || has_prefix(mark, "arbitrary:") || has_prefix(mark, "reduction:");
}

// The name of an axis follows the colon: "axis:i", "parallel:i", "batch:b:x, z".
static void read_axis(Reader *r, CallReader *p, CXCursor c, const char *mark)
{
    const char *name = strchr(mark, ':') + 1;
    Axis axis = { .at = place(c), .extent = read_value(r, c) };
    axis.name = text_part(name, strcspn(name, ":"));
    axis.kind = has_prefix(mark, "batch") ? AXIS_BATCH : has_prefix(mark, "parallel") ? AXIS_PARALLEL
              : has_prefix(mark, "arbitrary") ? AXIS_ARBITRARY : has_prefix(mark, "reduction") ? AXIS_REDUCTION : AXIS_PLAIN;
    if (axis.kind == AXIS_BATCH) {
        read_names(&axis, strchr(name, ':') + 1);
        list_add(p->call->axes, p->call->axis_count, axis);
    } else {
        list_add(p->grid, p->grid_count, axis);
    }
}

static PartKind part_kind(const char *mark)
{
    static const struct { const char *mark; PartKind kind;
    } all[] = {
        { "scalar", PART_SCALAR },
        { "table", PART_TABLE },
        { "in", PART_IN },
        { "out", PART_OUT },
        { "inout", PART_INOUT },
        { "scratch", PART_SCRATCH },
        { "scratch_smem", PART_SCRATCH },
        { "scratch_any", PART_SCRATCH },
        { "sem", PART_SEM },
        { "sems", PART_SEM },
        { "dma_sem", PART_SEM },
        { "dma_sems", PART_SEM },
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(mark, all[i].mark))
            return all[i].kind;
    INTERNAL(text("a part marked '%s'", mark));
}

// struct pl_part_2 { T *x; };
static void read_part(Reader *r, CallReader *p, CXCursor c)
{
    CXCursor field = last_kid(c);
    const char *mark = mark_of(field);
    Part part = { .kind = part_kind(mark), .at = place(field), .spec = SPEC_WHOLE };
    part.type = read_type(r, clang_getCursorType(field), part.at)->of;
    part.scalar_memory = !strcmp(mark, "scratch_smem") || part.kind == PART_TABLE;
    part.in_hbm = !strcmp(mark, "scratch_any");
    part.dma = has_prefix(mark, "dma_");
    part.is_array = part.kind == PART_SEM && mark[strlen(mark) - 1] == 's';
    if (part.kind != PART_SCRATCH && part.kind != PART_SEM) {
        part.name = keep(clang_getCursorSpelling(field));
        part.symbol = find_parameter(p->call, part.name);
        if (!part.symbol)
            INTERNAL("a part that is no parameter");
        part.symbol->at = part.at;
        if (part.kind == PART_TABLE)
            part.symbol->kind = SY_TABLE;
    }
    int ranks = p->call->part_count, again = ranks;
    list_add(p->block_ranks, ranks, -1);
    list_add(p->index_ranks, again, -1);
    list_add(p->call->parts, p->call->part_count, part);
}

static void read_shape(Reader *r, Part *part, CXCursor c)
{
    part->shape = read_tuple(r, c, &part->rank);
    if ((part->kind == PART_SCRATCH || part->kind == PART_SEM) && part->rank)
        part->at = part->shape[0]->at;
    if (part->kind == PART_TABLE) {
        part->symbol->dims = part->shape;
        part->symbol->rank = part->rank;
    }
}

// An option of PL_BLOCKSPEC may occur once, which check/call.c checks. given: this is the second one.
static void note_again(Part *part, bool given, const char *option, const char *instead)
{
    if (given)
        list_add(part->again, part->again_count, ((struct again){ option, instead }));
}

static void read_fact(Reader *r, CallReader *p, CXCursor c)
{
    const char *mark = mark_of(c);
    if (marks_axis(mark) || has_prefix(mark, "batch:")) {
        read_axis(r, p, c, mark);
        return;
    }
    if (!strcmp(mark, "parts")) {
        p->grid[p->grid_count - 1].parts = read_value(r, c);
        return;
    }
    if (has_prefix(mark, "mesh:")) {
        struct MeshAxis axis = { text("%s", mark + strlen("mesh:")), read_value(r, c), place(c) };
        axis.at = axis.extent->at;
        list_add(p->call->mesh, p->call->mesh_count, axis);
        return;
    }
    if (!p->call->part_count)
        INTERNAL(text("a fact of no part: '%s'", mark));
    int last = p->call->part_count - 1;
    Part *part = &p->call->parts[last];
    if (!strcmp(mark, "shape")) {
        read_shape(r, part, c);
    } else if (!strcmp(mark, "whole")) {
        part->spec = SPEC_WHOLE;
    } else if (!strcmp(mark, "atomic")) {
        part->spec = SPEC_ATOMIC;
    } else if (!strcmp(mark, "any")) {
        part->spec = SPEC_ANY;
    } else if (!strcmp(mark, "block")) {
        part->spec = SPEC_BLOCKS;
        p->block_ranks[last] = 0;
        part->block = read_tuple(r, c, &p->block_ranks[last]);
    } else if (!strcmp(mark, "edge")) {
        note_again(part, part->edge, "PL_EDGE", "all elements past the edge have one value");
        part->edge = read_value(r, c);
    } else if (!strcmp(mark, "buffered")) {
        note_again(part, part->buffers, "PL_BUFFERED", "PL_BUFFERED(n) is one number of buffers");
        part->buffers = read_value(r, c);
    } else if (!strcmp(mark, "lookahead")) {
        note_again(part, part->lookahead, "PL_LOOKAHEAD", "once is enough");
        part->lookahead = true;
    } else if (!strcmp(mark, "revisit")) {
        note_again(part, part->revisit_any, "PL_REVISIT_ANY", "once is enough");
        part->revisit_any = true;
    } else if (has_prefix(mark, "alias:")) {
        note_again(part, part->alias, "PL_ALIAS", "an output shares the array of one input");
        part->alias = strchr(mark, ':') + 1;
    } else if (has_prefix(mark, "space:")) {
        note_again(part, part->space, "PL_SPACE", "a block is in one memory");
        part->space = strchr(mark, ':') + 1;
        part->scalar_memory = !strcmp(part->space, "SMEM");
    } else {
        INTERNAL(text("a fact marked '%s'", mark));
    }
}

// ---- Maps: axes and tables under the user's own names, then the indices ---------------------------------------------

static Axis *find_axis(CallReader *p, const char *name)
{
    for (int i = 0; i < p->grid_count; i++)
        if (!strcmp(p->grid[i].name, name))
            return &p->grid[i];
    for (int i = 0; i < p->call->axis_count; i++)
        if (!strcmp(p->call->axes[i].name, name))
            return &p->call->axes[i];
    INTERNAL(text("an axis without extent: '%s'", name));
}

static void read_map_fact(Reader *r, CallReader *p, CXCursor c)
{
    const char *mark = mark_of(c);
    if (!strcmp(mark, "id")) {
        Symbol *s = new_symbol(SY_AXIS, c);
        s->type = read_type(r, clang_getCursorType(c), s->at);
        Axis *axis = find_axis(p, s->name);
        axis->symbol = s;
        axis->at = s->at;
        add_symbol(r, c, s, false);
        return;
    }
    int i = atoi(strchr(mark, ':') + 1);
    if (has_prefix(mark, "entries:")) {
        add_symbol(r, c, p->call->parts[i].symbol, false);
    } else if (has_prefix(mark, "index:")) {
        p->index_ranks[i] = 0;
        Part *part = &p->call->parts[i];
        part->index = read_tuple(r, c, &p->index_ranks[i]);
        for (int d = 0; d < p->index_ranks[i]; d++)
            part->index[d] = as_slice(part->index[d]);
    } else {
        INTERNAL(text("a map marked '%s'", mark));
    }
}

// ---- What must agree for the tree to be one -------------------------------------------------------------------------

static void check_ranks(const CallReader *p)
{
    for (int i = 0; i < p->call->part_count; i++) {
        const Part *part = &p->call->parts[i];
        if (part->spec == SPEC_BLOCKS && (p->block_ranks[i] != part->rank || p->index_ranks[i] != part->rank))
            error_at(part->at, MESSAGE_SPEC_RANKS, part->name, part->rank, p->block_ranks[i], p->index_ranks[i]);
    }
}

// C permits an array and a size with the same name, because it sees x_array_ and x; extents and maps would use the wrong
// one.
static void check_names(const Call *call)
{
    for (int i = 0; i < call->part_count; i++)
        for (int k = 0; k < call->parameter_count; k++) {
            const Part *part = &call->parts[i];
            const Symbol *s = call->parameters[k];
            bool array = part_is_array(part);
            if (!array || s->kind == SY_ARRAY || strcmp(part->name, s->name))
                continue;
            error_at(part->at, MESSAGE_NAME_TWICE, call->name, part->name,
                     s->kind == SY_SIZE ? "size" : s->kind == SY_TABLE ? "table" : "PL_SCALAR", s->name);
            note_at(part->at, HINT_NAME_TWICE);
        }
}

static bool fits(const Part *part, const Symbol *parameter)
{
    switch (part->kind) {
    case PART_SCALAR: return parameter->kind == SY_SCALAR;
    case PART_SEM: return parameter->kind == SY_SEM;
    case PART_TABLE:
    case PART_IN: return parameter->kind == SY_REF && is_const_object(parameter->type);
    default: return parameter->kind == SY_REF && !is_const_object(parameter->type);
    }
}

// The call has another number of parts than its kernel has parameters. What is missing is the first parameter that does not fit.
static void report_count(const Call *call)
{
    const Function *kernel = call->kernel;
    error_at(call->at, MESSAGE_PART_COUNT, kernel->name, kernel->parameter_count, call->part_count);
    if (kernel->parameter_count < call->part_count) {
        note_at(kernel->at, HINT_PART_COUNT);
        return;
    }
    int i = 0;
    while (i < call->part_count && fits(&call->parts[i], kernel->parameters[i]))
        i++;
    const Symbol *missing = kernel->parameters[i];
    for (int k = 0; k < call->parameter_count; k++)
        if (missing->kind == SY_SCALAR && call->parameters[k]->kind == SY_SIZE && !strcmp(call->parameters[k]->name, missing->name)) {
            note_at(missing->at, HINT_PART_SIZE, missing->name, type_name(missing->type), missing->name);
            return;
        }
    note_at(missing->at, HINT_PART_MISSING, missing->name);
}

// Scratch has the kernel's name.
static void match_kernel(Call *call)
{
    const Function *kernel = call->kernel;
    check_names(call);
    if (!kernel)
        return;
    if (kernel->parameter_count != call->part_count) {
        report_count(call);
        return;
    }
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH || call->parts[i].kind == PART_SEM)
            call->parts[i].name = kernel->parameters[i]->name;
}

// A launcher has no objects of the file: it gets the number of a constant that is no enumerator.
static void number_constant(void *unused, const Node *n)
{
    (void)unused;
    if (n->kind != ND_NAME || n->symbol->kind != SY_CONSTANT || is_number(n->symbol))
        return;
    if (!n->symbol->known) {
        error_at(n->at, MESSAGE_NOT_READABLE, n->symbol->name);
        return;
    }
    Node *number = number_node(n->symbol->number, n->type, n->at);
    *writable(n) = *number;
}

static void number_constants(const Call *call)
{
    for (int a = 0; a < call->axis_count; a++)
        each_node(call->axes[a].extent, number_constant, NULL), each_node(call->axes[a].parts, number_constant, NULL);
    for (int i = 0; i < call->part_count; i++)
        for (int d = 0; d < call->parts[i].rank; d++)
            each_node(call->parts[i].shape[d], number_constant, NULL);
}

static void reject_batched_value(const Axis *axis, const Part *part)
{
    if (part->kind != PART_SCALAR)
        return;
    error_at(axis->at, MESSAGE_BATCHED_SCALAR, part->name);
    note_at(part->at, HINT_BATCHED_SCALAR, type_name(part->type), part->name);
}

static void match_batches(Call *call)
{
    for (int a = 0; a < call->axis_count; a++)
        for (int n = 0; n < call->axes[a].batched_count; n++) {
            bool found = false;
            for (int i = 0; i < call->part_count; i++)
                if (call->parts[i].kind != PART_SCRATCH && call->parts[i].kind != PART_SEM &&
                    !strcmp(call->parts[i].name, call->axes[a].batched[n])) {
                    call->parts[i].batches++;
                    found = true;
                    reject_batched_value(&call->axes[a], &call->parts[i]);
                }
            if (!found)
                error_at(call->axes[a].at, MESSAGE_BATCHED_UNKNOWN, call->axes[a].batched[n]);
        }
}

void read_call(Reader *r, CXCursor c)
{
    Call call = { .name = keep(clang_getCursorSpelling(c)), .at = place(c) };
    CallReader p = { .call = &call };
    Kids k = kids(c);
    int before = unread;
    read_within(call.name);
    for (int i = 0; i < k.count; i++)
        if (k.at[i].kind == CXCursor_ParmDecl)
            read_call_parameter(r, &call, k.at[i]);
    Kids body = kids(last_kid(c));
    for (int i = 0; i < body.count; i++) {
        CXCursor s = body.at[i];
        if (s.kind == CXCursor_CallExpr) {
            const Symbol *kernel = read_kernel(r, s);
            call.kernel = kernel ? kernel->function : NULL;
        } else if (s.kind == CXCursor_CompoundStmt) {
            Kids maps = kids(s);
            for (int m = 0; m < maps.count; m++)
                read_map_fact(r, &p, last_kid(maps.at[m]));
        } else if (s.kind == CXCursor_DeclStmt && last_kid(s).kind == CXCursor_StructDecl) {
            read_part(r, &p, last_kid(s));
        } else if (s.kind == CXCursor_DeclStmt && last_kid(s).kind != CXCursor_StaticAssert) { // which clang has checked
            read_fact(r, &p, last_kid(s));
        }
    }
    for (int i = 0; i < p.grid_count; i++)
        list_add(call.axes, call.axis_count, p.grid[i]);
    check_ranks(&p);
    number_constants(&call);
    match_kernel(&call);
    match_batches(&call);
    read_within(NULL);
    if (unread == before && (!call.kernel || !call.kernel->unread))
        list_add(r->source->calls, r->source->call_count, call);
}
