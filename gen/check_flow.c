// check_flow.c -- what is read before anything was written to it.
//
// A fresh window of an output, scratch and tiles hold garbage. The body is followed as single programs run it: those
// whose ids are all 0 or 1, the corners at which windows begin. There the conditions on PL_PROGRAM_ID are known, so
// PL_WHEN (PL_FIRST(2)) PL_FILL(z, 0) counts in the programs where it runs, and only there. What hangs on another
// condition may run or not: it says nothing against the program, and what it writes counts as written. A program with
// an id of 1 need not exist, where the length of its axis is known at run time only; but whose condition tells the
// programs of an axis apart expects several, and without such a condition the first program shows it all.

#include "check.h"
#include <string.h>

enum { MOST_AXES = 12 };

typedef struct {                // a block, or a local: what is in it?
    const Symbol *symbol;
    const Symbol *garbage;      // whose; of a block that is fresh: itself. NULL: something was written
} Content;

typedef struct {                // a block that may hold what programs before this one left in it
    const Symbol *block;
    bool loses;                 // … and nobody has read: an output's block that stays, sums in scratch
    const Node *cleared;        // by this, before anything of it was read
    bool read;
    bool added;                 // to, and not read since
} Kept;

typedef struct {
    const Node *condition, *body;       // did not hold, so this did not run
} Skipped;

typedef struct Binding {        // a block parameter of a helper, or a view: the block that it is, or is a part of
    const Symbol *name, *block;
    bool part;
} Binding;

typedef struct {
    Given given;
    const long long *ids;
    Content *contents;
    int content_count;
    Binding *bindings;
    int binding_count;
    Skipped *skipped;
    int skipped_count;
    Kept *kept;
    int kept_count;
    Loops loops;
    int rounds;                 // so many loops are around whose rounds come one after the other
    int unsure;                 // so many conditions that are not known stand around
    bool left;                  // the rest does not run
    int depth;                  // of helpers
} Program;

static const Node **reported;   // once, whatever call and program
static int reported_count;

// ---- What is where ------------------------------------------------------------------------------------------------

static const Symbol *block_behind(const Program *p, const Symbol *s)
{
    for (int i = p->binding_count; i-- > 0;)
        if (p->bindings[i].name == s)
            return block_behind(&(Program){ .bindings = p->bindings, .binding_count = i }, p->bindings[i].block);
    return s;
}

static Content *content_of(const Program *p, const Symbol *s)
{
    for (int i = 0; i < p->content_count; i++)
        if (p->contents[i].symbol == s)
            return &p->contents[i];
    return NULL;
}

// Whose garbage is in it; NULL: none for certain.
static const Symbol *garbage_in(const Program *p, const Symbol *s)
{
    const Content *c = content_of(p, block_behind(p, s));
    return c ? c->garbage : NULL;
}

static void set_content(Program *p, const Symbol *s, const Symbol *garbage)
{
    s = block_behind(p, s);
    Content *c = content_of(p, s);
    if (c)
        c->garbage = garbage;
    else
        list_add(p->contents, p->content_count, ((Content){ s, garbage }));
}

// ---- What a statement may write -----------------------------------------------------------------------------------

static const Symbol *name_of(const Node *n)
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
    case ND_FILL: case ND_ASSIGN: case ND_DOT: case ND_STORE: case ND_ATOMIC: case ND_REDUCE:
        return name_of(n->a);
    case ND_PASS:
        return n->ref;
    case ND_VIEW:
        return n->symbol->type->constant ? NULL : name_of(n->a);
    case ND_DECLARE:                                    // a pointer into a block
        return n->a && n->symbol->type->kind == TY_POINTER ? name_of(n->a) : NULL;
    }
    return is_address(n) || assigns_to(n) ? name_of(n->a) : NULL;
}

struct writing { const Program *p; const Symbol *block; };

static bool writes(const Node *n, const void *with)
{
    const struct writing *w = with;
    const Symbol *s = written_by(n);
    bool found = s && block_behind(w->p, s) == w->block;
    for (int i = 0; n->kind == ND_CALL && i < n->item_count; i++) {     // a row that a helper takes
        const Node *row = root_of(n->items[i]);
        found = found || (is_row(row) && block_behind(w->p, row->ref) == w->block);
    }
    return found;
}

