// base/print_copies.c -- prints copies, semaphores and devices as C text, with the constructs of pallas.h.

#include "pallasc.h"
#include <string.h>

// A ref as a view is printed as its name; PL_PASS is for functions.
static const char *view_text(const Printer *p, const Node *v)
{
    return v->kind == ND_PASS ? v->ref->name : expression_as(p, v);
}

static const char *copy_text(const Printer *p, const char *macro, const Node *n)
{
    const char *rest = nodes_as(p, n->items, 2, n->item_count);
    return text("%s(%s, %s%s%s)", macro, view_text(p, n->items[0]), view_text(p, n->items[1]), *rest ? ", " : "", rest);
}

static const char *semaphore_text(const Printer *p, const Node *e)
{
    if (!e->symbol)
        return text("PL_BARRIER_SEM(%s)", expression_as(p, e->a));
    return e->a ? text("%s[%s]", e->symbol->name, expression_as(p, e->a)) : e->symbol->name;
}

const char *copy_value_as(const Printer *p, const Node *e)
{
    switch ((int)e->kind) {
    case ND_ALL:        return "PL_ALL";
    case ND_AT:         return text("PL_AT(%s, %s)", view_text(p, e->a), nodes_as(p, e->items, 0, e->item_count));
    case ND_COPY:       return copy_text(p, e->op, e);
    case ND_SEM:        return semaphore_text(p, e);
    case ND_SEM_READ:   return text("PL_SEM_READ(%s)", expression_as(p, e->a));
    case ND_DEVICE:
        return text("%s(%s%s%s)", e->op, e->name ? e->name : "", e->name && e->item_count ? ", " : "",
                    nodes_as(p, e->items, 0, e->item_count));
    }
    INTERNAL("no value of copies");
}

static const char *named_text(const Printer *p, const Node *copy)
{
    return copy->kind == ND_NAME ? text("&%s", copy->symbol->name) : text("&%s", expression_as(p, copy));
}

const char *copy_statement_as(const Printer *p, const Node *n)
{
    const Symbol *s = n->symbol;
    switch ((int)n->kind) {
    case ND_DESCRIBE:   return text("pl_copy %s = %s", s->name, expression_as(p, n->a));
    case ND_START:      return n->op ? copy_text(p, n->op, n->a) : text("pl_start(%s)", named_text(p, n->a));
    case ND_AWAIT:      return text("pl_wait%s%s(%s)", is_op(n, "both") ? "" : "_", is_op(n, "both") ? "" : n->op, named_text(p, n->a));
    case ND_SIGNAL:
        return text("PL_SIGNAL(%s, %s%s%s)", expression_as(p, n->a), expression_as(p, n->b), n->c ? ", " : "",
                    n->c ? expression_as(p, n->c) : "");
    case ND_SEM_WAIT:   return text("PL_SEM_WAIT(%s, %s)", expression_as(p, n->a), expression_as(p, n->b));
    case ND_BARRIER:    return text("PL_BARRIER(%s, %s)", expression_as(p, n->a), nodes_as(p, n->items, 0, n->item_count));
    case ND_SCOPED_SEM:
        return text(s->count ? "%s(%s, %s)" : "%s(%s)", s->dma ? "PL_SCOPED_DMA_SEM" : "PL_SCOPED_SEM", s->name,
                    s->count ? expression_as(p, s->count) : "");
    case ND_ANY_VIEW:   return text("PL_ANY_VIEW(%s, %s, %s)", type_as(p, s->type, ""), s->name, expression_as(p, n->a));
    }
    return NULL;
}
