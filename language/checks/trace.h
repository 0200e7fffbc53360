/* ---- trace=FILE: a timeline in Chrome's trace format, which Perfetto opens ------------------------------

   Each call is a process, with a row for its programs and PL_TRACE spans, and a row for each buffer of an operand. */
#if PL_CHECKS
PL_SHARED_ FILE *pl_trace_file_;
PL_SHARED_ int pl_trace_calls_, pl_trace_events_, pl_trace_opened_, pl_trace_busy_;
static inline void pl_trace_end_(void)
{
    if (pl_trace_file_) {
        fprintf(pl_trace_file_, "\n]\n");
        fclose(pl_trace_file_);
        pl_trace_file_ = NULL;
    }
}

/* Writes one event, after a comma unless it is the first. A lock serializes the threads. */
static inline void pl_trace_event_(const char *format, ...) PL_PRINTF_(1, 2);
static inline void pl_trace_event_(const char *format, ...)
{
    va_list args;
    while (__atomic_exchange_n(&pl_trace_busy_, 1, __ATOMIC_ACQUIRE))
        ;
    if (pl_trace_file_) {
        fputs(pl_trace_events_++ ? ",\n" : "[\n", pl_trace_file_);
        va_start(args, format);
        vfprintf(pl_trace_file_, format, args);
        va_end(args);
    }
    __atomic_store_n(&pl_trace_busy_, 0, __ATOMIC_RELEASE);
}

static inline void pl_trace_open_(struct pl_call *c, const char *name, size_t n)
{
    char path[1024];
    int expected = 0;
    snprintf(path, sizeof path, "%.*s", (int)n, name);
    if (__atomic_compare_exchange_n(&pl_trace_opened_, &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        FILE *f = fopen(path, "w");
        if (!f)
            pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_TRACE_FILE_, path);
        else
            atexit(pl_trace_end_);
        while (__atomic_exchange_n(&pl_trace_busy_, 1, __ATOMIC_ACQUIRE))
            ;
        pl_trace_file_ = f;
        __atomic_store_n(&pl_trace_busy_, 0, __ATOMIC_RELEASE);
    }
    c->trace = __atomic_add_fetch(&pl_trace_calls_, 1, __ATOMIC_RELAXED);
    pl_trace_event_("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"tid\":0,\"args\":{\"name\":\"%s\"}}", c->trace, c->name);
    pl_trace_event_("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":0,\"args\":{\"name\":\"programs\"}}", c->trace);
}

static inline double pl_microseconds_(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)(t.tv_sec % 1000000) * 1e6 + (double)t.tv_nsec * 1e-3;
}

static inline double pl_trace_now_(const struct pl_call *c) { return c->trace ? pl_microseconds_() - c->began : 0; }

/* Microseconds as JSON has numbers: with a point, in every locale. */
struct pl_decimal { char text[32]; };
static inline struct pl_decimal pl_decimal_(double microseconds)
{
    struct pl_decimal d;
    long long ns = microseconds > 0 ? (long long)(microseconds * 1e3 + 0.5) : 0;
    snprintf(d.text, sizeof d.text, "%lld.%03lld", ns / 1000, ns % 1000);
    return d;
}

/* Writes a span on a row. Row 0 is for programs; each buffer of an operand has its own row. */
static inline void pl_trace_span_(const struct pl_call *c, int row, const char *name, double from, const char *args)
{
    if (c->trace)
        pl_trace_event_("{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%s,\"dur\":%s,\"args\":{%s}}", name, c->trace, row,
                        pl_decimal_(from).text, pl_decimal_(pl_trace_now_(c) - from).text, args);
}

static inline void pl_trace_copy_(const struct pl_call *c, const struct pl_operand *o, const struct pl_box *box, long slot,
                                  int out, double from)
{
    char args[256] = "\"block\":\"";
    int row = (o->id + 1) * 16 + (int)slot;
    if (!c->trace)
        return;
    for (int d = 0; d < o->rank; d++)
        pl_append_(args, sizeof args, "[%ld]", box->start[d]);
    pl_append_(args, sizeof args, "\",\"bytes\":%zu,\"step\":%ld", o->bytes, c->step);
    if (o->copies <= o->slot_count)
        pl_trace_event_("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s %ld\"}}", c->trace, row,
                        o->name, slot);
    pl_trace_span_(c, row, out ? "copy out" : "copy in", from, args);
}

static inline struct pl_span pl_trace_enter_(const char *name)
{
    return (struct pl_span){ name, pl_now_ ? pl_trace_now_(pl_now_) : 0 };
}
static inline void pl_trace_leave_(struct pl_span *s)
{
    char name[128];
    if (!pl_now_)
        return;
    snprintf(name, sizeof name, "%s", s->name);
    for (char *p = name; *p; p++)                                      /* characters that JSON requires to be escaped */
        if (*p == '"' || *p == '\\' || (unsigned char)*p < ' ')
            *p = '_';
    pl_trace_span_(pl_now_, 0, name, s->began, "");
}

static inline void pl_trace_program_(struct pl_call *c)
{
    char name[200] = "";
    if (!c->trace)
        return;
    pl_append_program_(c, "", c->program, name, sizeof name);
    pl_trace_span_(c, 0, c->axes ? name : "()", c->program_began, "");
}
#endif
