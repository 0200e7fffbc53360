/* ==== Copies, semaphores, pipelines, devices =============================================================

   Views     PL_AT(x, i, PL_DS(start, size), PL_ALL…)      a part of a ref, or of another part; an integer drops its dim,
                                                           missing indices are PL_ALL
             PL_ANY_VIEW(T, v, PL_AT(…));                  a name for a part of an array left in HBM
   Copies    PL_COPY(src, dst, sem)                        a pl_copy: both ends and the semaphore; copies nothing
             pl_start(&c)  pl_wait(&c)                     start it; wait until sem holds its bytes, and subtract them
             PL_ASYNC_COPY(…)  PL_SYNC_COPY(src, dst[, sem])   describe and start; describe, start and wait
             PL_REMOTE_COPY(src, dst, send, recv, device)  a push: dst and recv are those of that device
             pl_wait_send(&c)  pl_wait_recv(&c)            wait until the source was read; until as many bytes have arrived
   Counters  PL_SIGNAL(s, n[, device])  PL_SEM_WAIT(s, n)  PL_SEM_READ(s)
             PL_BARRIER_SEM(id)  PL_BARRIER(id, device…)   signals each device named, waits for as many signals
   Devices   PL_DEVICE_ID()  PL_NUM_DEVICES()              with (x): coordinate and extent on mesh axis x
             PL_DEVICE_AT(cy, cx)  PL_NEIGHBOR(x, by)      the id at these coordinates; the id `by` further along x
   Scopes    PL_SCOPED(T, t, d0…);  PL_SCOPED_SEM(s[, n]);  PL_SCOPED_DMA_SEM(s[, n]);      to the end of the block
   Pipeline  PL_PIPELINE(kernel, part…);                   runs a kernel over windows of refs; parts: PL_GRID,
                                                           PL_IN PL_OUT PL_INOUT (view, spec), PL_SCALAR(T, e),
                                                           PL_SCRATCH(T, (n…)), and plain arguments
             PL_INIT(v, c)  PL_BEFORE_FETCH(statement)     two more options of a spec

       pl_copy push = PL_REMOTE_COPY(PL_AT(buf, now), PL_AT(buf, 1 - now), send, recv, PL_NEIGHBOR(ring, 1));
       pl_start(&push);
       PL_PIPELINE(add_product, PL_GRID((i, m / BM), (j, n / BN)), PL_IN(PL_AT(buf, now), …), …);
       pl_wait(&push);

   A view is an expression whose C type has the properties that the compiler can check: T (*(*)(void))[n], a pointer to
   a function, which cannot be subscripted; n is 1 + rank, plus 16 in HBM. Its value is the address of a struct pl_view. The
   companion pl_type_of_x of a name x has this type. docs/language.md has the rules, docs/collectives.md explains a
   program.
   ========================================================================================================= */
typedef struct { struct pl_semaphore *at; } pl_sem;
typedef struct { struct pl_semaphore *at; } pl_dma_sem;
struct pl_all { char none; };
struct pl_slice { long start, size; };      /* size: -1, an index; -2, all */
struct pl_view {                            /* a part of a ref */
    char *at;
    const char *name;                       /* of the ref */
    const struct pl_operand *operand;       /* the owner of its memory; NULL: a tile or a scope */
    int rank;
    enum pl_dtype type;
    size_t element;
    long dim[8];
    size_t stride[8];
};
typedef struct {                            /* the description of a copy */
    struct pl_view src, dst;
    struct pl_semaphore *send, *recv;       /* a local copy has only recv */
    long device;                            /* -1: a local copy */
} pl_copy;
struct pl_spot { const char *file; int line; };
static inline struct pl_semaphore *pl_sem_at_(pl_sem s) { return s.at; }
static inline struct pl_semaphore *pl_dma_sem_at_(pl_dma_sem s) { return s.at; }
static inline struct pl_semaphore *pl_first_semaphore_(const void *handles) { return *(struct pl_semaphore *const *)handles; }
#define PL_SEMAPHORE_(s_) _Generic((s_), pl_sem: pl_sem_at_, default: pl_dma_sem_at_)(s_)
#define PL_HERE_ ((struct pl_spot){ __FILE__, __LINE__ })

/* ---- Parameters of a kernel, and their parts of a call ------------------------------------------------- */
#define PL_ANY_REF(...) \
    PL_IF_N_(3, __VA_ARGS__)(PL_PART_, PL_WRONG_)(ANY_REF_, "PL_ANY_REF(T, x, rank)", __VA_ARGS__)
#define PL_SEM(...)     PL_CAT_(PL_SEM_PART_, PL_N_(__VA_ARGS__))(pl_sem, "PL_SEM(s) or PL_SEM(s, n)", __VA_ARGS__)
#define PL_DMA_SEM(...) PL_CAT_(PL_SEM_PART_, PL_N_(__VA_ARGS__))(pl_dma_sem, "PL_DMA_SEM(s) or PL_DMA_SEM(s, n)", __VA_ARGS__)
#define PL_SEM_PART_1(S_, usage, s_)      (SEM_, S_, s_)
#define PL_SEM_PART_2(S_, usage, s_, n_)  (SEMS_, S_, s_, n_)
#define PL_SEM_PART_3(S_, usage, ...)     (WRONG_, usage)
#define PL_PARAMETER_PROBE_ANY_REF_ ~, PL_NOTHING_
#define PL_PARAMETER_PROBE_SEM_     ~, PL_NOTHING_
#define PL_PARAMETER_PROBE_SEMS_    ~, PL_NOTHING_

/* The kind of a parameter, encoded as a rank: a block 1 to 6, a value 7, semaphores 8 and 9; an array that stays in HBM
   adds 16. */