static bool may_write(const Program *p, const Node *n, const Symbol *block)
{
    return find_node(n, writes, &(struct writing){ p, block });
}

// n may run, now or in another round: what it writes is no longer certain to be garbage, nor are its numbers known.
static void forget(Program *p, const Node *n)
{
    for (int i = 0; n && i < p->content_count; i++)
        if (p->contents[i].garbage && may_write(p, n, p->contents[i].symbol))
            p->contents[i].garbage = NULL;
    for (int i = 0; n && i < p->given.count; i++)
        if (may_write(p, n, p->given.all[i].symbol))
            p->given.all[i].value.known = false;
}

// ---- Reports ------------------------------------------------------------------------------------------------------

// PL_FIRST of the axes that its block does not follow: "PL_FIRST(2)", or "" when there is none.
static const char *first_of(const Call *call, const Part *part)
{
    const char *all = "";
    for (int a = batch_axes(call); a < call->axis_count; a++)
        if (call->axes[a].kind != AXIS_PARALLEL && !part_names_axis(part, &call->axes[a]))
            all = text("%s%sPL_FIRST(%d)", all, *all ? " && " : "", a - batch_axes(call));
    return all;
}

static const Part *part_of(const Call *call, const Symbol *parameter)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->kernel->parameters[i] == parameter)
            return &call->parts[i];
    return NULL;
}

// The axis that was stepped to come to this program: all behind it begin anew. -1: it is the first of all.
static int stepped_axis(const Call *call, const long long *ids)
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

static void note_what_to_write(const Program *p, const Symbol *block)
{
    const Part *part = part_of(p->given.call, block);
    const char *first = part && part->kind == PART_OUT ? first_of(p->given.call, part) : "";
    for (int i = p->skipped_count; i-- > 0;)
        if (may_write(p, p->skipped[i].body, block)) {
            note_at(p->skipped[i].condition->at, "'%s' is written only where this holds%s", block->name,
                    when_new(p, part));
            return;
        }
    if (!part)
        note_at(block->at, "a tile holds garbage until it is written: PL_FILL(%s, 0), for one", block->name);
    else if (part->kind == PART_OUT && *first)
        note_at(block->at, "a new block holds garbage: PL_WHEN (%s) PL_FILL(%s, 0) before, or make it a PL_INOUT",
                first, block->name);
    else if (part->kind == PART_OUT)
        note_at(block->at,
                "a new block holds garbage, and each program has one: write it first, or make it a PL_INOUT");
    else
        note_at(block->at,
                "scratch holds garbage at first: PL_FILL it under PL_WHEN (PL_FIRST(a)) of the axis it is kept along");
}

static bool is_reported(const Node *at)
{
    for (int i = 0; i < reported_count; i++)
        if (reported[i] == at)
            return true;
    return false;
}

static void report(Program *p, const Node *at, const Symbol *garbage, const char *what)
{
    if (!garbage || p->unsure || p->left || is_reported(at))
        return;
    list_add(reported, reported_count, at);
    const Symbol *block = block_behind(p, garbage);
    error_at(at->at, "%s '%s', which nothing was written to before%s", what, block->name,
             p->given.call->axis_count ? text(", in %s", program_text(p->given.call, p->ids)) : "");
    note_what_to_write(p, block);
}

// Read under a condition that is not known: wrong wherever that holds, as each program has a new block.
static void hint_read(Program *p, const Node *access)
{
    const Call *call = p->given.call;
    const Symbol *block = garbage_in(p, access->ref);
    const Part *part = block ? part_of(call, block) : NULL;
    if (!part || !is_output(part) || *first_of(call, part) || !p->unsure || p->rounds || p->left || is_reported(access))
        return;
    list_add(reported, reported_count, access);
    hint_at(access->at, "this reads '%s', which nothing was written to before, where the condition around it holds",
            block->name);
    hint_at(block->at, "a new block holds garbage, and each program has one: what is also read is a PL_INOUT");
}

