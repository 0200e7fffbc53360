/* ==== The engine, checks off =============================================================================

   A call as a loop: pl_next_ counts through the grid, pl_arrive_ copies the blocks whose index has changed, or uses them in
   place, and pl_close_ writes the last ones back. Nothing is checked.
   ========================================================================================================= */
#if !PL_CHECKS
static inline int pl_reserve_(struct pl_call *c, struct pl_operand *o)
{
    if (!o->memory && o->bytes < (size_t)LONG_MAX / 2)
        o->memory = aligned_alloc(64, (o->bytes + 64) / 64 * 64);
    return o->memory ? 1 : pl_no_memory_(c, o->bytes);
}

/* Whether rows of a window should be prefetched when its visit starts: rows too short for pl_copy_box_ to prefetch one by
   one, and all rows of a block used in place. The end of a prefetch is rounded up to a multiple of PL_RUN_ bytes, which
   also covers neighboring windows. */
enum { PL_RUN_ = 1024, PL_NEAR_ = 1 << 18 };
static inline int pl_is_far_(const struct pl_operand *o)
{
    long row = o->rank ? o->block[o->rank - 1].n * (long)o->size : 0;
    return row > 0 && !o->contiguous && (o->strided || row < PL_WIDE_ROW_) &&
           pl_bytes_(o->size, o->rank, o->shape) > PL_FAR_ &&
           (long)o->bytes / row * (row > PL_RUN_ ? row : PL_RUN_) <= PL_NEAR_;
}

PL_ENGINE_ void pl_soon_(struct pl_operand *o)
{
#ifdef __GNUC__
    const struct pl_box *box = &o->box;
    int last = o->rank - 1, d, writes = pl_writes_(o);
    long size = (long)o->size, row = o->shape[last] * size, at[PL_MAX_RANK_] = { 0 }, stride[PL_MAX_RANK_];
    long from = (box->start[last] + box->lo[last]) * size, to = (box->start[last] + box->hi[last]) * size;
    const char *p = o->array;
    stride[last] = row;
    for (d = last - 1; d >= 0; d--) {
        stride[d] = d == last - 1 ? row : stride[d + 1] * o->shape[d + 1];
        p += (box->start[d] + box->lo[d]) * stride[d];
    }
    if (p == o->soon && from >= o->soon_from && from <= o->soon_to)
        from = o->soon_to;
    else
        o->soon = p, o->soon_from = from;
    if (to <= from)
        return;
    to = (to + PL_RUN_ - 1) / PL_RUN_ * PL_RUN_;
    o->soon_to = to = to < row ? to : row;
    do {
        for (long b = from / 64 * 64; b < to; b += 64)
            if (writes)
                __builtin_prefetch(p + b, 1, 3);
            else
                __builtin_prefetch(p + b, 0, 2);
        for (d = last - 1; d >= 0; d--) {
            p += stride[d];
            if (++at[d] < box->hi[d] - box->lo[d])
                break;
            p -= at[d] * stride[d];
            at[d] = 0;
        }
    } while (d >= 0);
#else
    (void)o;
#endif
}

/* Does the same for a block of which only next and path are known. */
static inline void pl_soon_whole_(struct pl_operand *o)
{
    for (int d = 0; d < o->rank; d++) {
        o->box.start[d] = o->next[d].start * o->path[d].scale - o->path[d].lo;
        o->box.lo[d] = 0, o->box.hi[d] = o->block[d].n;
    }
    pl_soon_(o);
}

static inline int pl_may_hang_(const struct pl_operand *o)
{
    for (int d = 0; d < o->rank; d++) {
        const struct pl_dim *b = &o->block[d];
        if (b->kind == PL_BLOCKED_ ? b->n < 1 || o->shape[d] % b->n : b->kind == PL_ELEMENT_ ? b->lo || b->hi : b->kind == PL_BOUNDED_)
            return 1;
    }
    return 0;
}

