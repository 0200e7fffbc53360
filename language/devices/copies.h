/* ---- Copies ---------------------------------------------------------------------------------------------

   PL_COPY, pl_start and pl_wait, on one device and to another. */
static inline pl_copy pl_copy_(const struct pl_view *src, const struct pl_view *dst, struct pl_semaphore *send,
                               struct pl_semaphore *recv, long device, struct pl_spot spot)
{
    pl_copy c = { *src, *dst, send, recv, device };
    (void)spot;
    if (device >= 0)
        pl_is_none_(send, "PL_REMOTE_COPY", spot);
    pl_is_none_(recv, device >= 0 ? "PL_REMOTE_COPY" : "PL_COPY", spot);
#if PL_CHECKS
    for (int d = 0; d < src->rank; d++)
        if (src->dim[d] != dst->dim[d]) {
            char from[128], to[128];
            pl_dims_text_(src->dim, src->rank, from, sizeof from);
            pl_dims_text_(dst->dim, dst->rank, to, sizeof to);
            PL_FAIL_(spot, NULL, PL_HINT_COPY_SHAPES_, PL_MESSAGE_COPY_SHAPES_, src->name, from, dst->name, to);
        }
#endif
    return c;
}

#if PL_CHECKS
/* Checks both ends of a copy before any data moves. */
static inline void pl_check_ends_(struct pl_call *c, const pl_copy *copy, const struct pl_view *dst, struct pl_device *there,
                                  struct pl_spot spot)
{
    int local = there == c->device;
    struct pl_region from = pl_region_(&copy->src), to = pl_region_(dst);
    char a[56], b[56];
    if (local && pl_regions_overlap_(&from, &to)) {
        pl_view_text_(c->device, &copy->src, a, sizeof a);
        pl_view_text_(c->device, dst, b, sizeof b);
        PL_FAIL_(spot, NULL, PL_HINT_COPY_OVERLAP_, PL_MESSAGE_COPY_OVERLAP_, a, b);
    }
    pl_touched_view_(c, &copy->src, 0, PL_TEXT_READ_BY_COPY_, spot);
    if (local)
        pl_touched_view_(c, dst, 1, PL_TEXT_WRITTEN_BY_COPY_, spot);
    else
        pl_touched_memory_(c, there, dst, &copy->dst, 1, PL_TEXT_WRITTEN_BY_PUSH_, spot);
}

static inline int pl_is_private_(const struct pl_device *me, const struct pl_view *v)
{
    const struct pl_operand *o = v->operand;
    const struct pl_operand *first = me->call->operand;
    if (o)
        return !(o >= first && o < first + me->call->operands && (o->any || o->kind == PL_KIND_SCRATCH_));
    return !pl_scope_of_(me, v->at);
}

static inline void pl_log_copy_(struct pl_device *me, const struct pl_transfer *t)
{
    struct pl_log *log = pl_log_of_(me);
    int event = pl_log_event_(me, NULL, 0, 0);
    struct pl_moved *m = log && event >= 0 ? pl_more_(log, &log->moved, &log->moves, &log->moved_capacity, sizeof *m) : NULL;
    if (!m)
        return;
    m->from = t->from->id, m->to = t->to->id, m->start = event, m->spot = t->spot;
    m->read = pl_region_(&t->src), m->written = pl_region_(&t->dst);
    memcpy(m->src, t->src_text, sizeof m->src);
    memcpy(m->dst, t->dst_text, sizeof m->dst);
    pl_where_text_(m->program, sizeof m->program);
    m->deposit[1] = pl_log_deposit_(me, t->recv, event, 1, (long long)t->bytes);
    m->deposit[0] = t->send ? pl_log_deposit_(me, t->send, event, 1, (long long)t->bytes) : m->deposit[1];
}
#endif

#ifdef PL_MPI
/* Pushes to a device that is another process. The data has arrived when this function returns. */
static inline void pl_push_to_process_(const pl_copy *copy, struct pl_spot spot)
{
    struct pl_call *c = pl_now_;
    struct pl_device *me = pl_device_(c);
    long long bytes = (long long)pl_view_bytes_(&copy->src);
    char *data;
    int there;
#if PL_CHECKS
    if (pl_is_private_(me, &copy->dst))
        PL_FAIL_(spot, NULL, PL_HINT_PUSH_PRIVATE_, PL_MESSAGE_PUSH_PRIVATE_, copy->dst.name);
    if (me->call->failed)
        return;
    pl_touched_view_(c, &copy->src, 0, PL_TEXT_READ_BY_COPY_, spot);
    if (pl_now_->failed)
        return;
#endif
    data = malloc((size_t)bytes + 1);
    if (!data) {
        pl_no_memory_(me->call, (size_t)bytes);
        return;
    }
    pl_gather_(data, &copy->src);
    PL_CHECKED_(pl_check_source_(c, &copy->src, data, (size_t)bytes, spot);)
    there = pl_mpi_write_(&copy->dst, data, (int)copy->device);
    free(data);
    if (there)
        pl_signal_process_(copy->recv, bytes, copy->device, spot);
    PL_CHECKED_(else PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, copy->device, copy->dst.name);)
    copy->send->count += bytes, copy->send->last = spot;
}
#endif

