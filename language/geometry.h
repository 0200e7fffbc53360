/* ==== Geometry and copies ================================================================================

   From the index that a map returns to the place of a block: which part of it is inside the array, and copies of that
   part between array and block.
   ========================================================================================================= */
static inline int pl_reads_(const struct pl_operand *o) { return o->kind == PL_KIND_IN_ || o->kind == PL_KIND_INOUT_; }
static inline int pl_writes_(const struct pl_operand *o) { return o->kind == PL_KIND_OUT_ || o->kind == PL_KIND_INOUT_; }
static inline int pl_fetches_(const struct pl_operand *o) { return pl_reads_(o) || o->revisit || o->alias; }
static inline int pl_has_windows_(const struct pl_operand *o) { return (pl_reads_(o) || pl_writes_(o)) && !o->atomic && !o->any; }
static inline size_t pl_array_bytes_(const struct pl_operand *o) { return pl_bytes_(o->size, o->rank, o->shape); }

/* Computes the position of the block with these indices, as the reference semantics define it: block · index, element, or
   slice. */
static inline void pl_place_(const struct pl_operand *o, const struct pl_index *index, struct pl_box *box)
{
    box->whole = 1;
    for (int d = 0; d < o->rank; d++) {
        const struct pl_dim *b = &o->block[d];
        long start = index[d].start, n = b->n;
        if (b->kind == PL_BLOCKED_ || b->kind == PL_FULL_)
            start *= n;
        else if (b->kind == PL_ELEMENT_)
            start -= b->lo;
        else if (b->kind == PL_BOUNDED_)
            n = index[d].size;
        box->start[d] = start;
        box->lo[d] = start < 0 ? -start : 0;
        box->hi[d] = start + n > o->shape[d] ? o->shape[d] - start : n;
        if (box->hi[d] < box->lo[d])
            box->hi[d] = box->lo[d];
        if (box->lo[d] != 0 || box->hi[d] != b->n)
            box->whole = 0;
    }
}

/* Sets the position of the ref's window to that of this box. */
static inline void pl_show_(struct pl_operand *o, const struct pl_box *box, const struct pl_index *index)
{
    struct pl_window *w = &o->window;
    int empty = 0;
    for (int d = 0; d < o->rank; d++) {
        int r = o->ref_dim[d];
        if (r < 0) {
            empty |= box->hi[d] <= box->lo[d];
            continue;
        }
        w->start[r] = box->start[d];
        w->inside[r][0] = box->lo[d];
        w->inside[r][1] = box->hi[d];
        w->size[r] = o->block[d].kind == PL_BOUNDED_ ? index[d].size : w->dim[r];
    }
    if (empty)
        w->inside[0][0] = w->inside[0][1] = 0;
}

/* Copies a row of a block. Most rows are a few cache lines long, and a call of memcpy would cost as much as the copy. */
static inline void pl_copy_row_(char *restrict to, const char *restrict from, size_t bytes)
{
    if (bytes <= 2048)
        for (; bytes >= 64; bytes -= 64, to += 64, from += 64)
            memcpy(to, from, 64);
    if (bytes)
        memcpy(to, from, bytes);
}

/* A block consists of pieces of many rows, which are more streams than the hardware prefetcher can follow. So a copy
   prefetches the rows that follow. This pays off if the array is larger than a cache. */
enum { PL_FAR_ = 1 << 20, PL_WIDE_ROW_ = 512 };
static inline void pl_row_soon_(const char *row, size_t bytes)
{
#ifdef __GNUC__
    for (size_t b = 0; b < bytes && b < 2048; b += 64)
        __builtin_prefetch(row + b, 0, 2);
#else
    (void)row, (void)bytes;
#endif
}

/* Copies the part of a block that is inside its array, in (array to block) or out. Contiguous trailing dims are merged into
   long rows; at[] counts through the remaining dims. */
PL_ENGINE_ void pl_copy_box_(const struct pl_operand *o, const struct pl_box *box, char *block, int out)
{
    size_t array_stride[PL_MAX_RANK_], block_stride[PL_MAX_RANK_], a = o->size, b = o->size, run;
    long ahead;                       /* distance of the prefetch in rows, about 4 KB; none for an array that fits a cache */
    long at[PL_MAX_RANK_] = { 0 };
    char *array = o->array;
    int rank = o->rank;
    for (int d = rank; d-- > 0;) {
        if (box->hi[d] <= box->lo[d])
            return;
        if (o->ref_dim[d] >= 0)                                        /* a dropped dim has one element */
            b = o->window.stride[o->ref_dim[d]];
        if (o->distance)
            a = o->distance[d];
        array_stride[d] = a, block_stride[d] = b;
        array += (box->start[d] + box->lo[d]) * (long)a;
        block += (size_t)box->lo[d] * b;
        a *= (size_t)o->shape[d], b *= (size_t)o->block[d].n;
    }
    run = (size_t)(box->hi[rank - 1] - box->lo[rank - 1]) * o->size;
    if (o->distance && o->distance[rank - 1] != o->size)               /* a view whose elements are not adjacent */
        run = o->size;
    else
        rank--;
    for (; rank > 0 && run == array_stride[rank - 1] && run == block_stride[rank - 1]; rank--)
        run *= (size_t)(box->hi[rank - 1] - box->lo[rank - 1]);
    ahead = run >= PL_WIDE_ROW_ && rank && !o->distance && o->shape[0] * (long)array_stride[0] > PL_FAR_ ? 4096 / (long)run + 1 : PTRDIFF_MAX;
    for (;;) {
        int d = rank - 1;
        long rows = rank ? box->hi[d] - box->lo[d] : 1;
        size_t as = rank ? array_stride[d] : 0, bs = rank ? block_stride[d] : 0;
        for (long r = 0; r < rows; r++) {
            if (r < rows - ahead)
                pl_row_soon_(array + (size_t)(r + ahead) * as, run);
            if (out)
                pl_copy_row_(array + (size_t)r * as, block + (size_t)r * bs, run);
            else
                pl_copy_row_(block + (size_t)r * bs, array + (size_t)r * as, run);
        }
        for (d = rank - 2; d >= 0; d--) {
            array += array_stride[d], block += block_stride[d];
            if (++at[d] < box->hi[d] - box->lo[d])
                break;
            array -= (size_t)at[d] * array_stride[d], block -= (size_t)at[d] * block_stride[d];
            at[d] = 0;
        }
        if (d < 0)
            return;
    }
}

