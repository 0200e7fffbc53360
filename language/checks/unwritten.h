/* ---- Unspecified data in an output ----------------------------------------------------------------------

   Poison that reached an output is reported here: "never written", "computed from elements that are outside its array",
   "read outside the block". */
#if PL_CHECKS
/* Reports an element computed from data outside the block of `from`. from == NULL: the block is not known, and `of` is its
   description. */
static inline void pl_report_outside_(struct pl_call *c, const struct pl_operand *o, const char *place, const struct pl_operand *from,
                                      const char *of)
{
    of = of ? of : "its block";
    const char *hint = PL_IN_PLACE ? PL_ROWS_HINT_ : "make run SAN=address stops at the line that reads there";
    const char *rows = PL_IN_PLACE ? ", or between two of its rows" : "";
    if (from)
        pl_report_(c->file, c->kernel_line, from, hint, PL_MESSAGE_READ_OUTSIDE_, rows, place, o->name);
    else
        pl_report_(c->file, c->kernel_line, o, hint, PL_MESSAGE_DEPENDS_ON_OUTSIDE_, place, of, rows);
}

/* If the element was computed from the destination of a copy in flight, reports that and returns 1. */
static inline int pl_report_flight_(struct pl_call *c, const struct pl_operand *o, const char *place, int id);

static inline void pl_report_garbage_(struct pl_call *c, const struct pl_operand *o, size_t element, int id)
{
    char place[160], tile[160];
    const struct pl_operand *from = id >= 0 && id < c->operands ? &c->operand[id] : NULL;
    int guard = id - PL_GUARD_OF_;
    pl_place_text_(o, element, place, sizeof place);
    if (pl_report_flight_(c, o, place, id))
        return;
    if (id == PL_GUARD_ID_ || id == PL_TILE_GUARD_ID_)
        pl_report_outside_(c, o, place, NULL, id == PL_GUARD_ID_ ? "a block" : pl_tile_text_(c, tile, sizeof tile));
    else if (!from && guard >= 0 && guard < c->operands)
        pl_report_outside_(c, o, place, &c->operand[guard], NULL);
    else if (from == o)
        pl_report_(c->file, c->kernel_line, o, c->parallel > 1 ? PL_HINT_NEVER_WRITTEN_PARALLEL_ : PL_HINT_NEVER_WRITTEN_,
                   PL_MESSAGE_NEVER_WRITTEN_, place);
    else if (from && pl_reads_(from))
        pl_report_(c->file, c->line, from, PL_HINT_OUTSIDE_ARRAY_, PL_MESSAGE_OUTSIDE_ARRAY_, place, o->name);
    else
        pl_report_(c->file, c->kernel_line, o, PL_HINT_UNINITIALIZED_, PL_MESSAGE_UNINITIALIZED_, place, from ? from->name
                   : id == PL_TILE_ID_ ? pl_tile_text_(c, tile, sizeof tile) : "memory");
}

/* Whether this element was written. One byte of a struct is enough, because C never writes the bytes between members. */
static inline int pl_defined_(const struct pl_operand *o, const char *element)
{
    int defined = PL_FIRST_UNDEFINED_(element, o->size) < 0;
    for (size_t b = 0; o->dtype == PL_STRUCT_ && !defined && b < o->size; b++)
        defined = PL_FIRST_UNDEFINED_(element + b, 1) < 0;
    return defined;
}

/* The operand id of an element that a sanitizer knows to be undefined, if its value contains one; -1: defined; -2:
   unknown. */
static inline int pl_undefined_id_(const struct pl_operand *o, const char *element)
{
    long long copy[1];
    int id = -1;
    if (pl_defined_(o, element))
        return -1;
    if (o->size <= sizeof copy) {
        memcpy(copy, element, o->size);
        PL_DEFINED_(copy, sizeof copy);
        id = pl_poison_id_(copy, o->dtype);
    }
    return id == -1 ? -2 : id;
}

/* Extends the low four bits of an id, which fit into a bf16: the id of an operand, a tile or a guard, or -2 if it is
   ambiguous. */
static inline int pl_bf16_id_(const struct pl_call *c, int id)
{
    return c->operands > 14 ? -2 : id == (PL_TILE_ID_ & 0xf) ? PL_TILE_ID_ : id == (PL_GUARD_ID_ & 0xf) ? PL_GUARD_ID_ : id;
}

