/* timeline.h -- a picture of the first and the last steps of a call; part of pl_tpu.h.

       PALLAS=timeline=FILE.svg              of the first call, or with call=NAME of the first one of that name

   A row for each window, a column for each step, and in it from left to right what a step does: start copies in, wait
   for them, run the body, start copies out, wait for those of before. A box is a copy on its way, or a window in use.
   With a chip, each column has the time at which its step begins, so columns have different scales.
   A call whose kernel starts copies or has a PL_TRACE, or that several devices make, has lanes instead: timeline_devices.h.
*/
#ifndef PL_TPU_TIMELINE_H
#define PL_TPU_TIMELINE_H

static inline void pl_show_copy_(const void *key, const char *from, const char *to, long long bytes, long device, int line);
static inline void pl_show_window_landed_(const void *key);

enum { PL_SHOWN_STEPS = 8 };            /* steps at the beginning, and at the end */
enum pl_box_kind { PL_BOX_IN, PL_BOX_USE, PL_BOX_OUT };

/* The position of an event within a step, in hundredths of it. */
enum { PL_AT_FETCH = 6, PL_AT_FETCHED = 24, PL_AT_FLUSH = 78, PL_AT_FLUSHED = 96, PL_A_STEP = 100 };

struct pl_drawn {
    enum pl_box_kind kind;
    const struct pl_hbm *x;
    long slot, from, to;                /* steps in hundredths; the prologue is step -1 */
    struct pl_block block;
};

struct pl_timeline {
    struct pl_drawn *box;
    size_t count, capacity;
    bool running;                       /* the prologue is over */
    double time[2 * PL_SHOWN_STEPS + 3];        /* with a clock: when the shown steps begin, pl_time_of_ */
};

/* The shown steps are -1 to 7, and the last 8 with the epilogue. */
static inline bool pl_is_all_shown_(const struct pl_tpu *t) { return t->steps <= 2 * PL_SHOWN_STEPS + 1; }
static inline long pl_head_end_(const struct pl_tpu *t) { return pl_is_all_shown_(t) ? t->steps + 1 : PL_SHOWN_STEPS; }
static inline long pl_tail_begin_(const struct pl_tpu *t) { return t->steps - PL_SHOWN_STEPS; }

/* The time of a step that is shown, the prologue, or the epilogue; NULL: of another one. */
static inline double *pl_time_of_(const struct pl_tpu *t, long step)
{
    if (step < pl_head_end_(t))
        return &t->timeline->time[step + 1];
    return step >= pl_tail_begin_(t) ? &t->timeline->time[PL_SHOWN_STEPS + 1 + step - pl_tail_begin_(t)] : NULL;
}

static inline void pl_show_time_(long step)
{
    const struct pl_tpu *t = pl_tpu_now;
    double *time = t->timeline && t->clock ? pl_time_of_(t, step) : NULL;
    if (time)
        *time = t->clock->now;
}

static inline bool pl_is_shown_(const struct pl_tpu *t, const struct pl_drawn *b)
{
    return b->from < pl_head_end_(t) * PL_A_STEP || b->to >= pl_tail_begin_(t) * PL_A_STEP;
}

static inline long pl_moment_(const struct pl_tpu *t, long within)
{
    return (t->timeline->running ? t->step : -1) * PL_A_STEP + within;
}

/* Begins a box; which part of it is shown is known when it ends. */
static inline void pl_box_begins_(const struct pl_hbm *x, long slot, enum pl_box_kind kind, struct pl_block block,
                                  long within)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_timeline *l = t->timeline;
    struct pl_drawn *more;
    if (!l || t->host.code)
        return;
    more = pl_with_room_(l->box, l->count, &l->capacity, sizeof *more);
    if (!more) {
        pl_tpu_no_memory_((l->count + 1) * sizeof *more);
        return;
    }
    l->box = more;
    l->box[l->count++] = (struct pl_drawn){ kind, x, slot, pl_moment_(t, within), LONG_MAX, block };
}

/* Ends the box of this kind in this window, if there is one; it is dropped if none of its steps is shown. */
static inline void pl_box_ends_(const struct pl_hbm *x, long slot, enum pl_box_kind kind, long to)
{
    struct pl_tpu *t = pl_tpu_now;
    struct pl_timeline *l = t->timeline;
    for (size_t i = l ? l->count : 0; i-- > 0;) {
        struct pl_drawn *b = &l->box[i];
        if (b->x != x || b->kind != kind || b->to != LONG_MAX || (slot >= 0 && b->slot != slot))
            continue;
        b->to = to;
        if (!pl_is_shown_(t, b)) {
            memmove(b, b + 1, (l->count - i - 1) * sizeof *b);
            l->count--;
        }
        return;
    }
}

