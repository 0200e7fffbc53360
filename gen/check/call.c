// check/call.c -- checks a call against its kernel: rank, extents, type and position of parts and parameters; index
// maps; the axes that the kernel uses.

#include "check/check.h"
#include "../../targets/shared/messages.h"
#include <dlfcn.h>
#include <string.h>

// ---- The order of parts ---------------------------------------------------------------------------------------------

static int parameter_named(const Function *kernel, const char *name)
{
    for (int i = 0; i < kernel->parameter_count; i++)
        if (!strcmp(kernel->parameters[i]->name, name))
            return i;
    return -1;
}

// Whether this part fits another parameter.
static void note_order(const Call *call, int i)
{
    const char *name = call->parts[i].name;
    int other = call->parts[i].kind == PART_SCRATCH || call->parts[i].kind == PART_SEM ? -1 : parameter_named(call->kernel, name);
    if (other >= 0 && other != i)
        note_at(call->kernel->parameters[other]->at, HINT_PART_ORDER, name, other + 1);
    else
        note_at(call->kernel->parameters[i]->at, "the kernel parameter in this position");
}

// Two parts that fit, but have each other's names.
static void check_order(const Call *call)
{
    for (int i = 0; i < call->part_count; i++) {
        if (call->parts[i].kind == PART_SCRATCH || call->parts[i].kind == PART_SEM)
            continue;
        int other = parameter_named(call->kernel, call->parts[i].name);
        if (other > i && call->parts[other].kind != PART_SCRATCH && call->parts[other].kind != PART_SEM &&
            !strcmp(call->parts[other].name, call->kernel->parameters[i]->name))
            warn_at(call->parts[i].at, MESSAGE_PARTS_SWAPPED, call->parts[i].name, call->kernel->parameters[i]->name,
                    call->parts[other].name, call->parts[i].name);
    }
}

// ---- Types ----------------------------------------------------------------------------------------------------------

// Whether the value is the address of elements: a whole block, its row, a pointer or an array.
static bool is_pointer(const Node *value)
{
    const Type *t = value->type;
    return block_of(value) || is_row(value) || (t && (t->kind == TY_POINTER || t->kind == TY_ARRAY));
}

// Numbers are converted; a struct is not.
void check_value_of(const char *construct, const char *usage, const char *name, const Type *block, const Node *value)
{
    if (is_pointer(value)) {
        error_at(value->at, MESSAGE_EDGE_POINTER, construct, usage);
        return;
    }
    bool numbers = !value->type || (block->kind != TY_STRUCT && value->type->kind != TY_STRUCT);
    if (numbers || is_same_type(block, value->type))
        return;
    error_at(value->at, MESSAGE_EDGE_TYPE, construct, name, bare_type_name(block));
    note_at(value->at, block->kind == TY_STRUCT ? PL_HINT_STRUCT_VALUE_ : HINT_EDGE_TYPE);
}

static bool check_type(const Call *call, int i)
{
    const Part *part = &call->parts[i];
    const Symbol *p = call->kernel->parameters[i];
    if ((part->kind == PART_SCALAR) != (p->kind == SY_SCALAR)) {
        error_at(part->at, MESSAGE_PART_KIND, part_word(part), call->kernel->name,
                 p->kind == SY_SCALAR ? text("the scalar '%s'", p->name) : text("the block '%s'", p->name));
        note_order(call, i);
        return false;
    }
    if (!is_same_type(part->type, p->type)) {
        error_at(part->at, MESSAGE_PART_TYPE, part_word(part), part->kind == PART_SCALAR ? "is" : "is of",
                 bare_type_name(part->type), p->name, part->kind == PART_SCALAR ? "is" : "is of",
                 text("'%s'", bare_type_name(p->type)));
        note_order(call, i);
        return false;
    }
    return true;
}

