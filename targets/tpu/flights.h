/* flights.h -- copies in flight: how they land, and what may not happen meanwhile; part of copies.h.

   A push completes twice. Its source has been read when `send` is counted up here: from then on it may be written. It has come
   when `recv` is counted up there: from then on it may be read. Nothing but a wait for `recv` shows that. A local copy has one
   semaphore, which is counted up when the destination is written.

   Where a copy lands is one thing, and who knows of it another. A wait takes bytes of the copies that have landed, the oldest
   first. If a copy is certainly there after a wait, then the wait has taken some of its bytes, whatever the order of landing.
   So what no wait has taken from is in flight for the program, although it may have landed: another copy that uses its place
   is a mistake in every order, and so is the end of the scope or of the step that the place belongs to. */
#ifndef PL_TPU_FLIGHTS_H
#define PL_TPU_FLIGHTS_H

struct pl_flight_end {                  /* the source is read, or the destination is written */
    long long *count;                   /* its semaphore; NULL: the read of a local copy, which has none */
    long long left;                     /* bytes on it that no wait has taken */
    bool landed, waited;
};

struct pl_flight {
    struct pl_dma dma;                  /* with the addresses on the receiving device */
    struct pl_tpu *from, *to;
    long from_device;
    char *data;                         /* what the source had at the start */
    long long bytes;
    int line;
    struct pl_flight_end read, written;
    struct pl_flight *next;             /* the one started after it */
};

static inline struct pl_flights *pl_flights_(struct pl_tpu *t)
{
    return pl_this_device_ ? &pl_this_device_->group->flights : &t->flights;
}

static inline struct pl_region pl_data_of_(const struct pl_flight *f)
{
    const struct pl_region *src = &f->dma.src;
    return pl_region_("", src->type, src->element, f->data, src->rank, src->dim);
}

static inline bool pl_is_read_(const struct pl_flight *f) { return f->read.count ? f->read.waited : f->written.waited; }

/* ---- How they land ------------------------------------------------------------------------------------- */
static inline struct pl_flight *pl_new_flight_(const struct pl_dma *c, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_flights *all = pl_flights_(t);
    struct pl_flight *f = calloc(1, sizeof *f);
    if (f)
        f->data = malloc((size_t)pl_region_bytes_(&c->src));
    if (!f || !f->data) {
        pl_tpu_no_memory_((size_t)pl_region_bytes_(&c->src));
        free(f);
        return NULL;
    }
    f->dma = *c, f->from = t, f->from_device = pl_device_id(), f->to = c->device < 0 ? t : pl_call_on_(c->device, line);
    f->bytes = pl_region_bytes_(&c->src), f->line = line;
    f->read.count = c->send.value, f->written.count = c->recv.value;
    if (!t->set.dry) {
        const struct pl_region data = pl_data_of_(f);
        pl_region_copy_(&data, &c->src, NULL, 0, 0, 0);
    }
    if (all->last)
        all->last->next = f;
    else
        all->first = f;
    return all->last = f;
}

static inline void pl_land_end_(struct pl_flight_end *e, long long bytes)
{
    e->landed = true;
    if (e->count)
        *e->count += e->left = bytes;
}

static inline void pl_land_read_(struct pl_flight *f)
{
    if (!f->read.landed)
        pl_land_end_(&f->read, f->bytes);
}

static inline void pl_land_written_(struct pl_flight *f)
{
    const struct pl_region data = pl_data_of_(f);
    pl_land_read_(f);
    if (f->written.landed)
        return;
    if (!f->from->set.dry)
        pl_region_copy_(&f->dma.dst, &data, NULL, 0, 0, 0);
    pl_land_end_(&f->written, f->bytes);
}

static inline bool pl_awaits_(const struct pl_flight_end *e, const long long *wanted) { return e->count == wanted && !e->landed; }

/* Completes the newest copy that counts on this semaphore, or the part of it that does; with random, any. own: only a copy
   that this call started. */