/* Allocates one arena for scratch and for all blocks that will be copied. With several small allocations, malloc would
   return memory to the system at the end of each call. A block used in place is in the arena only if it may extend past the
   array. */
static inline void pl_arena_(struct pl_call *c, size_t bytes)
{
    PL_MPI_(c->arena = pl_mpi_scratch_(c, NULL, bytes); if (!c->arena))
    c->arena = bytes < (size_t)LONG_MAX / 2 ? aligned_alloc(64, bytes) : NULL;
    if (!c->arena) {
        pl_no_memory_(c, bytes);
        return;
    }
    bytes = 0;
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        if (!o->in_arena)
            continue;
        o->memory = c->arena + bytes;
        bytes += (o->bytes + 63) / 64 * 64;
        if (o->kind == PL_KIND_SCRATCH_)
            o->window.at = o->window.whole = o->memory;
    }
}

/* Initializes an operand's windows before the first step. Until a block is copied, windows are treated as in place. */
static inline void pl_windows_begin_(struct pl_operand *o)
{
    long stride = (long)o->size;
    int slides = o->contiguous | o->strided;
    o->moving = 1;
    o->fixed = !o->map_text && !o->batches;
    o->direct = slides;
    o->in_arena = !o->contiguous && (!o->strided || pl_may_hang_(o));
    o->far = pl_is_far_(o);
    for (int d = o->rank; d-- > 0; stride *= o->shape[d]) {
        const struct pl_dim *b = &o->block[d];
        o->path[d] = (struct pl_path){ b->kind == PL_BLOCKED_ || b->kind == PL_FULL_ ? b->n : 1, b->lo,
                                       (unsigned long)(o->shape[d] - b->n), stride,
                                       o->ref_dim[d] < 0 ? &o->box.start[d] : &o->window.start[o->ref_dim[d]] };
        slides &= b->kind != PL_BOUNDED_ && o->shape[d] >= b->n;
    }
    if (o->strided && !o->contiguous)
        pl_pitches_(&o->window, o->pitch);
    o->in_place = o->shown = o->slides = slides & !o->may_init & !o->waits;
    if (o->distance)
        for (int d = 0; d < o->rank; d++)
            o->path[d].stride = (long)o->distance[d];
}

/* Makes both operands of an aliased array copied rather than in place: neither may see what the other writes before the end
   of a visit. */
static inline void pl_keep_apart_(struct pl_call *c, struct pl_operand *o)
{
    o->contiguous = o->strided = 0;
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].name && !strcmp(c->operand[i].name, o->alias))
            c->operand[i].contiguous = c->operand[i].strided = 0;
}

#ifdef _OPENMP
/* ---- Threads ------------------------------------------------------------------------------------------- */
static inline int pl_runs_at_once_(const struct pl_axis *axis) { return axis->kind == PL_PARALLEL_ || axis->kind == PL_BATCH_; }

/* Number of threads that have work: at most one per combination of indices of the parallel axes. */
PL_ENGINE_ int pl_threads_(const struct pl_axis *axis, const long *extent)
{
    int most = omp_get_max_threads(), in_front = 1;
    long count = 1;
    for (; axis->name; axis++, extent++) {
        if (axis->kind == PL_MESH_AXIS_)
            continue;
        in_front &= pl_runs_at_once_(axis);
        if ((in_front || axis->kind == PL_BATCH_) && count < most)
            count *= *extent;
        if (*extent <= 0)
            return 1;
    }
    return count < most ? (int)count : most;
}

/* Restricts the call to this thread's share: a contiguous range of the parallel axes' indices. */
PL_ENGINE_ void pl_share_(struct pl_call *c)
{
    long team = omp_get_num_threads(), me = omp_get_thread_num(), count = 1, first, inner, rest;
    for (int a = 0; a < c->axes && pl_runs_at_once_(&c->axis[a]); a++)
        count *= c->axis[a].extent;
    if (team == 1 || !c->steps)
        return;
    inner = c->steps / count;
    first = count / team * me + (me < count % team ? me : count % team);
    c->step = rest = first * inner;
    c->steps = rest + (count / team + (me < count % team)) * inner;
    for (int a = c->axes - 1; a >= 0; rest /= c->axis[a].extent, a--)
        c->at[a] = rest % c->axis[a].extent;
    c->step--;
    if (c->axes)
        c->at[c->axes - 1]--;
}

