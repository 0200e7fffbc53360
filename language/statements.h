/* ==== Statements =========================================================================================

   PL_WHEN (c) …                     run if the condition holds, which is uniform in the program; an else may follow
   PL_LOOP (i, lo, hi[, step]) …     a sequential loop
   PL_EACH ((r, BM), (c, BN)) …      for every element, in any order; an axis is (i, n) or (i, lo, hi)
   PL_REDUCE (acc, OP, (c, BN), e);  acc = OP(acc, e), ascending; several axes: ((r, BM), (c, BN))
   PL_SCAN (acc, OP, (c, BN), e) …   the same, and after each element the statement that follows, which reads acc

       PL_EACH ((r, BM)) {
           float top = -INFINITY;
           PL_REDUCE (top, PL_MAX, (c, N), x[r][c]);
           PL_EACH ((c, N))
               o[r][c] = x[r][c] - top;
           float sum = 0;
           PL_SCAN (sum, PL_ADD, (c, N), x[r][c])
               z[r][c] = sum;                          // x[r][0] + … + x[r][c]
       }

   are loops: PL_EACH ((c, N)) expands to  for (long c = 0; c < N; c++)  with checks off. With checks on it visits the
   elements in the order of PALLAS=order=.  OP is PL_ADD PL_MUL PL_MAX PL_MIN PL_AND PL_OR PL_XOR or your own
   associative function, also over structs.

   PL_IDENTITY(f, value), at file scope, for a function that a PL_REDUCTION axis reduces by: f(value, x) and f(x, value) are x.

       PL_IDENTITY(larger, -INFINITY)
   ========================================================================================================= */
#define PL_WHEN(...) PL_IF_ONE_(__VA_ARGS__)(PL_WHEN_, PL_MISUSED_IF_)("PL_WHEN (condition)", __VA_ARGS__)
#define PL_WHEN_(usage, c) if (c)
#define PL_MISUSED_IF_(usage, ...) if (PL_MISUSED_VALUE_(usage, ~))

