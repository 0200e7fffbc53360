/* ---- Memory: a block between two guards -----------------------------------------------------------------

   Blocks are allocated with guards before and after them, and gaps between rows where the array has some; when a guard
   has changed, the kernel wrote outside the block. */
#if PL_CHECKS
/* Value of c->suspect that stands for the guards of operand o, or of tiles if o is NULL. */
static inline int pl_suspect_(const struct pl_call *c, const struct pl_operand *o) { return 1 + (o ? o->id : c->operands); }

/* Whether these guards have the second run's bytes, which differ from those of the first. */
static inline int pl_twin_guards_(const struct pl_call *c, const struct pl_operand *o)
{
    return c->pass & 1 || c->suspect == pl_suspect_(c, o);
}

/* Id of a guard's NaN. It does not identify the owner if a bf16 has too few bits, if many operands use up the ids, or in a
   pipeline, which numbers its own operands. */
static inline int pl_guard_id_(const struct pl_call *c, const struct pl_operand *o, enum pl_dtype type)
{
    if (type == PL_BF16_ || c->inner || c->operands > (c->device ? PL_FLIGHT_ID_ : PL_TILE_GUARD_ID_) - PL_GUARD_OF_)
        return PL_GUARD_ID_;
    return o ? PL_GUARD_OF_ + o->id : PL_TILE_GUARD_ID_;
}

/* Contents of a guard. Floats: a NaN that identifies the owner. Other types: bytes that are not a valid index. The twin
   run's bytes differ. */
static inline void pl_guard_bytes_(const struct pl_call *c, const struct pl_operand *o, enum pl_dtype type, size_t size,
                                   unsigned char *guard)
{
    int twin = pl_twin_guards_(c, o);
    if (!pl_is_float_(type) || twin)
        memset(guard, twin ? 0x4a : 0xb5, PL_GUARD_);
    for (size_t b = 0; pl_is_float_(type) && !twin && b < PL_GUARD_; b += size)
        pl_poison_value_(guard + b, type, size, pl_guard_id_(c, o, type), 0);
}

/* PL_IN_PLACE: separates the rows of a block by gaps, which are also guards. With checks off, other elements of the array
   follow each row. Pass 0 of a twin run has no gaps, so that -fsanitize=bounds knows the end of a row; runs with other
   unspecified data have them. */
static inline void pl_set_gaps_(struct pl_operand *o, int gaps)
{
    struct pl_window *w = &o->window;
    int last = w->rank - 1;
    long pitch[PL_MAX_RANK_];
    gaps = gaps && PL_IN_PLACE && pl_has_windows_(o);
    for (int r = 0; r <= last; r++)
        pitch[r] = w->dim[r] + (gaps && r > 0 && r < last);
    if (gaps && last > 0)                                              /* a red zone ends at a multiple of 8 bytes */
        pitch[last] = (w->dim[last] + 4 + 7) / 8 * 8;
    pl_pitches_(w, pitch);
    o->bytes = pl_bytes_(o->size, w->rank, pitch);
}

enum pl_gaps { PL_CLOSE_GAPS_, PL_OPEN_GAPS_, PL_CHECK_GAPS_ };
static inline int pl_gap_(const struct pl_call *c, const struct pl_operand *o, char *gap, size_t bytes, enum pl_gaps what)
{
    unsigned char guard[PL_GUARD_], mine = (unsigned char)((pl_twin_guards_(c, o) ? 0x40 : 0x80) | (o->id & 0x3f));
    size_t named = pl_is_float_(o->dtype) ? o->size : 0;            /* poison of a float, then bytes unique to the operand */
    int whole = 1;
    pl_guard_bytes_(c, o, o->dtype, o->size, guard);
    if (what != PL_CHECK_GAPS_)
        PL_GREEN_ZONE_(gap, bytes);
    PL_DEFINED_(gap, bytes);
    if (what == PL_CLOSE_GAPS_) {
        memset(gap, mine, bytes);
        memcpy(gap, guard, named);
    }
    for (size_t b = 0; b < bytes && what == PL_CHECK_GAPS_; b++)
        whole &= (unsigned char)gap[b] == (b < named ? guard[b] : mine);
    PL_UNDEFINED_(gap, bytes);
    if (what == PL_CLOSE_GAPS_)
        PL_RED_ZONE_(gap, bytes);
    return whole;
}

