// emit/dot.c -- PL_DOT as a fact, for schedules without lanes.

#include "emit/emit.h"

typedef struct {
    const char *name, *type, *form;
    Node *row, *column;         // strides
    Node *rows, *columns;
} Matrix;

static Matrix matrix(Emitter *em, const Node *e)
{
    bool transposed = e->kind == ND_TRANSPOSE;
    const Symbol *s = block_of(e);
    if (!s || s->rank != 2)
        INTERNAL("PL_DOT of something that is not a matrix");
    const Layout *l = layout_of(em->plan, s);
    return (Matrix){ s->name, type_code(s->type), transposed ? "transposed" : "plain", l->strides[transposed], l->strides[!transposed],
                     s->dims[transposed], s->dims[!transposed] };
}

static const char *side_fact(Emitter *em, const Matrix *m)
{
    return fact("side", "ref=«%s», type=%s, row=«%s», column=«%s», form=%s", m->name, m->type, printed_factor(em, m->row),
                printed_factor(em, m->column), m->form);
}

const char *dot_text(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    const Matrix z = matrix(em, n->a), x = matrix(em, n->b), y = matrix(em, n->c);
    const char *panels = z.columns->known && z.columns->value % 64 == 0 ? "whole" : "any";
    return fact_fields("dot",
                       "panel=«%s», panels=%s, rows=«%s», columns=«%s», depth=«%s», z=«%s», z_row=«%s», x=«%s», y=«%s»",
                       s->buffer, panels, printed_summand(em, z.rows), printed_summand(em, z.columns), printed_summand(em, x.columns), z.name,
                       printed_factor(em, z.row), side_fact(em, &x), side_fact(em, &y));
}
