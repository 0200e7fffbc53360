/* ---- Devices: scheduling --------------------------------------------------------------------------------

   pl_on_devices runs its devices as threads, of which one has the turn. Here are turns, waits, the meeting of all
   devices at the start of a call and at the end of a pass, and deadlocks. */
static inline void pl_group_begins_(struct pl_group *g, struct pl_device *device, int n)
{
    memset(g, 0, sizeof *g);
    memset(device, 0, (size_t)n * sizeof *device);
    g->n = n, g->device = device;
    for (int d = 0; d < n; d++) {
        device[d].id = d, device[d].group = g;
        for (int b = 0; b < PL_BARRIERS_; b++)
            device[d].barrier[b] = (struct pl_semaphore){ .name = "barrier semaphore", .index = b, .device = &device[d] };
    }
}

/* The outermost call around c, which is not a pipeline. */
static inline struct pl_call *pl_root_(struct pl_call *c)
{
    while (c->inner && c->outer)
        c = c->outer;
    return c;
}

/* The device that runs c: one of pl_on_devices if the outermost call has a mesh, otherwise that call's own. */
static inline struct pl_device *pl_device_(struct pl_call *c)
{
    struct pl_call *root = pl_root_(c);
    struct pl_group *g;
    pl_use_more_();
    if (root->device)
        return c->device = root->device;
    if (root->mesh && pl_me_) {
        root->device = pl_me_;
    } else {
        g = malloc(sizeof *g + sizeof(struct pl_device));
        if (!g) {
            fprintf(stderr, "%s:%d: error: call %s: out of memory [no-memory]\n", c->file, c->line, c->name);
            abort();
        }
        pl_group_begins_(g, (struct pl_device *)(void *)(g + 1), 1);
        root->device = g->device;
        root->lone = g;
        PL_CHECKED_(g->random = root->set.seed;)
    }
    root->device->call = root;
    return c->device = root->device;
}

/* The device that runs next, after `me` in the order of the settings; -1: none can. */
static inline int pl_next_ready_(struct pl_group *g, int me)
{
    int ready = 0, order = g->order;
    for (int d = 0; d < g->n; d++)
        ready += g->device[d].state == PL_RUNS_;
    if (!ready)
        return -1;
    if (order == 2) {
        unsigned long long z = (g->random += 0x9e3779b97f4a7c15u);
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        ready = (int)((z ^ z >> 31) % (unsigned)ready);
        for (int d = 0; d < g->n; d++)
            if (g->device[d].state == PL_RUNS_ && ready-- == 0)
                return d;
    }
    for (int k = 1; k <= g->n; k++) {
        int d = order == 1 ? (me - k + 2 * g->n) % g->n : (me + k) % g->n;
        if (g->device[d].state == PL_RUNS_)
            return d;
    }
    return -1;
}

/* No device can continue: selects a waiting one to report it. */
static inline int pl_spokesman_(struct pl_group *g)
{
    g->stuck = 1;
    for (int pass = 0; pass < 2; pass++)
        for (int d = 0; d < g->n; d++)
            if (g->device[d].state == (pass ? PL_AT_RENDEZVOUS_ : PL_WAITS_)) {
                g->device[d].state = PL_RUNS_;
                return d;
            }
    return -1;
}

static inline void pl_give_turn_(struct pl_group *g, int next)
{
    pthread_mutex_lock(&g->lock);
    g->now = next;
    pthread_cond_signal(&g->device[next].turn);
    pthread_mutex_unlock(&g->lock);
}
static inline void pl_await_turn_(struct pl_device *d)
{
    pthread_mutex_lock(&d->group->lock);
    while (d->group->now != d->id)
        pthread_cond_wait(&d->turn, &d->group->lock);
    pthread_mutex_unlock(&d->group->lock);
}

/* Lets other devices run. Returns when this one can continue, or is to report that none can. */
PL_MPI_(static inline void pl_mpi_wait_(struct pl_device *me);)
static inline void pl_switch_(struct pl_device *me)
{
    struct pl_group *g = me->group;
    int next;
    PL_MPI_(if (g->processes) { pl_mpi_wait_(me); return; })
    next = pl_next_ready_(g, me->id);
    if (next < 0)
        next = pl_spokesman_(g);
    if (next == me->id || g->n == 1) {
        me->state = PL_RUNS_;
        return;
    }
    pl_give_turn_(g, next);
    pl_await_turn_(me);
}

