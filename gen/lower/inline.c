// lower/inline.c -- inlines PL_FUNCTIONs where they are called.
//
// The parameters of a helper on whole blocks are its caller's blocks: its body is copied into the caller, with the
// passed blocks in place of its parameters, values as variables of its own, and its result in another one. So later
// stages see one body, and such a helper may do everything that a kernel may. A plain helper stays a function on every
// target, unless it depends on the program (PL_PROGRAM_ID, PL_CHECK, PL_PRINT…) or has blocks of its own (PL_TILE):
// then it is inlined, too.

#include "lower/lower.h"
#include <string.h>

// ---- Which helpers --------------------------------------------------------------------------------------------------

static bool asks_for_program(const Node *body);

static bool asks(const Node *n, const void *unused)
{
    (void)unused;
    switch (n->kind) {
    case ND_SEM_READ: case ND_DEVICE: case ND_START: case ND_AWAIT: case ND_SIGNAL: case ND_SEM_WAIT: case ND_BARRIER:
    case ND_DESCRIBE: case ND_PROGRAM_ID: case ND_NUM_PROGRAMS: case ND_AXIS: case ND_CHECK: case ND_PRINT: case ND_TILE: case ND_VIEW:
    case ND_MULTIPLE_OF:
        return true;
    case ND_CALL:
        return n->symbol && n->symbol->function && asks_for_program(n->symbol->function->body);
    default:
        return false;
    }
}

static bool asks_for_program(const Node *body)
{
    return find_node(body, asks, NULL);
}

const Function *inlined_callee(const Node *n)
{
    const Function *f = n->kind == ND_CALL && n->symbol ? n->symbol->function : NULL;
    return f && (f->kind != FN_PLAIN || (f->kind == FN_PLAIN && asks_for_program(f->body))) ? f : NULL;
}

// ---- return ---------------------------------------------------------------------------------------------------------

typedef struct {                // what a return becomes
    Symbol *value;              // NULL: the function is void, or its result is not used
    const char *label;
    bool jumps;                 // some return needs the label
} Returning;

static void put_value(Node *list, const Returning *to, const Node *n)
{
    if (!n->a)
        return;
    Node *value = to->value ? assignment_node("=", name_node(to->value, n->at), n->a) : n->a;
    value->at = n->at;
    add_item(list, statement_node(value));
}

// In loops and switches a return becomes an assignment and a jump to the end.
static Node *with_jumps(Node *n, Returning *to)
{
    if (!n || !has_kind(n, ND_RETURN))
        return n;
    if (n->kind == ND_RETURN) {
        Node *block = new_node(ND_BLOCK, n->at), *jump = new_node(ND_GOTO, n->at);
        put_value(block, to, n);
        jump->name = to->label;
        add_item(block, jump);
        to->jumps = true;
        return block;
    }
    n->b = with_jumps(n->b, to);
    n->c = with_jumps(n->c, to);
    n->body = with_jumps(n->body, to);
    for (int i = 0; i < n->item_count; i++)
        n->items[i] = with_jumps(n->items[i], to);
    return n;
}

static bool always_returns(const Node *n)
{
    if (!n)
        return false;
    if (n->kind == ND_RETURN)
        return true;
    if (n->kind == ND_BLOCK)
        return n->item_count && always_returns(n->items[n->item_count - 1]);
    return (n->kind == ND_IF || n->kind == ND_WHEN) && always_returns(n->b) && always_returns(n->c);
}

static Node *as_block(Node *n, Loc at)
{
    if (n && n->kind == ND_BLOCK)
        return n;
    Node *block = new_node(ND_BLOCK, at);
    if (n)
        add_item(block, n);
    return block;
}

Node *negated(Node *e)
{
    bool whole = e->kind == ND_BINARY && type_is_integer(e->a->type) && type_is_integer(e->b->type);
    if (whole && *opposite_op(e->op)) {
        e->op = opposite_op(e->op);
        return e;
    }
    return unary_node("!", e);
}

// if (c) {} else work;
static Node *with_work_first(Node *n)
{
    if (n->b->kind == ND_BLOCK && !n->b->item_count && n->c) {
        n->a = negated(n->a);
        n->b = n->c;
        n->c = NULL;
    }
    return n;
}

