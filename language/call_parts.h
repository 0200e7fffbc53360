/* ---- What PL_CALL makes of each part --------------------------------------------------------------------

   In the order of their use: checks of the parts, facts, the caller's values, checks against the kernel's parameters, index
   maps and arguments. */

/* Checks that every part is one of ours, that there is a grid, and that the kernel has as many parameters. */
#if PL_QUICK_
#define PL_CHECK_PARTS_(...)
#else
#define PL_CHECK_PARTS_(c, ...) PL_AT_MOST_32_(c " a call has at most 32 parts [call-parts]", __VA_ARGS__) PL_OVER_(PL_CHECK_PART_, c, ~, __VA_ARGS__)
#endif
#define PL_CHECK_AXES_(c, grids) \
    _Static_assert((0 grids) == 1, c " a call has one PL_GRID (PL_GRID() runs the kernel once) [one-grid]");
#define PL_CHECK_PART_(i, c, p) PL_IF_TUPLE_(p, PL_CHECK_PART_1_, PL_PART_UNKNOWN_)(c, p)
#define PL_CHECK_PART_1_(c, p) PL_IF_ALONE_(p, PL_CHECK_PART_2_, PL_PART_COMMA_)(c, PL_BARE_ p)
#define PL_PART_COMMA_(c, ...) _Static_assert(0, c " a comma is missing [comma-missing]");
#define PL_CHECK_PART_2_(...) PL_CHECK_PART_3_(__VA_ARGS__)
#define PL_CHECK_PART_3_(c, kind, ...) PL_SECOND_(PL_CAT_(PL_PART_PROBE_, kind), PL_CHECK_OTHER_)(c, kind, __VA_ARGS__)
#define PL_PART_PROBE_SIZES_    ~, PL_CHECK_SIZES_
#define PL_PART_PROBE_GRID_     ~, PL_CHECK_GRID_
#define PL_PART_PROBE_ONCE_     ~, PL_CHECK_GRID_
#define PL_PART_PROBE_BATCH_    ~, PL_CHECK_BATCH_
#define PL_PART_PROBE_SCALAR_   ~, PL_CHECK_SCALAR_
#define PL_PART_PROBE_PREFETCH_ ~, PL_CHECK_PREFETCH_
#define PL_PART_PROBE_ARRAY_    ~, PL_CHECK_ARRAY_NAME_
#define PL_PART_PROBE_SCRATCH_  ~, PL_NOTHING_
#define PL_PART_PROBE_WRONG_    ~, PL_PART_MISUSED_
#define PL_PART_MISUSED_(c, kind, usage)                                                                        \
    _Static_assert(0, c " " PL_MESSAGE_WRONG_ARGUMENTS_(usage));
/* Options and axes at the place of a part, and options at the place of an axis. */
#define PL_CHECK_OTHER_(c, kind, ...) \
    PL_IF_(PL_SECOND_(PL_CAT_(PL_OPTION_IS_, kind), 0))(PL_PLACE_OF_OPTION_, PL_PART_OTHER_)(c, kind, __VA_ARGS__)
