/* statistics.h -- what a call moved, what it could not have moved less of, and what its schedule wastes; part of pl_tpu.h.

       PALLAS=summary                a line for each call, to standard error
       PALLAS=report, report=FILE    a page for each call, to standard error or at the end of FILE
       PALLAS=call=NAME              of calls of this name alone

   A call that would say again what it said last is silent: loops do not bury the rest of a program's output. */
#ifndef PL_TPU_STATISTICS_H
#define PL_TPU_STATISTICS_H

struct pl_seen {                        /* a set of blocks, and the last step that used each */
    unsigned long long *key;            /* 0: empty */
    long *step;
    size_t capacity, count;
};

struct pl_account {                     /* of an operand */
    struct pl_seen seen;
    long visits, since;                 /* number of fetched blocks; the step that fetched the current one */
    long long bytes, asked, least;      /* bytes of the current block; if each step moved its own; of each one once */
    struct pl_block now, before[PL_TPU_RANK];   /* the current block; the block at the last index of an axis, with inner indices 0 */
    unsigned axes;                      /* bit a: its block depends on axis a */
    struct { unsigned long long key; long visits; long long bytes; } core[PL_TPU_CORES];    /* as each core sees it */
};

/* ---- The blocks of a call -------------------------------------------------------------------------------- */
static inline unsigned long long pl_block_key_(const struct pl_hbm *x, struct pl_block b)
{
    unsigned long long key = 0;
    for (int d = 0; d < x->rank; d++)   /* windows of PL_ELEMENT begin in the padding, at most a window before the array */
        key = key * (unsigned long long)(x->shape[d] + 2 * x->window[d] + 1) +
              (unsigned long long)(b.dim[d].start + x->window[d]);
    return key + 1;
}

static inline size_t pl_seen_at_(const struct pl_seen *s, unsigned long long key)
{
    size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (s->capacity - 1);
    while (s->key[i] && s->key[i] != key)
        i = (i + 1) & (s->capacity - 1);
    return i;
}

static inline bool pl_seen_grow_(struct pl_seen *s)
{
    struct pl_seen more = { .capacity = s->capacity ? 2 * s->capacity : 64, .count = s->count };
    if (2 * s->count < s->capacity)
        return true;
    more.key = calloc(more.capacity, sizeof *more.key);
    more.step = calloc(more.capacity, sizeof *more.step);
    if (!more.key || !more.step) {
        free(more.key);
        free(more.step);
        pl_tpu_no_memory_(more.capacity * 16);
        return false;
    }
    for (size_t i = 0; i < s->capacity; i++)
        if (s->key[i]) {
            size_t at = pl_seen_at_(&more, s->key[i]);
            more.key[at] = s->key[i], more.step[at] = s->step[i];
        }
    free(s->key);
    free(s->step);
    *s = more;
    return true;
}

/* The previous step that used this block; -1: none. */
static inline long pl_seen_before_(struct pl_seen *s, unsigned long long key, long step)
{
    long before = -1;
    size_t at;
    if (!pl_seen_grow_(s))
        return -1;
    at = pl_seen_at_(s, key);
    if (s->key[at])
        before = s->step[at];
    else
        s->count++;
    s->key[at] = key, s->step[at] = step;
    return before;
}

/* ---- A revisit ----------------------------------------------------------------------------------------- */
static inline bool pl_tpu_has_table_(const struct pl_tpu *t)
{
    for (int i = 0; i < t->operands; i++)
        if (t->operand[i]->kind == PL_HBM_TABLE)
            return true;
    return false;
}

/* An output's block is revisited: it would begin as unspecified data, and its earlier contents are overwritten. If the
   two steps differ on an axis that is not the last, the map does not distinguish its indices. (pallasc rejects cases that
   the source shows.) */
