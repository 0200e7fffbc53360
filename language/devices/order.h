/* ---- The order that holds in every schedule --------------------------------------------------------------

   Each event of a device has a vector clock: the number of events of each device that complete before it. The events of one
   device are ordered. A wait comes after those deposits (signals, and completions of copies) that it could not have been
   satisfied without, which need not be the ones that satisfied it in this run. A wait proves a deposit d if all other
   deposits that could be there by then, except those that come after d anyway, are too few. A deposit could be there
   unless its clock shows that it comes after the wait. The clocks only grow, so this repeats until no wait proves a new
   deposit. A copy is complete at the wait that proves its deposit.
   -------------------------------------------------------------------------------------------------------- */
#if PL_CHECKS
static inline int pl_knows_(const struct pl_log *log, int event, int other)    /* whether `other` completes before `event` */
{
    return log->event[event].clock[log->event[other].device] >= (unsigned)log->event[other].number;
}

static inline void pl_join_(unsigned *clock, const unsigned *other, int n)
{
    for (int d = 0; d < n; d++)
        if (other[d] > clock[d])
            clock[d] = other[d];
}

/* Computes the clocks from the proved deposits. 0: out of memory. */
static inline int pl_clocks_(struct pl_log *log, int n)
{
    long *last = malloc((size_t)n * sizeof *last);
    int able = last != NULL;
    for (int d = 0; able && d < n; d++)
        last[d] = -1;
    for (long e = 0; able && e < log->events; e++) {
        struct pl_event *event = &log->event[e];
        if (!event->clock && !(event->clock = malloc((size_t)n * sizeof *event->clock))) {
            able = 0;
            break;
        }
        memset(event->clock, 0, (size_t)n * sizeof *event->clock);
        if (last[event->device] >= 0)
            pl_join_(event->clock, log->event[last[event->device]].clock, n);
        event->clock[event->device] = (unsigned)event->number;
        for (long i = event->proved; i >= 0; i = log->deposit[i].proved)
            pl_join_(event->clock, log->event[log->deposit[i].event].clock, n);
        last[event->device] = e;
    }
    free(last);
    return able;
}

/* Whether deposit d is always there when x is. */
static inline int pl_comes_before_(const struct pl_log *log, const struct pl_deposit *d, const struct pl_deposit *x)
{
    return d->copy ? d->wait >= 0 && pl_knows_(log, x->event, (int)d->wait) : x->event != d->event && pl_knows_(log, x->event, d->event);
}

/* Finds the deposits that a wait proves, and returns whether any is new. *from: first deposit of its semaphore that earlier
   waits do not prove; *sum: the amount of the deposits before it. */
static inline int pl_prove_(struct pl_log *log, long e, long *from, long long *sum)
{
    struct pl_event *wait = &log->event[e];
    long long total;
    int news = 0;
    while (*from >= 0 && log->deposit[*from].wait >= 0 && log->deposit[*from].wait < e) {
        *sum += log->deposit[*from].amount;
        *from = log->deposit[*from].next;
    }
    total = *sum;
    for (long i = *from; i >= 0; i = log->deposit[i].next)
        if (!pl_knows_(log, log->deposit[i].event, (int)e))
            total += log->deposit[i].amount;
    for (long i = *from; i >= 0; i = log->deposit[i].next) {
        struct pl_deposit *d = &log->deposit[i];
        long long others = total - d->amount;
        if (d->event > e || (d->wait >= 0 && d->wait <= e) || pl_knows_(log, d->event, (int)e))
            continue;
        for (long k = *from; k >= 0; k = log->deposit[k].next)
            if (k != i && !pl_knows_(log, log->deposit[k].event, (int)e) && pl_comes_before_(log, d, &log->deposit[k]))
                others -= log->deposit[k].amount;
        if (others >= wait->before + wait->amount)
            continue;
        if (d->wait >= 0) {                                            /* unlink it from the later wait */
            long *link = &log->event[d->wait].proved;
            while (*link != i)
                link = &log->deposit[*link].proved;
            *link = d->proved;
        }
        d->wait = e, d->proved = wait->proved, wait->proved = i;
        news = 1;
    }
    return news;
}

