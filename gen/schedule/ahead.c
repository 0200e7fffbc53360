// schedule/ahead.c -- windows that are fetched ahead in a loop over steps.
//
// Local memory has the blocks of as many steps as there are stages. A step waits for its own, which were fetched stages - 1 steps
// before, and then fetches those of a later step into the buffers of the step before it, after the barrier that orders this behind
// the last reads from there. Fetches of steps that do not exist are omitted, so there is no epilogue.

#include "schedule/schedule.h"

static const Operand *operand_at(const Around *at, const Action *action)
{
    return &at->group->plan->operands[action->operand];
}

// Returns "x and y", the windows that are fetched.
static const char *fetched_names(const Around *at, const Pipeline *p)
{
    const char *all = "";
    for (int i = 0; i < p->prologue_count; i++)
        if (p->prologue[i].kind == ACTION_FETCH)
            all = text(*all ? "%s and %s" : "%s%s", all, operand_at(at, &p->prologue[i])->ref->name);
    return all;
}

// Adds a barrier of each window: before the first copies, or after those of the step are complete.
static void add_barriers(const Around *at, const Action *actions, int count, ActionKind kind, Node *to)
{
    for (int i = 0; i < count; i++) {
        if (actions[i].kind != kind)
            continue;
        const WindowCopy *copy = copy_of(at, operand_at(at, &actions[i]));
        add_item(to, line_of(operand_at(at, &actions[i])->part->at));
        add_wait(at, kind == ACTION_FETCH ? copy->fetch : copy->fetched, to);
    }
}

void add_buffer_of_step(const Around *at, const Operand *o, Node *to)
{
    Type *type = pointer_to(plain_type(o->part->type), "group");
    type->constant = true;
    Node *buffers = word_with(at, o, "buffers"), *begins = expression(at, place_of(at, o)->buffer);
    add_if_used(o->ref->name, variable(o->ref->name, type, sum_node("+", buffers, begins)), to);
}

// The copy of a window for a later step, which reports it if its index is out of range.
static void add_fetch_of_window(const Around *at, const Operand *o, Node *to)
{
    Node *condition = index_in_range(at, o), *copy = new_block();
    add_window(at, o, to);
    add_buffer_of_step(at, o, to);
    add_copy_in(at, o, copy);
    if (condition)
        add_item(to, if_node(condition, copy));
    else
        add_items(to, copy);
}

// The code that fetches the windows of the step that the axis counts.
static Node *fetch_code(const Around *at, const Pipeline *p)
{
    Around inner = *at;
    Node *code = new_block();
    inner.fetches = true;
    for (int i = 0; i < p->prologue_count; i++)
        if (p->prologue[i].kind == ACTION_FETCH) {
            add_item(code, line_of(operand_at(at, &p->prologue[i])->part->at));
            add_fetch_of_window(&inner, operand_at(at, &p->prologue[i]), code);
        }
    return code;
}

static Fetch fetch_of_step(const Around *at, const Pipeline *p, const char *axis)
{
    return (Fetch){ text("pl_fetch_%s", axis), &long_type, axis, fetch_code(at, p) };
}

void add_first_fetches(const Around *at, const Pipeline *p, const char *axis, Node *to)
{
    const Plan *plan = at->group->plan;
    const Fetch fetch = fetch_of_step(at, p, axis);
    Node *step = word_node(axis), *steps = new_block(), *first = first_step(plan, axis), *end = steps_end(plan, axis);
    if (at->group->lanes->group.machine->functions)
        add_item(to, comment(text("fetches %s of a step", fetched_names(at, p))));
    add_fetch_function(at, &fetch, to);
    add_barriers(at, p->prologue, p->prologue_count, ACTION_FETCH, to);
    add_item(to, comment(text("prologue: %s of the first steps", fetched_names(at, p))));
    if (p->stages == 2) {
        add_fetch(at, &fetch, first, compare_node(">", end, first), to);
        return;
    }
    add_fetch(at, &fetch, step, compare_node("<", step, end), steps);
    add_item(to, loop_from(axis, &long_type, first, sum_node("+", first, literal_node(p->stages - 1)), 1, steps));
}

void add_next_fetch(const Around *at, const Pipeline *p, const char *axis, Node *to)
{
    const Fetch fetch = fetch_of_step(at, p, axis);
    Node *next = binary_node("+", word_node(axis), literal_node(p->stages - 1));
    add_item(to, say("say_arrived", 1, literal_node(p->stages - 2)));
    add_barriers(at, p->steady, p->steady_count, ACTION_AWAIT_FETCH, to);
    add_fetch(at, &fetch, next, compare_node("<", next, steps_end(at->group->plan, axis)), to);
}

// ---- Fetches by a function of a number, or by its code where it is called -------------------------------------------

void add_fetch_function(const Around *at, const Fetch *f, Node *to)
{
    if (at->group->lanes->group.machine->functions)
        add_item(to, function_node(f->function, variable(f->number, f->type, NULL), f->code));
}

// Returns the code with its number declared, in a block.
static Node *code_for(const Fetch *f, Node *number)
{
    Node *block = new_block();
    bool same = number->kind == ND_NAME && is_text(number->symbol->name, f->number);
    if (is_literal(number, 0))
        add_item(block, variable(f->number, const_type(f->type), number));
    else if (!same)
        add_item(block, also(variable("pl_next", const_type(f->type), number), f->number, word_node("pl_next")));
    add_items(block, f->code);
    return block;
}

void add_fetch(const Around *at, const Fetch *f, Node *number, Node *condition, Node *to)
{
    Node *arguments = new_block();
    add_item(arguments, number);
    Node *fetch = at->group->lanes->group.machine->functions ? statement_node(call_of(f->function, arguments)) : code_for(f, number);
    add_item(to, condition ? if_node(condition, fetch) : fetch);
    add_item(to, say("say_fetched", 0));
}
