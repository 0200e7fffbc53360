/* ==== The marked face ====================================================================================

   What pallasc parses (-D__PALLASC__). It is never compiled to code. Each construct becomes a declaration with an
   annotation "pl:…" or a call of a function without a body, and whatever the user wrote stays an expression with its C
   type at its own line and column. gen/read*.c turns these declarations back into constructs; each of them is
   described here, at the macro that makes it.

   Sections and names are those of the interpreter's face, in the same order. Functions that take operands of any type
   begin with an ignored 0. Where the type of a result depends on the operands, the call stands in a cast; where C needs
   a constant, it stands in an operand of sizeof.
   ========================================================================================================= */
#define PL_MARK_(text)             __attribute__((annotate("pl:" text)))
#define PL_OF_TYPE_OF_(e, call)    ((__typeof__(e))call)
#define PL_CONSTANT_(call, value)  (0 * (int)sizeof(call) + (value))

/* ==== Element types ====================================================================================== */
#undef pl_to_f32
#define pl_to_f32(v) pl_to_f32_(0, v)
float pl_to_f32_(int, ...);

/* ==== Kernel parameters ==================================================================================

   A kernel keeps its name, and each ref is two parameters, of which the second keeps the first extent:

       PL_KERNEL(scale, PL_SCALAR(float, by), PL_REF(const float, x, 8, N))

       [pl:kernel] static void scale([pl:scalar] float by, [pl:ref:2] const float x[8][N],
                                     [pl:whole] const float (*x_ref)[8][N])
   ========================================================================================================= */
#define PL_REF(T, x, ...)      (REF_, T, x, __VA_ARGS__)
#define PL_SMEM_REF(T, x, ...) (SMEM_REF_, T, x, __VA_ARGS__)
#define PL_SCALAR(T, a)        (SCALAR_, T, a)

#define PL_KERNEL(name, ...) \
    PL_MARK_("kernel") static void name(PL_TAIL_(~ PL_MAP_(PL_FORMAL_, ~, __VA_ARGS__)))
#define PL_FUNCTION(type, name, ...) \
    PL_MARK_("function") static type name(PL_TAIL_(~ PL_MAP_(PL_FORMAL_, ~, __VA_ARGS__)))
#define PL_PASS(x) x, x##_ref

#define PL_FORMAL_(i, c, kind, ...)        PL_FORMAL_##kind(__VA_ARGS__)
#define PL_FORMAL_SCALAR_(T, a)            , PL_MARK_("scalar") T a
#define PL_FORMAL_REF_(T, x, ...)          PL_FORMAL_BLOCK_("ref:", T, x, __VA_ARGS__)
#define PL_FORMAL_SMEM_REF_(T, x, ...)     PL_FORMAL_BLOCK_("smem_ref:", T, x, __VA_ARGS__)
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

   PL_CALL is the C function it always is; its body is one declaration a fact, first what sees the parameters alone
   (extents, shapes, blocks, options), then, in a block of their own, the maps, which also see axes and tables:

       [pl:call] int add([pl:size] long n, [pl:array] const float *x_array, …)
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
#define PL_SIZES(...)                (SIZES_, __VA_ARGS__)
#define PL_GRID(...)                 (GRID_, __VA_ARGS__)
#define PL_PARALLEL(i, n)            (i, n, "parallel:")
#define PL_ARBITRARY(i, n)           (i, n, "arbitrary:")
#define PL_BATCH(b, n, ...)          (BATCH_, b, n, __VA_ARGS__)
#define PL_PREFETCH(T, t, shape)     (PREFETCH_, T, t, shape)
#define PL_IN(T, x, shape, spec)     (IN_, T, x, shape, spec)
#define PL_OUT(T, x, shape, spec)    (OUT_, T, x, shape, spec)
#define PL_INOUT(T, x, shape, spec)  (INOUT_, T, x, shape, spec)
#define PL_SCRATCH(T, dims)          (SCRATCH_, T, dims, "scratch")
#define PL_SCRATCH_SMEM(T, dims)     (SCRATCH_, T, dims, "scratch_smem")

