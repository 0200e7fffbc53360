// plan/pieces.c -- how lanes share the copy of a window in memory, and how many neighbors of a row a lane copies at once.
//
// If rows of the copy and of the array begin at multiples of a piece, of up to 16 bytes, lanes copy pieces. The kernel
// checks that where it is not known; if it is false, and where the window extends past its array, lanes copy elements.
//
// Pieces are numbered over the whole block, and lanes share the numbers. Loops over dims give a lane the elements of its
// row and column. If the block has more dims, or some lanes would copy nothing, elements are numbered, too.

#include "plan/plan.h"

static const WindowDim *row_of(const Operand *o)
{
    return &o->dims[o->rank - 1];
}

// Why no piece has so many bytes, which are a multiple of an element's; NULL: pieces may have them.
static const char *why_smaller(const struct WindowPlacement *k, long long bytes)
{
    const Operand *o = k->operand;
    const WindowDim *w = row_of(o);
    long long size = type_size(o->ref->type), row = o->ref->dims[o->ref->rank - 1]->value, piece = bytes / size;
    if (row % piece)
        return text("its rows have %lld bytes", row * size);
    if (k->gap.elements % piece)
        return text("its rows are padded by %lld element%s", k->gap.elements, k->gap.elements == 1 ? "" : "s");
    if (w->kind == WINDOW_ELEMENT && !(w->low->known && w->low->value % piece == 0))
        return "its window begins between two multiples of that";
    if (o->rank > 1 && w->shape->known && w->shape->value % piece)
        return text("the rows of its array have %lld bytes", w->shape->value * size);
    return NULL;
}

// Asynchronous copies move bytes; others are vectors of elements.
static bool has_pieces(const Type *type, const Machine *m)
{
    return m->copy_bytes % type_size(type) == 0 && (m->async_bytes || (type->kind != TY_STRUCT && type->kind != TY_BOOL));
}

// Chooses the largest piece of several elements.
static void choose_piece(struct WindowPlacement *k, const Machine *m)
{
    const Operand *o = k->operand;
    long long size = type_size(o->ref->type), least = 2 * size > m->async_bytes ? 2 * size : m->async_bytes;
    k->smaller = row_of(o)->dim != o->ref->rank - 1 ? "its rows are not contiguous"
                 : !has_pieces(o->ref->type, m)     ? text("its elements have type %s", bare_type_name(o->ref->type)) : NULL;
    if (k->smaller)
        return;
    for (long long bytes = m->copy_bytes; bytes >= least && k->piece == 1; bytes /= 2) {
        const char *why = why_smaller(k, bytes);
        k->smaller = why && !k->smaller ? why : k->smaller;
        k->piece = why ? 1 : bytes / size;
    }
}

static long long piece_bytes(const struct WindowPlacement *k)
{
    return k->piece * type_size(k->operand->ref->type);
}

bool is_async_element(const Machine *m, const Type *type)
{
    return m->async_bytes && type->kind != TY_STRUCT && type_size(type) >= m->async_bytes;
}

static long long trips_of_lane(long long count, long long lanes)
{
    return (count + lanes - 1) / lanes;
}

// The number of trips of a lane through loops over the dims of the block.
static long long trips_by_dims(const LaneGroup *l, const Layouts *layouts, const Symbol *ref)
{
    long long trips = 1;
    for (int d = 0; d < ref->rank; d++)
        trips *= trips_of_lane(ref->dims[d]->value, lane_count(l, distribution_of_dim(l, layouts, ref, d)));
    return trips;
}

// Whether pieces are useful: a lane would copy several elements; or only pieces can be fetched ahead.
static bool needs_pieces(const Machine *m, const Operand *o, long long trips)
{
    bool only = m->async_bytes && !is_async_element(m, o->ref->type) && o->level && !o->written;
    return m->copy_bytes && (trips > 1 || only);
}

void plan_pieces(const LaneGroup *l, const Layouts *layouts, struct WindowPlacement *k)
{
    const Symbol *ref = k->operand->ref;
    long long trips = trips_of_lane(block_bytes(ref) / type_size(ref->type), lane_count(l, CYCLIC_LANES));
    k->piece = 1;
    k->flat = trips_by_dims(l, layouts, ref) > trips;
    if (k->how == WINDOW_LOCAL && needs_pieces(l->machine, k->operand, trips))
        choose_piece(k, l->machine);
    k->async = k->smaller && k->piece == 1 && is_async_element(l->machine, ref->type);
}

// Whether lanes start copies for a visit, and must wait for them.
static bool starts_copies(const Lanes *l, const Operand *o)
{
    const struct WindowPlacement *k = placement_of(&l->placements, o);
    bool starts = k->async || (k->piece > 1 && l->group.machine->async_bytes);
    return k->how == WINDOW_LOCAL && o->read && starts && !is_fetched_ahead(&l->fetches, o);
}

void wait_for_each(const Plan *plan)
{
    for (int i = 0; i < plan->operand_count; i++)
        plan->lanes->copies[i].waits = starts_copies(plan->lanes, &plan->operands[i]);
}

