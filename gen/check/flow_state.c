// check/flow_state.c -- the state of the blocks and locals of an interpreted program, and messages about it.

#include "check/flow.h"

// ---- The contents of blocks and locals ------------------------------------------------------------------------------

const Symbol *viewed_block(const Program *p, const Symbol *s)
{
    s = s ? view_of(s).of : NULL;
    for (int i = p->binding_count; i-- > 0;)
        if (p->bindings[i].name == s)
            return p->bindings[i].block;
    return s;
}

static Content *content_of(const Program *p, const Symbol *s)
{
    return find_by(p->contents, p->content_count, s);
}

// The uninitialized block that its contents come from; NULL: none for certain.
const Symbol *garbage_in(const Program *p, const Symbol *s)
{
    const Content *c = content_of(p, viewed_block(p, s));
    return c ? c->garbage : NULL;
}

void set_content(Program *p, const Symbol *s, const Symbol *garbage)
{
    s = viewed_block(p, s);
    Content *c = content_of(p, s);
    if (c)
        c->garbage = garbage;
    else
        list_add(p->contents, p->content_count, ((Content){ s, garbage }));
}

// ---- What a statement may write -------------------------------------------------------------------------------------

const Symbol *name_of(const Node *n)
{
    n = root_of(n);
    if (n && is_address(n))
        n = root_of(n->a);
    if (n && n->kind == ND_TRANSPOSE)
        n = n->a;
    return !n ? NULL : n->kind == ND_ACCESS || n->kind == ND_PASS ? n->ref : n->kind == ND_NAME ? n->symbol : NULL;
}

static const Symbol *written_by(const Node *n)
{
    switch ((int)n->kind) {
    case ND_PASS:
        return n->ref;
    case ND_VIEW:
        return n->symbol->type->constant ? NULL : name_of(n->a);
    case ND_DECLARE:                                    // a pointer into a block
        return n->a && n->symbol->type->kind == TY_POINTER ? name_of(n->a) : NULL;
    }
    const Node *to = is_address(n) ? n->a : effect_of(n).target;
    return to ? name_of(to) : NULL;
}

// z, z[r] and z + 2 are its address.
const Symbol *passed_block(const Node *argument)
{
    while (argument->kind == ND_BINARY && argument->type && argument->type->kind == TY_POINTER)
        argument = argument->a;
    const Node *of = root_of(argument);
    return is_row(of) || of->kind == ND_PASS ? of->ref : block_of(of);
}

struct writing { const Program *p; const Symbol *block; };

static bool writes(const Node *n, const void *with)
{
    const struct writing *w = with;
    const Symbol *s = written_by(n);
    bool found = s && viewed_block(w->p, s) == w->block;
    for (int i = 0; n->kind == ND_CALL && i < n->item_count; i++) {
        const Symbol *passed = passed_block(n->items[i]);
        found = found || (passed && viewed_block(w->p, passed) == w->block);
    }
    return found;
}

bool may_write(const Program *p, const Node *n, const Symbol *block)
{
    return find_node(n, writes, &(struct writing){ p, block });
}

static void forget(Program *p, const Symbol *s)
{
    const Symbol *block = viewed_block(p, s);
    Content *c = content_of(p, block);
    if (c)
        c->garbage = NULL;
    struct Assumed *known = find_by(p->given.all, p->given.count, block);
    if (known)
        known->value.known = false;
}

static void forget_written_by(void *to, const Node *n)
{
    Program *p = to;
    const Symbol *s = written_by(n);
    if (s)
        forget(p, s);
    for (int i = 0; n->kind == ND_CALL && i < n->item_count; i++)
        if (passed_block(n->items[i]))
            forget(p, passed_block(n->items[i]));
}

// n may run, in this iteration or another: what it writes no longer certainly is uninitialized, nor are its values
// known.
void forget_written(Program *p, const Node *n)
{
    each_node(n, forget_written_by, p);
}

// ---- Reports --------------------------------------------------------------------------------------------------------

// Whether its contents are likely meant to be kept along this axis. Scratch is, where the blocks of all outputs are.
static bool is_kept_along(const Call *call, const Part *part, const Axis *axis)
{
    bool moves = part->kind != PART_SCRATCH && part_names_axis(part, axis);
    for (int i = 0; part->kind == PART_SCRATCH && i < call->part_count; i++)
        moves |= is_output(&call->parts[i]) && part_names_axis(&call->parts[i], axis);
    return axis->kind != AXIS_PARALLEL && !moves;
}

static const char *and_first(const char *all, const Call *call, int axis)
{
    return text("%s%sPL_FIRST(%d)", all, *all ? " && " : "", axis - batch_axes(call));
}

