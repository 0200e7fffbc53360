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

static const char *in_matrix(Emitter *em, const char *name, Node *row, Node *row_stride, Node *column, Node *column_stride)
{
    return text("%s[%s]", name, printed(em, sum_node("+", product_node(row, row_stride), product_node(column, column_stride))));
}

static const char *element_at(Emitter *em, const Matrix *m, Node *row, Node *column)
{
    return in_matrix(em, m->name, row, m->row, column, m->column);
}

static Node *below(Node *index, Node *end)
{
    return binary_node("<", index, end);
}

// "x_slice"; "x_slices" if it has several stages.
const char *slice_array(Emitter *em, int use)
{
    const struct LocalUse *u = &lanes(em)->uses[use];
    return text("%s_%s%s", base_name(em, u->of), u->name, lanes(em)->stages > 1 ? "s" : "");
}

// ---- A side of the product ------------------------------------------------------------------------------------------

typedef struct {                // a dim of the product, as the group processes it
    const char *name;           // of an index within the part
    Node *begin;                // where the current part begins; 0: there is only one
    long long count;            // the extent of a part
    Node *all;                  // the extent, as the user wrote it
    bool fits;                  // no part extends past it
    Node *lane;                 // the lane's index within the part, while it multiplies
    bool lane_fits;             // that index is always in the part
} Extent;

typedef struct {
    DotSchedule s;
    long long stages;
    Extent rows, columns, depth;
    const char *counter;        // of loops over slices and tiles
} Tiles;

typedef struct {                // the fields of a pl_side
    const char *at, *from, *name, *memory, *overs, *to, *of, *inside, *whole, *inside_array, *outside, *size;
    const char *lines, *line, *pitch, *stride, *index, *in_line, *piece, *begin;       // by lines
} Side;

static const Side direct = { "", "direct", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "" };

// The lane's index in a slice that is copied by rows of lanes, and the loop over it; "": one element per lane.
typedef struct { Node *index; const char *overs; } Dim;

static Dim slice_dim(const Extent *p, bool by_rows, const Lanes *l, const char *counter)
{
    if (p->count == (by_rows ? l->rows : l->columns))
        return (Dim){ word_node(by_rows ? "pl_row" : "pl_column"), "" };
    Distribution how = by_rows ? CYCLIC_ROWS : CYCLIC_COLUMNS;
    return (Dim){ word_node(p->name), over_of(p->name, text("%lld", p->count), how, false, counter) };
}

// Returns index, but at most last. Past the end the last element is read, and its product is not stored.
static Node *at_most(bool fits, Node *index, Node *last)
{
    return fits ? index : choice_node(below(index, last), index, last);
}

static Node *in_slice(const Extent *p)
{
    return at_most(p->lane_fits, p->lane, literal_node(p->count - 1));
}

static Node *in_operand(const Extent *p)
{
    return at_most(p->lane_fits, sum_node("+", p->begin, p->lane), sum_node("-", p->all, literal_node(1)));
}

static const char *slice_element(Emitter *em, const char *name, const DotSide *d, Node *row, Node *column)
{
    return in_matrix(em, name, d->turned ? column : row, literal_node(d->pitch), d->turned ? row : column, literal_node(1));
}

// Adds the mask of a masked window; inside: other conditions under which the element is copied.
static void mask(Emitter *em, Side *side, const Matrix *m, const Operand *o, Node *inside, Node *const *at)
{
    bool transposed = m->node->kind == ND_TRANSPOSE;
    Node *in_block[] = { at[transposed], at[!transposed] };
    side->inside_array = printed_mask(em, and_node(inside, mask_of(em->plan, lanes(em), block_of(m->node), in_block)));
    em->masks = true;
    side->whole = text("%s_whole", layout_of(em, o->ref)->base);
    side->outside = edge_text(em, o);
    em->masks = false;
}

static Node *inside_part(const Extent *p, Node *at)
{
    return p->fits ? NULL : below(at, p->all);
}

// Sets what copies a slice.
static void set_copies(Emitter *em, Side *side, const Matrix *m, const DotSide *d, const Extent *rows, const Extent *columns,
                       const char *counter)
{
    Dim r = { word_node(rows->name), "" }, c = { word_node(columns->name), "" };
    if (!d->by_lines) {
        r = slice_dim(rows, !d->by_columns, lanes(em), counter);
        c = slice_dim(columns, d->by_columns, lanes(em), counter);
    }
    Node *at[2] = { sum_node("+", rows->begin, r.index), sum_node("+", columns->begin, c.index) };
    Node *inside = and_node(inside_part(rows, at[0]), inside_part(columns, at[1]));
    side->from = "sliced";
    side->name = text("%s_%s", base_name(em, block_of(m->node)), d->name);
    side->memory = d->named_apart || lanes(em)->stages > 1 ? slice_array(em, d->use) : "";
    side->overs = d->by_columns ? text("%s%s", c.overs, r.overs) : text("%s%s", r.overs, c.overs);
    side->to = slice_element(em, side->name, d, r.index, c.index);
    side->of = element_at(em, m, at[0], at[1]);
    side->inside = printed_condition(em, inside);
    if (d->masked)
        mask(em, side, m, d->masked, inside, at);
}

