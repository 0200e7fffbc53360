/* trace.h -- what the clock saw, for Perfetto; part of pl_tpu.h.

       PALLAS=chip=v5e,trace=FILE            with dry, too: the schedule alone has all times

   FILE is in the JSON format of Chrome's traces, which https://ui.perfetto.dev opens: a process for each device, and in it
   a lane for calls, the scalar unit (steps), the matrix units, the vector unit, waits, each copy queue, and each link to a
   neighbor. Calls follow each other. Of a long call the first PL_TRACE_EVENTS events are there. The list is not closed, which
   the format allows. */
#ifndef PL_TPU_TRACE_H
#define PL_TPU_TRACE_H

enum { PL_TRACE_QUEUES = 8, PL_TRACE_EVENTS = 50000 };
enum pl_trace_lane {
    PL_LANE_CALL, PL_LANE_SCALAR, PL_LANE_MATRIX, PL_LANE_VECTOR, PL_LANE_WAIT, PL_LANE_QUEUE, PL_LANE_LINK = PL_LANE_QUEUE + PL_TRACE_QUEUES
};

struct pl_trace {
    FILE *to;
    long device;
    double began;                       /* of the call, in ns since the first one */
    long events;
    double queue_free[PL_TRACE_QUEUES];
};

PL_SHARED_ _Thread_local double pl_trace_end_;                          /* of the last call of this thread */
PL_SHARED_ int pl_trace_files_;                                         /* opened in this process; the first one begins the file */

static inline void pl_trace_name_(const struct pl_trace *r, int lane, const char *name)
{
    fprintf(r->to, "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%ld,\"tid\":%d,\"args\":{\"name\":\"%s\"}},\n", r->device, lane, name);
}

/* Opens the file at its end, where each of several devices adds whole lines; the first one begins it. NULL: it cannot be
   written. */
static inline FILE *pl_trace_file_(const char *file)
{
    FILE *to = pl_trace_files_++ ? NULL : fopen(file, "w");
    if (to)
        fprintf(to, "[\n"), fclose(to);
    to = fopen(file, "a");
    if (to)
        setvbuf(to, NULL, _IOLBF, 1024);
    return to;
}

static inline struct pl_trace *pl_trace_open_(const char *file, long device)
{
    static const char *const lanes[] = { "calls", "scalar unit", "matrix units", "vector unit", "waits" };
    struct pl_trace *r = calloc(1, sizeof *r);
    if (!r || !(r->to = pl_trace_file_(file))) {
        free(r);
        return NULL;
    }
    r->device = device, r->began = pl_trace_end_;
    fprintf(r->to, "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%ld,\"args\":{\"name\":\"device %ld\"}},\n", device, device);
    for (int i = 0; i < PL_LANE_QUEUE; i++)
        pl_trace_name_(r, i, lanes[i]);
    for (int i = 0; i < PL_TRACE_QUEUES; i++) {
        char name[20];
        snprintf(name, sizeof name, "copy queue %d", i);
        pl_trace_name_(r, PL_LANE_QUEUE + i, name);
    }
    return r;
}

/* Times are in ns of the call; Chrome's are in us. Whole ns need no decimal point, which a locale may change. */
static inline void pl_trace_span_on_(struct pl_trace *r, long device, int lane, double from, double to, const char *name, const char *detail)
{
    long long begins = (long long)(r->began + from + 0.5), ends = (long long)(r->began + to + 0.5);
    if (ends <= begins || r->events++ >= PL_TRACE_EVENTS)
        return;
    fprintf(r->to, "{\"ph\":\"X\",\"pid\":%ld,\"tid\":%d,\"ts\":%lld.%03lld,\"dur\":%lld.%03lld,\"name\":\"%s%s\"},\n", device, lane, begins / 1000,
            begins % 1000, (ends - begins) / 1000, (ends - begins) % 1000, name, detail);
}

static inline void pl_trace_span_(struct pl_trace *r, int lane, double from, double to, const char *name, const char *detail)
{
    pl_trace_span_on_(r, r->device, lane, from, to, name, detail);
}

/* A push on a link of a device. */
static inline void pl_trace_link_(struct pl_trace *r, long device, int link, double from, double to, const char *name)
{
    pl_trace_span_on_(r, device, PL_LANE_LINK + link, from, to, name, " push");
}

/* A copy, in the first queue that is free. */
static inline void pl_trace_copy_(struct pl_trace *r, double from, double to, const char *name, const char *detail)
{
    int queue = 0;
    while (queue + 1 < PL_TRACE_QUEUES && r->queue_free[queue] > from)
        queue++;
    r->queue_free[queue] = to;
    pl_trace_span_(r, PL_LANE_QUEUE + queue, from, to, name, detail);
}

static inline void pl_trace_close_(struct pl_trace *r, double end, const char *call)
{
    r->events = 0;
    pl_trace_span_(r, PL_LANE_CALL, 0, end, call, "");
    pl_trace_end_ = r->began + end;
    fclose(r->to);
    free(r);
}

#endif