// Whether the parameter is const exactly if the part is an input or a table; if not, reports it.
static bool check_const(const Call *call, int i)
{
    const Part *part = &call->parts[i];
    const Symbol *p = call->kernel->parameters[i];
    bool reads = part->kind == PART_IN || part->kind == PART_TABLE;
    if (part->kind == PART_SCALAR || p->type->constant == reads)
        return true;
    int other = part->kind == PART_SCRATCH ? -1 : parameter_named(call->kernel, part->name);
    if (other >= 0 && other != i) {
        error_at(part->at, MESSAGE_PART_CONST, part_word(part), call->kernel->name, p->name, reads ? "not " : "");
        note_order(call, i);
        return false;
    }
    if (reads)
        error_at(p->at, MESSAGE_REF_NOT_CONST, call->name, p->name, part_word(part));
    else
        error_at(p->at, MESSAGE_REF_CONST, call->name, p->name, part_word(part));
    note_at(part->at, reads ? HINT_REF_NOT_CONST : HINT_REF_CONST, bare_type_name(p->type));
    return false;
}

// ---- Ranks and extents ----------------------------------------------------------------------------------------------

static Number number(const Node *n)
{
    return (Number){ .known = n->known, .value = n->value };
}

// The extent of the block on this dim, if it is known; a dropped dim is not counted.
static Number block_extent(const Part *part, int d, bool *dropped)
{
    const Node *block = part->spec == SPEC_BLOCKS ? part->block[d] : NULL;
    *dropped = block && block->kind == ND_NONE;
    if (!block || block->kind == ND_FULL)
        return number(part->shape[d]);
    return number(block->kind == ND_ELEMENT ? block->items[0] : block->kind == ND_BOUNDED ? block->a : block);
}

static int block_rank(const Part *part)
{
    int rank = 0;
    bool dropped;
    for (int d = 0; d < part->rank; d++) {
        block_extent(part, d, &dropped);
        rank += !dropped;
    }
    return rank;
}

static bool check_rank(const Call *call, int i)
{
    const Part *part = &call->parts[i];
    const Symbol *p = call->kernel->parameters[i];
    int rank = block_rank(part);
    if (part->spec == SPEC_BLOCKS && !part->index)      // was already rejected
        return false;
    if (rank == 0 && p->rank == 1 && p->dims[0]->known && p->dims[0]->value == 1)
        return true;
    if (rank == p->rank)
        return true;
    const char *what = part->spec == SPEC_BLOCKS ? "blocks" : "the array";
    error_at(part->at, MESSAGE_PART_RANK, what, part->name, part->spec == SPEC_BLOCKS ? "have" : "has",
             count_text(rank, "dim"), p->name, p->rank);
    if (rank == 0)
        note_at(p->at, HINT_PART_RANK_0, type_name(p->type), p->name);
    else if (rank < part->rank)
        note_at(p->at, HINT_PART_RANK_NONE);
    else
        note_at(p->at, "the kernel parameter in this position");
    return false;
}

static void check_extents(const Call *call, int i)
{
    const Part *part = &call->parts[i];
    const Symbol *p = call->kernel->parameters[i];
    for (int d = 0, ref = 0; d < part->rank; d++) {
        bool dropped;
        Number has = block_extent(part, d, &dropped);
        if (dropped)
            continue;
        const Node *dim = p->dims[ref++];
        if (!has.known || !dim->known || dim->value == has.value)
            continue;
        const Node *at = part->spec == SPEC_BLOCKS && part->block[d]->kind != ND_FULL ? part->block[d] : part->shape[d];
        error_at(at->at, MESSAGE_REF_EXTENTS, ref - 1, part->spec == SPEC_BLOCKS ? "the block of " : "", part->name,
                 has.value, p->name, dim->value);
        note_at(p->at, HINT_REF_EXTENTS);
    }
}

static void check_space(const Call *call, int i)
{
    const Part *part = &call->parts[i];
    const Symbol *p = call->kernel->parameters[i];
    if (part->scalar_memory && !p->scalar_memory && part->kind == PART_TABLE)
        warn_at(p->at, MESSAGE_TABLE_IN_SMEM, p->name, type_name(p->type), p->name);
    else if (part->scalar_memory && !p->scalar_memory)
        warn_at(p->at, MESSAGE_SPACE_OF_REF, call->name, p->name, type_name(p->type), p->name);
    else if (!part->scalar_memory && p->scalar_memory)
        warn_at(part->at, MESSAGE_SPACE_OF_PART, p->name,
                part->kind == PART_SCRATCH ? "write PL_SCRATCH_SMEM" : "add PL_SPACE(SMEM) to its spec");
}

