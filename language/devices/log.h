/* ---- The log --------------------------------------------------------------------------------------------

   The events of each device in one pass over the grid, and the names of places in reports. devices/order.h reads it. */
#if PL_CHECKS
struct pl_region {                      /* rows of `width` bytes each; rank 0: a single row */
    char *at;
    int rank;
    long dim[8];
    size_t stride[8], width;
};
struct pl_access {                      /* an access by the program of a device */
    int device, writes;
    long after;                         /* number of events of the device before it */
    struct pl_region region;
    struct pl_spot spot;
    const char *verb;
    char what[56], program[64];
};
struct pl_event {
    int device, semaphore, waits;
    long number;                        /* number among the events of its device, from 1 */
    long long amount, before;           /* wait: the amount it takes, and the sum of earlier waits */
    long proved;                        /* wait: first of the deposits that it proves; -1: none */
    unsigned *clock;
};
struct pl_deposit {                     /* a signal, or the completion of a copy */
    int semaphore, event, copy;         /* copy: it happens at an unknown time after the event */
    long long amount;
    long wait, next, proved;           /* wait that proves it, or -1; next deposit of its semaphore; next one of that wait */
};
struct pl_moved {                       /* a copy: regions read and written, and events before and after it */
    int from, to, start, deposit[2];    /* deposit: of the read, of the write */
    struct pl_region read, written;
    struct pl_spot spot;
    char src[56], dst[56], program[64];
};
struct pl_log {
    struct pl_event *event;
    struct pl_deposit *deposit;
    struct pl_moved *moved;
    struct pl_access *access;
    long events, event_capacity, deposits, deposit_capacity, moves, moved_capacity, accesses, access_capacity;
    int semaphores, full;
};

/* Appends a cleared item to an array of the log. NULL: out of memory or too long, and the log ends. */
static inline void *pl_more_(struct pl_log *log, void *array, long *count, long *capacity, size_t size)
{
    void *item = *count < 1 << 21 ? pl_append_item_(array, count, capacity, size) : NULL;
    log->full |= !item;
    return item;
}

static inline void pl_log_free_(struct pl_log *log)
{
    if (!log)
        return;
    for (long e = 0; e < log->events; e++)
        free(log->event[e].clock);
    free(log->event), free(log->deposit), free(log->moved), free(log->access);
    free(log);
}

/* Log of this pass; NULL: not logged. */
static inline struct pl_log *pl_log_of_(struct pl_device *me)
{
    struct pl_group *g = me->group;
    if (!me->call || me->call->pass || me->call->set.check == 2)
        return NULL;
    PL_MPI_(if (g->processes) return NULL;)                            /* the log would lack the other devices */
    if (!g->log)
        g->log = calloc(1, sizeof *g->log);
    return g->log && !g->log->full ? g->log : NULL;
}

static inline int pl_log_event_(struct pl_device *me, struct pl_semaphore *s, long long amount, int waits)
{
    struct pl_log *log = pl_log_of_(me);
    struct pl_event *e = log ? pl_more_(log, &log->event, &log->events, &log->event_capacity, sizeof *e) : NULL;
    if (!e)
        return -1;
    if (s && !s->number)
        s->number = ++log->semaphores;
    e->device = me->id, e->number = ++me->events, e->semaphore = s ? s->number : 0, e->amount = amount, e->waits = waits, e->proved = -1;
    return (int)log->events - 1;
}

static inline int pl_log_deposit_(struct pl_device *me, struct pl_semaphore *s, int event, int copy, long long amount)
{
    struct pl_log *log = pl_log_of_(me);
    struct pl_deposit *d = log && event >= 0 ? pl_more_(log, &log->deposit, &log->deposits, &log->deposit_capacity, sizeof *d) : NULL;
    if (!d)
        return -1;
    if (!s->number)
        s->number = ++log->semaphores;
    d->semaphore = s->number, d->event = event, d->copy = copy, d->amount = amount, d->wait = d->next = d->proved = -1;
    return (int)log->deposits - 1;
}