/* ---- The events of the pipeline -------------------------------------------------------------------------- */
static inline void pl_show_start_(const struct pl_hbm *x, long slot, struct pl_block b, bool out)
{
    if (!pl_tpu_now->timeline)
        return;
    if (out)
        pl_box_ends_(x, -1, PL_BOX_USE, pl_moment_(pl_tpu_now, PL_AT_FLUSH));
    pl_box_begins_(x, slot, out ? PL_BOX_OUT : PL_BOX_IN, b, out ? PL_AT_FLUSH : PL_AT_FETCH);
    pl_show_copy_(x->slots + slot, out ? "window" : x->name, out ? x->name : "window", pl_block_bytes_(x, b), -1, 0);
}

/* A block has arrived: the previous one is no longer in use. */
static inline void pl_show_visit_(const struct pl_hbm *x, long slot, struct pl_block b)
{
    if (!pl_tpu_now->timeline)
        return;
    pl_box_ends_(x, slot, PL_BOX_IN, pl_moment_(pl_tpu_now, PL_AT_FETCHED));
    pl_show_window_landed_(x->slots + slot);
    pl_box_ends_(x, -1, PL_BOX_USE, pl_tpu_now->step * PL_A_STEP);
    pl_box_begins_(x, slot, PL_BOX_USE, b, PL_AT_FETCHED);
}

static inline void pl_show_flushed_(const struct pl_hbm *x, long slot)
{
    if (!pl_tpu_now->timeline)
        return;
    pl_box_ends_(x, slot, PL_BOX_OUT,
                 pl_moment_(pl_tpu_now, pl_tpu_now->step == pl_tpu_now->steps ? PL_AT_FETCHED : PL_AT_FLUSHED));
    pl_show_window_landed_(x->slots + slot);
}

/* ---- The drawing --------------------------------------------------------------------------------------- */
enum { PL_LEFT = 92, PL_TOP = 78, PL_COLUMN = 76, PL_ROW = 22, PL_GAP = 10, PL_BREAK = 40, PL_AXIS_HEIGHT = 18 };

static inline long pl_across_(const struct pl_tpu *t, long at, bool tail)         /* the position of a moment on the page */
{
    long x = PL_LEFT + (at + PL_A_STEP) * PL_COLUMN / PL_A_STEP;
    return tail ? x - (pl_tail_begin_(t) - PL_SHOWN_STEPS) * PL_COLUMN + PL_BREAK : x;
}

static inline long pl_width_(const struct pl_tpu *t)
{
    return pl_across_(t, (t->steps + 1) * PL_A_STEP, !pl_is_all_shown_(t)) + 12;
}

static inline bool pl_has_rows_(const struct pl_hbm *x) { return x->kind == PL_HBM_ARRAY && x->buffers > 0; }

static inline long pl_down_(const struct pl_tpu *t, const struct pl_hbm *x, long slot)
{
    long y = PL_TOP;
    for (int i = 0; i < t->operands && t->operand[i] != x; i++)
        if (pl_has_rows_(t->operand[i]))
            y += t->operand[i]->buffers * PL_ROW + PL_GAP;
    return y + slot * PL_ROW;
}

/* A block by its number on each dim if blocks are side by side; otherwise by its first element. */
static inline struct pl_words pl_block_words_(const struct pl_hbm *x, struct pl_block b)
{
    struct pl_words w = { "" };
    size_t n = 0;
    bool counted = true;
    for (int d = 0; d < x->rank; d++)
        counted = counted && x->window[d] > 0 && b.dim[d].start % x->window[d] == 0;
    for (int d = 0; d < x->rank && n < sizeof w.at - 24; d++)
        n += (size_t)snprintf(w.at + n, sizeof w.at - n, "%s%ld", d ? "," : "",
                              counted ? b.dim[d].start / x->window[d] : b.dim[d].start);
    return w;
}

/* User text: & must be escaped in XML. */
static inline void pl_draw_text_(FILE *f, const char *s)
{
    for (; *s; s++)
        if (*s == '&' || *s == '<' || *s == '>')
            fprintf(f, "&#%d;", *s);
        else
            fputc(*s, f);
}

/* When a step begins, at its line. */
static inline void pl_draw_time_(FILE *f, const struct pl_tpu *t, long step, bool tail, long bottom)
{
    const double *time = pl_time_of_(t, step);
    if (t->clock && time)
        fprintf(f, "<text class=\"at\" x=\"%ld\" y=\"%ld\">%s</text>\n", pl_across_(t, step * PL_A_STEP, tail), bottom + 10, pl_time_words_(*time).at);
}

