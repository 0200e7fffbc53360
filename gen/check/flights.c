// check/flights.c -- copies that a program, or the whole kernel, certainly does not wait for.
//
// The next program has another window in that place, so a copy from or to a window, or a tile, ends in the program that starts it.
// As in check/flow.c the body runs as the programs at the corners of the grid, whose conditions on PL_PROGRAM_ID are
// known. A start that may not run is not followed, and a wait that may run ends each copy on its semaphore: no report is
// wrong. Any other copy may end in a later program, but not in a kernel without a wait. Interpret mode and the modeled TPU report
// the rest when the program runs.

#include "check/check.h"

typedef struct {                // a program that runs
    Given given;
    Nodes started;              // each ND_START of a copy that must end in this program, or never ends, and that nothing has waited for
    int unsure;                 // the number of enclosing statements that may not run
    bool left;                  // the rest does not run
} Program;

static const Node *copy_of(const Node *n)
{
    const Node *copy = n->a->kind == ND_NAME ? n->a->symbol->value : n->a;
    return copy && copy->kind == ND_COPY ? copy : NULL;
}

static const Symbol *block_behind(const Node *view)
{
    while (view->kind == ND_AT)
        view = view->a;
    return view->kind == ND_PASS ? view_of(view->ref).of : NULL;
}

// A window or a tile.
static bool is_of_program(const Call *call, const Node *view)
{
    const Symbol *ref = block_behind(view);
    const Part *part = ref ? part_of(call, ref) : NULL;
    return ref && !ref->in_hbm && (!part || (part->kind != PART_SCRATCH && part->spec != SPEC_ANY));
}

// A push has read its source when its first semaphore says so; its destination is on another device.
static bool ends_in_program(const Call *call, const Node *copy)
{
    bool push = copy->item_count == 5;
    return is_of_program(call, copy->items[0]) || (!push && is_of_program(call, copy->items[1]));
}

// A Test: whether n may wait for copies on a semaphore. A helper or a pipeline may.
static bool may_wait(const Node *n, const void *semaphore)
{
    const Node *copy = n->kind == ND_AWAIT ? copy_of(n) : NULL;
    if (n->kind == ND_PIPELINE || (n->kind == ND_CALL && n->symbol && n->symbol->function) || (n->kind == ND_AWAIT && !copy))
        return true;
    for (int i = 2; copy && i < copy->item_count; i++)
        if (copy->items[i]->symbol == semaphore)
            return true;
    return n->kind == ND_SEM_WAIT && n->a->symbol == semaphore;
}

static bool ends_never(const Call *call, const Node *copy)
{
    const Symbol *semaphore = copy->item_count == 3 ? copy->items[2]->symbol : NULL;
    return semaphore && !find_node(call->kernel->body, may_wait, semaphore);
}

// Ends the copies on a semaphore; NULL: all.
static void end_copies(Program *p, const Symbol *semaphore)
{
    int kept = 0;
    for (int i = 0; i < p->started.count; i++)
        if (semaphore && copy_of(p->started.all[i])->items[2]->symbol != semaphore)
            p->started.all[kept++] = p->started.all[i];
    p->started.count = kept;
}

static void end_waited(void *program, const Node *n)
{
    Program *p = program;
    const Node *copy = n->kind == ND_AWAIT ? copy_of(n) : NULL;
    if (n->kind == ND_AWAIT && !copy)
        end_copies(p, NULL);
    for (int i = 2; copy && i < 4 && i < copy->item_count; i++)
        end_copies(p, copy->items[i]->symbol);
    if (n->kind == ND_SEM_WAIT)
        end_copies(p, n->a->symbol);
    if (n->kind == ND_CALL && n->symbol && n->symbol->function)
        end_copies(p, NULL);                            // a helper may wait
}

static void run(Program *p, const Node *n);

static void run_unsure(Program *p, const Node *n)
{
    p->unsure++;
    run(p, n);
    p->unsure--;
}

static void run_branch(Program *p, const Node *n)
{
    Number c = number_of(&p->given, n->a);
    if (c.known) {
        run(p, c.value ? n->b : n->c);
        return;
    }
    run_unsure(p, n->b);
    run_unsure(p, n->c);
}

static void run(Program *p, const Node *n)
{
    if (!n || p->left)
        return;
    switch ((int)n->kind) {
    case ND_BLOCK:
        for (int i = 0; i < n->item_count; i++)
            run(p, n->items[i]);
        return;
    case ND_IF: case ND_WHEN:
        run_branch(p, n);
        return;
    case ND_FOR: case ND_WHILE: case ND_DO: case ND_SWITCH: case ND_LOOP:
        run_unsure(p, n->body);
        return;
    case ND_RETURN:                                     // under a condition: the rest may not run
        p->left = !p->unsure;
        p->unsure++;
        return;
    case ND_START:
        if (!n->op && !p->unsure && copy_of(n) &&
            (ends_in_program(p->given.call, copy_of(n)) || ends_never(p->given.call, copy_of(n))))
            add_new(&p->started, n);
        return;
    }
    each_node(n, end_waited, p);
}

static const char *end_text(const Node *view)
{
    return view->kind == ND_PASS ? view->ref->name : expression_text(view);
}

void check_flights(const Call *call, Nodes *reported)
{
    long long ids[MOST_AXES] = { 0 };
    if (call->axis_count > MOST_AXES || runs_never(call))
        return;
    do {
        Program p = { .given = { .call = call, .ids = ids, .long_axes = true } };
        run(&p, call->kernel->body);
        for (int i = 0; i < p.started.count; i++) {
            const Node *start = p.started.all[i], *copy = copy_of(start);
            if (!add_new(reported, start))
                continue;
            error_at(start->at, MESSAGE_COPY_NOT_WAITED, end_text(copy->items[0]), end_text(copy->items[1]),
                     program_text(call, ids));
            note_at(start->at, HINT_COPY_NOT_WAITED);
        }
    } while (next_program(call, ids, 2));
}