/* The id in a float that was computed from the poison of an f16 or bf16; otherwise -1 or -2, as for pl_poison_id_. The
   conversion keeps the high bits and the id of seven or four bits after them. */
static inline int pl_widened_id_(const struct pl_call *c, const void *element, enum pl_dtype type)
{
    uint64_t f64 = 0;
    uint32_t f32 = 0;
    int id;
    if (type == PL_F32_)
        memcpy(&f32, element, 4);
    else if (type == PL_F64_) {
        memcpy(&f64, element, 8);
        f32 = (f64 & 0x7ff000001fffffffu) == 0x7ff0000000000000u ? (uint32_t)(0x7f800000u | (f64 >> 29 & 0x7fffffu)) : 0;
    }
    if ((f32 & PL_WIDENED_MASK_) != PL_WIDENED_)
        return -1;
    id = (int)(f32 >> 13 & 0x7f);
    return id % 8 ? id : c->operands > 8 ? -2 : pl_bf16_id_(c, id / 8);
}

/* Whether none of n consecutive elements is poison. Checks whole rows, because nearly all are clean. */
PL_HOT_ static inline int pl_is_clean_(const void *row, long n, enum pl_dtype type)
{
    const unsigned char *p = row;
    uint32_t bits, poisoned = 0;
    if (type != PL_F32_)
        return 0;
    for (long i = 0; i < n; i++) {
        memcpy(&bits, p + 4 * i, 4);
        poisoned |= ((bits & 0x7fffff00u) == 0x7ff50000u) | ((bits & PL_WIDENED_MASK_) == PL_WIDENED_);
    }
    return !poisoned;
}

/* Reports poison in the part of an output's window that is inside the array. Until its visit ends (left), the output's own
   poison may still be overwritten. */
static inline void pl_check_window_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, const char *block, int left)
{
    long at[PL_MAX_RANK_];
    long long poison[32];
    int d, own = -3;
    if (c->set.check == 2 || (PL_HAS_MSAN_ ? !left : c->set.poison != 0 || pl_twin_(c) || !pl_is_float_(o->dtype)))
        return;
    for (d = 0; d < o->rank; d++) {
        at[d] = box->lo[d];
        if (box->hi[d] <= box->lo[d])
            return;
    }
    if (o->size <= sizeof poison) {
        pl_poison_value_((unsigned char *)poison, o->dtype, o->size, o->id, 0);
        own = pl_poison_id_(poison, o->dtype);
    }
    do {
        size_t offset = 0, element = 0;
        int id, last = o->rank - 1;
        for (d = 0; d < o->rank; d++) {
            if (o->ref_dim[d] >= 0)
                offset += (size_t)at[d] * o->window.stride[o->ref_dim[d]];
            element = element * (size_t)o->shape[d] + (size_t)(box->start[d] + at[d]);
        }
        if (!PL_HAS_MSAN_ && last >= 0 && at[last] == box->lo[last] && o->ref_dim[last] >= 0 &&
            o->window.stride[o->ref_dim[last]] == o->size && pl_is_clean_(block + offset, box->hi[last] - at[last], o->dtype)) {
            at[last] = box->hi[last] - 1;
            id = -1;
        } else {
            id = PL_HAS_MSAN_ ? pl_undefined_id_(o, block + offset) : pl_poison_id_(block + offset, o->dtype);
            id = id == -1 && !PL_HAS_MSAN_ ? pl_widened_id_(c, block + offset, o->dtype) : id;
        }
        if (id != -1 && (left || id != own)) {
            if (!PL_HAS_MSAN_ && pl_data_looks_poisoned_(c))
                return;
            pl_report_garbage_(c, o, element, id == own ? o->id : o->dtype == PL_BF16_ && id >= 0 ? pl_bf16_id_(c, id) : id);
            return;
        }
        for (d = o->rank - 1; d >= 0 && ++at[d] == box->hi[d]; d--)
            at[d] = box->lo[d];
    } while (d >= 0);
}

/* Does the same for a whole array that stays in HBM, at the end of a pass. */
static inline void pl_check_array_(struct pl_call *c, struct pl_operand *o)
{
    struct pl_box box;
    memset(&box, 0, sizeof box);
    for (int d = 0; d < o->rank; d++)
        box.hi[d] = o->shape[d];
    c->program = -1;
    pl_check_window_(c, o, &box, o->array, 1);
}
#endif
