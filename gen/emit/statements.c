// emit/statements.c -- a body as facts, printed in quotes.

#include "emit/emit.h"
#include <string.h>

// ---- Statements -----------------------------------------------------------------------------------------------------

void put(Emitter *em, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(em->to, format, list);
    va_end(list);
}

static void put_statement(Emitter *em, const Step *s);
static void put_plain(Emitter *em, const Step *s);

void put_line(Emitter *em, Loc at)
{
    if (em->lines && at.line)
        put(em, "»pl_line(%u, «%s»)«", at.line, file_name_text(at.file));
}

static void put_items(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    for (int i = 0; i < n->item_count; i++) {
        const Node *item = n->items[i];
        const Step *next = i + 1 < n->item_count ? s->items[i + 1] : NULL;
        if (s->items[i]->entered)
            put(em, "// falls through\n");
        if (is_label(item))
            put(em, "%s:%s\n", item->kind == ND_CASE ? text("case %s", printed(em, item->a)) : "default",
                !next || next->omitted || declares(next->node) ? ";" : "");
        else
            put_statement(em, s->items[i]);
    }
}

void put_inside(Emitter *em, const Step *body)
{
    if (body->node->kind == ND_BLOCK)
        put_items(em, body);
    else
        put_statement(em, body);
}

static void put_if(Emitter *em, const Step *s)
{
    const Step *other = s->otherwise;
    put(em, "if (%s) {\n", printed(em, s->node->a));
    put_inside(em, s->body);
    if (other && (other->node->kind == ND_IF || other->node->kind == ND_WHEN)) {
        put(em, "} else ");
        em->step = other;                               // put_statement sets it back
        put_if(em, other);
        return;
    }
    if (other) {
        put(em, "} else {\n");
        put_inside(em, other);
    }
    put(em, "}\n");
}

const char *declared_text(Emitter *em, const Node *n)
{
    const char *s = type_as(&em->facts, n->symbol->type, n->symbol->name);
    return n->a ? text("%s = %s", s, printed(em, n->a)) : s;
}

const char *for_head(Emitter *em, const Node *n)
{
    const Node *init = n->init && n->init->kind != ND_BLOCK ? n->init : NULL;
    const char *first = !init ? "" : init->kind == ND_EXPRESSION ? unwrapped_as(&em->facts, init->a) : declared_text(em, init);
    return text("%s;%s%s;%s%s", first, n->a ? " " : "", n->a ? printed(em, n->a) : "", n->b ? " " : "",
                n->b ? unwrapped_as(&em->facts, n->b) : "");
}

static void put_for(Emitter *em, const Step *s)
{
    const Node *n = s->node, *init = n->init;
    bool several = init && init->kind == ND_BLOCK;
    put(em, "%s", several ? "{\n" : "");
    for (int i = 0; several && i < init->item_count; i++)
        put(em, "%s;\n", declared_text(em, init->items[i]));
    put(em, "for (%s) {\n", for_head(em, n));
    put_inside(em, s->body);
    put(em, several ? "}\n}\n" : "}\n");
}

static const char over_fields[] = "index=«%s», low=«%s», high=«%s», step=«%s», bound=%s, lanes=%s, trips=%s, "
                                  "last_trip=%s, clip=«%s», named=%s, inner=%s, "
                                  "run=%s, uses_index=%s, vectors=«%s», counter=%s, unroll=%s";

const char *trips_text(const StepLoop *s)
{
    return s->trips ? text("%lld", s->trips) : "";
}

const char *last_trip_text(const StepLoop *s)
{
    return !s->trips ? "" : s->full ? "full" : "short";
}

const char *runs_text(const StepLoop *s)
{
    static const char *const words[] = { [RUNS_NONE] = "", [RUNS_WHOLE] = "whole", [RUNS_CHECKED] = "checked", [RUNS_SHORT] = "short" };
    return words[s->runs];
}

