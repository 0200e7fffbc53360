/* ==== Kernel parameters ==================================================================================

   PL_KERNEL(name, parameter…) { body }
   PL_FUNCTION(type, name, parameter…) { body }        a helper on whole blocks

   open the signature of a C function; the body is ordinary C. Parameters:

       PL_REF(T, x, d0, d1…)        a block: x is a C array T x[d0][d1]…, rank 1 to 6
       PL_SMEM_REF(T, x, d0…)       the same in scalar memory; a prefetched table is const
       PL_SCALAR(T, a)              a value

       PL_KERNEL(scale, PL_SCALAR(float, by), PL_REF(const float, x, 8, N), PL_REF(float, o, 8, N))

   expands to

       static void scale(struct pl_call *pl_, float by,
                         char (*pl_window_of_x)[8][N], const float x[restrict 8][N], const float (*x_ref)[8][N],
                         …the same for o)

   A C parameter loses its first extent; x_ref points to the whole block and keeps it (in gdb: print *x_ref).
   pl_window_of_x is private to the header: its type has the extents, and it points to the description of the block's
   place in its array. (Under PL_IN_PLACE the inner extents of x and x_ref are the pitches in that description.)
   Pass blocks to a helper with PL_PASS:   step(PL_PASS(z), PL_PASS(x), 3).

   Errors when it compiles: a ref of more than six dims, and a parameter without a macro: "PL_KERNEL(scale): …".
   ========================================================================================================= */
#define PL_REF(...)      PL_PART_OF_(3TO8, REF_, "PL_REF(T, x, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_PART_OF_(n, kind, usage, ...) PL_IF_N_(n, __VA_ARGS__)(PL_PART_, PL_WRONG_)(kind, usage, __VA_ARGS__)
#define PL_PART_(kind, usage, ...)  (kind, __VA_ARGS__)
#define PL_WRONG_(kind, usage, ...) (WRONG_, usage)
#define PL_SMEM_REF(...) PL_PART_OF_(3TO8, REF_, "PL_SMEM_REF(T, x, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_SCALAR(...)   PL_PART_OF_(2, SCALAR_, "PL_SCALAR(T, a)", __VA_ARGS__)

/* Whether every parameter is one of ours. */
#define PL_CHECK_PARAMETER_(i, c, p) PL_IF_TUPLE_(p, PL_CHECK_PARAMETER_1_, PL_PARAMETER_UNKNOWN_)(c, p)
#define PL_CHECK_PARAMETER_1_(c, p) PL_IF_ALONE_(p, PL_CHECK_PARAMETER_2_, PL_COMMA_MISSING_)(c, PL_BARE_ p)
#define PL_COMMA_MISSING_(c, ...) _Static_assert(0, c ": a comma is missing [comma-missing]");
#define PL_CHECK_PARAMETER_2_(...) PL_CHECK_PARAMETER_3_(__VA_ARGS__)
#define PL_CHECK_PARAMETER_3_(c, kind, ...)                                                                 \
    PL_SECOND_(PL_CAT_(PL_PARAMETER_PROBE_, kind), PL_PARAMETER_UNKNOWN_)(c, __VA_ARGS__)
#define PL_PARAMETER_PROBE_REF_ ~, PL_NOTHING_
#define PL_PARAMETER_PROBE_SCALAR_ ~, PL_CHECK_PARAMETER_NAME_
#define PL_PARAMETER_PROBE_WRONG_ ~, PL_PARAMETER_MISUSED_
#define PL_PARAMETER_MISUSED_(c, usage) _Static_assert(0, c ": " PL_MESSAGE_WRONG_ARGUMENTS_(usage));
#define PL_CHECK_PARAMETER_NAME_(c, T, a) PL_EXPECT_NAME_(#a, c ": PL_SCALAR(T, a): " #a " is no name [no-name]")
#define PL_PARAMETER_UNKNOWN_(c, ...)                                                                       \
    _Static_assert(0, c ": each parameter is a PL_REF, PL_SMEM_REF or PL_SCALAR; one is not [parameter-kind]");

