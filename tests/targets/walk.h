/* walk.h -- the runtime of the text target. It walks a schedule, copies nothing, and writes to the file WALK a line for each
   copy:  CALL OPERAND in|out STARTED WAITED BLOCK, with the steps at which the copy starts and is waited for.

   A visit is a block of an operand and the steps that use it. Its window is (number of the visit) % buffers. */
#include <pallas.h>

enum { WALK_RANK = 12, WALK_AFTER = 8 };
struct walk_part { long start, size, from, to; };
struct walk_window {
    const char *name, *shown, *after[WALK_AFTER];  /* names in the kernel and the call; windows to write back before a fetch */
    int rank, afters;
    bool flushed, varies, lookahead;
    long buffers, steps;
    struct walk_part (*block)[WALK_RANK];       /* of each step */
    long *first, *started;                      /* of each visit: its first step; when its copy out started */
    long *fetched;                              /* when its copy in started */
    long coming, here, gone, ahead;             /* visits: next to fetch, current, first not written back; next step to search */
};
struct walk {
    const char *call;
    struct walk_window *w;
    long windows, steps, inner, ahead, step;
    int running;
    FILE *to;
};

__attribute__((weak)) const char *pl_error(void) { return ""; }

static void *walk_allocate(long count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    if (!p)
        abort();
    return p;
}

static inline void walk_window(struct walk_window *w, const char *name, bool flushed, int buffers, const char *varies, const char *how,
                        long steps)
{
    *w = (struct walk_window){ .name = name, .shown = name, .flushed = flushed, .varies = !strcmp(varies, "maybe"),
                               .lookahead = !strcmp(how, "lookahead"), .buffers = buffers, .steps = steps };
    w->block = walk_allocate(steps, sizeof *w->block);
    w->first = walk_allocate(steps, sizeof *w->first);
    w->started = walk_allocate(steps, sizeof *w->started);
    w->fetched = walk_allocate(steps, sizeof *w->fetched);
}

static inline void walk_after(struct walk_window *w, const char *name)
{
    w->after[w->afters++] = name;
}

static inline void walk_call_it(struct walk_window *w, long windows, const char *name, const char *shown)
{
    for (long i = 0; i < windows; i++)
        if (!strcmp(w[i].name, name))
            w[i].shown = shown;
}

static inline void walk_place(struct walk_window *w, long step, int dim, long start, long size, long extent)
{
    w->block[step][dim] = (struct walk_part){ start, size, start < 0 ? 0 : start, start + size > extent ? extent : start + size };
    w->rank = dim + 1;
}

static struct walk_window *walk_find(const struct walk *k, const char *name)
{
    for (long i = 0; i < k->windows; i++)
        if (!strcmp(k->w[i].name, name))
            return &k->w[i];
    abort();
}

/* Returns whether a visit begins at this step. Windows of outputs are reset at each new parallel index. */
static bool walk_comes(const struct walk *k, const struct walk_window *w, long step)
{
    if (step >= k->steps || step == 0 || (w->flushed && step % k->inner == 0))
        return step < k->steps;
    for (int d = 0; d < w->rank; d++)
        if (w->block[step][d].start != w->block[step - 1][d].start || w->block[step][d].size != w->block[step - 1][d].size)
            return true;
    return false;
}

static bool walk_leaves(const struct walk *k, const struct walk_window *w)
{
    return k->step + 1 == k->steps || walk_comes(k, w, k->step + 1);
}

static bool walk_touch(const struct walk_part *a, const struct walk_part *b, int rank, int other)
{
    for (int d = 0; d < rank && rank == other; d++)
        if (a[d].to <= b[d].from || b[d].to <= a[d].from)
            return false;
    return true;
}