// The statements after `if (c) return v;` become its else branch, so no jump is needed.
static Node *without_returns(Node *list, Returning *to)
{
    Node *made = new_node(ND_BLOCK, list->at);
    for (int i = 0; i < list->item_count; i++) {
        Node *n = list->items[i];
        bool last = i + 1 == list->item_count, branch = n->kind == ND_IF || n->kind == ND_WHEN;
        if (!has_kind(n, ND_RETURN)) {
            add_item(made, n);
        } else if (n->kind == ND_RETURN) {
            put_value(made, to, n);
            return made;
        } else if (n->kind == ND_BLOCK && (last || always_returns(n))) {
            add_item(made, without_returns(n, to));
            return made;
        } else if (branch && (last || (always_returns(n->b) && !n->c))) {
            Node *rest = as_block(n->c, n->at);
            for (int k = i + 1; k < list->item_count; k++)
                add_item(rest, list->items[k]);
            n->b = without_returns(as_block(n->b, n->at), to);
            n->c = rest->item_count ? without_returns(rest, to) : NULL;
            add_item(made, with_work_first(n));
            return made;
        } else {
            add_item(made, with_jumps(n, to));
        }
    }
    return made;
}

// ---- A call ---------------------------------------------------------------------------------------------------------

// A label occurs once in a function.
static const char *label_name(Expanding *e, const char *of)
{
    const char *name = free_name(&e->labels, text("end_of_%s", of));
    add_name(&e->labels, name);
    return name;
}

typedef struct { Expanding *e; const Node *all; const char *from, *to; } Renaming;

static void rename_jump(void *to, const Node *n)
{
    const Renaming *r = to;
    if ((n->kind == ND_GOTO || n->kind == ND_LABEL) && !strcmp(n->name, r->from))
        writable(n)->name = r->to;
}

// The labels of code that was inlined before, in a copy of it.
static void rename_label(void *to, const Node *n)
{
    Renaming *r = to;
    if (n->kind == ND_LABEL && has_name(&r->e->labels, n->name)) {
        r->from = n->name;
        r->to = label_name(r->e, n->name + strlen("end_of_"));
        each_node(r->all, rename_jump, r);
    } else if (n->kind == ND_LABEL) {
        add_name(&r->e->labels, n->name);
    }
}

static void check_pass(const Node *pass, const Symbol *to, const Function *f)
{
    const Symbol *from = pass->ref;
    if (from->rank != to->rank)
        error_at(pass->at, MESSAGE_ARGUMENT_RANK, from->name, from->rank, to->name, f->name, to->rank);
    else if (!is_same_type(from->type, to->type))
        error_at(pass->at, MESSAGE_ARGUMENT_TYPE, from->name, type_name(from->type), to->name, f->name,
                 type_name(to->type));
    else if (from->type->constant && !to->type->constant)
        error_at(pass->at, MESSAGE_ARGUMENT_CONST, from->name, to->name, f->name);
    else
        for (int d = 0; d < to->rank; d++)
            if (from->dims[d]->known && to->dims[d]->known && from->dims[d]->value != to->dims[d]->value)
                error_at(pass->at, MESSAGE_ARGUMENT_EXTENT, d, from->name, from->dims[d]->value, to->name, f->name,
                         to->dims[d]->value);
}

