// lower/snapshot.c -- copies values that all lanes read before one of them overwrites them.
//
// Lanes fill a block with one of its elements, `PL_FILL(z, z[0])`, or process a block up to a bound that it contains,
// `PL_EACH ((c, z[0])) z[c] = 0;`: the first lane must not overwrite what the last has not read yet. Such a value
// becomes a local that is declared before the statement. This is the order of C, and lanes have their barriers between
// statements.

#include "lower/lower.h"

static bool reads_memory(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_ACCESS || follows_pointer(n) || takes_pointer(n);
}

typedef struct { const Expanding *e; const Symbol *block; } Reading;

static bool may_write(const Node *n, const void *with)
{
    const Reading *r = with;
    if (inlined_callee(n) || takes_pointer(n))
        return true;
    const Node *to = written_root(n);
    if (!to || (to->kind == ND_NAME && !block_of(to) && to->type->kind != TY_POINTER))
        return false;                                   // a variable of the lane
    const Symbol *block = block_with(to);        // NULL: any block, if it is accessed through a pointer
    return !r->e->own_blocks || !r->block || !block || block == r->block;
}

typedef struct { const Expanding *e; const Node *body; } Body;

// Whether n reads memory that the body may write.
static bool reads_what_body_writes(const Node *n, const void *with)
{
    const Body *b = with;
    return reads_memory(n, NULL) && find_node(b->body, may_write, &(Reading){ b->e, block_with(n) });
}

static bool is_early(const Expanding *e, const Node *bound, const Node *body)
{
    return bound && find_node(bound, reads_what_body_writes, &(Body){ e, body });
}

static Node *read_early(Expanding *e, Node *value, const char *name, Node *list)
{
    return name_node(declare(e, value->type, name, value->at, value, list), value->at);
}

void value_first(Expanding *e, Node *n, Node *list)
{
    if (find_node(n->b, reads_memory, NULL))
        n->b = read_early(e, n->b, "value", list);
}

void bounds_first(Expanding *e, Node *each, Node *list)
{
    LoopAxis *axis = each->axes;
    if (is_early(e, axis->lo, each->body))
        axis->lo = read_early(e, axis->lo, text("%s_start", axis->index->name), list);
    if (is_early(e, axis->hi, each->body))
        axis->hi = read_early(e, axis->hi, text("%s_end", axis->index->name), list);
}

// `PL_EACH ((r, n), (c, z[r][0])) z[r][c] = 0;` becomes two nested PL_EACHs, with the bound before the one over c.
void own_loops_for_bounds(Expanding *e, Node *each)
{
    for (int i = 1; i < each->axis_count; i++)
        if (is_early(e, each->axes[i].lo, each->body) || is_early(e, each->axes[i].hi, each->body)) {
            Node *inner = new_node(ND_EACH, each->axes[i].index->at);
            for (int k = i; k < each->axis_count; k++)
                list_add(inner->axes, inner->axis_count, each->axes[k]);
            inner->body = each->body;
            each->body = inner;
            each->axis_count = i;
        }
}
