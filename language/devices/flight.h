/* ---- Copies in flight -----------------------------------------------------------------------------------

   A copy that was started and not waited for: its destination is poison and its source must not change; both are
   checked at its wait, and whatever touches either before is reported. */
#if PL_CHECKS
struct pl_transfer {
    struct pl_transfer *next;
    struct pl_view src, dst;            /* dst: the address on its own device */
    struct pl_device *from, *to;
    struct pl_semaphore *send, *recv;
    char *data;                         /* contents of the source at the start */
    size_t bytes;
    int read, written;                  /* whether a wait has covered the read; the write */
    int private;                        /* one end is a window or a tile, so the copy must complete in this step */
    int number, garbage;
    long program;
    struct pl_spot spot;
    char src_text[56], dst_text[56];
};

/* Formats "copy of x[0..8] to xbuf[0]" or "push of buf to buf of device 1". */
static inline void pl_transfer_text_(const struct pl_transfer *t, char *text, size_t capacity)
{
    snprintf(text, capacity, t->send ? PL_TEXT_PUSH_ : PL_TEXT_COPY_, t->src_text, t->dst_text, (long)t->to->id);
}

/* Makes an element of the unspecified data in a destination. For floats it is a NaN that identifies the copy. */
static inline void pl_flight_garbage_(struct pl_call *c, const struct pl_view *v, int id, unsigned char *element)
{
    if (pl_is_float_(v->type) && !pl_twin_(c) && v->element >= 4)
        pl_poison_value_(element, v->type, v->element, PL_FLIGHT_ID_ + id, 0);
    else if (v->type == PL_STRUCT_)
        memset(element, PL_STRUCT_POISON_, v->element);
    else
        pl_poison_value_(element, v->type, v->element, PL_TILE_ID_, pl_twin_(c));
}

enum pl_in_flight { PL_BEGIN_FLIGHT_, PL_IS_INTACT_, PL_END_FLIGHT_ };
PL_UNSEEN_ static inline int pl_flight_(struct pl_call *c, const struct pl_view *v, int id, enum pl_in_flight what)
{
    struct pl_rows r = pl_rows_of_(v);
    unsigned char element[256];
    int intact = 1;
    if (!r.bytes)
        return 1;
    if (v->element <= sizeof element)
        pl_flight_garbage_(c, v, id, element);
    do {
        if (what != PL_BEGIN_FLIGHT_)
            PL_GREEN_ZONE_(r.row, r.bytes);
        if (what == PL_BEGIN_FLIGHT_ && c->set.poison == 0 && v->element <= sizeof element)
            pl_fill_bytes_(r.row, element, v->element, r.bytes / v->element);
        if (what == PL_BEGIN_FLIGHT_)
            PL_UNDEFINED_(r.row, r.bytes);
        if (what == PL_BEGIN_FLIGHT_ && c->set.check != 2)
            PL_RED_ZONE_(r.row, r.bytes);
        for (size_t b = 0; what == PL_IS_INTACT_ && b < r.bytes && v->element <= sizeof element; b++)
            intact &= (unsigned char)r.row[b] == element[b % v->element];
    } while (pl_next_row_(v, &r));
    return intact || c->set.poison || PL_HAS_MSAN_ || PL_HAS_ASAN_ || c->set.check == 2;
}

/* Reports two accesses to the same place that nothing orders. */
static inline void pl_report_race_(struct pl_spot spot, struct pl_spot other, const char *what, const char *first, const char *second)
{
    char hint[560];
    snprintf(hint, sizeof hint, "%s" PL_TEXT_UNORDERED_, second);
    if (other.line != spot.line || strcmp(other.file, spot.file)) {
        size_t n = strlen(hint);
        snprintf(hint + n, sizeof hint - n, PL_TEXT_THAT_IS_HERE_, other.file, other.line);
    }
    PL_FAIL_(spot, NULL, hint, PL_MESSAGE_RACE_, what, first);
}

/* Checks whether a block operation, a fetch or a copy accesses memory of a copy in flight, and logs the access.
   v: the memory, on device me; called: the same memory in terms of this device; verb: "filled". */