#define PL_RANK_HBM_(n_) ((n_) + 16)
#define PL_TYPE_OF_ANY_REF_(i_, T_, x_, n_)    T_ *pl_parameter_##i_; char pl_rank_##i_[PL_RANK_HBM_(n_)];
#define PL_TYPE_OF_SEM_(i_, S_, s_)            S_ pl_parameter_##i_; char pl_rank_##i_[8];
#define PL_TYPE_OF_SEMS_(i_, S_, s_, n_)       S_ pl_parameter_##i_; char pl_rank_##i_[9];

/* An array left in HBM: its name points to a type that cannot be subscripted, and that names the reason. */
struct pl_left_in_HBM_copy_it_first_with_PL_COPY;
#define PL_LEFT_IN_HBM_(T_)                                                                                 \
    __typeof__(__builtin_choose_expr(PL_IS_CONST_(*(T_ *)0), (const struct pl_left_in_HBM_copy_it_first_with_PL_COPY *)0, \
                                     (struct pl_left_in_HBM_copy_it_first_with_PL_COPY *)0))
#define PL_IS_HBM_(x_)                                                                                      \
    _Generic((x_), const struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: 1,                                \
             struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: 1, default: 0)
#define PL_FORMAL_ANY_REF_(i_, T_, x_, rank_)                                                               \
    , PL_UNUSED_ char (*pl_window_of_##x_) PL_CAT_(PL_ONES_, rank_),                                    \
    PL_UNUSED_ PL_LEFT_IN_HBM_(T_) const x_, PL_UNUSED_ T_ *x_##_ref, PL_UNUSED_ PL_VIEW_TYPE_(T_, pl_type_of_##x_, rank_, 1)
#define PL_FORMAL_SEM_(i_, S_, s_)      , PL_UNUSED_ const S_ s_
#define PL_FORMAL_SEMS_(i_, S_, s_, n_) , PL_UNUSED_ const S_ *const s_
#define PL_SIGN_ANY_REF_(i_, T_, x_, rank_) pl_sign_hbm_(PL_WINDOW_(x_), #x_);
#define PL_SIGN_SEM_(i_, S_, s_)            pl_sign_semaphores_(pl_, PL_SEMAPHORE_(s_), #s_, -1);
#define PL_SIGN_SEMS_(i_, S_, s_, n_)       pl_sign_semaphores_(pl_, pl_first_semaphore_(s_), #s_, n_);

#define PL_ANY             (ANY_, ~)
#define PL_SCRATCH_ANY(...) \
    PL_IF_N_(2, __VA_ARGS__)(PL_PART_, PL_WRONG_)(SCRATCH_ANY_, "PL_SCRATCH_ANY(T, (n, ...))", __VA_ARGS__)
#define PL_SCRATCH_SEM(...)     PL_IF_GIVEN_(__VA_ARGS__)(PL_SEMS_PART_, PL_SEM_PART_)(pl_sem, __VA_ARGS__)
#define PL_SCRATCH_DMA_SEM(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_SEMS_PART_, PL_SEM_PART_)(pl_dma_sem, __VA_ARGS__)
#define PL_SEM_PART_(S_, ...)   (SEM_, S_, 1)
#define PL_SEMS_PART_(S_, n_)   (SEMS_, S_, n_)
#define PL_MESH(...)            (MESH_, __VA_ARGS__)

#define PL_PART_PROBE_SCRATCH_ANY_ ~, PL_NOTHING_
#define PL_PART_PROBE_SEM_         ~, PL_NOTHING_
#define PL_PART_PROBE_SEMS_        ~, PL_NOTHING_
#define PL_PART_PROBE_MESH_        ~, PL_CHECK_MESH_
#define PL_PART_PROBE_VIEW_        ~, PL_PART_MISUSED_VIEW_
#define PL_PART_MISUSED_VIEW_(c_, kind_, role_, usage_, ...) PL_PART_MISUSED_(c_, kind_, usage_)
#define PL_CHECK_MESH_(c_, kind_, ...) PL_LIST_(PL_CHECK_MESH_AXIS_, c_, __VA_ARGS__)
#define PL_CHECK_MESH_AXIS_(d_, c_, axis_) PL_IF_TUPLE_(axis_, PL_NOTHING_, PL_MESH_WRONG_)(c_)
#define PL_MESH_WRONG_(c_) _Static_assert(0, c_ " PL_MESH: write PL_MESH((x, devices), ...), the names of the axes and their extents [mesh-axes]");
#define PL_FACT_SCRATCH_ANY_(i_, T_, dims_)  { "scratch", #T_, NULL, sizeof(T_), PL_KIND_SCRATCH_, PL_TYPE_(T_), PL_N_ dims_ },
#define PL_FACT_SEM_(i_, S_, n_)             { "semaphore", #S_, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },
#define PL_FACT_SEMS_(i_, S_, n_)            { "semaphore", #S_, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },
#define PL_GIVE_SCRATCH_ANY_(i_, T_, dims_)                                                                 \
    PL_CHECK_QUICKLY_(i_, T_ *, PL_SCRATCH_ANY(T_), PL_RANK_HBM_(PL_N_ dims_))                              \
    PL_SAYS_NOW_("the shape of a PL_SCRATCH_ANY")                                                           \
    pl_give_shape_(&pl_operand_[i_], (const long[]){ PL_BARE_ dims_ }), pl_give_any_(&pl_operand_[i_]);
#define PL_GIVE_SEM_(i_, S_, n_)                                                                            \
    PL_CHECK_QUICKLY_(i_, S_, PL_SCRATCH_SEM(), 8)                                                          \
    pl_give_semaphores_(&pl_operand_[i_], 1, PL_IS_DMA_((S_){ 0 }));
#define PL_GIVE_SEMS_(i_, S_, n_)                                                                           \
    PL_CHECK_QUICKLY_(i_, S_, PL_SCRATCH_SEM(n_), 9)                                                        \
    PL_SAYS_NOW_("the number of semaphores")                                                                \
    pl_give_semaphores_(&pl_operand_[i_], n_, PL_IS_DMA_((S_){ 0 }));
#define PL_IS_DMA_(s_) _Generic((s_), pl_dma_sem: 1, default: 0)
#define PL_SPEC_ANY_(i_, none_)          pl_give_any_(&pl_operand_[i_]);
#define PL_MAP_TEXT_ANY_(none_)          NULL
#define PL_RANK_OF_ANY_(rank_, none_)    PL_RANK_HBM_(rank_)
#define PL_INDEX_SPEC_ANY_(...)
#define PL_INDEX_SCRATCH_ANY_(...)
#define PL_INDEX_SEM_(...)
#define PL_INDEX_SEMS_(...)
#define PL_CHECK_FACT_SCRATCH_ANY_(i_, c_, T_, dims_)                                                       \
    PL_CHECK_SHAPE_(c_, PL_TEXT_2_(PL_SCRATCH_ANY(T_, ...)), dims_)                                         \
    PL_CHECK_TYPE_(i_, c_, PL_TEXT_2_(PL_SCRATCH_ANY(T_, ...)), T_ *)                                       \
    PL_CHECK_(sizeof ((pl_types_ *)0)->pl_rank_##i_ == PL_RANK_HBM_(PL_N_ dims_), c_, PL_TEXT_2_(PL_SCRATCH_ANY(T_, ...)), \
              "the kernel parameter in this position is not a PL_ANY_REF of that rank [part-any-ref]")
#define PL_CHECK_FACT_SEM_(i_, c_, S_, n_)                                                                  \
    PL_CHECK_(_Generic(((pl_types_ *)0)->pl_parameter_##i_, S_: 1, default: 0) &&                              \
              sizeof ((pl_types_ *)0)->pl_rank_##i_ == 8, c_, "PL_SCRATCH_SEM(), PL_SCRATCH_DMA_SEM()",        \
              "the kernel parameter in this position is not a semaphore of that kind, or is an array [part-semaphore]")
#define PL_CHECK_FACT_SEMS_(i_, c_, S_, n_)                                                                 \
    PL_CHECK_(_Generic(((pl_types_ *)0)->pl_parameter_##i_, S_: 1, default: 0) &&                              \
              sizeof ((pl_types_ *)0)->pl_rank_##i_ == 9, c_, "PL_SCRATCH_SEM(n), PL_SCRATCH_DMA_SEM(n)",      \
              "the kernel parameter in this position is not an array of semaphores of that kind [part-semaphores]")
#define PL_CHECK_ANY_(i_, c_, what_, role_, n_, none_)                                                      \
    PL_CHECK_(sizeof ((pl_types_ *)0)->pl_rank_##i_ == PL_RANK_HBM_(n_), c_, what_,                            \
              "an array left in HBM is a PL_ANY_REF(T, x, rank) of the kernel, of the array's rank [part-in-hbm]")
#define PL_ARGUMENT_SCRATCH_ANY_(i_, ...) PL_HBM_ARGUMENT_(i_)
#define PL_HBM_ARGUMENT_(i_) , pl_block_window_(&pl_operand_[i_]), pl_block_at_(&pl_operand_[i_]), NULL, NULL
#define PL_ARGUMENT_SEM_(i_, S_, n_)   , ((const S_ *)pl_handles_(&pl_operand_[i_]))[0]
#define PL_ARGUMENT_SEMS_(i_, S_, n_)  , (const S_ *)pl_handles_(&pl_operand_[i_])

/* ---- Views --------------------------------------------------------------------------------------------- */
#define PL_ALL ((struct pl_all){ 0 })
#define PL_AT(...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_MISUSED_VALUE_, PL_AT_OF_)("PL_AT(x, i, PL_DS(start, size), PL_ALL...)", __VA_ARGS__)
#define PL_AT_OF_(usage_, x_, ...) PL_AT_VIEW_(usage_, PL_SHOWN_(x_), __VA_ARGS__)
#define PL_AT_VIEW_(usage_, v_, ...)                                                                        \
    ((PL_ELEMENT_OF_(v_) (*(*)(void))[PL_CODE_OF_(v_) - (0 PL_LIST_(PL_DROPS_, ~, __VA_ARGS__))])(uintptr_t) \
     (struct pl_view[1]){ pl_at_(PL_DEMAND_(PL_N_(__VA_ARGS__) < PL_CODE_OF_(v_) % 16, usage_ ": more indices than dims [at-dims]") + \
                                 PL_SEEN_(v_), PL_N_(__VA_ARGS__),                                           \
                                 (const struct pl_slice[]){ PL_LIST_(PL_SLICE_, ~, __VA_ARGS__) }, PL_HERE_) })
#define PL_DROPS_(d_, c_, e_) + _Generic((e_), struct pl_index: 0, struct pl_all: 0, default: 1)
#define PL_SLICE_(d_, c_, e_) \
    _Generic((e_), struct pl_index: pl_slice_some_, struct pl_all: pl_slice_all_, default: pl_slice_one_)(e_),

/* A requirement on a view; clang accepts its expression in a block, but not in a struct. */
#define PL_DEMAND_(c_, message_) (__extension__({ _Static_assert(c_, message_); 0; }))

/* The view of a name or an expression: the element type, the code of its rank, its value. */
#define PL_SHOWN_(x_) PL_IF_TUPLE_(x_, PL_BARE_, PL_SHOWN_NAME_)(x_)
#define PL_SHOWN_NAME_(x_)                                                                                  \
    ((__typeof__(pl_type_of_##x_))(uintptr_t)(struct pl_view[1]){ pl_view_of_(PL_WINDOW_(x_), #x_) })
#define PL_ELEMENT_OF_(v_) __typeof__(**(v_)())
#define PL_CODE_OF_(v_)    ((int)(sizeof *(v_)() / sizeof **(v_)()))
#define PL_SEEN_(v_)       ((const struct pl_view *)(uintptr_t)(v_))
#define PL_ANY_VIEW(...) \
    PL_IF_N_(3, __VA_ARGS__)(PL_ANY_VIEW_, PL_MISUSED_)("PL_ANY_VIEW(T, v, PL_AT(...))", __VA_ARGS__)
#define PL_ANY_VIEW_(usage_, T_, v_, x_)                                                                    \
    PL_EXPECT_NAME_(#v_, "PL_ANY_VIEW(" #T_ ", " #v_ ", ...): a type, a name, then a PL_AT(...) [name-and-dims]") \
    PL_ANY_VIEW_2_(usage_, T_, v_, PL_SHOWN_(x_))
#define PL_ANY_VIEW_2_(usage_, T_, v_, h_)                                                                  \
    _Static_assert(PL_CODE_OF_(h_) > 17, usage_ ": this is no part of an array left in HBM, of one dim or more; " \
                   "PL_VIEW names a part of a block [any-view-place]");                                     \
    _Static_assert(PL_SHOWS_(**(h_)(), T_), usage_ ": its elements are of another type, or const [any-view-type]"); \
    PL_UNUSED_ struct pl_window v_##_view_ = pl_window_over_(PL_SEEN_(h_));                                 \
    PL_UNUSED_ __typeof__(PL_HBM_DIMS_OF_(PL_CODE_OF_(h_) - 17)) const pl_window_of_##v_ = (void *)&v_##_view_; \
    PL_UNUSED_ PL_LEFT_IN_HBM_(T_) const v_ = pl_window_at_(&v_##_view_);                                        \
    PL_UNUSED_ T_ (*(*const pl_type_of_##v_)(void))[PL_CODE_OF_(h_)] = NULL;                                \
    PL_UNUSED_ T_ *const v_##_ref = NULL
#define PL_HBM_DIMS_OF_(rank_)                                                                              \
    __builtin_choose_expr((rank_) == 1, (char (*)[1])0, __builtin_choose_expr((rank_) == 2, (char (*)[1][1])0, \
    __builtin_choose_expr((rank_) == 3, (char (*)[1][1][1])0, __builtin_choose_expr((rank_) == 4, (char (*)[1][1][1][1])0, \
    __builtin_choose_expr((rank_) == 5, (char (*)[1][1][1][1][1])0, (char (*)[1][1][1][1][1][1])0)))))

/* ---- Copies -------------------------------------------------------------------------------------------- */
#define PL_COPY(...) PL_IF_N_(3, __VA_ARGS__)(PL_COPY_, PL_MISUSED_VALUE_)("PL_COPY(src, dst, sem)", __VA_ARGS__)
#define PL_COPY_(usage_, src_, dst_, sem_) (*(pl_copy[1]){ PL_LOCAL_(usage_, src_, dst_, sem_) })
/* Both ends as variables, so that queries of their types need not repeat the expressions. */
#define PL_ENDS_(usage_, src_, dst_)                                                                        \
    const __auto_type pl_src_ = PL_SHOWN_(src_);                                                            \
    const __auto_type pl_dst_ = PL_SHOWN_(dst_);                                                            \
    _Static_assert(_Generic((const PL_ELEMENT_OF_(pl_src_) *)0, const PL_ELEMENT_OF_(pl_dst_) *: 1, default: 0), \
                   usage_ ": src and dst have elements of different types [copy-elements]");                \
    _Static_assert(PL_CODE_OF_(pl_src_) % 16 == PL_CODE_OF_(pl_dst_) % 16, usage_ ": src and dst differ in rank [copy-dims]"); \
    _Static_assert(!PL_IS_CONST_(**(pl_dst_)()), usage_ ": dst is const, so it can only be read [copy-const]");
#define PL_LOCAL_(usage_, src_, dst_, sem_)                                                                 \
    __extension__({                                                                                         \
        PL_ENDS_(usage_, src_, dst_)                                                                        \
        pl_copy_(PL_SEEN_(pl_src_), PL_SEEN_(pl_dst_), NULL, PL_DMA_SEM_OF_(usage_, sem_), -1, PL_HERE_);   \
    })
#define PL_DMA_SEM_OF_(usage_, sem_) \
    (PL_REQUIRE_(PL_IS_DMA_(sem_), usage_ ": a copy's semaphore is a PL_DMA_SEM [copy-semaphore]") + PL_SEMAPHORE_(sem_))
#define PL_ASYNC_COPY(...) PL_IF_N_(3, __VA_ARGS__)(PL_ASYNC_COPY_, PL_MISUSED_VALUE_)("PL_ASYNC_COPY(src, dst, sem)", __VA_ARGS__)
#define PL_ASYNC_COPY_(usage_, src_, dst_, sem_) pl_started_(PL_LOCAL_(usage_, src_, dst_, sem_), PL_HERE_)
#define PL_SYNC_COPY(...) PL_CAT_(PL_SYNC_COPY_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_SYNC_COPY_1(...) PL_MISUSED_("PL_SYNC_COPY(src, dst[, sem])", ~)
#define PL_SYNC_COPY_4(...) PL_MISUSED_("PL_SYNC_COPY(src, dst[, sem])", ~)
#define PL_SYNC_COPY_2(src_, dst_)                                                                          \
    __extension__({                                                                                         \
        PL_ENDS_("PL_SYNC_COPY(src, dst)", src_, dst_)                                                      \
        pl_sync_copy_(PL_SEEN_(pl_src_), PL_SEEN_(pl_dst_), PL_HERE_);                                      \
    })
#define PL_SYNC_COPY_3(src_, dst_, sem_) pl_waited_(PL_LOCAL_("PL_SYNC_COPY(src, dst, sem)", src_, dst_, sem_), PL_HERE_)
#define PL_REMOTE_COPY(...) \
    PL_IF_N_(5, __VA_ARGS__)(PL_REMOTE_COPY_, PL_MISUSED_VALUE_)("PL_REMOTE_COPY(src, dst, send, recv, device)", __VA_ARGS__)
#define PL_ASYNC_REMOTE_COPY(...) \
    PL_IF_N_(5, __VA_ARGS__)(PL_ASYNC_REMOTE_, PL_MISUSED_VALUE_)("PL_ASYNC_REMOTE_COPY(src, dst, send, recv, device)", __VA_ARGS__)
#define PL_REMOTE_COPY_(usage_, src_, dst_, send_, recv_, device_) \
    (*(pl_copy[1]){ PL_REMOTE_OF_(usage_, src_, dst_, send_, recv_, device_) })
#define PL_ASYNC_REMOTE_(usage_, src_, dst_, send_, recv_, device_) \
    pl_started_(PL_REMOTE_OF_(usage_, src_, dst_, send_, recv_, device_), PL_HERE_)
#define PL_REMOTE_OF_(usage_, src_, dst_, send_, recv_, device_)                                                 \
    __extension__({                                                                                         \
        PL_ENDS_(usage_, src_, dst_)                                                                        \
        pl_copy_(PL_SEEN_(pl_src_), PL_SEEN_(pl_dst_), PL_DMA_SEM_OF_(usage_, send_), PL_DMA_SEM_OF_(usage_, recv_), \
                 pl_device_named_(device_, PL_HERE_), PL_HERE_);                                            \
    })
#define pl_start(c_)     pl_start_copy_((c_), PL_HERE_)
#define pl_wait(c_)      pl_wait_copy_((c_), 3, PL_HERE_)
#define pl_wait_send(c_) pl_wait_copy_((c_), 1, PL_HERE_)
#define pl_wait_recv(c_) pl_wait_copy_((c_), 2, PL_HERE_)

/* ---- Semaphores ---------------------------------------------------------------------------------------- */
#define PL_SIGNAL(...) PL_CAT_(PL_SIGNAL_, PL_N_(__VA_ARGS__))("PL_SIGNAL(s, n[, device])", __VA_ARGS__)
#define PL_SIGNAL_1(usage_, ...) PL_MISUSED_(usage_, ~)
#define PL_SIGNAL_4(usage_, ...) PL_MISUSED_(usage_, ~)
#define PL_SIGNAL_2(usage_, s_, n_) pl_signal_sem_(PL_SEM_OF_(usage_, s_), n_, -1, PL_HERE_)
#define PL_SIGNAL_3(usage_, s_, n_, device_) pl_signal_sem_(PL_SEM_OF_(usage_, s_), n_, pl_device_named_(device_, PL_HERE_), PL_HERE_)
#define PL_SEM_OF_(usage_, s_) \
    (PL_REQUIRE_(_Generic((s_), pl_sem: 1, default: 0), usage_ ": s is a PL_SEM; a PL_DMA_SEM belongs to copies [sem-kind]") + PL_SEMAPHORE_(s_))
#define PL_SEM_WAIT(...) PL_IF_N_(2, __VA_ARGS__)(PL_SEM_WAIT_, PL_MISUSED_)("PL_SEM_WAIT(s, n)", __VA_ARGS__)
#define PL_SEM_WAIT_(usage_, s_, n_) pl_wait_sem_(PL_SEM_OF_(usage_, s_), n_, PL_HERE_)
#define PL_SEM_READ(...) PL_IF_ONE_(__VA_ARGS__)(PL_SEM_READ_, PL_MISUSED_VALUE_)("PL_SEM_READ(s)", __VA_ARGS__)
#define PL_SEM_READ_(usage_, s_) \
    pl_read_sem_(PL_REQUIRE_(_Generic((s_), pl_sem: 1, pl_dma_sem: 1, default: 0), usage_ ": of a semaphore [sem-read]") + PL_SEMAPHORE_(s_), PL_HERE_)
#define PL_BARRIER_SEM(id_) pl_barrier_sem_(id_, PL_HERE_)
#define PL_BARRIER(...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_MISUSED_, PL_BARRIER_)("PL_BARRIER(id, device...)", __VA_ARGS__)
#define PL_BARRIER_(usage_, id_, ...) pl_barrier_(id_, PL_N_(__VA_ARGS__), (const long[]){ __VA_ARGS__ }, PL_HERE_)

/* ---- Devices ------------------------------------------------------------------------------------------- */
#define PL_DEVICE_ID(...)   PL_IF_GIVEN_(__VA_ARGS__)(PL_MESH_NAMED_, PL_MESH_WHOLE_)(pl_device_of_mesh_, __VA_ARGS__)
#define PL_NUM_DEVICES(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_MESH_NAMED_, PL_MESH_WHOLE_)(pl_devices_of_mesh_, __VA_ARGS__)
#define PL_MESH_NAMED_(f_, x_)   f_(#x_, PL_HERE_)
#define PL_MESH_WHOLE_(f_, ...)  f_(NULL, PL_HERE_)
#define PL_DEVICE_AT(...)   pl_device_at_(PL_N_(__VA_ARGS__), (const long[]){ __VA_ARGS__ }, PL_HERE_)
#define PL_NEIGHBOR(...)    PL_IF_N_(2, __VA_ARGS__)(PL_NEIGHBOR_, PL_MISUSED_VALUE_)("PL_NEIGHBOR(x, by)", __VA_ARGS__)
#define PL_NEIGHBOR_(usage_, x_, by_) pl_neighbor_(#x_, by_, PL_HERE_)

/* ---- Scopes -------------------------------------------------------------------------------------------- */
#define PL_SCOPED(...) \
    PL_IF_N_(3TO8, __VA_ARGS__)(PL_SCOPED_, PL_MISUSED_)("PL_SCOPED(T, t, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_SCOPED_(usage_, T_, t_, ...)                                                                     \
    PL_EXPECT_NAME_(#t_, "PL_SCOPED(" #T_ ", " #t_ ", ...): a type, a name, then the dims [name-and-dims]") \
    _Static_assert(1 PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__), "PL_SCOPED(" #T_ ", " #t_ ", ...): dims are integers [dims-integers]"); \
    PL_AT_SCOPE_END_(pl_scoped_end_)                                                                        \
    struct pl_scoped t_##_scope_;                                                                           \
    pl_scoped_begin_(&t_##_scope_, #t_ "\0" #T_, sizeof(T_), PL_DTYPE_(*(T_ *)0), PL_N_(__VA_ARGS__),        \
                     (const long[]){ PL_EXTENTS_(__VA_ARGS__) }, PL_HERE_);                                 \
    PL_UNUSED_ T_ (*const t_##_ref) PL_DIMS_(__VA_ARGS__) = pl_scoped_at_(&t_##_scope_);                            \
    PL_UNUSED_ T_ (*const t_) PL_INNER_DIMS_(__VA_ARGS__) = pl_scoped_at_(&t_##_scope_);                            \
    PL_UNUSED_ PL_VIEW_TYPE_(T_, const pl_type_of_##t_, PL_N_(__VA_ARGS__), 0) = NULL;                      \
    PL_UNUSED_ char (*const pl_window_of_##t_) PL_DIMS_(__VA_ARGS__) = pl_scoped_window_(&t_##_scope_)
#define PL_SCOPED_SEM(...)     PL_CAT_(PL_SCOPED_SEM_, PL_N_(__VA_ARGS__))(pl_sem, __VA_ARGS__)
#define PL_SCOPED_DMA_SEM(...) PL_CAT_(PL_SCOPED_SEM_, PL_N_(__VA_ARGS__))(pl_dma_sem, __VA_ARGS__)
#define PL_SCOPED_SEM_1(S_, s_)                                                                             \
    PL_SCOPED_SEMS_(S_, s_, -1)                                                                             \
    PL_UNUSED_ const S_ s_ = ((const S_ *)pl_scoped_handles_(&s_##_scope_))[0]
#define PL_SCOPED_SEM_2(S_, s_, n_)                                                                         \
    PL_SCOPED_SEMS_(S_, s_, n_)                                                                             \
    PL_UNUSED_ const S_ *const s_ = (const S_ *)pl_scoped_handles_(&s_##_scope_)
#define PL_SCOPED_SEM_3(S_, ...) PL_MISUSED_("PL_SCOPED_SEM(s[, n]), PL_SCOPED_DMA_SEM(s[, n])", ~)
#define PL_SCOPED_SEMS_(S_, s_, n_)                                                                         \
    PL_AT_SCOPE_END_(pl_scoped_sems_end_)                                                                   \
    struct pl_scoped s_##_scope_;                                                                           \
    pl_scoped_sems_begin_(&s_##_scope_, #s_, PL_IS_DMA_((S_){ 0 }), n_, PL_HERE_);

/* ---- Pipelines: a call inside a kernel ------------------------------------------------------------------

   Its loop is that of PL_CALL. The first item of a part is its kind. Arguments without parentheses, and those of PL_PASS, are
   passed to the kernel unchanged.
   -------------------------------------------------------------------------------------------------------- */
#define PL_INIT(...) PL_IF_N_(2, __VA_ARGS__)(PL_PART_, PL_WRONG_)(INIT_, "PL_INIT(v, condition)", __VA_ARGS__)
#define PL_BEFORE_FETCH(...) (BEFORE_, __VA_ARGS__)
#define PL_OPTION_OF_PIPELINE_(...) _Static_assert(0, PL_MESSAGE_OPTION_OF_PIPELINE_);
#define PL_OPTION_INIT_(o_, ...)   pl_give_init_(&o_);
#define PL_OPTION_BEFORE_(o_, ...)

#define PL_PIPELINE(kernel_, ...) \
    PL_PIPELINE_2_(kernel_, #kernel_, PL_OVER_OF_(~, __VA_ARGS__), ~ PL_OVER_(PL_PIPE_, ~, ~, __VA_ARGS__))

/* What a part gives, by its kind: (values before the loop), (checks), (axes), (fact), (what is given to the operand),
   (index maps), (what comes before a fetch), (arguments of the kernel). Each part is an operand, so each has a fact. */
#define PL_PIPE_(i_, c_, part_) , (PL_IF_TUPLE_(part_, PL_PIPE_TUPLE_, PL_PIPE_BARE_)(i_, part_), (), (), (), (), (), (), (), ())
#define PL_PIPE_TUPLE_(i_, part_) PL_IF_TUPLE_(PL_HEAD_ part_, PL_PIPE_BARE_, PL_PIPE_PART_)(i_, part_)
#define PL_PIPE_PART_(i_, part_) PL_DO_(i_, PL_PIPE_GIVES_, part_)
#define PL_PIPE_BARE_(i_, e_)            (), (), (), (PL_PIPE_NO_FACT_), (), (), (), (, e_)
#define PL_PIPE_GIVES_SCALAR_(i_, T_, e_)                                                                   \
    (const T_ pl_scalar_##i_ = (e_);), (), (), (PL_PIPE_NO_FACT_), (), (), (), (, pl_scalar_##i_)
#define PL_PIPE_GIVES_GRID_(i_, ...)                                                                        \
    (), (PL_CHECK_GRID_("PL_PIPELINE:", ~, __VA_ARGS__)), (, PL_ONE_GRID_ PL_LIST_(PL_AXIS_OF_GRID_, ~, __VA_ARGS__)), \
    (PL_PIPE_NO_FACT_), (), (), (), ()
#define PL_PIPE_GIVES_ONCE_(...)         (), (), (, PL_ONE_GRID_), (PL_PIPE_NO_FACT_), (), (), (), ()
#define PL_PIPE_GIVES_SCRATCH_(i_, T_, dims_, space_)                                                       \
    (), (), (), (PL_FACT_SCRATCH_(i_, T_, dims_, space_)),                                                  \
    (pl_give_shape_(&pl_operand_[i_], (const long[]){ PL_BARE_ dims_ });), (), (), (PL_WINDOW_ARGUMENT_(i_))
#define PL_PIPE_GIVES_VIEW_(i_, role_, usage_, x_, spec_) PL_PIPE_VIEW_(i_, role_, pl_view_##i_, x_, PL_SPEC_ITEMS_(spec_))
#define PL_PIPE_VIEW_(...) PL_PIPE_VIEW_2_(__VA_ARGS__)
#define PL_PIPE_VIEW_2_(i_, role_, v_, x_, kind_, ...)                                                      \
    (PL_UNUSED_ const __auto_type v_ = PL_SHOWN_(x_);),                                                     \
    (PL_PIPE_CHECK_ROLE_##role_(v_) PL_CAT_(PL_PIPE_CHECK_SPEC_, kind_)(v_, __VA_ARGS__)), (),              \
    ({ "", "", PL_CAT_(PL_MAP_TEXT_, kind_)(__VA_ARGS__), sizeof **(v_)(), PL_KIND_##role_,                 \
       PL_DTYPE_(*(PL_ELEMENT_OF_(v_) *)0), PL_CODE_OF_(v_) % 16 - 1 },),                                   \
    (pl_give_view_(&pl_operand_[i_], PL_SEEN_(v_)); PL_CAT_(PL_SPEC_, kind_)(i_, __VA_ARGS__)),             \
    (PL_CAT_(PL_INDEX_SPEC_, kind_)(i_, __VA_ARGS__) PL_CAT_(PL_PIPE_OPTIONS_, kind_)(i_, PL_PIPE_LIVE_OF_, __VA_ARGS__)), \
    (PL_CAT_(PL_PIPE_OPTIONS_, kind_)(i_, PL_PIPE_BEFORE_OF_, __VA_ARGS__)), (PL_CAT_(PL_ARGUMENT_SPEC_, kind_)(i_))
#define PL_PIPE_GIVES_ARRAY_(i_, role_, ...) PL_PIPE_GIVES_WRONG_(~, PL_ROLE_##role_ PL_TEXT_VIEW_PART_)
#define PL_PIPE_GIVES_WRONG_(i_, usage_) \
    (), (_Static_assert(0, "PL_PIPELINE: " PL_MESSAGE_WRONG_ARGUMENTS_(usage_));), (), (PL_PIPE_NO_FACT_), (), (), (), ()
#define PL_PIPE_NO_FACT_                 { NULL, NULL, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },

#define PL_PIPELINE_2_(kernel_, text_, over_, ...) \
    PL_PIPELINE_3_(kernel_, text_, (~ over_(, PL_PICK_, PL_3RD_, __VA_ARGS__)), over_, __VA_ARGS__)
#define PL_PIPELINE_3_(kernel_, text_, axes_, ...) PL_PIPELINE_4_(kernel_, text_, PL_OVER_OF_ axes_, axes_, __VA_ARGS__)
#define PL_PIPELINE_4_(kernel_, text_, over_axes_, axes_, over_, ...)                                       \
    do {                                                                                                    \
        over_(, PL_PICK_, PL_1ST_, __VA_ARGS__)                                                                    \
        over_(, PL_PICK_, PL_2ND_, __VA_ARGS__)                                                                    \
        _Static_assert((0 PL_APPLY_(over_axes_, , PL_PICK_, PL_1ST_, PL_BARE_ axes_)) == 1,                        \
                       "PL_PIPELINE(" text_ ", ...): it has one PL_GRID [pipeline-grid]");                  \
        static const struct pl_axis pl_axes_[] = { PL_APPLY_(over_axes_, , PL_PICK_, PL_2ND_, PL_BARE_ axes_) { 0 } }; \
        static const struct pl_caller pl_caller_ = { "", text_, __FILE__, __LINE__ };                       \
        const struct pl_fact pl_facts_[] = { over_(, PL_PICK_, PL_4TH_, __VA_ARGS__) };                            \
        struct pl_operand pl_operand_[sizeof pl_facts_ / sizeof *pl_facts_];                                \
        struct pl_call pl_call_;                                                                            \
        pl_pipeline_begins_(&pl_call_, &pl_caller_);                                                        \
        pl_open_(&pl_call_, NULL, pl_axes_, (const long[]){ PL_APPLY_(over_axes_, , PL_PICK_, PL_7TH_, PL_BARE_ axes_) 0 }, \
                 pl_operand_, pl_facts_, sizeof pl_facts_ / sizeof *pl_facts_);                             \
        over_(, PL_PICK_, PL_5TH_, __VA_ARGS__)                                                                    \
        PL_PIPE_SIGN_(kernel_, over_(, PL_PICK_, PL_8TH_, __VA_ARGS__))                                            \
        pl_begin_(&pl_call_);                                                                               \
        while (pl_next_(&pl_call_)) {                                                                       \
            PL_APPLY_(over_axes_, , PL_PICK_, PL_4TH_, PL_BARE_ axes_)                                             \
            pl_call_.apart = 1;                                                                             \
            over_(, PL_PICK_, PL_6TH_, __VA_ARGS__)                                                                \
            over_(, PL_PICK_, PL_7TH_, __VA_ARGS__)                                                                \
            pl_call_.apart = 0;                                                                             \
            if (pl_arrive_(&pl_call_))                                                                      \
                PL_UNLESS_STOPPED_(pl_call_)                                                                \
                    kernel_(&pl_call_ over_(, PL_PICK_, PL_8TH_, __VA_ARGS__));                                    \
        }                                                                                                   \
        pl_pipeline_ends_(&pl_call_);                                                                       \
    } while (0)
#if PL_CHECKS
#define PL_PIPE_SIGN_(kernel_, ...)                                                                         \
    pl_blocks_(&pl_call_);                                                                                  \
    pl_signature_of_##kernel_(&pl_call_ __VA_ARGS__);
#else
#define PL_PIPE_SIGN_(kernel_, ...)
#endif

/* Checks of a view and its spec. */
#define PL_PIPE_CHECK_ROLE_IN_(v_)
#define PL_PIPE_CHECK_ROLE_OUT_(v_)   _Static_assert(!PL_IS_CONST_(**(v_)()), "PL_PIPELINE, PL_OUT(view, spec): the view is const [pipeline-const]");
#define PL_PIPE_CHECK_ROLE_INOUT_(v_) _Static_assert(!PL_IS_CONST_(**(v_)()), "PL_PIPELINE, PL_INOUT(view, spec): the view is const [pipeline-const]");
#define PL_PIPE_CHECK_SPEC_WHOLE_(...)
#define PL_PIPE_CHECK_SPEC_ANY_(...)
#define PL_PIPE_CHECK_SPEC_ATOMIC_(...) _Static_assert(0, PL_MESSAGE_ATOMIC_IN_PIPELINE_);
#define PL_PIPE_CHECK_SPEC_UNKNOWN_(...) _Static_assert(0, "PL_PIPELINE: a spec is PL_BLOCKSPEC((block...), (index...), option...), PL_WHOLE or PL_ANY [pipeline-spec]");
#define PL_PIPE_CHECK_SPEC_BLOCKSPEC_(v_, block_, index_, ...)                                              \
    _Static_assert(PL_N_ block_ == PL_CODE_OF_(v_) % 16 - 1 && PL_N_ index_ == PL_CODE_OF_(v_) % 16 - 1,    \
                   "PL_PIPELINE: view, block and index map have the same number of dims [pipeline-dims]");

/* The options PL_INIT, after the index maps, and PL_BEFORE_FETCH. */
#define PL_PIPE_OPTIONS_WHOLE_(...)
#define PL_PIPE_OPTIONS_ANY_(...)
#define PL_PIPE_OPTIONS_ATOMIC_(...)
#define PL_PIPE_OPTIONS_UNKNOWN_(...)
#define PL_PIPE_OPTIONS_BLOCKSPEC_(i_, what_, block_, index_, ...) PL_LIST_(PL_PIPE_OPTION_, (i_, what_), __VA_ARGS__)
#define PL_PIPE_OPTION_(d_, c_, option_) PL_PIPE_OPTION_2_(PL_BARE_ c_, PL_BARE_ option_)
#define PL_PIPE_OPTION_2_(...) PL_PIPE_OPTION_3_(__VA_ARGS__)
#define PL_PIPE_OPTION_3_(i_, what_, kind_, ...) PL_SECOND_(PL_CAT_(what_, kind_), PL_NOTHING_)(i_, __VA_ARGS__)
#define PL_PIPE_LIVE_OF_INIT_ ~, PL_PIPE_INIT_
#define PL_PIPE_INIT_(i_, v_, c_) pl_init_(&pl_call_, &pl_operand_[i_], PL_VALUE_((v_)), !!(c_));
#define PL_PIPE_BEFORE_OF_BEFORE_ ~, PL_PIPE_BEFORE_DO_
#define PL_PIPE_BEFORE_DO_(i_, ...)                                                                         \
    if (pl_will_fetch_(&pl_call_, &pl_operand_[i_])) {                                                      \
        __VA_ARGS__;                                                                                        \
    }

#define PL_ARGUMENT_SPEC_BLOCKSPEC_(i_)     PL_WINDOW_ARGUMENT_(i_)
#define PL_ARGUMENT_SPEC_WHOLE_(i_)         PL_WINDOW_ARGUMENT_(i_)
#define PL_ARGUMENT_SPEC_ATOMIC_(i_)        PL_WINDOW_ARGUMENT_(i_)
#define PL_ARGUMENT_SPEC_ANY_(i_)           PL_HBM_ARGUMENT_(i_)
