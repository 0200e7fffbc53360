/* read/marked.h -- pallas.h as pallasc reads it. pallas.h includes it as PL_PARSE_MODE_, and read/marked.c gives it to libclang.
   The helper macros that it uses are those of pallas.h. A program may define a macro of any name before it includes pallas.h,
   so members and parameters here have none, or one that begins with pl_.

   It is never compiled to code. Each construct becomes a declaration with an annotation "pl:…" or a call of a function
   without a body, and the user's expressions keep their C types, lines and columns. The other files of read/ convert these
   declarations back to constructs. Each is documented here, at its macro.

   Sections and names are those of the interpreter's mode in pallas.h, in the same order. Functions with operands of any
   type have an ignored 0 as their first argument. If the type of a result depends on the operands, the call is in a cast.
   If C needs a constant, the call is in an operand of sizeof. */
/* pallasc defines PL_ANNOTATE_: `annotate` where a header has a macro __annotate__, as CUDA's do. */
#define PL_MARK_(text)             __attribute__((PL_ANNOTATE_("pl:" text)))
#define PL_OF_TYPE_OF_(e, call)    ((__typeof__(e))call)
#define PL_CONSTANT_(call, value)  (0 * (int)sizeof(call) + (value))
#if PL_IN_PLACE
PL_MARK_("in_place") void pl_in_place_(void);
#endif

/* ==== Element types ====================================================================================== */
#pragma push_macro("bits")
#undef bits
typedef struct { uint16_t bits; } pl_f16;
typedef struct { uint16_t bits; } pl_bf16;
typedef struct { uint8_t bits; } pl_f8e4m3;
typedef struct { uint8_t bits; } pl_f8e5m2;
#pragma pop_macro("bits")
#define pl_to_f32(v) pl_to_f32_(0, v)
float pl_to_f32_(int, ...);
pl_f16 pl_to_f16(float);
pl_bf16 pl_to_bf16(float);
pl_f8e4m3 pl_to_f8e4m3(float);
pl_f8e5m2 pl_to_f8e5m2(float);

/* ==== Kernel parameters ==================================================================================

   A kernel keeps its name, and each ref is two parameters, of which the second keeps the first extent:

       PL_KERNEL(scale, PL_SCALAR(float, by), PL_REF(const float, x, 8, N))

       [pl:kernel] static void scale([pl:scalar] float by, [pl:ref:2] const float x[8][N],
                                     [pl:whole] const float (*x_ref)[8][N])
   ========================================================================================================= */
#define PL_REF(T, x, ...)      (REF_, T, x, __VA_ARGS__)
#define PL_SMEM_REF(T, x, ...) (SMEM_REF_, T, x, __VA_ARGS__)
#define PL_SCALAR(T, a)        (SCALAR_, T, a)

