/* ---- Fetch and write back -------------------------------------------------------------------------------

   When the window of an operand is fetched and written back, in the sequential schedule and in the pipelined one, which
   has n buffers and copies in flight. */
#if PL_CHECKS
static inline void pl_fresh_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, char *block)
{
    if (pl_reads_(o) && box->whole && !(c->set.pipelined && c->set.copies))
        return;
    pl_gaps_(c, o, block, PL_OPEN_GAPS_);
    if (o->edge && pl_reads_(o))
        pl_fill_edge_(o, block);
    else
        pl_spoil_(c, o, block, o->bytes);
    pl_gaps_(c, o, block, PL_CLOSE_GAPS_);
}

/* Records that a pipeline fetches or writes back a part of its view. */
static inline void pl_touched_box_(struct pl_call *c, const struct pl_operand *o, const struct pl_box *box, int writes)
{
    struct pl_view v;
    if (!c->device || !o->view || !pl_more_of_)
        return;
    v = *o->view;
    for (int d = 0; d < o->rank; d++) {
        v.dim[d] = box->hi[d] > box->lo[d] ? box->hi[d] - box->lo[d] : 0;
        v.at += (box->start[d] + box->lo[d]) * (long)v.stride[d];
    }
    pl_more_of_->touched_view(c, &v, writes, writes ? "written back by the pipeline" : "fetched by the pipeline", (struct pl_spot){ c->file, c->line });
}

/* PL_INIT: initializes a window instead of fetching it. */
static inline void pl_begin_init_(struct pl_call *c, struct pl_operand *o, char *block)
{
    pl_gaps_(c, o, block, PL_OPEN_GAPS_);
    pl_fill_init_(o, block);
    PL_DEFINED_(block, o->bytes);
    pl_gaps_(c, o, block, PL_CLOSE_GAPS_);
}

static inline void pl_fetch_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, char *block)
{
    double began = pl_trace_now_(c);
    if (o->may_init && o->init) {
        pl_begin_init_(c, o, block);
        return;
    }
    pl_fresh_(c, o, box, block);
    if (pl_fetches_(o)) {
        c->copied = o;
        pl_touched_box_(c, o, box, 0);
        pl_copy_box_(o, box, block, 0);
        o->copies++;
        pl_trace_copy_(c, o, box, 0, 0, began);
    }
}

static inline void pl_flush_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, char *block)
{
    long program = c->program;
    double began = pl_trace_now_(c);
    if (c->failed)
        return;
    c->program = o->seen;
    pl_check_window_(c, o, box, block, 1);
    c->program = program;
    if (c->failed)
        return;
    c->copied = o;
    pl_touched_box_(c, o, box, 1);
    pl_copy_box_(o, box, block, 1);
    o->copies++;
    pl_trace_copy_(c, o, box, 0, 1, began);
}

/* At each new index of the parallel axes, the contents of scratch are unspecified again. */
static inline void pl_restart_scratch_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++)
        if (o->kind == PL_KIND_SCRATCH_)
            pl_spoil_(c, o, o->slots[0].block, o->bytes);
    if (c->device && !c->inner && c->parallel > 1 && pl_more_of_)
        pl_more_of_->check_settled(c, "at the end of an index of the parallel axes");
}

static inline int pl_moves_(const struct pl_operand *o, const struct pl_index *now)
{
    for (int d = 0; d < o->rank; d++)
        if (o->next[d].start != now[d].start || o->next[d].size != now[d].size)
            return 1;
    return 0;
}

/* ---- schedule=sequential: one buffer per operand; blocks are written back before others are fetched ---- */
static inline void pl_depart_(struct pl_call *c, int restart)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (!pl_has_windows_(o))
            continue;
        if (o->present && !pl_moves_(o, o->now) && !(restart && pl_writes_(o)))
            continue;
        if (o->present && pl_writes_(o))
            pl_flush_(c, o, &o->box, o->slots[o->slot].block);
        o->present = 0;
    }
}