static void check_edge(const Part *part)
{
    if (part->kind == PART_OUT) {
        error_at(part->edge->at, MESSAGE_EDGE_OF_OUTPUT, part->name);
        note_at(part->edge->at, PL_HINT_EDGE_OF_OUTPUT_);
    } else {
        check_value_of("PL_EDGE", "v", part->name, part->type, part->edge);
    }
}

static const char *sem_text(bool dma, bool is_array)
{
    return text(is_array ? "%s(s, n)" : "%s(s)", dma ? "PL_DMA_SEM" : "PL_SEM");
}

// Whether the parameter has the kind of the part: semaphores and arrays left in HBM have kinds of their own. If not,
// reports it.
static bool check_kind(const Call *call, int i)
{
    const Part *part = &call->parts[i];
    const Symbol *p = call->kernel->parameters[i];
    bool sem = part->kind == PART_SEM, hbm = part->spec == SPEC_ANY || part->in_hbm;
    if (sem != (p->kind == SY_SEM) || (sem && (part->dma != p->dma || part->is_array != p->is_array))) {
        error_at(part->at, sem ? MESSAGE_SEM_IS_BLOCK : MESSAGE_SEM_EXPECTED, call->kernel->name, p->name);
        note_at(p->at, HINT_SEM_IS_BLOCK, sem ? sem_text(part->dma, part->is_array) : sem_text(p->dma, p->is_array),
                (sem ? part->dma : p->dma) ? "DMA_SEM" : "SEM", (sem ? part->is_array : p->is_array) ? "(n)" : "()");
        return false;
    }
    if (!sem && hbm != p->in_hbm) {
        error_at(part->at, hbm ? MESSAGE_HBM_IS_BLOCK : MESSAGE_HBM_EXPECTED, hbm && part->name ? part->name : p->name,
                 p->name);
        note_at(p->at, HINT_HBM_IS_BLOCK);
        return false;
    }
    return true;
}

static void check_part(const Call *call, int i)
{
    const Part *part = &call->parts[i];
    if (!check_kind(call, i) || part->kind == PART_SEM)
        return;
    if (part->spec == SPEC_ATOMIC && part->kind != PART_INOUT) {
        error_at(part->at, MESSAGE_ATOMIC_PART, part->name, part_word(part));
        return;
    }
    if (!check_type(call, i) || !check_const(call, i) || part->kind == PART_SCALAR || !check_rank(call, i))
        return;
    check_extents(call, i);
    check_space(call, i);
    if (part->edge)
        check_edge(part);
}

// ---- Blocks and index maps ------------------------------------------------------------------------------------------

// Where block number index begins, in elements of the array without its padding, and its number of elements.
static Number window_start(const Part *part, int d, Number index, long long *size)
{
    const Node *block = part->block[d];
    Number n = number(block);
    *size = 1;
    if (!index.known || block->kind == ND_FULL || block->kind == ND_BOUNDED || block->kind == ND_ELEMENT)
        return (Number){ 0 };
    if (block->kind == ND_NONE)
        return index;
    if (!n.known || !can_multiply(index.value, n.value))
        return (Number){ 0 };
    *size = n.value;
    return (Number){ true, index.value * n.value };
}

static bool is_element_offset(const Part *part, int d)
{
    const Node *block = part->block[d], *index = part->index[d];
    bool product = counts_blocks_of_persistent(block) && index->kind == ND_BINARY && is_op(index, "*");
    return product && (same_expression(index->a, block) || same_expression(index->b, block));
}

static const char *offset_note(const Part *part, int d)
{
    const Node *index = part->index[d];
    const Node *other = same_expression(index->a, part->block[d]) ? index->b : index->a;
    return text("an index counts blocks, not elements: write %s", expression_text(other));
}

typedef struct { const Call *call; const long long *ids; bool right; } Lookups;

