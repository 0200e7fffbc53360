/* links.h -- the links between devices, and when what goes over them arrives; part of copies.h.

   Each device of a mesh has a link to the next and to the previous one on each axis, and each direction of a link has its own
   bandwidth: an axis is a ring, as in a slice whose axes are full, or whose devices are numbered along a closed path. A
   push to a device further away goes along the last axis first, the shorter way round. It holds each link of its way from
   when it gets it until all its bytes have passed the last one. Who comes to a link first gets it first.

   Each device has a clock of its own, and their calls begin together. What counts up a semaphore carries the time at which it
   does; a wait that takes it ends no earlier. So the times do not depend on which device this process runs first: a link is
   given to a push when all devices have come to that time, or wait; only then the push has a time.

   Pushes do not take HBM's bandwidth, of which a link has a tenth. */
#ifndef PL_TPU_LINKS_H
#define PL_TPU_LINKS_H

enum { PL_LINK_HOPS = 64 };             /* further ones have latency only */

struct pl_stamp { const long long *counter; long long n; double at; };   /* a semaphore is counted up by n at that time */

struct pl_wire { bool held; double free, use; };                        /* one direction of a link; free: again, from then on */

struct pl_hop { long device; int link; };                               /* from there, along axis link / 2; an odd link leads back */

struct pl_push {                        /* one that has not got all links of its way */
    const char *name;
    const long long *send, *recv;
    long long bytes;
    double ns, come;                    /* its bytes need so long on a link; when it came, or comes, to the next link */
    long hops;
    int kept, got;                      /* links of its way; those that it holds */
    struct pl_hop way[PL_LINK_HOPS];
};

struct pl_links {                       /* shared by all devices that make a call together */
    struct pl_stamp *stamp;             /* those that no wait has taken */
    size_t stamps, stamp_capacity;
    struct pl_push *push;
    size_t pushes, push_capacity;
    struct pl_wire *wire;               /* pl_wire_of_ */
    double ended;                       /* when the last of their calls did, since the first began: for trace.h */
};

/* NULL: no devices make this call together. */
static inline struct pl_links *pl_links_(void)
{
    struct pl_device_group *g = pl_this_device_ && pl_tpu_now->mesh_axes ? pl_this_device_->group : NULL;
    if (g && !g->links)
        g->links = calloc(1, sizeof *g->links);
    return g ? g->links : NULL;
}

static inline void pl_free_links_(struct pl_links *all)
{
    if (all)
        free(all->stamp), free(all->push), free(all->wire);
    free(all);
}

/* ---- The mesh ------------------------------------------------------------------------------------------- */
static inline long pl_link_to_(long device, int link) { return pl_device_along_(device, link / 2, link % 2 ? -1 : 1); }

/* NULL: there is no memory. */
static inline struct pl_wire *pl_wire_of_(struct pl_links *all, long device, int link)
{
    const struct pl_tpu *t = pl_tpu_now;
    if (!all->wire)
        all->wire = calloc((size_t)(t->devices * t->mesh_axes) * 2, sizeof *all->wire);
    return all->wire ? &all->wire[device * t->mesh_axes * 2 + link] : NULL;
}

/* The links from one device to another, as far as there is room; returns the number of all. */
static inline long pl_way_(long from, long to, struct pl_hop way[PL_LINK_HOPS])
{
    const struct pl_tpu *t = pl_tpu_now;
    long hops = 0;
    for (int axis = t->mesh_axes; axis-- > 0;) {
        long stride = pl_mesh_stride_(axis), extent = t->mesh[axis].extent;
        long ahead = (to / stride % extent - from / stride % extent + extent) % extent;
        bool back = 2 * ahead > extent;
        int link = 2 * axis + back;
        for (long i = back ? extent - ahead : ahead; i > 0; i--, hops++) {
            if (hops < PL_LINK_HOPS)
                way[hops] = (struct pl_hop){ from, link };
            from = pl_link_to_(from, link);
        }
    }
    return hops;
}

/* ---- Stamps ---------------------------------------------------------------------------------------------- */
static inline void pl_stamp_(struct pl_links *all, const long long *counter, long long n, double at)
{
    struct pl_stamp *more = pl_with_room_(all->stamp, all->stamps, &all->stamp_capacity, sizeof *more);
    if (!more)
        return;
    all->stamp = more;
    all->stamp[all->stamps++] = (struct pl_stamp){ counter, n, at };
}

/* How many of these a semaphore is counted up by, as far as is known. */
static inline long long pl_stamped_(const struct pl_links *all, const long long *counter)
{
    long long n = 0;
    for (size_t i = 0; i < all->stamps; i++)
        n += all->stamp[i].counter == counter ? all->stamp[i].n : 0;
    return n;
}