// ---- What was kept, and is cleared --------------------------------------------------------------------------------

static Kept *find_kept(const Program *p, const Symbol *s)
{
    s = block_behind(p, s);
    for (int i = 0; i < p->kept_count; i++)
        if (p->kept[i].block == s)
            return &p->kept[i];
    return NULL;
}

static void read_kept(const Program *p, const Symbol *s)
{
    Kept *k = s ? find_kept(p, s) : NULL;
    if (k)
        k->read = true, k->added = false;
}

static bool is_part(const Program *p, const Symbol *s)
{
    for (int i = p->binding_count; i-- > 0;)
        if (p->bindings[i].name == s)
            return p->bindings[i].part || is_part(&(Program){ .bindings = p->bindings, .binding_count = i },
                                                  p->bindings[i].block);
    return false;
}

// by: what writes all of s.
static void clear_kept(const Program *p, const Symbol *s, const Node *by)
{
    Kept *k = s ? find_kept(p, s) : NULL;
    if (k && !p->unsure && !k->read && !is_part(p, s))
        k->cleared = by, k->added = false;
}

static const LoopAxis *loop_of(const Program *p, const Node *subscript)
{
    for (int i = p->loops.count; subscript->kind == ND_NAME && i-- > 0;)
        if (p->loops.axes[i]->index == subscript->symbol)
            return p->loops.axes[i];
    return NULL;
}

// Do the loops around it come to all elements?
static bool covers(const Program *p, const Node *access)
{
    const Given none = { 0 };
    for (int d = 0; d < access->ref->rank; d++) {
        const LoopAxis *axis = d < access->item_count ? loop_of(p, access->items[d]) : NULL;
        Number lo = axis ? start_of(&none, axis) : (Number){ 0 };
        if (!lo.known || lo.value || (axis->step && !(axis->step->known && axis->step->value == 1)) ||
            !(same_expression(axis->hi, access->ref->dims[d]) ||
              (axis->hi->known && access->ref->dims[d]->known && axis->hi->value == access->ref->dims[d]->value)))
            return false;
        for (int e = 0; e < d; e++)
            if (loop_of(p, access->items[e]) == axis)
                return false;
    }
    return true;
}

static void report_cleared(const Program *p, const Kept *k)
{
    const Call *call = p->given.call;
    const Part *part = part_of(call, k->block);
    bool fill = k->cleared->kind == ND_FILL;
    const char *verb = fill ? "clears" : "writes", *anew = fill ? "" : " anew";
    if (part->kind == PART_OUT) {
        hint_at(k->cleared->at, "this %s '%s'%s in %s, too, where its block stays: what was added before is lost", verb,
                k->block->name, anew, program_text(call, p->ids));
        hint_at(k->cleared->at, "PL_WHEN (%s) %s it where it begins", first_of(call, part), verb);
    } else {
        int axis = stepped_axis(call, p->ids);
        hint_at(k->cleared->at, "this %s '%s'%s in %s, too: what the program before added to it is lost, as nothing "
                "has read it", verb, k->block->name, anew, program_text(call, p->ids));
        hint_at(k->cleared->at, "scratch stays along axis %s: PL_WHEN (PL_FIRST(%d)) %s it where a sum along it begins",
                call->axes[axis].name, axis - batch_axes(call), verb);
    }
}

// It is added to after it was cleared, and so were the programs before: what they added is lost.
static void add_to_kept(const Program *p, const Symbol *s)
{
    Kept *k = s ? find_kept(p, s) : NULL;
    if (!k || p->unsure)
        return;
    k->added = true;
    if (!k->cleared || !k->loses || is_reported(k->cleared))
        return;
    list_add(reported, reported_count, k->cleared);
    report_cleared(p, k);
}

struct use { const Program *p; const Symbol *block; };

static bool names_block(const Node *n, const void *with)
{
    const struct use *u = with;
    const Symbol *s = n->kind == ND_ACCESS || n->kind == ND_PASS ? n->ref : n->kind == ND_NAME ? n->symbol : NULL;
    return s && block_behind(u->p, s) == u->block;
}