static inline bool pl_land_one_(struct pl_tpu *t, const long long *wanted, bool own)
{
    struct pl_flight *found = NULL;
    unsigned long long seen = 0;
    for (struct pl_flight *f = pl_flights_(t)->first; f; f = f->next)
        if ((!own || f->from == t) && (pl_awaits_(&f->read, wanted) || pl_awaits_(&f->written, wanted)))
            if (t->set.copies != 2 || pl_tpu_random_(&t->set.random) % ++seen == 0)
                found = f;
    if (!found)
        return false;
    if (pl_awaits_(&found->read, wanted))
        pl_land_read_(found);
    else
        pl_land_written_(found);
    return true;
}

/* copies=random: at every event, any copy may be read, or complete. */
static inline void pl_land_some_(struct pl_tpu *t)
{
    for (struct pl_flight *f = pl_flights_(t)->first; f && !t->host.code; f = f->next)
        if (!f->written.landed && pl_tpu_random_(&t->set.random) % 3 == 0) {
            if (f->read.count && !f->read.landed)
                pl_land_read_(f);
            else
                pl_land_written_(f);
        }
}

/* Forgets copies: those of a scope, or of a call; NULL: those whose bytes have all been taken. */
static inline void pl_forget_flights_(pl_flight_test *concerns, const struct pl_tpu_scope *s)
{
    struct pl_flights *all = pl_flights_(pl_tpu_now);
    struct pl_flight *last = NULL;
    for (struct pl_flight **at = &all->first, *f; (f = *at);) {
        if (concerns ? concerns(f, s) : pl_is_read_(f) && f->written.waited && !f->read.left && !f->written.left) {
            *at = f->next;
            free(f->data);
            free(f);
        } else {
            last = f;
            at = &f->next;
        }
    }
    all->last = last;
}

/* ---- What may not happen meanwhile ---------------------------------------------------------------------- */
static inline void pl_flight_text_(const struct pl_flight *f, char *text, size_t capacity)
{
    if (f->dma.device < 0)
        snprintf(text, capacity, PL_TEXT_COPY_, f->dma.src.name, f->dma.dst.name);
    else
        snprintf(text, capacity, PL_TEXT_PUSH_, f->dma.src.name, f->dma.dst.name, f->dma.device);
}

/* The bytes from the first element to the last one. */
static inline size_t pl_region_reach_(const struct pl_region *r, int from)
{
    size_t reach = r->element;
    for (int d = from; d < r->rank; d++)
        reach += (size_t)(r->dim[d] - 1) * r->stride[d];
    return reach;
}

/* Whether the bytes [lo, hi) meet the region's part from dim d on, which is at `at`. */
static inline bool pl_meets_(const struct pl_region *r, int d, const char *at, const char *lo, const char *hi)
{
    if (hi <= at || lo >= at + pl_region_reach_(r, d))
        return false;
    if (d == r->rank || (d + 1 == r->rank && r->stride[d] == r->element))
        return true;
    for (long i = 0; i < r->dim[d]; i++)
        if (pl_meets_(r, d + 1, at + (size_t)i * r->stride[d], lo, hi))
            return true;
    return false;
}

static inline bool pl_regions_meet_(const struct pl_region *a, int d, const char *at, const struct pl_region *b)
{
    if (!pl_meets_(b, 0, b->at, at, at + pl_region_reach_(a, d)))
        return false;
    if (d == a->rank || (d + 1 == a->rank && a->stride[d] == a->element))
        return true;
    for (long i = 0; i < a->dim[d]; i++)
        if (pl_regions_meet_(a, d + 1, at + (size_t)i * a->stride[d], b))
            return true;
    return false;
}

static inline bool pl_overlap_(const struct pl_region *a, const struct pl_region *b)
{
    return pl_region_bytes_(a) && pl_region_bytes_(b) && pl_regions_meet_(a, 0, a->at, b);
}

/* Whether a region still has the data of a copy. */
static inline bool pl_has_data_(const struct pl_region *r, const char *data, int dim, size_t at)
{
    size_t bytes = r->element;
    for (int d = dim; d < r->rank; d++)
        bytes *= (size_t)r->dim[d];
    if (dim == r->rank || (dim + 1 == r->rank && r->stride[dim] == r->element))
        return !memcmp(r->at + at, data, bytes);
    for (long i = 0; i < r->dim[dim]; i++)
        if (!pl_has_data_(r, data + (size_t)i * (bytes / (size_t)r->dim[dim]), dim + 1, at + (size_t)i * r->stride[dim]))
            return false;
    return true;
}