// PL_FIRST of the axes that its contents are kept along: "PL_FIRST(2) && PL_FIRST(3)", or "" if there is none.
const char *first_of(const Call *call, const Part *part)
{
    const char *all = "";
    for (int a = batch_axes(call); a < call->axis_count; a++)
        if (is_kept_along(call, part, &call->axes[a]))
            all = and_first(all, call, a);
    return all;
}

// The axis that was stepped to reach this program: all axes after it begin anew. -1: it is the first program.
int stepped_axis(const Call *call, const long long *ids)
{
    for (int a = call->axis_count; a-- > 0;)
        if (ids[a])
            return a;
    return -1;
}

// Why the block is new in this program.
static const char *when_new(const Program *p, const Part *part)
{
    int stepped = stepped_axis(p->given.call, p->ids);
    if (part && part->kind == PART_OUT)
        return text("%s%s", *first_of(p->given.call, part) ? "; its block is new where this does: " : "",
                    first_of(p->given.call, part));
    if (part && part->kind == PART_SCRATCH && stepped >= 0)
        return text("; scratch is new at each index of parallel axis %s", p->given.call->axes[stepped].name);
    return "";
}

// What a block, or local, begins with that the statement which runs combines with other values, or else 0.
static const char *first_value_of(const Program *p, const Symbol *block)
{
    const Node *target = p->statement ? effect_of(p->statement).target : NULL;
    bool combines = target && name_of(target) && viewed_block(p, name_of(target)) == block;
    return identity_text(combines ? p->statement : NULL, block->type);
}

// The statement that initializes all elements of a block. PL_FILL takes no struct.
static const char *initialization_of(const Program *p, const Symbol *block)
{
    const char *value = first_value_of(p, block), *axes = "", *subscripts = "";
    if (block->type->kind != TY_STRUCT)
        return text("PL_FILL(%s, %s)", block->name, value);
    for (int d = 0; d < block->rank; d++) {
        bool single = block->dims[d]->known && block->dims[d]->value == 1;
        axes = single ? axes : text("%s%s(i%d, %s)", axes, *axes ? ", " : "", d, expression_text(block->dims[d]));
        subscripts = text(single ? "%s[0]" : "%s[i%d]", subscripts, d);
    }
    return text("%s%s%s = %s", *axes ? text("PL_EACH (%s) ", axes) : "", block->name, subscripts, value);
}

static void note_what_to_write(const Program *p, const Symbol *block)
{
    const Part *part = part_of(p->given.call, block);
    const char *first = part ? first_of(p->given.call, part) : "";
    for (int i = p->skipped_count; i-- > 0;)
        if (may_write(p, p->skipped[i].body, block)) {
            note_at(p->skipped[i].condition->at, "'%s' is written only if this holds%s", block->name,
                    when_new(p, part));
            return;
        }
    if (block->kind == SY_LOCAL)
        note_at(block->at, HINT_UNINITIALIZED_LOCAL, block->name, block->name, first_value_of(p, block));
    else if (!part)
        note_at(block->at, HINT_UNINITIALIZED_TILE, initialization_of(p, block));
    else if (part->kind == PART_OUT && *first)
        note_at(block->at, HINT_UNINITIALIZED_SUM, first, initialization_of(p, block));
    else if (part->kind == PART_OUT)
        note_at(block->at, HINT_UNINITIALIZED_OUTPUT);
    else if (*first)
        note_at(block->at, HINT_UNINITIALIZED_SCRATCH, first, initialization_of(p, block));
    else
        note_at(block->at, HINT_UNINITIALIZED_SCRATCH_KEPT, initialization_of(p, block));
}

// Returns whether it was not reported before.
static bool report_once(const Program *p, const Node *at)
{
    return add_new(p->reported, at);
}

bool warn_once(const Program *p, const Node *at)
{
    return !p->doubtful_maps && report_once(p, at);
}

// ", in call 'f', program (i=0)": only what there are several of.
static const char *where_text(const Program *p)
{
    const Call *call = p->given.call;
    const char *in_call = p->one_of_several ? text("call '%s'", call->name) : "", *program = call->axis_count ? program_text(call, p->ids) : "";
    return *in_call || *program ? text(", in %s%s%s", in_call, *in_call && *program ? ", " : "", program) : "";
}

void report_garbage(Program *p, const Node *at, const Symbol *garbage, const char *what)
{
    if (!garbage || p->unsure || p->left || !report_once(p, at))
        return;
    const Symbol *block = viewed_block(p, garbage);
    error_at(at->at, MESSAGE_UNINITIALIZED, what, block->name, where_text(p));
    note_what_to_write(p, block);
}

