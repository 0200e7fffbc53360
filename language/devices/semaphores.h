/* ---- Semaphores -----------------------------------------------------------------------------------------

   PL_SIGNAL, PL_SEM_WAIT and PL_BARRIER: counters, and what was deposited in them. */
static inline int pl_is_none_(const struct pl_semaphore *s, const char *what, struct pl_spot spot)
{
    PL_CHECKED_(if (!pl_now_ || !s) PL_FAIL_(spot, NULL, PL_HINT_NO_SEMAPHORE_, PL_MESSAGE_NO_SEMAPHORE_, what);)
    (void)what, (void)spot;
    return !s;
}

static inline void pl_await_(struct pl_semaphore *s, long long n, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    while (s->count < n) {
#if PL_CHECKS
        struct pl_transfer *t = pl_next_landing_(pl_now_, s);
        if (t) {
            if (t->recv == s && !t->written)
                pl_land_written_(pl_now_, t, spot);
            else
                pl_land_read_(pl_now_, t, spot);
            continue;
        }
#endif
        me->waits = s, me->needs = n, me->spot = spot;
        me->state = PL_WAITS_;
        pl_switch_(me);
        if (s->count + s->coming < n && (me->group->stuck || me->group->n == 1)) {
            me->group->stuck = 0;
            me->state = PL_WAITS_;
            pl_deadlock_(me, spot);
            me->state = PL_RUNS_;
            pl_abandon_(me);
            return;
        }
        me->waits = NULL;
        if (me->group->failed && me->call->mesh) {
            pl_abandon_(me);
            return;
        }
    }
    s->count -= n;
    me->waits = NULL;
#if PL_CHECKS
    s->waited = spot;
    pl_drop_landed_(me->group);
    me->reads = 0;
    pl_log_event_(me, s, n, 1);
#endif
}

static inline void pl_wait_sem_(struct pl_semaphore *s, long long n, struct pl_spot spot)
{
    if (pl_is_none_(s, "PL_SEM_WAIT", spot))
        return;
    PL_CHECKED_(if (n < 1) PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_WAIT_COUNT_, n);)
    pl_await_(s, n, spot);
}

#ifdef PL_MPI
/* Signals a semaphore on another device that is another process. */
static inline void pl_signal_process_(const struct pl_semaphore *s, long long n, long device, struct pl_spot spot)
{
    if (pl_mpi_add_(s, n, (int)device))
        return;
#if PL_CHECKS
    PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, device, s->name);
#else
    fprintf(stderr, "%s:%d: error: " PL_MESSAGE_NOT_IN_SCOPE_ "\n", spot.file, spot.line, device, s->name);
    abort();
#endif
}
#endif

static inline void pl_signal_sem_(struct pl_semaphore *s, long long n, long device, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_), *there = device < 0 ? me : &me->group->device[device];
    if (pl_is_none_(s, "PL_SIGNAL", spot))
        return;
    PL_CHECKED_(if (n < 1) PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_SIGNAL_COUNT_, n);)
    PL_MPI_(if (there != me && me->group->processes) { pl_signal_process_(s, n, device, spot); return; })
    s = pl_semaphore_there_(s, there, spot);
    s->count += n;
    s->last = spot;
    PL_CHECKED_(me->reads = 0; pl_log_deposit_(me, s, pl_log_event_(me, NULL, 0, 0), 0, n);)
    pl_wake_(s);
    if (there != me)
        pl_turn_over_(me);
}

static inline long long pl_read_sem_(struct pl_semaphore *s, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    if (pl_is_none_(s, "PL_SEM_READ", spot))
        return 0;
    PL_MPI_(if (me->group->processes) pl_mpi_look_(me, s); else)
    if (me->group->n > 1 && pl_next_ready_(me->group, me->id) != me->id)   /* a loop that polls must let others run */
        pl_switch_(me);
    if (me->group->failed && me->call->mesh)
        pl_abandon_(me);
#if PL_CHECKS
    if (++me->reads > 1000000)
        PL_FAIL_(spot, NULL, PL_HINT_SEM_READ_FOREVER_, PL_MESSAGE_SEM_READ_FOREVER_);
    if (s->coming && (pl_copies_order_(pl_now_) == 0 || me->reads > 100))
        return s->count + s->coming;
#endif
    return s->count;
}

static inline pl_sem pl_barrier_sem_(long id, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    int none = id < 0 || id >= PL_BARRIERS_;
#if PL_CHECKS
    if (!pl_root_(pl_now_)->mesh)
        PL_FAIL_(spot, NULL, PL_HINT_NO_MESH_, PL_MESSAGE_BARRIER_WITHOUT_MESH_, pl_root_(pl_now_)->name);
    if (none)
        PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_NO_BARRIER_, id, PL_BARRIERS_);
#else
    (void)spot;
#endif
    return (pl_sem){ &me->barrier[none ? 0 : id] };
}

static inline void pl_barrier_(long id, int n, const long *device, struct pl_spot spot)
{
    pl_sem s = pl_barrier_sem_(id, spot);
    for (int d = 0; d < n; d++)
        pl_signal_sem_(s.at, 1, pl_device_named_(device[d], spot), spot);
    pl_wait_sem_(s.at, n, spot);
}