#define PL_PLACE_OF_OPTION_(c, kind, ...) PL_PLACE_OF_OPTION_2_(c, PL_CAT_(PL_OPTION_IS_, kind))
#define PL_PLACE_OF_OPTION_2_(...) PL_PLACE_OF_OPTION_3_(__VA_ARGS__)
#define PL_PLACE_OF_OPTION_3_(c, none, is, usage, ...) _Static_assert(0, c " " PL_MESSAGE_OPTION_PLACE_(usage));
#define PL_PART_OTHER_(c, i, ...) PL_IF_N_(2, __VA_ARGS__)(PL_PART_OTHER_2_, PL_PART_UNKNOWN_)(c, __VA_ARGS__)
#define PL_PART_OTHER_2_(c, n, kind) PL_SECOND_(PL_CAT_(PL_PLACE_OF_, kind), PL_PART_UNKNOWN_)(c, ~)
#define PL_PLACE_OF_PL_PARALLEL_  ~, PL_PLACE_OF_PARALLEL_
#define PL_PLACE_OF_PL_ARBITRARY_ ~, PL_PLACE_OF_ARBITRARY_
#define PL_PLACE_OF_PL_REDUCTION_ ~, PL_PLACE_OF_REDUCTION_
#define PL_PLACE_OF_PARALLEL_(c, ...)  _Static_assert(0, c " " PL_MESSAGE_AXIS_PLACE_("PL_PARALLEL(i, extent)"));
#define PL_PLACE_OF_ARBITRARY_(c, ...) _Static_assert(0, c " " PL_MESSAGE_AXIS_PLACE_("PL_ARBITRARY(i, extent)"));
#define PL_PLACE_OF_REDUCTION_(c, ...) _Static_assert(0, c " " PL_MESSAGE_AXIS_PLACE_("PL_REDUCTION(i, extent)"));
#define PL_PART_UNKNOWN_(c, ...)                                                                            \
    _Static_assert(0, c " each part is PL_SIZES, PL_GRID, PL_IN, PL_OUT...; one is not [part-unknown]");