#define PL_BLOCKSPEC(...)  (BLOCKSPEC_, __VA_ARGS__, ~)
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

#define PL_EDGE(v)      (EDGE_, v)
#define PL_BUFFERED(n)  (BUFFERED_, n)
#define PL_LOOKAHEAD    (LOOKAHEAD_, ~)
#define PL_REVISIT_ANY  (REVISIT_, ~)
#define PL_ALIAS(x)     (ALIAS_, x)
#define PL_SPACE(space) (SPACE_, space)

/* The C parameters of the call. */
#define PL_PARAMETERS_(...) PL_PARAMETERS_2_(~ PL_MAP_(PL_PARAMETER_, ~, __VA_ARGS__))
#define PL_PARAMETERS_2_(...) PL_CAT_(PL_PARAMETERS_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_PARAMETERS_1(none) void
#define PL_PARAMETERS_N(none, ...) __VA_ARGS__
#define PL_PARAMETER_(i, c, kind, ...) PL_PARAMETER_##kind(__VA_ARGS__)
#define PL_PARAMETER_SIZES_(...) PL_LIST_(PL_PARAMETER_SIZE_, ~, __VA_ARGS__)
#define PL_PARAMETER_SIZE_(i, c, n)              , PL_MARK_("size") long n
#define PL_PARAMETER_SCALAR_(T, a)               , PL_MARK_("scalar") T a
#define PL_PARAMETER_PREFETCH_(T, t, shape)      , PL_MARK_("array") const T *t##_array
#define PL_PARAMETER_IN_(T, x, shape, spec)      , PL_MARK_("array") const T *x##_array
#define PL_PARAMETER_OUT_(T, x, shape, spec)     , PL_MARK_("array") T *x##_array
#define PL_PARAMETER_INOUT_(T, x, shape, spec)   , PL_MARK_("array") T *x##_array
#define PL_PARAMETER_GRID_(...)
#define PL_PARAMETER_BATCH_(...)
#define PL_PARAMETER_SCRATCH_(...)

#define PL_CALL(name, kernel, ...)                                                                          \
    PL_CHECK_PARTS_(name, kernel, __VA_ARGS__)                                                              \
    PL_CALL_2_(name, kernel, (PL_PARAMETERS_(__VA_ARGS__)), (PL_TAIL_(~ PL_SIFT_(PL_KEEP_AXES_, ~, __VA_ARGS__))), \
               (PL_TAIL_(~ PL_SIFT_(PL_KEEP_PART_, ~, __VA_ARGS__))))
#define PL_CALL_2_(name, kernel, parameters, axes, parts)                                                   \
    PL_MARK_("call") int name parameters                                                                    \
    {                                                                                                       \
        pl_kernel_(0, kernel);                                                                              \
        PL_MAP_(PL_AXES_FACT_, ~, PL_BARE_ axes)                                                            \
        PL_MAP_(PL_FACT_, ~, PL_BARE_ parts)                                                                \
        {                                                                                                   \
            PL_MAP_(PL_AXES_, ~, PL_BARE_ axes)                                                             \
            PL_MAP_(PL_INDEX_, ~, PL_BARE_ parts)                                                           \
        }                                                                                                   \
        return 0;                                                                                           \
    }
void pl_kernel_(int, ...);