// The statements that replace the call; value: NULL, or the variable for its value.
Node *body_for(Expanding *e, const Node *call, const Function *f, Symbol *value)
{
    Copies copies = { NULL, 0 };
    Names own = { NULL, 0 };
    Declaring declaring = { &copies, &e->taken, &own };
    for (int i = 0; i < f->parameter_count; i++)
        take_name(f->parameters[i], &own);
    each_declared(f->body, take_name, &own);
    Node *block = new_node(ND_BLOCK, call->at);
    for (int i = 0; i < f->parameter_count; i++) {
        Symbol *formal = f->parameters[i];
        Node *actual = call->items[i];
        if (formal->kind == SY_SEM) {                   // a handle: it refers to the caller's
            add_copy(&copies, formal, actual->symbol);
            copies.pairs[copies.count - 1].index = actual->a;
            continue;
        }
        if (actual->kind == ND_AT) {
            Node *view = new_node(ND_ANY_VIEW, actual->at);
            view->symbol = new_copy(&copies, formal, name_among(&declaring, formal->name));
            view->symbol->view = view;
            view->a = actual;
            add_item(block, view);
            continue;
        }
        if (actual->kind == ND_PASS) {
            check_pass(actual, formal, f);
            add_copy(&copies, formal, actual->ref);
            continue;
        }
        Symbol *own_value = new_copy(&copies, formal, name_among(&declaring, formal->name));
        own_value->kind = SY_LOCAL;
        add_item(block, declaration_node(own_value, actual, actual->at));
    }
    each_declared(f->body, declare_copy, &declaring);
    Returning to = { .value = value, .label = label_name(e, f->name) };
    Node *body = as_block(copy_tree(&copies, f->body), f->at);
    each_node(body, rename_label, &(Renaming){ .e = e, .all = body });
    body = without_returns(body, &to);
    if (!to.jumps) {
        add_items(block, body);
    } else { // leaves a block: in C++ a goto must not pass a declaration that is in scope at its label
        add_item(block, body);
        Node *label = new_node(ND_LABEL, call->at);
        label->name = to.label;
        add_item(block, label);
    }
    return block;
}

static Node *expand_body(Expanding *e, Node *n);

static bool is_inlined(const Node *n, const void *unused)
{
    (void)unused;
    return inlined_callee(n);
}

static void reject_parts(const Node *n)
{
    const Node *call = find_node(n, is_inlined, NULL);
    if (!call)
        return;
    const Function *f = inlined_callee(call);
    error_at(call->at, MESSAGE_FUNCTION_IN_CONDITION, f->name);
    note_at(call->at, HINT_FUNCTION_IN_CONDITION, f->kind == FN_BLOCKS ? "a PL_FUNCTION" : "it");
}

static void expand_loop(Expanding *e, Node *n, Node *list)
{
    Node *init[] = { n->init };
    bool several = n->init && n->init->kind == ND_BLOCK;
    for (int i = 0; n->init && i < (several ? n->init->item_count : 1); i++) {
        Node *one = (several ? n->init->items : init)[i];
        one->a = hoist(e, one->a, list);
    }
    reject_parts(n->b);                              // the step, which a continue jumps to
    if (must_hoist_condition(e, n->a)) {
        loop_with_test_inside(e, n, list);
        return;
    }
    n->body = expand_body(e, n->body);
    add_item(list, n);
}

// A PL_LOOP evaluates its step once. A step that is not a number becomes a variable, except for a PL_SCALAR that never
// changes; if checks stay, the step is checked, because a loop counts up. (A helper that stays a call cannot report.)
static void expand_step(Expanding *e, Node *n, Node *list)
{
    LoopAxis *axis = n->axes;
    bool scalar = axis->step && axis->step->kind == ND_NAME && axis->step->symbol->kind == SY_SCALAR;
    if (!axis->step || axis->step->known)
        return;
    if (!scalar || e->each || find_node(e->body, changes, axis->step->symbol)) {
        Symbol *step = declare(e, &long_type, text("%s_step", axis->index->name), n->at, axis->step, list);
        axis->step = name_node(step, n->at);
    }
    if (!e->checks || !e->reports)
        return;
    Node *check = new_node(ND_CHECK, n->at);
    check->op = "step";
    check->a = name_node(axis->step->symbol, n->at);
    add_item(list, check);
}

// The bounds of the first axis are evaluated once, those of inner axes repeatedly.
static void expand_axes(Expanding *e, Node *n, Node *list)
{
    if (n->kind == ND_EACH)
        own_loops_for_bounds(e, n);
    for (int i = 0; i < n->axis_count; i++) {
        LoopAxis *axis = &n->axes[i];
        if (i == 0) {
            axis->lo = hoist(e, axis->lo, list);
            axis->hi = hoist(e, axis->hi, list);
            axis->step = hoist(e, axis->step, list);
        } else {
            reject_parts(axis->lo);
            reject_parts(axis->hi);
        }
    }
    if (n->kind == ND_LOOP)
        expand_step(e, n, list);
    if (n->kind == ND_EACH)
        bounds_first(e, n, list);
    e->each += n->kind == ND_EACH;
    n->body = expand_body(e, n->body);
    e->each -= n->kind == ND_EACH;
    add_item(list, n);
}

