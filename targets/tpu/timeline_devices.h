/* timeline_devices.h -- a picture of a call whose kernel starts copies, has a PL_TRACE, or runs on several devices; part of
   pl_tpu.h.

       PALLAS=timeline=FILE.svg

   Each device has a lane for its programs and waits, one for each unit that it uses, one for PL_TRACE, and lanes for its
   copies; each link between two devices has lanes for what is pushed. A copy is a box from its start to the wait that takes
   its bytes, so a box of the matrix unit above or below it is work that the copy overlaps with.

   A column is an event of a device: a program, a copy that starts, a wait, a signal, operations of one unit without another
   event between them. Devices count separately; a wait is later than the event of the other device that ended it (Lamport's
   clocks). So the picture shows what may overlap, and not how long it takes.

   With a chip, the same boxes lie along an axis of time, which all devices share. Then two cores have lanes of their own. */
#ifndef PL_TPU_TIMELINE_DEVICES_H
#define PL_TPU_TIMELINE_DEVICES_H

enum { PL_SHOWN_EVENTS = 120, PL_SHOWN_DEVICES = 8, PL_KEPT_SPANS = 1 << 14 };
enum pl_span_kind { PL_SPAN_PROGRAM, PL_SPAN_WAIT, PL_SPAN_TRACE, PL_SPAN_MATRIX, PL_SPAN_VECTOR, PL_SPAN_COPY, PL_SPAN_PUSH };

struct pl_drawn_span {
    enum pl_span_kind kind;
    long device, to_device;             /* for a push: the receiving device */
    int core;
    char name[48], to_name[48];
    long from, to;                      /* events of the device, and for a push those of the receiver; LONG_MAX: open */
    double began, ended;                /* with a chip: ns */
    int line;
    long long bytes, count;             /* bytes of a copy; operations of a unit */
    const void *key;                    /* for a copy: the semaphore that a wait takes its bytes from */
    long row;                           /* the row in its lane */
};

struct pl_signal_stamp { const long long *counter; long long n; long at; };

struct pl_spans {                       /* shared by all devices that make a call together */
    struct pl_drawn_span *span;
    size_t count, capacity;
    struct pl_signal_stamp *stamp;      /* signals that no wait has taken yet, oldest first */
    size_t stamps, stamp_capacity;
    bool lanes;                         /* whether a kernel starts copies, signals, or has a PL_TRACE */
    bool timed;                         /* with a chip */
};

static inline void pl_free_spans_(struct pl_spans *all)
{
    if (all)
        free(all->span), free(all->stamp);
    free(all);
}

static inline struct pl_spans *pl_spans_(void) { return pl_tpu_now->host.code ? NULL : pl_tpu_now->spans; }

/* With a chip: the time by this device's clock, after the work since the last event. */
static inline double pl_show_now_(void)
{
    const struct pl_clock *c = pl_tpu_now->clock;
    return c ? c->now + pl_clock_pending_(c) : 0;
}

/* The same by one unit, with its own work alone. */
static inline double pl_show_unit_now_(enum pl_span_kind unit)
{
    const struct pl_clock *c = pl_tpu_now->clock;
    return c ? c->now + (unit == PL_SPAN_MATRIX ? c->matrix : pl_clock_vector_work_(c)) : 0;
}

/* Begins a span of this device; NULL: there is no timeline, or it is full. */
static inline struct pl_drawn_span *pl_span_begins_(enum pl_span_kind kind, const char *name, long from)
{
    struct pl_spans *all = pl_spans_();
    const struct pl_clock *c = pl_tpu_now->clock;
    struct pl_drawn_span *more;
    if (!all || all->count == PL_KEPT_SPANS || !(more = pl_with_room_(all->span, all->count, &all->capacity, sizeof *more)))
        return NULL;
    all->span = more;
    all->span[all->count] = (struct pl_drawn_span){ .kind = kind, .device = pl_device_id(), .core = c ? c->core : 0, .from = from, .to = LONG_MAX,
                                                    .began = pl_show_now_(), .ended = HUGE_VAL };
    all->timed = c;
    snprintf(all->span[all->count].name, sizeof all->span->name, "%s", name);
    return &all->span[all->count++];
}