static const char *over_text(Emitter *em, const StepLoop *s)
{
    static const char *const bounds[] = { "constant", "invariant", "dependent" }, *const used[] = { "always", "elements", "never" };
    const LoopAxis *axis = s->axis;
    return fact("over", over_fields, axis ? axis->index->name : text("pl_at_%d", s->dim), s->low ? printed_summand(em, s->low) : "0",
                printed_summand(em, s->high), axis && axis->step ? printed(em, axis->step) : "1", bounds[s->bound],
                distribution_name(s->how), trips_text(s), last_trip_text(s), s->clip ? clip_name(em->plan, s->clip->operand, s->clip->dim) : "",
                s->named ? "" : "no", s->around_loops ? "loops" : "", runs_text(s), s->runs ? used[s->use] : "",
                vectors_text(em, s), s->narrow ? "int" : "long", s->unrolled ? "yes" : "");
}

const char *overs_text(Emitter *em, const Step *s, int from, int to)
{
    const char *all = "";
    for (int i = from; i < to; i++)
        all = text("%s%s", all, over_text(em, &s->loops[i]));
    return all;
}

// Returns the form with several elements per iteration; NULL: it has none. With -g there is one version to step through.
static const VectorForm *form_to_print(const Emitter *em, const Step *s)
{
    return em->lines ? NULL : s->form;
}

static void put_reduce(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    const char *acc = printed(em, n->a), *type = type_code(n->a->type);
    int last = n->axis_count - 1;
    const char *overs = overs_text(em, s, 0, n->axis_count), *value = text("«%s»", printed(em, n->b));
    const VectorForm *form = form_to_print(em, s);
    const char *vector = form ? printed(em, form->body) : NULL;
    put(em, "»%s«\n",
        fact("reduce",
             "type=%s, into=«%s», op=«%s», function=«%s», overs=«%s», value_type=%s, value=«%s», "
             "vector_overs=«%s», vector_over=«%s», vector_value=«%s», works=«%s»",
             type, acc, n->symbol ? "call" : n->op, n->symbol ? n->symbol->name : n->op, overs, type_code(n->b->type),
             value, vector ? overs_text(em, s, 0, last) : "",
             vector ? overs_text(em, s, last, last + 1) : "", vector ? text("«%s»", vector) : "", works_text(em, n)));
}

const char *gap_text(RowGap gap)
{
    return gap.why ? gap.why : "";
}

const char *register_of_dim(Emitter *em, const Symbol *ref, int dim, int number, Distribution how)
{
    bool run = lanes(em) && has_runs(&lanes(em)->group, how);
    return dim < ref->rank - 2 ? text("«[pl_at_%d]»", number) : text("pl_register(«pl_at_%d»%s)", number, run ? ", run" : "");
}

static void put_fill(Emitter *em, const Step *step)
{
    const Node *n = step->node;
    const Symbol *s = n->a->symbol;
    put(em, "»%s«\n",
        fact("fill",
             "ref=«%s», type=%s, overs=«%s», offset=«%s», value_type=%s, value=«%s», subscripts=«%s», number=%s, works=«%s»",
             s->name, type_code(s->type), overs_text(em, step, 0, step->loop_count), printed_summand(em, step->to->offset),
             type_code(n->b->type), printed(em, n->b), subscripts_text(em, step->to->at, s->rank), step->is_number ? "yes" : "",
             works_text(em, n)));
}

static void put_assign(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    const Symbol *to = n->a->symbol, *from = n->b->symbol;
    put(em, "»%s«\n",
        fact("assign",
             "ref=«%s», type=%s, overs=«%s», offset=«%s», from=«%s», from_type=%s, from_offset=«%s», subscripts=«%s», works=«%s»",
             to->name, type_code(to->type), overs_text(em, s, 0, s->loop_count), printed_summand(em, s->to->offset),
             from->name, type_code(from->type), printed_summand(em, s->from->offset), subscripts_text(em, s->to->at, to->rank), works_text(em, n)));
}

// Returns the extents of a lane's part of a tile or view, from that dim on; nothing if it is not in registers.
static const char *part_extents(const Step *s, int from)
{
    const char *made = "";
    for (int d = from; d < s->node->symbol->rank && s->registers[d]; d++)
        made = text("%s[%lld]", made, s->registers[d]);
    return made;
}