static bool sets_block(const Node *n, const void *with)
{
    bool sets = assigns_to(n) || n->kind == ND_REDUCE || n->kind == ND_DOT || n->kind == ND_FILL ||
                n->kind == ND_ASSIGN;
    return sets && names_block(root_of(n->a), with);
}

// A later round may do what the first does not.
static void read_in_rounds(const Program *p, const Node *loop)
{
    for (int i = 0; i < p->kept_count; i++) {
        const struct use use = { p, p->kept[i].block };
        if (count_nodes(loop, names_block, &use) > count_nodes(loop, sets_block, &use))
            read_kept(p, use.block);
    }
}

// ---- Expressions: whose garbage is the value, for certain? --------------------------------------------------------

static const Symbol *value(Program *p, const Node *n);
static void run(Program *p, const Node *n);

static const Symbol *value_if_any(Program *p, const Node *n)
{
    return n ? value(p, n) : NULL;
}

static const Symbol *unsure_value(Program *p, const Node *n)
{
    p->unsure++;
    const Symbol *garbage = value_if_any(p, n);
    p->unsure--;
    return garbage;
}

static void write_to(Program *p, const Node *to, const Symbol *garbage, Number number, bool clears)
{
    const Node *target = root_of(to);
    const Symbol *s = name_of(to);
    if (target->kind == ND_ACCESS) {
        if (clears && to == target && covers(p, target))
            clear_kept(p, target->ref, to);
        report(p, to, garbage, "this stores what is computed from");
        set_content(p, target->ref, NULL);
        return;
    }
    if (!s)
        return;
    bool whole = to->kind == ND_NAME && !p->unsure;
    set_content(p, s, whole ? garbage : NULL);
    assume(&p->given, s, whole ? number : (Number){ 0 });
}

static const Symbol *assign(Program *p, const Node *n, bool fold)
{
    const Symbol *from = n->kind == ND_BINARY ? value(p, n->b) : NULL;
    const Symbol *old = fold ? value(p, n->a) : NULL;
    Number number = { 0 };
    if (n->kind == ND_BINARY && !fold)
        number = number_of(&p->given, n->b);
    if (fold && root_of(n->a)->kind == ND_ACCESS)
        add_to_kept(p, root_of(n->a)->ref);
    if (fold && root_of(n->a)->kind == ND_ACCESS && old) {
        report(p, n->a, old, "this adds to");
        old = NULL;
    }
    write_to(p, n->a, old ? old : from, number, !fold);
    return NULL;
}

static const Symbol *value_of_choice(Program *p, const Node *condition, const Node *yes, const Node *no)
{
    Number c = number_of(&p->given, condition);
    value(p, condition);
    if (c.known)
        return value(p, c.value ? yes : no);
    const Symbol *one = unsure_value(p, yes), *other = unsure_value(p, no);
    return one && other ? one : NULL;
}

static bool passes_garbage_on(const char *name)
{
    static const char *const all[] = {
        "expf", "exp", "sqrtf", "sqrt", "fabsf", "fabs", "logf", "log", "sinf", "cosf", "tanhf", "PL_MAX", "PL_MIN",
        "PL_ADD", "PL_MUL", "pl_to_f32", "pl_to_bf16", "pl_to_f16",
    };
    for (size_t i = 0; name && i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(name, all[i]))
            return true;
    return false;
}

// A helper on blocks is followed; of another only what it may write counts.
static void call_helper(Program *p, const Node *n)
{
    const Function *f = n->symbol->function;
    int bindings = p->binding_count;
    bool left = p->left;
    for (int i = 0; i < n->item_count && i < f->parameter_count; i++)
        if (n->items[i]->kind == ND_PASS || (f->parameters[i]->kind == SY_REF && n->items[i]->kind == ND_NAME)) {
            const Symbol *s = name_of(n->items[i]);
            list_add(p->bindings, p->binding_count, ((Binding){ f->parameters[i], block_behind(p, s), is_part(p, s) }));
        } else {
            set_content(p, f->parameters[i], value(p, n->items[i]));
            assume(&p->given, f->parameters[i], number_of(&p->given, n->items[i]));
        }
    p->depth++;
    run(p, f->body);
    p->depth--;
    p->left = left;
    p->binding_count = bindings;
}

