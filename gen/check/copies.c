// check/copies.c -- the places of copies and semaphores, and the devices of the call.

#include "check/check.h"
#include <string.h>

static const char *word_of(const Node *n)
{
    switch ((int)n->kind) {
    case ND_START:      return n->op ? n->op : "pl_start";
    case ND_AWAIT:      return "pl_wait";
    case ND_SIGNAL:     return "PL_SIGNAL";
    case ND_SEM_WAIT:   return "PL_SEM_WAIT";
    case ND_BARRIER:    return "PL_BARRIER";
    case ND_DESCRIBE:   return "a pl_copy";
    case ND_SCOPED_SEM: return "PL_SCOPED_SEM";
    case ND_TILE:       return n->op ? "PL_SCOPED" : NULL;
    case ND_ANY_VIEW:   return "PL_ANY_VIEW";
    case ND_PIPELINE:   return "PL_PIPELINE";
    }
    return NULL;
}

// An operation of the whole program would be repeated for each element of a PL_EACH.
static void find_inside(void *within, const Node *n)
{
    const Node *loop = within;
    const char *word = loop->kind == ND_REDUCE ? "PL_REDUCE" : word_of_each(loop);
    if (word_of(n)) {
        error_at(n->at, MESSAGE_COPY_IN_EACH, word_of(n), word);
        note_at(n->at, HINT_COPY_IN_EACH, word);
        return;
    }
    bool part = (n->kind == ND_FILL || n->kind == ND_ASSIGN) && (n->a->kind == ND_AT || (n->b && n->b->kind == ND_AT));
    if (part)
        error_at(n->at, MESSAGE_PART_IN_EACH, n->kind == ND_FILL ? "PL_FILL" : "PL_ASSIGN", word);
    else
        visit_parts(n, find_inside, within);
}

static void find_each(void *unused, const Node *n)
{
    if (n->kind == ND_EACH || n->kind == ND_REDUCE)
        visit_parts(n, find_inside, writable(n));
    else
        visit_parts(n, find_each, unused);
}

void check_copies(const Function *f)
{
    find_each(NULL, f->body);
}

static void find_device(void *of, const Node *n)
{
    const Call *call = of;
    bool found = !n->name;
    for (int i = 0; n->kind == ND_DEVICE && i < call->mesh_count && !found; i++)
        found = !strcmp(call->mesh[i].name, n->name);
    if (n->kind == ND_DEVICE && !found) {
        error_at(n->at, MESSAGE_AXIS_OF_MESH, n->op, call->name, n->name);
        note_at(call->at, HINT_AXIS_OF_MESH, n->name);
    } else if (n->kind == ND_DEVICE && is_op(n, "PL_DEVICE_AT") && n->item_count != call->mesh_count) {
        error_at(n->at, MESSAGE_DEVICE_AT_COUNT, count_text(n->item_count, "coordinate"), call->name,
                 call->mesh_count == 1 ? "1 axis" : text("%d axes", call->mesh_count));
        note_at(call->at, HINT_DEVICE_AT_COUNT);
    }
}

void check_devices(const Call *call)
{
    each_node(call->kernel->body, find_device, (void *)(size_t)call);
}
