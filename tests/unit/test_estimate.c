/* SPDX-License-Identifier: Apache-2.0 */
/* Estimates of subtrees, from those explored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore/estimate.h"

enum { LENGTHS = 32 };

static struct mz_estimate begin(void)
{
    static _Alignas(64) char memory[1 << 14];
    struct mz_estimate estimate;
    struct mz_arena arena;

    mz_fill(memory, 0, sizeof memory);
    mz_arena_init(&arena, memory, sizeof memory);
    mz_estimate_init(&estimate, &arena, LENGTHS);
    return estimate;
}

static void test_average_of_a_length(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 7, 0, 10);
    mz_estimate_add(&e, 7, 0, 30);
    assert_true(mz_estimate_of(&e, 7, 0) == 20);
}

static void test_unknown_in_between_is_as_the_next_longer(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 5, 0, 100);
    mz_estimate_add(&e, 9, 0, 4);
    assert_true(mz_estimate_of(&e, 6, 0) == 4);
    assert_true(mz_estimate_of(&e, 5, 0) == 100);
}

static void test_longer_than_any_is_one_execution(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 5, 0, 100);
    assert_true(mz_estimate_of(&e, 6, 0) == 1);
}

static void test_shorter_than_any_is_all_so_far(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    e.all = 70;
    assert_true(mz_estimate_of(&e, 3, 0) == 70);
    mz_estimate_add(&e, 5, 0, 8);
    assert_true(mz_estimate_of(&e, 3, 0) == 70);
    mz_estimate_add(&e, 6, 0, 4);
    assert_true(mz_estimate_of(&e, 3, 0) == 70);
}

static void test_what_does_not_grow_is_the_same_when_shorter(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    e.all = 70;
    mz_estimate_add(&e, 5, 1, 8);
    mz_estimate_add(&e, 6, 1, 8);
    assert_true(mz_estimate_of(&e, 3, 1) == 8);
}

static void test_lower_ranks_by_the_ratio_elsewhere(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 9, 0, 5);
    mz_estimate_add(&e, 9, 1, 10);
    mz_estimate_add(&e, 4, 3, 80);
    assert_true(mz_estimate_of(&e, 4, 3) == 80);
    assert_true(mz_estimate_of(&e, 4, 2) == 40);
    assert_true(mz_estimate_of(&e, 4, 0) == 10);
}

static void test_high_ranks_are_one(void **unused)
{
    struct mz_estimate e = begin();

    (void)unused;
    mz_estimate_add(&e, 4, 100, 6);
    mz_estimate_add(&e, 4, 1000, 8);
    assert_true(mz_estimate_of(&e, 4, MZ_ESTIMATE_RANKS - 1) == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_average_of_a_length),
        cmocka_unit_test(test_unknown_in_between_is_as_the_next_longer),
        cmocka_unit_test(test_longer_than_any_is_one_execution),
        cmocka_unit_test(test_shorter_than_any_is_all_so_far),
        cmocka_unit_test(test_what_does_not_grow_is_the_same_when_shorter),
        cmocka_unit_test(test_lower_ranks_by_the_ratio_elsewhere),
        cmocka_unit_test(test_high_ranks_are_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