static const Symbol *value_of_call(Program *p, const Node *n)
{
    const Function *f = n->symbol ? n->symbol->function : NULL;
    const Symbol *all = NULL;
    if (f && f->kind == FN_BLOCKS && f->body && p->depth < 8) {
        call_helper(p, n);
        return NULL;
    }
    for (int i = 0; i < n->item_count; i++) {
        const Node *row = root_of(n->items[i]);
        const Symbol *garbage = is_row(row) || row->kind == ND_PASS ? NULL : value(p, n->items[i]);
        if (is_row(row) || row->kind == ND_PASS || is_address(row)) {
            forget(p, n);
            read_kept(p, name_of(row));
        }
        all = all ? all : garbage;
    }
    return !f && passes_garbage_on(n->name) ? all : NULL;
}

static const Symbol *value_of_parts(Program *p, const Node *n)
{
    const Symbol *a = value_if_any(p, n->a), *b = value_if_any(p, n->b), *c = value_if_any(p, n->c);
    for (int i = 0; i < n->item_count; i++)
        value(p, n->items[i]);
    return a ? a : b ? b : c;
}

static const Symbol *value_of_atomic(Program *p, const Node *n)
{
    const Symbol *block = name_of(n->a);
    for (int i = 0; i < n->item_count; i++)
        value(p, n->items[i]);
    if (!block)
        return NULL;
    if (!is_op(n, "XCHG"))
        report(p, n->a, garbage_in(p, block), "this adds to");
    read_kept(p, block);
    set_content(p, block, NULL);
    return NULL;
}

static const Symbol *value_of_binary(Program *p, const Node *n)
{
    if (is_op(n, "&&") || is_op(n, "||")) {
        Number a = number_of(&p->given, n->a);
        value(p, n->a);
        if (!a.known)
            unsure_value(p, n->b);
        else if (!a.value == is_op(n, "||"))
            return value(p, n->b);
        return NULL;
    }
    const Symbol *garbage = value_of_parts(p, n);
    return number_of(&p->given, n).known ? NULL : is_op(n, ",") ? value(p, n->b) : garbage;
}

static const Symbol *value(Program *p, const Node *n)
{
    if (assigns_to(n))
        return assign(p, n, folds_into(n));
    switch ((int)n->kind) {
    case ND_ACCESS:
        for (int i = 0; i < n->item_count; i++)
            value(p, n->items[i]);
        hint_read(p, n);
        read_kept(p, n->ref);
        return garbage_in(p, n->ref);
    case ND_NAME:
        return n->symbol && n->symbol->kind != SY_REF ? garbage_in(p, n->symbol) : NULL;
    case ND_UNARY:
        if (is_address(n))
            read_kept(p, name_of(n->a));
        return is_address(n) ? NULL : value(p, n->a);
    case ND_BINARY:
        return value_of_binary(p, n);
    case ND_CONDITIONAL:
        return value_of_choice(p, n->a, n->b, n->c);
    case ND_CALL:
        return value_of_call(p, n);
    case ND_LOAD:
        return value_of_choice(p, n->b, n->a, n->c);
    case ND_ATOMIC:
        return value_of_atomic(p, n);
    case ND_DIM: case ND_SIZE: case ND_INSIDE: case ND_PASS:
        return NULL;
    }
    return value_of_parts(p, n);
}

// ---- Statements ---------------------------------------------------------------------------------------------------

// Both sides are run from the same state; what either writes is written.
static void run_unsure(Program *p, const Node *n)
{
    bool left = p->left;
    p->unsure++;
    if (n)
        run(p, n);
    p->unsure--;
    p->left = left;
}

static bool may_leave(const Node *n)
{
    return find_node(n, leaves, NULL);
}

