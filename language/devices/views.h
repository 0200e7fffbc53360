/* ---- Views ----------------------------------------------------------------------------------------------

   What PL_AT and the name of a ref become: a part of a block or of an array, with its strides. */
static inline struct pl_view pl_view_of_(const struct pl_window *w, const char *name)
{
    struct pl_view v = { w->at, name, w->operand, w->rank, w->type, w->element, { 0 }, { 0 } };
    memcpy(v.dim, w->dim, sizeof v.dim);
    memcpy(v.stride, w->stride, sizeof v.stride);
    return v;
}

static inline struct pl_window pl_window_over_(const struct pl_view *v)
{
    struct pl_window w;
    memset(&w, 0, sizeof w);
    w.at = w.whole = v->at, w.operand = v->operand, w.rank = v->rank, w.type = v->type, w.element = v->element;
    for (int r = 0; r < v->rank; r++) {
        w.dim[r] = w.size[r] = w.inside[r][1] = w.pitch[r] = v->dim[r];
        w.stride[r] = v->stride[r];
    }
    return w;
}

static inline struct pl_slice pl_slice_one_(long i) { return (struct pl_slice){ i, -1 }; }
static inline struct pl_slice pl_slice_some_(struct pl_index i) { return (struct pl_slice){ i.start, i.size < 0 ? -3 : i.size }; }
static inline struct pl_slice pl_slice_all_(struct pl_all all) { (void)all; return (struct pl_slice){ 0, -2 }; }

#if PL_CHECKS
/* Reports an error in a kernel and ends the kernel, because the code that follows has nothing valid to work on. */
#define PL_FAIL_(spot_, operand_, hint_, ...)                                                               \
    (pl_report_((spot_).file, (spot_).line, operand_, hint_, __VA_ARGS__), pl_stop_())
static inline void pl_stop_(void)
{
    if (pl_now_ && pl_now_->running)
        pl_leave_kernel_();
}
#endif

static inline struct pl_view pl_at_(const struct pl_view *x, int n, const struct pl_slice *slice, struct pl_spot spot)
{
    struct pl_view v = *x;
    v.rank = 0;
    for (int d = 0; d < x->rank; d++) {
        struct pl_slice s = d < n ? slice[d] : (struct pl_slice){ 0, -2 };
        long size = s.size == -2 ? x->dim[d] : s.size == -1 ? 1 : s.size;
#if PL_CHECKS
        if (s.start < 0 || size < 0 || size > x->dim[d] || s.start > x->dim[d] - size) {
            if (s.size == -1)
                PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_AT_INDEX_, s.start, d, x->name, x->dim[d]);
            else
                PL_FAIL_(spot, NULL, s.size == -3 ? PL_HINT_SIZE_NEGATIVE_ : s.size > s.start && s.size <= x->dim[d]
                         ? PL_HINT_SLICE_END_ : NULL, PL_MESSAGE_AT_ELEMENTS_, s.start, s.start + size - 1, d, x->name, x->dim[d]);
            s.start = 0, size = 0;
        }
#else
        (void)spot;
#endif
        v.at += s.start * (long)x->stride[d];
        if (s.size != -1)
            v.dim[v.rank] = size, v.stride[v.rank++] = x->stride[d];
    }
    return v;
}

static inline size_t pl_view_bytes_(const struct pl_view *v) { return pl_bytes_(v->element, v->rank, v->dim); }

/* Iterates over the rows of a view. A row is a maximal range without gaps. */
struct pl_rows { long at[8]; char *row; size_t bytes; int outer; };
static inline struct pl_rows pl_rows_of_(const struct pl_view *v)
{
    struct pl_rows r;
    memset(&r, 0, sizeof r);
    r.row = v->at, r.bytes = v->element, r.outer = v->rank;
    while (r.outer > 0 && (v->stride[r.outer - 1] == r.bytes || v->dim[r.outer - 1] == 1))
        r.bytes *= (size_t)v->dim[--r.outer];
    for (int d = 0; d < v->rank; d++)
        if (v->dim[d] <= 0)
            r.bytes = 0;
    return r;
}
static inline int pl_next_row_(const struct pl_view *v, struct pl_rows *r)
{
    int d = r->outer - 1;
    for (; d >= 0; d--) {
        r->row += v->stride[d];
        if (++r->at[d] < v->dim[d])
            return 1;
        r->row -= (size_t)r->at[d] * v->stride[d];
        r->at[d] = 0;
    }
    return 0;
}

/* Copy between a view and dense memory. */
static inline void pl_gather_(char *to, const struct pl_view *v)
{
    struct pl_rows r = pl_rows_of_(v);
    if (r.bytes)
        do {
            memcpy(to, r.row, r.bytes);
            to += r.bytes;
        } while (pl_next_row_(v, &r));
}
static inline void pl_scatter_(const struct pl_view *v, const char *from)
{
    struct pl_rows r = pl_rows_of_(v);
    if (r.bytes)
        do {
            memcpy(r.row, from, r.bytes);
            from += r.bytes;
        } while (pl_next_row_(v, &r));
}