/* Called after an event that others may wait for. With devices=reverse they run at once, with random perhaps. */
static inline void pl_turn_over_(struct pl_device *me)
{
    struct pl_group *g = me->group;
    PL_MPI_(if (g->processes) return;)
    if (g->n > 1 && g->order && (g->order == 1 || (g->random = g->random * 6364136223846793005u + 1442695040888963407u) >> 63))
        pl_switch_(me);
}

static inline void pl_free_all_(struct pl_group *g)
{
    for (int d = 0; d < g->n; d++)
        if (g->device[d].state == PL_WAITS_ || g->device[d].state == PL_AT_RENDEZVOUS_)
            g->device[d].state = PL_RUNS_;
}

static inline void pl_wake_(const struct pl_semaphore *s)
{
    struct pl_device *d = s->device;
    if (d->state == PL_WAITS_ && d->waits == s && s->count + s->coming >= d->needs)
        d->state = PL_RUNS_;
}

static inline void pl_semaphore_text_(const struct pl_semaphore *s, char *text, size_t capacity)
{
    if (s->index < 0)
        snprintf(text, capacity, "%s", s->name);
    else if (s >= s->device->barrier && s < s->device->barrier + PL_BARRIERS_)
        snprintf(text, capacity, "barrier semaphore %ld", s->index);
    else
        snprintf(text, capacity, "%s[%ld]", s->name, s->index);
}

/* Appends "device 0 waits for ...", for the report of a deadlock and its notes. */
static inline void pl_waits_text_(const struct pl_device *d, char *text, size_t capacity)
{
    char name[80];
    size_t n = strlen(text);
    if (d->state == PL_RETURNED_) {
        snprintf(text + n, capacity - n, PL_TEXT_RETURNED_, (long)d->id);
    } else if (d->waits) {
        char who[24] = "it";
        pl_semaphore_text_(d->waits, name, sizeof name);
        if (d->group->n > 1)
            snprintf(who, sizeof who, "device %d", d->id);
        snprintf(text + n, capacity - n, PL_TEXT_WAITS_FOR_, who, name, d->waits->count, d->needs);
    } else {
        snprintf(text + n, capacity - n, "device %d %s", d->id, d->rendezvous);
    }
}

static inline void pl_deadlock_(struct pl_device *me, struct pl_spot spot)
{
    struct pl_group *g = me->group;
    char first[300] = "", notes[1600] = "", name[80];
    pl_waits_text_(me, first, sizeof first);
    for (int d = 0; d < g->n; d++) {
        const struct pl_device *other = &g->device[d];
        size_t n = strlen(notes);
        if (d != me->id) {
            struct pl_spot at = other->state == PL_RETURNED_ || !other->spot.file ? spot : other->spot;
            snprintf(notes + n, sizeof notes - n, "%s%s%s%.0d%s", n ? "\n" : "", n ? at.file : "", n ? ":" : "",
                     n ? at.line : 0, n ? ": note: " : "");
            pl_waits_text_(other, notes, sizeof notes);
            if (!n && other->state != PL_RETURNED_)
                snprintf(notes + strlen(notes), sizeof notes - strlen(notes), " (line %d)", at.line);
        }
        for (int b = 0; b < PL_BARRIERS_; b++)
            if (other->barrier[b].count && &other->barrier[b] != me->waits) {
                pl_semaphore_text_(&other->barrier[b], name, sizeof name);
                n = strlen(notes);
                snprintf(notes + n, sizeof notes - n, "%s%s of device %d is %lld", n ? ", " : "", name, d, other->barrier[b].count);
            }
    }
#if PL_CHECKS
    pl_report_(spot.file, spot.line, NULL, notes[0] ? notes : NULL, PL_MESSAGE_DEADLOCK_, first,
               me->waits ? PL_TEXT_SIGNAL_IT_ : PL_TEXT_CHANGE_THAT_);
#else
    fprintf(stderr, "%s:%d: error: deadlock: %s [deadlock]\n%s%s", spot.file, spot.line, first, notes, notes[0] ? "\n" : "");
    abort();
#endif
}

/* Value of a setting of PALLAS, before there is a call. */
static inline const char *pl_setting_of_(const char *key)
{
    const char *s = getenv("PALLAS");
    size_t n = strlen(key);
    for (; s && *s; s += strcspn(s, ",; "), s += strspn(s, ",; "))
        if (!strncmp(s, key, n) && s[n] == '=')
            return s + n + 1;
    return "";
}