static inline void pl_reject_revisit_(const struct pl_hbm *z, struct pl_block b, long before)
{
    static const char inout[] = "read the block back: make it PL_INOUT or PL_REVISIT_ANY";
    const struct pl_tpu *t = pl_tpu_now;
    struct pl_words at;
    long starts[PL_TPU_RANK];
    char fix[300];
    int a = 0;
    while (a < t->host.axes - 1 && pl_index_on_(t, a, before) == pl_index_on_(t, a, t->step))
        a++;
    for (int d = 0; d < z->rank; d++)
        starts[d] = b.dim[d].start;
    at = pl_dims_words_(z->rank, starts);
    if (a < t->host.axes - 1) {
        snprintf(fix, sizeof fix, "put axis %s last in PL_GRID: the window then stays while the axis runs; or %s",
                 t->host.axis[a].name, inout);
        pl_reject_(z, fix, PL_MESSAGE_REVISITED_BY_AXIS_, at.at, before, t->host.axis[a].name);
    } else {
        snprintf(fix, sizeof fix, "%s, so that equal blocks are consecutive; or %s",
                 pl_tpu_has_table_(t) ? "sort the table that the index map reads" : "let the index map count upwards", inout);
        pl_reject_(z, fix, PL_MESSAGE_REVISITED_BY_MAP_, at.at, before);
    }
}

/* ---- What a step sees ---------------------------------------------------------------------------------- */
static inline void pl_close_visit_(struct pl_hbm *x, long step)
{
    if (x->account->visits)
        x->account->asked += (step - x->account->since) * x->account->bytes;
}

static inline struct pl_account *pl_account_(struct pl_hbm *x)
{
    if (!x->account && !(x->account = calloc(1, sizeof *x->account)))
        pl_tpu_no_memory_(sizeof *x->account);
    return x->account;
}

/* This step fetches another block of x; fresh: an output's, uninitialized. */
static inline void pl_count_visit_(struct pl_hbm *x, struct pl_block b, bool fresh)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_account *a;
    long before, last = t->step - 1;
    if ((!fresh && !t->set.statistics) || !(a = pl_account_(x)))
        return;
    if (fresh && a->visits && a->since < t->step)
        pl_seen_before_(&a->seen, pl_block_key_(x, a->now), last);
    before = pl_seen_before_(&a->seen, pl_block_key_(x, b), t->step);
    if (fresh && before >= 0)
        pl_reject_revisit_(x, b, before);
    if (t->set.statistics)
        pl_close_visit_(x, t->step);
    a->bytes = pl_block_bytes_(x, b);
    a->least += before < 0 ? a->bytes : 0;
    a->visits++;
    a->since = t->step;
    a->now = b;
}

/* Each core runs its own steps in order, and has its own windows: a block is fetched if it is not the core's previous
   one. */
static inline void pl_count_core_(const struct pl_hbm *x, int core)
{
    struct pl_account *a = x->account;
    unsigned long long key = pl_block_key_(x, a->now);
    if (a->core[core].key == key)
        return;
    a->core[core].key = key;
    a->core[core].visits++;
    a->core[core].bytes += a->bytes;
}

/* The end of a step: the axes whose index it advances, and whether the block changes with them. */
static inline void pl_count_step_(long step)
{
    struct pl_tpu *t = pl_tpu_now;
    int turned = t->host.axes - 1, core = pl_core_of_(t, step);
    long within = 1;
    while (turned > 0 && step % (within * t->host.axis[turned].extent) == 0)
        within *= t->host.axis[turned--].extent;
    for (int i = 0; i < t->operands; i++) {
        struct pl_hbm *x = t->operand[i];
        struct pl_account *a = x->account;
        if (a && core >= 0)
            pl_count_core_(x, core);
        if (!a || (turned == t->host.axes - 1 && a->since != step))
            continue;
        if (step && turned >= 0 && pl_differ(x->rank, a->before[turned], a->now))
            a->axes |= 1u << turned;
        for (int axis = step ? turned : 0; axis >= 0 && axis < t->host.axes; axis++)
            a->before[axis] = a->now;
    }
}

/* ---- The page ------------------------------------------------------------------------------------------ */
struct pl_page { char at[16384]; size_t n; };

PL_PRINTF_(2, 3) static inline void pl_put_(struct pl_page *p, const char *format, ...)
{
    va_list list;
    int n;
    va_start(list, format);
    n = vsnprintf(p->at + p->n, sizeof p->at - p->n, format, list);
    va_end(list);
    p->n += n > 0 ? (size_t)n : 0;
    if (p->n >= sizeof p->at)
        p->n = sizeof p->at - 1;
}