static inline void pl_touched_memory_(struct pl_call *c, struct pl_device *me, const struct pl_view *v, const struct pl_view *called,
                                      int writes, const char *verb, struct pl_spot spot)
{
    struct pl_region region;
    struct pl_log *log;
    struct pl_access *a;
    char text[80], first[300], second[300], what[200];
    if (!me->call || me->call->set.check == 2)
        return;
    region = pl_region_(v);
    for (struct pl_transfer *t = me->group->transfers; t; t = t->next) {
        struct pl_region src = pl_region_(&t->src), dst = pl_region_(&t->dst);
        int reads = t->from == me && !t->read && writes && pl_regions_overlap_(&region, &src);
        int comes = t->to == me && !t->written && pl_regions_overlap_(&region, &dst);
        if (!reads && !comes)
            continue;
        pl_view_text_(c->device, called, text, sizeof text);
        pl_transfer_text_(t, what, sizeof what);
        if (me->group->n > 1)
            pl_append_(text, sizeof text, " of device %d", me->id);
        snprintf(first, sizeof first, PL_TEXT_RACE_, verb, what);
        snprintf(second, sizeof second, PL_TEXT_COPY_STARTED_, (long)t->from->id, what, t->spot.line);
        pl_report_race_(spot, t->spot, text, first, second);
        return;
    }
    if (me != c->device)                                               /* a push has its own log entry */
        return;
    log = pl_log_of_(me);
    if (!log || !region.width)
        return;
    for (long i = log->accesses - 1; i >= 0 && i > log->accesses - 64; i--) {     /* repeated, without an event in between */
        a = &log->access[i];
        if (a->device == me->id && a->after == me->events && a->writes == writes && a->spot.line == spot.line &&
            !memcmp(&a->region, &region, sizeof region))
            return;
    }
    a = pl_more_(log, &log->access, &log->accesses, &log->access_capacity, sizeof *a);
    if (!a)
        return;
    a->device = me->id, a->writes = writes, a->after = me->events, a->region = region, a->spot = spot, a->verb = verb;
    pl_view_text_(me, v, a->what, sizeof a->what);
    pl_where_text_(a->program, sizeof a->program);
}
static inline void pl_touched_view_(struct pl_call *c, const struct pl_view *v, int writes, const char *verb, struct pl_spot spot)
{
    if (c->device)
        pl_touched_memory_(c, c->device, v, v, writes, verb, spot);
}

static inline void pl_touched_(const struct pl_window *w, int writes, const char *verb, const char *file, int line)
{
    struct pl_view v;
    if (!pl_now_ || !pl_now_->device)
        return;
    v = pl_view_of_(w, w->operand ? w->operand->name : "the block");
    pl_touched_view_(pl_now_, &v, writes, verb, (struct pl_spot){ file, line });
}

static inline int pl_call_looks_poisoned_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->nans; o++)
        c->nans = pl_operand_looks_poisoned_(o);
    c->nans = c->nans ? c->nans : -1;
    return c->nans > 0;
}

PL_UNSEEN_ static inline int pl_data_looks_poisoned_(struct pl_call *c)
{
    struct pl_group *g = c->device ? c->device->group : NULL;
    while (c->inner)
        c = c->outer;
    if (pl_call_looks_poisoned_(c))
        return 1;
    for (int i = 0; g && i < g->n; i++)
        if (g->device[i].call && pl_call_looks_poisoned_(g->device[i].call))
            return 1;
    return 0;
}

/* Index in g->garbage of the copy whose destination contains this poison; -1: none. */
static inline int pl_flight_with_id_(const struct pl_group *g, int id)
{
    return id >= PL_FLIGHT_ID_ && id < PL_FLIGHT_ID_ + PL_FLIGHT_IDS_ && g->garbage[id - PL_FLIGHT_ID_].spot.file ? id - PL_FLIGHT_ID_ : -1;
}

#define PL_FLIGHT_HINT_ "wait for that copy first; until then its destination is unspecified\n%s:%d: note: the copy was started here"
static inline int pl_report_flight_(struct pl_call *c, const struct pl_operand *o, const char *place, int id)
{
    const struct pl_group *g = c->device ? c->device->group : NULL;
    char notes[300];
    id = g ? pl_flight_with_id_(g, id) : -1;
    if (id < 0)
        return 0;
    snprintf(notes, sizeof notes, PL_FLIGHT_HINT_, g->garbage[id].spot.file, g->garbage[id].spot.line);
    pl_report_(c->file, c->kernel_line, o, notes, PL_MESSAGE_COPY_IN_FLIGHT_, place, g->garbage[id].what);
    return 1;
}

static inline void pl_check_source_(struct pl_call *c, const struct pl_view *v, const char *data, size_t bytes, struct pl_spot spot)
{
    struct pl_group *g = c->device->group;
    char text[56], notes[300];
    if (!pl_is_float_(v->type) || v->element < 4 || c->set.poison || PL_HAS_MSAN_ || pl_twin_(c) || c->set.check == 2)
        return;
    for (size_t b = 0; b < bytes; b += v->element) {
        int id = pl_flight_with_id_(g, pl_poison_id_(data + b, v->type));
        if (id < 0)
            continue;
        if (pl_data_looks_poisoned_(c))
            return;
        pl_view_text_(c->device, v, text, sizeof text);
        snprintf(notes, sizeof notes, PL_FLIGHT_HINT_, g->garbage[id].spot.file, g->garbage[id].spot.line);
        PL_FAIL_(spot, NULL, notes, PL_MESSAGE_READ_IN_FLIGHT_, text, g->garbage[id].what);
        return;
    }
}

