/* ---- Scopes and pipelines -------------------------------------------------------------------------------

   PL_SCOPED and PL_PIPELINE: memory to the end of a block, and a call inside a kernel. */
static inline void pl_enter_scope_(struct pl_scoped *s, const char *name, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    s->name = name, s->spot = spot, s->device = me;
    s->outer = me->scopes, s->depth = s->outer ? s->outer->depth + 1 : 0;
    me->scopes = s;
    PL_MPI_(pl_mpi_enter_scope_(s);)
}
static inline void pl_leave_scope_(struct pl_scoped *s)
{
#if PL_CHECKS
    struct pl_call *c = pl_now_;
    if (c && c->running && !c->failed) {                               /* a report must not jump past the end of the scope */
        c->running = 0;
        pl_check_flights_(s->device->group, NULL, s, PL_TEXT_END_OF_SCOPE_);
        for (long i = 0; s->sems && i < s->n && !c->failed; i++)
            pl_check_semaphore_(&s->sems[i], PL_TEXT_END_OF_SCOPE_, s->spot);
        c->running = 1;
    }
#endif
    PL_MPI_(pl_mpi_leave_scope_(s);)
    s->device->scopes = s->outer;
}

static inline void pl_scoped_begin_(struct pl_scoped *s, const char *name, size_t size, enum pl_dtype type, int rank, const long *dims,
                                    struct pl_spot spot)
{
    size_t guard = PL_CHECKS ? (size + 63) / 64 * 64 * (size_t)PL_GUARD_ : 0;
    memset(s, 0, sizeof *s);
    guard = guard > 4096 ? (size + 63) / 64 * 64 : guard;
#if PL_CHECKS
    for (int d = 0; d < rank; d++)
        if (dims[d] < 1)
            PL_FAIL_(spot, NULL, NULL, "PL_SCOPED %s: " PL_MESSAGE_ARRAY_EXTENT_, name, d, dims[d]);
#endif
    s->tile.bytes = pl_bytes_(size, rank, dims);
    PL_MPI_(s->tile.heap = pl_mpi_scoped_(s, s->tile.bytes + 2 * guard + 64, name, spot); if (!s->tile.heap))
    s->tile.heap = s->tile.bytes < (size_t)LONG_MAX / 2 ? aligned_alloc(64, (s->tile.bytes + 2 * guard + 64) / 64 * 64) : NULL;
    if (!s->tile.heap) {
        fprintf(stderr, "%s:%d: error: out of memory for the PL_SCOPED %s of %zu bytes [scoped-no-memory]\n", spot.file, spot.line, name, s->tile.bytes);
        abort();
    }
    s->tile.at = (char *)s->tile.heap + guard;
    pl_window_dims_(&s->tile.window, s->tile.at, size, type, rank, dims);
#if PL_CHECKS
    s->tile.name = name, s->tile.scoped = s;
    s->tile.outer = pl_now_->tiles;
    pl_now_->tiles = &s->tile;
    pl_open_tile_(&s->tile, guard);
#endif
    pl_enter_scope_(s, name, spot);
    pl_touched_(&s->tile.window, 1, "declared", spot.file, spot.line);
}
static inline void pl_scoped_end_(struct pl_scoped *s)
{
#if PL_CHECKS
    if (pl_now_)
        pl_now_->tiles = s->tile.outer;
    pl_close_tile_(&s->tile);
#endif
    pl_leave_scope_(s);
    PL_FREE_(s->tile.heap);
}

static inline void pl_scoped_sems_begin_(struct pl_scoped *s, const char *name, int dma, long n, struct pl_spot spot)
{
    memset(s, 0, sizeof *s);
    s->n = n < 0 ? 1 : n;
    pl_make_semaphores_(pl_now_, n, name, dma, &s->sems, &s->handles);
    for (long i = 0; s->sems && i < s->n; i++)
        s->sems[i].scope = s;
    PL_MPI_(if (s->sems) pl_mpi_scoped_counters_(s);)
#if PL_CHECKS
    s->tile.scoped = s;
    s->tile.outer = pl_now_->tiles;
    pl_now_->tiles = &s->tile;
#endif
    pl_enter_scope_(s, name, spot);
}
static inline void pl_scoped_sems_end_(struct pl_scoped *s)
{
    PL_CHECKED_(if (pl_now_) pl_now_->tiles = s->tile.outer;)
    pl_leave_scope_(s);
    pl_free_semaphores_(s->sems, s->handles);
    s->sems = NULL;
}

/* ---- Pipelines ------------------------------------------------------------------------------------------ */
static inline void pl_pipeline_begins_(struct pl_call *c, const struct pl_caller *caller)
{
    struct pl_call *outer = pl_now_;
    pl_use_more_();
    memset(c, 0, PL_CHECKS ? sizeof *c : offsetof(struct pl_call, axis));
    c->inner = c->apart = 1;
    c->name = outer->name, c->kernel = caller->kernel, c->file = caller->file, c->line = caller->line;
    c->outer = outer, c->device = outer->device;
    pl_now_ = c;
#if PL_CHECKS
    c->program = -1;
    c->set = outer->set;
    c->set.check = outer->set.check == 2 ? 2 : 0;
    c->set.chip = NULL;
    c->pass = outer->pass, c->quiet = outer->quiet, c->settle = outer->settle;
    c->trace = outer->trace, c->began = outer->began;
    c->subscript = outer->subscript, c->bad_address = outer->bad_address;
#endif
}

/* Sets address, shape and strides of an operand from a view. */
static inline void pl_give_view_(struct pl_operand *o, const struct pl_view *v)
{
    size_t dense = v->element;
    o->view = v;
    o->array = v->at, o->given = v->dim, o->name = v->name;
    o->type = v->operand && v->operand->type ? v->operand->type : "its elements";
    for (int d = v->rank; d-- > 0; dense *= (size_t)v->dim[d])
        if (v->stride[d] != dense && v->dim[d] != 1)
            o->distance = v->stride;
}

static inline void pl_init_(struct pl_call *c, struct pl_operand *o, struct pl_value v, int now)
{
    o->init = now;
    if (now && o->size <= sizeof o->init_value)
        pl_convert_(o->init_value, o->dtype, v.at, v.type, o->size);
    PL_CHECKED_(if (o->size > sizeof o->init_value || (o->dtype == PL_STRUCT_) != (v.type == PL_STRUCT_))
        pl_report_(c->file, c->line, o, PL_HINT_INIT_VALUE_, PL_MESSAGE_INIT_VALUE_);)
    (void)c;
}

static inline void pl_fill_init_(const struct pl_operand *o, char *block)
{
    pl_fill_bytes_(block, o->init_value, o->size, o->bytes / o->size);
}

static inline void pl_pipeline_ends_(struct pl_call *c)
{
    int code = pl_close_(c);
    struct pl_call *outer = pl_now_;
    if (!code)
        return;
    outer->code = code;
    PL_CHECKED_(outer->failed = 1; pl_stop_();)
}

static inline void pl_use_more_(void)
{
    static const struct pl_more_of all = {
        pl_device_, pl_operand_semaphores_, pl_rendezvous_, pl_leave_group_,
        PL_CHECKED_(pl_touched_, pl_touched_view_, pl_any_, pl_views_overlap_, pl_begin_devices_, pl_end_pass_,
                    pl_close_group_, pl_check_settled_, pl_check_step_, pl_free_scope_,)
    };
    pl_more_of_ = &all;
}