static inline void pl_draw_step_(FILE *f, const struct pl_tpu *t, long step, bool tail, long bottom)
{
    long from = pl_across_(t, step * PL_A_STEP, tail), middle = from + PL_COLUMN / 2;
    fprintf(f, "<line class=\"grid\" x1=\"%ld\" y1=\"%d\" x2=\"%ld\" y2=\"%ld\"/>\n", from, PL_TOP - 34, from, bottom);
    pl_draw_time_(f, t, step, tail, bottom);
    if (step < 0 || step >= t->steps) {
        fprintf(f, "<text class=\"step\" x=\"%ld\" y=\"%d\">%s</text>\n", middle, PL_TOP - 22,
                step < 0 ? "prologue" : "epilogue");
        return;
    }
    fprintf(f, "<text class=\"step\" x=\"%ld\" y=\"%d\">step %ld</text>\n<text class=\"at\" x=\"%ld\" y=\"%d\">",
            middle, PL_TOP - 22, step, middle, PL_TOP - 9);
    for (int a = 0; a < t->host.axes; a++)
        fprintf(f, "%s%ld", a ? "," : "", pl_index_on_(t, a, step));
    fprintf(f, "</text>\n<rect class=\"body\" x=\"%ld\" y=\"%d\" width=\"%d\" height=\"%ld\"/>\n",
            from + PL_AT_FETCHED * PL_COLUMN / PL_A_STEP, PL_TOP - 4,
            (PL_AT_FLUSH - PL_AT_FETCHED) * PL_COLUMN / PL_A_STEP, bottom - PL_TOP + 4);
}

static inline void pl_draw_rows_(FILE *f, const struct pl_tpu *t)
{
    for (int i = 0; i < t->operands; i++) {
        const struct pl_hbm *x = t->operand[i];
        for (long s = 0; pl_has_rows_(x) && s < x->buffers; s++)
            fprintf(f,
                    "<text class=\"row\" x=\"%d\" y=\"%ld\">%s %ld</text>\n<rect class=\"lane\" x=\"%d\" y=\"%ld\" "
                    "width=\"%ld\" height=\"%d\"/>\n",
                    PL_LEFT - 8, pl_down_(t, x, s) + 15, x->name, s, PL_LEFT, pl_down_(t, x, s) + 2,
                    pl_width_(t) - PL_LEFT - 12, PL_ROW - 4);
    }
}

/* The part of a box in the steps from begin to end. */
static inline void pl_draw_box_(FILE *f, const struct pl_tpu *t, const struct pl_drawn *b, long begin, long end,
                                bool tail)
{
    static const char *const classes[] = { "in", "use", "out" };
    static const char *const words[] = { "copy in", "in use", "copy out" };
    long from = b->from > begin * PL_A_STEP ? b->from : begin * PL_A_STEP;
    long to = b->to < end * PL_A_STEP ? b->to : end * PL_A_STEP;
    long left, right, y = pl_down_(t, b->x, b->slot);
    struct pl_words w = pl_block_words_(b->x, b->block);
    if (to <= from)
        return;
    left = pl_across_(t, from, tail), right = pl_across_(t, to, tail);
    fprintf(f,
            "<rect class=\"%s\" x=\"%ld\" y=\"%ld\" width=\"%ld\" height=\"%d\"><title>%s of block (%s) of %s, window "
            "%ld: from step %ld to step %ld</title></rect>\n",
            classes[b->kind], left, y + 2, right - left, PL_ROW - 4, words[b->kind], w.at, b->x->name, b->slot,
            (b->from + PL_A_STEP) / PL_A_STEP - 1, (b->to + PL_A_STEP - 1) / PL_A_STEP - 1);
    if (right - left > 6 * (long)strlen(w.at) + 4)
        fprintf(f, "<text class=\"block\" x=\"%ld\" y=\"%ld\">%s</text>\n", (left + right) / 2, y + 15, w.at);
}