static void walk_say(struct walk *k, const struct walk_window *w, const char *way, long visit, long started)
{
    if (!k->to)
        return;
    fprintf(k->to, "%s %s %s %ld %ld ", k->call, w->shown, way, started, k->step);
    for (int d = 0; d < w->rank; d++)
        fprintf(k->to, "[%ld]", w->block[w->first[visit]][d].start);
    fprintf(k->to, "\n");
}

static inline void walk_begin(struct walk *k)
{
    k->to = getenv("WALK") ? fopen(getenv("WALK"), "a") : NULL;
    for (long i = 0; i < k->windows; i++) {
        struct walk_window *w = &k->w[i];
        long visits = 0;
        for (long step = 0; step < k->steps; step++)
            if (walk_comes(k, w, step))
                w->first[visits++] = step;
        if (w->varies && visits == 1)                    /* its block never changes */
            w->buffers = 1;
    }
}

static void walk_await(struct walk *k, struct walk_window *w)
{
    walk_say(k, w, "out", w->gone, w->started[w->gone]);
    w->gone++;
}

/* Returns whether a fetch would miss data of a visit that has ended, or will end by then, and is not written back. */
static bool walk_too_early(const struct walk *k, const struct walk_window *w, long step)
{
    for (int a = 0; a < w->afters; a++) {
        const struct walk_window *z = walk_find(k, w->after[a]);
        for (long v = z->gone; v < z->steps && z->first[v] < step && (!v || z->first[v]); v++) {
            long next = v + 1;
            bool left = z->first[next] && z->first[next] <= step;
            if (left && walk_touch(z->block[z->first[v]], w->block[step], w->rank, z->rank))
                return true;
        }
    }
    return false;
}

static inline void walk_fetch(struct walk *k, const char *name)
{
    struct walk_window *w = walk_find(k, name);
    long until = w->lookahead ? k->steps : k->running ? k->step + w->buffers - 1 : k->ahead;
    if (!k->running && k->ahead + 1 >= w->buffers)
        return;
    if (w->coming == w->here && walk_comes(k, w, k->step))
        for (int a = 0; a < w->afters; a++) {
            struct walk_window *z = walk_find(k, w->after[a]);
            while (z->gone < z->here)
                walk_await(k, z);
        }
    while (w->coming < w->here + w->buffers) {
        while (w->ahead <= until && w->ahead < k->steps && !walk_comes(k, w, w->ahead))
            w->ahead++;
        if (w->ahead > until || w->ahead >= k->steps || (w->ahead > k->step && walk_too_early(k, w, w->ahead)))
            return;
        while (w->flushed && w->gone + w->buffers <= w->coming)
            walk_await(k, w);
        w->fetched[w->coming++] = k->step;
        w->ahead++;
    }
}

static inline void walk_await_fetch(struct walk *k, const char *name)
{
    struct walk_window *w = walk_find(k, name);
    if (walk_comes(k, w, k->step))
        walk_say(k, w, "in", w->here, w->fetched[w->here]);
}

static inline void walk_fresh(struct walk *k, const char *name) { (void)k, (void)name; }
static inline void walk_body(struct walk *k, const char *name) { (void)k, (void)name; }

static inline void walk_flush(struct walk *k, const char *name)
{
    struct walk_window *w = walk_find(k, name);
    if (!walk_leaves(k, w))
        return;
    w->started[w->here] = k->step;
    if (w->buffers == 1)
        walk_await(k, w);
}

static inline void walk_await_flush(struct walk *k, const char *name)
{
    struct walk_window *w = walk_find(k, name);
    while (w->gone < w->here)
        walk_await(k, w);
}

static inline void walk_advance(struct walk *k, const char *name)
{
    struct walk_window *w = walk_find(k, name);
    if (walk_leaves(k, w))
        w->here++;
}

static inline void walk_end(struct walk *k)
{
    for (long i = 0; i < k->windows; i++) {
        free(k->w[i].block);
        free(k->w[i].first);
        free(k->w[i].started);
        free(k->w[i].fetched);
    }
    if (k->to)
        fclose(k->to);
}
