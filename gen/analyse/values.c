// analyse/values.c -- what is known about an expression without running it.

#include "analyse/analyse.h"
#include <string.h>

// ---- Tools ----------------------------------------------------------------------------------------------------------

bool leaves(const Node *n, const void *unused)
{
    (void)unused;
    return n->kind == ND_BREAK || n->kind == ND_CONTINUE || n->kind == ND_GOTO || n->kind == ND_RETURN;
}

bool is_row(const Node *n)
{
    return n->kind == ND_ACCESS && n->item_count < n->ref->rank;
}

const Node *atomic_element(const Node *n)
{
    return is_address(n->a) ? n->a->a : n->a;
}

bool is_output(const Part *part)
{
    return part->kind == PART_OUT && !part->revisit_any && !part->alias;
}

const char *count_text(long long n, const char *what)
{
    return text("%lld %s%s", n, what, n == 1 ? "" : "s");
}

const char *dims_text(Node *const *dims, int rank)
{
    const char *all = "";
    for (int d = 0; d < rank; d++) {
        const char *extent = dims[d]->known ? text("%lld", dims[d]->value) : expression_text(dims[d]);
        all = listed(all, extent);
    }
    return text("(%s)", all);
}

const char *program_text(const Call *call, const long long *ids)
{
    const char *all = "";
    for (int a = 0; a < call->axis_count; a++)
        all = listed(all, text("%s=%lld", call->axes[a].name, ids[a]));
    return text("program (%s)", all);
}

// ---- Locals that are set once ---------------------------------------------------------------------------------------

struct Learned {
    const Node *value;
    bool changes, addressed, set;
    bool stale; // an operand of its value changes during its lifetime, so the local has no longer that value
};

static bool is_changed_in(const Node *n, const void *within)
{
    return n->kind == ND_NAME && n->symbol && find_node(within, changes, n->symbol);
}

// Marks a local as stale if a local in its initializer changes afterwards, or in the loop that the declaration begins.
static void find_stale(const Node *n, const Node *const *after, int count)
{
    struct Learned *l = n && n->kind == ND_DECLARE && n->a ? n->symbol->learned : NULL;
    for (int i = 0; l && i < count; i++)
        if (after[i])
            l->stale |= find_node(n->a, is_changed_in, after[i]) != NULL;
}

static void find_all_stale(void *to, const Node *n)
{
    (void)to;
    const Node *const loop[] = { n->a, n->b, n->body };
    for (int i = 0; n->kind == ND_BLOCK && i < n->item_count; i++)
        find_stale(n->items[i], (const Node *const *)n->items + i + 1, n->item_count - i - 1);
    if (n->kind != ND_FOR)
        return;
    find_stale(n->init, loop, 3);
    for (int i = 0; n->init && i < n->init->item_count; i++)
        find_stale(n->init->items[i], loop, 3);
}

static void learn_declared(void *to, const Node *n)
{
    (void)to;
    if (n->kind != ND_DECLARE)
        return;
    n->symbol->learned = allocate(sizeof *n->symbol->learned);
    n->symbol->learned->value = n->a;
}

static void learn_changed(void *to, const Node *n)
{
    (void)to;
    const Node *changed = may_change(n);
    bool itself = changed && (changed == n->a || changed->type->kind != TY_POINTER);     // p[0] = 1 does not change p
    if (!itself || changed->kind != ND_NAME)
        return;
    Symbol *s = changed->symbol;
    if (!s->learned)
        s->learned = allocate(sizeof *s->learned);
    s->learned->changes = true;
    s->learned->addressed |= is_address(n);
    s->learned->set |= is_address(n) || is_op(n, "=");
}

void learn_locals(const Function *f)
{
    each_node(f->body, learn_declared, NULL);
    each_node(f->body, learn_changed, NULL);
    each_node(f->body, find_all_stale, NULL);
}

static const Node *initialiser_of(const Symbol *s)
{
    const struct Learned *l = s->kind == SY_LOCAL ? s->learned : NULL;
    bool once = l && !l->changes && l->value && l->value->kind != ND_LIST;
    return once && type_is_integer(s->type) ? l->value : NULL;
}

const Node *definition_of(const Symbol *s)
{
    const Node *value = initialiser_of(s);
    return value && !s->learned->stale ? value : NULL;
}

static bool leads_to(const Node *n, const void *symbol)
{
    const Node *definition = n->kind == ND_NAME && n->symbol ? initialiser_of(n->symbol) : NULL;
    return names_symbol(n, symbol) || (definition && mentions(definition, symbol));
}

bool mentions(const Node *n, const Symbol *s)
{
    return find_node(n, leads_to, s);
}