static inline struct pl_words pl_grid_words_(const struct pl_tpu *t)
{
    struct pl_words w = { "" };
    for (int a = 0, n = 0; a < t->host.axes && n < (int)sizeof w.at - 40; a++)
        n += snprintf(w.at + n, sizeof w.at - (size_t)n, "%s%.20s=%ld", a ? ", " : "", t->host.axis[a].name, t->host.axis[a].extent);
    return w;
}

struct pl_sums { long copies; long long bytes, least, asked; };

static inline void pl_put_way_(struct pl_page *p, const struct pl_hbm *x, const char *way, long copies, long long bytes,
                               struct pl_sums *sums)
{
    const struct pl_account *a = x->account;
    long long least = a ? a->least : bytes, asked = a ? a->asked : bytes;
    if (!copies)
        return;
    pl_put_(p, "    %-12s %-3s  %-18s %8ld %8lld  %13lld %13lld %7s  %13lld\n", x->name, way,
            pl_dims_words_(x->rank, x->window).at, copies, a ? (long long)a->seen.count : 1, bytes, least,
            pl_fixed_words_((double)bytes / (double)(least > 0 ? least : 1), 2).at, asked - bytes);
    sums->copies += copies, sums->bytes += bytes, sums->least += least, sums->asked += asked;
}

static inline struct pl_sums pl_put_copies_(struct pl_page *p, const struct pl_tpu *t)
{
    struct pl_sums sums = { 0, 0, 0, 0 };
    pl_put_(p, "    %-12s %-3s  %-18s %8s %8s  %13s %13s %7s  %13s\n", "copies of", "", "block", "copies", "blocks",
            "bytes", "at least", "times", "stayed: less");
    for (int i = 0; i < t->operands; i++) {
        const struct pl_hbm *x = t->operand[i];
        pl_put_way_(p, x, "in", x->fetch_count, x->bytes_in, &sums);
        pl_put_way_(p, x, "out", x->write_back_count, x->bytes_out, &sums);
    }
    pl_put_(p, "    %-12s %-3s  %-18s %8ld %8s  %13lld %13lld %7s  %13lld\n", "all", "", "", sums.copies, "",
            sums.bytes, sums.least, pl_fixed_words_((double)sums.bytes / (double)(sums.least > 0 ? sums.least : 1), 2).at,
            sums.asked - sums.bytes);
    return sums;
}

/* Operations for each byte that the call or its kernel moves. */
static inline double pl_intensity_(const struct pl_tpu *t, struct pl_sums sums)
{
    double bytes = (double)sums.bytes + (double)t->dma_bytes;
    return bytes > 0 ? ((double)t->dot_flops + (double)t->vector_operations) / bytes : 0;
}

static inline void pl_put_arithmetic_(struct pl_page *p, const struct pl_tpu *t, struct pl_sums sums)
{
    if (t->set.dry && !t->dots && !t->vector_loops) {
        pl_put_(p, "    arithmetic: not in a dry run, because control flow depends on data\n");
        return;
    }
    pl_put_(p, "    arithmetic: %lld operations in %lld dots, %lld in %lld vector loops: %s a byte moved\n",
            t->dot_flops, t->dots, t->vector_operations, t->vector_loops, pl_fixed_words_(pl_intensity_(t, sums), 2).at);
}

static inline void pl_put_memory_(struct pl_page *p, const struct pl_tpu *t)
{
    static const char *const spaces[] = { "VMEM", "SMEM" };
    int generation = t->chip ? t->chip->generation : 5;
    char table[4096];
    for (int i = 0; i < 2; i++) {
        double bytes = pl_tpu_total_(t, spaces[i], generation);
        if (bytes <= 0)
            continue;
        pl_tpu_memory_table_(t, spaces[i], generation, table, sizeof table);
        pl_put_(p, "%s\n", table);
        if (t->chip)
            pl_put_(p, "    %s of a core of a %s: %s, of which this is %s %%\n", spaces[i], t->chip->name,
                    pl_bytes_words_((double)(i ? t->chip->smem : t->chip->vmem) * 1024).at,
                    pl_fixed_words_(100 * bytes / ((double)(i ? t->chip->smem : t->chip->vmem) * 1024), 1).at);
    }
}

