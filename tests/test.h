// test.h -- macros that test programs share.
//
//     TEST(ragged_edge) { ... EXPECT(z[3] == 7); EXPECT_INTS(z, 3, 1, 2, 7); }
//     int main(void) { RUN(ragged_edge); return test_end(); }
//
// Each RUN prints nothing when it passes and one line per broken expectation when not; test_end prints
// "N passed, N failed" and is the exit status. A test without an expectation counts as failed.

#ifndef TEST_H
#define TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int test_passed_, test_failed_, test_broken_, test_expectations_;

#define TEST(name) static void name(void)
#define RUN(name)  test_run_(#name, name)

// Wrong calls, which pallasc does not translate, are compiled only if the interpreter checks them.
#if PL_CHECKS && !defined __PALLASC__ && !defined PL_TARGET_OPENCL && !defined PL_TARGET_TPU
#define TEST_WRONG_CALLS 1
#else
#define TEST_WRONG_CALLS 0
#endif

#define EXPECT(c) test_expect_((c) ? 1 : 0, #c, __FILE__, __LINE__)

// EXPECT_INTS(array, n, v0, v1...): expects that the first n elements of an array, of any arithmetic type, equal these values.
#define EXPECT_INTS(array, n, ...)                                                                          \
    do {                                                                                                    \
        const long long wanted_[] = { __VA_ARGS__ };                                                        \
        EXPECT(sizeof wanted_ / sizeof wanted_[0] == (size_t)(n));                                          \
        for (long at_ = 0; at_ < (long)(n); at_++)                                                          \
            test_equal_(#array, at_, (double)(array)[at_], (double)wanted_[at_], __FILE__, __LINE__);       \
    } while (0)

static inline void test_expect_(int holds, const char *what, const char *file, int line)
{
    test_expectations_++;
    if (!holds) {
        printf("%s:%d: expected %s\n", file, line, what);
        test_broken_++;
    }
}

static inline void test_equal_(const char *array, long at, double is, double wanted, const char *file, int line)
{
    test_expectations_++;
    if (!(is == wanted)) {
        if (test_broken_++ < 10)
            printf("%s:%d: %s[%ld] is %.17g, expected %.17g\n", file, line, array, at, is, wanted);
    }
}

static inline void test_run_(const char *name, void (*body)(void))
{
    test_broken_ = test_expectations_ = 0;
    body();
    if (test_broken_ || !test_expectations_) {
        printf("FAILED %s%s\n", name, test_expectations_ ? "" : " (it expects nothing)");
        test_failed_++;
    } else {
        test_passed_++;
    }
}

static inline int test_end(void)
{
    printf("%d passed, %d failed\n", test_passed_, test_failed_);
    return test_failed_ != 0;
}

#endif
