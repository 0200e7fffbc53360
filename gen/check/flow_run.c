// check/flow_run.c -- a body, statement by statement, as one program runs it.

#include "check/flow.h"
#include <string.h>

// ---- Expressions: the uninitialized block that a value certainly depends on -----------------------------------------

static const Symbol *value(Program *p, const Node *n);    // n: or NULL

static const Symbol *unsure_value(Program *p, const Node *n)
{
    p->unsure++;
    const Symbol *garbage = value(p, n);
    p->unsure--;
    return garbage;
}

static void write_to(Program *p, const Node *to, const Symbol *garbage, Number number, bool clears)
{
    const Node *target = root_of(to);
    const Symbol *s = name_of(to);
    for (int i = 0; target->kind == ND_ACCESS && i < target->item_count; i++)
        report_garbage(p, target->items[i], value(p, target->items[i]), "this subscript depends on");
    if (target->kind == ND_ACCESS) {
        if (clears && to == target && covers(p, target))
            clear_kept(p, target->ref, to);
        report_garbage(p, to, garbage, "this stores a value computed from");
        set_content(p, target->ref, NULL);
        return;
    }
    if (!s)
        return;
    bool whole = to->kind == ND_NAME && !p->unsure;
    set_content(p, s, whole ? garbage : NULL);
    assume(&p->given, s, whole ? number : (Number){ 0 });
}

static const Symbol *assign(Program *p, const Node *n, bool accumulates)
{
    const Symbol *from = n->kind == ND_BINARY ? value(p, n->b) : NULL;
    const Symbol *old = accumulates ? value(p, n->a) : NULL;
    Number number = { 0 };
    if (n->kind == ND_BINARY && !accumulates)
        number = number_of(&p->given, n->b);
    if (accumulates && root_of(n->a)->kind == ND_ACCESS)
        add_to_kept(p, root_of(n->a)->ref);
    if (accumulates && old && (root_of(n->a)->kind == ND_ACCESS || old->kind == SY_LOCAL)) {
        report_garbage(p, n->a, old, "this adds to");
        old = NULL;
    }
    write_to(p, n->a, old ? old : from, number, !accumulates);
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
    return name && IS_ONE_OF(name, all);
}

// A helper on blocks is interpreted; for any other, only what it may write counts.
static void call_helper(Program *p, const Node *n)
{
    const Function *f = n->symbol->function;
    int bindings = p->binding_count;
    bool left = p->left;
    for (int i = 0; i < n->item_count && i < f->parameter_count; i++)
        if (n->items[i]->kind == ND_PASS || (f->parameters[i]->kind == SY_REF && n->items[i]->kind == ND_NAME)) {
            const Symbol *s = name_of(n->items[i]);
            list_add(p->bindings, p->binding_count, ((Binding){ f->parameters[i], viewed_block(p, s), is_part(p, s) }));
        } else {
            set_content(p, f->parameters[i], value(p, n->items[i]));
            assume(&p->given, f->parameters[i], number_of(&p->given, n->items[i]));
        }
    p->depth++;
    run_statement(p, f->body);
    p->depth--;
    p->left = left;
    p->binding_count = bindings;
}

static const Symbol *value_of_call(Program *p, const Node *n)
{
    const Function *f = n->symbol ? n->symbol->function : NULL;
    const Symbol *all = NULL;
    if (f && f->kind == FN_BLOCKS && p->depth < 8) {
        call_helper(p, n);
        return NULL;
    }
    for (int i = 0; i < n->item_count; i++) {
        const Symbol *passed = passed_block(n->items[i]);
        const Symbol *garbage = passed ? NULL : value(p, n->items[i]);
        if (passed || is_address(n->items[i])) {
            forget_written(p, n);
            read_carried(p, passed ? passed : name_of(n->items[i]));
        }
        all = all ? all : garbage;
    }
    return !f && passes_garbage_on(n->name) ? all : NULL;
}