// Read under an unknown condition: wrong whenever that is true, because each program has a new block.
void warn_read(Program *p, const Node *access)
{
    const Call *call = p->given.call;
    const Symbol *block = garbage_in(p, access->ref);
    const Part *part = block ? part_of(call, block) : NULL;
    if (!part || !is_output(part) || *first_of(call, part) || !p->unsure || p->rounds || p->left ||
        !warn_once(p, access))
        return;
    warn_at(access->at, MESSAGE_UNINITIALIZED_IF_RUN, block->name);
    warn_note_at(block->at, HINT_UNINITIALIZED_IF_RUN);
}

// ---- Carried contents that are cleared ------------------------------------------------------------------------------

Carried *find_carried(const Program *p, const Symbol *s)
{
    return find_by(p->carried, p->carried_count, viewed_block(p, s));
}

void read_carried(const Program *p, const Symbol *s)
{
    Carried *k = s ? find_carried(p, s) : NULL;
    if (k)
        k->read = true, k->added = false;
}

bool is_part(const Program *p, const Symbol *s)
{
    for (int i = p->binding_count; i-- > 0;)
        if (p->bindings[i].name == view_of(s).of)
            return s->view || p->bindings[i].part;
    return s->view;
}

// by: the statement that writes all of s.
void clear_kept(const Program *p, const Symbol *s, const Node *by)
{
    Carried *k = s ? find_carried(p, s) : NULL;
    if (k && !p->unsure && !k->read && !is_part(p, s))
        k->cleared = by, k->added = false;
}

static const LoopAxis *loop_of(const Program *p, const Node *subscript)
{
    return subscript->kind == ND_NAME ? find_loop(&p->loops, subscript->symbol) : NULL;
}

// Whether the enclosing loops visit all elements.
bool covers(const Program *p, const Node *access)
{
    const Given none = { 0 };
    for (int d = 0; d < access->ref->rank; d++) {
        const LoopAxis *axis = d < access->item_count ? loop_of(p, access->items[d]) : NULL;
        Number lo = axis ? start_of(&none, axis) : (Number){ 0 };
        if (!lo.known || lo.value || (axis->step && !(axis->step->known && axis->step->value == 1)) ||
            !same_expression(axis->hi, access->ref->dims[d]))
            return false;
        for (int e = 0; e < d; e++)
            if (loop_of(p, access->items[e]) == axis)
                return false;
    }
    return true;
}

static void report_cleared(const Program *p, const Carried *k)
{
    const Call *call = p->given.call;
    const Part *part = part_of(call, k->block);
    bool fill = k->cleared->kind == ND_FILL;
    const char *verb = fill ? "clears" : "writes";
    if (part->kind == PART_OUT) {
        warn_at(k->cleared->at, MESSAGE_CLEARED_AGAIN, verb, k->block->name, program_text(call, p->ids));
        warn_note_at(k->cleared->at, HINT_CLEARED_AGAIN, first_of(call, part), verb);
    } else {
        int stepped = stepped_axis(call, p->ids);
        bool kept = is_kept_along(call, part, &call->axes[stepped]);
        const char *first = kept ? first_of(call, part) : and_first("", call, stepped);
        warn_at(k->cleared->at, MESSAGE_SCRATCH_CLEARED_AGAIN, verb, k->block->name, program_text(call, p->ids));
        warn_note_at(k->cleared->at, HINT_SCRATCH_CLEARED_AGAIN, call->axes[stepped].name, first, verb);
    }
}

// It is accumulated into after it was cleared, as in the programs before: their sums are lost.
void add_to_kept(const Program *p, const Symbol *s)
{
    Carried *k = s ? find_carried(p, s) : NULL;
    if (!k || p->unsure)
        return;
    k->added = true;
    if (!k->cleared || !k->loses || !warn_once(p, k->cleared))
        return;
    report_cleared(p, k);
}

struct use { const Program *p; const Symbol *block; };

static bool names_block(const Node *n, const void *with)
{
    const struct use *u = with;
    const Symbol *s = n->kind == ND_ACCESS || n->kind == ND_PASS ? n->ref : n->kind == ND_NAME ? n->symbol : NULL;
    return s && viewed_block(u->p, s) == u->block;
}

static bool sets_block(const Node *n, const void *with)
{
    const Effect e = effect_of(n);
    return e.target && !e.atomic && names_block(assigned_root(e.target), with);
}

// A later iteration may do what the first one does not.
void read_in_iterations(const Program *p, const Node *loop)
{
    for (int i = 0; i < p->carried_count; i++) {
        const struct use use = { p, p->carried[i].block };
        if (count_nodes(loop, names_block, &use) > count_nodes(loop, sets_block, &use))
            read_carried(p, use.block);
    }
}
