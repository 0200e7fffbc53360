/* ---- Outputs: which program visited which block --------------------------------------------------------

   A cell is a block, along a dim with block indices, or an element, along a dim with element indices. */
#if PL_CHECKS
static inline long pl_cells_(const struct pl_operand *o, int d)
{
    const struct pl_dim *b = &o->block[d];
    if (b->kind == PL_ELEMENT_ || b->kind == PL_BOUNDED_ || b->kind == PL_NONE_)
        return o->shape[d];
    return b->n > 0 ? (o->shape[d] + b->n - 1) / b->n : 0;
}

static inline long pl_parallel_of_(const struct pl_call *c, long step) { return step / (c->steps / c->parallel); }

static inline long pl_linear_(const struct pl_call *c)
{
    long linear = 0;
    for (int a = 0; a < c->axes; a++)
        linear = linear * c->axis[a].extent + c->at[a];
    return linear;
}

static inline int pl_windows_may_overlap_(const struct pl_operand *o)
{
    int may = 0;
    for (int d = 0; d < o->rank; d++)
        may |= o->block[d].kind == PL_ELEMENT_ || o->block[d].kind == PL_BOUNDED_;
    return may;
}

static inline int pl_reads_table_(const struct pl_operand *o) { return o->map_text && strchr(o->map_text, '['); }

static inline void pl_visited_cells_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box)
{
    long cell[PL_MAX_RANK_], from[PL_MAX_RANK_], to[PL_MAX_RANK_];
    unsigned mine = (unsigned)pl_linear_(c) + 1;
    char text[256] = "", place[160] = "";
    int d;
    if (!o->owner)
        return;
    for (d = 0; d < o->rank; d++) {
        long unit = pl_cells_(o, d) == o->shape[d] ? 1 : o->block[d].n;
        from[d] = cell[d] = (box->start[d] + box->lo[d]) / unit;
        to[d] = (box->start[d] + box->hi[d] + unit - 1) / unit;
        if (to[d] <= from[d])
            return;
    }
    do {
        long i = 0;
        for (d = 0; d < o->rank; d++)
            i = i * pl_cells_(o, d) + cell[d];
        if (o->owner[i] && o->owner[i] != mine) {
            int parallel = pl_parallel_of_(c, o->owner[i] - 1) != pl_parallel_of_(c, mine - 1);
            if (parallel || (o->kind == PL_KIND_OUT_ && !o->revisit && !o->alias)) {
                pl_append_program_(c, "", o->owner[i] - 1, text, sizeof text);
                for (d = 0; d < o->rank; d++)
                    pl_append_(place, sizeof place, "[%ld]", box->start[d] + box->lo[d]);
                pl_report_(c->file, c->line, o, parallel ? pl_reads_table_(o) ? PL_HINT_PARALLEL_SCATTER_ : PL_HINT_PARALLEL_OVERLAP_ : pl_windows_may_overlap_(o)
                           ? PL_HINT_OUTPUT_WINDOWS_ : PL_HINT_REVISITED_, parallel ? PL_MESSAGE_PARALLEL_OVERLAP_
                           : PL_MESSAGE_REVISITED_, place, text);
                return;
            }
        }
        o->owner[i] = mine;
        for (d = o->rank - 1; d >= 0 && ++cell[d] == to[d]; d--)
            cell[d] = from[d];
    } while (d >= 0);
}

static inline void pl_place_text_(const struct pl_operand *o, size_t element, char *place, size_t capacity)
{
    long at[PL_MAX_RANK_];
    for (int d = o->rank; d-- > 0; element /= (size_t)o->shape[d])
        at[d] = (long)(element % (size_t)o->shape[d]);
    pl_dims_text_(at, o->rank, place, capacity);
}

/* Checks an array that one operand writes and another reads (PL_ALIAS): programs that may run at once must not access the
   same element, unless both only read it. marks contains, for each element, its writer and its reader: the parallel index +
   1, or PL_ALL_ for several. */
enum { PL_ALL_ = 0x7fffffff };
static inline void pl_check_shared_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box)
{
    long at[PL_MAX_RANK_];
    int mine = (int)pl_parallel_of_(c, pl_linear_(c)) + 1, d;
    char place[160] = "";
    if (!o->marks || c->parallel < 2)
        return;
    for (d = 0; d < o->rank; d++) {
        at[d] = box->start[d] + box->lo[d];
        if (box->hi[d] <= box->lo[d])
            return;
    }
    do {
        size_t element = 0;
        int *wrote, *read;
        for (d = 0; d < o->rank; d++)
            element = element * (size_t)o->shape[d] + (size_t)at[d];
        wrote = &o->marks[2 * element], read = wrote + 1;
        if ((*wrote && *wrote != mine) || (pl_writes_(o) && *read && *read != mine)) {
            pl_place_text_(o, element, place, sizeof place);
            pl_report_(c->file, c->line, o, PL_HINT_READ_AND_WRITTEN_, PL_MESSAGE_READ_AND_WRITTEN_, place, pl_writes_(o)
                       ? "written" : "read", *wrote && *wrote != mine ? "written" : "read");
            return;
        }
        if (pl_reads_(o))
            *read = *read && *read != mine ? PL_ALL_ : mine;
        if (pl_writes_(o))
            *wrote = mine;
        for (d = o->rank - 1; d >= 0 && ++at[d] == box->start[d] + box->hi[d]; d--)
            at[d] = box->start[d] + box->lo[d];
    } while (d >= 0);
}

static inline void pl_visited_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box)
{
    if (c->set.check == 2)
        return;
    pl_check_shared_(c, o, box);
    pl_visited_cells_(c, o, box);
}

static inline void pl_check_covered_(struct pl_call *c, struct pl_operand *o)
{
    char place[160];
    long missing = 0, first = -1, at[PL_MAX_RANK_];
    for (long i = 0; i < o->cells; i++)
        if (!o->owner[i] && missing++ == 0)
            first = i;
    if (!missing || c->set.check == 2 || o->kind != PL_KIND_OUT_ || o->alias)
        return;
    for (int d = o->rank; d-- > 0; first /= pl_cells_(o, d))
        at[d] = first % pl_cells_(o, d) * (pl_cells_(o, d) == o->shape[d] ? 1 : o->block[d].n);
    pl_dims_text_(at, o->rank, place, sizeof place);
    pl_report_(c->file, c->line, o, PL_HINT_BLOCKS_UNWRITTEN_, PL_MESSAGE_BLOCKS_UNWRITTEN_, place, missing, o->cells);
}
#endif