static void expand_reduce(Expanding *e, Node *n, Node *list)
{
    if (must_hoist(e, n->b) || (n->symbol && n->symbol->function && asks_for_program(n->symbol->function->body)))
        loop_for_reduce(e, n, list);
    else if (!separate_axes(e, n, list))
        expand_axes(e, n, list);
}

// A statement that only evaluates its parts.
static void expand_plain(Expanding *e, Node *n, Node *list)
{
    hoist_parts(e, n, list);
    if (value_for_all(n))
        value_first(e, n, list);
    add_item(list, n);
}

// PL_STORE: its value and its element are evaluated only if the mask is true.
static void expand_store(Expanding *e, Node *n, Node *list)
{
    n->c = hoist(e, n->c, list);
    if (!must_hoist(e, n->a) && !must_hoist(e, n->b)) {
        add_item(list, n);
        return;
    }
    expand_statement(e, branch_node(ND_IF, n->c, statement_node(assignment_node("=", n->a, n->b)), NULL, n->at), list);
}

// A call that is a statement, or that initializes a variable.
static void expand_expression(Expanding *e, Node *n, Node *list)
{
    const Function *f = n->kind == ND_EXPRESSION ? inlined_callee(n->a) : NULL;
    if (f) {
        hoist_parts(e, n->a, list);
        Node *body = body_for(e, n->a, f, NULL);
        if (f->kind == FN_KERNEL)
            answer_for_pipeline(e->pipeline, body);
        add_item(list, body);
    } else if (!e->each && mixes(n)) {
        hoist_statement(e, n, list);
    } else {
        n->a = hoist(e, n->a, list);
        if (n->a || n->kind == ND_DECLARE)
            add_item(list, n);
    }
}

// pl_copy c = f(…): the computations of f precede it, in the same scope, and c names the copy that f returns.
static void expand_described(Expanding *e, Node *n, Node *list)
{
    hoist_parts(e, n->a, list);
    if (n->a->kind == ND_CALL) {
        const Node *body = body_for(e, n->a, n->a->symbol->function, NULL);
        const Node *last = body->item_count ? body->items[body->item_count - 1] : body;
        if (last->kind != ND_EXPRESSION || last->a->kind != ND_COPY) {
            error_at(n->at, MESSAGE_COPIES_TO_CHOOSE, n->a->symbol->name);
            note_at(n->at, HINT_COPIES_TO_CHOOSE);
            return;
        }
        each_declared(body, take_name, &e->taken);
        for (int i = 0; i + 1 < body->item_count; i++)
            add_item(list, body->items[i]);
        n->a = last->a;
        n->symbol->value = n->a;
    }
    add_item(list, n);
}

void expand_statement(Expanding *e, Node *n, Node *list)
{
    switch (n->kind) {
    case ND_BLOCK:
        add_item(list, expand_body(e, n));
        return;
    case ND_EXPRESSION: case ND_DECLARE:
        expand_expression(e, n, list);
        return;
    case ND_IF: case ND_WHEN:
        n->a = hoist_condition(e, n->a, list);
        n->b = expand_body(e, n->b);
        n->c = expand_body(e, n->c);
        add_item(list, n);
        return;
    case ND_FOR: case ND_WHILE: case ND_DO:
        expand_loop(e, n, list);
        return;
    case ND_EACH: case ND_LOOP:
        expand_axes(e, n, list);
        return;
    case ND_REDUCE:
        expand_reduce(e, n, list);
        return;
    case ND_PIPELINE:
        expand_pipeline(e, n, list);
        return;
    case ND_DESCRIBE:
        expand_described(e, n, list);
        return;
    case ND_STORE:
        expand_store(e, n, list);
        return;
    case ND_SWITCH:
        n->a = hoist_condition(e, n->a, list);
        n->body = expand_body(e, n->body);
        add_item(list, n);
        return;
    case ND_CHECK:
        if (!e->checks)
            return;
        for (int i = 0; i < n->item_count; i++)
            reject_parts(n->items[i]);
        n->a = hoist(e, n->a, list);
        add_item(list, n);
        return;
    default:
        expand_plain(e, n, list);
    }
}