/* Checks that the source of a copy has not changed since its start. */
PL_UNSEEN_ static inline void pl_check_unchanged_(struct pl_call *c, const struct pl_transfer *t, struct pl_spot spot)
{
    struct pl_rows r = pl_rows_of_(&t->src);
    const char *data = t->data;
    int same = 1;
    char what[200], notes[300];
    if (c->set.check == 2 || PL_HAS_MSAN_ || !r.bytes)
        return;
    do {
        for (size_t b = 0; b < r.bytes; b++)
            same &= r.row[b] == data[b];
        data += r.bytes;
    } while (pl_next_row_(&t->src, &r));
    if (same)
        return;
    pl_transfer_text_(t, what, sizeof what);
    snprintf(notes, sizeof notes, PL_HINT_SOURCE_WRITTEN_, t->spot.file, t->spot.line, t->send ? "push" : "copy");
    PL_FAIL_(spot, NULL, notes, PL_MESSAGE_WRITTEN_IN_FLIGHT_, t->src_text, what, t->spot.line);
}

/* Completes the read of a copy's source. */
static inline void pl_land_read_(struct pl_call *c, struct pl_transfer *t, struct pl_spot spot)
{
    if (t->read)
        return;
    t->read = 1;
    pl_check_unchanged_(c, t, spot);
    if (t->send)
        t->send->count += (long long)t->bytes, t->send->coming -= (long long)t->bytes;
}

/* If the receiver overwrote the destination when it began its call, because nothing orders the push after that, reports it
   and returns 1. */
static inline int pl_came_unasked_(struct pl_call *c, const struct pl_transfer *t);

/* Completes the write of a copy's destination. */
static inline void pl_land_written_(struct pl_call *c, struct pl_transfer *t, struct pl_spot spot)
{
    char what[200], notes[300];
    int intact;
    if (t->written)
        return;
    t->written = 1;
    if (!t->send)
        pl_land_read_(c, t, spot);
    pl_flight_(c, &t->dst, t->garbage, PL_END_FLIGHT_);
    intact = pl_flight_(c, &t->dst, t->garbage, PL_IS_INTACT_);
    pl_scatter_(&t->dst, t->data);
    t->recv->count += (long long)t->bytes, t->recv->coming -= (long long)t->bytes;
    if (intact)
        return;
    if (pl_came_unasked_(c, t)) {
        pl_stop_();
        return;
    }
    pl_transfer_text_(t, what, sizeof what);
    snprintf(notes, sizeof notes, PL_HINT_DESTINATION_WRITTEN_, t->spot.file, t->spot.line, t->send ? "push" : "copy");
    PL_FAIL_(spot, NULL, notes, PL_MESSAGE_WRITTEN_IN_FLIGHT_, t->dst_text, what, t->spot.line);
}

static inline void pl_drop_landed_(struct pl_group *g)
{
    for (struct pl_transfer **t = &g->transfers; *t;) {
        struct pl_transfer *gone = *t;
        if (!gone->read || !gone->written) {
            t = &gone->next;
            continue;
        }
        *t = gone->next;
        free(gone->data);
        free(gone);
    }
    g->last = g->transfers;
    while (g->last && g->last->next)
        g->last = g->last->next;
}

static inline int pl_copies_order_(const struct pl_call *c)            /* the twin run reverses early and late */
{
    return c->pass && c->pass != 4 && c->set.copies < 2 ? !c->set.copies : c->set.copies;
}

/* The copy to complete next among those that count on this semaphore: the oldest, the newest, or any. */
static inline struct pl_transfer *pl_next_landing_(struct pl_call *c, const struct pl_semaphore *s)
{
    struct pl_transfer *found = NULL;
    unsigned seen = 0;
    for (struct pl_transfer *t = c->device->group->transfers; t; t = t->next)
        if ((t->recv == s && !t->written) || (t->send == s && !t->read)) {
            int order = pl_copies_order_(c);
            seen++;
            if (!found || order == 1 || (order == 2 && pl_random_(&c->device->group->random) % seen == 0))
                found = t;
        }
    return found;
}

static inline void pl_forget_transfers_(struct pl_group *g)
{
    for (struct pl_transfer *t = g->transfers, *next; t; t = next) {
        next = t->next;
        pl_flight_(t->to->call ? t->to->call : t->from->call, &t->dst, t->garbage, PL_END_FLIGHT_);
        free(t->data);
        free(t);
    }
    g->transfers = g->last = NULL;
}
#else
#define pl_touched_(...) ((void)0)
#endif
