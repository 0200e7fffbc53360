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

// ---- Names of slices ------------------------------------------------------------------------------------------------
//
// A slice is named after its operand: q_slice. Slices of the same kind share an array, which is named after the first.

static const char *candidate(Emitter *em, const Symbol *of, bool second, const Type *type, int attempt)
{
    return text("%s_%s%s%s", base_name(em, of),
                attempt == 0 ? ""
                : second     ? "right_"
                             : "left_",
                attempt < 2 ? "" : text("%s_", type_code(type)), "slice");
}

static const char *first_slice(Emitter *em, int use);

static bool is_array(Emitter *em, const char *name, int before)
{
    for (int i = 0; i < before; i++)
        if (lanes(em)->uses[i].of && is_text(first_slice(em, i), name))
            return true;
    return false;
}

static const char *free_name(Emitter *em, const Symbol *of, bool second, const Type *type, int before, const char *other)
{
    int attempt = 0;
    while (attempt < 2 && (is_array(em, candidate(em, of, second, type, attempt), before) ||
                           is_text(candidate(em, of, second, type, attempt), other)))
        attempt++;
    return candidate(em, of, second, type, attempt);
}

static const char *first_slice(Emitter *em, int use)
{
    const struct LocalUse *u = &lanes(em)->uses[use];
    return free_name(em, u->of, is_text(u->what, "y_slice"), u->type, use, "");
}

// "x_slice"; "x_slices" if it has several stages.
const char *slice_array(Emitter *em, int use)
{
    return text("%s%s", first_slice(em, use), lanes(em)->stages > 1 ? "s" : "");
}

typedef struct { const char *name, *array; long long elements; } SliceName;      // elements: of one stage

static SliceName slice_name(Emitter *em, const Node *operand, bool second, const Type *type, bool narrow, const char *other)
{
    const Lanes *l = lanes(em);
    for (int i = 0; i < l->use_count; i++) {
        const struct LocalUse *u = &l->uses[i];
        if (!u->of || u->narrow != narrow || !is_text(u->what, second ? "y_slice" : "x_slice") ||
            u->type->kind != type->kind || u->type->record != type->record)
            continue;
        const char *name = u->of == block_of(operand) ? first_slice(em, i)
                                                      : free_name(em, block_of(operand), second, type, l->use_count, other);
        return (SliceName){ name, slice_array(em, i), u->elements };
    }
    INTERNAL("a slice that lies nowhere");
}

// ---- A slice --------------------------------------------------------------------------------------------------------
//
// Neighboring lanes copy elements that are adjacent in the operand: along its columns if those are contiguous.

typedef struct {
    const char *from, *name, *memory, *overs, *to, *of, *inside, *whole, *inside_array, *outside, *at;
    const char *lines, *line, *pitch, *stride, *index, *in_line;       // for matrix instructions
} Side;

// One dim of a slice: the lane's index in the slice and in the operand, and the loop over it; "": one element per lane.
typedef struct { Node *index, *at; const char *overs; } Dim;

static Dim slice_dim(const char *name, Node *before, long long count, int lane_count, const char *lane, Distribution how,
                     const char *counter)
{
    bool needs_no_loop = count == lane_count;
    Node *index = word_node(needs_no_loop ? lane : name);
    return (Dim){ index, sum_node("+", before, index),
                  needs_no_loop ? "" : over_of(name, text("%lld", count), how, counter) };
}

// Adds the mask of a masked window; inside: other conditions under which the element is copied.
static void mask(Emitter *em, Side *side, const Matrix *m, Node *inside, Node *const *at)
{
    const Operand *o = operand_of(em->plan, block_of(m->node));
    if (!o || window_placement(lanes(em), o) != WINDOW_MASKED)
        return;
    bool transposed = m->node->kind == ND_TRANSPOSE;
    Node *in_window[] = { at[transposed], at[!transposed] }, *in_array = and_node(inside, mask_of(em->plan, o->ref, in_window));
    side->inside_array = printed_mask(em, in_array);
    em->masks = true;
    side->whole = text("%s_whole", layout_of(em, o->ref)->base);
    side->outside = edge_text(em, o);
    em->masks = false;
}

static const Side direct = { "direct", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "" };