// The table entry that a map reads in this program.
static void check_lookup(void *to, const Node *n)
{
    Lookups *l = to;
    const Given given = { .call = l->call, .ids = l->ids };
    for (int d = 0; n->kind == ND_ACCESS && n->ref->kind == SY_TABLE && d < n->item_count && l->right; d++) {
        Number index = number_of(&given, n->items[d]), extent = number(n->ref->dims[d]);
        if (!index.known || (index.value >= 0 && (!extent.known || index.value < extent.value)))
            continue;
        error_at(n->items[d]->at, MESSAGE_TABLE_ENTRY, index.value, d, n->ref->name, program_text(l->call, l->ids),
                 extent.known ? text("; it has %lld", extent.value) : "");
        l->right = false;
    }
    if (n->kind != ND_CONDITIONAL && !is_op(n, "&&") && !is_op(n, "||"))       // these may not run in every call
        visit_parts(n, check_lookup, to);
}

// For PL_ELEMENT(n, lo, hi), whether 0 <= start and start + n <= lo + extent + hi. If not, reports it.
static bool check_element(const Call *call, const Part *part, int d, const long long *ids, Number start)
{
    Node *const *element = part->block[d]->items;
    Number n = number(element[0]), low = number(element[1]), high = number(element[2]), extent = number(part->shape[d]);
    bool all = is_small(n) && is_small(low) && is_small(high) && is_small(extent);
    long long end = all ? low.value + extent.value + high.value : 0;
    if (!start.known || (start.value >= 0 && (!all || !is_small(start) || start.value + n.value <= end)))
        return true;
    const char *where = start.value < 0 ? text("begins at %lld", start.value) : text("ends at %lld", start.value + n.value);
    error_at(part->index[d]->at, MESSAGE_ELEMENT_WINDOW, part->name, where, d, program_text(call, ids),
             start.value < 0 ? "" : text(", which is past the end: %lld", end));
    note_at(part->block[d]->at, HINT_ELEMENT_WINDOW);
    return false;
}

// "has one block", "has 8 blocks of 4 (0 to 7)"; the extent may be unknown.
static const char *blocks_text(Number extent, long long size)
{
    long long count = extent.known && size > 0 ? (extent.value + size - 1) / size : 0;
    return count == 1 ? text("which has " PL_TEXT_BLOCKS_ONE_, (long)size)
           : count    ? text("which has " PL_TEXT_BLOCKS_, (long)count, (long)size, (long)(count - 1))
                      : "whose blocks count from 0";
}

// Whether the index of this dim is right in the program with these ids. If not, reports it; one error per dim is
// enough.
static bool check_index(const Call *call, const Part *part, int d, const long long *ids)
{
    Lookups lookups = { call, ids, true };
    const Given given = { .call = call, .ids = ids };
    Number index = number_of(&given, part->index[d]), extent = number(part->shape[d]);
    check_lookup(&lookups, part->index[d]);
    if (!lookups.right)
        return false;
    long long size;
    Number start = window_start(part, d, index, &size);
    bool negative = index.known && index.value < 0;
    if (part->block[d]->kind == ND_ELEMENT)
        return check_element(call, part, d, ids, index);
    if (part->block[d]->kind == ND_FULL && index.known && index.value) {
        error_at(part->index[d]->at, MESSAGE_BLOCK_INDEX, index.value, part->name, program_text(call, ids), d, "which has one block");
        note_at(part->block[d]->at, PL_HINT_INDEX_FULL_);
        return false;
    }
    if (part->block[d]->kind == ND_FULL || part->block[d]->kind == ND_BOUNDED ||
        (!negative && (!start.known || !extent.known || start.value < extent.value)))
        return true;
    error_at(part->index[d]->at, MESSAGE_BLOCK_INDEX, index.value, part->name, program_text(call, ids), d,
             blocks_text(extent, size));
    if (is_element_offset(part, d))
        note_at(part->index[d]->at, "%s", offset_note(part, d));
    else
        note_at(part->index[d]->at, PL_HINT_INDEX_PAST_);
    return false;
}

// Advances ids to the next corner of the grid; false: it was the last one. A monotonic map has its extreme values
// there. Axes whose extent is not constant stay at 0.
static bool next_corner(const Call *call, long long *ids)
{
    for (int a = call->axis_count; a-- > 0;) {
        Number extent = extent_of(&call->axes[a]);
        long long last = extent.known && extent.value > 0 ? extent.value - 1 : 0;
        if (last > 0 && ids[a] == 0) {
            ids[a] = last;
            return true;
        }
        ids[a] = 0;
    }
    return false;
}

