/* ==== The engine, with checks ============================================================================

   One loop runs a call in several passes over the grid. With schedule=pipelined, a first pass only evaluates the index
   maps. With check=twin, further passes repeat the run with other unspecified data. pl_next_ advances to the next program
   or pass, and pl_arrive_ fetches the windows of the program.
   ========================================================================================================= */

/* ---- Reports --------------------------------------------------------------------------------------------

   How a mistake is reported: the message, the program that made it, crashes, and what sanitizers find. */
#if PL_CHECKS
static inline int pl_debugged_(void)    /* Whether a debugger traces this process. Only Linux can tell; elsewhere 0. */
{
    char line[256];
    int tracer = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "TracerPid: %d", &tracer) == 1)
            break;
    if (f)
        fclose(f);
    return tracer != 0;
}

/* Stops a debugger in the function that reports, not deep inside libc. */
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
#define PL_STOP_() __asm__ volatile("int3")
#else
#define PL_STOP_() raise(SIGTRAP)
#endif

static inline void pl_ids_(const struct pl_call *c, long linear, long *at)
{
    for (int a = c->axes; a-- > 0; linear /= c->axis[a].extent)
        at[a] = linear % c->axis[a].extent;
}

/* Appends `before` and a program, "(i=1, j=0)"; nothing if there is no program or the grid has no axis. */
static inline void pl_append_program_(const struct pl_call *c, const char *before, long program, char *text, size_t capacity)
{
    long at[PL_MAX_AXES_];
    if (program < 0 || !c->axes)
        return;
    pl_ids_(c, program, at);
    pl_append_(text, capacity, "%s(", before);
    for (int a = 0; a < c->axes; a++)
        pl_append_(text, capacity, "%s%s=%ld", a ? ", " : "", c->axis[a].name, at[a]);
    pl_append_(text, capacity, ")");
}

/* Reports an error, which ends the call: sets the message of pl_error(), prints it to stderr, and stops in the debugger if
   there is one. Only the first report of a call is printed. */
static inline void pl_report_(const char *file, int line, const struct pl_operand *o, const char *hint, const char *format, ...)
{
    struct pl_call *c = pl_now_;
    char *text = pl_error_text_;
    size_t capacity = sizeof pl_error_text_, n;
    va_list args;
    if (!c) {                                                          /* outside a call, no call can fail */
        fprintf(stderr, "%s:%d: error: ", file, line);
        va_start(args, format);
        vfprintf(stderr, format, args);
        va_end(args);
        fprintf(stderr, " (outside a kernel)\n");
        abort();
    }
    if (c->failed)
        return;
    c->failed = 1, c->code = PL_FAILED;
    text[0] = 0;
    pl_append_(text, capacity, "%s:%d: error: call %s, %s %s", file, line, c->name, c->inner ? "pipeline of" : "kernel", c->kernel);
    if (c->device && !c->nameless && pl_device_number_(c->device) >= 0)
        pl_append_(text, capacity, ", device %d", pl_device_number_(c->device));
    pl_append_program_(c, ", program ", c->program, text, capacity);
    pl_append_(text, capacity, o ? ": operand %s: " : ": ", o ? o->name : "");
    n = strlen(text);
    va_start(args, format);
    vsnprintf(text + n, capacity - n, format, args);
    va_end(args);
    if (hint)
        pl_append_(text, capacity, "\n%s:%d: note: %s", file, line, hint);
    fprintf(stderr, "%s\n", text);
    if (c->set.trap || pl_debugged_())
        PL_STOP_();
}

/* Called by the sanitizers before they print their report, so that kernel and program are printed first. A bad subscript
   aborts, so that a debugger stops at its line. */
#ifdef __GNUC__
void __ubsan_get_current_report_data(const char **, const char **, const char **, unsigned *, unsigned *, char **);
__attribute__((__weak__)) void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file,
                                                           unsigned *line, unsigned *column, char **address);
static inline void pl_subscript_(void)
{
    const char *kind, *message, *file;
    char *address;
    unsigned line, column;
    if (!__ubsan_get_current_report_data)
        return;
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
    if (file && !strcmp(kind, "signed-integer-overflow"))
        pl_report_(file, (int)line, NULL, strstr(message, "'int'") ? PL_HINT_INTEGER_OVERFLOW_ : NULL, PL_MESSAGE_INTEGER_OVERFLOW_, message);
    else if (file)
        pl_report_(file, (int)line, NULL, NULL, "%s", message);
}
static inline void pl_bad_address_(void)
{
    char text[300] = "";
    pl_append_(text, sizeof text, "%s:%d: error: call %s, kernel %s", pl_now_->file,
               pl_now_->kernel_line ? pl_now_->kernel_line : pl_now_->line, pl_now_->name, pl_now_->kernel);
    pl_append_program_(pl_now_, ", program ", pl_now_->program, text, sizeof text);
    fprintf(stderr, "%s: the address sanitizer says:\n", text);
}