static void run_if(Program *p, const Node *n)
{
    Number c = number_of(&p->given, n->a);
    report(p, n->a, value(p, n->a), "this condition depends on");
    if (c.known) {
        const Node *runs = c.value ? n->b : n->c, *other = c.value ? n->c : n->b;
        if (other)
            list_add(p->skipped, p->skipped_count, ((Skipped){ n->a, other }));
        if (runs)
            run(p, runs);
        return;
    }
    run_unsure(p, n->b);
    run_unsure(p, n->c);
    if (may_leave(n->b) || may_leave(n->c))
        p->unsure++;                                    // of the rest of the body
}

// Is it known that the loop has no round in this program?
static bool is_empty(const Program *p, const Node *n)
{
    Number c = { true, 1 };
    if ((n->kind == ND_WHILE || n->kind == ND_FOR) && n->a)
        c = number_of(&p->given, n->a);
    for (int i = 0; i < n->axis_count; i++) {
        Number lo = start_of(&p->given, &n->axes[i]), hi = number_of(&p->given, n->axes[i].hi);
        if (lo.known && hi.known && lo.value >= hi.value)
            return true;
    }
    return c.known && !c.value;
}

// The first round of a loop. What later rounds write is written behind it; unsure: it may have no round at all.
static void run_loop(Program *p, const Node *n)
{
    int unsure = p->unsure;
    for (int i = 0; i < n->axis_count; i++) {
        const LoopAxis *axis = &n->axes[i];
        Number first = n->kind == ND_LOOP && axis->lo ? number_of(&p->given, axis->lo) : (Number){ 0 };
        value(p, axis->hi);
        assume(&p->given, axis->index, first);
    }
    if (n->init)
        run(p, n->init);
    if (n->kind == ND_WHILE || n->kind == ND_FOR)
        value_if_any(p, n->a);
    if (n->kind == ND_SWITCH) {
        value(p, n->a);
        p->unsure++;
    }
    if (is_empty(p, n)) {
        p->unsure = unsure;
        return;
    }
    int loops = p->loops.count;
    enter_loops(&p->loops, n);
    p->rounds += n->kind != ND_EACH;
    run(p, n->body);
    p->rounds -= n->kind != ND_EACH;
    p->loops.count = loops;
    if (n->kind != ND_EACH)
        read_in_rounds(p, n->body);
    p->unsure = unsure + has_kind(n->body, ND_RETURN);
    p->left = false;
    for (int i = 0; i < n->axis_count; i++)
        assume(&p->given, n->axes[i].index, (Number){ 0 });
    forget(p, n);
}

static void run_reduce(Program *p, const Node *n)
{
    const Node *acc = root_of(n->a);
    if (is_empty(p, n))
        return;
    for (int i = 0; i < n->axis_count; i++)
        assume(&p->given, n->axes[i].index, (Number){ 0 });
    const Symbol *folded = value(p, n->b);
    if (acc->kind == ND_ACCESS) {
        report(p, n->a, value(p, n->a), "this folds into");
        add_to_kept(p, acc->ref);
    }
    write_to(p, n->a, acc->kind == ND_ACCESS ? folded : folded ? folded : value(p, n->a), (Number){ 0 }, false);
}

static void run_dot(Program *p, const Node *n)
{
    const Node *const operands[] = { n->b, n->c };
    for (int i = 0; i < 2; i++)
        read_kept(p, name_of(operands[i]));
    add_to_kept(p, name_of(n->a));
    report(p, n->a, name_of(n->a) ? garbage_in(p, name_of(n->a)) : NULL, "PL_DOT adds to");
    for (int i = 0; i < 2; i++)
        if (name_of(operands[i]))
            report(p, operands[i], garbage_in(p, name_of(operands[i])), "PL_DOT multiplies");
    if (name_of(n->a))
        set_content(p, name_of(n->a), NULL);
}

static void run_store(Program *p, const Node *n)
{
    Number mask = number_of(&p->given, n->c);
    value(p, n->c);
    if (mask.known && !mask.value)
        return;
    p->unsure += !mask.known;
    write_to(p, n->a, value(p, n->b), (Number){ 0 }, mask.known);
    p->unsure -= !mask.known;
}

