/* ==== Facts: the parts of PL_CALL, processed before the first program ====================================

   PL_CALL gives each part to a function pl_give_..., after pl_open_; pl_begin_ completes the operands and starts the call.
   ========================================================================================================= */
static inline void pl_axis_(struct pl_call *c, const struct pl_axis *axis, long extent)
{
    int a = c->axes;
    if (axis->kind == PL_MESH_AXIS_) {
        if (c->mesh < 6) {
            c->mesh_axis[c->mesh] = *axis;
            c->mesh_axis[c->mesh++].extent = extent;
        }
        return;
    }
    if (c->axes == PL_MAX_AXES_)
        return;
    if (axis->kind == PL_BATCH_) {                                     /* before the grid, after earlier batches */
        for (; a > c->batches; a--)
            c->axis[a] = c->axis[a - 1];
        c->batches++;
        c->id = c->at + c->batches;
    }
    c->axes++;
    c->axis[a] = *axis;
    c->axis[a].extent = extent;
    if (extent > 0 && (c->steps | extent) > 0x7fffffff && c->steps > LONG_MAX / extent)
        pl_fail_(c, PL_FAILED, PL_MESSAGE_GRID_TOO_LARGE_);
    else
        c->steps = extent > 0 ? c->steps * extent : 0;
}

/* Whether name is one of the words of list, as in "x, z". */
static inline int pl_names_(const char *list, const char *name)
{
    size_t n = strlen(name);
    while (*list) {
        size_t word = strcspn(list, ", ");
        if (word == n && !memcmp(list, name, n))
            return 1;
        list += word;
        list += strspn(list, ", ");
    }
    return 0;
}

static const struct pl_dim pl_none_ = { 1, PL_NONE_, 0, 0 };

static inline void pl_known_(struct pl_operand *o, const struct pl_fact *fact, int i)
{
    memset(o, 0, PL_CHECKS ? sizeof *o : offsetof(struct pl_operand, shape));
    o->window.at = NULL;
    o->name = fact->name, o->type = fact->type, o->map_text = fact->map;
    o->size = fact->size, o->kind = fact->kind, o->dtype = fact->dtype, o->rank = fact->rank;
    o->next = o->maps + PL_BEHIND_;
    PL_CHECKED_(o->id = i;)
    (void)i;
    for (int d = 0; d < o->rank; d++) {
        o->block[d] = (struct pl_dim){ 0, PL_BLOCKED_, 0, 0 };
        o->next[d] = (struct pl_index){ 0, -1 };
    }
}

/* Makes c the current call of this thread. */
PL_ENGINE_ void pl_call_begins_(struct pl_call *c, const struct pl_caller *caller)
{
    memset(c, 0, PL_CHECKS ? sizeof *c : offsetof(struct pl_call, axis));
    c->name = caller->name, c->kernel = caller->kernel, c->file = caller->file, c->line = caller->line;
    c->outer = pl_now_;
    pl_now_ = c;
    pl_error_text_[0] = 0;
#if PL_CHECKS
    c->program = -1;
    pl_settings_(c);
    pl_hear_(c);
#endif
}

PL_ENGINE_ void pl_open_(struct pl_call *c, const struct pl_caller *caller, const struct pl_axis *axis, const long *extent,
                            struct pl_operand *operand, const struct pl_fact *fact, size_t operands)
{
#if PL_CHECKS
    (void)caller;                                                      /* PL_ENTER_ has already started the call */
#else
    if (caller)                                                        /* NULL: a pipeline, which has already been started */
        pl_call_begins_(c, caller);
#endif
    c->operand = operand, c->operands = (int)operands;
    c->id = c->at;
    c->step = -1, c->steps = 1;
    for (; axis->name; axis++, extent++)
        pl_axis_(c, axis, *extent);
    for (int i = 0; i < c->operands; i++)
        pl_known_(&operand[i], &fact[i], i);
}

/* Bytes of a block with these dims. A size that overflows becomes one that no allocation can satisfy. */
static inline size_t pl_bytes_(size_t size, int rank, const long *dims)
{
    for (int d = 0; d < rank; d++) {
        if (dims[d] <= 0)
            return 0;
        if ((size | (size_t)dims[d]) >> 31)                            /* divide only if the product might overflow */
            size = size > (size_t)LONG_MAX / (size_t)dims[d] ? (size_t)LONG_MAX : size * (size_t)dims[d];
        else
            size *= (size_t)dims[d];
    }
    return size > (size_t)LONG_MAX - 4096 ? (size_t)LONG_MAX - 4096 : size;
}

