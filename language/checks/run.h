/* ---- Passes ---------------------------------------------------------------------------------------------

   A call is one or more passes over the grid: the loop of PL_CALL asks pl_next_ for the next program or pass, and
   pl_arrive_ for its windows; pl_close_ ends the last one. */
#if PL_CHECKS
static inline int pl_rewind_(struct pl_call *c)
{
    c->step = c->program = -1;
    c->parallel_now = -1;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        o->present = 0;
        o->visit = -1, o->started = o->written = 0;
        if (o->owner)
            memset(o->owner, 0, (size_t)o->cells * sizeof *o->owner);
        if (o->owns_marks)
            memset(o->marks, 0, 2 * pl_array_bytes_(o) / o->size * sizeof *o->marks);
    }
    return 1;
}

static inline int pl_begin_pass_(struct pl_call *c)
{
    c->random = c->set.seed;
    if (c->sums)
        memset(c->sums, 0, c->sum_capacity * sizeof *c->sums);
    c->sum_count = 0;
    c->each_order = c->pass && c->pass != 4 && c->pass != PL_REORDERS_ && c->settle != PL_RECORDS_ ? c->set.order == 0 : c->set.order;
    c->each_order |= c->settle == PL_RECORDS_ || c->settle == PL_REPLAYS_ ? PL_TRACKED_ : 0;
    c->mapping = c->set.pipelined;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        o->visit_count = 0;
        for (long slot = 0; PL_IN_PLACE && slot < o->slot_count; slot++)   /* only some passes have gaps */
            PL_GREEN_ZONE_(o->slots[slot].memory, PL_GUARD_ + o->footprint + PL_GUARD_);
        if (o->kind != PL_KIND_SCALAR_)
            pl_set_gaps_(o, c->set.check != 1 || c->pass == 4 || pl_twin_guards_(c, o));
        if (o->garbage[0])
            pl_make_garbage_(c, o);
        for (long slot = 0; slot < o->slot_count; slot++)
            pl_guard_(c, o, &o->slots[slot]);
        if (o->any && o->kind == PL_KIND_OUT_ && !o->view && c->steps)
            pl_spoil_(c, o, o->array, pl_array_bytes_(o));
        pl_reset_semaphores_(o);
    }
    if (c->mesh && pl_more_of_)
        pl_more_of_->rendezvous(c);
    return pl_rewind_(c);
}

static inline int pl_prepare_(struct pl_call *c, struct pl_operand *o)
{
    size_t bytes = pl_array_bytes_(o);
    if (o->kind == PL_KIND_SCALAR_)
        return 1;
    pl_set_gaps_(o, 1);
    o->footprint = o->bytes;
    if (o->kind == PL_KIND_PREFETCH_ || o->kind == PL_KIND_SCRATCH_ || pl_has_windows_(o))
        if (!pl_slots_(c, o, PL_HAS_ASAN_ && pl_has_windows_(o) ? 2 : 1))
            return 0;
    if (!(o->any && o->view))
        o->window.at = o->window.whole = o->atomic || (o->any && o->kind != PL_KIND_SCRATCH_) ? o->array : o->slots[0].block;
    c->shares |= o->atomic;
    c->copied = o;
    if (o->kind == PL_KIND_PREFETCH_ && !o->batches && bytes)
        memcpy(o->slots[0].block, o->array, bytes);
    if (o->dtype == PL_STRUCT_ && o->kind != PL_KIND_PREFETCH_ && !o->atomic && !(o->any && o->view)) {
        o->garbage[0] = malloc(2 * o->size);
        if (!o->garbage[0])
            return pl_no_memory_(c, 2 * o->size);
        o->garbage[1] = o->garbage[0] + o->size;
    }
    if (pl_writes_(o) && !o->atomic && !o->any) {
        o->cells = 1;
        for (int d = 0; d < o->rank; d++)
            o->cells *= pl_cells_(o, d);
        o->owner = calloc((size_t)o->cells + 1, sizeof *o->owner);
        if (!o->owner)
            return pl_no_memory_(c, (size_t)o->cells * sizeof *o->owner);
    }
    for (int i = 0; i < o->id && c->parallel > 1 && !o->marks && pl_has_windows_(o); i++)   /* one set for both operands */
        if (pl_has_windows_(&c->operand[i]) && c->operand[i].array == o->array && pl_aliased_(&c->operand[i], o)) {
            o->marks = c->operand[i].marks = calloc(2 * bytes / o->size + 1, sizeof *o->marks);
            o->owns_marks = 1;
            if (!o->marks)
                return pl_no_memory_(c, 2 * bytes);
        }
    if (pl_writes_(o) && (pl_reads_(o) || o->alias) && !o->view && pl_some_look_poisoned_(o->array, o->dtype, o->size, bytes))
        c->nans = 1;
    if (c->set.check == 1)
        o->sum = pl_sum_of_(c, o);
    if (pl_writes_(o) && c->set.check == 1) {
        o->before = malloc(bytes + 1);
        o->first = malloc(bytes + 1);
        o->copy = o->atomic ? malloc(bytes + 1) : NULL;
        if (!o->before || !o->first || (o->atomic && !o->copy))
            return pl_no_memory_of_(c, o, (o->atomic ? 3 : 2) * bytes);
        if (bytes)
            memcpy(o->before, o->array, bytes);
    }
    return 1;
}