#if PL_QUICK_
#define PL_CHECK_PARAMETERS_(...)
#else
#define PL_CHECK_PARAMETERS_(c, ...) PL_OVER_(PL_CHECK_PARAMETER_, c, ~, __VA_ARGS__)
#endif
#if PL_CHECKS
#define PL_SIGNATURE_(name, over, ...)                                                                      \
    PL_UNUSED_ static inline void pl_dims_of_##name(struct pl_call *pl_ over(, PL_DO_, PL_VALUE_FORMAL_, __VA_ARGS__)) \
    {                                                                                                       \
        (void)pl_;                                                                                          \
        over(, PL_DO_, PL_DIMS_ARE_, __VA_ARGS__)                                                           \
    }                                                                                                       \
    __extension__ PL_UNUSED_ static inline void pl_signature_of_##name(struct pl_call *pl_ over(, PL_DO_, PL_FORMAL_, __VA_ARGS__)) \
    {                                                                                                       \
        pl_set_kernel_line_(pl_, __LINE__);                                                                      \
        over(, PL_DO_, PL_SIGN_, __VA_ARGS__)                                                               \
    }
#else
#define PL_SIGNATURE_(...)
#endif

#define PL_KERNEL(name, ...)                                                                                \
    PL_EXPECT_NAME_(#name, "PL_KERNEL(" #name ", ...): a comma is missing after the kernel's name [comma-missing]") \
    PL_AT_MOST_32_("PL_KERNEL(" #name "): " PL_MESSAGE_KERNEL_PARAMETERS_, __VA_ARGS__)                 \
    PL_CHECK_PARAMETERS_("PL_KERNEL(" #name ")", __VA_ARGS__)                                        \
    PL_KERNEL_2_(name, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#define PL_KERNEL_2_(name, over, ...)                                                                       \
    struct pl_types_of_##name { over(, PL_DO_, PL_TYPE_OF_, __VA_ARGS__) char pl_end_; };                   \
    enum { PL_KERNEL_named_##name = PL_COUNT_(__VA_ARGS__) };                                               \
    PL_SIGNATURE_(name, over, __VA_ARGS__)                                                                  \
    PL_KERNEL_STORAGE_ void name(PL_UNUSED_ struct pl_call *pl_ over(, PL_DO_, PL_FORMAL_, __VA_ARGS__))

#define PL_FUNCTION(type, name, ...)                                                                        \
    PL_AT_MOST_32_("PL_FUNCTION(" #type ", " #name "): " PL_MESSAGE_FUNCTION_PARAMETERS_, __VA_ARGS__)  \
    PL_CHECK_PARAMETERS_("PL_FUNCTION(" #type ", " #name ")", __VA_ARGS__)                           \
    PL_FUNCTION_2_(type, name, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#define PL_FUNCTION_2_(type, name, over, ...) \
    PL_FUNCTION_STORAGE_ type name(PL_TAIL_(~ over(, PL_DO_, PL_FORMAL_, __VA_ARGS__)))
#define PL_PASS(...) PL_IF_ONE_(__VA_ARGS__)(PL_PASS_, PL_MISUSED_VALUE_)("PL_PASS(x)", __VA_ARGS__)
#define PL_PASS_(usage, x) PL_IF_TUPLE_(x, PL_PASS_VIEW_, PL_PASS_REF_)(usage, x)
#define PL_PASS_REF_(usage, x) PL_NAME_(PL_PASS, x) pl_window_of_##x, ((void)PL_REQUIRE_REF_(usage, x), x), x##_ref, NULL
#define PL_PASS_VIEW_(usage, v_)                                                                            \
    (__typeof__(PL_HBM_DIMS_OF_(PL_CODE_OF_(v_) - 17)))(void *)(struct pl_window[1]){ pl_window_over_(PL_SEEN_(v_)) }, \
    ((void)PL_DEMAND_(PL_CODE_OF_(v_) > 17, usage ": a part of a block is named by PL_VIEW [pass-part]"), (void *)PL_SEEN_(v_)->at), \
    (PL_ELEMENT_OF_(v_) *)NULL, NULL

#define PL_TYPE_OF_REF_(i, T, x, ...)   T *pl_parameter_##i; char pl_rank_##i[PL_N_(__VA_ARGS__)];
#define PL_TYPE_OF_SCALAR_(i, T, a)     T pl_parameter_##i; char pl_rank_##i[7];

#define PL_FORMAL_SCALAR_(i, T, a) , PL_UNUSED_ T a
/* The view of a ref: see PL_AT. */
#define PL_VIEW_TYPE_(T_, name_, rank_, hbm_) T_ (*(*name_)(void))[1 + (rank_) + 16 * (hbm_)]
#define PL_FORMAL_REF_(i, T, x, ...)                                                                        \
    , PL_UNUSED_ char (*pl_window_of_##x) PL_DIMS_(__VA_ARGS__),                                            \
    PL_UNUSED_ T x[const restrict PL_HEAD_(__VA_ARGS__)] PL_ROWS_OF_(x, __VA_ARGS__),                       \
    PL_UNUSED_ T (*x##_ref)[PL_HEAD_(__VA_ARGS__)] PL_ROWS_OF_(x, __VA_ARGS__),                             \
    PL_UNUSED_ PL_VIEW_TYPE_(T, pl_type_of_##x, PL_N_(__VA_ARGS__), 0)
#if PL_IN_PLACE
#define PL_ROWS_OF_(x, ...) PL_CAT_(PL_PITCHES_, PL_N_(__VA_ARGS__))(pl_pitch_of_(PL_WINDOW_(x)))
#else
#define PL_ROWS_OF_(x, ...) PL_INNER_DIMS_(__VA_ARGS__)
#endif

/* The window of a ref; other expressions have none. A ref is recognized by its type, a const pointer. */
#define PL_WINDOW_(x) ((const struct pl_window *)(const void *)pl_window_of_##x)
#ifdef __GNUC__
#define PL_IS_REF_(x)                                                                                       \
    (PL_IS_POINTER_(x) &&                                                                                   \
     __builtin_types_compatible_p(__typeof__(x), __typeof__((void)0, (x))) &&                               \
     __builtin_types_compatible_p(__typeof__(x) *, __typeof__(x) const *))
#define PL_REQUIRE_REF_(usage, x)                                                                           \
    PL_EXPECT_(PL_IS_REF_(x), usage ": " #x " is not a ref; PL_VIEW names a part of a block, PL_TILE makes one [not-a-ref]")
#define PL_IS_CONST_(element) __builtin_types_compatible_p(__typeof__(element) *, __typeof__(element) const *)
#define PL_IS_LIKE_(p, q) __builtin_types_compatible_p(__typeof__(*(p)), __typeof__(*(q)))
#define PL_IS_DEEP_(row) _Generic(&(row)[0], char *: 0, default: 1)
#else
#define PL_REQUIRE_REF_(usage, x) 0
#define PL_IS_CONST_(element) 0
#define PL_IS_LIKE_(p, q) 1
#define PL_IS_DEEP_(row) 1
#endif
/* The rows of a ref, from its companion: row k + 1 is the first of row k; for an element it is the element again. */
#define PL_ROW_(row) _Generic(&(row)[0], char *: (row), default: *(row))
#define PL_ROW_1_(p) PL_ROW_(*(p))
#define PL_ROW_2_(p) PL_ROW_(PL_ROW_1_(p))
#define PL_ROW_3_(p) PL_ROW_(PL_ROW_2_(p))
#define PL_ROW_4_(p) PL_ROW_(PL_ROW_3_(p))
#define PL_ROW_5_(p) PL_ROW_(PL_ROW_4_(p))
#define PL_HAS_RANK_1(p) !PL_IS_DEEP_(*(p))
#define PL_HAS_RANK_2(p) (PL_IS_DEEP_(*(p)) && !PL_IS_DEEP_(PL_ROW_1_(p)))
#define PL_HAS_RANK_3(p) (PL_IS_DEEP_(PL_ROW_1_(p)) && !PL_IS_DEEP_(PL_ROW_2_(p)))
#define PL_HAS_RANK_4(p) (PL_IS_DEEP_(PL_ROW_2_(p)) && !PL_IS_DEEP_(PL_ROW_3_(p)))
#define PL_HAS_RANK_5(p) (PL_IS_DEEP_(PL_ROW_3_(p)) && !PL_IS_DEEP_(PL_ROW_4_(p)))
#define PL_HAS_RANK_6(p) PL_IS_DEEP_(PL_ROW_4_(p))
#define PL_REQUIRE_WRITABLE_(usage, x) PL_EXPECT_(!PL_IS_CONST_(*(x)), usage ": " #x " is const, so it can only be read [read-only]")
/* Requires a name: for anything else the preprocessor's error contains the name of this macro. */
#define PL_NAME_(macro, x) PL_NOTHING_(macro##_takes_a_name_##x)

/* Replaces dims before they are those of parameters, because they may depend on scalars. */
#define PL_VALUE_FORMAL_SCALAR_(i, T, a) , PL_UNUSED_ T a
#define PL_VALUE_FORMAL_REF_(...)
#define PL_VALUE_FORMAL_ANY_REF_(...)
#define PL_VALUE_FORMAL_SEM_(...)
#define PL_VALUE_FORMAL_SEMS_(...)
#define PL_DIMS_ARE_SCALAR_(...)
#define PL_DIMS_ARE_ANY_REF_(...)
#define PL_DIMS_ARE_SEM_(...)
#define PL_DIMS_ARE_SEMS_(...)
#define PL_DIMS_ARE_REF_(i, T, x, ...)                                                                      \
    PL_EXPECT_STATIC_(PL_IS_NAME_(#x) PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__),                                 \
                      "PL_REF(" #T ", " #x ", ...): a type, a name, then the dims, integers [name-and-dims]")

/* Compares the extents of the refs for these arguments with those of the windows. */
#define PL_SIGN_SCALAR_(i, T, a)
#define PL_SIGN_REF_(i, T, x, ...)                                                                          \
    pl_sign_(pl_, PL_WINDOW_(x), #x, sizeof(T), PL_N_(__VA_ARGS__), (const long[]){ PL_EXTENTS_(__VA_ARGS__) });

/* ---- Where a kernel is in the grid ---------------------------------------------------------------------

   PL_PROGRAM_ID(a), PL_NUM_PROGRAMS(a): this program's index on axis a, and the number of programs (long).
   PL_FIRST(a), PL_LAST(a): true in the first, the last program on axis a.
   PL_AXIS(i): this program's index on the axis that the call names i.
   PL_DIM(x, a): the extent of ref x on axis a (a literal).  PL_SIZE(x, a): the valid part of a PL_BOUNDED dim.
   PL_CDIV(a, b): a / b, rounded up, for a >= 0 and b > 0.

       PL_WHEN (PL_FIRST(2))
           PL_FILL(z, 0);

   Error at run time: an axis that the grid does not have. A batch axis (PL_BATCH) has no number.
   -------------------------------------------------------------------------------------------------------- */
#define PL_PROGRAM_ID(...)   PL_IF_ONE_(__VA_ARGS__)(PL_ID_, PL_MISUSED_VALUE_)("PL_PROGRAM_ID(axis)", __VA_ARGS__)
#define PL_NUM_PROGRAMS(...) PL_IF_ONE_(__VA_ARGS__)(PL_NUM_, PL_MISUSED_VALUE_)("PL_NUM_PROGRAMS(axis)", __VA_ARGS__)
#define PL_FIRST(...)        PL_IF_ONE_(__VA_ARGS__)(PL_FIRST_, PL_MISUSED_VALUE_)("PL_FIRST(axis)", __VA_ARGS__)
#define PL_LAST(...)         PL_IF_ONE_(__VA_ARGS__)(PL_LAST_, PL_MISUSED_VALUE_)("PL_LAST(axis)", __VA_ARGS__)
#define PL_AXIS(...)         PL_IF_ONE_(__VA_ARGS__)(PL_AXIS_, PL_MISUSED_VALUE_)("PL_AXIS(i)", __VA_ARGS__)
#define PL_ID_(usage, a)     pl_program_id_(PL_AXIS_NUMBER_(usage, a), __FILE__, __LINE__)
#define PL_NUM_(usage, a)    pl_num_programs_(PL_AXIS_NUMBER_(usage, a), __FILE__, __LINE__)
#define PL_FIRST_(usage, a)  (PL_ID_(usage, a) == 0)
#define PL_LAST_(usage, a)   (PL_ID_(usage, a) == PL_NUM_(usage, a) - 1)
#define PL_AXIS_(usage, i)   PL_NAME_(PL_AXIS, i) pl_axis_id_(#i, __FILE__, __LINE__)
#define PL_AXIS_NUMBER_(usage, a) ((a) + PL_EXPECT_OF_(PL_IS_INTEGER_(a), usage ": the number of an axis, from 0 [axis-number]"))
#define PL_CDIV(...)       PL_IF_N_(2, __VA_ARGS__)(PL_CDIV_, PL_MISUSED_VALUE_)("PL_CDIV(a, b)", __VA_ARGS__)
#define PL_CDIV_(usage, a, b) (((a) + (b) - 1) / (b))
#define PL_SIZE(...)       PL_IF_N_(2, __VA_ARGS__)(PL_SIZE_, PL_MISUSED_VALUE_)("PL_SIZE(x, axis)", __VA_ARGS__)
#define PL_SIZE_(usage, x, a) \
    PL_NAME_(PL_SIZE, x)((void)PL_SECOND_(PL_CAT_2_(PL_DIM_axis_, a), PL_DIM_OTHER_)(usage, x, pl_window_of_##x), \
                         pl_size_of_(PL_WINDOW_(x))[a])
#define PL_DIM(...)        PL_IF_N_(2, __VA_ARGS__)(PL_DIM_, PL_MISUSED_VALUE_)("PL_DIM(x, axis)", __VA_ARGS__)
#define PL_DIM_(usage, x, a) \
    PL_NAME_(PL_DIM, x) PL_SECOND_(PL_CAT_2_(PL_DIM_axis_, a), PL_DIM_OTHER_)(usage, x, pl_window_of_##x)
#define PL_DIM_OTHER_(usage, x, p) PL_REQUIRE_(0, usage ": the axis is a literal, 0 to 5 [dim-literal]")
#define PL_DIM_OF_(usage, x, d, deep, extent) \
    (PL_REQUIRE_REF_(usage, x) + PL_EXPECT_(deep, usage ": " #x " has fewer axes [axis-past-rank]") + PL_EXTENT_OF_REF_(x, d, (long)(extent)))
#define PL_EXTENT_OF_REF_(x_, d_, extent_)                                                                  \
    _Generic((x_), const struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: pl_window_dim_(PL_WINDOW_(x_), d_),    \
             struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: pl_window_dim_(PL_WINDOW_(x_), d_), default: extent_)
#define PL_DIM_axis_0 ~, PL_DIM_0_
#define PL_DIM_axis_1 ~, PL_DIM_1_
#define PL_DIM_axis_2 ~, PL_DIM_2_
#define PL_DIM_axis_3 ~, PL_DIM_3_
#define PL_DIM_axis_4 ~, PL_DIM_4_
#define PL_DIM_axis_5 ~, PL_DIM_5_
#define PL_DIM_0_(usage, x, p) PL_DIM_OF_(usage, x, 0, 1, sizeof *(p) / sizeof (*(p))[0])
#define PL_DIM_1_(usage, x, p) PL_DIM_OF_(usage, x, 1, PL_IS_DEEP_(*(p)), sizeof PL_ROW_1_(p) / sizeof *PL_ROW_1_(p))
#define PL_DIM_2_(usage, x, p) PL_DIM_OF_(usage, x, 2, PL_IS_DEEP_(PL_ROW_1_(p)), sizeof PL_ROW_2_(p) / sizeof *PL_ROW_2_(p))
#define PL_DIM_3_(usage, x, p) PL_DIM_OF_(usage, x, 3, PL_IS_DEEP_(PL_ROW_2_(p)), sizeof PL_ROW_3_(p) / sizeof *PL_ROW_3_(p))
#define PL_DIM_4_(usage, x, p) PL_DIM_OF_(usage, x, 4, PL_IS_DEEP_(PL_ROW_3_(p)), sizeof PL_ROW_4_(p) / sizeof *PL_ROW_4_(p))
#define PL_DIM_5_(usage, x, p) PL_DIM_OF_(usage, x, 5, PL_IS_DEEP_(PL_ROW_4_(p)), sizeof PL_ROW_5_(p) / sizeof *PL_ROW_5_(p))