/* Reports an end of a copy that was written between the copy's start and this wait for it. */
static inline void pl_check_unwritten_(const struct pl_flight *f, const struct pl_region *end, const char *hint, int line)
{
    char what[200], notes[300];
    if (f->from->set.dry || pl_tpu_now->host.code || pl_has_data_(end, f->data, 0, 0))
        return;
    pl_flight_text_(f, what, sizeof what);
    snprintf(notes, sizeof notes, hint, pl_tpu_now->host.file, f->line, f->dma.device < 0 ? "copy" : "push");
    PL_COPY_REPORT_(line, notes, PL_MESSAGE_WRITTEN_IN_FLIGHT_, end->name, what, f->line);
}

/* The first wait that takes bytes of an end. A local copy has been read when it is written. */
static inline void pl_wait_for_end_(struct pl_flight *f, struct pl_flight_end *e, int line)
{
    if (e->waited)
        return;
    e->waited = true;
    if (e == &f->read || !f->read.count)
        pl_check_unwritten_(f, &f->dma.src, PL_HINT_SOURCE_WRITTEN_, line);
    if (e == &f->written)
        pl_check_unwritten_(f, &f->dma.dst, PL_HINT_DESTINATION_WRITTEN_, line);
}

/* A wait takes n bytes of the copies that have landed. */
static inline void pl_take_flights_(const long long *counter, long long n, int line)
{
    for (struct pl_flight *f = pl_flights_(pl_tpu_now)->first; f && n; f = f->next)
        for (int end = 0; end < 2; end++) {
            struct pl_flight_end *e = end ? &f->written : &f->read;
            long long taken = e->count != counter ? 0 : e->left < n ? e->left : n;
            e->left -= taken, n -= taken;
            if (taken)
                pl_wait_for_end_(f, e, line);
        }
    pl_forget_flights_(NULL, NULL);
}

/* Whether memory that is used at this line, as `verb` says, is free of copies in flight. */
static inline bool pl_is_free_(const struct pl_region *r, bool writes, const char *verb, long device, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    for (const struct pl_flight *f = pl_flights_(t)->first; f && !t->host.code; f = f->next) {
        char what[200], place[120], first[300], hint[600];
        size_t n;
        if (!(writes && !pl_is_read_(f) && pl_overlap_(r, &f->dma.src)) && !(!f->written.waited && pl_overlap_(r, &f->dma.dst)))
            continue;
        pl_flight_text_(f, what, sizeof what);
        snprintf(place, sizeof place, t->devices > 1 ? "%s of device %ld" : "%s", r->name, device < 0 ? pl_device_id() : device);
        snprintf(first, sizeof first, PL_TEXT_RACE_, verb, what);
        n = (size_t)snprintf(hint, sizeof hint, PL_TEXT_COPY_STARTED_ PL_TEXT_UNORDERED_, f->from_device, what, f->line);
        if (f->line != line)
            snprintf(hint + n, sizeof hint - n, PL_TEXT_THAT_IS_HERE_, t->host.file, f->line);
        PL_COPY_REPORT_(line, hint, PL_MESSAGE_RACE_, place, first);
    }
    return !t->host.code;
}

/* Whether both ends of a copy are apart, and free of other copies. In a dry run the ends are no memory. */
static inline bool pl_may_copy_(const struct pl_dma *c, int line)
{
    if (pl_tpu_now->set.dry)
        return !pl_tpu_now->host.code;
    if (pl_overlap_(&c->src, &c->dst))
        PL_COPY_REPORT_(line, PL_HINT_COPY_OVERLAP_, PL_MESSAGE_COPY_OVERLAP_, c->src.name, c->dst.name);
    return pl_is_free_(&c->src, false, PL_TEXT_READ_BY_COPY_, -1, line) &&
           pl_is_free_(&c->dst, true, c->device < 0 ? PL_TEXT_WRITTEN_BY_COPY_ : PL_TEXT_WRITTEN_BY_PUSH_, c->device, line);
}

static inline bool pl_may_assign_(const struct pl_region *dst, const struct pl_region *src, int line)
{
    return pl_is_free_(src, false, PL_TEXT_READ_BY_ASSIGN_, -1, line) && pl_is_free_(dst, true, PL_TEXT_ASSIGNED_, -1, line);
}