static const Symbol *value_of_parts(Program *p, const Node *n)
{
    const Symbol *a = value(p, n->a), *b = value(p, n->b), *c = value(p, n->c);
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
        report_garbage(p, n->a, garbage_in(p, block), "this adds to");
    read_carried(p, block);
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

// The address of s is taken: whoever has it may write s, so a local counts as written.
static void leave_address(Program *p, const Symbol *s)
{
    read_carried(p, s);
    if (s && s->kind == SY_LOCAL)
        set_content(p, s, NULL);
}

static const Symbol *value(Program *p, const Node *n)
{
    if (!n)
        return NULL;
    if (assigns_to(n))
        return assign(p, n, accumulates_into(n));
    switch ((int)n->kind) {
    case ND_ACCESS:
        for (int i = 0; i < n->item_count; i++)
            report_garbage(p, n->items[i], value(p, n->items[i]), "this subscript depends on");
        warn_read(p, n);
        read_carried(p, n->ref);
        return garbage_in(p, n->ref);
    case ND_NAME:
        return n->symbol && n->symbol->kind != SY_REF ? garbage_in(p, n->symbol) : NULL;
    case ND_UNARY:
        if (is_address(n))
            leave_address(p, name_of(n->a));
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

// ---- Statements -----------------------------------------------------------------------------------------------------

// Both sides run from the same state; what either writes is written.
static void run_unsure(Program *p, const Node *n)
{
    bool left = p->left;
    p->unsure++;
    run_statement(p, n);
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
    report_garbage(p, n->a, value(p, n->a), "this condition depends on");
    if (c.known) {
        const Node *runs = c.value ? n->b : n->c, *other = c.value ? n->c : n->b;
        if (other)
            list_add(p->skipped, p->skipped_count, ((Skipped){ n->a, other }));
        run_statement(p, runs);
        return;
    }
    run_unsure(p, n->b);
    run_unsure(p, n->c);
    if (may_leave(n->b) || may_leave(n->c))
        p->unsure++;                                    // of the rest of the body
}

// Whether the loop is known to run no iteration in this program.
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

static bool names_local(const Node *n, const void *with)
{
    (void)with;
    return n->kind == ND_NAME && n->symbol && (n->symbol->kind == SY_LOCAL || n->symbol->kind == SY_INDEX);
}

// Whether the loop may run no iteration yet: its bounds depend on the loops around it, as in a substitution, which begins with the
// last row and reads the results of none.
static bool may_be_empty(const Program *p, const Node *n)
{
    for (int i = 0; p->rounds && i < n->axis_count; i++) {
        const LoopAxis *axis = &n->axes[i];
        const bool known = start_of(&p->given, axis).known && number_of(&p->given, axis->hi).known;
        if (!known && (find_node(axis->lo, names_local, NULL) || find_node(axis->hi, names_local, NULL)))
            return true;
    }
    return false;
}

// The first iteration of a loop. What later iterations write counts as written after it; unsure: it may run no
// iteration at all.
static void run_loop(Program *p, const Node *n)
{
    int unsure = p->unsure;
    for (int i = 0; i < n->axis_count; i++) {
        const LoopAxis *axis = &n->axes[i];
        Number first = n->kind == ND_LOOP && axis->lo ? number_of(&p->given, axis->lo) : (Number){ 0 };
        value(p, axis->hi);
        assume(&p->given, axis->index, first);
    }
    run_statement(p, n->init);
    if (n->kind == ND_WHILE || n->kind == ND_FOR)
        value(p, n->a);
    if (n->kind == ND_SWITCH) {
        value(p, n->a);
        p->unsure++;
    }
    if (is_empty(p, n)) {
        p->unsure = unsure;
        return;
    }
    p->unsure += may_be_empty(p, n);
    int loops = p->loops.count;
    enter_loops(&p->loops, n);
    p->rounds += n->kind != ND_EACH;
    run_statement(p, n->body);
    p->rounds -= n->kind != ND_EACH;
    p->loops.count = loops;
    if (n->kind != ND_EACH)
        read_in_iterations(p, n->body);
    p->unsure = unsure + has_kind(n->body, ND_RETURN);
    p->left = false;
    for (int i = 0; i < n->axis_count; i++)
        assume(&p->given, n->axes[i].index, (Number){ 0 });
    forget_written(p, n);
}

static void run_reduce(Program *p, const Node *n)
{
    const Node *acc = root_of(n->a);
    if (is_empty(p, n))
        return;
    const bool unsure = may_be_empty(p, n);
    p->unsure += unsure;
    for (int i = 0; i < n->axis_count; i++)
        assume(&p->given, n->axes[i].index, (Number){ 0 });
    const Symbol *combined = value(p, n->b), *old = value(p, n->a);
    if (acc->kind == ND_ACCESS)
        add_to_kept(p, acc->ref);
    if (old && (acc->kind == ND_ACCESS || old->kind == SY_LOCAL)) {
        report_garbage(p, n->a, old, "this accumulates into");
        old = NULL;
    }
    write_to(p, n->a, combined ? combined : old, (Number){ 0 }, false);
    p->unsure -= unsure;
}

static void run_whole(Program *p, const Node *n)
{
    const Node *const parts[] = { n->b, n->c };
    const Symbol *garbage[2] = { NULL, NULL };
    const Effect e = effect_of(n);
    if (!block_of(n->a))
        return;
    for (int i = 0; i < 2 && parts[i]; i++) {
        const Symbol *block = block_of(parts[i]);
        read_carried(p, block);
        garbage[i] = block ? garbage_in(p, block) : value(p, parts[i]);
    }
    if (e.reads) {
        add_to_kept(p, name_of(n->a));
        report_garbage(p, n->a, garbage_in(p, name_of(n->a)), text("%s %s", e.name, e.updates ? e.updates : "reads"));
    } else {
        clear_kept(p, name_of(n->a), n);
    }
    for (int i = 0; i < 2; i++)
        report_garbage(p, parts[i], garbage[i], text("%s %s%s", e.name, e.takes,
                                                     garbage[i] && !block_of(parts[i]) ? " what is computed from" : ""));
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
        return;
    } else if (n->symbol->type->kind == TY_POINTER) {
        read_carried(p, n->a ? name_of(n->a) : NULL);
        forget_written(p, n);
    } else {                                            // arrays are filled through pointers: they count as written
        bool garbage = !n->a && n->symbol->kind == SY_LOCAL && n->symbol->type->kind != TY_ARRAY;
        set_content(p, n->symbol, garbage ? n->symbol : value(p, n->a));
        assume(&p->given, n->symbol, n->a && !p->unsure ? number_of(&p->given, n->a) : (Number){ 0 });
    }
}

static void run_block(Program *p, const Node *n)
{
    int unsure = p->unsure;
    for (int i = 0; i < n->item_count; i++) {
        run_statement(p, n->items[i]);
        if (p->left)
            break;
    }
    if (!may_leave(n))
        p->unsure = unsure;
}

void run_statement(Program *p, const Node *n)
{
    if (p->left || !n)
        return;
    p->statement = n->kind == ND_EXPRESSION ? n->a : n;
    if (effect_of(n).whole) {
        run_whole(p, n);
        return;
    }
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
        value(p, n->a);
        p->left = !p->unsure;
        return;
    case ND_REDUCE: case ND_SCAN:
        run_reduce(p, n);
        return;
    case ND_STORE:
        run_store(p, n);
        return;
    case ND_CHECK: case ND_PRINT: case ND_TRACE: case ND_CASE: case ND_DEFAULT:
        return;
    }
    value(p, n);
}