// Whether n is the number of blocks on this dim.
static bool counts_blocks(const Part *part, int d, const Node *n)
{
    const Node *block = part->block[d];
    if (block->kind == ND_NONE)
        return same_expression(n, part->shape[d]);
    return n->kind == ND_CDIV && same_expression(n->a, part->shape[d]) && same_expression(n->b, block);
}

static bool report_shift(const Call *call, const Axis *axis, const Part *part, int d, long long past)
{
    if (past > 0) {
        error_at(part->index[d]->at, MESSAGE_LAST_PROGRAM_PAST, axis->name, expression_text(part->index[d]), part->name,
                 d);
        note_at(axis->extent->at, HINT_LAST_PROGRAM_PAST, axis->name, expression_text(axis->extent));
    } else if (is_output(part)) {
        error_at(axis->extent->at, MESSAGE_BLOCKS_UNWRITTEN,
                 past < -1 ? text("the last %lld blocks", -past) : "the last block", part->name, d,
                 past < -1 ? "are" : "is", axis->name, expression_text(axis->extent));
        note_at(part->index[d]->at, HINT_BLOCKS_UNWRITTEN);
    } else if (!is_aliased(call, part)) {               // otherwise only its last block may differ
        warn_at(axis->extent->at, MESSAGE_BLOCKS_UNVISITED,
                past < -1 ? text("the last %lld blocks", -past) : "the last block", part->name, d, axis->name,
                expression_text(axis->extent));
    }
    return past < 0 && !is_output(part);
}

// Reports an axis whose count of programs, with the constant in the index, misses the count of blocks by a constant.
static bool check_shift(const Call *call, const Part *part, int d)
{
    Linear l = linear_of(part->index[d]);
    if (l.count != 1 || l.terms[0].by != 1 || part->block[d]->kind == ND_FULL)
        return true;
    const Axis *axis = call_axis(call, l.terms[0].symbol);
    Linear e = axis ? linear_of(axis->extent) : (Linear){ 0 };
    bool shifted = e.count == 1 && e.terms[0].by == 1 && counts_blocks(part, d, e.terms[0].atom) && e.constant + l.constant;
    return !shifted || report_shift(call, axis, part, d, e.constant + l.constant);
}

// Whether the index of this dim is right in each program at a corner of the grid.
static bool check_program(const Call *call, const Part *part, int d)
{
    long long ids[16] = { 0 };
    bool right = check_shift(call, part, d);
    do
        right = right && check_index(call, part, d, ids);
    while (right && next_corner(call, ids));
    return right;
}

// The block of an output through which the axis steps by blocks of several elements; NULL: there is none.
static const Part *stepped_by_blocks(const Call *call, const Symbol *axis, const Node **block)
{
    for (int i = 0; i < call->part_count; i++)
        for (int d = 0; is_output(&call->parts[i]) && call->parts[i].index && d < call->parts[i].rank; d++) {
            const Node *of = call->parts[i].block[d];
            Linear l = linear_of(call->parts[i].index[d]);
            if (counts_blocks_of_persistent(of) && factor_of(&l, axis) == 1) {
                *block = of;
                return &call->parts[i];
            }
        }
    return NULL;
}

// Windows of an input that advance by one element while those of an output advance by blocks.
static void check_step(const Call *call, const Part *part, int d)
{
    Linear l = linear_of(part->index[d]);
    const Node *block = NULL;
    if (part->block[d]->kind != ND_ELEMENT || l.count != 1 || l.terms[0].by != 1 || !l.terms[0].symbol)
        return;
    const Part *output = stepped_by_blocks(call, l.terms[0].symbol, &block);
    if (output)
        warn_at(part->index[d]->at, MESSAGE_ELEMENT_STEP, part->name, output->name, expression_text(block),
                l.terms[0].symbol->name, expression_text(block));
}