// One wait for the windows that are visited one after the other, unless a barrier comes between, or a copy depends on the step.
void plan_waits(const Plan *plan)
{
    for (int level = 0; level <= plan->levels; level++) {
        WindowCopy *started = NULL;
        for (int i = 0; i < 2 * plan->operand_count; i++) {
            const Operand *o = in_visit_order(plan, i);
            if (!o || o->level != level)
                continue;
            WindowCopy *copy = &plan->lanes->copies[o - plan->operands];
            const bool starts = copy->waits, each = starts && o->visits == VISIT_EACH, waits = copy->fetched->placed;
            if (started && (copy->fetch->placed || copy->between->placed || (waits && !each))) {
                started->waits = true;
                started = NULL;
            }
            copy->waits = starts && (waits || !each);
            if (each)
                started = copy->waits ? NULL : copy;
        }
        if (started)
            started->waits = true;
    }
}

bool copied_by_owners(const Lanes *l, const Operand *o)
{
    const struct WindowPlacement *k = placement_of(&l->placements, o);
    bool runs = has_runs(&l->group, distribution_of_dim(&l->group, &l->layouts, o->ref, o->ref->rank - 1));
    return k->piece <= 1 && !k->flat && !(k->smaller && runs);
}

// Returns the distance of its rows in the array, if the kernel must check that it is a multiple of a piece; otherwise NULL.
static const Node *checked_row(const struct WindowPlacement *k)
{
    const Node *shape = row_of(k->operand)->shape;
    return k->operand->ref->rank > 1 && !is_promised_multiple(shape, k->piece) ? shape : NULL;
}

bool has_one_piece(const LaneGroup *l, long long pieces)
{
    return !l->shrinks && pieces <= (long long)l->rows * l->columns;
}

// Returns the index of the first element of a piece on a dim of count pieces, with inner pieces in the dims after it.
static Node *index_of_piece(Node *piece, long long inner, long long count, bool outermost, long long length)
{
    Node *row = inner == 1 ? piece : binary_node("/", piece, literal_node(inner));
    Node *index = count == 1 ? literal_node(0) : outermost ? row : binary_node("%", row, literal_node(count));
    return length == 1 ? index : product_node(index, literal_node(length));
}

Pieces numbered_pieces(const LaneGroup *l, const struct WindowPlacement *k, long long length)
{
    const Operand *o = k->operand;
    const char *number = has_one_piece(l, element_count(o->ref) / length) ? "pl_lane" : "pl_piece";
    Pieces p = { .length = length, .count = 1, .row = -1 };
    for (int dim = o->ref->rank - 1, of_dim = (int)length; dim >= 0; dim--, of_dim = 1) {
        long long count = o->ref->dims[dim]->value / of_dim;
        p.first[array_dim(o, dim)] = index_of_piece(word_node(number), p.count, count, !dim, of_dim);
        p.count *= count;
    }
    if (length > 1 && checked_row(k))
        p.row = array_dim(o, o->ref->rank - 2);
    return p;
}

static const char *checks_text(const Machine *m, const struct WindowPlacement *k, const Node *row)
{
    const char *multiple = row ? text("%s is a multiple of %lld", expression_text(row), k->piece) : "";
    const char *address = text("the block begins at a multiple of %lld bytes", piece_bytes(k));
    return !m->vector_aligned ? multiple : row ? text("%s and %s", multiple, address) : address;
}

static bool may_be_partial(const Operand *o)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].partial)
            return true;
    return false;
}

static const char *of_pieces_text(const Machine *m, const struct WindowPlacement *k)
{
    const Node *row = k->piece > 1 ? checked_row(k) : NULL;
    row = row && row->kind == ND_MULTIPLE_OF ? row->a : row;
    const char *checks = k->piece > 1 ? checks_text(m, k, row) : "";
    return text("; %scopied %lld bytes at a time%s%s%s%s", k->piece > 1 && may_be_partial(k->operand) ? "whole blocks are " : "",
                piece_bytes(k), k->smaller ? text(" (not %lld: %s)", m->copy_bytes, k->smaller) : "", *checks ? " if " : "", checks,
                row ? text("; PL_MULTIPLE_OF(%s, %lld) as an extent promises %s", expression_text(row), k->piece,
                           m->vector_aligned ? "the first" : "it") : "");
}

// A window that stays until its index changes is stored where it was then: element by element.
const char *pieces_text(const Machine *m, const struct WindowPlacement *k)
{
    const Operand *o = k->operand;
    bool later = o->written && o->visits == VISIT_MOVED, pieces = (k->piece > 1 || k->async) && (o->read || !later);
    const char *copied = pieces ? of_pieces_text(m, k)
                         : k->smaller ? text("; copied one element at a time, because %s", k->smaller)
                         : m->copy_bytes && k->piece == 1 ? "; no work-item copies more than one element" : "";
    return !later || k->piece == 1 ? copied
           : text("%s; copied back one element at a time, because the index of its block may have changed", copied);
}