#define PL_NO_PARAMETERS_() _Static_assert(0, "PL_KERNEL: a kernel has parameters [no-parameters]");
#define PL_KERNEL(name, ...)                                                                                \
    PL_AT_MOST_32_("PL_KERNEL(" #name "): " PL_MESSAGE_KERNEL_PARAMETERS_, __VA_ARGS__)                 \
    PL_IF_GIVEN_(__VA_ARGS__)(PL_NOTHING_, PL_NO_PARAMETERS_)()                                             \
    PL_MARK_("kernel") static void name(PL_TAIL_(~ PL_OVER_(PL_DO_, PL_FORMAL_, ~, __VA_ARGS__)))
#define PL_FUNCTION(type, name, ...)                                                                        \
    PL_AT_MOST_32_("PL_FUNCTION(" #type ", " #name "): " PL_MESSAGE_FUNCTION_PARAMETERS_, __VA_ARGS__)  \
    PL_MARK_("function") static type name(PL_TAIL_(~ PL_OVER_(PL_DO_, PL_FORMAL_, ~, __VA_ARGS__)))
#define PL_PASS(x) PL_SECOND_(PL_PASS_PROBE_##x, PL_PASS_REF_)(x)
#define PL_PASS_PROBE_PL_AT(...) ~, PL_PASS_PART_
#define PL_PASS_REF_(x) x, x##_ref
#define PL_PASS_PART_(part) part, 0

#define PL_FORMAL_SCALAR_(i, T, a)            , PL_MARK_("scalar") T a
#define PL_FORMAL_REF_(i, T, x, ...)          PL_FORMAL_BLOCK_("ref:", T, x, __VA_ARGS__)
#define PL_FORMAL_SMEM_REF_(i, T, x, ...)     PL_FORMAL_BLOCK_("smem_ref:", T, x, __VA_ARGS__)
#define PL_FORMAL_BLOCK_(kind, T, x, ...)                                                                   \
    , PL_MARK_(kind PL_TEXT_(PL_N_(__VA_ARGS__))) T x PL_DIMS_(__VA_ARGS__),                                \
    PL_MARK_("whole") T (*x##_ref) PL_DIMS_(__VA_ARGS__)

/* ---- Where a kernel is in the grid ---------------------------------------------------------------------- */
#define PL_PROGRAM_ID(a)   pl_program_id_(a)
#define PL_NUM_PROGRAMS(a) pl_num_programs_(a)
#define PL_FIRST(a)        (PL_PROGRAM_ID(a) == 0)
#define PL_LAST(a)         (PL_PROGRAM_ID(a) == PL_NUM_PROGRAMS(a) - 1)
#define PL_AXIS(i)         pl_axis_id_(#i)
#define PL_CDIV(a, b)      PL_CONSTANT_(pl_cdiv_(0, a, b), ((a) + (b) - 1) / (b))
#define PL_SIZE(x, a)      pl_size_(0, x, a)
#define PL_DIM(x, a)       PL_CONSTANT_(pl_dim_(0, x, a), (long)PL_DIM_##a##_(x##_ref))
#define PL_DIM_0_(p) (sizeof *(p) / sizeof (*(p))[0])
#define PL_DIM_1_(p) (sizeof (*(p))[0] / sizeof (*(p))[0][0])
#define PL_DIM_2_(p) (sizeof (*(p))[0][0] / sizeof (*(p))[0][0][0])
#define PL_DIM_3_(p) (sizeof (*(p))[0][0][0] / sizeof (*(p))[0][0][0][0])
#define PL_DIM_4_(p) (sizeof (*(p))[0][0][0][0] / sizeof (*(p))[0][0][0][0][0])
#define PL_DIM_5_(p) (sizeof (*(p))[0][0][0][0][0] / sizeof (*(p))[0][0][0][0][0][0])
long pl_program_id_(int), pl_num_programs_(int), pl_axis_id_(const char *), pl_size_(int, ...);
int pl_cdiv_(int, ...), pl_dim_(int, ...);

/* ==== The call ===========================================================================================

   PL_CALL is the same C function as in the other modes. Its body has one declaration per fact: first extents, shapes,
   blocks and options, which use only the parameters, then, in a nested block, the maps, which also use axes and tables:

       [pl:call] int add([pl:size] long n, [pl:array] const float *x_array_, …)
       {
           pl_kernel_(0, add_kernel);
           [pl:axis:i] const long pl_axis_0 = PL_CDIV(n, B);
           struct pl_part_0 { [pl:in] const float *x; };
               [pl:shape] const long pl_shape_0[] = { n };
               [pl:block] const long pl_block_0[] = { B };
           …
           {
               [pl:id] const long i = pl_program_id_(0);
               [pl:index:0] const long pl_index_0[] = { i };
               …
   ========================================================================================================= */
#define PL_SIZES(...)                PL_SIZES_OF_(__VA_ARGS__)(PL_PART_OF_CALL_, PL_SIZES_WRONG_)(SIZES_, __VA_ARGS__)
#define PL_PART_OF_CALL_(...)        (__VA_ARGS__)
#define PL_SIZES_WRONG_(...)         (WRONG_, PL_SIZES_USAGE_)
#define PL_WRONG_(...)               wrong_arguments
#define PL_GRID(...)                 (GRID_, __VA_ARGS__)
#define PL_PARALLEL(i, n)            (i, n, PARALLEL_)
#define PL_ARBITRARY(i, n)           (i, n, ARBITRARY_)
#define PL_REDUCTION(i, ...)         PL_CAT_(PL_REDUCED_, PL_N_(__VA_ARGS__))(i, __VA_ARGS__)
#define PL_REDUCED_1(i, n)           (i, n, REDUCTION_)
#define PL_REDUCED_2(i, n, parts)    (i, n, REDUCTION_, parts)
#define PL_BATCH(b, ...) \
    PL_IF_GIVEN_(PL_TAIL_(__VA_ARGS__, ))(PL_PART_OF_CALL_, PL_WRONG_)(BATCH_, b, __VA_ARGS__)
#define PL_PREFETCH(T, t, shape)     (PREFETCH_, T, t, shape)
#define PL_IN(...)                   PL_ARRAY_PART_(IN_, __VA_ARGS__)
#define PL_OUT(...)                  PL_ARRAY_PART_(OUT_, __VA_ARGS__)
#define PL_INOUT(...)                PL_ARRAY_PART_(INOUT_, __VA_ARGS__)
#define PL_ARRAY_PART_(kind, ...)    PL_SECOND_(PL_CAT_(PL_ARRAY_PART_, PL_N_(__VA_ARGS__)), PL_ARRAY_OF_CALL_)(kind, __VA_ARGS__)
#define PL_ARRAY_PART_2              ~, PL_ARRAY_VIEW_                                  /* of a PL_PIPELINE */
#define PL_ARRAY_VIEW_(kind, view, spec)          (VIEW_, kind, view, spec)
#define PL_ARRAY_OF_CALL_(kind, T, x, shape, spec) (kind, T, x, shape, spec)
#define PL_SCRATCH(T, dims)          (SCRATCH_, T, dims, "scratch")
#define PL_SCRATCH_SMEM(T, dims)     (SCRATCH_, T, dims, "scratch_smem")

#define PL_BLOCKSPEC(...)  (BLOCKSPEC_, __VA_ARGS__, (END_, ~))
#define PL_WHOLE           (WHOLE_, ~)
#define PL_ATOMIC          (ATOMIC_, ~)

#define PL_NONE               pl_none_(0)
#define PL_FULL               pl_full_(0)
#define PL_ELEMENT(n, lo, hi) pl_element_(0, n, lo, hi)
#define PL_BOUNDED(n)         pl_bounded_(0, n)
#define PL_DS(start, size)    pl_ds_(0, start, size)
#define PL_UNBLOCKED(block, pad) PL_APPLY_(PL_CAT_(PL_UNBLOCKED_, PL_N_ block), PL_BARE_ block, PL_BARE_ pad)
#define PL_UNBLOCKED_1(a, p)             (PL_PADDED_(a, p))
#define PL_UNBLOCKED_2(a, b, p, q)       (PL_PADDED_(a, p), PL_PADDED_(b, q))
#define PL_UNBLOCKED_3(a, b, c, p, q, r) (PL_PADDED_(a, p), PL_PADDED_(b, q), PL_PADDED_(c, r))
#define PL_UNBLOCKED_4(a, b, c, d, p, q, r, s) \
    (PL_PADDED_(a, p), PL_PADDED_(b, q), PL_PADDED_(c, r), PL_PADDED_(d, s))
#define PL_UNBLOCKED_5(a, b, c, d, e, p, q, r, s, t) \
    (PL_PADDED_(a, p), PL_PADDED_(b, q), PL_PADDED_(c, r), PL_PADDED_(d, s), PL_PADDED_(e, t))
#define PL_UNBLOCKED_6(a, b, c, d, e, f, p, q, r, s, t, u) \
    (PL_PADDED_(a, p), PL_PADDED_(b, q), PL_PADDED_(c, r), PL_PADDED_(d, s), PL_PADDED_(e, t), PL_PADDED_(f, u))
#define PL_PADDED_(n, pad)     PL_PADDED_2_(n, PL_BARE_ pad)
#define PL_PADDED_2_(...)      PL_PADDED_3_(__VA_ARGS__)
#define PL_PADDED_3_(n, lo, hi) PL_ELEMENT(n, lo, hi)
long pl_none_(int, ...), pl_full_(int, ...), pl_element_(int, ...), pl_bounded_(int, ...), pl_ds_(int, ...);

#define PL_EDGE(...)    (EDGE_, __VA_ARGS__)
#define PL_BUFFERED(n)  (BUFFERED_, n)
#define PL_LOOKAHEAD    (LOOKAHEAD_, ~)
#define PL_REVISIT_ANY  (REVISIT_, ~)
#define PL_ALIAS(x)     (ALIAS_, x)
#define PL_SPACE(space) (SPACE_, #space, PL_SPACE_IS_##space)

/* The C parameters of the call. */
#define PL_PARAMETERS_(...) PL_PARAMETERS_2_(~ __VA_ARGS__)
#define PL_PARAMETERS_2_(...) PL_CAT_(PL_PARAMETERS_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_PARAMETERS_1(none) void
#define PL_PARAMETERS_2(none, ...) __VA_ARGS__
#define PL_PARAMETER_SIZES_(i, ...) PL_LIST_(PL_PARAMETER_SIZE_, ~, __VA_ARGS__)
#define PL_PARAMETER_SIZE_(i, c, n)              , PL_MARK_("size") __typeof__(0L) n     /* a typeof, so that no other type specifier fits beside it */
#define PL_PARAMETER_SCALAR_(i, T, a)               , PL_MARK_("scalar") T a
#define PL_PARAMETER_PREFETCH_(i, T, t, shape)      , PL_MARK_("array") const T *t##_array_
#define PL_PARAMETER_IN_(i, T, x, shape, spec)      , PL_MARK_("array") const T *x##_array_
#define PL_PARAMETER_OUT_(i, T, x, shape, spec)     , PL_MARK_("array") T *x##_array_
#define PL_PARAMETER_INOUT_(i, T, x, shape, spec)   , PL_MARK_("array") T *x##_array_
#define PL_PARAMETER_GRID_(...)
#define PL_PARAMETER_BATCH_(...)
#define PL_PARAMETER_SCRATCH_(...)
#define PL_PARAMETER_WRONG_(...)

#define PL_CALL(name, kernel, ...)                                                                          \
    PL_CHECK_PARTS_(name, kernel, __VA_ARGS__)                                                              \
    PL_CALL_2_(name, kernel, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#define PL_CALL_2_(name, kernel, over, ...)                                                                 \
    PL_CALL_3_(name, kernel, (PL_PARAMETERS_(over(, PL_DO_, PL_PARAMETER_, __VA_ARGS__))),                  \
               (~ over(, PL_DO_, PL_KEEP_AXES_, __VA_ARGS__)), ~ over(, PL_DO_, PL_KEEP_PART_, __VA_ARGS__))
#define PL_CALL_3_(name, kernel, parameters, axes, ...)                                                     \
    PL_CALL_4_(name, kernel, parameters, PL_OVER_OF_ axes, axes, PL_OVER_OF_(__VA_ARGS__), __VA_ARGS__)
#define PL_CALL_4_(name, kernel, parameters, over_axes, axes, over, ...)                                    \
    PL_MARK_("call") int name parameters                                                                    \
    {                                                                                                       \
        pl_kernel_(0, kernel);                                                                              \
        PL_APPLY_(over_axes, , PL_DO_, PL_AXES_FACT_, PL_BARE_ axes)                                        \
        over(, PL_DO_, PL_FACT_, __VA_ARGS__)                                                               \
        {                                                                                                   \
            PL_APPLY_(over_axes, , PL_DO_, PL_AXES_, PL_BARE_ axes)                                         \
            over(, PL_DO_, PL_INDEX_, __VA_ARGS__)                                                          \
        }                                                                                                   \
        return 0;                                                                                           \
    }
void pl_kernel_(int, ...);

/* The parts that make axes, and those that are kernel parameters; their position is the parameter's. */
#define PL_KEEP_AXES_SIZES_(...)
#define PL_KEEP_AXES_GRID_(i, ...) , (GRID_, __VA_ARGS__)
#define PL_KEEP_AXES_BATCH_(i, ...) , (BATCH_, __VA_ARGS__)
#define PL_KEEP_AXES_SCALAR_(...)
#define PL_KEEP_AXES_PREFETCH_(...)
#define PL_KEEP_AXES_IN_(...)
#define PL_KEEP_AXES_OUT_(...)
#define PL_KEEP_AXES_INOUT_(...)
#define PL_KEEP_AXES_SCRATCH_(...)
#define PL_KEEP_AXES_WRONG_(...)
#define PL_KEEP_PART_WRONG_(i, ...) , (WRONG_, __VA_ARGS__)
#define PL_KEEP_PART_SIZES_(...)
#define PL_KEEP_PART_GRID_(...)
#define PL_KEEP_PART_BATCH_(...)
#define PL_KEEP_PART_SCALAR_(i, ...) , (SCALAR_, __VA_ARGS__)
#define PL_KEEP_PART_PREFETCH_(i, ...) , (PREFETCH_, __VA_ARGS__)
#define PL_KEEP_PART_IN_(i, ...) , (IN_, __VA_ARGS__)
#define PL_KEEP_PART_OUT_(i, ...) , (OUT_, __VA_ARGS__)
#define PL_KEEP_PART_INOUT_(i, ...) , (INOUT_, __VA_ARGS__)
#define PL_KEEP_PART_SCRATCH_(i, ...) , (SCRATCH_, __VA_ARGS__)

/* Checks that every part is one of ours, and that there is a grid. (gen/read/file.c checks that there are as many as parameters.) */
#define PL_CHECK_PARTS_(name, kernel, ...)                                                                  \
    PL_AT_MOST_32_("PL_CALL(" #name ", " #kernel "): a call has at most 32 parts [call-parts]", __VA_ARGS__) \
    _Static_assert(1 PL_OVER_(PL_IS_PART_, ~, ~, __VA_ARGS__),                                              \
                   "PL_CALL(" #name ", " #kernel "): each part is PL_SIZES, PL_GRID, PL_IN, PL_OUT, ...; one is not [part-unknown]"); \
    _Static_assert((0 PL_OVER_(PL_IS_GRID_, ~, ~, __VA_ARGS__)) == 1,                                       \
                   "PL_CALL(" #name ", " #kernel "): a call has one PL_GRID (PL_GRID() runs the kernel once) [one-grid]");
#define PL_IS_PART_(i, c, p) && PL_IS_TUPLE_(p)
#define PL_IS_GRID_(i, c, p) PL_IS_GRID_2_(PL_BARE_ p)
#define PL_IS_GRID_2_(...) PL_SECOND_(PL_CAT_(PL_GRID_PROBE_, PL_HEAD_(__VA_ARGS__)), )
#define PL_GRID_PROBE_GRID_ ~, + 1

/* Facts that use only the parameters. */
#define PL_AXES_FACT_BATCH_(i, b, n, ...) PL_MARK_("batch:" #b ":" #__VA_ARGS__) const long pl_batch_##b = (n);
#define PL_AXES_FACT_GRID_(i, ...)                                                                          \
    _Static_assert(PL_N_(__VA_ARGS__) <= 6, PL_MESSAGE_GRID_AXES_);                          \
    PL_LIST_(PL_AXIS_FACT_, ~, __VA_ARGS__)
#define PL_AXIS_FACT_(i, c, axis) \
    PL_IF_TUPLE_(axis, PL_AXIS_FACT_2_, PL_IF_GIVEN_(axis)(PL_AXIS_UNKNOWN_, PL_NOTHING_))(axis)
#define PL_AXIS_FACT_2_(axis) \
    PL_AXIS_GIVEN_(PL_SECOND_(PL_CAT_(PL_AXIS_OF_, PL_N_ axis), PL_AXIS_UNKNOWN_), PL_BARE_ axis)
#define PL_AXIS_GIVEN_(f, ...)            f(__VA_ARGS__)
#define PL_AXIS_OF_2 ~, PL_AXIS_PLAIN_
#define PL_AXIS_OF_3 ~, PL_AXIS_MARKED_
#define PL_AXIS_OF_4 ~, PL_AXIS_IN_PARTS_
#define PL_AXIS_PLAIN_(i, n)              PL_SECOND_(PL_CAT_2_(PL_AXIS_IS_, i), PL_AXIS_FACT_3_)("axis:", i, n)
#define PL_AXIS_IS_EDGE_                  ~, PL_AXIS_UNKNOWN_                    /* and other options */
#define PL_AXIS_IS_BUFFERED_              ~, PL_AXIS_UNKNOWN_
#define PL_AXIS_IS_LOOKAHEAD_             ~, PL_AXIS_UNKNOWN_
#define PL_AXIS_IS_REVISIT_               ~, PL_AXIS_UNKNOWN_
#define PL_AXIS_IS_ALIAS_                 ~, PL_AXIS_UNKNOWN_
#define PL_AXIS_MARKED_(i, n, kind)       PL_SECOND_(PL_CAT_(PL_AXIS_KIND_, kind), PL_AXIS_UNKNOWN_)(i, n)
#define PL_AXIS_KIND_PARALLEL_            ~, PL_AXIS_PARALLEL_
#define PL_AXIS_KIND_ARBITRARY_           ~, PL_AXIS_ARBITRARY_
#define PL_AXIS_KIND_REDUCTION_           ~, PL_AXIS_REDUCTION_
#define PL_AXIS_PARALLEL_(i, n)           PL_AXIS_FACT_3_("parallel:", i, n)
#define PL_AXIS_ARBITRARY_(i, n)          PL_AXIS_FACT_3_("arbitrary:", i, n)
#define PL_AXIS_REDUCTION_(i, n)          PL_AXIS_FACT_3_("reduction:", i, n)
#define PL_AXIS_IN_PARTS_(i, n, kind, parts) PL_AXIS_MARKED_(i, n, kind) PL_MARK_("parts") const long pl_parts_##i = (parts);
#define PL_AXIS_FACT_3_(kind, i, n)       PL_MARK_(kind #i) const long PL_GRID_axis_##i = (n);
#define PL_AXIS_UNKNOWN_(...) _Static_assert(0, PL_MESSAGE_GRID_AXIS_);

#define PL_FACT_WRONG_(i, usage)                     _Static_assert(0, PL_MESSAGE_WRONG_ARGUMENTS_(usage));
#define PL_FACT_SCALAR_(i, T, a)                     PL_PART_(i, "scalar", T, a)
#define PL_FACT_PREFETCH_(i, T, t, shape)            PL_PART_(i, "table", const T, t) PL_SHAPE_(i, shape)
#define PL_FACT_SCRATCH_(i, T, dims, kind)           PL_PART_(i, kind, T, pl_scratch) PL_SHAPE_(i, dims)
#define PL_FACT_IN_(i, T, x, shape, spec)            PL_NOT_CONST_(T) PL_PART_(i, "in", const T, x) PL_SHAPE_(i, shape) PL_SPEC_(i, spec)
#define PL_FACT_OUT_(i, T, x, shape, spec)           PL_NOT_CONST_(T) PL_PART_(i, "out", T, x) PL_SHAPE_(i, shape) PL_SPEC_(i, spec)
#define PL_FACT_INOUT_(i, T, x, shape, spec)         PL_NOT_CONST_(T) PL_PART_(i, "inout", T, x) PL_SHAPE_(i, shape) PL_SPEC_(i, spec)
#define PL_NOT_CONST_(T) _Static_assert(_Generic((T *)0, const T *: 0, default: 1), "an array's type is written without const [array-const]");
#define PL_PART_(i, kind, T, x)                      struct pl_part_##i { PL_MARK_(kind) T *x; };
#define PL_SHAPE_(i, shape)                                                                                 \
    _Static_assert(PL_N_ shape <= 6, "an array has at most 6 dims [array-rank]");                           \
    PL_MARK_("shape") const long pl_shape_##i[] = { PL_BARE_ shape };

#define PL_SPEC_(i, spec)                            PL_SPEC_2_(i, PL_BARE_ spec)
#define PL_SPEC_2_(...)                              PL_SPEC_3_(__VA_ARGS__)
#define PL_SPEC_3_(i, kind, ...)                     PL_SPEC_##kind(i, __VA_ARGS__)
#define PL_SPEC_WHOLE_(i, none)                      PL_MARK_("whole") char pl_whole_##i;
#define PL_SPEC_ATOMIC_(i, none)                     PL_MARK_("atomic") char pl_atomic_##i;
#define PL_SPEC_BLOCKSPEC_(i, block, index, ...)                                                            \
    PL_MARK_("block") const long pl_block_##i[] = { PL_BARE_ block };                                       \
    PL_LIST_(PL_OPTION_, i, __VA_ARGS__)
#define PL_OPTION_(d, i, option)                     PL_IF_TUPLE_(option, PL_OPTION_2_, PL_OPTION_UNKNOWN_)(i, PL_BARE_ option)
#define PL_OPTION_2_(...)                            PL_OPTION_3_(__VA_ARGS__)
#define PL_OPTION_3_(i, kind, ...) PL_SECOND_(PL_CAT_(PL_OPTION_PROBE_, kind), PL_OPTION_UNKNOWN_)(i, __VA_ARGS__)
#define PL_OPTION_PROBE_EDGE_      ~, PL_OPTION_EDGE_
#define PL_OPTION_PROBE_BUFFERED_  ~, PL_OPTION_BUFFERED_
#define PL_OPTION_PROBE_LOOKAHEAD_ ~, PL_OPTION_LOOKAHEAD_
#define PL_OPTION_PROBE_REVISIT_   ~, PL_OPTION_REVISIT_
#define PL_OPTION_PROBE_ALIAS_     ~, PL_OPTION_ALIAS_
#define PL_OPTION_PROBE_SPACE_     ~, PL_OPTION_SPACE_
#define PL_OPTION_PROBE_INIT_      ~, PL_OPTION_OF_PIPELINE_
#define PL_OPTION_PROBE_BEFORE_    ~, PL_OPTION_OF_PIPELINE_
#define PL_OPTION_PROBE_END_       ~, PL_NOTHING_
#define PL_OPTION_UNKNOWN_(i, ...)                                                                          \
    _Static_assert(0, PL_MESSAGE_OPTION_UNKNOWN_);
#define PL_OPTION_OF_PIPELINE_(...) _Static_assert(0, PL_MESSAGE_OPTION_OF_PIPELINE_);
/* Each is a separate declaration, so that pallasc can report an option that occurs twice. */
#define PL_OPTION_NAME_(word)                        PL_CAT_(pl_##word##_, __COUNTER__)
#define PL_OPTION_EDGE_(i, ...)                      PL_MARK_("edge") __auto_type PL_OPTION_NAME_(edge) = (__VA_ARGS__);
#define PL_OPTION_BUFFERED_(i, n)                    PL_MARK_("buffered") const long PL_OPTION_NAME_(buffered) = (n);
#define PL_OPTION_LOOKAHEAD_(i, none)                PL_MARK_("lookahead") char PL_OPTION_NAME_(lookahead);
#define PL_OPTION_REVISIT_(i, none)                  PL_MARK_("revisit") char PL_OPTION_NAME_(revisit);
#define PL_OPTION_ALIAS_(i, x)                       PL_MARK_("alias:" #x) char PL_OPTION_NAME_(alias);
#define PL_OPTION_SPACE_(i, text, ...)                                                                      \
    _Static_assert(PL_SECOND_(__VA_ARGS__, 0), PL_MESSAGE_SPACE_UNKNOWN_);                        \
    PL_MARK_("space:" text) char PL_OPTION_NAME_(space);
#define PL_SPACE_IS_SMEM ~, 1
#define PL_SPACE_IS_VMEM ~, 1
#define PL_SPACE_IS_ANY  ~, 1

/* The maps, with the axes and tables that they use. */
#define PL_AXES_GRID_(i, ...) PL_LIST_(PL_AXES_AXIS_, ~, __VA_ARGS__)
#define PL_AXES_AXIS_(d, c, axis) PL_IF_TUPLE_(axis, PL_AXES_AXIS_2_, PL_NOTHING_)(PL_BARE_ axis, ~)
#define PL_AXES_AXIS_2_(...) PL_AXES_AXIS_3_(__VA_ARGS__)
#define PL_AXES_AXIS_3_(i, n, ...) PL_MARK_("id") const long i = pl_program_id_(0);
#define PL_AXES_BATCH_(i, b, n, ...)  PL_MARK_("id") const long b = pl_program_id_(0);

#define PL_INDEX_PREFETCH_(i, T, t, shape) PL_MARK_("entries:" #i) const T (*const t) PL_INNER_DIMS_ shape = 0;
#define PL_INDEX_WRONG_(...)
#define PL_INDEX_SCALAR_(...)
#define PL_INDEX_SCRATCH_(...)
#define PL_INDEX_IN_(i, T, x, shape, spec)    PL_INDEX_SPEC_(i, PL_BARE_ spec)
#define PL_INDEX_OUT_(i, T, x, shape, spec)   PL_INDEX_SPEC_(i, PL_BARE_ spec)
#define PL_INDEX_INOUT_(i, T, x, shape, spec) PL_INDEX_SPEC_(i, PL_BARE_ spec)
#define PL_INDEX_SPEC_(i, ...) PL_INDEX_SPEC_2_(i, __VA_ARGS__)
#define PL_INDEX_SPEC_2_(i, kind, ...) PL_INDEX_SPEC_##kind(i, __VA_ARGS__)
#define PL_INDEX_SPEC_WHOLE_(...)
#define PL_INDEX_SPEC_ATOMIC_(...)
#define PL_INDEX_SPEC_BLOCKSPEC_(i, block, index, ...) \
    PL_MARK_("index:" #i) const long pl_index_##i[] = { PL_BARE_ index };

/* ==== Statements =========================================================================================

       PL_WHEN (c)                  if (pl_when_(c))
       PL_LOOP (i, lo, hi, step)    for ([pl:loop] long i = lo, i_end_ = hi, i_step_ = step; …; …)
       PL_EACH ((r, n), (c, m))     for ([pl:each:0] long r = 0, r_end_ = n; …; …) for ([pl:each:1] …)
       PL_REDUCE (acc, OP, …, e)    do { [pl:reduce:OP] char pl_reduce_; for ([pl:over] …) (acc) = OP((acc), (e)); } …
       PL_SCAN (acc, OP, (c, n), e) for ([pl:scan:OP] long c = 0, c_end_ = n; c < c_end_ && ((acc) = OP((acc), (e)), 1); …)
       PL_IDENTITY(f, value)        [pl:identity] static void f_identity_(void) { (void)f((value), (value)); }
   ========================================================================================================= */
#define PL_WHEN(c) if (pl_when_(c))
_Bool pl_when_(_Bool);

#define PL_LOOP(...) PL_CAT_(PL_LOOP_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_LOOP_3(i, lo, hi)       PL_RANGE_("loop", i, lo, hi)
#define PL_LOOP_4(i, lo, hi, step) \
    for (PL_MARK_("loop") long i = (lo), i##_end_ = (hi), i##_step_ = (step); i < i##_end_; i += i##_step_)
#define PL_RANGE_(kind, i, lo, hi) for (PL_MARK_(kind) long i = (lo), i##_end_ = (hi); i < i##_end_; i++)

#define PL_EACH(...) PL_LIST_(PL_EACH_AXIS_, ~, __VA_ARGS__)
#define PL_EACH_AXIS_(d, c, axis) PL_EACH_AXIS_2_(d, PL_BARE_ axis)
#define PL_EACH_AXIS_2_(...) PL_CAT_(PL_EACH_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_EACH_3(d, i, n)      PL_RANGE_("each:" #d, i, 0, n)
#define PL_EACH_4(d, i, lo, hi) PL_RANGE_("each:" #d, i, lo, hi)

#define PL_REDUCE(acc, op, axes, ...) PL_IF_AXES_(__VA_ARGS__)(PL_AXES_APART_, PL_REDUCE_OVER_)("", acc, op, axes, __VA_ARGS__)
#define PL_REDUCE_OVER_(usage, acc, op, axes, ...)                                                          \
    do {                                                                                                    \
        PL_MARK_("reduce:" PL_TEXT_(op)) char pl_reduce_;                                                   \
        PL_IF_TUPLE_(PL_HEAD_ axes, PL_REDUCE_AXES_, PL_REDUCE_AXIS_)(PL_BARE_ axes)                        \
            (acc) = op((acc), (__VA_ARGS__));                                                               \
    } while (0)
#define PL_REDUCE_AXES_(...) PL_LIST_(PL_REDUCE_AXES_1_, ~, __VA_ARGS__)
#define PL_REDUCE_AXES_1_(i, c, axis) PL_REDUCE_AXIS_ axis
#define PL_REDUCE_AXIS_(...) PL_CAT_(PL_REDUCE_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_REDUCE_2(i, n)      PL_RANGE_("over", i, 0, n)
#define PL_REDUCE_3(i, lo, hi) PL_RANGE_("over", i, lo, hi)

#define PL_SCAN(acc, op, axis, ...) PL_SCAN_OVER_(acc, op, (__VA_ARGS__), PL_BARE_ axis)
#define PL_SCAN_OVER_(...) PL_CAT_(PL_SCAN_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_SCAN_5(acc, op, e, i, n) PL_SCAN_6(acc, op, e, i, 0, n)
#define PL_SCAN_6(acc, op, e, i, lo, hi)                                                                    \
    for (PL_MARK_("scan:" PL_TEXT_(op)) long i = (lo), i##_end_ = (hi); i < i##_end_ && ((acc) = op((acc), e), 1); i++)

#define PL_IDENTITY(f, ...) PL_MARK_("identity") static void f##_identity_(void) { (void)f((__VA_ARGS__), (__VA_ARGS__)); }

#define PL_ADD(a, b) ((a) + (b))
#define PL_MUL(a, b) ((a) * (b))
#define PL_AND(a, b) ((a) & (b))
#define PL_OR(a, b)  ((a) | (b))
#define PL_XOR(a, b) ((a) ^ (b))
#define PL_MAX(a, b) PL_OF_TYPE_OF_((a) + (b), pl_max_(0, a, b))
#define PL_MIN(a, b) PL_OF_TYPE_OF_((a) + (b), pl_min_(0, a, b))
double pl_max_(int, ...), pl_min_(int, ...);

/* ---- Whole blocks -------------------------------------------------------------------------------------- */
#define PL_FILL(x, v)       pl_fill_(0, x, v)
#define PL_ASSIGN(dst, src) pl_assign_(0, dst, src)
#define PL_DOT(...)         pl_dot_(0, __VA_ARGS__)
#define PL_T(x)             pl_transposed_(0, x)
enum { PL_TF32 = 1, PL_BF16X1 = 2 };
void pl_fill_(int, ...), pl_assign_(int, ...), pl_dot_(int, ...), *pl_transposed_(int, ...);

/* ---- Blocks of the body ----------------------------------------------------------------------------------

       PL_TILE(T, t, d0, d1);       [pl:tile:2] T t[d0][d1];  [pl:whole] T (*const t_ref)[d0][d1] = &t;
       PL_VIEW(T, v, p, d0, d1);    [pl:view:2] T (*const v_ref)[d0][d1] = (void *)(p);
                                    [pl:named] TYPE_OF_P const v = (p);
   -------------------------------------------------------------------------------------------------------- */
#define PL_TILE(T, t, ...)                                                                                  \
    PL_MARK_("tile:" PL_TEXT_(PL_N_(__VA_ARGS__))) T t PL_DIMS_(__VA_ARGS__);                               \
    PL_MARK_("whole") T (*const t##_ref) PL_DIMS_(__VA_ARGS__) = &t
#define PL_VIEW(T, v, p, ...)                                                                               \
    PL_VIEW_BEGINS_(T, v, p, PL_N_(__VA_ARGS__))                                                            \
    PL_MARK_("view:" PL_TEXT_(PL_N_(__VA_ARGS__))) T (*const v##_ref) PL_DIMS_(__VA_ARGS__) = (void *)(p);  \
    PL_MARK_("named") __typeof__(&*(p)) const v = (p);                                                      \
    _Static_assert(__builtin_types_compatible_p(__typeof__(PL_FIRST_OF_(v, __VA_ARGS__)), T), "PL_VIEW: another type [view-type]")

#define PL_INSIDE(x, ...)              pl_inside_(0, x, __VA_ARGS__)
#define PL_LOAD(element, mask, other)  (pl_load_(mask) ? (element) : (other))
#define PL_STORE(element, v, mask)                                                                          \
    do {                                                                                                    \
        if (pl_store_(mask))                                                                                \
            (element) = (v);                                                                                \
    } while (0)
#define PL_MULTIPLE_OF(v, n)           pl_multiple_of_(v, n)
_Bool pl_load_(_Bool), pl_store_(_Bool);
int pl_inside_(int, ...);
long pl_multiple_of_(long, long);

/* ---- Spans --------------------------------------------------------------------------------------------- */
#define PL_TRACE(name) pl_trace_(name)
void pl_trace_(const char *);

/* ---- Atomics, checks, prints --------------------------------------------------------------------------- */
#define PL_ATOMIC_ADD(p, v)  PL_ATOMIC_OF_("ADD", p, v)
#define PL_ATOMIC_MAX(p, v)  PL_ATOMIC_OF_("MAX", p, v)
#define PL_ATOMIC_MIN(p, v)  PL_ATOMIC_OF_("MIN", p, v)
#define PL_ATOMIC_AND(p, v)  PL_ATOMIC_OF_("AND", p, v)
#define PL_ATOMIC_OR(p, v)   PL_ATOMIC_OF_("OR", p, v)
#define PL_ATOMIC_XOR(p, v)  PL_ATOMIC_OF_("XOR", p, v)
#define PL_ATOMIC_XCHG(p, v) PL_ATOMIC_OF_("XCHG", p, v)
#define PL_ATOMIC_CAS(p, expected, v) PL_ATOMIC_OF_("CAS", p, expected, v)
#define PL_ATOMIC_OF_(op, p, ...) PL_OF_TYPE_OF_(*(p), pl_atomic_(op, p, __VA_ARGS__))
double pl_atomic_(const char *, ...);

#define PL_PRINT(...) pl_print_(__VA_ARGS__)
#define PL_CHECK(...) pl_check_(__VA_ARGS__)
void pl_print_(const char *, ...), pl_check_(_Bool, ...);

/* ---- Schedules: PL_SCHEDULE(matmul, PL_STAGES(3)) is [pl:choice:matmul:PL_STAGES] static const int pl_choice_0 = (3); --- */
#define PL_CHOSEN_(call, name, n) PL_MARK_("choice:" #call ":" name) static const int PL_CAT_(pl_choice_, __COUNTER__) = (n);

/* ==== Copies, semaphores, devices ========================================================================

       PL_KERNEL(k, PL_ANY_REF(float, x, 2), PL_DMA_SEM(s), PL_SEM(t, 2))

       static void k([pl:any_ref:2] const struct … *const x, [pl:any_whole] float (*x_ref)[1][1],
                     [pl:dma_sem] const pl_dma_sem s, [pl:sems] const pl_sem t[2])

       pl_copy c = PL_COPY(a, PL_AT(b, i), s);      pl_copy c = *pl_copy_(0, a, pl_at_(0, b, i), s);
       PL_SCOPED(T, t, d0, d1);                     [pl:scoped:2] T t[d0][d1];  [pl:whole] …
       PL_ANY_VIEW(T, v, PL_AT(x, i));              [pl:any_view] const struct … *const v = pl_at_(0, x, i);
                                                    [pl:any_type] T (*const v_ref)[1][1][1][1][1][1] = 0;

   ========================================================================================================= */
typedef struct { int pl_none; } pl_copy;
typedef struct { int pl_none; } pl_sem;
typedef struct { int pl_none; } pl_dma_sem;
struct pl_left_in_HBM_copy_it_first_with_PL_COPY;
typedef const struct pl_left_in_HBM_copy_it_first_with_PL_COPY *pl_left_in_hbm_;

#define PL_ANY_REF(T, x, rank)  (ANY_REF_, T, x, rank)
#define PL_SEM(...)             PL_CAT_(PL_SEM_PART_, PL_N_(__VA_ARGS__))("sem", pl_sem, __VA_ARGS__)
#define PL_DMA_SEM(...)         PL_CAT_(PL_SEM_PART_, PL_N_(__VA_ARGS__))("dma_sem", pl_dma_sem, __VA_ARGS__)
#define PL_SEM_PART_1(mark, S, s)     (SEM_, mark, S, s)
#define PL_SEM_PART_2(mark, S, s, n)  (SEMS_, mark, S, s, n)
#define PL_FORMAL_ANY_REF_(i, T, x, rank)                                                                   \
    , PL_MARK_("any_ref:" #rank) const pl_left_in_hbm_ x, PL_MARK_("any_whole") T (*x##_ref) PL_CAT_(PL_ONES_, rank)
#define PL_FORMAL_SEM_(i, mark, S, s)      , PL_MARK_(mark) const S s
#define PL_FORMAL_SEMS_(i, mark, S, s, n)  , PL_MARK_(mark "s") const S s[n]

#define PL_ANY                          (ANY_, ~)
#define PL_SPEC_ANY_(i, none)           PL_MARK_("any") char pl_any_##i;
#define PL_INDEX_SPEC_ANY_(...)
#define PL_SCRATCH_ANY(T, dims)         (SCRATCH_, T, dims, "scratch_any")
#define PL_SCRATCH_SEM(...)             PL_IF_GIVEN_(__VA_ARGS__)(PL_SCRATCH_SEMS_, PL_SCRATCH_SEM_)("sem", __VA_ARGS__)
#define PL_SCRATCH_DMA_SEM(...)         PL_IF_GIVEN_(__VA_ARGS__)(PL_SCRATCH_SEMS_, PL_SCRATCH_SEM_)("dma_sem", __VA_ARGS__)
#define PL_SCRATCH_SEMS_(mark, n)       (SEM_, mark "s", n)
#define PL_SCRATCH_SEM_(mark, ...)      (SEM_, mark, 1)
#define PL_PARAMETER_SEM_(...)
#define PL_KEEP_AXES_SEM_(...)
#define PL_KEEP_PART_SEM_(i, ...)            , (SEM_, __VA_ARGS__)
#define PL_FACT_SEM_(i, mark, n)        PL_PART_(i, mark, long, pl_scratch) PL_SHAPE_(i, (n))
#define PL_INDEX_SEM_(...)

#define PL_MESH(...)                    (MESH_, __VA_ARGS__)
#define PL_PARAMETER_MESH_(...)
#define PL_KEEP_AXES_MESH_(i, ...)           , (MESH_, __VA_ARGS__)
#define PL_KEEP_PART_MESH_(...)
#define PL_AXES_FACT_MESH_(i, ...)         PL_LIST_(PL_MESH_FACT_, ~, __VA_ARGS__)
#define PL_MESH_FACT_(d, c, axis)       PL_IF_TUPLE_(axis, PL_MESH_FACT_2_, PL_MESH_WRONG_)(PL_BARE_ axis)
#define PL_MESH_FACT_2_(...)            PL_MESH_FACT_3_(__VA_ARGS__)
#define PL_MESH_FACT_3_(x, n)           PL_MARK_("mesh:" #x) const long pl_mesh_##x = (n);
#define PL_MESH_WRONG_(...) _Static_assert(0, "PL_MESH: write PL_MESH((x, devices), ...), the names of the axes and their extents [mesh-axes]");
#define PL_AXES_MESH_(...)

/* ---- Pipelines -----------------------------------------------------------------------------------------

       PL_PIPELINE(k, PL_GRID((i, n)), PL_IN(x, spec), PL_SCALAR(int, 2), s);

       do {
           [pl:pipeline] char pl_pipeline_;
           pl_kernel_(0, k);
           [pl:axis:i] const long PL_GRID_axis_i = n;
           pl_window_(1, "PL_IN", x);  [pl:block] const long pl_block_1[] = { B };
           [pl:scalar] const int pl_scalar_2 = 2;
           pl_argument_(0, s);
           {
               [pl:id] const long i = pl_program_id_(0);
               [pl:index:1] const long pl_index_1[] = { i };  … and the options
           }
       } while (0);
   -------------------------------------------------------------------------------------------------------- */
#define PL_PIPELINE(kernel, ...)                                                                            \
    do {                                                                                                    \
        PL_MARK_("pipeline") char pl_pipeline_;                                                             \
        pl_kernel_(0, kernel);                                                                              \
        PL_OVER_(PL_PIPE_, PL_PIPE_FACT_, ~, __VA_ARGS__)                                                   \
        {                                                                                                   \
            PL_OVER_(PL_PIPE_, PL_PIPE_ID_, ~, __VA_ARGS__)                                                 \
            PL_OVER_(PL_PIPE_, PL_PIPE_MAP_, ~, __VA_ARGS__)                                                \
        }                                                                                                   \
    } while (0)
#define PL_PIPE_(i, what, part)           PL_IF_TUPLE_(part, PL_PIPE_PART_, PL_PIPE_BARE_)(i, what, part)
#define PL_PIPE_BARE_(i, what, part)      PL_CAT_(what, BARE_)(i, part)
#define PL_PIPE_PART_(i, what, part)      PL_PIPE_PART_2_(i, what, PL_BARE_ part)
#define PL_PIPE_PART_2_(...)              PL_PIPE_PART_3_(__VA_ARGS__)
#define PL_PIPE_PART_3_(i, what, kind, ...) PL_CAT_(what, kind)(i, __VA_ARGS__)

#define PL_PIPE_FACT_BARE_(i, e)          pl_argument_(0, e);
#define PL_PIPE_FACT_GRID_                PL_AXES_FACT_GRID_
#define PL_PIPE_FACT_SCALAR_(i, T, e)     PL_MARK_("scalar") const T pl_scalar_##i = (e);
#define PL_PIPE_FACT_SCRATCH_(i, T, dims, kind) PL_MARK_(kind ":" PL_TEXT_(PL_N_ dims)) T pl_scratch_##i PL_DIMS_ dims;
#define PL_PIPE_FACT_VIEW_(i, role, x, spec) pl_window_(i, PL_PIPE_ROLE_##role, x); PL_PIPE_SPEC_(i, PL_BARE_ spec)
#define PL_PIPE_FACT_WRONG_(i, usage)     _Static_assert(0, "PL_PIPELINE: " PL_MESSAGE_WRONG_ARGUMENTS_(usage));
#define PL_PIPE_FACT_IN_(...)             PL_PIPE_FACT_WRONG_(~, "PL_IN" PL_TEXT_VIEW_PART_)
#define PL_PIPE_FACT_OUT_(...)            PL_PIPE_FACT_WRONG_(~, "PL_OUT" PL_TEXT_VIEW_PART_)
#define PL_PIPE_FACT_INOUT_(...)          PL_PIPE_FACT_WRONG_(~, "PL_INOUT" PL_TEXT_VIEW_PART_)
#define PL_PIPE_ROLE_IN_                  "PL_IN"
#define PL_PIPE_ROLE_OUT_                 "PL_OUT"
#define PL_PIPE_ROLE_INOUT_               "PL_INOUT"
#define PL_PIPE_SPEC_(...)                PL_PIPE_SPEC_2_(__VA_ARGS__)
#define PL_PIPE_SPEC_2_(i, kind, ...)     PL_CAT_(PL_PIPE_SPEC_, kind)(i, __VA_ARGS__)
#define PL_PIPE_SPEC_WHOLE_               PL_SPEC_WHOLE_
#define PL_PIPE_SPEC_ANY_                 PL_SPEC_ANY_
#define PL_PIPE_SPEC_ATOMIC_(...)         _Static_assert(0, PL_MESSAGE_ATOMIC_IN_PIPELINE_);
#define PL_PIPE_SPEC_BLOCKSPEC_(i, block, ...) PL_MARK_("block") const long pl_block_##i[] = { PL_BARE_ block };

#define PL_PIPE_ID_BARE_(...)
#define PL_PIPE_ID_GRID_                  PL_AXES_GRID_
#define PL_PIPE_ID_SCALAR_(...)
#define PL_PIPE_ID_SCRATCH_(...)
#define PL_PIPE_ID_VIEW_(...)

#define PL_PIPE_MAP_BARE_(...)
#define PL_PIPE_MAP_GRID_(...)
#define PL_PIPE_MAP_SCALAR_(...)
#define PL_PIPE_MAP_SCRATCH_(...)
#define PL_PIPE_MAP_VIEW_(i, role, x, spec) PL_PIPE_MAP_SPEC_(i, PL_BARE_ spec)
#define PL_PIPE_MAP_SPEC_(...)            PL_PIPE_MAP_SPEC_2_(__VA_ARGS__)
#define PL_PIPE_MAP_SPEC_2_(i, kind, ...) PL_CAT_(PL_PIPE_MAP_SPEC_, kind)(i, __VA_ARGS__)
#define PL_PIPE_MAP_SPEC_WHOLE_(...)
#define PL_PIPE_MAP_SPEC_ANY_(...)
#define PL_PIPE_MAP_SPEC_ATOMIC_(...)
#define PL_PIPE_MAP_SPEC_BLOCKSPEC_(i, block, index, ...)                                                   \
    PL_INDEX_SPEC_BLOCKSPEC_(i, block, index) PL_LIST_(PL_PIPE_OPTION_, i, __VA_ARGS__)
#define PL_PIPE_OPTION_(d, i, option)     PL_PIPE_OPTION_2_(i, PL_BARE_ option)
#define PL_PIPE_OPTION_2_(...)            PL_PIPE_OPTION_3_(__VA_ARGS__)
#define PL_PIPE_OPTION_3_(i, kind, ...)   PL_SECOND_(PL_CAT_(PL_PIPE_OPTION_PROBE_, kind), PL_OPTION_3_)(i, kind, __VA_ARGS__)
#define PL_PIPE_OPTION_PROBE_INIT_        ~, PL_PIPE_OPTION_INIT_
#define PL_PIPE_OPTION_PROBE_BEFORE_      ~, PL_PIPE_OPTION_BEFORE_
#define PL_PIPE_OPTION_INIT_(i, kind, v, c)                                                                 \
    PL_MARK_("init") __auto_type PL_OPTION_NAME_(init) = (v); PL_MARK_("init_where") const _Bool PL_OPTION_NAME_(where) = (c);
#define PL_PIPE_OPTION_BEFORE_(i, kind, ...) { PL_MARK_("before_fetch") char pl_before_; __VA_ARGS__; }
#define PL_INIT(...)                      (INIT_, __VA_ARGS__)
#define PL_BEFORE_FETCH(...)              (BEFORE_, __VA_ARGS__)
void pl_window_(int, const char *, ...), pl_argument_(int, ...);

#define PL_ALL                          pl_every_(0)
#define PL_AT(...)                      pl_at_(0, __VA_ARGS__)
#define PL_ANY_VIEW(T, v, at)                                                                               \
    PL_MARK_("any_view") const pl_left_in_hbm_ v = at;                                                      \
    PL_MARK_("any_type") T (*const v##_ref) PL_ONES_6 = 0
#define PL_COPY(src, dst, sem)          (*pl_copy_(0, src, dst, sem))
#define PL_ASYNC_COPY(src, dst, sem)    (*pl_async_copy_(0, src, dst, sem))
#define PL_SYNC_COPY(src, ...)          pl_sync_copy_(0, src, __VA_ARGS__)
#define PL_REMOTE_COPY(src, dst, send, recv, device)       (*pl_remote_copy_(0, src, dst, send, recv, device))
#define PL_ASYNC_REMOTE_COPY(src, dst, send, recv, device) (*pl_async_remote_copy_(0, src, dst, send, recv, device))
#define PL_SIGNAL(s, ...)               pl_signal_(s, __VA_ARGS__)
#define PL_SEM_WAIT(s, n)               pl_sem_wait_(s, n)
#define PL_SEM_READ(s)                  pl_sem_read_(0, s)
#define PL_BARRIER_SEM(id)              pl_barrier_sem_(id)
#define PL_BARRIER(id, ...)             pl_barrier_(id, __VA_ARGS__)
#define PL_DEVICE_ID(...)               pl_device_("PL_DEVICE_ID", #__VA_ARGS__)
#define PL_NUM_DEVICES(...)             pl_device_("PL_NUM_DEVICES", #__VA_ARGS__)
#define PL_DEVICE_AT(...)               pl_device_("PL_DEVICE_AT", "", __VA_ARGS__)
#define PL_NEIGHBOR(x, by)              pl_device_("PL_NEIGHBOR", #x, by)
#define PL_SCOPED(T, t, ...)                                                                                \
    PL_MARK_("scoped:" PL_TEXT_(PL_N_(__VA_ARGS__))) T t PL_DIMS_(__VA_ARGS__);                             \
    PL_MARK_("whole") T (*const t##_ref) PL_DIMS_(__VA_ARGS__) = (void *)&t
#define PL_SCOPED_SEM(...)              PL_CAT_(PL_SCOPED_SEM_, PL_N_(__VA_ARGS__))("sem", pl_sem, __VA_ARGS__)
#define PL_SCOPED_DMA_SEM(...)          PL_CAT_(PL_SCOPED_SEM_, PL_N_(__VA_ARGS__))("dma_sem", pl_dma_sem, __VA_ARGS__)
#define PL_SCOPED_SEM_1(mark, S, s)     PL_MARK_("scoped_" mark) const S s = { 0 }
#define PL_SCOPED_SEM_2(mark, S, s, n)  PL_MARK_("scoped_" mark "s") const S s[(n)]
long pl_every_(int);
pl_left_in_hbm_ pl_at_(int, ...);
pl_copy *pl_copy_(int, ...), *pl_async_copy_(int, ...), *pl_remote_copy_(int, ...), *pl_async_remote_copy_(int, ...);
void pl_sync_copy_(int, ...);
void pl_start(const pl_copy *), pl_wait(const pl_copy *), pl_wait_send(const pl_copy *), pl_wait_recv(const pl_copy *);
void pl_signal_(pl_sem, long, ...), pl_sem_wait_(pl_sem, long), pl_barrier_(int, ...);
long pl_sem_read_(int, ...), pl_device_(const char *, const char *, ...);
pl_sem pl_barrier_sem_(int);
int pl_on_devices(long, int (*)(void *), void *);
long pl_device_id(void), pl_num_devices(void);

/* ==== Host =============================================================================================== */
enum { PL_OK, PL_FAILED, PL_NO_MEMORY };
const char *pl_error(void);
void *pl_alloc(size_t);
void pl_free(void *);
int pl_upload(void *, const void *, size_t);
int pl_download(void *, const void *, size_t);
int pl_sync(void);