static inline struct pl_region pl_region_(const struct pl_view *v)
{
    struct pl_rows rows = pl_rows_of_(v);
    struct pl_region r;
    memset(&r, 0, sizeof r);
    r.at = v->at, r.width = rows.bytes, r.rank = rows.outer;
    memcpy(r.dim, v->dim, (size_t)v->rank * sizeof *r.dim);
    memcpy(r.stride, v->stride, (size_t)v->rank * sizeof *r.stride);
    return r;
}

/* The bytes from the first to the last of a region, restricted to the dims from d on. */
static inline size_t pl_extent_(const struct pl_region *r, int d)
{
    size_t extent = r->width;
    for (; d < r->rank; d++)
        extent += (size_t)(r->dim[d] - 1) * r->stride[d];
    return extent;
}

/* Whether [lo, hi) intersects region r, restricted to the dims from d on and starting at `at`. */
static inline int pl_hits_(const struct pl_region *r, int d, const char *at, const char *lo, const char *hi)
{
    long extent, from, to;
    if (lo >= at + pl_extent_(r, d) || hi <= at)
        return 0;
    if (d == r->rank)
        return 1;
    extent = (long)pl_extent_(r, d + 1);
    from = lo - at < extent ? 0 : (lo - at - extent) / (long)r->stride[d] + 1;
    to = (hi - at + (long)r->stride[d] - 1) / (long)r->stride[d];
    for (long i = from; i < to && i < r->dim[d]; i++)
        if (pl_hits_(r, d + 1, at + (size_t)i * r->stride[d], lo, hi))
            return 1;
    return 0;
}

/* Whether b intersects region a, restricted in the same way. */
static inline int pl_meets_(const struct pl_region *a, int d, const char *at, const struct pl_region *b)
{
    if (!pl_hits_(b, 0, b->at, at, at + pl_extent_(a, d)))
        return 0;
    for (long i = 0; d < a->rank && i < a->dim[d]; i++)
        if (pl_meets_(a, d + 1, at + (size_t)i * a->stride[d], b))
            return 1;
    return d == a->rank;
}
static inline int pl_regions_overlap_(const struct pl_region *a, const struct pl_region *b)
{
    return a->width && b->width && pl_meets_(a, 0, a->at, b);
}

/* ---- Names of places: "buf[1][0..8]" ------------------------------------------------------------------- */
static inline void pl_view_text_(const struct pl_device *me, const struct pl_view *v, char *text, size_t capacity)
{
    const struct pl_window *w = v->operand ? &v->operand->window : NULL;
    const struct pl_scoped *scope = w ? NULL : pl_scope_of_(me, v->at);
    size_t offset;
    int r = 0, last = -1;
    long from[8], size[8];
    snprintf(text, capacity, "%s", v->operand && v->operand->name && v->operand->name[0] ? v->operand->name : v->name ? v->name : "?");
    for (const struct pl_tile *t = pl_now_ ? pl_now_->tiles : NULL; t && !w && !scope; t = t->outer)
        if (pl_in_window_(&t->window, v->at, v->element))
            w = &t->window;
    if (scope)
        w = &scope->tile.window;
    if (!w || (char *)w->at > v->at)
        return;
    offset = (size_t)(v->at - (char *)w->at);
    for (int d = 0; d < w->rank; d++) {
        from[d] = w->stride[d] ? (long)(offset / w->stride[d]) : 0;
        offset = w->stride[d] ? offset % w->stride[d] : offset;
        size[d] = -1;
        if (r < v->rank && v->stride[r] == w->stride[d] && (v->rank - r == w->rank - d || v->stride[r] > (d + 1 < w->rank ? w->stride[d + 1] : 0)))
            size[d] = v->dim[r++];
        if (size[d] != w->dim[d])
            last = d;
    }
    for (int d = 0; d <= last; d++)
        if (size[d] < 0 || size[d] == 1)
            pl_append_(text, capacity, "[%ld]", from[d]);
        else
            pl_append_(text, capacity, "[%ld..%ld]", from[d], from[d] + size[d] - 1);
}

static inline void pl_where_text_(char *text, size_t capacity)
{
    text[0] = 0;
    if (pl_now_)
        pl_append_program_(pl_now_, " in program ", pl_now_->program, text, capacity);
}
#endif