static const char *side_fact(Emitter *em, const Matrix *m, const Side *s)
{
    return fact("side",
                "ref=«%s», type=%s, row=«%s», column=«%s», form=%s, at=«%s», from=%s, slice=«%s», memory=«%s», "
                "overs=«%s», to=«%s», of=«%s», inside=«%s», whole=«%s», inside_array=«%s», outside=«%s», size=%s, "
                "lines=%s, line=%s, pitch=«%s», stride=«%s», index=%s, in_line=%s, piece=%s, begin=«%s»",
                m->name, m->type, printed_factor(em, m->row), printed_factor(em, m->column), m->form, s->at, s->from,
                s->name, s->memory, s->overs, s->to, s->of, s->inside, s->whole, s->inside_array, s->outside, s->size,
                s->lines, s->line, s->pitch, s->stride, s->index, s->in_line, s->piece, s->begin);
}

static const char *element_side(Emitter *em, const Matrix *m, Node *row, Node *column)
{
    Side side = direct;
    side.at = element_at(em, m, row, column);
    return side_fact(em, m, &side);
}

static const char *number_if(bool wanted, long long number)
{
    return wanted ? text("%lld", number) : "";
}

static const char *printed_if(Emitter *em, Node *offset)
{
    return is_literal(offset, 0) ? "" : printed(em, offset);
}

static const char *tiles_side(Emitter *em, const Tiles *t, const Matrix *m, bool second)
{
    const DotSide *d = second ? &t->s.y : &t->s.x;
    const Extent *rows = second ? &t->depth : &t->rows, *columns = second ? &t->columns : &t->depth;
    Side side = direct;
    if (d->sliced)
        set_copies(em, &side, m, d, rows, columns, t->counter);
    side.size = number_if(t->stages > 1, d->sliced ? lanes(em)->uses[d->use].elements : 0);
    if (!t->s.mma)
        side.at = d->sliced ? slice_element(em, side.name, d, in_slice(rows), in_slice(columns))
                            : element_at(em, m, in_operand(rows), in_operand(columns));
    else if (!d->sliced)
        side.begin = printed_if(em, sum_node("+", product_node(rows->begin, m->row), product_node(columns->begin, m->column)));
    if (!d->by_lines)
        return side_fact(em, m, &side);
    side.lines = text("%lld", d->lines);
    side.line = text("%lld", d->line);
    side.stride = printed_factor(em, d->turned ? m->column : m->row);
    side.pitch = d->sliced ? text("%lld", d->pitch) : side.stride;
    side.index = d->turned ? columns->name : rows->name;
    side.in_line = d->turned ? rows->name : columns->name;
    side.piece = d->piece > 1 ? text("%lld", d->piece) : "";
    return side_fact(em, m, &side);
}

static Node *part_begin(const char *name, long long all, long long count)
{
    return all > count ? word_node(name) : literal_node(0);
}

static Tiles tiles_of(Emitter *em, const Node *n, const Matrix *m)
{
    const Lanes *l = lanes(em);
    const DotSchedule *s = schedule_of(l, n);
    bool narrow = has_int_offsets(em->plan, block_of(n->a)) && has_int_offsets(em->plan, block_of(n->b)) &&
                  has_int_offsets(em->plan, block_of(n->c));
    bool rows_fit = s->rows == s->height || s->rows_fit, columns_fit = s->columns == s->width || s->columns_fit;
    Node *j = word_node("pl_j"), *run = literal_node(l->run), *top = part_begin("pl_top", s->rows, s->height);
    Node *left = part_begin("pl_left", s->columns, s->width), *deep = part_begin("pl_deep", s->depth, s->slice);
    Node *row = sum_node("+", word_node("pl_row"), product_node(word_node("pl_i"), literal_node(l->rows)));
    Node *column = sum_node("+", product_node(word_node("pl_column"), run),
                            product_node(l->run == 1 ? j : binary_node("/", j, run), literal_node(l->columns * l->run)));
    if (l->run > 1)
        column = sum_node("+", column, binary_node("%", j, run));
    Tiles t = {
        .s = *s, .stages = stages_of(l, s), .counter = narrow ? "int" : "long",
        .rows = { "pl_r", top, s->height, m[0].rows, rows_fit, row, s->rows_fit },
        .columns = { "pl_c", left, s->width, m[0].columns, columns_fit, column, s->columns_fit },
        .depth = { "pl_k", deep, s->slice, m[1].columns, s->slices_fit, word_node("pl_k"), true },
    };
    return t;
}

// Returns "p += q · kᵀ"; nothing if the user's comment on the statement is the same.
static const char *title_of(const Emitter *em, const Matrix *m, bool from_zero)
{
    const char *title = text("%s %s %s%s · %s%s", m[0].name, from_zero ? "=" : "+=", m[1].name,
                             is_text(m[1].form, "plain") ? "" : "ᵀ", m[2].name, is_text(m[2].form, "plain") ? "" : "ᵀ");
    return is_text(em->comment, text("// %s", unmarked(title))) ? "" : title;
}