static void put_tile(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    put(em, "»%s«\n",
        fact("tile",
             "ref=«%s», type=%s, buffer=«%s», extents=«%s», inner_extents=«%s», memory=%s, count=%lld, registers=«%s»",
             n->symbol->name, type_code(n->symbol->type), s->buffer, extents_text(em, n->symbol, 0),
             extents_text(em, n->symbol, 1), memory_of_block(em, n->symbol), element_count(n->symbol),
             part_extents(s, 0)));
}

// Returns the pointer of a PL_VIEW as C: it names a block, a row or an element.
static const char *pointer_text(Emitter *em, const Node *p)
{
    if (p->kind == ND_BINARY)
        return text("%s %s %s", pointer_text(em, p->a), p->op, printed_operand(em, p->b));
    if (p->kind == ND_UNARY)
        return text("&%s", pointer_text(em, p->a));
    if (p->kind == ND_ACCESS)
        return text("%s%s", p->ref->name, subscripts_text(em, p->items, p->item_count));
    return p->symbol->name;
}

static void put_view(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    View v = viewed(n->a);
    bool adds_const = n->symbol->type->constant && !v.of->type->constant;
    const char *offset = printed_summand(em, offset_of_view(em->plan, n));
    put(em, "»%s«\n",
        fact("view",
             "ref=«%s», type=%s, const=«%s», of=«%s», offset=«%s», inner_extents=«%s», pointer=«%s», adds_const=%s, "
             "memory=%s, registers=«%s», tile=«%s»",
             n->symbol->name, type_code(n->symbol->type), n->symbol->type->constant ? "const " : "", v.of->name, offset,
             extents_text(em, n->symbol, 1), pointer_text(em, n->a), adds_const ? "const" : "", memory_of_block(em, v.of),
             part_extents(s, 1), subscripts_text(em, v.at, v.dim)));
}

// Returns the body of a PL_EACH, or of its vector form.
static const char *body_text(Emitter *em, const Step *s, const VectorForm *form)
{
    Printed made;
    FILE *to = em->to;
    bool nested = em->in_nest;
    begin_printing(&made);
    em->to = made.to, em->in_nest = true;
    if (form)
        put_vectors(em, s, form->body);
    else
        put_inside(em, s->body);
    em->to = to, em->in_nest = nested;
    return text("««%s»»", end_printing(&made));
}

static void put_loop(Emitter *em, const Step *s)
{
    put(em, "»pl_loop(«%s», ««", overs_text(em, s, 0, 1));
    put_inside(em, s->body);
    put(em, "»»)«\n");
}

static void put_each(Emitter *em, const Step *s)
{
    int last = s->loop_count - 1;
    const char *overs = overs_text(em, s, 0, s->loop_count);
    const char *works = works_text(em, s->node), *body = body_text(em, s, NULL);
    const VectorForm *form = form_to_print(em, s);
    put(em, "»%s«\n",
        fact("each", "overs=«%s», body=%s, vector_overs=«%s», vector_over=«%s», vector_body=%s, strips=%s, works=«%s»", overs, body,
             form ? overs_text(em, s, 0, last) : "", form ? overs_text(em, s, last, last + 1) : "",
             form ? body_text(em, s, form) : "", form && form->strips ? "strips" : "", works));
}

// ---- PL_PRINT, PL_CHECK ---------------------------------------------------------------------------------------------

// Returns ", value" for each value of the format.
static const char *values_text(Emitter *em, const Node *n, bool reported)
{
    const char *all = "";
    for (int i = 0; n->format && i < n->format->count; i++) {
        const struct PrintedValue *p = &n->format->values[i];
        const Node *v = n->items[p->item];
        const Type as = { .kind = p->as };
        const char *value = p->as == v->type->kind ? printed(em, v) : convert_fact(v->type, &as, printed(em, v));
        bool bits = reported && type_is_float(&as);
        all = text("%s, %s", all, bits ? text("»pl_bits(%s, «%s»)«", type_code(v->type), value) : value);
    }
    return all;
}

static void put_print(Emitter *em, const Node *n)
{
    put(em, "»pl_print(«\"%s\"», «%s»)«\n", n->format ? safe_string(n->format->print) : "", values_text(em, n, false));
}

