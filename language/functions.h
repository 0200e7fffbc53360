/* ==== Functions of statements ============================================================================

   What PL_EACH, PL_FILL, PL_ASSIGN, PL_INSIDE, PL_PROGRAM_ID and their like call.
   ========================================================================================================= */
/* The call whose grid program ids are of: the index maps of a PL_PIPELINE are in a kernel of the outer one. */
static inline const struct pl_call *pl_asked_(void)
{
    return pl_now_->apart ? pl_now_->outer : pl_now_;
}

#if PL_CHECKS
static inline void pl_report_(const char *file, int line, const struct pl_operand *o, const char *hint, const char *format, ...)
    PL_PRINTF_(5, 6);
static inline void pl_open_tile_(struct pl_tile *t, size_t guard);
static inline void pl_close_tile_(const struct pl_tile *t);

/* Notes that a reduction's sum does not fit its accumulator. Unspecified data whose result is dropped may overflow too, so
   this only sets a flag. Pass 3 of the twin run repeats the call with zeros as unspecified data, and reports it. */
static inline void pl_narrow_(const char *name, const void *acc, enum pl_dtype type, const void *value,
                              enum pl_dtype value_type, const char *file, int line)
{
    struct pl_call *c = pl_now_;
    if (!c || (type != PL_I8_ && type != PL_I16_ && type != PL_I32_) || pl_is_float_(value_type))
        return;
    if (pl_read_int_(acc, type) == pl_read_int_(value, value_type))
        return;
    c->narrowed = 1;
    if (c->pass == 3)
        pl_report_(file, line, NULL, PL_HINT_REDUCE_OVERFLOW_, PL_MESSAGE_REDUCE_OVERFLOW_, name,
                   (long long)pl_read_int_(value, value_type), name, type == PL_I8_ ? 8 : type == PL_I16_ ? 16 : 32,
                   (long long)pl_read_int_(acc, type));
}

/* Whether check=twin tries an operation on this value, in the first run. Of integers only small ones are: no sum or product of
   three overflows that the program would not compute. Members of a struct may be floats, so structs are not compared. */
static inline int pl_tries_(const void *value, enum pl_dtype type, size_t size)
{
    const struct pl_call *c = pl_now_;
    int64_t most = size < 8 ? 1000 : 1000000, v;
    if (!c || c->set.check != 1 || c->pass || type == PL_STRUCT_ || PL_FIRST_UNDEFINED_(value, size) >= 0)
        return 0;
    v = pl_is_float_(type) ? 0 : pl_read_int_(value, type);
    return v >= -most && v <= most;
}

/* Whether two values, among others, differ by more than roundings: those of floats are much less than half of their digits. */
static inline int pl_disagree_(enum pl_dtype type, size_t size, const void *values, int count, const void *one, const void *other)
{
    double most = 0, v;
    if (type == PL_STRUCT_ || !memcmp(one, other, size) || !pl_is_float_(type))
        return type != PL_STRUCT_ && memcmp(one, other, size) != 0;
    for (int i = 0; i < count; i++) {
        v = fabs(pl_read_float_((const char *)values + (size_t)i * size, type));
        most = v > most ? v : most;
    }
    return fabs(pl_read_float_(one, type) - pl_read_float_(other, type)) > sqrt(pl_rounding_(type)) * most;
}

static inline double pl_read_number_(const void *p, enum pl_dtype type)
{
    return pl_is_float_(type) ? pl_read_float_(p, type) : (double)pl_read_int_(p, type);
}

/* Reports an operation that is not associative: op(op(a, e), e), the last but one value, is not op(a, op(e, e)), the last. */
static inline void pl_associates_(const char *usage, const char *op, enum pl_dtype type, size_t size, const void *values,
                                  const char *file, int line)
{
    const char *at = values;
    double v[6];
    if (!pl_disagree_(type, size, at, 6, at + 4 * size, at + 5 * size))
        return;
    for (size_t i = 0; i < 6; i++)
        v[i] = pl_read_number_(at + i * size, type);
    pl_report_(file, line, NULL, PL_HINT_NOT_ASSOCIATIVE_, PL_MESSAGE_NOT_ASSOCIATIVE_, (int)strcspn(usage, " "), usage, op, op, op,
               v[0], v[1], v[1], v[4], op, v[0], op, v[1], v[1], v[5]);
}

