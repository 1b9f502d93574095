/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "cli/time_left.h"

#define TELLS(left, expected)                \
    do {                                     \
        char text[64];                       \
        told(left, text);                    \
        assert_string_equal(text, expected); \
    } while (0)

static void told(double left, char *text)
{
    struct mz_time_left t = {.left = left, .told = left, .is_known = true};

    mz_time_left_tell(&t, text, 64);
}

static void nothing_to_go_by(void **state)
{
    struct mz_time_left t = {0};
    char text[64];

    (void)state;
    mz_time_left_note(&t, 0, 0);
    mz_time_left_note(&t, 0.1, 0.5); /* too early */
    mz_time_left_note(&t, 3, 0);     /* no estimate */
    mz_time_left_note(&t, 4, 1e-9);  /* too small a share, so early */
    mz_time_left_note(&t, 5, NAN);
    mz_time_left_note(&t, 5, -1);
    mz_time_left_note(&t, 5, 1.5);
    assert_false(t.is_known);
    mz_time_left_tell(&t, text, sizeof text);
    assert_string_equal(text, "");
}

/* Time passes, and more is explored: from one time and share to another. */
static void go(struct mz_time_left *t, double from, double share, double to,
               double end)
{
    for (int i = 1; i <= 1000; i++)
        mz_time_left_note(t, from + i * (to - from) / 1000,
                          share + i * (end - share) / 1000);
}

/* A steady search: the word is true at once, and stays true. */
static void steady(void **state)
{
    struct mz_time_left t = {0};

    (void)state;
    for (int i = 1; i <= 1000; i++) {
        mz_time_left_note(&t, i / 10., i / 1000.);
        assert_int_equal(t.is_known, i >= 20);
        if (t.is_known)
            assert_float_equal(t.left, 100 - i / 10., 1e-6);
    }
}

static void hopeless(void **state)
{
    struct mz_time_left t = {0};

    (void)state;
    go(&t, 0, 0, 59, 1e-9);
    assert_false(t.is_known);
    go(&t, 59, 1e-9, 62, 1e-9 * 62 / 59);
    assert_true(t.is_known);
    TELLS(t.left, "over 100 days left");
}

/* Half of it at once, and then hardly anything: nobody knows. */
static void stuck(void **state)
{
    struct mz_time_left t = {0};

    (void)state;
    go(&t, 0, 0, 0.3, 0.4999);
    go(&t, 0.3, 0.4999, 2, 0.49991);
    assert_false(t.is_known);
    go(&t, 2, 0.49991, 100, 0.49999);
    assert_false(t.is_known);
}

/* It was slower, or faster, and is steady now: that is found out. */
static void changes(void **state)
{
    struct mz_time_left slower = {0}, faster = {0};

    (void)state;
    go(&slower, 0, 0, 10, 0.3);
    go(&slower, 10, 0.3, 60, 0.9);
    assert_true(slower.is_known);
    assert_float_equal(slower.left, 0.1 / (0.6 / 50), 1);
    go(&faster, 0, 0, 10, 0.1);
    go(&faster, 10, 0.1, 40, 0.7);
    assert_true(faster.is_known);
    assert_float_equal(faster.left, 0.3 / (0.6 / 30), 2);
}

/* However the search goes, what is told becomes no more, or is not told. */
static void never_more(void **state)
{
    struct mz_time_left t = {0};
    double least = INFINITY, share = 0;
    unsigned told = 0, silent = 0;
    char text[64];

    (void)state;
    for (int i = 1; i <= 4000; i++) {
        share += i < 600 ? 1e-3 : i < 1200 ? 6e-4 : 1e-6;
        mz_time_left_note(&t, i / 10., share);
        mz_time_left_tell(&t, text, sizeof text);
        if (!*text) {
            silent += i > 1200;
            continue;
        }
        assert_true(t.told <= least);
        least = t.told;
        told++;
    }
    assert_true(told > 100);
    assert_true(silent > 1000); /* it was far too low */
}

static void never_negative(void **state)
{
    struct mz_time_left t = {0};

    (void)state;
    go(&t, 0, 0, 10, 0.99);
    assert_true(t.is_known && t.left >= 0 && t.left < 1);
    mz_time_left_note(&t, 11, 1);
    assert_true(t.left >= 0);
}

static void words(void **state)
{
    (void)state;
    TELLS(0, "a few seconds left");
    TELLS(4.9, "a few seconds left");
    TELLS(5, "about 10 s left");
    TELLS(11, "about 20 s left");
    TELLS(50, "about 50 s left");
    TELLS(59, "about 60 s left");
    TELLS(60, "about 1 min left");
    TELLS(170, "about 3 min left");
    TELLS(5399, "about 90 min left");
    TELLS(2 * 3600, "about 2 h left");
    TELLS(47 * 3600, "about 47 h left");
    TELLS(3 * 86400, "about 3 days left");
    TELLS(1e300, "over 100 days left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_go_by),
        cmocka_unit_test(steady),
        cmocka_unit_test(hopeless),
        cmocka_unit_test(stuck),
        cmocka_unit_test(changes),
        cmocka_unit_test(never_more),
        cmocka_unit_test(never_negative),
        cmocka_unit_test(words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