/* Computes the order of all events. 0: out of memory. */
static inline int pl_order_(struct pl_log *log, int n)
{
    size_t count = (size_t)log->semaphores + 1;
    long *first = malloc(count * sizeof *first), *last = malloc(count * sizeof *last);
    long long *sum = malloc(count * sizeof *sum);
    int news = 1, able = first && last && sum;
    for (size_t s = 0; able && s < count; s++)
        first[s] = last[s] = -1, sum[s] = 0;
    for (long i = 0; able && i < log->deposits; i++) {
        int s = log->deposit[i].semaphore;
        if (last[s] < 0)
            first[s] = i;
        else
            log->deposit[last[s]].next = i;
        last[s] = i;
    }
    for (long e = 0; able && e < log->events; e++)
        if (log->event[e].waits) {
            log->event[e].before = sum[log->event[e].semaphore];
            sum[log->event[e].semaphore] += log->event[e].amount;
        }
    while (able && news) {
        news = 0;
        able = pl_clocks_(log, n);
        for (size_t s = 0; s < count; s++)
            last[s] = first[s], sum[s] = 0;
        for (long e = 0; able && e < log->events; e++)
            if (log->event[e].waits)
                news |= pl_prove_(log, e, &last[log->event[e].semaphore], &sum[log->event[e].semaphore]);
    }
    free(first), free(last), free(sum);
    return able;
}

/* Event that completes this side of a copy; -1: no wait proves that it is complete. */
static inline long pl_over_(const struct pl_log *log, const struct pl_moved *m, int side)
{
    return m->deposit[side] < 0 ? -1 : log->deposit[m->deposit[side]].wait;
}

static inline void pl_moved_text_(const struct pl_moved *m, char *text, size_t capacity)
{
    snprintf(text, capacity, "the %s of %s to %s, started at line %d", m->from == m->to ? "copy" : "push", m->src, m->dst, m->spot.line);
    if (m->from != m->to)
        pl_append_(text, capacity, " by device %d", m->from);
    pl_append_(text, capacity, "%s", m->program);
}

static inline void pl_report_pair_(struct pl_call *c, const struct pl_moved *m, int side, const char *other, struct pl_spot spot)
{
    char text[240], hint[500], of[32] = "";
    pl_moved_text_(m, text, sizeof text);
    snprintf(hint, sizeof hint, "nothing orders the two in every run: a copy ends when a wait has taken its bytes, another device "
             "continues when it has been signaled\n%s:%d: note: the other one is here", spot.file, spot.line);
    if (c->device->group->n > 1)
        snprintf(of, sizeof of, " of device %d", side ? m->to : m->from);
    c->program = -1, c->nameless = 1;
    pl_report_(m->spot.file, m->spot.line, NULL, hint, PL_MESSAGE_RACE_OF_COPY_, side ? m->dst : m->src, of, side ? "written"
               : "read", text, other);
    c->nameless = 0;
}

static inline int pl_races_with_access_(struct pl_call *c, const struct pl_log *log, const struct pl_moved *m, int side,
                                        const struct pl_access *a, long event)
{
    long over = pl_over_(log, m, side);
    char other[260];
    if (a->device != (side ? m->to : m->from) || (!side && !a->writes) || log->event[m->start].clock[a->device] > (unsigned)a->after)
        return 0;
    if (over >= 0 && event >= 0 && pl_knows_(log, (int)event, (int)over))
        return 0;
    if (!pl_regions_overlap_(side ? &m->written : &m->read, &a->region))
        return 0;
    snprintf(other, sizeof other, "%s at line %d", a->verb, a->spot.line);
    if (c->device->group->n > 1)
        pl_append_(other, sizeof other, " by device %d", a->device);
    pl_append_(other, sizeof other, "%s", a->program);
    pl_report_pair_(c, m, side, other, a->spot);
    return 1;
}