/* Passes the message of a failed thread to pl_team_ends_, which prints it once and leaves it for pl_error(). */
PL_ENGINE_ void pl_tell_(int code, char *words)
{
    if (code) {
#pragma omp critical(pl_tell)
        memcpy(words, pl_error_text_, sizeof pl_error_text_);
    }
}

PL_ENGINE_ int pl_team_ends_(int code, const char *words)
{
    if (code) {
        memcpy(pl_error_text_, words, sizeof pl_error_text_);
        fprintf(stderr, "%s\n", words);
    }
    return code;
}
#endif

PL_ENGINE_ void pl_begin_(struct pl_call *c)
{
    size_t bytes = 0;
    pl_blocks_(c);
    PL_MPI_(if (c->mesh && pl_mesh_size_(c) == pl_mesh_devices_(c)) pl_mpi_open_(c);)
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].alias)
            pl_keep_apart_(c, &c->operand[i]);
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        if (o->kind == PL_KIND_SCRATCH_)
            o->in_arena = 1;
        else if (o->kind == PL_KIND_PREFETCH_ || o->atomic || o->any)
            o->window.at = o->window.whole = o->array;
        else if (o->kind != PL_KIND_SCALAR_)
            pl_windows_begin_(o);

        if (o->in_arena && bytes < (size_t)LONG_MAX / 2)
            bytes += (o->bytes + 63) / 64 * 64;
    }
    if (bytes && c->steps && !c->code)
        pl_arena_(c, bytes);
    if (c->axes)
        c->at[c->axes - 1] = -1;                                       /* start of pl_next_'s count */
    if (c->mesh && !c->code && pl_mesh_size_(c) != pl_mesh_devices_(c))
        pl_fail_(c, PL_FAILED, PL_MESSAGE_MESH_OTHER_DEVICES_);
    PL_MPI_(pl_mpi_show_places_(c);)
    if (c->mesh && pl_more_of_ && pl_more_of_->device(c))
        pl_more_of_->rendezvous(c);
    PL_MPI_(pl_mpi_learn_(c);)
#ifdef _OPENMP
    if (!c->inner)                                                     /* each thread runs all steps of a pipeline of its programs */
        pl_share_(c);
#endif
}

static inline int pl_next_(struct pl_call *c)
{
    PL_MPI_(pl_mpi_step_();)
    if (++c->step >= c->steps || c->code)
        return 0;
    for (int a = c->axes - 1; a >= 0 && ++c->at[a] == c->axis[a].extent; a--)
        c->at[a] = 0;
    for (int i = 0; c->batches && i < c->operands; i++)
        if (pl_has_parts_(&c->operand[i]))
            c->operand[i].window.at = c->operand[i].window.whole = pl_batch_part_(c, &c->operand[i], c->operand[i].array);
    return 1;
}

static inline int pl_moves_(const struct pl_operand *o)
{
    for (int d = 0; o->present && d < o->rank; d++)
        if (o->next[d].start != o->now[d].start || o->next[d].size != o->now[d].size)
            return 1;
    return !o->present;
}

static inline void pl_leave_(struct pl_operand *o)
{
    if (o->present && !o->in_place && pl_writes_(o))
        pl_copy_box_(o, &o->box, o->memory, 1);
    o->present = 0;
}

/* Moves the window if, like the one before, it is entirely inside the array and used in place; returns 0 otherwise. Only its
   start changes then, so indices are not compared, and such windows need no order of arrival and departure. */