// Prints the check of the step of a PL_LOOP, a variable. With a step below 1 the loop would never run, or never end.
static void put_step_check(Emitter *em, const Node *n)
{
    put(em, "»pl_counts_up(%d, «%s», %u)«\n", message_of(em->plan, n), printed(em, n->a), n->at.line);
}

static void put_check(Emitter *em, const Node *n)
{
    const char *values = values_text(em, n, true);
    for (int i = n->format ? n->format->count : 0; i < MOST_CHECK_VALUES; i++)
        values = text("%s, 0", values);
    put(em, "»pl_check(%d, «%s», «%s»)«\n", message_of(em->plan, n), printed(em, n->a), values);
}

// Prints the comments on the statement at this place, unless the previous statement had the same line.
void put_comments(Emitter *em, Loc at)
{
    Loc last = em->commented;
    em->comment = "";
    if (!at.line || !at.file || (last.file && at.line == last.line && is_text(at.file, last.file)))
        return;
    em->commented = at;
    const FileComments *file = em->source->commented, *end = file + em->source->commented_count;
    while (file < end && !is_text(file->file, at.file))
        file++;
    for (int i = 0; file < end && at.line <= file->count && i < file->lines[at.line - 1].count; i++) {
        em->comment = file->lines[at.line - 1].at[i];
        put(em, "%s\n", quoted_text(em->comment));
    }
}

// Prints a statement with its comments.
static void put_statement(Emitter *em, const Step *s)
{
    const Step *outer = em->step;
    em->step = s;
    work_at(s->node->at);
    put_comments(em, s->node->at);
    put_line(em, s->node->at);
    put_plain(em, s);
    em->step = outer;
}

static void put_plain(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    if (put_copy_statement(em, n))
        return;
    switch (n->kind) {
    case ND_BLOCK:
        put(em, "{\n");
        put_items(em, s);
        put(em, "}\n");
        return;
    case ND_DECLARE:    put(em, "%s;\n", declared_text(em, n)); return;
    case ND_EXPRESSION:
        if (!s->omitted)
            put(em, "%s;\n", unwrapped_as(&em->facts, n->a));
        return;
    case ND_IF: case ND_WHEN:
        put_if(em, s);
        return;
    case ND_FOR:        put_for(em, s); return;
    case ND_WHILE: case ND_SWITCH:
        put(em, "%s (%s) {\n", n->kind == ND_WHILE ? "while" : "switch", printed(em, n->a));
        put_inside(em, s->body);
        put(em, "}\n");
        return;
    case ND_DO:
        put(em, "do {\n");
        put_inside(em, s->body);
        put(em, "} while (%s);\n", printed(em, n->a));
        return;
    case ND_BREAK:      put(em, "break;\n"); return;
    case ND_GOTO:       put(em, "goto %s;\n", n->name); return;
    case ND_LABEL:      put(em, "%s: ;\n", n->name); return;
    case ND_CONTINUE:   put(em, "continue;\n"); return;
    case ND_RETURN:
        if (em->plan)
            put(em, "»pl_return()«\n");
        else
            put(em, n->a ? "return %s;\n" : "return;\n", n->a ? printed(em, n->a) : "");
        return;
    case ND_LOOP:       put_loop(em, s); return;
    case ND_EACH:       put_each(em, s); return;
    case ND_REDUCE:     put_reduce(em, s); return;
    case ND_DOT:        put(em, "»pl_dot(%s)«\n", dot_text(em, s)); return;
    case ND_FILL:       put_fill(em, s); return;
    case ND_ASSIGN:     put_assign(em, s); return;
    case ND_TILE:       put_tile(em, s); return;
    case ND_VIEW:       put_view(em, s); return;
    case ND_STORE:
        put(em, "if (%s)\n%s = %s;\n", printed(em, n->c), printed(em, n->a), printed(em, n->b));
        return;
    case ND_CHECK:      (n->op ? put_step_check : put_check)(em, n); return;
    case ND_PRINT:      put_print(em, n); return;
    case ND_TRACE:      put(em, "»pl_trace(«%s»)«\n", safe_string(n->a->spelling)); return;
    default:
        INTERNAL("an expression as a statement");
    }
}

void put_step(Emitter *em, const Step *s)
{
    em->step = s;
    put_plain(em, s);
    em->step = NULL;
}