static void run_declaration(Program *p, const Node *n)
{
    if (n->kind == ND_TILE) {
        set_content(p, n->symbol, n->symbol);
    } else if (n->kind == ND_VIEW) {
        if (name_of(n->a))
            list_add(p->bindings, p->binding_count, ((Binding){ n->symbol, block_behind(p, name_of(n->a)), true }));
    } else if (n->symbol->type->kind == TY_POINTER) {
        read_kept(p, n->a ? name_of(n->a) : NULL);
        forget(p, n);
    } else {
        set_content(p, n->symbol, value_if_any(p, n->a));
        assume(&p->given, n->symbol, n->a && !p->unsure ? number_of(&p->given, n->a) : (Number){ 0 });
    }
}

static void run_block(Program *p, const Node *n)
{
    int unsure = p->unsure;
    for (int i = 0; i < n->item_count; i++) {
        run(p, n->items[i]);
        if (p->left)
            break;
    }
    if (!may_leave(n))
        p->unsure = unsure;
}

static void run(Program *p, const Node *n)
{
    const Symbol *to = NULL, *from = NULL;
    if (p->left)
        return;
    switch ((int)n->kind) {
    case ND_BLOCK:
        run_block(p, n);
        return;
    case ND_DECLARE: case ND_TILE: case ND_VIEW:
        run_declaration(p, n);
        return;
    case ND_EXPRESSION:
        value(p, n->a);
        return;
    case ND_IF: case ND_WHEN:
        run_if(p, n);
        return;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH: case ND_LOOP: case ND_EACH:
        run_loop(p, n);
        return;
    case ND_RETURN: case ND_BREAK: case ND_CONTINUE:
        value_if_any(p, n->a);
        p->left = !p->unsure;
        return;
    case ND_REDUCE:
        run_reduce(p, n);
        return;
    case ND_DOT:
        run_dot(p, n);
        return;
    case ND_FILL:
        report(p, n->b, value(p, n->b), "PL_FILL takes what is computed from");
        clear_kept(p, name_of(n->a), n);
        if (name_of(n->a))
            set_content(p, name_of(n->a), NULL);
        return;
    case ND_ASSIGN:
        to = name_of(n->a), from = name_of(n->b);
        read_kept(p, from);
        clear_kept(p, to, n);
        if (from)
            report(p, n->b, garbage_in(p, from), "PL_ASSIGN copies");
        if (to)
            set_content(p, to, NULL);
        return;
    case ND_STORE:
        run_store(p, n);
        return;
    case ND_CHECK: case ND_PRINT: case ND_CASE: case ND_DEFAULT:
        return;
    }
    value(p, n);
}

// ---- The programs at the corners ----------------------------------------------------------------------------------

static bool restarts(const Call *call, const long long *ids)
{
    int a = stepped_axis(call, ids);
    return a < 0 || is_marked_parallel(&call->axes[a]);
}

// Is its window another than in the program before, or is there none before?
static bool is_new(const Call *call, const Part *part, const long long *ids)
{
    int a = stepped_axis(call, ids);
    return restarts(call, ids) || separating_dim(call, part, &call->axes[a]) >= 0;
}

static bool is_fresh(const Call *call, const Part *part, const long long *ids)
{
    if (part->kind == PART_SCRATCH)
        return restarts(call, ids);
    return is_output(part) && is_new(call, part, ids);
}

// Does its block stay, as it was in the program before?
static bool is_kept(const Call *call, const Part *part, const long long *ids)
{
    if (part->kind != PART_OUT || restarts(call, ids))
        return false;
    for (int a = stepped_axis(call, ids); a < call->axis_count; a++)
        if (part_names_axis(part, &call->axes[a]))
            return false;
    return true;
}

// Is the corner before this one the program before it? The axes behind the one that is stepped have one program each.
static bool follows(const Call *call, const long long *ids)
{
    int stepped = stepped_axis(call, ids);
    for (int a = stepped + 1; a < call->axis_count; a++)
        if (!extent_of(&call->axes[a]).known || extent_of(&call->axes[a]).value > 1)
            return false;
    return stepped >= 0;
}