/* The PL_IDENTITYs of a file. with: computes f(value, x) and f(x, value). */
struct pl_identity {
    const char *name, *value, *file;
    int line;
    void (*with)(const void *x, void *left, void *right);
    struct pl_identity *next;
};
static struct pl_identity *pl_identities_;
static inline void pl_enter_identity_(struct pl_identity *known)
{
    known->next = pl_identities_, pl_identities_ = known;
}

/* Reports a PL_IDENTITY of this operation that changes x. */
static inline void pl_try_identity_(const char *op, enum pl_dtype type, size_t size, const void *x)
{
    long long values[2];
    const struct pl_identity *f = pl_identities_;
    while (f && strcmp(f->name, op))
        f = f->next;
    if (!f || type == PL_STRUCT_)
        return;
    f->with(x, &values[0], &values[1]);
    if (pl_disagree_(type, size, x, 1, &values[0], x) || pl_disagree_(type, size, x, 1, &values[1], x))
        pl_report_(f->file, f->line, NULL, NULL, PL_MESSAGE_NO_IDENTITY_, op, f->value, op, f->value, pl_read_number_(x, type),
                   pl_read_number_(&values[0], type), op, pl_read_number_(x, type), f->value, pl_read_number_(&values[1], type));
}

/* Whether the grid has axis a. what: the macro, for the report. Outside a call there is no grid and nothing to return to. */
static inline int pl_has_axis_(const char *what, int a, const char *file, int line)
{
    int axes;
    if (!pl_now_) {
        fprintf(stderr, "%s:%d: error: %s outside a kernel [outside-a-kernel]\n", file, line, what);
        abort();
    }
    axes = pl_asked_()->axes - pl_asked_()->batches;
    if (a < 0 || a >= axes)
        pl_report_(file, line, NULL, PL_HINT_AXIS_ID_, PL_MESSAGE_AXIS_ID_, what, a, axes, axes == 1 ? "axis" : "axes");
    return a >= 0 && a < axes;
}
#endif

static inline long pl_program_id_(int a, const char *file, int line)
{
    PL_CHECKED_(if (!pl_has_axis_("PL_PROGRAM_ID", a, file, line)) return 0;)
    (void)file, (void)line;
    return pl_asked_()->id[a];
}

static inline long pl_num_programs_(int a, const char *file, int line)
{
    PL_CHECKED_(if (!pl_has_axis_("PL_NUM_PROGRAMS", a, file, line)) return 1;)
    (void)file, (void)line;
    return pl_asked_()->axis[pl_asked_()->batches + a].extent;
}

static inline long pl_axis_named_(const struct pl_call *c, const char *name)
{
    for (int a = 0; a < c->axes; a++)
        if (!strcmp(c->axis[a].name, name))
            return c->at[a];
    return -1;
}

#if PL_CHECKS
/* Formats "the axes (i, j)", with the wording of pallasc. */
static inline const char *pl_axes_text_(const struct pl_call *c, char *text, size_t capacity)
{
    size_t n = (size_t)snprintf(text, capacity, "no axis");
    for (int a = 0, first = 1; a < c->axes && n < capacity; a++)
        if (c->axis[a].kind != PL_BATCH_) {
            n = first ? 0 : n - 1;
            n += (size_t)snprintf(text + n, capacity - n, "%s%s)", first ? "the axes (" : ", ", c->axis[a].name);
            first = 0;
        }
    return text;
}
#endif
static inline long pl_axis_id_(const char *name, const char *file, int line)
{
    long id = pl_now_ ? pl_axis_named_(pl_asked_(), name) : -1;
#if PL_CHECKS
    char axes[200];
    if (!pl_now_)
        pl_has_axis_("PL_AXIS", 0, file, line);
    if (id < 0)
        pl_report_(file, line, NULL, PL_HINT_AXIS_UNKNOWN_, PL_MESSAGE_AXIS_UNKNOWN_, name, pl_now_->name,
                   pl_axes_text_(pl_asked_(), axes, sizeof axes));
#else
    (void)file, (void)line;
#endif
    return id;
}