static void check_map(const Call *call, const Part *part)
{
    for (int d = 0; d < part->rank; d++) {
        const Node *block = part->block[d], *index = part->index[d];
        if (block->known && block->kind != ND_NONE && block->kind != ND_FULL && block->value <= 0)
            error_at(block->at, MESSAGE_BLOCK_EXTENT, block->value, d, part->name);
        if (index->kind == ND_SLICE)
            continue;
        bool right = runs_never(call) || check_program(call, part, d);
        if (right)
            check_step(call, part, d);
        if (right && is_element_offset(part, d))
            warn_at(index->at, MESSAGE_ELEMENT_OFFSETS, offset_note(part, d), expression_text(block));
    }
}

// ---- Axes -----------------------------------------------------------------------------------------------------------

static void check_parallel_first(const Call *call)
{
    const Axis *before = NULL;
    for (int a = 0; a < call->axis_count; a++) {
        const Axis *axis = &call->axes[a];
        if (axis->kind == AXIS_PARALLEL && before) {
            error_at(axis->at, MESSAGE_AXIS_ORDER, axis->name, before->name);
            note_at(before->at, HINT_AXIS_ORDER, before->name,
                    before->kind == AXIS_PLAIN ? ", or declare it parallel, too" : "");
            return;
        }
        if (!is_marked_parallel(axis))
            before = axis;
    }
}

typedef struct {
    const Call *call;
    const Function **seen;      // helpers on blocks that were checked
    int seen_count;
} Uses;

static const char *axes_text(const Call *call)
{
    const char *all = "";
    for (int a = batch_axes(call); a < call->axis_count; a++)
        all = listed(all, call->axes[a].name);
    return *all ? text("the axes (%s)", all) : "no axis";
}

static bool enter_function(Uses *u, const Function *f)
{
    if (!f || find_by(u->seen, u->seen_count, f))
        return false;
    list_add(u->seen, u->seen_count, f);
    return true;
}

static void check_axis_use(void *to, const Node *n)
{
    Uses *u = to;
    bool wrong = false;
    if ((n->kind == ND_PROGRAM_ID || n->kind == ND_NUM_PROGRAMS) && n->a->known &&
        axis_asked_for(u->call, n) < 0) {
        error_at(n->at, MESSAGE_AXIS_ID, n->a->value, u->call->name, axes_text(u->call));
        wrong = true;
    }
    if (n->kind == ND_AXIS && axis_asked_for(u->call, n) < 0) {
        error_at(n->at, PL_MESSAGE_AXIS_UNKNOWN_, n->name, u->call->name, axes_text(u->call));
        wrong = true;
    }
    if (wrong)
        note_at(u->call->at, n->kind == ND_AXIS ? HINT_AXIS_NAME : HINT_AXIS_ID);
    if (n->kind == ND_CALL && n->symbol && enter_function(u, n->symbol->function))
        check_axis_use(u, n->symbol->function->body);
    visit_parts(n, check_axis_use, to);
}

// ---- What programs share --------------------------------------------------------------------------------------------

typedef struct {
    const Symbol *block;
    const Node *at;             // the first access that is not a PL_ATOMIC_…
} Plain;

static void find_plain(void *to, const Access *a)
{
    Plain *p = to;
    bool helper = a->place->kind == ND_PASS || (a->whole && a->passed);     // which permit no other access
    if (!p->at && a->block == p->block && !a->atomic && !helper)
        p->at = a->place;
}

static void check_shared(const Call *call)
{
    for (int i = 0; i < call->part_count; i++) {
        Plain plain = { .block = call->kernel->parameters[i] };
        if (call->parts[i].spec != SPEC_ATOMIC)
            continue;
        each_access(call->kernel->body, NULL, find_plain, &plain);
        if (!plain.at)
            continue;
        error_at(plain.at->at, MESSAGE_ATOMIC_PLAIN_ACCESS, plain.block->name);
        note_at(call->parts[i].at, HINT_ATOMIC_PLAIN_ACCESS);
    }
}

typedef struct {
    const Call *call;
    int axis;
    bool found;
    int depth;                  // of helpers
} Asked;

static void search_axis(void *to, const Node *n)
{
    Asked *a = to;
    if ((n->kind == ND_PROGRAM_ID || n->kind == ND_AXIS) && axis_asked_for(a->call, n) == a->axis)
        a->found = true;
    if (n->kind == ND_CALL && n->symbol && n->symbol->function && a->depth < 8) {
        a->depth++;
        search_axis(to, n->symbol->function->body);
        a->depth--;
    }
    if (!a->found)
        visit_parts(n, search_axis, to);
}

