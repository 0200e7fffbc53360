/* ==== The call ===========================================================================================

   PL_CALL(name, kernel, part…)          without a semicolon

   defines  int name(…),  with one C parameter for each size, scalar, table and array, in the order written. It runs
   the kernel once for each point of the grid, last axis fastest, and returns 0 or a code; pl_error() returns the message.
   Apart from sizes, grid and batch, the parts are the kernel's parameters, in the kernel's order.

       PL_SIZES(m, n…)                  long parameters for shapes, grid and index maps; not passed to the kernel
       PL_SCALAR(T, a)                  a value for the kernel, and for shapes, grid and maps
       PL_GRID(axis…)                   (i, extent), or PL_PARALLEL, PL_ARBITRARY or PL_REDUCTION(i, extent); PL_GRID(): once
       PL_PREFETCH(T, t, (n…))          a table that index maps and the kernel read
       PL_IN(T, x, (shape…), spec)      an array that is read;  PL_OUT: written;  PL_INOUT: both, through one ref
       PL_SCRATCH(T, (dims…))           memory of the call, kept across programs;  PL_SCRATCH_SMEM: in scalar memory
       PL_BATCH(b, extent, x, z…)       the call once for each b, over a leading dim of x, z…

   Specs: PL_WHOLE (the array is the block), PL_ATOMIC (an INOUT in place, for PL_ATOMIC_… only), and
   PL_BLOCKSPEC((block…), (index…), option…), where a block dim is

       n                        starts at n · index              PL_FULL            the whole dim
       PL_NONE                  one element, dropped from ref    PL_BOUNDED(n)      index is PL_DS(start, size)
       PL_ELEMENT(n, lo, hi)    starts at element index - lo: the array is padded by lo before, hi after it

   PL_REDUCTION(l, extent), the last axis: its steps only accumulate, with +=, PL_DOT or PL_REDUCE, in any order. PL_FIRST(l)
   sets the block to its initial value, PL_LAST(l) sees the result. A target may divide the steps among groups: among so many
   as the chip has work for, or among n with PL_REDUCTION(l, extent, n).

       PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_REDUCTION(l, PL_CDIV(k, BK)))

   PL_UNBLOCKED((n…), ((lo, hi)…)) in the place of the block makes all dims PL_ELEMENT. Options: PL_EDGE(v), PL_BUFFERED(n),
   PL_LOOKAHEAD, PL_REVISIT_ANY, PL_ALIAS(x), PL_SPACE(SMEM|VMEM|ANY).

   With any target but interpret, PL_CALL only declares  int name(…);  pallasc writes the definition.

   Errors when it compiles name the part and the reason: "PL_CALL(add, add_kernel): …".
   ========================================================================================================= */
#define PL_SIZES(...)        PL_SIZES_OF_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(SIZES_, PL_SIZES_USAGE_, __VA_ARGS__)
#define PL_GRID(...) (PL_CAT_(PL_GRID_KIND_, PL_IS_TUPLE_(PL_HEAD_(__VA_ARGS__))), __VA_ARGS__)
#define PL_GRID_KIND_1 GRID_
#define PL_GRID_KIND_0 ONCE_
#define PL_PARALLEL(...)                                                                                    \
    PL_IF_N_(2, __VA_ARGS__)(PL_AXIS_PART_, PL_WRONG_)(PL_PARALLEL_, "PL_PARALLEL(i, extent)", __VA_ARGS__)
#define PL_AXIS_PART_(kind, usage, i, n) (i, n, kind)
#define PL_ARBITRARY(...)                                                                                   \
    PL_IF_N_(2, __VA_ARGS__)(PL_AXIS_PART_, PL_WRONG_)(PL_ARBITRARY_, "PL_ARBITRARY(i, extent) [grid-axis]", __VA_ARGS__)
#define PL_REDUCTION(...)                                                                                   \
    PL_IF_N_(2TO3, __VA_ARGS__)(PL_REDUCED_, PL_WRONG_)(PL_REDUCTION_, "PL_REDUCTION(i, extent[, parts])", __VA_ARGS__)