static inline void pl_arrive_sequential_(struct pl_call *c, int restart)
{
    pl_depart_(c, restart);
    if (restart)
        pl_restart_scratch_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || o->present)
            continue;
        pl_check_place_(c, o, o->next);
        if (c->failed)
            return;
        memcpy(o->now, o->next, (size_t)o->rank * sizeof *o->now);
        pl_place_(o, o->now, &o->box);
        pl_visited_(c, o, &o->box);
        o->slot = o->slot_count - 1 - o->slot;                         /* with the address sanitizer, two slots alternate */
        o->window.at = o->window.whole = o->slots[o->slot].block;
        pl_fetch_(c, o, &o->box, o->slots[o->slot].block);
        pl_show_(o, &o->box, o->now);
        o->present = 1;
    }
}

static inline void pl_finish_sequential_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (pl_has_windows_(o) && o->present && pl_writes_(o))
            pl_flush_(c, o, &o->box, o->slots[o->slot].block);
        o->present = 0;
    }
}

/* ---- schedule=pipelined: n buffers per operand; copies are in flight while programs run -----------------

   The schedule of JAX (jax/_src/pallas/mosaic/pipeline.py), in terms of visits: a visit is a block of an operand and the
   steps that use it. Visit v uses buffer v % n. Its copy in starts n - 1 steps before its first step (with PL_LOOKAHEAD,
   as soon as the buffer is free), which waits for it. The copy out of an output starts after the last step of the visit,
   and the first step of the next visit waits for it at its end. Two differences are deliberate: the prologue stops at the
   end of the grid, and a copy in waits for the copy out that reads its buffer. A fetch of data that a window has not
   written back yet (PL_INOUT, PL_ALIAS) is delayed until it is. */
static inline int pl_record_(struct pl_call *c, int restart)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        struct pl_visit *v = o->visit_count ? &o->visits[o->visit_count - 1] : NULL;
        if (!pl_has_windows_(o))
            continue;
        if (v && !pl_moves_(o, v->index) && !(restart && pl_writes_(o))) {
            v->last = c->step;
            continue;
        }
        pl_check_place_(c, o, o->next);
        if (c->failed)
            break;
        v = pl_append_item_(&o->visits, &o->visit_count, &o->visit_capacity, sizeof *v);
        if (!v)
            return pl_no_memory_(c, 2 * (size_t)o->visit_capacity * sizeof *v);
        v->first = v->last = c->step;
        memcpy(v->index, o->next, (size_t)o->rank * sizeof *v->index);
        pl_place_(o, v->index, &v->box);
        v->init = o->may_init && o->init;
        memcpy(v->init_value, o->init_value, sizeof v->init_value);
    }
    return 0;
}

static inline int pl_plan_pipeline_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        long n = o->buffers > 0 ? o->buffers : 2;
        if (!pl_has_windows_(o))
            continue;
        if (o->kind == PL_KIND_OUT_ && n > 2)
            n = 2;                                                  /* a wait covers only the copy out of the visit before */
        if (o->visit_count == 1 && !o->buffers)
            n = 1;                                                     /* a window that never changes */
        if (!pl_slots_(c, o, n))
            return 0;
    }
    return 1;
}

/* Completes a copy in flight. The data is moved only now. */
static inline void pl_land_(struct pl_call *c, long flight)
{
    struct pl_flight f = c->flights[flight];
    struct pl_operand *o = f.operand;
    struct pl_visit *v = &o->visits[f.visit];
    char *block = o->slots[f.visit % o->slot_count].block;
    memmove(&c->flights[flight], &c->flights[flight + 1], (size_t)(--c->flight_count - flight) * sizeof f);
    c->copied = o;
    pl_copy_box_(o, &v->box, block, f.out);
    o->copies++;
    pl_trace_copy_(c, o, &v->box, f.visit % o->slot_count, f.out, f.began);
    *(f.out ? &v->sent : &v->received) = 1;
}

