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
    const Layout *l = layout_of(em, s);
    return (Matrix){ e,
                      s->name,
                      type_code(s->type),
                      transposed ? "transposed" : "plain",
                      l->strides[transposed],
                      l->strides[!transposed],
                      s->dims[transposed],
                      s->dims[!transposed] };
}

// "x_slice"; "x_slices" if it has several stages.
const char *slice_array(Emitter *em, int use)
{
    const struct LocalUse *u = &lanes(em)->uses[use];
    return text("%s_%s%s", base_name(em, u->of), u->name, lanes(em)->stages > 1 ? "s" : "");
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

// Returns the condition that the element that is copied is in the array, for a masked window; otherwise nothing.
static const char *mask_text(Emitter *em, const Matrix *m)
{
    bool transposed = m->node->kind == ND_TRANSPOSE;
    Node *at[] = { word_node("»pl_copied(row)«"), word_node("»pl_copied(column)«") };
    Node *in_block[] = { at[transposed], at[!transposed] };
    const char *mask = printed_mask(em, mask_of(em->plan, lanes(em), block_of(m->node), in_block));
    return *mask ? text("«%s»", mask) : "";
}

static const char *side_fact(Emitter *em, const Matrix *m, const DotSchedule *s, const DotSide *d)
{
    bool ahead = d->sliced && stages_of(lanes(em), s) > 1;
    const Operand *masked = d->masked;
    const char *slice = d->sliced ? text("%s_%s", base_name(em, block_of(m->node)), d->name) : "";
    const char *pitch = d->sliced ? text("%lld", d->pitch) : printed_factor(em, d->turned ? m->column : m->row);
    const char *mask = masked ? mask_text(em, m) : "", *outside = masked && !d->zero_outside ? edge_text(em, masked) : "";
    return fact("side",
                "ref=«%s», type=%s, row=«%s», column=«%s», form=%s, from=%s, slice=«%s», memory=«%s», order=%s, whole=«%s», "
                "mask=«%s», outside=«%s», ends=%s, size=%s, lines=%s, line=%s, pitch=«%s», piece=%s",
                m->name, m->type, printed_factor(em, m->row), printed_factor(em, m->column), m->form,
                d->sliced ? "sliced" : "direct", slice,
                d->sliced && (d->named_apart || lanes(em)->stages > 1) ? slice_array(em, d->use) : "",
                !d->sliced || d->by_lines ? "" : d->by_columns ? "columns" : "rows",
                masked ? text("%s_whole", layout_of(em, masked->ref)->base) : "", mask, outside, yes_if(d->lines_end),
                number_if(ahead, ahead ? lanes(em)->uses[d->use].elements : 0), number_if(d->by_lines, d->lines),
                number_if(d->by_lines, d->line), d->sliced || d->by_lines ? pitch : "", number_if(d->piece > 1, d->piece));
}

// Returns "p += q · kᵀ"; nothing if the user's comment on the statement is the same.
static const char *title_of(const Emitter *em, const Matrix *m, bool from_zero)
{
    const char *title = text("%s %s %s%s · %s%s", m[0].name, from_zero ? "=" : "+=", m[1].name,
                             is_text(m[1].form, "plain") ? "" : "ᵀ", m[2].name, is_text(m[2].form, "plain") ? "" : "ᵀ");
    return is_text(em->comment, text("// %s", unmarked(title))) ? "" : title;
}

// ---- The fact -------------------------------------------------------------------------------------------------------

static const char *last_text(Emitter *em, bool wanted, Node *extent)
{
    return wanted ? printed(em, sum_node("-", extent, literal_node(1))) : "";
}

static const char *sums_name(const DotSchedule *s)
{
    return s->in_registers ? "registers" : s->from_zero ? "zero" : "loaded";
}

// by: how it is computed by tiles; all 0: element by element, because its sizes are known only at run time, or by one lane.
static const char *dot_text(Emitter *em, const Step *step, const Matrix *m, const DotSchedule *by)
{
    const Node *n = step->node;
    bool tiles = step->dot, across = tiles && lanes(em)->across == n;
    long long stages = tiles ? stages_of(lanes(em), by) : 1;
    return fact_fields(
        "dot",
        "panel=«%s», rows=«%s», columns=«%s», depth=«%s», z=«%s», z_type=%s, z_row=«%s», z_column=«%s», x=«%s», y=«%s», "
        "precision=«%s», lanes=%s, title=«%s», tile_rows=%s, tile_columns=%s, sums=%s, last_row=«%s», last_column=«%s», height=%s, "
        "width=%s, top=%s, left=%s, slice=%s, deep=%s, partial=%s, copied=«%s», used=«%s», mma=%s, stages=%s, axis=«%s», steps=%s, "
        "counter=%s",
        buffer_name(em, n->a->symbol, "panel"), printed_summand(em, m[0].rows), printed_summand(em, m[0].columns),
        printed_summand(em, m[1].columns), m[0].name, m[0].type, printed_factor(em, m[0].row), printed_factor(em, m[0].column),
        side_fact(em, &m[1], by, &by->x), side_fact(em, &m[2], by, &by->y), n->op ? n->op : "",
        tiles ? "tiles" : sharing_name(step->sharing), title_of(em, m, by->from_zero), number_if(tiles, by->tile_rows),
        number_if(tiles, by->tile_columns), tiles ? sums_name(by) : "", last_text(em, tiles && !by->rows_fit, m[0].rows),
        last_text(em, tiles && !by->columns_fit, m[0].columns), number_if(tiles, by->height), number_if(tiles, by->width),
        yes_if(by->rows > by->height), yes_if(by->columns > by->width), number_if(tiles, by->slice), yes_if(by->slices > 1),
        yes_if(tiles && !by->slices_fit), barrier_inside(step->within), barrier_inside(step->final),
        by->mma ? m[1].type : "", number_if(stages > 1, stages),
        across ? lanes(em)->across_axis->symbol->name : "", number_if(across, by->slices), by->narrow ? "int" : "long");
}

void put_dot(Emitter *em, const Step *s)
{
    static const DotSchedule by_elements = { 0 };
    const Node *n = s->node;
    Matrix all[] = { matrix(em, n->a), matrix(em, n->b), matrix(em, n->c) };
    bool within = em->offsets;
    em->offsets |= s->dot != NULL;                      // tiles have known sizes; only lanes use other names
    const char *dot = dot_text(em, s, all, s->dot ? s->dot : &by_elements);
    em->offsets = within;
    em->buffers = text("%spl_dot_buffer(%s)\n", em->buffers, dot);
    if (s->dot && lanes(em)->across == n)
        em->ahead = text("pl_dot_ahead(%s)", dot);
    put(em, "»pl_dot(%s)«\n", dot);
}
