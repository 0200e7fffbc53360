// emit/copies.c -- copies, semaphores, scopes and devices as facts, for targets that start copies and wait for them.

#include "emit/emit.h"
#include <string.h>

// ---- Regions --------------------------------------------------------------------------------------------------------

static bool is_named_view(const Symbol *ref)
{
    return ref->view && ref->view->kind == ND_ANY_VIEW;
}

static const char *whole_region(Emitter *em, Symbol *ref)
{
    const char *kind = is_named_view(ref) ? "view" : ref->in_hbm ? "hbm" : "block";
    const char *extents = is_text(kind, "block") ? nodes_as(&em->facts, ref->dims, 0, ref->rank) : "";
    return text("»%s«", fact("region", "ref=«%s», kind=%s, type=%s, rank=%d, extents=«%s», name=«%s»", ref->name, kind,
                             type_code(ref->type), ref->rank, extents, safe_string(unmarked(ref->name))));
}

static const char *index_text(Emitter *em, const Node *item)
{
    if (item->kind == ND_ALL)
        return "»pl_every()«";
    if (item->kind == ND_SLICE)
        return text("»pl_span(«%s», «%s»)«", printed(em, item->a), printed(em, item->b));
    return text("»pl_pick(«%s»)«", printed(em, item));
}

static const char *region_text(Emitter *em, const Node *view)
{
    if (view->kind == ND_NAME)
        return whole_region(em, view->symbol);
    if (view->kind == ND_PASS)
        return whole_region(em, view->ref);
    const char *of = region_text(em, view->a), *items = "";
    if (!view->item_count)
        return of;
    for (int i = 0; i < view->item_count; i++)
        items = listed(items, index_text(em, view->items[i]));
    return text("»pl_part(«%s», %u, %d, «%s»)«", of, view->at.line, view->item_count, items);
}

// ---- Semaphores and copies ------------------------------------------------------------------------------------------

static const char *semaphore_text(Emitter *em, const Node *sem)
{
    if (!sem->symbol)
        return text("»pl_barrier_semaphore(«%s», %u)«", printed(em, sem->a), sem->at.line);
    return text("»pl_semaphore(«%s», «%s», %u)«", sem->symbol->name, sem->a ? printed(em, sem->a) : "0", sem->at.line);
}

// Returns a copy between two regions as a value: pl_copy, or pl_push, which has another device as its destination.
static const char *copy_text(Emitter *em, const Node *copy)
{
    const char *from = region_text(em, copy->items[0]), *to = region_text(em, copy->items[1]);
    const char *first = semaphore_text(em, copy->items[2]);
    if (copy->item_count == 3)
        return text("»pl_copy(«%s», «%s», «%s»)«", from, to, first);
    return text("»%s«", fact("push", "source=«%s», destination=«%s», send=«%s», recv=«%s», device=«%s»", from, to, first,
                             semaphore_text(em, copy->items[3]), printed(em, copy->items[4])));
}

static const char *copy_name(Emitter *em, const Node *a)
{
    return a->kind == ND_NAME ? text("»pl_copy_named(«%s»)«", a->symbol->name)
                              : text("»pl_copy_here(«%s»)«", copy_text(em, a));
}

// ---- Values ---------------------------------------------------------------------------------------------------------