#define PL_CHECK_GRID_(c, kind, ...) PL_LIST_(PL_CHECK_AXIS_, c, __VA_ARGS__)
/* Checks that the names in parts are names. */
#define PL_CHECK_SIZES_(c, kind, ...) PL_CHECK_(1 PL_LIST_(PL_AND_NAME_, ~, __VA_ARGS__), c, "PL_SIZES", "names, of type long [sizes-names]")
#define PL_AND_NAME_(i, c, n) && PL_IS_NAME_(#n)
#define PL_CHECK_BATCH_(c, kind, b, n, ...)                                                                       \
    PL_CHECK_(PL_IS_NAME_(#b) PL_LIST_(PL_AND_NAME_, ~, __VA_ARGS__), c, "PL_BATCH", "write PL_BATCH(b, extent, x, ...), of names [batch-names]")
#define PL_CHECK_NAME_(c, what, x) PL_EXPECT_NAME_(#x, what ": " #x " is no name [no-name]")
#define PL_CHECK_SCALAR_(c, kind, T, a)                 PL_CHECK_NAME_(c, "PL_SCALAR(T, a)", a)
#define PL_CHECK_PREFETCH_(c, kind, T, t, shape)        PL_CHECK_NAME_(c, "PL_PREFETCH(T, t, ...)", t)
#define PL_CHECK_ARRAY_NAME_(c, kind, role, T, x, ...)  PL_CHECK_NAME_(c, PL_ROLE_##role "(T, x, ...)", x)
#define PL_CHECK_AXIS_(i, c, axis)                                                                          \
    PL_IF_TUPLE_(axis, PL_CHECK_AXIS_1_, PL_IF_GIVEN_(axis)(PL_AXIS_UNKNOWN_, PL_NOTHING_))(c, axis)
#define PL_CHECK_AXIS_1_(c, axis) PL_IF_ALONE_(axis, PL_CHECK_AXIS_2_, PL_AXIS_UNKNOWN_)(c, PL_BARE_ axis)
#define PL_CHECK_AXIS_2_(...) PL_CHECK_AXIS_3_(__VA_ARGS__)
#define PL_CHECK_AXIS_3_(c, ...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_AXIS_UNKNOWN_, PL_CHECK_AXIS_4_)(c, __VA_ARGS__)
#define PL_CHECK_AXIS_4_(c, i, ...)                                                                         \
    PL_SECOND_(PL_CAT_2_(PL_AXIS_PROBE_, i), PL_IF_(PL_SECOND_(PL_CAT_2_(PL_OPTION_IS_, i), 0))(PL_PLACE_OF_OPTION_, PL_CHECK_AXIS_5_)) \
    (c, i, __VA_ARGS__, PL_PLAIN_, ~)
#define PL_CHECK_AXIS_5_(c, i, n, kind, ...)                                                                \
    PL_SECOND_(PL_CAT_2_(PL_AXIS_KIND_, kind), PL_AXIS_UNKNOWN_)(c, i)                                      \
    PL_CHECK_NAME_(c, "PL_GRID", i)
#define PL_AXIS_PROBE_WRONG_     ~, PL_AXIS_UNKNOWN_
#define PL_AXIS_KIND_PL_PLAIN_     ~, PL_NOTHING_
#define PL_AXIS_KIND_PL_PARALLEL_  ~, PL_NOTHING_
#define PL_AXIS_KIND_PL_ARBITRARY_ ~, PL_NOTHING_
#define PL_AXIS_KIND_PL_REDUCTION_ ~, PL_NOTHING_
#define PL_AXIS_UNKNOWN_(c, ...) _Static_assert(0, c " " PL_MESSAGE_GRID_AXIS_);
#define PL_CHECK_COUNT_(c, n, kernel)                                                                       \
    _Static_assert((n) == (int)PL_KERNEL_named_##kernel,                                                    \
                   c " a call needs one part per kernel parameter (PL_SIZES, PL_GRID and PL_BATCH do not count) [part-per-parameter]");

/* Facts: the data of the engine before the first program. Facts that are known at compile time are in tables. */
#define PL_FACT_SCALAR_(i, T, a)                 { NULL, NULL, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },
#define PL_FACT_PREFETCH_(i, T, t, shape)        { #t, #T, NULL, sizeof(T), PL_KIND_PREFETCH_, PL_TYPE_(T), PL_N_ shape },
#define PL_FACT_SCRATCH_(i, T, dims, space)      { "scratch", #T, NULL, sizeof(T), PL_KIND_SCRATCH_, PL_TYPE_(T), PL_N_ dims },
#define PL_FACT_ARRAY_(i, role, T, x, rank, shape, spec, ...) \
    { #x, #T, PL_MAP_TEXT_##spec(__VA_ARGS__), sizeof(T), PL_KIND_##role, PL_TYPE_(T), rank },
#define PL_MAP_TEXT_WHOLE_(none)              NULL
#define PL_MAP_TEXT_ATOMIC_(none)             NULL
#define PL_MAP_TEXT_BLOCKSPEC_(block, index, ...) PL_LIST_(PL_MAP_TEXT_OPTION_, ~, __VA_ARGS__)
#define PL_MAP_TEXT_OPTION_(d, c, option)     PL_IF_TUPLE_(option, PL_MAP_TEXT_OPTION_1_, PL_NOTHING_)(option)
#define PL_MAP_TEXT_OPTION_1_(option)         PL_MAP_TEXT_OPTION_2_ option
#define PL_MAP_TEXT_OPTION_2_(kind, ...)      PL_SECOND_(PL_CAT_(PL_MAP_TEXT_IN_, kind), PL_NOTHING_)(__VA_ARGS__)
#define PL_MAP_TEXT_IN_END_                   ~, PL_PLAIN_TEXT_
#define PL_PLAIN_TEXT_(text)                  text

/* The caller's values: arrays and shapes; then blocks and options, which may depend on sizes. */
#if PL_CHECKS
#define PL_GIVE_SCALAR_(i, T, a)                                                                            \
    PL_CHECK_QUICKLY_(i, T, a, 7)                                                                           \
    pl_give_scalar_(&pl_operand_[i], (struct pl_value[1]){ { &(a), PL_TYPE_(T), sizeof(T) } });
#else
#define PL_GIVE_SCALAR_(i, T, a)              PL_CHECK_QUICKLY_(i, T, a, 7)
#endif
#define PL_GIVE_SCRATCH_(i, T, dims, space) \
    PL_CHECK_QUICKLY_(i, T *, PL_SCRATCH(T), PL_N_ dims)                                                    \
    PL_SAYS_NOW_("the shape of a PL_SCRATCH") pl_give_shape_(&pl_operand_[i], (const long[]){ PL_BARE_ dims });
#define PL_GIVE_PREFETCH_(i, T, t, shape) \
    PL_CHECK_QUICKLY_(i, const T *, t, PL_N_ shape) PL_GIVE_SHAPE_(i, t, shape)
#define PL_GIVE_ARRAY_(i, role, T, x, rank, shape, spec, ...)                                               \
    PL_CHECK_QUICKLY_(i, PL_POINTER_##role(T), x, PL_RANK_OF_##spec(rank, __VA_ARGS__))                     \
    PL_GIVE_SHAPE_(i, x, shape) PL_MEMBERS_(i, T) PL_SPEC_##spec(i, __VA_ARGS__)
#define PL_GIVE_SHAPE_(i, x, shape)                                                                         \
    PL_SAYS_NOW_("the PL_CALL part for " #x)                                                                \
    pl_give_array_(&pl_operand_[i], x##_array_);                                                            \
    pl_give_shape_(&pl_operand_[i], (const long[]){ PL_BARE_ shape });
#define PL_SPEC_WHOLE_(i, none)
#define PL_SPEC_ATOMIC_(i, none) pl_give_atomic_(&pl_operand_[i]);
#define PL_SPEC_BLOCKSPEC_(i, block, index, ...)                                                            \
    PL_LIST_(PL_BLOCK_DIM_, pl_operand_[i], PL_BARE_ block)                                                 \
    PL_LIST_(PL_OPTION_, pl_operand_[i], __VA_ARGS__)
/* A block dim is a number or a struct, and so is an index: its type selects the conversion. */
#define PL_BLOCK_DIM_(d, o, e)                                                                              \
    *_Generic((e), struct pl_none: (struct pl_none *)pl_block_dim_(&o, d), struct pl_dim: pl_block_dim_(&o, d), \
              default: (long *)pl_block_dim_(&o, d)) = e;

#define PL_OPTION_(d, o, option)    PL_OPTION_2_(o, PL_BARE_ option)
#define PL_OPTION_2_(...)           PL_OPTION_3_(__VA_ARGS__)
#define PL_OPTION_3_(o, kind, ...)  PL_OPTION_##kind(o, __VA_ARGS__)
#define PL_OPTION_END_(o, text)
#define PL_OPTION_EDGE_(o, ...)     pl_give_edge_(&o, (struct pl_value[1]){ PL_VALUE_((__VA_ARGS__)) });
#define PL_OPTION_BUFFERED_(o, n)   pl_give_buffers_(&o, n);
#define PL_OPTION_LOOKAHEAD_(o, n)  pl_give_lookahead_(&o);
#define PL_OPTION_REVISIT_(o, n)    pl_give_revisit_(&o);
#define PL_OPTION_ALIAS_(o, x)      PL_NAME_(PL_ALIAS, x) pl_give_alias_(&o, #x);
#define PL_OPTION_SPACE_(o, text, ...) pl_give_space_(&o, text);

/* Checks at compile time: extents, and each part against the kernel parameter in its position. If compile time matters
   there is one assertion per part; when it fails, a build with checks gives the reason. */
#define PL_CHECK_(condition, c, what, rule) _Static_assert(condition, c " " what ": " rule);
#if defined PL_EXPAND_
#define PL_CHECK_FACTS_(...)
#define PL_CHECK_QUICKLY_(i, P, x, rank)
#define PL_CHECK_EXTENTS_(...)
#elif PL_QUICK_
#define PL_CHECK_FACTS_(c, kernel, ...) typedef struct pl_types_of_##kernel pl_types_;
#define PL_CHECK_QUICKLY_(i, P, x, rank)                                                                    \
    _Static_assert(_Generic(((pl_types_ *)0)->pl_parameter_##i, P: sizeof ((pl_types_ *)0)->pl_rank_##i, default: 9u) == \
                   rank,                                                                                    \
                   "PL_CALL: the kernel parameter in the position of " #x " is of another type or rank, or a map has " \
                   "other dims than its array; a build with checks says which [part-mismatch]");
#define PL_RANK_OF_WHOLE_(rank, none) rank
#define PL_RANK_OF_ATOMIC_(rank, none) rank
#define PL_RANK_OF_BLOCKSPEC_(rank, block, index, ...) \
    (rank <= 6 && rank == PL_N_ block && rank == PL_N_ index ? PL_RANK_LEFT_(PL_KEPT_DIMS_ block) : 0)
#define PL_CHECK_EXTENTS_(...)
#else
#define PL_CHECK_FACTS_(c, kernel, ...)                                                                     \
    typedef struct pl_types_of_##kernel pl_types_;                                                          \
    PL_OVER_(PL_CHECK_FACT_, c, __VA_ARGS__)
#define PL_CHECK_QUICKLY_(i, P, x, rank)
#define PL_CHECK_EXTENTS_(over, ...)                                                                        \
    enum { PL_APPLY_(over, , PL_PICK_, PL_5TH_, __VA_ARGS__) PL_GRID_axes };                            \
    _Static_assert(PL_GRID_axes <= 6, PL_MESSAGE_GRID_AXES_);                                \
    PL_APPLY_(over, , PL_PICK_, PL_6TH_, __VA_ARGS__)
#endif
#define PL_CHECK_SHAPE_(c, what, shape)                                                                     \
    PL_CHECK_(PL_IS_TUPLE_(shape) PL_IF_TUPLE_(shape, PL_ARE_DIMS_, PL_NOTHING_)(PL_BARE_ shape), c, what,  \
              "a shape is written in parentheses, (m, n), and its extents are integers [shape-form]")
#define PL_CHECK_SPEC_(i, c, what, role, rank, kind, ...)                                                   \
    PL_SECOND_(PL_CAT_(PL_SPEC_PROBE_, kind), PL_SPEC_UNKNOWN_)(i, c, what, role, rank, __VA_ARGS__)
#define PL_CHECK_TYPE_(i, c, what, wanted)                                                                  \
    PL_CHECK_(_Generic(((pl_types_ *)0)->pl_parameter_##i, wanted: 1, default: 0), c, what, \
              "the kernel parameter in this position has another type (a ref that is only read is const, one " \
              "that is written is not) [parameter-type]")
#define PL_CHECK_RANK_(i, c, what, n)                                                                       \
    PL_CHECK_(sizeof ((pl_types_ *)0)->pl_rank_##i == (n), c, what,                                            \
              "the kernel's ref in this position has another rank (PL_NONE dims drop out of it) [parameter-rank]")

#define PL_CHECK_EXTENT_(n, part, other) \
    __extension__ _Static_assert(PL_IS_INTEGER_(n), part ": an extent is an integer" other " [extent-integer]");

#define PL_CHECK_FACT_(i, c, part) PL_CHECK_FACT_2_(i, c, PL_BARE_ part)
#define PL_CHECK_FACT_2_(...) PL_CHECK_FACT_3_(__VA_ARGS__)
#define PL_CHECK_FACT_3_(i, c, kind, ...) PL_CHECK_FACT_##kind(i, c, __VA_ARGS__)
#define PL_CHECK_FACT_SCALAR_(i, c, T, a) PL_CHECK_TYPE_(i, c, "PL_SCALAR(" #T ", " #a ")", T)
#define PL_CHECK_FACT_PREFETCH_(i, c, T, t, shape)                                                          \
    PL_CHECK_SHAPE_(c, PL_TEXT_2_(PL_PREFETCH(T, t, ...)), shape)                                           \
    PL_CHECK_TYPE_(i, c, PL_TEXT_2_(PL_PREFETCH(T, t, ...)), const T *)                                     \
    PL_CHECK_RANK_(i, c, PL_TEXT_2_(PL_PREFETCH(T, t, ...)), PL_N_ shape)
#define PL_CHECK_FACT_SCRATCH_(i, c, T, dims, space)                                                        \
    PL_CHECK_SHAPE_(c, PL_TEXT_2_(PL_SCRATCH(T, ...)), dims)                                                \
    PL_CHECK_TYPE_(i, c, PL_TEXT_2_(PL_SCRATCH(T, ...)), T *)                                               \
    PL_CHECK_RANK_(i, c, PL_TEXT_2_(PL_SCRATCH(T, ...)), PL_N_ dims)
#define PL_CHECK_FACT_ARRAY_(i, c, role, T, x, ...)                                                         \
    PL_CHECK_ARRAY_(i, c, PL_ROLE_##role "(" #T ", " #x ", ...)", PL_KIND_##role, PL_POINTER_##role(T), T, __VA_ARGS__)
#define PL_CHECK_ARRAY_(i, c, what, role, P, T, rank, shape, spec, ...)                                     \
    PL_CHECK_SHAPE_(c, what, shape)                                                                         \
    PL_CHECK_(rank <= 6 && !PL_IS_CONST_(*(T *)0), c, what,                                                 \
                   "an array has at most 6 dims, and its type is written without const [array-form]")       \
    PL_CHECK_TYPE_(i, c, what, P)                                                                           \
    PL_CHECK_SPEC_(i, c, what, role, rank, spec, __VA_ARGS__)
#define PL_ARE_DIMS_(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_ARE_DIMS_2_, PL_ARE_NONE_)(__VA_ARGS__)
#define PL_ARE_DIMS_2_(...) PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__)
#define PL_ARE_NONE_(...) && 0

#define PL_SPEC_PROBE_WHOLE_     ~, PL_CHECK_WHOLE_
#define PL_SPEC_PROBE_ATOMIC_    ~, PL_CHECK_ATOMIC_
#define PL_SPEC_PROBE_BLOCKSPEC_ ~, PL_CHECK_BLOCKSPEC_
#define PL_SPEC_PROBE_ANY_       ~, PL_CHECK_ANY_
#define PL_SPEC_UNKNOWN_(i, c, what, ...)                                                                   \
    PL_CHECK_(0, c, what, "a spec is PL_BLOCKSPEC((block...), (index...), option...), PL_WHOLE or PL_ATOMIC [spec-form]")
#define PL_CHECK_WHOLE_(i, c, what, role, rank, none) PL_CHECK_RANK_(i, c, what, rank)
#define PL_CHECK_ATOMIC_(i, c, what, role, rank, none)                                                      \
    PL_CHECK_(role == PL_KIND_INOUT_, c, what, "PL_ATOMIC is for a PL_INOUT, which all programs share [atomic-inout]") \
    PL_CHECK_RANK_(i, c, what, rank)
#define PL_CHECK_BLOCKSPEC_(i, c, what, role, rank, block, index, ...)                                      \
    PL_CHECK_(PL_IS_TUPLE_(block) && PL_IS_TUPLE_(index) && PL_IF_ALONE_(index, 1, 0) &&                    \
                   !PL_IS_OPTION_(PL_TEXT_(PL_HEAD_ block)) && !PL_IS_OPTION_(PL_TEXT_(PL_HEAD_ index)), c, what, \
                   "write PL_BLOCKSPEC((BM, BN), (i, j), option...); for the block also PL_UNBLOCKED((n, ...), ((lo, hi), ...)) [blockspec-form]") \
    PL_CHECK_((rank) <= 6 && (rank) == PL_N_ block && (rank) == PL_N_ index, c, what,                       \
              "array, block and index map have the same number of dims [blockspec-ranks]")                  \
    PL_CHECK_RANK_(i, c, what, PL_RANK_LEFT_(PL_KEPT_DIMS_ block))                                          \
    PL_EXPECT_STATIC_(1 PL_LIST_(PL_IS_BLOCK_DIM_, ~, PL_BARE_ block),                                      \
                      "PL_BLOCKSPEC: block dims are integers or PL_NONE, PL_FULL... [block-dims]")          \
    PL_LIST_(PL_CHECK_OPTION_, ~, __VA_ARGS__) PL_IF_N_(FEW3, __VA_ARGS__)(PL_NOTHING_, PL_CHECK_TWICE_)(c, what, __VA_ARGS__)
/* An option may occur once. A list ends with (END_, text). */
#define PL_CHECK_TWICE_(c, what, ...)         PL_CHECK_TWICE_2_(c, what, (0 PL_LIST_(PL_OPTION_PLUS_, ~, __VA_ARGS__)))
#define PL_CHECK_TWICE_2_(c, what, count)                                                                   \
    PL_CHECK_(!(count & 0xe), c, what, "more than one PL_EDGE: all elements past the edge have one value [edge-twice]") \
    PL_CHECK_(!(count & 0xe0), c, what, "more than one PL_BUFFERED: PL_BUFFERED(n) is one number of buffers [buffered-twice]") \
    PL_CHECK_(!(count & 0xe00), c, what, "more than one PL_LOOKAHEAD: once is enough [lookahead-twice]")    \
    PL_CHECK_(!(count & 0xe000), c, what, "more than one PL_REVISIT_ANY: once is enough [revisit-twice]")   \
    PL_CHECK_(!(count & 0xe0000), c, what, "more than one PL_ALIAS: an output shares the array of one input [alias-twice]") \
    PL_CHECK_(!(count & 0xe00000), c, what, "more than one PL_SPACE: a block is in one memory [space-twice]")
#define PL_OPTION_PLUS_(d, c, option)         + PL_IF_TUPLE_(option, PL_OPTION_PLUS_1_, PL_OPTION_PLUS_NO_)(option)
#define PL_OPTION_PLUS_1_(option)             PL_OPTION_PLUS_2_ option
#define PL_OPTION_PLUS_2_(kind, ...)          PL_OPTION_PLUS_3_(PL_CAT_(PL_OPTION_IS_, kind), ~, ~, 0, ~)
#define PL_OPTION_PLUS_3_(...)                PL_OPTION_PLUS_4_(__VA_ARGS__)
#define PL_OPTION_PLUS_4_(none, is, usage, plus, ...) plus
#define PL_OPTION_PLUS_NO_(option)            0
#define PL_KEPT_DIMS_(...) (0 PL_LIST_(PL_KEPT_DIM_, ~, __VA_ARGS__))
#define PL_KEPT_DIM_(d, c, n) + _Generic((n), struct pl_none: 0, default: 1)
#define PL_RANK_LEFT_(kept) (0x6543211 >> 4 * kept & 7)                /* kept, but 1 if there are none, because the macro is used once */

#define PL_CHECK_OPTION_(d, c, option) PL_IF_TUPLE_(option, PL_CHECK_OPTION_1_, PL_OPTION_UNKNOWN_)(option)
#define PL_CHECK_OPTION_1_(option) PL_IF_ALONE_(option, PL_CHECK_OPTION_2_, PL_OPTION_UNKNOWN_)(PL_BARE_ option)
#define PL_CHECK_OPTION_2_(...) PL_CHECK_OPTION_3_(__VA_ARGS__)
#define PL_CHECK_OPTION_3_(kind, ...) PL_CHECK_OPTION_4_(PL_CAT_(PL_OPTION_IS_, kind), ~, ~, ~, PL_OPTION_UNKNOWN_, ~)(__VA_ARGS__)
#define PL_CHECK_OPTION_4_(...) PL_CHECK_OPTION_5_(__VA_ARGS__)
#define PL_CHECK_OPTION_5_(none, is, usage, plus, check, ...) check
#define PL_OPTION_UNKNOWN_(...)                                                                             \
    _Static_assert(0, PL_MESSAGE_OPTION_UNKNOWN_);
#define PL_CHECK_EDGE_(...) _Static_assert(!PL_IS_POINTER_((__VA_ARGS__)), "PL_EDGE(v): v is a value, no pointer [edge-pointer]");
#define PL_CHECK_BUFFERED_(n) __extension__ _Static_assert(PL_IS_INTEGER_(n), "PL_BUFFERED(n): an integer [buffered-integer]");
#define PL_CHECK_SPACE_(text, ...) _Static_assert(PL_SECOND_(__VA_ARGS__, 0), PL_MESSAGE_SPACE_UNKNOWN_);
#define PL_SPACE_IS_SMEM ~, 1
#define PL_SPACE_IS_VMEM ~, 1
#define PL_SPACE_IS_ANY  ~, 1

/* In the loop: the tables and the index maps; then the kernel's arguments. */
#define PL_INDEX_PREFETCH_(i, T, t, shape)                                                                  \
    PL_UNUSED_ const T (*const t) PL_INNER_DIMS_ shape = (void *)pl_block_at_(&pl_operand_[i]);
#define PL_INDEX_SCALAR_(...)
#define PL_INDEX_SCRATCH_(...)
#define PL_INDEX_ARRAY_(i, role, T, x, rank, shape, spec, ...) PL_INDEX_SPEC_##spec(i, __VA_ARGS__)
#define PL_INDEX_SPEC_WHOLE_(...)
#define PL_INDEX_SPEC_ATOMIC_(...)
#define PL_INDEX_SPEC_BLOCKSPEC_(i, block, index, ...) PL_LIST_(PL_INDEX_DIM_, &pl_operand_[i], PL_BARE_ index)
#define PL_INDEX_DIM_(d, to, e)                                                                             \
    PL_CHECK_INDEX_(e, #e)                                                                                  \
    PL_MAPS_(to, d)                                                                                         \
    *_Generic((e), struct pl_index: &pl_map_(to)[d], default: (long *)&pl_map_(to)[d]) = e;
#if PL_CHECKS
#define PL_MAPS_(o, d) pl_maps_(&pl_call_, o, d);
#else
#define PL_MAPS_(o, d)
#endif
#ifdef PL_EXPAND_
#define PL_CHECK_INDEX_(e, text)
#elif PL_QUICK_ && defined __GNUC__                                    /* the type classes of integers and of structs */
#define PL_CHECK_INDEX_(e, text)                                                                            \
    __extension__ _Static_assert(0x101f >> __builtin_classify_type(e) & 1, "PL_BLOCKSPEC: an index is an integer or a PL_DS [index-integer]");
#else
#define PL_CHECK_INDEX_(e, text)                                                                            \
    __extension__ _Static_assert(PL_IS_INDEX_(e), "PL_BLOCKSPEC: an index is an integer or PL_DS(start, size), not " text " [index-integer]");
#endif
#define PL_IS_INDEX_(e) (PL_IS_INTEGER_(e) || _Generic((e), struct pl_index: 1, default: 0))

#define PL_ARGUMENT_SCALAR_(i, T, a) , a
#define PL_ARGUMENT_ARRAY_(i, role, T, x, rank, shape, spec, ...) PL_ARGUMENT_SPEC_##spec(i)
#define PL_ARGUMENT_PREFETCH_(i, ...) PL_WINDOW_ARGUMENT_(i)
#define PL_ARGUMENT_SCRATCH_(i, ...) PL_WINDOW_ARGUMENT_(i)
#define PL_WINDOW_ARGUMENT_(i)                                                                              \
    , pl_block_window_(&pl_operand_[i]), pl_block_at_(&pl_operand_[i]), pl_block_whole_(&pl_operand_[i]), NULL

/* Compares the kernel's extents with the call's blocks, before the first program; only with checks. */
#if PL_CHECKS
#define PL_SIGN_CALL_(kernel, over, ...)                                                                    \
    pl_blocks_(&pl_call_);                                                                                  \
    pl_signature_of_##kernel(&pl_call_ over(, PL_DO_, PL_ARGUMENT_, __VA_ARGS__));
#else
#define PL_SIGN_CALL_(kernel, ...)
#endif
