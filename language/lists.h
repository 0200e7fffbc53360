/* ==== Tools of the preprocessor ==========================================================================

   Nothing here is public. A part, a parameter, a spec and an option are tuples whose first item is their
   kind:  PL_IN(float, x, (m), PL_WHOLE)  is  (IN_, float, x, (m), (WHOLE_, ~)).  PL_OVER_ visits the tuples of a
   list, PL_LIST_ the items of a list inside one of them (a macro cannot call itself, so there are two).
   ========================================================================================================= */
#define PL_CAT_(a, b)  PL_CAT_2_(a, b)
#define PL_CAT_2_(a, b) a##b
#define PL_TEXT_(...)  PL_TEXT_2_(__VA_ARGS__)
#define PL_TEXT_2_(...) #__VA_ARGS__
#define PL_BARE_(...)  __VA_ARGS__
#define PL_HEAD_(...)  PL_HEAD_2_(__VA_ARGS__, ~)
#define PL_HEAD_2_(a, ...) a
#define PL_TAIL_(...)  PL_TAIL_2_(__VA_ARGS__)
#define PL_TAIL_2_(a, ...) __VA_ARGS__
#define PL_SECOND_(...) PL_SECOND_2_(__VA_ARGS__, ~, ~)
#define PL_SECOND_2_(a, b, ...) b
#define PL_APPLY_(f, ...) f(__VA_ARGS__)
#define PL_NOTHING_(...)

/* PL_IS_TUPLE_(x): 1 when x begins with a parenthesis, else 0 (also when x is empty). */
#define PL_IS_TUPLE_(x) PL_SECOND_(PL_TUPLE_PROBE_ x, 0)
#define PL_TUPLE_PROBE_(...) ~, 1,
#define PL_IF_0(yes, no) no
#define PL_IF_1(yes, no) yes
#define PL_IF_TUPLE_(x, yes, no) PL_IF_(PL_IS_TUPLE_(x))(yes, no)
#define PL_IF_(b) PL_CAT_(PL_IF_, b)

/* Lists. There are two kinds:

     ~, (IN_, float, x), (OUT_, float, z)     parts and parameters, up to 32; because of the ~ a list may be empty
     m, n                                     what a part contains, such as dims, axes, names or options, 1 to 16

   PL_COUNT_(~, item...) is the length of a list of the first kind, PL_N_(item...) of one of the second. Of a list that is too
   long, both say one more than the limit, and PL_OVER_ and PL_LIST_ ignore the excess, so that the compiler's only message is
   the check of the length. PL_MANY_(item...) is 1 for one item and 2 for more, PL_FEW_(item...) 1 for up to 16 and 0 for more. */
#define PL_AT_MOST_32_(rule, ...) _Static_assert(PL_COUNT_(~, __VA_ARGS__) <= 32, rule);

/* PL_SIZES takes up to 16 names. PL_SIZES_OF_(name...) is PL_IF_1 if the names are valid and PL_IF_0 otherwise; the two
   select one of two expansions. */
#define PL_SIZES_USAGE_     "PL_SIZES(m, n, ...), of 1 to 16 names"
#define PL_SIZES_OF_(...)   PL_IF_(PL_FEW_(__VA_ARGS__))(PL_IF_GIVEN_, PL_IF_TOO_MANY_)(__VA_ARGS__)
#define PL_IF_TOO_MANY_(...) PL_IF_0

/* Iteration: expands f(number, c, item) for each item of a list. c is the same for all items.

     PL_OVER_(f, c, ~, x, y)     f(0, c, x) f(1, c, y)
     PL_LIST_(f, c, x, y)        f(0, c, x) f(1, c, y)

   There are two such macros because a macro does not expand within itself, and the parts of a list contain lists. A call
   determines the number of its parts once: PL_OVER_OF_(~, item...) is PL_OVER_n, the parameter `over` of the macros below.

     over(, PL_DO_, PL_FACT_, ~, (IN_, float, x), (OUT_, float, z))     PL_FACT_IN_(0, float, x) PL_FACT_OUT_(1, float, z)

   This is how every stage of a call visits its parts: the stage PL_FACT_ has one macro for each kind of part, and PL_DO_
   expands the one that belongs to the part.

   The rows are written out, so that the preprocessor scans each item once; a file of a hundred kernels compiles in a
   second. A row of more than ten items is ten items and a shorter row, whose numbers begin with the digit t. */
#define PL_OVER_(f, c, ...)    PL_OVER_OF_(__VA_ARGS__)(, f, c, __VA_ARGS__)
#define PL_OVER_OF_(...)       PL_CAT_(PL_OVER_, PL_COUNT_(__VA_ARGS__))
#define PL_DO_(i, stage, part) PL_DO_2_(stage, i, PL_BARE_ part)
#define PL_DO_2_(...)          PL_DO_3_(__VA_ARGS__)
#define PL_DO_3_(stage, i, kind, ...) stage##kind(i, __VA_ARGS__)
#define PL_LIST_(f, c, ...)    PL_CAT_(PL_LIST_, PL_N_(__VA_ARGS__))(, f, c, __VA_ARGS__)

/* Dims: of arrays, of their rows, their product, and as a list of extents. */
#define PL_DIMS_(...) PL_LIST_(PL_BRACKETS_, ~, __VA_ARGS__)
#define PL_BRACKETS_(i, c, d) [d]
#define PL_INNER_DIMS_(...) PL_CAT_(PL_INNER_DIMS_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_INNER_DIMS_1(a)
#define PL_INNER_DIMS_2(a, ...) PL_DIMS_(__VA_ARGS__)
#define PL_PRODUCT_(...) (1 PL_LIST_(PL_FACTOR_, ~, __VA_ARGS__))
#define PL_FACTOR_(i, c, d) * (d)
#define PL_EXTENTS_(...) PL_LIST_(PL_EXTENT_, ~, __VA_ARGS__)
#define PL_EXTENT_(i, c, d) (d),

/* Of rank n: PL_ONES_n is dims, for types of which only the rank is used; PL_STRIDES_n(v) the strides of v, from its type;
   PL_PITCHES_n(p) the dims of rows in p. */