/* Applies `what` to each gap of a block. Returns whether all gaps are intact. */
static inline int pl_gaps_(const struct pl_call *c, const struct pl_operand *o, char *block, enum pl_gaps what)
{
    const struct pl_window *w = &o->window;
    int whole = 1;
    for (int r = 1; PL_IN_PLACE && r < w->rank; r++) {
        size_t bytes = (size_t)(w->pitch[r] - w->dim[r]) * w->stride[r];
        long rows = 1;
        for (int q = 0; q < r; q++)
            rows *= w->dim[q];
        for (long row = 0; bytes && row < rows; row++) {
            char *gap = block + (size_t)w->dim[r] * w->stride[r];
            long rest = row;
            for (int q = r; q-- > 0; rest /= w->dim[q])
                gap += (size_t)(rest % w->dim[q]) * w->stride[q];
            whole &= pl_gap_(c, o, gap, bytes, what);
        }
    }
    return whole;
}

static inline void pl_guard_(const struct pl_call *c, const struct pl_operand *o, const struct pl_slot *slot)
{
    unsigned char guard[PL_GUARD_];
    size_t slack = (size_t)(slot->memory - slot->heap);
    pl_guard_bytes_(c, o, o->dtype, o->size, guard);
    pl_fill_bytes_(slot->heap, guard, PL_GUARD_, slack / PL_GUARD_);
    pl_fill_bytes_(slot->block + o->bytes + PL_GUARD_, guard, PL_GUARD_, slack / PL_GUARD_);
    PL_UNDEFINED_(slot->heap, slack);
    PL_UNDEFINED_(slot->block + o->bytes + PL_GUARD_, slack);
    PL_GREEN_ZONE_(slot->memory, PL_GUARD_);
    PL_GREEN_ZONE_(slot->block + o->bytes, PL_GUARD_);
    memcpy(slot->memory, guard, PL_GUARD_);
    memcpy(slot->block + o->bytes, guard, PL_GUARD_);
    PL_RED_ZONE_(slot->memory, PL_GUARD_);
    PL_RED_ZONE_(slot->block + o->bytes, PL_GUARD_);
    pl_gaps_(c, o, slot->block, PL_CLOSE_GAPS_);
}

/* An operand whose struct elements (pl_make_garbage_) may fill the tile, because it has the same type name; NULL: none. */
static inline const struct pl_operand *pl_tile_like_(const struct pl_call *c, const struct pl_tile *t)
{
    const char *type = t->name + strlen(t->name) + 1;
    for (const struct pl_operand *o = c->operand; t->window.type == PL_STRUCT_ && o < c->operand + c->operands; o++)
        if (o->garbage[0] && o->size == t->window.element && !strcmp(o->type, type))
            return o;
    return NULL;
}

/* Names the tile that unspecified data came from, if the call had only one: the data distinguishes tiles from blocks, but
   not from each other. */
static inline const char *pl_tile_text_(const struct pl_call *c, char *text, size_t capacity)
{
    snprintf(text, capacity, c->tile_name && !c->other_tiles ? "PL_TILE %s" : "a PL_TILE%s", c->tile_name && !c->other_tiles ? c->tile_name : "");
    return text;
}

/* Fills a tile with unspecified data, and the memory on each side with guards, which must be intact when its scope ends. */
static inline void pl_open_tile_(struct pl_tile *t, size_t guard)
{
    unsigned char bytes[PL_GUARD_];
    const struct pl_operand *like;
    if (!pl_now_)
        return;
    if (!pl_now_->tile_name && !t->scoped)
        pl_now_->tile_name = t->name;
    pl_now_->other_tiles |= t->scoped || strcmp(pl_now_->tile_name, t->name) != 0;
    pl_guard_bytes_(pl_now_, NULL, t->window.type, t->window.element, bytes);
    if ((like = pl_tile_like_(pl_now_, t)))
        pl_spoil_as_(pl_now_, like, t->at, t->bytes, like->garbage[pl_now_->pass > 0 && !pl_is_suspect_(pl_now_, like->id)]);
    else
        pl_poison_(pl_now_, t->at, t->window.type, t->window.element, t->bytes, PL_TILE_ID_);
    for (size_t b = 0; b < guard; b += PL_GUARD_) {
        size_t n = guard - b < PL_GUARD_ ? guard - b : PL_GUARD_;
        memcpy((char *)t->at - guard + b, bytes, n);
        memcpy((char *)t->at + t->bytes + b, bytes, n);
    }
    t->guard = guard;
    PL_RED_ZONE_((char *)t->at - guard, guard);
    PL_RED_ZONE_((char *)t->at + t->bytes, guard);
}

