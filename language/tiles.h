/* ---- Tiles and views --------------------------------------------------------------------------------------

   What PL_TILE and PL_VIEW declare, which ends with the block; and PL_PRINT. */
static inline void pl_window_dims_(struct pl_window *w, void *at, size_t size, enum pl_dtype type, int rank, const long *dims)
{
    w->at = w->whole = at, w->operand = NULL, w->rank = rank, w->type = type, w->element = size;
    for (int r = rank; r-- > 0;) {
        w->dim[r] = w->size[r] = w->inside[r][1] = dims[r];
        w->start[r] = w->inside[r][0] = 0;
    }
    pl_pitches_(w, dims);
}

/* name: the name of the tile, a null character, and the name of its type. */
static inline struct pl_tile pl_tile_begin_(struct pl_tile *self, const char *name, void *memory, size_t guard, size_t size,
                                            enum pl_dtype type, int rank, const long *dims)
{
    struct pl_tile t;
    t.bytes = size;
    for (int r = 0; r < rank; r++)
        t.bytes *= (size_t)dims[r];
    t.heap = t.bytes > PL_SMALL_TILE_ ? aligned_alloc(64, (t.bytes + 2 * guard + (guard ? PL_PAGE_ : 0) + 63) / 64 * 64) : NULL;
    t.at = t.bytes > PL_SMALL_TILE_ ? t.heap : memory;
    (void)name;
    if (!t.at) {                                                       /* cannot continue, and cannot return */
        fprintf(stderr, "%s:%d: error: call %s: out of memory for the PL_TILE %s of %zu bytes [tile-no-memory]\n", pl_now_->file, pl_now_->line,
                pl_now_->name, name, t.bytes);
        abort();
    }
    t.at = (char *)t.at + guard;
    pl_window_dims_(&t.window, t.at, size, type, rank, dims);
    PL_CHECKED_(t.name = name, t.scoped = NULL;)
    t.outer = NULL;
    if (pl_now_ && (PL_CHECKS || t.bytes > PL_SMALL_TILE_))
        t.outer = pl_now_->tiles, pl_now_->tiles = self;
    PL_CHECKED_(pl_open_tile_(&t, guard);)
    return t;
}

static inline void pl_tile_end_(struct pl_tile *t)
{
    if (!PL_CHECKS && t->bytes <= PL_SMALL_TILE_)
        return;
    if (pl_now_ && pl_now_->tiles != t)                                /* a switch went past its declaration, and it was never opened */
        return;
    if (pl_now_)
        pl_now_->tiles = t->outer;
#if PL_CHECKS
    pl_close_tile_(t);
    if (pl_now_ && pl_now_->damaged)
        return;
#endif
    free(t->heap);
}

/* Makes the window of a view. Its dims are the last ones of the window that it points into, which determines the elements
   inside the array. */
PL_ENGINE_ struct pl_window pl_view_(void *at, size_t size, enum pl_dtype type, int rank, const long *dims, const size_t *strides)
{
    struct pl_window v;
    const struct pl_call *c = pl_now_;
    pl_window_dims_(&v, at, size, type, rank, dims);
    for (int r = 0; r < rank; r++) {
        v.stride[r] = strides[r];
        v.pitch[r] = r ? (long)(strides[r - 1] / strides[r]) : dims[r];
    }
    for (int i = 0; c && i < c->operands; i++) {
        const struct pl_window *w = &c->operand[i].window;
        size_t offset;
        long index[PL_MAX_RANK_];
        int outside = 0, between = 0;
        if (!w->at || (char *)at < (char *)w->at || (char *)at >= (char *)w->at + w->stride[0] * (size_t)w->dim[0] || w->rank < rank)
            continue;
        offset = (size_t)((char *)at - (char *)w->at);
        for (int r = 0; r < w->rank; r++) {
            index[r] = (long)(offset / w->stride[r]);
            offset %= w->stride[r];
            between |= index[r] >= w->dim[r];
            if (r < w->rank - rank)
                outside |= !pl_inside_(w, r, index[r]);
        }
        if (between)                                                   /* in a gap between rows */
            continue;
        v.operand = w->operand;
        for (int r = 0; r < rank; r++) {
            int p = w->rank - rank + r;
            v.start[r] = w->start[p] + index[p];
            v.inside[r][0] = w->inside[p][0] > index[p] ? w->inside[p][0] - index[p] : 0;
            v.inside[r][1] = outside ? 0 : w->inside[p][1] - index[p] < dims[r] ? w->inside[p][1] - index[p] : dims[r];
        }
        break;
    }
    return v;
}

static inline void pl_print_(const char *format, ...) PL_PRINTF_(1, 2);
static inline void pl_print_(const char *format, ...)
{
    va_list args;
    PL_CHECKED_(if (pl_now_ && pl_now_->quiet) return;)
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}