static inline int pl_slides_(struct pl_operand *o)
{
    char *at = o->array;
    for (int d = 0; d < o->rank; d++) {
        const struct pl_path *path = &o->path[d];
        unsigned long start = (unsigned long)(o->next[d].start * path->scale - path->lo);
        if (start > path->limit)                                       /* a negative start is large as unsigned */
            return 0;
        at += (long)start * path->stride;
        *path->start = (long)start;
    }
    if (o->far && at != o->window.at)
        pl_soon_whole_(o);
    o->window.at = o->window.whole = at;
    return 1;
}

PL_ENGINE_ void pl_enter_(struct pl_call *c, struct pl_operand *o)
{
    int init = o->may_init && o->init;
    for (int d = 0; d < o->rank; d++)
        o->now[d] = o->next[d];
    pl_place_(o, o->now, &o->box);
    pl_show_(o, &o->box, o->now);
    o->present = 1;
    o->in_place = o->direct && o->box.whole && !init;
    o->shown = o->in_place && o->slides;
    if (o->strided && !o->contiguous)
        pl_pitches_(&o->window, o->in_place ? o->pitch : o->window.dim);
    if (o->in_place) {
        o->window.at = o->array;
        for (int d = 0; d < o->rank; d++)
            o->window.at = (char *)o->window.at + o->box.start[d] * o->path[d].stride;
        o->window.whole = o->window.at;
    }
    if (o->far)
        pl_soon_(o);
    if (o->in_place)
        return;
    if (!pl_reserve_(c, o)) {
        o->present = 0;
        return;
    }
    o->window.at = o->window.whole = o->memory;
    if (o->edge && !o->box.whole)
        pl_fill_edge_(o, o->memory);
    else if (!o->box.whole && (pl_is_integer_(o->dtype) || (o->dtype == PL_STRUCT_ && pl_reads_(o))))
        pl_fill_ones_(o, o->memory);
    if (init)
        pl_fill_init_(o, o->memory);
    else if (pl_fetches_(o))
        pl_copy_box_(o, &o->box, o->memory, 0);
}

/* PL_BEFORE_FETCH: whether the next program fetches a new window of this operand. Writes back windows whose visit ends
   first. */
PL_ENGINE_ int pl_will_fetch_(struct pl_call *c, struct pl_operand *o)
{
    int moves = pl_moves_(o);
    for (int i = 0; moves && i < c->operands; i++)
        if (c->operand[i].moving && c->operand[i].present && !c->operand[i].shown && pl_moves_(&c->operand[i]))
            pl_leave_(&c->operand[i]);
    return moves && pl_fetches_(o) && !(o->may_init && o->init);
}

PL_ENGINE_ int pl_arrive_(struct pl_call *c)
{
    unsigned long long copies = 0;                                     /* mask of the operands whose window changes */
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        if (!o->moving)
            continue;
        if (o->fixed)
            o->moving = 0;
        for (int b = 0; b < o->batches; b++)
            o->next[b] = (struct pl_index){ c->at[o->batch_axis[b]], -1 };
        if (o->shown ? !pl_slides_(o) : pl_moves_(o))
            copies |= 1ull << i;
    }
    for (int i = 0; copies >> i; i++)                                  /* write back before fetching */
        if (copies >> i & 1)
            pl_leave_(&c->operand[i]);
    for (int i = 0; copies >> i; i++)
        if (copies >> i & 1)
            pl_enter_(c, &c->operand[i]);
    return c->code == 0;
}

PL_ENGINE_ int pl_close_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++) {
        pl_leave_(&c->operand[i]);
        if (c->operand[i].memory && !(c->arena && c->operand[i].in_arena))
            free(c->operand[i].memory);
    }
    PL_MPI_(pl_mpi_close_(c);)
    if (c->device && !c->inner && pl_more_of_)
        pl_more_of_->leave_group(c);
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].sems)
            pl_free_semaphores_(c->operand[i].sems, c->operand[i].handles);
    if (c->lone)
        free(c->lone);
    if (c->arena)
        PL_FREE_(c->arena);
    if (c->pack)
        free(c->pack);
    pl_now_ = c->outer;
    return c->code;
}
#endif