static inline int pl_races_with_copy_(struct pl_call *c, const struct pl_log *log, const struct pl_moved *a, const struct pl_moved *b)
{
    for (int s = 1; s < 4; s++) {
        int x = s & 1, y = s >> 1;
        long over_a = pl_over_(log, a, x), over_b = pl_over_(log, b, y);
        char text[240], other[280];
        if ((x ? a->to : a->from) != (y ? b->to : b->from))
            continue;
        if ((over_a >= 0 && pl_knows_(log, b->start, (int)over_a)) || (over_b >= 0 && pl_knows_(log, a->start, (int)over_b)))
            continue;
        if (!pl_regions_overlap_(x ? &a->written : &a->read, y ? &b->written : &b->read))
            continue;
        pl_moved_text_(b, text, sizeof text);
        snprintf(other, sizeof other, "%s by %s", y ? "written" : "read", text);
        pl_report_pair_(c, a, x, other, b->spot);
        return 1;
    }
    return 0;
}

/* Reports a push to a device that no event of the receiver in this call precedes. */
static inline int pl_comes_unasked_(struct pl_call *c, const struct pl_log *log, const struct pl_moved *m)
{
    char text[240];
    if (m->from == m->to || log->event[m->start].clock[m->to] > 0)
        return 0;
    pl_moved_text_(m, text, sizeof text);
    c->program = -1, c->nameless = 1;
    pl_report_(m->spot.file, m->spot.line, NULL, PL_HINT_RACE_OF_CALLS_, PL_MESSAGE_RACE_OF_CALLS_, m->dst, m->to, text, m->to);
    c->nameless = 0;
    return 1;
}

static inline int pl_came_unasked_(struct pl_call *c, const struct pl_transfer *t)
{
    struct pl_log *log = t->from->group->log;
    int found = 0;
    if (!log || t->from == t->to || !pl_order_(log, t->from->group->n))
        return 0;
    for (long m = 0; m < log->moves && !found; m++)
        found = log->moved[m].spot.line == t->spot.line && log->moved[m].to == t->to->id && pl_comes_unasked_(c, log, &log->moved[m]);
    return found;
}

static inline void pl_find_races_(struct pl_call *c)
{
    struct pl_group *g = c->device->group;
    struct pl_log *log = g->log;
    long *before = malloc((size_t)(log->accesses + 1) * sizeof *before), *at = malloc((size_t)g->n * sizeof *at);
    int found = 0;
    for (int d = 0; at && d < g->n; d++)
        at[d] = -1;
    if (before && at && pl_order_(log, g->n)) {
        for (long a = 0; a < log->accesses; a++) {                     /* last event of the device before it */
            int d = log->access[a].device;
            for (long e = at[d] + 1; e < log->events && (log->event[e].device != d || log->event[e].number <= log->access[a].after); e++)
                if (log->event[e].device == d)
                    at[d] = e;
            before[a] = at[d];
        }
        for (long m = 0; m < log->moves && !found; m++)
            for (int side = 0; side < 2 && !found; side++)
                for (long a = 0; a < log->accesses && !found; a++)
                    found = pl_races_with_access_(c, log, &log->moved[m], side, &log->access[a], before[a]);
        for (long m = 0; m < log->moves && !found; m++)
            for (long k = 0; k < m && !found; k++)
                found = pl_races_with_copy_(c, log, &log->moved[k], &log->moved[m]);
        for (long m = 0; m < log->moves && !found; m++)
            found = pl_comes_unasked_(c, log, &log->moved[m]);
    }
    free(before), free(at);
}

static inline int pl_views_overlap_(const struct pl_view *a, const struct pl_view *b)
{
    struct pl_region x = pl_region_(a), y = pl_region_(b);
    return pl_regions_overlap_(&x, &y);
}

static inline int pl_device_number_(const struct pl_device *d) { return d->group->n > 1 ? d->id : -1; }