/* The parts that make axes, and those that are kernel parameters, so that their position is the parameter's. */
#define PL_KEEP_AXES_(i, c, p) PL_KEEP_AXES_2_(PL_BARE_ p)
#define PL_KEEP_AXES_2_(...) PL_KEEP_AXES_3_(__VA_ARGS__)
#define PL_KEEP_AXES_3_(kind, ...) PL_KEEP_AXES_##kind((kind, __VA_ARGS__))
#define PL_KEEP_AXES_SIZES_(p)
#define PL_KEEP_AXES_GRID_(p) , p
#define PL_KEEP_AXES_BATCH_(p) , p
#define PL_KEEP_AXES_SCALAR_(p)
#define PL_KEEP_AXES_PREFETCH_(p)
#define PL_KEEP_AXES_IN_(p)
#define PL_KEEP_AXES_OUT_(p)
#define PL_KEEP_AXES_INOUT_(p)
#define PL_KEEP_AXES_SCRATCH_(p)
#define PL_KEEP_PART_(i, c, p) PL_KEEP_PART_2_(PL_BARE_ p)
#define PL_KEEP_PART_2_(...) PL_KEEP_PART_3_(__VA_ARGS__)
#define PL_KEEP_PART_3_(kind, ...) PL_KEEP_PART_##kind((kind, __VA_ARGS__))
#define PL_KEEP_PART_SIZES_(p)
#define PL_KEEP_PART_GRID_(p)
#define PL_KEEP_PART_BATCH_(p)
#define PL_KEEP_PART_SCALAR_(p) , p
#define PL_KEEP_PART_PREFETCH_(p) , p
#define PL_KEEP_PART_IN_(p) , p
#define PL_KEEP_PART_OUT_(p) , p
#define PL_KEEP_PART_INOUT_(p) , p
#define PL_KEEP_PART_SCRATCH_(p) , p