static const struct Learned *learned_pointer(const Symbol *s)
{
    return s->kind == SY_LOCAL && s->type->kind == TY_POINTER ? s->learned : NULL;
}

const Node *pointer_definition(const Symbol *s)
{
    const struct Learned *l = learned_pointer(s);
    return l && !l->changes ? l->value : NULL;
}

const Node *pointer_start(const Symbol *s)
{
    const struct Learned *l = learned_pointer(s);
    return l && !l->set ? l->value : NULL;
}

bool is_addressed(const Symbol *s)
{
    return s->learned && s->learned->addressed;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static const Number unknown;

static Number known(long long value)
{
    return (Number){ .known = true, .value = value };
}

static Number assumed(const Given *f, const Symbol *s)
{
    const struct Assumed *known = find_by(f->all, f->count, s);
    return known ? known->value : unknown;
}

Number start_of(const Given *f, const LoopAxis *axis)
{
    return axis->lo ? number_of(f, axis->lo) : known(0);
}

void assume(Given *f, const Symbol *s, Number value)
{
    struct Assumed *known = find_by(f->all, f->count, s);
    if (known)
        known->value = value;
    else
        list_add(f->all, f->count, ((struct Assumed){ s, value }));
}

Number extent_of(const Axis *axis)
{
    return axis->extent->known ? known(axis->extent->value) : unknown;
}

bool runs_never(const Call *call)
{
    for (int a = 0; a < call->axis_count; a++)
        if (extent_of(&call->axes[a]).known && extent_of(&call->axes[a]).value <= 0)
            return true;
    return false;
}

bool next_program(const Call *call, long long *ids, long long most)
{
    for (int a = call->axis_count; a-- > 0;) {
        Number extent = extent_of(&call->axes[a]);
        if (ids[a] + 1 < (extent.known && extent.value < most ? extent.value : most)) {
            ids[a]++;
            return true;
        }
        ids[a] = 0;
    }
    return false;
}

static Number id(const Given *f, int axis)
{
    return f->ids && f->ids[axis] >= 0 ? known(f->ids[axis]) : unknown;
}

// Converted to this type as in C. A number above 2^63 is none of pallasc's own.
static Number converted(Number n, const Type *t)
{
    if (!n.known || type_size(t) == 8)
        return n.value < 0 && !has_sign(t) ? unknown : n;
    if (t->kind == TY_BOOL)
        return known(n.value != 0);
    long long values = 1LL << (8 * type_size(t)), rest = n.value & (values - 1);
    return known(has_sign(t) && rest >= values / 2 ? rest - values : rest);
}

static Number number_of_name(const Given *f, const Symbol *s)
{
    for (int a = 0; f->call && f->ids && a < f->call->axis_count; a++)
        if (s == f->call->axes[a].symbol)
            return id(f, a);
    Number n = assumed(f, s);
    const Node *definition = n.known ? NULL : definition_of(s);
    return definition ? converted(number_of(f, definition), s->type) : n;
}

static Number program_number(const Given *f, const Node *n)
{
    int axis = f->call ? axis_asked_for(f->call, n) : -1;
    if (axis < 0)
        return unknown;
    return n->kind == ND_NUM_PROGRAMS ? extent_of(&f->call->axes[axis]) : id(f, axis);
}

Number constant_of(const Node *n)
{
    const Given none = { 0 };
    return number_of(&none, n);
}

bool is_small(Number n)
{
    return n.known && can_compute(n.value);
}

static Number arithmetic(const char *op, long long a, long long b)
{
    static const char *const all[] = { "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^" };
    size_t which = 0;
    while (which < sizeof all / sizeof all[0] && strcmp(op, all[which]))
        which++;
    switch (which) {
    case 0:  return known(a + b);
    case 1:  return known(a - b);
    case 2:  return can_multiply(a, b) ? known(a * b) : unknown;
    case 3:  return b ? known(a / b) : unknown;
    case 4:  return b ? known(a % b) : unknown;
    case 5:  return known(a < b);
    case 6:  return known(a > b);
    case 7:  return known(a <= b);
    case 8:  return known(a >= b);
    case 9:  return known(a == b);
    case 10: return known(a != b);
    case 11: return known(a & b);
    case 12: return known(a | b);
    case 13: return known(a ^ b);
    default: return unknown;
    }
}

static bool counts_programs(const Node *n)
{
    return n->kind == ND_BINARY && is_op(n, "-") && n->a->kind == ND_NUM_PROGRAMS && n->b->known && n->b->value == 1;
}

// Whether n is PL_LAST of an axis that counts as longer, so that this program is not the last.
static bool is_before_last(const Given *f, const Node *n)
{
    const Node *last = counts_programs(n->a) ? n->a : counts_programs(n->b) ? n->b : NULL;
    return f->long_axes && is_op(n, "==") && last && !number_of(f, last).known &&
           number_of(f, last == n->a ? n->b : n->a).known;
}

bool is_integer(const Node *n)
{
    return n->type && type_is_integer(n->type);
}

// Whether C converts both to the type of n, which is unsigned, if they are operands of one operator.
static bool makes_unsigned(const Node *n, const Node *other)
{
    return is_integer(n) && is_integer(other) && !has_sign(n->type) && type_size(n->type) >= 4 &&
           type_size(n->type) >= type_size(other->type);
}

static Number operated(const Node *n, Number a, Number b)
{
    const Node *wraps = makes_unsigned(n->a, n->b) ? n->a : makes_unsigned(n->b, n->a) ? n->b : NULL;
    if (wraps)
        a = converted(a, wraps->type), b = converted(b, wraps->type);
    Number made = is_small(a) && is_small(b) ? arithmetic(n->op, a.value, b.value) : unknown;
    return wraps && is_integer(n) ? converted(made, n->type) : made;
}

static Number number_of_binary(const Given *f, const Node *n)
{
    if (is_before_last(f, n))
        return known(false);
    bool either = is_op(n, "&&") || is_op(n, "||") || is_op(n, "*");     // one of the two may decide the value
    Number b = number_of(f, n->b);
    if (!either && !is_small(b))                        // before n->a, which may be a sum of thousands of terms
        return unknown;
    Number a = number_of(f, n->a);
    if (is_op(n, "&&") || is_op(n, "||")) {
        bool decides = is_op(n, "||");
        if ((a.known && !a.value != decides) || (b.known && !b.value != decides))
            return known(decides);
        return a.known && b.known ? known(!decides) : unknown;
    }
    if (is_op(n, "*") && ((a.known && !a.value) || (b.known && !b.value)) && type_is_integer(n->type))
        return known(0);
    return operated(n, a, b);
}

static Number number_of_unary(const Given *f, const Node *n)
{
    Number a = number_of(f, n->a);
    if (!is_small(a))
        return unknown;
    Number made = is_op(n, "!") ? known(!a.value) : is_op(n, "-") ? known(-a.value) : is_op(n, "+") ? a
                : is_op(n, "~") ? known(~a.value) : unknown;
    return is_integer(n) ? converted(made, n->type) : made;
}

Number number_of(const Given *f, const Node *n)
{
    Number a, b;
    if (n->known)
        return known(n->value);
    switch (n->kind) {
    case ND_NAME:
        return number_of_name(f, n->symbol);
    case ND_PROGRAM_ID: case ND_NUM_PROGRAMS: case ND_AXIS:
        return program_number(f, n);
    case ND_BINARY:
        return number_of_binary(f, n);
    case ND_UNARY:
        return number_of_unary(f, n);
    case ND_CONDITIONAL:
        a = number_of(f, n->a);
        return a.known ? number_of(f, a.value ? n->b : n->c) : unknown;
    case ND_CAST:
        return is_integer(n) && is_integer(n->a) ? converted(number_of(f, n->a), n->type) : unknown;
    case ND_CDIV:
        a = number_of(f, n->a), b = number_of(f, n->b);
        return is_small(a) && is_small(b) && b.value > 0 ? known((a.value + b.value - 1) / b.value) : unknown;
    case ND_DIM:
        return n->a->value < n->ref->rank && n->ref->dims[n->a->value]->known
                   ? known(n->ref->dims[n->a->value]->value) : unknown;
    case ND_MULTIPLE_OF:
        return number_of(f, n->a);
    default:
        return unknown;
    }
}

// ---- Linear forms ---------------------------------------------------------------------------------------------------

// *to += n * times, if that can be computed.
static void add_product(Linear *l, long long *to, long long n, long long times)
{
    l->lost |= !can_multiply(n, times) || !can_compute(*to + n * times);
    if (!l->lost)
        *to += n * times;
}

void add_constant(Linear *to, long long n, long long times)
{
    add_product(to, &to->constant, n, times);
}

// Sums of more terms are not followed; each term is compared with all others.
enum { MOST_TERMS = 64 };

void add_term(Linear *to, struct Term t, long long times)
{
    int i = 0;
    to->lost |= to->count == MOST_TERMS;
    if (to->lost)
        return;
    while (i < to->count && !same_node(to->terms[i].atom, t.atom))
        i++;
    if (i == to->count)
        list_add(to->terms, to->count, ((struct Term){ .atom = t.atom, .symbol = t.symbol }));
    add_product(to, &to->terms[i].by, t.by, times);
}

void add_sum(Linear *to, const Linear *l, long long times)
{
    for (int i = 0; i < l->count; i++)
        add_term(to, l->terms[i], times);
    add_constant(to, l->constant, times);
    to->lost |= l->lost;
}

static void add_atom(Linear *to, const Node *n, long long times)
{
    add_term(to, (struct Term){ .atom = n, .symbol = n->kind == ND_NAME ? n->symbol : NULL, .by = 1 }, times);
}

static void add_linear(Linear *l, const Node *n, long long by);

static void add_multiple(Linear *l, const Node *n, long long by, long long times)
{
    l->lost |= !can_multiply(by, times);
    if (!l->lost)
        add_linear(l, n, by * times);
}

static void add_linear(Linear *l, const Node *n, long long by)
{
    if (l->lost)
        return;
    if (n->known) {
        add_constant(l, n->value, by);
        return;
    }
    const Node *definition = n->kind == ND_NAME ? definition_of(n->symbol) : NULL;
    bool number = n->type && type_is_integer(n->type);
    if (definition && type_size(n->type) >= 4)          // a narrower one may wrap
        add_linear(l, definition, by);
    else if (n->kind == ND_BINARY && number && (is_op(n, "+") || is_op(n, "-")))
        add_linear(l, n->a, by), add_linear(l, n->b, is_op(n, "-") ? -by : by);
    else if (n->kind == ND_BINARY && number && is_op(n, "*") && n->b->known)
        add_multiple(l, n->a, by, n->b->value);
    else if (n->kind == ND_BINARY && number && is_op(n, "*") && n->a->known)
        add_multiple(l, n->b, by, n->a->value);
    else if (n->kind == ND_UNARY && number && is_op(n, "-"))
        add_linear(l, n->a, -by);
    else if ((n->kind == ND_CAST && number && is_integer(n->a) && type_size(n->type) >= 4) || n->kind == ND_MULTIPLE_OF)
        add_linear(l, n->a, by);
    else
        add_atom(l, n, by);
}

Linear linear_of(const Node *n)
{
    Linear l = { 0 };
    add_linear(&l, n, 1);
    if (l.lost) {
        l = (Linear){ 0 };
        add_atom(&l, n, 1);
    }
    int kept = 0;
    for (int i = 0; i < l.count; i++)
        if (l.terms[i].by)
            l.terms[kept++] = l.terms[i];
    l.count = kept;
    return l;
}

long long factor_of(const Linear *l, const Symbol *s)
{
    for (int i = 0; i < l->count; i++)
        if (l->terms[i].symbol == s)
            return l->terms[i].by;
    return 0;
}

// ---- Ranges ---------------------------------------------------------------------------------------------------------

void enter_axis(Loops *loops, const LoopAxis *axis)
{
    if (loops->count < (int)(sizeof loops->axes / sizeof loops->axes[0]))
        loops->axes[loops->count++] = axis;
}

void enter_loops(Loops *loops, const Node *n)
{
    const LoopAxis *plain = counting_for(n);
    for (int i = 0; i < n->axis_count; i++)
        enter_axis(loops, &n->axes[i]);
    if (plain)
        enter_axis(loops, plain);
}

// Returns the first and last values of a loop that certainly runs; false: they are unknown.
bool axis_range(const LoopAxis *axis, long long *low, long long *high)
{
    Number lo = axis->lo ? constant_of(axis->lo) : known(0), hi = constant_of(axis->hi);
    Number step = axis->step ? constant_of(axis->step) : known(1);
    if (!is_small(lo) || !is_small(hi) || !is_small(step) || step.value <= 0 || lo.value >= hi.value)
        return false;
    *low = lo.value;
    *high = lo.value + (hi.value - 1 - lo.value) / step.value * step.value;
    return true;
}

const LoopAxis *find_loop(const Loops *loops, const Symbol *s)
{
    for (int i = loops->count; s && i-- > 0;)
        if (loops->axes[i]->index == s)
            return loops->axes[i];
    return NULL;
}

// Returns the smallest and largest values of n. Each loop's index occurs once, so its first and last values combine.
bool range_of(const Loops *loops, const Node *n, long long *low, long long *high)
{
    Linear l = linear_of(n);
    *low = *high = n->known ? n->value : l.constant;
    if (n->known)
        return true;
    for (int i = 0; i < l.count; i++) {
        const LoopAxis *axis = find_loop(loops, l.terms[i].symbol);
        long long first, last, by = l.terms[i].by;
        if (!axis || !axis_range(axis, &first, &last) || !can_multiply(by, first) || !can_multiply(by, last))
            return false;
        *low += by * (by > 0 ? first : last);
        *high += by * (by > 0 ? last : first);
    }
    return true;
}