// ---- The fact -------------------------------------------------------------------------------------------------------

static const char all_fields[] =
    "panel=«%s», rows=«%s», columns=«%s», depth=«%s», z=«%s», z_type=%s, z_row=«%s», z_column=«%s», x=«%s», y=«%s», "
    "precision=«%s», lanes=%s, overs=«%s», title=«%s», z_at=«%s», tile_rows=%s, tile_columns=%s, sums=%s, z_inside=«%s», "
    "height=%s, width=%s, slice=%s, deep=%s, last_slice=«%s», copied=%s, used=%s, mma=%s, stages=%s, axis=«%s», steps=%s, "
    "counter=%s";

#define OF_ALL(n, panel, m, x, y)                                                                                      \
    panel, printed_summand(em, m[0].rows), printed_summand(em, m[0].columns), printed_summand(em, m[1].columns),       \
        m[0].name, m[0].type, printed_factor(em, m[0].row), printed_factor(em, m[0].column), x, y, (n)->op ? (n)->op : ""

static const char *sequential_axis(const Plan *plan)
{
    int a = 0;
    while (plan->axes[a].parallel)
        a++;
    return plan->axes[a].axis->symbol->name;
}

static const char *by_tiles(Emitter *em, const Step *step, const char *panel, const Matrix *m)
{
    const Node *n = step->node;
    Tiles t = tiles_of(em, n, m);
    const DotSchedule *s = &t.s;
    Node *row = sum_node("+", t.rows.begin, t.rows.lane), *column = sum_node("+", t.columns.begin, t.columns.lane);
    Node *slice = literal_node(s->slice), *remaining = sum_node("-", t.depth.all, t.depth.begin);
    Node *inside = and_node(s->rows_fit ? NULL : below(row, t.rows.all), s->columns_fit ? NULL : below(column, t.columns.all));
    bool across = lanes(em)->across == n;
    return fact_fields(
        "dot", all_fields, OF_ALL(n, panel, m, tiles_side(em, &t, &m[1], false), tiles_side(em, &t, &m[2], true)), "tiles", "",
        title_of(em, m, s->from_zero),
        s->in_registers ? text("%s[pl_i][pl_j]", m[0].name) : element_at(em, &m[0], row, column),
        text("%lld", s->tile_rows), text("%lld", s->tile_columns),
        s->in_registers ? "registers"
        : s->from_zero  ? "zero"
                        : "loaded",
        printed_condition(em, inside), number_if(s->rows > s->height, s->height), number_if(s->columns > s->width, s->width),
        printed(em, slice), s->slices > 1 ? "yes" : "",
        s->slices_fit ? "" : printed(em, choice_node(below(remaining, slice), remaining, slice)),
        s->sliced ? ordered_name(step->within) : "", s->sliced && may_read_at_end(lanes(em), s) ? "local" : "", s->mma ? m[1].type : "",
        number_if(t.stages > 1, t.stages), across ? sequential_axis(em->plan) : "", number_if(across, s->slices), t.counter);
}

// Returns the fact for sizes known only at run time, or for a single lane. Each lane computes its elements one by one.
static const char *by_elements(Emitter *em, const Step *step, const char *panel, const Matrix *m)
{
    const Node *n = step->node;
    bool group = step->sharing == BY_GROUP;
    Node *r = word_node("pl_r"), *c = word_node("pl_c"), *l = word_node("pl_l");
    bool runs = group && lanes(em)->run > 1;
    const char *rows = printed_summand(em, m[0].rows), *columns = printed_summand(em, m[0].columns);
    const char *overs = text("%s%s", over_of("pl_r", rows, group ? CYCLIC_ROWS : NOT_DISTRIBUTED, false, "long"),
                             over_of("pl_c", columns, group ? CYCLIC_COLUMNS : NOT_DISTRIBUTED, runs, "long"));
    const char *x = element_side(em, &m[1], r, l), *y = element_side(em, &m[2], l, c);
    return fact_fields("dot", all_fields, OF_ALL(n, panel, m, x, y), group ? "group" : "lane", overs,
                       title_of(em, m, false), element_at(em, &m[0], r, c), "", "", "", "", "", "", "", "", "", "", "", "",
                       "", "", "", "long");
}

void put_dot(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    Matrix all[] = { matrix(em, n->a), matrix(em, n->b), matrix(em, n->c) };
    const char *panel = buffer_name(em, n->a->symbol, "panel");
    bool tiles = s->dot, within = em->offsets;
    em->offsets |= tiles;                               // tiles have known sizes; only lanes use other names
    const char *dot = tiles ? by_tiles(em, s, panel, all) : by_elements(em, s, panel, all);
    em->offsets = within;
    em->buffers = text("%spl_dot_buffer(%s)\n", em->buffers, dot);
    if (tiles && lanes(em)->across == n)
        em->ahead = text("pl_dot_ahead(%s)", dot);
    put(em, "»pl_dot(%s)«\n", dot);
}