/* Every part is one of ours, and there is a grid. (That there are as many as parameters, gen/read.c says.) */
#define PL_CHECK_PARTS_(name, kernel, ...)                                                                  \
    _Static_assert(1 PL_SIFT_(PL_IS_PART_, ~, __VA_ARGS__),                                                 \
                   "PL_CALL(" #name ", " #kernel "): each part is PL_SIZES, PL_GRID, PL_IN, PL_OUT, ...; one is not"); \
    _Static_assert((0 PL_SIFT_(PL_IS_GRID_, ~, __VA_ARGS__)) == 1,                                          \
                   "PL_CALL(" #name ", " #kernel "): a call has one PL_GRID (PL_GRID() runs the kernel once)");
#define PL_IS_PART_(i, c, p) && PL_IS_TUPLE_(p)
#define PL_IS_GRID_(i, c, p) PL_IS_GRID_2_(PL_BARE_ p)
#define PL_IS_GRID_2_(...) PL_SECOND_(PL_CAT_(PL_GRID_PROBE_, PL_HEAD_(__VA_ARGS__)), )
#define PL_GRID_PROBE_GRID_ ~, + 1

/* Facts: what sees the parameters alone. */
#define PL_AXES_FACT_(i, c, kind, ...) PL_AXES_FACT_##kind(__VA_ARGS__)
#define PL_AXES_FACT_BATCH_(b, n, ...) PL_MARK_("batch:" #b ":" #__VA_ARGS__) const long pl_batch_##b = (n);
#define PL_AXES_FACT_GRID_(...) PL_LIST_(PL_AXIS_FACT_, ~, __VA_ARGS__)
#define PL_AXIS_FACT_(i, c, axis) PL_IF_TUPLE_(axis, PL_AXIS_FACT_2_, PL_NOTHING_)(PL_BARE_ axis, "axis:", ~)
#define PL_AXIS_FACT_2_(...) PL_AXIS_FACT_3_(__VA_ARGS__)
#define PL_AXIS_FACT_3_(i, n, kind, ...) PL_MARK_(kind #i) const long pl_axis_##i = (n);

#define PL_FACT_(i, c, kind, ...)                    PL_FACT_##kind(i, __VA_ARGS__)
#define PL_FACT_SCALAR_(i, T, a)                     PL_PART_(i, "scalar", T, a)
#define PL_FACT_PREFETCH_(i, T, t, shape)            PL_PART_(i, "table", const T, t) PL_SHAPE_(i, shape)
#define PL_FACT_SCRATCH_(i, T, dims, kind)           PL_PART_(i, kind, T, pl_scratch) PL_SHAPE_(i, dims)
#define PL_FACT_IN_(i, T, x, shape, spec)            PL_PART_(i, "in", const T, x) PL_SHAPE_(i, shape) PL_SPEC_(i, spec)
#define PL_FACT_OUT_(i, T, x, shape, spec)           PL_PART_(i, "out", T, x) PL_SHAPE_(i, shape) PL_SPEC_(i, spec)
#define PL_FACT_INOUT_(i, T, x, shape, spec)         PL_PART_(i, "inout", T, x) PL_SHAPE_(i, shape) PL_SPEC_(i, spec)
#define PL_PART_(i, kind, T, x)                      struct pl_part_##i { PL_MARK_(kind) T *x; };
#define PL_SHAPE_(i, shape)                          PL_MARK_("shape") const long pl_shape_##i[] = { PL_BARE_ shape };

#define PL_SPEC_(i, spec)                            PL_SPEC_2_(i, PL_BARE_ spec)
#define PL_SPEC_2_(...)                              PL_SPEC_3_(__VA_ARGS__)
#define PL_SPEC_3_(i, kind, ...)                     PL_SPEC_##kind(i, __VA_ARGS__)
#define PL_SPEC_WHOLE_(i, none)                      PL_MARK_("whole") char pl_whole_##i;
#define PL_SPEC_ATOMIC_(i, none)                     PL_MARK_("atomic") char pl_atomic_##i;
#define PL_SPEC_BLOCKSPEC_(i, block, index, ...)                                                            \
    PL_MARK_("block") const long pl_block_##i[] = { PL_BARE_ block };                                       \
    PL_LIST_(PL_OPTION_, i, __VA_ARGS__)
#define PL_OPTION_(d, i, option) PL_IF_TUPLE_(option, PL_OPTION_2_, PL_NOTHING_)(i, PL_BARE_ option)
#define PL_OPTION_2_(...)                            PL_OPTION_3_(__VA_ARGS__)
#define PL_OPTION_3_(i, kind, ...)                   PL_OPTION_##kind(i, __VA_ARGS__)
#define PL_OPTION_EDGE_(i, ...)                      PL_MARK_("edge") __auto_type pl_edge_##i = (__VA_ARGS__);
#define PL_OPTION_BUFFERED_(i, n)                    PL_MARK_("buffered") const long pl_buffered_##i = (n);
#define PL_OPTION_LOOKAHEAD_(i, none)                PL_MARK_("lookahead") char pl_lookahead_##i;
#define PL_OPTION_REVISIT_(i, none)                  PL_MARK_("revisit") char pl_revisit_##i;
#define PL_OPTION_ALIAS_(i, x)                       PL_MARK_("alias:" #x) char pl_alias_##i;
#define PL_OPTION_SPACE_(i, space)                   PL_MARK_("space:" #space) char pl_space_##i;

/* The maps, and what they see besides. */
#define PL_AXES_(i, c, kind, ...) PL_AXES_##kind(__VA_ARGS__)
#define PL_AXES_GRID_(...) PL_LIST_(PL_AXES_AXIS_, ~, __VA_ARGS__)
#define PL_AXES_AXIS_(d, c, axis) PL_IF_TUPLE_(axis, PL_AXES_AXIS_2_, PL_NOTHING_)(PL_BARE_ axis, ~)
#define PL_AXES_AXIS_2_(...) PL_AXES_AXIS_3_(__VA_ARGS__)
#define PL_AXES_AXIS_3_(i, n, ...) PL_MARK_("id") const long i = pl_program_id_(0);
#define PL_AXES_BATCH_(b, n, ...)  PL_MARK_("id") const long b = pl_program_id_(0);

#define PL_INDEX_(i, c, kind, ...) PL_INDEX_##kind(i, __VA_ARGS__)
#define PL_INDEX_PREFETCH_(i, T, t, shape) PL_MARK_("entries:" #i) const T (*const t) PL_INNER_DIMS_ shape = 0;
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

#define PL_REDUCE(acc, op, axes, ...)                                                                       \
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
    PL_MARK_("view:" PL_TEXT_(PL_N_(__VA_ARGS__))) T (*const v##_ref) PL_DIMS_(__VA_ARGS__) = (void *)(p);  \
    PL_MARK_("named") __typeof__(&*(p)) const v = (p)

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

/* ==== Host =============================================================================================== */
enum { PL_OK, PL_FAILED, PL_NO_MEMORY };
const char *pl_error(void);
void *pl_alloc(size_t bytes);
void pl_free(void *);
int pl_upload(void *device, const void *host, size_t bytes);
int pl_download(void *host, const void *device, size_t bytes);
int pl_sync(void);