const char *copy_value_fact(Emitter *em, const Node *e)
{
    if (e->kind == ND_SEM_READ)
        return text("»pl_sem_read(«%s»)«", semaphore_text(em, e->a));
    if (e->kind == ND_DEVICE)
        return text("»%s«", fact("device", "macro=%s, axis=«%s», count=%d, arguments=«%s», line=%u", e->op,
                                 safe_string(e->name ? e->name : ""), e->item_count,
                                 nodes_as(&em->facts, e->items, 0, e->item_count), e->at.line));
    return NULL;
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void put_sync(Emitter *em, const Node *n)
{
    if (n->a->item_count == 2) {
        put(em, "»pl_copy_now(«%s», «%s», %u)«\n", region_text(em, n->a->items[0]), region_text(em, n->a->items[1]),
            n->at.line);
        return;
    }
    put(em, "»pl_copy_sync(«%s», %u)«\n", copy_text(em, n->a), n->at.line);
}

// Prints a PL_FILL or PL_ASSIGN of a region. false: n concerns blocks only, and nothing is printed.
static bool put_whole(Emitter *em, const Node *n)
{
    if (n->kind == ND_FILL && is_region(n->a)) {
        put(em, "»pl_fill_region(«%s», %s, %s, «%s»)«\n", region_text(em, n->a), type_code(n->b->type), type_code(n->a->type),
            printed(em, n->b));
        return true;
    }
    if (n->kind == ND_ASSIGN && (is_region(n->a) || is_region(n->b))) {
        put(em, "»pl_assign_region(«%s», «%s», %u)«\n", region_text(em, n->a), region_text(em, n->b), n->at.line);
        return true;
    }
    return false;
}

static void put_scoped(Emitter *em, const Node *n)
{
    put(em, "»%s«\n",
        fact("scoped", "ref=«%s», type=%s, rank=%d, extents=«%s», inner_extents=«%s»", n->symbol->name,
             type_code(n->symbol->type), n->symbol->rank, nodes_as(&em->facts, n->symbol->dims, 0, n->symbol->rank),
             extents_text(em, n->symbol, 1)));
}

bool put_copy_statement(Emitter *em, const Node *n)
{
    const Symbol *s = n->symbol;
    switch ((int)n->kind) {
    case ND_FILL: case ND_ASSIGN:
        return put_whole(em, n);
    case ND_TILE:
        if (!n->op)
            return false;
        put_scoped(em, n);
        return true;
    case ND_DESCRIBE:
        put(em, "»pl_describe(«%s», «%s»)«\n", s->name, copy_text(em, n->a));
        return true;
    case ND_START:
        if (n->op)
            put_sync(em, n);
        else
            put(em, "»pl_copy_start(«%s», %u)«\n", copy_name(em, n->a), n->at.line);
        return true;
    case ND_AWAIT:
        put(em, "»pl_copy_wait(«%s», %s, %u)«\n", copy_name(em, n->a), n->op, n->at.line);
        return true;
    case ND_SIGNAL:
        put(em, "»pl_signal(«%s», «%s», «%s», %u)«\n", semaphore_text(em, n->a), printed(em, n->b),
            n->c ? printed(em, n->c) : "", n->at.line);
        return true;
    case ND_SEM_WAIT:
        put(em, "»pl_sem_wait(«%s», «%s», %u)«\n", semaphore_text(em, n->a), printed(em, n->b), n->at.line);
        return true;
    case ND_BARRIER:
        put(em, "»pl_device_barrier(«%s», %d, «%s», %u)«\n", printed(em, n->a), n->item_count,
            nodes_as(&em->facts, n->items, 0, n->item_count), n->at.line);
        return true;
    case ND_SCOPED_SEM:
        put(em, "»pl_scoped_semaphore(«%s», «%s», %u)«\n", s->name, s->count ? printed(em, s->count) : "-1", n->at.line);
        return true;
    case ND_ANY_VIEW:
        put(em, "»pl_any_view(«%s», «%s»)«\n", s->name, region_text(em, n->a));
        return true;
    }
    return false;
}

// Defines PL_MESH, also as nothing if an earlier call has defined it.
void put_mesh(Emitter *em, const Call *call)
{
    const Call *first = em->source->calls;
    while (first < call && !first->mesh_count)
        first++;
    if (!first->mesh_count)
        return;
    put(em, "m4_define(«PL_MESH», «");
    for (int i = 0; i < call->mesh_count; i++)
        put(em, "pl_mesh(«%s», «%s»)\n", safe_string(call->mesh[i].name), printed(em, call->mesh[i].extent));
    put(em, "»)m4_dnl\n");
}
