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
   the check of the length. PL_MANY_(item...) is 1 for one item and 2 for more. */
#define PL_33RD_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, \
    a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, n, ...) n
#define PL_66TH_(o, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, \
    a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, \
    a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61, \
    a62, a63, a64, n, ...) n
#define PL_N_(...) PL_33RD_(__VA_ARGS__, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 16, \
    15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, ~)
#define PL_COUNT_(...) PL_66TH_(__VA_ARGS__, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, \
    33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, \
    22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, ~)
#define PL_MANY_(...) PL_66TH_(__VA_ARGS__, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, \
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, \
    2, 2, 2, 2, 2, 2, 2, 2, 1, ~)
#define PL_FEW_(...)  PL_66TH_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, \
    1, 1, 1, 1, 1, 1, 1, 1, 1, ~)
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
#define PL_OVER_0(t, f, c, o)
#define PL_OVER_1(t, f, c, o, a0) f(t##0, c, a0)
#define PL_OVER_2(t, f, c, o, a0, a1) f(t##0, c, a0) f(t##1, c, a1)
#define PL_OVER_3(t, f, c, o, a0, a1, a2) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2)
#define PL_OVER_4(t, f, c, o, a0, a1, a2, a3) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) f(t##3, c, a3)
#define PL_OVER_5(t, f, c, o, a0, a1, a2, a3, a4) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4)
#define PL_OVER_6(t, f, c, o, a0, a1, a2, a3, a4, a5) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5)
#define PL_OVER_7(t, f, c, o, a0, a1, a2, a3, a4, a5, a6) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6)
#define PL_OVER_8(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7)
#define PL_OVER_9(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8) f(t##0, c, a0) f(t##1, c, a1) \
    f(t##2, c, a2) f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) f(t##8, c, a8)
#define PL_OVER_10(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) f(t##0, c, a0) f(t##1, c, a1) \
    f(t##2, c, a2) f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) f(t##8, c, a8) \
    f(t##9, c, a9)
#define PL_OVER_11(t, ...) PL_OVER_TEENS_(1, __VA_ARGS__)
#define PL_OVER_12(t, ...) PL_OVER_TEENS_(2, __VA_ARGS__)
#define PL_OVER_13(t, ...) PL_OVER_TEENS_(3, __VA_ARGS__)
#define PL_OVER_14(t, ...) PL_OVER_TEENS_(4, __VA_ARGS__)
#define PL_OVER_15(t, ...) PL_OVER_TEENS_(5, __VA_ARGS__)
#define PL_OVER_16(t, ...) PL_OVER_TEENS_(6, __VA_ARGS__)
#define PL_OVER_17(t, ...) PL_OVER_TEENS_(7, __VA_ARGS__)
#define PL_OVER_18(t, ...) PL_OVER_TEENS_(8, __VA_ARGS__)
#define PL_OVER_19(t, ...) PL_OVER_TEENS_(9, __VA_ARGS__)
#define PL_OVER_20(t, ...) PL_OVER_TEENS_(10, __VA_ARGS__)
#define PL_OVER_21(t, ...) PL_OVER_TWENTIES_(1, __VA_ARGS__)
#define PL_OVER_22(t, ...) PL_OVER_TWENTIES_(2, __VA_ARGS__)
#define PL_OVER_23(t, ...) PL_OVER_TWENTIES_(3, __VA_ARGS__)
#define PL_OVER_24(t, ...) PL_OVER_TWENTIES_(4, __VA_ARGS__)
#define PL_OVER_25(t, ...) PL_OVER_TWENTIES_(5, __VA_ARGS__)
#define PL_OVER_26(t, ...) PL_OVER_TWENTIES_(6, __VA_ARGS__)
#define PL_OVER_27(t, ...) PL_OVER_TWENTIES_(7, __VA_ARGS__)
#define PL_OVER_28(t, ...) PL_OVER_TWENTIES_(8, __VA_ARGS__)
#define PL_OVER_29(t, ...) PL_OVER_TWENTIES_(9, __VA_ARGS__)
#define PL_OVER_30(t, ...) PL_OVER_TWENTIES_(10, __VA_ARGS__)
#define PL_OVER_31(t, ...) PL_OVER_THIRTIES_(1, __VA_ARGS__)
#define PL_OVER_32(t, ...) PL_OVER_THIRTIES_(2, __VA_ARGS__)
#define PL_OVER_TEENS_(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) \
    PL_OVER_10(, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_##n(1, f, c, o, __VA_ARGS__)
#define PL_OVER_TWENTIES_(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) \
    PL_OVER_10(, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) \
    PL_OVER_TWENTIES_2_(n, f, c, o, __VA_ARGS__)
#define PL_OVER_TWENTIES_2_(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) \
    PL_OVER_10(1, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_##n(2, f, c, o, __VA_ARGS__)
#define PL_OVER_THIRTIES_(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) \
    PL_OVER_10(, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) \
    PL_OVER_THIRTIES_2_(n, f, c, o, __VA_ARGS__)
#define PL_OVER_THIRTIES_2_(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) \
    PL_OVER_10(1, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) \
    PL_OVER_THIRTIES_3_(n, f, c, o, __VA_ARGS__)
#define PL_OVER_THIRTIES_3_(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) \
    PL_OVER_10(2, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_##n(3, f, c, o, __VA_ARGS__)
#define PL_OVER_33(...) PL_OVER_CUT_(__VA_ARGS__)
#define PL_OVER_CUT_(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, \
    a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, ...) PL_OVER_32(t, f, c, o, \
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, \
    a23, a24, a25, a26, a27, a28, a29, a30, a31)
#define PL_LIST_1(t, f, c, a0) f(t##0, c, a0)
#define PL_LIST_2(t, f, c, a0, a1) f(t##0, c, a0) f(t##1, c, a1)
#define PL_LIST_3(t, f, c, a0, a1, a2) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2)
#define PL_LIST_4(t, f, c, a0, a1, a2, a3) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) f(t##3, c, a3)
#define PL_LIST_5(t, f, c, a0, a1, a2, a3, a4) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) f(t##3, c, a3) \
    f(t##4, c, a4)
#define PL_LIST_6(t, f, c, a0, a1, a2, a3, a4, a5) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5)
#define PL_LIST_7(t, f, c, a0, a1, a2, a3, a4, a5, a6) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6)
#define PL_LIST_8(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7)
#define PL_LIST_9(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) f(t##8, c, a8)
#define PL_LIST_10(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) f(t##0, c, a0) f(t##1, c, a1) \
    f(t##2, c, a2) f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) f(t##8, c, a8) \
    f(t##9, c, a9)
#define PL_LIST_11(t, ...) PL_LIST_TEENS_(1, __VA_ARGS__)
#define PL_LIST_12(t, ...) PL_LIST_TEENS_(2, __VA_ARGS__)
#define PL_LIST_13(t, ...) PL_LIST_TEENS_(3, __VA_ARGS__)
#define PL_LIST_14(t, ...) PL_LIST_TEENS_(4, __VA_ARGS__)
#define PL_LIST_15(t, ...) PL_LIST_TEENS_(5, __VA_ARGS__)
#define PL_LIST_16(t, ...) PL_LIST_TEENS_(6, __VA_ARGS__)
#define PL_LIST_TEENS_(n, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) \
    PL_LIST_10(, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_LIST_##n(1, f, c, __VA_ARGS__)
#define PL_LIST_17(...) PL_LIST_CUT_(__VA_ARGS__)
#define PL_LIST_CUT_(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, ...) \
    PL_LIST_16(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15)

/* PL_EXPECT_(c, message): an expression with the value 0; if the constant c is false, a compile error with this message. */
#define PL_REQUIRE_(c, message) (__extension__(0 * (int)sizeof(struct { _Static_assert(c, message); char pl_unused_; })))

/* PL_EXPECT_OF_(c, message): the same in the body of a function, for the user's expressions. (clang treats a compound
   literal within a struct as part of the file, where only constants are permitted.)

   These requirements only improve the message for code that would not compile anyway. Each costs a few microseconds, so
   they are omitted at -O0 with checks off, where compile time matters, as in `make expand`. */
#if (PL_CHECKS || defined __OPTIMIZE__) && !defined PL_EXPAND_
#define PL_QUICK_ 0
#define PL_EXPECT_(c, message) PL_REQUIRE_(c, message)
#ifdef __clang__
#define PL_EXPECT_OF_(c, message) __extension__({ _Static_assert(c, message); 0; })
#else
#define PL_EXPECT_OF_(c, message) PL_REQUIRE_(c, message)
#endif
#define PL_EXPECT_NAME_(text, message) __extension__ _Static_assert(PL_IS_NAME_(text), message);
#define PL_EXPECT_STATIC_(c, message) __extension__ _Static_assert(c, message);
#else
#define PL_QUICK_ 1
#define PL_EXPECT_(c, message) 0
#define PL_EXPECT_OF_(c, message) 0
#define PL_EXPECT_NAME_(text, message)
#define PL_EXPECT_STATIC_(c, message)
#endif

/* The predicates of these requirements. Whether an argument's text is a single name: a forgotten comma after a name makes
   it "name PL_REF(…)". (gcc evaluates some functions in a constant, clang others.) Whether an expression is an integer, a
   number, a pointer, a string. Whether a tuple with this first item is an option of PL_BLOCKSPEC. */
#if defined __clang__
#define PL_IS_NAME_(text)                                                                                   \
    (sizeof(text) > 1 && __builtin_memcmp(text, "9", 1) > 0 && PL_LACKS_(text, ' ', " ") &&                 \
     PL_LACKS_(text, '(', "(") && PL_LACKS_(text, '[', "["))
#define PL_LACKS_(text, c, end) (__builtin_strlen(__builtin_strchr(text end, c)) == 1)
#elif defined __GNUC__
#define PL_IS_NAME_(text)                                                                                   \
    (__builtin_strcspn(text, "0123456789") && __builtin_strcspn(text, " ()[]&*+-.=<\"") == sizeof(text) - 1)
#endif
#ifdef __GNUC__
#define PL_IS_INTEGER_(e) (__builtin_classify_type(e) <= 4)
#define PL_IS_NUMBER_(e)  (__builtin_classify_type(e) <= 4 || __builtin_classify_type(e) == 8)
#define PL_IS_POINTER_(e) (__builtin_classify_type(e) == 5)
#define PL_IS_RECORD_(e)  (__builtin_classify_type(e) == 12)
#define PL_IS_OPTION_(kind)                                                                                 \
    (!__builtin_strcmp(kind, "EDGE_") || !__builtin_strcmp(kind, "BUFFERED_") || !__builtin_strcmp(kind, "LOOKAHEAD_") || \
     !__builtin_strcmp(kind, "REVISIT_") || !__builtin_strcmp(kind, "ALIAS_") || !__builtin_strcmp(kind, "SPACE_"))
#else
#define PL_IS_NAME_(text) 1
#define PL_IS_INTEGER_(e) 1
#define PL_IS_NUMBER_(e)  1
#define PL_IS_POINTER_(e) 0
#define PL_IS_RECORD_(e)  1
#define PL_IS_OPTION_(kind) 0
#endif
#define PL_IS_TEXT_(e) _Generic((e), char *: 1, const char *: 1, default: 0)

/* Whether a view with this many dims can begin here. The type that e points to, or of which it is an array; otherwise
   char. */
#ifdef __GNUC__
#define PL_IS_ARRAY_(e) !__builtin_types_compatible_p(__typeof__(e), __typeof__((void)0, (e)))
#define PL_WITHIN_(e) (*__builtin_choose_expr(PL_IS_POINTER_(e), (e), (char *)0))
#else
#define PL_IS_ARRAY_(e) 1
#define PL_WITHIN_(e) (*(e))
#endif
#define PL_BEGINS_1(p) PL_IS_POINTER_(p)
#define PL_BEGINS_2(p) PL_IS_ARRAY_(PL_WITHIN_(p))
#define PL_BEGINS_3(p) PL_BEGINS_2(PL_WITHIN_(p))
#define PL_BEGINS_4(p) PL_BEGINS_3(PL_WITHIN_(p))
#define PL_BEGINS_5(p) PL_BEGINS_4(PL_WITHIN_(p))
#define PL_BEGINS_6(p) PL_BEGINS_5(PL_WITHIN_(p))
#define PL_FIRST_OF_1(v) (v)[0]
#define PL_FIRST_OF_2(v) (v)[0][0]
#define PL_FIRST_OF_3(v) (v)[0][0][0]
#define PL_FIRST_OF_4(v) (v)[0][0][0][0]
#define PL_FIRST_OF_5(v) (v)[0][0][0][0][0]
#define PL_FIRST_OF_6(v) (v)[0][0][0][0][0][0]
#define PL_FIRST_OF_(v, ...) PL_CAT_(PL_FIRST_OF_, PL_N_(__VA_ARGS__))(v)
#define PL_VIEW_BEGINS_(T, v, p, n)                                                                         \
    _Static_assert(!PL_IS_POINTER_(p) || PL_CAT_(PL_BEGINS_, n)(p),                                         \
                   "PL_VIEW(" #T ", " #v ", ...): " #p " points to rows of another rank; a view of rank 1 begins at an " \
                   "element, one of rank 2 at a row, &x[r]; columns from c on have no view: subscript the block, x[r][c + i] [view-rank]");

/* The number of arguments of a public macro. A macro that takes n of them, or a range of numbers, is written

       #define PL_X(...) PL_IF_N_(n, __VA_ARGS__)(PL_X_, PL_MISUSED_)("PL_X(a, b)", __VA_ARGS__)

   so that every compiler prints "PL_X(a, b): …" at the line of the misuse. PL_IF_GIVEN_(x): whether x is not empty. */
#if !PL_QUICK_
#define PL_IF_N_(range, ...) PL_IF_(PL_SECOND_(PL_CAT_(PL_RANGE_##range##_, PL_N_(__VA_ARGS__)), 0))
#define PL_RANGE_2_2 ~, 1
#define PL_RANGE_3_3 ~, 1
#define PL_RANGE_3TO8_3 ~, 1
#define PL_RANGE_3TO8_4 ~, 1
#define PL_RANGE_3TO8_5 ~, 1
#define PL_RANGE_3TO8_6 ~, 1
#define PL_RANGE_3TO8_7 ~, 1
#define PL_RANGE_3TO8_8 ~, 1
#define PL_RANGE_4TO9_4 ~, 1
#define PL_RANGE_4TO9_5 ~, 1
#define PL_RANGE_4TO9_6 ~, 1
#define PL_RANGE_4TO9_7 ~, 1
#define PL_RANGE_4TO9_8 ~, 1
#define PL_RANGE_4TO9_9 ~, 1
#define PL_RANGE_FEW2_1 ~, 1
#define PL_RANGE_FEW3_1 ~, 1
#define PL_RANGE_FEW3_2 ~, 1
#define PL_RANGE_FEW4_1 ~, 1
#define PL_RANGE_FEW4_2 ~, 1
#define PL_RANGE_FEW4_3 ~, 1
#define PL_IF_ONE_(...) PL_IF_N_(1, __VA_ARGS__)(PL_IF_GIVEN_, PL_IF_NOT_)(__VA_ARGS__)
#define PL_IF_NOT_(...) PL_IF_0
#define PL_RANGE_1_1 ~, 1
#else                                                                  /* wrong arguments do not compile anyway */
#define PL_IF_N_(range, ...) PL_IF_RANGE_##range
#define PL_IF_ONE_(...) PL_IF_1
#define PL_IF_RANGE_2 PL_IF_1
#define PL_IF_RANGE_3 PL_IF_1
#define PL_IF_RANGE_3TO8 PL_IF_1
#define PL_IF_RANGE_4TO9 PL_IF_1
#define PL_IF_RANGE_FEW2 PL_IF_0
#define PL_IF_RANGE_FEW3 PL_IF_0
#define PL_IF_RANGE_FEW4 PL_IF_0
#endif
#define PL_IF_GIVEN_(...) PL_IF_GIVEN_2_(PL_HEAD_(__VA_ARGS__))
#define PL_IF_GIVEN_2_(x) PL_CAT_(PL_IF_GIVEN_, PL_IS_TUPLE_(x))(x)
#define PL_IF_GIVEN_1(...) PL_IF_1
#define PL_IF_GIVEN_0(...) PL_CAT_(PL_IF_EMPTY_, PL_IS_EMPTY_(__VA_ARGS__))
#define PL_IF_EMPTY_0 PL_IF_1
#define PL_IF_EMPTY_1 PL_IF_0
#define PL_IS_EMPTY_(...) PL_SECOND_(PL_EMPTY_PROBE_ __VA_ARGS__ (), 0)
#define PL_EMPTY_PROBE_(...) ~, 1
/* A tuple with text after it: a comma is missing. */
#define PL_IF_ALONE_(axis, yes, no) PL_IF_GIVEN_(PL_NOTHING_ axis)(no, yes)
/* Whether the value of a PL_REDUCE begins with another axis. The axes of a PL_REDUCE share one pair of parentheses. */
#define PL_IF_AXES_(...) PL_CAT_(PL_IF_AXES_, PL_MANY_(__VA_ARGS__))(PL_HEAD_(__VA_ARGS__))
#define PL_IF_AXES_1(e) PL_IF_0
#define PL_IF_AXES_2(e) PL_IF_TUPLE_(e, PL_IF_AXES_3, PL_IF_AXES_1)(e)
#define PL_IF_AXES_3(e) PL_IF_ALONE_(e, PL_IF_1, PL_IF_0)
#define PL_AXES_APART_(usage, acc, op, axes, ...)                                                           \
    ((void)PL_REQUIRE_(0, "PL_REDUCE: several axes share one pair of parentheses; write PL_REDUCE (acc, OP, ((r, m), (c, n)), e) [reduce-axes]"))
#define PL_MISUSED_(usage, ...) ((void)PL_REQUIRE_(0, PL_MESSAGE_WRONG_ARGUMENTS_(usage)))
#define PL_MISUSED_VALUE_(usage, ...) PL_REQUIRE_(0, PL_MESSAGE_WRONG_ARGUMENTS_(usage))

/* PL_CALL_2_(name, kernel, over, ~, part...) sorts the parts of a call into C parameters, axes and operands; PL_CALL_3_
   counts the axes and the operands. Each mode defines PL_PARAMETER_, PL_KEEP_AXES_ and PL_KEEP_PART_ for each kind of
   part, and PL_CALL_4_, which uses the results. */
#define PL_CALL_2_(name, kernel, over, ...)                                                                 \
    PL_CALL_3_(name, kernel, (PL_PARAMETERS_(over(, PL_DO_, PL_PARAMETER_, __VA_ARGS__))),                  \
               (~ over(, PL_DO_, PL_KEEP_AXES_, __VA_ARGS__)), ~ over(, PL_DO_, PL_KEEP_PART_, __VA_ARGS__))
#define PL_CALL_3_(name, kernel, parameters, axes, ...)                                                     \
    PL_CALL_4_(name, kernel, parameters, PL_OVER_OF_ axes, axes, PL_OVER_OF_(__VA_ARGS__), __VA_ARGS__)

#define PL_DIMS_(...) PL_CAT_(PL_DIMS_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_DIMS_1(a)                [a]
#define PL_DIMS_2(a, b)             [a][b]
#define PL_DIMS_3(a, b, c)          [a][b][c]
#define PL_DIMS_4(a, b, c, d)       [a][b][c][d]
#define PL_DIMS_5(a, b, c, d, e)    [a][b][c][d][e]
#define PL_DIMS_6(a, b, c, d, e, f) [a][b][c][d][e][f]
#define PL_INNER_DIMS_(...) PL_CAT_(PL_INNER_DIMS_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_INNER_DIMS_1(a)
#define PL_INNER_DIMS_2(a, b)             [b]
#define PL_INNER_DIMS_3(a, b, c)          [b][c]
#define PL_INNER_DIMS_4(a, b, c, d)       [b][c][d]
#define PL_INNER_DIMS_5(a, b, c, d, e)    [b][c][d][e]
#define PL_INNER_DIMS_6(a, b, c, d, e, f) [b][c][d][e][f]
#define PL_PRODUCT_(...) (1 PL_LIST_(PL_FACTOR_, ~, __VA_ARGS__))
#define PL_FACTOR_(i, c, d) * (d)
#define PL_EXTENTS_(...) PL_LIST_(PL_EXTENT_, ~, __VA_ARGS__)
#define PL_EXTENT_(i, c, d) (d),

/* Dims of this rank, for types of which only the rank is used: PL_ANY_REF, a PL_VIEW at a wrong place. */
#define PL_ONES_1 [1]
#define PL_ONES_2 [1][1]
#define PL_ONES_3 [1][1][1]
#define PL_ONES_4 [1][1][1][1]
#define PL_ONES_5 [1][1][1][1][1]
#define PL_ONES_6 [1][1][1][1][1][1]