static inline bool pl_in_scope_(const struct pl_tpu_scope *s, const char *at)
{
    return s->storage && at >= s->storage && at < s->storage + s->bytes;
}

/* The memory of an operand that lasts as long as the kernel: an array left in HBM, or scratch. Whether this is in it. */
static inline char *pl_kernel_memory_(const struct pl_hbm *x) { return x->left_in_hbm ? x->array : x->windows; }
static inline bool pl_is_of_kernel_(const struct pl_hbm *x, const char *at)
{
    size_t bytes = x->left_in_hbm ? pl_bytes_(x->element, x->rank, x->shape) : x->kind == PL_HBM_SCRATCH ? x->bytes : 0;
    return bytes && at >= pl_kernel_memory_(x) && at < pl_kernel_memory_(x) + bytes;
}

/* Copies that the end of a scope finds unfinished; that a call has sent, or receives; that use a window or a tile of a program. */
static inline bool pl_concerns_scope_(const struct pl_flight *f, const struct pl_tpu_scope *s)
{
    return (!pl_is_read_(f) && (pl_in_scope_(s, f->dma.src.at) || pl_is_of_sem_(&s->sem, f->read.count))) ||
           (!f->written.waited && (pl_in_scope_(s, f->dma.dst.at) || pl_is_of_sem_(&s->sem, f->written.count)));
}
static inline bool pl_sent_before_end_(const struct pl_flight *f, const struct pl_tpu_scope *s)
{
    (void)s;
    return f->from == pl_tpu_now && !pl_is_read_(f);
}
static inline bool pl_concerns_call_(const struct pl_flight *f, const struct pl_tpu_scope *s)
{
    (void)s;
    return f->from == pl_tpu_now || f->to == pl_tpu_now;
}
/* Whether this is memory of the kernel, or of a scope, which last longer than a program. */
static inline bool pl_outlasts_program_(const char *at)
{
    const struct pl_tpu *t = pl_tpu_now;
    for (int i = 0; i < t->operands; i++)
        if (pl_is_of_kernel_(t->operand[i], at))
            return true;
    for (const struct pl_tpu_scope *s = t->scope; s; s = s->outer)
        if (pl_in_scope_(s, at))
            return true;
    return false;
}
static inline bool pl_uses_window_(const struct pl_flight *f, const struct pl_tpu_scope *s)
{
    (void)s;
    return f->from == pl_tpu_now && ((!pl_is_read_(f) && !pl_outlasts_program_(f->dma.src.at)) ||
                                     (f->dma.device < 0 && !f->written.waited && !pl_outlasts_program_(f->dma.dst.at)));
}

/* Reports the first of the copies that must have been waited for by now. */
static inline void pl_check_flights_(pl_flight_test *concerns, const struct pl_tpu_scope *s, const char *when)
{
    for (const struct pl_flight *f = pl_flights_(pl_tpu_now)->first; f && !pl_tpu_now->host.code; f = f->next) {
        char what[200];
        if (!concerns(f, s) || (pl_is_read_(f) && f->written.waited))
            continue;
        pl_flight_text_(f, what, sizeof what);
        PL_COPY_REPORT_(f->line, concerns == pl_uses_window_ ? PL_HINT_COPY_OF_WINDOW_ : PL_HINT_COPY_NOT_WAITED_,
                        PL_MESSAGE_COPY_NOT_WAITED_, what, when, f->dma.device < 0 || pl_is_read_(f) == f->written.waited ?
                        PL_TEXT_NEVER_WAITED_ : pl_is_read_(f) ? PL_TEXT_ARRIVAL_NOT_WAITED_ : PL_TEXT_SEND_NOT_WAITED_, "");
    }
}

/* At the end of a program no copy uses its windows or tiles: they are written back, fetched, or begin anew. */
static inline void pl_check_windows_(void)
{
    if (pl_flights_(pl_tpu_now)->first && !pl_tpu_now->host.code && !pl_tpu_now->set.dry)
        pl_check_flights_(pl_uses_window_, NULL, PL_TEXT_END_OF_PROGRAM_);
}

#endif