static Node *expand_body(Expanding *e, Node *n)
{
    if (!n)
        return NULL;
    Node *made = new_node(ND_BLOCK, n->at);
    const Node *block = as_block(n, n->at);
    for (int i = 0; i < block->item_count; i++)
        expand_statement(e, block->items[i], made);
    return n->kind != ND_BLOCK && made->item_count == 1 ? made->items[0] : made;
}

// ---- Scalars --------------------------------------------------------------------------------------------------------

// A PL_SCALAR is one constant for all programs of a call. A body that changes its own, which C permits, gets a
// variable.
static void own_changed_scalars(Expanding *e, Function *f)
{
    Node *list = new_node(ND_BLOCK, f->at);
    Copies copies = { 0 };
    for (int i = 0; i < f->parameter_count; i++) {
        Symbol *parameter = f->parameters[i];
        if (parameter->kind != SY_SCALAR || !find_node(f->body, changes, parameter))
            continue;
        Symbol *own = new_copy(&copies, parameter, free_name(&e->taken, parameter->name));
        own->kind = SY_LOCAL;
        own->type->constant = false;
        take_name(own, &e->taken);
        add_item(list, declaration_node(own, name_node(parameter, parameter->at), parameter->at));
    }
    if (!list->item_count)
        return;
    const Node *body = copy_tree(&copies, f->body);
    add_items(list, body);
    f->body = list;
}

typedef struct { const Function *f; Names *taken; } AxisNames;

static bool declares_other(const Node *n, const void *index)
{
    const Symbol *s = index;
    bool other = declares(n) && n->symbol != s && !strcmp(n->symbol->name, s->name);
    for (int a = 0; a < n->axis_count; a++)
        other |= n->axes[a].index != s && !strcmp(n->axes[a].index->name, s->name);
    return other;
}

static bool is_hidden(const Function *f, const Symbol *index)
{
    for (int i = 0; i < f->parameter_count; i++)
        if (!strcmp(f->parameters[i]->name, index->name))
            return true;
    return find_node(f->body, declares_other, index);
}

// The axis of a pipeline gets a name of its own: within its loop, extents that PL_DIM asks for may have the other one.
static void rename_axes(void *names, const Node *n)
{
    const AxisNames *r = names;
    for (int a = 0; n->kind == ND_PIPELINE && a < n->axis_count; a++) {
        Symbol *index = n->axes[a].index;
        if (!is_hidden(r->f, index))
            continue;
        index->declared = index->name;
        index->name = free_name(r->taken, index->name);
        take_name(index, r->taken);
    }
}

static void expand_function(const Source *s, Function *f, bool checks, bool asynchronous)
{
    Expanding e = {
        .checks = checks, .ahead = asynchronous, .body = f->body, .each = f->kind == FN_PLAIN
    }; // one lane runs a helper
    e.own_blocks = !has_kind(f->body, ND_VIEW);
    e.reports = f->kind != FN_PLAIN || asks_for_program(f->body);
    for (int i = 0; i < s->constant_count; i++)
        take_name(s->constants[i], &e.taken);
    for (int i = 0; i < f->parameter_count; i++)
        take_name(f->parameters[i], &e.taken);
    each_declared(f->body, take_name, &e.taken);
    each_node(f->body, rename_axes, &(AxisNames){ f, &e.taken });
    f->body = expand_body(&e, f->body);
    if (f->kind == FN_KERNEL)
        own_changed_scalars(&e, f);
}

// Functions follow those that they call. Inlined functions are no longer used.
void expand_functions(Source *s, bool checks, bool asynchronous)
{
    s->unchecked = !checks;
    for (int i = 0; i < s->function_count; i++)
        expand_function(s, s->functions[i], checks, asynchronous);
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i]->kind == FN_BLOCKS ||
            (s->functions[i]->kind == FN_PLAIN && asks_for_program(s->functions[i]->body)))
            s->functions[i]->used = false;
}