static inline void pl_draw_legend_(FILE *f, long y)
{
    static const struct { const char *class, *words; int at; } all[] = {
        { "in", "copy in, from its start to its wait", 0 }, { "use", "in use: the body sees it, or it stays", 262 },
        { "out", "copy out", 534 }, { "body", "the body runs", 654 },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fprintf(f,
                "<rect class=\"%s\" x=\"%d\" y=\"%ld\" width=\"22\" height=\"14\"/>\n<text class=\"legend\" x=\"%d\" "
                "y=\"%ld\">%s</text>\n",
                all[i].class, PL_LEFT + all[i].at, y, PL_LEFT + all[i].at + 28, y + 12, all[i].words);
}

static inline void pl_draw_style_(FILE *f, long width, long height)
{
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" viewBox=\"0 0 %ld %ld\">\n<style>\n"
            "text { font: 11px sans-serif; fill: #222 }\n.title { font-size: 14px }\n"
            ".step, .at, .block { text-anchor: middle }\n.at { fill: #777 }\n.block { font-size: 10px }\n"
            ".row { text-anchor: end; font-family: monospace; font-size: 12px }\n.grid { stroke: #bbb }\n"
            ".lane { fill: #f3f3f3 }\n.body { fill: #7b52ab; fill-opacity: 0.18 }\n"
            ".in { fill: #8fc1e8; stroke: #33698f }\n"
            ".use { fill: #a5d79a; stroke: #3f7a33 }\n.out { fill: #f7b77c; stroke: #a8611a }\n"
            ".wait { fill: #d9534f; fill-opacity: 0.45 }\n.trace { fill: #fff; stroke: #999 }\n"
            ".matrix { fill: #7b52ab; stroke: #4b2f70 }\n.vector { fill: #a5d79a; stroke: #3f7a33 }\n</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            width, height, width, height);
}

static inline void pl_draw_head_(FILE *f, const struct pl_tpu *t, long height)
{
    pl_draw_style_(f, pl_width_(t) > 860 ? pl_width_(t) : 860, height);
    fprintf(f, "<text class=\"title\" x=\"12\" y=\"22\">");
    pl_draw_text_(f, t->host.name);
    fprintf(f, ": %ld steps, grid %s. A row is a window, labelled with the block in it.", t->steps, t->host.axes ? pl_grid_words_(t).at : "()");
    if (t->clock)
        fprintf(f, " Below: when each step begins on a %s; the call takes %s.", t->chip->name, pl_time_words_(t->clock->end).at);
    fprintf(f, "</text>\n");
}

static inline void pl_draw_(FILE *f, const struct pl_tpu *t)
{
    bool all = pl_is_all_shown_(t);
    long head = pl_head_end_(t), tail = pl_tail_begin_(t), bottom = pl_down_(t, NULL, 0), axis = t->clock ? PL_AXIS_HEIGHT : 0;
    pl_draw_head_(f, t, bottom + axis + 34);
    pl_draw_rows_(f, t);
    for (long s = -1; s < head; s++)
        pl_draw_step_(f, t, s, false, bottom);
    for (long s = tail; !all && s <= t->steps; s++)
        pl_draw_step_(f, t, s, true, bottom);
    if (!all)
        fprintf(f,
                "<rect x=\"%ld\" y=\"%d\" width=\"%d\" height=\"%ld\" fill=\"#fff\"/>\n<text class=\"step\" x=\"%ld\" "
                "y=\"%d\">…</text>\n",
                pl_across_(t, head * PL_A_STEP, false) + 1, PL_TOP - 34, PL_BREAK - 1, bottom - PL_TOP + 34,
                pl_across_(t, head * PL_A_STEP, false) + PL_BREAK / 2, PL_TOP - 22);
    for (size_t i = 0; i < t->timeline->count; i++) {
        pl_draw_box_(f, t, &t->timeline->box[i], -1, head, false);
        if (!all)
            pl_draw_box_(f, t, &t->timeline->box[i], tail, t->steps + 1, true);
    }
    pl_draw_legend_(f, bottom + axis + 8);
    fprintf(f, "</svg>\n");
}

#include "timeline_devices.h"

/* The first call that succeeds is drawn. */
static inline void pl_close_timeline_(void)
{
    static bool drawn;
    struct pl_tpu *t = pl_tpu_now;
    FILE *f;
    if (!t->timeline)
        return;
    for (int i = 0; i < t->operands; i++)
        pl_box_ends_(t->operand[i], -1, PL_BOX_USE, t->steps * PL_A_STEP);
    if (!t->host.code && t->steps && !drawn) {
        drawn = true;
        f = fopen(t->set.timeline, "w");
        if (f) {
            if (t->spans && t->spans->lanes)
                pl_draw_spans_(f, t);
            else
                pl_draw_(f, t);
            fclose(f);
        } else
            PL_TPU_REPORT_(NULL, PL_MESSAGE_TIMELINE_FILE_, t->set.timeline);
    }
    if (!pl_shares_spans_(t))
        pl_free_spans_(t->spans);
    free(t->timeline->box);
    free(t->timeline);
}

#endif
