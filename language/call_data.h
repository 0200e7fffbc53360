/* ==== The interpreter: what a call is ====================================================================

   The code below runs a call, and none of it is public. In order: data structures, host functions, facts, geometry (the
   position of a block) and copies, functions of statements, and two engines: a short and fast one (checks off), and one
   with checks.
   ========================================================================================================= */
enum { PL_GUARD_ = 64, PL_PAGE_ = 4096 };           /* bytes: a block's guard; the largest guard of a tile */
enum { PL_MAX_RANK_ = 8, PL_MAX_AXES_ = 8 };                            /* six of the grid and two batches */
enum { PL_BEHIND_ = PL_MAX_AXES_ };
enum pl_axis_kind { PL_PLAIN_, PL_PARALLEL_, PL_ARBITRARY_, PL_REDUCTION_, PL_BATCH_, PL_MESH_AXIS_ };
enum pl_dim_kind { PL_BLOCKED_, PL_NONE_, PL_FULL_, PL_ELEMENT_, PL_BOUNDED_ };
enum pl_kind { PL_KIND_SCALAR_, PL_KIND_PREFETCH_, PL_KIND_IN_, PL_KIND_OUT_, PL_KIND_INOUT_, PL_KIND_SCRATCH_ };

struct pl_axis {
    const char *name, *batched;         /* batched: names of the operands that a batch axis applies to */
    long extent;
    enum pl_axis_kind kind;
};
struct pl_caller { const char *name, *kernel, *file; int line; };
struct pl_fact {                        /* properties of an operand that are known at compile time */
    const char *name, *type, *map;      /* map: text of the PL_BLOCKSPEC; NULL: the block is the whole array */
    size_t size;                        /* bytes of an element */
    enum pl_kind kind;
    enum pl_dtype dtype;
    int rank;
};

struct pl_dim {                         /* a dim of a block, as given to PL_BLOCKSPEC */
    long n;                             /* extent, in elements */
    enum pl_dim_kind kind;
    long lo, hi;                        /* PL_ELEMENT: padding before and after */
};
struct pl_none { struct pl_dim dim; };   /* PL_NONE has its own type because the ref does not have the dim */

struct pl_index { long start, size; };  /* result of an index map for one dim; size: for PL_DS, otherwise -1 */

struct pl_box {                         /* position of a block, per array dim, in elements */
    long start[PL_MAX_RANK_];           /* first element of the block; negative in front padding */
    long lo[PL_MAX_RANK_], hi[PL_MAX_RANK_];   /* elements lo <= i < hi of the block are inside the array */
    int whole;                          /* whether the whole block is inside the array */
};

struct pl_window {                      /* memory of a ref's block, per ref dim */
    void *at, *whole;                   /* first element, twice: for x and for x_ref */
    const struct pl_operand *operand;   /* NULL for a tile */
    int rank;
    enum pl_dtype type;
    size_t element;                     /* bytes */
    long dim[PL_MAX_RANK_];             /* extents */
    size_t stride[PL_MAX_RANK_];        /* bytes between consecutive indices */
    long pitch[PL_MAX_RANK_];           /* distance between rows of dim r, in steps of dim r: its extent, or more */
    long start[PL_MAX_RANK_];           /* first index in the array */
    long inside[PL_MAX_RANK_][2];       /* first index inside the array, and one past the last */
    long size[PL_MAX_RANK_];            /* PL_SIZE */
};

#if PL_CHECKS
struct pl_chip { const char *name; int tpu; double shared, scalar; };      /* bytes: VMEM or shared memory; SMEM */
struct pl_settings {                    /* PALLAS, as the manual describes it */
    const struct pl_chip *chip;
    int order, pipelined, copies, check, poison, trap, devices;
    unsigned long long seed;
};
struct pl_span { const char *name; double began; };                    /* PL_TRACE */
struct pl_slot { char *block, *memory, *heap; }; /* a buffer of an operand: the block, guards around it, slack around them */
struct pl_visit {                       /* a block of an operand, and the steps that use it */
    long first, last;
    struct pl_index index[8];
    struct pl_box box;
    int received, sent;                 /* whether its copy in has completed; whether its copy out has */
    int init;                           /* whether it starts with init_value (PL_INIT) */
    long long init_value[2];
};
struct pl_flight {                      /* a copy that was started and has not completed */
    struct pl_operand *operand;
    long visit, step;                   /* index of the operand's visit; the step that started the copy */
    int out;
    double began;
};

/* Phases of a call with PL_ATOMIC operands whose result depends on the order: see pl_begin_settling_. */
enum pl_settle { PL_NOT_SETTLED_, PL_RECORDS_, PL_FLIPS_, PL_REPLAYS_, PL_SETTLED_ };
struct pl_draw { uint64_t key, value; long next; };

