/* ==== Host ===============================================================================================

   void *pl_alloc(size_t bytes)         memory of the device, here the heap; 64-byte aligned; NULL: out of memory
   void pl_free(void *)
   int pl_upload(void *device, const void *host, size_t bytes)       0 or an error code
   int pl_download(void *host, const void *device, size_t bytes)
   int pl_sync(void)                    wait until all calls are done
   const char *pl_error(void)           message of this thread's last call or function if it failed, otherwise ""
   ========================================================================================================= */
enum { PL_OK, PL_FAILED, PL_NO_MEMORY };

/* With -DPL_LINK_HOST, files that do not include this header, such as C++ files, may call these functions. make and
   pallas.mk define it. Without it, a file that calls none of them does not compile them. */
#if PL_MODE_ == PL_DECLARATIONS_ || defined PL_LINK_HOST || defined PALLAS_HOST  /* the last: headers of pallasc */
const char *pl_error(void);
void *pl_alloc(size_t bytes);
void pl_free(void *device);
int pl_upload(void *device, const void *host, size_t bytes);
int pl_download(void *host, const void *device, size_t bytes);
int pl_sync(void);
long pl_device_id(void);
long pl_num_devices(void);
int pl_on_devices(long n, int (*body)(void *), void *arg);
#define PL_HOST_ PL_SHARED_
#else
#define PL_HOST_ static inline
#endif

/* Allocations of pl_alloc, which let a call detect an array that is larger than its memory. A lock serializes the
   threads. */
struct pl_memory_ { char *base; size_t bytes; struct pl_memory_ *next; };
PL_SHARED_ struct pl_memory_ *pl_memories_;
PL_SHARED_ int pl_memories_busy_;
#ifdef __GNUC__
static inline void pl_lock_memories_(void)
{
    while (__atomic_exchange_n(&pl_memories_busy_, 1, __ATOMIC_ACQUIRE))
        ;
}
static inline void pl_unlock_memories_(void) { __atomic_store_n(&pl_memories_busy_, 0, __ATOMIC_RELEASE); }
#else
static inline void pl_lock_memories_(void) { }
static inline void pl_unlock_memories_(void) { }
#endif

static inline void *pl_get_memory_(size_t bytes)
{
    char *p = bytes < SIZE_MAX / 2 ? aligned_alloc(64, (bytes + 64) / 64 * 64) : NULL;
    struct pl_memory_ *m = p ? malloc(sizeof *m) : NULL;
    if (!m) {
        free(p);
        return NULL;
    }
    pl_lock_memories_();
    *m = (struct pl_memory_){ p, bytes, pl_memories_ };
    pl_memories_ = m;
    pl_unlock_memories_();
    return p;
}

static inline void pl_give_back_(void *p)
{
    struct pl_memory_ *gone = NULL;
    pl_lock_memories_();
    for (struct pl_memory_ **m = &pl_memories_; p && !gone && *m;)
        if ((*m)->base == p)
            gone = *m, *m = gone->next;
        else
            m = &(*m)->next;
    pl_unlock_memories_();
    free(gone);
    free(p);
}

/* Whether these bytes start in an allocation of pl_alloc and extend past its end. Sets *given to its size and *at to their
   offset. */
static inline int pl_past_memory_(const void *p, size_t bytes, size_t *given, size_t *at)
{
    const char *first = p;
    int past = 0;
    pl_lock_memories_();
    for (const struct pl_memory_ *m = pl_memories_; m && !past; m = m->next)
        if (first >= m->base && first < m->base + (m->bytes ? m->bytes : 1)) {
            *given = m->bytes, *at = (size_t)(first - m->base);
            past = bytes > *given - *at;
        }
    pl_unlock_memories_();
    return past;
}

/* Implements pl_upload and pl_download. text receives the message for pl_error(). */
static inline int pl_move_memory_(const char *who, const void *device, void *to, const void *from, size_t bytes, char *text, size_t capacity)
{
    size_t given = 0, at = 0;
    text[0] = 0;
    if (pl_past_memory_(device, bytes, &given, &at)) {
        snprintf(text, capacity, PL_MESSAGE_MOVE_TOO_LARGE_, who, bytes, given, at);
        fprintf(stderr, "%s\n", text);
        return PL_FAILED;
    }
    memcpy(to, from, bytes);
    return PL_OK;
}

#if PL_MODE_ != PL_DECLARATIONS_                                       /* otherwise the target's runtime defines these */
PL_HOST_ const char *pl_error(void) { return pl_error_text_; }