static inline void pl_start_copy_(const pl_copy *copy, struct pl_spot spot)
{
    struct pl_call *c = pl_now_;
    struct pl_device *me = pl_device_(c), *there = copy->device < 0 ? me : &me->group->device[copy->device];
    struct pl_semaphore *recv;
    struct pl_view dst = copy->dst;
    PL_MPI_(if (there != me && me->group->processes) { pl_push_to_process_(copy, spot); return; })
    recv = pl_semaphore_there_(copy->recv, there, spot);
    dst.at = pl_place_there_(&dst, me, there, spot);
#if PL_CHECKS
    struct pl_transfer *t;
    if (copy->device >= 0 && pl_is_private_(me, &copy->dst))
        PL_FAIL_(spot, NULL, PL_HINT_PUSH_PRIVATE_, PL_MESSAGE_PUSH_PRIVATE_, copy->dst.name);
    if (!dst.at || me->call->failed || !pl_view_bytes_(&copy->src))     /* no wait is needed for a copy of nothing */
        return;
    t = calloc(1, sizeof *t);
    if (t)
        t->data = malloc(pl_view_bytes_(&copy->src) + 1);
    if (!t || !t->data) {
        free(t);
        pl_no_memory_(me->call, pl_view_bytes_(&copy->src));
        return;
    }
    t->src = copy->src, t->dst = dst, t->from = me, t->to = there, t->send = copy->send, t->recv = recv;
    t->bytes = pl_view_bytes_(&copy->src), t->spot = spot, t->program = c->program;
    t->private = pl_is_private_(me, &copy->src) || pl_is_private_(me, &copy->dst);
    pl_view_text_(me, &copy->src, t->src_text, sizeof t->src_text);
    pl_view_text_(me, &copy->dst, t->dst_text, sizeof t->dst_text);
    pl_check_ends_(c, copy, &dst, there, spot);
    pl_gather_(t->data, &t->src);
    pl_check_source_(c, &t->src, t->data, t->bytes, spot);
    t->number = me->group->started++;
    t->garbage = t->number % PL_FLIGHT_IDS_;
    pl_transfer_text_(t, me->group->garbage[t->garbage].what, sizeof me->group->garbage[t->garbage].what);
    me->group->garbage[t->garbage].spot = spot;
    pl_log_copy_(me, t);
    pl_flight_(c, &t->dst, t->garbage, PL_BEGIN_FLIGHT_);
    recv->coming += (long long)t->bytes, recv->last = spot;
    if (t->send)
        t->send->coming += (long long)t->bytes, t->send->last = spot;
    if (me->group->last)
        me->group->last->next = t;
    else
        me->group->transfers = t;
    me->group->last = t;
    me->reads = 0;
#else
    {
        struct pl_rows from = pl_rows_of_(&copy->src), to = pl_rows_of_(&dst);
        if (from.bytes == to.bytes && from.bytes) {
            do
                memmove(to.row, from.row, from.bytes);
            while (pl_next_row_(&copy->src, &from) && pl_next_row_(&dst, &to));
        } else if (from.bytes) {
            char *data = malloc(pl_view_bytes_(&copy->src));
            if (!data) {
                pl_no_memory_(c, pl_view_bytes_(&copy->src));
                return;
            }
            pl_gather_(data, &copy->src);
            pl_scatter_(&dst, data);
            free(data);
        }
    }
    recv->count += (long long)pl_view_bytes_(&dst), recv->last = spot;
    if (copy->send)
        copy->send->count += (long long)pl_view_bytes_(&dst), copy->send->last = spot;
#endif
    pl_wake_(recv);
    if (there != me)
        pl_turn_over_(me);
}

/* ends: 1: wait until the source has been read; 2: until the bytes of the destination have arrived here; 3: both. */
static inline void pl_wait_copy_(const pl_copy *copy, int ends, struct pl_spot spot)
{
    long long bytes = (long long)pl_view_bytes_(&copy->dst);
    PL_CHECKED_(if (copy->device < 0 && ends != 3)
        PL_FAIL_(spot, NULL, PL_HINT_LOCAL_COPY_, PL_MESSAGE_LOCAL_COPY_, ends == 1 ? "send" : "recv");)
    if (copy->device < 0)
        ends = 2;
    if (ends & 1)
        pl_await_(copy->send, bytes, spot);
    if (ends & 2)
        pl_await_(copy->recv, bytes, spot);
}