/* Checks that all devices make the same call, with as many devices as its mesh has. */
static inline void pl_begin_devices_(struct pl_call *c)
{
    const struct pl_call *first;
    if (pl_mesh_size_(c) != pl_mesh_devices_(c)) {
        pl_report_(c->file, c->line, NULL, PL_HINT_MESH_DEVICES_, PL_MESSAGE_MESH_DEVICES_,
                   pl_mesh_size_(c), pl_mesh_devices_(c));
        return;
    }
    pl_device_(c)->group->order = c->set.devices;
    PL_MPI_(if (pl_mpi_is_process_(c)) {
        pl_mpi_show_places_(c);
        pl_rendezvous_(c);
        pl_mpi_learn_(c);
        return;
    })
    if (!pl_rendezvous_at_(c, PL_TEXT_WAITS_TO_BEGIN_))
        return;
    first = c->device->group->device[0].call;
    if (first && (first->line != c->line || strcmp(first->name, c->name)))
        pl_report_(c->file, c->line, NULL, PL_HINT_CALLS_OF_DEVICES_, PL_MESSAGE_CALLS_OF_DEVICES_, c->device->id, first->name,
                   first->line);
    for (int i = 0; first && !c->failed && i < c->operands; i++)
        for (int d = 0; d < c->operand[i].rank && c->operand[i].any; d++)
            if (c->operand[i].shape[d] != first->operand[i].shape[d] && !c->failed)
                pl_report_(c->file, c->line, &c->operand[i], PL_HINT_SHARES_, PL_MESSAGE_SHARES_, d, c->operand[i].shape[d],
                           first->operand[i].shape[d]);
    if (c->failed)
        pl_fail_group_(c);
    pl_rendezvous_(c);
}

static inline void pl_reset_semaphores_(struct pl_operand *o)
{
    for (long s = 0; o->sems && s < o->semaphores; s++) {
        PL_MPI_(pl_mpi_take_(&o->sems[s]);)
        o->sems[s].count = o->sems[s].coming = o->sems[s].number = 0;
    }
}

/* Checks the end of a program. */
static inline void pl_check_step_(struct pl_call *c)
{
    if (c->device && !c->failed && c->device->group->transfers)
        pl_check_flights_(c->device->group, c->device, NULL, PL_TEXT_END_OF_PROGRAM_);
}

static inline void pl_close_group_(struct pl_call *c)
{
    struct pl_group *g = c->device->group;
    if (c->failed || c->code)
        pl_fail_group_(c);
    if (g->n == 1 || c->code)
        pl_forget_transfers_(g);
    pl_leave_group_(c);
    for (int i = 0; i < c->operands; i++)
        pl_free_semaphores_(c->operand[i].sems, c->operand[i].handles);
    if (g->n == 1) {
        pl_log_free_(g->log);
        g->log = NULL;
    }
    free(c->lone);
}

static inline void pl_free_scope_(struct pl_scoped *s)
{
    PL_MPI_(pl_mpi_leave_scope_(s);)
    s->device->scopes = s->outer;
    if (s->sems)
        pl_free_semaphores_(s->sems, s->handles);
    s->sems = NULL;
}

/* Ends a pass, when all devices have reached its end. */
static inline void pl_end_pass_(struct pl_call *c)
{
    struct pl_group *g;
    if (!c->device || c->failed)
        return;
    g = c->device->group;
    if (!pl_rendezvous_(c))
        return;
    if (c->device->id == 0 || g->n == 1 PL_MPI_(|| g->processes)) {
        pl_check_settled_(c, PL_TEXT_END_OF_CALL_);
        if (!c->failed && g->log)
            pl_find_races_(c);
        pl_log_free_(g->log);
        g->log = NULL;
        for (int d = 0; d < g->n; d++)
            g->device[d].events = 0;
        if (c->failed)
            pl_fail_group_(c);
    }
    pl_rendezvous_(c);
}
#endif