/* The start of a loop: i must be a name, and the bounds integers. */
#define PL_FROM_(usage, i, lo, hi)                                                                          \
    ((lo) + PL_EXPECT_OF_(PL_IS_NAME_(#i) && PL_IS_INTEGER_(lo) && PL_IS_INTEGER_(hi),                        \
                        usage ": a name without a type, then integers; this begins with " #i " [loop-name]"))
#define PL_LOOP_USAGE_ "PL_LOOP (i, lo, hi[, step])"
#define PL_EACH_USAGE_ "PL_EACH ((r, rows), (c, from, to), ...)"
#define PL_REDUCE_USAGE_ "PL_REDUCE (acc, OP, (c, n), e)"
#define PL_SCAN_USAGE_ "PL_SCAN (acc, OP, (c, n), e)"

#define PL_LOOP(...) PL_CAT_(PL_LOOP_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_LOOP_1(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_2(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_5(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_6(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_3(i, lo, hi) PL_SECOND_(PL_CAT_2_(PL_LOOP_over_, i), PL_LOOP_UP_)(i, lo, hi)
#define PL_LOOP_4(i, lo, hi, step) PL_SECOND_(PL_CAT_2_(PL_LOOP_over_, i), PL_LOOP_BY_)(i, lo, hi, step)
#define PL_LOOP_over_0 ~, PL_LOOP_1                                    /* the name was forgotten; likewise below */
#define PL_EACH_over_0 ~, PL_EACH_1
#define PL_REDUCE_over_0 ~, PL_REDUCE_1
#define PL_LOOP_UP_(i, lo, hi) for (long i = PL_FROM_(PL_LOOP_USAGE_, i, lo, hi), i##_end_ = (hi); i < i##_end_; i++)
#define PL_LOOP_BY_(i, lo, hi, step)                                                                        \
    for (long i = PL_FROM_(PL_LOOP_USAGE_, i, lo, hi), i##_end_ = (hi), i##_step_ = PL_STEP_(step); i < i##_end_; \
         i += i##_step_)
#if PL_CHECKS
#define PL_STEP_(step) pl_step_((step), __FILE__, __LINE__)
#else
#define PL_STEP_(step) (step)
#endif

#define PL_EACH(...) PL_LIST_(PL_EACH_AXIS_, ~, __VA_ARGS__)
#define PL_EACH_AXIS_(i, c, axis) PL_IF_TUPLE_(axis, PL_EACH_AXIS_1_, PL_EACH_WRONG_)(axis)
#define PL_EACH_AXIS_1_(axis) PL_IF_ALONE_(axis, PL_EACH_AXIS_2_, PL_EACH_1)(PL_BARE_ axis)
#define PL_EACH_WRONG_(axis) PL_EACH_1(~)
#define PL_EACH_AXIS_2_(...) PL_EACH_AXIS_3_(__VA_ARGS__)
#define PL_EACH_AXIS_3_(...) PL_CAT_(PL_EACH_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_EACH_1(...) PL_MISUSED_(PL_EACH_USAGE_, ~);
#define PL_EACH_4(...) PL_MISUSED_(PL_EACH_USAGE_, ~);
#define PL_EACH_5(...) PL_MISUSED_(PL_EACH_USAGE_, ~);
#define PL_EACH_2(i, n) PL_EACH_3(i, 0, n)
#define PL_EACH_3(i, lo, hi) PL_SECOND_(PL_CAT_2_(PL_EACH_over_, i), PL_EACH_LOOP_)(i, lo, hi)
#if PL_CHECKS
#define PL_EACH_LOOP_(i, lo, hi)                                                                            \
    for (long i##_lo_ = PL_FROM_(PL_EACH_USAGE_, i, lo, hi), i##_n_ = (hi) - i##_lo_, i##_k_ = 0,           \
             i = pl_each_(i##_lo_, i##_n_, 0); i##_k_ < i##_n_;                                             \
         i = pl_each_(i##_lo_, i##_n_, ++i##_k_))
#else
#define PL_EACH_LOOP_(i, lo, hi)                                                                            \
    for (long i = PL_FROM_(PL_EACH_USAGE_, i, lo, hi), i##_end_ = (hi); i < i##_end_; i++)
#endif

#define PL_REDUCE(...)                                                                                      \
    PL_IF_N_(FEW4, __VA_ARGS__)(PL_MISUSED_, PL_REDUCE_4_)(PL_REDUCE_USAGE_, __VA_ARGS__)
#define PL_REDUCE_4_(usage, acc, op, axes, ...)                                                             \
    PL_NAME_(PL_REDUCE, op) PL_IF_TUPLE_(axes, PL_REDUCE_5_, PL_MISUSED_)(usage, acc, op, axes, __VA_ARGS__)
#define PL_REDUCE_5_(usage, acc, op, axes, ...)                                                             \
    PL_IF_AXES_(__VA_ARGS__)(PL_AXES_APART_, PL_REDUCE_OVER_)(usage, acc, op, axes, __VA_ARGS__)
#define PL_REDUCE_OVER_(usage, acc, op, axes, ...)                                                          \
    do {                                                                                                    \
        PL_IF_TUPLE_(PL_HEAD_ axes, PL_REDUCE_AXES_, PL_REDUCE_AXIS_)(PL_BARE_ axes)                        \
            PL_FOLD_BY_(usage, acc, op, (__VA_ARGS__))                                                      \
    } while (0)
#if PL_CHECKS
#define PL_FOLD_BY_(usage, acc, op, e) PL_SECOND_(PL_CAT_2_(PL_FOLD_BY_, op), PL_FOLD_OWN_)(usage, acc, op, e)
#define PL_FOLD_BY_PL_ADD ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_MUL ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_MAX ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_MIN ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_AND ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_OR  ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_XOR ~, PL_FOLD_OURS_
#define PL_FOLD_OURS_(usage, acc, op, e) PL_FOLD_(acc, op((acc), e))
/* A function of the program's own is tried on the values at hand: with equal elements no earlier one must be kept. */
#define PL_FOLD_OWN_(usage, acc, op, e)                                                                     \
    {                                                                                                       \
        __typeof__(e) pl_e_ = (e);                                                                          \
        if (pl_tries_(&(acc), PL_DTYPE_(acc), sizeof(acc)) && pl_tries_(&pl_e_, PL_DTYPE_(pl_e_), sizeof pl_e_)) { \
            __typeof__(op((acc), pl_e_)) pl_tried_[] = { (acc), pl_e_, op(pl_e_, pl_e_), op((acc), pl_e_),  \
                                                         op(op((acc), pl_e_), pl_e_), op((acc), op(pl_e_, pl_e_)) }; \
            pl_associates_(usage, #op, PL_DTYPE_(pl_tried_[0]), sizeof pl_tried_[0], pl_tried_, __FILE__, __LINE__); \
            pl_try_identity_(#op, PL_DTYPE_(pl_tried_[0]), sizeof pl_tried_[0], &pl_tried_[1]);             \
        }                                                                                                   \
        PL_FOLD_(acc, op((acc), pl_e_))                                                                     \
    }
#define PL_FOLD_(acc, e)                                                                                    \
    {                                                                                                       \
        __typeof__(e) pl_reduced_ = (e);                                                                     \
        (acc) = pl_reduced_;                                                                                 \
        if (sizeof(acc) < sizeof pl_reduced_)                                                                \
            pl_narrow_(#acc, &(acc), PL_DTYPE_(acc), &pl_reduced_, PL_DTYPE_(pl_reduced_), __FILE__, __LINE__); \
    }
#else
#define PL_FOLD_BY_(usage, acc, op, e) (acc) = op((acc), e);
#endif
#define PL_REDUCE_AXES_(...) PL_LIST_(PL_REDUCE_AXES_1_, ~, __VA_ARGS__)
#define PL_REDUCE_AXES_1_(i, c, axis) PL_IF_ALONE_(axis, PL_REDUCE_AXIS_, PL_REDUCE_1)(PL_BARE_ axis)
#define PL_REDUCE_AXIS_(...) PL_CAT_(PL_REDUCE_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_REDUCE_1(...)       PL_MISUSED_(PL_REDUCE_USAGE_, ~);
#define PL_REDUCE_4(...)       PL_MISUSED_(PL_REDUCE_USAGE_, ~);
#define PL_REDUCE_2(i, n)      PL_REDUCE_3(i, 0, n)
#define PL_REDUCE_3(i, lo, hi) PL_SECOND_(PL_CAT_2_(PL_REDUCE_over_, i), PL_REDUCE_LOOP_)(i, lo, hi)
#define PL_REDUCE_LOOP_(i, lo, hi)                                                                          \
    for (long i = PL_FROM_(PL_REDUCE_USAGE_, i, lo, hi), i##_end_ = (hi); i < i##_end_; i++)

/* The statement that follows is the body of the loop. */
#define PL_SCAN(...) PL_IF_N_(FEW4, __VA_ARGS__)(PL_SCAN_1, PL_SCAN_4_)(PL_SCAN_USAGE_, __VA_ARGS__)
#define PL_SCAN_4_(usage, acc, op, axis, ...)                                                               \
    PL_NAME_(PL_SCAN, op) PL_IF_TUPLE_(axis, PL_SCAN_5_, PL_SCAN_1)(usage, acc, op, (__VA_ARGS__), PL_BARE_ axis)
#define PL_SCAN_5_(...) PL_CAT_(PL_SCAN_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_SCAN_1(...) PL_MISUSED_(PL_SCAN_USAGE_, ~);
#define PL_SCAN_5(...) PL_MISUSED_(PL_SCAN_USAGE_, ~);
#define PL_SCAN_8(...) PL_MISUSED_(PL_SCAN_USAGE_, ~);
#define PL_SCAN_6(usage, acc, op, e, i, n) PL_SCAN_7(usage, acc, op, e, i, 0, n)
#define PL_SCAN_7(usage, acc, op, e, i, lo, hi)                                                             \
    for (long i = PL_FROM_(usage, i, lo, hi), i##_end_ = (hi); i < i##_end_ && PL_SCANNED_(usage, acc, op, e); i++)
#if PL_CHECKS
#define PL_SCANNED_(usage, acc, op, e) __extension__({ PL_FOLD_BY_(usage, acc, op, e) 1; })
#else
#define PL_SCANNED_(usage, acc, op, e) ((acc) = op((acc), e), 1)
#endif

#define PL_IDENTITY(f, ...) \
    _Static_assert(sizeof (f((__VA_ARGS__), (__VA_ARGS__))), "PL_IDENTITY(f, value)"); PL_KNOW_IDENTITY_(f, (__VA_ARGS__), #__VA_ARGS__)
/* A constructor enters it in the list of the file: a loop by f finds it by its name. */
#if PL_CHECKS && defined __GNUC__ && PL_MODE_ == PL_INTERPRET_
#define PL_KNOW_IDENTITY_(f, value, text)                                                                   \
    static void pl_with_identity_##f(const void *pl_x_, void *pl_left_, void *pl_right_)                    \
    {                                                                                                       \
        const __typeof__(f(value, value)) pl_of_ = *(const __typeof__(f(value, value)) *)pl_x_,             \
                                          pl_l_ = f(value, pl_of_), pl_r_ = f(pl_of_, value);               \
        memcpy(pl_left_, &pl_l_, sizeof pl_l_);                                                             \
        memcpy(pl_right_, &pl_r_, sizeof pl_r_);                                                            \
    }                                                                                                       \
    __attribute__((__constructor__)) static void pl_know_identity_##f(void)                                 \
    {                                                                                                       \
        static struct pl_identity known = { #f, text, __FILE__, __LINE__, pl_with_identity_##f, NULL };     \
        pl_enter_identity_(&known);                                                                         \
    }
#else
#define PL_KNOW_IDENTITY_(f, value, text)
#endif

#define PL_ADD(a, b) (PL_NUMBERS_("PL_ADD", a, b), (a) + (b))
#define PL_MUL(a, b) (PL_NUMBERS_("PL_MUL", a, b), (a) * (b))
#define PL_AND(a, b) (PL_INTEGERS_("PL_AND", a, b), (a) & (b))
#define PL_OR(a, b)  (PL_INTEGERS_("PL_OR", a, b), (a) | (b))
#define PL_XOR(a, b) (PL_INTEGERS_("PL_XOR", a, b), (a) ^ (b))
#define PL_MAX(a, b) (PL_NUMBERS_("PL_MAX", a, b), PL_OF_TYPE_((a) + (b), pl_max_)(a, b))       /* NaN wins */
#define PL_MIN(a, b) (PL_NUMBERS_("PL_MIN", a, b), PL_OF_TYPE_((a) + (b), pl_min_)(a, b))
#define PL_NUMBERS_(op, a, b)                                                                               \
    (void)PL_EXPECT_OF_(PL_IS_NUMBER_(a) && PL_IS_NUMBER_(b), op "(a, b) takes numbers; pl_to_f32(v) makes one of a small float [numbers]")
#define PL_INTEGERS_(op, a, b) (void)PL_EXPECT_OF_(PL_IS_INTEGER_(a) && PL_IS_INTEGER_(b), op "(a, b) takes integers [integers]")
#define PL_OF_TYPE_(e, f)                                                                                   \
    _Generic((e), float: f##float_, double: f##double_, unsigned: f##u32_, long: f##long_, unsigned long: f##ulong_, \
             long long: f##i64_, unsigned long long: f##u64_, default: f##int_)
#define PL_EXTREMA_(suffix, T, nan)                                                                         \
    PL_EXTREMUM_(pl_max_##suffix, T, a > b || nan)                                                          \
    PL_EXTREMUM_(pl_min_##suffix, T, a < b || nan)
#define PL_EXTREMUM_(name, T, first)                                                                        \
    static inline T name(T a, T b) { return first ? a : b; }
#if defined PL_MSAN_BUILD_                                              /* a conditional expression is not a branch: it may depend on unspecified data */
#undef PL_EXTREMUM_
#define PL_EXTREMUM_(name, T, first)                                                                        \
    __attribute__((__no_sanitize__("memory"), __noinline__, __unused__)) static T name##chosen_(T a, T b) { return first ? a : b; } \
    static inline T name(T a, T b)                                                                          \
    {                                                                                                       \
        int garbage = __msan_test_shadow(&a, sizeof a) >= 0 || __msan_test_shadow(&b, sizeof b) >= 0;       \
        T chosen = name##chosen_(a, b);                                                                     \
        if (garbage)                                                                                        \
            __msan_poison(&chosen, sizeof chosen);                                                          \
        return chosen;                                                                                      \
    }
#endif
PL_EXTREMA_(float_, float, a != a)
PL_EXTREMA_(double_, double, a != a)
PL_EXTREMA_(int_, int, 0)
PL_EXTREMA_(u32_, unsigned, 0)
PL_EXTREMA_(long_, long, 0)
PL_EXTREMA_(ulong_, unsigned long, 0)
PL_EXTREMA_(i64_, long long, 0)
PL_EXTREMA_(u64_, unsigned long long, 0)

/* ---- Whole blocks --------------------------------------------------------------------------------------

   PL_FILL(x, v)         set every element of x to v, converted to x's type
   PL_ASSIGN(dst, src)   copy a block of the same extents, and convert it
   PL_DOT(acc, a, b)     acc += a · b, rank 2; PL_T(a) is a transposed; a fourth argument PL_TF32 or PL_BF16X1 allows
                         a target less precision. Narrow types accumulate in f32 or i32, f64 in f64, i64 in i64.

       PL_DOT(s, q, PL_T(k));

   Error at run time: extents that do not match. The report has this line, the program and both shapes.
   -------------------------------------------------------------------------------------------------------- */
#define PL_FILL(...) PL_IF_N_(2, __VA_ARGS__)(PL_FILL_, PL_MISUSED_)("PL_FILL(x, v)", __VA_ARGS__)
#define PL_FILL_(usage, x, v) PL_IF_TUPLE_(x, PL_FILL_VIEW_, PL_FILL_REF_)(usage, x, v)
#define PL_FILL_VIEW_(usage, x_, v_)                                                                        \
    __extension__({                                                                                         \
        const __auto_type pl_dst_ = x_;                                                                     \
        _Static_assert(!PL_IS_CONST_(**(pl_dst_)()), usage ": the view is const, so it can only be read [view-const]"); \
        pl_fill_view_(PL_SEEN_(pl_dst_), PL_VALUE_((v_)), PL_HERE_);                                        \
    })
#define PL_FILL_REF_(usage, x, v)                                                                           \
    PL_NAME_(PL_FILL, x) ((void)PL_REQUIRE_REF_(usage, x), (void)PL_REQUIRE_WRITABLE_(usage, x),            \
                          (void)PL_EXPECT_OF_(!PL_IS_POINTER_(v), usage ": v is a value, no pointer [edge-pointer]"), \
                          pl_fill_((x), PL_WINDOW_(x), PL_VALUE_((v)), __FILE__, __LINE__))
#define PL_ASSIGN(...) PL_IF_N_(2, __VA_ARGS__)(PL_ASSIGN_, PL_MISUSED_)("PL_ASSIGN(to, from)", __VA_ARGS__)
#define PL_ASSIGN_(usage, dst, src) \
    PL_IF_TUPLE_(dst, PL_ASSIGN_VIEW_, PL_IF_TUPLE_(src, PL_ASSIGN_VIEW_, PL_ASSIGN_REF_))(usage, dst, src)
#define PL_ASSIGN_VIEW_(usage, dst_, src_)                                                                  \
    __extension__({                                                                                         \
        const __auto_type pl_src_ = PL_SHOWN_(src_);                                                        \
        const __auto_type pl_dst_ = PL_SHOWN_(dst_);                                                        \
        _Static_assert(!PL_IS_CONST_(**(pl_dst_)()), usage ": the view is const, so it can only be read [view-const]"); \
        _Static_assert(PL_CODE_OF_(pl_dst_) % 16 == PL_CODE_OF_(pl_src_) % 16, usage ": the two differ in rank [assign-ranks]"); \
        pl_assign_view_(PL_SEEN_(pl_dst_), PL_SEEN_(pl_src_), PL_HERE_);                                    \
    })
#define PL_ASSIGN_REF_(usage, dst, src)                                                                     \
    PL_NAME_(PL_ASSIGN, dst) PL_NAME_(PL_ASSIGN, src)                                                       \
    ((void)PL_REQUIRE_REF_(usage, dst), (void)PL_REQUIRE_REF_(usage, src),                                  \
     (void)PL_REQUIRE_WRITABLE_(usage, dst),                                                                \
     (void)PL_EXPECT_(PL_IS_LIKE_(pl_window_of_##dst, pl_window_of_##src) || PL_IS_HBM_(dst) || PL_IS_HBM_(src), \
                       usage ": " #dst " and " #src " differ in rank or extents [assign-extents]"),         \
     pl_assign_((dst), PL_WINDOW_(dst), (const void *)(src), PL_WINDOW_(src), __FILE__, __LINE__))
#define PL_DOT(...) PL_CAT_(PL_DOT_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_DOT_1(...) PL_MISUSED_("PL_DOT(acc, a, b[, precision])", ~)
#define PL_DOT_2(...) PL_MISUSED_("PL_DOT(acc, a, b[, precision])", ~)
#define PL_DOT_5(...) PL_MISUSED_("PL_DOT(acc, a, b[, precision])", ~)
#define PL_DOT_3(acc, a, b) PL_DOT_4(acc, a, b, 0)
#define PL_DOT_4(acc, a, b, precision)                                                                      \
    PL_NAME_(PL_DOT, acc) PL_NAME_(PL_DOT, a) PL_NAME_(PL_DOT, b)                                           \
    ((void)PL_EXPECT_(PL_IS_INTEGER_(precision), "PL_DOT(acc, a, b[, precision]): PL_TF32 or PL_BF16X1 [dot-precision]"), \
     pl_dot_(PL_MATRIX_(acc), PL_MATRIX_(a), PL_MATRIX_(b), __FILE__,                                       \
             __LINE__ + PL_REQUIRE_WRITABLE_("PL_DOT(acc, a, b[, precision])", acc)))
#define PL_TF32   1
#define PL_BF16X1 2
#define PL_T(...) PL_IF_ONE_(__VA_ARGS__)(PL_TRANSPOSED_, PL_T_MISUSED_)(__VA_ARGS__)
#define PL_T_MISUSED_(...) PL_T_takes_one_matrix
#define PL_MATRIX_(x) PL_IF_(PL_SECOND_(PL_CAT_2_(PL_PROBE_, x), 0))(PL_MATRIX_T_, PL_MATRIX_N_)(x)
#define PL_PROBE_PL_TRANSPOSED_(x) ~, 1
#define PL_MATRIX_T_(x) PL_CAT_2_(PL_STRIP_, x)
#define PL_STRIP_PL_TRANSPOSED_(x) PL_MATRIX_OF_(x, 1)
#define PL_MATRIX_N_(x) PL_MATRIX_OF_(x, 0)
#define PL_MATRIX_OF_(x, transposed)                                                                        \
    ((void)PL_REQUIRE_REF_("PL_DOT(acc, a, b[, precision])", x),                                            \
     (void)PL_REQUIRE_(!PL_IS_HBM_(x), "PL_DOT: " #x " stays in HBM: copy it first, PL_AT, PL_COPY [dot-in-hbm]"), \
     (void)PL_EXPECT_(PL_HAS_RANK_2(pl_window_of_##x),                                                    \
                       "PL_DOT(acc, a, b[, precision]): " #x " is not of rank 2; PL_VIEW names a part that is [dot-rank-2]"), \
     pl_matrix_((void *)(x), PL_WINDOW_(x), transposed))

/* ---- Blocks of the body --------------------------------------------------------------------------------

   PL_TILE(T, t, d0, d1…);       a block of the body, with constant dims, uninitialized; on the heap if it is large
   PL_VIEW(T, v, p, d0, d1…);    a name for a part of a block: p points to its first row (x[h], &x[h][w]), and p's
                                 type gives the distance between the rows

   declare refs like any other, which PL_FILL, PL_DOT, PL_PASS and PL_INSIDE accept.

       PL_TILE(float, s, BQ, BK);
       PL_FILL(s, 0);
       PL_DOT(s, q, PL_T(k));

   PL_INSIDE(x, i, j)              true if this element of the window is inside its array
   PL_LOAD(x[i][j], mask, other)   x[i][j] if mask holds, else other;  PL_STORE(x[i][j], v, mask): x[i][j] = v if mask holds
   PL_MULTIPLE_OF(v, n)            v, with a promise that n divides it (checked)
   -------------------------------------------------------------------------------------------------------- */
/* With checks a tile is between two guards, like a block: a number of elements on each side. A loop that runs one row too
   far writes a whole row, so a guard is at least a row; it is limited to a page, because small tiles are on the stack. */
#if PL_CHECKS
#define PL_TILE_GUARD_(size, row) \
    ((((row) > PL_PAGE_ ? PL_PAGE_ : ((row) + PL_GUARD_ - (row) % PL_GUARD_)) + (size) - 1) / (size))
#else
#define PL_TILE_GUARD_(size, row) 0
#endif
#define PL_TILE(...)                                                                                        \
    PL_IF_N_(3TO8, __VA_ARGS__)(PL_TILE_, PL_MISUSED_)("PL_TILE(T, t, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_TILE_(usage, T, t, ...)                                                                          \
    PL_EXPECT_NAME_(#t, "PL_TILE(" #T ", " #t ", ...): a type, a name, then the dims [name-and-dims]")      \
    _Static_assert(1 PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__), "PL_TILE(" #T ", " #t ", ...): dims are integers [dims-integers]"); \
    _Static_assert(PL_IS_CONSTANT_(PL_PRODUCT_(__VA_ARGS__)),                                               \
                   "PL_TILE: its dims are constants; PL_SCRATCH takes others [tile-constant]");             \
    _Static_assert(1 PL_LIST_(PL_IS_POSITIVE_, ~, __VA_ARGS__), "PL_TILE(" #T ", " #t ", ...): dims are 1 or more [dims-positive]"); \
    enum { t##_count_ = PL_PRODUCT_(__VA_ARGS__) };                                                         \
    enum { t##_guard_ = PL_TILE_GUARD_(sizeof(T), sizeof(T) * t##_count_ / ((PL_HEAD_(__VA_ARGS__)) + !(PL_HEAD_(__VA_ARGS__)))) }; \
    PL_ALIGNED_ T t##_memory_[sizeof(T) * t##_count_ <= PL_SMALL_TILE_ ? t##_count_ + 2 * t##_guard_ : 1];  \
    _Static_assert(!PL_IS_CONST_(*t##_memory_), "PL_TILE(" #T ", " #t ", ...): a tile is written, so not const [tile-const]"); \
    PL_AT_SCOPE_END_(pl_tile_end_)                                                                          \
    struct pl_tile t##_tile_ = pl_tile_begin_(&t##_tile_, #t "\0" #T, t##_memory_, t##_guard_ * sizeof(T),  \
                                              sizeof(T), PL_DTYPE_(*t##_memory_), PL_N_(__VA_ARGS__),       \
                                              (const long[]){ PL_EXTENTS_(__VA_ARGS__) });                  \
    PL_UNUSED_ T (*const t##_ref) PL_DIMS_(__VA_ARGS__) = pl_tile_at_(&t##_tile_);                                    \
    PL_UNUSED_ T (*const t) PL_INNER_DIMS_(__VA_ARGS__) = pl_tile_at_(&t##_tile_);                                    \
    PL_UNUSED_ PL_VIEW_TYPE_(T, const pl_type_of_##t, PL_N_(__VA_ARGS__), 0) = NULL;                        \
    PL_UNUSED_ char (*const pl_window_of_##t) PL_DIMS_(__VA_ARGS__) = pl_tile_window_(&t##_tile_)
#define PL_IS_DIM_(i, c, d) && PL_IS_INTEGER_(d)
#define PL_IS_BLOCK_DIM_(i, c, d) && (PL_IS_INTEGER_(d) || PL_IS_RECORD_(d))
#define PL_IS_POSITIVE_(i, c, d) && (d) > 0
/* The view of a wrong place points to rows of its own rank, so that only the requirement reports the error. */
#ifdef __GNUC__
#define PL_PLACE_(n, T, p) __builtin_choose_expr(PL_CAT_(PL_BEGINS_, n)(p), (p), &(*(T (*) PL_CAT_(PL_ONES_, n))0)[0])
#else
#define PL_PLACE_(n, T, p) (p)
#endif
#define PL_VIEW(...)                                                                                        \
    PL_IF_N_(4TO9, __VA_ARGS__)(PL_VIEW_, PL_MISUSED_)("PL_VIEW(T, v, p, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_VIEW_(usage, T, v, p, ...)                                                                       \
    PL_EXPECT_NAME_(#v, "PL_VIEW(" #T ", " #v ", ...): a type, a name, where it begins, then the dims [name-and-dims]") \
    _Static_assert(1 PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__), "PL_VIEW(" #T ", " #v ", ...): dims are integers [dims-integers]"); \
    _Static_assert(PL_IS_POINTER_(p), "PL_VIEW(" #T ", " #v ", ...): " #p " is not a place in a block, such as &x[r] or x[r] [view-place]"); \
    PL_VIEW_BEGINS_(T, v, p, PL_N_(__VA_ARGS__))                                                            \
    __typeof__(&*PL_PLACE_(PL_N_(__VA_ARGS__), T, p)) const v = PL_PLACE_(PL_N_(__VA_ARGS__), T, p);        \
    _Static_assert(PL_SHOWS_(PL_FIRST_OF_(v, __VA_ARGS__), T),                                              \
                   "PL_VIEW(" #T ", " #v ", ...): it points to elements of another type [view-type]");      \
    PL_UNUSED_ T (*const v##_ref) PL_DIMS_(__VA_ARGS__) = (void *)v;                                        \
    PL_UNUSED_ PL_VIEW_TYPE_(T, const pl_type_of_##v, PL_N_(__VA_ARGS__), 0) = NULL;                        \
    PL_UNUSED_ struct pl_window v##_view_ =                                                           \
        pl_view_((void *)v, sizeof(T), PL_DTYPE_(*(T *)v), PL_N_(__VA_ARGS__),                              \
                 (const long[]){ PL_EXTENTS_(__VA_ARGS__) },                                                \
                 (const size_t[]){ PL_STRIDES_(v, __VA_ARGS__) });                                          \
    PL_UNUSED_ char (*const pl_window_of_##v) PL_DIMS_(__VA_ARGS__) = (void *)&v##_view_
/* An element of T's kind, const only if T is. (A ?: of two pointers would do this, but gcc 14 rejects it.) */
#define PL_SHOWS_(e, T)                                                                                     \
    (_Generic((const __typeof__(e) *)0, const __typeof__(T) *: 1, default: 0) && (!PL_IS_CONST_(e) || PL_IS_CONST_(*(T *)0)))
#define PL_STRIDES_(v, ...) PL_CAT_(PL_STRIDES_, PL_N_(__VA_ARGS__))(v)

#define PL_INSIDE(...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_MISUSED_VALUE_, PL_INSIDE_)("PL_INSIDE(x, i, ...)", __VA_ARGS__)
#define PL_INSIDE_(usage, x, ...)                                                                           \
    PL_NAME_(PL_INSIDE, x)                                                                                  \
    ((void)PL_REQUIRE_REF_(usage, x),                                                                       \
     (void)PL_EXPECT_(PL_CAT_(PL_HAS_RANK_, PL_N_(__VA_ARGS__))(pl_window_of_##x),             \
                       usage ": as many indices as " #x " has dims [inside-indices]"),                      \
     1 PL_LIST_(PL_INSIDE_DIM_, PL_WINDOW_(x), __VA_ARGS__))
#define PL_INSIDE_DIM_(d, w, i) \
    && pl_inside_at_(w, d, (i) + PL_EXPECT_OF_(PL_IS_INTEGER_(i), "PL_INSIDE(x, i, ...): integers"), __FILE__, __LINE__)
#define PL_LOAD(...) PL_IF_N_(3, __VA_ARGS__)(PL_LOAD_, PL_MISUSED_VALUE_)("PL_LOAD(x[i], mask, other)", __VA_ARGS__)
#define PL_LOAD_(usage, element, mask, other)                                                               \
    ((void)PL_EXPECT_OF_(!PL_IS_POINTER_(element) && !PL_IS_POINTER_(other), usage ": of an element, not of a row [load-element]"), \
     (mask) ? (element) : (other))
#define PL_STORE(...) PL_IF_N_(3, __VA_ARGS__)(PL_STORE_, PL_MISUSED_)("PL_STORE(x[i], v, mask)", __VA_ARGS__)
#define PL_STORE_(usage, element, v, mask)                                                                  \
    do {                                                                                                    \
        (void)PL_EXPECT_OF_(!PL_IS_POINTER_(element) && !PL_IS_POINTER_(v), usage ": to an element, not to a row [store-element]"); \
        (void)PL_EXPECT_OF_(!PL_IS_CONST_(element), usage ": " #element " is const, so it can only be read [read-only]"); \
        if (mask)                                                                                           \
            (element) = (v);                                                                                \
    } while (0)
#define PL_MULTIPLE_OF(...)                                                                                 \
    PL_IF_N_(2, __VA_ARGS__)(PL_MULTIPLE_OF_, PL_MISUSED_VALUE_)("PL_MULTIPLE_OF(v, n)", __VA_ARGS__)
#define PL_MULTIPLE_OF_(usage, v, n)                                                                        \
    pl_multiple_of_((v) + PL_EXPECT_OF_(PL_IS_INTEGER_(v) && PL_IS_INTEGER_(n), usage " takes integers [integers]"), n, __FILE__, __LINE__)

/* ---- Spans ---------------------------------------------------------------------------------------------

   PL_TRACE("name");   the rest of the block is a span of that name on the timeline that PALLAS=trace=FILE writes, and
                       on the TPU target's, PALLAS=timeline=FILE.svg
   -------------------------------------------------------------------------------------------------------- */
#define PL_TRACE(...) PL_IF_ONE_(__VA_ARGS__)(PL_TRACE_, PL_MISUSED_)("PL_TRACE(\"name\")", __VA_ARGS__)
#define PL_REQUIRE_TEXT_(usage, name) PL_EXPECT_(PL_IS_TEXT_(name), usage ": a string [trace-name]")
#if PL_CHECKS
#define PL_TRACE_(usage, name)                                                                              \
    PL_UNUSED_ PL_AT_SCOPE_END_(pl_trace_leave_) struct pl_span PL_CAT_(pl_span_, __LINE__) =               \
        ((void)PL_REQUIRE_TEXT_(usage, name), pl_trace_enter_(name))
#else
#define PL_TRACE_(usage, name) ((void)PL_REQUIRE_TEXT_(usage, name), (void)(name))
#endif

/* ---- Atomics, checks, prints ---------------------------------------------------------------------------

   PL_ATOMIC_ADD(&x[i], v)  MAX MIN AND OR XOR XCHG, PL_ATOMIC_CAS(&x[i], expected, v): return the old value.
   They work on int32_t, uint32_t, int64_t, uint64_t, float and double (AND OR XOR: integers).

   PL_CHECK(c, fmt, …)   a condition that must hold. Otherwise it is reported with program, line and message, the body
                         ends there, and the call fails
   PL_PRINT(fmt, …)      printf from a program

       PL_CHECK(t[i] < rows, "row %d of %ld", t[i], rows);

   With checks off PL_CHECK does nothing and does not evaluate its condition.
   -------------------------------------------------------------------------------------------------------- */
#define PL_ATOMIC_ADD(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_ADD, "PL_ATOMIC_ADD(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_MAX(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_MAX, "PL_ATOMIC_MAX(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_MIN(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_MIN, "PL_ATOMIC_MIN(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_AND(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_BITS_, PL_ATOMIC_OP_AND, "PL_ATOMIC_AND(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_OR(...)   PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_BITS_, PL_ATOMIC_OP_OR, "PL_ATOMIC_OR(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_XOR(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_BITS_, PL_ATOMIC_OP_XOR, "PL_ATOMIC_XOR(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_XCHG(...) PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_XCHG, "PL_ATOMIC_XCHG(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_CAS(...)  PL_ATOMIC_ON_(3, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_CAS, "PL_ATOMIC_CAS(&x[i], expected, v)", __VA_ARGS__)
#define PL_ATOMIC_ON_(n, takes, op, usage, ...)                                                             \
    PL_IF_N_(n, __VA_ARGS__)(PL_ATOMIC_ON_2_, PL_ATOMIC_MISUSED_)(takes, op, usage, __VA_ARGS__)
#define PL_ATOMIC_MISUSED_(takes, op, usage, ...) PL_MISUSED_VALUE_(usage, ~)
#define PL_ATOMIC_ON_2_(takes, op, usage, p, ...)                                                           \
    ((void)PL_REQUIRE_(takes(p), usage ": &x[i] is no address of an element that this atomic takes [atomic-address]"), \
     (void)PL_EXPECT_OF_(PL_IS_NUMBER_(PL_HEAD_(__VA_ARGS__)) && PL_IS_NUMBER_(PL_SECOND_(__VA_ARGS__, 0)),  \
                       usage ": v is a number [atomic-value]"),                                            \
     PL_ATOMIC_OF_(*(p))(PL_ATOMIC_PLACE_(p, usage), op, PL_HEAD_(__VA_ARGS__), PL_SECOND_(__VA_ARGS__, 0)))
#if PL_CHECKS
#define PL_ATOMIC_PLACE_(p, usage) pl_atomic_place_(p, sizeof *(p), __FILE__, __LINE__, usage, #p)
#else
#define PL_ATOMIC_PLACE_(p, usage) (p)
#endif
#define PL_ATOMIC_TAKES_NUMBERS_(p) _Generic((p), float *: 1, double *: 1, default: PL_ATOMIC_TAKES_BITS_(p))
#define PL_ATOMIC_TAKES_BITS_(p)                                                                             \
    _Generic((p), int *: 1, unsigned *: 1, long *: 1, unsigned long *: 1, long long *: 1,                   \
             unsigned long long *: 1, default: 0)
#define PL_ATOMIC_OF_(e)                                                                                    \
    _Generic((e), float: pl_atomic_float_, double: pl_atomic_double_, int: pl_atomic_int_,                  \
             unsigned: pl_atomic_u32_, long: pl_atomic_long_, unsigned long: pl_atomic_ulong_,              \
             long long: pl_atomic_i64_, unsigned long long: pl_atomic_u64_)

/* Calls on several threads may share an array, so these operations are atomic here, too. a is the operand; for a CAS it
   is the expected value, and b the new one. */
enum pl_atomic_op {
    PL_ATOMIC_OP_ADD, PL_ATOMIC_OP_MAX, PL_ATOMIC_OP_MIN, PL_ATOMIC_OP_AND, PL_ATOMIC_OP_OR, PL_ATOMIC_OP_XOR,
    PL_ATOMIC_OP_XCHG, PL_ATOMIC_OP_CAS
};
#if PL_CHECKS
static inline int pl_exact_sum_(void *p, size_t size, double v);
#define PL_SUMS_EXACTLY_(p, v) pl_exact_sum_(p, sizeof *(p), (double)(v))
static inline void pl_draw_(const void *p, enum pl_atomic_op op, void *old, size_t size);
#define PL_DRAW_(p, op, old) pl_draw_(p, op, &(old), sizeof (old))
#else
#define PL_SUMS_EXACTLY_(p, v) 0
#define PL_DRAW_(p, op, old) ((void)0)
#endif
#define PL_ATOMIC_FLOAT_(suffix, T)                                                                         \
    static inline T pl_atomic_##suffix(T *p, enum pl_atomic_op op, T a, T b)                                \
    {                                                                                                       \
        T old, next;                                                                                        \
        if (op == PL_ATOMIC_OP_CAS) {                                                                       \
            __atomic_compare_exchange(p, &a, &b, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                    \
            PL_DRAW_(p, op, a);                                                                             \
            return a;                                                                                       \
        }                                                                                                   \
        __atomic_load(p, &old, __ATOMIC_RELAXED);                                                           \
        if (op == PL_ATOMIC_OP_ADD && PL_SUMS_EXACTLY_(p, a)) {                                             \
            PL_DRAW_(p, op, old);                                                                           \
            return old;                                                                                     \
        }                                                                                                   \
        do                                                                                                  \
            next = op == PL_ATOMIC_OP_ADD ? old + a : op == PL_ATOMIC_OP_MAX ? pl_max_##suffix(old, a) :    \
                   op == PL_ATOMIC_OP_MIN ? pl_min_##suffix(old, a) : a;                                    \
        while (!__atomic_compare_exchange(p, &old, &next, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));          \
        PL_DRAW_(p, op, old);                                                                               \
        return old;                                                                                         \
    }
PL_ATOMIC_FLOAT_(float_, float)
PL_ATOMIC_FLOAT_(double_, double)

/* Integers wrap, so all operations use the unsigned type of their size; MAX and MIN flip the sign bit to compare. */
static inline uint64_t pl_atomic_next_(enum pl_atomic_op op, uint64_t old, uint64_t v, uint64_t sign)
{
    switch (op) {
    case PL_ATOMIC_OP_MAX: return (old ^ sign) > (v ^ sign) ? old : v;
    case PL_ATOMIC_OP_MIN: return (old ^ sign) < (v ^ sign) ? old : v;
    case PL_ATOMIC_OP_AND: return old & v;
    case PL_ATOMIC_OP_OR: return old | v;
    case PL_ATOMIC_OP_XOR: return old ^ v;
    default: return v;
    }
}
#define PL_ATOMIC_UNSIGNED_(bits)                                                                           \
    static inline uint##bits##_t pl_atomic_in_##bits(uint##bits##_t *p, enum pl_atomic_op op, uint##bits##_t a, \
                                                     uint##bits##_t b, int is_signed)                       \
    {                                                                                                       \
        uint##bits##_t old = a, next, sign = (uint##bits##_t)is_signed << (bits - 1);                       \
        if (op == PL_ATOMIC_OP_ADD)                                                                         \
            return __atomic_fetch_add(p, a, __ATOMIC_RELAXED);                                              \
        if (op == PL_ATOMIC_OP_CAS) {                                                                       \
            __atomic_compare_exchange_n(p, &old, b, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                 \
            return old;                                                                                     \
        }                                                                                                   \
        old = __atomic_load_n(p, __ATOMIC_RELAXED);                                                         \
        do                                                                                                  \
            next = (uint##bits##_t)pl_atomic_next_(op, old, a, sign);                                       \
        while (!__atomic_compare_exchange_n(p, &old, next, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));         \
        return old;                                                                                         \
    }
PL_ATOMIC_UNSIGNED_(32)
PL_ATOMIC_UNSIGNED_(64)
#define PL_ATOMIC_INTEGER_(suffix, T, is_signed)                                                            \
    static inline T pl_atomic_##suffix(T *p, enum pl_atomic_op op, T a, T b)                                \
    {                                                                                                       \
        T old = sizeof(T) == 4 ? (T)pl_atomic_in_32((void *)p, op, (uint32_t)a, (uint32_t)b, is_signed)     \
                               : (T)pl_atomic_in_64((void *)p, op, (uint64_t)a, (uint64_t)b, is_signed);    \
        PL_DRAW_(p, op, old);                                                                               \
        return old;                                                                                         \
    }
PL_ATOMIC_INTEGER_(int_, int, 1)
PL_ATOMIC_INTEGER_(u32_, unsigned, 0)
PL_ATOMIC_INTEGER_(long_, long, 1)
PL_ATOMIC_INTEGER_(ulong_, unsigned long, 0)
PL_ATOMIC_INTEGER_(i64_, long long, 1)
PL_ATOMIC_INTEGER_(u64_, unsigned long long, 0)

#define PL_PRINT(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_PRINT_, PL_MISUSED_)("PL_PRINT(format, ...)", __VA_ARGS__)
#define PL_PRINT_(usage, ...)                                                                               \
    ((void)PL_EXPECT_(PL_IS_TEXT_(PL_HEAD_(__VA_ARGS__)), usage ": the format is a string [format-string]"), pl_print_(__VA_ARGS__))
#define PL_CHECK(...) \
    PL_IF_GIVEN_(__VA_ARGS__)(PL_CHECK_THAT_, PL_CHECK_MISUSED_)("PL_CHECK(condition[, format, ...])", #__VA_ARGS__, __VA_ARGS__)
#define PL_CHECK_MISUSED_(usage, ...) PL_MISUSED_(usage, ~)
#define PL_CHECK_THAT_(usage, text, ...)                                                                    \
    ((void)PL_EXPECT_(PL_IS_TEXT_(PL_SECOND_(__VA_ARGS__, "")), usage ": the format is a string [format-string]"), \
     PL_CAT_(PL_CHECK_THAT_, PL_MANY_(__VA_ARGS__))(text, __VA_ARGS__))
#if PL_CHECKS
#define PL_CHECK_THAT_1(text, c)      ((c) ? (void)0 : pl_check_failed_(__FILE__, __LINE__, text, "%s", ""))
#define PL_CHECK_THAT_2(text, c, ...) ((c) ? (void)0 : pl_check_failed_(__FILE__, __LINE__, text, __VA_ARGS__))
#else
#define PL_CHECK_THAT_1(text, c)      ((void)sizeof((c) ? 1 : 0))
#define PL_CHECK_THAT_2(text, c, ...) ((void)sizeof((c) ? 1 : 0))
#endif