static Side slice(Emitter *em, const Matrix *m, Dim row, Dim column, bool by_rows, SliceName name, Node *pitch, Node *inside)
{
    Side s = direct;
    Node *at[2] = { row.at, column.at };
    s.from = "sliced";
    s.name = name.name;
    s.memory = is_text(name.name, name.array) ? "" : name.array;
    s.overs = by_rows ? text("%s%s", row.overs, column.overs) : text("%s%s", column.overs, row.overs);
    s.to = in_matrix(em, name.name, row.index, pitch, column.index, literal_node(1));
    s.of = element_at(em, m, row.at, column.at);
    s.inside = printed_condition(em, inside);
    mask(em, &s, m, inside, at);
    return s;
}

// ---- By tiles -------------------------------------------------------------------------------------------------------

typedef struct {
    DotSchedule s;
    const Matrix *z, *x, *y;
    Node *top, *left, *deep;                // where the current tile begins in z, and the slice in the depth; 0: only one
    Node *row, *column;                     // the lane's element in the tile
    Node *k;                                // the index of the sum, in a slice
    Node *rows, *columns, *depth;           // the extents, as the user wrote them
    SliceName x_name, y_name;
    const char *counter;                    // of loops over slices and tiles
} Tiles;

static Dim by_rows(Emitter *em, const Tiles *t, const char *name, Node *before, long long count)
{
    return slice_dim(name, before, count, lanes(em)->rows, "pl_row", CYCLIC_ROWS, t->counter);
}

static Dim by_columns(Emitter *em, const Tiles *t, const char *name, Node *before, long long count)
{
    return slice_dim(name, before, count, lanes(em)->columns, "pl_column", CYCLIC_COLUMNS, t->counter);
}

// Returns index, but at most last. Past the end the last element is read, and its product is not stored.
static Node *at_most(bool fits, Node *index, Node *last)
{
    return fits ? index : choice_node(below(index, last), index, last);
}

// Returns the side of a PL_DOT by matrix instructions: lines that are contiguous in memory. from_line: to the next one.
static Side lines(Emitter *em, const Matrix *m, const char *row, Node *from_row, const char *column, Node *from_column,
                  SliceName name, long long rows, long long columns, long long from_line)
{
    bool transposed = m->node->kind == ND_TRANSPOSE;
    Node *down = word_node(row), *across = word_node(column), *pitch = literal_node(from_line);
    Dim r = { down, sum_node("+", from_row, down), "" }, c = { across, sum_node("+", from_column, across), "" };
    Side s = slice(em, m, r, c, true, name, pitch, NULL);
    s.lines = text("%lld", transposed ? columns : rows);
    s.line = text("%lld", transposed ? rows : columns);
    s.pitch = printed(em, pitch);
    s.stride = printed_factor(em, transposed ? m->column : m->row);
    s.to = in_matrix(em, name.name, transposed ? across : down, pitch, transposed ? down : across, literal_node(1));
    s.index = transposed ? column : row;
    s.in_line = transposed ? row : column;
    return s;
}

static Node *depth_inside(const Tiles *t, Dim k)
{
    return t->s.slices_fit ? NULL : below(k.at, t->depth);
}

static Side x_side(Emitter *em, const Tiles *t)
{
    const DotSchedule *s = &t->s;
    Side side = direct;
    if (s->mma) {
        side = lines(em, t->x, "pl_r", t->top, "pl_k", t->deep, t->x_name, s->height, s->slice, s->x_pitch);
    } else if (s->x_sliced) {
        bool columns_close = is_literal(t->x->row, 1);   // then neighbors in memory are neighbors in a column
        Dim r = columns_close ? by_columns(em, t, "pl_r", t->top, s->height) : by_rows(em, t, "pl_r", t->top, s->height);
        Dim k = columns_close ? by_rows(em, t, "pl_k", t->deep, s->slice) : by_columns(em, t, "pl_k", t->deep, s->slice);
        Node *pitch = literal_node(s->x_pitch), *rows_inside = s->rows == s->height || s->rows_fit ? NULL : below(r.at, t->rows);
        side = slice(em, t->x, r, k, !columns_close, t->x_name, pitch, and_node(rows_inside, depth_inside(t, k)));
        side.at = in_matrix(em, t->x_name.name, at_most(s->rows_fit, t->row, literal_node(s->height - 1)), pitch, t->k,
                            literal_node(1));
    } else
        side.at = element_at(em, t->x, at_most(s->rows_fit, sum_node("+", t->top, t->row), sum_node("-", t->rows, literal_node(1))),
                             sum_node("+", t->deep, t->k));
    return side;
}