// An axis whose programs all do the same on the same blocks: a map may lack it.
static void check_unused_axes(const Call *call)
{
    for (int i = batch_axes(call); i < call->axis_count; i++) {
        const Axis *axis = &call->axes[i];
        Asked asked = { .call = call, .axis = i, .found = axis->extent->known && axis->extent->value <= 1 };
        for (int p = 0; p < call->part_count; p++) {
            const Part *part = &call->parts[p];         // a program may read what the previous one wrote
            asked.found |= part_is_array(part) && (part->kind == PART_INOUT || part->alias || part_names_axis(part, axis));
        }
        search_axis(&asked, call->kernel->body);
        if (!asked.found)
            warn_at(axis->at, MESSAGE_AXIS_UNUSED, axis->name);
    }
}

// The number of elements, without batch dims; -1: unknown.
static long long elements_of(const Part *part)
{
    long long count = part->batches ? -1 : 1;
    for (int d = 0; d < part->rank && count >= 0; d++) {
        bool fits = part->shape[d]->known && part->shape[d]->value >= 0 && can_multiply(count, part->shape[d]->value);
        count = fits ? count * part->shape[d]->value : -1;
    }
    return count;
}

// The two arrays that PL_ALIAS declares to be one.
static void check_one_array(const Part *part, const Part *of)
{
    bool records = part->type->kind == TY_STRUCT && !is_same_type(part->type, of->type); // their sizes may be equal
    long long mine = records ? -1 : elements_of(part), other = elements_of(of);
    if (part->type->kind == of->type->kind && (mine < 0 || other < 0 || mine == other))
        return;
    error_at(part->at, MESSAGE_ALIAS_DIFFERS, of->name, part->name, of->name, dims_text(of->shape, of->rank),
             bare_type_name(of->type), dims_text(part->shape, part->rank), bare_type_name(part->type));
    note_at(part->at, PL_HINT_ALIAS_SIZE_);
}

static void check_alias(const Call *call, const Part *part)
{
    const Part *of = part->alias ? alias_of(call, part) : NULL;
    if (of && of->kind == PART_IN)
        check_one_array(part, of);
    if (!part->alias || (of && of->kind == PART_IN))
        return;
    if (of)
        error_at(part->at, MESSAGE_ALIAS_PART, part->alias, part->name, part->alias, part_word(of));
    else
        error_at(part->at, MESSAGE_ALIAS_UNKNOWN, part->alias, part->name, part->alias);
    note_at(part->at, HINT_ALIAS_UNKNOWN, part->name);
}

static void check_options_once(const Part *part)
{
    for (int i = 0; i < part->again_count; i++) {
        error_at(part->at, MESSAGE_OPTION_TWICE, part->name, part->again[i].option);
        note_at(part->at, "%s", part->again[i].instead);
    }
}

// A call is a global function of the program, which takes the place of one of the same name in all libraries that the program
// loads. Those that pallasc itself has loaded are the C library and what compilers of kernels load, too.
static void check_name(const Call *call)
{
    void *loaded = dlopen(NULL, RTLD_LAZY);
    if (!loaded || !dlsym(loaded, call->name))
        return;
    error_at(call->at, MESSAGE_SYSTEM_NAME, call->name);
    note_at(call->at, HINT_CALL_NAME, call->name);
}

void check_call(const Call *call)
{
    Uses uses = { .call = call };
    if (call->axis_count > 16)
        return;
    int before = errors;
    check_name(call);
    for (int i = 0; i < call->part_count; i++) {
        check_part(call, i);
        check_options_once(&call->parts[i]);
        check_alias(call, &call->parts[i]);
    }
    if (errors == before)
        check_order(call);
    for (int i = 0; i < call->part_count; i++)
        if (part_is_array(&call->parts[i]) && has_blocks(&call->parts[i]))
            check_map(call, &call->parts[i]);
    check_parallel_first(call);
    if (enter_function(&uses, call->kernel))
        check_axis_use(&uses, call->kernel->body);
    if (errors > before)
        return;
    check_shared(call);
    check_unused_axes(call);
}