static inline struct pl_stamp *pl_first_stamp_(const struct pl_links *all, const long long *counter)
{
    struct pl_stamp *first = NULL;
    for (size_t i = 0; i < all->stamps; i++)
        if (all->stamp[i].counter == counter && (!first || all->stamp[i].at < first->at))
            first = &all->stamp[i];
    return first;
}

/* A wait takes n of what has counted up this semaphore, the earliest first. Returns when the last of it came. */
static inline double pl_take_stamps_(struct pl_links *all, const long long *counter, long long n)
{
    struct pl_stamp *first;
    double came = 0;
    while (n > 0 && (first = pl_first_stamp_(all, counter))) {
        long long taken = first->n < n ? first->n : n;
        came = first->at > came ? first->at : came;
        n -= taken;
        if (!(first->n -= taken))
            *first = all->stamp[--all->stamps];
    }
    return came;
}

/* ---- Pushes under way ------------------------------------------------------------------------------------ */
static inline struct pl_wire *pl_next_wire_(struct pl_links *all, const struct pl_push *p)
{
    return pl_wire_of_(all, p->way[p->got].device, p->way[p->got].link);
}

static inline bool pl_awaits_push_(const struct pl_links *all, const long long *counter)
{
    for (size_t i = 0; i < all->pushes; i++)
        if (all->push[i].send == counter || all->push[i].recv == counter)
            return true;
    return false;
}

/* The push that gets its next link first, and when. If all wait for each other in a circle, the one that has waited longest
   goes on at once: a real network has more than one lane to avoid that. */
static inline struct pl_push *pl_next_push_(struct pl_links *all, double *when)
{
    struct pl_push *next = NULL, *oldest = NULL;
    for (size_t i = 0; i < all->pushes; i++) {
        struct pl_push *p = &all->push[i];
        const struct pl_wire *w = pl_next_wire_(all, p);
        double at = p->come > w->free ? p->come : w->free;
        if (!oldest || p->come < oldest->come)
            oldest = p;
        if (!w->held && (!next || at < *when || (at <= *when && p->come < next->come)))
            next = p, *when = at;
    }
    if (!next && oldest)
        *when = oldest->come;
    return next ? next : oldest;
}

/* All its bytes have passed: both ends count. */
static inline void pl_end_push_(struct pl_links *all, struct pl_push *p, double passed, const struct pl_clock *c)
{
    for (int i = 0; i < p->kept; i++) {
        struct pl_wire *w = pl_wire_of_(all, p->way[i].device, p->way[i].link);
        w->held = false, w->free = passed, w->use += p->ns;
        if (c->trace)
            pl_trace_link_(c->trace, p->way[i].device, p->way[i].link, passed - p->ns, passed, p->name);
    }
    pl_stamp_(all, p->send, p->bytes, passed);
    pl_stamp_(all, p->recv, p->bytes, passed + c->chip->push + (double)(p->hops - p->kept + 1) * c->chip->hop);
    memmove(p, p + 1, (size_t)(all->push + --all->pushes - p) * sizeof *p);
}

/* A push gets its next link at that time. */
static inline void pl_move_push_(struct pl_links *all, struct pl_push *p, double when, const struct pl_clock *c)
{
    pl_next_wire_(all, p)->held = true;
    p->come = when + c->chip->hop;
    if (++p->got == p->kept)
        pl_end_push_(all, p, when + p->ns, c);
}

/* ---- Turns ----------------------------------------------------------------------------------------------- */
/* When a device goes on: now, or when what it waits for has come, of which enough is known. */
static inline double pl_goes_on_(const struct pl_links *all, const struct pl_device_state *d)
{
    const struct pl_clock *c = d->call ? d->call->clock : NULL;
    if (!c || !c->awaited)
        return c ? c->now : d->call ? 0 : HUGE_VAL;
    return pl_stamped_(all, c->awaited) >= c->needed || !pl_awaits_push_(all, c->awaited) ? c->now : HUGE_VAL;
}

/* A device that has to run before that time is reached, because it may push something; NULL: there is none. */
static inline struct pl_device_state *pl_device_before_(const struct pl_links *all, double when)
{
    struct pl_device_group *g = pl_this_device_->group;
    for (long d = 0; d < g->n; d++)
        if (&g->device[d] != pl_this_device_ && pl_may_run_(&g->device[d]) && pl_goes_on_(all, &g->device[d]) < when)
            return &g->device[d];
    return NULL;
}