static inline const struct pl_scoped *pl_scope_of_(const struct pl_device *d, const char *at)
{
    for (const struct pl_scoped *s = d->scopes; s; s = s->outer)
        if (!s->sems && at >= (char *)s->tile.at && at < (char *)s->tile.at + s->tile.bytes + !s->tile.bytes)
            return s;
    return NULL;
}

#if defined PL_MPI && PL_MODE_ == PL_INTERPRET_
static inline int pl_rendezvous_at_(struct pl_call *root, const char *rendezvous);
#include "pallas_mpi.h"
#endif

#if PL_CHECKS
/* A call of several devices fails on all of them, with the message of the first that failed. */
static inline void pl_fail_group_(struct pl_call *root)
{
    struct pl_group *g = root->device->group;
    if (g->n == 1 || g->failed || !root->mesh)
        return;
    g->failed = 1, g->by = root->device->id;
    memcpy(g->text, pl_error_text_, sizeof g->text);
    pl_free_all_(g);
    PL_MPI_(if (g->processes) pl_mpi_fail_(g);)
}
static inline void pl_fail_with_group_(struct pl_call *root)
{
    struct pl_group *g = root->device->group;
    if (root->failed || !g->failed)
        return;
    root->failed = 1, root->code = PL_FAILED;
    snprintf(pl_error_text_, sizeof pl_error_text_, "%.*s", (int)sizeof pl_error_text_ - 1, g->text);
}
#else
#define pl_fail_group_(root_)      ((void)0)
#define pl_fail_with_group_(root_) ((void)0)
#endif

/* Ends the kernel and the kernels around it. */
static inline void pl_abandon_(struct pl_device *me)
{
#if PL_CHECKS
    struct pl_call *c = pl_now_;
    pl_fail_group_(me->call);
    pl_fail_with_group_(me->call);
    if (c && c != me->call)
        c->failed = 1, c->code = PL_FAILED;
    pl_stop_();
#else
    (void)me;
#endif
}

/* Waits until all devices of the call are here. Returns 0 if one of them has failed. */
static inline int pl_rendezvous_at_(struct pl_call *root, const char *rendezvous)
{
    struct pl_device *me = root->device;
    struct pl_group *g = me->group;
    int here = 1;
    if (g->n == 1)
        return 1;
    PL_MPI_(if (g->processes) {
        me->spot = (struct pl_spot){ root->file, root->line };
        if (!pl_mpi_come_(me, pl_mpi_next_rendezvous_(), rendezvous)) {
            g->stuck = 0;
            pl_deadlock_(me, me->spot);
            pl_fail_group_(root);
        }
        pl_fail_with_group_(root);
        return !root->code;
    })
    for (int d = 0; d < g->n; d++)
        here += g->device[d].state == PL_AT_RENDEZVOUS_;
    if (here == g->n && !g->failed) {
        pl_free_all_(g);
    } else if (!g->failed) {
        me->spot = (struct pl_spot){ root->file, root->line };
        me->waits = NULL, me->rendezvous = rendezvous;
        me->state = PL_AT_RENDEZVOUS_;
        pl_switch_(me);
        if (g->stuck) {
            g->stuck = 0;
            pl_deadlock_(me, me->spot);
            pl_fail_group_(root);
        }
    }
    pl_fail_with_group_(root);
    return !root->code;
}
static inline int pl_rendezvous_(struct pl_call *root) { return pl_rendezvous_at_(root, PL_TEXT_ENDED_KERNEL_); }

/* Whether c is true on any device. */
static inline int pl_any_(struct pl_call *root, int c)
{
    struct pl_group *g;
    int any;
    if (!root->device || root->device->group->n == 1 || !root->mesh)
        return c;
    g = root->device->group;
    g->any |= c;
    if (!pl_rendezvous_(root))
        return c;
    PL_MPI_(if (g->processes) g->any = pl_mpi_any_(g);)
    any = g->any;
    if (!pl_rendezvous_(root))
        return c;
    g->any = 0;
    return any;
}

static inline void pl_leave_group_(struct pl_call *root)
{
    struct pl_device *me = root->device;
    struct pl_group *g = me->group;
    int all = 1;
    me->closing = 1;
    if (root->mesh && g->n > 1) {
        PL_CHECKED_(if (root->failed) pl_fail_group_(root);)
        PL_MPI_(if (g->processes) {
            pl_mpi_leaves_(root);
            g->failed = g->any = 0;
            me->closing = 0, me->call = NULL;
            return;
        })
        for (int d = 0; d < g->n; d++)
            all &= !g->device[d].call || g->device[d].closing;
        if (all) {
            for (int d = 0; d < g->n; d++)
                g->device[d].call = NULL;
            g->failed = g->stuck = g->any = 0;
            pl_free_all_(g);
        } else {
            me->spot = (struct pl_spot){ root->file, root->line };
            me->waits = NULL, me->rendezvous = "has ended its call";
            while (me->call && !g->stuck) {
                me->state = PL_AT_RENDEZVOUS_;
                pl_switch_(me);
                pl_fail_with_group_(root);
            }
        }
    }
    me->closing = 0;
    me->call = NULL;
}