/* Ends the innermost open span of this kind. */
static inline void pl_span_ends_(enum pl_span_kind kind)
{
    struct pl_spans *all = pl_spans_();
    for (size_t i = all ? all->count : 0; i-- > 0;)
        if (all->span[i].kind == kind && all->span[i].device == pl_device_id() && all->span[i].to == LONG_MAX) {
            all->span[i].to = pl_tpu_now->events, all->span[i].ended = pl_show_now_();
            return;
        }
}

static inline void pl_show_program_(void)
{
    struct pl_tpu *t = pl_tpu_now;
    char name[48];
    long at[PL_CALL_AXES] = { 0 };
    size_t n = 0;
    if (!pl_spans_())
        return;
    pl_span_ends_(PL_SPAN_PROGRAM);
    pl_call_program_at_(&t->host, t->step, at);
    for (int a = 0; a < t->host.axes && n < sizeof name - 8; a++)
        n += (size_t)snprintf(name + n, sizeof name - n, "%s%ld", a ? "," : "", at[a]);
    name[n < sizeof name ? n : sizeof name - 1] = 0;
    pl_span_begins_(PL_SPAN_PROGRAM, name, t->events++);
}

/* An operation, which began at a time by its unit, has been given to the unit. Consecutive operations without another event
   between them are one span. */
static inline void pl_show_unit_(enum pl_span_kind unit, double began)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_spans *all = pl_spans_();
    struct pl_drawn_span *s = NULL;
    for (size_t i = all ? all->count : 0; i-- > 0 && !s;)
        if (all->span[i].device == pl_device_id() && (all->span[i].kind == PL_SPAN_MATRIX || all->span[i].kind == PL_SPAN_VECTOR))
            s = &all->span[i];
    if (!all)
        return;
    if (s && s->kind == unit && s->to == t->events) {
        s->count++, s->ended = pl_show_unit_now_(unit);
        return;
    }
    s = pl_span_begins_(unit, "", t->events++);
    if (s)
        s->to = t->events, s->count = 1, s->began = began, s->ended = pl_show_unit_now_(unit);
}

static inline void pl_show_copy_(const void *key, const char *from, const char *to, long long bytes, long device, int line)
{
    struct pl_drawn_span *s = pl_spans_() ? pl_span_begins_(device < 0 ? PL_SPAN_COPY : PL_SPAN_PUSH, from, pl_tpu_now->events++) : NULL;
    if (!s)
        return;
    snprintf(s->to_name, sizeof s->to_name, "%s", to);
    s->key = key, s->bytes = bytes, s->to_device = device, s->line = line;
}

/* Ends the oldest copy whose bytes are taken from this semaphore: the event after which they can be taken. */
static inline long pl_show_landed_(const void *key)
{
    struct pl_spans *all = pl_spans_();
    long now = pl_tpu_now->events;
    for (size_t i = 0; all && i < all->count; i++)
        if (all->span[i].to == LONG_MAX && all->span[i].key == key && all->span[i].kind >= PL_SPAN_COPY) {
            all->span[i].to = (now > all->span[i].from + 1 ? now : all->span[i].from + 1) + 1;
            all->span[i].ended = pl_show_now_();
            return all->span[i].to - 1;
        }
    return now;
}

/* The same for a window of the grid's pipeline; nothing if no copy is open. */
static inline void pl_show_window_landed_(const void *key)
{
    pl_tpu_now->events = pl_show_landed_(key);
}

