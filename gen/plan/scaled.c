// plan/scaled.c -- scores of a chain (plan/chain.c) that are scaled where their exponentials are computed, as in attention:
//
//     p[r][c] = seen ? p[r][c] * scale : -INFINITY;
//     PL_REDUCE (peak, PL_MAX, (c, BK), p[r][c]);
//     p[r][c] = expf(p[r][c] - peak);
//
// The factor is positive: the greatest of the products is the product of the greatest, with the same rounding. So scores are not
// multiplied before. The exponential multiplies and subtracts at once. Where masked scores have another value than -INFINITY,
// the scores are as they are written.

#include "plan/plan.h"

typedef struct { const Chain *chain; const Node *body; Scaled made; const Symbol *scores; } Search;

// ---- The factor -----------------------------------------------------------------------------------------------------

static bool is_positive(const Node *n, const Node *body);

static bool is_positive_local(const Symbol *local, const Node *body)
{
    for (int i = 0; i < body->item_count; i++) {
        const Node *n = body->items[i];
        if (n->kind == ND_DECLARE && n->symbol == local)
            return n->a && is_positive(n->a, body) && !find_node(body, changes, local) && !is_addressed(local);
    }
    return false;
}

static bool is_positive(const Node *n, const Node *body)
{
    if (n->known)
        return n->value > 0;
    switch (n->kind) {
    case ND_FLOAT:  return n->number > 0 && n->number < 1e30;
    case ND_CAST:   return is_positive(n->a, body);
    case ND_NAME:   return is_positive_local(n->symbol, body);
    case ND_BINARY: return (is_op(n, "*") || is_op(n, "/")) && is_positive(n->a, body) && is_positive(n->b, body);
    case ND_CALL:   return n->math && is_text(n->math->name, "sqrt") && is_positive(n->items[0], body);
    default:        return false;
    }
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// The assignment that ends the body of a loop over elements, after locals; NULL: it has another end.
static const Node *assignment_in(const Node *each)
{
    const Node *last = each->body;
    if (each->kind != ND_EACH)
        return NULL;
    for (int i = 0; last->kind == ND_BLOCK && i + 1 < last->item_count; i++)
        if (last->items[i]->kind != ND_DECLARE || has_kind(last->items[i], ND_ACCESS))
            return NULL;
    if (last->kind == ND_BLOCK && last->item_count)
        last = last->items[last->item_count - 1];
    return last->kind == ND_EXPRESSION && last->a->kind == ND_BINARY && is_op(last->a, "=") && last->a->a->kind == ND_ACCESS ? last->a : NULL;
}

// Whether the innermost axis is all of the block's columns.
static bool is_over_columns(const Node *loop, const Symbol *block)
{
    const LoopAxis *axis = &loop->axes[loop->axis_count - 1];
    const Node *columns = block->dims[block->rank - 1];
    return axis->lo->known && !axis->lo->value && axis->hi->known && columns->known && axis->hi->value == columns->value;
}

static bool is_over_rows(const Node *loop, const Symbol *block)
{
    const LoopAxis *axis = &loop->axes[0];
    return axis->lo->known && !axis->lo->value && axis->hi->known && block->dims[0]->known && axis->hi->value == block->dims[0]->value;
}

static bool is_least(const Node *n)
{
    return n->kind == ND_UNARY && is_op(n, "-") && n->a->kind == ND_FLOAT && n->a->spelling && is_text(n->a->spelling, "INFINITY");
}

// p[r][c] = p[r][c] * scale, or seen ? p[r][c] * scale : -INFINITY.
static bool find_scaling(Search *in, const Node *each)
{
    const Node *store = assignment_in(each), *value = store ? store->b : NULL;
    bool masked = value && value->kind == ND_CONDITIONAL;
    if (masked && is_least(value->c))
        value = value->b;
    if (!value || value->kind != ND_BINARY || !is_op(value, "*") || store->a->ref != in->scores || !is_over_columns(each, in->scores))
        return false;
    bool first = same_expression(value->a, store->a), second = same_expression(value->b, store->a);
    const Node *factor = first ? value->b : value->a;
    if (first == second || !is_positive(factor, in->body) || (masked && uses(store->b->a, in->scores)))
        return false;
    in->made.scaling = each;
    in->made.product = value;
    in->made.score = first ? value->a : value->b;
    in->made.factor = factor;
    in->made.masked = masked;
    return true;
}

static bool find_maximum(Search *in, const Node *n)
{
    if (n->kind != ND_REDUCE || n->symbol || !is_op(n, "PL_MAX") || n->a->kind != ND_NAME || n->axis_count != 1 || n->b->kind != ND_ACCESS ||
        n->b->ref != in->scores || !is_over_columns(n, in->scores))
        return false;
    in->made.maximum = n;
    return true;
}

// p[r][c] = expf(p[r][c] - peak), of the maximum.
static bool find_power(Search *in, const Node *each)
{
    const Node *store = assignment_in(each), *power = store ? store->b : NULL, *peak = in->made.maximum->a;
    if (!power || power->kind != ND_CALL || !power->math || !is_text(power->math->name, "exp") || math_result(power)->kind != TY_F32)
        return false;
    const Node *difference = power->items[0];
    if (each->axis_count != 1 || !is_over_columns(each, in->scores) || difference->kind != ND_BINARY || !is_op(difference, "-") ||
        !same_expression(difference->a, store->a) || !same_expression(difference->b, peak) || store->a->ref != in->scores)
        return false;
    in->made.power = power;
    return true;
}

// ---- Their order ----------------------------------------------------------------------------------------------------

// In a row: the maximum, and then the exponentials, are the first that access the scores; or the second, after what scales them.
static bool find_in_row(Search *in, const Node *row)
{
    for (int i = 0; i < row->item_count; i++) {
        const Node *n = row->items[i];
        if (in->made.maximum && find_node(n, changes, in->made.maximum->a->symbol))
            return false;
        if (!uses(n, in->scores))
            continue;
        if (in->made.maximum)
            return find_power(in, n);
        if (!(in->made.scaling ? find_maximum(in, n) : n->axis_count == 1 && find_scaling(in, n)))
            return false;
    }
    return false;
}

static bool find_in_rows(Search *in, int place)
{
    const Node *within = in->chain->within, *rows = within->items[place];
    if (rows->kind != ND_EACH || rows->axis_count != 1 || rows->body->kind != ND_BLOCK || !uses(rows, in->scores) || !is_over_rows(rows, in->scores))
        return false;
    int before = place - 1;
    while (before >= 0 && !uses(within->items[before], in->scores))
        before--;
    in->made = (Scaled){ NULL };
    const Node *each = before >= 0 ? within->items[before] : NULL;
    if (each && each->kind == ND_EACH && each->axis_count == 2 && is_over_rows(each, in->scores))
        find_scaling(in, each);
    return find_in_row(in, rows->body);
}

Scaled scaled_of(const Plan *plan, const Lanes *l, const Chain *c)
{
    const Symbol *scores = c->postponed.dot ? c->postponed.first->a->symbol : NULL;
    Search in = { .chain = c, .body = plan->call->kernel->body, .scores = scores };
    bool found = false;
    for (int i = 0; scores && scores->rank == 2 && in_registers(&l->layouts, scores) && i < c->within->item_count && !found; i++)
        found = find_in_rows(&in, i);
    return found ? in.made : (Scaled){ NULL };
}