static inline pl_copy pl_started_(pl_copy c, struct pl_spot spot)
{
    pl_start_copy_(&c, spot);
    return c;
}
static inline void pl_waited_(pl_copy c, struct pl_spot spot)
{
    pl_start_copy_(&c, spot);
    pl_wait_copy_(&c, 3, spot);
}

/* Copies without a semaphore. The copy is complete when the function returns. */
static inline void pl_sync_copy_(const struct pl_view *src, const struct pl_view *dst, struct pl_spot spot)
{
    struct pl_semaphore none = { .name = "", .index = -1 };
    pl_copy c;
    char *data;
    pl_device_(pl_now_);
    c = pl_copy_(src, dst, NULL, &none, -1, spot);
    PL_CHECKED_(pl_check_ends_(pl_now_, &c, dst, pl_now_->device, spot);)
    (void)c;
    data = malloc(pl_view_bytes_(src) + 1);
    if (!data) {
        pl_no_memory_(pl_now_, pl_view_bytes_(src));
        return;
    }
    pl_gather_(data, src);
    PL_CHECKED_(pl_check_source_(pl_now_, src, data, pl_view_bytes_(src), spot);)
    pl_scatter_(dst, data);
    free(data);
}

/* Implement PL_FILL and PL_ASSIGN for views. */
static inline void pl_fill_view_(const struct pl_view *x, struct pl_value v, struct pl_spot spot)
{
    struct pl_window w = pl_window_over_(x);
    pl_fill_(x->at, &w, v, spot.file, spot.line);
}
static inline void pl_assign_view_(const struct pl_view *dst, const struct pl_view *src, struct pl_spot spot)
{
    struct pl_window to = pl_window_over_(dst), from = pl_window_over_(src);
    pl_assign_(dst->at, &to, src->at, &from, spot.file, spot.line);
}

/* Makes n semaphores and their handles, with NULL handles before and after them to detect a wrong subscript. */
enum { PL_NO_HANDLES_ = 8 };
static inline void pl_make_semaphores_(struct pl_call *c, long n, const char *name, int dma, struct pl_semaphore **sems, void **handles)
{
    struct pl_device *me = pl_device_(c);
    long count = n < 0 ? 1 : n;
    struct pl_semaphore **handle;
    *sems = count < LONG_MAX / 256 ? calloc((size_t)count + 1, sizeof **sems) : NULL;
    handle = *sems ? calloc((size_t)count + 2 * PL_NO_HANDLES_, sizeof *handle) : NULL;
    *handles = handle ? handle + PL_NO_HANDLES_ : NULL;
    if (!handle) {
        free(*sems);
        *sems = NULL;
        pl_no_memory_(pl_root_(c), (size_t)count * sizeof **sems);
        return;
    }
    for (long i = 0; i < count; i++) {
        (*sems)[i] = (struct pl_semaphore){ .name = name, .index = n < 0 ? -1 : i, .dma = dma, .device = me };
        handle[PL_NO_HANDLES_ + i] = &(*sems)[i];
    }
}
static inline void pl_free_semaphores_(struct pl_semaphore *sems, void *handles)
{
    free(sems);
    if (handles)
        free((struct pl_semaphore **)handles - PL_NO_HANDLES_);
}

PL_ENGINE_ void pl_operand_semaphores_(struct pl_call *c, struct pl_operand *o)
{
    if (o->semaphores < 0)
        pl_fail_(c, PL_FAILED, PL_MESSAGE_SEMAPHORES_NEGATIVE_);
    pl_make_semaphores_(c, o->semaphores < 0 ? 0 : o->semaphores, o->name, o->dma, &o->sems, &o->handles);
    for (long i = 0; o->sems && i < o->semaphores; i++)
        o->sems[i].operand = o;
}

static inline void pl_sign_hbm_(const struct pl_window *w, const char *name)
{
    struct pl_operand *o = (struct pl_operand *)(uintptr_t)w->operand;
    if (o && o->kind == PL_KIND_SCRATCH_)
        o->name = name;
}
static inline void pl_sign_semaphores_(struct pl_call *c, struct pl_semaphore *s, const char *name, long n)
{
    struct pl_operand *o = s ? (struct pl_operand *)(uintptr_t)s->operand : NULL;
    if (!o || c->inner)
        return;
    o->name = name;
    for (long i = 0; i < o->semaphores; i++)
        o->sems[i].name = name, o->sems[i].index = n < 0 ? -1 : i;
    PL_CHECKED_(if (n >= 0 && n != o->semaphores)
        pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_SEMAPHORES_COUNT_, o->semaphores, name, n);)
}