static inline void pl_show_signal_(const long long *counter, long long n)
{
    struct pl_spans *all = pl_spans_();
    struct pl_signal_stamp *more;
    if (!all || !(more = pl_with_room_(all->stamp, all->stamps, &all->stamp_capacity, sizeof *more)))
        return;
    all->stamp = more;
    all->lanes = true;
    all->stamp[all->stamps++] = (struct pl_signal_stamp){ counter, n, pl_tpu_now->events++ };
}

/* The event after which that many signals have arrived. */
static inline long pl_show_taken_(const long long *counter, long long n)
{
    struct pl_spans *all = pl_spans_();
    long when = pl_tpu_now->events;
    size_t kept = 0;
    for (size_t i = 0; i < all->stamps; i++) {
        struct pl_signal_stamp *s = &all->stamp[i];
        long long taken = s->counter != counter ? 0 : s->n < n ? s->n : n;
        if (taken && s->at + 1 > when)
            when = s->at + 1;
        n -= taken, s->n -= taken;
        if (s->n)
            all->stamp[kept++] = *s;
    }
    all->stamps = kept;
    return when;
}

/* The end of a wait for a semaphore, which began at that time. */
static inline void pl_show_wait_(const char *name, const long long *counter, long long n, double began, int line)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_drawn_span *s;
    long signalled, landed;
    if (!pl_spans_())
        return;
    s = pl_span_begins_(PL_SPAN_WAIT, name, t->events);
    signalled = pl_show_taken_(counter, n), landed = pl_show_landed_(counter);
    t->events = (signalled > landed ? signalled : landed) + 1;
    if (s)
        s->to = t->events, s->line = line, s->began = began, s->ended = pl_show_now_();
}

/* ---- PL_TRACE ------------------------------------------------------------------------------------------- */
static inline int pl_trace_begins_(const char *name)
{
    if (pl_spans_()) {
        pl_spans_()->lanes = true;
        pl_span_begins_(PL_SPAN_TRACE, name, pl_tpu_now->events);
    }
    return 0;
}
static inline void pl_trace_ends_(const int *unused)
{
    (void)unused;
    pl_span_ends_(PL_SPAN_TRACE);
}
#define PL_TRACE_SPAN(name) __attribute__((cleanup(pl_trace_ends_), unused)) const int PL_TRACE_NAME_(__LINE__) = pl_trace_begins_(name)
#define PL_TRACE_NAME_(line) PL_TRACE_PASTE_(line)
#define PL_TRACE_PASTE_(line) pl_trace_##line

/* ---- The drawing ---------------------------------------------------------------------------------------- */
enum { PL_EVENT = 22, PL_LANES_LEFT = 170, PL_LANES_TOP = 58, PL_DEPTH = 6, PL_TIME_WIDTH = 800, PL_TICK = 80 };

struct pl_lane { enum pl_span_kind kind; long device, to_device; int core; long rows; };     /* rows: overlapping copies */
struct pl_lanes { struct pl_lane at[64]; int count; long end; double ns; };            /* end: in events; ns: with a chip, in time */

/* The lane of a span. Programs and waits share one. */
static inline struct pl_lane pl_lane_of_(const struct pl_drawn_span *s)
{
    return (struct pl_lane){ .kind = s->kind == PL_SPAN_WAIT ? PL_SPAN_PROGRAM : s->kind, .device = s->device, .to_device = s->to_device,
                             .core = s->core, .rows = 1 };
}