static inline void pl_land_some_(struct pl_call *c)                    /* copies=random: any copy may complete now */
{
    for (long f = c->flight_count; c->set.copies == 2 && f-- > 0;)
        if (pl_random_(&c->random) % 3 == 0)
            pl_land_(c, f);
}

static inline void pl_start_(struct pl_call *c, struct pl_operand *o, long visit, int out)
{
    struct pl_flight *flight = pl_append_item_(&c->flights, &c->flight_count, &c->flight_capacity, sizeof *flight);
    if (!flight) {
        pl_no_memory_(c, 2 * (size_t)c->flight_capacity * sizeof *flight);
        return;
    }
    *flight = (struct pl_flight){ o, visit, c->step, out, pl_trace_now_(c) };
    if (c->set.copies == 0)
        pl_land_(c, c->flight_count - 1);
    else
        pl_land_some_(c);
}

static inline void pl_wait_(struct pl_call *c, struct pl_operand *o, long visit, int out)
{
    pl_land_some_(c);
    for (long f = c->flight_count; f-- > 0;)
        if (c->flights[f].operand == o && c->flights[f].visit == visit && c->flights[f].out == out)
            pl_land_(c, f);
}

static inline int pl_boxes_overlap_(const struct pl_operand *o, const struct pl_box *a, const struct pl_box *b)
{
    for (int d = 0; d < o->rank; d++)
        if (a->start[d] + a->hi[d] <= b->start[d] + b->lo[d] || b->start[d] + b->hi[d] <= a->start[d] + a->lo[d])
            return 0;
    return 1;
}

static inline int pl_same_shape_(const struct pl_operand *o, const struct pl_operand *w)
{
    for (int d = 0; d < o->rank && o->rank == w->rank; d++)
        if (o->shape[d] != w->shape[d])
            return 0;
    return o->rank == w->rank;
}

/* Whether a fetch of this visit would miss data that an earlier window of the same array has not written back yet. */
static inline int pl_too_early_(struct pl_call *c, const struct pl_operand *o, const struct pl_visit *v)
{
    for (const struct pl_operand *w = c->operand; w < c->operand + c->operands; w++) {
        if (!pl_has_windows_(w) || !pl_writes_(w) || w->array != o->array)
            continue;
        for (long u = w->written; u < w->visit_count && w->visits[u].last < v->first; u++)
            if (!w->visits[u].sent && (!pl_same_shape_(o, w) || pl_boxes_overlap_(o, &w->visits[u].box, &v->box)))
                return 1;
    }
    return 0;
}

static inline void pl_start_fetch_(struct pl_call *c, struct pl_operand *o, long visit)
{
    struct pl_visit *v = &o->visits[visit];
    long n = o->slot_count;
    if (visit >= n && pl_writes_(o))
        pl_wait_(c, o, visit - n, 1);
    if (v->init) {
        memcpy(o->init_value, v->init_value, sizeof o->init_value);
        pl_begin_init_(c, o, o->slots[visit % n].block);
        return;
    }
    pl_fresh_(c, o, &v->box, o->slots[visit % n].block);
    pl_touched_box_(c, o, &v->box, 0);
    pl_start_(c, o, visit, 0);
}

/* Starts the copies in that may start in this step. */
static inline void pl_fetch_ahead_(struct pl_call *c, struct pl_operand *o, long until)
{
    while (o->started < o->visit_count) {
        const struct pl_visit *v = &o->visits[o->started];
        long n = o->slot_count;
        int free_slot = o->started < n || o->visits[o->started - n].last < c->step;
        if (!free_slot || (!o->lookahead && v->first > until) || (o->waits && v->first > c->step) || (v->first > c->step && pl_too_early_(c, o, v)))
            return;
        pl_start_fetch_(c, o, o->started++);
    }
}