/* Reports the kernel, the program and the likely cause of a crash, and then lets it happen. A sanitizer's or a user's own
   handler of these signals keeps working, and a debugger stops before this handler. sigaction detects a handler that is
   already installed without replacing it. It and sigprocmask have declarations of their own, because -std=c11 hides them in
   <signal.h>. */
#if defined __linux__ && (defined __x86_64__ || defined __i386__ || defined __aarch64__)
int pl_sigaction_(int, const void *, void *) __asm__("sigaction");
int pl_sigprocmask_(int, const void *, void *) __asm__("sigprocmask");
/* Whether this address may be in the operand's array, as the sizes describe it. The signal has no address, NULL, if it would
   have more than 47 bits: it is in an array whose pointer has. */
static inline int pl_may_be_in_(const struct pl_operand *o, const char *address)
{
    if (!address)
        return (unsigned long long)(uintptr_t)o->array >> 47 != 0;
    return address >= o->array && (size_t)(address - o->array) < pl_array_bytes_(o);
}

/* The operand with this address. A kernel accesses only arrays without blocks. */
static inline const struct pl_operand *pl_operand_at_(const struct pl_call *c, const char *address)
{
    for (const struct pl_operand *o = c->operand; o && o < c->operand + c->operands; o++)
        if (o->array && !o->view && (!c->running || o->any || o->atomic) && pl_may_be_in_(o, address))
            return o;
    return NULL;
}

static inline void pl_report_access_(const struct pl_call *c, const char *address)
{
    const struct pl_operand *o = pl_operand_at_(c, address);
    char dims[128];
    if (o) {
        pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
        pl_report_(c->file, c->line, o, PL_HINT_ARRAY_ACCESSES_, PL_MESSAGE_ARRAY_ACCESSES_, dims, o->type,
                   pl_writes_(o) ? "written" : "read");
    } else if (c->running) {
        pl_report_(c->file, c->kernel_line, NULL, PL_HINT_LINE_OF_ACCESS_, PL_MESSAGE_KERNEL_ACCESSES_);
    } else if (c->copied) {
        pl_report_(c->file, c->line, NULL, PL_HINT_NO_ARRAY_ACCESSES_, PL_MESSAGE_NO_ARRAY_ACCESSES_);
    } else {
        pl_report_(c->file, c->line, NULL, PL_HINT_MAP_ACCESSES_, PL_MESSAGE_MAP_ACCESSES_);
    }
}

static inline void pl_report_crash_(const struct pl_call *c, int code, const char *address)
{
    char map[500];
    if (c->says) {
        pl_report_(c->file, c->line, NULL, code == SIGFPE ? PL_HINT_DIVISOR_ : NULL, code == SIGFPE ? PL_MESSAGE_DIVISOR_
                   : PL_MESSAGE_CALL_READS_, c->says);
    } else if (code == SIGFPE && c->maps) {
        pl_report_(c->file, c->line, c->maps, PL_HINT_DIVISOR_,
                   PL_MESSAGE_MAP_DIVISOR_, pl_map_text_(c->maps, map, sizeof map), c->map_dim);
    } else if (code == SIGFPE) {
        pl_report_(c->file, c->kernel_line, NULL, PL_HINT_LINE_OF_DIVISION_, PL_MESSAGE_KERNEL_DIVIDES_);
    } else {
        pl_report_access_(c, address);
    }
}

static inline void pl_crashed_(int code, const void *info, void *context)
{
    const struct { int number, error, code; const char *address; } *signal_info = info;     /* as a siginfo_t begins */
    (void)context;
    if (pl_now_)
        pl_report_crash_(pl_now_, code, signal_info->code > 0 ? signal_info->address : NULL);
    if (pl_now_ && (pl_now_->says || (pl_now_->maps && !pl_now_->inner)) && code == SIGFPE) {
        long signals[16] = { 1L << (code - 1) };                       /* as a sigset_t; 1: SIG_UNBLOCK */
        pl_sigprocmask_(1, signals, NULL);
        PL_STACK_IS_LEFT_();
        PL_JUMP_(pl_now_->stop);
    }
    signal(code, SIG_DFL);
    raise(code);                                                       /* delivered when this handler returns */
}