static Side y_side(Emitter *em, const Tiles *t)
{
    const DotSchedule *s = &t->s;
    Side side = direct;
    if (s->mma) {
        side = lines(em, t->y, "pl_k", t->deep, "pl_c", t->left, t->y_name, s->slice, s->width, s->y_pitch);
    } else if (s->y_sliced) {
        bool columns_close = is_literal(t->y->row, 1);
        Dim k = columns_close ? by_columns(em, t, "pl_k", t->deep, s->slice) : by_rows(em, t, "pl_k", t->deep, s->slice);
        Dim c = columns_close ? by_rows(em, t, "pl_c", t->left, s->width) : by_columns(em, t, "pl_c", t->left, s->width);
        Node *pitch = literal_node(s->y_pitch),
             *columns_inside = s->columns == s->width || s->columns_fit ? NULL : below(c.at, t->columns);
        side = slice(em, t->y, k, c, !columns_close, t->y_name, pitch, and_node(columns_inside, depth_inside(t, k)));
        side.at = in_matrix(em, t->y_name.name, t->k, pitch,
                            at_most(s->columns_fit, t->column, literal_node(s->width - 1)), literal_node(1));
    } else
        side.at = element_at(
            em, t->y, sum_node("+", t->deep, t->k),
            at_most(s->columns_fit, sum_node("+", t->left, t->column), sum_node("-", t->columns, literal_node(1))));
    return side;
}

static Tiles tiles_of(Emitter *em, const Node *n, const Matrix *m)
{
    const Lanes *l = lanes(em);
    Tiles t = { .s = *schedule_of(l, n), .z = &m[0], .x = &m[1], .y = &m[2], .rows = m[0].rows, .columns = m[0].columns,
                .depth = m[1].columns, .k = word_node("pl_k") };
    bool narrow = has_int_offsets(em->plan, block_of(n->a)) && has_int_offsets(em->plan, block_of(n->b)) &&
                  has_int_offsets(em->plan, block_of(n->c));
    t.counter = narrow ? "int" : "long";
    t.top = t.s.rows > t.s.height ? word_node("pl_top") : literal_node(0);
    t.left = t.s.columns > t.s.width ? word_node("pl_left") : literal_node(0);
    t.deep = t.s.depth > t.s.slice ? word_node("pl_deep") : literal_node(0);
    const Type *type = t.s.mma ? block_of(n->b)->type : n->a->symbol->type;
    if (t.s.x_sliced)
        t.x_name = slice_name(em, n->b, false, type, t.s.mma, "");
    if (t.s.y_sliced)
        t.y_name = slice_name(em, n->c, true, type, t.s.mma, t.s.x_sliced ? t.x_name.name : "");
    Node *j = word_node("pl_j"), *run = literal_node(l->run), *column = product_node(word_node("pl_column"), run);
    t.row = sum_node("+", word_node("pl_row"), product_node(word_node("pl_i"), literal_node(l->rows)));
    t.column = sum_node("+", column, product_node(l->run == 1 ? j : binary_node("/", j, run), literal_node(l->columns * l->run)));
    if (l->run > 1)
        t.column = sum_node("+", t.column, binary_node("%", j, run));
    return t;
}