/* Lanes are ordered by device, then by core, by kind, and by the receiving device. Less than 0: l is above o; 0: they are the same. */
static inline int pl_lane_order_(const struct pl_lane *l, const struct pl_lane *o)
{
    const long a[] = { l->device, l->core, l->kind, l->to_device }, b[] = { o->device, o->core, o->kind, o->to_device };
    int i = 0;
    while (i < 3 && a[i] == b[i])
        i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

static inline bool pl_is_on_(const struct pl_lane *l, const struct pl_drawn_span *s)
{
    const struct pl_lane own = pl_lane_of_(s);
    return !pl_lane_order_(l, &own);
}

static inline bool pl_is_stacked_(enum pl_span_kind kind) { return kind == PL_SPAN_TRACE || kind == PL_SPAN_COPY || kind == PL_SPAN_PUSH; }

/* Creates the lane of a span with its first span. */
static inline void pl_make_lane_(struct pl_lanes *lanes, const struct pl_drawn_span *s)
{
    const struct pl_lane l = pl_lane_of_(s);
    int at = 0;
    while (at < lanes->count && pl_lane_order_(&lanes->at[at], &l) < 0)
        at++;
    if (lanes->count == 64 || (at < lanes->count && !pl_lane_order_(&lanes->at[at], &l)))
        return;
    memmove(lanes->at + at + 1, lanes->at + at, (size_t)(lanes->count - at) * sizeof l);
    lanes->at[at] = l, lanes->count++;
}

static inline bool pl_is_drawn_(const struct pl_drawn_span *s)
{
    return s->from < PL_SHOWN_EVENTS && s->device < PL_SHOWN_DEVICES && s->to_device < PL_SHOWN_DEVICES;
}

/* The row of its lane: the first in which no earlier span overlaps it. */
static inline long pl_free_row_(const struct pl_spans *all, const struct pl_lane *l, const struct pl_drawn_span *s)
{
    bool taken[PL_DEPTH] = { false };
    long row = 0;
    for (const struct pl_drawn_span *o = all->span; o < s; o++)
        if (pl_is_drawn_(o) && pl_is_on_(l, o) && (all->timed ? o->began < s->ended && o->ended > s->began : o->from < s->to && o->to > s->from))
            taken[o->row] = true;
    while (row < PL_DEPTH - 1 && taken[row])
        row++;
    return row;
}

static inline void pl_make_rows_(const struct pl_spans *all, struct pl_lane *l)
{
    for (size_t i = 0; i < all->count && pl_is_stacked_(l->kind); i++)
        if (pl_is_drawn_(&all->span[i]) && pl_is_on_(l, &all->span[i])) {
            all->span[i].row = pl_free_row_(all, l, &all->span[i]);
            if (all->span[i].row >= l->rows)
                l->rows = all->span[i].row + 1;
        }
}

/* Its end, unless that is a later event than those that are shown. */
static inline double pl_shown_until_(const struct pl_drawn_span *s) { return s->to <= PL_SHOWN_EVENTS ? s->ended : s->began; }

static inline struct pl_lanes pl_lanes_of_(const struct pl_spans *all)
{
    struct pl_lanes lanes = { .end = 1 };
    for (size_t i = 0; i < all->count; i++)
        if (pl_is_drawn_(&all->span[i])) {
            pl_make_lane_(&lanes, &all->span[i]);
            if (all->span[i].to > lanes.end)
                lanes.end = all->span[i].to;
            if (all->timed && pl_shown_until_(&all->span[i]) > lanes.ns)
                lanes.ns = pl_shown_until_(&all->span[i]);
        }
    for (int l = 0; l < lanes.count; l++)
        pl_make_rows_(all, &lanes.at[l]);
    if (lanes.end > PL_SHOWN_EVENTS)
        lanes.end = PL_SHOWN_EVENTS;
    return lanes;
}

static inline long pl_lane_down_(const struct pl_lanes *lanes, int lane)
{
    long y = PL_LANES_TOP;
    for (int l = 0; l < lane; l++)
        y += lanes->at[l].rows * PL_ROW + (l + 1 < lanes->count && lanes->at[l + 1].device != lanes->at[l].device ? PL_GAP : 0);
    return y;
}

/* With a chip, time has a width of its own. */
static inline long pl_lanes_width_(const struct pl_lanes *lanes)
{
    long width = lanes->end * PL_EVENT;
    return lanes->ns > 0 && width < PL_TIME_WIDTH ? PL_TIME_WIDTH : width;
}

/* Where a moment is on the page: an event, or with a chip a time. */
static inline long pl_lane_across_(const struct pl_lanes *lanes, long event, double time)
{
    if (lanes->ns > 0)
        return PL_LANES_LEFT + (long)((time < lanes->ns ? time / lanes->ns : 1) * (double)pl_lanes_width_(lanes) + 0.5);
    return PL_LANES_LEFT + (event < lanes->end ? event : lanes->end) * PL_EVENT;
}

static inline void pl_draw_lane_(FILE *f, const struct pl_lanes *lanes, int lane)
{
    static const char *const names[] = { "program", "", "PL_TRACE", "matrix unit", "vector unit", "copies", "link" };
    const struct pl_lane *l = &lanes->at[lane];
    long y = pl_lane_down_(lanes, lane);
    fprintf(f, "<text class=\"row\" x=\"%d\" y=\"%ld\">", PL_LANES_LEFT - 8, y + 15);
    if (l->kind == PL_SPAN_PUSH)
        fprintf(f, "link %ld → %ld", l->device, l->to_device);
    else if (l->core)
        fprintf(f, "core %d %s", l->core, names[l->kind]);
    else
        fprintf(f, "device %ld %s", l->device, names[l->kind]);
    fprintf(f, "</text>\n<rect class=\"lane\" x=\"%d\" y=\"%ld\" width=\"%ld\" height=\"%ld\"/>\n", PL_LANES_LEFT, y + 2,
            pl_lanes_width_(lanes), l->rows * PL_ROW - 4);
}

/* The text that a pointer over a box shows. */
static inline void pl_draw_span_title_(FILE *f, const struct pl_lanes *lanes, const struct pl_drawn_span *s)
{
    static const char *const what[] = { "program (", "waits for ", "", "matrix unit", "vector unit", "copy of ", "push of " };
    char text[300];
    size_t n = (size_t)snprintf(text, sizeof text, "%s%s%s", what[s->kind], s->name, s->kind == PL_SPAN_PROGRAM ? ")" : "");
    if (s->kind >= PL_SPAN_COPY)
        n += (size_t)snprintf(text + n, sizeof text - n, " to %s, %lld bytes", s->to_name, s->bytes);
    if (s->count > 1)
        n += (size_t)snprintf(text + n, sizeof text - n, ", %lld operations", s->count);
    if (s->line)
        n += (size_t)snprintf(text + n, sizeof text - n, ", line %d", s->line);
    if (lanes->ns > 0)
        snprintf(text + n, sizeof text - n, ": from %s to %s", pl_time_words_(s->began).at, pl_time_words_(s->ended < lanes->ns ? s->ended : lanes->ns).at);
    else
        snprintf(text + n, sizeof text - n, ": from event %ld to %ld", s->from, s->to);
    fprintf(f, "<title>device %ld: ", s->device);
    pl_draw_text_(f, text);
    fprintf(f, "</title>");
}

static inline void pl_draw_span_(FILE *f, const struct pl_lanes *lanes, int lane, const struct pl_drawn_span *s)
{
    static const char *const classes[] = { "body", "wait", "trace", "matrix", "vector", "in", "out" };
    long left = pl_lane_across_(lanes, s->from, s->began), width = pl_lane_across_(lanes, s->to, s->ended) - left;
    long y = pl_lane_down_(lanes, lane) + s->row * PL_ROW;
    char label[100];
    if (width < 1)
        width = lanes->ns > 0 ? 1 : PL_EVENT;
    snprintf(label, sizeof label, s->kind == PL_SPAN_PROGRAM && s->name[0] ? "(%s)" : s->kind >= PL_SPAN_COPY ? "%s → %s" : "%s", s->name, s->to_name);
    fprintf(f, "<rect class=\"%s\" x=\"%ld\" y=\"%ld\" width=\"%ld\" height=\"%d\">", classes[s->kind], left, y + 2, width, PL_ROW - 4);
    pl_draw_span_title_(f, lanes, s);
    fprintf(f, "</rect>\n");
    if (s->kind == PL_SPAN_WAIT || width < 6 * (long)strlen(label) + 4)
        return;
    fprintf(f, "<text class=\"block\" x=\"%ld\" y=\"%ld\">", left + width / 2, y + 15);
    pl_draw_text_(f, label);
    fprintf(f, "</text>\n");
}

static inline void pl_draw_spans_legend_(FILE *f, long y)
{
    static const struct { const char *class, *words; int at; } all[] = {
        { "body", "a program", 0 }, { "wait", "a wait", 100 }, { "matrix", "matrix unit", 180 }, { "vector", "vector unit", 290 },
        { "in", "a copy, from its start to its wait", 400 }, { "out", "a push to another device", 630 },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fprintf(f, "<rect class=\"%s\" x=\"%d\" y=\"%ld\" width=\"22\" height=\"14\"/>\n<text class=\"legend\" x=\"%d\" y=\"%ld\">%s</text>\n",
                all[i].class, 12 + all[i].at, y, 12 + all[i].at + 28, y + 12, all[i].words);
}

/* The distance of the times at the axis: 1, 2 or 5 times a power of 10, with room for their words. */
static inline double pl_tick_of_(const struct pl_lanes *lanes)
{
    const double least = lanes->ns * PL_TICK / (double)pl_lanes_width_(lanes);
    double power = 1;
    while (5 * power < least)
        power *= 10;
    return power < least ? 2 * power < least ? 5 * power : 2 * power : power;
}

static inline void pl_draw_times_(FILE *f, const struct pl_lanes *lanes, long bottom)
{
    const double tick = pl_tick_of_(lanes);
    for (long i = 0; (double)i * tick <= lanes->ns; i++) {
        const long x = pl_lane_across_(lanes, 0, (double)i * tick);
        fprintf(f, "<line class=\"grid\" x1=\"%ld\" y1=\"%d\" x2=\"%ld\" y2=\"%ld\"/>\n", x, PL_LANES_TOP, x, bottom);
        fprintf(f, "<text class=\"at\" x=\"%ld\" y=\"%d\">%s</text>\n", x, PL_LANES_TOP - 6, i ? pl_time_words_((double)i * tick).at : "0");
    }
}

static inline void pl_draw_spans_(FILE *f, const struct pl_tpu *t)
{
    const struct pl_spans *all = t->spans;
    struct pl_lanes lanes = pl_lanes_of_(all);
    long bottom = pl_lane_down_(&lanes, lanes.count), width = PL_LANES_LEFT + pl_lanes_width_(&lanes) + 12;
    pl_draw_style_(f, width > 860 ? width : 860, bottom + 34);
    fprintf(f, "<text class=\"title\" x=\"12\" y=\"22\">");
    pl_draw_text_(f, t->host.name);
    fprintf(f, ": %ld device%s. ", t->devices, t->devices == 1 ? "" : "s");
    if (lanes.ns > 0)
        fprintf(f, "Times are those of a %s, by its clock.</text>\n", t->chip->name);
    else
        fprintf(f, "A column is an event, not a time.</text>\n");
    for (int l = 0; l < lanes.count; l++)
        pl_draw_lane_(f, &lanes, l);
    for (long e = 0; e <= lanes.end && lanes.ns <= 0; e += 10)
        fprintf(f, "<text class=\"at\" x=\"%ld\" y=\"%d\">%ld</text>\n", PL_LANES_LEFT + e * PL_EVENT, PL_LANES_TOP - 6, e);
    if (lanes.ns > 0)
        pl_draw_times_(f, &lanes, bottom);
    for (int l = 0; l < lanes.count; l++)
        for (size_t i = 0; i < all->count; i++)
            if (pl_is_drawn_(&all->span[i]) && pl_is_on_(&lanes.at[l], &all->span[i]))
                pl_draw_span_(f, &lanes, l, &all->span[i]);
    pl_draw_spans_legend_(f, bottom + 8);
    fprintf(f, "</svg>\n");
}

#endif