PL_SHARED_ int pl_awaits_crashes_;
static inline void pl_await_crash_(int code)
{
    struct { void (*handler)(int, const void *, void *); long mask[1024 / 8 / sizeof(long)]; int flags; void (*restore)(void); }
        mine = { pl_crashed_, { 0 }, 4, NULL }, now = mine;            /* as a struct sigaction of glibc; 4: SA_SIGINFO */
    if (pl_sigaction_(code, NULL, &now) == 0 && !now.handler)
        pl_sigaction_(code, &mine, NULL);
}
static inline void pl_await_crashes_(void)
{
    if (__atomic_exchange_n(&pl_awaits_crashes_, 1, __ATOMIC_RELAXED))
        return;
    pl_await_crash_(SIGSEGV);
    pl_await_crash_(SIGFPE);
}
#else
static inline void pl_await_crashes_(void) { }
#endif

static inline void pl_hear_(struct pl_call *c)
{
    c->subscript = pl_subscript_, c->bad_address = pl_bad_address_;
    pl_await_crashes_();
}

/* Functions that the sanitizers call. They are weak so that a definition of the sanitizer's runtime takes precedence. They
   are inline so that C emits them only in files that also declare them without `inline`, as PL_CALL does: a file without a
   call compiles none of this. */
inline const char *__ubsan_default_options(void);
inline void __ubsan_on_report(void);
inline void __asan_on_error(void);
#pragma weak __ubsan_default_options
#pragma weak __ubsan_on_report
#pragma weak __asan_on_error
inline const char *__ubsan_default_options(void) { return "abort_on_error=1"; }
inline void __ubsan_on_report(void)
{
    if (pl_now_ && pl_now_->subscript)
        pl_now_->subscript();
}
inline void __asan_on_error(void)
{
    if (pl_now_ && pl_now_->bad_address)
        pl_now_->bad_address();
}
#else
static inline void pl_hear_(struct pl_call *c) { (void)c; }
#endif

/* Ends the kernel; the call fails. */
static inline void pl_leave_kernel_(void)
{
    for (struct pl_tile *t = pl_now_->tiles, *outer; t; t = outer) {   /* end the scopes of tiles */
        outer = t->outer;
        if (t->at)
            pl_close_tile_(t);
        if (!pl_now_->damaged)
            PL_FREE_(t->heap);
        if (t->scoped && pl_more_of_)
            pl_more_of_->free_scope(t->scoped);
    }
    pl_now_->tiles = NULL;
    PL_STACK_IS_LEFT_();
    PL_JUMP_(pl_now_->stop);
}

static inline void pl_check_failed_(const char *file, int line, const char *condition, const char *format, ...) PL_PRINTF_(4, 5);
static inline void pl_check_failed_(const char *file, int line, const char *condition, const char *format, ...)
{
    char message[512];
    int n = 0, depth = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (; condition[n] && !(condition[n] == ',' && depth == 0); n++)  /* argument text, up to the first comma */
        depth += (condition[n] == '(') - (condition[n] == ')');
    pl_report_(file, line, NULL, NULL, "PL_CHECK(%.*s)%s%s", n, condition, message[0] ? ": " : "", message);
    if (pl_now_->running)
        pl_leave_kernel_();
}

/* The element of an atomic must be in a block, a tile or scratch, because an array that programs share has no guards. */
static inline int pl_in_window_(const struct pl_window *w, const char *p, size_t size)
{
    size_t last = 0;
    for (int r = 0; r < w->rank; r++)
        last += w->dim[r] > 0 ? (size_t)(w->dim[r] - 1) * w->stride[r] : 0;
    return w->at && p >= (const char *)w->at && p + size <= (const char *)w->at + last + w->element;
}

static inline void *pl_atomic_place_(void *p, size_t size, const char *file, int line, const char *usage, const char *text)
{
    if (!pl_now_ || !pl_now_->running || pl_now_->set.check == 2)
        return p;
    for (int i = 0; i < pl_now_->operands; i++)
        if (pl_in_window_(&pl_now_->operand[i].window, p, size))
            return p;
    for (const struct pl_tile *t = pl_now_->tiles; t; t = t->outer)
        if (pl_in_window_(&t->window, p, size))
            return p;
    pl_report_(file, line, NULL, PL_HINT_NOT_IN_BLOCK_, PL_MESSAGE_NOT_IN_BLOCK_, (int)strcspn(usage, "("), usage, text);
    pl_leave_kernel_();
    return p;
}
#endif
