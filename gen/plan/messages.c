// plan/messages.c -- what the kernel may report when the program runs, in the order of the numbers of these messages.
//
// Texts are those within a C string. Values of the program stay conversions, which the runtime fills in; %blocks is two of them.

#include "plan/plan.h"
#include "../../targets/shared/messages.h"

static int add_message(Plan *plan, const Node *of, unsigned line, const char *words, const char *note)
{
    list_add(plan->messages, plan->message_count, ((Message){ of, line, words, note }));
    return plan->message_count;
}

int message_of(const Plan *plan, const Node *n)
{
    for (int i = 0; i < plan->message_count; i++) {
        const Node *of = plan->messages[i].of;
        if (of && (of == n || (of->kind == ND_MULTIPLE_OF && n->kind == ND_MULTIPLE_OF && of->at.line == n->at.line)))
            return i + 1;
    }
    return 0;
}

// ---- The user's expressions -----------------------------------------------------------------------------------------

// Returns the user's name of an axis, which may have been reserved; NULL: e is no axis.
static const char *axis_as_user(const Printer *p, const Node *e)
{
    const Axis *axis = e->kind == ND_NAME ? call_axis(p->of, e->symbol) : NULL;
    return axis ? axis->name : NULL;
}

static const char *user_text(const Plan *plan, const Node *e)
{
    static const Replacement all[] = { { "%", "%%" }, { "\"", "\\\"" }, { "\\", "\\\\" } };
    const Printer user = { .fact = axis_as_user, .of = (void *)(size_t)plan->call };
    return string_text(replaced(expression_as(&user, e), all, sizeof all / sizeof all[0]));
}

// Returns the index map as the user wrote it: "(i, j %% 2)".
static const char *map_text(const Plan *plan, const Part *part)
{
    const char *all = "";
    for (int d = 0; d < part->rank; d++)
        all = listed(all, user_text(plan, part->index[d]));
    return text("(%s)", all);
}

// ---- Operands -------------------------------------------------------------------------------------------------------

// Returns the text: the dim for %d, the texts for each %s.
static const char *operand_text(const Operand *o, const char *message, int dim, const char *first, const char *second)
{
    const char *texts[] = { first, second, NULL }, *const *next = texts, *all = "";
    for (const char *s = message; *s; s++) {
        bool is_text = begins(s, "%s"), is_dim = begins(s, "%d");
        all = is_text ? text("%s%s", all, *next) : is_dim ? text("%s%d", all, dim) : text("%s%c", all, *s);
        next += is_text;
        s += is_text || is_dim;
    }
    return text("operand %s: %s", string_text(o->part->name), all);
}

// Adds the message for an index past the array. A bounded slice has two messages: the one for its size, and after it the
// one for its end.
static void index_message(Plan *plan, const Operand *o, WindowDim *w, int dim)
{
    unsigned line = plan->call->at.line;
    const char *map = map_text(plan, o->part);
    if (w->kind == WINDOW_BOUNDED) {
        w->message = add_message(plan, NULL, line, operand_text(o, PL_MESSAGE_SLICE_SIZE_, dim, map, NULL), "size");
        add_message(plan, NULL, line, operand_text(o, PL_MESSAGE_SLICE_PAST_, dim, map, NULL), "end");
    } else if (w->kind == WINDOW_ELEMENT) {
        w->message = add_message(plan, NULL, line, operand_text(o, PL_MESSAGE_ELEMENT_WINDOW_, dim, map, NULL), "padding");
    } else {
        w->message = add_message(plan, NULL, line, operand_text(o, PL_MESSAGE_BLOCK_INDEX_, dim, "%blocks", map),
                                 w->size == w->extent ? "full" : "index");
    }
}

// A divisor that is the same for all programs is checked by the launcher.
static void check_message(Plan *plan, const Operand *o, RunCheck *c)
{
    bool divides = c->dim < 0;
    const char *map = map_text(plan, o->part);
    c->words = divides ? operand_text(o, PL_MESSAGE_MAP_DIVISOR_, c->map - o->part->batches, map, NULL)
                       : operand_text(o, PL_MESSAGE_TABLE_ENTRY_, c->dim, c->node->ref->name, map);
    if (!divides || c->varies)
        c->message = add_message(plan, NULL, plan->call->at.line, c->words, divides ? "divisor" : "entry");
}

// ---- Expressions and statements -------------------------------------------------------------------------------------

static void find_reports(void *to, const Node *n)
{
    Plan *plan = to;
    if (does_nothing(n))
        return;
    visit_parts(n, find_reports, plan);
    if (n->kind == ND_MULTIPLE_OF && !plan->unchecked && !message_of(plan, n))
        add_message(plan, n, n->at.line, PL_MESSAGE_MULTIPLE_OF_, "multiple");
    const char *report = n->format ? string_text(n->format->report) : "";
    if (n->kind == ND_CHECK && n->op)
        add_message(plan, n, n->at.line, PL_MESSAGE_LOOP_STEP_, "step");
    else if (n->kind == ND_CHECK)
        add_message(plan, n, n->at.line, text("PL_CHECK(%s)%s%s", user_text(plan, n->a), *report ? ": " : "", report), "none");
}

static void find_in(Plan *plan, const Node *n)
{
    if (n)
        find_reports(plan, n);
}

static void find_all(Plan *plan, Node *const *all, int count)
{
    for (int i = 0; all && i < count; i++)
        find_in(plan, all[i]);
}

static void operand_messages(Plan *plan, Operand *o)
{
    find_in(plan, o->part->edge);
    for (int d = 0; d < o->rank; d++) {
        WindowDim *w = &o->dims[d];
        for (int i = 0; i < o->check_count; i++)
            if (o->checks[i].map == d)
                check_message(plan, o, &o->checks[i]);
        find_all(plan, (Node *[]){ w->size, w->index, w->extent, w->low, w->high, w->count }, 6);
        if (!w->inside)
            index_message(plan, o, w, d - o->part->batches);            // dims as the user counts them
    }
}

// Not those of the shapes of arrays, which the launcher checks: a kernel that can report nothing else is not waited for.
void plan_messages(Plan *plan)
{
    const Call *call = plan->call;
    for (int i = 0; i < plan->operand_count; i++)
        operand_messages(plan, &plan->operands[i]);
    for (int a = 0; a < call->axis_count; a++)
        find_in(plan, call->axes[a].extent);
    find_in(plan, call->kernel->body);
}