struct pl_sum {                      /* sum of the floats added to one element, as high + low, which doubles its precision */
    const void *at;                     /* NULL: this entry of the table is free */
    double high, low, stored;           /* stored: value written to the element; a different value there starts a new sum */
};
#endif

struct pl_path {                        /* for a dim of an array: how an index determines the start of its block */
    long scale, lo;                     /* elements per index; padding before the array */
    unsigned long limit;                /* largest start at which the block is entirely inside the array */
    long stride;                        /* bytes between consecutive elements */
    long *start;                       /* where to store the start: in the window, or in the box if the ref lacks this dim */
};

struct pl_operand {                     /* a part of the call that is a parameter of the kernel */
    char *array;                        /* the caller's array; every step uses this and the members below */
    struct pl_index *next;              /* results of the index maps for the next program, from the first dim on */
    int rank, batches;                  /* batches: number of leading dims that PL_BATCH added */
    int present, in_place;
#if !PL_CHECKS
    int moving, fixed;                  /* whether the map must be evaluated again; whether its result is constant */
    int slides, shown;             /* whether a step in place only moves the window; whether the window is set up for that */
    int far;                            /* whether prefetching rows is worthwhile */
    int direct, in_arena;               /* whether windows may be in place; whether it has memory in the call's arena */
    const char *soon;                   /* rows of the array that were prefetched, and which bytes of them */
    long soon_from, soon_to;
#endif
    const char *name, *type, *map_text, *alias, *space;
    enum pl_kind kind;
    enum pl_dtype dtype;
    size_t size;                        /* bytes of an element */
    const long *given;                  /* shape that the caller gave */
    int any;                            /* whether it stays in HBM and has no windows */
    long semaphores;                    /* number of semaphores, and whether they are for DMA */
    int dma;
    struct pl_semaphore *sems;
    void *handles;
    const struct pl_view *view;         /* pipeline: view of its array, and its strides; NULL: dense */
    PL_MPI_(char *outside;)             /* the caller's array, while `array` is in memory that other processes may write */
    const size_t *distance;
    int waits;                          /* pipeline: it has a PL_BEFORE_FETCH, so no block is fetched ahead */
    int may_init, init;                 /* PL_INIT: whether there is one; whether this window starts with init_value */
    long long init_value[2];
    const struct pl_value *edge;
    long buffers;                       /* 0: not specified */
    int lookahead, revisit, atomic;
    int contiguous, strided;            /* a block has no gaps in the array; it may have some that C can express */
    char *memory;
    size_t bytes;                       /* bytes of a block */
    long shape[PL_MAX_RANK_];           /* with checks off, pl_known_ does not clear the members from here on */
    struct pl_dim block[PL_MAX_RANK_];
    int ref_dim[PL_MAX_RANK_];          /* array dim -> ref dim; -1 if PL_NONE dropped it */
    int batch_axis[PL_MAX_RANK_];
    union {                             /* results of the index maps for the next program, after the indices of batches */
        struct pl_index maps[PL_BEHIND_ + 6];
        struct { struct pl_index behind[PL_BEHIND_], map[6]; };
    };
    struct pl_path path[PL_MAX_RANK_];
    struct pl_index now[PL_MAX_RANK_];  /* the same for the current window */
    struct pl_box box;
    long pitch[PL_MAX_RANK_];           /* distance between rows of the array, per ref dim */
    struct pl_window window;
#if PL_CHECKS
    int id;                             /* index of the parameter, which its poison contains */
    struct pl_value scalar;             /* PL_SCALAR */
    size_t footprint;                     /* bytes of a block with gaps between its rows */
    struct pl_slot *slots;
    long slot_count, slot;
    struct pl_visit *visits;            /* schedule=pipelined: all visits of this operand, in order */
    long visit_count, visit_capacity, visit, started, written;
    unsigned *owner;                    /* one entry per cell of an output: the step (+ 1) that visited it */
    long cells;
    int owns_marks;
    unsigned char *members;             /* struct type: a mask with ones at its members; NULL: not known */
    unsigned char *garbage[2];          /* struct type: an element of unspecified data, for the first run and for this one */
    int *marks;                         /* array with several names: for each element, who wrote it and who read it */
    long seen;                          /* last program that used the window */
    char *part;                         /* table or atomic array: the part of the current batch */
    uint64_t sum;                       /* check=twin: of the bytes of an array that is only read */
    char *before, *first;               /* check=twin: the array before the call, and after the first run that is compared */
    char *asked;                        /* … and after the very first run, when the runs compared have exact sums */
    char *copy;                         /* PL_ATOMIC array that threads share: private copy for the later runs */
    long moved;                         /* element whose value depends on the order; -1: none */
    long copies;                        /* number of blocks copied, for the trace and statistics */
    double most;                        /* largest magnitude in the block, after any step over a reduction axis */
#endif
};