/* The copies of one core; tables are copied to each. */
static inline void pl_put_core_(struct pl_page *p, const struct pl_tpu *t, int core)
{
    long copies = 0;
    long long bytes = 0;
    for (int i = 0; i < t->operands; i++) {
        const struct pl_hbm *x = t->operand[i];
        int ways = (x->fetch_count > 0) + (x->write_back_count > 0);
        copies += x->account ? ways * x->account->core[core].visits : x->fetch_count;
        bytes += x->account ? ways * x->account->core[core].bytes : x->bytes_in;
    }
    pl_put_(p, ": %ld copies, %lld bytes\n", copies, bytes);
}

static inline void pl_put_cores_(struct pl_page *p, const struct pl_tpu *t)
{
    int axis = pl_tpu_split_(t);
    long from = 0;
    if (!t->chip || t->chip->cores < 2 || !t->steps)
        return;
    if (axis < 0) {
        pl_put_(p, "    cores: one of %d does all: no axis is PL_PARALLEL\n", t->chip->cores);
        return;
    }
    for (int core = 0; core < t->chip->cores; core++) {
        long share = pl_tpu_share_(t, axis, core);
        pl_put_(p, "    core %d ", core);
        if (share) {
            pl_put_(p, "does %s = %ld to %ld, %ld steps", t->host.axis[axis].name, from, from + share - 1,
                    t->steps / t->host.axis[axis].extent * share);
            pl_put_core_(p, t, core);
        } else
            pl_put_(p, "does nothing: axis %s has %ld\n", t->host.axis[axis].name, t->host.axis[axis].extent);
        from += share;
    }
}

/* ---- What the schedule wastes -------------------------------------------------------------------------- */
/* The number of times that x is copied with the axes in this order: once for each index of all axes down to its innermost
   one. */
static inline double pl_copies_in_order_(const struct pl_tpu *t, const struct pl_account *a, const int *order)
{
    double copies = 1, all = 1;
    for (int i = 0; i < t->host.axes; i++) {
        all *= (double)t->host.axis[order[i]].extent;
        if (a->axes >> order[i] & 1)
            copies = all;
    }
    return copies;
}

/* The bytes that all operands move in this order; less than 0: an output would be revisited. */
static inline double pl_bytes_in_order_(const struct pl_tpu *t, const int *order)
{
    double bytes = 0;
    for (int i = 0; i < t->operands; i++) {
        const struct pl_hbm *x = t->operand[i];
        const struct pl_account *a = x->account;
        double copies = a ? pl_copies_in_order_(t, a, order) : 0;
        if (!a || !a->visits)
            continue;
        if (x->write_back_count && copies > (double)a->seen.count)
            return -1;
        bytes += copies * (double)(x->bytes_in + x->bytes_out) / (double)a->visits;
    }
    return bytes;
}

/* Which axes may be exchanged: those with independent programs, and a PL_PARALLEL one only with another such. */
static inline bool pl_may_swap_(const struct pl_tpu *t, int a, int b)
{
    return t->freedom[a] != PL_IN_ORDER && t->freedom[a] == t->freedom[b];
}

/* The best order that exchanging two axes gives; false: none is better than the current one. */
static inline bool pl_better_order_(const struct pl_tpu *t, int best[PL_TPU_RANK], double *bytes, double *now)
{
    int order[PL_TPU_RANK], a, b;
    bool found = false;
    for (a = 0; a < t->host.axes; a++)
        order[a] = a;
    *bytes = *now = pl_bytes_in_order_(t, order);
    for (a = 0; a < t->host.axes; a++)
        for (b = a + 1; b < t->host.axes; b++) {
            double moved;
            if (!pl_may_swap_(t, a, b))
                continue;
            order[a] = b, order[b] = a;
            moved = pl_bytes_in_order_(t, order);
            if (moved >= 0 && moved < 0.95 * *bytes) {
                *bytes = moved;
                memcpy(best, order, sizeof order);
                found = true;
            }
            order[a] = a, order[b] = b;
        }
    return found;
}

