// schedule/operands.c -- the operands of a PL_DOT, and their elements.

#include "schedule/dot.h"

static const Lanes *lanes(const Product *p) { return p->at->group->lanes; }

// ---- The operands ---------------------------------------------------------------------------------------------------

static Side side_of(const Around *at, const Node *operand, const DotSide *plan)
{
    const Symbol *ref = block_of(operand);
    bool t = operand->kind == ND_TRANSPOSE;
    if (!ref || ref->rank != 2)
        INTERNAL("PL_DOT of something that is not a matrix");
    const Layout *l = layout_of(at->group->plan, ref);
    Node *row = expression(at, l->strides[t]), *column = expression(at, l->strides[!t]);
    return (Side){ .ref = ref, .plan = plan, .transposed = t, .row = { .extent = ref->dims[t], .stride = row },
                   .column = { .extent = ref->dims[!t], .stride = column } };
}

static void find_slice(const Product *p, Side *s)
{
    const LocalMemory *local = &lanes(p)->local;
    if (!s->plan->sliced)
        return;
    s->slice = text("%s_%s", base_of(p->at->group->plan, s->ref), s->plan->name);
    s->memory = s->plan->named_apart || local->stages > 1 ? local->uses[s->plan->use].array : NULL;
    s->stage = local->uses[s->plan->use].elements;
    s->fetched = s->plan->transposes ? local->uses[s->plan->fetched_use].array : NULL;
}

Product product_by_elements(const Around *at, const Step *step)
{
    static const DotSchedule by_elements = { 0 };
    const DotSchedule *s = step->dot ? step->dot : &by_elements;
    const Node *n = step->node;
    Product p = { .at = at, .step = step, .plan = s, .z = side_of(at, n->a, NULL), .x = side_of(at, n->b, &s->x),
                  .y = side_of(at, n->c, &s->y), .counter = s->narrow ? &int_type : &long_type, .deep = s->slices > 1 };
    p.sum = sum_type(p.z.ref->type);
    p.stages = step->dot ? stages_of(lanes(&p), s) : 1;
    p.across = step->dot && lanes(&p)->local.across == n;
    return p;
}

// The column of a lane's element, in the part.
static Node *own_column(const LaneGroup *l, Node *j)
{
    Node *column = word_node(column_name(l)), *run = literal_node(l->run);
    if (!l->tiled || l->run == 1)
        return sum_node("+", column, product_node(j, literal_node(l->columns)));
    Node *runs = binary_node("*", binary_node("/", j, run), literal_node((long long)l->columns * l->run));
    return sum_node("+", sum_node("+", binary_node("*", column, run), runs), binary_node("%", j, run));
}

static Node *word_if(bool wanted, const char *word)
{
    return wanted ? word_node(word) : literal_node(0);
}

Product product_by_tiles(const Around *at, const Step *step)
{
    Product p = product_by_elements(at, step);
    const DotSchedule *s = p.plan;
    const LaneGroup *l = &lanes(&p)->group;
    bool top = s->rows > s->height, left = s->columns > s->width;
    Span rows = { .name = "pl_r", .begin = word_if(top, "pl_top"), .count = s->height, .passes = !s->rows_fit };
    Span columns = { .name = "pl_c", .begin = word_if(left, "pl_left"), .count = s->width, .passes = !s->columns_fit };
    Span depth = { .name = "pl_k", .begin = word_if(p.deep, "pl_deep"), .count = s->slice, .own = word_node("pl_k") };
    rows.own = sum_node("+", word_node("pl_row"), product_node(number_to("pl_i", s->tile_rows), literal_node(lane_step(l, CYCLIC_ROWS))));
    rows.end = top && rows.passes ? p.z.row.extent : NULL;
    columns.own = own_column(l, number_to("pl_j", s->tile_columns));
    columns.end = left && columns.passes ? p.z.column.extent : NULL;
    depth.end = s->slices_fit ? NULL : p.x.column.extent;
    Span *const spans[] = { &p.z.row, &p.z.column, &p.x.row, &p.x.column, &p.y.row, &p.y.column };
    const Span *const of[] = { &rows, &columns, &rows, &depth, &depth, &columns };
    for (int i = 0; i < 6; i++) {
        Span span = *of[i];
        span.extent = spans[i]->extent, span.stride = spans[i]->stride;
        *spans[i] = span;
    }
    find_slice(&p, &p.x);
    find_slice(&p, &p.y);
    return p;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

Node *element_in(const Side *s, Node *row, Node *column)
{
    Node *n = element_at(s->ref->name, sum_node("+", product_node(row, s->row.stride), product_node(column, s->column.stride)));
    n->a = access_node(s->ref, (Node *[]){ s->transposed ? column : row, s->transposed ? row : column });
    return n;
}

Node *element_of_slice(const Side *s, Node *row, Node *column)
{
    bool turned = s->transposed && s->plan->by_lines;
    Node *line = turned ? column : row, *element = turned ? row : column;
    return element_at(s->slice, sum_node("+", product_node(line, literal_node(s->plan->pitch)), element));
}

Node *widened(const Product *p, const Type *type, Node *value)
{
    if (type_is_small_float(type))
        return call_on(text("pl_f32_of_%s", type_code(type)), value);
    return p->sum->kind == type->kind ? value : cast_to(p->sum, value);
}

const char *name_of_sums(const Product *p)
{
    return p->plan->in_registers ? p->z.ref->name : "pl_sum";
}