PL_HOST_ void *pl_alloc(size_t bytes)
{
    void *p = pl_get_memory_(bytes);
    snprintf(pl_error_text_, sizeof pl_error_text_, "%s", p ? "" : PL_MESSAGE_ALLOC_NO_MEMORY_);
    return p;
}
PL_HOST_ void pl_free(void *p) { pl_give_back_(p); }
PL_HOST_ int pl_upload(void *device, const void *host, size_t bytes)
{
    return pl_move_memory_("pl_upload", device, device, host, bytes, pl_error_text_, sizeof pl_error_text_);
}
PL_HOST_ int pl_download(void *host, const void *device, size_t bytes)
{
    return pl_move_memory_("pl_download", device, host, device, bytes, pl_error_text_, sizeof pl_error_text_);
}
PL_HOST_ int pl_sync(void)
{
    pl_error_text_[0] = 0;
    return PL_OK;
}
#endif

/* Ends a call before any program runs, with checks on or off. */
PL_ENGINE_ void pl_fail_(struct pl_call *c, int code, const char *why)
{
    if (c->code)
        return;
    c->code = code;
    snprintf(pl_error_text_, sizeof pl_error_text_, "%s:%d: error: call %s, kernel %s: %s", c->file, c->line, c->name, c->kernel,
             why);
#if PL_CHECKS || !defined _OPENMP                                      /* with OpenMP, pl_team_ends_ prints the message */
    fprintf(stderr, "%s\n", pl_error_text_);
#endif
}

PL_ENGINE_ int pl_no_memory_(struct pl_call *c, size_t bytes)
{
    char why[64];
    snprintf(why, sizeof why, PL_MESSAGE_NO_MEMORY_BYTES_, bytes);
    pl_fail_(c, PL_NO_MEMORY, why);
    return 0;
}

static inline struct pl_device *pl_device_(struct pl_call *c);
PL_ENGINE_ void pl_operand_semaphores_(struct pl_call *c, struct pl_operand *o);
static inline void pl_free_semaphores_(struct pl_semaphore *sems, void *handles);
static inline int pl_rendezvous_(struct pl_call *root);
static inline int pl_any_(struct pl_call *root, int c);
static inline void pl_leave_group_(struct pl_call *root);
static inline long pl_mesh_size_(const struct pl_call *root);
static inline void pl_fill_init_(const struct pl_operand *o, char *block);
static inline long pl_mesh_devices_(const struct pl_call *c);
#if defined PL_MPI && PL_MODE_ == PL_INTERPRET_
static inline void pl_mpi_open_(struct pl_call *c);
static inline void pl_mpi_show_places_(struct pl_call *c);
static inline void pl_mpi_close_(struct pl_call *c);
static inline void *pl_mpi_scratch_(const struct pl_call *c, const struct pl_operand *o, size_t bytes);
static inline void pl_mpi_free_(void *p);
static inline void pl_mpi_step_(void);
static inline int pl_mpi_is_process_(const struct pl_call *c);
static inline void pl_mpi_learn_(const struct pl_call *c);
#define PL_FREE_(p_) pl_mpi_free_(p_)
#else
#define PL_FREE_(p_) free(p_)
#endif

/* Interface of the engine to the section on copies, semaphores, pipelines and devices. Only macros of that section set
   pl_more_of_, so a file that does not use them compiles none of that section. */
struct pl_more_of {
    struct pl_device *(*device)(struct pl_call *);
    void (*operand_semaphores)(struct pl_call *, struct pl_operand *);
    int (*rendezvous)(struct pl_call *);
    void (*leave_group)(struct pl_call *);
#if PL_CHECKS
    void (*touched)(const struct pl_window *, int writes, const char *verb, const char *file, int line);
    void (*touched_view)(struct pl_call *, const struct pl_view *, int writes, const char *verb, struct pl_spot);
    int (*any)(struct pl_call *, int c), (*views_overlap)(const struct pl_view *, const struct pl_view *);
    void (*begin_devices)(struct pl_call *), (*end_pass)(struct pl_call *), (*close_group)(struct pl_call *);
    void (*check_settled)(struct pl_call *, const char *when), (*check_step)(struct pl_call *);
    void (*free_scope)(struct pl_scoped *);
#endif
};
static const struct pl_more_of *pl_more_of_;
static inline void pl_use_more_(void);
#define PL_TOUCHED_(...)    (pl_more_of_ ? pl_more_of_->touched(__VA_ARGS__) : (void)0)
#define PL_ANY_OF_(c_, x_)  (pl_more_of_ ? pl_more_of_->any(c_, x_) : (x_))

#if PL_CHECKS
static inline void pl_reset_semaphores_(struct pl_operand *o);
static inline int pl_device_number_(const struct pl_device *d);
static inline void pl_settings_(struct pl_call *c);
static inline void pl_hear_(struct pl_call *c);
static inline long pl_shuffled_(long k, long n, unsigned long long seed);
#endif