/* Whether the excess fetches of x are worth a message: a twentieth of all bytes. */
static inline bool pl_is_wasted_(const struct pl_hbm *x, struct pl_sums sums)
{
    return x->account && x->fetch_count && x->bytes_in - x->account->least > sums.bytes / 20;
}

/* The longest axis outside x's own that makes it be fetched again; -1: its map returns to earlier blocks by itself. */
static inline int pl_repeating_axis_(const struct pl_tpu *t, const struct pl_account *a)
{
    int most = -1, innermost = -1;
    for (int axis = 0; axis < t->host.axes; axis++)
        if (a->axes >> axis & 1)
            innermost = axis;
    for (int axis = 0; axis < innermost; axis++)
        if (!(a->axes >> axis & 1) && t->host.axis[axis].extent > 1 && (most < 0 || t->host.axis[axis].extent > t->host.axis[most].extent))
            most = axis;
    return most;
}

static inline void pl_put_wasted_(struct pl_page *p, const struct pl_tpu *t, const struct pl_hbm *x)
{
    double half = (t->chip ? (double)t->chip->vmem : 16 * 1024) * 1024 / 2;
    int axis = pl_repeating_axis_(t, x->account);
    pl_put_(p, "    waste: %s is fetched %s times over", x->name, pl_fixed_words_((double)x->bytes_in / (double)x->account->least, 1).at);
    if (axis < 0) {
        pl_put_(p, ": its index map returns to earlier blocks; sort the table that it reads, and each block is fetched once\n");
        return;
    }
    pl_put_(p,
            ", its blocks being the same at each of the %ld indices of %s: larger blocks along %s fetch it less often",
            t->host.axis[axis].extent, t->host.axis[axis].name, t->host.axis[axis].name);
    if ((double)x->account->least < half)
        pl_put_(p, "; as a whole (PL_WHOLE, %s) it is fetched once", pl_bytes_words_((double)x->account->least).at);
    pl_put_(p, "\n");
}

static inline void pl_put_waste_(struct pl_page *p, const struct pl_tpu *t, struct pl_sums sums)
{
    int order[PL_TPU_RANK];
    double bytes, now;
    bool any = false;
    for (int i = 0; i < t->operands; i++)
        if (pl_is_wasted_(t->operand[i], sums)) {
            pl_put_wasted_(p, t, t->operand[i]);
            any = true;
        }
    if (!any)
        pl_put_(p, "    waste: hardly any: what is moved is nearly the least\n");
    if (any && pl_better_order_(t, order, &bytes, &now)) {
        pl_put_(p, "    another order: PL_GRID with (");
        for (int a = 0; a < t->host.axes; a++)
            pl_put_(p, "%s%s", a ? ", " : "", t->host.axis[order[a]].name);
        pl_put_(p, ") moves %s instead of %s\n", pl_bytes_words_(bytes).at, pl_bytes_words_(now).at);
    }
}

static inline struct pl_sums pl_sums_(const struct pl_tpu *t)
{
    struct pl_page *p = calloc(1, sizeof *p);
    struct pl_sums sums = { 0, 0, 0, 0 };
    if (p)
        sums = pl_put_copies_(p, t);
    free(p);
    return sums;
}

/* The kernel's own copies, and the pushes of its device to each of the others. */
static inline void pl_put_dmas_(struct pl_page *p, const struct pl_tpu *t)
{
    if (t->dmas)
        pl_put_(p, "    copies of the kernel: %lld, %lld bytes; pushes to other devices: %lld, %lld bytes\n", t->dmas, t->dma_bytes, t->pushes,
                t->push_bytes);
    for (long d = 0; t->link && d < t->devices; d++)
        if (t->link[d].pushes)
            pl_put_(p, "    link from device %ld to %ld: %lld pushes, %lld bytes\n", pl_device_id(), d, t->link[d].pushes, t->link[d].bytes);
}

/* ", device 2" if several make the call. */
static inline struct pl_words pl_device_words_(const struct pl_tpu *t)
{
    struct pl_words w = { "" };
    if (t->mesh_axes && pl_num_devices() > 1)
        snprintf(w.at, sizeof w.at, ", device %ld", pl_device_id());
    return w;
}