/* Sets the strides of a window's elements from the pitches of its rows. */
static inline void pl_pitches_(struct pl_window *w, const long *pitch)
{
    size_t stride = w->element;
    for (int r = w->rank; r-- > 0; stride *= (size_t)pitch[r])
        w->pitch[r] = pitch[r], w->stride[r] = stride;
}

/* Sets the pitches of the rows in the array. A C array type can describe the block in place unless a dim after the ref's
   last dim was dropped. */
static inline void pl_array_pitches_(struct pl_operand *o)
{
    long pitch = 1;
    int r = 0;
    if (!PL_IN_PLACE)
        return;
    for (int d = 0; d < o->rank; d++) {
        pitch *= o->shape[d];
        if (o->ref_dim[d] >= 0)
            o->pitch[r++] = pitch, pitch = 1;
    }
    if (r == 0)
        o->pitch[0] = pitch = 1;
    o->strided = PL_IN_PLACE && pitch == 1;
}

/* Derives the dims of the ref from those of the block: PL_NONE dims are dropped, and a ref without dims is one element. */
static inline void pl_ref_dims_(struct pl_operand *o)
{
    struct pl_window *w = &o->window;
    int rank = 0, seen = 0;
    w->operand = o, w->type = o->dtype, w->element = o->size;
    o->contiguous = 1;                          /* every dim after the first with an extent other than 1 is whole */
    for (int d = 0; d < o->rank; d++) {
        long n = o->block[d].n;
        if (seen && n != o->shape[d])
            o->contiguous = 0;
        seen |= n != 1;
        o->ref_dim[d] = o->block[d].kind == PL_NONE_ ? -1 : rank;
        if (o->block[d].kind != PL_NONE_)
            w->dim[rank++] = n;
    }
    if (rank == 0)
        w->dim[rank++] = 1;
    for (int r = 0; r < rank; r++)
        w->inside[r][0] = 0, w->inside[r][1] = w->size[r] = w->dim[r];
    w->rank = rank;
    pl_pitches_(w, w->dim);
    o->bytes = pl_bytes_(o->size, w->rank, w->dim);
    pl_array_pitches_(o);
    if (o->distance)
        o->contiguous = o->strided = 0;
    if (o->any && o->kind != PL_KIND_SCRATCH_)
        w->at = w->whole = o->array;
    if (o->any && o->view)
        w->operand = o->view->operand, memcpy(w->stride, o->view->stride, sizeof o->view->stride);
}

/* Adds to an operand that PL_BATCH names one leading dim per batch, indexed by the batch. */
static inline void pl_batched_(const struct pl_call *c, struct pl_operand *o)
{
    int n = 0;
    for (int a = 0; a < c->batches; a++)
        if (pl_names_(c->axis[a].batched, o->name))
            o->batch_axis[n++] = a;
    memmove(o->shape + n, o->shape, (size_t)o->rank * sizeof *o->shape);
    memmove(o->block + n, o->block, (size_t)o->rank * sizeof *o->block);
    for (int b = 0; b < n; b++)
        o->shape[b] = c->axis[o->batch_axis[b]].extent, o->block[b] = pl_none_;
    o->batches = n, o->rank += n, o->next -= n;
}

/* Start of the current batch's part of an array that has no windows (PL_ATOMIC, PL_PREFETCH). */
static inline char *pl_batch_part_(const struct pl_call *c, const struct pl_operand *o, char *array)
{
    size_t part = 0;
    for (int b = 0; b < o->batches; b++)
        part = part * (size_t)c->axis[o->batch_axis[b]].extent + (size_t)c->at[o->batch_axis[b]];
    return array + part * o->bytes;
}

static inline int pl_has_parts_(const struct pl_operand *o)
{
    return o->batches && (o->atomic || o->kind == PL_KIND_PREFETCH_);
}

/* Completes the shapes and blocks that the caller gave. */
PL_ENGINE_ void pl_blocks_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        for (int d = 0; d < o->rank; d++)
            o->shape[d] = o->given[d];
        if (c->batches && o->name && o->kind != PL_KIND_SCRATCH_)
            pl_batched_(c, o);
        for (int d = o->batches; d < o->rank; d++) {
            if (!o->map_text)
                o->block[d].kind = PL_FULL_;
            if (o->block[d].kind == PL_FULL_)
                o->block[d].n = o->shape[d];
        }
        if (o->kind != PL_KIND_SCALAR_)
            pl_ref_dims_(o);
        if (o->semaphores && !o->sems)
            pl_more_of_->operand_semaphores(c, o);
    }
}