static inline void pl_close_tile_(const struct pl_tile *t)
{
    unsigned char bytes[PL_GUARD_];
    if (!pl_now_)
        return;
    pl_guard_bytes_(pl_now_, NULL, t->window.type, t->window.element, bytes);
    PL_GREEN_ZONE_((char *)t->at - t->guard, t->guard);
    PL_GREEN_ZONE_((char *)t->at + t->bytes, t->guard);
    for (size_t b = 0; b < t->guard && !PL_HAS_ASAN_; b += PL_GUARD_) {
        size_t n = t->guard - b < PL_GUARD_ ? t->guard - b : PL_GUARD_;
        int before = memcmp((char *)t->at - t->guard + b, bytes, n) != 0;
        if (before || memcmp((char *)t->at + t->bytes + b, bytes, n)) {
            pl_now_->damaged = 1;
            pl_report_(pl_now_->file, pl_now_->kernel_line, NULL, PL_HINT_LINE_OF_WRITE_, PL_MESSAGE_TILE_OVERRUN_, t->name,
                       before ? "before its first element" : "past its last element");
            return;
        }
    }
}

/* Names the operand in the message, because a wrong size may be the cause. */
static inline int pl_no_memory_of_(struct pl_call *c, const struct pl_operand *o, size_t bytes)
{
    int scratch = o->kind == PL_KIND_SCRATCH_;
    char dims[96], why[256];
    pl_dims_text_(scratch ? o->window.dim : o->shape, scratch ? o->window.rank : o->rank, dims, sizeof dims);
    snprintf(why, sizeof why, PL_MESSAGE_NO_MEMORY_BLOCK_, bytes, o->name, dims, o->type);
    pl_fail_(c, PL_NO_MEMORY, why);
    return 0;
}

/* Allocates a slot. The slack around it, up to a page on each side, keeps a kernel that writes past a block from corrupting
   the heap. The address sanitizer stops at the first such byte and needs no slack. */
static inline int pl_slot_(struct pl_call *c, struct pl_operand *o, struct pl_slot *slot)
{
    size_t slack = PL_HAS_ASAN_ ? 0 : (o->footprint < PL_PAGE_ ? o->footprint : PL_PAGE_) / 64 * 64 + 64;
    size_t bytes = (PL_GUARD_ + o->footprint + PL_GUARD_ + 63) / 64 * 64 + 2 * slack;
    PL_MPI_(slot->heap = pl_mpi_scratch_(c, o, bytes); if (!slot->heap))
    slot->heap = bytes < (size_t)LONG_MAX / 2 ? aligned_alloc(64, bytes) : NULL;
    if (!slot->heap)
        return pl_no_memory_of_(c, o, bytes);
    slot->memory = slot->heap + slack;
    slot->block = slot->memory + PL_GUARD_;
    pl_guard_(c, o, slot);
    return 1;
}

static inline void pl_free_slots_(struct pl_operand *o)
{
    for (long s = 0; o->slots && s < o->slot_count; s++) {
        if (!o->slots[s].memory)
            continue;
        PL_GREEN_ZONE_(o->slots[s].memory, PL_GUARD_ + o->footprint + PL_GUARD_);
        PL_FREE_(o->slots[s].heap);
    }
    free(o->slots);
    o->slots = NULL;
}

static inline int pl_slots_(struct pl_call *c, struct pl_operand *o, long count)
{
    pl_free_slots_(o);
    o->slots = calloc((size_t)count, sizeof *o->slots);
    o->slot_count = count;
    if (!o->slots)
        return pl_no_memory_(c, (size_t)count * sizeof *o->slots);
    for (long s = 0; s < count; s++)
        if (!pl_slot_(c, o, &o->slots[s]))
            return 0;
    return 1;
}

#define PL_ROWS_HINT_                                                                                       \
    "under PL_IN_PLACE rows are not contiguous: write a subscript for each dim, and no sizeof of a row; or " \
    "leave PL_IN_PLACE out"
static inline void pl_check_guards_(struct pl_call *c)
{
    unsigned char guard[PL_GUARD_];
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands && !PL_HAS_ASAN_ && c->set.check != 2; o++) {
        pl_guard_bytes_(c, o, o->dtype, o->size, guard);
        for (long s = 0; s < o->slot_count; s++) {
            const struct pl_slot *slot = &o->slots[s];
            int before = slot->block && memcmp(slot->memory, guard, PL_GUARD_);
            if (slot->block && (before || memcmp(slot->block + o->bytes, guard, PL_GUARD_)))
                c->damaged = 1, pl_report_(c->file, c->kernel_line, o, PL_HINT_LINE_OF_WRITE_, PL_MESSAGE_BLOCK_OVERRUN_, before
                                           ? "before its first element" : "past its last element");
            if (slot->block && !pl_gaps_(c, o, slot->block, PL_CHECK_GAPS_))
                pl_report_(c->file, c->kernel_line, o, PL_ROWS_HINT_, PL_MESSAGE_ROWS_OVERRUN_);
        }
    }
}
#endif