/* ---- By the clock -------------------------------------------------------------------------------------- */
static inline struct pl_words pl_time_words_(double ns)
{
    struct pl_words w;
    const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "us" : ns < 1e9 ? "ms" : "s";
    double n = ns < 1e3 ? ns : ns < 1e6 ? ns / 1e3 : ns < 1e9 ? ns / 1e6 : ns / 1e9;
    snprintf(w.at, sizeof w.at, "%.80s %s", pl_fixed_words_(n, n < 10 ? 3 : n < 100 ? 2 : 1).at, unit);
    return w;
}

/* What bounds a call, and what would help. link: how long its busiest link is in use; launch: its start. */
static inline const char *pl_bound_words_(const struct pl_clock *c, double all, double link, double launch)
{
    double matrix = c->use_matrix / all, vector = c->use_vector / all, hbm = c->use_hbm / all, bubble = c->bubble / all;
    double stall = c->stall / all, apart = c->apart / all, steps = (c->steps + c->starts) / all;
    if (matrix > 0.8 && matrix > vector && matrix > hbm)
        return "the matrix units bound it; only fewer products would help";
    if (vector > 0.8 && vector > hbm)
        return "the vector unit bounds it; fewer operations on each element would help, or passes over a block put into one";
    if (hbm > 0.8)
        return "HBM's bandwidth bounds it; fewer bytes would help: larger blocks of what is fetched again, narrower types";
    if (link > 0.8 * c->end)
        return "a link between devices bounds it; fewer bytes would help, or pushes in both directions";
    if (apart > bubble && apart > stall && apart > steps && apart > 0.2)
        return "waits for other devices bound it; pushes that start earlier would help, or smaller parts with work between them";
    if (bubble > stall && bubble > steps && bubble > 0.2)
        return "its first and last copies bound it, when nothing is computed; more steps with smaller blocks would help";
    if (stall > steps && stall > 0.2)
        return hbm > 0.5 ? "waits for copies bound it; blocks that stay for more steps would help, or larger ones"
                         : "the latency of copies bounds it; larger blocks would help, or PL_BUFFERED(3), which fetches earlier";
    if (steps > launch && steps > 0.2)
        return "the overhead of its steps and copies bounds it; fewer steps with larger blocks would help";
    if (launch > 0.2)
        return "the start of the call bounds it; only more work for one call would help";
    return "no unit bounds it alone; larger blocks make it less of a mixture";
}

static inline void pl_put_share_(struct pl_page *p, const char *name, double ns, double of)
{
    pl_put_(p, "        %-32s %12s  %5s %%\n", name, pl_time_words_(ns).at, pl_fixed_words_(of > 0 ? 100 * ns / of : 0, 1).at);
}

static inline double pl_put_links_(struct pl_page *p);                 /* links.h */

static inline void pl_put_clock_(struct pl_page *p, const struct pl_tpu *t)
{
    static const char *const slots[] = { "vector operations", "transcendental operations", "cross-lane operations", "loads", "stores" };
    const struct pl_clock *c = t->clock;
    double all, link;
    int cores;
    if (!c)
        return;
    cores = pl_tpu_split_(t) < 0 ? 1 : t->chip->cores;
    all = c->end * cores;
    pl_put_(p, "    time on a %s by the clock: %s%s\n", t->chip->name, pl_time_words_(c->end).at, cores > 1 ? "; of both cores together:" : "");
    pl_put_share_(p, "matrix units busy", c->use_matrix, all);
    pl_put_share_(p, "vector unit busy", c->use_vector, all);
    for (int i = 0; i < PL_SLOTS; i++)
        if (c->use_slot[i] > 0)
            pl_put_share_(p, slots[i], c->use_slot[i], all);
    pl_put_share_(p, "HBM busy", c->use_hbm, all);
    link = pl_put_links_(p);
    pl_put_share_(p, "lost: start of the call", c->chip->launch * cores, all);
    pl_put_share_(p, "lost: first and last copies", c->bubble, all);
    pl_put_share_(p, "lost: waits for copies", c->stall, all);
    if (t->mesh_axes)
        pl_put_share_(p, "lost: waits for other devices", c->apart, all);
    pl_put_share_(p, "lost: overhead of steps", c->steps, all);
    pl_put_share_(p, "lost: overhead of copies", c->starts, all);
    pl_put_(p, "    bound: %s\n", pl_bound_words_(c, all, link, c->chip->launch * cores / all));
}