/* Waits until the data of all earlier windows of this array is written back, before this block is fetched. */
static inline void pl_settle_(struct pl_call *c, const struct pl_operand *o, const struct pl_visit *v)
{
    for (struct pl_operand *w = c->operand; w < c->operand + c->operands; w++) {
        if (!pl_has_windows_(w) || !pl_writes_(w) || w->array != o->array)
            continue;
        for (long u = w->written; u < w->visit_count && w->visits[u].last < v->first; u++)
            pl_wait_(c, w, u, 1);
    }
}

static inline void pl_arrive_pipelined_(struct pl_call *c, int restart)
{
    long s = c->step;
    if (restart)
        pl_restart_scratch_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (pl_has_windows_(o) && (o->visit < 0 || s > o->visits[o->visit].last)) {
            o->visit++;
            pl_visited_(c, o, &o->visits[o->visit].box);
        }
    }
    for (long k = 0; s == 0 && k < c->steps; k++) {         /* prologue: first copies of all operands, then second copies… */
        int more = 0;
        for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
            if (pl_has_windows_(o) && pl_fetches_(o) && k < o->slot_count - 1) {
                pl_fetch_ahead_(c, o, k);
                more = 1;
            }
        }
        if (!more)
            break;
    }
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || !pl_fetches_(o))
            continue;
        if (o->started <= o->visit)
            pl_settle_(c, o, &o->visits[o->visit]);
        pl_fetch_ahead_(c, o, s + o->slot_count - 1);
    }
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        struct pl_visit *v;
        if (!pl_has_windows_(o))
            continue;
        v = &o->visits[o->visit];
        o->window.at = o->window.whole = o->slots[o->visit % o->slot_count].block;
        if (s == v->first) {
            if (pl_fetches_(o))
                pl_wait_(c, o, o->visit, 0);
            else
                pl_fresh_(c, o, &v->box, o->window.at);
            memcpy(o->now, v->index, sizeof o->now);
            o->box = v->box;
            pl_show_(o, &v->box, v->index);
        }
    }
}

/* While the body runs, the address sanitizer rejects access to all buffers but the ones passed to it. */
static inline void pl_veil_(struct pl_call *c, int on)
{
    for (struct pl_operand *o = c->operand; PL_HAS_ASAN_ && o < c->operand + c->operands; o++)
        for (long s = 0; pl_has_windows_(o) && s < o->slot_count; s++)
            if (o->slots[s].block == o->window.at)
                continue;
            else if (on)
                PL_RED_ZONE_(o->slots[s].block, o->bytes);
            else {
                PL_GREEN_ZONE_(o->slots[s].block, o->bytes);
                pl_gaps_(c, o, o->slots[s].block, PL_CLOSE_GAPS_);
            }
}

/* After the body: starts the copy out of a block whose visit ends, and waits for the copy out of the visit before. */
static inline void pl_leave_step_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || !pl_writes_(o) || o->visits[o->visit].last != c->step)
            continue;
        pl_check_window_(c, o, &o->visits[o->visit].box, o->window.at, 1);
        if (c->failed)
            return;
        pl_touched_box_(c, o, &o->visits[o->visit].box, 1);
        pl_start_(c, o, o->visit, 1);
        if (o->slot_count == 1)
            pl_wait_(c, o, o->visit, 1);
    }
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || !pl_writes_(o) || o->visits[o->visit].first != c->step)
            continue;
        for (; o->written < o->visit; o->written++)
            pl_wait_(c, o, o->written, 1);
    }
}

static inline void pl_finish_pipelined_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++)
        for (long v = c->operand[i].written; v < c->operand[i].visit_count; v++)
            pl_wait_(c, &c->operand[i], v, 1);
    if (c->flight_count)
        pl_report_(c->file, c->line, c->flights[0].operand, NULL, "internal error: a copy was never waited for");
}
#endif