#define PL_REDUCED_(kind, usage, i, ...) PL_CAT_(PL_REDUCED_, PL_N_(__VA_ARGS__))(kind, usage, i, __VA_ARGS__)
#define PL_REDUCED_1 PL_AXIS_PART_
#define PL_REDUCED_2(kind, usage, i, n, parts) (i, PL_PARTS_(parts) + (n), kind)
#define PL_PARTS_(parts)                                                                                    \
    PL_EXPECT_(PL_IS_INTEGER_(parts), "PL_REDUCTION(i, extent, parts): the number of parts, " #parts ", is not an integer; write one, or a cast as in (int)(n / 64) [integers]")
#define PL_BATCH(...)                                                                                       \
    PL_IF_N_(FEW3, __VA_ARGS__)(PL_WRONG_, PL_PART_)(BATCH_, "PL_BATCH(b, extent, x, ...)", __VA_ARGS__)
#define PL_PREFETCH(...)     PL_PART_OF_(3, PREFETCH_, "PL_PREFETCH(T, t, (n, ...))", __VA_ARGS__)
#define PL_IN(...)           PL_ARRAY_PART_(IN_, "PL_IN(T, x, (m, ...), spec)", __VA_ARGS__)
#define PL_OUT(...)          PL_ARRAY_PART_(OUT_, "PL_OUT(T, x, (m, ...), spec)", __VA_ARGS__)
#define PL_INOUT(...)        PL_ARRAY_PART_(INOUT_, "PL_INOUT(T, x, (m, ...), spec)", __VA_ARGS__)
#define PL_ARRAY_PART_(kind_, usage_, ...) PL_SECOND_(PL_CAT_(PL_ARRAY_PART_, PL_N_(__VA_ARGS__)), PL_ARRAY_WRONG_)(kind_, usage_, __VA_ARGS__)
#define PL_ARRAY_PART_4      ~, PL_ARRAY_FORM_
#define PL_ARRAY_PART_2      ~, PL_VIEW_PART_                                   /* options of a PL_PIPELINE */
#define PL_ARRAY_FORM_(role_, usage_, ...) (ARRAY_, role_, __VA_ARGS__)
#define PL_VIEW_PART_(role_, usage_, ...)  (VIEW_, role_, usage_, __VA_ARGS__)
/* An option next to the spec is passed on as a part, which is then reported. */
#define PL_ARRAY_WRONG_(kind, usage, ...) PL_ARRAY_WRONG_2_(usage, __VA_ARGS__, ~, ~, ~, ~, ~)
#define PL_ARRAY_WRONG_2_(usage, T, x, shape, a, b, ...) PL_OPTION_OR_(a, PL_OPTION_OR_(b, (WRONG_, usage)))
#define PL_OPTION_OR_(part, other)     PL_IF_TUPLE_(part, PL_OPTION_OR_2_, PL_SECOND_)(part, other)
#define PL_OPTION_OR_2_(part, other)   PL_IF_TUPLE_(PL_HEAD_ part, PL_SECOND_, PL_OPTION_OR_3_)(part, other)
#define PL_OPTION_OR_3_(part, other)   PL_IF_(PL_SECOND_(PL_CAT_(PL_OPTION_IS_, PL_HEAD_ part), 0))((PL_HEAD_ part, ~), other)
#define PL_SCRATCH(...)                                                                                     \
    PL_IF_N_(2, __VA_ARGS__)(PL_SCRATCH_PART_, PL_WRONG_)(PL_VMEM_, "PL_SCRATCH(T, (n, ...))", __VA_ARGS__)
#define PL_SCRATCH_PART_(space, usage, T, dims) (SCRATCH_, T, dims, space)
#define PL_SCRATCH_SMEM(...)                                                                                \
    PL_IF_N_(2, __VA_ARGS__)(PL_SCRATCH_PART_, PL_WRONG_)(PL_SMEM_, "PL_SCRATCH_SMEM(T, (n, ...))", __VA_ARGS__)

/* END_: the text as the user wrote it, which no later macro has. */
#define PL_BLOCKSPEC(...)  PL_IF_N_(FEW2, __VA_ARGS__)(PL_WRONG_, PL_PART_)(BLOCKSPEC_, ~, __VA_ARGS__, (END_, #__VA_ARGS__))
#define PL_WHOLE           (WHOLE_, ~)
#define PL_ATOMIC          (ATOMIC_, ~)

#define PL_NONE               ((struct pl_none){ { 1, PL_NONE_, 0, 0 } })
#define PL_FULL               ((struct pl_dim){ 0, PL_FULL_, 0, 0 })
#define PL_ELEMENT(...)                                                                                     \
    PL_IF_N_(3, __VA_ARGS__)(PL_ELEMENT_DIM_, PL_MISUSED_VALUE_)("PL_ELEMENT(n, lo, hi)", __VA_ARGS__)
#define PL_ELEMENT_DIM_(usage, n, lo, hi) \
    ((struct pl_dim){ PL_INTEGERS_ONLY_(usage, n, lo, hi) + (n), PL_ELEMENT_, lo, hi })
#define PL_INTEGERS_ONLY_(usage, a, b, c) \
    PL_EXPECT_(PL_IS_INTEGER_(a) && PL_IS_INTEGER_(b) && PL_IS_INTEGER_(c), usage " takes integers; write a cast for another number, as in (int)(v) [integers]")
#define PL_BOUNDED(...) PL_IF_ONE_(__VA_ARGS__)(PL_BOUNDED_DIM_, PL_MISUSED_VALUE_)("PL_BOUNDED(n)", __VA_ARGS__)
#define PL_BOUNDED_DIM_(usage, n) ((struct pl_dim){ PL_INTEGERS_ONLY_(usage, n, 0, 0) + (n), PL_BOUNDED_, 0, 0 })
#define PL_DS(...)      PL_IF_N_(2, __VA_ARGS__)(PL_DS_, PL_MISUSED_VALUE_)("PL_DS(start, size)", __VA_ARGS__)
#define PL_DS_(usage, start, size) ((struct pl_index){ start, size })
#define PL_UNBLOCKED(...) PL_IF_N_(2, __VA_ARGS__)(PL_UNBLOCKED_, PL_WRONG_COUNT_)(__VA_ARGS__)
#define PL_WRONG_COUNT_(...)
#define PL_UNBLOCKED_(block, pad)                                                                           \
    PL_APPLY_(PL_CAT_(PL_UNBLOCKED_, PL_CAT_(PL_N_ block, PL_CAT_(0, PL_N_ pad))), PL_BARE_ block, PL_BARE_ pad)
#define PL_PADDED_(n, ...) PL_PADDED_2_(n, __VA_ARGS__)
#define PL_PADDED_2_(...) \
    PL_IF_N_(3, __VA_ARGS__)(PL_ELEMENT_DIM_, PL_MISUSED_VALUE_)("PL_UNBLOCKED((n, ...), ((lo, hi), ...))", __VA_ARGS__)

#define PL_EDGE(...)     PL_IF_GIVEN_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(EDGE_, ~, __VA_ARGS__)
#define PL_BUFFERED(...) PL_IF_ONE_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(BUFFERED_, ~, __VA_ARGS__)
#define PL_LOOKAHEAD    (LOOKAHEAD_, ~)
#define PL_REVISIT_ANY  (REVISIT_, ~)
#define PL_ALIAS(...)    PL_IF_ONE_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(ALIAS_, ~, __VA_ARGS__)
/* Concatenates and stringizes in one step: a macro of the program may be named ANY. */
#define PL_SPACE(...) \
    PL_IF_ONE_(PL_SPACE_OF_##__VA_ARGS__)(PL_PART_, PL_WRONG_)(SPACE_, ~, #__VA_ARGS__, PL_SPACE_IS_##__VA_ARGS__)

/* The options: ~, whether a PL_BLOCKSPEC of a call has it, how it is written, what it adds to the count of options (in which
   each has a hexadecimal digit), and its check. */
#define PL_OPTION_IS_EDGE_      ~, 1, "PL_EDGE(v)",     0x1,      PL_CHECK_EDGE_
#define PL_OPTION_IS_BUFFERED_  ~, 1, "PL_BUFFERED(n)", 0x10,     PL_CHECK_BUFFERED_
#define PL_OPTION_IS_LOOKAHEAD_ ~, 1, "PL_LOOKAHEAD",   0x100,    PL_NOTHING_
#define PL_OPTION_IS_REVISIT_   ~, 1, "PL_REVISIT_ANY", 0x1000,   PL_NOTHING_
#define PL_OPTION_IS_ALIAS_     ~, 1, "PL_ALIAS(x)",    0x10000,  PL_NOTHING_
#define PL_OPTION_IS_SPACE_     ~, 1, "PL_SPACE(...)",  0x100000, PL_CHECK_SPACE_
#define PL_OPTION_IS_INIT_      ~, 0, ~,                0,        PL_OPTION_OF_PIPELINE_
#define PL_OPTION_IS_BEFORE_    ~, 0, ~,                0,        PL_OPTION_OF_PIPELINE_
#define PL_OPTION_IS_END_       ~, 0, ~,                0,        PL_NOTHING_

/* ---- From PL_CALL to its function: each step is below the one before ------------------------------------

   PL_CALL      checks that each part is one, and counts them
   PL_CALL_2_   asks each part what it gives: C parameters, axes, operands
   PL_CALL_3_   collects these: the C parameters, a list of axes, a list of operands
   PL_CALL_4_   counts axes and operands, so that PL_CALL_5_ can visit them
   PL_CALL_5_   is the function
   -------------------------------------------------------------------------------------------------------- */
#if PL_MODE_ == PL_DECLARATIONS_
#define PL_CALL(name, kernel, ...) PL_CALL_2_(name, kernel, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#else
#define PL_CALL(name, kernel, ...)                                                                          \
    PL_EXPECT_NAME_(#kernel, "PL_CALL(" #name ", " #kernel ", ...): after the name come the kernel and a comma [kernel-name]") \
    PL_CHECK_PARTS_(PL_TEXT_2_(PL_CALL(name, kernel):), __VA_ARGS__)                                        \
    PL_CALL_2_(name, kernel, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#endif

/* What a part gives, by its kind: (C parameters), (axes), (operand), (declared parameters). A part that gives an operand is a
   parameter of the kernel, in the order of parts. An array's operand is (ARRAY_, role, T, x, rank, shape, kind of spec,
   items of the spec...). */
#define PL_CALL_2_(name, kernel, over, ...) PL_CALL_3_(name, kernel, over, ~ over(, PL_PART_GIVES_, ~, __VA_ARGS__))
#define PL_PART_GIVES_(i, c, part) , (PL_DO_(i, PL_GIVES_, part), (), (), (), ())
#define PL_GIVES_SIZES_(i, ...)           (PL_LIST_(PL_SIZE_PARAMETER_, ~, __VA_ARGS__)), (), (), (PL_LIST_(PL_DECLARE_SIZE_, ~, __VA_ARGS__))
#define PL_GIVES_SCALAR_(i, T, a)         (, PL_UNUSED_ T a), (), (, (SCALAR_, T, a)), (PL_DECLARE_(T, a, 0, 0))
#define PL_GIVES_PREFETCH_(i, T, t, shape) \
    (, const T *t##_array_), (), (, (PREFETCH_, T, t, shape)), (PL_DECLARE_(T, t, 1, 1))
#define PL_GIVES_ARRAY_(i, role, T, x, shape, spec) /* x_array_: so that a map that reads x does not compile */ \
    (, PL_POINTER_##role(T) x##_array_), (), (, (ARRAY_, role, T, x, PL_N_ shape, shape, PL_SPEC_ITEMS_(spec))), \
    (PL_DECLARE_(T, x, 1, PL_IS_READ_##role))
#define PL_GIVES_GRID_(i, ...)            (), (, PL_ONE_GRID_ PL_LIST_(PL_AXIS_OF_GRID_, ~, __VA_ARGS__)), (), ()
#define PL_GIVES_ONCE_(...)               (), (, PL_ONE_GRID_), (), ()
#define PL_GIVES_BATCH_(i, ...)           (), (, (PL_BATCH_AXIS_(__VA_ARGS__))), (), ()
#define PL_GIVES_MESH_(i, ...)            (), (PL_LIST_(PL_AXIS_OF_MESH_, ~, __VA_ARGS__)), (), ()
#define PL_GIVES_SCRATCH_(i, ...)         (), (), (, (SCRATCH_, __VA_ARGS__)), ()
#define PL_GIVES_SCRATCH_ANY_(i, ...)     (), (), (, (SCRATCH_ANY_, __VA_ARGS__)), ()
#define PL_GIVES_SEM_(i, ...)             (), (), (, (SEM_, __VA_ARGS__)), ()
#define PL_GIVES_SEMS_(i, ...)            (), (), (, (SEMS_, __VA_ARGS__)), ()
#define PL_GIVES_VIEW_(...)               (), (), (), ()
#define PL_GIVES_WRONG_(...)              (), (), (), ()
#define PL_SIZE_PARAMETER_(i, c, n) , PL_UNUSED_ long n
#define PL_POINTER_IN_(T)    const T *
#define PL_POINTER_OUT_(T)   T *
#define PL_POINTER_INOUT_(T) T *
#define PL_ROLE_IN_    "PL_IN"
#define PL_ROLE_OUT_   "PL_OUT"
#define PL_ROLE_INOUT_ "PL_INOUT"
#if PL_QUICK_
#define PL_SPEC_ITEMS_(spec) PL_BARE_ spec
#else
#define PL_SPEC_ITEMS_(spec) PL_IF_TUPLE_(spec, PL_SPEC_ALONE_, PL_NO_SPEC_)(spec)
#define PL_SPEC_ALONE_(spec) PL_IF_ALONE_(spec, PL_BARE_, PL_NO_SPEC_) spec
#define PL_NO_SPEC_(...) UNKNOWN_, ~
#endif

/* What an axis gives: (1, if it is no axis but a PL_GRID), (fact), (extent), (variable in maps), (enumerator, so that names
   differ), (check), (the extent alone). A mesh's axes have no variables. */
#define PL_ONE_GRID_ ((+ 1), (), (), (), (), (), ())
#define PL_AXIS_OF_GRID_(d, c, axis) , (PL_APPLY_(PL_GRID_AXIS_, d, PL_BARE_ axis, PL_PLAIN_, ~))
#define PL_GRID_AXIS_(d, i, n, kind, ...)                                                                   \
    (), ({ #i, "", 0, kind },), (PL_SAYS_("PL_GRID: the extent of " #i, n),),                               \
    (PL_UNUSED_ const long i = pl_id_(&pl_call_, d);), (PL_GRID_axis_##i,), (PL_CHECK_EXTENT_(n, "PL_GRID", ", not " #n)), (n,)
#define PL_BATCH_AXIS_(b, n, ...)                                                                           \
    (), ({ #b, #__VA_ARGS__, 0, PL_BATCH_ },), (PL_SAYS_("PL_BATCH: the extent of " #b, n),),               \
    (PL_UNUSED_ const long b = pl_axis_named_(&pl_call_, #b);), (), (PL_CHECK_EXTENT_(n, "PL_BATCH", "")), ()
#define PL_AXIS_OF_MESH_(d, c, axis) , (PL_APPLY_(PL_MESH_PART_, PL_BARE_ axis))
#define PL_MESH_PART_(x, n)                                                                                 \
    (), ({ #x, "", 0, PL_MESH_AXIS_ },), ((pl_use_more_(), PL_SAYS_("PL_MESH: the extent of " #x, n)),),    \
    (), (), (PL_CHECK_EXTENT_(n, "PL_MESH", ", not " #n)), ()

/* over(, PL_PICK_, PL_PICK_, PL_2ND_, part...): the second of the things that each part, or each axis, gives. */
#define PL_PICK_(i, nth, gives)              nth gives
#define PL_1ST_(a, ...)                      PL_BARE_ a
#define PL_2ND_(a, b, ...)                   PL_BARE_ b
#define PL_3RD_(a, b, c, ...)                PL_BARE_ c
#define PL_4TH_(a, b, c, d, ...)             PL_BARE_ d
#define PL_5TH_(a, b, c, d, e, ...)          PL_BARE_ e
#define PL_6TH_(a, b, c, d, e, f, ...)       PL_BARE_ f
#define PL_7TH_(a, b, c, d, e, f, g, ...)    PL_BARE_ g
#define PL_8TH_(a, b, c, d, e, f, g, h, ...) PL_BARE_ h

#define PL_PARAMETERS_(...) PL_CAT_(PL_PARAMETERS_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_PARAMETERS_1(none) none void                                 /* text before the first part: an error */
#define PL_PARAMETERS_2(none, ...) none __VA_ARGS__
#if PL_MODE_ == PL_DECLARATIONS_
#define PL_CALL_3_(name, kernel, over, ...)                                                                 \
    int name(PL_PARAMETERS_(over(, PL_PICK_, PL_1ST_, __VA_ARGS__)));                                              \
    PL_DECLARED_(name, over, __VA_ARGS__)

/* The definition that pallasc wrote is in another file. It checks here that both have the same parameters: macros may
   differ between the compiler and pallasc, and the linker compares only names. */
struct pl_declared { const char *name, *type; enum pl_dtype dtype; size_t size; int is_array, is_const; };
#ifdef __GNUC__
#define PL_DECLARED_(name, over, ...)                                                                       \
    extern const struct pl_declared pl_declared_##name[];                                                   \
    PL_SHARED_ const struct pl_declared pl_declared_##name[] = { over(, PL_PICK_, PL_4TH_, __VA_ARGS__) { 0 } };
#define PL_DECLARED_BY_CALLER(name) PL_SHARED_ extern const struct pl_declared pl_declared_##name[];
#else
#define PL_DECLARED_(...)
#define PL_DECLARED_BY_CALLER(name) static const struct pl_declared *const pl_declared_##name = NULL;
#endif
#define PL_DECLARE_SIZE_(i, c, n)             { #n, "long", PL_I64_, sizeof(long), 0, 0 },
#define PL_DECLARE_(T, x, is_array, is_const) { #x, #T, PL_TYPE_(T), sizeof(T), is_array, is_const },
#define PL_IS_READ_IN_    1
#define PL_IS_READ_OUT_   0
#define PL_IS_READ_INOUT_ 0

/* Whether the caller's file declared these parameters: "i8 n, f4 by, const f4 *x, f4 *z", kinds of type with their sizes.
   d is NULL if no compiled file includes the call. If they differ, text receives the declared ones. */
static inline int pl_declared_alike_(const struct pl_declared *d, const char *parameters, char *text, size_t capacity)
{
    static const char kinds[] = "siiiiiiiiiffhbem";                     /* indexed by pl_dtype */
    size_t n = 0, at = 0;
    int alike = 1;
    text[0] = 0;
    for (int i = 0; d && d[i].name; i++) {
        char one[128];
        int length = snprintf(one, sizeof one, "%s%s%c%zu %s%s", i ? ", " : "", d[i].is_const ? "const " : "", kinds[d[i].dtype],
                              d[i].size, d[i].is_array ? "*" : "", d[i].name);
        alike = alike && !strncmp(parameters + at, one, (size_t)length);
        at += alike ? (size_t)length : 0;
        if (n < capacity)
            n += (size_t)snprintf(text + n, capacity - n, "%s%s%s %s%s", i ? ", " : "", d[i].is_const ? "const " : "", d[i].type,
                                  d[i].is_array ? "*" : "", d[i].name);
    }
    return !d || (alike && !parameters[at]);
}
#else
#define PL_DECLARE_SIZE_(...)
#define PL_DECLARE_(...)
#define PL_CALL_3_(name, kernel, over, ...)                                                                 \
    PL_CALL_4_(name, kernel, (PL_PARAMETERS_(over(, PL_PICK_, PL_1ST_, __VA_ARGS__))), (~ over(, PL_PICK_, PL_2ND_, __VA_ARGS__)), \
               ~ over(, PL_PICK_, PL_3RD_, __VA_ARGS__))
#define PL_CALL_4_(name, kernel, parameters, axes, ...)                                                     \
    PL_CALL_5_(name, kernel, parameters, PL_OVER_OF_ axes, axes, PL_OVER_OF_(__VA_ARGS__), __VA_ARGS__)

/* Facts that are known at compile time are in tables, the caller's values are stored in the operands, and a loop runs the
   programs. pl_next_ advances to the next program, the maps compute its blocks, pl_arrive_ fetches them (or returns that
   only the maps are needed), and the kernel runs. */
#define PL_CALL_5_(name, kernel, parameters, over_axes, axes, over, ...)                                    \
    PL_CHECK_AXES_(PL_TEXT_2_(PL_CALL(name, kernel):), PL_APPLY_(over_axes, , PL_PICK_, PL_1ST_, PL_BARE_ axes))   \
    PL_CHECK_COUNT_(PL_TEXT_2_(PL_CALL(name, kernel):), PL_COUNT_(__VA_ARGS__), kernel)                     \
    PL_HOOKS_                                                                                               \
    int name parameters;                                                                                    \
    int name parameters                                                                                     \
    {                                                                                                       \
        PL_CHECK_EXTENTS_(over_axes, PL_BARE_ axes)                                                         \
        PL_CHECK_FACTS_(PL_TEXT_2_(PL_CALL(name, kernel):), kernel, __VA_ARGS__)                            \
        static const struct pl_axis pl_axes_[] = { PL_APPLY_(over_axes, , PL_PICK_, PL_2ND_, PL_BARE_ axes) { 0 } };\
        static const struct pl_fact pl_facts_[] = { over(, PL_DO_, PL_FACT_, __VA_ARGS__) };                \
        static const struct pl_caller pl_caller_ = { #name, #kernel, __FILE__, __LINE__ };                  \
        PL_TEAM_(PL_APPLY_(over_axes, , PL_PICK_, PL_3RD_, PL_BARE_ axes) 0) {                                     \
            struct pl_operand pl_operand_[sizeof pl_facts_ / sizeof *pl_facts_];                            \
            struct pl_call pl_call_;                                                                        \
            PL_ENTER_(pl_call_, pl_caller_)                                                                 \
            pl_open_(&pl_call_, &pl_caller_, pl_axes_,                                                      \
                     (const long[]){ PL_APPLY_(over_axes, , PL_PICK_, PL_3RD_, PL_BARE_ axes) 0 },                 \
                     pl_operand_, pl_facts_, sizeof pl_facts_ / sizeof *pl_facts_);                         \
            over(, PL_DO_, PL_GIVE_, __VA_ARGS__)                                                           \
            PL_SIGN_CALL_(kernel, over, __VA_ARGS__)                                                        \
            pl_begin_(&pl_call_);                                                                           \
            while (pl_next_(&pl_call_)) {                                                                   \
                PL_APPLY_(over_axes, , PL_PICK_, PL_4TH_, PL_BARE_ axes)                                           \
                over(, PL_DO_, PL_INDEX_, __VA_ARGS__)                                                      \
                if (pl_arrive_(&pl_call_))                                                                  \
                    PL_UNLESS_STOPPED_(pl_call_)                                                            \
                        kernel(&pl_call_ over(, PL_DO_, PL_ARGUMENT_, __VA_ARGS__));                        \
            }                                                                                               \
            PL_CLOSE_(pl_call_)                                                                             \
        }                                                                                                   \
        PL_TEAM_ENDS_                                                                                       \
    }
#if PL_CHECKS && defined __GNUC__ && !defined PL_EXPAND_
#define PL_HOOKS_ const char *__ubsan_default_options(void); void __ubsan_on_report(void), __asan_on_error(void);
#else
#define PL_HOOKS_
#endif
#endif

/* With checks off and -fopenmp, threads share the programs of parallel axes. Each thread runs a call of its own, with its
   own blocks and scratch, over a part of their indices. */
#if !PL_CHECKS && defined _OPENMP
#define PL_TEAM_(...)                                                                                       \
        const int pl_team_ = pl_threads_(pl_axes_, (const long[]){ __VA_ARGS__ });                          \
        char pl_words_[sizeof pl_error_text_];                                                              \
        int pl_code_ = 0;                                                                                   \
        _Pragma("omp parallel num_threads(pl_team_) reduction(max:pl_code_)")
#define PL_CLOSE_(c)  pl_code_ = pl_close_(&(c)), pl_tell_(pl_code_, pl_words_);
#define PL_TEAM_ENDS_ return pl_team_ends_(pl_code_, pl_words_);
#else
#define PL_TEAM_(...)
#define PL_CLOSE_(c)  return pl_close_(&(c));
#define PL_TEAM_ENDS_
#endif

/* A failed PL_CHECK ends the kernel: it jumps here. (The compiler's builtin setjmp is not a function that `step` would
   enter, and costs next to nothing.) */
#if PL_CHECKS
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
typedef void *pl_stop[5];
#define PL_SET_STOP_(stop) __builtin_setjmp(stop)
#define PL_JUMP_(stop)     __builtin_longjmp(stop, 1)
#else
typedef jmp_buf pl_stop;
#define PL_SET_STOP_(stop) setjmp(stop)
#define PL_JUMP_(stop)     longjmp(stop, 1)
#endif
/* From here on a crash is attributed to this call, and a crash in an extent, a shape or a block ends the call, not the
   program. */
#define PL_ENTER_(c, caller)                                                                                \
    pl_call_begins_(&c, &caller);                                                                           \
    if (PL_SET_STOP_(*pl_stop_of_(&c)))                                                                               \
        return pl_close_(&c);
#define PL_SAYS_(text, e)       (pl_says_(&pl_call_, text), e)
#define PL_SAYS_NOW_(text)      pl_says_(&pl_call_, text);
#define PL_UNLESS_STOPPED_(c) if (!PL_SET_STOP_(*pl_stop_of_(&(c))))
#else
#define PL_ENTER_(c, caller)
#define PL_SAYS_(text, e) e
#define PL_SAYS_NOW_(text)
#define PL_UNLESS_STOPPED_(c)
#endif