PL_NOINLINE_ PL_UNUSED_ void pl_fill_bytes_(char *to, const void *element, size_t size, size_t count)
{
    const unsigned char *first = element;
    size_t i, same = 1;
    while (same < size && first[same] == first[0])
        same++;
    if (same == size)
        memset(to, first[0], size * count);
    else if (size == 4)
        for (i = 0; i < count; i++)
            memcpy(to + 4 * i, element, 4);
    else
        for (i = 0; i < count; i++)
            memcpy(to + size * i, element, size);
}

#if PL_CHECKS
static inline void pl_fill_rim_(const struct pl_operand *o, char *block, const char *value)
{
    pl_fill_bytes_(block, value, o->size, o->bytes / o->size);         /* includes the gaps */
}
#else
/* Fills a few elements, mostly one. */
static inline void pl_fill_few_(char *to, const char *value, size_t size, long count)
{
    if (size == 4 && count < 8)
        for (; count > 0; count--, to += 4)
            memcpy(to, value, 4);
    else if (count > 0)
        pl_fill_bytes_(to, value, size, (size_t)count);
}

/* Fills the part of a block that is outside the array, or the whole block if it is not fetched. */
static inline void pl_fill_rim_(const struct pl_operand *o, char *block, const char *value)
{
    int last = o->rank - 1, d = 0;
    long at[PL_MAX_RANK_] = { 0 }, n = o->rank ? o->block[last].n : 1;
    if (!o->bytes)
        return;
    if (!o->rank || !pl_fetches_(o)) {
        pl_fill_bytes_(block, value, o->size, o->bytes / o->size);
        return;
    }
    do {
        int inside = 1;
        for (d = 0; d < last; d++)
            inside &= at[d] >= o->box.lo[d] && at[d] < o->box.hi[d];
        pl_fill_few_(block, value, o->size, inside ? o->box.lo[last] : n);
        if (inside)
            pl_fill_few_(block + (size_t)o->box.hi[last] * o->size, value, o->size, n - o->box.hi[last]);
        block += (size_t)n * o->size;
        for (d = last - 1; d >= 0 && ++at[d] == o->block[d].n; d--)
            at[d] = 0;
    } while (d >= 0);
}
#endif

PL_ENGINE_ void pl_fill_edge_(const struct pl_operand *o, char *block)
{
    long long element[32];
    char *value = o->size <= sizeof element ? (char *)element : malloc(o->size);
    if (!value)
        return;
    pl_convert_(value, o->dtype, o->edge->at, o->edge->type, o->size);
    pl_fill_rim_(o, block, value);
    if (value != (char *)element)
        free(value);
}

/* Computing on unspecified data and dropping the result must not trap. So integers are 1, which is a valid divisor, and
   structs are copies of an element of the array. */
static inline const char *pl_like_(const struct pl_operand *o)
{
    return o->array + pl_array_bytes_(o) / o->size / 2 * o->size;
}

PL_ENGINE_ void pl_fill_ones_(const struct pl_operand *o, char *block)
{
    int64_t one[1];
    if (!pl_array_bytes_(o))
        return;
    pl_write_int_(one, o->dtype, 1);
    pl_fill_rim_(o, block, o->dtype == PL_STRUCT_ ? pl_like_(o) : (const char *)one);
}

PL_ENGINE_ void *pl_pack_(struct pl_call *c, size_t bytes)
{
    if (c->pack_bytes < bytes) {
        free(c->pack);
        c->pack = aligned_alloc(64, (bytes + 63) / 64 * 64);
        c->pack_bytes = c->pack ? bytes : 0;
        if (!c->pack)
            pl_no_memory_(c, bytes);
    }
    return c->pack;
}

#if PL_CHECKS
static inline void pl_append_(char *text, size_t capacity, const char *format, ...) PL_PRINTF_(3, 4);
static inline void pl_append_(char *text, size_t capacity, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, capacity - n, format, args);
    va_end(args);
}

static inline void pl_dims_text_(const long *dims, int rank, char *text, size_t capacity)
{
    text[0] = 0;
    for (int d = 0; d < rank; d++)
        pl_append_(text, capacity, "[%ld]", dims[d]);
}

/* Appends a cleared item of this size to *array, which grows. NULL: out of memory. */
static inline void *pl_append_item_(void *array, long *count, long *capacity, size_t size)
{
    char *items;
    memcpy(&items, array, sizeof items);                               /* a pointer to any type of item */
    if (*count == *capacity) {
        long n = *capacity ? 2 * *capacity : 64;
        items = realloc(items, (size_t)n * size);
        if (!items)
            return NULL;
        memcpy(array, &items, sizeof items);
        *capacity = n;
    }
    return memset(items + (size_t)(*count)++ * size, 0, size);
}
#endif