static inline int pl_inside_(const struct pl_window *w, int d, long i)
{
    return i >= w->inside[d][0] && i < w->inside[d][1];
}

/* The same of a subscript of PL_INSIDE, which must be one of the block. */
static inline int pl_inside_at_(const struct pl_window *w, int d, long i, const char *file, int line)
{
#if PL_CHECKS
    if (i < 0 || i >= w->dim[d])
        pl_report_(file, line, w->operand, PL_HINT_INSIDE_SUBSCRIPT_, PL_MESSAGE_INSIDE_SUBSCRIPT_, i, d, w->dim[d]);
#else
    (void)file, (void)line;
#endif
    return pl_inside_(w, d, i);
}

static inline long pl_multiple_of_(long v, long n, const char *file, int line)
{
    PL_CHECKED_(if (n == 0 || v % n != 0)
        pl_report_(file, line, NULL, PL_HINT_MULTIPLE_OF_, PL_MESSAGE_MULTIPLE_OF_, v, n);)
    (void)n, (void)file, (void)line;
    return v;
}

#if PL_CHECKS
/* Checks the step of PL_EACH: a negative one would end the loop before its first iteration, and zero would never end it. */
static inline long pl_step_(long step, const char *file, int line)
{
    if (step <= 0)
        pl_report_(file, line, NULL, PL_HINT_LOOP_STEP_, PL_MESSAGE_LOOP_STEP_, step);
    return step > 0 ? step : 1;
}

/* While a call settles: returns what pl_each_ returns, and records the iteration. */
enum { PL_TRACKED_ = 4 };
static inline long pl_each_tracked_(struct pl_call *c, long lo, long n, long k)
{
    int order = c->each_order & ~PL_TRACKED_;
    long e = lo + (k >= n || order == 0 ? k : order == 1 ? n - 1 - k : pl_shuffled_(k, n, c->set.seed));
    if (k == 0 && n > 0)
        c->each_depth++;
    else if (k >= n && k > 0)
        c->each_depth -= c->each_depth > 0;
    if (k < n && c->each_depth <= PL_MAX_AXES_)
        c->each_at[c->each_depth - 1] = e;
    return e;
}

/* The k-th element that PL_EACH visits: in order, in reverse, or in a seeded random order. */
PL_INLINE_ long pl_each_(long lo, long n, long k)
{
    struct pl_call *c = pl_now_;
    if (!c || c->each_order == 0)
        return lo + k;
    if (c->each_order & PL_TRACKED_)
        return pl_each_tracked_(c, lo, n, k);
    if (k >= n)
        return lo + k;
    return c->each_order == 1 ? lo + n - 1 - k : lo + pl_shuffled_(k, n, c->set.seed);
}
#endif

static inline int pl_same_rows_(const struct pl_window *w)             /* whether the block has no gaps */
{
    for (int r = w->rank - 1; r > 0; r--)
        if (w->stride[r - 1] != w->stride[r] * (size_t)w->dim[r])
            return 0;
    return 1;
}

/* The number of rows of the last dim, and the offset of a row in bytes. */
static inline long pl_rows_(const struct pl_window *w)
{
    long rows = 1;
    for (int r = 0; r < w->rank - 1; r++)
        rows *= w->dim[r];
    return rows;
}
static inline size_t pl_row_(const struct pl_window *w, long row)
{
    size_t at = 0;
    for (int r = w->rank - 2; r >= 0; r--) {
        at += (size_t)(row % w->dim[r]) * w->stride[r];
        row /= w->dim[r];
    }
    return at;
}

/* Represents a view whose elements are not adjacent as rows of one element each. */
static inline int pl_lies_apart_(const struct pl_window *w) { return !w->rank || w->stride[w->rank - 1] != w->element; }
static inline const struct pl_window *pl_with_rows_(const struct pl_window *w, int apart, struct pl_window *storage)
{
    if (!apart)
        return w;
    *storage = *w;
    storage->dim[w->rank] = 1, storage->stride[w->rank] = w->element;
    storage->rank++;
    return storage;
}