struct pl_call {
    const char *name, *kernel, *file;
    int line, kernel_line;
    int axes, batches, operands;
    long *id;                           /* program ids of the axes of the grid: id[0] is PL_PROGRAM_ID(0) */
    long at[PL_MAX_AXES_];              /* the same, after the ids of the batch axes */
    struct pl_operand *operand;
    long step, steps;
    int code;                           /* return value of the call */
    char *arena;                        /* checks off: memory of all blocks that are copied */
    void *pack;                         /* workspace of PL_DOT, for packed panels */
    size_t pack_bytes;
    struct pl_call *outer;
    struct pl_tile *tiles;              /* tiles in scope, the last one first; checks off: the large ones */
    int inner;                          /* whether this is a PL_PIPELINE in a kernel of `outer` */
    int apart;                          /* … whose extents, views and maps are evaluated: program ids are those of `outer` */
    int mesh;                           /* number of axes of the mesh */
    struct pl_axis mesh_axis[6];
    struct pl_device *device;           /* device that runs the call; NULL: not needed yet */
    struct pl_group *lone;              /* the device, if it belongs to the call */
    void (*subscript)(void), (*bad_address)(void);                     /* called when a sanitizer finds an error; or NULL */
    struct pl_axis axis[PL_MAX_AXES_];  /* with checks off, pl_call_begins_ does not clear the members from here on */
#if PL_CHECKS
    struct pl_settings set;
    pl_stop stop;                       /* where a failed PL_CHECK jumps: after the kernel's body */
    long parallel;                      /* product of the extents of the parallel axes */
    long parallel_now;
    int trace;                          /* number of this call in the trace; 0: not traced */
    double began, program_began;
    char digest[512];
    const struct pl_operand *copied;     /* operand whose array the engine is reading or writing */
    const char *says;                   /* part of PL_CALL that is being evaluated: "PL_GRID: the extent of i"; NULL: none */
    const struct pl_operand *maps;      /* operand whose index map is being evaluated; NULL: none */
    int map_dim;
    const char *tile_name;              /* name of the first tile that was opened */
    int other_tiles;                      /* whether tiles of other names followed */
    long program;                       /* program that reports name, counted in grid order; -1: none */
    int nans;                           /* data that may look like poison: 0: unknown, 1: some, -1: none */
    int damaged;                        /* a guard was overwritten: the heap may be corrupt, so nothing is freed */
    int failed, mapping, running, pass, each_order, quiet, shares, narrowed, nameless;
    enum pl_settle settle;
    int before_settling;                /* the pass that found a difference */
    long each_at[PL_MAX_AXES_];         /* settling: current indices of the enclosing PL_EACH loops */
    int each_depth;
    struct pl_draw *draws;              /* … and the values that atomics returned */
    long *draw_heads, draw_count, draw_capacity;
    int twin_operand;                   /* where pass 1 differs from pass 0 */
    long twin_element;
    long reduction;                     /* extent of the PL_REDUCTION axis; 0: there is none */
    char *partial;                      /* accumulated blocks before the last step of each reduction */
    int suspect;                        /* repeated pass 2: whose guards or data are pass 1's (pl_suspect_, pl_is_suspect_); 0: none */
    int summed, exact;                  /* whether PL_ATOMIC_ADD added floats; whether the sums are exact, in any order */
    struct pl_sum *sums;                /* exact: hash table of sums, by address */
    size_t sum_count, sum_capacity;
    struct pl_flight *flights;          /* copies that were started and have not completed */
    long flight_count, flight_capacity;
    unsigned long long random;
#endif
};

struct pl_tile {
    void *at;
    struct pl_window window;
    void *heap;                         /* memory to free at the end of the scope, or NULL */
    size_t bytes;
    struct pl_tile *outer;
#if PL_CHECKS
    const char *name;
    size_t guard;                       /* bytes of the guard on each side */
    struct pl_scoped *scoped;           /* whose memory the tile is, or whose semaphores it represents */
#endif
};

struct pl_scoped {                      /* a PL_SCOPED, or scoped semaphores */
    struct pl_tile tile;
    struct pl_semaphore *sems;
    void *handles;
    const char *name;
    long n;
    int depth;
    struct pl_spot spot;
    struct pl_device *device;
    struct pl_scoped *outer;
    PL_MPI_(size_t mark;)               /* end of the heap for writes of other processes, before this scope */
};

struct pl_matrix {
    void *at;
    const struct pl_window *window;
    enum pl_dtype type;
    int transposed;
};

/* The code that PL_CALL, a kernel or a tile expands to accesses these structs only through functions, because a program may
   define macros with the names of members. */