static const char *number_if(bool wanted, long long number)
{
    return wanted ? text("%lld", number) : "";
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
    "panel=«%s», rows=«%s», columns=«%s», depth=«%s», z=«%s», z_type=%s, z_row=«%s», z_column=«%s», z_form=%s, "
    "x=«%s», x_type=%s, x_row=«%s», x_column=«%s», x_form=%s, y=«%s», y_type=%s, y_row=«%s», y_column=«%s», y_form=%s, "
    "precision=«%s», lanes=%s, overs=«%s», title=«%s», z_at=«%s», x_at=«%s», y_at=«%s», "
    "tile_rows=%s, tile_columns=%s, sums=%s, z_inside=«%s», height=%s, width=%s, slice=%s, deep=%s, last_slice=«%s», "
    "x_from=%s, x_slice=«%s», x_memory=«%s», x_overs=«%s», x_to=«%s», x_of=«%s», x_inside=«%s», x_whole=«%s», "
    "x_inside_array=«%s», x_outside=«%s», "
    "y_from=%s, y_slice=«%s», y_memory=«%s», y_overs=«%s», y_to=«%s», y_of=«%s», y_inside=«%s», y_whole=«%s», "
    "y_inside_array=«%s», y_outside=«%s», "
    "copied=%s, used=%s, mma=%s, x_lines=%s, x_line=%s, x_pitch=%s, x_stride=«%s», x_index=%s, x_in_line=%s, "
    "y_lines=%s, y_line=%s, y_pitch=%s, y_stride=«%s», y_index=%s, y_in_line=%s, stages=%s, x_size=%s, y_size=%s, "
    "axis=«%s», steps=%s, counter=%s";

#define MATRIX(m) (m).name, (m).type, printed_factor(em, (m).row), printed_factor(em, (m).column), (m).form
#define SIDE(s) (s).from, (s).name, (s).memory, (s).overs, (s).to, (s).of, (s).inside, (s).whole, (s).inside_array, (s).outside
#define LINES(s) (s).lines, (s).line, (s).pitch, (s).stride, (s).index, (s).in_line
#define OF_ALL(n, panel, m)                                                                                            \
    panel, printed_summand(em, m[0].rows), printed_summand(em, m[0].columns), printed_summand(em, m[1].columns),       \
        MATRIX(m[0]), MATRIX(m[1]), MATRIX(m[2]), (n)->op ? (n)->op : ""

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
    Side x = x_side(em, &t), y = y_side(em, &t);
    Node *row = sum_node("+", t.top, t.row), *column = sum_node("+", t.left, t.column), *slice = literal_node(s->slice);
    Node *remaining = sum_node("-", t.depth, t.deep);
    long long stages = stages_of(lanes(em), s);
    bool ahead = stages > 1;
    bool deep = s->depth > s->slice, sliced = s->x_sliced || s->y_sliced;
    return fact_fields(
        "dot", all_fields, OF_ALL(n, panel, m), "tiles", "", title_of(em, m, s->from_zero),
        s->in_registers ? text("%s[pl_i][pl_j]", m[0].name) : element_at(em, &m[0], row, column), x.at, y.at,
        text("%lld", s->tile_rows), text("%lld", s->tile_columns),
        s->in_registers ? "registers"
        : s->from_zero  ? "zero"
                        : "loaded",
        printed_condition(
            em, and_node(s->rows_fit ? NULL : below(row, t.rows), s->columns_fit ? NULL : below(column, t.columns))),
        number_if(s->rows > s->height, s->height), number_if(s->columns > s->width, s->width), printed(em, slice),
        deep ? "yes" : "", s->slices_fit ? "" : printed(em, choice_node(below(remaining, slice), remaining, slice)), SIDE(x),
        SIDE(y), sliced ? ordered_name(step->within) : "", sliced && may_read_at_end(lanes(em), s) ? "local" : "",
        s->mma ? m[1].type : "", LINES(x), LINES(y), ahead ? text("%lld", stages) : "",
        ahead ? text("%lld", t.x_name.elements) : "", ahead ? text("%lld", t.y_name.elements) : "",
        lanes(em)->across == n ? sequential_axis(em->plan) : "", number_if(lanes(em)->across == n, s->slices), t.counter);
}

// Returns the fact for sizes known only at run time, or for a single lane. Each lane computes its elements one by one.
static const char *by_elements(Emitter *em, const Node *n, const char *panel, const Matrix *m)
{
    bool group = lanes(em) && !em->loop_count;
    Node *r = word_node("pl_r"), *c = word_node("pl_c"), *l = word_node("pl_l");
    const char *overs = text("%s%s", over_of("pl_r", printed_summand(em, m[0].rows), group ? CYCLIC_ROWS : NOT_DISTRIBUTED, "long"),
                             over_of("pl_c", printed_summand(em, m[0].columns), group ? CYCLIC_COLUMNS : NOT_DISTRIBUTED, "long"));
    return fact_fields("dot", all_fields, OF_ALL(n, panel, m), group ? "group" : "lane", overs, title_of(em, m, false),
                       element_at(em, &m[0], r, c), element_at(em, &m[1], r, l), element_at(em, &m[2], l, c), "", "",
                       "", "", "", "", "", "", "", SIDE(direct), SIDE(direct), "", "", "", LINES(direct), LINES(direct),
                       "", "", "", "", "", "long");
}

void put_dot(Emitter *em, const Step *s)
{
    const Node *n = s->node;
    Matrix all[] = { matrix(em, n->a), matrix(em, n->b), matrix(em, n->c) };
    const char *panel = buffer_name(em, n->a->symbol, "panel");
    bool tiles = s->dot, within = em->offsets;
    em->offsets |= tiles;                               // tiles have known sizes; only lanes use other names
    const char *dot = tiles ? by_tiles(em, s, panel, all) : by_elements(em, n, panel, all);
    em->offsets = within;
    em->buffers = text("%spl_dot_buffer(%s)\n", em->buffers, dot);
    if (tiles && lanes(em)->across == n)
        em->ahead = text("pl_dot_ahead(%s)", dot);
    put(em, "»pl_dot(%s)«\n", dot);
}