static inline void *pl_device_runs_(void *device)
{
    struct pl_device *me = device;
    int next;
    pl_me_ = me;
    pl_await_turn_(me);
    me->code = me->body(me->arg);
    me->state = PL_RETURNED_;
    if (me->code && !me->group->text[0]) {
        me->group->by = me->id;
        memcpy(me->group->text, pl_error_text_, sizeof pl_error_text_);
    }
    next = pl_next_ready_(me->group, me->id);
    if (next < 0)
        next = pl_spokesman_(me->group);
    if (next >= 0)
        pl_give_turn_(me->group, next);
    return NULL;
}

static inline long pl_mesh_devices_(const struct pl_call *c) { (void)c; return pl_me_ ? pl_me_->group->n : 1; }

#if PL_MODE_ != PL_DECLARATIONS_
PL_HOST_ long pl_device_id(void) { return pl_me_ ? pl_me_->id : 0; }
PL_HOST_ long pl_num_devices(void) { return pl_me_ ? pl_me_->group->n : 1; }

PL_HOST_ int pl_on_devices(long n, int (*body)(void *), void *arg)
{
    struct pl_group *g;
    int code = PL_OK;
    const char *order = pl_setting_of_("devices");
    PL_MPI_(int given = n != 0;)
    pl_error_text_[0] = 0;
    if (n == 0)
        n = 1;
    if (n < 0 || n > 4096 || pl_me_) {
        snprintf(pl_error_text_, sizeof pl_error_text_, pl_me_ ? PL_MESSAGE_DEVICES_NESTED_ : PL_MESSAGE_DEVICES_COUNT_,
                 pl_me_ ? (long)pl_me_->id : n);
        fprintf(stderr, "%s\n", pl_error_text_);
        return PL_FAILED;
    }
    PL_MPI_(if (pl_mpi_.n > 1 && given && n != pl_mpi_.n) {
        snprintf(pl_error_text_, sizeof pl_error_text_, "pl_on_devices: %ld devices, but there are %d processes: mpirun -n %ld starts one for each device [mpi-processes]",
                 n, pl_mpi_.n, n);
        fprintf(stderr, "%s\n", pl_error_text_);
        return PL_FAILED;
    })
    PL_MPI_(if (pl_mpi_.n > 1) return pl_mpi_on_devices_(body, arg);)
    g = malloc(sizeof *g + (size_t)n * sizeof(struct pl_device));
    if (!g) {
        snprintf(pl_error_text_, sizeof pl_error_text_, PL_MESSAGE_DEVICES_NO_MEMORY_);
        return PL_NO_MEMORY;
    }
    pl_group_begins_(g, (struct pl_device *)(void *)(g + 1), (int)n);
    g->order = !strncmp(order, "reverse", 7) ? 1 : !strncmp(order, "random", 6) ? 2 : 0;
    g->random = strtoull(pl_setting_of_("seed"), NULL, 10) * 2 + 1;
    g->now = -1;
    pthread_mutex_init(&g->lock, NULL);
    pl_group_ = g;
    for (int d = 0; d < n; d++) {
        struct pl_device *device = &g->device[d];
        device->body = body, device->arg = arg;
        pthread_cond_init(&device->turn, NULL);
        if (pthread_create(&device->thread, NULL, pl_device_runs_, device)) {
            fprintf(stderr, "pl_on_devices: no thread for device %d [device-thread]\n", d);
            abort();
        }
    }
    pl_give_turn_(g, pl_next_ready_(g, g->order == 1 ? 0 : (int)n - 1));
    for (int d = 0; d < n; d++) {
        pthread_join(g->device[d].thread, NULL);
        code = code ? code : g->device[d].code;
    }
    if (code)
        memcpy(pl_error_text_, g->text, sizeof pl_error_text_);
    for (int d = 0; d < n; d++)
        pthread_cond_destroy(&g->device[d].turn);
    pthread_mutex_destroy(&g->lock);
    pl_group_ = NULL;
    free(g);
    return code;
}
#endif
