/* ==== Requirements on arguments ==========================================================================

   What macros require of their arguments when the program compiles, so that a mistake has one message, at its line, which
   says what to write.
   ========================================================================================================= */
/* PL_REQUIRE_(c, message): an expression with the value 0; if the constant c is false, a compile error with this message. */
#define PL_REQUIRE_(c, message) (__extension__(0 * (int)sizeof(struct { _Static_assert(c, message); char pl_unused_; })))

/* PL_EXPECT_(c, message): the same. PL_EXPECT_OF_(c, message): the same in the body of a function, for the user's
   expressions. (clang treats a compound literal within a struct as part of the file, where only constants are permitted.)

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
#define PL_IS_CONSTANT_(e) __builtin_constant_p(e)
#define PL_IF_CONSTANT_(e, yes, no) __builtin_choose_expr(__builtin_constant_p(e), yes, no)
#define PL_IS_INTEGER_(e) (__builtin_classify_type(e) <= 4)
#define PL_IS_NUMBER_(e)  (__builtin_classify_type(e) <= 4 || __builtin_classify_type(e) == 8)
#define PL_IS_POINTER_(e) (__builtin_classify_type(e) == 5)
#define PL_IS_RECORD_(e)  (__builtin_classify_type(e) == 12)
#define PL_IS_OPTION_(kind)                                                                                 \
    (!__builtin_strcmp(kind, "EDGE_") || !__builtin_strcmp(kind, "BUFFERED_") || !__builtin_strcmp(kind, "LOOKAHEAD_") || \
     !__builtin_strcmp(kind, "REVISIT_") || !__builtin_strcmp(kind, "ALIAS_") || !__builtin_strcmp(kind, "SPACE_"))
#else
#define PL_IS_NAME_(text) 1
#define PL_IS_CONSTANT_(e) 1
#define PL_IF_CONSTANT_(e, yes, no) (yes)
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
#define PL_FIRST_OF_(v, ...) (v) PL_LIST_(PL_FIRST_ALONG_, ~, __VA_ARGS__)
#define PL_FIRST_ALONG_(i, c, d) [0]
#define PL_VIEW_BEGINS_(T, v, p, n)                                                                         \
    _Static_assert(!PL_IS_POINTER_(p) || PL_CAT_(PL_BEGINS_, n)(p),                                         \
                   "PL_VIEW(" #T ", " #v ", ...): " #p " points to rows of another rank; a view of rank 1 begins at an " \
                   "element, one of rank 2 at a row, &x[r]; columns from c on have no view: subscript the block, x[r][c + i] [view-rank]");

/* The number of arguments of a public macro. A macro that takes n of them, or a range of numbers, is written

       #define PL_X(...) PL_IF_N_(n, __VA_ARGS__)(PL_X_, PL_MISUSED_)("PL_X(a, b)", __VA_ARGS__)

   so that every compiler prints "PL_X(a, b): …" at the line of the misuse. PL_IF_GIVEN_(x): whether x is not empty. */
#if !PL_QUICK_
#define PL_IF_N_(range, ...) PL_IF_(PL_SECOND_(PL_CAT_(PL_RANGE_##range##_, PL_N_(__VA_ARGS__)), 0))
#define PL_IF_ONE_(...) PL_IF_N_(1, __VA_ARGS__)(PL_IF_GIVEN_, PL_IF_NOT_)(__VA_ARGS__)
#define PL_IF_NOT_(...) PL_IF_0
#else                                                                  /* wrong arguments do not compile anyway */
#define PL_IF_N_(range, ...) PL_IF_RANGE_##range
#define PL_IF_ONE_(...) PL_IF_1
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