static inline void pl_fill_(void *x, const struct pl_window *window, struct pl_value v, const char *file, int line)
{
    struct pl_window storage;
    const struct pl_window *w = pl_with_rows_(window, pl_lies_apart_(window), &storage);
    size_t size = w->element;
    long long element[32];
    char *value = size <= sizeof element ? (char *)element : (char *)(uintptr_t)v.at;
    long rows = pl_rows_(w), columns = w->dim[w->rank - 1];
#if PL_CHECKS
    if ((w->type == PL_STRUCT_ || v.type == PL_STRUCT_) && (w->type != v.type || size != v.size)) {
        pl_report_(pl_now_->file, pl_now_->kernel_line, w->operand, PL_HINT_STRUCT_VALUE_, PL_MESSAGE_FILL_TYPE_);
        return;
    }
    PL_TOUCHED_(w, 1, "filled", file, line);
#else
    (void)file, (void)line;
#endif
    if (value == (char *)element)
        pl_convert_(value, w->type, v.at, v.type, size);
    if (pl_same_rows_(w))
        columns *= rows, rows = 1;
    for (long r = 0; r < rows; r++)
        pl_fill_bytes_((char *)x + (rows == 1 ? 0 : pl_row_(w, r)), value, size, (size_t)columns);
}

#if PL_CHECKS
/* Whether two blocks share an element. Parts of one block may be side by side without sharing one. */
static inline int pl_overlap_(const char *a, const struct pl_window *v, const char *b, const struct pl_window *w)
{
    size_t mine = v->element * (size_t)v->dim[v->rank - 1], other = w->element * (size_t)w->dim[w->rank - 1];
    long rows = pl_rows_(v), more = pl_rows_(w);
    if (rows < 1 || more < 1 || a + pl_row_(v, rows - 1) + mine <= b || b + pl_row_(w, more - 1) + other <= a)
        return 0;
    for (long r = 0; r < rows; r++)
        for (long q = 0; q < more; q++)
            if (a + pl_row_(v, r) < b + pl_row_(w, q) + other && b + pl_row_(w, q) < a + pl_row_(v, r) + mine)
                return 1;
    return 0;
}
#endif

static inline void pl_assign_(void *dst, const struct pl_window *dst_window, const void *src, const struct pl_window *src_window,
                              const char *file, int line)
{
    struct pl_window storage[2];
    int apart = pl_lies_apart_(dst_window) || pl_lies_apart_(src_window);
    const struct pl_window *to = pl_with_rows_(dst_window, apart, &storage[0]), *from = pl_with_rows_(src_window, apart, &storage[1]);
    long rows = pl_rows_(to), columns = to->dim[to->rank - 1];
#if PL_CHECKS
    int same = dst_window->rank == src_window->rank && (to->type != PL_STRUCT_ || to->element == from->element);
    for (int r = 0; same && r < dst_window->rank; r++)
        same = to->dim[r] == from->dim[r];
    if (!same) {
        char left[128], right[128];
        pl_dims_text_(to->dim, dst_window->rank, left, sizeof left);
        pl_dims_text_(from->dim, src_window->rank, right, sizeof right);
        pl_report_(file, line, to->operand, PL_HINT_ASSIGN_SHAPES_, PL_MESSAGE_ASSIGN_SHAPES_, left, right);
        return;
    }
    if (dst != src && pl_overlap_(dst, to, src, from)) {
        pl_report_(file, line, to->operand, PL_HINT_ASSIGN_OVERLAP_, PL_MESSAGE_ASSIGN_OVERLAP_);
        return;
    }
    PL_TOUCHED_(to, 1, PL_TEXT_ASSIGNED_, file, line);
    PL_TOUCHED_(from, 0, PL_TEXT_READ_BY_ASSIGN_, file, line);
#else
    (void)file, (void)line;
#endif
    for (long r = 0; r < rows; r++) {
        char *d = (char *)dst + pl_row_(to, r);
        const char *s = (const char *)src + pl_row_(from, r);
        if (to->type == from->type)
            memmove(d, s, to->element * (size_t)columns);
        else
            for (long i = 0; i < columns; i++)
                pl_convert_(d + (size_t)i * to->element, to->type, s + (size_t)i * from->element, from->type, to->element);
    }
}