static inline const long *pl_pitch_of_(const struct pl_window *w) { return w->pitch; }
static inline const long *pl_size_of_(const struct pl_window *w) { return w->size; }
static inline void pl_give_array_(struct pl_operand *o, const void *array) { o->array = (char *)(uintptr_t)array; }
static inline void pl_give_shape_(struct pl_operand *o, const long *shape) { o->given = shape; }
static inline void pl_give_atomic_(struct pl_operand *o) { o->atomic = 1; }
static inline void pl_give_edge_(struct pl_operand *o, const struct pl_value *v) { o->edge = v; }
#if PL_CHECKS
static inline void pl_give_scalar_(struct pl_operand *o, const struct pl_value *v) { o->scalar = *v; }
#endif
static inline void pl_give_buffers_(struct pl_operand *o, long n) { o->buffers = n; }
static inline void pl_give_lookahead_(struct pl_operand *o) { o->lookahead = 1; }
static inline void pl_give_revisit_(struct pl_operand *o) { o->revisit = 1; }
static inline void pl_give_alias_(struct pl_operand *o, const char *name) { o->alias = name; }
static inline void pl_give_space_(struct pl_operand *o, const char *name) { o->space = name; }
static inline void pl_give_any_(struct pl_operand *o) { o->any = 1; }
static inline void pl_give_init_(struct pl_operand *o) { o->may_init = 1; }
static inline void pl_use_more_(void);
static inline void pl_give_semaphores_(struct pl_operand *o, long n, int dma)
{
    pl_use_more_();
    o->semaphores = n, o->dma = dma;
}
static inline void *pl_handles_(const struct pl_operand *o) { return o->handles; }
static inline void *pl_window_at_(const struct pl_window *w) { return w->at; }
static inline long pl_window_dim_(const struct pl_window *w, int d) { return w->dim[d]; }
static inline void *pl_scoped_at_(const struct pl_scoped *s) { return s->tile.at; }
static inline void *pl_scoped_window_(struct pl_scoped *s) { return &s->tile.window; }
static inline void *pl_scoped_handles_(const struct pl_scoped *s) { return s->handles; }
static inline struct pl_dim *pl_block_dim_(struct pl_operand *o, int d) { return &o->block[d]; }
static inline struct pl_index *pl_map_(struct pl_operand *o) { return o->map; }

/* The length of the first item of a list. */
static inline size_t pl_item_length_(const char *list)
{
    size_t n = 0;
    for (int depth = 0; list[n] && (depth || list[n] != ','); n++)
        depth += (list[n] == '(') - (list[n] == ')');
    return n;
}

/* The index map as the user wrote it: the second item of the PL_BLOCKSPEC; empty if there is none. */
static inline const char *pl_map_text_(const struct pl_operand *o, char *text, size_t capacity)
{
    const char *s = o->map_text ? o->map_text : "";
    size_t block = pl_item_length_(s);
    if (s[block])                                       /* otherwise a macro of the user's stands for both */
        s += block + 1 + strspn(s + block + 1, " ");
    snprintf(text, capacity, "%.*s", (int)pl_item_length_(s), s);
    return text;
}
static inline void *pl_block_window_(struct pl_operand *o) { return &o->window; }
static inline void *pl_block_at_(struct pl_operand *o) { return o->window.at; }
static inline void *pl_block_whole_(struct pl_operand *o) { return o->window.whole; }
static inline long pl_id_(const struct pl_call *c, int a) { return c->id[a]; }
static inline void *pl_tile_at_(struct pl_tile *t) { return t->at; }
static inline void *pl_tile_window_(struct pl_tile *t) { return &t->window; }
static inline struct pl_matrix pl_matrix_(void *at, const struct pl_window *w, int transposed)
{
    return (struct pl_matrix){ at, w, w->type, transposed };
}
#if PL_CHECKS
static inline void pl_set_kernel_line_(struct pl_call *c, int line) { c->kernel_line = line; }
/* The handler of a crash reads what is being evaluated. Without the fence an optimizing compiler may move a division by 0
   past the store that says so. */
#ifdef __GNUC__
static inline void pl_signal_fence_(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
#else
static inline void pl_signal_fence_(void) { }
#endif
static inline void pl_says_(struct pl_call *c, const char *what)
{
    pl_signal_fence_();
    c->says = what;
    pl_signal_fence_();
}
static inline void pl_maps_(struct pl_call *c, const struct pl_operand *o, int d)
{
    pl_signal_fence_();
    c->maps = o, c->map_dim = d;
    pl_signal_fence_();
}
static inline pl_stop *pl_stop_of_(struct pl_call *c) { return &c->stop; }
#endif

/* The call that this thread runs, for code without a parameter for it, such as PL_PROGRAM_ID in a helper. All files of a
   program share this variable. */
PL_SHARED_ _Thread_local struct pl_call *pl_now_;
PL_SHARED_ _Thread_local char pl_error_text_[2048];