// Scratch that the program before, which was run last, added to and nobody read.
static bool is_left_added(const Program *before, const Call *call, const Symbol *block, const long long *ids)
{
    const Kept *k = find_kept(before, block);
    return k && k->added && !restarts(call, ids) && follows(call, ids);
}

static void keep(Program *p, const Program *before, const Part *part, const Symbol *block)
{
    const Call *call = p->given.call;
    bool scratch = part->kind == PART_SCRATCH;
    bool loses = scratch ? is_left_added(before, call, block, p->ids) : is_kept(call, part, p->ids);
    if (scratch || loses || part->kind == PART_OUT)
        list_add(p->kept, p->kept_count, ((Kept){ .block = block, .loses = loses }));
}

// Is anything brought from one program to the next, by which the last one could know of all?
static bool carries(const Call *call)
{
    for (int i = 0; i < call->part_count; i++)
        if (call->parts[i].kind == PART_SCRATCH || call->parts[i].kind == PART_INOUT || call->parts[i].alias)
            return true;
    return false;
}

struct stepped { const Call *call; const Axis *axis; };

// An element of an input whose blocks follow the axis.
static bool follows_axis(const Node *n, const void *with)
{
    const struct stepped *s = with;
    const Part *part = n->kind == ND_ACCESS ? part_of(s->call, n->ref) : NULL;
    return part && part->kind == PART_IN && part_names_axis(part, s->axis);
}

static bool folds_along(const Node *n, const void *with)
{
    return n->kind == ND_REDUCE && find_node(n->b, follows_axis, with);
}

// What the program before wrote, and this one writes anew, unread, though each folds a part of a whole.
static void hint_overwritten(const Program *p, const Program *before)
{
    const Call *call = p->given.call;
    if (!follows(call, p->ids) || carries(call))
        return;
    const struct stepped with = { call, &call->axes[stepped_axis(call, p->ids)] };
    if (!find_node(call->kernel->body, folds_along, &with))
        return;
    for (int i = 0; i < p->kept_count; i++) {
        const Kept *k = &p->kept[i], *earlier = find_kept(before, k->block);
        if (!k->loses || !k->cleared || k->read || k->added || !earlier || earlier->cleared != k->cleared ||
            earlier->read || part_of(call, k->block)->kind != PART_OUT || is_reported(k->cleared))
            continue;
        list_add(reported, reported_count, k->cleared);
        hint_at(k->cleared->at, "each program of axis %s writes all of '%s' anew: only what the last one writes stays",
                with.axis->name, k->block->name);
        hint_at(k->cleared->at, "add to it, after PL_WHEN (%s) has cleared it, or write it under PL_LAST",
                first_of(call, part_of(call, k->block)));
    }
}

static Program run_program(const Call *call, const long long *ids, const Program *before)
{
    Program p = { .given = { .call = call, .ids = ids, .long_axes = true }, .ids = ids };
    for (int i = 0; i < call->part_count; i++)
        if (is_fresh(call, &call->parts[i], ids))
            set_content(&p, call->kernel->parameters[i], call->kernel->parameters[i]);
    for (int i = 0; i < call->part_count; i++)
        keep(&p, before, &call->parts[i], call->kernel->parameters[i]);
    run(&p, call->kernel->body);
    hint_overwritten(&p, before);
    return p;
}

static void check_never_written(const Call *call)
{
    const Program none = { .unsure = 0 };
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        if (part->kind != PART_OUT || may_write(&none, call->kernel->body, call->kernel->parameters[i]))
            continue;
        error_at(call->kernel->parameters[i]->at, "output '%s' is never written", call->kernel->parameters[i]->name);
        note_at(part->at, "what is read is a PL_IN; what keeps its contents is a PL_INOUT");
    }
}

void check_flow(const Call *call)
{
    long long ids[MOST_AXES] = { 0 };
    if (call->axis_count > MOST_AXES || runs_never(call) || !call->kernel->body)
        return;
    check_never_written(call);
    Program before = { .unsure = 0 };
    do
        before = run_program(call, ids, &before);
    while (next_program(call, ids, 2));
}