static inline void pl_put_report_(struct pl_page *p, const struct pl_tpu *t)
{
    struct pl_sums sums;
    pl_put_(p, "%s:%d: call %s of %s%s: %ld steps, grid %s%s%s\n", t->host.file, t->host.line, t->host.name, t->host.kernel,
            pl_device_words_(t).at, t->steps, t->host.axes ? pl_grid_words_(t).at : "of one program", t->chip ? ", on a " : "", t->chip ? t->chip->name : "");
    sums = pl_put_copies_(p, t);
    pl_put_dmas_(p, t);
    pl_put_arithmetic_(p, t, sums);
    pl_put_clock_(p, t);
    pl_put_waste_(p, t, sums);
    pl_put_cores_(p, t);
    pl_put_memory_(p, t);
}

static inline void pl_put_summary_(struct pl_page *p, const struct pl_tpu *t)
{
    struct pl_sums sums = pl_sums_(t);
    pl_put_(p, "%s:%d: call %s%s: %ld steps, %ld copies, %s moved, at least %s", t->host.file, t->host.line, t->host.name,
            pl_device_words_(t).at, t->steps, sums.copies, pl_bytes_words_((double)sums.bytes).at, pl_bytes_words_((double)sums.least).at);
    if (!t->set.dry || t->dots || t->vector_loops)
        pl_put_(p, ", %s operations a byte", pl_fixed_words_(pl_intensity_(t, sums), 2).at);
    if (t->clock)
        pl_put_(p, ", %s on a %s", pl_time_words_(t->clock->end).at, t->chip->name);
    if (t->dmas)
        pl_put_(p, "; its kernel: %lld copies, %s, of these %lld to other devices", t->dmas, pl_bytes_words_((double)t->dma_bytes).at, t->pushes);
    pl_put_(p, "\n");
}

/* ---- At the end of a call ------------------------------------------------------------------------------ */
/* Whether this thread printed the same before, and nothing else since for the same call. */
static inline bool pl_is_said_(const struct pl_tpu *t, const struct pl_page *p)
{
    static _Thread_local struct { const char *file; int line; unsigned long long hash; } said[64];
    unsigned long long hash = 0xcbf29ce484222325u;
    int i = 0;
    for (size_t n = 0; n < p->n; n++)
        hash = (hash ^ (unsigned char)p->at[n]) * 0x100000001b3u;
    while (i < 63 && said[i].file && (said[i].line != t->host.line || strcmp(said[i].file, t->host.file)))
        i++;
    if (said[i].file && said[i].hash == hash)
        return true;
    said[i].file = t->host.file, said[i].line = t->host.line, said[i].hash = hash;
    return false;
}

static inline void pl_print_page_(struct pl_tpu *t, const char *file,
                                void (*put)(struct pl_page *, const struct pl_tpu *))
{
    struct pl_page *p = calloc(1, sizeof *p);
    FILE *to = stderr;
    if (!p)
        return;
    put(p, t);
    if (!pl_is_said_(t, p)) {
        if (file[0])
            to = fopen(file, "a");
        if (to)
            fputs(p->at, to);
        else
            PL_TPU_REPORT_(NULL, PL_MESSAGE_REPORT_FILE_, file);
        if (to && to != stderr)
            fclose(to);
    }
    free(p);
}

static inline void pl_finish_statistics_(void)
{
    struct pl_tpu *t = pl_tpu_now;
    if (t->set.statistics && !t->host.code) {
        if (t->steps)
            pl_count_step_(t->steps - 1);
        for (int i = 0; i < t->operands; i++)
            if (t->operand[i]->account)
                pl_close_visit_(t->operand[i], t->steps);
        if (t->set.report)
            pl_print_page_(t, t->set.report_file, pl_put_report_);
        else if (t->set.summary)
            pl_print_page_(t, "", pl_put_summary_);
    }
    for (int i = 0; i < t->operands; i++)
        if (t->operand[i]->account) {
            free(t->operand[i]->account->seen.key);
            free(t->operand[i]->account->seen.step);
            free(t->operand[i]->account);
        }
}

#endif