static inline void pl_begin_(struct pl_call *c)
{
    pl_says_(c, NULL);
    if (c->failed || c->code)
        return;
    c->began = c->inner ? c->began : c->trace ? pl_microseconds_() : 0;
    pl_check_aliases_(c);
    pl_check_arrays_(c);
    if (!c->failed)
        pl_check_axes_(c);
    if (!c->failed)
        pl_check_options_(c);
    if (!c->failed && c->set.chip)
        pl_lint_(c);
    PL_MPI_(if (c->mesh && !c->failed && !c->code && pl_mesh_size_(c) == pl_mesh_devices_(c)) pl_mpi_open_(c);)
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->code && c->steps; o++)
        pl_prepare_(c, o);
    if (c->mesh && !c->code && pl_more_of_)
        pl_more_of_->begin_devices(c);
    if (!c->code)
        pl_begin_pass_(c);
}

/* Selects the current batch's part of an atomic array or a table. An atomic array is used in place, or as a copy in the
   later runs of check=twin. The part of a table is copied between guards when it changes. */
static inline void pl_enter_batch_(struct pl_call *c, struct pl_operand *o)
{
    char *part = pl_batch_part_(c, o, o->atomic && o->copy && (c->pass || c->exact) ? o->copy : o->array);
    if (o->atomic) {
        o->window.at = o->window.whole = part;
    } else if (!o->present || o->part != part) {
        c->copied = o;
        memcpy(o->slots[0].block, part, o->bytes);
        c->copied = NULL;
    }
    o->part = part, o->present = 1;
}

/* Sets the ids of the current step, with the parallel axes in the order of the settings. */
static inline void pl_enter_step_(struct pl_call *c)
{
    long inner = c->steps / c->parallel, p = c->step / inner;
    c->each_depth = 0;
    if ((c->each_order & ~PL_TRACKED_) == 1)
        p = c->parallel - 1 - p;
    else if ((c->each_order & ~PL_TRACKED_) == 2)
        p = pl_shuffled_(p, c->parallel, c->set.seed);
    c->program = p * inner + pl_reduction_position_(c, c->step % inner);
    pl_ids_(c, c->program, c->at);
    for (struct pl_operand *o = c->operand; c->batches && o < c->operand + c->operands; o++)
        if (pl_has_parts_(o))
            pl_enter_batch_(c, o);
}

static inline int pl_next_pass_(struct pl_call *c);

static inline int pl_next_(struct pl_call *c)
{
    PL_MPI_(pl_mpi_step_();)
    for (;;) {
        c->running = 0;
        if (c->code || c->steps == 0)
            return 0;
        if (c->step >= 0 && !c->mapping) {
            pl_trace_program_(c);
            if (pl_more_of_)
                pl_more_of_->check_step(c);
            pl_veil_(c, 0);
            pl_check_guards_(c);
            for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++)
                if (o->owner)
                    pl_check_window_(c, o, &o->box, o->window.at, 0);
            pl_reduction_step_(c);
            if (c->set.pipelined && !c->failed)
                pl_leave_step_(c);
        }
        if (c->failed)
            return 0;
        c->copied = NULL;
        if (++c->step < c->steps) {
            pl_enter_step_(c);
            return 1;
        }
        if (!pl_next_pass_(c))
            return 0;
    }
}

static inline int pl_arrive_(struct pl_call *c)
{
    long parallel = pl_parallel_of_(c, pl_linear_(c));
    int restart = parallel != c->parallel_now;
    c->parallel_now = parallel;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++)
        for (int b = 0; b < o->batches; b++)
            o->next[b] = (struct pl_index){ c->at[o->batch_axis[b]], -1 };
    pl_maps_(c, NULL, 0);
    if (c->mapping)
        return pl_record_(c, restart);
    if (c->set.pipelined)
        pl_arrive_pipelined_(c, restart);
    else
        pl_arrive_sequential_(c, restart);
    pl_veil_(c, 1);
    c->running = 1;
    c->program_began = pl_trace_now_(c);
    for (int i = 0; i < c->operands; i++)
        c->operand[i].seen = c->program;
    return !c->code;
}

/* PL_BEFORE_FETCH: whether the next program fetches a new window of this operand. With schedule=sequential, first writes
   back the windows whose visit ends. */
static inline int pl_will_fetch_(struct pl_call *c, struct pl_operand *o)
{
    if (c->mapping || c->failed || c->code || !pl_fetches_(o))
        return 0;
    o->waits = 1;
    if (c->set.pipelined) {
        long next = o->visit + (o->visit < 0 || c->step > o->visits[o->visit].last);
        return next != o->visit && !o->visits[next].init;
    }
    pl_depart_(c, pl_parallel_of_(c, pl_linear_(c)) != c->parallel_now);
    return !o->present && !(o->may_init && o->init) && !c->failed;
}
#endif