/* Follows pushes, and lets devices run that are behind, until it is known when this semaphore is counted up by n. */
static inline void pl_follow_pushes_(struct pl_links *all, const long long *counter, long long n)
{
    struct pl_device_state *me = pl_this_device_, *other;
    struct pl_clock *c = pl_tpu_now->clock;
    double when;
    c->awaited = counter, c->needed = n;
    while (!me->group->failed && pl_stamped_(all, counter) < n && pl_awaits_push_(all, counter)) {
        struct pl_push *next = pl_next_push_(all, &when);
        if ((other = pl_device_before_(all, when)))
            pl_turn_to_(me, other->id);
        else
            pl_move_push_(all, next, when, c);
    }
    c->awaited = NULL;
    pl_share_failure_();
}

/* ---- Events ---------------------------------------------------------------------------------------------- */
/* This device signals a semaphore of a device, which may be itself. */
static inline void pl_clock_signals_(const long long *counter, long long n, long device)
{
    struct pl_clock *c = pl_tpu_now->clock;
    struct pl_links *all = pl_links_();
    struct pl_hop way[PL_LINK_HOPS];
    long hops;
    if (!c || !all)
        return;
    pl_clock_work_(c);
    hops = device < 0 ? 0 : pl_way_(pl_device_id(), device, way);
    pl_stamp_(all, counter, n, c->now + (hops ? c->chip->signal + (double)hops * c->chip->hop : 0));
}

/* This device starts a push. */
static inline void pl_clock_push_(const char *name, const long long *send, const long long *recv, long long bytes, long device)
{
    struct pl_clock *c = pl_tpu_now->clock;
    struct pl_links *all = pl_links_();
    struct pl_push *more, *p;
    if (!c || !all || !pl_wire_of_(all, 0, 0) || !(more = pl_with_room_(all->push, all->pushes, &all->push_capacity, sizeof *more)))
        return;
    pl_clock_start_(c);
    all->push = more, p = &all->push[all->pushes++];
    *p = (struct pl_push){ .name = name, .send = send, .recv = recv, .bytes = bytes, .ns = (double)bytes / c->chip->link, .come = c->now };
    p->hops = pl_way_(pl_device_id(), device, p->way);
    p->kept = p->hops < PL_LINK_HOPS ? (int)p->hops : PL_LINK_HOPS;
    if (!p->hops)                                                       /* to itself */
        pl_end_push_(all, p, c->now, c);
}

/* Waits until so many of what other devices send have come. */
static inline void pl_clock_arrive_(const char *name, const long long *counter, long long n)
{
    struct pl_clock *c = pl_tpu_now->clock;
    struct pl_links *all = pl_links_();
    double came;
    if (!c || !all)
        return;
    pl_clock_work_(c);
    pl_follow_pushes_(all, counter, n);
    came = pl_take_stamps_(all, counter, n);
    if (came <= c->now)
        return;
    c->apart += came - c->now;
    if (c->trace)
        pl_trace_span_(c->trace, PL_LANE_WAIT, c->now, came, "waits for ", name);
    c->now = came;
}

/* The lanes of this device's links in its trace. */
static inline void pl_name_links_(const struct pl_trace *r)
{
    const struct pl_tpu *t = pl_tpu_now;
    for (int link = 0; link < 2 * t->mesh_axes; link++) {
        char name[40];
        snprintf(name, sizeof name, "link to device %ld", pl_link_to_(r->device, link));
        if (t->mesh[link / 2].extent > 1 + link % 2)
            pl_trace_name_(r, PL_LANE_LINK + link, name);
    }
}

/* The use of this device's links, all of whose pushes have ended, for its report. Returns how long the busiest is in use. */
static inline double pl_put_links_(struct pl_page *p)
{
    struct pl_links *all = pl_links_();
    double most = 0;
    for (int link = 0; all && all->wire && link < 2 * pl_tpu_now->mesh_axes; link++) {
        double use = pl_wire_of_(all, pl_device_id(), link)->use;
        char name[40];
        if (use <= 0)
            continue;
        snprintf(name, sizeof name, "link to device %ld busy", pl_link_to_(pl_device_id(), link));
        pl_put_share_(p, name, use, pl_tpu_now->clock->end);
        most = use > most ? use : most;
    }
    return most;
}

/* ---- Calls ----------------------------------------------------------------------------------------------- */
/* The devices begin a call: no link is in use. Between the two times that they wait for each other. */
static inline void pl_links_begin_(void)
{
    struct pl_links *all = pl_links_();
    if (!all || pl_device_id())
        return;
    free(all->wire);
    all->wire = NULL, all->stamps = all->pushes = 0;
}

/* Before that and after it: their calls begin at one time in the trace. */
static inline void pl_links_tell_end_(void)
{
    struct pl_links *all = pl_links_();
    if (all && pl_trace_end_ > all->ended)
        all->ended = pl_trace_end_;
}
static inline void pl_links_take_end_(void)
{
    if (pl_links_())
        pl_trace_end_ = pl_links_()->ended;
}

#endif
