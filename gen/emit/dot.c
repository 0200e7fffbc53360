// emit/dot.c -- PL_DOT as a fact: the decisions of plan/dot.c, and the addresses of the elements that they need.

#include "emit/emit.h"
#include <string.h>

typedef struct {
    const Node *node;
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
    return (Matrix){ e,
                      s->name,
                      type_code(s->type),
                      transposed ? "transposed" : "plain",
                      l->strides[transposed],
                      l->strides[!transposed],
                      s->dims[transposed],
                      s->dims[!transposed] };
}

// ---- A side of the product ------------------------------------------------------------------------------------------

static const char *number_if(bool wanted, long long number)
{
    return wanted ? text("%lld", number) : "";
}

static const char *yes_if(bool holds)
{
    return holds ? "yes" : "";
}

static const char *side_fact(Emitter *em, const Matrix *m, const DotSchedule *s, const DotSide *d)
{
    bool ahead = d->sliced && stages_of(lanes(em), s) > 1;
    const Operand *masked = d->masked;
    const char *slice = d->sliced ? text("%s_%s", base_of(em->plan, block_of(m->node)), d->name) : "";
    const char *pitch = d->sliced ? text("%lld", d->pitch) : printed_factor(em, d->turned ? m->column : m->row);
    const char *mask = d->mask ? text("«%s»", printed(em, d->mask)) : "", *outside = masked && !d->zero_outside ? edge_text(em, masked) : "";
    return fact("side",
                "ref=«%s», type=%s, row=«%s», column=«%s», form=%s, from=%s, slice=«%s», memory=«%s», order=%s, whole=«%s», "
                "mask=«%s», outside=«%s», ends=%s, size=%s, lines=%s, line=%s, pitch=«%s», piece=%s",
                m->name, m->type, printed_factor(em, m->row), printed_factor(em, m->column), m->form,
                d->sliced ? "sliced" : "direct", slice,
                d->sliced && (d->named_apart || lanes(em)->local.stages > 1) ? lanes(em)->local.uses[d->use].array : "",
                !d->sliced || d->by_lines ? "" : d->by_columns ? "columns" : "rows",
                masked ? text("%s_whole", base_of(em->plan, masked->ref)) : "", mask, outside, yes_if(d->lines_end),
                number_if(ahead, ahead ? lanes(em)->local.uses[d->use].elements : 0), number_if(d->by_lines, d->lines),
                number_if(d->by_lines, d->line), d->sliced || d->by_lines ? pitch : "", number_if(d->piece > 1, d->piece));
}

// Returns "p += q · kᵀ"; nothing if the user's comment on the statement is the same.
static const char *title_of(const Matrix *m, bool from_zero, const char *comment)
{
    const char *title = text("%s %s %s%s · %s%s", m[0].name, from_zero ? "=" : "+=", m[1].name,
                             is_text(m[1].form, "plain") ? "" : "ᵀ", m[2].name, is_text(m[2].form, "plain") ? "" : "ᵀ");
    return is_text(comment, text("// %s", unmarked(title))) ? "" : title;
}

// ---- The fact -------------------------------------------------------------------------------------------------------

static const char *last_text(Emitter *em, bool wanted, const Node *extent)
{
    return wanted ? text("%s - 1", printed_summand(em, extent)) : "";
}

static const char *sums_name(const DotSchedule *s)
{
    return s->in_registers ? "registers" : s->from_zero ? "zero" : "loaded";
}

// by: how it is computed by tiles; all 0: element by element, because its sizes are known only at run time, or by one lane.
static const char *dot_fact(Emitter *em, const Step *step, const Matrix *m, const DotSchedule *by, const char *comment)
{
    const Node *n = step->node;
    bool tiles = step->dot, across = tiles && lanes(em)->local.across == n;
    long long stages = tiles ? stages_of(lanes(em), by) : 1;
    return fact_fields(
        "dot",
        "panel=«%s», rows=«%s», columns=«%s», depth=«%s», z=«%s», z_type=%s, z_row=«%s», z_column=«%s», x=«%s», y=«%s», "
        "precision=«%s», lanes=%s, title=«%s», tile_rows=%s, tile_columns=%s, sums=%s, last_row=«%s», last_column=«%s», height=%s, "
        "width=%s, top=%s, left=%s, slice=%s, deep=%s, partial=%s, copied=«%s», used=«%s», mma=%s, stages=%s, axis=«%s», steps=%s, "
        "counter=%s",
        step->buffer, printed_summand(em, m[0].rows), printed_summand(em, m[0].columns),
        printed_summand(em, m[1].columns), m[0].name, m[0].type, printed_factor(em, m[0].row), printed_factor(em, m[0].column),
        side_fact(em, &m[1], by, &by->x), side_fact(em, &m[2], by, &by->y), n->op ? n->op : "",
        tiles ? "tiles" : sharing_name(step->sharing), title_of(m, by->from_zero, comment), number_if(tiles, by->tile_rows),
        number_if(tiles, by->tile_columns), tiles ? sums_name(by) : "", last_text(em, tiles && !by->rows_fit, m[0].rows),
        last_text(em, tiles && !by->columns_fit, m[0].columns), number_if(tiles, by->height), number_if(tiles, by->width),
        yes_if(by->rows > by->height), yes_if(by->columns > by->width), number_if(tiles, by->slice), yes_if(by->slices > 1),
        yes_if(tiles && !by->slices_fit), barrier_inside(step->within), barrier_inside(step->final),
        by->mma ? m[1].type : "", number_if(stages > 1, stages),
        across ? lanes(em)->dots.across_axis->symbol->name : "", number_if(across, by->slices), by->narrow ? "int" : "long");
}

const char *dot_text(Emitter *em, const Step *s, const char *comment)
{
    static const DotSchedule by_elements = { 0 };
    const Matrix all[] = { matrix(em, s->node->a), matrix(em, s->node->b), matrix(em, s->node->c) };
    return dot_fact(em, s, all, s->dot ? s->dot : &by_elements, comment);
}
